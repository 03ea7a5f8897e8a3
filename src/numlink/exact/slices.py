"""How much of a search goes between two looks at the clock."""

from __future__ import annotations

from dataclasses import dataclass

from numlink.engine.search.search import Search, Status
from numlink.engine.search.walk import Walk


@dataclass(frozen=True, slots=True)
class Slice:
    """What one turn of the search may do."""

    conflicts: int
    propagations: int

    def of(self, search: Search | Walk) -> Status:
        """That much of a search or a walk."""
        return search.run(self.conflicts, self.propagations)


SLICE = Slice(conflicts=400, propagations=200_000)
"""About 10 ms compiled."""
