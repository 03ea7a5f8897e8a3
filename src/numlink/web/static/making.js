// New and Daily: the dialog of wishes, which offers only those that can be met; fetching a puzzle, which can be stopped;
// and a level of the shelf if no server answers.

import { Refusal, Unreachable, get, online } from "./api.js";
import { today } from "./days.js";
import { make, on } from "./elements.js";
import { GRADES } from "./reward.js";
import { load, save } from "./store.js";
import { t } from "./text.js";

/** The wishes for a new puzzle beside its size: each is a field `new-...` of the dialog and a setting.  Those of MORE are
 * in the folded part of the dialog. */
const MORE = ["style", "symmetry", "misleading", "least", "most"];
const WISHES = ["difficulty", "board", "rules", "kind", ...MORE];
/** Milliseconds that a puzzle may take before the page says that it is being made. */
const AT_ONCE = 250;

export class Maker {
  /** `play(puzzle)` plays, `show(part)` shows a part of the page, `say(words)` tells, `changed()` follows new settings. */
  constructor(page, { settings, packs, play, show, say, changed }) {
    this.page = page;
    this.settings = settings;
    this.packs = packs;
    this.play = play;
    this.show = show;
    this.say = say;
    this.changed = changed;
    this.coming = false;
    /** @type {Record<string, Record<string, number[]>>} Board -> grade -> [least, most] side that can be made in time. */
    this.offers = {};
    this.seconds = 8;
    /** @type {AbortController | null} */
    this.working = null;
    on("click", page, { "go-new": () => this.open(), "making-stop": () => this.working?.abort() });
    for (const id of ["rules", "kind", "symmetry", "board", "width", "height"]) page[`new-${id}`].addEventListener("input", () => this.limit());
    page["new-dialog"].addEventListener("close", () => {
      if (page["new-dialog"].returnValue === "make") this.start();
      page["new-dialog"].returnValue = "";
    });
  }

  /** Take the offers and the time limit from the server's answer. */
  about({ offers = {}, seconds = 8 }) {
    Object.assign(this, { offers, seconds });
    this.limit();
  }

  // ----------------------------------------------------------------------------------------------------- the dialog

  open() {
    const { page, settings } = this;
    [page["new-width"].value, page["new-height"].value] = settings.size.split("x");
    for (const what of WISHES) page[`new-${what}`].value = settings[what];
    page["new-more"].open = page["new-more"].open || MORE.some((what) => !["usual", "none", "any", ""].includes(settings[what]));
    page["new-seed"].value = "";
    this.limit();
    page["new-dialog"].showModal();
  }

  side(id) {
    return Math.max(3, Math.min(40, Math.floor(+this.page[id].value) || 7));
  }

  /** Grade -> [least, most] side of a kind of board that can be made in time. */
  ranges(board) {
    return this.offers[board] ?? Object.fromEntries(GRADES.map((grade) => [grade, [0, 40]]));
  }

  /** Enable only wishes that go together and can be met at this size. */
  limit() {
    const { page } = this;
    const [kind, rules, symmetry, board] = ["kind", "rules", "symmetry", "board"].map((what) => page[`new-${what}`].value);
    const { made, graded } = allowed({ kind, rules, symmetry });
    for (const what of ["board", "style", "symmetry"]) page[`new-${what}`].disabled = !made;
    for (const what of ["difficulty", "misleading", "least", "most"]) page[`new-${what}`].disabled = !graded;
    const ranges = this.ranges(made ? board : "plain");
    const side = Math.sqrt(this.side("new-width") * this.side("new-height"));
    const there = GRADES.filter((grade) => grade in ranges && ranges[grade][0] <= side && side <= ranges[grade][1]);
    const select = page["new-difficulty"];
    const wanted = select.value;
    for (const option of select.options) option.hidden = option.disabled = option.value !== "any" && !there.includes(option.value);
    page["new-note"].textContent = graded ? this.note(ranges, there) : "";
    if (!graded || wanted === "any" || there.includes(wanted)) return;
    const far = (grade) => Math.abs(GRADES.indexOf(grade) - GRADES.indexOf(wanted));
    select.value = there.reduce((best, grade) => (best === "any" || far(grade) < far(best) ? grade : best), "any");
    page["new-note"].textContent = t("instead", { wanted: t(wanted), chosen: t(select.value), sizes: sizes(ranges[wanted]) });
  }

  /** Where the grades can be had that this size has not. */
  note(ranges, there) {
    const others = GRADES.filter((grade) => grade in ranges && !there.includes(grade));
    return others.map((grade) => `${t(grade)}: ${sizes(ranges[grade])}`).join(" · ");
  }

  start() {
    const { page, settings } = this;
    settings.size = `${this.side("new-width")}x${this.side("new-height")}`;
    for (const what of WISHES) settings[what] = page[`new-${what}`].value;
    this.changed();
    this.show("player");
    return this.make(page["new-seed"].value.trim() || undefined);
  }

  // --------------------------------------------------------------------------------------------- what is on its way

  /** Make the puzzle that the settings wish for. */
  async make(seed = undefined) {
    const { settings } = this;
    const [width, height] = settings.size.split("x").map(Number);
    const { rules, kind, difficulty, board, style, symmetry, misleading, least, most } = settings;
    const laid = { board, style, symmetry };
    const rated = { difficulty, misleading, ...(least || most ? { effort: `${least}..${most}` } : {}) };
    const { made, graded } = allowed(settings);
    const query = { width, height, rules, claim: kind, seed, ...(made ? laid : {}), ...(graded ? rated : {}) };
    const size = `${width}×${height}`;
    await this.fetch(t("makingof", { size, grade: graded && difficulty !== "any" ? t(difficulty) : "" }), "puzzle", query, () => this.packs.nearest(settings));
  }

  /** Play the puzzle of a date (2026-11-22; by default today); `kind` is "climbing" or "gentle". */
  async daily(date = today(), kind = "climbing") {
    const kept = load("week", {})[`${kind} ${date}`];
    if (kept) this.play(kept);
    else await this.fetch(t("fetching"), "daily", { date, ...(kind === "gentle" ? { kind } : {}) }, () => this.packs.ofDay(date, kind));
    this.ahead();
  }

  /** Keep the daily puzzles of the coming week for days without a network. */
  async ahead() {
    if (!online || this.coming) return;
    this.coming = true;
    const days = await get("week").then((week) => week.days, () => []);
    this.coming = false;
    if (days.length) save("week", Object.fromEntries(days.map((day) => [`${day.kind_of_day} ${day.daily}`, day])));
  }

  /** Fetch a puzzle and play it, while the page shows `words` and the seconds and offers to stop.  If no server answers,
   * play the puzzle that `shelf()` returns. */
  async fetch(words, path, query, shelf) {
    this.working?.abort();
    const working = new AbortController();
    this.working = working;
    this.offer([]);
    const done = this.progress(words);
    try {
      const found = await get(path, query, working.signal);
      if (this.working === working) this.play(found);
    } catch (error) {
      if (working.signal.aborted) {
        if (this.working === working) this.say(t("givenup"));
      } else if (error instanceof Unreachable) {
        this.play(await shelf());
        this.say(t("fromshelf"));
      } else {
        this.say(error.message);
        if (error instanceof Refusal) this.offer(error.nearest);
      }
    } finally {
      done();
      if (this.working === working) this.working = null;
    }
  }

  /** Show that a puzzle is being made; returns the function that ends that. */
  progress(words) {
    const { page } = this;
    const began = performance.now();
    const tell = () => {
      const gone = (performance.now() - began) / 1000;
      this.say(gone < 1.5 ? words : `${words} ${Math.floor(gone)} s`);
      Object.assign(page["making-bar"], { max: this.seconds, value: Math.min(gone, this.seconds) });
      page.making.hidden = false;
    };
    const first = setTimeout(tell, AT_ONCE);
    const timer = setInterval(tell, 500);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
      page.making.hidden = true;
    };
  }

  /** Show a button for each of the wishes `nearest`. */
  offer(nearest) {
    const buttons = nearest.map(({ width, height, grade }) => {
      const button = make("button", `${width}×${height} ${t(grade)}`, "small");
      button.addEventListener("click", () => {
        Object.assign(this.settings, { size: `${width}x${height}`, difficulty: grade });
        this.changed();
        this.make();
      });
      return button;
    });
    this.page.offers.replaceChildren(...buttons);
    this.page.offers.hidden = !buttons.length;
  }
}

/** Which wishes can be asked for: `made` (board, style, symmetry): not with the lab's program; `graded` (difficulty and
 * the like): only if the claim is one solution, every cell is filled and paths need not be symmetric. */
function allowed({ kind, rules, symmetry }) {
  return { made: kind !== "classic", graded: (kind === "unique" || kind === "usual") && !rules.startsWith("free") && !symmetry.startsWith("paths") };
}

function sizes(range) {
  return range ? range.map((side) => `${side}×${side}`).join("–") : t("nowhere");
}
