"""A board on a grid: what its cells hold and what stands between them, put together, with the doubts that are left."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from numlink.model.layout import Layout
from numlink.model.puzzle import Puzzle
from numlink.model.words import counted
from numlink.pictures.cells import FARTHEST, INK, Content, contents, looked_at, patches_of
from numlink.pictures.colours import ALIKE, Pairing, paired
from numlink.pictures.sides import found_walls, sides_of
from numlink.pictures.signs import distances, read_signs, sign_in

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PIL import Image

    from numlink.pictures.cells import CellLooks
    from numlink.pictures.drawn_grid import DrawnGrid

    Cells = NDArray[np.bool_]

Colour = tuple[int, int, int]

AROUND = 3
"""Cells beyond a grid's rim in which no dot must lie: a part of the board would be missing."""

FEWEST_DOTS = 4
"""A board has at least so many dots."""

INK_ON_PAPER = 200.0
"""Distance of ink from its ground (of 442) where there are no discs to compare with."""

SIGN_RADIUS, ON_DISC = 0.43, 0.72
"""How far from the middle a number reaches: in cells, and on a disc as a share of the disc's radius."""

BLOCK, SAME_GROUND = 60.0, 15.0
"""Distance from the usual ground (of 442) of a block's colour, and up to which two grounds are the same."""

SAME_SIZE = 0.12
"""By how much the radius of a disc may differ from that of most discs, as a share: smaller ones are ends of lines."""

FAINT = 0.3
"""What differs from the ground by less than this share of the faintest disc is decoration behind the board."""


@dataclass(frozen=True, slots=True)
class SeenBoard:
    """A puzzle as far as it was seen, in words too, and what is in doubt (empty: nothing).

    `radius` of the discs in cells; `colours[k - 1]` is that of number k.
    """

    puzzle: Puzzle
    seen: str
    doubt: str
    radius: float
    colours: tuple[Colour, ...]


def seen_board(picture: Image.Image, grid: DrawnGrid, shrunk: int) -> SeenBoard | None:
    """The board on this grid; None if there are not enough dots for one."""
    around = grid.grown(AROUND)
    shape = around.rows, around.columns
    looks = looked_at(patches_of(picture, around, shrunk))
    kinds, radii = contents(looks, around.framed.ravel())
    dots = _dots(kinds, radii)
    ends = dots if len(dots) >= FEWEST_DOTS else _with_signs(kinds, around.framed)
    if len(ends) < FEWEST_DOTS or (dots and ends is not dots):  # letters on played lines are no numbers in cells
        return None
    contrast = np.linalg.norm(looks.middles - looks.corners, axis=1)
    strong = contrast > FAINT * (contrast[dots].min() if ends is dots else INK_ON_PAPER)
    held = np.array([kind in (Content.DOT, Content.PATH, Content.BRIDGE) for kind in kinds]) & strong
    held[ends + [cell for cell, kind in enumerate(kinds) if kind is Content.BRIDGE]] = True
    within = np.pad(np.ones_like(grid.framed), AROUND)
    framed = around.framed | (held.reshape(shape) & within)
    # a cell whose lines are not seen is cut out only if those of its neighbours are
    added = np.pad(framed & ~around.framed, 1)
    beside = added[:-2, 1:-1] | added[2:, 1:-1] | added[1:-1, :-2] | added[1:-1, 2:]
    in_doubt = (around.in_doubt | beside) & within & ~framed
    outline = found_walls(
        framed, *sides_of(looks.patches, *shape), held.reshape(shape), looks.corners.reshape(*shape, 3)
    )
    inside = outline.framed.ravel().copy()
    inside[_blocks(looks, [cell for cell, kind in enumerate(kinds) if kind is Content.EMPTY and inside[cell]])] = False
    colours, pairing = _numbered(looks, ends, radii if ends is dots else None)
    cells = np.where(inside, 0, -1)
    cells[ends] = pairing.numbers
    bridges = [cell for cell, kind in enumerate(kinds) if kind is Content.BRIDGE and inside[cell]]
    astray = [cell for cell in bridges if not all(inside[cell + step] for step in (-1, 1, -shape[1], shape[1]))]
    bridges = [cell for cell in bridges if cell not in astray]
    ends_of_paths = looks.reaches.max(axis=1) > FARTHEST - 0.02  # smaller discs from which a line goes on
    unclear = astray + [
        cell
        for cell, kind in enumerate(kinds)
        if inside[cell]
        and cell not in ends
        and (
            kind is Content.SIGN
            or ((kind is Content.UNCLEAR or (kind is Content.DOT and not ends_of_paths[cell])) and strong[cell])
        )
    ]
    doubt = ""
    if grid.goes_on or not inside[ends].all():
        doubt = "the board goes on beyond these cells"
    elif unclear or in_doubt.any():
        unclear += np.flatnonzero(in_doubt).tolist()
        doubt = f"what stands at {_places(unclear, shape)} is unclear"
    elif _has_arrows(looks, outline.framed):
        doubt = "marks outside the rim look like ways over it, which a picture does not tell surely"
    elif pairing.doubtful:
        doubt = _alike([ends[index] for index in pairing.doubtful[0]], shape)
    elif outline.perhaps:
        (row, column), _ = outline.perhaps[0]
        doubt = f"beside {_places([row * shape[1] + column], shape)} there may be a wall"
    rows = cells.reshape(shape)[AROUND:-AROUND, AROUND:-AROUND]
    layout = Layout(
        walls=frozenset((_cell(one, shape), _cell(other, shape)) for one, other in outline.walls),
        bridges=frozenset(_cell(divmod(cell, shape[1]), shape) for cell in bridges),
    )
    puzzle = Puzzle.from_rows(rows.tolist(), layout=layout)
    return SeenBoard(
        puzzle,
        _words(puzzle, len(ends), "dot" if ends is dots else "number"),
        doubt,
        float(np.median(radii[dots])) if ends is dots else SIGN_RADIUS,
        tuple(_mean(colours[np.array(pairing.numbers) == number]) for number in range(1, max(pairing.numbers) + 1)),
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
    spots = (np.arange(side) + 0.5) / side - 0.5
    away = np.hypot(*np.meshgrid(spots, spots))
    found = []
    for dot in dots:
        ring = (away < 0.85 * radii[dot]) & (away > 0.55 * radii[dot])
        found.append(np.median(looks.patches[dot][ring], axis=0))
    return np.array(found, dtype=float)


def _has_arrows(looks: CellLooks, framed: Cells) -> bool:
    """Whether something is drawn outside the rim, before the middle of nearly every row or column, at both ends."""
    side = looks.patches.shape[1]
    board = looks.patches.reshape(*framed.shape, side, side, 3)
    rows, columns = np.flatnonzero(framed.any(axis=1)), np.flatnonzero(framed.any(axis=0))
    if not framed[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1].all():
        return False
    near, across = slice(side // 2, side - 3), slice(int(0.3 * side), int(0.7 * side))
    for turned, inside in ((board, framed), (board.transpose(1, 0, 3, 2, 4), framed.T)):
        rows = np.flatnonzero(inside.any(axis=1))
        columns = np.flatnonzero(inside.any(axis=0))
        ends = (turned[rows, columns[0] - 1], turned[rows, columns[-1] + 1, :, ::-1])
        if all(_marked(end, across, near) for end in ends):
            return True
    return False


def _marked(patches: NDArray[np.float32], across: slice, near: slice) -> bool:
    grounds = np.median(patches.reshape(len(patches), -1, 3), axis=1)
    ink = np.linalg.norm(patches[:, across, near] - grounds[:, None, None], axis=3) > INK
    return bool((ink.mean(axis=(1, 2)) > 0.03).mean() > 0.8)


def _blocks(looks: CellLooks, empty: list[int]) -> list[int]:
    """The empty cells that are filled with one other colour than the rest; none where glow makes all shades."""
    if not empty:
        return []
    grounds = looks.corners[empty]
    usual = np.median(grounds, axis=0)
    away = np.linalg.norm(grounds - usual, axis=1)
    odd = away > BLOCK
    if not odd.any() or odd.mean() > 0.3:
        return []
    alike = np.linalg.norm(grounds[odd] - np.median(grounds[odd], axis=0), axis=1) < SAME_GROUND
    return (
        [cell for cell, is_odd in zip(empty, odd, strict=True) if is_odd]
        if bool(alike.all()) and bool((away[~odd] < SAME_GROUND).all())
        else []
    )


def _with_signs(kinds: list[Content], framed: Cells) -> list[int]:
    """The cells in which something is written."""
    return [cell for cell, kind in enumerate(kinds) if kind is Content.SIGN and framed.ravel()[cell]]


def _numbered(
    looks: CellLooks, ends: list[int], radii: NDArray[np.float64] | None
) -> tuple[NDArray[np.float64], Pairing]:
    """The colours of ends and their numbers: those written there if all can be read, else in the order of the cells.

    `radii` None: signs on the ground of the cells, without discs.
    """
    if radii is not None:
        colours = disc_colours(looks, ends, radii)
        signs = [
            sign_in(looks.patches[end], colour, ON_DISC * radii[end]) for end, colour in zip(ends, colours, strict=True)
        ]
        apart = np.linalg.norm(colours[:, None] - colours[None, :], axis=-1)
    else:
        colours = np.zeros((len(ends), 3))
        signs = [sign_in(looks.patches[end], looks.middles[end], SIGN_RADIUS) for end in ends]
        apart = np.zeros((len(ends), len(ends)))
    seen = [sign for sign in signs if sign is not None]
    if len(seen) < len(ends):
        return colours, paired(apart)
    written = read_signs(seen)
    pairing = paired(apart if written is None and radii is not None else apart + distances(seen))
    if written is None:
        return colours, pairing
    partners = [apart[one, other] for one, other in combinations(range(len(ends)), 2) if written[one] == written[other]]
    return colours, Pairing(tuple(written), ()) if max(partners) <= ALIKE else pairing


def _mean(colours: NDArray[np.float64]) -> Colour:
    red, green, blue = (round(float(part)) for part in colours.mean(axis=0))
    return red, green, blue


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
    return ", ".join(found)


def _places(cells: list[int], shape: tuple[int, int]) -> str:
    """Up to three cells of the grown grid in words, rows and columns from 1."""
    found = [f"({cell // shape[1] - AROUND + 1},{cell % shape[1] - AROUND + 1})" for cell in cells]
    return f"row and column {' and '.join(found[:3])}" + (" and others" if len(found) > 3 else "")


def _alike(cells: list[int], shape: tuple[int, int]) -> str:
    """The words about dots that no assignment settles."""
    if len(cells) == 1:
        return f"the dot at {_places(cells, shape)} has no partner of its colour"
    return f"{len(cells)} dots look alike, and each colour must stand twice: {_places(cells, shape)}"
