"""The terminal game, driven by keys and mouse in a real pseudo-terminal; the tests judge what the screen shows."""

import asyncio
import os
import re
import sys
from time import monotonic

import pytest

pytest.importorskip("textual")
pexpect = pytest.importorskip("pexpect")
pyte = pytest.importorskip("pyte")

from numlink import NumlinkError, dumps, generate, generate_classic, parse  # noqa: E402
from numlink.game.game import Game, SavedGames  # noqa: E402
from numlink.game.moves import draw_move  # noqa: E402
from numlink.terminal.app import Player, clock  # noqa: E402
from numlink.terminal.board_view import BoardView  # noqa: E402
from numlink.terminal.view_state import spelled  # noqa: E402
from tests.sample import sample_puzzle  # noqa: E402

REAL = pytest.mark.drawn(8)
"""For tests that start a program in a pseudo-terminal: each takes a second; those of test_driven.py start none."""

KEYS = {-7: "K", -1: "H", 1: "L", 7: "J"}
GO = {-7: "k", -1: "h", 1: "l", 7: "j"}


class Terminal:
    """A numlink in a pseudo-terminal with the screen it has drawn."""

    def __init__(self, *arguments, lines=24, columns=80, **environment):
        command = ["-m", "numlink", *arguments]
        surroundings = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"} | environment
        for size in ("LINES", "COLUMNS"):  # pytest-xdist sets them to those of its own terminal
            surroundings.pop(size, None)
        self.screen = pyte.Screen(columns, lines)
        self.stream = pyte.ByteStream(self.screen)
        self.child = pexpect.spawn(
            sys.executable, command, dimensions=(lines, columns), env=surroundings, timeout=1, maxread=65536
        )

    def view(self):
        """Read what has arrived."""
        try:
            while True:
                self.stream.feed(self.child.read_nonblocking(65536, timeout=0.05))
        except pexpect.TIMEOUT:
            pass
        except pexpect.EOF:
            pass
        return "\n".join(self.screen.display)

    def see(self, text, seconds=20):
        """Wait until the screen shows `text`."""
        end = monotonic() + seconds
        while text not in (shown := self.view()):
            if monotonic() > end:
                pytest.fail(f"{text!r} did not appear:\n{shown}")
        return shown

    def keys(self, text):
        self.child.send(text)

    def mouse(self, kind, row, column):
        """Press (0), move with the button (32) or release (None) at a cell of a board without scrolling."""
        x, y = self.left + 4 * column + 3, self.top + 2 * row + 2
        code, end = (0, "m") if kind is None else (kind, "M")
        self.child.send(f"\x1b[<{code};{x};{y}{end}")

    def find_board(self):
        """Where the board's corner is, as the screen shows it."""
        lines = self.screen.display
        self.top = next(at for at, line in enumerate(lines) if "┌─" in line)
        self.left = lines[self.top].index("┌")

    def leave(self):
        self.keys("q")
        self.child.expect(pexpect.EOF, timeout=20)
        self.child.close()
        return self.child.before.decode()


@pytest.fixture
def puzzle_file(tmp_path):
    path = tmp_path / "sample.txt"
    path.write_text(
        "rules: cover\n"
        + "\n".join(" ".join({0: ".", -1: "X"}.get(c, str(c)) for c in r) for r in sample_puzzle().rows())
    )
    return str(path)


def walk(width, here, there):
    down, right = there // width - here // width, there % width - here % width
    return ("j" * down if down > 0 else "k" * -down) + ("l" * right if right > 0 else "h" * -right)


@REAL
def test_a_solution_is_drawn_by_keys_with_undo_and_a_restart(puzzle_file, tmp_path):
    puzzle = sample_puzzle()
    saves = str(tmp_path / "saves")
    terminal = Terminal("play", puzzle_file, "--saves", saves)
    terminal.see("0/8 paths")
    here = next(cell for cell, content in enumerate(puzzle.cells) if content > 0)
    for number, path in enumerate(puzzle.solution.paths, start=1):
        steps = [there - cell for cell, there in zip(path, path[1:], strict=False)]
        pencil = number % 2  # odd ones with the pencil down, even ones cell by cell
        names = GO if pencil else KEYS
        drawing = "".join(names[step] for step in steps)
        terminal.keys(walk(7, here, path[0]) + (f" {drawing} " if pencil else drawing))
        here = path[-1]
        if number < 8:
            terminal.see(f"{number}/8 paths")
    terminal.see("Solved in 0:")
    terminal.keys("u")
    shown = terminal.see("7/8 paths")
    assert "Solved" not in shown
    assert "saved: 7 of 8 paths" in terminal.leave()

    again = Terminal("play", puzzle_file, "--saves", saves)
    again.see("Resume the saved 7x7 game (7 of 8 paths")
    again.keys("\n")
    again.see("7/8 paths")
    again.keys("r")
    again.see("Solved in")
    assert "solved." in again.leave()
    [saved] = [path for path in (tmp_path / "saves").iterdir() if path.name != "last"]
    assert Game.load(saved.read_text()).state.solution() == puzzle.solution


@REAL
def test_a_saved_game_is_a_file_to_go_on_with(tmp_path):
    puzzle = sample_puzzle()
    game = Game.start(puzzle).play(*(draw_move(puzzle.grid, path) for path in puzzle.solution.paths[:5])).undo()
    path = tmp_path / "game.txt"
    path.write_text(game.save())
    terminal = Terminal("play", str(path), "--saves", str(tmp_path / "saves"))
    terminal.see("4/8 paths")
    terminal.keys("r")
    terminal.see("5/8 paths")
    terminal.leave()


@REAL
def test_the_mouse_draws_cuts_and_goes_back(puzzle_file, tmp_path):
    terminal = Terminal("play", puzzle_file, "--saves", str(tmp_path))
    terminal.see("0/8 paths")
    terminal.find_board()
    path = [divmod(cell, 7) for cell in sample_puzzle().solution.paths[1]]
    terminal.mouse(0, *path[0])
    for row, column in path[1:]:
        terminal.mouse(32, row, column)
    terminal.mouse(None, *path[-1])
    terminal.see("1/8 paths")
    row, column = path[3]
    terminal.mouse(2, row, column)
    terminal.mouse(None, row, column)
    shown = terminal.see("0/8 paths")
    assert "2 moves" in shown
    terminal.keys("u")
    terminal.see("1/8 paths")
    terminal.leave()


@REAL
def test_hint_check_reveal_letters_help_and_next(puzzle_file, tmp_path):
    terminal = Terminal("play", puzzle_file, "--saves", str(tmp_path))
    terminal.see("0/8 paths")
    terminal.keys("i")
    terminal.see("must continue to row")
    terminal.keys("c")
    terminal.see("So far, so good")
    terminal.keys("P")
    terminal.see("Revealed, not solved")
    terminal.keys("u" * 8)
    terminal.see("0/8 paths")
    terminal.keys("a")
    terminal.see(" H ")
    terminal.keys("i")
    assert re.search(
        r"Path [A-H] must continue to row \d+, column \d+: ", " ".join(terminal.see("must continue").split())
    )
    terminal.keys("?")
    terminal.see("Shift+arrows")
    terminal.keys("x")
    terminal.keys("n")
    terminal.see("A new puzzle")
    terminal.leave()


@REAL
def test_a_hint_says_what_to_undo_in_a_wrong_drawing(puzzle_file, tmp_path):
    terminal = Terminal("play", puzzle_file, "--saves", str(tmp_path))
    terminal.see("0/8 paths")
    puzzle = sample_puzzle()
    first = next(cell for cell, content in enumerate(puzzle.cells) if content > 0)
    end = puzzle.solution.paths[6][0]
    terminal.keys(walk(7, first, end) + "K")
    terminal.see("1 move ")
    terminal.keys("c")
    terminal.see("This cannot be completed. Undo path 7")
    terminal.leave()


def lab_board(folder, width, height):
    """A file with a board that is made at once; a proven one takes seconds on a busy machine."""
    path = folder / "board.txt"
    path.write_text(dumps(generate_classic(width, height, seed=3), "plain"))
    return str(path)


@REAL
def test_a_board_larger_than_the_screen_scrolls_and_the_screen_may_change(tmp_path):
    terminal = Terminal("play", lab_board(tmp_path, 30, 20), "--saves", str(tmp_path), lines=20, columns=60)
    terminal.see("30x20 cover")
    terminal.keys("j" * 25 + "l" * 40)
    terminal.see("row 20,")
    terminal.screen.resize(40, 120)
    terminal.child.setwinsize(40, 120)
    terminal.see("row 20, column 30")
    terminal.leave()


def test_play_needs_a_terminal(capsys):
    from numlink.cli import main

    assert main(["play", "5"]) == 2
    assert "play needs a terminal" in capsys.readouterr().err


def test_the_shelf_forgives_broken_saves(tmp_path):
    shelf = SavedGames(tmp_path / "new")
    assert shelf.last() is None
    game = Game.start(sample_puzzle()).play(draw_move(sample_puzzle().grid, sample_puzzle().solution.paths[0]))
    shelf.keep(game)
    assert shelf.last() == game
    assert shelf.game_of(sample_puzzle()) == game
    (tmp_path / "new" / "last").write_text("../../etc/passwd")
    assert shelf.last() is None
    for path in (tmp_path / "new").iterdir():
        path.write_bytes(b"\xff\xfe")
    assert shelf.last() is None
    assert shelf.game_of(sample_puzzle()) is None
    (tmp_path / "file").write_text("")
    with pytest.raises(NumlinkError):
        SavedGames(tmp_path / "file").keep(game)


def test_labels_and_the_clock():
    assert [spelled(n, letters=True) for n in (1, 26, 27, 52, 703)] == ["A", "Z", "AA", "AZ", "AAA"]
    assert BoardView(lambda move: None)._label(12345) == "345"
    assert [clock(s) for s in (5, 65, 3665)] == ["0:05", "1:05", "1:01:05"]


@REAL
def test_quitting_says_how_to_continue(puzzle_file, tmp_path):
    saves = str(tmp_path / "saves of mine")
    puzzle = sample_puzzle()
    start = next(cell for cell, content in enumerate(puzzle.cells) if content > 0)
    path = puzzle.solution.paths[0]
    drawn = walk(7, start, path[0]) + KEYS[path[1] - path[0]]
    for keys in ("", drawn + "u", drawn):
        terminal = Terminal("play", puzzle_file, "--saves", saves)
        terminal.see("0 moves")
        terminal.keys(keys)
        terminal.see("1 move " if keys == drawn else "0 moves")
        said = terminal.leave()
        assert ("nothing was drawn, so nothing was saved." in said) == (keys != drawn)
    assert f"'numlink play --saves '{saves}''." in said
    again = Terminal("play", "--saves", saves)
    again.see("Resume the saved 7x7 game (0 of 8 paths, 1 move)")
    again.child.close(force=True)


def test_a_job_nobody_waits_for_stops_before_the_next_begins():
    events, answers = [], []

    def job(name):
        def run(stopped):
            events.append(f"{name} begins")
            while name != "last" and not stopped():
                pass
            events.append(f"{name} ends")
            return name

        return run

    async def ask():
        player = Player(Game.start(sample_puzzle()), None, lambda game: None, lambda game: None)
        async with player.run_test() as pilot:
            for name in ("first", "second", "third", "last"):
                player._ask(job(name), answers.append)
                await pilot.pause(0.05)
            while not answers:
                await pilot.pause(0.05)

    asyncio.run(ask())
    assert answers == ["last"]
    assert events == [f"{name} {what}" for name in ("first", "second", "third", "last") for what in ("begins", "ends")]


@REAL
def test_while_the_first_board_is_made_the_screen_says_so_and_keys_do_no_harm(tmp_path):
    terminal = Terminal("play", "30x22", "--seed", "1", "--saves", str(tmp_path))
    terminal.see("Making a puzzle")
    terminal.keys("jjL xuiP")
    shown = terminal.see("A new puzzle", seconds=120)
    assert "0 moves" in shown
    terminal.leave()


@REAL
def test_leaving_does_not_wait_for_the_board_that_is_being_made(tmp_path):
    terminal = Terminal("play", "40x40", "--seed", "7", "--saves", str(tmp_path))
    terminal.see("Making a puzzle")
    terminal.leave()
    assert terminal.child.exitstatus == 0


@REAL
def test_the_place_in_the_file_the_grade_and_the_way_back(tmp_path):
    path = tmp_path / "three.txt"
    path.write_text("rules: free\n1 . 2\n. . .\n1 . 2\n\n" + dumps(sample_puzzle(), "plain") + "\n\n1 2\n. .\n1 2\n")
    terminal = Terminal("play", str(path), "--saves", str(tmp_path / "saves"), columns=110)
    terminal.see("1 of 3")
    terminal.keys("n")
    terminal.see("2 of 3")
    terminal.see("7x7 cover easy")
    end = sample_puzzle().solution.paths[6][0]
    first = next(cell for cell, content in enumerate(sample_puzzle().cells) if content > 0)
    terminal.keys(walk(7, first, end) + "K")
    terminal.see("1 move ")
    terminal.keys("n")
    terminal.see("3 of 3")
    terminal.keys("JJ")
    terminal.see("1/2 paths")
    terminal.keys("llJJ")
    terminal.keys("b")
    terminal.see("2 of 3")
    terminal.see("1 move ")
    terminal.keys("b")
    terminal.see("1 of 3")
    terminal.keys("b")
    terminal.see("This is the first puzzle")
    terminal.leave()


@REAL
def test_a_board_of_20x20_fits_40_rows_and_all_sides_of_it_are_framed(tmp_path):
    terminal = Terminal("play", lab_board(tmp_path, 20, 20), "--saves", str(tmp_path), lines=40, columns=80)
    terminal.see("20x20 cover ")
    shown = terminal.see("┌" + "─" * 60 + "┐")
    rows = [line for line in shown.splitlines() if "│" in line]
    assert len(rows) == 20
    assert {line.count("│") for line in rows} == {2}
    terminal.keys("z")  # smaller ones
    terminal.see("┌" + "─" * 41 + "┐")
    terminal.find_board()
    cells = parse_numbers(terminal)
    assert len(cells) == 2 * max(cells.values())
    terminal.leave()


def parse_numbers(terminal):
    """Numbers on a board of small cells, by cell."""
    found = {}
    for row in range(20):
        line = terminal.view().splitlines()[terminal.top + 1 + row][terminal.left + 1 :]
        for column in range(20):
            text = line[2 * column : 2 * column + 2].strip()
            if text.isdigit():
                found[row * 20 + column] = int(text)
    return found


@REAL
def test_the_daily_goes_on_where_it_was_left(tmp_path):
    from datetime import date

    from numlink.game.daily import make_daily

    puzzle = make_daily(date(2026, 11, 16))
    arguments = ("play", "--daily", "2026-11-16", "--saves", str(tmp_path))
    terminal = Terminal(*arguments)
    terminal.see("Daily 2026-11-16")  # it says what it is
    terminal.see("7x7 cover")
    first = next(cell for cell, content in enumerate(puzzle.cells) if content > 0)
    path = next(path for path in puzzle.solution.paths if first in path)
    path = path if path[0] == first else path[::-1]
    terminal.keys("".join(KEYS[there - here] for here, there in zip(path, path[1:], strict=False)))
    terminal.see(f"1/{len(puzzle.solution.paths)} paths")
    terminal.leave()
    again = Terminal(*arguments)
    again.see(f"1/{len(puzzle.solution.paths)} paths")
    again.leave()


@REAL
def test_games_are_saved_under_the_data_folder(tmp_path):
    shelf = SavedGames(tmp_path / "data/numlink/games")
    game = Game.start(sample_puzzle()).play(draw_move(sample_puzzle().grid, sample_puzzle().solution.paths[0]))
    shelf.keep(game)
    terminal = Terminal("play", XDG_DATA_HOME=str(tmp_path / "data"))
    terminal.see("Resume the saved 7x7 game (1 of 8 paths")
    terminal.keys("\n")
    terminal.see("1/8 paths")
    terminal.keys("u")
    terminal.see("0/8 paths")
    terminal.leave()
    assert shelf.last().undone == game.moves


@REAL
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--daily", "soon"], "--daily takes a date"),
        (["7", "--daily", "2026-11-20"], "--daily has its own puzzle"),
        (["8x7", "--symmetry", "quarter"], "Make the board square"),
        (["7", "--difficulty", "easy", "--effort", "3.."], "easy boards of 7x7 have an effort below"),
    ],
)
def test_an_impossible_puzzle_is_refused(arguments, words, tmp_path):
    terminal = Terminal("play", *arguments, "--saves", str(tmp_path))
    terminal.see(words)


@REAL
def test_puzzles_are_made_as_wished(tmp_path):
    wishes = ["--style", "app", "--symmetry", "rotate", "--effort", "..9", "--misleading", "plain"]
    wished = generate(6, seed=4, style="app", symmetry="rotate", effort=(None, 9), misleading="plain")
    terminal = Terminal("play", "6", "--seed", "4", *wishes, "--saves", str(tmp_path))
    terminal.see(" 6x6 ")
    here, there, *_ = wished.solution.paths[0]
    terminal.keys(walk(6, 0, here) + {-6: "K", -1: "H", 1: "L", 6: "J"}[there - here])
    terminal.see("1 move")
    terminal.leave()
    assert SavedGames(tmp_path).last().puzzle.cells == wished.cells


def test_only_the_first_puzzle_is_named_while_it_is_made():
    """The daily puzzle is requested by its name; the next puzzle is another one."""
    player = Player(None, lambda: None, lambda game: None, lambda game: None, "the daily")
    assert "the daily" in player._making()
    player.begun = Game.start(parse("1 . 1")[0])
    assert "the daily" not in player._making()
