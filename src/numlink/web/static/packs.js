// Packs: the puzzles of a file in its sections, and the packs of the shelf (shelf.json), which come with the page.  A puzzle
// in a pack is a level, with a picture, stars and a next level.

import { capital, pack } from "./api.js";
import { button, make } from "./elements.js";
import { actions, page } from "./page.js";
import { thumbnail } from "./picture.js";
import { makePuzzle } from "./play.js";
import { GRADES, clock, gradeAndSize, stars } from "./reward.js";
import { decode, encode, unpacked } from "./share.js";
import { load, loadGame } from "./store.js";
import { nameOf, t, table } from "./text.js";

/** The sections of the file in the page: its puzzles' notes `section`, else their grades. */
const own = [...Map.groupBy(pack ?? [], ({ notes, grade }) => notes?.section ?? grade)].map(([key, entries]) => ({
  get name() {
    return entries[0].notes?.section ?? (key ? capital(t(key)) : t("thispack"));
  },
  levels: entries.map((entry) => ({ code: encode(makePuzzle(entry)), entry, grade: entry.grade, name: entry.name })),
}));
/** The codes of the levels of the file, in order. */
export const codes = own.flatMap(({ levels }) => levels.map(({ code }) => code));
/** @type {{ name: string, levels: any[] }[]} */
let all = own;
/** A promise of the packs of the shelf; null until they are first needed. */
let coming = null;

/** The packs of the shelf, fetched when first needed. */
export function shelf() {
  coming ??= table("./shelf.json").then((packs) => {
    const found = Object.entries(packs).map(([id, text]) => ({ id, name: t(`pack${id}`), levels: levelsOf(text, id) }));
    all = [...own, ...found];
    return found;
  });
  return coming;
}

/** The pack and the place (from 0) of the level with a code; null for a puzzle that is in no pack. */
export function findLevel(code) {
  for (const pack of all) {
    const at = pack.levels.findIndex((level) => level.code === code);
    if (at >= 0) return { pack, at, level: pack.levels[at] };
  }
  return null;
}

/** The place of a puzzle in its pack: "3 of 40" in a file, "Tough nuts · 3 of 40" on the shelf; "" for one in no pack. */
export function placeOf(code) {
  const at = codes.indexOf(code);
  if (at >= 0) return codes.length < 2 ? "" : t("of", { at: at + 1, count: codes.length });
  const found = findLevel(code);
  return found ? `${found.pack.name} · ${t("of", { at: found.at + 1, count: found.pack.levels.length })}` : "";
}

/** The title of a kept game or a level: as a lesson, a daily, by name, by its place in a pack, or by grade and size. */
export function titleOf(game) {
  if (game.lesson !== undefined) return t("lessonname", { at: game.lesson + 1 });
  if (game.daily || game.name) return nameOf(game);
  return placeOf(game.code) || gradeAndSize(game);
}

/** The level `step` places after another one (before it if negative); null if there is none. */
export function besideLevel(code, step) {
  const at = codes.indexOf(code);
  const found = findLevel(code);
  const there = at >= 0 ? codes[at + step] : found?.pack.levels[found.at + step]?.code;
  return there === undefined ? null : findLevel(there).level;
}

/** The level of the shelf, if possible not begun, that is nearest to a grade (unless "any") and then to a size. */
export async function nearestLevel({ size, difficulty }) {
  const [width, height] = size.split("x").map(Number);
  const levels = (await shelf()).flatMap((pack) => pack.levels);
  const far = (level) => {
    const [across, down] = level.code.split(".")[0].split("x").map(Number);
    const grade = difficulty === "any" ? 0 : Math.abs(GRADES.indexOf(difficulty) - GRADES.indexOf(level.grade));
    return (loadGame(level.code)?.moves.length ? 1e6 : 0) + 1000 * grade + Math.abs(across * down - width * height);
  };
  return puzzleOf(levels.reduce((best, level) => (far(level) < far(best) ? level : best)));
}

/** The level of the shelf that replaces the daily puzzle of a date without a server: the same one for everyone. */
export async function levelOfDay(date, kind) {
  const grade = kind === "gentle" ? "easy" : ["medium", "easy", "easy", "medium", "medium", "hard", "expert"][new Date(date).getUTCDay()];
  const levels = (await shelf()).flatMap((pack) => pack.levels).filter((level) => level.grade === grade);
  return puzzleOf(levels[Math.floor(Date.parse(date) / 86_400_000) % levels.length]);
}

export async function showPacks() {
  if (!own.length) await shelf();
  const now = findLevel(load("last"))?.pack ?? all.find((pack) => pack.levels.some(({ code }) => !loadGame(code)?.solved)) ?? all[0];
  page["packs-list"].replaceChildren(...all.map((pack) => section(pack, pack === now)));
  if (all === own) page["packs-list"].append(button(t("morepacks"), () => shelf().then(showPacks)));
}

/** The element of a pack, folded unless `open`: its name, its progress, its levels. */
function section({ name, levels }, open) {
  const games = levels.map(({ code }) => loadGame(code));
  const solved = games.filter((game) => game?.solved).length;
  const won = levels.reduce((sum, level, at) => sum + stars(games[at], level), 0);
  const details = make("details");
  const summary = make("summary");
  const bar = Object.assign(make("progress"), { value: solved, max: games.length, ariaLabel: name });
  summary.append(make("b", name), make("span", t("packline", { solved, count: games.length, stars: won }), "quiet"), bar);
  details.append(summary);
  const fill = () => {
    if (!details.open || details.children.length > 1) return;
    const following = levels.find((_, at) => !games[at]?.solved);
    const go = button(t(solved ? "nextunsolved" : "beginpack"), () => actions.play(puzzleOf(following)), { className: "primary", disabled: !following });
    const grid = make("div", "", "levels");
    grid.append(...levels.map((level, at) => levelButton(level, at, games[at])));
    details.append(go, grid);
  };
  details.addEventListener("toggle", fill);
  details.open = open;
  fill();
  return details;
}

function levelButton(level, at, game) {
  const { solved } = game ?? {};
  const begun = !solved && game?.moves.length > 0;
  const count = stars(game, level);
  const puzzle = puzzleOf(level);
  const paths = solved ? (puzzle.paths ?? []).filter((path) => path.length) : [];
  const picture = thumbnail(puzzle, paths.map((path) => path.map((position) => puzzle.grid.cell(position))));
  const known = [level.name, gradeAndSize(level)];
  const progress = solved ? [t("solvedin", { time: clock(game.seconds) }), t("starsof", { count })] : [begun && t("begun", game)];
  return button("", () => actions.play(puzzle), {
    className: solved ? "done" : begun ? "begun" : "",
    ariaLabel: [`${at + 1}`, ...known, ...progress].filter(Boolean).join(", "),
    title: known.filter(Boolean).join(" · "),
  }, picture, make("span", `${at + 1}`), make("span", solved ? "★".repeat(count) + "☆".repeat(3 - count) : begun ? "…" : "", "stars"));
}

/** The levels of a pack on the shelf, written as `code~solution~grade and effort`; a code without size and rules has
 * those of the level before, and a grade is its place in GRADES, from 1. */
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

/** The proven solution of the last board (`unpacked`), so that its hints need no server. */
const LAST = "u";

/** The board of a lesson, counted from 0; null after the last lesson. */
export function lesson(at) {
  if (at >= LESSONS.length) return null;
  const puzzle = decode(LESSONS[at]);
  const proof = at === LESSONS.length - 1 ? { unique: true, paths: unpacked(puzzle, LAST) } : {};
  return { ...puzzle, lesson: at, ...proof };
}
