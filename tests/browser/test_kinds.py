"""Boards beyond the rectangle, each played to its end in the browser: by mouse, touch and keyboard."""

import pytest

from numlink import dumps
from numlink.formats.link import decode
from numlink.game.drag import step_from
from numlink.game.moves import draw_move
from tests.browser.test_browser import SOLVED, choose, drawn, figures, go, link, place, press, size
from tests.browser.test_wishes import OPENED, PHONE, box, until
from tests.cli import numlink as run_numlink
from tests.samples_of_kinds import KINDS, TOGETHER, board_of_kind

pytestmark = pytest.mark.drawn(9)


def places(page, path):
    """Strokes that draw a path: they leave the board to cross the rim, and a new stroke begins on another layer."""
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
                    if (at === path.length - 1) return;  // there already; a tap on the end would take it back
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


ARROWS = {"ArrowUp": (-1, 0), "ArrowRight": (0, 1), "ArrowDown": (1, 0), "ArrowLeft": (0, -1)}
SLANTS = {"9": (-1, 1), "3": (1, 1), "1": (1, -1), "7": (-1, -1)}


def key_of(puzzle, here, there):
    """The key that goes from a cell to one beside it."""
    if here // puzzle.grid.plane != there // puzzle.grid.plane:
        return "PageDown" if there > here else "PageUp"
    keys = (ARROWS | SLANTS).items()
    return next(key for key, step in keys if step_from(puzzle.grid, here, *step) == there)


def play_by_keys(page, puzzle):
    page.focus("#board")
    for path in puzzle.solution.paths:
        page.evaluate("(cell) => numlink.player.goTo(cell)", path[0])
        page.keyboard.press("Space")
        for here, there in zip(path, path[1:], strict=False):
            page.keyboard.press(key_of(puzzle, here, there))
        page.keyboard.press("Space")


@pytest.mark.table(4)
@pytest.mark.parametrize("play", [play_by_mouse, play_by_touch, play_by_keys])
@pytest.mark.parametrize("kind", [*KINDS, TOGETHER])
def test_a_board_of_each_kind_is_played_to_its_end(visit, server, kind, play):
    puzzle = board_of_kind(kind)
    options = {"viewport": PHONE, "has_touch": True, "is_mobile": True} if play is play_by_touch else {}
    page = visit(link(server, puzzle), **options)
    play(page, puzzle)
    page.wait_for_selector(SOLVED)
    assert sorted(map(tuple, drawn(page))) == sorted(puzzle.solution.paths)


HELPED = {
    "diagonals": ("meet at a corner are neighbours too, and paths may cross there",),
    "hex": ("any of its six neighbours",),
    "triangles": ("any of its three neighbours",),
    "walls": ("up, down, left or right, and crosses no other", "through a wall"),
}


@pytest.mark.table(1)
@pytest.mark.parametrize("kind", HELPED)
def test_the_rules_say_where_paths_go_on_this_kind_of_board(visit, server, kind):
    page = visit(link(server, board_of_kind(kind)))
    page.keyboard.press("?")
    page.wait_for_selector("#help-dialog[open]")
    told = page.text_content("#help-board")
    assert [said in told for said in HELPED[kind]] == [True] * len(HELPED[kind])
    assert ("up, down" in page.text_content("#help-dialog")) == (kind == "walls")


def test_a_slow_drag_across_corners_enters_no_cell_beside_them(visit, server):
    puzzle = board_of_kind("diagonals")
    page = visit(link(server, puzzle))
    path = max(puzzle.solution.paths, key=len)
    [stroke] = places(page, path)
    page.mouse.move(*stroke[0])
    page.mouse.down()
    for x, y in stroke[1:]:
        page.mouse.move(x + 4, y, steps=12)
    page.mouse.up()
    assert [path] == [tuple(strand) for strand in drawn(page) if len(strand) > 1]


@pytest.mark.table(1)
@pytest.mark.parametrize("kind", KINDS)
def test_hints_lead_through_a_board_of_each_kind(visit, server, kind):
    puzzle = board_of_kind(kind)
    page = visit(link(server, puzzle))
    for _ in range(200):
        page.click("#hint")
        until(page, "document.getElementById('message').textContent !== 'Thinking…'")
        if page.evaluate("document.getElementById('board').classList.contains('solved')"):
            return
    pytest.fail("hints do not come to an end")


@pytest.mark.table(1)
@pytest.mark.parametrize("kind", KINDS)
def test_a_game_of_each_kind_continues_after_a_reload(visit, server, kind):
    puzzle = board_of_kind(kind)
    page = visit(link(server, puzzle))
    moves = [draw_move(puzzle.grid, path) for path in puzzle.solution.paths[:2]]
    page.evaluate("(moves) => numlink.player.play(moves)", moves)
    before = drawn(page)
    page.reload()
    page.wait_for_selector(".board .end")
    assert drawn(page) == before
    assert figures(page).startswith("2/")


@pytest.mark.thorough
def test_an_exported_page_of_all_kinds_plays_and_hints_from_disk(visit, tmp_path, capsys):
    source, target = tmp_path / "kinds.json", tmp_path / "kinds.html"
    source.write_text(dumps([board_of_kind(kind) for kind in KINDS], "json"))
    assert run_numlink("export", source, "-o", target, capsys=capsys).code == 0
    page = visit(target.as_uri())
    for at, kind in enumerate(KINDS):
        page.wait_for_selector(f"#title:has-text('{at + 1} of {len(KINDS)}')")
        page.click("#hint")
        page.wait_for_selector("#hinted")
        play_by_mouse(page, board_of_kind(kind))
        page.wait_for_selector(SOLVED)
        page.click("#card-next")


def test_the_share_link_of_each_kind_opens_the_same_board(visit, server):
    page = visit(server)
    for kind in KINDS:
        page.goto(link(server, board_of_kind(kind)))
        until(page, OPENED)
        press(page, "share")
        page.wait_for_selector("#share-dialog[open]")
        assert page.input_value("#share-link") == link(server, board_of_kind(kind))
        page.keyboard.press("Escape")


def test_layers_are_stacked_on_tall_screens(visit, server):
    page = visit(link(server, board_of_kind("layers")))
    assert place(page, 0)[1] == place(page, 9)[1]
    page.set_viewport_size(PHONE)
    until(page, "numlink.player.board.below")
    assert place(page, 0)[0] == place(page, 9)[0]


def test_a_press_on_the_other_layer_continues_the_path(visit, server):
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


def side_of(page, cell, other):
    """A point near the side between two cells of the editor."""
    (x, y), (right, down) = place(page, cell, "#edit-board"), place(page, other, "#edit-board")
    return x + 0.4 * (right - x), y + 0.4 * (down - y)


def edited(page):
    return page.evaluate("import('./share.js').then(({ encode }) => encode(numlink.editor.puzzle))")


def test_the_editor_draws_walls_bridges_wraps_and_layers(visit, server):
    page = visit(f"{server}#edit=4x4.free.1n1")
    page.wait_for_selector(".verdict.multiple")
    page.check("input[value=wall]")
    page.mouse.click(*side_of(page, 5, 6))
    page.mouse.click(*side_of(page, 9, 5))
    assert edited(page) == "4x4.free.1n1.wallsiWW"
    page.mouse.click(*side_of(page, 6, 5))
    assert edited(page) == "4x4.free.1n1.wallsjW"
    page.check("input[value=bridge]")
    page.mouse.click(*place(page, 10, "#edit-board"))
    assert edited(page) == "4x4.free.1iBd1.wallsjW"
    page.mouse.click(*place(page, 3, "#edit-board"))
    page.wait_for_selector("text=A bridge needs a square cell with four neighbours")
    press(page, "edit-shape")
    page.select_option("#edit-wrap", "rows")
    page.wait_for_selector(".verdict:not(.open)")
    page.fill("#edit-layers", "2")
    page.press("#edit-layers", "Tab")
    page.keyboard.press("Escape")
    page.check("input[value=via]")
    page.mouse.click(*place(page, 16 + 12, "#edit-board"))
    page.wait_for_selector(".verdict:not(.open)")
    assert edited(page).startswith("4x4.free.1iBd1p.rows.layers2.viaslV.walls")
    page.click("#edit-undo")
    assert ".vias" not in edited(page)


def test_the_editor_makes_hexagons_by_keys_and_plays_them(visit, server):
    page = visit(f"{server}#edit=3x3.cover.1g1")
    press(page, "edit-shape")
    page.select_option("#edit-wrap", "both")
    page.select_option("#edit-kind", "hex")
    assert edited(page) == "3x3.cover.1g1.hex"
    assert page.is_disabled("#edit-wrap")
    page.keyboard.press("Escape")
    page.check("input[value=wall]")
    page.focus("#edit-board")
    for key in ("ArrowDown", "ArrowRight", "7", "Shift+ArrowDown"):  # walls up left and below the middle
        page.keyboard.press(key)
    assert edited(page).startswith("3x3.cover.1g1.hex.walls")
    assert page.evaluate("numlink.editor.puzzle.walls.length") == 2
    press(page, "edit-shape")
    page.select_option("#edit-kind", "square")
    assert page.evaluate("numlink.editor.puzzle.walls.length") <= 2
    press(page, "edit-undo")
    page.select_option("#edit-rules", "free")
    page.keyboard.press("Escape")
    page.click("#edit-play")
    page.wait_for_selector("#player:not([hidden])")
    page.evaluate("numlink.player.play(['draw 0,0 0,1 0,2 1,2 2,2'])")
    page.wait_for_selector(SOLVED)


@pytest.mark.table(1)
@pytest.mark.parametrize("kind", KINDS)
def test_the_editor_takes_a_board_of_each_kind_and_finds_its_one_solution(visit, server, kind):
    page = visit(link(server, board_of_kind(kind)))
    go(page, "edit")
    page.wait_for_selector(".verdict.unique")
    assert edited(page) == link(server, board_of_kind(kind)).split("#p=")[1]
    assert box(page, "#edit-board")[3] <= 900
    press(page, "edit-shape")
    if kind == "tilings":  # its size is that of its polygons
        assert page.is_disabled("#edit-width")
        page.select_option("#edit-kind", "square")
        page.wait_for_selector(".verdict")
    else:
        page.fill("#edit-width", "4")
        page.press("#edit-width", "Tab")
    page.keyboard.press("Escape")
    page.wait_for_selector(".verdict")
    page.click("#edit-undo")
    assert edited(page) == link(server, board_of_kind(kind)).split("#p=")[1]


@pytest.mark.table(1)
@pytest.mark.parametrize("locale", ["en", "de", "ja"])
def test_a_phone_shows_all_rules_of_a_board(visit, server, locale):
    page = visit(link(server, board_of_kind(KINDS[0])), viewport=PHONE, locale=locale)
    for kind in KINDS:
        page.goto(link(server, board_of_kind(kind)))
        page.wait_for_selector(".board .end")
        shown, needed = page.evaluate(
            "(said => [said.clientHeight, said.scrollHeight])(document.querySelector('.said'))"
        )
        assert needed <= shown, (kind, page.text_content("#message"))


@pytest.mark.table(1)
@pytest.mark.parametrize("board", ["hex", "diagonal", "triangle", "wraps", "walls", "bridges", "layers"])
def test_new_makes_boards_of_each_kind_with_their_grade(visit, server, board):
    page = visit(link(server, board_of_kind("walls")))
    go(page, "new")
    size(page, 6, 6)  # two layers of 7x7 take up to 2.3 s of a processor
    choose(page, "board", board)
    grade = "easy" if board == "triangle" else "medium"  # with three ways from a cell so small a board is easy
    choose(page, "difficulty", grade)
    page.click("#new-make")
    page.wait_for_function(
        "(kind) => /^#p=/.test(location.hash) && location.hash.includes('walls') === (kind === 'walls')", arg=board
    )
    page.wait_for_selector(f"#title:has-text('{grade.title()} ')")
    puzzle = decode(page.evaluate("location.hash")[3:])
    wanted = {"hex": "hexagons", "diagonal": "diagonals", "triangle": "triangles"}.get(board, board)
    assert [feature.value for feature in puzzle.layout.features()] == [wanted]
    assert page.text_content("#message") != "Connect every pair of equal numbers."
