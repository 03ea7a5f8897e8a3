"""What the game in a terminal shows beside the board's drawing: the cursor, trails, labels and colours."""

from __future__ import annotations

from dataclasses import dataclass

from numlink.render.theme import THEMES, Mode
from numlink.render.theme import letters as spelled

THEME = THEMES["colour"]


@dataclass(frozen=True, slots=True)
class Look:
    """What the screen remembers that undo does not restore."""

    cursor: int = 0
    trail: tuple[int, ...] = ()
    marked: frozenset[int] = frozenset()
    letters: bool = False
    won: bool = False
    free: tuple[int, ...] = ()
    """A free line that is being drawn."""
    tried: frozenset[int] = frozenset()
    """Numbers whose paths are on trial."""
    crossing: bool = False
    """Whether the next direction puts a × on that side."""


def label(number: int, *, letters: bool) -> str:
    """A number as it stands on the board: itself, or A to Z, then AA, AB, ...; its last three characters."""
    return (spelled(number) if letters else str(number))[-3:]


def colour(number: int) -> str:
    """The colour of a pair on a dark ground: its hue in pictures, mixed with white."""
    return THEME.edge(number).under(Mode.DARK)
