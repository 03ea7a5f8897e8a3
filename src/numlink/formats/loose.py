"""Other spellings of boards, changed into rows of numlink's plain text if they have only one meaning.

    1...2        1 0 0 0 2        1,,,,2
    .X.3.   or   0 0 0 3 0   or   ,,,3,        becomes   1 . . . 2
    2.13.        2 0 1 3 0        2,0,1,3,0              . . . 3 .   ...

Rows with more than one meaning are left alone: `12` may be the number twelve, `2 0` may be the size at the beginning of
another format, and lines of commas with a `;` are levels of Flow Free.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

PACKED = re.compile(r"[.X#+1-9]{2,}")
NUMBERS = re.compile(r"[0-9]{1,9}(?:\s++[0-9]{1,9}){2,}+")
"""A row of three numbers or more: a row of two may be the size above the grid of another format."""
FIELD = re.compile(r"\.|X|#|\+|[0-9]{0,9}")


def spaced(rows: Sequence[str]) -> list[str] | None:
    """The rows of a board with blanks between cells and `.` for empty cells; None if they are no board spelt like this.

    >>> spaced(["1..2", "1..2"]), spaced(["1 0 1", "2 0 2"]), spaced(["1,,1", "2,0,2"])
    (['1 . . 2', '1 . . 2'], ['1 . 1', '2 . 2'], ['1 . 1', '2 . 2'])
    >>> spaced(["12", "12"]), spaced(["2 2", "1 0"]), spaced(["1 0 1", "1 0"])
    (None, None, None)
    """
    if not rows:
        return None
    for is_row, cells_of in ((PACKED.fullmatch, list), (NUMBERS.fullmatch, _numbers), (_has_fields, _fields)):
        if all(is_row(row.strip()) for row in rows):
            cells = [cells_of(row.strip()) for row in rows]
            return [" ".join(row) for row in cells] if _is_board(rows, cells) else None
    return None


def _numbers(row: str) -> list[str]:
    return ["." if int(token) == 0 else token for token in row.split()]


def _has_fields(row: str) -> bool:
    return "," in row and all(FIELD.fullmatch(field.strip()) for field in row.split(","))


def _fields(row: str) -> list[str]:
    tokens = [token.strip() for token in row.split(",")]
    return ["." if not token.strip("0") else token for token in tokens]


def _is_board(rows: Sequence[str], cells: list[list[str]]) -> bool:
    """Whether all rows are equally long and, with commas, there are two or more; without commas, some cell is empty."""
    if len({len(row) for row in cells}) != 1:
        return False
    text = "".join(rows)
    if "," in text:
        return len(rows) > 1
    return any(token == "." for row in cells for token in row)
