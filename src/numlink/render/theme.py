"""The look of pictures: colours for light and dark, widths of lines, four themes.

A Tint is a colour with one value for light and one for dark pictures; widths are in widths of a cell.  Pairs get twelve
hues, which people with the common kinds of colour blindness can tell apart.  From the thirteenth pair on they repeat,
with a stripe along the path and a ring in the disc:

    pairs  1-12  plain        25-36  dark stripe          49-60  dark dashed stripe
    pairs 13-24  light stripe 37-48  light dashed stripe  61-    as from pair 1 on
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import Literal

from numlink.errors import unknown_name
from numlink.model.arguments import written_out


class Mode(Enum):
    """Light or dark; AUTO follows the reader's screen in SVG and HTML, and is light in other kinds of pictures."""

    LIGHT = "light"
    DARK = "dark"
    AUTO = "auto"


@dataclass(frozen=True, slots=True)
class Tint:
    """A colour (`#rrggbb`) in light and in dark pictures."""

    light: str
    dark: str

    def under(self, mode: Mode) -> str:
        """The colour in one mode; AUTO counts as light."""
        return self.dark if mode is Mode.DARK else self.light


@dataclass(frozen=True, slots=True)
class Paint:
    """How a shape is filled and outlined (None: not at all); `width` of the outline and `dash`, which is empty or
    (length of a dash, length of a gap), are in widths of a cell.
    """

    fill: Tint | None = None
    stroke: Tint | None = None
    width: float = 0.0
    dash: tuple[float, ...] = ()


def _same(colour: str) -> Tint:
    return Tint(colour, colour)


PAPER = Tint("#ffffff", "#17191e")
INK = Tint("#000000", "#f2f2f2")
FAINT = Tint("#bdbdbd", "#454b55")  # lines between cells
GREY_PATH = Tint("#8f8f8f", "#858c98")  # paths in black and white
BLOCK = Tint("#3f3f3f", "#5d6470")  # solid cells

OLD_LINE, NEW_LINE, TRIED_LINE = Tint("#4b5568", "#a3adbd"), Tint("#d1495b", "#ff7b8b"), Tint("#e09f3e", "#f0b45c")
LOOKED_AT = Tint("#fdf3d8", "#3a3423")
"""Colours of explanations: links drawn before, links drawn in this step, links on trial; cells that a step looks at."""

HUES = (
    *("#4f55cb", "#f10a3d", "#d0a513", "#3e9163", "#bfb6fe", "#358dfc"),
    *("#636e02", "#c10573", "#ff76a1", "#abca83", "#0fc4bc", "#a072ad"),
)
"""Found by `python -m bench.palette`, the most distinct first; distances: bench/notes/palette.md."""

TILE = Tint("#ebe7de", "#262d38")
GROUND = Tint("#f6f4ef", "#12151b")
TILE_INK = Tint("#20242c", "#eef1f5")
"""In coloured pictures: a cell, what is around the board, lines and words."""
TILE_BLOCK = Tint("#8b867b", "#5b6675")  # a solid cell of a coloured picture
TILE_GAP, TILE_CORNER = 0.03, 0.12  # distance of a tile from its cell's outline, and the radius of its corners
DISC, PATH, DIGIT, WASH = 0.34, 0.36, 0.4, 0.2
"""Radius of a disc, width of a path, font size of a digit; share of its hue in the tiles of a finished path."""

_STRIPES: tuple[tuple[str, tuple[float, ...]] | None, ...] = (
    None,
    ("#ffffff", ()),
    ("#1a1a1a", ()),
    ("#ffffff", (0.16, 0.16)),
    ("#1a1a1a", (0.16, 0.16)),
)
LOOKS = len(HUES) * len(_STRIPES)  # the number of different looks: pair n looks like pair n + LOOKS


@dataclass(frozen=True, slots=True)
class Theme:
    """A named way of drawing: with colours or in black and white, with numbers or letters in the cells.

    `disc` is the radius of a disc, `line` the width of a path, `digit` the largest font size of a label; long labels
    get a smaller one, so that they stay inside their discs.
    """

    name: str
    coloured: bool
    letters: bool
    disc: float
    line: float
    digit: float

    @property
    def small(self) -> Theme:
        """The theme for cells of a few millimetres: thicker paths, larger discs and labels."""
        return replace(self, disc=0.45, line=0.36, digit=0.58)

    def label(self, number: int) -> str:
        """The text in the end cells of a pair: its number, or a letter."""
        return letters(number) if self.letters else str(number)

    def hue(self, number: int) -> str:
        """The colour of a pair, `#rrggbb`."""
        return HUES[(number - 1) % len(HUES)]

    def stripe(self, number: int) -> Paint | None:
        """The stripe along a path, None for the first twelve pairs and in black and white."""
        chosen = _STRIPES[(number - 1) // len(HUES) % len(_STRIPES)] if self.coloured else None
        return chosen and Paint(stroke=_same(chosen[0]), width=0.12, dash=chosen[1])

    @property
    def surface(self) -> Tint:
        """What is under a path: a tile, or paper."""
        return TILE if self.coloured else PAPER

    def wash(self, number: int) -> Tint:
        """The colour of the tiles of a finished path."""
        light, dark = (_mixed(self.hue(number), tile, WASH) for tile in (TILE.light, TILE.dark))
        return Tint(light, dark)

    def edge(self, number: int) -> Tint:
        """The colour of a rim around the path of a pair: a darker hue on light paper, a lighter one on dark paper."""
        return Tint(_mixed(self.hue(number), "#000000", 0.62), _mixed(self.hue(number), "#ffffff", 0.66))

    def ring(self, number: int) -> Paint | None:
        """The ring inside a disc, in the colour of the stripe; None if there is no stripe."""
        stripe = self.stripe(number)
        return stripe and Paint(stroke=stripe.stroke, width=0.05, dash=stripe.dash and (0.12, 0.11))

    def path(self, number: int) -> Paint:
        return Paint(stroke=_same(self.hue(number)) if self.coloured else GREY_PATH, width=self.line)

    def end(self, number: int) -> Paint:
        return Paint(fill=_same(self.hue(number))) if self.coloured else Paint(fill=PAPER, stroke=INK, width=0.045)

    def text(self, number: int) -> Paint:
        """The label in the disc: in colour, white if that is readable, else dark; in black and white, INK."""
        if not self.coloured:
            return Paint(fill=INK)
        readable = contrast("#ffffff", self.hue(number)) >= 3  # for large bold text, by WCAG 2.1
        return Paint(fill=_same("#ffffff" if readable else TILE_INK.light))


THEMES = {
    "numbers": Theme("numbers", coloured=False, letters=False, disc=0.37, line=0.2, digit=0.46),
    "colour": Theme("colour", coloured=True, letters=False, disc=DISC, line=PATH, digit=DIGIT),
    "letters": Theme("letters", coloured=False, letters=True, disc=0.37, line=0.2, digit=0.46),
    "colour-letters": Theme("colour-letters", coloured=True, letters=True, disc=DISC, line=PATH, digit=DIGIT),
}

ThemeWord = Literal["numbers", "letters", "colour", "colour-letters", "color", "color-letters"]
"""The names of THEMES in both spellings, for type checkers."""


def theme_named(name: str) -> Theme:
    """The theme with this name, in any case and either spelling; raises InputError for an unknown one.

    >>> theme_named("Color-Letters").name
    'colour-letters'
    """
    known = THEMES.get(written_out(name).lower().replace("color", "colour"))
    if known is None:
        raise unknown_name("theme", name, THEMES)
    return known


def letters(number: int) -> str:
    """A, B, ..., Z, AA, AB, ... for 1, 2, ..., 26, 27, 28, ...

    >>> [letters(number) for number in (1, 26, 27, 703)]
    ['A', 'Z', 'AA', 'AAA']
    """
    text = ""
    while number > 0:
        number, digit = divmod(number - 1, 26)
        text = chr(ord("A") + digit) + text
    return text


def _mixed(colour: str, other: str, share: float) -> str:
    """A mixture of two colours, with the share `share` (0 to 1) of the first."""
    pairs = zip(bytes.fromhex(colour[1:]), bytes.fromhex(other[1:]), strict=True)
    return "#" + "".join(f"{round(one * share + two * (1 - share)):02x}" for one, two in pairs)


def heat_tint(share: float) -> Tint:
    """The colour of a link in this share (0 to 1) of solutions: pale to full blue, on dark paper to light blue."""
    light, dark = (_mixed(HUES[0], paper, 0.25 + 0.75 * share) for paper in (PAPER.light, PAPER.dark))
    return Tint(light, _mixed(dark, "#ffffff", 0.7))


def luminance(colour: str) -> float:
    """Relative luminance, 0 black to 1 white.  Source: WCAG 2.1."""
    parts = [part / 255 for part in bytes.fromhex(colour[1:])]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: str, second: str) -> float:
    """The contrast ratio of two colours, from 1 (equal) to 21; text needs 4.5.  Source: WCAG 2.1."""
    lighter, darker = sorted((luminance(first), luminance(second)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)
