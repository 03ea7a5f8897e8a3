"""Numbers the ends: as written on them, or else by the order of their colours; lines that join two ends help."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from numlink.pictures.cells import WIDEST
from numlink.pictures.colours import ALIKE, Pairing, best_pairing
from numlink.pictures.patches import from_middle, medians
from numlink.pictures.signs import likenesses, read_signs, signs_in

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from numlink.pictures.cells import CellLooks

Colour = tuple[int, int, int]

ON_DISC = 0.72
"""How far from the middle of a disc a number on it reaches, as a share of the disc's radius."""

GROUND_ZONE = (0.22, 0.3)
"""How far from the middle, in cells, the ground of a number without a disc is seen: the number may fill the middle, and
a ring lies farther out."""

ZONES = ((0.5, 0.72), (0.72, 0.93))
"""The zones of a disc whose colours are compared, as shares of its radius: discs may differ only in a ring."""

OTHERS = 100.0
"""Added to all distances from an end that a line joins to another one."""


def number_ends(
    looks: CellLooks,
    ends: list[int],
    radii: NDArray[np.float64] | None,
    joined: Sequence[tuple[int, int]],
    pitch: float,
) -> tuple[Pairing, tuple[Colour, ...]]:
    """The numbers of ends, as written there if all can be read, else by the order of the cells; and their colours.

    If `radii` is None, signs are drawn on the ground of cells, without discs.  `joined` has the pairs of cells that a
    line joins; joined ends of different colours or signs are in doubt.
    """
    if radii is not None:
        zones = _zones(looks, ends, radii)
        colours = zones[:, 0]
        signs = signs_in(looks.patches[ends], colours, ON_DISC * radii[ends])
        apart = np.sqrt(((zones[:, None] - zones[None]) ** 2).sum(axis=3).mean(axis=2))
    else:
        colours = np.zeros((len(ends), 3))
        zone = (from_middle() > GROUND_ZONE[0]) & (from_middle() < GROUND_ZONE[1])
        grounds = medians(looks.patches[ends][:, zone])
        signs = signs_in(looks.patches[ends], grounds, np.full(len(ends), WIDEST))
        apart = np.zeros((len(ends), len(ends)))
    seen = [sign for sign in signs if sign is not None]
    written = read_signs(seen, pitch) if len(seen) == len(ends) else None
    partners = [(ends.index(one), ends.index(other)) for one, other in joined]
    if written is not None and all(
        apart[pair] <= ALIKE for pair in combinations(range(len(ends)), 2) if written[pair[0]] == written[pair[1]]
    ):
        pairing = Pairing(tuple(written), ())
    else:
        signs_apart = 442 * np.maximum(0.0, 1 - likenesses(seen, seen)) if len(seen) == len(ends) else None
        table = _with_lines(apart if radii is not None or signs_apart is None else apart + signs_apart, partners)
        pairing = best_pairing(table)
        if pairing.doubtful and signs_apart is not None and radii is not None:
            pairing = best_pairing(table + _with_lines(signs_apart, partners))
    astray = tuple(pair for pair in partners if pairing.numbers[pair[0]] != pairing.numbers[pair[1]])
    numbers = np.array(pairing.numbers)
    return (
        Pairing(pairing.numbers, pairing.doubtful + astray),
        tuple(_mean(colours[numbers == number]) for number in range(1, max(numbers) + 1)),
    )


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


def _zones(looks: CellLooks, dots: list[int], radii: NDArray[np.float64]) -> NDArray[np.float64]:
    """The colours of each disc in ZONES, whatever letter stands on it: `[dot, zone, channel]`."""
    found = []
    for dot in dots:
        rings = [(from_middle() > low * radii[dot]) & (from_middle() < high * radii[dot]) for low, high in ZONES]
        found.append([np.median(looks.patches[dot][ring], axis=0) for ring in rings])
    return np.array(found, dtype=float)


def _mean(colours: NDArray[np.float64]) -> Colour:
    red, green, blue = (round(float(part)) for part in colours.mean(axis=0))
    return red, green, blue
