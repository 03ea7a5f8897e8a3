"""Rows of hexagons: each stands half a cell beside the one above it.

 1 . 2          told by their lengths (growing by one, then shrinking)
. . . 1         or by their indents (every second row by half a cell)
 2 . .          numlink's hexagons stand in columns, so each row becomes a column
"""

from __future__ import annotations

from itertools import pairwise

from numlink.formats.grid.labels import GridRead, NoBoard, Tokens, board_of
from numlink.formats.reading import TOKEN
from numlink.model.grid import SOLID
from numlink.model.kinds.names import Kind
from numlink.model.layout import Layout
from numlink.model.puzzle import Puzzle


def shifts_of(lines: list[str]) -> list[int]:
    """How far each row of hexagons stands to the right, in half cells; none if the lines are no such rows."""
    starts = [[token.start() for token in TOKEN.finditer(line)] for line in lines]
    lengths = [len(row) for row in starts]
    if not all(lengths):
        return []
    steps = [second - first for first, second in pairwise(lengths)]
    if len(steps) > 2 and {*map(abs, steps)} == {1} and len({row[0] for row in starts}) == 1:
        grows = steps[0] > steps[-1] and steps == sorted(steps, reverse=True)
        even = not any("  " in line.strip() for line in lines)
        return [max(lengths) - length for length in lengths] if grows and even else []
    pitch = starts[0][1] - starts[0][0] if lengths[0] > 1 else 0
    even = all(second - first == pitch for row in starts for first, second in pairwise(row))
    left = min(row[0] for row in starts)
    halves = [divmod(2 * (row[0] - left), pitch or 1) for row in starts]
    beside = all((second - first) % 2 for (first, _), (second, _) in pairwise(halves))
    fits = pitch and even and beside and not any(rest for _, rest in halves) and all(abs(step) < 2 for step in steps)
    return [half for half, _ in halves] if fits else []


def hexagons_of(tokens: Tokens, shifts: tuple[int, ...]) -> GridRead | NoBoard:
    """The board of rows that stand so far to the right, in half cells."""
    known = board_of([[token for row in tokens for token in row]])
    if isinstance(known, NoBoard):
        return NoBoard(known.problem, 0, known.sound)
    values = iter(known.puzzle.cells)
    offset = shifts[0] % 2
    places: dict[tuple[int, int], int] = {}
    for column, (row, shift) in enumerate(zip(tokens, shifts, strict=True)):
        if (shift + offset) % 2 != column % 2:
            return NoBoard("its rows do not stand half a cell beside each other")
        for index in range(len(row)):
            places[(2 * index + shift + offset + column % 2) // 2, column] = next(values)
    top, bottom = min(row for row, _ in places), max(row for row, _ in places)
    width, height = len(tokens), bottom - top + 1
    cells = [places.get((row, column), SOLID) for row in range(top, bottom + 1) for column in range(width)]
    puzzle = Puzzle(width, height, tuple(cells), layout=Layout(kind=Kind.HEX))
    return GridRead(puzzle, f"{known.told}; its shifted rows are hexagons, whose columns they become")
