"""The text of HoustonWeHaveABug's Flow Free solver: pairs of points, x before y, from 0.

2 3 2                   colours, columns, rows
(0, 0) (2, 0)           one pair per line
(0, 1) (2, 1)
(0, 0) (1, 0) (2, 0)    optional: the solution as that solver prints it, one path per line, in the same order
(0, 1) (1, 1) (2, 1)
Touching forbidden      optional: the solver's report; its lines `Nodes`, `Solutions` and `Attempts` are skipped

If no solution exists without touching, the solver prints a second report, with paths that may touch.  The project's
generator prints a header with whole paths below it, between lines `Attempts 1000000`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from numlink.formats.base import Format, Item, Losses
from numlink.formats.reading import CellBudget, LineCursor, is_blank, lines_of, puzzle_from_ends, wrong
from numlink.formats.writing import with_fitting_solution
from numlink.model.grid import Grid
from numlink.model.puzzle import Puzzle, Solution
from numlink.model.rules import COVER, NO_TOUCH

HEADER = re.compile(r"([0-9]{1,9})\s+([0-9]{1,9})\s+([0-9]{1,9})")
HEADER_LINE = re.compile(r"\s*" + HEADER.pattern + r"\s*\Z")
PATH_LINE = re.compile(r"\s*\(")
TOUCHING = re.compile(r"Touching (forbidden|allowed)")
REPORT = re.compile(r"(?:Touching|Nodes|Solutions|Attempts)\b")

NumberedPath = tuple[int, tuple[int, ...]]  # the number of a line, and the cells of the path on it


def read(text: str) -> Iterator[Item]:
    """One puzzle from each header and its pairs, with the paths below them as its solution if there are any."""
    return LineCursor(lines_of(text)).items(partial(_puzzle, CellBudget(text)), HEADER_LINE, _is_report)


def _is_report(line: str) -> bool:
    return is_blank(line) or REPORT.match(line) is not None


def _puzzle(budget: CellBudget, lines: LineCursor) -> Puzzle:
    remedy = "Start every puzzle with its number of colours, columns and rows."
    header = lines.take("a header", remedy)
    colours, width, height = header.integers(HEADER, "a header like '2 3 2'", remedy)
    budget.take_board(width, height, line=header.line, column=1)
    grid = Grid(width, height)
    first = _paths(lines, colours, grid)
    drawn = any(len(path) > 2 for _, path in first)  # the generator prints paths right below its header
    ends = [(cell, number, line) for number, (line, path) in enumerate(first, 1) for cell in (path[0], path[-1])]
    cells = puzzle_from_ends(grid, ends)
    solution = Solution(width, height, tuple(path for _, path in first)) if drawn else None
    rules = COVER
    while True:  # the solver prints paths and a report; or a report alone, then paths that may touch and a report
        lines.skip(is_blank)
        line = lines.peek() or ""
        if solution is None and colours and PATH_LINE.match(line):
            solution = _solution(lines, first, grid)
        elif REPORT.match(line):
            if touching := TOUCHING.match(lines.take("", "").text):
                rules = NO_TOUCH if touching[1] == "forbidden" else COVER
        else:
            return Puzzle(width, height, tuple(cells), rules, solution)


def _solution(lines: LineCursor, pairs: list[NumberedPath], grid: Grid) -> Solution:
    """The paths below the pairs; raises ParseError if one does not join the points of its pair."""
    paths = _paths(lines, len(pairs), grid)
    for colour, ((_, pair), (line, path)) in enumerate(zip(pairs, paths, strict=True), start=1):
        if {*pair} != {path[0], path[-1]}:
            expected = f"the path of colour {colour}, between the two points of its pair"
            remedy = "Give as many pairs as in the header, then a path for each."
            raise wrong("other ends", expected, remedy, line=line)
    return Solution(grid.width, grid.height, tuple(path for _, path in paths))


def _paths(lines: LineCursor, colours: int, grid: Grid) -> list[NumberedPath]:
    """The paths on the next lines, one for each colour."""
    paths = []
    for colour in range(1, colours + 1):
        expected = f"line {colour} of {colours}, two points like '(0, 0) (2, 0)'"
        remedy = "Write one line per colour."
        line = lines.take(expected, remedy)
        if not PATH_LINE.match(line.text):
            raise line._replace(text=line.text.strip()).wrong(expected, remedy)
        cells = tuple(line.cells_at_points(grid))
        if len(cells) < 2:
            raise line.stripped().wrong(expected, remedy, found="1 point")
        paths.append((line.line, cells))
    return paths


def write(puzzle: Puzzle, losses: Losses) -> str:
    """Header and pairs; then, for a solution, its paths and a line that says whether they may touch themselves."""
    puzzle = with_fitting_solution(puzzle, losses, _unfit)
    ends = puzzle.endpoints()
    lines = [f"{len(ends)} {puzzle.width} {puzzle.height}"]
    lines += [_points(cells, puzzle.width) for cells in ends.values()]
    if puzzle.solution is not None and ends:
        lines += [_points(path, puzzle.width) for path in puzzle.solution.paths[: len(ends)]]
        lines.append(f"Touching {'allowed' if puzzle.rules.touch else 'forbidden'}")
    elif not puzzle.rules.touch:
        losses.note("can say whether paths may touch themselves only below a solution, but there is none")
    return "\n".join(lines) + "\n"


def _unfit(puzzle: Puzzle, solution: Solution) -> str | None:
    """Why the solution is not one path from end to end for each number; None if it is."""
    ends = puzzle.endpoints()
    if any(solution.paths[len(ends) :]):
        return "it has a path that belongs to no number"
    for number, cells in ends.items():
        path = solution.paths[number - 1] if number <= len(solution.paths) else ()
        if len(path) < 2:
            return f"number {number} has no path of two cells or more"
        if {path[0], path[-1]} != {*cells}:
            return f"the path of number {number} does not connect its pair"
    return None


def _points(cells: tuple[int, ...], width: int) -> str:
    return " ".join(f"({cell % width}, {cell // width})" for cell in cells)


def _looks(text: str) -> bool:
    """Whether a header of three numbers is followed by points, spelt as that solver prints them: `(0, 0) (2, 0)`."""
    content = (line.strip() for _, line in lines_of(text) if not _is_report(line))
    return bool(HEADER.fullmatch(next(content, ""))) and bool(re.match(r"\([0-9]+, [0-9]+\)( |\Z)", next(content, "")))


FORMAT = Format(
    name="houston",
    summary="text of HoustonWeHaveABug's Flow Free solver: 'colours columns rows', then pairs of points",
    holds="boards without blocks, numbers from 1 without gaps, each twice; solutions, below the pairs",
    read=read,
    write=write,
    recognise=_looks,
    is_certain=lambda text: False,
    endings=(".houston",),
    separator="\n",
    says=(COVER, NO_TOUCH),
    solutions=True,
    any_numbers=False,
    any_count=False,
    several=False,
)
