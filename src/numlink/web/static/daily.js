// The dailies: the two puzzles of a day as small pictures, the week and the streak on Home, the archive by month.

import { capital, get, online } from "./api.js";
import { button, icon, make } from "./elements.js";
import { fetchPuzzle } from "./new.js";
import { levelOfDay } from "./packs.js";
import { actions, onClick, page, server } from "./page.js";
import { thumbnail } from "./picture.js";
import { makePuzzle, strandsOf } from "./play.js";
import { clock } from "./reward.js";
import { decode } from "./share.js";
import { keptGames, load, save } from "./store.js";
import { counted, dayIn, t } from "./text.js";

/** Milliseconds in a day; the days of daily puzzles begin at 0:00 UTC. */
const DAY = 86_400_000;
/** The signs of each of a day's two puzzles in the calendar: solved, begun. */
const SIGNS = { gentle: ["●", "○"], climbing: ["▲", "△"] };
const KINDS = Object.keys(SIGNS);

/** The day whose puzzles the archive shows. */
let shown = today();

onClick({ "month-before": () => turn(-1), "month-after": () => turn(1) });

/** Play the puzzle of a date like 2026-11-22; `kind` is "climbing" or "gentle". */
export async function playDaily(date = today(), kind = "climbing") {
  const kept = load("week", {})[`${kind} ${date}`];
  if (kept) actions.play(kept);
  else {
    actions.awaitPuzzle();
    await fetchPuzzle(t("fetching"), "daily", { date, ...(kind === "gentle" ? { kind } : {}) }, () => levelOfDay(date, kind));
  }
  keepWeek();
}

/** Keep the daily puzzles of the coming week for days without a network. */
export async function keepWeek() {
  if (!online) return;
  const { days } = await get("week").catch(() => ({ days: [] }));
  if (days.length) save("week", Object.fromEntries(days.map((day) => [`${day.kind_of_day} ${day.daily}`, day])));
}

/** Fill the card on Home. */
export function showToday() {
  const now = today();
  const days = dailies();
  const solved = new Set([...days.values()].filter((game) => game.solved).map((game) => game.daily));
  const monday = Date.parse(now) / DAY - weekday(now);
  page["today-date"].textContent = t("todayis", { date: dayIn(now, { weekday: "long", day: "numeric", month: "long" }) });
  page["today-week"].replaceChildren(...Array.from({ length: 7 }, (_, at) => {
    const date = dateOf(monday + at);
    const one = make("li", dayIn(date, { weekday: "narrow" }), solved.has(date) ? "done" : "");
    one.ariaLabel = [dayIn(date, { weekday: "long" }), solved.has(date) && t("done")].filter(Boolean).join(", ");
    if (date === now) one.ariaCurrent = "date";
    return one;
  }));
  page["today-boards"].replaceChildren(...KINDS.map((kind) => board(now, kind, days)));
  showStreak(page["today-streak"], days, false);
}

function showStreak(place, days, inWords) {
  const count = streak([...days.values()]);
  place.hidden = !count;
  place.replaceChildren(icon("flame"), make("span", inWords ? counted("streak", count) : String(count)));
  if (!inWords) place.ariaLabel = counted("streak", count);
}

/** The button of one of a day's puzzles: its picture, grade, size and progress. */
function board(date, kind, days) {
  const wish = server.dailies[kind]?.[weekday(date)];
  const game = days.get(`${date} ${kind}`);
  const [, done] = state(game, kind);
  const known = load("week", {})[`${kind} ${date}`];
  const puzzle = game ? decode(game.code) : makePuzzle(known ?? blank(wish ?? [7, 7]));
  const what = wish && `${capital(t(wish[2]))} ${wish[0]}×${wish[1]}`;
  const picture = puzzle ? thumbnail(puzzle, strandsOf(puzzle, game?.moves)) : "";
  const words = [make("strong", t(kind)), make("small", [what, done].filter(Boolean).join(" · "))];
  return button("", () => playDaily(date, kind), { className: game?.solved ? "done" : "" }, picture, ...words);
}

/** Go to the same day of the month before (-1) or after (1), or to its last day if the month is shorter. */
function turn(step) {
  const [year, month, day] = shown.split("-").map(Number);
  const last = new Date(Date.UTC(year, month + step, 0)).getUTCDate();
  showDaily(dateOf(Math.min(Date.UTC(year, month - 1 + step, Math.min(day, last)), Date.parse(today())) / DAY));
}

/** Show the puzzles of a day, by default today's, and the days of its month. */
export function showDaily(day = today()) {
  shown = day;
  const days = dailies();
  const year = day.slice(0, 4) === today().slice(0, 4) ? undefined : "numeric";
  page["daily-title"].textContent = dayIn(day, { weekday: "long", day: "numeric", month: "long", year });
  showStreak(page["daily-streak"], days, true);
  page["daily-boards"].replaceChildren(...KINDS.map((kind) => Object.assign(board(day, kind, days), { id: `daily-${kind}` })));
  const month = day.slice(0, 7);
  const first = Date.parse(`${month}-01`) / DAY;
  page["month-name"].textContent = dayIn(day, { year: "numeric", month: "long" });
  page["month-after"].disabled = today().startsWith(month);
  const monday = first - weekday(dateOf(first));
  const heads = Array.from({ length: 7 }, (_, at) => make("span", dayIn(dateOf(monday + at), { weekday: "short" })));
  const blanks = Array.from({ length: first - monday }, () => make("span"));
  const dates = Array.from({ length: 31 }, (_, at) => dateOf(first + at)).filter((date) => date.startsWith(month));
  page["mine-days"].replaceChildren(...heads, ...blanks, ...dates.map((date) => dayOf(date, days)));
}

/** Show the current day again, in another language. */
export function refillDaily() {
  showDaily(shown);
}

/** The button of a day in the archive. */
function dayOf(date, days) {
  const states = KINDS.map((kind) => [kind, ...state(days.get(`${date} ${kind}`), kind)]);
  const choose = () => {
    showDaily(date);
    page["mine-days"].querySelector("[aria-pressed=true]").focus();
  };
  return button(String(+date.slice(8)), choose, {
    ariaLabel: [dayIn(date, { dateStyle: "long" }), ...states.filter(([, sign]) => sign).map(([kind, , words]) => `${t(kind)} ${words}`)].join(", "),
    ariaPressed: String(date === shown),
    className: states.some(([kind, sign]) => sign === SIGNS[kind][0]) ? "done" : "",
    disabled: date > today(),
  }, make("span", states.map(([, sign]) => sign).join("")));
}

/** The kept games of dailies by day and kind. */
function dailies() {
  return new Map(keptGames().filter((game) => game.daily).map((game) => [`${game.daily} ${game.kind_of_day ?? "climbing"}`, game]));
}

/** The progress of a game of a daily: [its sign, in words]. */
function state(game, kind) {
  if (game?.solved) return [SIGNS[kind][0], t("solvedin", { time: clock(game.seconds) })];
  return game?.moves.length ? [SIGNS[kind][1], t("begun", game)] : ["", ""];
}

/** The weekday of a date: 0 for Monday to 6 for Sunday. */
function weekday(date) {
  return (new Date(date).getUTCDay() + 6) % 7;
}

/** An empty board, the picture of a puzzle that has not arrived yet.
 * @param {any[]} size */
function blank([width, height]) {
  return { width, height, cells: new Array(width * height).fill(0) };
}

/** A day, given as the number of days since 1970-01-01, as text like 2026-11-22. */
function dateOf(day) {
  return new Date(day * DAY).toISOString().slice(0, 10);
}

function today() {
  return dateOf(Math.floor(Date.now() / DAY));
}

/** The number of days with a solved daily, counted back from today until two days in a row have none; today does not
 * count as missed, because it is not over. */
export function streak(games) {
  const days = new Set(games.filter((game) => game.solved && game.daily).map((game) => game.daily));
  let count = 0;
  for (let day = Math.floor(Date.now() / DAY), missed = -1; missed < 2; day -= 1) {
    const played = days.has(dateOf(day));
    missed = played ? 0 : missed + 1;
    if (played) count += 1;
  }
  return count;
}
