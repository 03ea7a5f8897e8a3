// The reward for a solved board: a card with stars, time and par time, and the result as text to share.

import { capital } from "./api.js";
import { linksOf } from "./play.js";
import { sidesOf } from "./share.js";
import { keptGames } from "./store.js";
import { counted, nameOf, t } from "./text.js";

const SQUARES = { own: "🟩", helped: "🟨" };

/** Grade -> intensity (effort per 100 cells) in the middle of the grade, for boards whose effort is not known. */
const INTENSITIES = { easy: 0.05, medium: 0.3, hard: 0.8, expert: 1.5, extreme: 4 };
/** The grades, easiest first. */
export const GRADES = Object.keys(INTENSITIES);
/** Par time: A_CELL seconds per cell, plus AN_EFFORT seconds per cell and unit of effort; effort above MOST counts as
 * MOST. */
const [A_CELL, AN_EFFORT, MOST] = [0.8, 0.35, 16];

/** The size of a code's board as players read it: "9×7", "5×5×2" with layers, "36 cells" where cells are polygons. */
export function sizeOf(code) {
  const sides = sidesOf(code);
  return sides[1] ? sides.join("×") : `${sides} ${t("cells")}`;
}

/** The grade and the size of a board as players read them: "Medium 7×7".
 * @param {{ code: string, grade?: string }} board */
export function gradeAndSize({ code, grade }) {
  return [grade && capital(t(grade)), sizeOf(code)].filter(Boolean).join(" ");
}

/** The par time of a board in seconds, a multiple of 5, from its number of cells and its effort; null without a grade.
 * @param {{ code?: string, cells?: { length: number }, grade?: string, effort?: number }} board */
export function par({ code, cells, grade, effort }) {
  if (!grade) return null;
  const count = code ? sidesOf(code).reduce((product, side) => product * +side, 1) : cells.length;
  return Math.ceil((count * (A_CELL + AN_EFFORT * Math.min(MOST, effort || (INTENSITIES[grade] * Math.max(64, count)) / 100))) / 5) * 5;
}

/** The stars of a game, 0 if it is not solved: one for solving, one for no hints, one for a time up to par. */
export function stars(game, level) {
  if (!game?.solved) return 0;
  const most = par({ ...level, code: game.code ?? level.code, effort: level.effort ?? game.effort, grade: level.grade ?? game.grade });
  return [true, !game.hints.length, most !== null && game.seconds <= most].filter(Boolean).length;
}

/** Show the card of a player who has just solved a board. */
export function showCard(player) {
  const { page, puzzle, hints, code, seconds } = player;
  if (puzzle.lesson !== undefined) return;
  const alike = keptGames().filter((game) => game.solved && game.code !== code && gradeAndSize(game) === gradeAndSize({ code, grade: puzzle.grade }));
  const best = alike.length > 0 && alike.every((game) => game.seconds > seconds);
  const most = par({ ...puzzle, code });
  const count = stars({ solved: 1, hints, seconds, code }, puzzle);
  page["card-stars"].textContent = "★".repeat(count) + "☆".repeat(3 - count);
  page["card-stars"].ariaLabel = t("starsof", { count });
  page["card-time"].textContent = t("solvedintime", { time: clock(seconds) });
  const race = raced(player); // replaces par and best time, as a larger card would move the board
  const rest = race ? [race] : [most && t("par", { time: clock(most) }), best && t("bestyet")];
  const about = [gradeAndSize({ code, grade: puzzle.grade }), counted("hints", hints.length), isFlawless(player) && t("flawless"), ...rest];
  page["card-about"].textContent = about.filter(Boolean).join(" · ");
  page.card.parentElement.style.minHeight = `${page.card.parentElement.getBoundingClientRect().height}px`; // the board must not move
  page.card.hidden = false;
}

/** Whether a link of the drawing `before` is missing from `after`. */
export function tookBack(before, after) {
  const now = linksOf(after.strands);
  return [...linksOf(before.strands)].some((link) => !now.has(link));
}

/** Whether a game needed no hint and took nothing back. */
export function isFlawless({ hints, slips }) {
  return !hints.length && slips === 0;
}

/** The result of a race against a friend's time, in words; "" without a race. */
function raced({ race, seconds }) {
  if (!race) return "";
  const [name, by] = seconds < race ? ["racewon", race - seconds] : ["racelost", seconds - race];
  return t(seconds === race ? "racedrawn" : name, { time: clock(race), by: clock(by) });
}

/** The result as text: one square for each path, green if the path was found without help, else yellow. */
export function result(player) {
  const { puzzle, hints, seconds } = player;
  const numbers = [...puzzle.ends.keys()].sort((one, two) => one - two);
  const squares = numbers.map((number) => (hints.includes(number) ? SQUARES.helped : SQUARES.own));
  const title = ["numlink", nameOf(puzzle), gradeAndSize({ code: player.code, grade: puzzle.grade })].filter(Boolean).join(" · ");
  return `${title}\n${squares.join("")}\n${clock(seconds)} · ${counted("hints", hints.length)}`;
}

export function clock(seconds) {
  const two = (number) => String(number).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${two(seconds % 60)}`;
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}
