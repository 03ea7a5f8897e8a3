from array import array
from collections.abc import Sequence

class BoardRows:
    size: int
    directions: int
    numbers: int
    tracks: int
    count: int
    def __init__(self, size: int, directions: int, numbers: int, bridges: int) -> None: ...
    def add(
        self, cells: Sequence[int], lattice: Sequence[int], bridges: Sequence[int], *, fill: bool, touch: bool
    ) -> int: ...

def grown(old: object, more: int) -> array[int]: ...
