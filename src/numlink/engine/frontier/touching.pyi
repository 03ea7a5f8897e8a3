from numlink.engine.frontier.packed import PackedSlots

class Frontier(PackedSlots):
    bits: int
