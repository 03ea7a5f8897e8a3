"""The scene: the contents of a picture of a puzzle, whatever the kind of picture.

Cells are ints (`row * width + column`).  Pictures in characters are made directly from a scene; all others from the
shapes that `drawing.draw` makes of it, so that they look the same.
"""

from __future__ import annotations

from dataclasses import dataclass

from numlink.errors import InputError
from numlink.model.grid import Grid
from numlink.model.judge import wrong_size_message
from numlink.model.kinds.names import Feature
from numlink.model.layout import Wrap, whole_size_in_words
from numlink.model.puzzle import Puzzle, Solution, require_puzzle
from numlink.model.words import counted
from numlink.render.geometry import needs_geometry
from numlink.render.theme import Theme, theme_named

MOST_LISTED = 30
"""A description lists pairs, solid cells or bridges only if there are at most this many: a longer one would be tedious
to listen to.
"""


@dataclass(frozen=True, slots=True)
class Scene:
    """A board to draw: `endpoints` are (cell, number), `paths` are (number, cells), both in ascending order of numbers.

    `title` and `description` are texts for screen readers.
    """

    width: int
    height: int
    solids: tuple[int, ...]
    endpoints: tuple[tuple[int, int], ...]
    paths: tuple[tuple[int, tuple[int, ...]], ...]
    theme: Theme
    title: str
    description: str
    grid: Grid
    plain: bool  # whether the board is drawn as a plain rectangle (`geometry.needs_geometry`)


def compose(puzzle: Puzzle, solution: Solution | None = None, *, theme: str = "numbers", title: str = "") -> Scene:
    """The scene of a puzzle, with the paths of `solution` if one is given.

    The board may be illegal and the solution wrong, because a picture helps to see why.  Raises InputError for an
    unknown theme, a solution of another size or layout, and a path that leaves the board.

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
    size = whole_size_in_words(puzzle)
    return Scene(
        puzzle.width,
        puzzle.height,
        tuple(puzzle.solids()),
        endpoints,
        paths,
        style,
        title or puzzle.name or f"Numberlink {size}" + (", solved" if solution else ""),
        _description(puzzle, style, solved=solution is not None),
        grid,
        not needs_geometry(grid),
    )


def _require_drawable(puzzle: Puzzle, solution: Solution) -> None:
    """Raise InputError unless the solution has the puzzle's size and layout, and its paths stay on the board."""
    if (solution.width, solution.height) != (puzzle.width, puzzle.height):
        raise InputError(wrong_size_message(puzzle, solution))
    if solution.layout != puzzle.layout:
        raise InputError("the solution is for another kind of board. Give the solution of this puzzle.")
    outside = [cell for path in solution.paths for cell in path if not 0 <= cell < len(puzzle.cells)]
    if outside:
        raise InputError(f"cell {outside[0]} of a path lies outside the board. Correct the solution.")


def _description(puzzle: Puzzle, theme: Theme, *, solved: bool) -> str:
    """The board in words, for readers who cannot see it."""
    tiled = puzzle.layout.tiling is not None
    extent = whole_size_in_words(puzzle) if tiled else f"{puzzle.height} rows and {puzzle.width} columns"
    parts = [
        f"A Numberlink board of {extent} with {counted(puzzle.pairs, 'pair')}"
        f"{_beyond(puzzle)}, rules {puzzle.rules}{', with its solution drawn' if solved else ''}."
    ]
    if puzzle.pairs <= MOST_LISTED:
        for number, cells in puzzle.endpoints().items():
            places = " and ".join(puzzle.where(cell) for cell in cells[:4])
            parts.append(f"{theme.label(number)}: {places}.")
    solids = puzzle.solids()
    if solids and len(solids) <= MOST_LISTED:
        parts.append("Solid: " + "; ".join(puzzle.where(cell) for cell in solids) + ".")
    elif solids:
        parts.append(f"{len(solids)} cells are solid.")
    return " ".join(parts)


def _beyond(puzzle: Puzzle) -> str:
    """The features of a board that is not a plain rectangle, in words, each after a comma; '' for a plain one."""
    if puzzle.layout.plain:
        return ""
    layout = puzzle.layout
    bridges = counted(len(layout.bridges), "bridge")
    if len(layout.bridges) <= MOST_LISTED:
        bridges = "bridges at " + "; ".join(map(puzzle.where, sorted(layout.bridges)))
    found = {
        layout.pattern.feature: layout.pattern.described,
        Feature.WRAP: f"its {'rows and columns' if layout.wrap is Wrap.BOTH else layout.wrap.value} wrap round",
        Feature.WALLS: counted(len(layout.walls), "wall"),
        Feature.BRIDGES: bridges,
        Feature.LAYERS: f"{layout.layers} layers",
    }
    return "".join(f", {found[feature]}" for feature in layout.features())
