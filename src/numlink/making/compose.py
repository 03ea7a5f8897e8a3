"""Making one puzzle: anneal a cover, inspect it, anneal again where it is doubtful, until a proof stands.

    solids, pairs ── anneal ──> cover ── inspect ──> no doubts: proven, done
                       ^          ^          │
                       │          │          v  a few doubtful or hard links
                    start anew    └── anneal a window around each, look at its surroundings
                       ^                     │
                       └── too many rounds ──┘

Nothing here knows which other solution there is, only where the first link of one lies (`engine.inspection`), and all
limits count work.  So a seed decides the puzzle, and the clock can only make it give up.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from numlink.engine import arrays as board
from numlink.engine.covers.anneal import ENDED, PAUSED, UNIT, Annealer
from numlink.engine.covers.crop import crop
from numlink.engine.covers.growth import Growth
from numlink.engine.covers.random import Random
from numlink.engine.search.inspection import Inspection
from numlink.engine.search.no_touch import canonical_clauses, no_touch_clauses
from numlink.engine.search.search import Search, Status
from numlink.errors import BudgetEnded
from numlink.exact.budget import Budget
from numlink.making.recipe import Spec
from numlink.making.wishes import PathSymmetry, Solids

ATTEMPTS = 400
"""Covers begun from scratch before giving up."""

STEPS_A_SLICE = 200_000
"""Steps of annealing between two looks at the clock: about 10 ms."""

HOT, SHAKEN, COOL = 14 * 16, 29 * 16, UNIT
"""Temperatures in sixteenths of an energy unit: where annealing starts, where a window is mixed, where it ends."""

SWEEPS, WINDOW_SWEEPS, SHAKING_SWEEPS = 500, 1000, 10
"""Steps a cell: most for a cover, most for a window, and of mixing before a window is annealed."""

RADIUS = 3
"""Cells from a doubtful link to the edge of the window around it."""

CHANGED = 2
"""Cells to the edge of the window annealed anew to change a finished puzzle, at least; at most twice as many."""

CHANGED_ROUNDS = 4
"""Inspections after which such a change is left: it is cheap (15x15: 2 ms median) but for a few that never settle."""

MARGIN = 7
"""Cells around a window that are inspected with it: what is free of doubts in so wide a crop mostly stays so in the
whole board.  40x40 with 145 pairs took 3.7 s with 4, 1.4 s with 7."""

CHASES = 16
"""Windows annealed for one doubt before the whole board is inspected again."""

LARGEST_WHOLE = 150
"""Cells up to which no crops are inspected: the whole board is hardly larger."""

PATIENCE, CROP_PATIENCE = 100, 30
"""Conflicts that one query may take, on the whole board and in a crop, before its link counts as hard.

Small numbers win: proofs are heavy-tailed, and another window is cheaper than a long query.
"""

MANY = 900
"""Cells from which on an inspection goes through to its end; on smaller boards it stops at one doubt in 100 cells."""


@dataclass(slots=True)
class Statistics:
    """What making puzzles took: covers begun, inspections of whole boards, windows annealed anew, conflicts of the
    search, pairs of the cover in hand, boards drawn or changed to meet a grade, puzzles done, and failures of
    attempts by reason."""

    attempts: int = 0
    proofs: int = 0
    windows: int = 0
    conflicts: int = 0
    pairs: int = 0
    tries: int = 0
    puzzles: int = 0
    failures: Counter[str] = field(default_factory=Counter)


Watch = Callable[[Statistics], None]


def default_pairs(cells: int) -> int:
    """How many pairs a board of so many cells gets: few, as long as the proof takes only moments.

    >>> [default_pairs(n * n) for n in (5, 7, 10, 15, 20, 40, 100)]
    [4, 5, 8, 16, 26, 140, 1100]
    """
    below = DENSITIES[0]
    for above in DENSITIES:
        if cells <= above[0]:
            span = max(1, above[0] - below[0])
            hundredths = below[1] + (above[1] - below[1]) * (cells - below[0]) // span
            return max(1, (100 * cells + hundredths // 2) // hundredths)
        below = above
    return max(1, 100 * cells // below[1])


DENSITIES = (
    (4, 300), (25, 625), (49, 980), (100, 1250), (225, 1406), (400, 1538), (900, 1200), (1600, 1143), (3600, 1000),
    (10000, 909),
)  # fmt: skip
"""Cells, and hundredths of cells a path on a board of that size; linear between."""


def neighbours_of(width: int, height: int, solid: list[bool]) -> list[int]:
    """Four slots a cell (up, right, down, left; -1 for none) as `engine.covers.cover` wants them."""
    slots = []
    for cell in range(width * height):
        column = cell % width
        for there, exists in (
            (cell - width, cell >= width),
            (cell + 1, column < width - 1),
            (cell + width, cell + width < width * height),
            (cell - 1, column > 0),
        ):
            slots.append(there if exists and not solid[cell] and not solid[there] else -1)
    return slots


def image_of(width: int, height: int, symmetry: PathSymmetry) -> list[int]:
    """Where a symmetry takes each cell; empty for none."""
    if symmetry is PathSymmetry.ROTATE:
        return list(range(width * height - 1, -1, -1))
    if symmetry is PathSymmetry.MIRROR:
        return [row * width + width - 1 - column for row in range(height) for column in range(width)]
    return []


def turned_parity(spec: Spec, centre_solid: bool) -> int | None:
    """Whether a cover that a half turn maps onto itself has an even (0) or odd (1) number of paths; None: either.

    Paths come in twos but for one through the centre: through the middle cell it must be, through a middle link it
    may be, and where four cells meet there is none.
    """
    if spec.symmetry is not PathSymmetry.ROTATE or (spec.width + spec.height) % 2:
        return None
    return int(spec.width % 2 == 1 and not centre_solid)


class Composer:
    """Makes the cover of one Spec; its randomness is one stream from the seed."""

    def __init__(self, spec: Spec, clock: Budget, statistics: Statistics, watch: Watch | None = None) -> None:
        self.spec = spec
        self.clock = clock
        self.statistics = statistics
        self.watch = watch
        self.size = spec.width * spec.height
        self.random = Random(spec.seed)
        self.image = image_of(spec.width, spec.height, spec.symmetry)

    def compose(self) -> Annealer:
        """A cover proven to be the only one; raises BudgetEnded when the time or the attempts are over."""
        for attempt in range(ATTEMPTS):
            self._breathe()
            self.statistics.attempts += 1
            solid = self._solids()
            if isinstance(self.spec.solids, int) and sum(solid) != len(self.spec.mask) + self.spec.solids:
                self.statistics.failures["no room for the solids"] += 1
                continue
            wanted = self._wanted_pairs(solid, attempt)
            cover = self._cover(solid, wanted)
            if cover is None:
                self.statistics.failures["no cover"] += 1
            elif self._settle(cover, 40 + self.size // 8):
                return cover
        raise BudgetEnded(
            f"no puzzle after {ATTEMPTS} attempts ({', '.join(self.statistics.failures)}). "
            "Try another seed, or wish for less: fewer solids, shorter paths, more pairs."
        )

    def recompose(self, paths: Sequence[Sequence[int]], near: int, *, more: int = 0) -> Annealer | None:
        """The cover of `paths` with a window around cell `near` annealed anew, to `more` paths more, and proven again;
        None where that does not come to an end.  Cells on no path are solid and stay so."""
        solid = [True] * self.size
        for path in paths:
            for cell in path:
                solid[cell] = False
        cover = self._annealer(solid)
        cover.load(paths)
        cover.most = cover.least = len(paths) + more
        radius = CHANGED + self.random.below(CHANGED + 1)
        reached = self._anneal_window(cover, near, radius) and cover.pairs == cover.most
        return cover if reached and self._settle(cover, CHANGED_ROUNDS) else None

    def _breathe(self) -> None:
        """Between two slices of work: the clock, Ctrl-C, the progress bar."""
        self.clock.require("a puzzle was proven")
        if self.watch is not None:
            self.watch(self.statistics)

    def _wanted_pairs(self, solid: list[bool], attempt: int) -> int:
        """The first attempts ask for the usual number, later ones for more and more."""
        cells = self.size - sum(solid)
        least, most = self.spec.pairs or (1, cells // self.spec.min_length)
        most = max(1, min(most, cells // self.spec.min_length))
        usual = default_pairs(cells)
        if self.spec.strict or self.image:
            usual += usual // 4  # as hard to prove as fewer are otherwise
        more = attempt // 8
        wanted = max(least, min(most, usual + more * (more + 1) // 2 * max(1, usual // 16)))
        parity = turned_parity(self.spec, solid[self.size // 2])
        if parity is not None and wanted % 2 != parity:
            wanted += 1 if wanted < most else -1
        return wanted

    # -- solids ------------------------------------------------------------------------------------------------

    def _solids(self) -> list[bool]:
        solid = [False] * self.size
        for cell in self.spec.mask:
            solid[cell] = True
        wanted = self.spec.solids
        if wanted is Solids.ANY:
            growth = Growth(self.spec.width, self.spec.height, self.random.word())
            growth.grow(self.size)
            growth.number_paths()
            for cell, content in enumerate(growth.board()):
                if content < 0:
                    self._place(solid, cell)
        elif wanted is not Solids.NONE:
            count = 1 + self.random.below(1 + self.size // 40) if wanted is Solids.FEW else int(wanted)
            self._scatter(solid, count)
        return solid

    def _scatter(self, solid: list[bool], count: int) -> None:
        """`count` more solids at random, apart from each other as long as there is room.

        With a symmetry they come in twos; an odd one goes where the symmetry keeps a cell in place.
        """
        fixed = [cell for cell, there in enumerate(self.image) if cell == there and not solid[cell]]
        if count % 2 and fixed:
            solid[fixed[self.random.below(len(fixed))]] = True
            count -= 1
        for tries in range(60 * self.size):
            if count <= 0:
                return
            cell = self.random.below(self.size)
            crowded = tries < 20 * self.size and self._beside_solid(solid, cell)
            alone = bool(self.image) and self.image[cell] == cell
            together = 2 if self.image and not alone else 1
            if solid[cell] or crowded or together > count or (alone and tries < 40 * self.size):
                continue
            self._place(solid, cell)
            count -= together

    def _place(self, solid: list[bool], cell: int) -> None:
        solid[cell] = True
        if self.image:
            solid[self.image[cell]] = True

    def _beside_solid(self, solid: list[bool], cell: int) -> bool:
        width = self.spec.width
        row, column = divmod(cell, width)
        return (
            (row > 0 and solid[cell - width])
            or (column > 0 and solid[cell - 1])
            or (column < width - 1 and solid[cell + 1])
            or (row < self.spec.height - 1 and solid[cell + width])
        )

    # -- covers ------------------------------------------------------------------------------------------------

    def _cover(self, solid: list[bool], pairs: int) -> Annealer | None:
        """A cover with so many pairs, all long enough, or None."""
        cover = self._annealer(solid)
        cover.most = cover.least = pairs
        cover.heat(HOT, COOL, SWEEPS * self.size)
        return cover if self._anneal(cover) else None

    def _annealer(self, solid: list[bool]) -> Annealer:
        """One-cell paths on the open cells, priced as we want them."""
        cover = Annealer(
            neighbours_of(self.spec.width, self.spec.height, solid),
            4,
            self.random,
            solid=solid,
            least_length=self.spec.min_length,
            image=self.image,
        )
        cover.reprice(swap=UNIT)
        return cover

    def _anneal(self, cover: Annealer) -> bool:
        """Run a schedule to its end; whether all that was wanted is reached."""
        while (status := cover.run(STEPS_A_SLICE)) == PAUSED:
            self._breathe()
        self.statistics.pairs = cover.pairs
        return status != ENDED

    # -- doubts ------------------------------------------------------------------------------------------------

    def _settle(self, cover: Annealer, rounds: int) -> bool:
        """Inspect and mend until there are no doubts; False when that does not come to an end."""
        width, height = self.spec.width, self.spec.height
        most = max(1, self.size // 100) if self.size < MANY else self.size
        for _ in range(rounds):
            self.statistics.proofs += 1
            doubts = self._inspect(cover, 0, 0, height, width, most=most, patience=PATIENCE)
            if not doubts:
                return True
            for cell in doubts:
                if not self._mend(cover, cell):
                    self.statistics.failures["stuck"] += 1
                    return False
        self.statistics.failures["doubts remain"] += 1
        return False

    def _inspect(
        self, cover: Annealer, top: int, left: int, height: int, width: int, *, most: int, patience: int
    ) -> list[int]:
        """Cells of the whole board at doubtful and hard links of a crop, at most `most`."""
        cells, links, model = crop(cover, self.spec.width, top, left, height, width)
        inspection = Inspection(self._search(cells, links, height, width), model, patience)
        while inspection.run(400, 200_000, most=most) is Status.PAUSED:
            self._breathe()
        self.statistics.conflicts += inspection.conflicts
        doubts = [links[2 * link] for link in inspection.doubtful + inspection.hard]
        return [(top + cell // width) * self.spec.width + left + cell % width for cell in doubts]

    def _search(self, cells: array[int], links: array[int], height: int, width: int) -> Search:
        strict = self.spec.strict
        search = Search(
            len(cells),
            links,
            labels=board.labels_of(cells),
            degrees=board.degrees_of(cells, 3 if strict else 2),
            touching=strict or self.spec.rules.touch,
        )
        if strict:
            search.add_clauses(canonical_clauses(width, height, cells))
        elif not self.spec.rules.touch:
            search.add_clauses(no_touch_clauses(width, height, cells, fill=True))
        return search

    def _mend(self, cover: Annealer, cell: int) -> bool:
        """Anneal windows until nothing around them is doubtful, or a few times; False when no cover is reached."""
        local = self.size > LARGEST_WHOLE
        for chase in range(CHASES if local else 1):
            if chase:
                top, left, height, width = self._around(cell, RADIUS + MARGIN)
                doubts = self._inspect(cover, top, left, height, width, most=1, patience=CROP_PATIENCE)
                if not doubts:
                    return True
                cell = doubts[0]
            if not any(self._anneal_window(cover, cell, RADIUS + wider) for wider in range(4)):
                return False
        return True

    def _anneal_window(self, cover: Annealer, cell: int, radius: int) -> bool:
        """Mix what lies around a cell and anneal it to as many pairs as before."""
        top, left, height, width = self._around(cell, radius)
        window = [
            row * self.spec.width + column for row in range(top, top + height) for column in range(left, left + width)
        ]
        self.statistics.windows += 1
        cover.confine(window)
        wanted, cover.most = cover.most, 0
        cover.heat(SHAKEN, SHAKEN, SHAKING_SWEEPS * len(window))
        self._anneal(cover)
        cover.most = wanted
        cover.heat(HOT, COOL, WINDOW_SWEEPS * len(window))
        return self._anneal(cover)

    def _around(self, cell: int, radius: int) -> tuple[int, int, int, int]:
        """Top, left, height and width of the square around a cell and its link to the right or below."""
        row, column = divmod(cell, self.spec.width)
        top, left = max(0, row - radius), max(0, column - radius)
        bottom = min(self.spec.height, row + radius + 2)
        right = min(self.spec.width, column + radius + 2)
        return top, left, bottom - top, right - left
