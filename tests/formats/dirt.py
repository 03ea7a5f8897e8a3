"""What happens to boards in mails, spreadsheets and forums: dirt, which leaves a board the same, and faults.

The functions in `DIRT` return a text with dirt added: its board must be read correctly, or refused.  Those in `FAULTS`
break the board: the text must be refused.  All take (text, rows, random), and return None if the result would be
another board.
"""

import re
from random import Random
from string import ascii_lowercase

from tests.formats.notations import board, largest

DIRT = {}
FAULTS = {}


def dirt(function):
    DIRT[function.__name__] = function
    return function


def fault(function):
    FAULTS[function.__name__] = function
    return function


def heading(function):
    """Register dirt: a line above a text that has no size of its own; `function` makes the line from (rows, random)."""

    def above(text, rows, random):
        return None if has_size(text) else f"{function(rows, random)}\n{text}"

    DIRT[function.__name__] = above
    return function


def each_line(text, change):
    """The text with `change` made to every line that is not blank."""
    return "".join(change(at, line) if line.strip() else line for at, line in enumerate(text.splitlines(keepends=True)))


def before_end(line, extra):
    body = line.rstrip("\r\n")
    return body + extra + line[len(body) :]


def has_blank_fields(text):
    """Whether separators without a cell between them may mean blank cells, as in a spreadsheet."""
    return re.search(r"(?m)\t\t|\t$|^\t|[,;]\s*[,;]|[,;]$|^[,;]|\"\"", text) is not None


def has_size(text):
    """Whether the text begins with a size."""
    return re.match(r"[\d\s,x×]+$", text.split("\n", 1)[0]) is not None


# ---- dirt


@dirt
def tabs_behind(text, rows, random):
    return each_line(text, lambda at, line: before_end(line, "\t"))


@dirt
def blanks_behind(text, rows, random):
    return each_line(text, lambda at, line: before_end(line, " " * random.randint(1, 4)))


@dirt
def tabs_behind_some(text, rows, random):
    return each_line(text, lambda at, line: before_end(line, random.choice(["", "\t"])))


@dirt
def commas_behind_cells(text, rows, random):
    return None if has_blank_fields(text) else each_line(text, lambda at, line: before_end(line, ","))


@dirt
def semicolons_behind(text, rows, random):
    return None if has_blank_fields(text) else each_line(text, lambda at, line: before_end(line, ";"))


@dirt
def bars_behind(text, rows, random):
    return None if re.search(r"(?m)[|│]$|\|\|", text) else each_line(text, lambda at, line: before_end(line, " |"))


@dirt
def backslashes_behind(text, rows, random):
    return each_line(text, lambda at, line: before_end(line, "\\"))


@dirt
def windows_with_mark(text, rows, random):
    return "\ufeff" + text.replace("\n", "\r\n")


@dirt
def indented(text, rows, random):
    return each_line(text, lambda at, line: "    " + line)


@dirt
def indented_by_tabs(text, rows, random):
    return each_line(text, lambda at, line: "\t" + line)


@dirt
def quoted(text, rows, random):
    return each_line(text, lambda at, line: "> " + line)


@dirt
def quoted_twice(text, rows, random):
    return each_line(text, lambda at, line: ">> " + line)


@dirt
def line_numbers(text, rows, random):
    return each_line(text, lambda at, line: f"{at + 1:>3}: {line}")


@dirt
def line_numbers_bare(text, rows, random):
    return None if has_blank_fields(text) else each_line(text, lambda at, line: f"{at + 1} {line}")


@dirt
def line_numbers_of_cat(text, rows, random):
    return each_line(text, lambda at, line: f"{at + 1:>6}\t{line}")


@dirt
def line_numbers_from_ten(text, rows, random):
    return each_line(text, lambda at, line: f"{at + 10} | {line}")


@dirt
def line_numbers_of_ten(text, rows, random):
    return each_line(text, lambda at, line: f"{10 * at + 10} {line}")


@heading
def height_and_width_above(rows, random):
    return f"{len(rows)} {len(rows[0])}"


@heading
def width_and_height_above(rows, random):
    return f"{len(rows[0])} {len(rows)}"


@heading
def pairs_and_sizes_above(rows, random):
    sizes = [len(rows), len(rows[0]), largest(rows)]
    random.shuffle(sizes)
    return " ".join(map(str, sizes))


@heading
def sizes_with_commas_above(rows, random):
    return f"{len(rows[0])},{len(rows)}"


@dirt
def sizes_below(text, rows, random):
    return f"{text}\n{len(rows)} {len(rows[0])}\n"


@heading
def number_of_boards_above(rows, random):
    return f"1\n{len(rows)} {len(rows[0])}"


@dirt
def title_with_digits(text, rows, random):
    return (
        random.choice(["Puzzle 12", "Day 3 of 7", "#4", "5 stars", "No. 2 2", "2024-11-03", "Level 3-1"]) + "\n" + text
    )


@dirt
def title_of_as_many_words(text, rows, random):
    words = ["a", "very", "hard", "one", "from", "the", "last", "book", "i", "made", "for", "you"]
    return " ".join(words[: len(rows[0])]) + "\n" + text


@dirt
def prose_below(text, rows, random):
    return text + random.choice(
        ["Good luck!\n", "(solved in 12 min)\n", "3 of 5 solved it.\n", "-- Anna, 4 A\n", "END\n"]
    )


@dirt
def prose_around(text, rows, random):
    return "Hi, can anyone solve this? I am stuck:\n\n" + text + "\nThanks in advance, B.\n"


@dirt
def ruler_of_digits(text, rows, random):
    return "".join(str(column % 10) for column in range(1, len(rows[0]) + 1)) + "\n" + text


@dirt
def ruler_of_letters(text, rows, random):
    return " ".join(ascii_lowercase[: len(rows[0])]) + "\n" + text


@dirt
def rulers_of_lines(text, rows, random):
    sign = random.choice("=~+")
    return sign * 2 * len(rows[0]) + "\n" + text + sign * 2 * len(rows[0]) + "\n"


@dirt
def rulers_of_spaced_lines(text, rows, random):
    sign = next(sign for sign in "*=-+" if sign not in text)
    return " ".join(sign * len(rows[0])) + "\n" + text


@dirt
def in_brackets(text, rows, random):
    return "[\n" + text + "]\n"


@dirt
def in_a_fence(text, rows, random):
    return f"```\n{text}```\n"


@dirt
def in_details(text, rows, random):
    return f"<details><summary>Board 1</summary>\n\n{text}\n</details>\n"


@dirt
def no_line_end(text, rows, random):
    return text.rstrip("\n")


@dirt
def blank_lines_around(text, rows, random):
    return "\n \n" + text + "\n\t\n\n"


@dirt
def wide_blanks(text, rows, random):
    return None if '"' in text or "'" in text else text.replace(" ", "  ")


@dirt
def unbreakable(text, rows, random):
    return text.replace(" ", "\xa0")


@dirt
def log_prefix(text, rows, random):
    return None if len(rows) < 3 else "".join(f"[INFO] {line}" for line in text.splitlines(keepends=True))


# ---- faults


def splits_a_pair(rows, at):
    """Whether the rows before row `at` have one end of a pair, and the other rows the other end."""
    return not {cell for row in rows[:at] for cell in row if cell > 0}.isdisjoint(
        {cell for row in rows[at:] for cell in row}
    )


@fault
def last_line_missing(text, rows, random):
    if not splits_a_pair(rows, len(rows) - 1):
        return None
    return "".join(text.rstrip("\n").splitlines(keepends=True)[:-1])


@fault
def first_line_missing(text, rows, random):
    if not splits_a_pair(rows, 1):
        return None
    return "".join(text.splitlines(keepends=True)[1:])


@fault
def one_line_twice(text, rows, random):
    at = random.randrange(len(rows))
    if not any(cell > 0 for cell in rows[at]):
        return None
    lines = text.splitlines(keepends=True)
    return "".join([*lines[: at + 1], *lines[at:]])


@fault
def a_cell_cut_off(text, rows, random):
    lines = text.splitlines(keepends=True)
    at = random.randrange(len(rows))
    body = lines[at].rstrip("\n")
    cut = body[:-1].rstrip(" ,;|\t")
    return None if len(lines) != len(rows) or not cut else "".join([*lines[:at], cut + "\n", *lines[at + 1 :]])


@fault
def a_blank_line_inside(text, rows, random):
    lines = text.splitlines(keepends=True)
    if len(lines) != len(rows) or len(rows) < 4:
        return None
    at = random.randrange(1, len(rows))
    if not splits_a_pair(rows, at):
        return None
    return "".join([*lines[:at], "\n", *lines[at:]])


LINEWISE = ["blanks_and_dots", "zeros", "underscores_and_letters", "lower_letters_glued", "commas", "tabs_with_dots",
            "bars_inside", "semicolons_and_blanks", "colour_words", "digits_glued"]  # fmt: skip
"""Notations with one line per row, so that a lost line is a lost row."""


# ---- boards


def rimmed(rows, random):
    """The board with blank rows or columns added at its rim."""
    rows = [list(row) for row in rows]
    width = len(rows[0])
    if random.random() < 0.5:
        rows.insert(random.choice([0, len(rows)]), [0] * width)
    if random.random() < 0.6:
        at = random.choice([0, width])
        for row in rows:
            row.insert(at, 0)
    return rows


def boards(seed, count):
    """(rows, random) for random boards that are not square, half of them with a blank rim, a third with blocks."""
    random = Random(seed)
    while count:
        rows = board(random, blocks=random.random() < 0.33, longest=7)
        rows = rimmed(rows, random) if random.random() < 0.5 else rows
        if 2 < len(rows) != len(rows[0]):
            count -= 1
            yield rows, random
