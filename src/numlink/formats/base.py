"""Defines a format: a name, what it can hold, and functions that recognise, read and write it.

To add one, write a module with a `Format` constant and name it in `formats/__init__.py`; docs/howto_format.md walks
through it.  A reader yields one item for each puzzle, in order: the Puzzle, or a ParseError if the puzzle cannot be
read, so that reading continues after a bad board.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from numlink.errors import CannotHold
from numlink.formats.reading import Item as Item
from numlink.formats.reading import NumberedLine, lines_of
from numlink.model.kinds.names import Feature
from numlink.model.puzzle import Puzzle
from numlink.model.rules import COVER, Rules

METADATA = ("name", "seed", "recipe", "notes")  # what a puzzle may have besides its board, rules and solution


@dataclass(frozen=True, slots=True)
class Written:
    """Puzzles as text, and one sentence for each thing that was left out or changed."""

    text: str
    notes: tuple[str, ...] = ()


def no_room(format: str, what: str, remedy: str = "Use plain or json.") -> CannotHold:
    """The error of a writer whose format cannot hold `what`."""
    return CannotHold(f"{format} cannot store {what}. {remedy}")


class Losses:
    """Collects a writer's notes about what it leaves out; without `lossy`, `lose` raises an error instead.

    Equal notes about several puzzles become one note with a count.
    """

    __slots__ = ("_counts", "_format", "_pending", "lossy", "position")

    def __init__(self, format: str, *, lossy: bool = False) -> None:
        self.lossy = lossy
        self.position = 0  # which puzzle is being written, counted from 1
        self._format = format
        self._counts: Counter[str] = Counter()
        self._pending: list[str] = []

    def note(self, sentence: str) -> None:
        """Note something that is left out; `sentence` follows the format's name: "cannot store the seed"."""
        self._pending.append(f"{self._format} {sentence}")

    def begin(self) -> None:
        """Start the next puzzle, and forget the notes about the one before if it could not be written."""
        self.position += 1
        self._pending.clear()

    def commit(self) -> None:
        """Keep the notes about a puzzle that was written."""
        self._counts.update(self._pending)
        self._pending.clear()

    def lose(self, feature: str, *, remedy: str, lossy_does: str) -> None:
        """Note that `lossy` leaves out or changes something; without `lossy`, raise CannotHold.

        `feature` follows the format's name ("cannot store this solution"); `remedy` says what to use instead;
        `lossy_does` follows "to" ("renumber").
        """
        if not self.lossy:
            raise CannotHold(f"{self._format} {feature}. {remedy}, or lossy=True to {lossy_does}.")
        self.note(f"{feature}; used lossy=True to {lossy_does}")

    def notes(self) -> tuple[str, ...]:
        """All notes about puzzles that were written, in the order in which they first occurred."""
        return tuple(
            f"{text} ({count:,} puzzles)." if count > 1 else f"{text}." for text, count in self._counts.items()
        )


@dataclass(frozen=True, slots=True)
class Format:
    """A file format.

    `read` takes the whole text and yields items; `read_lines` yields the same from numbered lines, each item as soon as
    its last line has arrived (None: the whole text is needed), and makes `read` unnecessary.  `write` takes one puzzle
    and returns its text; it raises CannotHold for what does not fit, and notes in `Losses` what it leaves out.  The
    texts of several puzzles are joined by `separator` and end with `footer`.  `recognise` says whether a text looks
    like this format (None: it is read only by name), and `is_certain` whether such a text has a mark that no other
    format has (None: always); without one, the grid reader is tried if the first board is implausible.  `endings` are
    the endings of file names that choose the format.  `numlink formats` prints `summary` and `holds`.

    The other fields say what the format has room for, so that `formats.writing` can refuse or leave out the rest before
    it calls `write`: solid cells, solutions, numbers with gaps (`any_numbers`), numbers that do not occur twice
    (`any_count`), which rules and which metadata.
    """

    name: str
    summary: str
    holds: str
    read: Callable[[str], Iterator[Item]] | None = None
    read_lines: Callable[[Iterable[NumberedLine]], Iterator[Item]] | None = None
    write: Callable[[Puzzle, Losses], str] | None = None
    recognise: Callable[[str], bool] | None = None
    is_certain: Callable[[str], bool] | None = None
    endings: tuple[str, ...] = ()
    separator: str = ""
    footer: str = ""
    rules: Rules = COVER  # the rules of a file that names none
    says: tuple[Rules, ...] = ()  # the rules that a file can name; empty: files name none, and `rules` hold
    keeps: tuple[str, ...] = ()  # which of METADATA a file has room for
    features: tuple[Feature, ...] = ()  # the features of boards beyond the rectangle that a file can hold
    solids: bool = False
    solutions: bool = False
    solved_only: bool = False  # whether a puzzle with numbers must have its solution to be written
    no_paths: bool = False  # whether a solution without any path is read back as a solution
    any_numbers: bool = True
    any_count: bool = True
    several: bool = True  # whether programs other than numlink read more than one puzzle from a file of this format

    def __post_init__(self) -> None:
        read_lines = self.read_lines
        if self.read is None and read_lines is not None:
            object.__setattr__(self, "read", lambda text: read_lines(lines_of(text)))
