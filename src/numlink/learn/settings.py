"""The options of an environment: its boards, actions, observations and rewards."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, fields
from enum import Enum
from typing import Any, TypeVar

from numlink.errors import InputError, quoted
from numlink.model.arguments import flag, whole
from numlink.model.grid import LARGEST_BOARD
from numlink.model.puzzle import Puzzle

Word = TypeVar("Word", bound=Enum)

ENDLESS = 2**31 - 1  # boards of a stream: as many as a signed 32-bit number counts
MOST_STEPS = 2**31 - 1  # steps of the longest episode: the engine counts them in a signed 32-bit number
MOST_POOL = 10_000_000  # the largest `pool`: the engine's table takes 4 bytes per board, so 40 MB
MOST_NUMBERS = LARGEST_BOARD // 2  # the largest `numbers`: each number needs two cells of the largest board


class Observation(Enum):
    """What an observation is: planes of 0 and 1 for networks, a dict of integer arrays, or the picture in pixels."""

    PLANES = "planes"
    DICT = "dict"
    RGB = "rgb"


class Actions(Enum):
    """What an action is: move an end of a number in a direction, or draw a link from any cell in a direction."""

    ENDS = "ends"
    CELLS = "cells"


class Reward(Enum):
    """SOLVED: 1 for the action that solves the board.  SHAPED: also 1 / numbers for each joined, minus if parted."""

    SOLVED = "solved"
    SHAPED = "shaped"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rewards:
    """Rewards for every `step`, an `invalid` action, each number joined (minus if parted), and the solving action.

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
            if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < 1e308:
                raise InputError(f"the reward {part.name} must be a number below 1e308 in size, not {quoted(value)}.")


@dataclass(frozen=True, slots=True, kw_only=True)
class EnvironmentOptions:
    """The options of `gymnasium.make` that are not wishes for new boards; a member of an enum can be given as its word.

    `boards`: puzzles of one size and kind, as a sequence (a `numlink.Dataset` is one) or a path; None: a `Stream`.
    `pool`: how many boards to play, from number `first` on; None: the first 1000 of a stream, or all given.  `numbers`:
    the most numbers of a board, which decides how many actions and planes there are; None: as many as the boards have,
    or about twice the usual.  `undo`: actions may take links back.  `max_steps`: None: four times the cells.
    `background`: a thread makes boards ahead.  Raises InputError if a value is not allowed.
    """

    boards: Sequence[Puzzle] | str | os.PathLike[str] | None = None
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
        for name, most in (("pool", MOST_POOL), ("numbers", MOST_NUMBERS), ("max_steps", MOST_STEPS)):
            if getattr(self, name) is not None:
                object.__setattr__(self, name, ranged(getattr(self, name), name, 1, most))
        object.__setattr__(self, "first", ranged(self.first, "first", 0, ENDLESS - 1))
        for name in ("undo", "background"):
            object.__setattr__(self, name, flag(getattr(self, name), name))


def ranged(value: Any, name: str, least: int, most: int) -> int:
    """`value` as an int; raises InputError unless it is a whole number from `least` to `most`."""
    found = whole(value, name)
    if not least <= found <= most:
        raise InputError(f"{name} must be a whole number from {least} to {most:,}, not {brief(found)}.")
    return found


def brief(number: int) -> str:
    """A whole number for a message; Python refuses to write one of over 4300 digits."""
    return str(number) if abs(number) < 10**30 else "one of over 30 digits"


def _rewards(given: object) -> Reward | Rewards:
    """A Reward or Rewards from a word, a dict of Rewards' fields, or an instance of either."""
    if isinstance(given, Rewards):
        return given
    if not isinstance(given, dict):
        return _word(Reward, given, "reward")
    names = [part.name for part in fields(Rewards)]
    unknown = next((name for name in given if name not in names), None)
    if unknown is not None:
        raise InputError(f"{quoted(unknown)} is not a reward. Use {', '.join(names)}.")
    return Rewards(**given)


def _word(kind: type[Word], value: object, name: str) -> Word:
    """The member of an enum for `value`; else InputError names the option `name` and its words."""
    try:
        return kind(value)
    except ValueError:
        words = ", ".join(str(member.value) for member in kind)
        raise InputError(f"{name} must be one of {words}, not {quoted(value)}.") from None
