"""The colours of the board on the page as CSS, made from render/theme.py, which pictures and the terminal use too.

Each pair has a class `hue0` to `hue11` for its colour and a class `look0` to `look4` for its stripe (`look0`: none).
"""

from __future__ import annotations

from numlink.render.theme import GROUND, HUES, LOOKS, PATH, THEMES, TILE, TILE_BLOCK, TILE_INK, WASH, Mode

THEME = THEMES["colour"]
SURFACES = {"ground": GROUND, "tile": TILE, "ink": TILE_INK, "block": TILE_BLOCK}
"""The names of colours in style.css and board.css."""


def palette_css() -> str:
    """CSS rules: colours of the board in light and dark, each hue with the colour of text on it, each look's stripe."""
    rules = [f":root {{ --path: {PATH}; --wash: {WASH}; }}"]
    for mode, dark in ((Mode.LIGHT, ""), (Mode.DARK, '[data-theme="dark"]')):
        named = " ".join(f"--{name}: {tint.under(mode)};" for name, tint in SURFACES.items())
        rules.append(f":root{dark} {{ {named} }}")
    for index, hue in enumerate(HUES):
        ink = THEME.text(index + 1).fill
        assert ink is not None
        rules.append(f".hue{index} {{ --hue: {hue}; --ink-on: {ink.light}; }}")
    for index in range(1, LOOKS // len(HUES)):
        stripe = THEME.stripe(index * len(HUES) + 1)
        assert stripe is not None
        assert stripe.stroke is not None
        dash = f" stroke-dasharray: {' '.join(map(str, stripe.dash))};" if stripe.dash else ""
        rules.append(f".look{index} .stripe {{ stroke: {stripe.stroke.light};{dash} }}")
    return "\n".join(rules) + "\n"
