from array import array

from numlink.engine.search.search import Search, Status

class Inspection:
    doubtful: list[int]
    hard: list[int]
    def __init__(
        self, search: Search, solution: array[int], patience: int, *, first: int = -1, last: int = 0
    ) -> None: ...
    @property
    def remaining(self) -> int: ...
    @property
    def conflicts(self) -> int: ...
    @property
    def doubts(self) -> int: ...
    def run(self, conflicts: int = 1000, propagations: int = 100_000, *, most: int = 1_000_000_000) -> Status: ...
