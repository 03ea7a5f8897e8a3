"""Local clauses for any graph: for solutions without touching, and for canonical linkings.

**Cycles.**  A path that does not touch itself cannot use all but one link of a cycle of three or four links.

    a ── b      squares with a diagonal need no clauses of their own: those of their triangles say more
    │    ¦
    c ── d

**Canonical linkings** (`Exchanges`; proofs in docs/algorithms.md) are defined where cells may stay empty.  Tracks have
*heights*, all different.  In a canonical linking no path can be rewritten along links through an empty track y:

    a ── x ── b  ->  a    x    b       *exchange* of x for y, of less height
    ┊         ┊      │         │
    └┄┄┄ y ┄┄┄┘      └─── y ───┘

    a ── x ── x ── b  ->  a ── y ── b     *shortcut* through y, of two or three inner tracks

So where a path goes a ─ x ─ b, some path has a *turn* (two links of one track) at a lower y beside a and b, but none
with y's links to a, x or b.  A turn is *possible* if its ends are no neighbours and every lower track that it must have
passed has a possible turn without its tracks.  Tracks are looked at in ascending order, so chains of turns are followed
to their root, an endpoint or a solid, at once.  A turn that is not possible is one clause of two literals.
"""

from __future__ import annotations

from array import array

import cython

from numlink.engine.arrays import integers, require_between

if not cython.compiled:
    from numlink.engine.search.settled_covers import Slots


def cycle_clauses(links: array[int], labels: array[int]) -> array[int]:
    """Clauses that every solution without touching satisfies, for `Search.add_clauses`: size, literals, size, ...

    `links`: two tracks a link, none twice.  `labels`: by track its number or 0.
    """
    around: list[dict[int, int]] = [{} for _ in labels]
    for link in range(len(links) // 2):
        first, second = links[2 * link], links[2 * link + 1]
        around[first][second] = around[second][first] = link
    clauses = array("i")
    for here, beside in enumerate(around):
        later = sorted(track for track in beside if track > here)
        for index, one in enumerate(later):
            if labels[here] and labels[here] == labels[one]:
                clauses.extend((1, 2 * beside[one]))
            for other in later[index + 1 :]:
                if other in around[one]:
                    _exclude(clauses, (beside[one], around[one][other], beside[other]))
                    continue
                for far in around[one]:
                    if far > here and far in around[other] and far not in beside:
                        _exclude(clauses, (beside[one], around[one][far], around[other][far], beside[other]))
    return clauses


def _exclude(clauses: array[int], cycle: tuple[int, ...]) -> None:
    """For each link of a cycle append the clause that not all its other links are on."""
    for skipped in cycle:
        clauses.append(len(cycle) - 1)
        clauses.extend(2 * link + 1 for link in cycle if link != skipped)


# Links of a track that is looked at, at most: their turns are rows of bits, and the work grows with the fifth power.
# Squares with diagonals have 8, hexagons on layers too; polygons of a tiling may have any number.
WIDEST = cython.declare(cython.int, 16)
# Integers that the next clause may take: its size, four links of a stretch and those of one track.
ROOM = cython.declare(cython.int, 24)


def exchange_clauses(links: array[int], cells: array[int], rim: array[int]) -> array[int]:
    """Clauses for every canonical linking and cover without touching; `cells`: -1 solid, 0, k; `rim`: height 0."""
    return Exchanges(links, cells, rim).clauses()


@cython.final
@cython.cclass
class Exchanges(Slots):
    """The turns that are possible at each track, by slot, and the clauses found so far."""

    def __init__(self, links: array[int], cells: array[int], rim: array[int]) -> None:
        Slots.__init__(self, links, cells, WIDEST)
        size: cython.int = self.size
        require_between(rim, 0, size - 1, "the track of the rim")
        # By slot a row of bits: with which slots of its track it is a possible turn.
        self.turns = integers(len(links))
        # By track the last `stamp` under which it was marked as a neighbour of a track: one, another, and that between.
        self.near_one, self.near_other, self.near_middle = integers(size), integers(size), integers(size)
        self.stamp = 0
        # The stretch of a path, its tracks and links, that the next clauses suppose.
        self.path, self.steps, self.length = integers(5), integers(4), 0
        self.order, self.height = integers(size), integers(size)
        if len(links):
            self.sort(rim if len(rim) else array("i", range(size)))

    def sort(self, rim: cython.int[::1]) -> cython.void:
        """Number all tracks from 0 by distance from the rim, of equally far ones the last first: `height`, `order`."""
        queue: cython.int[::1] = integers(self.size)
        far: cython.int[::1] = array("i", [-1]) * self.size
        below: cython.int[::1] = integers(self.size + 2)
        count: cython.int = 0
        for at in range(len(rim)):
            if far[rim[at]] < 0:
                far[rim[at]] = 0
                queue[count] = rim[at]
                count += 1
        at = 0
        while at < count:
            for slot in range(self.start[queue[at]], self.start[queue[at] + 1]):
                track: cython.int = self.beside[slot]
                if far[track] < 0:
                    far[track] = far[queue[at]] + 1
                    queue[count] = track
                    count += 1
            at += 1
        for track in range(self.size):
            if far[track] < 0:
                far[track] = self.size - 1  # no way leads here from the rim
            below[far[track] + 1] += 1
        for at in range(self.size):
            below[at + 1] += below[at]
        for at in range(self.size):
            track = self.size - 1 - at
            self.height[track] = below[far[track]]
            self.order[below[far[track]]] = track
            below[far[track]] += 1

    def clauses(self) -> array[int]:
        """All clauses."""
        self.make_room(16 * len(self.link) + ROOM)
        for at in range(self.size):
            if self.is_looked_at(self.order[at]):
                self.turn_at(self.order[at])
        for track in range(self.size):
            if self.is_looked_at(track):
                self.shorten_through(track)
        return self.all_found()

    def turn_at(self, here: cython.int) -> cython.void:
        """Find the turns that are possible at a track, and clauses: what they ask of lower tracks, and the others."""
        for first in range(self.start[here], self.start[here + 1]):
            self.stamp += 1
            self.mark(self.near_one, self.beside[first])
            for second in range(first + 1, self.start[here + 1]):
                other: cython.int = self.beside[second]
                if self.near_one[other] == self.stamp:
                    continue
                self.begin(self.beside[first])
                self.go_on(self.back[first])
                self.go_on(second)
                possible: cython.bint = True
                for at in range(self.start[other], self.start[other + 1]):
                    if (
                        possible
                        and self.height[self.beside[at]] < self.height[here]
                        and self.near_one[self.beside[at]] == self.stamp
                        and self.is_looked_at(self.beside[at])
                    ):
                        possible = self.passed(self.beside[at])
                if possible:
                    self.turns[first] |= 1 << (second - self.start[here])
                    self.turns[second] |= 1 << (first - self.start[here])

    def shorten_through(self, middle: cython.int) -> cython.void:
        """Find stretches of three and four links from one neighbour of a track to another: a path passes the track."""
        self.stamp += 1
        self.mark(self.near_middle, middle)
        between: cython.int = self.stamp
        for first in range(self.start[middle], self.start[middle + 1]):
            self.stamp += 1
            self.mark(self.near_one, self.beside[first])
            one: cython.int = self.stamp
            for second in range(first + 1, self.start[middle + 1]):
                if self.near_one[self.beside[second]] == one:
                    continue
                self.stamp += 1
                self.mark(self.near_other, self.beside[second])
                self.stretches(middle, self.beside[first], self.beside[second], between, one)

    def stretches(
        self, middle: cython.int, one: cython.int, other: cython.int, between: cython.int, near: cython.int
    ) -> cython.void:
        """Stretches from `one` to `other` that could lead through `middle`; three marks show their neighbours."""
        for first in range(self.start[one], self.start[one + 1]):
            x: cython.int = self.beside[first]
            if x == middle or self.near_other[x] == self.stamp or not self.is_looked_at(x):
                continue
            for second in range(self.start[x], self.start[x + 1]):
                y: cython.int = self.beside[second]
                if y == middle or not self.is_looked_at(y) or not self.turns_at(x, self.back[first], second):
                    continue
                self.begin(one)
                self.go_on(first)
                self.go_on(second)
                if self.near_other[y] == self.stamp:
                    # Not where `middle` could be exchanged for one of the two: that says more.
                    if not (self.near_middle[y] == between and self.height[middle] < self.height[x]) and not (
                        self.near_middle[x] == between and self.height[middle] < self.height[y]
                    ):
                        self.arrive(y, self.back[second], other, middle)
                    continue
                if self.near_middle[x] == between:
                    continue
                for third in range(self.start[y], self.start[y + 1]):
                    z: cython.int = self.beside[third]
                    if (
                        z != middle
                        and self.near_other[z] == self.stamp
                        and self.near_one[z] != near
                        and self.near_middle[z] != between
                        and self.is_looked_at(z)
                        and self.turns_at(y, self.back[second], third)
                    ):
                        self.length = 2
                        self.go_on(third)
                        self.arrive(z, self.back[third], other, middle)
                        self.length = 2

    def arrive(self, last: cython.int, before: cython.int, other: cython.int, middle: cython.int) -> cython.void:
        """Complete the stretch, which came to the track `last` by slot `before`, with the link to `other`."""
        slot: cython.int = self.start[last]
        while self.beside[slot] != other:
            slot += 1
        if self.turns_at(last, before, slot):
            self.go_on(slot)
            self.passed(middle)

    def turns_at(self, track: cython.int, first: cython.int, second: cython.int) -> cython.bint:
        """Whether a turn at a track, given by two slots, is possible."""
        return (self.turns[first] >> (second - self.start[track])) & 1

    def mark(self, marks: cython.int[::1], track: cython.int) -> cython.void:
        """Mark the neighbours of a track with the stamp."""
        for slot in range(self.start[track], self.start[track + 1]):
            marks[self.beside[slot]] = self.stamp

    def begin(self, track: cython.int) -> cython.void:
        """Begin a stretch at a track."""
        self.path[0] = track
        self.length = 0

    def go_on(self, slot: cython.int) -> cython.void:
        """Let the stretch go on along a slot of its last track."""
        self.steps[self.length] = self.link[slot]
        self.length += 1
        self.path[self.length] = self.beside[slot]

    def passed(self, track: cython.int) -> cython.bint:
        """Demand that a path passes a track if the stretch is used, by a turn away from it; False where none can."""
        bottom: cython.int = self.start[track]
        count: cython.int = self.start[track + 1] - bottom
        outside = union = common = 0
        for slot in range(count):
            at: cython.int = 0
            while at <= self.length and self.path[at] != self.beside[bottom + slot]:
                at += 1
            if at > self.length:
                outside |= 1 << slot
        for slot in range(count):
            if (outside >> slot) & 1 and self.turns[bottom + slot] & outside:
                union |= 1 << slot
        if union == 0:
            self.put(bottom, 0)
            return False
        for slot in range(count):
            if (union >> slot) & 1 and not self.turns_without(bottom, union, slot):
                common |= 1 << slot
                self.put(bottom, 1 << slot)
        union &= ~common
        if common and union:
            self.put(bottom, union)
        elif union:
            for slot in range(count):
                if (union >> slot) & 1:
                    self.put(bottom, union & ~(1 << slot))
        return True

    def turns_without(self, bottom: cython.int, slots: cython.int, without: cython.int) -> cython.bint:
        """Whether a turn is possible among some slots of a track without one of them."""
        left: cython.int = slots & ~(1 << without)
        for slot in range(WIDEST):
            if (left >> slot) & 1 and self.turns[bottom + slot] & left:
                return True
        return False

    def put(self, bottom: cython.int, slots: cython.int) -> cython.void:
        """Append the clause that the stretch is not used, or one of some slots is on, `bottom` the first of them."""
        size: cython.int = self.length
        if self.end + ROOM > len(self.out):
            self.grow()
        for at in range(self.length):
            self.out[self.end + 1 + at] = 2 * self.steps[at] + 1
        for at in range(WIDEST):
            if (slots >> at) & 1:
                size += 1
                self.out[self.end + size] = 2 * self.link[bottom + at]
        self.out[self.end] = size
        self.end += 1 + size
