"""The scene: what a picture of a puzzle shows, before any back end decides how.

Cells are ints (`row * width + column`); everything is in cell units.  Text back ends draw a scene directly, the
vector and pixel ones through `drawing.draw`, so that all of them show the same thing.
"""

from __future__ import annotations

from dataclasses import dataclass

from numlink.errors import InputError
from numlink.model.grid import Grid
from numlink.model.kinds.names import Feature
from numlink.model.layout import Wrap
from numlink.model.puzzle import Puzzle, Solution, require_puzzle
from numlink.render.ground import needed
from numlink.render.theme import Theme, theme_named

PAIRS_TOLD = 30
"""Pairs up to which a description says where each number stands; a longer one nobody would listen to the end."""


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
    grid: Grid | None = None
    """The board where it is no plain rectangle or a shape cut out of one; see `ground`."""

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
    require_puzzle(puzzle)
    if solution is not None:
        _require_drawable(puzzle, solution)
    endpoints = tuple((cell, number) for number, cells in puzzle.endpoints().items() for cell in cells)
    paths = tuple((number, path) for number, path in enumerate(solution.paths, 1) if path) if solution else ()
    style = theme_named(theme)
    grid = puzzle.grid
    layers = puzzle.layout.layers
    size = f"{puzzle.width}x{puzzle.height}" + (f" on {layers} layers" if layers > 1 else "")
    return Scene(
        puzzle.width,
        puzzle.height,
        tuple(puzzle.solids()),
        endpoints,
        paths,
        style,
        title or puzzle.name or f"Numberlink {size}" + (", solved" if solution else ""),
        _description(puzzle, style, solved=solution is not None),
        grid if needed(grid) else None,
    )


def _require_drawable(puzzle: Puzzle, solution: Solution) -> None:
    """A solution of a board of this size and layout, whose paths stay on it."""
    if (solution.width, solution.height) != (puzzle.width, puzzle.height):
        raise InputError(
            f"the solution is for a board of {solution.width}x{solution.height}, "
            f"the puzzle is {puzzle.width}x{puzzle.height}. Give the solution of this puzzle."
        )
    if solution.layout != puzzle.layout:
        raise InputError("the solution is for another kind of board. Give the solution of this puzzle.")
    outside = [cell for path in solution.paths for cell in path if not 0 <= cell < len(puzzle.cells)]
    if outside:
        raise InputError(f"cell {outside[0]} of a path lies outside the board. Correct the solution.")


def _description(puzzle: Puzzle, theme: Theme, *, solved: bool) -> str:
    """The board in words, for readers who cannot see it."""
    parts = [
        f"A Numberlink board of {puzzle.height} rows and {puzzle.width} columns with {_count(puzzle.pairs, 'pair')}"
        f"{_beyond(puzzle)}, rules {puzzle.rules}{', with its solution drawn' if solved else ''}."
    ]
    if puzzle.pairs <= PAIRS_TOLD:
        for number, cells in puzzle.endpoints().items():
            places = " and ".join(puzzle.where(cell) for cell in cells[:4])
            parts.append(f"{theme.label(number)}: {places}.")
    solids = puzzle.solids()
    if solids and len(solids) <= PAIRS_TOLD:
        parts.append("Solid: " + "; ".join(puzzle.where(cell) for cell in solids) + ".")
    elif solids:
        parts.append(f"{len(solids)} cells are solid.")
    return " ".join(parts)


def _beyond(puzzle: Puzzle) -> str:
    """What a board has that a plain rectangle has not."""
    if puzzle.layout.plain:
        return ""
    layout = puzzle.layout
    found = {
        layout.pattern.feature: layout.pattern.described,
        Feature.WRAP: f"its {'rows and columns' if layout.wrap is Wrap.BOTH else layout.wrap.value} wrap round",
        Feature.WALLS: _count(len(layout.walls), "wall"),
        Feature.BRIDGES: "bridges at " + "; ".join(map(puzzle.where, sorted(layout.bridges))),
        Feature.LAYERS: f"{layout.layers} layers",
    }
    return "".join(f", {found[feature]}" for feature in layout.features())


def _count(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
