"""Documents are true: their examples run against the installed package, and what they name exists."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import numlink
from numlink.formats.base import Losses

ROOT = Path(__file__).parent.parent
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
TEXTS = [
    *DOCUMENTS,
    *(ROOT / name for name in ("CONTRIBUTING.md", "CHANGELOG.md", "bench/README.md")),
]
NOTES = sorted((ROOT / "bench" / "notes").glob("*.md"))
"""Notes on measurements; they may name modules that no longer exist."""

BUILD = "from setuptools import setup; setup()"
"""pyproject.toml alone: without setup.py nothing is compiled."""

DOCTEST = "import doctest, sys; sys.exit(doctest.testfile(sys.argv[1], False, optionflags=doctest.ELLIPSIS).failed > 0)"


@pytest.fixture(scope="session")
def installed(tmp_path_factory):
    """The environment of a program that has the installed package and nothing else of this tree."""
    folder = tmp_path_factory.mktemp("installed")
    site = folder / "site"
    command = [sys.executable, "-c", BUILD, "-q", "egg_info", "--egg-base", folder, "build_py", "--build-lib", site]
    subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
    source = Path(numlink.__file__).parent
    for compiled in [*source.rglob("*.so"), *source.rglob("*.pyd")]:
        shutil.copy2(compiled, site / "numlink" / compiled.relative_to(source))
    return {**os.environ, "PYTHONPATH": str(site)}


def run(command, environment, folder):
    """The output of a command, errors included, in a folder with the documents but no tests."""
    for name in ("README.md", "docs"):
        (folder / name).symlink_to(ROOT / name)
    return subprocess.run(
        command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )


def test_an_installed_package_is_complete(installed, tmp_path):
    done = run([sys.executable, "-c", "import numlink; print(numlink.__file__)"], installed, tmp_path)
    assert done.stdout.startswith(installed["PYTHONPATH"])
    ours = Path(numlink.__file__).parent
    kept = {path.relative_to(ours) for path in ours.rglob("*") if path.is_file() and path.suffix != ".pyc"}
    laid = Path(installed["PYTHONPATH"]) / "numlink"
    assert not [path for path in kept if not (laid / path).exists()]


@pytest.mark.parametrize("path", [path for path in DOCUMENTS if ">>>" in path.read_text()], ids=lambda path: path.name)
def test_python_examples_in_documents(path, installed, tmp_path):
    done = run([sys.executable, "-c", DOCTEST, str(path)], installed, tmp_path)
    assert done.returncode == 0, done.stdout


def console_examples():
    for path in DOCUMENTS:
        for block in re.findall(r"```console\n(.*?)```", path.read_text(), re.DOTALL):
            for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                command, _, output = part.partition("\n")
                yield pytest.param(command, output, id=command[:60])


@pytest.mark.table(7)
@pytest.mark.parametrize(("command", "output"), list(console_examples()))
def test_console_examples_in_documents(command, output, installed, tmp_path):
    """`$ command` and what it prints; `...` stands for lines left out; files land in a folder of their own."""
    program = f"{shlex.quote(sys.executable)} -m numlink"
    script = re.sub(r"(^|\| |&& )numlink\b", lambda match: f"{match[1]}{program}", command)
    printed = run(["bash", "-c", script], installed, tmp_path).stdout
    assert "Traceback" not in printed
    pattern = re.escape(output.rstrip()).replace(r"\.\.\.", r"[\s\S]*")
    assert re.fullmatch(pattern, printed.rstrip()), printed


def test_help_says_what_the_page_of_python_says():
    """Ten lines that show most of the library; they run here and there."""
    page = (ROOT / "docs/python.md").read_text().split("```python\n")[1].split("```")[0].strip()
    told = re.sub(r"  # doctest: .*", "", numlink.__doc__)
    assert page in re.sub(r"^    ", "", told, flags=re.MULTILINE)


def test_documents_stay_short():
    """The front page takes one and a half screens, all pages an afternoon."""
    words = {path: len(path.read_text().split()) for path in (*DOCUMENTS, ROOT / "bench/README.md")}
    assert words[ROOT / "README.md"] <= 700
    assert words[ROOT / "bench/README.md"] <= 5_000
    assert sum(words[path] for path in DOCUMENTS) <= 32_000


def test_changelog_knows_this_version():
    assert f"## {numlink.__version__}" in (ROOT / "CHANGELOG.md").read_text()


MADE = ("playground/player.html",)
"""Made with the site (docs/site) for the playground; other links to parts of the site are in `<!-- site: -->`."""


@pytest.mark.parametrize("path", [*TEXTS, *NOTES], ids=lambda path: path.name)
def test_links_lead_somewhere(path):
    for target in re.findall(r"\]\(([^)#:]+)\)", re.sub(r"<!-- site: .*? -->", "", path.read_text())):
        assert (path.parent / target).exists() or target.startswith(MADE), target


PATH = re.compile(r"(?<![\w./*])((?:[\w.-]+/)+(?:[\w.-]+)?|[\w-]+\.py|pyproject\.toml)(?![\w/*])")
"""`engine/search/`, `tests/oracle.py`, `pyproject.toml`: in backquotes, without placeholders."""


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.name)
def test_paths_named_in_documents_exist(path):
    """A path counts from the root, from src, from the package, from one of its rooms or from the document itself."""
    package = ROOT / "src" / "numlink"
    homes = [ROOT, ROOT / "src", package, path.parent, *(room for room in package.rglob("*") if room.is_dir())]
    prose = re.sub(r"```.*?```", "", path.read_text(), flags=re.DOTALL)
    named = [
        name for code in re.findall(r"`([^`\n]+)`", prose) for name in PATH.findall(code) if not ignored(name, code)
    ]
    assert not [name for name in named if not any((home / name).exists() for home in homes)]


EXTRAS = {
    "terminal": r"numlink play\b",
    "web": r"numlink serve\b",
    "pdf": r"numlink book\b(?!.*--each)|\.pdf\b",
    "dataset": r"numlink batch\b(?!.*(?:jsonl|--resume))",
    "png": r"\.(?:png|gif)\b",
    "pictures": r"numlink (?:solve|prove|convert|check) \S+\.(?:png|jpe?g|webp|gif)\b",
    "learn": r"import gymnasium",
}
"""Optional parts of numlink, and the examples that need them."""

BRINGS = {"png": "png|pictures|all"}
"""Extras that include another one; `all` includes each."""


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_an_example_that_needs_an_extra_names_it(path):
    """Before the example or a few lines after it, so that readers know what to install."""
    text = path.read_text()
    for block in re.finditer(r"```\w*\n(.*?)```", text, re.DOTALL):
        known = text[: block.end() + 300]
        for line in block[1].splitlines():
            typed = line.split("#")[0]
            if re.search(r"\bnumlink |import ", typed):
                needed = [extra for extra, pattern in EXTRAS.items() if re.search(pattern, typed)]
                named = [rf"\[[a-z,]*\b(?:{BRINGS.get(extra, f'{extra}|all')})\b" for extra in needed]
                assert all(re.search(extra, known) for extra in named), (line, needed)


def test_the_format_of_the_how_to_works():
    """docs/howto_format.md shows a complete format."""
    room = {}
    exec((ROOT / "docs/howto_format.md").read_text().split("```python\n")[1].split("```")[0], room)
    found = room["FORMAT"]
    good, bad = found.read("A-.-A\nB-.-B\n\nA-AB-A\n")
    assert good.rows() == [(1, 0, 1), (2, 0, 2)]
    assert found.write(good, Losses("dashes")) == "A-.-A\nB-.-B\n"
    assert str(bad).startswith("line 4, column 3: found 'AB'")


def ignored(name, code):
    """Whether a name is outside this tree: an address, a built file, a user's file, a placeholder, a mime type."""
    elsewhere = name.startswith(("/", "~", "..", "./", "build/", ".venv/"))
    return elsewhere or "://" in code or "NAME" in name or " -o " in code or "numlink " in code


def test_the_demo_proves_grades_and_solves_a_puzzle():
    run = subprocess.run(
        [sys.executable, "examples/demo.py", "5"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert "Proved:      exactly one solution, under cover" in run.stdout
    assert "Difficulty:  medium" in run.stdout
    assert "pip install '.[web]'" in run.stdout
    assert len(re.findall(r"numlink (?=new|serve|--help)", run.stdout.partition("Next:")[2])) == 3
