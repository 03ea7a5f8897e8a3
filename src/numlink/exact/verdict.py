"""What the solver answers: values that carry their rules, their witnesses and what they cost."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, astuple, dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import Any

from numlink.formats.json_lines import paths_object
from numlink.model.puzzle import Solution
from numlink.model.rules import Claim, Rules


class Answer(StrEnum):
    """How many solutions there are, as far as is known; the value is the word used in JSON."""

    UNIQUE = "unique"
    MULTIPLE = "multiple"
    NONE = "none"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Effort:
    """Counted work, the same on every machine: conflicts and decisions of the search, states of the frontier."""

    conflicts: int = 0
    decisions: int = 0
    propagations: int = 0
    states: int = 0

    def __add__(self, other: Effort) -> Effort:
        """The work of both."""
        return Effort(*(mine + theirs for mine, theirs in zip(astuple(self), astuple(other), strict=True)))

    def __str__(self) -> str:
        worked = ((value, name) for name, value in asdict(self).items() if value)
        return ", ".join(f"{value:,} {name if value > 1 else name[:-1]}" for value, name in worked) or "no work"


@dataclass(frozen=True, slots=True)
class Verdict:
    """An answer with its witnesses.

    UNIQUE has `solution`; MULTIPLE also a different `second`; NONE says why in `reason`; UNKNOWN means that the work
    ended before the answer (`solution` may still hold one).  `rules` and `claim` say what was asked.

    `strict` says whether the strict claim holds.  Where it does there is exactly one solution under all four rules (the
    only linking covers, and does not touch itself, or a short cut would be another): so it is False with NONE and
    MULTIPLE, whatever the rules.  Otherwise it is None unless it was learned by the way, and with UNIQUE which engine
    ended first may decide that.
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

    def __post_init__(self) -> None:
        """What the answer says of the strict claim."""
        if self.answer in (Answer.NONE, Answer.MULTIPLE):
            object.__setattr__(self, "strict", False)

    @property
    def solved(self) -> bool:
        """Whether a solution is known."""
        return self.solution is not None

    def __str__(self) -> str:
        under = f"{self.claim} under {self.rules}" if self.claim is Claim.STRICT else f"under {self.rules}"
        words = {
            Answer.UNIQUE: f"exactly one solution, {under}",
            Answer.MULTIPLE: f"more than one solution, {under}",
            Answer.NONE: f"no solution, {under}",
            Answer.UNKNOWN: f"unknown, {under}",
        }[self.answer]
        return words + (f": {self.reason}" if self.reason else "")

    def to_json(self) -> dict[str, Any]:
        """The JSON object of the contract; paths that are not known are null."""
        return {
            "verdict": self.answer.value,
            "rules": self.rules.name,
            "claim": self.claim.value,
            "paths": self.solution and paths_object(self.solution),
            "second": self.second and paths_object(self.second),
            "reason": self.reason,
            "strict": self.strict,
            "effort": asdict(self.effort),
            "seconds": round(self.seconds, 6),
        }


class Count(int):
    """An exact number of solutions: an int of any size that also knows its `rules`, `effort` and `seconds`."""

    rules: Rules
    effort: Effort
    seconds: float

    def __new__(cls, value: int, *, rules: Rules, effort: Effort, seconds: float) -> Count:
        """`value` with where it came from."""
        self = super().__new__(cls, value)
        self.rules, self.effort, self.seconds = rules, effort, seconds
        return self

    def __getnewargs_ex__(self) -> tuple[tuple[int], dict[str, Any]]:
        return (int(self),), {"rules": self.rules, "effort": self.effort, "seconds": self.seconds}

    def __str__(self) -> str:
        return int.__repr__(self)


class Heat(dict[tuple[int, int], Fraction]):
    """For each link (its two cells) the exact share of solutions that use it; `total` is their number."""

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
    """`census[k]`: the number of covers with k paths, from k = 0; `sum(census)` is the number of all."""

    __slots__ = ()

    def __new__(cls, counts: Iterable[int]) -> Census:
        """The counts by number of paths."""
        return super().__new__(cls, counts)
