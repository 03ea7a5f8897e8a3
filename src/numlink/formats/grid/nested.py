"""Lists of lists and lists of strings in the notation of any language, as rows of cells.

[[0, 1], [1, 0]]    {{0,1},{1,0}}    '((0 1) (1 0))    vec![vec![0, 1], ...]    [0 1; 1 0]    ["0.", ".0"]

text ──parsed──> Brackets(QuotedWord, ",", Brackets(...), ...) ──grids_of──> TokenRows, as rows.py finds them in lines
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, pairwise

from numlink.formats.grid.rows import Choices, Ragged, TokenRows, counts, runs_of
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
"""Brackets inside each other; deeper ones are left out, so that walks through groups stay shallow."""
WRAPPERS = frozenset(["Just", "Some", "some", "just"])


@dataclass(frozen=True, slots=True)
class QuotedWord:
    text: str
    quoted: bool
    line: int
    place: int = 0
    """How many pieces of the text stand before it."""


@dataclass(slots=True)
class Brackets:
    """What stands between two brackets: words, groups, and the signs between them (a line end is "\\n")."""

    first: int
    last: int = 0
    items: list[Brackets | QuotedWord | str] = field(default_factory=list)
    span: tuple[int, int] = (0, 0)
    places: dict[int, tuple[int, int]] = field(default_factory=dict)
    """Of a text, whose root this is: line -> the places of its first and last piece."""
    balanced: bool = True
    """Whether all square and curly brackets of a text, whose root this is, have their partner."""

    @property
    def groups(self) -> list[Brackets]:
        return [item for item in self.items if isinstance(item, Brackets)]

    @property
    def keyed(self) -> bool:
        return any(item in (":", "=", "=>") for item in self.items if isinstance(item, str))


def parsed(lines: Sequence[NumberedLine]) -> Brackets:
    """A text as one group; brackets that do not match are taken as they come.  O(characters)."""
    root = Brackets(lines[0][0] if lines else 1)
    opened = [("", root)]
    place = 0
    for number, line in lines:
        root.places.setdefault(number, (place + 1, place))
        for piece in PIECE.finditer(REMARK.sub(r"\1", line)):
            inner = opened[-1][1]
            place += 1
            if piece[3] and len(opened) < DEEPEST:
                group = Brackets(number, number, span=(place, place))
                inner.items.append(group)
                opened.append((piece[3], group))
            elif piece[4]:
                root.balanced &= _closed(opened, piece[4], place)
            elif piece[5]:
                inner.items.append(piece[5])
            elif not piece[3]:
                inner.items.append(_word(piece, number, place))
                root.balanced &= piece[6] != '"'
        opened[-1][1].items.append("\n")
        for _, group in opened:
            group.last, group.span = number, (group.span[0], place)
        root.places[number] = root.places[number][0], max(place, root.places[number][0])
    root.balanced &= all(sign == "(" for sign, _ in opened[1:])
    return root


def _closed(opened: list[tuple[str, Brackets]], sign: str, place: int) -> bool:
    """Close the last bracket with `sign`, and round ones that were left open; False if none fits but a round one."""
    while opened[-1][0] == "(" and sign != ")":
        opened.pop()
    fits = PARTNER.get(opened[-1][0]) == sign
    if fits:
        group = opened.pop()[1]
        group.span = group.span[0], place
    return fits or sign == ")"


def _word(piece: re.Match[str], number: int, place: int) -> QuotedWord:
    quoted = piece[1] if piece[1] is not None else piece[2]
    return QuotedWord(piece[6] if quoted is None else _unescaped(quoted), quoted is not None, number, place)


def _unescaped(text: str) -> str:
    return text.replace("\\n", "\n").replace("\\t", "\t").replace("\\r", "").replace('\\"', '"').replace("\\/", "/")


def cells_of(group: Brackets) -> list[str] | None:
    """The cells of a flat list; None for any other group.  Between commas may stand nothing: a blank cell."""
    wrapped = _wrapped(group)
    if wrapped is not None:
        return cells_of(wrapped)
    if group.keyed:
        return None
    parts: list[list[str]] = [[]]
    comma = "," if "," in group.items else ";"
    commas = comma in group.items
    for item in group.items:
        if isinstance(item, Brackets):
            inner = _one_cell(item)
            if inner is None:
                return None
            if commas and parts[-1] and inner:
                parts[-1].pop()  # Some(1), Cell(1)
            parts[-1].append(inner)
        elif isinstance(item, QuotedWord):
            parts[-1].append(item.text)
        elif item == comma or (item == "\n" and commas and parts[-1]):
            parts.append([])
    if not commas:
        return parts[0]
    return _between_commas(parts if parts[-1] else parts[:-1], comma)


def _between_commas(parts: list[list[str]], comma: str) -> list[str] | None:
    """The cells of what stands between commas; None where semicolons part rows of several cells."""
    if comma == ";" and any(len(part) > 1 for part in parts):
        return None
    return [" ".join(part[1:] if part[:1] and part[0] in WRAPPERS else part) for part in parts]


def _one_cell(group: Brackets) -> str | None:
    """The only word in a group, or the value of its only key; "" for an empty one, None for others."""
    inner = [each.text for each in group.items if isinstance(each, QuotedWord)]
    if group.groups or len(inner) - (group.keyed and len(inner) == 2) > 1:
        return None
    return inner[-1] if inner else ""


def _wrapped(group: Brackets) -> Brackets | None:
    """The list that a group consists of but for one word, as in `[qw(1 2)]`."""
    signs = {item for item in group.items if isinstance(item, str)}
    words = sum(isinstance(item, QuotedWord) for item in group.items)
    alone = len(group.groups) == 1 and words < 2 and signs.isdisjoint((",", ":", "="))
    return group.groups[0] if alone and len(group.groups[0].items) > 1 else None


def grids_of(group: Brackets, *, root: bool = True) -> Iterator[Choices | Ragged]:
    """Every grid in a group: lists of equally long lists or strings, matrices, boards in one string."""
    taken: set[int] = set()
    if root or not group.keyed or counts([word.text for word in _keys(group)]):
        for found, lists in _runs_on_top(group) if root else _rows_of_lists(group):
            taken |= {id(child) for child in lists}
            yield found
    yield from _strings(group)
    if not root:
        yield from _matrix(group)
    for child in group.groups:
        if id(child) not in taken:
            yield from grids_of(child, root=False)


def _keys(group: Brackets) -> list[QuotedWord]:
    pairs = pairwise(group.items)
    return [item for item, sign in pairs if isinstance(item, QuotedWord) and sign in (":", "=")]


def _even(lines: Sequence[int], rows: Sequence[Sequence[str]], how: str, span: tuple[int, int]) -> Choices | Ragged:
    """Rows of cells that stand in these lines, or the first whose length is not the usual one."""
    lengths = [len(row) for row in rows]
    [(usual, _)] = Counter(lengths).most_common(1)
    odd = next((index for index, length in enumerate(lengths) if length != usual), None)
    if odd is None:
        return [[TokenRows(rows, lines[0], lines[-1], how, span=span)]]
    return Ragged(lines[odd], lengths[odd], usual, len(rows) - 1, lines[0], lines[-1], span)


def _runs_on_top(group: Brackets) -> Iterator[tuple[Choices | Ragged, Sequence[Brackets]]]:
    """Lists right below each other, outside all brackets, with the groups that they are; or cells like `[ ][1][ ]`."""
    cells = [cells_of(child) for child in group.groups]
    if len(cells) > 3 and all(each is not None and len(each) < 2 for each in cells):
        lines = {number: [*row] for number, row in groupby(group.groups, key=lambda child: child.first)}
        rows = [[(cells_of(child) or [""])[0] for child in row] for row in lines.values()]
        if len({*map(len, rows)}) == 1:
            yield _even([*lines], rows, "cells in brackets", (0, 0)), group.groups
        return
    lists = [(child, each or []) for child, each in zip(group.groups, cells, strict=True) if _is_filled(child)]
    for length, run in groupby(lists, key=lambda pair: len(pair[1])):
        found = [*run]
        (first, _), (last, _) = found[0], found[-1]
        if length > 1 and len(found) > 1:
            rows = [each for _, each in found]
            span = first.span[0], last.span[1]
            yield _even((first.first, last.last), rows, LISTS, span), [child for child, _ in found]


def _rows_of_lists(group: Brackets) -> Iterator[tuple[Choices | Ragged, Sequence[Brackets]]]:
    """The lists in a bracket, with the groups that they are; all of them must be rows of one board."""
    children = [*filter(_is_filled, group.groups)]
    rows = [cells_of(child) or [] for child in children]
    loose = [word for word, sign in pairwise(group.items) if isinstance(word, QuotedWord) and sign == ","]
    if loose and len(children) > 1:
        yield Ragged(loose[0].line, 1, len(rows[0]), len(children), group.first, group.last, group.span), ()
    elif len(rows) > 1 and all(rows):
        found = _even([child.first for child in children], rows, LISTS, group.span)
        if not isinstance(found, Ragged):
            yield found, children
        elif max(map(len, rows)) > 2:
            yield found, ()


def _is_filled(group: Brackets) -> bool:
    return any(item != "\n" for item in group.items)


def _strings(group: Brackets) -> Iterator[Choices | Ragged]:
    """Quoted strings: each a row, or one with several lines."""
    segments: list[list[QuotedWord]] = [[]]
    before: Brackets | QuotedWord | str = ""
    for item in group.items:
        key, before = before, item
        if isinstance(item, str) and item in (":", "=", "=>"):
            if isinstance(key, QuotedWord):
                segments[-1] = segments[-1][: -1 if key.quoted else None]
                segments.append([])
        elif isinstance(item, Brackets) and item.items:
            segments.append([])
        elif isinstance(item, QuotedWord) and item.quoted:
            segments[-1].append(item)
    for words in segments:
        if len(words) > 1 and all("\n" not in word.text.removesuffix("\n") for word in words):
            words = [replace(word, text=word.text.removesuffix("\n")) for word in words]
        yield from _rows_of_strings(words)


def _rows_of_strings(words: list[QuotedWord]) -> Iterator[Choices | Ragged]:
    for word in words:
        parts = re.split(r"[/,;|\s]", word.text)
        if "\n" in word.text:
            yield from _of_lines([(word.line, line) for line in word.text.split("\n")], word, word)
        elif len(parts) > 1 and len(parts[0]) > 1 and len({*map(len, parts)}) == 1:
            yield _even([word.line], [*map(list, parts)], "rows in one string", (word.place, word.place))
    rows, lines = [word.text for word in words], [word.line for word in words]
    lengths = {*map(len, rows)}
    if len(words) < 2 or lengths <= {0, 1}:
        return
    if any(re.search(r"[,;|\t]|\S\s+\S", row) for row in rows) and not any(row[:1] == " " for row in rows):
        yield from _of_lines(list(zip(lines, rows, strict=True)), words[0], words[-1])
    if len(lengths) == 1 or (all(" " not in row for row in rows) and len(lengths) < len(rows)):
        cells = [[sign.strip() for sign in row] for row in rows]
        yield _even(lines, cells, "strings", (words[0].place, words[-1].place))


def _of_lines(lines: list[NumberedLine], first: QuotedWord, last: QuotedWord) -> Iterator[Choices | Ragged]:
    """Runs of lines that stand in strings, from the `first` to the `last`."""
    span = first.place, last.place
    for each in runs_of(lines):
        if isinstance(each, Ragged):
            yield replace(each, span=span)
        else:
            yield [[replace(rows, span=span) for rows in rank] for rank in each]


def _matrix(group: Brackets) -> Iterator[Choices | Ragged]:
    """TokenRows in one bracket, parted by semicolons or line ends."""
    if group.groups or group.keyed:
        return
    parting = next((sign for sign in (";", "|") if sign in group.items), "\n")
    parts = [[*part] for is_sign, part in groupby(group.items, key=lambda item: item == parting) if not is_sign]
    cells = [found for part in parts if (found := cells_of(Brackets(group.first, items=part)))]
    even = len({*map(len, cells)}) == 1
    if len(cells) > 1 and (len(cells[0]) > 1 if even else parting == ";"):
        lines = [group.first] * (len(cells) - 1) + [group.last if even else group.first]
        yield _even(lines, cells, "rows of a matrix", group.span)


def flats_of(group: Brackets) -> Iterator[tuple[list[str], Brackets]]:
    """Every flat list beside which no other stands; two numbers before it in its brackets are its first cells."""
    cells = cells_of(group)
    if cells is not None and len(cells) > 1:
        yield cells, group
    yield from (([word.text], group) for word in group.items if isinstance(word, QuotedWord) and word.quoted)
    heads = [item.text for item in group.items if isinstance(item, QuotedWord) and item.text.isdecimal()]
    lists = [child for child in group.groups if child.groups or len(child.items) > 3]
    for child in lists if len(lists) == 1 else ():
        if len(heads) == 2 and (inner := cells_of(child)):
            yield [*heads, *inner], child
        yield from flats_of(child)
