"""`make release-check`: build what would be published, look at it, install it elsewhere and test it there.

    sdist ──▶ wheel of this machine ──▶ auditwheel ──▶ fresh environment ──▶ fast tests, notebooks, learning.md
      └─────▶ wheel for any machine ─────────────────▶ fresh environment ──▶ fast tests
    all of them ──▶ a package index on this machine ─▶ installed by name ──▶ the README's commands (release/rehearse.py)

Both wheels are built from the unpacked sdist, not from this tree, and without the network.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import venv
from pathlib import Path
from tempfile import TemporaryDirectory

from numlink.version import __version__
from release.rehearse import rehearse

ROOT = Path(__file__).parents[1]
MOST_BYTES = 12_000_000
"""Of the installed package."""

FAST = ("model/test_puzzle", "model/test_judge", "making/test_classic", "engine/test_basics", "formats/test_spellings")
"""Test files that run in seconds and need no optional library."""

NEEDED = ("pytest>=8.0", "hypothesis>=6.100", "jsonschema>=4.18", "pytest-xdist>=3.6")
"""What they import beside numlink; tests/cli.py holds every `--json` to its schema."""

FAST_UNCOMPILED = ("model/test_puzzle", "model/test_judge")


def main() -> None:
    """Run all steps; the first that fails ends it with its output."""
    dist = ROOT / "build" / "dist"
    shutil.rmtree(dist, ignore_errors=True)
    with TemporaryDirectory() as folder:
        room = Path(folder)
        said("sdist")
        build("--sdist", ROOT, dist)
        [sdist] = dist.glob("*.tar.gz")
        with tarfile.open(sdist) as archive:
            archive.extractall(room / "sdist", filter="data")
        source = room / "sdist" / f"numlink-{__version__}"
        said("wheel of this machine, from the sdist")
        build("--wheel", source, dist)
        [wheel] = dist.glob("*.whl")
        audit(wheel)
        install_and_test(wheel, room / "compiled", FAST, core="compiled")
        learn(wheel, room / "compiled")
        said("wheel for any machine, from the sdist")
        build("--wheel", source, room / "pure", NUMLINK_PURE="1")
        [pure] = (room / "pure").glob("*-py3-none-any.whl")
        install_and_test(pure, room / "uncompiled", FAST_UNCOMPILED, core="uncompiled")
        shutil.copy2(pure, dist)
    said("upload to a package index on this machine, install by name")
    rehearse(dist)
    print("release-check: all is well; build/dist has", ", ".join(sorted(path.name for path in dist.iterdir())))


def said(step: str) -> None:
    print(f"release-check: {step}", flush=True)


def run(*command: object, cwd: Path | None = None, **more: str) -> str:
    """What a command prints; it does not see this tree."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"} | more
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"release-check: {' '.join(map(str, command))} failed\n{done.stdout[-6000:]}{done.stderr[-6000:]}")
    return done.stdout


def build(kind: str, source: Path, dist: Path, **more: str) -> None:
    """`python -m build` with the tools at hand."""
    run(sys.executable, "-m", "build", "--no-isolation", kind, "--outdir", dist, source, cwd=dist.parent, **more)


def audit(wheel: Path) -> None:
    """Whether the wheel runs on other Linuxes than this one."""
    if not sys.platform.startswith("linux"):
        return
    told = " ".join(run(sys.executable, "-m", "auditwheel", "show", wheel).split())
    if "manylinux" not in told and "musllinux" not in told:
        sys.exit(f"release-check: {wheel.name} would run on this Linux only\n{told}")


def install_and_test(wheel: Path, room: Path, tests: tuple[str, ...], *, core: str) -> None:
    """The wheel in an environment of its own, the tests in a folder of their own."""
    said(f"{wheel.name}: a fresh environment and {len(tests)} files of tests")
    venv.create(room / "venv", with_pip=True)
    python = python_of(room)
    run(python, "-m", "pip", "install", "--quiet", "--no-compile", wheel, *NEEDED)
    shutil.copytree(ROOT / "tests", room / "tests", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy2(ROOT / "pyproject.toml", room)
    place = Path(run(python, "-c", "import numlink; print(numlink.__file__)", cwd=room).strip()).parent
    if not place.is_relative_to(room):
        sys.exit(f"release-check: not the installed package was imported but {place}")
    version = run(python, "-m", "numlink", "--version", cwd=room)
    if f"numlink {__version__} (core {core}" not in version:
        sys.exit(f"release-check: {wheel.name} says of itself: {version}")
    size = sum(path.stat().st_size for path in place.rglob("*") if path.is_file() and path.suffix != ".pyc")
    if size > MOST_BYTES:
        sys.exit(f"release-check: {size:,} bytes installed, and at most {MOST_BYTES:,} are allowed")
    ending = run(python, "-m", "pytest", "-n", "2", *(f"tests/{name}.py" for name in tests), cwd=room)
    print(f"  {size / 1e6:.1f} MB installed; {ending.strip().splitlines()[-1]}", flush=True)


def python_of(room: Path) -> Path:
    """The Python of the environment in this folder."""
    return room / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python"


def learn(wheel: Path, room: Path) -> None:
    """What `pip install 'numlink[learn]'` promises: every notebook and every example of docs/learning.md runs."""
    said(f"{wheel.name}[learn]: the notebooks and the examples of docs/learning.md")
    run(python_of(room), "-m", "pip", "install", "--quiet", "--no-compile", f"{wheel}[learn]")
    shutil.copytree(ROOT / "docs" / "notebooks", room / "docs" / "notebooks")
    shutil.copy2(ROOT / "docs" / "learning.md", room / "docs")
    ending = run(python_of(room), "-m", "pytest", "-n", "2", "-k", "runs", "tests/test_notebooks.py", cwd=room)
    if "skipped" in ending:
        sys.exit(f"release-check: a notebook was skipped\n{ending}")
    run(python_of(room), "-m", "doctest", "docs/learning.md", cwd=room)
    print(f"  {ending.strip().splitlines()[-1]}", flush=True)


if __name__ == "__main__":
    main()
