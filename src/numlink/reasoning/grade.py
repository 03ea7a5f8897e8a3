"""Grades, and the figures behind them; docs/difficulty.md defines the grades and shows how often each occurs."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from math import ceil
from typing import Annotated, TypedDict, cast

from numlink.exact.verdict import Answer
from numlink.formats.json_lines import RulesWord
from numlink.model.puzzle import Solution
from numlink.model.rules import Rules
from numlink.model.words import html_table

WEIGHTS = (0.0, 0.0, 0.5, 1.0, 1.0, 1.0)
"""The weight in the effort of a round of each tier: 0 to 4, then look-ahead (bench/notes/grades.md)."""

INTENSITIES = (0.1, 0.6, 1.0, 2.5)
"""The least effort per 100 cells for two to five stars, and for medium to extreme (bench/notes/grades.md)."""

FEWEST_CELLS = 64  # smaller boards count as this many cells: else one long deduction would make a 3x3 board extreme
BY_RULES = 3  # the highest tier that people use with ease; the tiers above are counting colours and trying
MISLEADING = (0.3, 0.7)  # the least `misleading` of sly and of devious puzzles (bench/notes/grades.md)
LARGEST_GRADED = 400  # cells of the largest board that a book, a page or a screen grades unasked, in under a second

IDEAS = (
    "what a single cell forces",
    "which numbers can reach a cell",
    "regions and bottlenecks",
    "no path touches itself",
    "counting cells as on a checkerboard",
    "trying a link until it fails",
)
"""The hardest idea that a puzzle needs, by its hardest tier."""

A_CELL, AN_EFFORT, MOST_EFFORT = 0.8, 0.35, 16
"""Seconds per cell; seconds per cell and point of effort; the most effort that counts (par times of the page, too)."""


class Reading(StrEnum):
    """What a rating or explanation takes for granted about a puzzle.

    RULES: only its rules.  STRICT: it is proven that there is one linking even if cells may stay empty; then no path
    touches itself (S1), which readers of magazines use.  ASSUMED: the same, but the proof was given up after a fixed
    number of conflicts; nothing found since contradicts it.
    """

    RULES = "rules"
    STRICT = "strict"
    ASSUMED = "assumed"


class Grade(IntEnum):
    """The grades in ascending order; NONE is for boards not known to have exactly one solution."""

    NONE = 0
    EASY = 1
    MEDIUM = 2
    HARD = 3
    EXPERT = 4
    EXTREME = 5

    def __str__(self) -> str:
        return self.name.lower()


class RatingObject(TypedDict):
    """A grade and the figures behind it; docs/difficulty.md explains them."""

    grade: Annotated[int, "from 1 (easy) to 5 (extreme), 0 without one"]
    name: Annotated[str, tuple(str(grade) for grade in Grade)]
    rules: RulesWord
    verdict: Annotated[str, Answer]
    solved: bool
    hardest_tier: int
    tiers: Annotated[list[int], "links decided by each tier"]
    bottleneck: int
    looks: int
    depth: int
    longest: int
    rounds: int
    guesses: int
    detour: float | None
    deception: float | None
    effort: float | None
    intensity: Annotated[float | None, "effort per 100 cells"]
    stars: int
    misleading: float | None
    manner: str | None
    reading: Annotated[str, Reading]
    remark: str | None


@dataclass(frozen=True, slots=True)
class Rating:
    """A grade and the figures behind it.

    solved       whether rules and look-ahead solve the puzzle without a guess
    tiers        `tiers[t]` is the number of links decided by tier t (0 local, 1 label domains, 2 regions and cuts,
                 3 no touching, 4 colours, 5 look-ahead); `hardest_tier` is the highest tier in use
    bottleneck   the fewest links that one round beyond tier 0 decided, 0 after a guess; all links without such a round
    looks        passes of look-ahead, with or without a result; human_solver.Looked says which links are tried
    depth        1 if tries were made, 2 if also tries inside tries, 0 if none
    longest      the rounds of the longest of the shortest refutations of all passes; `rounds` is their sum
    guesses      how often look-ahead decided nothing and links were taken from the solution
    effort       the sum over all rounds of WEIGHTS[tier] / links decided, plus 1 for each guess: many rounds that each
                 decide little make a puzzle laborious; like the four below, None without a grade
    intensity    the effort per 100 open cells (`intensity_of`), which decides the grade
    detour       the links of all paths divided by the straight distances of their ends
    deception    the share of the guesses in guesses.py that are wrong
    misleading   `deception` times sqrt(open cells) / pairs
    reading      what was taken for granted; if ASSUMED, `remark` says so
    verdict      how many solutions there are; `remark` says why there is no grade
    """

    grade: Grade
    rules: Rules
    solved: bool
    hardest_tier: int
    tiers: tuple[int, ...]
    bottleneck: int
    looks: int
    depth: int
    longest: int
    rounds: int
    guesses: int
    detour: float | None
    deception: float | None
    solution: Solution | None
    verdict: Answer = Answer.UNIQUE
    remark: str | None = None
    effort: float | None = None
    misleading: float | None = None
    reading: Reading = Reading.RULES
    intensity: float | None = None

    @property
    def stars(self) -> int:
        """One to five stars, by intensity; 0 without a grade."""
        return 0 if self.intensity is None else 1 + bounds_reached(self.intensity)

    @property
    def manner(self) -> str | None:
        """`plain`, `sly` or `devious`, by `misleading` (MISLEADING has the bounds); None without a grade."""
        if self.misleading is None:
            return None
        return ("plain", "sly", "devious")[sum(self.misleading >= least for least in MISLEADING)]

    @property
    def number(self) -> int:
        """The grade as a number: 1 easy to 5 extreme, 0 without a grade."""
        return int(self.grade)

    @property
    def order(self) -> tuple[int, ...]:
        """A sort key for puzzles, easiest first."""
        effort = round(1000 * (self.effort or 0))
        return self.number, self.guesses, effort, self.looks, self.hardest_tier, self.rounds, -self.bottleneck

    @property
    def idea(self) -> str:
        """The hardest idea that the puzzle needs, in words."""
        return "a guess, because reasoning alone does not solve it" if self.guesses else IDEAS[self.hardest_tier]

    def seconds(self, cells: int) -> int:
        """About how long a person takes on a board of `cells` cells, as a multiple of 5."""
        effort = min(MOST_EFFORT, self.effort or 0)
        return 5 * ceil(cells * (A_CELL + AN_EFFORT * effort) / 5)

    def __str__(self) -> str:
        if self.grade is Grade.NONE:
            return f"no grade: {self.remark}"
        return f"{'*' * self.stars:5} {self.grade}, hardest idea: {self.idea}"

    def __repr__(self) -> str:
        return f"<Rating: {' '.join(str(self).split())}>"

    def _repr_html_(self) -> str:
        return html_table((name.replace("_", " "), value) for name, value in self.to_json().items())

    def to_json(self) -> RatingObject:
        """The rating as a JSON object: `grade` (a number), its `name`, and the figures behind it."""
        words = {"name": str(self.grade), "rules": self.rules.name, "verdict": str(self.verdict)}
        others = {"grade": self.number, "tiers": list(self.tiers), "reading": self.reading.value, **words}
        names = RatingObject.__annotations__
        return cast(RatingObject, {name: others[name] if name in others else getattr(self, name) for name in names})


def intensity_of(effort: float, cells: int) -> float:
    """The effort (to three decimals) per 100 of `cells`, the open cells of the board, rounded down to three decimals.

    >>> intensity_of(1.8, 144), intensity_of(0.8, 9)
    (1.25, 1.25)
    """
    return 100 * round(1000 * round(effort, 3)) // max(FEWEST_CELLS, cells) / 1000


def effort_from(intensity: float, cells: int) -> float:
    """The least effort that gives a board of `cells` open cells at least this intensity.

    >>> effort_from(1.25, 144), effort_from(1.25, 9)
    (1.8, 0.8)
    """
    return -(-round(1000 * intensity) * max(FEWEST_CELLS, cells) // 100) / 1000


def bounds_reached(intensity: float) -> int:
    """The number of INTENSITIES that an intensity reaches, 0 to 4."""
    return sum(intensity >= least for least in INTENSITIES)


def grade_of(*, intensity: float, hardest: int, depth: int, guesses: int) -> Grade:
    """The grade by intensity, but at least HARD with colours or look-ahead, EXPERT with tries inside tries, EXTREME
    with a guess.  It never falls if a figure grows.
    """
    if guesses:
        return Grade.EXTREME
    least = Grade.EXPERT if depth > 1 else Grade.HARD if hardest > BY_RULES else Grade.EASY
    return max(least, Grade(1 + bounds_reached(intensity)))
