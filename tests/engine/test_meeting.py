"""Two sweeps that meet count what brute force and one sweep count, whatever the border at which they meet."""

from __future__ import annotations

import random
import subprocess
import sys
from itertools import product

import pytest

from numlink import COVER, FREE, Puzzle, check
from numlink.engine.covers.growth import Growth
from numlink.engine.frontier.directions import Copy, Race
from numlink.engine.frontier.join import Join
from numlink.engine.frontier.layers import traced
from numlink.engine.frontier.sweep import DONE, FULL, PAUSED
from numlink.engine.frontier.touching import Frontier
from numlink.engine.frontier.two_sweeps import GUESSED_AFTER, TwoSweeps
from numlink.exact.board_arrays import Board
from tests import oracle
from tests.boards import cut_path, long_path, random_board
from tests.engine.test_frontier import brute, finish

SHAPES = [(3, 2), (2, 3), (4, 3), (3, 4), (5, 2), (1, 6), (6, 1), (4, 4)]
CORNERS = [1] + [0] * 62 + [1]


def halted(copy: Copy, rows: int, *, fill: bool, saturate: bool = False) -> Frontier:
    """A sweep stopped before row `rows`, DONE if no state comes so far."""
    sweep = Frontier(copy.width, copy.height, copy.cells, fill=fill, saturate=saturate)
    sweep.halt = rows * copy.width
    while sweep.status != DONE and sweep.cell < sweep.halt:
        sweep.advance(100_000)
    return sweep


def joined(width: int, height: int, cells: list[int], row: int, *, fill: bool, slices: int = 1000) -> int | None:
    """The number of solutions by halves that are joined before a row; None if a half has no state there."""
    places = ((0, 0, 0), row), ((0, 1, 0), height - row)
    upper, lower = (halted(Copy(width, height, cells, None, copy), rows, fill=fill) for copy, rows in places)
    if upper.status == DONE or lower.status == DONE:
        return None
    join = Join(upper, lower)
    assert finish(join, slices) == DONE
    return join.total


@pytest.mark.parametrize("fill", [True, False])
@pytest.mark.parametrize(("width", "height"), SHAPES)
def test_halves_meet_and_count_what_brute_force_counts(width: int, height: int, fill: bool) -> None:
    rng = random.Random(f"{width}x{height}")
    for _ in range(60):
        cells = list(random_board(rng, width, height).cells)
        expected = len(brute(width, height, cells, fill=fill, touch=True))
        work = TwoSweeps(width, height, cells, fill=fill)
        assert finish(work, 50) == DONE
        assert work.total == expected, (width, height, cells)
        for row in range(1, height):
            assert joined(width, height, cells, row, fill=fill) in (expected, None if expected == 0 else expected)


def laid_with_walls(rng: random.Random, width: int, height: int, cells: list[int], *, kept: float) -> list[int]:
    """The links of a board, two cells for each, in scan order; only the share `kept` of them is kept."""
    links = [(cell, cell + 1) for cell in range(width * height) if cell % width < width - 1]
    links += [(cell, cell + width) for cell in range(width * height - width)]
    return [
        cell for link in sorted(links) if rng.random() < kept and min(cells[at] for at in link) >= 0 for cell in link
    ]


@pytest.mark.parametrize("fill", [True, False])
@pytest.mark.parametrize("walls", [False, True])
def test_two_solutions_are_shown_if_two_are_enough(fill: bool, walls: bool) -> None:
    """`saturate` counts 0, 1 or 2 and shows as many solutions, each of which brute force has."""
    rng = random.Random(f"{fill} {walls}")
    answers = []
    for _ in range(400):
        width, height = rng.choice(SHAPES)
        cells = list(random_board(rng, width, height).cells)
        laid = laid_with_walls(rng, width, height, cells, kept=0.95) if walls else None
        places = oracle.scan_links(width, height)
        links = [pair for pair in places if min(cells[at] for at in pair) >= 0]
        open_ = links if laid is None else list(zip(laid[::2], laid[1::2], strict=True))
        expected = [
            sorted(open_.index(links[link]) for link in solution)
            for solution in brute(width, height, cells, fill=fill, touch=True)
            if all(links[link] in open_ for link in solution)
        ]
        work = TwoSweeps(width, height, cells, fill=fill, saturate=True, laid=laid)
        assert finish(work, rng.choice([3, 50, 1000])) == DONE
        shown = work.witnesses()
        assert work.total == len(shown) == min(2, len(expected)), (width, height, cells, laid)
        assert all(one in expected for one in shown), (width, height, cells, laid)
        assert len({tuple(one) for one in shown}) == work.total, (width, height, cells, laid)
        answers.append(work.total)
    assert min(answers.count(answer) for answer in (0, 1, 2)) > 10


@pytest.mark.parametrize("fill", [True, False])
def test_two_solutions_are_shown_across_every_border(fill: bool) -> None:
    """On boards cut from long paths, the pairs of states that fit at every border make as many solutions as exist."""
    rng = random.Random(f"shown {fill}")
    met = set()
    for _ in range(40):
        width, height = rng.choice([(5, 5), (6, 5), (5, 6), (7, 4), (4, 7)])
        cells = cut_path(rng, long_path(rng, width, height), rng.choice([2, 3, 4]))
        total = raced(width, height, cells, fill=fill)
        for row in range(1, height):
            copies = [Copy(width, height, cells, None, (0, way, 0)) for way in (0, 1)]
            upper, lower = (
                halted(copy, rows, fill=fill, saturate=True)
                for copy, rows in zip(copies, (row, height - row), strict=True)
            )
            join = Join(upper, lower)
            assert finish(join, 3) == DONE
            shown = {
                tuple(sorted({copies[0].link_of[link] for link in one} | {copies[1].link_of[link] for link in other}))
                for above, below in join.pairs
                for one in traced(upper, above)
                for other in traced(lower, below)
            }
            assert join.total == min(2, total, len(shown)) == min(2, total), (cells, row)
            assert all(is_solution(width, height, cells, links, fill=fill) for links in shown), (cells, row)
            met.add(len(join.pairs))
    assert met == {1, 2}


def is_solution(width: int, height: int, cells: list[int], links: tuple[int, ...], *, fill: bool) -> bool:
    """Whether these links are a solution of the board, by the judge."""
    puzzle = Puzzle(width, height, tuple(cells), rules=COVER if fill else FREE)
    board = Board(puzzle)
    return check(puzzle, board.solution(board.marked(links)), puzzle.rules) == []


def test_without_memory_for_traces_the_layers_show_solutions() -> None:
    """Traces are dropped first; then the number stays, and a second sweep, which has more room, keeps its layers."""
    work = TwoSweeps(8, 8, CORNERS, fill=False, saturate=True, cap_bytes=4 * 120_000)
    assert finish(work) == DONE
    assert (work.total, work.witnesses()) == (2, [])
    work._cap_bytes = 3_000_000_000
    work.keep_layers()
    assert finish(work) == DONE
    assert is_solution(8, 8, CORNERS, tuple(work.solution(0)), fill=False)


@pytest.mark.parametrize("fill", [True, False])
def test_every_border_gives_the_same_count(fill: bool) -> None:
    """Boards cut from long paths have pairs, arcs and numbers on both sides, and their counts have every size."""
    rng = random.Random(f"borders {fill}")
    largest = 0
    for seed in range(40):
        width, height = rng.choice([(5, 4), (4, 5), (6, 5), (5, 6), (3, 7), (7, 3), (6, 6)])
        growth = Growth(width, height, seed)
        growth.grow(width * height)
        growth.number_paths()
        cells = list(growth.board())
        if seed % 2:
            kept = set(rng.sample(sorted(set(cells) - {0}), 2))
            cells = [number if number in kept else 0 for number in cells]
        work = Race(width, height, cells, fill=fill)
        assert finish(work) == DONE
        largest = max(largest, work.total)
        meeting = TwoSweeps(width, height, cells, fill=fill)
        assert finish(meeting) == DONE
        assert meeting.total == work.total, cells
        totals = {joined(width, height, cells, row, fill=fill, slices=3) for row in range(1, height)}
        assert totals <= {work.total, None} if work.total == 0 else totals == {work.total}, cells
    assert largest > (100 if fill else 1000)


def test_rings_between_the_halves_are_not_counted() -> None:
    """Two columns between walls of solid cells can otherwise be covered only by a ring across every border."""
    cells = [1, 1, -1, 0, 0] + [0, 0, -1, 0, 0] * 3 + [2, 2, -1, 3, 3]
    for row in range(1, 5):
        assert joined(5, 5, cells, row, fill=True) == raced(5, 5, cells)


def raced(width: int, height: int, cells: list[int], *, fill: bool = True) -> int:
    work = Race(width, height, cells, fill=fill)
    assert finish(work) == DONE
    return work.total


def test_counts_beyond_a_machine_word() -> None:
    """A007764: walks from corner to corner of 8x8 and 11x11 squares."""
    for side, walks in ((8, 789360053252), (11, 1568758030464750013214100)):
        cells = [1] + [0] * (side * side - 2) + [1]
        work = TwoSweeps(side, side, cells, fill=False)
        assert finish(work) == DONE
        assert work.total == walks


def test_sweeps_with_codes_of_eight_bits_and_states_of_two_words_meet() -> None:
    """Wide, low boards, where sweeps along rows are the narrow ones, and one 17 wide with 13 open numbers at once."""
    cells = [*range(1, 14), 0, 0, 0, 0] + [0] * 17 + [0] * 17 + [*range(1, 14), 0, 0, 0, 0]
    totals = {joined(17, 4, cells, row, fill=False) for row in (1, 2, 3)}
    work = TwoSweeps(17, 4, cells, fill=False)
    assert finish(work) == DONE
    assert totals == {work.total}
    assert work.total > 1


def test_walls_may_lie_between_the_halves() -> None:
    """Links across the border are taken away, as on the same board with walls in a race."""
    rng = random.Random(7)
    for _ in range(30):
        cells = list(random_board(rng, 5, 5).cells)
        laid = laid_with_walls(rng, 5, 5, cells, kept=0.8)
        works = [kind(5, 5, cells, laid=laid) for kind in (TwoSweeps, Race)]
        assert [finish(work) for work in works] == [DONE, DONE]
        assert works[0].total == works[1].total, (cells, laid)


def test_slices_do_not_change_a_meeting() -> None:
    whole, sliced = TwoSweeps(9, 9, [1, *[0] * 79, 1], fill=False), TwoSweeps(9, 9, [1, *[0] * 79, 1], fill=False)
    assert finish(whole) == finish(sliced, 977) == DONE
    assert (whole.total, whole.effort) == (sliced.total, sliced.effort)
    assert whole.effort > GUESSED_AFTER


def test_a_slice_stays_short_on_a_long_board() -> None:
    """Guesses go through the whole board at once, and grow with it beyond any number."""
    work = TwoSweeps(12, 400, [1] + [0] * (12 * 400 - 2) + [1], saturate=True)
    before = 0
    while work.effort < 4 * GUESSED_AFTER:
        assert work.advance(50_000) == PAUSED
        assert work.effort - before < 100_000
        before = work.effort


def test_a_meeting_says_how_much_work_is_left() -> None:
    work = TwoSweeps(9, 9, [1, *[0] * 79, 1], fill=False)
    estimates = [work.left]
    while work.advance(10_000) == PAUSED:
        estimates.append(work.left)
    assert estimates[0] is None
    guessed = [left for left in estimates if left is not None]
    assert 0 < guessed[-1] < guessed[0]
    assert work.left == 0


def test_a_meeting_costs_less_than_a_race() -> None:
    """On three boards of 10x10 with three pairs together; one sweep alone met more states on each of them."""
    rng = random.Random(4)
    efforts = {TwoSweeps: 0, Race: 0}
    for _ in range(3):
        cells = cut_path(rng, long_path(rng, 10, 10), 3)
        works = [kind(10, 10, cells) for kind in (TwoSweeps, Race)]
        assert [finish(work) for work in works] == [DONE, DONE]
        assert works[0].total == works[1].total > 1000
        for work in works:
            efforts[type(work)] += work.effort
    assert efforts[TwoSweeps] < 650_000
    assert 5 * efforts[TwoSweeps] < 3 * efforts[Race]


@pytest.mark.parametrize("dearer", [0, 1])
def test_wrong_guesses_are_made_again(dearer: int) -> None:
    """Whichever axis the first guesses call more expensive, six boards cost about the same."""
    efforts = {False: 0, True: 0}
    for seed, wrong in product(range(6), efforts):
        rng = random.Random(seed)
        work = TwoSweeps(11, 11, cut_path(rng, long_path(rng, 11, 11), 3))
        while not work.halves[0].weights:
            assert work.advance(1000) == PAUSED
        for which, half in enumerate(work.halves):
            if wrong and which // 2 == dearer:
                half.weights = [weight * 80**row for row, weight in enumerate(half.weights)]
        assert finish(work) == DONE
        efforts[wrong] += work.effort
    assert 4 * efforts[True] < 5 * efforts[False]


def test_a_half_without_room_leaves_the_work_to_the_other() -> None:
    """The size of layers depends on the direction: with some caps, halves are stuck and another goes all the way."""
    assert finish(TwoSweeps(8, 8, CORNERS, fill=False, cap=50)) == FULL
    rng = random.Random(1)
    outcomes = set()
    for _ in range(10):
        cells = cut_path(rng, long_path(rng, 6, 7), 4)
        expected = raced(6, 7, cells)
        for cap in range(2, 60, 3):
            work = TwoSweeps(6, 7, cells, cap=cap)
            halves = list(work.halves)
            status = finish(work)
            outcomes.add((status, any(half.stuck for half in halves)))
            assert status == FULL or work.total == expected
    assert outcomes == {(FULL, True), (DONE, False), (DONE, True)}


def test_sweeps_that_do_not_meet_are_refused() -> None:
    upper, lower = (halted(Copy(4, 4, [1, *[0] * 14, 1], None, (0, way, 0)), 1, fill=True) for way in (0, 1))
    with pytest.raises(ValueError, match="no border"):
        Join(upper, lower)
    assert upper.advance(1) == PAUSED


PROBE = """
from numlink.engine.frontier.layers import traced
from numlink.engine.frontier.two_sweeps import TwoSweeps
for fill in (True, False):
    for cells in ([0, 1, 0, 0, 2, 0, 0, 0, 0, 0, 0, 1, 0, 0, 2, 0], [1, *[0] * 14, 1], [1, 2, 0, 0, 2, 1, *[0] * 10]):
        for saturate in (False, True):
            work = TwoSweeps(4, 4, cells, fill=fill, saturate=saturate)
            while work.advance(50) == 0:
                pass
            print(work.total, work.effort, work.witnesses())
"""


def test_compiled_and_uncompiled_meet_the_same(uncompiled) -> None:
    done = subprocess.run([sys.executable, "-c", PROBE], capture_output=True, text=True, check=True)
    assert uncompiled("-c", PROBE) == done.stdout
    assert len(done.stdout.splitlines()) == 12


@pytest.mark.parametrize("fill", [True, False])
def test_guesses_made_again_and_again_change_no_count(fill: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("GUESSED_AFTER", 10), ("GUESSED_AGAIN", 2), ("BEAM", 2), ("QUANTUM", 7)):
        monkeypatch.setattr(f"numlink.engine.frontier.two_sweeps.{name}", value)
    rng = random.Random("guesses")
    for _ in range(40):
        cells = list(random_board(rng, 4, 4).cells)
        work = TwoSweeps(4, 4, cells, fill=fill)
        assert finish(work, 5) == DONE
        assert work.total == len(brute(4, 4, cells, fill=fill, touch=True)), cells


@pytest.mark.parametrize("fill", [True, False])
def test_a_sweep_that_continues_another_visits_what_is_left(fill: bool) -> None:
    rng = random.Random(5)
    cells = cut_path(rng, long_path(rng, 9, 7), 3)
    whole = Frontier(9, 7, cells, fill=fill)
    assert finish(whole) == DONE
    for cell in (1, 5, 9, 22, 36, 50, 62):
        ahead = Frontier(9, 7, cells, fill=fill)
        ahead.halt = cell
        while ahead.cell < cell:
            ahead.advance(1000)
        # a beam wider than all layers leaves nothing out
        follower = Frontier(9, 7, cells, fill=fill, beam=10**6)
        follower.follow(ahead)
        assert (follower.cell, follower.size) == (cell, ahead.size)
        assert finish(follower) == DONE
        assert follower.visited == follower.likely == whole.visited - ahead.visited
        # a narrower one expands less, and the sweep that it follows stays as it is
        thinned = Frontier(9, 7, cells, fill=fill, beam=20)
        thinned.follow(ahead)
        assert finish(thinned) == DONE
        assert thinned.visited <= follower.visited
        assert finish(ahead) == DONE
        assert ahead.totals() == whole.totals() != [0]
