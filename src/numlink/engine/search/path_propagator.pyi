from array import array

from numlink.engine.search.trail import Trail

class PathPropagator(Trail):
    cell_count: int
    link_count: int
    consistent: bool
    def __init__(self, links: array[int], labels: array[int], degrees: array[int]) -> None: ...
