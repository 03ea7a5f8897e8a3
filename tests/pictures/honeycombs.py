"""Screenshots of apps with boards of hexagons: cells with thin lines or tiles, corners left and right or turned."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from math import cos, pi, sin, sqrt

from PIL import Image, ImageDraw

from numlink import Grid, Layout, Puzzle
from numlink.making.shapes import shaped
from tests.pictures.apps import mixed, spoiled, text_font
from tests.pictures.families import BOLD, FLAT, NEON, SOFT

SCREENS = ((720, 1280), (828, 1792), (1080, 1920), (1080, 2340), (1170, 2532), (834, 1112), (1200, 1920))
DARK, LIGHT = ("#000000", "#101018", "#1a1626", "#202020"), ("#ffffff", "#f4f1ea", "#e8eef4")


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture as bytes, the board it shows and words for how it is drawn."""

    data: bytes
    puzzle: Puzzle
    how: str


def walked(rng: random.Random, grid: Grid, pairs: int) -> tuple[Puzzle, list[list[int]]]:
    """A board of random paths, which need not have a solution, and these paths."""
    free, paths = set(grid.open_cells()), []
    for _ in range(40 * pairs):
        if len(paths) == pairs or not free:
            break
        path = [rng.choice(sorted(free))]
        for _ in range(rng.randint(3, 3 + grid.width + grid.height)):
            steps = sorted(free.intersection(grid.neighbours(path[-1])).difference(path))
            if not steps:
                break
            path.append(rng.choice(steps))
        if len(path) > 2:
            paths.append(path)
            free -= set(path)
    cells = [-1 if cell in grid.solids else 0 for cell in range(grid.size)]
    for number, path in enumerate(paths, start=1):
        cells[path[0]] = cells[path[-1]] = number
    return Puzzle(grid.width, grid.height, tuple(cells), layout=grid.layout), paths


def shot(rng: random.Random, played: str) -> Shot:
    """One screenshot; `played` says which paths are drawn: none, some or all."""
    size = rng.choice(SCREENS)
    wide, high = 2 * size[0], 2 * size[1]
    side, turned, tiles = rng.randint(4, 11), rng.random() < 0.5, rng.random() < 0.3
    grid = Grid(side, side if rng.random() < 0.5 else rng.randint(4, 11), layout=Layout(kind="hex"))
    if rng.random() < 0.4:
        grid = shaped(Grid(side | 1, side | 1, layout=Layout(kind="hex")), "hexagon")
    dark = rng.random() < 0.7
    ground, hint = rng.choice(DARK if dark else LIGHT), "#ffffff" if dark else "#303030"
    dots = rng.choice((BOLD, FLAT, SOFT, NEON) if dark else (FLAT, BOLD[:8]))
    puzzle, paths = walked(rng, grid, rng.randint(3, min(len(dots), max(3, grid.size // 8))))
    image = Image.new("RGB", (wide, high), ground)
    pen = ImageDraw.Draw(image)
    left, top, across, down = grid.pattern.extent(grid.width, grid.height)
    if turned:
        across, down = down, across
    margin = rng.choice((0.01, 0.03, 0.08)) * wide
    cell = min((wide - 2 * margin) / across, 0.6 * high / down)
    x, y = (wide - cell * across) / 2, rng.uniform(0.2, 0.22) * high

    def middle(place: int) -> tuple[float, float]:
        one, other = grid.pattern.middle(*divmod(place, grid.width))
        one, other = one - left, other - top
        return (x + cell * other, y + cell * one) if turned else (x + cell * one, y + cell * other)

    def hexagon(place: int, inset: float) -> list[tuple[float, float]]:
        radius, start = (1 / sqrt(3) - inset) * cell, pi / 6 if turned else 0
        return [
            (middle(place)[0] + radius * cos(start + k * pi / 3), middle(place)[1] + radius * sin(start + k * pi / 3))
            for k in range(7)
        ]

    lines = [path for path in paths if played == "all" or (played == "some" and rng.random() < 0.6)]
    of_cell = {place: puzzle.cells[path[0]] for path in lines for place in path}
    tint, strength, gap = rng.choice((0.0, 0.2)), rng.uniform(0.25, 0.7), rng.uniform(0.03, 0.07)
    stroke = max(2, round(rng.uniform(0.015, 0.05) * cell))
    tile = mixed(hint, ground, 0.13) if tiles else ground
    for place in sorted(grid.open_cells()):
        fill = mixed(dots[of_cell[place] - 1], tile, tint) if place in of_cell else tile
        pen.polygon(hexagon(place, gap if tiles else 0), fill=fill)
    for place in sorted(grid.open_cells()) if not tiles else ():
        pen.line(hexagon(place, 0), fill=mixed(hint, ground, strength), width=stroke, joint="curve")
    half = rng.uniform(0.13, 0.19) * cell
    for path in lines:
        pen.line([middle(place) for place in path], fill=dots[of_cell[path[0]] - 1], width=round(2 * half))
        for across, down in map(middle, path):
            pen.ellipse((across - half, down - half, across + half, down + half), fill=dots[of_cell[path[0]] - 1])
    radius, letters = rng.uniform(0.26, 0.4) * cell, rng.random() < 0.25
    for place, number in enumerate(puzzle.cells):
        if number > 0:
            across, down = middle(place)
            pen.ellipse((across - radius, down - radius, across + radius, down + radius), fill=dots[number - 1])
            if letters:
                font = text_font(round(1.2 * radius))
                pen.text(
                    (across, down),
                    chr(64 + number),
                    fill="#ffffff",
                    font=font,
                    anchor="mm",
                    stroke_width=2,
                    stroke_fill="#000000",
                )
    _draw_surroundings(rng, pen, wide, high, hint, dots)
    scale = rng.choice((1.0, 1.0, 0.6))
    scale = max(scale, min(1.0, 24 / (cell / 2)))
    quality = None if rng.random() < 0.4 else rng.randint(55, 95)
    words = f"{grid.width}x{grid.height} {size[0]}x{size[1]} x{scale:.2f} q{quality} cell{cell * scale / 2:.0f}"
    words += f" {'turned ' * turned}{'tiles ' * tiles}{'dark' if dark else 'light'} {played} {'letters' * letters}"
    return Shot(
        spoiled(image.reduce(2), scale=scale, quality=quality), puzzle, words + (" hexagon" if grid.solids else "")
    )


def _draw_surroundings(rng, pen, wide, high, ink, dots):
    """Draw what surrounds a board: a clock, a title, counters, round buttons and a banner."""
    unit = wide / 24
    pen.text((unit, 0.4 * unit), f"{rng.randint(10, 23)}:{rng.randint(10, 59)}", fill=ink, font=text_font(round(unit)))
    pen.text((0.2 * wide, 0.06 * high), f"Level {rng.randint(1, 150)}", fill=dots[0], font=text_font(round(2 * unit)))
    words = f"flows: {rng.randint(0, 9)}/9   moves: {rng.randint(0, 30)}   pipe: {rng.randint(0, 99)}%"
    pen.text((unit, 0.15 * high), words, fill=ink, font=text_font(round(0.9 * unit), bold=False))
    for index in range(5):
        x, y = (3 + 4.5 * index) * unit, 0.87 * high
        pen.ellipse((x - unit, y - unit, x + unit, y + unit), outline=ink, width=max(2, round(unit / 8)))
    if rng.random() < 0.5:
        pen.rectangle((0, 0.94 * high, wide, high), fill="#f8f8f8")
        for index in range(6):
            pen.rectangle(
                ((1 + 4 * index) * unit, 0.95 * high, (4 + 4 * index) * unit, 0.99 * high), fill=rng.choice(dots)
            )


def shots(count: int, seed: int, played: str = "none") -> Iterator[Shot]:
    """Random screenshots."""
    for number in range(count):
        yield shot(random.Random(f"hex/{seed}/{played}/{number}"), played)


def same_board(one: Puzzle, other: Puzzle) -> bool:
    """Whether two boards of hexagons have the same cells, pairs and walls, up to a shift and the pairs' numbers."""
    return _independent_of_place(one) == _independent_of_place(other)


def _independent_of_place(puzzle: Puzzle) -> tuple[object, ...]:
    places = {}
    for cell in range(len(puzzle.cells)):
        row, column = divmod(cell, puzzle.width)
        places[cell] = 2 * row - column % 2, column
    shown = [cell for cell, content in enumerate(puzzle.cells) if content >= 0]
    low = min(places[cell][0] for cell in shown), min(places[cell][1] for cell in shown)
    at = {cell: (places[cell][0] - low[0], places[cell][1] - low[1]) for cell in places}
    pairs: dict[int, list[tuple[int, int]]] = {}
    for cell in shown:
        if puzzle.cells[cell]:
            pairs.setdefault(puzzle.cells[cell], []).append(at[cell])
    walls = {tuple(sorted((at[one], at[other]))) for one, other in puzzle.layout.walls}
    return sorted(at[cell] for cell in shown), sorted(map(sorted, pairs.values())), walls
