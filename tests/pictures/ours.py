"""Our own pictures, which must be read: boards of every kind, in every theme and mode, as PNG at several sizes."""

from __future__ import annotations

import io
import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from PIL import Image

from numlink import Grid, Layout, Puzzle, generate
from numlink.making.shapes import shaped
from numlink.render.picture import Options
from numlink.render.raster import picture
from numlink.render.theme import THEMES, Mode

READ = {
    "plain": {},
    "blocks": {"solids": "few"},
    "walls": {"walls": "few"},
    "many walls": {"walls": "many"},
    "bridges": {"bridges": "few"},
    "rows wrap": {"wrap": "rows"},
    "columns wrap": {"wrap": "columns"},
    "both wrap": {"wrap": "both"},
    "walls and bridges": {"walls": "few", "bridges": "few"},
    "blocks and walls": {"solids": "few", "walls": "few"},
    "hexagons": {"board": "hex"},
    "hexagons, walls": {"board": "hex", "walls": "few"},
    "hexagons, blocks": {"board": "hex", "solids": "few"},
    "hexagon": {"board": "hex"},
}
"""Kinds of boards that are read, and how they are generated."""

REFUSED = {
    "triangles": {"board": "triangle"},
    "diagonals": {"board": "diagonal"},
    "layers": {"layers": 2},
}

SIZES = ((4, 4), (5, 5), (7, 5), (6, 8), (9, 9), (11, 8), (8, 13))
SCALES = (20, 24, 30, 36, 48, 61, 72)


@dataclass(frozen=True, slots=True)
class Drawn:
    """A picture of ours, the board it shows, and words for how it is drawn."""

    data: bytes
    puzzle: Puzzle
    how: str


@cache
def puzzle_of(kind: str, size: tuple[int, int], seed: int) -> Puzzle:
    """A board of this kind, with its solution."""
    if kind == "hexagon":  # as wide and as high as its shape needs
        side = min(size) | 1
        return generate(grid=shaped(Grid(side, side, layout=Layout(kind="hex")), "hexagon"), seed=seed)
    return generate(*size, seed=seed, **(READ | REFUSED)[kind])


def drawn(puzzle: Puzzle, options: Options) -> bytes:
    """A picture of ours that has only pixels, without the board that its file carries as text."""
    image, found = Image.open(io.BytesIO(picture([puzzle], options))).convert("RGB"), io.BytesIO()
    image.info.clear()
    image.save(found, "PNG", compress_level=1)
    return found.getvalue()


def renumbered(puzzle: Puzzle) -> tuple[tuple[int, ...], Layout]:
    """What a picture can show of a board: the dots of apps have no numbers, and no picture shows the rules."""
    return puzzle.renumbered().cells, puzzle.layout


def pictures_of(count: int, seed: int, kinds: tuple[str, ...] = tuple(READ)) -> Iterator[Drawn]:
    """So many of our pictures: of all kinds in turn, and otherwise random."""
    rng = random.Random(seed)
    for number in range(count):
        kind = kinds[number % len(kinds)]
        size = rng.choice(SIZES)
        theme, mode, scale = rng.choice([*THEMES]), rng.choice((Mode.LIGHT, Mode.DARK)), rng.choice(SCALES)
        solved = rng.random() < 0.5
        board_seed = rng.randrange(3)
        puzzle = puzzle_of(kind, size, board_seed)
        data = drawn(puzzle, Options(theme=theme, mode=mode, solved=solved, scale=scale))
        how = f"{kind} {size[0]}x{size[1]} #{board_seed} {theme} {mode.value} {scale} {'solved' if solved else 'bare'}"
        yield Drawn(data, puzzle, how)
