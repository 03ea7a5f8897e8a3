"""The lines of a certificate: their forms, and the hash that closes them."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from re import fullmatch

LONGEST_QUOTE = 40
"""Characters of a wrong line that its message repeats."""


class NoProof(ValueError):
    """A certificate that proves nothing; the message says which line is wrong and how."""


@dataclass(frozen=True, slots=True)
class Form:
    """What a line must look like: a pattern whose groups are read, and for people what it says and an example."""

    pattern: str
    says: str
    example: str


def signed(body: str) -> str:
    """A certificate's lines with the line that says their hash."""
    return f"{body}sha256 {sha256(body.encode()).hexdigest()}\n"


def _short(line: str) -> str:
    """A line as a message quotes it."""
    readable = "".join(character if character.isprintable() else "?" for character in line[:LONGEST_QUOTE])
    return readable + "..." * (len(line) > LONGEST_QUOTE)


class CertificateLines:
    """The lines of a certificate one after the other; knows where it stands, and checks the hash first.

    `size` is the number of characters of the text, `number` that of the line last taken, from 1.
    """

    def __init__(self, text: str) -> None:
        body = text[: text.rfind("sha256 ")] if "sha256 " in text else text
        self.size, self.lines = len(text), body.split("\n")[:-1]
        self.number = len(self.lines) + 1
        if not (text.isascii() and body[-1:] in "\n" and signed(body) == text):
            raise self.wrong("the hash of the lines above is not here: they were altered, or lines are missing")
        self.number = 0

    @property
    def ended(self) -> bool:
        """Whether all lines were taken."""
        return self.number >= len(self.lines)

    @property
    def ahead(self) -> str:
        """The next line, empty behind the last."""
        return "" if self.ended else self.lines[self.number]

    def wrong(self, problem: str) -> NoProof:
        """The error that names the line last taken."""
        return NoProof(f"line {self.number}: {problem}.")

    def take(self, form: Form) -> tuple[str, ...]:
        """The groups of the next line; raises NoProof where it is not of this form."""
        match = fullmatch(form.pattern, self.ahead)
        found = "no further line" if self.ended else f"'{_short(self.ahead)}'"
        self.number += 1
        if match is None:
            raise self.wrong(f"expected {form.says}, as in '{form.example}'; found {found}")
        return match.groups()

    def take_literals(self, form: Form, most: int) -> list[int]:
        """The links in the next line, numbers from 1 to `most`, each once, with a minus where one is denied."""
        found = [int(token) for token in self.take(form)[0].split()]
        if any(abs(literal) > most for literal in found) or len({*map(abs, found)}) != len(found):
            raise self.wrong(f"links are numbers from 1 to {most}, each once")
        return found
