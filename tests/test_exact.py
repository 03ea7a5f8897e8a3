"""What exact answers carry besides the answer: the work that was done for them."""

import pytest

from numlink import FREE, Effort, Puzzle, generate_classic, prove, solve
from numlink.exact.encoded import Board


@pytest.fixture
def searches(monkeypatch):
    """Every search that is made from here on."""
    made = []
    plain = Board.search

    def noted(self, **options):
        made.append(plain(self, **options))
        return made[-1]

    monkeypatch.setattr(Board, "search", noted)
    return made


TWO_SEARCHES = Puzzle(2, 3, (1, 1, 0, 0, 2, 2))
"""The only canonical linking leaves cells empty, so a search for any other one follows."""


@pytest.mark.parametrize("puzzle", [generate_classic(12, seed=0), generate_classic(12, seed=8), TWO_SEARCHES])
@pytest.mark.parametrize(
    "work", [lambda puzzle: solve(puzzle, FREE), lambda puzzle: prove(puzzle, claim="strict")], ids=["solve", "strict"]
)
def test_effort_is_the_work_of_every_search(puzzle, work, searches):
    effort = work(puzzle).effort
    assert len(searches) > 1 or puzzle is not TWO_SEARCHES
    for kind in ("conflicts", "decisions", "propagations"):
        assert getattr(effort, kind) == sum(getattr(search, kind) for search in searches), kind


def test_efforts_add_up():
    assert Effort(1, 2, 3, 4) + Effort(10, 20, 30, 40) == Effort(11, 22, 33, 44)
