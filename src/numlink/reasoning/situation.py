"""Where a sentence is said: a board, the engine's position on it, and how its cells, boxes and numbers are named."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from numlink.engine.deduction.reasoner import Reasoner
from numlink.model.puzzle import Puzzle
from numlink.model.words import where


class Situation:
    """What sentences may speak of: the board, the engine's position, the numbers by their real names.

    It serves one puzzle for as long as its engine.
    """

    def __init__(self, puzzle: Puzzle, engine: Reasoner) -> None:
        self.puzzle = puzzle
        self.engine = engine
        self.links = puzzle.grid.links()
        self.ends = puzzle.endpoints()
        self.numbers = list(self.ends)
        self.around: list[list[int]] = [[] for _ in puzzle.cells]
        for link, pair in enumerate(self.links):
            for cell in pair:
                self.around[cell].append(link)

    def links_around(self, cells: Iterable[int]) -> set[int]:
        """The links that lead to any of `cells`."""
        return {link for cell in cells for link in self.around[cell]}

    def at(self, cell: int) -> str:
        """A cell by row and column, with its number where it has one."""
        content = self.puzzle.cells[cell]
        place = where(self.puzzle.width, cell)
        return f"the {content} at {place}" if content > 0 else place

    def number(self, label: int) -> int:
        """The number on the board that the engine knows as `label`."""
        return self.numbers[label - 1]

    def label_at(self, cell: int) -> int:
        """The number of the piece that ends at `cell`, 0 while it has none."""
        label = self.engine.position.summary(cell)[1]
        return self.number(label) if label else 0

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
            pair = self.links[link]
            if self.engine.position.link_state(link) == 0 and len(set(pair) & set(cells)) == 1:
                cell = pair[0] if pair[1] in cells else pair[1]
                holder = self.engine.domains.holder(cell)
                if holder not in (0, label):
                    needed.setdefault(self.number(holder), set()).add(cell)
        told = [f"{number} needs {' and '.join(map(self.at, sorted(held)))}" for number, held in sorted(needed.items())]
        return f", as {' and '.join(told)}" if told else ""

    def box(self, first: int, last: int) -> tuple[int, ...]:
        """The cells of the rectangle between two corners."""
        width = self.puzzle.width
        rows = range(first // width, last // width + 1)
        return tuple(row * width + column for row in rows for column in range(first % width, last % width + 1))

    def box_name(self, first: int, last: int) -> str:
        """A rectangle in words."""
        width = self.puzzle.width
        (top, left), (bottom, right) = divmod(first, width), divmod(last, width)
        if first == last:
            return where(width, first)
        rows = f"row {top + 1}" if top == bottom else f"rows {top + 1} to {bottom + 1}"
        columns = f"column {left + 1}" if left == right else f"columns {left + 1} to {right + 1}"
        if left == 0 and right == width - 1:
            return rows
        if top == 0 and bottom == self.puzzle.height - 1:
            return columns
        return f"{rows}, {columns}"

    def own_ends(self, label: int) -> tuple[int, ...]:
        """The two cells of the number that the engine knows as `label`."""
        return self.ends[self.number(label)]
