from array import array

from numlink.engine.covers.cover import Cover

def crop(
    cover: Cover, board_width: int, top: int, left: int, height: int, width: int
) -> tuple[array[int], array[int], array[int]]: ...
def cut_out(cover: Cover, tracks: array[int]) -> tuple[array[int], array[int], array[int]]: ...
