"""The rules of a puzzle: must every cell lie on a path, may a path touch itself?"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, TypeAlias

from numlink.errors import InputError, quoted, unknown_name
from numlink.model.arguments import member, text


@dataclass(frozen=True, slots=True)
class Rules:
    """Whether paths must cover every cell (`fill`) and whether a path may run beside itself (`touch`).

    >>> Rules(fill=True, touch=False)
    Rules.NO_TOUCH
    >>> str(Rules.named("free"))
    'free'
    """

    fill: bool = True
    touch: bool = True

    def __post_init__(self) -> None:
        if not (isinstance(self.fill, bool) and isinstance(self.touch, bool)):
            raise InputError(
                f"fill and touch must be True or False, not {quoted(self.fill)} and {quoted(self.touch)}. "
                "For rules by name, use Rules.named('cover')."
            )

    @property
    def name(self) -> str:
        """The word for these rules in files, messages and on the command line."""
        return _NAMES[self.fill, self.touch]

    @classmethod
    def named(cls, name: str) -> Rules:
        """The rules with this name; raises InputError for anything else."""
        text(name, "the name of rules")
        for (fill, touch), known in _NAMES.items():
            if name == known:
                return cls(fill=fill, touch=touch)
        raise unknown_name("rule set", name, _NAMES.values())

    @classmethod
    def of(cls, rules: RulesLike) -> Rules:
        """The given Rules, or the Rules of the given name; raises InputError for anything else.

        >>> Rules.of("free"), Rules.of(NO_TOUCH)
        (Rules.FREE, Rules.NO_TOUCH)
        """
        if isinstance(rules, cls):
            return rules
        if isinstance(rules, str):
            return cls.named(rules)
        raise InputError(f"rules must be a Rules such as numlink.FREE, or their name, not {quoted(rules)}.")

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"Rules.{self.name.upper().replace('-', '_')}"


_NAMES = {
    (True, True): "cover",
    (True, False): "no-touch",
    (False, True): "free",
    (False, False): "free-no-touch",
}

RulesName: TypeAlias = Literal["cover", "no-touch", "free", "free-no-touch"]
RulesLike: TypeAlias = Rules | RulesName  # what functions take as `rules`: a Rules, or its name

COVER = Rules(fill=True, touch=True)
"""Every cell lies on a path, a path may touch itself: the lab assignment, Flow Free.  The default."""
NO_TOUCH = Rules(fill=True, touch=False)
"""Every cell lies on a path and no path touches itself: what most solvers assume without saying so."""
FREE = Rules(fill=False, touch=True)
"""Cells may stay empty, a path may touch itself: puzz.link, contest boards."""
FREE_NO_TOUCH = Rules(fill=False, touch=False)
"""Cells may stay empty and no path touches itself."""

EVERY_RULES = (COVER, NO_TOUCH, FREE, FREE_NO_TOUCH)

RULES_IN_WORDS = (
    "cover (paths fill the board), no-touch (also, no path touches itself), free (cells may be left empty) "
    "or free-no-touch."
)
"""What a command's help says about the rules that it accepts."""


class Claim(StrEnum):
    """What `prove` has to prove: exactly one solution under the rules (UNIQUE), or under all four of them (STRICT).

    STRICT: there is exactly one linking even if cells may stay empty, and it covers the board.
    """

    UNIQUE = "unique"
    STRICT = "strict"

    @classmethod
    def of(cls, claim: ClaimLike | str) -> Claim:
        """The given Claim, or the Claim of a word (upper or lower case); raises InputError for anything else.

        >>> Claim.of("Strict")
        <Claim.STRICT: 'strict'>
        """
        return member(cls, claim, "claim", any_case=True)


ClaimWord: TypeAlias = Literal["unique", "strict"]
ClaimLike: TypeAlias = Claim | ClaimWord  # what functions take as `claim`: a Claim, or its word
