"""Links of numlink's own player: https://.../#p=7x7.cover.1b2-3d4..., one a line.  A link carries the whole board.

    7x7.cover.1c2X1-3 ...      size, rules, then the cells row by row: letters a to z are 1 to 26 empty cells,
                               X a solid one, numbers stand for themselves, `-` parts two of them

web/static/share.js reads and writes the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from numlink.errors import InputError, ParseError
from numlink.formats.base import Format, Item, Losses
from numlink.formats.reading import lines_of
from numlink.model.grid import SOLID
from numlink.model.layout import require_plain
from numlink.model.puzzle import Puzzle
from numlink.model.rules import EVERY_RULES, Rules

PLAYER = "http://127.0.0.1:8000/"
"""Where `numlink serve` opens the player unless told otherwise."""

LINK = re.compile(r"\s*\S*#(?:p|edit)=(\S*)\s*")
CODE = re.compile(r"([0-9]{1,4})x([0-9]{1,4})\.([a-z-]{1,20})\.(\S*)")
TOKEN = re.compile(r"([a-z])|(X)|([1-9][0-9]{0,6})-?")


def encode(puzzle: Puzzle) -> str:
    """The puzzle as it stands behind `#p=` in a link.

    >>> encode(Puzzle(3, 2, (1, 2, 0, -1, 1, 2)))
    '3x2.cover.1-2aX1-2'
    """
    require_plain(puzzle.layout, "a link")
    parts: list[str] = []
    run = 0
    for content in (*puzzle.cells, None):
        if content == 0:
            run += 1
            continue
        while run:
            step = min(run, 26)
            parts.append(chr(ord("a") + step - 1))
            run -= step
        if content == SOLID:
            parts.append("X")
        elif content:
            parts.append(f"-{content}" if parts and parts[-1][-1].isdigit() else str(content))
    return f"{puzzle.width}x{puzzle.height}.{puzzle.rules}.{''.join(parts)}"


def decode(text: str) -> Puzzle:
    """The puzzle of a link's part behind `#p=`; raises ParseError where it is none.

    >>> decode("3x2.free.1-2aX1-2").rows()
    [(1, 2, 0), (-1, 1, 2)]
    """
    match = CODE.fullmatch(text)
    if not match:
        raise ParseError("this is no puzzle link. It looks like 3x2.cover.1-2aX1-2.")
    width, height = int(match[1]), int(match[2])
    cells: list[int] = []
    at = 0
    while at < len(match[4]):
        token = TOKEN.match(match[4], at)
        if token is None or len(cells) > width * height:
            raise ParseError("the link breaks off here. Copy it whole.", column=match.start(4) + at + 1)
        if token[1]:
            cells += [0] * (ord(token[1]) - ord("a") + 1)
        else:
            cells.append(SOLID if token[2] else int(token[3]))
        at = token.end()
    try:
        return Puzzle(width, height, tuple(cells), Rules.named(match[3]))
    except InputError as error:
        raise ParseError(f"this link holds no board: {error}") from None


def read(text: str) -> Iterator[Item]:
    """One puzzle a line."""
    for number, line in lines_of(text):
        if line.strip():
            match = LINK.fullmatch(line)
            code, before = (match[1], match.start(1)) if match else (line.strip(), 0)
            try:
                yield decode(code)
            except ParseError as error:
                column = error.column and error.column + before
                yield ParseError(error.problem, line=number, column=column)


def write(puzzle: Puzzle, _: Losses) -> str:
    """The link as `numlink serve` answers to it."""
    return f"{PLAYER}#p={encode(puzzle)}\n"


FORMAT = Format(
    name="link",
    summary="links of numlink's own player, one a line",
    holds="any rectangular board with its rules; no solutions, no names",
    read=read,
    write=write,
    recognise=lambda text: bool(LINK.match(text)),
    solids=True,
    any_numbers=True,
    any_count=True,
    says=EVERY_RULES,
)
