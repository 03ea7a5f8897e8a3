"""Boards given by the coordinates of their endpoints, without a grid; and the size that a text states.

    5 7 6               size 5 7                {"width": 7, "height": 5,       the size: rows, columns; or by name
    0 1 1 0             red 0,1 1,0              "red": [[0, 1], [1, 0]],       two points per record
    0 6 3 1             green 0,6 3,1            "green": {"start": ...}}

    red 0 1             {"x": 1, "y": 0, "color": "red"}      or one point, its label before or after it
    red: A1 B2          Board(5, 7, [((0, 1), (1, 0)), ...])  cells of a sheet; the size in a call

text ──Sizes.of──> sizes, other text ──_pair_lists──> pairs of points ──_puzzle──> boards

In any notation, records repeat: the gaps between their numbers have the same signs.  Whether the row or the column (x)
comes first, and whether they count from 0 or 1, is decided by what fits on the board.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import accumulate, chain, product, takewhile

from numlink.errors import ParseError
from numlink.formats.grid.labels import GridRead, NoBoard, TwoReadings, canonical
from numlink.formats.grid.text import size_of
from numlink.formats.reading import CellBudget, NumberedLine, item
from numlink.model.puzzle import Puzzle
from numlink.model.words import counted

TOKEN = re.compile(r"(?<![\w#])[0-9]{1,4}(?!\w|\.[0-9])|#?\w+(?:[.-]\w+)*+|\n|\S")
"""A number, a word, the end of a line or a sign."""
START = re.compile(r"starts?|from|begin|sources?|first|p1|head").fullmatch
END = re.compile(r"ends?|to|finish|targets?|last|p2|tail|goal|sinks?").fullmatch
"""Names, in lower case, that say which end of a pair the numbers after them are."""
NOT_ENDPOINTS = re.compile(r"(?i)walls?|blocks?|blocked|obstacles?|holes?|bridges?|path|solution")
"""Names of points that are not endpoints."""
REFERENCE = re.compile(r"\b([A-Z])([1-9][0-9]?)\b")
"""A cell of a sheet, like B2."""
ROW_AND_COLUMN = re.compile(r"(?i)\b(r|row)([0-9]{1,4})[ \t]?(c|col)([0-9]{1,4})\b")
"""A point like r2c3."""
UPWARDS = re.compile(r"(?i)\by[ -]+(?:grows |points |goes |axis )?up|bottom[ -]left|lower[ -]left|up(?:wards)? y\b")
"""What says that rows are counted from the bottom."""
LONGEST_WORDS = 60
"""The most characters kept of consecutive words: labels are shorter, and prose is not a label."""
MOST_NUMBERS = 6
"""The most numbers in a record: two points, their label and a count."""
MOST_LEVELS = 6
"""In how many depths of brackets points are looked for: `Board(5, 7, [((0, 1), (1, 0)), ...])`."""
MOST_AROUND = 3
"""The most numbers around all records: sides, and the number of the board or of its pairs.  More may be a record."""
LEAST_LEVEL = 5
"""The fewest numbers of a level of a pack: its size and two points."""

PointPairs = list[tuple[tuple[int, int], tuple[int, int]]]
PairsRead = tuple[PointPairs, bool | None, set[tuple[int, int]], tuple[int, ...]]
"""The pairs of points that a text lists, whether x comes first in them (None: unknown), the (width, height) of each
board whose cells the numbers may be instead, and the numbers around all records, which may be a size."""


def boards_of_endpoints(
    lines: Sequence[NumberedLine], sizes: Sizes, wish: GridWish, budget: CellBudget
) -> list[GridRead | ParseError] | NoBoard | None:
    """The boards whose endpoints the text lists: one for each level of a pack, or one; None if it lists no points."""
    levels = [item(level[0][0], _board_of_endpoints, Sizes.of(level), wish, budget) for level in _levels(lines)]
    boards = [each for each in levels if isinstance(each, GridRead | ParseError)]
    if 1 < len(boards) == len(levels):
        return boards
    single = item(1, _board_of_endpoints, sizes, wish, budget)
    return [single] if isinstance(single, GridRead | ParseError) else single


def _levels(lines: Sequence[NumberedLine]) -> list[list[NumberedLine]]:
    """The outermost brackets beside each other that hold enough numbers to be levels of a pack, each as its lines."""
    text = "\n".join(line for _, line in lines)
    opened: list[tuple[int, int]] = []
    spans: dict[int, list[tuple[int, int]]] = {}
    numbers = 0
    for sign in re.finditer(r"[()\[\]{}]|[0-9]+", text):
        if sign[0] in OPENING:
            opened.append((sign.end(), numbers))
        elif sign[0] not in CLOSING:
            numbers += 1
        elif opened:
            start, before = opened.pop()
            if numbers - before >= LEAST_LEVEL:
                spans.setdefault(len(opened), []).append((start, sign.start()))
    chosen = next((found for _, found in sorted(spans.items()) if len(found) > 1), [])
    levels: list[list[NumberedLine]] = []
    at = read = 0
    for start, end in chosen:
        at, read = at + text.count("\n", read, start), start
        levels.append([(lines[at + below][0], line) for below, line in enumerate(text[start:end].split("\n"))])
    return levels


def _board_of_endpoints(sizes: Sizes, wish: GridWish, budget: CellBudget) -> GridRead | NoBoard | None:
    """The board whose endpoints the text lists; None if it lists no points.  Raises ParseError if two readings fit."""
    lines = sizes.take_above()
    text = ROW_AND_COLUMN.sub(r" \1 \2 \3 \4 ", "\n".join(lines))
    found = [*_pair_lists(text)]
    sheet = not found and len(REFERENCE.findall(text)) > 3
    if sheet:
        found = [*_pair_lists(REFERENCE.sub(lambda cell: f" c {ord(cell[1]) - 64} r {cell[2]} ", text))]
    if not found:
        return None
    upwards = next((number for number, text in sizes.rest if UPWARDS.search(text)), None)
    if upwards:
        raise ParseError("y counts upwards here. Count y or rows from the top, and drop these words.", line=upwards)
    boards: dict[Puzzle, tuple[str, str]] = {}
    for pairs, x_first, as_cells, around in found:
        stated = {wish.size} if wish.size else sizes.board_sizes(len(pairs))
        known = bool(stated or sizes.width or sizes.height)
        sides = stated if known else sizes_around(around, len(pairs))
        if as_cells & sides:
            continue  # the numbers may be cells
        orders = [each for each in (wish.x_first, x_first) if each is not None][:1] or [False, True]
        bases = [wish.base] if wish.base is not None else [1] if sheet else [0, 1]
        for (width, height), across, base in product(sorted(sides), orders, bases):
            puzzle = _puzzle(pairs, (width, height), x_first=across, base=base, budget=budget)
            order = "column (x) first" if across else "row first"
            note = f"{height} rows, {width} columns, {order}, counted from {base}"
            if puzzle is not None:
                boards.setdefault(puzzle, (note, f"{width}x{height},{'x' if across else 'row'},{base}"))
    first = next(at for at, line in enumerate(lines) if any(map(str.isdigit, line)))
    return _only_board(boards, len(found[0][0]), sizes.rest[first][0])


def _only_board(boards: dict[Puzzle, tuple[str, str]], pairs: int, line: int) -> GridRead | NoBoard:
    """The only one of `boards`, puzzle -> (note, option); NoBoard if there are none.  Raises ParseError for several."""
    points = f"{counted(pairs, 'pair')} of coordinates"
    if not boards:
        remedy = "put a line 'size ROWS COLUMNS' above them or use format=grid:WIDTHxHEIGHT"
        return NoBoard(f"{points}, but no size of a board that holds them all; {remedy}", 0, 1)
    if len(boards) > 1:
        first, second, *_ = boards.values()
        raise TwoReadings(
            f"the coordinates can be read in two ways: {first[0]}, and {second[0]}. "
            f"Choose one with format=grid:{first[1]} or format=grid:{second[1]}.",
            line=line,
        )
    [(puzzle, (note, _))] = boards.items()
    return GridRead(puzzle, f"read as {points}, {note}")


def _puzzle(pairs: PointPairs, size: tuple[int, int], *, x_first: bool, base: int, budget: CellBudget) -> Puzzle | None:
    """The board with these endpoints; None if one is off the board or two are on one cell."""
    width, height = size
    points = [(point[x_first] - base, point[not x_first] - base) for pair in pairs for point in pair]
    if len({*points}) < len(points) or not all(0 <= row < height and 0 <= column < width for row, column in points):
        return None
    budget.take_board(width, height, line=1)
    cells = [0] * (width * height)
    for index, (row, column) in enumerate(points):
        cells[row * width + column] = index // 2 + 1
    return Puzzle(width, height, tuple(cells))


# ---- records ---------------------------------------------------------------------------------------------------

Gap = list[str]
"""The signs and words between two numbers."""
VARIES = "*"
"""Replaces, in the common shape of gaps, a word that differs between them."""


def _pair_lists(text: str) -> Iterator[PairsRead]:
    """The pairs of points for every way to cut the numbers of a text, or only those in so many brackets, into equally
    long records of one notation.  O(characters)."""
    tokens = TOKEN.findall(text)
    depths = [*accumulate((token in OPENING) - (token in CLOSING) for token in tokens)]
    nested = bool(depths) and min(depths) >= 0
    levels = {depth if nested else 0 for token, depth in zip(tokens, depths, strict=True) if token.isdecimal()}
    for level in sorted(levels)[:MOST_LEVELS]:
        numbers: list[int] = []
        gaps: list[Gap] = [[]]
        for each, depth in zip(tokens, depths, strict=True):
            gap = gaps[-1]
            token = f"#{each}" if each.isdecimal() and depth == 0 < level else each  # a word: it is no size
            if token.isdecimal() and len(token) < 5 and (depth >= level or not nested):
                numbers.append(int(token))
                gaps.append([])
            elif gap and _is_word(token) and _is_word(gap[-1]) and not (ACROSS(token.lower()) or DOWN(token.lower())):
                gap[-1] = f"{gap[-1][-LONGEST_WORDS:]} {token}"
            elif token != "\n" or (gap[-1:] != ["\n"] and not depth):
                gap.append(token)
        if not any(NOT_ENDPOINTS.fullmatch(token) for gap in gaps[1:-1] for token in gap):
            for length in range(2, MOST_NUMBERS + 1):
                if numbers and len(numbers) % length == 0:
                    yield from _pairs_of_records(numbers, gaps, length)


def _is_word(token: str) -> bool:
    return any(map(str.isalnum, token))


def _common_shape(gaps: Sequence[Gap]) -> Gap | None:
    """What all of these gaps have in common, with VARIES for words that differ; None if they differ otherwise."""
    found = [{*tokens} for tokens in zip(*gaps, strict=False)]
    if len({*map(len, gaps)}) > 1 or any(len(each) > 1 and not all(map(_is_word, each)) for each in found):
        return None
    return [VARIES if len(each) > 1 else each.pop() for each in found]


def _pairs_of_records(numbers: list[int], gaps: list[Gap], length: int) -> Iterator[PairsRead]:
    """The pairs of points in records of `length` numbers, if all have one shape and none is made of shorter records."""
    middle = gaps[length:-1:length]
    shapes = [_common_shape(each) for each in (middle, *(gaps[column:-1:length] for column in range(1, length)))]
    around, *between = (shape or [] for shape in shapes)
    if None in shapes or (middle and around in between):
        return
    names = [_last_word(shape) for shape in (around if middle else gaps[0], *between)]
    named = [column for column, name in enumerate(names) if ACROSS(name) or DOWN(name)]
    above = [] if named else " ".join(gaps[0]).lower().split("\n")
    headings = [[names[column] for column in named], *map(str.split, above)]
    x_first = next((found for found in map(_is_x_first, headings) if found is not None), None)
    if named and x_first is None:
        return
    columns = [numbers[column::length] for column in range(length)]
    bare = not any(token == VARIES or _is_word(token) for token in chain(around, *between))
    if bare and not named and 2 < length and len(numbers) < 2 * length and _are_alike(between):
        return  # a line of numbers may be anything
    for points in _point_columns(columns, between, named):
        outside = around or ([] if any(map(_is_word, gaps[0])) else gaps[0])
        if any("." in between[at] or between[at] == ["\n"] for at in points[::2]) or (bare and "." in outside):
            continue  # cells of a board
        places = [
            [*zip(columns[first], columns[second], strict=True)]
            for first, second in zip(points[::2], points[1::2], strict=True)
        ]
        if len(points) == 4:
            lists = [[*zip(*places, strict=True)]]
        else:
            labels = [[*map(str, columns[column])] for column in range(length) if column not in points]
            lists = [_pairs_of(each, places[0]) for each in (*labels, *_words(gaps, length, around, between))]
        as_cells = set() if named else {*_boards_of_cells(len(columns[0]), points, between)}
        alike = takewhile(lambda pair: pair[1] in (pair[0], VARIES), zip(gaps[0][::-1], around[::-1], strict=False))
        rest = " ".join([*gaps[0][: len(gaps[0]) - len([*alike])], *gaps[-1]])
        sizes = tuple(map(int, re.findall(r"(?<![\w.#])[0-9]{1,4}(?![\w.])", rest)))
        if len(sizes) <= MOST_AROUND:
            yield from ((pairs, x_first, as_cells, sizes if middle else ()) for pairs in lists if pairs)


def _boards_of_cells(records: int, points: list[int], between: list[Gap]) -> Iterator[tuple[int, int]]:
    """(width, height) of every board whose rows may be the numbers of records, of their points, or of single points."""
    yield 2, records * len(points) // 2
    if _are_alike(between[points[0] : points[-1]]):
        yield len(points), records
    if _are_alike(between):
        yield len(between) + 1, records


def _are_alike(shapes: list[Gap]) -> bool:
    return all(shape == shapes[0] for shape in shapes)


def _last_word(shape: Gap) -> str:
    """The last word of a shape in lower case, which names the number after it; "" if it has no word."""
    return next((token.split()[-1].lower() for token in reversed(shape) if _is_word(token)), "")


def _is_x_first(names: Iterable[str]) -> bool | None:
    """Whether x comes first in one or two points whose coordinates have these names; None if the names do not say."""
    known = [ACROSS(name) is not None for name in names if ACROSS(name) or DOWN(name)]
    return known[0] if known in ([True, False] * 2, [False, True] * 2, [True, False], [False, True]) else None


def _point_columns(columns: list[list[int]], between: list[Gap], named: list[int]) -> Iterator[list[int]]:
    """The columns that may be one or two points: the `named` ones, or all except a label at either end."""
    length = len(columns)
    counts = [*range(len(columns[0]))], [*range(1, len(columns[0]) + 1)]
    for label in () if named else (0, length - 1) if length % 2 else (length,):
        points = [column for column in range(length) if column != label]
        alike = length < 4 or (len(points) == 4 and between[points[0]] == between[points[2]])
        if alike and (length < 5 or columns[label] in counts):
            yield points
    if named:
        yield named


def _words(gaps: list[Gap], length: int, around: Gap, between: list[Gap]) -> Iterator[list[str]]:
    """The lists of labels, one per record, that words inside, before or after each record may be."""
    for start, shape in [(0, around), *enumerate([*between, around], start=1)]:
        for place, sign in enumerate(shape):
            at = place - len(shape) if start == 0 else place
            of_records = gaps[start::length][: len(gaps) // length] if sign == VARIES else []
            if of_records and all(-len(gap) <= at < len(gap) for gap in of_records):
                yield [gap[at] for gap in of_records]


def _pairs_of(labels: list[str], points: list[tuple[int, int]]) -> PointPairs:
    """The two points of each label, as pairs; [] if a label has more points or fewer."""
    by_label: dict[str, list[tuple[int, int]]] = {}
    for label, point in zip(labels, points, strict=True):
        if canonical(label) or not _is_word(label):  # `none` says that a cell has no endpoint
            by_label.setdefault(label, []).append(point)
    if len(by_label.get("0", ())) > 2:
        del by_label["0"]  # likewise
    roles = [bool(START(label.lower())) - bool(END(label.lower())) for label in by_label]
    sound = roles != [1, -1] and all(len(each) == 2 for each in by_label.values())
    return [(each[0], each[1]) for each in by_label.values()] if sound else []


# ---- sizes -----------------------------------------------------------------------------------------------------

NAMED = re.compile(
    r"(?<![\w.])([A-Za-z]\w{0,20})[\"']?[ \t]{0,9}(?::|==?>?|,(?=[ \t]{0,9}[0-9]{1,4}$)|(\())[ \t]{0,9}"
    r"([\"'(\[]?)[ \t]{0,9}([0-9]{1,4}(?:(?:[ \t]{0,9}[x\u00d7*,;][ \t]{0,9}|[ \t]{1,9})[0-9]{1,4}){0,3})"
    r"(?!\w|\.[0-9]|[\"')\]]?[ \t]{0,9}[,;\s][ \t]{0,9}[(\[0-9])"
)
"""A name and the numbers that are its value."""
SIZE_IN_WORDS = re.compile(
    r"(?i)\b(?:(?:(height|rows)|width|columns|cols)[ \t]+([0-9]{1,4})"
    r"|([0-9]{1,4})[ \t]?-?(?:(rows|high|tall)|columns|cols|wide))\b"
)
"""A size in words: `5 rows`, `height 5`."""
WIDTH = re.compile(
    r"w|(?:grid|board|level|map|puzzle|my)?_?width|x_?size|(?:n|num)_?col(?:umn)?s?|cols|columns|col(?:umn)?_?count|breite|spalten"
).fullmatch
HEIGHT = re.compile(
    r"h|(?:grid|board|level|map|puzzle|my)?_?height|y_?size|(?:n|num)_?rows?|rows|row_?count|h(?:ö|oe)he|zeilen"
).fullmatch
SIDES = re.compile(r"n|m|side|size|shape|dim(?:ension)?s?|(?:grid|board)_?size").fullmatch
WHICH = r"(?:(?:start|end|from|to|first|second|source|target)_?)?{}(?:[12]|_?(?:start|end|from|to))?"
"""The name of a coordinate, perhaps with that of its end: `x`, `row2`, `start_col`, `endY`."""
ACROSS = re.compile(f"{WHICH.format('(?:x|c|col|column)')}|j|spalte").fullmatch
DOWN = re.compile(f"{WHICH.format('(?:y|r|row)')}|i|zeile").fullmatch
"""Names, in lower case, that say what the numbers after them are."""
TIMES = re.compile(r"(?i)(?<![0-9])([0-9]{1,4})\s*[x\u00d7*]\s*([0-9]{1,4})(?![0-9])")
"""A size like 7x5, whose width may be either number."""
OPENING, CLOSING = frozenset("([{"), frozenset(")]}")


@dataclass(frozen=True, slots=True)
class GridWish:
    """What the caller says about a text: (width, height), whether x comes first, and the first coordinate (0 or 1)."""

    size: tuple[int, int] | None = None
    x_first: bool | None = None
    base: int | None = None


@dataclass(slots=True)
class Sizes:
    """The sizes that a text gives, and the text without them."""

    width: set[int] = field(default_factory=set)
    height: set[int] = field(default_factory=set)
    unnamed: dict[tuple[int, ...], bool] = field(default_factory=dict)
    """Sizes without names for their sides (rows, columns, perhaps with the number of pairs; or one side), and whether
    either number may be the width, as in 7x5."""
    rest: list[NumberedLine] = field(default_factory=list)

    @classmethod
    def of(cls, lines: Sequence[NumberedLine]) -> Sizes:
        """The sizes that the lines give by name or in words.  O(characters)."""
        found = cls()
        names = Counter(match[1] for _, line in lines for match in NAMED.finditer(line))
        taken = partial(found._take_named, names=names)
        for number, line in lines:
            found.rest.append((number, SIZE_IN_WORDS.sub(found._take_words, NAMED.sub(taken, line))))
        return found

    def _take_words(self, size: re.Match[str]) -> str:
        high, after, before, tall = size.groups()
        (self.height if high or tall else self.width).add(int(after or before))
        return " "

    def _take_named(self, named: re.Match[str], *, names: Counter[str]) -> str:
        """The match as it is if it may be coordinates, else a blank; if it is a size, that is added to these sizes."""
        name, numbers = named[1].lower(), [int(number) for number in re.findall("[0-9]+", named[4])]
        if (WIDTH(name) or HEIGHT(name)) and len(numbers) == 1 and named[3] not in OPENING:
            (self.width if WIDTH(name) else self.height).add(numbers[0])
        elif SIDES(name) and len(numbers) < 4:
            self.unnamed[(*numbers,)] = TIMES.search(named[4]) is not None
        elif names[named[1]] > 1 or len(numbers) > 1 or named[2] or named[3] or ACROSS(name) or DOWN(name):
            return named[0]
        return " "

    @property
    def sides(self) -> tuple[int | None, int | None]:
        """(width, height), with None for a side that is not given or given several times."""
        both = [*{size if len(size) == 2 else size * 2 for size, either in self.unnamed.items() if not either}]
        side = both[0][0] if len(both) == 1 and len({*both[0]}) == 1 else None
        width, height = (next(iter(found)) if len(found) == 1 else side for found in (self.width, self.height))
        return width, height

    def board_sizes(self, pairs: int) -> set[tuple[int, int]]:
        """(width, height) of every board that the sizes can mean."""
        width, height = self.sides
        if width and height and (self.width or self.height):
            return {(width, height)}
        found: set[tuple[int, int]] = set()
        for size, either in self.unnamed.items() if len(self.unnamed) == 1 else ():
            rests = [size] if len(size) < 3 else [size[:at] + size[at + 1 :] for at in (0, 2) if size[at] == pairs]
            found |= {(rest[-1], rest[0]) for rest in rests}
            if either or (len(size) == 3 and size[0] == pairs):  # either is the width
                found |= {(rest[0], rest[-1]) for rest in rests}
        return found

    def take_above(self) -> list[str]:
        """The lines, without sizes above the first point, which are added; or without the only one like 7x5."""
        lines = [line for _, line in self.rest]
        for index, line in enumerate(lines):
            size = size_of(line)
            if size and self.unnamed and re.search(r"[^\W\d_]", lines[index - 1]):
                break  # a point below its label
            before = self.unnamed or (self.width and self.height)
            if size and (len(size) < 3 or not before):  # a second line of three may be a labelled point
                either = TIMES.search(line) is not None or any(self.unnamed.values())
                if len(size) == 1 and [*map(len, self.unnamed)] == [2]:
                    size = (*self.unnamed.popitem()[0], *size)  # the number of pairs
                self.unnamed[size] = either
                lines[index] = ""
            elif any(map(str.isdigit, line)):
                break
        stated = {size.groups() for line in lines for size in TIMES.finditer(line)}
        if len(stated) == 1 and not (self.width or self.height or self.unnamed):
            self.unnamed[tuple(map(int, *stated))] = True
            lines = [TIMES.sub(" ", line) for line in lines]
        return lines


def sizes_around(numbers: tuple[int, ...], pairs: int) -> set[tuple[int, int]]:
    """(width, height) of every board that one to three numbers around all records can mean: one or two sides, perhaps
    after the number of the board or before the number of pairs."""
    before_pairs = numbers[:-1] if numbers[1:] and numbers[-1] == pairs else numbers
    sides = [(each * 2)[-2:] for each in (numbers, before_pairs) if numbers]
    return {(size[turn], size[1 - turn]) for size in sides for turn in (0, 1)}
