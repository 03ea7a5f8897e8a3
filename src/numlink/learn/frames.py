"""The drawing of an episode as text or as pixels."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from numlink.model.puzzle import Puzzle
from numlink.render.drawing import draw
from numlink.render.raster import image
from numlink.render.scene import Scene, compose
from numlink.render.terminal import plain, scene_spans
from numlink.render.theme import LOOKS

PIXELS = 32
"""Width and height of a cell of a frame, in pixels."""


def scene_of(puzzle: Puzzle, strands: list[tuple[int, ...]], theme: str) -> Scene:
    """The board with its strands, each as a path of the scene.

    A scene has one path for each number, so the second strand of a number gets a free number with the same colour.
    """
    paths: dict[int, tuple[int, ...]] = {}
    loose = max(puzzle.endpoints(), default=0) + 1
    for strand in strands:
        number = max(puzzle.cells[strand[0]], puzzle.cells[strand[-1]]) or loose
        while number in paths:
            number += LOOKS
        paths[number] = strand
    return replace(compose(puzzle, theme=theme), paths=tuple(sorted(paths.items())))


def text(puzzle: Puzzle, strands: list[tuple[int, ...]]) -> str:
    """The drawing as lines of text; of a tiling, which rows of characters cannot show, one line of cells a strand."""
    if puzzle.layout.tiling is not None:
        return "\n".join(f"{puzzle.cells[strand[0]]}: {' '.join(map(str, strand))}" for strand in strands)
    return plain(scene_spans(scene_of(puzzle, strands, "numbers")))


def pixels(puzzle: Puzzle, strands: list[tuple[int, ...]]) -> NDArray[np.uint8]:
    """The drawing in RGB as an array of shape (height, width, 3), in pixels; needs Pillow."""
    return np.asarray(image(draw(scene_of(puzzle, strands, "colour")), scale=PIXELS), dtype=np.uint8)
