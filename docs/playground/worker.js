// Python in the browser: Pyodide with numlink as plain Python, in a thread of its own, so that the page never waits.

const PROGRAM = `
import json
import numlink
from numlink.formats import link
from random import randrange

BUDGET = 60
PROVEN = {}  # the only solution of a puzzle, by its link: the player takes it over


def proven(puzzle, solution):
    PROVEN[link.encode(puzzle)] = {
        "pairs": len(solution.paths),
        "paths": [[divmod(cell, puzzle.width) for cell in path] for path in solution.paths],
    }


def answered(ask, text):
    if ask == "new":
        puzzle = numlink.generate(5, seed=randrange(2**31), budget=BUDGET)
        proven(puzzle, puzzle.solution)
        return {"puzzle": numlink.dumps([puzzle]), "svg": numlink.svg(puzzle), "text": "Exactly one solution, proven."}
    puzzles = numlink.parse(text)
    if not puzzles:
        return {"text": "There is no board yet. Write one, or press New."}
    puzzle = puzzles[0]
    if ask == "play":
        code = link.encode(puzzle)
        return {"code": code, "proven": PROVEN.get(code), "text": ""}
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
        if verdict.answer is numlink.Answer.UNIQUE and not (puzzle.layout.layers > 1 or puzzle.layout.bridges):
            proven(puzzle, verdict.solution)
    return found

def answer(ask, text):
    try:
        return json.dumps(answered(ask, text))
    except (numlink.NumlinkError, MemoryError) as error:
        return json.dumps({"text": str(error)})
`;

const FILES = ["numlink.zip", ...["pyodide.asm.wasm", "pyodide.asm.mjs", "python_stdlib.zip"].map((name) => `pyodide/${name}`)];

let ready = null;

/** Bring what is needed into the browser's cache, telling how much of it is there; Pyodide then finds it. */
async function fetchAll() {
  const answers = await Promise.all(FILES.map((name) => fetch(new URL(name, import.meta.url))));
  const total = answers.reduce((sum, answer) => sum + Number(answer.headers.get("Content-Length")), 0);
  let there = 0;
  const whole = answers.map(async (answer) => {
    for (const reader = answer.body.getReader(); ; ) {
      const { done, value } = await reader.read();
      if (done) return;
      there += value.length;
      postMessage({ progress: total ? Math.min(there / total, 1) : undefined });
    }
  });
  await Promise.all(whole);
}

async function load() {
  postMessage({ state: "Fetching Python …" });
  await fetchAll();
  postMessage({ state: "Starting Python …" });
  const { loadPyodide } = await import("./pyodide/pyodide.mjs");
  const python = await loadPyodide({ indexURL: new URL("./pyodide/", import.meta.url).href });
  const archive = await (await fetch(new URL("./numlink.zip", import.meta.url))).arrayBuffer();
  python.unpackArchive(archive, "zip");
  python.runPython(PROGRAM);
  return python.globals.get("answer");
}

self.onmessage = async ({ data: { ask, board } }) => {
  try {
    ready ??= load();
    const answer = await ready;
    if (ask === undefined) return postMessage({ state: "", progress: 1 }); // the page only wanted it to be ready
    postMessage({ state: "Thinking …", progress: 1 });
    postMessage({ ...JSON.parse(answer(ask, board)), state: "", done: true });
  } catch (error) {
    ready = null;
    postMessage({ state: "", progress: 1, text: `The solver stopped: ${error.message}`, done: true });
  }
};
