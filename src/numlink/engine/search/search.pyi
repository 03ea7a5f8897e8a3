from array import array
from enum import Enum

from numlink.engine.search.learning import Learning

class Status(Enum):
    REFUTED = 0
    SATISFIED = 1
    PAUSED = 2

class Search(Learning):
    decisions: int
    reductions: int
    next_reduction: int
    def __init__(
        self,
        cell_count: int,
        links: array[int],
        *,
        labels: array[int],
        degrees: array[int],
        touching: bool = True,
    ) -> None: ...
    def run(self, conflicts: int = 1000, propagations: int = 100_000) -> Status: ...
    def add_clause(self, literals: array[int]) -> bool: ...
    def add_clauses(self, clauses: array[int]) -> bool: ...
    def assume(self, literals: array[int]) -> None: ...
    def failed(self) -> array[int]: ...
    def model(self) -> array[int]: ...
    def fixed(self) -> array[int]: ...
    def set_phases(self, model: array[int]) -> None: ...
