from array import array

from numlink.engine.search.search import Search
from numlink.engine.search.uniqueness import SolutionProof

class Backbone(SolutionProof):
    def __init__(self, search: Search, solution: array[int]) -> None: ...
    @property
    def remaining(self) -> int: ...
