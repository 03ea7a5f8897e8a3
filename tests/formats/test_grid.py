"""The grid reader: boards in a hundred notations are read correctly or refused, never misread."""

import json
import random
from collections import Counter
from pathlib import Path

import pytest

from numlink import FREE, ParseError, Puzzle, Solution, check, formats, parse
from numlink.formats.grid import readings, wish_of
from tests.cli import assert_one_line_error, numlink
from tests.formats import dirt, notations, notations_of_pages, notations_of_points, notations_of_programs, odd_texts
from tests.tools import amount
from tests.work import calls_of

NOTATIONS_OF_ISSUE = Path("/work/shared/field/notations")
READ = 0.98
"""The share of texts that must be read; none may be read as another board."""


def outcome(rows, text):
    """How a text fared: read, refused or misread."""
    try:
        items = list(formats.iterate(text))
    except ParseError:
        return "refused"
    if any(isinstance(item, ParseError) or check(item) for item in items):
        return "refused"
    return "read" if [notations.essence(item) for item in items] == [notations.expected(rows)] else "misread"


@pytest.mark.sampled
@pytest.mark.parametrize("options", [{}, {"blocks": True}, {"longest": 5}, {"longest": 24}], ids=str)
def test_every_notation_is_read_or_refused(options):
    found = Counter()
    for rows, name, text in notations.sampled(20261127, amount(700, 8_000), **options):
        result = outcome(rows, text)
        assert result != "misread", f"{name}:\n{text}"
        found[result] += 1
    assert found["read"] >= READ * sum(found.values()), found


@pytest.mark.sampled
@pytest.mark.parametrize("seed", ["mails", "sheets"])
def test_no_board_with_dirt_or_in_an_odd_notation_is_misread(seed):
    found = Counter()
    for rows, stream in dirt.boards(seed, amount(5, 40)):
        for name in stream.sample(sorted(notations.NOTATIONS), 40):
            text = notations.NOTATIONS[name](rows)
            for kind in stream.sample(sorted(dirt.DIRT), 4) if text else ():
                dirty = dirt.DIRT[kind](text, rows, stream)
                if dirty is not None:
                    found[outcome(rows, dirty)] += 1
                    assert outcome(rows, dirty) != "misread", f"{name}, {kind}:\n{dirty}"
        for name, text in odd_texts.texts_of(rows):
            assert odd_outcome(name, rows, text) != "misread", f"{name}:\n{text}"
    assert found["read"] > found["refused"], found


def odd_outcome(name, rows, text):
    """How an odd text fared; one that holds the board twice is read if the board is found twice."""
    if name != "twice_in_one_text":
        return outcome(rows, text)
    boards = parse(text)
    return "read" if [notations.essence(puzzle) for puzzle in boards] == [notations.expected(rows)] * 2 else "misread"


@pytest.mark.sampled
def test_boards_with_lost_doubled_or_separated_rows_are_refused():
    for rows, stream in dirt.boards("faults", amount(15, 200)):
        for name in dirt.LINEWISE:
            text = notations.NOTATIONS[name](rows)
            for kind, fault in dirt.FAULTS.items() if text else ():
                broken = fault(text, rows, stream)
                assert broken is None or outcome(rows, broken) == "refused", f"{name}, {kind}:\n{broken}"


@pytest.mark.parametrize(
    ("text", "trouble", "remedy"),
    [
        ("\t1\t\t\n\t\t1\t\n", "two ways, as 2 rows of 4 cells", "format=grid:4x2"),
        ("-----\n1---1\n2---2\n-----\n", "two ways, as 4 rows of 5 cells", "format=grid:5x2"),
        ("1 6 4\n(4,2) (5,3)\n", "two ways: 6 rows, 4 columns", "format=grid:4x6,row,0"),
        ("#####\n#A.A#\n#.BB#\n#####\n", "two ways, as 4 rows of 5 cells", "format=grid:3x2"),
        (
            "Board(2, 3)\nadd((0, 0), (1, 1))\nadd((0, 1), (1, 0))\n",
            "two ways: 3 rows, 2 columns",
            "format=grid:3x2,row,0",
        ),
        ("2 3 2\n(0, 0) (2, 0)\n(0, 1) (2, 1)\n(0, 0) (1, 0)\n(0, 1) (2, 1)\n", "found other ends", "Give as many"),
        ("4;1:1;3:3=1:1;1:2;2:2|3:4;3:5;4:5\n", "no board|appears|two ways|no size", "format="),
        (" 1  1\n2  2\n", "no cell is empty|no board|appears", "format="),
        (
            "width 4, height 3, origin bottom left (y up)\nred (0,2) (3,1)\nblue (1,0) (2,0)\n",
            "y counts upwards",
            "top",
        ),
    ],
)
def test_ambiguous_texts_are_refused_with_a_remedy(text, trouble, remedy):
    with pytest.raises(ParseError, match=trouble) as caught:
        parse(text)
    assert remedy in str(caught.value)
    assert "\n" not in str(caught.value)


def test_there_are_many_notations():
    assert {notations_of_programs.json_lists, notations_of_pages.title, notations_of_points.facts} < {
        *notations.NOTATIONS.values()
    }
    assert len(notations.NOTATIONS) > 100


@pytest.mark.skipif(not NOTATIONS_OF_ISSUE.exists(), reason="the notations of the issue are not here")
def test_the_notations_of_the_issue():
    board = parse((NOTATIONS_OF_ISSUE / "board.txt").read_text())[0]
    for path in sorted(NOTATIONS_OF_ISSUE.iterdir()):
        [found] = parse(path.read_text())
        assert found.cells == board.cells, path.name


STYLES = [(".", " "), ("0", " "), ("_", " "), (".", ""), ("0", ","), (".", " | "), ("0", ";"), (".", "\t")]


def test_boards_with_a_fault_are_refused():
    stream = random.Random("near")
    for _ in range(amount(400, 5_000)):
        rows = notations.board(stream)
        empty, between = stream.choice(STYLES)
        if between or notations.largest(rows) < 10:
            tokens = notations.damaged(notations.spell(rows, empty), stream)
            title = stream.choice(["", "Puzzle 3\n", "// a board\n"])
            text = title + notations.lines(tokens, between)
            assert outcome(rows, text) == "refused", text


def test_garbage_is_refused_with_a_sentence():
    stream = random.Random("garbage")
    for _ in range(amount(500, 5_000)):
        text = notations.garbage(stream)
        for reading in readings(text):
            if isinstance(reading, ParseError):
                assert str(reading).endswith(".")
            else:
                assert check(reading.puzzle) == []
                assert len(reading.puzzle.cells) < 6, text


# ---- messages -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("_ a _\n_ a _\n", "read as a grid of letters; '_' is empty."),
        ("🔴⚫⚫\n⚫⚫🔴\n", "read as a grid of signs; '⚫' is empty."),
        ("1,,\n,#,\n1,,\n", "read as a grid of numbers; a blank is empty; '#' is a block."),
        ("11222\n13332\n", "read as a grid of numbers, solved."),
        ("5 7 2\n0 6 4 0\n2 2 3 3\n", "read as 2 pairs of coordinates, 5 rows, 7 columns, row first, counted from 0."),
    ],
)
def test_how_a_text_was_read_is_reported(text, note, capsys):
    assert numlink("convert", stdin=text, capsys=capsys).err == f"numlink: {note}\n"


def test_two_readings_name_both_and_the_options(capsys):
    text = "size 5 7\n(1,2) (2,1)\n"
    words = ("two ways", "row first, counted from 0", "--from grid:7x5,row,0", "--from grid:")
    assert_one_line_error(numlink("convert", stdin=text, capsys=capsys), *words)
    done = numlink("convert", "--from", "grid:x,1", stdin=text, capsys=capsys)
    assert done.code == 0
    assert parse(done.out)[0].rows()[:2] == [(0, 1, 0, 0, 0, 0, 0), (1, 0, 0, 0, 0, 0, 0)]


def test_an_error_names_its_line():
    with pytest.raises(ParseError, match="'b' appears three times") as caught:
        parse("a _ b\n_ b _\n_ a b\n")
    assert caught.value.line == 1
    with pytest.raises(ParseError, match="this row has 2 cells, but the rows next to it have 3") as caught:
        parse("a _ _\n_ a\n_ _ _\nb b _\n")
    assert caught.value.line == 2


def test_sizes_that_disagree_are_an_error():
    with pytest.raises(ParseError, match="contradicts 2 rows of 3 cells"):
        parse("4 3\n_ a _\n_ a _\n")


def test_wishes():
    assert wish_of("7x5,x,1").size == (7, 5)
    with pytest.raises(formats.InputError, match="is not a way to read a grid"):
        wish_of("sideways")


# ---- puzzles and solutions -------------------------------------------------------------------------------------


def test_a_solved_board_gives_its_puzzle_and_solution():
    [puzzle] = parse("12244\n12345\n12345\n12345\n11355\n")
    assert check(puzzle, puzzle.solution) == []
    assert puzzle.endpoints()[3] == (7, 22)


def test_the_solved_board_below_its_puzzle_is_its_solution():
    [puzzle] = parse("_ a b\n_ c _\na c b\n\nSolution:\n\na a b\na c b\na c b\n")
    assert puzzle.rows() == [(0, 1, 2), (0, 3, 0), (1, 3, 2)]
    assert check(puzzle, puzzle.solution) == []


def test_several_boards_in_one_text():
    text = "First:\na _ a\nb _ b\n\nSecond:\n_ x _ x\n_ y _ y\n"
    assert [puzzle.width for puzzle in parse(text)] == [3, 4]


def test_a_sound_board_does_not_hide_a_broken_one():
    items = list(formats.iterate("a _ a\nb _ b\n\nc _ _ d\nd _ _ d\n"))
    assert [type(item) for item in items] == [Puzzle, ParseError]


def test_hexagons_in_shifted_rows():
    [puzzle] = parse("5\n1 2\n1 # #\n3 # 3 2\n4 # #\n# 4\n")
    assert (puzzle.layout.kind.value, puzzle.width, puzzle.height) == ("hex", 5, 4)
    solids = {*puzzle.solids()}
    assert len(puzzle.cells) - len(solids) == 2 + 3 + 4 + 3 + 2
    assert sum(solids.isdisjoint(link) for link in puzzle.grid.links()) == (1 + 2 + 3 + 2 + 1) + (4 + 6 + 6 + 4)


# ---- bounds ----------------------------------------------------------------------------------------------------


@pytest.mark.table(15)
@pytest.mark.parametrize(
    "unit",
    ["[", "(", '"', "'", "1 ", "1,", "1\n", "|\n", "| 1", "<td>", "<tr>\n", "{|\n|-\n", "&\\\\ ", "[1,0],", "(0,1) ",
     "a: [0,1]\n", "`", "1 0 1\n", "A . A\n. B B\n\na legend\n\n", '{"g":[[1,0,1],[0,2,2]]} ', "-", "+--", "\x1b[3",
     "0 1 1 0\n", "[[1", "; ", "# ", "x\n\n", "# 1 . 1\n1 1\n",
     "1 . 1\n. . .\n\n"],
)  # fmt: skip
def test_the_reader_of_grids_is_linear(unit):
    few, many = (calls_of(lambda times=times: readings(unit * times)) for times in (100, 1_000))
    assert many < 2_000 + 10.5 * few


@pytest.mark.parametrize("text", ["5 2\n. . 1 . 1\n\n2 . 2 . .", "2 5\n;2.\n2.\n..\n1.\n1.", "2 3\nB0 0\n01\n01\n0 0",
                                  ". . . .\n\t 1 1 .\n. . 2 2"])  # fmt: skip
def test_cells_of_a_damaged_board_are_no_coordinates(text):
    with pytest.raises(ParseError) as caught:
        parse(text)
    assert "coordinates" not in str(caught.value)


def test_long_texts_and_deep_brackets_are_refused():
    [error] = readings(" " * 2_000_001)
    assert "too long" in str(error)
    [error] = readings("[" * 100_000 + "]" * 100_000)
    assert isinstance(error, ParseError)


def test_grid_is_listed_and_can_be_asked_for(capsys):
    assert "grid" in numlink("formats", capsys=capsys).out
    assert parse("1 . 1\n. . .\n", "grid")[0].rows() == [(1, 0, 1), (0, 0, 0)]
    listed = [json.loads(line) for line in numlink("formats", "--json", capsys=capsys).out.splitlines()]
    assert [entry["writes"] for entry in listed if entry["name"] == "grid"] == [False]
    with pytest.raises(formats.InputError, match="read but not written"):
        formats.dumps(Puzzle(3, 1, (1, 0, 1), FREE, Solution(3, 1, ((0, 1, 2),))), "grid")


SMALL, WIDE = [(1, 0, 1), (0, 2, 2)], [(1, 0, 0, 1), (2, 0, 0, 2), (0, 0, 0, 0), (3, 0, 0, 3)]


def rows_of(text):
    return [puzzle.rows() for puzzle in parse(text)]


def glued(rows):
    return "\n".join("".join(".ABC"[cell] for cell in row) for row in rows)


@pytest.mark.parametrize(
    "text",
    [
        json.dumps([SMALL, WIDE]),
        json.dumps([{"grid": SMALL}, {"grid": WIDE}]),
        json.dumps({"first": SMALL, "second": WIDE}),
        json.dumps([glued(SMALL).split("\n"), glued(WIDE).split("\n")]),
        json.dumps([glued(SMALL), glued(WIDE)]),
        f"3 2\n{glued(SMALL)}\n4 4\n{glued(WIDE)}\n",
        f"2\n\n3 2\n\n3 2\n{glued(SMALL)}\n\n4 4\n\n{glued(WIDE)}\n",
    ],
)
def test_all_of_several_boards_are_read(text):
    """Boards in one list, on one line, or one after the other with their sizes in between."""
    assert rows_of(text) == [SMALL, WIDE]


@pytest.mark.parametrize(
    "broken", [json.dumps([SMALL, [*WIDE[:3], WIDE[3][:3]]]), f"{glued(SMALL)}\n\n{glued(WIDE)[:-1]}\n"]
)
def test_a_board_with_a_short_row_next_to_a_sound_one_is_reported(broken):
    with pytest.raises(ParseError, match="Make all rows the same length"):
        parse(broken)


def test_sides_may_be_assigned_together():
    flat = [cell for row in (*WIDE, WIDE[2]) for cell in row]
    for sizes in ("rows, cols = 5, 4", "(width, height) = (4, 5)", "let w, h = 4, 5;"):
        assert [(found.width, found.height) for found in parse(f"{sizes}\nboard = {flat}\n")] == [(4, 5)]


@pytest.mark.parametrize("mark", [">", ">>", "#", " *", "-", "//", "%", "+"])
def test_a_mark_before_the_rows_is_not_a_cell(mark):
    """The mark of a quotation, a comment or a list, even below a line without a mark."""
    lines = "".join(f"{mark} {' '.join('.ABC'[cell] for cell in row)}\n" for row in WIDE)
    for text in (lines, f"/**\n{lines} */\n", f"Anna wrote:\n{lines}"):
        assert rows_of(text) == [WIDE]


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        (
            "<table><tr><td>1</td><td></td><td>1</td></tr><tr><td></td><td class=block></td><td></td></tr></table>",
            [(1, 0, 1), (0, -1, 0)],
        ),
        ('board = "121/.2."\n', [(1, 2, 1), (0, 2, 0)]),
        ("[1][ ][1];\n[ ][2][2];\n", SMALL),
        ("m <- matrix(c(1,0,1,\n0,2,2), nrow=3)\n", [(1, 0), (0, 2), (1, 2)]),
        ("     c0 c1 c2\nr0 | 1  .  1\nr1 | .  2  2\n", SMALL),
    ],
)
def test_names_and_attributes_are_understood(text, rows):
    """A blank cell whose attributes differ from those of other blank cells is a block if they say so."""
    assert rows_of(text) == [rows]


def test_blank_cells_of_several_kinds_are_refused():
    text = "<table><tr><td>1</td><td></td><td>1</td></tr><tr><td></td><td class=z></td><td></td></tr></table>"
    assert outcome([], text) == "refused"


@pytest.mark.parametrize("text", ["🟥⬜🟥\n⬛⬜⬛\n⬜⬜⬜\n", "🟥⬛🟥\n⬜⬛⬜\n⬛⬛⬛\n", "● . ●\n■ . ■\n. . .\n"])
def test_a_sign_that_may_be_a_label_or_a_block_is_refused(text):
    with pytest.raises(ParseError, match="may be a label"):
        parse(text)


def test_a_drawn_solution_may_leave_cells_empty():
    [found] = parse("A . A\n. B B\n. . .\n\nSolution\nA A A\n. B B\n. . .\n")
    assert found.rules == FREE
    assert found.solution.paths == ((0, 1, 2), (4, 5))


@pytest.mark.parametrize(
    "text",
    [
        "size: 2 4\nr0: 0 0 1 0\nr1: 2 1 0 1\n",
        "size: 2 2\n0 | 0 1\n1 | 1 1\n",
        "rows=3\ncols=3\n(1, 2, 0)\n(1, 1, 0)\n(0, 0, 0)\n",
        "rows(5).\ncols(7).\nflow(red, 2/2, 4/5).\nflow\nyellow, 3/3, 3/5).\n",
        '{"size": [5, 5], "dots": [[0, 1], [1, 0]], "walls": [[2, 2], [3, 3]]}',
        "5 5\nred 0 1\ngreen 1 0\nred 2 2\ngreen 3 3\n",
        "3 2\n1 0\n0 1\n",
        "rows=3\ncols=2\n(0)\n(1, 0)\n(0, 1)\n",
        "size: 5 2\nr0: 0\nr1: 0 1\nr2: 0 0\nr3: 0 0\nr4: 1 0\n",
        "size: 5 3\nr0: 1 2 0\nr1: 0 0 0\nr2: 1 3 0\nr3: 3 0 2\n",
        '{"size": [4, 5], "board": [[0, 1, 0, 0, 0], [0, 1, 0, 0, 0], [0, 0, 0, 0, 0]]}',
    ],
)
def test_numbers_that_may_not_be_points_are_refused(text):
    """Rows of cells with a fault, a pair outside broken brackets, walls, points that pair up in two ways."""
    assert outcome([], text) == "refused"


@pytest.mark.parametrize(
    "text",
    [
        "rows(2).\ncols(3).\nflow(red, 1/1, 2/1).\nflow(blue, 1/2, 1/3).\n",
        "2 rows, 3 columns\nred r1c1 r2c1\nblue r1c2 r1c3\n",
        "width,3\nheight,2\ncolor,x1,y1,x2,y2\nred,0,0,0,1\nblue,1,0,2,0\n",
    ],
)
def test_points_in_records_of_any_notation(text):
    assert rows_of(text) == [[(1, 2, 2), (1, 0, 0)]]


def test_rows_right_below_a_latex_table_are_another_board():
    table = "\\begin{tabular}{ccc}\n\\hline\n & & 1 \\\\ \\hline\n2 & 2 & 1 \\\\ \\hline\n\\end{tabular}\n"
    boards = parse(f"{table}1 2 0 0 0 0\n0 0 0 0 0 0\n1 0 2 0 0 0\n")
    assert [(board.width, board.height) for board in boards] == [(3, 2), (6, 3)]


@pytest.mark.parametrize("before", ["Bob: ", "12/03/24, 10:12 - Bob: ", "1) ", "2. ", "Puzzle: "])
@pytest.mark.parametrize("separator", ["", " "])
def test_a_row_on_a_line_with_words_is_not_lost(before, separator):
    first, *rest = [separator.join(row) for row in (".....", "12..1", ".....", "34.52", "4.3.5")]
    for text in ("\n".join([before + first, *rest]), "\n".join([*rest[::-1], first + " ok?"])):
        with pytest.raises(ParseError):
            parse(text)


@pytest.mark.parametrize(
    ("text", "boards"),
    [
        ("Level 12 | Wiki | Fandom\nA--B\n----\nA--B\n", [[(1, 0, 0, 2), (0, 0, 0, 0), (1, 0, 0, 2)]]),
        ("grid: |\n  A--B\n  ----\n  A--B\n", [[(1, 0, 0, 2), (0, 0, 0, 0), (1, 0, 0, 2)]]),
        ("12\n\n1..1\n.22.\n", [[(1, 0, 0, 1), (0, 2, 2, 0)]]),
        ("A..A\nB..B\n\nhelp\n", [[(1, 0, 0, 1), (2, 0, 0, 2)]]),
        ("x = [\n[1, 0, 1],\n# [0, 0, 0],\n[0, 2, 2],\n]\n", [SMALL]),
        ("x = {\n{1, 0, 1},\n/* {0, 0, 0}, */\n{0, 2, 2},\n};\n", [SMALL]),
        ("a = ['1.1', '.22']\nb = [\n'1.1',\n'.22',\n]\n", [SMALL, SMALL]),
        ("; numberlink 4x3\n; by me\n1 _ _ 1\n2 _ _ 2\n_ _ _ _\n", [[(1, 0, 0, 1), (2, 0, 0, 2), (0, 0, 0, 0)]]),
        ("1,0,1;\n0,2,2;\n", [SMALL]),
        ("2 3\n#####\n#1.1#\n#.22#\n#####\n", [SMALL]),
        ('{"size": 3, "height": 2, "pairs": [{"r1":0,"c1":0,"r2":0,"c2":2},{"r1":1,"c1":1,"r2":1,"c2":2}]}', [SMALL]),
        ('{"size": [3, 2], "cells": [["red", "", "red"], ["", "blue", "blue"]]}', [SMALL]),
        ("Breite: 3\nHöhe: 2\nPaar 1: Zeile 1, Spalte 1 / Zeile 1, Spalte 3\n"
         "Paar 2: Zeile 2, Spalte 2 / Zeile 2, Spalte 3\n", [SMALL]),
        ("```1.1\n.22```\n", [SMALL]),
        ("```000\n101\n000\n220```\n", [[(0, 0, 0), (1, 0, 1), (0, 0, 0), (2, 2, 0)]]),
        ("<puzzle type='numberlink'>\n<row>1 0 1</row>\n<row>0 2 2</row>\n</puzzle>\n", [SMALL]),
    ],
)  # fmt: skip
def test_nothing_around_a_board_is_taken_for_a_part_of_it(text, boards):
    assert rows_of(text) == boards


@pytest.mark.parametrize("text", ["Try this: {} :)", "Hi,\n{}\nBob", "[a board]({}).", "<{}>, and\n"])
def test_links_in_a_sentence_are_read(text):
    link = "https://puzz.link/p?numlin/3/2/1g1g22"
    assert parse(text.format(link)) == parse(link)
