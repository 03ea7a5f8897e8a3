"""What a format is: a name, what it can hold, and up to two functions.

To add one, write a module with a `FORMAT` constant and name it in `formats/__init__.py`; docs/formats.md walks
through it.  A reader yields one item a puzzle, in order: a Puzzle, or the ParseError that stands in its place, so
that a stream goes on after a bad board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from numlink.errors import ParseError
from numlink.puzzle import COVER, Puzzle, Rules

Item = Puzzle | ParseError


@dataclass(frozen=True, slots=True)
class Format:
    """A file format.

    `read` takes the whole text and yields items; `write` takes puzzles and returns the whole text, raising
    CannotHold for what the format has no room for.  `recognise` says whether a text is surely this format;
    None means it is read only when named.  `rules` are what a file that says nothing means.
    """

    name: str
    summary: str
    holds: str
    read: Callable[[str], Iterator[Item]] | None = None
    write: Callable[[Iterable[Puzzle]], str] | None = None
    recognise: Callable[[str], bool] | None = None
    endings: tuple[str, ...] = ()
    rules: Rules = COVER
