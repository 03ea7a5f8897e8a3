"""What players guess without proof, and how often these guesses are wrong in a puzzle.

H1, border hugging: if no other end lies between the two ends of a number along the border of the open region, its path
runs along the border; then the number's true path is removed from the region, which has a new border.  Only flat boards
with a rim all around have such guesses.  H2, no detour: a path is no longer than the distance of its ends.
Neither guess is a proof; the more of them are wrong, the more deceptive the puzzle.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache

from numlink.model.grid import SOLID, Grid
from numlink.model.layout import Wrap
from numlink.model.puzzle import Puzzle, Solution
from numlink.model.reach import parts
from numlink.model.sizes import GRIDS_KEPT

_TOP = 3  # the number of the direction up among the ways of grid_terrain.py


def detour(puzzle: Puzzle, solution: Solution) -> float:
    """The links of all paths divided by the sum of the distances of their ends, to three decimals; at least 1.0."""
    distance = _distances(puzzle)
    paths = [path for path in solution.paths if path]
    straight = sum(distance(path[0], path[-1]) for path in paths)
    return round(sum(len(path) - 1 for path in paths) / straight, 3) if straight else 1.0


def deception(puzzle: Puzzle, solution: Solution) -> float:
    """The share of the guesses H1 and H2 that the solution proves wrong, 0 to 1; 0.0 if there are no guesses."""
    distance = _distances(puzzle)
    right, wrong = hugging(puzzle, solution)
    straight = [len(path) - 1 == distance(path[0], path[-1]) for path in solution.paths if path]
    guesses = right + wrong + len(straight)
    return round((wrong + straight.count(False)) / guesses, 3) if guesses else 0.0


def count_open(puzzle: Puzzle) -> int:
    """The number of cells that are not solid."""
    return sum(content != SOLID for content in puzzle.cells)


def misleading(puzzle: Puzzle, deceived: float) -> float:
    """How misleading a puzzle is: `deceived` (its deception) times sqrt(open cells) / pairs, to three decimals.

    With few pairs, paths are long and leave more room for wrong guesses (bench/notes/grades.md).
    """
    return round(deceived * math.sqrt(count_open(puzzle)) / puzzle.pairs, 3) if puzzle.pairs else 0.0


def _distances(puzzle: Puzzle) -> Callable[[int, int], int]:
    """A function for the distance of two cells, in links: on a plain rectangle as if it had no solid cells, on other
    boards along a shortest way.
    """
    width = puzzle.width
    if puzzle.layout.plain:
        return lambda one, other: abs(one // width - other // width) + abs(one % width - other % width)
    beside: dict[int, list[int]] = {}
    for one, other in puzzle.grid.track_links():
        beside.setdefault(one, []).append(other)
        beside.setdefault(other, []).append(one)

    def linked(one: int, other: int) -> int:
        far = {one: 0}
        for track in (found := [one]):  # `found` grows during the loop
            if track == other:
                break
            for near in beside.get(track, ()):
                if near not in far:
                    far[near] = far[track] + 1
                    found.append(near)
        return far[other]

    return linked


def hugging(puzzle: Puzzle, solution: Solution) -> tuple[int, int]:
    """(right, wrong): the numbers of right and wrong guesses of H1.

    After each walk along the border, the true paths of all numbers with a guess are removed from the region.
    """
    rim = rim_of(Grid(puzzle.width, puzzle.height, layout=puzzle.layout))
    region = {cell for cell in range(len(puzzle.cells)) if puzzle.cells[cell] >= 0} if rim.there else set()
    paths = {number: solution.paths[number - 1] for number in puzzle.endpoints()}
    right = wrong = 0
    while True:
        guesses: dict[int, list[tuple[int, ...]]] = {}
        for border in rim.borders(region):
            for stretch in _stretches(puzzle, border):
                guesses.setdefault(puzzle.cells[stretch[0]], []).append(stretch)
        if not guesses:
            return right, wrong
        for number, stretches in guesses.items():
            path = paths[number]
            hugs = any(path in (stretch, stretch[::-1]) for stretch in stretches)
            right, wrong = right + hugs, wrong + (not hugs)
            region.difference_update(path)


def _stretches(puzzle: Puzzle, border: list[int]) -> list[tuple[int, ...]]:
    """The stretches of a border between neighbouring ends of one number, if no cell occurs twice in them."""
    ends = [index for index, cell in enumerate(border) if puzzle.cells[cell] > 0]
    found = []
    for index, start in enumerate(ends):
        stop = ends[(index + 1) % len(ends)]
        one, other = border[start], border[stop]
        if one == other or puzzle.cells[one] != puzzle.cells[other]:
            continue
        stretch = tuple(border[start : stop + 1] if start < stop else border[start:] + border[: stop + 1])
        if len(set(stretch)) == len(stretch):
            found.append(stretch)
    return found


class Rim:
    """Finds the borders of regions of a board.

    `there`: whether the board is flat with a rim all around, and its kind has a clockwise order of ways (tilings and
    boards with diagonals do not).  `beside[8 * cell + way]`: the neighbour of a cell in one of eight ways, -1 for none;
    `clockwise[way]`: the next way clockwise; `way ^ 2` is the opposite way.
    """

    def __init__(self, grid: Grid) -> None:
        layout, pattern = grid.layout, grid.layout.pattern
        flat = layout.layers == 1 and layout.wrap is Wrap.NONE and not layout.bridges
        self.there = flat and pattern.clockwise is not None
        self.clockwise = pattern.clockwise or b""
        self.beside = [-1] * (8 * grid.size)
        directions, linked = grid.lattice() if self.there else (1, [])
        for at, other in enumerate(linked):
            self.beside[8 * (at // directions) + pattern.ways[at % directions]] = other
        self.highest_first = sorted(range(grid.size), key=lambda cell: pattern.middle(*divmod(cell, grid.width))[1])

    def borders(self, region: set[int]) -> list[list[int]]:
        """For each connected part of a region, the cells along its outer border, in order; some may occur twice."""
        highest_first = [cell for cell in self.highest_first if cell in region]
        found = parts(highest_first, lambda cell: region.intersection(self.beside[8 * cell : 8 * cell + 8]))
        return [self.around(region, part[0]) for part in found]

    def around(self, region: set[int], start: int) -> list[int]:
        """The outer border of a part, clockwise from `start`, the leftmost of its highest cells."""
        first = self.onward(region, start, _TOP)
        if first is None:
            return [start]
        border, cell, way = [], start, first
        while True:
            border.append(cell)
            cell = self.beside[8 * cell + way]
            turned = self.onward(region, cell, way ^ 2)
            assert turned is not None
            way = turned
            if (cell, way) == (start, first):
                return border

    def onward(self, region: set[int], cell: int, way: int) -> int | None:
        """The first way, clockwise from `way` (which comes last), to a cell of the region; None if there is none."""
        for _ in range(8):
            way = self.clockwise[way]
            if self.beside[8 * cell + way] in region:
                return way
        return None


rim_of = lru_cache(maxsize=GRIDS_KEPT)(Rim)  # of a grid without solid cells
