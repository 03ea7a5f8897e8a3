"""Boards beyond the rectangle, each played to its end in the browser: by mouse, touch and keyboard."""

import pytest

from numlink import dumps
from numlink.game.moves import draw_move
from tests.browser.test_browser import SOLVED, drawn, figures, link, place
from tests.browser.test_wishes import PHONE, until
from tests.cli import numlink as run_numlink
from tests.samples_of_kinds import KINDS, board_of_kind


def places(page, path):
    """Strokes on the screen that draw a path: over the rim by going out, on another layer by beginning anew."""
    return page.evaluate(
        """(path) => {
            const { ground, svg } = numlink.player.board;
            const { grid } = ground;
            const screen = svg.getScreenCTM();
            const strokes = [[]];
            let shift = [0, 0];
            path.forEach((cell, at) => {
                const before = path[at - 1];
                if (at && grid.layer(before) !== grid.layer(cell)) strokes.push([]);
                else if (at && ground.far(before, cell)) {
                    const [x, y] = ground.direction(before, cell);
                    const [[fromX, fromY], [toX, toY]] = [ground.centre(before), ground.centre(cell)];
                    // just over the rim; then, in a stroke of its own, on from where the path came in
                    const out = new DOMPoint(fromX + 0.75 * x, fromY + 0.75 * y).matrixTransform(screen);
                    strokes.at(-1).push([out.x, out.y]);
                    strokes.push([]);
                }
                const { x, y } = new DOMPoint(...ground.centre(cell)).matrixTransform(screen);
                strokes.at(-1).push([x, y]);
            });
            return strokes;
        }""",
        list(path),
    )


def play_by_mouse(page, puzzle):
    for path in puzzle.solution.paths:
        for stroke in places(page, path):
            page.mouse.move(*stroke[0])
            page.mouse.down()
            for point in stroke[1:]:
                page.mouse.move(*point)
            page.mouse.up()


def play_by_touch(page, puzzle):
    fingers = page.context.new_cdp_session(page)

    def touch(kind, point=None):
        points = [] if point is None else [dict(zip("xy", point, strict=True))]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    for path in puzzle.solution.paths:
        for stroke in places(page, path):
            touch("touchStart", stroke[0])
            for point in stroke[1:]:
                touch("touchMove", point)
            touch("touchEnd")


def key_of(puzzle, here, there):
    """The key that goes from a cell to one beside it."""
    grid = puzzle.grid
    *_, row, column = grid.position(here)
    *_, other_row, other_column = grid.position(there)
    if here // grid.plane != there // grid.plane:
        return "PageDown" if there > here else "PageUp"
    down, right = other_row - row, other_column - column
    down = down if abs(down) < 2 else -down
    right = right if abs(right) < 2 else -right
    if not right:
        return "ArrowDown" if down > 0 else "ArrowUp"
    if puzzle.layout.kind.value == "hex":
        lower = bool(down) if down >= 0 and not column % 2 else down == 0
        lower = down > 0 if not column % 2 else down == 0
        return {(False, -1): "7", (False, 1): "9", (True, -1): "1", (True, 1): "3"}[lower, right]
    return "ArrowRight" if right > 0 else "ArrowLeft"


def play_by_keys(page, puzzle):
    page.focus("#board")
    for path in puzzle.solution.paths:
        page.evaluate("(cell) => numlink.player.goTo(cell)", path[0])
        page.keyboard.press("Space")
        for here, there in zip(path, path[1:], strict=False):
            page.keyboard.press(key_of(puzzle, here, there))
        page.keyboard.press("Space")


@pytest.mark.parametrize("play", [play_by_mouse, play_by_touch, play_by_keys])
@pytest.mark.parametrize("kind", KINDS)
def test_a_board_of_each_kind_is_played_to_its_end(visit, server, kind, play):
    puzzle = board_of_kind(kind)
    options = {"viewport": PHONE, "has_touch": True, "is_mobile": True} if play is play_by_touch else {}
    page = visit(link(server, puzzle), **options)
    play(page, puzzle)
    page.wait_for_selector(SOLVED)
    assert sorted(map(tuple, drawn(page))) == sorted(puzzle.solution.paths)


@pytest.mark.parametrize("kind", KINDS)
def test_hints_lead_through_a_board_of_each_kind(visit, server, kind):
    puzzle = board_of_kind(kind)
    page = visit(link(server, puzzle))
    for _ in range(200):
        page.click("#hint")
        until(page, "document.getElementById('message').textContent !== 'Thinking …'")
        if page.evaluate("document.getElementById('board').classList.contains('solved')"):
            return
    pytest.fail("hints do not come to an end")


@pytest.mark.parametrize("kind", KINDS)
def test_a_kept_game_of_each_kind_goes_on_after_a_reload(visit, server, kind):
    puzzle = board_of_kind(kind)
    page = visit(link(server, puzzle))
    moves = [draw_move(puzzle.grid, path) for path in puzzle.solution.paths[:2]]
    page.evaluate("(moves) => numlink.player.play(moves)", moves)
    before = drawn(page)
    page.reload()
    page.wait_for_selector(".board .end")
    assert drawn(page) == before
    assert figures(page).startswith("2/")


def test_an_exported_page_of_all_kinds_plays_and_hints_from_disk(visit, tmp_path, capsys):
    source, target = tmp_path / "kinds.json", tmp_path / "kinds.html"
    source.write_text(dumps([board_of_kind(kind) for kind in KINDS], "json"))
    assert run_numlink("export", source, "-o", target, capsys=capsys).code == 0
    page = visit(target.as_uri())
    for at, kind in enumerate(KINDS):
        page.wait_for_selector(f"#title:has-text('{at + 1} of {len(KINDS)}')")
        page.click("#hint")
        page.wait_for_selector("#hint-word:not(:text('Hint'))")
        play_by_mouse(page, board_of_kind(kind))
        page.wait_for_selector(SOLVED)
        page.click("#next")


def test_the_share_link_of_each_kind_opens_the_same_board(visit, server):
    for kind in KINDS:
        page = visit(link(server, board_of_kind(kind)))
        page.click("#share")
        assert page.input_value("#share-link") == link(server, board_of_kind(kind))


def test_layers_stand_below_each_other_where_there_is_more_room_down(visit, server):
    page = visit(link(server, board_of_kind("layers")))
    assert place(page, 0)[1] == place(page, 9)[1]
    page.set_viewport_size(PHONE)
    until(page, "numlink.player.board.below")
    assert place(page, 0)[0] == place(page, 9)[0]


def test_a_press_on_the_other_layer_goes_on_where_the_path_waits(visit, server):
    puzzle = board_of_kind("layers")
    page = visit(link(server, puzzle))
    path = next(
        path for path in puzzle.solution.paths if any(a // 9 != b // 9 for a, b in zip(path, path[1:], strict=False))
    )
    at = next(at for at in range(1, len(path)) if path[at] // 9 != path[at - 1] // 9)
    [first, *_] = places(page, path)
    page.mouse.move(*first[0])
    page.mouse.down()
    for point in first[1:]:
        page.mouse.move(*point)
    assert page.locator(".ghost").count() == 1
    page.mouse.up()
    page.mouse.click(*place(page, path[at]))
    assert list(path[: at + 1]) in drawn(page)
    assert page.locator(".taken").count() == 2
