"""Pencilbox's XML, as pzprv3 and puzz.link export it.

<puzzle type="numberlink">
  <size row="2" col="3"/>
  <board><number r="1" c="1" n="1"/> ...</board>           rows and columns from 1
  <answer><arow row="1"><h/><h/><s/></arow> ...</answer>   per cell its lines: h right, v down, hv both, s none;
</puzzle>                                                  or as a sum, <n6/>: 1 down, 2 right, 4 and 8 crosses;
                                                           n="3" on an element stands for three cells alike
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element, fromstring
from xml.etree.ElementTree import ParseError as BrokenXml

from numlink.errors import ParseError
from numlink.formats.reading import INTEGER, CellBudget, board_number, shown, wrong
from numlink.model.grid import Link

WAYS = {"s": 0, "h": 2, "v": 1, "hv": 3}
"""Name of an element -> the lines that leave a cell, as a sum: 1 down, 2 right."""
CODE = re.compile(r"n([0-9]{1,2})?")

Drawn = tuple[int, int, list[int], set[Link]]
"""Columns, rows, cells and links of a board."""


def read_xml(text: str, budget: CellBudget) -> Drawn:
    """The board of a file; raises ParseError if the file holds none."""
    if "<!" in text.replace("<!--", ""):  # an entity can unfold to a text that fills the memory
        raise ParseError("this XML declares entities, which are not read. Export the puzzle again.", line=1)
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
        cells[cell] = board_number(text_of, len(cells), line=1, column=0)
    return columns, rows, cells, set(_links(puzzle, rows, columns))


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
    """The lines of the answer that lie on the board."""
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
    if code:
        text = code[1] or element.get("v", "")
        if INTEGER.fullmatch(text):
            return int(text)
    if element.tag not in WAYS:
        raise wrong(f"<{shown(element.tag)}>", "one of s, h, v, hv, n and a number", "Leave the answer out.", line=1)
    return WAYS[element.tag]
