"""The model: Puzzle and Solution, immutable values that hold whatever can be read.

A Puzzle may be illegal (a number once, or three times) and a Solution may be wrong: they are values, so that
`judge.check` can say what is wrong with them.  Only what has no meaning at all is refused here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from numlink.errors import InputError
from numlink.model.characters import boxed
from numlink.model.grid import EMPTY, SOLID, Grid, Symmetry, source_cells
from numlink.model.rules import COVER, Rules, require_rules
from numlink.model.sizes import largest_number
from numlink.model.tracing import trace_paths


@dataclass(frozen=True, slots=True)
class Solution:
    """Paths on a board: `paths[k - 1]` joins the two cells numbered k; a number that does not occur has an empty path.

    Paths are tuples of cells (`row * width + column`), each turned so that its smaller end comes first; two
    solutions are equal if and only if they use the same links for the same numbers.

    >>> Solution(3, 1, ((2, 1, 0),)).paths
    ((0, 1, 2),)
    """

    width: int
    height: int
    paths: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        turned = tuple(tuple(path) if not path or path[0] <= path[-1] else tuple(reversed(path)) for path in self.paths)
        object.__setattr__(self, "paths", turned)

    @classmethod
    def from_positions(cls, width: int, height: int, paths: Iterable[Iterable[Sequence[int]]]) -> Solution:
        """A solution from paths of (row, column) pairs; raises InputError for a pair outside the board."""
        grid = Grid(width, height)
        return cls(width, height, tuple(tuple(grid.cell(row, column) for row, column in path) for path in paths))

    @classmethod
    def from_grid(cls, rows: Sequence[Sequence[int]]) -> Solution:
        """The solution whose path k fills the cells that hold k; 0 and below are cells without a path.

        This works where no path touches itself, as the assignment's Part 5 notes.  Where equal numbers lie side
        by side in more than one way a path could run, InputError names the cells.  O(cells).

        >>> Solution.from_grid([[1, 1, 2], [1, 2, 2]]).paths
        ((1, 0, 3), (2, 5, 4))
        """
        return cls(len(rows[0]) if rows else 0, len(rows), trace_paths(rows))

    def positions(self) -> list[list[tuple[int, int]]]:
        """The paths as lists of (row, column) pairs."""
        return [[divmod(cell, self.width) for cell in path] for path in self.paths]

    def rows(self) -> list[list[int]]:
        """The filled board: the number of the path at each cell, 0 where there is none."""
        filled = [[EMPTY] * self.width for _ in range(self.height)]
        for number, path in enumerate(self.paths, start=1):
            for cell in path:
                filled[cell // self.width][cell % self.width] = number
        return filled

    def links(self) -> set[tuple[int, int]]:
        """The links the paths use, each as its two cells with the smaller first."""
        return {(min(pair), max(pair)) for path in self.paths for pair in zip(path, path[1:], strict=False)}

    def transformed(self, symmetry: Symmetry) -> Solution:
        """This solution as `symmetry` lays it."""
        grid = Grid(self.width, self.height)
        laid = grid.transformed(symmetry)
        return Solution(laid.width, laid.height, tuple(tuple(grid.carry(path, symmetry)) for path in self.paths))


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A board with the rules it is meant under: `cells` row-major, 0 empty, -1 solid, k an end of path k.

    `solution`, `seed`, `recipe` and `notes` are what is known about it beside the board; they do not count when two
    puzzles are compared.  Raises InputError where the cells do not make a board.  A puzzle prints itself as a
    boxed board and shows itself as a picture in a notebook.

    >>> Puzzle(3, 1, (1, 0, 1)).endpoints()
    {1: (0, 2)}
    """

    width: int
    height: int
    cells: tuple[int, ...]
    rules: Rules = COVER
    solution: Solution | None = field(default=None, compare=False)
    name: str | None = field(default=None, compare=False)
    seed: int | None = field(default=None, compare=False)
    recipe: str | None = field(default=None, compare=False)
    notes: Mapping[str, str] = field(default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "cells", tuple(self.cells))
        require_rules(self.rules)
        size = Grid(self.width, self.height).size
        if len(self.cells) != size:
            raise InputError(f"a board of {self.width}x{self.height} has {size} cells, not {len(self.cells)}.")
        smallest, largest = min(self.cells), max(self.cells)
        if smallest < SOLID:
            raise InputError(f"a cell holds {smallest}. Use 0 for empty, -1 for solid, or a positive number.")
        if largest > largest_number(size):
            raise InputError(f"number {largest} is too large: at most {largest_number(size):,} is allowed.")
        if self.solution is not None and (self.solution.width, self.solution.height) != (
            self.width,
            self.height,
        ):
            raise InputError(
                f"the solution is for a board of {self.solution.width}x{self.solution.height}, "
                f"not {self.width}x{self.height}."
            )

    @classmethod
    def from_rows(cls, rows: Sequence[Sequence[int]], *, rules: Rules = COVER) -> Puzzle:
        """A puzzle from equally long rows of cells; raises InputError where they are not."""
        if not rows:
            raise InputError("a board needs at least one row.")
        for number, row in enumerate(rows, start=1):
            if len(row) != len(rows[0]):
                raise InputError(
                    f"row {number} has {len(row)} cells, row 1 has {len(rows[0])}. Make them equally long."
                )
        return cls(len(rows[0]), len(rows), tuple(cell for row in rows for cell in row), rules)

    @classmethod
    def from_solution(
        cls, solution: Solution, *, solids: Iterable[int] = (), rules: Rules = COVER, numbered: bool = False
    ) -> Puzzle:
        """The puzzle that asks for `solution`; with `numbered`, paths are first numbered in row-major order."""
        if numbered:
            order = sorted((path for path in solution.paths if path), key=lambda path: min(path))
            solution = Solution(solution.width, solution.height, tuple(order))
        cells = [EMPTY] * (solution.width * solution.height)
        for cell in solids:
            cells[cell] = SOLID
        for number, path in enumerate(solution.paths, start=1):
            if path:
                cells[path[0]] = cells[path[-1]] = number
        return cls(solution.width, solution.height, tuple(cells), rules, solution)

    @property
    def grid(self) -> Grid:
        """The board without its numbers."""
        return Grid(self.width, self.height, frozenset(self.solids()))

    @property
    def pairs(self) -> int:
        """How many different numbers the board has."""
        return len({cell for cell in self.cells if cell > 0})

    def solids(self) -> list[int]:
        """The solid cells in row-major order."""
        return [cell for cell, content in enumerate(self.cells) if content == SOLID]

    def endpoints(self) -> dict[int, tuple[int, ...]]:
        """The cells of each number, numbers in ascending order; two cells each on a legal board."""
        found: dict[int, list[int]] = {}
        for cell, content in enumerate(self.cells):
            if content > 0:
                found.setdefault(content, []).append(cell)
        return {number: tuple(found[number]) for number in sorted(found)}

    def rows(self) -> list[tuple[int, ...]]:
        """The cells row by row."""
        return [self.cells[start : start + self.width] for start in range(0, len(self.cells), self.width)]

    def filled(self, solution: Solution | None) -> list[tuple[int, ...]]:
        """The rows with the number of its path in every cell, solids as they are; None: `rows()`."""
        if solution is None:
            return self.rows()
        return [
            tuple(SOLID if content == SOLID else number for content, number in zip(*pair, strict=True))
            for pair in zip(self.rows(), solution.rows(), strict=True)
        ]

    def with_rules(self, rules: Rules | None) -> Puzzle:
        """This puzzle under other rules; None keeps its own."""
        return self if rules is None or rules == self.rules else replace(self, rules=rules)

    def with_solution(self, solution: Solution | None) -> Puzzle:
        """This puzzle with another known solution."""
        return replace(self, solution=solution)

    def transformed(self, symmetry: Symmetry) -> Puzzle:
        """This puzzle as `symmetry` lays it, its solution with it; the recipe no longer holds and is dropped."""
        grid = Grid(self.width, self.height)
        laid = grid.transformed(symmetry)
        cells = [EMPTY] * len(self.cells)
        for cell, content in zip(grid.carry(range(grid.size), symmetry), self.cells, strict=True):
            cells[cell] = content
        solution = self.solution and self.solution.transformed(symmetry)
        return replace(
            self,
            width=laid.width,
            height=laid.height,
            cells=tuple(cells),
            solution=solution,
            seed=None,
            recipe=None,
        )

    def renumbered(self) -> Puzzle:
        """This puzzle with numbers 1, 2, 3, ... in row-major order of first appearance."""
        names: dict[int, int] = {}
        cells = tuple(names.setdefault(cell, len(names) + 1) if cell > 0 else cell for cell in self.cells)
        solution = self.solution
        if solution is not None:
            old = {new: number for number, new in names.items()}
            paths = [solution.paths[old[new] - 1] if old[new] <= len(solution.paths) else () for new in sorted(old)]
            solution = Solution(self.width, self.height, tuple(paths))
        return replace(self, cells=cells, solution=solution)

    def canonical(self) -> Puzzle:
        """The same puzzle for all 8 symmetric copies and all numberings: the one with the smallest (size, cells)."""
        best = min(Symmetry, key=self._canonical_key)
        return self.transformed(best).renumbered()

    def _canonical_key(self, symmetry: Symmetry) -> tuple[int, tuple[int, ...]]:
        """(width, cells renumbered) of a symmetric copy, without making a puzzle of it."""
        names: dict[int, int] = {EMPTY: EMPTY, SOLID: SOLID}
        sources = source_cells(self.width, self.height, symmetry)
        cells = tuple(names.setdefault(self.cells[source], len(names) - 1) for source in sources)
        return self.height if symmetry.value[0] else self.width, cells

    def __str__(self) -> str:
        return boxed(self.rows())

    def _repr_svg_(self) -> str:
        """How a notebook shows a puzzle."""
        from numlink.render.svg import svg  # the one upward import the design allows

        return svg(self, theme="colour")
