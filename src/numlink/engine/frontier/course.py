"""An order in which the links of any graph are decided, as steps; and the frame of the sweeps along it.

The tracks are visited in a given order; a visit decides, one after the other, the links to tracks visited before.  A
track is on the frontier from its first link to its last, in a slot that is its own meanwhile:

    visited:   a ── b ── c            links still open: b─e, c─f.  a has left, b and c are in slots 0 and 1,
                    ¦    ¦            d takes the next free slot when its first link is decided
               d ┄┄ e    f
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Sequence
from heapq import heappop, heappush
from itertools import pairwise

import cython

if not cython.compiled:
    from numlink.engine.frontier.sweep import Sweep

PLAIN_TRACK = 1
FIRST_END = 2
SECOND_END = 3
"""What enters a slot: a track that is no endpoint, or the first or second endpoint of its number."""

LEAVES = 1
LEAVES_AS_NO_END = 2
"""What leaves a slot: a track on which a path of a census may end, or one on which none may."""


class _Places:
    """Gives what comes the least place that is free until it leaves; `most` places were taken at once."""

    def __init__(self) -> None:
        self.place: dict[int, int] = {}
        self.free: list[int] = []
        self.most = 0

    def take(self, thing: int) -> None:
        self.place[thing] = heappop(self.free) if self.free else self.most
        self.most = max(self.most, self.place[thing] + 1)

    def leave(self, thing: int) -> None:
        heappush(self.free, self.place.pop(thing))


class Course:
    """An order of tracks turned into steps: which link, which slots, who enters before and who leaves after.

    `order` lists every track that a path may pass; `links` holds two tracks a link.  `width` is the most slots in use.
    On the tracks of `no_ends` (those of bridges) no path of a census ends.
    """

    def __init__(
        self, content: Sequence[int], links: Sequence[int], order: Sequence[int], *, no_ends: Collection[int] = ()
    ) -> None:
        place = {track: index for index, track in enumerate(order)}
        ends = [(links[2 * link], links[2 * link + 1]) for link in range(len(links) // 2)]
        self.link_of = sorted(
            range(len(ends)), key=lambda link: sorted((place[track] for track in ends[link]), reverse=True)
        )
        self.steps = len(self.link_of)
        last = {track: step for step, link in enumerate(self.link_of) for track in ends[link]}
        self.lost = [track for track in order if track not in last]
        """Tracks without a link."""
        figures = [array("i", bytes(4 * (self.steps + 1))) for _ in range(8)]
        visits = [max(place[track] for track in ends[link]) for link in self.link_of]
        self.closing = array("i", [visit != after for visit, after in pairwise([*visits, -1])])
        """Whether the step is the last of a visit: all links between visited tracks are decided then."""
        self.slot, self.entering, self.number, self.leaving = figures[:2], figures[2:4], figures[4:6], figures[6:]
        self.cost = 0.0
        """What a sweep in this order may come to, by the width of its frontier alone."""
        slots, names = _Places(), _Places()
        for step, link in enumerate(self.link_of):
            tracks = sorted(ends[link], key=place.__getitem__)
            for side, track in enumerate(tracks):
                if track not in slots.place:
                    slots.take(track)
                    self._enter(side, step, content[track], names)
                self.slot[side][step] = slots.place[track]
            self.cost += 2.5 ** len(slots.place)
            for side, track in enumerate(tracks):
                if last[track] == step:
                    self.leaving[side][step] = LEAVES_AS_NO_END if track in no_ends else LEAVES
                    slots.leave(track)
        self.width, self.numbers = slots.most, names.most

    def _enter(self, side: int, step: int, name: int, names: _Places) -> None:
        """What a track that enters brings: nothing, or an end of a number, which has a place from its first end on."""
        kind = PLAIN_TRACK
        if name > 0:
            kind = SECOND_END if name in names.place else FIRST_END
            if kind == FIRST_END:
                names.take(name)
            self.number[side][step] = names.place[name]
            if kind == SECOND_END:
                names.leave(name)
        self.entering[side][step] = kind


@cython.cclass
class CourseSweep(Sweep):
    """A sweep along a Course; `content` is what is on each track (census: all empty or closed).  See Sweep.

    `hopeless` holds where a track that must lie on a path has no link.
    """

    def __init__(self, course: object, content: Sequence[int], **options: object) -> None:
        Sweep.__init__(self, course.steps, 1, [0] * course.steps, **options)
        self.slots = course.width
        if self.census:
            self.terms = sum(1 for each in content if each >= 0) // 2 + 3  # two more: a step may finish two paths
        self.slot_u, self.slot_v = course.slot
        self.entering_u, self.entering_v = course.entering
        self.number_u, self.number_v = course.number
        self.leaving_u, self.leaving_v = course.leaving
        self.closing = course.closing
        self.hopeless = any(content[track] > 0 or (self.fill and content[track] == 0) for track in course.lost)

    def _permit(self, cells: list[int], links: list[int] | None) -> None:
        """Every step decides one link; Layers finds it as the link to the right of its cell."""
        self.link_places = list(range(0, 2 * len(cells), 2))
        self.may = self.must = array("i", bytes(4 * len(cells)))
