from array import array

from numlink.engine.search.path_propagator import PathPropagator

class Clauses(PathPropagator):
    propagations: int
    looks: int
    def __init__(self, links: array[int], labels: array[int], degrees: array[int]) -> None: ...
