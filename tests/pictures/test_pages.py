"""Pages of our own PDF, rendered by another program, are read."""

import subprocess

import pytest

pytest.importorskip("numpy")
pytest.importorskip("PIL")

from numlink import pictures
from numlink.render import picture_named
from numlink.render.picture import Options
from tests.pictures import ours
from tests.tools import needed


@pytest.mark.parametrize(("theme", "dots_an_inch"), [("numbers", 150), ("letters", 100), ("colour", 200)])
@pytest.mark.parametrize("kind", ours.READ)
@pytest.mark.table(2)
def test_a_page_of_a_book_comes_back(tmp_path, kind, theme, dots_an_inch):
    """The first page shows the puzzle."""
    needed("pdftoppm", remedy="apt-get install poppler-utils")
    puzzle = ours.puzzle_of(kind, (7, 5), 1)
    (tmp_path / "book.pdf").write_bytes(picture_named("pdf")([puzzle], Options(theme=theme)))
    command = ["pdftoppm", "-singlefile", "-png", "-r", str(dots_an_inch), "book.pdf", "page"]
    subprocess.run(command, cwd=tmp_path, check=True)
    found = pictures.read((tmp_path / "page.png").read_bytes()).puzzle
    assert (found.cells, found.layout) == (puzzle.cells, puzzle.layout)
