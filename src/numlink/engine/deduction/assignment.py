"""A board for the rules of deduction (`Terrain`), and what is known of its links (`Assignment`), as integers.

In this folder *cell* means a track (`numlink.model.grid`).  A link leads away from each of its two cells in one of
eight directions, its *way*; `way ^ 2` leads back:

        3                 3              7 3 4        5 to the layer below, 7 to the layer above
    2 ──┼── 0         2 ╲ │ ╱ 4          2 ┼ 0
        1             6 ╱ │ ╲ 0          6 1 5        with diagonals, on one layer
                          1

The links of each cell are two masks of eight bits, of which a plain rectangle uses four:

    on    bit w set: the link in way w is drawn                N=8
    open  bit w set: nothing is known about it yet          W=4 . E=1     (neither: off, or no such link exists)
                                                               S=2

`needs[cell]` counts the links that the cell still wants: 1 (an end of a number) or 2, less those drawn.  A *fragment*
is a maximal chain of drawn links, or an untouched cell; at its two ends, `label` is its number (0: none) and `mate` the
other end.  At inner cells both are out of date.  Every link that is set goes on a trail and can be undone.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import cython

from numlink.engine.arrays import integers, link_cells, require_between, require_place

if not cython.compiled:
    from numlink.engine.guard import OneThread

    A1, A2, A3, A4, A5, A6, A7, A8, A9, A10, N1, N2, N3, N4, N5, U1, U2, L1, A11 = range(1, 20)


# For each way the next one clockwise on squares, which have only the ways 0 to 3.
CLOCKWISE_SQUARES = bytes((1, 2, 3, 0, 0, 0, 0, 0))


@dataclass(frozen=True, eq=False)
class Terrain:
    """A board of `width` x `height` cells on `layers` layers with `size` tracks.

    `ends`: the two tracks of each link, flat, the smaller first; `ways`: the way of each link from its first track.
    Some rules also need the following; on a board that lacks it, they conclude nothing:

        black      1 on black and 0 on white tracks; 2 in a component that cannot be coloured like a checkerboard
        clockwise  for each way the next one clockwise, if links can be drawn in the plane or on a cylinder
        families   divisions of the board into lines, each an array with the line of each track, -1 for none; a link
                   changes the line by at most one, so that each line separates the lines before it from those after it
        cycles     the rings of three and four links, each as its length and its links, then 0; None: its unit squares
        down       for each cell the track of its links down and up; None if cells are not squares
        square     right-then-down leads to the same cell as down-then-right, and there are no other links in a layer
        aligned    a way has the same direction at every track
    """

    width: int
    height: int
    size: int
    ends: array[int]
    ways: array[int]
    black: array[int]
    families: list[array[int]]
    clockwise: bytes | None = None
    cycles: array[int] | None = None
    down: array[int] | None = None
    layers: int = 1
    wraps_rows: bool = False
    wraps_columns: bool = False
    square: bool = True
    aligned: bool = True


def rectangle(width: cython.int, height: cython.int, cells: cython.int[::1]) -> Terrain:
    """The terrain of a plain rectangle; `cells` row by row, below 0 where solid."""
    size: cython.int = width * height
    ends_array = link_cells(width, height, cells)
    count: cython.int = len(ends_array) // 2
    ways_array = array("B", bytes(count + 1))
    ways: cython.uchar[::1] = ways_array
    black_array = array("B", bytes(size))
    black: cython.uchar[::1] = black_array
    families = [integers(size) for _ in range(4)]
    rows: cython.int[::1] = families[0]
    columns: cython.int[::1] = families[1]
    rising: cython.int[::1] = families[2]
    falling: cython.int[::1] = families[3]
    down_array = integers(size)
    down: cython.int[::1] = down_array
    cell: cython.int = 0
    for row in range(height):
        for column in range(width):
            black[cell] = 1 - (row + column & 1)
            rows[cell] = row
            columns[cell] = column
            rising[cell] = row + column
            falling[cell] = row - column + width - 1
            down[cell] = cell
            cell += 1
    if count:
        ends: cython.int[::1] = ends_array
        for link in range(count):
            # a link to the cell at distance `width` leads down, even on a board one cell wide
            ways[link] = 1 if ends[2 * link + 1] - ends[2 * link] == width else 0
    return Terrain(
        width, height, size, ends_array, ways_array, black_array, families, CLOCKWISE_SQUARES, down=down_array
    )


# For each mask of 8 bits, COUNT: the number of bits set; LOWEST: the lowest bit set (0 for the empty mask).
COUNT = bytes(bin(mask).count("1") for mask in range(256))
LOWEST = bytes([0, *((mask & -mask).bit_length() - 1 for mask in range(1, 256))])


def _require_position(terrain: Terrain, cells: Sequence[int]) -> None:
    """Raise ValueError unless the arrays fit the terrain: ways 0 to 7, numbers not too large, on at most two tracks."""
    size, links = terrain.size, len(terrain.ends) // 2
    if len(cells) != size or len(terrain.black) < size or len(terrain.ways) < links:
        raise ValueError(
            f"a terrain of {size} tracks and {links} links needs a cell for each track and a way for each link, "
            f"not {len(cells)} cells, {len(terrain.black)} colours and {len(terrain.ways)} ways"
        )
    require_between(terrain.ends, 0, size - 1, "the track of link end")
    if links and max(terrain.ways) > 7:
        raise ValueError(f"a link leads one of 8 ways, not {max(terrain.ways)}")
    times = Counter(cell for cell in cells if cell > 0)
    if max(times, default=0) > size or max(times.values(), default=0) > 2:
        raise ValueError("numbers count 1, 2, 3, ... and each stands on two tracks at most")


@cython.cclass
class Assignment(OneThread):
    """The states of all links of one board, numbered as in Terrain; `touch`: a path may touch itself.

    `cells`, for each track: 0 empty, -1 solid, x an end of number x, each on two tracks.  `fill`: paths fill the board.
    """

    def __init__(self, terrain: Terrain, cells: object, fill: bool, touch: bool) -> None:
        OneThread.__init__(self)
        _require_position(terrain, cells)
        self.width, self.height, self.size = terrain.width, terrain.height, terrain.size
        self.fill, self.touch = fill, touch
        size = self.size
        self.count, self.lowest, self.black = array("B", COUNT), array("B", LOWEST), terrain.black
        self.capacity, self.exits, self.on, self.open, self.is_dirty = (array("B", bytes(size)) for _ in range(5))
        self.needs = array("b", bytes(size))
        self.terminal, self.mate, self.label, self.dirty = (integers(size) for _ in range(4))
        self.link_of, self.beside = array("i", [-1]) * (8 * size), array("i", [-1]) * (8 * size)
        self.labels = max(max(cells), 0)
        self.ends = array("i", [-1] * (2 * self.labels + 2))
        for cell in range(size):
            if cells[cell] < 0:
                continue
            self.capacity[cell] = 2
            if cells[cell] > 0:
                self.capacity[cell] = 1
                self.terminal[cell] = cells[cell]
                self.ends[2 * cells[cell] + (self.ends[2 * cells[cell]] >= 0)] = cell
        link: cython.int = len(terrain.ends) // 2
        self.links = link
        self.first, self.second = integers(link + 1), integers(link + 1)
        self.first_bit, self.second_bit, self.state = (array("B", bytes(link + 1)) for _ in range(3))
        self.lay_links(terrain.ends, terrain.ways)
        # Five entries for each link that was set: the link, the ends of its fragment (-1: none), their old labels.
        self.trail = integers(5 * (link + 1))
        self.fragment, self.fragment_label, self.place = integers(size), integers(size), integers(size)
        self.clear()

    def lay_links(self, ends: array[int], ways: array[int]) -> cython.void:
        """Fill the tables of links from `ends` (two tracks each) and `ways` (from the first track)."""
        for link in range(self.links):
            one: cython.int = ends[2 * link]
            other: cython.int = ends[2 * link + 1]
            way: cython.int = ways[link]
            self.first[link] = one
            self.second[link] = other
            self.first_bit[link] = 1 << way
            self.second_bit[link] = 1 << (way ^ 2)
            self.link_of[8 * one + way] = self.link_of[8 * other + (way ^ 2)] = link
            self.beside[8 * one + way] = other
            self.beside[8 * other + (way ^ 2)] = one
            self.exits[one] |= 1 << way
            self.exits[other] |= 1 << (way ^ 2)

    def clear(self) -> cython.void:
        """Make all links open."""
        self.trail_size = self.dirty_size = 0
        self.conflict = self.conflict_size = 0
        for cell in range(self.size):
            self.on[cell] = 0
            self.needs[cell] = self.capacity[cell]
            self.open[cell] = self.exits[cell]
            self.mate[cell] = cell
            self.label[cell] = self.terminal[cell]
            self.is_dirty[cell] = 0
        for cell in range(self.links):
            self.state[cell] = 0
        self.mark_all_dirty()

    def states(self) -> bytes:
        """The state of every link: 0 open, 1 on, 2 off."""
        self.expect_idle()
        return bytes(self.state[: self.links])

    def mark_dirty(self, cell: cython.int) -> cython.void:
        """Make the next round of tier 0 (`Deduction.judge`) examine `cell`."""
        if not self.is_dirty[cell]:
            self.is_dirty[cell] = 1
            self.dirty[self.dirty_size] = cell
            self.dirty_size += 1

    def mark_all_dirty(self) -> cython.void:
        """Make the next round of tier 0 examine every cell that is not solid."""
        for cell in range(self.size):
            if self.capacity[cell]:
                self.mark_dirty(cell)

    def clear_dirty(self) -> cython.void:
        """Forget which cells were marked dirty."""
        while self.dirty_size > 0:
            self.dirty_size -= 1
            self.is_dirty[self.dirty[self.dirty_size]] = 0

    def assign(self, link: cython.int, value: cython.int) -> cython.void:
        """Set an open link, 1 on or 2 off; too many links, two numbers or a loop set `conflict` to A1, A2 or A3."""
        here: cython.int = self.first[link]
        there: cython.int = self.second[link]
        slot: cython.int = 5 * self.trail_size
        self.open[here] ^= self.first_bit[link]
        self.open[there] ^= self.second_bit[link]
        self.state[link] = value
        self.trail[slot] = link
        self.trail[slot + 1] = -1
        self.trail_size += 1
        self.mark_dirty(here)
        self.mark_dirty(there)
        if value != 1:
            return
        if self.needs[here] <= 0 or self.needs[there] <= 0:
            self.contradict(A1)
        self.on[here] |= self.first_bit[link]
        self.on[there] |= self.second_bit[link]
        self.needs[here] -= 1
        self.needs[there] -= 1
        if self.conflict:
            return
        head: cython.int = self.mate[here]
        tail: cython.int = self.mate[there]
        if head == there:
            self.contradict(A3)
            return
        number: cython.int = self.label[here]
        if number and self.label[there] and number != self.label[there]:
            self.contradict(A2)
            return
        self.trail[slot + 1] = head
        self.trail[slot + 2] = tail
        self.trail[slot + 3] = self.label[head]
        self.trail[slot + 4] = self.label[tail]
        if not number:
            number = self.label[there]
        self.mate[head] = tail
        self.mate[tail] = head
        self.label[head] = number
        self.label[tail] = number
        self.mark_dirty(head)
        self.mark_dirty(tail)

    def contradict(self, rule: cython.int) -> cython.void:
        """Set `conflict` to `rule` until `undo` goes back beyond this point; an earlier conflict stays."""
        if not self.conflict:
            self.conflict = rule
            self.conflict_size = self.trail_size

    def undo(self, mark: cython.int) -> cython.void:
        """Undo all but the first `mark` links of the trail, and a conflict that was set when there were more links."""
        if mark < self.conflict_size:
            self.conflict = self.conflict_size = 0
        while self.trail_size > mark:
            self.trail_size -= 1
            slot: cython.int = 5 * self.trail_size
            link: cython.int = self.trail[slot]
            here: cython.int = self.first[link]
            there: cython.int = self.second[link]
            if self.state[link] == 1:
                self.on[here] ^= self.first_bit[link]
                self.on[there] ^= self.second_bit[link]
                self.needs[here] += 1
                self.needs[there] += 1
                if self.trail[slot + 1] >= 0:
                    # `assign` changed only the mates of the outer ends, which were `here` and `there` before
                    self.mate[self.trail[slot + 1]] = here
                    self.mate[self.trail[slot + 2]] = there
                    self.label[self.trail[slot + 1]] = self.trail[slot + 3]
                    self.label[self.trail[slot + 2]] = self.trail[slot + 4]
            self.open[here] ^= self.first_bit[link]
            self.open[there] ^= self.second_bit[link]
            self.state[link] = 0

    def survey(self) -> cython.void:
        """Set for each cell its `fragment` (the smaller end), `fragment_label` (number or 0), `place` from that end."""
        for cell in range(self.size):
            self.fragment[cell] = cell
            self.place[cell] = 0
            self.fragment_label[cell] = self.label[cell] if self.on[cell] == 0 else 0
        for cell in range(self.size):
            if self.count[self.on[cell]] != 1 or self.mate[cell] < cell:
                continue
            walker: cython.int = cell
            came = count = 0
            while True:
                self.fragment[walker] = cell
                self.fragment_label[walker] = self.label[cell]
                self.place[walker] = count
                count += 1
                mask: cython.int = self.on[walker] & ~came
                if mask == 0:
                    break
                way: cython.int = self.lowest[mask]
                walker = self.beside[8 * walker + way]
                came = 1 << (way ^ 2)

    def link_state(self, link: cython.int) -> int:
        """The state of one link: 0 open, 1 on, 2 off."""
        require_place(link, self.links, "link")
        return self.state[link]

    def summary(self, cell: cython.int) -> tuple[int, int, int, int]:
        """The `mate`, the `label` and the masks `on` and `open` of a cell, for the sentences of an explanation."""
        require_place(cell, self.size, "cell")
        return self.mate[cell], self.label[cell], self.on[cell], self.open[cell]
