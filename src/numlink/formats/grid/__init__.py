"""Reads grids in any notation, in three steps, from texts that no exact format recognises.

    rows    text ──text.py──> lines ──lists.py──> rows in brackets            what a page or program adds is removed
    cells   lines ──rows.py──> rows of tokens                                 for every way to cut lines into cells
    labels  tokens ──labels.py──> boards ──candidates.py──> those chosen      every label exactly twice

If no rows are a board, ends.py reads coordinates from the lines; it also reads the size that a text states.
Two readings that fit, or none, are a ParseError.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain

from numlink.errors import InputError, ParseError, quoted
from numlink.formats.base import Format, Item
from numlink.formats.grid.candidates import Candidates
from numlink.formats.grid.ends import GridWish, Sizes, boards_of_endpoints
from numlink.formats.grid.labels import GridRead
from numlink.formats.grid.lists import Lists
from numlink.formats.grid.rows import TokenRows, rows_in_line, runs_of, typed_rows
from numlink.formats.grid.text import plain_lines, size_of
from numlink.formats.reading import CellBudget, item
from numlink.model.grid import SOLID

LONGEST = 2_000_000
"""The most characters of a text: each is read in about ten ways, which take 2 microseconds each."""
BY_COLUMN = re.compile(r"(?i)[\"']?\b(?:columns|cols)[\"']?\s{0,9}(?::|=>|=)\s{0,9}[\[({]\s{0,9}[\[({\"']")
"""What precedes lists that are columns."""
BY_ROW = re.compile(r"(?i)byrow\s*=\s*T")
"""What says that an R matrix is filled row by row."""


def wish_of(text: str) -> GridWish:
    """The wish after `grid:` in the name of a format: `7x5`, `x` or `row`, `0` or `1`, separated by commas.

    >>> wish_of("7x5,x,1")
    GridWish(size=(7, 5), x_first=True, base=1)
    """
    wish = GridWish()
    for part in filter(None, text.split(",")):
        if size := re.fullmatch("([0-9]{1,4})x([0-9]{1,4})", part):
            wish = replace(wish, size=(int(size[1]), int(size[2])))
        elif part in ("x", "row"):
            wish = replace(wish, x_first=part == "x")
        elif part in ("0", "1"):
            wish = replace(wish, base=int(part))
        else:
            raise InputError(
                f"grid:{quoted(text)} is not a way to read a grid. Use a size like grid:7x5, grid:x, grid:row, grid:0."
            )
    return wish


def readings(text: str, wish: GridWish | None = None) -> list[GridRead | ParseError]:
    """The boards of a text, then errors for other rows; if it has no board, one error that says why.  O(characters)."""
    wish = wish or GridWish()
    if len(text) > LONGEST:
        return [ParseError(f"a text of {len(text):,} characters is too long for a grid. Write it as plain or json.")]
    lines = plain_lines(text)
    lists, sizes = Lists(lines), Sizes.of(lines)
    by_column = BY_COLUMN.search(text) is not None or ("matrix(c(" in text and not BY_ROW.search(text))
    candidates = Candidates(lines, wish, sizes, by_column=by_column)
    filled_lines = [line for line in lines if line[1].strip()]
    in_one_line = [runs_of(rows) for rows in rows_in_line(filled_lines[0], "/;|, ")] if len(filled_lines) == 1 else []
    in_lists = [*lists.runs, *lists.boards()] if lists.is_whole else []
    for found in chain(runs_of(lines), typed_rows(lines), in_lists, *in_one_line):
        candidates.add(found)
    if not candidates.boards and lists.is_whole:
        longest = max((len(re.findall(r"[^\s,;]+", line)) for _, line in lines), default=0)
        for rows in _flat_rows(lists, text, candidates, longest):
            candidates.add([rows])
    boards = item(1, candidates.chosen)
    if boards:
        return [boards] if isinstance(boards, ParseError) else boards
    ends = boards_of_endpoints(lines, sizes, wish, CellBudget(text)) if lists.is_whole else None
    return ends if isinstance(ends, list) else [candidates.no_board_error(text, ends)]


def plain_rows(rows: list[str]) -> list[str] | None:
    """Rows without blanks, with 0 for empty or with commas, as rows of plain text; None if they are no such board.

    >>> plain_rows(["1..2", "1..2"]), plain_rows(["1 0 1", "2 0 2"]), plain_rows(["1,,1", "2,0,2"])
    (['1 . . 2', '1 . . 2'], ['1 . 1', '2 . 2'], None)
    """
    found = readings("\n".join(rows))
    if len(found) != 1 or isinstance(found[0], ParseError) or found[0].empty not in (".", "0", ""):
        return None
    puzzle = found[0].puzzle
    if puzzle.height != len(rows) or puzzle.solution is not None or not puzzle.layout.plain:
        return None
    return [" ".join({0: ".", SOLID: "X"}.get(cell, str(cell)) for cell in row) for row in puzzle.rows()]


def _flat_rows(lists: Lists, text: str, candidates: Candidates, longest: int) -> Iterator[TokenRows]:
    """Flat lists of cells as rows (or columns), if the text gives their size.  All words of a text may be such a list,
    if its longest line, of `longest` words, holds them."""
    shape = re.search(r"(?:\.reshape\(\(?|array2d\(1\.\.)([0-9]{1,4}),\s*(?:1\.\.)?([0-9]{1,4})", text)
    size = (int(shape[2]), int(shape[1])) if shape else candidates.wish.size or candidates.sides
    if re.search(r"(?<![.\w])reshape\(|order\s*=\s*.F", text):
        return  # Julia and Fortran fill columns first, other languages rows
    whole = (0, 0), lists.end
    for found, span in [(lists.words, whole), *lists.flat_lists()]:
        is_text = span == whole
        for used in (0,) if any(size) else (1, 2, 3):  # the numbers before the cells that are the size
            head, cells = size_of(" ".join(found[:used])), found[used:]
            if len(head) < used:
                continue
            flat = [*cells[0]] if len(cells) == 1 else cells
            either = (head * 2)[:2] if len(head) > used else head[:1] * 2  # 7x5; or a side and the number of pairs
            for across, down in {(head * 2)[1::-1], either} if used else {size}:
                width, height = across or len(flat) // (down or 1), down or len(flat) // (across or 1)
                if len(flat) == width * height > 3 and not (is_text and longest < len(cells)):
                    step = height if candidates.by_column else width
                    rows = [flat[start : start + step] for start in range(0, len(flat), step)]
                    yield TokenRows(rows, "one list of cells", span, head)


def read(text: str) -> Iterator[Item]:
    return puzzles(readings(text))


def puzzles(found: Iterable[GridRead | ParseError]) -> Iterator[Item]:
    """The puzzles of readings; errors are passed on."""
    return (reading.puzzle if isinstance(reading, GridRead) else reading for reading in found)


FORMAT = Format(
    name="grid",
    summary="grids in any notation: rows of cells, or the coordinates of the endpoints",
    holds="boards with blocks, hexagons in shifted rows, any labels; solved boards (only read)",
    read=read,
    solids=True,
    solutions=True,
)
