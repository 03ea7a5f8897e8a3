"""Colours and sizes: hints in two colours, a trial in a second one, large and small screens, forced colours."""

import pytest

from numlink import Puzzle
from numlink.game.moves import draw_move
from tests.browser.test_browser import drag, drawn, figures, link, place, press
from tests.browser.test_notes import BOARD
from tests.browser.test_wishes import LYING, PHONE, apart, box, until
from tests.game.test_hints import CROSSWISE, UP_TO_THERE
from tests.sample import sample_puzzle
from tests.samples_of_kinds import board_of_kind

pytestmark = pytest.mark.drawn(5)

TWICE = {"width": 640, "height": 450}
"""A window of 1280 by 900 at 200 % zoom."""


def colour(page, selector, what="stroke"):
    return page.evaluate("([s, w]) => getComputedStyle(document.querySelector(s))[w]", [selector, what])


def play(page, moves):
    page.evaluate("(moves) => numlink.player.play(moves)", list(moves))


def solve(page, puzzle):
    play(page, [draw_move(puzzle.grid, path) for path in puzzle.solution.paths])


def inside(page, selector, window):
    left, top, right, bottom = box(page, selector)
    assert 0 <= left < right <= window["width"], selector
    assert 0 <= top < bottom <= window["height"], selector


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_evidence_and_conclusion_have_two_colours_and_the_crossing_is_drawn(visit, server, theme):
    page = visit(f"{server}#p={CROSSWISE}", color_scheme=theme)
    play(page, UP_TO_THERE)
    page.click("#hint")
    page.wait_for_selector("#hinted")
    assert page.locator(".crossing").count() == 0
    page.click("#hint")
    assert page.locator(".crossing").count() == 2
    assert page.locator(".out").count() == 1
    assert colour(page, ".sketch") == colour(page, ".mark.hint", "fill")
    assert colour(page, ".crossing") == colour(page, ".out") != colour(page, ".sketch")
    assert page.text_content("#message").endswith("anything else would have to cross a path.")
    page.click("#hint")
    assert page.locator(".crossing, .out, .sketch").count() == 0


def test_a_trial_has_a_second_colour_for_notes_too(visit, server):
    page = visit(link(server, BOARD))
    play(page, ["draw 0,0 2,0", "cross 0,2 0,3"])
    page.keyboard.press("t")
    play(page, ["draw 2,2 3,2", "cross 1,2 1,3", "line 3,3 3,4"])
    assert page.locator(".path.tried").count() == 1
    assert page.locator(".cross:not(.tried)").count() == page.locator(".cross.tried").count() == 1
    assert colour(page, ".path.tried .edge") == colour(page, ".cross.tried") == colour(page, ".free-line.tried")
    assert colour(page, ".path.tried .edge") != colour(page, ".path:not(.tried) .edge")
    page.click("#trial-keep")
    assert page.locator(".tried").count() == 0
    assert page.locator(".path").count() == 2


@pytest.mark.parametrize("kind", ["hex", "layers"])
def test_card_and_notes_at_twice_the_size_and_in_forced_colours(visit, server, kind):
    puzzle = board_of_kind(kind)
    page = visit(link(server, puzzle), viewport=TWICE, forced_colors="active")
    one, other = next(pair for pair in puzzle.grid.links() if all(puzzle.cells[cell] == 0 for cell in pair))
    page.evaluate("(pair) => numlink.player.notes.cross(...pair)", [one, other])
    assert colour(page, ".cross") != colour(page, ".tiles", "fill")
    solve(page, puzzle)
    page.wait_for_timeout(600)  # it comes in half a second
    for seen in ("#card", "#board", "#card-next"):
        inside(page, seen, TWICE)
    assert apart(box(page, "#card"), box(page, ".tools"))


def test_only_the_wheel_with_control_zooms(visit, server):
    page = visit(link(server, Puzzle(20, 20, (1, *[0] * 398, 1))))
    before = box(page, "#board")
    page.mouse.move(*place(page, 110))
    page.mouse.wheel(0, -300)
    assert box(page, "#board") == before
    there = place(page, 110)
    page.keyboard.down("Control")
    for _ in range(5):
        page.mouse.wheel(0, -300)
    page.keyboard.up("Control")
    until(page, "numlink.player.board.scale > 2.4")
    assert place(page, 110) == pytest.approx(there, abs=10)  # a board narrower than the window stays centred


def test_the_clock_can_be_hidden(visit, server):
    page = visit(link(server, sample_puzzle()))
    page.evaluate("numlink.player.tick()")
    assert figures(page).endswith(" · 0:01")
    press(page, "settings")
    page.uncheck("#clock")
    page.keyboard.press("Escape")
    page.evaluate("numlink.player.tick()")
    assert ":" not in figures(page)
    page.reload()
    page.wait_for_selector(".board .end")
    assert ":" not in figures(page)


@pytest.mark.table(1)
@pytest.mark.parametrize("viewport", [PHONE, LYING])
def test_numbers_of_a_large_board_can_be_read_on_a_phone_and_a_finger_moves_it(visit, server, viewport):
    large = Puzzle(40, 40, (12, 12, *[0] * 1596, 7, 7))
    page = visit(link(server, large), viewport=viewport, has_touch=True, is_mobile=True)
    text = "document.querySelector('.end text').getBoundingClientRect().height"
    assert page.evaluate(text) >= 11
    inside(page, ".end", viewport)
    fingers = page.context.new_cdp_session(page)
    x, y = (box(page, ".stage")[at] + 120 for at in (0, 1))
    for kind, points in (
        ("touchStart", [{"x": x, "y": y}]),
        ("touchMove", [{"x": x - 60, "y": y - 40}]),
        ("touchEnd", []),
    ):
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    stage = "[document.querySelector('.stage').scrollLeft, document.querySelector('.stage').scrollTop]"
    assert page.evaluate(stage) == pytest.approx([60, 40], abs=20)
    assert drawn(page) == []
    drag(page, [1, 2, 3])
    page.click("#zoom-out")
    page.click("#zoom-out")
    assert page.evaluate("numlink.player.board.scale") == 1


def test_nothing_overlaps_on_a_phone_in_landscape(visit, server):
    page = visit(f"{server}#p={CROSSWISE}", viewport=LYING, locale="de-DE")
    play(page, UP_TO_THERE)
    for _ in range(2):
        page.click("#hint")
        page.wait_for_selector(".mark")
    until(page, "!document.getElementById('hint-why').hidden")
    seen = [".heading", ".said", ".acts", ".tools", ".field"]
    boxes = [box(page, selector) for selector in seen]
    assert all(apart(one, other) for at, one in enumerate(boxes) for other in boxes[:at]), dict(
        zip(seen, boxes, strict=True)
    )
    page.click("#hint-why")
    page.keyboard.press("Escape")
    page.goto(link(server, sample_puzzle()))
    page.wait_for_selector("#title:has-text('7×7')")
    solve(page, sample_puzzle())
    page.click("#card-close")
    assert apart(box(page, "#share-result"), box(page, ".tools"))
    assert apart(box(page, "#share-result"), box(page, ".said"))


def test_the_board_is_as_large_as_the_window(visit, server):
    for width, height in ((2560, 1440), (1280, 800), (390, 844)):
        page = visit(link(server, sample_puzzle()), viewport={"width": width, "height": height})
        left, top, right, bottom = box(page, "#board")
        assert right - left == pytest.approx(bottom - top, abs=1)
        assert right - left >= 0.94 * min(width, height - 225)
