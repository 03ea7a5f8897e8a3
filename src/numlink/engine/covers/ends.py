"""Where the ends of a cover's paths lie: how far apart, beside other ends or alone, in a pattern.

    1 . . 2 3      apart     the ends of path 1 are 2 rows and 1 column apart, so 3: the path has at least 3 links
    . . . . .      isolated  an end with no other end among the eight cells around it: 1 above is, 2 and 3 are not
    . 1 . . .      unpaired  a tip whose partner cell has no tip, where numbers shall stand in a pattern (`match`)

The ends influence whether a cover has a second linking: a path whose ends are near each other could be shorter and
leave cells to others, and another path could pass an isolated end on its other side.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

import cython

from numlink.engine.arrays import require_between

if not cython.compiled:
    from numlink.engine.covers.cover import Cover


@cython.cclass
class Ends(Cover):
    """A cover that counts unpaired tips (see `match`) and isolated ends (see `watch_ends`); arguments as for Cover."""

    def make_room(self) -> None:
        """Set up, before the first cover is loaded: no partners, and ends are not watched (`columns` is 0)."""
        Cover.make_room(self)
        self.partner = array("i", [0])
        self.follower = array("i", [0])
        self.columns = 0
        self.isolated = 0
        # around: per cell its up to eight cells around, then -1; company: how many of these are ends;
        # ending: whether the cell itself is one, when it was last looked at.
        self.around = array("i", [0])
        self.company = array("i", [0])
        self.ending = array("b", [0])

    def match(self, partner: Sequence[int]) -> None:
        """Give each cell v the cell `partner[v]`: a tip at v is unpaired while its partner is no tip.

        `partner[v]` = v: a tip at v is never unpaired; -1: always.  No two cells have the same partner, -1 excepted.
        """
        v: cython.int
        self.expect_idle()
        if len(partner) != self.size:
            raise ValueError(f"{len(partner)} partners of {self.size} cells: give one to each")
        require_between(array("i", partner), -1, self.size - 1, "the partner of cell")
        self.partner = array("i", partner)
        self.follower = array("i", [-1]) * self.size
        for v in range(self.size):
            if self.partner[v] >= 0:
                self.follower[self.partner[v]] = v

    def watch_ends(self, columns: cython.int) -> None:
        """Count isolated ends from now on; the cells are those of a rectangle this many columns wide, row by row.

        Raises ValueError where the cells are no such rectangle, or where paths may touch themselves: a turn would move
        an end unnoticed.
        """
        v: cython.int
        turn: cython.int
        self.expect_idle()
        if self.touch:
            raise ValueError("ends are watched only where paths do not touch themselves: give touch=False")
        if columns < 1 or self.size % columns != 0:
            raise ValueError(f"{self.size} cells are no rows of {columns}: give the columns of the board")
        self.columns = columns
        self.around = array("i", [-1]) * (8 * self.size)
        self.company = array("i", [0]) * self.size
        self.ending = array("b", [0]) * self.size
        self.isolated = 0
        for v in range(self.size):
            slot: cython.int = 8 * v
            for turn in range(9):
                row: cython.int = v // columns + turn // 3 - 1
                column: cython.int = v % columns + turn % 3 - 1
                if turn != 4 and 0 <= row and row * columns < self.size and 0 <= column and column < columns:
                    self.around[slot] = row * columns + column
                    slot += 1
        for v in range(self.size):
            self.look_at(v)

    def look_at(self, v: cython.int) -> cython.void:
        """Bring the count of isolated ends up to date after v became an end or ceased to be one."""
        slot: cython.int
        ending: cython.bint = self.owner[v] >= 0 and self.two[v] < 0
        if ending == self.ending[v]:
            return
        self.ending[v] = ending
        if self.company[v] == 0:
            self.isolated += 1 if ending else -1
        for slot in range(8 * v, 8 * v + 8):
            other: cython.int = self.around[slot]
            if other < 0:
                break
            if not ending:
                self.company[other] -= 1
            if self.ending[other] and self.company[other] == 0:
                self.isolated += -1 if ending else 1
            if ending:
                self.company[other] += 1

    def look_around(self, u: cython.int, x: cython.int, b: cython.int) -> cython.void:
        """Bring the count of isolated ends up to date after a move changed the links of u, x and, unless -1, b."""
        self.look_at(u)
        self.look_at(x)
        if b >= 0:
            self.look_at(b)

    def apart(self, a: cython.int, b: cython.int) -> cython.int:
        """The distance of two cells: rows plus columns, 1 for neighbours."""
        rows: cython.int = a // self.columns - b // self.columns
        columns: cython.int = a % self.columns - b % self.columns
        return (rows if rows > 0 else -rows) + (columns if columns > 0 else -columns)

    def is_unpaired(self, v: cython.int) -> cython.bint:
        """Whether v is a tip and its partner is not."""
        if self.owner[v] < 0 or self.two[v] >= 0:
            return False
        other: cython.int = self.partner[v]
        return other < 0 or self.two[other] >= 0 or self.owner[other] < 0

    def unpaired_tips(self) -> cython.int:
        """How many tips are unpaired."""
        v: cython.int
        count: cython.int = 0
        for v in range(self.size):
            count += self.is_unpaired(v)
        return count

    def unpaired_at(self, u: cython.int, x: cython.int, b: cython.int) -> cython.int:
        """How many unpaired tips there are among u, x, b (which may be -1) and the cells whose partners they are.

        A move changes tips at u, x and b only, so the difference of two calls is the change of `unpaired`.
        """
        a: cython.int = self.follower[u]
        y: cython.int = self.follower[x]
        count: cython.int = self.is_unpaired(u) + self.is_unpaired(x)
        if a >= 0 and a != u and a != x:
            count += self.is_unpaired(a)
        if y >= 0 and y != u and y != x:
            count += self.is_unpaired(y)
        if b >= 0:
            c: cython.int = self.follower[b]
            if b != a and b != y:
                count += self.is_unpaired(b)
            if c >= 0 and c != u and c != x and c != b:
                count += self.is_unpaired(c)
        return count
