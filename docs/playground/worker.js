// Python in the browser: Pyodide with numlink as plain Python, in a thread of its own, so that the page never waits.

const PROGRAM = `
import json
import numlink
from numlink.formats import link
from random import randrange

BUDGET = 60

def answered(ask, text):
    if ask == "new":
        puzzle = numlink.generate(5, seed=randrange(2**31), budget=BUDGET)
        return {"puzzle": numlink.dumps([puzzle]), "svg": numlink.svg(puzzle), "text": "Exactly one solution, proven."}
    puzzles = numlink.parse(text)
    if not puzzles:
        return {"text": "There is no board yet. Write one, or press New."}
    puzzle = puzzles[0]
    if ask == "play":
        return {"code": link.encode(puzzle), "text": ""}
    if ask == "count":
        count = numlink.count(puzzle, budget=BUDGET)
        return {"text": f"{count} solution{'' if count == 1 else 's'}, under {puzzle.rules}."}
    if ask == "rate":
        return {"text": str(numlink.rate(puzzle))}
    if ask == "explain":
        return {"text": str(numlink.explain(puzzle, budget=BUDGET))}
    verdict = numlink.prove(puzzle, budget=BUDGET)
    found = {"text": str(verdict)}
    if verdict.solution is not None:
        found["svg"] = numlink.svg(puzzle, verdict.solution)
    return found

def answer(ask, text):
    try:
        return json.dumps(answered(ask, text))
    except (numlink.NumlinkError, MemoryError) as error:
        return json.dumps({"text": str(error)})
`;

let ready = null;

async function load() {
  postMessage({ state: "Fetching Python …" });
  const { loadPyodide } = await import("./pyodide/pyodide.mjs");
  const python = await loadPyodide({ indexURL: new URL("./pyodide/", import.meta.url).href });
  postMessage({ state: "Fetching numlink …" });
  const archive = await (await fetch(new URL("./numlink.zip", import.meta.url))).arrayBuffer();
  python.unpackArchive(archive, "zip");
  python.runPython(PROGRAM);
  return python.globals.get("answer");
}

self.onmessage = async ({ data: { ask, board } }) => {
  try {
    ready ??= load();
    const answer = await ready;
    postMessage({ state: "Thinking …" });
    postMessage({ ...JSON.parse(answer(ask, board)), state: "", done: true });
  } catch (error) {
    ready = null;
    postMessage({ state: "", text: `The solver stopped: ${error.message}`, done: true });
  }
};
