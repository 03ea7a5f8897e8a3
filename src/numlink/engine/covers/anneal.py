"""Annealing of covers: few paths, long and winding, none beside itself, none that swaps with another.

A cover starts as one-cell paths and changes by `cover`'s moves, each drawn at random, weighed by an integer energy
and tested by Metropolis' rule.  Nothing else is needed to get few paths: at 100x100, 50 steps a cell lead to
paths of 20 to 50 cells, according to the temperature.  What is hard is to get a cover that is the only one, and
here the energy helps:

    price of a path by its length     short ones are dear, the rest cost UNIT
    price of neighbouring ends        where paths may touch; where not, they cannot occur
    price of a tip by its cell        for masks and taste
    price of a lone tip               where numbers shall stand in a pattern (see `Cover.match`)
    price of a swap                   two paths that can exchange their middles (see `Cover.swaps`) are a second
                                      solution.  In 7 of 10 covers of 10x10 with 9 paths that had a second
                                      solution, the first one found was a swap; with swaps out, the share of
                                      covers that are the only ones rose from 45 to 80 %

Tried and left: prices for tips on the border, straight runs and uneven lengths do not make a unique cover likelier
(correlation below 0.1 at 10x10), nor does slow cooling (200 steps a cell; 5 to 20, quenched, are as good); a short
detour does (0.3), but then the puzzle is dull.

Integers only, no libm: the same seed gives the same cover on every platform, compiled or not.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence

import cython

if not cython.compiled:
    from numlink.engine.covers.cover import Cover
    from numlink.engine.random import Random

PAUSED, REACHED, ENDED = 0, 1, 2

# floor(2**(32 - k / 16)): chances in sixteenths of a halving (the first one clipped to 32 bits).
ROOTS = (4294967295, 4112874773, 3938502375, 3771522796, 3611622602, 3458501653, 3311872529, 3171459999,
         3037000499, 2908241642, 2784941737, 2666869344, 2553802833, 2445529971, 2341847523, 2242560871)  # fmt: skip

# Cells walked in one call of `run`, some 20 ms: two paths that fill a board of 40x40 take 0.1 ms a step.
WALKED_A_SLICE = cython.declare(cython.longlong, 10_000_000)
UNIT = 64  # what one path of sufficient length costs: the unit that temperatures are told in

# 256 * 16 / ln 2 * 16 / heat: sixteenths of a halving per unit of energy, in 1/256, at heat (T = heat / 16).
COLD = cython.declare(cython.int, 94548)


@cython.final
@cython.cclass
class Annealer(Cover):
    """A cover that changes at random towards fewer and longer paths.

    Graph, `solid`, `least_length` and `touch` as in Cover; `touch` false: no path runs beside itself.  `image` is a
    symmetry of the graph (`image[image[v]] == v`) that every cover reached keeps.

    Set `most` and `least` (numbers of paths wanted; `least` is never undercut), call `heat`, then `run` until it is
    not PAUSED; `paths` at any time.  Readable: `pairs`, `shorts`, `clashes`, `faults` (swaps), `energy`, `steps`.

    >>> annealer = Annealer([-1, 1, 2, -1, -1, -1, 3, 0, 0, 3, -1, -1, 1, -1, -1, 2], 4, Random(5))
    >>> annealer.most = 1
    >>> annealer.heat(20 * 16, 16, 1000)
    >>> annealer.run(1000) == ENDED, annealer.paths()
    (True, [[0, 1, 3], [2]])
    """

    def __init__(
        self,
        neighbours: Sequence[int],
        stride: int,
        random: Random,
        *,
        solid: Sequence[bool] = (),
        least_length: int = 3,
        touch: bool = False,
        image: Sequence[int] = (),
    ) -> None:
        size = len(neighbours) // stride
        self.random, self.symmetric = random, len(image) > 0
        self.image = array("i", image if len(image) else range(size))
        self.weight = array("i", [0]) * size
        self.price = array("i", [0]) * (size + 1)
        self.roots = array("I", ROOTS)
        self.dear = self.swap = self.odd = self.faults = self.lone = self.energy = self.steps = self.left = (
            self.total
        ) = 0
        self.most, self.least = size, 1
        self.hot, self.cool, self.cold = 1, 1, COLD
        Cover.__init__(self, neighbours, stride, solid=solid, least_length=least_length, touch=touch)
        self.reprice()

    def load(self, paths: Iterable[Sequence[int]]) -> None:
        """Take over a cover: the cells of each path in order.  Every cell that is not solid on exactly one."""
        self.expect_idle()
        Cover.load(self, paths)
        self._total()

    def confine(self, cells: Iterable[int] | None) -> None:
        """Change links only between `cells` and between their images from now on; None: everywhere."""
        self.expect_idle()
        if cells is not None:
            cells = [*(chosen := list(cells)), *(self.image[v] for v in chosen)]
        Cover.confine(self, cells)

    def reprice(
        self,
        lengths: Sequence[int] = (),
        *,
        tips: Sequence[int] = (),
        neighbouring_ends: int = 2 * UNIT,
        swap: int = 0,
    ) -> None:
        """Set the prices: `lengths[i]` for a path of i + 1 cells (the last one for all longer ones; none: UNIT for
        `least_length`, 1.3 UNIT more in even steps down to one cell), `tips[v]` for a tip at v, the extra one for a
        path whose ends are neighbours, and one for every swap (0: swaps are neither counted nor avoided)."""
        i: cython.int
        self.expect_idle()
        short: list[int] = list(lengths)
        if not short:
            lacking = max(1, self.least_length - 1)
            short = [UNIT + (self.least_length - 1 - i) * (UNIT * 5 // 2) // lacking for i in range(lacking)]
            short.append(UNIT)
        self.price[0] = 0
        for i in range(1, self.size + 1):
            self.price[i] = short[min(i, len(short)) - 1]
        for i in range(self.size):
            self.weight[i] = tips[i] if len(tips) else 0
        self.dear, self.swap = neighbouring_ends, swap
        self._total()

    def pattern(self, partner: Sequence[int], price: int) -> None:
        """Price every tip that is lone, see `match`; no cover with one is REACHED."""
        self.match(partner)
        self.odd = price
        self._total()

    def heat(self, hot: int, cool: int, steps: int) -> None:
        """Set a schedule: temperature from `hot` down to `cool` in `steps` steps, in sixteenths of an energy
        unit (16 * UNIT = the price of one path), at least 1."""
        self.expect_idle()
        self.hot, self.cool = hot, cool
        self.total = self.left = steps

    def run(self, steps: int) -> int:
        """Take at most `steps` steps of the schedule: PAUSED, REACHED (no path too short or with neighbouring
        ends, and at most `most` paths) or ENDED (the schedule is over).  About 50 ns a step, GIL released; where paths
        are so long that a step takes far longer, it pauses sooner, after some 20 ms."""
        count: cython.longlong = steps
        self.claim()
        try:
            with cython.nogil:
                count = self.slice(count)
        finally:
            self.release()
        return count

    def _total(self) -> None:
        """Count energy, clashes and swaps from scratch."""
        v: cython.int
        twice: cython.int = 0
        self.energy = self.clashes = 0
        for v in range(self.size):
            if self.owner[v] >= 0 and self.two[v] < 0:
                self.energy += self.weight[v]
                if self.mate[v] >= v:
                    self.energy += self.price[self.length[self.owner[v]]]
                    if self.clash(v, self.mate[v], self.length[self.owner[v]]):
                        self.clashes += 1
                        self.energy += self.dear
                    if self.swap:
                        twice += self.swaps(v, -1)
        self.faults = twice >> 1
        self.lone = self.lone_tips() if self.odd else 0

    # -- the picture: links, tips, ends ---------------------------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def beside(self, v: cython.int, path: cython.int) -> cython.int:
        """How many neighbours of v lie on `path`."""
        i: cython.int
        count: cython.int = 0
        for i in range(self.stride * v, self.stride * v + self.stride):
            if self.neighbour[i] >= 0 and self.owner[self.neighbour[i]] == path:
                count += 1
        return count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def afford(self, change: cython.int) -> cython.bint:
        """Metropolis: yes when the energy falls, else with chance exp(-change / temperature)."""
        halvings: cython.longlong
        if change <= 0:
            return True
        halvings = (cython.cast(cython.longlong, change) * self.cold) >> 8
        if halvings >= 512:
            return False
        return self.random.word() < self.roots[halvings & 15] >> (halvings >> 4)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def reached(self) -> cython.bint:
        return self.shorts + self.clashes + self.faults + self.lone == 0 and self.pairs <= self.most

    # -- the moves: weigh_... says what one would cost (in `change`) and whether it is legal ------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def weigh_take(self, u: cython.int, x: cython.int, b: cython.int) -> cython.bint:
        """Tip u takes x and what hangs on it away from b (-1: all of x's path; then x is a tip)."""
        path: cython.int = self.owner[u]
        other: cython.int = self.owner[x]
        before: cython.int = b
        cell: cython.int = x
        after: cython.int
        count: cython.int = 0
        change: cython.int
        rest: cython.int
        start: cython.int
        finish: cython.int
        if b < 0 and self.pairs <= self.least:
            return False
        while cell >= 0:
            if not self.touch and self.beside(cell, path) != (cell == x):
                return False
            count += 1
            after = self.two[cell] if self.one[cell] == before else self.one[cell]
            before = cell
            cell = after
        self.walked += count
        self.stretch = count
        self.far = before
        rest = self.length[other] - count
        change = (
            self.price[self.length[path] + count]
            + self.price[rest]
            - self.price[self.length[path]]
            - self.price[self.length[other]]
        )
        # A tip that has a link already stops being one; a cell of two links that loses one becomes one.
        if self.one[u] >= 0:
            change -= self.weight[u]
        if b < 0 and self.one[x] >= 0:
            change -= self.weight[x]
        elif b >= 0 and self.two[b] >= 0:
            change += self.weight[b]
        if self.touch:
            start = self.mate[u]
            finish = self.mate[before]
            change += self.dear * (
                self.clash(start, before, self.length[path] + count)
                - self.clash(start, u, self.length[path])
                - self.clash(before, finish, self.length[other])
            )
            if b >= 0:
                change += self.dear * self.clash(b, finish, rest)
        self.change = change
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def weigh_turn(self, u: cython.int, x: cython.int) -> cython.bint:
        """Tip u takes the cell x of its own path, which gives up its link towards u: the other end moves there."""
        before: cython.int = -1
        cell: cython.int = u
        after: cython.int
        while cell != x:
            after = self.two[cell] if self.one[cell] == before else self.one[cell]
            before = cell
            cell = after
        self.far = before
        if before == u or not self.inside[before]:
            return False
        self.change = (
            self.weight[before]
            - self.weight[u]
            + self.dear
            * (
                self.clash(before, self.mate[u], self.length[self.owner[u]])
                - self.clash(u, self.mate[u], self.length[self.owner[u]])
            )
        )
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def weigh_cut(self, v: cython.int, b: cython.int) -> cython.void:
        """The path through the link v-b becomes two."""
        whole: cython.int = self.length[self.owner[v]]
        count: cython.int
        start: cython.int
        self.walk(v, b)
        count = self.stretch
        self.change = self.price[count] + self.price[whole - count] - self.price[whole]
        if self.two[v] >= 0:
            self.change += self.weight[v]
        if self.two[b] >= 0:
            self.change += self.weight[b]
        if self.touch:
            start = self.mate[self.far]
            self.change += self.dear * (
                self.clash(self.far, v, count)
                + self.clash(b, start, whole - count)
                - self.clash(self.far, start, whole)
            )

    # -- one move, with its image where the cover is symmetric -------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def do_take(self, u: cython.int, x: cython.int, b: cython.int) -> cython.void:
        """`take`, as just weighed: energy and the count of swaps brought up to date."""
        start: cython.int = self.mate[u]
        self.energy += self.change
        if self.odd:
            self.lone -= self.lone_at(u, x, b)
        if self.swap:
            self.faults -= self.swaps_of(start, self.far)
        self.take(u, x, b)
        if self.swap:
            self.faults += self.swaps_of(start, b)
        if self.odd:
            self.lone += self.lone_at(u, x, b)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def undo_take(self, u: cython.int, x: cython.int, b: cython.int, change: cython.int) -> cython.void:
        """The way back from a take is the same move seen from b, or a cut where all of the path was taken."""
        self.walk(x, u)
        self.energy -= change
        if b >= 0:
            self.take(b, x, u)
        else:
            self.cut(x, u)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def try_take(self, u: cython.int, x: cython.int, b: cython.int) -> cython.void:
        """Weigh a take and do it if it can be afforded; with a symmetry its image too, or neither.

        Two tests in a row, energy and then swaps, keep the balance of one and spare most counts of swaps.
        """
        u2: cython.int
        x2: cython.int
        b2: cython.int
        change: cython.int
        change2: cython.int
        faults: cython.int = self.faults
        lone: cython.int = self.lone
        if not self.weigh_take(u, x, b):
            return
        change = self.change
        u2 = self.image[u]
        x2 = self.image[x]
        b2 = self.image[b] if b >= 0 else -1
        if not self.symmetric or (u2 == u and x2 == x and b2 == b) or (b < 0 and u2 == x and x2 == u):
            if self.afford(change):
                self.do_take(u, x, b)
                if not self.afford(self.swap * (self.faults - faults) + self.odd * (self.lone - lone)):
                    self.undo_take(u, x, b, change)
                    self.faults = faults
                    self.lone = lone
            return
        if (u2 == u and x2 == x) or (u2 == x and x2 == u):
            return
        self.do_take(u, x, b)
        if self.has_image(u2, x2, b2) and self.weigh_take(u2, x2, b2) and self.afford(change + self.change):
            change2 = self.change
            self.do_take(u2, x2, b2)
            if self.afford(self.swap * (self.faults - faults)):
                return
            self.undo_take(u2, x2, b2, change2)
        self.undo_take(u, x, b, change)
        self.faults = faults

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def try_turn(self, u: cython.int, x: cython.int) -> cython.void:
        """Weigh a turn and do it if it can be afforded (a symmetric cover and a pattern do without)."""
        if not self.symmetric and self.odd == 0 and self.weigh_turn(u, x) and self.afford(self.change):
            self.energy += self.change
            if self.swap:
                self.faults -= self.swaps(u, -1)
            self.turn(u, x)
            if self.swap:
                self.faults += self.swaps(self.far, -1)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def do_cut(self, v: cython.int, b: cython.int) -> cython.void:
        """`cut`, as just weighed: energy, swaps and lone tips brought up to date."""
        self.energy += self.change
        if self.odd:
            self.lone -= self.lone_at(v, b, -1)
        if self.swap:
            self.faults -= self.swaps(self.far, -1)
        self.cut(v, b)
        if self.swap:
            self.faults += self.swaps_of(v, b)
        if self.odd:
            self.lone += self.lone_at(v, b, -1)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def undo_cut(self, v: cython.int, b: cython.int, change: cython.int, faults: cython.int) -> cython.void:
        self.walk(b, -1)
        self.take(v, b, -1)
        self.energy -= change
        self.faults = faults

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def try_cut(self, v: cython.int, b: cython.int) -> cython.void:
        """Weigh a cut and do it if it can be afforded; with a symmetry its image too, or neither.

        A cut never makes a swap, and what it mends is left to the takes: only the energy is tested.
        """
        v2: cython.int
        b2: cython.int
        change: cython.int
        faults: cython.int = self.faults
        lone: cython.int = self.lone
        self.weigh_cut(v, b)
        change = self.change
        v2 = self.image[v]
        b2 = self.image[b]
        if not self.symmetric or (v2 == v and b2 == b) or (v2 == b and b2 == v):
            if self.afford(change):
                self.do_cut(v, b)
                if self.odd and not self.afford(self.odd * (self.lone - lone)):
                    self.undo_cut(v, b, change, faults)
                    self.lone = lone
            return
        self.do_cut(v, b)
        self.weigh_cut(v2, b2)
        if self.afford(change + self.change):
            self.do_cut(v2, b2)
        else:
            self.undo_cut(v, b, change, faults)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def step(self) -> cython.void:
        """One proposal, drawn from one random word: 7 in 8 a take (or turn), 1 in 8 a cut."""
        u: cython.int
        x: cython.int
        b: cython.int
        word: cython.uint = self.random.word()
        if (word & 7) == 0:
            u = self.area[cython.cast(cython.int, (cython.cast(cython.ulonglong, word) * self.cells) >> 32)]
            b = self.one[u] if word & 8 else self.two[u]
            if b >= 0 and self.inside[b]:
                self.try_cut(u, b)
            return
        if self.ends == 0:
            return
        u = self.tips[cython.cast(cython.int, (cython.cast(cython.ulonglong, word) * self.ends) >> 32)]
        x = self.neighbour[self.stride * u + (((word >> 4) & 0xFFF) * self.stride >> 12)]
        if x < 0 or not self.inside[x]:
            return
        if self.owner[x] == self.owner[u]:
            if self.touch and x != self.one[u]:
                self.try_turn(u, x)
            return
        b = self.one[x] if word & 8 else self.two[x]
        if b < 0 or self.inside[b]:
            self.try_take(u, x, b)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def slice(self, steps: cython.longlong) -> cython.int:
        """The loop of `run`; the temperature changes every 256 steps.  Returns PAUSED, REACHED, ENDED as numbers."""
        heat: cython.longlong
        self.walked = 0
        while steps > 0 and self.left > 0 and self.walked < WALKED_A_SLICE:
            if (self.left & 255) == 0 or self.left == self.total:
                heat = self.cool + (self.hot - self.cool) * self.left // self.total
                self.cold = COLD // heat
            self.step()
            self.steps += 1
            self.left -= 1
            steps -= 1
            if self.pairs <= self.most and self.reached():
                return 1
        return 0 if self.left > 0 else 2
