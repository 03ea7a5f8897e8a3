from array import array

from numlink.engine.search.clauses import Clauses

class Learning(Clauses):
    conflicts: int
    lessons: array[int]
    def __init__(self, links: array[int], labels: array[int], degrees: array[int]) -> None: ...
    def record(self) -> None: ...
