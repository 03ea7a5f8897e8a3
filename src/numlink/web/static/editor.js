// The editor: numbers, solids, size and rules by hand, with a verdict that follows every change.

import { online, post, postRaw, puzzleBody } from "./api.js";
import { Board } from "./board.js";
import { download } from "./library.js";
import { boardFaults, makePuzzle } from "./play.js";
import { decode, encode } from "./share.js";
import { load, save, saveGame } from "./store.js";
import { t } from "./text.js";

const TYPING = 900; // milliseconds in which a second digit belongs to the first
const PATIENCE = 350; // milliseconds after the last change before the server is asked

export class Editor {
  /** `open(puzzle)` plays the board; `share(puzzle)` copies its link. */
  constructor(page, { open, share }) {
    this.page = page;
    this.puzzle = makePuzzle({ width: 6, height: 6, cells: new Array(36).fill(0) });
    this.cursor = 0;
    this.past = [];
    this.asked = 0;
    this.board = new Board(page["edit-board"], {
      down: (cell, event) => this.press(cell, event.button === 2),
      move: (cell) => this.drag(cell),
      up: () => (this.dragged = null),
      cancel: () => (this.dragged = null),
    });
    page["edit-board"].addEventListener("keydown", (event) => this.key(event));
    for (const id of ["edit-width", "edit-height"]) page[id].addEventListener("change", () => this.resize());
    page["edit-rules"].addEventListener("change", () => this.change({ rules: page["edit-rules"].value }));
    page["edit-clear"].addEventListener("click", () => this.change({ cells: this.puzzle.cells.map(() => 0) }));
    page["edit-undo"].addEventListener("click", () => this.undo());
    page["edit-repair"].addEventListener("click", () => this.repair());
    page["edit-play"].addEventListener("click", () => this.attempt(() => open(this.puzzle)));
    page["edit-share"].addEventListener("click", () => share(this.puzzle));
    page["edit-download"].addEventListener("click", () => this.attempt(() => this.download()));
    page["edit-read"].addEventListener("click", () => this.attempt(() => this.read(page["edit-text"].value)));
    page["edit-file"].addEventListener("change", () => this.attempt(() => this.readFile(page["edit-file"].files[0])));
    page["edit-current"].addEventListener("click", () => this.loadPlayed());
    page.editor.addEventListener("dragover", (event) => event.preventDefault());
    page.editor.addEventListener("drop", (event) => {
      event.preventDefault();
      const [file] = event.dataTransfer.files;
      const text = event.dataTransfer.getData("text");
      this.attempt(() => (file ? this.readFile(file) : this.read(text)));
    });
  }

  edit(puzzle) {
    if (encode(puzzle) !== encode(this.puzzle)) this.past = [];
    this.show(puzzle);
  }

  /** The board that was being made when the page was left, or null. */
  draft() {
    const code = load("draft");
    return typeof code === "string" ? decode(code) : null;
  }

  /** Take the puzzle that was played last; Undo brings the draft back. */
  loadPlayed() {
    const played = decode(load("last") ?? "");
    if (played) this.change(played);
  }

  show(puzzle) {
    this.note = "";
    this.puzzle = puzzle;
    this.cursor = Math.min(this.cursor, puzzle.cells.length - 1);
    this.page["edit-width"].value = puzzle.width;
    this.page["edit-height"].value = puzzle.height;
    this.page["edit-rules"].value = puzzle.rules;
    this.board.show(puzzle, String);
    this.board.cursor(this.cursor, false);
    this.page["edit-number"].value = this.nextNumber();
    this.page["edit-undo"].disabled = !this.past.length;
    this.judgeSoon();
  }

  change(changes) {
    const { width, height, rules, cells } = { ...this.puzzle, ...changes };
    this.past.push(this.puzzle);
    this.show(makePuzzle({ width, height, rules, cells }));
    save("draft", encode(this.puzzle));
  }

  undo() {
    if (!this.past.length) return;
    this.show(this.past.pop());
    save("draft", encode(this.puzzle));
  }

  /** The number that still lacks its partner, else the first one free. */
  nextNumber() {
    const lonely = [...this.puzzle.ends].find(([, cells]) => cells.length === 1);
    if (lonely) return lonely[0];
    let number = 1;
    while (this.puzzle.ends.has(number)) number += 1;
    return number;
  }

  tool() {
    return this.page["edit-tools"].querySelector("input:checked").value;
  }

  press(cell, erase) {
    this.cursor = cell;
    const { cells } = this.puzzle;
    const number = Math.max(1, Math.min(999, Math.floor(+this.page["edit-number"].value) || 1));
    const wanted = erase ? 0 : { number, solid: -1, empty: 0 }[this.tool()];
    this.dragged = cells[cell] === wanted ? 0 : wanted;
    this.put(cell, this.dragged);
    if (this.dragged > 0) this.dragged = null; // numbers are placed one by one
    return true;
  }

  drag(cell) {
    if (this.dragged === null || this.dragged === undefined || this.puzzle.cells[cell] === this.dragged) return;
    this.put(cell, this.dragged);
  }

  put(cell, content) {
    this.change({ cells: this.puzzle.cells.map((old, at) => (at === cell ? content : old)) });
  }

  key(event) {
    const { width, height } = this.puzzle;
    const steps = { ArrowUp: -width, ArrowDown: width, ArrowLeft: -1, ArrowRight: 1 };
    const column = this.cursor % width;
    if (event.key in steps) {
      if ((event.key === "ArrowLeft" && column === 0) || (event.key === "ArrowRight" && column === width - 1)) return;
      const cell = this.cursor + steps[event.key];
      if (cell < 0 || cell >= width * height) return;
      this.cursor = cell;
      this.board.cursor(cell, false);
      const content = this.puzzle.cells[cell];
      const words = content === -1 ? t("solid") : content ? t("number", { path: content }) : t("emptycell");
      const place = t("cell", { row: Math.floor(cell / width) + 1, column: (cell % width) + 1 });
      this.page.spoken.textContent = `${words}, ${place}`;
    } else if (event.key === " " || event.key === "Enter") this.press(this.cursor, false);
    else if (event.key === "Backspace" || event.key === "Delete") this.put(this.cursor, 0);
    else if (event.key === "x" || event.key === "#") this.put(this.cursor, -1);
    else if (/^[0-9]$/.test(event.key)) this.type(event.key);
    else return;
    event.preventDefault();
  }

  /** A digit: digits typed soon after one another on one cell make one number. */
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
    const side = (id) => Math.max(1, Math.min(40, Math.floor(+this.page[id].value) || 1));
    const [width, height] = [side("edit-width"), side("edit-height")];
    const cells = [];
    for (let row = 0; row < height; row += 1) {
      for (let column = 0; column < width; column += 1) {
        const kept = row < this.puzzle.height && column < this.puzzle.width;
        cells.push(kept ? this.puzzle.cells[row * this.puzzle.width + column] : 0);
      }
    }
    this.change({ width, height, cells });
  }

  // ----------------------------------------------------------------------------------------------------- verdict

  judgeSoon() {
    clearTimeout(this.timer);
    const faults = boardFaults(this.puzzle);
    this.page["edit-play"].disabled = this.page["edit-repair"].disabled = faults.length > 0 || !this.puzzle.ends.size;
    this.board.mark([], "");
    if (faults.length) {
      const odd = faults.map(String).join(", ");
      this.verdict(t("oddnumbers", { numbers: odd }), "open");
    } else if (!this.puzzle.ends.size) this.verdict(t("placepairs"), "open");
    else if (!online) this.verdict(t("nojudge"), "open");
    else {
      this.verdict(t("judging"), "open");
      this.timer = setTimeout(() => this.judge(), PATIENCE);
    }
  }

  async judge() {
    this.asked += 1;
    const { asked } = this;
    const { puzzle } = this;
    try {
      const found = await post("verdict", puzzleBody(puzzle));
      if (asked !== this.asked || puzzle !== this.puzzle) return;
      const words = {
        unique: t("onesolution") + this.note,
        multiple: t("several", { count: found.differ?.length }),
        none: t("nosolution"),
        unknown: t("toohard"),
      };
      this.verdict(words[found.verdict], found.verdict);
      this.board.mark(found.differ ?? [], "differ");
    } catch (error) {
      if (puzzle === this.puzzle) this.verdict(error.message, "open");
    }
  }

  verdict(sentence, kind) {
    this.page.verdict.textContent = sentence;
    this.page.verdict.className = `verdict ${kind}`;
  }

  async attempt(action) {
    try {
      await action();
    } catch (error) {
      this.verdict(error.message, "open");
    }
  }

  repair() {
    return this.attempt(async () => {
      this.verdict(t("repairing"), "open");
      const mended = await post("repair", puzzleBody(this.puzzle));
      this.past.push(this.puzzle);
      this.show(makePuzzle(mended));
      this.note = mended.changes.length ? ` ${t("repaired", { changes: mended.changes.join("; ") })}` : ` ${t("norepair")}`;
    });
  }

  // ------------------------------------------------------------------------------------------------ in and out

  async download() {
    const format = this.page["edit-format"].value;
    const text = online
      ? await (await postRaw("write", { puzzle: puzzleBody(this.puzzle), format })).text()
      : `${JSON.stringify(puzzleBody(this.puzzle))}\n`;
    download(`numberlink.${{ json: "json" }[online ? format : "json"] ?? "txt"}`, text);
  }

  async readFile(file) {
    await this.read(await file.text());
    this.page["edit-file"].value = "";
  }

  /** Edit the first puzzle of a text, a link for example; all of them, where there are more, are kept under Mine. */
  async read(text) {
    const own = /#(?:p|edit)=(\S+)/.exec(text);
    const linked = own && decode(own[1]);
    const { puzzles } = linked ? { puzzles: [linked] } : await post("read", { text });
    const read = puzzles.map(makePuzzle);
    this.change(read[0]);
    if (read.length === 1) return;
    const blank = { moves: [], undone: [], seconds: 0, hints: [], revealed: [], complete: 0 };
    for (const puzzle of read.filter((one) => !boardFaults(one).length).reverse()) {
      saveGame(encode(puzzle), { ...blank, pairs: puzzle.ends.size, name: puzzle.name, at: Date.now(), imported: true });
    }
    this.note = ` ${t("readpuzzle", { count: read.length })}`;
  }
}
