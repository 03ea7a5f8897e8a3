"""StrictWalks, compared with the strict proof and the oracle, on annealed covers and on random boards."""

from __future__ import annotations

import pytest

from numlink import Puzzle, prove
from numlink.engine.covers.anneal import ENDED, PAUSED, Annealer
from numlink.engine.covers.energy import UNIT
from numlink.engine.random import Random
from numlink.engine.search.search import Status
from numlink.exact.strict import CORNERS, TURNS, StrictWalks, patience
from numlink.exact.verdict import Answer
from numlink.making.annealing_board import Lattice
from numlink.model.grid import Grid


def covers(width: int, height: int, solids: frozenset[int], pairs: int, count: int) -> list[Puzzle]:
    """Boards with annealed covers, strict or not."""
    lattice = Lattice(Grid(width, height, solids))
    random = Random(width * height)
    made: list[Puzzle] = []
    while len(made) < count:
        cover: Annealer = lattice.annealer(random, 3)
        cover.most = cover.least = pairs
        cover.heat(14 * 16, UNIT, 500 * width * height)
        while (status := cover.run(100_000)) == PAUSED:
            pass
        if status != ENDED:
            made.append(lattice.puzzle(cover, Puzzle.from_rows([[1, 1]]).rules))
    return made


@pytest.mark.parametrize(
    ("width", "height", "solids", "pairs"),
    [(7, 4, frozenset(), 4), (5, 6, frozenset({7}), 4), (6, 6, frozenset({0, 14}), 4), (9, 7, frozenset(), 6)],
)
def test_corners_agree_with_the_strict_proof(width: int, height: int, solids: frozenset[int], pairs: int) -> None:
    met = set()
    for puzzle in covers(width, height, solids, pairs, 60):
        status = StrictWalks(puzzle).run(lambda: None)
        strict = prove(puzzle, claim="strict").answer is Answer.UNIQUE
        assert status is (Status.REFUTED if strict else Status.SATISFIED)
        met.add(status)
    assert met == {Status.REFUTED, Status.SATISFIED}


def test_each_corner_alone_agrees() -> None:
    for puzzle in covers(6, 5, frozenset({8}), 4, 30):
        strict = prove(puzzle, claim="strict").answer is Answer.UNIQUE
        for copy in CORNERS:
            walk = StrictWalks(puzzle)._walk(copy)
            assert (walk.run(100_000, 10_000_000).name == "REFUTED") == strict


def test_running_out_of_conflicts_is_not_a_no() -> None:
    met = set()
    for puzzle in covers(12, 9, frozenset(), 7, 20):
        corners = StrictWalks(puzzle)
        first = corners.take_turns(lambda: None, (1,))
        assert first is not Status.PAUSED or corners.conflicts >= len(CORNERS)
        met.add(first)
        last = corners.prove(lambda: None)
        assert last is not Status.PAUSED
        if first is not Status.PAUSED:
            assert first is last
    assert Status.PAUSED in met


def test_unpromising_covers_are_given_up() -> None:
    """A proof would decide a cover that is given up, which costs at most an eighth of the patience."""
    given_up = 0
    for puzzle in covers(13, 13, frozenset(), 9, 12):
        corners = StrictWalks(puzzle)
        status = corners.run(lambda: None)
        if status is Status.PAUSED:
            given_up += 1
            assert min(walk.remaining for walk in corners.walks) > 0
        else:
            assert status is StrictWalks(puzzle).prove(lambda: None)
        assert corners.conflicts <= 4 * TURNS[-1] + patience(169) + 100
    assert given_up < 12


def test_corners_need_a_known_solution() -> None:
    with pytest.raises(ValueError, match="solution is known"):
        StrictWalks(Puzzle.from_rows([[1, 1]]))
