"""Level packs of Flow Free: one level a line, its header and the whole path of each colour.

5,0,1,5;18,17,12;21,16,11,6;3,4,9;0,1,2,7,8,13,14,19,24,23,22;20,15,10,5
│ │ │ │ └ paths: cells row by row from 0; the first and the last are the endpoints
│ │ │ └ how many paths
│ │ └ number of the level, kept as the note `level`
│ └ usually 0, else kept as the note `pack`
└ size: N, or W:H; before it W_ for a board that wraps both ways, X_ for hexagons; behind it styles (+B, +B:I)
Three more fields of the header may follow: bridges (12:18), holes, which are solid cells (45:46:47), and walls
(1|10:2|11, also across a wrap).

A style (`+B` behind the size, `_0B` behind a hole) says how something is drawn; it is skipped and not written again.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from numlink.errors import CannotHold, InputError, ParseError
from numlink.formats.base import Format, Losses
from numlink.formats.layout_builder import LayoutDraft
from numlink.formats.reading import INTEGER, CellBudget, first_line, of_each_line, of_text, shown, split_at, wrong
from numlink.model.grid import SOLID, Coordinates
from numlink.model.kinds.names import Feature, Kind
from numlink.model.layout import Wrap
from numlink.model.puzzle import Puzzle, Solution
from numlink.model.rules import COVER

SIZE = re.compile(r"([WX]_)?([0-9]{1,9})(?::([0-9]{1,9}))?(?:\+[A-Z](?::[A-Z])*)?")
HEADER = SIZE.pattern + r",[0-9]{1,9},[0-9]{1,9},[0-9]{1,9}(?:,[0-9:]*(?:,[0-9A-Z_:]*(?:,[0-9:|]*)?)?)?,*"
LEVEL_LINE = re.compile(rf"\s*{HEADER}(?:;|\s*\Z)")
BRIDGES, HOLES, WALLS = 4, 5, 6
"""The index of the header's field that lists each; the size is field 0."""
WRAPPED, HEXES = "W_", "X_"
"""The signs before the size of a board that wraps, and of a board of hexagons."""
STYLE = re.compile(r"_[0-9A-Z]*\Z")


class _Level:
    """One line while it is read; fields and parts are pairs (index in the line, text)."""

    __slots__ = ("board", "fields", "number", "parts")

    def __init__(self, line: str, number: int) -> None:
        self.number = number
        self.parts = split_at(";", line.rstrip())
        if len(self.parts) > 1 and not self.parts[-1][1]:
            self.parts.pop()  # a semicolon may end the line

    def wrong(self, found: str, expected: str, remedy: str, index: int) -> ParseError:
        return wrong(found, expected, remedy, line=self.number, column=index + 1)

    def puzzle(self, budget: CellBudget) -> Puzzle:
        self.fields = fields = split_at(",", self.parts[0][1], self.parts[0][0])
        if len(fields) < 4:
            expected = "a header like '5,0,1,5': size, 0, level, number of paths"
            raise self.wrong(shown(self.parts[0][1]), expected, "Start each line with it.", self.parts[0][0])
        self._size(fields[0], budget)
        pack = self._integer(fields[1], "a number, mostly 0")
        level, count = self._integer(fields[2], "the level"), self._integer(fields[3], "the number of paths")
        if count != len(self.parts) - 1:
            remedy = "Correct the header or complete the line."
            raise self.wrong(f"{len(self.parts) - 1} paths", f"{count} as the header says", remedy, fields[3][0])
        cells = [0] * self.board.grid.size
        for start, hole in self._listed(HOLES):
            cells[self._cell((start, STYLE.sub("", hole)))] = SOLID
        self._laid(BRIDGES, lambda: self.board.bridges([self._position(each) for each in self._listed(BRIDGES)]))
        self._laid(WALLS, lambda: self.board.walls([self._wall(each) for each in self._listed(WALLS)]))
        width, height, layout = self.board.width, self.board.height, self.board.layout
        paths = (tuple(map(self._cell, split_at(",", path, start))) for start, path in self.parts[1:])
        solution = Solution(width, height, tuple(paths), layout)
        self._place_ends(cells, solution)
        notes = {"level": str(level)} | ({"pack": str(pack)} if pack else {})
        return Puzzle(width, height, tuple(cells), COVER, solution, notes=notes, layout=layout)

    def _size(self, field: tuple[int, str], budget: CellBudget) -> None:
        match = SIZE.fullmatch(field[1].strip())
        if not match:
            raise self.wrong(shown(field[1]), "a size like 9, 9:11, W_9 or X_9", "Correct the header.", field[0])
        width, height = int(match[2]), int(match[3] or match[2])
        budget.take_board(width, height, line=self.number, column=1)
        self.board = LayoutDraft(width, height)
        if match[1] == WRAPPED:
            self.board.wrap(Wrap.BOTH.value)
        elif match[1] == HEXES:
            self.board.kind(Kind.HEX.value)

    def _listed(self, field: int) -> list[tuple[int, str]]:
        """The entries of a field of the header; none if the field is missing or empty."""
        if len(self.fields) <= field or not self.fields[field][1].strip():
            return []
        return split_at(":", self.fields[field][1], self.fields[field][0])

    def _laid(self, field: int, lay: Callable[[], None]) -> None:
        """Call `lay` if the field lists anything; its InputError becomes a ParseError at the field's column."""
        try:
            if self._listed(field):
                lay()
        except ParseError:
            raise
        except InputError as error:
            raise ParseError(str(error), line=self.number, column=self.fields[field][0] + 1) from None

    def _position(self, field: tuple[int, str]) -> Coordinates:
        return self.board.grid.position(self._cell(field))

    def _wall(self, field: tuple[int, str]) -> list[Coordinates]:
        sides = split_at("|", field[1], field[0])
        if len(sides) != 2:
            raise self.wrong(shown(field[1]), "a wall like 1|10", "A wall stands between two cells.", field[0])
        return [self._position(side) for side in sides]

    def _integer(self, field: tuple[int, str], what: str) -> int:
        if not INTEGER.fullmatch(field[1]):
            raise self.wrong(shown(field[1]), what, "Correct this number.", field[0])
        return int(field[1])

    def _cell(self, field: tuple[int, str]) -> int:
        cell = self._integer(field, "a cell")
        grid = self.board.grid
        if cell >= grid.size:
            expected = f"0 to {grid.size - 1} on a board of {grid.width}x{grid.height}"
            raise self.wrong(f"cell {cell}", expected, "Cells are counted row by row from 0.", field[0])
        return cell

    def _place_ends(self, cells: list[int], solution: Solution) -> None:
        """Write the ends of each path into `cells`; raises ParseError where a cell is taken."""
        for number, path in enumerate(solution.paths, start=1):
            for cell in {path[0], path[-1]}:
                if cells[cell] != 0:
                    taken = "a hole" if cells[cell] == SOLID else f"an end of path {cells[cell]}"
                    found = f"an end of path {number} at {self.board.grid.where(cell)} on {taken}"
                    raise self.wrong(found, "an empty cell", "Correct one of the two.", self.parts[number][0])
                cells[cell] = number


read_lines = of_each_line(lambda line, number, budget: _Level(line, number).puzzle(budget))


def write(puzzle: Puzzle, losses: Losses) -> str:
    """The puzzle as one line; raises CannotHold unless a solution joins every number, as a level lists whole paths."""
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
                f"{number} to the other (first at {puzzle.where(cells[0])}). Correct it, or use plain or json."
            )
    header = f"{_size(puzzle)},{_noted(puzzle, 'pack')},{_level(puzzle, losses)},{len(ends)}"
    lists = [
        ":".join(map(str, sorted(puzzle.layout.bridges))),
        ":".join(map(str, puzzle.solids())),
        ":".join("{}|{}".format(*wall) for wall in sorted(puzzle.layout.walls)),
    ]
    header = ",".join([header, *lists]).rstrip(",")
    return ";".join([header, *(",".join(map(str, path)) for path in paths[: len(ends)])]) + "\n"


def _size(puzzle: Puzzle) -> str:
    size = f"{puzzle.width}" if puzzle.width == puzzle.height else f"{puzzle.width}:{puzzle.height}"
    if puzzle.layout.kind is Kind.HEX:
        return HEXES + size
    if puzzle.layout.wrap in (Wrap.ROWS, Wrap.COLUMNS):
        raise CannotHold(
            f"flowfree wraps both ways or not at all, and only the {puzzle.layout.wrap.value} of this board wrap. "
            "Use plain or json, or wrap both ways and put walls where it must not."
        )
    return WRAPPED + size if puzzle.layout.wrap is Wrap.BOTH else size


def _level(puzzle: Puzzle, losses: Losses) -> int:
    """The number of the level: the note `level`, else the puzzle's place in the file; tells `losses` of other notes."""
    for key, value in puzzle.notes.items():
        if key not in ("level", "pack") or not INTEGER.fullmatch(value):
            losses.note(f"has no room for the note {key!r}: left out")
    return _noted(puzzle, "level", losses.position)


def _noted(puzzle: Puzzle, key: str, otherwise: int = 0) -> int:
    """The number that the note `key` holds, `otherwise` if it holds none."""
    known = puzzle.notes.get(key, "")
    return int(known) if INTEGER.fullmatch(known) else otherwise


FORMAT = Format(
    name="flowfree",
    summary="level packs of Flow Free, one level a line",
    holds="solved boards, with blocks, walls, bridges, wraps both ways or hexagons, numbers from 1 without gaps, "
    "each twice; the level's number",
    read=of_text(read_lines),
    read_lines=read_lines,
    write=write,
    recognise=lambda text: bool(LEVEL_LINE.match(first_line(text))),
    is_certain=lambda text: False,
    endings=(".flowfree",),
    rules=COVER,
    keeps=("notes",),
    features=(Feature.HEX, Feature.WRAP, Feature.WALLS, Feature.BRIDGES),
    solids=True,
    solutions=True,
    solved_only=True,
    any_numbers=False,
)
