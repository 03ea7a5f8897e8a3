"""A board on a grid: what its cells hold and what stands between them, put together, with the doubts that are left."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from numlink.model.layout import Layout, Wrap
from numlink.model.puzzle import Puzzle
from numlink.model.words import counted
from numlink.pictures.cells import FARTHEST, Content, contents, inks_of, looked_at, patches_of, rims_at
from numlink.pictures.grounds import blocks_among, wraps
from numlink.pictures.numbers import SIGN_RADIUS, Colour, numbered
from numlink.pictures.played import crossings, neighbours, played_lines
from numlink.pictures.sides import found_outline, sides_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray
    from PIL import Image

    from numlink.pictures.cells import CellLooks
    from numlink.pictures.drawn_grid import DrawnGrid

    Cells = NDArray[np.bool_]

AROUND = 3
"""Cells beyond a grid's rim in which no dot must lie: a part of the board would be missing."""

FEWEST_DOTS = 4
"""A board has at least so many dots."""

INK_ON_PAPER = 200.0
"""Distance of ink from its ground (of 442) where there are no discs to compare with."""

SAME_SIZE = 0.12
"""By how much the radius of a disc may differ from that of most discs, as a share: smaller ones are ends of lines."""

FAINT, BOLD = 0.3, 0.55
"""What differs from the ground by less than this share of the faintest disc is decoration behind the board; a line by
more than that, though its cells are tinted."""

RIM = 0.5
"""The share of directions in which a disc's rim may be seen where something covers it."""


@dataclass(frozen=True, slots=True)
class SeenBoard:
    """A puzzle as far as it was seen, in words too, and what is in doubt (empty: nothing).

    `grid` without what turned out to lie around the board; `radius` of the discs in cells; `colours[k - 1]` is that of
    number k.
    """

    puzzle: Puzzle
    grid: DrawnGrid
    seen: str
    doubt: str
    radius: float
    colours: tuple[Colour, ...]


def seen_board(picture: Image.Image, grid: DrawnGrid) -> SeenBoard | None:
    """The board on this grid; None if there are not enough dots for one."""
    around = grid.grown(AROUND)
    shape = around.rows, around.columns
    looks = looked_at(patches_of(picture, around))
    kinds, radii = _contents(looks, around.framed)
    dots = _dots(kinds, radii)
    ends = dots if len(dots) >= FEWEST_DOTS else _with_signs(kinds, around.framed)
    if len(ends) < FEWEST_DOTS or (dots and ends is not dots):  # letters on played lines are no numbers in cells
        return None
    contrast = np.linalg.norm(looks.middles - looks.corners, axis=1)
    inked = inks_of(looks)
    faintest = contrast[dots].min() if ends is dots else INK_ON_PAPER
    contrast = contrast if ends is dots else inked
    strong = contrast > FAINT * faintest
    held = np.array([kind in (Content.DOT, Content.PATH) for kind in kinds]) & strong
    held |= [kind is Content.BRIDGE for kind in kinds]
    held[ends] = True
    within = np.pad(np.ones_like(grid.framed), AROUND)
    outline = found_outline(
        around.framed,
        within,
        *sides_of(looks.patches, *shape),
        held.reshape(shape) & within,
        looks.corners.reshape(*shape, 3),
    )
    inside = outline.inside.copy()
    blocks, odd = blocks_among(looks, kinds, inside)
    inside &= ~blocks
    if not inside.any():
        return None
    rows, columns = (np.flatnonzero((outline.inside | outline.in_doubt).any(axis=axis)) - AROUND for axis in (1, 0))
    if (len(grid.framed), len(grid.framed[0])) != (rows[-1] - rows[0] + 1, columns[-1] - columns[0] + 1):
        return seen_board(picture, grid.part(rows[0], rows[-1] + 1, columns[0], columns[-1] + 1))
    open_ = inside.ravel()
    wrap, in_doubt = wraps(looks, outline.inside)
    beside = neighbours(outline.inside, wrap)
    lines = played_lines(
        looks, kinds, ends, open_ & (strong | held | (inked > BOLD * faintest)), contrast > BOLD * faintest, beside
    )
    found = numbered(looks, ends, radii if ends is dots else None, lines.joined, grid.across)
    bridges = {cell for cell, kind in enumerate(kinds) if kind is Content.BRIDGE and open_[cell]}
    astray = {cell for cell in bridges if not open_[beside[cell]].all()}
    ends_of_paths = looks.reaches.max(axis=1) > FARTHEST - 0.02  # smaller discs from which a line goes on
    # what goes on to a side is a part of something larger, unless it has the rim of a disc
    radius = float(np.median(radii[dots])) if ends is dots else SIGN_RADIUS
    whole = ~ends_of_paths | (rims_at(looks, radius, FAINT * faintest) >= RIM)
    unclear = astray | {
        cell
        for cell in np.flatnonzero(open_).tolist()
        if kinds[cell] is Content.SIGN
        or (kinds[cell] is Content.DOT and not ends_of_paths[cell] and strong[cell])
        or (kinds[cell] is Content.UNCLEAR and whole[cell] and (strong[cell] or inked[cell] > BOLD * faintest))
        or (
            ends is not dots
            and kinds[cell] is Content.PATH
            and inked[cell] > BOLD * faintest
            and not looks.leaves[cell].any()
        )
    }
    unclear = ((unclear | _alone_on_the_rim(inside)) - set(ends)) | set(np.flatnonzero(outline.in_doubt | odd).tolist())
    cells = np.where(open_, 0, -1)
    cells[ends] = found.pairing.numbers
    layout = Layout(
        wrap=wrap,
        walls=frozenset(
            (_cell(one, shape), _cell(other, shape)) for one, other in outline.walls if inside[one] and inside[other]
        ),
        bridges=frozenset(_cell(divmod(cell, shape[1]), shape) for cell in bridges - astray),
    )
    perhaps = [one for one, other in outline.perhaps if inside[one] and inside[other]]
    doubt = ""
    if grid.goes_on or not open_[ends].all():
        doubt = "the board continues beyond these cells"
    elif unclear:
        doubt = f"what is at {_places(sorted(unclear), shape)} is unclear"
    elif in_doubt:
        doubt = "marks outside the rim look like ways over it, which cannot be told surely"
    elif lines.astray:
        doubt = f"the line at {_places(lines.astray, shape)} has no dot, or breaks off"
    elif found.pairing.doubtful:
        doubt = _alike([ends[index] for index in found.pairing.doubtful[0]], shape)
    elif perhaps:
        doubt = f"beside {_places([perhaps[0][0] * shape[1] + perhaps[0][1]], shape)} there may be a wall"
    puzzle = Puzzle.from_rows(cells.reshape(shape)[AROUND:-AROUND, AROUND:-AROUND].tolist(), layout=layout)
    return SeenBoard(
        puzzle,
        grid,
        _words(puzzle, len(ends), "dot" if ends is dots else "number"),
        doubt,
        radius,
        found.colours,
    )


def _contents(looks: CellLooks, framed: Cells) -> tuple[list[Content], NDArray[np.float64]]:
    """What the cells hold, bridges hidden by lines included, and the radii of discs."""
    kinds, radii = contents(looks, framed.ravel())
    for cell in crossings(looks, kinds, neighbours(framed, Wrap.NONE)):
        kinds[cell] = Content.BRIDGE
    return kinds, radii


def _alone_on_the_rim(inside: Cells) -> set[int]:
    """The cells that alone make an outermost row or column of a board: no path could pass them."""
    places = np.argwhere(inside)
    if min(len({*places[:, axis].tolist()}) for axis in (0, 1)) < 3:
        return set()
    rims = (places[places[:, axis] == rim(places[:, axis])] for axis in (0, 1) for rim in (np.min, np.max))
    return {int(rim[0] @ (inside.shape[1], 1)) for rim in rims if len(rim) == 1}


def _dots(kinds: list[Content], radii: NDArray[np.float64]) -> list[int]:
    """The cells with discs: those of the size that most have."""
    found = [cell for cell, kind in enumerate(kinds) if kind is Content.DOT]
    if not found:
        return []
    size = float(np.median(radii[found]))
    return [cell for cell in found if abs(radii[cell] - size) <= SAME_SIZE * size]


def _with_signs(kinds: list[Content], framed: Cells) -> list[int]:
    """The cells in which something is written."""
    return [cell for cell, kind in enumerate(kinds) if kind is Content.SIGN and framed.ravel()[cell]]


def _cell(place: tuple[int, int], shape: tuple[int, int]) -> int:
    """The puzzle's cell at a place of the grown grid."""
    return (place[0] - AROUND) * (shape[1] - 2 * AROUND) + place[1] - AROUND


def _words(puzzle: Puzzle, ends: int, what: str) -> str:
    """What was seen: size, colours, dots (or numbers), and what else there is."""
    pairs = counted(puzzle.pairs, "colour" if what == "dot" else "pair")
    found = [f"{puzzle.width}x{puzzle.height}", pairs, counted(ends, what)]
    for number, name in (
        (len(puzzle.solids()), "hole"),
        (len(puzzle.layout.walls), "wall"),
        (len(puzzle.layout.bridges), "bridge"),
    ):
        found += [counted(number, name)] if number else []
    if puzzle.layout.wrap is not Wrap.NONE:
        found.append("rows and columns wrap" if puzzle.layout.wrap is Wrap.BOTH else f"{puzzle.layout.wrap.value} wrap")
    return ", ".join(found)


def _places(cells: Sequence[int], shape: tuple[int, int]) -> str:
    """Up to three cells of the grown grid in words, rows and columns from 1."""
    found = [f"({cell // shape[1] - AROUND + 1},{cell % shape[1] - AROUND + 1})" for cell in cells]
    return f"row and column {' and '.join(found[:3])}" + (" and others" if len(found) > 3 else "")


def _alike(cells: list[int], shape: tuple[int, int]) -> str:
    """The words about dots that no assignment settles."""
    if len(cells) == 1:
        return f"the dot at {_places(cells, shape)} has no partner of its colour"
    return f"{len(cells)} dots look alike, and each colour must appear twice: {_places(cells, shape)}"
