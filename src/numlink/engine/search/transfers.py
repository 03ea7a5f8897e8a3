"""Transfers: tracks that can pass from one link of a cover to another, so that the cover is not the only one.

    two tracks, b and d                         one track, b, where links form triangles

    a ── b    e         a    b ── e             a    e           a    e
         │    │   <->   │    │                  │ \\  │     <->   │  / │
    c ── d    f         c    d ── f             │  b │           │ b  │
                                                │ /  │           │  \\ │
                                                c    f           c    f

Where a cover has the links of one side, the links of the other side in their place make another cover: every track has
as many links, and b and d have no others, so one path loses them between a and c, and a path (it may be the same one)
gets them between e and f.  Both still join the same ends, and no ring comes about.

Compare two covers at the last link, in the order of their numbers, that only one of them has: this one is the *higher*.
A cover is *settled* if no transfer makes it lower.  Transfers that do so end, as there are finitely many covers, so

- a board has a cover if and only if it has a settled one
- it has exactly one if and only if it has exactly one settled cover, and no transfer applies to that one: another
  cover would become this one by transfers that lower it, and the last of these could be taken back

So where every track is passed and paths may touch, a search for a second solution needs to look at settled covers only,
once no transfer applies to the first.
"""

from __future__ import annotations

from array import array

import cython

from numlink.engine.arrays import integers, require_between

FIGURES = 7
"""Integers of a transfer: three links of its higher side, three of the lower one, and a link that both have; -1: none.

Of a transfer the higher side is the one with the link of the largest number."""

# Links around a track that is looked at, at most: sites grow with their square, transfers with the fourth power.
WIDEST = cython.declare(cython.int, 8)
# Sites of a chain, at most: pairs of neighbours of a track with WIDEST links, or of two such tracks.
MOST_SITES = cython.declare(cython.int, 64)


@cython.cfunc
@cython.exceptval(check=False)
def link_between(
    start: cython.int[::1], beside: cython.int[::1], link: cython.int[::1], one: cython.int, other: cython.int
) -> cython.int:
    """The link between two tracks, -1 if there is none."""
    slot: cython.int
    for slot in range(start[one], start[one + 1]):
        if beside[slot] == other:
            return link[slot]
    return -1


@cython.cfunc
@cython.exceptval(check=False)
def written(
    out: cython.int[::1], end: cython.int, one: cython.int[::1], other: cython.int[::1], common: cython.int
) -> cython.int:
    """Write the transfer between two sides of three links, of which -1 is none, at `end`; returns the new end."""
    highest: cython.int = max(max(one[0], one[1]), one[2])
    at: cython.int
    higher: cython.bint = highest > max(max(other[0], other[1]), other[2])
    for at in range(3):
        out[end + at] = one[at] if higher else other[at]
        out[end + 3 + at] = other[at] if higher else one[at]
    out[end + 6] = common
    return end + 7


def transfers(cells: cython.int[::1], links: array[int]) -> array[int]:
    """All transfers of a board, FIGURES integers each.

    `cells`: by track -1 solid, 0 empty, k an endpoint.  `links`: two tracks a link, no two between the same tracks.
    O(links) where tracks have few links; tracks with more than WIDEST links have no transfers.  Raises ValueError for a
    link to a track outside the board.

    >>> list(transfers(array("i", [0] * 6), array("i", [0, 1, 0, 3, 1, 2, 1, 4, 2, 5, 3, 4, 4, 5])))  # 3x2 cells
    [2, 6, 1, 0, 5, 4, 3]
    """
    size: cython.int = len(cells)
    count: cython.int = len(links) // 2
    ends: cython.int[::1]
    start: cython.int[::1] = integers(size + 2)
    beside: cython.int[::1] = integers(2 * count)
    link: cython.int[::1] = integers(2 * count)
    first: cython.int[::1] = integers(MOST_SITES)
    second: cython.int[::1] = integers(MOST_SITES)
    between: cython.int[::1] = integers(MOST_SITES)
    one: cython.int[::1] = integers(3)
    other: cython.int[::1] = integers(3)
    room: cython.int = FIGURES * (MOST_SITES * MOST_SITES + 8 * count)
    found = integers(room)
    out: cython.int[::1] = found
    end: cython.int = 0
    at: cython.int
    track: cython.int
    here: cython.int
    far: cython.int
    slot: cython.int
    near: cython.int
    sites: cython.int
    site: cython.int
    shared: cython.int
    require_between(links, 0, size - 1, "the track of link end")
    if count:
        ends = links
        for at in range(2 * count):
            start[ends[at] + 2] += 1
        for track in range(size):
            start[track + 2] += start[track + 1]
        for at in range(2 * count):
            track = ends[at]
            beside[start[track + 1]] = ends[at ^ 1]
            link[start[track + 1]] = at >> 1
            start[track + 1] += 1  # in the end the first slot of the next track
    for here in range(size):
        if cells[here] != 0 or start[here + 1] - start[here] > WIDEST:
            continue
        # one track: a site is a link between two of its neighbours, kept as their slots
        sites = 0
        for slot in range(start[here], start[here + 1]):
            for near in range(slot + 1, start[here + 1]):
                at = link_between(start, beside, link, beside[slot], beside[near])
                if at >= 0:
                    first[sites], second[sites], between[sites] = slot, near, at
                    sites += 1
        for site in range(sites):
            for at in range(site):
                if end + 7 > room:
                    out = None  # drop the view, so that the array can grow
                    found.extend(integers(room))
                    room *= 2
                    out = found
                one[0], one[1], one[2] = link[first[site]], link[second[site]], between[at]
                other[0], other[1], other[2] = link[first[at]], link[second[at]], between[site]
                shared = -1
                if first[site] == first[at] or first[site] == second[at]:
                    shared = one[0]
                elif second[site] == first[at] or second[site] == second[at]:
                    shared = one[1]
                if shared >= 0:
                    for near in range(2):
                        one[near] = -1 if one[near] == shared else one[near]
                        other[near] = -1 if other[near] == shared else other[near]
                end = written(out, end, one, other, shared)
        # two tracks: a site is a link from a neighbour of the one to a neighbour of the other, kept as their slots
        for far in range(start[here], start[here + 1]):
            track = beside[far]
            if track < here or cells[track] != 0 or start[track + 1] - start[track] > WIDEST:
                continue
            sites = 0
            for slot in range(start[here], start[here + 1]):
                if slot == far or link_between(start, beside, link, beside[slot], track) >= 0:
                    continue
                for near in range(start[track], start[track + 1]):
                    if (
                        beside[near] == here
                        or beside[near] == beside[slot]
                        or link_between(start, beside, link, beside[near], here) >= 0
                    ):
                        continue
                    at = link_between(start, beside, link, beside[slot], beside[near])
                    if at >= 0 and sites < MOST_SITES:
                        first[sites], second[sites], between[sites] = slot, near, at
                        sites += 1
            for site in range(sites):
                for at in range(site):
                    if first[site] == first[at] or second[site] == second[at]:
                        continue
                    if end + 7 > room:
                        out = None
                        found.extend(integers(room))
                        room *= 2
                        out = found
                    one[0], one[1], one[2] = link[first[site]], link[second[site]], between[at]
                    other[0], other[1], other[2] = link[first[at]], link[second[at]], between[site]
                    end = written(out, end, one, other, link[far])
    out = None
    del found[end:]
    return found


def settled_clauses(found: array[int]) -> array[int]:
    """Clauses that every settled cover satisfies, for `Search.add_clauses`: no higher side of the transfers `found`."""
    count: cython.int = len(found) // FIGURES
    clauses = integers(5 * count)
    out: cython.int[::1] = clauses
    given: cython.int[::1]
    end: cython.int = 0
    size: cython.int
    which: cython.int
    at: cython.int
    if count:
        given = found
        for which in range(count):
            size = end
            end += 1
            for at in range(7):
                if (at < 3 or at == 6) and given[7 * which + at] >= 0:
                    out[end] = 2 * given[7 * which + at] + 1
                    end += 1
            out[size] = end - size - 1
    out = None
    del clauses[end:]
    return clauses


def transferred(found: array[int], model: array[int]) -> array[int] | None:
    """Another cover, by the first of the transfers `found` that applies to the cover `model`; None if none does.

    `model`: by link 1 on, 0 off.  Raises ValueError where it has fewer links than the transfers speak of.
    """
    count: cython.int = len(found) // FIGURES
    given: cython.int[::1]
    on: cython.schar[::1]
    which: cython.int
    side: cython.int
    at: cython.int
    base: cython.int
    applies: cython.bint
    if not count:
        return None
    require_between(found, -1, len(model) - 1, "the link of a transfer")
    given, on = found, model
    for which in range(count):
        base = 7 * which
        if given[base + 6] >= 0 and not on[given[base + 6]]:
            continue
        for side in range(2):
            applies = True
            for at in range(base + 3 * side, base + 3 * side + 3):
                if given[at] >= 0 and not on[given[at]]:
                    applies = False
                    break
            if applies:
                other = model[:]
                for at in range(base, base + 6):
                    if given[at] >= 0:
                        other[given[at]] = int((at < base + 3) == (side == 1))
                return other
    return None
