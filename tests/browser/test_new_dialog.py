"""The New dialog: its wishes make the puzzle, are remembered, and are closed where they do not go together."""

import re

import pytest

from numlink import generate
from numlink.formats.json_lines import puzzle_object
from numlink.formats.link import decode
from numlink.making.available_grades import GRADES, grades_at
from tests.browser.test_browser import link
from tests.browser.test_wishes import PHONE, box, hash_of, until
from tests.sample import sample_puzzle

pytestmark = pytest.mark.drawn(4)

DESKTOP = {"width": 1280, "height": 800}


def test_style_symmetry_effort_and_misleading_are_asked_for_and_remembered(visit, server):
    page = visit(link(server, sample_puzzle()), expected="status of 422")
    page.click("#go-new")
    page.fill("#new-width", "6")
    page.fill("#new-height", "6")
    assert not page.is_visible("#new-style")
    page.click("#new-more summary")
    assert page.input_value("#new-symmetry") == "usual"
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


@pytest.mark.table(2)
@pytest.mark.parametrize("viewport", [PHONE, DESKTOP])
@pytest.mark.parametrize(("claim", "said"), [("usual", None), ("unique", "unique")])
def test_a_board_in_the_style_of_an_app_has_the_claim_that_new_gives_it(visit, server, viewport, claim, said):
    """Strict from 5x5 on where the player says nothing else."""
    page = visit(link(server, sample_puzzle()), viewport=viewport)
    page.click("#go-new")
    assert page.input_value("#new-kind") == "usual"
    page.fill("#new-width", "5")
    page.fill("#new-height", "5")
    page.select_option("#new-kind", claim)
    page.click("#new-more summary")
    page.select_option("#new-style", "app")
    page.fill("#new-seed", "3")
    page.click("#new-make")
    page.wait_for_selector("#title:has-text('5×5')")
    wished = generate(5, seed=3, style="app", claim=said)
    assert ("claim=strict" in wished.recipe) == (claim == "usual")
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


@pytest.mark.table(1)
@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_only_what_exists_at_a_size_is_offered(visit, server, viewport):
    page = visit(link(server, sample_puzzle()), viewport=viewport)
    until(page, "document.querySelector('#edit-format').options.length > 3")  # the server has said what it has
    page.click("#go-new")
    offered = "[...document.querySelector('#new-difficulty').options].filter((o) => !o.disabled).map((o) => o.value)"

    def size(width, height):
        page.fill("#new-width", str(width))
        page.fill("#new-height", str(height))
        return page.evaluate(offered)

    assert size(9, 9) == ["any", *GRADES]
    page.select_option("#new-difficulty", "extreme")
    for width, height in ((16, 16), (20, 20), (40, 40), (3, 3)):
        assert size(width, height) == ["any", *grades_at(width, height)]
        assert page.input_value("#new-difficulty") != "extreme"
    note = page.text_content("#new-note")
    assert "easy: 3×3–20×20" in note or "extreme" in note
    size(10, 10)
    page.select_option("#new-board", "hex")
    assert page.evaluate(offered) == ["any", *grades_at(10, 10, "hex")]
    assert box(page, "#new-dialog")[2] <= viewport["width"]


@pytest.mark.table(1)
@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_puzzle_on_its_way_shows_progress_can_be_given_up_and_has_something_near(visit, server, viewport):
    page = visit(link(server, sample_puzzle()), viewport=viewport, expected="503")
    asked = []
    page.route("**/api/puzzle?**", lambda route: asked.append(route))  # never answered, until below
    page.click("#next")
    page.wait_for_selector("#making-bar")
    assert "7×7" in page.text_content("#message")
    page.click("#making-stop")
    page.wait_for_selector("text=Given up.")
    assert page.is_hidden("#making")
    page.unroute("**/api/puzzle?**")
    near = {
        "error": "this takes longer than the server gives it.",
        "nearest": [{"width": 5, "height": 5, "grade": "easy"}],
    }
    page.route("**/api/puzzle?**difficulty=any**", lambda route: route.fulfill(status=503, json=near))
    page.click("#next")
    page.wait_for_selector("text=This takes longer")
    page.click("#offers button:has-text('5×5 easy')")
    page.wait_for_selector("#title:has-text('5×5 · easy')")
    assert page.is_hidden("#offers")


@pytest.mark.table(1)
@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_without_a_network_new_and_daily_come_from_the_shelf(visit, server, viewport):
    page = visit(link(server, sample_puzzle()), viewport=viewport, expected="net::ERR_FAILED")
    day = generate(6, seed=4)
    days = [{**puzzle_object(day), "unique": True, "grade": "easy", "daily": "2026-11-22", "kind_of_day": "climbing"}]
    page.route(re.compile("/api/week"), lambda route: route.fulfill(json={"days": days}))
    page.evaluate("numlink.maker.ahead()")
    page.route("**/api/**", lambda route: route.abort())
    page.evaluate("numlink.maker.daily('2026-11-22')")  # kept from the week
    page.wait_for_selector("#title:has-text('6×6')")
    page.evaluate("numlink.maker.daily('2026-11-25')")
    page.wait_for_selector("#message:has-text('From the shelf')")
    seen = set()
    for grade in ("easy", "hard", "extreme"):
        page.evaluate("(grade) => Object.assign(numlink.maker.settings, { difficulty: grade, size: '7x7' })", grade)
        page.evaluate("numlink.maker.make()")
        page.wait_for_selector(f"#title:has-text('· {grade}')")
        assert page.text_content("#message").startswith("From the shelf")
        seen.add(hash_of(page))
    assert len(seen) == 3
