"""For screen readers: numbers to jump to, completed paths, an overview; and printing in black."""

import pytest

from numlink import generate
from numlink.game.moves import draw_move
from tests.browser.test_browser import drag, go, link
from tests.browser.test_wishes import PHONE, SECOND, until
from tests.browser.test_yardstick import MOVES, PUZZLE, SIZES, WON
from tests.samples_of_kinds import KINDS, TOGETHER, board_of_kind

pytestmark = pytest.mark.drawn(4)

LANGUAGES = pytest.mark.parametrize(
    ("locale", "words"),
    [("en-GB", "Path 1 complete, 1 of 2."), ("de-DE", "Weg 1 fertig, 1 von 2."), ("ja-JP", "線 1 完成、1/2。")],
)


@pytest.mark.table(1)
@SIZES
@LANGUAGES
def test_a_completed_path_is_announced(visit, server, viewport, locale, words):
    page = visit(link(server, SECOND), locale=locale, viewport=viewport)
    drag(page, [0, 3, 6])
    assert page.text_content("#spoken") == words
    page.keyboard.press("u")
    page.focus("#board")
    for key in ("ArrowUp", "ArrowUp", "Space", "ArrowDown", "ArrowDown"):
        page.keyboard.press(key)
    reached = page.text_content("#spoken")
    assert reached.startswith({"en-GB": "number 1, path complete", "de-DE": "Zahl 1, Weg fertig"}.get(locale, "数字 1"))
    page.keyboard.press("Space")
    assert page.text_content("#spoken") == words


@pytest.mark.table(1)
@SIZES
def test_keys_lead_to_the_partner_and_to_the_next_number(visit, server, viewport):
    page = visit(link(server, PUZZLE), viewport=viewport)
    page.evaluate(WON, MOVES[1:2])  # number 2 is joined, so it is skipped
    page.focus("#board")
    ends = PUZZLE.endpoints()

    def at():
        return page.evaluate("numlink.player.cursor")

    page.evaluate(f"numlink.player.goTo({ends[1][0]})")
    page.keyboard.press("o")
    assert at() == ends[1][1]
    assert page.text_content("#spoken").startswith("number 1, row")
    page.keyboard.press("o")
    assert at() == ends[1][0]
    page.keyboard.press(".")
    assert at() == ends[3][0]
    page.keyboard.press(",")
    assert at() == ends[1][0]
    page.keyboard.press(",")
    assert at() == ends[8][0]
    page.keyboard.press(".")
    assert at() == ends[1][0]
    page.evaluate("numlink.player.goTo(numlink.player.puzzle.cells.indexOf(0))")
    page.evaluate(WON, ["clear"])
    page.keyboard.press("o")
    assert "number first" in page.text_content("#spoken")
    page.keyboard.press("Shift+ArrowDown")
    page.evaluate(WON, MOVES)
    page.keyboard.press(".")  # all are joined, so any number will do
    assert PUZZLE.cells[at()] > 0


@pytest.mark.table(1)
@SIZES
def test_the_board_in_words(visit, server, viewport):
    page = visit(link(server, PUZZLE), viewport=viewport)
    page.evaluate(WON, [MOVES[0], "draw 4,5 4,4"])
    page.focus("#board")
    page.keyboard.press("v")
    numbers = page.locator("#overview-numbers li").all_text_contents()
    first, last = (divmod(cell, 7) for cell in PUZZLE.endpoints()[1])
    places = [f"row {row + 1}, column {column + 1}" for row, column in (first, last)]
    assert numbers[0] == f"1: {places[0]} to {places[1]}, complete"
    assert numbers[6].endswith("2 cells drawn")
    assert numbers[7].endswith("nothing drawn")
    rows = page.locator("#overview-rows li").all_text_contents()
    assert rows[1] == "Row 2: (1) 4 4 (1) – – –"
    assert rows[3] == "Row 4: # 1 5 1 2 – –"
    assert "8 pairs.\nFill every cell · 1/8 paths" in page.text_content("#overview-about")
    box = page.locator("#overview-dialog")
    assert box.evaluate("(dialog) => dialog.scrollWidth <= dialog.clientWidth")
    page.keyboard.press("Escape")
    page.click("#more")
    page.click("#overview")
    assert page.is_visible("#overview-dialog")


@pytest.mark.table(1)
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_board_has_its_words(visit, server, kind):
    puzzle = board_of_kind(kind)
    page = visit(link(server, puzzle))
    page.evaluate(WON, [draw_move(puzzle.grid, path) for path in puzzle.solution.paths])
    page.evaluate("document.getElementById('overview').click()")
    numbers = page.locator("#overview-numbers li").all_text_contents()
    assert len(numbers) == len(puzzle.endpoints())
    assert all(line.endswith("complete") for line in numbers)
    assert page.locator("#overview-rows li").count() == len(puzzle.cells) // puzzle.width


PRINTED = """(selector) => [...document.querySelectorAll(selector)].filter((one) => one.getBoundingClientRect().width
    && getComputedStyle(one).display !== 'none').flatMap((one) => {
        const { fill, stroke } = getComputedStyle(one);
        return [fill, stroke].filter((colour) => colour !== 'none');
    })"""


@pytest.mark.table(1)
@SIZES
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_is_printed_needs_no_colour(visit, server, viewport, scheme):
    page = visit(link(server, PUZZLE), viewport=viewport, color_scheme=scheme)
    page.evaluate(WON, ["cross 0,0 0,1", *MOVES[:6]])
    page.evaluate("void (window.print = () => { window.printed = document.body.className; })")
    page.emulate_media(media="print", color_scheme=scheme)
    colours = set(page.evaluate(PRINTED, "#board *"))
    channels = [colour[colour.index("(") + 1 : -1].split(", ")[:3] for colour in colours]
    assert all(len(set(three)) == 1 for three in channels), colours  # greys alone
    assert set(page.evaluate(PRINTED, ".end text")) == {"rgb(0, 0, 0)"}
    assert set(page.evaluate(PRINTED, ".path .pipe")) == {"rgb(0, 0, 0)"}


@pytest.mark.table(1)
@SIZES
def test_an_empty_board_is_printed_once_begun_and_the_game_goes_on(visit, server, viewport):
    page = visit(link(server, PUZZLE), viewport=viewport)
    page.evaluate(WON, MOVES[:6])
    page.evaluate(
        """() => { window.print = () => {
            const shown = (name) => getComputedStyle(document.querySelector(name)).display !== 'none';
            window.printed = [document.body.classList.contains('blank'), shown('.paths'), shown('.ends')];
        }; }"""
    )
    page.emulate_media(media="print")
    page.evaluate("document.getElementById('print-empty').click()")
    assert page.evaluate("window.printed") == [True, False, True]
    page.evaluate("document.getElementById('print').click()")
    assert page.evaluate("window.printed") == [False, True, True]
    page.emulate_media(media="screen")
    until(page, "numlink.player.game.state.strands.length === 6")


@pytest.mark.table(1)
@pytest.mark.parametrize("kind", [*KINDS, TOGETHER])
def test_walls_and_ways_between_layers_are_heard_as_they_are_seen(visit, server, kind):
    """At a cell, in the overview and in the editor; without them the board could not be solved by ear."""
    puzzle = board_of_kind(kind)
    grid, layers = puzzle.grid, puzzle.layout.layers
    plane = len(puzzle.cells) // layers
    page = visit(link(server, puzzle))
    page.evaluate("document.getElementById('overview').click()")
    assert "Fill every cell · 0/" in page.text_content("#overview-about")
    lines = page.locator("#overview-between li").all_text_contents()
    ways = grid.layout.vias or ()
    assert sum(line.startswith("Wall: ") for line in lines) == len(puzzle.layout.walls)
    assert sum(line.startswith("Layer link: ") for line in lines) == len(ways)
    rows = page.locator("#overview-rows li").all_text_contents()
    assert sum(row.count("+") for row in rows) == len(puzzle.layout.bridges)
    assert all(row.startswith("Layer " if layers > 1 else "Row ") for row in rows)
    page.keyboard.press("Escape")
    cells = [cell for cell, content in enumerate(puzzle.cells) if content >= 0]
    heard = page.evaluate(
        "(cells) => cells.map((cell) => numlink.player.overview.describe(cell, numlink.player.game.state))", cells
    )
    go(page, "edit")
    page.evaluate("location.hash = `edit=${numlink.player.code}`")
    edited = page.evaluate("(cells) => cells.map((cell) => numlink.editor.describe(cell))", cells)
    for cell, *told in zip(cells, heard, edited, strict=True):
        walls = sum(cell in wall for wall in puzzle.layout.walls)
        joined = any(cell in (way, way + plane) for way in ways)
        assert [words.count("wall towards") for words in told] == [walls] * 2, told
        assert [words.count("Layer link") for words in told] == [joined] * 2, told


@pytest.mark.table(1)
def test_the_rows_in_words_are_those_of_a_turned_board(visit, server):
    puzzle = generate(12, 4, seed=1)
    page = visit(link(server, puzzle), viewport=PHONE)
    assert page.evaluate("numlink.player.board.turned")
    page.evaluate("document.getElementById('overview').click()")
    rows = page.locator("#overview-rows li").all_text_contents()
    columns = zip(*puzzle.rows(), strict=True)
    assert rows == [f"Row {at}: {' '.join(str(k or '–') for k in column)}" for at, column in enumerate(columns, 1)]
