"""What the terminal game shows beside the drawing: cursor, trail of the pencil, labels and colours."""

from __future__ import annotations

from dataclasses import dataclass

from numlink.render.theme import THEMES, Mode
from numlink.render.theme import letters as spelled

THEME = THEMES["colour"]


@dataclass(frozen=True, slots=True)
class ViewState:
    """The state of the screen that undo does not restore.

    `trail` are the cells of the pencil since it was put down, () while it is up; `marked` the cells that a hint marks;
    `letters` says that letters stand for numbers; `won` that the puzzle is solved.
    """

    cursor: int = 0
    trail: tuple[int, ...] = ()
    marked: frozenset[int] = frozenset()
    letters: bool = False
    won: bool = False
    free: tuple[int, ...] = ()  # the cells of a free line that is being drawn
    tried: frozenset[int] = frozenset()  # the numbers whose paths have changed since a trial began
    crossing: bool = False  # whether the next arrow key puts a × on that side of the cursor's cell


def label(number: int, *, letters: bool) -> str:
    """The text that stands for a number on the board: its digits, or A to Z, then AA, AB, ...

    Of a longer text only the last three characters.
    """
    return (spelled(number) if letters else str(number))[-3:]


def colour(number: int) -> str:
    """The colour of a pair, `#rrggbb`, on a dark ground: its hue in pictures, mixed with white."""
    return THEME.edge(number).under(Mode.DARK)
