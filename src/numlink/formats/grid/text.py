"""The lines of a text without what its page or program adds: only the characters of the board itself are left.

<tr><td>1</td><td></td></tr>      |1||        HTML, wiki and LaTeX tables: a line per row, bars around cells
│ 1 │   │                         | 1 |   |   boxes in ASCII, fullwidth characters as narrow ones
board = `1..2                     board =     code fences and quotes around lines become line ends
- - 1                             [[1,
  - 2                             2]]         YAML lists with a line per item

text ──MARKUPS──> lines ──blocks──> lines between blank ones, without the marks before them
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from html import unescape
from itertools import chain, groupby, pairwise
from string import ascii_lowercase, ascii_uppercase

from numlink.formats.reading import NumberedLine, with_line_feeds

BREAK, JOINT = "\v", "\f"
"""In a rewritten text, BREAK is a line end that was added, JOINT one that was removed, which still counts as a line."""
ESCAPES = re.compile(r"\x1b\[[0-9;?]{0,20}[A-Za-z]")
INVISIBLE = dict.fromkeys(map(ord, "\ufeff\u200b\u200c\u200d\u2060\ufe0e\ufe0f\u20e3\u00ad"))
"""Characters that take no space: variation selectors of emoji, joiners, byte order marks, the box of a keycap."""
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
VARYING = re.compile(r"<\w+|[\s\d\"'>]+")
"""The parts of the tags of cells that may differ without a meaning, such as coordinates."""
ELEMENT = r"<(?!(?i:col|t[dhr]|table|img)\b)[A-Za-z]\w*((?:\s+[\w-]+\s*=\s*(?:\"[^\"<>]*\"|'[^'<>]*'))+)\s*"
"""An element that matters only for its attributes."""
LATEX = r"\\(?:hline|toprule|midrule|bottomrule|\\|(?:begin|end)\{[^{}]{0,40}\}|cline\{[^{}]{0,40}\})"
OUTER_BREAKS = r"(?<![ \t\v])([ \t]*+)\v[ \t\v]*+(?=\n|\Z)|(?:(?<=\n)|\A)(?:[ \t]*+\v)++"
"""Breaks at either end of a line."""
BORDER = re.compile(r"(?=.*?(?:--|==|~~|__|\+ ?- ?\+))[\s|+=~_:-]++|\s*_[\s_]*")
LINE_NUMBER = re.compile(r"(\s*(?:[^\s\d|,;&][^\d|,;&]{0,30})?)([0-9]{1,3})(?:\s?=|[:)\]]|\.(?=\s)|\t)\s?")
"""What numbers a line: `3: `, `Row 3: `, `row3=`, `board.txt:3:`."""
MARK = re.compile(
    r"\s*+(?:(>)\s?(?:>\s?)*+|(?:\[?\d{1,2}:\d\d(?::\d\d)?\]?\s+)?"
    r"(-|\*|#|//|%|;|--|\+|\[\w{1,9}\]|<[^<>\s]{1,20}>|[^\W\d]\w{0,19}:)(?:\s|$)|(\+(?=\S)|\.?[^\W\d_]{2,9}(?=\s+\S)))"
)
"""What may precede every line of a block: the mark of a list, a quotation, a comment or a log, a speaker in a chat."""
FEWEST_MARKED = 3
"""A mark before at least this many lines is surely not a cell if it occurs nowhere else in them."""
WIDE_GAP = re.compile(r"[ \t]*+(?:\||=>|->)[ \t]*+|\t[ \t]*+|[ \t]{2,}+")
"""What parts boards side by side: an arrow, a bar or a wide gap."""
FEWEST_ROWS = 2
"""The fewest rows between numbers of puzzles."""
SIZE = re.compile(
    r"(?i)\s*+(?:[#%]\s++)?(?:(?:size|grid|dimensions?|shape|n)\s*+[:=]?\s*+)?[(\[]?([0-9]{1,4})"
    r"(?:(?:\s*+[x\u00d7*,;]\s*+|\s++(?:by\s++)?)([0-9]{1,4}))?+(?:(?:\s*+,\s*+|\s++)([0-9]{1,4}))?+\s*+[)\]]?+\s*+"
)
"""A line that gives a size: one to three numbers, perhaps with a name."""
COUNTED = re.compile(r"[^\w\s]{0,3}([^\W\d]{0,6})([0-9]{1,4})[^\w\s]{0,3}")
LEAST_ASIDE = 3
"""The fewest cells in a row of a board beside another: two may be a number or a word."""


# ---- markup -----------------------------------------------------------------------------------------------------


def _yaml_lists(rows: re.Match[str]) -> str:
    """A YAML list of lists, with a line per item, as lists in brackets."""
    items = re.sub(r"(?m)^ *- (- )?(.*)$", lambda item: f"{'],[' if item[1] else ''}{item[2]},", rows[0])
    return f"[{items.lstrip('],')}]]"


def _table_row(row: re.Match[str]) -> str:
    """A row of a table as one line with bars around its cells."""
    head, *cells = re.split(CELL, row[1])
    bare = re.sub(TAG, "", "|".join(["", *cells, ""]) if cells else head).strip().replace("\n", " ")
    return bare + JOINT * row[0].count("\n") + BREAK


def _blank_cell(cell: re.Match[str]) -> str:
    """The tag of a blank cell, then `#` if its attributes name a block, else the words in them, `?` for other signs."""
    words = re.findall(r"(?<![<\w#-])(?:#\w+|[A-Za-z]+)(?![\w-]|\s*=)", cell[0])
    bare = "?" if VARYING.sub("", cell[0]) else ""
    return cell[0] + ("#" if NAMES_OF_BLOCKS.search(cell[0]) else ".".join(words) or bare)


def _without_commented_rows(code: re.Match[str]) -> str:
    """Lines of code with brackets without those that are comments, unless all of them are."""
    lines = code[0].splitlines(keepends=True)
    kept = [JOINT if re.match(r"\s*(?:#(?!\()|//)", line) else line for line in lines]
    return "".join(kept) if {*kept} != {JOINT} else code[0]


Rewrites = tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...]
"""Patterns, and what replaces each."""
ANY: Rewrites = (
    (r"(?m)(?<![\\ \t])[ \t]*+\\$", ""),  # the line goes on
    (r"(?m)^([ \t]*[0-9]{1,3}x[0-9]{1,3}):(?=.)", r"\1 "),  # 5x7:1..2..
    (r"(?m)(?:^ *- - .*\n?(?:^ +- (?!- ).*\n?)+)+", _yaml_lists),
    (r"(?m)\(?\b(\w+), *(\w+)\)? *= *\(?([0-9]+), *([0-9]+)\)?(?=;? *$)", r"\1 = \3, \2 = \4"),  # rows, cols = 5, 7
    (r"(?m)^([ \t]*(?:[-*+>][ \t])?)`([^`\n]+)`[ \\]*$", r"\1\2"),  # a line that is all code
    (r"(?i)\[(/?(?:table|tr|td|th|code))\]", r"<\1>"),  # BBCode
    (r"(?i)\[/?color\b[^\]\n]{0,20}\]", ""),
    (r":([A-Za-z][a-z_0-9]*):", r" \1 "),  # emoji by name
    (r"(?<!\S)\\([_*])(?!\S)", r"\1"),  # \_ of Markdown
    (r"(?<=[\[({,\s]):([A-Za-z]\w*)(?=[\])},\s])", r"\1"),  # symbols of Ruby and Clojure
    (r"\b[A-Za-z]\w*\(((['\"])[^'\"\n]*\2)\)", r"\1"),  # list("1..2")
    (ELEMENT + "/>", r"{\1}"),
    # Markdown's |-|:-:| below a line without dashes, and blank headings, become rules like |---|---|
    (r"(?m)^([^-\n]*\n[^|\n-]*+)\|?[ \t]*:?-:?[ \t]*(?:\|[ \t]*:?-:?[ \t]*)+\|?[ \t]*$(?=\n[^-\n]*$)", r"\1|--|"),
    (r"(?m)^([^|\n]*)\|[ \t|]*$(?=\n[^|\n]*\|[ \t|:-]*--[ \t|:-]*$)", r"\1|--|"),
    (
        r"(?m)(?<![\])])((?:[\[(][^\[\](),;|\n]{0,24}[\])]){3,})[ \t;,\\]*$",
        lambda row: re.sub(r"[\])][\[(]?|[\[(]", "|", row[1]),  # a row with each cell in brackets
    ),
)
WIKI: Rewrites = (
    (r"(?m)^[ \t]*\{\|.*$", "<table><tr>"),
    (r"(?m)^[ \t]*\|-.*$", "<tr>"),
    (r"(?m)^[ \t]*\|\}.*$", "</table>"),
    (r"(?m)^[ \t]*[|!]++(?!\+)|\|\|+|!!", "<td>"),
)
LATEX_TABLE: Rewrites = (
    (r"\\(?:cdot|bullet|square|circ)\b", "."),
    (r"\\\w+(?:\{\w+\})?\{(\w{1,9})\}(?=\s*[&\\])", r"\1"),  # \textbf{1}, \textcolor{red}{1}
    ("&", ";"),
    (r"\\end\{\w{1,40}\}", BREAK + BREAK),
    (rf"(?m)^(?:[ \t]*+{LATEX})++[ \t]*\n", JOINT),
    (LATEX, BREAK),
    (OUTER_BREAKS, r"\1"),
)
PAGE: Rewrites = (
    (r"(?i)<(?:img|input)\b(?=[^<>]*\b(?:alt|value)=[\"']([^\"'<>]*))[^<>]*+>", r"\1"),
    (
        r"(?i)<(div|ul)\b(?=[^<>]*\brow\b)[^<>]*+>((?:\s*+<(\w+)\b[^<>]*>[^<>]*</\3>)++)\s*</\1>",
        lambda row: "<tr>" + re.sub(r"<\w[^<>]*>([^<>]*)</\w+>", r"<td>\1</td>", row[2]) + "</tr>",
    ),
    (
        r"(?is)(?:(?<=\n)[ \t]*+)?<(?:tr|row|line)\b[^<>]*>(.*?)"
        r"(?:</(?:tr|row|line)>\s*+|(?=</?(?:tr|row|line|table|grid|board)\b)|\Z)",
        _table_row,
    ),
    (r"(?i)</?(?:br|p|div|li|pre|ul|ol|body|html|tr|row|line|grid|board)\b[^<>]*>", BREAK),
    (OUTER_BREAKS, r"\1"),
    (r"(?i)</?table\b[^<>]*>", BREAK + BREAK),
    (TAG, ""),
)
PROGRAM: Rewrites = (
    (ELEMENT + ">", r"{\1}"),
    (r"(?m)^[ \t]*</?[A-Za-z][\w-]*>[ \t]*$", ""),
    (r"/\*[^*\n]*\*/", ""),
    (r"(?m)(?:^[ \t]*+(?:(?:#|//)[ \t]*+)?[\[({].*\n)++", _without_commented_rows),
    # a comment after a row
    (r"(?m)(?<=\S)(?:[ \t]+//[ \t].*|(?:[ \t]{2,}|(?<=[\])},]) )(?:#|;|<?--|%)[ \t]?[A-Za-z]{3,}[^#;%\n]*)$", ""),
    (r"(?m)^[ \t]*(?:#|//)[\w.]+\(.*$", ""),  # a line of code that is a comment
    (r"(?<=\|)([ \t]*)`([^`|\n]*)`", r"\1\2"),
    (r"(?m)\"\"\"|'''|```(?:(?!(\w)\1*\s)[A-Za-z]\w*(?=\s))?|^[ \t]*~~~\w*[ \t]*$|`", BREAK),
)
HTML = r"(?i)</?(?:table|tr|td|th|pre|br|html|body|div|p|span|code|li|row|line|cell|img)\b[^<>]*>"
MARKUPS: tuple[tuple[str, Rewrites, Rewrites], ...] = (
    ("", ANY, ()),
    (r"(?s)\A(?=.*\{\|).*\|-", WIKI, ()),
    (rf"(?s)\A(?=.*&).*{LATEX}", LATEX_TABLE, ()),
    (HTML, PAGE, PROGRAM),
)
"""For each markup: what shows that a text has it, the rewrites of such a text, and those of any other text."""


def plain_lines(text: str) -> list[NumberedLine]:
    """The lines of a text without markup, each with the number of the line in which it begins.  O(characters)."""
    text = unicodedata.normalize("NFKC", ESCAPES.sub("", with_line_feeds(text)).translate(INVISIBLE)).translate(ALIKE)
    if len({VARYING.sub("", cell[0]) for cell in BLANK_CELL.finditer(text)}) > 1:
        text = BLANK_CELL.sub(_blank_cell, text)
    for sign, rewrites, others in MARKUPS:
        for pattern, replacement in rewrites if re.search(sign, text) else others:
            text = re.sub(pattern, replacement, text)
    lines: list[NumberedLine] = []
    number = 1
    for line in re.split(r"(?<=[\n\v])", unescape(text)):
        lines.append((number, line.rstrip("\n\v").replace(JOINT, "")))
        number += line.count("\n") + line.count(JOINT)
    return lines


# ---- blocks -----------------------------------------------------------------------------------------------------


def blocks(lines: Sequence[NumberedLine]) -> Iterator[list[NumberedLine]]:
    """Each block of lines between blank lines, also without line numbers; a double-spaced text is one block."""
    found: list[list[NumberedLine]] = []
    for filled, run in groupby(lines, key=lambda line: line[1].strip(" ") != ""):  # a line of tabs is a row
        block = [*run]
        parts = chain.from_iterable(map(_between_numbers, _without_marks(block)))
        found += map(_rows_on_one_line, parts) if filled else [[]] * (len(block) > 1)
    for block in found:
        yield from filter(None, (block, *_without_line_numbers(block)))
    for single, near in groupby(found, key=lambda block: len(block) == 1):
        alone = [*chain.from_iterable(near)]
        if single and len(alone) > 1:
            yield alone


def side_by_side(block: Sequence[NumberedLine]) -> list[list[NumberedLine]]:
    """The boards beside each other in a block, with wide gaps between them, each as its lines; [] if there are none.

    1..1   =>   1111        Each line has equally many parts, and the parts of a board are equally long.
    .22.        .22.        Other lines are borders or words.
    """
    parts = [WIDE_GAP.split(line.strip()) for _, line in block]
    shapes = [tuple(len(part.split(" ")) if " " in part else len(part) for part in row) for row in parts]
    [(usual, times)] = Counter(shapes).most_common(1)
    rows = [(number, row) for shape, row, (number, _) in zip(shapes, parts, block, strict=True) if shape == usual]
    signs = {*chain.from_iterable(chain.from_iterable(row for _, row in rows))}
    marks = {sign for sign in signs if not sign.isalnum()}
    others = [line for shape, (_, line) in zip(shapes, block, strict=True) if shape != usual]
    words = chain.from_iterable(line.split() for line in others if not BORDER.fullmatch(line))
    if any(signs.issuperset(word) or not marks.isdisjoint(word.rstrip(".,:")) for word in words):
        return []  # a row of another length
    columns = [[(number, row[at]) for number, row in rows] for at in range(len(usual))]
    boards = times > 1 < len(usual) and min(usual) >= LEAST_ASIDE
    return columns if boards and all(len({part for _, part in column}) > 1 for column in columns) else []


def _rows_on_one_line(block: list[NumberedLine]) -> list[NumberedLine]:
    """The block, with a line per row if it is a table of cells several lines high; [] if its rows differ in height."""
    borders = [index for index, (_, line) in enumerate(block) if BORDER.fullmatch(line) and "+" in line]
    heights = {second - first - 1 for first, second in pairwise(borders)}
    headed = len(borders) == 3 and borders[1] - borders[0] == 2
    if len(borders) < 3 or min(heights) < 1 or heights == {1} or headed:
        return block
    if len(heights) > 1:
        return []  # some rows lost a line
    between = (block[first + 1 : second] for first, second in pairwise(borders))
    filled = [[(number, line.strip()) for number, line in lines if line.strip("| \t")] for lines in between]
    rows = [*chain.from_iterable(lines or [block[at + 1]] for at, lines in zip(borders, filled, strict=False))]
    return [*block[: borders[0]], *rows, *block[borders[-1] + 1 :]] if len(rows) == len(filled) else []


def _without_marks(block: list[NumberedLine]) -> list[list[NumberedLine]]:
    """The block without marks before its lines, split where marks begin or end; also with them if they may be cells."""
    marks = [match[1] or match[2] or match[3] if (match := MARK.match(line)) else "" for _, line in block]
    parts: list[list[NumberedLine]] = []
    changed = False
    for sign, run in groupby(zip(marks, block, strict=True), key=lambda line: line[0]):
        lines = [line for _, line in run]
        rest = [(number, MARK.sub("", line, count=1)) for number, line in lines] if sign else lines
        inside = not sign or any(sign in line.split() for _, line in rest)
        if sign in (">", "//") or (len(rest) >= FEWEST_MARKED and not inside):
            changed = True
            parts += ([*part] for filled, part in groupby(rest, key=lambda line: line[1].strip(" ") != "") if filled)
            parts += [lines] if sign.isalpha() else []  # `wall` may be a cell
        elif 1 < len(rest) == len(block) and not inside:
            return [block, rest]
        else:
            parts.append(lines)
    return parts if changed else [block]


def _between_numbers(block: list[NumberedLine]) -> list[list[NumberedLine]]:
    """The block, in parts between lines of a single number if these count up: they number the puzzles."""
    places = [at for at, (_, line) in enumerate(block) if line.strip().isdecimal()]
    apart = all(second - first > FEWEST_ROWS for first, second in pairwise(places))
    if not apart or not count_up([block[at][1].strip() for at in places]):
        return [block]
    parts = [block[: places[0]], *(block[at + 1 : end] for at, end in pairwise([*places, len(block)]))]
    return [part for part in parts if part]


def _without_line_numbers(block: list[NumberedLine]) -> Iterator[list[NumberedLine]]:
    """Numbered lines of a block without their numbers; at least two lines, or three if a tab follows a number."""
    matches = [LINE_NUMBER.match(line) for _, line in block]
    for step in (1, -1):
        starts = [match and (match[1].strip(), int(match[2]) - step * at) for at, match in enumerate(matches)]
        for _, places in groupby(range(len(block)), key=starts.__getitem__):
            run = [(block[at], match) for at in places if (match := matches[at])]
            least = 3 if any("\t" in match[0] for _, match in run) else 2
            if len(run) >= least and not {"0", "1"}.isdisjoint(run[side][1][2] for side in (0, -1)):
                yield _rows_on_one_line([(number, line[match.end() :]) for (number, line), match in run])


def size_of(line: str) -> tuple[int, ...]:
    """The one to three numbers of a line that may be a size; () if it holds anything else."""
    match = SIZE.fullmatch(line)
    return tuple(int(group) for group in match.groups() if group) if match else ()


def count_up(tokens: Sequence[str]) -> bool:
    """Whether tokens count up by one, from 0, 1 or A."""
    if len(tokens) < 2:
        return False
    if all(len(token) == 1 and token.isalpha() for token in tokens):
        return any(order.startswith("".join(tokens)) for order in (ascii_lowercase, ascii_uppercase))
    found = [COUNTED.fullmatch(token) for token in tokens]
    numbers = [int(match[2]) for match in found if match]
    alike = len(numbers) == len(tokens) and len({match[1] for match in found if match}) == 1
    return alike and numbers[0] in (0, 1) and numbers == [*range(numbers[0], numbers[0] + len(numbers))]
