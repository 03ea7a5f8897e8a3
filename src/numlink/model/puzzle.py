"""The model: Puzzle and Solution, immutable values that hold whatever can be read.

A Puzzle may be illegal (a number once, or three times) and a Solution may be wrong: they are values, so that
`judge.check` can say what is wrong with them.  Only what has no meaning at all is refused here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, takewhile
from operator import index, itemgetter
from typing import TYPE_CHECKING, Any, SupportsIndex

from numlink.errors import InputError, quoted
from numlink.model import planes
from numlink.model.arguments import flag, instance, text, whole
from numlink.model.characters import printed
from numlink.model.grid import EMPTY, SOLID, Coordinates, Grid, cells_of_numbers, links_along, solids_of
from numlink.model.layout import PLAIN, HasLayout, Layout, whole_size_in_words
from numlink.model.placement import Placement
from numlink.model.rules import COVER, Rules, RulesLike
from numlink.model.sizes import largest_number
from numlink.model.symmetry import AnySymmetry, Symmetry
from numlink.model.words import WORD, counted

if TYPE_CHECKING:
    from numlink.model.planes import Cells, Planes


def _path(cells: Iterable[int]) -> tuple[int, ...]:
    """The cells of a path as ints, its smaller end first; a tuple of ints is not copied, which would take long."""
    if type(cells) is not tuple or (cells and not type(cells[0]) is type(cells[-1]) is int):
        cells = tuple(map(index, cells))
    return cells[::-1] if cells and cells[0] > cells[-1] else cells


@dataclass(frozen=True, slots=True)
class Solution(HasLayout):
    """Paths on a board: `paths[k - 1]` joins the two cells numbered k; it is empty if k does not occur.

    Paths are tuples of cells (see `Grid`), the smaller end first; a bridge is named each time it is crossed.  `layout`
    is the board's own.  Raises InputError for a size below 1x1.

    >>> Solution(3, 1, ((2, 1, 0),)).paths
    ((0, 1, 2),)
    """

    width: int
    height: int
    paths: tuple[tuple[int, ...], ...]
    layout: Layout = PLAIN

    def __post_init__(self) -> None:
        self._take_sides()
        instance(self.layout, Layout, "a layout")
        try:
            object.__setattr__(self, "paths", tuple(map(_path, self.paths)))
        except TypeError:
            raise InputError(f"paths must be lists of cells, whole numbers, not {quoted(self.paths)}.") from None

    def __repr__(self) -> str:
        return f"<Solution {whole_size_in_words(self)}, {counted(sum(map(bool, self.paths)), 'path')}>"

    def _repr_svg_(self) -> str:
        """How a notebook shows a solution."""
        import numlink  # see Puzzle._repr_svg_

        return numlink.svg(Puzzle.from_solution(self), self, theme="colour")

    @classmethod
    def from_positions(
        cls, width: int, height: int, paths: Iterable[Iterable[Sequence[int]]], *, layout: Layout = PLAIN
    ) -> Solution:
        """A solution from paths of positions (see `Grid`); raises InputError for one outside the board."""
        grid = Grid(width, height, layout=layout)
        try:
            cells = tuple(tuple(grid.cell(*place) for place in path) for path in paths)
            return cls(width, height, cells, layout)
        except InputError:
            raise
        except (TypeError, ValueError):
            raise InputError(f"paths must be lists of positions like (0, 1), not {quoted(paths)}.") from None

    @classmethod
    def from_grid(cls, rows: Sequence[Sequence[int]], *, layout: Layout = PLAIN) -> Solution:
        """The solution whose path k fills the cells that hold k; 0 and below are cells without a path.  O(cells).

        Raises InputError on boards with bridges and if the cells of a number do not determine its path, for example
        if it touches itself.

        >>> Solution.from_grid([[1, 1, 2], [1, 2, 2]]).paths
        ((1, 0, 3), (2, 5, 4))
        """
        rows = _whole_numbers(rows)
        instance(layout, Layout, "a layout")
        paths = planes.trace_paths(rows, layout)
        return cls(len(rows[0]), len(rows) // layout.layers, paths, layout)

    def _require_inside(self) -> None:
        """Raise InputError if a path leaves the board; as an index, a negative cell would mean another cell."""
        size = self.width * self.height * self.layout.layers
        for number, path in enumerate(self.paths, start=1):
            if path and not (0 <= min(path) and max(path) < size):
                cell = next(cell for cell in path if not 0 <= cell < size)
                raise InputError(f"path {number} has cell {cell}, but the board has only the cells 0 to {size - 1}.")

    def positions(self) -> list[list[Coordinates]]:
        """The paths as lists of (row, column) pairs, with layers (layer, row, column)."""
        return [[*map(self.position, path)] for path in self.paths]

    def rows(self) -> list[list[int]]:
        """The filled board, layer under layer: each cell's path number (the larger on a bridge), 0 for none."""
        self._require_inside()
        filled = [[EMPTY] * self.width for _ in range(self.height * self.layout.layers)]
        for number, path in enumerate(self.paths, start=1):
            for cell in path:
                filled[cell // self.width][cell % self.width] = number
        return filled

    @classmethod
    def from_numpy(cls, puzzle: Puzzle, links: Any) -> Solution:
        """The solution of `puzzle` with `links`, planes as in `links_to_numpy`; InputError if they make no paths."""
        grid = instance(puzzle, Puzzle, "a puzzle").grid
        paths = planes.paths_from(grid, puzzle.cells, planes.links_from(links, grid))
        return cls(puzzle.width, puzzle.height, paths, puzzle.layout)

    def to_numpy(self) -> Cells:
        """`rows()` as an array of int32, shape `(height, width)` or `(layers, height, width)`; needs numpy.

        >>> Solution(3, 2, ((0, 1, 4), (2, 5))).to_numpy().tolist()
        [[1, 1, 2], [0, 1, 2]]
        """
        grid = Grid(self.width, self.height, layout=self.layout)
        return planes.array_of(grid, [number for row in self.rows() for number in row])

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        return self.to_numpy().astype(dtype or "int32")

    def links_to_numpy(self) -> Planes:
        """The links as planes of bool: `[0, row, column]` is the link to the right of a cell, `[1, row, column]` down.

        A wrapped link stands at the last cell of its row or column.  With layers the shape is `(planes, layers,
        height, width)`, the last plane leads to the next layer.  Hexagons: right and down, down, right and up.
        Diagonals add, at their left cell, right and down, right and up.  Needs numpy.

        >>> Solution(3, 2, ((0, 1, 4), (2, 5))).links_to_numpy().astype(int).tolist()
        [[[1, 0, 0], [0, 0, 0]], [[0, 1, 1], [0, 0, 0]]]
        """
        return planes.planes_of(Grid(self.width, self.height, layout=self.layout), self.links())

    def links(self) -> set[tuple[int, int]]:
        """The links of the paths, each as its two cells with the smaller first."""
        return {link for path in self.paths for link in links_along(path)}

    def transformed(self, symmetry: AnySymmetry, *, solids: Iterable[int] = ()) -> Solution:
        """This solution turned and flipped by `symmetry`; `solids` are those of the board (see `Grid.placement`)."""
        return self.placed(Grid(self.width, self.height, frozenset(solids), self.layout).placement(symmetry))

    def placed(self, placement: Placement) -> Solution:
        """This solution on the board of `placement`; raises InputError if a path leaves the board."""
        self._require_inside()
        grid, places = placement.grid, placement.places
        paths = tuple(tuple(places[cell] for cell in path) for path in self.paths)
        return Solution(grid.width, grid.height, paths, grid.layout)


@dataclass(frozen=True, slots=True)
class Puzzle(HasLayout):
    """A board and its rules: `cells` row-major, 0 for empty (bridges too), -1 for solid, k for an end of path k.

    `cells` has `height` rows for each layer.  Two puzzles are equal whatever their `solution`, `name`, `seed`, `recipe`
    and `notes`.  Raises InputError if the cells make no board.

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
    layout: Layout = PLAIN

    def __post_init__(self) -> None:
        try:
            # Only Python's own ints have an int as their sum; a tuple of them is kept, as copying it is slow.
            if type(self.cells) is not tuple or type(sum(self.cells)) is not int:
                object.__setattr__(self, "cells", tuple(map(index, self.cells)))
        except TypeError:
            raise InputError(
                "a cell must be a whole number: 0 for empty, -1 for a block, k for an end of path k. "
                "Give one for each cell."
            ) from None
        object.__setattr__(self, "rules", Rules.of(self.rules))
        self._check_values()
        self._take_sides()
        grid = Grid(self.width, self.height, layout=self.layout)
        size = self.width * self.height if self.layout is PLAIN else grid.size
        if len(self.cells) != size:
            raise InputError(f"a board of {whole_size_in_words(self)} has {size} cells, not {len(self.cells)}.")
        smallest, largest = min(self.cells), max(self.cells)
        if smallest < SOLID:
            raise InputError(f"a cell holds {quoted(smallest)}. Use 0 for empty, -1 for a block, or a positive number.")
        if largest > largest_number(size):
            raise InputError(f"number {quoted(largest)} is too large: at most {largest_number(size):,} is allowed.")
        if self.solution is not None and (self.solution.width, self.solution.height) != (self.width, self.height):
            other = whole_size_in_words(self.solution)
            raise InputError(f"the solution is for a board of {other}, not {whole_size_in_words(self)}.")
        if self.layout is not PLAIN or (self.solution is not None and self.solution.layout is not PLAIN):
            self._check_layout(grid)

    def _check_values(self) -> None:
        """Raise InputError for a name, recipe, seed, solution or notes of the wrong type; make the seed an int."""
        for value, what in ((self.name, "a name"), (self.recipe, "a recipe")):
            if value is not None:
                text(value, what)
        if self.seed is not None and type(self.seed) is not int:
            object.__setattr__(self, "seed", whole(self.seed, "a seed"))
        if self.solution is not None:
            instance(self.solution, Solution, "a solution")
        if type(self.notes) is not dict or self.notes:
            _require_notes(self.notes)

    def _check_layout(self, grid: Grid) -> None:
        """Raise InputError for a solution of another layout and for a bridge whose cell is not empty."""
        if self.solution is not None and self.solution.layout != self.layout:
            raise InputError(
                f"the solution is for a board with {self.solution.layout}, not {self.layout}. "
                "Give both the same layout."
            )
        for cell in sorted(self.layout.bridges):
            if self.cells[cell] != EMPTY:
                what = "on a block" if self.cells[cell] == SOLID else f"under number {self.cells[cell]}"
                raise InputError(f"{grid.where(cell)}: a bridge {what}. Both ways over it must be open; move one.")

    @classmethod
    def from_rows(cls, rows: Sequence[Sequence[int]], *, rules: RulesLike = COVER, layout: Layout = PLAIN) -> Puzzle:
        """A puzzle from rows of cells, layer under layer; raises InputError for unequal rows or layers."""
        rows = _whole_numbers(rows)
        instance(layout, Layout, "a layout")
        if not rows:
            raise InputError("a board needs at least one row.")
        for number, row in enumerate(rows, start=1):
            if len(row) != len(rows[0]):
                raise InputError(
                    f"row {number} has {counted(len(row), 'cell')}, row 1 has {len(rows[0])}. Make them equally long."
                )
        if len(rows) % layout.layers:
            raise InputError(
                f"{layout.layers} layers cannot share {counted(len(rows), 'row')}. Give each the same number."
            )
        cells = tuple(cell for row in rows for cell in row)
        return cls(len(rows[0]), len(rows) // layout.layers, cells, Rules.of(rules), layout=layout)

    @classmethod
    def from_solution(
        cls, solution: Solution, *, solids: Iterable[int] = (), rules: RulesLike = COVER, numbered: bool = False
    ) -> Puzzle:
        """The puzzle with a number at both ends of each path of `solution`, which becomes its known solution.

        `numbered` first renumbers the paths, in row-major order of the smallest cell of each.
        """
        instance(solution, Solution, "a solution")
        if flag(numbered, "numbered"):
            order = sorted((path for path in solution.paths if path), key=lambda path: min(path))
            solution = replace(solution, paths=tuple(order))
        grid = Grid(solution.width, solution.height, solids_of(solids), solution.layout)
        cells = [SOLID if cell in grid.solids else EMPTY for cell in range(grid.size)]
        for number, path in enumerate(solution.paths, start=1):
            if path:
                if not 0 <= path[0] <= path[-1] < grid.size:
                    raise InputError(f"the path of {number} ends outside the board of {whole_size_in_words(grid)}.")
                cells[path[0]] = cells[path[-1]] = number
        return cls(solution.width, solution.height, tuple(cells), Rules.of(rules), solution, layout=solution.layout)

    @classmethod
    def from_numpy(cls, cells: Any, *, rules: RulesLike = COVER, layout: Layout = PLAIN) -> Puzzle:
        """The puzzle from an array with the shape that `to_numpy` gives; raises InputError for any other shape."""
        instance(layout, Layout, "a layout")
        return cls.from_rows(planes.rows_of(cells, layout), rules=rules, layout=layout)

    def to_numpy(self) -> Cells:
        """The cells as an array of int32, shape `(height, width)` or `(layers, height, width)`; needs numpy.

        >>> Puzzle(3, 1, (1, 0, 1)).to_numpy()
        array([[1, 0, 1]], dtype=int32)
        """
        return planes.array_of(Grid(self.width, self.height, layout=self.layout), self.cells)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        return self.to_numpy().astype(dtype or "int32")

    @property
    def grid(self) -> Grid:
        """The board without its numbers."""
        return Grid(self.width, self.height, frozenset(self.solids()), self.layout)

    @property
    def pairs(self) -> int:
        """The number of different numbers on the board."""
        return len({cell for cell in self.cells if cell > 0})

    def solids(self) -> list[int]:
        """The solid cells in row-major order."""
        return [cell for cell, content in enumerate(self.cells) if content == SOLID]

    def endpoints(self) -> dict[int, tuple[int, ...]]:
        """The cells of each number, numbers in ascending order; two cells each on a legal board."""
        return dict(sorted(cells_of_numbers(self.cells).items()))

    def rows(self) -> list[tuple[int, ...]]:
        """The cells row by row, layer after layer."""
        return [self.cells[start : start + self.width] for start in range(0, len(self.cells), self.width)]

    def filled(self, solution: Solution | None) -> list[tuple[int, ...]]:
        """The rows with each cell's path number (None: `rows()`); InputError for a solution of another board."""
        if solution is None:
            return self.rows()
        self.with_solution(solution)  # refuses one of another size or layout
        return [
            tuple(SOLID if content == SOLID else number for content, number in zip(*pair, strict=True))
            for pair in zip(self.rows(), solution.rows(), strict=True)
        ]

    def with_rules(self, rules: RulesLike | None) -> Puzzle:
        """This puzzle under other rules; None keeps its own."""
        chosen = self.rules if rules is None else Rules.of(rules)
        return self if chosen == self.rules else replace(self, rules=chosen)

    def with_solution(self, solution: Solution | None) -> Puzzle:
        """This puzzle with `solution` as its known solution; None removes it."""
        return replace(self, solution=solution)

    def transformed(self, symmetry: AnySymmetry) -> Puzzle:
        """This puzzle and its solution, turned and flipped by one of `puzzle.grid.symmetries()`; no seed, no recipe."""
        return self._placed(self.grid.placement(symmetry))

    def _placed(self, placement: Placement) -> Puzzle:
        """This puzzle on the board of `placement`, each cell moved to its place there; without seed and recipe."""
        return replace(
            self,
            width=placement.grid.width,
            height=placement.grid.height,
            layout=placement.grid.layout,
            cells=tuple(self._placed_cells(placement)),
            solution=self.solution and self.solution.placed(placement),
            seed=None,
            recipe=None,
        )

    def _placed_cells(self, placement: Placement) -> list[int]:
        cells = [SOLID] * placement.grid.size
        for content, there in zip(self.cells, placement.places, strict=True):
            if there >= 0:
                cells[there] = content
        return cells

    def renumbered(self) -> Puzzle:
        """This puzzle with numbers 1, 2, 3, ... in row-major order of first appearance."""
        names: dict[int, int] = {}
        cells = tuple(names.setdefault(cell, len(names) + 1) if cell > 0 else cell for cell in self.cells)
        solution = self.solution
        if solution is not None:
            old = {new: number for number, new in names.items()}
            paths = [solution.paths[old[new] - 1] if old[new] <= len(solution.paths) else () for new in sorted(old)]
            solution = replace(solution, paths=tuple(paths))
        return replace(self, cells=cells, solution=solution)

    def canonical(self) -> Puzzle:
        """One puzzle for all symmetric copies (`Grid.copies`) and numberings: the smallest by (size, width, cells)."""
        return self._placed(self.smallest_copy()[0]).renumbered()

    def smallest_copy(self) -> tuple[Placement, tuple[int, ...]]:
        """How `canonical` places this board, and its cells there; O(cells) for each symmetric copy."""
        if not self.layout.plain:
            placement = min(self.grid.copies(), key=self._placed_key)
            return placement, _renumbered(self._placed_cells(placement))
        copies = [*self._copies()]
        # The smallest copy has the smallest start, up to its first number, which becomes 1.
        starts = [(width, [*takewhile((1).__gt__, cells), 1]) for _, width, cells in copies]
        smallest = min(starts)
        ties = [copy for copy, start in zip(copies, starts, strict=True) if start == smallest]
        symmetry, cells = min([(symmetry, _renumbered(cells)) for symmetry, _, cells in ties], key=itemgetter(1))
        return self.grid.placement(Symmetry(symmetry)), cells

    def _copies(self) -> Iterator[tuple[tuple[bool, bool, bool], int, list[int]]]:
        """(value of the symmetry, width, cells) of each symmetric copy of a plain rectangle."""
        rows = self.rows()
        for transpose, lines in ((False, rows), (True, [*zip(*rows, strict=True)])):
            for flipped in (False, True):
                cells = [*chain.from_iterable(lines[::-1] if flipped else lines)]
                yield (transpose, flipped, False), len(lines[0]), cells
                yield (transpose, not flipped, True), len(lines[0]), cells[::-1]  # both flips

    def _placed_key(self, placement: Placement) -> tuple[int, int, tuple[int, ...], tuple[object, ...]]:
        """(size, width, cells renumbered, layout) of a copy."""
        grid = placement.grid
        layout = grid.layout
        laid = (layout.wrap.value, sorted(layout.walls), sorted(layout.bridges), sorted(layout.vias or ()))
        return grid.size, grid.width, _renumbered(self._placed_cells(placement)), laid

    def __str__(self) -> str:
        return printed(self.rows(), self.grid)

    def __repr__(self) -> str:
        return f"<Puzzle {whole_size_in_words(self)}, {counted(self.pairs, 'pair')}, rules {self.rules}>"

    def _repr_svg_(self) -> str:
        """How a notebook shows a puzzle."""
        import numlink  # through the package, as a user would: the model imports no module above it

        return numlink.svg(self, theme="colour")


def _require_notes(notes: Mapping[str, str]) -> None:
    """Raise InputError unless keys are words, the only ones that plain text reads back, and values are texts."""
    if not isinstance(notes, Mapping):
        raise InputError(f"notes must be a mapping of texts, not {quoted(notes)}.")
    for key, value in notes.items():
        if not isinstance(key, str) or not WORD.fullmatch(key):
            raise InputError(
                f"a note's key must be a word of letters, digits, '-' and '_', not {quoted(key)}. Rename it."
            )
        if not isinstance(value, str):
            raise InputError(f"the note {key!r} must be text, not {quoted(value)}.")


def require_puzzle(value: object) -> Puzzle:
    """The value if it is a Puzzle; raises InputError for anything else."""
    if not isinstance(value, Puzzle):
        raise InputError(
            f"a puzzle must be a Puzzle, not {quoted(value)}. "
            "Make one with numlink.parse, numlink.load or Puzzle.from_rows."
        )
    return value


def _renumbered(cells: Sequence[int]) -> tuple[int, ...]:
    """Cells with numbers 1, 2, 3, ... in the order in which they first appear."""
    numbers = (cell for cell in dict.fromkeys(cells) if cell > 0)
    names = {EMPTY: EMPTY, SOLID: SOLID} | {number: new for new, number in enumerate(numbers, 1)}
    return tuple(map(names.__getitem__, cells))


def _whole_numbers(rows: Iterable[Iterable[SupportsIndex]]) -> list[list[int]]:
    """The rows as lists of ints, from lists, an array of numpy, ...; raises InputError if one is not whole."""
    try:
        return [[index(cell) for cell in row] for row in rows]
    except TypeError:
        raise InputError(
            "a cell must be a whole number: 0 for empty, -1 for a block, k for an end of path k. "
            "Give a list of rows of cells."
        ) from None
