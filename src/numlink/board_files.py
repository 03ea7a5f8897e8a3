"""Loads boards from files: text in any format, and pictures of boards that have a solution."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from numlink import pictures
from numlink.formats import parse, read_bytes
from numlink.formats.decoding import decoded
from numlink.model.puzzle import Puzzle

if TYPE_CHECKING:
    from numlink.pictures.reading import ReadPicture


def load(path: str | Path, format: str | None = None) -> list[Puzzle]:
    """All puzzles of the file at `path`, in the format named `format` (None: detected); see `parse`.

    A picture (PNG, JPEG, WebP or GIF) gives the board that it shows.  Raises InputError if the file cannot be opened,
    ParseError with line and column if its text cannot be read, UnclearPicture if a board is in doubt or unsolvable.

    >>> from tempfile import TemporaryDirectory
    >>> from numlink import save
    >>> with TemporaryDirectory() as folder:
    ...     notes = save(parse("1 . 1"), f"{folder}/board.txt")
    ...     load(f"{folder}/board.txt")[0].pairs
    1
    """
    data = read_bytes(path)
    if pictures.is_picture(data):
        return [read_picture(data, name=Path(path).name).puzzle]
    return parse(decoded(data, str(path)).text, format)


def read_picture(data: bytes, *, name: str = "the picture") -> ReadPicture:
    """Read the board in a picture; UnclearPicture if it has no solution, which means that it was misread."""
    from numlink.exact.solve import solvable  # only now: files of text need no engine
    from numlink.formats import picture_files

    return picture_files.read_picture(data, name=name, solvable=solvable)
