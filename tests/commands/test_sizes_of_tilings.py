"""A tiling has no rows: messages give its number of cells instead of a width and a height (`36x1`)."""

import json
import re
from functools import partial

import pytest

from numlink import Dataset, Layout, NumlinkError, Puzzle, generate_classic, prove
from numlink.formats import names
from numlink.making.feasibility import require_possible
from numlink.making.recipe import Spec
from numlink.making.shapes import shaped
from numlink.making.wish_values import ClueSymmetry, PathSymmetry
from tests.cli import numlink
from tests.pdfs import read
from tests.samples_of_kinds import board_of_kind

SIZE = re.compile(r"\d+ ?[x×] ?\d+")
PLAIN = "3x2"
"""The size of the only board here that has rows."""
SQUARES = [[(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)] for y in range(3) for x in range(3)]
"""Nine squares as a tiling, whose cells can be coloured like a chessboard; the first six have two puzzles only."""


@pytest.fixture
def run(capsys):
    return partial(numlink, capsys=capsys)


@pytest.fixture
def files(tmp_path):
    """A tiling of nine squares, a plain board of another size, and a puzzle on a tiling."""
    (tmp_path / "squares.json").write_text(json.dumps(SQUARES))
    (tmp_path / "six.json").write_text(json.dumps(SQUARES[:6]))
    (tmp_path / "plain.txt").write_text("X . X\n. X .\n")
    (tmp_path / "tiled.txt").write_text(f"{board_of_kind('tilings')}\n")
    return tmp_path


def messages(done):
    """The output of a command, without the size of the plain board."""
    return done.err.replace(PLAIN, "")


WISHES = [
    ["--pairs", "40"],
    ["--pairs", "99..100"],
    ["--min-length", "99"],
    ["--min-length", "1"],
    ["--solids", "99"],
    ["--solids", "35"],
    ["--walls", "999"],
    ["--walls", "(9,9)|(9,10)"],
    ["--walls", "plain.txt"],
    ["--bridges", "2"],
    ["--wrap", "rows"],
    ["--layers", "2"],
    ["--vias", "(0,1)"],
    ["--symmetry", "rotate"],
    ["--symmetry", "mirror"],
    ["--symmetry", "quarter"],
    ["--symmetry", "paths"],
    ["--clues", "plain.txt"],
    ["--mask", "plain.txt"],
    ["--mask", "tiled.txt"],
    ["--shape", "heart"],
    ["--shape", "blob"],
    ["--difficulty", "extreme", "--pairs", "3"],
    ["--difficulty", "extreme", "--style", "magazine", "--rules", "no-touch", "--budget", "0.01"],
    ["--effort", "900..", "--budget", "0.01"],
    ["--pairs", "1", "--budget", "0.01"],
    ["--claim", "strict", "--pairs", "1", "--budget", "0.01"],
]
"""Wishes, most of which these tilings cannot meet."""


@pytest.mark.table(20)
@pytest.mark.parametrize("words", WISHES, ids=" ".join)
@pytest.mark.parametrize("command", ["new", "classic", "book", "batch"])
def test_no_wish_is_refused_with_rows_and_columns(run, files, command, words, monkeypatch):
    monkeypatch.chdir(files)
    more = {"new": [], "classic": [], "book": ["-o", "book.pdf"], "batch": ["-o", "set", "--workers", "1"]}[command]
    count = [] if command == "classic" else ["--count", "1"]
    done = run(command, "--board", "squares.json", "--seed", "1", *words, *count, *more)
    assert not SIZE.search(messages(done)), done.err
    assert done.code in (0, 2, 3)
    assert done.err or done.code == 0


ANSWERS = [
    ["solve"], ["solve", "--limit", "2"], ["prove"], ["count"], ["sample", "--seed", "1"], ["heat"], ["check"],
    ["check", "--lab"], ["rate"], ["rate", "--claim", "strict"], ["explain"], ["repair"], ["play"],
    ["show", "--to", "svg"], ["show", "--to", "unicode"], ["show", "--to", "gif", "-o", "board.gif"],
    ["export", "-o", "board.html"],
    *(["convert", "-", "--to", name] for name in names(written=True)),
]  # fmt: skip


@pytest.mark.table(10)
@pytest.mark.parametrize("words", ANSWERS, ids=" ".join)
def test_no_answer_gives_rows_and_columns(run, files, words, monkeypatch):
    monkeypatch.chdir(files)
    tiled = board_of_kind("tilings")
    broken = Puzzle(tiled.width, 1, (1, 1, 1, *tiled.cells[3:]), layout=tiled.layout)
    read_back = ("solve", "sample", "repair", "convert")
    for puzzle in (tiled, tiled.with_solution(None), broken):
        done = run(*words, stdin=f"{puzzle}\n")
        assert not SIZE.search(messages(done)), done.err
        if words[0] not in read_back and "svg" not in words:
            assert not SIZE.search(re.sub("<.*", "", done.out)), done.out


def test_books_and_datasets_give_the_number_of_cells(run, files, monkeypatch):
    monkeypatch.chdir(files)
    done = run("book", "tiled.txt", "-o", "book.pdf", "--allow-many")
    assert done.code == 0, done.err
    printed = "\n".join(page.extract_text() for page in read((files / "book.pdf").read_bytes()).pages)
    assert f"{board_of_kind('tilings').width} cells" in printed
    assert not SIZE.search(re.sub(r"numlink \d+ .*", "", printed))
    for name in ("commands.new.DRY", "commands.book_puzzles.DRY", "datasets.plan.ATTEMPTS"):
        monkeypatch.setattr(f"numlink.{name}", 3)  # copies in a row that end an order
    order = ["--count", "30", "--board", "six.json", "--seed", "1"]
    batch = run("batch", *order, "--no-rating", "--workers", "1", "-o", "set")
    few = [batch, run("new", *order), run("book", *order, "-o", "few.pdf")]
    assert [done.code for done in few] == [1, 3, 3]
    assert all("6 cells" in done.err for done in few)
    told = [*map(messages, few), repr(Dataset("set"))]
    for command in ("check", "stats"):
        done = run("dataset", command, "set")
        told += [done.out, done.err]
    assert not [text for text in told if SIZE.search(text)]


def test_a_certificate_of_another_board_is_refused_without_rows_and_columns(run, files, monkeypatch):
    monkeypatch.chdir(files)
    assert run("prove", "tiled.txt", "--certificate", "proof.txt").code == 0
    done = run("verify-certificate", "proof.txt", "plain.txt")
    assert not SIZE.search(messages(done)), done.err


def test_no_function_refuses_a_tiling_with_rows_and_columns():
    tiled = Layout(tiling=SQUARES)
    spec = partial(Spec, 9, 1, 1, board=tiled.kind, tiling=tiled.tiling)
    grid = spec().grid
    island = board_of_kind("tilings").grid
    for act in (
        lambda: require_possible(spec(mask=(12,))),
        lambda: require_possible(spec(clues=(12, 13))),
        lambda: require_possible(spec(clue_symmetry=ClueSymmetry.ROTATE)),
        lambda: require_possible(spec(symmetry=PathSymmetry.ROTATE)),
        lambda: require_possible(spec(pairs=(9, 9))),
        lambda: require_possible(spec(min_length=12)),
        lambda: shaped(island.__class__(9, 1, frozenset(range(8)), tiled), "disc"),
        lambda: generate_classic(3, grid=grid),
        lambda: generate_classic(3, layout=tiled),
        lambda: Puzzle(8, 1, (0,) * 8, layout=tiled),
        lambda: prove(Puzzle(9, 1, (1, 2, 0, 0, 0, 0, 0, 0, 0), layout=tiled)),
    ):
        with pytest.raises(NumlinkError) as caught:
            act()
        assert not SIZE.search(str(caught.value)), caught.value
