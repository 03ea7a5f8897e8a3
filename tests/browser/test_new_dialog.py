"""The New dialog: its wishes make the puzzle, are remembered, and are disabled if they cannot be combined."""

import pytest

from numlink import generate
from numlink.formats.json_lines import puzzle_object
from numlink.formats.link import decode
from numlink.making.available_grades import GRADES, grades_at
from tests.browser.test_browser import choose, go, link, press, size
from tests.browser.test_wishes import PHONE, box, hash_of, until
from tests.sample import sample_puzzle

pytestmark = pytest.mark.drawn(4)

DESKTOP = {"width": 1280, "height": 800}


def test_style_symmetry_effort_and_misleading_are_sent_and_remembered(visit, server):
    page = visit(link(server, sample_puzzle()), expected="status of 422")
    go(page, "new")
    size(page, "6", "6")
    assert not page.is_visible("[name=style]")
    page.click("#new-more summary")
    assert page.input_value("[name=symmetry]") == "usual"
    choose(page, "style", "app")
    choose(page, "symmetry", "rotate")
    choose(page, "misleading", "plain")
    page.fill("[name=most]", "2.5")
    choose(page, "difficulty", "any")
    page.fill("#new-seed", "7")
    page.click("#new-make")
    page.wait_for_selector("#title:has-text('6×6')")
    wished = generate(6, seed=7, style="app", symmetry="rotate", effort=(None, 2.5), misleading="plain")
    assert decode(hash_of(page)[3:]).cells == wished.cells
    page.reload()
    page.wait_for_selector("#title:has-text('6×6')")
    go(page, "new")
    found = [page.input_value(f"[name={what}]") for what in ("style", "symmetry", "misleading", "least", "most")]
    assert found == ["app", "rotate", "plain", "", "2.5"]
    assert page.is_visible("[name=style]")  # a wish that is set is never folded away
    page.fill("[name=least]", "9")
    page.click("#new-make")
    page.wait_for_selector("#message:has-text('Effort 9..2.5 is not a range. Give the smaller first')")
    assert decode(hash_of(page)[3:]).cells == wished.cells


@pytest.mark.table(2)
@pytest.mark.parametrize("viewport", [PHONE, DESKTOP])
@pytest.mark.parametrize(("claim", "said"), [("usual", None), ("unique", "unique")])
def test_a_board_in_the_app_style_has_the_same_claim_as_in_numlink_new(visit, server, viewport, claim, said):
    """Strict from 5x5 on by default."""
    page = visit(link(server, sample_puzzle()), viewport=viewport)
    go(page, "new")
    assert page.input_value("[name=kind]") == "usual"
    size(page, "5", "5")
    choose(page, "kind", claim)
    page.click("#new-more summary")
    choose(page, "style", "app")
    choose(page, "difficulty", "any")
    page.fill("#new-seed", "3")
    page.click("#new-make")
    page.wait_for_selector("#title:has-text('5×5')")
    wished = generate(5, seed=3, style="app", claim=said)
    assert ("claim=strict" in wished.recipe) == (claim == "usual")
    assert decode(hash_of(page)[3:]).cells == wished.cells


def test_impossible_combinations_cannot_be_chosen(visit, server):
    page = visit(link(server, sample_puzzle()))
    go(page, "new")
    page.click("#new-more summary")

    def closed():
        names = ["board", "style", "symmetry", "difficulty", "misleading", "least", "most"]
        return [name for name in names if page.is_disabled(f"#new [name={name}] >> nth=-1")]

    rated = ["difficulty", "misleading", "least", "most"]
    assert closed() == []
    choose(page, "symmetry", "paths")
    assert closed() == rated
    choose(page, "symmetry", "mirror")
    choose(page, "kind", "strict")
    assert closed() == rated
    choose(page, "kind", "classic")
    assert closed() == ["board", "style", "symmetry", *rated]
    choose(page, "kind", "unique")
    choose(page, "fill", "free")
    assert closed() == rated
    page.click("#new-make")
    page.wait_for_selector("#title:has-text('7×7')")


@pytest.mark.table(1)
@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_only_what_exists_at_a_size_is_offered(visit, server, viewport):
    page = visit(link(server, sample_puzzle()), viewport=viewport)
    until(page, "document.querySelector('#edit-format').options.length > 3")  # the server has said what it has
    go(page, "new")
    offered = "[...document.querySelectorAll('#new [name=difficulty]')].filter((o) => !o.disabled).map((o) => o.value)"

    def there(width, height):
        size(page, width, height)
        return page.evaluate(offered)

    assert there(9, 9) == ["any", *GRADES]
    choose(page, "difficulty", "extreme")
    for width, height in ((16, 16), (20, 20), (40, 40), (3, 3)):
        assert there(width, height) == ["any", *grades_at(width, height)]
        assert page.evaluate("document.getElementById('new-form').elements.difficulty.value") != "extreme"
    note = page.text_content("#new-note")
    assert "Easy: 3×3–20×20" in note or "Extreme" in note
    there(10, 10)
    choose(page, "board", "hex")
    assert page.evaluate(offered) == ["any", *grades_at(10, 10, "hex")]
    assert box(page, "#new-form")[2] <= viewport["width"]


@pytest.mark.table(1)
@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_puzzle_being_made_shows_progress_and_can_be_cancelled(visit, server, viewport):
    page = visit(link(server, sample_puzzle()), viewport=viewport, expected="503")
    asked = []
    page.route("**/api/puzzle?**", lambda route: asked.append(route))  # never answered, until below
    press(page, "next")
    page.wait_for_selector("#making-bar")
    assert "7×7" in page.text_content("#message")
    page.click("#making-stop")
    page.wait_for_selector("text=Cancelled.")
    assert page.is_hidden("#making")
    page.unroute("**/api/puzzle?**")
    near = {
        "error": "this takes longer than the server allows.",
        "nearest": [{"width": 5, "height": 5, "grade": "easy"}],
    }
    page.route("**/api/puzzle?width=7**", lambda route: route.fulfill(status=503, json=near))
    press(page, "next")
    page.wait_for_selector("text=This takes longer")
    page.click("#offers button:has-text('Easy 5×5')")
    page.wait_for_selector("#title:has-text('Easy 5×5')")
    assert page.is_hidden("#offers")


@pytest.mark.table(1)
@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_without_a_network_new_and_daily_come_from_the_shelf(visit, server, viewport):
    day = generate(6, seed=4)
    days = [{**puzzle_object(day), "unique": True, "grade": "easy", "daily": "2026-11-22", "kind_of_day": "climbing"}]
    page = visit(
        link(server, sample_puzzle()), "net::ERR_FAILED", viewport=viewport, answers={"**/api/week*": {"days": days}}
    )
    until(page, "localStorage['numlink:week']")
    page.route("**/api/**", lambda route: route.abort())
    page.evaluate("numlink.maker.daily('2026-11-22')")  # kept from the week
    page.wait_for_selector("#about:has-text('6×6')")
    page.evaluate("numlink.maker.daily('2026-11-25')")
    page.wait_for_selector("#message:has-text('offline')")
    seen = set()
    for grade in ("easy", "hard", "extreme"):
        page.evaluate("(grade) => Object.assign(numlink.maker.settings, { difficulty: grade, size: '7x7' })", grade)
        page.evaluate("numlink.maker.make()")
        page.wait_for_selector(f":is(#about, #title):has-text('{grade.title()}')")
        assert page.text_content("#message").startswith("You're offline")
        seen.add(hash_of(page))
    assert len(seen) == 3
