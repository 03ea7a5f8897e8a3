"""The terminal game driven by Textual's pilot: keys and mouse in any order, a puzzle that cannot be made, quitting."""

import asyncio
import threading
from random import Random
from time import sleep
from types import SimpleNamespace

import pytest

pytest.importorskip("textual")

from numlink import Grid, InputError, Layout, Puzzle, generate_classic, parse
from numlink.game.game import Game
from numlink.game.hints import Hint, HintKind
from numlink.game.moves import draw_move
from numlink.game.texts import LANGUAGES, terminal_texts
from numlink.render.text_layout import TextLayout
from numlink.render.theme import GROUND, THEMES, TILE, TILE_BLOCK, Mode
from numlink.terminal.app import Player
from numlink.terminal.board_view import SIZES
from tests.sample import sample_puzzle
from tests.samples_of_kinds import KINDS, TOGETHER, board_of_kind

SHOWN = [*(kind for kind in KINDS if board_of_kind(kind).layout.tiling is None), TOGETHER]
PLAIN = "1 . 2\n. . .\n1 . 2"
KEYS = (
    *("up", "down", "left", "right", "H", "J", "K", "L", "7", "3", "<", ">", "ctrl+left", "space", "enter", "escape"),
    *("m", "t", "T", "u", "r", "x", "X", "n", "b", "a", "z", "i", "c", "p", "question_mark", "tab"),
)
STEPS = 45
"""Events of one random game; some end in a drag that a key interrupts."""


def player_of(*puzzles):
    """The game on the first of the boards; `n` brings the others in turn, for ever."""
    games = [Game.start(puzzle) for puzzle in puzzles]

    def next_game(_):
        games.append(games.pop(0))
        return games[0]

    return Player(games[0], next_game, lambda game: None, lambda game: None)


def drive(player, steps, size=(100, 40)):
    """Play `steps(pilot)` on a screen without a terminal; an error in the application is raised here."""

    async def play():
        async with player.run_test(size=size) as pilot:
            await steps(pilot)

    asyncio.run(play())


async def settled(player):
    """Wait until no job runs or waits."""
    while len(player.workers):
        await asyncio.sleep(0.01)


def offset_of(board, cell):
    """Where a cell is on the board's widget."""
    (left, top), (x, y) = board.margins(), board.canvas.text_layout.places[cell]
    return left + x, top + y


@pytest.mark.parametrize("key", ["escape", "u", "space", "n", "X", "t", "i"])
def test_a_key_that_ends_what_is_being_drawn_ends_the_drag(key):
    player = player_of(parse(PLAIN)[0], sample_puzzle())
    board = player.board

    async def steps(pilot):
        await pilot.mouse_down(board, offset_of(board, 0))
        assert board.dragging
        await pilot.press(key)
        await settled(player)
        assert not board.dragging
        assert player.mouse_captured is None
        await pilot.hover(board, offset_of(board, 4))
        await pilot.mouse_up(board, offset_of(board, 4))
        assert not board.view.trail
        assert not player.game.moves

    drive(player, steps)


def test_a_press_of_the_right_button_ends_the_drag_of_the_left_one():
    player = player_of(parse(PLAIN)[0])
    board = player.board

    async def steps(pilot):
        await pilot.mouse_down(board, offset_of(board, 0))
        await pilot.mouse_down(board, offset_of(board, 4), button=3)
        await pilot.hover(board, offset_of(board, 5))
        await pilot.mouse_up(board, offset_of(board, 5))
        assert (board.dragging, board.view.trail) == (False, ())

    drive(player, steps)


@pytest.mark.table(2)
@pytest.mark.parametrize("kind", [*SHOWN, "plain"])
def test_keys_and_mouse_in_any_order_never_raise(kind):
    stream = Random(f"keys and mouse: {kind}")
    player = player_of(parse(PLAIN)[0] if kind == "plain" else board_of_kind(kind), sample_puzzle())
    board = player.board

    async def steps(pilot):
        for _ in range(STEPS):
            spot = stream.randrange(board.state.grid.size)
            x, y = offset_of(board, spot)
            place = x + stream.choice((0, 0, 1, -1, 2)), y + stream.choice((0, 0, 0, 1, -1))
            # the pilot's mouse waits 60 ms for each event, so the widget is called as Textual calls it
            mouse = SimpleNamespace(x=place[0], y=place[1], button=stream.choice((1, 1, 1, 3)))
            handle = stream.choice((board.on_mouse_down, board.on_mouse_move, board.on_mouse_move, board.on_mouse_up))
            if stream.randrange(3):
                handle(mouse)
            else:
                await pilot.press(stream.choice(KEYS))
            assert not board.dragging or board.view.trail

    drive(player, steps)


@pytest.mark.parametrize("language", LANGUAGES)
def test_if_the_first_puzzle_cannot_be_made_the_error_stays_and_n_tries_again(language, monkeypatch):
    monkeypatch.setenv("LC_ALL", f"{language}.UTF-8")
    told = "no board of that kind" if language == "en" else terminal_texts(language)["notmade"]
    tries = []

    def next_game(_):
        tries.append(1)
        if len(tries) < 3:
            raise InputError("no board of that kind")
        return Game.start(sample_puzzle())

    player = Player(None, next_game, lambda game: None, lambda game: None, "the daily")

    async def steps(pilot):
        for tried in (1, 2):
            await settled(player)
            player._tick()
            player._tick()
            assert len(tries) == tried
            assert player.message == f"{told} {terminal_texts(language)['tryagain']}"
            await pilot.press("u", "i", "z", "b")
            assert player.message.startswith(told)
            await pilot.press("n")
        await settled(player)
        assert player.begun is not None
        before = player.begun.seconds  # the game's own clock ticks, too
        player._tick()
        assert player.begun.seconds == before + 1

    drive(player, steps)


def test_while_the_first_puzzle_is_made_n_does_not_begin_anew():
    tries, made = [], threading.Event()

    def next_game(_):
        tries.append(1)
        made.wait(20)
        return Game.start(sample_puzzle())

    player = Player(None, next_game, lambda game: None, lambda game: None)

    async def steps(pilot):
        await pilot.press("n", "n")
        made.set()
        await settled(player)
        assert len(tries) == 1

    drive(player, steps)


def test_keys_typed_while_the_help_screen_closes_reach_the_game():
    player = player_of(sample_puzzle())

    async def steps(pilot):
        begin = player.board.view.cursor
        await pilot.press("question_mark")
        for key in ("x", "a", "down"):
            player.simulate_key(key)
        await pilot.pause()
        assert player.board.view.letters
        assert player.board.view.cursor == begin + sample_puzzle().width

    drive(player, steps)


@pytest.mark.parametrize("keys", ["n q", "n ctrl+q", "n ctrl+c", "n question_mark ctrl+q", "n question_mark ctrl+c"])
def test_every_key_that_quits_tells_the_job_to_stop_and_returns_the_game(keys):
    ended = threading.Event()

    def next_game(stopped):
        while not stopped() and not ended.wait(0.01):
            pass
        if stopped():
            ended.set()
        raise InputError("was told to stop")

    game = Game.start(sample_puzzle())
    player = Player(game, next_game, lambda game: None, lambda game: None)

    async def steps(pilot):
        await pilot.press(*keys.split())

    try:
        drive(player, steps)
        assert ended.wait(5)
    finally:
        ended.set()
    assert player.return_value is not None
    assert player.return_value.puzzle == game.puzzle


@pytest.mark.table(2)
@pytest.mark.parametrize("kind", SHOWN)
def test_the_zoom_key_does_nothing_on_a_board_with_one_size_of_cells(kind):
    player = player_of(board_of_kind(kind), parse(PLAIN)[0])

    async def steps(pilot):
        await pilot.press("z")
        assert player.message == terminal_texts("en")["onesize"]
        await pilot.press("n")
        await settled(player)
        assert player.board.cells is SIZES[0]
        await pilot.press("z")
        assert player.board.cells is SIZES[1]

    drive(player, steps)


@pytest.mark.parametrize(("screen", "down"), [((80, 24), 3), ((120, 40), 5), ((40, 18), 2), ((30, 14), 1)])
def test_cells_grow_with_the_terminal(screen, down):
    player = player_of(generate_classic(6, seed=1))

    async def steps(pilot):
        for size in (screen, (200, 60), screen):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            board = player.board
            assert board.cells.down == (down if size == screen else 5)
            assert board.virtual_size.width <= board.size.width
            assert board.virtual_size.height <= board.size.height

    drive(player, steps, size=(100, 30))


def looks(board, place):
    """The character at a place of the board and its style."""
    x, y = place
    left, top = board.margins()
    line = [(letter, part.style) for part in board.render_line(y + top) for letter in part.text]
    return line[x + left]


@pytest.mark.parametrize(("ground", "mode"), [("15;0", Mode.DARK), ("", Mode.DARK), ("0;15", Mode.LIGHT)])
def test_cells_are_tiles_in_the_colours_of_pictures(monkeypatch, ground, mode):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("COLORFGBG", ground)
    player = player_of(parse("1 . 1\n. . X\n2 . 2")[0])

    async def steps(pilot):
        board, places = player.board, player.board.canvas.text_layout.places
        await pilot.press("l", "j")
        player._play(draw_move(board.state.grid, (0, 1)))
        shown = [looks(board, place) for place in places]
        assert shown[0][0] == "1"
        theme = THEMES["colour"]
        grounds = [style.bgcolor.name for _, style in shown]
        assert grounds[:4] == [theme.hue(1), theme.wash(1).under(mode), theme.hue(1), TILE.under(mode)]
        assert grounds[5] == TILE_BLOCK.under(mode)
        assert shown[4][1].reverse
        x, y = places[3]
        sign, style = looks(board, (x, y - board.cells.above - 1))
        assert (sign, style.color.name, style.bgcolor.name) == ("▄", TILE.under(mode), GROUND.under(mode))
        assert not any("│" in text for text in map("".join, board.rows.texts))

    drive(player, steps)


def test_without_colours_a_board_has_a_frame_and_no_tiles(monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    player = player_of(parse(PLAIN)[0])

    async def steps(pilot):
        await pilot.pause()
        board = player.board
        assert looks(board, (0, 0))[0] == "┌"
        assert not board.tiles

    drive(player, steps)


def test_one_hint_is_computed_at_a_time():
    """With a thread per hint, threads shared an object of the engine, and the program crashed."""
    player, running, most, ended = player_of(parse(PLAIN)[0]), [], [], []

    def check(_, *, stopped):
        running.append(None)
        most.append(len(running))
        while len(most) < 5 and not stopped():
            sleep(0.001)
        running.pop()
        ended.append(stopped())
        return Hint(HintKind.FINE, "Fine.")

    async def steps(pilot):
        await settled(player)  # of the grade
        player.advisor = SimpleNamespace(check=check)
        for begun in range(1, 6):
            await pilot.press("c")
            while len(most) < begun:
                await asyncio.sleep(0.001)
        await settled(player)
        assert most == [1] * 5
        assert ended == [True] * 4 + [False]
        assert player.message == "Fine."

    drive(player, steps)


@pytest.mark.parametrize("setting", [*SIZES])
@pytest.mark.parametrize(("width", "height"), [(3, 2), (1, 1), (1, 4), (5, 1)])
def test_no_character_of_the_frame_belongs_to_a_cell_and_every_place_does(setting, width, height):
    layout = TextLayout(Grid(width, height), setting)
    right, bottom = layout.width - 1, layout.height - 1
    frame = {(x, y) for x in range(layout.width) for y in (0, bottom)}
    frame |= {(x, y) for x in (0, right) for y in range(layout.height)}
    assert {layout.cell_at(*place) for place in frame} == {None}
    assert [layout.cell_at(*place) for place in layout.places] == [*range(width * height)]


def in_view(board):
    """Whether the cursor's cell is on the screen."""
    window = board.scrollable_content_region.at_offset(board.scroll_offset)
    return window.contains(*board.canvas.text_layout.places[board.view.cursor])


def test_whatever_moves_the_cursor_or_the_board_brings_the_cursor_into_view():
    puzzle = generate_classic(40, 40, seed=3)
    small, last = parse(PLAIN)[0], len(puzzle.cells) - 1
    player = player_of(puzzle, small, generate_classic(40, 40, seed=4))
    board = player.board

    async def steps(pilot):
        async def seen():
            await pilot.pause()
            assert in_view(board)

        async def go_to(cell):
            player._show_hint(player.game.state, Hint(HintKind.LINK, "to the end", cells=(0, cell)))
            await seen()

        await go_to(last)
        assert board.scroll_offset.y > 0
        await pilot.press("z")  # larger cells
        await seen()
        await pilot.press("z", "z")
        await seen()
        board.scroll_to(0, 0, animate=False)
        await pilot.pause()
        assert not in_view(board)
        await go_to(last)  # though the cursor is there already
        end = next(cell for cell, content in enumerate(puzzle.cells) if content > 0)
        await go_to(end)
        await pilot.press("space")
        board.scroll_to(0, 99, animate=False)
        await pilot.pause()
        assert not in_view(board)
        await pilot.press("escape")
        await seen()
        await go_to(last)
        await pilot.press("n")
        await settled(player)
        await seen()
        await pilot.press("n")
        await settled(player)
        await seen()

    drive(player, steps, size=(50, 18))


def test_a_press_at_the_edge_of_the_screen_leaves_the_board_in_its_place():
    """If the board moved, the mouse would draw a line to another cell."""
    player = player_of(generate_classic(40, 40, seed=3))
    board = player.board

    async def steps(pilot):
        places, window = board.canvas.text_layout.places, board.scrollable_content_region.size
        shown = [place for place in places if window.contains(*place)]
        await pilot.mouse_down(board, shown[-1])
        await pilot.pause()
        assert board.view.cursor == places.index(shown[-1])
        assert board.scroll_offset == (0, 0)

    drive(player, steps, size=(50, 18))


@pytest.mark.parametrize("key", ["space", "enter"])
def test_the_pencil_on_a_solid_cell_below_an_open_end_does_nothing(key):
    player = player_of(Puzzle(3, 2, (1, 0, 1, 2, 0, 2, -1, 0, 0, 0, 0, 0), layout=Layout(layers=2)))
    board = player.board

    async def steps(pilot):
        board.change(cursor=6)
        await pilot.press(key, key)
        assert (board.view.trail, player.game.moves) == ((), ())

    drive(player, steps)
