"""Boards of polygons in datasets: made, stored, read again, and not mistaken for boards of other polygons."""

import json
from functools import partial

import pytest

from numlink import Dataset, Layout, Puzzle, parse
from numlink.datasets.rows import canonical_hash
from tests.cli import numlink
from tests.samples_of_kinds import EXAMPLE_TILINGS

ROW = [[(x, 0), (x + 1, 0), (x + 1, 1), (x, 1)] for x in range(4)]
BLOCK = [[(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)] for y in range(2) for x in range(2)]


@pytest.fixture
def run(capsys):
    return partial(numlink, capsys=capsys)


def test_boards_of_other_polygons_are_other_boards():
    row, block = (Puzzle(4, 1, (1, 0, 0, 1), layout=Layout(tiling=polygons)) for polygons in (ROW, BLOCK))
    assert canonical_hash(row) != canonical_hash(block)
    assert canonical_hash(row) == canonical_hash(parse(f"{row}")[0])


def test_a_dataset_of_a_tiling_is_made_and_read(run, tmp_path):
    folder, name = tmp_path / "set", EXAMPLE_TILINGS / "cairo.json"
    done = run("batch", "--count", "3", "--board", name, "--seed", "1", "-o", folder, "--no-rating", "--workers", "1")
    assert done.code == 0, done.err
    assert run("dataset", "check", folder).code == 0
    puzzles = list(Dataset(folder))
    polygons = json.loads(name.read_text())["polygons"]
    assert [puzzle.layout for puzzle in puzzles] == [Layout(tiling=polygons)] * 3


def test_a_dataset_of_boards_that_have_no_rating_says_how_to_go_on(run, tmp_path):
    teeth = [[(x, 0), (x + 1, 0), (x + 1, 1), (x, 1)] for x in range(9)]
    (tmp_path / "comb.json").write_text(json.dumps([[(0, 1), (9, 1), (9, 2), (0, 2)], *teeth]))
    done = run("batch", "--count", "1", "--board", tmp_path / "comb.json", "--seed", "1", "-o", tmp_path / "set")
    assert done.code == 2
    assert "cell 1 has 9 neighbours" in done.err
    assert "--no-rating" in done.err
