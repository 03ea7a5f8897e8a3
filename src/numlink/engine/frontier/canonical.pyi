from collections.abc import Sequence, Set

from numlink.engine.frontier.rows import Rows

def rooted(width: int, height: int, cells: Sequence[int], laid: Sequence[int] | None = None) -> list[int]: ...
def places_of(width: int, height: int, cells: Sequence[int], laid: Sequence[int] | None) -> list[int]: ...
def whole_squares(width: int, height: int, places: Set[int]) -> bytearray: ...

class CanonicalSweep(Rows):
    def __init__(
        self,
        width: int,
        height: int,
        cells: Sequence[int],
        *,
        laid: Sequence[int] | None = None,
        cap_bytes: int = 2_000_000_000,
    ) -> None: ...
