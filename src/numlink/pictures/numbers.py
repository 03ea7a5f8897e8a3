"""Numbers the ends: as written on them, or else by the order of their colours; lines that join two ends help."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from numlink.pictures.cells import AROUND_SIGNS, WIDEST
from numlink.pictures.colours import ALIKE, Pairing, best_pairing
from numlink.pictures.patches import SIDE, difference, medians
from numlink.pictures.signs import likenesses, read_signs, signs_in

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from numlink.pictures.cells import CellLooks

Colour = tuple[int, ...]

ON_DISC = 0.72
"""How far from the middle of a disc a number on it reaches, as a share of the disc's radius."""

CIRCLES, RIM = np.linspace(0.58, 0.92, 10), 0.72
"""The circles of a disc whose colours are compared, as shares of its radius; discs may differ only in a ring, from RIM
on, which is at least two circles wide."""

ANGLES = np.pi * np.array([(side + part / 24) for side in (0.25, 1.25) for part in range(13)])
"""The directions above and below the label that may stand on a disc."""

OTHERS = 100.0
"""Added to all distances from an end that a line joins to another one."""


def number_ends(
    looks: CellLooks, ends: list[int], radius: float | None, joined: Sequence[tuple[int, int]], pitch: float
) -> tuple[Pairing, tuple[Colour, ...]]:
    """The numbers of ends, as written there if all can be read, else by the order of the cells; and their colours.

    If `radius`, that of the discs, is None, signs are drawn on the ground of cells, without discs.  `joined` has the
    pairs of cells that a line joins; joined ends of different colours or signs are in doubt.
    """
    patches = looks.patches[ends]
    zones = np.zeros((len(ends), 2, 3)) if radius is None else _zones(patches, radius)
    colours = zones[:, 0]
    grounds = medians(patches[:, AROUND_SIGNS]) if radius is None else colours
    signs = signs_in(patches, grounds, WIDEST if radius is None else ON_DISC * radius)
    apart = np.sqrt(((zones[:, None] - zones[None]) ** 2).sum(axis=3).mean(axis=2))
    seen = [sign for sign in signs if sign is not None]
    written = read_signs(seen, pitch) if len(seen) == len(ends) else None
    partners = [(ends.index(one), ends.index(other)) for one, other in joined]
    # rings that are a pixel wide may look different
    if written is not None and difference(colours[:, None], colours)[np.equal.outer(written, written)].max() <= ALIKE:
        pairing = Pairing(tuple(written), ())
    else:
        signs_apart = 442 * np.maximum(0.0, 1 - likenesses(seen, seen)) if len(seen) == len(ends) else None
        table = _with_lines(apart if radius is not None or signs_apart is None else apart + signs_apart, partners)
        pairing = best_pairing(table)
        if pairing.doubtful and signs_apart is not None and radius is not None:
            pairing = best_pairing(table + _with_lines(signs_apart, partners))
    astray = tuple(pair for pair in partners if pairing.numbers[pair[0]] != pairing.numbers[pair[1]])
    numbers = np.array(pairing.numbers)
    means = [colours[numbers == number].mean(axis=0).round() for number in range(1, max(numbers) + 1)]
    return Pairing(pairing.numbers, pairing.doubtful + astray), tuple(tuple(map(int, mean)) for mean in means)


def _with_lines(table: NDArray[np.float64], partners: Sequence[tuple[int, int]]) -> NDArray[np.float64]:
    """The distances, changed so that joined ends that look alike are near to each other and to no others."""
    found = table.copy()
    for one, other in partners:
        if table[one, other] <= ALIKE:
            near = min(table[one, other], 1.0)
            for end in (one, other):
                found[end] += OTHERS
                found[:, end] += OTHERS
            found[one, other] = found[other, one] = near
    return found


def _zones(patches: NDArray[np.float32], radius: float) -> NDArray[np.float64]:
    """The colour of the disc in each patch, whatever label stands on it, and that of a ring near its rim: `[dot, zone,
    channel]`."""
    y, x = ((0.5 + radius * np.outer(CIRCLES, turn(ANGLES))) * SIDE for turn in (np.sin, np.cos))
    circles = np.median(patches[:, y.astype(int), x.astype(int)], axis=2)
    inner, outer = np.median(circles[:, CIRCLES < RIM], axis=1), circles[:, CIRCLES >= RIM]
    ring = difference(outer, inner[:, None]).argsort(axis=1)[:, -2]
    return np.stack([inner, outer[np.arange(len(patches)), ring]], axis=1).astype(float)
