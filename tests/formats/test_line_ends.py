"""A text means the same whatever ends its lines: LF, CRLF, CR, or the CR CR LF that a second translation makes."""

import json

import pytest

from numlink import ParseError, Puzzle, Solution, formats, judge_text
from numlink.commands.check_answers import read_answers
from numlink.commands.check_lab import holds_puzzles
from numlink.formats.lab_output import lab_outputs
from numlink.formats.polygon_files import read_tiling
from tests.formats.test_examples import EXAMPLES

ENDS = {"CRLF": "\r\n", "CR": "\r", "CR CR LF": "\r\r\n"}
BOARD = Puzzle(3, 3, (1, 0, 1, 2, 0, 2, 3, 0, 3), solution=Solution(3, 3, ((0, 1, 2), (3, 4, 5), (6, 7, 8))))
WRITTEN = {name: formats.write([BOARD, BOARD], name, lossy=True).text for name in formats.names(written=True)}
TEXTS = [
    *WRITTEN.items(),
    *((name, text) for name, (text, _, _) in EXAMPLES.items()),
    ("plain", "; two boards\nrules: free\n1 . 1\n; in between\n2 . 2\npath 1: (0,0) (0,1) (0,2)\n\n1 0 1\n2 0 2\n"),
    ("json", json.dumps([{"cells": [[1, 0, 1]]}], indent=1)),
]


def items(text, name):
    """The items that a reader yields: puzzles, and the texts of errors with their places."""
    try:
        found = [*formats.iterate(text, name)]
    except ParseError as error:
        found = [error]
    return [(str(item), item.line, item.column) if isinstance(item, ParseError) else item for item in found]


def recognised(text):
    try:
        return formats.guess(text).format.name
    except ParseError as error:
        return str(error)


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize(("name", "text"), TEXTS, ids=[f"{name} {number}" for number, (name, _) in enumerate(TEXTS)])
def test_line_ends_do_not_matter(name, text, end):
    """Puzzles and messages are the same, also if one line of the text is damaged: lines and columns stay."""
    lines = text.split("\n")
    broken = [[*lines[:at], line[:-1] + "?" + line[-1:], *lines[at + 1 :]] for at, line in enumerate(lines)]
    for each in (lines, *broken):
        assert items(ENDS[end].join(each), name) == items("\n".join(each), name)
        assert recognised(ENDS[end].join(each)) == recognised("\n".join(each))


def test_every_format_has_a_text_of_several_lines():
    assert all(
        any(known == name and text.count("\n") > 1 for known, text in TEXTS) for name in formats.names(written=True)
    )


@pytest.mark.parametrize("end", ENDS.values(), ids=list(ENDS))
def test_line_ends_do_not_matter_in_other_texts(end):
    """Answers for a leaderboard, answers in words, what a student's program printed, and polygons."""
    head = '{"leaderboard": 1, "solver": "mine", "hardware": "one core", "limit": 10}'
    sheet = f'{head}\n{{"board": "a", "verdict": "none", "seconds": 1}}\n'
    assert read_answers(sheet.replace("\n", end)) == read_answers(sheet)
    answer = "1: (0,0) (0,1)\n(0,2)\n2: (1,0) (1,1) (1,2)\n3: (2,0) (2,1) (2,2)\n"
    assert judge_text(BOARD, answer).correct
    assert judge_text(BOARD, answer.replace("\n", end)).correct
    printed = "n = 2\nNew path: (0,0) (0,1)\n1 1\nX .\n\n1 1\nX 2\n"
    assert lab_outputs(printed.replace("\n", end)) == lab_outputs(printed)
    assert not holds_puzzles(printed.replace("\n", end))
    polygons = "[[[0,0],[1,0],\n[1,1]],\n[[0,0],[1,1],[0,1]]]\n"
    assert read_tiling(polygons.replace("\n", end)) == read_tiling(polygons)
