from collections.abc import Iterable, Sequence

from numlink.engine.guard import OneThread

class Cover(OneThread):
    size: int
    stride: int
    least_length: int
    pairs: int
    shorts: int
    clashes: int
    def __init__(
        self,
        neighbours: Sequence[int],
        stride: int,
        *,
        solid: Sequence[bool] = (),
        least_length: int = 3,
        touch: bool = False,
    ) -> None: ...
    def make_room(self) -> None: ...
    def load(self, paths: Iterable[Sequence[int]]) -> None: ...
    def confine(self, cells: Iterable[int] | None) -> None: ...
    def paths(self) -> list[list[int]]: ...
