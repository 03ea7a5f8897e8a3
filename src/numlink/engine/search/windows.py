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


@cython.final
@cython.cclass
class Windows:
    """Windows of one solution of a board; ValueError where more links are on at a track than a path passes.

    `cells`: by track -1 solid, 0, or its number.  `links`: two tracks a link, flat.  `solution`: 1 on, 0 off, by link.
    """

    def __init__(self, cells: array[int], links: array[int], solution: array[int]) -> None:
        size: cython.int = len(cells)
        count: cython.int = len(links) // 2
        if len(solution) != count:
            raise ValueError(f"the solution has {len(solution)} links, the board {count}")
        require_between(links, 0, size - 1, "the track of link end")
        self.size = size
        self.cells = cells
        self.on = solution
        self.links = links if count else array("i", [0, 0])
        self.begin, self.around = integers(size + 2), integers(2 * count)
        self.joined, self.label, self.names = (integers(size + 1) for _ in range(3))
        self.local = array("i", [-1]) * (size + 1)
        for link in range(count):
            for side in range(2):
                track: cython.int = self.links[2 * link + side]
                self.begin[track + 2] += 1
                self.joined[track] += self.on[link]
        for track in range(size):
            if self.joined[track] > (2 if cells[track] == 0 else cells[track] > 0):
                raise ValueError(f"track {track} has more links on than a path passes")
            self.begin[track + 2] += self.begin[track + 1]
        for link in range(count):
            for side in range(2):
                track = self.links[2 * link + side]
                self.around[self.begin[track + 1]] = link
                self.begin[track + 1] += 1

    def ball(self, track: int, size: int) -> array[int]:
        """The `size` tracks nearest to `track` over links, itself first; fewer where no more can be reached."""
        require_place(track, self.size, "track")
        found = array("i", [track])
        seen: cython.int[::1] = self.label  # 0 outside of calls
        at: cython.int = 0
        seen[track] = 1
        while at < len(found) and len(found) < size:
            for place in range(self.begin[found[at]], self.begin[found[at] + 1]):
                other: cython.int = self.across(self.around[place], found[at])
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
            for place in range(self.begin[track], self.begin[track + 1]):
                link: cython.int = self.around[place]
                inside: cython.int = self.local[self.across(link, track)]
                if inside > at:
                    links.append(at)
                    links.append(inside)
                    numbers.append(link)
        for at in range(count):
            self.local[self.names[at]] = -1
            self.label[self.names[at]] = 0
        return (labels, degrees, links, numbers) if stretches else None

    def across(self, link: cython.int, track: cython.int) -> cython.int:
        """The track at the other end of a link."""
        return self.links[2 * link] + self.links[2 * link + 1] - track

    def degree(self, track: cython.int) -> cython.int:
        """How many links of the solution lead from a track to others inside."""
        found: cython.int = 0
        for place in range(self.begin[track], self.begin[track + 1]):
            if self.on[self.around[place]] and self.local[self.across(self.around[place], track)] >= 0:
                found += 1
        return found

    def follow(self, track: cython.int, label: cython.int) -> cython.void:
        """Label both ends of the stretch that begins at `track`."""
        came: cython.int = -1
        step: cython.int = track
        self.label[track] = label
        while step >= 0:
            track = step
            step = -1
            for place in range(self.begin[track], self.begin[track + 1]):
                link: cython.int = self.around[place]
                if link != came and self.on[link] and self.local[self.across(link, track)] >= 0:
                    step = self.across(link, track)
                    came = link
                    break
        self.label[track] = label
