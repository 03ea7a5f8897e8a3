"""A second generator of screenshots, which shares no look with `families`: every trait of a picture is random.

It was written from what apps look like, not from how pictures are read: the reader was not made with its pictures.
"""

from __future__ import annotations

import colorsys
import io
import random
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from tests.pictures.apps import Board, board, text_font

SCREENS = (
    *((640, 1136), (720, 1280), (720, 1560), (750, 1334), (828, 1792), (1080, 1920), (1080, 2340), (1170, 2532)),
    *((768, 1024), (1200, 1920), (1280, 800), (834, 1112)),
)


@dataclass(frozen=True, slots=True)
class Traits:
    """The traits of a picture in words; `plain` if nothing is played and nothing covers the board."""

    plain: bool
    words: str


@dataclass(frozen=True, slots=True)
class Picture:
    data: bytes
    board: Board
    traits: Traits


def colours(rng: random.Random, count: int, ground: tuple[int, int, int]) -> list[tuple[int, int, int]]:
    """Colours that a person can tell apart and see on the ground."""
    found: list[tuple[int, int, int]] = []
    least = 95.0
    while len(found) < count:
        if rng.random() < 0.12:
            grey = rng.randrange(256)
            one = (grey, grey, grey)
        else:
            parts = colorsys.hsv_to_rgb(rng.random(), rng.uniform(0.5, 1), rng.uniform(0.45, 1))
            one = tuple(round(255 * part) for part in parts)
        if all(np.hypot.reduce(np.subtract(one, other)) > least for other in (*found, ground)):
            found.append(one)
        least -= 0.15
    return found


def blend(one, other, share):
    return tuple(round(a * share + b * (1 - share)) for a, b in zip(one, other, strict=True))


def _ground(rng, dark):
    if dark:
        return rng.choice([(0, 0, 0), (18, 18, 18), (24, 26, 40), (30, 20, 34), (10, 30, 34), (40, 40, 44)])
    return rng.choice([(255, 255, 255), (245, 245, 245), (250, 244, 230), (232, 240, 250), (238, 250, 240)])


def _backdrop(rng, size, ground, dark):
    """(image, kind) of what lies behind board and buttons: one colour, a gradient, or blurred stripes and blobs."""
    kind = rng.choice(["flat", "flat", "gradient", "stripes", "blobs"])
    image = Image.new("RGB", size, ground)
    if kind == "gradient":
        other = blend(rng.choice([(90, 60, 160), (30, 90, 120), (200, 120, 60), (128, 128, 128)]), ground, 0.25)
        ramp = Image.linear_gradient("L").resize(size)
        image = Image.composite(Image.new("RGB", size, other), image, ramp)
    elif kind in ("stripes", "blobs"):
        pen = ImageDraw.Draw(image)
        for _ in range(rng.randint(2, 7)):
            tint = tuple(round(255 * part) for part in colorsys.hsv_to_rgb(rng.random(), 0.9, 0.8))
            tint = blend(tint, ground, rng.uniform(0.05, 0.22 if dark else 0.12))
            x, y, wide = rng.randrange(size[0]), rng.randrange(size[1]), size[0] * rng.uniform(0.05, 0.12)
            long = size[0] * rng.uniform(0.2, 1)
            box = (x, y, x + wide, y + long) if rng.random() < 0.5 else (x - long, y, x, y + wide)
            pen.rounded_rectangle(box, wide / 2, fill=tint) if kind == "stripes" else pen.ellipse(box, fill=tint)
        image = image.filter(ImageFilter.GaussianBlur(size[0] / rng.choice([40, 90, 400])))
    return image, kind


def _draw_surroundings(rng, pen, size, box, ink, dots):
    """Draw a status bar, a headline, counters above the board, buttons below it, and a banner."""
    width, height = size
    unit = width / 26
    pen.text((unit, unit * 0.4), f"{rng.randint(0, 23)}:{rng.randint(10, 59)}", fill=ink, font=text_font(round(unit)))
    for bar in range(4):
        pen.rectangle((width - (5 - bar) * unit, (1.2 - 0.2 * bar) * unit, width - (4.6 - bar) * unit, 1.5 * unit), ink)
    if box[1] > 5 * unit:
        words = f"Level {rng.randint(1, 300)}"
        pen.text((2 * unit, 2.5 * unit), words, fill=dots[0], font=text_font(round(2.2 * unit)))
    if box[1] > 6.5 * unit:
        words = f"moves: {rng.randint(0, 9)}   best: -   pipe: {rng.randint(0, 99)}%"
        pen.text((0.3 * unit, box[1] - 1.4 * unit), words, fill=ink, font=text_font(round(1.1 * unit), bold=False))
    y = box[3] + 2 * unit
    if y + 4 * unit < height:
        for index in range(rng.randint(2, 6)):
            x = (2 + 4.2 * index) * unit
            pen.ellipse((x - 1.3 * unit, y, x + 1.3 * unit, y + 2.6 * unit), outline=ink, width=max(1, round(unit / 6)))
            pen.polygon([(x - unit / 2, y + 1.3 * unit), (x + unit / 2, y + unit), (x, y + 2 * unit)], fill=ink)
    if y + 9 * unit < height and rng.random() < 0.6:
        pen.rectangle((0, height - 4 * unit, width, height), fill=(250, 250, 250))
        for index in range(6):
            x = (0.5 + 4.3 * index) * unit
            pen.rectangle((x, height - 3.6 * unit, x + 3.6 * unit, height - 0.4 * unit), fill=rng.choice(dots))


class _Look:
    """The traits of a board: how cells, lines, dots and paths are drawn."""

    def __init__(self, rng, dark):
        self.cells = rng.choice(["lines", "lines", "lines", "framed", "tiles", "checker", "boxed"])
        self.line = rng.uniform(0.012, 0.05)
        self.strength = rng.uniform(0.22, 0.7)
        self.gap, self.corner = rng.uniform(0.03, 0.1), rng.choice([0, 0.08, 0.2])
        self.dot = rng.uniform(0.52, 0.8)
        self.finish = rng.choice(["flat", "flat", "flat", "rim", "shaded", "spot", "ringed"])
        self.sign = rng.choice(["", "", "", "letter", "digit"])
        self.path = rng.uniform(0.25, 0.42)
        self.wash = rng.choice([0, 0.15, 0.3])
        self.hint = (235, 235, 235) if dark else (60, 60, 60)


def _draw_cells(image, look, found, ground, x, y, cell, washed):
    pen = ImageDraw.Draw(image)
    puzzle = found.puzzle
    line = blend(look.hint, ground, look.strength)
    tile = blend(look.hint, ground, 0.12)
    wide = max(1, round(look.line * cell))
    right, bottom = x + cell * puzzle.width, y + cell * puzzle.height
    if look.cells == "boxed":
        pen.rectangle((x, y, right, bottom), fill=blend(look.hint, ground, 0.08))
    for place in range(puzzle.width * puzzle.height):
        row, column = divmod(place, puzzle.width)
        left, top = x + column * cell, y + row * cell
        fill = tile if look.cells == "tiles" or (look.cells == "checker" and (row + column) % 2) else None
        if place in washed and look.wash:
            fill = blend(washed[place], fill or ground, look.wash)
        if fill is not None and look.cells == "tiles":
            inset = look.gap * cell / 2
            box = (left + inset, top + inset, left + cell - inset, top + cell - inset)
            pen.rounded_rectangle(box, look.corner * cell, fill=fill)
        elif fill is not None:
            pen.rectangle((left, top, left + cell, top + cell), fill=fill)
    if look.cells != "tiles":
        for row in range(puzzle.height + 1):
            pen.line((x, y + row * cell, right, y + row * cell), fill=line, width=wide)
        for column in range(puzzle.width + 1):
            pen.line((x + column * cell, y, x + column * cell, bottom), fill=line, width=wide)
    if look.cells == "framed":
        pen.rectangle((x, y, right, bottom), outline=blend(look.hint, ground, 0.9), width=round(0.06 * cell))


def _draw_dot(pen, look, x, y, cell, colour, number):
    half = look.dot * cell / 2

    def disc(size, fill, lift=0.0):
        pen.ellipse((x - size - lift, y - size - lift, x + size - lift, y + size - lift), fill=fill)

    disc(half, colour)
    if look.finish == "rim":
        disc(half, blend((0, 0, 0), colour, 0.5))
        disc(0.9 * half, colour)
    elif look.finish == "shaded":
        for step in range(6):
            disc(half * (0.95 - 0.12 * step), blend((255, 255, 255), colour, 0.05 * step), 0.02 * step * half)
    elif look.finish == "spot":
        disc(0.2 * half, blend((255, 255, 255), colour, 0.7), 0.45 * half)
    elif look.finish == "ringed" and number > 6:
        light = sum(colour) > 380
        pen.ellipse(
            (x - 0.82 * half, y - 0.82 * half, x + 0.82 * half, y + 0.82 * half),
            outline=(20, 20, 20) if light else (255, 255, 255),
            width=max(1, round(0.12 * half)),
        )
    if look.sign:
        text = chr(64 + number) if look.sign == "letter" else str(number)
        ink = (20, 20, 20) if sum(colour) > 420 else (255, 255, 255)
        pen.text((x, y), text, fill=ink, font=text_font(round(0.55 * look.dot * cell)), anchor="mm")


def picture(rng: random.Random, played: str) -> Picture:
    """One picture; `played` says which paths are drawn: none, some or all."""
    dark = rng.random() < 0.65
    size = rng.choice(SCREENS)
    fine = size[0] * 2, size[1] * 2
    ground = _ground(rng, dark)
    image, backdrop = _backdrop(rng, fine, ground, dark)
    width = rng.choice([5, 5, 6, 7, 8, 9, 10, 12, 14])
    height = width if rng.random() < 0.6 else min(16, max(5, width + rng.randint(-2, 5)))
    look = _Look(rng, dark)
    pairs = rng.randint(3, max(4, min(16, width * height // 8)))
    found = board(rng, width, height, pairs)
    dots = colours(rng, found.puzzle.pairs, ground)
    margin = rng.choice([0.0, 0.005, 0.02, 0.08]) * fine[0]
    cell = min((fine[0] - 2 * margin) / width, 0.66 * fine[1] / height)
    x = (fine[0] - cell * width) / 2
    y = rng.uniform(0.16, 0.22) * fine[1]
    pen = ImageDraw.Draw(image)
    _draw_surroundings(rng, pen, fine, (x, y, x + cell * width, y + cell * height), look.hint, dots)
    paths = [list(path) for path in found.lines if played == "all" or (played == "some" and rng.random() < 0.6)]
    if played == "some" and paths:
        paths[-1] = paths[-1][: rng.randint(1, len(paths[-1]))]
    colour_of = {path[0]: dots[found.puzzle.cells[path[0]] - 1] for path in paths}
    washed = {place: colour_of[path[0]] for path in paths for place in path}
    _draw_cells(image, look, found, ground, x, y, cell, washed)

    def middle(place):
        return x + (place % width + 0.5) * cell, y + (place // width + 0.5) * cell

    for path in paths:
        points = [middle(place) for place in path]
        half = look.path * cell / 2
        pen.line(points, fill=colour_of[path[0]], width=round(2 * half))
        for across, down in points:
            pen.ellipse((across - half, down - half, across + half, down + half), fill=colour_of[path[0]])
    for place, number in enumerate(found.puzzle.cells):
        if number > 0:
            _draw_dot(pen, look, *middle(place), cell, dots[number - 1], number)
    if played == "some" and paths and rng.random() < 0.4:  # a halo around the finger
        across, down = middle(paths[-1][-1])
        halo = Image.new("L", fine)
        ImageDraw.Draw(halo).ellipse((across - cell, down - cell, across + cell, down + cell), fill=90)
        image.paste(Image.new("RGB", fine, colour_of[paths[-1][0]]), (0, 0), halo)
    image = image.reduce(2)
    view = rng.choice(["whole", "whole", "whole", "wide", "cropped"])
    if view != "whole":
        room = cell / 2 * (rng.uniform(0.0, 0.2) if view == "cropped" else rng.uniform(0.3, 1.5))
        box = (x / 2 - room, y / 2 - room, (x + cell * width) / 2 + room, (y + cell * height) / 2 + room)
        image = image.crop((max(0, int(box[0])), max(0, int(box[1])), min(size[0], int(box[2]) + 2), int(box[3]) + 2))
    data, spoilt = _saved(rng, image, width)
    words = f"{width}x{height} {size[0]}x{size[1]} {view} {backdrop} {look.cells} {look.finish} {look.sign} {spoilt}"
    return Picture(data, found, Traits(played == "none", words))


def _saved(rng, image, columns):
    """(data, words): the picture as it arrives, perhaps scaled or noisy, and compressed; and what was done to it."""
    words = []
    least = min(1.0, 20 * columns / image.width)
    if rng.random() < 0.4:
        scale = rng.uniform(max(0.4, least), 1.0)
        image = image.resize((round(image.width * scale), round(image.height * scale)), Image.Resampling.BICUBIC)
        words.append(f"scale{scale:.2f}")
    if rng.random() < 0.15:
        noise = np.random.default_rng(rng.randrange(10**6)).normal(0, rng.uniform(1, 5), np.asarray(image).shape)
        image = Image.fromarray((np.asarray(image) + noise).clip(0, 255).astype("uint8"))
        words.append("noise")
    kind = rng.choice(["PNG", "JPEG", "JPEG", "WEBP"])
    data = io.BytesIO()
    image.save(data, kind, **({"compress_level": 1} if kind == "PNG" else {"quality": rng.randint(55, 95)}))
    return data.getvalue(), " ".join([*words, kind])


def pictures(count: int, seed: int, played: str = "none") -> Iterator[Picture]:
    """Random pictures."""
    for number in range(count):
        yield picture(random.Random(f"{seed}/{played}/{number}"), played)
