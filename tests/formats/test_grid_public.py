"""The grid reader: what boards have around them in public programs, level packs, contests and posts."""

import json

import pytest

from numlink import ParseError, parse
from tests.formats.test_grid import SMALL, WIDE, glued, outcome, rows_of


@pytest.mark.parametrize(
    "text",
    [
        "Puzzle     Solution\n1..1       1111\n.22.       .22.\n",
        "start      end\n------     ------\n1..1   =>  1111\n.22.   =>  .22.\n",
        " Puzzle | Solution\n--------|---------\n  1..1  | 1111\n  .22.  | .22.\n",
    ],
)
def test_a_solution_beside_its_puzzle(text):
    [found] = parse(text)
    assert (found.rows(), found.solution.paths) == ([(1, 0, 0, 1), (0, 2, 2, 0)], ((0, 1, 2, 3), (5, 6)))


def test_boards_side_by_side():
    pairs = zip(glued(WIDE).split("\n"), glued([*SMALL, (3, 0, 3), (0, 0, 0)]).split("\n"), strict=True)
    for between, join in (("    ", " "), ("  ", ""), (" | ", ""), ("\t", "")):
        text = "\n".join(join.join(left) + between + join.join(right) for left, right in pairs)
        pairs = [(left, right) for left, right in (line.split(between) for line in text.split("\n"))]
        pairs = [(left.replace(" ", ""), right.replace(" ", "")) for left, right in pairs]
        assert rows_of(text) == [WIDE, [*SMALL, (3, 0, 3), (0, 0, 0)]]


def test_a_short_row_of_boards_side_by_side_is_not_lost():
    text = "1..1 2..2\n.... 3..3\n.... ...\n"
    assert outcome([], text) == "refused"


PAIRS = [((0, 0), (4, 2)), ((1, 1), (2, 3)), ((3, 0), (4, 4))]
POINTS = ", ".join(f"[{first}, {last}]" for first, last in PAIRS)
POINT_ROWS = [(1, 0, 0, 0, 0), (0, 2, 0, 0, 0), (0, 0, 0, 2, 0), (3, 0, 0, 0, 0), (0, 0, 1, 0, 3)]


@pytest.mark.parametrize(
    "text",
    [
        f"Board(5, 5, [{POINTS}])\n",
        f"new_board(\n    5,\n    5,\n    vec![{POINTS}],\n)\n",
        f"points = [{POINTS}]\nsolve(points, 5)\n",
        f"points_5x5 = [{POINTS}]\n",
        f"if size == 5:\n    return [{POINTS}]\n",
        "puzzle(7, grid(5,5), [\n" + ",\n".join(f"link(pos{first}, pos{last})" for first, last in PAIRS) + "]).\n",
        f"{{:dim 5\n :ends [{POINTS}]}}\n".replace(",", ""),
        "5 5\n3\n"
        + "".join(f"{name}\n{a} {b}\n{c} {d}\n" for name, ((a, b), (c, d)) in zip("RGB", PAIRS, strict=True)),
    ],
)
def test_a_size_in_a_call_or_a_name(text):
    with pytest.raises(ParseError, match="row first"):
        parse(text)
    assert parse(text, "grid:row,0")[0].rows() == POINT_ROWS


@pytest.mark.parametrize(
    "text",
    [
        "5x5\n1: A1 C5\n2: B2 D3\n3: A4 E5\n",
        "".join(f"grid.add(x={b}, y={a}, c.{name})\n"
                for name, pair in zip("RGB", PAIRS, strict=True) for a, b in pair) + "ROWS = 5\nCOLS = 5\n",
    ],
)  # fmt: skip
def test_points_as_cells_of_a_sheet_or_with_their_base(text):
    assert rows_of(text) == [POINT_ROWS]


def test_points_of_several_levels():
    """Each level has its own size; two of one size are not taken for one board."""
    small, wide = '{"size": 3, "dots": [%s]}', '{"width": 4, "height": 4, "dots": [%s]}'
    dots = [
        ", ".join(f'{{"color": {cell}, "row": {row}, "col": {column}}}'
                  for row, line in enumerate(rows) for column, cell in enumerate(line) if cell)
        for rows in ([*SMALL, (0, 0, 0)], WIDE, [(0, 0, 0), *SMALL])
    ]  # fmt: skip
    text = f"levels = [\n{small % dots[0]},\n{wide % dots[1]},\n{small % dots[2]},\n]"
    assert rows_of(text) == [[*SMALL, (0, 0, 0)], WIDE, [(0, 0, 0), *SMALL]]
    faulty = dots[2].replace("}", ', "id": 4}', 1)
    with pytest.raises(ParseError):
        parse(f"levels = [{small % dots[0]}, {small % faulty}]")


@pytest.mark.parametrize(
    "text",
    [
        "4 4\n1  1\n2  2\n\n3  3\n",
        "The board is\n\n    4 4\n    1  1\n    2  2\n        \n    3  3\n\nwith blanks.\n",
    ],
)
def test_blank_cells_of_a_stated_size(text):
    """Blanks at the end of a row, and a blank row, may be missing."""
    assert rows_of(text) == [WIDE]
    with pytest.raises(ParseError):
        parse(text.replace("3", "3  4", 1))


def test_a_row_too_many_below_a_stated_size_is_not_lost():
    with pytest.raises(ParseError):
        parse("3 4\n1  1\n2  2\n\n3  3\n")


@pytest.mark.parametrize(
    ("cell", "empty"),
    [
        ('{"kind": "dot", "color": %s}', '{"kind": "plain", "color": null}'),
        ("{type: dot, value: %s, fixed: true}", "{type: empty, value: 0, fixed: false}"),
        ('{"type": "%s", "open": true}', '{"type": "empty", "open": true}'),
    ],
)
def test_cells_that_are_objects(cell, empty):
    rows = ",\n".join(f"[{', '.join(cell % number if number else empty for number in row)}]" for row in WIDE)
    assert rows_of(f'{{"level": "one", "board": [{rows}]}}\n') == [WIDE]


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("board = [1, 0, 1, \\\n         0, 2, 2]\n", SMALL),
        ("4x4:1..12..2....3..3\n", WIDE),
        ('Who solves this?\n1.1\n.22\n\n<img width="640" height="480" src="a.png" />\n', SMALL),
        (
            "import one as two\n\nfrom here import this\nfrom there import that\n\nboard = [[1, 0, 1], [0, 2, 2]]\n",
            SMALL,
        ),
        ("board = [\n[1, 0, 1], # the first row\n[0, 2, 2],\n]\n", SMALL),
    ],
)
def test_code_and_pages_around_a_board(text, rows):
    assert rows_of(text) == [rows]


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("One board,,\n1,0,1\n0,2,2\n".replace("0", ""), SMALL),
        ("2 3\n1 0 1\n0 2 2\n0\n", SMALL),
        ("Take this:\n<anna> 1 0 1\n<anna> 0 2 2\n<anna> 0 0 0\n", [*SMALL, (0, 0, 0)]),
        ("[10:02] anna: A..A\n[10:02] anna: B..B\n[10:03] anna: ....\n[10:04] anna: C..C\n", WIDE),
        ("1 . 1\n. 2 2\n\n41\n", SMALL),
        ("41\n\n1 . 1\n. 2 2\n", SMALL),
    ],
)
def test_what_stands_around_a_board(text, rows):
    assert rows_of(text) == [rows]


@pytest.mark.parametrize(
    ("text", "boards"),
    [
        ("0\n1 0 1\n0 2 2\n0 0 0\n1\n1 0 0 1\n2 0 0 2\n0 0 0 0\n3 0 0 3\n", [[*SMALL, (0, 0, 0)], WIDE]),
        ("1 0 1\n0 2 2\n0 0 0\n\n1 0 0 1\n2 0 0 2\n0 0 0 0\n3 0 0 3\n", [[*SMALL, (0, 0, 0)], WIDE]),
        ("12 4 4 3\n1 0 0 1\n2 0 0 2\n0 0 0 0\n3 0 0 3\n", [WIDE]),
        ("7 2 3 2\nA.A\n.BB\n", [SMALL]),
        ("3x3\nA.A\n.BB\n...\n", [[*SMALL, (0, 0, 0)]]),
        ("3 x 3\n1 . 1\n. 2 2\n. . .\n", [[*SMALL, (0, 0, 0)]]),
        ("3x3 A.A .BB ...\n", [[*SMALL, (0, 0, 0)]]),
        ("A.A .BB\n", [SMALL]),
        ("levels = {'tiny': ['R.', '.R'], 'small': ['R.R', '.BB']}\n", [[(1, 0), (0, 1)], SMALL]),
    ],
)
def test_boards_below_numbers_and_beside_small_ones(text, boards):
    assert rows_of(text) == boards


def test_a_size_spelt_like_a_row_allows_two_readings():
    with pytest.raises(ParseError, match="two ways"):
        parse("3*3\n1*1\n*22\n***\n")


def test_a_number_between_rows_that_does_not_count_is_a_row():
    with pytest.raises(ParseError, match="1 cell"):
        parse("1\n1 0 1\n0 2 2\n0 0 0\n7\n1 0 1\n0 2 2\n0 0 0\n")


@pytest.mark.parametrize("labels", [["none", "R", "B", "G"], "0123"])
def test_a_line_for_each_cell(labels):
    records = (f"{x},{y},{labels[cell]}\n" for y, row in enumerate(WIDE) for x, cell in enumerate(row))
    assert rows_of(f"4x4\nx,y,colour\n{''.join(records)}") == [WIDE]


def test_a_blank_row_below_the_title_of_a_sheet_may_be_a_row():
    with pytest.raises(ParseError, match="two ways"):
        parse("One board,,\n,,\n1,,1\n,2,2\n")


HEXAGONS = "1 . . 1\n 2 . . 2\n  . . . .\n   3 . . 3\n"


def test_shifted_rows_below_the_word_hexagons_are_no_squares():
    """Without the word, both readings are named; another board in the text is read, too."""
    with pytest.raises(ParseError, match="two ways"):
        parse(HEXAGONS)
    for title in ("hex\n", "Hexagons, level 2:\n", "A board of hexes\n\n"):
        [found] = parse(title + HEXAGONS)
        assert (found.layout.kind.value, found.pairs) == ("hex", 3)
    kinds = [found.layout.kind.value for found in parse(f"square\n{glued(WIDE)}\n\nhex\n{HEXAGONS}")]
    assert kinds == ["square", "hex"]


def test_hexagons_that_are_shifted_unevenly_are_no_squares():
    """Numbers of two digits move the rows of hexagons: the text names hexagons, so it is not read as a rectangle."""
    with pytest.raises(ParseError, match="shifted unevenly"):
        parse("hexagonal board\n. . 1 2 . 3\n 4 5 6 7 8 9\n. 2 3 . 4 1\n 7 10 . 6 9 .\n. . 10 5 8 .\n")


@pytest.mark.parametrize(
    "titles", ["% instance 3\n% difficulty 9\n", "% level 12\n", "Good luck now\n", "Three words here\n"]
)
def test_titles_of_as_many_words_as_a_row_has_cells(titles):
    assert rows_of(f"{titles}1 0 1\n0 2 2\n0 0 0\n") == [[*SMALL, (0, 0, 0)]]
    assert rows_of(f"{titles}1 0 0 1\n2 0 0 2\n0 0 0 0\n3 0 0 3\n") == [WIDE]


@pytest.mark.parametrize(
    "text",
    [
        "abc.de\nbce..f\nfa...d\nfa...d\n",
        "..aab\n.....\n...cc\n",
        ". . red green\ngreen red blue yellow\n. yellow blue .\n. yellow blue .\n",
    ],
)
def test_a_row_with_a_word_in_it_is_no_title(text):
    assert outcome([], text) == "refused"


def test_rows_in_brackets_of_any_depth():
    """The rows of a board may be in brackets of their own; a row without its end is not lost."""
    assert rows_of("a = f((1, 0, 1), ((0, 2, 2)))\n") == [SMALL]
    assert rows_of('{"rows": [{"at": 0, "is": [1, 0, 1]}, {"at": 1, "is": [0, 2, 2]}]}\n') == [SMALL]
    assert rows_of("[" * 200 + json.dumps(SMALL) + "]" * 200) == [SMALL]
    for text in ("((1 0 1) (0 2 2) (0 0 0 (0 0 0)))\n", "{{1, 0, 1}, {0, 2, 2}, 0, 0, 0}\n"):
        assert outcome([], text) == "refused"


def test_words_behind_a_link():
    link = "https://puzz.link/p?numlin/3/2/1g1g22"
    assert parse(f"{link} (hard)\n") == parse(link)


@pytest.mark.parametrize(
    ("text", "boards"),
    [
        ("    int a[2][3] = {{1, 0, 1}, {0, 2, 2}};\n}\n", [SMALL]),
        ("void main() {\n    int a[2][3] = {{1, 0, 1}, {0, 2, 2}};\n", [SMALL]),
        ('{"1.1" ".22", "2.2" ".11",\n "3.3" ".44"};\n', [SMALL, [(2, 0, 2), (0, 1, 1)], [(3, 0, 3), (0, 4, 4)]]),
        ("board:\n db 1,0,1\n db 0,2,2\n db 0,0,0\n", [[*SMALL, (0, 0, 0)]]),
        ("@@ -0,0 +1,3 @@\n+1 . 1\n+. 2 2\n+. . .\n", [[*SMALL, (0, 0, 0)]]),
        ("wall 1 1\nwall 2 2\nwall . .\n", None),
    ],
)
def test_excerpts_of_programs(text, boards):
    """Braces of what is around, strings that a compiler joins, a word or a sign before every row."""
    if boards is None:
        assert outcome([], text) == "refused"
    else:
        assert rows_of(text) == boards


def test_points_of_a_level_with_a_number_and_a_name():
    dots = '{"id": "a", "x": 0, "y": 0}, {"id": "a", "x": 2, "y": 0}'
    assert rows_of(f'{{"id": 12, "name": "Level 3", "size": 3, "dots": [{dots}]}}') == [[(1, 0, 1), (0,) * 3, (0,) * 3]]


@pytest.mark.parametrize(
    "text",
    [
        "int a[2][3] = {{1, 0, 1}, {0, 2, 2}}\n  {0, 0, 0},\n};\n",
        "a = {\n  {1, 0, 1},\n  {{0, 2, 2},\n  {0, 0, 0},\n}\n",
        "[[[1, 0, 1], [0, 2, 2]], [[1, 2], [2, 1]]]\n",
        "levels = {'a': ['RB', 'BR'], 'b': ['R.B', '...', 'B.R']}\n",
        "board: |\n  .....\n  ..1..\n  .1...\n\n  .2233\n",
    ],
)
def test_no_row_and_no_small_board_of_a_program_is_lost(text):
    assert outcome([], text) == "refused"


def test_the_better_of_two_errors_is_shown():
    with pytest.raises(ParseError, match="coordinates can be read in two ways"):
        parse("3 3\na: 0 0 1 2\nb: 1 1 2 2\n")
    with pytest.raises(ParseError, match="no cell is empty, and equal labels are not adjacent"):
        parse("board = [\n[1, 2, 1],\n[2, 3, 3]\n]\n")


@pytest.mark.parametrize(
    "names",
    [
        ("start_r", "start_c", "end_r", "end_c"),
        ("fromY", "fromX", "toY", "toX"),
        ("row_start", "col_start", "row_end", "col_end"),
    ],
)
def test_names_of_coordinates_may_say_which_end_they_are_of(names):
    pairs = [
        {**dict(zip(names, (*first, *last), strict=True)), "color": f"c{at}"} for at, (first, last) in enumerate(PAIRS)
    ]
    assert rows_of(f'levels = [{{"dim": 5, "maxMoves": 20, "points": {json.dumps(pairs)}}}]') == [POINT_ROWS]
