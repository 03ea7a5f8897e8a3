"""Notes and other fields of a puzzle survive in the page, and changes in one tab survive in the others."""

import json
from dataclasses import replace
from datetime import date

import pytest

from numlink import dumps, formats, parse
from numlink.formats import link as share
from numlink.game.moves import draw_move
from numlink.web.kinds import page_object
from numlink.web.pages import export_page
from tests.browser.test_browser import SOLVED, drag, figures, give, go, link, press
from tests.browser.test_wishes import RESULT, until
from tests.browser.test_yardstick import WON
from tests.cli import numlink
from tests.sample import sample_puzzle
from tests.samples_of_kinds import KINDS, board_of_kind

pytestmark = pytest.mark.drawn(4)

EMPTY_BOARDS = [one for one in formats.names(written=True) if formats.format_named(one).write and one != "flowfree"]
"""Formats that hold boards without a solution."""
KEPT = "numlink:game:"
CARRIED = ("name", "seed", "recipe", "notes")


def laden(puzzle):
    """A puzzle with all fields; JavaScript's numbers cannot hold its seed exactly."""
    return replace(
        puzzle, name="The gate", seed=2**64 + 1, recipe="numlink 1 5x5", notes={"author": "Ada", "daily": "x"}
    )


def editor(visit, server, puzzle):
    """The editor of a page that plays a puzzle."""
    page = visit(link(server, puzzle))
    page.wait_for_selector("#edit-format option", state="attached")
    go(page, "edit")
    return page


def read(page, text):
    give(page, text)
    page.wait_for_selector("text=Exactly one solution")


def downloaded(page, name):
    """The file of a format: its name and its text."""
    page.evaluate("(name) => { document.getElementById('edit-format').value = name; }", name)
    with page.expect_download() as coming:
        press(page, "edit-download")
    return coming.value.suggested_filename, coming.value.path().read_text(encoding="utf-8")


@pytest.mark.table(1)
@pytest.mark.parametrize("name", ["plain", "json"])
@pytest.mark.parametrize("kind", KINDS)
def test_name_seed_recipe_and_notes_go_through_the_editor(visit, server, kind, name):
    puzzle = laden(board_of_kind(kind).with_solution(None))
    page = editor(visit, server, sample_puzzle())
    read(page, dumps([puzzle], name))
    [found] = parse(downloaded(page, name)[1])
    assert [getattr(found, what) for what in CARRIED] == [getattr(puzzle, what) for what in CARRIED]
    assert found == puzzle
    page.reload()  # the draft is kept whole
    page.wait_for_selector("#edit-format option", state="attached")
    assert parse(downloaded(page, name)[1])[0].seed == puzzle.seed
    page.click("#edit-play")
    page.wait_for_selector("#title:has-text('The gate')")
    go(page, "edit")
    press(page, "edit-clear")
    page.evaluate("location.hash = `edit=${numlink.player.code}`")  # the played puzzle comes back with all fields
    [again] = parse(downloaded(page, name)[1])
    assert [getattr(again, what) for what in CARRIED] == [getattr(puzzle, what) for what in CARRIED]


def test_an_edited_board_keeps_only_its_name(visit, server):
    puzzle = laden(sample_puzzle().with_solution(None))
    page = editor(visit, server, puzzle)
    read(page, dumps([puzzle], "plain"))
    page.click("#edit-shape")
    page.select_option("#edit-rules", "free")
    page.keyboard.press("Escape")
    [found] = parse(downloaded(page, "plain")[1])
    assert [getattr(found, what) for what in CARRIED] == ["The gate", None, None, {}]
    page.click("#edit-undo")
    assert parse(downloaded(page, "plain")[1])[0].seed == puzzle.seed


def test_puzzles_of_a_file_have_their_names_and_seeds_under_mine(visit, server):
    page = editor(visit, server, sample_puzzle())
    give(page, "name: The gate\n1 . 1\n\nseed: 31\n1 .\n. 1\n")
    page.wait_for_selector("text=Found 2 puzzles;")
    go(page, "mine")
    rows = " ".join(page.locator("#mine-list button").all_text_contents())
    assert ("The gate" in rows, "No. 31" in rows) == (True, True)


@pytest.mark.table(2)
@pytest.mark.parametrize("name", EMPTY_BOARDS)
def test_files_of_the_editor_are_read_by_their_ending(visit, server, name, tmp_path, capsys):
    [puzzle] = parse("1 . 1\n2 . 2\n3 . 3")
    page = editor(visit, server, puzzle)
    page.evaluate("location.hash = `edit=${numlink.player.code}`")
    page.wait_for_selector("text=Exactly one solution")
    file, text = downloaded(page, name)
    assert file.endswith(formats.format_named(name).endings or (".txt",))
    (tmp_path / file).write_text(text, encoding="utf-8")
    named = [] if formats.format_named(name).recognise else ["--from", name]
    run = numlink("convert", tmp_path / file, "--to", "json", *named, capsys=capsys)
    assert (run.code, json.loads(run.out)["cells"]) == (0, [list(row) for row in puzzle.rows()])


def test_a_verdict_does_not_replace_the_message_about_an_unreadable_text(visit, server):
    page = editor(visit, server, sample_puzzle())
    give(page, "1 . 1\n\n1 . 1 .")
    page.wait_for_selector("text=/Exactly one solution.*Found 2 puzzles/s")
    page.click("#edit-undo")  # a verdict is on its way
    page.evaluate("numlink.editor.attempt(() => { throw new Error('No such text.'); })")
    page.wait_for_timeout(1500)
    assert page.text_content("#verdict") == "No such text."


def test_notes_of_a_file_are_not_read_as_fields_of_the_page(visit, tmp_path):
    """Notes of a file may have any name; names that the page uses itself would make the puzzle a lesson or a daily."""
    notes = {
        "lesson": "2",
        "pattern": "x",
        "daily": date.today().isoformat(),
        "pack": "x",
        "ends": "x",
        "section": "Cellar",
    }
    noted = replace(sample_puzzle(), notes=notes)
    assert page_object(noted) == {**page_object(sample_puzzle()), "notes": notes}
    target = tmp_path / "pack.html"
    target.write_text(export_page([(noted, False)]), encoding="utf-8")
    page = visit(target.as_uri())
    assert (
        page.evaluate("['lesson', 'daily', 'pack'].filter((what) => numlink.player.puzzle[what] !== undefined)") == []
    )
    go(page, "packs")
    assert page.locator("#packs-list summary b").all_text_contents() == ["Cellar"]


@pytest.fixture
def tabs(visit):
    """Opens tabs of one browser, all at one address."""

    def open_tabs(address, count):
        first = visit(address)
        others = [first.context.new_page() for _ in range(count - 1)]
        for other in others:
            other.goto(address)
            other.wait_for_selector(".board .end")
        return [first, *others]

    return open_tabs


def test_a_game_solved_in_one_tab_stays_solved_when_another_is_closed(tabs, server):
    puzzle = sample_puzzle()
    old, new = tabs(link(server, puzzle), 2)
    drag(old, puzzle.solution.paths[0])
    until(new, "numlink.player.game.moves.length === 1")
    assert figures(new).startswith("1/")
    new.evaluate(WON, [draw_move(puzzle.grid, path) for path in puzzle.solution.paths[1:]])
    new.wait_for_selector("#card:not([hidden])")
    until(old, "numlink.player.isSolved()")
    old.close(run_before_unload=True)
    new.reload()
    new.wait_for_selector(SOLVED)
    assert new.evaluate("Boolean(numlink.player.solved)")


def test_an_open_game_learns_of_a_proof_made_elsewhere(tabs, server):
    """The playground proves a board while its player is open; hints without a server need the proof."""
    puzzle = sample_puzzle()
    player, beside = tabs(link(server, puzzle), 2)
    paths = [list(map(list, path)) for path in puzzle.solution.positions()]
    kept = {
        "moves": [],
        "undone": [],
        "seconds": 0,
        "hints": [],
        "revealed": [],
        "at": 1,
        "unique": True,
        "paths": paths,
    }
    beside.evaluate(
        "([name, kept]) => localStorage.setItem(name, kept)", [KEPT + share.encode(puzzle), json.dumps(kept)]
    )
    until(player, "numlink.player.puzzle.unique && numlink.player.puzzle.paths.length === 8")
    drag(player, puzzle.solution.paths[0])
    until(beside, "numlink.player.game.moves.length === 1")
    assert beside.evaluate("(name) => JSON.parse(localStorage.getItem(name)).unique", KEPT + share.encode(puzzle))


def test_a_trial_continues_after_a_reload(visit, server):
    puzzle = sample_puzzle()
    page = visit(link(server, puzzle))
    drag(page, puzzle.solution.paths[0])
    page.keyboard.press("t")
    drag(page, puzzle.solution.paths[1])
    page.reload()
    page.wait_for_selector(".path.tried")
    page.click("#trial-drop")
    assert figures(page).startswith("1/")
    page.reload()
    page.wait_for_selector("text=Welcome back")
    assert page.is_hidden("#trying")


@pytest.mark.table(1)
@pytest.mark.parametrize(
    ("locale", "name"), [("de-DE", "Leichtes Rätsel · 20. November"), ("ja-JP", "やさしい1問 · 11月20日")]
)
def test_a_daily_has_its_name_in_the_language_of_the_page(visit, server, locale, name):
    page = visit(link(server, sample_puzzle()), locale=locale)
    daily = {
        **page_object(sample_puzzle()),
        "name": "Easy daily 2026-11-20",
        "daily": "2026-11-20",
        "kind_of_day": "gentle",
    }
    page.evaluate("(daily) => numlink.maker.play(daily)", daily)
    assert page.text_content("#title").startswith(name)
    assert page.evaluate(RESULT).startswith(f"numlink · {name} · ")
    drag(page, sample_puzzle().solution.paths[0])
    go(page, "mine")
    assert name in page.text_content("#mine-list")


def test_settings_changed_in_one_tab_apply_to_the_others(tabs, server):
    one, two = tabs(link(server, sample_puzzle()), 2)
    one.evaluate("document.getElementById('letters').click()")
    two.wait_for_selector(".board text:text('A')")
    one.select_option("#language", "de", force=True)
    two.wait_for_selector("#undo:has-text('Zurück')")
    two.evaluate("document.getElementById('clock').click()")
    one.reload()
    one.wait_for_selector(".board text:text('A')")
    assert one.evaluate("document.documentElement.lang") == "de"


def test_a_game_of_a_file_comes_before_one_that_was_only_opened(visit, server, tmp_path):
    puzzle = sample_puzzle()
    moves = [draw_move(puzzle.grid, puzzle.solution.paths[0])]
    game = {
        "code": share.encode(puzzle),
        "moves": moves,
        "undone": [],
        "seconds": 9,
        "hints": [],
        "revealed": [],
        "at": 5,
    }
    (tmp_path / "games.json").write_text(json.dumps({"numlink": 1, "games": [game]}))
    page = visit(link(server, puzzle))
    go(page, "mine")
    page.set_input_files("#mine-file", tmp_path / "games.json")
    page.wait_for_selector("text=1 puzzles added.")
    assert page.evaluate("numlink.player.game.moves") == moves
    page.go_back()
    page.reload()
    page.wait_for_selector("text=Welcome back")
