"""Pairs dots by their colours: each colour appears twice, so the best assignment of all dots counts.

Dots that are by far the nearest to each other are partners.  The others are assigned so that the sum of distances is
least; the *margin* by which the second-best assignment is worse measures the doubt.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from numlink.model.reach import parts

if TYPE_CHECKING:
    from numpy.typing import NDArray

ALIKE = 45.0
"""The largest distance between the colours of partners (of 442): in JPEG they differ by up to 15 a channel."""

SURE = 12.0
"""Partners are sure if every other dot is at least twice as far away as the partner, plus this."""

MARGIN = 10.0
"""The least difference between the best and the second-best assignment: noise changes a distance by up to 5."""

MOST_DOUBTFUL = 14
"""The most dots whose assignments are compared: these have 135 135 assignments, found by way of 2**14 sets of dots."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """The number of each dot, from 1 in the order of the dots, and the dots to which no assignment gives partners.

    `doubtful` lists groups of dots (by index); the dots of such a group share one number.
    """

    numbers: tuple[int, ...]
    doubtful: tuple[tuple[int, ...], ...]


def best_pairing(distances: NDArray[np.float64]) -> Pairing:
    """The numbers of dots, by a table of the distances between them: partners have the same number."""
    count = len(distances)
    table = distances.astype(float) + np.diag(np.full(count, np.inf))
    partner = dict(_sure_pairs(table))
    rest = [dot for dot in range(count) if dot not in partner]
    doubtful: list[tuple[int, ...]] = []
    for group in map(sorted, parts(rest, lambda dot: [other for other in rest if table[dot, other] <= ALIKE])):
        found = _assigned(table, group)
        if found is None:
            doubtful.append(tuple(group))
        else:
            partner |= found
    together = {dot: group for group in doubtful for dot in group}
    firsts = [min(together.get(dot, (dot, partner.get(dot, dot)))) for dot in range(count)]
    numbers = np.unique(firsts, return_inverse=True)[1] + 1
    return Pairing(tuple(numbers.tolist()), tuple(doubtful))


def _sure_pairs(table: NDArray[np.float64]) -> Iterator[tuple[int, int]]:
    """(dot, partner) for dots that are by far the nearest to each other."""
    if len(table) < 2:
        return
    nearest = table.argmin(axis=1)
    second = np.partition(table, 1, axis=1)[:, 1]
    for dot, other in enumerate(nearest):
        distance = table[dot, other]
        clear = min(second[dot], second[other]) >= 2 * distance + SURE
        if nearest[other] == dot and distance <= ALIKE and clear:
            yield dot, int(other)


def _assigned(table: NDArray[np.float64], group: Sequence[int]) -> dict[int, int] | None:
    """The partners with the least sum of distances; None if it is unclear, impossible or too much work."""
    if len(group) % 2 or len(group) > MOST_DOUBTFUL:
        return None
    # best[taken]: the two least sums for the dots whose bits are set in `taken`, each with its pairs
    best: dict[int, list[tuple[float, tuple[tuple[int, int], ...]]]] = {0: [(0.0, ())]}
    for size in range(2, len(group) + 1, 2):
        grown: dict[int, list[tuple[float, tuple[tuple[int, int], ...]]]] = {}
        for taken, ways in best.items():
            if taken.bit_count() != size - 2:
                continue
            first = next(index for index in range(len(group)) if not taken >> index & 1)
            for other in range(first + 1, len(group)):
                distance = table[group[first], group[other]]
                if not taken >> other & 1 and distance <= ALIKE:
                    new = [(cost + float(distance), (*pairs, (first, other))) for cost, pairs in ways]
                    key = taken | 1 << first | 1 << other
                    grown[key] = sorted(grown.get(key, []) + new)[:2]
        best = grown
    ways = best.get((1 << len(group)) - 1, [])
    if not ways or (len(ways) > 1 and ways[1][0] - ways[0][0] < MARGIN):
        return None
    pairs = [(group[one], group[other]) for one, other in ways[0][1]]
    return dict(pairs) | {other: one for one, other in pairs}
