// New puzzles: the screen New and the card on Home, which offer only what can be had; fetching a puzzle, which can be
// stopped; and a level of the shelf if no server answers.

import { Refusal, Unreachable, capital, get, online } from "./api.js";
import { NAMES, fillChips } from "./choices.js";
import { today } from "./daily.js";
import { button, on } from "./elements.js";
import { GRADES, par } from "./reward.js";
import { load, save } from "./store.js";
import { counted, t } from "./text.js";

/** What can be chosen for a new puzzle beside its size, seed and rules: each is a field of the form and a setting.  Those of
 * MORE are folded away. */
const MORE = ["style", "symmetry", "kind", "misleading", "least", "most"];
const WISHES = ["difficulty", "board", ...MORE];
/** Milliseconds that a puzzle may take before the page says that it is being made. */
const AT_ONCE = 250;

export class Maker {
  /** `play(puzzle)` plays, `show()` shows the player, `say(words)` tells, `changed()` follows new settings. */
  constructor(page, { settings, packs, play, show, say, changed }) {
    this.page = page;
    this.fields = page["new-form"].elements;
    this.quick = page.quick.elements;
    this.settings = settings;
    this.packs = packs;
    this.play = play;
    this.begin = show;
    this.say = say;
    this.changed = changed;
    this.coming = false;
    /** @type {Record<string, Record<string, number[]>>} Board -> grade -> [least, most] side that can be made in time. */
    this.offers = {};
    this.seconds = 8;
    /** @type {AbortController | null} */
    this.working = null;
    on("click", page, { "making-stop": () => this.working?.abort() });
    page["new-form"].addEventListener("input", ({ target }) => {
      if (target.name === "size" && target.value !== "other") page["new-width"].value = page["new-height"].value = target.value;
      this.limit();
    });
    page["new-form"].addEventListener("submit", (event) => {
      event.preventDefault();
      this.start();
    });
    page.quick.addEventListener("input", () => this.takeQuick());
    page.quick.addEventListener("submit", (event) => {
      event.preventDefault();
      this.begin();
      this.make();
    });
  }

  /** Take the offers and the time limit from the server's answer. */
  about({ offers = {}, seconds = 8 }) {
    Object.assign(this, { offers, seconds });
    if (this.fields.size) this.limit();
  }

  /** Show the settings on the card; sizes and boards that have no chip there stand on the last one. */
  showQuick() {
    const { quick, settings, page } = this;
    fillChips(page.quick);
    const [width, height] = settings.size.split("x");
    quick.size.value = width === height ? width : "";
    quick.difficulty.value = settings.difficulty;
    const there = this.there(Math.sqrt(width * height), settings.board);
    for (const input of quick.difficulty) input.disabled = !there.includes(input.value) || !allowed(settings).graded;
    const board = settings.board === "plain" ? "" : t(NAMES[settings.board]);
    page["quick-more"].textContent = [quick.size.value ? "" : `${width}×${height}`, board].filter(Boolean).join(" ") || "…";
    page["quick-more"].ariaLabel = t("morewishes");
  }

  /** Take what was chosen on the card; a grade that the size has not gives way to the nearest. */
  takeQuick() {
    const { quick, settings } = this;
    if (quick.size.value) settings.size = `${quick.size.value}x${quick.size.value}`;
    settings.difficulty = quick.difficulty.value || settings.difficulty;
    const [width, height] = settings.size.split("x").map(Number);
    settings.difficulty = nearest(settings.difficulty, this.there(Math.sqrt(width * height), settings.board));
    this.changed();
    this.showQuick();
  }

  show() {
    const { page, settings, fields } = this;
    fillChips(page["new-form"]);
    const [width, height] = settings.size.split("x");
    [page["new-width"].value, page["new-height"].value] = [width, height];
    fields.size.value = width === height && [...fields.size].some((input) => input.value === width) ? width : "other";
    for (const what of WISHES) fields[what].value = settings[what];
    fields.fill.value = settings.rules.startsWith("free") ? "free" : "cover";
    page["new-beside"].checked = !settings.rules.endsWith("no-touch");
    page["new-more"].open = page["new-more"].open || MORE.some((what) => !["usual", "none", "any", ""].includes(settings[what]));
    page["new-seed"].value = "";
    this.limit();
  }

  /** The rules that are chosen. */
  rules() {
    const beside = this.page["new-beside"].checked;
    if (this.fields.fill.value === "free") return beside ? "free" : "free-no-touch";
    return beside ? "cover" : "no-touch";
  }

  side(id) {
    return Math.max(3, Math.min(40, Math.floor(+this.page[id].value) || 7));
  }

  /** Grade -> [least, most] side of a kind of board that can be made in time. */
  ranges(board) {
    return this.offers[board] ?? Object.fromEntries(GRADES.map((grade) => [grade, [0, 40]]));
  }

  /** The grades that can be had of a board with sides of this many cells. */
  there(side, board) {
    const ranges = this.ranges(board);
    return GRADES.filter((grade) => grade in ranges && ranges[grade][0] <= side && side <= ranges[grade][1]);
  }

  /** Enable only what goes together and can be had at this size. */
  limit() {
    const { page, fields } = this;
    const wish = { kind: fields.kind.value, rules: this.rules(), symmetry: fields.symmetry.value };
    const { made, graded } = allowed(wish);
    page["new-sides"].hidden = fields.size.value !== "other";
    for (const what of ["board", "style", "symmetry"]) disable(fields[what], !made);
    for (const what of ["misleading", "least", "most"]) disable(fields[what], !graded);
    const board = made ? fields.board.value : "plain";
    const [width, height] = [this.side("new-width"), this.side("new-height")];
    const there = this.there(Math.sqrt(width * height), board);
    const wanted = fields.difficulty.value;
    for (const input of fields.difficulty) input.disabled = !graded || (input.value !== "any" && !there.includes(input.value));
    const chosen = nearest(wanted, there);
    fields.difficulty.value = chosen;
    const words = [];
    if (graded && chosen !== wanted) words.push(t("instead", { wanted: capital(t(wanted)), chosen: t(chosen).toLowerCase() }));
    if (graded) words.push(about(chosen, width * height), ...this.elsewhere(board, there));
    else words.push(t("ungraded"));
    page["new-note"].textContent = words.join("\n");
  }

  /** At which sizes the grades can be had that this size has not. */
  elsewhere(board, there) {
    const ranges = this.ranges(board);
    const others = GRADES.filter((grade) => grade in ranges && !there.includes(grade));
    const lines = others.map((grade) => `${capital(t(grade))}: ${ranges[grade].map((side) => `${side}×${side}`).join("–")}`);
    return lines.length ? [lines.join(" · ")] : [];
  }

  start() {
    const { page, settings, fields } = this;
    settings.size = `${this.side("new-width")}x${this.side("new-height")}`;
    settings.rules = this.rules();
    for (const what of WISHES) settings[what] = fields[what].value;
    this.changed();
    this.begin();
    return this.make(page["new-seed"].value.trim() || undefined);
  }

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
    const words = t("makingof", { puzzle: graded && difficulty !== "any" ? `${capital(t(difficulty))} ${size}` : size });
    await this.fetch(words, "puzzle", query, () => this.packs.nearest(settings));
  }

  /** Play the puzzle of a date (2026-11-22; by default today); `kind` is "climbing" or "gentle". */
  async daily(date = today(), kind = "climbing") {
    const kept = load("week", {})[`${kind} ${date}`];
    if (!kept) this.begin();
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
    const buttons = nearest.map(({ width, height, grade }) => button(`${capital(t(grade))} ${width}×${height}`, () => {
      Object.assign(this.settings, { size: `${width}x${height}`, difficulty: grade });
      this.changed();
      this.make();
    }));
    this.page.offers.replaceChildren(...buttons);
    this.page.offers.hidden = !buttons.length;
  }
}

/** Which wishes can be asked for: `made` (board, style, symmetry): not with the lab's program; `graded` (difficulty and
 * the like): only if the claim is one solution, every cell is filled and paths need not be symmetric. */
function allowed({ kind, rules, symmetry }) {
  return { made: kind !== "classic", graded: (kind === "unique" || kind === "usual") && !rules.startsWith("free") && !symmetry.startsWith("paths") };
}

/** Disable a field, or all radio buttons of a name. */
function disable(field, yes) {
  for (const input of field instanceof RadioNodeList ? field : [field]) input.disabled = yes;
}

/** A grade that is there, the nearest one if it is not; "any" if none is. */
function nearest(wanted, there) {
  if (wanted === "any" || there.includes(wanted)) return wanted;
  const far = (grade) => Math.abs(GRADES.indexOf(grade) - GRADES.indexOf(wanted));
  return there.reduce((best, grade) => (best === "any" || far(grade) < far(best) ? grade : best), "any");
}

/** What a grade asks of the player, and about how long a board of this many cells takes most people: twice its par. */
function about(grade, count) {
  if (grade === "any") return t("aboutany");
  const minutes = Math.max(1, Math.round((2 * par({ cells: { length: count }, grade })) / 60));
  return `${t(`about${grade}`)} ${counted("aboutminutes", minutes)}`;
}
