"""The files of the playground: the player as one page, the package as an archive, Pyodide beside them."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import numlink
from numlink.web.pages import export_page

PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
"""What of the npm package a page needs; it is asked for when someone presses a button, not before."""

LEFT_OUT = ("web", "terminal", "commands", "datasets")
"""Rooms of numlink that a page has no use for."""


def files(root: Path) -> dict[str, str | bytes]:
    """The files by name in the site; without `npm install` the page says that its solver is not there."""
    puzzles = [(numlink.generate(size, seed=size), True) for size in (5, 6, 7, 8, 9)]
    found: dict[str, str | bytes] = {
        "playground/player.html": export_page(puzzles),
        "playground/numlink.zip": _archive(Path(numlink.__file__).parent),
    }
    pyodide = root / "node_modules/pyodide"
    return found | {f"playground/pyodide/{name}": (pyodide / name).read_bytes() for name in PYODIDE if pyodide.exists()}


def _archive(package: Path) -> bytes:
    """numlink as plain Python, and the module `cython` that its engine imports where it is not compiled."""
    from Cython import Shadow

    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(package.rglob("*.py")):
            place = path.relative_to(package)
            if place.parts[0] not in LEFT_OUT and path.name != "cli.py":
                archive.write(path, Path("numlink") / place)
        archive.write(Shadow.__file__, "cython.py")
    return buffer.getvalue()
