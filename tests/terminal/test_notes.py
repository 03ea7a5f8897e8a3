"""Notes, trials and the daily puzzle in the terminal, some of them in a real pseudo-terminal."""

import asyncio
import os
import threading
from datetime import date

import pytest

from numlink import Grid, Layout, dumps
from numlink.commands.play import Day, Puzzles
from numlink.errors import NumlinkError
from numlink.game.daily import Daily, DailyFolder, make_daily
from numlink.game.game import Game, SavedGames
from numlink.game.moves import draw_move
from numlink.game.state import State
from numlink.game.texts import terminal_texts
from numlink.render.canvas import Canvas
from tests.sample import sample_puzzle
from tests.samples_of_kinds import KINDS, board_of_kind
from tests.terminal.test_terminal import Terminal, walk

REAL = pytest.mark.drawn(2)
"""As in test_terminal.py."""

DAY = date(2026, 11, 16)
FIRST = next(cell for cell, content in enumerate(sample_puzzle().cells) if content > 0)
EMPTY = [cell for cell, content in enumerate(sample_puzzle().cells) if content == 0]


@pytest.fixture
def board(tmp_path):
    path = tmp_path / "sample.txt"
    path.write_text(dumps(sample_puzzle(), "plain"))
    return str(path)


def beside(cell):
    """An empty cell and the empty cell on its right."""
    return next((cell, cell + 1) for cell in EMPTY if cell % 7 < 6 and cell + 1 in EMPTY)


@REAL
def test_crosses_and_free_lines_are_noted_taken_away_and_undone(board, tmp_path):
    saves = tmp_path / "saves"
    terminal = Terminal("play", board, "--saves", str(saves))
    terminal.see("0/8 paths")
    here, _ = beside(FIRST)
    terminal.keys(walk(7, FIRST, here) + "m")
    terminal.see("× on which side?")
    terminal.keys("l")
    shown = terminal.see("1 move ")
    assert shown.count("×") == 1
    terminal.keys("\x1b[1;5C")  # Ctrl and the arrow to the right
    shown = terminal.see("2 moves")
    assert "×" not in shown
    terminal.keys("u")
    terminal.see("×")
    terminal.keys("?")
    help_shown = terminal.see("× on that side")
    assert "try an idea" in help_shown
    terminal.keys("x")  # closes it
    terminal.leave()


@REAL
@pytest.mark.table(1)
@pytest.mark.parametrize("size", ["", "z", "zz"])
def test_a_free_line_stands_in_cells_of_every_size(board, tmp_path, size):
    terminal = Terminal("play", board, "--saves", str(tmp_path / "saves"))
    terminal.see("0/8 paths")
    here, _ = beside(FIRST)
    terminal.keys(size + walk(7, FIRST, here) + " l ")
    shown = terminal.see("1 move ")
    assert "╶─" in shown
    assert "0/8 paths" in shown
    terminal.leave()
    [saved] = [path for path in (tmp_path / "saves").iterdir() if path.name != "last"]
    assert Game.load(saved.read_text()).state.lines == {(here, here + 1)}


@REAL
def test_a_trial_is_dashed_and_kept_or_dropped_as_a_whole(board, tmp_path):
    puzzle = sample_puzzle()
    terminal = Terminal("play", board, "--saves", str(tmp_path / "saves"))
    terminal.see("0/8 paths")
    one, other = puzzle.solution.paths[0], puzzle.solution.paths[1]

    def drawn(here, path):
        steps = [there - cell for cell, there in zip(path, path[1:], strict=False)]
        return walk(7, here, path[0]) + "".join({-7: "K", -1: "H", 1: "L", 7: "J"}[step] for step in steps)

    terminal.keys("T")
    terminal.see("You aren't trying an idea")
    terminal.keys(drawn(FIRST, one))
    terminal.see("1/8 paths")
    terminal.keys("t")
    assert not set("╍╏") & set(terminal.see("Trying an idea: t keeps it"))
    terminal.keys(drawn(one[-1], other))
    assert set("╍╏") & set(terminal.see("2/8 paths"))
    terminal.keys("T")
    shown = terminal.see("1/8 paths")
    assert "Discarded" in shown
    assert not set("╍╏") & set(shown)
    terminal.keys("t" + drawn(other[-1], other))
    terminal.see("2/8 paths")
    terminal.keys("t")
    assert not set("╍╏") & set(terminal.see("Kept"))
    terminal.leave()


def test_a_crossed_via_is_still_a_via():
    grid = Grid(3, 2, layout=Layout(layers=2, vias=[0, 4]))
    text = "".join(Canvas(grid).drawn({}, [], crosses=[(0, 6), (4, 10), (1, 2)], lines=[(4, 10)]).lines())
    assert (text.count("⊗"), text.count("○"), text.count("×")) == (2, 2, 1)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "tilings"])
def test_every_kind_of_board_shows_crosses_free_lines_and_trials(kind):
    puzzle = board_of_kind(kind)
    state, canvas = State.start(puzzle), Canvas(puzzle.grid)
    ends = {cell: (number, str(number)) for number, cells in state.ends.items() for cell in cells}
    links = list(puzzle.grid.links())

    def signs(paths=(), **notes):
        return "".join(canvas.drawn(ends, paths, **notes).lines())

    bare = signs()
    for link in links:
        assert signs(crosses=[link]).count("×") >= bare.count("×"), link
        assert signs(crosses=[link]) != bare or "×" in bare, link
    assert all(signs(lines=[link]) != bare for link in links if not set(link) & set(ends))
    paths = [(at, path) for at, path in enumerate(puzzle.solution.paths, start=1) if path]
    drawn = signs(paths)
    tried = signs(paths, tried={number for number, _ in paths})
    assert drawn.replace("━", "╍").replace("┃", "╏").count("╍") >= tried.count("╍") > 0


@pytest.mark.parametrize(
    ("language", "words"), [("en", "Making Daily 2026-11-16"), ("de", "das Brett entsteht"), ("ja", "盤面")]
)
def test_while_a_daily_is_made_the_screen_names_it_and_counts_seconds(language, words, monkeypatch):
    from numlink.terminal.app import Player

    monkeypatch.setitem(os.environ, "LC_ALL", f"{language}.UTF-8")
    made = threading.Event()

    def next_game(_):
        made.wait(20)
        return Game.start(sample_puzzle())

    async def play():
        player = Player(None, next_game, lambda game: None, lambda game: None, "Daily 2026-11-16")
        async with player.run_test() as pilot:
            shown = [str(player.state_line.render()), player.message]
            player._tick()
            shown.append(player.message)
            made.set()
            for _ in range(100):
                await pilot.pause(0.02)
                if player.begun is not None:
                    break
            return shown, player.begun

    (title, first, later), begun = asyncio.run(play())
    assert title == "Daily 2026-11-16"
    assert words in first
    assert later == f"{first} 0:01"
    assert begun is not None


def test_the_puzzle_of_a_day_is_made_once_for_terminal_and_server(tmp_path, monkeypatch):
    made = []

    def make(day, which=Daily.CLIMBING, **_):
        made.append(which)
        return make_daily(day, which)

    monkeypatch.setattr("numlink.commands.play.make_daily", make)
    monkeypatch.setattr("numlink.web.jobs.make_daily", make)
    from numlink.web import jobs

    def in_terminal(which):
        day = Day(DAY, which)
        supply = Puzzles(
            [], (9, 9), seed=None, wishes={}, day=day, shelf=SavedGames(tmp_path), days=DailyFolder(tmp_path / "days")
        )
        return supply.next(lambda: False).puzzle

    for which in Daily:
        served = jobs.daily(DAY, which, tmp_path / "days", 60.0)
        played = in_terminal(which)
        assert played.name == which.name_of(DAY) == served["name"]
        assert [list(row) for row in played.rows()] == served["cells"]
    assert made == list(Daily)


@pytest.mark.parametrize(
    "text", ["", "1 1\n", "name: Daily 2026-11-16\nrecipe: numlink 1 7x7 seed=1\n1 . 1\n", b"\xff\xfe"]
)
def test_a_file_that_is_not_the_puzzle_of_the_day_is_not_taken(tmp_path, text):
    days = DailyFolder(tmp_path)
    days.keep(DAY, Daily.CLIMBING, make_daily(DAY))
    assert days.take(DAY, Daily.CLIMBING) == make_daily(DAY)
    [kept] = tmp_path.iterdir()
    kept.write_bytes(text if isinstance(text, bytes) else text.encode())
    assert days.take(DAY, Daily.CLIMBING) is None
    kept.write_text(dumps(make_daily(date(2026, 11, 17))))
    assert days.take(DAY, Daily.CLIMBING) is None
    DailyFolder(tmp_path / kept.name / "folder").keep(DAY, Daily.CLIMBING, make_daily(DAY))  # not writable: no error


@REAL
def test_the_gentle_puzzle_of_a_day_is_played_and_named(tmp_path):
    terminal = Terminal("play", "--gentle", "--daily", "2026-11-16", "--saves", str(tmp_path))
    terminal.see("Easy daily 2026-11-16")
    terminal.see("6x6 cover")
    terminal.leave()
    assert [path.name for path in (tmp_path / "dailies").iterdir()] == ["2026-11-16-gentle.txt"]


def test_notes_are_moves_that_a_saved_game_keeps():
    game = Game.start(sample_puzzle()).play("cross 0,0 0,1", "line 5,4 5,5 6,5")
    assert game.state.crosses == {(0, 1)}
    assert game.state.lines == {(39, 40), (40, 47)}
    again = Game.load(game.save())
    assert again == game
    assert again.play("cross 0,1 0,0").state.crosses == set()
    path = draw_move(game.puzzle.grid, game.puzzle.solution.paths[0])
    assert game.play(path).state.crosses == {(0, 1)}
    assert game.play("clear").state == State.start(game.puzzle)
    with pytest.raises(NumlinkError, match="is not a move"):
        game.play("cross 0,0")


@pytest.mark.parametrize("language", ["en", "de", "ja"])
def test_the_help_fits_24_lines_with_what_is_special_about_the_board(language, tmp_path):
    """Its last line is visible, and no line is wrapped."""
    from rich.cells import cell_len

    lines = (
        terminal_texts(language)["helpscreen"].format(rules="cover").replace("[b]", "").replace("[/b]", "").splitlines()
    )
    assert len(lines) + 1 <= 22
    assert max(map(cell_len, lines)) <= 74
