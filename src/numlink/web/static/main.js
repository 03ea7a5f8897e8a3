// The page: finds its elements, opens the puzzle that the address asks for, holds the settings.

import { embedded, get, online } from "./api.js";
import { Editor } from "./editor.js";
import { makePuzzle } from "./play.js";
import { Player, lastPuzzle, makeNew } from "./player.js";
import { decode, encode } from "./share.js";
import { load, save } from "./store.js";

/** The elements of the page by id.
 * @type {Record<string, any>} */
const page = Object.fromEntries([...document.querySelectorAll("[id]")].map((element) => [element.id, element]));
const settings = { letters: false, theme: "auto", size: "7x7", rules: "cover", kind: "unique", ...load("settings", {}) };
const player = new Player(page, { next, settings });
const editor = new Editor(page, { open: play, share });
let at = 0; // the place in the puzzles of an exported file

// ------------------------------------------------------------------------------------------------------- puzzles

async function next() {
  if (embedded) {
    if (at + 1 >= embedded.length) return null;
    at += 1;
    return embedded[at];
  }
  forgetAddress();
  const [width, height] = settings.size.split("x").map(Number);
  return makeNew({ width, height, rules: settings.rules, kind: settings.kind });
}

function play(data) {
  player.open(data);
  forgetAddress();
  show("player");
}

async function daily() {
  player.busy("Fetching the puzzle of the day …");
  try {
    play(await get("daily"));
  } catch (error) {
    player.say(error.message);
  }
}

/** Open what the address names, else the game played last, else a new one. */
async function openAddress() {
  const [, kind, code] = /^#(p|edit)(?:=(.*))?$/.exec(location.hash) ?? [];
  const named = code ? decode(decodeURIComponent(code)) : null;
  if (kind === "edit") {
    editor.edit(named ?? player.puzzle ?? editor.puzzle);
    show("editor");
    return;
  }
  show("player");
  const last = lastPuzzle();
  if (named) return openNamed(named, last);
  if (embedded) return player.open(embedded[at]);
  const resumed = last && decode(last.code);
  if (resumed && !player.puzzle) return openNamed(resumed, last);
  if (!player.puzzle) await player.next();
}

function openNamed(puzzle, last) {
  const known = (embedded ?? []).find((entry) => encode(makePuzzle(entry)) === encode(puzzle));
  const extras = last && last.code === encode(puzzle) ? { name: last.name ?? undefined } : {};
  try {
    player.open(known ?? { ...puzzle, ...extras });
  } catch (error) {
    player.say(error.message);
  }
}

function forgetAddress() {
  if (location.hash) history.replaceState(null, "", location.pathname + location.search);
}

async function share(puzzle) {
  const link = `${location.href.split("#")[0]}#p=${encode(puzzle)}`;
  let words = "Link copied. It carries the whole puzzle.";
  try {
    await navigator.clipboard.writeText(link);
  } catch {
    words = "This link carries the whole puzzle:";
  }
  page["share-words"].textContent = words;
  page["share-link"].value = link;
  page["share-dialog"].showModal();
  page["share-link"].select();
}

// ------------------------------------------------------------------------------------------------------ the page

function show(which) {
  page.player.hidden = which !== "player";
  page.editor.hidden = which !== "editor";
  page["go-edit"].classList.toggle("editing", which === "editor");
  page["go-edit"].textContent = which === "editor" ? "Play" : "Edit";
}

function applySettings() {
  save("settings", settings);
  const dark = settings.theme === "auto" ? matchMedia("(prefers-color-scheme: dark)").matches : settings.theme === "dark";
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  page.letters.checked = settings.letters;
  page.theme.value = settings.theme;
  if (player.puzzle) player.board.label((number) => player.label(number));
}

function startNew() {
  const side = (id) => Math.max(2, Math.min(40, Math.floor(+page[id].value) || 7));
  Object.assign(settings, {
    size: `${side("new-width")}x${side("new-height")}`,
    rules: page["new-rules"].value,
    kind: page["new-kind"].value,
  });
  applySettings();
  const seed = page["new-seed"].value.trim();
  if (!seed) return player.next();
  const [width, height] = settings.size.split("x").map(Number);
  player.busy("Making a puzzle …");
  return makeNew({ width, height, rules: settings.rules, kind: settings.kind, seed }).then(play, (error) =>
    player.say(error.message),
  );
}

function openNewDialog() {
  [page["new-width"].value, page["new-height"].value] = settings.size.split("x");
  page["new-rules"].value = settings.rules;
  page["new-kind"].value = settings.kind;
  page["new-seed"].value = "";
  page["new-dialog"].showModal();
}

function wire() {
  page["go-new"].addEventListener("click", openNewDialog);
  page["go-daily"].addEventListener("click", daily);
  page["go-edit"].addEventListener("click", () => {
    if (page.editor.hidden) {
      editor.edit(player.puzzle ?? editor.puzzle);
      show("editor");
    } else {
      show("player");
      if (!player.puzzle) player.next();
    }
  });
  page.share.addEventListener("click", () => share(player.puzzle));
  page.help.addEventListener("click", () => page["help-dialog"].showModal());
  page.more.addEventListener("click", () => page["more-dialog"].showModal());
  page["new-dialog"].addEventListener("close", () => {
    if (page["new-dialog"].returnValue === "make") {
      show("player");
      startNew();
    }
    page["new-dialog"].returnValue = "";
  });
  for (const dialog of document.querySelectorAll("dialog")) {
    dialog.addEventListener("click", ({ target }) => {
      if (target === dialog || (target instanceof Element && target.closest("[data-close]"))) dialog.close();
    });
  }
  page.letters.addEventListener("change", () => {
    settings.letters = page.letters.checked;
    applySettings();
  });
  page.theme.addEventListener("change", () => {
    settings.theme = page.theme.value;
    applySettings();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", applySettings);
  addEventListener("hashchange", openAddress);
  addEventListener("pagehide", () => player.game?.moves.length && player.keep());
}

async function listFormats() {
  const { formats } = await get("about");
  page["edit-format"].replaceChildren(
    ...formats.filter((format) => format.write).map((format) => new Option(format.name, format.name)),
  );
}

applySettings();
wire();
for (const element of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-online]"))) {
  element.hidden = !online;
}
openAddress().catch((error) => player.say(error.message));
if (online) {
  listFormats().catch(() => {});
  if ("serviceWorker" in navigator) navigator.serviceWorker.register("sw.js").catch(() => {});
}

Object.assign(globalThis, { numlink: { player, editor } }); // for the tests and for curious people
