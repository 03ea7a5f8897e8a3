"""The player in a real browser: whole games by mouse, finger and keyboard; what is kept, shared and exported."""

import json

import pytest

from numlink import FREE, Puzzle, generate_classic, parse
from numlink.formats import link as share
from numlink.game.moves import draw_move
from tests.cli import numlink as run_numlink
from tests.sample import sample_puzzle
from tests.tools import MOST_BYTES

pytestmark = pytest.mark.drawn(12)

SOLVED = "text=/Solved in \\d+:\\d\\d with/"


def link(server, puzzle):
    return f"{server}#p={share.encode(puzzle)}"


def go(page, place):
    """Go to a screen as its link does."""
    page.evaluate("(place) => { location.hash = place; }", place)
    page.wait_for_selector(f"body[data-screen={'editor' if place == 'edit' else place}]")


def press(page, name):
    """Press a button by its id, even one in a closed menu."""
    page.evaluate("(id) => document.getElementById(id).click()", name)


def choose(page, name, value):
    """Make one of the choices for a new puzzle."""
    page.evaluate(
        """([name, value]) => {
            const form = document.getElementById("new-form");
            form.elements[name].value = value;
            form.dispatchEvent(new Event("input"));
        }""",
        [name, value],
    )


def give(page, text):
    """Give a text to the dialog that opens pictures and texts."""
    page.evaluate("(text) => { document.getElementById('edit-text').value = text; }", text)
    press(page, "edit-read")


def size(page, width, height):
    page.check("#new [name=size][value=other]", force=True)
    page.fill("#new-width", str(width))
    page.fill("#new-height", str(height))


def places(page, cells, board="#board"):
    """The middles of cells on the screen."""
    return page.evaluate(
        """([cells, board]) => {
            const { ground } = (board === "#board" ? numlink.player : numlink.editor).board;
            const screen = document.querySelector(`${board} > g`).getScreenCTM();
            return cells.map((cell) => {
                const { x, y } = new DOMPoint(...ground.centre(cell)).matrixTransform(screen);
                return [x, y];
            });
        }""",
        [list(cells), board],
    )


def place(page, cell, board="#board"):
    """The middle of a cell on the screen."""
    return tuple(places(page, [cell], board)[0])


def drag(page, path):
    """Draw along cells with the mouse."""
    first, *rest = places(page, path)
    page.mouse.move(*first)
    page.mouse.down()
    for point in rest:
        page.mouse.move(*point)
    page.mouse.up()


def figures(page):
    return page.text_content("#figures")


def drawn(page):
    return page.evaluate("numlink.player.game.state.strands")


def test_a_game_is_played_by_mouse(visit, server):
    puzzle = sample_puzzle()
    page = visit(link(server, puzzle))
    for number, path in enumerate(puzzle.solution.paths, start=1):
        drag(page, path)
        assert figures(page).startswith(f"{number}/8 paths")
    page.wait_for_selector(SOLVED)
    assert page.get_attribute("#board", "class") == "board solved"


def test_a_game_is_played_by_touch(visit, server):
    puzzle = sample_puzzle()
    page = visit(link(server, puzzle), viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    fingers = page.context.new_cdp_session(page)

    def touch(kind, *points):
        at = [dict(zip("xy", point, strict=True)) for point in points]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})

    for path in puzzle.solution.paths:
        first, *rest = places(page, path)
        touch("touchStart", first)
        for point in rest:
            touch("touchMove", point)
        touch("touchEnd")
    page.wait_for_selector(SOLVED)


def test_a_game_is_played_by_keyboard(visit, server):
    puzzle = parse("1 . 2\n. . .\n1 . 2")[0].with_rules(FREE)
    page = visit(link(server, puzzle))
    page.focus("#board")
    for key in ["Space", "ArrowDown", "ArrowRight", "ArrowDown"]:
        page.keyboard.press(key)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Space")
    assert figures(page).startswith("1/2 paths")
    page.keyboard.press("u")
    assert figures(page).startswith("0/2 paths")
    page.keyboard.press("r")
    assert figures(page).startswith("1/2 paths")
    for key in ["ArrowRight", "ArrowRight", "Shift+ArrowUp", "Shift+ArrowUp"]:
        page.keyboard.press(key)
    page.wait_for_selector(SOLVED)
    assert page.text_content("#spoken") == "Path 2 complete, 2 of 2."
    page.keyboard.press("ArrowDown")
    assert "row" in page.text_content("#spoken")
    page.focus("#hint")
    page.keyboard.press("u")
    assert figures(page).startswith("1/2 paths")
    page.keyboard.press("?")
    page.wait_for_selector("#help-dialog[open]")
    page.keyboard.press("u")
    assert figures(page).startswith("1/2 paths")


def test_drawing_back_over_and_into(visit, server):
    puzzle = sample_puzzle()
    page = visit(link(server, puzzle))
    first, second = puzzle.solution.paths[0], puzzle.solution.paths[1]
    drag(page, first)
    drag(page, second)
    page.mouse.move(*place(page, second[0]))
    page.mouse.down()
    page.mouse.move(*place(page, first[-3]), steps=3)
    page.mouse.move(*place(page, second[0]))
    page.mouse.up()
    assert figures(page).startswith(("1/8", "2/8"))
    page.mouse.click(*place(page, first[4]), button="right")
    assert first[4] not in {cell for strand in drawn(page) for cell in strand}


def test_undo_hint_check_and_reload(visit, server):
    puzzle = sample_puzzle()
    page = visit(link(server, puzzle))
    drag(page, puzzle.solution.paths[0])
    drag(page, puzzle.solution.paths[1])
    page.click("#undo")
    assert figures(page).startswith("1/8")
    page.click("#redo")
    assert figures(page).startswith("2/8")
    page.click("#hint")
    page.wait_for_selector("#hinted")
    if "highlighted" in page.text_content("#message"):
        page.click("#hint")
    page.wait_for_selector("text=/Path \\d+ must continue to row/")
    assert page.locator(".mark.hint").count() == 2
    links = sum(len(strand) for strand in drawn(page))
    page.click("#hint")  # Do it
    assert sum(len(strand) for strand in drawn(page)) > links
    page.click("#undo")
    page.click("#check")
    page.wait_for_selector("text=So far, so good")
    page.reload()
    page.wait_for_selector(".board .end")
    assert figures(page).startswith("2/8")
    page.goto("about:blank")
    page.goto(server)
    page.click("#continue")
    page.wait_for_selector("text=Welcome back")
    assert figures(page).startswith("2/8")
    page.click("#undo")
    assert figures(page).startswith("1/8")


def test_a_wrong_stretch_is_shown(visit, server):
    puzzle = sample_puzzle()
    page = visit(link(server, puzzle))
    drag(page, [33, 26])
    page.click("#hint")
    page.wait_for_selector("text=Path 7 can't stay like this. Undo its last")
    assert page.locator(".mark.wrong").count() == 1


def test_any_solution_wins(visit, server):
    page = visit(link(server, parse("1 . .\n. . .\n. . 1")[0]))
    drag(page, [0, 3, 6, 7, 4, 1, 2, 5, 8])
    page.wait_for_selector(SOLVED)


def test_reveal_restart_and_letters(visit, server):
    page = visit(link(server, sample_puzzle()))
    press(page, "settings")
    page.check("#letters")
    page.keyboard.press("Escape")
    assert page.locator(".end text", has_text="H").count() == 2
    page.click("#more")
    page.click("#reveal-path")
    page.wait_for_selector("text=Revealed")
    assert figures(page).startswith("1/8")
    page.click("#more")
    page.click("#reveal-all")
    page.wait_for_selector("text=Revealed, not solved")
    press(page, "restart")
    assert drawn(page) == []


def test_share_gives_the_link_of_the_puzzle(visit, server):
    page = visit(link(server, sample_puzzle()))
    press(page, "share")
    page.wait_for_selector("#share-dialog[open]")
    assert page.input_value("#share-link") == link(server, sample_puzzle())


def test_new_daily_and_next(visit, server):
    page = visit(link(server, sample_puzzle()))
    go(page, "daily")
    page.click("#daily-climbing")
    page.wait_for_selector("#title:has-text('Daily challenge')")  # a Sunday's takes seconds
    go(page, "new")
    size(page, "5", "6")
    choose(page, "difficulty", "easy")
    page.click("#new-make")
    page.wait_for_selector("#title:has-text('Easy 5×6')")
    press(page, "next")
    page.wait_for_function("numlink.player.puzzle.height === 6 && !numlink.player.game.moves.length")


def test_the_editor_judges_and_plays(visit, server):
    page = visit(link(server, sample_puzzle()))
    go(page, "edit")
    page.wait_for_selector("#verdict:has-text('solution')")
    page.click("#edit-shape")
    page.fill("#edit-width", "3")
    page.press("#edit-width", "Tab")
    page.fill("#edit-height", "3")
    page.press("#edit-height", "Tab")
    page.keyboard.press("Escape")
    press(page, "edit-clear")
    for cell in (0, 8):
        page.mouse.click(*place(page, cell, "#edit-board"))
    page.wait_for_selector("text=Not unique")
    assert page.locator(".mark.differ").count() > 1
    page.click("#edit-repair")
    page.wait_for_selector("text=/Exactly one solution.*Changed: path 1 cut between/s")
    page.click("#edit-undo")
    page.mouse.click(*place(page, 2, "#edit-board"))
    page.wait_for_selector("text=2 needs exactly two cells")
    page.mouse.click(*place(page, 3, "#edit-board"))
    page.wait_for_selector("text=No solution")
    page.click("#edit-undo")
    page.mouse.click(*place(page, 4, "#edit-board"))
    page.click("#edit-undo")
    page.click("#edit-undo")
    page.check("input[value=solid]")
    page.mouse.click(*place(page, 4, "#edit-board"))
    page.wait_for_selector(".verdict:not(.open)")
    with page.expect_download() as download:
        press(page, "edit-download")
    with open(download.value.path()) as file:
        assert parse(file.read())[0].cells == (1, 0, 0, 0, -1, 0, 0, 0, 1)
    page.click("#edit-shape")
    page.select_option("#edit-rules", "free")
    page.keyboard.press("Escape")
    page.click("#edit-play")
    drag(page, [0, 1, 2, 5, 8])
    page.wait_for_selector(SOLVED)


def test_the_exported_file_plays_from_disk(visit, tmp_path, capsys):
    puzzle = sample_puzzle()
    unclear = Puzzle(3, 3, (1, 0, 0, 0, 0, 0, 0, 0, 1))
    source, target = tmp_path / "two.json", tmp_path / "two.html"
    from numlink import dumps

    source.write_text(dumps([puzzle, unclear], "json"))
    assert run_numlink("export", source, "--allow-many", "-o", target, capsys=capsys).code == 0
    page = visit(target.as_uri())
    assert page.is_hidden("#go-daily")
    page.click("#hint")
    page.wait_for_selector("#hinted")
    if "highlighted" in page.text_content("#message"):
        page.click("#hint")
    page.wait_for_selector("text=/Path \\d+ must continue to row/")
    drag(page, [33, 26])
    page.click("#hint")
    page.wait_for_selector("text=Path 7 can't stay like this")
    page.click("#undo")
    for path in puzzle.solution.paths:
        drag(page, path)
    page.wait_for_selector(SOLVED)
    page.click("#card-next")
    page.wait_for_selector("text=3×3")
    page.click("#hint")
    page.wait_for_selector("text=isn't proven to have only one solution")
    page.reload()
    page.wait_for_selector("#title:has-text('2 of 2')")
    page.go_back()
    page.wait_for_selector(SOLVED)
    go(page, "mine")
    page.wait_for_selector("text=1 solved")


def test_it_opens_without_a_network_after_the_first_visit(visit, server):
    page = visit(link(server, sample_puzzle()), service_workers="allow")
    page.evaluate("navigator.serviceWorker.ready")
    page.wait_for_function("caches.match('main.js').then(Boolean)")
    page.context.set_offline(True)
    page.reload()
    page.wait_for_selector(".board .end")
    drag(page, sample_puzzle().solution.paths[0])
    assert figures(page).startswith("1/8")
    page.context.set_offline(False)


def test_the_page_is_light(visit, server):
    """Bytes sent at the first visit; bench/page.py measures how long it takes."""
    page = visit(link(server, sample_puzzle()))
    names = page.evaluate("performance.getEntriesByType('resource').map((entry) => entry.name)")
    assert not [name for name in names if name.endswith("shelf.json")]  # it comes when it is wanted
    assert len([name for name in names if "text_" in name]) == 1
    sizes = page.evaluate(
        """() => [...performance.getEntriesByType("resource"), ...performance.getEntriesByType("navigation")]
            .filter((entry) => !entry.name.includes("/api/")).map((entry) => entry.transferSize)"""
    )
    assert len(sizes) > 10
    assert sum(sizes) <= MOST_BYTES


@pytest.mark.thorough
def test_a_drag_on_a_large_board_redraws_only_what_it_changes(visit, server):
    """On a full 40x40 board each pointer move of a long drag changes only its path, one it cuts, and the cursor."""
    puzzle = generate_classic(40, seed=5)
    page = visit(link(server, puzzle))
    longest = sorted(puzzle.solution.paths, key=len)[-2:]
    page.evaluate(
        "(moves) => numlink.player.play(moves)",
        [draw_move(puzzle.grid, path) for path in puzzle.solution.paths if path not in longest],
    )
    page.evaluate(
        """() => {
            window.changes = [];
            new MutationObserver((records) => changes.push(records.length))
                .observe(document.getElementById("board"), { subtree: true, childList: true, attributes: true });
        }"""
    )
    for path in longest:
        drag(page, path)
    page.wait_for_selector(SOLVED)
    changes = page.evaluate("changes")
    assert len(changes) >= sum(map(len, longest)) / 2
    assert sorted(changes)[len(changes) // 2] <= 8
    assert max(changes) < 200  # the end of the game alone touches every path


def test_focus_order_roles_and_names(visit, server):
    page = visit(link(server, sample_puzzle()))
    page.keyboard.press("Tab")
    order = []
    for _ in range(15):
        order.append(page.evaluate("document.activeElement.id || document.activeElement.className"))
        page.keyboard.press("Tab")
    assert "board" in order
    assert order[:8] == ["skip", "go-home", "go-daily", "go-packs", "go-edit", "go-mine", "help", "settings"]
    assert page.get_attribute("#board", "role") == "application"
    assert "8 pairs" in page.get_attribute("#board", "aria-label")
    assert page.get_attribute("#message", "aria-live") == "polite"
    unnamed = page.evaluate(
        "[...document.querySelectorAll('button:not([hidden])')]"
        ".filter((b) => !b.textContent.trim() && !b.ariaLabel).map((b) => b.id)"
    )
    assert unnamed == []


def test_letters_and_settings_are_kept(visit, server):
    page = visit(link(server, sample_puzzle()), color_scheme="dark")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    press(page, "settings")
    page.select_option("#theme", "light")
    page.reload()
    page.wait_for_selector(".board .end")
    assert page.evaluate("document.documentElement.dataset.theme") == "light"
    assert json.loads(page.evaluate("localStorage.getItem('numlink:settings')"))["theme"] == "light"


@pytest.mark.table(1)
@pytest.mark.parametrize("code", ["nonsense", "3x3.cover.z", "2x1.cover.1a"])
def test_broken_links_are_reported_and_harmless(browser, server, code):
    page = browser.new_context().new_page()
    problems = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.goto(f"{server}#p={code}")
    page.wait_for_selector("#message:not(:empty)", state="attached")
    page.context.close()
    assert problems == []
