"""Reads boards from picture files.  A PNG that numlink draws also carries its board as text.

A PNG is a signature of 8 bytes and chunks: length (4 bytes), type (4), data, checksum (4).  The board is plain text
in a chunk `iTXt` with the keyword KEYWORD, which other programs keep or drop, and never show.
Source: https://www.w3.org/TR/png-3/#11iTXt
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from zlib import crc32

from numlink import pictures
from numlink.errors import UnclearPicture, optional
from numlink.formats import plain
from numlink.formats.base import Losses
from numlink.formats.reading import lines_of
from numlink.model.puzzle import Puzzle

FIRST_CHUNK = 25  # bytes of the first chunk, `IHDR`, which holds the size of the picture

KEYWORD = b"numlink board" + bytes(5)
"""The keyword and the empty fields after it: not compressed, no language, no translated keyword."""

CARRIED = "the board that numlink wrote into the file"  # the value of `seen` if no board could be read from the pixels


def read_picture(
    data: bytes, *, name: str = "the picture", solvable: Callable[[Puzzle], bool | None] | None = None
) -> pictures.ReadPicture:
    """The board that a picture carries as text, or else shows (`numlink.pictures.read`).

    A board that cannot be read from the pixels has no `centres`.  Raises UnclearPicture if a picture carries one
    board and shows another, and as `numlink.pictures.read` does.
    """
    with optional("reading a board from a picture", "pictures"):  # only now: most commands read no picture
        from numlink.pictures.opening import open_picture
        from numlink.pictures.reading import ReadPicture, read

    board = carried_board(data)
    if board is None:
        return read(data, name=name, solvable=solvable)
    try:
        shown = read(data, name=name)
    except UnclearPicture:
        return ReadPicture(board, CARRIED, open_picture(data, name))
    numbers = {own: seen for own, seen in zip(board.cells, shown.puzzle.cells, strict=False) if own > 0}
    same = [numbers.get(cell, 0) for cell in board.cells] == [max(cell, 0) for cell in shown.puzzle.cells]
    if board.width != shown.puzzle.width or not same:
        raise UnclearPicture(
            f"{name} contains the board below, but shows another: {shown.seen}. Use the text below, or give a "
            "screenshot of the picture.",
            board,
        )
    colours = {number: shown.colours[seen - 1] for number, seen in numbers.items()}
    return replace(shown, puzzle=board, colours=tuple(colours.get(k, (0, 0, 0)) for k in range(1, max(colours) + 1)))


def with_board(picture: bytes, puzzles: list[Puzzle]) -> bytes:
    """The file of a picture; a PNG of one board gets the board, without its solution, after its first chunk."""
    if not picture.startswith(pictures.PNG) or len(puzzles) != 1:
        return picture
    bare = replace(puzzles[0], solution=None, seed=None, recipe=None, notes={})
    text = b"iTXt" + KEYWORD + plain.write(bare, Losses("plain")).encode()
    chunk = (len(text) - 4).to_bytes(4) + text + crc32(text).to_bytes(4)
    place = len(pictures.PNG) + FIRST_CHUNK
    return picture[:place] + chunk + picture[place:]


def carried_board(picture: bytes) -> Puzzle | None:
    """The board that a PNG carries; None if it carries none, or none that can be read."""
    place = len(pictures.PNG) if picture.startswith(pictures.PNG) else len(picture)
    while place + 8 <= len(picture):
        end = place + 8 + int.from_bytes(picture[place : place + 4])
        kind, data = picture[place + 4 : place + 8], picture[place + 8 : end]
        if kind == b"iTXt" and data.startswith(KEYWORD):
            item = next(plain.read_lines(lines_of(data[len(KEYWORD) :].decode(errors="replace"))), None)
            return item if isinstance(item, Puzzle) else None
        place = end + 4
    return None
