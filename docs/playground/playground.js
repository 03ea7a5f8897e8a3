// The page's side: buttons ask the worker, which starts when it is first asked.

const board = document.querySelector("#board");
const state = document.querySelector("#state");
const answer = document.querySelector("#answer");
const picture = document.querySelector("#picture");
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

function heard({ state: words, text, svg, puzzle, code, done }) {
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
