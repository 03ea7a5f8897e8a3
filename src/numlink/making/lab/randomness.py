"""Judges from the traces of many runs whether a lab program is as random as Part 3 of the assignment asks.

Runs must differ.  Starts of paths must be spread over the board, whether a program draws an index and scans from there
to the next free square with a free neighbour, or draws until a square fits.  For each start, the probabilities of all
squares before it are added: the sum is uniform between 0 and 1.  It is counted in 8 bins, by rows and by columns.

All four orders of directions must occur.  A step *shows* an order if this order leads to another square than the
other three; a right program takes such a step with probability 1/4, whether it draws an order for each step or path.

The tests together call a right program wrong with a probability below ERROR_RATE.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from random import Random

from numlink.errors import Fault, FaultCode
from numlink.model.grid import Grid

ERROR_RATE = Fraction(1, 10_000)
"""The largest probability that the starts or orders of a right program are called wrong."""
BINS = 8
TESTS = 6  # tests that share ERROR_RATE: four orders of directions, and starts under two ways of drawing them
ORDERS = ("NEWS", "EWSN", "WSNE", "SNEW")
"""The orders in which the assignment lets neighbours be tried: north, east, west, south."""


@dataclass(frozen=True, slots=True)
class TracedGrowth:
    """The squares of each path in the trace of a run, in the order drawn; all on the board and used once."""

    width: int
    height: int
    paths: tuple[tuple[int, ...], ...]


SAME_BOARDS = Fault(
    FaultCode.SAME_BOARDS,
    (),
    "every run prints the same board. Seed the random numbers once, in main: srand(time(NULL)).",
)


def random_faults(runs: Sequence[TracedGrowth], *, error_rate: Fraction = ERROR_RATE) -> list[Fault]:
    """The faults of starts and orders; a right program gets any only with a probability below `error_rate`.

    Random numbers from a fixed seed place a start within its own share of probability, so that the same runs always
    get the same verdict.  O(paths x squares).
    """
    return [*_start_faults(runs, error_rate / TESTS), *_order_faults(runs, error_rate / TESTS)]


def _start_faults(runs: Sequence[TracedGrowth], error_rate: Fraction) -> Iterator[Fault]:
    counts = {(way, along): [0] * BINS for way in ("scanned", "drawn") for along in ("rows", "columns")}
    uniform = Random("starts")
    for run in runs:
        grid = Grid(run.width, run.height)
        around = [grid.neighbours(cell) for cell in range(grid.size)]
        columns = [cell % run.width * run.height + cell // run.width for cell in range(len(around))]
        room = [len(others) for others in around]  # free neighbours of each free square, 0 or less for a used one
        starts = [*range(len(around))]
        for path in run.paths:
            starts = [cell for cell in starts if room[cell] > 0]
            if path[0] not in starts:
                break  # the first square is not free or has no free neighbour, which step_faults() has reported
            index, column = starts.index(path[0]), columns[path[0]]
            gaps = [here - before for before, here in zip([starts[-1] - len(around), *starts], starts, strict=False)]
            for way, weights in (("scanned", gaps), ("drawn", [1] * len(starts))):
                left = sum(weight for cell, weight in zip(starts, weights, strict=True) if columns[cell] < column)
                for along, before in (("rows", sum(weights[:index])), ("columns", left)):
                    share = (before + weights[index] * uniform.random()) / sum(weights)
                    counts[way, along][min(int(share * BINS), BINS - 1)] += 1
            for cell in path:
                room[cell] = 0
                for other in around[cell]:
                    room[other] -= 1
    outliers = [_outlier(counts[way, "rows"], counts[way, "columns"], error_rate) for way in ("scanned", "drawn")]
    if outliers[0] is not None and outliers[1] is not None:
        along, count, total = outliers[0]
        sentence = (
            f"the starts of paths are not spread over the board: counted by {along}, {count} of {total} lie in one "
            f"eighth of it instead of about {total // BINS}. Draw the first index (i, j) from the whole board."
        )
        yield Fault(FaultCode.STARTS, (), sentence)


def _outlier(rows: list[int], columns: list[int], error_rate: Fraction) -> tuple[str, int, int] | None:
    """(rows or columns, starts, all starts) of the fullest bin that is too full or too empty to be chance, or None."""
    total = sum(rows)
    each = error_rate / (2 * 2 * BINS)
    bins = [*((count, "rows") for count in rows), *((count, "columns") for count in columns)]
    for count, along in sorted(bins, reverse=True):
        many, few = 1 - _at_most(count - 1, total), _at_most(count, total)
        if min(many, few) < each:
            return along, count, total
    return None


def _at_most(count: int, total: int) -> Fraction:
    """The probability that at most `count` of `total` starts lie in one bin, each with the probability 1 / BINS.

    >>> _at_most(0, 2), _at_most(2, 2)
    (Fraction(49, 64), Fraction(1, 1))
    """
    ways = sum(comb(total, hits) * (BINS - 1) ** (total - hits) for hits in range(count + 1))
    return Fraction(ways, BINS**total)


def _order_faults(runs: Sequence[TracedGrowth], error_rate: Fraction) -> Iterator[Fault]:
    tried = dict.fromkeys(ORDERS, 0)
    seen = dict.fromkeys(ORDERS, 0)
    for run in runs:
        grid = Grid(run.width, run.height)
        owner = [0] * grid.size
        for number, path in enumerate(run.paths, start=1):
            for order, is_taken in _shown(path, number, owner, grid).items():
                tried[order] += 1
                seen[order] += is_taken
    for order in ORDERS:
        if not seen[order] and Fraction(3, 4) ** tried[order] < error_rate:
            sentence = (
                f"neighbours are never tried in the order {order}: {tried[order]} paths had a square from which that "
                "order alone leads to a certain neighbour, but none went there. Draw one of NEWS, EWSN, WSNE, SNEW."
            )
            yield Fault(FaultCode.ORDERS, (), sentence)


def _shown(path: Sequence[int], number: int, owner: list[int], grid: Grid) -> dict[str, bool]:
    """{order: whether the path's first step that can show this order does show it}; writes the path into `owner`."""
    found: dict[str, bool] = {}
    owner[path[0]] = number
    for here, there in zip(path, path[1:], strict=False):
        legal = {
            letter: cell
            for letter, cell in zip("NESW", grid.flat_slots(here), strict=True)
            if cell >= 0 and not owner[cell] and sum(owner[other] == number for other in grid.neighbours(cell)) == 1
        }
        leads = {order: next(letter for letter in order if letter in legal) for order in ORDERS if legal}
        for order, letter in leads.items():
            if order not in found and [*leads.values()].count(letter) == 1:
                found[order] = legal[letter] == there
        owner[there] = number
    return found
