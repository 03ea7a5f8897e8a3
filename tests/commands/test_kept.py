"""A stream goes on after a puzzle that cannot be written, and Ctrl-C keeps the answers that are done, in files too."""

import importlib
import re

import pytest

import numlink as package
from tests.cli import assert_one_line_error, numlink

WRITERS = ["solve", "solve --limit 2", "sample --seed 1", "repair", "show", "convert -"]
"""Commands that write the puzzles they read."""

THREE = "name: first\n1 . 1\n\nname: second\n1 X\n1 X\n\nname: third\n2 1\n2 1\n"
"""The second has solid cells, which an ADC file cannot hold."""


@pytest.mark.parametrize("command", WRITERS)
def test_a_puzzle_that_does_not_fit_the_format_is_refused_and_the_others_are_written(command, tmp_path, capsys):
    file = tmp_path / "out.adc"
    run = numlink(*command.split(), "-o", file, stdin=THREE, capsys=capsys)
    assert run.code == 2
    assert "puzzle 2 (second): adc has no room for the solid cell at row 1, column 2" in run.err
    boards = {puzzle.cells for puzzle in package.parse(file.read_text(), "adc")}
    assert boards == {(1, 0, 1), (2, 1, 2, 1)}


def test_show_to_a_format_goes_on_too(capsys):
    run = numlink("show", "--to", "adc", stdin=THREE, capsys=capsys)
    assert run.code == 2
    assert run.out.count("SIZE") == 2


def test_a_file_is_left_alone_if_no_puzzle_fits(tmp_path, capsys):
    file = tmp_path / "out.adc"
    file.write_text("before")
    assert numlink("new", 4, "--solids", 1, "--seed", 1, "-o", file, capsys=capsys).code == 2
    assert numlink("classic", 3, "--seed", 1, "--shape", "diamond", "-o", file, capsys=capsys).code == 2
    assert file.read_text() == "before"


@pytest.mark.parametrize("command", WRITERS)
@pytest.mark.parametrize("name", ["a;b", " a", "a ", "a\nb", "a\rb", ";"])
def test_a_name_that_plain_text_cannot_hold_costs_no_answer(command, name, capsys):
    """It cost the answers of all puzzles behind it, too."""
    text = package.dumps([package.Puzzle(2, 1, (1, 1), name=name), package.Puzzle(3, 1, (1, 0, 1))], "json")
    run = numlink(*command.split(), stdin=text, capsys=capsys)
    assert run.code == 0, run.err
    assert [puzzle.cells for puzzle in package.parse(run.out)] == [(1, 1), (1, 0, 1)]
    assert "plain cannot hold this name" in run.err


STOPPED = {
    "new 4 --count 4 --seed 1": "new.from_spec",
    "new 4 --count 4 --seed 1 --json": "new.from_spec",
    "classic 4 --count 4 --seed 1": "classic.grow",
    "solve": "report.answered",
    "solve --json": "report.answered",
    "sample --seed 1": "report.answered",
    "repair": "repair.repair",
    "repair --json": "repair.repair",
    "count": "report.answered",
    "heat --json": "report.answered",
    "prove": "report.answered",
}
"""A command that answers one puzzle after the other -> the function of numlink.commands that it calls for each."""


def stopping_at(call, function):
    """`function`, but call number `call` is Ctrl-C."""
    calls = []

    def stopped(*arguments, **options):
        calls.append(1)
        if len(calls) == call:
            raise KeyboardInterrupt
        return function(*arguments, **options)

    return stopped


@pytest.mark.parametrize("command", STOPPED)
def test_ctrl_c_keeps_the_answers_that_are_done(command, tmp_path, monkeypatch, capsys):
    room, name = STOPPED[command].split(".")
    module = importlib.import_module(f"numlink.commands.{room}")
    function = getattr(module, name)
    boards = package.dumps([package.Puzzle(width, 1, (1, *[0] * (width - 2), 1)) for width in (2, 3, 4, 5)])
    file = tmp_path / ("out.json" if "--json" in command else "out.txt")

    def run(call):
        monkeypatch.setattr(module, name, stopping_at(call, function))
        return numlink(*command.split(), "-o", file, stdin=boards, capsys=capsys)

    def written():
        return re.sub(r'"seconds":[^,}]*', "", file.read_text())

    assert run(0).code == 0
    whole = written()
    file.write_text("before")
    assert run(1).code == 130
    assert file.read_text() == "before"
    stopped = run(3)
    assert stopped.code == 130
    assert written() != whole
    assert whole.startswith(written())
    assert f" are kept in {file}." in stopped.err
    if "rules: " in whole or "cells" in whole:
        assert len(package.parse(file.read_text())) == 2
    assert not list(tmp_path.glob(".*"))


BAD_FILES = {
    "1 ? 1\n": "line 1, column 3",
    "1 . 1\n\n1 1\n1\n": "line 4",
    '{"cells":[[1,1],[0': "",
    "hello": "line 1",
} | dict.fromkeys(("", "[]", "; a comment\n"), "")
"""A file with a puzzle that cannot be read, or without any -> what the message says beside the file's name."""


@pytest.mark.parametrize("command", ["new 4 --seed 1", "book --count 1 --sizes 4 --seed 1 -o {}", "export -o {}.html"])
@pytest.mark.parametrize("text", BAD_FILES)
def test_exclude_refuses_a_file_whose_puzzles_it_cannot_read(command, text, tmp_path, capsys):
    """They were left out of account without a word: a book repeated what the file was given to keep out."""
    known = tmp_path / "known.txt"
    known.write_text(text)
    words = command.format(tmp_path / "out.pdf").split()
    run = numlink(*words, "--exclude", known, stdin="1 . 1\n", capsys=capsys)
    assert_one_line_error(run, str(known), BAD_FILES[text])
