"""Local clauses for rectangles: what follows around one unit square if no path touches itself or links are canonical.

    c ── r            Three used sides of a square are one path that touches across the fourth side (N1, no 2x2).
    │    ¦            So if c turns towards its diagonal cell z, z uses neither dashed side.  If z must have two
    d ┄┄ z            links, z turns the same way, away from c (N3, spike); if z cannot, c may not turn that way.
                      If z is an endpoint or a solid, nothing follows.

The turns of a spike continue along the diagonal to its root, an endpoint or a solid.  If the diagonal leaves the board
without a root, no cell on it may turn that way: one clause of two literals for each turn.

*Canonical* linkings (proofs in docs/algorithms.md) are defined where cells may stay empty: no square has three used
sides, no corner opens downwards over an empty diagonal cell that a path may enter, and neighbouring endpoints of one
number are joined.  Their corner clauses are those of the spike, but only for corners that open downwards.

        .   o   .         A *valley* can be shortened straight across its mouth if the cells there are empty.  So o is
        │       │         an endpoint, a solid or on the floor of a narrower valley, for which the same holds: a valley
        └───────┘         has an endpoint or a solid in the triangle above its floor.

Propagation does not find this, nor that a spike has no root, so both clauses pay off (bench/notes/search.md).
"""

from __future__ import annotations

from array import array

import cython

from numlink.engine.arrays import link_cells, links_around


def no_touch_clauses(
    width: int, height: int, cells: array[int], *, fill: bool, laid: array[int] | None = None
) -> array[int]:
    """Clauses that every solution without touching satisfies, for `Search.add_clauses`: size, literals, size, ...

    `cells`: -1 solid, 0 empty, k endpoint.  `laid`: two cells of each link, if walls remove some.  `fill`: also
    those of spikes, as each cell has a path.
    """
    return local_clauses(width, height, cells, laid, fill, fill, -1)


def switched_clauses(
    width: int, height: int, cells: array[int], *, first: int, laid: array[int] | None = None
) -> array[int]:
    """`no_touch_clauses` with `fill`, void while the square's switch is on: link `first` + its upper left cell."""
    return local_clauses(width, height, cells, laid, True, True, first)


def canonical_clauses(width: int, height: int, cells: array[int], laid: array[int] | None = None) -> array[int]:
    """Clauses that, of all linkings that may leave cells empty, exactly the canonical ones satisfy."""
    return local_clauses(width, height, cells, laid, False, True, -1)


# Links along the floor of the widest valley with a clause: wider ones save nothing (bench/notes/search.md).
WIDEST_VALLEY = cython.declare(cython.int, 5)


def valley_clauses(
    width: cython.int, height: cython.int, cells: cython.int[::1], laid: array[int] | None = None
) -> array[int]:
    """Clauses besides `canonical_clauses`: a valley up to WIDEST_VALLEY wide has an end or a solid above its floor."""
    links: cython.int[::1] = links_around(width, cells, link_cells(width, height, cells) if laid is None else laid)
    walled: cython.bint = laid is not None
    result = array("i")
    for first in range(width, width * height):
        if cells[first] != 0 or links[4 * first + 3] < 0:
            continue
        last: cython.int = first
        while last - first < WIDEST_VALLEY and links[4 * last] >= 0 and cells[last + 1] == 0:
            last += 1
            up: cython.int = 1
            free: cython.bint = True
            while free and 2 * up <= last - first and last - up * width >= 0:
                free = cells[last - up * width - up] == 0
                up += 1
            if not free:
                break
            if (
                last - first > 1
                and links[4 * last + 3] >= 0
                and not (walled and parted(width, cells, links, first, last))
            ):
                result.append(last - first + 2)
                result.append(2 * links[4 * first + 3] + 1)
                result.append(2 * links[4 * last + 3] + 1)
                for floor in range(first, last):
                    result.append(2 * links[4 * floor] + 1)
    return result


# Integers for the clauses of one cell: the usual number, reserved for each cell, and the most, with switches.
USUAL_ROOM = cython.declare(cython.int, 29)
MOST_ROOM = cython.declare(cython.int, 72)


@cython.cfunc
def local_clauses(
    width: cython.int,
    height: cython.int,
    cells: cython.int[::1],
    laid: object,
    upward: cython.bint,
    downward: cython.bint,
    switch: cython.int,
) -> object:
    """Clauses of squares, of spikes open `upward` or `downward`, of endpoints; `switch`: the first switch, or -1."""
    size: cython.int = width * height
    links: cython.int[::1] = links_around(width, cells, link_cells(width, height, cells) if laid is None else laid)
    room: cython.int = USUAL_ROOM * size + MOST_ROOM
    result = array("i", [0]) * room
    out: cython.int[::1] = result
    rooted: cython.uchar[::1] = rooted_spikes(width, size, cells, links)
    at: cython.int = 0
    for cell in range(size):
        if at + MOST_ROOM > room:
            out = None  # drop the view, so that the array can grow
            result.extend(array("i", [0]) * room)
            room *= 2
            out = result
        right: cython.int = links[4 * cell]
        below: cython.int = links[4 * cell + 1]
        if right >= 0 and cells[cell] > 0 and cells[cell + 1] == cells[cell]:
            out[at] = 1
            out[at + 1] = 2 * right
            at = switched(out, at, switch, cell)
        if below >= 0 and cells[cell] > 0 and cells[cell + width] == cells[cell]:
            out[at] = 1
            out[at + 1] = 2 * below
            at = switched(out, at, switch, cell)
        if right >= 0 and below >= 0 and links[4 * (cell + 1) + 1] >= 0 and links[4 * (cell + width)] >= 0:
            third: cython.int = links[4 * (cell + 1) + 1]
            fourth: cython.int = links[4 * (cell + width)]
            for skip in range(4):
                out[at] = 3
                out[at + 1] = 2 * (below if skip == 0 else right) + 1
                out[at + 2] = 2 * (third if skip < 2 else below) + 1
                out[at + 3] = 2 * (fourth if skip < 3 else third) + 1
                at = at + 4 if switch < 0 else switched(out, at, switch, cell)
        if cells[cell] != 0:
            continue
        for vertical in range(1, 4, 2):
            if not (downward if vertical == 1 else upward):
                continue
            first: cython.int = links[4 * cell + vertical]
            for horizontal in range(0, 4, 2):
                second: cython.int = links[4 * cell + horizontal]
                if first < 0 or second < 0:
                    continue
                diagonal: cython.int = cell + (width if vertical == 1 else -width) + (1 if horizontal == 0 else -1)
                if cells[diagonal] != 0 or not whole(width, links, cell, vertical, horizontal):
                    continue
                corner: cython.int = cell - horizontal // 2 - (width if vertical == 3 else 0)
                if not rooted[diagonal] >> (vertical - 1 + horizontal // 2) & 1:
                    out[at] = 2
                    out[at + 1] = 2 * first + 1
                    out[at + 2] = 2 * second + 1
                    at = switched(out, at, switch, corner)
                    continue
                for side in range(2):
                    link: cython.int = links[4 * diagonal + (vertical if side == 0 else horizontal)]
                    out[at] = 3
                    out[at + 1] = 2 * first + 1
                    out[at + 2] = 2 * second + 1
                    out[at + 3] = 2 * link
                    at = at + 4 if switch < 0 else switched(out, at, switch, corner)
    out = None  # drop the view, so that the array can be cut to size in place
    del result[at:]
    return result


@cython.cfunc
@cython.exceptval(check=False)
def switched(out: cython.int[::1], at: cython.int, switch: cython.int, square: cython.int) -> cython.int:
    """Add the switch of `square` (its upper left cell) to the clause at `at`; return where the next clause begins."""
    if switch >= 0:
        out[at] += 1
        out[at + out[at]] = 2 * (switch + square)
    return at + 1 + out[at]


@cython.cfunc
@cython.exceptval(check=False)
def whole(
    width: cython.int, links: cython.int[::1], cell: cython.int, vertical: cython.int, horizontal: cython.int
) -> cython.bint:
    """Whether the square below (`vertical` 1) or above (3), right (`horizontal` 0) or left (2) has all four links."""
    aside: cython.int = cell + 1 - horizontal
    above: cython.int = cell + (width if vertical == 1 else -width)
    return links[4 * aside + vertical] >= 0 and links[4 * above + horizontal] >= 0


@cython.cfunc
@cython.exceptval(check=False)
def parted(
    width: cython.int, cells: cython.int[::1], links: cython.int[::1], first: cython.int, last: cython.int
) -> cython.bint:
    """Whether a wall removes a link above a valley's floor, cells `first` to `last`, up to half its width."""
    for up in range((last - first + 1) // 2 + 1):
        for cell in range(first - up * width, last - up * width + 1):
            if cell < 0 or cells[cell] < 0:
                continue
            if cell < last - up * width and cells[cell + 1] >= 0 and links[4 * cell] < 0:
                return True
            if 2 * up < last - first + 1 and cell >= width and cells[cell - width] >= 0 and links[4 * cell + 3] < 0:
                return True
    return False


@cython.cfunc
def rooted_spikes(width: cython.int, size: cython.int, cells: cython.int[::1], links: cython.int[::1]) -> array[int]:
    """The diagonals of each cell with a root (end, solid, walled square): bits down right, left, up right, left."""
    result = array("B", [0]) * size
    rooted: cython.uchar[::1] = result
    for vertical in range(1, 4, 2):
        for index in range(size):
            cell: cython.int = size - 1 - index if vertical == 1 else index  # so that `beyond` comes first
            if cells[cell] != 0:
                rooted[cell] = 15
            elif links[4 * cell + vertical] >= 0:
                for horizontal in range(0, 4, 2):
                    if links[4 * cell + horizontal] >= 0:
                        beyond: cython.int = cell + (width if vertical == 1 else -width) + 1 - horizontal
                        index_of: cython.int = vertical - 1 + horizontal // 2
                        if not whole(width, links, cell, vertical, horizontal):
                            rooted[cell] |= 1 << index_of
                        rooted[cell] |= rooted[beyond] & (1 << index_of)
    return result
