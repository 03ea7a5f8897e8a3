from collections.abc import Iterable, Sequence

from numlink.engine.covers.cover import Cover
from numlink.engine.random import Random

PAUSED: int
REACHED: int
ENDED: int
UNIT: int

class Annealer(Cover):
    most: int
    least: int
    faults: int
    energy: int
    lone: int
    steps: int
    def __init__(
        self,
        neighbours: Sequence[int],
        stride: int,
        random: Random,
        *,
        solid: Sequence[bool] = (),
        least_length: int = 3,
        touch: bool = False,
        image: Sequence[int] = (),
    ) -> None: ...
    def load(self, paths: Iterable[Sequence[int]]) -> None: ...
    def confine(self, cells: Iterable[int] | None) -> None: ...
    def reprice(
        self,
        lengths: Sequence[int] = (),
        *,
        tips: Sequence[int] = (),
        neighbouring_ends: int = 2 * UNIT,
        swap: int = 0,
    ) -> None: ...
    def pattern(self, partner: Sequence[int], price: int) -> None: ...
    def heat(self, hot: int, cool: int, steps: int) -> None: ...
    def run(self, steps: int) -> int: ...
