"""Boards as plain characters: the boxes of the assignment's sample output, and its simple form."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from numlink.puzzle import SOLID, Puzzle, Solution

INDENT = "    "
NARROWEST = 4
"""Characters inside a box of the sample output; wider numbers widen every box."""


def boxed(puzzle: Puzzle, solution: Solution | None = None) -> str:
    """The board in boxes, the endpoints or, with a solution, the number of the path in every cell.

    >>> print(boxed(Puzzle(2, 1, (1, -1))))
        +----+----+
        |  1 |XXXX|
        +----+----+
    """
    width = box_width(puzzle)
    border = INDENT + "+" + ("-" * width + "+") * puzzle.width
    lines = [border]
    for row in _contents(puzzle, solution):
        lines += [INDENT + "|" + "|".join(_box(content, width) for content in row) + "|", border]
    return "\n".join(lines)


def boxed_width(puzzle: Puzzle) -> int:
    """Characters in a line of the boxed board."""
    return len(INDENT) + (box_width(puzzle) + 1) * puzzle.width + 1


def box_width(puzzle: Puzzle) -> int:
    """Characters inside each box: four, or what the largest number needs with a blank on both sides."""
    return max(NARROWEST, len(str(max(puzzle.cells))) + 2)


def simple(puzzle: Puzzle, solution: Solution | None = None) -> str:
    """The assignment's simple form: `X` solid, `.` blank and integers, separated by blanks, columns aligned.

    >>> print(simple(Puzzle(3, 1, (1, -1, 0))))
    1 X .
    """
    tokens = [[_token(content) for content in row] for row in _contents(puzzle, solution)]
    width = max(len(token) for row in tokens for token in row)
    return "\n".join(" ".join(token.rjust(width) for token in row) for row in tokens)


def _contents(puzzle: Puzzle, solution: Solution | None) -> Iterable[Sequence[int]]:
    if solution is None:
        return puzzle.rows()
    filled = solution.rows()
    for row, contents in enumerate(puzzle.rows()):
        filled[row] = [
            SOLID if content == SOLID else number for content, number in zip(contents, filled[row], strict=True)
        ]
    return filled


def _box(content: int, width: int) -> str:
    if content == SOLID:
        return "X" * width
    return f"{content or '':>{width - 1}} "


def _token(content: int) -> str:
    return {SOLID: "X", 0: "."}.get(content) or str(content)
