// The game on the page: a Game, a Board, buttons, keys, the clock, and the texts of the live region.

import { adviceFor } from "./advice.js";
import { online, post, puzzleBody } from "./api.js";
import { Board } from "./board.js";
import { make } from "./elements.js";
import { listenToKeys } from "./keys.js";
import { CARRIED, boardFaults, canBegin, cutMove, drawMove, follow, isTip, makePuzzle, numberAt, owners, preview, status, stepOver } from "./play.js";
import { Notes } from "./notes.js";
import { Played } from "./played.js";
import { completed, greeting, overviewOf } from "./overview.js";
import { placeOf as placeInPack } from "./packs.js";
import { actions, onClick, page, settings } from "./page.js";
import { letters, looks } from "./picture.js";
import { clock, gradeAndSize, result, showCard } from "./reward.js";
import { encode } from "./share.js";
import { loadGame, save } from "./store.js";
import { counted, nameOf, placeOf, t } from "./text.js";

class Player extends Played {
  constructor() {
    super();
    this.board = new Board(page.board, {
      down: (cell, event) => this.down(cell, event),
      move: (cell) => this.move(cell),
      up: () => this.lift(true),
      cancel: () => this.cancel(),
      turned: () => this.showCursor(),
      led: (event) => this.lead(event),
    });
    Object.assign(this, { page, settings }); // for modules that also run without a page
    this.advice = adviceFor(this);
    this.notes = new Notes(this);
    this.overview = overviewOf(this);
    this.trail = null;
    this.cursor = 0;
    this.paused = false;
    listenToKeys(this);
    setInterval(() => this.tick(), 1000);
    onClick({
      undo: () => this.undo(),
      redo: () => this.redo(),
      restart: () => this.restart(),
      pause: () => this.pause(!this.paused),
      "go-on": () => this.pause(false),
      trial: () => this.try(),
      "trial-keep": () => this.endTrial("keep"),
      "trial-drop": () => this.endTrial("drop"),
      "share-result": () => this.shareResult(),
      "card-share": () => this.shareResult(),
      "card-close": () => this.closeCard(),
      "zoom-in": () => this.board.zoom(1.5),
      "zoom-out": () => this.board.zoom(1 / 1.5),
    });
  }

  /** Play a puzzle, with its game if one is kept; `race` is a friend's time in seconds. */
  open(data, race = undefined) {
    const puzzle = makePuzzle(data);
    const faults = boardFaults(puzzle);
    if (faults.length || !puzzle.ends.size) throw new Error(t("odd", { numbers: faults.join(", ") }));
    const code = encode(puzzle);
    const kept = loadGame(code);
    for (const what of CARRIED) puzzle[what] ??= kept?.[what];
    this.puzzle = puzzle;
    this.code = code;
    this.know(kept);
    this.take(kept, race);
    this.trail = null;
    this.cursor = puzzle.cells.findIndex((content) => content > 0);
    save("last", code);
    this.board.show(puzzle, (number) => this.label(number));
    page.pips.classList.toggle("many", puzzle.ends.size > 24);
    page.pips.replaceChildren(...[...puzzle.ends.keys()].map((number) => make("li", "", looks(number))));
    page.zoom.hidden = Math.max(...this.board.span) < 13;
    this.pause(false);
    this.showTitle();
    this.changed(race ? t("race", { time: clock(race) }) : kept?.moves.length ? t("welcomeback") : greeting(puzzle));
    this.board.legible();
    if (!puzzle.grade && online && puzzle.lesson === undefined) this.findGrade(puzzle);
  }

  catchUp() {
    if (!super.catchUp()) return false;
    this.trail = null;
    this.refresh(t("welcomeback"));
    return true;
  }

  /** Show the title, which is the puzzle's name and place in its pack or else its grade and size, and below it the rest,
   * always with the rules. */
  showTitle() {
    const { puzzle } = this;
    const { name, daily, rules, lesson, pack } = puzzle;
    const [width, height] = this.board.seen([puzzle.width, puzzle.height]);
    const own = lesson === undefined ? (daily || (name && !pack)) && nameOf(puzzle) : t("lessonname", { at: lesson + 1 });
    const plain = gradeAndSize({ ...puzzle, code: this.code });
    const parts = [own, placeInPack(this.code)].filter(Boolean);
    page.title.textContent = parts.join(" · ") || plain;
    page.about.textContent = [...(parts.length ? [plain] : []), t(rules)].join(" · ");
    page.title.title = [nameOf(puzzle), plain, t(rules)].join(" · ");
    document.title = `${page.title.textContent} · numlink`;
    for (const id of ["card-why", "why-unique"]) {
      page[id].href = `api/why?p=${encodeURIComponent(this.code)}`;
      page[id].hidden = !online || !(puzzle.unique || puzzle.grade); // only boards with one solution have a grade
    }
    page.board.setAttribute("aria-label", t("boardis", { height, width, pairs: puzzle.ends.size }));
  }

  async findGrade(puzzle) {
    const { grade, effort } = await post("grade", puzzleBody(puzzle)).catch(() => ({}));
    Object.assign(puzzle, { grade, effort });
    if (grade && puzzle === this.puzzle) {
      this.showTitle();
      this.keep();
    }
  }

  label(number) {
    return settings.letters ? letters(number) : String(number);
  }

  where(cell) {
    const { grid } = this.puzzle;
    if (!this.board.turned) return placeOf(grid, cell);
    const [row, column] = grid.position(cell);
    return t("cell", { row: column + 1, column: row + 1 }); // as the player sees it
  }

  play(moves, message = "") {
    const before = this.isSolved();
    const { state } = this.game;
    this.deleted = false;
    let changed = false;
    for (const move of moves) changed = this.game.play(move) || changed;
    this.slipped(state);
    this.overview.announce(state, this.game.state);
    if (!changed) return this.refresh(message);
    const won = this.isSolved() && !before;
    if (won) {
      this.solved ??= Date.now();
      this.trial = null;
    }
    this.changed(message);
    if (won) {
      actions.solved();
      showCard(this);
    }
  }

  /** Let the path being drawn follow the pointer. */
  lead(event) {
    const cell = this.trail?.at(-1) ?? null;
    const number = cell === null ? 0 : this.puzzle.cells[this.trail[0]] || this.numberAt(this.trail[0]);
    this.board.lead(number && !(this.trail.length > 1 && this.puzzle.cells[cell] > 0) ? cell : null, number, event);
  }

  closeCard() {
    page.card.hidden = true;
    page.card.parentElement.style.minHeight = "";
    this.board.svg.focus();
  }

  /** Draw what the player asked to see: the path of a number, or all paths (null). */
  show(moves, number) {
    const shown = number === null ? [...this.puzzle.ends.keys()] : [number];
    if (!this.isSolved()) this.revealed = [...new Set([...this.revealed, ...shown])];
    this.play(moves, t("revealed"));
  }

  undo() {
    if (this.trail?.length > 1) return this.cancel(); // undo first cancels a path being drawn by keyboard
    this.trail = null;
    const { state } = this.game;
    const done = this.game.undo();
    this.slipped(state);
    this.changed(t(done ? "undone" : "noundo"));
  }

  redo() {
    this.trail = null;
    const done = this.game.redo();
    this.changed(t(done ? "redone" : "noredo"));
  }

  restart() {
    this.trail = null;
    this.play(["clear"], t("cleared"));
  }

  /** Begin a trial: its paths have a second colour, and are kept or dropped together. */
  try() {
    this.trial = this.game.moves.length;
    this.changed(t("trying"));
  }

  /** End the trial: "keep" its moves, or "drop" all of them. */
  endTrial(what) {
    while (what === "drop" && this.game.moves.length > this.trial) this.game.undo();
    this.trial = null;
    this.changed(t(what === "drop" ? "dropped" : "kept"));
  }

  down(cell, event) {
    this.board.mark([], "");
    this.advice.forget();
    page.card.hidden = true;
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
    this.begin(cell, edge);
    this.wandered = false;
    if (this.trail?.length > 1) this.board.draw(this.drawing, this.tried());
    this.showCursor();
    return this.trail !== null;
  }

  /** Put the pencil down on a cell, for a path or else a free line, if one may begin there; `edge` is the cell beyond the
   * edge pressed, if any. */
  begin(cell, edge = undefined) {
    const { state } = this.game;
    this.trail = canBegin(state, cell) ? [cell] : stepOver(state, cell) ?? this.notes.begin(cell, edge);
  }

  /** The drawing, including the path being drawn. */
  get drawing() {
    return this.trail && !this.notes.free ? preview(this.game.state, this.trail) : this.game.state;
  }

  move(cell) {
    if (!this.trail || cell === this.trail.at(-1)) return;
    this.wandered = true;
    if (this.notes.free) this.notes.lead(cell);
    else {
      this.trail = follow(this.game.state, this.trail, cell);
      this.board.draw(this.drawing, this.tried());
    }
    this.cursor = this.trail.at(-1);
    this.showCursor();
  }

  lift(pointer = false) {
    const { trail, notes: { free } } = this;
    if (!trail) return;
    this.trail = null;
    if (free) this.notes.end(trail);
    else if (trail.length > 1) this.play([drawMove(this.puzzle.grid, trail)]);
    else if (pointer && !this.wandered && this.puzzle.cells[trail[0]] > 0) this.tap(trail[0]);
    else this.refresh();
  }

  /** Handle a tap on a number: erase its path, or if nothing of it is drawn, flash both its cells. */
  tap(cell) {
    const { grid } = this.puzzle;
    const { state } = this.game;
    const number = this.puzzle.cells[cell];
    const over = grid.neighbours(cell).find((other) => grid.layer(other) !== grid.layer(cell) && isTip(state, other) && numberAt(state, other) === number);
    if (over !== undefined) return this.play([drawMove(grid, [over, cell])]); // the path ends at the cell above or below
    if (owners(state).has(cell)) this.erase(number);
    else {
      this.showCursor();
      this.board.mark(this.puzzle.ends.get(number), "flash");
    }
  }

  cancel() {
    if (!this.trail) return;
    this.trail = null;
    this.refresh();
  }

  erase(number = this.numberAt(this.cursor)) {
    if (number) this.play([`erase ${number}`], t("erased", { path: this.label(number) }));
  }

  numberAt(cell) {
    return numberAt(this.game.state, cell);
  }

  goTo(cell) {
    this.cursor = cell;
    this.showCursor();
    this.board.reach();
  }

  /** Keep the game, which has changed, and show it. */
  changed(message) {
    this.keep();
    this.refresh(message);
  }

  refresh(message = "") {
    const { state, moves, undone } = this.game;
    if (this.trying && this.trial > moves.length) this.trial = null; // undone back to before the trial
    const found = status(state);
    const won = found.solved && !this.revealed.length;
    this.board.draw(state, this.tried());
    this.board.lead(null);
    this.board.mark([], "");
    this.board.celebrate(won);
    this.advice.forget();
    this.showCursor();
    this.showFigures(found);
    page.undo.disabled = !moves.length;
    page.redo.disabled = !undone.length;
    page.restart.disabled = !state.strands.length && !state.notes.size;
    page.trying.hidden = !this.trying;
    page.card.hidden = true;
    page["lesson-next"].hidden = this.puzzle.lesson === undefined || !won;
    page["lesson-skip"].hidden = this.puzzle.lesson === undefined || won;
    page.message.classList.toggle("won", won);
    page["share-result"].hidden = !won || this.puzzle.lesson !== undefined;
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

  async shareResult() {
    const text = `${result(this)}\n${actions.linkOf(this.puzzle, this.isSolved() && !this.hints.length ? this.seconds : 0)}`;
    const how = await actions.handOn(text);
    if (how === "copied") this.say(t("resultcopied"));
    else if (how === "shown") this.say(text);
  }

  missing({ empty, fill, touching }) {
    if (fill && empty) return counted("empty", empty);
    return t("touches", { path: touching.map((number) => this.label(number)).join(", ") });
  }

  showFigures({ complete, pairs, empty }) {
    const time = settings.clock && this.puzzle.lesson === undefined ? clock(this.seconds) : "";
    this.drawn = t("figures", { complete, pairs, empty });
    const hints = this.hints.length > 0 && counted("hints", this.hints.length);
    page.figures.textContent = [this.drawn, counted("moves", this.game.moves.length), hints, time].filter(Boolean).join(" · ");
    const { grid, ends } = this.puzzle;
    page.time.textContent = time;
    const filled = grid.cells.filter((content) => content !== -1).length;
    page.cells.textContent = t("cellsfilled", { filled: filled - empty, count: filled });
    const done = new Set(completed(this.game.state));
    for (const [at, number] of [...ends.keys()].entries()) page.pips.children[at].classList.toggle("done", done.has(number));
  }

  showCursor() {
    this.board.cursor(this.cursor, this.trail !== null);
    const { grid, layers } = this.puzzle;
    if (layers === 1 || this.notes.free) return;
    const tip = this.trail?.at(-1) ?? (isTip(this.game.state, this.cursor) ? this.cursor : -1);
    this.board.ghosts(tip < 0 ? [] : grid.neighbours(tip).filter((other) => grid.layer(other) !== grid.layer(tip)));
  }

  say(message) {
    page.message.textContent = message;
  }

  speak(words) {
    page.spoken.textContent = words;
  }

  /** Stop the clock and hide the board, or go on; during a pause no button or key changes or describes the board. */
  pause(yes) {
    if (yes) {
      this.cancel();
      this.refresh(); // hides the text of a hint
    }
    this.paused = yes;
    page.board.classList.toggle("paused", yes);
    page["go-on"].hidden = !yes;
    page.card.parentElement.inert = yes;
    for (const id of ["trial", "reveal-path", "reveal-all", "print", "print-empty", "overview"]) page[id].disabled = yes;
    if (yes) page["go-on"].focus();
  }

  tick() {
    if (!this.game || this.paused || document.hidden || page.player.hidden) return;
    const found = status(this.game.state);
    if (found.solved) return;
    this.seconds += 1;
    this.showFigures(found);
    if (this.seconds % 10 === 0 && this.game.moves.length) this.keep();
  }
}

export const player = new Player();
