"""A text as numbered lines in which only the board's own signs are left: the dress of its page or program is taken off.

<tr><td>1</td><td></td></tr>      |1||        HTML, wiki and LaTeX tables: one line a row, cells between bars
│ 1 │   │                         | 1 |   |   lines of boxes as ASCII, fullwidth signs as narrow ones
board = `1..2                     board =     quotes of several lines and code fences end a line
- - 1                             [[1,
  - 2                             2]]         YAML's lists, an item a line

text ──DRESSES──> lines ──blocks──> lines that stand together, without the marks before them
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from html import unescape
from itertools import chain, groupby, pairwise

from numlink.formats.reading import NumberedLine, with_line_feeds

BREAK, JOINT = "\v", "\f"
"""In a rewritten text: the end of a line that the text does not have, and an end of a line that it has no more."""
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
        **dict.fromkeys((BREAK, JOINT), " "),
    }
)
TAG = r"</?[A-Za-z][A-Za-z0-9]*+[^<>]*+>"
CELL = r"(?i)<(?:td|th|cell)\b[^<>]*>"
BLANK_CELL = re.compile(CELL + r"(?=(?:\s|&nbsp;)*<(?:/|td|th|tr))")
NAMES_OF_BLOCKS = re.compile(r"(?i)wall|block|solid|black")
UNSTEADY = re.compile(r"<\w+|[\s\d\"'>]+")
"""In the tags of cells: what may differ without a meaning, such as places."""
ELEMENT = r"<(?!(?i:col|t[dhr]|table|img)\b)[A-Za-z]\w*((?:\s+[\w-]+\s*=\s*(?:\"[^\"<>]*\"|'[^'<>]*'))+)\s*"
"""An element of which only the attributes count."""
LATEX = r"\\(?:hline|toprule|midrule|bottomrule|\\|(?:begin|end)\{[^{}]{0,40}\}|cline\{[^{}]{0,40}\})"
SIDES = r"(?<![ \t\v])([ \t]*+)\v[ \t\v]*+(?=\n|\Z)|(?:(?<=\n)|\A)(?:[ \t]*+\v)++"
"""Breaks at the sides of a line."""
BORDER = re.compile(r"(?=.*?(?:--|==|~~|__|\+ ?- ?\+))[\s|+=~_:-]++|\s*_[\s_]*")
LEADER = re.compile(r"(\s*(?:[^\s\d|,;&][^\d|,;&]{0,30})?)([0-9]{1,3})(?:\s?=|[:)\]]|\.(?=\s)|\t)\s?")
"""What counts the lines: `3: `, `Row 3: `, `row3=`, `board.txt:3:`."""
MARK = re.compile(r"\s*+(?:(>)\s?(?:>\s?)*+|(-|\*|#|//|%|;|--|\+|\[\w{1,9}\])(?:\s|$))")
"""What may stand before every line of a block: the sign of a list, a quotation, a comment or a log."""
MARKED = 3
"""The fewest lines with one mark that is surely none of their cells, if it stands nowhere else in them."""


# ---- dresses ----------------------------------------------------------------------------------------------------


def _bracketed(rows: re.Match[str]) -> str:
    """YAML's lists of lists, an item a line, as lists in brackets."""
    items = re.sub(r"(?m)^ *- (- )?(.*)$", lambda item: f"{'],[' if item[1] else ''}{item[2]},", rows[0])
    return f"[{items.lstrip('],')}]]"


def _row(row: re.Match[str]) -> str:
    """A row of a table as one line with a bar around each cell."""
    head, *cells = re.split(CELL, row[1])
    bare = re.sub(TAG, "", "|".join(["", *cells, ""]) if cells else head).strip().replace("\n", " ")
    return bare + JOINT * row[0].count("\n") + BREAK


def _named(cell: re.Match[str]) -> str:
    """A blank cell and what its attributes say, where others have other ones."""
    return cell[0] + ("#" if NAMES_OF_BLOCKS.search(cell[0]) else "?" if UNSTEADY.sub("", cell[0]) else "")


Dress = tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...]
"""What stands in a text, and what in its place is left of it."""
ANY: Dress = (
    (r"(?m)(?:^ *- - .*\n?(?:^ +- (?!- ).*\n?)+)+", _bracketed),
    (r"(?m)\(?\b(\w+), *(\w+)\)? *= *\(?([0-9]+), *([0-9]+)\)?(?=;? *$)", r"\1 = \3, \2 = \4"),  # rows, cols = 5, 7
    (r"(?m)^([ \t]*(?:[-*+>][ \t])?)`([^`\n]+)`[ \\]*$", r"\1\2"),  # a line of which all is code
    (r"(?m)^#define[ \t]+(\w+)[ \t]+(?=[0-9])", r"\1 = "),
    (r"(?i)\[(/?(?:table|tr|td|th|code))\]", r"<\1>"),  # BBCode
    (r":([A-Za-z][a-z_0-9]*):", r" \1 "),  # emoji by name
    (ELEMENT + "/>", r"{\1}"),
    # in Markdown, |-|:-:| below a line without dashes, and a blank heading: rules like |---|---|
    (r"(?m)^([^-\n]*\n[^|\n-]*+)\|?[ \t]*:?-:?[ \t]*(?:\|[ \t]*:?-:?[ \t]*)+\|?[ \t]*$(?=\n[^-\n]*$)", r"\1|--|"),
    (r"(?m)^([^|\n]*)\|[ \t|]*$(?=\n[^|\n]*\|[ \t|:-]*--[ \t|:-]*$)", r"\1|--|"),
    (
        r"(?m)(?<![\])])((?:[\[(][^\[\](),;|\n]{0,24}[\])]){3,})[ \t;,\\]*$",
        lambda row: re.sub(r"[\])][\[(]?|[\[(]", "|", row[1]),  # each cell of a row in brackets
    ),
)
WIKI: Dress = (
    (r"(?m)^[ \t]*\{\|.*$", "<table><tr>"),
    (r"(?m)^[ \t]*\|-.*$", "<tr>"),
    (r"(?m)^[ \t]*\|\}.*$", "</table>"),
    (r"(?m)^[ \t]*[|!]++(?!\+)|\|\|+|!!", "<td>"),
)
LATEX_TABLE: Dress = (
    (r"\\(?:cdot|bullet|square|circ)\b", "."),
    ("&", ";"),
    (r"\\end\{\w{1,40}\}", BREAK + BREAK),
    (rf"(?m)^(?:[ \t]*+{LATEX})++[ \t]*\n", JOINT),
    (LATEX, BREAK),
    (SIDES, r"\1"),
)
PAGE: Dress = (
    (
        r"(?is)(?:(?<=\n)[ \t]*+)?<(?:tr|row|line)\b[^<>]*>(.*?)"
        r"(?:</(?:tr|row|line)>\s*+|(?=</?(?:tr|row|line|table|grid|board)\b)|\Z)",
        _row,
    ),
    (r"(?i)</?(?:br|p|div|li|pre|ul|ol|body|html|tr|row|line|grid|board)\b[^<>]*>", BREAK),
    (SIDES, r"\1"),
    (r"(?i)</?table\b[^<>]*>", BREAK + BREAK),
    (TAG, ""),
)
PROGRAM: Dress = (
    (ELEMENT + ">", r"{\1}"),
    (r"(?m)(?<=\S)(?:[ \t]+//[ \t].*|[ \t]{2,}(?:#|;|--|%)[ \t]?[A-Za-z]{3,}[^#;%\n]*)$", ""),  # a remark behind a row
    (r"(?m)\"\"\"|'''|```\w*|^[ \t]*~~~\w*[ \t]*$|`", BREAK),
)
HTML = r"(?i)</?(?:table|tr|td|th|pre|br|html|body|div|p|span|code|li|row|line|cell)\b[^<>]*>"
DRESSES: tuple[tuple[str, Dress, Dress], ...] = (
    ("", ANY, ()),
    (r"(?s)\A(?=.*\{\|).*\|-", WIKI, ()),
    (rf"(?s)\A(?=.*&).*{LATEX}", LATEX_TABLE, ()),
    (HTML, PAGE, PROGRAM),
)
"""What shows a dress, how it is taken off, and how the one is that a text wears without that."""


def plain_lines(text: str) -> list[NumberedLine]:
    """The lines of a text, each with the number of the line in which it begins.  O(characters)."""
    text = unicodedata.normalize("NFKC", ESCAPES.sub("", with_line_feeds(text)).translate(UNSEEN)).translate(ALIKE)
    if len({UNSTEADY.sub("", cell[0]) for cell in BLANK_CELL.finditer(text)}) > 1:
        text = BLANK_CELL.sub(_named, text)
    for sign, dress, other in DRESSES:
        for worn, plain in dress if re.search(sign, text) else other:
            text = re.sub(worn, plain, text)
    lines: list[NumberedLine] = []
    number = 1
    for line in re.split(r"(?<=[\n\v])", unescape(text)):
        lines.append((number, line.rstrip("\n\v").replace(JOINT, "")))
        number += line.count("\n") + line.count(JOINT)
    return lines


# ---- blocks -----------------------------------------------------------------------------------------------------


def blocks(lines: Sequence[NumberedLine]) -> Iterator[list[NumberedLine]]:
    """The lines between blank lines; a line of tabs is a row.  Then the lines of a text with every second one blank."""
    found: list[list[NumberedLine]] = []
    for filled, run in groupby(lines, key=lambda line: line[1].strip(" ") != ""):
        block = [*run]
        found += map(_flat, _bare(block)) if filled else [[]] * (len(block) > 1)
    for block in found:
        yield from filter(None, (block, *_without_leaders(block)))
    for single, near in groupby(found, key=lambda block: len(block) == 1):
        alone = [*chain.from_iterable(near)]
        if single and len(alone) > 1:
            yield alone


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
    marks = [match[1] or match[2] if (match := MARK.match(line)) else "" for _, line in block]
    lengths = [len(line.split()) for _, line in block]
    of_length, of_both = Counter(lengths), Counter(zip(marks, lengths, strict=True))
    parts: list[list[NumberedLine]] = []
    bared = False
    for sign, run in groupby(zip(marks, lengths, block, strict=True), key=lambda line: line[0]):
        _, words, lines = zip(*run, strict=True)
        rest = [(number, MARK.sub("", line, count=1)) for number, line in lines] if sign else [*lines]
        inside = not sign or any(sign in line.split() for _, line in rest)
        apart = all(of_both[sign, count] == of_length[count] for count in words if count > 1)
        if sign == ">" or (apart and (sign == "//" or (len(rest) >= MARKED and not inside))):
            bared = True
            parts += ([*part] for filled, part in groupby(rest, key=lambda line: line[1].strip() != "") if filled)
        elif 1 < len(rest) == len(block) and not inside:
            return [block, rest]
        else:
            parts.append([*lines])
    return parts if bared else [block]


def _without_leaders(block: list[NumberedLine]) -> Iterator[list[NumberedLine]]:
    """The lines of a block that count themselves, two or more (three before tabs), without what counts them."""
    leaders = [LEADER.match(line) for _, line in block]
    for step in (1, -1):
        tops = [leader and (leader[1].strip(), int(leader[2]) - step * at) for at, leader in enumerate(leaders)]
        for _, places in groupby(range(len(block)), key=tops.__getitem__):
            run = [(block[at], leader) for at in places if (leader := leaders[at])]
            least = 3 if any("\t" in leader[0] for _, leader in run) else 2
            if len(run) >= least and not {"0", "1"}.isdisjoint(run[side][1][2] for side in (0, -1)):
                yield _flat([(number, line[leader.end() :]) for (number, line), leader in run])
