"""Draws boards as apps do, with themes, bars, banners, played lines, letters, holes, walls, noise.

`App` says how an app looks; `screenshot` gives a Pillow image.  Everything is drawn at twice the size and shrunk, so
that edges are soft.  Lengths are in cells unless they are called pixels.
"""

from __future__ import annotations

import io
import random
from dataclasses import dataclass, field
from importlib.resources import files

from PIL import Image, ImageDraw, ImageFilter, ImageFont

from numlink import Layout, Puzzle

FONTS = files("numlink.render") / "fonts"


def _palette(text: str) -> tuple[str, ...]:
    return tuple(text.split())


BOLD = _palette(
    "#ff0000 #008d00 #0c29fe #eae000 #fb8900 #00ffff #ff0ac9 #a52a2a #800080 #ffffff #a6a6a6 #00ff00 #bdb76b #00008b "
    "#008080 #ff1493"
)
OLD = _palette(
    "#ff0000 #008000 #0000ff #eeee00 #ff7f00 #00ffff #ff00ff #a52a2a #800080 #ffffff #a6a6a6 #00ff00 #bdb76b #00008b "
    "#008282 #ff1493"
)
SOFT = _palette("#e57373 #81c784 #64b5f6 #fff176 #ffb74d #4dd0e1 #f06292 #a1887f #9575cd #90a4ae #dce775 #4db6ac")
FLAT = _palette(
    "#e53935 #43a047 #1e88e5 #fdd835 #fb8c00 #00acc1 #d81b60 #6d4c41 #8e24aa #757575 #7cb342 #00695c #283593 #bcaaa4"
)
EARTH = _palette("#a63c06 #556b2f #2f4f6f #d9a441 #7b3f61 #5fa8a0 #c9704f #3b2f2f #8c8c4a #b89bbf")
NEON = _palette("#ff355e #50ff50 #4d7cff #ffff66 #ff9933 #16d0cb #ff6eff #aa66ff #ff8fb1 #d0ff14 #ffffff #b37a4c")


@dataclass(frozen=True, slots=True)
class App:
    """How an app looks.  `line` and `rim` are colours of grid lines and of the outline; `gap` draws tiles with gaps
    instead of lines; `dot` is the diameter of a disc; `shade` 0 to 1 makes discs round; `path` is the width of a line.
    """

    name: str
    ground: str
    line: str
    dots: tuple[str, ...]
    line_width: float = 0.02
    rim: str | None = None
    rim_width: float = 0.02
    tile: str | None = None
    gap: float = 0.0
    corner: float = 0.0
    dot: float = 0.69
    dot_rim: str | None = None
    shade: float = 0.0
    letters: bool = False
    numbers: bool = False
    path: float = 0.37
    tint: float = 0.3
    glow: bool = False
    checker: str | None = None
    page: str | None = None


@dataclass(frozen=True, slots=True)
class Board:
    """The board that a picture shows: a puzzle, and paths that a player may have drawn, as cells."""

    puzzle: Puzzle
    lines: tuple[tuple[int, ...], ...] = field(default=())


def board(rng: random.Random, width: int, height: int, pairs: int, *, holes: int = 0, walls: int = 0, bridges: int = 0):
    """A board of random paths, which need not have a solution, and these paths."""
    solid = _holes(rng, width, height, holes)
    barred = _walls(rng, width, height, walls, solid)
    free = set(range(width * height)) - solid
    crossings: set[int] = set()
    inner = [row * width + column for row in range(1, height - 1) for column in range(1, width - 1)]
    for cell in rng.sample(inner, min(bridges, len(inner))):
        around = (cell - 1, cell + 1, cell - width, cell + width)
        if not solid.intersection((cell, *around)) and not crossings.intersection(around):
            crossings.add(cell)
    free -= crossings
    paths: list[list[int]] = []
    for _ in range(40 * pairs):
        if len(paths) == pairs:
            break
        path = _walk(rng, width, free, barred, rng.randint(3, 3 + width + height))
        if len(path) > 2:
            paths.append(path)
            free -= set(path)
    paths.sort(key=lambda path: min(path[0], path[-1]))
    cells = [-1 if cell in solid else 0 for cell in range(width * height)]
    for number, path in enumerate(paths, start=1):
        cells[path[0]] = cells[path[-1]] = number
    layout = Layout(walls=frozenset(barred), bridges=frozenset(crossings)) if barred or crossings else Layout()
    return Board(Puzzle(width, height, tuple(cells), layout=layout), tuple(tuple(path) for path in paths))


def _walk(rng, width, free, barred, length):
    if not free:
        return []
    path = [rng.choice(sorted(free))]
    while len(path) < length:
        here = path[-1]
        steps = [
            there
            for there in (here - 1, here + 1, here - width, here + width)
            if there in free
            and there not in path
            and (abs(there - here) != 1 or there // width == here // width)
            and (min(here, there), max(here, there)) not in barred
        ]
        if not steps:
            break
        path.append(rng.choice(steps))
    return path


def _holes(rng, width, height, count):
    """The cells to cut out, at the rim or inside; those that are left are connected."""
    solid: set[int] = set()
    for _ in range(count):
        row, column = rng.randrange(height), rng.randrange(width)
        across, down = rng.randint(1, 2), rng.randint(1, 2)
        cut = {
            y * width + x
            for y in range(row, min(height, row + down))
            for x in range(column, min(width, column + across))
        }
        if _is_board(width, height, solid | cut):
            solid |= cut
    return solid


def _is_board(width, height, solid):
    free = set(range(width * height)) - solid
    if len(free) < 0.6 * width * height:
        return False
    rows, columns = {cell // width for cell in free}, {cell % width for cell in free}
    if len(rows) < height or len(columns) < width:
        return False
    around = [free.pop()]
    while around:
        here = around.pop()
        for there in (here - 1, here + 1, here - width, here + width):
            if there in free and (abs(there - here) != 1 or there // width == here // width):
                free.discard(there)
                around.append(there)
    return not free


def _walls(rng, width, height, count, solid):
    walls = set()
    for _ in range(count):
        here = rng.randrange(width * height)
        there = here + rng.choice((1, width))
        inside = there < width * height and (there - here != 1 or there // width == here // width)
        if inside and here not in solid and there not in solid:
            walls.add((here, there))
    return walls


class Canvas:
    """A board drawn at twice its size: `cell` is a cell's side in its pixels, `x` and `y` the board's corner."""

    def __init__(self, image: Image.Image, x: float, y: float, cell: float) -> None:
        self.image, self.x, self.y, self.cell = image, x, y, cell
        self.pen = ImageDraw.Draw(image)

    def box(self, row, column, inset=0.0):
        x, y = self.x + column * self.cell, self.y + row * self.cell
        inset *= self.cell
        return (x + inset, y + inset, x + self.cell - inset, y + self.cell - inset)

    def middle(self, row, column):
        return self.x + (column + 0.5) * self.cell, self.y + (row + 0.5) * self.cell

    def stroke(self, start, end, width, colour):
        """Draw a straight stroke with square ends between two corners of cells."""
        (top, left), (bottom, right) = start, end
        half = max(1.0, width * self.cell) / 2
        self.pen.rectangle(
            (
                round(self.x + left * self.cell - half),
                round(self.y + top * self.cell - half),
                round(self.x + right * self.cell + half) - 1,
                round(self.y + bottom * self.cell + half) - 1,
            ),
            fill=colour,
        )


def mixed(one: str, other: str, share: float) -> str:
    """`share` of the first colour, the rest of the other."""
    ends = [[int(colour[at : at + 2], 16) for at in (1, 3, 5)] for colour in (one, other)]
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02x}" for a, b in zip(*ends, strict=True))


def draw_board(canvas: Canvas, board: Board, app: App, played: float, rng: random.Random) -> None:
    """Draw the board itself; `played` is the share of the paths that are drawn, the last of them perhaps in part."""
    puzzle = board.puzzle
    width = puzzle.width
    there = [cell != -1 for cell in puzzle.cells]
    lines = [list(path) for path in board.lines if rng.random() < played]
    if lines and played < 1:
        lines[-1] = lines[-1][: rng.randint(1, len(lines[-1]) - 1)]
    of_cell = {cell: puzzle.cells[path[0]] or puzzle.cells[path[-1]] for path in lines for cell in path}
    for cell, open_ in enumerate(there):
        row, column = divmod(cell, width)
        if not open_:
            continue
        fill = app.tile or app.ground
        if app.checker and (row + column) % 2:
            fill = app.checker
        if cell in of_cell and len(lines) and app.tint:
            fill = mixed(app.dots[of_cell[cell] - 1], fill, app.tint)
        if app.gap:
            canvas.pen.rounded_rectangle(canvas.box(row, column, app.gap / 2), app.corner * canvas.cell, fill=fill)
        elif fill != app.ground or app.checker:
            canvas.pen.rectangle(canvas.box(row, column), fill=fill)
    _draw_lines(canvas, board, app, there)
    for path in lines:
        _draw_path(canvas, width, path, app.dots[of_cell[path[0]] - 1], app.path)
    _draw_bridges(canvas, board, app)
    for cell, content in enumerate(puzzle.cells):
        if content > 0:
            _draw_dot(canvas, *divmod(cell, width), content, app)


def _draw_lines(canvas, board, app, there):
    width, height = board.puzzle.width, board.puzzle.height
    rim = app.rim or app.line
    walls = board.puzzle.layout.walls
    thick = []
    for row in range(height + 1):
        for column in range(width + 1):
            for down in (True, False):
                if (column == width and not down) or (row == height and down):
                    continue
                one = (row, column - 1) if down else (row - 1, column)
                inside = [0 <= r < height and 0 <= c < width and there[r * width + c] for r, c in (one, (row, column))]
                ends = ((row, column), (row + 1, column) if down else (row, column + 1))
                cells = (one[0] * width + one[1], row * width + column)
                if all(inside) and cells in walls:
                    thick.append((ends, max(app.rim_width, 3 * app.line_width, 0.06)))
                elif sum(inside) == 1 and not app.gap:
                    thick.append((ends, app.rim_width))
                elif all(inside) and not app.gap:
                    canvas.stroke(*ends, app.line_width, app.line)
    for ends, wide in thick:
        canvas.stroke(*ends, wide, rim)


def _draw_path(canvas, width, path, colour, wide):
    half = wide * canvas.cell / 2
    points = [canvas.middle(*divmod(cell, width)) for cell in path]
    if len(points) > 1:
        canvas.pen.line(points, fill=colour, width=round(2 * half))
    for x, y in points:
        canvas.pen.ellipse((x - half, y - half, x + half, y + half), fill=colour)


def _draw_bridges(canvas, board, app):
    """Draw two rails across each bridge, arched in the middle, as apps do."""
    for cell in board.puzzle.layout.bridges:
        row, column = divmod(cell, board.puzzle.width)
        colour = "#d8d8d8" if _dark(app.ground) else "#505050"
        for side in (0.31, 0.68):
            canvas.stroke((row + side, column + 0.02), (row + side, column + 0.32), 0.03, colour)
            canvas.stroke((row + side, column + 0.68), (row + side, column + 0.98), 0.03, colour)
            x, y = canvas.x + (column + 0.5) * canvas.cell, canvas.y + (row + side + 0.06) * canvas.cell
            half = 0.19 * canvas.cell
            arc = (x - half, y - half, x + half, y + half)
            canvas.pen.arc(arc, 200, 340, fill=colour, width=round(0.04 * canvas.cell))


def _dark(colour: str) -> bool:
    return sum(int(colour[at : at + 2], 16) for at in (1, 3, 5)) < 380


def _draw_dot(canvas, row, column, number, app):
    x, y = canvas.middle(row, column)
    half = app.dot * canvas.cell / 2
    colour = app.dots[number - 1]
    if app.dot_rim:
        canvas.pen.ellipse((x - half, y - half, x + half, y + half), fill=mixed(app.dot_rim, colour, 0.6))
        half *= 0.88
    steps = 8 if app.shade else 1
    for step in range(steps):
        share = step / steps
        part = half * (1 - 0.8 * share)
        fill = mixed("#ffffff", colour, 0.45 * app.shade * share)
        lift = 0.15 * half * share
        canvas.pen.ellipse((x - part - lift, y - part - lift, x + part - lift, y + part - lift), fill=fill)
    if app.letters or app.numbers:
        text = str(number) if app.numbers else chr(64 + number)
        ink = "#ffffff" if _dark(colour) else "#202020"
        font = text_font(round(0.62 * app.dot * canvas.cell))
        canvas.pen.text((x, y), text, fill=ink, font=font, anchor="mm")


def text_font(size: int, bold: bool = True) -> ImageFont.FreeTypeFont:
    """Our own font at a size in pixels."""
    return ImageFont.truetype(str(FONTS / f"NumlinkSans-{'Bold' if bold else 'Regular'}.ttf"), max(4, size))


def screenshot(
    board: Board, app: App, rng: random.Random, size: tuple[int, int], *, played: float = 0.0
) -> Image.Image:
    """The whole screen of a phone or tablet, `size` in pixels, with the board in its middle."""
    wide, high = 2 * size[0], 2 * size[1]
    page = app.page or app.ground
    image = Image.new("RGB", (wide, high), page)
    pen = ImageDraw.Draw(image)
    puzzle = board.puzzle
    margin = rng.choice((0.004, 0.01, 0.03, 0.06)) * wide
    cell = min((wide - 2 * margin) / puzzle.width, 0.62 * high / puzzle.height)
    x, y = (wide - cell * puzzle.width) / 2, high * 0.2
    y += rng.uniform(0, max(1, 0.82 * high - y - cell * puzzle.height))
    if app.glow:
        _draw_glow(pen, rng, wide, high)
    _draw_surroundings(pen, rng, wide, high, y, cell * puzzle.height, app)
    if app.page:
        pen.rectangle((x, y, x + cell * puzzle.width, y + cell * puzzle.height), fill=app.ground)
    draw_board(Canvas(image, x, y, cell), board, app, played, rng)
    return image.reduce(2)


def _draw_glow(pen, rng, wide, high):
    for _ in range(rng.randint(2, 6)):
        colour = rng.choice(("#001000", "#100010", "#001a1a", "#1a1200", "#0a0a0a", "#000020"))
        if rng.random() < 0.5:
            left, y = rng.uniform(-0.5, 0.8) * wide, rng.uniform(0, high)
            pen.rounded_rectangle(
                (left, y, left + rng.uniform(0.2, 1) * wide, y + 0.08 * wide), 0.04 * wide, fill=colour
            )
        else:
            x, top = rng.uniform(0, wide), rng.uniform(-0.3, 0.8) * high
            pen.rounded_rectangle((x, top, x + 0.08 * wide, top + rng.uniform(0.2, 1) * high), 0.04 * wide, fill=colour)


def _draw_surroundings(pen, rng, wide, high, top, tall, app):
    """Draw what surrounds a board: a status bar, a title, counters, round buttons and a banner."""
    ink = "#ffffff" if _dark(app.page or app.ground) else "#303030"
    unit = wide / 20
    pen.text(
        (unit, 0.3 * unit), f"{rng.randint(10, 23)}:{rng.randint(10, 59)}", fill=ink, font=text_font(round(0.8 * unit))
    )
    pen.text(
        (0.16 * wide, 0.05 * high), f"level {rng.randint(1, 150)}", fill=app.dots[0], font=text_font(round(1.7 * unit))
    )
    words = f"flows: {rng.randint(0, 9)}/9     moves: {rng.randint(0, 30)}    pipe: {rng.randint(0, 99)}%"
    pen.text((0.02 * wide, top - 1.1 * unit), words, fill=ink, font=text_font(round(0.9 * unit), bold=False))
    bottom = top + tall
    for index in range(rng.randint(3, 6)):
        x, y = (0.1 + 0.17 * index) * wide, min(bottom + 2.2 * unit, high - 1.5 * unit)
        pen.ellipse((x - unit, y - unit, x + unit, y + unit), outline=ink, width=round(0.12 * unit))
        pen.line((x - 0.5 * unit, y, x + 0.5 * unit, y), fill=ink, width=round(0.15 * unit))
    if rng.random() < 0.6 and bottom + 7 * unit < high:
        pen.rectangle((0.1 * wide, high - 3 * unit, 0.9 * wide, high - 0.4 * unit), fill="#f4f4f4")
        for index in range(5):
            left = (0.12 + 0.155 * index) * wide
            colour = rng.choice(FLAT)
            pen.rectangle((left, high - 2.7 * unit, left + 2.4 * unit, high - 0.7 * unit), fill=colour)
            pen.ellipse(
                (left + unit / 2, high - 2.4 * unit, left + 1.8 * unit, high - 1.1 * unit), fill=rng.choice(SOFT)
            )


def spoiled(
    image: Image.Image,
    *,
    scale: float = 1.0,
    blur: float = 0.0,
    quality: int | None = None,
    noise: int = 0,
    seed: int = 0,
) -> bytes:
    """The picture as bytes: scaled, blurred, with noise, as PNG or, with a quality, as JPEG."""
    if scale != 1:
        size = round(image.width * scale), round(image.height * scale)
        image = image.resize(size, Image.Resampling.LANCZOS if scale < 1 else Image.Resampling.BICUBIC)
    if blur:
        image = image.filter(ImageFilter.GaussianBlur(blur))
    if noise:
        import numpy as np

        added = np.random.default_rng(seed).normal(0, noise, (image.height, image.width, 3))
        image = Image.fromarray((np.asarray(image) + added).clip(0, 255).astype("uint8"))
    data = io.BytesIO()
    image.save(data, "PNG", compress_level=1) if quality is None else image.save(data, "JPEG", quality=quality)
    return data.getvalue()
