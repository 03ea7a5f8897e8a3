"""Our own SVG as a browser draws it comes back."""

import itertools

import pytest

pytest.importorskip("numpy")
pytest.importorskip("PIL")

from numlink import UnclearPicture, pictures
from numlink.render.picture import Options
from numlink.render.svg import picture
from numlink.render.theme import THEMES, Mode
from tests.pictures import ours


@pytest.mark.parametrize("kind", ours.READ)
@pytest.mark.table(2)
def test_a_picture_of_our_svg_is_read_back(browser, kind):
    """In every theme, light and dark."""
    puzzle = ours.puzzle_of(kind, (7, 5), 1)
    page = browser.new_page(viewport={"width": 540, "height": 540})
    refused = []
    try:
        for theme, mode in itertools.product(THEMES, (Mode.LIGHT, Mode.DARK)):
            drawn = picture([puzzle], Options(theme=theme, mode=mode, solved=theme != "numbers")).decode()
            page.set_content(f"<body style='margin: 0'>{drawn}")
            try:
                found = pictures.read(page.screenshot()).puzzle
            except UnclearPicture as error:
                refused.append((theme, mode, str(error)))
            else:
                assert (found.cells, found.layout) == (puzzle.cells, puzzle.layout), (theme, mode)
    finally:
        page.close()
    assert not refused
