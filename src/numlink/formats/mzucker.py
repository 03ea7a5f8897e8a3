"""The text of mzucker/flow_solver: a square of characters without a header.

R.G.Y                   a letter: an endpoint of that colour; anything that is no letter or digit: an empty cell
..B.O
.....
.G.Y.
.RBO.                   a blank line ends a puzzle (numlink's addition: that program reads one puzzle per file)

The letters that occur are numbered 1, 2, 3, ...: in the order A to P if all are in it, else in the order of COLOURS if
all are in that, else in the order a to z, A to Z.  Boards that are not square are read too; that program reads only
squares.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from string import ascii_letters

from numlink.formats.base import Format, Item, Losses, no_room
from numlink.formats.reading import NumberedLine, TextPiece, blocks_of, item, lines_of, numbered, shown, wrong
from numlink.formats.writing import refuse_numbers_over
from numlink.model.puzzle import Puzzle

COLOURS = "RBYGOCMmPAWgTbcp"
"""Red, blue, yellow, green, orange, cyan, magenta, maroon, purple, gray, white, bright green, tan, dark blue,
dark cyan, pink: the order in which that program numbers them."""
PLAIN_LETTERS = "ABCDEFGHIJKLMNOP"
SEPARATORS = ",;|&\"'/\\"  # characters that separate cells in other formats, and so are not empty cells
SMALLEST, LARGEST = 3, 14
"""The sides of boards that flow_solver reads; its source says 15, but its line buffer is one character too short."""


def read_lines(lines: Iterable[NumberedLine]) -> Iterator[Item]:
    for block in blocks_of(lines):
        yield item(block[0][0], _puzzle, block)


def _puzzle(block: list[NumberedLine]) -> Puzzle:
    width = len(block[0][1])
    for line in map(TextPiece.of, block):
        if len(line.text) != width:
            expected, found = f"{width} characters, as in line {block[0][0]}", f"a row of {len(line.text)}"
            raise line.wrong(expected, "Make all rows the same length.", found=found, at=min(len(line.text), width))
    letters = {character for _, line in block for character in line if character.isalnum()}
    known = (PLAIN_LETTERS, COLOURS, ascii_letters)
    colours = next((colours for colours in known if letters <= {*colours}), COLOURS)
    labels = [
        _label(character, colours, number, column) for number, line in block for column, character in enumerate(line, 1)
    ]
    return Puzzle(width, len(block), tuple(numbered(labels, {colour: index for index, colour in enumerate(colours)})))


def _label(character: str, colours: str, line: int, column: int) -> str | None:
    if character in colours:
        return character
    if character.isalnum() or character.isspace():
        more = "; digits are endpoints to one of that project's solvers and empty cells to the other."
        remedy = f"Use '.' for an empty cell{more if character.isdigit() else '.'}"
        raise wrong(shown(character), f"one of the letters {colours}", remedy, line=line, column=column)
    return None


def write(puzzle: Puzzle, losses: Losses) -> str:
    """Rows of colour letters; number 1 is R, red.  Both solvers of that project read them."""
    square = puzzle.width == puzzle.height
    if not square or not SMALLEST <= puzzle.width <= LARGEST:
        sides = f"{SMALLEST}x{SMALLEST} to {LARGEST}x{LARGEST}" if square else "square"
        what = f"a board of {puzzle.width}x{puzzle.height}: its boards are {sides}"
        raise no_room("mzucker", what, "Use thomasahle, plain or json.")
    refuse_numbers_over(puzzle, len(COLOURS), "mzucker", f"it has {len(COLOURS)} colours")
    return "".join("".join("." if cell == 0 else COLOURS[cell - 1] for cell in row) + "\n" for row in puzzle.rows())


def _looks(text: str) -> bool:
    """Whether the first block is a rectangle of letters and one sign, each twice or more unless it is a square."""
    rows = [line for _, line in next(blocks_of(lines_of(text)), [])]
    same = len(rows) >= 2 and len(set(map(len, rows))) == 1
    found = Counter("".join(rows) if same else "")
    signs = [letter for letter in found if not letter.isalpha()]
    if len(signs) != 1 or len(found) < 2 or signs[0].isspace() or signs[0] in SEPARATORS or signs[0].isdigit():
        return False
    return len(rows[0]) == len(rows) or min(found.values()) > 1


FORMAT = Format(
    name="mzucker",
    summary="text of mzucker/flow_solver: a square of letters and dots; other rectangles can be read",
    holds="square boards from 3x3 to 14x14 without blocks, up to 16 numbers from 1 without gaps; no solutions",
    read_lines=read_lines,
    write=write,
    recognise=_looks,
    is_certain=lambda text: False,
    endings=(".mzucker",),
    separator="\n",
    any_numbers=False,
    several=False,
)
