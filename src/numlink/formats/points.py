"""Reading `(x,y)` points with their columns, for the formats that list them."""

from __future__ import annotations

import re

from numlink.formats.reading import Line, shown, wrong

POINT = re.compile(r"\(\s*([0-9]{1,9}),\s*([0-9]{1,9})\s*\)")

Point = tuple[int, int, int]
"""x, y and the column of the text where it stands."""


def points_of(line: Line, text: str, start: int, *, between: str = " \t") -> list[Point]:
    """The points of `text`, which begins at index `start` of the line; `between` may stand before each but the first.

    Raises ParseError at anything that is no point.
    """
    points: list[Point] = []
    position = 0
    while True:
        while position < len(text) and (text[position] in " \t" or (points and text[position] in between)):
            position += 1
        if position == len(text):
            return points
        match = POINT.match(text, position)
        if not match:
            raise wrong(
                shown(text[position:]),
                "a point like (0,3): column, row, counted from 0",
                "Correct this point.",
                line=line[0],
                column=start + position + 1,
            )
        points.append((int(match[1]), int(match[2]), start + position + 1))
        position = match.end()
