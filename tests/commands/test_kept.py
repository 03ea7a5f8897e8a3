"""A stream goes on after a puzzle that cannot be written, and Ctrl-C keeps the answers that are done, in files too."""

import importlib
import json
import re
from pathlib import Path

import pytest

import numlink as package
from numlink.render.book.book import fingerprints_of
from tests.cli import assert_one_line_error, numlink
from tests.pdfs import read

WRITERS = ["solve", "solve --limit 2", "sample --seed 1", "repair", "show", "convert -"]
"""Commands that write the puzzles they read."""

THREE = "name: first\n1 . 1\n\nname: second\n1 X\n1 X\n\nname: third\n2 1\n2 1\n"
"""The second has solid cells, which an ADC file cannot hold."""


@pytest.mark.parametrize("command", WRITERS)
def test_a_puzzle_that_does_not_fit_the_format_is_refused_and_the_others_are_written(command, tmp_path, capsys):
    file = tmp_path / "out.adc"
    run = numlink(*command.split(), "-o", file, stdin=THREE, capsys=capsys)
    assert run.code == 2
    assert "puzzle 2 (second): adc cannot store the block at row 1, column 2" in run.err
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
def test_a_name_that_plain_text_cannot_hold_loses_no_answer(command, name, capsys):
    """Later puzzles get their answers, too."""
    text = package.dumps([package.Puzzle(2, 1, (1, 1), name=name), package.Puzzle(3, 1, (1, 0, 1))], "json")
    run = numlink(*command.split(), stdin=text, capsys=capsys)
    assert run.code == 0, run.err
    assert [puzzle.cells for puzzle in package.parse(run.out)] == [(1, 1), (1, 0, 1)]
    assert "plain cannot store this name" in run.err


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
"""A command that answers puzzle by puzzle -> the function of numlink.commands that it calls for each."""


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


WHOLE = {
    "book {boards} -o {out}.pdf": "commands.book_puzzles.prove",
    "book {boards} --each svg -o {out}": "commands.book_puzzles.prove",
    "export {boards} -o {out}.html": "exact.prove.prove",
    "rate {boards} -o {out}.txt": "commands.report.answered",
    "rate {boards} -o {out}.json": "commands.report.answered",
    "rate {boards} --unsorted -o {out}.txt": "commands.report.answered",
    "check --lab {files} -o {out}.txt": "commands.check_lab._judge_text",
    "check --lab --csv {files} -o {out}.txt": "commands.check_lab._judge_text",
    "check --answers answers.jsonl {boards} -o {out}.txt": "commands.check_answers.mark",
    "check --answers answers.jsonl {boards} --json -o {out}.json": "commands.check_answers.mark",
}
"""A command with one result for all its puzzles -> the function of numlink that it calls for each."""


@pytest.fixture
def room(tmp_path, monkeypatch):
    """A folder with boards, files of boards and answers to them; a function that stops a run at a call of another."""
    monkeypatch.chdir(tmp_path)
    boards = [package.Puzzle(side, 1, (1, *[0] * (side - 2), 1), name=f"board {side}") for side in (5, 4, 3, 2)]
    for number in (2, 4):
        Path(f"{number}.txt").write_text(package.dumps(boards[:number]))
    for number, board in enumerate(boards):
        Path(f"lab{number}.txt").write_text(package.dumps(board))
    head = {"leaderboard": 1, "solver": "one", "hardware": "a PC", "limit": 10}
    answers = [{"board": board.name, "seconds": 1, "verdict": "unique"} for board in boards[:2]]
    Path("answers.jsonl").write_text("".join(json.dumps(line) + "\n" for line in (head, *answers)))

    def stop(function, call):
        place, _, name = function.rpartition(".")
        module = importlib.import_module(f"numlink.{place}")
        monkeypatch.setattr(module, name, stopping_at(call, getattr(module, name)))

    return stop


def written(path):
    """The bytes of a file, or of the files of a folder by name, without times."""
    if path.is_dir():
        return {file.name: file.read_bytes() for file in path.iterdir()}
    return re.sub(rb'"seconds":[^,}]*', b"", path.read_bytes())


@pytest.mark.parametrize("command", WHOLE)
def test_a_stopped_command_writes_a_complete_file_of_what_was_done(command, room, capsys):
    """Otherwise a book, a page or a table would lose hours of work."""

    def run(number, out):
        files = [f"lab{one}.txt" for one in range(number)]
        words = command.format(boards=f"{number}.txt", files=" ".join(files), out=out)
        return numlink(*words.split(), capsys=capsys), Path(words.split()[-1])

    done, expected = run(2, "two")
    assert done.code in {0, 1}, done.err
    room(WHOLE[command], 3)
    stopped, found = run(4, "four")
    assert (stopped.code, stopped.out) == (130, "")
    assert re.search(rf"stopped; 2 \w+ are kept in {found}\.$", stopped.err.strip())
    assert written(found) == written(expected)
    found.rename("before")
    room(WHOLE[command], 1)
    assert run(4, "four")[0].code == 130
    assert not found.exists()


def test_a_book_stopped_while_puzzles_are_made_has_those_already_made(room, capsys):
    words = "book --count 6 --sizes 4 --seed 1 -o"
    assert numlink(*words.split(), "whole.pdf", capsys=capsys).code == 0
    room("commands.book_puzzles.from_spec", 4)
    stopped = numlink(*words.split(), "part.pdf", capsys=capsys)
    assert stopped.code == 130
    assert "stopped; 3 puzzles are kept in part.pdf." in stopped.err
    whole, part = (fingerprints_of(Path(name).read_bytes()) for name in ("whole.pdf", "part.pdf"))
    assert list(part) == list(whole)[:3]
    assert "--count 6 --sizes 4 --seed 1" in (text := read(Path("part.pdf").read_bytes()).pages[-1].extract_text())
    assert "stopped after 3" in " ".join(text.split())


def test_a_check_of_a_dataset_that_is_stopped_tells_what_it_found(room, capsys):
    batch = "batch --count 4 --shard-size 1 --sizes 4 --seed 1 --no-rating --format jsonl --workers 1 -o set"
    assert numlink(*batch.split(), capsys=capsys).code == 0
    shards = sorted(path for path in Path("set").iterdir() if path.suffix == ".jsonl")
    shards[1].write_text("damaged")
    room("datasets.check.check_shard", 4)
    stopped = numlink("dataset", "check", "set", "--workers", 1, capsys=capsys)
    assert stopped.code == 130
    assert shards[1].name in stopped.out
    assert "2 puzzles in 3 shards" in stopped.out
    assert "stopped; 3 shards are checked." in stopped.err


def test_a_book_holds_the_fingerprints_of_its_own_puzzles_alone(room, capsys):
    """Puzzles that were left out may be in the next book."""
    boards = package.dumps([package.Puzzle(2, 2, (1, 2, 2, 1)), package.Puzzle(2, 1, (1, 1))])
    assert numlink("book", "-o", "one.pdf", stdin=boards, capsys=capsys).code == 1
    assert len(fingerprints_of(Path("one.pdf").read_bytes())) == 1


BAD_FILES = {
    "1 ? 1\n": "line 1, column 3",
    "1 . 1\n\n1 1\n1\n": "line 4",
    '{"cells":[[1,1],[0': "",
    "hello": "line 1",
} | dict.fromkeys(("", "[]", "; a comment\n"), "")
"""A file with an unreadable puzzle, or without any -> the message after the file's name."""


@pytest.mark.parametrize("command", ["new 4 --seed 1", "book --count 1 --sizes 4 --seed 1 -o {}", "export -o {}.html"])
@pytest.mark.parametrize("text", BAD_FILES)
def test_exclude_refuses_a_file_whose_puzzles_it_cannot_read(command, text, tmp_path, capsys):
    """Otherwise a book could repeat puzzles that the file was meant to exclude."""
    known = tmp_path / "known.txt"
    known.write_text(text)
    words = command.format(tmp_path / "out.pdf").split()
    run = numlink(*words, "--exclude", known, stdin="1 . 1\n", capsys=capsys)
    assert_one_line_error(run, str(known), BAD_FILES[text])
