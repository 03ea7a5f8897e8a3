"""A table of boards in flat arrays, one row a board; an episode names its row and never copies the board.

number    per track   -1 solid or no such track, 0 empty, k an end of number k; numbers run from 1 to `pairs`
lattice   per track and direction the neighbouring track, -1 for none (`Grid.lattice`)
cell      per track   its cell, from 0; a bridge cell has two tracks, one across and one down
down      per cell    the track that passes a bridge from top to bottom, -1 where the cell is no bridge
ends      per number  its two tracks, -1 for none

Tracks 0 to size - 1 are the cells' own (across, on a bridge); those behind them are the bridges' second tracks.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence

import cython


@cython.final
@cython.cclass
class BoardRows:
    """A table of boards: `size` cells, 1 to 30 `directions`, up to `numbers` numbers and `bridges` bridges."""

    def __init__(self, size: int, directions: int, numbers: int, bridges: int) -> None:
        if size < 1 or not 1 <= directions <= 30 or numbers < 0 or bridges < 0:
            raise ValueError(
                f"boards of {size} cells with {directions} directions, {numbers} numbers and {bridges} bridges: "
                "give one cell or more, 1 to 30 directions, and counts of numbers and bridges from 0"
            )
        self.size = size
        self.directions = directions
        self.numbers = numbers
        self.tracks = size + bridges
        self.count = self.room = 0
        self._make_room(4)

    def _make_room(self, room: int) -> None:
        """Enlarge the arrays to `room` rows; the boards added so far stay."""
        new = room - self.room
        self.number = grown(self.number if self.count else None, new * self.tracks)
        self.cell = grown(self.cell if self.count else None, new * self.tracks)
        self.lattice = grown(self.lattice if self.count else None, new * self.tracks * self.directions)
        self.down = grown(self.down if self.count else None, new * self.size)
        self.ends = grown(self.ends if self.count else None, new * 2 * self.numbers)
        self.pairs = grown(self.pairs if self.count else None, new)
        self.tracks_open = grown(self.tracks_open if self.count else None, new)
        self.fill = grown(self.fill if self.count else None, new)
        self.touch = grown(self.touch if self.count else None, new)
        self.room = room

    def add(
        self, cells: Sequence[int], lattice: Sequence[int], bridges: Sequence[int], *, fill: bool, touch: bool
    ) -> int:
        """Add a board and return its row, from 0; raises ValueError where an array does not fit the table.

        `cells`: -1 solid, 0 empty, k an end of number k. `lattice`: `directions` entries a track, each a track or -1;
        tracks missing at its end have no links. `bridges`: cells in ascending order.
        """
        row: cython.int = self.count
        at: cython.int
        track: cython.int
        self._require(cells, lattice, bridges)
        if self.count == self.room:
            self._make_room(2 * self.room)
        self.count += 1
        base: cython.int = row * self.tracks
        for track in range(self.tracks):
            content: cython.int = cells[track] if track < self.size else 0 if track < self.size + len(bridges) else -1
            self.number[base + track] = content
            self.cell[base + track] = track if track < self.size else 0
        for at in range(self.directions * self.tracks):
            self.lattice[base * self.directions + at] = lattice[at] if at < len(lattice) else -1
        for at in range(self.size):
            self.down[row * self.size + at] = -1
        for at in range(len(bridges)):
            self.down[row * self.size + bridges[at]] = self.size + at
            self.cell[base + self.size + at] = bridges[at]
        self._find_ends(row)
        self.fill[row] = fill
        self.touch[row] = touch
        return row

    def _require(self, cells: Sequence[int], lattice: Sequence[int], bridges: Sequence[int]) -> None:
        """Raise ValueError unless the arrays of a board fit the table, see `add`."""
        if len(cells) != self.size or len(lattice) > self.directions * self.tracks:
            raise ValueError(
                f"a board has {self.size} cells and at most {self.directions * self.tracks} lattice entries here, "
                f"not {len(cells)} and {len(lattice)}"
            )
        times = Counter(cell for cell in cells if cell > 0)
        if min(cells) < -1 or max(times, default=0) > self.numbers or max(times.values(), default=0) > 2:
            raise ValueError(f"a cell holds -1 to {self.numbers}, and each number stands on two cells at most")
        if len(bridges) > self.tracks - self.size or any(not 0 <= cell < self.size for cell in bridges):
            raise ValueError(f"a board has {self.tracks - self.size} bridges here at most, from 0 to {self.size - 1}")
        if any(not -1 <= track < self.size + len(bridges) for track in lattice):
            raise ValueError("an entry of the lattice is a track of the board, or -1 where no link leads")

    def _find_ends(self, row: cython.int) -> cython.void:
        """Set `ends`, `pairs` (the largest number) and `tracks_open` (how many tracks are not solid) of a row."""
        base: cython.int = row * self.tracks
        ends: cython.int = row * 2 * self.numbers
        at: cython.int
        self.pairs[row] = self.tracks_open[row] = 0
        for at in range(2 * self.numbers):
            self.ends[ends + at] = -1
        for at in range(self.tracks):
            number: cython.int = self.number[base + at]
            self.tracks_open[row] += number >= 0
            if number > 0:
                self.pairs[row] = max(self.pairs[row], number)
                number = ends + 2 * (number - 1)
                self.ends[number + (self.ends[number] >= 0)] = at


def grown(old: object, more: int) -> array[int]:
    """A copy of `old` with `more` zeroes behind it; None stands for an empty array."""
    before = array("i", [] if old is None else old)
    return before + array("i", [0]) * more
