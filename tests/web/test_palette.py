"""The colours of the page, measured: distinct under every common colour vision, and distinct from the paper.

Colour vision is simulated after Machado, Oliveira and Fernandes (2009), full severity; distances are CIEDE2000
(Sharma, Wu and Dalal, 2005).
"""

import re
from itertools import combinations
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

import pytest

from numlink.render.theme import GROUND, HUES, LOOKS, THEMES, TILE, Mode
from numlink.terminal.view_state import line_style, tile_style
from numlink.web.pages import palette_css, static_files

EYES = {
    "all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "no green": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "no blue": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
XYZ = (
    (0.4124564, 0.3575761, 0.1804375, 0.95047),
    (0.2126729, 0.7151522, 0.0721750, 1),
    (0.0193339, 0.1191920, 0.9503041, 1.08883),
)


def linear(colour):
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def lab(colour, eye="all cones"):
    seen = [min(1, max(0, sum(a * b for a, b in zip(row, linear(colour), strict=True)))) for row in EYES[eye]]
    ratios = [sum(a * b for a, b in zip(row, seen, strict=False)) / row[3] for row in XYZ]
    x, y, z = (t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116 for t in ratios)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def ciede2000(one, other):
    (l1, a1, b1), (l2, a2, b2) = one, other
    chroma = (hypot(a1, b1) + hypot(a2, b2)) / 2
    stretch = 1 + 0.5 * (1 - sqrt(chroma**7 / (chroma**7 + 25**7)))
    a1, a2 = a1 * stretch, a2 * stretch
    c1, c2 = hypot(a1, b1), hypot(a2, b2)
    h1, h2 = degrees(atan2(b1, a1)) % 360, degrees(atan2(b2, a2)) % 360
    turn = 0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    dh = 2 * sqrt(c1 * c2) * sin(radians(turn) / 2)
    lm, cm = (l1 + l2) / 2, (c1 + c2) / 2
    hm = h1 + h2 if c1 * c2 == 0 else (h1 + turn / 2) % 360
    tone = (
        1
        - 0.17 * cos(radians(hm - 30))
        + 0.24 * cos(radians(2 * hm))
        + 0.32 * cos(radians(3 * hm + 6))
        - 0.20 * cos(radians(4 * hm - 63))
    )
    sl = 1 + 0.015 * (lm - 50) ** 2 / sqrt(20 + (lm - 50) ** 2)
    sc, sh = 1 + 0.045 * cm, 1 + 0.015 * cm * tone
    bend = -sin(radians(60 * exp(-(((hm - 275) / 25) ** 2)))) * 2 * sqrt(cm**7 / (cm**7 + 25**7))
    return sqrt(((l2 - l1) / sl) ** 2 + ((c2 - c1) / sc) ** 2 + (dh / sh) ** 2 + bend * (c2 - c1) / sc * dh / sh)


def contrast(one, other):
    def luminance(colour):
        return sum(part * weight for part, weight in zip(linear(colour), (0.2126, 0.7152, 0.0722), strict=True))

    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize(
    ("one", "other", "distance"),
    [
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, -1.3802, -84.2814), (50, 0, -82.7485), 1.0),
        ((50, 2.5, 0), (61, -5, 29), 22.8977),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_ciede2000_agrees_with_the_published_pairs(one, other, distance):
    assert ciede2000(one, other) == pytest.approx(distance, abs=1e-4)


@pytest.mark.parametrize("eye", EYES)
def test_any_two_hues_differ_under_every_colour_vision(eye):
    seen = {hue: lab(hue, eye) for hue in HUES}
    least = 20 if eye == "all cones" else 12
    near = [pair for pair in combinations(HUES, 2) if ciede2000(seen[pair[0]], seen[pair[1]]) < least]
    assert near == []
    assert len(HUES) == 12


@pytest.mark.parametrize(("first", "distance"), [(2, 40), (3, 40), (5, 30)])
def test_the_first_hues_are_farther_apart_than_all(first, distance):
    """Most boards have five to nine pairs."""
    assert min(ciede2000(lab(one), lab(other)) for one, other in combinations(HUES[:first], 2)) >= distance


@pytest.mark.parametrize("mode", [Mode.LIGHT, Mode.DARK])
def test_every_hue_differs_from_the_tile_under_every_colour_vision(mode):
    for eye in EYES:
        least = 15 if eye == "all cones" else 12
        tile = lab(TILE.under(mode), eye)
        assert [hue for hue in HUES if ciede2000(lab(hue, eye), tile) < least] == [], eye


def test_digits_can_be_read_on_their_discs():
    """Large bold text needs a contrast of 3 (WCAG 2.1)."""
    theme = THEMES["colour"]
    for number in range(1, LOOKS + 1):
        assert contrast(theme.text(number).fill.light, theme.hue(number)) >= 3


@pytest.mark.parametrize("mode", [Mode.DARK, Mode.LIGHT])
def test_the_terminal_shows_the_same_hues(mode):
    theme = THEMES["colour"]
    for number in range(1, LOOKS + 1):
        line = line_style(number, mode).color.name
        assert line == theme.edge(number).under(mode)
        assert min(contrast(line, tint.under(mode)) for tint in (TILE, theme.wash(number), GROUND)) >= 3
        end = tile_style(number, number, mode, half=False)
        assert end.bgcolor.name == theme.hue(number)
        assert contrast(end.color.name, end.bgcolor.name) >= 4
    assert contrast(line_style(1, Mode.DARK).color.name, GROUND.dark) >= 4.5


def test_the_page_has_a_rule_for_every_look_and_no_colour_of_a_path_of_its_own():
    css = static_files()["style.css"]
    palette = palette_css()
    assert css.startswith(palette)
    script = static_files()["kinds.js"]
    hues, looks = (int(re.search(rf'"{name}": (\d+)', script)[1]) for name in ("hues", "stripes"))
    assert (hues, hues * looks) == (len(HUES), LOOKS)
    for index, hue in enumerate(HUES):
        assert f".hue{index} {{ --hue: {hue};" in css
    assert all(f".look{index} .stripe {{ stroke: #" in css for index in range(1, looks))
    assert not [hue for hue in HUES if hue in css.removeprefix(palette)]
