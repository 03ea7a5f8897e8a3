from array import array
from collections.abc import Collection, Sequence

from numlink.engine.frontier.sweep import Sweep

def visited(ends: array[int], place: array[int]) -> list[int]: ...

class EliminationOrder:
    link_of: list[int]
    steps: int
    lost: list[int]
    slot: list[array[int]]
    entering: list[array[int]]
    number: list[array[int]]
    leaving: list[array[int]]
    closing: array[int]
    numbers: int
    width: int
    cost: float
    def __init__(
        self, content: Sequence[int], links: Sequence[int], order: Sequence[int], *, no_ends: Collection[int] = ()
    ) -> None: ...

class LinkSweep(Sweep):
    slots: int
    def __init__(
        self,
        elimination: EliminationOrder,
        content: Sequence[int],
        *,
        links: Sequence[int] | None = None,
        fill: bool = True,
        keep: bool = False,
        saturate: bool = False,
        census: bool = False,
        cap: int = 20_000_000,
        cap_bytes: int = 2_000_000_000,
    ) -> None: ...
