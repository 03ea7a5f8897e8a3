// Hints without a server.  They use the stored solution, so only puzzles whose solution is proven to be the only one get
// them.

import { cutMove, drawMove, isComplete, linkOf, linksOf, owners, rulesOf, status } from "./play.js";

/** The stored paths as lists of cells; null if they are not proven to be the only solution. */
export function storedPaths(puzzle) {
  return puzzle.unique && puzzle.paths ? pathCells(puzzle) : null;
}

function pathCells({ paths, grid }) {
  return paths.map((path) => path.map((position) => grid.cell(position)));
}

/** A hint like the server's (Hint in game/hints.py), without the sentence; `reason` names a text that says why there is
 * no hint.
 * @typedef {{ kind: string, cells: number[], moves: string[], numbers: number[], evidence: number[], rule: string,
 *   reason?: string, ruled_out?: number[][], crossing?: number[][] }} Hint */

const NOTHING = { cells: [], moves: [], numbers: [], evidence: [], rule: "" };

/** What to do next.
 * @returns {Hint} */
export function localHint(state) {
  const found = localCheck(state);
  return found.kind === "fine" ? nextLink(state, linksOf(storedPaths(state.puzzle))) : found;
}

/** Whether the drawing can be completed: `fine`, or what to take back.
 * @returns {Hint} */
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

/** The `moves` that draw the path of a number, or all paths (null); no `moves` if no solution is stored. */
export function localReveal({ puzzle }, number) {
  if (!puzzle.paths) return {};
  const paths = pathCells(puzzle);
  const wanted = number === null ? paths : [paths[number - 1]];
  return { moves: wanted.filter((path) => path?.length).map((path) => drawMove(puzzle.grid, path)) };
}

/** The cells of a strand between its first and last wrong links; of an incomplete strand, all from the first on. */
function wrongStretch(state, strand, right) {
  const bad = [];
  for (let at = 1; at < strand.length; at += 1) if (!right.has(linkOf(strand[at - 1], strand[at]))) bad.push(at);
  if (!bad.length) return null;
  const whole = isComplete(state, strand);
  let cells = strand.slice(bad[0], whole ? bad.at(-1) : undefined);
  let at = bad[0];
  if (!cells.length) {
    if (state.puzzle.cells[strand[at]] !== 0) at -= 1;
    cells = [strand[at]];
  }
  return { strand, cells, at, whole };
}

function takeBack(puzzle, stretches) {
  const cells = [...new Set(stretches.flatMap((stretch) => stretch.cells))];
  const moves = stretches.flatMap(({ strand, cells: { length }, at, whole }) => {
    const cut = whole && length > 1 ? [at, at + length - 1] : [at];
    return cut.map((index) => cutMove(puzzle.grid, strand[index], strand[index - 1]));
  });
  const numbers = [...new Set(stretches.map(({ strand }) => puzzle.cells[strand[0]]))];
  return { ...NOTHING, kind: "take-back", cells, moves, numbers };
}

/** The next link of the solution at the end of an incomplete path, if possible one with a simple reason. */
function nextLink(state, right) {
  const { puzzle } = state;
  const { grid } = puzzle;
  const drawn = owners(state);
  const cellOf = grid.trackCells();
  const ends = new Map(); // track where a path can continue -> its number
  for (const [number, cells] of puzzle.ends) for (const cell of cells) if (!drawn.has(cell)) ends.set(cell, number);
  for (const strand of state.strands) {
    if (!isComplete(state, strand)) ends.set(grid.strandTracks(strand).at(-1), drawn.get(strand[0]));
  }
  const open = (track) => puzzle.cells[cellOf[track]] === 0 && !drawn.has(track);
  const beside = (track) => {
    const cell = cellOf[track];
    const own = grid.neighbours(cell).filter((other) => grid.track(cell, other) === track);
    return own.map((other) => grid.track(other, cell));
  };
  const ways = (track) =>
    beside(track).filter((other) => (ends.has(other) ? ends.get(other) === ends.get(track) : open(other)));
  let [forced, any] = [null, null];
  for (const track of ends.keys()) {
    const around = ways(track);
    const next = around.find((other) => right.has(linkOf(cellOf[track], cellOf[other])));
    if (next === undefined) continue;
    const hint = (rule) => linkHint(puzzle, ends.get(track), cellOf[track], cellOf[next], rule);
    if (around.length === 1) return hint("only way out");
    const sides = beside(next).filter((other) => open(other) || ends.has(other)).length;
    if (rulesOf(puzzle).fill && open(next) && sides === 2) forced = hint("dead end");
    any ??= hint("the only solution");
  }
  return forced ?? any;
}

function linkHint(puzzle, number, cell, next, rule) {
  const moves = [drawMove(puzzle.grid, [cell, next])];
  const evidence = { "only way out": [cell], "dead end": [next] }[rule] ?? [];
  return { kind: "link", cells: [cell, next], moves, numbers: [number], evidence, rule };
}
