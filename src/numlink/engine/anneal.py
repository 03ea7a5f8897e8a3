"""Annealing of covers: every cell on a path, few paths, long ones, none beside itself.

A cover starts as one-cell paths (or as given paths) and changes by three moves, each weighed by an integer
energy and Metropolis' rule:

    take    a tip u takes a neighbour x of another path, with the stretch on one side of x
            P: p---u   x---c :C    becomes    P: p---u-x---c
                       |                             Q: e---b
                 B: e--b
            Where x is a tip and B is empty this joins two paths end to end; nothing else lowers their number.
    cut     one link goes, the path becomes two: rare, dear, the way out of a dead end
    turn    only where paths may touch: a tip takes a cell of its own path (the back-bite of Mansfield 1982)

The energy is a price for every path by its length (short ones dear), a price for every tip by its cell, and a
price for every path whose two ends are neighbours.  Nothing here knows whether the cover is the only one: the
proof and its repairs come later, and ask for the cells around a fault to be annealed again (`confine`).

Where a path must not run beside itself, only the stretch C can bring that about, so the cells of C are looked
at and nothing else.  A move costs O(|C|); positions on the path are not kept, because keeping them would cost
O(|C|) on every accepted move and the walk along C is needed anyway.

Integers only, no libm: the same seed gives the same cover on every platform, compiled or not.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence

import cython

if not cython.compiled:
    from numlink.engine.random import Random

PAUSED, REACHED, ENDED = 0, 1, 2

# floor(2**(32 - k / 16)): chances in sixteenths of a halving (the first one clipped to 32 bits).
ROOTS = (
    4294967295, 4112874773, 3938502375, 3771522796, 3611622602, 3458501653, 3311872529, 3171459999,
    3037000499, 2908241642, 2784941737, 2666869344, 2553802833, 2445529971, 2341847523, 2242560871,
)  # fmt: skip

UNIT = 64
"""What one path of sufficient length costs: the unit that temperatures are told in."""

# 256 * 16 / ln 2 * 16 / heat: sixteenths of a halving per unit of energy, in 1/256, at heat (T = heat / 16).
COLD = cython.declare(cython.int, 94548)


@cython.final
@cython.cclass
class Cover:
    """Disjoint paths through all cells of a graph, changed at random towards fewer and longer ones.

    `neighbours` holds `stride` slots for each cell: its neighbours, then -1 (a solid cell: only -1, and True in
    `solid`).  `least_length` is the number of cells under which a path costs extra.  With `touch` a path may run
    beside itself, though its ends may not be neighbours.  `image` is a symmetry of the graph that maps every
    cover reached to itself: `image[image[v]] == v`.

    Set `most` and `least` (numbers of paths), then `heat`, then `run` until it is not PAUSED.
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
        size: cython.int = len(neighbours) // stride
        v: cython.int
        self.size = size
        self.stride = stride
        self.random = random
        self.least_length = least_length
        self.touch = touch
        self.symmetric = len(image) > 0
        self.neighbour = array("i", neighbours)
        self.image = array("i", image) if self.symmetric else array("i", range(size))
        self.one = array("i", [-1]) * size
        self.two = array("i", [-1]) * size
        self.owner = array("i", [-1]) * size
        self.mate = array("i", [-1]) * size
        self.place = array("i", [-1]) * size
        self.position = array("i", [0]) * size
        self.inside = array("i", [1]) * size
        self.weight = array("i", [0]) * size
        self.length = array("i", [0]) * (size + 1)
        self.tips = array("i", [0]) * size
        self.area = array("i", [0]) * size
        self.free = array("i", range(size, -1, -1))
        self.roots = array("I", ROOTS)
        self.price = array("i", [UNIT]) * (size + 1)
        self.dear = 2 * UNIT
        self.risk = self.faults = 0
        self.clock = 1
        self.stamp = array("q", [0]) * (size + 1)
        self.head = array("i", [-1]) * (size + 1)
        self.entry_run = array("i", [0]) * (size * stride)
        self.entry_height = array("i", [0]) * (size * stride)
        self.entry_cell = array("i", [0]) * (size * stride)
        self.entry_next = array("i", [0]) * (size * stride)
        self.spare = size + 1
        self.ends = self.cells = self.pairs = self.shorts = self.clashes = self.energy = 0
        self.most = size
        self.least = 1
        self.steps = self.left = self.total = 0
        self.hot = self.cool = 16
        self.cold = COLD // 16
        for v in range(size):
            if len(solid) and solid[v]:
                self.inside[v] = 0
            else:
                self.spare -= 1
                self.owner[v] = self.free[self.spare]
                self.length[self.owner[v]] = 1
                self.mate[v] = v
                self.pairs += 1
                self.area[self.cells] = v
                self.cells += 1
                self.settle(v)
        self.shorts = self.pairs if least_length > 1 else 0
        self.reprice()

    def reprice(
        self,
        lengths: Sequence[int] = (),
        *,
        tips: Sequence[int] = (),
        neighbouring_ends: int = 2 * UNIT,
        swap: int = 0,
    ) -> None:
        """Set the prices: `lengths[i]` for a path of i + 1 cells (the last one for all longer paths), `tips[v]`
        for a tip at cell v, the extra one for a path whose ends are neighbours, and one for every swap (0: swaps
        are neither counted nor avoided).

        No `lengths`: UNIT for a path of `least_length`, 1.3 UNIT more in even steps down to one cell.
        """
        i: cython.int
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
        self.dear = neighbouring_ends
        self.risk = swap
        self._total()

    def load(self, paths: Iterable[Sequence[int]]) -> None:
        """Take over a cover: the cells of each path in order.  Every cell that is not solid on exactly one."""
        v: cython.int
        a: cython.int
        b: cython.int
        self.free = array("i", range(self.size, -1, -1))
        self.spare = self.size + 1
        self.pairs = self.shorts = 0
        for v in range(self.size):
            self.one[v] = self.two[v] = -1
            self.length[v] = 0
        self.length[self.size] = 0
        for path in paths:
            self.spare -= 1
            self.pairs += 1
            self.length[self.free[self.spare]] = len(path)
            self.shorts += len(path) < self.least_length
            for v in path:
                self.owner[v] = self.free[self.spare]
                self.mate[v] = -1
            for a, b in zip(path, path[1:], strict=False):
                self.link(a, b)
                self.position[b] = self.position[a] + 1
            a = path[0]
            b = path[len(path) - 1]
            self.mate[a] = b
            self.mate[b] = a
        for v in range(self.size):
            self.settle(v)
        self._total()

    def confine(self, cells: Iterable[int] | None) -> None:
        """Change links only between `cells` from now on; None: everywhere.

        Links with an end outside stay as they are.  With a symmetry the images of the cells count too.
        """
        v: cython.int
        for v in range(self.size):
            self.inside[v] = self.owner[v] >= 0 and cells is None
        if cells is not None:
            for v in cells:
                if self.owner[v] >= 0:
                    self.inside[v] = self.inside[self.image[v]] = 1
        self.cells = self.ends = 0
        for v in range(self.size):
            self.place[v] = -1
            if self.inside[v]:
                self.area[self.cells] = v
                self.cells += 1
            self.settle(v)

    def heat(self, hot: int, cool: int, steps: int) -> None:
        """Set a schedule: temperature from `hot` down to `cool` in `steps` steps, in sixteenths of an energy
        unit (16 * UNIT = the price of one path), at least 1."""
        self.hot = hot
        self.cool = cool
        self.total = self.left = steps

    def run(self, steps: int) -> int:
        """Take at most `steps` steps of the schedule: PAUSED, REACHED (no path too short or with neighbouring
        ends, and at most `most` paths) or ENDED (the schedule is over).  About 50 ns a step, GIL released."""
        status: cython.int
        count: cython.longlong = steps
        with cython.nogil:
            status = self.slice(count)
        return status

    def paths(self) -> list[list[int]]:
        """The cover: the cells of each path from its lower end, paths in the order of that end."""
        v: cython.int
        cell: cython.int
        before: cython.int
        after: cython.int
        found: list[list[int]] = []
        for v in range(self.size):
            if self.owner[v] >= 0 and self.two[v] < 0 and self.mate[v] >= v:
                path: list[int] = []
                before = -1
                cell = v
                while cell >= 0:
                    path.append(cell)
                    after = self.two[cell] if self.one[cell] == before else self.one[cell]
                    before = cell
                    cell = after
                found.append(path)
        return found

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
                    if self.risk:
                        twice += self.swaps(v, -1)
        self.faults = twice >> 1

    # -- the picture: links, tips, ends ---------------------------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def settle(self, v: cython.int) -> cython.void:
        """Keep v in the list of movable tips exactly when it is one (inside, fewer than two links)."""
        last: cython.int
        if self.inside[v] and self.two[v] < 0:
            if self.place[v] < 0:
                self.place[v] = self.ends
                self.tips[self.ends] = v
                self.ends += 1
        elif self.place[v] >= 0:
            self.ends -= 1
            last = self.tips[self.ends]
            self.tips[self.place[v]] = last
            self.place[last] = self.place[v]
            self.place[v] = -1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def link(self, a: cython.int, b: cython.int) -> cython.void:
        """Join a and b; slot `one` fills first."""
        if self.one[a] < 0:
            self.one[a] = b
        else:
            self.two[a] = b
        if self.one[b] < 0:
            self.one[b] = a
        else:
            self.two[b] = a

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def unlink(self, a: cython.int, b: cython.int) -> cython.void:
        """Part a and b."""
        if self.one[a] == b:
            self.one[a] = self.two[a]
        self.two[a] = -1
        if self.one[b] == a:
            self.one[b] = self.two[b]
        self.two[b] = -1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def clash(self, a: cython.int, b: cython.int, length: cython.int) -> cython.bint:
        """Whether a path from a to b of `length` cells has neighbouring ends (a two-cell path is only short)."""
        i: cython.int
        if length > 2:
            for i in range(self.stride * a, self.stride * a + self.stride):
                if self.neighbour[i] == b:
                    return True
        return False

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
    def tip_price(self, v: cython.int, links: cython.int) -> cython.int:
        """What v costs as a tip when it has `links` links."""
        return self.weight[v] if links < 2 else 0

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
        return self.shorts == 0 and self.clashes == 0 and self.faults == 0 and self.pairs <= self.most

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
        links: cython.int
        if b < 0 and self.pairs <= self.least:
            return False
        while cell >= 0:
            if not self.touch and self.beside(cell, path) != (cell == x):
                return False
            count += 1
            after = self.two[cell] if self.one[cell] == before else self.one[cell]
            before = cell
            cell = after
        self.stretch = count
        self.far = before
        rest = self.length[other] - count
        change = (
            self.price[self.length[path] + count]
            + self.price[rest]
            - self.price[self.length[path]]
            - self.price[self.length[other]]
        )
        links = (self.one[u] >= 0) + 0
        change += self.tip_price(u, links + 1) - self.weight[u]
        if b < 0:
            links = (self.one[x] >= 0) + 0
            change += self.tip_price(x, links + 1) - self.weight[x]
        elif self.two[b] >= 0:
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
    def take(self, u: cython.int, x: cython.int, b: cython.int) -> cython.void:
        """Do what `weigh_take` has just weighed."""
        path: cython.int = self.owner[u]
        other: cython.int = self.owner[x]
        start: cython.int = self.mate[u]
        far: cython.int = self.far
        finish: cython.int = self.mate[far]
        rest: cython.int = self.length[other] - self.stretch
        before: cython.int = b
        cell: cython.int = x
        after: cython.int
        onward: cython.int = 1 if self.one[u] < 0 else self.position[u] - self.position[self.one[u]]
        position: cython.int = self.position[u]
        while cell >= 0:
            position += onward
            self.position[cell] = position
            self.owner[cell] = path
            after = self.two[cell] if self.one[cell] == before else self.one[cell]
            before = cell
            cell = after
        self.shorts -= (self.length[path] < self.least_length) + (self.length[other] < self.least_length)
        if self.touch:
            self.clashes -= self.clash(start, u, self.length[path])
            self.clashes -= self.clash(far, finish, self.length[other])
        if b >= 0:
            self.unlink(x, b)
            self.mate[b] = finish
            self.mate[finish] = b
            self.settle(b)
            self.shorts += rest < self.least_length
        else:
            self.free[self.spare] = other
            self.spare += 1
            self.pairs -= 1
        self.link(u, x)
        self.mate[start] = far
        self.mate[far] = start
        self.length[other] = rest
        self.length[path] += self.stretch
        self.shorts += self.length[path] < self.least_length
        if self.touch:
            self.clashes += self.clash(start, far, self.length[path])
            if b >= 0:
                self.clashes += self.clash(b, finish, rest)
        self.settle(u)
        self.settle(x)
        self.energy += self.change

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
        self.change = self.weight[before] - self.weight[u] + self.dear * (
            self.clash(before, self.mate[u], self.length[self.owner[u]])
            - self.clash(u, self.mate[u], self.length[self.owner[u]])
        )
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def turn(self, u: cython.int, x: cython.int) -> cython.void:
        """Do what `weigh_turn` has just weighed."""
        start: cython.int = self.mate[u]
        tip: cython.int = self.far
        onward: cython.int = self.position[tip] - self.position[x]
        position: cython.int = self.position[x]
        before: cython.int = -1
        cell: cython.int = u
        after: cython.int
        self.clashes -= self.clash(u, start, self.length[self.owner[u]])
        self.unlink(x, tip)
        while cell >= 0:
            position += onward
            self.position[cell] = position
            after = self.two[cell] if self.one[cell] == before else self.one[cell]
            before = cell
            cell = after
        self.link(u, x)
        self.mate[start] = tip
        self.mate[tip] = start
        self.clashes += self.clash(tip, start, self.length[self.owner[u]])
        self.settle(u)
        self.settle(tip)
        self.energy += self.change

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def weigh_cut(self, v: cython.int, b: cython.int) -> cython.void:
        """The path through the link v-b becomes two."""
        before: cython.int = b
        cell: cython.int = v
        after: cython.int
        count: cython.int = 0
        whole: cython.int = self.length[self.owner[v]]
        start: cython.int
        while cell >= 0:
            count += 1
            after = self.two[cell] if self.one[cell] == before else self.one[cell]
            before = cell
            cell = after
        self.stretch = count
        self.far = before
        self.change = self.price[count] + self.price[whole - count] - self.price[whole]
        if self.two[v] >= 0:
            self.change += self.weight[v]
        if self.two[b] >= 0:
            self.change += self.weight[b]
        if self.touch:
            start = self.mate[before]
            self.change += self.dear * (
                self.clash(before, v, count)
                + self.clash(b, start, whole - count)
                - self.clash(before, start, whole)
            )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def cut(self, v: cython.int, b: cython.int) -> cython.void:
        """Do what `weigh_cut` has just weighed: v's side becomes a new path."""
        path: cython.int = self.owner[v]
        far: cython.int = self.far
        start: cython.int = self.mate[far]
        rest: cython.int = self.length[path] - self.stretch
        before: cython.int = b
        cell: cython.int = v
        after: cython.int
        fresh: cython.int
        self.spare -= 1
        fresh = self.free[self.spare]
        while cell >= 0:
            self.owner[cell] = fresh
            after = self.two[cell] if self.one[cell] == before else self.one[cell]
            before = cell
            cell = after
        self.shorts += (
            (self.stretch < self.least_length)
            + (rest < self.least_length)
            - (self.length[path] < self.least_length)
        )
        if self.touch:
            self.clashes += (
                self.clash(far, v, self.stretch)
                + self.clash(b, start, rest)
                - self.clash(far, start, self.length[path])
            )
        self.unlink(v, b)
        self.mate[v] = far
        self.mate[far] = v
        self.mate[b] = start
        self.mate[start] = b
        self.length[path] = rest
        self.length[fresh] = self.stretch
        self.pairs += 1
        self.settle(v)
        self.settle(b)
        self.energy += self.change

    # -- swaps: pairs of squares where two paths can exchange their middles ------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def swaps(self, tip: cython.int, without: cython.int) -> cython.int:
        """How many swaps the path from `tip` has with other paths, path `without` left out."""
        path: cython.int = self.owner[tip]
        stride: cython.int = self.stride
        half: cython.int = stride >> 1
        found: cython.int = 0
        count: cython.int = 0
        before: cython.int = -1
        cell: cython.int = tip
        after: cython.int
        i: cython.int
        j: cython.int
        a: cython.int
        b: cython.int
        other: cython.int
        run: cython.int
        height: cython.int
        entry: cython.int
        while True:
            after = self.two[cell] if self.one[cell] == before else self.one[cell]
            if after < 0:
                break
            i = 0
            while self.neighbour[stride * cell + i] != after:
                i += 1
            for j in range(stride):
                if j == i or j == i + half or j == i - half:
                    continue
                a = self.neighbour[stride * cell + j]
                b = self.neighbour[stride * after + j]
                if a < 0 or b < 0 or not (self.one[a] == b or self.two[a] == b):
                    continue
                other = self.owner[a]
                if other == path or other == without:
                    continue
                run = self.position[b] - self.position[a]
                height = self.position[a] + self.position[b]
                entry = self.head[other] if self.stamp[other] == self.clock else -1
                self.entry_run[count] = run
                self.entry_height[count] = height
                self.entry_cell[count] = cell
                self.entry_next[count] = entry
                self.stamp[other] = self.clock
                self.head[other] = count
                count += 1
                while entry >= 0:
                    if (
                        self.entry_run[entry] == run
                        and (height - self.entry_height[entry]) * run < 0
                        and self.entry_cell[entry] != cell
                    ):
                        found += 1
                    entry = self.entry_next[entry]
            before = cell
            cell = after
        self.clock += 1
        return found

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def swaps_of(self, tip: cython.int, other: cython.int) -> cython.int:
        """How many swaps the paths from two tips are part of; `other` may be -1."""
        count: cython.int = self.swaps(tip, -1)
        if other >= 0:
            count += self.swaps(other, self.owner[tip])
        return count

    # -- one move, with its image where the cover is symmetric -------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def do_take(self, u: cython.int, x: cython.int, b: cython.int) -> cython.void:
        """`take`, and the count of swaps brought up to date."""
        start: cython.int = self.mate[u]
        if self.risk:
            self.faults -= self.swaps_of(start, self.far)
        self.take(u, x, b)
        if self.risk:
            self.faults += self.swaps_of(start, b)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def undo_take(self, u: cython.int, x: cython.int, b: cython.int, change: cython.int) -> cython.void:
        """The way back from a take is the same move seen from b, or a cut where all of the path was taken."""
        if b >= 0:
            self.walk(x, u)
            self.change = -change
            self.take(b, x, u)
        else:
            self.weigh_cut(x, u)
            self.change = -change
            self.cut(x, u)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def walk(self, cell: cython.int, before: cython.int) -> cython.void:
        """Measure the stretch from `cell` away from `before`: its length and its far end."""
        after: cython.int
        self.stretch = 0
        while cell >= 0:
            self.stretch += 1
            after = self.two[cell] if self.one[cell] == before else self.one[cell]
            before = cell
            cell = after
        self.far = before

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
        if not self.weigh_take(u, x, b):
            return
        change = self.change
        u2 = self.image[u]
        x2 = self.image[x]
        b2 = self.image[b] if b >= 0 else -1
        if not self.symmetric or (u2 == u and x2 == x and b2 == b) or (b < 0 and u2 == x and x2 == u):
            if self.afford(change):
                self.do_take(u, x, b)
                if not self.afford(self.risk * (self.faults - faults)):
                    self.undo_take(u, x, b, change)
                    self.faults = faults
            return
        if (u2 == u and x2 == x) or (u2 == x and x2 == u):
            return
        self.do_take(u, x, b)
        if self.has_image(u2, x2, b2) and self.weigh_take(u2, x2, b2) and self.afford(change + self.change):
            change2 = self.change
            self.do_take(u2, x2, b2)
            if self.afford(self.risk * (self.faults - faults)):
                return
            self.undo_take(u2, x2, b2, change2)
        self.undo_take(u, x, b, change)
        self.faults = faults

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def has_image(self, u: cython.int, x: cython.int, b: cython.int) -> cython.bint:
        """Whether the image of a take that is done can still be done."""
        if self.two[u] >= 0 or self.owner[u] == self.owner[x]:
            return False
        if b < 0:
            return self.two[x] < 0
        return self.one[x] == b or self.two[x] == b

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def try_turn(self, u: cython.int, x: cython.int) -> cython.void:
        """Weigh a turn and do it if it can be afforded (a symmetric cover does without)."""
        if not self.symmetric and self.weigh_turn(u, x) and self.afford(self.change):
            if self.risk:
                self.faults -= self.swaps(u, -1)
            self.turn(u, x)
            if self.risk:
                self.faults += self.swaps(self.far, -1)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def do_cut(self, v: cython.int, b: cython.int) -> cython.void:
        """`cut`, and the count of swaps brought up to date."""
        if self.risk:
            self.faults -= self.swaps(self.far, -1)
        self.cut(v, b)
        if self.risk:
            self.faults += self.swaps_of(v, b)

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
        self.weigh_cut(v, b)
        change = self.change
        v2 = self.image[v]
        b2 = self.image[b]
        if not self.symmetric or (v2 == v and b2 == b) or (v2 == b and b2 == v):
            if self.afford(change):
                self.do_cut(v, b)
            return
        self.do_cut(v, b)
        self.weigh_cut(v2, b2)
        if self.afford(change + self.change):
            self.do_cut(v2, b2)
        else:
            self.change = -change
            self.far = self.mate[b]
            self.stretch = self.length[self.owner[b]]
            self.take(v, b, -1)
            self.faults = faults

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def step(self) -> cython.void:
        """One proposal, drawn from one random word: 7 in 8 a take (or turn), 1 in 8 a cut."""
        word: cython.uint = self.random.word()
        u: cython.int
        x: cython.int
        b: cython.int
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
        while steps > 0 and self.left > 0:
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
