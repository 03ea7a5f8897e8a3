"""The player on a phone and on a desktop: packs, large boards, pause, hints while drawing, the editor."""

import re

import pytest

from numlink import Puzzle, generate, rate
from numlink.formats.link import decode
from numlink.game.moves import draw_move
from numlink.web.pages import export_page
from tests.browser.test_browser import SOLVED, drag, drawn, give, go, link, place, press
from tests.browser.test_wishes import HARD, PHONE, apart, box, until
from tests.sample import sample_puzzle

pytestmark = pytest.mark.drawn(7)

DESKTOP = {"width": 1280, "height": 800}
BOTH = pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])


def solve(page, puzzle):
    page.evaluate(
        "(moves) => numlink.player.play(moves)", [draw_move(puzzle.grid, path) for path in puzzle.solution.paths]
    )


@pytest.mark.parametrize(("locale", "title"), [("en", "No. 3"), ("de", "Nr. 3"), ("ja", "問題 3")])
def test_a_puzzle_without_name_is_called_by_its_seed_in_the_language_of_the_page_or_by_its_place(
    visit, tmp_path, locale, title
):
    puzzles = [generate(5, seed=3), generate(5, seed=4)]
    alone, both = tmp_path / "alone.html", tmp_path / "both.html"
    alone.write_text(export_page([(puzzles[0], True)]), encoding="utf-8")
    both.write_text(export_page([(puzzle, True) for puzzle in puzzles]), encoding="utf-8")
    page = visit(alone.as_uri(), locale=locale)
    assert page.get_attribute("#title", "title").startswith(f"{title} · ")
    page.reload()
    assert page.get_attribute("#title", "title").startswith(f"{title} · ")
    page = visit(both.as_uri(), locale=locale)
    assert title not in page.text_content("#title")


@pytest.mark.table(1)
@BOTH
def test_a_pack_from_disk_has_grades_names_sections_stars_and_thumbnails(visit, tmp_path, viewport):
    easy, hard = generate(5, seed=1, difficulty="easy"), generate(7, seed=1, difficulty="hard")
    named = Puzzle(easy.width, easy.height, easy.cells, name="The gate", solution=easy.solution)
    noted = Puzzle(hard.width, hard.height, hard.cells, solution=hard.solution, notes={"section": "Cellar"})
    target = tmp_path / "pack.html"
    target.write_text(export_page([(named, True), (noted, True), (hard, True)]), encoding="utf-8")
    page = visit(target.as_uri(), viewport=viewport)
    assert page.text_content("#title") == "The gate · 1 of 3"
    assert "Easy 5×5" in page.text_content("#about")
    go(page, "packs")
    assert page.locator("#packs-list summary b").all_text_contents() == ["Easy", "Cellar", "Hard"]
    assert page.locator(".levels button").count() == 1  # a section is unfolded when it is shown
    assert page.locator(".levels svg .dot").count() == 2 * len(easy.solution.paths)
    page.go_back()
    solve(page, easy)
    page.wait_for_selector(SOLVED)
    assert page.text_content("#card-stars") == "★★★"
    page.click("#card-next")
    page.wait_for_selector("#title:has-text('2 of 3')")
    go(page, "packs")
    page.click("#packs-list summary:has-text('Easy')")
    page.wait_for_selector(".levels .stars:has-text('★★★')")
    assert page.locator(".levels button[aria-label*='3 of 3 stars']").count() == 1


@pytest.mark.table(1)
@BOTH
def test_the_page_brings_packs_of_levels_with_a_next_one(visit, server, viewport):
    page = visit(link(server, sample_puzzle()), viewport=viewport)
    go(page, "packs")
    page.wait_for_selector(".levels button")
    assert page.locator("#packs-list details").count() == 5
    page.click("#packs-list details[open] .primary")
    page.wait_for_selector("#title:has-text('First steps · 1 of 40')")
    assert page.evaluate("document.getElementById('go-previous').hidden")
    stored = "numlink.player.puzzle.paths.map((path) => path.map(([row, column]) => `${row},${column}`).join(' '))"
    page.evaluate(f"numlink.player.play({stored}.filter(Boolean).map((path) => `draw ${{path}}`))")
    page.wait_for_selector(SOLVED)
    page.click("#card-next")
    page.wait_for_selector("#title:has-text('First steps · 2 of 40')")
    page.reload()
    page.wait_for_selector("#title:has-text('First steps · 2 of 40')")  # the shelf is fetched again
    go(page, "packs")
    page.wait_for_selector("text=1 of 40 · 3 ★")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_levels_of_the_packs_have_the_stated_solution_grade_and_effort(visit, server):
    """Judge and rater check a sample: what the page reads as link, solution, grade and effort."""
    page = visit(link(server, sample_puzzle()))
    levels = page.evaluate(
        """async () => {
            const { puzzleOf, shelf } = await import("./packs.js");
            return (await shelf()).map(({ levels }) => levels.map((level) => {
                const { paths, grade, effort } = puzzleOf(level);
                return { code: level.code, paths, grade, effort };
            }));
        }"""
    )
    from numlink import Solution, check

    assert [len(pack) for pack in levels] == [40] * 5
    assert len({level["code"] for pack in levels for level in pack}) == 200
    for pack in levels:
        for at, level in enumerate(pack):
            puzzle = decode(level["code"])
            paths = [[tuple(place) for place in path] for path in level["paths"]]
            solution = Solution.from_positions(puzzle.width, puzzle.height, paths, layout=puzzle.layout)
            assert check(puzzle, solution) == []
            if at % 13 == 0:
                rating = rate(puzzle)
                assert (str(rating.grade), round(rating.effort, 1)) == (level["grade"], level["effort"])


@pytest.fixture(scope="module")
def big():
    return generate(20, seed=3)


@pytest.mark.table(1)
@BOTH
def test_large_boards_show_marked_cells_and_scroll_during_a_drag(visit, server, viewport, big):
    page = visit(link(server, big), viewport=viewport)
    assert apart(box(page, "#zoom"), box(page, "#board"))
    for _ in range(4):
        page.click("#zoom-in")
    evidence = [0, 1, 20, 21]
    hint = {"kind": "link", "cells": [0, 1], "moves": [], "numbers": [1], "rule": "corner", "evidence": evidence}
    page.route("**/api/hint", lambda route: route.fulfill(json=hint))
    page.evaluate("document.querySelector('.stage').scrollTo(9999, 9999)")
    page.click("#hint")
    page.wait_for_selector("text=Look at the highlighted cells")
    stage = box(page, ".stage")
    for mark in page.locator(".mark.look").all():
        x, y, width, height = mark.bounding_box().values()
        assert stage[0] - 1 <= x < x + width <= stage[2] + 1
        assert stage[1] - 1 <= y < y + height <= stage[3] + 1
    press(page, "restart")
    start = big.solution.paths[0][0]
    page.evaluate("(cell) => numlink.player.board.reveal([cell])", start)
    before = page.evaluate("document.querySelector('.stage').scrollTop")
    page.mouse.move(*place(page, start))
    page.mouse.down()
    low = before < 50
    page.mouse.move((stage[0] + stage[2]) / 2, stage[3] - 8 if low else stage[1] + 8)
    page.wait_for_timeout(400)
    after = page.evaluate("document.querySelector('.stage').scrollTop")
    assert after > before if low else after < before
    page.mouse.up()


@pytest.mark.table(1)
@BOTH
def test_a_hint_includes_the_line_being_drawn_by_keyboard(visit, server, viewport):
    page = visit(f"{server}#p={HARD}", viewport=viewport)
    start = page.evaluate("numlink.player.puzzle.cells.findIndex((content) => content === 1)")
    page.evaluate("(cell) => { numlink.player.goTo(cell); numlink.player.page.board.focus(); }", start)
    page.keyboard.press("Space")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("i")
    page.wait_for_selector("#hinted")
    assert drawn(page) == [[start, start + 7]]
    page.keyboard.press("Space")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("u")
    assert drawn(page) == [[start, start + 7]]  # undo takes back what is being drawn first


@pytest.mark.table(1)
@BOTH
def test_a_wide_board_stands_upright_on_a_phone_and_nothing_moves_it(visit, server, viewport):
    wide = generate(15, 12, seed=5)
    page = visit(link(server, wide), viewport=viewport)
    assert page.evaluate("numlink.player.board.turned") == (viewport == PHONE)
    before = box(page, "#board")
    assert (before[2] - before[0] < before[3] - before[1]) == (viewport == PHONE)
    path = max(wide.solution.paths, key=len)
    drag(page, path)
    assert drawn(page) == [list(path)]
    page.evaluate("numlink.player.seconds = 36000; numlink.player.hints = Array(12).fill(1); numlink.player.refresh()")
    assert box(page, "#board") == before
    page.evaluate("(cell) => { numlink.player.goTo(cell); numlink.player.page.board.focus(); }", 0)
    page.keyboard.press("ArrowRight")
    assert page.evaluate("numlink.player.cursor") == (15 if viewport == PHONE else 1)
    assert page.text_content("#spoken").endswith("row 1, column 2")  # as it is seen
    assert page.locator(".end text[transform]").count() == (2 * len(wide.solution.paths) if viewport == PHONE else 0)
    page.set_viewport_size({"width": viewport["height"], "height": viewport["width"]})
    until(page, "(turned) => numlink.player.board.turned === turned", viewport == DESKTOP)
    assert drawn(page) == [list(path)]
    assert page.locator(".path .pipe").count() == 1


@pytest.mark.table(1)
@BOTH
def test_pause_blocks_all_input(visit, server, viewport):
    puzzle = sample_puzzle()
    page = visit(link(server, puzzle), viewport=viewport)
    drag(page, puzzle.solution.paths[0])
    page.click("#hint")
    page.wait_for_selector("#hinted")
    press(page, "pause")
    assert page.text_content("#message") == ""
    page.evaluate("for (const id of ['undo', 'hint', 'check', 'restart']) document.getElementById(id).focus()")
    assert page.evaluate("document.activeElement.id") not in {"undo", "hint", "check", "restart"}
    for key in ("u", "i", "c", "x", "t"):
        page.keyboard.press(key)
    page.click("#more")
    for what in ("trial", "reveal-path", "reveal-all"):
        assert page.is_disabled(f"#{what}")
    page.keyboard.press("Escape")
    assert len(drawn(page)) == 1
    assert page.evaluate("numlink.player.hints.length") == 1
    page.click("#go-on")
    page.click("#undo")
    assert drawn(page) == []


@pytest.mark.table(1)
@BOTH
def test_the_editor_takes_its_own_example_codes_and_several_files(visit, server, tmp_path, viewport):
    page = visit(link(server, sample_puzzle()), viewport=viewport)
    go(page, "edit")
    give(page, page.get_attribute("#edit-text", "placeholder"))
    page.wait_for_selector("text=Exactly one solution")
    give(page, HARD)
    page.wait_for_selector("text=Exactly one solution")
    assert page.evaluate("numlink.editor.puzzle.width") == 7
    give(page, "1 0 0\n0 0 1")
    until(page, "numlink.editor.puzzle.height === 2")  # a format that is never guessed, and nothing else fits
    for name, text in {"a": "1 . 1", "b": "1 . .\n2 2 1", "c": "1 . 2\n2 . ."}.items():
        (tmp_path / f"{name}.txt").write_text(text)
    page.set_input_files("#edit-file", [tmp_path / f"{name}.txt" for name in "abc"])
    page.wait_for_selector("text=Found 3 puzzles; all are in My puzzles. 1 of them can't be played")
    go(page, "mine")
    assert page.locator("#mine-list li").count() == 2
    page.keyboard.press("Escape")


def test_no_error_names_arguments(server, browser):
    texts = ["1 0 0\n0 0 1", "hello there", "", "{", "[[1,0],[0,1]]", "3x3\n1 2"]
    context = browser.new_context()
    told = [context.request.post(f"{server}/api/read", data={"text": text}) for text in texts]
    refusals = [answer.json()["error"] for answer in told if not answer.ok]
    context.close()
    assert len(refusals) > 2
    assert [words for words in refusals if re.search(r"\b[a-z_]+=", words)] == []


def test_lessons_claim_no_grade(visit, server):
    page = visit(server)
    page.click("#continue")
    assert page.text_content("#about").startswith("3×3 · Cells may stay empty")
    assert page.text_content("#title") == "Lesson 1 of 4"
    claimed = "import('./packs.js').then(({ lesson }) => [0, 1, 2, 3].filter((at) => lesson(at).grade))"
    assert page.evaluate(claimed) == []


@pytest.mark.table(1)
@BOTH
def test_a_result_is_shared_with_a_link(visit, server, viewport):
    puzzle = sample_puzzle()
    touch = {"has_touch": True, "is_mobile": True} if viewport == PHONE else {}
    page = visit(link(server, puzzle), viewport=viewport, **touch)
    page.evaluate("void (navigator.share = async ({ text }) => { window.shared = text; })")
    page.evaluate("void (navigator.clipboard.writeText = async (text) => { window.copied = text; })")
    solve(page, puzzle)
    page.click("#card-share")
    until(page, "Boolean(window.shared ?? window.copied)")
    text = page.evaluate("window.shared" if viewport == PHONE else "window.copied")
    assert text.endswith(f"\n{link(server, puzzle)}")
    assert page.evaluate("Boolean(window.shared)") == (viewport == PHONE)


def test_from_disk_no_path_of_this_computer_is_shared(visit, tmp_path):
    puzzle = generate(5, seed=1)
    target = tmp_path / "one.html"
    target.write_text(export_page([(puzzle, True)]), encoding="utf-8")
    page = visit(target.as_uri())
    page.evaluate("void (navigator.clipboard.writeText = async (text) => { window.copied = text; })")
    press(page, "share")
    page.wait_for_selector("text=Code copied")
    assert decode(page.input_value("#share-link")).cells == puzzle.cells
    page.keyboard.press("Escape")
    solve(page, puzzle)
    page.click("#card-share")
    until(page, "window.copied.includes('numlink ·')")
    assert "file:" not in page.evaluate("window.copied")
