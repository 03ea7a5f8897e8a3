"""Every option with a value, of every command, with words that only look like numbers or names.

Whatever a command does with the word, it ends with a documented exit code and without a traceback.
"""

import random

import click
import pytest

from numlink.cli import numlink as group
from numlink.commands.listed import commands
from tests.cli import numlink
from tests.tools import amount

WORDS = [
    "²", "٣", "9" * 5_000, "9" * 30, "nan", "inf", "1e999", "-1", "", " ", "a" * 5_000, "(0,0)" * 3, "..",
    "1..", "1,²,3", "2,3," + "9" * 5_000,
]  # fmt: skip
"""Digits for Python that are none for int, more digits than int takes, nan, infinity, names that no file can have."""

WAIT = {"play", "serve"}
"""Commands that wait for a person once all words are right."""

WRITTEN = ("-o", "--output", "--certificate")
"""Options that name what is written."""

WORK = {("--count", "9" * 30), ("--effort", "1.."), ("--workers", "٣")}
"""Valid options and words that take long: endless boards, a rare effort, three processes to start."""


def options():
    """(command, option) of every option that takes a value."""
    for name in commands():
        if name in WAIT:
            continue
        command = group.get_command(click.Context(group), name)
        for parameter in command.params:
            if isinstance(parameter, click.Option) and not parameter.is_flag and not parameter.count:
                yield name, parameter.opts[0]


@pytest.mark.sampled
def test_no_word_causes_a_traceback(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "board.txt").write_text("1 . 1\n")
    asked = [(name, option, word) for name, option in options() for word in WORDS if (option, word) not in WORK]
    assert len(asked) > 2_000
    for name, option, word in random.Random("words").sample(asked, amount(250, len(asked))):
        source = [] if name in ("new", "classic", "batch", "completion", "schema") else ["board.txt"]
        size = ["4"] if name in ("new", "classic") else ["-o", "book.pdf"] if name == "book" else []
        try:
            done = numlink(name, *size, *source, option, word, capsys=capsys)
        except BaseException as error:
            raise AssertionError(f"{name} {option} {word[:40]!r}") from error
        assert done.code in (0, 1, 2, 3), (name, option, word[:40])
        assert "Traceback" not in done.err, (name, option, word[:40])
        if done.code == 2:
            assert len(done.err.splitlines()) == 1 or name == "book", (name, option, word[:40], done.err)
            assert "cannot write" not in done.err or option in WRITTEN, (name, option, word[:40], done.err)
