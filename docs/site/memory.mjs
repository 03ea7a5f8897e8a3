// node memory.mjs PYODIDE ARCHIVE OUTPUT: Python's memory after it has started and loaded what the playground answers with,
// packed.  A page that starts from it needs a tenth of the time (docs/playground/worker.js).
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

const [pyodide, archive, output] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const python = await loadPyodide({ _makeSnapshot: true });
python.unpackArchive(new Uint8Array(readFileSync(archive)), "zip");
python.runPython("import answers, gc; answers.warm_up(); gc.collect()");
writeFileSync(output, gzipSync(python.makeMemorySnapshot(), { level: 9 }));
