"""What a format is: a name, what it can hold, and up to two functions.

To add one, write a module with a `Format` constant and name it in `formats/__init__.py`; docs/formats.md walks
through it.  A reader yields one item a puzzle, in order: a Puzzle, or the ParseError that stands in its place, so
that a stream goes on after a bad board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from numlink.errors import CannotHold, ParseError
from numlink.model.kinds.names import Feature
from numlink.model.puzzle import Puzzle
from numlink.model.rules import COVER, Rules

Item = Puzzle | ParseError

METADATA = ("name", "seed", "recipe", "notes")
"""What a puzzle may know about itself beside its board, rules and solution."""


@dataclass(frozen=True, slots=True)
class Written:
    """Puzzles as text, and one line for each thing that the format could not say."""

    text: str
    notes: tuple[str, ...] = ()


class Losses:
    """What a writer could not say: notes to tell, and the refusals that `lossy` turns into notes.

    Equal notes about many puzzles become one with a count.
    """

    __slots__ = ("_counts", "_format", "_pending", "lossy", "position")

    def __init__(self, format: str, *, lossy: bool = False) -> None:
        self.lossy = lossy
        self.position = 0
        """Which puzzle is being written, counted from 1."""
        self._format = format
        self._counts: dict[str, int] = {}
        self._pending: list[str] = []

    def note(self, sentence: str) -> None:
        """Tell of something that is left out; `sentence` goes on after the format's name."""
        self._pending.append(f"{self._format} {sentence}")

    def begin(self) -> None:
        """Start the next puzzle; notes about one that was refused in the end are forgotten."""
        self.position += 1
        self._pending.clear()

    def commit(self) -> None:
        """Keep the notes about a puzzle that was written."""
        for text in self._pending:
            self._counts[text] = self._counts.get(text, 0) + 1
        self._pending.clear()

    def lose(self, feature: str, *, remedy: str, lossy_does: str) -> None:
        """Refuse what a format has no room for, unless `lossy`: then do and tell what `lossy_does` says.

        Raises CannotHold with the feature, what to use instead, and what lossy=True would do.
        """
        if not self.lossy:
            raise CannotHold(f"{self._format} {feature}. {remedy}, or lossy=True to {lossy_does}.")
        self.note(f"{feature}: lossy=True, so to {lossy_does}")

    def notes(self) -> tuple[str, ...]:
        """All notes in the order in which they first came up."""
        return tuple(
            f"{text} ({count:,} puzzles)." if count > 1 else f"{text}." for text, count in self._counts.items()
        )


@dataclass(frozen=True, slots=True)
class Format:
    """A file format.

    `read` takes the whole text and yields items.  `write` takes one puzzle and returns its text, raising CannotHold
    for what the format has no room for and telling `Losses` what it leaves out; the texts of several puzzles are
    joined by `separator` and end with `footer`.  `recognise` says whether a text is surely this format; None means
    it is read only when named.  The other fields let the registry check what is the same for all formats before
    `write` is called: whether there is room for solid cells, for solutions, for numbers with gaps between them
    (`any_numbers`), for numbers that do not occur twice (`any_count`), and for which rules and metadata.
    """

    name: str
    summary: str
    holds: str
    read: Callable[[str], Iterator[Item]] | None = None
    write: Callable[[Puzzle, Losses], str] | None = None
    recognise: Callable[[str], bool] | None = None
    endings: tuple[str, ...] = ()
    separator: str = ""
    footer: str = ""
    rules: Rules = COVER
    """What a file that says nothing means."""
    says: tuple[Rules, ...] = ()
    """The rules that a file can say; where this is empty, only `rules`."""
    keeps: tuple[str, ...] = ()
    """Which of METADATA a file has room for."""
    features: tuple[Feature, ...] = ()
    """What of a board beyond the rectangle there is room for."""
    solids: bool = False
    solutions: bool = False
    any_numbers: bool = True
    any_count: bool = True
    several: bool = True
    """Whether other programs, too, read more than one puzzle from a file."""
