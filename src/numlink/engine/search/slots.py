"""The links around each track of a graph, as flat arrays, for clauses that look at the neighbours of a track."""

from __future__ import annotations

from array import array

import cython

from numlink.engine.arrays import integers, require_between


@cython.cclass
class Slots:
    """The links around each track.  A *slot* is one of the places in their lists, one list a track behind the other:

        track     0     1         2           start   0 2 5 ...     the first slot of each track
        slot      0 1   2 3 4     5 ...       beside  the track to which the slot's link leads; link: its number
        beside    1 7   0 2 8     1 ...       back    the slot of the same link at that track

    `links`: two tracks a link.  `cells`: by track -1 solid, 0 empty, k an endpoint.  Tracks with more than `widest`
    links are not looked at.  Raises ValueError for a link without two tracks, or to a track outside the board.
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
        link: cython.int
        side: cython.int
        track: cython.int
        slot: cython.int
        for side in range(2 * count):
            self.start[links[side] + 2] += 1
        for track in range(self.size):
            self.start[track + 2] += self.start[track + 1]
        for link in range(count):
            for side in range(2):
                track = links[2 * link + side]
                slot = self.start[track + 1]  # the next free slot; at the end the first one of the next track
                self.start[track + 1] += 1
                self.beside[slot] = links[2 * link + 1 - side]
                self.link[slot] = link
                if side == 1:
                    self.back[slot] = self.start[links[2 * link] + 1] - 1
                    self.back[self.back[slot]] = slot

    @cython.final
    def is_looked_at(self, track: cython.int) -> cython.bint:
        """Whether a track is empty and has at most `widest` links."""
        return self.cells[track] == 0 and self.start[track + 1] - self.start[track] <= self.widest
