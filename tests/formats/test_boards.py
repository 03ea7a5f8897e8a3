"""Boards beyond the rectangle in plain text, JSON, Flow Free packs and contest files: round trips and refusals."""

import json
from collections import Counter
from dataclasses import replace
from random import Random

import pytest

import numlink
from numlink import NO_TOUCH, CannotHold, Layout, ParseError, Puzzle, Solution, Wrap, check
from numlink.formats import format_named, names, write
from numlink.formats.json_lines import layout_object
from numlink.formats.layout_builder import PARTS, with_part
from numlink.model.grid import Grid
from tests.boards import KINDS, random_solved
from tests.samples_of_kinds import KINDS as SAMPLES
from tests.samples_of_kinds import board_of_kind

BEYOND = [kind for kind in KINDS if kind != "plain"]

EVERYTHING = """\
; two layers that meet at one via, with walls and a bridge
layers: 2
vias: (0,0) (0,2,2)
walls: (0,0,0)|(0,0,1) (1,1,1)|(1,1,2)
1 . .
. + .
. . .
---
. . .
. . .
. . 1
path 1: (0,0,0) (1,0,0) (1,0,1) (1,0,2) (1,1,2) (1,2,2)
"""


@pytest.mark.parametrize("format", ["plain", "json"])
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_comes_back_the_same(format, kind):
    random = Random(kind)
    for _ in range(60):
        puzzle = random_solved(random, kind)
        puzzle = replace(puzzle, notes={"level": "3"})
        text = numlink.dumps(puzzle, format)
        (back,) = numlink.parse(text)
        assert back == puzzle
        assert back.solution == (puzzle.solution if format == "json" or puzzle.pairs else None)
        assert back.notes == puzzle.notes
        assert numlink.dumps(back, format) == text


def test_several_boards_of_several_kinds_stand_in_one_stream():
    random = Random(1)
    puzzles = [random_solved(random, kind) for kind in KINDS]
    assert numlink.parse(numlink.dumps(puzzles)) == puzzles
    assert numlink.parse(numlink.dumps(puzzles, "json")) == puzzles


def test_plain_text_says_everything():
    (puzzle,) = numlink.parse(EVERYTHING)
    assert puzzle.layout == Layout(layers=2, vias=[0, 8], walls=[(0, 1), (13, 14)], bridges=[4])
    assert (puzzle.width, puzzle.height, puzzle.pairs) == (3, 3, 1)
    assert check(puzzle, puzzle.solution, numlink.FREE) == []
    again = numlink.dumps(puzzle)
    assert "layers: 2\nvias: (0,0) (2,2)\nwalls: (0,0,0)|(0,0,1) (1,1,1)|(1,1,2)\n1 . .\n. + .\n. . .\n---\n" in again


def test_json_says_everything():
    (puzzle,) = numlink.parse(EVERYTHING)
    entry = json.loads(numlink.dumps(puzzle, "json"))
    assert {key: entry[key] for key in ("kind", "layers", "vias", "bridges", "walls", "width", "height")} == {
        "kind": "square",
        "layers": 2,
        "vias": [[0, 0], [2, 2]],
        "bridges": [[0, 1, 1]],
        "walls": [[[0, 0, 0], [0, 0, 1]], [[1, 1, 1], [1, 1, 2]]],
        "width": 3,
        "height": 3,
    }
    assert len(entry["cells"]) == 6
    assert entry["paths"][0][1] == [1, 0, 0]


def test_a_plain_rectangle_is_written_without_any_of_this():
    puzzle = Puzzle(3, 1, (1, 0, 1), layout=Layout())
    assert numlink.dumps(puzzle) == "rules: cover\n1 . 1\n"
    assert numlink.dumps(puzzle, "json") == '{"width":3,"height":1,"rules":"cover","cells":[[1,0,1]]}\n'


BAD_TEXT = [
    ("walls: (0,0)|(1,1)\n1 .\n. 1", 1, "row 1, column 1: a wall towards row 2, column 2, which is not a neighbour"),
    ("board: hex\nwalls: (0,0)|(2,0)\n1 .\n. 1\n. .", 2, "Its neighbours are row 1, column 2; row 2, column 1; row 2"),
    ("walls: (0,0)|(5,5)\n1 .\n. 1", 1, "(5,5) lies outside the board: rows are 0 to 1"),
    ("walls: (0,0)(0,1)\n1 .\n. 1", 1, "found '(0,0)(0,1)'; expected pairs of cells like (0,1)|(0,2)"),
    ("1 .\n. 1\n+ .", 3, "row 3, column 1: a bridge on the edge of the board"),
    ("wrap: rows\n1 .\n. 1", 1, "rows of 2 cells cannot wrap"),
    ("wrap: around\n1 . .\n. . 1", 1, "'around' is not a known wrap. Use one of none, rows, columns, both"),
    ("board: round\n1 1", 1, "'round' is not a known kind of board. Use one of square, hex, diagonal"),
    ("board: hex\nwrap: both\n1 . .\n. . .\n. . 1", 2, "a hexagonal board does not wrap"),
    ("board: hex\n1 . .\n. + .\n. . 1", 3, "a hexagonal board has no bridges"),
    ("layers: 2\n1 .\n. .\n---\n. 1", 5, "layer 2 has 1 row, layer 1 has 2. Make them the same height"),
    ("layers: 3\n1 .\n---\n. 1", 1, "divide the board into 2 layers, but 'layers' is 3"),
    ("1 .\n---\n. 1", 3, "divide the board into 2 layers, but no line 'layers: ...' is above it"),
    ("layers: none\n1 .\n. 1", 1, "the number of layers must be at least 1, not 'none'"),
    ("vias: (0,0)\n1 .\n. 1", 1, "vias connect layers, but this board has one"),
    ("layers: 2\nvias: (1,0,0)\n1 .\n---\n. 1", 2, "layer 2, row 1, column 1: a via leads below the last layer"),
    (
        "layers: 2\nvias: (0,0);\n1 .\n---\n. 1\npath 1: (0,0) (0,1)",
        6,
        "a cell like (1,0,3), layer, row, column from 0",
    ),
    ("layers: 2\n1 .\n---\n. 1\npath 1: (0,0,0) (2,0,0)", 5, "expected layers 0 to 1, rows 0 to 0 and columns 0 to 1"),
    ("1 .\n. 1\npath 1: (0,0,0)", 3, "a cell like (0,3), row then column from 0"),
]


@pytest.mark.parametrize(("text", "line", "message"), BAD_TEXT, ids=range(len(BAD_TEXT)))
def test_bad_plain_text_is_refused_at_its_line(text, line, message):
    with pytest.raises(ParseError) as caught:
        numlink.parse(text, "plain")
    assert message in str(caught.value)
    assert caught.value.line == line


BAD_JSON = [
    ({"kind": "round"}, "'kind': 'round' is not a known kind of board"),
    ({"kind": 6}, "'kind': expected a word, not 6"),
    ({"wrap": "rows"}, "'wrap': rows of 2 cells cannot wrap"),
    ({"layers": 0}, "'layers' must be a whole number of at least 1, not 0"),
    ({"layers": 3}, "'cells' has 4 rows, which do not divide into 3 layers"),
    ({"bridges": [[1]]}, "'bridges': expected a list of [row, column]"),
    ({"bridges": [[0, 0]]}, "'bridges': row 1, column 1: a bridge on the edge"),
    ({"walls": [[0, 0], [0, 1]]}, "'walls': expected a list of walls, each two positions"),
    (
        {"walls": [[[0, 0], [2, 0]]]},
        "'walls': row 1, column 1: a wall towards row 3, column 1, which is not a neighbour",
    ),
    ({"vias": [[0, 0]]}, "'vias': vias connect layers"),
    ({"layers": 2, "paths": [[[0, 0], [0, 1]]]}, "[layer, row, column] with layers 0 to 1, rows 0 to 1"),
]


@pytest.mark.parametrize(("keys", "message"), BAD_JSON, ids=range(len(BAD_JSON)))
def test_bad_json_names_its_key(keys, message):
    text = json.dumps({"cells": [[1, 1], [0, 0], [0, 0], [0, 0]], **keys})
    with pytest.raises(ParseError) as caught:
        numlink.parse(text)
    assert message in str(caught.value)


def test_a_bridge_with_a_number_is_refused_in_json():
    with pytest.raises(ParseError, match="row 2, column 2: a bridge under number 1"):
        numlink.parse(json.dumps({"cells": [[1, 0, 0], [0, 1, 0], [0, 0, 0]], "bridges": [[1, 1]]}))


@pytest.mark.parametrize("kind", BEYOND)
def test_other_formats_refuse_what_they_cannot_hold_in_words(kind):
    puzzle = next(
        puzzle for puzzle in (random_solved(Random(seed), kind) for seed in range(50)) if not puzzle.layout.plain
    )
    features = set(puzzle.layout.features())
    for name in names():
        found = format_named(name)
        if found.write is None or features <= {*found.features}:
            continue
        with pytest.raises(CannotHold) as caught:
            write(puzzle, name)
        assert str(caught.value).startswith(f"{name} cannot store ")
        assert "Use plain or json" in str(caught.value)


LEVELS = {
    "3,0,7,2,4,0:2:6:8;1,4,7;3,4,5": Layout(bridges=[4]),
    "W_3,0,7,1,,3:4:5:6:7:8,0|2;0,1,2": Layout(wrap="both", walls=[(0, 2)]),
    "X_3:2+B:I,0,7,1,,5_0B;0,1,2,4,3": Layout(kind="hex"),
    "2:1,0,7,1,,,;0,1;": Layout(),
    "2,5,7,2,,,0|2;0,1;2,3": Layout(walls=[(0, 2)]),
}


@pytest.mark.parametrize("line", LEVELS)
def test_levels_of_every_kind_are_read_with_their_solution_and_written_again(line):
    (puzzle,) = numlink.parse(line)
    assert puzzle.layout == LEVELS[line]
    assert check(puzzle, puzzle.solution) == []
    again = numlink.dumps(puzzle, "flowfree")
    assert again == line.replace("+B:I", "").replace("_0B", "").replace(",,,;", ";").rstrip(";") + "\n"
    assert numlink.parse(again) == [puzzle]


@pytest.mark.parametrize("kind", ["bridges", "hex", "torus", "walls", "hex walls", "torus walls bridges"])
def test_levels_come_back_the_same(kind):
    random = Random(kind)
    for _ in range(60):
        puzzle = random_solved(random, kind).with_rules(numlink.COVER)
        (back,) = numlink.parse(numlink.dumps(puzzle, "flowfree"), "flowfree")
        assert (back, back.solution) == (puzzle, puzzle.solution)


BAD_LEVELS = [
    ("3,0,1,1,0;3,4,5", 9, "row 1, column 1: a bridge on the edge of the board"),
    ("3,0,1,1,4;3,4", 0, "row 2, column 2: a bridge under number 1"),
    ("3,0,1,1,,,0|8;3,4,5", 11, "row 1, column 1: a wall towards row 3, column 3, which is not a neighbour"),
    ("3,0,1,1,,,0|1|2;3,4,5", 11, "expected a wall like 1|10"),
    ("3,0,1,1,,,0|9;3,4,5", 13, "found cell 9; expected 0 to 8 on a board of 3x3"),
    ("W_2:3,0,1,1;0,1", 0, "rows of 2 cells cannot wrap"),
    ("X_3,0,1,1,4;3,4,5", 11, "a hexagonal board has no bridges"),
    ("Y_3,0,1,1;3,4,5", 1, "expected a size like 9, 9:11, W_9 or X_9"),
]


@pytest.mark.parametrize(("text", "column", "message"), BAD_LEVELS)
def test_a_bad_level_says_where(text, column, message):
    with pytest.raises(ParseError) as caught:
        numlink.parse(text, "flowfree")
    assert message in str(caught.value)
    assert (caught.value.line, caught.value.column) == (1, column)


def test_a_board_that_wraps_one_way_is_no_level():
    puzzle = Puzzle(3, 1, (1, 0, 1), layout=Layout(wrap=Wrap.ROWS))
    with pytest.raises(CannotHold, match=r"only the rows of this board wrap\. Use plain or json, or wrap both ways"):
        numlink.dumps(puzzle.with_solution(Solution(3, 1, ((0, 1, 2),), puzzle.layout)), "flowfree")


@pytest.mark.thorough
def test_known_levels_are_read_judged_and_written_again(corpus_of):
    seen = Counter()
    for level in corpus_of("flow.jsonl"):
        (puzzle,) = numlink.parse(level["raw"])
        assert check(puzzle, puzzle.solution) == check(puzzle, puzzle.solution, NO_TOUCH) == []
        for name in ("flowfree", "plain", "json"):
            (back,) = numlink.parse(numlink.dumps(puzzle, name))
            assert (back, back.solution, back.notes) == (puzzle, puzzle.solution, puzzle.notes)
        seen.update(feature.value for feature in puzzle.layout.features())
    assert seen == {"walls": 78, "bridges": 8, "hexagons": 7, "wraps": 7}


SPEC = "SIZE 2X1X2\nLINE_NUM 1\nLINE#1 (0,0,1) (0,0,2)\nVIA#a (1,0,1) (1,0,2)\n"
SPEC_ANSWER = "\nSIZE 2X1X2\nLAYER 1\n01,01\nLAYER 2\n01,01\n"


def test_contest_problems_with_layers_and_vias_and_their_answers():
    (puzzle,) = numlink.parse(SPEC)
    assert puzzle == Puzzle(2, 1, (1, 0, 1, 0), numlink.FREE, layout=Layout(layers=2, vias=[1]))
    (puzzle,) = numlink.parse(SPEC + SPEC_ANSWER.replace("X1X2", "X1x2"))
    assert puzzle.solution.positions() == [[(0, 0, 0), (0, 0, 1), (1, 0, 1), (1, 0, 0)]]
    assert check(puzzle, puzzle.solution) == []
    assert numlink.dumps(puzzle, "adc") == SPEC + SPEC_ANSWER
    everywhere = SPEC.split("VIA")[0].replace("(0,0,2)", "(1,0,2)").replace(") (", ")-(")
    (puzzle,) = numlink.parse("\ufeff" + everywhere.replace("\n", "\r\n"))
    assert puzzle == Puzzle(2, 1, (1, 0, 0, 1), numlink.FREE, layout=Layout(layers=2))
    three = "SIZE 2X1X3\nLINE_NUM 0\nVIA#a (0,0,1) (0,0,2) (0,0,3)\nVIA#b (1,0,2) (1,0,3)\n"
    (puzzle,) = numlink.parse(three)
    assert puzzle.layout.vias == {0, 2, 3}
    assert numlink.dumps(puzzle, "adc") == three


@pytest.mark.parametrize("kind", ["layers", "vias"])
def test_contest_boards_come_back_the_same(kind):
    random = Random(kind)
    for _ in range(60):
        puzzle = random_solved(random, kind, touching=False)
        if puzzle.solids() or puzzle.width == 1 or puzzle.layout.vias == frozenset():
            continue
        (back,) = numlink.parse(numlink.dumps(puzzle, "adc"))
        assert (back, back.solution) == (puzzle, puzzle.solution)


BAD_CONTEST = [
    (SPEC.replace("(1,0,2)", "(0,0,2)"), 4, "expected at least two points in the same column and row, on consecutive"),
    (SPEC.replace(" (1,0,2)", ""), 4, "expected at least two points"),
    (SPEC.replace("(0,0,2)", "(0,0,3)"), 3, "found layer 3; expected 1 to 2, as in SIZE"),
    (SPEC.replace("(0,0,2)", "(0,0)"), 3, "a point like (0,3,1): column and row, counted from 0, and layer"),
    (SPEC.replace("X2", ""), 3, "a point like (0,3): column, row, counted from 0"),
    ("SIZE 2X1\nLINE_NUM 0\nVIA#a (0,0,1) (0,0,2)", 3, "found a via; expected a board with layers"),
    (SPEC_ANSWER.replace("LAYER 2", "LAYER 3"), 5, "found LAYER 3 after 1 row; expected 1 row for each of LAYER 1 to"),
    (SPEC + SPEC_ANSWER + "01,01\n", 11, "found 1 rows; expected 2, as in SIZE"),
]


@pytest.mark.parametrize(("text", "line", "message"), BAD_CONTEST, ids=range(len(BAD_CONTEST)))
def test_bad_contest_files_say_where(text, line, message):
    with pytest.raises(ParseError) as caught:
        numlink.parse(text, "adc")
    assert message in str(caught.value)
    assert caught.value.line == line


def test_unlinked_layers_cannot_be_written_as_a_contest_file():
    with pytest.raises(CannotHold, match="adc cannot store layers that are not connected"):
        numlink.dumps(Puzzle(2, 1, (1, 1, 0, 0), layout=Layout(layers=2, vias=[])), "adc")


@pytest.mark.parametrize("kind", SAMPLES)
def test_parts_of_a_layout_are_written_in_order(kind):
    puzzle = board_of_kind(kind)
    told = layout_object(puzzle.grid)
    grid = Grid(puzzle.width, puzzle.height)
    for part in [part for part in PARTS if part in told]:
        grid = with_part(grid, part, told[part])
    assert grid.layout == puzzle.layout
