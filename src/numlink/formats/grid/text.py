"""A text as numbered lines in which only the board's own signs are left: the dress of its page or program is taken off.

<tr><td>1</td><td></td></tr>      |1||        HTML, wiki and LaTeX tables: one line a row, cells between bars
│ 1 │   │                         | 1 |   |   lines of boxes as ASCII, fullwidth signs as narrow ones
board = `1..2                     board =     quotes of several lines and code fences end a line
- - 1                             [[1,
  - 2                             2]]         YAML's lists, an item a line
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from html import unescape
from itertools import groupby, pairwise

from numlink.formats.reading import NumberedLine, with_line_feeds

ESCAPES = re.compile(r"\x1b\[[0-9;?]{0,20}[A-Za-z]")
UNSEEN = dict.fromkeys(map(ord, "\ufeff\u200b\u200c\u200d\u2060\ufe0e\ufe0f\u20e3\u00ad"))
"""Signs without a place of their own: variants of emoji, joiners, byte order marks, the box of a keycap."""
ALIKE = str.maketrans(
    {
        **dict.fromkeys("│┃║╎┆┊¦", "|"),
        **dict.fromkeys("─━═╌┄┈–—−", "-"),
        **dict.fromkeys("┌┬┐├┼┤└┴┘╔╦╗╠╬╣╚╩╝┏┳┓┣╋┫┗┻┛╭╮╰╯╒╤╕╞╪╡╘╧╛╓╥╖╟╫╢╙╨╜┍┯┑┝┿┥┕┷┙┎┰┒┠╂┨┖┸┚", "+"),
        **dict.fromkeys("“”„«»", '"'),
        **dict.fromkeys("‘’‚", "'"),
    }
)
HTML = re.compile(r"(?i)</?(?:table|tr|td|th|pre|br|html|body|div|p|span|code|li|row|line|cell)\b[^<>]*>")
TAG = re.compile(r"</?[A-Za-z][A-Za-z0-9]*+[^<>]*+>")
LATEX = re.compile(r"\\(?:hline|toprule|midrule|bottomrule|\\|(?:begin|end)\{[^{}]{0,40}\}|cline\{[^{}]{0,40}\})")
QUOTED_LINES = re.compile(r"\"\"\"|'''|```\w*|^\s*~~~\w*\s*$|`")
EMOJI_NAME = re.compile(r":([A-Za-z][a-z_0-9]*):")
IN_BRACKETS = re.compile(r"(?m)((?:[\[(][^\[\](),;|\n]{0,24}[\])]){3,})[ \t;,\\]*$")
"""A row of which each cell stands in brackets."""
BBCODE = re.compile(r"(?i)\[(/?(?:table|tr|td|th|code))\]")
ELEMENT = re.compile(
    r"<(?!(?i:col|t[dhr]|table|img)\b)[A-Za-z]\w*((?:\s+[\w-]+\s*=\s*(?:\"[^\"<>]*\"|'[^'<>]*'))+)\s*(/?)>"
)
ATTRIBUTE = re.compile(r"([\w-]+)\s*=\s*[\"']([^\"']*)[\"']")
REMARK = re.compile(r"(?<=\S)(?:\s+//\s.*|\s{2,}(?:#|;|--|%)\s?[A-Za-z]{3,}[^#;%]*)$")
"""A comment behind a row."""
WIKI = {"{|": "<table><tr>", "|-": "<tr>", "|}": "</table>"}
"""What a line of a wiki page begins with -> the tags that it stands for."""
ROW = re.compile(r"(?is)<(tr|row|line)\b[^<>]*>(.*?)(?=</?(?:tr|row|line|table|grid|board)\b|\Z)")
CELL = re.compile(r"(?i)<(?:td|th|cell)\b([^<>]*)>")
BLANK_CELL = re.compile(CELL.pattern + r"(?=(?:\s|&nbsp;)*<(?:/|td|th|tr))")
NAMES_OF_BLOCKS = re.compile(r"(?i)wall|block|solid|black")
UNSTEADY = re.compile(r"[\s\d\"']+")
"""In the attributes of cells: what may differ without a meaning, such as places."""
NEW_LINE = re.compile(r"(?i)</?(?:br|p|div|li|pre|table|ul|ol|body|html|tr|row|line|grid|board)\b[^<>]*>")
BORDER = re.compile(r"(?=.*?(?:--|==|~~|__|\+ ?- ?\+))[\s|+=~_:-]++|\s*_[\s_]*")
LEADER = re.compile(r"(\s*(?:[^\s\d|,;&][^\d|,;&]{0,30})?)([0-9]{1,3})(?:\s?=|[:)\]]|\.(?=\s)|\t)\s?")
"""What counts the lines: `3: `, `Row 3: `, `row3=`, `board.txt:3:`."""
MARK = re.compile(r"\s*+((?:>\s?)++|(?:-|\*|#|//|%|;|--|\+|\[\w{1,9}\])(?:\s|$))")
"""What may stand before every line of a block: the sign of a list, a quotation, a comment or a log."""
MARKED = 3
"""The fewest lines with one mark that is surely none of their cells, if it stands nowhere else in them."""
CODE = re.compile(r"(?m)^([ \t]*(?:[-*+>][ \t])?)`([^`\n]+)`[ \\]*$")
"""A line of which all is code in a text with marks."""
SEVERAL = re.compile(r"(?m)^([^\n\w(]*(?:\w+ )?)\(?(\w+(?:, *\w+)+)\)? *= *\(?([0-9]+(?:, *[0-9]+)+)\)?(?=;? *$)")
"""Several names to which as many numbers are given: `rows, cols = 5, 7`."""
DEFINED = re.compile(r"(?m)^#define[ \t]+(\w+)[ \t]+(?=[0-9])")
"""A name for a number in C."""
YAML_ROWS = re.compile(r"(?m)(?:^ *- - .*\n?(?:^ +- (?!- ).*\n?)+)+")
YAML_ITEM = re.compile(r"(?m)^ *- (- )?(.*)$")
LINES_OF_A_TITLE = 2


def plain_lines(text: str) -> list[NumberedLine]:
    """The lines of a text, each with the number of the line in which it begins.  O(characters)."""
    text = unicodedata.normalize("NFKC", ESCAPES.sub("", with_line_feeds(text)).translate(UNSEEN)).translate(ALIKE)
    text = SEVERAL.sub(_one_by_one, YAML_ROWS.sub(_bracketed, text))
    text = DEFINED.sub(r"\1 = ", CODE.sub(r"\1\2", text))
    text = EMOJI_NAME.sub(r" \1 ", BBCODE.sub(r"<\1>", text))
    text = ELEMENT.sub(lambda element: _as_object(element) if element[2] else element[0], text)
    text = IN_BRACKETS.sub(lambda row: re.sub(r"[\])][\[(]?|[\[(]", "|", row[1]), text)
    if "{|" in text and "|-" in text:
        text = "\n".join(map(_with_tags, text.split("\n")))
    if HTML.search(text):
        return _of_html(text)
    text = ELEMENT.sub(_as_object, text)
    lines = [(number, REMARK.sub("", line)) for number, line in enumerate(text.split("\n"), start=1)]
    latex = LATEX.search(text) is not None and "&" in text
    return [(number, part) for number, line in lines for part in _parts(line, latex=latex)]


def _bracketed(rows: re.Match[str]) -> str:
    """YAML's lists of lists, an item a line, as lists in brackets."""
    return "[" + YAML_ITEM.sub(lambda item: f"{'],[' if item[1] else ''}{item[2]},", rows[0]).lstrip("],") + "]]"


def _one_by_one(given: re.Match[str]) -> str:
    """Names and their numbers as one assignment behind the other."""
    names, numbers = (re.split(", *", given[side]) for side in (2, 3))
    if len(names) != len(numbers):
        return given[0]
    return given[1] + ", ".join(f"{name} = {number}" for name, number in zip(names, numbers, strict=True))


def _as_object(element: re.Match[str]) -> str:
    return "{" + ", ".join(f"{key}: '{value}'" for key, value in ATTRIBUTE.findall(element[1])) + "}"


def _parts(line: str, *, latex: bool) -> list[str]:
    """A line in parts: quotes of several lines and the ends of LaTeX's rows part it."""
    if latex:
        parts = LATEX.split(re.sub(r"\\(?:cdot|bullet|square|circ)\b", ".", line).replace("&", ";"))
        return [part for part in parts if part.strip()] or [line if len(parts) == 1 else "\\"]
    return QUOTED_LINES.split(line) if QUOTED_LINES.search(line) else [line]


def _of_html(text: str) -> list[NumberedLine]:
    """The lines of a page: each row of a table is one line with a bar around each cell."""
    lines: list[NumberedLine] = []
    kinds = {UNSTEADY.sub("", found[1]) for found in BLANK_CELL.finditer(text)}
    number, at = 1, 0
    for row in [*ROW.finditer(text), None]:
        before = text[at : row.start()] if row else text[at:]
        if TAG.sub("", before).strip() or "table" in before or not lines:
            lines += _without_tags(before, number)
        number += before.count("\n")
        if row:
            head, *parts = CELL.split(row[2])
            cells = [
                TAG.sub("", cell).strip() or (_named(attributes) if len(kinds) > 1 else "")
                for attributes, cell in zip(parts[::2], parts[1::2], strict=True)
            ]
            lines.append((number, f"|{'|'.join(cells)}|" if cells else TAG.sub("", head).strip()))
            number += row[0].count("\n")
            at = row.end()
    return [(place, unescape(line).replace("\xa0", " ").replace("\u3000", " ")) for place, line in lines]


def _named(attributes: str) -> str:
    """What a blank cell is that has these attributes, where others have other ones."""
    if NAMES_OF_BLOCKS.search(attributes):
        return "#"
    return "?" if UNSTEADY.sub("", attributes) else ""


def _without_tags(text: str, number: int) -> Iterator[NumberedLine]:
    """The lines between tables, from line `number` on; paragraphs and breaks end a line, too."""
    for at, line in enumerate(text.split("\n"), start=number):
        parts = [TAG.sub("", part) for part in NEW_LINE.split(line)]
        for side in (0, -1):
            while len(parts) > 1 and not parts[side].strip():
                parts.pop(side)
        yield from ((at, part) for part in parts)


def _with_tags(line: str) -> str:
    """A line of a wiki page with HTML's tags; there `|-` begins a row of a table, whose cells stand behind bars."""
    start = line.strip()
    if tag := WIKI.get(start[:2]):
        return tag
    if start[:1] not in ("|", "!") or start[:2] == "|+":
        return line
    return "".join("<td>" + cell.strip(" |") for cell in re.split(r"\|\||!!", start[1:]))


# ---- blocks -----------------------------------------------------------------------------------------------------


def blocks(lines: Sequence[NumberedLine]) -> Iterator[list[NumberedLine]]:
    """The lines between blank lines; a line of tabs is a row.  Then the lines of a text with every second one blank."""
    block: list[NumberedLine] = []
    found: list[list[NumberedLine]] = []
    for number, line in [*lines, (0, "")]:
        if line.strip(" \n") or "\t" in line:
            block.append((number, line))
        elif block:
            found += filter(None, map(_flat, _bare(block)))
            block = []
    for block in found:
        yield block
        yield from _without_leaders(block)
    alone: list[NumberedLine] = []
    for block in [*found, []]:
        if len(block) == 1 and not (alone and block[0][0] - alone[-1][0] > LINES_OF_A_TITLE):
            alone += block
        else:
            if len(alone) > 1:
                yield alone
            alone = block if len(block) == 1 else []


def _flat(block: list[NumberedLine]) -> list[NumberedLine]:
    """A block; of a table whose cells are several lines high, one line a row."""
    borders = [index for index, (_, line) in enumerate(block) if BORDER.fullmatch(line) and "+" in line]
    heights = {second - first - 1 for first, second in pairwise(borders)}
    headed = len(borders) == 3 and borders[1] - borders[0] == 2
    if len(borders) < 3 or min(heights) < 1 or heights == {1} or headed:
        return block
    if len(heights) > 1:
        return []  # some rows lost a line
    rows = []
    for first, second in pairwise(borders):
        lines = [line.strip().strip("|").split("|") for _, line in block[first + 1 : second]]
        if len({*map(len, lines)}) > 1:
            return block
        cells = (" ".join(filter(None, map(str.strip, column))) for column in zip(*lines, strict=True))
        rows.append((block[first + 1][0], f"|{'|'.join(cells)}|"))
    return [*block[: borders[0]], *rows, *block[borders[-1] + 1 :]]


def _bare(block: list[NumberedLine]) -> list[list[NumberedLine]]:
    """A block without the mark before its lines, parted where other lines have none; two lines also as they are."""
    runs = [(sign, [*lines]) for sign, lines in groupby(block, key=_mark)]
    parts: list[list[NumberedLine]] = []
    bared = False
    signs_of: dict[int, set[str]] = {}
    for sign, run in runs:
        for _, line in run:
            signs_of.setdefault(len(line.split()) - 1, set()).add(sign)
    for sign, run in runs:
        rest = [(number, line[match.end() :] if (match := MARK.match(line)) else line) for number, line in run]
        words = [line.split() for _, line in rest]
        sure = sign in (">", "//") or (sign and len(run) >= MARKED and not any(sign in row for row in words))
        if sure and (sign == ">" or all(signs_of.get(len(row), {sign}) <= {sign} for row in words if row)):
            bared = True
            filled = groupby(rest, key=lambda line: bool(line[1].strip()))
            parts += [[*lines] for is_filled, lines in filled if is_filled]
        elif len(runs) == 1 and len(run) > 1 and sign and not any(sign in row for row in words):
            return [block, rest]
        else:
            parts.append(run)
    return parts if bared else [block]


def _mark(line: NumberedLine) -> str:
    """The sign of the mark before a line; "" for none."""
    match = MARK.match(line[1])
    return "" if not match else ">" if match[1][0] == ">" else match[1].strip()


def _without_leaders(block: list[NumberedLine]) -> Iterator[list[NumberedLine]]:
    """The lines of a block that count themselves, two or more (three before tabs), without what counts them."""
    run: list[tuple[int, str, re.Match[str]]] = []
    for number, line in [*block, (0, "")]:
        match = LEADER.match(line)
        goes_on = (
            match
            and run
            and match[1].strip() == run[-1][2][1].strip()
            and int(match[2]) - int(run[-1][2][2]) in (1, -1)
        )
        if run and not goes_on:
            counted = [int(found[2]) for _, _, found in run]
            least = 3 if any("\t" in found[0] for _, _, found in run) else 2
            if len(run) >= least and min(counted) in (0, 1) and (is_count(counted) or is_count(counted[::-1])):
                yield _flat([(place, text[found.end() :]) for place, text, found in run])
            run = []
        if match:
            run.append((number, line, match))


def is_count(numbers: list[int]) -> bool:
    return numbers == [*range(numbers[0], numbers[0] + len(numbers))]
