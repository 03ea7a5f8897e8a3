"""From a picture to a puzzle: grid, cells, partners, and words for what was seen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from numlink.errors import UnclearPicture
from numlink.model.puzzle import Puzzle
from numlink.model.words import counted
from numlink.pictures.cells import Content, contents, looked_at, patches_of
from numlink.pictures.colours import paired
from numlink.pictures.drawn_grid import grids
from numlink.pictures.opening import opened, pixels_of

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PIL import Image

    from numlink.pictures.cells import CellLooks
    from numlink.pictures.drawn_grid import DrawnGrid

Colour = tuple[int, int, int]

SAME_SIZE = 0.12
"""By how much the radius of a disc may differ from that of most discs, as a share: smaller ones are ends of lines."""

REMEDY = "Crop to the board, or correct the text below."

LINES = (10, 4, 2)
"""How much lines differ from the ground, of 255: strong ones are looked for first, as noise has none."""

MOST_GRIDS = 6
"""Grids that are looked into, those with most cells first."""

AROUND = 3
"""Cells beyond a grid's rim in which no dot must lie: a part of the board would be missing."""

MOST_CELLS = 3_600
"""The most cells of a board: 60x60, drawn with 20 pixels a cell, fill a screen."""

FEWEST_DOTS = 4
"""A board has at least so many dots."""

FAINT = 0.3
"""What differs from the ground by less than this share of the faintest disc is decoration behind the board."""


@dataclass(frozen=True, slots=True)
class ReadPicture:
    """A board read from a picture, and where it lies there, in pixels of the picture.

    `seen` says in words what was seen; `centres[cell]` is the middle of a cell, `pitch` the width of a cell, `radius`
    that of a disc; `colours[k - 1]` is the colour of number k.
    """

    puzzle: Puzzle
    seen: str
    picture: Image.Image
    centres: tuple[tuple[float, float], ...]
    pitch: float
    radius: float
    colours: tuple[Colour, ...]


def read(
    data: bytes, *, name: str = "the picture", solvable: Callable[[Puzzle], bool | None] | None = None
) -> ReadPicture:
    """The board that a PNG, JPEG, WebP or GIF shows.

    `solvable(puzzle)`, if given, may say that a board has no solution (False): then it was misread.  Raises
    UnclearPicture where no board is found or part of it is in doubt, InputError for a picture that cannot be used,
    MissingExtra without Pillow and numpy.
    """
    picture = opened(data, name)
    found = _clearest(picture, name)
    if solvable is not None and solvable(found.puzzle) is False:
        raise UnclearPicture(
            f"seen in {name}: {found.seen}; but this board has no solution, so something was misread. Correct the text "
            "below.",
            found.puzzle,
        )
    return found


def _clearest(picture: Image.Image, name: str) -> ReadPicture:
    """The first board without a doubt, of strong lines or, if there is none, of faint ones."""
    best: tuple[int, UnclearPicture] | None = None
    pixels, shrunk = pixels_of(picture)
    for least in LINES:
        for grid in grids(pixels, least)[:MOST_GRIDS]:
            try:
                return _board(picture, grid, shrunk, name)
            except UnclearPicture as error:
                dots = sum(cell > 0 for cell in error.board.cells) if error.board else -1
                if best is None or dots > best[0]:
                    best = dots, error
    if best is not None and best[0] >= FEWEST_DOTS:
        raise best[1]
    raise UnclearPicture(
        f"no board found in {name}. Give a picture of a board with its grid, uncovered and straight, or crop to it."
    )


def _board(picture: Image.Image, grid: DrawnGrid, shrunk: int, name: str) -> ReadPicture:
    if grid.rows * grid.columns > MOST_CELLS:
        raise UnclearPicture(f"{name} shows more than {MOST_CELLS:,} cells. Crop to the board.")
    around = grid.grown(AROUND)
    looks = looked_at(patches_of(picture, around, shrunk))
    kinds, radii = contents(looks)
    dots = _dots(kinds, radii)
    if len(dots) < FEWEST_DOTS:
        raise UnclearPicture(f"no board found in {name}: {_size(grid)} cells, but no dots in them. Crop to the board.")
    inside = around.framed.ravel()
    colours = disc_colours(looks, dots, radii)
    pairing = paired(np.linalg.norm(colours[:, None] - colours[None, :], axis=-1))
    cells = np.where(inside, 0, -1)
    cells[dots] = pairing.numbers
    rows = cells.reshape(around.rows, around.columns)[AROUND:-AROUND, AROUND:-AROUND]
    puzzle = Puzzle.from_rows(rows.tolist())
    seen = f"{_size(grid)}, {counted(max(pairing.numbers), 'colour')}, {counted(len(dots), 'dot')}"
    if grid.goes_on or not inside[dots].all():
        raise UnclearPicture(f"seen in {name}: {seen}; the board goes on beyond these cells. {REMEDY}", puzzle)
    unclear = [*np.flatnonzero(around.in_doubt), *_unclear(looks, kinds, dots, inside)]
    if unclear:
        places = ", ".join(_place(cell, around) for cell in unclear[:3])
        raise UnclearPicture(f"seen in {name}: {seen}; what stands at {places} is unclear. {REMEDY}", puzzle)
    if pairing.doubtful:
        raise UnclearPicture(f"seen in {name}: {_doubts(pairing.doubtful[0], dots, around)}", puzzle)
    of_number = [
        colours[[index for index, number in enumerate(pairing.numbers) if number == wanted]].mean(axis=0)
        for wanted in range(1, puzzle.pairs + 1)
    ]
    return ReadPicture(
        puzzle,
        seen,
        picture,
        tuple(_centre(grid, cell, shrunk) for cell in range(len(puzzle.cells))),
        grid.across * shrunk,
        float(np.median(radii[dots])) * grid.across * shrunk,
        tuple((round(float(red)), round(float(green)), round(float(blue))) for red, green, blue in of_number),
    )


def _dots(kinds: list[Content], radii: NDArray[np.float64]) -> list[int]:
    """The cells with discs: those of the size that most have."""
    found = [cell for cell, kind in enumerate(kinds) if kind is Content.DOT]
    if not found:
        return []
    size = float(np.median(radii[found]))
    return [cell for cell in found if abs(radii[cell] - size) <= SAME_SIZE * size]


def disc_colours(looks: CellLooks, dots: list[int], radii: NDArray[np.float64]) -> NDArray[np.float64]:
    """The colour of each disc, whatever letter stands on it: the median of its outer part."""
    side = looks.patches.shape[1]
    grid = (np.arange(side) + 0.5) / side - 0.5
    away = np.hypot(*np.meshgrid(grid, grid))
    found = []
    for dot in dots:
        ring = (away < 0.85 * radii[dot]) & (away > 0.55 * radii[dot])
        found.append(np.median(looks.patches[dot][ring], axis=0))
    return np.array(found, dtype=float)


def _unclear(looks: CellLooks, kinds: list[Content], dots: list[int], inside: NDArray[np.bool_]) -> list[int]:
    """The cells whose content is neither a dot nor a path nor nothing, and stands out like a dot."""
    contrast = np.linalg.norm(looks.middles - looks.corners, axis=1)
    least = FAINT * contrast[dots].min()
    return [
        cell
        for cell, kind in enumerate(kinds)
        if kind is Content.UNCLEAR and inside[cell] and contrast[cell] > least and cell not in dots
    ]


def _size(grid: DrawnGrid) -> str:
    return f"{grid.columns}x{grid.rows}"


def _place(cell: int, grid: DrawnGrid) -> str:
    """A cell of a grown grid in words."""
    row, column = divmod(cell, grid.columns)
    return f"row {row - AROUND + 1}, column {column - AROUND + 1}"


def _centre(grid: DrawnGrid, cell: int, shrunk: int) -> tuple[float, float]:
    row, column = divmod(cell, grid.columns)
    x, y, _, _ = grid.box(row + 0.5, column + 0.5)
    return (x + 0.5) * shrunk, (y + 0.5) * shrunk


def _doubts(group: tuple[int, ...], dots: list[int], grid: DrawnGrid) -> str:
    """The sentence about dots that no assignment settles."""
    places = [_place(dots[index], grid) for index in group]
    if len(group) == 1:
        return f"the dot at {places[0]} has no partner of its colour. {REMEDY}"
    shown = ", ".join(places[:4]) + (" and others" if len(places) > 4 else "")
    return f"{len(group)} dots look alike, and each colour must stand twice: {shown}. {REMEDY}"
