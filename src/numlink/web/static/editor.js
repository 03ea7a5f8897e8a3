// The editor: numbers, blocks, walls, bridges, size, kind and rules by hand, with a verdict after every change.

import { capital, online, post, puzzleBody } from "./api.js";
import { Board } from "./board.js";
import { button, openAtTop } from "./elements.js";
import { download } from "./library.js";
import { Grid, SLANTS, STEPS, layoutOf } from "./grid.js";
import { KINDS } from "./kinds.js";
import { boardFaults, carried, makePuzzle } from "./play.js";
import { described } from "./overview.js";
import { actions, onClick, page } from "./page.js";
import { looks } from "./picture.js";
import { sizeOf } from "./reward.js";
import { decode, encode } from "./share.js";
import { load, save, saveGame } from "./store.js";
import { placeOf, t } from "./text.js";

const TYPING = 900; // milliseconds in which a second digit belongs to the first
const PATIENCE = 350; // milliseconds after the last change before the server is asked

class Editor {
  constructor() {
    this.puzzle = makePuzzle({ width: 6, height: 6, cells: new Array(36).fill(0) });
    this.cursor = 0;
    this.past = [];
    /** The puzzle whose verdict is being asked for. */
    this.judging = null;
    this.note = "";
    /** The number to place next, if one was chosen. */
    this.chosen = 0;
    this.board = new Board(page["edit-board"], {
      down: (cell, event) => this.press(cell, event.button === 2, event),
      move: (cell) => this.drag(cell),
      up: () => this.release(),
      cancel: () => (this.dragged = this.pair = null),
      upright: false, // not turned, because width and height can be edited
    });
    page["edit-board"].addEventListener("keydown", (event) => this.key(event));
    for (const id of SIZES) page[id].addEventListener("change", () => this.resize());
    for (const what of ["kind", "wrap", "rules"]) page[`edit-${what}`].addEventListener("change", () => this.change({ [what]: page[`edit-${what}`].value }));
    let before = "number";
    page["edit-tools"].addEventListener("click", ({ target: { value } }) => {
      if (value === "number" && before === value) this.choose(); // the chosen tool was tapped again
      before = value ?? before;
    });
    page["edit-file"].addEventListener("change", () => this.openGiven(() => this.readFiles([...page["edit-file"].files])));
    onClick({
      "edit-clear": () => this.change({ cells: this.puzzle.cells.map(() => 0) }),
      "edit-undo": () => this.undo(),
      "edit-repair": () => this.repair(),
      "edit-play": () => this.attempt(() => actions.play(this.puzzle)),
      "edit-share": () => actions.share(this.puzzle),
      "edit-download": () => this.attempt(() => this.download()),
      "edit-read": () => this.openGiven(() => this.read([page["edit-text"].value])),
      "edit-open": () => (page["open-said"].textContent = ""),
    });
    this.openOn();
  }

  /** Open what is dropped on or pasted into the editor: pictures, files, texts. */
  openOn() {
    const given = (event, data) => {
      const files = [...data.files];
      const text = data.getData("text");
      if (!files.length && !text) return;
      event.preventDefault();
      this.openGiven(() => (files.length ? this.readFiles(files) : this.read([text])));
    };
    for (const kind of ["dragover", "dragleave", "drop"]) {
      page.editor.addEventListener(kind, (event) => {
        event.preventDefault();
        page.editor.classList.toggle("dropping", kind === "dragover");
        if (kind === "drop") given(event, event.dataTransfer);
      });
    }
    document.addEventListener("paste", (event) => {
      if (!page.editor.hidden && !(event.target instanceof Element && event.target.closest("input, textarea"))) given(event, event.clipboardData);
    });
  }

  edit(puzzle) {
    this.chosen = 0;
    if (encode(puzzle) !== encode(this.puzzle)) this.past = [];
    this.show(puzzle);
  }

  /** The board that was being edited when the page was left, or null. */
  draft() {
    const kept = load("draft");
    const board = decode(kept?.code ?? "");
    return board && { ...board, ...carried(kept) };
  }

  keepDraft() {
    save("draft", { code: encode(this.puzzle), ...carried(this.puzzle) });
  }

  /** Edit another puzzle, with its name, seed, recipe and notes; Undo brings back the previous board. */
  take(puzzle, note = "") {
    this.past.push(this.puzzle);
    this.show(puzzle, note);
    this.keepDraft();
  }

  /** Show a puzzle; `note` is a text that follows every verdict on it. */
  show(puzzle, note = "") {
    this.note = note;
    this.puzzle = puzzle;
    this.cursor = Math.min(this.cursor, puzzle.cells.length - 1);
    page["edit-width"].value = puzzle.width;
    page["edit-height"].value = puzzle.height;
    for (const what of ["rules", "kind", "wrap", "layers"]) page[`edit-${what}`].value = puzzle[what];
    page["edit-wrap"].disabled = puzzle.pattern.refused.includes("wraps");
    for (const id of SIZES) page[id].disabled = Boolean(puzzle.pattern.polygons);
    this.board.show(puzzle, String);
    this.board.cursor(this.cursor, false);
    page["edit-next"].textContent = this.nextNumber();
    page["edit-about"].textContent = `${sizeOf(encode(puzzle))} · ${t(puzzle.rules)}`;
    page["edit-tools"].querySelector("[value=via]").parentElement.classList.toggle("there", puzzle.layers > 1);
    page["edit-undo"].disabled = !this.past.length;
    this.judgeSoon();
  }

  /** Change the board; it keeps its name, but not its seed, recipe and notes, which described the board before. */
  change(changes) {
    const { width, height, rules, cells, name, ...laid } = { ...this.puzzle, ...changes };
    if (changes.kind) laid.pattern = KINDS[laid.kind];
    this.take(makePuzzle({ width, height, rules, cells, name, ...fitting(width, height, cells, laid) }));
  }

  undo() {
    if (!this.past.length) return;
    this.show(this.past.pop());
    this.keepDraft();
  }

  /** Let the player choose the number to place next: one on the board, or the next new one. */
  choose() {
    const dialog = page["number-dialog"];
    const numbers = [...this.puzzle.ends.keys(), this.freshNumber()].sort((one, other) => one - other);
    const take = (number) => {
      this.chosen = number;
      page["edit-next"].textContent = String(number);
      dialog.close();
    };
    const look = (number) => ({ className: looks(number), ariaPressed: String(number === this.nextNumber()) });
    page["number-list"].replaceChildren(...numbers.map((number) => button(String(number), () => take(number), look(number))));
    openAtTop(dialog);
  }

  /** The chosen number, else the first that occurs only once, else the smallest that does not occur. */
  nextNumber() {
    if (this.chosen) return this.chosen;
    const lonely = [...this.puzzle.ends].find(([, cells]) => cells.length === 1);
    return lonely ? lonely[0] : this.freshNumber();
  }

  freshNumber() {
    let number = 1;
    while (this.puzzle.ends.has(number)) number += 1;
    return number;
  }

  tool() {
    return page["edit-tools"].querySelector("input:checked").value;
  }

  press(cell, erase, event) {
    this.cursor = cell;
    const { cells } = this.puzzle;
    const tool = this.tool();
    this.dragged = null;
    if (!erase && ["wall", "bridge", "via"].includes(tool)) {
      if (tool !== "wall") this.toggle(tool, cell);
      else if (event) this.wall(cell, this.board.beside(event, cell));
      return true;
    }
    if (tool === "number" && !erase) {
      this.pair = [cell, cell];
      return true;
    }
    const wanted = erase || tool === "empty" ? 0 : -1;
    this.dragged = cells[cell] === wanted ? 0 : wanted;
    this.put(cell, this.dragged);
    return true;
  }

  /** Handle the end of a press with the tool for numbers: on the same cell, place or remove a number; on another cell,
   * place a pair. */
  release() {
    const { pair } = this;
    this.pair = this.dragged = null;
    if (!pair) return;
    const [from, to] = pair;
    const { cells, ends } = this.puzzle;
    const { chosen } = this;
    const number = from === to ? this.nextNumber() : chosen || this.freshNumber();
    const there = ends.get(number) ?? [];
    if (from !== to || there.length) this.chosen = 0;
    const gone = from !== to ? there : chosen && there.length > 1 ? there.slice(0, 1) : [];
    if (from === to && (chosen ? cells[from] === number : cells[from] > 0)) this.put(from, 0);
    else this.change({ cells: cells.map((old, at) => (pair.includes(at) ? number : gone.includes(at) ? 0 : old)) });
  }

  drag(cell) {
    if (this.pair) {
      this.pair[1] = cell;
      return this.board.mark(this.pair, "hint");
    }
    if ((this.dragged ?? this.puzzle.cells[cell]) !== this.puzzle.cells[cell]) this.put(cell, this.dragged);
  }

  put(cell, content) {
    this.change({ cells: this.puzzle.cells.map((old, at) => (at === cell ? content : old)) });
  }

  /** Add a "bridge" or a "via" at a cell, or remove it; a via is stored as the cell on its upper layer. */
  toggle(what, cell) {
    const { grid, layers, cells } = this.puzzle;
    if (what === "via") {
      const upper = cell < grid.size - grid.plane ? cell : cell - grid.plane;
      if (layers === 1) this.verdict(t("needlayers"), "open");
      else this.change({ vias: other(this.puzzle.vias ?? [], upper) });
    } else if (!fitting(grid.width, grid.height, cells, { ...this.puzzle, bridges: [cell] }).bridges.length) {
      this.verdict(t("nobridge"), "open");
    } else this.change({ bridges: other(this.puzzle.bridges, cell), cells: cells.map((old, at) => (at === cell ? 0 : old)) });
  }

  /** Add the wall between two neighbouring cells, or remove it. */
  wall(cell, beside) {
    if (beside < 0 || beside === undefined) return;
    const { walls } = this.puzzle;
    const wall = cell < beside ? [cell, beside] : [beside, cell];
    const rest = walls.filter(([one, two]) => one !== wall[0] || two !== wall[1]);
    this.change({ walls: rest.length < walls.length ? rest : [...walls, wall] });
  }

  key(event) {
    const { grid } = this.puzzle;
    const step = STEPS[event.key] ?? (this.tool() === "wall" ? SLANTS[event.key] : undefined);
    if (step) {
      const cell = grid.beyond(this.cursor, step);
      if (cell < 0) return;
      if (this.tool() === "wall" && (event.shiftKey || event.key in SLANTS)) this.wall(this.cursor, cell);
      else this.cursor = cell;
      this.board.cursor(this.cursor, false);
      page.spoken.textContent = this.describe(this.cursor);
    } else if (event.key === "b") this.toggle("bridge", this.cursor);
    else if (event.key === "v") this.toggle("via", this.cursor);
    else if (event.key === " " || event.key === "Enter") {
      this.press(this.cursor, false);
      this.release();
    } else if (event.key === "Backspace" || event.key === "Delete") this.put(this.cursor, 0);
    else if (event.key === "x" || event.key === "#") this.put(this.cursor, -1);
    else if (/^[0-9]$/.test(event.key)) this.type(event.key);
    else return;
    event.preventDefault();
  }

  describe(cell) {
    return described(this.puzzle, cell, (there) => placeOf(this.puzzle.grid, there));
  }

  /** Type a digit at the cursor; digits typed within TYPING of each other make one number. */
  type(digit) {
    const now = performance.now();
    const goesOn = this.typed?.cell === this.cursor && now - this.typed.at < TYPING;
    const digits = (goesOn ? this.typed.digits : "") + digit;
    if (!+digits || digits.length > 3) return;
    if (goesOn) this.undo();
    this.typed = { cell: this.cursor, at: now, digits };
    this.put(this.cursor, +digits);
  }

  resize() {
    const side = (id, most) => Math.max(1, Math.min(most, Math.floor(+page[id].value) || 1));
    const [width, height] = [side("edit-width", 40), side("edit-height", 40)];
    const layers = side("edit-layers", Math.max(1, Math.floor(1600 / (width * height))));
    const { grid, cells: old, walls, bridges, vias } = this.puzzle;
    const cells = new Array(width * height * layers).fill(0);
    const moved = (cell) => {
      const [column, row, layer = 0] = grid.position(cell).reverse();
      return column < width && row < height && layer < layers ? (layer * height + row) * width + column : -1;
    };
    old.forEach((content, cell) => {
      if (moved(cell) >= 0) cells[moved(cell)] = content;
    });
    const kept = (places) => places.map(moved).filter((cell) => cell >= 0);
    const whole = walls.map(kept).filter((wall) => wall.length === 2);
    this.change({ width, height, layers, cells, walls: whole, bridges: kept(bridges), vias: vias && kept(vias) });
  }

  judgeSoon() {
    clearTimeout(this.timer);
    this.judging = null;
    const faults = boardFaults(this.puzzle);
    const none = !this.puzzle.ends.size;
    page["edit-play"].disabled = faults.length > 0 || none;
    this.board.mark([], "");
    page["edit-repair"].hidden = true;
    const words = faults.length ? "oddnumbers" : none ? "placepairs" : online ? "judging" : "nojudge";
    this.verdict(t(words, { numbers: faults.join(", ") }), "open");
    if (words === "judging") this.timer = setTimeout(() => this.judge(), PATIENCE);
  }

  async judge() {
    const { puzzle } = this;
    this.judging = puzzle;
    try {
      const found = await post("verdict", puzzleBody(puzzle));
      if (puzzle !== this.judging) return;
      const below = (found.below ?? []).map(({ rules, verdict }) => `${t(rules)}: ${t(verdict === "none" ? "nosolution" : "onesolution")}.`);
      const words = {
        unique: t("onesolution"),
        multiple: t("several", { count: found.differ?.length }),
        none: t("nosolution"),
        unknown: [t("toohard"), ...below].join(" "),
      };
      this.verdict(words[found.verdict], found.verdict);
      this.board.mark(found.differ ?? [], "differ");
      page["edit-repair"].hidden = found.verdict !== "multiple";
      if (found.verdict !== "unique") return;
      const { grade } = await post("grade", puzzleBody(puzzle));
      if (grade && puzzle === this.judging) this.verdict(`${words.unique} · ${capital(t(grade))}`, "unique");
    } catch (error) {
      if (puzzle === this.judging) this.verdict(error.message, "open");
    }
  }

  verdict(sentence, kind, note = this.note) {
    page.verdict.textContent = [sentence, note].filter(Boolean).join("\n");
    page.verdict.className = `verdict ${kind}`;
  }

  async attempt(action) {
    try {
      await action();
    } catch (error) {
      clearTimeout(this.timer); // a verdict on the board would replace the message
      this.judging = null;
      this.verdict(error.message, "open", "");
    }
  }

  /** Open something; an error is shown in the dialog, if that is open. */
  async openGiven(action) {
    const dialog = page["open-dialog"];
    page["open-said"].textContent = "";
    try {
      await action();
      dialog.close();
    } catch (error) {
      if (dialog.open) page["open-said"].textContent = error.message;
      else await this.attempt(() => Promise.reject(error));
    }
  }

  repair() {
    return this.attempt(async () => {
      this.verdict(t("repairing"), "open");
      const { changes, ...mended } = await post("repair", puzzleBody(this.puzzle));
      this.take(makePuzzle(mended), changes.length ? t("repaired", { changes: changes.join("; ") }) : t("norepair"));
    });
  }

  async download() {
    const format = page["edit-format"].value;
    const puzzle = puzzleBody(this.puzzle);
    const text = online ? await post("write", { puzzle, format }) : `${JSON.stringify(puzzle)}\n`;
    const ending = page["edit-format"].selectedOptions[0]?.dataset.ending ?? ".json";
    download(`numberlink${ending}`, text);
  }

  async readFiles(files) {
    try {
      await this.read(await Promise.all(files.map((file) => (file.type.startsWith("image/") ? file : file.text()))));
    } finally {
      page["edit-file"].value = "";
    }
  }

  /** Edit the first puzzle of texts, links, codes or pictures; if there are several, keep all under My puzzles. */
  async read(given) {
    const read = [];
    const remarks = [];
    for (const one of given) {
      const linked = typeof one === "string" && decode(/#(?:p|edit)=(\S+)/.exec(one)?.[1] ?? one.trim());
      if (linked) read.push(linked);
      else {
        this.verdict(t("reading"), "open", "");
        const found = await post("read", typeof one === "string" ? { text: one } : one);
        read.push(...found.puzzles.map(makePuzzle));
        remarks.push(found.doubt ?? found.seen);
      }
    }
    const odd = read.filter((puzzle) => boardFaults(puzzle).length);
    const note = [...remarks, read.length > 1 && t("readpuzzle", { count: read.length }), odd.length && read.length > 1 && t("readodd", { count: odd.length })].filter(Boolean).join(" ");
    this.take(read[0], note);
    if (read.length === 1) return;
    const blank = { moves: [], undone: [], seconds: 0, hints: [], revealed: [], complete: 0 };
    for (const puzzle of read.filter((one) => !odd.includes(one)).reverse()) {
      saveGame(encode(puzzle), { ...blank, pairs: puzzle.ends.size, ...carried(puzzle), at: Date.now(), imported: true });
    }
  }
}

const SIZES = ["edit-width", "edit-height", "edit-layers"];

/** The list with the cell added, or removed if it is there. */
function other(list, cell) {
  return list.includes(cell) ? list.filter((there) => there !== cell) : [...list, cell];
}

/** The layout without the parts that a board of this size cannot have. */
function fitting(width, height, cells, { kind, wrap, layers, walls, bridges, vias, pattern }) {
  const has = (feature) => !pattern.refused.includes(feature);
  const rows = has("wraps") && /rows|both/.test(wrap) && width > 2;
  const columns = has("wraps") && /columns|both/.test(wrap) && height > 2;
  const laid = { kind, layers, pattern, wrap: rows ? (columns ? "both" : "rows") : columns ? "columns" : "none" };
  const bare = new Grid(width, height, cells, layoutOf({ width, height, ...laid }));
  const flat = (cell) => bare.beside(cell).filter((there) => bare.layer(there) === bare.layer(cell)).length;
  const firm = bridges.filter((cell) => has("bridges") && cell < bare.size && cells[cell] === 0 && flat(cell) === 4);
  const shafts = layers > 1 && vias ? vias.filter((cell) => cell < bare.size - bare.plane && !firm.includes(cell) && !firm.includes(cell + bare.plane)) : [];
  const ways = { ...laid, bridges: firm, vias: shafts.length ? shafts : null };
  const grid = new Grid(width, height, cells, layoutOf({ width, height, ...ways }));
  return { ...ways, walls: walls.filter(([one, two]) => grid.beside(one).includes(two)) };
}

export const editor = new Editor();
