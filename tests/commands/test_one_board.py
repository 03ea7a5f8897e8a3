"""An option that reads one board from a file refuses a file of several: it took the first one without a word."""

import click
import pytest

import numlink as package
from numlink.cli import COMMANDS
from numlink.cli import numlink as group
from tests.cli import assert_one_line_error, numlink

FILES = {
    "--mask": "1 X 1\n1 . 1\n",
    "--clues": "X . X\n. . .\n. . X\n",
    "--walls": "walls: (0,0)|(0,1)\n. . .\n. . .\n. . .\n",
    "--bridges": ". . .\n. + .\n. . .\n",
}
"""Option -> a file with one board for it."""

ELSEWHERE = {"play"}
"""Commands that need a terminal."""


def asked():
    """(command, option) of every option in FILES that a command has."""
    for name in set(COMMANDS) - ELSEWHERE:
        command = group.get_command(click.Context(group), name)
        for parameter in command.params:
            yield from ((name, option) for option in parameter.opts if option in FILES)


@pytest.mark.parametrize(("name", "option"), sorted(asked()))
def test_a_file_of_several_boards_is_refused(name, option, tmp_path, capsys):
    board = FILES[option]
    more = ["--count", 2] if name in ("batch", "book") else []
    target = {"batch": ["-o", tmp_path / "set"], "book": ["-o", tmp_path / "book.pdf"]}.get(name, [])
    sizes = ["--sizes", "3"] if name in ("batch", "book") else ["3"]
    sizes = [] if option == "--mask" else sizes
    for content, words in ((f"{board}\n{board}", "several boards"), (f"{board}\nnothing\n", "several.txt: line")):
        (tmp_path / "several.txt").write_text(content)
        arguments = [name, *sizes, *more, *target, option, tmp_path / "several.txt"]
        assert_one_line_error(numlink(*arguments, capsys=capsys), words)
    assert not any(path.name != "several.txt" for path in tmp_path.iterdir())


def test_a_saved_game_is_one_puzzle():
    game = package.Game.start(package.Puzzle(3, 1, (1, 0, 1))).save()
    assert package.Game.load(game)
    with pytest.raises(package.ParseError, match="several puzzles"):
        package.Game.load(f"{game}\n{game}")
