"""Writing puzzles, reports and pictures to standard output or a file."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Generic, TypeVar

import click

from numlink import formats, render
from numlink.commands.messages import say
from numlink.commands.options import STANDARD
from numlink.commands.report import Answers, Place, Report
from numlink.errors import InputError
from numlink.files import is_device, write_file
from numlink.formats.base import Format, Losses
from numlink.formats.picture_files import with_board
from numlink.formats.writing import finish, write_one
from numlink.model.puzzle import Puzzle
from numlink.model.words import counted

if TYPE_CHECKING:
    from numlink.render import Picture
    from numlink.render.picture import Options

Part = TypeVar("Part")


class UntilStopped(Generic[Part]):
    """The parts of an answer up to Ctrl-C, which `end` raises again after they are written.

    Before the first part, and the second time, Ctrl-C is raised at once.  While the caller is busy with a part, it
    waits until the caller asks for the next one: raised in the caller, it would lose the parts.
    """

    def __init__(self, parts: Iterable[Part]) -> None:
        self._parts = parts
        self.number = 0
        self.stopped = False
        self._given = self._asked = False
        """Whether the caller is busy with a part, and whether Ctrl-C was pressed meanwhile."""

    def __iter__(self) -> Iterator[Part]:
        before = signal.getsignal(signal.SIGINT)
        # only the main thread may set handlers; another program's handler stays
        waits = threading.current_thread() is threading.main_thread() and before is signal.default_int_handler
        if waits:
            signal.signal(signal.SIGINT, self._interrupt)
        try:
            for part in self._parts:
                self.number += 1
                self._given = True
                yield part
                self._given = False
                if self._asked:
                    raise KeyboardInterrupt
        except KeyboardInterrupt:
            if not self.number:
                raise
            self.stopped = True
        finally:
            if waits:
                signal.signal(signal.SIGINT, before)

    def _interrupt(self, *_: object) -> None:
        """Raise Ctrl-C at once while the next part is made, later while the caller has one."""
        if self._asked or not self._given:
            raise KeyboardInterrupt
        self._asked = True

    def end(self, output: str | None, what: str = "puzzle", done: str = "kept") -> None:
        """If there was a KeyboardInterrupt, raise it again, after a line on stderr that says what is kept."""
        if self.stopped:
            kept = f"{counted(self.number, what)} {'is' if self.number == 1 else 'are'} {done}"
            say(f"stopped; {kept}{'' if output in (None, STANDARD) else f' in {output}'}.")
            raise KeyboardInterrupt


def write_text(text: str, output: str | None) -> None:
    """Write text to standard output or, atomically, to a file."""
    if output is None or output == STANDARD:
        click.echo(text, nl=False)
    else:
        write_file(output, text.encode())


def write_bytes(content: bytes, output: str | None) -> None:
    """Write bytes to standard output or, atomically, to a file."""
    if output is None or output == STANDARD:
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
    else:
        write_file(output, content)


def write_lines(lines: Iterable[str], output: str | None, *, coloured: bool = False) -> None:
    """Write lines to standard output, each as soon as it is known, or to a file; `coloured`: in a pipe too."""
    if output is not None and output != STANDARD:
        known = UntilStopped(lines)
        write_file(output, (line.encode() for line in known))
        known.end(output, "line")
        return
    for line in lines:
        click.echo(line, nl=False, color=coloured or None)
        sys.stdout.flush()


def _texts(
    found: Iterable[tuple[Place, Puzzle]], format: Format, losses: Losses, report: Report, *, separated: bool = False
) -> Iterator[str]:
    """The text of each puzzle that the format can hold; a line on stderr refuses each of the others.

    With `separated`, the separator follows each text but the last.
    """
    for place, puzzle in found:
        try:
            text = write_one(puzzle, format, losses)
        except InputError as error:
            report.refuse(place, error)
        else:
            yield text + format.separator if separated and not place.last else text


def write_output(
    found: Iterable[tuple[Place, Puzzle]],
    output: str | None,
    report: Report,
    *,
    as_json: bool,
    solved: bool | None = None,
    pictured: Options | None = None,
) -> None:
    """Write puzzles to standard output, each as soon as it is known, or to a file in the format of its ending.

    A terminal gets drawings, with paths if `solved`; None: plain text.  Stderr says what a format leaves out and which
    puzzles it cannot hold.  An ending like .svg makes a picture, drawn by `pictured` (None: black and white).
    """
    known = UntilStopped(found)
    picture = None if as_json else picture_for(output)
    if picture is not None and output is not None:
        puzzles = [puzzle for _, puzzle in known]
        from numlink.render.picture import Options  # only now: most outputs are texts

        write_file(output, with_board(picture(puzzles, pictured or Options(solved=bool(solved))), puzzles))
        known.end(output)
        return
    if not as_json and output is None and solved is not None and sys.stdout.isatty():
        from numlink.render.terminal import fitting

        for place, puzzle in found:
            drawn = fitting(puzzle, puzzle.solution if solved else None, sys.stdout)
            click.echo(drawn if place.last else drawn + "\n", color=True)
        return
    write_texts(known, output, report, format_for(output, as_json=as_json))
    known.end(output)


def write_answers(answers: Answers[Puzzle], output: str | None, report: Report, *, as_json: bool, solved: bool) -> None:
    """Write puzzles as `write_output` does; with `as_json`, also a line for each error."""
    if as_json:
        from numlink.formats.json_lines import puzzle_object  # only now: most outputs are texts

        write_lines(report.lines(answers, puzzle_object, as_json=True), output)
    else:
        write_output(report.found(answers), output, report, as_json=False, solved=solved)


def write_texts(
    found: Iterable[tuple[Place, Puzzle]], output: str | None, report: Report, format: Format, *, lossy: bool = False
) -> None:
    """Write puzzles in a format, as `write_output` does; a file is left alone if no puzzle could be written."""
    losses = Losses(format.name, lossy=lossy)
    if output is None or output == STANDARD:
        texts = _texts(found, format, losses, report, separated=True)
        write_lines(finish(texts, format, losses, separated=True), None)
    else:
        text = "".join(finish(_texts(found, format, losses, report), format, losses))
        if text or not report.code:
            write_text(text, output)
    for note in losses.notes():
        say(note)


def picture_for(output: str | None) -> Picture | None:
    """The function that draws the kind of picture that the output's ending names; None if it names none."""
    if output is None or output == STANDARD or formats.format_for_file(output) is not None:
        return None
    return render.picture_for_file(output)


def require_ending(output: str | None, *, as_json: bool) -> None:
    """Raise InputError if a file's ending names neither a picture nor a format; with `as_json`, any ending will do."""
    if output is not None and (as_json or picture_for(output) is None):
        format_for(output, as_json=as_json)


def needs_solution(output: str | None, *, as_json: bool) -> bool:
    """Whether the output's format cannot hold a puzzle without its solution."""
    return picture_for(output) is None and format_for(output, as_json=as_json).solved_only


def report_as_json(output: str | None, *, as_json: bool) -> bool:
    """Whether a report is written as JSON, by the option or the output's ending; InputError for a picture's ending."""
    if picture_for(output) is not None:
        raise InputError(f"{output} names a picture, and a report is text. Use .txt or .json.")
    if as_json or output is None or output == STANDARD:
        return as_json
    found = formats.format_for_file(output)
    return found is not None and found.name == "json"


def format_asked(to_format: str | None, *, as_json: bool) -> str | None:
    """The format of --to or --json, None without either; InputError if they name two."""
    if as_json and to_format not in (None, "json"):
        raise InputError(f"--json and --to {to_format} ask for two formats. Give one of them.")
    return "json" if as_json else to_format


def format_for(output: str | None, *, as_json: bool) -> Format:
    """The format to write: JSON, plain for standard output and devices, or the ending's; InputError if it has none."""
    if as_json or output is None or output == STANDARD:
        return formats.format_named("json" if as_json else "plain")
    found = formats.format_named("plain") if is_device(output) else formats.format_for_file(output)
    if found is None:
        known = ", ".join([".txt", ".json", *render.endings()])
        raise InputError(f"the extension of {output} is not a known format. Use {known} or another (numlink formats).")
    return found
