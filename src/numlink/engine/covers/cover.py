"""Covers: disjoint paths through every cell, and the two moves that turn one cover into another.

A path is kept as links between cells, two slots a cell; `mate` is valid only at the path's two tips:

    cell       7   8   9  10          one, two   linked cells, slot `one` filled first, -1 for none
    one        8   7   8   9          owner      the path's number, the same in all its cells; -1 solid
    two       -1   9  10  -1          mate       the other tip; a tip has fewer than two links
    owner      3   3   3   3          position   changes by 1 with each step along the path, always up or always down
    mate      10   .   .   7          length     how many cells, by path number

    take    a tip u takes a neighbour x from another path, with the stretch on one side of x
            P: p---u   x---c          becomes    P: p---u-x---c
                       |
                 Q: e--b                         Q: e--b
            Without b (x is a tip, or a path of one cell) the two paths become one.
    cut     one link is removed, and the path becomes two
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence

import cython

from numlink.engine.arrays import require_between, require_graph

if not cython.compiled:
    from numlink.engine.guard import OneThread


@cython.cclass
class Cover(OneThread):
    """Disjoint paths through all cells of a graph that are not solid; at first, one-cell paths.

    `neighbours` holds `stride` slots a cell, one for each direction of the lattice (slot i + stride / 2 leads back):
    the neighbour or -1.  A path of fewer than `least_length` cells is short.
    """

    def __init__(
        self, neighbours: Sequence[int], stride: int, *, solid: Sequence[bool] = (), least_length: int = 3
    ) -> None:
        require_graph(array("i", neighbours), stride)
        size: cython.int = len(neighbours) // stride
        if not 1 <= least_length <= size + 3:
            raise ValueError(f"paths of {least_length} cells at least, on {size} cells: give 1 to {size + 3}")
        if len(solid) and len(solid) != size:
            raise ValueError(f"`solid` has {len(solid)} entries for {size} cells: give one to each cell")
        OneThread.__init__(self)
        self.size, self.stride, self.least_length = size, stride, least_length
        self.neighbour = array("i", neighbours)
        self.one, self.two, self.owner, self.mate, self.place = (array("i", [-1]) * size for _ in range(5))
        self.position, self.inside, self.area, self.tips = (array("i", [0]) * size for _ in range(4))
        self.length = array("i", [0]) * (size + 1)
        # free[:spare]   unused path numbers, the next one last
        # inside[v]      1 where moves may change the links of v; area[:cells] lists these cells
        # tips[:ends]    the tips among them; place[v] is the index of v in that list, -1 if it is not there
        # Scratch of `swaps`: for each path the first entry of a linked list, valid if stamp[path] == clock.
        self.stamp, self.head = array("q", [0]) * (size + 1), array("i", [-1]) * (size + 1)
        self.entry_run, self.entry_height = (array("i", [0]) * (size * stride) for _ in range(2))
        self.entry_cell, self.entry_next = (array("i", [0]) * (size * stride) for _ in range(2))
        self.clock = self.walked = 0
        self.ends = self.cells = self.stretch = self.far = 0
        self.make_room()
        self.load([v] for v in range(size) if not (len(solid) and solid[v]))
        self.confine(None)

    def make_room(self) -> None:
        """For a subclass: set up its arrays before the first cover is loaded; it first calls its base class."""

    def load(self, paths: Iterable[Sequence[int]]) -> None:
        """Replace the cover: the cells of each path in order; every cell that is not solid lies on exactly one path."""
        self.expect_idle()
        paths = [*map(list, paths)]
        self._require_cover(paths)
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
            for cell in path:
                self.owner[cell] = self.free[self.spare]
                self.mate[cell] = -1
            for a, b in zip(path, path[1:], strict=False):
                self.link(a, b)
                self.position[b] = self.position[a] + 1
            self.mate[path[0]] = path[len(path) - 1]  # the compiled core has no index -1
            self.mate[path[len(path) - 1]] = path[0]
        for v in range(self.size):
            self.settle(v)

    def _require_cover(self, paths: list[list[int]]) -> None:
        """Raise ValueError unless every path has a cell, every cell is on the board, and none is listed twice."""
        cells = [cell for path in paths for cell in path]
        require_between(array("i", cells), 0, self.size - 1, "cell")
        if not all(paths) or len({*cells}) < len(cells):
            raise ValueError("a path has one cell or more, and each cell lies on one path")

    def confine(self, cells: Iterable[int] | None) -> None:
        """From now on, change only links whose two cells are among `cells`; None: all links."""
        self.expect_idle()
        for v in range(self.size):
            self.inside[v] = self.owner[v] >= 0 and cells is None
        if cells is not None:
            cells = array("i", cells)
            require_between(cells, 0, self.size - 1, "cell")
            for cell in cells:
                if self.owner[cell] >= 0:
                    self.inside[cell] = 1
        self.cells = self.ends = 0
        for v in range(self.size):
            self.place[v] = -1
            if self.inside[v]:
                self.area[self.cells] = v
                self.cells += 1
            self.settle(v)

    def paths(self) -> list[list[int]]:
        """The cover: the cells of each path from its smaller end, paths in the order of that end."""
        self.expect_idle()
        found: list[list[int]] = []
        for v in range(self.size):
            if self.owner[v] >= 0 and self.two[v] < 0 and self.mate[v] >= v:
                path: list[int] = []
                before: cython.int = -1
                cell: cython.int = v
                while cell >= 0:
                    path.append(cell)
                    after: cython.int = self.two[cell] if self.one[cell] == before else self.one[cell]
                    before = cell
                    cell = after
                found.append(path)
        return found

    def model(self, links: cython.int[::1]) -> array[int]:
        """For each link (two cells), 1 if the cover uses it, else 0."""
        self.expect_idle()
        require_between(links, 0, self.size - 1, "the cell of link end")
        count: cython.int = len(links) // 2
        model_array = array("b", bytes(count + 1))
        model: cython.schar[::1] = model_array
        for link in range(count):
            v: cython.int = links[2 * link]
            model[link] = self.one[v] == links[2 * link + 1] or self.two[v] == links[2 * link + 1]
        return model_array[:count]

    def settle(self, v: cython.int) -> cython.void:
        """Put v on the list of movable tips if it is one (inside, fewer than two links), else remove it."""
        if self.inside[v] and self.two[v] < 0:
            if self.place[v] < 0:
                self.place[v] = self.ends
                self.tips[self.ends] = v
                self.ends += 1
        elif self.place[v] >= 0:
            self.ends -= 1
            last: cython.int = self.tips[self.ends]
            self.tips[self.place[v]] = last
            self.place[last] = self.place[v]
            self.place[v] = -1

    def link(self, a: cython.int, b: cython.int) -> cython.void:
        """Link a and b; slot `one` is filled first."""
        if self.one[a] < 0:
            self.one[a] = b
        else:
            self.two[a] = b
        if self.one[b] < 0:
            self.one[b] = a
        else:
            self.two[b] = a

    def unlink(self, a: cython.int, b: cython.int) -> cython.void:
        """Remove the link between a and b; a neighbour in slot `two` moves to slot `one`."""
        if self.one[a] == b:
            self.one[a] = self.two[a]
        self.two[a] = -1
        if self.one[b] == a:
            self.one[b] = self.two[b]
        self.two[b] = -1

    def walk(self, cell: cython.int, before: cython.int) -> cython.void:
        """Follow a path from `cell`, away from `before` (-1: from a tip), to its tip `far`; count `stretch` cells."""
        self.stretch = 0
        while cell >= 0:
            self.stretch += 1
            after: cython.int = self.two[cell] if self.one[cell] == before else self.one[cell]
            before = cell
            cell = after
        self.far = before

    def relabel(
        self, cell: cython.int, before: cython.int, path: cython.int, position: cython.int, onward: cython.int
    ) -> cython.void:
        """Give the cells of a path from `cell` on, away from `before`, the number `path` and positions by `onward`."""
        while cell >= 0:
            self.owner[cell] = path
            self.position[cell] = position
            position += onward
            after: cython.int = self.two[cell] if self.one[cell] == before else self.one[cell]
            before = cell
            cell = after

    def take(self, u: cython.int, x: cython.int, b: cython.int) -> cython.void:
        """Let tip u take x and the stretch behind x, away from b (-1: all), which `stretch` and `far` must describe."""
        path: cython.int = self.owner[u]
        other: cython.int = self.owner[x]
        start: cython.int = self.mate[u]
        far: cython.int = self.far
        finish: cython.int = self.mate[far]
        rest: cython.int = self.length[other] - self.stretch
        onward: cython.int = 1 if self.one[u] < 0 else self.position[u] - self.position[self.one[u]]
        self.relabel(x, b, path, self.position[u] + onward, onward)
        self.shorts -= (self.length[path] < self.least_length) + (self.length[other] < self.least_length)
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
        self.settle(u)
        self.settle(x)

    def cut(self, v: cython.int, b: cython.int) -> cython.void:
        """Remove the link v-b, just weighed by `weigh_cut`; v's side becomes a new path."""
        path: cython.int = self.owner[v]
        far: cython.int = self.far
        start: cython.int = self.mate[far]
        rest: cython.int = self.length[path] - self.stretch
        self.spare -= 1
        fresh: cython.int = self.free[self.spare]
        self.relabel(v, b, fresh, self.position[v], self.position[v] - self.position[b])
        self.shorts += (
            (self.stretch < self.least_length) + (rest < self.least_length) - (self.length[path] < self.least_length)
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

    def swaps(self, tip: cython.int, without: cython.int) -> cython.int:
        """The number of swaps between the path from `tip` and other paths, except path `without`.

        P runs beside Q at two places, squares with a link of P and a link of Q on opposite sides:

            before   P  p──c1──a1──(P's middle)──c2──a2──s       squares   c1 a1   c2 a2
                     Q  q──b1──d1──(Q's middle)──b2──d2──t                 d1 b1   d2 b2
            after       p──c1──d1──(Q's middle)──b2──a2──s       joins the same ends: a second solution
                        q──b1──a1──(P's middle)──c2──d2──t

        So Q passes both squares in the same direction in the reverse order, or both against P's direction in P's order.
        `run` is 1 or -1, Q's direction beside P at a square; `height` is twice its place along Q.
        """
        path: cython.int = self.owner[tip]
        stride: cython.int = self.stride
        half: cython.int = stride >> 1
        found = count = 0
        before: cython.int = -1
        cell: cython.int = tip
        while True:
            after: cython.int = self.two[cell] if self.one[cell] == before else self.one[cell]
            if after < 0:
                break
            i: cython.int = 0
            while self.neighbour[stride * cell + i] != after:
                i += 1
            for j in range(stride):
                if j == i or j == i + half or j == i - half:
                    continue
                a: cython.int = self.neighbour[stride * cell + j]
                b: cython.int = self.neighbour[stride * after + j]
                if a < 0 or b < 0 or not (self.one[a] == b or self.two[a] == b):
                    continue
                other: cython.int = self.owner[a]
                if other == path or other == without:
                    continue
                run: cython.int = self.position[b] - self.position[a]
                height: cython.int = self.position[a] + self.position[b]
                entry: cython.int = self.head[other] if self.stamp[other] == self.clock else -1
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
        self.walked += self.length[path] + (count * count >> 2)
        return found

    def swaps_of(self, tip: cython.int, other: cython.int) -> cython.int:
        """The number of swaps of the paths with the tips `tip` and `other` (-1: only one path), each counted once."""
        count: cython.int = self.swaps(tip, -1)
        if other >= 0:
            count += self.swaps(other, self.owner[tip])
        return count

    def has_image(self, u: cython.int, x: cython.int, b: cython.int) -> cython.bint:
        """Whether a take (u, x, b) is still possible after its mirror image has been done."""
        if self.two[u] >= 0 or self.owner[u] == self.owner[x]:
            return False
        if b < 0:
            return self.two[x] < 0
        return self.one[x] == b or self.two[x] == b
