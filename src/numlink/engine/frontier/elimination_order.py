"""The order in which a sweep over any graph decides the links, as steps, and the base of sweeps along it.

Tracks are visited in a given order; a visit decides the links to tracks visited before.  A track is on the frontier
from its first link to its last, and has its own slot during that time:

    visited:   a ── b ── c            links still open: b─e, c─f.  a has left; b and c are in slots 0 and 1;
                    ¦    ¦            d takes the next free slot when its first link is decided
               d ┄┄ e    f
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Sequence
from functools import lru_cache
from heapq import heappop, heappush

import cython

from numlink.engine.arrays import integers, require_between

if not cython.compiled:
    from numlink.engine.frontier.sweep import Sweep

# What enters a slot at a step, 0 for nothing: a track that is not an endpoint, or the first or second end of a number.
PLAIN_TRACK = 1
FIRST_END = 2
SECOND_END = 3
# What leaves a slot at a step, 0 for nothing: a track where a path of a census may end, or a track where it may not.
LEAVES = 1
LEAVES_AS_NO_END = 2


# The number of slots beyond which the estimated cost of a step stops growing: 2.5 ** 700 is still a float.
WIDEST_COST = 700


# The number of `_Laid` kept in memory: eight orders of each of the last eight boards.
LAID_KEPT = 64


class _Laid:
    """The part of an EliminationOrder that does not depend on the content of tracks, only on links and order."""

    def __init__(self, ends: array[int], tracks: array[int], size: int, no_ends: frozenset[int]) -> None:
        require_between(tracks, 0, size - 1, "track")
        place = array("i", [-1]) * max(1, size)
        for index, track in enumerate(tracks):
            place[track] = index
        require_between(ends, 0, size - 1, "track of a link")
        self.steps = len(ends) // 2
        self.link_of = visited(ends, place)
        length = self.steps + 1
        slot, entering, leaving = (integers(2 * length) for _ in range(3))
        self.closing = integers(length)
        """For each step, 1 if it is the last of a visit: then all links between visited tracks are decided."""
        self.entry = integers(len(place))
        """For each track of `joining`, the index in `entering` where it joins the frontier."""
        self.joining = integers(len(place))
        """The tracks that join the frontier, in order; there are `joined` of them."""
        leaves = array("i", [LEAVES]) * len(place)
        for track in no_ends:
            if 0 <= track < len(leaves):
                leaves[track] = LEAVES_AS_NO_END
        last = array("i", [-1]) * len(place)
        self._lay(ends, place, last, leaves, slot, entering, leaving)
        self.lost = [track for track in tracks if last[track] < 0]
        """Tracks without a link."""
        self.slot, self.entering, self.leaving = _halves(slot), entering, _halves(leaving)

    def _lay(
        self,
        ends: cython.int[::1],
        place: cython.int[::1],
        last: cython.int[::1],
        leaves: cython.int[::1],
        slot: cython.int[::1],
        entering: cython.int[::1],
        leaving: cython.int[::1],
    ) -> None:
        """Compute what happens at each step; arrays have one half for the earlier tracks, one for the later tracks."""
        steps: cython.int = self.steps
        least: cython.int = 0  # all slots below this one are taken
        taken = most = joined = 0
        cost: cython.double = 0.0
        closing: cython.int[::1] = self.closing
        entry: cython.int[::1] = self.entry
        joining: cython.int[::1] = self.joining
        slot_of: cython.int[::1] = array("i", [-1]) * len(place)
        used: cython.int[::1] = integers(len(place) + 1)
        order: cython.int[::1] = array("i", self.link_of) if steps else integers(1)
        for step in range(steps):
            last[ends[2 * order[step]]] = last[ends[2 * order[step] + 1]] = step
        for step in range(steps):
            link: cython.int = order[step]
            one: cython.int = ends[2 * link]
            other: cython.int = ends[2 * link + 1]
            if place[one] > place[other]:
                one, other = other, one
            link = order[step + 1] if step + 1 < steps else -1
            closing[step] = link < 0 or place[other] != max(place[ends[2 * link]], place[ends[2 * link + 1]])
            for side in range(2):
                track: cython.int = other if side else one
                if slot_of[track] < 0:
                    while used[least]:
                        least += 1
                    used[least] = 1
                    slot_of[track] = least
                    taken += 1
                    if least >= most:
                        most = least + 1
                    entering[side * (steps + 1) + step] = PLAIN_TRACK
                    entry[joined] = side * (steps + 1) + step
                    joining[joined] = track
                    joined += 1
                slot[side * (steps + 1) + step] = slot_of[track]
            cost += 2.5 ** min(taken, WIDEST_COST)
            for side in range(2):
                track = other if side else one
                if last[track] == step:
                    leaving[side * (steps + 1) + step] = leaves[track]
                    used[slot_of[track]] = 0
                    least = min(least, slot_of[track])
                    taken -= 1
        self.cost = cost
        """An estimate of the states of a sweep: the sum of 2.5 ** width of the frontier over all steps."""
        self.width, self.joined = most, joined


@lru_cache(maxsize=LAID_KEPT)
def _laid(ends: bytes, tracks: bytes, size: int, no_ends: frozenset[int]) -> _Laid:
    """`_Laid`, cached for the next board with these links."""
    return _Laid(array("i", ends), array("i", tracks), size, no_ends)


def _halves(flat: array[int]) -> list[array[int]]:
    """The two halves: for the earlier track of each step, and for the later track."""
    return [flat[: len(flat) // 2], flat[len(flat) // 2 :]]


class EliminationOrder:
    """An order of tracks turned into steps: which link, which two slots, what enters before and what leaves after.

    `content[track]`: 0 empty, -1 closed, k an end; `order`: every open track, else ValueError; `links`: two tracks a
    link; `no_ends`: bridges.  `width`: the most slots in use; `numbers`: the most open at once; `cost`: an estimate.
    """

    def __init__(
        self, content: Sequence[int], links: Sequence[int], order: Sequence[int], *, no_ends: Collection[int] = ()
    ) -> None:
        ends = links if isinstance(links, array) else array("i", links)
        laid = _laid(ends.tobytes(), array("i", order).tobytes(), len(content), frozenset(no_ends))
        self.steps, self.link_of, self.lost, self.closing = laid.steps, laid.link_of, laid.lost, laid.closing
        self.slot, self.leaving, self.width, self.cost = laid.slot, laid.leaving, laid.width, laid.cost
        entering, number = array("i", laid.entering), integers(len(laid.entering))
        # Each open number gets the smallest free index.
        places: dict[int, int] = {}
        free: list[int] = []
        self.numbers = 0
        for track, entry in zip(laid.joining[: laid.joined], laid.entry, strict=False):
            if content[track] > 0 and content[track] in places:
                entering[entry], number[entry] = SECOND_END, places.pop(content[track])
                heappush(free, number[entry])
            elif content[track] > 0:
                entering[entry], number[entry] = FIRST_END, heappop(free) if free else self.numbers
                places[content[track]] = number[entry]
                self.numbers = max(self.numbers, number[entry] + 1)
        self.entering, self.number = _halves(entering), _halves(number)


def visited(ends: cython.int[::1], place: cython.int[::1]) -> list[int]:
    """The links in the order of a sweep: by later track, then by earlier track; ValueError if one has no place."""
    keys = []
    for link in range(len(ends) // 2):
        one: cython.longlong = place[ends[2 * link]]
        other: cython.longlong = place[ends[2 * link + 1]]
        if one < 0 or other < 0 or one == other:
            raise ValueError(f"link {link} does not join two tracks of the order")
        keys.append((one << 32) + other if one > other else (other << 32) + one)
    return sorted(range(len(keys)), key=keys.__getitem__)


@cython.cclass
class LinkSweep(Sweep):
    """A sweep along an EliminationOrder; `content` is that of each track (in a census only 0 or -1).  See Sweep.

    `links`: 1 on, -1 off, 0 neither.  `hopeless`: a track lacks links, or too many numbers are open at once.
    """

    def __init__(
        self, elimination: object, content: Sequence[int], *, links: Sequence[int] | None = None, **options: object
    ) -> None:
        if links is not None and len(links) != elimination.steps:
            raise ValueError(f"this order has {elimination.steps} links, got states for {len(links)}")
        fixed = None if links is None else [links[link] for link in elimination.link_of]
        Sweep.__init__(self, elimination.steps, 1, [0] * elimination.steps, links=fixed, **options)
        self.slots = elimination.width
        if self.census:
            self.terms = sum(1 for each in content if each >= 0) // 2 + 3  # two more than Sweep: a step may finish two
        self.slot_u, self.slot_v = elimination.slot
        self.entering_u, self.entering_v = elimination.entering
        self.number_u, self.number_v = elimination.number
        self.leaving_u, self.leaving_v = elimination.leaving
        self.closing = elimination.closing
        lost = any(content[track] > 0 or (self.fill and content[track] == 0) for track in elimination.lost)
        self.hopeless = lost or elimination.numbers > elimination.width  # each open number needs a slot of its own

    def _permit(self, cells: list[int], links: list[int] | None) -> None:
        """Set for every step whether it may and must draw its link; `layers` takes a step as a cell's link right."""
        self.link_places = list(range(0, 2 * len(cells), 2))
        self.may = array("i", [state >= 0 for state in links or [0] * len(cells)])
        self.must = array("i", [state > 0 for state in links or [0] * len(cells)])
