"""What can be completed, compared with the list of all solutions."""

from random import Random

import pytest

from numlink import FREE, Layout, Puzzle, check, generate_classic, solutions
from numlink.exact.complete import Completer
from numlink.model.rules import EVERY_RULES

BOARDS = (
    Puzzle.from_rows([[1, 0, 0, 0], [0, 0, 0, 0], [0, 2, 0, 2], [0, 0, 0, 1]]),
    Puzzle(4, 3, (1, 0, 2, 0, 0, 0, 0, 0, 1, 0, 0, 2), layout=Layout(kind="hex")),
)


@pytest.mark.parametrize("rules", EVERY_RULES, ids=str)
@pytest.mark.parametrize("board", BOARDS, ids=["square", "hex"])
def test_completions_agree_with_the_list_of_solutions(board, rules):
    """With some links and with none: a solution if there is one, else links to blame that no solution has together."""
    puzzle, stream = board.with_rules(rules), Random(7)
    every = [{*solution.links()} for solution in solutions(puzzle)]
    completer = Completer(puzzle, budget=None)
    answers = set()
    for without in (None, *puzzle.grid.links()):
        links = stream.sample(puzzle.grid.links(), stream.randint(0, 3))
        found = completer.complete(links, without)
        fitting = [one for one in every if {*links} <= one and without not in one]
        answers.add(bool(fitting))
        if found.solution is None:
            assert not fitting
            assert {*found.blamed} <= {*links}
            assert not any(found.blamed <= one and without not in one for one in every)
        else:
            assert {*found.solution.links()} in fitting
    assert True in answers or not every


def test_a_large_drawing_is_completed_by_the_rules_below():
    """A search for any linking of a lab board of 60x60 takes 200 000 conflicts, one without touching a few hundred."""
    puzzle = generate_classic(60, seed=100).with_solution(None).with_rules(FREE)
    completer = Completer(puzzle, budget=60)
    solution = completer.complete([]).solution
    assert check(puzzle, solution) == []
    assert completer._search.conflicts < 5_000
    link = min(solution.links())
    assert link in completer.complete([link]).solution.links()
