"""The frontier engine, compared with the oracle, with published tables, and with itself uncompiled."""

from __future__ import annotations

import random
import subprocess
import sys
from typing import Any

import pytest

from numlink.engine.arrays import COPIES
from numlink.engine.covers.growth import Growth
from numlink.engine.frontier.directions import Copy, Race, below
from numlink.engine.frontier.graph import GraphFrontier, GraphFrontierNoTouch
from numlink.engine.frontier.sweep import DONE, FULL, PAUSED
from numlink.engine.frontier.touching import Frontier
from numlink.engine.random import Random
from tests import oracle
from tests.boards import cut_path, long_path, random_board
from tests.sweeps import census, elimination, race_of, sweep_of

RULES = [(True, True), (True, False), (False, True), (False, False)]
"""(fill, touch)"""
SHAPES = [(3, 2), (2, 3), (4, 3), (3, 4), (5, 2), (1, 6), (6, 1), (3, 3)]


def brute(
    width: int, height: int, cells: list[int], *, fill: bool, touch: bool, links: list[int] | None = None
) -> list[list[int]]:
    """The oracle's solutions as lists of link indices; `links` fixes some of them (1 on, -1 off)."""
    return [
        [link for link, on in enumerate(model) if on]
        for model in oracle.models(*oracle.rectangle(width, height, cells), fill=fill, touch=touch)
        if all(on == (state > 0) for on, state in zip(model, links or [0] * len(model), strict=True) if state)
    ]


def finish(work: Any, states: int = 100_000) -> int:
    while (status := work.advance(states)) == PAUSED:
        pass
    return int(status)


def race(width: int, height: int, cells: list[int], *, touch: bool = True, **options: Any) -> Race:
    work = race_of(width, height, cells, touch=touch, **options)
    assert finish(work) == DONE
    return work


def by_links(width: int, height: int, cells: list[int], *, fill: bool) -> list[int]:
    """The totals of a sweep link by link, which shares no code with sweeps cell by cell and prunes nothing."""
    sweep = GraphFrontier(elimination(width, height, cells), cells, fill=fill)
    assert finish(sweep) == DONE
    return sweep.totals()


# --- against brute force ----------------------------------------------------------------------------------------------


@pytest.mark.table(10)
@pytest.mark.parametrize(("fill", "touch"), RULES)
@pytest.mark.parametrize(("width", "height"), SHAPES)
def test_every_copy_counts_what_brute_force_counts(width: int, height: int, fill: bool, touch: bool) -> None:
    rng = random.Random(f"{width}x{height}")
    for _ in range(100):
        cells = list(random_board(rng, width, height).cells)
        links = None
        if rng.random() < 0.5:
            links = [rng.choice([0, 0, 0, 0, 1, -1]) for _ in oracle.scan_links(width, height, oracle.solids_of(cells))]
        expected = brute(width, height, cells, fill=fill, touch=touch, links=links)
        for place in COPIES:
            copy = Copy(width, height, cells, links, place)
            sweep = sweep_of(copy, touch=touch, fill=fill)
            assert finish(sweep) == DONE
            assert sweep.totals() == [len(expected)], (width, height, cells, links, place)


@pytest.mark.parametrize(("fill", "touch"), RULES)
def test_a_rectangle_as_a_graph_counts_the_same(fill: bool, touch: bool) -> None:
    """Random orders make every way in which a visit can end; if paths may touch, sweeps by cells share no code."""
    rng = random.Random(11)
    along = GraphFrontier if touch else GraphFrontierNoTouch
    solvable = 0
    for seed in range(60):
        width, height = rng.choice([(4, 4), (5, 4), (6, 5), (6, 6)])
        growth = Growth(width, height, seed)
        growth.grow(width * height)
        growth.number_paths()
        cells = list(growth.board() if seed % 2 else random_board(rng, width, height).cells)
        expected = race(width, height, cells, fill=fill, touch=touch).total
        order = [cell for cell, content in enumerate(cells) if content >= 0]
        if width * height <= 20:
            rng.shuffle(order)
        sweep = along(elimination(width, height, cells, order), cells, fill=fill)
        assert finish(sweep) == DONE
        assert sweep.totals() == [expected], (width, height, cells, order)
        solvable += expected > 0
    assert solvable >= 30


@pytest.mark.parametrize(("fill", "touch"), RULES)
def test_solutions_heat_and_verdict_agree_with_brute_force(fill: bool, touch: bool) -> None:
    rng = random.Random(7)
    solvable = 0
    for _ in range(300):
        width, height = rng.choice(SHAPES)
        cells = list(random_board(rng, width, height).cells)
        expected = brute(width, height, cells, fill=fill, touch=touch)
        short = race(width, height, cells, fill=fill, touch=touch, saturate=True)
        assert short.total == len(short.witnesses()) == min(2, len(expected))
        assert all(links in expected for links in short.witnesses())
        assert short.total < 2 or short.witnesses()[0] != short.witnesses()[1]
        work = race(width, height, cells, fill=fill, touch=touch, keep=True)
        assert work.total == len(expected)
        if not expected:
            continue
        solvable += 1
        found = [work.solution(rank) for rank in range(work.total)]
        assert sorted(found) == sorted(expected)
        heat = work.heat()
        assert heat == [sum(link in solution for solution in expected) for link in range(len(heat))]
    assert solvable > 40


@pytest.mark.parametrize("touch", [True, False])
def test_copies_agree_on_boards_cut_from_long_paths(touch: bool) -> None:
    """On larger boards arcs lead around crossing pairs: every sweep must see the solution that they are cut from."""
    rng, stream = random.Random(3), Random(3)
    width, height = 8, 7
    links = oracle.scan_links(width, height)
    board = [0] * (width * height)
    board[0] = board[width * height - 1] = 1
    whole = race(width, height, board, keep=True)
    for _ in range(40):
        after: dict[int, list[int]] = {}
        for link in whole.sample(stream):
            for first, second in (links[link], links[link][::-1]):
                after.setdefault(first, []).append(second)
        path, before = [0], -1
        while len(path) < width * height:
            path.append(next(cell for cell in after[path[-1]] if cell != before))
            before = path[-2]
        cells, at, number = [0] * (width * height), 0, 0
        while at < len(path):
            length = rng.randint(6, 16)
            end = at + length if at + length + 2 <= len(path) else len(path)
            number += 1
            cells[path[at]] = cells[path[end - 1]] = number
            at = end
        totals = set()
        for place in COPIES:
            copy = Copy(width, height, cells, None, place)
            sweep = sweep_of(copy, touch=touch)
            assert finish(sweep) == DONE
            totals.add(sweep.totals()[0])
        assert len(totals) == 1, (cells, totals)
        assert totals.pop() >= int(touch)


@pytest.mark.table(8)
@pytest.mark.parametrize(("fill", "touch"), RULES)
@pytest.mark.parametrize("solids", [(3, 2, ()), (4, 3, ()), (3, 3, (4,)), (3, 4, (0, 7)), (1, 5, ()), (2, 1, (0, 1))])
def test_the_census_agrees_with_brute_force(solids: tuple[int, int, tuple[int, ...]], fill: bool, touch: bool) -> None:
    width, height, holes = solids
    cells = [-1 if cell in holes else 0 for cell in range(width * height)]
    expected = oracle.census(*oracle.rectangle(width, height, cells), fill=fill, touch=touch)
    found = census(width, height, fill=fill, solids=holes) if touch else apart(width, height, cells, fill=fill)
    assert len(found) == (width * height - len(holes)) // 2 + 1
    assert {paths: ways for paths, ways in enumerate(found) if ways} == expected


def apart(width: int, height: int, cells: list[int], *, fill: bool = True) -> list[int]:
    """The census without touching, for each number of paths from 0 to open cells // 2."""
    sweep = GraphFrontierNoTouch(elimination(width, height, cells), cells, fill=fill, census=True)
    assert finish(sweep) == DONE
    return sweep.totals()[: sum(content >= 0 for content in cells) // 2 + 1]


# --- exact tables -----------------------------------------------------------------------------------------------------

COVERS = {
    (2, 2): [4, 2],
    (3, 2): [8, 15, 3],
    (4, 3): [62, 550, 1276, 982, 232, 11],
    (3, 7): [688, 21738, 196513, 754634, 1429059, 1413822, 731816, 188214, 21155, 744],
    (5, 4): [1006, 24536, 185218, 605857, 973302, 800925, 333035, 64967, 4982, 95],
    (4, 6): [
        3610,
        126160,
        1408078,
        7104367,
        18682660,
        27381663,
        22934108,
        10902080,
        2824622,
        365145,
        19662,
        281,
    ],
    (5, 5): [
        4324,
        191564,
        2438836,
        13709316,
        40090890,
        65829488,
        62668048,
        34618916,
        10777148,
        1763976,
        131748,
        3208,
    ],
}


@pytest.mark.parametrize("shape", COVERS)
def test_census_of_covers(shape: tuple[int, int]) -> None:
    assert census(*shape) == [0, *COVERS[shape]]


@pytest.mark.parametrize(
    ("side", "total", "hamiltonian", "dominoes"),
    [(6, 3952987691824, 229348, 6728), (8, 352591465807778534595212, 3023313284, 12988816)],
)
def test_census_of_large_squares(side: int, total: int, hamiltonian: int, dominoes: int) -> None:
    counts = census(side, side)
    assert (sum(counts), counts[1], counts[-1]) == (total, hamiltonian, dominoes)


def test_census_without_touching() -> None:
    assert [sum(apart(side, side, [0] * side**2)) for side in (2, 3, 4)] == [2, 86, 16462]
    five = [24, 1992, 49600, 458234, 1964240, 4378320, 5150956, 3093860, 874464, 99300, 3208]
    assert apart(5, 5, [0] * 25)[2:] == five
    six = apart(6, 6, [0] * 36)
    assert (sum(six), six[2], six[3], six[18]) == (90377640020, 36, 5836, 6728)


@pytest.mark.parametrize(("side", "walks"), [(4, 184), (8, 789360053252), (10, 41044208702632496804)])
def test_corner_to_corner_walks_grow_beyond_a_machine_word(side: int, walks: int) -> None:
    """A007764: self-avoiding walks between opposite corners of a square board."""
    cells = [1] + [0] * (side * side - 2) + [1]
    work = race(side, side, cells, fill=False, keep=True)
    assert work.total == walks
    heat = work.heat()
    assert heat[0] + heat[1] == walks  # the first corner's two links
    assert heat[0] == heat[1]
    assert len(work.solution(walks - 1)) >= 2 * side - 2


def test_boards_of_the_issue() -> None:
    corners = [1, 0, 0, 1] + [0] * 12
    assert [race(4, 4, corners, fill=fill, touch=touch).total for fill, touch in RULES[:3]] == [8, 0, 178]
    # deductions.md, section 0: one cover but 9 free linkings; two covers, one of which does not touch itself
    separator = [1, 0, 0, 0, 0, 0, 2, 0, 1, 0, 0, 0, 0, 2, 0]
    assert [race(5, 3, separator, fill=fill).total for fill in (True, False)] == [1, 9]
    other = [1, 0, 0, 0, 0, 2, 1, 0, 0, 0, 0, 2]
    assert [race(4, 3, other, touch=touch).total for touch in (True, False)] == [2, 1]


# --- edges ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("fill", "touch"), RULES)
def test_boards_without_pairs(fill: bool, touch: bool) -> None:
    assert race(3, 2, [-1] * 6, fill=fill, touch=touch).total == 1
    assert race(3, 2, [0] * 6, fill=fill, touch=touch).total == (0 if fill else 1)


@pytest.mark.parametrize("touch", [True, False])
def test_thousands_of_pairs_on_long_boards(touch: bool) -> None:
    row = [number for number in range(1, 1501) for _ in range(2)]
    assert race(3000, 1, row, touch=touch).total == 1
    assert race(2, 1500, row, touch=touch).total == 1
    assert race(4, 1, [1, 2, 1, 2], touch=touch).total == 0


@pytest.mark.parametrize("width", [14, 15, 16, 17, 31, 40])
def test_wide_frontiers_count_like_narrow_ones(width: int) -> None:
    """Rows take one, two and more words, with codes of 4 and of 8 bits."""
    cells = [0] * (4 * width)
    for column in range(width):  # straight paths, but one next to an empty column has to wind through it
        if column % 6 != 3:
            cells[column] = cells[3 * width + column] = column + 1
    totals = set()
    for place in COPIES:
        copy = Copy(width, 4, cells, None, place)
        sweep = Frontier(copy.width, copy.height, copy.cells)
        assert finish(sweep) == DONE
        totals.add(sweep.totals()[0])
    assert len(totals) == 1
    assert totals.pop() > 0


def test_bad_input_is_named() -> None:
    with pytest.raises(ValueError, match="number 2 occurs 1 times"):
        Frontier(2, 2, [1, 2, 1, 0])
    with pytest.raises(ValueError, match="needs 4 cells"):
        Frontier(2, 2, [0])
    with pytest.raises(ValueError, match="4 links"):
        Frontier(2, 2, [0] * 4, links=[0])
    with pytest.raises(ValueError, match="keep=True"):
        race(2, 2, [1, 1, 0, 0]).solution(0)


def test_a_reached_cap_is_reported_and_can_be_raised() -> None:
    cells = [1] + [0] * 62 + [1]
    sweep = Frontier(8, 8, cells, fill=False, cap=500)
    assert finish(sweep) == FULL
    sweep.cap = 1_000_000
    assert finish(sweep) == DONE
    assert sweep.totals() == [789360053252]
    assert finish(Frontier(8, 8, cells, fill=False, cap_bytes=20_000)) == FULL
    assert finish(Frontier(8, 8, cells, fill=False, cap_bytes=300_000, keep=True)) == FULL
    assert finish(Race(8, 8, cells, fill=False, cap=500)) == FULL


def test_traces_are_dropped_before_the_count() -> None:
    cells = [1] + [0] * 62 + [1]
    work = race(8, 8, cells, fill=False, saturate=True, cap_bytes=4 * 150_000)
    assert (work.total, work.witnesses()) == (2, [])
    work.keep_layers()
    assert finish(work) == FULL
    work = race(8, 8, cells, fill=False, saturate=True)
    assert len(work.witnesses()) == 2
    work.keep_layers()
    assert finish(work) == DONE
    assert work.solution(0) != work.solution(1)


@pytest.mark.parametrize(("fill", "most"), [(True, 7_369), (False, 30_186)])
def test_looking_at_the_next_cell_saves_states_and_no_solution(fill: bool, most: int) -> None:
    """Without this look there were 9 045 and 36 433 states."""
    rng = random.Random(2)
    visited = 0
    for _ in range(20):
        cells = list(random_board(rng, 6, 6).cells)
        sweep = Frontier(6, 6, cells, fill=fill)
        assert finish(sweep) == DONE
        assert sweep.totals() == by_links(6, 6, cells, fill=fill), cells
        visited += sweep.visited
    assert 0 < visited <= most


@pytest.mark.parametrize(("fill", "most"), [(True, 14_838), (False, 38_140)])
def test_chords_that_cross_end_a_state_and_no_solution(fill: bool, most: int) -> None:
    """Boards cut from long paths have arcs around pairs and endpoints on the rim.

    With such states there were 18 659 and 46 922.
    """
    rng = random.Random(f"chords {fill}")
    visited = solvable = 0
    for seed in range(300):
        width, height = rng.choice([(5, 4), (4, 5), (6, 5), (5, 6), (3, 7), (7, 3), (1, 8), (8, 1), (2, 5)])
        growth = Growth(width, height, seed)
        growth.grow(width * height)
        growth.number_paths()
        cells = list(growth.board() if seed % 3 else random_board(rng, width, height).cells)
        place = rng.choice(COPIES)
        copy = Copy(width, height, cells, None, place)
        sweep = sweep_of(copy, touch=True, fill=fill)
        assert finish(sweep) == DONE
        assert sweep.totals() == by_links(width, height, cells, fill=fill), (width, height, cells, place)
        visited += sweep.visited
        solvable += sweep.totals() != [0]
    assert solvable > 150
    assert 0 < visited <= most


@pytest.mark.parametrize(("fill", "most"), [(True, 5_400), (False, 14_000)])
def test_arcs_that_join_other_numbers_at_endpoints_end_a_state(fill: bool, most: int) -> None:
    """Before, there were 5 750 and 15 045 states on these boards."""
    visited = 0
    for seed in range(20):
        growth = Growth(7, 7, seed)
        growth.grow(49)
        growth.number_paths()
        sweep = Frontier(7, 7, list(growth.board()), fill=fill)
        assert finish(sweep) == DONE
        assert sweep.totals() == by_links(7, 7, list(growth.board()), fill=fill) != [0]
        visited += sweep.visited
    assert 0 < visited < most


def test_chords_to_the_rim_that_cross_end_the_sweep_at_once() -> None:
    """In eight directions together; while only pairs were compared there were 52 369 states."""
    cells = [1, 0, 2, 0, 3, 0, 4, 0, 5] + [0] * 63 + [5, 3, 1, 0, 0, 0, 4, 2, 0]
    visited = 0
    for place in COPIES:
        copy = Copy(9, 9, cells, None, place)
        sweep = Frontier(copy.width, copy.height, copy.cells)
        assert finish(sweep) == DONE
        assert sweep.totals() == [0]
        visited += sweep.visited
    assert visited <= 1_106


def test_thinned_sweeps_rank_the_directions() -> None:
    rng = random.Random(2)
    cells = cut_path(rng, long_path(rng, 9, 9), rng.randint(3, 5))
    figures = []
    for place in ((0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)):
        copy = Copy(9, 9, cells, None, place)
        full, thinned = (Frontier(copy.width, copy.height, copy.cells, beam=beam) for beam in (0, 64))
        assert finish(full) == finish(thinned) == DONE
        assert full.likely == full.visited
        figures.append((full.visited, thinned.likely, thinned.visited))
    figures.sort()
    assert [likely for _, likely, _ in figures] == sorted(likely for _, likely, _ in figures)
    assert 2 * figures[-1][2] < figures[-1][0] < figures[-1][1]


@pytest.mark.parametrize("side", [6, 8])
def test_slices_do_not_change_the_race(side: int) -> None:
    cells = [1] + [0] * (side * side - 2) + [1]
    cells[8] = cells[26] = 2
    whole, sliced = Race(side, side, cells, fill=False), Race(side, side, cells, fill=False)
    assert finish(whole) == finish(sliced, 37) == DONE
    assert (whole.total, whole.effort, whole.winner) == (sliced.total, sliced.effort, sliced.winner)
    assert whole.total > 0


# --- sampling ---------------------------------------------------------------------------------------------------------


def test_samples_are_uniform() -> None:
    work = race(4, 4, [1, 0, 0, 1] + [0] * 12, fill=False, keep=True)
    stream, draws = Random(1), 178 * 50
    seen: dict[tuple[int, ...], int] = {}
    for _ in range(draws):
        solution = tuple(work.sample(stream))
        seen[solution] = seen.get(solution, 0) + 1
    chi_square = sum((count - 50) ** 2 / 50 for count in seen.values()) + 50 * (178 - len(seen))
    assert chi_square < 177 + 5 * (2 * 177) ** 0.5
    assert work.sample(Random(3)) == work.sample(Random(3))


def test_big_uniform_integers() -> None:
    stream = Random(5)
    draws = [below(stream, 3 * 2**100) for _ in range(3000)]
    assert max(draws) < 3 * 2**100
    assert min(sum(draw >> 100 == third for draw in draws) for third in range(3)) > 850
    assert [below(stream, 1) for _ in range(3)] == [0, 0, 0]


# --- uncompiled -------------------------------------------------------------------------------------------------------

PROBE = """
from array import array
from numlink.engine.arrays import link_cells
from numlink.engine.frontier.directions import GraphRace, Race, census_sweep
from numlink.engine.covers.growth import Growth
from numlink.engine.random import Random
for fill in (True, False):
    for touch in (True, False):
        cells = [0, 1, 0, 0, 2, 0, 0, 0, 0, 0, 0, 1, 0, 0, 2, 0]
        links = link_cells(4, 4, array("i", cells))
        census = census_sweep(4, 3, fill=fill, solids=(5,))
        while census.advance(200_000) == 0:
            pass
        print(census.totals())
        work = Race(4, 4, cells, fill=fill, keep=True) if touch else GraphRace(
            cells, links, [[*range(16)], [*range(16)][::-1]], fill=fill, touch=False, keep=True)
        while work.advance(500) == 0:
            pass
        print(work.total, work.effort, work.winner)
        if work.total:
            print(work.heat(), work.solution(0), work.sample(Random(9)))
big = Race(6, 5, [1] + [0] * 28 + [1], fill=False)
while big.advance(5000) == 0:
    pass
print(big.total, big.effort)
"""


def test_compiled_and_uncompiled_agree(uncompiled) -> None:
    done = subprocess.run([sys.executable, "-c", PROBE], capture_output=True, text=True, check=True)
    assert uncompiled("-c", PROBE) == done.stdout
    assert len(done.stdout.splitlines()) > 8
