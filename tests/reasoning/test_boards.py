"""Ratings, explanations and hints on boards of every kind."""

from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from numlink import COVER, FREE, NO_TOUCH, Layout, Puzzle, check, explain, generate, prove, rate
from numlink.exact.verdict import Answer
from numlink.formats import parse
from numlink.model.rules import EVERY_RULES
from numlink.reasoning.board_text import board_text
from numlink.reasoning.grade import Grade, Reading
from numlink.reasoning.guesses import Rim, deception, detour
from numlink.reasoning.hint_reasons import steps_to_link
from numlink.reasoning.page import page, sheet
from numlink.reasoning.position import OPEN, Position
from tests.boards import KINDS, random_solved
from tests.samples_of_kinds import TEXTS


def board(name):
    return parse(TEXTS[name])[0]


def unique_boards(kind, count, rules):
    """Boards of a kind with one solution, filled by paths that do not touch themselves."""
    random = Random(f"unique {kind} {rules}")
    found = []
    while len(found) < count:
        puzzle = random_solved(random, kind, most=5, touching=False)
        passed = {cell for path in puzzle.solution.paths for cell in path}
        cells = tuple(content if cell in passed else -1 for cell, content in enumerate(puzzle.cells))
        if puzzle.layout.bridges - passed or puzzle.pairs < 2:
            continue
        puzzle = replace(puzzle, cells=cells).with_rules(rules).with_solution(None)
        if prove(puzzle).answer is Answer.UNIQUE:
            found.append(puzzle)
    return found


@pytest.mark.table(10)
@pytest.mark.bulk
@pytest.mark.parametrize("rules", [COVER, NO_TOUCH, FREE], ids=str)
@pytest.mark.parametrize("kind", KINDS)
def test_ratings_find_the_solution_in_every_orientation(kind, rules):
    for puzzle in unique_boards(kind, 4, rules):
        rating = rate(puzzle)
        assert rating.grade is not Grade.NONE
        assert check(puzzle, rating.solution) == []
        assert rating.detour >= 1
        assert 0 <= rating.deception <= 1
        for placement in islice(puzzle.grid.copies(), 0, None, 5):
            cells = [-1] * placement.grid.size
            for cell, there in enumerate(placement.places):
                if there >= 0:
                    cells[there] = puzzle.cells[cell]
            grid = placement.grid
            turned = Puzzle(grid.width, grid.height, tuple(cells), rules, layout=grid.layout)
            assert rate(turned).to_json() == rating.to_json(), (puzzle, turned)


@pytest.mark.table(3)
@pytest.mark.parametrize("name", TEXTS)
def test_explanations_end_with_the_solution_in_words_and_pictures(name):
    puzzle = board(name)
    explanation = explain(puzzle)
    assert explanation.solved
    assert check(puzzle, explanation.solution) == []
    assert str(explanation).endswith("Solved.")
    for picture in (page(explanation), sheet(explanation)):
        assert picture.count("<use href='#board'/>") == len(explanation.frames) + picture.count("the try") + 2
    assert rate(puzzle).solution == explanation.solution
    assert rate(puzzle, reading="rules").grade is not Grade.NONE


@pytest.mark.table(3)
@pytest.mark.parametrize("name", TEXTS)
def test_hints_lead_to_the_end(name):
    position = Position.start(board(name))
    while steps := steps_to_link(position):
        assert not steps[-1].is_contradiction
        position = position.after(*steps)
    assert position.states.count(OPEN) < len(position.states)


def test_boards_as_characters():
    def start(name):
        puzzle = board(name)
        return board_text(puzzle, bytes(len(puzzle.grid.links())), bytes(len(puzzle.grid.links())))

    assert start("hex").splitlines()[:4] == [
        "    █       █",
        "█     · 1 ·     █",
        "  · ∙ · · · ∙ ·",
        "∙ · · · 2 · · · 3",
    ]
    assert start("walls").splitlines()[0] == "1 · 2 ▐ ∙ · 2 · 3"
    assert start("walls").splitlines()[7] == "·   ·   ▀   ▀   ·"
    assert start("wraps").splitlines()[:2] == ["   ·   ·   ·   ·   ·", " · 1 · ∙ · ∙ · 1 · ∙ ·"]
    assert start("bridges").splitlines()[2] == "∙ · ∙ · ╪ · ∙ · ∙"
    lines = start("layers").splitlines()
    assert lines[5] == "---"
    assert lines[-1] == "down from layer 1, row 1, column 3; layer 1, row 3, column 1: still open"


def test_a_drawn_board_of_hexagons_as_characters():
    puzzle = Puzzle.from_rows([[1, 0, 1]], layout=Layout(kind="hex"))
    assert puzzle.grid.links() == [(0, 1), (1, 2)]
    assert board_text(puzzle, bytes(2), bytes([1, 2])) == "  ╱╱○ ×\n1       1"
    assert board_text(puzzle, bytes([1, 2]), bytes([1, 2])) == "  ╱ ○\n1       1"


def test_two_diagonals_that_cross_show_as_a_cross():
    puzzle = Puzzle.from_rows([[1, 2], [2, 1]], layout=Layout(kind="diagonal"))
    on = bytes(1 if link in [(0, 3), (1, 2)] else 2 for link in puzzle.grid.links())
    assert board_text(puzzle, bytes(6), on) == "1 × 2\n×╲╳╱×\n2 × 1"
    assert board_text(puzzle, on, on) == "1   2\n ╲ ╱\n2   1"


def test_sentences_name_bridges_layers_and_lines():
    texts = {name: str(explain(board(name))) for name in ("bridges", "layers")}
    crossed = "The bridge at row 2, column 3 must be crossed from left to right, as every way over it is used."
    assert crossed in texts["bridges"]
    assert "The bridge at row 4, column 2 must be crossed from top to bottom" in texts["bridges"]
    assert "Layer 1, row 1, column 1 needs two links and only two ways are left." in texts["layers"]


def test_guesses_follow_the_links():
    """Around hexagons the border runs clockwise; distances go across a rim that wraps."""
    hexes = Puzzle.from_rows([[1, 0, 1], [2, 0, 2]], layout=Layout(kind="hex"))
    assert Rim(hexes.grid).borders(set(range(6))) == [[1, 2, 5, 4, 3, 0]]
    ring = parse("wrap: rows\n1 1 .\n2 . 2\n")[0]
    solution = prove(ring).solution
    assert solution is None or detour(ring, solution) >= 1
    over = parse("wrap: rows\n1 . . 1\n")[0].with_rules(FREE)
    assert detour(over, prove(over, rules=COVER).solution) == 3.0
    assert deception(over, prove(over, rules=COVER).solution) == 1.0


@pytest.mark.parametrize("rules", EVERY_RULES, ids=str)
def test_a_board_is_explained_in_the_reading_in_which_it_is_rated(rules):
    """Under free-no-touch it used to be rated as a strict board but explained by its rules alone, with a guess."""
    strict = generate(7, seed=535, rules="free-no-touch", wrap="both").with_rules(rules)
    for puzzle in (strict, generate(5, seed=1, rules=rules, style="magazine"), generate(6, seed=2, rules=rules)):
        explanation, rating = explain(puzzle), rate(puzzle)
        if rules != NO_TOUCH:  # under which both readings are the same
            assert explanation.reading is rating.reading
        assert explanation.guesses == rating.guesses
        assert explanation.solved
        assert ("covers the board" in explanation.opening) == (explanation.reading is Reading.STRICT and not rules.fill)
