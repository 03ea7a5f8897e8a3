"""`--board FILE`: boards of polygons on the command line."""

import json
from functools import partial

import pytest

from numlink import Layout, check, parse
from numlink.formats.polygon_files import read_tiling
from tests.cli import numlink
from tests.samples_of_kinds import EXAMPLE_TILINGS, board_of_kind

ISLAND = EXAMPLE_TILINGS / "island.svg"


@pytest.fixture
def run(capsys):
    return partial(numlink, capsys=capsys)


@pytest.mark.parametrize("name", ["rings.json", "cairo.json", "island.svg"])
def test_new_makes_puzzles_on_polygons_and_their_recipe_makes_them_again(run, name):
    done = run("new", "--board", EXAMPLE_TILINGS / name, "--seed", "3", "--solution")
    [puzzle] = parse(done.out)
    assert puzzle.layout == Layout(tiling=read_tiling((EXAMPLE_TILINGS / name).read_text()))
    assert check(puzzle, puzzle.solution) == []
    assert parse(run("new", "--recipe", puzzle.recipe).out) == [puzzle]


def test_the_lab_grows_paths_on_polygons(run):
    [puzzle] = parse(run("classic", "--board", ISLAND, "--seed", "1", "-o", "-").out)
    assert puzzle.layout.tiling is not None
    assert "lab's boards are plain rectangles" in run("check", "--lab", stdin=f"{puzzle}\n").out


def test_masks_and_shapes_remove_polygons(run, tmp_path):
    [cut] = parse(run("new", "--board", ISLAND, "--shape", "cross", "--seed", "1").out)
    assert cut.solids()
    (tmp_path / "mask.txt").write_text(f"{cut}\n")
    [again] = parse(run("new", "--mask", tmp_path / "mask.txt", "--walls", "2", "--seed", "1").out)
    assert again.solids() == cut.solids()
    assert len(again.layout.walls) == 2


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["new", "--board", "tiling"], "is given by its polygons"),
        (["new", "--board", "polygon"], "is not a known kind of board"),
        (["new", "--board", "nowhere.svg"], "nowhere.svg"),
        (["new", "9", "--board", str(ISLAND)], "has 36 polygons, which set its size. Leave out 9x9"),
        (["new", "--board", str(ISLAND), "--wrap", "rows"], "does not wrap"),
        (["new", "--board", str(ISLAND), "--layers", "2"], "has one layer"),
        (["new", "--board", str(ISLAND), "--symmetry", "rotate"], "does not have the symmetry"),
        (["census", "--board", "tiling"], "is given by its polygons"),
    ],
)
def test_impossible_requests_are_refused(run, words, why):
    done = run(*words)
    assert done.code == 2
    assert why in done.err
    assert done.err.count("\n") == 1


def test_a_broken_file_is_named(run, tmp_path):
    (tmp_path / "board.svg").write_text('<svg><circle r="1"/></svg>')
    assert "numlink: board.svg: the drawing has a <circle>" in run("new", "--board", tmp_path / "board.svg").err
    (tmp_path / "board.json").write_text(json.dumps([[[0, 0], [1, 0], [1, 1]]] * 2))
    assert "numlink: board.json: polygons 1 and 2 overlap" in run("new", "--board", tmp_path / "board.json").err


def test_a_tiling_is_drawn_and_not_shown_in_characters(run, tmp_path):
    text = f"{board_of_kind('tilings')}\n"
    assert run("show", "--to", "svg", stdin=text).out.startswith("<svg")
    refused = run("show", "--to", "unicode", stdin=text)
    assert refused.code == 2
    assert "no rows and columns" in refused.err
    told = run("explain", stdin=text).out
    assert "cell 5 and cell" in told or "at cell" in told
    assert "━" not in told
