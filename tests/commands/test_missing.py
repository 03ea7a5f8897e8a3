"""Errors name missing files, folders and libraries, and say what to do."""

import sys
from pathlib import Path

import pytest

from numlink import InputError, MissingExtra, load
from tests.cli import assert_one_line_error
from tests.cli import numlink as run_numlink

READERS = (
    "solve", "prove", "count", "sample", "heat", "check", "check --lab", "rate", "explain", "convert", "show", "book",
    "repair", "export", "verify-certificate", "batch --config", "new 5 --mask", "new 5 --clues", "new 5 --exclude",
)  # fmt: skip


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "levels.txt").write_text("1 1\n")
    return tmp_path


@pytest.mark.parametrize("command", READERS)
def test_a_missing_file_gets_a_remedy(command, folder, capsys):
    near = run_numlink(*command.split(), "level.txt", capsys=capsys)
    assert_one_line_error(near, "cannot read level.txt: No such file or directory. Did you mean levels.txt?")
    lost = run_numlink(*command.split(), "nowhere/levels.txt", capsys=capsys)
    assert_one_line_error(lost, "cannot read nowhere/levels.txt: there is no folder nowhere. Name a")


@pytest.mark.parametrize("command", ["dataset check", "dataset stats", "dataset show", "dataset export"])
def test_a_missing_dataset_gets_a_remedy(command, folder, capsys):
    found = run_numlink(*command.split(), "nowhere", capsys=capsys)
    assert_one_line_error(found, "no dataset found in nowhere", "Name the folder or URL that batch wrote.")


@pytest.mark.parametrize("option", ["--cover", "--logo", "--font"])
def test_a_missing_file_for_a_book_gets_a_remedy(option, folder, capsys):
    pytest.importorskip("reportlab")
    pytest.importorskip("PIL")
    found = run_numlink("book", "--count", 1, "--sizes", 4, option, "none.ttf", "-o", "book.pdf", capsys=capsys)
    assert_one_line_error(found, "cannot read none.ttf: No such file or directory. ")


def test_a_folder_in_place_of_a_file(folder, capsys):
    assert_one_line_error(run_numlink("solve", ".", capsys=capsys), "cannot read .: Is a directory. Name a file in it.")
    with pytest.raises(InputError, match=r"Did you mean levels.txt\?"):
        load("levls.txt")


def test_boards_of_an_environment_that_are_missing(folder):
    gymnasium = pytest.importorskip("gymnasium")
    pytest.importorskip("numpy")
    import numlink.learn  # noqa: F401  # registers the environment

    with pytest.raises(InputError, match=r"boards= names 'missing\.txt', but there is no such file or folder"):
        gymnasium.make("numlink/Numberlink-v0", boards="missing.txt", disable_env_checker=True)


@pytest.mark.parametrize("missing", ["numpy", "PIL"])
@pytest.mark.parametrize("command", ["solve", "check", "convert", "show", "export"])
def test_a_picture_without_its_libraries_gets_a_remedy(command, missing, folder, monkeypatch, capsys):
    Path("shot.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    for name in [name for name in sys.modules if name.startswith("numlink.pictures.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, missing, None)
    found = run_numlink(command, "shot.png", capsys=capsys)
    assert_one_line_error(found, "reading a board from a picture needs", "install 'numlink[pictures]'")


def test_an_error_names_the_pip_of_this_python(monkeypatch, tmp_path):
    other = tmp_path / "pip"
    other.write_text("#!/bin/sh\n")
    other.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert f"{sys.executable} -m pip install 'numlink[pdf]'" in str(MissingExtra("a PDF", "pdf"))
    monkeypatch.setattr(sys, "executable", str(Path(tmp_path) / "python"))
    assert str(MissingExtra("a PDF", "pdf")).endswith("Install it with: pip install 'numlink[pdf]'")
