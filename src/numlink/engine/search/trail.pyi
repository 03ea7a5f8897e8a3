from numlink.engine.guard import OneThread

DECISION: int

class Trail(OneThread):
    link_count: int
    def __init__(self, link_count: int) -> None: ...
