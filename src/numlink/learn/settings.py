"""What an environment is made with: which boards, which actions, what is seen and what is rewarded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TypeVar

from numlink.errors import InputError
from numlink.model.puzzle import Puzzle

Word = TypeVar("Word", bound=Enum)


class Observation(Enum):
    """What is seen: planes of 0 and 1 for networks, or a dict of what is where."""

    PLANES = "planes"
    DICT = "dict"


class Actions(Enum):
    """What is moved: an end of a number, or a link from any cell."""

    ENDS = "ends"
    CELLS = "cells"


class Reward(Enum):
    """What is rewarded: a solved board with 1, or also each number joined with its share of 1."""

    SOLVED = "solved"
    SHAPED = "shaped"


@dataclass(frozen=True, slots=True, kw_only=True)
class EnvironmentOptions:
    """The options of `gymnasium.make` that are not about new boards; words are taken for the enums they name.

    `boards`: puzzles of one size and kind, as a sequence (a `numlink.Dataset` is one), or the folder or file they are
    in; None: a `Stream`.  `pool`: how many different boards, from number `first` on.  `numbers`: the most numbers a
    board may have, which decides how many actions and planes there are; None: by size.  `undo`: the last link of an
    end may be taken back.  `max_steps`: after so many an episode is truncated; None: four times the cells.
    `background`: a thread makes boards ahead.  Raises InputError for what is no such option.
    """

    boards: Sequence[Puzzle] | str | None = None
    pool: int | None = None
    first: int = 0
    numbers: int | None = None
    observation: Observation = Observation.PLANES
    actions: Actions = Actions.ENDS
    reward: Reward = Reward.SOLVED
    undo: bool = False
    max_steps: int | None = None
    background: bool = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "observation", _word(Observation, self.observation, "observation"))
        object.__setattr__(self, "actions", _word(Actions, self.actions, "actions"))
        object.__setattr__(self, "reward", _word(Reward, self.reward, "reward"))
        for name in ("pool", "numbers", "max_steps"):
            value = getattr(self, name)
            if value is not None and value < 1:
                raise InputError(f"{name} must be a whole number from 1, not {value}.")
        if self.first < 0:
            raise InputError(f"first must be a whole number from 0, not {self.first}.")


def _word(kind: type[Word], value: object, name: str) -> Word:
    try:
        return kind(value)
    except ValueError:
        words = ", ".join(str(member.value) for member in kind)
        raise InputError(f"{name} is one of {words}, not {value!r:.40}.") from None
