// The page: finds its elements, opens the puzzle that the address names, holds the settings.
// The address always names the puzzle being played, so that the browser's Back goes to the puzzle before.

import { capital, get, online, pack } from "./api.js";
import { Calendar } from "./daily.js";
import { make, on, openAtTop } from "./elements.js";
import { Editor } from "./editor.js";
import { KINDS } from "./kinds.js";
import { lesson } from "./lesson.js";
import { Library } from "./library.js";
import { Maker } from "./making.js";
import { Packs, puzzleOf } from "./packs.js";
import { Player } from "./player.js";
import { decode, encode } from "./share.js";
import { load, loadGame, save, whenKeptElsewhere } from "./store.js";
import { reasons, speak, t } from "./text.js";

/** The elements of the page by id.
 * @type {Record<string, any>} */
const page = Object.fromEntries([...document.querySelectorAll("[id]")].map((element) => [element.id, element]));
const settings = {
  letters: false, clock: true, sound: false, marks: matchMedia("(pointer: fine)").matches, theme: "auto", language: "auto",
  size: "7x7", rules: "cover", kind: "usual", difficulty: "any", board: "plain",
  style: "usual", symmetry: "usual", misleading: "any", least: "", most: "", ...load("settings", {}),
};
fillSelects();
await speak(settings.language);
const packs = new Packs(page, { open: play, pack });
const player = new Player(page, { next, settings, solved, place, linkOf, handOn });
const editor = new Editor(page, { open: play, share });
const maker = new Maker(page, { settings, packs, play, show, say: (words) => player.say(words), changed: applySettings });
const library = new Library(page, { open: openCode, packs, changed: () => player.catchUp() });
const calendar = new Calendar(page, { play: (date, kind) => maker.daily(date, kind) });

// ------------------------------------------------------------------------------------------------------- puzzles

/** The place of the puzzle in its pack: "3 of 40" in a file, "Hard nuts · 3 of 40" on the shelf. */
function place() {
  const found = packs.find(player.code);
  const own = packs.codes.indexOf(player.code);
  if (own >= 0) return packs.codes.length < 2 ? "" : t("of", { at: own + 1, count: packs.codes.length });
  return found ? `${found.pack.name} · ${t("of", { at: found.at + 1, count: found.pack.levels.length })}` : "";
}

function next() {
  if (player.puzzle?.lesson !== undefined) {
    const following = lesson(player.puzzle.lesson + 1);
    if (following) return play(following);
  }
  const following = packs.beside(player.code, 1);
  if (following) return packs.play(following);
  if (packs.find(player.code)) return player.say(t("last"));
  return pack && !online ? play(pack[0]) : maker.make();
}

function previous() {
  const before = packs.beside(player.code, -1);
  if (before) packs.play(before);
}

/** Play a puzzle and name it in the address. */
function play(data, race) {
  player.open(data, race);
  maker.offer([]);
  show("player");
  page["go-previous"].hidden = !packs.beside(player.code, -1);
  const hash = `#p=${player.code}`;
  if (location.hash === hash) return;
  if (location.hash && !race) location.hash = hash;
  else location.replace(hash);
}

/** Open the puzzle of a code; `race` is the time of a friend who solved it, in seconds. */
function openCode(code, race) {
  const level = packs.find(code)?.level;
  const named = level ? puzzleOf(level) : decode(code);
  if (!named) throw new Error(t("damaged"));
  const kept = loadGame(code);
  play(kept?.lesson !== undefined && !level ? lesson(kept.lesson) : named, race);
  if (kept?.pack && !level) packs.shelf().then(() => code === player.code && settle());
}

/** Show the place of the puzzle in its pack, once the shelf is loaded. */
function settle() {
  player.showTitle();
  page["go-previous"].hidden = !packs.beside(player.code, -1);
}

/** Open the puzzle or editor that the address names, else the game played last, else the first puzzle or lesson. */
function openAddress() {
  const [, kind, part, race] = /^#(p|edit)(?:=(.*?))?(?:&t=(\d{1,6}))?$/.exec(location.hash) ?? [];
  const code = part ? unescaped(part) : null;
  if (kind === "edit") {
    openEditor(code);
    return;
  }
  if (code && code === player.code && !race) {
    show("player");
    return;
  }
  try {
    if (code) {
      openCode(code, +race || undefined);
      return;
    }
    openLast();
  } catch (error) {
    const words = error.message;
    if (!player.puzzle) openLast();
    show("player");
    player.say(words);
  }
}

function unescaped(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function openLast() {
  if (player.puzzle) return;
  const last = load("last");
  const known = typeof last === "string" && decode(last);
  if (pack) {
    const { codes } = packs;
    const left = codes.includes(last) ? last : codes.find((code) => !loadGame(code)?.solved);
    packs.play(packs.find(left ?? codes[0]).level);
  }
  else if (known) openCode(last);
  else play(lesson(0));
}

function openEditor(code) {
  const named = code ? decode(code) : null;
  editor.edit(named ?? editor.draft() ?? player.puzzle ?? editor.puzzle);
  show("editor");
  if (code && !named) editor.verdict(t("damaged"), "open");
}

/** The link of a puzzle; with `seconds`, a link to a race against that time.  A page opened from disk gives the code alone,
 * since nobody else has a file at its address. */
function linkOf(puzzle, seconds = 0) {
  const race = seconds ? `&t=${seconds}` : "";
  return location.protocol === "file:" ? encode(puzzle) : `${location.href.split("#")[0]}#p=${encode(puzzle)}${race}`;
}

/** Give a text to the system's share sheet if there is one and a finger is used, else to the clipboard; returns "shared",
 * "copied", or "shown" if neither is allowed. */
async function handOn(text) {
  try {
    if (navigator.share && matchMedia("(pointer: coarse)").matches) {
      await navigator.share({ title: "numlink", text });
      return "shared";
    }
    await navigator.clipboard.writeText(text);
    return "copied";
  } catch (error) {
    return error.name === "AbortError" ? "shared" : "shown"; // AbortError: the player closed the share sheet
  }
}

async function share(puzzle) {
  const link = linkOf(puzzle);
  const how = await handOn(link);
  if (how === "shared") return;
  const code = location.protocol === "file:";
  const words = t(how === "copied" ? (code ? "codecopied" : "copied") : code ? "copycode" : "copythis");
  page["share-words"].textContent = words;
  page["share-link"].value = link;
  page["share-dialog"].showModal();
  page["share-link"].select();
}

/** Three short tones and a buzz for a solved puzzle, if the settings want them. */
function solved() {
  if (!settings.sound) return;
  navigator.vibrate?.([40, 60, 90]);
  const context = new AudioContext();
  [523, 659, 784].forEach((pitch, at) => {
    const tone = new OscillatorNode(context, { frequency: pitch });
    const volume = new GainNode(context, { gain: 0.08 });
    tone.connect(volume).connect(context.destination);
    tone.start(context.currentTime + at * 0.12);
    tone.stop(context.currentTime + at * 0.12 + 0.11);
  });
}

// ------------------------------------------------------------------------------------------------------ the page

/** Make the options of each select from its `data-options`: "cover wraps:withwraps" are two values, each with the text of
 * its name or, behind a colon, of that name; "kinds" stands for every kind of board but a plain rectangle. */
function fillSelects() {
  for (const select of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-options]"))) {
    const kinds = Object.keys(KINDS).slice(1).map((kind) => `${kind}:${KINDS[kind].text.slice(2)}`).join(" ");
    for (const [value, name = value] of select.dataset.options.replace("kinds", kinds).split(" ").map((word) => word.split(":"))) {
      const option = new Option("", value);
      option.setAttribute("data-t", name);
      select.append(option);
    }
  }
}

function show(which) {
  page.player.hidden = which !== "player";
  page.editor.hidden = which !== "editor";
  page["go-edit"].classList.toggle("editing", which === "editor");
  page["go-edit"].textContent = t(which === "editor" ? "play" : "edit");
}

function applySettings() {
  save("settings", settings);
  showSettings();
}

function showSettings() {
  const dark = settings.theme === "auto" ? matchMedia("(prefers-color-scheme: dark)").matches : settings.theme === "dark";
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  for (const id of ["letters", "clock", "sound", "marks"]) page[id].checked = settings[id];
  for (const id of ["theme", "language"]) page[id].value = settings[id];
  if (player.puzzle) {
    player.board.label((number) => player.label(number));
    player.showTitle();
    player.refresh();
  }
}

function wireDialogs() {
  for (const dialog of document.querySelectorAll("dialog")) {
    dialog.addEventListener("click", ({ target }) => {
      if (target === dialog || (target instanceof Element && target.closest("[data-close]"))) dialog.close();
    });
  }
}

/** Show all reasons that hints give, with the reason named `told` marked. */
function showReasons(told) {
  const items = reasons().map((name) => {
    const item = make("li", `${capital(t(name))}.`);
    item.classList.toggle("told", name === told);
    return item;
  });
  page["rules-list"].replaceChildren(...items);
  openAtTop(page["rules-dialog"]);
  page["rules-list"].querySelector(".told")?.scrollIntoView({ block: "nearest" });
}

/** Print the board, as drawn or `empty`. */
function printBoard(empty) {
  document.body.classList.toggle("blank", empty);
  print();
  document.body.classList.remove("blank");
}

function wireSettings() {
  for (const id of ["letters", "clock", "sound", "marks"]) {
    page[id].addEventListener("change", () => {
      settings[id] = page[id].checked;
      applySettings();
    });
  }
  for (const id of ["theme", "language"]) {
    page[id].addEventListener("change", async () => {
      settings[id] = page[id].value;
      save("settings", settings); // before the texts are waited for
      await speak(settings.language);
      applySettings();
      show(page.editor.hidden ? "player" : "editor");
    });
  }
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", applySettings);
}

function wire() {
  on("click", page, {
    "go-packs": () => packs.show(),
    "go-mine": () => library.show(),
    "go-edit": () => {
      if (page.editor.hidden) location.hash = "edit";
      else if (player.puzzle) play(player.puzzle);
      else openLast();
    },
    "go-previous": previous,
    share: () => share(page.editor.hidden ? player.puzzle : editor.puzzle),
    "more-edit": () => page["go-edit"].click(),
    "more-share": () => page.share.click(),
    learn: () => play(lesson(0)),
    reason: () => showReasons(page.reason.dataset.rule),
    "all-reasons": () => showReasons(),
    print: () => printBoard(false),
    "print-empty": () => printBoard(true),
    "zoom-in": () => player.board.zoom(1.5),
    "zoom-out": () => player.board.zoom(1 / 1.5),
    help: () => {
      page["help-board"].textContent = player.neighbourhood();
      openAtTop(page["help-dialog"]);
    },
    more: () => openAtTop(page["more-dialog"]),
  });
  addEventListener("hashchange", openAddress);
  addEventListener("pagehide", () => player.game?.moves.length && player.keep());
  addEventListener("pageshow", ({ persisted }) => persisted && player.catchUp()); // a page kept for Back hears of nothing
  whenKeptElsewhere(followTab);
  wireDialogs();
  wireSettings();
}

/** Follow another tab of this browser: its settings, and its moves in the game that is played here, too. */
async function followTab(what) {
  if (what === `game:${player.code}`) player.catchUp();
  if (what !== "settings") return;
  Object.assign(settings, load("settings", {}));
  await speak(settings.language);
  showSettings();
  show(page.editor.hidden ? "player" : "editor");
}

async function listFormats() {
  const about = await get("about");
  maker.about(about);
  const { formats } = about;
  calendar.about(about.dailies);
  page["edit-format"].replaceChildren(
    ...formats.filter((format) => format.write).map(({ name, ending }) => {
      const option = new Option(name, name);
      option.dataset.ending = ending;
      return option;
    }),
  );
}

applySettings();
wire();
for (const element of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-online]"))) {
  element.hidden = !online;
}
openAddress();
if (online) {
  listFormats().catch(() => {});
  setTimeout(() => maker.ahead(), 4000);
  if ("serviceWorker" in navigator) navigator.serviceWorker.register("sw.js").catch(() => {});
}

Object.assign(globalThis, { numlink: { player, editor, maker } }); // for the tests and for the browser's console
