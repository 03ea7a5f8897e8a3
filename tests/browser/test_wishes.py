"""What players expect of the page: hints in steps, nothing lost, broken links, revealed is not solved."""

import json
import re

import pytest

from numlink import Puzzle, generate, parse
from numlink.game.moves import draw_move
from tests.browser.conftest import PATIENCE
from tests.browser.test_browser import SOLVED, choose, drag, drawn, figures, give, go, link, place, press, size
from tests.sample import sample_puzzle

pytestmark = pytest.mark.drawn(16)

RESULT = "import('./reward.js').then(({ result }) => result(numlink.player))"
PHONE = {"width": 390, "height": 844}
LYING = {"width": 844, "height": 390}
HARD = "7x7.cover.1b2-3d4b4d3j2g5b5-1h"
BOARD = sample_puzzle()
OPENED = "numlink.player.code === location.hash.slice(3)"
"""Whether the puzzle of the address is being played."""
SECOND = parse("1 . 2\n. . .\n1 . 2")[0]


def hash_of(page):
    return page.evaluate("location.hash")


def until(page, expression, argument=None):
    """Wait for an expression to be true (Playwright's own way needs `eval`, which the page's policy forbids)."""
    for _ in range(PATIENCE // 10):
        if page.evaluate(expression, argument):
            return
        page.wait_for_timeout(10)
    pytest.fail(f"{expression} did not become true")


def box(page, selector):
    return page.evaluate(
        """(selector) => {
            const { x, y, right, bottom } = document.querySelector(selector).getBoundingClientRect();
            return [x, y, right, bottom].map(Math.round);
        }""",
        selector,
    )


def apart(one, other):
    return one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


@pytest.mark.table(1)
@pytest.mark.parametrize("grade", ["easy", "medium", "hard", "expert"])
def test_a_new_puzzle_has_the_grade_that_was_asked_for_and_says_so(visit, server, grade):
    page = visit(link(server, sample_puzzle()))
    go(page, "new")
    size(page, "8", "8")
    choose(page, "difficulty", grade)
    page.click("#new-make")
    page.wait_for_selector(f"#title:has-text('{grade.title()} 8×8')")
    first = hash_of(page)
    press(page, "next")
    until(page, "numlink.player.code !== " + json.dumps(first[3:]))
    assert f"{grade.title()} 8×8" in page.text_content("#title")


def test_a_shared_board_is_graded_too(visit, server):
    page = visit(link(server, generate(9, 9, seed=4, difficulty="medium")))
    page.wait_for_selector("#title:has-text('Medium')")


@pytest.mark.table(1)
@pytest.mark.parametrize("viewport", [PHONE, LYING, {"width": 640, "height": 400}, {"width": 1280, "height": 800}])
def test_a_hint_covers_nothing_and_moves_nothing(visit, server, viewport):
    page = visit(f"{server}#p={HARD}", viewport=viewport)
    before = box(page, "#board")
    for _ in range(2):
        page.click("#hint")
        until(page, "document.getElementById('message').textContent !== 'Thinking…'")
        assert box(page, "#board") == before
        for other in (".heading", ".tools", ".acts", ".field"):
            assert apart(box(page, ".said"), box(page, other)), other
    page.evaluate("numlink.player.say('a long sentence '.repeat(60))")
    assert box(page, "#board") == before
    assert page.evaluate(
        "(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight)(document.querySelector('.said'))"
    )
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_hint_shows_where_then_why_then_does_it(visit, server):
    page = visit(f"{server}#p={HARD}")
    page.click("#hint")
    page.wait_for_selector("text=Look at the highlighted cells")
    assert page.locator(".mark.look").count() > 1
    assert page.locator(".mark.hint").count() == 0
    page.click("#hint")
    page.wait_for_selector("text=/Path \\d must continue to row \\d, column \\d: /")
    assert page.locator(".mark.hint").count() == 2
    assert drawn(page) == []
    page.click("#hint")
    assert len(drawn(page)) == 1
    assert page.is_hidden("#hinted")
    assert "1 hint" in figures(page)


def test_hints_name_letters_if_the_board_shows_letters(visit, server):
    page = visit(link(server, sample_puzzle()))
    press(page, "settings")
    page.check("#letters")
    page.keyboard.press("Escape")
    drag(page, [33, 26])
    page.click("#hint")
    page.wait_for_selector("text=Path G can't stay like this. Undo its last cell")


def test_what_is_proven_stays_proven_without_the_server(visit, server):
    page = visit(server, service_workers="allow")
    go(page, "new")
    page.click("#new-make")
    page.wait_for_selector("#title:has-text('7×7')")
    page.evaluate("navigator.serviceWorker.ready")
    until(page, "caches.match('text.js').then(Boolean)")
    page.context.set_offline(True)
    page.reload()
    page.wait_for_selector("#title:has-text('7×7')")
    page.click("#check")
    page.wait_for_selector("text=So far, so good")
    page.click("#hint")
    page.wait_for_selector("#hinted")
    assert "not proven" not in page.text_content("#message")
    page.context.set_offline(False)


def test_a_stored_proof_answers_when_the_server_does_not_know(visit, server):
    puzzle = sample_puzzle()
    page = visit(link(server, puzzle))
    unknown = {"kind": "unknown", "cells": [], "moves": [], "rule": "", "numbers": [], "evidence": []}
    page.route("**/api/check", lambda route: route.fulfill(json=unknown))
    page.click("#check")
    page.wait_for_selector("text=Couldn't decide in time")
    width = puzzle.width
    paths = [[list(divmod(cell, width)) for cell in path] for path in puzzle.solution.paths]
    page.evaluate("(paths) => Object.assign(numlink.player.puzzle, { unique: true, paths })", paths)
    page.click("#check")
    page.wait_for_selector("text=So far, so good")


@pytest.mark.table(1)
@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("#p=3x3.cover.z", "This link is incomplete"),
        ("#p=7x7.cover.1b2-3d4b4d3j2g5b5", "This link is incomplete"),
        ("#p=%E0%A4%A", "This link is incomplete"),
        ("#p=3x3.cover.1-2a1d1", "Every number needs exactly two cells; fix 1, 2"),
    ],
)
def test_a_damaged_link_says_so_and_nothing_is_lost(visit, server, address, words):
    page = visit(link(server, sample_puzzle()))
    drag(page, sample_puzzle().solution.paths[0])
    page.evaluate("(address) => { location.hash = address; }", address)
    until(page, "(words) => document.getElementById('message').textContent.includes(words)", words)
    assert figures(page).startswith("1/8")
    fresh = visit(f"{server}{address}")
    assert words in fresh.text_content("#message")


def test_a_damaged_link_to_the_editor_says_so_and_keeps_the_draft(visit, server):
    page = visit(f"{server}#edit=3x3.cover.1g1")
    page.wait_for_selector("text=Not unique")
    page.goto(f"{server}#edit=junk")
    page.wait_for_selector("text=This link is incomplete")
    assert page.is_visible("#edit-board")


def test_what_is_revealed_is_not_solved(visit, server):
    page = visit(link(server, sample_puzzle()))
    page.click("#more")
    page.click("#reveal-all")
    page.wait_for_selector("text=Revealed, not solved")
    assert "solved" not in page.get_attribute("#board", "class")
    page.reload()
    page.wait_for_selector("text=Revealed, not solved")
    go(page, "mine")
    page.wait_for_selector("text=0 solved")


def test_next_back_and_my_puzzles_lose_nothing(visit, server):
    page = visit(link(server, sample_puzzle()))
    drag(page, sample_puzzle().solution.paths[0])
    first = hash_of(page)
    press(page, "next")
    until(page, "(first) => location.hash !== first", first)
    page.go_back()
    until(page, "(first) => location.hash === first", first)
    assert figures(page).startswith("1/8")
    page.go_forward()
    until(page, "(first) => location.hash !== first", first)
    go(page, "mine")
    page.click("#mine-list button:has-text('1 of 8 paths')")
    assert figures(page).startswith("1/8")


def test_the_editor_keeps_its_work_on_play_and_reload(visit, server):
    page = visit(link(server, SECOND))
    go(page, "edit")
    page.wait_for_selector("#verdict:has-text('solution')")
    page.focus("#edit-board")
    page.keyboard.press("1")
    page.keyboard.press("2")
    assert page.evaluate("numlink.editor.puzzle.cells.includes(12)")
    page.reload()
    page.wait_for_selector("#edit-board .end")
    assert page.evaluate("numlink.editor.puzzle.cells.includes(12)")
    page.click("#edit-undo") if page.is_enabled("#edit-undo") else None
    page.go_back()
    page.wait_for_selector("#player:not([hidden])")
    go(page, "edit")
    assert page.evaluate("numlink.editor.puzzle.cells.includes(12)")


def test_the_editor_reads_a_link_a_file_and_many_puzzles(visit, server, tmp_path):
    page = visit(link(server, SECOND))
    go(page, "edit")
    page.click("#edit-open")
    give(page, link(server, sample_puzzle()))
    until(page, "numlink.editor.puzzle.width === 7")
    many = tmp_path / "many.txt"
    many.write_text("name: alpha\n1 . 1\n\nname: beta\n1 1\n2 2\n")
    page.set_input_files("#edit-file", many)
    until(page, "numlink.editor.puzzle.width === 3")
    page.evaluate(
        """(text) => {
            const data = new DataTransfer();
            data.setData("text", text);
            const dropped = new DragEvent("drop", { dataTransfer: data, bubbles: true });
            document.getElementById("editor").dispatchEvent(dropped);
        }""",
        "1 . . . 1",
    )
    until(page, "numlink.editor.puzzle.width === 5")
    go(page, "mine")
    page.wait_for_selector("#mine-list button:has-text('alpha')")
    page.click("#mine-list button:has-text('beta')")
    page.wait_for_selector("#title:has-text('beta')")


def test_help_begins_at_its_title_on_a_phone(visit, server):
    page = visit(link(server, sample_puzzle()), viewport={"width": 390, "height": 600})
    press(page, "help")
    assert page.evaluate("document.getElementById('help-dialog').scrollTop") == 0
    assert box(page, "#help-title")[1] > 0


def test_announcements_describe_the_drawing_after_the_key(visit, server):
    page = visit(link(server, SECOND))
    page.focus("#board")
    page.keyboard.press("Space")
    page.keyboard.press("ArrowDown")
    assert page.text_content("#spoken") == "path 1, row 2, column 1"
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Shift+ArrowDown")
    assert page.text_content("#spoken") in (
        "path 1, row 2, column 1",
        "number 1, row 1, column 1",
        "empty, row 2, column 1",
    )


@pytest.mark.table(1)
@pytest.mark.parametrize("rules", ["cover", "no-touch", "free", "free-no-touch"])
def test_every_rule_and_the_smallest_size_on_offer_make_a_puzzle(visit, server, rules):
    page = visit(link(server, sample_puzzle()))
    go(page, "new")
    choose(page, "fill", "free" if rules.startswith("free") else "cover")
    page.set_checked("#new-beside", not rules.endswith("no-touch"))
    assert page.get_attribute("#new-width", "min") == "3"
    size(page, 4, 4)
    page.click("#new-make")
    page.wait_for_selector("#title:has-text('4×4')")
    assert page.evaluate("numlink.player.puzzle.rules") == rules


def test_printing_shows_the_board_and_its_title_on_white(visit, server):
    page = visit(link(server, sample_puzzle()), color_scheme="dark")
    page.emulate_media(media="print", color_scheme="dark")
    for hidden in ("#places", ".tools", "#message", "#time", "#more"):
        assert page.is_hidden(hidden), hidden
    assert page.is_visible("#board")
    assert page.is_visible("#title")
    assert page.evaluate("getComputedStyle(document.querySelector('.tiles')).fill") == "rgb(255, 255, 255)"


def test_a_large_board_zooms_and_scrolls(visit, server):
    page = visit(link(server, Puzzle(40, 40, (1, 1, *[0] * 1596, 2, 2))), viewport=PHONE)
    before = box(page, "#board")
    for _ in range(3):
        page.click("#zoom-in")
    after = box(page, "#board")
    assert after[2] - after[0] > 3 * (before[2] - before[0])
    x, y = place(page, 0)
    page.evaluate("document.querySelector('.stage').scrollTo(0, 0)")
    drag(page, [0, 40, 80])
    assert drawn(page) == [[0, 40, 80]]
    assert (x, y) is not None


def test_a_tap_shows_the_partner_and_erases_a_path(visit, server):
    page = visit(link(server, SECOND))
    page.mouse.click(*place(page, 0))
    assert page.locator(".mark.flash").count() == 2
    drag(page, [0, 3, 6])
    assert len(drawn(page)) == 1
    page.mouse.click(*place(page, 6))
    assert drawn(page) == []


def test_a_trial_is_kept_or_dropped_as_a_whole(visit, server):
    puzzle = sample_puzzle()
    page = visit(link(server, puzzle))
    drag(page, puzzle.solution.paths[0])
    page.keyboard.press("t")
    for path in puzzle.solution.paths[1:3]:
        drag(page, path)
    assert page.locator(".path.tried").count() == 2
    page.click("#trial-drop")
    assert figures(page).startswith("1/8")
    page.keyboard.press("t")
    drag(page, puzzle.solution.paths[1])
    page.click("#trial-keep")
    assert figures(page).startswith("2/8")
    assert page.locator(".path.tried").count() == 0


def test_pause_hides_the_board_and_stops_the_clock(visit, server):
    page = visit(link(server, sample_puzzle()))
    press(page, "pause")
    assert page.is_hidden("#board")
    seconds = page.evaluate("numlink.player.seconds")
    page.evaluate("for (let at = 0; at < 50; at += 1) numlink.player.tick()")
    assert page.evaluate("numlink.player.seconds") == seconds
    page.keyboard.press("i")
    page.keyboard.press("u")
    assert page.text_content("#message") != "Nothing to undo."
    assert page.is_hidden("#hinted")
    page.keyboard.press("p")
    assert page.is_visible("#board")
    press(page, "pause")
    page.click("#go-on")
    assert page.is_visible("#board")


def test_the_lesson_is_played_through(visit, server):
    page = visit(server)
    page.click("#continue")
    page.wait_for_selector("#title:has-text('Lesson 1 of 4')")
    drag(page, [0, 3, 6])
    drag(page, [2, 5, 8])
    page.wait_for_selector(SOLVED)
    page.click("#lesson-next")
    page.wait_for_selector("#title:has-text('Lesson 2 of 4')")
    drag(page, [0, 4, 5, 1, 2, 6, 7, 3])
    drag(page, [8, 12, 13, 9, 10, 14, 15, 11])
    page.wait_for_selector(SOLVED)
    press(page, "next")
    page.wait_for_selector("#title:has-text('Lesson 3 of 4')")
    press(page, "next")
    page.wait_for_selector("#title:has-text('Lesson 4 of 4')")
    for _ in range(200):
        if "That's all" in page.text_content("#message"):
            break
        page.click("#hint")
        until(page, "document.getElementById('message').textContent !== 'Thinking…'")
    assert "That's all" in page.text_content("#message")


def test_a_solved_puzzle_is_counted_shared_and_moved_to_another_browser(visit, server, tmp_path):
    puzzle = sample_puzzle()
    page = visit(link(server, puzzle))
    for path in puzzle.solution.paths:
        drag(page, path)
    page.wait_for_selector(SOLVED)
    result = page.evaluate(RESULT)
    assert re.search(r"7×7.*\n(🟩){8}\n0:\d\d · 0 hints", result)
    page.click("#card-share")
    go(page, "mine")
    page.wait_for_selector("text=1 solved")
    assert "7×7" in page.text_content("#mine-averages")
    with page.expect_download() as download:
        page.click("#mine-save")
    other = visit(link(server, SECOND))
    go(other, "mine")
    other.set_input_files("#mine-file", download.value.path())
    other.wait_for_selector("text=1 puzzles added")
    other.click("#mine-list button:has-text('solved in')")
    other.wait_for_selector(SOLVED)


def test_a_daily_solved_counts_in_the_calendar(visit, server):
    page = visit(link(server, sample_puzzle()))
    go(page, "daily")
    page.click("#daily-climbing")
    page.wait_for_selector("#title:has-text('Daily challenge')")  # a Sunday's takes seconds
    moves = page.evaluate(
        """() => {
            const { width, paths } = numlink.player.puzzle;
            return paths.map((path) => "draw " + path.map((cell) => cell.join()).join(" "));
        }"""
    )
    page.evaluate("(moves) => numlink.player.play(moves)", moves)
    page.wait_for_selector(SOLVED)
    go(page, "mine")
    page.wait_for_selector("text=daily streak: 1")
    page.keyboard.press("Escape")
    go(page, "daily")
    assert page.locator("#mine-days .done").count() == 1


@pytest.mark.table(1)
@pytest.mark.parametrize(
    ("locale", "new"), [("en-GB", "Check"), ("de-AT", "Prüfen"), ("ja-JP", "チェック"), ("fr-FR", "Check")]
)
def test_the_page_speaks_the_language_of_the_browser_and_nothing_overflows(visit, server, locale, new):
    page = visit(f"{server}#p={HARD}", viewport=PHONE, locale=locale)
    assert page.text_content("#check span") == new
    fits = "document.documentElement.scrollWidth <= innerWidth"
    for _ in range(2):
        page.click("#hint")
        page.wait_for_timeout(400)
        assert page.evaluate(fits)
    for window in (PHONE, {"width": 320, "height": 568}, {"width": 640, "height": 400}):  # 200 % of 1280 by 800
        page.set_viewport_size(window)
        assert page.evaluate(fits)
        assert max(box(page, f"#{button}")[2] for button in ("more", "hint-why", "check")) <= window["width"]
        for button in ("help", "more", "settings", "share", "hint-why", "overview"):
            press(page, button)
            dialog = page.locator("dialog[open]")
            assert dialog.evaluate("(dialog) => dialog.scrollWidth <= dialog.clientWidth"), (button, window)
            page.keyboard.press("Escape")
    page.set_viewport_size(PHONE)
    page.click("#more")
    page.click("#more-edit")
    page.wait_for_selector(".verdict.unique")
    assert page.evaluate(fits)
    page.goto(link(server, BOARD))
    page.wait_for_selector(".board .end")
    page.evaluate(
        "(moves) => numlink.player.play(moves)", [draw_move(BOARD.grid, path) for path in BOARD.solution.paths]
    )
    page.wait_for_timeout(800)
    left, _, right, _ = box(page, "#card")
    assert 0 <= left < right <= 390
    assert page.evaluate(fits)


def test_the_language_can_be_chosen_and_is_kept(visit, server):
    page = visit(link(server, sample_puzzle()))
    press(page, "settings")
    page.select_option("#language", "de")
    page.keyboard.press("Escape")
    page.wait_for_selector("#check:has-text('Prüfen')")
    assert "Jedes Feld füllen" in page.text_content("#about")
    page.reload()
    page.wait_for_selector("#check:has-text('Prüfen')")
    assert page.get_attribute("html", "lang") == "de"


def test_forced_colours_and_twice_the_size_keep_everything_in_reach(visit, server):
    page = visit(f"{server}#p={HARD}", viewport={"width": 640, "height": 450}, forced_colors="active")
    for wanted in ("#board", "#hint", "#more", "#back", "#message"):
        x, y, right, bottom = box(page, wanted)
        assert 0 <= x <= right <= 640, wanted
        assert 0 <= y <= bottom <= 450, wanted
    shown = "getComputedStyle(document.querySelector('.end .disc')).fill"
    assert len({page.evaluate(shown.replace("'.end", f"'.hue{hue}")) for hue in range(5)}) == 5
