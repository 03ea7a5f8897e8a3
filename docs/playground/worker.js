// Python in the browser: Pyodide with numlink as plain Python, in a thread of its own, so that the page never waits.

import { BYTES, FOLDER, MEMORY, SIGHT } from "./python.js"; // docs/site/playground.py writes it

const at = (name) => new URL(`./${FOLDER}/${name}`, import.meta.url).href;

let ready = null;
/** Whether that Python can read pictures. */
let sees = false;
let there = 0;

/** Every file of Python's folder is counted as it comes: Pyodide fetches most of them itself. */
const fetched = self.fetch;
self.fetch = async (asked, options) => {
  const answer = await fetched(asked, options);
  if (!answer.ok || !answer.body || !answer.url.startsWith(at(""))) return answer;
  const counter = new TransformStream({
    transform(part, onward) {
      there += part.length;
      postMessage({ progress: Math.min(there / BYTES, 1) });
      onward.enqueue(part);
    },
  });
  return new Response(answer.body.pipeThrough(counter), { status: answer.status, headers: answer.headers });
};

/** Python as it was after it had started and loaded numlink, where the site was built (docs/site/memory.mjs). */
async function memory() {
  const packed = await fetch(at(MEMORY));
  if (!packed.ok) throw new Error(`${MEMORY} is not there`);
  return new Response(packed.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

async function load() {
  postMessage({ state: "Loading Python …" });
  there = 0;
  const archive = fetch(at("numlink.zip")).then((answer) => answer.arrayBuffer());
  const { loadPyodide } = await import(at("pyodide.mjs"));
  let python;
  if (sees) python = await loadPyodide({ indexURL: at(""), packages: SIGHT }); // compiled modules cannot follow a kept memory
  else {
    try {
      python = await loadPyodide({ indexURL: at(""), _loadSnapshot: memory() });
    } catch (error) {
      console.info(`Python starts from the beginning: ${error.message}`); // slower, and the same
      python = await loadPyodide({ indexURL: at("") });
    }
  }
  python.unpackArchive(await archive, "zip"); // what the memory has not loaded
  return { python, answers: python.pyimport("answers") };
}

/** The board in a picture; the first picture starts a Python that has what reads pictures. */
async function read(picture) {
  if (!SIGHT.length) return JSON.stringify({ text: "This copy of the playground cannot read pictures. Write the board." });
  if (!sees) {
    sees = true;
    ready = load();
  }
  const { python, answers } = await ready;
  postMessage({ state: "Looking …", progress: 1 });
  return answers.read_picture(python.toPy(new Uint8Array(picture)));
}

async function ask({ ask: what, board, seed, draw }) {
  ready ??= load();
  const { answers } = await ready;
  if (what === undefined) return "{}"; // the page only wanted it to be ready
  postMessage({ state: "Thinking …", progress: 1 });
  return answers.answer(what, board, seed, draw);
}

self.onmessage = async ({ data }) => {
  const asked = data.picture !== undefined || data.ask !== undefined;
  try {
    const found = JSON.parse(await (data.picture ? read(data.picture) : ask(data)));
    postMessage({ ...found, state: "", progress: 1, ...(asked && { done: true }) });
  } catch (error) {
    ready = null;
    postMessage({ state: "", progress: 1, text: `The solver stopped: ${error.message.trim().split("\n").at(-1)}`, done: true });
  }
};
