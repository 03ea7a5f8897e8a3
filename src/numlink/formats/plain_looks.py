"""What lines of numlink's plain text look like, and whether a text is one."""

from __future__ import annotations

import re

from numlink.formats.reading import lines_of
from numlink.model.characters import BETWEEN_LAYERS
from numlink.model.words import WORD

KEY_LINE = re.compile(rf"({WORD.pattern})\s*+:\s*+(.*+)")
PATH_LINE = re.compile(r"path\s++([0-9]{1,9})\s*+:\s*+(.*+)")
CELL = re.compile(r"\.|X|#|\+|0*[1-9][0-9]{0,8}")
COMMENT = ";"
ENOUGH = 1000
"""Lines after which a text that has looked like plain text until then is taken for it."""


def is_row(text: str) -> bool:
    """Whether a line of a block is a row of its board."""
    return text != BETWEEN_LAYERS and not KEY_LINE.fullmatch(text) and not PATH_LINE.fullmatch(text)


def looks(text: str) -> bool:
    """Whether the first board, behind comments and `key: value` lines, is rows of equally many tokens or another
    spelling of them (loose.py)."""
    if _is_rows_of_tokens(text):
        return True
    from numlink.formats.loose import spaced

    return spaced(_first_rows(text)) is not None


def _first_rows(text: str) -> list[str]:
    """The rows of the first board, about ENOUGH at most; none if a row has a `;`: the text may be of another format, in
    which this sign begins no comment.
    """
    rows: list[str] = []
    for _, line in lines_of(text):
        code = line.split(COMMENT, 1)[0].strip()
        if rows and (not line.strip() or not is_row(code) or len(rows) > ENOUGH):
            break
        if code and is_row(code):
            if COMMENT in line:
                return []
            rows.append(code)
    return rows


def _is_rows_of_tokens(text: str) -> bool:
    """Whether the first board is rows of equally many tokens; only about ENOUGH lines are looked at."""
    width = 0
    for number, line in lines_of(text):
        code = line.split(COMMENT, 1)[0].split()
        if width and not line.strip():
            return True
        if not code or (not width and KEY_LINE.fullmatch(" ".join(code))):
            continue
        if width and not is_row(" ".join(code)) and code != [BETWEEN_LAYERS]:
            return True
        if width and code == [BETWEEN_LAYERS]:
            continue
        if not all(CELL.fullmatch(token) for token in {*code}) or width not in (0, len(code)):
            return False
        width = len(code)
        if number > ENOUGH:
            return True
    return width > 0


def resembles(text: str) -> bool:
    """Whether the first row has a token of plain text or is spelt as in loose.py, or there are only headers, so that
    the reader of plain text can say what is wrong.
    """
    from numlink.formats.loose import spaced

    for _, line in lines_of(text):
        code = line.split(COMMENT, 1)[0].strip()
        if code and not KEY_LINE.fullmatch(code):
            return (
                any(CELL.fullmatch(token) or token == "0" for token in code.split()) or spaced([code, code]) is not None
            )
    return bool(text.strip())
