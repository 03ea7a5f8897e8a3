"""Boards beyond the rectangle in the terminal, each played to its end by keys in a real pseudo-terminal."""

import json
import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from numlink import Kind, dumps, parse
from numlink.game import texts as game_texts
from numlink.game.drag import step_from
from numlink.game.game import SavedGames
from numlink.game.hints import Hint, HintKind
from numlink.game.state import State
from numlink.game.texts import LANGUAGES, Texts, page_texts
from numlink.model.rules import NO_TOUCH
from numlink.reasoning.rules import Rule
from numlink.render.canvas import Canvas
from tests.samples_of_kinds import KINDS, board_of_kind
from tests.terminal.test_terminal import Terminal

REAL = pytest.mark.drawn(3)
"""As in test_terminal.py."""

SLANTS = {"7": (-1, -1), "9": (-1, 1), "1": (1, -1), "3": (1, 1)}


def keys_along(puzzle, path):
    """The keys that lead the cursor along a path."""
    grid = puzzle.grid
    for here, there in pairwise(path):
        if here // grid.plane != there // grid.plane:
            yield ">" if there > here else "<"
            continue
        for key, step in {"k": (-1, 0), "j": (1, 0), "h": (0, -1), "l": (0, 1), **SLANTS}.items():
            if step_from(grid, here, *step) == there and (key.isalpha() or puzzle.layout.kind is not Kind.SQUARE):
                yield key
                break
        else:
            pytest.fail(f"no key leads from {here} to {there}")


@REAL
def test_a_board_without_rows_is_refused_in_words(tmp_path):
    file = tmp_path / "board.txt"
    file.write_text(dumps(board_of_kind("tilings")))
    told = Terminal("play", str(file), "--saves", str(tmp_path / "saves"), lines=30).see("numlink: ")
    assert "no rows and columns" in " ".join(told.split())


@REAL
@pytest.mark.table(2)
@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "tilings"])
def test_a_board_of_each_kind_is_played_to_its_end(kind, tmp_path):
    puzzle = board_of_kind(kind)
    file = tmp_path / "board.txt"
    file.write_text(dumps(replace(puzzle, solution=None)))
    terminal = Terminal("play", str(file), "--saves", str(tmp_path / "saves"), lines=30)
    terminal.see("0 moves")
    keys = ""
    cursor = next(cell for cell, content in enumerate(puzzle.cells) if content > 0)
    for path in puzzle.solution.paths:
        keys += "".join(keys_along(puzzle, way(puzzle, cursor, path[0])))
        keys += " " + "".join(keys_along(puzzle, path)) + " "
        cursor = path[-1]
    terminal.keys(keys)
    shown = terminal.see("Solved in")
    assert "╬" not in shown
    if kind == "wraps":
        assert "◄" in shown
        assert "►" in shown
    if kind == "layers":
        assert shown.count("▼") == shown.count("▲") == 1
    assert "solved." in terminal.leave()
    assert SavedGames(tmp_path / "saves").game_of(puzzle).state.solution() == puzzle.solution


def way(puzzle, here, there):
    """The cursor's shortest way, which may lead over solid cells and through walls."""
    before = {here: here}
    waiting = [here]
    for cell in waiting:
        up_and_down = [cell + step for step in (-puzzle.grid.plane, puzzle.grid.plane)]
        for other in [*puzzle.grid.beside(cell), *(cell for cell in up_and_down if 0 <= cell < puzzle.grid.size)]:
            if other not in before:
                before[other] = cell
                waiting.append(other)
    found = [there]
    while found[-1] != here:
        found.append(before[found[-1]])
    return found[::-1]


@REAL
def test_the_mouse_draws_on_hexagons_and_a_hint_lights_them(tmp_path):
    puzzle = board_of_kind("hex")
    file = tmp_path / "board.txt"
    file.write_text(dumps(puzzle))
    terminal = Terminal("play", str(file), "--saves", str(tmp_path), lines=30)
    terminal.see("0 moves")
    canvas = Canvas(puzzle.grid)
    top = next(at for at, line in enumerate(terminal.screen.display) if re.search(r"\b1\b", line) and "5x5" not in line)
    left = terminal.screen.display[top].index("1")
    x, y = canvas.text_layout.places[2]
    for kind, cell in [
        (0, 2),
        *((32, cell) for cell in puzzle.solution.paths[0][1:]),
        (None, puzzle.solution.paths[0][-1]),
    ]:
        right, down = canvas.text_layout.places[cell]
        code, end = (0, "m") if kind is None else (kind, "M")
        terminal.keys(f"\x1b[<{code};{left + 1 + right - x};{top + 1 + down - y}{end}")
    terminal.see("1/4 paths")
    terminal.keys("i")
    terminal.see("continue to")
    terminal.leave()


SPOKEN = {
    "de_DE.UTF-8": (
        ["Ein neues Rätsel", "0/4 Wege", "5x5 füllen", "u zurück"],
        "Weg ",
        "Stift ab",
        "Aufgedeckt, nicht",
    ),
    "ja_JP.UTF-8": (["0/4", "u 戻"], "進", "ペ", "答"),  # the screen writes a blank behind wide characters
}


@REAL
@pytest.mark.table(1)
@pytest.mark.parametrize("locale", SPOKEN)
def test_the_terminal_speaks_german_and_japanese(locale, tmp_path):
    puzzle = board_of_kind("walls")
    file = tmp_path / "board.txt"
    file.write_text(dumps(replace(puzzle, solution=None)))
    terminal = Terminal("play", str(file), "--saves", str(tmp_path), lines=30, columns=100, LC_ALL=locale)
    seen, hint, help_screen, revealed = SPOKEN[locale]
    for text in seen:
        terminal.see(text)
    terminal.keys("i")
    terminal.see(hint)
    terminal.keys("?")
    terminal.see(help_screen)
    terminal.keys("x")
    terminal.keys("P")
    terminal.see(revealed)
    terminal.leave()


@pytest.mark.table(3)
@pytest.mark.parametrize("kind", KINDS)
def test_every_language_says_where_paths_go_on_a_board_of_each_kind(kind):
    puzzle = board_of_kind(kind)
    for language in LANGUAGES:
        told = Texts(language).special(puzzle)
        assert len(told) == len(puzzle.layout.features())
        assert {*told} <= {*page_texts(language).values()}


@REAL
def test_the_help_on_hexagons_says_who_their_neighbours_are(tmp_path):
    file = tmp_path / "board.txt"
    file.write_text(dumps(replace(board_of_kind("hex"), solution=None)))
    terminal = Terminal("play", str(file), "--saves", str(tmp_path), lines=24, columns=80)
    terminal.see("0 moves")
    terminal.keys("?")
    assert "save and quit" in terminal.see("any of its six neighbours")
    terminal.keys("x")
    terminal.leave()


UNDER_RULES = {"en": "under these rules", "de": "Nach diesen Regeln", "ja": "このルールでは"}
"""Words in every sentence that says that a board has no solution."""


def test_the_words_of_the_terminal_are_complete_and_hints_have_texts_in_every_language():
    folder = Path(game_texts.__file__).parent / "languages" / "terminal"
    tables = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in folder.glob("*.json")}
    assert set(tables) == {path.stem for path in folder.glob("*.txt")} == set(LANGUAGES)
    assert {frozenset(words) for words in tables.values()} == {frozenset(tables["en"])}
    for language in LANGUAGES:
        texts = Texts(language)
        puzzle = board_of_kind("layers")
        for rule in [*map(str, Rule), "only way out", "corner", "dead end", "by trying", "a choice"]:
            if rule.startswith(("A", "N")) or rule[0].islower():
                told = Hint(HintKind.LINK, "", (0, 1), (), rule, (1,))
                assert rule in page_texts(language), rule
                assert page_texts(language)[rule] in texts.hint(told, puzzle, str)
        assert UNDER_RULES[language] in texts.hint(Hint(HintKind.UNSOLVABLE, ""), puzzle, str)
        for kind in HintKind:
            assert texts.hint(Hint(kind, "", (0, 1), (), "A1", (1,)), puzzle, str)


def test_remaining_faults_are_stated_in_every_language_as_the_judge_finds_them():
    empty = State.start(parse("1 1\n. .")[0]).play("draw 0,0 0,1")
    touching = State.start(parse("1 .\n1 .")[0].with_rules(NO_TOUCH)).play("draw 0,0 0,1 1,1 1,0")
    assert empty.progress().faults
    assert touching.progress().faults
    for language, cells, path in (("en", "2 cells", "path A"), ("de", "2 Felder", "Weg A"), ("ja", "2", "A")):
        texts = Texts(language)
        assert cells in texts.missing(empty, str)
        assert path in texts.missing(touching, lambda number: "ABC"[number - 1])
