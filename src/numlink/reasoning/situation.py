"""Where a sentence is said: a board, the engine's position on it, and how its cells, boxes and numbers are named."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from numlink.engine.deduction.reasoner import Reasoner
from numlink.model.puzzle import Puzzle
from numlink.reasoning.position import linked_cells


class Situation:
    """What sentences may speak of: the board, the engine's position, the numbers by their real names.

    It belongs to one puzzle and one engine.  The engine speaks of tracks: a bridge is two of them, one with the cell's
    own number (`numlink.model.grid`).  Where a cell is asked for, a track is accepted.
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
        self.around: list[list[int]] = [[] for _ in puzzle.cells]
        for link, pair in enumerate(self.links):
            for cell in pair:
                self.around[cell].append(link)

    @cached_property
    def middles(self) -> list[tuple[float, float, int]]:
        """Per cell its middle and its layer."""
        pattern, width = self.grid.pattern, self.puzzle.width
        flat = [pattern.middle(*divmod(cell, width)) for cell in range(self.grid.plane)]
        return [(*flat[cell % self.grid.plane], cell // self.grid.plane) for cell in range(self.grid.size)]

    def apart(self, one: int, other: int) -> float:
        """How far two cells are from each other, in sides of a square; a layer counts as one."""
        (x, y, layer), (u, v, below) = self.middles[self.cell_of[one]], self.middles[self.cell_of[other]]
        return abs(x - u) + abs(y - v) + abs(layer - below)

    def gap(self, cell: int) -> float:
        """How far the two lines of the number whose piece ends at `cell` still are from each other; as far as the board
        is wide and high where the piece has no number."""
        label = self.engine.position.summary(cell)[1]
        if not label:
            return float(self.puzzle.width + self.grid.height)
        one, other = (self.engine.position.summary(end)[0] for end in self.own_ends(label))
        return self.apart(one, other)

    def links_around(self, cells: Iterable[int]) -> set[int]:
        """The links that lead to any of `cells`."""
        return {link for cell in cells for link in self.around[self.cell_of[cell]]}

    def content(self, cell: int) -> int:
        """What stands in a cell."""
        return self.puzzle.cells[self.cell_of[cell]]

    def at(self, cell: int) -> str:
        """A cell by row and column, with its number where it has one, or as the bridge it is."""
        place = self.grid.where(self.cell_of[cell])
        if self.is_bridge(cell):
            return f"the bridge at {place}"
        content = self.content(cell)
        return f"the {content} at {place}" if content > 0 else place

    def pair(self, one: int, other: int) -> str:
        """Two cells that a link joins, by row and column; a row or a column that they share is named once.

        Kept short, since most sentences are about a link.
        """
        here, there = sorted((self.cell_of[one], self.cell_of[other]))
        if not self.puzzle.layout.plain:
            return f"{self.grid.where(self.cell_of[one])} and {self.grid.where(self.cell_of[other])}"
        (row, column), (last_row, last_column) = divmod(here, self.puzzle.width), divmod(there, self.puzzle.width)
        if row == last_row:
            return f"row {row + 1}, columns {column + 1} and {last_column + 1}"
        return f"rows {row + 1} and {last_row + 1}, column {column + 1}"

    def stretch(self, one: int, other: int) -> str:
        """From where to where a line runs; a row or a column that both ends share is named once."""
        here, there = self.cell_of[one], self.cell_of[other]
        if self.puzzle.layout.plain:
            (row, column), (last_row, last_column) = divmod(here, self.puzzle.width), divmod(there, self.puzzle.width)
            if row == last_row:
                return f"in row {row + 1} from column {column + 1} to {last_column + 1}"
            if column == last_column:
                return f"in column {column + 1} from row {row + 1} to {last_row + 1}"
        return f"from {self.grid.where(here)} to {self.grid.where(there)}"

    def is_bridge(self, cell: int) -> bool:
        """Whether a cell is a bridge."""
        return self.cell_of[cell] in self.puzzle.layout.bridges

    def crossing(self, track: int) -> str:
        """Which way a track leads over its bridge."""
        return "from left to right" if track < self.grid.size else "from top to bottom"

    def number(self, label: int) -> int:
        """The number on the board that the engine knows as `label`."""
        return self.numbers[label - 1]

    def label_at(self, cell: int) -> int:
        """The number of the piece that ends at `cell`, 0 while it has none."""
        label = self.engine.position.summary(cell)[1]
        return self.number(label) if label else 0

    def number_through(self, cell: int) -> int:
        """The number of the piece that `cell` lies on, at its end or inside; 0 while it has none."""
        piece, around = [cell], linked_cells(self.track_links, self.engine.states())
        for track in piece:  # grows while it is walked
            piece += [other for other in around.get(track, ()) if other not in piece]
        return max(map(self.content, piece))

    def is_tip(self, cell: int) -> bool:
        """Whether a line ends at `cell` and has to go on: a number without a link, another cell with one."""
        links = self.engine.position.summary(cell)[2].bit_count()
        return links == (0 if self.content(cell) > 0 else 1)

    def domain(self, cell: int) -> str:
        """Which numbers can still reach `cell`, in words."""
        found = [str(self.number(label)) for label in self.engine.domains.domain(cell)]
        if not found:
            return "no number"
        return f"only {found[0]}" if len(found) == 1 else " or ".join((", ".join(found[:-1]), found[-1]))

    def needed_beside(self, cells: Sequence[int], label: int) -> str:
        """Which open ways of `cells` other numbers need for themselves, in words."""
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
            return f", as {min(needed)} needs {self.at(held[0]) if len(held) == 1 else 'the cells beside it'}"
        return f", as {' and '.join(map(str, sorted(needed)))} need the cells beside it"

    def box(self, first: int, last: int, *, through: bool = False) -> tuple[int, ...]:
        """The cells of the rectangle between two corners, or `through` the same ones of all layers.

        Where the last corner lies before the first, it goes over the rim.
        """
        width, plane = self.puzzle.width, self.grid.plane
        rows = _range(first // width, last // width, self.puzzle.height)
        cells = [row * width + column for row in rows for column in _range(first % width, last % width, width)]
        layers = self.puzzle.layout.layers if through else 1
        return tuple(cell + layer * plane for layer in range(layers) for cell in cells)

    def box_name(self, first: int, last: int, *, through: bool = False) -> str:
        """A rectangle in words."""
        width, height, layers = self.puzzle.width, self.puzzle.height, self.puzzle.layout.layers
        (top, left), (bottom, right) = divmod(first % self.grid.plane, width), divmod(last % self.grid.plane, width)
        before = f"layer {first // self.grid.plane + 1}, " if layers > 1 and not through else ""
        behind = " of all layers" if layers > 1 and through else ""
        rows = f"row {top + 1}" if top == bottom else f"rows {top + 1} to {bottom + 1}"
        columns = f"column {left + 1}" if left == right else f"columns {left + 1} to {right + 1}"
        if first == last:
            place = f"{rows}, {columns}"
        elif left == 0 and right == width - 1:
            place = rows
        elif top == 0 and bottom == height - 1:
            place = columns
        else:
            place = f"{rows}, {columns}"
        return before + place + behind

    def line(self, family: int, line: int) -> tuple[int, ...]:
        """The cells of a line, of the families of the engine's terrain."""
        lines = self.engine.terrain.families[family]
        return tuple(dict.fromkeys(self.cell_of[track] for track, its in enumerate(lines) if its == line))

    def line_name(self, cells: Sequence[int]) -> str:
        """A line in words, by its cells."""
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
        """The cells of a ring of the engine's terrain, listed there behind `at`."""
        rings = self.engine.terrain.cycles
        assert rings is not None
        links = rings[at + 1 : at + 1 + length]
        return tuple(dict.fromkeys(cell for link in sorted(links) for cell in self.links[link]))

    def coloured(self, cells: Sequence[int], *, black: bool) -> int:
        """The first of `cells` that is black, or white, where they are coloured like a chessboard."""
        colours = self.engine.terrain.black
        return next(cell for cell in cells if bool(colours[cell]) == black)

    def own_ends(self, label: int) -> tuple[int, ...]:
        """The two cells of the number that the engine knows as `label`."""
        return self.ends[self.number(label)]


def _range(first: int, last: int, length: int) -> list[int]:
    """The numbers from first to last, over the end where last is smaller."""
    return list(range(first, last + 1)) if first <= last else [*range(first, length), *range(last + 1)]
