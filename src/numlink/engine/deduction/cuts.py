"""A6, A7 and A9: they count the links that must cross from a set of cells to the rest of the board.

For any set X of cells, let c be the number of further links leaving X that a solution draws, and s the number of
unfinished numbers with exactly one open end in X.  Each such number crosses an odd number of times:

    c >= s,   c = s (mod 2)                      (A7, under all rules)
    c_black - c_white = need_black - need_white  (A9, where every cell is used, coloured like a checkerboard)

c_black counts the links of c that leave X from a black cell, need_black the links that the black cells of X still want.
The difference is the *tilt* of X.  The sets tried here are the sides of each bridge (a link whose removal divides the
graph of open links) and of each cut cell (likewise); `borders` tries all rectangles.
"""

from __future__ import annotations

from array import array

import cython

from numlink.engine.arrays import integers

if not cython.compiled:
    from numlink.engine.deduction.assignment import A6, A7, A9
    from numlink.engine.deduction.deduction import Deduction


@cython.final
@cython.cclass
class Cuts:
    """The rules A6, A7 and, while `parity` is set, A9 on one position; it keeps only scratch arrays."""

    def __init__(self, position: Deduction) -> None:
        size = position.size
        self.position = position
        self.region, self.stack, self.found, self.low = (integers(size) for _ in range(4))
        self.parent_way, self.odd_below, self.tilt_below = (integers(size) for _ in range(3))
        self.left, self.is_cut = array("B", bytes(size)), array("B", bytes(size))
        # For each side of a cut cell: the mask of links to it, 1 if its sum of wants is odd, its tilt.
        self.cut_sides = integers(3 * 9)
        self.has_pair = array("B", bytes(size + 1))
        self.parity = False

    def find_regions(self) -> cython.int:
        """Number the components of the live graph (`labels`) from 1 in `region`, 0 outside; return how many."""
        # local names tell the compiler that no store moves an array
        region: cython.int[::1] = self.region
        stack: cython.int[::1] = self.stack
        beside: cython.int[::1] = self.position.beside
        needs: cython.schar[::1] = self.position.needs
        open_ways: cython.uchar[::1] = self.position.open
        lowest: cython.uchar[::1] = self.position.lowest
        regions: cython.int = 0
        for cell in range(self.position.size):
            region[cell] = 0
        for start in range(self.position.size):
            if region[start] or needs[start] <= 0:
                continue
            regions += 1
            region[start] = regions
            stack[0] = start
            top: cython.int = 1
            while top > 0:
                top -= 1
                cell = stack[top]
                mask: cython.int = open_ways[cell]
                while mask:
                    other: cython.int = beside[8 * cell + lowest[mask]]
                    mask &= mask - 1
                    if not region[other] and needs[other] > 0:
                        region[other] = regions
                        stack[top] = other
                        top += 1
                if self.position.on[cell] and not self.position.label[cell]:
                    other = self.position.mate[cell]
                    if not region[other] and needs[other] > 0:
                        region[other] = regions
                        stack[top] = other
                        top += 1
        return regions

    def parts_number(self) -> cython.bint:
        """Find the regions; True if the open ends of a number, `lost`, lie in two; else set `has_pair` of each."""
        for region in range(self.find_regions() + 1):
            self.has_pair[region] = 0
        for number in range(1, self.position.labels + 1):
            here: cython.int = self.position.mate[self.position.ends[2 * number]]
            if self.position.needs[here] <= 0:
                continue
            if self.region[here] != self.region[self.position.mate[self.position.ends[2 * number + 1]]]:
                self.lost = number
                return True
            self.has_pair[self.region[here]] = 1
        self.lost = 0
        return False

    def stranded(self) -> cython.void:
        """A6: no path leaves a region, so a number's open ends lie in one; a region without such ends stays empty."""
        if self.parts_number():
            here: cython.int = self.position.mate[self.position.ends[2 * self.lost]]
            self.position.note(A6, 1, self.lost, here, self.position.mate[self.position.ends[2 * self.lost + 1]])
            self.position.clash()
            return
        for cell in range(self.position.size):
            if self.region[cell] and not self.has_pair[self.region[cell]]:
                if not self.position.optional(cell):
                    self.position.note(A6, 2, cell, 0, 0)
                    self.position.clash()
                    return
                self.position.note(A6, 3, cell, 0, 0)
                self.position.propose_mask(cell, self.position.open[cell], 2)

    def strands(self) -> cython.bint:
        """Whether A6 refutes the position; `lost`: the number in two regions, or 0 if no number can reach a cell."""
        if self.parts_number():
            return True
        for cell in range(self.position.size):
            if self.region[cell] and not self.has_pair[self.region[cell]] and not self.position.optional(cell):
                return True
        return False

    def decide_at_bridges(self) -> cython.void:
        """A7 and A9 on the sides of all bridges and cut cells; one search of each component sums wants and tilts."""
        for cell in range(self.position.size):
            self.found[cell] = 0
        for start in range(self.position.size):
            if not self.found[start] and self.position.needs[start] > 0 and self.position.open[start]:
                self.search_component(start)

    def search_component(self, start: cython.int) -> cython.void:
        """Search depth-first from `start`, then judge its component; `stack` keeps the cells in the order found.

        `found[cell]`: its place in that order, from 1, 0 if not found; `low[cell]`: the smallest place that its subtree
        reaches; `left[cell]`: open links to follow.  A link up is a bridge if low[cell] > found[parent]; a cell is a
        cut cell if low[child] >= found[cell].
        """
        # local names, as in `find_regions`
        needs: cython.schar[::1] = self.position.needs
        beside: cython.int[::1] = self.position.beside
        lowest: cython.uchar[::1] = self.position.lowest
        found: cython.int[::1] = self.found
        low: cython.int[::1] = self.low
        parent_way: cython.int[::1] = self.parent_way
        left: cython.uchar[::1] = self.left
        cell: cython.int = start
        clock: cython.int = 1
        found[start] = low[start] = clock
        parent_way[start] = -1
        left[start] = self.position.open[start]
        self.is_cut[start] = 0
        self.stack[0] = start
        while True:
            if left[cell]:
                way: cython.int = lowest[left[cell]]
                left[cell] &= left[cell] - 1
                other: cython.int = beside[8 * cell + way]
                if needs[other] <= 0:
                    continue
                if found[other]:
                    if found[other] < low[cell]:
                        low[cell] = found[other]
                else:
                    self.stack[clock] = other
                    clock += 1
                    found[other] = low[other] = clock
                    parent_way[other] = way ^ 2
                    left[other] = self.position.open[other] & ~(1 << (way ^ 2))
                    self.is_cut[other] = 0
                    cell = other
            else:
                if cell == start:
                    break
                other = beside[8 * cell + parent_way[cell]]
                if low[cell] < low[other]:
                    low[other] = low[cell]
                if low[cell] >= found[other]:
                    self.is_cut[other] = 1
                cell = other
        for index in range(clock):
            cell = self.stack[index]
            self.odd_below[cell] = self.position.needs[cell] & 1
            self.tilt_below[cell] = self.tilt(cell, self.position.needs[cell])
        for index in range(clock - 1, 0, -1):
            cell = self.stack[index]
            other = self.position.beside[8 * cell + self.parent_way[cell]]
            self.odd_below[other] += self.odd_below[cell]
            self.tilt_below[other] += self.tilt_below[cell]
        self.balanced = self.parity and self.position.fill and self.position.black[start] < 2
        if self.odd_below[start] & 1:
            self.position.note(A7, 3, start, 0, 0)
            self.position.clash()
        elif self.balanced and self.tilt_below[start]:
            self.position.note(A9, 3, start, self.tilt_below[start], 0)
            self.position.clash()
        else:
            self.judge_component(clock)

    def judge_component(self, total: cython.int) -> cython.void:
        """Decide the bridges of the component found last, which has `total` cells, then the sides of each cut cell."""
        for index in range(1, total):
            cell: cython.int = self.stack[index]
            above: cython.int = self.position.beside[8 * cell + self.parent_way[cell]]
            if self.low[cell] > self.found[above]:
                link: cython.int = self.position.link_of[8 * cell + self.parent_way[cell]]
                self.position.note(A7, 1, cell, above, self.odd_below[cell] & 1)
                self.position.propose(link, 1 if self.odd_below[cell] & 1 else 2)
                if self.balanced and self.tilt_below[cell] != self.tilt(above, -(self.odd_below[cell] & 1)):
                    self.position.note(A9, 3, cell, self.tilt_below[cell], 0)
                    self.position.clash()
        for index in range(total):
            if self.is_cut[self.stack[index]]:
                self.judge_cell(self.stack[index], self.stack[0])

    def tilt(self, cell: cython.int, links: cython.int) -> cython.int:
        """The tilt of `links` links at `cell`: `links` on a black cell, `-links` on a white one."""
        return links if self.position.black[cell] else -links

    def judge_cell(self, cell: cython.int, start: cython.int) -> cython.void:
        """Find the sides of a cut cell in the search tree of `start`; conclude how many of its links lead to each side.

        Let the cell want w links.  A side gets an odd or even number of them, like its sum of wants:

            w = 1            one odd side gets the link; all even sides get none
            w = 2, odd two   each odd side gets one link, the even sides none
            w = 2, odd none  a side with a single link to the cell gets none; if only one side has more links, exactly
                             two, it gets both (unless the cell may stay empty)
            otherwise        contradiction

        With A9 the tilt of a side gives the number of links exactly, as all its links to the cell end in cells of one
        colour.
        """
        sides = below = 0
        wants: cython.int = self.position.needs[cell]
        odd_rest: cython.int = self.odd_below[start] - (wants & 1)
        tilt_rest: cython.int = self.tilt_below[start] - self.tilt(cell, wants)
        # one side for each child in the search tree whose subtree the cell cuts off, and one for all the rest
        left: cython.int = self.position.open[cell]
        while left:
            way: cython.int = self.position.lowest[left]
            left &= left - 1
            other: cython.int = self.position.beside[8 * cell + way]
            if (
                self.position.needs[other] > 0
                and self.parent_way[other] == way ^ 2
                and self.found[other] > self.found[cell]
                and self.low[other] >= self.found[cell]
            ):
                mask: cython.int = self.links_below(cell, other)
                below |= mask
                self.cut_sides[3 * sides] = mask
                self.cut_sides[3 * sides + 1] = self.odd_below[other] & 1
                self.cut_sides[3 * sides + 2] = self.tilt_below[other]
                odd_rest -= self.odd_below[other]
                tilt_rest -= self.tilt_below[other]
                sides += 1
        mask = self.live_mask(cell) & ~below
        if mask:
            self.cut_sides[3 * sides] = mask
            self.cut_sides[3 * sides + 1] = odd_rest & 1
            self.cut_sides[3 * sides + 2] = tilt_rest
            sides += 1
        if sides > 1:
            self.judge_sides(cell, sides, wants)

    def live_mask(self, cell: cython.int) -> cython.int:
        """The open links of `cell` to cells that want links, as a mask of ways."""
        left: cython.int = self.position.open[cell]
        mask: cython.int = 0
        while left:
            way: cython.int = self.position.lowest[left]
            left &= left - 1
            if self.position.needs[self.position.beside[8 * cell + way]] > 0:
                mask |= 1 << way
        return mask

    def links_below(self, cell: cython.int, child: cython.int) -> cython.int:
        """The links from `cell` to the subtree of `child`: to cells found from `child` on, before the next child."""
        live: cython.int = self.live_mask(cell)
        left: cython.int = live
        mask: cython.int = 0
        last: cython.int = 0x7FFFFFFF
        while left:
            way: cython.int = self.position.lowest[left]
            left &= left - 1
            other: cython.int = self.position.beside[8 * cell + way]
            if self.parent_way[other] == way ^ 2 and self.found[other] > self.found[child] and self.found[other] < last:
                last = self.found[other]
        while live:
            way = self.position.lowest[live]
            live &= live - 1
            other = self.position.beside[8 * cell + way]
            if self.found[other] >= self.found[child] and self.found[other] < last:
                mask |= 1 << way
        return mask

    def judge_sides(self, cell: cython.int, sides: cython.int, wants: cython.int) -> cython.void:
        """Apply the table of `judge_cell` to the sides in `cut_sides`; the cell wants `wants` links."""
        odd = 0
        wide: cython.int = 0
        for side in range(sides):
            odd += self.cut_sides[3 * side + 1]
            wide += self.position.count[self.cut_sides[3 * side]] > 1
        if odd > wants or ((odd ^ wants) & 1 and not self.position.optional(cell)):
            self.position.note(A7, 4, cell, odd, wants)
            self.position.clash()
            return
        for side in range(sides):
            mask: cython.int = self.cut_sides[3 * side]
            if self.cut_sides[3 * side + 1]:
                if self.position.count[mask] == 1:
                    self.position.note(A7, 2, cell, odd, 1)
                    self.position.propose_mask(cell, mask, 1)
            elif odd or self.position.count[mask] == 1:
                self.position.note(A7, 2, cell, odd, 0)
                self.position.propose_mask(cell, mask, 2)
            elif wide == 1 and self.position.count[mask] == 2 and not self.position.optional(cell) and wants == 2:
                self.position.note(A7, 2, cell, odd, 2)
                self.position.propose_mask(cell, mask, 1)
        if not self.balanced:
            return
        for side in range(sides):
            mask = self.cut_sides[3 * side]
            exact: cython.int = -self.tilt(cell, self.cut_sides[3 * side + 2])
            if exact < 0 or exact > self.position.count[mask]:
                self.position.note(A9, 3, cell, self.cut_sides[3 * side + 2], 0)
                self.position.clash()
            elif exact == 0 or exact == self.position.count[mask]:
                self.position.note(A9, 2, cell, exact, 0)
                self.position.propose_mask(cell, mask, 1 if exact else 2)
