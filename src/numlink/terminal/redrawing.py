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

from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise

from numlink.game.state import State
from numlink.render.canvas import Canvas

KNOWN = 10_000  # paths and links of which the lines are remembered: more than a board has


class Redrawing:
    """A canvas with the paths and notes of a game; `rows` are its characters.

    `ends` are those of `Canvas.drawn`, for all states shown.
    """

    def __init__(self, canvas: Canvas, ends: Mapping[int, tuple[int, str]]) -> None:
        self.canvas = canvas
        self.rows = canvas.drawn(ends, ())
        self._ends = ends
        self._shown: tuple[object, ...] = ()
        self._drawn: set[tuple[tuple[int, ...], int, bool]] = set()
        """(cells of a path, its number, whether it is tried out), and (cells of a link, 0, whether it is a ×)."""
        self._extent = lru_cache(KNOWN)(self._lines_of)

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
        places = self.canvas.text_layout.places
        rows = self.canvas.drawn(
            {cell: end for cell, end in self._ends.items() if places[cell][1] in lines},
            [(number, cells) for number, cells in paths if not lines.isdisjoint(self._extent(cells))],
            tried=tried,
            lines=links,
            crosses=state.crosses,
        )
        for line in lines:
            self.rows.texts[line], self.rows.numbers[line] = rows.texts[line], rows.numbers[line]
            self.rows.inks[line] = rows.inks[line]

    def _lines_of(self, cells: tuple[int, ...]) -> range:
        """The lines on which a path or link may write: those of its cells, and those between them and the next ones."""
        lines = [self.canvas.text_layout.places[cell][1] for cell in cells]
        between = max(1, self.canvas.setting.down - 1)
        return range(max(0, min(lines) - between), min(self.canvas.text_layout.height, max(lines) + between + 1))
