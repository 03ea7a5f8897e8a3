// The page: shows the screen or the puzzle that the address names, and changes the settings.
// The address always names what is shown, so that the browser's Back goes back.

import { capital, get, online, pack } from "./api.js";
import { keepWeek, playDaily, refillDaily, showDaily } from "./daily.js";
import { fillSelects } from "./choices.js";
import { make, openAtTop } from "./elements.js";
import { editor } from "./editor.js";
import { showHome } from "./home.js";
import { keyList } from "./keys.js";
import { showMine } from "./library.js";
import { limit, makeNew, offer, showNew } from "./new.js";
import { neighbourhood } from "./overview.js";
import { besideLevel, codes, findLevel, lesson, puzzleOf, shelf, showPacks } from "./packs.js";
import { actions, onClick, page, server, settings } from "./page.js";
import { carried } from "./play.js";
import { player } from "./player.js";
import { decode, encode } from "./share.js";
import { load, loadGame, save, whenKeptElsewhere } from "./store.js";
import { reasons, speak, t } from "./text.js";

/** The function that fills each screen but the editor; its name is the word in the address and the id of its section. */
const PLACES = { home: showHome, new: showNew, daily: showDaily, packs: showPacks, mine: showMine };
/** The screen where a puzzle was requested, and whether the address already names one in its place; null: no request.
 * @type {{ here?: string, replacing: boolean } | null} */
let awaited = null;

/** Go to an address.  Each entry of the history stores how many of the page's entries precede it, and which of them last
 * showed a screen other than the player. */
function go(hash, { replacing = false, here = document.body.dataset.screen } = {}) {
  const { depth = 0, screen = -1 } = history.state ?? {};
  if (location.hash === hash) return;
  if (replacing || !here) history.replaceState({ depth, screen }, "", hash);
  else history.pushState({ depth: depth + 1, screen: here === "player" ? screen : depth }, "", hash);
}

/** Handle the button Back: go to the previous screen, from a puzzle to the screen that opened it, or Home. */
function goBack() {
  const { depth = 0, screen = -1 } = history.state ?? {};
  if (page.player.hidden && depth > 0) history.back();
  else if (!page.player.hidden && screen >= 0) history.go(screen - depth);
  else followLink("#home");
}

/** Show the screen, puzzle or editor that the address names; if none, Home or the first puzzle of a file. */
function openAddress() {
  for (const dialog of /** @type {NodeListOf<HTMLDialogElement>} */ (document.querySelectorAll("dialog[open]"))) dialog.close();
  const named = location.hash.slice(1);
  if (named in PLACES) return showPlace(named);
  if (named === "lesson") return play(lesson(0));
  const [, kind, part, race] = /^(p|edit)(?:=(.*?))?(?:&t=(\d{1,6}))?$/.exec(named) ?? [];
  const code = part ? new URLSearchParams(`p=${part.replace(/[+&]/g, encodeURIComponent)}`).get("p") : null;
  if (kind === "edit") return openEditor(code);
  if (!kind && !pack) return showPlace("home");
  if (code && code === player.code && !race) return show("player");
  try {
    if (code) openCode(code, +race || undefined);
    else openLast();
  } catch (error) {
    const words = error.message;
    if (!player.puzzle) openLast();
    show("player");
    player.say(words);
  }
}

function showPlace(name) {
  awaited = null;
  PLACES[name]();
  show(name);
}

/** Show one of the screens. */
function show(which) {
  const first = !document.body.dataset.screen;
  document.body.dataset.screen = which;
  for (const name of [...Object.keys(PLACES), "editor", "player"]) page[name].hidden = name !== which;
  const hash = which === "editor" ? "#edit" : `#${which}`;
  for (const link of page.places.querySelectorAll("[id^=go]")) link.ariaCurrent = link.hash === hash ? "page" : null;
  if (which === "player") player.board.turn(); // its size may have changed meanwhile
  if (first) return;
  const title = which === "player" ? page.board : page[which].querySelector("h1");
  if (which !== "player") title.tabIndex = -1;
  title.focus({ preventScroll: true });
}

function next() {
  if (player.puzzle?.lesson !== undefined) {
    const following = lesson(player.puzzle.lesson + 1);
    if (following) return play(following);
  }
  const following = besideLevel(player.code, 1);
  if (following) return play(puzzleOf(following));
  if (findLevel(player.code)) return player.say(t("last"));
  return pack && !online ? play(pack[0]) : makeNew();
}

function previous() {
  const before = besideLevel(player.code, -1);
  if (before) play(puzzleOf(before));
}

/** Show the player while a puzzle is being made; until then, the address names the puzzle played before. */
function awaitPuzzle() {
  awaited = { here: document.body.dataset.screen, replacing: Boolean(player.code) };
  if (player.code) go(`#p=${player.code}`);
  show("player");
}

/** Play a puzzle and name it in the address. */
function play(data, race) {
  const { here, replacing } = awaited ?? { here: document.body.dataset.screen, replacing: false };
  awaited = null;
  show("player"); // a hidden board has no size
  player.open(data, race);
  offer([]);
  go(`#p=${player.code}`, { replacing: replacing || Boolean(race) || location.hash === "#lesson", here });
  settle();
}

/** Open the puzzle of a code; `race` is a friend's time, in seconds. */
function openCode(code, race) {
  const level = findLevel(code)?.level;
  const named = level ? puzzleOf(level) : decode(code);
  if (!named) throw new Error(t("damaged"));
  const kept = loadGame(code);
  play(kept?.lesson !== undefined && !level ? lesson(kept.lesson) : named, race);
  if (kept?.pack && !level) shelf().then(() => code === player.code && settle());
}

/** Show the place of the puzzle in its pack, once the shelf is loaded. */
function settle() {
  player.showTitle();
  page["go-previous"].hidden = !besideLevel(player.code, -1);
}

/** Open the game played last; in a file, the level played last or the first unsolved one. */
function openLast() {
  if (player.puzzle) return show("player");
  const last = load("last");
  const known = typeof last === "string" && decode(last);
  if (pack) {
    const left = codes.includes(last) ? last : codes.find((code) => !loadGame(code)?.solved);
    play(puzzleOf(findLevel(left ?? codes[0]).level));
  } else if (known) openCode(last);
  else play(lesson(0));
}

function openEditor(code) {
  const named = code ? decode(code) : null;
  if (named) Object.assign(named, carried(loadGame(code)));
  show("editor");
  editor.edit(named ?? editor.draft() ?? player.puzzle ?? editor.puzzle);
  if (code && !named) editor.verdict(t("damaged"), "open");
}

/** The link to a puzzle; with `seconds`, to a race against that time.  A page opened from disk returns only the code,
 * because nobody else can open its address. */
function linkOf(puzzle, seconds = 0) {
  const race = seconds ? `&t=${seconds}` : "";
  return location.protocol === "file:" ? encode(puzzle) : `${location.href.split("#")[0]}#p=${encode(puzzle)}${race}`;
}

/** Share a text by the system's share sheet on touch screens, else by the clipboard; returns "shared", "copied", or
 * "shown" if neither is allowed. */
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

/** Play three short tones and vibrate for a solved puzzle, if the settings say so. */
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

function applySettings() {
  save("settings", settings);
  showSettings();
}

/** The controls of the settings. */
const CONTROLS = ["letters", "clock", "sound", "marks", "theme", "language"].map((id) => page[id]);

/** The property of a control that holds its setting. */
function held({ type }) {
  return type === "checkbox" ? "checked" : "value";
}

function showSettings() {
  const dark = settings.theme === "auto" ? matchMedia("(prefers-color-scheme: dark)").matches : settings.theme === "dark";
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  for (const control of CONTROLS) control[held(control)] = settings[control.id];
  if (player.puzzle) {
    player.board.label((number) => player.label(number));
    player.showTitle();
    player.refresh();
  }
}

/** Show the page in the language of the settings. */
async function translated() {
  await speak(settings.language);
  showSettings();
  refill();
}

/** Show all reasons that hints give, and mark the one `named`. */
function showReasons(named) {
  const items = reasons().map((name) => {
    const item = make("li", `${capital(t(name))}.`);
    item.classList.toggle("current", name === named);
    return item;
  });
  page["rules-list"].replaceChildren(...items);
  openAtTop(page["rules-dialog"]);
  page["rules-list"].querySelector(".current")?.scrollIntoView({ block: "nearest" });
}

function showHelp() {
  page["help-board"].textContent = neighbourhood(player.puzzle);
  page["help-list"].replaceChildren(...keyList().flatMap(([key, words]) => {
    const term = make("dt");
    term.append(make("kbd", key));
    return [term, make("dd", words)];
  }));
  openAtTop(page["help-dialog"]);
}

/** Print the board, as drawn or `empty`. */
function printBoard(empty) {
  document.body.classList.toggle("blank", empty);
  print();
  document.body.classList.remove("blank");
}

/** Write the texts of the current screen again, if it is one of `names`. */
function refill(names = ["home", "daily", "packs", "mine"]) {
  const { screen } = document.body.dataset;
  if (screen === "daily") refillDaily();
  else if (names.includes(screen)) PLACES[screen]();
}

/** Handle a click by the attributes of its target: a link to a screen, Back, or a dialog that opens or closes. */
function clicked(event) {
  const { target } = event;
  if (!(target instanceof Element)) return;
  if (target instanceof HTMLDialogElement || target.closest("[data-close]")) target.closest("dialog").close();
  if (target.closest("[data-back]")) goBack();
  /** @type {HTMLElement | null} */
  const opener = target.closest("[data-opens]");
  if (opener) openAtTop(page[opener.dataset.opens]);
  const link = target.closest("a[href^='#']");
  if (!link) return;
  event.preventDefault();
  if (link.classList.contains("skip")) page.board.focus();
  else followLink(link.getAttribute("href"));
}

function wire() {
  onClick({
    ...Object.fromEntries(["help", "more-help", "settings-help"].map((id) => [id, showHelp])),
    ...Object.fromEntries(["next", "more-next", "card-next", "lesson-next"].map((id) => [id, next])),
    "home-mine": () => followLink("#mine"),
    "go-previous": previous,
    share: () => share(player.puzzle),
    "more-edit": () => followLink(`#edit=${player.code}`),
    learn: () => play(lesson(0)),
    "all-reasons": () => showReasons(),
    print: () => printBoard(false),
    "print-empty": () => printBoard(true),
  });
  document.addEventListener("click", clicked);
  addEventListener("hashchange", () => {
    if (!history.state) history.replaceState({ depth: 1, screen: -1 }, ""); // typed into the address bar
    openAddress();
  });
  addEventListener("pagehide", () => player.game?.moves.length && player.keep());
  addEventListener("pageshow", ({ persisted }) => persisted && player.catchUp()); // the browser kept the page for Back, without news
  whenKeptElsewhere(followTab);
  for (const control of CONTROLS) control.addEventListener("change", () => {
    settings[control.id] = control[held(control)];
    applySettings();
    if (control === page.language) translated();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", applySettings);
}

function followLink(hash) {
  go(hash);
  openAddress();
}

/** Follow another tab of this browser: its settings, and its moves if it plays the same game. */
function followTab(what) {
  if (what === `game:${player.code}`) player.catchUp();
  if (what !== "settings") return;
  Object.assign(settings, load("settings", {}));
  translated();
}

/** Ask the server about itself, and use the answer. */
async function askServer() {
  const about = await get("about");
  page["edit-format"].replaceChildren(
    ...about.formats.filter((format) => format.write).map(({ name, ending }) => {
      const option = new Option(name, name);
      option.dataset.ending = ending;
      return option;
    }),
  );
  Object.assign(server, about);
  limit();
  await keepWeek();
  refill(["home", "daily"]);
}

Object.assign(actions, { play, openCode, awaitPuzzle, applySettings, share, linkOf, handOn, showReasons, solved });
fillSelects();
await speak(settings.language);
applySettings();
wire();
for (const element of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-online]"))) {
  element.hidden = !online;
}
openAddress();
if (online) {
  askServer().catch(() => {});
  if ("serviceWorker" in navigator) navigator.serviceWorker.register("sw.js").catch(() => {});
}

Object.assign(globalThis, { numlink: { player, editor, maker: { make: makeNew, daily: playDaily, play, settings } } }); // for tests and the browser's console
