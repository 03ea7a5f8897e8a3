"""Boards as pages and mails show them: titles, tables, boxes, row numbers (see notations.py)."""

from string import ascii_lowercase, ascii_uppercase

from tests.formats.notations import COLOURS, has_blocks, largest, lines, mostly_full, notation, one_digit, spell

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


# ---- cells in markup


@notation
def html_boxes(rows):
    body = "".join(f'<div class="row">{"".join(map(box, row))}</div>\n' for row in spell(rows, ""))
    return f'<div class="grid">\n{body}</div>\n'


def box(text):
    return f'<div class="cell">{text}</div>'


@notation
def html_classes(rows):
    if has_blocks(rows) or mostly_full(rows) or largest(rows) > len(COLOURS):
        return None
    return html_cells(spell(rows, "", lambda cell: COLOURS[cell - 1]), '<td class="cell {}"></td>')


@notation
def html_images(rows):
    if has_blocks(rows) or largest(rows) > len(COLOURS):
        return None
    tokens = spell(rows, "", lambda cell: f'<img src="dot.png" alt="{COLOURS[cell - 1]}">')
    return html_cells(tokens, "<td>{}</td>")


@notation
def html_fields(rows):
    return html_cells(spell(rows, ""), '<td><input type="text" value="{}"></td>')


def html_cells(tokens, cell):
    return "<table>" + "".join(f"<tr>{''.join(map(cell.format, row))}</tr>" for row in tokens) + "</table>"


@notation
def xml_text(rows):
    return f"<board>\n{lines(spell(rows), '')}</board>\n" if one_digit(rows) else None


@notation
def bulletin_board_colours(rows):
    if largest(rows) > len(COLOURS):
        return None
    return lines(spell(rows, ".", lambda cell: f"[color={COLOURS[cell - 1]}]{cell}[/color]"))


@notation
def markdown_code_in_cells(rows):
    head = "|" + " |" * len(rows[0]) + "\n|" + ":-:|" * len(rows[0]) + "\n"
    return head + "".join(f"|{'|'.join(row)}|\n" for row in spell(rows, " ", "`{}`".format, block="`#`"))


@notation
def markdown_escapes(rows):
    return lines(spell(rows, r"\_"))


@notation
def latex_bold(rows):
    body = "".join(" & ".join(row) + " \\\\\n" for row in spell(rows, "~", lambda cell: rf"\textbf{{{cell}}}"))
    return "\\begin{tabular}{" + "c" * len(rows[0]) + "}\n" + body + "\\end{tabular}\n"


@notation
def box_of_characters(rows):
    if not one_digit(rows) or not any(any(row[0::2]) for row in rows) or not any(any(row[1::2]) for row in rows):
        return None
    border = "+" + "-" * len(rows[0]) + "+\n"
    return border + "".join(f"|{''.join(row)}|\n" for row in spell(rows, " ")) + border


@notation
def box_with_numbers_around(rows):
    border = "  +" + "---+" * len(rows[0]) + "\n"
    body = (f"{at:<2}|{'|'.join(f' {cell:<2}' for cell in row)}|\n" for at, row in enumerate(spell(rows, ""), start=1))
    return (
        "   " + "".join(f" {at:<3}" for at in range(1, len(rows[0]) + 1)) + "\n" + border + border.join(body) + border
    )


@notation
def arrow_behind_a_row(rows):
    first, *others = lines(spell(rows)).splitlines()
    return "\n".join([f"{first}   <-- start here", *others, ""])
