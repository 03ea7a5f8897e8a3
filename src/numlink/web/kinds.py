"""The patterns of kinds of boards as data for the page, in static/kinds.js.  `python -m numlink.web.kinds` writes this
file; a test compares it with the patterns.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

from numlink.formats.json_lines import puzzle_object, puzzle_of
from numlink.model.arguments import SEED_DIGITS
from numlink.model.kinds import PATTERNS
from numlink.model.kinds.pattern import pattern_data
from numlink.model.puzzle import Puzzle
from numlink.render.theme import DIGIT, DISC, HUES, LOOKS, TILE_CORNER, TILE_GAP

SCRIPT = Path(__file__).parent / "static" / "kinds.js"
HEAD = """// Kinds of boards as data: where cells lie and which are beside them; and measures of a picture.  Made from
// numlink.model.kinds and numlink.render.theme by `python -m numlink.web.kinds`; what the names mean stands there.

"""
TYPE = '/** @type {Record<string, import("./grid.js").Pattern>} */\n'


def kinds_script() -> str:
    """The text of static/kinds.js."""
    kinds = ",\n".join(f"  {kind.value}: {json.dumps(pattern_data(pattern))}" for kind, pattern in PATTERNS.items())
    measures = {
        "gap": TILE_GAP,
        "corner": TILE_CORNER,
        "disc": DISC,
        "digit": DIGIT,
        "hues": len(HUES),
        "stripes": LOOKS // len(HUES),
    }
    return f"{HEAD}export const LOOK = {json.dumps(measures)};\n{TYPE}export const KINDS = {{\n{kinds},\n}};\n"


LARGEST_NUMBER = 2**53 - 1  # the largest whole number such that JavaScript represents it and all smaller ones exactly
SEED = re.compile(rf"-?[0-9]{{1,{SEED_DIGITS}}}")


def page_object(puzzle: Puzzle) -> dict[str, Any]:
    """A puzzle as JSON for the page; a board of polygons includes its pattern.

    Notes are under `notes`, because the page has its own keys for a puzzle, such as `daily` and `pattern`.
    A seed too large for JavaScript is a text.
    """
    found = puzzle_object(replace(puzzle, notes={}))
    if puzzle.seed is not None and abs(puzzle.seed) > LARGEST_NUMBER:
        found["seed"] = str(puzzle.seed)
    if puzzle.notes:
        found["notes"] = dict(puzzle.notes)
    if puzzle.layout.tiling is not None:
        found["pattern"] = puzzle.layout.tiling.data()
    return found


def puzzle_of_page(entry: Any) -> Puzzle:
    """The puzzle of a JSON value from the page: like `puzzle_of`, but the seed may be a text."""
    if isinstance(entry, dict) and isinstance(seed := entry.get("seed"), str) and SEED.fullmatch(seed):
        entry = entry | {"seed": int(seed)}
    return puzzle_of(entry)


if __name__ == "__main__":  # pragma: no cover - a test compares what it would write
    SCRIPT.write_text(kinds_script(), encoding="utf-8")
