// The dailies: the two puzzles of a day, the streak, and the archive by month.

import { DAY, dateOf, streak, today } from "./days.js";
import { make, on, openAtTop } from "./elements.js";
import { clock } from "./reward.js";
import { keptGames } from "./store.js";
import { t } from "./text.js";

/** The signs of each of a day's two puzzles: solved, begun. */
const SIGNS = { climbing: ["▲", "△"], gentle: ["●", "○"] };
const KINDS = Object.keys(SIGNS);

export class Calendar {
  /** `play(date, kind)` opens the puzzle of a day. */
  constructor(page, { play }) {
    this.page = page;
    this.day = today();
    /** @type {Record<string, any[][]>} Kind -> [width, height, grade] of each weekday, Monday first. */
    this.week = {};
    on("click", page, { "go-daily": () => this.show(), "month-before": () => this.turn(-1), "month-after": () => this.turn(1) });
    for (const kind of KINDS) page[`daily-${kind}`].addEventListener("click", () => {
      page["daily-dialog"].close();
      play(this.day, kind);
    });
  }

  /** Take the sizes and grades of the week from the server's answer. */
  about(week) {
    this.week = week ?? {};
    if (this.page["daily-dialog"].open) this.fill();
  }

  show() {
    this.day = today();
    this.fill();
    openAtTop(this.page["daily-dialog"]);
  }

  /** Go to the same day of the month before (-1) or after (1), to its last day if the month is shorter. */
  turn(step) {
    const [year, month, day] = this.day.split("-").map(Number);
    const last = new Date(Date.UTC(year, month + step, 0)).getUTCDate();
    this.day = dateOf(Math.min(Date.UTC(year, month - 1 + step, Math.min(day, last)), Date.parse(today())) / DAY);
    this.fill();
  }

  fill() {
    const { page } = this;
    const games = keptGames().filter((game) => game.daily);
    const found = new Map(games.map((game) => [`${game.daily} ${game.kind_of_day ?? KINDS[0]}`, game]));
    const named = (date, options) => new Intl.DateTimeFormat(document.documentElement.lang, { timeZone: "UTC", ...options }).format(new Date(date));
    const state = (date, kind) => {
      const game = found.get(`${date} ${kind}`);
      if (game?.solved) return [SIGNS[kind][0], t("solvedin", { time: clock(game.seconds) })];
      return game?.moves.length ? [SIGNS[kind][1], t("begun", game)] : ["", ""];
    };
    page["daily-title"].textContent = named(this.day, { dateStyle: "full" });
    page["daily-streak"].textContent = t("streak", { count: streak(games) });
    for (const kind of KINDS) {
      const wish = this.week[kind]?.[(new Date(this.day).getUTCDay() + 6) % 7];
      const parts = [wish ? `${wish[0]}×${wish[1]} ${t(wish[2])}` : "", state(this.day, kind)[1]];
      page[`daily-${kind}`].textContent = [`${SIGNS[kind][0]} ${t(kind)}`, ...parts].filter(Boolean).join(" · ");
    }
    const [year, month] = this.day.split("-").map(Number);
    const first = Date.UTC(year, month - 1, 1) / DAY;
    page["month-name"].textContent = named(this.day, { year: "numeric", month: "long" });
    page["month-after"].disabled = this.day.slice(0, 7) === today().slice(0, 7);
    const monday = first - ((new Date(first * DAY).getUTCDay() + 6) % 7);
    const heads = Array.from({ length: 7 }, (_, at) => make("span", named(dateOf(monday + at), { weekday: "short" })));
    const blanks = Array.from({ length: first - monday }, () => make("span"));
    const days = Array.from({ length: new Date(Date.UTC(year, month, 0)).getUTCDate() }, (_, at) => {
      const date = dateOf(first + at);
      const states = KINDS.map((kind) => [kind, ...state(date, kind)]);
      const button = make("button", String(at + 1));
      button.append(make("span", states.map(([, sign]) => sign).join("")));
      button.ariaLabel = [named(date, { dateStyle: "long" }), ...states.filter(([, sign]) => sign).map(([kind, , words]) => `${t(kind)} ${words}`)].join(", ");
      button.ariaPressed = String(date === this.day);
      button.classList.toggle("done", states.some(([kind, sign]) => sign === SIGNS[kind][0]));
      button.disabled = date > today();
      button.addEventListener("click", () => {
        this.day = date;
        this.fill();
        page["mine-days"].querySelector("[aria-pressed=true]").focus();
      });
      return button;
    });
    page["mine-days"].replaceChildren(...heads, ...blanks, ...days);
  }
}
