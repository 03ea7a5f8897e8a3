"""The scene: what a picture of a puzzle shows, before any back end decides how.

Cells are ints (`row * width + column`); everything is in cell units.  Text back ends draw a scene directly, the
vector and pixel ones through `drawing.draw`, so that all of them show the same thing.
"""

from __future__ import annotations

from dataclasses import dataclass

from numlink.errors import InputError
from numlink.model.layout import require_plain
from numlink.model.puzzle import Puzzle, Solution
from numlink.model.words import where
from numlink.render.theme import Theme, theme_named

PAIRS_TOLD = 30
"""Up to so many pairs a description says where each number stands; beyond, nobody would listen to the end."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A board to draw: `endpoints` as (cell, number), `paths` as (number, cells), both in ascending order."""

    width: int
    height: int
    solids: tuple[int, ...]
    endpoints: tuple[tuple[int, int], ...]
    paths: tuple[tuple[int, tuple[int, ...]], ...]
    theme: Theme
    title: str
    description: str

    def label(self, number: int) -> str:
        """What stands in the end cells of a pair."""
        return self.theme.label(number)


def compose(puzzle: Puzzle, solution: Solution | None = None, *, theme: str = "numbers", title: str = "") -> Scene:
    """The scene of a puzzle, with the paths of `solution` where one is given.

    The board may be illegal and the solution wrong: pictures are how one finds out.  Raises InputError for an unknown
    theme, a solution of another size and a path that leaves the board.

    >>> compose(Puzzle(3, 1, (1, 0, 1))).endpoints
    ((0, 1), (2, 1))
    """
    require_plain(puzzle.layout, "drawing")
    if solution is not None:
        if (solution.width, solution.height) != (puzzle.width, puzzle.height):
            raise InputError(
                f"the solution is for a board of {solution.width}x{solution.height}, "
                f"the puzzle is {puzzle.width}x{puzzle.height}. Give the solution of this puzzle."
            )
        outside = [cell for path in solution.paths for cell in path if not 0 <= cell < len(puzzle.cells)]
        if outside:
            raise InputError(f"cell {outside[0]} of a path lies outside the board. Correct the solution.")
    endpoints = tuple((cell, number) for number, cells in puzzle.endpoints().items() for cell in cells)
    paths = tuple((number, path) for number, path in enumerate(solution.paths, 1) if path) if solution else ()
    style = theme_named(theme)
    size = f"{puzzle.width}x{puzzle.height}"
    return Scene(
        puzzle.width,
        puzzle.height,
        tuple(puzzle.solids()),
        endpoints,
        paths,
        style,
        title or puzzle.name or f"Numberlink {size}" + (", solved" if solution else ""),
        _description(puzzle, style, solved=solution is not None),
    )


def _description(puzzle: Puzzle, theme: Theme, *, solved: bool) -> str:
    """The board in words, for readers who cannot see it."""
    parts = [
        f"A Numberlink board of {puzzle.height} rows and {puzzle.width} columns with {_count(puzzle.pairs, 'pair')}"
        f", rules {puzzle.rules}{', with its solution drawn' if solved else ''}."
    ]
    if puzzle.pairs <= PAIRS_TOLD:
        for number, cells in puzzle.endpoints().items():
            places = " and ".join(where(puzzle.width, cell) for cell in cells[:4])
            parts.append(f"{theme.label(number)}: {places}.")
    solids = puzzle.solids()
    if solids and len(solids) <= PAIRS_TOLD:
        parts.append("Solid: " + "; ".join(where(puzzle.width, cell) for cell in solids) + ".")
    elif solids:
        parts.append(f"{len(solids)} cells are solid.")
    return " ".join(parts)


def _count(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
