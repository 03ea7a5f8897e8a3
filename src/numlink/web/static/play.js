// The game: states, moves as strings, undo.  The rules are those of src/numlink/game/state.py; tests play the moves of
// tests/vectors/moves.json, which Python made, in both.  No DOM here: this file runs in node too.
//
// Notes change no path: `cross 0,0 0,1` puts a × on an edge or takes it away; `line 1,1 1,3` draws free segments along a
// line, or takes them away if all of them are there.  A note is "x 0 1" (a × between cells 0
// and 1) or "- 8 9" (a segment from cell 8 to cell 9).

import { Grid, SOLID, layoutOf } from "./grid.js";

/** A puzzle: `cells` row by row, layer by layer, 0 for empty, -1 for solid, else a number; `ends` has the two cells of
 * each number; `grid` knows the neighbours.  `paths` is the solution as [row, column] (with layers [layer, row, column]);
 * `unique` says that it is proven to be the only one.
 * @typedef {import("./grid.js").Layout & { width: number, height: number, rules: string, cells: number[],
 *   ends: Map<number, number[]>, grid: Grid, name?: string, seed?: number | string, recipe?: string, notes?: Record<string, string>, unique?: boolean,
 *   paths?: number[][][], grade?: string, daily?: string, kind_of_day?: string, lesson?: number, effort?: number, pack?: string }} Puzzle */

/** What a puzzle carries besides its board; all but the name hold for exactly this board. */
export const CARRIED = ["name", "seed", "recipe", "notes", "daily", "kind_of_day", "grade", "effort", "lesson", "pack"];

/** The part of a puzzle, or of a kept game, that CARRIED names. */
export function carried(puzzle) {
  return Object.fromEntries(CARRIED.map((what) => [what, puzzle?.[what]]));
}

/** The puzzle of an object from the server or from a link.
 * @returns {Puzzle} */
export function makePuzzle({ width, rules = "cover", cells, ...rest }) {
  const flat = cells.flat();
  const height = flat.length / width / (rest.layers ?? 1); // what JSON calls height counts the rows of all layers
  const ends = new Map();
  flat.forEach((content, cell) => {
    if (content > 0) ends.set(content, [...(ends.get(content) ?? []), cell]);
  });
  const layout = layoutOf({ ...rest, width, height });
  const grid = new Grid(width, height, flat, layout);
  return { ...rest, ...layout, width, height, rules, cells: flat, ends, grid };
}

/** The numbers that do not occur exactly twice; a board with any of them cannot be played. */
export function boardFaults(puzzle) {
  return [...puzzle.ends].filter(([, cells]) => cells.length !== 2).map(([number]) => number);
}

export class MoveError extends Error {}

/** The state after a move; throws MoveError if the move cannot be read or made. */
export function play(state, move) {
  const [verb, ...rest] = move.trim().split(/\s+/);
  const pencil = new Pencil(state);
  if (verb === "draw" && rest.length) pencil.draw(parseTrail(state.puzzle.grid, rest));
  else if (verb === "cut" && (rest.length === 1 || rest.length === 2)) {
    pencil.cut(...rest.map((text) => readCell(state.puzzle.grid, text)));
  } else if (verb === "erase" && rest.length === 1) pencil.erase(numberNamed(state.puzzle, rest[0]));
  else if (verb === "clear" && !rest.length) {
    pencil.strands.clear();
    pencil.notes = new Set();
  } else if ((verb === "cross" && rest.length === 2) || (verb === "line" && rest.length > 1)) {
    pencil.note(verb === "cross" ? "x" : "-", parseTrail(state.puzzle.grid, rest));
  }
  else throw new MoveError(`${move.slice(0, 40)} is no move.`);
  return pencil.state();
}

/** A drawing while one move changes it.
 *
 *   strands   first cell -> strand, for all strands but the one under the pencil
 *   home      track -> first cell of the strand on it, for the same strands; by track, as two can cross on a bridge
 *   active    the strand under the pencil, `index`: track -> its place in `active`
 *   partner   the cell where `active` is complete, `joined`: whether `active` has met the strand that starts there */
export class Pencil {
  constructor(state) {
    this.puzzle = state.puzzle;
    this.grid = state.puzzle.grid;
    this.notes = state.notes;
    this.strands = new Map(state.strands.map((strand) => [strand[0], strand]));
    this.home = new Map();
    for (const strand of state.strands) for (const track of this.grid.strandTracks(strand)) this.home.set(track, strand[0]);
    this.active = [];
    this.index = new Map();
    this.partner = -1;
    this.joined = false;
  }

  draw(trail) {
    this.putDown(trail[0], trail[1]);
    for (const cell of trail.slice(1)) {
      const problem = this.step(cell);
      if (problem) throw new MoveError(problem);
    }
    this.lift();
  }

  /** Begin on a cell; on a bridge, on the path that leads to the neighbour `towards`, or else straight across. */
  putDown(cell, towards) {
    const content = this.puzzle.cells[cell];
    const [track] = this.meant(cell, towards, false).filter((other) => this.home.has(other));
    if (content <= 0 && track === undefined) throw new MoveError("Start at a number or on a path.");
    const strand = track === undefined ? [cell] : this.take(this.home.get(track));
    let head = [cell];
    if (content <= 0) {
      const at = this.grid.strandTracks(strand).indexOf(track);
      head = strand.slice(0, at + 1);
      if (isComplete(this, strand)) this.put(strand.slice(at + 1).reverse());
    }
    const [first, last] = this.puzzle.ends.get(this.puzzle.cells[head[0]]);
    this.partner = head[0] === first ? last : first;
    this.active = head;
    this.index = new Map(this.grid.strandTracks(head).map((there, at) => [there, at]));
  }

  /** Lead the pencil to a neighbour; returns "", or the reason why it cannot go there. */
  step(cell) {
    const here = this.active.at(-1);
    const track = this.grid.track(cell, here);
    const at = this.index.get(track);
    if (at !== undefined && !this.grid.walled(here, cell)) {
      for (const there of this.grid.strandTracks(this.active).slice(at + 1)) this.index.delete(there);
      this.active.splice(at + 1);
      this.joined = false;
      return "";
    }
    const problem = this.problem(here, cell);
    if (problem) return problem;
    this.joined = cell !== this.partner && this.home.get(track) === this.partner;
    if (this.home.has(track)) this.cutTrack(track);
    this.index.set(track, this.active.length);
    this.active.push(cell);
    return "";
  }

  /** Why the pencil cannot go from `here` to `cell`, as a sentence; "" if it can. */
  problem(here, cell) {
    const { grid } = this;
    const content = this.puzzle.cells[cell];
    if (here === this.partner) return "This path is complete.";
    if (content === SOLID) return "A block.";
    if (content > 0 && cell !== this.partner) return `An endpoint of ${content}.`;
    if (grid.walled(here, cell)) return "A wall.";
    if (grid.bridges.has(here) && grid.track(here, cell) !== grid.track(here, this.active.at(-2))) return "Bridges must be crossed straight.";
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

  /** Take a cell out of its path; on a bridge, out of the path that leads to `beside`, or out of both without it. */
  cut(cell, beside) {
    if (beside !== undefined && !this.grid.beside(cell).includes(beside)) throw new MoveError("Not a neighbour of that cell.");
    const tracks = this.meant(cell, beside, true).filter((track) => this.home.has(track));
    if (!tracks.length) throw new MoveError("No path to cut here.");
    for (const track of tracks) if (this.home.has(track)) this.cutTrack(track);
  }

  cutTrack(track) {
    const strand = this.take(this.home.get(track));
    const at = this.grid.strandTracks(strand).indexOf(track);
    this.put(strand.slice(0, at));
    if (isComplete(this, strand)) this.put(strand.slice(at + 1).reverse());
  }

  /** The tracks of a cell, the track that leads to `beside` first; with `only`, that track alone. */
  meant(cell, beside, only) {
    const tracks = this.grid.tracks(cell);
    if (beside === undefined || tracks.length === 1) return tracks;
    const track = this.grid.track(cell, beside);
    return only ? [track] : [track, ...tracks.filter((other) => other !== track)];
  }

  /** Add notes (`sign` "x" or "-") along a trail, or remove them if all of them are there. */
  note(sign, trail) {
    const wanted = trail.slice(1).map((cell, at) => `${sign} ${linkOf(cell, trail[at])}`);
    const there = wanted.every((name) => this.notes.has(name));
    this.notes = new Set(this.notes);
    for (const name of wanted) if (there) this.notes.delete(name); else this.notes.add(name);
  }

  erase(number) {
    for (const cell of this.puzzle.ends.get(number)) if (this.strands.has(cell)) this.take(cell);
  }

  state() {
    const strands = [...this.strands.values()].sort((one, two) => one[0] - two[0]);
    return { puzzle: this.puzzle, strands, notes: this.notes };
  }

  take(first) {
    const strand = this.strands.get(first);
    this.strands.delete(first);
    for (const track of this.grid.strandTracks(strand)) this.home.delete(track);
    return strand;
  }

  put(strand) {
    if (strand.length < 2) return;
    this.strands.set(strand[0], strand);
    for (const track of this.grid.strandTracks(strand)) this.home.set(track, strand[0]);
  }
}

/** Track -> number of the strand on it; on a board without bridges tracks are cells. */
export function owners(state) {
  const { cells, grid } = state.puzzle;
  const found = new Map();
  for (const strand of state.strands) for (const track of grid.strandTracks(strand)) found.set(track, cells[strand[0]]);
  return found;
}

/** The number of the path through a cell, 0 for none; on a bridge, that of the path straight across if there is one. */
export function numberAt(state, cell) {
  const drawn = owners(state);
  const { cells, grid } = state.puzzle;
  return Math.max(0, cells[cell]) || grid.tracks(cell).map((track) => drawn.get(track)).find(Boolean) || 0;
}

/** Whether a path can go on from a cell: an incomplete strand ends there, or it is an endpoint without a strand. */
export function isTip(state, cell) {
  if (state.strands.some((strand) => strand.at(-1) === cell && !isComplete(state, strand))) return true;
  return state.puzzle.cells[cell] > 0 && !owners(state).has(cell);
}

/** Whether a strand of a state or a pencil joins both ends of its number. */
export function isComplete({ puzzle }, strand) {
  return puzzle.cells[strand.at(-1)] > 0;
}

export function sameState(one, two) {
  const [here, there] = [one, two].map(({ strands, notes }) => JSON.stringify([strands, [...notes].sort()]));
  return here === there;
}

/** The progress of a drawing: complete paths of all pairs, empty tracks, numbers whose path touches itself, and whether
 * it is solved.  Any drawing that keeps the rules is a solution. */
export function status(state) {
  const { puzzle, strands } = state;
  const { fill, touch } = rulesOf(puzzle);
  const drawn = owners(state);
  const complete = strands.filter((strand) => isComplete(state, strand)).length;
  const empty = puzzle.grid.trackCells().filter((cell, track) => puzzle.cells[cell] === 0 && !drawn.has(track)).length;
  const touching = touch ? [] : touches(state);
  const pairs = puzzle.ends.size;
  const solved = complete === pairs && !(fill && empty) && !touching.length;
  return { complete, pairs, empty, solved, fill, touching };
}

export function rulesOf(puzzle) {
  return { fill: !puzzle.rules.startsWith("free"), touch: !puzzle.rules.endsWith("no-touch") };
}

/** The links of paths or strands, as texts.
 * @returns {Set<string>} */
export function linksOf(paths) {
  return new Set(paths.flatMap((path) => path.slice(1).map((cell, at) => linkOf(cell, path[at]))));
}

/** The link between two cells as a text. */
export function linkOf(one, other) {
  return `${Math.min(one, other)} ${Math.max(one, other)}`;
}

/** The numbers whose path touches itself: a link joins two of its tracks and the path does not use that link. */
function touches(state) {
  const { grid, cells } = state.puzzle;
  const touching = state.strands.filter((strand) => {
    const index = new Map(grid.strandTracks(strand).map((track, at) => [track, at]));
    return strand.some((cell) =>
      grid.neighbours(cell).some((other) => {
        const [here, there] = [index.get(grid.track(cell, other)), index.get(grid.track(other, cell))];
        return here !== undefined && there !== undefined && Math.abs(here - there) > 1;
      }),
    );
  });
  return [...new Set(touching.map((strand) => cells[strand[0]]))];
}

export function canBegin(state, cell) {
  return numberAt(state, cell) > 0;
}

/** The trail of a drag that began on `state`, extended as near to the cell `target` as it can go. */
export function follow(state, trail, target) {
  const { grid } = state.puzzle;
  if (trail.at(-1) === target) return trail;
  const ways = grid.towards(trail.at(-1), target).map((cell) => [...trail.slice(0, passed(grid, trail, cell)), cell]);
  const led = ways.find((way) => canGo(state, way));
  return led ? follow(state, led, target) : trail;
}

/** The index at which the trail passed a cell on the track that it would now enter; its length if it did not. */
function passed(grid, trail, cell) {
  const track = grid.track(cell, trail.at(-1));
  const at = trail.findIndex((there, at) => there === cell && track === grid.track(cell, trail[at ? at - 1 : Math.min(1, trail.length - 1)]));
  return at < 0 ? trail.length : at;
}

/** The trail [end of a path on another layer, cell] for a press on a free cell where it can continue; else null. */
export function stepOver(state, cell) {
  const { grid } = state.puzzle;
  const ends = grid.neighbours(cell).filter((other) => grid.layer(other) !== grid.layer(cell) && isTip(state, other));
  return ends.map((end) => [end, cell]).find((trail) => canGo(state, trail)) ?? null;
}

/** Whether a pencil can follow a trail to its end. */
function canGo(state, trail) {
  return pencilAfter(state, trail).active.at(-1) === trail.at(-1);
}

function pencilAfter(state, trail) {
  const pencil = new Pencil(state);
  pencil.putDown(trail[0], trail[1]);
  for (const cell of trail.slice(1)) pencil.step(cell);
  return pencil;
}

/** The state if the drag ended now. */
export function preview(state, trail) {
  const pencil = pencilAfter(state, trail);
  pencil.lift();
  return pencil.state();
}

/** The `draw` move of a trail of neighbouring cells; it names only the ends of straight runs. */
export function drawMove(grid, trail) {
  const last = trail.length - 1;
  const every = !grid.pattern.square || grid.layout.wrap !== "none";
  const kept = trail.filter((cell, at) => {
    if (every || at === 0 || at === last || trail[at + 1] - cell !== cell - trail[at - 1]) return true;
    return grid.layer(trail[at - 1]) !== grid.layer(cell) || grid.layer(cell) !== grid.layer(trail[at + 1]);
  });
  return `draw ${kept.map((cell) => writeCell(grid, cell)).join(" ")}`;
}

/** The move that notes a × ("cross") on an edge or free segments ("line") along a trail. */
export function noteMove(grid, verb, trail) {
  return `${verb} ${trail.map((cell) => writeCell(grid, cell)).join(" ")}`;
}

/** The trail of a free line, extended towards the cell `target`; it stops at numbers, solid cells and walls. */
export function wander(grid, trail, target) {
  let going = [...trail];
  while (going.at(-1) !== target) {
    const here = going.at(-1);
    const next = grid.towards(here, target).find((cell) => grid.neighbours(here).includes(cell));
    if (next === undefined || (grid.cells[here] > 0 && !going.includes(next))) break;
    going = going.includes(next) ? going.slice(0, going.indexOf(next) + 1) : [...going, next];
  }
  return going;
}

/** The move that takes a cell out of its path; on a bridge, out of the path that leads to `beside`. */
export function cutMove(grid, cell, beside) {
  const named = beside === undefined || !grid.bridges.has(cell) ? [cell] : [cell, beside];
  return `cut ${named.map((there) => writeCell(grid, there)).join(" ")}`;
}

function writeCell(grid, cell) {
  return grid.position(cell).join();
}

export function parseTrail(grid, positions) {
  const trail = [];
  for (const corner of positions.map((text) => readCell(grid, text))) {
    const here = trail.at(-1);
    if (here === corner) continue;
    if (here === undefined || grid.beside(here).includes(corner)) trail.push(corner);
    else trail.push(...run(grid, here, corner));
  }
  return trail;
}

/** The cells after `here` up to `corner`, along a row or a column, each a neighbour of the one before. */
function run(grid, here, corner) {
  const stride = grid.sameRow(here, corner) && grid.pattern.level ? 1 : here % grid.width === corner % grid.width ? grid.width : 0;
  if (!stride || grid.layer(here) !== grid.layer(corner)) throw new MoveError("That run is not straight.");
  const step = corner > here ? stride : -stride;
  const cells = Array.from({ length: (corner - here) / step }, (_, at) => here + (at + 1) * step);
  if (!cells.every((cell) => grid.beside(cell).includes(cell - step))) throw new MoveError("That run is not straight.");
  return cells;
}

function readCell(grid, text) {
  const parts = /^\d{1,9}(,\d{1,9}){1,2}$/.test(text) ? text.split(",").map(Number) : [];
  const [layer, row, column] = grid.layout.layers > 1 ? parts : [0, ...parts];
  if (parts.length !== grid.position(0).length || row >= grid.height || column >= grid.width || layer >= grid.layout.layers) {
    throw new MoveError(`${text} is no position.`);
  }
  return (layer * grid.height + row) * grid.width + column;
}

function numberNamed(puzzle, text) {
  if (!/^\d{1,9}$/.test(text) || !puzzle.ends.has(+text)) throw new MoveError(`${text} is no number here.`);
  return +text;
}

/** A game: `states[i]` is the drawing after `moves[i - 1]`; `undone` has the moves for redo, the next one last. */
export class Game {
  constructor(puzzle, moves = [], undone = []) {
    this.states = [{ puzzle, strands: [], notes: new Set() }];
    this.moves = [];
    this.undone = [];
    for (const move of moves) this.play(move);
    this.undone = [...undone];
  }

  get state() {
    return this.states.at(-1);
  }

  /** Play a move; returns false, and does not record it, if it changed nothing. */
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

/** The paths that moves draw on a puzzle; none if one of them cannot be played. */
export function strandsOf(puzzle, moves = []) {
  try {
    return new Game(makePuzzle(puzzle), moves).state.strands;
  } catch {
    return [];
  }
}
