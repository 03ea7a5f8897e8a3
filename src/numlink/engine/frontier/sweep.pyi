from array import array

from numlink.engine.frontier.records import StateRecords

PAUSED: int
DONE: int
FULL: int

def enlarged(store: array[int], length: int) -> array[int]: ...

class Sweep(StateRecords):
    width: int
    height: int
    fill: bool
    visited: int
    peak: int
    stored: int
    cap: int
    cap_bytes: int
    status: int
    cell: int
    halt: int
    kept: list[array[int]]
    traces: list[array[int]] | None
    likely: float
    link_places: list[int]
    def __init__(
        self,
        width: int,
        height: int,
        cells: list[int],
        *,
        fill: bool = True,
        links: list[int] | None = None,
        keep: bool = False,
        saturate: bool = False,
        census: bool = False,
        beam: int = 0,
        ahead: bool = True,
        cap: int = 20_000_000,
        cap_bytes: int = 2_000_000_000,
    ) -> None: ...
    def memory(self) -> int: ...
    def advance(self, states: int) -> int: ...
    def totals(self) -> list[int]: ...
    def follow(self, sweep: Sweep) -> None: ...
