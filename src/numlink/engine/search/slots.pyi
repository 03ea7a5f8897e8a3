from array import array

class Slots:
    def __init__(self, links: array[int], cells: array[int], widest: int) -> None: ...
