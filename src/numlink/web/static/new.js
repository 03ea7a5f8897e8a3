// New puzzles: the screen New and the card on Home, which offer only what is available; fetching a puzzle, which can be
// stopped; and a level of the shelf if no server answers.

import { Refusal, Unreachable, capital, get } from "./api.js";
import { NAMES, fillChips } from "./choices.js";
import { button } from "./elements.js";
import { nearestLevel } from "./packs.js";
import { actions, onClick, page, server, settings } from "./page.js";
import { player } from "./player.js";
import { GRADES, par } from "./reward.js";
import { counted, t } from "./text.js";

/** The choices for a new puzzle besides its size, seed and rules: each is a field of the form and a setting.  Those in
 * MORE are folded away. */
const MORE = ["style", "symmetry", "kind", "misleading", "least", "most"];
const WISHES = ["difficulty", "board", ...MORE];
/** Milliseconds until the page says that a puzzle is being made, and between its reports of the time that has passed. */
const AT_ONCE = 250;

const fields = page["new-form"].elements;
const quick = page.quick.elements;
/** @type {AbortController | null} */
let working = null;

onClick({ "making-stop": () => working?.abort() });
page["new-form"].addEventListener("input", ({ target }) => {
  if (target.name === "size" && target.value !== "other") page["new-width"].value = page["new-height"].value = target.value;
  limit();
});
page["new-form"].addEventListener("submit", (event) => {
  event.preventDefault();
  start();
});
page.quick.addEventListener("input", takeQuick);
page.quick.addEventListener("submit", (event) => {
  event.preventDefault();
  actions.awaitPuzzle();
  makeNew();
});

/** The width and height in the settings. */
function sides() {
  return settings.size.split("x").map(Number);
}

/** Show the settings on the card; sizes and boards without a chip are shown on the last one. */
export function showQuick() {
  fillChips(page.quick);
  const [width, height] = sides();
  quick.size.value = width === height ? width : "";
  quick.difficulty.value = settings.difficulty;
  const there = gradesOf(width * height, settings.board);
  for (const input of quick.difficulty) input.disabled = !there.includes(input.value) || !allowed(settings).graded;
  const board = settings.board === "plain" ? "" : t(NAMES[settings.board]);
  page["quick-more"].textContent = [quick.size.value ? "" : `${width}×${height}`, board].filter(Boolean).join(" ") || "…";
  page["quick-more"].ariaLabel = t("morewishes");
}

/** Store the choices on the card; a grade that the size lacks becomes the nearest one. */
function takeQuick() {
  if (quick.size.value) settings.size = `${quick.size.value}x${quick.size.value}`;
  const [width, height] = sides();
  settings.difficulty = nearest(quick.difficulty.value || settings.difficulty, gradesOf(width * height, settings.board));
  actions.applySettings();
  showQuick();
}

export function showNew() {
  fillChips(page["new-form"]);
  const [width, height] = sides();
  [page["new-width"].value, page["new-height"].value] = [width, height];
  fields.size.value = width === height && [...fields.size].some((input) => +input.value === width) ? width : "other";
  for (const what of WISHES) fields[what].value = settings[what];
  fields.fill.value = settings.rules.startsWith("free") ? "free" : "cover";
  page["new-beside"].checked = !settings.rules.endsWith("no-touch");
  page["new-more"].open = page["new-more"].open || MORE.some((what) => !["usual", "none", "any", ""].includes(settings[what]));
  page["new-seed"].value = "";
  limit();
}

/** The chosen rules. */
function rules() {
  const beside = page["new-beside"].checked;
  if (fields.fill.value === "free") return beside ? "free" : "free-no-touch";
  return beside ? "cover" : "no-touch";
}

/** The chosen width and height. */
function chosenSides() {
  return ["new-width", "new-height"].map((id) => Math.max(3, Math.min(40, Math.floor(+page[id].value) || 7)));
}

/** Grade -> [least, most] side of a kind of board that can be made in time. */
function ranges(board) {
  return server.offers[board] ?? Object.fromEntries(GRADES.map((grade) => [grade, [0, 40]]));
}

/** The grades available for a board with so many cells. */
function gradesOf(cells, board) {
  const found = ranges(board);
  const side = Math.sqrt(cells);
  return GRADES.filter((grade) => grade in found && found[grade][0] <= side && side <= found[grade][1]);
}

/** Enable only choices that fit together and are available at this size, once the form is filled. */
export function limit() {
  if (!fields.size) return;
  const { made, graded } = allowed({ kind: fields.kind.value, rules: rules(), symmetry: fields.symmetry.value });
  page["new-sides"].hidden = fields.size.value !== "other";
  for (const what of ["board", "style", "symmetry"]) disable(fields[what], !made);
  for (const what of ["misleading", "least", "most"]) disable(fields[what], !graded);
  const board = made ? fields.board.value : "plain";
  const [width, height] = chosenSides();
  const there = gradesOf(width * height, board);
  const wanted = fields.difficulty.value;
  for (const input of fields.difficulty) input.disabled = !graded || (input.value !== "any" && !there.includes(input.value));
  const chosen = nearest(wanted, there);
  fields.difficulty.value = chosen;
  const instead = chosen !== wanted && t("instead", { wanted: capital(t(wanted)), chosen: t(chosen).toLowerCase() });
  const words = graded ? [instead, about(chosen, width * height), elsewhere(board, there)] : [t("ungraded")];
  page["new-note"].textContent = words.filter(Boolean).join("\n");
}

/** The sizes of the grades that this size lacks. */
function elsewhere(board, there) {
  const found = ranges(board);
  const others = GRADES.filter((grade) => grade in found && !there.includes(grade));
  return others.map((grade) => `${capital(t(grade))}: ${found[grade].map((side) => `${side}×${side}`).join("–")}`).join(" · ");
}

function start() {
  settings.size = chosenSides().join("x");
  settings.rules = rules();
  for (const what of WISHES) settings[what] = fields[what].value;
  actions.applySettings();
  actions.awaitPuzzle();
  return makeNew(page["new-seed"].value.trim() || undefined);
}

/** Make the puzzle that the settings ask for. */
export async function makeNew(seed = undefined) {
  const [width, height] = sides();
  const { rules, kind, difficulty, board, style, symmetry, misleading, least, most } = settings;
  const laid = { board, style, symmetry };
  const rated = { difficulty, misleading, ...(least || most ? { effort: `${least}..${most}` } : {}) };
  const { made, graded } = allowed(settings);
  const query = { width, height, rules, claim: kind, seed, ...(made ? laid : {}), ...(graded ? rated : {}) };
  const size = `${width}×${height}`;
  const words = t("makingof", { puzzle: graded && difficulty !== "any" ? `${capital(t(difficulty))} ${size}` : size });
  await fetchPuzzle(words, "puzzle", query, () => nearestLevel(settings));
}

/** Fetch a puzzle and play it; meanwhile the page shows `words` and the seconds, and offers to stop.  If no server
 * answers, play the puzzle that `shelf()` returns. */
export async function fetchPuzzle(words, path, query, shelf) {
  working?.abort();
  const mine = new AbortController();
  working = mine;
  offer([]);
  const done = progress(words);
  try {
    const found = await get(path, query, mine.signal);
    if (working === mine) actions.play(found);
  } catch (error) {
    if (mine.signal.aborted) {
      if (working === mine) player.say(t("givenup"));
    } else if (error instanceof Unreachable) {
      actions.play(await shelf());
      player.say(t("fromshelf"));
    } else {
      player.say(error.message);
      if (error instanceof Refusal) offer(error.nearest);
    }
  } finally {
    done();
    if (working === mine) working = null;
  }
}

/** Show that a puzzle is being made; returns the function that stops showing it. */
function progress(words) {
  const began = performance.now();
  const tell = () => {
    const gone = (performance.now() - began) / 1000;
    player.say(gone < 1.5 ? words : `${words} ${Math.floor(gone)} s`);
    Object.assign(page["making-bar"], { max: server.seconds, value: Math.min(gone, server.seconds) });
    page.making.hidden = false;
  };
  const timer = setInterval(tell, AT_ONCE);
  return () => {
    clearInterval(timer);
    page.making.hidden = true;
  };
}

/** Show a button for each of the wishes `nearest`. */
export function offer(nearest) {
  const buttons = nearest.map(({ width, height, grade }) => button(`${capital(t(grade))} ${width}×${height}`, () => {
    Object.assign(settings, { size: `${width}x${height}`, difficulty: grade });
    actions.applySettings();
    makeNew();
  }));
  page.offers.replaceChildren(...buttons);
  page.offers.hidden = !buttons.length;
}

/** Which wishes are possible: `made` (board, style, symmetry) not with the lab's program; `graded` (difficulty and the
 * like) only if the claim is one solution, every cell is filled and paths need not be symmetric. */
function allowed({ kind, rules, symmetry }) {
  return { made: kind !== "classic", graded: (kind === "unique" || kind === "usual") && !rules.startsWith("free") && !symmetry.startsWith("paths") };
}

/** Disable a field, or all radio buttons of a name. */
function disable(field, yes) {
  for (const input of field instanceof RadioNodeList ? field : [field]) input.disabled = yes;
}

/** The wanted grade if it is there, else the nearest one, else "any". */
function nearest(wanted, there) {
  if (wanted === "any" || there.includes(wanted)) return wanted;
  const far = (grade) => Math.abs(GRADES.indexOf(grade) - GRADES.indexOf(wanted));
  return there.reduce((best, grade) => (best === "any" || far(grade) < far(best) ? grade : best), "any");
}

/** What a grade asks of the player, and about how long most people need for a board of so many cells: twice its par. */
function about(grade, count) {
  if (grade === "any") return t("aboutany");
  const minutes = Math.max(1, Math.round((2 * par({ cells: { length: count }, grade })) / 60));
  return `${t(`about${grade}`)} ${counted("aboutminutes", minutes)}`;
}
