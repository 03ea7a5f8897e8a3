"""Boards in a table, and drawings: for each of many boards the links drawn so far, and which links may be drawn next.

A *strand* is an unfinished path: tracks joined by drawn links; an untouched track is a strand by itself.

    track     7   8   9  10          drawn    the directions with a drawn link, one bit each
    degree    1   2   2   1          far      the strand's other end, valid only at its two ends
    far      10   .   .   7          label    the number at one of its ends, 0 for none; the same on the whole strand
    label     3   3   3   3

A link may be drawn if the judge would find no fault with the new strand: at most two links meet in a track and one in
an end of a number, no loop closes, no two numbers meet and, where touching is forbidden, no two tracks of the strand
lie side by side without a link.  Whether a drawing can still be completed is not tested.

`may_draw` takes O(1), or O(strand) where touching is forbidden; `draw` takes O(its strands without a number), `erase`
O(strand).
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence

import cython

from numlink.engine.arrays import require_place


@cython.final
@cython.cclass
class BoardRows:
    """A table of boards: `size` cells, 1 to 30 `directions`, up to `numbers` numbers and `bridges` bridges.

    Each board has a row; an episode refers to the row and never copies the board:

        number    per track   -1 solid or no such track, 0 empty, k an end of number k; numbers run from 1 to `pairs`
        lattice   per track and direction, the neighbouring track, -1 for none (`Grid.lattice`)
        cell      per track   its cell, from 0; a bridge cell has two tracks, one across and one down
        down      per cell    the track that passes a bridge from top to bottom, -1 if the cell is not a bridge
        ends      per number  its two tracks, -1 for none

    Tracks 0 to size - 1 belong to the cells (on a bridge, across); the bridges' second tracks follow.
    """

    def __init__(self, size: int, directions: int, numbers: int, bridges: int) -> None:
        if size < 1 or not 1 <= directions <= 30 or numbers < 0 or bridges < 0:
            raise ValueError(
                f"boards of {size} cells with {directions} directions, {numbers} numbers and {bridges} bridges: "
                "give one cell or more, 1 to 30 directions, and counts of numbers and bridges from 0"
            )
        self.size, self.directions, self.numbers, self.tracks = size, directions, numbers, size + bridges
        self.count = self.room = 0
        self._make_room(4)

    def _make_room(self, room: int) -> None:
        """Enlarge the arrays to `room` rows; the boards added so far stay."""
        first = self.room == 0
        self.number = grown(None if first else self.number, room * self.tracks)
        self.cell = grown(None if first else self.cell, room * self.tracks)
        self.lattice = grown(None if first else self.lattice, room * self.tracks * self.directions)
        self.down = grown(None if first else self.down, room * self.size)
        self.ends = grown(None if first else self.ends, room * 2 * self.numbers)
        self.pairs = grown(None if first else self.pairs, room)
        self.fill = grown(None if first else self.fill, room)
        self.touch = grown(None if first else self.touch, room)
        self.room = room

    def add(
        self, cells: Sequence[int], lattice: Sequence[int], bridges: Sequence[int], *, fill: bool, touch: bool
    ) -> int:
        """Add a board and return its row, from 0; ValueError if it does not fit the table; `bridges` ascending."""
        row: cython.int = self.count
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
        """Raise ValueError unless the arrays of a board fit the table (see `add`)."""
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
        """Set `ends` and `pairs` (the largest number) of a row."""
        base: cython.int = row * self.tracks
        ends: cython.int = row * 2 * self.numbers
        self.pairs[row] = 0
        for at in range(2 * self.numbers):
            self.ends[ends + at] = -1
        for at in range(self.tracks):
            number: cython.int = self.number[base + at]
            if number > 0:
                self.pairs[row] = max(self.pairs[row], number)
                number = ends + 2 * (number - 1)
                self.ends[number + (self.ends[number] >= 0)] = at


def grown(old: object, size: int) -> array[int]:
    """A copy of `old`, or of an empty array for None, padded with zeroes to `size` integers."""
    before = array("i", old or ())
    return before + array("i", [0]) * (size - len(before))


@cython.cclass
class Drawings:
    """`count` drawings on rows of `boards`; first call `wipe` to put each on a row.

    `shown` has a byte 0 or 1 for each drawing, plane and cell.  Planes: 0 solid; 1 bridge; 2 heads of numbers not yet
    joined; then for each direction: a link leads there; for each direction: it is drawn; for each number: its strands.
    `labels` has the number for each drawing and cell, 0 for none; at a bridge the larger one.
    """

    def __init__(self, boards: BoardRows, count: int) -> None:
        if count < 1:
            raise ValueError(f"{count} drawings: give one or more")
        self.boards = boards
        self.count = count
        self.tracks = boards.tracks
        self.directions = boards.directions
        self.planes = 3 + 2 * boards.directions + boards.numbers
        each = array("i", [0]) * (count * boards.tracks)
        self.drawn, self.degree, self.far, self.label = each, each[:], each[:], each[:]
        # Tracks with the mark `clock` lie on the first of the two strands that `would_touch` compares.
        self.mark = array("i", [0]) * boards.tracks
        self.clock = 0
        each = array("i", [0]) * count
        # For each drawing: its row; the number of joined numbers.
        self.row, self.joined = each, each[:]
        # For each drawing and end of a number: the track where its strand met the other end's, -1 before; see `head`.
        self.met = array("i", [-1]) * (2 * count * boards.numbers)
        self.shown = array("B", [0]) * (count * self.planes * boards.size)
        self.labels = array("i", [0]) * (count * boards.size)
        self.plane, self.named = self.shown, self.labels

    def require(self, drawing: cython.int, track: cython.int, way: cython.int) -> cython.int:
        """Raise IndexError unless `drawing`, `track` and direction `way` exist; return 0."""
        if not (0 <= drawing < self.count and 0 <= track < self.tracks and 0 <= way < self.directions):
            raise IndexError(
                f"drawing {drawing}, track {track}, direction {way}: there are {self.count}, {self.tracks} and "
                f"{self.directions}, each from 0"
            )
        return 0

    def solved(self, drawing: cython.int) -> cython.bint:
        """Whether `drawing` is a solution: all numbers joined, no other links and, with `fill`, every track passed."""
        self.require(drawing, 0, 0)
        row: cython.int = self.row[drawing]
        if self.joined[drawing] < self.boards.pairs[row]:
            return False
        for track in range(self.tracks):
            at: cython.int = drawing * self.tracks + track
            if self.label[at] == 0 and (self.boards.fill[row] or self.degree[at]):
                if self.boards.number[row * self.tracks + track] == 0:
                    return False
        return True

    def is_drawn(self, drawing: cython.int, track: cython.int, way: cython.int) -> cython.bint:
        """Whether the link that leaves `track` in direction `way` is drawn."""
        self.require(drawing, track, way)
        return (self.drawn[drawing * self.tracks + track] >> way) & 1

    def may_draw(self, drawing: cython.int, track: cython.int, way: cython.int) -> cython.bint:
        """Whether the link that leaves `track` in direction `way` exists, is not drawn and may be drawn."""
        self.require(drawing, track, way)
        row: cython.int = self.row[drawing] * self.tracks
        here: cython.int = drawing * self.tracks + track
        other: cython.int = self.boards.lattice[(row + track) * self.directions + way]
        if other < 0 or (self.drawn[here] >> way) & 1:
            return False
        there: cython.int = drawing * self.tracks + other
        if self.degree[here] > 1 - (self.boards.number[row + track] > 0):
            return False
        if self.degree[there] > 1 - (self.boards.number[row + other] > 0):
            return False
        if self.far[here] == other:
            return False
        if self.label[here] != self.label[there] and self.label[here] and self.label[there]:
            return False
        return self.boards.touch[self.row[drawing]] or not self.would_touch(drawing, track, other)

    def would_touch(self, drawing: cython.int, first: cython.int, second: cython.int) -> cython.bint:
        """Whether a link between `first` and `second`, ends of two strands, makes a strand that touches itself."""
        base: cython.int = self.row[drawing] * self.tracks
        track: cython.int = first
        before: cython.int = -1
        self.clock += 1
        while track >= 0:
            self.mark[track] = self.clock
            after: cython.int = self.next_on(drawing, track, before)
            before = track
            track = after
        track = second
        before = -1
        while track >= 0:
            for way in range(self.directions):
                other: cython.int = self.boards.lattice[(base + track) * self.directions + way]
                if other >= 0 and self.mark[other] == self.clock and (track != second or other != first):
                    return True
            after = self.next_on(drawing, track, before)
            before = track
            track = after
        return False

    def next_on(self, drawing: cython.int, track: cython.int, before: cython.int) -> cython.int:
        """The neighbour of `track` on its strand other than `before` (-1: any); -1 at the end."""
        mask: cython.int = self.drawn[drawing * self.tracks + track]
        base: cython.int = (self.row[drawing] * self.tracks + track) * self.directions
        way: cython.int = 0
        while mask:
            if mask & 1 and self.boards.lattice[base + way] != before:
                return self.boards.lattice[base + way]
            mask >>= 1
            way += 1
        return -1

    def head(self, drawing: cython.int, end: cython.int) -> cython.int:
        """The track where the strand from `end` stops, or did when joined; or -1.  Number k has ends 2k - 2, 2k - 1."""
        self.require(drawing, 0, 0)
        require_place(end, 2 * self.boards.numbers, "end")
        place: cython.int = drawing * 2 * self.boards.numbers + end
        track: cython.int = self.boards.ends[self.row[drawing] * 2 * self.boards.numbers + end]
        if track < 0 or self.met[place] >= 0:
            return self.met[place]
        return self.far[drawing * self.tracks + track]

    def is_joined(self, drawing: cython.int, end: cython.int) -> cython.bint:
        """Whether the number of the end `end` is joined."""
        self.require(drawing, 0, 0)
        require_place(end, 2 * self.boards.numbers, "end")
        return self.met[drawing * 2 * self.boards.numbers + end] >= 0

    def wipe(self, drawing: cython.int, row: cython.int) -> cython.void:
        """Put `drawing` on row `row` of the boards, with no link drawn."""
        self.require(drawing, 0, 0)
        require_place(row, self.boards.count, "row")
        size: cython.int = self.boards.size
        self.row[drawing] = row
        self.joined[drawing] = 0
        for track in range(2 * self.boards.numbers):
            self.met[drawing * 2 * self.boards.numbers + track] = -1
        for cell in range(self.planes * size):
            self.plane[drawing * self.planes * size + cell] = 0
        for cell in range(size):
            self.named[drawing * size + cell] = 0
        for track in range(self.tracks):
            self.drawn[drawing * self.tracks + track] = self.degree[drawing * self.tracks + track] = 0
            self.far[drawing * self.tracks + track] = track
            self.label[drawing * self.tracks + track] = 0
            number: cython.int = self.boards.number[row * self.tracks + track]
            cell = self.boards.cell[row * self.tracks + track]
            if number < 0:
                if track < size:
                    self.show(drawing, 0, cell, 1)
                continue
            if track >= size:
                self.show(drawing, 1, cell, 1)
            if number > 0:
                self.set_label(drawing, track, number)
            for way in range(self.directions):
                if self.boards.lattice[(row * self.tracks + track) * self.directions + way] >= 0:
                    self.show(drawing, 3 + way, cell, 1)

    def draw(self, drawing: cython.int, track: cython.int, way: cython.int) -> cython.void:
        """Draw the link that leaves `track` in direction `way`; requires `may_draw`, untested."""
        self.require(drawing, track, way)
        base: cython.int = drawing * self.tracks
        other: cython.int = self.boards.lattice[(self.row[drawing] * self.tracks + track) * self.directions + way]
        first: cython.int = self.label[base + track]
        second: cython.int = self.label[base + other]
        begin: cython.int = self.far[base + track]
        end: cython.int = self.far[base + other]
        if first and second:
            self.joined[drawing] += 1
            self.meet(drawing, first, track, begin, other)
        elif first:
            self.rename(drawing, other, first)
        elif second:
            self.rename(drawing, track, second)
        self.set_link(drawing, track, other, way, 1)
        self.far[base + begin] = end
        self.far[base + end] = begin

    def meet(
        self, drawing: cython.int, number: cython.int, track: cython.int, begin: cython.int, other: cython.int
    ) -> cython.void:
        """Record in `met` where two strands of `number` met: at `track`, from the end `begin`, and at `other`."""
        place: cython.int = 2 * (number - 1)
        side: cython.int = self.boards.ends[self.row[drawing] * 2 * self.boards.numbers + place] != begin
        place += drawing * 2 * self.boards.numbers
        self.met[place + side] = track
        self.met[place + 1 - side] = other

    def erase(self, drawing: cython.int, track: cython.int, way: cython.int) -> cython.void:
        """Erase the link that leaves `track` in direction `way`; requires `is_drawn`, untested."""
        self.require(drawing, track, way)
        other: cython.int = self.boards.lattice[(self.row[drawing] * self.tracks + track) * self.directions + way]
        number: cython.int = self.label[drawing * self.tracks + track]
        place: cython.int = 2 * drawing * self.boards.numbers + 2 * (number - 1)
        self.set_link(drawing, track, other, way, 0)
        self.survey(drawing, track)
        self.survey(drawing, other)
        if number and self.met[place] >= 0:
            self.joined[drawing] -= 1
            self.met[place] = self.met[place + 1] = -1

    def survey(self, drawing: cython.int, track: cython.int) -> cython.void:
        """Recompute `far` and `label` of the strand with the end `track`."""
        base: cython.int = drawing * self.tracks
        before: cython.int = -1
        there: cython.int = track
        after: cython.int = self.next_on(drawing, track, -1)
        while after >= 0:
            before, there = there, after
            after = self.next_on(drawing, there, before)
        self.far[base + track] = there
        self.far[base + there] = track
        number: cython.int = max(
            self.boards.number[self.row[drawing] * self.tracks + track],
            self.boards.number[self.row[drawing] * self.tracks + there],
        )
        if number != self.label[base + track]:
            self.rename(drawing, track, number)

    def rename(self, drawing: cython.int, track: cython.int, number: cython.int) -> cython.void:
        """Give `number` to all tracks of the strand with the end `track`."""
        before: cython.int = -1
        while track >= 0:
            self.set_label(drawing, track, number)
            after: cython.int = self.next_on(drawing, track, before)
            before = track
            track = after

    def set_link(
        self, drawing: cython.int, track: cython.int, other: cython.int, way: cython.int, on: cython.int
    ) -> cython.void:
        """Draw (`on` = 1) or erase (0) a link in `drawn`, `degree` and `shown`; the caller updates strands."""
        base: cython.int = drawing * self.tracks
        row: cython.int = self.row[drawing] * self.tracks
        back: cython.int = (way + self.directions // 2) % self.directions
        change: cython.int = 1 if on else -1
        self.drawn[base + track] ^= 1 << way
        self.drawn[base + other] ^= 1 << back
        self.degree[base + track] += change
        self.degree[base + other] += change
        self.show(drawing, 3 + self.directions + way, self.boards.cell[row + track], on)
        self.show(drawing, 3 + self.directions + back, self.boards.cell[row + other], on)

    def set_label(self, drawing: cython.int, track: cython.int, number: cython.int) -> cython.void:
        """Set the number of one track, 0 for none, in `label`, `labels` and the planes of its cell."""
        row: cython.int = self.row[drawing]
        base: cython.int = drawing * self.tracks
        cell: cython.int = self.boards.cell[row * self.tracks + track]
        second: cython.int = self.boards.down[row * self.boards.size + cell]
        first_plane: cython.int = 2 + 2 * self.directions
        if self.label[base + track]:
            self.show(drawing, first_plane + self.label[base + track], cell, 0)
        self.label[base + track] = number
        if number:
            self.show(drawing, first_plane + number, cell, 1)
        if second >= 0:
            second = self.label[base + (second if track == cell else cell)]
            if second:
                self.show(drawing, first_plane + second, cell, 1)
            number = max(number, second)
        self.named[drawing * self.boards.size + cell] = number

    def show(self, drawing: cython.int, plane: cython.int, cell: cython.int, value: cython.int) -> cython.void:
        """Set one byte of `shown` to `value`."""
        self.plane[(drawing * self.planes + plane) * self.boards.size + cell] = value
