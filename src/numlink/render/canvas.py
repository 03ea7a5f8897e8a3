"""Boards beyond the rectangle in characters: what `show --to unicode` prints and the game in a terminal draws on.

A square cell is four characters wide and two high.  Hexagons stand in columns as on paper, odd columns half a cell
higher, and a path to the side goes up or down half a cell on its way:

    ┌───┬───╥───┐     walls ║ ═, bridges ╬, open rims ┊ ┈ with ◄ ► ▲ ▼        .   1━┓           the middles of hexagons,
    │ 1━━━━━║ 2 │     where a path goes out over them, ○ a way to another       .   ┗━.   1     a path from the first 1
    └───────╨───┘     layer, ▼ ▲ where a path takes it                        .   .   ┗━━━┛     to the second

    1━   ×   ×        a diagonal leads across a corner: ╲ ╱, ╳ where two cross, × ⋱ ⋰ where they may
      ╲
        ━1

Layers stand side by side, or below each other.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from numlink.errors import InputError
from numlink.model.grid import Grid
from numlink.render.ground import Ground

UP, LEFT, RIGHT, DOWN = 1, 2, 4, 8
"""Bits of the directions in which a line leaves a place; their sum is the index into HEAVY, FREE, LIGHT and DOUBLE."""
HEAVY = " ╹╸┛╺┗━┻╻┃┓┫┏┣┳╋"
TRIED = HEAVY.translate({ord("━"): "╍", ord("┃"): "╏"})
"""Signs of a path that is only tried out."""
FREE = " ╵╴┘╶└─┴╷│┐┤┌├┬┼"
"""Signs of a free line: the player's note, not a path."""
LIGHT = " │─┘─└─┴││┐┤┌├┬┼"
DOUBLE = " ║═╝═╚═╩║║╗╣╔╠╦╬"
CLIMBS = "▼▲↕"
ACROSS, APART = 4, 3
"""Characters from one cell to the next, and between two layers."""


@dataclass(frozen=True, slots=True)
class Sign:
    """A character: the number of the path it belongs to (0: none), the cell whose middle it is part of (-1: none)."""

    text: str
    number: int = 0
    cell: int = -1
    faint: bool = False


BLANK = Sign(" ")


def require_rows(grid: Grid) -> None:
    """Raise InputError where cells stand in no rows that characters could show."""
    if grid.layout.tiling is not None:
        raise InputError(
            "the cells of a tiling stand in no rows and columns that characters could show. Draw it with 'numlink show "
            "-o board.svg' (or png, pdf), or play it in a browser with 'numlink export -o game.html'."
        )


class Canvas:
    """Where everything of a board stands, x to the right, y downwards, in characters."""

    def __init__(self, grid: Grid, *, below: bool = False) -> None:
        require_rows(grid)
        self.grid = grid
        self.ground = Ground(grid)
        self.boxed = grid.pattern.boxed
        lower = [grid.pattern_cell(cell).lower for cell in range(grid.plane)]
        self._top = min(lower)
        across, down = ACROSS * grid.width + 1, 2 * grid.height + 1 + max(lower) - self._top
        self.step = (0, down + 1) if below else (across + APART, 0)
        self.width = across + (grid.layout.layers - 1) * self.step[0]
        self.height = down + (grid.layout.layers - 1) * self.step[1]
        self._cells = {self.middle(cell): cell for cell in range(grid.size)}
        self._signs: dict[tuple[int, int], Sign] = {}
        if self.boxed:
            self._lay_squares()
        else:
            self._lay_marks()
        self._lay_cells()

    def middle(self, cell: int) -> tuple[int, int]:
        """Where the middle of a cell stands, as (x, y) in characters."""
        layer, place = divmod(cell, self.grid.plane)
        row, column = divmod(place, self.grid.width)
        lower = self.grid.pattern.cell(row, column).lower - self._top
        return layer * self.step[0] + ACROSS * column + 2, layer * self.step[1] + 2 * row + 1 + lower

    def slanted(self, here: int, there: int) -> bool:
        """Whether the middles of two cells differ in both x and y, so that the line between them is slanted."""
        return all(one != other for one, other in zip(self.middle(here), self.middle(there), strict=True))

    def cell_at(self, x: int, y: int) -> int | None:
        """The cell that a character is part of; where there are diagonals, corners are part of none."""
        if self.grid.pattern.straight and x % ACROSS == 0 and y % 2 == 0:
            return None
        for down in (0, 1):
            for right in (0, 1, -1, -2):
                cell = self._cells.get((x + right, y + down))
                if cell is not None and cell not in self.ground.absent:
                    return cell
        return None

    def drawn(
        self,
        ends: Mapping[int, tuple[int, str]],
        paths: Iterable[tuple[int, Sequence[int]]],
        *,
        tried: Collection[int] = (),
        lines: Iterable[Sequence[int]] = (),
        crosses: Iterable[tuple[int, int]] = (),
    ) -> list[list[Sign]]:
        """The lines of the board: `ends` gives the number and the label of end cells, `paths` numbers with cells.

        The paths of the numbers in `tried` are dashed; `lines` are free lines and `crosses` links with a ×.
        """
        signs = dict(self._signs)
        for one, other in crosses:
            signs[self._between(one, other)] = Sign("×")
        free = _Pipes(self, signs)
        for line in lines:
            free.add(0, line)
        free.finish(FREE)
        pipes = _Pipes(self, signs, tried)
        for number, path in paths:
            pipes.add(number, path)
        pipes.finish()
        for cell, (number, text) in ends.items():
            x, y = self.middle(cell)
            if cell in pipes.climbs:
                signs[x + 1, y] = signs[x, y]
            for index, letter in enumerate(text[-3:]):
                signs[x + index - len(text[-3:]) // 2, y] = Sign(letter, number, cell)
        return [[signs.get((x, y), BLANK) for x in range(self.width)] for y in range(self.height)]

    def _between(self, one: int, other: int) -> tuple[int, int]:
        """Where the × on a link stands: half way, at the rim where the link goes over it, at the way to a layer."""
        (x, y), (right, down) = self.middle(one), self.middle(other)
        if one // self.grid.plane != other // self.grid.plane:
            return x + 1, y
        if abs(right - x) > ACROSS or abs(down - y) > 2:
            return x - 2 * _sign(right - x), y - _sign(down - y)
        return (x + right) // 2, (y + down) // 2

    # ----------------------------------------------------------------------------------------------- what is laid

    def _put(self, x: int, y: int, text: str, *, faint: bool = False) -> None:
        for index, letter in enumerate(text):
            self._signs[x + index, y] = Sign(letter, faint=faint)

    def _lay_cells(self) -> None:
        """Dots, solid cells, bridges and the ways to other layers."""
        grid = self.grid
        for cell in range(grid.size):
            if cell in self.ground.absent:
                continue
            x, y = self.middle(cell)
            text = " ╬ " if cell in grid.layout.bridges else "   " if self.boxed else " · "
            text = "▒▒▒" if cell in grid.solids else text
            for index, letter in enumerate(text):
                self._signs[x + index - 1, y] = Sign(letter, cell=cell, faint=True)
        for cell in grid.layout.vias or ():
            for there in (cell, cell + grid.plane):
                x, y = self.middle(there)
                self._signs[x + 1, y] = Sign("○", cell=there)

    def _lay_squares(self) -> None:
        """The sides of square cells, and the corners where they meet."""
        rims: dict[tuple[int, int], int] = {}
        walls: dict[tuple[int, int], int] = {}
        for cell in range(self.grid.size):
            if cell in self.ground.absent:
                continue
            x, y = self.middle(cell)
            for right, down in ((0, -1), (-1, 0), (1, 0), (0, 1)):
                self._lay_side(cell, (x, y), (right, down), rims, walls)
            for corner in ((x - 2, y - 1), (x + 2, y - 1), (x - 2, y + 1), (x + 2, y + 1)):
                self._put(*corner, "·", faint=True)
        for corner in {*rims, *walls}:
            rim, wall = rims.get(corner, 0), walls.get(corner, 0)
            self._put(*corner, LIGHT[rim | wall] if rim else DOUBLE[wall], faint=bool(rim))
        opened: dict[tuple[int, int], int] = {}
        for one, other in self.grid.links() if self.grid.pattern.straight else ():
            (x, y), (right, down) = self.middle(one), self.middle(other)
            if abs(right - x) == ACROSS and down - y == 2:
                corner = (x + right) // 2, y + 1
                opened[corner] = opened.get(corner, 0) | (1 if right > x else 2)
        for corner, slopes in opened.items():
            self._put(*corner, " ⋱⋰×"[slopes], faint=True)

    def _lay_side(
        self,
        cell: int,
        middle: tuple[int, int],
        out: tuple[int, int],
        rims: dict[tuple[int, int], int],
        walls: dict[tuple[int, int], int],
    ) -> None:
        """One side of a square cell: nothing, a wall, the rim, or an open rim."""
        (x, y), (right, down) = middle, out
        other = self._cells.get((x + ACROSS * right, y + 2 * down))
        if other is not None and other // self.grid.plane != cell // self.grid.plane:
            other = None
        if other is not None and other not in self.ground.absent:
            if not self.grid.walled(cell, other):
                return
            double, meeting = True, walls
        else:
            wrapped = self._wrapped(cell, right, down)
            double, meeting = wrapped is not None and self.grid.walled(cell, wrapped), rims
            if wrapped is not None and not double:
                self._put(*((x + 2 * right, y) if right else (x - 1, y + down)), "┊" if right else "┈┈┈")
                return
        if right:
            at = x + 2 * right
            self._put(at, y, "║" if double else "│", faint=not double)
            meeting[at, y - 1] = meeting.get((at, y - 1), 0) | DOWN
            meeting[at, y + 1] = meeting.get((at, y + 1), 0) | UP
        else:
            self._put(x - 1, y + down, "═══" if double else "───", faint=not double)
            meeting[x - 2, y + down] = meeting.get((x - 2, y + down), 0) | RIGHT
            meeting[x + 2, y + down] = meeting.get((x + 2, y + down), 0) | LEFT

    def _wrapped(self, cell: int, right: int, down: int) -> int | None:
        """The cell that a side on the rim leads to across a wrap."""
        wrap = self.grid.layout.wrap
        first = cell - cell % self.grid.plane
        row, column = divmod(cell % self.grid.plane, self.grid.width)
        if (right and wrap.rows) or (down and wrap.columns):
            row, column = (row + down) % self.grid.height, (column + right) % self.grid.width
            return first + row * self.grid.width + column
        return None

    def _lay_marks(self) -> None:
        """The sides of other cells, where their kind says so."""
        for cell in range(self.grid.size):
            x, y = self.middle(cell)
            for mark, other in zip(self.grid.pattern_cell(cell).marks, self.grid.flat_slots(cell), strict=True):
                if mark is None or other < 0 or {cell, other} <= self.ground.absent:
                    continue
                wall = self.grid.walled(cell, other)
                self._put(x + mark.right, y + mark.down, mark.wall if wall else mark.side, faint=not wall)


class _Pipes:
    """The paths while they are drawn: per place which ways they go on, with the number of the path."""

    def __init__(self, canvas: Canvas, signs: dict[tuple[int, int], Sign], tried: Collection[int] = ()) -> None:
        self.tried = tried
        self.canvas = canvas
        self.signs = signs
        self.ways: dict[tuple[int, int], list[int]] = {}
        self.over: list[tuple[int, int]] = []
        """Cells that are crossed on a bridge, with the number of the path straight across."""
        self.climbs: set[int] = set()

    def add(self, number: int, path: Sequence[int]) -> None:
        """Draw a path from middle to middle."""
        grid = self.canvas.grid
        for at, (here, there) in enumerate(zip(path, path[1:], strict=False)):
            if here // grid.plane != there // grid.plane:
                self._climb(here, number, down=there > here)
                self._climb(there, number, down=here > there)
            elif not self.canvas.boxed and self.canvas.slanted(here, there):
                self._slant(here, there, number)
            else:
                self._straight(here, there, number)
            if at and here in grid.layout.bridges and grid.track(here, there) == here:
                self.over.append((here, number))

    def finish(self, pipes: str = HEAVY) -> None:
        """Turn ways into characters of `pipes`, those of paths that are tried out into dashed ones."""
        bridges = self.canvas.grid.layout.bridges
        cells = {self.canvas.middle(cell): cell for cell in range(self.canvas.grid.size)}
        for place, (ways, number) in self.ways.items():
            before = self.signs.get(place, BLANK)
            if before.text in CLIMBS:
                continue
            text = (TRIED if number in self.tried else pipes)[ways]
            if cells.get(place) in bridges and ways in (LEFT | RIGHT, UP | DOWN):
                text = "╫" if ways == LEFT | RIGHT else "╪"
            self.signs[place] = Sign(text, number, before.cell)
        for cell, number in self.over:
            x, y = self.canvas.middle(cell)
            down = self.ways.get((x, y), (0, 0))[0] & (UP | DOWN)
            for right, text in ((-1, "━"), (0, "━" if down else "╫"), (1, "━")):
                self.signs[x + right, y] = Sign(text, number, cell)

    def _way(self, x: int, y: int, way: int, number: int) -> None:
        ways = self.ways.setdefault((x, y), [0, number])
        ways[0] |= way

    def _line(self, x: int, y: int, right: int, down: int, number: int, *, length: int) -> None:
        """A line of `length` characters from a place in a direction."""
        for _ in range(length):
            self._way(x, y, RIGHT if right > 0 else LEFT if right < 0 else DOWN if down > 0 else UP, number)
            x, y = x + right, y + down
            self._way(x, y, LEFT if right > 0 else RIGHT if right < 0 else UP if down > 0 else DOWN, number)

    def _straight(self, here: int, there: int, number: int) -> None:
        (x, y), (other_x, other_y) = self.canvas.middle(here), self.canvas.middle(there)
        right, down = other_x - x, other_y - y
        out_x, out_y = _sign(right) * (1 if abs(right) <= ACROSS else -1), _sign(down) * (1 if abs(down) <= 2 else -1)
        if abs(right) > ACROSS or abs(down) > 2:
            self._leave(here, out_x, out_y, number)
            self._leave(there, -out_x, -out_y, number)
            return
        if right and down:
            self._slope(here, out_x, out_y, "╲" if out_x == out_y else "╱", number)
            self._slope(there, -out_x, -out_y, "╲" if out_x == out_y else "╱", number)
            return
        self._line(x, y, _sign(right), _sign(down), number, length=ACROSS if right else 2)

    def _leave(self, cell: int, right: int, down: int, number: int) -> None:
        """Draw a way from the middle of a cell out over the rim, with an arrow at its end."""
        x, y = self.canvas.middle(cell)
        if right and down:
            arrow = {(1, 1): "↘", (-1, 1): "↙", (1, -1): "↗", (-1, -1): "↖"}[right, down]
            self._slope(cell, right, down, arrow, number)
            return
        length = 2 if right else 1
        way = RIGHT if right > 0 else LEFT if right < 0 else DOWN if down > 0 else UP
        self._line(x, y, right, down, number, length=length - 1)
        for at in range(length):
            self._way(x + right * at, y + down * at, way, number)
        arrow = {(1, 0): "►", (-1, 0): "◄", (0, 1): "▼", (0, -1): "▲"}[right, down]
        self.signs[x + right * length, y + down * length] = Sign(arrow, number)

    def _slope(self, cell: int, right: int, down: int, text: str, number: int) -> None:
        """From the middle of a square to a corner, where `text` stands."""
        x, y = self.canvas.middle(cell)
        self._way(x, y, RIGHT if right > 0 else LEFT, number)
        self._way(x + right, y, LEFT | RIGHT, number)
        before = self.signs.get((x + 2 * right, y + down), BLANK).text
        crossed = text in "╲╱" and before in "╲╱╳" and before != text
        self.signs[x + 2 * right, y + down] = Sign("╳" if crossed else text, number)

    def _slant(self, here: int, there: int, number: int) -> None:
        (x, y), (right, down) = sorted((self.canvas.middle(here), self.canvas.middle(there)))
        if x == right:
            self._line(x, y, 0, 1, number, length=2)
            return
        self._line(x, y, 1, 0, number, length=2)
        self._line(x + 2, y, 0, down - y, number, length=1)
        self._line(x + 2, down, 1, 0, number, length=2)

    def _climb(self, cell: int, number: int, *, down: bool) -> None:
        x, y = self.canvas.middle(cell)
        self.signs[x, y] = Sign("↕" if cell in self.climbs else "▼" if down else "▲", number, cell)
        self.climbs.add(cell)


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)
