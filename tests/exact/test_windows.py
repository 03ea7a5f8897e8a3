"""Windows around a solution find real second solutions, on boards of every kind and under all rules."""

from array import array
from random import Random

import pytest

from numlink import Answer, Puzzle, check, generate, generate_classic, prove, solve
from numlink.commands import lint
from numlink.engine.search.windows import Windows
from numlink.exact.board_arrays import Board
from numlink.exact.budget import Budget
from numlink.exact.nearby_solution import SIDES, NearbySolution
from numlink.exact.race import Ways
from numlink.model.rules import COVER, EVERY_RULES, FREE, NO_TOUCH
from tests.boards import HUBS, KINDS, small_board
from tests.tools import amount

KINDS = (*KINDS, HUBS)


def near(puzzle, rules, solution):
    """The windows around a solution, searched to the end."""
    board = Board(puzzle, rules)
    nearby = NearbySolution(board, board.model(solution))
    while not nearby.ended and nearby.second is None:
        nearby.turn(10**7)
    return board, nearby


@pytest.mark.parametrize("kind", KINDS)
def test_a_window_as_large_as_the_board_decides(kind):
    """A small board is one window: it holds a second solution if and only if there is one."""
    stream = Random(f"windows {kind}")
    for _ in range(amount(25, 300)):
        puzzle = small_board(stream, kind, 12).with_solution(None)
        for rules in EVERY_RULES:
            verdict = prove(puzzle, rules=rules)
            if verdict.solution is None:
                continue
            board, nearby = near(puzzle, rules, verdict.solution)
            if nearby.second is not None:
                second = board.solution(nearby.second)
                assert second != verdict.solution
                assert check(puzzle, second, rules) == []
            assert (nearby.second is not None) == (verdict.answer is Answer.MULTIPLE), (puzzle, rules)


def test_windows_find_a_second_solution_of_a_large_board():
    """On a lab board of 40x40 windows need a few hundred conflicts at most, the search more."""
    puzzle = generate_classic(40, seed=3).with_solution(None)
    solution = solve(puzzle, rules=NO_TOUCH, look_on=0).solution
    board, nearby = near(puzzle, COVER, solution)
    assert nearby.second is not None
    second = board.solution(nearby.second)
    assert check(puzzle, second, COVER) == []
    assert nearby.effort.conflicts < 1_000
    changed = {cell for link in solution.links() ^ second.links() for cell in link}
    rows, columns = {cell // 40 for cell in changed}, {cell % 40 for cell in changed}
    assert max(max(rows) - min(rows), max(columns) - min(columns)) < SIDES[-1]


def test_what_lies_outside_a_window_does_not_change():
    """A stretch of a path inside a window is one of its pairs; a track that is left alone is not in the window."""
    #   1 1 1
    #   2 2 1     the window is the left two columns: 1 1 enters and ends, 2 2 is whole, the last row lies alone
    #   3 3 1
    puzzle = Puzzle.from_rows([[1, 0, 0], [2, 2, 0], [3, 3, 1]])
    board = Board(puzzle)
    model = board.model(solve(puzzle).solution)
    windows = Windows(board.cells, board.links, model)
    cells, links, inside, numbers = windows.cut(array("i", [0, 1, 3, 4]))
    assert list(cells) == [1, 1, 2, 2]
    assert len(links) == 2 * len(numbers) == 8
    assert list(inside) == [model[number] for number in numbers]
    cells, links, *_ = windows.cut(array("i", [2, 3, 4]))
    assert (list(cells), list(links)) == ([-1, 1, 1], [1, 2])
    assert windows.cut(array("i", [2])) is None


def test_a_ball_has_the_nearest_tracks():
    board = Board(Puzzle.from_rows([[1, 0, 0, 0, 1]]))
    windows = Windows(board.cells, board.links, board.model(solve(board.puzzle).solution))
    assert sorted(windows.ball(2, 3)) == [1, 2, 3]
    assert sorted(windows.ball(0, 9)) == [0, 1, 2, 3, 4]
    with pytest.raises(IndexError):
        windows.ball(5, 1)


def test_an_open_verdict_says_how_far_the_windows_went():
    """Without touching, windows of 12x12 hold no other solution; the proof is stopped before it ends."""
    puzzle = generate_classic(30, seed=8).with_solution(None)
    solution = solve(puzzle, rules=NO_TOUCH, look_on=0).solution
    _, nearby = near(puzzle, NO_TOUCH, solution)
    assert nearby.second is None
    assert nearby.clear_within == SIDES[-1]


def test_unknown_is_never_the_only_word():
    """The proof is stopped: words and JSON say what is decided below, and how far windows around the solution went."""
    puzzle = generate(12, seed=3).with_solution(None).with_rules(FREE)
    race = Ways(Board(puzzle))
    while race.search.first is None:
        race._search_turn(10**6)
    race._rungs_turn(10**9)
    race._windows_turn(10**9)
    verdict = race.verdict(None, "stopped", Budget())
    assert [(each.rules, each.answer) for each in verdict.below] == [(NO_TOUCH, Answer.UNIQUE)]
    assert verdict.clear_within in SIDES
    side = verdict.clear_within
    no_touch = (
        f"exactly one solution, under no-touch; no other solution differs only within a window of {side}x{side} cells"
    )
    assert str(verdict) == f"unknown, under free: stopped; {no_touch}"
    written = verdict.to_json()
    assert written["below"] == [{"rules": "no-touch", "verdict": "unique"}]
    others = lint._others(puzzle, verdict, Budget(None, stopped=lambda: True))
    assert [str(other) for other in others if other.rules == NO_TOUCH] == ["exactly one solution, under no-touch"]
    assert written["clear_within"] == side


def test_two_solutions_under_the_rules_below_are_two_under_these():
    """Under free the race below finds two covers, which are two solutions."""
    puzzle = Puzzle.from_rows([[1, 0, 2], [1, 0, 2]], rules=FREE)
    race = Ways(Board(puzzle))
    while race.search.first is None:
        race._search_turn(1)
    answer = None
    while answer is None and race._rungs_left:
        answer = race._rungs_turn(10**9)
    assert answer == 2
    assert race.search.first != race.search.second
