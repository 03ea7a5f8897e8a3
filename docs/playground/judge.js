// The judge of the page: what keeps a board from being a puzzle, and paths from being its solution, by the rules alone;
// the same answers as src/numlink/model/judge.py.

import { boardFaults, isComplete, status } from "./static/play.js";

/** What is wrong with a board, in sentences; none: it is one. */
export function faultsOf(puzzle) {
  return boardFaults(puzzle).map((number) => {
    const { length } = puzzle.ends.get(number);
    return `Number ${number} occurs ${length === 1 ? "once" : `${length} times`}; every number needs two cells.`;
  });
}

/**
 * What is wrong with paths, in sentences; none: they solve the puzzle under its rules.
 * @param {Map<number, number[]>} paths cells by number
 */
export function solutionFaults(puzzle, paths) {
  const { grid, ends } = puzzle;
  const faults = [];
  const passed = new Map();
  for (const [number, path] of paths) {
    const wanted = ends.get(number);
    if (!wanted) {
      if (path.length) faults.push(`Path ${number}: there is no number ${number} on this board.`);
      continue;
    }
    const broken = breakOf(puzzle, number, path);
    if (broken) {
      faults.push(`Path ${number} ${broken}.`);
      continue;
    }
    for (const track of grid.strandTracks(path)) {
      const other = passed.get(track);
      if (other !== undefined) faults.push(other === number ? `Path ${number} meets itself.` : `Paths ${other} and ${number} meet.`);
      passed.set(track, number);
    }
  }
  const absent = [...ends.keys()].filter((number) => !paths.get(number)?.length);
  if (absent.length) faults.push(`No path is given for ${absent.join(", ")}.`);
  if (faults.length) return [...new Set(faults)];
  const { empty, fill, touching } = status({ puzzle, strands: [...paths.values()].filter((path) => path.length), notes: new Set() });
  if (fill && empty) faults.push(`${empty === 1 ? "One cell is" : `${empty} cells are`} not on a path.`);
  for (const number of touching) faults.push(`Path ${number} touches itself.`);
  return faults;
}

/** What is wrong with one path, behind its name; "" for nothing. */
function breakOf(puzzle, number, path) {
  const { grid, cells, ends } = puzzle;
  const [first, last] = ends.get(number);
  if (!path.length) return "";
  if (!isComplete({ puzzle }, path) || Math.min(path[0], path.at(-1)) !== Math.min(first, last) || Math.max(path[0], path.at(-1)) !== Math.max(first, last)) {
    return `does not join the two cells of number ${number}`;
  }
  for (const [at, cell] of path.slice(1, -1).entries()) {
    if (cells[cell] !== 0) return "enters a cell that is solid or has a number";
    const [before, after] = [path[at], path[at + 2]];
    if (grid.bridges.has(cell) && grid.track(cell, before) !== grid.track(cell, after)) return "turns on a bridge";
  }
  const jump = path.slice(1).findIndex((cell, at) => !grid.neighbours(path[at]).includes(cell));
  return jump < 0 ? "" : `jumps: ${where(grid, path[jump])} and ${where(grid, path[jump + 1])} are not linked`;
}

function where(grid, cell) {
  return `(${grid.position(cell).join()})`;
}
