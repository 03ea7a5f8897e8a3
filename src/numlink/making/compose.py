"""Makes one puzzle: anneals a cover, inspects it, and anneals it again where it is doubtful, until it is proven.

A *cover* is a set of paths over all open cells; it becomes the solution. A link is *doubtful* if an inspection finds
that another solution begins to differ there, and *hard* if the inspection gave up on it. Windows around such links are
annealed and inspected again; after too many rounds a new cover is started. This is called mending.

Where mending is slow, covers are *drawn* instead: new ones are annealed until one is proven to be the only solution
(`Spec.drawn`). All limits count work, so the seed decides the puzzle, and the clock can only end the work. Figures:
bench/notes/generation.md.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from numlink.engine.covers.anneal import ENDED, PAUSED, Annealer
from numlink.engine.covers.energy import UNIT
from numlink.engine.random import Random
from numlink.engine.search.search import Status
from numlink.engine.search.uniqueness import Inspection, Walk
from numlink.errors import BudgetEnded
from numlink.exact.budget import Budget
from numlink.exact.strict import StrictWalks
from numlink.exact.work import SLICE
from numlink.making import styles
from numlink.making.annealing_board import Lattice, fits_pattern, image_of, partners_of
from numlink.making.random_obstacles import scattered, with_bridges, with_walls
from numlink.making.recipe import Spec
from numlink.making.wish_values import ClueSymmetry, PathSymmetry, by_chance
from numlink.model.grid import Grid
from numlink.model.layout import Layout, Wrap
from numlink.model.puzzle import Puzzle

ATTEMPTS = 400  # covers started before the generator gives up: to mend them, or to draw while none was reached
STEPS_A_SLICE = 200_000  # steps of annealing between two looks at the clock: about 10 ms

HOT, SHAKEN, COOL = 14 * 16, 29 * 16, UNIT
"""Temperatures in sixteenths of an energy unit: at the start of annealing, while a window is mixed, at the end."""

SWEEPS, WINDOW_SWEEPS, SHAKING_SWEEPS = 500, 1000, 10
"""Steps of annealing for each cell: the most for a cover, the most for a window, and those that first mix a window."""

PATTERN_SLOWER = 4  # factor for the first two if numbers must stand in a pattern (notes/generation)

FEWEST = {3: 2, 4: 3, 5: 3, 6: 3, 7: 3, 8: 4, 9: 4}
"""For the side of a square without solid cells, the fewest pairs with which a puzzle was found."""

RADIUS = 3  # cells from a doubtful link to the edge of the window around it
CHANGED = 2  # cells from middle to edge of a window that changes a finished puzzle: drawn from this to twice this
CHANGED_ROUNDS = 4  # inspections after which a change of a finished puzzle is given up: a few never lose all doubts
MARGIN = 7  # cells around a window inspected with it, as a crop: enough for mostly right answers (notes/generation)
CHASES = 16  # the most windows annealed for one doubtful link before the whole board is inspected again
LARGEST_WHOLE = 150  # up to this many cells no crops are inspected: they would be hardly smaller than the board

PATIENCE, CROP_PATIENCE = 100, 30
"""Conflicts of one query, on the board and in a crop, before its link counts as hard: annealing is cheaper."""

DRAWS = 4000  # covers drawn before the generator gives up
CHOOSY = 100  # covers after which a proof of any length will do: a narrow board may have no cover with a short one
PICKY = 5  # strict boards with too short reasoning after which one round less will do: some sizes lack longer ones
LONGEST_PROOF = 20_000  # conflicts after which a proof that a drawn cover is unique (not strict) is given up
MANY = 900  # from this many cells on, an inspection lists all doubts; on smaller boards at most one per 100 cells


@dataclass(slots=True)
class Statistics:
    """The work done so far, as numbers.

    attempts    covers started                              pairs      paths of the present cover
    proofs      inspections and proofs of whole boards      tries      boards drawn or changed to meet a grade
    windows     windows annealed again                      puzzles    puzzles finished
    conflicts   conflicts of all searches                   failures   attempts that failed, by reason
    """

    attempts: int = 0
    proofs: int = 0
    windows: int = 0
    conflicts: int = 0
    pairs: int = 0
    tries: int = 0
    puzzles: int = 0
    failures: Counter[str] = field(default_factory=Counter)


Watch = Callable[[Statistics], None]
"""A function that is called again and again while a puzzle is made, and may raise to end the work."""


def default_pairs(cells: int) -> int:
    """The usual number of pairs on a rectangle of `cells` open cells: the fewest that are proven within milliseconds.

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
"""(cells of a board, mean length of its paths in hundredths of a cell); interpolated between two sizes."""


def crowded(pairs: int, tracks: int, layout: Layout) -> int:
    """The usual number of pairs on a board of `tracks` tracks with this layout, if a rectangle would have `pairs`.

    >>> crowded(8, 100, Layout()), crowded(8, 100, Layout(kind="hex")), crowded(8, 98, Layout(layers=2))
    (8, 10, 12)
    """
    wrapped = {Wrap.NONE: 0, Wrap.BOTH: 45}.get(layout.wrap, 15)
    for percent in (layout.pattern.more_pairs, wrapped, 50 if layout.layers > 1 else 0):
        pairs += (pairs * percent * max(100, min(250, tracks)) + 5000) // 10000
    return pairs


class Composer:
    """Makes the puzzle of one Spec; all random choices come from one stream, which the seed decides.

    `proven` becomes True if the finished puzzle itself was proven strict, so that no last proof is needed.
    """

    def __init__(self, spec: Spec, clock: Budget, statistics: Statistics, watch: Watch | None = None) -> None:
        self.spec = spec
        self.clock = clock
        self.statistics = statistics
        self.watch = watch
        self.random = Random(spec.seed)
        self.base = spec.grid
        self.image = image_of(self.base, spec.symmetry) or []
        self.partners = partners_of(self.base, spec.clue_symmetry, spec.clues) or []
        self.slower = PATTERN_SLOWER if self.partners else 1
        self.varied: int | None = None
        self.proven = False
        self.placing = styles.placing_of(spec)
        self.looks = looks = styles.looks_of(spec)
        self.long_rounds = self.random.below(looks.long_rounds + 1) if looks.long_rounds else 0
        self.covers = self.too_short = 0
        self.lattice = self._lattice(self.base)

    def _lattice(self, grid: Grid) -> Lattice:
        return Lattice(grid, self.image, self.partners, rings=(self.looks.rim, self.looks.inner))

    def compose(self) -> Puzzle:
        """A puzzle with its solution, proven to be the only one; raises BudgetEnded when time or attempts are over."""
        drawn = self.spec.drawn
        for attempt in range(DRAWS if drawn else ATTEMPTS):
            if attempt == ATTEMPTS and not self.covers:
                break
            self._tick()
            self.statistics.attempts += 1
            failure = self._lay()
            if failure:
                self.statistics.failures[failure] += 1
                continue
            cover = self._cover(self._wanted_pairs(attempt))
            if cover is None:
                self.statistics.failures["no cover"] += 1
                continue
            self.covers += 1
            if not drawn and not self._settle(cover, 40 + self.base.size // 8):
                continue
            puzzle = self.lattice.puzzle(cover, self.spec.rules)
            if not self.chosen or self._is_only(cover, puzzle):
                return puzzle
        reasons = ", ".join(self.statistics.failures)
        remedy = (
            "Try other numbers of pairs, or mark more cells for the numbers."
            if self.spec.clues
            else "Try another seed, or ask for less: fewer blocks, shorter paths, more pairs."
        )
        raise BudgetEnded(f"no puzzle after {self.statistics.attempts} attempts ({reasons}). {self._fewest()}{remedy}")

    @property
    def chosen(self) -> bool:
        """Whether each cover gets its own proof: it is drawn, or its style limits the work of the proof."""
        return self.spec.drawn or self.looks.hard > 0

    def _fewest(self) -> str:
        spec = self.spec
        fewest = FEWEST.get(spec.width, 0) if spec.width == spec.height and spec.plain and not spec.mask else 0
        if spec.pairs is None or spec.pairs[1] >= fewest:
            return ""
        return f"The fewest pairs found on {spec.size_in_words}: {fewest}. "

    def recompose(self, puzzle: Puzzle, near: int, *, more: int = 0) -> Puzzle | None:
        """`puzzle` with a window around the cell `near` annealed again, and with a new proof; None if that fails.

        `more` is the number of paths to add; if it is negative, paths are taken away.
        """
        assert puzzle.solution is not None
        self.lattice = self._lattice(puzzle.grid)
        cover = self._annealer(puzzle.pairs + max(0, more))
        self.lattice.load(cover, puzzle.solution)
        cover.most = cover.least = len(puzzle.solution.paths) + more
        radius = CHANGED + self.random.below(CHANGED + 1)
        reached = self._anneal_window(cover, near, radius) and cover.pairs == cover.most
        return self.lattice.puzzle(cover, puzzle.rules) if reached and self._settle(cover, CHANGED_ROUNDS) else None

    def _tick(self) -> None:
        self.clock.require("a puzzle was proven")
        if self.watch is not None:
            self.watch(self.statistics)

    def _lay(self) -> str:
        """Draw solids, bridges and walls as the spec asks; returns why that failed, or ''."""
        spec = self.spec
        solids = scattered(spec, self.base, self.random, self.image)
        if isinstance(spec.solids, int) and len(solids) != len(spec.mask) + spec.solids:
            return "no room for the blocks"
        grid = self.base if solids == self.base.solids else replace(self.base, solids=solids)
        obstacles: dict[str, Callable[..., Grid | None]] = {"bridges": with_bridges, "walls": with_walls}
        for what, put_on in obstacles.items():
            if by_chance(wished := getattr(spec, what)):
                laid = put_on(grid, wished, self.random, self.image)
                if laid is None:
                    return f"no room for the {what}"
                grid = laid
        if grid is not self.lattice.grid:
            self.lattice = self._lattice(grid)
        return ""

    def _wanted_pairs(self, attempt: int) -> int:
        """The number of pairs for attempt number `attempt`, from 0: the usual number first, then more and more."""
        tracks = self.lattice.open_tracks
        least, most = self.spec.pairs or (1, tracks // self.spec.min_length)
        most = max(1, min(most, tracks // self.spec.min_length))
        usual = default_pairs(tracks)
        if self.spec.strict or self.image:
            usual += usual // 4  # then a proof is as quick as it is with the usual number of pairs on other boards
        if self.spec.clue_symmetry is ClueSymmetry.QUARTER:
            usual += usual // 4  # annealing rarely reaches fewer
        usual = crowded(styles.usual_pairs(self.spec, usual, tracks), tracks, self.base.layout)
        if self.spec.pairs is None:
            usual = self._varied(usual, tracks)
        more = attempt // (min(self.looks.draws, tracks) if self.spec.drawn else 12 if self.chosen else 8)
        wanted = max(least, min(most, usual + more * (more + 1) // 2 * max(1, usual // 16)))
        parity = self.lattice.parity if self.spec.symmetry is PathSymmetry.ROTATE else None
        if parity is not None and wanted % 2 != parity:
            wanted += 1 if wanted < most else -1
        fitting = (pairs for pairs in range(wanted, most + 1) if fits_pattern(self.lattice, pairs))
        return next(fitting, wanted)

    def _varied(self, usual: int, tracks: int) -> int:
        """`usual`, or a few more or fewer; `chosen` covers keep the first difference, else most would have more."""
        if self.varied is None or not self.chosen:
            self.varied = styles.varied(self.spec, usual, tracks, self.random) - usual
        return usual + self.varied

    # -- covers ------------------------------------------------------------------------------------------------

    def _annealer(self, pairs: int) -> Annealer:
        spec, tracks = self.spec, self.lattice.open_tracks
        least = max(spec.min_length, min(self.looks.shortest, tracks // (2 * pairs)))
        cover = self.lattice.annealer(self.random, least, lengths=styles.length_prices(spec, tracks, pairs, least))
        if self.looks.corner and spec.plain:  # the annealer knows no other corners
            cover.price_corners(self.looks.corner)
        if self.placing is not None:
            cover.place_ends(self.base.width, self.placing.reach, self.placing.isolated)
        return cover

    def _cover(self, pairs: int) -> Annealer | None:
        cover = self._annealer(pairs)
        cover.most = cover.least = pairs
        cover.heat(HOT, COOL, self.slower * SWEEPS * len(self.lattice.solid))
        return cover if self._anneal(cover) else None

    def _anneal(self, cover: Annealer) -> bool:
        """Anneal until a cover is reached (True) or the schedule is over (False)."""
        while (status := cover.run(STEPS_A_SLICE)) == PAUSED:
            self._tick()
        self.statistics.pairs = cover.pairs
        return status != ENDED

    def _is_only(self, cover: Annealer, puzzle: Puzzle) -> bool:
        """Whether a cover is proven to be the only solution; also False if the proof is too long or too short."""
        self.statistics.proofs += 1
        status, conflicts = self._is_strict(puzzle) if self.spec.proven_strict else self._is_unique(cover)
        self.statistics.conflicts += conflicts
        if status is not Status.REFUTED:
            self.statistics.failures["a proof out of range" if status is Status.PAUSED else "another solution"] += 1
        return status is Status.REFUTED

    def _is_strict(self, puzzle: Puzzle) -> tuple[Status, int]:
        """(status, conflicts) of a search for another linking; PAUSED if proof is too long or reasoning too short."""
        corners = StrictWalks(puzzle)
        status = corners.run(self._tick, self.looks.hard or None if self.covers <= CHOOSY else None)
        if status is Status.REFUTED and self._short_reasoning(puzzle):
            status = Status.PAUSED
        self.proven = status is Status.REFUTED
        return status, corners.conflicts

    def _short_reasoning(self, puzzle: Puzzle) -> bool:
        """Whether a strict board takes fewer rounds of long reasoning than this board has to take."""
        if not self.long_rounds:
            return False
        from numlink.reasoning.rate import long_rounds  # loaded only if it is needed

        short = long_rounds(puzzle, self.clock) < self.long_rounds
        self.too_short += short
        if short and self.too_short % PICKY == 0:
            self.long_rounds -= 1
        return short

    def _is_unique(self, cover: Annealer) -> tuple[Status, int]:
        """(status, conflicts) of a search for another solution; PAUSED if it was given up."""
        search, model, _ = self.lattice.search(cover, self.lattice.whole, self.spec.rules, strict=False)
        walk = Walk(search, model)
        while (status := SLICE.of(walk)) is Status.PAUSED and search.conflicts < LONGEST_PROOF:
            self._tick()
        return status, search.conflicts

    # -- doubts ------------------------------------------------------------------------------------------------

    def _settle(self, cover: Annealer, rounds: int) -> bool:
        """Inspect and mend until there are no doubts (True), at most `rounds` times (then False)."""
        size = self.base.size
        most = max(1, size // 100) if size < MANY else size
        for _ in range(rounds):
            self.statistics.proofs += 1
            doubts = self._inspect(cover, self.lattice.whole, most=most, patience=PATIENCE)
            if not doubts:
                return True
            for track in doubts:
                if not self._mend(cover, track):
                    self.statistics.failures["stuck"] += 1
                    return False
        self.statistics.failures["doubts remain"] += 1
        return False

    def _inspect(self, cover: Annealer, region: array[int], *, most: int, patience: int) -> list[int]:
        """The tracks at which doubtful and hard links of a region begin; the inspection ends after `most` of them."""
        search, model, links = self.lattice.search(cover, region, self.spec.rules, strict=self.spec.strict)
        inspection = Inspection(search, model, patience)
        while inspection.run(400, 200_000, most=most) is Status.PAUSED:
            self._tick()
        self.statistics.conflicts += search.conflicts
        return [region[links[2 * link]] for link in inspection.doubtful + inspection.hard]

    def _mend(self, cover: Annealer, track: int) -> bool:
        """Anneal windows, first around `track`, until a crop around the last has no doubts; False: no cover reached."""
        local = self.base.size > LARGEST_WHOLE
        for chase in range(CHASES if local else 1):
            if chase:
                region = self.lattice.around(track, RADIUS + MARGIN)
                doubts = self._inspect(cover, region, most=1, patience=CROP_PATIENCE)
                if not doubts:
                    return True
                track = doubts[0]
            if not any(self._anneal_window(cover, track, RADIUS + wider) for wider in range(4)):
                return False
        return True

    def _anneal_window(self, cover: Annealer, track: int, radius: int) -> bool:
        """Mix the paths around a track and anneal them again to `cover.most` pairs; says whether a cover is reached."""
        window = self.lattice.closed(self.lattice.around(track, radius))
        self.statistics.windows += 1
        self.lattice.confine(cover, window)
        wanted, cover.most = cover.most, 0
        cover.heat(SHAKEN, SHAKEN, SHAKING_SWEEPS * len(window))
        self._anneal(cover)
        cover.most = wanted
        cover.heat(HOT, COOL, self.slower * WINDOW_SWEEPS * len(window))
        return self._anneal(cover)
