from array import array

from numlink.engine.search.fragments import Fragments

class Clauses(Fragments):
    propagations: int
    looks: int
    def __init__(self, links: array[int], labels: array[int], degrees: array[int]) -> None: ...
