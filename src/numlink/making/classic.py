"""Puzzles like those of the program in a lab assignment for students: random paths are grown, then numbered.

Such a puzzle may have several solutions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from numlink.engine.covers.growth import GraphGrowth, Growth
from numlink.errors import InputError, quoted
from numlink.exact.budget import Budget, Seconds
from numlink.making.wishes import WISHES, Wished, layout_fields
from numlink.model.arguments import instance, seed_of, whole
from numlink.model.grid import LARGEST_BOARD, Grid
from numlink.model.layout import PLAIN, Layout, sides_in_words, whole_size_in_words
from numlink.model.puzzle import Puzzle, Solution
from numlink.model.rules import COVER, Rules, RulesLike
from numlink.model.words import counted

PATHS_A_SLICE = 20_000  # paths grown between two looks at the clock

CLASSIC_WISHES = {key: WISHES[key] for key in ("rules", "mask", "board", "tiling", "wrap", "layers", "vias", "walls")}
"""The wishes that a recipe of the lab assignment's generator can have besides size and seed."""

AnyGrowth = Growth | GraphGrowth


@dataclass(frozen=True, slots=True)
class ClassicSpec(Wished):
    """Everything that decides a board of the lab assignment's generator; its wishes are those of CLASSIC_WISHES."""

    GENERATOR = "numlink-classic"


def is_classic(recipe: str | None) -> bool:
    """Whether a recipe belongs to the lab assignment's generator, whose puzzles may have several solutions."""
    return (recipe or "").split()[:1] == [ClassicSpec.GENERATOR]


def require_size(width: int, height: int) -> None:
    """Raise InputError unless a board of this size has 1 to LARGEST_BOARD cells."""
    size = sides_in_words(width, height, None)
    if width < 1 or height < 1:
        raise InputError(f"a board has at least 1 row and 1 column, not {size}. Give a size such as 9 or 12x8.")
    if width * height > LARGEST_BOARD:
        raise InputError(
            f"the board is too large: {size} is {counted(width * height, 'cell')}, and at most {LARGEST_BOARD:,} "
            "fit in memory. Give a smaller size."
        )


def growth_on(grid: Grid, seed: object) -> AnyGrowth:
    """A growth by the lab's program on `grid`, not yet run; raises InputError for a grid with bridges.

    The program would leave bridges with one path or none.
    """
    if grid.layout.plain and not grid.solids:
        return Growth(grid.width, grid.height, seed)
    if grid.layout.bridges:
        raise InputError(
            f"{grid.where(min(grid.layout.bridges))}: a bridge. The lab's program leaves cells empty, but a bridge "
            "must be crossed both ways. Leave the bridges out, or use 'numlink new'."
        )
    directions, neighbours = grid.lattice()
    return GraphGrowth(neighbours, directions, seed)


def grow(grid: Grid, *, seed: int, budget: Seconds = None) -> AnyGrowth:
    """A finished growth with numbered paths; raises BudgetEnded if `budget` seconds are not enough."""
    clock = Budget.of(budget)
    growth = growth_on(grid, seed)
    while not growth.finished:
        clock.require("all paths were grown")
        growth.grow(PATHS_A_SLICE)
    growth.number_paths()
    return growth


def grown_paths(growth: AnyGrowth) -> Iterator[tuple[int, ...]]:
    """The paths of a growth in the order in which they grew, each as its cells in the order in which it took them."""
    cells, starts = growth.cells(), growth.starts()
    return (tuple(cells[begin:end]) for begin, end in zip(starts, starts[1:], strict=False))


def grown_puzzle(growth: AnyGrowth, grid: Grid, *, seed: int, rules: RulesLike = COVER) -> Puzzle:
    """The puzzle of a finished growth on a grid, with its solution; `seed` and `rules` go into the puzzle."""
    board = growth.board()
    numbers = growth.number_paths()
    grown = sorted(grown_paths(growth), key=lambda path: numbers[path[0]])
    solution = Solution(grid.width, grid.height, tuple(grown), grid.layout)
    chosen = Rules.of(rules)
    spec = ClassicSpec(grid.width, grid.height, seed, chosen, mask=tuple(grid.solids), **layout_fields(grid.layout))
    return Puzzle(
        grid.width, grid.height, tuple(board), chosen, solution, seed=seed, recipe=spec.recipe, layout=grid.layout
    )


def generate_classic(
    width: int | None = None,
    height: int | None = None,
    *,
    grid: Grid | None = None,
    layout: Layout | None = None,
    seed: int | None = None,
    rules: RulesLike | None = None,
    budget: Seconds = None,
) -> Puzzle:
    """A random puzzle of the lab assignment with its solution, of `width` x `height` cells.

    The board is a square if `height` is not given.  Every path is simple and never runs beside itself; every cell lies
    on a path or is solid; no two solid cells lie side by side.  `layout`, or `grid`, says which cells are neighbours;
    the solid cells of `grid` stay, and cells that no path takes become solid too.  The same `seed` gives the same board
    on every platform, compiled or not; without a seed, a new one is drawn and stored in the puzzle.  The time is nearly
    linear in the number of cells.

    The puzzle carries `rules` (None: cover); they do not change the board.  Raises InputError for a size below 1 or
    above LARGEST_BOARD cells and for bridges; BudgetEnded when `budget` seconds are over.
    Source: assignment 7, Parts 1 to 4.

    >>> puzzle = generate_classic(4, 3, seed=1)
    >>> puzzle.width, puzzle.height, puzzle.seed
    (4, 3, 1)
    """
    width, height = size_of(width, height, grid, layout)
    require_size(width, height)
    chosen = seed_of(seed)
    board = grid or Grid(width, height, layout=PLAIN if layout is None else layout)
    rules = COVER if rules is None else rules
    return grown_puzzle(grow(board, seed=chosen, budget=budget), board, seed=chosen, rules=rules)


def size_of(width: int | None, height: int | None, grid: Grid | None, layout: Layout | None = None) -> tuple[int, int]:
    """(width, height) of the wanted board, given by numbers, by a grid or by a layout with a tiling.

    Without `height` the board is a square.  Raises InputError if no size is given, or both a grid and a size or layout.
    """
    if layout is not None:
        require_layout(layout)
    if grid is not None:
        instance(grid, Grid, "a grid")
        require_one_layout(grid, layout)
        if width is not None or height is not None:
            raise InputError(f"the grid is a board of {whole_size_in_words(grid)}. Leave out width and height.")
        return grid.width, grid.height
    if layout is not None and layout.tiling is not None and width is None:
        return layout.tiling.size
    if width is None:
        raise InputError("a width must be a whole number, not None. Give a width, or grid=.")
    width = whole(width, "a width or height")
    return width, width if height is None else whole(height, "a width or height")


def require_layout(layout: object) -> None:
    if not isinstance(layout, Layout):
        raise InputError(f"a layout must be a Layout such as numlink.Layout(wrap='rows'), not {quoted(layout)}.")


def require_one_layout(grid: Grid | None, layout: Layout | None) -> None:
    """Raise InputError if both `grid` and `layout` are given, because a grid has its own layout."""
    if grid is not None and layout is not None:
        raise InputError("a grid has a layout of its own. Give grid= or layout=, not both.")
