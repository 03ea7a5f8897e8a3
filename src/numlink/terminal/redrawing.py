"""The drawing of the terminal's game: after a move only the lines of the screen that it changes are drawn again.

A path, a noted line or a × writes on the lines of its cells and on the lines above and below them.  When the path of 2
has come, lines 4 to 8 have changed.  The paths that write there, those of 2, 3 and 4, are drawn on an empty board, of
which these lines are taken; the other lines stay.

    line 1    1━━━━━━━1
    line 2
    line 3    ·   4   3
    line 4        ┃   ┃
    line 5    2   4   3
    line 6    ┃
    line 7    2   ·   ·
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise

from numlink.game.state import State
from numlink.render.canvas import Canvas


class Redrawing:
    """A canvas with the paths and notes of a game; `rows` are its characters.

    `ends` are those of `Canvas.drawn`, for all states shown.
    """

    def __init__(self, canvas: Canvas, ends: Mapping[int, tuple[int, str]]) -> None:
        self.canvas = canvas
        self.rows = canvas.drawn(ends, ())
        self._shown: tuple[object, ...] = ()
        self._drawn: set[tuple[tuple[int, ...], int, bool]] = set()
        """(cells of a path, its number, whether it is tried out), and (cells of a link, 0, whether it is a ×)."""
        self._extents: dict[tuple[int, ...], range] = {}  # for each path the lines on which it writes
        self._ends: dict[int, dict[int, tuple[int, str]]] = {}  # by line of the screen the ends on it
        for cell, end in ends.items():
            self._ends.setdefault(canvas.text_layout.places[cell][1], {})[cell] = end

    def show(self, state: State, *, tried: frozenset[int], free: tuple[int, ...]) -> None:
        """Draw `state`, with a free line through the cells `free`; paths of the numbers in `tried` are dashed."""
        if (state, tried, free) == self._shown:
            return  # only the cursor moved
        self._shown = state, tried, free
        paths = [(state.puzzle.cells[strand[0]], strand) for strand in state.strands]
        links = [*state.lines, *pairwise(free)]
        drawn = {(cells, number, number in tried) for number, cells in paths}
        drawn |= {(link, 0, False) for link in links} | {(link, 0, True) for link in state.crosses}
        lines = {line for cells, _, _ in drawn ^ self._drawn for line in self._extent(cells)}
        self._drawn = drawn
        known, self._extents = self._extents, {}
        for _, cells in paths:
            self._extents[cells] = known.get(cells) or self._extent(cells)
        if not lines:
            return
        first, last = min(lines), max(lines)
        rows = self.canvas.drawn(
            {cell: end for line in lines for cell, end in self._ends.get(line, {}).items()},
            [(number, cells) for number, cells in paths if self._meets(cells, first, last, lines)],
            tried=tried,
            lines=links,
            crosses=state.crosses,
        )
        for line in lines:
            self.rows.texts[line], self.rows.numbers[line] = rows.texts[line], rows.numbers[line]
            self.rows.inks[line] = rows.inks[line]

    def _meets(self, cells: tuple[int, ...], first: int, last: int, lines: set[int]) -> bool:
        """Whether a path writes on one of `lines`, which are from `first` to `last`."""
        extent = self._extents[cells]
        return extent.start <= last and extent.stop > first and not lines.isdisjoint(extent)

    def _extent(self, cells: Iterable[int]) -> range:
        """The lines on which a path or link may write: those of its cells, and those between them and the next ones."""
        lines = [self.canvas.text_layout.places[cell][1] for cell in cells]
        between = max(1, self.canvas.setting.down - 1)
        return range(max(0, min(lines) - between), min(self.canvas.text_layout.height, max(lines) + between + 1))
