"""Labels as variables beside the links: which number a cell's path carries, for boards with few numbers.

The path propagator of `fragments` knows the number of a fragment only at its ends, and what it forbids it explains by
walking whole fragments: long reasons, of which little is learned.  Where there are few numbers a variable says for each
cell and number whether the cell carries it, and short clauses let numbers spread along links:

    link on and k here  ->  k there            link on and not k here  ->  not k there         never two numbers

Literal `2 * variable(cell, k)` says that cell carries number k; the variables follow those of the links, cell by cell.
`Search(..., label_variables=label_variables(...))` leaves numbers to these clauses and keeps only loops native.

Conflicts for "no second solution" of official levels (set flow-large): of the first twelve, 30 000 conflicts each at
most, 7 proven in 195 273 without labels and 9 in 122 092 with them; one of 15x15 took over 300 000, with labels
178 500, probed (see `probe`) 65 664.  A conflict costs twice as much.  Canonical linkings (strict) of the first
fourteen: 87 832 and 79 732, so there links alone are faster (1.2 and 2.0 s).
"""

from __future__ import annotations

from array import array

import cython

from numlink.engine.arrays import integers


def label_variables(cells: cython.int[::1]) -> int:
    """How many variables the labels of a board need: one a cell and number."""
    size: cython.int = len(cells)
    most: cython.int = 0
    cell: cython.int
    for cell in range(size):
        if cells[cell] > most:
            most = cells[cell]
    return size * most


def label_clauses(cells: cython.int[::1], links: cython.int[::1], fill: cython.bint) -> array[int]:
    """Clauses that spread labels along links, for `Search.add_clauses` (size, literals, ...); O(links x numbers).

    `cells`: -1 solid, 0 empty, 1 .. numbers an endpoint; `fill`: whether every cell carries a number.
    """
    size: cython.int = len(cells)
    count: cython.int = len(links) // 2
    most: cython.int = label_variables(cells) // size if size else 0
    result = integers(8 * count * most + size * (most + 1 + 3 * most * most // 2 + 2 * most) + 1)
    out: cython.int[::1] = result
    at: cython.int = 0
    cell: cython.int
    link: cython.int
    k: cython.int
    other: cython.int
    u: cython.int
    v: cython.int
    base: cython.int
    for link in range(count):
        for k in range(most):
            u = 2 * (count + links[2 * link] * most + k)
            v = 2 * (count + links[2 * link + 1] * most + k)
            out[at] = out[at + 4] = 3
            out[at + 1] = out[at + 5] = 2 * link + 1
            out[at + 2] = u + 1
            out[at + 3] = v
            out[at + 6] = u
            out[at + 7] = v + 1
            at += 8
    for cell in range(size):
        base = 2 * (count + cell * most)
        if cells[cell] != 0:
            for k in range(most):
                out[at] = 1
                out[at + 1] = base + 2 * k + (0 if cells[cell] == k + 1 else 1)
                at += 2
            continue
        if fill:
            out[at] = most
            for k in range(most):
                out[at + 1 + k] = base + 2 * k
            at += 1 + most
        for k in range(most):
            for other in range(k):
                out[at] = 2
                out[at + 1] = base + 2 * k + 1
                out[at + 2] = base + 2 * other + 1
                at += 3
    out = None  # lets go of the memory, so that it can be cut to size in place
    del result[at:]
    return result
