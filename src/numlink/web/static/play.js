// The game: states, moves as strings, undo.  The same rules as src/numlink/game/state.py, word for word where it can be;
// tests/vectors/moves.json, made by Python, holds both to one meaning.  No DOM here: it runs in node as well.

export const SOLID = -1;

/**
 * A puzzle: `cells` row by row with 0 for empty, -1 for solid, and numbers; `ends` the two cells of each number.
 * `paths` is its solution in rows and columns, and `unique` says that it is proven to be the only one.
 * @typedef {{ width: number, height: number, rules: string, cells: number[], ends: Map<number, number[]>,
 *   name?: string, seed?: number, unique?: boolean, paths?: [number, number][][], grade?: string, daily?: string,
 *   lesson?: number }} Puzzle
 */

/**
 * A puzzle as the server and the share links give it, with its ends found.
 * @returns {Puzzle}
 */
export function makePuzzle({ width, height, rules = "cover", cells, ...rest }) {
  const flat = cells.flat();
  const ends = new Map();
  flat.forEach((content, cell) => {
    if (content > 0) ends.set(content, [...(ends.get(content) ?? []), cell]);
  });
  return { ...rest, width, height, rules, cells: flat, ends };
}

/** What keeps a board from being played: the numbers that do not occur exactly twice. */
export function boardFaults(puzzle) {
  return [...puzzle.ends].filter(([, cells]) => cells.length !== 2).map(([number]) => number);
}

export function startState(puzzle) {
  return { puzzle, strands: [] };
}

export class MoveError extends Error {}

/** The state after a move; throws MoveError for one that cannot be read or made. */
export function play(state, move) {
  const [verb, ...rest] = move.trim().split(/\s+/);
  const pencil = new Pencil(state);
  if (verb === "draw" && rest.length) pencil.draw(parseTrail(state.puzzle, rest));
  else if (verb === "cut" && rest.length === 1) pencil.cut(position(state.puzzle, rest[0]));
  else if (verb === "erase" && rest.length === 1) pencil.erase(numberNamed(state.puzzle, rest[0]));
  else if (verb === "clear" && !rest.length) pencil.strands.clear();
  else throw new MoveError(`${move.slice(0, 40)} is no move.`);
  return pencil.state();
}

/** A drawing while one move changes it; the strand under the pencil is `active` and in neither map. */
export class Pencil {
  constructor(state) {
    this.puzzle = state.puzzle;
    this.strands = new Map(state.strands.map((strand) => [strand[0], strand]));
    this.home = new Map();
    for (const strand of state.strands) for (const cell of strand) this.home.set(cell, strand[0]);
    this.active = [];
    this.index = new Map();
    this.partner = -1;
    this.joined = false;
  }

  draw(trail) {
    this.putDown(trail[0]);
    for (const cell of trail.slice(1)) {
      const problem = this.step(cell);
      if (problem) throw new MoveError(problem);
    }
    this.lift();
  }

  putDown(cell) {
    const content = this.puzzle.cells[cell];
    if (content <= 0 && !this.home.has(cell)) throw new MoveError("Begin at a number or on a path.");
    const strand = this.home.has(cell) ? this.take(this.home.get(cell)) : [cell];
    let head = [cell];
    if (content <= 0) {
      const at = strand.indexOf(cell);
      head = strand.slice(0, at + 1);
      if (this.complete(strand)) this.put(strand.slice(at + 1).reverse());
    }
    const [first, last] = this.puzzle.ends.get(this.puzzle.cells[head[0]]);
    this.partner = head[0] === first ? last : first;
    this.active = head;
    this.index = new Map(head.map((there, at) => [there, at]));
  }

  /** Lead the pencil to a neighbour; returns what forbids it, "" where it went. */
  step(cell) {
    const at = this.index.get(cell);
    if (at !== undefined) {
      for (const there of this.active.splice(at + 1)) this.index.delete(there);
      this.joined = false;
      return "";
    }
    const content = this.puzzle.cells[cell];
    if (this.active.at(-1) === this.partner) return "This path is complete.";
    if (content === SOLID) return "A solid cell.";
    if (content > 0 && cell !== this.partner) return `An end of ${content}.`;
    this.joined = cell !== this.partner && this.home.get(cell) === this.partner;
    if (this.home.has(cell)) this.cut(cell);
    this.index.set(cell, this.active.length);
    this.active.push(cell);
    return "";
  }

  lift() {
    let strand = this.active;
    if (this.joined) {
      const rest = this.strands.has(this.partner) ? this.take(this.partner) : [this.partner];
      strand = [...strand, ...[...rest].reverse()];
    }
    this.put(strand);
    this.joined = false;
  }

  cut(cell) {
    if (!this.home.has(cell)) throw new MoveError("No path to cut here.");
    const strand = this.take(this.home.get(cell));
    const at = strand.indexOf(cell);
    this.put(strand.slice(0, at));
    if (this.complete(strand)) this.put(strand.slice(at + 1).reverse());
  }

  erase(number) {
    for (const cell of this.puzzle.ends.get(number)) if (this.strands.has(cell)) this.take(cell);
  }

  state() {
    const strands = [...this.strands.values()].sort((one, two) => one[0] - two[0]);
    return { puzzle: this.puzzle, strands };
  }

  complete(strand) {
    return strand.length > 1 && this.puzzle.cells[strand.at(-1)] > 0;
  }

  take(first) {
    const strand = this.strands.get(first);
    this.strands.delete(first);
    for (const cell of strand) this.home.delete(cell);
    return strand;
  }

  put(strand) {
    if (strand.length < 2) return;
    this.strands.set(strand[0], strand);
    for (const cell of strand) this.home.set(cell, strand[0]);
  }
}

/** The number of every cell on a strand. */
export function owners(state) {
  const found = new Map();
  for (const strand of state.strands) {
    for (const cell of strand) found.set(cell, state.puzzle.cells[strand[0]]);
  }
  return found;
}

export function isComplete(state, strand) {
  return state.puzzle.cells[strand.at(-1)] > 0;
}

export function sameState(one, two) {
  return (
    one.strands.length === two.strands.length &&
    one.strands.every((strand, at) => {
      const other = two.strands[at];
      return strand.length === other.length && strand.every((cell, index) => cell === other[index]);
    })
  );
}

/** How far a drawing is, judged by the rules alone: any correct solution is one. */
export function status(state) {
  const { puzzle, strands } = state;
  const { fill, touch } = rulesOf(puzzle);
  const drawn = owners(state);
  const complete = strands.filter((strand) => isComplete(state, strand)).length;
  const empty = puzzle.cells.filter((content, cell) => content === 0 && !drawn.has(cell)).length;
  const touching = touch ? [] : [...new Set(touches(state).map(([cell]) => drawn.get(cell)))];
  const pairs = puzzle.ends.size;
  const solved = complete === pairs && !(fill && empty) && !touching.length;
  return { complete, pairs, empty, solved, fill, touching };
}

export function rulesOf(puzzle) {
  return { fill: !puzzle.rules.startsWith("free"), touch: !puzzle.rules.endsWith("no-touch") };
}

/** Pairs of neighbouring cells of one path that are not consecutive on it. */
export function touches(state) {
  const { width } = state.puzzle;
  const found = [];
  for (const strand of state.strands) {
    const index = new Map(strand.map((cell, at) => [cell, at]));
    for (const cell of strand) {
      for (const other of [(cell + 1) % width ? cell + 1 : -1, cell + width]) {
        if (index.has(other) && Math.abs(index.get(other) - index.get(cell)) > 1) found.push([cell, other]);
      }
    }
  }
  return found;
}

export function canBegin(state, cell) {
  return state.puzzle.cells[cell] > 0 || owners(state).has(cell);
}

/** The trail of a drag that began on `state`, after the pointer moved on to the cell `target`. */
export function follow(state, trail, target) {
  const { width } = state.puzzle;
  let going = [...trail];
  let pencil = pencilAfter(state, going);
  while (going.at(-1) !== target) {
    let moved = false;
    for (const cell of towards(width, going.at(-1), target)) {
      const before = going.indexOf(cell);
      if (before >= 0) {
        going = going.slice(0, before + 1);
        pencil = pencilAfter(state, going);
      } else if (pencil.step(cell)) {
        continue;
      } else {
        going.push(cell);
      }
      moved = true;
      break;
    }
    if (!moved) break;
  }
  return going;
}

function pencilAfter(state, trail) {
  const pencil = new Pencil(state);
  pencil.putDown(trail[0]);
  for (const cell of trail.slice(1)) pencil.step(cell);
  return pencil;
}

/** What a drag looks like before it is lifted. */
export function preview(state, trail) {
  const pencil = pencilAfter(state, trail);
  pencil.lift();
  return pencil.state();
}

/** The one or two neighbours of `cell` that are nearer to `target`, the longer way first. */
function towards(width, cell, target) {
  const down = Math.floor(target / width) - Math.floor(cell / width);
  const right = (target % width) - (cell % width);
  const steps = [];
  if (down) steps.push(cell + (down > 0 ? width : -width));
  if (right) steps.push(cell + (right > 0 ? 1 : -1));
  return Math.abs(right) > Math.abs(down) ? steps.reverse() : steps;
}

/** The `draw` move of a trail of neighbouring cells, naming only its ends and corners. */
export function drawMove(width, trail) {
  const last = trail.length - 1;
  const kept = trail.filter(
    (cell, at) => at === 0 || at === last || trail[at + 1] - cell !== cell - trail[at - 1],
  );
  return `draw ${kept.map((cell) => positionOf(width, cell)).join(" ")}`;
}

export function positionOf(width, cell) {
  return `${Math.floor(cell / width)},${cell % width}`;
}

export function parseTrail(puzzle, positions) {
  const { width } = puzzle;
  const corners = positions.map((text) => position(puzzle, text));
  const trail = corners.slice(0, 1);
  for (const corner of corners.slice(1)) {
    const here = trail.at(-1);
    let stride;
    if (Math.floor(here / width) === Math.floor(corner / width)) stride = corner > here ? 1 : -1;
    else if (here % width === corner % width) stride = corner > here ? width : -width;
    else throw new MoveError("A run that is not straight.");
    for (let cell = here + stride; cell !== corner + stride; cell += stride) trail.push(cell);
  }
  return trail;
}

function position(puzzle, text) {
  const match = /^(\d{1,9}),(\d{1,9})$/.exec(text);
  const [row, column] = match ? [+match[1], +match[2]] : [puzzle.height, 0];
  if (row >= puzzle.height || column >= puzzle.width) throw new MoveError(`${text} is no position.`);
  return row * puzzle.width + column;
}

function numberNamed(puzzle, text) {
  if (!/^\d{1,9}$/.test(text) || !puzzle.ends.has(+text)) throw new MoveError(`${text} is no number here.`);
  return +text;
}

/** A game: `states[i]` is the drawing after `moves[i - 1]`; `undone` holds what redo would play, next one last. */
export class Game {
  constructor(puzzle, moves = [], undone = []) {
    this.states = [startState(puzzle)];
    this.moves = [];
    this.undone = [];
    for (const move of moves) this.play(move);
    this.undone = [...undone];
  }

  get state() {
    return this.states.at(-1);
  }

  /** Play a move; false where it changed nothing and is not remembered. */
  play(move) {
    const state = play(this.state, move);
    if (sameState(state, this.state)) return false;
    this.states.push(state);
    this.moves.push(move);
    this.undone = [];
    return true;
  }

  undo() {
    if (!this.moves.length) return false;
    this.states.pop();
    this.undone.push(this.moves.pop());
    return true;
  }

  redo() {
    if (!this.undone.length) return false;
    const rest = this.undone.slice(0, -1);
    this.play(this.undone.at(-1));
    this.undone = rest;
    return true;
  }
}
