"""The page's kinds of boards are those of the model, as data."""

from dataclasses import replace

from numlink import Kind
from numlink.web import kinds
from numlink.web.kinds import SCRIPT, kinds_script


def test_the_page_has_the_patterns_of_the_model():
    assert SCRIPT.read_text(encoding="utf-8") == kinds_script(), "python -m numlink.web.kinds writes it anew"


def test_any_kinds_may_share_an_outline(monkeypatch):
    """Each outline that stands in several cells is written once, under a letter of its own."""
    cell = kinds.PATTERNS[Kind.SQUARE].cells[0]
    sizes = [replace(cell, corners=tuple((x * size, y * size) for x, y in cell.corners)) for size in (1, 2, 3)]
    patterns = [replace(kinds.PATTERNS[Kind.SQUARE], cells=(one, replace(one, aside=(0.1, 0.1)))) for one in sizes]
    monkeypatch.setattr(kinds, "PATTERNS", dict(zip(Kind, patterns, strict=False)))
    script = kinds.kinds_script()
    assert [script.count(f"corners:{letter},") for letter in "ABC"] == [2, 2, 2]
