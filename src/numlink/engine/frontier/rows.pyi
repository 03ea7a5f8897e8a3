from numlink.engine.guard import OneThread

class Rows(OneThread):
    width: int
    height: int
    cell: int
    status: int
    visited: int
    size: int
    peak: int
    cap_bytes: int
    def __init__(self, width: int, height: int, *, cap_bytes: int) -> None: ...
    def memory(self) -> int: ...
    def advance(self, states: int) -> int: ...
    def totals(self) -> list[int]: ...
