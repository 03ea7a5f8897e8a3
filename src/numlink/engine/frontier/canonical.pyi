from collections.abc import Sequence

from numlink.engine.frontier.rows import Rows

def rooted(width: int, height: int, cells: Sequence[int]) -> list[int]: ...

class CanonicalSweep(Rows):
    def __init__(self, width: int, height: int, cells: Sequence[int], *, cap_bytes: int = 2_000_000_000) -> None: ...
