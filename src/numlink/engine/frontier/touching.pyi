from numlink.engine.frontier.sweep import Sweep

def live_codes(cells: list[int]) -> tuple[dict[int, int], int]: ...
def codes_needed(cells: list[int], index: dict[int, int], slots: int) -> int: ...

class Frontier(Sweep):
    bits: int
