"""Boards as plain characters: the boxes of the assignment's sample output, and its simple form."""

from __future__ import annotations

from collections.abc import Sequence

from numlink.model.grid import SOLID

Rows = Sequence[Sequence[int]]
"""A board row by row: 0 empty, -1 solid, else a number."""

INDENT = "    "
NARROWEST = 4
"""Characters inside a box of the sample output; wider numbers widen every box."""


def boxed(rows: Rows) -> str:
    """The board in boxes; `Puzzle.filled` gives the rows with the number of the path in every cell.

    >>> print(boxed([[1, -1]]))
        +----+----+
        |  1 |XXXX|
        +----+----+
    """
    width = box_width(rows)
    border = INDENT + "+" + ("-" * width + "+") * len(rows[0])
    lines = [border]
    for row in rows:
        lines += [INDENT + "|" + "|".join(_box(content, width) for content in row) + "|", border]
    return "\n".join(lines)


def boxed_width(rows: Rows) -> int:
    """Characters in a line of the boxed board."""
    return len(INDENT) + (box_width(rows) + 1) * len(rows[0]) + 1


def box_width(rows: Rows) -> int:
    """Characters inside each box: four, or what the largest number needs with a blank on both sides."""
    return max(NARROWEST, len(str(max(map(max, rows)))) + 2)


def simple(rows: Rows) -> str:
    """The assignment's simple form: `X` solid, `.` blank and integers, separated by blanks, columns aligned.

    >>> print(simple([[1, -1, 0]]))
    1 X .
    """
    tokens = [[_token(content) for content in row] for row in rows]
    width = max(len(token) for row in tokens for token in row)
    return "\n".join(" ".join(token.rjust(width) for token in row) for row in tokens)


def _box(content: int, width: int) -> str:
    if content == SOLID:
        return "X" * width
    return f"{content or '':>{width - 1}} "


def _token(content: int) -> str:
    return {SOLID: "X", 0: "."}.get(content) or str(content)
