"""Drawings of an episode, as text or as pixels, and where `render_mode="human"` shows them.

That is below the cell of a notebook (needs Pillow), or else on the terminal.
"""

from __future__ import annotations

import io
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from numlink.model.puzzle import Puzzle
from numlink.render.drawing import draw
from numlink.render.raster import image
from numlink.render.scene import Scene, compose
from numlink.render.terminal import plain, scene_spans
from numlink.render.theme import LOOKS

if TYPE_CHECKING:
    from rich.live import Live

Strands = list[tuple[int, ...]]  # the cells of each strand, in order
PIXELS = 32  # width and height of a cell of a frame, in pixels


def scene_of(puzzle: Puzzle, strands: Strands, theme: str) -> Scene:
    """The board with its strands as paths; the second strand of a number gets a free number with the same colour."""
    paths: dict[int, tuple[int, ...]] = {}
    loose = max(puzzle.endpoints(), default=0) + 1
    for strand in strands:
        number = max(puzzle.cells[strand[0]], puzzle.cells[strand[-1]]) or loose
        while number in paths:
            number += LOOKS
        paths[number] = strand
    return replace(compose(puzzle, theme=theme), paths=tuple(sorted(paths.items())))


def text(puzzle: Puzzle, strands: Strands) -> str:
    """The drawing as lines of text; for a tiling, which text cannot show, a line with the cells of each strand."""
    if puzzle.layout.tiling is not None:
        return "\n".join(f"{puzzle.cells[strand[0]]}: {' '.join(map(str, strand))}" for strand in strands)
    return plain(scene_spans(scene_of(puzzle, strands, "numbers")))


def pixels(puzzle: Puzzle, strands: Strands) -> NDArray[np.uint8]:
    """The drawing in RGB as an array of shape (height, width, 3), in pixels; needs Pillow."""
    return np.asarray(image(draw(scene_of(puzzle, strands, "colour")), scale=PIXELS), dtype=np.uint8)


class Notebook:
    """Shows a picture below the cell of a notebook; the next one replaces it."""

    def __init__(self) -> None:
        self._handle: Any = None

    def show(self, puzzle: Puzzle, strands: Strands) -> None:
        from IPython.display import Image, display
        from PIL import Image as Pictures

        buffer = io.BytesIO()
        Pictures.fromarray(pixels(puzzle, strands)).save(buffer, "PNG")
        image = Image(data=buffer.getvalue())
        if self._handle is None:
            self._handle = display(image, display_id=True)
        else:
            self._handle.update(image)

    def close(self) -> None: ...


class Screen:
    """Shows the drawing in one place on the terminal until `close`."""

    def __init__(self) -> None:
        self._live: Live | None = None

    def show(self, puzzle: Puzzle, strands: Strands) -> None:
        from rich.live import Live
        from rich.text import Text

        if self._live is None:
            self._live = Live(auto_refresh=False)
            self._live.start()
        self._live.update(Text(text(puzzle, strands)), refresh=True)

    def close(self) -> None:
        if self._live is not None:
            self._live.stop()
            self._live = None
