"""Reads the puzzle that a picture shows, and puts into words what was seen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import chain, product
from math import ceil, sqrt
from typing import TYPE_CHECKING

from numlink.errors import UnclearPicture
from numlink.model.grid import SOLID
from numlink.model.puzzle import Puzzle
from numlink.model.rules import FREE
from numlink.pictures.board import ReadPicture as ReadPicture
from numlink.pictures.board import SeenBoard, seen_board
from numlink.pictures.directions import Slants, slants_of
from numlink.pictures.drawn_grid import MOST_CELLS, grids
from numlink.pictures.honeycomb import honeycomb
from numlink.pictures.opening import COARSE, FINE, open_picture

if TYPE_CHECKING:
    from PIL import Image

    from numlink.pictures.lattice import CellLattice

REMEDY = "Crop the picture to the whole board, or correct the text below."

LOOKS = ((COARSE, 10), (COARSE, 4), (FINE, 4), (COARSE, 2))
"""(the most pixels that are examined, how much lines differ from the ground, of 255): strong lines are sought first, as
noise has none."""

LIKELY = 1.1
"""Hexagons of both kinds are sought if one of the `Slants` is above this, as in hardly any picture of squares; without
soft edges, as in a GIF, it may be the wrong one."""

FINER = 0.45
"""Cells narrower than this share of the cells of a board in doubt are noise; half as wide, they may be true ones."""

MOST_TRIED = 1_600
"""How many cells are examined in vain before reading ends: noise has lattices of any size."""

SMALL = 200_000
"""A picture of up to this many pixels is enlarged: its lines may be a pixel wide, and a pixel away from discs."""


def read(
    data: bytes, *, name: str = "the picture", solvable: Callable[[Puzzle], bool | None] | None = None
) -> ReadPicture:
    """The board that a PNG, JPEG, WebP or GIF shows.

    `solvable(puzzle)`, if given, returns False for a board without a solution: such a board was misread, unless it has
    one when cells may stay empty.  Raises UnclearPicture if no board is found or part of it is in doubt, InputError for
    a picture that cannot be used, MissingExtra without Pillow and numpy.
    """
    picture = open_picture(data, name)
    found = _clearest(picture, name)
    if solvable is not None and solvable(found.puzzle) is False:
        plain = not found.puzzle.layout.features() and SOLID not in found.puzzle.cells
        if plain and any(solvable(part) for part in _without_outer_lines(found.puzzle)):
            raise UnclearPicture(
                f"seen in {name}: {found.seen}; but the board can be filled only without its outer rows or columns, "
                f"which have no dots. {REMEDY}",
                found.puzzle,
            )
        if plain and solvable(replace(found.puzzle, rules=FREE)):  # blocks and walls may be what was misread
            return replace(found, seen=f"{found.seen}, solvable only if cells may stay empty")
        raise UnclearPicture(
            f"seen in {name}: {found.seen}; but this board has no solution, so something was misread. Correct the text "
            "below.",
            found.puzzle,
        )
    return found


def _without_outer_lines(puzzle: Puzzle) -> Iterator[Puzzle]:
    """The board without its outer rows, its outer columns, or both, if these hold no number."""
    rows = puzzle.rows()
    columns = [*zip(*rows, strict=True)]
    down, across = (range(1 if any((*lines[0], *lines[-1])) else 2) for lines in (rows, columns))
    for outer, side in [*product(down, across)][1:]:
        yield Puzzle.from_rows([row[side : puzzle.width - side] for row in rows[outer : puzzle.height - outer]])


def _clearest(picture: Image.Image, name: str) -> ReadPicture:
    """The first board without a doubt; raises UnclearPicture if no lattice shows one."""
    best: SeenBoard | None = None
    pitch, tried, placed = 0.0, 0, False
    coarse = _resized(picture, COARSE)
    slants = slants_of(coarse)
    for lattice in chain(_honeycombs(picture, coarse, slants), _grids(picture, coarse)):
        if tried > MOST_TRIED or (placed and lattice.raised is None):
            break
        most = MOST_TRIED - tried if lattice.goes_on else MOST_CELLS
        if lattice.framed.size > most or lattice.across < FINER * pitch:
            continue
        tried += lattice.framed.size
        found = seen_board(picture, lattice)
        if found is None:
            continue
        if not found.doubt:
            return found.read
        placed |= found.placed
        if best is None or found.ends > best.ends:
            best = found
            pitch = lattice.across if lattice.raised is None else pitch  # hexagons may be seen among squares
    if best is not None:
        raise UnclearPicture(f"seen in {name}: {best.read.seen}; {best.doubt}. {REMEDY}", best.read.puzzle)
    if slants.words:
        raise UnclearPicture(
            f"no board found in {name}, though it seems to show {slants.words}. Only squares and hexagons with lines "
            "all around can be read: uncover the board, or give it as text under a line like `board: hex`."
        )
    raise UnclearPicture(
        f"no board found in {name}. Use a straight, uncovered picture of a board with its grid, or crop to the board."
    )


def _honeycombs(picture: Image.Image, coarse: Image.Image, slants: Slants) -> Iterator[CellLattice]:
    """The lattices of hexagons in a picture, if it has such slanted edges; `coarse` is the picture with few pixels."""
    if max(slants.hexagons, slants.turned) <= LIKELY:
        return
    likelier = slants.turned > slants.hexagons
    for turned in (likelier, not likelier):
        found = honeycomb(coarse, turned=turned)
        if found is not None:
            yield found.enlarged(picture.width / coarse.width)


def _grids(picture: Image.Image, coarse: Image.Image) -> Iterator[CellLattice]:
    """The lattices of squares in a picture: first those with strong lines, then those with faint ones."""
    tried: list[CellLattice] = []
    sizes: set[tuple[tuple[int, int], int]] = set()
    for most, least in LOOKS:
        resized = coarse if most == COARSE else _resized(picture, most)
        if (resized.size, least) in sizes:
            continue
        sizes.add((resized.size, least))
        shrunk = picture.width / resized.width
        for seen in grids(resized, least):
            grid = seen.enlarged(shrunk)
            if not any(grid.is_near(other) and grid.framed.sum() <= other.framed.sum() for other in tried):
                tried.append(grid)
                yield grid


def _resized(picture: Image.Image, most: int) -> Image.Image:
    """The picture with at most `most` pixels; for COARSE looks, a SMALL picture is doubled in width and height."""
    shrunk = ceil(sqrt(picture.width * picture.height / most))
    if shrunk > 1:
        return picture.reduce(shrunk)
    if most == COARSE and picture.width * picture.height <= SMALL:
        return picture.resize((2 * picture.width, 2 * picture.height))
    return picture
