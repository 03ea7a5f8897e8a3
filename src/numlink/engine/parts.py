"""The connected parts of a board, and reasons in them why the board has no solution.

Parts are trees of tracks (Galler & Fischer 1964); the smaller one is joined to the larger one.  `above` is the next
track towards the root, and `odd` says whether the two differ in colour.  A link whose two tracks have one colour makes
its part *mixed*.
"""

from __future__ import annotations

from array import array

import cython

from numlink.engine.arrays import integers, require_between


@cython.cfunc
@cython.exceptval(check=False)
def root_of(above: cython.int[::1], odd: cython.int[::1], track: cython.int) -> cython.int:
    """Twice the root of the part of `track`, plus 1 if `track` and the root differ in colour."""
    other: cython.int = 0
    while above[track] >= 0:
        other ^= odd[track]
        track = above[track]
    return 2 * track + other


def is_contradictory(cells: cython.int[::1], links: array[int], fill: cython.bint) -> bool:
    """Whether parts or colours show that a board has no solution; False proves nothing.  O(cells).

    `cells`: -1 solid, 0 empty, k an end.  `links`: two cells a link, else ValueError.  `fill`: paths must pass every
    cell.
    """
    size: cython.int = len(cells)
    count: cython.int = len(links) // 2
    above: cython.int[::1] = array("i", [-1]) * (size + 1)
    odd: cython.int[::1] = integers(size)
    degree: cython.int[::1] = integers(size)
    # for each root: number of tracks, whether mixed, links that its colour needs minus those of the other colour
    tracks: cython.int[::1] = array("i", [1]) * (size + 1)
    mixed: cython.int[::1] = integers(size)
    excess: cython.int[::1] = integers(size)
    numbered: cython.int[::1] = integers(size)
    part_of: dict[int, int] = {}
    require_between(links, 0, size - 1, "the cell of link end")
    if count:
        ends: cython.int[::1] = links
        for at in range(count):
            degree[ends[2 * at]] += 1
            degree[ends[2 * at + 1]] += 1
            first: cython.int = root_of(above, odd, ends[2 * at])
            second: cython.int = root_of(above, odd, ends[2 * at + 1])
            one: cython.int = (first ^ second ^ 1) & 1  # 1: the two tracks have one colour, each relative to its root
            first >>= 1
            second >>= 1
            if first == second:
                mixed[first] |= one
                continue
            if tracks[first] < tracks[second]:
                first, second = second, first
            above[second] = first
            odd[second] = one
            tracks[first] += tracks[second]
            mixed[first] |= mixed[second]
    for at in range(size):
        if cells[at] > 0:
            first = root_of(above, odd, at) >> 1
            numbered[first] = 1
            if part_of.setdefault(cells[at], first) != first:
                return True
    if not fill:
        return False
    for at in range(size):
        if cells[at] >= 0:
            first = root_of(above, odd, at)
            needed: cython.int = 1 if cells[at] > 0 else 2
            if not numbered[first >> 1] or degree[at] < needed:
                return True
            # Both colours need equally many links, as each link joins both colours.
            excess[first >> 1] += -needed if first & 1 else needed
    for at in range(size):
        if excess[at] != 0 and not mixed[at]:
            return True
    return False
