"""The help screen of the terminal game."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.screen import ModalScreen
from textual.widgets import Static


class Help(ModalScreen[None]):
    """The help screen: `words` list the keys.  Any key or a click closes it."""

    DEFAULT_CSS = """
    Help { align: center middle; }
    Help > Static { width: auto; height: auto; max-width: 100%; max-height: 100%; padding: 0 2; border: round $accent;
        background: $surface; }
    """

    def __init__(self, words: str) -> None:
        super().__init__()
        self.words = words

    def compose(self) -> ComposeResult:
        yield Static(self.words)

    def on_key(self, event: events.Key) -> None:
        event.stop()
        if self.is_current:
            self.dismiss()
        else:  # typed before the screen had gone: it is for the game
            self.app.simulate_key(event.key)

    def on_click(self) -> None:
        if self.is_current:  # a second click may come before the screen has gone
            self.dismiss()
