// A puzzle inside a link; the same code as src/numlink/formats/link.py.

import { makePuzzle } from "./play.js";

export function encode(puzzle) {
  const parts = [];
  let run = 0;
  for (const content of [...puzzle.cells, null]) {
    if (content === 0) {
      run += 1;
      continue;
    }
    for (; run; run -= Math.min(run, 26)) parts.push(String.fromCharCode(96 + Math.min(run, 26)));
    if (content === -1) parts.push("X");
    else if (content) parts.push(/\d$/.test(parts.at(-1) ?? "") ? `-${content}` : `${content}`);
  }
  return `${puzzle.width}x${puzzle.height}.${puzzle.rules}.${parts.join("")}`;
}

/** The puzzle of a link's part behind `#p=`, or null where it is none. */
export function decode(text) {
  const match = /^(\d{1,3})x(\d{1,3})\.(cover|no-touch|free|free-no-touch)\.((?:[a-z]|X|[1-9]\d{0,6}-?)*)$/.exec(text);
  if (!match) return null;
  const [width, height] = [+match[1], +match[2]];
  const cells = [];
  for (const token of match[4].match(/[a-z]|X|\d+/g) ?? []) {
    if (token === "X") cells.push(-1);
    else if (/\d/.test(token)) cells.push(+token);
    else for (let left = token.charCodeAt(0) - 96; left; left -= 1) cells.push(0);
  }
  if (!cells.length || cells.length !== width * height) return null;
  return makePuzzle({ width, height, rules: match[3], cells });
}
