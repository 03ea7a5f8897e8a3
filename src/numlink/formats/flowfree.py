"""Level packs of Flow Free: one level per line, its header and the full path of each colour.

5,0,1,5;18,17,12;21,16,11,6;3,4,9;0,1,2,7,8,13,14,19,24,23,22;20,15,10,5
│ │ │ │ └ paths: cells row by row from 0; the first and the last are the endpoints
│ │ │ └ number of paths
│ │ └ number of the level, kept as the note `level`
│ └ usually 0, else kept as the note `pack`
└ size: N, or W:H; after W_ if the board wraps both ways or X_ for hexagons, and before styles (+B, +B:I)
Three more fields of the header may follow: bridges (12:18), holes, which are solid cells (45:46:47), and walls
(1|10:2|11, also across a wrap).

A style (`+B` after the size, `_0B` after a hole) says how something is drawn; it is skipped, and not written.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from numlink.errors import CannotHold, InputError, ParseError
from numlink.formats.base import Format, Losses, no_room
from numlink.formats.layout_builder import with_part
from numlink.formats.reading import INTEGER, CellBudget, TextPiece, first_line, of_each_line
from numlink.model.grid import SOLID, Coordinates, Grid
from numlink.model.kinds.names import Feature, Kind
from numlink.model.layout import Wrap
from numlink.model.puzzle import Puzzle, Solution
from numlink.model.rules import COVER

SIZE = re.compile(r"([WX]_)?([0-9]{1,9})(?::([0-9]{1,9}))?(?:\+[A-Z](?::[A-Z])*)?")
HEADER = SIZE.pattern + r",[0-9]{1,9},[0-9]{1,9},[0-9]{1,9}(?:,[0-9:]*(?:,[0-9A-Z_:]*(?:,[0-9:|]*)?)?)?,*"
LEVEL_LINE = re.compile(rf"\s*{HEADER}(?:;|\s*\Z)")
BRIDGES, HOLES, WALLS = 4, 5, 6  # the index of the header's field that lists each; the size is field 0
WRAPPED, HEXES = "W_", "X_"  # the prefixes of the size of a board that wraps, and of a board of hexagons
STYLE = re.compile(r"_[0-9A-Z]*\Z")


class _Level:
    """One line while it is read: the `fields` of its header, and the `paths` after it."""

    __slots__ = ("fields", "grid", "paths")

    def __init__(self, line: str, number: int) -> None:
        header, *self.paths = TextPiece(number, 1, line.rstrip()).split(";")
        if self.paths and not self.paths[-1].text:
            self.paths.pop()  # a semicolon may end the line
        self.fields = header.split(",")
        if len(self.fields) < 4:
            expected = "a header like '5,0,1,5': size, 0, level, number of paths"
            raise header.wrong(expected, "Start each line with one.")

    def puzzle(self, budget: CellBudget) -> Puzzle:
        self._size(self.fields[0], budget)
        pack = _integer(self.fields[1], "a number, usually 0")
        level, count = _integer(self.fields[2], "the level"), _integer(self.fields[3], "the number of paths")
        if count != len(self.paths):
            expected, remedy = f"{count}, as in the header", "Correct the header or complete the line."
            raise self.fields[3].wrong(expected, remedy, found=f"{len(self.paths)} paths")
        cells = [0] * self.grid.size
        for hole in self._listed(HOLES):
            cells[self._cell(hole._replace(text=STYLE.sub("", hole.text)))] = SOLID
        self._lay("bridges", BRIDGES, self._position)
        self._lay("walls", WALLS, self._wall)
        grid = self.grid
        solution = Solution(grid.width, grid.height, tuple(map(self._path, self.paths)), grid.layout)
        self._place_ends(cells, solution)
        notes = {"level": str(level)} | ({"pack": str(pack)} if pack else {})
        return Puzzle(grid.width, grid.height, tuple(cells), COVER, solution, notes=notes, layout=grid.layout)

    def _size(self, field: TextPiece, budget: CellBudget) -> None:
        match = SIZE.fullmatch(field.text.strip())
        if not match:
            raise field.wrong("a size like 9, 9:11, W_9 or X_9", "Correct the header.")
        width, height = int(match[2]), int(match[3] or match[2])
        budget.take_board(width, height, line=field.line, column=1)
        self.grid = Grid(width, height)
        if match[1] == WRAPPED:
            self.grid = with_part(self.grid, "wrap", Wrap.BOTH)
        elif match[1] == HEXES:
            self.grid = with_part(self.grid, "kind", Kind.HEX)

    def _listed(self, field: int) -> list[TextPiece]:
        """The entries of a field of the header; none if the field is missing or empty."""
        return self.fields[field].split(":") if len(self.fields) > field and self.fields[field].text.strip() else []

    def _lay(self, part: str, field: int, entry: Callable[[TextPiece], object]) -> None:
        """Add what the field lists to this part of the layout; an error names the field's column."""
        entries = [*map(entry, self._listed(field))]
        try:
            self.grid = with_part(self.grid, part, entries) if entries else self.grid
        except InputError as error:
            raise ParseError(str(error), line=self.fields[field].line, column=self.fields[field].column) from None

    def _position(self, field: TextPiece) -> Coordinates:
        return self.grid.position(self._cell(field))

    def _wall(self, field: TextPiece) -> list[Coordinates]:
        sides = field.split("|")
        if len(sides) != 2:
            raise field.wrong("a wall like 1|10", "A wall separates two cells.")
        return [self._position(side) for side in sides]

    def _cell(self, field: TextPiece) -> int:
        cell = _integer(field, "a cell")
        grid = self.grid
        if cell >= grid.size:
            expected = f"0 to {grid.size - 1} on a board of {grid.width}x{grid.height}"
            raise field.wrong(expected, "Cells are counted row by row from 0.", found=f"cell {cell}")
        return cell

    def _path(self, path: TextPiece) -> tuple[int, ...]:
        size = self.grid.size
        cells = [int(cell) if INTEGER.fullmatch(cell) else size for cell in path.text.split(",")]
        return tuple(cells if max(cells) < size else map(self._cell, path.split(",")))

    def _place_ends(self, cells: list[int], solution: Solution) -> None:
        """Write the ends of each path into `cells`; raises ParseError if a cell is taken."""
        for number, (path, place) in enumerate(zip(solution.paths, self.paths, strict=True), start=1):
            for cell in {path[0], path[-1]}:
                if cells[cell] != 0:
                    taken = "a hole" if cells[cell] == SOLID else f"an endpoint of path {cells[cell]}"
                    found = f"an endpoint of path {number} at {self.grid.where(cell)} on {taken}"
                    raise place.wrong("an empty cell", "Correct one of the two.", found=found)
                cells[cell] = number


def _integer(field: TextPiece, what: str) -> int:
    if not INTEGER.fullmatch(field.text):
        raise field.wrong(what, "Correct this number.")
    return int(field.text)


read_lines = of_each_line(lambda line, number, budget: _Level(line, number).puzzle(budget))


def write(puzzle: Puzzle, losses: Losses) -> str:
    """The puzzle as one line; raises CannotHold unless a solution joins every number, as a level lists whole paths."""
    ends = puzzle.endpoints()
    if puzzle.solution is None and ends:
        raise CannotHold(
            "flowfree stores the path of every number, but this puzzle comes without a solution. "
            "Solve it first (numlink solve) or use another format."
        )
    paths = puzzle.solution.paths if puzzle.solution is not None else ()
    if any(paths[len(ends) :]):
        raise no_room("flowfree", f"path {len(ends) + 1}, which belongs to no number")
    for number, cells in ends.items():
        path = paths[number - 1] if number <= len(paths) else ()
        if not path or {path[0], path[-1]} != {*cells} or len(cells) > 2:
            raise CannotHold(
                f"flowfree puts the numbers at the ends of the paths, but path {number} does not run from one "
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
            f"flowfree wraps both ways or not at all, but only the {puzzle.layout.wrap.value} of this board wrap. "
            "Use plain or json, or wrap both ways and add walls where paths must not cross."
        )
    return WRAPPED + size if puzzle.layout.wrap is Wrap.BOTH else size


def _level(puzzle: Puzzle, losses: Losses) -> int:
    """The number of the level: the note `level`, else the puzzle's place in the file; `losses` gets the other notes."""
    for key, value in puzzle.notes.items():
        if key not in ("level", "pack") or not INTEGER.fullmatch(value):
            losses.note(f"cannot store the note {key!r}: left out")
    return _noted(puzzle, "level", losses.position)


def _noted(puzzle: Puzzle, key: str, otherwise: int = 0) -> int:
    """The number in the note `key`; `otherwise` if it holds none."""
    known = puzzle.notes.get(key, "")
    return int(known) if INTEGER.fullmatch(known) else otherwise


FORMAT = Format(
    name="flowfree",
    summary="level packs of Flow Free, one level per line",
    holds="solved boards, with blocks, walls, bridges, wraps both ways or hexagons, numbers from 1 without gaps, "
    "each twice; the level's number",
    read_lines=read_lines,
    write=write,
    recognise=lambda text: bool(LEVEL_LINE.match(first_line(text))),
    is_certain=lambda text: False,
    endings=(".flowfree",),
    keeps=("notes",),
    features=(Feature.HEX, Feature.WRAP, Feature.WALLS, Feature.BRIDGES),
    solids=True,
    solutions=True,
    solved_only=True,
    any_numbers=False,
)
