"""Work stopped at any moment by a Budget without a time limit: the stop is reported, and is never an answer."""

import pytest

import numlink
from numlink import Answer, BudgetEnded, Puzzle
from numlink.exact.budget import Budget
from numlink.reasoning.grade import Grade, Reading
from tests.tools import amount

UNIQUE = numlink.generate(7, seed=1).with_rules("cover")
SEVERAL = Puzzle.from_rows([[1, 0, 0, 0, 2], [0, 0, 0, 0, 0], [0, 3, 0, 3, 0], [0, 0, 0, 0, 0], [1, 0, 0, 0, 2]])
NONE = Puzzle.from_rows([[1, 0, 2, 0, 3], [0, 0, 0, 0, 0], [2, 0, 3, 0, 0], [0, 0, 0, 0, 0], [0, 0, 0, 0, 1]])
BOARDS = {"unique": UNIQUE, "several": SEVERAL, "none": NONE}

SERVICES = {
    "solve": numlink.solve,
    "prove": numlink.prove,
    "prove strict": lambda puzzle, budget: numlink.prove(puzzle, claim="strict", budget=budget),
    "count": numlink.count,
    "heat": numlink.heat,
    "solutions": lambda puzzle, budget: list(numlink.solutions(puzzle, limit=50, budget=budget)),
    "sample": lambda puzzle, budget: numlink.sample(puzzle, seed=1, budget=budget),
    "rate": numlink.rate,
    "explain": lambda puzzle, budget: str(numlink.explain(puzzle, budget=budget)),
    "certificate": lambda puzzle, budget: numlink.certificate(puzzle, budget=budget),
    "repair": lambda puzzle, budget: numlink.repair(puzzle, budget=budget),
    "generate": lambda _, budget: numlink.generate(6, seed=3, difficulty="hard", budget=budget),
}


class StoppedAfter:
    """A budget without a limit of time that has ended once it was looked at `looks` times."""

    def __init__(self, looks):
        self.left = looks
        self.budget = Budget(stopped=self)

    def __call__(self):
        self.left -= 1
        return self.left < 0


def outcome(service, puzzle, budget):
    """The answer of a service, or its refusal."""
    try:
        return SERVICES[service](puzzle, budget=budget)
    except numlink.NumlinkError as error:
        return error


@pytest.mark.sampled
@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("service", SERVICES)
def test_a_stop_is_reported_and_is_no_answer(service, board):
    whole = outcome(service, BOARDS[board], None)
    for looks in (0, 1, 2, 3, 5, 8, 13, 40, *range(4, amount(0, 40))):
        stopped = StoppedAfter(looks)
        found = outcome(service, BOARDS[board], stopped.budget)
        if stopped.left >= 0:
            continue
        if isinstance(found, BudgetEnded):
            assert "the work was stopped" in str(found), found
            assert "budget" not in str(found), found
        elif hasattr(found, "answer"):
            assert found.answer in (Answer.UNKNOWN, whole.answer), found
        elif service == "rate":
            assert found.reading is Reading.ASSUMED or found.grade in (Grade.NONE, whole.grade), found
        elif service != "explain":
            assert type(found) is type(whole), found
            assert isinstance(found, numlink.NumlinkError) or found == whole


def test_a_stopped_count_gives_a_lower_bound():
    looks = []
    clock = Budget(None, stopped=lambda: looks.append(1) or len(looks) > 20)
    with pytest.raises(BudgetEnded, match=r"The board has at least \d+ solutions?\."):
        numlink.count(numlink.generate_classic(30, seed=1).with_solution(None), rules="free", budget=clock)


def test_solve_spends_its_budget_on_the_search_for_another_solution():
    """Without a budget the look is bounded; with one the answer is that of `prove`."""
    puzzle = numlink.generate(15, seed=3, pairs=(12, 12)).with_solution(None)
    assert numlink.solve(puzzle, look_on=0).answer is Answer.UNKNOWN
    assert numlink.solve(puzzle, budget=60).answer is numlink.prove(puzzle).answer is Answer.UNIQUE
