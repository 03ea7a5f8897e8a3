"""Lists of lists and lists of strings in the notation of any language, unfolded into rows of cells.

[[0, 1], [1, 0]]    {{0,1},{1,0}}    '((0 1) (1 0))    vec![vec![0, 1], ...]    [0 1; 1 0]    ["0.", ".0"]

Each bracket is unfolded where it closes: one with lists of cells is a board, one with words a row of the bracket
around it, one with a word a cell.  Strings are lines, in which rows.py finds rows as in any lines.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby, pairwise
from typing import NamedTuple

from numlink.formats.grid.rows import Choices, Stretch, TextSpot, TokenRows, counts, parted, runs_of
from numlink.formats.reading import NumberedLine

PIECE = re.compile(
    r"\"((?:[^\"\\]|\\.)*+)\"|(?<!\w)'((?:[^'\\]|\\.)*+)'|([\[({])|([\])}])|([,;|]|=>|[:=]|->)|([^\s\[\](){},;:=|\"']+|\S)"
)
REMARK = re.compile(r"([\[\](){},;])\s*+(?:(?:#|//|%|--|;)[^\[\](){}\"']*+|\.\.\.\s*+)$")
"""A comment at the end of a line of code."""
LISTS = "lists"
"""How rows are cut that are lists of cells."""
PARTNER = {"(": ")", "[": "]", "{": "}"}
DEEPEST = 30
"""Brackets inside each other that are unfolded: each hands on what was found inside."""
WRAPPERS = frozenset(["Just", "Some", "some", "just"])
KEYS = frozenset([":", "=", "=>"])
"""Signs behind a key."""


class Word(NamedTuple):
    text: str
    quoted: bool
    place: TextSpot


@dataclass(slots=True, eq=False)
class Brackets:
    """What stands between two brackets: words, lists, and the signs between them (a line end is "\\n").  A text is one
    without a `sign`.

    Of a closed one: the `lists` and `words` among its items; its `cells`, if it is a flat list; the rows that were
    `found` in it; its `flats`: flat lists that may be a whole board, those beside which no other stands.
    """

    sign: str
    start: TextSpot
    end: TextSpot = (0, 0)
    items: list[Brackets | Word | str] = field(default_factory=list)
    lists: list[Brackets] = field(default_factory=list)
    words: list[Word] = field(default_factory=list)
    cells: list[str] | None = None
    found: list[Choices] = field(default_factory=list)
    flats: list[tuple[list[str], Stretch]] = field(default_factory=list)

    @property
    def keyed(self) -> bool:
        return not KEYS.isdisjoint(item for item in self.items if isinstance(item, str))


def unfolded(lines: Sequence[NumberedLine]) -> Brackets | None:
    """A text as one list of its brackets; None where square or curly ones have no partner.  O(characters)."""
    opened = [Brackets("", (0, 0))]
    place = 0
    for number, line in lines:
        for piece in PIECE.finditer(REMARK.sub(r"\1", line)):
            inner = opened[-1]
            place += 1
            if piece[3]:
                opened.append(Brackets(piece[3], (number, place)))
            elif not piece[4]:
                inner.items.append(piece[5] or _word(piece, (number, place)))
            fits = not piece[4] or _closes(opened, piece[4], (number, place))
            if not fits or len(opened) > DEEPEST or piece[6] == '"':
                return None
        opened[-1].items.append("\n")
    end = (lines[-1][0], place)
    if not _closes(opened, "", end):
        return None
    [root] = opened
    root.end = end
    _unfold(root)
    return root


def _closes(opened: list[Brackets], sign: str, end: TextSpot) -> bool:
    """Close the bracket of this sign, or all, and round ones that were left open; False if others are open."""
    while opened[-1].sign == "(" and sign != ")":
        _close(opened, end)
    fits = PARTNER.get(opened[-1].sign, "") == sign
    if fits and sign:
        _close(opened, end)
    return fits or sign == ")"


def _word(piece: re.Match[str], place: TextSpot) -> Word:
    quoted = piece[1] if piece[1] is not None else piece[2]
    return Word(piece[6] if quoted is None else _unescaped(quoted), quoted is not None, place)


def _unescaped(text: str) -> str:
    return text.replace("\\n", "\n").replace("\\t", "\t").replace("\\r", "").replace('\\"', '"').replace("\\/", "/")


def _close(opened: list[Brackets], end: TextSpot) -> None:
    """Close the last bracket: it becomes an item of the one around it, a word if it holds only one."""
    group = opened.pop()
    around = opened[-1]
    group.end = end
    _unfold(group)
    words = group.words
    if group.lists or len(words) - (group.keyed and len(words) == 2) > 1:
        around.items.append(group)
        return
    around.found += group.found
    before = around.items[-1] if around.items else ""
    if words and isinstance(before, Word) and not before.quoted:
        around.items.pop()  # Some(1), Cell(1)
    around.items.append(Word(words[-1].text if words else "", False, end))


def _unfold(group: Brackets) -> None:
    """Find the cells of a bracket, and the rows and flat lists in it."""
    lists = group.lists = [item for item in group.items if isinstance(item, Brackets)]
    group.words = [item for item in group.items if isinstance(item, Word)]
    quoted = [word for word in group.words if word.quoted]
    group.cells = _cells_of(group, lists)
    rows = [*_rows_of_lists(group, lists)]
    if not rows or rows[0][0][0].odd:
        for each in lists:
            group.found += each.found
    group.found += rows
    group.found += _strings(group) if quoted else ()
    if group.sign and not lists and not group.keyed:
        group.found += _matrix(group)
    if group.cells and len(group.cells) > 1:
        group.flats.append((group.cells, (group.start, group.end)))
    keys = {before for before, sign in pairwise(group.items) if sign in KEYS} if quoted else ()
    group.flats += [([word.text], (word.place, word.place)) for word in quoted if word not in keys]
    long = [each for each in lists if each.lists or len(each.items) > 3]
    heads = [word.text for word in group.words if word.text.isdecimal()]
    for each in long if len(long) == 1 else ():
        if len(heads) == 2 and each.cells:
            group.flats.append(([*heads, *each.cells], (each.start, each.end)))
        group.flats += each.flats


def _cells_of(group: Brackets, lists: list[Brackets]) -> list[str] | None:
    """The cells of a flat list, or of the list that is all but one word of it, as in `[qw(1 2)]`; None for others."""
    if len(lists) == 1 and len(group.words) < 2 and not {",", ":", "="} & {*filter(_is_sign, group.items)}:
        return lists[0].cells
    return None if lists or group.keyed else _cells(group.items)


def _is_sign(item: Brackets | Word | str) -> bool:
    return isinstance(item, str)


def _cells(items: Sequence[Brackets | Word | str]) -> list[str] | None:
    """The cells in words and signs; None where semicolons part rows.  Between commas may stand nothing: a blank."""
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


def _even(lines: Sequence[int], rows: Sequence[Sequence[str]], how: str, span: Stretch) -> Choices:
    """Rows of cells that stand in these lines; those of the usual length if one has another."""
    lengths = [len(row) for row in rows]
    [(usual, _)] = Counter(lengths).most_common(1)
    odd = next((found for found in zip(lines, lengths, strict=True) if found[1] != usual), None)
    return [[TokenRows([row for row in rows if len(row) == usual], how, span, odd=odd)]]


def _rows_of_lists(group: Brackets, lists: list[Brackets]) -> Iterator[Choices]:
    """The lists in a bracket; all of them must be rows of one board, and keys before them, but on top, count them."""
    filled = [each for each in lists if each.cells != []]
    pairs = [*pairwise(group.items)] if len(filled) > 1 else []
    keys = [word.text for word, sign in pairs if isinstance(word, Word) and sign in KEYS]
    loose = [word for word, sign in pairs if isinstance(word, Word) and sign == "," and word.text]
    rows = [each.cells or [] for each in filled]
    if len(rows) < 2 or (group.sign and group.keyed and not counts(keys)):
        return
    if loose and group.sign:
        yield [[TokenRows(rows, LISTS, (group.start, group.end), odd=(loose[0].place[0], 1))]]
    elif all(rows) and (len({*map(len, rows)}) == 1 or max(map(len, rows)) > 2):
        yield _even([each.start[0] for each in filled], rows, LISTS, (group.start, group.end))


def _strings(group: Brackets) -> Iterator[Choices]:
    """Quoted strings: each a row, or one with several lines.  A key ends a list of them, as another list does."""
    segments: list[list[Word]] = [[]]
    before: Brackets | Word | str = ""
    for item in group.items:
        if isinstance(item, Word) and item.quoted:
            segments[-1].append(item)
        elif isinstance(item, str) and item in KEYS and isinstance(before, Word):
            segments[-1] = segments[-1][: -1 if before.quoted else None]
            segments.append([])
        elif isinstance(item, Brackets):
            segments.append([])
        before = item
    for words in filter(None, segments):
        yield from _rows_of_strings(words)


def _rows_of_strings(words: list[Word]) -> Iterator[Choices]:
    if len(words) > 1 and all("\n" not in word.text[:-1] for word in words):
        words = [word._replace(text=word.text.removesuffix("\n")) for word in words]
    for word in words:
        inside = [(word.place[0], line) for line in word.text.split("\n")]
        for each in parted(inside[0], "/,;| ") if len(inside) == 1 else [inside]:
            yield from runs_of(each, (word.place, word.place))
    rows, lines = [word.text for word in words], [word.place[0] for word in words]
    span = words[0].place, words[-1].place
    lengths = {*map(len, rows)}
    if len(words) < 2 or lengths <= {0, 1}:
        return
    if any(re.search(r"[,;|\t]|\S\s+\S", row) for row in rows) and not any(row[:1] == " " for row in rows):
        yield from runs_of(list(zip(lines, rows, strict=True)), span)
    if len(lengths) == 1 or (all(" " not in row for row in rows) and len(lengths) < len(rows)):
        yield _even(lines, [[sign.strip() for sign in row] for row in rows], "strings", span)


def _matrix(group: Brackets) -> Iterator[Choices]:
    """Rows in one bracket, parted by semicolons, bars or line ends."""
    parting = next((sign for sign in ";|\n" if sign in group.items), None)
    parts = [[*part] for is_sign, part in groupby(group.items, key=lambda item: item == parting) if not is_sign]
    cells = [found for part in parts if (found := _cells(part))] if parting else []
    even = len({*map(len, cells)}) == 1
    if len(cells) > 1 and (len(cells[0]) > 1 if even else parting == ";"):
        lines = [group.start[0]] * (len(cells) - 1) + [(group.end if even else group.start)[0]]
        yield _even(lines, cells, "rows of a matrix", (group.start, group.end))
