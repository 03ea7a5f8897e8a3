"""The engine makes links in one place, as the model's Grid does; what else it knows of a board follows from them."""

import random
from array import array

import pytest

from numlink.engine.arrays import (
    COPIES,
    carried,
    degrees_of,
    labels_of,
    link_cells,
    link_places,
    links_around,
    require_place,
)
from numlink.model.grid import Grid
from numlink.model.symmetry import Symmetry

SIZES = [(1, 1), (1, 7), (7, 1), (2, 2), (2, 5), (5, 3), (4, 6)]


def boards():
    rng = random.Random(8)
    for width, height in SIZES:
        for _ in range(6):
            cells = array("i", [rng.choice((0, 0, 0, 4, -1)) for _ in range(width * height)])
            yield width, height, cells


BOARDS = list(boards())


@pytest.mark.parametrize(("width", "height", "cells"), BOARDS)
def test_links_agree_with_the_grid(width, height, cells):
    grid = Grid(width, height, frozenset(cell for cell in range(width * height) if cells[cell] < 0))
    flat = link_cells(width, height, cells)
    links = list(zip(flat[::2], flat[1::2], strict=True))
    assert links == grid.links()
    assert link_places(width, height, cells) == [
        2 * first + (grid.position(first)[1] == grid.position(second)[1]) for first, second in links
    ]
    around = links_around(width, cells, flat)
    for cell in range(width * height):
        row, column = grid.position(cell)
        for side, (down, right) in enumerate(((0, 1), (1, 0), (0, -1), (-1, 0))):
            there = (row + down, column + right)
            inside = 0 <= there[0] < height and 0 <= there[1] < width
            pair = tuple(sorted((cell, grid.cell(*there)))) if inside else None
            assert around[4 * cell + side] == (links.index(pair) if pair in links else -1)


@pytest.mark.parametrize(("width", "height", "cells"), BOARDS)
def test_labels_and_degrees_agree_with_the_cells(width, height, cells):
    assert list(labels_of(cells)) == [max(0, number) for number in cells]
    assert list(degrees_of(cells, 3)) == [{-1: 0, 0: 3}.get(number, 1) for number in cells]


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_copies_are_the_symmetries_of_the_grid(width, height):
    grid = Grid(width, height)
    of_the_grid = {grid.placement(symmetry).places for symmetry in Symmetry}
    assert {tuple(carried(width, height, copy)) for copy in COPIES} == of_the_grid


def test_an_invalid_place_is_refused_with_the_valid_range():
    require_place(2, 3, "link")
    for place, size, words in ((3, 3, "is not one of 3, from 0 to 2"), (0, 0, "does not exist: there is none")):
        with pytest.raises(IndexError, match=f"link {place} {words}"):
            require_place(place, size, "link")
