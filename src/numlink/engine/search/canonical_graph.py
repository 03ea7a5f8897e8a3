"""Local clauses for any graph: for solutions without touching, and for canonical linkings.

**Cycles.**  A path that does not touch itself cannot use all but one of the links of a cycle of three or four links.

    a ── b      squares with a diagonal need no clauses of their own: those of their triangles are stronger
    │    ¦
    c ── d

**Canonical linkings** (`Exchanges`; proofs in docs/algorithms.md) are defined where cells may stay empty.  All tracks
have different *heights*.  In a canonical linking no path can be rewritten along links through an empty track y:

    a ── x ── b  ->  a    x    b       *exchange* of x for the lower y
    ┊         ┊      │         │
    └┄┄┄ y ┄┄┄┘      └─── y ───┘

    a ── x ── x ── b  ->  a ── y ── b     *shortcut* through y, of two or three inner tracks

So if a path goes a ─ x ─ b, some path has a *turn* (two links of one track) at a lower y beside a and b, without y's
links to a, x or b.  A turn is *possible* if its ends are not neighbours and every lower track where it demands a turn
has a possible turn that avoids its tracks.  Tracks are examined in ascending order, so chains of turns are followed at
once to their root, an endpoint or a solid.  A turn that is not possible is one clause of two literals.
"""

from __future__ import annotations

from array import array

import cython

from numlink.engine.arrays import integers, require_between

if not cython.compiled:
    from numlink.engine.search.settled_covers import Slots


def cycle_clauses(links: array[int], labels: array[int]) -> array[int]:
    """Clauses that every solution without touching satisfies, for `Search.add_clauses`: size, literals, size, ...

    `links`: two tracks a link, none twice.  `labels`: the number of each track, or 0.
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
    """For each link of a cycle, append the clause that the other links are not all on."""
    for skipped in cycle:
        clauses.append(len(cycle) - 1)
        clauses.extend(2 * link + 1 for link in cycle if link != skipped)


# Tracks with more links than this are left out: turns are rows of bits, and the work grows with the fifth power.
# Squares with diagonals have 8 links, hexagons on layers too; polygons of a tiling may have any number.
WIDEST = cython.declare(cython.int, 16)
# The most integers of a clause: its size, four links of a stretch and the links of one track.
ROOM = cython.declare(cython.int, 24)


def exchange_clauses(links: array[int], cells: array[int], rim: array[int]) -> array[int]:
    """Clauses of all canonical linkings and covers without touching; `cells`: -1 solid, 0, k; `rim`: height 0."""
    return Exchanges(links, cells, rim).clauses()


@cython.final
@cython.cclass
class Exchanges(Slots):
    """The possible turns at each track, by slot, and the clauses found so far."""

    def __init__(self, links: array[int], cells: array[int], rim: array[int]) -> None:
        Slots.__init__(self, links, cells, WIDEST)
        size: cython.int = self.size
        require_between(rim, 0, size - 1, "the track of the rim")
        # For each slot a row of bits: the slots of its track with which it makes a possible turn.
        self.turns = integers(len(links))
        # For each track the last `stamp` that marked it as a neighbour of one track, of another, and of the middle one.
        self.near_one, self.near_other, self.near_middle = integers(size), integers(size), integers(size)
        self.stamp = 0
        # The stretch of a path, as tracks and links, that the next clauses assume.
        self.path, self.steps, self.length = integers(5), integers(4), 0
        self.order, self.height = integers(size), integers(size)
        if len(links):
            self.sort(rim if len(rim) else array("i", range(size)))

    def sort(self, rim: cython.int[::1]) -> cython.void:
        """Set `height` and `order`: tracks by distance from the rim and, at equal distance, the last first."""
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
                far[track] = self.size - 1  # not reachable from the rim
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
        """Find the possible turns at a track, and the clauses: their demands on lower tracks, and the other turns."""
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
        """Demand a path through a track if a stretch of three or four links joins two of its neighbours."""
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
        """Find stretches from `one` to `other` that could lead through `middle`; three marks show neighbours."""
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
                    # Not if `middle` could be exchanged for one of the two, as that clause is stronger.
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
        """Complete the stretch, which reached the track `last` by slot `before`, with the link to `other`."""
        slot: cython.int = self.start[last]
        while self.beside[slot] != other:
            slot += 1
        if self.turns_at(last, before, slot):
            self.go_on(slot)
            self.passed(middle)

    def turns_at(self, track: cython.int, first: cython.int, second: cython.int) -> cython.bint:
        """Whether the turn of two slots at a track is possible."""
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
        """Extend the stretch along a slot of its last track."""
        self.steps[self.length] = self.link[slot]
        self.length += 1
        self.path[self.length] = self.beside[slot]

    def passed(self, track: cython.int) -> cython.bint:
        """Demand a turn at a track, away from the stretch, if the stretch is used; return False if none is possible."""
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
        """Whether a turn is possible among `slots` of a track except `without`."""
        left: cython.int = slots & ~(1 << without)
        for slot in range(WIDEST):
            if (left >> slot) & 1 and self.turns[bottom + slot] & left:
                return True
        return False

    def put(self, bottom: cython.int, slots: cython.int) -> cython.void:
        """Append the clause that the stretch is not used or one of `slots` is on; `bottom`: the track's first slot."""
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
