from numlink.engine.guard import OneThread

class StateRecords(OneThread):
    words: int
    limbs: int
    terms: int
    fanout: int
    census: bool
    saturate: bool
    keep: bool
    size: int
    def make_room(self, words: int) -> None: ...
    def ways_traced(self, state: int = 0) -> int: ...
