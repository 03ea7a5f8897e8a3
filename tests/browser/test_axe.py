"""axe-core finds nothing on any page, dialog or kind of board."""

from pathlib import Path
from random import Random

import pytest

from numlink.game.moves import draw_move
from tests.browser.test_browser import drag, go, link, press
from tests.browser.test_wishes import BOARD
from tests.browser.test_yardstick import KEEP_GAMES, SOLVED_GAMES
from tests.sample import sample_puzzle
from tests.samples_of_kinds import KINDS, board_of_kind
from tests.tools import amount, lacking


def axe():
    found = Path(__file__).parents[2] / "node_modules/axe-core/axe.min.js"
    if not found.exists():
        lacking("axe-core", "npm install")
    return found.read_text()


SCREENS = ("home", "new", "daily", "packs", "mine", "edit")
DIALOGS = ("help", "more", "settings", "share", "overview", "edit-open", "edit-shape", "edit-more")
PLACES = ("first home", "player", *SCREENS, *DIALOGS, "hint", "reasons", "trial", "pause", "card", "home with games",
          "mine with games", "daily with games")  # fmt: skip
"""The screens that axe checks, which takes most of the test's time."""


@pytest.mark.table(1)
@pytest.mark.sampled
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_on_any_screen_or_dialog(visit, server, theme):
    chosen = Random(theme).sample(PLACES, amount(8, len(PLACES)))
    reached = []
    page = visit(server, color_scheme=theme, bypass_csp=True, reduced_motion="reduce")
    page.evaluate(axe())

    def look(where):
        reached.append(where)
        if where not in chosen:
            return
        found = page.evaluate(
            "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))"
        )
        assert found == [], where

    look("first home")
    page.goto(link(server, sample_puzzle()))
    drag(page, sample_puzzle().solution.paths[0])
    page.wait_for_selector("#about:has-text('y cell')")
    look("player")
    for screen in SCREENS:
        go(page, screen)
        look(screen)
    for button in DIALOGS:
        press(page, button)
        page.wait_for_selector("dialog[open]")
        look(button)
        page.keyboard.press("Escape")
    page.goto(link(server, sample_puzzle()))
    page.click("#hint")
    page.wait_for_selector("#hinted")
    look("hint")
    press(page, "all-reasons")
    look("reasons")
    page.keyboard.press("Escape")
    page.keyboard.press("t")
    look("trial")
    page.click("#trial-keep")
    page.keyboard.press("p")
    look("pause")
    page.click("#go-on")
    page.evaluate(
        "(moves) => numlink.player.play(moves)", [draw_move(BOARD.grid, path) for path in BOARD.solution.paths]
    )
    page.wait_for_selector("#card")
    look("card")
    page.evaluate(KEEP_GAMES, SOLVED_GAMES)
    for screen in ("home", "mine", "daily"):
        go(page, screen)
        look(f"{screen} with games")
    assert tuple(reached) == PLACES


@pytest.mark.table(1)
@pytest.mark.parametrize("kind", KINDS)
def test_axe_finds_nothing_on_boards_of_every_kind(visit, server, kind):
    page = visit(link(server, board_of_kind(kind)), bypass_csp=True)
    page.evaluate(axe())
    found = page.evaluate("axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))")
    assert found == []
