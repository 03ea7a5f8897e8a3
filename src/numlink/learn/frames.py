"""What an environment shows: a drawing as text, as pixels, or live on the terminal."""

from __future__ import annotations

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

PIXELS = 32
"""A cell's side in pixels."""


def scene_of(puzzle: Puzzle, strands: list[tuple[int, ...]], theme: str) -> Scene:
    """The board with its strands; a second strand of a number has a number of its own in the same colour."""
    paths: dict[int, tuple[int, ...]] = {}
    loose = max(puzzle.endpoints(), default=0) + 1
    for strand in strands:
        number = max(puzzle.cells[strand[0]], puzzle.cells[strand[-1]]) or loose
        while number in paths:
            number += LOOKS
        paths[number] = strand
    return replace(compose(puzzle, theme=theme), paths=tuple(sorted(paths.items())))


def text(puzzle: Puzzle, strands: list[tuple[int, ...]]) -> str:
    """The drawing as lines of text."""
    return plain(scene_spans(scene_of(puzzle, strands, "numbers")))


def pixels(puzzle: Puzzle, strands: list[tuple[int, ...]]) -> NDArray[np.uint8]:
    """The drawing as an array of shape (height, width, 3); needs Pillow."""
    return np.asarray(image(draw(scene_of(puzzle, strands, "colour")), scale=PIXELS), dtype=np.uint8)


class Screen:
    """The drawing live on the terminal, in one place, until `close`."""

    def __init__(self) -> None:
        self._live: Live | None = None

    def show(self, words: str) -> None:
        """Put text in place of the text before."""
        from rich.live import Live
        from rich.text import Text

        if self._live is None:
            self._live = Live(auto_refresh=False)
            self._live.start()
        self._live.update(Text(words), refresh=True)

    def close(self, *_: Any) -> None:
        """Leave the last drawing on the terminal."""
        if self._live is not None:
            self._live.stop()
            self._live = None
