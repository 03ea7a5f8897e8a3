"""Boards in the notations that people use, with which the grid reader is tested.

A notation is a function of rows (0 empty, -1 block, k the ends of path k) that returns a text, or None for a board that
it cannot express.  All are in `NOTATIONS`; `damaged` and `garbage` make texts that must be refused.
"""

import csv
import io
from random import Random
from string import ascii_lowercase, ascii_uppercase

from numlink import Puzzle

NOTATIONS = {}
COLOURS = [
    "red",
    "green",
    "blue",
    "yellow",
    "orange",
    "cyan",
    "magenta",
    "maroon",
    "purple",
    "gray",
    "white",
    "lime",
    "tan",
    "navy",
    "teal",
    "pink",
]
CIRCLES = "🔴🟢🔵🟡🟠🟣🟤"
SQUARES = "🟥🟩🟦🟨🟧🟪🟫"


def notation(function):
    """Register a notation under its name."""
    NOTATIONS[function.__name__] = function
    return function


def board(random, *, blocks=False, longest=12):
    """Random rows: a board of at most `longest` rows and columns, with some pairs."""
    width, height = random.randint(3, longest), random.randint(2, longest)
    cells = [0] * (width * height)
    places = random.sample(range(width * height), width * height)
    pairs = random.randint(1, max(1, min(60, width * height // 3)))
    for number in range(1, pairs + 1):
        for _ in range(2):
            if len(places) > 2:
                cells[places.pop()] = number
    if cells.count(number) == 1:
        cells[cells.index(number)] = 0
    if blocks:
        for _ in range(random.randint(1, max(1, len(places) // 4))):
            if len(places) > 2:
                cells[places.pop()] = -1
    if max(cells) < 1:
        return board(random, blocks=blocks, longest=longest)
    return named_in_order([cells[start : start + width] for start in range(0, len(cells), width)])


def named_in_order(rows):
    """The rows, renumbered in the order in which their numbers first occur."""
    names = {}
    for row in rows:
        for cell in row:
            if cell > 0:
                names.setdefault(cell, len(names) + 1)
    return [[names.get(cell, cell) for cell in row] for row in rows]


def expected(rows):
    """The size, pairs of cells and blocks of rows, which a puzzle read from a text of them must have, too."""
    return essence(Puzzle.from_rows(rows))


def essence(puzzle):
    """The size, pairs of cells and blocks of a puzzle."""
    pairs = frozenset(tuple(sorted(cells)) for cells in puzzle.endpoints().values())
    return puzzle.width, puzzle.height, pairs, tuple(puzzle.solids())


def pairs_of(rows):
    """((row, column), (row, column)) of each number in order."""
    found = {}
    for at, row in enumerate(rows):
        for column, cell in enumerate(row):
            if cell > 0:
                found.setdefault(cell, []).append((at, column))
    return [tuple(found[number]) for number in sorted(found)]


def largest(rows):
    return max(map(max, rows))


def has_blocks(rows):
    return any(cell < 0 for row in rows for cell in row)


def mostly_full(rows):
    """Whether less than half of the cells, or fewer than three, are empty: an odd sign is then not surely empty."""
    empty = sum(cell == 0 for row in rows for cell in row)
    return 2 * empty < len(rows) * len(rows[0]) or empty < 3


def spell(rows, empty=".", label=str, block="#"):
    """The rows with a token for each cell; `label` makes that of a number."""
    return [[empty if cell == 0 else block if cell < 0 else label(cell) for cell in row] for row in rows]


def lines(tokens, between=" "):
    return "".join(between.join(row) + "\n" for row in tokens)


def letter(cell):
    return (ascii_uppercase + ascii_lowercase)[cell - 1]


def digit(cell):
    return ("123456789" + ascii_uppercase)[cell - 1]


def one_digit(rows, most_labels=9):
    """Whether labels are single digits, so that cells need no separators."""
    return largest(rows) <= most_labels


# ---- between cells


@notation
def blanks_and_dots(rows):
    return lines(spell(rows))


@notation
def aligned(rows):
    return "".join("".join(token.rjust(3) for token in row) + "\n" for row in spell(rows))


@notation
def zeros(rows):
    return lines(spell(rows, "0", block="-1"))


@notation
def two_digits(rows):
    return None if has_blocks(rows) else lines(spell(rows, "00", lambda cell: f"{cell:02}"), ",")


@notation
def hyphens(rows):
    return lines(spell(rows, "-"))


@notation
def underscores_and_letters(rows):
    return lines(spell(rows, "_", letter)) if largest(rows) <= 52 else None


@notation
def stars(rows):
    return lines(spell(rows, "*"))


@notation
def hashes_for_empty(rows):
    return None if has_blocks(rows) else lines(spell(rows, "#"))


@notation
def hashes_glued(rows):
    return None if has_blocks(rows) or not one_digit(rows) else lines(spell(rows, "#"), "")


@notation
def lower_letters_glued(rows):
    return lines(spell(rows, ".", lambda cell: letter(cell).lower()), "") if largest(rows) <= 26 else None


@notation
def letters_glued(rows):
    return lines(spell(rows, "_", letter), "") if largest(rows) <= 23 else None


@notation
def digits_glued(rows):
    return lines(spell(rows, "."), "") if one_digit(rows) else None


@notation
def zeros_glued(rows):
    return lines(spell(rows, "0", block="#"), "") if one_digit(rows) else None


@notation
def hexadecimal_glued(rows):
    return lines(spell(rows, "0", digit), "") if largest(rows) <= 30 else None


@notation
def dashes_glued(rows):
    return lines(spell(rows, "-"), "") if one_digit(rows) else None


@notation
def commas(rows):
    return lines(spell(rows, "0", block="X"), ",")


@notation
def commas_and_blanks(rows):
    return lines(spell(rows, "."), ", ")


@notation
def blank_fields(rows):
    return lines(spell(rows, ""), ",")


@notation
def blank_fields_letters(rows):
    return lines(spell(rows, "", letter), ",") if largest(rows) <= 52 else None


@notation
def quoted_fields(rows):
    stream = io.StringIO()
    csv.writer(stream, quoting=csv.QUOTE_ALL).writerows(spell(rows, ""))
    return stream.getvalue()


@notation
def semicolons(rows):
    return lines(spell(rows, ""), ";")


@notation
def semicolons_and_blanks(rows):
    return lines(spell(rows, "."), " ; ")


@notation
def tabs(rows):
    return lines(spell(rows, ""), "\t")


@notation
def tabs_with_dots(rows):
    return lines(spell(rows, "."), "\t")


@notation
def trailing_commas(rows):
    return "".join(",".join(row) + ",\n" for row in spell(rows, "0"))


@notation
def bars_inside(rows):
    return lines(spell(rows, "."), " | ")


@notation
def bars_around(rows):
    return "".join("|" + "|".join(row) + "|\n" for row in spell(rows, " "))


@notation
def glued_between_bars(rows):
    return "".join("|" + "".join(row) + "|\n" for row in spell(rows, ".")) if one_digit(rows) else None


@notation
def brackets_around_cells(rows):
    return "".join("".join(f"[{cell}]" for cell in row) + "\n" for row in spell(rows, " "))


# ---- in a cell


@notation
def fullwidth(rows):
    if not one_digit(rows):
        return None
    wide = str.maketrans("0123456789.#", "０１２３４５６７８９．＃")
    return lines(spell(rows, "."), "").translate(wide)


@notation
def fullwidth_blanks(rows):
    wide = str.maketrans("0123456789.# ", "０１２３４５６７８９．＃\u3000")
    return lines(spell(rows, "0")).translate(wide)


@notation
def middle_dots(rows):
    return lines(spell(rows, "·"))


@notation
def circled(rows):
    return lines(spell(rows, "・", lambda cell: chr(0x2460 + cell - 1)), "") if largest(rows) <= 9 else None


@notation
def keycaps(rows):
    return lines(spell(rows, "⬜", lambda cell: f"{cell}\ufe0f\u20e3", "⬛"), "") if largest(rows) <= 9 else None


@notation
def colour_words(rows):
    return lines(spell(rows, ".", lambda cell: COLOURS[cell - 1])) if largest(rows) <= len(COLOURS) else None


@notation
def colour_words_commas(rows):
    return (
        lines(spell(rows, "", lambda cell: COLOURS[cell - 1].title()), ",") if largest(rows) <= len(COLOURS) else None
    )


@notation
def colour_words_aligned(rows):
    if largest(rows) > len(COLOURS):
        return None
    return "".join(
        "".join(token.ljust(9) for token in row).rstrip() + "\n"
        for row in spell(rows, "empty", lambda cell: COLOURS[cell - 1])
    )


@notation
def initials(rows):
    return lines(spell(rows, ".", "RGBYOCMAPWT".__getitem__), "") if largest(rows) <= 10 else None


@notation
def initials_lower(rows):
    return lines(spell(rows, "_", "rgbyocmapwt".__getitem__)) if largest(rows) <= 10 else None


@notation
def circles(rows):
    return lines(spell(rows, "⚫", lambda cell: CIRCLES[cell - 1], "⬛"), "") if largest(rows) <= 7 else None


@notation
def squares(rows):
    return (
        lines(spell(rows, "⬛", lambda cell: SQUARES[cell - 1]), "")
        if largest(rows) <= 7 and not has_blocks(rows)
        else None
    )


@notation
def squares_on_white(rows):
    return lines(spell(rows, "⬜", lambda cell: SQUARES[cell - 1], "⬛"), " ") if largest(rows) <= 7 else None


@notation
def emoji_with_selectors(rows):
    return lines(spell(rows, "◻️", lambda cell: CIRCLES[cell - 1]), "") if largest(rows) <= 7 else None


@notation
def from_zero(rows):
    return lines(spell(rows, ".", lambda cell: str(cell - 1)))


@notation
def from_zero_with_minus_one(rows):
    return None if has_blocks(rows) else lines(spell(rows, "-1", lambda cell: str(cell - 1)))


@notation
def upper_and_lower_ends(rows):
    if largest(rows) > 20 or has_blocks(rows):
        return None
    counted, found = {}, []
    for row in rows:
        for cell in row:
            counted[cell] = counted.get(cell, 0) + 1
            found.append("." if not cell else letter(cell) if counted[cell] == 1 else letter(cell).lower())
    width = len(rows[0])
    return "".join("".join(found[start : start + width]) + "\n" for start in range(0, len(found), width))


# ---- texts that are not boards


def damaged(text_rows, random):
    """Rows of tokens with one fault: a label that occurs once or three times, or a row that is too short or long."""
    rows = [list(row) for row in text_rows]
    labelled = [(at, column) for at, row in enumerate(rows) for column, token in enumerate(row) if token not in ".0_"]
    empty = [(at, column) for at, row in enumerate(rows) for column, token in enumerate(row) if token in ".0_"]
    kind = random.randrange(4)
    if kind == 0 and empty:
        at, column = random.choice(labelled)
        rows[at][column] = rows[empty[0][0]][empty[0][1]]
    elif kind == 1 and empty:
        (at, column), (there, across) = random.choice(empty), random.choice(labelled)
        rows[at][column] = rows[there][across]
    elif kind == 2 and len(rows) > 1:
        rows[random.randrange(len(rows))].pop()
    else:
        rows[random.randrange(len(rows))].append(random.choice(rows[0]))
    return rows


def garbage(random):
    """A text of signs and words that is no board."""
    words = ["the", "quick", "fox", "0", "1", "22", ".", "#", "|", "+--+", ",", ";", "[", "]", "(", ")", "A", "b", "\t"]
    return "".join(
        "".join(random.choice(words) + random.choice(["", " ", " "]) for _ in range(random.randint(1, 9))) + "\n"
        for _ in range(random.randint(1, 8))
    )


def sampled(seed, count, **options):
    """(rows, name of the notation, text) of random boards."""
    random = Random(seed)
    made = 0
    while made < count:
        rows = board(random, **options)
        for name, write in NOTATIONS.items():
            text = write(rows)
            if text is not None:
                made += 1
                yield rows, name, text
