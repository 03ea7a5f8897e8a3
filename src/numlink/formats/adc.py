"""The text of the DA Symposium's Algorithm Design Contest (ADC): problems and answers.

SIZE 3X2                width X height
LINE_NUM 2
LINE#1 (0,0)-(2,0)      x,y from 0
LINE#2 (0,1)-(2,1)

SIZE 3X2                an answer, here below its problem
01,01,01                0: no line passes the cell
02,02,02                a second answer gives the problem again, with that solution

With layers (2016 and 2017) SIZE has a third part, points are (x,y,z), z from 1, and in an answer a line `LAYER z`
precedes the rows of each layer.  Layers meet at every cell, or in a problem with vias (2016) only at the vias:

SIZE 2X1X2              SIZE 2X1X2
LINE_NUM 1              LAYER 1
LINE#1 (0,0,1) (0,0,2)  1,1
VIA#a (1,0,1) (1,0,2)   LAYER 2
                        1,1

The contest also demands that every via belongs to one line; numlink's puzzles do not keep this rule.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise, product
from string import ascii_lowercase

from numlink.errors import InputError, ParseError
from numlink.formats.base import Format, Item, Losses, no_room
from numlink.formats.reading import (
    CellBudget,
    TextPiece,
    first_line,
    lines_of,
    puzzle_from_ends,
    solution_from_grid,
    wrong,
)
from numlink.formats.writing import unlike_a_grid, with_fitting_solution
from numlink.model.grid import Grid
from numlink.model.kinds.names import Feature
from numlink.model.layout import Layout
from numlink.model.puzzle import Puzzle, Solution
from numlink.model.rules import FREE
from numlink.model.sizes import largest_number
from numlink.model.words import counted

SIZE = re.compile(r"SIZE\s+([0-9]{1,9})X([0-9]{1,9})(?:X([0-9]{1,9}))?", re.IGNORECASE)
SIZE_LINE = re.compile(r"\s*SIZE\b", re.IGNORECASE)
LINE_NUM = re.compile(r"LINE_NUM\s+([0-9]{1,9})", re.IGNORECASE)
LINE = re.compile(r"\s*LINE#([0-9]{1,9})\s+", re.IGNORECASE)
VIA = re.compile(r"\s*VIA#[a-z]{1,2}\s+", re.IGNORECASE)
CONTENT = re.compile(r"(?i)[\r\n]\s*+(?:LINE|LAYER|VIA|[0-9]+(?:,[0-9]+)++\s*(?:[\r\n]|\Z))")
"""Matches a line of a problem or an answer."""
LAYER = re.compile(r"LAYER\s+([0-9]{1,9})", re.IGNORECASE)
NUMBER = re.compile(r"\s*([0-9]{1,9})\s*")


def read(text: str) -> Iterator[Item]:
    """Each problem, once for each answer below it, or once without a solution; an answer without a problem gives the
    puzzle that it solves."""
    budget = CellBudget(text)
    problem: Puzzle | None = None
    waiting: list[Puzzle] = []  # the problem, until an answer to it is seen
    for section in _sections(text):
        try:
            grid = _size(section[0], budget)
            if len(section) == 1 or section[1].text.strip()[:4].upper() == "LINE":  # a problem
                yield from waiting
                problem, waiting = None, []
                problem = _problem(section, grid)
                waiting = [problem]
                continue
            size = grid.width, grid.height, grid.layout.layers
            if problem is not None and (problem.width, problem.height, problem.layout.layers) == size:
                grid = problem.grid
            else:
                yield from waiting
                problem = None
            waiting = []
            for solution in _answers(section, grid, budget, vias=problem is None):
                yield Puzzle.from_solution(solution, rules=FREE) if problem is None else problem.with_solution(solution)
        except ParseError as error:
            yield error
        except InputError as error:
            yield ParseError(str(error), line=section[0].line)
    yield from waiting


def _sections(text: str) -> Iterator[list[TextPiece]]:
    """The lines from each SIZE to the next, without blank ones; those before the first SIZE are a section too."""
    section: list[TextPiece] = []
    for line in map(TextPiece.of, lines_of(text)):
        if SIZE_LINE.match(line.text) and section:
            yield section
            section = []
        if line.text.strip():
            section.append(line)
    if section:
        yield section


def _size(line: TextPiece, budget: CellBudget) -> Grid:
    """The board of a SIZE line, with layers joined everywhere."""
    remedy = "Start every problem and answer with its size."
    width, height, layers = line.integers(SIZE, "a size like 'SIZE 10X8'", remedy)
    budget.take_board(width, height, line=line.line, column=1)
    if layers > 1:
        budget.take((layers - 1) * width * height, f"a board of {width}x{height}x{layers}", line=line.line, column=1)
    return Grid(width, height, layout=Layout(layers=max(layers, 1)))


def _problem(section: list[TextPiece], grid: Grid) -> Puzzle:
    expected, remedy = "'LINE_NUM n'", "Say how many lines follow."
    if len(section) < 2:
        raise wrong("the end of the problem", expected, remedy, line=section[0].line)
    (count,) = section[1].integers(LINE_NUM, expected, remedy)
    ends: list[tuple[int, int, int]] = []
    seen: set[int] = set()
    vias: set[int] = set()
    for line in section[2:]:
        if match := VIA.match(line.text):
            vias |= _via(line, match, grid)
            continue
        number, first, second = _ends(line, grid)
        if number in seen or not 1 <= number <= count:
            found = f"LINE#{number}" + (" again" if number in seen else "")
            raise line.wrong(f"each of LINE#1 to LINE#{count} once", "Correct its number or LINE_NUM.", found=found)
        seen.add(number)
        ends += [(first, number, line.line), (second, number, line.line)]
    if len(seen) != count:
        expected, remedy = f"{count}, as in LINE_NUM", "Add the others or correct LINE_NUM."
        raise wrong(f"{len(seen)} lines", expected, remedy, line=section[-1].line)
    layout = replace(grid.layout, vias=frozenset(vias)) if vias else grid.layout
    return Puzzle(grid.width, grid.height, tuple(puzzle_from_ends(grid, ends)), FREE, layout=layout)


def _ends(line: TextPiece, grid: Grid) -> tuple[int, int, int]:
    """(number, first cell, second cell) of a LINE."""
    match = LINE.match(line.text)
    if not match:
        raise line.stripped().wrong("a line like 'LINE#1 (0,0)-(2,0)'", "Write one LINE per pair.")
    points = line.behind(match.end())
    cells = points.cells_at_points(grid, between="-")
    if len(cells) != 2:
        raise points.wrong("two points, the ends of the line", "Give each line two points.", found=f"{len(cells)}")
    return int(match[1]), cells[0], cells[1]


def _via(line: TextPiece, match: re.Match[str], grid: Grid) -> set[int]:
    """The cells of a VIA line, except on the last layer: each is a via from its layer to the next."""
    if grid.layout.layers == 1:
        raise line.wrong("a board with layers", "Give their number in SIZE, like 'SIZE 10X8X2'.", found="a via")
    points = line.behind(match.end()).stripped()
    cells = sorted(points.cells_at_points(grid, between="-"))
    if len(cells) < 2 or any(second - first != grid.plane for first, second in pairwise(cells)):
        expected = "at least two points in the same column and row, on consecutive layers"
        raise points.wrong(expected, "Correct the via.")
    return {*cells[:-1]}


def _answers(section: list[TextPiece], grid: Grid, budget: CellBudget, *, vias: bool) -> Iterator[Solution]:
    """The solutions of a section.  With `vias`, if layers cannot meet everywhere, they meet where the paths show it."""
    rows: list[tuple[int, list[int]]] = []
    layers = grid.layout.layers
    for line in section[1:]:
        layer = LAYER.fullmatch(line.text.strip())
        if layer is None:
            rows.append((line.line, _row(line, grid.width, grid.size)))
        elif len(rows) % grid.height or int(layer[1]) != len(rows) // grid.height % layers + 1:
            done = len(rows) % (grid.height * layers)
            expected = f"{counted(grid.height, 'row')} for each of LAYER 1 to LAYER {layers}, in order"
            found = f"LAYER {int(layer[1])} after {counted(done, 'row')}"
            raise line.wrong(expected, "Complete the answer.", found=found)
    size = grid.height * layers
    for start in range(0, len(rows), size):
        answer = rows[start : start + size]
        if len(answer) < size:
            remedy = "Complete the answer."
            raise wrong(f"{len(answer)} rows", f"{size}, as in SIZE", remedy, line=rows[-1][0])
        filled = [row for _, row in answer]
        try:
            yield solution_from_grid(filled, budget, line=answer[0][0], layout=grid.layout)
        except ParseError:
            if not vias or layers == 1:
                raise
            layout = replace(grid.layout, vias=_vias_shown(filled, grid))
            yield solution_from_grid(filled, budget, line=answer[0][0], layout=layout)


def _vias_shown(rows: list[list[int]], grid: Grid) -> frozenset[int]:
    """The vias of an answer without its problem: a number that ends at a cell above and below goes on through it."""
    flat = Grid(grid.width, grid.height, layout=replace(grid.layout, vias=frozenset()))
    numbers = [number for row in rows for number in row]

    def ends(cell: int) -> bool:
        return numbers[cell] > 0 and sum(numbers[other] == numbers[cell] for other in flat.neighbours(cell)) < 2

    below = len(numbers) - grid.plane
    return frozenset(
        cell
        for cell in range(below)
        if numbers[cell] == numbers[cell + grid.plane] and ends(cell) and ends(cell + grid.plane)
    )


def _row(line: TextPiece, width: int, size: int) -> list[int]:
    row: list[int] = []
    start = 0
    for part in line.text.split(","):
        match = NUMBER.match(part)
        if not match or int(match[1]) > largest_number(size):
            raise line.behind(start).wrong("the number of a line", "0 means a cell without a line.")
        if match.end() < len(part):
            raise line.behind(start + match.end()).wrong("a comma", "Separate cells with commas.")
        row.append(int(match[1]))
        start += len(part) + 1
    if len(row) != width:
        raise line.wrong(f"{width} cells, as in SIZE", "Correct the row.", found=f"a row of {len(row)}")
    return row


def write(puzzle: Puzzle, losses: Losses) -> str:
    """The problem and, if a solution is known, a blank line and its answer."""
    ends = puzzle.endpoints()
    puzzle = with_fitting_solution(puzzle, losses, _too_narrow, unlike_a_grid)
    layers = puzzle.layout.layers
    size = f"SIZE {puzzle.width}X{puzzle.height}" + (f"X{layers}" if layers > 1 else "")
    lines = [size, f"LINE_NUM {len(ends)}"]
    for number, cells in ends.items():
        first, second = (_point(puzzle, cell) for cell in cells)
        lines.append(f"LINE#{number} {first}{' ' if layers > 1 else '-'}{second}")
    lines += _vias(puzzle)
    if puzzle.solution is not None:
        digits = max(2, len(str(len(ends))))
        rows = [",".join(f"{cell:0{digits}}" for cell in row) for row in puzzle.solution.rows()]
        for layer in range(layers, 0, -1) if layers > 1 else ():
            rows.insert((layer - 1) * puzzle.height, f"LAYER {layer}")
        lines += ["", size, *rows]
    return "\n".join(lines) + "\n"


def _point(puzzle: Puzzle, cell: int) -> str:
    """A cell as (column,row), with layers (column,row,layer)."""
    y, x = divmod(cell, puzzle.width)
    if puzzle.layout.layers == 1:
        return f"({x},{y})"
    z, y = divmod(y, puzzle.height)
    return f"({x},{y},{z + 1})"


def _vias(puzzle: Puzzle) -> Iterator[str]:
    """One VIA line for each run of consecutive layers that are joined at one row and column."""
    vias = puzzle.layout.vias
    if vias is None:
        return
    plane = puzzle.width * puzzle.height
    tops = sorted(cell for cell in vias if cell - plane not in vias)
    if not tops or len(tops) > len(VIA_NAMES):
        many = f"{len(tops):,} vias; it names them with one or two letters" if tops else "layers that are not connected"
        raise no_room("adc", many)
    for name, top in zip(VIA_NAMES, tops, strict=False):
        run = [top]
        while run[-1] in vias:
            run.append(run[-1] + plane)
        yield f"VIA#{name} " + " ".join(_point(puzzle, cell) for cell in run)


VIA_NAMES = (*ascii_lowercase, *map("".join, product(ascii_lowercase, repeat=2)))
"""The names of vias in the order of use: a to z, then aa to zz."""


def _too_narrow(puzzle: Puzzle, solution: Solution) -> str | None:
    return "an answer needs at least two columns, because each of its rows needs a comma" if puzzle.width == 1 else None


FORMAT = Format(
    name="adc",
    summary="problems and answers of the DA Symposium's Algorithm Design Contest",
    holds="boards without blocks, with layers connected everywhere or at vias, numbers from 1 without gaps, each "
    "twice; solutions that do not touch themselves, as an answer below the problem",
    read=read,
    write=write,
    recognise=lambda text: bool(SIZE.fullmatch(first_line(text).strip())),
    is_certain=lambda text: CONTENT.search(text) is not None,
    endings=(".adc",),
    separator="\n",
    rules=FREE,
    features=(Feature.LAYERS,),
    solutions=True,
    no_paths=True,
    any_numbers=False,
    any_count=False,
    several=False,
)
