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
from itertools import chain, groupby, pairwise, takewhile

from numlink.formats.grid.labels import ALWAYS_EMPTY, BLOCKS, Tokens
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
CutLine = tuple[int, str, list[str]]
"""A line as (number, text, cells)."""


@dataclass(frozen=True, slots=True, eq=False)
class TokenRows:
    """Rows of equally many tokens; `how` says in words how they were cut, `span` where they are in the text.

    `sizes`: the numbers above them that are a size.  `shifts`: how far each row of hexagons is shifted to the right,
    in half cells.  `uneven`: a row of another length next to them or among them, as (line number, cells).
    `near`: the lines above and below them, which must not be rows.  `rank`: a way to read a run is tried only if no way
    of a lower rank is a board.
    """

    tokens: Tokens
    how: str
    span: TextSpan
    sizes: tuple[int, ...] = ()
    shifts: tuple[int, ...] = ()
    uneven: tuple[int, int] | None = None
    near: tuple[CutLine, ...] = ()
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
        commas = [line.count(",") for _, line in kept]
        if len(kept) > 2 and kept[-2][1].endswith(",") and commas[-3:-1] == [commas[-1] + 1] * 2:
            kept[-1] = (kept[-1][0], kept[-1][1] + ",")  # no comma follows the last row of a list
        for how in CUTS:
            cut = [(number, line, cells_of(line, how)) for number, line in [*sizes, *kept]]
            yield from _runs(cut, how, len(sizes), span, framed)
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


def split_words(run: TokenRows) -> TokenRows:
    """The run, as rows of characters if each row is a single word and all words are equally long."""
    words = [row[0] for row in run.tokens if len(row) == 1 and len(row[0].split()) == 1]
    apart = 0 < len(words) == len(run.tokens) and len({*map(len, words)}) == 1
    return replace(run, tokens=[list(word) for word in words], how=CHARACTERS) if apart else run


# ---- runs ------------------------------------------------------------------------------------------------------


def _runs(lines: list[CutLine], how: str, size_lines: int, place: TextSpan | None, framed: bool) -> Iterator[Choices]:
    """The runs of the lines of a block below `size_lines` sizes from the block above.  `framed`: whether bars also
    surround the rows."""
    for width, places in groupby(range(size_lines, len(lines)), key=lambda at: len(lines[at][2])):
        start, *_, last = [*places] * 2
        rows = [cells for _, _, cells in lines[start : last + 1]]
        halves = [any(chain(*(row[side::2] for row in rows))) for side in (0, 1)]
        if width * len(rows) < 3 or (how == FRAMED and not all(halves)):
            continue
        headed = start > 0 and is_heading(lines[start - 1], rows)
        above, below = start - headed, lines[last + 1 : last + 3]
        sizes: tuple[int, ...] = ()
        while above and (size := size_of(LEVEL.sub("", lines[above - 1][1]))):
            if above <= size_lines and (sizes or (len(size) == 1 and size[0] not in (width, len(rows)))):
                above = 0  # the number of the puzzle
                break
            sizes = size + sizes
            above -= 1
        next_width = len(below[1][2]) if below[1:] else 0
        if below and next_width in size_of(below[0][1])[-2:] and (next_width or sizes):
            below = []  # the size of the next board, or 0 0 behind the last
        near = (*lines[max(0, above - 1) : 0 if width in sizes else above], *below[:1])
        span = place or ((lines[start][0], 0), (lines[last][0], LINE_END))
        run = TokenRows(rows, how, span, sizes, near=near)
        yield [*map(split_words, _ways(run, framed, headed))]


def are_numbered(rows: Tokens) -> bool:
    """Whether the first cells of rows number them, upwards or downwards."""
    cells = [row[0] for row in rows]
    return count_up(cells) or count_up(cells[::-1])


def is_heading(line: CutLine, rows: list[list[str]]) -> bool:
    """Whether the cells of a line number the columns of `rows`, whose first cells number the rows."""
    cells = line[2] or line[1].split()
    width = len(rows[0]) - (not any(row[-1] for row in rows))  # after the last bar there is no cell
    return width - len(cells) in (0, 1) and count_up(cells) and are_numbered(rows)


def is_row(line: CutLine, rows: TokenRows) -> bool:
    """Whether a line next to a board can only be one of its rows, which has too many cells or too few.

    It is one if it holds a whole row or names the columns of points; else, unless it is a remark or prose, if its cells
    are mostly known or short.
    """
    _, text, cells = line
    width, vocabulary = len(rows.tokens[0]), {*chain.from_iterable(rows.tokens), "0", "."}
    words = text.split()
    tokens = [*"".join(words)] if rows.how == CHARACTERS else [*filter(None, cells or re.split(r"[,;\s]", text))]
    if not tokens:
        return bool(cells)
    known = sum(token in vocabulary or token.isdecimal() for token in tokens)
    near = abs(len(cells) - width) <= 1 < width - 1 and vocabulary.issuperset(WORD.findall(text))
    if POINTS.search(text) or any(len(word) == width and vocabulary.issuperset(word) for word in words):
        return True
    if "=" in cells or (REMARK.match(text) is not None and words[0] not in vocabulary):
        return False
    has_known_cells = known > (0 if near else len(tokens) / 2)
    marked = vocabulary & ALWAYS_EMPTY
    if rows.how == CHARACTERS:
        if len(words) == 1 and abs(len(tokens) - width) <= 1 and not marked.isdisjoint(tokens):
            return True
        is_prose = WORD.search(text) is not None and (len(words) > 1 or abs(len(words[0]) - width) > 1)  # END
        return has_known_cells and not is_prose
    short = all(len(token) < LONG for token in tokens) or not marked.isdisjoint(tokens[tokens[0] != "." :])  # - title
    return has_known_cells or (len(tokens) > 1 and short)


def _ways(run: TokenRows, framed: bool, headed: bool) -> Iterator[TokenRows]:
    """The ways to read a run: as it is; without row and column numbers; without a size, a title or rulers.

    `headed`: whether a line above it numbers its columns.
    """
    for each in _trimmed(run, framed, headed=headed):
        rows = each.tokens
        first, body = rows[0], rows[1:]
        across = [*first[1]] if len(first) == 2 and not first[0] else first[1:]
        corner = not first[0].isalnum() or len(first[0]) > 1
        if headed or (corner and count_up(across) and count_up([row[0] for row in body])):
            yield _cropped(each, top=not headed, left=1)
        whole = replace(each, rank=1)
        yield whole
        if not body:
            continue
        if len(rows) > 3 and len(first) > 1 and are_numbered(rows):
            yield _cropped(whole, left=1)
        if len("".join(first)) > 3 and count_up(first):
            yield _cropped(whole, top=1)
        rules = each.how == CHARACTERS and {*first, *rows[-1]} == {"-"}  # or rows of empty cells
        above, below = rules or _is_ruler(first, body), rules or _is_ruler(rows[-1], rows[:-1])
        if 0 < above + below < len(rows) - 1:
            yield _cropped(whole, top=above, bottom=below)
        rim = {*first, *rows[-1], *chain.from_iterable((row[0], row[-1]) for row in rows)}
        if len(rim) == 1 and rim <= WALLS and min(len(rows), len(first)) > 2:  # blocks, or a wall around the board
            yield _cropped(whole, top=1, bottom=1, left=1, right=1)
        line = ("" if run.how == CHARACTERS else " ").join(first)
        if size := size_of(LEVEL.sub("", line)) if run.how != BARS and all(first) else ():
            sized = replace(split_words(_cropped(each, top=1)), sizes=size)
            fits = not Counter((len(sized.tokens[0]), len(body))) - Counter(size)
            crosses = {*"xX*\u00d7"} & {*line} & {*chain(*chain(*body))}  # 3*3 may be a row
            yield replace(sized, rank=int(not fits or bool(crosses) or LEVEL.match(line) is not None))
        else:
            titles = [*takewhile(lambda row: WORD.search(" ".join(row)), rows[: min(2, len(body))])]
            blank = bool(titles) and not any(rows[len(titles)])
            for top in range(1, min(len(titles) + blank, len(body)) + 1):
                dropped = ((each.span[0][0], " ".join(row), [*row]) for row in titles[:top])
                yield replace(_cropped(each, top=top), near=(*dropped, *run.near[-1:]), rank=2)


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


def _is_ruler(row: Sequence[str], others: Tokens) -> bool:
    """Whether a row repeats one token that is not empty and occurs elsewhere only in an equal row at the other end."""
    sign = row[0]
    if len(row) < 2 or len({*row}) > 1 or sign in ALWAYS_EMPTY - {"-"} or (sign.isalnum() and sign not in BLOCKS):
        return False
    return sum(sign in other for other in others) == sum(others[at] == row for at in {0, len(others) - 1})


def _cropped(run: TokenRows, *, top: int = 0, bottom: int = 0, left: int = 0, right: int = 0) -> TokenRows:
    kept = [row[left : len(row) - right] for row in run.tokens[top : len(run.tokens) - bottom]]
    near = [(number, [text, *text.split(None, left)][-1], cells[left:]) for number, text, cells in run.near]
    return replace(run, tokens=kept, near=tuple(near))


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
