from numlink.engine.guard import OneThread

DECISION: int

class Trail(OneThread):
    def __init__(self, variable_count: int) -> None: ...
