"""Budgets: seconds after which work stops without an answer.

The engine counts work and has no clock.  Services run it in slices of a few milliseconds and check the Budget between
two slices; Ctrl-C takes effect there too.  A service that calls another passes on its own Budget, so that both end
together.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from time import monotonic
from typing import TypeAlias

from numlink.errors import BudgetEnded, InputError, quoted
from numlink.model.arguments import python_number

MORE_TIME = "Allow more with budget=."  # what to do when time was up


class Budget:
    """A clock that starts when created and ends after `seconds`; with None it never ends.

    `stopped`, if given, is called at each check; once it returns True, which another thread may cause, the budget has
    ended.  Raises InputError unless `seconds` is a number of at least 0.
    """

    def __init__(self, seconds: float | None = None, *, stopped: Callable[[], bool] | None = None) -> None:
        self.limit = None if seconds is None else _limit(seconds)
        self.stopped = stopped
        self.started = monotonic()

    @classmethod
    def of(cls, budget: Seconds) -> Budget:
        """The given Budget, or for a number of seconds or None a new one that starts now."""
        return budget if isinstance(budget, Budget) else cls(budget)

    def part(self, seconds: float) -> Budget:
        """A Budget that starts now and ends after `seconds`, or together with this one."""
        return Budget(seconds if self.left is None else min(seconds, self.left), stopped=self.stopped)

    @property
    def seconds(self) -> float:
        """Seconds since the start."""
        return monotonic() - self.started

    @property
    def left(self) -> float | None:
        """Seconds to the end, at least 0; None if there is no end."""
        return None if self.limit is None else max(0.0, self.limit - self.seconds)

    @property
    def ended(self) -> bool:
        """Whether time is up or `stopped` returns True."""
        return self._time_is_over or (self.stopped is not None and self.stopped())

    @property
    def _time_is_over(self) -> bool:
        return self.limit is not None and self.seconds >= self.limit

    @property
    def how_ended(self) -> str:
        """Why the budget ended, as a clause for messages: time was up, or the work was stopped."""
        return f"the budget of {self.limit:g} seconds ended" if self._time_is_over else "the work was stopped"

    def ended_before(self, purpose: str) -> str:
        """The sentence, without its full stop, that the budget ended before `purpose`."""
        return f"{self.how_ended} before {purpose}"

    @property
    def remedy(self) -> str:
        """The advice to give more time; empty if the work was stopped."""
        return MORE_TIME if self._time_is_over else ""

    def require(self, purpose: str) -> None:
        """Raise BudgetEnded if the budget has ended; the message says that it ended before `purpose`."""
        if self.ended:
            raise BudgetEnded(f"{self.ended_before(purpose)}.", remedy=self.remedy)


def _limit(seconds: float) -> float:
    """`seconds` as a float; an int that is too large for one becomes infinity."""
    number = python_number(seconds)
    if isinstance(number, bool) or not isinstance(number, int | float) or not number >= 0:  # `not >=` also refuses nan
        raise InputError(f"a budget must be a number of seconds, or None for no limit, not {quoted(seconds)}.")
    try:
        return float(number)
    except OverflowError:
        return inf


Seconds: TypeAlias = float | Budget | None
"""What public functions accept as `budget`: seconds from now, a Budget that is already running, None for no end."""
