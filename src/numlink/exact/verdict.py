"""The answers of the services: values with their rules, the solutions that show them, and the work they took."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from enum import StrEnum
from fractions import Fraction
from operator import add, attrgetter, sub
from typing import Annotated, Any, TypedDict, cast

from numlink.formats.json_lines import JsonPath, RulesWord, paths_object
from numlink.model.puzzle import Solution
from numlink.model.rules import Claim, Rules
from numlink.model.words import html_table


class Answer(StrEnum):
    """How many solutions there are: exactly one, more than one, none, or not known; the value is the word in JSON."""

    UNIQUE = "unique"
    MULTIPLE = "multiple"
    NONE = "none"
    UNKNOWN = "unknown"


WORDS = {
    Answer.UNIQUE: "exactly one solution",
    Answer.MULTIPLE: "more than one solution",
    Answer.NONE: "no solution",
    Answer.UNKNOWN: "unknown",
}
"""Each answer in words."""

STRICT_WORDS = {Answer.UNIQUE: "strictly unique", Answer.UNKNOWN: "unknown whether strictly unique"}
"""Answers to the strict claim in words; all other answers are "not strictly unique"."""


class EffortObject(TypedDict):
    """Counted work."""

    conflicts: int
    decisions: int
    propagations: int
    states: int


class RungObject(TypedDict):
    """An answer under other rules."""

    rules: RulesWord
    verdict: Annotated[str, Answer]


class VerdictObject(TypedDict):
    """A verdict, with the solutions that show it."""

    verdict: Annotated[str, Answer]
    rules: RulesWord
    claim: Annotated[str, Claim]
    paths: Annotated[list[JsonPath] | None, "a solution, where one is known"]
    second: Annotated[list[JsonPath] | None, "another solution"]
    reason: str | None
    strict: Annotated[bool | None, "whether it is the only linking even if cells may stay empty; null: not known"]
    below: Annotated[list[RungObject], "with unknown: what is known under rules whose solutions count here"]
    clear_within: Annotated[
        int, "with unknown: the side of the windows in which no other solution differs from `paths`; 0: not known"
    ]
    effort: EffortObject
    seconds: float


@dataclass(frozen=True, slots=True)
class Effort:
    """Counted work, the same on every machine: what the search did in three counts, and states of the frontier.

    Efforts add up.

    >>> str(Effort(conflicts=2) + Effort(conflicts=1, states=40))
    '3 conflicts, 40 states'
    """

    conflicts: int = 0
    decisions: int = 0
    propagations: int = 0
    states: int = 0

    def to_json(self) -> EffortObject:
        """The counts by name."""
        return cast(EffortObject, asdict(self))

    def __add__(self, other: Effort) -> Effort:
        """The work of both."""
        return Effort(*map(add, _counts(self), _counts(other)))

    def __sub__(self, other: Effort) -> Effort:
        """The work done since `other`."""
        return Effort(*map(sub, _counts(self), _counts(other)))

    def __str__(self) -> str:
        worked = ((value, name) for name, value in asdict(self).items() if value)
        return ", ".join(f"{value:,} {name if value > 1 else name[:-1]}" for value, name in worked) or "no work"


_counts = attrgetter("conflicts", "decisions", "propagations", "states")  # `astuple` copies deeply, which is slow


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer of `solve` and `prove`, with the solutions that show it.

    `answer` is UNIQUE with `solution`; MULTIPLE with `solution` and a different `second`; NONE with the reason in
    `reason`; UNKNOWN if the work ended before the answer (`solution` may still hold one).  `rules` and `claim` say what
    was asked, `effort` and `seconds` what it cost.

    If the answer is UNKNOWN, `below` has the verdicts under other rules whose solutions are all solutions here, and
    `clear_within` is the side of the largest windows in which no other solution differs from `solution`: windows of all
    sides up to it were searched, half a window apart (0: not known).

    `strict` says whether the strict claim holds: exactly one linking even if cells may stay empty, and it covers.  A
    puzzle for which it holds has exactly one solution under each of the four rules, so `strict` is False with NONE and
    MULTIPLE.  With UNIQUE it is True or False if the proof showed it and None if it did not.

    >>> import numlink
    >>> verdict = numlink.prove(numlink.Puzzle.from_rows([[1, 1], [0, 0]]))
    >>> verdict.answer, verdict.solution.paths
    (<Answer.UNIQUE: 'unique'>, ((0, 2, 3, 1),))
    """

    answer: Answer
    rules: Rules
    claim: Claim = Claim.UNIQUE
    solution: Solution | None = None
    second: Solution | None = None
    reason: str | None = None
    strict: bool | None = None
    effort: Effort = field(default_factory=Effort)
    seconds: float = 0.0
    below: tuple[Verdict, ...] = ()
    clear_within: int = 0

    def __post_init__(self) -> None:
        """Set `strict` to False if the answer refutes the strict claim."""
        if self.answer in (Answer.NONE, Answer.MULTIPLE):
            object.__setattr__(self, "strict", False)

    @property
    def solved(self) -> bool:
        """Whether a solution is known."""
        return self.solution is not None

    def __str__(self) -> str:
        strict = self.claim is Claim.STRICT
        words = STRICT_WORDS.get(self.answer, "not strictly unique") if strict else WORDS[self.answer]
        reason = self.reason or (WORDS[self.answer] if strict and self.answer is Answer.MULTIPLE else None)
        said = f"{words}, under {self.rules}" + (f": {reason}" if reason else "")
        for each in self.below:
            said += f"; {WORDS[each.answer]}, under {each.rules}"
        side = self.clear_within
        return said + (f"; no other solution differs only within a window of {side}x{side} cells" if side else "")

    def __repr__(self) -> str:
        return f"<Verdict: {self}>"

    def _repr_html_(self) -> str:
        """How a notebook shows a verdict."""
        rows = [("verdict", self), ("effort", self.effort), ("seconds", f"{self.seconds:.3f}")]
        shown = "" if self.solution is None else self.solution._repr_svg_()
        return html_table(rows) + shown

    def to_json(self) -> VerdictObject:
        """The verdict as a JSON object; paths that are not known are null."""
        return {
            "verdict": self.answer.value,
            "rules": self.rules.name,
            "claim": self.claim.value,
            "paths": None if self.solution is None else paths_object(self.solution),
            "second": None if self.second is None else paths_object(self.second),
            "reason": self.reason,
            "strict": self.strict,
            "below": [{"rules": each.rules.name, "verdict": each.answer.value} for each in self.below],
            "clear_within": self.clear_within,
            "effort": self.effort.to_json(),
            "seconds": round(self.seconds, 6),
        }


class Count(int):
    """The exact number of solutions: an int of any size that also has `rules`, `effort` and `seconds`.

    >>> import numlink
    >>> found = numlink.count(numlink.Puzzle.from_rows([[1, 0, 2], [1, 0, 2]]))
    >>> found + 1, found.rules.name
    (3, 'cover')
    """

    rules: Rules
    effort: Effort
    seconds: float

    def __new__(cls, value: int, *, rules: Rules, effort: Effort, seconds: float) -> Count:
        """`value` with the rules under which it was counted, and the work and the seconds that it took."""
        self = super().__new__(cls, value)
        self.rules, self.effort, self.seconds = rules, effort, seconds
        return self

    def __getnewargs_ex__(self) -> tuple[tuple[int], dict[str, Any]]:
        return (int(self),), {"rules": self.rules, "effort": self.effort, "seconds": self.seconds}

    def __str__(self) -> str:
        return int.__repr__(self)


class Heat(dict[tuple[int, int], Fraction]):
    """For each link (two cells, the smaller first), the share of solutions that use it, as a Fraction.

    `total` is the number of solutions; `rules`, `effort` and `seconds` are as in `Count`.

    >>> import numlink
    >>> numlink.heat(numlink.parse("1 1")[0])[0, 1]
    Fraction(1, 1)
    """

    rules: Rules
    total: int
    effort: Effort
    seconds: float

    def __init__(
        self, shares: dict[tuple[int, int], Fraction], *, rules: Rules, total: int, effort: Effort, seconds: float
    ) -> None:
        super().__init__(shares)
        self.rules, self.total, self.effort, self.seconds = rules, total, effort, seconds


class Census(tuple[int, ...]):
    """A tuple: `census[k]` is the number of ways to lay k paths under the given rules; `sum(census)` counts all ways.

    >>> import numlink
    >>> numlink.census(2, 2)
    (0, 4, 2)
    """

    __slots__ = ()
