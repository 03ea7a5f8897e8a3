from collections.abc import Iterable, Sequence

from numlink.engine.covers.ends import Ends

UNIT: int

def short_prices(least_length: int) -> list[int]: ...

class PricedCover(Ends):
    most: int
    least: int
    swap_count: int
    energy: int
    unpaired: int
    def make_room(self) -> None: ...
    def load(self, paths: Iterable[Sequence[int]]) -> None: ...
    def reprice(
        self,
        lengths: Sequence[int] = (),
        *,
        tips: Sequence[int] = (),
        neighbouring_ends: int = 2 * UNIT,
        swap: int = 0,
    ) -> None: ...
    def place_ends(self, columns: int, reach: Sequence[int], isolated: int) -> None: ...
    def price_corners(self, price: int) -> None: ...
    def pattern(self, partner: Sequence[int], price: int) -> None: ...
