"""`numlink book`: options, results and refusals, and books read back from their printed pages."""

import csv
import re
from dataclasses import replace

import pytest

from numlink import InputError, dumps, generate, generate_classic
from numlink.commands import book_puzzles
from numlink.commands.book_puzzles import cover_board
from numlink.commands.collection import Collection
from numlink.model.sizes import parse_sizes
from numlink.model.symmetry import Symmetry
from numlink.render.book.book import KINDS, fingerprints_of
from numlink.render.book.plan import Problem
from tests import book_checker
from tests.cli import assert_one_line_error
from tests.cli import numlink as run
from tests.pdfs import embedded, read, titles


def classic(spec, *, budget=None):
    """Replaces the generator of unique puzzles, which has its own tests."""
    return generate_classic(spec.width, spec.height, seed=spec.seed, rules=spec.rules, budget=budget)


@pytest.fixture
def made_by_the_lab_program(monkeypatch):
    monkeypatch.setattr(book_puzzles, "from_spec", classic)


def test_made_on_the_spot(made_by_the_lab_program, tmp_path, capsys):
    target = tmp_path / "book.pdf"
    arguments = ["--count", "8", "--sizes", "5,6..7", "--seed", "1", "-o", target]
    done = run("book", *arguments, capsys=capsys)
    assert (done.code, done.out, done.err) == (0, "", f"numlink: 8 puzzles in {target}.\n")
    first = target.read_bytes()
    pages = [page.extract_text() for page in read(first).pages]
    assert "8 puzzles, 5 x 5 to 7 x 7" in pages[0]
    assert "--count 8 --sizes 5,6..7 --seed 1" in pages[-1]
    assert run("book", *arguments, capsys=capsys).code == 0
    assert target.read_bytes() == first
    assert [path.name for path in tmp_path.iterdir()] == ["book.pdf"]


def test_from_a_file(tmp_path, capsys):
    source, target = tmp_path / "puzzles.txt", tmp_path / "book.pdf"
    source.write_text(dumps([generate_classic(9, seed=seed).with_solution(None) for seed in range(3)]))
    done = run("book", source, "--title", "Mine", "--paper", "letter", "-o", target, capsys=capsys)
    assert (done.code, done.err) == (0, f"numlink: 3 puzzles in {target}.\n")
    # the answers were found
    assert "Answers" in titles(read(target.read_bytes()).outline)


def test_a_puzzle_without_a_solution_is_left_out(tmp_path, capsys):
    done = run("book", "-", "-o", tmp_path / "x.pdf", stdin="1 2\n2 1\n\n3 . 3\n", capsys=capsys)
    assert done.code == 1
    assert done.err.startswith("numlink: puzzle 1: no solution, under cover: ")
    assert done.err.splitlines()[1:] == [f"numlink: 1 puzzle in {tmp_path / 'x.pdf'}."]
    assert "1 puzzle, 3 x 1" in read((tmp_path / "x.pdf").read_bytes()).pages[0].extract_text()


LAX = "name: lax\n1 . 1\n. . .\n. . .\n"


def test_a_puzzle_with_several_solutions_is_refused(tmp_path, capsys):
    target = tmp_path / "x.pdf"
    done = run("book", "-", "-o", target, stdin=LAX, capsys=capsys)
    assert done.code == 1
    assert done.err.startswith("numlink: lax: more than one solution, under cover: skipped.")
    assert "--allow-many" in done.err
    assert not target.exists()


def test_a_puzzle_with_several_solutions_says_so_on_its_page(tmp_path, capsys):
    target = tmp_path / "x.pdf"
    done = run("book", "-", "--allow-many", "-o", target, stdin=LAX, capsys=capsys)
    assert done.code == 0
    assert "more than one solution, under cover; it is marked as such" in done.err
    assert "several solutions; one is printed" in read(target.read_bytes()).pages[2].extract_text()


def test_repeats_are_left_out(tmp_path, capsys):
    """A rotated, mirrored or renumbered puzzle is the same puzzle."""
    puzzle = generate(6, seed=4)
    copies = [puzzle, *(puzzle.transformed(symmetry) for symmetry in Symmetry), generate(6, seed=5)]
    source, target = tmp_path / "p.txt", tmp_path / "x.pdf"
    source.write_text(dumps(copies))
    done = run("book", source, "-o", target, capsys=capsys)
    assert done.code == 0
    assert done.err.count("is puzzle 1, perhaps rotated, reflected or renumbered: skipped") == 8
    assert "2 puzzles" in read(target.read_bytes()).pages[0].extract_text()


def test_puzzles_of_other_books_and_files_are_left_out(tmp_path, capsys):
    first, second, source = tmp_path / "1.pdf", tmp_path / "2.pdf", tmp_path / "p.txt"
    arguments = ["--count", 6, "--sizes", 5, "--seed", 1]
    assert run("book", *arguments, "-o", first, capsys=capsys).code == 0
    source.write_text(dumps([generate(5, seed=seed) for seed in range(1, 4)]))
    assert run("book", *arguments, "--exclude", first, "-o", second, capsys=capsys).code == 0
    names = [fingerprints_of(path.read_bytes()) for path in (first, second)]
    assert [len({*each}) for each in names] == [6, 6]
    assert not {*names[0]} & {*names[1]}
    done = run("book", source, "--exclude", first, "-o", second, capsys=capsys)
    assert_one_line_error(replace(done, err=done.err.splitlines()[-1]), "none is left")
    assert_one_line_error(run("book", *arguments, "--exclude", tmp_path / "no", "-o", second, capsys=capsys), "no")


def test_a_size_with_too_few_puzzles_says_so(tmp_path, capsys):
    target = tmp_path / "x.pdf"
    done = run("book", "--count", 300, "--sizes", 4, "--style", "lab", "--seed", 1, "-o", target, capsys=capsys)
    assert done.code == 3
    assert re.search(r"4x4 has too few different puzzles: \d\d were found", done.err)
    assert not target.exists()


def test_a_budget_ends_a_book_without_a_file(tmp_path, capsys):
    target = tmp_path / "x.pdf"
    done = run("book", "--count", "1", "--sizes", "40", "--budget", "0.001", "-o", target, capsys=capsys)
    assert done.code == 3
    assert not target.exists()


def test_a_bad_board_in_a_file(tmp_path, capsys):
    done = run("book", "-", "-o", tmp_path / "x.pdf", stdin="3 . 3\n\n1 ? 1\n", capsys=capsys)
    assert done.code == 2
    assert "line 3, column 3" in done.err
    assert (tmp_path / "x.pdf").exists()


def test_progress_when_asked(made_by_the_lab_program, tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    arguments = ["--count", "3", "--sizes", "5", "--seed", "1", "-o", tmp_path / "x.pdf"]
    assert "3 of 3" not in run("book", *arguments, capsys=capsys).err
    assert "3 of 3" in run("book", *arguments, "--progress", capsys=capsys).err


def test_a_fresh_seed_is_reported(made_by_the_lab_program, tmp_path, capsys):
    done = run("book", "--count", "1", "-o", tmp_path / "x.pdf", capsys=capsys)
    assert done.err.startswith("numlink: seed ")


@pytest.mark.parametrize("kind", KINDS)
def test_one_file_per_puzzle_and_an_index(kind, tmp_path, capsys):
    if kind == "png":
        pytest.importorskip("PIL")
    source, target = tmp_path / "p.txt", tmp_path / "pictures"
    source.write_text(dumps([replace(generate(6, seed=4), name="first, of all"), generate(5, seed=5)]))
    done = run("book", source, "--each", kind.upper(), "-o", target, capsys=capsys)
    assert (done.code, done.err) == (0, "")
    with (target / "index.csv").open(newline="") as index:
        rows = sorted(csv.DictReader(index), key=lambda row: row["width"])
    assert [(row["width"], row["solutions"]) for row in rows] == [("5", "1"), ("6", "1")]
    assert rows[1]["name"] == "first, of all"
    assert rows[0]["recipe"] == "numlink 1 5x5 seed=5 claim=strict style=app"
    named = [row[column] for row in rows for column in ("file", "answer")]
    assert sorted([*named, "index.csv"]) == sorted(path.name for path in target.iterdir())
    for name in named:
        assert (target / name).read_bytes().startswith(STARTS[kind])
    if kind == "pdf":
        assert all(embedded((target / named[0]).read_bytes()).values())
    again = run("book", source, "--each", kind, "-o", target, capsys=capsys)
    assert_one_line_error(again, "is not an empty folder")


STARTS = {"svg": b"<svg", "png": b"\x89PNG", "pdf": b"%PDF", "eps": b"%!PS-Adobe-3.0 EPSF-3.0"}


@pytest.mark.parametrize(
    ("arguments", "stdin", "words"),
    [
        (["--each", "svg"], "1 1\n", ["-o FOLDER"]),
        (["-o", "book.txt"], "1 1\n", ["does not end in .pdf"]),
        (["-o", "no/such/book.pdf"], "1 1\n", ["cannot write no/such/book.pdf"]),
        (["-o", "x.pdf"], "", ["the text is empty"]),
        (["no-such.txt", "-o", "x.pdf"], "", ["cannot read no-such.txt"]),
        (["f.txt", "--count", "3", "-o", "x.pdf"], "", ["either a FILE or --count"]),
        (["--sizes", "5", "-o", "x.pdf"], "1 1\n", ["--sizes", "Add --count"]),
        (["--symmetry", "rotate", "-o", "x.pdf"], "1 1\n", ["--symmetry", "Add --count"]),
        (["--effort", "2..", "-o", "x.pdf"], "1 1\n", ["--effort", "Add --count"]),
        (["--paper", "stone", "-o", "x.pdf"], "1 1\n", ["'stone' is not a paper size", "6x9in"]),
        (["--isbn", "978-3-16-148410-1", "-o", "x.pdf"], "1 1\n", ["last digit of the ISBN"]),
        (["--bleed", "90", "-o", "x.pdf"], "1 1\n", ["a bleed is 0 to 20 mm"]),
        (["--date", "soon", "-o", "x.pdf"], "1 1\n", ["--date must be a day like"]),
        (["--title", "数", "-o", "x.pdf"], "1 1\n", ["no letter '数'", "--font"]),
        (["--count", "3", "--sizes", "9..5", "-o", "x.pdf"], "", ["9..5 is empty"]),
        (["--count", "3", "--sizes", "nine", "-o", "x.pdf"], "", ["a size is one number"]),
        (["--count", "0", "-o", "x.pdf"], "", ["count"]),
        (["--font", "none.ttf", "-o", "x.pdf"], "1 1\n", ["cannot read none.ttf", "Give a .ttf file"]),
    ],
)
def test_bad_targets_give_one_line_and_leave_no_file(arguments, stdin, words, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert_one_line_error(run("book", *arguments, stdin=stdin, capsys=capsys), *words)
    assert list(tmp_path.iterdir()) == []


def test_wishes_of_puzzles_made_on_the_spot(tmp_path, capsys):
    """Style, symmetry, effort and misleading are in the recipes and in the line that makes the book again."""
    target, clues = tmp_path / "x.pdf", tmp_path / "clues.txt"
    clues.write_text("X . X . X\n" * 6)
    arguments = ["--count", 2, "--sizes", "6", "--seed", 1, "-o", target]

    def recipes(*options):
        assert run("book", *arguments, *options, capsys=capsys).code == 0
        page = " ".join(read(target.read_bytes()).pages[-1].extract_text().split())
        assert page.count("numlink 1 6x6 seed=") == 2
        return page

    assert "style=app effort=0.5..3" in (page := recipes("--effort", "0.5..3"))
    assert "--seed 1 --effort 0.5..3, rules cover" in page
    assert "style=magazine misleading=plain" in recipes("--misleading", "Plain", "--style", "MAGAZINE")
    assert "clue-symmetry=rotate" in (page := recipes("--symmetry", "Rotate"))
    assert "--symmetry rotate" in page
    done = run("book", "--count", 1, "--clues", clues, "--seed", 1, "-o", target, capsys=capsys)
    assert (done.code, done.err) == (0, f"numlink: 1 puzzle in {target}.\n")
    page = " ".join(read(target.read_bytes()).pages[-1].extract_text().split())
    assert "5x6 seed=1 clues=" in page
    assert "--sizes" not in page
    assert_one_line_error(run("book", *arguments, "--effort", "6..3", capsys=capsys), "effort 6..3 is not a range")
    page = recipes("--difficulty", "Easy..Medium")
    assert ("difficulty=easy" in page, "difficulty=medium" in page) == (True, True)
    refused = run("book", *arguments, "--effort", "3..", "--difficulty", "easy", capsys=capsys)
    assert_one_line_error(refused, "easy boards of 6x6 have an effort below 0.064")


def test_sizes():
    assert parse_sizes("5,7,9") == ((5, 5), (7, 7), (9, 9))
    assert parse_sizes(" 5..7 , 12x8") == ((5, 5), (6, 6), (7, 7), (12, 8))
    for wrong in ("", "5,", "5..", "..9", "5...9", "x8"):
        with pytest.raises(InputError):
            parse_sizes(wrong)


@pytest.mark.bulk
def test_books_of_one_grade(tmp_path, capsys):
    target = tmp_path / "hard.pdf"
    arguments = ("book", "--count", 2, "--sizes", 7, "--seed", 1, "--difficulty", "hard", "-o", target)
    assert run(*arguments, capsys=capsys).code == 0
    assert "--difficulty hard" in read(target.read_bytes()).pages[-1].extract_text()
    refused = run("book", "--difficulty", "hard", "-o", target, stdin="1 1\n", capsys=capsys)
    assert_one_line_error(refused, "--count")


GRADES = "easy,medium,hard,expert,extreme"


@pytest.mark.parametrize(
    ("count", "sizes"), [(10, "7"), pytest.param(100, "7,8,9,10", marks=[pytest.mark.long])], ids=["small", "hundred"]
)
def test_an_independent_checker_accepts_printed_books(count, sizes, tmp_path, capsys):
    """Read from the pages, every puzzle has one solution and none is another one rotated; grades are sections."""
    target = tmp_path / "book.pdf"
    arguments = ["--count", count, "--sizes", sizes, "--difficulty", GRADES, "--seed", 11, "--no-times", "-o", target]
    assert run("book", *arguments, capsys=capsys).code == 0
    pdf = read(target.read_bytes())
    outline = titles(pdf.outline)
    assert outline[outline.index("Puzzles") + 1] == ["Easy", "Medium", "Hard", "Expert", "Extreme"]
    first, last = 2, pdf.get_destination_page_number(pdf.outline[outline.index("Answers")])
    boards = [board for page in pdf.pages[first:last] for board in book_checker.boards(page)]
    assert len(boards) == count
    assert all(book_checker.covers(*board) == 1 for board in boards)
    assert len({book_checker.same(*board) for board in boards}) == count
    assert all(embedded(target.read_bytes()).values())


def test_the_checker_rejects_wrong_books():
    assert book_checker.covers(3, 3, (1, 0, 1, 0, 0, 0, 0, 0, 0)) == 2
    assert book_checker.covers(2, 2, (1, 2, 2, 1)) == 0
    assert book_checker.covers(3, 2, (1, 0, 1, 2, 0, 2)) == 1
    corner = (1, 0, 0, 1, *[0] * 12)
    assert book_checker.covers(4, 4, corner) == 2
    assert book_checker.same(3, 2, (1, 0, 1, 2, 0, 2)) == book_checker.same(2, 3, (2, 1, 0, 0, 2, 1))
    assert book_checker.same(3, 2, (1, 0, 1, 2, 0, 2)) != book_checker.same(2, 3, (2, 1, 1, 0, 2, 0))


@pytest.mark.parametrize("kind", ["square", "hex", "triangle", "diagonal"])
def test_the_board_on_the_cover_has_the_cells_of_the_puzzles_inside(kind):
    inside = [generate(5, seed=seed, board=kind) for seed in (1, 2)]
    collection = Collection()
    assert all(collection.add(puzzle, "puzzle") for puzzle in inside)
    puzzles = [Problem(puzzle, fingerprint=puzzle.recipe) for puzzle in inside]
    shown = cover_board(puzzles, collection)
    assert shown.layout.kind.value == kind
    assert collection.place_of(shown) is None
    other = Problem(generate(5, seed=3), fingerprint="other")
    assert cover_board([*puzzles, other], collection).layout.kind.value == kind
    assert shown == cover_board(puzzles, collection)  # the same at every run
