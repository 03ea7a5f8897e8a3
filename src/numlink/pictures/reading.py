"""From a picture to a puzzle: grid, cells, partners, and words for what was seen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from numlink.errors import UnclearPicture
from numlink.model.grid import SOLID
from numlink.model.puzzle import Puzzle
from numlink.model.rules import FREE
from numlink.pictures.board import FEWEST_DOTS, seen_board
from numlink.pictures.directions import other_cells
from numlink.pictures.drawn_grid import grids
from numlink.pictures.opening import COARSE, FINE, opened, shrunk_to

if TYPE_CHECKING:
    from PIL import Image

    from numlink.pictures.drawn_grid import DrawnGrid
    from numlink.pictures.numbers import Colour

REMEDY = "Crop to the board, or correct the text below."

LOOKS = ((COARSE, 10), (COARSE, 4), (FINE, 4), (COARSE, 2))
"""Pixels that are looked at, and how much lines differ from the ground (of 255): strong ones are looked for first, as
noise has none."""

SMALL = 200_000
"""Pixels up to which a picture is enlarged: its lines may be a pixel wide, and as near to discs."""

MOST_CELLS = 3_600
"""The most cells of a board: 60x60, drawn with 20 pixels a cell, fill a screen."""


@dataclass(frozen=True, slots=True)
class ReadPicture:
    """A board read from a picture, and where it lies there, in pixels of the picture (no `centres`: unknown).

    `seen` says in words what was seen; `centres[cell]` is the middle of a cell, `pitch` the width of a cell, `radius`
    that of a disc; `colours[k - 1]` is the colour of number k.
    """

    puzzle: Puzzle
    seen: str
    picture: Image.Image
    centres: tuple[tuple[float, float], ...] = ()
    pitch: float = 0
    radius: float = 0
    colours: tuple[Colour, ...] = ()


def read(
    data: bytes, *, name: str = "the picture", solvable: Callable[[Puzzle], bool | None] | None = None
) -> ReadPicture:
    """The board that a PNG, JPEG, WebP or GIF shows.

    `solvable(puzzle)`, if given, may say that a board has no solution (False), not even if cells may stay empty: then
    it was misread.  Raises UnclearPicture where no board is found or part of it is in doubt, InputError for a picture
    that cannot be used, MissingExtra without Pillow and numpy.
    """
    picture = opened(data, name)
    found = _clearest(picture, name)
    if solvable is not None and solvable(found.puzzle) is False:
        plain = not found.puzzle.layout.features() and SOLID not in found.puzzle.cells
        if plain and solvable(replace(found.puzzle, rules=FREE)):  # blocks and walls may be what was misread
            return replace(found, seen=f"{found.seen}, solvable only if cells may stay empty")
        raise UnclearPicture(
            f"seen in {name}: {found.seen}; but this board has no solution, so something was misread. Correct the text "
            "below.",
            found.puzzle,
        )
    return found


def _clearest(picture: Image.Image, name: str) -> ReadPicture:
    """The first board without a doubt, of strong lines or, if there is none, of faint ones."""
    best: tuple[int, UnclearPicture] | None = None
    tried: list[DrawnGrid] = []
    sizes: set[tuple[tuple[int, int], int]] = set()
    for most, least in LOOKS:
        looked_at = _brought_to(picture, most)
        if (looked_at.size, least) in sizes:
            continue
        sizes.add((looked_at.size, least))
        shrunk = picture.width / looked_at.width
        for seen in grids(looked_at, least):
            grid = seen.enlarged(shrunk)
            if any(map(grid.is_near, tried)):
                continue
            tried.append(grid)
            try:
                return _board(picture, grid, name)
            except UnclearPicture as error:
                dots = sum(cell > 0 for cell in error.board.cells) if error.board else -1
                if best is None or dots > best[0]:
                    best = dots, error
    if best is not None and best[0] >= FEWEST_DOTS:
        raise best[1]
    other = other_cells(picture)
    if other:
        raise UnclearPicture(
            f"{other} seen in {name}: only plain squares are read. Give the board as text, under a line like "
            "`board: hex`."
        )
    raise UnclearPicture(
        f"no board found in {name}. Give a picture of a board with its grid, uncovered and straight, or crop to it."
    )


def _brought_to(picture: Image.Image, most: int) -> Image.Image:
    """The picture with at most so many pixels; of the COARSE looks, a small one is twice as large."""
    shrunk = shrunk_to(picture, most)
    if shrunk > 1:
        return picture.reduce(shrunk)
    if most == COARSE and picture.width * picture.height <= SMALL:
        return picture.resize((2 * picture.width, 2 * picture.height))
    return picture


def _board(picture: Image.Image, grid: DrawnGrid, name: str) -> ReadPicture:
    if grid.rows * grid.columns > MOST_CELLS:
        raise UnclearPicture(f"{name} shows more than {MOST_CELLS:,} cells. Crop to the board.")
    found = seen_board(picture, grid)
    if found is None:
        raise UnclearPicture(f"no board found in {name}: {grid.columns}x{grid.rows} cells without dots.")
    if found.doubt:
        raise UnclearPicture(f"seen in {name}: {found.seen}; {found.doubt}. {REMEDY}", found.puzzle)
    return ReadPicture(
        found.puzzle,
        found.seen,
        picture,
        tuple(_centre(found.grid, cell) for cell in range(len(found.puzzle.cells))),
        grid.across,
        found.radius * grid.across,
        found.colours,
    )


def _centre(grid: DrawnGrid, cell: int) -> tuple[float, float]:
    row, column = divmod(cell, grid.columns)
    x, y, _, _ = grid.box(row + 0.5, column + 0.5)
    return x + 0.5, y + 0.5
