from collections.abc import Sequence

from numlink.engine.covers.cover import Cover

class Ends(Cover):
    lonely: int
    def __init__(
        self,
        neighbours: Sequence[int],
        stride: int,
        *,
        solid: Sequence[bool] = (),
        least_length: int = 3,
        touch: bool = False,
    ) -> None: ...
    def match(self, partner: Sequence[int]) -> None: ...
    def watch_ends(self, columns: int) -> None: ...
