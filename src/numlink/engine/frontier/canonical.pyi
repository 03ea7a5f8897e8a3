from array import array
from collections.abc import Sequence

from numlink.engine.frontier.rows import Rows

def links_and_bends(
    width: int, height: int, cells: array[int], laid: array[int] | None = None
) -> tuple[array[int], array[int], array[int]]: ...
def places_of(width: int, height: int, cells: Sequence[int], laid: Sequence[int] | None) -> list[int]: ...

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
