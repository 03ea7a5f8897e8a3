"""Unusual outputs of other programs."""

import pytest

from numlink import ParseError, Puzzle, formats, parse
from numlink.commands import lint as linting
from numlink.commands.report import Entry, Place
from numlink.formats.lab_lines import _traced
from numlink.model.rules import COVER, FREE, NO_TOUCH

PAIRS = "2 3 2\n(0, 0) (2, 0)\n(0, 1) (2, 1)\n"
PATHS = "(0, 0) (1, 0) (2, 0)\n(0, 1) (1, 1) (2, 1)\n"
FORBIDDEN, ALLOWED = "\nTouching forbidden\nNodes 7\nSolutions {}\n", "\nTouching allowed\nNodes 7\nSolutions {}\n"
ROWS = [(1, 0, 1), (2, 0, 2)]
STRAIGHT = ((0, 1, 2), (3, 4, 5))


@pytest.mark.parametrize(
    ("text", "rules", "solved"),
    [
        (PAIRS + PATHS + FORBIDDEN.format(1), NO_TOUCH, True),
        (PAIRS + FORBIDDEN.format(0) + PATHS + ALLOWED.format(3), COVER, True),
        (PAIRS + FORBIDDEN.format(0) + ALLOWED.format(0), COVER, False),
        (PAIRS + PATHS + "\n\n\nTouching forbidden\n\nNodes 7\n", NO_TOUCH, True),
    ],
)
def test_the_output_of_the_flow_solver(text, rules, solved):
    for repeated in (text, text + "\n" + text):
        for puzzle in parse(repeated):
            assert puzzle.rows() == ROWS
            assert puzzle.rules == rules
            assert (puzzle.solution is not None) == solved
            assert not solved or puzzle.solution.paths == STRAIGHT


def test_the_output_of_the_flow_generator():
    text = f"Attempts 1000000\n2 3 2\n{PATHS}Attempts 2000000\n2 3 2\n{PATHS}\nNodes 5\nSolutions 1\nAttempts 2000001\n"
    assert [(puzzle.rows(), puzzle.solution.paths) for puzzle in parse(text)] == [(ROWS, STRAIGHT)] * 2


def test_the_largest_board_of_the_flow_solver():
    [puzzle] = parse("1 1002 1002\n(0, 0) (1001, 1001)\n")
    assert (puzzle.width, puzzle.height, puzzle.pairs) == (1002, 1002, 1)
    with pytest.raises(ParseError, match="too large for a text this short"):
        parse("1 2000 1002\n(0, 0) (1001, 1001)\n")


FILE = "pzprv3/numlin/2/3/1 . 1 /2 . 2 /1 1 /1 1 /0 0 0 /"
TEXT = "2\n3\n1 . 1 \n2 . 2 \n"
LINES = "1 1 \n1 1 \n0 0 0 \n"
XML = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<puzzle type="numberlink"><size row="2" col="3"/><property/>'
    '<board><number r="1" c="1" n="1"/><number r="1" c="3" n="1"/><number r="2" c="1" n="2"/>'
    '<number r="2" c="3" n="2"/></board>{}</puzzle>'
)
ANSWER = '<answer><arow row="1"><h n="2"/><s/></arow><arow row="2"><n2/><n v="6"/><s/></arow></answer>'


@pytest.mark.parametrize(
    ("text", "solved"),
    [
        (f"http://pzv.jp/p.html?{FILE}", True),
        (f"p.html?{FILE}", True),
        ("https://puzz.link/p.html?" + FILE.replace(" ", "_"), True),
        ("https://puzz.link/p.html?" + FILE.replace(" ", "%20"), True),
        (TEXT + LINES, True),
        (TEXT, False),
        (XML.format(ANSWER), True),
        (XML.format(""), False),
    ],
)
def test_what_pzpr_exports(text, solved):
    [puzzle] = parse(text)
    assert formats.guess(text).format.name == "pzprv3"
    assert (puzzle.rows(), puzzle.rules) == (ROWS, FREE)
    assert (puzzle.solution and puzzle.solution.paths) == (STRAIGHT if solved else None)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (XML.format("")[:80], "this is not XML"),
        (XML.format("").replace('type="numberlink"', 'type="slither"'), "a puzzle of the type 'slither'"),
        (XML.format("").replace('<puzzle type="numberlink">', '<!DOCTYPE a [<!ENTITY b "c">]><puzzle>'), "entities"),
        (XML.format("").replace('row="2"', 'row="9999999"'), "too large for a text this short"),
        (XML.format("").replace('r="2"', 'r="3"'), "row 3, column 1"),
        (XML.format("").replace('n="2"', 'n="-1"'), "not given"),
        (XML.format("").replace('col="3"', ""), "'col'"),
        (XML.format('<answer><arow row="1"><q/></arow></answer>'), "'q'"),
    ],
)
def test_broken_xml_is_reported(text, words):
    with pytest.raises(ParseError, match=words):
        parse(text, "pzprv3")


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("A..B\nA..B\n", [(1, 0, 0, 2), (1, 0, 0, 2)]),
        ("R.G\nR.G\n", [(1, 0, 2), (1, 0, 2)]),
        ("AQZ\n...\nQAZ\n...\n", [(1, 2, 3), (0, 0, 0), (2, 1, 3), (0, 0, 0)]),
    ],
)
def test_letters_without_a_header_need_not_be_square(text, rows):
    [puzzle] = parse(text)
    assert (puzzle.rows(), puzzle.rules) == (rows, COVER)


@pytest.mark.parametrize("text", ["hello\nworld\n", "abc\nabc\n", "A..\nB..\n", "A.1B\nA..B\n"])
def test_words_are_not_read_as_boards(text):
    with pytest.raises(ParseError, match="every label"):
        parse(text)


def test_a_budget_covers_all_verdicts_on_a_puzzle(monkeypatch):
    clocks = []

    def proven(puzzle, *arguments, **options):
        clocks.append(options["budget"])
        return real(puzzle, *arguments, **options)

    real = linting.prove
    monkeypatch.setattr(linting, "prove", proven)
    [_] = linting.lint([Entry(Place(1), *parse("1 . 2\n. . .\n1 . 2\n"))], budget=50.0, alone=True)
    assert len(clocks) > 1
    assert all(clock is clocks[0] for clock in clocks)


def test_no_copies_are_made_for_a_single_puzzle(monkeypatch):
    """Eight copies of 1002x1002 cells take longer to make than the paths take to judge."""
    monkeypatch.setattr(Puzzle, "canonical", lambda puzzle: pytest.fail("there is nothing to compare with"))
    assert [finding.code for finding in linting.lint([Entry(Place(1), *parse("1 2\n. .\n1 2\n"))], alone=True)] == [0]


@pytest.mark.parametrize(
    ("line", "squares"),
    [
        ("Endpoints: (0,0) and (0,1)", []),
        ("Path with endpoints: (0,0) and (0,1)", [(0, 0), (0, 1)]),
        ("From (0,0) to (0,1)", [(0, 0), (0, 1)]),
        ("Path (0,0)", [(0, 0)]),
        ("Start (0,0)", []),
    ],
)
def test_a_line_about_ends_traces_a_path_only_where_it_says_so(line, squares):
    assert _traced(line) == squares


def test_rows_of_one_word_each_are_rows_of_its_characters():
    """Some programs print rows without blanks."""
    text = "n = 3\n+++ The puzzle\n1.2\n...\n1.2\n+++ The solution\n112\n132\n132\n"
    [puzzle] = parse(text, "lab")
    assert puzzle.rows() == [(1, 0, 2), (0, 0, 0), (1, 0, 2)]


@pytest.mark.parametrize(
    ("link", "words"),
    [
        ("https://example.org/numberlink/p?slither/3/3/i", "the puzzle 'slither'"),
        ("https://example.org/numberlink/p.html?/3/1/1a1", None),
        ("https://example.org/p?/3/3/i", "no name of a puzzle"),
    ],
)
def test_the_page_names_the_puzzle_only_where_the_link_does_not(link, words):
    if words:
        with pytest.raises(ParseError, match=words):
            parse(link, "puzzlink")
    else:
        assert parse(link, "puzzlink")[0].cells == (1, 10, 1)
