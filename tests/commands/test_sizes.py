"""Messages, pictures, books and datasets give the number of cells of a tiling, which has no rows, and the layers of a
board with several."""

import re

import pytest

from numlink import InputError, dumps, generate, parse
from numlink.model.layout import size_in_words
from numlink.render.book.front import contents
from numlink.render.book.phrases import Language, size_in_print, words_of
from tests.cli import numlink
from tests.samples_of_kinds import board_of_kind

SIZE = re.compile(r"\b\d+ ?[x×] ?1\b|1 rows")
CELLS = len(board_of_kind("tilings").cells)


@pytest.fixture(scope="module")
def board(tmp_path_factory):
    path = tmp_path_factory.mktemp("tiling") / "board.txt"
    path.write_text(dumps(board_of_kind("tilings")))
    return path


@pytest.mark.parametrize("name", ["check", "rate", "solve", "prove", "count", "explain"])
def test_no_command_says_rows_and_columns_of_a_tiling(name, board, capsys):
    run = numlink(name, board, capsys=capsys)
    assert not SIZE.search(run.out + run.err)
    if name in ("check", "rate"):
        assert f"{CELLS} cells" in run.out


@pytest.mark.parametrize(("name", "ending"), [("show", "svg"), ("show", "html"), ("explain", "html")])
def test_no_picture_gives_rows_and_columns_of_a_tiling(name, ending, board, tmp_path, capsys):
    file = tmp_path / f"out.{ending}"
    assert numlink(name, board, "-o", file, capsys=capsys).code == 0
    text = file.read_text()
    assert not SIZE.search(re.sub("<(path|g|text|use|rect|line|circle)[^>]*>", "", text))
    assert f"{CELLS} cells" in text


def test_no_certificate_or_dataset_gives_rows_and_columns_of_a_tiling(board, tmp_path, capsys):
    certificate = tmp_path / "proof"
    numlink("prove", board, "--certificate", certificate, capsys=capsys)
    assert f"the board of {CELLS} cells" in numlink("verify-certificate", certificate, capsys=capsys).out
    polygons = tmp_path / "board.json"
    polygons.write_text(board_of_kind("tilings").layout.tiling.text)
    folder = tmp_path / "data"
    numlink("batch", "--workers", "1", "--board", polygons, "--count", "2", "--seed", "1", "-o", folder, capsys=capsys)
    told = numlink("dataset", "stats", folder, capsys=capsys).out
    assert f"{CELLS} cells" in told
    assert not SIZE.search(told)


def test_no_error_gives_rows_and_columns_of_a_tiling(board, capsys):
    puzzle = board_of_kind("tilings")
    assert size_in_words(puzzle) == f"{CELLS} cells"
    run = numlink("check", "-", stdin=board.read_text().replace(". . . . 1", ". . . 1"), capsys=capsys)
    assert run.code == 2
    assert not SIZE.search(run.err)


LAYERED = """name: tower
layers: 2
1 . 2 3
. . . .
4 5 . 1
---
2 . 3 .
6 . . 6
. 4 . 5
"""
ONE_LAYER = re.compile(r"\b4x3\b")


@pytest.mark.parametrize("name", ["check", "rate", "solve", "prove", "explain", "show --to html", "show --to svg"])
def test_no_command_leaves_out_the_layers_of_a_board(name, tmp_path, capsys):
    for number, text in enumerate((LAYERED, LAYERED.partition("\n")[2])):
        board = tmp_path / f"{number}.txt"
        board.write_text(text)
        run = numlink(*name.split(), board, capsys=capsys)
        assert not ONE_LAYER.search(run.out + run.err)
        if name in ("check", "rate", "show --to html"):
            assert "4x3x2" in run.out


def test_no_book_leaves_out_the_layers_of_a_board():
    [tower] = parse(LAYERED)
    words = words_of(Language.ENGLISH)
    assert size_in_print(tower, words) == "4 x 3 x 2"
    assert contents([tower, generate(4, 4, seed=1)], words) == "2 puzzles, 4 x 4 to 4 x 3 x 2"


@pytest.mark.parametrize("wish", [{"pairs": 40}, {"mask": [99]}, {"clues": [99]}], ids=str)
def test_no_error_leaves_out_the_layers_of_a_board(wish):
    with pytest.raises(InputError, match=r"\b4x3x2\b"):
        generate(4, 3, layers=2, seed=1, **wish)
