"""Recognises numlink's plain text and its lines."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from numlink.formats.reading import aligned, lines_of
from numlink.model.characters import BETWEEN_LAYERS
from numlink.model.words import WORD

KEY_LINE = re.compile(rf"({WORD.pattern})\s*+:\s*+(.*+)")
PATH_LINE = re.compile(r"path\s++([0-9]{1,9})\s*+:\s*+(.*+)")
CELL = re.compile(r"\.|X|#|\+|0*[1-9][0-9]{0,8}")
COMMENT = ";"
LAID = ("board", "tiling", "wrap", "layers", "vias", "walls")  # the keys of the layout
HEADERS = ("rules", "name", "seed", "recipe", *LAID)  # the keys with a meaning; all others are notes
ENOUGH = 1000  # a text whose first ENOUGH lines look like plain text is taken for it


def is_row(text: str) -> bool:
    """Whether a line of a block is a row of its board."""
    return text != BETWEEN_LAYERS and not KEY_LINE.fullmatch(text) and not PATH_LINE.fullmatch(text)


def has_header(text: str) -> bool:
    """Whether the first line that is not a comment is a header that only plain text has, with a value."""
    codes = (line.split(COMMENT, 1)[0].strip() for _, line in lines_of(text))
    key = KEY_LINE.fullmatch(next(filter(None, codes), ""))
    if key is None or key[1] not in HEADERS or key[1] == "name" or not key[2]:
        return False
    return key[1] != "board" or key[2].isalpha()


def looks(text: str) -> bool:
    """Whether the first board, after comments and `key: value` lines, is rows of equally many tokens.

    Checks about ENOUGH lines.  False if the rows may be something else: fields between semicolons or tabs, lines of
    comments, rows of hexagons shifted by half a cell.
    """
    if has_header(text):
        return True
    rows: list[str] = []
    width = 0
    for number, line in lines_of(text):
        code = line.split(COMMENT, 1)[0].split()
        if (width and not line.strip()) or number > ENOUGH:
            break
        if not code or (not width and KEY_LINE.fullmatch(" ".join(code))):
            continue
        if width and code == [BETWEEN_LAYERS]:
            continue
        if width and not is_row(" ".join(code)):
            break
        if not all(CELL.fullmatch(token) for token in {*code}) or width not in (0, len(code)):
            return False
        width = len(code)
        rows.append(line)
    return width > 0 and not _may_be_other(rows)


def resembles(text: str) -> bool:
    """Whether most tokens of the first row are plain text, whose reader can then say what is wrong."""
    for _, line in lines_of(text):
        tokens = line.split(COMMENT, 1)[0].split()
        if tokens and not KEY_LINE.fullmatch(" ".join(tokens)):
            return 2 * sum(CELL.fullmatch(token) is not None for token in tokens) > len(tokens)
    return False


def _may_be_other(rows: Sequence[str]) -> bool:
    """Whether rows may be something else, as `looks` lists."""
    if any(re.search(r"[^\s;];[^\sA-Za-z]|^\t|\t\t|\t$", row) for row in rows):
        return True
    remarks = [row.split(COMMENT, 1)[1] for row in rows if COMMENT in row]
    if any(remark.strip() and not re.search(r"[^\W\d_]{2}", remark) for remark in remarks):
        return True
    if len(rows) > 1 and all(row.lstrip().startswith("# ") and "#" not in row.lstrip()[1:] for row in rows):
        return True
    tokens = {token for row in rows for token in row.split()}
    gaps = "0" not in tokens and any(re.search(r"\S  +\S", row) for row in rows)
    if "." not in tokens and ("#" in tokens or not aligned(rows, None if gaps else 1)):
        return True  # '#' may be the sign for empty cells, a blank an empty cell
    indents = [len(row) - len(row.lstrip()) for row in rows]
    return len(rows) > 2 and all(first != second for first, second in pairwise(indents))
