from array import array

from numlink.engine.search.proof import SolutionProof
from numlink.engine.search.search import Search

class Backbone(SolutionProof):
    def __init__(self, search: Search, solution: array[int]) -> None: ...
    @property
    def remaining(self) -> int: ...
