"""The lab program's generator as a service: grow a random board, number its paths, hand out the puzzle."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import SupportsIndex

from numlink.engine.covers.growth import Growth
from numlink.errors import InputError
from numlink.exact.budget import Budget, Seconds
from numlink.model.grid import LARGEST_BOARD
from numlink.model.puzzle import Puzzle, Solution
from numlink.model.rules import COVER, Rules, RulesLike
from numlink.seeds import random_seed

PATHS_A_SLICE = 20_000
"""Paths grown between two looks at the clock: a few milliseconds compiled."""


CLASSIC, CLASSIC_VERSION = "numlink-classic", 1
"""The first words of a recipe of the lab assignment's generator."""


@dataclass(frozen=True, slots=True)
class ClassicSpec:
    """Everything that decides a board of the lab assignment's generator (making/classic.py)."""

    width: int
    height: int
    seed: int
    rules: Rules = COVER

    @property
    def recipe(self) -> str:
        """The line that makes this board again.

        >>> ClassicSpec(7, 7, 2015).recipe
        'numlink-classic 1 7x7 seed=2015'
        """
        rules = "" if self.rules == COVER else f" rules={self.rules}"
        return f"{CLASSIC} {CLASSIC_VERSION} {self.width}x{self.height} seed={self.seed}{rules}"


def is_classic(recipe: str | None) -> bool:
    """Whether a recipe is of the lab assignment's generator, whose puzzles need not have one solution only."""
    return (recipe or "").split()[:1] == [CLASSIC]


def require_size(width: int, height: int) -> None:
    """Raise InputError unless a board of this size has a cell and fits in memory."""
    for side in (width, height):
        if not isinstance(side, SupportsIndex):
            raise InputError(f"n must be a whole number, not {side!r}.")
        if side < 1:
            raise InputError(f"n must be at least 1, not {side}.")
    if width * height > LARGEST_BOARD:
        raise InputError(
            f"n is too large: {width}x{height} is {width * height:,} cells, and at most {LARGEST_BOARD:,} "
            "fit in memory. Give a smaller n."
        )


def grow(width: int, height: int, *, seed: int, budget: Seconds = None) -> Growth:
    """A finished growth with numbered paths; raises BudgetEnded when `budget` seconds were not enough."""
    require_size(width, height)
    clock = Budget.of(budget)
    growth = Growth(width, height, seed)
    while not growth.finished:
        clock.require("all paths were grown")
        growth.grow(PATHS_A_SLICE)
    growth.number_paths()
    return growth


def grown_paths(growth: Growth) -> Iterator[tuple[int, ...]]:
    """The paths of a growth in the order and direction they grew."""
    cells, starts = growth.cells(), growth.starts()
    return (tuple(cells[begin:end]) for begin, end in zip(starts, starts[1:], strict=False))


def grown_puzzle(growth: Growth, *, seed: int, rules: RulesLike = COVER) -> Puzzle:
    """The puzzle and solution of a finished growth."""
    board = growth.board()
    width, height = growth.width, growth.height
    numbers = growth.number_paths()
    paths: list[tuple[int, ...]] = [()] * (len(growth.starts()) - 1)
    for path in grown_paths(growth):
        paths[numbers[path[0]] - 1] = path
    solution = Solution(width, height, tuple(paths))
    chosen = Rules.of(rules)
    recipe = ClassicSpec(width, height, seed, chosen).recipe
    return Puzzle(width, height, tuple(board), chosen, solution, seed=seed, recipe=recipe)


def generate_classic(
    width: int,
    height: int | None = None,
    *,
    seed: int | None = None,
    rules: RulesLike = COVER,
    budget: Seconds = None,
) -> Puzzle:
    """A random puzzle of the lab assignment with its solution; a square of `width` where `height` is not given.

    Every path is simple and never runs beside itself; every cell lies on a path or is solid; no two solid cells
    lie side by side.  The same seed gives the same board on every platform, compiled or not; without one, a fresh
    seed is drawn and stored in the puzzle.  Near-linear in the number of cells.

    Raises InputError for a size below 1 or above LARGEST_BOARD cells, BudgetEnded when `budget`
    seconds are over.  Source: assignment 7, Parts 1 to 4.

    >>> puzzle = generate_classic(4, 3, seed=1)
    >>> puzzle.width, puzzle.height, puzzle.seed
    (4, 3, 1)
    """
    chosen = random_seed() if seed is None else seed
    growth = grow(width, width if height is None else height, seed=chosen, budget=budget)
    return grown_puzzle(growth, seed=chosen, rules=rules)
