// Hints without a server.  They lean on the stored solution, and so only on a puzzle proven to have no other.

import { drawMove, isComplete, owners, positionOf, rulesOf, status } from "./play.js";

/** The stored paths as lists of cells, or null where a hint may not lean on them. */
export function storedPaths(puzzle) {
  if (!puzzle.unique || !puzzle.paths) return null;
  return puzzle.paths.map((path) => path.map(([row, column]) => row * puzzle.width + column));
}

/**
 * As the server gives it, without a sentence; `reason` names the text of why a hint is unknown.
 * @typedef {{ kind: string, cells: number[], moves: string[], numbers: number[], evidence: number[], rule: string,
 *   reason?: string }} Hint
 */

const NOTHING = { cells: [], moves: [], numbers: [], evidence: [], rule: "" };

/**
 * What to do next.
 * @returns {Hint}
 */
export function localHint(state) {
  const told = localCheck(state);
  return told.kind === "fine" ? nextLink(state, linksOf(storedPaths(state.puzzle))) : told;
}

/**
 * Whether the drawing can be completed: `fine`, or what to take back.
 * @returns {Hint}
 */
export function localCheck(state) {
  const { puzzle } = state;
  if (status(state).solved) return { ...NOTHING, kind: "solved" };
  const paths = storedPaths(puzzle);
  if (!paths) return { ...NOTHING, kind: "unknown", reason: "nolocal" };
  const right = linksOf(paths);
  const wrong = state.strands.map((strand) => wrongStretch(state, strand, right)).filter(Boolean);
  if (wrong.length) return takeBack(puzzle, wrong);
  return { ...NOTHING, kind: "fine" };
}

export function localReveal(puzzle, number) {
  const paths = puzzle.paths?.map((path) => path.map(([row, column]) => row * puzzle.width + column));
  if (!paths) return null;
  const wanted = number === null ? paths : [paths[number - 1]];
  return wanted.filter((path) => path?.length).map((path) => drawMove(puzzle.width, path));
}

const key = (one, other) => (one < other ? `${one} ${other}` : `${other} ${one}`);

function linksOf(paths) {
  const links = new Set();
  for (const path of paths) for (let at = 1; at < path.length; at += 1) links.add(key(path[at - 1], path[at]));
  return links;
}

/** The cells of a strand between the first and the last wrong link; a loose strand goes from the first on. */
function wrongStretch(state, strand, right) {
  const bad = [];
  for (let at = 1; at < strand.length; at += 1) if (!right.has(key(strand[at - 1], strand[at]))) bad.push(at);
  if (!bad.length) return null;
  const whole = isComplete(state, strand);
  const cells = strand.slice(bad[0], whole ? bad.at(-1) : undefined);
  if (cells.length) return { strand, cells, whole };
  const one = strand[bad[0]];
  return { strand, cells: [state.puzzle.cells[one] === 0 ? one : strand[bad[0] - 1]], whole };
}

function takeBack(puzzle, stretches) {
  const cells = stretches.flatMap((stretch) => stretch.cells);
  const moves = stretches.flatMap(({ cells: [first, ...rest], whole }) => {
    const last = whole ? rest.slice(-1) : [];
    return [first, ...last].map((cell) => `cut ${positionOf(puzzle.width, cell)}`);
  });
  const numbers = [...new Set(stretches.map(({ strand }) => puzzle.cells[strand[0]]))];
  return { ...NOTHING, kind: "take-back", cells, moves, numbers };
}

/** The next link at an open end, a simply forced one if there is any. */
function nextLink(state, right) {
  const { puzzle } = state;
  const drawn = owners(state);
  const ends = new Map();
  for (const [number, cells] of puzzle.ends) for (const cell of cells) if (!drawn.has(cell)) ends.set(cell, number);
  for (const strand of state.strands) if (!isComplete(state, strand)) ends.set(strand.at(-1), drawn.get(strand[0]));
  const open = (cell) => puzzle.cells[cell] === 0 && !drawn.has(cell);
  const ways = (cell) =>
    neighbours(puzzle, cell).filter((other) => (ends.has(other) ? ends.get(other) === ends.get(cell) : open(other)));
  let [forced, any] = [null, null];
  for (const cell of ends.keys()) {
    const around = ways(cell);
    const next = around.find((other) => right.has(key(cell, other)));
    if (next === undefined) continue;
    if (around.length === 1) return told(puzzle, ends.get(cell), cell, next, "only way out");
    const sides = neighbours(puzzle, next).filter((other) => open(other) || ends.has(other)).length;
    if (rulesOf(puzzle).fill && open(next) && sides === 2) {
      forced = told(puzzle, ends.get(cell), cell, next, "dead end");
    }
    any ??= told(puzzle, ends.get(cell), cell, next, "the only solution");
  }
  return forced ?? any;
}

function told(puzzle, number, cell, next, rule) {
  const moves = [drawMove(puzzle.width, [cell, next])];
  const evidence = { "only way out": [cell], "dead end": [next] }[rule] ?? [];
  return { kind: "link", cells: [cell, next], moves, numbers: [number], evidence, rule };
}

export function neighbours(puzzle, cell) {
  const { width, cells } = puzzle;
  const column = cell % width;
  return [cell - width, column ? cell - 1 : -1, column < width - 1 ? cell + 1 : -1, cell + width].filter(
    (other) => other >= 0 && other < cells.length && cells[other] !== -1,
  );
}
