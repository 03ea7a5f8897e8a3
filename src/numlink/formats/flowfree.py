"""Level packs of Flow Free: one level a line, its header and the whole path of each colour.

5,0,1,5;18,17,12;21,16,11,6;3,4,9;0,1,2,7,8,13,14,19,24,23,22;20,15,10,5
│ │ │ │ └ paths: cells row by row from 0; the first and the last are the endpoints
│ │ │ └ how many paths
│ │ └ number of the level, kept as the note `level`
│ └ always 0
└ size: N, or W:H, with +B where a border is drawn around the board
then, where needed: bridges, holes (solid cells, 45:46:47), walls (1|10:2|11).  Bridges and walls are refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from numlink.errors import CannotHold, InputError, ParseError
from numlink.formats.base import Format, Item, Losses
from numlink.formats.reading import INTEGER, CellBudget, lines_of, shown, wrong
from numlink.model.grid import SOLID
from numlink.model.puzzle import Puzzle, Solution
from numlink.model.rules import COVER
from numlink.model.words import where

SIZE = re.compile(r"([0-9]{1,9})(?::([0-9]{1,9}))?(?:\+B)?")
LEVEL_LINE = re.compile(r"\s*[0-9]{1,9}(?::[0-9]{1,9})?(?:\+B)?,0,[0-9]{1,9},[0-9]{1,9}(?:,[0-9:|,]*)?(?:;|\s*\Z)")
BRIDGES, HOLES, WALLS = 4, 5, 6
"""Where these stand in a header."""
WAY_OUT = "numlink has no such boards; leave this level out."


def read(text: str) -> Iterator[Item]:
    """One puzzle a line, with its solution."""
    budget = CellBudget(text)
    for number, line in lines_of(text):
        if line.strip():
            try:
                yield _Level(line, number).puzzle(budget)
            except ParseError as error:
                yield error
            except InputError as error:
                yield ParseError(str(error), line=number)


class _Level:
    """One line while it is read."""

    __slots__ = ("height", "number", "parts", "width")

    def __init__(self, line: str, number: int) -> None:
        self.number = number
        self.parts = _split(line.rstrip(), 0, ";")
        if len(self.parts) > 1 and not self.parts[-1][1]:
            self.parts.pop()  # a semicolon may end the line

    def wrong(self, found: str, expected: str, remedy: str, index: int) -> ParseError:
        return wrong(found, expected, remedy, line=self.number, column=index + 1)

    def puzzle(self, budget: CellBudget) -> Puzzle:
        fields = _split(self.parts[0][1], self.parts[0][0], ",")
        if len(fields) < 4:
            expected = "a header like '5,0,1,5': size, 0, level, number of paths"
            raise self.wrong(shown(self.parts[0][1]), expected, "Start each line with it.", self.parts[0][0])
        self._size(fields[0])
        budget.take_board(self.width, self.height, line=self.number, column=1)
        level, count = self._integer(fields[2], "the level"), self._integer(fields[3], "the number of paths")
        for field, name in ((BRIDGES, "bridges"), (WALLS, "walls")):
            if len(fields) > field and fields[field][1]:
                raise self.wrong(f"{name} {shown(fields[field][1])}", f"no {name}", WAY_OUT, fields[field][0])
        if count != len(self.parts) - 1:
            remedy = "Correct the header or complete the line."
            raise self.wrong(f"{len(self.parts) - 1} paths", f"{count} as the header says", remedy, fields[3][0])
        cells = [0] * (self.width * self.height)
        if len(fields) > HOLES and fields[HOLES][1]:
            for hole in _split(fields[HOLES][1], fields[HOLES][0], ":"):
                cells[self._cell(hole)] = SOLID
        solution = Solution(self.width, self.height, tuple(map(self._path, self.parts[1:])))
        self._place_ends(cells, solution)
        return Puzzle(self.width, self.height, tuple(cells), COVER, solution, notes={"level": str(level)})

    def _size(self, field: tuple[int, str]) -> None:
        match = SIZE.fullmatch(field[1].strip())
        if not match:
            raise self.wrong(shown(field[1]), "a size like 9 or 9:11", "Correct the header.", field[0])
        self.width, self.height = int(match[1]), int(match[2] or match[1])

    def _integer(self, field: tuple[int, str], what: str) -> int:
        if not INTEGER.fullmatch(field[1]):
            raise self.wrong(shown(field[1]), what, "Correct this number.", field[0])
        return int(field[1])

    def _cell(self, field: tuple[int, str]) -> int:
        cell = self._integer(field, "a cell")
        if cell >= self.width * self.height:
            expected = f"0 to {self.width * self.height - 1} on a board of {self.width}x{self.height}"
            raise self.wrong(f"cell {cell}", expected, "Cells are counted row by row from 0.", field[0])
        return cell

    def _path(self, part: tuple[int, str]) -> tuple[int, ...]:
        return tuple(self._cell(field) for field in _split(part[1], part[0], ","))

    def _place_ends(self, cells: list[int], solution: Solution) -> None:
        """Write the ends of each path on the board."""
        for number, path in enumerate(solution.paths, start=1):
            for cell in {path[0], path[-1]}:
                if cells[cell] != 0:
                    taken = "a hole" if cells[cell] == SOLID else f"an end of path {cells[cell]}"
                    found = f"an end of path {number} at {where(self.width, cell)} on {taken}"
                    raise self.wrong(found, "an empty cell", "Correct one of the two.", self.parts[number][0])
                cells[cell] = number


def _split(text: str, start: int, separator: str) -> list[tuple[int, str]]:
    """(index in the line, text) of each part between separators."""
    parts = []
    for part in text.split(separator):
        parts.append((start, part))
        start += len(part) + 1
    return parts


def write(puzzle: Puzzle, losses: Losses) -> str:
    """One line; raises CannotHold for a puzzle without solution, because a level is its solution."""
    ends = puzzle.endpoints()
    if puzzle.solution is None and ends:
        raise CannotHold(
            "flowfree lists the whole path of every number, and this puzzle has no solution with it. "
            "Solve it first (numlink solve) or use another format."
        )
    paths = puzzle.solution.paths if puzzle.solution is not None else ()
    if any(paths[len(ends) :]):
        extra = len(ends) + 1
        raise CannotHold(f"flowfree has no room for path {extra}, which belongs to no number. Use plain or json.")
    for number, cells in ends.items():
        path = paths[number - 1] if number <= len(paths) else ()
        if not path or {path[0], path[-1]} != {*cells} or len(cells) > 2:
            raise CannotHold(
                f"flowfree takes the ends of a path for its numbers, and path {number} does not run from one "
                f"{number} to the other (first at {where(puzzle.width, cells[0])}). Correct it, or use plain or json."
            )
    size = f"{puzzle.width}" if puzzle.width == puzzle.height else f"{puzzle.width}:{puzzle.height}"
    header = f"{size},0,{_level(puzzle, losses)},{len(ends)}"
    if puzzle.solids():
        header += ",," + ":".join(map(str, puzzle.solids()))
    return ";".join([header, *(",".join(map(str, path)) for path in paths[: len(ends)])]) + "\n"


def _level(puzzle: Puzzle, losses: Losses) -> int:
    """The number of the level from the notes, else its place in the file; other notes have no room."""
    known = puzzle.notes.get("level", "")
    for key in puzzle.notes:
        if key != "level" or not INTEGER.fullmatch(known):
            losses.note(f"has no room for the note {key!r}: left out")
    return int(known) if INTEGER.fullmatch(known) else losses.position


def _looks(text: str) -> bool:
    line = next((line for _, line in lines_of(text) if line.strip()), "")
    return bool(LEVEL_LINE.match(line))


FORMAT = Format(
    name="flowfree",
    summary="level packs of Flow Free, one level a line",
    holds="solved boards, with solid cells, numbers from 1 without gaps, each twice; the level's number",
    read=read,
    write=write,
    recognise=_looks,
    endings=(".flowfree",),
    rules=COVER,
    keeps=("notes",),
    solids=True,
    solutions=True,
    any_numbers=False,
)
