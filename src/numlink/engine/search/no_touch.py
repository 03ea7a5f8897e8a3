"""Local clauses for rectangles: what not touching, and being canonical, mean around one unit square.

    c ── r            Three used sides of a square are one path that touches across the fourth (N1, no 2x2).
    │    ¦            So when c turns towards its diagonal cell z, z uses neither dashed side.  If z must have two
    d ┄┄ z            links it turns the same way, away from c (N3, spike); if it cannot, c may not turn so.
                      z an endpoint or a solid: nothing follows.

The turns of a spike go on along the diagonal until an endpoint or a solid ends them, its root.  Where the diagonal
leaves the board before it meets one, no cell on it may turn that way: one clause of two literals a turn, which no
propagation finds in the chain of threes (90 published boards: 7 836 conflicts without, 4 891 with).  Clauses from a
turn to every cell further along its spike were tried as well: 4 798 conflicts, but half as slow again.

Canonical linkings (techniques.md A2) are those of a board whose cells may stay empty in which no square has three
used sides and no corner opens *downwards* over an empty diagonal cell that a path may enter.  Every linking can be
rewritten into a canonical one:

    ┌──┐  ->  ·  ·            ┌──  ->  ·  ┌            three sides become one: shorter;
    │  │      ────            │  z     └──┘            a corner flips into z: as long, but lower.

Length, then height, decreases, so it ends; and every rewriting empties the cell it moves the path out of. Hence a
board has a linking iff it has a canonical one, and exactly one linking which covers iff it has exactly one canonical
linking and that one covers. There is even a canonical linking that does not touch wherever there is a linking at all,
solids or not: take a shortest, and of these a lowest. No shortening applies, so no path runs beside itself (the link
between the two cells would shorten it; it exists, as neither is solid), no square has three used sides, and
neighbouring endpoints are joined; no flip applies, as it would keep the length and lower it. Two neighbouring
endpoints of one number are canonically joined, by the same shortening. The corner clauses are those of the spike,
restricted to corners that open downwards. (The roof rule N6 follows: the cell under a roof's corner is a spike of it
and has the horizontal link that a roof must not have below.)

A *valley* is the roof's mirror image: down, along and up again.  Of it no corner clause speaks, yet it is shortened
too, straight across its mouth, where the cells there are empty:

        .   o   .         o must not be empty.  No path goes down from o into the valley's floor, none aside into its
        │       │         walls (three used sides of a square): so o is an endpoint, a solid or on the floor of a
        └───────┘         narrower valley, which needs the same.

So a canonical linking has a valley only where in the triangle above its floor there is an endpoint or a solid, which
no propagation finds.  As clauses for floors of up to five links, conflicts for second canonical linkings on three
copies of each level of flow-large: 482 144 for 724 265 (up to two links 562 958, three 546 835, eight 510 171).

Tried beside them (507 101 in that run): flips another way than down, out from the middle row, the centre or to the
nearest rim 697 519, 649 158, 762 252; up, left, right 585 859, 573 907, 538 090.  Neighbouring ends of one number
joined, of one nameless fragment refused: 475 387 for 482 144.  In place of the walk one question an empty cell, asked
again until refuted: 158 000 to 192 000 by six orders on one copy, walks 141 000 to 217 000 by eight.
"""

from __future__ import annotations

from array import array

import cython

from numlink.engine.arrays import link_cells, links_around


def no_touch_clauses(
    width: int, height: int, cells: array[int], *, fill: bool, laid: array[int] | None = None
) -> array[int]:
    """Clauses that every solution without touching satisfies, for `Search.add_clauses` (size, literals, ...).

    `cells`: -1 solid, 0 empty, k endpoint, row by row.  `laid`: two cells a link, where walls leave some out.
    `fill`: whether every cell must be passed; the spike clauses hold only then.  Necessary, not sufficient:
    `Search(touching=False)` does the rest.
    """
    return local_clauses(width, height, cells, laid, fill, fill)


def canonical_clauses(width: int, height: int, cells: array[int], laid: array[int] | None = None) -> array[int]:
    """Clauses that leave, of the linkings with cells allowed to stay empty, exactly the canonical ones."""
    return local_clauses(width, height, cells, laid, False, True)


# Links along the floor of the longest valley that gets a clause.
WIDEST_VALLEY = cython.declare(cython.int, 5)


def valley_clauses(
    width: cython.int, height: cython.int, cells: cython.int[::1], laid: array[int] | None = None
) -> array[int]:
    """Clauses to add to `canonical_clauses`: a valley of up to five links has an endpoint or a solid above its floor.

    A board that has a linking has one that satisfies both sets.  A linking that covers the board and does not touch
    itself satisfies both.
    """
    links: cython.int[::1] = links_around(width, cells, link_cells(width, height, cells) if laid is None else laid)
    walled: cython.bint = laid is not None
    result = array("i")
    floor: cython.int
    first: cython.int
    last: cython.int
    up: cython.int
    free: cython.bint
    for first in range(width, width * height):
        if cells[first] != 0 or links[4 * first + 3] < 0:
            continue
        last = first
        while last - first < WIDEST_VALLEY and links[4 * last] >= 0 and cells[last + 1] == 0:
            last += 1
            up = 1
            free = True
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


@cython.cfunc
def local_clauses(
    width: cython.int,
    height: cython.int,
    cells: cython.int[::1],
    laid: object,
    upward: cython.bint,
    downward: cython.bint,
) -> object:
    """Square clauses, joined neighbouring endpoints, and the spike clauses of corners open upwards / downwards."""
    size: cython.int = width * height
    links: cython.int[::1] = links_around(width, cells, link_cells(width, height, cells) if laid is None else laid)
    result = array("i", [0]) * (56 * size + 1)
    out: cython.int[::1] = result
    rooted: cython.uchar[::1] = rooted_spikes(width, size, cells, links)
    at: cython.int = 0
    cell: cython.int
    right: cython.int
    below: cython.int
    skip: cython.int
    side: cython.int
    vertical: cython.int
    horizontal: cython.int
    first: cython.int
    second: cython.int
    diagonal: cython.int
    link: cython.int
    square: cython.int[::1] = array("i", [0, 0, 0, 0])
    for cell in range(size):
        right = links[4 * cell]
        below = links[4 * cell + 1]
        if right >= 0 and cells[cell] > 0 and cells[cell + 1] == cells[cell]:
            out[at] = 1
            out[at + 1] = 2 * right
            at += 2
        if below >= 0 and cells[cell] > 0 and cells[cell + width] == cells[cell]:
            out[at] = 1
            out[at + 1] = 2 * below
            at += 2
        if right >= 0 and below >= 0 and links[4 * (cell + 1) + 1] >= 0 and links[4 * (cell + width)] >= 0:
            square[0] = right
            square[1] = below
            square[2] = links[4 * (cell + 1) + 1]
            square[3] = links[4 * (cell + width)]
            for skip in range(4):
                out[at] = 3
                at += 1
                for side in range(4):
                    if side != skip:
                        out[at] = 2 * square[side] + 1
                        at += 1
        if cells[cell] != 0:
            continue
        for vertical in range(1, 4, 2):
            if not (downward if vertical == 1 else upward):
                continue
            first = links[4 * cell + vertical]
            for horizontal in range(0, 4, 2):
                second = links[4 * cell + horizontal]
                if first < 0 or second < 0:
                    continue
                diagonal = cell + (width if vertical == 1 else -width) + (1 if horizontal == 0 else -1)
                if cells[diagonal] != 0 or not whole(width, links, cell, vertical, horizontal):
                    continue
                if not rooted[diagonal] >> (vertical - 1 + horizontal // 2) & 1:
                    out[at] = 2
                    out[at + 1] = 2 * first + 1
                    out[at + 2] = 2 * second + 1
                    at += 3
                    continue
                for side in range(2):
                    link = links[4 * diagonal + (vertical if side == 0 else horizontal)]
                    out[at] = 3
                    out[at + 1] = 2 * first + 1
                    out[at + 2] = 2 * second + 1
                    out[at + 3] = 2 * link
                    at += 4
    out = None  # lets go of the memory, so that it can be cut to size in place
    del result[at:]
    return result


@cython.cfunc
@cython.exceptval(check=False)
def whole(
    width: cython.int, links: cython.int[::1], cell: cython.int, vertical: cython.int, horizontal: cython.int
) -> cython.bint:
    """Whether all four links are laid of the square in two directions from `cell`, whose own two links are."""
    aside: cython.int = cell + 1 - horizontal
    above: cython.int = cell + (width if vertical == 1 else -width)
    return links[4 * aside + vertical] >= 0 and links[4 * above + horizontal] >= 0


@cython.cfunc
@cython.exceptval(check=False)
def parted(
    width: cython.int, cells: cython.int[::1], links: cython.int[::1], first: cython.int, last: cython.int
) -> cython.bint:
    """Whether a wall takes a link in the rows from a floor (cells `first` to `last`) up to half its length above it."""
    up: cython.int
    cell: cython.int
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
    """Per cell one bit for each of its diagonals, set where that meets an endpoint, a solid or a wall on the board.

    Bit 0 down right, 1 down left, 2 up right, 3 up left.  Each cell asks its neighbour: to follow every diagonal to
    its end took 9 of the 12 seconds for an empty board of 1002x1002.
    """
    result = array("B", [0]) * size
    rooted: cython.uchar[::1] = result
    index: cython.int
    cell: cython.int
    vertical: cython.int
    horizontal: cython.int
    beyond: cython.int
    index_of: cython.int
    for vertical in range(1, 4, 2):
        for index in range(size):
            cell = size - 1 - index if vertical == 1 else index  # so that `beyond` is done before
            if cells[cell] != 0:
                rooted[cell] = 15
            elif links[4 * cell + vertical] >= 0:
                for horizontal in range(0, 4, 2):
                    if links[4 * cell + horizontal] >= 0:
                        beyond = cell + (width if vertical == 1 else -width) + 1 - horizontal
                        index_of = vertical - 1 + horizontal // 2
                        if not whole(width, links, cell, vertical, horizontal):
                            rooted[cell] |= 1 << index_of
                        rooted[cell] |= rooted[beyond] & (1 << index_of)
    return result
