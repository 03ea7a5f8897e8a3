"""Our own SVG and the player's board come back from screenshots of a browser."""

import itertools

import pytest

pytest.importorskip("numpy")
pytest.importorskip("PIL")

from numlink import UnclearPicture, generate, pictures
from numlink.game.moves import draw_move
from numlink.render.picture import Options
from numlink.render.svg import picture
from numlink.render.theme import THEMES, Mode
from numlink.web.pages import export_page
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


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("played", ["bare", "begun", "most"])
@pytest.mark.parametrize(
    ("kind", "size"),
    [("plain", (4, 4)), ("blocks and walls", (8, 9)), ("bridges", (5, 7)), ("hexagons", (6, 6)), ("pairs", (16, 16))],
)
@pytest.mark.table(3)
def test_a_screenshot_of_the_player_is_read(browser, tmp_path, kind, size, played, scheme):
    """Lines that are complete tint their tiles more than tiles differ from the page; discs fill small cells, and from
    the 13th pair on they have rings.  All boards are higher than wide, as the page turns others."""
    puzzle = generate(*size, pairs=30, seed=1) if kind == "pairs" else ours.puzzle_of(kind, size, 1)
    paths = puzzle.solution.paths
    drawn = {"bare": [], "begun": paths[::2], "most": paths[:-1]}[played]
    file = tmp_path / "player.html"
    file.write_text(export_page([(puzzle, True)]), encoding="utf-8")
    page = browser.new_page(viewport={"width": 390, "height": 844}, device_scale_factor=2, color_scheme=scheme)
    page.emulate_media(reduced_motion="reduce")
    page.goto(file.as_uri())
    page.wait_for_selector(".board .end")
    page.evaluate("(moves) => numlink.player.play(moves)", [draw_move(puzzle.grid, path) for path in drawn])
    page.wait_for_timeout(400)  # complete paths swell for a moment
    shot = page.screenshot()
    page.close()
    assert ours.renumbered(pictures.read(shot).puzzle) == ours.renumbered(puzzle)
