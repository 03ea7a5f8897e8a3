from collections.abc import Iterable, Sequence

from numlink.engine.covers.energy import PricedCover
from numlink.engine.random import Random

PAUSED: int
REACHED: int
ENDED: int

class Annealer(PricedCover):
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
    def confine(self, cells: Iterable[int] | None) -> None: ...
    def heat(self, hot: int, cool: int, steps: int) -> None: ...
    def run(self, steps: int) -> int: ...
