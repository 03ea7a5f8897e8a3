"""What players guess without proof, and how often a puzzle makes fools of them.

H1, border hugging: two ends of one number with no other end between them along the border of the open region are
joined along that border; take the path off and look at the new border.  H2, no detour: a path is no longer than the
distance of its ends.  Neither is ever sound; a puzzle is the more deceptive the more often they are wrong.
"""

from __future__ import annotations

from numlink.model.grid import SOLID
from numlink.model.puzzle import Puzzle, Solution

_STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))


def detour(puzzle: Puzzle, solution: Solution) -> float:
    """Links the paths use for every link of the straight distances between their ends, 1.0 at least."""
    used = straight = 0
    for path in solution.paths:
        if path:
            used += len(path) - 1
            straight += _distance(puzzle.width, path[0], path[-1])
    return round(used / straight, 3) if straight else 1.0


def deception(puzzle: Puzzle, solution: Solution) -> float:
    """The share of the guesses H1 and H2 that the solution proves wrong."""
    right, wrong = hugging(puzzle, solution)
    for path in solution.paths:
        if path:
            if len(path) - 1 == _distance(puzzle.width, path[0], path[-1]):
                right += 1
            else:
                wrong += 1
    return round(wrong / (right + wrong), 3) if right + wrong else 0.0


def misleading(puzzle: Puzzle, deceived: float) -> float:
    """How misleading a puzzle is: `deceived` (its deception) times the side of a square of its cells over its pairs.

    Few pairs leave long paths, and so much room to go wrong.  Deception alone tells an app's extreme levels from its
    regular ones of the same size with AUC .97, cells a pair .99, this 1.00 (12 and 31 levels, 8x8 to 12x12).
    """
    cells = sum(content != SOLID for content in puzzle.cells)
    return round(deceived * cells**0.5 / puzzle.pairs, 3) if puzzle.pairs else 0.0


def _distance(width: int, one: int, other: int) -> int:
    return abs(one // width - other // width) + abs(one % width - other % width)


def hugging(puzzle: Puzzle, solution: Solution) -> tuple[int, int]:
    """How many guesses of H1 are right and wrong, the right paths taken off after each look around the border."""
    region = {cell for cell in range(len(puzzle.cells)) if puzzle.cells[cell] >= 0}
    paths = {number: solution.paths[number - 1] for number in puzzle.endpoints()}
    right = wrong = 0
    while True:
        guesses: dict[int, list[tuple[int, ...]]] = {}
        for border in borders(puzzle, region):
            for stretch in _stretches(puzzle, border):
                guesses.setdefault(puzzle.cells[stretch[0]], []).append(stretch)
        if not guesses:
            return right, wrong
        for number, stretches in guesses.items():
            path = paths[number]
            if any(path in (stretch, stretch[::-1]) for stretch in stretches):
                right += 1
            else:
                wrong += 1
            region.difference_update(path)


def _stretches(puzzle: Puzzle, border: list[int]) -> list[tuple[int, ...]]:
    """The stretches of a border between neighbouring ends of one number, without a cell twice."""
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


def borders(puzzle: Puzzle, region: set[int]) -> list[list[int]]:
    """The cells around the outside of each part of the region, in order; a cell met twice is listed twice."""
    found = []
    waiting = set(region)
    while waiting:
        start = min(waiting)  # the first cell of its part in reading order: nothing of the part lies above it
        waiting -= _part(puzzle, region, start)
        found.append(_around(puzzle, region, start))
    return found


def _beside(puzzle: Puzzle, region: set[int], cell: int, way: int) -> int | None:
    """The region's cell next to `cell`: 0 east, 1 south, 2 west, 3 north."""
    down, across = _STEPS[way]
    column = cell % puzzle.width + across
    other = cell + down * puzzle.width + across
    return other if 0 <= column < puzzle.width and other in region else None


def _part(puzzle: Puzzle, region: set[int], start: int) -> set[int]:
    part, stack = {start}, [start]
    while stack:
        cell = stack.pop()
        for way in range(4):
            other = _beside(puzzle, region, cell, way)
            if other is not None and other not in part:
                part.add(other)
                stack.append(other)
    return part


def _around(puzzle: Puzzle, region: set[int], start: int) -> list[int]:
    """Walk around a part with the outside on the left hand, from its first cell in reading order."""
    first = next((way for way in (0, 1) if _beside(puzzle, region, start, way) is not None), None)
    if first is None:
        return [start]
    border, cell, way = [], start, first
    while True:
        border.append(cell)
        onward = _beside(puzzle, region, cell, way)
        assert onward is not None
        cell = onward
        way = next(
            turn % 4 for turn in (way + 3, way, way + 1, way + 2) if _beside(puzzle, region, cell, turn % 4) is not None
        )
        if (cell, way) == (start, first):
            return border
