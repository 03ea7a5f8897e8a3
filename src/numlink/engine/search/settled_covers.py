"""Settled covers: if tracks can pass from one link of a cover to another, the cover is not the only one.

    two tracks, b and d                         one track, b, where links form triangles

    a ── b    e         a    b ── e             a    e           a    e
         │    │   <->   │    │                  │ \\  │     <->   │  / │
    c ── d    f         c    d ── f             │  b │           │ b  │
                                                │ /  │           │  \\ │
                                                c    f           c    f

If a cover has the links of one side, replacing them by those of the other side makes another cover: a *transfer*.  Of
two covers, the *higher* one has the last link, by number, that only one of them has.  A cover is *settled* if no
transfer makes it lower.  If every track must be passed and paths may touch, a search for a second solution needs only
settled covers, once no transfer applies to the first solution (proof: docs/algorithms.md).
"""

from __future__ import annotations

from array import array

import cython

from numlink.engine.arrays import integers, require_between


@cython.cclass
class Slots:
    """The links around each track, listed track after track.  A *slot* is a place in these lists:

        track     0     1         2           start   0 2 5 ...     the first slot of each track
        slot      0 1   2 3 4     5 ...       beside  the track to which the slot's link leads; link: its number
        beside    1 7   0 2 8     1 ...       back    the slot of the same link at that track

    `links`: two tracks a link, else ValueError.  `cells[track]`: -1 solid, 0 empty, k an endpoint.  Tracks with more
    than `widest` links are left out.
    """

    def __init__(self, links: array[int], cells: array[int], widest: cython.int) -> None:
        if len(links) % 2:
            raise ValueError(f"{len(links)} tracks of links: give two to each link")
        self.size = len(cells)
        require_between(links, 0, self.size - 1, "the track of link end")
        self.cells = cells if self.size else integers(1)
        self.widest = widest
        self.start = integers(self.size + 2)
        self.beside, self.back, self.link = integers(len(links)), integers(len(links)), integers(len(links))
        if len(links):
            self.gather(links)

    @cython.final
    def gather(self, links: cython.int[::1]) -> cython.void:
        """List the links around each track."""
        count: cython.int = len(links) // 2
        for side in range(2 * count):
            self.start[links[side] + 2] += 1
        for track in range(self.size):
            self.start[track + 2] += self.start[track + 1]
        for link in range(count):
            for side in range(2):
                track = links[2 * link + side]
                slot: cython.int = self.start[
                    track + 1
                ]  # the next free slot; at the end, the first slot of the next track
                self.start[track + 1] += 1
                self.beside[slot] = links[2 * link + 1 - side]
                self.link[slot] = link
                if side == 1:
                    self.back[slot] = self.start[links[2 * link] + 1] - 1
                    self.back[self.back[slot]] = slot

    @cython.final
    def is_looked_at(self, track: cython.int) -> cython.bint:
        """Whether a track is examined: it is empty and has at most `widest` links."""
        return self.cells[track] == 0 and self.start[track + 1] - self.start[track] <= self.widest

    @cython.final
    def make_room(self, room: cython.int) -> cython.void:
        """Make `out`, whose first `end` integers are the results, empty, with room for `room` integers."""
        self.found = integers(room)
        self.out, self.end = self.found, 0

    @cython.final
    def grow(self) -> cython.void:
        """Double the room for results."""
        self.out = integers(1)  # drop the view, so that the array can grow
        self.found.extend(integers(len(self.found)))
        self.out = self.found

    @cython.final
    def all_found(self) -> array[int]:
        """All results."""
        self.out = integers(1)  # drop the view, so that the array can be cut to size in place
        del self.found[self.end :]
        return self.found


FIGURES = 7
"""Integers of a transfer: three links of its higher side, three of the lower side, a link that both have; -1: none.

The higher side of a transfer is the one with the largest link number."""

# Tracks with more links than this are left out: sites grow with their square, transfers with the fourth power.
WIDEST = cython.declare(cython.int, 8)
# The most sites of a chain: pairs of neighbours of a track with WIDEST links, or of two such tracks.
MOST_SITES = cython.declare(cython.int, 64)


def transfers(cells: array[int], links: array[int]) -> array[int]:
    """All transfers of a board, FIGURES integers each.

    `cells[track]`: -1 solid, 0 empty, k an endpoint.  `links`: two tracks a link, none twice; ValueError for tracks off
    the board.  O(links) if tracks have few links; those with more than WIDEST have no transfers.

    >>> list(transfers(array("i", [0] * 6), array("i", [0, 1, 0, 3, 1, 2, 1, 4, 2, 5, 3, 4, 4, 5])))  # 3x2 cells
    [2, 6, 1, 0, 5, 4, 3]
    """
    return Transfers(cells, links).all()


@cython.final
@cython.cclass
class Transfers(Slots):
    """The sites of one chain, and the transfers found so far.

    A *chain* is a track, or two tracks with the link between them.  A *site* is a link that a path through the chain
    can replace: `first` and `second` are the slots from the chain to its two ends, `between` is the link itself.
    """

    def __init__(self, cells: array[int], links: array[int]) -> None:
        Slots.__init__(self, links, cells, WIDEST)
        self.first, self.second, self.between = integers(MOST_SITES), integers(MOST_SITES), integers(MOST_SITES)
        self.figures = integers(6)
        self.sites = 0

    def all(self) -> array[int]:
        """All transfers."""
        self.make_room(FIGURES * (64 + len(self.link) // 2))  # a rectangle has no more transfers than links
        for here in range(self.size):
            if not self.is_looked_at(here):
                continue
            self.sites = 0  # the sites of one track: links between two of its neighbours
            for slot in range(self.start[here], self.start[here + 1]):
                for near in range(slot + 1, self.start[here + 1]):
                    self.add_site(slot, near)
            self.pass_between_sites(here, -1)
            for far in range(self.start[here], self.start[here + 1]):
                if self.beside[far] > here and self.is_looked_at(self.beside[far]):
                    self.place_two(here, far)
                    self.pass_between_sites(here, self.link[far])
        return self.all_found()

    def link_between(self, one: cython.int, other: cython.int) -> cython.int:
        """The link between two tracks, -1 if there is none."""
        for slot in range(self.start[one], self.start[one + 1]):
            if self.beside[slot] == other:
                return self.link[slot]
        return -1

    def add_site(self, first: cython.int, second: cython.int) -> cython.void:
        """Add the site between the neighbours to which two slots lead, if a link joins them."""
        between: cython.int = self.link_between(self.beside[first], self.beside[second])
        if between >= 0:
            self.first[self.sites], self.second[self.sites], self.between[self.sites] = first, second, between
            self.sites += 1

    def place_two(self, here: cython.int, far: cython.int) -> cython.void:
        """List the sites of a track and its neighbour at slot `far`: links between their other neighbours."""
        track: cython.int = self.beside[far]
        self.sites = 0
        for slot in range(self.start[here], self.start[here + 1]):
            if slot == far or self.link_between(self.beside[slot], track) >= 0:
                continue
            for near in range(self.start[track], self.start[track + 1]):
                if self.beside[near] != here and self.link_between(self.beside[near], here) < 0:
                    self.add_site(slot, near)

    def pass_between_sites(self, here: cython.int, within: cython.int) -> cython.void:
        """Note the transfers between two sites of a chain from `here`, joined by `within` (-1: one track)."""
        for one in range(self.sites):
            for other in range(one):
                shared: cython.int = -1
                if self.first[one] == self.first[other] or self.first[one] == self.second[other]:
                    shared = self.first[one]
                elif self.second[one] == self.first[other] or self.second[one] == self.second[other]:
                    shared = self.second[one]
                if shared >= 0:
                    # the neighbour they share must be empty, so that it has two links, and not examined before
                    near: cython.int = self.beside[shared]
                    if within >= 0 or self.cells[near] or (near < here and self.is_looked_at(near)):
                        continue
                self.note(one, other, shared, within)

    def note(self, one: cython.int, other: cython.int, shared: cython.int, within: cython.int) -> cython.void:
        """Write the transfer of a chain between two sites, which may share a slot (-1: none), higher side first."""
        higher: cython.int = 0
        if self.end + FIGURES > len(self.out):
            self.grow()
        self.figures[0] = self.link[self.first[one]] if self.first[one] != shared else -1
        self.figures[1] = self.link[self.second[one]] if self.second[one] != shared else -1
        self.figures[2] = self.between[other]
        self.figures[3] = self.link[self.first[other]] if self.first[other] != shared else -1
        self.figures[4] = self.link[self.second[other]] if self.second[other] != shared else -1
        self.figures[5] = self.between[one]
        for at in range(1, 6):
            if self.figures[at] > self.figures[higher]:
                higher = at
        for at in range(6):
            self.out[self.end + at] = self.figures[(at + 3 * (higher // 3)) % 6]
        self.out[self.end + 6] = self.link[shared] if shared >= 0 else within
        self.end += 7


def settled_clauses(found: array[int]) -> array[int]:
    """The clauses of settled covers, for `Search.add_clauses`: no higher side of a transfer in `found`."""
    count: cython.int = len(found) // FIGURES
    clauses = integers(5 * count)
    out: cython.int[::1] = clauses
    end: cython.int = 0
    if count:
        given: cython.int[::1] = found
        for which in range(count):
            size: cython.int = end
            end += 1
            for at in range(7):
                if (at < 3 or at == 6) and given[7 * which + at] >= 0:
                    out[end] = 2 * given[7 * which + at] + 1
                    end += 1
            out[size] = end - size - 1
    out = None
    del clauses[end:]
    return clauses


def transferred(found: array[int], model: array[int]) -> array[int] | None:
    """Another cover, by the first transfer in `found` that applies to `model` (1 on, 0 off); None if none does."""
    count: cython.int = len(found) // FIGURES
    if not count:
        return None
    require_between(found, -1, len(model) - 1, "the link of a transfer")
    given: cython.int[::1] = found
    on: cython.schar[::1] = model
    for which in range(count):
        base: cython.int = 7 * which
        if given[base + 6] >= 0 and not on[given[base + 6]]:
            continue
        for side in range(2):
            applies: cython.bint = True
            for at in range(base + 3 * side, base + 3 * side + 3):
                if given[at] >= 0 and not on[given[at]]:
                    applies = False
                    break
            if applies:
                other = model[:]
                for at in range(base, base + 6):
                    if given[at] >= 0:
                        other[given[at]] = int((at < base + 3) == (side == 1))
                return other
    return None
