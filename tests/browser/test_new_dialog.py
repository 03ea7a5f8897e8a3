"""The New dialog: its wishes make the puzzle, are remembered, and are closed where they do not go together."""

from numlink import generate
from numlink.formats.link import decode
from tests.browser.test_browser import link
from tests.browser.test_wishes import hash_of
from tests.sample import sample_puzzle


def test_style_symmetry_effort_and_misleading_are_asked_for_and_remembered(visit, server):
    page = visit(link(server, sample_puzzle()), expected="status of 422")
    page.click("#go-new")
    page.fill("#new-width", "6")
    page.fill("#new-height", "6")
    assert not page.is_visible("#new-style")
    page.click("#new-more summary")
    page.select_option("#new-style", "app")
    page.select_option("#new-symmetry", "rotate")
    page.select_option("#new-misleading", "plain")
    page.fill("#new-most", "2.5")
    page.fill("#new-seed", "7")
    page.click("#new-make")
    page.wait_for_selector("#title:has-text('6×6')")
    wished = generate(6, seed=7, style="app", symmetry="rotate", effort=(None, 2.5), misleading="plain")
    assert decode(hash_of(page)[3:]).cells == wished.cells
    page.reload()
    page.wait_for_selector("#title:has-text('6×6')")
    page.click("#go-new")
    found = [page.input_value(f"#new-{what}") for what in ("style", "symmetry", "misleading", "least", "most")]
    assert found == ["app", "rotate", "plain", "", "2.5"]
    assert page.is_visible("#new-style")  # a wish that is in force is never folded away
    page.fill("#new-least", "9")
    page.click("#new-make")
    page.wait_for_selector("#message:has-text('Effort 9..2.5 is no range. Give the smaller first')")
    assert decode(hash_of(page)[3:]).cells == wished.cells


def test_what_does_not_go_together_cannot_be_asked_for(visit, server):
    page = visit(link(server, sample_puzzle()))
    page.click("#go-new")
    page.click("#new-more summary")

    def closed():
        names = ["board", "style", "symmetry", "difficulty", "misleading", "least", "most"]
        return [name for name in names if page.is_disabled(f"#new-{name}")]

    rated = ["difficulty", "misleading", "least", "most"]
    assert closed() == []
    page.select_option("#new-symmetry", "paths")
    assert closed() == rated
    page.select_option("#new-symmetry", "mirror")
    page.select_option("#new-kind", "strict")
    assert closed() == rated
    page.select_option("#new-kind", "classic")
    assert closed() == ["board", "style", "symmetry", *rated]
    page.select_option("#new-kind", "unique")
    page.select_option("#new-rules", "free")
    assert closed() == rated
    page.click("#new-make")
    page.wait_for_selector("#title:has-text('7×7')")
