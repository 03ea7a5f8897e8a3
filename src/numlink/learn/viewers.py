"""Where `render_mode="human"` shows a drawing: under the cell of a notebook, in a window, or on the terminal.

A window needs pygame and a display; a notebook needs Pillow.  Without notebook and window, the terminal is used.
"""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING, Any, Protocol

from numlink.learn.frames import pixels, text
from numlink.model.puzzle import Puzzle

if TYPE_CHECKING:
    from rich.live import Live

Strands = list[tuple[int, ...]]
"""The cells of each strand, in order."""


class Viewer(Protocol):
    """Shows one drawing after the other in one place."""

    def show(self, puzzle: Puzzle, strands: Strands) -> None:
        """Put a drawing in place of the one before."""

    def close(self) -> None:
        """End the viewer: close its window, or leave its last drawing."""


def viewer() -> Viewer:
    """The first viewer that works here: a notebook's cell, a window, the terminal."""
    if "ipykernel" in sys.modules:
        return Notebook()
    try:
        return Window()
    except (ImportError, OSError):
        return Screen()


class Window:
    """A window of pygame's; raises ImportError without pygame, OSError without a display."""

    def __init__(self) -> None:
        import pygame

        self._pygame: Any = pygame
        try:
            pygame.display.init()
            pygame.display.set_caption("numlink")
        except pygame.error as error:
            raise OSError(str(error)) from None

    def show(self, puzzle: Puzzle, strands: Strands) -> None:
        frame = pixels(puzzle, strands)
        size = frame.shape[1], frame.shape[0]
        window = self._pygame.display.get_surface()
        if window is None or window.get_size() != size:
            window = self._pygame.display.set_mode(size)
        self._pygame.event.pump()  # without this call the system reports that the program hangs
        window.blit(self._pygame.image.frombuffer(frame.tobytes(), size, "RGB"), (0, 0))
        self._pygame.display.flip()

    def close(self) -> None:
        self._pygame.display.quit()


class Notebook:
    """One picture under the cell of a notebook, which the next one replaces."""

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

    def close(self) -> None:
        """Leave the last picture."""


class Screen:
    """The drawing live on the terminal, in one place, until `close`."""

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
        """Leave the last drawing on the terminal."""
        if self._live is not None:
            self._live.stop()
            self._live = None
