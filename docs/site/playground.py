"""The files of the playground: the player as one page, its modules for the text field, Python and the package."""

from __future__ import annotations

import hashlib
import io
import json
import subprocess
import tempfile
import zipfile
from pathlib import Path

import numlink
from numlink.web.pages import export_page, palette_css, static_files

PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
"""What of the npm package a page needs; it is asked for behind the player."""

MODULES = ("elements.js", "grid.js", "ground.js", "kinds.js", "picture.js", "play.js", "share.js")
"""What of the player reads, draws and judges a board."""

MEMORY = "memory.gz"
"""Python's memory after it has started and loaded numlink, packed."""

FETCHED = ("pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json", "numlink.zip", MEMORY)
"""What the worker's bar counts: Pyodide imports the others as modules."""

SIGHT = ("numpy", "pillow")
"""What reads pictures; `node docs/site/wheels.mjs` fetches it; without it pictures are refused."""

LEFT_OUT = ("web", "terminal", "commands", "datasets")
"""Rooms of numlink that a page has no use for."""


def files(root: Path) -> dict[str, str | bytes]:
    """The files by name in the site; without `npm install` the page says that its solver is not there."""
    puzzles = [(numlink.generate(size, seed=size), True) for size in (5, 6, 7, 8, 9)]
    static = static_files()
    found: dict[str, str | bytes] = {
        "playground/player.html": export_page(puzzles),
        "playground/static/board.css": palette_css() + static["board.css"],
    } | {f"playground/static/{name}": static[name] for name in MODULES}
    pyodide = root / "node_modules/pyodide"
    wheels = _wheels(pyodide)
    python = {name: (pyodide / name).read_bytes() for name in (*PYODIDE, *wheels) if pyodide.exists()}
    answers = root / "docs/playground/answers.py"
    python["numlink.zip"] = _archive(Path(numlink.__file__).parent, answers)
    folder = f"python-{_digest(python)}"
    if pyodide.exists():
        python[MEMORY] = _memory(pyodide, python["numlink.zip"], root / "build" / folder)
    there = {
        "FOLDER": folder,
        "MEMORY": MEMORY,
        "BYTES": sum(len(python.get(name, b"")) for name in FETCHED),
        "SIGHT": SIGHT if wheels else (),
    }
    found["playground/python.js"] = "".join(f"export const {key} = {json.dumps(there[key])};\n" for key in there)
    return found | {f"playground/{folder}/{name}": content for name, content in python.items()}


def _wheels(pyodide: Path) -> list[str]:
    """The files of SIGHT beside Pyodide; none unless all are there."""
    lock = pyodide / "pyodide-lock.json"
    packages = json.loads(lock.read_text(encoding="utf-8"))["packages"] if lock.exists() else {}
    wheels = [packages[name]["file_name"] for name in SIGHT if name in packages]
    return wheels if all((pyodide / name).exists() for name in wheels) else []


def _memory(pyodide: Path, archive: bytes, kept: Path) -> bytes:
    """Python's packed memory with numlink loaded; kept under build/, since making it takes seconds."""
    memory = kept / MEMORY
    if not memory.exists():
        kept.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=kept) as folder:  # another build may make the same
            Path(folder, "numlink.zip").write_bytes(archive)
            script = Path(__file__).with_name("memory.mjs")
            subprocess.run(["node", script, pyodide, Path(folder, "numlink.zip"), Path(folder, MEMORY)], check=True)
            Path(folder, MEMORY).replace(memory)
    return memory.read_bytes()


def _digest(contents: dict[str, bytes]) -> str:
    """Twelve digits that change with any byte; under them a browser keeps files for ever (docs/playground/sw.js)."""
    digest = hashlib.sha256()
    for name in sorted(contents):
        digest.update(f"{name} {len(contents[name])} ".encode() + contents[name])
    return digest.hexdigest()[:12]


def _archive(package: Path, answers: Path) -> bytes:
    """numlink as plain Python, the module `cython` that its engine imports uncompiled, and what answers."""
    from Cython import Shadow

    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(package.rglob("*.py")):
            place = path.relative_to(package)
            if place.parts[0] not in LEFT_OUT and path.name != "cli.py":
                _add(archive, f"numlink/{place.as_posix()}", path)
        _add(archive, "cython.py", Path(Shadow.__file__))
        _add(archive, "answers.py", answers)
    return buffer.getvalue()


def _add(archive: zipfile.ZipFile, name: str, source: Path) -> None:
    """Without the time of the file, so that the same sources make the same bytes."""
    archive.writestr(zipfile.ZipInfo(name), source.read_bytes(), zipfile.ZIP_DEFLATED)
