"""Changes the program in small ways, one at a time, and checks whether a test notices: `make mutants`.

    python -m tests.mutants ROOM ... [--count N] [--seed S]

A *mutant* is a room's source with one place changed: a comparison, `and` for `or`, a plus for a minus, a number one
larger, a condition without its `not`, `break` for `continue`.  The seed decides the places.  Each mutant is tried in a
copy of the tree with the quick tests of its room; one that no test notices *survives* and is printed with its line.
bench/notes/mutants.md says what survivors turned out to be.
"""

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

ROOT = Path(__file__).parents[1]
PACKAGE = Path("src", "numlink")
ROOMS = ("exact", "game", "formats", "making")
QUICK = "not long and not thorough and not uncompiled"

SWAPPED = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Break: ast.Continue,
    ast.Continue: ast.Break,
}


@dataclass(frozen=True, slots=True)
class Place:
    """A node that can be changed: it is in a field of its parent, at an index if that is a list."""

    parent: ast.AST
    field: str
    index: int | None
    node: ast.AST

    def replace(self, other: ast.AST) -> None:
        if self.index is None:
            setattr(self.parent, self.field, other)
        else:
            getattr(self.parent, self.field)[self.index] = other

    @property
    def shown(self) -> ast.AST:
        """The printed text: an operator with its operands."""
        return self.parent if isinstance(self.node, ast.operator | ast.boolop | ast.cmpop) else self.node


@dataclass(frozen=True, slots=True)
class Mutant:
    """The file, the line, the text there before and after the change, and the full changed source."""

    file: Path
    line: int
    before: str
    after: str
    source: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.before}  ->  {self.after}"


def other_than(node: ast.AST) -> ast.AST | None:
    """The replacement of a node in a mutant, None if nothing is changed."""
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return ast.Constant(node.value + 1)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return node.operand
    return SWAPPED[type(node)]() if type(node) in SWAPPED else None


def places(tree: ast.AST) -> list[Place]:
    """All nodes that can be changed, from top to bottom; annotations decide nothing and are left out."""
    found: list[Place] = []

    def visit(parent: ast.AST) -> None:
        for field, value in ast.iter_fields(parent):
            if field in ("annotation", "returns", "decorator_list"):
                continue
            for index, node in enumerate(value if isinstance(value, list) else [value]):
                if isinstance(node, ast.AST):
                    if other_than(node) is not None:
                        found.append(Place(parent, field, index if isinstance(value, list) else None, node))
                    visit(node)

    visit(tree)
    return found


def mutant_of(file: Path, source: str, number: int) -> Mutant:
    """The source with a change at a place, by its number in `places`."""
    tree = ast.parse(source)
    place = places(tree)[number]
    before, line = ast.unparse(place.shown), getattr(place.shown, "lineno", 0)
    other = other_than(place.node)
    assert other is not None
    place.replace(other)
    after = ast.unparse(other if place.shown is place.node else place.parent)
    return Mutant(file, line, before, after, ast.unparse(ast.fix_missing_locations(tree)) + "\n")


def sample(room: str, count: int, seed: int) -> list[Mutant]:
    """`count` mutants of a room, all places equally likely; the same for the same seed."""
    sources = {file: file.read_text() for file in sorted((ROOT / PACKAGE / room).rglob("*.py"))}
    every = [(file, number) for file, text in sources.items() for number in range(len(places(ast.parse(text))))]
    drawn = random.Random(f"{room} {seed}").sample(every, min(count, len(every)))
    return [mutant_of(file.relative_to(ROOT), sources[file], number) for file, number in drawn]


def copy_of_the_tree(folder: Path) -> None:
    """Copy what tests need, with the compiled core."""
    for name in ("src", "tests", "docs", "bench", "examples", "release"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "*.c"))
    for name in ("pyproject.toml", "README.md", "CHANGELOG.md", "Makefile"):
        shutil.copy(ROOT / name, folder / name)


def is_noticed(folder: Path, room: str, seconds: float) -> bool:
    """Whether a test of the room fails in this copy, or has not ended after `seconds`."""
    environment = {**os.environ, "PYTHONPATH": f"{folder / 'src'}:{folder}", "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-m", QUICK, f"tests/{room}"]
    try:
        return subprocess.run(command, cwd=folder, env=environment, capture_output=True, timeout=seconds).returncode > 0
    except subprocess.TimeoutExpired:
        return True


def main() -> None:
    parser = argparse.ArgumentParser(description="Try mutants of rooms against their tests.")
    parser.add_argument("rooms", nargs="*", default=ROOMS, metavar="ROOM", help=f"default: {' '.join(ROOMS)}")
    parser.add_argument("--count", type=int, default=20, help="mutants a room (default: 20)")
    parser.add_argument("--seed", type=int, default=1, help="which (default: 1)")
    parser.add_argument("--seconds", type=float, default=1800, help="for the tests of a room unchanged (default: 1800)")
    asked = parser.parse_args()
    for room in asked.rooms:
        with tempfile.TemporaryDirectory(prefix="mutants-") as name:
            folder = Path(name)
            copy_of_the_tree(folder)
            begun = monotonic()
            if is_noticed(folder, room, asked.seconds):
                sys.exit(f"tests/{room} fail, or take over {asked.seconds:g} s, without any change. Mend that first.")
            patience = 60 + 3 * (monotonic() - begun)
            survivors = 0
            mutants = sample(room, asked.count, asked.seed)
            for mutant in mutants:
                (folder / mutant.file).write_text(mutant.source)
                if not is_noticed(folder, room, patience):
                    survivors += 1
                    print(f"survives  {mutant}", flush=True)
                (folder / mutant.file).write_text((ROOT / mutant.file).read_text())
            print(f"{room}: {len(mutants) - survivors} of {len(mutants)} noticed", flush=True)


if __name__ == "__main__":
    main()
