"""Rules of the project that a program can check: import directions, names, lazy imports."""

import ast
import doctest
import importlib
import linecache
import pkgutil
import re
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import grimp
import pytest

import numlink
from numlink.commands.listed import commands
from tests.cli import numlink as run_numlink

ROOT = Path(__file__).parent.parent
VIEWS = "numlink.engine._views"  # made by Cython; it has no source of ours
MODULES = [module.name for module in pkgutil.walk_packages(numlink.__path__, "numlink.") if module.name != VIEWS]


def test_imports_follow_the_layers():
    command = "from importlinter.cli import lint_imports; import sys; sys.exit(lint_imports())"
    done = subprocess.run([sys.executable, "-c", command], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_there_are_no_circular_imports():
    """Not even lazy ones."""
    graph = grimp.build_graph("numlink", exclude_type_checking_imports=True, cache_dir=None)
    imported = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    assert {*TopologicalSorter(imported).static_order()} == graph.modules  # CycleError names the circle


def test_no_module_hides_a_public_name():
    """Importing numlink.solve would put the module in the function's place."""
    assert not {name.split(".")[1] for name in MODULES} & {*numlink.__all__}


def test_every_public_name_loads_and_has_a_docstring():
    for name in numlink.__all__:
        assert getattr(numlink, name).__doc__, name
    assert set(numlink.__all__) <= set(dir(numlink))
    with pytest.raises(AttributeError, match="no attribute 'sovle'"):
        _ = numlink.sovle


def test_the_package_and_its_stub_agree():
    """`__init__.pyi` imports exactly the names of the table, each from the same home, under its own name."""
    tree = ast.parse((ROOT / "src/numlink/__init__.pyi").read_text())
    imports = [node for node in tree.body if isinstance(node, ast.ImportFrom)]
    assert all(alias.asname == alias.name for node in imports for alias in node.names)
    found = {(node.module, alias.name) for node in imports for alias in node.names}
    assert found == {(home, name) for home, names in numlink._HOMES.items() for name in names}
    assert len(tree.body) == len(imports) + 1  # the docstring
    for home, name in found:
        defined = getattr(getattr(importlib.import_module(home), name), "__module__", home)
        assert home in (defined, defined.rpartition(".")[0]), f"{name} is defined in {defined}"


def test_importing_numlink_loads_nothing_heavy():
    command = "import sys, numlink; print(sorted(m for m in sys.modules if m.startswith('numlink') or m == 'click'))"
    done = subprocess.run([sys.executable, "-c", command], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['numlink']"


LONGEST_FILE = 500
"""Lines without comments. Files have one concern and about 400 lines; a longer file has a second concern."""


def test_imports_of_documents_releases_and_benchmarks_exist():
    """CI runs few of these programs, and the type checker reads none."""
    files = [file for folder in ("bench", "docs", "release") for file in (ROOT / folder).rglob("*.py")]
    missing = []
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("numlink"):
                module = importlib.import_module(node.module)
                inside = {each.name for each in pkgutil.iter_modules(getattr(module, "__path__", []))}
                missing += [
                    (file.name, each.name)
                    for each in node.names
                    if not (hasattr(module, each.name) or each.name in inside)
                ]
    assert missing == []


def test_files_have_one_concern():
    places = (*(ROOT / "src").rglob("*.py"), *(ROOT / "tests").rglob("*.py"), *(ROOT / "bench").rglob("*.py"))
    scripts = (*(ROOT / "src").rglob("*.js"), *(ROOT / "docs").rglob("*.js"), *(ROOT / "tests").rglob("*.mjs"))
    lines = {
        str(path): sum(not line.lstrip().startswith(("#", "//")) for line in path.read_text().splitlines())
        for path in (*places, *scripts)
    }
    assert {path: count for path, count in lines.items() if count > LONGEST_FILE} == {}


def test_one_name_means_one_thing():
    """No class or type name is defined in two places, except type variables."""
    homes = {}
    for path in (ROOT / "src").rglob("*.py"):
        tree = ast.parse(path.read_text())
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                homes.setdefault(node.name, []).append(path.stem)
        for node in tree.body:
            if isinstance(node, ast.Assign | ast.AnnAssign) and not isinstance(node.value, ast.Call):
                target = node.targets[0] if isinstance(node, ast.Assign) else node.target
                if isinstance(target, ast.Name) and re.fullmatch("_?[A-Z][a-z]+([A-Z][a-z]+)*", target.id):
                    homes.setdefault(target.id, []).append(path.stem)
    assert not {name: found for name, found in homes.items() if len(found) > 1}


def test_every_constant_of_the_engine_is_explained():
    """A comment above a run of constants, or a docstring below it, gives unit and meaning."""
    silent = []
    for path in (ROOT / "src/numlink/engine").rglob("*.py"):
        lines = path.read_text().splitlines()
        constants = [at for at, line in enumerate(lines) if re.match(r"[A-Z_]+ = cython\.declare\(", line)]
        for at in constants:
            first, last = at, at
            while first - 1 in constants:
                first -= 1
            while last + 1 in constants:
                last += 1
            explained = lines[first - 1].startswith("#") or lines[last + 1].startswith('"""')
            silent += [] if explained else [f"{path.name}:{at + 1}: {lines[at]}"]
    assert silent == []


def test_files_named_in_docstrings_exist():
    """A name without a folder is a neighbour, or the neighbour of its package or of the project."""
    for path in (ROOT / "src/numlink").rglob("*.py"):
        docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
        for name in re.findall(r"(?<![/\w])([a-z_]+\.py)\b", docstring):
            assert any((folder / name).exists() for folder in (path.parent, path.parent.parent, ROOT)), (path, name)


def test_every_module_says_what_it_is():
    silent = [name for name in MODULES if name != "numlink.__main__" and not importlib.import_module(name).__doc__]
    assert silent == []


@pytest.mark.parametrize("name", commands())
def test_every_command_has_help(name, capsys):
    result = run_numlink(name, "--help", capsys=capsys)
    assert result.code == 0
    assert result.out.startswith(f"Usage: numlink {name}")


SERVICES = [name for name in MODULES if not name.startswith("numlink.engine.") and name != "numlink.__main__"]


@pytest.mark.parametrize("name", ["numlink", *SERVICES])
def test_examples_in_docstrings(name):
    linecache.clearcache()  # before each example, doctest checks whether any file there has changed
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_examples_in_docstrings_of_the_engine(uncompiled):
    names = [name for name in MODULES if name.startswith("numlink.engine.")]
    code = "import doctest, importlib, sys\n" + "\n".join(
        f"assert doctest.testmod(importlib.import_module({name!r})).failed == 0" for name in names
    )
    uncompiled("-c", code)
