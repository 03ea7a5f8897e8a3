"""The line above the board: in the player's language, and complete on a narrow screen."""

import asyncio
from dataclasses import replace

import pytest

pytest.importorskip("textual")

from rich.cells import cell_len

from numlink import parse
from numlink.game.game import Game
from numlink.game.texts import LANGUAGES, page_texts
from numlink.model.rules import EVERY_RULES
from numlink.terminal.app import Player
from numlink.terminal.view_state import fitted

BOARD = "name: {}\nrules: {}\n1 . . . . . . . . . . 2\n. . . . . . . . . . . .\n1 . . . . . . . . . . 2"


def shown(rules, name="", size=(80, 24)):
    """The line above the eleventh of forty boards, an hour after the game began, and the player."""
    [puzzle] = parse(BOARD.format(name or "x", rules))
    game = replace(Game.start(replace(puzzle, name=name or None)), seconds=3_600)
    player = Player(game, lambda stopped: game, lambda game: None, lambda game: (11, 40))

    async def play():
        async with player.run_test(size=size) as pilot:
            player.board.change(cursor=35)
            await pilot.pause()
            player.grade = "extreme"
            player._show()

    asyncio.run(play())
    return str(player.state_line.render()), player


@pytest.mark.table(12)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rules", EVERY_RULES, ids=str)
@pytest.mark.parametrize("name", ["", "a name that is itself longer than a line of eighty columns " * 2])
def test_paths_time_and_place_of_the_cursor_are_seen_in_every_language(monkeypatch, language, rules, name):
    monkeypatch.setenv("LC_ALL", f"{language}_XX.UTF-8")
    line, player = shown(rules, name)
    texts = player.texts
    assert cell_len(line) <= 78
    assert line.endswith(texts("cell", row=3, column=12))
    assert "  1:00:0" in line
    assert texts("paths", complete=0, pairs=2) in line
    assert f"12x3 {texts(f'{rules} in short')} " in line
    assert texts("of", at=11, count=40) in line


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_wide_screen_shows_the_whole_line(monkeypatch, language):
    monkeypatch.setenv("LC_ALL", f"{language}_XX.UTF-8")
    line, player = shown("cover", "mine", size=(200, 24))
    texts = player.texts
    assert line.startswith(f"mine  {texts('of', at=11, count=40)}  12x3 {texts('cover in short')} {texts('extreme')}  ")
    assert f"  {texts('emptycells', count=32)}  {texts.counted('moves', 0)}  1:00:0" in line


def test_moves_give_way_before_empty_cells_and_the_grade_and_a_name_is_cut_last():
    parts = {"name": "x" * 20, "place": "", "board": "9x9", "grade": "hard", "paths": "paths", "empty": "empty"}
    parts |= {"moves": "moves", "time": "0:00", "trial": "", "cell": "c"}
    whole = fitted(parts, 200)
    width = cell_len(whole)
    assert whole == f"{'x' * 20}  9x9 hard  paths  empty  moves  0:00  c"
    assert fitted(parts, width) == whole
    assert fitted(parts, width - 1) == f"{'x' * 20}  9x9 hard  paths  empty  0:00  c"
    assert fitted(parts, width - 8) == f"{'x' * 20}  9x9 hard  paths  0:00  c"
    assert fitted(parts, width - 15) == f"{'x' * 20}  9x9  paths  0:00  c"
    assert fitted(parts, width - 26) == f"{'x' * 12}…  9x9  paths  0:00  c"
    assert fitted(parts, 3) == "9x9  paths  0:00  c"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rules", EVERY_RULES, ids=str)
def test_the_help_screen_says_in_words_what_the_line_says_in_short(monkeypatch, language, rules):
    monkeypatch.setenv("LC_ALL", f"{language}_XX.UTF-8")
    _, player = shown(rules)
    screens = []
    monkeypatch.setattr(player, "push_screen", screens.append)
    player.action_help()
    words = str(rules) if language == "en" else page_texts(language)[str(rules)]
    assert player.texts("rulesare", rules=words) in screens[0].words
