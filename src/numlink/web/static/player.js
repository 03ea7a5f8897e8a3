// The game on the page: a Game, a Board, buttons, keys, the clock, and what the live region says.

import { Unreachable, get, online, post, puzzleBody } from "./api.js";
import { Board, letters } from "./board.js";
import { localCheck, localHint, localReveal, where } from "./local.js";
import { Game, boardFaults, canBegin, drawMove, follow, makePuzzle, owners, preview, status } from "./play.js";
import { encode } from "./share.js";
import { load, loadGame, save, saveGame } from "./store.js";

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

const LOCAL = { hint: localHint, check: localCheck };

export class Player {
  /** `page` holds the elements by id; `next` gives another puzzle, or null where there is none. */
  constructor(page, { next, settings }) {
    this.page = page;
    this.fetchNext = next;
    this.settings = settings;
    this.board = new Board(page.board, {
      down: (cell, event) => this.down(cell, event),
      move: (cell) => this.move(cell),
      up: () => this.lift(),
      cancel: () => this.cancel(),
    });
    this.trail = null;
    this.cursor = 0;
    this.seconds = 0;
    document.addEventListener("keydown", (event) => this.pageKey(event));
    setInterval(() => this.tick(), 1000);
    const actions = {
      undo: () => this.undo(),
      redo: () => this.redo(),
      hint: () => this.advise("hint"),
      check: () => this.advise("check"),
      restart: () => this.restart(),
      next: () => this.next(),
      "reveal-path": () => this.reveal("path"),
      "reveal-all": () => this.reveal("all"),
    };
    for (const [id, action] of Object.entries(actions)) page[id].addEventListener("click", action);
  }

  // ----------------------------------------------------------------------------------------------------- puzzles

  /** Play another puzzle, going on where it was left. */
  open(data) {
    const puzzle = makePuzzle(data);
    const faults = boardFaults(puzzle);
    if (faults.length || !puzzle.ends.size) throw new Error(`This board cannot be played: numbers must come in pairs.`);
    if (puzzle.seed !== undefined) puzzle.name ??= `No. ${puzzle.seed}`;
    this.puzzle = puzzle;
    this.code = encode(puzzle);
    const saved = loadGame(this.code);
    try {
      this.game = new Game(puzzle, saved?.moves, saved?.undone);
    } catch {
      this.game = new Game(puzzle);
    }
    this.seconds = saved?.seconds ?? 0;
    this.trail = null;
    this.cursor = puzzle.cells.findIndex((content) => content > 0);
    save("last", { code: this.code, name: puzzle.name, unique: puzzle.unique, paths: puzzle.paths });
    this.board.show(puzzle, (number) => this.label(number));
    this.page.title.textContent = `${puzzle.name ?? "Puzzle"} · ${puzzle.width}×${puzzle.height} · ${ruleWords(puzzle)}`;
    const about = `Numberlink board, ${puzzle.height} rows, ${puzzle.width} columns, ${puzzle.ends.size} pairs.`;
    this.page.board.setAttribute("aria-label", about);
    this.refresh(saved?.moves?.length ? "Welcome back: your progress is here." : "Join every pair of equal numbers.");
  }

  async next() {
    try {
      this.busy("Making a puzzle …");
      const puzzle = await this.fetchNext();
      if (puzzle) this.open(puzzle);
      else this.say("This was the last puzzle of this file.");
    } catch (error) {
      this.say(error.message);
    }
  }

  label(number) {
    return this.settings.letters ? letters(number) : String(number);
  }

  // ------------------------------------------------------------------------------------------------------- moves

  play(moves, message = "") {
    let changed = false;
    for (const move of moves) changed = this.game.play(move) || changed;
    if (changed) this.keep();
    this.refresh(message);
  }

  undo() {
    const done = this.game.undo();
    this.keep();
    this.refresh(done ? "Undone." : "Nothing to undo.");
  }

  redo() {
    const done = this.game.redo();
    this.keep();
    this.refresh(done ? "Played again." : "Nothing to redo.");
  }

  restart() {
    this.play(["clear"], "Cleared. Undo brings it back.");
  }

  keep() {
    const { moves, undone } = this.game;
    saveGame(this.code, { moves, undone, seconds: this.seconds, solved: status(this.game.state).solved });
  }

  // ---------------------------------------------------------------------------------------------------- pointers

  down(cell, event) {
    this.board.mark([], "");
    this.cursor = cell;
    if (event.button === 2) {
      if (owners(this.game.state).has(cell)) this.play([`cut ${this.at(cell)}`]);
      return false;
    }
    this.trail = canBegin(this.game.state, cell) ? [cell] : null;
    this.showCursor();
    return this.trail !== null;
  }

  move(cell) {
    if (!this.trail || cell === this.trail.at(-1)) return;
    this.trail = follow(this.game.state, this.trail, cell);
    this.cursor = this.trail.at(-1);
    this.board.draw(preview(this.game.state, this.trail));
    this.showCursor();
  }

  lift() {
    if (!this.trail) return;
    const trail = this.trail;
    this.trail = null;
    if (trail.length > 1) this.play([drawMove(this.puzzle.width, trail)]);
    else this.showCursor();
  }

  cancel() {
    if (!this.trail) return;
    this.trail = null;
    this.refresh();
  }

  // -------------------------------------------------------------------------------------------------------- keys

  /** Keys work wherever the focus is, but for fields, dialogs and what a button does with Space and Enter. */
  pageKey(event) {
    const { target } = event;
    if (!this.game || this.page.player.hidden || target.closest("dialog, input, select, textarea, a")) return;
    if (target.closest("button") && (event.key === " " || event.key === "Enter")) return;
    if (event.key in STEPS && target !== this.page.board) this.page.board.focus();
    this.key(event);
  }

  key(event) {
    const step = STEPS[event.key];
    if (event.ctrlKey || event.metaKey) {
      const action = { z: event.shiftKey ? "redo" : "undo", Z: "redo", y: "redo" }[event.key];
      if (!action) return;
      this[action]();
    } else if (step) this.go(step, event.shiftKey);
    else if (event.key === " " || event.key === "Enter") this.pencil();
    else if (event.key === "Escape") this.cancel();
    else if (event.key === "Backspace" || event.key === "Delete" || event.key === "x") this.erase();
    else {
      const named = { u: "undo", r: "redo", i: "hint", c: "check", n: "next", "?": "help" }[event.key];
      if (!named) return;
      this.page[named].click();
    }
    event.preventDefault();
  }

  go([down, right], drawing) {
    const { width, height } = this.puzzle;
    const row = Math.floor(this.cursor / width) + down;
    const column = (this.cursor % width) + right;
    if (row < 0 || row >= height || column < 0 || column >= width) return;
    const cell = row * width + column;
    const alone = drawing && !this.trail;
    if (alone && canBegin(this.game.state, this.cursor)) this.trail = [this.cursor];
    if (this.trail) {
      this.move(cell);
      if (alone) this.lift();
    } else {
      this.cursor = cell;
      this.showCursor();
    }
    this.page.spoken.textContent = this.describe(this.cursor);
  }

  pencil() {
    if (this.trail) {
      this.lift();
      return;
    }
    if (!canBegin(this.game.state, this.cursor)) {
      this.say("Put the pencil down on a number or on a path.");
      return;
    }
    this.board.mark([], "");
    this.trail = [this.cursor];
    this.showCursor();
    this.page.spoken.textContent = "Pencil down.";
  }

  erase() {
    const number = this.numberAt(this.cursor);
    if (number) this.play([`erase ${number}`], `Path ${this.label(number)} erased.`);
  }

  numberAt(cell) {
    return Math.max(0, this.puzzle.cells[cell]) || owners(this.game.state).get(cell) || 0;
  }

  describe(cell) {
    const content = this.puzzle.cells[cell];
    const path = owners(this.game.state).get(cell);
    const what =
      content === -1 ? "solid" : content > 0 ? `number ${this.label(content)}` : path ? `path ${this.label(path)}` : "empty";
    return `${what}, ${where(this.puzzle, cell)}`;
  }

  at(cell) {
    return `${Math.floor(cell / this.puzzle.width)},${cell % this.puzzle.width}`;
  }

  // ------------------------------------------------------------------------------------------------------ advice

  /** Ask for a "hint" or a "check". */
  async advise(what) {
    const { state } = this.game;
    try {
      this.busy("Thinking …");
      const drawing = { puzzle: puzzleBody(this.puzzle), strands: state.strands };
      this.tell(online ? await post(what, drawing) : LOCAL[what](state), state);
    } catch (error) {
      if (error instanceof Unreachable) this.tell(LOCAL[what](state), state);
      else this.say(error.message);
    }
  }

  tell(hint, state) {
    if (state !== this.game.state) return; // the player went on: the answer is about another drawing
    this.board.mark(hint.cells, hint.kind === "take-back" ? "wrong" : "hint");
    if (hint.cells.length) {
      this.cursor = hint.cells.at(-1);
      this.showCursor();
    }
    this.say(hint.sentence);
  }

  /** Draw what is to be seen: the "path" under the cursor, or "all". */
  async reveal(what) {
    const { state } = this.game;
    const number = what === "all" ? null : this.numberAt(this.cursor);
    if (number === 0) {
      this.say("Put the cursor on a number first: click it or use the arrow keys.");
      return;
    }
    try {
      this.busy("Thinking …");
      const drawing = { puzzle: puzzleBody(this.puzzle), strands: state.strands, number };
      const moves = online ? await this.askReveal(drawing) : localReveal(this.puzzle, number);
      if (state !== this.game.state) return;
      if (!moves) this.say("Nothing to reveal: no solution is stored with this puzzle.");
      else if (!moves.length) this.say("This board has no solution.");
      else this.play(moves, "Revealed. Undo takes it back.");
    } catch (error) {
      this.say(error.message);
    }
  }

  async askReveal(drawing) {
    try {
      return (await post("reveal", drawing)).moves;
    } catch (error) {
      if (error instanceof Unreachable) return localReveal(this.puzzle, drawing.number);
      throw error;
    }
  }

  // -------------------------------------------------------------------------------------------------- the screen

  refresh(message = "") {
    const { state, moves, undone } = this.game;
    const found = status(state);
    this.board.draw(state);
    this.board.mark([], "");
    this.board.celebrate(found.solved);
    this.showCursor();
    this.showFigures(found);
    this.page.undo.disabled = !moves.length;
    this.page.redo.disabled = !undone.length;
    this.page.restart.disabled = !state.strands.length;
    this.page.next.classList.toggle("primary", found.solved);
    this.page.message.classList.toggle("won", found.solved);
    if (found.solved) this.say(`Solved in ${clock(this.seconds)} with ${count(moves.length, "move")}.`);
    else if (message) this.say(message);
    else if (found.complete === found.pairs) this.say(this.missing(found));
    else this.say("");
  }

  missing({ empty, fill, touching }) {
    if (fill && empty) return `All joined, but ${count(empty, "cell")} still empty: every cell must be on a path.`;
    return `All joined, but path ${touching.map((number) => this.label(number)).join(", ")} touches itself.`;
  }

  showFigures({ complete, pairs, empty }) {
    const { moves } = this.game;
    this.page.figures.textContent =
      `${complete}/${pairs} paths · ${empty} empty · ${count(moves.length, "move")} · ${clock(this.seconds)}`;
  }

  showCursor() {
    this.board.cursor(this.cursor, this.trail !== null);
  }

  say(message) {
    this.page.message.textContent = message;
  }

  busy(message) {
    this.say(message);
  }

  tick() {
    if (!this.game || document.hidden || this.page.player.hidden) return;
    const found = status(this.game.state);
    if (found.solved) return;
    this.seconds += 1;
    this.showFigures(found);
    if (this.seconds % 10 === 0 && this.game.moves.length) this.keep();
  }
}

export async function makeNew(options) {
  const { width, height, rules, kind, seed } = options;
  return get("puzzle", { width, height, rules, kind, seed });
}

export function lastPuzzle() {
  return load("last");
}

export function ruleWords(puzzle) {
  return {
    cover: "fill every cell",
    "no-touch": "fill every cell, no path touches itself",
    free: "cells may stay empty",
    "free-no-touch": "cells may stay empty, no path touches itself",
  }[puzzle.rules];
}

function clock(seconds) {
  const two = (number) => String(number).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${two(seconds % 60)}`;
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

function count(number, word) {
  return `${number} ${word}${number === 1 ? "" : "s"}`;
}
