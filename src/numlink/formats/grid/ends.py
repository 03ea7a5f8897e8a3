"""Boards that are told by the coordinates of their ends, without a grid.

    5 7 6               size 5 7                {"width": 7, "height": 5,       the size: rows, columns; or by name
    0 1 1 0             red 0,1 1,0              "red": [[0, 1], [1, 0]],       two points a line, list or object
    0 6 3 1             green 0,6 3,1            "green": {"start": ...}}

    red 0 1             {"x": 1, "y": 0, "color": "red"}      or one point, its label before or behind it

Whether the row or the column (x) stands first, and whether they count from 0 or 1, is what fits on the board.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product

from numlink.errors import ParseError
from numlink.formats.grid.labels import NoBoard, TokenBoard
from numlink.formats.grid.nested import Brackets, QuotedWord, cells_of
from numlink.formats.grid.rows import size_of
from numlink.formats.reading import CellBudget, NumberedLine
from numlink.model.puzzle import Puzzle
from numlink.model.words import counted

NUMBER = re.compile(r"[0-9]{1,4}")
POINT = re.compile(r"\(?([0-9]{1,4})(?:\s*+[,:;]\s*+|\s++)([0-9]{1,4})\)?")
NUMBERS = re.compile(r"-?[0-9]+(?: -?[0-9]+)+")
PART = re.compile(r"[0-9]{1,4}|[^\W\d_][\w-]*|\S")
WIDTH = re.compile(
    r"w|(?:grid|board|level|map)?_?width|x_?size|(?:n|num)_?col(?:umn)?s?|cols|columns|col(?:umn)?_?count"
).fullmatch
HEIGHT = re.compile(r"h|(?:grid|board|level|map)?_?height|y_?size|(?:n|num)_?rows?|rows|row_?count").fullmatch
SIDES = re.compile(r"n|m|side|size|shape|dim(?:ension)?s?|(?:grid|board)_?size").fullmatch
ACROSS = re.compile(r"(?:x|c|col|column)[12]?|j").fullmatch
DOWN = re.compile(r"(?:y|r|row)[12]?|i").fullmatch
START = re.compile(r"starts?|from|begin|sources?|first|a|p1|head").fullmatch
END = re.compile(r"ends?|to|finish|targets?|last|b|p2|tail|goal|sinks?").fullmatch
"""Keys, in lower case, that tell what their value is."""
ROLES = (ACROSS, DOWN, START, END)
SAID = re.compile(
    r"(?i)\b(?:(?:(height|rows)|width|columns|cols)\s+([0-9]{1,4})|([0-9]{1,4})\s?-?(?:(rows|high|tall)|columns|cols|wide))\b"
)
"""A size in words: `5 rows`, `height 5`."""
BY = re.compile(r"(?i)[0-9]\s*[x\u00d7*]\s*[0-9]")
"""A size whose width stands first: 7x5."""

Pointed = tuple[int, int]


@dataclass(frozen=True, slots=True)
class GridWish:
    """What the caller says of a text: (width, height), whether x stands first, what coordinates count from."""

    size: tuple[int, int] | None = None
    x_first: bool | None = None
    base: int | None = None


@dataclass(slots=True)
class Told:
    """What a text tells: sizes by name, and points by the list or line in which they stand."""

    width: set[int] = field(default_factory=set)
    height: set[int] = field(default_factory=set)
    both: set[tuple[int, ...]] = field(default_factory=set)
    """Sizes without a name for each side: rows, columns, perhaps with the number of pairs; or a side."""
    by: set[tuple[int, ...]] = field(default_factory=set)
    """Sizes like 7x5, of which either number may be the width."""
    pairs: list[tuple[Pointed, Pointed]] = field(default_factory=list)
    single: list[tuple[str, Pointed]] = field(default_factory=list)
    labelled: list[tuple[str, ...]] = field(default_factory=list)
    """The words of each line or list of a point and a label."""
    keyed: bool = False
    """Whether keys tell the point among such words, which stands first then."""
    named: set[bool] = field(default_factory=set)
    """Whether x stands first, where names say it (points are kept row first then)."""
    odd: bool = False
    """Whether numbers stand among the points that are none."""
    four: bool = False
    """Whether four numbers stand for two points, as they do in a row of four cells."""
    first: int = 0
    """The line of the first point; 0 as long as there is none."""

    @property
    def sides(self) -> tuple[int | None, int | None]:
        """(width, height), None where none or several are named."""
        both = [*{size if len(size) == 2 else size * 2 for size in self.both}]
        side = both[0][0] if len(both) == 1 and len({*both[0]}) == 1 else None
        width, height = (next(iter(found)) if len(found) == 1 else side for found in (self.width, self.height))
        return width, height


def sizes_in(root: Brackets, lines: Sequence[NumberedLine]) -> Told:
    """The sizes that keys or words of the text name."""
    found = Told()
    _collect_sizes(root, found)
    for _, line in lines:
        for high, behind, before, tall in SAID.findall(line):
            (found.height if high or tall else found.width).add(int(behind or before))
    return found


def ends_in(
    root: Brackets, lines: Sequence[NumberedLine], found: Told, wish: GridWish, budget: CellBudget
) -> TokenBoard | NoBoard | None:
    """The board whose ends the text lists, with its sizes in `found`; None if it lists no points.  Raises ParseError
    where two readings fit."""
    _collect_points(root, "", found)
    if found.pairs or found.single or found.labelled:
        for number, line in lines:
            if number < found.first:
                _took_size(line, found)
    else:
        _from_lines(lines, found)
    if found.odd or (bool(found.pairs) + bool(found.single) + bool(found.labelled) != 1):
        return None
    each = [*map(_by_label, _columns_of(found))] if found.labelled else [found.pairs or _paired(found.single)]
    boards: dict[tuple[int, int, tuple[int, ...]], tuple[str, str]] = {}
    for pairs in filter(None, each):
        for told, width, height, x_first, base in _ways(found, pairs, wish):
            cells = _placed(pairs, width, height, x_first=x_first, base=base, budget=budget)
            if cells is not None:
                boards.setdefault((width, height, cells), told)
    pairs = next(filter(None, each), [])
    return _only(boards, len(pairs), found.first or 1) if pairs else None


def _only(
    boards: dict[tuple[int, int, tuple[int, ...]], tuple[str, str]], pairs: int, line: int
) -> TokenBoard | NoBoard:
    """The only one of (width, height, cells) -> (told in words, the option); raises ParseError for several."""
    if not boards:
        size = f"{counted(pairs, 'pair')} of coordinates, and no size with which all lie on the board"
        return NoBoard(f"{size}; put a line 'size ROWS COLUMNS' above them or say format=grid:WIDTHxHEIGHT", 0, 1)
    if len(boards) > 1:
        first, second, *_ = boards.values()
        raise ParseError(
            f"the coordinates can be read in two ways: {first[0]}, and {second[0]}. "
            f"Say which with format=grid:{first[1]} or format=grid:{second[1]}.",
            line=line,
        )
    [((width, height, cells), told)] = boards.items()
    return TokenBoard(Puzzle(width, height, cells), f"{counted(pairs, 'pair')} of coordinates, {told[0]}")


def _ways(
    found: Told, pairs: list[tuple[Pointed, Pointed]], wish: GridWish
) -> Iterator[tuple[tuple[str, str], int, int, bool, int]]:
    """((told in words, the option), width, height, x first, counted from) of every way to take the points."""
    sizes: set[tuple[int, int]] = set()
    if wish.size is not None:
        sizes = {wish.size}
    elif len(found.width) == len(found.height) == 1:
        sizes = {(min(found.width), min(found.height))}
    else:
        named = found.both | found.by
        for size in named if len(named) == 1 else ():
            rests = [size] if len(size) < 3 else [size[:at] + size[at + 1 :] for at in (0, 2) if size[at] == len(pairs)]
            sizes |= {(rest[-1], rest[0]) for rest in rests}
            if size in found.by or (len(size) == 3 and size[0] == len(pairs)):  # either is the width
                sizes |= {(rest[0], rest[-1]) for rest in rests}
    cells = (found.four and (4, len(pairs)) in sizes) or (bool(found.labelled) and (3, 2 * len(pairs)) in sizes)
    if cells and not found.keyed:
        return  # the numbers may be cells
    orders = [wish.x_first] if wish.x_first is not None else [False] if found.named else [False, True]
    bases = [wish.base] if wish.base is not None else [0, 1]
    for (width, height), x_first, base in product(sorted(sizes), orders, bases):
        order = "column (x) first" if x_first else "row first"
        told = f"{height} rows, {width} columns, {order}, counted from {base}"
        option = f"{width}x{height},{'x' if x_first else 'row'},{base}"
        yield (told, option), width, height, x_first, base


def _placed(
    pairs: list[tuple[Pointed, Pointed]], width: int, height: int, *, x_first: bool, base: int, budget: CellBudget
) -> tuple[int, ...] | None:
    """The cells of a board with these ends; None if one lies outside or two on one cell."""
    places = []
    for pair in pairs:
        for first, second in pair:
            row, column = (second - base, first - base) if x_first else (first - base, second - base)
            if not (0 <= row < height and 0 <= column < width):
                return None
            places.append(row * width + column)
    if len({*places}) < len(places):
        return None
    budget.take_board(width, height, line=1)
    cells = [0] * (width * height)
    for index, place in enumerate(places):
        cells[place] = index // 2 + 1
    return tuple(cells)


def _columns_of(found: Told) -> Iterator[list[tuple[str, Pointed]]]:
    """(label, point) of each line or list, in every way to tell the label from the point."""
    if len({*map(len, found.labelled)}) > 1:
        return
    columns = [*zip(*found.labelled, strict=True)]
    for label in range(2, len(columns)) if found.keyed else (0, 2):
        sides = [column for index, column in enumerate(columns) if index != label][:2]
        if all(NUMBER.fullmatch(word) for side in sides for word in side):
            rows, across = (map(int, side) for side in (sides[::-1] if found.named == {True} else sides))
            yield list(zip(columns[label], zip(rows, across, strict=True), strict=True))


def _paired(single: list[tuple[str, Pointed]]) -> list[tuple[Pointed, Pointed]]:
    """Points that stand alone in pairs: by a label that two of them have, or each start with the end behind it."""
    labels = [label.lower() for label, _ in single]
    turns = [bool(START(label)) - bool(END(label)) for label in labels]
    alike = _by_label(single)
    if turns != [1, -1] * (len(turns) // 2):
        return alike
    points = [point for _, point in single]
    return [] if alike and "a" in labels else list(zip(points[::2], points[1::2], strict=True))  # a, b may be labels


def _by_label(single: list[tuple[str, Pointed]]) -> list[tuple[Pointed, Pointed]]:
    """Pairs of points of which each two have a label; none if a label has another number of them."""
    both: dict[str, list[Pointed]] = {}
    for label, point in single:
        both.setdefault(label, []).append(point)
    sound = "" not in both and all(len(points) == 2 for points in both.values())
    return [(first, second) for first, second in both.values()] if sound else []


# ---- points in brackets ----------------------------------------------------------------------------------------


def _entries(group: Brackets) -> Iterator[tuple[str, list[Brackets | QuotedWord]]]:
    """The entries of a group: (key or "", what stands behind it)."""
    key = ""
    values: list[Brackets | QuotedWord] = []
    for item in [*group.items, ","]:
        if isinstance(item, str) and item in (":", "=", "=>"):
            if values and isinstance(word := values[-1], QuotedWord):
                values.pop()
                if key and values:  # width=7 height=5
                    yield key, values
                    values = []
                key = word.text
        elif isinstance(item, str) and item in (",", ";", "\n"):
            if values:
                yield key, values
                key, values = "", []
        elif not isinstance(item, str):
            values.append(item)


def _ints(group: Brackets) -> tuple[list[int], list[str]] | None:
    """The whole numbers right in a group with their keys; None if it holds anything else but texts behind keys."""
    numbers, keys = [], []
    for key, values in _entries(group):
        for value in values:
            if isinstance(value, Brackets):
                return None
            if NUMBER.fullmatch(value.text):
                numbers.append(int(value.text))
                keys.append(key.lower())
            elif not key and not value.quoted:
                return None
    return numbers, keys


def _point(group: Brackets, found: Told) -> list[Pointed] | None:
    """The one point or the two points that a group of numbers is."""
    told = _ints(group)
    if told is None or len(told[0]) not in (2, 4):
        return None
    numbers, keys = told
    found.four |= len(numbers) == 4
    points = [(numbers[at], numbers[at + 1]) for at in range(0, len(numbers), 2)]
    x_first, row_first = (bool(first(keys[0]) and then(keys[1])) for first, then in ((ACROSS, DOWN), (DOWN, ACROSS)))
    if x_first or row_first:
        found.named.add(x_first)
    elif any(keys):
        return None
    return [(second, first) for first, second in points] if x_first else points


def _text_in(value: Brackets | QuotedWord) -> str:
    """The only text behind a key of a group that is a point; "" if there is none."""
    inner = [word for key, words in _entries(value) for word in words if key] if isinstance(value, Brackets) else []
    texts = [word.text for word in inner if isinstance(word, QuotedWord) and not NUMBER.fullmatch(word.text)]
    return texts[0] if len(texts) == 1 else ""


def _labelled(group: Brackets, found: Told) -> tuple[str, ...] | None:
    """The words of a group that is a point and a label; row and column first where keys name them."""
    words: dict[str, str] = {}
    for index, (key, values) in enumerate(_entries(group)):
        if len(values) != 1 or not isinstance(values[0], QuotedWord):
            return None
        words[key.lower() or f"{index}"] = values[0].text
    down = [key for key in words if DOWN(key)]
    across = [key for key in words if ACROSS(key)]
    if len(words) > 2 and len(down) == len(across) == 1:
        found.keyed = True
        found.named.add(False)
        return words.pop(down[0]), words.pop(across[0]), *words.values()
    numbers = sum(NUMBER.fullmatch(word) is not None for word in words.values())
    return (*words.values(),) if len(words) == 3 and numbers > 1 and not group.keyed else None


def _collect_sizes(group: Brackets, found: Told) -> None:
    for key, values in _entries(group):
        if not _is_size(key.lower(), values, found):
            for value in values:
                if isinstance(value, Brackets):
                    _collect_sizes(value, found)


def _is_size(key: str, values: list[Brackets | QuotedWord], found: Told) -> bool:
    """Whether an entry names a size, which is collected then."""
    words = [value.text for value in values if isinstance(value, QuotedWord)]
    lists = [value for value in values if isinstance(value, Brackets)]
    if not key and lists and words and len(words[0]) > 1:  # size(5, 7)
        key, words = words[0].lower(), []
    if (WIDTH(key) or HEIGHT(key)) and len(words) == 1 and NUMBER.fullmatch(words[0]):
        (found.width if WIDTH(key) else found.height).add(int(words[0]))
        return True
    if not SIDES(key):
        return False
    told = _ints(lists[0]) if len(lists) == 1 else None
    size = size_of(" ".join(words)) if not lists else tuple(told[0]) if told and not any(told[1]) else ()
    if size:
        (found.by if BY.search(" ".join(words)) else found.both).add(size)
    return bool(size)


def _collect_points(group: Brackets, key: str, found: Told) -> None:
    points: list[tuple[str, Pointed]] = []
    inside: list[tuple[str, Brackets]] = []
    keyed = group.keyed
    for name, values in _entries(group):
        if _is_size(name.lower(), values, Told()):
            continue
        place = POINT.fullmatch(name)
        if place and len(values) == 1 and isinstance(values[0], QuotedWord):  # {"0,1": "red"}
            found.single.append((values[0].text, (int(place[1]), int(place[2]))))
            continue
        told: list[Pointed] = []
        label = ""
        for value in values:
            here = _point(value, found) if isinstance(value, Brackets) else _point_of_text(value)
            if here is not None:
                told += here
                label = _text_in(value)
                found.first = found.first or (value.first if isinstance(value, Brackets) else value.line)
            elif isinstance(value, Brackets) and (words := _labelled(value, found)):
                found.labelled.append(words)
                found.first = found.first or value.first
            elif isinstance(value, Brackets):
                inside.append((name or key, value))
                found.odd |= bool(not keyed and NUMBERS.fullmatch(" ".join(cells_of(value) or ())))
        if len(told) == 2:
            found.pairs.append((told[0], told[1]))
        else:
            points += [(name or label, point) for point in told]
    _take_points(points, key, found)
    for name, child in inside:
        _collect_points(child, name, found)


def _take_points(points: list[tuple[str, Pointed]], key: str, found: Told) -> None:
    """Take the points right in a group behind `key`: two are a pair."""
    if len(points) == 2:
        found.pairs.append((points[0][1], points[1][1]))
    elif (START(key) or END(key)) and not any(name for name, _ in points):
        found.single += [(f"{index}", point) for index, (_, point) in enumerate(points)]
    else:
        found.single += points


def _point_of_text(word: QuotedWord) -> list[Pointed] | None:
    match = POINT.fullmatch(word.text) if word.quoted else None
    return [(int(match[1]), int(match[2]))] if match else None


# ---- points in lines -------------------------------------------------------------------------------------------


def _from_lines(lines: Sequence[NumberedLine], found: Told) -> None:
    """Collect the points of lines like `red 0,1 1,0`; lines without numbers are titles."""
    labels: list[int] = []
    bare = True
    for number, line in lines:
        if not found.first and _is_head(line, found):
            continue
        words = PART.findall(line)
        numbers = [int(word) for word in words if NUMBER.fullmatch(word)]
        _order_named([word.lower() for word in words], found)
        if not numbers and not found.first:
            continue
        bare = bare and len(words) == len(numbers)
        found.first = found.first or number
        if len(numbers) == 5:
            labels.append(numbers.pop(0))
        found.four |= len(words) == 4
        names = [word for word in words if word[0].isalpha()]
        names = [word for word in names if not any(test(word.lower()) for test in ROLES)] or names
        if len(numbers) == 4 and len(names) < 4:
            found.pairs.append(((numbers[0], numbers[1]), (numbers[2], numbers[3])))
        elif len(numbers) == 2 and names:
            found.single.append((names[0], (numbers[0], numbers[1])))
        elif len(numbers) == 3:
            found.labelled.append((*map(str, numbers),))
        elif numbers:
            found.odd = True
            return
    counts = ([*range(len(labels))], [*range(1, len(labels) + 1)])
    found.odd = bool(labels) and (len(labels) < len(found.pairs) or labels not in counts)
    found.odd |= bare and 2 * len(found.pairs) + len(found.labelled) < 4  # two lines of numbers may be anything
    if found.named == {True}:
        found.pairs = [((b, a), (d, c)) for (a, b), (c, d) in found.pairs]
        found.single = [(name, (b, a)) for name, (a, b) in found.single]


def _is_head(line: str, found: Told) -> bool:
    """Whether a line above the points is a size, which is collected, or names something else by a number."""
    if (len(size_of(line)) < 3 or not (found.both | found.by)) and _took_size(line, found):
        return True  # a second line of three numbers is a labelled point
    words = PART.findall(line)
    return SAID.search(line) is not None or ("=" in words and sum(word.isdecimal() for word in words) < 4)


def _took_size(line: str, found: Told) -> bool:
    """Whether a line is a size, which is collected then."""
    size = size_of(line)
    if size:
        (found.by if BY.search(line) else found.both).add(size)
    return bool(size)


def _order_named(names: list[str], found: Told) -> None:
    """Take the order of coordinates from a heading like `color,x1,y1,x2,y2`."""
    known = [ACROSS(name) is not None for name in names if ACROSS(name) or DOWN(name)]
    if known in ([True, False] * 2, [False, True] * 2, [True, False], [False, True]):
        found.named.add(known[0])
