"""The page's kinds of boards are those of the model, as data."""

from numlink.web.kinds import SCRIPT, kinds_script


def test_the_page_has_the_patterns_of_the_model():
    assert SCRIPT.read_text(encoding="utf-8") == kinds_script(), "python -m numlink.web.kinds writes it anew"
