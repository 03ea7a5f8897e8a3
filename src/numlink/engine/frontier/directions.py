"""Races between sweeps of one board in different directions, whose costs differ by a factor of up to 80.

A copy's *outlook* estimates its cost: a quarter of the states it has expanded, plus an eighth of (states in its layer x
cells still to go).  The copy with the smallest outlook, or the first of equals, gets the next QUANTUM states; the first
to finish wins.  Only counts decide, so winner, effort and answer are the same everywhere and for slices of any size.

    Race           symmetric copies of a rectangle where paths may touch; for a number alone, `two_sweeps` is cheaper
    GraphRace      orders of the tracks of any graph
    LinkingsRace   canonical linkings of a rectangle, by the work that each copy has left

With `keep` the winner, on which samples depend, is swept a second time.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from functools import cached_property

from numlink.engine.arrays import COPIES, carried, link_cells, link_places
from numlink.engine.frontier.canonical import CanonicalSweep
from numlink.engine.frontier.elimination_order import EliminationOrder, LinkSweep
from numlink.engine.frontier.graph import GraphFrontier, GraphFrontierNoTouch
from numlink.engine.frontier.join import Join
from numlink.engine.frontier.layers import Layers, traced
from numlink.engine.frontier.sweep import DONE, FULL, PAUSED, Sweep
from numlink.engine.frontier.touching import Frontier
from numlink.engine.guard import OneThread

# States that a copy expands before the outlooks are compared again.
QUANTUM = 1_000
# The most orders that are swept.
MOST_ORDERS = 4
# An order is swept only if its estimated cost is at most this many times that of the cheapest order.
AS_GOOD = 8.0
# Choices that a copy makes before it explores its states for the first time.
FIRST_LOOK = 1_000
# The estimated choices of a copy that has not begun: with 0 all four begin at once (bench/notes/frontier.md).
BEFORE_ITS_BEGINNING = 4_000
# A copy explores again when its choices have grown by this factor since its last exploration.
LATER_LOOKS = 4
# A copy that has made n choices explores n / BEAM states before each row (bench/notes/frontier.md).
BEAM = 250
# At least this many states before a row are explored.
LEAST_BEAM = 16
# The most states of an exploration in all rows together, about 20 ms.
MOST_EXPLORED = 30_000


class Copy:
    """One symmetric copy of a board, computed on first use; `copy` is one of COPIES, `links` and `laid` as for Race."""

    def __init__(
        self,
        width: int,
        height: int,
        cells: Sequence[int],
        links: Sequence[int] | None,
        copy: tuple[int, int, int],
        laid: Sequence[int] | None = None,
    ) -> None:
        self.width, self.height = (height, width) if copy[0] else (width, height)
        self._copy = copy
        self._own = width, height, cells
        self._own_links, self._own_laid = links, laid

    @cached_property
    def _place(self) -> list[int]:
        """The place in the copy of each cell of the board."""
        width, height, _ = self._own
        return carried(width, height, self._copy)

    @cached_property
    def cells(self) -> list[int]:
        """The content of each cell of the copy."""
        *_, own = self._own
        cells = [0] * len(self._place)
        for cell, there in enumerate(self._place):
            cells[there] = own[cell]
        return cells

    @cached_property
    def links(self) -> list[int] | None:
        """The entries of `links` in the order of the copy's links."""
        return None if self._own_links is None else [self._own_links[link] for link in self.link_of]

    def _pairs(self, ends: Sequence[int]) -> list[tuple[int, int]]:
        """The two cells in the copy of each link, the smaller first; `ends`: its two cells on the board."""
        there = [self._place[cell] for cell in ends]
        return [(min(pair), max(pair)) for pair in zip(there[::2], there[1::2], strict=True)]

    @cached_property
    def laid(self) -> list[int] | None:
        """The two cells of each link in `laid`, carried to the copy, in scan order."""
        if self._own_laid is None:
            return None
        return [cell for pair in sorted(self._pairs(self._own_laid)) for cell in pair]

    @cached_property
    def link_of(self) -> list[int]:
        """The number on the board of each link of the copy."""
        width, height, cells = self._own
        pairs = self._pairs(link_cells(width, height, array("i", cells)))
        return sorted(range(len(pairs)), key=pairs.__getitem__)


def worthwhile(width: int, height: int) -> list[tuple[int, int, int]]:
    """The copies worth racing: those with the shorter rows or, if the board is nearly square, all."""
    copies = [copy for copy in COPIES if not copy[2]]
    if 4 * width > 5 * height:
        return [copy for copy in copies if copy[0]]
    if 4 * height > 5 * width:
        return [copy for copy in copies if not copy[0]]
    return copies


class Race(OneThread):
    """Counts the solutions of one board by the cheapest of its symmetric sweeps, in resumable slices.

    Arguments as for Sweep; `laid`, instead of `links`: two cells a link, if walls remove some.  `cap` limits the states
    of a layer, `cap_bytes` the memory of all.  After DONE: `total` and, with `keep`, `solution`, `heat` and `sample`.
    """

    _laid: list[int] | None = None
    """The number of each link of the board among all links of the rectangle; None without walls."""

    def __init__(
        self,
        width: int,
        height: int,
        cells: Sequence[int],
        *,
        fill: bool = True,
        links: Sequence[int] | None = None,
        keep: bool = False,
        saturate: bool = False,
        laid: Sequence[int] | None = None,
        cap: int = 20_000_000,
        cap_bytes: int = 3_000_000_000,
    ) -> None:
        super().__init__()
        self._options = {"fill": fill, "cap": cap}
        # With walls, the sweeps have all links of the rectangle, and those across walls are off.
        if laid is not None:
            there = {*link_places(width, height, cells, laid)}
            links = [0 if place in there else -1 for place in link_places(width, height, list(cells))]
            self._laid = [link for link, state in enumerate(links) if state == 0]
        copies = worthwhile(width, height)
        self.copies = [Copy(width, height, cells, links, copy, laid) for copy in copies]
        self._line_up(keep=keep, saturate=saturate, cap_bytes=cap_bytes)

    def _line_up(self, *, keep: bool, saturate: bool, cap_bytes: int) -> None:
        """Put all copies at the start, none of them swept yet."""
        self._saturate = saturate
        self._keep = keep
        self._cap_bytes = cap_bytes
        self.sweeps: list[Sweep | CanonicalSweep | None] = [None] * len(self.copies)
        self._alive = list(range(len(self.copies)))
        self._current = -1
        self._target = 0
        self.winner: int | None = None
        self.status = PAUSED
        self.effort = 0
        self.total = 0
        self._layers: Layers | None = None
        self._traced: list[list[tuple[Copy, list[int]]]] = []
        # for each traced solution its parts: a copy and links in it

    def _sweep(self, copy: Copy, *, keep: bool) -> Sweep | CanonicalSweep:
        """A new sweep of `copy`."""
        # Layers computes backward and forward counts, which take as much memory again.
        share = self._cap_bytes // (2 if keep else len(self.copies))
        return Frontier(
            copy.width, copy.height, copy.cells, links=copy.links, keep=keep,
            saturate=self._saturate and not keep, cap_bytes=share, **self._options,
        )  # fmt: skip

    def advance(self, states: int) -> int:
        """Expand about `states` more states, of the copies whose turn it is; return PAUSED, DONE or FULL."""
        with self:
            while states > 0 and self.status == PAUSED:
                states -= self._race(states) if self.winner is None else self._again(states)
        return self.status

    def _outlook(self, which: int) -> int:
        """The estimated cost of a copy in states (see the module's docstring); 0 before its start."""
        sweep = self.sweeps[which]
        if sweep is None:
            return 0
        return int(sweep.visited // 4 + sweep.size * (sweep.width * sweep.height - sweep.cell) // 8)

    def _look_ahead(self, states: int) -> int:
        """For a subclass: do about `states` states of work that estimates the copies' costs; return how many, or 0."""
        return 0

    def _race(self, states: int) -> int:
        """Continue the current copy or, after its quantum, the best one; return the states expanded, at least 1."""
        if self._current < 0:
            if not self._alive:
                self.status = FULL
                return 1
            spent = self._look_ahead(states)
            if spent:
                return spent
            self._current = min(self._alive, key=self._outlook)
            sweep = self.sweeps[self._current]
            if sweep is None:
                sweep = self.sweeps[self._current] = self._sweep(self.copies[self._current], keep=False)
            self._target = sweep.visited + QUANTUM
        sweep = self.sweeps[self._current]
        assert sweep is not None
        outcome, spent = self._go_on(sweep, min(states, self._target - sweep.visited))
        if outcome == DONE:
            self._won(self._current, sweep)
        elif outcome == FULL:
            self.sweeps[self._current] = None
            self._alive.remove(self._current)
            self._current = -1
        elif sweep.visited >= self._target:
            self._current = -1
        return spent

    def _go_on(self, work: Sweep | CanonicalSweep | Join, states: int) -> tuple[int, int]:
        """Advance a sweep or a join; return its outcome and the states that it took, at least 1."""
        before = work.visited
        outcome = work.advance(states)
        self.effort += work.visited - before
        return outcome, max(1, work.visited - before)

    def _won(self, which: int, sweep: Sweep | CanonicalSweep) -> None:
        """End the race: note the winner, its total and its traced solutions; with `keep` begin its second sweep."""
        self.winner = which
        self.total = sweep.totals()[0]
        if isinstance(sweep, Sweep):
            self._traced = [[(self.copies[which], links)] for links in traced(sweep)]
        self.sweeps = [None] * len(self.copies)
        self.status = DONE
        if self._keep:
            self.keep_layers()

    def keep_layers(self) -> None:
        """After DONE, if there is a solution, begin to sweep the winner again with `keep`; the status is PAUSED."""
        if self.winner is not None and self.total:
            self.sweeps[self.winner] = self._sweep(self.copies[self.winner], keep=True)
            self.status = PAUSED

    def _again(self, states: int) -> int:
        """Advance the second sweep of the winner, which keeps its layers; return the states expanded, at least 1."""
        assert self.winner is not None
        sweep = self.sweeps[self.winner]
        assert sweep is not None
        outcome, spent = self._go_on(sweep, states)
        if outcome != PAUSED:
            self.status = outcome
        return spent

    def layers(self) -> Layers:
        """The winner's layers; raises ValueError without `keep`, before DONE, or if there is no solution."""
        if self._layers is None:
            sweep = self.sweeps[self.winner] if self.winner is not None else None
            if self.status != DONE or not isinstance(sweep, Sweep):
                raise ValueError("no layers: ask with keep=True, call advance until DONE, and look at total first")
            self._layers = Layers(sweep)
            self.sweeps = [None] * len(self.copies)
        return self._layers

    def _own(self, *parts: tuple[Copy, list[int]]) -> list[int]:
        """The numbers on the board of links of copies, sorted, each once."""
        found = sorted({copy.link_of[link] for copy, links in parts for link in links})
        if self._laid is None:
            return found
        number = {link: index for index, link in enumerate(self._laid)}
        return [number[link] for link in found]

    def solution(self, rank: int) -> list[int]:
        """The links of solution `rank`, 0 to total - 1; the order of solutions is fixed for the board."""
        layers = self.layers()
        assert self.winner is not None
        return self._own((self.copies[self.winner], layers.solution(rank)))

    def witnesses(self) -> list[list[int]]:
        """After DONE with `saturate`, up to two solutions, as lists of links; none if traces had no room."""
        return [self._own(*parts) for parts in self._traced]

    def sample(self, random: object) -> list[int]:
        """The links of a uniformly random solution; `random` is an `engine.random.Random`."""
        return self.solution(below(random, self.layers().total))

    def heat(self) -> list[int]:
        """The number of solutions that use each link; `layers().total` is the number of all solutions."""
        shares = self.layers().heat()
        assert self.winner is not None
        heat = [0] * len(shares)
        for link, share in zip(self.copies[self.winner].link_of, shares, strict=True):
            heat[link] = share
        return heat if self._laid is None else [heat[link] for link in self._laid]


def below(random: object, bound: int) -> int:
    """A uniform integer in `range(bound)`, for a bound of any size; `random` is an `engine.random.Random`."""
    bits = (bound - 1).bit_length()
    words = (bits + 31) // 32
    while True:
        value = 0
        for _ in range(words):
            value = value << 32 | random.word()  # type: ignore[attr-defined]
        value >>= 32 * words - bits
        if value < bound:
            return value


def census_sweep(
    width: int, height: int, *, fill: bool = True, solids: Sequence[int] = (), cap_bytes: int = 2_000_000_000
) -> Sweep:
    """The sweep that counts sets of disjoint paths of two cells or more, by number of paths; they may touch."""
    cells = [0] * (width * height)
    for cell in solids:
        cells[cell] = -1
    copy = Copy(width, height, cells, None, (int(width > height), 0, 0))
    return Frontier(copy.width, copy.height, copy.cells, fill=fill, census=True, cap_bytes=cap_bytes)


class GraphRace(Race):
    """Counts the solutions on a graph by the cheapest of several orders of its tracks; calls and results as for Race.

    `content[track]`: 0 empty, -1 closed, k an endpoint; `links`: two tracks a link; `orders`: lists of all open tracks.
    The cheapest orders not wider than `widest` are swept; without any, it is FULL at once.  `fixed[link]`: 1 on, -1
    off, 0 neither.
    """

    def __init__(
        self,
        content: Sequence[int],
        links: Sequence[int],
        orders: Iterable[Sequence[int]],
        *,
        fill: bool = True,
        touch: bool = True,
        fixed: Sequence[int] | None = None,
        keep: bool = False,
        saturate: bool = False,
        widest: int = 26,
        cap: int = 20_000_000,
        cap_bytes: int = 3_000_000_000,
    ) -> None:
        OneThread.__init__(self)
        self._content = content
        self._along: type[LinkSweep] = GraphFrontier if touch else GraphFrontierNoTouch
        self._options = {"fill": fill, "cap": cap, "links": fixed}
        eliminations = sorted((EliminationOrder(content, links, order) for order in orders), key=lambda each: each.cost)
        best = eliminations[0].cost if eliminations else 0.0
        fit = [each for each in eliminations if each.width <= widest and each.cost <= AS_GOOD * best]
        self.copies = fit[:MOST_ORDERS]  # type: ignore[assignment]
        self._line_up(keep=keep, saturate=saturate, cap_bytes=cap_bytes)
        if not self.copies:
            self.status = FULL

    def _sweep(self, copy: object, *, keep: bool) -> Sweep:
        share = self._cap_bytes // (2 if keep else len(self.copies))
        return self._along(
            copy, self._content, keep=keep, saturate=self._saturate and not keep, cap_bytes=share, **self._options
        )


class LinkingsRace(Race):
    """Counts the canonical linkings of one board (see `canonical`), 0, 1 or 2, by the cheapest of its symmetric sweeps.

    Every copy explores a sample of its states down to the last row, after FIRST_LOOK choices and each time it has made
    LATER_LOOKS times as many; the copy with the least work left goes on.  As states rarely merge, the work for a sample
    of branches is that share of the whole tree (Knuth 1975).  `laid` as for Race.
    """

    def __init__(
        self,
        width: int,
        height: int,
        cells: Sequence[int],
        *,
        laid: Sequence[int] | None = None,
        cap_bytes: int = 3_000_000_000,
    ) -> None:
        super().__init__(width, height, cells, laid=laid, saturate=True, cap_bytes=cap_bytes)
        # for each copy: the choices after which it explores next; the exploring sweep; the last one that ended
        self._looks = [FIRST_LOOK] * len(self.copies)
        self.scouts: list[CanonicalSweep | None] = [None] * len(self.copies)
        self._seen: list[CanonicalSweep | None] = [None] * len(self.copies)

    def _sweep(self, copy: Copy, *, keep: bool = False, beam: int = 0) -> CanonicalSweep:
        """A sweep of `copy` from its beginning."""
        share = self._cap_bytes // len(self.copies)
        return CanonicalSweep(copy.width, copy.height, copy.cells, laid=copy.laid, beam=beam, cap_bytes=share)

    @property
    def left(self) -> int | None:
        """The estimated work left, in choices, of the copy with the least; None before any copy has explored."""
        if self.winner is not None:
            return 0
        return min((self._outlook(which) for which in self._alive if self._seen[which] is not None), default=None)

    def _outlook(self, which: int) -> int:
        """The estimated work left of a copy, in choices, from its last exploration."""
        sweep, seen = self.sweeps[which], self._seen[which]
        if sweep is None:
            return BEFORE_ITS_BEGINNING
        if seen is None or sweep.cell not in seen.guesses:
            return sweep.size * (sweep.height - sweep.cell) * self.copies[which].width // 8
        states, before = seen.guesses[sweep.cell]
        guess = sweep.size * (seen.likely - before) / states - (sweep.visited - sweep.begun)
        return max(int(guess), sweep.size - sweep.source)

    def _look_ahead(self, states: int) -> int:
        """Let a copy that is due explore for about `states` choices; return the choices made, 0 if none is due."""
        for which in self._alive:
            sweep, scout = self.sweeps[which], self.scouts[which]
            if scout is None and sweep is not None and sweep.visited >= self._looks[which]:
                self._looks[which] = LATER_LOOKS * sweep.visited
                beam = min(max(LEAST_BEAM, MOST_EXPLORED // sweep.height), max(LEAST_BEAM, sweep.visited // BEAM))
                scout = self._sweep(self.copies[which], beam=beam)
                scout.follow(sweep)
                self.scouts[which] = scout
            if scout is not None:
                outcome, spent = self._go_on(scout, states)
                if outcome != PAUSED:
                    self.scouts[which] = None
                if outcome == DONE:
                    self._seen[which] = scout
                return spent
        return 0
