"""Annealing of covers towards few, long, winding paths that do not touch themselves and cannot swap their middles.

A cover starts as one-cell paths.  Each step draws one of `cover`'s moves at random, computes the change of the integer
energy (`energy`) and accepts the move by Metropolis' rule.  How many steps are worth it: bench/notes/covers.md.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence

import cython

from numlink.engine.arrays import require_between, require_graph

if not cython.compiled:
    from numlink.engine.covers.energy import PricedCover
    from numlink.engine.random import Random

# What `run` returns: steps are left, the cover is as wanted, the schedule is over.
PAUSED, REACHED, ENDED = 0, 1, 2

# The probability 2**(-k / 16) for k = 0 ... 15 in units of 2**-32, rounded down; the first is clipped to 32 bits.
ROOTS = (4294967295, 4112874773, 3938502375, 3771522796, 3611622602, 3458501653, 3311872529, 3171459999,
         3037000499, 2908241642, 2784941737, 2666869344, 2553802833, 2445529971, 2341847523, 2242560871)  # fmt: skip

# Cells that one call of `run` may walk along paths before it pauses, about 20 ms; steps differ in length.
WALKED_A_SLICE = cython.declare(cython.longlong, 10_000_000)
# 256 * 16 / ln 2 * 16.  At a temperature of `heat` sixteenths of an energy unit, a rise by one unit multiplies the
# probability of a move by 2**(-n / 16) with n = (COLD // heat) / 256: `cold` holds COLD // heat, `ROOTS` the powers.
COLD = cython.declare(cython.int, 94548)


@cython.final
@cython.cclass
class Annealer(PricedCover):
    """A cover that changes at random towards fewer and longer paths.

    Arguments as in Cover; every cover keeps the symmetry `image` of the graph, with `image[image[v]] == v`.  Set `most`
    and `least` (the wanted number of paths; it never falls below `least`), call `heat`, then `run` while it returns
    PAUSED; `paths` may be called at any time.

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
        image: Sequence[int] = (),
    ) -> None:
        require_graph(array("i", neighbours), stride)
        size = len(neighbours) // stride
        if len(image):
            if len(image) != size:
                raise ValueError(f"{len(image)} images of {size} cells: give one to each")
            require_between(array("i", image), 0, size - 1, "the image of cell")
        self.random, self.symmetric = random, len(image) > 0
        self.image = array("i", image if len(image) else range(size))
        self.roots = array("I", ROOTS)
        self.steps = self.left = self.total = 0
        self.hot, self.cool, self.cold = 1, 1, COLD
        PricedCover.__init__(self, neighbours, stride, solid=solid, least_length=least_length)

    def confine(self, cells: Iterable[int] | None) -> None:
        """From now on, change only links whose two cells are among `cells` and their images; None: all links."""
        self.expect_idle()
        if cells is not None:
            chosen = array("i", cells)
            require_between(chosen, 0, self.size - 1, "cell")
            cells = [*chosen, *(self.image[v] for v in chosen)]
        PricedCover.confine(self, cells)

    def heat(self, hot: int, cool: int, steps: int) -> None:
        """Set a schedule of `steps` steps from `hot` down to `cool`, 1 or more, in sixteenths of an energy unit."""
        self.expect_idle()
        self.hot, self.cool = hot, cool
        self.total = self.left = steps

    def run(self, steps: int) -> int:
        """Take at most `steps` steps, GIL released: PAUSED (sooner on long paths), REACHED (`reached`) or ENDED."""
        count: cython.longlong = steps
        with self, cython.nogil:
            count = self.slice(count)
        return count

    def afford(self, change: cython.int) -> cython.bint:
        """Metropolis' rule: True if the energy does not rise, else True with probability exp(-change / temperature)."""
        if change <= 0:
            return True
        halvings: cython.longlong = (cython.cast(cython.longlong, change) * self.cold) >> 8
        if halvings >= 512:
            return False
        return self.random.word() < self.roots[halvings & 15] >> (halvings >> 4)

    def do_take(self, u: cython.int, x: cython.int, b: cython.int) -> cython.void:
        """Do the `take` that was weighed last; update energy, swaps, unpaired tips and isolated ends."""
        start: cython.int = self.mate[u]
        self.energy += self.change
        if self.unpaired_price:
            self.unpaired -= self.unpaired_at(u, x, b)
        if self.swap:
            self.swap_count -= self.swaps_of(start, self.far)
        self.take(u, x, b)
        if self.swap:
            self.swap_count += self.swaps_of(start, b)
        if self.unpaired_price:
            self.unpaired += self.unpaired_at(u, x, b)
        if self.columns:
            self.look_around(u, x, b)

    def undo_take(self, u: cython.int, x: cython.int, b: cython.int, change: cython.int) -> cython.void:
        """Undo a take: b takes x back or, if b is -1, the link x-u is cut; swaps and unpaired tips are not updated."""
        self.walk(x, u)
        self.energy -= change
        if b >= 0:
            self.take(b, x, u)
        else:
            self.cut(x, u)
        if self.columns:
            self.look_around(u, x, b)

    def try_take(self, u: cython.int, x: cython.int, b: cython.int) -> cython.void:
        """Weigh a take and do it, on a symmetric cover with its image, if affordable; then judge swaps and ends."""
        swap_count: cython.int = self.swap_count
        unpaired: cython.int = self.unpaired
        strain: cython.int = self.strain()
        if not self.weigh_take(u, x, b):
            return
        change: cython.int = self.change
        u2: cython.int = self.image[u]
        x2: cython.int = self.image[x]
        b2: cython.int = self.image[b] if b >= 0 else -1
        if not self.symmetric or (u2 == u and x2 == x and b2 == b) or (b < 0 and u2 == x and x2 == u):
            if self.afford(change):
                self.do_take(u, x, b)
                if not self.afford(self.swap * (self.swap_count - swap_count) + self.strain() - strain):
                    self.undo_take(u, x, b, change)
                    self.swap_count = swap_count
                    self.unpaired = unpaired
            return
        if (u2 == u and x2 == x) or (u2 == x and x2 == u):
            return
        self.do_take(u, x, b)
        if self.has_image(u2, x2, b2) and self.weigh_take(u2, x2, b2) and self.afford(change + self.change):
            change2: cython.int = self.change
            self.do_take(u2, x2, b2)
            if self.afford(self.swap * (self.swap_count - swap_count)):
                return
            self.undo_take(u2, x2, b2, change2)
        self.undo_take(u, x, b, change)
        self.swap_count = swap_count

    def do_cut(self, v: cython.int, b: cython.int) -> cython.void:
        """Do the `cut` that was weighed last; update energy, swaps, unpaired tips and isolated ends."""
        self.energy += self.change
        if self.unpaired_price:
            self.unpaired -= self.unpaired_at(v, b, -1)
        if self.swap:
            self.swap_count -= self.swaps(self.far, -1)
        self.cut(v, b)
        if self.swap:
            self.swap_count += self.swaps_of(v, b)
        if self.unpaired_price:
            self.unpaired += self.unpaired_at(v, b, -1)
        if self.columns:
            self.look_around(v, b, -1)

    def undo_cut(self, v: cython.int, b: cython.int, change: cython.int, swap_count: cython.int) -> cython.void:
        """Undo a cut: v takes the whole path with the tip b; the caller updates unpaired tips."""
        self.walk(b, -1)
        self.take(v, b, -1)
        self.energy -= change
        self.swap_count = swap_count
        if self.columns:
            self.look_around(v, b, -1)

    def try_cut(self, v: cython.int, b: cython.int) -> cython.void:
        """Weigh a cut and do it, on a symmetric cover together with its image, if affordable apart from swaps."""
        swap_count: cython.int = self.swap_count
        unpaired: cython.int = self.unpaired
        strain: cython.int = self.strain()
        self.weigh_cut(v, b)
        change: cython.int = self.change
        v2: cython.int = self.image[v]
        b2: cython.int = self.image[b]
        if not self.symmetric or (v2 == v and b2 == b) or (v2 == b and b2 == v):
            if self.afford(change):
                self.do_cut(v, b)
                if not self.afford(self.strain() - strain):
                    self.undo_cut(v, b, change, swap_count)
                    self.unpaired = unpaired
            return
        self.do_cut(v, b)
        self.weigh_cut(v2, b2)
        if self.afford(change + self.change):
            self.do_cut(v2, b2)
        else:
            self.undo_cut(v, b, change, swap_count)

    def step(self) -> cython.void:
        """Try one move, drawn from one random word: in 7 of 8 cases a take, else a cut.

        bits of the word    0-2: 0 means a cut    3: which of two links    4-15: which neighbour    top bits: which cell
        """
        word: cython.uint = self.random.word()
        if (word & 7) == 0:
            u: cython.int = self.area[cython.cast(cython.int, (cython.cast(cython.ulonglong, word) * self.cells) >> 32)]
            b: cython.int = self.one[u] if word & 8 else self.two[u]
            if b >= 0 and self.inside[b]:
                self.try_cut(u, b)
            return
        if self.ends == 0:
            return
        u = self.tips[cython.cast(cython.int, (cython.cast(cython.ulonglong, word) * self.ends) >> 32)]
        x: cython.int = self.neighbour[self.stride * u + (((word >> 4) & 0xFFF) * self.stride >> 12)]
        if x < 0 or not self.inside[x] or self.owner[x] == self.owner[u]:
            return
        b = self.one[x] if word & 8 else self.two[x]
        if b < 0 or self.inside[b]:
            self.try_take(u, x, b)

    def slice(self, steps: cython.longlong) -> cython.int:
        """The loop of `run`: 0 PAUSED, 1 REACHED, 2 ENDED.  The temperature changes every 256 steps."""
        self.walked = 0
        while steps > 0 and self.left > 0 and self.walked < WALKED_A_SLICE:
            if (self.left & 255) == 0 or self.left == self.total:
                heat: cython.longlong = self.cool + (self.hot - self.cool) * self.left // self.total
                self.cold = COLD // heat
            self.step()
            self.steps += 1
            self.left -= 1
            steps -= 1
            if self.pairs <= self.most and self.reached():
                return 1
        return 0 if self.left > 0 else 2
