"""How much work goes between two looks at the clock, and what work costs: one unit for every engine.

The unit is a nanosecond of the compiled core on the machine of bench/README.md.  Fitted once to 300 proofs on boards
of bench/drawing.py: a conflict with its learning takes 4 to 8 microseconds (27 on boards of 2 000 cells), a propagation
100 to 150 ns, a state 65 to 90 ns where paths may touch, a choice among canonical linkings 90 to 170.  Only the
proportions matter: they decide whose turn is next, never an answer, and they are the same on every machine.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from numlink.engine.search.search import Search, Status
from numlink.engine.search.walk import Walk

CONFLICT_COST, PROPAGATION_COST = 5_000, 150
"""Nanoseconds."""


@dataclass(frozen=True, slots=True)
class Slice:
    """What one turn of the search may do."""

    conflicts: int
    propagations: int

    @classmethod
    def worth(cls, cost: int) -> Slice:
        """Work that costs `cost` nanoseconds, by conflicts or by propagations: at most twice that."""
        return cls(max(1, cost // CONFLICT_COST), max(100, cost // PROPAGATION_COST))

    def before(self, conflicts: int) -> Slice:
        """The same, with a limit of conflicts where there are any left: so that what comes after them comes
        after as many however long turns are."""
        return Slice(min(self.conflicts, conflicts), self.propagations) if conflicts > 0 else self

    def of(self, search: Search | Walk) -> Status:
        """That much of a search or a walk."""
        return search.run(self.conflicts, self.propagations)


SLICE = Slice(conflicts=400, propagations=200_000)
"""About 10 ms compiled."""


def cost_of(searches: Iterable[Search]) -> int:
    """What searches have cost so far, in nanoseconds."""
    return sum(CONFLICT_COST * search.conflicts + PROPAGATION_COST * search.propagations for search in searches)
