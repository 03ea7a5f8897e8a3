from array import array
from collections.abc import Sequence

from numlink.engine.guard import OneThread

CLOCKWISE_SQUARES: bytes

class Terrain:
    width: int
    height: int
    size: int
    layers: int
    ends: array[int]
    ways: array[int]
    black: array[int]
    families: list[array[int]]
    clockwise: bytes | None
    cycles: array[int] | None
    down: array[int] | None
    wraps_rows: bool
    wraps_columns: bool
    square: bool
    aligned: bool
    def __init__(
        self,
        width: int,
        height: int,
        size: int,
        *,
        ends: array[int],
        ways: array[int],
        black: array[int],
        families: list[array[int]],
        clockwise: bytes | None = None,
        cycles: array[int] | None = None,
        down: array[int] | None = None,
        layers: int = 1,
        wraps_rows: bool = False,
        wraps_columns: bool = False,
        square: bool = True,
        aligned: bool = True,
    ) -> None: ...

def rectangle(width: int, height: int, cells: Sequence[int]) -> Terrain: ...

class Assignment(OneThread):
    width: int
    height: int
    size: int
    links: int
    labels: int
    fill: bool
    touch: bool
    conflict: int
    def __init__(self, terrain: Terrain, cells: Sequence[int], fill: bool, touch: bool) -> None: ...
    def states(self) -> bytes: ...
    def link_state(self, link: int) -> int: ...
    def summary(self, cell: int) -> tuple[int, int, int, int]: ...
