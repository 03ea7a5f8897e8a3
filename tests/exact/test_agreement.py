"""What one function knows at once, all know: solve, prove, count, list, sample, complete, rate and explain.

Counted work stands for time: none of them may be left with a search that cannot end.
"""

from random import Random

import pytest

from numlink import (
    Advisor,
    Layout,
    NoSolution,
    Puzzle,
    State,
    Unanswered,
    count,
    explain,
    heat,
    prove,
    rate,
    sample,
    solutions,
    solve,
)
from numlink.exact.board_arrays import Board
from numlink.exact.budget import Budget
from numlink.exact.race import WayName
from numlink.exact.verdict import Answer
from numlink.exact.verify import second_by_sat, verify
from numlink.game.hints import HintKind
from numlink.model.rules import COVER, EVERY_RULES, FREE
from tests.boards import KINDS, small_board
from tests.oracle import linkings_of_puzzle
from tests.tools import race_so


def with_ends(width, height, *ends, layout=None, solid=()):
    cells = [-1 if cell in solid else 0 for cell in range(width * height * (layout.layers if layout else 1))]
    for number, pair in enumerate(ends, start=1):
        for cell in pair:
            cells[cell] = number
    return Puzzle(width, height, tuple(cells), layout=layout or Layout())


TORUS = Layout(wrap="both")
IMPOSSIBLE = {
    "no number, diagonal torus": with_ends(4, 3, layout=Layout(kind="diagonal", wrap="both")),
    "no number, large diagonal torus": with_ends(8, 8, layout=Layout(kind="diagonal", wrap="both")),
    "no number, torus": with_ends(6, 6, layout=TORUS),
    "no number, layers": with_ends(5, 5, layout=Layout(layers=2)),
    "parity": with_ends(9, 9, (1, 79)),
    "parity, wide": with_ends(15, 15, (1, 223)),
    "parity, torus": with_ends(6, 6, (0, 14), layout=TORUS),
    "a part without a number": with_ends(9, 6, (0, 3), solid=range(4, 54, 9)),
}
APART = with_ends(12, 12, (0, 11), (12, 60), solid=range(5, 144, 12))


def knows_none(puzzle):
    assert solve(puzzle, budget=60).answer is Answer.NONE
    assert prove(puzzle, budget=60).answer is Answer.NONE
    assert count(puzzle, budget=60) == 0
    assert list(solutions(puzzle, budget=60)) == []
    for ask in (lambda: sample(puzzle, seed=1, budget=60), lambda: heat(puzzle, budget=60)):
        with pytest.raises(NoSolution):
            ask()
    assert rate(puzzle, budget=60).verdict is Answer.NONE
    assert explain(puzzle, budget=60).answer is Answer.NONE
    assert Advisor(puzzle, seconds=60).hint(State.start(puzzle)).kind is HintKind.UNSOLVABLE


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_all_functions_know_that_there_is_no_cover(name):
    knows_none(IMPOSSIBLE[name])


@pytest.mark.parametrize("rules", EVERY_RULES, ids=str)
def test_all_functions_know_that_two_ends_do_not_meet(rules):
    knows_none(APART.with_rules(rules))
    assert prove(APART, claim="strict").answer is Answer.NONE


@pytest.mark.parametrize("layout", [TORUS, Layout(layers=2), Layout(kind="diagonal", wrap="both")], ids=repr)
def test_all_functions_know_the_only_solution(layout):
    """The one of a board without numbers, where cells may stay empty: the search knows it, the frontier would not."""
    puzzle = with_ends(6, 6, layout=layout).with_rules(FREE)
    assert solve(puzzle).answer is prove(puzzle).answer is Answer.UNIQUE
    assert count(puzzle) == heat(puzzle).total == 1
    assert sample(puzzle, seed=1) == next(iter(solutions(puzzle)))


@pytest.mark.table(5)
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_known_at_once_is_true(kind):
    """No board that has a solution is called impossible; and of every small board that has none, solve says so."""
    stream = Random(kind)
    for _ in range(15):
        puzzle = small_board(stream, kind, 9)
        for rules in EVERY_RULES:
            found = linkings_of_puzzle(puzzle, rules)
            assert not (found and Board(puzzle, rules).is_impossible), puzzle
            assert (solve(puzzle, rules=rules).answer is Answer.NONE) == (not found)


def test_a_count_answers_as_the_search_does(monkeypatch):
    """If the search has no patience, every answer of `solve` comes from the count, and is the same."""
    stream = Random(7)
    boards = [small_board(stream, kind, 9).with_rules(rules) for kind in KINDS for rules in EVERY_RULES]
    expected = [solve(puzzle).answer for puzzle in boards]
    race_so(monkeypatch, {WayName.SEARCH: (1.0, 10**13)})
    found = [solve(puzzle, budget=60) for puzzle in boards]
    assert [verdict.answer for verdict in found] == expected
    for puzzle, verdict in zip(boards, found, strict=True):
        assert (verdict.solution is None) == (verdict.answer is Answer.NONE)
        assert verdict.solution is None or frozenset(verdict.solution.links()) in linkings_of_puzzle(puzzle)


def test_a_board_that_nothing_decides_is_still_stopped_by_its_budget():
    puzzle = with_ends(15, 15, (0, 223)).with_rules(COVER)
    with pytest.raises(Unanswered):
        sample(puzzle, seed=1, budget=0)


@pytest.mark.parametrize("rules", EVERY_RULES)
def test_certificates_of_boards_without_numbers_agree_with_proofs(rules):
    """The empty solution is a solution if cells may stay empty, or if there are none."""
    pytest.importorskip("pysat")
    for puzzle in (Puzzle(2, 2, (0,) * 4, rules), Puzzle(2, 1, (-1, -1), rules)):
        only = prove(puzzle).answer is Answer.UNIQUE
        assert second_by_sat(puzzle, rules, Budget.of(None)) is only
        assert verify(puzzle).proven is only
