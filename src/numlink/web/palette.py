"""The colours of paths on the page as CSS, made from render/theme.py, whose colours pictures and the terminal use too.

Each pair has a class `hue0` to `hue7` for its colour and a class `look0` to `look4` for its stripe (`look0`: none).
"""

from __future__ import annotations

from numlink.render.theme import HUES, LOOKS, THEMES, Mode

THEME = THEMES["colour"]
SURFACES = {Mode.LIGHT: "#fffdf9", Mode.DARK: "#1c222a"}
"""The colour of the board's surface."""

GRID = {Mode.LIGHT: "#949089", Mode.DARK: "#66717d"}
"""The colour of the lines between cells."""


def palette_css() -> str:
    """CSS rules that give each hue its colour, the colours of its rim and of text on it, and each look its stripe."""
    rules = [
        f":root{dark} {{ --surface: {SURFACES[mode]}; --grid: {GRID[mode]}; }}"
        for mode, dark in ((Mode.LIGHT, ""), (Mode.DARK, '[data-theme="dark"]'))
    ]
    for index in range(len(HUES)):
        number = index + 1
        ink, edge = THEME.text(number).fill, THEME.edge(number)
        assert ink is not None
        rules.append(f".hue{index} {{ --hue: {THEME.hue(number)}; --ink-on: {ink.light}; --edge: {edge.light}; }}")
        rules.append(f':root[data-theme="dark"] .hue{index} {{ --edge: {edge.dark}; }}')
    for index in range(1, LOOKS // len(HUES)):
        stripe = THEME.stripe(index * len(HUES) + 1)
        assert stripe is not None
        assert stripe.stroke is not None
        dash = f" stroke-dasharray: {' '.join(map(str, stripe.dash))};" if stripe.dash else ""
        rules.append(f".look{index} .stripe {{ stroke: {stripe.stroke.light};{dash} }}")
    return "\n".join(rules) + "\n"
