"""Lists of lists and lists of strings in the notation of any language, unfolded into rows of cells.

[[0, 1], [1, 0]]    {{0,1},{1,0}}    '((0 1) (1 0))    vec![vec![0, 1], ...]    [0 1; 1 0]    ["0.", ".0"]

Each bracket is unfolded where it closes: one with lists of cells is a board, one with words a row of the bracket
around it, one with a word a cell.  Strings are lines, in which rows.py finds rows as in any lines.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, groupby, pairwise
from typing import NamedTuple

from numlink.formats.grid.rows import Choices, Stretch, TextSpot, TokenRows, counts, parted, runs_of
from numlink.formats.reading import NumberedLine

PIECE = re.compile(
    r"(\"|(?<!\w)')((?:(?!\1)[^\\]|\\.)*+)\1|([\[({])|([\])}])|([,;|]|=>|[:=]|->)|([^\s\[\](){},;:=|\"']+|\S)"
)
REMARK = re.compile(r"([\[\](){},;])\s*+(?:(?:#|//|%|--|;)[^\[\](){}\"']*+|\.\.\.\s*+)$")
"""A comment at the end of a line of code."""
LISTS = "lists"
"""How rows are cut that are lists of cells."""
PARTNER = {"(": ")", "[": "]", "{": "}", "": ""}
"""How a bracket ends; a whole text has no signs."""
DEEPEST = 30
"""Brackets inside each other that are unfolded: each hands on what was found inside."""
ESCAPED = {"n": "\n", "t": "\t", "r": ""}
"""What letters behind a backslash mean; other signs mean themselves."""
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
    def signs(self) -> set[str]:
        return {item for item in self.items if isinstance(item, str)}


def unfolded(lines: Sequence[NumberedLine]) -> Brackets | None:
    """A text as one list of its brackets; None where square or curly ones have no partner.  O(characters)."""
    root = Brackets("", (0, 0))
    opened = [Brackets("", (0, 0)), root]
    here = (0, 0)
    for number, line in lines:
        for piece in PIECE.finditer(REMARK.sub(r"\1", line)):
            here = number, here[1] + 1
            if piece[3]:
                opened.append(Brackets(piece[3], here))
            elif not piece[4]:
                opened[-1].items.append(piece[5] or _word(piece, here))
            elif not _closes(opened, piece[4], here):
                return None
            if len(opened) > DEEPEST or piece[6] == '"':
                return None
        opened[-1].items.append("\n")
    return root if _closes(opened, "", here) else None


def _word(piece: re.Match[str], place: TextSpot) -> Word:
    quoted = re.sub(r"\\(.)", lambda escaped: ESCAPED.get(escaped[1], escaped[1]), piece[2] or "")
    return Word(quoted if piece[1] else piece[6], bool(piece[1]), place)


def _closes(opened: list[Brackets], sign: str, end: TextSpot) -> bool:
    """Close the bracket of this sign and round ones in it that were left open; False if others are open."""
    while PARTNER[opened[-1].sign] != sign:
        if opened[-1].sign != "(":
            return sign == ")"
        _close(opened, end)
    _close(opened, end)
    return True


def _close(opened: list[Brackets], end: TextSpot) -> None:
    """Close the last bracket: it becomes an item of the one around it, a word if it holds only one."""
    group = opened.pop()
    items = opened[-1].items
    group.end = end
    _unfold(group)
    key_and_value = len(group.words) == 2 and not KEYS.isdisjoint(group.signs)
    if group.lists or len(group.words) - key_and_value > 1:
        items.append(group)
        return
    opened[-1].found += group.found
    before = items[-1] if items else ""
    if group.words and isinstance(before, Word) and not before.quoted:
        items.pop()  # Some(1), Cell(1)
    items.append(Word(group.words[-1].text if group.words else "", False, end))


def _unfold(group: Brackets) -> None:
    """Find the cells of a bracket, and the rows and flat lists in it."""
    lists = group.lists = [item for item in group.items if isinstance(item, Brackets)]
    words = group.words = [item for item in group.items if isinstance(item, Word)]
    keys = dict.fromkeys(key for key, sign in pairwise(group.items) if sign in KEYS and isinstance(key, Word))
    stretch = group.start, group.end
    if len(lists) == 1 and len(words) < 2 and group.signs.isdisjoint(",:="):
        group.cells = lists[0].cells  # [qw(1 2)]
    elif not lists and KEYS.isdisjoint(group.signs):
        group.cells = _cells(group.items)
    rows = [*_rows_of_lists(group, keys)]
    if not rows or rows[0][0].odd:
        group.found += chain.from_iterable(each.found for each in lists)
    group.found += chain(rows, _strings(group, keys))
    if group.sign and not lists and KEYS.isdisjoint(group.signs):
        group.found += _matrix(group)
    if group.cells and len(group.cells) > 1:
        group.flats.append((group.cells, stretch))
    group.flats += [([word.text], (word.place, word.place)) for word in words if word.quoted and word not in keys]
    long = [each for each in lists if each.lists or len(each.items) > 3]
    heads = [word.text for word in words if word.text.isdecimal()]
    for each in long if len(long) == 1 else ():
        if len(heads) == 2 and each.cells:
            group.flats.append(([*heads, *each.cells], (each.start, each.end)))
        group.flats += each.flats


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
    return [TokenRows([row for row in rows if len(row) == usual], how, span, odd=odd)]


def _rows_of_lists(group: Brackets, keys: Iterable[Word]) -> Iterator[Choices]:
    """The lists in a bracket; all of them must be rows of one board, and keys before them, but on top, count them."""
    filled = [each for each in group.lists if each.cells != []]
    rows = [each.cells or [] for each in filled]
    if len(rows) < 2 or (group.sign and not KEYS.isdisjoint(group.signs) and not counts([key.text for key in keys])):
        return
    pairs = pairwise(group.items)
    loose = [word for word, sign in pairs if isinstance(word, Word) and sign == "," and word.text]
    if loose and group.sign:
        yield [TokenRows(rows, LISTS, (group.start, group.end), odd=(loose[0].place[0], 1))]
    elif all(rows) and (len({*map(len, rows)}) == 1 or max(map(len, rows)) > 2):
        yield _even([each.start[0] for each in filled], rows, LISTS, (group.start, group.end))


def _strings(group: Brackets, keys: Iterable[Word]) -> Iterator[Choices]:
    """Quoted strings: each a row, or one with several lines.  A key ends a list of them, as another list does."""
    ends = {*group.lists, *keys}
    for is_end, items in groupby(group.items, key=ends.__contains__):
        words = [item for item in items if isinstance(item, Word) and item.quoted]
        if words and not is_end:
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
