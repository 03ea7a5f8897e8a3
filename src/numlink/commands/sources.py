"""Reading puzzles from FILEs, '-' or URLs."""

from __future__ import annotations

import os
import re
import stat
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, field, fields
from functools import partial, wraps
from pathlib import Path
from typing import Any, BinaryIO, TextIO

import click

from numlink import formats, pictures
from numlink.board_files import read_picture
from numlink.commands.messages import say
from numlink.commands.options import COMMON, STANDARD, common
from numlink.commands.report import Answers, Entry, Found, Place, Report
from numlink.commands.targets import report_as_json, write_lines
from numlink.errors import InputError, NumlinkError, ParseError, Unreadable, raising
from numlink.files import is_device, unreadable
from numlink.formats.base import Item
from numlink.formats.decoding import Decoded
from numlink.formats.streaming import IncomingText, streamed
from numlink.model.puzzle import Puzzle
from numlink.model.rules import Rules

TWICE = "standard input ('-') is named twice, but it can be read only once. Save one of the two as a file."

INPUT_READ = "numlink.standard-input"  # the key under which Click's context keeps whether standard input was read

ADDRESS = re.compile(r"[A-Za-z]+://|[^\s?]*\?pzprv3[./]|(?:[\w-]+\.)+[a-z]+/[^\s?]*\?")
"""The beginning of a URL: a scheme, a page followed by `?pzprv3` as pzprs writes it, or a host and a page followed by
`?`, as browsers copy it."""


def each_entry(sources: Sequence[str], from_format: str | None = None, *, pick: int | None = None) -> Iterator[Entry]:
    """The puzzles of all sources (none: standard input), or their errors; `pick`: only this one (from 1) of each.

    A single source that cannot be used raises its error; for one of several, the error is an entry.
    """
    several = len(sources) > 1
    if sources.count(STANDARD) > 1:
        raise InputError(TWICE)
    sources = sources or (STANDARD,)
    for number, source in enumerate(sources, start=1):
        try:
            yield from _entries(source, from_format, pick, several=several, final=number == len(sources))
        except InputError as error:
            if not several:
                raise
            named = isinstance(error, Unreadable)  # such as "cannot read levels.txt: ..."
            yield Entry(Place(source=source, alone=named), error)


@dataclass(frozen=True, slots=True)
class StreamOptions:
    """What a command reads and how it answers: the options of `reads_puzzles`, some common ones, and the report."""

    sources: tuple[str, ...]
    from_format: str | None
    pick: int | None
    as_json: bool
    output: str | None
    rules: Rules | None = None
    budget: float | None = None
    workers: int = 1
    report: Report = field(default_factory=Report)

    def entries(self) -> Iterator[Entry]:
        """The puzzles, each with its place (`each_entry`)."""
        return each_entry(self.sources, self.from_format, pick=self.pick)

    def answers(self, answer: Callable[..., Found]) -> Iterator[tuple[Place, Found | NumlinkError]]:
        """`report.answers` with `answer(puzzle, rules=, budget=)` of each puzzle."""
        asked = partial(answer, rules=self.rules, budget=self.budget)
        return self.report.answers(self.entries(), asked, workers=self.workers)

    def write(self, answers: Answers[Found], to_object: Callable[[Found], Mapping[str, object]], **more: Any) -> None:
        """Write the lines of `report.lines`, which takes `more`."""
        write_lines(self.report.lines(answers, to_object, as_json=self.as_json, **more), self.output)


def reads_puzzles(
    function: Callable[..., Any],
    sources: Callable[..., Any] = COMMON["sources"],
    output: Callable[..., Any] = COMMON["output"],
) -> Callable[..., Any]:
    """Add the parameters of every command that reads puzzles: `sources` before its own options, and `--quiet`, `--json`
    and `-o` (`output`) after them.  The command gets one `StreamOptions` as its first argument in place of these and of
    `--rules`, `--budget` and `--workers`; if it returns None, the exit code is that of the report.
    """

    @wraps(function)
    def command(**given: Any) -> Any:
        shared = {part.name: given.pop(part.name) for part in fields(StreamOptions) if part.name in given}
        if output is COMMON["report"]:
            shared["as_json"] = report_as_json(shared["output"], as_json=shared["as_json"])
        stream = StreamOptions(**shared)
        code = function(stream, **given)
        return stream.report.code if code is None else code

    own = list(getattr(function, "__click_params__", ()))
    command.__click_params__ = []  # type: ignore[attr-defined]  # Click's list of parameters, the last one first
    command = common("quiet", "json")(output(command))
    command.__click_params__ += own  # type: ignore[attr-defined]
    return sources(common("from", "pick")(command))  # type: ignore[no-any-return]


reports_on_puzzles = partial(reads_puzzles, output=COMMON["report"])
"""`reads_puzzles` for a command that answers in words, or in JSON if the output's ending says so."""


def _entries(source: str, from_format: str | None, pick: int | None, *, several: bool, final: bool) -> Iterator[Entry]:
    number = 0
    for number, (item, ended) in enumerate(_with_end(*_items(source, from_format)), start=1):
        if pick in (None, number):
            name = item.name if isinstance(item, Puzzle) else None
            alone = ended and number == 1 and not several
            last = final and (ended or pick == number)
            yield Entry(Place(number, name, source if several else None, alone, last), item)
        if pick == number:
            return
    if not number:
        raise ParseError("no board found in the input. Give at least one.")
    if pick is not None:
        raise InputError(f"there is no puzzle {pick}: the input has only {number}. Give a smaller --pick.")


def _with_end(items: Iterator[Item], incoming: IncomingText | None) -> Iterator[tuple[Item, bool]]:
    """Each item, and whether it is known to be the last one; does not wait for more text to find out."""
    item = next(items, None)
    while item is not None:
        known = incoming is None or incoming.ended
        following = next(items, None) if known else None
        yield item, known and following is None
        item = following if known else next(items, None)


def read_items(source: str) -> Iterator[Item]:
    """The puzzles of a file, standard input or a URL; for one that cannot be read, its ParseError."""
    return _items(source, None)[0]


def puzzles_of(items: Callable[[], Iterable[Item]], name: str) -> Iterator[Puzzle]:
    """The puzzles of `items()`, read from a file called `name`; InputError, with the name, for an unreadable one."""
    try:
        yield from raising(items())
    except ParseError as error:
        raise InputError(f"{name}: {error}") from None


def _items(source: str, from_format: str | None) -> tuple[Iterator[Item], IncomingText | None]:
    """(what `read_items` returns, the text of the source if its puzzles are read while it arrives).

    With `from_format` None the format is detected; stderr names it, except plain and json.
    """
    incoming = _incoming(source)
    picture = picture_bytes(source, incoming)
    if picture is not None:
        return _shown(picture, source, from_format), None
    items = streamed(incoming, from_format) if incoming is not None and incoming.slow else None
    if incoming is not None and items is not None:
        say(incoming.note)
        return items, incoming
    text, note = _text_of(source, incoming)
    say(note)
    if from_format is not None:
        return formats.iterate(text, from_format), None
    guess = formats.guess(text)
    say(guess.note)
    return guess.items, None


def picture_bytes(source: str, incoming: IncomingText | None = None) -> bytes | None:
    """The bytes of a FILE, or of the `incoming` text, if they are a picture; else None."""
    if incoming is not None:
        return incoming.whole_bytes() if pictures.is_picture(incoming.beginning()) else None
    if ADDRESS.match(source) or not os.path.isfile(source):
        return None
    with suppress(OSError, ValueError), open(source, "rb") as file:
        if pictures.is_picture(file.read(12)):
            return formats.read_bytes(source)
    return None


def _shown(data: bytes, source: str, from_format: str | None) -> Iterator[Item]:
    """The board that a picture shows; stderr says what was seen."""
    if from_format is not None:
        raise InputError(f"{file_name(source)} is a picture, not a text in format {from_format}. Leave out --from.")
    found = read_picture(data, name=file_name(source))
    say(f"seen in {file_name(source)}: {found.seen}.")
    yield found.puzzle


def source_text(source: str) -> str:
    """The text of a FILE or standard input ('-'), or the URL itself, which holds its puzzle: nothing is fetched."""
    return _text_of(source, _incoming(source)).text


def _text_of(source: str, incoming: IncomingText | None) -> Decoded:
    """The text of a source, or the `incoming` text, with the note about its bytes."""
    if incoming is not None:
        return Decoded(incoming.whole(), incoming.note)
    return Decoded(source) if ADDRESS.match(source) else formats.read_decoded(source)


def file_text(path: str) -> str:
    """The text of a file that an option names, or of standard input ('-')."""
    return source_text(path) if path == STANDARD else formats.read_decoded(path).text


def file_name(path: str) -> str:
    """How messages name a file that an option names."""
    return "standard input" if path == STANDARD else Path(path).name


def _incoming(source: str) -> IncomingText | None:
    """The text of standard input, a named pipe or a device; None for a file or a URL."""
    if source == STANDARD:
        require_standard_input()
        slow = _is_slow(sys.stdin)
        return IncomingText(
            _parts(partial(_opened, sys.stdin, slow=slow), "standard input"), "standard input", slow=slow
        )
    if ADDRESS.match(source) or not is_device(source):
        return None
    return IncomingText(_parts(lambda: open(source, "rb"), source), source, slow=True)


def require_standard_input(what: str = "a puzzle") -> None:
    """Raise InputError if standard input is closed or was read before; on a terminal, say what is read."""
    if sys.stdin is None:
        raise InputError("standard input is closed. Name a file.")
    context = click.get_current_context(silent=True)
    if context is not None and context.meta.setdefault(INPUT_READ, False):
        raise InputError(TWICE)
    if context is not None:
        context.meta[INPUT_READ] = True
    if sys.stdin.isatty():
        say(f"reading {what} from the terminal; end it with Ctrl-D.")


def _opened(stream: TextIO, *, slow: bool) -> AbstractContextManager[BinaryIO]:
    """The bytes of a stream, which stays open; a slow one is opened again, as exit waits for readers of `stream`."""
    return open(stream.fileno(), "rb", closefd=False) if slow else nullcontext(stream.buffer)


def _is_slow(stream: TextIO) -> bool:
    """Whether a stream is a pipe or a terminal, whose end may come long after its beginning."""
    try:
        return not stat.S_ISREG(os.fstat(stream.fileno()).st_mode)
    except OSError:  # a stream in memory
        return False


def _parts(opened: Callable[[], AbstractContextManager[BinaryIO]], name: str) -> Iterator[bytes]:
    """The lines of a stream, with their LF, each as soon as it arrives."""
    try:
        with opened() as stream:
            yield from stream
    except OSError as error:
        raise unreadable(name, error) from None
