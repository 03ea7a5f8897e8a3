// Packs: the puzzles of a file in its sections, and the packs of the shelf (shelf.js), which come with the page.  A puzzle
// of a pack is a level, with a picture, stars and a next level.

import { capital } from "./api.js";
import { thumbnail } from "./picture.js";
import { button, make } from "./elements.js";
import { makePuzzle } from "./play.js";
import { GRADES, clock, gradeAndSize, stars } from "./reward.js";
import { decode, encode, unpacked } from "./share.js";
import { load, loadGame } from "./store.js";
import { t } from "./text.js";

export class Packs {
  /** `open(puzzle)` plays a level; `pack` has the puzzles of a file, whose sections are their notes `section` or grades. */
  constructor(page, { open, pack }) {
    this.page = page;
    this.open = open;
    this.own = [];
    for (const entry of pack ?? []) {
      const name = entry.notes?.section ?? (entry.grade ? capital(t(entry.grade)) : t("thispack"));
      let found = this.own.find((one) => one.name === name);
      if (!found) {
        found = { name, levels: [] };
        this.own.push(found);
      }
      found.levels.push({ code: encode(makePuzzle(entry)), entry, grade: entry.grade, name: entry.name });
    }
    this.all = this.own;
    /** A promise of the packs of the shelf; null until they are first asked for. */
    this.coming = null;
  }

  /** The codes of the levels of the file, in their order. */
  get codes() {
    return this.own.flatMap(({ levels }) => levels.map(({ code }) => code));
  }

  /** The packs of the shelf, fetched when they are first asked for. */
  shelf() {
    this.coming ??= import("./shelf.js").then(({ PACKS }) => {
      const found = PACKS.map(([id, text]) => ({ id, name: t(`pack${id}`), levels: levelsOf(text, id) }));
      this.all = [...this.own, ...found];
      return found;
    });
    return this.coming;
  }

  /** The pack and the place (from 0) of the level with a code; null for a puzzle of no pack. */
  find(code) {
    for (const pack of this.all) {
      const at = pack.levels.findIndex((level) => level.code === code);
      if (at >= 0) return { pack, at, level: pack.levels[at] };
    }
    return null;
  }

  /** The level `step` places behind another one (before it if negative); null if there is none. */
  beside(code, step) {
    const codes = this.codes;
    const own = codes.indexOf(code);
    const found = this.find(code);
    const there = own >= 0 ? codes[own + step] : found?.pack.levels[found.at + step]?.code;
    return there === undefined ? null : this.find(there).level;
  }

  play(level) {
    this.open(puzzleOf(level));
  }

  /** The level of the shelf, if possible one not begun, that is nearest to a grade (unless "any") and then to a size. */
  async nearest({ size, difficulty }) {
    const [width, height] = size.split("x").map(Number);
    const levels = (await this.shelf()).flatMap((pack) => pack.levels);
    const far = (level) => {
      const [across, down] = level.code.split(".")[0].split("x").map(Number);
      const grade = difficulty === "any" ? 0 : Math.abs(GRADES.indexOf(difficulty) - GRADES.indexOf(level.grade));
      return (loadGame(level.code)?.moves.length ? 1e6 : 0) + 1000 * grade + Math.abs(across * down - width * height);
    };
    return puzzleOf(levels.reduce((best, level) => (far(level) < far(best) ? level : best)));
  }

  /** The level of the shelf that replaces the daily puzzle of a date without a server: the same one for everyone. */
  async ofDay(date, kind) {
    const grade = kind === "gentle" ? "easy" : ["medium", "easy", "easy", "medium", "medium", "hard", "expert"][new Date(date).getUTCDay()];
    const levels = (await this.shelf()).flatMap((pack) => pack.levels).filter((level) => level.grade === grade);
    return puzzleOf(levels[Math.floor(Date.parse(date) / 86_400_000) % levels.length]);
  }

  async show() {
    if (!this.own.length) await this.shelf();
    const now = this.find(load("last"))?.pack ?? this.all.find((pack) => pack.levels.some(({ code }) => !loadGame(code)?.solved)) ?? this.all[0];
    this.page["packs-list"].replaceChildren(...this.all.map((pack) => this.section(pack, pack === now)));
    const more = () => this.shelf().then(() => this.show());
    if (this.all === this.own) this.page["packs-list"].append(button(t("morepacks"), more));
  }

  /** A pack as an element, folded unless `open`: its name, how much of it is solved, its levels. */
  section(pack, open) {
    const games = pack.levels.map(({ code }) => loadGame(code));
    const solved = games.filter((game) => game?.solved).length;
    const won = pack.levels.reduce((sum, level, at) => sum + stars(games[at], level), 0);
    const details = make("details");
    const summary = make("summary");
    const bar = make("progress");
    Object.assign(bar, { value: solved, max: games.length, ariaLabel: pack.name });
    summary.append(make("b", pack.name), make("span", t("packline", { solved, count: games.length, stars: won }), "quiet"), bar);
    details.append(summary);
    const fill = () => {
      if (!details.open || details.children.length > 1) return;
      const following = pack.levels.find((_, at) => !games[at]?.solved);
      const go = button(t(solved ? "nextunsolved" : "beginpack"), () => this.play(following), { className: "primary", disabled: !following });
      const grid = make("div", "", "levels");
      grid.append(...pack.levels.map((level, at) => this.level(level, at, games[at])));
      details.append(go, grid);
    };
    details.addEventListener("toggle", fill);
    details.open = open;
    fill();
    return details;
  }

  level(level, at, game) {
    const count = stars(game, level);
    const told = game?.solved ? t("solvedin", { time: clock(game.seconds) }) : game?.moves.length ? t("begun", game) : "";
    const about = [`${at + 1}`, level.name, gradeAndSize(level), told, game?.solved && t("starsof", { count })];
    const puzzle = puzzleOf(level);
    const paths = game?.solved ? (puzzle.paths ?? []).filter((path) => path.length) : [];
    const picture = thumbnail(puzzle, paths.map((path) => path.map((position) => puzzle.grid.cell(position))));
    const won = game?.solved ? "★".repeat(count) + "☆".repeat(3 - count) : game?.moves.length ? "…" : "";
    return button("", () => this.play(level), {
      className: game?.solved ? "done" : game?.moves.length ? "begun" : "",
      ariaLabel: about.filter(Boolean).join(", "),
      title: [level.name, gradeAndSize(level)].filter(Boolean).join(" · "),
    }, picture, make("span", `${at + 1}`), make("span", won, "stars"));
  }
}

/** The levels of a pack of the shelf, written as `code~solution~grade and effort`; a code without size and rules has those
 * of the level before, and a grade is its place in GRADES, from 1. */
function levelsOf(text, id) {
  let start = "";
  return text.split(" ").map((line) => {
    const [code, paths, graded] = line.split("~");
    const whole = /^\d+x\d+\.cover\./.exec(code);
    start = whole ? whole[0] : start;
    return { code: whole ? code : start + code, paths, grade: GRADES[graded[0] - 1], effort: +graded.slice(1), pack: id };
  });
}

/** The puzzle of a level, with its solution if that is proven to be the only one. */
export function puzzleOf({ code, entry, paths, grade, effort, pack }) {
  if (entry) return makePuzzle(entry);
  const puzzle = decode(code);
  return { ...puzzle, grade, effort, pack, unique: true, paths: unpacked(puzzle, paths) };
}

/** Four small boards that teach the game; the texts lesson0 to lesson3 (text.js) go with them. */
const LESSONS = ["3x3.free.1a2c1a2", "4x4.cover.1b1d2b2d", "4x4.no-touch.c1a2b3c2a3-1", "5x5.cover.f1b2b2a3b4b4-1b3"];

/** The proven solution of the last board, so that its hints need no server. */
const LAST = [
  [[1, 1], [1, 2], [1, 3], [2, 3], [3, 3], [4, 3], [4, 2], [4, 1]],
  [[1, 4], [0, 4], [0, 3], [0, 2], [0, 1], [0, 0], [1, 0], [2, 0], [2, 1], [2, 2]],
  [[2, 4], [3, 4], [4, 4]],
  [[3, 2], [3, 1], [3, 0], [4, 0]],
];

/** The board of a lesson, counted from 0; null after the last lesson. */
export function lesson(at) {
  if (at >= LESSONS.length) return null;
  const proof = at === LESSONS.length - 1 ? { unique: true, paths: LAST } : {};
  return { ...decode(LESSONS[at]), lesson: at, ...proof };
}
