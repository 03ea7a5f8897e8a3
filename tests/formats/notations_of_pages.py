"""Boards as pages and mails show them: titles, tables, boxes, row numbers (see notations.py)."""

from string import ascii_lowercase, ascii_uppercase

from tests.formats.notations import has_blocks, lines, notation, one_digit, spell

# ---- around the grid


@notation
def code_fence(rows):
    return f"Can you solve it?\n\n```text\n{lines(spell(rows))}```\n\nThanks!\n"


@notation
def title(rows):
    return "Puzzle 12 (hard)\n" + lines(spell(rows))


@notation
def title_and_blank_line(rows):
    return "Level 7\n\n" + lines(spell(rows, "_"))


@notation
def comment(rows):
    return "# my puzzle, difficulty 3\n" + lines(spell(rows, "0"))


@notation
def comment_of_code(rows):
    return "// level one\n" + lines(spell(rows, "0"), ",")


@notation
def comments_around(rows):
    return "".join(f"// {' '.join(row)}\n" for row in spell(rows))


@notation
def quoted_mail(rows):
    return "Anna wrote:\n\n" + "".join(f"> {' '.join(row)}\n" for row in spell(rows))


@notation
def listed(rows):
    return "".join(f"- {''.join(row)}\n" for row in spell(rows)) if one_digit(rows) else None


@notation
def markdown_blank_header(rows):
    head = "|" + " |" * len(rows[0]) + "\n|" + "---|" * len(rows[0]) + "\n"
    return head + "".join("| " + " | ".join(row) + " |\n" for row in spell(rows, " "))


@notation
def markdown_header_is_row(rows):
    if not any(rows[0]):
        return None
    body = ["| " + " | ".join(row) + " |\n" for row in spell(rows, ".")]
    return body[0] + "|" + ":-:|" * len(rows[0]) + "\n" + "".join(body[1:])


@notation
def markdown_numbers(rows):
    head = "|   | " + " | ".join(map(str, range(1, len(rows[0]) + 1))) + " |\n|" + "---|" * (len(rows[0]) + 1) + "\n"
    return head + "".join(
        f"| {number} | " + " | ".join(row) + " |\n" for number, row in enumerate(spell(rows, " "), start=1)
    )


@notation
def html_table(rows):
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in spell(rows, ""))
    return f"<table>{body}</table>"


@notation
def html_page(rows):
    body = "\n".join(
        "  <tr>\n" + "\n".join(f'    <td class="cell">{cell}</td>' for cell in row) + "\n  </tr>"
        for row in spell(rows, "&nbsp;")
    )
    return f"<html><body><h1>Flow</h1>\n<p>Level 3</p>\n<table border=1>\n{body}\n</table></body></html>\n"


@notation
def html_pre(rows):
    return f"<div><pre>\n{lines(spell(rows))}</pre></div>"


@notation
def html_breaks(rows):
    return "<p>" + "<br>\n".join(" ".join(row) for row in spell(rows)) + "</p>"


@notation
def wiki(rows):
    body = "".join("|-\n| " + " || ".join(row) + "\n" for row in spell(rows, " "))
    return '{| class="wikitable"\n' + body + "|}\n"


@notation
def latex(rows):
    body = "".join(" & ".join(row) + " \\\\ \\hline\n" for row in spell(rows, " ", block="X"))
    return "\\begin{tabular}{" + "c" * len(rows[0]) + "}\n\\hline\n" + body + "\\end{tabular}\n"


@notation
def box_ascii(rows):
    border = "+" + "---+" * len(rows[0]) + "\n"
    return border + "".join(
        "|" + "".join(token.center(3) + "|" for token in row) + "\n" + border for row in spell(rows, "")
    )


@notation
def box_ascii_thin(rows):
    border = "+" + "-" * (2 * len(rows[0]) + 1) + "+\n"
    return border + "".join("| " + " ".join(row) + " |\n" for row in spell(rows)) + border


@notation
def box_unicode(rows):
    width = len(rows[0])
    return (
        "┌"
        + "┬".join(["───"] * width)
        + "┐\n"
        + ("├" + "┼".join(["───"] * width) + "┤\n").join(
            "│" + "│".join(token.center(3) for token in row) + "│\n" for row in spell(rows, "")
        )
        + "└"
        + "┴".join(["───"] * width)
        + "┘\n"
    )


@notation
def box_double(rows):
    border = "═" * (2 * len(rows[0]) - 1)
    return f"╔{border}╗\n" + "".join("║" + " ".join(row) + "║\n" for row in spell(rows)) + f"╚{border}╝\n"


@notation
def numbered_rows_and_columns(rows):
    head = "    " + " ".join(str(column % 100).rjust(2) for column in range(len(rows[0]))) + "\n"
    return head + "".join(
        str(number).rjust(3) + " " + " ".join(token.rjust(2) for token in row) + "\n"
        for number, row in enumerate(spell(rows))
    )


@notation
def numbered_rows(rows):
    return "".join(f"{number} {' '.join(row)}\n" for number, row in enumerate(spell(rows, "_"), start=1))


@notation
def numbered_rows_colon(rows):
    return "".join(f"{number}: {' '.join(row)}\n" for number, row in enumerate(spell(rows)))


@notation
def numbered_rows_glued(rows):
    if not one_digit(rows):
        return None
    return "".join(f"{number} {''.join(row)}\n" for number, row in enumerate(spell(rows), start=1))


@notation
def chess(rows):
    if len(rows[0]) > 26:
        return None
    head = "  " + " ".join(ascii_lowercase[: len(rows[0])]) + "\n"
    return head + "".join(f"{number} {' '.join(row)}\n" for number, row in enumerate(spell(rows), start=1))


@notation
def spreadsheet(rows):
    head = "," + ",".join(ascii_uppercase[: len(rows[0])]) + "\n"
    return head + "".join(f"{number}," + ",".join(row) + "\n" for number, row in enumerate(spell(rows, ""), start=1))


@notation
def column_numbers(rows):
    return " ".join(map(str, range(1, len(rows[0]) + 1))) + "\n" + lines(spell(rows))


@notation
def box_three_lines_high(rows):
    border, blank = "+" + "---+" * len(rows[0]) + "\n", "|" + "   |" * len(rows[0]) + "\n"
    cells = ("|" + "".join(token.center(3) + "|" for token in row) + "\n" for row in spell(rows, ""))
    return border + "".join(blank + row + blank + border for row in cells)


@notation
def box_without_inner_bars(rows):
    if not one_digit(rows):
        return None
    border = "┌" + "─" * (2 * len(rows[0]) + 1) + "┐\n"
    return border + "".join("│ " + " ".join(row) + " │\n" for row in spell(rows, " ")) + border


@notation
def rows_with_names(rows):
    return "".join(f"Row {number}: {' '.join(row)}\n" for number, row in enumerate(spell(rows), start=1))


@notation
def remarks_behind_rows(rows):
    return "".join(f"{' '.join(row)}   # row {number}\n" for number, row in enumerate(spell(rows, "_", block="X")))


@notation
def names_of_emoji(rows):
    label = ("red", "green", "blue", "yellow", "orange", "purple", "brown", "white").__getitem__
    if max(map(max, rows)) > 7 or has_blocks(rows):
        return None
    return lines(spell(rows, ":black_large_square:", lambda cell: f":{label(cell - 1)}_circle:"), "")
