"""The sweep's direction decides its cost (up to 80x): race the symmetric copies of a board by counted work.

A copy's *outlook* is a quarter of the states it has expanded plus the size of its layer times the cells still to go;
the copy with the smallest outlook (the first of equals) gets the next QUANTUM states, and the first to end wins.  So
no copy is ever expanded while its outlook is worse than the worst the winner had.  Only counted work decides: the
winner, the effort and the answer are the same everywhere and in slices of any size.

States expanded in all over the 13 smaller flow boards of the corpus / its hardest (best directions: 0.6 M / 1.0 M):

    doubling allowances, in turn            4.9 M / 9.2 M
    fewest states so far                    4.7 M / 8.3 M
    states so far + layer x cells to go     2.0 M / 5.6 M
    the same with a quarter of the states   2.0 M / 5.4 M   chosen
    layer x cells to go, nothing else       1.8 M / 4.1 M   but a long board could lead it astray for long
    states x cells / cells done             2.7 M / 8.0 M
    bursts that grow with the states        1-15 % more for each

(Measured before Frontier.crossed, which takes the chosen one to 1.9 M / 3.3 M.)

Layers seldom stay as large as they are at their largest.  An eighth of what is ahead, on 52 boards of flow-packs and
`sparse` from 9x9 on, times the states of the best direction: in all 1.48 (the whole of it 1.48), at worst 2.9 (4.5).
Where ranks matter (`keep`) the old rule, all eight copies and all states stay, so that samples do.

A race that has come to GUESSED_AFTER states guesses what each copy costs in all, by sweeps with thinned layers.  They
say far too much (little is left to merge with), the more the longer, but mostly put the copies in order: outlooks are
multiplied by the guess to the power of a third.  Guesses by 64, 100, 300 states a layer differ by ten times, so that
two are multiplied.  62 boards of flow-packs, flow-large and `sparse` of 110 cells and more that take long, times the
states of the best direction, in all: without guesses 1.90; by 64 states 1.46, 100 1.51, 300 1.55, by the first two
1.45; with the powers 0.25 and 0.5 of them 1.46 and 1.44 (worst 4.4 and 7.4).

The winner is swept once more when its layers are wanted (`keep`), so that the race itself keeps nothing but traces.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import frexp

from numlink.engine.arrays import COPIES, carried, link_places
from numlink.engine.frontier.canonical import CanonicalSweep, places_of
from numlink.engine.frontier.layers import Layers, traced
from numlink.engine.frontier.sweep import DONE, FULL, PAUSED, Sweep
from numlink.engine.frontier.touching import Frontier
from numlink.engine.guard import OneThread

QUANTUM = 1_000
"""States a copy may expand before the outlooks are compared again."""

GUESSED_AFTER = 200_000
"""States of all copies after which a race is long enough to guess what each will cost."""

BEAMS = (64, 100)
"""States a layer of the sweeps that guess: in all some 15 000 states a copy."""

LARGEST_GUESSED = 600
"""Cells of a board up to which costs are guessed: a guess is not interrupted, and it at most doubles with every cell; a
float holds 1000 doublings (20x1000 with 8 pairs: 8 million states, 0.9 s, and the guess is infinity)."""


class Copy:
    """One symmetric copy of a board and, once asked for, the map of its links back to the board's own."""

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
        self._place = carried(width, height, copy)
        self._own = width, height, cells
        self.laid = None if laid is None else self._carried(laid)
        self.cells = [0] * (width * height)
        for cell, there in enumerate(self._place):
            self.cells[there] = cells[cell]
        self.links = None if links is None else [links[link] for link in self.link_of]

    def _carried(self, laid: Sequence[int]) -> list[int]:
        """The two cells of each link that walls leave, in scan order."""
        there = [self._place[cell] for cell in laid]
        pairs = sorted((min(pair), max(pair)) for pair in zip(there[::2], there[1::2], strict=True))
        return [cell for pair in pairs for cell in pair]

    @cached_property
    def link_of(self) -> list[int]:
        """Per link of the copy the number of that link on the board itself."""
        width, height, cells = self._own
        place = self._place
        own = {}
        for link, code in enumerate(link_places(width, height, list(cells))):
            first = code >> 1
            own[frozenset((place[first], place[first + (width if code & 1 else 1)]))] = link
        return [
            own[frozenset((code >> 1, (code >> 1) + (self.width if code & 1 else 1)))]
            for code in link_places(self.width, self.height, self.cells)
        ]


def worthwhile(width: int, height: int, *, mirrored: bool) -> list[tuple[int, int, int]]:
    """The copies worth racing: all of a board that is nearly square, else those with the narrow frontier.

    `mirrored`: also those that differ only in the direction in which a row is swept.  Both have the same states between
    two rows, and the worse has 1.1 times as many in all, 1.4 at most.
    """
    copies = [copy for copy in COPIES if mirrored or not copy[2]]
    if 4 * width > 5 * height:
        return [copy for copy in copies if copy[0]]
    if 4 * height > 5 * width:
        return [copy for copy in copies if not copy[0]]
    return copies


class Race(OneThread):
    """Counts the solutions of one board by the cheapest of its symmetric sweeps, in resumable slices.

    Arguments as for Sweep.  Paths may touch; where they may not, `graph_race` counts.  After DONE: `total` (0, 1, 2 =
    "two or more" when `saturate`), and with `keep` the `solution`, `heat` and `sample` calls, in the links of this
    board.  `laid`: two cells a link in scan order, where walls leave some out; not with `keep`.  `cap` bounds the
    states of one layer, `cap_bytes` the memory of all sweeps; FULL means out of reach.
    """

    _laid: list[int] | None = None
    """Per link of the board its number among all links of the rectangle, where there are walls."""

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
        # Which copy wins decides which solution has which rank, and so what a sample is: with `keep` the same
        # copies are raced in every version.
        # Where there are walls the sweeps have all links of the rectangle, those at walls off; `_laid` has the others.
        if laid is not None:
            there = {*places_of(width, height, cells, laid)}
            links = [0 if place in there else -1 for place in link_places(width, height, list(cells))]
            self._laid = [link for link, state in enumerate(links) if state == 0]
        copies = worthwhile(width, height, mirrored=keep)
        self.copies = [Copy(width, height, cells, links, copy, laid) for copy in copies]
        guesses = not keep and width * height <= LARGEST_GUESSED
        self._line_up(keep=keep, saturate=saturate, guesses=guesses, cap_bytes=cap_bytes)

    def _line_up(self, *, keep: bool, saturate: bool, cap_bytes: int, guesses: bool = False) -> None:
        """Put all copies at the start."""
        self._saturate = saturate
        self._keep = keep
        self._cap_bytes = cap_bytes
        self.sweeps: list[Sweep | CanonicalSweep | None] = [None] * len(self.copies)
        self._handicaps = [0] * len(self.copies)
        self._guesses = guesses and len(self.copies) > 1
        self._alive = list(range(len(self.copies)))
        self._current = -1
        self._target = 0
        self.winner: int | None = None
        self.status = PAUSED
        self.effort = 0
        self.total = 0
        self._layers: Layers | None = None
        self._traced: list[list[int]] = []

    def _sweep(self, copy: Copy, *, keep: bool, beam: int = 0) -> Sweep | CanonicalSweep:
        # Kept layers are asked backward and forward counts, which take as much again.
        share = self._cap_bytes // (2 if keep else len(self.copies))
        return Frontier(
            copy.width, copy.height, copy.cells, links=copy.links, keep=keep, beam=beam, ahead=not self._keep,
            saturate=self._saturate and not keep, cap_bytes=share, **self._options,
        )  # fmt: skip

    def advance(self, states: int) -> int:
        """Expands about `states` more states, of whichever copies are due; returns PAUSED, DONE or FULL."""
        self.claim()
        try:
            while states > 0 and self.status == PAUSED:
                states -= self._race(states) if self.winner is None else self._again(states)
        finally:
            self.release()
        return self.status

    def _outlook(self, which: int) -> int:
        """What a copy still seems to cost, for comparison with the others; 0 before its start."""
        sweep = self.sweeps[which]
        if sweep is None:
            return 0
        ahead = sweep.size * (sweep.width * sweep.height - sweep.cell)
        outlook: int = sweep.visited // 4 + (ahead if self._keep else ahead // 8)
        # how often the product of this copy's two guessed costs doubles the cheapest copy's; each doubling multiplies
        # the outlook by 9 / 8, nearly 2 ** (1 / 6)
        doublings = self._handicaps[which]
        return outlook * 9**doublings >> 3 * doublings

    def _look_ahead(self) -> int:
        """Guess what copies will cost, if it is time to; returns the states expanded for that, 0 where it is not.

        Copies that seem to cost more than the cheapest get handicaps.
        """
        if not self._guesses or self.effort < GUESSED_AFTER:
            return 0
        doublings = [0] * len(self.copies)
        spent = 0
        for which, copy in enumerate(self.copies):
            for beam in BEAMS:
                sweep = self._sweep(copy, keep=False, beam=beam)
                while sweep.advance(QUANTUM) == PAUSED:
                    pass
                spent += sweep.visited
                doublings[which] += frexp(sweep.likely)[1]
        self._handicaps = [more - min(doublings) for more in doublings]
        self._guesses = False
        self.effort += spent
        return spent

    def _race(self, states: int) -> int:
        """Advance the most promising copy by a quantum, `states` at most; returns the states expanded."""
        if self._current < 0:
            if not self._alive:
                self.status = FULL
                return 1
            spent = self._look_ahead()
            if spent:
                return spent
            self._current = min(self._alive, key=self._outlook)
            sweep = self.sweeps[self._current]
            if sweep is None:
                sweep = self.sweeps[self._current] = self._sweep(self.copies[self._current], keep=False)
            self._target = sweep.visited + QUANTUM
        sweep = self.sweeps[self._current]
        assert sweep is not None
        before = sweep.visited
        outcome = sweep.advance(min(states, self._target - before))
        spent = sweep.visited - before
        self.effort += spent
        if outcome == DONE:
            self._won(self._current, sweep)
        elif outcome == FULL:
            self.sweeps[self._current] = None
            self._alive.remove(self._current)
            self._current = -1
        elif sweep.visited >= self._target:
            self._current = -1
        return max(1, spent)

    def _won(self, which: int, sweep: Sweep | CanonicalSweep) -> None:
        self.winner = which
        self.total = sweep.totals()[0]
        if isinstance(sweep, Sweep):
            self._traced = traced(sweep)
        self.sweeps = [None] * len(self.copies)
        self.status = DONE
        if self._keep:
            self.keep_layers()

    def keep_layers(self) -> None:
        """After DONE: have the layers kept after all, where there is a solution.  The status is PAUSED again."""
        if self.winner is not None and self.total:
            self.sweeps[self.winner] = self._sweep(self.copies[self.winner], keep=True)
            self.status = PAUSED

    def _again(self, states: int) -> int:
        """Advance the second sweep of the winner, which keeps its layers; returns the states expanded."""
        assert self.winner is not None
        sweep = self.sweeps[self.winner]
        assert sweep is not None
        before = sweep.visited
        outcome = sweep.advance(states)
        self.effort += sweep.visited - before
        if outcome != PAUSED:
            self.status = outcome
        return max(1, sweep.visited - before)

    def layers(self) -> Layers:
        """The winner's layers; raises ValueError without `keep`, before DONE, or when there is no solution."""
        if self._layers is None:
            sweep = self.sweeps[self.winner] if self.winner is not None else None
            if self.status != DONE or not isinstance(sweep, Sweep):
                raise ValueError("no layers: ask with keep=True, call advance until DONE, and look at total first")
            self._layers = Layers(sweep)
            self.sweeps = [None] * len(self.copies)
        return self._layers

    def _own(self, links: list[int]) -> list[int]:
        assert self.winner is not None
        link_of = self.copies[self.winner].link_of
        found = sorted(link_of[link] for link in links)
        if self._laid is None:
            return found
        number = {link: index for index, link in enumerate(self._laid)}
        return [number[link] for link in found]

    def solution(self, rank: int) -> list[int]:
        """The links of solution `rank` (0 .. total - 1) in an order fixed for the board; 0 and 1 make witnesses."""
        return self._own(self.layers().solution(rank))

    def witnesses(self) -> list[list[int]]:
        """After DONE with `saturate`: the links of each solution that `total` counts; none if traces had no room."""
        return [self._own(links) for links in self._traced]

    def sample(self, random: object) -> list[int]:
        """The links of a uniformly random solution; `random` is an engine Random."""
        layers = self.layers()
        return self._own(layers.solution(below(random, layers.total)))

    def heat(self) -> list[int]:
        """For every link the number of solutions that use it; the total is `layers().total`."""
        shares = self.layers().heat()
        assert self.winner is not None
        heat = [0] * len(shares)
        for link, share in zip(self.copies[self.winner].link_of, shares, strict=True):
            heat[link] = share
        return heat


def below(random: object, bound: int) -> int:
    """A uniform integer in `range(bound)` of any size, from an engine Random.

    As many 32-bit words as it takes, high bits first, drawn anew when the value is too large.
    """
    bits = (bound - 1).bit_length()
    words = (bits + 31) // 32
    while True:
        value = 0
        for _ in range(words):
            value = value << 32 | random.word()  # type: ignore[attr-defined]
        value >>= 32 * words - bits
        if value < bound:
            return value


def census(width: int, height: int, *, fill: bool = True, solids: Sequence[int] = ()) -> list[int]:
    """The number of sets of disjoint paths of at least two cells that may touch, by number of paths 0 .. cells // 2.

    Under `fill` they cover the board, otherwise cells may stay empty.  Runs to its end: `census_sweep` is for slices.

    >>> census(3, 3)
    [0, 20, 100, 102, 20]
    """
    run = census_sweep(width, height, fill=fill, solids=solids)
    while (status := run.advance(200_000)) == PAUSED:
        pass
    if status == FULL:
        raise MemoryError(f"the census of {width}x{height} is out of reach: {run.peak} states in one layer")
    return run.totals()


def census_sweep(
    width: int,
    height: int,
    *,
    fill: bool = True,
    solids: Sequence[int] = (),
    cap_bytes: int = 2_000_000_000,
) -> Sweep:
    """The census as a resumable sweep along the narrower side: call advance until DONE, then totals.

    A state holds `terms` counts, so the work in a state grows with the board: take slices accordingly smaller.
    """
    cells = [0] * (width * height)
    for cell in solids:
        cells[cell] = -1
    copy = Copy(width, height, cells, None, (int(width > height), 0, 0))
    return Frontier(copy.width, copy.height, copy.cells, fill=fill, census=True, cap_bytes=cap_bytes)
