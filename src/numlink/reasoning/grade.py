"""Grades, and the figures behind them; docs/difficulty.md defines the grades and shows their spread."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import Annotated, TypedDict

from numlink.exact.verdict import Answer
from numlink.formats.json_lines import RulesWord
from numlink.model.puzzle import Solution
from numlink.model.rules import Rules

WEIGHTS = (0.0, 0.0, 0.5, 1.0, 1.0, 1.0)
"""What a round of each tier counts (0 to 4, and look-ahead).  An expert's solves of 255 magazine boards: with these the
effort tells those in which a trial was needed with AUC .81, with 1 for tiers 1 and 2 as well with .73."""

EFFORTS = (0.5, 1.4, 2.7, 7.0)
"""Efforts at which a puzzle is medium, hard, expert and extreme, and gets two, three, four and five stars.  Within one
size no grade has many more than a third of the boards: hand-made ones of 12x12, and of ours 10x10 to 15x15."""

BY_RULES = 3
"""The hardest tier that people use without a second thought; beyond it they count colours, or try."""

MISLEADING = (0.3, 0.7)
"""Where a puzzle begins to be sly, and to be devious: of an app's regular levels one in ten is devious, of its extreme
ones all are."""


class Reading(StrEnum):
    """As what a puzzle is read: by its RULES alone, or STRICT where it is proven to have one linking in any case.

    Who expects one linking even if cells may stay empty, as readers of magazines do, knows that no path runs beside
    itself (S1), and solves by that.  ASSUMED: whether it is strict was not decided within the conflicts that may take,
    and it was rated as if it were; nothing on the way spoke against that.
    """

    RULES = "rules"
    STRICT = "strict"
    ASSUMED = "assumed"


class Grade(IntEnum):
    """The grades in ascending order; NONE is for boards without exactly one solution."""

    NONE = 0
    EASY = 1
    MEDIUM = 2
    HARD = 3
    EXPERT = 4
    EXTREME = 5

    def __str__(self) -> str:
        return self.name.lower()


class RatingObject(TypedDict):
    """A grade and the figures behind it; docs/difficulty.md says what they mean."""

    grade: Annotated[int, "from 1 easy to 5 extreme, 0 without one"]
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
    stars: int
    misleading: float | None
    manner: str | None
    reading: Annotated[str, Reading]
    remark: str | None


@dataclass(frozen=True, slots=True)
class Rating:
    """A grade and the figures behind it.

    `tiers[t]` is the number of links decided by tier t (0 local, 1 label domains, 2 regions and cuts, 3 no touching,
    4 colours, 5 look-ahead).  `bottleneck`: the fewest links that could be decided at once whenever the local rules
    were exhausted (all links, where they never were).  `looks`: how often all open links had to be tried, in vain or
    not, `depth` how many tries deep, `longest` the rounds of the longest refutation, `rounds` those of all.
    `guesses`: how often not even that said anything and the link that decides most had to be told from the solution.
    `solved`: without any.
    `effort`: the sum over all rounds of WEIGHTS / links decided, a guess counting 1: many rounds that each give little
    make a puzzle long.  `misleading`: `deception` times side of the board over pairs: few pairs whose paths do not go
    where one would guess.  `reading`: as what it was rated; STRICT only where that is proven, and where it is ASSUMED
    the remark says so.
    `detour`: links drawn per link of the straight distances; `deception`: the share of border-hugging and
    straight-route guesses that are wrong.  `verdict` and `remark` say why there is no grade or no solution by reasons.
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

    @property
    def stars(self) -> int:
        """One to five by effort, 0 without a grade."""
        return 0 if self.effort is None else 1 + stars_of(self.effort)

    @property
    def manner(self) -> str | None:
        """`plain`, `sly` or `devious`, by how misleading it is."""
        if self.misleading is None:
            return None
        return ("plain", "sly", "devious")[sum(self.misleading >= least for least in MISLEADING)]

    @property
    def number(self) -> int:
        """The grade as a number: 1 easy to 5 extreme, 0 without a grade."""
        return int(self.grade)

    @property
    def order(self) -> tuple[int, ...]:
        """What puzzles are sorted by, the easiest first."""
        effort = round(1000 * (self.effort or 0))
        return self.number, self.guesses, effort, self.looks, self.hardest_tier, self.rounds, -self.bottleneck

    def __str__(self) -> str:
        if self.grade is Grade.NONE:
            return f"no grade: {self.remark}"
        looks = f"{self.looks} look-aheads {self.depth} deep" if self.looks else "no look-ahead"
        guesses = f", {self.guesses} guesses" if self.guesses else ""
        return (
            f"{self.grade} ({self.number}): hardest tier {self.hardest_tier}, {looks}{guesses}, "
            f"bottleneck {self.bottleneck}"
        )

    def to_json(self) -> RatingObject:
        """The JSON object of the contract: `grade`, its `name`, and the figures behind it."""
        return {
            "grade": self.number,
            "name": str(self.grade),
            "rules": self.rules.name,
            "verdict": str(self.verdict),
            "solved": self.solved,
            "hardest_tier": self.hardest_tier,
            "tiers": list(self.tiers),
            "bottleneck": self.bottleneck,
            "looks": self.looks,
            "depth": self.depth,
            "longest": self.longest,
            "rounds": self.rounds,
            "guesses": self.guesses,
            "detour": self.detour,
            "deception": self.deception,
            "effort": self.effort,
            "stars": self.stars,
            "misleading": self.misleading,
            "manner": self.manner,
            "reading": self.reading.value,
            "remark": self.remark,
        }


def stars_of(effort: float) -> int:
    """How many of EFFORTS it reaches."""
    return sum(effort >= least for least in EFFORTS)


def grade_of(*, effort: float, hardest: int, depth: int, guesses: int) -> Grade:
    """The table of docs/difficulty.md: by effort, but with colours or look-ahead hard at least, with tries inside
    tries expert, and extreme where something had to be guessed.

    More of anything never makes it easier, so that a walk that is not over has the least grade it will come to.
    """
    if guesses:
        return Grade.EXTREME
    least = Grade.EXPERT if depth > 1 else Grade.HARD if hardest > BY_RULES else Grade.EASY
    return max(least, Grade(1 + stars_of(effort)))
