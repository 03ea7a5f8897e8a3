"""What an environment is made with: which boards, which actions, what is seen and what is rewarded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from enum import Enum
from math import isfinite
from typing import TypeVar

from numlink.errors import InputError
from numlink.model.puzzle import Puzzle

Word = TypeVar("Word", bound=Enum)


class Observation(Enum):
    """What is seen: planes of 0 and 1 for networks, a dict of what is where, or the picture in pixels."""

    PLANES = "planes"
    DICT = "dict"
    RGB = "rgb"


class Actions(Enum):
    """What is moved: an end of a number, or a link from any cell."""

    ENDS = "ends"
    CELLS = "cells"


class Reward(Enum):
    """What is rewarded: a solved board with 1, or also each number joined with its share of 1."""

    SOLVED = "solved"
    SHAPED = "shaped"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rewards:
    """What each thing brings, as much as you choose: every step, an action that is not allowed, a number joined (and
    the same less where it is taken apart), a solved board.

    >>> Rewards(step=-0.01, win=5).connect
    0.0
    """

    step: float = 0.0
    invalid: float = 0.0
    connect: float = 0.0
    win: float = 1.0

    def __post_init__(self) -> None:
        for part in fields(self):
            value = getattr(self, part.name)
            if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
                raise InputError(f"the reward {part.name} must be a number, not {value!r:.40}.")


@dataclass(frozen=True, slots=True, kw_only=True)
class EnvironmentOptions:
    """The options of `gymnasium.make` that are not about new boards; words are taken for the enums they name.

    `boards`: puzzles of one size and kind, as a sequence (a `numlink.Dataset` is one), or the folder or file they are
    in; None: a `Stream`.  `pool`: how many different boards, from number `first` on.  `numbers`: the most numbers a
    board may have, which decides how many actions and planes there are; None: by size.  `undo`: the last link of an
    end may be taken back.  `max_steps`: steps after which an episode is truncated; None: four times the cells.
    `background`: a thread makes boards ahead.  Raises InputError for what is no such option.
    """

    boards: Sequence[Puzzle] | str | None = None
    pool: int | None = None
    first: int = 0
    numbers: int | None = None
    observation: Observation = Observation.PLANES
    actions: Actions = Actions.ENDS
    reward: Reward | Rewards = Reward.SOLVED
    undo: bool = False
    max_steps: int | None = None
    background: bool = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "observation", _word(Observation, self.observation, "observation"))
        object.__setattr__(self, "actions", _word(Actions, self.actions, "actions"))
        object.__setattr__(self, "reward", _rewards(self.reward))
        for name in ("pool", "numbers", "max_steps"):
            value = getattr(self, name)
            if value is not None and value < 1:
                raise InputError(f"{name} must be a whole number from 1, not {value}.")
        if self.first < 0:
            raise InputError(f"first must be a whole number from 0, not {self.first}.")


def _rewards(given: object) -> Reward | Rewards:
    if isinstance(given, Rewards):
        return given
    if not isinstance(given, dict):
        return _word(Reward, given, "reward")
    names = [part.name for part in fields(Rewards)]
    unknown = next((name for name in given if name not in names), None)
    if unknown is not None:
        raise InputError(f"{unknown!r:.40} is no reward. Use {', '.join(names)}.")
    return Rewards(**given)


def _word(kind: type[Word], value: object, name: str) -> Word:
    try:
        return kind(value)
    except ValueError:
        words = ", ".join(str(member.value) for member in kind)
        raise InputError(f"{name} is one of {words}, not {value!r:.40}.") from None
