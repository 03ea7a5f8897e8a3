"""A rectangle cut out of a cover, as a board of its own with its solution.

What lies outside stays as it is, so each stretch of a path inside is a path with a number of its own, and a cell whose
links all lead outside is solid:

        ┌──┬────────┐          a ── a ── a        every cell that lost a link becomes an endpoint; a second
      ──┤a │  b  b  │          A  .  .  A         solution of the crop is one of the whole board, while what
        │a a  b  b──┼──   ->                      differs in many places at once may show in the whole only
        └───────────┘

The whole board is the crop that leaves out nothing, its paths numbered in row-major order of their first ends.
"""

from __future__ import annotations

from array import array

import cython

from numlink.engine.arrays import link_cells

if not cython.compiled:
    from numlink.engine.covers.cover import Cover


def crop(
    cover: Cover, board_width: cython.int, top: cython.int, left: cython.int, height: cython.int, width: cython.int
) -> tuple[array[int], array[int], array[int]]:
    """Of the `height` x `width` cells from (`top`, `left`): cells, links (flat) and model, as `board` and `search` use
    them.  O(cells)."""
    cover.expect_idle()
    size: cython.int = width * height
    cells_array = array("i", bytes(4 * size))
    joined_array = array("i", b"\xff" * (8 * size))
    cells: cython.int[::1] = cells_array
    links: cython.int[::1]
    model: cython.schar[::1]
    joined: cython.int[::1] = joined_array
    cell: cython.int
    there: cython.int
    v: cython.int
    row: cython.int
    column: cython.int
    side: cython.int
    before: cython.int
    after: cython.int
    number: cython.int = 0
    count: cython.int
    for cell in range(size):
        v = (top + cell // width) * board_width + left + cell % width
        if cover.owner[v] < 0:
            cells[cell] = -1
            continue
        for side in range(2):
            there = cover.one[v] if side == 0 else cover.two[v]
            if there < 0:
                continue
            row = there // board_width - top
            column = there % board_width - left
            if 0 <= row < height and 0 <= column < width:
                joined[2 * cell + (1 if joined[2 * cell] >= 0 else 0)] = row * width + column
        if joined[2 * cell] < 0:
            cells[cell] = -1
    for cell in range(size):
        if cells[cell] != 0 or joined[2 * cell + 1] >= 0:
            continue
        number += 1
        cells[cell] = number
        before = cell
        there = joined[2 * cell]
        while joined[2 * there + 1] >= 0:
            after = joined[2 * there] + joined[2 * there + 1] - before
            before = there
            there = after
        cells[there] = number
    links_array = link_cells(width, height, cells_array)
    count = len(links_array) // 2
    model_array = array("b", bytes(count))
    if count == 0:
        return cells_array, links_array, model_array
    links = links_array
    model = model_array
    for side in range(count):
        cell = links[2 * side]
        there = links[2 * side + 1]
        model[side] = joined[2 * cell] == there or joined[2 * cell + 1] == there
    return cells_array, links_array, model_array
