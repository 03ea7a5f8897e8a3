"""A stream of puzzles: the place of each, lines on stderr about each, and one exit code for all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import zip_longest
from typing import TYPE_CHECKING, Annotated, NamedTuple, NotRequired, TypeAlias, TypedDict, TypeVar

from numlink.commands.messages import Exit, complain, heeding_options, say, with_options
from numlink.errors import IllegalPuzzle, InputError, NoSolution, NumlinkError, Unanswered, raising
from numlink.model.judge import check, right_solution
from numlink.model.puzzle import Puzzle
from numlink.model.rules import Rules

if TYPE_CHECKING:
    from numlink.exact.verdict import Verdict

Found = TypeVar("Found")
Answers: TypeAlias = Iterable[tuple["Place", Found | NumlinkError]]
"""(place, answer) of each puzzle, or (place, error) if there is no answer."""

WORST_FIRST = (Exit.BAD_INPUT, Exit.BUDGET_ENDED, Exit.NO, Exit.YES)
"""The exit code of a stream is the first of these that one of its puzzles has."""

ONE_SOLUTION = {"unique": Exit.YES, "multiple": Exit.NO, "none": Exit.NO, "unknown": Exit.BUDGET_ENDED}
"""Answer of a proof -> exit code of a command that asks for exactly one solution."""


class PlaceObject(TypedDict):
    """The place of a puzzle in a stream."""

    puzzle: NotRequired[Annotated[int, "its number in its source, from 1"]]
    file: NotRequired[Annotated[str, "its source, if there are several"]]
    name: NotRequired[str]


class ErrorObject(PlaceObject):
    """A puzzle without an answer, and why."""

    error: str


@dataclass(frozen=True, slots=True)
class Place:
    """The place of a puzzle: its `number` in its source, from 1 (0: the source as a whole), and its name.

    `source` is None unless there are several; `alone`: messages leave the place out, because it is the only puzzle or
    they name the source; `last`: no other follows.
    """

    number: int = 0
    name: str | None = None
    source: str | None = None
    alone: bool = False
    last: bool = False

    def __str__(self) -> str:
        number = f"puzzle {self.number}" if self.number else ""
        place = ", ".join(part for part in (self.source, number) if part)
        return f"{place} ({self.name})" if self.name else place

    def before(self, words: str) -> str:
        """`words` with the place in front.

        >>> Place(2, "first steps").before("no solution"), Place(1, alone=True).before("no solution")
        ('puzzle 2 (first steps): no solution', 'no solution')
        """
        place = (self.name or "") if self.alone else str(self)
        return f"{place}: {words}" if place else words

    def to_json(self) -> PlaceObject:
        """The first keys of every JSON answer: the place, without what is not known."""
        found: PlaceObject = {"puzzle": self.number} if self.number else {}
        if self.source is not None:
            found["file"] = self.source
        if self.name is not None:
            found["name"] = self.name
        return found


class Entry(NamedTuple):
    """A puzzle of a stream with its place, or the error if the puzzle cannot be read."""

    place: Place
    item: Puzzle | NumlinkError


class Report:
    """Writes lines about the puzzles of a stream, each with its place, and collects their exit codes."""

    def __init__(self) -> None:
        self.codes: list[int] = []
        self._write_line: Callable[[str], None] = complain

    @property
    def code(self) -> int:
        """The exit code of the stream so far: the worst of the codes collected (`WORST_FIRST`)."""
        return min(map(Exit, self.codes), key=WORST_FIRST.index, default=Exit.YES)

    def end(self, code: int) -> None:
        """Add the exit code of a puzzle."""
        self.codes.append(code)

    def say(self, place: Place, words: str) -> None:
        """Write a line of information about a puzzle to stderr, unless --quiet."""
        say(place.before(words))

    def refuse(self, place: Place, error: NumlinkError, code: int | None = None) -> None:
        """Write to stderr why a puzzle has no answer; add `code`, or 3 for Unanswered, 1 for NoSolution, else 2."""
        self._write_line(place.before(str(error)))
        by_kind = Exit.NO if isinstance(error, NoSolution) else Exit.BAD_INPUT
        by_kind = Exit.BUDGET_ENDED if isinstance(error, Unanswered) else by_kind
        self.end(by_kind if code is None else code)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Hold back the lines about puzzles refused in the block until its end."""
        lines: list[str] = []
        self._write_line = lines.append
        yield
        self._write_line = complain
        for line in lines:
            complain(line)

    def under(self, place: Place, puzzle: Puzzle, rules: Rules | None) -> Puzzle:
        """The puzzle under `rules` (None: its own); a solution that breaks them is left out, with a line on stderr."""
        asked = puzzle.with_rules(rules)
        if asked.rules == puzzle.rules or asked.solution is None or right_solution(asked) is not None:
            return asked
        self.say(place, f"its solution breaks the rules {asked.rules}: left out.")
        return asked.with_solution(None)

    def readable(self, entries: Iterable[Entry]) -> Iterator[tuple[Place, Puzzle]]:
        """The puzzles that can be read; a line on stderr refuses each of the others."""
        for place, item in entries:
            if isinstance(item, Puzzle):
                yield place, item
            else:
                self.refuse(place, item)

    def legal(self, entries: Iterable[Entry]) -> Iterator[tuple[Place, Puzzle]]:
        """The puzzles that can be read and are legal; a line on stderr refuses each of the others."""
        return self.readable(map(legal, entries))

    def answers(
        self, entries: Iterable[Entry], answer: Callable[[Puzzle], Found], *, workers: int = 1
    ) -> Iterator[tuple[Place, Found | NumlinkError]]:
        """(place, answer) of each puzzle in order, or (place, error) and a line on stderr; `answer` must pickle."""
        tasks = heeding_options(entries)
        from numlink import parallel  # only now: other commands start without it

        known = parallel.map(partial(answered, answer), tasks, workers=workers, as_they_come=True)
        for place, found in raising(known):
            if isinstance(found, NumlinkError):
                self.refuse(place, found)
            yield place, found

    def found(
        self, answers: Answers[Found], code: Callable[[Found], int] = lambda _: Exit.YES
    ) -> Iterator[tuple[Place, Found]]:
        """The answers without the errors; adds the exit code `code(answer)` of each."""
        for place, found in answers:
            if not isinstance(found, NumlinkError):
                self.end(code(found))
                yield place, found

    def lines(
        self,
        answers: Answers[Found],
        to_object: Callable[[Found], Mapping[str, object]],
        text: Callable[[Place, Found], str] = lambda _, found: f"{found}\n",
        *,
        as_json: bool,
        code: Callable[[Found], int] = lambda _: Exit.YES,
    ) -> Iterator[str]:
        """The line of each answer: `to_object` or an error as JSON with its place, else `text`; adds the exit codes."""
        from numlink.formats.json_lines import json_line

        for place, found in answers:
            if isinstance(found, NumlinkError):
                if as_json:
                    yield json_line(error_object(place, found))
                continue
            self.end(code(found))
            yield json_line({**place.to_json(), **to_object(found)}) if as_json else text(place, found)


def in_columns(rows: Sequence[Sequence[str]], align: Callable[[str, int], str] = str.ljust) -> Iterator[str]:
    """Rows of texts as lines with aligned columns, the last text of each row as it is.

    >>> [*in_columns([["a", "bb", "c"], ["ddd", "e", ""], ["ff", "alone"]])]
    ['a    bb  c\\n', 'ddd  e\\n', 'ff   alone\\n']
    """
    widths = [max(map(len, column)) for column in zip_longest(*(row[:-1] for row in rows), fillvalue="")]
    for *cells, last in rows:
        yield "  ".join([*map(align, cells, widths), last]).rstrip() + "\n"


def apart(blocks: Iterable[str]) -> Iterator[str]:
    """Blocks of lines with an empty line between them."""
    for index, block in enumerate(blocks):
        yield f"\n{block}" if index else block


def legal(entry: Entry) -> Entry:
    """The entry; an illegal puzzle is replaced by its IllegalPuzzle error."""
    faults = check(entry.item) if isinstance(entry.item, Puzzle) else []
    return Entry(entry.place, IllegalPuzzle(faults)) if faults else entry


def answered(answer: Callable[[Puzzle], Found], entry: Entry) -> tuple[Place, Found | NumlinkError]:
    """(place, answer) of an entry, or (place, error) if its puzzle is not legal or has no answer."""
    place, item = legal(entry)
    try:
        if isinstance(item, Puzzle):
            return place, answer(item)
        raise item
    except (InputError, Unanswered) as error:
        return place, error


def with_cost(verdict: Verdict) -> str:
    """A sentence with a verdict, its effort and its time."""
    return f"{verdict} ({verdict.effort}; {verdict.seconds:.3f} s)."


def error_object(place: Place, error: NumlinkError) -> ErrorObject:
    """The JSON object of a puzzle without an answer."""
    return {**place.to_json(), "error": with_options(str(error))}
