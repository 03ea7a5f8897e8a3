"""The flat arrays of the engine, made from a board's cells: links in scan order, labels, degrees, traced paths.

In the engine, only this module knows where the links of a plain rectangle lie and what its symmetric copies are; `Grid`
knows that of all boards.

cells    0 empty, -1 solid, k endpoint                1 . 1        links   0─1 0─3 1─2 1─4 2─5 3─4 4─5
labels   0 or k                                       . . .        labels  1 0 1 0 0 0
degrees  0 closed, 1 endpoint, 2 must, 3 may          (cover)      degrees 1 2 1 2 2 2
"""

from __future__ import annotations

import mmap
from array import array
from collections.abc import Sequence

import cython

COPIES = tuple((transpose, rows, columns) for transpose in (0, 1) for rows in (0, 1) for columns in (0, 1))
"""The eight symmetric copies of a board as (transpose, then reverse the rows, reverse the columns), each 1 for yes or 0
for no."""


def require_between(values: array[int], low: cython.int, high: cython.int, what: str) -> None:
    """Raise ValueError unless all `values` are from `low` to `high`; `what` names them in the message."""
    if len(values) == 0:
        return
    view: cython.int[::1] = values
    for at in range(len(view)):
        if view[at] < low or view[at] > high:
            raise ValueError(f"{what} {at} is {view[at]}, not from {low} to {high}")


def require_graph(neighbours: array[int], stride: cython.int) -> None:
    """Raise ValueError unless `neighbours` is a graph: `stride` slots a cell, each -1 or a cell that lists it too."""
    if stride < 1 or len(neighbours) % stride:
        raise ValueError(
            f"{len(neighbours)} neighbours cannot be {stride} for each cell: give {stride} slots a cell, at least 1"
        )
    size: cython.int = len(neighbours) // stride
    require_between(neighbours, -1, size - 1, "neighbour")
    if size == 0:
        return
    view: cython.int[::1] = neighbours
    for at in range(size * stride):
        other: cython.int = view[at]
        if other < 0:
            continue
        slot: cython.int = other * stride
        while slot < (other + 1) * stride and view[slot] != at // stride:
            slot += 1
        if slot == (other + 1) * stride:
            raise ValueError(f"cell {at // stride} has the neighbour {other}, but {other} does not have {at // stride}")


def require_place(place: cython.longlong, size: cython.longlong, what: str) -> None:
    """Raise IndexError unless `place` is from 0 to `size` - 1; `what` names it in the message."""
    if place < 0 or place >= size:
        there = f"is not one of {size}, from 0 to {size - 1}" if size else "does not exist: there is none"
        raise IndexError(f"{what} {place} {there}")


def integers(size: cython.int) -> array[int]:
    """An array of `size` zeroes, at least one, because an empty array has no view."""
    return array("i", [0]) * (size if size > 0 else 1)


# From this many integers on, `roomy` maps memory from the system, which provides a page once it is written to.
LARGE = 1 << 20


def roomy(size: cython.int) -> memoryview:
    """A view of `size` zeroes, at least one; from LARGE on, a page takes memory once it is written to."""
    if size < LARGE:
        return memoryview(bytearray(4 * (size if size > 0 else 1))).cast("i")
    return memoryview(mmap.mmap(-1, 4 * size, access=mmap.ACCESS_COPY)).cast(
        "i"
    )  # COPY: a forked process has its own copy


def link_cells(width: cython.int, height: cython.int, cells: cython.int[::1]) -> array[int]:
    """The two cells of each link, flat, at 2e and 2e + 1 for link e; in scan order, a cell's right link first."""
    if width < 1 or height < 1 or cython.cast(cython.longlong, width) * height > len(cells):
        raise ValueError(f"a board of {width}x{height} needs {width * height} cells, got {len(cells)}")
    size: cython.int = width * height
    found_array = integers(4 * size)
    found: cython.int[::1] = found_array
    end: cython.int = 0
    for cell in range(size):
        if cells[cell] < 0:
            continue
        if (cell + 1) % width and cells[cell + 1] >= 0:
            found[end] = cell
            found[end + 1] = cell + 1
            end += 2
        if cell + width < size and cells[cell + width] >= 0:
            found[end] = cell
            found[end + 1] = cell + width
            end += 2
    return found_array[:end]


def links_around(width: cython.int, cells: cython.int[::1], links: cython.int[::1]) -> array[int]:
    """For each cell its links right, down, left and up, flat, -1 for none; `links` as from `link_cells`."""
    require_between(links, 0, len(cells) - 1, "the cell of link end")
    table_array = array("i", [-1]) * (4 * len(cells) + 4)
    table: cython.int[::1] = table_array
    count: cython.int = len(links) // 2
    for link in range(count):
        # A link from a cell to cell + width goes down, even if width is 1: then no link goes right.
        side: cython.int = 1 if links[2 * link + 1] - links[2 * link] == width else 0
        table[4 * links[2 * link] + side] = link
        table[4 * links[2 * link + 1] + side + 2] = link
    return table_array


def link_places(width: int, height: int, cells: Sequence[int], laid: Sequence[int] | None = None) -> list[int]:
    """2 * first cell + direction (0 right, 1 down) of each link, or of each link in `laid` (two cells a link)."""
    ends = link_cells(width, height, array("i", cells)) if laid is None else laid
    return [2 * ends[at] + (ends[at + 1] - ends[at] == width) for at in range(0, len(ends), 2)]


def carried(width: int, height: int, copy: tuple[int, int, int]) -> list[int]:
    """The place of each cell in a symmetric copy of the board (see COPIES).

    >>> carried(3, 2, (1, 0, 1))
    [1, 3, 5, 0, 2, 4]
    """
    transpose, rows, columns = copy
    wide, high = (height, width) if transpose else (width, height)
    places = []
    for cell in range(width * height):
        row, column = divmod(cell, width)
        if transpose:
            row, column = column, row
        row = high - 1 - row if rows else row
        column = wide - 1 - column if columns else column
        places.append(row * wide + column)
    return places


def labels_of(cells: cython.int[::1]) -> array[int]:
    """The number of each cell, 0 for none."""
    labels_array = integers(len(cells))
    labels: cython.int[::1] = labels_array
    for cell in range(len(cells)):
        labels[cell] = max(cells[cell], 0)
    return labels_array[: len(cells)]


def degrees_of(cells: cython.int[::1], empty_degree: cython.int) -> array[int]:
    """The degree of each cell: 0 if solid, 1 if an endpoint, else `empty_degree` (2: a path must pass, 3: it may)."""
    degrees_array = integers(len(cells))
    degrees: cython.int[::1] = degrees_array
    for cell in range(len(cells)):
        degrees[cell] = 1 if cells[cell] > 0 else empty_degree if cells[cell] == 0 else 0
    return degrees_array[: len(cells)]


def links_followed(links: cython.int[::1], following: cython.int[::1]) -> array[int]:
    """For each link, 1 if a path uses it, else 0; `following` has the next cell on each cell's path, -1 for none."""
    require_between(links, 0, len(following) - 1, "the cell of link end")
    model = array("b", bytes(len(links) // 2))
    for link in range(len(links) // 2):
        first: cython.int = links[2 * link]
        second: cython.int = links[2 * link + 1]
        if following[first] == second or following[second] == first:
            model[link] = 1
    return model


def links_off(model: cython.schar[::1]) -> array[int]:
    """The clause that some link with a 1 in `model` is off: the literals `2 * link + 1`, in order."""
    return array("i", [2 * link + 1 for link in range(len(model)) if model[link] > 0])


def trace(
    cells: cython.int[::1], links: cython.int[::1], model: cython.schar[::1]
) -> tuple[tuple[int, ...], list[int]]:
    """The cells of all paths, path after path, and the length of each path; `model` has a 1 for each link in use.

    Paths start at their smaller end and come in the order of these ends.  ValueError if a path forks or ends in a loop.
    """
    require_between(links, 0, len(cells) - 1, "the cell of link end")
    if len(links) < 2 * len(model):
        raise ValueError(f"a model of {len(model)} links on a board of {len(links) // 2} links")
    size: cython.int = len(cells)
    count: cython.int = len(model)
    joined: cython.int[::1] = array("i", [-1]) * (2 * size)
    path: cython.int[::1] = integers(size)
    lengths: list[int] = []
    end: cython.int = 0
    for link in range(count):
        if model[link] > 0:
            first: cython.int = links[2 * link]
            second: cython.int = links[2 * link + 1]
            if joined[2 * first + 1] >= 0 or joined[2 * second + 1] >= 0:
                raise ValueError(f"a cell of link {link} has more than two links on: a path has two at most")
            joined[2 * first + (1 if joined[2 * first] >= 0 else 0)] = second
            joined[2 * second + (1 if joined[2 * second] >= 0 else 0)] = first
    for cell in range(size):
        if cells[cell] <= 0 or joined[2 * cell] < 0:
            continue
        begin: cython.int = end
        before: cython.int = -1
        first = cell
        while first >= 0:
            if end == size:
                raise ValueError(f"the path from cell {cell} ends in a loop: an endpoint has one link")
            path[end] = first
            end += 1
            after: cython.int = joined[2 * first] if joined[2 * first] != before else joined[2 * first + 1]
            before = first
            first = after
        joined[2 * before] = -1  # the other endpoint: its path is listed already
        lengths.append(end - begin)
    return tuple([path[cell] for cell in range(end)]), lengths
