"""Reading `(x,y)` and `(x,y,z)` points with their columns, for the formats that list them."""

from __future__ import annotations

import re

from numlink.formats.reading import NumberedLine, shown, wrong

POINT = re.compile(r"\(\s*([0-9]{1,9}),\s*([0-9]{1,9})\s*(?:,\s*([0-9]{1,9})\s*)?\)")

NumberedPoint = tuple[int, int, int, int]
"""x, y, z (1 for a point of two parts) and the column, from 1, where the point stands in its line."""


def points_of(
    line: NumberedLine, text: str, start: int, *, between: str = " \t", layered: bool = False
) -> list[NumberedPoint]:
    """The points of `text`, which begins at index `start` of the line.

    Between points may stand blanks and the characters of `between`.  With `layered` points have three parts, the layer
    last.  Raises ParseError at anything else.
    """
    points: list[NumberedPoint] = []
    position = 0
    while True:
        while position < len(text) and (text[position] in " \t" or (points and text[position] in between)):
            position += 1
        if position == len(text):
            return points
        match = POINT.match(text, position)
        if not match or (match[3] is not None) != layered:
            layer = "a point like (0,3,1): column and row, counted from 0, and layer, counted from 1"
            raise wrong(
                shown(text[position:]),
                layer if layered else "a point like (0,3): column, row, counted from 0",
                "Correct this point.",
                line=line[0],
                column=start + position + 1,
            )
        points.append((int(match[1]), int(match[2]), int(match[3] or 1), start + position + 1))
        position = match.end()
