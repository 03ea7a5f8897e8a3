"""The library speaks of arguments, the command line of options."""

import re
from pathlib import Path

import click
import pytest

from numlink.commands.messages import OPTIONS, complain
from numlink.errors import InputError
from numlink.game.advisor import Advisor
from numlink.game.game import Game, SavedGames
from numlink.making.classic import generate_classic
from tests.cli import numlink as run

SOURCE = Path(__file__).parents[2] / "src" / "numlink"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("Allow more with budget=.", "Allow more with --budget."),
        ("Give scale=12 or less.", "Give --scale 12 or less."),
        ("Give font=FILE.ttf.", "Give --font FILE.ttf."),
        ("Leave out rating=False, or difficulty=.", "Leave out --no-rating, or --difficulty."),
        ("Try lossy=True.", "Try --lossy."),
        ("recipe: numlink 1 9x9 seed=5 difficulty=hard", "recipe: numlink 1 9x9 seed=5 difficulty=hard"),
    ],
)
def test_messages_name_options_instead_of_arguments(words, told, capsys):
    with click.Context(click.Command("show")):
        complain(words)
    assert capsys.readouterr().err == f"numlink: {told}\n"


def test_messages_of_the_library_name_no_option():
    """Outside commands/ messages name no options, except in complete command lines (`numlink batch ...`)."""
    for path in SOURCE.rglob("*.py"):
        if path.parent.name != "commands" and path.name != "cli.py":
            found = re.findall(
                r"(?:Give|Add|Use|Choose|with|smaller|larger|another|out) (?:a )?--\w[\w-]*", path.read_text()
            )
            assert not found, f"{path} says {found[0]!r}"


def test_every_option_of_the_table_occurs_in_a_message():
    library = "".join(path.read_text() for path in SOURCE.rglob("*.py") if path.parent.name != "commands")
    for argument in OPTIONS:
        assert re.search(rf"\b{argument}=[\w.{{(]*[^\n]*[\"`]", library), argument


def test_a_folder_of_saves_that_cannot_be_made(tmp_path):
    (tmp_path / "file").write_text("")
    game = Game.start(generate_classic(4, seed=1))
    game = game.reveal(None, *Advisor(game.puzzle).reveal(game.state, None))
    with pytest.raises(InputError, match=r"cannot make the folder .* Choose another with folder=\."):
        SavedGames(tmp_path / "file" / "saves").keep(game)


def test_a_dataset_needs_a_seed(tmp_path, capsys):
    assert "Give --count." in run("batch", "--sizes", "4", "-o", tmp_path / "x", capsys=capsys).err
