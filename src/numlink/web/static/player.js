// The game on the page: a Game, a Board, buttons, keys, the clock, and what the live region says.

import { Advice } from "./advice.js";
import { online, post, puzzleBody } from "./api.js";
import { Board, letters } from "./board.js";
import { SLANTS, STEPS } from "./grid.js";
import { Game, boardFaults, canBegin, cutMove, drawMove, follow, isTip, makePuzzle, numberAt, owners, preview, status, stepOver } from "./play.js";
import { Notes } from "./notes.js";
import { clock, result, showCard } from "./reward.js";
import { encode } from "./share.js";
import { loadGame, save, saveGame } from "./store.js";
import { counted, t } from "./text.js";


/** A board that cannot be played; `numbers` do not occur twice. */
export class OddBoard extends Error {}

export class Player {
  /** `page` holds the elements by id; `next` opens another puzzle; `place` tells where in a file the puzzle stands. */
  constructor(page, { next, settings, solved, place }) {
    this.page = page;
    this.settings = settings;
    this.onSolved = solved;
    this.place = place;
    this.board = new Board(page.board, {
      down: (cell, event) => this.down(cell, event),
      move: (cell) => this.move(cell),
      up: () => this.lift(true),
      cancel: () => this.cancel(),
      turned: () => this.showCursor(),
    });
    this.advice = new Advice(this);
    this.trail = null;
    this.notes = new Notes(this);
    this.cursor = 0;
    this.seconds = 0;
    this.paused = false;
    this.trial = null; // how many moves were made before the trial began
    document.addEventListener("keydown", (event) => this.pageKey(event));
    setInterval(() => this.tick(), 1000);
    const actions = {
      undo: () => this.undo(),
      redo: () => this.redo(),
      hint: () => this.advice.press(),
      check: () => this.advice.ask("check"),
      restart: () => this.restart(),
      next,
      pause: () => this.pause(!this.paused),
      "go-on": () => this.pause(false),
      "reveal-path": () => this.advice.reveal("path"),
      "reveal-all": () => this.advice.reveal("all"),
      trial: () => this.beginTrial(),
      "trial-keep": () => this.endTrial("keep"),
      "trial-drop": () => this.endTrial("drop"),
      "share-result": () => this.shareResult(),
      "card-share": () => this.shareResult(),
      "card-next": next,
      "card-close": () => this.closeCard(),
    };
    for (const [id, action] of Object.entries(actions)) page[id].addEventListener("click", action);
  }

  // ----------------------------------------------------------------------------------------------------- puzzles

  /** Play another puzzle, going on where it was left; what was proven of it before stays proven. */
  open(data) {
    const puzzle = makePuzzle(data);
    const faults = boardFaults(puzzle);
    if (faults.length || !puzzle.ends.size) throw new OddBoard(t("odd", { numbers: faults.join(", ") }));
    const code = encode(puzzle);
    const kept = loadGame(code);
    for (const what of ["name", "daily", "grade", "lesson"]) puzzle[what] ??= kept?.[what];
    if (!puzzle.unique && kept?.unique) Object.assign(puzzle, { unique: true, paths: kept.paths });
    if (puzzle.seed !== undefined) puzzle.name ??= `No. ${puzzle.seed}`;
    this.puzzle = puzzle;
    this.code = code;
    try {
      this.game = new Game(puzzle, kept?.moves, kept?.undone);
    } catch {
      this.game = new Game(puzzle);
    }
    this.seconds = kept?.seconds ?? 0;
    this.hints = kept?.hints ?? [];
    this.revealed = kept?.revealed ?? [];
    this.solvedAt = kept?.solved;
    this.trail = null;
    this.trial = null;
    this.cursor = puzzle.cells.findIndex((content) => content > 0);
    save("last", code);
    this.board.show(puzzle, (number) => this.label(number));
    this.page.zoom.hidden = Math.max(...this.board.span) < 11;
    this.pause(false);
    this.showTitle();
    this.keep();
    this.refresh(kept?.moves.length ? t("welcomeback") : this.greeting());
    if (!puzzle.grade && online) this.findGrade(puzzle);
  }

  /** What is said first: what to do, and what is special about this kind of board. */
  greeting() {
    const { lesson, kind, wrap, walls, bridges, layers } = this.puzzle;
    if (lesson !== undefined) return t(`lesson${lesson}`);
    const special = { onhexes: kind === "hex", onwraps: wrap !== "none", onwalls: walls.length, onbridges: bridges.length, onlayers: layers > 1 };
    return [t("begin"), ...Object.keys(special).filter((name) => special[name]).map((name) => t(name))].join(" ");
  }

  size() {
    const { width, height, layers } = this.puzzle;
    return [width, height, ...(layers > 1 ? [layers] : [])].join("×");
  }

  showTitle() {
    const { puzzle } = this;
    const { width, height, name, grade, rules, lesson } = puzzle;
    const named = lesson === undefined ? (name ?? t("puzzle")) : t("lessonname", { at: lesson + 1 });
    const parts = [named, this.place?.(), this.size(), grade && t(grade), t(rules)];
    this.page.title.textContent = parts.filter(Boolean).join(" · ");
    this.page.board.setAttribute("aria-label", t("board", { height, width, pairs: puzzle.ends.size }));
  }

  async findGrade(puzzle) {
    const { grade } = await post("grade", puzzleBody(puzzle)).catch(() => ({}));
    puzzle.grade = grade;
    if (grade && puzzle === this.puzzle) {
      this.showTitle();
      this.keep();
    }
  }

  label(number) {
    return this.settings.letters ? letters(number) : String(number);
  }

  where(cell) {
    const [column, row, layer] = this.puzzle.grid.position(cell).reverse().map((part) => part + 1);
    return t(layer ? "layercell" : "cell", { layer, row, column });
  }

  // ------------------------------------------------------------------------------------------------------- moves

  play(moves, message = "") {
    const before = this.isSolved();
    let changed = false;
    for (const move of moves) changed = this.game.play(move) || changed;
    if (!changed) {
      this.refresh(message);
      return;
    }
    const won = this.isSolved() && !before;
    if (won) {
      this.solvedAt ??= Date.now();
      this.trial = null;
    }
    this.keep();
    this.refresh(message);
    if (won) {
      this.onSolved();
      showCard(this);
    }
  }

  closeCard() {
    this.page.card.hidden = true;
    this.board.svg.focus();
  }

  /** Whether the drawing is a solution and the player's own: what was revealed is not solved, whatever is undone. */
  isSolved() {
    return status(this.game.state).solved && !this.revealed.length;
  }

  /** Draw what the player asked to see: the path of a number, or (null) all. */
  show(moves, number) {
    const shown = number === null ? [...this.puzzle.ends.keys()] : [number];
    if (!this.isSolved()) this.revealed = [...new Set([...this.revealed, ...shown])];
    this.play(moves, t("revealed"));
  }

  /** A hint about these numbers was given. */
  helped(numbers) {
    this.hints = [...this.hints, ...numbers.slice(0, 1)];
    this.keep();
  }

  undo() {
    const done = this.game.undo();
    this.keep();
    this.refresh(t(done ? "undone" : "noundo"));
  }

  redo() {
    const done = this.game.redo();
    this.keep();
    this.refresh(t(done ? "redone" : "noredo"));
  }

  restart() {
    this.play(["clear"], t("cleared"));
  }

  keep() {
    const { moves, undone, state } = this.game;
    const { name, daily, grade, unique, paths, lesson } = this.puzzle;
    const { complete, pairs } = status(state);
    const proof = unique && paths ? { unique, paths } : {};
    saveGame(this.code, {
      moves, undone, seconds: this.seconds, hints: this.hints, revealed: this.revealed, solved: this.solvedAt,
      complete, pairs, name, daily, grade, lesson, at: Date.now(), ...proof,
    });
  }

  beginTrial() {
    this.trial = this.game.moves.length;
    this.refresh(t("trying"));
  }

  /** "keep" what was tried out, or "drop" it as a whole. */
  endTrial(what) {
    const { trial } = this;
    this.trial = null;
    while (what === "drop" && this.game.moves.length > trial) this.game.undo();
    this.keep();
    this.refresh(t(what === "drop" ? "dropped" : "kept"));
  }

  // ---------------------------------------------------------------------------------------------------- pointers

  down(cell, event) {
    this.board.mark([], "");
    this.advice.forget();
    this.page.card.hidden = true;
    this.cursor = cell;
    const edge = this.notes.wanted ? this.board.edge(event, cell) : undefined;
    if (event.button === 2) {
      if (edge !== undefined) {
        this.notes.cross(cell, edge);
        return false;
      }
      const drawn = owners(this.game.state);
      if (this.puzzle.grid.tracks(cell).some((track) => drawn.has(track))) this.play([cutMove(this.puzzle.grid, cell)]);
      return false;
    }
    this.trail = canBegin(this.game.state, cell) ? [cell] : stepOver(this.game.state, cell);
    if (this.trail?.length > 1) this.board.draw(preview(this.game.state, this.trail), this.tried());
    this.wandered = false;
    this.notes.free = null;
    if (!this.trail) this.notes.begin(cell, edge);
    this.showCursor();
    return this.trail !== null || this.notes.free !== null;
  }

  move(cell) {
    if (this.notes.free) {
      this.notes.lead(cell);
      return;
    }
    if (!this.trail || cell === this.trail.at(-1)) return;
    this.wandered = true;
    this.trail = follow(this.game.state, this.trail, cell);
    this.cursor = this.trail.at(-1);
    this.board.draw(preview(this.game.state, this.trail), this.tried());
    this.showCursor();
  }

  lift(pointer = false) {
    if (this.notes.free) {
      this.notes.end();
      return;
    }
    if (!this.trail) return;
    const trail = this.trail;
    this.trail = null;
    if (trail.length > 1) this.play([drawMove(this.puzzle.grid, trail)]);
    else if (pointer && !this.wandered && this.puzzle.cells[trail[0]] > 0) this.tap(trail[0]);
    else this.refresh();
  }

  /** A tap on a number erases what is drawn of it; where nothing is, its partner flashes. */
  tap(cell) {
    const { grid } = this.puzzle;
    const { state } = this.game;
    const number = this.puzzle.cells[cell];
    const over = grid.neighbours(cell).find((other) => grid.layer(other) !== grid.layer(cell) && isTip(state, other) && numberAt(state, other) === number);
    if (over !== undefined) {
      this.play([drawMove(grid, [over, cell])]); // the path waits on the other layer
      return;
    }
    if (owners(this.game.state).has(cell)) this.play([`erase ${number}`], t("erased", { path: this.label(number) }));
    else {
      this.showCursor();
      this.board.flash(this.puzzle.ends.get(number));
    }
  }

  cancel() {
    if (!this.trail && !this.notes.free) return;
    this.notes.free = null;
    this.board.noted = null; // draw without the line
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
    const step = STEPS[event.key] ?? (this.puzzle.kind === "hex" ? SLANTS[event.key] : undefined);
    if (event.altKey) return; // the browser's own: Alt and Left is back
    if (event.ctrlKey && step && this.notes.wanted) {
      const other = this.puzzle.grid.beyond(this.cursor, step);
      if (other >= 0) this.notes.cross(this.cursor, other);
    } else if (event.ctrlKey || event.metaKey) {
      const action = { z: event.shiftKey ? "redo" : "undo", Z: "redo", y: "redo" }[event.key];
      if (!action) return;
      this[action]();
    } else if (step) this.go(step, event.shiftKey);
    else if (event.key === " " || event.key === "Enter") this.pencil();
    else if (event.key === "Escape") this.page.card.hidden ? this.cancel() : this.closeCard();
    else if (event.key === "Backspace" || event.key === "Delete" || event.key === "x") this.erase();
    else if (event.key === "t") this.page[this.trial === null ? "trial" : "trial-keep"].click();
    else {
      const named = { u: "undo", r: "redo", i: "hint", c: "check", n: "next", b: "go-previous", p: "pause", "?": "help", "+": "zoom-in", "-": "zoom-out" }[
        event.key
      ];
      if (!named) return;
      this.page[named].click();
    }
    event.preventDefault();
  }

  go(step, drawing) {
    const cell = this.beside(step);
    if (cell < 0) return;
    if (this.notes.free) {
      this.move(cell);
      this.speak(this.describe(this.cursor, this.game.state));
      this.board.reach(this.cursor);
      return;
    }
    const alone = drawing && !this.trail;
    if (alone && canBegin(this.game.state, this.cursor)) this.trail = [this.cursor];
    if (this.trail) {
      this.move(cell);
      this.speak(this.describe(this.cursor, preview(this.game.state, this.trail)));
      if (alone) this.lift();
    } else {
      this.cursor = cell;
      this.showCursor();
      this.speak(this.describe(cell, this.game.state));
    }
    this.board.reach(this.cursor);
  }

  /** The cell one step from the cursor, -1 where there is none; without the pencil also on the layer beside. */
  beside(step) {
    const { grid, layers } = this.puzzle;
    const [down, right] = step;
    const cell = grid.beyond(this.cursor, step);
    if (cell >= 0 || this.trail || this.notes.free || layers === 1 || (this.board.below ? right : down)) return cell;
    const next = grid.layer(this.cursor) + down + right;
    if (next < 0 || next >= layers) return -1;
    const [column, row] = grid.position(this.cursor).reverse();
    return down ? grid.at(next, down > 0 ? 0 : grid.height - 1, column) : grid.at(next, row, right > 0 ? 0 : grid.width - 1);
  }

  pencil() {
    if (this.trail || this.notes.free) {
      this.lift();
      return;
    }
    const begin = canBegin(this.game.state, this.cursor) ? [this.cursor] : stepOver(this.game.state, this.cursor);
    if (!begin && this.notes.begin(this.cursor, undefined)) {
      this.speak(t("freeline"));
      this.showCursor();
      return;
    }
    if (!begin) {
      this.say(t("nopencil"));
      return;
    }
    this.board.mark([], "");
    this.advice.forget();
    this.trail = begin;
    this.showCursor();
    this.speak(t("pencil"));
  }

  erase() {
    const number = this.numberAt(this.cursor);
    if (number) this.play([`erase ${number}`], t("erased", { path: this.label(number) }));
  }

  numberAt(cell) {
    return numberAt(this.game.state, cell);
  }

  describe(cell, state) {
    const content = this.puzzle.cells[cell];
    const path = numberAt(state, cell);
    let what = t(this.puzzle.grid.bridges.has(cell) ? "bridge" : "emptycell");
    if (content === -1) what = t("solid");
    else if (content > 0) what = t("number", { path: this.label(content) });
    else if (path) what = t("path", { path: this.label(path) });
    return `${what}, ${this.where(cell)}`;
  }

  goTo(cell) {
    this.cursor = cell;
    this.showCursor();
    this.board.reach(cell);
  }

  // -------------------------------------------------------------------------------------------------- the screen

  /** The numbers whose paths differ from what they were when the trial began. */
  tried() {
    if (this.trial === null) return new Set();
    const before = new Set((this.game.states[this.trial] ?? this.game.state).strands.map(String));
    const strands = this.game.state.strands.filter((strand) => !before.has(String(strand)));
    return new Set(strands.map((strand) => this.puzzle.cells[strand[0]]));
  }

  refresh(message = "") {
    const { state, moves, undone } = this.game;
    if (this.trial !== null && this.trial > moves.length) this.trial = null;
    const found = status(state);
    const won = found.solved && !this.revealed.length;
    this.board.draw(state, this.tried());
    this.board.mark([], "");
    this.board.celebrate(won);
    this.advice.forget();
    this.showCursor();
    this.showFigures(found);
    this.page.undo.disabled = !moves.length;
    this.page.redo.disabled = !undone.length;
    this.page.restart.disabled = !state.strands.length && !state.notes.size;
    this.page.trying.hidden = this.trial === null;
    this.page.card.hidden = true;
    this.page.next.classList.toggle("primary", won);
    this.page.message.classList.toggle("won", won);
    this.page["share-result"].hidden = !won || this.puzzle.lesson !== undefined;
    if (won) this.say(this.victory(moves.length));
    else if (found.solved) this.say(t("shown"));
    else if (message) this.say(message);
    else if (found.complete === found.pairs) this.say(this.missing(found));
    else this.say("");
  }

  victory(moves) {
    const values = { time: clock(this.seconds), moves: counted("moves", moves), hints: counted("hints", this.hints.length) };
    return this.puzzle.lesson === 3 ? t("lessondone") : t(this.hints.length ? "solvedhints" : "solved", values);
  }

  /** The result as text to share. */
  result() {
    return result(this);
  }

  async shareResult() {
    try {
      await navigator.clipboard.writeText(this.result());
      this.say(t("resultcopied"));
    } catch {
      this.say(this.result());
    }
  }

  missing({ empty, fill, touching }) {
    if (fill && empty) return counted("empty", empty);
    return t("touches", { path: touching.map((number) => this.label(number)).join(", ") });
  }

  showFigures({ complete, pairs, empty }) {
    const parts = [t("figures", { complete, pairs, empty }), counted("moves", this.game.moves.length)];
    if (this.hints.length) parts.push(counted("hints", this.hints.length));
    if (this.settings.clock) parts.push(clock(this.seconds));
    this.page.figures.textContent = parts.join(" · ");
  }

  showCursor() {
    this.board.cursor(this.cursor, this.trail !== null || this.notes.free !== null);
    const { grid, layers } = this.puzzle;
    if (layers === 1) return;
    const tip = this.trail?.at(-1) ?? (isTip(this.game.state, this.cursor) ? this.cursor : -1);
    this.board.ghosts(tip < 0 ? [] : grid.neighbours(tip).filter((other) => grid.layer(other) !== grid.layer(tip)));
  }

  say(message) {
    this.page.message.textContent = message;
  }

  speak(words) {
    this.page.spoken.textContent = words;
  }

  /** Stop the clock and hide the board, or go on. */
  pause(yes) {
    this.paused = yes;
    this.page.board.classList.toggle("paused", yes);
    this.page["go-on"].hidden = !yes;
    if (yes) this.page["go-on"].focus();
  }

  tick() {
    if (!this.game || this.paused || document.hidden || this.page.player.hidden) return;
    const found = status(this.game.state);
    if (found.solved) return;
    this.seconds += 1;
    this.showFigures(found);
    if (this.seconds % 10 === 0 && this.game.moves.length) this.keep();
  }
}
