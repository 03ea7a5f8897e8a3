"""The context of sentences: a board, the engine's position, and words for cells, boxes, lines and numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from numlink.engine.deduction.reasoner import Reasoner
from numlink.model.puzzle import Puzzle
from numlink.model.reach import reached
from numlink.reasoning.position import linked_cells


class SentenceContext:
    """A puzzle with an engine of deduction, for sentences about its present position.

    The engine has labels 1, 2, 3, ... for numbers, and tracks for cells: a bridge is two tracks, and the one across has
    the index of the cell (`numlink.model.grid`).  Methods with an argument `cell` also accept a track.
    """

    def __init__(self, puzzle: Puzzle, engine: Reasoner) -> None:
        self.puzzle = puzzle
        self.grid = puzzle.grid
        self.engine = engine
        self.links = self.grid.links()
        self.track_links = self.grid.track_links()
        self.cell_of = self.grid.track_cells()
        self.ends = puzzle.endpoints()
        self.numbers = list(self.ends)

    @cached_property
    def around(self) -> list[list[int]]:
        """The links at each cell."""
        around: list[list[int]] = [[] for _ in self.puzzle.cells]
        for link, pair in enumerate(self.links):
            for cell in pair:
                around[cell].append(link)
        return around

    @cached_property
    def middles(self) -> list[tuple[float, float, int]]:
        """(x, y, layer) of each cell: its middle, in cell widths, and its layer."""
        pattern, width = self.grid.pattern, self.puzzle.width
        flat = [pattern.middle(*divmod(cell, width)) for cell in range(self.grid.plane)]
        return [(*flat[cell % self.grid.plane], cell // self.grid.plane) for cell in range(self.grid.size)]

    def apart(self, one: int, other: int) -> float:
        """The distance of two cells: columns plus rows plus layers, in cell widths."""
        (x, y, layer), (u, v, below) = self.middles[self.cell_of[one]], self.middles[self.cell_of[other]]
        return abs(x - u) + abs(y - v) + abs(layer - below)

    def gap(self, cell: int) -> float:
        """The distance between the tips of the two lines of the number whose line ends at `cell`.

        If the line at `cell` has no number, it is the width plus the height of the board.
        """
        label = self.engine.position.summary(cell)[1]
        if not label:
            return float(self.puzzle.width + self.grid.height)
        one, other = (self.engine.position.summary(end)[0] for end in self.own_ends(label))
        return self.apart(one, other)

    def links_around(self, cells: Iterable[int]) -> set[int]:
        """The links with an end in `cells`."""
        return {link for cell in cells for link in self.around[self.cell_of[cell]]}

    def content(self, cell: int) -> int:
        """The content of a cell: its number, 0 for empty, -1 for solid."""
        return self.puzzle.cells[self.cell_of[cell]]

    def at(self, cell: int) -> str:
        """A cell in words: row and column, with its number if it has one; 'the bridge at ...' for a bridge."""
        place = self.grid.where(self.cell_of[cell])
        if self.is_bridge(cell):
            return f"the bridge at {place}"
        content = self.content(cell)
        return f"the {content} at {place}" if content > 0 else place

    def pair(self, one: int, other: int) -> str:
        """The two cells of a link in words; what they share of layer, row and column is named once if only one differs.

        These words are short because most sentences contain them.
        """
        here, there = sorted((self.cell_of[one], self.cell_of[other]))
        parts = [(name, first, last) for (name, first), (_, last) in zip(*map(self._place, (here, there)), strict=True)]
        if not parts or sum(first != last for _, first, last in parts) > 1:
            return f"{self.grid.where(here)} and {self.grid.where(there)}"
        return ", ".join(
            f"{name} {first}" if first == last else f"{name}s {first} and {last}" for name, first, last in parts
        )

    def stretch(self, tracks: Sequence[int]) -> str:
        """Where a line runs over these tracks, in words; a row or column that it stays in is named once.

        Only rows of squares, hexagons and triangles, and columns of squares, are straight.
        """
        cells = [self.cell_of[track] for track in tracks]
        places = [dict(self._place(cell)) for cell in cells]
        straight = ("row", "column") if self.grid.pattern.square else ("row",)
        for kept, other in (("row", "column"), ("column", "row")):
            one_plane = self.puzzle.layout.tiling is None and self.puzzle.layout.layers == 1
            if one_plane and kept in straight and len({place[kept] for place in places}) == 1:
                return f"in {kept} {places[0][kept]} from {other} {places[0][other]} to {places[-1][other]}"
        return f"from {self.grid.where(cells[0])} to {self.grid.where(cells[-1])}"

    def _place(self, cell: int) -> tuple[tuple[str, int], ...]:
        """Row and column of a cell, from 1, after its layer if there are several; () in a tiling."""
        if self.puzzle.layout.tiling is not None:
            return ()
        row, column = divmod(cell, self.puzzle.width)
        layer, row = divmod(row, self.puzzle.height)
        layers = (("layer", layer + 1),) if self.puzzle.layout.layers > 1 else ()
        return (*layers, ("row", row + 1), ("column", column + 1))

    def is_bridge(self, cell: int) -> bool:
        return self.cell_of[cell] in self.puzzle.layout.bridges

    def crossing(self, track: int) -> str:
        """The direction in which a track crosses its bridge, in words."""
        return "from left to right" if track < self.grid.size else "from top to bottom"

    def number(self, label: int) -> int:
        """The number on the board with the engine's label `label`."""
        return self.numbers[label - 1]

    def label_at(self, cell: int) -> int:
        """The number of the line that ends at `cell`; 0 if it has none so far."""
        label = self.engine.position.summary(cell)[1]
        return self.number(label) if label else 0

    def number_through(self, cell: int) -> int:
        """The number of the line through or ending at `cell`; 0 if it has none so far."""
        around = linked_cells(self.track_links, self.engine.states())
        return max(map(self.content, reached([cell], lambda track: around.get(track, ()))))

    def is_tip(self, cell: int) -> bool:
        """Whether a line ends at `cell` and must go on: a number without a link, or another cell with one link."""
        links = self.engine.position.summary(cell)[2].bit_count()
        return links == (0 if self.content(cell) > 0 else 1)

    def domain(self, cell: int) -> str:
        """The numbers that can still reach `cell`, in words: 'no number', 'only 3', '3, 4 or 5'."""
        found = [str(self.number(label)) for label in self.engine.domains.domain(cell)]
        if not found:
            return "no number"
        return f"only {found[0]}" if len(found) == 1 else " or ".join((", ".join(found[:-1]), found[-1]))

    def needed_beside(self, label: int, *cells: int) -> str:
        """Words for neighbours of `cells` that numbers other than `label` need: ', as 3 needs ...'; '' if none."""
        needed: dict[int, set[int]] = {}
        for link in self.links_around(cells):
            pair = self.track_links[link]
            if self.engine.position.link_state(link) == 0 and len(set(pair) & set(cells)) == 1:
                cell = pair[0] if pair[1] in cells else pair[1]
                holder = self.engine.domains.holder(cell)
                if holder not in (0, label):
                    needed.setdefault(self.number(holder), set()).add(cell)
        if not needed:
            return ""
        held = sorted(set().union(*needed.values()))
        if len(needed) == 1:
            return f", as {min(needed)} needs {self.at(held[0]) if len(held) == 1 else 'the cells next to it'}"
        *others, last = map(str, sorted(needed))
        return f", as {', '.join(others)} and {last} need the cells next to it"

    def box(self, first: int, last: int, *, through: bool = False) -> tuple[int, ...]:
        """The cells of the rectangle from its top left to its bottom right cell; with `through`, those of all layers.

        If `last` is left of or above `first`, the rectangle wraps over the rim.
        """
        width, plane = self.puzzle.width, self.grid.plane
        rows = _range(first // width, last // width, self.puzzle.height)
        cells = [row * width + column for row in rows for column in _range(first % width, last % width, width)]
        layers = self.puzzle.layout.layers if through else 1
        return tuple(cell + layer * plane for layer in range(layers) for cell in cells)

    def box_name(self, first: int, last: int, *, through: bool = False) -> str:
        width, height, layers = self.puzzle.width, self.puzzle.height, self.puzzle.layout.layers
        (top, left), (bottom, right) = divmod(first % self.grid.plane, width), divmod(last % self.grid.plane, width)
        before = f"layer {first // self.grid.plane + 1}, " if layers > 1 and not through else ""
        behind = " of all layers" if layers > 1 and through else ""
        rows = f"row {top + 1}" if top == bottom else f"rows {top + 1} to {bottom + 1}"
        columns = f"column {left + 1}" if left == right else f"columns {left + 1} to {right + 1}"
        place = f"{rows}, {columns}"
        if first != last and (left, right) == (0, width - 1):
            place = rows
        elif first != last and (top, bottom) == (0, height - 1):
            place = columns
        return before + place + behind

    def line(self, family: int, line: int) -> tuple[int, ...]:
        """The cells of a line, given by the engine's numbers of its family and itself (`terrain.families`)."""
        lines = self.engine.terrain.families[family]
        return tuple(dict.fromkeys(self.cell_of[track] for track, its in enumerate(lines) if its == line))

    def line_name(self, cells: Sequence[int]) -> str:
        """A line, given by its cells, in words: a layer, row, column or diagonal."""
        layers = self.puzzle.layout.layers
        if layers > 1 and len({cell // self.grid.plane for cell in cells}) == 1 and len(cells) == self.grid.plane:
            return f"layer {cells[0] // self.grid.plane + 1}"
        flat = [divmod(cell % self.grid.plane, self.puzzle.width) for cell in cells]
        rows, columns = {row for row, _ in flat}, {column for _, column in flat}
        behind = " of all layers" if layers > 1 else ""
        if len(rows) == 1 and (len(columns) > 1 or self.puzzle.width == 1):
            return f"row {flat[0][0] + 1}{behind}"
        if len(columns) == 1 and (len(rows) > 1 or self.puzzle.height == 1):
            return f"column {flat[0][1] + 1}{behind}"
        (top, left), (bottom, right) = flat[0], flat[-1]
        first, last = f"row {top + 1}, column {left + 1}", f"row {bottom + 1}, column {right + 1}"
        if first == last:
            return first + behind
        return f"the {self.grid.pattern.line} from {first} to {last}{behind}"

    def ring(self, at: int, length: int) -> tuple[int, ...]:
        """The cells of a ring of `length` links, given by its place in the engine's list (`terrain.cycles`)."""
        rings = self.engine.terrain.cycles
        assert rings is not None
        links = rings[at + 1 : at + 1 + length]
        return tuple(dict.fromkeys(cell for link in sorted(links) for cell in self.links[link]))

    def coloured(self, cells: Sequence[int], *, black: bool) -> int:
        """The first of `cells` that is black, or white if not `black`, on a board coloured like a chessboard."""
        colours = self.engine.terrain.black
        return next(cell for cell in cells if bool(colours[cell]) == black)

    def own_ends(self, label: int) -> tuple[int, ...]:
        """The two cells of the number with the engine's label `label`."""
        return self.ends[self.number(label)]


def _range(first: int, last: int, length: int) -> list[int]:
    """The numbers from first to last; if last is smaller, from first to length - 1, then from 0 to last."""
    return list(range(first, last + 1)) if first <= last else [*range(first, length), *range(last + 1)]
