"""Boards in odd notations that invite misreading: each text must be read correctly or refused."""

from itertools import product

from tests.formats.notations import has_blocks, largest, letter, lines, pairs_of, spell

ODD = {}
WORDS = {
    "german": "rot blau grün gelb weiß schwarz braun grau rosa lila türkis orange",
    "french": "rouge bleu vert jaune blanc noir brun gris rose violet cyan orange",
    "russian": "красный синий зелёный жёлтый белый чёрный серый розовый",
    "japanese": "赤 青 緑 黄 白 黒 茶 紫",
    "spanish": "rojo azul verde amarillo blanco negro marrón gris",
}
SPELLINGS = ("{} {} {} {}", "({}, {}) ({}, {})", "({},{}) ({},{})", "({},{})-({},{})", "({}, {}) -> ({}, {})")
ROMAN = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"]


def odd(most_labels=99, *, blocks=True):
    """Register an odd notation for boards of at most `most_labels` labels; `blocks`: whether they may have blocks."""

    def register(function):
        ODD[function.__name__] = lambda rows: (
            None if largest(rows) > most_labels or (has_blocks(rows) and not blocks) else function(rows)
        )
        return function

    return register


def texts_of(rows):
    """(name, text) of a board in every odd notation, and as its endpoints' coordinates in every order and spelling."""
    yield from ((name, text) for name, write in ODD.items() if (text := write(rows)) is not None)
    for language, known in WORDS.items():
        words = known.split()
        if largest(rows) <= len(words):
            tokens = spell(rows, ".", lambda cell, words=words: words[cell - 1])
            yield f"{language} words", lines(tokens)
            yield f"{language} words with commas", lines(tokens, ",").replace(".", "")
            yield f"{language} words aligned", "".join("".join(word.ljust(10) for word in row) + "\n" for row in tokens)
    if not has_blocks(rows):
        yield from _coordinates(rows)


def _coordinates(rows):
    width, height, pairs = len(rows[0]), len(rows), largest(rows)
    sizes = ["", f"{height} {width}", f"{width}x{height}", f"{height} {width} {pairs}", f"{pairs} {width} {height}",
             f"{pairs} {height} {width}", f"width {width} height {height}", f"rows={height}, cols={width}"]  # fmt: skip
    for base, x_first, size, spelling in product((0, 1), (False, True), sizes, SPELLINGS):
        if (spelling == SPELLINGS[1] and size.startswith(f"{pairs} ")) or (not size and spelling == SPELLINGS[0]):
            continue  # this is houston's text, or a grid of four columns
        ends = [[(end[x_first] + base, end[not x_first] + base) for end in pair] for pair in pairs_of(rows)]
        body = "".join(spelling.format(*first, *second) + "\n" for first, second in ends)
        yield f"coordinates from {base}, x first {x_first}, {size!r}", f"{size}\n{body}"


def flat(rows):
    return [cell for row in rows for cell in row]


def down(rows):
    """The cells column by column."""
    return [cell for column in zip(*rows, strict=True) for cell in column]


def listed(cells):
    return ", ".join(map(str, cells))


def ends_of(rows):
    return [(at, column, cell) for at, row in enumerate(rows) for column, cell in enumerate(row) if cell > 0]


# ---- labels and signs


@odd(50)
def a_and_capital_a(rows):
    return lines(spell(rows, ".", lambda cell: letter((cell + 1) // 2).lower() if cell % 2 else letter(cell // 2)))


@odd(50)
def a_and_capital_a_glued(rows):
    return a_and_capital_a(rows).replace(" ", "")


@odd()
def zero_beside_dots(rows):
    return lines(spell(rows, ".", lambda cell: str(cell - 1)))


@odd()
def zero_beside_blanks(rows):
    return lines(spell(rows, "", lambda cell: str(cell - 1)), ",")


@odd()
def zero_beside_hyphens(rows):
    return lines(spell(rows, "-", lambda cell: str(cell - 1)))


@odd(blocks=False)
def zero_beside_crosses(rows):
    return lines(spell(rows, "X", lambda cell: str(cell - 1)))


@odd(blocks=False)
def zero_beside_minus_one(rows):
    return lines(spell(rows, "-1", lambda cell: str(cell - 1)))


@odd(14)
def o_for_empty(rows):
    return lines(spell(rows, "o", letter))


@odd(20)
def x_for_empty(rows):
    return lines(spell(rows, "x", letter))


@odd(26, blocks=False)
def flags(rows):
    return lines(spell(rows, "⬜", lambda cell: chr(0x1F1E6 + cell - 1)), "")


@odd(26)
def circled_letters(rows):
    return lines(spell(rows, "◦", lambda cell: chr(0x24B6 + cell - 1)), "")


@odd(26)
def mathematical_letters(rows):
    return lines(spell(rows, "·", lambda cell: chr(0x1D400 + cell - 1)))


@odd(26)
def letters_in_parentheses(rows):
    return lines(spell(rows, ".", lambda cell: f"({letter(cell)})"))


@odd(9)
def superscripts(rows):
    return lines(spell(rows, ".", lambda cell: "¹²³⁴⁵⁶⁷⁸⁹"[cell - 1]))


@odd(9)
def arabic_digits(rows):
    return lines(spell(rows, ".", lambda cell: "١٢٣٤٥٦٧٨٩"[cell - 1]))


@odd(9)
def chinese_digits(rows):
    return lines(spell(rows, "〇", lambda cell: "一二三四五六七八九"[cell - 1]))


@odd(9)
def roman_numbers(rows):
    return lines(spell(rows, ".", lambda cell: ROMAN[cell - 1]))


@odd()
def two_digits_and_hyphens(rows):
    return lines(spell(rows, "--", lambda cell: f"{cell - 1:02}"))


@odd()
def floats(rows):
    return lines(spell(rows, "0.0", lambda cell: f"{cell}.0", "-1.0"))


@odd()
def scientific(rows):
    return lines(spell(rows, "0.00e+00", lambda cell: f"{cell:.2e}", "-1.00e+00"))


# ---- blanks and signs around


@odd(9)
def blanks_glued(rows):
    apart = all(map(any, rows)) and len({tuple(map(bool, row)) for row in rows}) > 2
    return lines(spell(rows, " "), "") if apart else None  # else its words line up, as on a smaller board


@odd(9)
def blanks_spaced(rows):
    return blanks_glued(rows) and lines(spell(rows, " "))


@odd(9)
def blanks_stripped(rows):
    return blanks_glued(rows) and "".join(" ".join(row).rstrip() + "\n" for row in spell(rows, " "))


@odd(9)
def rows_quoted(rows):
    return "".join('"' + "".join(row) + '",\n' for row in spell(rows))


@odd(9)
def rows_between_bars(rows):
    return "|".join(map("".join, spell(rows))) + "\n"


@odd(9)
def rows_between_blanks(rows):
    return " ".join(map("".join, spell(rows))) + "\n"


@odd(9)
def rows_between_semicolons(rows):
    return ";".join(map("".join, spell(rows, "0"))) + "\n"


@odd(9)
def numbers_glued_to_rows(rows):
    return "".join(f"{at}{''.join(row)}\n" for at, row in enumerate(spell(rows)))


@odd()
def twice_in_one_text(rows):
    return "".join(f"Level {at}:\n{lines(spell(rows, '_'))}" for at in (1, 2))


@odd()
def heavy_box(rows):
    border = "━━━┿" * len(rows[0]) + "\n"
    return border + border.join("┃" + "┃".join(t.center(3) for t in row) + "┃\n" for row in spell(rows, "")) + border


@odd()
def rules_between_rows(rows):
    rule = "----" * len(rows[0]) + "\n"
    return rule.join("|".join(token.center(3) for token in row) + "\n" for row in spell(rows, ""))


@odd()
def bars_between(rows):
    return lines(spell(rows, " "), "|")


@odd()
def bars_between_dots(rows):
    return lines(spell(rows, "."), "|")


@odd()
def bar_behind_each_row(rows):
    return "".join("|".join(row) + "|\n" for row in spell(rows, " "))


@odd()
def bar_before_each_row(rows):
    return "".join("|" + "|".join(row) + "\n" for row in spell(rows, " "))


@odd()
def tab_behind_each_row(rows):
    return "".join("\t".join(row) + "\t\n" for row in spell(rows, ""))


@odd()
def tab_before_each_row(rows):
    return "".join("\t" + "\t".join(row) + "\n" for row in spell(rows, ""))


@odd()
def sheet_stripped(rows):
    kept = all(map(any, rows)) and any(row[-1] for row in rows)
    return "".join(",".join(row).rstrip(",") + "\n" for row in spell(rows, "")) if kept else None


@odd()
def sheet_with_names(rows):
    head = "id," + ",".join(f"c{column}" for column in range(len(rows[0]))) + "\n"
    return head + "".join(f"{at}," + ",".join(row) + "\n" for at, row in enumerate(spell(rows, "")))


@odd()
def pandas(rows):
    head = "   " + "  ".join(map(str, range(len(rows[0])))) + "\n"
    return head + "".join(f"{at}  " + "  ".join(row) + "\n" for at, row in enumerate(spell(rows, "0", block="-1")))


# ---- lists


@odd()
def a_line_a_cell(rows):
    cells = (f"{at},{column},{cell}\n" for at, row in enumerate(rows) for column, cell in enumerate(row))
    return "row,col,value\n" + "".join(cells)


@odd(blocks=False)
def a_line_an_end(rows):
    return "row,col,value\n" + "".join(f"{at},{column},{cell}\n" for at, column, cell in ends_of(rows))


@odd()
def json_flat_by_initials(rows):
    return f'{{"w": {len(rows[0])}, "h": {len(rows)}, "data": [{listed(flat(rows))}]}}'


@odd()
def json_columns(rows):
    return f'{{"columns": {[list(column) for column in zip(*rows, strict=True)]}}}'


@odd()
def json_numbered_rows(rows):
    return "[" + ", ".join(f'{{"row": {at}, "cells": {row}}}' for at, row in enumerate(rows)) + "]"


@odd()
def json_cells_are_objects(rows):
    inner = ("[" + ", ".join(f'{{"color": {cell}}}' if cell else "null" for cell in row) + "]" for row in rows)
    return "[" + ", ".join(inner) + "]"


@odd(blocks=False)
def json_places(rows):
    dots = ", ".join(f'"{at},{column}": {cell}' for at, column, cell in ends_of(rows))
    return f'{{"width": {len(rows[0])}, "height": {len(rows)}, "dots": {{{dots}}}}}'


@odd(blocks=False)
def json_indices(rows):
    width = len(rows[0])
    pairs = [[first[0] * width + first[1], second[0] * width + second[1]] for first, second in pairs_of(rows)]
    return f'{{"width": {width}, "height": {len(rows)}, "pairs": {pairs}}}'


@odd(blocks=False)
def python_places(rows):
    return "{" + ", ".join(f"({at}, {column}): {cell}" for at, column, cell in ends_of(rows)) + "}"


@odd()
def fortran(rows):
    return f"reshape([{listed(down(rows))}], [{len(rows)}, {len(rows[0])}])"


@odd()
def numpy_by_columns(rows):
    return f"np.array([{listed(down(rows))}]).reshape(({len(rows)}, {len(rows[0])}), order='F')"


@odd()
def r_by_columns(rows):
    return f"matrix(c({listed(down(rows))}), {len(rows)}, {len(rows[0])})"


@odd()
def flat_without_size(rows):
    return " ".join(map(str, flat(rows))) + "\n"


@odd()
def flat_wrapped(rows):
    length = len(rows[0]) + (2 if len(rows) != len(rows[0]) + 2 else 3)
    cells = [str(cell) for cell in flat(rows)]
    body = [" ".join(cells[start : start + length]) for start in range(0, len(cells), length)]
    return f"{len(rows)} {len(rows[0])}\n" + "\n".join(body) + "\n"


@odd()
def a_cell_a_line(rows):
    return f"{len(rows)}\n{len(rows[0])}\n" + "".join(f"{cell}\n" for cell in flat(rows))
