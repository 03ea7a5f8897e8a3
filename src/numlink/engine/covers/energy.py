"""The energy of a cover, an integer, and how a move would change it; its prices make unique covers likelier.

price of a path by its length     a path below the least length costs more than UNIT, any other costs UNIT
price of a tip by its cell        for masks and taste
price of an unpaired tip          a tip whose partner cell has no tip, when numbers must form a pattern
price of ends that are near       a path whose two ends are close could be shorter and leave cells to others
price of an isolated end          another path could pass the end on its other side
price of a corner                 boards of magazines have longer straight runs than random covers
price of a swap                   two paths that can exchange their middles give a second solution (`Cover.swaps`)

1 . . 2 3      apart     the ends of path 1 are 2 rows and 1 column apart, so 3: the path has at least 3 links
. . . . .      isolated  an end with no other end among the eight cells around it: 1 above is, 2 and 3 are not
. 1 . . .                How much each price helps: bench/notes/covers.md
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence

import cython

from numlink.engine.arrays import require_between

if not cython.compiled:
    from numlink.engine.covers.cover import Cover

UNIT = 64  # the price, in units of energy, of a path of `least_length` cells or more


def short_prices(least_length: int) -> list[int]:
    """The default prices of paths of 1, 2, ... cells below a least length: in even steps from 3.5 UNIT towards UNIT.

    >>> short_prices(3)
    [224, 144]
    """
    lacking = max(1, least_length - 1)
    return [UNIT + (least_length - 1 - cells) * (UNIT * 5 // 2) // lacking for cells in range(lacking)]


@cython.cclass
class PricedCover(Cover):
    """A cover that knows its `energy`, `swap_count`, `unpaired` tips and `isolated` ends; arguments as for Cover."""

    def make_room(self) -> None:
        """Set up default prices (`reprice`), no partners and no prices of ends, before the first cover is loaded."""
        Cover.make_room(self)
        self.columns = self.isolated = 0
        # around: for each cell the up to eight cells around it, then -1; company: how many of these are ends;
        # ending: whether the cell itself was an end when it was last looked at.
        self.partner = self.follower = self.around = self.company = array("i", [0])
        self.ending = array("b", [0])
        self.weight, self.reach = array("i", [0]) * self.size, array("i", [0]) * self.size
        self.price = array("i", [0]) * (self.size + 1)
        self.swap = self.unpaired_price = self.isolated_price = self.corner = 0
        self.swap_count = self.unpaired = self.energy = 0
        self.most, self.least = self.size, 1
        self.reprice()

    def load(self, paths: Iterable[Sequence[int]]) -> None:
        """Replace the cover: the cells of each path in order; every cell that is not solid lies on exactly one path."""
        self.expect_idle()
        Cover.load(self, paths)
        self._total()

    def reprice(self, lengths: Sequence[int] = (), *, tips: Sequence[int] = (), swap: int = 0) -> None:
        """Set the prices, each in units of energy.

        `lengths[i]`: of a path of i + 1 cells, the last one also of all longer paths (default: `short_prices`, UNIT).
        `tips[v]`: of a tip at v.  `swap`: of a swap; if 0, swaps are not counted.
        """
        self.expect_idle()
        short: list[int] = list(lengths)
        if not short:
            short = [*short_prices(self.least_length), UNIT]
        self.price[0] = 0
        for i in range(1, self.size + 1):
            self.price[i] = short[min(i, len(short)) - 1]
        for i in range(self.size):
            self.weight[i] = tips[i] if len(tips) else 0
        self.swap = swap
        self._total()

    def place_ends(self, columns: cython.int, reach: Sequence[int], isolated: int) -> None:
        """Price ends on a rectangle `columns` wide: `isolated` if isolated, `reach[d]` for a path's ends d apart."""
        self.expect_idle()
        if columns < 1 or self.size % columns != 0:
            raise ValueError(f"{self.size} cells are no rows of {columns}: give the columns of the board")
        self.columns = columns
        self.reach = array("i", [*reach, *[0] * self.size][: self.size])
        self.isolated_price = isolated
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
        self._total()

    def price_corners(self, price: int) -> None:
        """Set the price of each cell where a path bends, on a rectangle row by row."""
        self.expect_idle()
        self.corner = price
        self._total()

    def pattern(self, partner: Sequence[int], price: int) -> None:
        """Set the price of each unpaired tip; a cover with an unpaired tip is never REACHED.

        A tip at v is unpaired while `partner[v]` is not a tip: never if that is v, always if it is -1.
        """
        self.expect_idle()
        if len(partner) != self.size:
            raise ValueError(f"{len(partner)} partners of {self.size} cells: give one to each")
        require_between(array("i", partner), -1, self.size - 1, "the partner of cell")
        self.partner = array("i", partner)
        self.follower = array("i", [-1]) * self.size
        for v in range(self.size):
            if self.partner[v] >= 0:
                self.follower[self.partner[v]] = v
        self.unpaired_price = price
        self._total()

    def _total(self) -> None:
        """Count everything from scratch; `energy` excludes swaps, unpaired tips and isolated ends (`try_take`)."""
        twice: cython.int = 0
        self.energy = 0
        for v in range(self.size):
            if self.owner[v] >= 0:
                self.energy += self.corner * self.is_corner(v, self.one[v], self.two[v])
            if self.owner[v] >= 0 and self.two[v] < 0:
                self.energy += self.weight[v]
                if self.mate[v] >= v:
                    self.energy += self.price[self.length[self.owner[v]]]
                    if self.columns:
                        self.energy += self.reach[self.apart(v, self.mate[v])]
                    if self.swap:
                        twice += self.swaps(v, -1)
        self.swap_count = twice >> 1
        self.unpaired = 0
        for v in range(self.size):
            if self.unpaired_price:
                self.unpaired += self.is_unpaired(v)
            if self.columns:
                self.look_at(v)

    def look_at(self, v: cython.int) -> cython.void:
        """Update the count of isolated ends after v became an end or ceased to be one."""
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
        """Update the count of isolated ends after a move changed the links of u, x and, unless -1, b."""
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

    def unpaired_at(self, u: cython.int, x: cython.int, b: cython.int) -> cython.int:
        """The unpaired tips among u, x, b (or -1) and the cells whose partners they are: a move changes no others."""
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

    def beside(self, v: cython.int, path: cython.int) -> cython.int:
        """The number of neighbours of v on `path`."""
        count: cython.int = 0
        for i in range(self.stride * v, self.stride * v + self.stride):
            if self.neighbour[i] >= 0 and self.owner[self.neighbour[i]] == path:
                count += 1
        return count

    def is_corner(self, v: cython.int, a: cython.int, b: cython.int) -> cython.bint:
        """Whether a path from a over v to b bends at v, so that v is not their mean; False if a or b is -1."""
        return a >= 0 and b >= 0 and a + b != 2 * v

    def strain(self) -> cython.int:
        """The price of all unpaired tips and isolated ends; known only after a move, so `weigh_take` leaves it out."""
        return self.unpaired_price * self.unpaired + self.isolated_price * self.isolated

    def reached(self) -> cython.bint:
        """Whether the cover is as wanted: no short path, swap or unpaired tip, and at most `most` paths."""
        return self.shorts + self.swap_count + self.unpaired == 0 and self.pairs <= self.most

    def weigh_take(self, u: cython.int, x: cython.int, b: cython.int) -> cython.bint:
        """Weigh a take by tip u of x and what is behind x, away from b (-1: all); False if it is not allowed.

        Sets `change`, `stretch` (cells taken) and `far` (the last of them).
        """
        path: cython.int = self.owner[u]
        other: cython.int = self.owner[x]
        before: cython.int = b
        cell: cython.int = x
        count: cython.int = 0
        if b < 0 and self.pairs <= self.least:
            return False
        while cell >= 0:
            if self.beside(cell, path) != (cell == x):
                return False
            count += 1
            after: cython.int = self.two[cell] if self.one[cell] == before else self.one[cell]
            before = cell
            cell = after
        self.walked += count
        self.stretch = count
        self.far = before
        rest: cython.int = self.length[other] - count
        change: cython.int = (
            self.price[self.length[path] + count]
            + self.price[rest]
            - self.price[self.length[path]]
            - self.price[self.length[other]]
        )
        # A tip with one link gets a second and is no longer a tip; a cell with two links that loses one becomes a tip.
        if self.one[u] >= 0:
            change -= self.weight[u]
        if b < 0 and self.one[x] >= 0:
            change -= self.weight[x]
        elif b >= 0 and self.two[b] >= 0:
            change += self.weight[b]
        if self.columns:
            start: cython.int = self.mate[u]
            finish: cython.int = self.mate[before]
            change += self.reach[self.apart(start, before)]
            change -= self.reach[self.apart(start, u)] + self.reach[self.apart(before, finish)]
            if b >= 0:
                change += self.reach[self.apart(b, finish)]
        if self.corner:
            # u becomes an inner cell, x turns from b to u, b ends the rest of its path
            before = self.two[x] if self.one[x] == b else self.one[x]
            change += self.corner * (
                self.is_corner(u, self.one[u], x) + self.is_corner(x, before, u) - self.is_corner(x, before, b)
            )
            if b >= 0:
                change -= self.corner * self.is_corner(b, self.one[b], self.two[b])
        self.change = change
        return True

    def weigh_cut(self, v: cython.int, b: cython.int) -> cython.void:
        """Weigh the cut of the link v-b; sets `change`, `stretch` (cells of v's part) and `far` (its other end)."""
        whole: cython.int = self.length[self.owner[v]]
        self.walk(v, b)
        count: cython.int = self.stretch
        self.change = self.price[count] + self.price[whole - count] - self.price[whole]
        if self.two[v] >= 0:
            self.change += self.weight[v]
        if self.two[b] >= 0:
            self.change += self.weight[b]
        if self.columns:
            start: cython.int = self.mate[self.far]
            self.change += self.reach[self.apart(self.far, v)] + self.reach[self.apart(b, start)]
            self.change -= self.reach[self.apart(self.far, start)]
        if self.corner:
            self.change -= self.corner * (
                self.is_corner(v, self.one[v], self.two[v]) + self.is_corner(b, self.one[b], self.two[b])
            )
