from array import array

DECISION: int

def integers(size: int) -> array[int]: ...

class Trail:
    link_count: int
    def __init__(self, link_count: int) -> None: ...
