"""Parts of a solution as boards of their own, to ask each for a second solution; all outside a part stays as it is.

Two solutions of one board mostly differ in a small place only, so a second one is sought around the first:

        ┌──┬────────┐          1 ── 1 ── 1        each stretch of a path inside becomes a pair with a number of its own;
      ──┤1 │  2  2  │          #  .  .  #         a track all of whose links lead outside is left out; a second
        │1 1  2  2──┼──   ->   1  2 ── 2 2        solution of the part gives one of the whole board

Tracks are any: squares of a rectangle, or those nearest to one (`ball`), so boards of every kind have windows.
"""

from __future__ import annotations

from array import array

import cython

from numlink.engine.arrays import integers, require_between, require_place

if not cython.compiled:
    from numlink.engine.search.settled_covers import Slots


@cython.final
@cython.cclass
class Windows(Slots):
    """Windows of one solution of a board; ValueError where more links are on at a track than a path passes.

    `cells`: by track -1 solid, 0, or its number.  `links`: two tracks a link, flat.  `solution`: 1 on, 0 off, by link.
    """

    def __init__(self, cells: array[int], links: array[int], solution: array[int]) -> None:
        if len(solution) != len(links) // 2:
            raise ValueError(f"the solution has {len(solution)} links, the board {len(links) // 2}")
        Slots.__init__(self, links, cells, 0)
        self.on = solution
        self.joined, self.label, self.names = (integers(self.size) for _ in range(3))
        self.local = array("i", [-1]) * (self.size + 1)
        for track in range(self.size):
            for slot in range(self.start[track], self.start[track + 1]):
                self.joined[track] += self.on[self.link[slot]]
            if self.joined[track] > (2 if self.cells[track] == 0 else self.cells[track] > 0):
                raise ValueError(f"track {track} has more links on than a path passes")

    def ball(self, track: int, size: int) -> array[int]:
        """The `size` tracks nearest to `track` over links, itself first; fewer where no more can be reached."""
        require_place(track, self.size, "track")
        found = array("i", [track])
        seen: cython.int[::1] = self.label  # 0 outside of calls
        at: cython.int = 0
        seen[track] = 1
        while at < len(found) and len(found) < size:
            for slot in range(self.start[found[at]], self.start[found[at] + 1]):
                other: cython.int = self.beside[slot]
                if not seen[other] and len(found) < size:
                    seen[other] = 1
                    found.append(other)
            at += 1
        for at in range(len(found)):
            seen[found[at]] = 0
        return found

    def cut(self, tracks: array[int], fill: bool) -> tuple[array[int], array[int], array[int], array[int]] | None:
        """The part on `tracks` for a `Search`: labels, degrees, links, and the board's number of each of these links.

        `fill`: every track must be passed.  None without a stretch of a path inside.  ValueError for a track given
        twice.
        """
        require_between(tracks, 0, self.size - 1, "track")
        view: cython.int[::1] = tracks
        labels, degrees, links, numbers = array("i"), array("i"), array("i"), array("i")
        count = stretches = 0
        for at in range(len(tracks)):
            if self.local[view[at]] == 0:
                for place in range(at):
                    self.local[view[place]] = -1
                raise ValueError(f"track {view[at]} is given twice")
            self.local[view[at]] = 0
        for at in range(len(tracks)):
            track: cython.int = view[at]
            if self.cells[track] >= 0 and (self.joined[track] == 0 or self.degree(track) > 0):
                self.names[count] = track
                count += 1
        for at in range(count):
            track = self.names[at]
            if self.label[track] == 0 and self.joined[track] > 0 and self.degree(track) == 1:
                stretches += 1
                self.follow(track, stretches)
        for at in range(len(tracks)):
            self.local[view[at]] = -1
        for at in range(count):
            self.local[self.names[at]] = at
        for at in range(count):
            track = self.names[at]
            labels.append(self.label[track])
            degrees.append(1 if self.label[track] else 2 if fill else 3)
            for slot in range(self.start[track], self.start[track + 1]):
                inside: cython.int = self.local[self.beside[slot]]
                if inside > at:
                    links.append(at)
                    links.append(inside)
                    numbers.append(self.link[slot])
        for at in range(count):
            self.local[self.names[at]] = -1
            self.label[self.names[at]] = 0
        return (labels, degrees, links, numbers) if stretches else None

    def degree(self, track: cython.int) -> cython.int:
        """How many links of the solution lead from a track to others inside."""
        found: cython.int = 0
        for slot in range(self.start[track], self.start[track + 1]):
            found += self.on[self.link[slot]] and self.local[self.beside[slot]] >= 0
        return found

    def follow(self, track: cython.int, label: cython.int) -> cython.void:
        """Label both ends of the stretch that begins at `track`."""
        came: cython.int = -1
        step: cython.int = track
        self.label[track] = label
        while step >= 0:
            track = step
            step = -1
            for slot in range(self.start[track], self.start[track + 1]):
                if self.link[slot] != came and self.on[self.link[slot]] and self.local[self.beside[slot]] >= 0:
                    step = self.beside[slot]
                    came = self.link[slot]
                    break
        self.label[track] = label
