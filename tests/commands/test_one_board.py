"""An option that reads one board from a file refuses a file of several instead of silently taking the first."""

import click
import pytest

import numlink as package
from numlink.cli import numlink as group
from numlink.commands.listed import commands
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
    for name in set(commands()) - ELSEWHERE:
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


EMPTY = ". . . . .\n"
ROOMY = {
    "--mask": "X . . . .\n" + EMPTY * 4,
    "--clues": "X X X X X\n" * 5,
    "--walls": f"walls: (0,0)|(0,1)\n{EMPTY * 5}",
    "--bridges": EMPTY * 2 + ". . + . .\n" + EMPTY * 2,
}
"""Option -> a file with a board on which puzzles are easily made."""
MORE = {
    "batch": ["--seed", 1, "--count", 1, "--no-rating", "-o", "set {}"],
    "book": ["--seed", 1, "--count", 1, "-o", "{}.pdf"],
    "census": [],
}
"""Command -> its options beside size and board."""


@pytest.mark.table(6)
@pytest.mark.parametrize(("name", "option"), sorted(asked()))
def test_a_dash_is_standard_input(name, option, tmp_path, monkeypatch, capsys):
    """It is not a file of that name. A board means the same from a file and from standard input."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "board.txt").write_text(ROOMY[option])
    sizes = [] if option == "--mask" else ["--sizes", "5"] if name in ("batch", "book") else ["5"]
    made = []
    for file in ("board.txt", "-"):
        more = [str(word).format(file) for word in MORE.get(name, ["--seed", 1])]
        run = numlink(name, *sizes, *more, option, file, stdin=ROOMY[option], capsys=capsys)
        assert run.code == 0 or "the lab's program leaves cells empty" in run.err, run.err
        made.append((run.code, run.out))
    assert made[0] == made[1]
    if name == "batch":
        rows = [[row["hash"] for row in package.Dataset(f"set {file}").rows()] for file in ("board.txt", "-")]
        assert rows[0] == rows[1]


OTHERS = {
    "census --board -": "[[[0,0],[1,0],[1,1],[0,1]],[[1,0],[2,0],[2,1],[1,1]],[[2,0],[3,0],[3,1],[2,1]]]",
    "batch --config -": 'sizes = "4"\ncount = 1\nrating = false\nseed = 1\noutput = "made"\n',
}
"""Commands whose options read other texts -> the text for each."""


@pytest.mark.parametrize("command", OTHERS)
def test_a_dash_is_standard_input_for_other_texts_too(command, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    run = numlink(*command.split(), stdin=OTHERS[command], capsys=capsys)
    assert run.code == 0, run.err
    assert not (tmp_path / "-").exists()


def test_one_text_from_standard_input_serves_two_options_of_one_board_and_no_others(capsys):
    walls = ROOMY["--walls"]
    assert numlink("new", "--mask", "-", "--walls", "-", "--seed", 1, stdin=walls, capsys=capsys).code == 0
    run = numlink("new", "--mask", "-", "--exclude", "-", "--seed", 1, stdin=walls, capsys=capsys)
    assert_one_line_error(run, "standard input ('-') is named twice")
    run = numlink("check", "--lab", "-", "-", stdin="1 1\n", capsys=capsys)
    assert "standard input ('-') is named twice" in run.out + run.err
    run = numlink("new", "--mask", "-", stdin="1 q\n", capsys=capsys)
    assert_one_line_error(run, "standard input: line 1: no board found")


def test_a_saved_game_is_one_puzzle():
    game = package.Game.start(package.Puzzle(3, 1, (1, 0, 1))).save()
    assert package.Game.load(game)
    with pytest.raises(package.ParseError, match="several puzzles"):
        package.Game.load(f"{game}\n{game}")
