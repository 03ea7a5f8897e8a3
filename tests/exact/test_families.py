"""The frozen families of bench/families: their recipes still give the same boards; and the judge of the race."""

from dataclasses import replace

import pytest
from bench.answers import counted
from bench.drawing import DRAWINGS
from bench.families import HERE, MARGIN, RECIPES_ONLY, WAYS, boards, known
from bench.race import judged, worth

from numlink import dumps, solve
from numlink.exact.board_arrays import Board
from numlink.exact.race import WayName, Ways

NAMES = [name for name in DRAWINGS if name not in RECIPES_ONLY and (HERE / f"{name}.txt").exists()]


@pytest.mark.table(5)
@pytest.mark.parametrize("name", NAMES)
def test_a_family_is_drawn_again_from_its_recipes(name):
    """The first and the last board; drawings use no engine, so no change of one can change them."""
    found = boards(name)
    assert len({seed for seed, _ in found}) == len(found) >= 10
    for seed, puzzle in (found[0], found[-1]):
        drawn = DRAWINGS[name](seed)
        assert (drawn.cells, drawn.layout, drawn.rules) == (puzzle.cells, puzzle.layout, puzzle.rules)
        assert puzzle.solution is None


def test_a_program_is_judged_by_what_it_printed():
    """A right solution counts; a wrong one, one of another board and a wrong verdict do not."""
    _, puzzle = min(boards("diagonals"), key=lambda each: len(each[1].cells))
    known = solve(puzzle).solution
    right = dumps(puzzle.with_solution(known))
    outcome = judged(puzzle, f"multiple\n{right}", 1.0)
    assert outcome.solved
    assert outcome.verdict == "multiple"
    assert worth(outcome, "multiple", 10) == 1.0
    assert worth(outcome, "unique", 10) is None
    assert worth(judged(puzzle, "none", 1.0), "none", 10) == 1.0
    assert not judged(puzzle, "", 1.0).solved
    assert not judged(puzzle, "1 2 3 what", 1.0).solved
    other = replace(puzzle, cells=puzzle.cells[::-1], solution=None)
    assert not judged(other, right, 1.0).solved
    broken = "\n".join(line for line in right.splitlines() if not line.startswith("path 1:"))
    assert not judged(puzzle, broken, 1.0).solved


QUICKEST = 3
"""Boards of a family that are proven again: those that took least, but more than what is let pass."""


def cost(puzzle, kinds, most=None):
    """The answer of some of the ways, and their counted nanoseconds."""
    ways = Ways(Board(puzzle), kinds=kinds)
    total = None
    while total is None and ways.open and (most is None or ways.cost < most):
        total = ways.turn()
    return total, ways.cost


MOST_TIMES = 3.5
"""The cheapest way: three are wished for, and a few boards are somewhat over them (bench/README.md)."""


@pytest.mark.parametrize("name", ["app", "hexagons", "bridges", "layers"])
def test_no_way_takes_all_the_work(name):
    """All together cost at most a few times the cheapest way alone, in counted work, which no machine changes."""
    work = known()[name]["boards"]
    quickest = sorted((row["all"], seed) for seed, row in work.items() if row["all"] > 2 * MARGIN)[:QUICKEST]
    chosen = {seed for _, seed in quickest}
    for seed, puzzle in boards(name):
        if str(seed) in chosen:
            total, together = cost(puzzle, tuple(WayName))
            alone = [cost(puzzle, (kind,), together) for kind in WAYS]
            assert all(answer in (None, total) for answer, _ in alone)
            # A way alone is stopped at what all cost together: if none has ended, each costs more.
            cheapest = min((taken for answer, taken in alone if answer is not None), default=together)
            assert together <= MOST_TIMES * cheapest + MARGIN, seed


@pytest.mark.parametrize(
    ("name", "seed", "way"),
    [
        ("wraps", 1030, WayName.STRICT),
        ("bridges", 1151, WayName.STRICT),
        ("wraps", 1138, WayName.COVERS),
    ],
)
def test_if_links_cross_or_wrap_the_claim_and_the_count_have_their_share(name, seed, way):
    """Drawings that are not in the families; these cost 9.7, 9.9 and 6.5 times the cheapest way."""
    puzzle = DRAWINGS[name](seed).with_solution(None)
    total, together = cost(puzzle, tuple(WayName))
    alone, cheapest = cost(puzzle, (way,), together)
    assert alone == total
    assert together <= 3 * cheapest + MARGIN


def test_walks_on_boards_beyond_the_rectangle_are_short():
    """A proof by the walk alone took 198 ms of counted work, one by the search a few."""
    puzzle = dict(boards("bridges"))[131]
    total, taken = cost(puzzle, (WayName.SEARCH,))
    assert total == 1
    assert taken < 20_000_000


def test_every_family_is_in_the_table_of_counted_work():
    """All ways together and each alone, for every board: a change is compared with this table."""
    table = known()
    for name in DRAWINGS:
        seeds = table[name]["seeds"] if name in RECIPES_ONLY else [seed for seed, _ in boards(name)]
        work = table[name]["boards"]
        assert {*work} == {str(seed) for seed in seeds}, name
        assert all({"answer", "all", *(kind.name.lower() for kind in WAYS)} == {*row} for row in work.values())


@pytest.mark.parametrize(
    ("name", "seed", "way", "times"),
    [
        ("diagonals", 104, WayName.COVERS, 1.3),
        ("diagonals", 16, WayName.SEARCH, 2.7),
        ("many", 43, WayName.COVERS, 1.3),
    ],
)
def test_a_listing_leaves_many_solutions_to_the_count(name, seed, way, times):
    """Next to a count, two listed solutions end it; a listing that meets solution after solution takes few turns."""
    puzzle = dict(boards(name))[seed]
    total, together = counted(puzzle, WayName, 10**10)
    alone, cost_alone = counted(puzzle, [way], together)
    assert alone == total
    assert together <= times * cost_alone
