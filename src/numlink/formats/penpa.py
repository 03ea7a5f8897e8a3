"""URLs of the penpa-edit editor, one per line: https://swaroopg92.github.io/penpa-edit/#m=edit&p=...

After `p=` comes a text that was shortened (SHORT), compressed by raw deflate and encoded in base64.  Of its lines,
counted from 0, these are used:

0   square,columns,rows,...,Title: ...,...          3   the problem: clues, shaded cells
1   margins [top,bottom,left,right]                 4   the answer: lines drawn
                                                    5   the cells that exist: the first index, then differences

Cells are indices into the board with two extra columns and rows on every side:

    index = (row + 2) * (columns + 4) + column + 2
"""

from __future__ import annotations

import base64
import binascii
import json
import re
import zlib
from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from typing import Any
from urllib.parse import unquote

from numlink.errors import ParseError
from numlink.formats.base import Format, Losses
from numlink.formats.reading import INTEGER, CellBudget, drawn_puzzle, first_line, numbered, of_each_line, shown, wrong
from numlink.formats.writing import links_drawn
from numlink.model.grid import SOLID, Grid, Link
from numlink.model.puzzle import Puzzle
from numlink.model.rules import COVER
from numlink.model.sizes import largest_number
from numlink.model.words import where

HOME = "https://swaroopg92.github.io/penpa-edit/"
WORDS = (
    "9 qa Q pu_q A pu_a G grid M edit_mode S surface L line E lineE W wall C cage N number Y symbol P special B board "
    "R command_redo U command_undo 8 command_replay 1 numberS F freeline 2 freelineE T thermo 3 arrows D direction "
    "0 squareframe 5 polygon 4 deletelineE 6 killercages 7 nobulbthermo _ __a"
)
SHORT = {"O": "null", "Z": "z"}
SHORT |= {short: f'"{word}"' for short, word in zip(WORDS.split()[::2], WORDS.split()[1::2], strict=True)}
"""The character after a `z` in the shortened text -> the text that the two stand for."""

BLACK = 4  # the number of the shading that means a solid cell
DRAWN, NO_LINK = 3, 98  # the styles of the lines of an answer, and of the mark for a link that is not there
MARGIN = 2  # columns and rows on each side of the board that indices also count

LARGEST_TEXT = 8_000_000
FREE_TEXT = 200_000
TEXT_PER_CHARACTER = 100
"""A URL may unpack to FREE_TEXT characters plus TEXT_PER_CHARACTER for each of its own, at most LARGEST_TEXT.  Raw
deflate can compress 1,000 to 1; real boards compress about 10 to 1."""

QUERY = re.compile(r"(?:^|[#?&])m=(?:edit|solve)(?=&)")
LINE = re.compile(r"([0-9]{1,9}),([0-9]{1,9})")
COPY = "Copy the whole URL."


def _unpacked(url: str, line: int) -> list[str]:
    start = url.find("p=", 0 if url.startswith("p=") else max(url.find("&p="), 0))
    if start < 0:
        raise wrong(shown(url), "a penpa URL with m=edit&p=... in it", COPY, line=line)
    column = start + len("p=") + 1
    packed = unquote(url[column - 1 :].partition("&")[0]).replace(" ", "+").rstrip("=")
    broken = partial(ParseError, line=line, column=column)
    try:
        data = base64.b64decode(packed + "=" * (-len(packed) % 4), validate=True)
    except (binascii.Error, ValueError):
        raise broken(f"found {shown(packed)}; expected base64. {COPY}") from None
    limit = min(LARGEST_TEXT, FREE_TEXT + TEXT_PER_CHARACTER * len(url))
    inflate = zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        unpacked = inflate.decompress(data, limit)
    except zlib.error:
        raise broken(f"this penpa text cannot be unpacked. {COPY}") from None
    if inflate.unconsumed_tail or (not inflate.eof and len(unpacked) >= limit):
        raise broken(f"this penpa text unpacks to more than {limit:,} characters. Make the board smaller.")
    if not inflate.eof:
        raise broken(f"this penpa text is cut off. {COPY}")
    try:
        return lengthened(unpacked.decode()).split("\n")
    except UnicodeDecodeError:
        raise broken(f"this penpa text is not UTF-8. {COPY}") from None


def lengthened(text: str) -> str:
    """A text with its short forms expanded; the inverse of `shortened`."""
    return re.sub("z(.)", lambda match: SHORT.get(match[1], match[0]), text)


def shortened(text: str) -> str:
    """A text with the words of SHORT shortened."""
    text = text.replace("z", "zZ")
    for short, word in SHORT.items():
        if short != "Z":
            text = text.replace(word, f"z{short}")
    return text


class _Sheet:
    """The size of one text's board, and the cell of each of its indices."""

    __slots__ = ("height", "left", "line", "stride", "top", "width")

    def __init__(self, header: str, margins: str, line: int, budget: CellBudget) -> None:
        self.line = line
        fields = header.split(",")
        sizes = fields[1:3]
        if fields[0] not in ("square", "sudoku", "kakuro") or len(sizes) < 2 or not all(map(INTEGER.fullmatch, sizes)):
            found = f"the board {shown(','.join(fields[:3]))}"
            raise wrong(found, "square,columns,rows", "Only square cells are supported.", line=line)
        columns, rows = map(int, sizes)
        around = _json(margins, line, "the margins") if margins.strip() else [0, 0, 0, 0]
        if not isinstance(around, list) or len(around) != 4 or not all(_is_small(space) for space in around):
            raise wrong(f"the margins {shown(margins)}", "[0,0,0,0]", COPY, line=line)
        self.top, bottom, self.left, right = around
        self.width, self.height = columns - self.left - right, rows - self.top - bottom
        self.stride = columns + 2 * MARGIN
        budget.take_board(self.width, self.height, line=line)

    def cell(self, index: int) -> int | None:
        """The cell of an index; None for an edge, a corner or a place in a margin."""
        row = index // self.stride - MARGIN - self.top
        column = index % self.stride - MARGIN - self.left
        inside = 0 <= row < self.height and 0 <= column < self.width
        return row * self.width + column if inside else None

    def entries(self, part: dict[str, Any], name: str) -> Iterator[tuple[int, Any]]:
        """(cell, entry) of each entry of a section that belongs to a cell of the board."""
        for key, entry in _section(part, name).items():
            cell = self.cell(int(key)) if INTEGER.fullmatch(key) else None
            if cell is not None:
                yield cell, entry


def _is_small(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1_000_000


def _json(text: str, line: int, what: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise ParseError(f"{what} of this penpa text cannot be read: {shown(text)}. {COPY}", line=line) from None


def _section(part: Any, name: str) -> dict[str, Any]:
    found = part.get(name) if isinstance(part, dict) else None
    return found if isinstance(found, dict) else {}


def _puzzle(url: str, line: int, budget: CellBudget) -> Puzzle:
    lines = _unpacked(url.strip(), line)
    if len(lines) < 6:
        raise wrong(f"a penpa text of {len(lines)} lines", "6 or more", COPY, line=line)
    board = _Sheet(lines[0], lines[1], line, budget)
    problem = _json(lines[3], line, "the problem")
    if not isinstance(problem, dict):
        raise wrong(f"the problem {shown(lines[3])}", "an object", COPY, line=line)
    cells = _cells(board, problem, lines[5])
    links = _links(board, lines[4])
    return drawn_puzzle(board.width, board.height, cells, links, budget, line=line, rules=COVER, name=_title(lines[0]))


read_lines = of_each_line(_puzzle)


def _cells(board: _Sheet, problem: dict[str, Any], existing: str) -> list[int]:
    """The content of each cell: the number of its clue; solid if the cell is black or does not exist."""
    labels: list[str | None] = [None] * (board.width * board.height)
    for cell, entry in board.entries(problem, "number"):
        labels[cell] = _label(board, cell, entry)
    numbers = _numbers(labels, board)
    cells = [SOLID] * len(numbers)
    for cell in _existing(board, existing):
        cells[cell] = numbers[cell]
    for cell, colour in board.entries(problem, "surface"):
        if colour == BLACK:
            cells[cell] = SOLID
    for cell, number in enumerate(numbers):
        if number and cells[cell] == SOLID:
            problem_text = f"{where(board.width, cell)}: number {number} is on a block. Remove one of them."
            raise ParseError(problem_text, line=board.line)
    return cells


def _label(board: _Sheet, cell: int, entry: Any) -> str | None:
    text = entry[0] if isinstance(entry, list) and entry else entry
    text = text.strip() if isinstance(text, str) else str(text) if _is_small(text) else "?"
    if text == "?":
        problem = f"{where(board.width, cell)}: found a number that is not given (?); expected a number or a letter."
        raise ParseError(f"{problem} Give the number or clear the cell.", line=board.line)
    return text or None


def _numbers(labels: list[str | None], board: _Sheet) -> list[int]:
    """Labels as numbers, 0 for None; if one is not a number or too large, all labels are sorted and numbered from 1."""
    largest = largest_number(len(labels))
    present = [label for label in labels if label is not None]
    if all(INTEGER.fullmatch(label) and 1 <= int(label) <= largest for label in present):
        return [int(label or 0) for label in labels]
    return numbered(labels, {})


def _existing(board: _Sheet, text: str) -> Iterator[int]:
    """The cells that exist, without margins; `text` is JSON: the first index, then differences (else ParseError)."""
    steps = _json(text, board.line, "the list of cells")
    if not isinstance(steps, list) or not all(_is_small(step) for step in steps):
        raise wrong(f"the cells {shown(text)}", "a list of numbers", COPY, line=board.line)
    index = 0
    for step in steps:
        index += step
        cell = board.cell(index)
        if cell is not None:
            yield cell


def _links(board: _Sheet, answer: str) -> set[Link]:
    part = _json(answer, board.line, "the answer") if answer.strip() else {}
    grid = Grid(board.width, board.height)
    links = set()
    for key, style in _section(part, "line").items():
        match = LINE.fullmatch(key)
        first, second = (board.cell(int(match[1])), board.cell(int(match[2]))) if match else (None, None)
        if first is not None and second is not None and style != NO_LINK and grid.adjacent(first, second):
            links.add((min(first, second), max(first, second)))
    return links


def _title(header: str) -> str | None:
    title = next((field for field in header.split(",") if field.startswith("Title: ")), "")
    return title.removeprefix("Title: ").replace("%2C", ",").strip() or None


def write(puzzle: Puzzle, losses: Losses) -> str:
    """The URL that opens the puzzle for editing; solid cells are black, the solution is drawn as the answer."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    text = shortened("\n".join(_lines(puzzle, losses)))
    packed = base64.b64encode(packer.compress(text.encode()) + packer.flush()).decode()
    return f"{HOME}#m=edit&p={packed}\n"


def _lines(puzzle: Puzzle, losses: Losses) -> list[str]:
    width = puzzle.width
    problem = json.loads(NOTHING)
    for cell, content in enumerate(puzzle.cells):
        if content == SOLID:
            problem["surface"][str(_index(cell, width))] = BLACK
        elif content:
            problem["number"][str(_index(cell, width))] = [str(content), 1, "1"]
    answer = json.loads(NOTHING)
    answer["line"] = {
        f"{_index(first, width)},{_index(second, width)}": DRAWN for first, second in links_drawn(puzzle, losses)
    }
    places = [0, *(_index(cell, width) for cell in range(len(puzzle.cells)))]
    steps = [second - first for first, second in pairwise(places)]
    compact = partial(json.dumps, separators=(",", ":"), ensure_ascii=False)
    used = [_header(puzzle, losses), "[0,0,0,0]", MODE, *map(compact, (problem, answer, steps))]
    tabs, text = '["Line Normal","Number Normal"]', '"x"'
    return [*used, tabs, "{}", text, text, "[3,2,3]", MODE, text, "0", NOTHING, NOTHING, "{}", '["numberlink"]']


def _index(cell: int, width: int) -> int:
    row, column = divmod(cell, width)
    return (row + MARGIN) * (width + 2 * MARGIN) + column + MARGIN


def _header(puzzle: Puzzle, losses: Losses) -> str:
    width, height = puzzle.width, puzzle.height
    title = (puzzle.name or "").replace(",", "%2C")
    if _title(f"Title: {title}") != puzzle.name or "\n" in title:
        losses.note("cannot store a name with line breaks, '%2C' or surrounding spaces: left out")
        title = ""
    size, centre = 38, _centre(width, height)
    drawn = f"{size},0,1,1,{(width + 1) * size},{(height + 1) * size},{centre},{centre},0,0,0,0"
    return f"square,{width},{height},{drawn},Title: {title},Author: ,,,OFF,false"


def _centre(width: int, height: int) -> int:
    """The index of the point nearest to the middle: a cell, a corner, or the middle of a bottom or right edge."""
    layer = {(1, 1): 0, (0, 0): 1, (1, 0): 2, (0, 1): 3}[width % 2, height % 2]
    points = (width + 2 * MARGIN) * (height + 2 * MARGIN)
    return layer * points + _index((height - 1) // 2 * width + (width - 1) // 2, width)


NOTHING = (
    '{"command_redo":{"__a":[]},"command_undo":{"__a":[]},"command_replay":{"__a":[]},"surface":{},"number":{},'
    '"numberS":{},"symbol":{},"freeline":{},"freelineE":{},"thermo":[],"arrows":[],"direction":[],"squareframe":[],'
    '"polygon":[],"line":{},"lineE":{},"wall":{},"cage":{},"deletelineE":{},"killercages":[],"nobulbthermo":[]}'
)
"""An empty problem or answer."""
TOOLS = (
    '{"edit_mode":"number","surface":["",1],"line":["1",2],"lineE":["1",2],"wall":["",2],"cage":["1",10],'
    '"number":["1",1],"symbol":["circle_L",2],"special":["thermo",""],"board":["",""],"move":["1",""],'
    '"combi":["battleship",""],"sudoku":["1",1]}'
)
"""The tools for a problem, which draw numbers; those for an answer draw lines in the style DRAWN."""
LINES = TOOLS.replace('"number","s', '"line","s').replace('"1",2]', f'"1",{DRAWN}]').replace('"",2]', f'"",{DRAWN}]')
MODE = f'{{"qa":"pu_a","grid":["1","2","1"],"pu_q":{TOOLS},"pu_a":{LINES}}}'

FORMAT = Format(
    name="penpa",
    summary="URLs of the penpa-edit editor, one per line",
    holds="boards with blocks, any numbers, a title; solutions whose paths do not cross",
    read_lines=read_lines,
    write=write,
    recognise=lambda text: QUERY.search(first_line(text)) is not None and "p=" in first_line(text),
    endings=(".penpa",),
    keeps=("name",),
    solids=True,
    solutions=True,
)
