// Python in the browser: Pyodide with numlink as plain Python, in a thread of its own, so that the page never waits.

import { BYTES, FOLDER, MEMORY } from "./python.js"; // docs/site/playground.py writes it

const at = (name) => new URL(`./${FOLDER}/${name}`, import.meta.url).href;

let ready = null;
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
  postMessage({ state: "Fetching Python …" });
  const archive = fetch(at("numlink.zip")).then((answer) => answer.arrayBuffer());
  const { loadPyodide } = await import(at("pyodide.mjs"));
  let python;
  try {
    python = await loadPyodide({ indexURL: at(""), _loadSnapshot: memory() });
  } catch (error) {
    console.info(`Python starts from the beginning: ${error.message}`); // slower, and the same
    python = await loadPyodide({ indexURL: at("") });
  }
  python.unpackArchive(await archive, "zip"); // what the memory has not loaded
  return python.pyimport("answers").answer;
}

self.onmessage = async ({ data: { ask, board, seed, draw } }) => {
  try {
    ready ??= load();
    const answer = await ready;
    if (ask === undefined) return postMessage({ state: "", progress: 1 }); // the page only wanted it to be ready
    postMessage({ state: "Thinking …", progress: 1 });
    postMessage({ ...JSON.parse(answer(ask, board, seed, draw)), state: "", done: true });
  } catch (error) {
    ready = null;
    postMessage({ state: "", progress: 1, text: `The solver stopped: ${error.message}`, done: true });
  }
};
