"""A player's first screens, measured: taps, controls, the board's share of the screen, overflow, the way back."""

from random import Random

import pytest

from tests.browser.test_browser import drag, go, link, place, press
from tests.browser.test_wishes import HARD, OPENED, PHONE, apart, box, until
from tests.sample import sample_puzzle
from tests.samples_of_kinds import KINDS, board_of_kind
from tests.tools import amount

pytestmark = pytest.mark.drawn(6)

SMALL = {"width": 320, "height": 568}
CHIPS = ("5", "7", "9", "12")
SCREENS = ("home", "new", "daily", "packs", "mine", "edit")
LANGUAGES = ("en", "de", "ja")

CONTROLS = """() => [...document.querySelectorAll("button, a, input, select, label, [tabindex='0']:not(svg)")]
    .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .map((one) => [one.id || one.textContent.trim(), one.getBoundingClientRect()])
    .filter(([, { width, height, right, bottom, left, top }]) =>
        width > 1 && height > 1 && right > 0 && bottom > 0 && left < innerWidth && top < innerHeight)
    .map(([name, { width, height }]) => [name, width, height])"""
"""The controls on the screen: name, width and height."""

CUT = """() => {
    const seen = [...document.querySelectorAll("body *")].filter((one) => !one.closest("svg, .unseen, .skip, [hidden]")
        && one.checkVisibility({ visibilityProperty: true }) && one.children.length === 0 && one.textContent.trim());
    const scrolls = (one) => one && (/auto|scroll/.test(getComputedStyle(one).overflowY) || scrolls(one.parentElement));
    return seen.flatMap((one) => {
        const { left, right, width } = one.getBoundingClientRect();
        const wide = one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== "inline"
            && getComputedStyle(one).textOverflow !== "ellipsis";
        return width > 1 && (left < -1 || right > innerWidth + 1 || wide) ? [one.outerHTML.slice(0, 120)] : [];
    });
}"""
"""Texts that overflow the screen or their box."""


@pytest.mark.table(1)
@pytest.mark.parametrize("known", [False, True], ids=["first visit", "later"])
@pytest.mark.parametrize("chip", CHIPS)
def test_every_offered_size_is_two_taps_away(visit, server, known, chip):
    page = visit(server, viewport=PHONE, has_touch=True, is_mobile=True)
    if known:
        page.goto(link(server, sample_puzzle()))
        until(page, OPENED)
        page.goto(server)
    page.tap(f"#quick label:has-text('{chip}×{chip}')")
    page.tap("#quick-play")
    page.wait_for_selector(f"#title:has-text('{chip}×{chip}')")
    assert page.locator("#board .end").count() > 2


def test_one_tap_continues_the_last_game(visit, server):
    page = visit(link(server, sample_puzzle()), viewport=PHONE)
    drag(page, sample_puzzle().solution.paths[0])
    page.goto("about:blank")
    page.goto(server)
    page.wait_for_selector("#continue .path .pipe")  # what was drawn is in the picture
    assert page.evaluate("document.getElementById('continue-bar').value") == 1
    page.click("#continue")
    until(page, OPENED)
    page.wait_for_selector("text=Welcome back")


def test_a_first_visit_is_offered_the_lesson_which_can_be_left(visit, server):
    page = visit(server, viewport=PHONE)
    assert page.text_content("#continue-title") == "Learn the rules in a minute"
    page.click("#continue")
    page.wait_for_selector("#title:has-text('Lesson 1 of 4')")
    page.click("#lesson-skip")
    page.wait_for_selector("#home:not([hidden])")


@pytest.mark.table(2)
@pytest.mark.parametrize("locale", LANGUAGES)
@pytest.mark.parametrize("viewport", [PHONE, SMALL, {"width": 360, "height": 740}])
@pytest.mark.parametrize("state", ["begun", "hint", "trial", "large"])
def test_a_phone_shows_at_most_eight_controls_each_large_enough(visit, server, locale, viewport, state):
    code = HARD if state != "large" else "40x40.cover.1-1" + "z" * 61 + "j2-2"
    page = visit(f"{server}#p={code}", viewport=viewport, locale=locale, has_touch=True, is_mobile=True)
    if state == "hint":
        page.click("#hint")
        page.wait_for_selector("#hinted")
    elif state == "trial":
        press(page, "trial")
    found = page.evaluate(CONTROLS)
    assert len(found) <= 8, found
    assert [each for each in found if min(each[1:]) < 44] == []


@pytest.mark.table(2)
@pytest.mark.parametrize("viewport", [PHONE, SMALL, {"width": 360, "height": 740}])
def test_the_board_takes_the_width_of_a_phone(visit, server, viewport):
    page = visit(link(server, sample_puzzle()), viewport=viewport)
    left, _, right, _ = box(page, "#board")
    assert right - left >= 0.91 * viewport["width"]


@pytest.mark.table(2)
@pytest.mark.parametrize("viewport", [{"width": 1280, "height": 800}, {"width": 2560, "height": 1440}])
def test_the_board_takes_the_height_of_a_desktop(visit, server, viewport):
    page = visit(link(server, sample_puzzle()), viewport=viewport)
    _, top, _, bottom = box(page, "#board")
    assert bottom - top >= 0.85 * viewport["height"]
    for side in ("#places", ".heading", ".said", ".tools", "#next"):
        assert apart(box(page, side), box(page, "#board")), side


@pytest.mark.table(1)
@pytest.mark.sampled
@pytest.mark.parametrize("locale", LANGUAGES)
def test_nothing_is_cut_off_or_overlaps_on_the_smallest_phone(visit, server, locale):
    page = visit(f"{server}#p={HARD}", viewport=SMALL, locale=locale, has_touch=True, is_mobile=True)

    def look(where):
        assert page.evaluate(CUT) == [], where
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), where

    def parted(*selectors):
        boxes = [box(page, selector) for selector in selectors]
        for at, one in enumerate(boxes):
            assert all(apart(one, other) for other in boxes[:at]), dict(zip(selectors, boxes, strict=True))
            assert 0 <= one[0] < one[2] <= SMALL["width"]
            assert 0 <= one[1] < one[3] <= SMALL["height"]

    parts = (".heading", ".state", ".field", ".said", ".acts", ".tools")
    look("player")
    parted(*parts)
    for _ in range(2):
        page.click("#hint")
        page.wait_for_selector("#hinted")
        look("hint")
        parted(*parts)
    page.evaluate("numlink.player.page.card.hidden = false")
    look("card")
    page.evaluate("numlink.player.closeCard()")
    for button in ("more", "settings", "help", "share", "overview"):
        press(page, button)
        look(button)
        page.keyboard.press("Escape")
    for screen in Random(locale).sample(SCREENS, amount(4, len(SCREENS))):
        go(page, screen)
        page.wait_for_timeout(300)
        look(screen)


@pytest.mark.table(1)
@pytest.mark.parametrize("kind", KINDS)
def test_marks_lie_inside_their_tiles(visit, server, kind):
    """With every cell marked, corners too, no mark, with its line, leaves its tile."""
    page = visit(link(server, board_of_kind(kind)))
    outside = page.evaluate(
        """() => {
            const { board, puzzle } = numlink.player;
            const cells = [...puzzle.cells.keys()].filter((cell) => !board.ground.absent.has(cell));
            const make = (d, attributes) => {
                const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
                for (const [key, value] of Object.entries({ d, ...attributes })) path.setAttribute(key, value);
                board.root.append(path);
                return path;
            };
            return cells.filter((cell) => {
                board.mark([cell], "hint");
                const mark = board.layers.marks.lastChild;
                const width = parseFloat(getComputedStyle(mark).strokeWidth);
                const tile = make(board.ground.tile(cell), { class: "tiles" });
                const long = mark.getTotalLength();
                const [x, y] = board.ground.centre(cell);
                const points = Array.from({ length: 60 }, (_, at) => mark.getPointAtLength((at * long) / 60));
                const out = points.some((point) => {
                    const far = 1 + width / 2 / Math.hypot(point.x - x, point.y - y);
                    const rim = new DOMPoint(x + (point.x - x) * far, y + (point.y - y) * far);
                    return !tile.isPointInFill(rim) && !tile.isPointInStroke(rim);
                });
                tile.remove();
                return out;
            });
        }"""
    )
    assert outside == []


def test_back_always_goes_back(visit, server):
    page = visit(server, viewport=PHONE)
    places = []

    def here():
        return page.evaluate("document.body.dataset.screen")

    for screen in ("daily", "packs", "edit"):
        page.click(f"#go-{screen}")
        places.append(here())
    assert places == ["daily", "packs", "editor"]
    page.go_back()
    page.wait_for_selector("#packs:not([hidden])")
    page.wait_for_selector(".levels button")
    page.click("#packs-list details[open] .primary")
    page.wait_for_selector("#player:not([hidden])")
    press(page, "more-next")
    page.wait_for_selector("#title:has-text('2 of 40')")
    page.click("#back")  # to the screen from which the first of them was opened
    page.wait_for_selector("#packs:not([hidden])")
    page.go_back()
    page.wait_for_selector("#daily:not([hidden])")
    page.go_back()
    page.wait_for_selector("#home:not([hidden])")


def test_a_link_opens_its_puzzle_and_back_leads_home(visit, server):
    page = visit(link(server, sample_puzzle()), viewport=PHONE)
    assert page.evaluate(OPENED)
    page.click("#back")
    page.wait_for_selector("#home:not([hidden])")
    page.go_back()
    page.wait_for_selector("#player:not([hidden])")
    press(page, "more")
    page.click("#more-settings")
    page.wait_for_selector("#settings-dialog[open]")
    page.go_back()  # closes what is open, too
    page.wait_for_selector("dialog[open]", state="detached")


def test_a_pair_is_placed_by_one_drag(visit, server):
    page = visit(f"{server}#edit=4x4.cover.1n1")
    page.mouse.move(*place(page, 5, "#edit-board"))
    page.mouse.down()
    page.mouse.move(*place(page, 6, "#edit-board"), steps=4)
    page.mouse.move(*place(page, 10, "#edit-board"), steps=4)
    page.mouse.up()
    assert page.evaluate("numlink.editor.puzzle.cells").count(2) == 2
    assert page.evaluate("[5, 10].every((cell) => numlink.editor.puzzle.cells[cell] === 2)")


def numbers(page):
    return page.evaluate("[...numlink.editor.puzzle.ends].map(([number, cells]) => [number, cells.length])")


def test_the_number_of_a_pair_is_chosen_by_taps_alone(visit, server):
    page = visit(f"{server}#edit=4x4.cover.1n1", viewport=PHONE, has_touch=True)
    tool = page.locator("#edit-tools label").first
    tool.tap()
    page.locator("#number-list button").last.tap()
    assert page.is_hidden("#number-dialog")
    for cell in (5, 6, 9, 10):  # 2, 2, then 3, 3: as ever where no number is chosen
        page.touchscreen.tap(*place(page, cell, "#edit-board"))
    assert sorted(numbers(page)) == [[1, 2], [2, 2], [3, 2]]
    tool.tap()
    assert page.locator("#number-list button").all_text_contents() == ["1", "2", "3", "4"]
    page.locator("#number-list button").first.tap()
    page.touchscreen.tap(*place(page, 3, "#edit-board"))  # the first 1 goes there
    assert page.evaluate("numlink.editor.puzzle.ends.get(1)") == [3, 15]
    assert sorted(numbers(page)) == [[1, 2], [2, 2], [3, 2]]


def test_one_game_is_deleted_and_brought_back(visit, server):
    first, second = "3x3.cover.1a1f", "3x3.cover.1b1e"
    page = visit(f"{server}#p={first}", viewport=PHONE)
    for code in (first, second):
        page.goto(f"{server}#p={code}")
        page.wait_for_function("(code) => numlink.player.code === code", arg=code)
        page.evaluate("numlink.player.play(['draw 0,0 0,1'])")
    go(page, "mine")
    kept = "numlink.player.page['mine-list'].querySelectorAll('svg.board').length"
    codes = "JSON.parse(localStorage.getItem('numlink:recent'))"
    assert page.evaluate(codes) == [second, first]
    page.locator("#mine-list li").first.locator(".plain").click()
    assert page.evaluate(codes) == [first]
    assert page.text_content("#mine-list li:first-child").startswith("Deleted.")
    page.click("#mine-list li:first-child button")
    assert page.evaluate(codes) == [second, first]
    assert page.evaluate(kept) == 2
    page.locator("#mine-list li").first.locator(".plain").click()
    page.reload()  # what is open in the player is not kept again as the page goes
    page.wait_for_selector("#mine-list li")
    assert page.evaluate(codes) == [first]
    assert page.evaluate(kept) == 1


def test_after_a_win_the_reasons_are_a_page(visit, server):
    puzzle = sample_puzzle()
    page = visit(link(server, puzzle), viewport=PHONE)
    page.wait_for_selector("#about:has-text('cell')")
    until(page, "() => numlink.player.puzzle.grade")
    for path in puzzle.solution.paths:
        drag(page, path)
    with page.context.expect_page() as opened:
        page.click("#card-why")
    steps = opened.value
    steps.wait_for_selector("body.stepping")  # its script runs, under the policy of the server
    steps.click("#on")
    assert steps.locator("section.shown h2").inner_text().startswith("2. ")
    page.evaluate("numlink.player.open({ width: 2, cells: [1, 0, 0, 1], rules: 'free' })")
    assert page.is_hidden("#card-why")
