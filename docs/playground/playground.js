// The page's side: the player is there at once; the worker loads Python behind it, and buttons ask it.

const board = document.querySelector("#board");
const state = document.querySelector("#state");
const answer = document.querySelector("#answer");
const picture = document.querySelector("#picture");
const bar = document.querySelector("#loading");
const player = document.querySelector("#player");
const buttons = [...document.querySelectorAll("[data-ask]")];

let worker = null;

function started() {
  if (worker === null) {
    worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => heard(data);
    worker.onerror = () => heard({ text: "The solver could not start in this browser.", done: true });
  }
  return worker;
}

/** What is proven of a puzzle stays proven in the player, which keeps it under this name (store.js). */
function handOver(code, { paths, pairs }) {
  const name = `numlink:game:${code}`;
  const begun = { moves: [], undone: [], seconds: 0, hints: [], revealed: [], at: Date.now(), complete: 0, pairs };
  try {
    const kept = JSON.parse(localStorage.getItem(name) ?? "null");
    localStorage.setItem(name, JSON.stringify({ ...begun, ...kept, unique: true, paths }));
  } catch {
    // nothing can be kept in this browser: the player then asks for no proof
  }
}

function heard({ state: words, progress, text, svg, puzzle, code, proven, done }) {
  if (progress !== undefined) {
    bar.value = progress;
    bar.hidden = progress === 1 && !words?.startsWith("Starting");
  }
  if (words !== undefined) state.textContent = words;
  if (text !== undefined) answer.textContent = text;
  // an image, not markup of this page: what is drawn comes from what someone typed
  if (svg !== undefined) {
    const image = new Image();
    image.alt = "The board";
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
    image.style.cssText = "max-width:24rem;background:#fff";
    picture.replaceChildren(image);
  }
  if (puzzle !== undefined) board.value = puzzle;
  if (code !== undefined) {
    if (proven) handOver(code, proven);
    player.src = `${player.src.split("#")[0]}#p=${code}`;
    player.scrollIntoView({ behavior: "smooth" });
  }
  if (done) for (const button of buttons) button.disabled = false;
}

for (const button of buttons) {
  button.addEventListener("click", () => {
    for (const each of buttons) each.disabled = true;
    state.textContent = "…";
    answer.textContent = "";
    started().postMessage({ ask: button.dataset.ask, board: board.value });
  });
}

// behind the player, which has the network first
addEventListener("load", () => setTimeout(() => started().postMessage({}), 500));
