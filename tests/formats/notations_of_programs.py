"""Boards as programs and data files write them: languages, sizes, flat lists, coordinates (see notations.py)."""

import json

from tests.formats.notations import (
    COLOURS,
    has_blocks,
    largest,
    letter,
    lines,
    mostly_full,
    notation,
    one_digit,
    spell,
)

# ---- languages


@notation
def json_lists(rows):
    return json.dumps(rows)


@notation
def json_nulls(rows):
    return None if has_blocks(rows) else json.dumps([[cell or None for cell in row] for row in rows], indent=1)


@notation
def json_object(rows):
    return json.dumps({"name": "level 4", "width": len(rows[0]), "height": len(rows), "grid": rows})


@notation
def json_strings(rows):
    return json.dumps({"rows": ["".join(row) for row in spell(rows)]}, indent=2) if one_digit(rows) else None


@notation
def json_words(rows):
    return json.dumps({"board": spell(rows, "", lambda cell: COLOURS[cell - 1])}) if largest(rows) <= 16 else None


@notation
def json_string(rows):
    return json.dumps({"board": lines(spell(rows))})


@notation
def json_flat(rows):
    return json.dumps({"rows": len(rows), "cols": len(rows[0]), "cells": [cell for row in rows for cell in row]})


@notation
def python_strings(rows):
    return (
        "board = [\n" + "".join(f"    '{''.join(row)}',\n" for row in spell(rows)) + "]\n" if one_digit(rows) else None
    )


@notation
def python_tuples(rows):
    return "BOARD = (\n" + "".join(f"    ({', '.join(row)}),\n" for row in spell(rows, "None", block="-1")) + ")\n"


@notation
def python_text(rows):
    return 'board = """\n' + lines(spell(rows)) + '"""\nsolve(board)\n'


@notation
def python_split(rows):
    return f"board = '{' '.join(''.join(row) for row in spell(rows))}'.split()\n" if one_digit(rows) else None


@notation
def numpy_printed(rows):
    inner = "\n ".join("[" + " ".join(token.rjust(2) for token in row) + "]" for row in spell(rows, "0", block="-1"))
    return f"[{inner}]\n"


@notation
def numpy_floats(rows):
    return "np.array([" + ",\n".join("[" + ", ".join(f"{cell}." for cell in row) + "]" for row in rows) + "])\n"


@notation
def c_array(rows):
    body = ",\n".join("  {" + ", ".join(map(str, row)) + "}" for row in rows)
    return f"int board[{len(rows)}][{len(rows[0])}] = {{\n{body}\n}};\n"


@notation
def c_array_with_remarks(rows):
    body = "".join("  {" + ", ".join(map(str, row)) + f"}},  // row {number}\n" for number, row in enumerate(rows))
    return f"static const int level1[][{len(rows[0])}] = {{\n{body}}};\n"


@notation
def c_strings(rows):
    return (
        "const char *rows[] = {\n" + ",\n".join(f'  "{"".join(row)}"' for row in spell(rows)) + "\n};\n"
        if one_digit(rows)
        else None
    )


@notation
def c_chars(rows):
    if not one_digit(rows):
        return None
    return (
        "char b[][9] = {" + ",\n".join("{" + ",".join(f"'{cell}'" for cell in row) + "}" for row in spell(rows)) + "};"
    )


@notation
def java(rows):
    body = ",\n".join("new int[] {" + ", ".join(map(str, row)) + "}" for row in rows)
    return f"int[][] grid = new int[][] {{\n{body}\n}};\n"


@notation
def rust(rows):
    return "let b = vec![\n" + "".join(f"    vec![{', '.join(map(str, row))}],\n" for row in rows) + "];\n"


@notation
def rust_options(rows):
    if has_blocks(rows):
        return None
    inner = ("[" + ", ".join(f"Some({cell})" if cell else "None" for cell in row) + "]" for row in rows)
    return "let b = [\n" + ",\n".join(inner) + "];\n"


@notation
def kotlin(rows):
    return "val b = arrayOf(\n" + ",\n".join(f"  intArrayOf({', '.join(map(str, row))})" for row in rows) + ")\n"


@notation
def go(rows):
    return "var b = [][]int{\n" + "".join(f"\t{{{', '.join(map(str, row))}}},\n" for row in rows) + "}\n"


@notation
def lua(rows):
    return "board = {\n" + "".join(f"  {{ {', '.join(map(str, row))} }},\n" for row in rows) + "}\n"


@notation
def haskell(rows):
    inner = "\n  , ".join(
        "[" + ",".join(f"Just {cell}" if cell > 0 else "Nothing" for cell in row) + "]" for row in rows
    )
    return None if has_blocks(rows) else f"board =\n  [ {inner}\n  ]\n"


@notation
def lisp(rows):
    return "(defparameter *board* '(" + "\n  ".join("(" + " ".join(map(str, row)) + ")" for row in rows) + "))\n"


@notation
def clojure(rows):
    return "(def board [" + "\n ".join("[" + " ".join(row) + "]" for row in spell(rows, "nil", block="-1")) + "])\n"


@notation
def prolog(rows):
    return (
        None
        if has_blocks(rows)
        else "puzzle([" + ",\n".join("[" + ",".join(row) + "]" for row in spell(rows, "_")) + "]).\n"
    )


@notation
def matlab(rows):
    return "A = [" + "; ".join(" ".join(map(str, row)) for row in rows) + "];\n"


@notation
def julia(rows):
    return "A = [" + "\n     ".join(" ".join(map(str, row)) for row in rows) + "]\n"


@notation
def r_matrix(rows):
    flat = ", ".join(str(cell) for row in rows for cell in row)
    return f"m <- matrix(c({flat}), nrow = {len(rows)}, byrow = TRUE)\n"


@notation
def r_matrix_by_column(rows):
    flat = ", ".join(str(row[column]) for column in range(len(rows[0])) for row in rows)
    return f"m <- matrix(c({flat}), nrow={len(rows)}, ncol={len(rows[0])})\n"


@notation
def yaml_lists(rows):
    return "name: level 9\nboard:\n" + "".join(f"  - [{', '.join(map(str, row))}]\n" for row in rows)


@notation
def yaml_strings(rows):
    return "board:\n" + "".join(f'  - "{" ".join(row)}"\n' for row in spell(rows))


@notation
def yaml_block(rows):
    return (
        "title: mine\nboard: |\n" + "".join(f"  {''.join(row)}\n" for row in spell(rows)) if one_digit(rows) else None
    )


@notation
def yaml_items(rows):
    row = "\n  ".join
    return "board:\n" + "".join(f"- {row(f'- {cell}' for cell in cells)}\n" for cells in rows) + "name: level 9\n"


@notation
def yaml_items_quoted(rows):
    items = (f"  - - '{cells[0]}'\n" + "".join(f"    - '{cell}'\n" for cell in cells[1:]) for cells in spell(rows))
    return f"height: {len(rows)}\nboard:\n" + "".join(items)


@notation
def toml(rows):
    return (
        "[level]\nsize = ["
        + f"{len(rows)}, {len(rows[0])}]\ngrid = [\n"
        + "".join(f"  {row},\n" for row in rows)
        + "]\n"
    )


@notation
def xml_rows(rows):
    return (
        "<level>\n" + "".join(f"  <row>{' '.join(row)}</row>\n" for row in spell(rows, "0", block="X")) + "</level>\n"
    )


@notation
def javascript(rows):
    return "const grid = [\n" + "".join(f"  [{', '.join(row)}],\n" for row in spell(rows, "null", block="-1")) + "];\n"


@notation
def javascript_template(rows):
    return "const level = `" + "\n".join("".join(row) for row in spell(rows)) + "`;\n" if one_digit(rows) else None


@notation
def strings_with_blanks(rows):
    if not one_digit(rows) or not any(any(cell < 1 for cell in row) for row in rows):
        return None
    return "level = [\n" + ",\n".join(f'  "{"".join(row)}"' for row in spell(rows, " ")) + "\n]\n"


@notation
def slashes(rows):
    return '"' + "/".join("".join(row) for row in spell(rows)) + '"\n' if one_digit(rows) else None


def keywords(rows):
    """The rows with colours as keywords; [] for a board that has blocks or too many pairs."""
    usable = not has_blocks(rows) and largest(rows) <= len(COLOURS)
    return spell(rows, "nil", lambda cell: f":{COLOURS[cell - 1]}") if usable else []


@notation
def ruby_symbols(rows):
    lists = "".join(f"  [{', '.join(row)}],\n" for row in keywords(rows))
    return f"board = [\n{lists}]\n" if lists else None


@notation
def clojure_keywords(rows):
    vectors = "\n ".join(f"[{' '.join(row)}]" for row in keywords(rows))
    return f"(def board [{vectors}])\n" if vectors else None


@notation
def python_lists_of_characters(rows):
    if not one_digit(rows):
        return None
    return "board = [" + ",\n         ".join(f"list('{''.join(row)}')" for row in spell(rows)) + "]\n"


@notation
def prolog_rows(rows):
    tokens = [] if has_blocks(rows) or largest(rows) > 26 else spell(rows, "_", lambda cell: letter(cell).lower())
    return "".join(f"row({at}, [{','.join(row)}]).\n" for at, row in enumerate(tokens, start=1)) or None


@notation
def colours_on_white(rows):
    usable = not has_blocks(rows) and not mostly_full(rows)
    return json.dumps(spell(rows, "#FFFFFF", "#{:06X}".format)) if usable else None


@notation
def assigned_in_quotes(rows):
    return 'def make():\n    b = """' + lines(spell(rows)).strip().replace("\n", "\n           ") + '"""\n'


# ---- sizes


@notation
def height_width(rows):
    return f"{len(rows)} {len(rows[0])}\n" + lines(spell(rows, "0", block="#"))


@notation
def width_height(rows):
    return f"{len(rows[0])} {len(rows)}\n" + lines(spell(rows, "."))


@notation
def width_x_height(rows):
    return f"{len(rows[0])}x{len(rows)}\n\n" + lines(spell(rows, "."))


@notation
def width_times_height(rows):
    return f"size: {len(rows[0])} × {len(rows)}\n" + lines(spell(rows, "_"))


@notation
def with_pairs(rows):
    return f"{len(rows)} {len(rows[0])} {largest(rows)}\n" + lines(spell(rows, "0", block="X"))


@notation
def size_lines(rows):
    return f"{len(rows)}\n{len(rows[0])}\n" + lines(spell(rows, "-"))


@notation
def square_size(rows):
    return f"{len(rows)}\n" + lines(spell(rows)) if len(rows) == len(rows[0]) else None


@notation
def square_size_blank_line(rows):
    return f"{len(rows)}\n\n" + lines(spell(rows)) if len(rows) == len(rows[0]) else None


@notation
def two_sizes_blank_line(rows):
    return f"{len(rows)} {len(rows[0])}\n\n" + lines(spell(rows))


@notation
def bwinf(rows):
    if len(rows) != len(rows[0]) or has_blocks(rows):
        return None
    return f"{len(rows)}\n{largest(rows)}\n" + lines(spell(rows, "0"))


@notation
def flat(rows):
    return f"{len(rows)} {len(rows[0])}\n" + " ".join(str(cell) for row in rows for cell in row) + "\n"


@notation
def flat_commas(rows):
    return f"{len(rows)},{len(rows[0])}\n" + ",".join(str(cell) for row in rows for cell in row) + "\n"


@notation
def flat_one_line(rows):
    return f"{len(rows)} {len(rows[0])} {largest(rows)} " + " ".join(str(cell) for row in rows for cell in row) + "\n"


@notation
def flat_glued(rows):
    return f"{len(rows)} {len(rows[0])}\n" + "".join(map("".join, spell(rows))) + "\n" if one_digit(rows) else None


# ---- line ends and characters of editors


@notation
def windows(rows):
    return "\ufeff" + lines(spell(rows, "0", block="#")).replace("\n", "\r\n")


@notation
def old_mac(rows):
    return lines(spell(rows, "_")).replace("\n", "\r")


@notation
def unbreakable_blanks(rows):
    return lines(spell(rows), "\xa0")


@notation
def blanks_at_the_end(rows):
    return "".join(" ".join(row) + "  \n" for row in spell(rows, "0", block="x"))


@notation
def every_second_line_blank(rows):
    return lines(spell(rows, "_")).replace("\n", "\n\n")


@notation
def zero_width(rows):
    return lines(spell(rows, "_")).replace(" ", " \u200b")


@notation
def coloured(rows):
    return lines(spell(rows, "0", lambda cell: f"\x1b[3{cell % 8}m{cell}\x1b[0m"))
