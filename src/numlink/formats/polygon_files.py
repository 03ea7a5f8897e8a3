"""Reads the polygons of a tiling: JSON, or the straight shapes of an SVG drawing.

    [[[0,0],[2,0],[1,2]], ...]            JSON: a list of polygons, or an object with the key polygons or tiling
    <polygon points="0,0 2,0 1,2"/>       SVG: polygon, polyline, rect, path of M L H V Z, also in groups or transformed

Cells are numbered in the order of the file.  Text, lines, pictures and definitions in a drawing are skipped; a shape
with a curve is refused, because its cell would not look like the drawing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from math import cos, isfinite, radians, sin, tan
from typing import Any
from xml.etree.ElementTree import Element, XMLParser, fromstring
from xml.etree.ElementTree import ParseError as BrokenXml

from numlink.errors import InputError
from numlink.model.kinds.pattern import Point
from numlink.model.kinds.polygons import FARTHEST, MOST_POLYGONS
from numlink.model.kinds.tiling import Tiling, tiling_of
from numlink.model.words import json_fault

NUMBER = re.compile(r"[\s,]*+([+-]?(?:[0-9]++(?:\.[0-9]*+)?|\.[0-9]++)(?:[eE][+-]?[0-9]++)?)(px)?+")
BETWEEN = " \t\r\n,"
TRANSFORM = re.compile(r"[\s,]*+([A-Za-z]++)\s*+\(([^()]*+)\)")
COMMAND = re.compile(r"[\s,]*+([A-Za-z])((?:[eE]|[\W\d_])*+)")

UNSEEN = {"defs", "clipPath", "mask", "marker", "pattern", "symbol", "metadata", "style", "script", "title", "desc"}
"""Elements whose contents are not drawn where they occur; they are skipped."""
CURVED = {"circle", "ellipse", "use"}  # elements without corners of their own
DIGITS = 6  # decimal places to which the corners of a drawing are rounded

Matrix = tuple[float, float, float, float, float, float]
"""a b c d e f, as in SVG: the point (x, y) moves to (a x + c y + e, b x + d y + f)."""

AS_THEY_ARE: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


def read_tiling(text: str) -> Tiling:
    """The tiling of a file's text, JSON or SVG; raises InputError if the text holds none.

    >>> read_tiling('<svg><rect width="1" height="1"/><rect x="1" width="1" height="1"/></svg>').links
    ((0, 1),)
    """
    if text.lstrip().startswith("<"):
        return Tiling(tuple(_shapes(text)))
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(
            f"this is neither JSON ({json_fault(error)}) nor an SVG drawing. Give polygons like [[[0,0],[1,0],[0,1]]]."
        ) from None
    if isinstance(found, dict):
        found = found.get("polygons", found.get("tiling"))
        if found is None:
            raise InputError("this JSON has no key 'polygons'. Give a list of polygons, each a list of corners [x, y].")
    return tiling_of(found)


def _shapes(text: str) -> Iterator[tuple[Point, ...]]:
    if "<!ENTITY" in text:  # an entity can expand to a text that fills the memory
        raise InputError("this SVG declares entities, which are not supported. Save it as plain SVG.")
    try:
        root = fromstring(text.strip().encode(), XMLParser(encoding="utf-8"))
    except (BrokenXml, ValueError, RecursionError) as error:
        raise InputError(f"this is not an SVG: {error}. Save the drawing again.") from None
    waiting = [(root, AS_THEY_ARE)]
    count = 0
    while waiting:
        element, matrix = waiting.pop()
        name = element.tag.rsplit("}", 1)[-1] if isinstance(element.tag, str) else ""
        if name in UNSEEN:
            continue
        if name in CURVED:
            raise InputError(f"the drawing has a <{name}>, which has no corners. Draw its cell as a polygon.")
        matrix = _after(matrix, _transform(element.get("transform", "")))
        if name in READERS:
            for corners in READERS[name](element):
                count += 1
                if count > MOST_POLYGONS:
                    raise InputError(f"the drawing has more than {MOST_POLYGONS:,} shapes. Give fewer.")
                closed = len(corners) > 1 and corners[0] == corners[-1]
                yield tuple(_moved(corner, matrix) for corner in (corners[:-1] if closed else corners))
        waiting += [(child, matrix) for child in reversed(element)]
    if not count:
        raise InputError("the drawing has no shape. Give its cells as polygon, rect or path elements.")


def _moved(point: Point, matrix: Matrix) -> Point:
    (x, y), (a, b, c, d, e, f) = point, matrix
    return round(a * x + c * y + e, DIGITS), round(b * x + d * y + f, DIGITS)


def _after(outer: Matrix, inner: Matrix) -> Matrix:
    """The matrix that moves a point by `inner` and then by `outer`."""
    (a, b, c, d, e, f), (g, h, i, j, k, m) = outer, inner
    return a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * m + e, b * k + d * m + f


def _transform(text: str) -> Matrix:
    found = AS_THEY_ARE
    for match in _matches(TRANSFORM, text, "the transform {} cannot be read. Save the drawing as plain SVG."):
        found = _after(found, _step(match[1], _numbers(match[2])))
    return found


def _step(name: str, numbers: list[float]) -> Matrix:
    """One transformation; `numbers` are its arguments."""
    match name, numbers:
        case "matrix", [a, b, c, d, e, f]:
            return a, b, c, d, e, f
        case "translate", [x, *rest] if len(rest) < 2:
            return 1.0, 0.0, 0.0, 1.0, x, rest[0] if rest else 0.0
        case "scale", [x, *rest] if len(rest) < 2:
            return x, 0.0, 0.0, rest[0] if rest else x, 0.0, 0.0
        case "rotate", [angle]:
            turn, lean = cos(radians(angle)), sin(radians(angle))
            return turn, lean, -lean, turn, 0.0, 0.0
        case "rotate", [angle, x, y]:
            there = _step("translate", [x, y])
            return _after(_after(there, _step("rotate", [angle])), _step("translate", [-x, -y]))
        case "skewX", [angle]:
            return 1.0, 0.0, tan(radians(angle)), 1.0, 0.0, 0.0
        case "skewY", [angle]:
            return 1.0, tan(radians(angle)), 0.0, 1.0, 0.0, 0.0
    raise InputError(f"the transform {name}({numbers}) cannot be read. Save the drawing as plain SVG.")


def _numbers(text: str) -> list[float]:
    """The numbers of a text, separated by blanks and commas, with or without `px`; raises InputError for anything else
    and for a number beyond the range of floats."""
    refusal = "{} in the drawing is not a number. Save it as plain SVG, in pixels."
    found = [float(match[1]) for match in _matches(NUMBER, text, refusal)]
    if not all(map(isfinite, found)):
        raise InputError(f"a number in {text[:40]!r} in the drawing is too large. Give numbers up to {FARTHEST:g}.")
    return found


def _matches(pattern: re.Pattern[str], text: str, refusal: str) -> Iterator[re.Match[str]]:
    """The matches of `pattern` that make up the text; for anything else InputError with `refusal`, the rest as `{}`."""
    text = text.rstrip(BETWEEN)
    start = 0
    while start < len(text):
        match = pattern.match(text, start)
        if not match:
            raise InputError(refusal.format(repr(text[start : start + 40])))
        yield match
        start = match.end()


def _points(element: Element) -> Iterator[list[Point]]:
    numbers = _numbers(element.get("points", ""))
    if len(numbers) % 2:
        name = element.tag.rsplit("}", 1)[-1]
        raise InputError(f"a <{name}> of the drawing has an x without a y. Correct its points.")
    yield list(zip(numbers[::2], numbers[1::2], strict=True))


def _rect(element: Element) -> Iterator[list[Point]]:
    sides = [_numbers(element.get(name, "0")) for name in ("x", "y", "width", "height", "rx", "ry")]
    if any(len(side) != 1 for side in sides):
        raise InputError("a <rect> of the drawing lacks its size. Save the drawing as plain SVG, in pixels.")
    x, y, width, height, *rounded = (side[0] for side in sides)
    if any(rounded):
        raise InputError("a <rect> of the drawing has round corners. Give straight sides.")
    yield [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]


def _path(element: Element) -> Iterator[list[Point]]:
    """A polygon for each part of a path; a part begins with M or after Z."""
    here: Point = (0.0, 0.0)
    drawn: list[Point] = []  # the corners of the current polygon so far
    refusal = "{} in a path of the drawing is not a command. Save it as plain SVG."
    for match in _matches(COMMAND, element.get("d", ""), refusal):
        command, numbers = match[1], _numbers(match[2])
        wanted = {"M": 2, "L": 2, "H": 1, "V": 1, "Z": 0}.get(command.upper())
        if wanted is None:
            raise InputError(f"a path of the drawing has the curve {command}. Give straight sides: M, L, H, V and Z.")
        if (len(numbers) % wanted or not numbers) if wanted else numbers:
            raise InputError(f"the command {command} in a path of the drawing has {len(numbers)} numbers. Correct it.")
        if command in "MmZz":
            if drawn:
                here = here if wanted else drawn[0]
                yield drawn
            drawn = []
        elif not drawn:
            drawn.append(here)
        for at in range(0, len(numbers), wanted or 1):
            here = _gone(here, command, numbers[at : at + (wanted or 1)])
            drawn.append(here)
    if drawn:
        yield drawn


def _gone(here: Point, command: str, numbers: list[float]) -> Point:
    """Where a step of M, L, H or V leads from `here`."""
    x, y = here if command.islower() else (0.0, 0.0)
    if command in "Hh":
        return x + numbers[0], here[1]
    if command in "Vv":
        return here[0], y + numbers[0]
    return x + numbers[0], y + numbers[1]


READERS: dict[str, Callable[[Any], Iterator[list[Point]]]] = {
    "polygon": _points,
    "polyline": _points,
    "rect": _rect,
    "path": _path,
}
