from numlink.engine.frontier.touching import Frontier
from numlink.engine.guard import OneThread

WIDEST_JOINED: int
PAIRS_A_STATE: int

class Join(OneThread):
    total: int
    pairs: list[tuple[int, int]]
    upper: Frontier
    lower: Frontier
    def __init__(self, upper: Frontier, lower: Frontier) -> None: ...
    @property
    def visited(self) -> int: ...
    def advance(self, states: int) -> int: ...
