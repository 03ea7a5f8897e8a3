// The game on the page: a Game, a Board, buttons, keys, the clock, and what the live region says.

import { Advice } from "./advice.js";
import { online, post, puzzleBody } from "./api.js";
import { Board } from "./board.js";
import { make, on } from "./elements.js";
import { PLAIN } from "./grid.js";
import { Keys } from "./keys.js";
import { CARRIED, Game, boardFaults, canBegin, carried, cutMove, drawMove, follow, isTip, makePuzzle, numberAt, owners, preview, status, stepOver } from "./play.js";
import { Notes, Trial } from "./notes.js";
import { Overview, completed } from "./overview.js";
import { letters, looks } from "./picture.js";
import { clock, gradeAndSize, result, showCard, tookBack } from "./reward.js";
import { encode } from "./share.js";
import { loadGame, save, saveGame } from "./store.js";
import { counted, nameOf, placeOf, t } from "./text.js";

/** A board that cannot be played, because some of its numbers do not occur exactly twice. */
export class OddBoard extends Error {}

export class Player {
  /** `page` has the elements by id; `next()` opens another puzzle; `solved()` is called when one is solved; `place()` gives
   * the puzzle's place in its pack in words; `linkOf`, `handOn` and `showReasons` as in main.js. */
  constructor(page, { next, settings, solved, place, linkOf, handOn, showReasons }) {
    this.page = page;
    this.settings = settings;
    this.onSolved = solved;
    this.place = place;
    this.linkOf = linkOf;
    this.handOn = handOn;
    this.showReasons = showReasons;
    this.board = new Board(page.board, {
      down: (cell, event) => this.down(cell, event),
      move: (cell) => this.move(cell),
      up: () => this.lift(true),
      cancel: () => this.cancel(),
      turned: () => this.showCursor(),
      led: (event) => this.lead(event),
    });
    this.advice = new Advice(this);
    this.trail = null;
    this.notes = new Notes(this);
    this.cursor = 0;
    this.seconds = 0;
    this.paused = false;
    this.trial = new Trial(this);
    this.overview = new Overview(this);
    this.keys = new Keys(this);
    setInterval(() => this.tick(), 1000);
    on("click", page, {
      undo: () => this.undo(),
      redo: () => this.redo(),
      hint: () => this.advice.press(),
      "hint-do": () => this.advice.doIt(),
      "hint-why": () => this.advice.why(),
      check: () => this.advice.ask("check"),
      restart: () => this.restart(),
      next,
      pause: () => this.pause(!this.paused),
      "go-on": () => this.pause(false),
      "reveal-path": () => this.advice.reveal("path"),
      "reveal-all": () => this.advice.reveal("all"),
      trial: () => this.trial.begin(),
      "trial-keep": () => this.trial.end("keep"),
      "trial-drop": () => this.trial.end("drop"),
      "share-result": () => this.shareResult(),
      "card-share": () => this.shareResult(),
      "card-next": next,
      "lesson-next": next,
      "card-close": () => this.closeCard(),
    });
  }

  /** Play a puzzle, with its game if one is kept; `race` is a friend's time in seconds. */
  open(data, race = undefined) {
    const puzzle = makePuzzle(data);
    const faults = boardFaults(puzzle);
    if (faults.length || !puzzle.ends.size) throw new OddBoard(t("odd", { numbers: faults.join(", ") }));
    const code = encode(puzzle);
    const kept = loadGame(code);
    for (const what of CARRIED) puzzle[what] ??= kept?.[what];
    this.puzzle = puzzle;
    this.code = code;
    this.know(kept);
    this.take(kept, race);
    this.cursor = puzzle.cells.findIndex((content) => content > 0);
    save("last", code);
    this.board.show(puzzle, (number) => this.label(number));
    this.page.zoom.hidden = Math.max(...this.board.span) < 13;
    this.pause(false);
    this.showTitle();
    this.board.legible(this.cursor);
    this.keep();
    this.refresh(race ? t("race", { time: clock(race) }) : kept?.moves.length ? t("welcomeback") : this.greeting());
    if (!puzzle.grade && online && puzzle.lesson === undefined) this.findGrade(puzzle);
  }

  /** Note what was proven of the puzzle earlier or elsewhere. */
  know(kept) {
    if (kept?.unique) Object.assign(this.puzzle, { unique: true, paths: kept.paths });
  }

  /** Go on with the game that is kept, from its beginning if there is none. */
  take(kept, race = undefined) {
    try {
      this.game = new Game(this.puzzle, kept?.moves, kept?.undone);
    } catch {
      this.game = new Game(this.puzzle);
    }
    this.seconds = kept?.seconds ?? 0;
    this.hints = kept?.hints ?? [];
    this.revealed = kept?.revealed ?? [];
    /** The number of moves that took back something drawn. */
    this.slips = kept?.slips ?? 0;
    /** A friend's time to beat, in seconds. */
    this.race = race ?? kept?.race;
    this.solvedAt = kept?.solved;
    /** Whether this game was deleted: it is kept again only when it goes on. */
    this.deleted = false;
    this.trail = null;
    this.trial.since = kept?.trial ?? null;
  }

  forget(code) {
    this.deleted ||= code === this.code;
  }

  /** Go on with the game as it is kept, if another tab or a file of games has changed it: what this tab keeps next must
   * not replace that. */
  catchUp() {
    const kept = loadGame(this.code);
    if (!kept) return;
    this.know(kept);
    if (String([kept.moves, kept.undone]) === String([this.game.moves, this.game.undone])) {
      Object.assign(this, { seconds: kept.seconds, hints: kept.hints, revealed: kept.revealed, slips: kept.slips, solvedAt: kept.solved });
      return;
    }
    this.take(kept);
    this.refresh(t("welcomeback"));
  }

  /** The first words to the player: what to do, and what is special about this kind of board. */
  greeting() {
    const { lesson } = this.puzzle;
    return lesson === undefined ? [t("begin"), ...this.special()].join(" ") : t(`lesson${lesson}`);
  }

  /** Where a path may go on this board, in sentences. */
  neighbourhood() {
    const { puzzle } = this;
    return [...(puzzle && puzzle.kind !== PLAIN ? [] : [t("onsquares")]), ...(puzzle ? this.special() : [])].join(" ");
  }

  /** What is special about this kind of board, in sentences. */
  special() {
    const { kind, wrap, walls, bridges, layers, pattern } = this.puzzle;
    const special = { [pattern.text]: kind !== PLAIN, onwraps: wrap !== "none", onwalls: walls.length, onbridges: bridges.length, onlayers: layers > 1 };
    return Object.keys(special).filter((name) => special[name]).map((name) => t(name));
  }

  /** The title is the puzzle's name and place in its pack, else its grade and size; below stands the rest, the rules
   * always. */
  showTitle() {
    const { puzzle, page } = this;
    const { name, daily, rules, lesson, pack } = puzzle;
    const [width, height] = this.board.seen([puzzle.width, puzzle.height]);
    const own = lesson === undefined ? (daily || (name && !pack)) && nameOf(puzzle) : t("lessonname", { at: lesson + 1 });
    const plain = gradeAndSize({ ...puzzle, code: this.code });
    const parts = [own, this.place?.()].filter(Boolean);
    page.title.textContent = parts.join(" · ") || plain;
    page.about.textContent = [...(parts.length ? [plain] : []), t(rules)].join(" · ");
    page.title.title = [nameOf(puzzle), plain, t(rules)].join(" · ");
    document.title = `${page.title.textContent} · numlink`;
    for (const id of ["card-why", "why-unique"]) {
      page[id].href = `api/why?p=${encodeURIComponent(this.code)}`;
      page[id].hidden = !online || !(puzzle.unique || puzzle.grade); // only boards with one solution have a grade
    }
    this.page.board.setAttribute("aria-label", t("boardis", { height, width, pairs: puzzle.ends.size }));
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
    return this.settings.letters ? letters(number) : String(number);
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
    this.overview.tell(state, this.game.state);
    if (!changed) {
      this.refresh(message);
      return;
    }
    const won = this.isSolved() && !before;
    if (won) {
      this.solvedAt ??= Date.now();
      this.trial.forget();
    }
    this.keep();
    this.refresh(message);
    if (won) {
      this.onSolved();
      showCard(this);
    }
  }

  /** Have the path that is drawn follow the pointer. */
  lead(event) {
    const cell = this.trail?.at(-1) ?? null;
    const number = cell === null ? 0 : this.puzzle.cells[this.trail[0]] || this.numberAt(this.trail[0]);
    this.board.lead(number && !(this.trail.length > 1 && this.puzzle.cells[cell] > 0) ? cell : null, number, event);
  }

  /** Count a slip if the last move took back something drawn; during a trial nothing is counted. */
  slipped(before) {
    if (!this.trial.on && tookBack(before, this.game.state)) this.slips += 1;
  }

  closeCard() {
    this.page.card.hidden = true;
    this.page.card.parentElement.style.minHeight = "";
    this.board.svg.focus();
  }

  /** Whether the drawing is a solution and nothing was ever revealed; undoing a revealed path does not change that. */
  isSolved() {
    return status(this.game.state).solved && !this.revealed.length;
  }

  /** Draw what the player asked to see: the path of a number, or all paths (null). */
  show(moves, number) {
    const shown = number === null ? [...this.puzzle.ends.keys()] : [number];
    if (!this.isSolved()) this.revealed = [...new Set([...this.revealed, ...shown])];
    this.play(moves, t("revealed"));
  }

  /** Note that a hint was given about these numbers. */
  helped(numbers) {
    this.hints = [...this.hints, ...numbers.slice(0, 1)];
    this.keep();
  }

  undo() {
    if (this.trail?.length > 1) return this.cancel(); // undo first ends a path that is being drawn by keyboard
    this.trail = null;
    const { state } = this.game;
    const done = this.game.undo();
    this.slipped(state);
    this.keep();
    this.refresh(t(done ? "undone" : "noundo"));
  }

  redo() {
    this.trail = null;
    const done = this.game.redo();
    this.keep();
    this.refresh(t(done ? "redone" : "noredo"));
  }

  restart() {
    this.trail = null;
    this.play(["clear"], t("cleared"));
  }

  keep() {
    if (this.deleted) return;
    const { moves, undone, state } = this.game;
    const { unique, paths } = this.puzzle;
    const { complete, pairs } = status(state);
    const proof = unique && paths ? { unique, paths } : {};
    saveGame(this.code, {
      moves, undone, seconds: this.seconds, hints: this.hints, revealed: this.revealed, solved: this.solvedAt,
      complete, pairs, slips: this.slips, race: this.race, ...carried(this.puzzle), trial: this.trial.since, at: Date.now(), ...proof,
    });
  }

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
    if (this.trail?.length > 1) this.board.draw(preview(this.game.state, this.trail), this.trial.made());
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
    this.board.draw(preview(this.game.state, this.trail), this.trial.made());
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

  /** Handle a tap on a number: erase its path or, if nothing of it is drawn, flash both its cells. */
  tap(cell) {
    const { grid } = this.puzzle;
    const { state } = this.game;
    const number = this.puzzle.cells[cell];
    const over = grid.neighbours(cell).find((other) => grid.layer(other) !== grid.layer(cell) && isTip(state, other) && numberAt(state, other) === number);
    if (over !== undefined) {
      this.play([drawMove(grid, [over, cell])]); // the path ends at the cell above or below
      return;
    }
    if (owners(this.game.state).has(cell)) this.play([`erase ${number}`], t("erased", { path: this.label(number) }));
    else {
      this.showCursor();
      this.board.mark(this.puzzle.ends.get(number), "flash");
    }
  }

  cancel() {
    if (!this.trail && !this.notes.free) return;
    this.notes.free = null;
    this.board.noted = null; // so that the notes are drawn again, without the free line
    this.trail = null;
    this.refresh();
  }

  erase() {
    const number = this.numberAt(this.cursor);
    if (number) this.play([`erase ${number}`], t("erased", { path: this.label(number) }));
  }

  numberAt(cell) {
    return numberAt(this.game.state, cell);
  }

  goTo(cell) {
    this.cursor = cell;
    this.showCursor();
    this.board.reach(cell);
  }

  refresh(message = "") {
    const { state, moves, undone } = this.game;
    this.trial.look();
    const found = status(state);
    const won = found.solved && !this.revealed.length;
    this.board.draw(state, this.trial.made());
    this.board.lead(null);
    this.board.mark([], "");
    this.board.celebrate(won);
    this.advice.forget();
    this.showCursor();
    this.showFigures(found);
    this.page.undo.disabled = !moves.length;
    this.page.redo.disabled = !undone.length;
    this.page.restart.disabled = !state.strands.length && !state.notes.size;
    this.page.trying.hidden = !this.trial.on;
    this.page.card.hidden = true;
    this.page["lesson-next"].hidden = this.puzzle.lesson === undefined || !won;
    this.page["lesson-skip"].hidden = this.puzzle.lesson === undefined || won;
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

  async shareResult() {
    const text = `${result(this)}\n${this.linkOf(this.puzzle, this.isSolved() && !this.hints.length ? this.seconds : 0)}`;
    const how = await this.handOn(text);
    if (how === "copied") this.say(t("resultcopied"));
    else if (how === "shown") this.say(text);
  }

  missing({ empty, fill, touching }) {
    if (fill && empty) return counted("empty", empty);
    return t("touches", { path: touching.map((number) => this.label(number)).join(", ") });
  }

  showFigures({ complete, pairs, empty }) {
    const time = this.settings.clock && this.puzzle.lesson === undefined ? clock(this.seconds) : "";
    this.drawn = t("figures", { complete, pairs, empty });
    const hints = this.hints.length > 0 && counted("hints", this.hints.length);
    this.page.figures.textContent = [this.drawn, counted("moves", this.game.moves.length), hints, time].filter(Boolean).join(" · ");
    const { grid, ends } = this.puzzle;
    this.page.time.textContent = time;
    const filled = grid.cells.filter((content) => content !== -1).length;
    this.page.cells.textContent = t("cellsfilled", { filled: filled - empty, count: filled });
    if (this.pipped !== this.code) {
      this.pipped = this.code;
      this.page.pips.classList.toggle("many", ends.size > 24);
      this.page.pips.replaceChildren(...[...ends.keys()].map((number) => make("li", "", looks(number))));
    }
    const done = new Set(completed(this.game.state));
    for (const [at, number] of [...ends.keys()].entries()) this.page.pips.children[at].classList.toggle("done", done.has(number));
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

  /** The screen was shown or left: the clock of a game that is left stands still. */
  shown() {
    if (this.puzzle && !this.page.player.hidden) this.board.turn();
  }

  /** Stop the clock and hide the board, or go on; during a pause no button or key changes the board or tells about it. */
  pause(yes) {
    if (yes) {
      this.cancel();
      this.refresh(); // hides the words of a hint
    }
    this.paused = yes;
    this.page.board.classList.toggle("paused", yes);
    this.page["go-on"].hidden = !yes;
    this.page.card.parentElement.inert = yes;
    for (const id of ["trial", "reveal-path", "reveal-all", "print", "print-empty", "overview"]) this.page[id].disabled = yes;
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
