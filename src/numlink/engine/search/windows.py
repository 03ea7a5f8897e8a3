"""Parts of a solution as separate boards, to search each for a second solution; everything outside stays as it is.

Two solutions of a board usually differ only in a small place, so a second one is sought near the first:

        ┌──┬────────┐          1 ── 1 ── 1        each stretch of a path inside becomes a pair with its own number;
      ──┤1 │  2  2  │          #  .  .  #         a track whose links all lead outside is closed; a second solution
        │1 1  2  2──┼──   ->   1  2 ── 2 2        of the part gives one of the whole board

A window may have any tracks: a square of a rectangle, or the tracks nearest to one (`ball`) on other boards.
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
    """Windows of one solution of a board.

    `cells[track]`: -1 solid, 0, or its number.  `links`: two tracks a link, flat.  `solution[link]`: 1 on, 0 off.
    """

    def __init__(self, cells: array[int], links: array[int], solution: array[int]) -> None:
        Slots.__init__(self, links, cells, 0)
        self.label = integers(self.size)
        self.local = array("i", [-1]) * (self.size + 1)
        self.move_to(solution)

    def move_to(self, solution: array[int]) -> None:
        """From now on, cut windows of another solution of the board."""
        if len(solution) != len(self.link) // 2:
            raise ValueError(f"the solution has {len(solution)} links, the board {len(self.link) // 2}")
        self.on = solution

    def ball(self, track: int, size: int) -> array[int]:
        """The `size` tracks nearest to `track` along links, itself first; fewer if no more can be reached."""
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

    def cut(self, tracks: array[int]) -> tuple[array[int], array[int], array[int], array[int]] | None:
        """The part on `tracks`: its cells, links and model, and the board's number of each of these links.

        The tracks keep their order.  Cells hold -1 (closed), 0, or a stretch's number at its ends.  None if no stretch
        of a path lies inside.  ValueError for a track given twice, and for one with more links on than a path passes.
        """
        require_between(tracks, 0, self.size - 1, "track")
        count: cython.int = len(tracks)
        stretches = end = 0
        cells_array = integers(count)
        cells: cython.int[::1] = cells_array
        view: cython.int[::1] = tracks
        for at in range(count):
            track: cython.int = view[at]
            most: cython.int = 2 if self.cells[track] == 0 else self.cells[track] > 0
            if self.local[track] >= 0 or self.joined(track, False) > most:
                for place in range(at):
                    self.local[view[place]] = -1
                raise ValueError(f"track {track} is given twice, or has more links on than a path passes")
            self.local[track] = at
            end += self.start[track + 1] - self.start[track]
        links_array, numbers_array, model_array = integers(end), integers(end), array("b", bytes(end + 1))
        links: cython.int[::1] = links_array
        numbers: cython.int[::1] = numbers_array
        model: cython.schar[::1] = model_array
        for at in range(count):
            track = view[at]
            inside: cython.int = self.joined(track, True)
            if self.label[track] == 0 and inside == 1:
                stretches += 1
                self.follow(track, stretches)
            closed: cython.bint = self.cells[track] < 0 or (inside == 0 and self.joined(track, False) > 0)
            cells[at] = -1 if closed else self.label[track]
        end = 0
        for at in range(count):
            track = view[at]
            for slot in range(self.start[track], self.start[track + 1]):
                inside = self.local[self.beside[slot]]
                if inside > at and cells[at] >= 0 and cells[inside] >= 0:
                    links[2 * end] = at
                    links[2 * end + 1] = inside
                    numbers[end] = self.link[slot]
                    model[end] = self.on[self.link[slot]]
                    end += 1
        for at in range(count):
            self.local[view[at]] = -1
            self.label[view[at]] = 0
        if stretches == 0:
            return None
        return cells_array[:count], links_array[: 2 * end], model_array[:end], numbers_array[:end]

    def joined(self, track: cython.int, inside: cython.bint) -> cython.int:
        """The number of links of the solution from a track to others, or only to others `inside`."""
        found: cython.int = 0
        for slot in range(self.start[track], self.start[track + 1]):
            found += self.on[self.link[slot]] and (not inside or self.local[self.beside[slot]] >= 0)
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
