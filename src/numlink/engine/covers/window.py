"""A part of a cover, cut out as a board of its own with its solution.

A path may enter and leave the part: each stretch of it inside becomes a path with a number of its own.  A cell all of
whose links lead outside becomes solid:

        ┌──┬────────┐          a ── a ── a        a cell that lost one link becomes an endpoint.  A second solution
      ──┤a │  b  b  │          A  .  .  A         of the part gives one of the whole board; a second solution of the
        │a a  b  b──┼──   ->                      board may differ in several places and show in no part
        └───────────┘
"""

from __future__ import annotations

from array import array

import cython

from numlink.engine.arrays import integers, require_between

if cython.compiled:
    from cython.cimports.numlink.engine.covers.cover import Cover
else:
    from numlink.engine.covers.cover import Cover


def cut_out(cover: Cover, tracks: cython.int[::1]) -> tuple[array[int], array[int], array[int]]:
    """Cut out the part on `tracks`, ascending, renumbered from 0: its cells, links and model.  O(cells of cover).

    Cells hold -1 solid, 0 or a path's number at its ends; links are flat, sorted; the model has 1 for each link on a
    path.
    """
    cover.expect_idle()
    require_between(tracks, 0, cover.size - 1, "track")
    size: cython.int = len(tracks)
    end: cython.int = 0
    place_array, cells_array, joined_array = (
        array("i", [-1]) * cover.size,
        integers(size),
        array("i", [-1]) * (2 * size),
    )
    found_array = integers(cover.stride * (size + 1))
    cells: cython.int[::1] = cells_array
    joined: cython.int[::1] = joined_array or array("i", [-1])
    place: cython.int[::1] = place_array
    found: cython.int[::1] = found_array
    for cell in range(size):
        if cell and tracks[cell] <= tracks[cell - 1]:
            raise ValueError("tracks to cut out come in ascending order")
        place[tracks[cell]] = cell
    for cell in range(size):
        v: cython.int = tracks[cell]
        for slot in range(2):
            there: cython.int = cover.one[v] if slot == 0 else cover.two[v]
            if there >= 0 and place[there] >= 0:
                joined[2 * cell + (1 if joined[2 * cell] >= 0 else 0)] = place[there]
        if joined[2 * cell] < 0:
            cells[cell] = -1
    number_ends(cells, joined, size)
    for cell in range(size):
        first: cython.int = end
        for slot in range(cover.stride):
            there = cover.neighbour[cover.stride * tracks[cell] + slot]
            if there < 0 or place[there] <= cell or cells[cell] < 0 or cells[place[there]] < 0:
                continue
            at: cython.int = end
            while at > first and found[at - 1] > place[there]:
                found[at + 1] = found[at - 1]
                at -= 2
            found[end] = cell
            found[at + 1] = place[there]
            end += 2
    model_array = array("b", bytes(end // 2 + 1))
    model: cython.schar[::1] = model_array
    for at in range(end // 2):
        first = 2 * found[2 * at]
        model[at] = joined[first] == found[2 * at + 1] or joined[first + 1] == found[2 * at + 1]
    return cells_array[:size], found_array[:end], model_array[: end // 2]


@cython.cfunc
def number_ends(cells: cython.int[::1], joined: cython.int[::1], size: cython.int) -> cython.void:
    """Write each path's number at both ends in `cells`, in order of first ends; `joined`: two cells a cell, or -1."""
    number: cython.int = 0
    for cell in range(size):
        if cells[cell] != 0 or joined[2 * cell + 1] >= 0:
            continue
        number += 1
        cells[cell] = number
        before: cython.int = cell
        there: cython.int = joined[2 * cell]
        while joined[2 * there + 1] >= 0:
            after: cython.int = joined[2 * there] + joined[2 * there + 1] - before
            before = there
            there = after
        cells[there] = number
