"""The text of the DA Symposium's Algorithm Design Contest (ADC): problems and answers on one layer.

SIZE 3X2                width X height
LINE_NUM 2
LINE#1 (0,0)-(2,0)      x,y from 0
LINE#2 (0,1)-(2,1)

SIZE 3X2                an answer, here below its problem
01,01,01                0 is a cell without a line
02,02,02                a blank line, then another answer: the same problem once more
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from numlink.errors import InputError, ParseError
from numlink.formats.base import Format, Item, Losses
from numlink.formats.drawn import without_missing
from numlink.formats.points import points_of
from numlink.formats.reading import (
    CellBudget,
    Line,
    cell_of,
    integers,
    lines_of,
    puzzle_from_ends,
    shown,
    solution_from_grid,
    wrong,
)
from numlink.formats.writing import drop_solution
from numlink.model.puzzle import Puzzle, Solution
from numlink.model.rules import FREE
from numlink.model.sizes import largest_number

SIZE = re.compile(r"SIZE\s+([0-9]{1,9})X([0-9]{1,9})(?:X([0-9]{1,9}))?", re.IGNORECASE)
SIZE_LINE = re.compile(r"\s*SIZE\b", re.IGNORECASE)
LINE_NUM = re.compile(r"LINE_NUM\s+([0-9]{1,9})", re.IGNORECASE)
LINE = re.compile(r"LINE#([0-9]{1,9})\s+", re.IGNORECASE)
LAYER = re.compile(r"\(\s*[0-9]+\s*,\s*[0-9]+\s*,")
NUMBER = re.compile(r"\s*([0-9]{1,9})\s*")

WAY_OUT = "numlink knows boards of one layer only; take the layers apart."


def read(text: str) -> Iterator[Item]:
    """Each problem, once for each answer below it; an answer that stands alone gives the puzzle it solves."""
    budget = CellBudget(text)
    problem: Puzzle | None = None
    answered = True
    for section in _sections(text):
        try:
            size = _size(section[0], budget)
            if _is_problem(section):
                if problem is not None and not answered:
                    yield problem
                problem, answered = None, True
                problem, answered = _problem(section, *size), False
                continue
            fitting = problem if problem is not None and (problem.width, problem.height) == size else None
            if fitting is None and problem is not None and not answered:
                yield problem
            problem, answered = fitting, True
            for solution in _answers(section, *size, budget):
                yield Puzzle.from_solution(solution, rules=FREE) if problem is None else problem.with_solution(solution)
        except ParseError as error:
            yield error
        except InputError as error:
            yield ParseError(str(error), line=section[0][0])
    if problem is not None and not answered:
        yield problem


def _sections(text: str) -> Iterator[list[Line]]:
    """The lines, blank ones left out, from each SIZE to the next."""
    section: list[Line] = []
    for line in lines_of(text):
        if SIZE_LINE.match(line[1]) and section:
            yield section
            section = []
        if line[1].strip():
            section.append(line)
    if section:
        yield section


def _is_problem(section: list[Line]) -> bool:
    return len(section) == 1 or section[1][1].strip()[:4].upper() == "LINE"


def _size(line: Line, budget: CellBudget) -> tuple[int, int]:
    width, height, layers = integers(line, SIZE, "a size like 'SIZE 10X8'", "Start every problem and answer with it.")
    if layers > 1:
        raise wrong(f"{layers} layers", "one", WAY_OUT, line=line[0], column=1)
    budget.take_board(width, height, line=line[0], column=1)
    return width, height


def _problem(section: list[Line], width: int, height: int) -> Puzzle:
    if len(section) < 2:
        raise wrong("the end of the problem", "'LINE_NUM n'", "Say how many lines follow.", line=section[0][0])
    (count,) = integers(section[1], LINE_NUM, "'LINE_NUM n'", "Say how many lines follow.")
    ends: list[tuple[int, int, int]] = []
    seen: set[int] = set()
    for line in section[2:]:
        number, first, second = _ends(line, width, height)
        if number in seen or not 1 <= number <= count:
            raise wrong(
                f"LINE#{number}" + (" again" if number in seen else ""),
                f"each of LINE#1 to LINE#{count} once",
                "Correct its number or LINE_NUM.",
                line=line[0],
                column=1,
            )
        seen.add(number)
        ends += [(first, number, line[0]), (second, number, line[0])]
    if len(seen) != count:
        raise wrong(
            f"{len(seen)} lines",
            f"{count} as LINE_NUM says",
            "Add the others or correct LINE_NUM.",
            line=section[-1][0],
        )
    return Puzzle(width, height, tuple(puzzle_from_ends(width, height, ends)), FREE)


def _ends(line: Line, width: int, height: int) -> tuple[int, int, int]:
    """(number, first cell, second cell) of a LINE."""
    number, text = line
    indent = len(text) - len(text.lstrip())
    match = LINE.match(text, indent)
    if not match:
        via = text.strip().upper().startswith("VIA")
        remedy = f"A via joins layers; {WAY_OUT}" if via else "Give one LINE a pair."
        raise wrong(shown(text.strip()), "a line like 'LINE#1 (0,0)-(2,0)'", remedy, line=number, column=indent + 1)
    if LAYER.match(text, match.end()):
        raise wrong("points with a layer", "points (x,y)", WAY_OUT, line=number, column=match.end() + 1)
    points = points_of(line, text[match.end() :], match.end(), between="-")
    if len(points) != 2:
        expected, remedy = "two points, the ends of the line", "Give every line two."
        raise wrong(f"{len(points)}", expected, remedy, line=number, column=match.end() + 1)
    first, second = (cell_of(x, y, width, height, line=number, column=column) for x, y, column in points)
    return int(match[1]), first, second


def _answers(section: list[Line], width: int, height: int, budget: CellBudget) -> Iterator[Solution]:
    rows = [line for line in section[1:] if line[1].strip().upper() != "LAYER 1"]
    for start in range(0, len(rows), height):
        grid = [_row(line, width, width * height) for line in rows[start : start + height]]
        if len(grid) < height:
            expected = f"{height} as SIZE says"
            raise wrong(f"{len(grid)} rows", expected, "Complete the answer.", line=rows[-1][0])
        yield solution_from_grid(grid, budget, line=rows[start][0])


def _row(line: Line, width: int, size: int) -> list[int]:
    number, text = line
    row: list[int] = []
    position = 0
    while True:
        match = NUMBER.match(text, position)
        if not match or int(match[1]) > largest_number(size):
            remedy = "0 is a cell without a line."
            raise wrong(shown(text[position:]), "the number of a line", remedy, line=number, column=position + 1)
        row.append(int(match[1]))
        position = match.end()
        if position == len(text):
            break
        if text[position] != ",":
            raise wrong(
                shown(text[position:]), "a comma", "Separate cells by commas.", line=number, column=position + 1
            )
        position += 1
    if len(row) != width:
        raise wrong(f"a row of {len(row)}", f"{width} cells as SIZE says", "Correct the row.", line=number, column=1)
    return row


def write(puzzle: Puzzle, losses: Losses) -> str:
    """The problem and, where a solution is known, a blank line and its answer."""
    ends = puzzle.endpoints()
    solution = puzzle.solution
    if solution is not None:
        puzzle = _with_fitting_solution(puzzle, solution, losses)
    size = f"SIZE {puzzle.width}X{puzzle.height}"
    lines = [size, f"LINE_NUM {len(ends)}"]
    for number, cells in ends.items():
        (first_y, first_x), (second_y, second_x) = (divmod(cell, puzzle.width) for cell in cells)
        lines.append(f"LINE#{number} ({first_x},{first_y})-({second_x},{second_y})")
    if puzzle.solution is not None:
        digits = max(2, len(str(len(ends))))
        lines += ["", size, *(",".join(f"{cell:0{digits}}" for cell in row) for row in puzzle.solution.rows())]
    return "\n".join(lines) + "\n"


def _with_fitting_solution(puzzle: Puzzle, solution: Solution, losses: Losses) -> Puzzle:
    """An answer is a grid of numbers; the contest's checker takes equal neighbours for links."""
    if puzzle.width == 1:
        return drop_solution(losses, puzzle, "an answer needs two columns or more, for its rows need a comma")
    try:
        drawn = Solution.from_grid(solution.rows())
    except InputError as error:
        return drop_solution(losses, puzzle, str(error).partition(" Give the paths")[0].rstrip("."))
    if without_missing(drawn) != without_missing(solution):
        return drop_solution(losses, puzzle, "its paths cross or jump")
    return puzzle


def _looks(text: str) -> bool:
    line = next((line for _, line in lines_of(text) if line.strip()), "")
    return bool(SIZE.fullmatch(line.strip()))


FORMAT = Format(
    name="adc",
    summary="problems and answers of the DA Symposium's Algorithm Design Contest",
    holds="boards of one layer without solid cells, numbers from 1 without gaps, each twice; solutions that do not "
    "touch, as an answer below the problem",
    read=read,
    write=write,
    recognise=_looks,
    endings=(".adc",),
    separator="\n",
    rules=FREE,
    solutions=True,
    any_numbers=False,
    any_count=False,
    several=False,
)
