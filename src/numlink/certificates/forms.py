"""The lines of a certificate: the form of each, and the hash at their end."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from re import fullmatch

LONGEST_QUOTE = 40  # characters of a wrong line that its message repeats


class NoProof(ValueError):
    """A certificate that proves nothing; the message says which line is wrong and how."""


@dataclass(frozen=True, slots=True)
class Form:
    """What a line must look like: a pattern whose groups are read, and for messages a description and an example."""

    pattern: str
    says: str
    example: str


def signed(body: str) -> str:
    """The lines `body` of a certificate, followed by a last line with their SHA-256."""
    return f"{body}sha256 {sha256(body.encode()).hexdigest()}\n"


def _short(line: str) -> str:
    """A line as messages quote it: `...` where it is cut, ? for characters that cannot be printed."""
    readable = "".join(character if character.isprintable() else "?" for character in line[:LONGEST_QUOTE])
    return readable + "..." * (len(line) > LONGEST_QUOTE)


class CertificateLines:
    """The lines of a certificate of `size` characters; `number` of these lines were taken."""

    def __init__(self, text: str) -> None:
        body = text[: text.rfind("sha256 ")] if "sha256 " in text else text
        self.size, self.lines = len(text), body.split("\n")[:-1]
        self.number = len(self.lines) + 1
        if not (text.isascii() and body[-1:] in "\n" and signed(body) == text):
            raise self.wrong("the hash does not match the lines above: they were altered, or lines are missing")
        self.number = 0

    @property
    def ended(self) -> bool:
        """Whether all lines were taken."""
        return self.number >= len(self.lines)

    @property
    def ahead(self) -> str:
        """The next line; empty after the last."""
        return "" if self.ended else self.lines[self.number]

    def wrong(self, problem: str) -> NoProof:
        """A NoProof that reports `problem` in the last line taken."""
        return NoProof(f"line {self.number}: {problem}.")

    def take(self, form: Form) -> tuple[str, ...]:
        """Take the next line; return its groups.  Raises NoProof where the line is not of this form."""
        match = fullmatch(form.pattern, self.ahead)
        found = "no further line" if self.ended else f"'{_short(self.ahead)}'"
        self.number += 1
        if match is None:
            raise self.wrong(f"expected {form.says}, as in '{form.example}'; found {found}")
        return match.groups()

    def take_literals(self, form: Form, most: int) -> list[int]:
        """Take a line of literals: links 1 to `most`, each at most once, with a minus where the link is not drawn."""
        found = [int(token) for token in self.take(form)[0].split()]
        if any(abs(literal) > most for literal in found) or len({*map(abs, found)}) != len(found):
            raise self.wrong(f"links must be numbers from 1 to {most}, each at most once")
        return found
