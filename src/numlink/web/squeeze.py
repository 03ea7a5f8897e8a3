"""The player's page, scripts and styles without comments, indentation, spaces and signs that change nothing.

Names stay, so that an error in the browser has the names of the source.
"""

from __future__ import annotations

import re

HIDDEN = "\ue000"
"""Replaces each string, template and regular expression while spaces are removed; our scripts never contain it."""
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
STRING = re.compile(r""""(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'""")
PATTERN = re.compile(r"/(?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/\w*")
BEFORE_PATTERN = "=(,:!&|?{};[\n"
"""Signs behind which a slash begins a regular expression and is no division."""
SPACES = re.compile(r"\s+")
WORD = re.compile(r"[\w$#]")
NO_END, NO_BEGIN = "{}([,;=?:&|<>", "})],;.?:=&|<>"
"""Signs: a line break behind one of NO_END, or before one of NO_BEGIN, ends no statement and is removed.  A `}` ends a
block or stands before a semicolon, since our scripts have a semicolon behind every other statement."""

TRUTH = re.compile(r"(?:(?<=return) |(?<![\w$.]))(?:(true)|false)(?![\w$:])")
"""`true` and `false`, which are `!0` and `!1`."""
ONE_NAME = re.compile(r"(?<![\w$])\((\w+)\)=>")
"""A function of one parameter, whose parentheses are removed: `(a)=>` is `a=>`."""
LAST = re.compile(r";(?=})|(?<=[^,\[]),(?=[)\]}])")
"""A semicolon at the end of a block or a comma behind the last of several parts; both are removed.  Our scripts have no
empty statements: one at the end of a block would be a syntax error without its semicolon."""
STRUCTURE = re.compile(r"[(\[{]|[)\]}]|;|\n|(?<![\w$.])(?<!export )(?:const|let)(?=[ {\[])")
DECLARED = re.compile(r"(const|let)(?: |(?=[{\[]))")

TAG = re.compile(r"<\w[^>]*>")
QUOTED = re.compile(r'="([\w#.,:&;-]+)"(?=[\s>])')
"""An attribute whose value needs no quotes; behind a value without quotes, a slash would belong to it."""
BLOCK = (
    r"</?(?:body|dialog|div|fieldset|form|h[1-3]|head|header|html|link|main|meta|nav|p|section|symbol|title|ul)\b[^>]*>"
)
BREAK = re.compile(rf"(?<=>)\n(?={BLOCK})|({BLOCK})\n(?=<)")
"""A line break between tags of which one begins or ends a block: no browser shows it as a space."""
PAGE_COMMENTS = re.compile(r"<!--.*?-->\n?", re.DOTALL)

STYLE_SPACED = re.compile(r"\s*([{};,>]|:(?= )|!(?=important))\s*")
STYLE_QUOTED = re.compile(r'(?<==)"([a-z]+)"(?=\])')
STYLE_COMMENTS = re.compile(r"/\*.*?\*/", re.DOTALL)
COLOUR = re.compile(r"#([\da-f])\1([\da-f])\2([\da-f])\3\b")
"""A colour that three digits say: `#ffcc00` is `#fc0`."""
ZERO = re.compile(r"(?<![\w.$])0(?=\.\d)")
"""The 0 before the point of a number below one; it is removed, since `.5` is `0.5`."""


def bare(script: str, *, spaces: bool = False) -> str:
    """A script without comments, spaces and signs that change nothing; `spaces`: only without comments.  O(characters).

    >>> bare('const a = 1; // one\\nreturn `a  ${ b } c` + "x  y";\\n')
    'const a=1;return`a  ${ b } c`+"x  y";'
    """
    kept: list[str] = []
    parts: list[str] = []
    begin = at = 0
    while at < len(script):
        end = _opaque(script, at)
        if end == at:
            at += 1
            continue
        parts.append(script[begin:at])
        if not COMMENT.match(script, at):
            kept.append(script[at:end])
            parts.append(HIDDEN)
        begin = at = end
    text = "".join([*parts, script[begin:]]).strip()
    remaining = iter(kept)
    if not spaces:
        joined = _declared_together(ZERO.sub("", SPACES.sub(_gap, text)))
        text = LAST.sub("", ONE_NAME.sub(r"\1=>", TRUTH.sub(lambda found: "!0" if found[1] else "!1", joined)))
    return re.sub(HIDDEN, lambda _: next(remaining), text)


def _declared_together(script: str) -> str:
    """A script without spaces in which `const a=1;const b=2` is `const a=1,b=2`, and likewise `let`."""
    parts = []
    begin = 0
    # for each open bracket, and outside all: `const` or `let` while the present statement there is such a declaration
    open_words: list[str | None] = [None]
    for found in STRUCTURE.finditer(script):
        sign = found[0]
        if sign in "([{":
            open_words.append(None)
        elif sign in ")]}":
            open_words.pop()
        elif sign == ";":
            following = DECLARED.match(script, found.end())
            if following and following[1] == open_words[-1]:
                parts += [script[begin : found.start()], ","]
                begin = following.end()
            else:
                open_words[-1] = None
        else:
            open_words[-1] = None if sign == "\n" else sign
    return "".join([*parts, script[begin:]])


def _opaque(script: str, at: int) -> int:
    """The index behind the comment, string, template or regular expression that begins at `at`; `at` if none does."""
    sign = script[at]
    if sign == "`":
        return _template(script, at)
    if sign in "\"'":
        found = STRING.match(script, at)
    elif sign == "/":
        found = COMMENT.match(script, at) or (PATTERN.match(script, at) if _begins_pattern(script, at) else None)
    else:
        return at
    return found.end() if found else at


def _begins_pattern(script: str, at: int) -> bool:
    """Whether the slash at `at` begins a regular expression; else it divides."""
    before = at - 1
    while before > 0 and script[before] == " ":
        before -= 1
    return script[before] in BEFORE_PATTERN or script.endswith("return ", 0, at)


def _template(script: str, at: int) -> int:
    """The index behind the template that begins at `at`; a `${}` in it may hold other templates."""
    at += 1
    while script[at] != "`":
        if script[at] == "\\":
            at += 2
        elif script.startswith("${", at):
            at = _braces(script, at + 2)
        else:
            at += 1
    return at + 1


def _braces(script: str, at: int) -> int:
    """The index behind the `}` that closes the `{` just before `at`."""
    depth = 1
    while depth:
        end = _opaque(script, at)
        if end == at:
            depth += {"{": 1, "}": -1}.get(script[at], 0)
            end += 1
        at = end
    return at


def _gap(found: re.Match[str]) -> str:
    """The replacement for the spaces between two signs: a line break, a blank or nothing."""
    before, after = found.string[found.start() - 1], found.string[found.end()]
    if "\n" in found[0]:
        return "" if before in NO_END or after in NO_BEGIN else "\n"
    words = WORD.match(before) and WORD.match(after)
    signs = before in "+-/" and after in "+-/"
    return " " if words or signs else ""


def bare_style(sheet: str) -> str:
    """A style sheet without comments, spaces and signs that change nothing."""
    plain = STYLE_SPACED.sub(r"\1", STYLE_COMMENTS.sub("", sheet)).strip()
    return COLOUR.sub(r"#\1\2\3", STYLE_QUOTED.sub(r"\1", ZERO.sub("", plain.replace(";}", "}"))))


def bare_page(page: str) -> str:
    """A page of HTML without comments, line breaks and quotes that change nothing.

    >>> bare_page('<!-- first --><p id="a" class="b c">\\n<use href="#d"/>"a"</p>\\n<b>b</b>\\n<i>c</i>')
    '<p id=a class="b c"><use href="#d"/>"a"</p><b>b</b>\\n<i>c</i>'
    """
    plain = BREAK.sub(lambda found: found[1] or "", PAGE_COMMENTS.sub("", page))
    return TAG.sub(lambda tag: QUOTED.sub(r"=\1", tag[0]), plain)
