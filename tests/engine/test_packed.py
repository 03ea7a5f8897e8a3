"""States packed in one word are swept as slot by slot: to the same states, in the same order, with the same counts."""

from __future__ import annotations

import random

import pytest

from numlink.engine.arrays import link_places
from numlink.engine.frontier.directions import Copy
from numlink.engine.frontier.sweep import DONE, PAUSED
from numlink.engine.frontier.touching import Frontier
from tests.boards import cut_path, long_path, random_board


def swept(width: int, height: int, cells: list[int], *, packed: bool, **options: object) -> tuple[object, ...]:
    """The totals, states and largest layer of a sweep, packed or slot by slot, and the result of its layers."""
    sweep = Frontier(width, height, cells, packed=packed, **options)
    assert sweep.packed == packed
    while sweep.advance(10_000) == PAUSED:
        pass
    assert sweep.status == DONE
    return sweep.totals(), sweep.visited, sweep.peak, sweep.kept


def board(rng: random.Random, width: int, height: int) -> list[int]:
    """A board with a solution, or a random one."""
    if min(width, height) > 1 and width * height > 8 and rng.random() < 0.7:
        return cut_path(rng, long_path(rng, width, height), rng.randint(1, max(1, width * height // 6)))
    return list(random_board(rng, width, height).cells)


@pytest.mark.parametrize("options", [{}, {"saturate": True}, {"keep": True}, {"census": True}])
@pytest.mark.parametrize("fill", [True, False])
def test_packed_states_agree_with_slots(fill: bool, options: dict[str, bool]) -> None:
    rng, solvable = random.Random(f"packed {fill} {options}"), 0
    for _ in range(40):
        width, height = rng.choice([(1, 7), (3, 3), (4, 6), (6, 4), (7, 3), (7, 6), (12, 2), (15, 2)])
        cells = board(rng, width, height)
        if "census" in options:
            width, height = min(width, 4), min(height, 4)
            cells = [min(cell, 0) for cell in cells[: width * height]]
        one, other = (swept(width, height, cells, packed=each, fill=fill, **options) for each in (True, False))
        assert one == other, (width, height, cells)
        solvable += one[0] != [0]
    assert solvable > 15


@pytest.mark.long
def test_packed_states_agree_with_slots_on_thousands_of_boards() -> None:
    rng, solvable = random.Random("thousands"), 0
    for number in range(6000):
        width, height = rng.randint(1, 10), rng.randint(1, 8)
        cells = board(rng, width, height)
        copy = Copy(width, height, cells, None, rng.choice([(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 1)]))
        options = {"fill": number % 3 > 0 or width * height > 49, "saturate": number % 5 == 0}
        one, other = (
            swept(copy.width, copy.height, list(copy.cells), packed=each, **options) for each in (True, False)
        )
        assert one == other, (width, height, cells)
        solvable += one[0] != [0]
    assert solvable > 2000


def test_sixteen_slots_full_of_nested_arcs() -> None:
    """Eight arcs one within the other: a depth takes all four bits of a slot.

    Arc k goes from (7, k) up to row k, right and down again; before cell (7, 8) all slots are taken, and it joins the
    innermost arc to the next one.
    """
    width, height = 15, 9
    cells = [0] * (width * height)
    drawn = set()
    for arc in range(8):
        right = width - 1 - arc
        drawn |= {(arc * width + column, arc * width + column + 1) for column in range(arc, right)}
        drawn |= {(row * width + side, (row + 1) * width + side) for row in range(arc, 7) for side in {arc, right}}
    drawn |= {(7 * width + 7, 7 * width + 8), (7 * width + 7, 8 * width + 7)}
    places = link_places(width, height, cells)
    links = [int((place >> 1, (place >> 1) + (width if place & 1 else 1)) in drawn) for place in places]
    one, other = (swept(width, height, cells, packed=each, fill=False, links=links) for each in (True, False))
    assert one == other
    assert one[1] > 7 * width + 9


@pytest.mark.parametrize("pairs", [5, 9, 12])
def test_packed_states_on_wide_boards(pairs: int) -> None:
    """Eleven columns and many pairs, whose chords cross often."""
    rng = random.Random(pairs)
    for _ in range(2):
        cells = cut_path(rng, long_path(rng, 11, 5), pairs)
        one, other = (swept(11, 5, cells, packed=each) for each in (True, False))
        assert one == other, cells
        assert one[0] != [0]
