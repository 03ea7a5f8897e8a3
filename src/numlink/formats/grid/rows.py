"""Rows of cells in the lines of a text, for every way to cut lines into cells.

    0 1 2          column numbers, dropped if they count up
    0 . 1 .        row numbers, likewise        . 1 .      cut at blanks
    1 1 . 2                                     1 . 2      the ways to cut: CUTS

A run is consecutive lines that one cut splits into equally many cells.  A line right above or below it must not be a
row that is too short or too long, but may be a title, a size or a border.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, pairwise

from numlink.formats.grid.labels import ALWAYS_EMPTY, BLOCKS, MAY_BE_CELL, Tokens
from numlink.formats.grid.text import BORDER, LEAST_ASIDE, blocks, count_up, side_by_side, size_of
from numlink.formats.reading import TOKEN, NumberedLine

MOST_SIZES = 3
"""The most numbers of a block that is only a size: rows, columns and pairs, perhaps one per line."""
LEVEL = re.compile(r"\A\s*[0-9]{1,4}\s+(?=(?:[0-9]{1,4}\s+){2}[0-9]{1,4}\s*$)")
"""The number of a level before three others in a line."""
WALLS = frozenset("#█■▓⬛")
"""Signs for blocks of which the wall around a board may be made."""
LARGEST_TYPED = 60
"""The longest side of a board whose blank cells are blanks in the text."""

WORD = re.compile(r"[^\W\d_]{3,}")
REMARK = re.compile(r"\s*(?:#|//|;|%)\s+[^\W\d]")
"""A comment that begins with a word."""
POINTS = re.compile(r"(?i)\b(?:(?:row|y)[12]?\W+(?:col(?:umn)?|x)|(?:col(?:umn)?|x)[12]?\W+(?:row|y))[12]?\b")
"""What names the columns of a list of points."""
LONG = 3
"""From so many characters on, a word is more likely part of a title than a cell."""

TextSpot = tuple[int, int]
"""A place in a text: the number of its line, and how many pieces of the text come before it."""
TextSpan = tuple[TextSpot, TextSpot]
"""The places of the first and the last piece, as a line may hold several lists; whole lines end at LINE_END."""
LINE_END = 1_000_000_000
"""After all pieces of a line."""


@dataclass(frozen=True, slots=True, eq=False)
class TokenRows:
    """Rows of equally many tokens; `how` says in words how they were cut, `span` where they are in the text.

    `sizes`: the numbers above them that are a size.  `shifts`: how far each row of hexagons is shifted to the right,
    in half cells.  `uneven`: a row of another length next to them or among them, as (line number, cells).
    `rank`: a way to read a run is tried only if no way of a lower rank is a board.
    """

    tokens: Tokens
    how: str
    span: TextSpan
    sizes: tuple[int, ...] = ()
    shifts: tuple[int, ...] = ()
    uneven: tuple[int, int] | None = None
    rank: int = 0


Choices = list[TokenRows]
"""The ways to read one run."""


def runs_of(lines: Sequence[NumberedLine], span: TextSpan | None = None) -> Iterator[Choices]:
    """Every run of the lines, for every cut.  `span`: where the lines are in the text, if they are not whole lines."""
    sizes: list[NumberedLine] = []
    for block in blocks(lines):
        barred = [line for _, line in block if "|" in line]
        bare = [line for _, line in block if "|" not in line and not BORDER.fullmatch(line)]
        framed = any("+-" in line for _, line in block) or all(line[0] == line[-1] == "|" for line in barred)
        kept = [line for line in block if len(barred) <= len(bare) or not BORDER.fullmatch(line[1])]
        cuttable = _Block([*sizes, *kept], len(sizes), span, framed)
        yield from chain.from_iterable(map(cuttable.runs, CUTS))
        for place, aside in enumerate(side_by_side(block)):
            spot = aside[0][0], place
            yield from runs_of(aside, (spot, spot))
        yield from _hexagon_rows(block, span)
        numbers = [size_of(line) for _, line in block]
        sizes = block if all(numbers) and len([*chain(*numbers)]) <= MOST_SIZES else []


def typed_rows(lines: Sequence[NumberedLine]) -> Iterator[Choices]:
    """The rows below each size of two numbers whose blank cells are blanks, or are missing at the end of a row."""
    for start, (_, line) in enumerate(lines, start=1):
        size = size_of(line)
        indent = line[: len(line) - len(line.lstrip())]
        usual = len(size) == 2 and 1 < min(size) and max(size) <= LARGEST_TYPED
        for height, width in {size, size[::-1]} if usual else ():
            rows = [row.removeprefix(indent).rstrip(" ") for _, row in lines[start : start + height]]
            below = "".join(row for _, row in lines[start + height : start + height + 1]).strip()
            whole = len(rows) == height and (not below or len(below) > width)
            if whole and width == max(map(len, rows)) > min(map(len, rows)):
                cells = [[sign.strip() for sign in row.ljust(width)] for row in rows]
                span = (lines[start][0], 0), (lines[start + height - 1][0], LINE_END)
                yield [TokenRows(cells, "cells in columns", span, size)]


def rows_in_line(line: NumberedLine, separators: str) -> Iterator[list[NumberedLine]]:
    """The equally long rows in one line, perhaps after a size, for each of the separators that may be between them."""
    for separator in separators:
        parts = [part.strip() for part in line[1].strip().strip(separator).split(separator)]
        rows = parts[1:] if len(parts) > 2 and size_of(parts[0]) else parts
        lengths, words = {*map(len, rows)}, {len(re.split(r"[\s,]+", row)) for row in rows}
        least = LEAST_ASIDE if separator in ", " else 2
        if len(parts) > 1 and len(words) == 1 and (words != {1} or (len(lengths) == 1 and min(lengths) >= least)):
            yield [(line[0], part) for part in parts]


# ---- cuts ------------------------------------------------------------------------------------------------------

BARS, TABS, SEMICOLONS, COMMAS = (f"cells between {name}" for name in ("bars", "tabs", "semicolons", "commas"))
SEPARATED = {BARS: "|", TABS: "\t", SEMICOLONS: ";", COMMAS: ","}
"""Separators, which may also follow the last cell of a row; bars and tabs may also precede the first."""
COLUMNS, BARS_AND_SPACES = "every second character", "cells between bars and spaces"
WORDS, CHARACTERS, FRAMED = "cells between spaces", "single characters", "characters in a frame"
CUTS = (*SEPARATED, COLUMNS, BARS_AND_SPACES, WORDS, CHARACTERS, FRAMED)
"""The ways to cut a line into cells, in words."""


def cells_of(line: str, how: str) -> list[str]:
    """The cells of a line; [] if it cannot be cut that way."""
    if separator := SEPARATED.get(how):
        fields = (line.rstrip("; ") if how == COMMAS else line).split(separator)
        return [field.strip() for field in fields] if len(fields) > 2 or any(fields[1:]) else []
    if how == BARS_AND_SPACES:
        several = "|" in line and any(" " in field.strip() for field in line.split("|"))
        return line.replace("|", " ").split() if several else []
    if how == WORDS:
        return [] if "|" in line or re.search(r"^\t|\t\t|\t$", line) else line.rstrip(" ,;\\").split()
    if how == CHARACTERS:
        bare = line.strip().removeprefix("|").removesuffix("|")
        return [] if any(sign.isspace() or sign in ",;|" for sign in bare) else [*bare]
    framed = re.fullmatch(r"\s*+\|([^|]++)\|\s*+", line)  # blanks between two bars may be cells
    if framed is None or (framed[1][::2].strip() if how == COLUMNS else not ALWAYS_EMPTY.isdisjoint(framed[1])):
        return []
    return [sign.strip() for sign in framed[1][how == COLUMNS :: 1 + (how == COLUMNS)]]


def split_words(tokens: Tokens) -> Tokens:
    """The rows, as rows of characters if each is a single word and all words are equally long."""
    words = [row[0] for row in tokens if len(row) == 1 and len(row[0].split()) == 1]
    apart = 0 < len(words) == len(tokens) and len({*map(len, words)}) == 1
    return [list(word) for word in words] if apart else tokens


# ---- runs ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Block:
    """The lines between two blank ones, without borders, below the sizes from the block above."""

    lines: list[NumberedLine]
    size_lines: int
    """How many of the lines are sizes from the block above."""
    span: TextSpan | None
    framed: bool
    """Whether bars also surround the rows."""

    def runs(self, how: str) -> Iterator[Choices]:
        """The runs of the lines for one cut."""
        lines: list[CutLine] = [(number, line, cells_of(line, how)) for number, line in self.lines]
        times = Counter(chain.from_iterable(line for _, line in self.lines)) if how == CHARACTERS else None
        start = self.size_lines
        while start < len(lines):
            cells = lines[start][2]
            if not cells or (start + 1 < len(lines) and is_title(lines[start], lines[start + 1], times)):
                start += 1
                continue
            end = start
            while end < len(lines) and len(lines[end][2]) == len(cells):
                end += 1
            rows = [row for _, _, row in lines[start:end]]
            shorter = end < len(lines) and len(lines[end][2]) == len(cells) - 1
            if shorter and len(rows) > 1 and not any(row[-1] for row in rows):  # no comma after the last row of a list
                lines[end] = (*lines[end][:2], [*lines[end][2], ""])
                rows.append(lines[end][2])
                end += 1
            halves = [any(chain(*(row[side::2] for row in rows))) for side in (0, 1)]
            if len(rows[0]) * len(rows) > 2 and (how != FRAMED or all(halves)):
                yield self._run(how, rows, lines, (start, end))
            start = end

    def _run(self, how: str, rows: list[list[str]], lines: list[CutLine], place: tuple[int, int]) -> Choices:
        """The ways to read the rows in `lines[slice(*place)]`; only one if a row of another length is next to them."""
        (start, end), apart = place, split_words(rows)
        width, glued = len(apart[0]), how == CHARACTERS or apart is not rows
        is_row = partial(looks_like_row, {*chain.from_iterable(apart), "0", "."}, width, glued)
        headed = False
        uneven: CutLine | None = None
        sizes: tuple[int, ...] = ()
        for index in range(start - 1, -1, -1):
            above = _, line, cells = lines[index]
            if index < self.size_lines and sizes:
                break
            if is_heading(cells or line.split(), rows):
                headed = True
            elif size := size_of(LEVEL.sub("", line)):
                if index < self.size_lines and len(size) == 1 and size[0] not in (width, len(rows)):
                    break  # the number of the puzzle
                sizes = size + sizes
            else:  # a row, a title, or the board before this one
                uneven = above if width not in sizes and is_row(line, cells) else None
                break
        if uneven is None and end < len(lines):
            _, line, cells = lines[end]
            size = size_of(line)
            last = end == len(lines) - 1
            closing = {*size} == {0} and bool(sizes) if last else len(lines[end + 1][2]) in size[-2:]
            same = is_heading([*filter(None, cells or line.split())], rows)
            uneven = lines[end] if not closing and not same and is_row(line, cells) else None
        span = self.span or ((lines[start][0], 0), (lines[end - 1][0], LINE_END))
        if uneven is not None:
            return [TokenRows(rows, how, span, uneven=(uneven[0], len(uneven[2])))]
        run = TokenRows(rows, how, span, sizes)
        ways = chain.from_iterable(_variants(each, headed=headed) for each in _trimmed(run, self.framed, headed=headed))
        return [replace(each, tokens=split_words(each.tokens)) for each in ways]


CutLine = tuple[int, str, list[str]]
"""A line as (number, text, cells)."""


def are_numbered(rows: Tokens) -> bool:
    """Whether the first cells of rows number them, upwards or downwards."""
    cells = [row[0] for row in rows]
    return count_up(cells) or count_up(cells[::-1])


def is_heading(cells: list[str], rows: list[list[str]]) -> bool:
    """Whether the cells of a line number the columns of `rows`, whose first cells number the rows."""
    width = len(rows[0]) - (not any(row[-1] for row in rows))  # after the last bar there is no cell
    return width - len(cells) in (0, 1) and count_up(cells) and are_numbered(rows)


def looks_like_row(vocabulary: set[str], width: int, by_character: bool, line: str, cells: list[str]) -> bool:
    """Whether a line next to a run of rows with these cells can only be a row with too few or too many cells.

    It is one if it holds a whole row or names the columns of points; else, unless it is a remark or prose, if its cells
    are mostly known or short.
    """
    words, tokens = line.split(), cells or re.sub(r"[,;]", " ", line).split()
    known = sum(token in vocabulary or token.isdecimal() for token in tokens)
    near = abs(len(cells) - width) <= 1 < width - 1 and vocabulary.issuperset(WORD.findall(line))
    names_points = len(cells) == width and POINTS.search(line) is not None
    is_remark = "=" in cells or (REMARK.match(line) is not None and words[0] not in vocabulary)
    has_known_cells = known > (0 if near else len(tokens) / 2)
    if by_character:
        holds_row = any(len(word) == width and vocabulary.issuperset(word) for word in words)  # Bob: 1..2
        is_prose = WORD.search(line) is not None and (len(words) > 1 or abs(len(words[0]) - width) > 1)  # END
        return holds_row or names_points or (has_known_cells and not is_remark and not is_prose)
    marked = vocabulary & ALWAYS_EMPTY
    short = all(len(token) < LONG for token in tokens) or not marked.isdisjoint(tokens[tokens[0] != "." :])  # - title
    return names_points or (not is_remark and (has_known_cells or (len(tokens) > 1 and short)))


def is_title(line: CutLine, below: CutLine, times: Counter[str] | None) -> bool:
    """Whether a line that is cut like the one below it is a title: it has words, which are unlike the cells below.

    `times`: if the cells are single characters, how often each occurs in the block.
    """
    cells, under = line[2], below[2]
    word = re.fullmatch(r"\s*([^\W\d_]{3,}):?\s*", line[1])
    if word and times and 2 * sum(times[letter] > word[1].count(letter) for letter in word[1]) <= len(word[1]):
        return True
    if not 1 < len(cells) == len(under) or not ALWAYS_EMPTY.isdisjoint(cells) or len({*cells}) < len(cells):
        return False
    words = any(WORD.search(token) and token not in under for token in cells)
    return words and (not all(map(MAY_BE_CELL, cells)) or not any(map(WORD.search, under)))


def _trimmed(run: TokenRows, framed: bool, *, headed: bool) -> list[TokenRows]:
    """The run without the blank columns that separators around its rows make.  If other cells are blank, these columns
    may be cells: then the run with and without them, or only with them between commas or semicolons, as in a sheet."""
    rows, around = run.tokens, run.how in (BARS, TABS)
    left, right = (len(rows[0]) > 2 and not any(row[side] for row in rows) for side in (0, -1))
    left &= around
    both = _cropped(run, left=left, right=right)
    blank = any("" in row for row in both.tokens)
    if run.how not in SEPARATED or (blank and not around and not run.sizes):
        return [run]
    if not blank or ((left or headed) and right and framed and run.how == BARS):
        return [both]
    sides = sorted({(left, right), (left, False), (False, right), (False, False)})
    return [_cropped(run, left=first, right=last) for first, last in sides]


def _variants(run: TokenRows, *, headed: bool) -> Choices:
    """The ways to read a run: as it is; without row and column numbers; without a size, a heading or rulers.

    `headed`: whether a line above it numbers its columns.
    """
    rows = run.tokens
    first, body = rows[0], rows[1:]
    if not body:
        return [run]
    across = [*first[1]] if len(first) == 2 and not first[0] else first[1:]
    corner = not first[0].isalnum() or len(first[0]) > 1
    framed = headed or (corner and count_up(across) and count_up([row[0] for row in body]))
    found = [_cropped(run, top=not headed, left=1)] if framed else []
    run = replace(run, rank=len(found))
    found.append(run)
    if len(first) > 2 and not any(first[1:]) and WORD.search(first[0]):  # a title in a sheet, perhaps a blank row
        found += [_cropped(run, top=top) for top in ((1,) if any(body[0]) else (1, 2))]
    if len(rows) > 3 and len(first) > 1 and are_numbered(rows):
        found.append(_cropped(run, left=1))
    if len("".join(first)) > 3 and count_up(first):
        found.append(_cropped(run, top=1))
    rules = run.how == CHARACTERS and {*first, *rows[-1]} == {"-"}  # or rows of empty cells
    above, below = rules or _is_ruler(first, body), rules or _is_ruler(rows[-1], rows[:-1])
    if 0 < above + below < len(rows) - 1:
        found.append(_cropped(run, top=above, bottom=below))
    rim = {*first, *rows[-1], *chain.from_iterable((row[0], row[-1]) for row in rows)}
    if len(rim) == 1 and rim <= WALLS and min(len(rows), len(first)) > 2:  # blocks, or a wall around the board
        found.append(_cropped(run, top=1, bottom=1, left=1, right=1))
    line = ("" if run.how == CHARACTERS else " ").join(first)
    if size := size_of(LEVEL.sub("", line)) if run.how != BARS and all(first) else ():
        sized = replace(_cropped(run, top=1), sizes=size)
        fits = not Counter((len(split_words(body)[0]), len(body))) - Counter(size)
        crosses = {*"xX*\u00d7"} & {*line} & {*chain(*chain(*body))}  # 3*3 may be a row
        if fits and not crosses and not LEVEL.match(line):
            return [sized]
        found.append(sized)
    return found


def _is_ruler(row: Sequence[str], others: Tokens) -> bool:
    """Whether a row repeats one token that is not empty and occurs elsewhere only in an equal row at the other end."""
    sign = row[0]
    if len(row) < 2 or len({*row}) > 1 or sign in ALWAYS_EMPTY - {"-"} or (sign.isalnum() and sign not in BLOCKS):
        return False
    return sum(sign in other for other in others) == sum(others[at] == row for at in {0, len(others) - 1})


def _cropped(run: TokenRows, *, top: int = 0, bottom: int = 0, left: int = 0, right: int = 0) -> TokenRows:
    kept = run.tokens[top : len(run.tokens) - bottom]
    return replace(run, tokens=[row[left : len(row) - right] for row in kept])


def _hexagon_rows(block: list[NumberedLine], span: TextSpan | None) -> Iterator[Choices]:
    """The block as rows of hexagons, if it looks like that; its first line may be a size or a word."""
    for size, rest in (((), block), (size_of(block[0][1]), block[1:])):
        lines = [line for _, line in rest]
        below = size or rest is block or WORD.search(block[0][1])
        if below and len(lines) > 2 and (shifts := _shifts_of(lines)):
            stretch = span or ((rest[0][0], 0), (rest[-1][0], LINE_END))
            yield [TokenRows([line.split() for line in lines], "shifted rows", stretch, size, tuple(shifts))]


def _shifts_of(lines: list[str]) -> list[int]:
    """How far each row of hexagons is shifted to the right, in half cells; [] if the lines are no such rows.

    They are recognised by their lengths (growing by one, then shrinking) or indents (every second row, half a cell).
    """
    starts = [[token.start() for token in TOKEN.finditer(line)] for line in lines]
    lengths = [len(row) for row in starts]
    if not all(lengths):
        return []
    steps = [second - first for first, second in pairwise(lengths)]
    if len(steps) > 2 and {*map(abs, steps)} == {1} and len({row[0] for row in starts}) == 1:
        grows = steps[0] > steps[-1] and steps == sorted(steps, reverse=True)
        even = not any("  " in line.strip() for line in lines)
        return [max(lengths) - length for length in lengths] if grows and even else []
    pitch = starts[0][1] - starts[0][0] if lengths[0] > 1 else 0
    even = all(second - first == pitch for row in starts for first, second in pairwise(row))
    left = min(row[0] for row in starts)
    halves = [divmod(2 * (row[0] - left), pitch or 1) for row in starts]
    alternate = all((second - first) % 2 for (first, _), (second, _) in pairwise(halves))
    fits = pitch and even and alternate and not any(rest for _, rest in halves) and all(abs(step) < 2 for step in steps)
    return [half for half, _ in halves] if fits else []
