"""Pages of our own PDF, rendered by another program, are read."""

import subprocess
from itertools import product

import pytest

pytest.importorskip("numpy")
pytest.importorskip("PIL")

from PIL import Image

from numlink import UnclearPicture, generate, pictures
from numlink.render import picture_named
from numlink.render.book.book import book, planned_book
from numlink.render.book.design import Design
from numlink.render.picture import Options
from tests.pictures import ours
from tests.tools import needed


@pytest.mark.parametrize(("theme", "dots_an_inch"), [("numbers", 150), ("letters", 100), ("colour", 200)])
@pytest.mark.parametrize("kind", ours.READ)
@pytest.mark.table(2)
def test_a_page_of_a_book_comes_back(tmp_path, kind, theme, dots_an_inch):
    puzzle = ours.puzzle_of(kind, (7, 5), 1)
    found = read(tmp_path, puzzle, theme, dots_an_inch, page=1)
    assert found is not None
    assert (found.cells, found.layout) == (puzzle.cells, puzzle.layout)


@pytest.mark.parametrize(("theme", "dots_an_inch"), [("numbers", 150), ("letters", 200), ("colour", 200)])
def test_answers_cut_out_of_a_page_are_never_misread(tmp_path, theme, dots_an_inch):
    """Their discs fill the cells and nearly touch the lines between them."""
    right = 0
    for kind, seed in product(("plain", "walls", "bridges", "blocks and walls"), (0, 1)):
        puzzle = ours.puzzle_of(kind, (9, 9), seed)
        found = read(tmp_path, puzzle, theme, dots_an_inch, page=2)
        right += found is not None
        assert found is None or ours.renumbered(found) == ours.renumbered(puzzle)
    assert right >= 5


@pytest.mark.parametrize(("theme", "dots_an_inch"), [("numbers", 200), ("letters", 150), ("colour-letters", 200)])
def test_answers_of_hexagons_are_read_and_never_misread(tmp_path, theme, dots_an_inch):
    """Their discs reach over the corners of cells to the sides, and hide the ground that walls are compared with."""
    right = 0
    for kind, seed in product(("hexagons", "hexagons, walls", "hexagons, blocks"), (0, 1)):
        puzzle = ours.puzzle_of(kind, (8, 8), seed)
        found = read(tmp_path, puzzle, theme, dots_an_inch, page=2)
        right += found is not None
        assert found is None or ours.renumbered(found) == ours.renumbered(puzzle)
    assert right >= 4


def test_a_bridge_before_an_end_is_seen_in_answers(tmp_path):
    """Of the line below it, only one side is seen: the disc of its end fills the next cell."""
    for seed in (0, 6, 7):
        puzzle = generate(5, 5, bridges="few", seed=seed)
        found = read(tmp_path, puzzle, "colour", 200, page=2)
        assert found is not None
        assert ours.renumbered(found) == ours.renumbered(puzzle)


def test_lines_between_tinted_hexagons_are_no_walls(tmp_path):
    """At this scale one line is seen as strong as a wall, but most others have its colour and nearly its width."""
    puzzle = generate(7, 7, board="hex", seed=23107)
    design = Design(theme="colour-letters", front=False, paper="6x9in", solved=True)
    paint(tmp_path, book([puzzle], design), 100)
    assert ours.renumbered(pictures.read((tmp_path / "page.png").read_bytes()).puzzle) == ours.renumbered(puzzle)


@pytest.mark.parametrize("dots_an_inch", [90, 110, 130, 150, 170])
def test_lines_that_are_one_or_two_pixels_wide_are_no_walls(tmp_path, dots_an_inch):
    """A page's thin lines have two pixels where they lie between two."""
    for seed in (0, 1):
        puzzle = ours.puzzle_of("plain", (5, 5), seed)
        found = read(tmp_path, puzzle, "numbers", dots_an_inch, page=1)
        assert found is not None
        assert found.cells == puzzle.cells


def read(folder, puzzle, theme, dots_an_inch, page):
    """The board on a page of a book of one puzzle, or in the part around its answer; None if it is refused."""
    paint(folder, picture_named("pdf")([puzzle], Options(theme=theme)), dots_an_inch, page)
    if page > 1:
        planned = planned_book([puzzle], Design(theme=theme, front=False))
        [spot] = planned.sheets[1].spots
        left, top = spot.left - 6, planned.page.height - spot.top + spot.heading - 6
        right, low = (start + side * spot.cell + 12 for start, side in zip((left, top), spot.entry.board, strict=True))
        image = Image.open(folder / "page.png")
        image.crop([round(side * dots_an_inch / 72) for side in (left, top, right, low)]).save(folder / "page.png")
    try:
        return pictures.read((folder / "page.png").read_bytes()).puzzle
    except UnclearPicture:
        return None


def paint(folder, pdf, dots_an_inch, page=1):
    """Paints a page of a PDF to page.png."""
    needed("pdftoppm", remedy="apt-get install poppler-utils")
    (folder / "book.pdf").write_bytes(pdf)
    command = ["pdftoppm", "-singlefile", "-f", str(page), "-png", "-r", str(dots_an_inch), "book.pdf", "page"]
    subprocess.run(command, cwd=folder, check=True)
