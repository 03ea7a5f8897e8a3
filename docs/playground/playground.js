// The page's side.  What a page can do without Python it does at once: read the board as it is typed, draw it, judge it
// and hand it to the player.  The worker brings Python behind that, and answers what needs a solver.

import { faultsOf, solutionFaults } from "./judge.js";
import { thumbnail } from "./static/picture.js";
import { encode } from "./static/share.js";
import { Unreadable, readBoard } from "./text.js";

const board = document.querySelector("#board");
const judged = document.querySelector("#judged");
const state = document.querySelector("#state");
const answer = document.querySelector("#answer");
const picture = document.querySelector("#picture");
const bar = document.querySelector("#loading");
const player = document.querySelector("#player");
const lab = document.querySelector("#lab");
const file = document.querySelector("#file");
const buttons = [...document.querySelectorAll("[data-ask]")];

/** Milliseconds without a key until the board is judged in words; it is drawn at once. */
const PAUSE = 400;

/** Bytes of the largest picture that is read, as `numlink serve` has it. */
const MOST_BYTES = 12_000_000;

/** What was proven here: the only solution of a puzzle, as positions, by its link. */
const proven = new Map();
/** The board of the text and the paths that were written under it or found; null where only Python can read it. */
let shown = null;
let worker = null;
let telling = 0;

// ---------------------------------------------------------------------------------------------- without Python

/** Read, draw and judge the text. */
function look() {
  let words = "";
  shown = null;
  try {
    shown = readBoard(board.value);
    words = shown ? verdict(shown) : "Write a board, or press New.";
  } catch (error) {
    words = error instanceof Unreadable ? error.message : "Python reads and draws this board when you ask.";
  }
  picture.replaceChildren(...(shown ? [drawn(shown)] : []));
  clearTimeout(telling);
  telling = setTimeout(() => (judged.textContent = words), PAUSE);
}

/** What is to be said of a board that can be read, without solving it. */
function verdict({ puzzle, paths }) {
  const faults = faultsOf(puzzle);
  if (faults.length) return faults.join(" ");
  if (!paths.size) return `${puzzle.ends.size} pairs, rules ${puzzle.rules}: a puzzle; Solve says whether it has one solution.`;
  const wrong = solutionFaults(puzzle, paths);
  return wrong.length ? `No solution: ${wrong.join(" ")}` : `A solution, under ${puzzle.rules}.`;
}

/** The board as the player draws it. */
function drawn({ puzzle, paths }) {
  const image = thumbnail(puzzle, [...paths.values()].filter((path) => path.length), String);
  image.classList.add("drawn");
  image.removeAttribute("aria-hidden");
  image.setAttribute("role", "img");
  const { width, height, ends } = puzzle;
  image.setAttribute("aria-label", `The board: ${height} rows, ${width} columns, ${ends.size} pairs${paths.size ? ", with paths" : ""}`);
  return image;
}

/** Light or dark, as the site is. */
function dress() {
  document.documentElement.dataset.theme = document.body.dataset.mdColorScheme === "slate" ? "dark" : "light";
}

/** Open the board in the player above, with what was proven of it. */
function play(code) {
  if (proven.has(code)) handOver(code, proven.get(code));
  player.src = `${player.src.split("#")[0]}#p=${code}`;
  player.scrollIntoView({ behavior: "smooth" });
}

/** What is proven of a puzzle stays proven in the player, which keeps it under this name (store.js). */
function handOver(code, paths) {
  const name = `numlink:game:${code}`;
  const begun = { moves: [], undone: [], seconds: 0, hints: [], revealed: [], at: Date.now(), complete: 0, pairs: paths.length };
  try {
    const kept = JSON.parse(localStorage.getItem(name) ?? "null");
    localStorage.setItem(name, JSON.stringify({ ...begun, ...kept, unique: true, paths }));
  } catch {
    // nothing can be kept in this browser: the player then asks for no proof
  }
}

// ------------------------------------------------------------------------------------------------- with Python

/** The worker, with Python kept in the browser's cache where it lets us. */
async function start() {
  try {
    await kept();
  } catch {
    // no service worker here: files come as the browser's own cache has them
  }
  const started = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  started.onmessage = ({ data }) => heard(data);
  started.onerror = () => heard({ text: "The solver could not start in this browser.", done: true });
  return started;
}

/** Wait until sw.js, which keeps Python's files, is at work. */
async function kept() {
  const registration = await navigator.serviceWorker.register(new URL("sw.js", import.meta.url));
  const coming = registration.installing ?? registration.waiting;
  if (registration.active || !coming) return;
  await new Promise((done) => coming.addEventListener("statechange", () => coming.state !== "installed" && done()));
}

function heard({ state: words, progress, text, svg, paths, unique, code, puzzle, done }) {
  if (progress !== undefined) {
    bar.value = progress;
    bar.hidden = progress === 1 && words !== undefined; // all is there, and Python has started
  }
  if (words !== undefined) state.textContent = words;
  if (puzzle !== undefined) {
    board.value = puzzle;
    look();
  }
  if (text !== undefined) answer.textContent = text;
  if (unique) proven.set(code, paths);
  if (paths && shown) {
    const numbered = paths.map((path, at) => [at + 1, path.map((position) => shown.puzzle.grid.cell(position))]);
    picture.replaceChildren(drawn({ puzzle: shown.puzzle, paths: new Map(numbered) }));
  } else if (svg !== undefined) {
    // an image, not markup of this page: what is drawn comes from what someone typed
    const image = new Image();
    image.alt = "The board";
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
    image.className = "drawn";
    picture.replaceChildren(image);
  }
  if (code !== undefined && paths === undefined) play(code);
  if (done) for (const each of [...buttons, file]) each.disabled = false;
}

async function ask(what) {
  answer.textContent = "";
  if (what === "play" && shown && !faultsOf(shown.puzzle).length) return play(encode(shown.puzzle));
  const seed = Math.floor(Math.random() * 2 ** 31);
  return send({ ask: what, board: board.value, seed, draw: shown === null });
}

/** Have the worker answer; until then nothing else can be asked. */
async function send(message) {
  for (const each of [...buttons, file]) each.disabled = true;
  state.textContent = "…";
  worker ??= start();
  (await worker).postMessage(message);
}

/** Read the board in a picture: the text of it can then be corrected. */
async function see(given) {
  answer.textContent = "";
  if (!given.type.startsWith("image/")) answer.textContent = "This is not a picture. Give a PNG, JPEG, WebP or GIF.";
  else if (given.size > MOST_BYTES) answer.textContent = `This picture is larger than ${MOST_BYTES / 1e6} MB. Give a smaller one.`;
  else await send({ picture: await given.arrayBuffer() });
}

/** See a picture that is pasted or dropped; a text goes its usual way. */
function take(event, { files: [given] }) {
  if (!given || file.disabled) return;
  event.preventDefault();
  see(given);
}

for (const button of buttons) button.addEventListener("click", () => ask(button.dataset.ask));
file.addEventListener("change", async () => {
  if (file.files.length) await see(file.files[0]);
  file.value = "";
});
document.addEventListener("paste", (event) => take(event, event.clipboardData));
lab.addEventListener("dragover", (event) => event.preventDefault());
lab.addEventListener("drop", (event) => take(event, event.dataTransfer));
new MutationObserver(dress).observe(document.body, { attributes: true });
board.addEventListener("input", look);
dress();
look();

/** Milliseconds after the page and its player are there before Python is fetched: they have the network first. */
const BEHIND = 500;
addEventListener("load", () =>
  setTimeout(async () => {
    worker ??= start();
    (await worker).postMessage({});
  }, BEHIND),
);
