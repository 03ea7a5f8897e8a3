from array import array

class Chords:
    met: array[int]
    stamp: array[int]
    face_of: array[int]
    rim: array[int]
    def __init__(self, codes: int, slots: int) -> None: ...
