from array import array

def rim_ends(width: int, cells: list[int]) -> list[tuple[int, int, int]]: ...

class Chords:
    met: array[int]
    stamp: array[int]
    face_of: array[int]
    rim: array[int]
    def __init__(self, codes: int, slots: int) -> None: ...
