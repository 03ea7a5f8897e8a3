"""`numlink book`, read back by pypdf: pages, text, bookmarks, links."""

import random
import sys
from dataclasses import replace
from io import BytesIO
from time import process_time

import pytest

from numlink import FREE, NO_TOUCH, InputError, MissingExtra, Puzzle, dumps, generate_classic, solve
from numlink.commands import book as command
from numlink.model.judge import check
from numlink.model.puzzle import Solution
from numlink.model.rules import EVERY_RULES
from numlink.model.sizes import parse_sizes
from numlink.render.book import Layout, book, small_cells
from numlink.render.front import COVER_ART, EXAMPLE, EXAMPLE_PATHS
from tests.cli import assert_one_line_error
from tests.cli import numlink as run

pytest.importorskip("reportlab")
pypdf = pytest.importorskip("pypdf")


def classic(width, height=None, *, seed, rules, difficulty="any", budget=None):
    """Stands in for the generator of unique puzzles, which has tests of its own."""
    return generate_classic(width, height, seed=seed, rules=rules, budget=budget)


@pytest.fixture
def made_by_the_lab_program(monkeypatch):
    monkeypatch.setattr(command, "generate", classic)


def read(content):
    return pypdf.PdfReader(BytesIO(content))


def titles(outline):
    return [titles(entry) if isinstance(entry, list) else entry.title for entry in outline]


PUZZLES = [
    *(generate_classic(9, seed=seed) for seed in range(5)),
    *(generate_classic(5, seed=seed) for seed in range(7)),
    replace(generate_classic(7, 6, seed=1), name="Élan", rules=NO_TOUCH),
]


def test_pages_text_and_bookmarks():
    pdf = read(book(PUZZLES, Layout(title="On the train", made="Made by a test")))
    pages = [page.extract_text() for page in pdf.pages]
    # cover, rules, 6 + 1 boards of 5x5, 5 larger ones in fours, and the answers of all
    assert len(pages) == 2 + 2 + 2 + 2
    assert "On the train" in pages[0]
    assert "13 puzzles, 5 x 5 to 9 x 9" in pages[0]
    assert "Made by a test" in pages[0]
    assert "Join every two equal numbers by a path." in pages[1]
    assert "An example" in pages[1]
    assert "numlink-classic 1 5x5 seed=0" in pages[2]
    assert "8  Élan" in pages[4]
    assert "7 x 6 · rules no-touch" in pages[4]
    for number, page in enumerate(pages[1:], start=2):
        assert f"\n{number}\n" in f"\n{page}\n"
    assert titles(pdf.outline) == [
        "On the train",
        "Rules",
        "Puzzles",
        ["5 x 5", "7 x 6 to 9 x 9", "9 x 9"],
        "Answers",
        ["5 x 5", "7 x 6 to 9 x 9"],
    ]
    assert pdf.metadata.title == "On the train"


def test_every_answer_is_where_its_puzzle_says():
    pdf = read(book(PUZZLES))
    pages = [page.extract_text().splitlines() for page in pdf.pages]
    found = {}
    for index, page in enumerate(pages, start=1):
        for line, after in zip(page, page[1:], strict=False):
            if line.startswith("answer on page "):
                found[after.split()[0]] = (index, int(line.removeprefix("answer on page ")))
    assert sorted(found, key=int) == [str(number) for number in range(1, 14)]
    for number, (puzzle_page, answer_page) in found.items():
        assert puzzle_page < answer_page
        assert number in pages[answer_page - 1]
        assert any(line.startswith("Answers, ") for line in pages[answer_page - 1])


def test_puzzles_stand_in_order_of_size():
    pdf = read(book(random.Random(1).sample(PUZZLES, len(PUZZLES)), Layout(front=False, per_page=1)))
    sizes = [page.extract_text().splitlines() for page in pdf.pages[:13]]
    found = [next(line.split(" · ")[0] for line in lines if " · rules" in line) for lines in sizes]
    assert found == ["5 x 5"] * 7 + ["7 x 6"] + ["9 x 9"] * 5


@pytest.mark.parametrize(("paper", "size"), [("a4", (595, 842)), ("letter", (612, 792))])
def test_paper(paper, size):
    page = read(book(PUZZLES[:1], Layout(paper=paper))).pages[0]
    assert (round(float(page.mediabox.width)), round(float(page.mediabox.height))) == size


@pytest.mark.parametrize("per_page", [1, 2, 3, 5, 8, 30])
def test_puzzles_a_page(per_page):
    pdf = read(book(PUZZLES, Layout(per_page=per_page, solved=True, front=False)))
    assert len(pdf.pages) == -(-13 // per_page)


def test_too_many_a_page():
    with pytest.raises(InputError, match="do not fit on a page"):
        book([PUZZLES[0]] * 5000, Layout(per_page=5000))


def test_the_same_book_twice():
    assert book(PUZZLES) == book(PUZZLES)


def test_a_puzzle_without_solution_has_no_answer():
    pdf = read(book([PUZZLES[0].with_solution(None)]))
    assert len(pdf.pages) == 3
    assert "answer on" not in pdf.pages[2].extract_text()


def test_the_rules_page_names_the_rules_used():
    one = read(book(PUZZLES[:1])).pages[1].extract_text()
    assert "Every cell that is not dark lies on a path." in one
    assert "Cells may stay empty" not in one
    free = read(book([PUZZLES[0].with_rules(FREE)])).pages[1].extract_text()
    assert "Cells may stay empty" in free
    assert "An empty corner" not in free
    many = read(book([PUZZLES[0].with_rules(rules) for rules in EVERY_RULES])).pages[1].extract_text()
    assert all(f"\n{rules}\n" in many for rules in EVERY_RULES)


def test_black_and_white():
    """No colour operator with unequal parts in any page of the default theme."""
    for page in read(book(PUZZLES)).pages:
        for operands, operator in page.get_contents().operations:
            if operator in (b"rg", b"RG"):
                assert len({float(part) for part in operands}) == 1


@pytest.mark.parametrize("rules", EVERY_RULES, ids=str)
def test_the_worked_example_has_one_solution_under_all_rules(rules):
    verdict = solve(EXAMPLE, rules)
    assert verdict.solution == Solution(5, 5, EXAMPLE_PATHS)
    assert verdict.second is None
    assert "exactly one" in str(verdict)


def test_the_cover_shows_a_correct_board():
    solution = Solution.from_grid([[int(character, 36) for character in row] for row in COVER_ART])
    assert check(Puzzle.from_solution(solution), solution) == []


def test_letters_beyond_the_standard_fonts():
    pdf = read(book(PUZZLES[:1], Layout(title="Łódź")))
    assert "?ód?" in pdf.pages[0].extract_text()
    with pytest.raises(InputError, match="is no TrueType font"):
        book(PUZZLES[:1], Layout(font=__file__))


def test_a_font_of_ones_own():
    from pathlib import Path

    import reportlab

    font = Path(reportlab.__file__).parent / "fonts" / "Vera.ttf"
    pdf = read(book(PUZZLES[:1], Layout(title="Crème brûlée", font=str(font))))
    assert "Crème brûlée" in pdf.pages[0].extract_text()


def test_long_titles_and_names_are_cut():
    content = book([replace(PUZZLES[0], name="name " * 100)], Layout(title="title " * 60))
    page = read(content).pages[2].extract_text()
    assert "1  name name name na..." in page
    assert "tit...\n" in page
    assert max(map(len, page.splitlines())) < 100


def test_what_is_no_book():
    with pytest.raises(InputError, match="at least one puzzle"):
        book([])
    with pytest.raises(InputError, match="'a3' names no paper"):
        book(PUZZLES, Layout(paper="a3"))
    with pytest.raises(InputError, match="names no theme"):
        book(PUZZLES, Layout(theme="neon"))


def test_boards_too_fine_for_paper():
    assert small_cells([generate_classic(90, seed=1)], Layout())
    assert not small_cells([generate_classic(60, seed=1)], Layout())


def test_without_reportlab(monkeypatch):
    monkeypatch.setitem(sys.modules, "reportlab", None)
    with pytest.raises(MissingExtra, match=r"pip install 'numlink\[pdf\]'"):
        book(PUZZLES)


def test_a_hundred_puzzles_are_quick():
    puzzles = [generate_classic(side, seed=seed) for seed in range(34) for side in (5, 7, 9)][:100]
    begin = process_time()
    content = book(puzzles)
    assert process_time() - begin < 20
    assert len(read(content).pages) > 30


# The command


def test_made_on_the_spot(made_by_the_lab_program, tmp_path, capsys):
    target = tmp_path / "book.pdf"
    arguments = ["--count", "8", "--sizes", "5,6..7", "--seed", "1", "-o", target]
    done = run("book", *arguments, capsys=capsys)
    assert (done.code, done.out, done.err) == (0, "", "")
    first = target.read_bytes()
    pages = [page.extract_text() for page in read(first).pages]
    assert "8 puzzles, 5 x 5 to 7 x 7" in pages[0]
    assert "--count 8 --sizes 5,6..7 --seed 1" in pages[0]
    assert run("book", *arguments, capsys=capsys).code == 0
    assert target.read_bytes() == first
    assert [path.name for path in tmp_path.iterdir()] == ["book.pdf"]


def test_from_a_file(tmp_path, capsys):
    source, target = tmp_path / "puzzles.txt", tmp_path / "book.pdf"
    source.write_text(dumps([puzzle.with_solution(None) for puzzle in PUZZLES[:3]]))
    done = run("book", source, "--title", "Mine", "--paper", "letter", "-o", target, capsys=capsys)
    assert (done.code, done.err) == (0, "")
    # the answers were found
    assert "Answers" in titles(read(target.read_bytes()).outline)


def test_puzzles_without_an_answer_are_told(tmp_path, capsys):
    done = run("book", "-", "-o", tmp_path / "x.pdf", stdin="1 2\n2 1\n\n3 . 3\n", capsys=capsys)
    assert done.code == 1
    assert done.err.startswith("numlink: puzzle 1: no solution, under cover: ")
    assert done.err.endswith("; it is printed without an answer.\n")
    assert len(done.err.splitlines()) == 1
    assert (tmp_path / "x.pdf").exists()


def test_a_puzzle_of_a_book_with_several_solutions_is_told(tmp_path, capsys):
    done = run("book", "-", "-o", tmp_path / "x.pdf", stdin="name: lax\n1 . 1\n. . .\n. . .\n", capsys=capsys)
    assert done.code == 0
    assert done.err.startswith("numlink: lax: more than one solution, under cover; one of them")


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


def test_a_fresh_seed_is_told(made_by_the_lab_program, tmp_path, capsys):
    done = run("book", "--count", "1", "-o", tmp_path / "x.pdf", capsys=capsys)
    assert done.err.startswith("numlink: seed ")


@pytest.mark.parametrize(
    ("arguments", "stdin", "words"),
    [
        (["-o", "book.txt"], "1 1\n", ["does not end in .pdf"]),
        (["-o", "no/such/book.pdf"], "1 1\n", ["cannot write no/such/book.pdf"]),
        (["-o", "x.pdf"], "", ["the text is empty"]),
        (["no-such.txt", "-o", "x.pdf"], "", ["cannot read no-such.txt"]),
        (["f.txt", "--count", "3", "-o", "x.pdf"], "", ["either a FILE or --count"]),
        (["--sizes", "5", "-o", "x.pdf"], "1 1\n", ["Add --count"]),
        (["--count", "3", "--sizes", "9..5", "-o", "x.pdf"], "", ["9..5 is empty"]),
        (["--count", "3", "--sizes", "nine", "-o", "x.pdf"], "", ["a size is one number"]),
        (["--count", "0", "-o", "x.pdf"], "", ["count"]),
        (["--font", "none.ttf", "-o", "x.pdf"], "1 1\n", ["none.ttf is no TrueType font"]),
    ],
)
def test_bad_targets_give_one_line_and_leave_nothing(arguments, stdin, words, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert_one_line_error(run("book", *arguments, stdin=stdin, capsys=capsys), *words)
    assert list(tmp_path.iterdir()) == []


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
    assert "difficulty hard" in "".join(page.extract_text() for page in pypdf.PdfReader(target).pages)
    refused = run("book", "--difficulty", "hard", "-o", target, stdin="1 1\n", capsys=capsys)
    assert_one_line_error(refused, "--count")
