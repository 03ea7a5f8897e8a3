"""The outlines of letters in a TrueType file, for kinds of pictures that draw text as shapes.

Reads the four tables that an outline takes: `head` (units), `cmap` (letter to glyph), `loca` (where a glyph begins) and
`glyf` (its contours), and `hmtx` with `hhea` for how wide it is.  Accented letters made of parts are left out: labels
are digits and capitals.  Source: the OpenType specification 1.9.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from numlink.render.ground import Point

Curve = tuple[Point, Point, Point]
"""A quadratic curve: start, control, end; a straight line has its control in the middle."""

ON_CURVE, X_SHORT, Y_SHORT, REPEATED, X_SAME, Y_SAME = 1, 2, 4, 8, 16, 32


@dataclass(frozen=True, slots=True)
class Glyph:
    """Closed contours of curves and the width, in units of the font size; y upwards from the base line."""

    contours: tuple[tuple[Curve, ...], ...]
    width: float


class Outlines:
    """The glyphs of one font file."""

    def __init__(self, content: bytes) -> None:
        self.content = content
        count = struct.unpack_from(">H", content, 4)[0]
        records = (struct.unpack_from(">4sIII", content, 12 + 16 * index) for index in range(count))
        self.table = {name.decode(): offset for name, _, offset, _ in records}
        self.units = struct.unpack_from(">H", content, self.table["head"] + 18)[0]
        self.long_places = struct.unpack_from(">h", content, self.table["head"] + 50)[0] == 1
        self.widths = struct.unpack_from(">H", content, self.table["hhea"] + 34)[0]

    def glyph(self, letter: str) -> Glyph:
        """The outline of a letter; one without contours where the font lacks it."""
        index = self._index(ord(letter))
        width = struct.unpack_from(">H", self.content, self.table["hmtx"] + 4 * min(index, self.widths - 1))[0]
        return Glyph(tuple(self._contours(index)), width / self.units)

    def _index(self, code: int) -> int:
        """The number of a glyph by the character map of format 4."""
        base = self.table["cmap"]
        count = struct.unpack_from(">H", self.content, base + 2)[0]
        places = (struct.unpack_from(">HHI", self.content, base + 4 + 8 * index)[2] for index in range(count))
        start = next(base + place for place in places if struct.unpack_from(">H", self.content, base + place)[0] == 4)
        segments = struct.unpack_from(">H", self.content, start + 6)[0] // 2
        for segment in range(segments):
            at = start + 14 + 2 * segment
            last = struct.unpack_from(">H", self.content, at)[0]
            if code > last:
                continue
            at += 2 * segments + 2
            first = struct.unpack_from(">H", self.content, at)[0]
            delta = struct.unpack_from(">h", self.content, at + 2 * segments)[0]
            reach_at = at + 4 * segments
            reach = struct.unpack_from(">H", self.content, reach_at)[0]
            if code < first:
                return 0
            if reach == 0:
                return int(code + delta) & 0xFFFF
            found = int(struct.unpack_from(">H", self.content, reach_at + reach + 2 * (code - first))[0])
            return (found + delta) & 0xFFFF if found else 0
        return 0

    def _place(self, index: int) -> int:
        loca = self.table["loca"]
        if self.long_places:
            return int(struct.unpack_from(">I", self.content, loca + 4 * index)[0])
        return int(struct.unpack_from(">H", self.content, loca + 2 * index)[0]) * 2

    def _contours(self, index: int) -> Iterator[tuple[Curve, ...]]:
        place = self._place(index)
        if self._place(index + 1) == place:
            return
        at = self.table["glyf"] + place
        count = struct.unpack_from(">h", self.content, at)[0]
        if count <= 0:
            return
        ends = struct.unpack_from(f">{count}H", self.content, at + 10)
        at += 10 + 2 * count
        at += 2 + struct.unpack_from(">H", self.content, at)[0]  # the hinting
        points = self._points(at, ends[-1] + 1)
        start = 0
        for end in ends:
            yield tuple(curves(points[start : end + 1]))
            start = end + 1

    def _points(self, at: int, count: int) -> list[tuple[float, float, bool]]:
        """(x, y, on the curve) of every point: flags, then differences in x, then in y."""
        flags: list[int] = []
        while len(flags) < count:
            flag = self.content[at]
            at += 1
            flags.append(flag)
            if flag & REPEATED:
                flags += [flag] * self.content[at]
                at += 1
        axes: list[list[int]] = []
        for short, same in ((X_SHORT, X_SAME), (Y_SHORT, Y_SAME)):
            value, values = 0, []
            for flag in flags:
                if flag & short:
                    value += self.content[at] if flag & same else -self.content[at]
                    at += 1
                elif not flag & same:
                    value += struct.unpack_from(">h", self.content, at)[0]
                    at += 2
                values.append(value)
            axes.append(values)
        units = self.units
        return [(x / units, y / units, bool(flag & ON_CURVE)) for x, y, flag in zip(*axes, flags, strict=True)]


def curves(points: list[tuple[float, float, bool]]) -> Iterator[Curve]:
    """The curves of a contour: between two controls in a row lies a point of the curve, halfway."""
    full: list[tuple[float, float, bool]] = []
    for (x, y, on), (next_x, next_y, next_on) in zip(points, [*points[1:], points[0]], strict=True):
        full.append((x, y, on))
        if not on and not next_on:
            full.append(((x + next_x) / 2, (y + next_y) / 2, True))
        elif on and next_on:
            full.append(((x + next_x) / 2, (y + next_y) / 2, False))
    begin = next(index for index, point in enumerate(full) if point[2])
    full = [*full[begin:], *full[: begin + 1]]
    for index in range(0, len(full) - 2, 2):
        start, control, end = full[index : index + 3]
        yield start[:2], control[:2], end[:2]


@cache
def bold() -> Outlines:
    """The font of labels."""
    return Outlines(files("numlink.render").joinpath("fonts", "NumlinkSans-Bold.ttf").read_bytes())
