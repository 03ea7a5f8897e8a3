"""Reads puzzle after puzzle from a text that is still streamed, as another program writes it into a pipe.

    bytes with LF at their end ──IncomingText──> numbered lines ──Format.read_lines──> puzzles

The format is detected from the first puzzle.  The whole text is read first if the format has no `read_lines`, or if the
first puzzle cannot be read, because messages about it need the whole text.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator
from itertools import chain

from numlink.errors import ParseError
from numlink.formats import format_named, light, surely_is
from numlink.formats.base import Item
from numlink.formats.decoding import decoded
from numlink.formats.reading import NumberedLine, with_line_feeds
from numlink.model.puzzle import Puzzle

A_TEXT = "a text of puzzles"


class IncomingText:
    """The lines of a text, each as soon as it arrives.

    `parts` end with LF, except perhaps the last one; `slow`: the next one may arrive after the first puzzle could be
    answered.  What has arrived is kept until `forget`.
    """

    __slots__ = ("_kept", "_name", "_parts", "_place", "ended", "note", "slow")

    def __init__(self, parts: Iterable[bytes], name: str, *, slow: bool) -> None:
        self.slow = slow
        self._parts: Iterator[bytes] = iter(parts)
        self._name = name
        self._place = 0
        self._kept: list[str] | None = []
        self.ended = False  # whether the end of the text is known to have arrived
        self.note: str | None = None  # a sentence about the encoding if it is not UTF-8

    def __iter__(self) -> Iterator[str]:
        """The parts as texts; from the first part that is not UTF-8, the rest as one text, or ParseError."""
        for part in self._parts:
            content = part if self._place else part.removeprefix(codecs.BOM_UTF8)
            try:
                text = content.decode()
            except UnicodeDecodeError as error:
                text = self._not_utf_8(content, error)
            self._place += len(content)
            self.ended = not part.endswith(b"\n")
            if self._kept is not None:
                self._kept.append(text)
            yield text
        self.ended = True

    def _not_utf_8(self, content: bytes, error: UnicodeDecodeError) -> str:
        """The text from here on, as `decoded` reads it; ParseError if earlier parts were not ASCII or not kept."""
        before = "".join(self._kept) if self._kept is not None else None
        if before is None or not before.isascii():
            place = self._place + error.start
            raise ParseError(f"{self._name} is not UTF-8 text (byte {place}). Give {A_TEXT}.") from None
        found = decoded(before.encode() + content + b"".join(self._parts), self._name, what=A_TEXT)
        self.note = found.note
        return found.text[len(before) :]

    def beginning(self) -> bytes:
        """The first line, or the beginning of a picture; waits for it."""
        first = next(self._parts, b"")
        self._parts = chain([first] if first else [], self._parts)
        return first

    def whole_bytes(self) -> bytes:
        """All the bytes, if nothing was read as text; waits for the end."""
        return b"".join(self._parts)

    def lines(self) -> Iterator[NumberedLine]:
        """The lines with their numbers, without their ends, as `lines_of` yields them."""
        number = 0
        for text in self:
            for line in with_line_feeds(text).removesuffix("\n").split("\n"):
                number += 1
                yield number, line

    def known(self) -> str:
        """What has arrived so far."""
        return "".join(self._kept or ())

    def whole(self) -> str:
        """The whole text, with what arrived before; waits for its end."""
        for _ in self:
            pass  # `__iter__` keeps it
        return self.known()

    def forget(self) -> None:
        """Forget what has arrived, and keep nothing from now on."""
        self._kept = None


def streamed(text: IncomingText, format: str | None = None) -> Iterator[Item] | None:
    """The puzzles of a text, each as soon as it arrives, in the format named `format` (None: detected from the first).

    Bytes after the first puzzle that are not UTF-8 make the last item a ParseError.  None if the
    whole text must be read first.
    """
    if format is not None and format_named(format).read_lines is None:
        return None
    lines = text.lines()
    start = next((line for line in lines if line[1].strip()), None)
    if start is None:
        return None
    chosen = format_named(format or ("json" if start[1].lstrip().startswith("{") else "plain"))
    assert chosen.read_lines is not None
    items = chosen.read_lines(chain([start], lines))
    first = next(items, None)
    if not isinstance(first, Puzzle) or not (format or surely_is(chosen, first, text.known())):
        return None
    text.forget()
    return chain([first], _rest(items))


def _rest(items: Iterator[Item]) -> Iterator[Item]:
    try:
        yield from map(light, items)
    except ParseError as error:
        yield light(error)
