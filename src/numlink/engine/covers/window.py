"""A rectangle cut out of a cover, as a board of its own with its solution.

A path may enter and leave the rectangle: each stretch of it inside becomes a path with a number of its own.  A cell
all of whose links lead outside becomes solid:

        ┌──┬────────┐          a ── a ── a        a cell that lost one link becomes an endpoint.  A second solution
      ──┤a │  b  b  │          A  .  .  A         of the crop gives one of the whole board; a second solution of the
        │a a  b  b──┼──   ->                      board may differ in several places and show in no crop
        └───────────┘

The whole board is the crop that leaves out nothing, its paths numbered in row-major order of their first ends.
"""

from __future__ import annotations

from array import array

import cython

from numlink.engine.arrays import link_cells, require_between, require_place

if cython.compiled:
    from cython.cimports.numlink.engine.covers.cover import Cover
else:
    from numlink.engine.covers.cover import Cover


def crop(
    cover: Cover, board_width: cython.int, top: cython.int, left: cython.int, height: cython.int, width: cython.int
) -> tuple[array[int], array[int], array[int]]:
    """Cut out `height` x `width` cells from row `top`, column `left`: their cells, links and model.

    Cells hold -1 solid, 0 inner cells or a path's number at its ends; links are flat, two cells each, in scan order;
    the model has 1 for each link on a path.  Raises ValueError for a window that is not on the board, IndexError for
    one that ends below it.  O(cells).
    """
    cover.expect_idle()
    if min(top, left, height - 1, width - 1) < 0 or left + width > board_width:
        raise ValueError(f"no window of a board {board_width} wide: {height}x{width} cells from ({top}, {left})")
    require_place((top + height - 1) * board_width + left + width - 1, cover.size, "the last cell of a window,")
    size: cython.int = width * height
    cells_array = array("i", bytes(4 * size))
    joined_array = array("i", b"\xff" * (8 * size))
    cells: cython.int[::1] = cells_array
    joined: cython.int[::1] = joined_array
    cell: cython.int
    side: cython.int
    for cell in range(size):
        v: cython.int = (top + cell // width) * board_width + left + cell % width
        if cover.owner[v] < 0:
            cells[cell] = -1
            continue
        for side in range(2):
            there: cython.int = cover.one[v] if side == 0 else cover.two[v]
            if there < 0:
                continue
            row: cython.int = there // board_width - top
            column: cython.int = there % board_width - left
            if 0 <= row < height and 0 <= column < width:
                joined[2 * cell + (1 if joined[2 * cell] >= 0 else 0)] = row * width + column
        if joined[2 * cell] < 0:
            cells[cell] = -1
    number_ends(cells, joined)
    links_array = link_cells(width, height, cells_array)
    return cells_array, links_array, links_joined(links_array, joined)


def cut_out(cover: Cover, tracks: cython.int[::1]) -> tuple[array[int], array[int], array[int]]:
    """`crop` for any graph: the part on `tracks`, ascending, renumbered from 0; links sorted.  O(cells of cover)."""
    cover.expect_idle()
    require_between(tracks, 0, cover.size - 1, "track")
    if any(tracks[at] <= tracks[at - 1] for at in range(1, len(tracks))):
        raise ValueError("tracks to cut out come in ascending order")
    size: cython.int = len(tracks)
    cells_array = array("i", bytes(4 * size))
    joined_array = array("i", b"\xff" * (8 * size + 8))
    place_array = array("i", [-1]) * cover.size
    found_array = array("i", bytes(4 * cover.stride * (size + 1)))
    cells: cython.int[::1] = cells_array
    joined: cython.int[::1] = joined_array
    place: cython.int[::1] = place_array
    found: cython.int[::1] = found_array
    cell: cython.int
    slot: cython.int
    at: cython.int
    end: cython.int = 0
    for cell in range(size):
        place[tracks[cell]] = cell
    for cell in range(size):
        v: cython.int = tracks[cell]
        for slot in range(2):
            there: cython.int = cover.one[v] if slot == 0 else cover.two[v]
            if there >= 0 and place[there] >= 0:
                joined[2 * cell + (1 if joined[2 * cell] >= 0 else 0)] = place[there]
        if joined[2 * cell] < 0:
            cells[cell] = -1
    number_ends(cells, joined)
    for cell in range(size):
        first: cython.int = end
        for slot in range(cover.stride):
            there = cover.neighbour[cover.stride * tracks[cell] + slot]
            if there < 0 or place[there] <= cell or cells[cell] < 0 or cells[place[there]] < 0:
                continue
            found[end] = cell
            at = end
            while at > first and found[at - 1] > place[there]:
                found[at + 1] = found[at - 1]
                at -= 2
            found[at + 1] = place[there]
            end += 2
    links_array = found_array[:end]
    return cells_array, links_array, links_joined(links_array, joined)


@cython.cfunc
def number_ends(cells: cython.int[::1], joined: cython.int[::1]) -> cython.void:
    """Write each path's number at both ends in `cells`, in order of first ends; `joined`: two cells a cell, or -1."""
    cell: cython.int
    number: cython.int = 0
    for cell in range(len(cells)):
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


@cython.cfunc
def links_joined(links_array: object, joined: cython.int[::1]) -> object:
    """For each link 1 where its two cells are joined, else 0; `joined` as in `number_ends`."""
    count: cython.int = len(links_array) // 2
    model_array = array("b", bytes(count))
    link: cython.int
    if count == 0:
        return model_array
    links: cython.int[::1] = links_array
    model: cython.schar[::1] = model_array
    for link in range(count):
        model[link] = (
            joined[2 * links[2 * link]] == links[2 * link + 1] or joined[2 * links[2 * link] + 1] == links[2 * link + 1]
        )
    return model_array
