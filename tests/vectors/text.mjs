// What the playground reads of texts and says of their boards; the arguments are the folder of its modules and a file of
// texts, one JSON string a line.  Prints one JSON answer a line: {code, faults, wrong} or {error}.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, texts] = process.argv.slice(2);
const from = (name) => import(pathToFileURL(`${folder}/${name}`).href);
const { Foreign, Unreadable, readBoard } = await from("text.js");
const { faultsOf, solutionFaults } = await from("judge.js");
const { encode } = await from("static/share.js");

function answered(text) {
  try {
    const found = readBoard(text);
    if (found === null) return { error: "Empty" };
    const faults = faultsOf(found.puzzle);
    return { code: encode(found.puzzle), faults: faults.length, wrong: faults.length ? 0 : solutionFaults(found.puzzle, found.paths).length };
  } catch (error) {
    if (error instanceof Unreadable) return { error: "Unreadable", words: error.message };
    if (error instanceof Foreign) return { error: "Foreign" };
    throw error;
  }
}

for (const line of readFileSync(texts, "utf8").split("\n").filter(Boolean)) console.log(JSON.stringify(answered(JSON.parse(line))));
