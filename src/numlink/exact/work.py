"""How much work is done between two looks at the clock, and what work costs, in one unit for all engines.

The unit is about a nanosecond of the compiled core: a conflict takes 4 to 8 microseconds, a propagation 100 to 150 ns,
a state 65 to 90 ns where paths may touch, a choice among canonical linkings 90 to 170 ns.  Only the proportions matter:
they decide which way has the next turn, never an answer, and are the same on every machine.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from numlink.engine.search.search import Search, Status

if TYPE_CHECKING:
    from numlink.exact.verdict import Effort

CONFLICT_COST, PROPAGATION_COST = 5_000, 150  # nanoseconds that a conflict and a propagation count as


class Sliced(Protocol):
    """Work that runs until it has used a number of conflicts or of propagations."""

    def run(self, conflicts: int, propagations: int) -> Status: ...


@dataclass(frozen=True, slots=True)
class Slice:
    """The work of one turn of a search; it ends at either of two limits, on conflicts and on propagations."""

    conflicts: int
    propagations: int

    @classmethod
    def worth(cls, cost: int) -> Slice:
        """A slice whose conflicts and whose propagations may each cost `cost` nanoseconds: together twice that."""
        return cls(max(1, cost // CONFLICT_COST), max(100, cost // PROPAGATION_COST))

    def before(self, conflicts: int) -> Slice:
        """This slice with at most `conflicts` conflicts; unchanged if `conflicts` is 0 or less.

        So a change that is due after a number of conflicts comes at exactly that number, however long the turns are.
        """
        return Slice(conflicts, self.propagations) if 0 < conflicts < self.conflicts else self

    def of(self, work: Sliced) -> Status:
        """Run this slice of a search, a walk or another proof."""
        return work.run(self.conflicts, self.propagations)


SLICE = Slice(conflicts=400, propagations=200_000)  # the usual slice, about 10 ms compiled


class Searching:
    """Work that is done by searches: its amount and cost so far."""

    searches: list[Search]  # all searches so far

    @property
    def spent(self) -> tuple[int, int]:
        """Conflicts and propagations so far."""
        return sum([each.conflicts for each in self.searches]), sum([each.propagations for each in self.searches])

    @property
    def cost(self) -> int:
        """Counted work so far, in nanoseconds."""
        conflicts, propagations = self.spent
        return CONFLICT_COST * conflicts + PROPAGATION_COST * propagations

    @property
    def effort(self) -> Effort:
        """All the work so far."""
        from numlink.exact.verdict import Effort  # imported here: boards are made without a verdict

        conflicts, propagations = self.spent
        return Effort(conflicts, sum([each.decisions for each in self.searches]), propagations)
