// node docs/site/wheels.mjs: fetch numpy and Pillow for Pyodide into its folder, where the site's build finds them
// (playground.py).  Pyodide checks what it fetches against its own list of digests.
import { loadPyodide } from "pyodide";

const python = await loadPyodide({ packages: ["numpy", "pillow"] });
python.runPython("import numpy, PIL.Image");
