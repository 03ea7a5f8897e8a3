"""Seconds after which work stops without an answer.

The engine counts work and knows no clock; services run it in slices of some milliseconds and look here between two
slices, which is also where Ctrl-C gets through.
"""

from __future__ import annotations

from time import monotonic

from numlink.errors import BudgetEnded


class Budget:
    """A clock that starts when it is made; `seconds` None never ends."""

    def __init__(self, seconds: float | None = None) -> None:
        self.limit = seconds
        self.started = monotonic()

    @property
    def seconds(self) -> float:
        """Seconds since the start."""
        return monotonic() - self.started

    @property
    def ended(self) -> bool:
        """Whether the time is over."""
        return self.limit is not None and self.seconds >= self.limit

    def require(self, purpose: str) -> None:
        """Raise BudgetEnded when the time is over."""
        if self.ended:
            raise BudgetEnded(f"the budget of {self.limit:g} seconds ended before {purpose}; give more with --budget.")
