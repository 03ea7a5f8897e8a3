"""The win card, served packs, reasons of hints, key names, and two fingers; in a real browser."""

import re

import pytest

from numlink import Puzzle, dumps, generate
from numlink.formats.link import encode
from numlink.game.moves import draw_move
from tests.browser.conftest import served
from tests.browser.test_browser import SOLVED, drag, drawn, go, link, place, press
from tests.browser.test_wishes import HARD, OPENED, PHONE, apart, box, until
from tests.sample import sample_puzzle
from tests.samples_of_kinds import KINDS, TOGETHER, board_of_kind

pytestmark = pytest.mark.drawn(6)


def solve(page, puzzle):
    for path in puzzle.solution.paths:
        drag(page, path)
    page.wait_for_selector(SOLVED)


@pytest.mark.table(1)
@pytest.mark.parametrize("viewport", [PHONE, {"width": 844, "height": 390}, {"width": 1280, "height": 800}])
def test_the_win_card_shows_time_hints_and_grade_and_closes(visit, server, viewport):
    puzzle = sample_puzzle()
    page = visit(link(server, puzzle), viewport=viewport)
    page.wait_for_selector("#about:has-text('y cell')")
    assert page.is_hidden("#card")
    before = box(page, "#board")
    solve(page, puzzle)
    page.wait_for_timeout(700)
    assert re.fullmatch(r"Solved in \d+:\d\d", page.text_content("#card-time"))
    assert re.search(r"7×7.* · 0 hints", page.text_content("#card-about"))
    left, top, right, bottom = box(page, "#card")
    assert 0 <= left < right <= viewport["width"]
    assert 0 <= top < bottom <= viewport["height"]
    assert apart(box(page, "#card"), box(page, "#board"))  # the picture that was drawn stays
    assert box(page, "#board") == before
    assert apart(box(page, "#card"), box(page, ".tools"))  # which are hidden if there is no room
    assert page.is_hidden("#share-result")
    page.keyboard.press("Escape")
    assert page.is_hidden("#card")
    page.reload()
    page.wait_for_selector(SOLVED)
    assert page.is_hidden("#card")


def test_the_card_respects_reduced_motion(visit, server):
    page = visit(link(server, sample_puzzle()), reduced_motion="reduce")
    solve(page, sample_puzzle())
    assert page.evaluate("document.getAnimations().length") == 0
    assert page.locator(".shine").count() == 0


def test_all_motion_ends_within_a_quarter_of_a_second_and_blocks_nothing(visit, server):
    page = visit(link(server, sample_puzzle()))
    lengths = "document.getAnimations().map(({ effect }) => effect.getComputedTiming().endTime)"
    still = "* { animation-play-state: paused !important; }"  # so that none is over when it is inspected
    page.evaluate("(rule) => document.styleSheets[0].insertRule(rule)", still)
    page.evaluate("numlink.player.board.mark([0], 'flash')")
    flash = page.evaluate(lengths)
    solve(page, sample_puzzle())
    found = page.evaluate(lengths)
    assert page.locator(".shine").count() == len(sample_puzzle().endpoints())
    assert flash
    assert len(found) > len(sample_puzzle().endpoints())
    assert max(*flash, *found) < 250
    assert page.evaluate("getComputedStyle(document.querySelector('.shine')).pointerEvents") == "none"


def test_the_card_leads_to_the_next_puzzle(visit, server):
    page = visit(link(server, sample_puzzle()))
    solve(page, sample_puzzle())
    before = page.evaluate("location.hash")
    page.click("#card-next")
    until(page, "(before) => location.hash !== before", before)
    assert page.is_hidden("#card")


def test_a_faster_time_is_named(visit, server):
    page = visit(link(server, sample_puzzle()))
    page.route("**/api/grade", lambda route: route.fulfill(json={"grade": "easy"}))
    page.evaluate("numlink.player.seconds = 500; numlink.player.puzzle.grade = 'easy'")
    solve(page, sample_puzzle())
    assert "best" not in page.text_content("#card-about")
    faster = generate(sample_puzzle().width, sample_puzzle().height, seed=5)
    page.goto(link(server, faster))
    until(page, OPENED)
    page.evaluate("numlink.player.puzzle.grade = 'easy'; numlink.player.seconds = 9")
    solve(page, faster)
    assert "your best time so far" in page.text_content("#card-about")


def test_a_served_pack_has_names_an_order_and_is_reopened_where_it_was_left(visit, tmp_path):
    pack = tmp_path / "pack.json"
    boards = [generate(5, 5, seed=seed) for seed in (1, 2, 3)]
    named = [Puzzle(b.width, b.height, b.cells, b.rules, name=f"Level {at}") for at, b in enumerate(boards, start=1)]
    pack.write_text(dumps(named, "json"))
    with served(str(pack)) as address:
        page = visit(address)
        page.wait_for_selector("#title:has-text('Level 1 · 1 of 3')")
        assert page.evaluate("document.getElementById('go-previous').hidden")
        press(page, "next")
        page.wait_for_selector("#title:has-text('Level 2 · 2 of 3')")
        solve(page, boards[1])
        page.click("#card-next")
        page.wait_for_selector("#title:has-text('Level 3 · 3 of 3')")
        press(page, "go-previous")
        page.wait_for_selector("#title:has-text('2 of 3')")
        page.keyboard.press("n")
        page.goto("about:blank")
        page.goto(address)
        page.wait_for_selector("#title:has-text('3 of 3')")
        go(page, "mine")
        assert page.text_content("#mine-list button").startswith("Level 2")
        page.go_back()
        page.click("#hint")
        page.wait_for_selector("#hinted")
        press(page, "next")
        page.wait_for_selector("text=You've finished this pack")


def test_the_reason_of_a_hint_is_a_link_to_all_reasons_and_the_link_is_sketched(visit, server):
    page = visit(f"{server}#p={HARD}")
    for _ in range(2):
        page.click("#hint")
        page.wait_for_timeout(300)
    page.wait_for_selector(r"text=/Path \d must continue/")
    assert page.locator(".sketch").count() == 1
    assert page.text_content("#hint-why") == "All reasons", "a button speaks the players' language, no code"
    page.click("#hint-why")
    assert page.locator("#rules-list .current").count() == 1
    assert page.locator("#rules-list li").count() >= 20
    assert not re.search(r"\b[ANUL]\d", page.text_content("#rules-list"))
    page.keyboard.press("Escape")
    page.click("#hint")
    assert page.is_hidden("#hint-why")


def test_buttons_name_their_keys(visit, server):
    page = visit(link(server, sample_puzzle()))
    named = page.evaluate(
        "Object.fromEntries([...document.querySelectorAll('[aria-keyshortcuts]')].map((b) => [b.id, b.title]))"
    )
    assert named["undo"] == "Undo (key u)"
    assert named["pause"] == "Pause (key p)"
    assert {"redo", "hint", "check", "next", "help", "trial", "zoom-in"} <= set(named)
    phone = visit(link(server, sample_puzzle()), viewport=PHONE, has_touch=True, is_mobile=True)
    press(phone, "help")
    assert phone.is_hidden(".keys")


def test_two_fingers_zoom_a_board_and_draw_nothing(visit, server):
    page = visit(
        link(server, Puzzle(40, 40, (1, 1, *[0] * 1596, 2, 2))), viewport=PHONE, has_touch=True, is_mobile=True
    )
    fingers = page.context.new_cdp_session(page)
    page.click("#zoom-out")
    page.click("#zoom-out")
    x, y = place(page, 20 * 40 + 20)

    def touch(kind, *apart):
        points = [{"x": x + gap, "y": y, "id": at} for at, gap in enumerate(apart)]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    before = box(page, "#board")
    touch("touchStart", -20)
    touch("touchStart", -20, 20)
    for gap in (30, 45, 60, 80):
        touch("touchMove", -gap, gap)
    touch("touchEnd")
    after = box(page, "#board")
    assert after[2] - after[0] > 2 * (before[2] - before[0])
    assert drawn(page) == []
    touch("touchStart", -80)
    touch("touchStart", -80, 80)
    for gap in (60, 40, 20):
        touch("touchMove", -gap, gap)
    touch("touchEnd")
    assert box(page, "#board")[2] - box(page, "#board")[0] < after[2] - after[0]


def test_labels_of_a_40x40_board_fill_their_cells(visit, server):
    page = visit(link(server, Puzzle(40, 40, (12, 12, *[0] * 1596, 7, 7))), viewport={"width": 1280, "height": 800})
    sizes = page.evaluate(
        """[...document.querySelectorAll('.end text')].map((text) => {
            const { width, height } = text.getBoundingClientRect();
            return [width, height].map((size) => size / (document.getElementById('board').clientWidth / 40));
        })"""
    )
    assert all(0.4 < width <= 0.95 or height > 0.7 for width, height in sizes)


def test_every_kind_has_a_card(visit, server):
    page = visit(link(server, sample_puzzle()))
    for kind in KINDS:
        puzzle = board_of_kind(kind)
        page.goto(link(server, puzzle))
        until(page, OPENED)
        assert page.is_hidden("#card")
        page.evaluate(
            "(moves) => numlink.player.play(moves)", [draw_move(puzzle.grid, path) for path in puzzle.solution.paths]
        )
        assert page.is_visible("#card")


def test_par_counts_every_cell_of_every_kind(visit, server):
    boards = [board_of_kind(kind) for kind in (*KINDS, TOGETHER)]
    page = visit(link(server, boards[0]))
    found = page.evaluate(
        """(codes) => import("./reward.js").then(({ par }) =>
            codes.map((code) => par({ code, grade: "easy", effort: 1 })))""",
        [encode(board) for board in boards],
    )
    assert found == [-(-len(board.cells) * (0.8 + 0.35) // 5) * 5 for board in boards]
