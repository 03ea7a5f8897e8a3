"""Draws boards in characters with their paths, for `show --to unicode` and the game in a terminal.

A plain rectangle has a frame; its cells are one line high, or four characters wide and two lines high.  Cells of all
other boards are four characters wide and two lines high.  Between neighbouring columns of hexagons a path goes up or
down by half a cell:

    ┌───┬───╥───┐     walls ║ ═, bridges ╬, open rims ┊ ┈ with ◄ ► ▲ ▼        .   1━┓           the places of hexagons,
    │ 1━━━━━║ 2 │     where a path goes out over them, ○ a way to another       .   ┗━.   1     a path from the first 1
    └───────╨───┘     layer, ▼ ▲ where a path takes it                        .   .   ┗━━━┛     to the second

    1━   ×   ×        a diagonal leads across a corner: ╲ ╱, ╳ where two cross, × ⋱ ⋰ where they may
      ╲
        ━1

A `TextLayout` says where each cell is.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain, pairwise, product

from numlink.model.grid import Grid, Link
from numlink.render.geometry import Geometry, needs_geometry
from numlink.render.text_layout import (
    DOWN,
    FREE,
    LEFT,
    LEVEL,
    RIGHT,
    UP,
    UPRIGHT,
    CharacterPlace,
    Heading,
    Ink,
    Setting,
    TextLayout,
    TextRows,
)

HEAVY = " ╹╸┛╺┗━┻╻┃┓┫┏┣┳╋"  # signs of paths
TRIED = HEAVY.translate({ord("━"): "╍", ord("┃"): "╏"})  # signs of a path that is only tried out
LIGHT = " │─┘─└─┴││┐┤┌├┬┼"  # signs of corners of a rim
DOUBLE = " ║═╝═╚═╩║║╗╣╔╠╦╬"  # signs of corners where walls meet


def setting_of_height(down: int) -> Setting:
    """Cells `down` lines high, at least 2, and twice as many characters wide, with a gap of a line and a character."""
    above, below, aside = (down - 2) // 2, (down - 1) // 2, down - 1
    return Setting(
        across=2 * down, down=down, before=aside, behind=aside, above=above, below=below,
        left=1, top=1 + above, right=1, bottom=1 + below, dot=" ",
    )  # fmt: skip


# The cells of the game in a terminal; only plain rectangles have other sizes than LARGE.
LARGE = setting_of_height(2)
SMALL = Setting(across=3, down=1, before=1, behind=1, left=1, right=1)
TINY = Setting(across=2, down=1)
ARROWS = {(1, 0): "►", (-1, 0): "◄", (0, 1): "▼", (0, -1): "▲", (1, 1): "↘", (-1, 1): "↙", (1, -1): "↗", (-1, -1): "↖"}
"""(right, down) of a step over the rim -> the sign of a path there."""
OUT = ((0, -1), (1, 0), (0, 1), (-1, 0))  # the same steps through the four sides of a square, clockwise from the top


class Canvas:
    """A board in characters without paths: frame, walls, dots, solid cells, bridges, marks of vias.

    `setting` is the size of cells; `below` puts layers below each other instead of side by side; a plain rectangle has
    a frame and dots at the corners of its cells only if it is `framed`.
    """

    def __init__(self, grid: Grid, setting: Setting = LARGE, *, below: bool = False, framed: bool = True) -> None:
        self.grid, self.setting = grid, setting
        self.text_layout = TextLayout(grid, setting, below=below)
        self.rows = TextRows(self.text_layout.width, self.text_layout.height)
        self.geometry = Geometry(grid) if needs_geometry(grid) else None
        self.absent = self.geometry.absent if self.geometry else frozenset()
        self.boxed = grid.pattern.boxed
        if self.geometry is None:
            if framed:
                self._lay_frame()
        elif self.boxed:
            self._lay_squares(self.geometry)
        else:
            self._lay_marks()
        self._lay_cells()

    def cell_at(self, x: int, y: int) -> int | None:
        """The cell to which the character in column `x` of line `y` belongs, or None."""
        cell = self.text_layout.cell_at(x, y)
        return None if cell in self.absent else cell

    def characters(self, cell: int, label: str = "") -> list[CharacterPlace]:
        """The places (column, line) of all characters of a cell, in which `label` is written."""
        if cell in self.absent:
            return []
        (x, y), setting = self.text_layout.places[cell], self.setting
        columns = range(x - setting.before, x + setting.behind + 1)
        lines = range(y - setting.above, y + setting.below + 1)
        letters = [(column, y) for column in self.text_layout.written(cell, len(label)) if column not in columns]
        return [*product(columns, lines), *letters]

    def drawn(
        self,
        ends: Mapping[int, tuple[int, str]],
        paths: Iterable[tuple[int, Sequence[int]]],
        *,
        tried: Collection[int] = (),
        lines: Collection[Link] = (),
        crosses: Iterable[Link] = (),
    ) -> TextRows:
        """The board with a drawing: `ends` is {cell: (number, label)}, `paths` are (number, cells).

        Paths of numbers in `tried` are dashed; `lines` are the links of noted lines, `crosses` the links with a ×,
        which at a via makes ⊗ of its mark.
        """
        rows = self.rows.copy()
        marks = {link: self._crossing(*link) for link in crosses}
        signs = {(x, y): "⊗" if rows.texts[y][x] == "○" else "×" for x, y in chain(*marks.values())}
        for place, sign in signs.items():
            rows.put(*place, sign)
        free = _Pipes(self, rows, FREE)
        for link in lines:
            free.add(0, link)
        free.finish()
        for place in chain(*(marks.get((min(link), max(link)), ()) for link in lines)):
            rows.put(*place, signs[place])
        pipes = _Pipes(self, rows, HEAVY, tried)
        for number, path in paths:
            pipes.add(number, path)
        pipes.finish()
        for cell, (number, label) in ends.items():
            x, y = self.text_layout.places[cell]
            if cell in pipes.layer_signs:
                rows.put(x + 1, y, *pipes.layer_signs[cell])
            rows.put(self.text_layout.written(cell, len(label)).start, y, label, number)
        return rows

    def _crossing(self, one: int, other: int) -> list[CharacterPlace]:
        """The places of the × that crosses out a link; [] if there is no room between its cells.

        Half way, or at the rim if the link goes over it, or at the mark of a via; two places if half way is between two
        characters.
        """
        (x, y), across = self.text_layout.places[one], self.setting.across
        if self.grid.changes_layer(one, other):
            return [(x + 1, y)]
        step = self.text_layout.step(one, other)
        if step is None or (not step.right and self.setting.down == 1):
            return []
        if not step.right:
            return [(x, y + self.setting.below + 1 if step.down > 0 else y - self.setting.above - 1)]
        slanted = not self.boxed and step.down
        there = min(y, self.text_layout.places[other][1]) if slanted else y + step.down
        return [(x + step.right * far, there) for far in range(across // 2, (across + 1) // 2 + 1)]

    # ------------------------------------------------------------------------------------------- below the paths

    def _lay_frame(self) -> None:
        """The frame of a rectangle, with dots where the corners of large cells meet."""
        width, height = self.text_layout.width, self.text_layout.height
        across, down = self.setting.across, self.setting.down
        self.rows.put(0, 0, "┌" + "─" * (width - 2) + "┐", ink=Ink.FRAME)
        self.rows.put(0, height - 1, "└" + "─" * (width - 2) + "┘", ink=Ink.FRAME)
        for y in range(1, height - 1):
            for x in (0, width - 1):
                self.rows.put(x, y, "│", ink=Ink.FRAME)
            if down > 1 and y % down == 0:
                for x in range(across, width - 1, across):
                    self.rows.put(x, y, "·", ink=Ink.FAINT)

    def _lay_cells(self) -> None:
        """Dots, solid cells, bridges and the marks of vias."""
        grid, setting, places = self.grid, self.setting, self.text_layout.places
        dot, ink = (setting.dot, Ink.PLAIN) if self.boxed else ("·", Ink.FAINT)
        for cell, (x, y) in enumerate(places):
            if cell not in self.absent:
                self.rows.texts[y][x], self.rows.inks[y][x] = dot, ink
        for cell in grid.solids - self.absent:
            x, y = places[cell]
            wide = setting.before + 1 + setting.behind
            for line in range(y - setting.above, y + setting.below + 1):
                self.rows.put(x - setting.before, line, wide * "▒", ink=Ink.FAINT)
        for cell in grid.layout.bridges - self.absent:
            self.rows.put(*places[cell], "╬", ink=Ink.FAINT)
        for cell in grid.layout.vias or ():
            for x, y in (places[cell], places[cell + grid.plane]):
                self.rows.put(x + 1, y, "○")

    def _lay_squares(self, geometry: Geometry) -> None:
        """The sides of square cells, and the signs at the corners where they meet."""
        rims: dict[CharacterPlace, int] = {}
        walls: dict[CharacterPlace, int] = {}
        for cell, sides in enumerate(geometry.behind):
            if cell in self.absent:
                continue
            x, y = self.text_layout.places[cell]
            for out, behind in zip(OUT, sides, strict=True):
                self._lay_side(cell, out, *behind, rims, walls)
            for corner in product((x - 2, x + 2), (y - 1, y + 1)):
                self.rows.put(*corner, "·", ink=Ink.FRAME)
        for corner in {*rims, *walls}:
            rim, wall = rims.get(corner, 0), walls.get(corner, 0)
            self.rows.put(*corner, LIGHT[rim | wall] if rim else DOUBLE[wall], ink=Ink.FRAME if rim else Ink.PLAIN)
        opened: dict[CharacterPlace, int] = {}
        for one, other in self.grid.links() if self.grid.pattern.straight else ():
            step = self.text_layout.step(one, other)
            if step is not None and step.right and step.down == 1 and not step.over:
                x, y = self.text_layout.places[one]
                corner = x + 2 * step.right, y + 1
                opened[corner] = opened.get(corner, 0) | (1 if step.right > 0 else 2)
        for corner, slopes in opened.items():
            self.rows.put(*corner, " ⋱⋰×"[slopes], ink=Ink.FRAME)

    def _lay_side(
        self, cell: int, out: CharacterPlace, other: int | None, wrapped: int | None,
        rims: dict[CharacterPlace, int], walls: dict[CharacterPlace, int],
    ) -> None:  # fmt: skip
        """Draw one side of a square cell: nothing, a wall, the rim, or an open rim over which the board wraps.

        `out` is (right, down) towards the side; beyond it is `other` or, over the rim, `wrapped`.  `rims` and `walls`
        collect the directions in which sides leave corners.
        """
        (x, y), (right, down) = self.text_layout.places[cell], out
        double, meeting = wrapped is not None, rims
        if other is not None and other not in self.absent:
            if not self.grid.walled(cell, other):
                return
            double, meeting = True, walls
        elif wrapped is not None and not self.grid.walled(cell, wrapped):
            self.rows.put(*((x + 2 * right, y) if right else (x - 1, y + down)), "┊" if right else "┈┈┈")
            return
        ink = Ink.PLAIN if double else Ink.FRAME
        if right:
            at = x + 2 * right
            self.rows.put(at, y, "║" if double else "│", ink=ink)
            corners = ((at, y - 1), DOWN), ((at, y + 1), UP)
        else:
            self.rows.put(x - 1, y + down, "═══" if double else "───", ink=ink)
            corners = ((x - 2, y + down), RIGHT), ((x + 2, y + down), LEFT)
        for corner, way in corners:
            meeting[corner] = meeting.get(corner, 0) | way

    def _lay_marks(self) -> None:
        """The sides of cells that are not squares, as their kind describes them (`marks`)."""
        for cell in range(self.grid.size):
            x, y = self.text_layout.places[cell]
            for mark, other in zip(self.grid.pattern_cell(cell).marks, self.grid.flat_slots(cell), strict=True):
                if mark is None or other < 0 or {cell, other} <= self.absent:
                    continue
                wall = self.grid.walled(cell, other)
                text, ink = (mark.wall, Ink.PLAIN) if wall else (mark.side, Ink.FRAME)
                self.rows.put(x + mark.right, y + mark.down, text, ink=ink)


class _Pipes:
    """Draws paths one after the other, with the signs of `table`; paths of numbers in `tried` with those of TRIED."""

    def __init__(self, canvas: Canvas, rows: TextRows, table: str, tried: Collection[int] = ()) -> None:
        self.canvas, self.grid, self.text_layout, self.rows = canvas, canvas.grid, canvas.text_layout, rows
        self.table, self.tried = table, tried
        self.ways = [bytearray(self.text_layout.width) for _ in range(self.text_layout.height)]
        """For each line and column, the sum of the directions (UP, LEFT, RIGHT, DOWN) in which paths leave it."""
        self.number, self.signs = 0, table  # the number of the path being drawn, and its table of signs
        self.layer_signs: dict[int, tuple[str, int]] = {}
        """{cell from which a path leads to another layer: (its sign, number of the path)}."""
        self.over: list[tuple[int, int]] = []  # (bridge, number of the path) for each path straight across a bridge

    def add(self, number: int, path: Sequence[int]) -> None:
        """Draw a path; between cells too far apart draw nothing, or a step over the rim if the board wraps."""
        self.number, self.signs = number, TRIED if number in self.tried else self.table
        bridges = self.grid.layout.bridges
        for at, (here, there) in enumerate(pairwise(path)):
            if self.grid.changes_layer(here, there):
                self._sign_layer(here, down=there > here)
                self._sign_layer(there, down=here > there)
            elif (step := self.text_layout.step(here, there)) is not None:
                self._link(here, there, step)
            if at and here in bridges and self.grid.track(here, there) == here:
                self.over.append((here, number))

    def finish(self) -> None:
        """Draw the signs of changes of layers and of bridges on top of paths."""
        for cell, sign in self.layer_signs.items():
            self.rows.put(*self.text_layout.places[cell], *sign)
        for cell in self.grid.layout.bridges:
            x, y = self.text_layout.places[cell]
            ways = self.ways[y][x]
            if ways in (LEVEL, UPRIGHT):
                self.rows.put(x, y, "╫" if ways == LEVEL else "╪", self.rows.numbers[y][x])
        for cell, number in self.over:
            x, y = self.text_layout.places[cell]
            self.rows.put(x - 1, y, "━━━" if self.ways[y][x] & UPRIGHT else "━╫━", number)

    def _way(self, x: int, y: int, way: int) -> None:
        """Add a direction in which a path leaves a place, and write the sign for all its directions."""
        ways = self.ways[y]
        way |= ways[x]
        ways[x] = way
        self.rows.texts[y][x] = self.signs[way]
        self.rows.numbers[y][x] = self.number
        self.rows.inks[y][x] = Ink.PLAIN

    def _line(self, x: int, y: int, right: int, down: int, length: int) -> None:
        """A line of `length` characters from a place in a direction."""
        out, back = (RIGHT, LEFT) if right > 0 else (LEFT, RIGHT) if right else (DOWN, UP) if down > 0 else (UP, DOWN)
        for far in range(length):
            self._way(x + right * far, y + down * far, out)
            self._way(x + right * (far + 1), y + down * (far + 1), back)

    def _link(self, here: int, there: int, step: Heading) -> None:
        right, down, over = step
        if over:
            self._leave(here, right, down)
            self._leave(there, -right, -down)
        elif not (right and down):
            (x, y), (other_x, other_y) = self.text_layout.places[here], self.text_layout.places[there]
            self._line(x, y, right, down, abs(other_x - x) or abs(other_y - y))
        elif self.canvas.boxed:
            self._slope(here, right, down, "╲" if right == down else "╱")
            self._slope(there, -right, -down, "╲" if right == down else "╱")
        else:
            self._slant(here, there)

    def _leave(self, cell: int, right: int, down: int) -> None:
        """Draw a line from a cell out over the rim, with an arrow at its end."""
        x, y = self.text_layout.places[cell]
        arrow = ARROWS[right, down]
        if right and down:
            self._slope(cell, right, down, arrow)
            return
        length = 2 if right else 1
        self._line(x, y, right, down, length)
        self.rows.put(x + right * length, y + down * length, arrow, self.number)

    def _slope(self, cell: int, right: int, down: int, text: str) -> None:
        """Draw a line from a square cell to its corner, and write the sign `text` there."""
        x, y = self.text_layout.places[cell]
        self._way(x, y, RIGHT if right > 0 else LEFT)
        self._way(x + right, y, LEVEL)
        before = self.rows.texts[y + down][x + 2 * right]
        crossed = text in "╲╱" and before in "╲╱╳" and before != text
        self.rows.put(x + 2 * right, y + down, "╳" if crossed else text, self.number)

    def _slant(self, here: int, there: int) -> None:
        """Draw a link between two columns of hexagons: to the right, up or down by a line, to the right again."""
        (x, y), (_, down) = sorted((self.text_layout.places[here], self.text_layout.places[there]))
        self._line(x, y, 1, 0, 2)
        self._line(x + 2, y, 0, down - y, 1)
        self._line(x + 2, down, 1, 0, 2)

    def _sign_layer(self, cell: int, *, down: bool) -> None:
        """Note the sign of a change of layers at a cell."""
        self.layer_signs[cell] = "↕" if cell in self.layer_signs else "▼" if down else "▲", self.number
