"""Files of pzprv3 and puzz.link: number of rows, number of columns, cells, then the lines drawn so far.

pzprv3
numlin                  or arukone, with a line passallcell or dontpassallcell below the columns
2
3
1 . 1                   . empty, a number (in arukone A-Z, a-z)
2 . 2
1 1                     1 a line, 0 none, -1 a cross: first the links to the right, row by row ...
1 1
0 0 0                   ... then the links down

A file may also be one line with slashes for line ends, or a URL: http://pzv.jp/p.html?pzprv3/numlin/...  Exports of
these programs for Pencilbox are read too: the same text without the first two lines, and XML:

<puzzle type="numberlink">
  <size row="2" col="3"/>
  <board><number r="1" c="1" n="1"/> ...</board>           rows and columns from 1
  <answer><arow row="1"><h/><h/><s/></arow> ...</answer>   per cell its lines: h right, v down, hv both, s none;
</puzzle>                                                  or as a sum, <n6/>: 1 down, 2 right, 4 and 8 crosses;
                                                           n="3" on an element means three equal cells
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from urllib.parse import unquote
from xml.etree.ElementTree import Element, fromstring
from xml.etree.ElementTree import ParseError as BrokenXml

from numlink.errors import ParseError
from numlink.formats.base import Format, Item, Losses
from numlink.formats.puzzlink import CHOICE, FILE_URL, KINDS, LETTERS, kind_for
from numlink.formats.reading import INTEGER, CellBudget, TextPiece, drawn_puzzle, item, lines_of, shown, wrong
from numlink.formats.writing import links_drawn
from numlink.model.grid import Link
from numlink.model.puzzle import Puzzle
from numlink.model.rules import COVER, FREE, Rules
from numlink.model.words import where

START = re.compile(r"pzprv3(?:\.[0-9])?")
XML = re.compile(r"\s*+<(?:\?xml|puzzle)\b")
FLAGS = {"passallcell": COVER, "dontpassallcell": FREE}

WAYS = {"s": 0, "h": 2, "v": 1, "hv": 3}  # name of an element -> the lines that leave a cell, as a sum: 1 down, 2 right
CODE = re.compile(r"n([0-9]{1,2})?")

Fields = list[TextPiece]
"""A file in pieces, each up to a line end or a slash; columns in a URL count from after its `?`."""


def read(text: str) -> Iterator[Item]:
    """One puzzle from each file of the text; a file ends where the next `pzprv3` begins."""
    budget = CellBudget(text)
    if XML.match(text):
        yield item(1, _from_xml, text, budget)
        return
    pencilbox = _is_pencilbox(text)
    places: dict[int, list[int]] = {}
    for fields in _files(text, places):
        file = _File(fields, budget)
        found = item(fields[0].line, *((file.board, "numlin") if pencilbox else (file.puzzle,)))
        yield _placed(found, places) if isinstance(found, ParseError) else found


def _is_pencilbox(text: str) -> bool:
    """Whether the text begins with the number of rows, the number of columns and a row of that many cells."""
    lines = (line.split() for _, line in lines_of(text) if line.strip())
    rows, columns, first = next(lines, []), next(lines, []), next(lines, [])
    sizes = len(rows) == len(columns) == 1 and INTEGER.fullmatch(rows[0]) and INTEGER.fullmatch(columns[0])
    if not sizes or len(first) != int(columns[0]):
        return False
    return all(token == "." or INTEGER.fullmatch(token) for token in first) and (len(first) > 1 or "." in first)


def _looks(text: str) -> bool:
    first = text.lstrip()
    if XML.match(text):
        return "numberlink" in text or "numlin" in text
    return bool(START.match(first) or FILE_URL.match(text)) or _is_pencilbox(text)


def _files(text: str, places: dict[int, list[int]]) -> Iterator[Fields]:
    """The fields of each file: from a line that begins with `pzprv3` to the next one, or one line with slashes.

    `places` gets, for each line that is a URL, the index in that line of each character of the decoded file.
    """
    fields: Fields = []
    for number, whole in lines_of(text):
        url = FILE_URL.match(whole)
        line, indices = _decoded(whole, whole.index("?") + 1) if url else (whole, [])
        starts = START.match(line.lstrip())
        if starts and fields:
            yield fields
            fields = []
        if not fields and not line.strip():
            continue
        if url:
            places[number] = indices
        if starts and "/" in line:
            yield [*fields, *TextPiece(number, 1, line).split("/")]
            fields = []
        else:
            fields.append(TextPiece(number, 1, line))
    if fields:
        yield fields


def _decoded(url: str, start: int) -> tuple[str, list[int]]:
    """(the file that a URL holds from the index `start` on, index in `url` of each of its characters and of its end)"""
    decoded: list[str] = []
    places: list[int] = []
    for piece in re.compile(r"(?:%[0-9A-Fa-f]{2})++|.").finditer(url, start):
        at = piece.start()
        for character in unquote(piece[0]).replace("_", " "):
            decoded.append(character)
            places.append(min(at, piece.end() - 1))
            at += 3 * len(character.encode(errors="replace"))
    return "".join(decoded), [*places, len(url)]


def _placed(error: ParseError, places: dict[int, list[int]]) -> ParseError:
    """An error in a file, with its column in the whole line if the line is a URL."""
    indices = places.get(error.line)
    if not indices or not error.column:
        return error
    return ParseError(error.problem, line=error.line, column=indices[min(error.column, len(indices)) - 1] + 1)


class _File:
    __slots__ = ("budget", "fields", "next")

    def __init__(self, fields: Fields, budget: CellBudget) -> None:
        self.fields = fields
        self.budget = budget
        self.next = 0

    def field(self, expected: str) -> TextPiece:
        if self.next == len(self.fields):
            last = self.fields[-1]
            remedy = "The file is cut off; copy all of it."
            raise last.wrong(expected, remedy, found="the end of the file", at=len(last.text))
        self.next += 1
        return self.fields[self.next - 1]

    def word(self, expected: str, remedy: str, known: re.Pattern[str]) -> str:
        word = self.field(expected).stripped()
        if not known.fullmatch(word.text):
            raise word.wrong(expected, remedy)
        return word.text

    def puzzle(self) -> Puzzle:
        self.word("pzprv3", "Start the file with it.", START)
        return self.board(KINDS[self.word("numlin or arukone", CHOICE, re.compile("|".join(KINDS)))])

    def board(self, kind: str) -> Puzzle:
        """Read what follows the kind of puzzle: size, rules, cells and lines."""
        rows = int(self.word("the number of rows", "Rows come before columns here.", INTEGER))
        columns = int(self.word("the number of columns", "Rows come before columns here.", INTEGER))
        size = self.fields[self.next - 2]
        self.budget.take_board(columns, rows, line=size.line, column=size.column)
        rules: Rules = FREE
        if kind == "arukone":
            expected = "passallcell or dontpassallcell"
            rules = FLAGS[self.word(expected, "Say whether every cell is covered.", re.compile("|".join(FLAGS)))]
        cells = [*self._cells(columns, rows, arukone=kind == "arukone")]
        links = self._links(columns, rows)
        return drawn_puzzle(columns, rows, cells, links, self.budget, line=self.fields[0].line, rules=rules)

    def row(self, count: int, what: str) -> tuple[TextPiece, list[str]]:
        """A row and its words; there must be `count` words."""
        row = self.field(f"a row of {count} {what}")
        return row, row.row(count, f"{count} {what}", "Correct the row or the size of the board.")

    def _cells(self, columns: int, rows: int, *, arukone: bool) -> Iterator[int]:
        for number in range(rows):
            row, words = self.row(columns, "cells")
            known = words[: words.index("-")] if "-" in words else words
            if arukone:
                yield from (_letter(row, index, word) for index, word in enumerate(known))
            else:
                yield from row.cells(known, columns * rows, ".".__eq__)
            if len(known) < len(words):
                found = f"'-' at {where(columns, number * columns + len(known))}, a number that is not given (?)"
                unknown = row.word(len(known))
                raise unknown.wrong("a number or '.'", "Give the number or clear the cell.", found=found)

    def _links(self, columns: int, rows: int) -> set[Link]:
        """The links that are drawn; none if the file ends after its cells."""
        if not any(field.text.strip() for field in self.fields[self.next :]):
            return set()
        links: set[Link] = set()
        for row in range(rows):
            links |= self._row_of_links(row * columns, columns - 1, 1)
        for row in range(rows - 1):
            links |= self._row_of_links(row * columns, columns, columns)
        return links

    def _row_of_links(self, first: int, count: int, step: int) -> set[Link]:
        row, words = self.row(count, "lines")
        strange = next((index for index, word in enumerate(words) if word not in ("0", "1", "-1")), None)
        if strange is not None:
            raise row.word(strange).wrong("0, 1 or -1", "1 means a line, 0 none, -1 a cross.")
        return {(cell, cell + step) for cell, word in enumerate(words, start=first) if word == "1"}


def _letter(row: TextPiece, index: int, word: str) -> int:
    """The number of a cell of arukone: 0 for a dot."""
    if len(word) > 1 or word not in f".{LETTERS}":
        remedy = f"That program loses numbers over {len(LETTERS)}; use numlin for them."
        raise row.word(index).wrong("'.' or a letter A-Z, a-z", remedy)
    return f".{LETTERS}".index(word)


# ---- Pencilbox XML


def _from_xml(text: str, budget: CellBudget) -> Puzzle:
    """The puzzle of a file; raises ParseError if the file holds none."""
    if "<!" in text.replace("<!--", ""):  # an entity can expand to a text that fills the memory
        raise ParseError("this XML declares entities, which are not supported. Export the puzzle again.", line=1)
    try:
        root = fromstring(text.strip().encode())
    except (BrokenXml, ValueError, RecursionError) as error:
        line, column = getattr(error, "position", (1, 0))
        raise ParseError(f"this is not XML: {error}. Copy the whole file.", line=line, column=column) from None
    puzzle = root if root.tag == "puzzle" else root.find(".//puzzle")
    if puzzle is None or puzzle.get("type") not in ("numberlink", "numlin"):
        kind = None if puzzle is None else puzzle.get("type")
        remedy = "numlink reads no other puzzles."
        raise wrong(f"a puzzle of the type {shown(str(kind))}", "the type numberlink", remedy, line=1)
    size = puzzle.find("size")
    rows, columns = (_number(size, name) for name in ("row", "col"))
    budget.take_board(columns, rows, line=1)
    cells = [0] * (columns * rows)
    for entry in puzzle.iterfind("board/number"):
        cell = _place(_number(entry, "r"), _number(entry, "c"), rows, columns)
        text_of = entry.get("n", "")
        if text_of == "-1":
            raise wrong("a number that is not given (?)", "a number", "Give it or clear the cell.", line=1)
        cells[cell] = TextPiece(1, 0, text_of).number(len(cells))
    return drawn_puzzle(columns, rows, cells, {*_links(puzzle, rows, columns)}, budget, line=1, rules=FREE)


def _number(element: Element | None, name: str) -> int:
    text = "" if element is None else element.get(name, "")
    if not INTEGER.fullmatch(text):
        where = "no element" if element is None else f"<{element.tag} {name}={shown(text)}>"
        raise wrong(where, f"a whole number as {name!r}", "Export the puzzle again.", line=1)
    return int(text)


def _place(row: int, column: int, rows: int, columns: int) -> int:
    if not (1 <= row <= rows and 1 <= column <= columns):
        remedy = "Rows and columns count from 1."
        raise wrong(f"row {row}, column {column}", f"rows to {rows} and columns to {columns}", remedy, line=1)
    return (row - 1) * columns + column - 1


def _links(puzzle: Element, rows: int, columns: int) -> Iterator[Link]:
    """The lines of the answer that are on the board."""
    for entry in puzzle.iterfind("answer/arow"):
        row = _number(entry, "row")
        column = 1
        for element in entry:
            ways, times = _ways(element), _number(element, "n") if "n" in element.attrib else 1
            for each in range(column, min(column + times, columns + 1)):
                cell = _place(row, each, rows, columns)
                if ways & 2 and each < columns:
                    yield cell, cell + 1
                if ways & 1 and row < rows:
                    yield cell, cell + columns
            column += times


def _ways(element: Element) -> int:
    """What an element draws, as a sum: 1 a line down, 2 a line right, 4 and 8 crosses; ParseError for others."""
    code = CODE.fullmatch(element.tag)
    text = code[1] or element.get("v", "") if code else ""
    if INTEGER.fullmatch(text):
        return int(text)
    if element.tag not in WAYS:
        raise wrong(f"<{shown(element.tag)}>", "one of s, h, v, hv, n and a number", "Leave the answer out.", line=1)
    return WAYS[element.tag]


# ---- writing


def write(puzzle: Puzzle, losses: Losses) -> str:
    """The puzzle as a file, with the links of its solution drawn."""
    kind = kind_for(puzzle, losses)
    links = {*links_drawn(puzzle, losses)}
    signs = {number: LETTERS[number - 1] for number in range(1, len(LETTERS) + 1)} if kind == "arukone" else {}
    lines = ["pzprv3", kind, str(puzzle.height), str(puzzle.width), *(["passallcell"] if signs else [])]
    lines += [_row("." if cell == 0 else signs.get(cell, str(cell)) for cell in row) for row in puzzle.rows()]
    starts = range(0, len(puzzle.cells), puzzle.width)
    for starts_of_rows, count, step in ((starts, puzzle.width - 1, 1), (starts[:-1], puzzle.width, puzzle.width)):
        for start in starts_of_rows:
            lines.append(_row(str(int((cell, cell + step) in links)) for cell in range(start, start + count)))
    return "\n".join(lines) + "\n"


def _row(tokens: Iterable[str]) -> str:
    """A row: each token followed by a blank, as those programs write it."""
    return "".join(f"{token} " for token in tokens)


FORMAT = Format(
    name="pzprv3",
    summary="files of pzprv3 and puzz.link: numlin and arukone; reads their file URLs and Pencilbox exports",
    holds="boards without blocks; cover (arukone, numbers up to 52) or free (numlin); solutions",
    read=read,
    write=write,
    recognise=_looks,
    is_certain=lambda text: "<size" in text if XML.match(text) else not _is_pencilbox(text),
    endings=(".pzprv3", ".pzpr"),
    rules=FREE,
    says=(COVER, FREE),
    solutions=True,
    several=False,
)
