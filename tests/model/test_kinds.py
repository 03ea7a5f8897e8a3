"""Kinds of boards as values: for every kind, what a pattern says about its cells is consistent."""

import ast
import re
from itertools import pairwise
from math import dist
from pathlib import Path

import pytest

import numlink
from numlink import Grid, Kind, Layout
from numlink.game.drag import KEYS, step_from
from numlink.model.kinds import PATTERNS
from numlink.model.kinds.names import OF_KINDS
from numlink.render.book.phrases import Language, words_of

KINDS = [kind for kind in Kind if kind in PATTERNS]


@pytest.mark.parametrize("kind", KINDS)
def test_the_second_half_of_the_directions_leads_back(kind):
    grid = Grid(5, 4, layout=Layout(kind=kind))
    directions = len(grid.flat_slots(0))
    for cell in range(grid.size):
        for direction, other in enumerate(grid.flat_slots(cell)):
            if other >= 0:
                assert grid.flat_slots(other)[(direction + directions // 2) % directions] == cell


@pytest.mark.parametrize("kind", KINDS)
def test_a_cell_has_a_side_where_the_cell_behind_it_has_one(kind):
    """Both cells have the side, from opposite ends; a cell lies in the middle of its corners, which go clockwise."""
    grid = Grid(5, 4, layout=Layout(kind=kind))
    pattern = grid.pattern

    def corners(cell):
        x, y = pattern.middle(*divmod(cell, grid.width))
        found = [(x + right, y + down) for right, down in grid.pattern_cell(cell).corners]
        return [*found, found[0]]

    for cell in range(grid.size):
        place = grid.pattern_cell(cell)
        area = sum(x * other_y - other_x * y for (x, y), (other_x, other_y) in pairwise(corners(cell)))
        assert area > 0
        for direction, (start, end) in zip(place.sides, pairwise(corners(cell)), strict=True):
            other = grid.flat_slots(cell)[direction]
            if other >= 0:
                assert any(dist(start, there) + dist(end, here) < 1e-9 for here, there in pairwise(corners(other)))


@pytest.mark.parametrize("kind", KINDS)
def test_lines_ways_and_planes_fit_the_directions(kind):
    grid = Grid(5, 4, layout=Layout(kind=kind))
    pattern = grid.pattern
    directions = len(grid.flat_slots(0))
    assert len(pattern.ways) == directions == 2 * len(pattern.ahead) == len({*pattern.ways})
    assert {(ahead + directions // 2) % directions for ahead in pattern.ahead} | {*pattern.ahead} == {
        *range(directions)
    }
    for direction, way in enumerate(pattern.ways):
        assert pattern.ways[(direction + directions // 2) % directions] == way ^ 2
    for cell in range(grid.size):  # the engine takes these numbers as places of arrays
        assert min(pattern.lines(*divmod(cell, grid.width), grid.width)) >= 0


@pytest.mark.parametrize("kind", [kind for kind in KINDS if PATTERNS[kind].feature is not None])
def test_a_kind_has_its_sentence_in_books(kind):
    assert PATTERNS[kind].feature in OF_KINDS
    for words in map(words_of, Language):
        assert PATTERNS[kind].feature in words.features


@pytest.mark.parametrize("kind", KINDS)
def test_an_arrow_leads_to_a_neighbour_and_its_opposite_back(kind):
    grid = Grid(6, 5, layout=Layout(kind=kind))
    for cell in range(grid.size):
        for (down, right), key in zip(KEYS[:4], grid.pattern_cell(cell).keys, strict=False):
            other = grid.flat_slots(cell)[key]
            assert step_from(grid, cell, down, right) == other
            if other >= 0:
                assert step_from(grid, other, -down, -right) == cell


def test_parts_are_joined_by_links():
    grid = Grid(4, 2, frozenset((1, 5)))
    assert list(grid.parts()) == [[0, 4], [2, 3, 6, 7]]


WORDS_OF_KINDS = {kind.value for kind in Kind} - {"square", "tiling"}  # which is also the key of the polygons
MEMBERS = {("Kind", kind.name) for kind in Kind if kind is not Kind.SQUARE} | {
    ("Feature", has.name) for has in OF_KINDS
}
NAMING = {
    "exact/board_arrays.py": 1,  # measured: if links may cross, counts of the frontier are wide
    "making/available_grades.py": 3,  # measured: at which sizes each kind has which grades
    "making/shapes.py": 1,  # the outline of a triangle, which is no kind
}
"""Lines that name a kind outside the rooms of kinds, formats and words."""


def lines_that_name_a_kind(path):
    """The lines of a module with `Kind.X`, with the `Feature` of a kind, or with its word as a full string."""
    text, found = path.read_text(encoding="utf-8"), set()
    if not re.search(rf"\b(Kind|Feature)\.|[\"']({'|'.join(WORDS_OF_KINDS)})[\"']", text):
        return found  # true of most modules: parsing them takes long
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if (node.value.id, node.attr) in MEMBERS:
                found.add(node.lineno)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in WORDS_OF_KINDS:
            found.add(node.lineno)
    return found


def test_a_kind_is_named_in_at_most_ten_lines_elsewhere():
    home = Path(numlink.__file__).parent
    found = {
        path.relative_to(home).as_posix(): len(lines)
        for path in home.rglob("*.py")
        if not {"kinds", "formats", "certificates"} & {*path.relative_to(home).parts}
        if (lines := lines_that_name_a_kind(path))
    }
    assert found == NAMING
    assert sum(found.values()) <= 10


def test_one_module_knows_where_characters_stand():
    home = Path(numlink.__file__).parent
    asking = set()
    for path in home.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if path.is_relative_to(home / "engine") or ".lower" not in text:  # the engine knows no characters
            continue
        nodes = [*ast.walk(ast.parse(text))]
        called = {id(node.func) for node in nodes if isinstance(node, ast.Call)}  # text.lower()
        if any(isinstance(node, ast.Attribute) and node.attr == "lower" and id(node) not in called for node in nodes):
            asking.add(path.relative_to(home).as_posix())
    assert asking == {"model/kinds/pattern.py", "render/text_layout.py"}


def test_no_other_module_knows_a_kind():
    """How a board is laid out is known only to its pattern; formats translate words, certificates are separate."""
    named = re.compile(r"\bKind\.(?!SQUARE\b)[A-Z]+")
    home = Path(numlink.__file__).parent
    asking = [
        f"{path}: {line}"
        for path in home.rglob("*.py")
        if not {"kinds", "formats"} & {*path.relative_to(home).parts}
        for line in path.read_text(encoding="utf-8").splitlines()
        if named.search(line) and ">>>" not in line
    ]
    comments = re.compile(r"^\s*//.*$|/\*.*?\*/", re.MULTILINE | re.DOTALL)
    words = re.compile(rf"\b({'|'.join(kind.value for kind in Kind if kind is not Kind.SQUARE)})")
    asking += [
        f"{path.name}: {match[0]}"
        for path in (home / "web" / "static").glob("*.js")
        if path.name != "kinds.js"  # data: patterns
        and not path.name.startswith("text_")
        for match in words.finditer(comments.sub("", path.read_text(encoding="utf-8")))
    ]
    assert asking == []
