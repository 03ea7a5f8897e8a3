"""Rows of cells from lists of lists and lists of strings, as any programming language writes them.

[[0, 1], [1, 0]]    {{0,1},{1,0}}    '((0 1) (1 0))    vec![vec![0, 1], ...]    [0 1; 1 0]    ["0.", ".0"]

An innermost bracket is a row if it has several words, else a cell of the bracket around it.  A board is rows that
follow each other in one bracket, or each in a bracket of its own.  Strings are lines, in which rows.py finds rows.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby, pairwise, starmap, zip_longest
from typing import NamedTuple

from numlink.formats.grid.rows import LINE_END, Choices, TextSpan, TextSpot, TokenRows, rows_in_line, runs_of
from numlink.formats.reading import NumberedLine

PIECE = re.compile(
    r"(\"|(?<!\w)')((?:(?!\1)[^\\]|\\.)*+)\1|([\[({])|([\])}])|([,;|\n]|=>|[:=]|->)|([^\s\[\](){},;:=|\"']+|\S)"
)
COMMENT = re.compile(r"([\[\](){},;])\s*+(?:(?:#|//|%|--|;)[^\[\](){}\"']*+|\.\.\.\s*+)$")
"""A comment at the end of a line of code."""
LISTS = "lists"
"""The `how` of rows that are lists of cells."""
STRINGS = "strings"
"""The `how` of rows that are strings of characters."""
PARTNER = {"(": ")", "[": "]", "{": "}", "": ""}
"""The end of each bracket; a text as a whole begins and ends without a sign."""
ESCAPED = {"n": "\n", "t": "\t", "r": ""}
"""What a letter after a backslash means; any other character means itself."""
KEY_MARKS = frozenset([":", "=", "=>"])
"""The signs that may follow a key."""
CELL_KEY = re.compile(r"(?i)colou?r|value|val|label|number|num|letter|symbol").fullmatch
"""The key of a cell's label if cells are objects; else it is `type`."""
SHORT_LIST = 3
"""A list of more cells may be a whole board."""


class Word(NamedTuple):
    text: str
    quoted: bool
    place: TextSpot


Items = list[Word | str]
"""Words and the signs between them."""


class ListRow(NamedTuple):
    """The cells of an innermost bracket, None if they are unclear; how many others it is in, and how many of these were
    open all the time since the row before."""

    cells: list[str] | None
    depth: int
    shared: int
    span: TextSpan


@dataclass(slots=True)
class Bracket:
    """An open bracket; `rows`: how many rows of more than two cells are right in it."""

    sign: str
    start: TextSpot
    items: Items = field(default_factory=list)
    is_innermost: bool = True
    rows: int = 0


class Lists:
    """What brackets hold: `rows` in the order of the text; `runs` in single brackets and strings; the `strings`; the
    `words` outside of brackets.  `is_whole`: every quote and square bracket has a partner.  O(characters)."""

    def __init__(self, lines: Sequence[NumberedLine]) -> None:
        self.rows: list[ListRow] = []
        self.runs: list[Choices] = []
        self.strings: list[Word] = []
        self.words: list[str] = []
        self._opened = [Bracket("", (0, 0)), Bracket("", (0, 0))]
        self._joined: list[list[Word]] = [[]]  # strings with only signs between them, in parts between commas
        self.end = (lines[-1][0], LINE_END)
        self._lowest = 0  # the least depth since the last row
        pieces = (
            (piece, (number, place))
            for number, line in lines
            for place, piece in enumerate(PIECE.finditer(COMMENT.sub(r"\1", line) + "\n"))
        )
        self.is_whole = all(starmap(self._take, pieces)) and self._close("", self.end)

    def boards(self) -> Iterator[Choices]:
        """The runs of rows: each belongs to those from which the fewest brackets part it: the bracket around them all,
        perhaps one more around each."""
        runs: list[list[ListRow]] = []
        level = -1  # how many brackets around a row are around its neighbours, too
        for row, below in zip_longest(self.rows, self.rows[1:]):
            before, level = level, max(row.shared, below.shared if below else 0)
            if row.shared < level or level != before:
                runs.append([])
            runs[-1].append(row)
        for rows in runs:
            clear = [row.cells for row in rows if row.cells and row.depth - rows[-1].shared <= 2]
            if len(clear) == len(rows) > 1:
                lines = [row.span[0][0] for row in rows]
                yield _even_rows(lines, clear, LISTS, (rows[0].span[0], rows[-1].span[1]))

    def flat_lists(self) -> list[tuple[list[str], TextSpan]]:
        """What may be all cells of a board: the only long list, and the strings."""
        long = [(row.cells, row.span) for row in self.rows if row.cells and len(row.cells) > SHORT_LIST]
        return [*(long if len(long) == 1 else []), *(([word.text], (word.place,) * 2) for word in self.strings)]

    def _take(self, piece: re.Match[str], here: TextSpot) -> bool:
        """Read a piece of the text; False if it has no partner."""
        items = self._opened[-1].items
        quote, quoted, opening, closing, sign, word = piece.groups()
        if quote:
            text = re.sub(r"\\(.)", lambda escaped: ESCAPED.get(escaped[1], escaped[1]), quoted)
            self._joined[-1].append(Word(text, True, here))
            items.append(self._joined[-1][-1])
            return True
        if sign == ",":
            self._joined.append([])
        elif sign in KEY_MARKS and self._joined[-1]:
            self._joined[-1].pop()
        if opening or sign in KEY_MARKS:
            self._end_strings()
        if opening:
            self._opened.append(Bracket(opening, here))
        elif not closing:
            items.append(sign or Word(word, False, here))
        return word != '"' and (not closing or self._close(closing, here))

    def _close(self, sign: str, end: TextSpot) -> bool:
        """Close the bracket that `sign` ends, and round ones open in it; False if another is open.  A `)` may be stray,
        and braces of a program of which the text is a part, if no row is directly inside them."""
        if sign == "}" and not self._opened[-1].sign:
            return not self._opened[-1].rows
        while PARTNER[(inner := self._opened[-1]).sign] != sign:
            if inner.sign != "(" and (sign or inner.sign != "{" or inner.rows):
                return sign == ")"
            self._end_bracket(end)
        self._end_bracket(end)
        return True

    def _end_bracket(self, end: TextSpot) -> None:
        """Read the innermost bracket: as a cell, or as a row if it holds no row."""
        self._end_strings()
        bracket, around = self._opened.pop(), self._opened[-1]
        items, span, depth = bracket.items, (bracket.start, end), len(self._opened)
        self._lowest = min(self._lowest, depth - 1)
        if not bracket.sign:
            self.words = [item.text for item in items if isinstance(item, Word)]
        elif not bracket.is_innermost:
            around.is_innermost = False
            if bracket.rows > 1 and any(_words_before([","], items)):
                self.rows.append(ListRow(None, depth + 1, depth, span))  # a cell between rows
        elif (cell := _cell_of(items)) is not None:
            before = around.items[-1] if around.items else ""
            if cell and isinstance(before, Word) and not before.quoted:
                around.items.pop()  # Some(1), Cell(1)
            around.items.append(Word(cell, False, end))
        else:
            if self._opened[-2].rows and sum(isinstance(item, Word) for item in around.items[:4]) > 1:
                self.rows.append(ListRow(None, depth - 1, self._lowest, span))  # a row without its end
            keyed = any(_words_before(KEY_MARKS, items))
            cells = None if keyed else _cells(items)
            self.runs += () if keyed else _matrix_rows(items, span)
            self.rows.append(ListRow(cells, depth, self._lowest, span))
            self._lowest = depth - 1
            around.is_innermost = False
            around.items.append("[]")
            around.rows += len(cells or ()) > 2

    def _end_strings(self) -> None:
        """Read the strings since the last word or bracket as one board; if commas separate equally many strings, as a
        board between each two commas."""
        parts = [*filter(None, self._joined)]
        words = [word for part in parts for word in part]
        self._joined = [[]]
        self.strings += words
        several = parts and len(parts[0]) > 1 and len({*map(len, parts)}) == 1
        for strings in parts if several else filter(None, [words]):
            self.runs += _rows_of_strings(strings)


def _words_before(signs: Container[Word | str], items: Items) -> list[str]:
    """The words before each of the signs."""
    return [item.text for item, sign in pairwise(items) if sign in signs and isinstance(item, Word)]


def _cell_of(items: Items) -> str | None:
    """The only word, or value, in a bracket; or the label of an object whose other values are words, as in
    `{"kind": "dot", "color": 2}`; None if the bracket is no cell."""
    words = [item.text for item in items if isinstance(item, Word)]
    keys = _words_before(KEY_MARKS, items)
    if len(words) < 2 + bool(keys):
        return words[-1] if words else ""
    values = dict(zip(words[::2], words[1::2], strict=False)) if len(words) == 2 * len(keys) else {}
    label = values.pop(next(filter(CELL_KEY, values), "type"), None)
    return label if all(value.isalpha() or not value for value in values.values()) else None


def _cells(items: Items) -> list[str] | None:
    """The cells that words and signs make; None if semicolons separate rows.  Nothing between two commas is a blank."""
    comma = next((sign for sign in ",;" if sign in items), None)
    parts: list[list[str]] = [[]]
    for item in items:
        if item == comma:
            parts.append([])
        elif isinstance(item, Word):
            parts[-1].append(item.text)
        elif comma and item == "\n" and parts[-1]:
            parts.append([])
    if comma is None:
        return parts[0]
    if not parts[-1]:
        parts.pop()
    if comma == ";" and any(len(part) > 1 for part in parts):
        return None
    return [" ".join(part[1:] if part[1:] and part[0].istitle() else part) for part in parts]  # Just 1


def _even_rows(lines: Sequence[int], rows: Sequence[list[str]], how: str, span: TextSpan) -> Choices:
    """The rows of cells in these lines; if one has an unusual length, only those of the usual length."""
    [(usual, _)] = Counter(map(len, rows)).most_common(1)
    uneven = next(((line, len(row)) for line, row in zip(lines, rows, strict=True) if len(row) != usual), None)
    return [TokenRows([row for row in rows if len(row) == usual], how, span, uneven=uneven)]


def _rows_of_strings(words: Sequence[Word]) -> Iterator[Choices]:
    """The rows in strings, one in each or all in one."""
    if len(words) > 1:
        words = [word._replace(text=word.text.removesuffix("\n")) for word in words]
    for word in words:
        inside = [(word.place[0], line) for line in word.text.split("\n")]
        for each in rows_in_line(inside[0], "/,;| ") if len(inside) == 1 else [inside]:
            yield from runs_of(each, (word.place, word.place))
    rows, lines = [word.text for word in words], [word.place[0] for word in words]
    span = words[0].place, words[-1].place
    lengths = {*map(len, rows)}
    if len(words) < 2 or lengths <= {0, 1}:
        return
    if any(re.search(r"[,;|\t]|\S\s+\S", row) for row in rows):
        yield from runs_of(list(zip(lines, rows, strict=True)), span)
    if len(lengths) == 1 or (all(" " not in row for row in rows) and len(lengths) < len(rows)):
        yield _even_rows(lines, [[sign.strip() for sign in row] for row in rows], STRINGS, span)


def _matrix_rows(items: Items, span: TextSpan) -> Iterator[Choices]:
    """The rows in one bracket, separated by semicolons, bars or line ends."""
    separator = next((sign for sign in ";|\n" if sign in items), None)
    parts = [[*part] for is_sign, part in groupby(items, key=lambda item: item == separator) if not is_sign]
    rows = [found for part in parts if (found := _cells(part))] if separator else []
    even = len({*map(len, rows)}) == 1
    if len(rows) > 1 and (len(rows[0]) > 1 if even else separator == ";"):
        lines = [span[0][0]] * (len(rows) - 1) + [span[even][0]]
        yield _even_rows(lines, rows, "rows of a matrix", span)
