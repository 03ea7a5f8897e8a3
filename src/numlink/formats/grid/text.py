"""A text as numbered lines in which only the board's own signs are left: the dress of its page or program is taken off.

<tr><td>1</td><td></td></tr>      |1||        HTML, wiki and LaTeX tables: one line a row, cells between bars
│ 1 │   │                         | 1 |   |   lines of boxes as ASCII, fullwidth signs as narrow ones
board = `1..2                     board =     quotes of several lines and code fences end a line
"""

from __future__ import annotations

import re
import unicodedata
from html import unescape

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
TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9]*+)[^<>]*+>")
LATEX = re.compile(r"\\(?:hline|toprule|midrule|bottomrule|\\|(?:begin|end)\{[^{}]{0,40}\}|cline\{[^{}]{0,40}\})")
QUOTED_LINES = re.compile(r"\"\"\"|'''|```\w*|^\s*~~~\w*\s*$|`")
EMOJI_NAME = re.compile(r":([A-Za-z][a-z_0-9]*):")
BBCODE = re.compile(r"(?i)\[(/?(?:table|tr|td|th|code))\]")
ELEMENT = re.compile(r"<[A-Za-z]\w*((?:\s+[\w-]+\s*=\s*(?:\"[^\"<>]*\"|'[^'<>]*'))+)\s*/?>")
ATTRIBUTE = re.compile(r"([\w-]+)\s*=\s*[\"']([^\"']*)[\"']")
REMARK = re.compile(r"(?<=\S)(?:\s+//\s.*|\s{2,}(?:#|;|--|%)\s?[A-Za-z]{3,}[^#;%]*)$")
"""A comment behind a row."""
ROW = frozenset(["tr", "row", "line"])
CELL = frozenset(["td", "th", "cell"])
NEW_LINE = frozenset(["br", "p", "div", "li", "pre", "table", "ul", "ol", "body", "html", "tbody", "thead"])


def plain_lines(text: str) -> list[NumberedLine]:
    """The lines of a text, each with the number of the line in which it begins.  O(characters)."""
    text = unicodedata.normalize("NFKC", ESCAPES.sub("", with_line_feeds(text)).translate(UNSEEN)).translate(ALIKE)
    text = EMOJI_NAME.sub(r" \1 ", BBCODE.sub(r"<\1>", text))
    if HTML.search(text):
        return _of_html(text)
    text = ELEMENT.sub(_as_object, text)
    lines = [(number, REMARK.sub("", line)) for number, line in enumerate(text.split("\n"), start=1)]
    if "{|" in text and "|-" in text:
        return _of_wiki(lines)
    latex = LATEX.search(text) is not None and "&" in text
    return [(number, part) for number, line in lines for part in _parts(line, latex=latex)]


def _as_object(element: re.Match[str]) -> str:
    """An element of XML as an object of its attributes."""
    return "{" + ", ".join(f"{key}: '{value}'" for key, value in ATTRIBUTE.findall(element[1])) + "}"


def _parts(line: str, *, latex: bool) -> list[str]:
    """A line in parts: quotes of several lines and the ends of LaTeX's rows part it."""
    if latex:
        parts = LATEX.split(re.sub(r"\\(?:cdot|bullet|square|circ)\b", ".", line))
        return [part for part in parts if part.strip()] or [line if len(parts) == 1 else "\\"]
    return QUOTED_LINES.split(line) if QUOTED_LINES.search(line) else [line]


def _of_html(text: str) -> list[NumberedLine]:
    """The lines of a page: each row of a table is one line with a bar around each cell."""
    page = _Page()
    at = 0
    for tag in TAG.finditer(text):
        page.text(text[at : tag.start()])
        page.tag(tag)
        at = tag.end()
    page.text(text[at:])
    page.end()
    return page.lines


class _Page:
    """The lines of a page while its tags and texts come one after the other."""

    __slots__ = ("begun", "in_row", "in_table", "lines", "number", "parts")

    def __init__(self) -> None:
        self.lines: list[NumberedLine] = []
        self.parts: list[str] = []
        self.number = self.begun = 1
        self.in_row = self.in_table = False

    def end(self) -> None:
        """End the line."""
        line = unescape("".join(self.parts)).replace("\xa0", " ").replace("\u3000", " ")
        if line.strip() or not self.in_table:
            self.lines.append((self.begun, line))
        self.parts.clear()
        self.begun = self.number

    def text(self, content: str) -> None:
        """Take a text between tags."""
        for index, piece in enumerate(content.split("\n")):
            if index:
                self.number += 1
                if not self.in_row:
                    self.end()
            self.parts.append(piece.strip() if self.in_row else piece)

    def tag(self, tag: re.Match[str]) -> None:
        """Take a tag."""
        opens, name = not tag[1], tag[2].lower()
        if name in ROW:
            if self.in_row and "|" in self.parts:
                self.parts.append("|")
            if self.in_row or "".join(self.parts).strip():
                self.end()
            self.parts.clear()
            self.in_row, self.in_table, self.begun = opens, True, self.number
        elif name in CELL and self.in_row and opens:
            self.parts.append("|")
        elif name in ("table", "grid", "board"):
            if self.in_row:
                self.parts.append("|")
                self.end()
            self.in_table, self.in_row = opens, False
        elif name in NEW_LINE and not self.in_row and ("".join(self.parts).strip() or name != "br"):
            self.end()
        self.number += tag[0].count("\n")


def _of_wiki(lines: list[NumberedLine]) -> list[NumberedLine]:
    """The lines of a wiki page: `|-` begins a row of a table, whose cells stand behind bars, on one line or more."""
    found: list[NumberedLine] = []
    row: list[str] | None = None
    begun = 0
    for number, line in lines:
        start = line.strip()
        inside = row is not None and start[:1] in ("|", "!") and not start.startswith(("|-", "|}", "|+"))
        if inside and row is not None:
            row += [cell.strip(" |") for cell in re.split(r"\|\||!!", start[1:])]
            continue
        if row:
            found.append((begun, "|" + "|".join(row) + "|"))
        table = start.startswith(("{|", "|-"))
        row, begun = [] if table else None, number
        if not table:
            found.append((number, "" if start.startswith("|}") else line))
    if row:
        found.append((begun, "|" + "|".join(row) + "|"))
    return found
