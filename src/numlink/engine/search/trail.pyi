from array import array

from numlink.engine.guard import OneThread

DECISION: int

def integers(size: int) -> array[int]: ...

class Trail(OneThread):
    link_count: int
    def __init__(self, link_count: int) -> None: ...
