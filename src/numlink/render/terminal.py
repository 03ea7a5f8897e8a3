"""Boards for a terminal: in boxes, or with paths as lines, which takes a third of the room; with or without colours.

    boxes        +----+----+----+        unicode      ┌──────┐        numbers at the ends, pipes for the paths,
                 |  1 |    |  2 |                     │ 1 ╶┐ │        · an empty cell, █ a solid one
                 +----+----+----+                     └──────┘

Boards are made as lists of Spans, which `plain` and `coloured` turn into one string.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from io import StringIO
from itertools import groupby, pairwise
from shutil import get_terminal_size
from typing import TextIO

from numlink.model.characters import boxed, boxed_width, printed
from numlink.model.puzzle import Puzzle, Solution
from numlink.render.canvas import Canvas
from numlink.render.scene import Scene, compose
from numlink.render.text_layout import DOWN, LEFT, RIGHT, UP
from numlink.render.theme import HUES, theme_named

Span = tuple[str, str | None]  # (text, its colour `#rrggbb` or None)
COLOURLESS = ("dumb", "unknown")  # values of TERM for terminals without colours
COLOURS = ("auto", "always", "never")  # the choices of `wants_colour`
ROUND = "·╵╴╯╶╰─┼╷│╮┼╭┼┼┼"  # signs of paths; the index is a sum of UP, LEFT, RIGHT and DOWN


def wants_colour(choice: str, stream: TextIO) -> bool:
    """Whether to write colours to `stream`: `always`, `never`, or `auto`, on terminals that have colours.

    With `auto`, any value of the environment variable NO_COLOR that is not empty means no (https://no-color.org).
    """
    if choice != "auto":
        return choice == "always"
    able = os.environ.get("TERM", "") not in COLOURLESS
    return stream.isatty() and able and not os.environ.get("NO_COLOR")


def columns(stream: TextIO) -> int | None:
    """The width of the terminal in characters: the environment variable COLUMNS, else what the system says.

    None if `stream`, standard output, is not a terminal, or its width is not known.
    """
    return get_terminal_size((0, 0)).columns or None if stream.isatty() else None


def fitting(puzzle: Puzzle, solution: Solution | None, stream: TextIO) -> str:
    """A plain rectangle as text for `stream`: boxes if they fit in its width, else lines; in colour if the terminal has
    colours.  Any other board in the assignment's simple form, without colour, whatever the width.
    """
    if not puzzle.layout.plain:
        return printed(puzzle.filled(solution), puzzle.grid)
    room = columns(stream)
    fits = room is None or boxed_width(puzzle.rows()) <= room
    spans = boxed_spans(puzzle, solution) if fits else unicode_spans(puzzle, solution)
    return coloured(spans) if wants_colour("auto", stream) else plain(spans)


def unicode_spans(puzzle: Puzzle, solution: Solution | None = None, *, theme: str = "numbers") -> list[Span]:
    """The board with lines for paths; a cell is as wide as the longest label and a blank.  O(cells).

    On a board that is no plain rectangle a cell is four characters wide; see `canvas`.  Raises InputError as `compose`
    does, and for a tiling.

    >>> print(plain(unicode_spans(Puzzle(3, 1, (1, 0, 1)), Solution(3, 1, ((0, 1, 2),)))))
    ┌───────┐
    │ 1───1 │
    └───────┘
    """
    return scene_spans(compose(puzzle, solution, theme=theme))


def scene_spans(scene: Scene) -> list[Span]:
    if scene.plain:
        return _rectangle(scene)
    ends = {cell: (number, scene.theme.label(number)[-3:]) for cell, number in scene.endpoints}
    spans: list[Span] = []
    rows = Canvas(scene.grid).drawn(ends, scene.paths)
    for text, numbers in zip(rows.lines(), rows.numbers, strict=True):
        end = 0
        for number, run in groupby(numbers):
            start, end = end, end + len([*run])
            spans.append((text[start:end], _colour(number) if number else None))
        spans.append(("\n", None))
    return spans[:-1]


def _rectangle(scene: Scene) -> list[Span]:
    """A plain rectangle, drawn without a Canvas (bench/notes/characters.md): each cell and the sign to its left."""
    width, size = scene.width, scene.width * scene.height
    ends, solids = dict(scene.endpoints), set(scene.solids)
    room = max((len(scene.theme.label(number)) for number in set(ends.values())), default=1)
    ways, owners = _ways(scene)
    hue = theme_named("colour").hue
    bar = "─" * (width * (room + 1) + 1)
    spans: list[Span] = []
    text, colour = f"┌{bar}┐\n", None
    for start in range(0, size, width):
        text += "│"
        for cell in range(start, start + width):
            way = ways[cell]
            joined = way & LEFT
            lead = "─" if joined else "█" if cell in solids and cell > start and cell - 1 in solids else " "
            number = owners[cell] if way else 0
            if cell in ends:
                number = ends[cell]
                content = scene.theme.label(number)
                lead *= room + 1 - len(content)
            elif way or cell not in solids:
                content = ROUND[way]
                lead *= room
            else:
                content = room * "█"
            if joined:
                text += lead + content
                continue
            if colour is not None:
                spans.append((text, colour))
                text, colour = "", None
            text += lead
            if number:
                spans.append((text, None))
                text, colour = "", hue(number)
            text += content
        if colour is not None:
            spans.append((text, colour))
            text, colour = "", None
        text += " │\n"
    return [*spans, (f"{text}└{bar}┘", None)]


def _ways(scene: Scene) -> tuple[bytearray, list[int]]:
    """For each cell of a rectangle, the directions in which paths leave it, as bits, and its last path's number."""
    width, size = scene.width, scene.width * scene.height
    ways, owners = bytearray(size), [0] * size
    towards = {1: (RIGHT, LEFT), -1: (LEFT, RIGHT), width: (DOWN, UP), -width: (UP, DOWN)}
    for number, path in scene.paths:
        for here, there in pairwise(path):
            out, back = towards.get(there - here, (0, 0))
            ways[here] |= out
            ways[there] |= back
            owners[here] = owners[there] = number
    for start in range(0, size, width):  # the end of a row is not linked to the next row
        ways[start] &= ~LEFT
        ways[start + width - 1] &= ~RIGHT
    return ways, owners


def _colour(number: int) -> str:
    return theme_named("colour").hue(number)


def boxed_spans(puzzle: Puzzle, solution: Solution | None = None) -> list[Span]:
    """A plain rectangle in boxes, as the lab assignment prints it, with the numbers in colour.

    Any other board in the assignment's simple form below its headers, without colour.
    """
    if not puzzle.layout.plain:
        return [(printed(puzzle.filled(solution), puzzle.grid), None)]
    pieces = re.split(r"(?<=\|)( *[0-9]+ *)(?=\|)", boxed(puzzle.filled(solution)))  # every second piece is a number
    return [(text, _colour(int(text)) if at % 2 else None) for at, text in enumerate(pieces)]


def plain(spans: Iterable[Span]) -> str:
    return "".join(text for text, _ in spans)


def coloured(spans: Iterable[Span]) -> str:
    """Spans, whose colours must be among HUES, as text with escape codes: coloured text is bold.

    rich detects how many colours the terminal has, or 16 if in doubt.
    """
    from rich.color import ColorSystem
    from rich.console import Console
    from rich.style import Style

    systems = {"256": ColorSystem.EIGHT_BIT, "truecolor": ColorSystem.TRUECOLOR}
    found = Console(file=StringIO(), force_terminal=True).color_system
    system = systems.get(found or "", ColorSystem.STANDARD)
    # console.print would cache combined styles with the escape codes of the first terminal
    styles = {colour: Style(color=colour, bold=True) for colour in HUES}
    return "".join(styles[colour].render(text, color_system=system) if colour else text for text, colour in spans)
