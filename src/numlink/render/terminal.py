"""Boards on a terminal: boxes, or pipes in a third of their room; in colour where that is wanted.

    boxes        +----+----+----+        unicode      ┌──────┐        numbers at the ends, pipes for the paths,
                 |  1 |    |  2 |                     │ 1 ╶┐ │        · an empty cell, █ a solid one
                 +----+----+----+                     └──────┘

Drawn as a list of Spans, (text, colour or None), from which `plain` and `coloured` make one string.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from io import StringIO
from itertools import groupby
from typing import TextIO

from numlink.model.characters import boxed, boxed_width, printed
from numlink.model.grid import Grid
from numlink.model.puzzle import Puzzle, Solution
from numlink.render.canvas import Canvas, narrow
from numlink.render.scene import Scene, compose
from numlink.render.theme import HUES, theme_named

Span = tuple[str, str | None]

COLOURLESS = ("dumb", "unknown")
COLOURS = ("auto", "always", "never")


def wants_colour(choice: str, stream: TextIO) -> bool:
    """Whether to colour what goes to `stream`: `always`, `never`, or `auto`: on a terminal that can, unless NO_COLOR.

    https://no-color.org: any value of NO_COLOR that is not empty counts.
    """
    if choice != "auto":
        return choice == "always"
    able = os.environ.get("TERM", "") not in COLOURLESS
    return stream.isatty() and able and not os.environ.get("NO_COLOR")


def columns(stream: TextIO) -> int | None:
    """How many characters fit in a line of a terminal; None where `stream` is none."""
    if not stream.isatty():
        return None
    asked = os.environ.get("COLUMNS", "")
    if asked.isdecimal() and int(asked):
        return int(asked)
    try:
        return os.get_terminal_size(stream.fileno()).columns or None
    except (OSError, ValueError):
        return None


def fitting(puzzle: Puzzle, solution: Solution | None, stream: TextIO) -> str:
    """A board for a terminal: boxes where they fit, pipes where not; coloured where the terminal can."""
    if not puzzle.layout.plain:
        return printed(puzzle.filled(solution), puzzle.grid)
    room = columns(stream)
    fits = room is None or boxed_width(puzzle.rows()) <= room
    spans = boxed_spans(puzzle, solution) if fits else unicode_spans(puzzle, solution)
    return coloured(spans) if wants_colour("auto", stream) else plain(spans)


def unicode_spans(puzzle: Puzzle, solution: Solution | None = None, *, theme: str = "numbers") -> list[Span]:
    """The board with pipes for paths, as wide as the longest label and a blank a cell.  O(cells).

    A board that is no plain rectangle takes four characters a cell; see `canvas`.

    >>> print(plain(unicode_spans(Puzzle(3, 1, (1, 0, 1)), Solution(3, 1, ((0, 1, 2),)))))
    ┌───────┐
    │ 1───1 │
    └───────┘
    """
    return scene_spans(compose(puzzle, solution, theme=theme))


def scene_spans(scene: Scene) -> list[Span]:
    """`unicode_spans` of a scene."""
    ends = {cell: (number, scene.label(number)) for cell, number in scene.endpoints}
    if scene.grid is not None:
        canvas = Canvas(scene.grid)
        ends = {cell: (number, label[-3:]) for cell, (number, label) in ends.items()}
    else:
        room = max((len(label) for _, label in ends.values()), default=1)
        canvas = Canvas(Grid(scene.width, scene.height, frozenset(scene.solids)), narrow(room))
    spans: list[Span] = []
    rows = canvas.drawn(ends, scene.paths)
    for text, numbers in zip(rows.lines(), rows.numbers, strict=True):
        end = 0
        for number, run in groupby(numbers):
            start, end = end, end + len([*run])
            spans.append((text[start:end], _colour(number) if number else None))
        spans.append(("\n", None))
    return spans[:-1]


def _colour(number: int) -> str:
    return theme_named("colour").hue(number)


def boxed_spans(puzzle: Puzzle, solution: Solution | None = None) -> list[Span]:
    """The boxes of the assignment with the numbers in colour."""
    if not puzzle.layout.plain:
        return [(printed(puzzle.filled(solution), puzzle.grid), None)]
    spans: list[Span] = []
    for line in boxed(puzzle.filled(solution)).split("\n"):
        for index, box in enumerate(line.split("|")):
            text = ("|" if index else "") + box
            content = box.strip()
            if content.isdecimal():
                lead, number = ("|", box) if index else ("", box)
                spans += [(lead, None), (number, _colour(int(content)))]
            else:
                spans.append((text, None))
        spans.append(("\n", None))
    return spans[:-1]


def plain(spans: Iterable[Span]) -> str:
    """Spans as text without colour."""
    return "".join(text for text, _ in spans)


def coloured(spans: Iterable[Span]) -> str:
    """Spans as text with the colours that the terminal can show, as rich finds out; plain ones when unsure."""
    from rich.color import ColorSystem
    from rich.console import Console
    from rich.style import Style

    systems = {"256": ColorSystem.EIGHT_BIT, "truecolor": ColorSystem.TRUECOLOR}
    found = Console(file=StringIO(), force_terminal=True).color_system
    system = systems.get(found or "", ColorSystem.STANDARD)
    # not console.print: styles that rich has added up once remember the colours of another terminal
    styles = {colour: Style(color=colour, bold=True) for colour in HUES}
    return "".join(styles[colour].render(text, color_system=system) if colour else text for text, colour in spans)
