"""What the terminal game shows besides the drawing: cursor, trail of the pencil, labels, colours of tiles, and the line
above the board with the puzzle, the progress and the place of the cursor.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from rich.cells import cell_len, set_cell_size
from rich.style import Style

from numlink.model.grid import SOLID
from numlink.render.theme import GROUND, THEMES, TILE, TILE_BLOCK, TILE_INK, Mode, contrast
from numlink.render.theme import letters as as_letters

THEME = THEMES["colour"]
SPARE = ("moves", "empty", "grade")
"""The parts to leave out, in this order, if the line above the board is wider than the screen."""


@dataclass(frozen=True, slots=True)
class ViewState:
    """The state of the screen that undo does not restore.

    `trail` are the cells that the pencil has passed, () while it is up, on a path or a free line (a note); `marked` the
    cells that a hint marks; `letters` says that letters replace numbers; `won` that the puzzle is solved.
    """

    cursor: int = 0
    trail: tuple[int, ...] = ()
    marked: frozenset[int] = frozenset()
    letters: bool = False
    won: bool = False
    tried: frozenset[int] = frozenset()  # the numbers whose paths have changed since a trial began
    crossing: bool = False  # whether the next arrow key puts a × on that side of the cursor's cell


def spelled(number: int, *, letters: bool) -> str:
    """The label of a number on the board: its digits, or A to Z, then AA, AB, ..."""
    return as_letters(number) if letters else str(number)


def light_or_dark(environment: Mapping[str, str]) -> Mode:
    """The mode for the terminal's background colour, as COLORFGBG names it: '0;15' is black on white."""
    return Mode.LIGHT if environment.get("COLORFGBG", "").split(";")[-1] in ("7", "15") else Mode.DARK


@cache
def line_style(number: int, mode: Mode) -> Style:
    """The style of a pair's path: its hue in pictures, made lighter on a dark background and darker on a light one."""
    return Style(color=THEME.edge(number).under(mode), bold=True)


@cache
def tile_style(number: int, content: int, mode: Mode, *, half: bool) -> Style:
    """The style of a tile and its text: `number` is that of its path or 0, `content` that of the cell.

    An end has the hue of its pair.  `half` is for the upper line of a tile, whose lower half alone shows the tile.
    """
    hue = THEME.hue(number) if number else ""
    if content > 0:
        ground, ink = hue, max("#ffffff", TILE_INK.light, key=lambda ink: contrast(ink, hue))
    elif number:
        ground, ink = THEME.wash(number).under(mode), THEME.edge(number).under(mode)
    else:
        ground, ink = (TILE_BLOCK if content == SOLID else TILE).under(mode), TILE_INK.under(mode)
    if half:
        return Style(color=ground, bgcolor=GROUND.under(mode))
    return Style(color=ink, bgcolor=ground, bold=bool(number))


def fitted(parts: Mapping[str, str], room: int) -> str:
    """The line above the board: `parts` in order, without empty ones, two blanks apart, but one before the grade.

    If it is wider than `room` columns, parts in SPARE are left out, and then the name is cut off.
    """
    line = {**parts}
    for spare in SPARE:
        if cell_len(_joined(line)) > room:
            line[spare] = ""
    over = cell_len(_joined(line)) - room
    if over > 0 and line["name"]:
        kept = set_cell_size(line["name"], max(0, cell_len(line["name"]) - over - 1)).rstrip()
        line["name"] = f"{kept}…" if kept else ""
    return _joined(line)


def _joined(parts: dict[str, str]) -> str:
    graded = {"board": f"{parts['board']} {parts['grade']}".rstrip(), "grade": ""}
    return "  ".join(filter(None, (parts | graded).values()))


def clock(seconds: int) -> str:
    """Seconds as a clock: 2:05, 1:02:05."""
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
