"""The count of canonical linkings, compared with their definition, with the search, and with itself uncompiled.

The definition is that of canonical_squares.py.  Mutants of `canonical` that were tried uncompiled and killed: loops
closed; plugs into any endpoint; the slot beyond ignored, for plugs or for marks; corners without a root, left or right;
the slot before ignored, roofs over plain cells, no roofs at all; going right, staying empty or beginning an arc under
a mark; endpoints: neighbours of one number not joined, right under a mark, any number ends, the second makes no pair.
"""

from __future__ import annotations

import random
import subprocess
import sys
import tracemalloc

import pytest
from bench.families import boards

from numlink.engine.arrays import COPIES
from numlink.engine.frontier.canonical import CanonicalSweep
from numlink.engine.frontier.directions import Copy, LinkingsRace
from numlink.engine.frontier.sweep import DONE, FULL, PAUSED
from numlink.engine.search.search import Status
from numlink.exact.board_arrays import Board
from numlink.model.puzzle import Puzzle
from numlink.model.rules import FREE
from tests import oracle
from tests.boards import random_board
from tests.engine.test_mutants import cut_path, long_path

ONE_STATE = 400
"""More choices than one state is led through in a row: a call ends after a whole state."""

SHAPES = [(3, 2), (2, 3), (4, 3), (3, 4), (5, 2), (1, 6), (6, 1), (4, 4), (5, 3)]


def swept(width: int, height: int, cells: list[int], states: int = 100_000) -> CanonicalSweep:
    sweep = CanonicalSweep(width, height, cells)
    while sweep.advance(states) == PAUSED:
        pass
    assert sweep.status == DONE
    return sweep


def is_canonical(width: int, cells: list[int], used: set[tuple[int, int]]) -> bool:
    """The definition in engine/search/canonical_squares.py for one linking, in which the last row is at the bottom."""

    def on(one: int, other: int) -> bool:
        return (min(one, other), max(one, other)) in used

    for cell in range(len(cells)):
        for side in (1, -1):
            beside, below = cell + side, cell + width
            if not 0 <= cell % width + side < width or below >= len(cells):
                continue
            diagonal = below + side
            if side == 1 and on(cell, beside) + on(cell, below) + on(beside, diagonal) + on(below, diagonal) > 2:
                return False
            turns = on(cell, beside) and on(cell, below)
            if turns and cells[cell] == cells[diagonal] == 0:
                after = diagonal % width + side
                if not 0 <= after < width or diagonal + width >= len(cells):
                    return False
                if not (on(diagonal, diagonal + side) and on(diagonal, diagonal + width)):
                    return False
        for other in (cell + 1, cell + width):
            near = other < len(cells) and (other != cell + 1 or other % width)
            if near and cells[cell] > 0 and cells[cell] == cells[other] and not on(cell, other):
                return False
    return True


def linkings(width: int, height: int, cells: list[int]) -> list[set[tuple[int, int]]]:
    graph = oracle.rectangle(width, height, cells)
    links = oracle.scan_links(width, height, oracle.solids_of(cells))
    return [
        {link for link, on in zip(links, model, strict=True) if on}
        for model in oracle.models(*graph, fill=False, touch=True)
    ]


@pytest.mark.parametrize(("width", "height"), SHAPES)
def test_every_direction_counts_what_the_definition_says(width: int, height: int) -> None:
    rng = random.Random(f"canonical {width}x{height}")
    seen = set()
    for _ in range(60):
        board = list(random_board(rng, width, height).cells)
        for place in COPIES:
            copy = Copy(width, height, board, None, place)
            found = [
                used for used in linkings(copy.width, copy.height, copy.cells)
                if is_canonical(copy.width, copy.cells, used)
            ]  # fmt: skip
            total = swept(copy.width, copy.height, copy.cells).totals()[0]
            assert total == min(2, len(found)), (place, width, height, board)
            seen.add(total)
    assert seen >= {0, 1}


@pytest.mark.parametrize(("width", "height"), SHAPES)
def test_a_single_linking_that_covers_is_the_strict_claim_in_every_direction(width: int, height: int) -> None:
    rng = random.Random(f"strict {width}x{height}")
    for _ in range(60):
        board = list(random_board(rng, width, height).cells)
        found = linkings(width, height, board)
        tracks = sum(cell >= 0 for cell in board)
        pairs = len(set(board) - {0, -1})
        covers = [used for used in found if len(used) == tracks - pairs]
        for place in COPIES:
            copy = Copy(width, height, board, None, place)
            total = swept(copy.width, copy.height, copy.cells).totals()[0]
            assert (total == 0) == (not found)
            if covers and len(found) == 1:
                assert total == 1
            if covers and total == 1:  # a cover that touches itself would make two linkings
                assert len(found) == 1 or all(_touches(width, board, used) for used in covers)


def _touches(width: int, cells: list[int], used: set[tuple[int, int]]) -> bool:
    """Whether a path of a cover runs beside itself: two neighbours of one path that no link joins."""
    owner = list(range(len(cells)))
    for _ in cells:
        for one, other in used:
            owner[one] = owner[other] = min(owner[one], owner[other])
    return any(
        owner[cell] == owner[other] and (cell, other) not in used
        for cell in range(len(cells))
        for other in (cell + 1, cell + width)
        if other < len(cells) and (other != cell + 1 or other % width) and cells[cell] >= 0 <= cells[other]
    )


def test_looking_states_up_together_keeps_the_same_states() -> None:
    """The numbers of states before each row, and of choices, are those from when each state was looked up alone."""
    puzzle = dict(boards("app"))[48]
    for states in (1, 500, 100_000):
        sweep = CanonicalSweep(puzzle.width, puzzle.height, list(puzzle.cells))
        sizes = []
        while sweep.status == PAUSED:
            row = sweep.cell
            sweep.advance(states)
            if sweep.cell > row:
                sizes.append(sweep.size)
        assert (sweep.visited, sweep.peak) == (4611, 302)
        if states == 1:
            assert sizes == [18, 102, 181, 269, 298, 302, 164, 83, 30, 7, 1]  # after the last row no plugs are left


def test_larger_boards_agree_with_the_search() -> None:
    """Boards cut from long paths, 6x6 to 8x7, where pairs nest, cross and pass each other."""
    rng = random.Random(16)
    seen = set()
    for _ in range(25):
        width, height = rng.choice([(6, 6), (7, 6), (8, 7)])
        cells = cut_path(rng, long_path(rng, width, height), rng.randint(3, 8))
        for place in COPIES:
            copy = Copy(width, height, cells, None, place)
            board = Board(Puzzle(copy.width, copy.height, tuple(copy.cells)), FREE)
            search = board.search(canonical=True)
            found = 0
            while found < 2 and search.run(10**9, 10**9) is Status.SATISFIED:
                found += 1
                search.add_clause(board.other_than(search.model()))
            assert swept(copy.width, copy.height, copy.cells).totals()[0] == found, (copy.width, copy.cells)
            seen.add(found)
    assert seen == {1, 2}


def test_dead_ends_are_left_out() -> None:
    """Every kind of pruning saves what it should: a better one may lower the figure, but nothing may raise it."""
    rng = random.Random(3)
    visited = 0
    for _ in range(12):
        cells = cut_path(rng, long_path(rng, 9, 9), rng.randint(6, 9))
        visited += sum(swept(copy.width, copy.height, copy.cells).visited
                       for copy in (Copy(9, 9, cells, None, place) for place in COPIES))  # fmt: skip
    assert visited == 111423 + 96  # each sweep begins with one state


def test_slices_and_limits_change_nothing() -> None:
    rng = random.Random(5)
    cells = cut_path(rng, long_path(rng, 9, 9), 8)
    whole, sliced = swept(9, 9, cells), swept(9, 9, cells, 3)
    assert (whole.totals(), whole.visited, whole.peak) == (sliced.totals(), sliced.visited, sliced.peak)
    race, slow = (LinkingsRace(9, 9, cells) for _ in range(2))
    race.advance(10**9)
    while slow.advance(7) == PAUSED:
        pass
    assert (race.total, race.effort, race.winner) == (slow.total, slow.effort, slow.winner)
    with pytest.raises(ValueError, match="no layers"):
        race.layers()
    assert CanonicalSweep(9, 9, cells, cap_bytes=1000).advance(10**9) == FULL


def explored(sweep: CanonicalSweep, width: int, cells: list[int], beam: int, states: int = 10**9) -> CanonicalSweep:
    """A sample of about `beam` states before each row, continued from where `sweep` stands."""
    scout = CanonicalSweep(width, len(cells) // width, cells, beam=beam)
    scout.follow(sweep)
    while scout.advance(states) == PAUSED:
        pass
    return scout


def left(sweep: CanonicalSweep, scout: CanonicalSweep) -> float:
    """The work that is left for a sweep, by what was explored."""
    states, before = scout.guesses[sweep.cell]
    return sweep.size * (scout.likely - before) / states - (sweep.visited - sweep.begun)


def test_exploring_all_states_gives_the_exact_work_and_changes_nothing() -> None:
    rng = random.Random(11)
    cells = cut_path(rng, long_path(rng, 9, 9), 8)
    whole = swept(9, 9, cells)
    for before in (1, 100, 1000):
        work = CanonicalSweep(9, 9, cells)
        work.advance(before)
        at = work.visited
        scout = explored(work, 9, cells, 10**6)
        assert work.visited == at
        assert work.visited + left(work, scout) == whole.visited, before
        assert scout.visited >= left(work, scout)  # states of this row that were already expanded are also explored
        work.advance(10**9)
        assert (work.totals(), work.visited, work.peak) == (whole.totals(), whole.visited, whole.peak)


def test_exploring_in_slices_gives_the_same() -> None:
    rng = random.Random(14)
    cells = cut_path(rng, long_path(rng, 11, 11), 8)
    work = CanonicalSweep(11, 11, cells)
    work.advance(2_000)
    whole, sliced = explored(work, 11, cells, 200), explored(work, 11, cells, 200, 50)
    assert (whole.visited, whole.likely, whole.guesses) == (sliced.visited, sliced.likely, sliced.guesses)


def test_no_call_of_a_race_works_much_longer_than_its_slice() -> None:
    """Budgets and Ctrl-C are checked between two calls; one call took 13 049 choices before explorations paused."""
    rng = random.Random(17)
    race = LinkingsRace(14, 16, cut_path(rng, long_path(rng, 14, 16), 12))
    longest = 0
    explored = False
    while race.status == PAUSED and race.effort < 300_000:
        before = race.effort
        race.advance(500)
        longest = max(longest, race.effort - before)
        explored |= race.left is not None
    assert explored
    assert longest < 500 + ONE_STATE


@pytest.mark.parametrize("beam", [0, 10**6])
def test_layers_stay_within_their_limit_of_memory(beam: int) -> None:
    """The allocator counts them; without the limit this board takes 1.9 MB, and its exploration 1.8."""
    rng = random.Random(16)
    cells = cut_path(rng, long_path(rng, 14, 14), 10)
    sweep = CanonicalSweep(14, 14, cells, beam=beam, cap_bytes=200_000)
    sweep.advance(2_000)
    tracemalloc.start()
    try:
        assert sweep.advance(10**9) == FULL
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    # An array twice as large is filled from the old one before the limit is checked again.
    assert peak < 3 * sweep.cap_bytes


def test_a_few_states_give_the_work_roughly() -> None:
    """With 32 states for each row, a small part of the work, half of 40 estimates are right within a factor of two."""
    rng = random.Random(12)
    near = looked = visited = 0
    for _ in range(10):
        cells = cut_path(rng, long_path(rng, 10, 10), rng.randint(6, 8))
        for copy in (Copy(10, 10, cells, None, place) for place in COPIES[:4]):
            work = CanonicalSweep(10, 10, copy.cells)
            work.advance(300)
            scout = explored(work, 10, copy.cells, 32)
            looked += scout.visited
            guess = work.visited + left(work, scout)
            work.advance(10**9)
            near += guess / 2 <= work.visited <= guess * 2
            visited += work.visited
    assert near >= 20
    assert 4 * looked < visited


def test_the_race_goes_on_with_the_copy_that_has_least_work_left() -> None:
    """Races take less than twice the work of the best copies alone; without looks ahead they take three times."""
    rng = random.Random(13)
    best = raced = 0
    for _ in range(16):
        cells = cut_path(rng, long_path(rng, 12, 12), 9)
        race = LinkingsRace(12, 12, cells)
        assert race.left is None
        copies = [swept(copy.width, copy.height, copy.cells).visited for copy in race.copies]
        guessed = set()
        while race.advance(1000) == PAUSED:
            guessed.add(race.left)
        assert any(left and left > 0 for left in guessed)
        assert race.left == 0
        best, raced = best + min(copies), raced + race.effort
    assert raced < 2 * best, (raced, best)


def test_a_direction_that_ends_soon_is_the_only_one_that_is_set_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """On boards of 9x9; each other direction used to make 1 000 choices first."""
    rng = random.Random(17)
    laid: list[Copy] = []
    sweep = LinkingsRace._sweep
    monkeypatch.setattr(
        LinkingsRace, "_sweep", lambda race, copy, **options: laid.append(copy) or sweep(race, copy, **options)
    )
    seen = 0
    for _ in range(12):
        cells = cut_path(rng, long_path(rng, 9, 9), 7)
        laid.clear()
        race = LinkingsRace(9, 9, cells)
        work = swept(9, 9, race.copies[0].cells)
        while race.advance(1_000) == PAUSED:
            pass
        assert race.total == work.totals()[0]
        if 1_000 < work.visited < 4_000:
            seen += 1
            assert len(laid) <= 2
            assert race.effort < 2.5 * work.visited
    assert seen > 2


def test_edges_of_the_board() -> None:
    with pytest.raises(ValueError, match="a board of 0x0"):
        swept(0, 0, [])
    assert swept(1, 1, [0]).totals() == [1]
    assert swept(2, 1, [1, 1]).totals() == [1]
    assert swept(2, 3, [1, 2, 1, 2, 0, 0]).totals() == [1]
    many = [*range(1, 9), *[0] * 8, *range(1, 9)]
    assert swept(8, 3, many).totals() == [1]
    assert swept(4, 4, [1, 2, 3, 4, 5, 6, 7, 8, 8, 7, 6, 5, 4, 3, 2, 1]).totals() == [0]  # more live numbers than slots
    wide = [1] + [0] * 39 + [1] + [0] * 39
    assert swept(40, 2, wide).totals() == [1]
    with pytest.raises(ValueError, match="number 1 occurs 1 times"):
        CanonicalSweep(2, 1, [1, 0])
    with pytest.raises(ValueError, match="not done"):
        CanonicalSweep(2, 1, [1, 1]).totals()


PROBE = """
import random
from numlink.engine.frontier.canonical import CanonicalSweep
from numlink.engine.frontier.directions import LinkingsRace
rng = random.Random(7)
for _ in range(40):
    cells = [0] * 30
    for number, ends in enumerate((rng.sample(range(30), 8)[at:at + 2] for at in (0, 2, 4)), 1):
        for end in ends:
            cells[end] = cells[end] or number
    if any(cells.count(number) != 2 for number in set(cells) - {0}):
        continue
    sweep = CanonicalSweep(6, 5, cells)
    sweep.advance(20)
    scout = CanonicalSweep(6, 5, cells, beam=3)
    scout.follow(sweep)
    while scout.advance(50) == 0:
        pass
    print(scout.visited, scout.likely, scout.guesses)
    while sweep.advance(50) == 0:
        pass
    race = LinkingsRace(6, 5, cells)
    race.advance(10**6)
    print(sweep.totals(), sweep.visited, sweep.peak, race.total, race.effort)
"""


def test_compiled_and_uncompiled_agree(uncompiled) -> None:
    done = subprocess.run([sys.executable, "-c", PROBE], capture_output=True, text=True, check=True)
    assert uncompiled("-c", PROBE) == done.stdout
    assert len(done.stdout.splitlines()) > 8
