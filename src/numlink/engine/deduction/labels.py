"""A5, label domains: the cells that the rest of each number's path can still reach.

The live graph has the cells that still want links; its edges are the open links and, for each fragment without a
number, one edge between its two ends.  The rest of number x is a simple path in this graph from one open end s of x to
the other, t, that avoids the open ends of all other numbers.  The cells on simple s-t paths are the block (biconnected
component) that holds an extra edge s-t:

    s──a──b     d          b and c lie on s-t paths; d hangs on c alone and does not.
    │     │     │          One depth-first search from t, with s marked first, finds all blocks; it drops
    t─────c─────┘          every block except the one with s and t.

Cells and links that lie on *every* s-t path belong to x: a walk along any s-t path finds those of its cells that no
detour avoids.  They are closed to the other numbers, whose domains then shrink, until nothing changes.
"""

from __future__ import annotations

from array import array

import cython

from numlink.engine.arrays import integers, require_place

if not cython.compiled:
    from numlink.engine.deduction.assignment import A5
    from numlink.engine.deduction.deduction import Deduction


@cython.final
@cython.cclass
class LabelDomains:
    """The rule A5 on one position; keeps the domains of the last scan."""

    def __init__(self, position: Deduction) -> None:
        size = position.size
        self.position = position
        # inside[number * size + cell]: 1 where a cell of the live graph is in the domain of the number
        # held_by[cell], must[link]: the number whose possible paths all use the cell or the link, 0 for none
        # live[:live_count]: the cells of the live graph; stale[number]: its domain must be narrowed again
        self.inside = array("B", bytes((position.labels + 1) * size))
        self.held_by, self.live, self.degree = (integers(size) for _ in range(3))
        self.near, self.near_link = integers(9 * size), integers(9 * size)
        self.found, self.low, self.parent, self.next_way = (integers(size) for _ in range(4))
        self.stack, self.kept, self.place, self.route = (integers(size) for _ in range(4))
        self.must = integers(position.links + 1)
        self.link_seen, self.stale = array("B", bytes(position.links + 1)), array("B", bytes(position.labels + 1))
        self.live_count = 0

    def draw_graph(self) -> cython.void:
        """Build the live graph: from 9 * cell on, `near` has `degree[cell]` cells, `near_link` their links (or -1)."""
        self.live_count = 0
        for cell in range(self.position.size):
            if self.position.needs[cell] <= 0:
                self.degree[cell] = 0
                continue
            self.live[self.live_count] = cell
            self.live_count += 1
            slot: cython.int = 9 * cell
            mask: cython.int = self.position.open[cell]
            while mask:
                at: cython.int = 8 * cell + self.position.lowest[mask]
                mask &= mask - 1
                other: cython.int = self.position.beside[at]
                if self.position.needs[other] > 0:
                    self.near[slot] = other
                    self.near_link[slot] = self.position.link_of[at]
                    slot += 1
            if self.position.on[cell] and self.position.label[cell] == 0:
                self.near[slot] = self.position.mate[cell]
                self.near_link[slot] = -1
                slot += 1
            self.degree[cell] = slot - 9 * cell

    def keep_block(self, number: cython.int, source: cython.int, target: cython.int) -> cython.int:
        """Remove from a domain the cells on no simple path from `source` to `target`.

        Returns the second cell of such a path, -1 if there is none; `parent` leads from there to `target`.
        """
        base: cython.int = number * self.position.size
        second: cython.int = -1
        clock: cython.int = 2
        top = kept = 1
        for index in range(self.live_count):
            self.found[self.live[index]] = 0
        self.found[source] = self.low[source] = 1
        self.found[target] = 2
        self.low[target] = 1  # the extra edge
        self.parent[target] = source
        self.stack[0] = self.kept[0] = target
        self.next_way[target] = 0
        while top > 0:
            cell: cython.int = self.stack[top - 1]
            if self.next_way[cell] < self.degree[cell]:
                other: cython.int = self.near[9 * cell + self.next_way[cell]]
                self.next_way[cell] += 1
                if not self.inside[base + other]:
                    continue
                if other == source and second < 0:
                    second = cell
                if other == self.parent[cell]:
                    continue
                if self.found[other]:
                    if self.found[other] < self.low[cell]:
                        self.low[cell] = self.found[other]
                else:
                    clock += 1
                    self.found[other] = self.low[other] = clock
                    self.parent[other] = cell
                    self.next_way[other] = 0
                    self.stack[top] = self.kept[kept] = other
                    top += 1
                    kept += 1
            else:
                top -= 1
                other = self.parent[cell]
                if top == 0:
                    break
                if self.low[cell] < self.low[other]:
                    self.low[other] = self.low[cell]
                if self.low[cell] >= self.found[other]:
                    while True:
                        kept -= 1
                        self.found[self.kept[kept]] = 0
                        if self.kept[kept] == cell:
                            break
        for index in range(self.live_count):
            cell = self.live[index]
            if self.inside[base + cell] and not self.found[cell]:
                self.inside[base + cell] = 0
        return second

    def find_musts(self, number: cython.int, source: cython.int, second: cython.int) -> cython.bint:
        """Hold the cells and mark the links on every path from `source` to the target; False if another holds a cell.

        The walk follows one path, `route`: `source`, `second`, then the parents that `keep_block` left.  `far` is the
        furthest place on it that can be reached from the places walked so far without the route's own next link:

            place    i ──── i+1 ──── i+2      far <= i      every path uses the link from i to i + 1
                     └──────────────┘         far <= i + 1  every path uses the cell at i + 1
                      a detour: far = i + 2
        """
        base: cython.int = number * self.position.size
        far: cython.int = 0
        for index in range(self.live_count):
            self.found[self.live[index]] = 0
            self.place[self.live[index]] = -1
        self.place[source] = 0
        self.route[0] = source
        length: cython.int = 1
        cell: cython.int = second
        while cell != source:  # the target's parent
            self.place[cell] = length
            self.route[length] = cell
            length += 1
            cell = self.parent[cell]
        for index in range(length - 1):
            own_way: cython.int = -1
            self.stack[0] = self.route[index]
            top: cython.int = 1
            while top > 0:
                top -= 1
                cell = self.stack[top]
                for way in range(9 * cell, 9 * cell + self.degree[cell]):
                    other: cython.int = self.near[way]
                    if not self.inside[base + other]:
                        continue
                    if self.place[other] < 0:
                        if not self.found[other]:
                            self.found[other] = 1
                            self.stack[top] = other
                            top += 1
                    elif cell == self.route[index] and self.place[other] == index + 1 and own_way < 0:
                        own_way = way
                    elif self.place[other] > far:
                        far = self.place[other]
            if far <= index and self.near_link[own_way] >= 0:
                self.must[self.near_link[own_way]] = number
            if far <= index + 1 and index + 1 < length - 1:
                if not self.hold(self.route[index + 1], number):
                    return False
        return True

    def hold(self, cell: cython.int, number: cython.int) -> cython.bint:
        """Close `cell` and its fragment's other end to all numbers but this; False if another holds one of them."""
        for _side in range(2):
            if self.held_by[cell] and self.held_by[cell] != number:
                return False
            if self.held_by[cell] == 0:
                self.held_by[cell] = number
                for other in range(1, self.position.labels + 1):
                    if other != number and self.inside[other * self.position.size + cell]:
                        self.inside[other * self.position.size + cell] = 0
                        self.stale[other] = 1
            if self.position.on[cell] == 0:
                break
            cell = self.position.mate[cell]
        return True

    def split_fragments(self, number: cython.int) -> cython.bint:
        """Remove from a domain each end of a fragment whose other end is not in it; return whether any was removed."""
        base: cython.int = number * self.position.size
        removed: cython.bint = False
        for index in range(self.live_count):
            cell: cython.int = self.live[index]
            if (
                self.inside[base + cell]
                and self.position.on[cell]
                and self.position.label[cell] == 0
                and not self.inside[base + self.position.mate[cell]]
            ):
                self.inside[base + cell] = 0
                removed = True
        return removed

    def start(self) -> cython.void:
        """Reset the domain of each unfinished number to the live graph without the ends of other numbers."""
        for cell in range(self.position.size):
            self.held_by[cell] = 0
        for cell in range(self.position.links):
            self.must[cell] = 0
            self.link_seen[cell] = 0
        self.draw_graph()
        for number in range(1, self.position.labels + 1):
            base: cython.int = number * self.position.size
            lives: cython.bint = self.position.needs[self.position.mate[self.position.ends[2 * number]]] > 0
            self.stale[number] = lives
            for index in range(self.live_count):
                cell = self.live[index]
                self.inside[base + cell] = lives and (
                    self.position.label[cell] == 0 or self.position.label[cell] == number
                )

    def settle(self) -> cython.int:
        """Narrow all stale domains until nothing changes; return a number without a possible path, or 0."""
        changed: cython.bint = True
        while changed:
            changed = False
            for number in range(1, self.position.labels + 1):
                if not self.stale[number]:
                    continue
                changed = True
                self.stale[number] = 0
                source: cython.int = self.position.mate[self.position.ends[2 * number]]
                target: cython.int = self.position.mate[self.position.ends[2 * number + 1]]
                second: cython.int = self.keep_block(number, source, target)
                while self.split_fragments(number):
                    second = self.keep_block(number, source, target)
                if second < 0 or not self.find_musts(number, source, second):
                    return number
        return 0

    def scan(self) -> cython.void:
        """Compute all domains and propose what follows from them."""
        self.start()
        self.conclude()

    def conclude(self) -> cython.void:
        """Settle the domains and propose what follows, as a drawn link lies on the path of one number.

        A link whose cells share no domain is off; a link on every path of a number is on; a cell that must be used but
        is in no domain is a contradiction.
        """
        number: cython.int = self.settle()
        if number:
            self.position.note(A5, 3, number, 0, 0)
            self.position.clash()
            return
        for link in range(self.position.links):
            if self.must[link] and self.position.state[link] == 0:
                cell: cython.int = self.position.first[link]
                self.position.note(A5, 2, self.must[link], cell, self.position.second[link])
                self.position.propose(link, 1)
        for way in range(self.live_count):
            cell = self.live[way]
            seen: cython.bint = self.position.optional(cell)
            for number in range(1, self.position.labels + 1):
                base: cython.int = number * self.position.size
                if not self.inside[base + cell]:
                    continue
                seen = True
                for link in range(9 * cell, 9 * cell + self.degree[cell]):
                    other: cython.int = self.near[link]
                    if other > cell and self.near_link[link] >= 0 and self.inside[base + other]:
                        self.link_seen[self.near_link[link]] = 1
            if not seen:
                self.position.note(A5, 4, cell, 0, 0)
                self.position.clash()
        for link in range(self.position.links):
            if self.position.state[link] == 0 and not self.link_seen[link]:
                cell = self.position.first[link]
                other = self.position.second[link]
                self.position.note(A5, 1, cell, other, 0)
                self.position.propose(link, 2)

    def domain(self, cell: int) -> list[int]:
        """The numbers in whose domain `cell` is, ascending, as the last scan left them."""
        require_place(cell, self.position.size, "track")
        if self.degree[cell] == 0:
            return []
        return [n for n in range(1, self.position.labels + 1) if self.inside[n * self.position.size + cell]]

    def holder(self, cell: cython.int) -> int:
        """The number whose possible paths all pass `cell`, 0 if none is known, as the last scan left it."""
        require_place(cell, self.position.size, "track")
        return self.held_by[cell]
