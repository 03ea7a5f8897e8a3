"""Printed explanations: no title is separated from its text, and no two kinds of lines look alike in black."""

from numlink import explain
from numlink.reasoning.page import page
from numlink.reasoning.step_pictures import PAINTS
from tests.browser.test_wishes import until
from tests.pdfs import read
from tests.samples_of_kinds import TOGETHER, board_of_kind


def test_no_title_is_last_on_a_printed_page(browser, tmp_path):
    for kind in ("hex", "triangles", TOGETHER):
        (tmp_path / "told.html").write_text(page(explain(board_of_kind(kind))), encoding="utf-8")
        opened = browser.new_page()
        opened.goto((tmp_path / "told.html").as_uri())
        until(opened, "document.querySelectorAll('section').length > 3")
        titles = opened.locator("h2").all_text_contents()
        printed = read(opened.pdf(format="A4"))
        opened.close()
        assert len(printed.pages) > 1
        last = [sheet.extract_text().strip().splitlines()[-1].strip() for sheet in printed.pages]
        assert not set(last[:-1]) & set(titles), kind


def test_lines_of_an_explanation_differ_without_colour():
    looks = [(PAINTS[role].width, PAINTS[role].dash) for role in ("old", "new", "try", "off", "open")]
    assert len(set(looks)) == len(looks)
    assert PAINTS["new"].width >= 2 * PAINTS["old"].width
