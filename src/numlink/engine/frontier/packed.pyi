from numlink.engine.frontier.sweep import Sweep

class PackedSlots(Sweep):
    packed: bool
