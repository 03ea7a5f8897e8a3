from numlink.engine.frontier.sweep import Sweep

def live_codes(cells: list[int]) -> tuple[dict[int, int], int]: ...

class Frontier(Sweep):
    bits: int
