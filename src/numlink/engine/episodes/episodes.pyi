from array import array
from collections.abc import Sequence

from numlink.engine.episodes.boards import BoardRows
from numlink.engine.episodes.drawings import Drawings

class Episodes(Drawings):
    actions: int
    masks: array[int]
    heads: array[int]
    rewards: array[float]
    terminated: array[int]
    truncated: array[int]
    allowed: array[int]
    solves: array[int]
    wanted: array[int]
    numbers: array[int]
    def __init__(
        self,
        boards: BoardRows,
        count: int,
        pool: int,
        most_steps: int,
        *,
        anywhere: bool,
        undo: bool,
        shaped: bool,
        again: bool,
    ) -> None: ...
    def seed(self, episode: int, seed: object) -> None: ...
    def put(self, number: int, row: int) -> None: ...
    def is_put(self, number: int) -> bool: ...
    def next_board(self, episode: int) -> int: ...
    def begin(self, episode: int, number: int) -> None: ...
    def step(self, actions: Sequence[int]) -> int: ...
    def act(self, episode: int, action: int) -> None: ...
