"""The regular expressions of the sources, and texts that could keep one busy forever.

(regexploit, the analyser of this kind for Python, has had no release since 2021, knows no possessive repeats, and sees
nothing in an expression that is only ever matched whole.)
"""

import ast
import importlib
import pkgutil
import re
from itertools import product

import numlink

try:
    from re import _constants as codes
    from re import _parser as parser
except ImportError:  # Python before 3.11
    parser = codes = None

MANY = 8
"""Repeats with at most this limit cannot take long by themselves."""
INLINE = {"fullmatch", "match", "search", "sub", "split", "findall", "finditer", "compile"}


def all_expressions():
    """{pattern: flags} of all module constants and inline expressions."""
    found = {}
    for module in pkgutil.walk_packages(numlink.__path__, "numlink."):
        if "engine" in module.name or module.name.endswith("__main__"):
            continue
        loaded = importlib.import_module(module.name)
        for value in vars(loaded).values():
            if isinstance(value, re.Pattern):
                found[value.pattern] = value.flags & ~re.UNICODE
        with open(loaded.__file__) as source:
            tree = ast.parse(source.read())
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in INLINE:
                owner = node.func.value
                if isinstance(owner, ast.Name) and owner.id == "re" and isinstance(node.args[0], ast.Constant):
                    found.setdefault(node.args[0].value, 0)
    return found


def hostile(pattern, flags=0):
    """(head, repeated) of texts from the parts of an expression: what comes before a repeat, then what it repeats."""
    parsed = parser.parse(pattern, flags)
    is_bytes = isinstance(pattern, bytes)
    for head, pump in _pumps(list(parsed)):
        if pump:
            yield (head.encode("latin-1", "replace"), pump.encode("latin-1", "replace")) if is_bytes else (head, pump)


def _pumps(items, head=""):
    """Walk the parts from left to right; inside a repeat, once around first."""
    for place, (operation, value) in enumerate(items):
        if operation in (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT):
            _, most, body = value
            body = list(body)
            if most > MANY:
                yield from ((head, pump) for pump in _texts(body))
                # two repeats side by side: both may take the same
                for width in (2, 4):
                    for pump in _texts(items[place + 1 : place + 1 + width]):
                        yield head + _texts(body)[0], pump
            yield from _pumps(body, head)
        else:
            for part in _parts(operation, value):
                yield from _pumps(part, head)
        head += _texts([items[place]])[0]


def _parts(operation, value):
    if operation is codes.BRANCH:
        return [list(branch) for branch in value[1]]
    if operation is codes.SUBPATTERN:
        return [list(value[3])]
    if operation is codes.ATOMIC_GROUP:
        return [list(value)]
    return []


def _texts(items, most=4):
    """A few texts that match; the first one is short."""
    choices = [_of_one(operation, value) or [""] for operation, value in items]
    found = ["".join(choice) for choice, _ in zip(product(*choices), range(most * most), strict=False)]
    return sorted(dict.fromkeys(found), key=len)[:most] or [""]


def _of_one(operation, value):
    if operation is codes.LITERAL:
        return [chr(value)]
    if operation in (codes.ANY, codes.NOT_LITERAL):
        return [letter for letter in ("a", " ", "1") if operation is codes.ANY or ord(letter) != value]
    if operation is codes.IN:
        return _of_set(value)
    if operation in (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT):
        least, most, body = value
        return [text * max(least, min(1, most)) for text in _texts(list(body), 3)]
    found = []
    for part in _parts(operation, value):
        found += _texts(part, 3)
    return found[:6]


def _of_set(items):
    pattern_of = {
        codes.CATEGORY_SPACE: r"\s", codes.CATEGORY_NOT_SPACE: r"\S", codes.CATEGORY_DIGIT: r"\d",
        codes.CATEGORY_WORD: r"\w", codes.CATEGORY_NOT_WORD: r"\W", codes.CATEGORY_NOT_DIGIT: r"\D",
    }  # fmt: skip
    negated = any(operation is codes.NEGATE for operation, _ in items)

    def holds(letter):
        return negated != any(
            (operation is codes.LITERAL and ord(letter) == value)
            or (operation is codes.RANGE and value[0] <= ord(letter) <= value[1])
            or (operation is codes.CATEGORY and re.match(pattern_of[value], letter))
            for operation, value in items
        )

    wanted = [chr(value) for operation, value in items if operation is codes.LITERAL and not negated][:2]
    return [*wanted, *(letter for letter in " a1A.-\\" if holds(letter))][:4]
