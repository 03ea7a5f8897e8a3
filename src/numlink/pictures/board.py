"""Assembles a board from what its cells hold and what lies between them, with the doubts that remain."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from numlink.model.kinds.names import Kind
from numlink.model.layout import Layout, Wrap
from numlink.model.puzzle import Puzzle
from numlink.model.words import counted
from numlink.pictures.cells import AT_SIDE, Content, cell_looks, contents, ink_contrasts, rim_shares
from numlink.pictures.grounds import blocks_among, has_corner_strokes, seen_wrap
from numlink.pictures.lattice import FARTHEST, SQUARES
from numlink.pictures.numbers import Colour, number_ends
from numlink.pictures.patches import board_pixels, difference
from numlink.pictures.played import crossings, played_lines, wrapped_neighbours
from numlink.pictures.sides import find_outline, sides_of
from numlink.pictures.signs import SIGN_RADIUS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray
    from PIL import Image

    from numlink.pictures.cells import CellLooks
    from numlink.pictures.colours import Pairing
    from numlink.pictures.lattice import CellLattice
    from numlink.pictures.sides import SeenOutline

    Cells = NDArray[np.bool_]

AROUND = 3
"""How many cells beyond its rim a lattice is searched for dots: a dot there means that part of the board is missing."""

FEWEST_DOTS = 4
"""The fewest dots on a board."""

INK_ON_PAPER = 200.0
"""The assumed distance of ink from its ground (of 442) if there are no discs to compare with."""

SAME_SIZE = 0.12
"""How much the radius of a disc may differ from the median, as a share: smaller discs are ends of lines."""

FAINT, BOLD = 0.3, 0.55
"""Shares of the faintest disc's contrast: what has less than FAINT is decoration behind the board; lines have more than
BOLD, even if their cells are tinted."""

FILLING = 0.47
"""The radius of discs that reach their cells' sides."""

SMALLEST_CELL = 20
"""The fewest pixels of a cell in which a wall is told from a ring that nearly touches its sides or a line's tint."""

RIM, WHOLE_RIM = 0.5, 0.7
"""The least shares of directions in which the rim of a partly covered disc is seen, and that of a whole one, which a
line may leave."""


@dataclass(frozen=True, slots=True)
class ReadPicture:
    """A board read from a picture, and its place there in pixels; without `centres`, the place is unknown.

    `seen` says in words what was seen; `centres[cell]` is the middle of a cell, `pitch` the width of a cell, `radius`
    the radius of a disc, `colours[k - 1]` the colour of number k.
    """

    puzzle: Puzzle
    seen: str
    picture: Image.Image
    centres: tuple[tuple[float, float], ...] = ()
    pitch: float = 0
    radius: float = 0
    colours: tuple[Colour, ...] = ()


@dataclass(frozen=True, slots=True)
class SeenBoard:
    """What was read, as far as it was seen, and what is in `doubt` ('' if nothing is).

    `placed`: no other lattice can help, as only colours are in doubt or a board of hexagons is complete;
    `ends`: how many dots or signs were seen.
    """

    read: ReadPicture
    doubt: str
    placed: bool
    ends: int


@dataclass(frozen=True, slots=True)
class _Ends:
    """The cells with discs or, if `discs` is False, with signs; and the cells that differ from their ground as clearly.

    kinds, radii   what each cell holds, and the radius of its disc
    radius, rims   the usual radius of a disc, and the share of directions in which such a rim is seen in each cell
    strong, bold   cells whose middle differs more than decoration (FAINT), and as much as a line (BOLD)
    inked          cells in which something differs as much as a line
    """

    cells: list[int]
    discs: bool
    kinds: list[Content]
    radii: NDArray[np.float64]
    radius: float
    rims: NDArray[np.float64]
    strong: Cells
    bold: Cells
    inked: Cells

    def holding(self, *kinds: Content) -> Cells:
        """Which cells hold one of these."""
        return np.array([kind in kinds for kind in self.kinds])


@dataclass(frozen=True, slots=True)
class _Found:
    """The board found on a lattice; all arrays are by the cells of `wider`, the lattice with AROUND more on each side.

    inside, shown   the cells of the board without and with those in doubt, as rows
    open, odd       the cells of the board that are no blocks; those that may be blocks or not
    """

    wider: CellLattice
    neighbours: NDArray[np.int_]
    looks: CellLooks
    ends: _Ends
    held: Cells
    outline: SeenOutline
    inside: Cells
    shown: Cells
    open: Cells
    odd: Cells


def seen_board(picture: Image.Image, lattice: CellLattice) -> SeenBoard | None:
    """The board seen on this lattice; None if there are too few dots for one."""
    found = _found(picture, lattice)
    if found is None:
        return None
    looks, ends, open_, shown = found.looks, found.ends, found.open, found.shown
    (first, last), (start, end) = (np.flatnonzero(shown.any(axis=axis))[[0, -1]].tolist() for axis in (1, 0))
    if lattice.framed.shape != (last - first + 1, end - start + 1):
        missed, wider = found.inside & ~found.wider.within, found.wider
        whole = replace(wider, framed=wider.framed | missed, within=wider.within | missed)
        return seen_board(picture, whole.part(first, last + 1, start, end + 1))
    squares, what = lattice.shape is SQUARES, "dot" if ends.discs else "number"
    wrap, wrap_in_doubt, closed = seen_wrap(looks, found.inside) if squares else (Wrap.NONE, False, [])
    neighbours = wrapped_neighbours(found.neighbours, found.inside, wrap)
    drawn = open_ & (ends.strong | found.held | ends.inked)
    joined, broken = played_lines(looks, ends.kinds, ends.cells, drawn, ends.bold, neighbours)
    places = lattice.places(AROUND)
    corner = places[shown.ravel()].min(axis=0)
    places -= corner
    ends.cells.sort(key=lambda cell: places[cell].tolist())
    pairing, colours = number_ends(looks, ends.cells, ends.radius if ends.discs else None, joined, lattice.across)
    bridges = set(np.flatnonzero(ends.holding(Content.BRIDGE) & open_).tolist())
    astray = {cell for cell in bridges if not open_[neighbours[cell]].all()}
    walls = [wall for wall in (*found.outline.walls, *closed) if open_[list(wall)].all()]
    alike = _alike(places[ends.cells], pairing, what) if pairing.doubtful else ""
    doubt = _doubt(lattice, found, places, astray, walls, {*broken}, wrap_in_doubt=wrap_in_doubt, alike=alike)
    numbers = np.where(open_, 0, -1)
    numbers[ends.cells] = pairing.numbers
    puzzle = _puzzle(places, shown.ravel(), numbers, lattice.shape.kind, wrap, walls, bridges - astray)
    spots = [corner + divmod(cell, puzzle.width) for cell in range(len(puzzle.cells))]
    centres, pitch = tuple(lattice.middle_of(*spot.tolist()) for spot in spots), lattice.across
    words = _words(puzzle, len(ends.cells), what)
    only_colours = ends.discs and bool(alike) and doubt == alike and len(pairing.doubtful[0]) > 1
    read = ReadPicture(puzzle, words, picture, centres, pitch, ends.radius * pitch, colours)
    return SeenBoard(read, doubt, (not squares and not lattice.goes_on) or only_colours, len(ends.cells))


def _found(picture: Image.Image, lattice: CellLattice) -> _Found | None:
    """Where the board is; None if there are too few dots for one, or only blocks."""
    wider = lattice.grown(AROUND)
    shape = wider.framed.shape
    pixels, neighbours = board_pixels(picture, wider), wider.neighbours()
    looks = cell_looks(pixels.patches(), lattice.shape)
    ends = _ends(looks, wider, neighbours)
    if ends is None:
        return None
    held = ends.holding(Content.DOT, Content.PATH) & ends.strong | ends.holding(Content.BRIDGE)
    is_end = np.isin(np.arange(len(held)), ends.cells)
    held |= is_end
    within = wider.within.ravel()
    sides = sides_of(pixels, neighbours, wider.columns, ends.radii)
    goes = looks.leaves & (looks.reaches > AT_SIDE)[:, lattice.shape.rays] & (ends.radii < FARTHEST)[:, None]
    outline = find_outline(wider.framed.ravel(), within, sides, held & within, is_end, looks.corners, goes)
    inside = outline.inside.reshape(shape)
    shown = inside | outline.in_doubt.reshape(shape)
    # lines with discs tint cells, so that those in doubt may look like blocks
    blocks, odd = blocks_among(looks, ends.kinds, inside if ends.discs else shown)
    open_ = outline.inside & ~blocks.ravel()
    odd = outline.in_doubt & ~blocks.ravel() | odd.ravel()
    return _Found(wider, neighbours, looks, ends, held, outline, inside, shown, open_, odd) if open_.any() else None


def _doubt(
    lattice: CellLattice,
    found: _Found,
    places: NDArray[np.int_],
    astray: set[int],
    walls: Sequence[tuple[int, int]],
    broken: set[int],
    *,
    wrap_in_doubt: bool,
    alike: str,
) -> str:
    """The first doubt about a board, in words; '' if there is none.

    `astray`: bridges beside cells that are not open; `broken`: where lines break off; `alike`: a doubt about colours.
    """
    ends, open_, outline, squares = found.ends, found.open, found.outline, lattice.shape is SQUARES
    unclear = astray | set(np.flatnonzero(_unclear(found.looks, ends) & open_).tolist())
    if squares:
        unclear |= _alone_on_the_rim(places, np.flatnonzero(open_))
    unclear = (unclear - set(ends.cells)) | set(np.flatnonzero(found.odd).tolist())
    perhaps = [cell for pair in outline.perhaps if open_[list(pair)].all() for cell in pair]
    hidden = ends.holding(Content.PATH).any() or any(ends.radii[list(wall)].max() >= FARTHEST for wall in walls)
    cramped = round(lattice.across) < SMALLEST_CELL and bool(walls) and hidden
    # with discs, tiles may have round corners, which look like strokes
    strokes = squares and not ends.discs and has_corner_strokes(found.looks, found.inside)
    what = "dot" if ends.discs else "number"
    doubts = (
        (lattice.goes_on or not open_[ends.cells].all(), "the board continues beyond these cells"),
        (unclear, f"it is unclear what is at {_words_of(places[sorted(unclear)])}"),
        (strokes, "strokes at the corners of cells look like diagonal links, which cannot be read from pictures"),
        (wrap_in_doubt, "marks around the board suggest that rows or columns wrap, but it is unclear which"),
        (broken, f"a line breaks off, or ends without a {what}, at {_words_of(places[sorted(broken)])}"),
        (alike, alike),
        (cramped, "walls cannot be told from rings and lines in cells of so few pixels: use a larger picture"),
        (perhaps, f"there may be a wall between {_words_of(places[perhaps[:2]])}"),
    )
    return next((words for holds, words in doubts if holds), "")


def _puzzle(
    places: NDArray[np.int_],
    shown: Cells,
    numbers: NDArray[np.int_],
    kind: Kind,
    wrap: Wrap,
    walls: Sequence[tuple[int, int]],
    bridges: set[int],
) -> Puzzle:
    """The puzzle of the cells that are `shown`, at their rows and columns `places`, with these walls and bridges."""
    height, width = places[shown].max(axis=0) + 1
    rows = np.full((height, width), -1)
    rows[tuple(places[shown].T)] = numbers[shown]
    cells = (places @ (width, 1)).tolist()
    layout = Layout(
        kind=kind,
        wrap=wrap,
        walls=frozenset((cells[one], cells[other]) for one, other in walls),
        bridges=frozenset(cells[cell] for cell in bridges),
    )
    return Puzzle.from_rows(rows.tolist(), layout=layout)


def _ends(looks: CellLooks, lattice: CellLattice, neighbours: NDArray[np.int_]) -> _Ends | None:
    """The ends of paths; None if there are too few for a board."""
    kinds, radii = contents(looks, lattice.framed.ravel())
    contrast, inked, faintest = difference(looks.middles, looks.corners), ink_contrasts(looks), INK_ON_PAPER
    radius, rims, whole = SIGN_RADIUS, np.zeros(len(kinds)), np.zeros(len(kinds), dtype=bool)
    dots = np.flatnonzero([kind is Content.DOT for kind in kinds]).tolist()
    size = float(np.median(radii[dots])) if dots else 0.0
    dots = [dot for dot in dots if abs(radii[dot] - size) <= SAME_SIZE * size]
    discs = len(dots) >= FEWEST_DOTS
    if discs:
        radius, faintest = size if size < FARTHEST else FILLING, float(contrast[dots].min())
        rims = rim_shares(looks, radius, FAINT * faintest)
        whole = lattice.within.ravel() & (rims >= WHOLE_RIM)
    # discs that fill their cells hide the lines that leave them, but not those of the cells around
    filling, back = (np.where(whole, radius, radii) >= FARTHEST), len(looks.shape.rays) // 2
    comes = np.roll(looks.leaves, back, axis=1)[neighbours[filling], np.arange(2 * back)]
    looks.leaves[filling] = comes & ~filling[neighbours[filling]]
    whole &= looks.leaves.sum(axis=1) < 2
    missed = {cell for cell in np.flatnonzero(whole).tolist() if kinds[cell] is not Content.EMPTY}.difference(dots)
    dots = sorted(missed.union(dots))
    for cell in missed:
        kinds[cell], radii[cell] = Content.DOT, min(radius, FARTHEST)
    for cell in crossings(looks, kinds, filling, neighbours):
        kinds[cell] = Content.BRIDGE  # lines hide it
    cells = dots if discs else [cell for cell in np.flatnonzero(lattice.framed).tolist() if kinds[cell] is Content.SIGN]
    if len(cells) < FEWEST_DOTS or (dots and not discs):  # letters on played lines are no numbers in cells
        return None
    contrast = contrast if discs else inked
    strong, bold = contrast > FAINT * faintest, contrast > BOLD * faintest
    return _Ends(cells, discs, kinds, radii, radius, rims, strong, bold, inked > BOLD * faintest)


def _unclear(looks: CellLooks, ends: _Ends) -> Cells:
    """Which cells hold something that is neither an end nor a line."""
    goes_on, far = ((reach > AT_SIDE).any(axis=1) for reach in (looks.reaches, looks.rims))
    # a smaller disc that a line leaves is the end of the line
    found: Cells = ends.holding(Content.SIGN) | (ends.holding(Content.DOT) & ~goes_on & ends.strong)
    # what reaches a side of its cell is part of something larger, unless it has the rim of a disc
    separate = ~(goes_on | far) | (ends.rims >= RIM)
    found |= ends.holding(Content.UNCLEAR) & separate & (ends.strong | ends.inked)
    if not ends.discs:
        found |= ends.holding(Content.PATH) & ends.inked & ~looks.leaves.any(axis=1)
    return found


def _alone_on_the_rim(places: NDArray[np.int_], inside: NDArray[np.int_]) -> set[int]:
    """The cells that are alone in an outermost row or column of the board: no path could pass through them."""
    here = places[inside]
    if min(len({*here[:, axis].tolist()}) for axis in (0, 1)) < 3:
        return set()
    rims = (inside[here[:, axis] == rim(here[:, axis])].tolist() for axis in (0, 1) for rim in (np.min, np.max))
    return {rim[0] for rim in rims if len(rim) == 1}


def _words(puzzle: Puzzle, ends: int, what: str) -> str:
    """What was seen, in words: the size, the colours, the dots (or numbers), and any features."""
    pairs = counted(puzzle.pairs, "colour" if what == "dot" else "pair")
    kind = puzzle.layout.pattern.feature
    found = [f"{puzzle.width}x{puzzle.height}{f' {kind.value}' if kind else ''}", pairs, counted(ends, what)]
    layout = puzzle.layout
    features = {"hole": puzzle.solids(), "wall": layout.walls, "bridge": layout.bridges}
    found += [counted(len(cells), name) for name, cells in features.items() if cells]
    if layout.wrap is not Wrap.NONE:
        found.append("rows and columns wrap" if layout.wrap is Wrap.BOTH else f"{layout.wrap.value} wrap")
    return ", ".join(found)


def _words_of(places: NDArray[np.int_]) -> str:
    """One or two cells in words, with rows and columns from 1."""
    found = [f"row {row + 1}, column {column + 1}" for row, column in places[:2].tolist()]
    return " and ".join(found) + (", among others" if len(places) > 2 else "")


def _alike(places: NDArray[np.int_], pairing: Pairing, what: str) -> str:
    """Words for the first doubt about the ends at these places: to these, no assignment gives partners."""
    group = list(pairing.doubtful[0])
    cells = _words_of(places[group])
    if len({pairing.numbers[end] for end in group}) > 1:
        return f"a line joins {cells}, but they do not look alike"
    if len(group) == 1:
        return f"no other {what} looks like the one at {cells}"
    return f"{len(group)} {what}s look alike, but each must appear exactly twice: see {cells}"
