"""axe-core finds nothing on any page, dialog or kind of board."""

from pathlib import Path
from random import Random

import pytest

from numlink.game.moves import draw_move
from tests.browser.test_browser import drag, link
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


PLACES = (
    "player", "go-new", "go-daily", "go-packs", "go-mine", "help", "more", "share", "overview", "hint", "reasons",
    "trial", "pause", "card", "go-mine with games", "go-daily with games", "editor", "docs",
)  # fmt: skip
"""Where axe looks; most of the test's time is its looking."""


@pytest.mark.table(1)
@pytest.mark.sampled
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_on_any_page_or_dialog(visit, server, theme):
    chosen = Random(theme).sample(PLACES, amount(6, len(PLACES)))
    reached = []
    page = visit(link(server, sample_puzzle()), color_scheme=theme, bypass_csp=True)
    drag(page, sample_puzzle().solution.paths[0])
    page.wait_for_selector("#title:has-text('y cell')")
    page.evaluate(axe())

    def look(where):
        reached.append(where)
        if where not in chosen:
            return
        found = page.evaluate(
            "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))"
        )
        assert found == [], where

    look("player")
    for button in ("go-new", "go-daily", "go-packs", "go-mine", "help", "more", "share", "overview"):
        page.evaluate("(id) => document.getElementById(id).click()", button)
        page.wait_for_selector("dialog[open]")
        look(button)
        page.keyboard.press("Escape")
    page.click("#hint")
    page.wait_for_selector("#hint-word:not(:text('Hint'))")
    look("hint")
    page.evaluate("document.getElementById('all-reasons').click()")
    look("reasons")
    page.keyboard.press("Escape")
    page.keyboard.press("t")
    look("trial")
    page.click("#trial-keep")
    page.click("#pause")
    look("pause")
    page.click("#go-on")
    page.evaluate(
        "(moves) => numlink.player.play(moves)", [draw_move(BOARD.grid, path) for path in BOARD.solution.paths]
    )
    page.wait_for_selector("#card")
    page.wait_for_timeout(1000)
    look("card")
    page.evaluate(KEEP_GAMES, SOLVED_GAMES)
    for button in ("go-mine", "go-daily"):
        page.click(f"#{button}")
        look(f"{button} with games")
        page.keyboard.press("Escape")
    page.click("#go-edit")
    page.wait_for_selector("text=/solution/")
    look("editor")
    page.goto(f"{server}docs")
    page.wait_for_selector("article")
    page.evaluate(axe())
    look("docs")
    assert tuple(reached) == PLACES


@pytest.mark.table(1)
@pytest.mark.parametrize("kind", KINDS)
def test_axe_finds_nothing_on_boards_of_every_kind(visit, server, kind):
    page = visit(link(server, board_of_kind(kind)), bypass_csp=True)
    page.evaluate(axe())
    found = page.evaluate("axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))")
    assert found == []
