from numlink.engine.frontier.sweep import Sweep

class Frontier(Sweep):
    bits: int
