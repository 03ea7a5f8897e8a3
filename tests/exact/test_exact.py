"""What exact answers carry besides the answer: the work done for them."""

from pathlib import Path

import pytest

from numlink import (
    FREE,
    Answer,
    BudgetEnded,
    Claim,
    Effort,
    InputError,
    OutOfReach,
    Puzzle,
    Unanswered,
    census,
    check,
    count,
    generate_classic,
    heat,
    prove,
    repair,
    sample,
    solutions,
    solve,
)
from numlink.engine.search.search import Search
from numlink.exact import board_arrays, few_touches, nearby_solution, strict
from numlink.exact.budget import Budget
from tests.tools import mypy_told

ROOT = Path(__file__).parents[2]


@pytest.fixture
def searches(monkeypatch):
    """All searches that are made from here on, including those of windows and walks."""
    made = []

    def noted(*shape, **options):
        made.append(Search(*shape, **options))
        return made[-1]

    for module in (board_arrays, few_touches, nearby_solution, strict):
        monkeypatch.setattr(module, "Search", noted)
    return made


TWO_SEARCHES = Puzzle(2, 3, (1, 1, 0, 0, 2, 2))
"""The only canonical linking leaves cells empty, so a search for any other one follows."""


@pytest.mark.parametrize("puzzle", [generate_classic(12, seed=0), generate_classic(12, seed=8), TWO_SEARCHES])
@pytest.mark.parametrize(
    "work",
    [lambda puzzle: solve(puzzle, rules=FREE), lambda puzzle: prove(puzzle, claim="strict")],
    ids=["solve", "strict"],
)
def test_effort_is_the_work_of_every_search(puzzle, work, searches):
    effort = work(puzzle).effort
    assert len(searches) > 1 or puzzle is not TWO_SEARCHES
    for kind in ("conflicts", "decisions", "propagations"):
        assert getattr(effort, kind) == sum(getattr(search, kind) for search in searches), kind


def test_efforts_add_up():
    assert Effort(1, 2, 3, 4) + Effort(10, 20, 30, 40) == Effort(11, 22, 33, 44)


CORNERS = Puzzle(4, 4, (1, 0, 0, 1, *[0] * 12))
WORKS = {
    "solve": lambda **wishes: solve(CORNERS, **wishes).rules,
    "prove": lambda **wishes: prove(CORNERS, **wishes).rules,
    "count": lambda **wishes: count(CORNERS, **wishes).rules,
    "heat": lambda **wishes: heat(CORNERS, **wishes).rules,
    "sample": lambda **wishes: sample(CORNERS, seed=1, **wishes) and FREE,
    "solutions": lambda **wishes: next(solutions(CORNERS, **wishes)) and FREE,
    "census": lambda **wishes: census(2, 2, **wishes) and FREE,
    "repair": lambda **wishes: repair(Puzzle(2, 1, (1, 1)), **wishes).puzzle.rules,
    "from_rows": lambda **wishes: Puzzle.from_rows([[1, 1]], **wishes).rules,
    "classic": lambda **wishes: generate_classic(4, seed=1, **wishes).rules,
    "check": lambda **wishes: check(CORNERS, solve(CORNERS).solution, **wishes) == [] and FREE,
}


@pytest.mark.parametrize("name", WORKS)
def test_rules_are_a_value_or_its_name(name):
    assert WORKS[name](rules="free") == WORKS[name](rules=FREE) == FREE
    with pytest.raises(
        InputError, match=r"'fre' is not a known rule set\. Use one of cover, no-touch, free, free-no-touch"
    ):
        WORKS[name](rules="fre")
    with pytest.raises(InputError, match=r"rules must be a Rules such as numlink\.FREE, or their name, not 7"):
        WORKS[name](rules=7)


@pytest.mark.parametrize("name", ["solve", "prove", "count", "heat", "sample", "census", "repair", "classic"])
def test_budgets_are_seconds_or_a_clock(name):
    for budget in (20, 20.0, Budget(20), Budget(), None):
        assert WORKS[name](rules=FREE, budget=budget) == FREE
    for budget in (-1, float("nan"), "1", True):
        with pytest.raises(InputError, match=r"a budget must be a number of seconds, or None for no limit, not"):
            WORKS[name](rules=FREE, budget=budget)


def test_a_clock_passed_on_ends_the_work_it_was_passed_to(monkeypatch):
    now = [100.0]
    monkeypatch.setattr("numlink.exact.budget.monotonic", lambda: now[0])
    clock = Budget(10)
    now[0] = 104.0
    assert (clock.left, clock.part(30).left, clock.part(2).left, Budget().part(3).left) == (6, 6, 2, 3)
    assert Budget.of(clock) is clock
    now[0] = 111.0
    assert (clock.left, clock.ended, clock.part(5).ended) == (0, True, True)
    with pytest.raises(
        BudgetEnded, match=r"^the budget of 10 seconds ended before the count was complete\. Allow more"
    ):
        count(CORNERS, budget=clock)
    verdict = prove(CORNERS, budget=clock)
    assert (verdict.answer, verdict.reason) == (Answer.UNKNOWN, "the budget of 10 seconds ended before the proof")


def test_arguments_in_the_wrong_place_are_named():
    with pytest.raises(InputError, match=r"a known solution must be a Solution, not Rules\.FREE\. Give rules by name"):
        prove(CORNERS, FREE)
    with pytest.raises(InputError, match=r"'strickt' is not a known claim\. Use one of unique, strict\."):
        prove(CORNERS, claim="strickt")
    with pytest.raises(InputError, match="7 is not a known claim"):
        prove(CORNERS, claim=7)
    assert prove(CORNERS, claim=Claim.STRICT).claim is prove(CORNERS, claim="strict").claim is Claim.STRICT


def test_claims_are_checked_by_mypy(tmp_path):
    """`claim="strikt"` is refused before the program runs."""
    script = tmp_path / "wishes.py"
    script.write_text(
        "from numlink import Claim, FREE, Puzzle, prove, solve\n"
        "puzzle = Puzzle.from_rows([[1, 1]])\n"
        "prove(puzzle, claim='strict', rules='free')\n"
        "prove(puzzle, claim=Claim.UNIQUE, rules=FREE)\n"
        "prove(puzzle, claim='strikt')\n"
        "solve(puzzle, rules='fre')\n"
    )
    refused = mypy_told(script)
    assert len(refused) == 2, refused
    assert ':5: error: Argument "claim"' in refused[0]
    assert ':6: error: Argument "rules"' in refused[1]


def test_arrays_of_numpy_are_accepted_as_rows():
    numpy = pytest.importorskip("numpy")
    puzzle = Puzzle.from_rows(numpy.array([[1, 0, 1], [2, 0, 2]]))
    assert puzzle == Puzzle(3, 2, (1, 0, 1, 2, 0, 2))
    assert {type(cell) for cell in puzzle.cells} == {int}
    with pytest.raises(InputError, match="a cell must be a whole number"):
        Puzzle.from_rows([[1, 0.5, 1]])


def test_an_unreachable_answer_is_not_a_budget_that_ended(monkeypatch):
    monkeypatch.setattr("numlink.exact.count.MOST_LISTED", 50)  # listing 5 000 solutions takes 6 s here
    wide = Puzzle(40, 40, (1, *[0] * 1598, 1), FREE)
    for work in (heat, lambda puzzle: sample(puzzle, seed=1)):
        with pytest.raises(OutOfReach, match=r"a board of 40x40 is too wide to count under free\. Use a narrower one"):
            work(wide)
    assert issubclass(OutOfReach, Unanswered)
    assert not issubclass(OutOfReach, BudgetEnded)
