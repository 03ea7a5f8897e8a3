"""Boards given point by point, and tables as databases and programs print them (see notations.py)."""

import json

from tests.formats.notations import COLOURS, has_blocks, largest, letter, lines, notation, pairs_of, spell
from tests.formats.notations_of_programs import has_zero, unambiguous


def points_of(rows):
    """(number, row, column) of each endpoint."""
    return [(number, *end) for number, pair in enumerate(pairs_of(rows), start=1) for end in pair]


@notation
def label_before_point(rows):
    if not unambiguous(rows) or largest(rows) > 52:
        return None
    return f"{len(rows)} {len(rows[0])}\n" + "".join(f"{letter(label)} {a} {b}\n" for label, a, b in points_of(rows))


@notation
def number_behind_point(rows):
    if not unambiguous(rows) or largest(rows) < 2:
        return None
    return f"{len(rows)} {len(rows[0])}\n" + "".join(f"{a} {b} {label}\n" for label, a, b in points_of(rows))


@notation
def number_before_point(rows):
    if not unambiguous(rows) or largest(rows) < 2:
        return None
    body = "".join(f"{label} {a + 1} {b + 1}\n" for label, a, b in points_of(rows))
    return f"{len(rows)} {len(rows[0])} {largest(rows)}\n{body}"


@notation
def facts(rows):
    if not unambiguous(rows) or largest(rows) > len(COLOURS):
        return None
    body = "".join(f"end({COLOURS[label - 1]}, {a}, {b}).\n" for label, a, b in points_of(rows))
    return f"size({len(rows)}, {len(rows[0])}).\n{body}"


@notation
def json_points_with_numbers(rows):
    if has_blocks(rows) or not has_zero(rows):
        return None
    cells = [{"r": a, "c": b, "v": label} for label, a, b in points_of(rows)]
    return json.dumps({"rows": len(rows), "cols": len(rows[0]), "cells": cells})


@notation
def json_points_with_colours(rows):
    if has_blocks(rows) or not has_zero(rows) or largest(rows) > len(COLOURS):
        return None
    ends = [{"x": b, "y": a, "color": COLOURS[label - 1]} for label, a, b in points_of(rows)]
    return json.dumps({"width": len(rows[0]), "height": len(rows), "endpoints": ends})


@notation
def xml_points(rows):
    if has_blocks(rows) or not has_zero(rows):
        return None
    body = "".join(f"  <cell row='{a}' col='{b}' value='{label}'/>\n" for label, a, b in points_of(rows))
    return f"<board rows='{len(rows)}' cols='{len(rows[0])}'>\n{body}</board>\n"


@notation
def settings(rows):
    if not unambiguous(rows) or largest(rows) > len(COLOURS):
        return None
    ends = "".join(f"{COLOURS[at]} = {a},{b} {c},{d}\n" for at, ((a, b), (c, d)) in enumerate(pairs_of(rows)))
    return f"[board]\nrows = {len(rows)}\ncols = {len(rows[0])}\n\n[dots]\n{ends}"


@notation
def sizes_and_points_with_names(rows):
    if has_blocks(rows) or not has_zero(rows):
        return None
    ends = "".join(f"(x={b}, y={a}) -> (x={d}, y={c})\n" for (a, b), (c, d) in pairs_of(rows))
    return f"width={len(rows[0])} height={len(rows)}\n{ends}"


@notation
def table_of_a_database(rows):
    border = "+------" * len(rows[0]) + "+\n"
    head = "".join(f"| c{column:<4}" for column in range(1, len(rows[0]) + 1)) + "|\n"
    body = "".join("".join(f"| {cell:<5}" for cell in row) + "|\n" for row in spell(rows, "NULL"))
    return f"{border}{head}{border}{body}{border}{len(rows)} rows in set (0.00 sec)\n"


@notation
def rules_of_org_mode(rows):
    rule = "|" + "+".join(["---"] * len(rows[0])) + "|\n"
    return rule + rule.join("|" + "|".join(token.center(3) for token in row) + "|\n" for row in spell(rows, "")) + rule


@notation
def tiles_of_a_map(rows):
    return ",\n".join(",".join(row) for row in spell(rows, "0", block="-1")) + "\n" if len(rows) > 2 else None


@notation
def wall_around(rows):
    if largest(rows) > 23 or has_blocks(rows):
        return None
    wall = "#" * (len(rows[0]) + 2) + "\n"
    return wall + lines([["#", *row, "#"] for row in spell(rows, ".", letter)], "") + wall


@notation
def members_of_an_enumeration(rows):
    if largest(rows) > len(COLOURS):
        return None
    tokens = spell(rows, "Color.EMPTY", lambda cell: f"Color.{COLOURS[cell - 1].upper()}", "Color.WALL")
    return "grid = [\n" + "".join(f"    [{', '.join(row)}],\n" for row in tokens) + "]\n"


@notation
def negative_circles(rows):
    return lines(spell(rows, "·", lambda cell: chr(0x2776 + cell - 1))) if largest(rows) < 10 else None


@notation
def rows_with_keys(rows):
    return "[board]\n" + "".join(f"row{at} = {' '.join(row)}\n" for at, row in enumerate(spell(rows)))


@notation
def cells_in_one_string(rows):
    if largest(rows) > 23:
        return None
    cells = "".join(map("".join, spell(rows, ".", letter)))
    return json.dumps({"width": len(rows[0]), "height": len(rows), "board": cells})
