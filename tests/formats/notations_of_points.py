"""Boards given point by point, and tables as databases and programs print them (see notations.py)."""

import json

from tests.formats.notations import COLOURS, has_blocks, largest, letter, lines, notation, pairs_of, spell

# ---- endpoints as coordinates


def has_zero(rows):
    """Whether an endpoint is in the first row or column, which shows that coordinates start at 0."""
    return any(rows[0]) or any(row[0] for row in rows)


def unambiguous(rows):
    """Whether coordinates on this board can be read in only one way: row or column first, starting at 0 or 1."""
    points = [point for pair in pairs_of(rows) for point in pair]
    height, width = len(rows), len(rows[0])
    firsts, seconds = {row for row, _ in points}, {column for _, column in points}
    certain = (0 in firsts or 0 in seconds) and (height - 1 in firsts or width - 1 in seconds)
    return not has_blocks(rows) and certain and (max(seconds) >= height or max(firsts) >= width)


@notation
def coordinates(rows):
    if not unambiguous(rows):
        return None
    body = "".join(f"{a} {b} {c} {d}\n" for (a, b), (c, d) in pairs_of(rows))
    return f"{len(rows)} {len(rows[0])} {largest(rows)}\n{body}"


@notation
def coordinates_named(rows):
    if not unambiguous(rows) or largest(rows) > 16:
        return None
    body = "".join(f"{COLOURS[at]} {a},{b} {c},{d}\n" for at, ((a, b), (c, d)) in enumerate(pairs_of(rows)))
    return f"size {len(rows)} {len(rows[0])}\n{body}"


@notation
def coordinates_in_brackets(rows):
    if not unambiguous(rows):
        return None
    body = "".join(f"{at}: ({a}, {b}) -> ({c}, {d})\n" for at, ((a, b), (c, d)) in enumerate(pairs_of(rows), start=1))
    return f"rows: {len(rows)}\ncols: {len(rows[0])}\n{body}"


@notation
def coordinates_from_one(rows):
    if not unambiguous(rows):
        return None
    body = "".join(f"({a + 1},{b + 1}) ({c + 1},{d + 1})\n" for (a, b), (c, d) in pairs_of(rows))
    return f"{len(rows[0])} wide, {len(rows)} high\n{body}"


@notation
def coordinates_x_first(rows):
    if not unambiguous(rows):
        return None
    body = "".join(f"({b},{a}) ({d},{c})\n" for (a, b), (c, d) in pairs_of(rows))
    return f"width: {len(rows[0])}\nheight: {len(rows)}\n{body}"


@notation
def json_colours(rows):
    if not unambiguous(rows) or largest(rows) > 16:
        return None
    ends = {COLOURS[at]: [list(end) for end in pair] for at, pair in enumerate(pairs_of(rows))}
    return json.dumps({"width": len(rows[0]), "height": len(rows), "colors": ends})


@notation
def json_start_end(rows):
    if not unambiguous(rows):
        return None
    ends = [{"id": at, "start": list(first), "end": list(second)} for at, (first, second) in enumerate(pairs_of(rows))]
    return json.dumps({"rows": len(rows), "cols": len(rows[0]), "pairs": ends}, indent=1)


@notation
def json_positions(rows):
    if has_blocks(rows):
        return None
    ends = [
        {"color": f"c{at}", "positions": [{"row": row, "col": column} for row, column in pair]}
        for at, pair in enumerate(pairs_of(rows))
    ]
    return json.dumps({"size": {"rows": len(rows), "cols": len(rows[0])}, "dots": ends}) if has_zero(rows) else None


@notation
def json_xy(rows):
    ends = [{"a": {"x": b, "y": a}, "b": {"x": d, "y": c}} for (a, b), (c, d) in pairs_of(rows)]
    if has_blocks(rows) or not has_zero(rows):
        return None
    return json.dumps({"width": len(rows[0]), "height": len(rows), "flows": ends})


@notation
def python_dict(rows):
    if not unambiguous(rows):
        return None
    body = ",\n".join(f"    {letter(at + 1)!r}: ({a!r}, {b!r})" for at, (a, b) in enumerate(pairs_of(rows)) if at < 52)
    return f"H = {len(rows)}\nW = {len(rows[0])}\npairs = {{\n{body}\n}}\n" if largest(rows) <= 52 else None


@notation
def yaml_start_end(rows):
    if not unambiguous(rows):
        return None
    body = "".join(f"  - start: {list(a)}\n    end: {list(b)}\n" for a, b in pairs_of(rows))
    return f"width: {len(rows[0])}\nheight: {len(rows)}\nflows:\n{body}"


@notation
def minizinc(rows):
    return "grid = [| " + "\n | ".join(", ".join(map(str, row)) for row in rows) + " |];\n"


@notation
def ocaml(rows):
    return "let b = [|" + ";\n".join("[|" + ";".join(map(str, row)) + "|]" for row in rows) + "|]\n"


@notation
def perl_words(rows):
    return "my @b = (\n" + "".join(f"  [qw({' '.join(row)})],\n" for row in spell(rows)) + ");\n"


@notation
def xml_attributes(rows):
    if not unambiguous(rows):
        return None
    ends = "".join(f"<pair r1='{a}' c1='{b}' r2='{c}' c2='{d}'/>\n" for (a, b), (c, d) in pairs_of(rows))
    return f"<level width='{len(rows[0])}' height='{len(rows)}'>\n{ends}</level>\n"


# ---- one point per record


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


@notation
def json_every_cell(rows):
    if has_blocks(rows) or not has_zero(rows) or not 2 < largest(rows) <= len(COLOURS):
        return None
    colours = spell(rows, "none", lambda cell: COLOURS[cell - 1])
    cells = [{"x": x, "y": y, "color": colour} for y, row in enumerate(colours) for x, colour in enumerate(row)]
    return json.dumps({"width": len(rows[0]), "height": len(rows), "tiles": cells})
