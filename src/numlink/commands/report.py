"""How the puzzles of a stream end: a line on stderr for each thing there is to say, and the exit code of them all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import tee
from typing import Annotated, NotRequired, TypeAlias, TypedDict, TypeVar

from numlink import parallel
from numlink.commands.messages import Exit, complain, say, with_options
from numlink.errors import IllegalPuzzle, InputError, NoSolution, NumlinkError, Unanswered
from numlink.model.judge import check
from numlink.model.puzzle import Puzzle

Found = TypeVar("Found")
Answers: TypeAlias = Iterable[tuple["Place", Found | NumlinkError]]
"""What is known of each puzzle, or why nothing is."""

WORST_FIRST = (Exit.BAD_INPUT, Exit.BUDGET_ENDED, Exit.NO, Exit.YES)
"""A stream of puzzles exits with the worst of their codes, in this order."""

ONE_SOLUTION = {"unique": Exit.YES, "multiple": Exit.NO, "none": Exit.NO, "unknown": Exit.BUDGET_ENDED}
"""The exit code of an answer where exactly one solution is asked for."""


class PlaceObject(TypedDict):
    """Where a puzzle of a stream stands."""

    puzzle: NotRequired[Annotated[int, "its place, from 1"]]
    file: NotRequired[Annotated[str, "its source, where there are several"]]
    name: NotRequired[str]


class ErrorObject(PlaceObject):
    """A puzzle without an answer, and why."""

    error: str


@dataclass(frozen=True, slots=True)
class Place:
    """Where a puzzle stands: `number` in its source, from 1 (0: the source as a whole), and its name.

    `source` is given where there are several; `alone` says that there is no other puzzle, so that messages need not
    tell which one they mean.
    """

    number: int = 0
    name: str | None = None
    source: str | None = None
    alone: bool = False

    def __str__(self) -> str:
        number = f"puzzle {self.number}" if self.number else ""
        place = ", ".join(part for part in (self.source, number) if part)
        return f"{place} ({self.name})" if self.name else place

    def before(self, words: str) -> str:
        """`words` behind the place they are about.

        >>> Place(2, "first steps").before("no solution"), Place(1, alone=True).before("no solution")
        ('puzzle 2 (first steps): no solution', 'no solution')
        """
        if not self.number and self.source is not None and self.source in words:
            return words  # such as "cannot read levels.txt: ..."
        place = (self.name or "") if self.alone else str(self)
        return f"{place}: {words}" if place else words

    def to_json(self) -> PlaceObject:
        """The keys that every answer of a stream carries, as far as they are known."""
        found: PlaceObject = {"puzzle": self.number} if self.number else {}
        if self.source is not None:
            found["file"] = self.source
        if self.name is not None:
            found["name"] = self.name
        return found


@dataclass(frozen=True, slots=True)
class Entry:
    """A puzzle of a stream, or the error that stands in its place."""

    place: Place
    item: Puzzle | InputError


class Report:
    """Numbers and names the puzzles of a stream in all that is said about them, and collects their exit codes."""

    def __init__(self) -> None:
        self.codes: list[int] = []

    @property
    def code(self) -> int:
        """The exit code of the stream so far: the worst of its puzzles."""
        return min(map(Exit, self.codes), key=WORST_FIRST.index, default=Exit.YES)

    def end(self, code: int) -> None:
        """Remember how a puzzle ended."""
        self.codes.append(code)

    def say(self, place: Place, words: str) -> None:
        """A line of information about a puzzle."""
        say(place.before(words))

    def refuse(self, place: Place, error: NumlinkError, code: int | None = None) -> None:
        """Tell why a puzzle has no answer; `code` None: 3 where a budget ended, 1 where it has no solution, else 2."""
        complain(place.before(str(error)))
        by_kind = Exit.NO if isinstance(error, NoSolution) else Exit.BAD_INPUT
        by_kind = Exit.BUDGET_ENDED if isinstance(error, Unanswered) else by_kind
        self.end(by_kind if code is None else code)

    def readable(self, entries: Iterable[Entry]) -> Iterator[tuple[Place, Puzzle]]:
        """The puzzles that can be read; each other one is told on stderr."""
        for entry in entries:
            if isinstance(entry.item, Puzzle):
                yield entry.place, entry.item
            else:
                self.refuse(entry.place, entry.item)

    def legal(self, entries: Iterable[Entry]) -> Iterator[tuple[Place, Puzzle]]:
        """The puzzles that can be read and that some rules allow; each other one is told on stderr."""
        return self.readable(map(legal, entries))

    def answers(
        self, entries: Iterable[Entry], answer: Callable[[Puzzle], Found], *, workers: int = 1
    ) -> Iterator[tuple[Place, Found | NumlinkError]]:
        """The answer to each legal puzzle, in order; where there is none, the error, told on stderr, in its place.

        With more `workers` than one `answer` must pickle.
        """
        asked, kept = tee(entries)
        for found, entry in zip(parallel.map(partial(answered, answer), asked, workers=workers), kept, strict=False):
            if isinstance(found, NumlinkError):
                if not isinstance(found, InputError | Unanswered):
                    raise found
                self.refuse(entry.place, found)
            yield entry.place, found

    def found(
        self, answers: Answers[Found], code: Callable[[Found], int] = lambda _: Exit.YES
    ) -> Iterator[tuple[Place, Found]]:
        """The answers that there are; each ends with its `code`."""
        for place, found in answers:
            if not isinstance(found, NumlinkError):
                self.end(code(found))
                yield place, found

    def lines(
        self,
        answers: Answers[Found],
        told: Callable[[Found], Mapping[str, object]],
        text: Callable[[Place, Found], str] = lambda _, found: f"{found}\n",
        *,
        as_json: bool,
        code: Callable[[Found], int] = lambda _: Exit.YES,
    ) -> Iterator[str]:
        """The line of each answer: the object `told` of it behind its place as JSON, else what `text` says.

        An answer ends with its `code`.  A puzzle without one has been told on stderr; as JSON it has a line as well.
        """
        from numlink.formats.json_lines import json_line

        for place, found in answers:
            if isinstance(found, NumlinkError):
                if as_json:
                    yield json_line(error_object(place, found))
                continue
            self.end(code(found))
            yield json_line({**place.to_json(), **told(found)}) if as_json else text(place, found)


def apart(blocks: Iterable[str]) -> Iterator[str]:
    """Blocks of lines with an empty line between them."""
    for index, block in enumerate(blocks):
        yield f"\n{block}" if index else block


def legal(entry: Entry) -> Entry:
    """The entry, with the error that refuses it in place of a puzzle that no rules allow."""
    faults = check(entry.item) if isinstance(entry.item, Puzzle) else []
    return Entry(entry.place, IllegalPuzzle(faults)) if faults else entry


def answered(answer: Callable[[Puzzle], Found], entry: Entry) -> Found:
    """The answer to an entry's puzzle; raises the error that stands in its place."""
    item = legal(entry).item
    if isinstance(item, Puzzle):
        return answer(item)
    raise item


def error_object(place: Place, error: NumlinkError) -> ErrorObject:
    """The JSON object of a puzzle without an answer."""
    return {**place.to_json(), "error": with_options(str(error))}
