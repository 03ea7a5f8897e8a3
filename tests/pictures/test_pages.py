"""Pages of our own PDF, drawn by another program, come back."""

import subprocess

import pytest

pytest.importorskip("numpy")
pytest.importorskip("PIL")

from numlink import UnclearPicture, pictures
from numlink.render import picture_named
from numlink.render.picture import Options
from tests.pictures import ours
from tests.tools import needed


@pytest.mark.parametrize(("theme", "dots_an_inch"), [("numbers", 150), ("letters", 100), ("colour", 200)])
@pytest.mark.parametrize("kind", ours.READ)
@pytest.mark.table(4)
def test_a_page_of_a_book_comes_back(tmp_path, kind, theme, dots_an_inch):
    """One page shows the puzzle; cover and rules show other boards, the answers small ones."""
    needed("pdftoppm", remedy="apt-get install poppler-utils")
    puzzle = ours.puzzle_of(kind, (7, 5), 1)
    (tmp_path / "book.pdf").write_bytes(picture_named("pdf")([puzzle], Options(theme=theme)))
    subprocess.run(["pdftoppm", "-r", str(dots_an_inch), "-png", "book.pdf", "page"], cwd=tmp_path, check=True)
    found = []
    for page in sorted(tmp_path.glob("page*.png")):
        try:
            found.append(pictures.read(page.read_bytes()).puzzle)
        except UnclearPicture:
            continue
    boards = [(each.cells, each.layout) for each in found]
    assert (puzzle.cells, puzzle.layout) in boards
