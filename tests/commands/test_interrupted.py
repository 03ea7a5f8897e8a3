"""Ctrl-C at any moment of any command: exit code 130, no traceback, and no partial file."""

import random
import zlib

import pytest

from tests.cli import numlink
from tests.stops import AtCall

BOARD = "1 . . . 2\n. . . 1 .\n. . . . .\n. 3 . . .\n2 . . . 3\n"
COMMANDS = [
    "new 6 --seed 1 -o {file}.txt",
    "new 6 --seed 1 --count 3 --claim strict",
    "new 6 --seed 1 --board hex --style app --json",
    "classic 9 --seed 1 -o {file}.txt",
    "solve",
    "solve --limit 5 --rules free",
    "prove --certificate {file}.cert",
    "prove --claim strict --rules no-touch",
    "count",
    "count --rules free --json",
    "heat",
    "census 3",
    "sample --seed 1 --count 2",
    "check",
    "check --lab",
    "rate",
    "explain -o {file}.html",
    "show --to svg -o {file}.svg",
    "show --to pdf -o {file}.pdf",
    "show --to png -o {file}.png",
    "convert --to imos",
    "repair --rules free",
    "book -o {file}.pdf",
    "book --count 2 --sizes 5 --seed 1 -o {file}.pdf",
    "export -o {file}.html",
    "batch --count 20 --sizes 5 --seed 1 --workers 1 -o {file}",
    "formats",
    "schema puzzle",
]
STOPS = 6
"""Stops tested for each command, drawn with its own seed among all its calls."""


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # an open file before its `with`
@pytest.mark.parametrize("command", COMMANDS)
def test_ctrl_c_ends_a_command_wherever_it_comes(command, tmp_path, capsys):
    def run(number):
        file = tmp_path / str(number)
        with AtCall(number) as stop:
            done = numlink(*command.format(file=file).split(), stdin=BOARD, capsys=capsys)
        return done, stop

    done, whole = run(0)
    assert done.code in {0, 1}, done.err
    expected = {path.name.replace("0", "", 1): path.read_bytes() for path in tmp_path.iterdir() if path.is_file()}
    chance = random.Random(zlib.crc32(command.encode()))
    for number in sorted(chance.sample(range(1, whole.calls), STOPS)):
        done, stop = run(number)
        # later runs take fewer calls, as modules are imported and tables cached
        if stop.place is None or stop.lost:
            continue
        assert done.code == 130, (stop.place, done.err)
        assert "Traceback" not in done.err, stop.place
        for path in tmp_path.glob(f"{number}.*"):
            if f"kept in {path}" in done.err:  # the whole of what was done (test_kept.py)
                continue
            assert path.read_bytes() == expected[path.name.replace(str(number), "", 1)], (path.name, stop.place)
        assert not list(tmp_path.glob(".*")), stop.place
