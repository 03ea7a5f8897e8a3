"""Rows of cells from lists of lists and lists of strings, as any programming language writes them.

[[0, 1], [1, 0]]    {{0,1},{1,0}}    '((0 1) (1 0))    vec![vec![0, 1], ...]    [0 1; 1 0]    ["0.", ".0"]

Each bracket is read when it closes: with lists of cells in it, it is a board; with several words, a row of the bracket
around it; with one word, a cell.  Strings are lines, in which rows.py finds rows as in any other lines.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, groupby, pairwise
from typing import NamedTuple

from numlink.formats.grid.rows import Choices, TextSpan, TextSpot, TokenRows, rows_in_line, runs_of
from numlink.formats.grid.text import count_up
from numlink.formats.reading import NumberedLine

PIECE = re.compile(
    r"(\"|(?<!\w)')((?:(?!\1)[^\\]|\\.)*+)\1|([\[({])|([\])}])|([,;|]|=>|[:=]|->)|([^\s\[\](){},;:=|\"']+|\S)"
)
COMMENT = re.compile(r"([\[\](){},;])\s*+(?:(?:#|//|%|--|;)[^\[\](){}\"']*+|\.\.\.\s*+)$")
"""A comment at the end of a line of code."""
LISTS = "lists"
"""The `how` of rows that are lists of cells."""
STRINGS = "strings"
"""The `how` of rows that are strings of characters."""
PARTNER = {"(": ")", "[": "]", "{": "}", "": ""}
"""The end of each bracket; a text as a whole begins and ends without a sign."""
DEEPEST = 30
"""The most brackets inside each other: each passes on all that was found inside it."""
ESCAPED = {"n": "\n", "t": "\t", "r": ""}
"""What a letter after a backslash means; any other character means itself."""
WRAPPERS = frozenset(["Just", "Some", "some", "just"])
KEY_MARKS = frozenset([":", "=", "=>"])
"""The signs that may follow a key."""
CELL_KEY = re.compile(r"(?i)colou?r|value|val|label|number|num|letter|symbol").fullmatch
"""The key of a cell's label if cells are objects; else it is `type`."""


class Word(NamedTuple):
    text: str
    quoted: bool
    place: TextSpot


@dataclass(slots=True, eq=False)
class Brackets:
    """A bracket and its `items`: words, lists, and the signs between them ("\\n" for a line end).  A text as a whole is
    one whose `sign` is "".  `has_rows`: whether a list right inside it may be a row of a board.

    Once it is closed: the `lists` and `words` among its items; its `cells`, if it is a flat list; the `runs` found in
    it; the `flat_lists` in it that may be a board, because no other list is next to them.
    """

    sign: str
    start: TextSpot
    end: TextSpot = (0, 0)
    items: list[Brackets | Word | str] = field(default_factory=list)
    lists: list[Brackets] = field(default_factory=list)
    words: list[Word] = field(default_factory=list)
    cells: list[str] | None = None
    runs: list[Choices] = field(default_factory=list)
    flat_lists: list[tuple[list[str], TextSpan]] = field(default_factory=list)
    has_rows: bool = False

    @property
    def signs(self) -> set[str]:
        return {item for item in self.items if isinstance(item, str)}


def read_brackets(lines: Sequence[NumberedLine]) -> Brackets | None:
    """The text as Brackets; None if they are too deep, or a quote, `[` or `{` has no partner.  O(characters)."""
    root = Brackets("", (0, 0))
    opened = [Brackets("", (0, 0)), root]
    here = (0, 0)
    for number, line in lines:
        for piece in PIECE.finditer(COMMENT.sub(r"\1", line)):
            here = number, here[1] + 1
            if piece[3]:
                opened.append(Brackets(piece[3], here))
            elif not piece[4]:
                opened[-1].items.append(piece[5] or _word(piece, here))
            elif not _try_close(opened, piece[4], here):
                return None
            if len(opened) > DEEPEST or piece[6] == '"':
                return None
        opened[-1].items.append("\n")
    return root if _try_close(opened, "", here) else None


def _word(piece: re.Match[str], place: TextSpot) -> Word:
    quoted = re.sub(r"\\(.)", lambda escaped: ESCAPED.get(escaped[1], escaped[1]), piece[2] or "")
    return Word(quoted if piece[1] else piece[6], bool(piece[1]), place)


def _try_close(opened: list[Brackets], sign: str, end: TextSpot) -> bool:
    """Close the bracket that `sign` ends, and round ones open in it; False if another is open.  A `)` may be stray, and
    braces of a program of which the text is a part, if no row is directly inside them."""
    inner = opened[-1]
    if sign == "}" and not inner.sign:
        return not inner.has_rows
    while PARTNER[inner.sign] != sign:
        if inner.sign != "(" and (sign or inner.sign != "{" or inner.has_rows):
            return sign == ")"
        _close(opened, end)
        inner = opened[-1]
    _close(opened, end)
    return True


def _close(opened: list[Brackets], end: TextSpot) -> None:
    """Close the innermost bracket: it becomes an item of the one around it, as a word if it holds at most one."""
    group = opened.pop()
    items = opened[-1].items
    group.end = end
    _find_rows(group)
    key_and_value = len(group.words) == 2 and not KEY_MARKS.isdisjoint(group.signs)
    if cell := _cell_of(group):
        items.append(cell)
        return
    if group.lists or len(group.words) - key_and_value > 1:
        items.append(group)
        opened[-1].has_rows |= len(group.cells or ()) > 2
        return
    opened[-1].runs += group.runs
    before = items[-1] if items else ""
    if group.words and isinstance(before, Word) and not before.quoted:
        items.pop()  # Some(1), Cell(1)
    items.append(Word(group.words[-1].text if group.words else "", False, end))


def _cell_of(group: Brackets) -> Word | None:
    """The label of an object that is a cell, as its other values are words: `{"kind": "dot", "color": 2}`."""
    values = {
        key.text: value
        for key, sign, value in zip(group.items, group.items[1:], group.items[2:], strict=False)
        if sign in KEY_MARKS and isinstance(key, Word) and isinstance(value, Word)
    }
    label = values.pop(next(filter(CELL_KEY, values), "type"), None)
    plain = all(value.text.isalpha() or value.text == "" for value in values.values())
    return label if values and plain and not group.lists else None


def _find_rows(group: Brackets) -> None:
    """Set the cells, runs and flat lists of a bracket from its items."""
    lists = group.lists = [item for item in group.items if isinstance(item, Brackets)]
    words = group.words = [item for item in group.items if isinstance(item, Word)]
    keys = dict.fromkeys(key for key, sign in pairwise(group.items) if sign in KEY_MARKS and isinstance(key, Word))
    stretch = group.start, group.end
    if len(lists) == 1 and len(words) < 2 and group.signs.isdisjoint(":="):
        group.cells = lists[0].cells  # [qw(1 2)], row(1, [1, 2])
    elif not lists and KEY_MARKS.isdisjoint(group.signs):
        group.cells = _cells(group.items)
    rows = [*_rows_of_lists(group, keys)]
    inside = [*chain.from_iterable(each.runs for each in lists)]
    if rows and all(map(_is_list_of_strings, lists)):  # rather boards than rows of words
        rows = [[*chain.from_iterable(inside), *(replace(way, rank=1) for way in rows[0])]]
    elif not rows or rows[0][0].uneven:
        group.runs += inside
    group.runs += chain(rows, _quoted_rows(group, keys))
    if group.sign and not lists and KEY_MARKS.isdisjoint(group.signs):
        group.runs += _matrix_rows(group)
    if group.cells and len(group.cells) > 1:
        group.flat_lists.append((group.cells, stretch))
    group.flat_lists += [([word.text], (word.place, word.place)) for word in words if word.quoted and word not in keys]
    long = [each for each in lists if each.lists or len(each.items) > 3]
    group.flat_lists += long[0].flat_lists if len(long) == 1 else []


def _is_list_of_strings(group: Brackets) -> bool:
    """Whether a list may be a board with a string for each row."""
    while len(group.lists) == 1 and not group.words:
        group = group.lists[0]
    lengths = {len(word.text) for word in group.words}
    return not group.lists and len(lengths) == 1 and max(lengths) > 2 and all(word.quoted for word in group.words)


def _cells(items: Sequence[Brackets | Word | str]) -> list[str] | None:
    """The cells that words and signs make; None if semicolons separate rows.  Nothing between two commas is a blank."""
    comma = next((sign for sign in ",;" if sign in items), None)
    parts: list[list[str]] = [[]]
    for item in items:
        if isinstance(item, Word):
            parts[-1].append(item.text)
        elif comma and (item == comma or (item == "\n" and parts[-1])):
            parts.append([])
    if comma is None:
        return parts[0]
    if not parts[-1]:
        parts.pop()
    if comma == ";" and any(len(part) > 1 for part in parts):
        return None
    return [" ".join(part[1:] if part[:1] and part[0] in WRAPPERS else part) for part in parts]


def _even_rows(lines: Sequence[int], rows: Sequence[Sequence[str]], how: str, span: TextSpan) -> Choices:
    """The rows of cells in these lines; if one has an unusual length, only those of the usual length."""
    lengths = [len(row) for row in rows]
    [(usual, _)] = Counter(lengths).most_common(1)
    uneven = next((found for found in zip(lines, lengths, strict=True) if found[1] != usual), None)
    return [TokenRows([row for row in rows if len(row) == usual], how, span, uneven=uneven)]


def _rows_of_lists(group: Brackets, keys: Iterable[Word]) -> Iterator[Choices]:
    """The lists in a bracket, if they are the rows of one board; keys before them must count up if it has a `sign`."""
    filled = [each for each in group.lists if each.cells != []]
    rows = [each.cells or [] for each in filled]
    keyed = not KEY_MARKS.isdisjoint(group.signs)
    if len(rows) < 2 or (group.sign and keyed and not count_up([key.text for key in keys])):
        return
    pairs = pairwise(group.items)
    loose = [word for word, sign in pairs if isinstance(word, Word) and sign == "," and word.text]
    if loose and group.sign:
        yield [TokenRows(rows, LISTS, (group.start, group.end), uneven=(loose[0].place[0], 1))]
    elif all(rows) and (len({*map(len, rows)}) == 1 or max(map(len, rows)) > 2):
        yield _even_rows([each.start[0] for each in filled], rows, LISTS, (group.start, group.end))


def _quoted_rows(group: Brackets, keys: Iterable[Word]) -> Iterator[Choices]:
    """The rows in quoted strings, one in each or all in one.  A key or a list between strings separates boards; and a
    comma, if there are equally many strings before and after each."""
    separators = {*group.lists, *keys}
    for separates, items in groupby(group.items, key=separators.__contains__):
        parts = (part for comma, part in groupby(items, key=lambda item: item == ",") if not comma)
        strings = ([item for item in part if isinstance(item, Word) and item.quoted] for part in parts)
        boards = [words for words in strings if words and not separates]
        if len({*map(len, boards)}) > 1 or not all(words[1:] for words in boards):
            boards = [[*chain.from_iterable(boards)]]
        for words in boards:
            yield from _rows_of_strings(words)


def _rows_of_strings(words: list[Word]) -> Iterator[Choices]:
    if len(words) > 1 and all("\n" not in word.text[:-1] for word in words):
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
    if any(re.search(r"[,;|\t]|\S\s+\S", row) for row in rows) and not any(row[:1] == " " for row in rows):
        yield from runs_of(list(zip(lines, rows, strict=True)), span)
    if len(lengths) == 1 or (all(" " not in row for row in rows) and len(lengths) < len(rows)):
        yield _even_rows(lines, [[sign.strip() for sign in row] for row in rows], STRINGS, span)


def _matrix_rows(group: Brackets) -> Iterator[Choices]:
    """The rows in one bracket, separated by semicolons, bars or line ends."""
    separator = next((sign for sign in ";|\n" if sign in group.items), None)
    parts = [[*part] for is_sign, part in groupby(group.items, key=lambda item: item == separator) if not is_sign]
    cells = [found for part in parts if (found := _cells(part))] if separator else []
    even = len({*map(len, cells)}) == 1
    if len(cells) > 1 and (len(cells[0]) > 1 if even else separator == ";"):
        lines = [group.start[0]] * (len(cells) - 1) + [(group.end if even else group.start)[0]]
        yield _even_rows(lines, cells, "rows of a matrix", (group.start, group.end))
