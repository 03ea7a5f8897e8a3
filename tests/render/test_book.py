"""`numlink book`, read back by pypdf: pages, text, bookmarks, links."""

import random
import re
import subprocess
import sys
from dataclasses import replace
from datetime import date

import pytest

from numlink import FREE, NO_TOUCH, InputError, MissingExtra, Puzzle, generate_classic, solve
from numlink.model.judge import check
from numlink.model.kinds.examples import EXAMPLES
from numlink.model.kinds.names import Feature, Kind
from numlink.model.layout import Layout
from numlink.model.puzzle import Solution
from numlink.model.rules import EVERY_RULES
from numlink.render.book.book import book, fingerprints_of, picture, planned_book, require_readable, small_print
from numlink.render.book.design import Design, Imprint
from numlink.render.book.front import COVER_ART, EXAMPLE, EXAMPLE_PATHS, example_of, only_kind
from numlink.render.book.phrases import Language, words_of
from numlink.render.book.plan import Problem, plan
from numlink.render.pdf import fonts
from numlink.render.picture import Options
from tests.pdfs import embedded, read, titles
from tests.render.test_book_pages import box
from tests.samples_of_kinds import KINDS, board_of_kind
from tests.tools import needed
from tests.work import calls_of

PUZZLES = [
    *(generate_classic(9, seed=seed) for seed in range(5)),
    *(generate_classic(5, seed=seed) for seed in range(7)),
    replace(generate_classic(7, 6, seed=1), name="Élan", rules=NO_TOUCH),
]


def test_pages_text_and_bookmarks():
    pdf = read(book(PUZZLES, Design(title="On the train", made="Made by a test")))
    pages = [page.extract_text() for page in pdf.pages]
    # cover, rules, 8 boards of 5x5 and 7x6 in fours, 5 of 9x9, the answers of all, recipes
    assert len(pages) == 2 + 2 + 1 + 1 + 1
    assert "On the train" in pages[0]
    assert "13 puzzles, 5 x 5 to 9 x 9" in pages[0]
    assert "Connect every pair of equal numbers with a path." in pages[1]
    assert "An example" in pages[1]
    assert "seed=0" not in "".join(pages[:-1])
    assert "Made by a test" in pages[-1]
    assert "numlink-classic 1 5x5 seed=0" in pages[-1]
    assert "8  Élan" in "\n".join(pages)
    assert "7 x 6 · no-touch · answer on page 6" in "\n".join(pages)
    for number, page in enumerate(pages[1:], start=2):
        assert f"\n{number}\n" in f"\n{page}\n"
    assert titles(pdf.outline) == [
        "On the train",
        "Rules",
        "Puzzles",
        ["5 x 5", "7 x 6", "9 x 9"],
        "Answers",
        ["1–13"],
        "Recipes",
    ]
    assert pdf.metadata.title == "On the train"
    assert pdf.metadata.creation_date is None


def test_grades_are_sections_with_stars():
    grades = [1, 1, 4, 2, 4, 1, 2]
    pdf = read(book([Problem(puzzle, grade) for puzzle, grade in zip(PUZZLES, grades, strict=False)]))
    outline = titles(pdf.outline)
    assert outline[outline.index("Puzzles") + 1] == ["Easy", "Medium", "Expert"]
    stars = [star_count(page) for page in pdf.pages[2:4]]
    assert [full for full, _ in stars] == [3 * 1 + 2, 2 + 2 * 4]
    assert [full + hollow for full, hollow in stars] == [20, 15]
    heads = [page.extract_text().splitlines()[0] for page in pdf.pages[2:4]]
    assert heads == ["Easy, Medium", "Medium, Expert"]


def star_count(page):
    """Full and hollow stars of a page; a star is a path of ten corners."""
    full = hollow = lines = 0
    for _, operator in page.get_contents().operations:
        if operator == b"m":
            lines = 0
        elif operator == b"l":
            lines += 1
        elif lines == 9 and operator in (b"B", b"b", b"B*", b"b*"):
            full += 1
        elif lines == 9 and operator in (b"S", b"s"):
            hollow += 1
    return full, hollow


def targets(pdf, first, last):
    """The pages that the links on some pages lead to, in order; pages count from 1."""
    numbers = {page.indirect_reference.idnum: number for number, page in enumerate(pdf.pages, start=1)}
    links = [link.get_object() for page in pdf.pages[first - 1 : last] for link in page["/Annots"]]
    return [numbers[link["/Dest"][0].idnum] for link in links]


def test_every_answer_is_where_its_puzzle_says():
    pdf = read(book(PUZZLES))
    text = "\n".join(page.extract_text() for page in pdf.pages[2:5])
    told = [int(page) for page in re.findall(r"(?:answer on page|>) (\d+)", text)]
    assert told == targets(pdf, 3, 5) == [6] * 13
    assert targets(pdf, 6, 6) == [3] * 4 + [4] * 4 + [5] * 5


@pytest.mark.parametrize("language", Language)
def test_the_rules_speak_of_what_is_in_the_book_and_of_nothing_else(language):
    words = words_of(language)
    hexagons = Puzzle(3, 1, (1, 0, 1), layout=Layout(kind=Kind.HEX))
    text = "".join(read(book([hexagons], Design(language=language))).pages[1].extract_text().split())
    assert "".join(words.general[1].split()) not in text
    shown = [feature for feature, sentence in words.features.items() if "".join(sentence.split()) in text]
    assert shown == [Feature.HEX]


@pytest.mark.parametrize("language", Language)
def test_a_caption_names_what_a_board_has_in_the_language_of_the_book(language):
    named = words_of(language).named
    assert set(named) == set(Feature)
    laid = [puzzle for puzzle in map(board_of_kind, KINDS) if not puzzle.layout.plain]
    pages = "".join(page.extract_text() for page in read(book(laid, Design(language=language))).pages[2:])
    shown = {feature for puzzle in laid for feature in puzzle.layout.features()}
    assert all(named[feature] in pages for feature in shown)
    others = {word for words in map(words_of, Language) for word in words.named.values()}
    assert not [word for word in others - set(named.values()) if f"· {word} ·" in pages]


@pytest.mark.parametrize("language", Language)
def test_a_book_of_mixed_kinds_says_which_squares_are_neighbours(language):
    def rules(*puzzles):
        return "".join(read(book(puzzles, Design(language=language))).pages[1].extract_text().split())

    told, other = "".join(words_of(language).squares.split()), board_of_kind("hex")
    assert told in rules(PUZZLES[0], other)
    assert told not in rules(other)
    assert told not in rules(PUZZLES[0])


def test_a_caption_that_is_too_long_refers_to_the_page_with_an_arrow():
    puzzle = replace(PUZZLES[0].with_rules(NO_TOUCH), name="x")
    content = read(book([puzzle, *PUZZLES[1:]], Design(per_page=6, paper="a5")))
    pages = "\n".join(page.extract_text() for page in content.pages[2:-1])
    assert "answer o..." not in pages
    assert "...\n" not in pages


def in_words(text):
    """The strings in a field of Words."""
    return [text] if isinstance(text, str) else text if isinstance(text, tuple) else list(text.values())


def test_puzzles_stand_in_order_of_size():
    pdf = read(book(random.Random(1).sample(PUZZLES, len(PUZZLES)), Design(front=False, per_page=1)))
    sizes = [page.extract_text().splitlines() for page in pdf.pages[:13]]
    found = [next(line.split(" · ")[0] for line in lines if " · answer" in line or " · no-" in line) for lines in sizes]
    assert [size.split("x")[0] for size in found] == ["5 "] * 7 + ["7 "] + ["9 "] * 5


@pytest.mark.parametrize(
    ("paper", "size"),
    [
        ("a4", (595, 842)),
        ("Letter", (612, 792)),
        ("6x9in", (432, 648)),
        ("148 x 210 mm", (420, 595)),
        ("A5", (420, 595)),
    ],
)
def test_paper(paper, size):
    page = read(book(PUZZLES[:1], Design(paper=paper))).pages[0]
    assert (round(float(page.mediabox.width)), round(float(page.mediabox.height))) == size


@pytest.mark.parametrize("per_page", [1, 2, 3, 5, 8, 30])
def test_puzzles_per_page(per_page):
    pdf = read(book(PUZZLES, Design(per_page=per_page, solved=True, front=False)))
    assert len(pdf.pages) == -(-13 // per_page)


def test_bleed_and_gutter():
    pdf = read(book(PUZZLES, Design(paper="6x9in", bleed=3, gutter=10)))
    bleed = 3 * 72 / 25.4
    for page in pdf.pages:
        assert float(page.mediabox[2]) == pytest.approx(432 + 2 * bleed, abs=0.1)
        assert float(page.mediabox[3]) == pytest.approx(648 + 2 * bleed, abs=0.1)
        assert float(page.trimbox[0]) == pytest.approx(bleed, abs=0.1)
        assert float(page.bleedbox[0]) == 0
    planned = plan([Problem(puzzle) for puzzle in PUZZLES], Design(paper="6x9in", gutter=10))
    for number, sheet in enumerate(planned.sheets, start=planned.first):
        right = planned.page.width - max(box(spot)[2] for spot in sheet.spots)
        left = min(spot.left for spot in sheet.spots)
        assert (left if number % 2 else right) > 60


def test_the_imprint_is_a_page_and_the_properties_of_the_file():
    imprint = Imprint("A. Nother", "Small Press", "978-3-16-148410-0", date=date(2026, 11, 30))
    pdf = read(book(PUZZLES[:2], Design(title="Paths", imprint=imprint, language=Language.GERMAN)))
    page = pdf.pages[1].extract_text()
    for words in ("Paths", "A. Nother", "Small Press", "© 2026 A. Nother", "ISBN 978-3-16-148410-0", "2026-11-30"):
        assert words in page
    assert "Lösung auf Seite" in pdf.pages[3].extract_text()
    assert pdf.metadata.author == "A. Nother"
    assert pdf.metadata.creation_date.date() == date(2026, 11, 30)
    assert "ISBN 978-3-16-148410-0" in pdf.metadata["/Keywords"]
    assert pdf.trailer["/Root"]["/Lang"] == "de"


def test_an_imprint_stays_on_its_page_or_is_refused():
    puzzles = [Problem(generate_classic(5, seed=1))]
    longest = 0
    for words in (1, 40, 200):
        design = Design(imprint=Imprint(author="A", publisher="P", copyright="word " * words, date=date(2026, 1, 1)))
        heights = []
        page = read(book(puzzles, design)).pages[1]
        page.extract_text(visitor_text=lambda text, _, at, *rest: text.strip() and heights.append(at[5]))  # noqa: B023
        assert min(heights) >= 36  # the edge of the page, half an inch
        assert len(heights) > longest
        longest = len(heights)
    with pytest.raises(InputError, match=r"the imprint takes \d+ lines, but the page has room for \d+. Shorten"):
        book(puzzles, Design(imprint=Imprint(author="A", copyright="word " * 5_000)))


def test_an_isbn_with_a_wrong_digit_is_refused():
    with pytest.raises(InputError, match="last digit"):
        book(PUZZLES[:1], Design(imprint=Imprint(isbn="978-3-16-148410-1")))


def test_every_language_says_everything():
    for words in map(words_of, Language):
        assert all(getattr(words, name) for name in words.__slots__)
        assert len(words.grades) == 6
        assert words.many.format(3) != words.many
        assert words.answer_on.format(3) != words.answer_on


@pytest.mark.parametrize("language", Language)
def test_the_rules_say_that_paths_go_and_cross_at_marked_corners(language):
    puzzle = Puzzle(2, 2, (1, 2, 2, 1), layout=Layout(kind=Kind.DIAGONAL))
    page = read(book([puzzle], Design(language=language))).pages[1].extract_text()
    assert "×" in page


def test_every_font_is_embedded(tmp_path):
    target = tmp_path / "book.pdf"
    target.write_bytes(book(PUZZLES, Design(title="Αριθμοί, Łódź, Числа")))
    assert all(embedded(target.read_bytes()).values())
    assert "Αριθμοί, Łódź, Числа" in read(target.read_bytes()).pages[0].extract_text()
    pdffonts = needed("pdffonts", remedy="apt-get install poppler-utils")
    told = subprocess.run([pdffonts, target], capture_output=True, text=True, check=True).stdout.splitlines()[2:]
    assert len(told) >= 2
    assert all(line.split()[-5] == "yes" for line in told), told


def test_a_japanese_book_has_its_letters_and_breaks_lines_between_them():
    words = words_of(Language.JAPANESE)
    texts = [text for name in words.__slots__ for text in in_words(getattr(words, name))]
    fonts(family=Language.JAPANESE.family).require("".join(texts))
    content = book(PUZZLES[:3], Design(title="毎日のナンバーリンク", language=Language.JAPANESE))
    assert all(embedded(content).values())
    pdf = read(content)
    assert "毎日のナンバーリンク" in pdf.pages[0].extract_text()
    lines = pdf.pages[1].extract_text().splitlines()
    assert "同じ数字どうしを線で結びます。" in lines
    assert not [line for line in lines if line.startswith(("。", "、", "ー"))]
    with pytest.raises(InputError, match=r"font=FILE\.ttf"):
        book(PUZZLES[:1], Design(title="鬱", language=Language.JAPANESE))


def test_a_page_on_its_own_embeds_its_fonts_too():
    assert all(embedded(picture([PUZZLES[0]], Options(solved=True))).values())


@pytest.mark.thorough
def test_too_many_puzzles_per_page_are_refused():
    with pytest.raises(InputError, match="do not fit on a page"):
        book([PUZZLES[0]] * 5000, Design(per_page=5000))


def test_the_same_options_make_the_same_book():
    assert book(PUZZLES) == book(PUZZLES)


def test_a_puzzle_without_solution_has_no_answer():
    pdf = read(book([PUZZLES[0].with_solution(None)]))
    assert len(pdf.pages) == 4
    assert "answer on" not in pdf.pages[2].extract_text()


def test_the_rules_page_names_the_rules_used():
    one = read(book(PUZZLES[:1])).pages[1].extract_text()
    assert "Every cell that is not dark must be on a path." in one
    assert "Cells may stay empty" not in one
    free = read(book([PUZZLES[0].with_rules(FREE)])).pages[1].extract_text()
    assert "Cells may stay empty" in free
    assert "An empty corner" not in free
    many = read(book([PUZZLES[0].with_rules(rules) for rules in EVERY_RULES])).pages[1].extract_text()
    assert all(f"\n{rules}\n" in many for rules in EVERY_RULES)


def test_the_default_theme_prints_in_black_and_white():
    """No colour operator with unequal parts in any page of the default theme."""
    for page in read(book(PUZZLES)).pages:
        for operands, operator in page.get_contents().operations:
            if operator in (b"rg", b"RG"):
                assert len({float(part) for part in operands}) == 1


@pytest.mark.parametrize("rules", EVERY_RULES, ids=str)
def test_the_worked_example_has_one_solution_under_all_rules(rules):
    verdict = solve(EXAMPLE, rules=rules)
    assert verdict.solution == Solution(5, 5, EXAMPLE_PATHS)
    assert verdict.second is None
    assert "exactly one" in str(verdict)


@pytest.mark.parametrize("kind", EXAMPLES, ids=str)
@pytest.mark.parametrize("rules", EVERY_RULES, ids=str)
def test_the_examples_of_kinds_have_one_solution_under_all_rules(kind, rules):
    puzzle = example_of(kind)
    verdict = solve(puzzle, rules=rules)
    assert verdict.answer == "unique"
    assert verdict.solution.links() == puzzle.solution.links()


def test_the_example_is_of_the_kind_of_the_boards():
    assert only_kind({Kind.HEX}) is Kind.HEX
    assert only_kind({Kind.HEX, Kind.SQUARE}) is Kind.SQUARE
    assert only_kind(set()) is Kind.SQUARE


def test_the_cover_shows_a_correct_board():
    solution = Solution.from_grid([[int(character, 36) for character in row] for row in COVER_ART])
    assert check(Puzzle.from_solution(solution), solution) == []


def test_letters_the_font_lacks_are_refused():
    with pytest.raises(InputError, match=r"no letter '数' \(U\+6570\).* font=FILE"):
        book(PUZZLES[:1], Design(title="数字"))
    with pytest.raises(InputError, match="as a TrueType font"):
        book(PUZZLES[:1], Design(font=__file__))


def test_the_letters_of_every_text_that_is_printed_are_checked():
    puzzle = generate_classic(5, seed=1)
    odd = "\u2603"
    for design in (
        Design(front=False, title=odd),
        Design(title=odd),
        Design(made=odd),
        Design(imprint=Imprint(author=odd)),
    ):
        with pytest.raises(InputError, match="font has no letter"):
            book([Problem(puzzle)], design)
    book([Problem(puzzle)], Design(front=False, made=odd))  # stands on the cover's pages alone


def test_a_font_file_can_be_given():
    from pathlib import Path

    import reportlab

    font = Path(reportlab.__file__).parent / "fonts" / "Vera.ttf"
    pdf = read(book(PUZZLES[:1], Design(title="Crème brûlée", font=str(font))))
    assert "Crème brûlée" in pdf.pages[0].extract_text()


def test_a_title_of_three_lines_ends_with_dots():
    words = [f"word{number}" for number in range(100)]
    cover = next(
        text
        for count in range(5, 100)
        if "..." in (text := read(book(PUZZLES[:1], Design(title=" ".join(words[:count])))).pages[0].extract_text())
    )
    assert cover.count("...") == 1


def test_long_titles_and_names_are_cut():
    content = book([replace(PUZZLES[0], name="name " * 100)], Design(title="title " * 60))
    page = read(content).pages[2].extract_text()
    assert "1  name name name name" in page
    assert "...\n" in page
    assert max(map(len, page.splitlines())) < 100


def test_no_line_leaves_the_page():
    """Every text that a user can give, as one word wider than any page."""
    from reportlab.pdfbase.pdfmetrics import stringWidth

    long = "Wordwiderthanthepage" * 20
    imprint = Imprint(author=long, publisher=long, copyright=f"All rights {long} reserved", date=date(2026, 1, 1))
    pdf = read(book([replace(PUZZLES[0], name=long)], Design(title=long, imprint=imprint)))
    seen = 0
    for page in pdf.pages:
        widest = float(page.mediabox.width)
        shown = []
        page.extract_text(visitor_text=lambda text, _, at, _font, size: shown.append((text, at[4], size)))  # noqa: B023
        for text, left, size in shown:
            for line in text.split("\n"):
                seen += "Wordwider" in line
                # the book's font has the metrics of Arial, as Helvetica has
                assert not line.strip() or left + stringWidth(line.strip(), "Helvetica", size) <= widest, line
    assert seen > 8


def test_a_title_without_blanks_takes_time_by_its_length():
    calls = [calls_of(lambda: book(PUZZLES[:1], Design(title="9" * length))) for length in (5_000, 20_000)]  # noqa: B023
    assert calls[1] < 4.5 * calls[0]


def test_wrong_options_of_a_book_are_refused():
    with pytest.raises(InputError, match="at least one puzzle"):
        book([])
    with pytest.raises(InputError, match="'a9' is not a paper size"):
        book(PUZZLES, Design(paper="a9"))
    with pytest.raises(InputError, match="is not a known theme"):
        book(PUZZLES, Design(theme="neon"))


def test_digits_too_small_to_read():
    with pytest.raises(InputError, match=r"puzzle 1 \(90 x 90\) are \d\.\d points high.*larger paper="):
        book([generate_classic(90, seed=1)])
    planned = planned_book([wide_board(40)], Design())
    assert re.search(r"puzzle 1 \(40 x 40\) are 5\.\d points high", small_print(planned))
    require_readable(planned)
    assert small_print(planned_book(PUZZLES, Design())) is None


def wide_board(side):
    """A board with few numbers, some of two digits."""
    cells = [0] * (side * side)
    for number in range(1, 13):
        cells[number * side] = cells[number * side + 5] = number
    return Puzzle(side, side, tuple(cells))


def test_without_reportlab(monkeypatch):
    monkeypatch.setitem(sys.modules, "reportlab", None)
    with pytest.raises(MissingExtra, match=r"pip install 'numlink\[pdf\]'"):
        book(PUZZLES)


def test_fingerprints_are_kept_and_read_back():
    names = [f"{number:032x}" for number in range(300)]
    assert fingerprints_of(book([Problem(PUZZLES[0], fingerprint=" ".join(names))])) == names
    assert fingerprints_of(book(PUZZLES[:1])) is None


def test_pictures_on_the_cover(tmp_path):
    pil = pytest.importorskip("PIL.Image")
    image = tmp_path / "cover.png"
    pil.new("RGB", (60, 90), (10, 120, 200)).save(image)
    plain = read(book(PUZZLES[:2], Design(cover_image=str(image), bleed=3)))
    assert len(plain.pages[0].images) == 1
    assert plain.pages[0].extract_text().strip() == ""
    assert len(read(book(PUZZLES[:2], Design(logo=str(image)))).pages[0].images) == 1
    with pytest.raises(InputError, match="can't be read as a picture"):
        book(PUZZLES[:2], Design(logo=__file__))
