"""The readable program of docs/assignment does what the fast one does, and its animation shows the same text."""

import importlib.util
import re
from pathlib import Path

from numlink.engine.random import Random
from numlink.formats.lab_output import lab_outputs
from numlink.making.classic import grow, grown_paths, grown_puzzle
from numlink.making.lab.verdict import judge
from numlink.model.grid import Grid
from tests.cli import numlink as run_numlink

FOLDER = Path(__file__).parent.parent.parent / "docs" / "assignment"


def loaded(name):
    spec = importlib.util.spec_from_file_location(name, FOLDER / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_one_seed_gives_both_programs_the_same_paths_and_numbers():
    program = loaded("lab_program")
    for seed in range(60):
        n = 1 + seed % 12
        board, draw = program.initboard(n), Random(seed).below
        paths = []
        while (path := program.addpath(board, draw)) is not None:
            paths.append(tuple(row * n + column for row, column in path))
        program.addpathnum(board)
        growth = grow(Grid(n, n), seed=seed)
        assert paths == [*grown_paths(growth)]
        assert [node.path for line in board for node in line] == [*growth.number_paths()]
        assert [node.path if node.is_end else 0 if node.path else -1 for line in board for node in line] == [
            *grown_puzzle(growth, Grid(n, n), seed=seed).cells
        ]


def test_the_readable_program_passes(monkeypatch, capsys):
    program = loaded("lab_program")
    for n in (1, 2, 7):
        monkeypatch.setattr("sys.argv", ["lab_program.py", str(n)])
        program.main()
        [output] = lab_outputs(capsys.readouterr().out)
        assert judge(output, size=(n, n)).faults == ()


def test_the_animation_shows_this_program():
    made = loaded("animate")
    picture = (FOLDER / "lab_program.svg").read_text()
    assert picture == made.picture()
    assert "addpath" in picture
    assert re.search(r"<animate|@keyframes", picture)


def test_the_worked_example_of_the_document_is_what_the_command_prints(monkeypatch, capsys):
    monkeypatch.chdir(FOLDER)
    made = run_numlink("check", "--lab", "outputs", capsys=capsys)
    assert made.code == 1
    assert f"$ numlink check --lab outputs\n{made.out}```" in (FOLDER.parent / "assignment.md").read_text()


def test_the_students_page_quotes_the_messages_of_the_program():
    page = (FOLDER.parent / "lab_students.md").read_text()
    package = Path(importlib.util.find_spec("numlink").origin).parent
    code = "".join(path.read_text() for path in (*package.glob("making/lab/*.py"), package / "commands/lab_outputs.py"))
    for quoted in re.findall(r'\*\*"(.*?)"\*\*', page):
        pieces = re.split(r"\d+ ?|SNEW", quoted)
        assert all(piece.strip() in code for piece in pieces), quoted
