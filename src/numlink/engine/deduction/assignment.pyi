from collections.abc import Sequence

from numlink.engine.deduction.terrain import Terrain
from numlink.engine.guard import OneThread

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
