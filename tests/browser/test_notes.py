"""Notes on the board: × on edges and free lines, by mouse, touch and keyboard; undone, saved, dropped with a trial."""

import pytest

from numlink import parse
from tests.browser.test_browser import SOLVED, drag, drawn, link, place, press
from tests.browser.test_wishes import PHONE, until
from tests.samples_of_kinds import KINDS, board_of_kind

pytestmark = pytest.mark.drawn(4)

BOARD = parse("1 . . . .\n. . . . .\n. . 2 . .\n. . . . .\n2 . . . 1")[0].with_rules("free")


def edge(page, cell, other):
    """A point inside a cell near the side to another one."""
    (x, y), (right, down) = place(page, cell), place(page, other)
    return x + 0.4 * (right - x), y + 0.4 * (down - y)


def notes(page):
    return sorted(page.evaluate("[...numlink.player.game.state.notes]"))


def test_a_click_on_an_edge_puts_a_cross_there_and_takes_it_away(visit, server):
    page = visit(link(server, BOARD))
    page.mouse.click(*edge(page, 6, 7))
    assert notes(page) == ["x 6 7"]
    assert page.locator(".cross").count() == 1
    page.mouse.click(*edge(page, 0, 1), button="right")  # beside a number, where a click means its path
    assert notes(page) == ["x 0 1", "x 6 7"]
    page.mouse.click(*edge(page, 7, 6))
    assert notes(page) == ["x 0 1"]
    page.keyboard.press("u")
    assert notes(page) == ["x 0 1", "x 6 7"]
    page.mouse.click(*place(page, 8))
    assert notes(page) == ["x 0 1", "x 6 7"]
    page.reload()
    page.wait_for_selector(".board .end")
    assert notes(page) == ["x 0 1", "x 6 7"]
    press(page, "restart")
    assert notes(page) == []
    page.keyboard.press("u")
    assert len(notes(page)) == 2


def test_a_drag_over_empty_cells_is_a_free_line_which_a_number_turns_into_a_path(visit, server):
    page = visit(link(server, BOARD))
    drag(page, [6, 7, 8, 13])
    assert notes(page) == ["- 6 7", "- 7 8", "- 8 13"]
    assert page.locator(".free-line").count() == 1
    assert drawn(page) == []
    drag(page, [6, 7])
    assert notes(page) == ["- 7 8", "- 8 13"]
    drag(page, [18, 17, 12])
    assert drawn(page) == [[12, 17, 18]]
    drag(page, [12, 11, 16, 21, 20])
    drag(page, [0, 5, 6])
    assert notes(page) == ["- 7 8", "- 8 13"]
    assert page.evaluate("numlink.player.game.state.strands.length") == 2


def test_crosses_and_lines_by_keys(visit, server):
    page = visit(link(server, BOARD))
    page.focus("#board")
    for key in ("ArrowDown", "ArrowRight", "Control+ArrowRight"):
        page.keyboard.press(key)
    assert notes(page) == ["x 6 7"]
    assert page.text_content("#spoken") == "× between row 2, column 2 and row 2, column 3"
    for key in ("Space", "ArrowDown", "ArrowLeft", "Space"):
        page.keyboard.press(key)
    assert notes(page) == ["- 10 11", "- 6 11", "x 6 7"]
    page.keyboard.press("Space")
    page.keyboard.press("Escape")
    assert page.evaluate("numlink.player.trail") is None


def test_notes_by_touch_are_off_by_default(visit, server):
    page = visit(link(server, BOARD), viewport=PHONE, has_touch=True, is_mobile=True)
    fingers = page.context.new_cdp_session(page)

    def tap(point):
        start = {"type": "touchStart", "touchPoints": [dict(zip("xy", point, strict=True))]}
        fingers.send("Input.dispatchTouchEvent", start)
        fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    tap(edge(page, 6, 7))
    assert notes(page) == []
    press(page, "settings")
    assert not page.is_checked("#marks")
    page.check("#marks")
    page.keyboard.press("Escape")
    tap(edge(page, 6, 7))
    assert notes(page) == ["x 6 7"]


def test_a_trial_drops_its_notes(visit, server):
    page = visit(link(server, BOARD))
    page.mouse.click(*edge(page, 6, 7))
    page.keyboard.press("t")
    drag(page, [16, 17])
    assert len(notes(page)) == 2
    page.click("#trial-drop")
    assert notes(page) == ["x 6 7"]


@pytest.mark.table(1)
@pytest.mark.parametrize("kind", KINDS)
def test_notes_on_boards_of_every_kind_do_not_change_the_game(visit, server, kind):
    puzzle = board_of_kind(kind)
    page = visit(link(server, puzzle))
    one, other = next(pair for pair in puzzle.grid.links() if all(puzzle.cells[cell] == 0 for cell in pair))
    page.evaluate("(pair) => numlink.player.notes.cross(...pair)", [one, other])
    assert notes(page) == [f"x {one} {other}"]
    page.click("#hint")
    until(page, "document.getElementById('message').textContent !== 'Thinking…'")
    page.click("#more")
    page.click("#reveal-all")
    page.wait_for_selector("text=Revealed, not solved")
    assert page.locator(SOLVED).count() == 0
