"""The game's texts in English, German and Japanese: one table for each language, shared by web page and terminal.

The tables are JSON files in game/languages; those in its folder `terminal` replace some texts of the page.  The
sentence of a hint is made from its kind and rule, so that it can name paths by letters, as the board does.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files

from numlink.errors import FaultCode
from numlink.game.hints import Hint, HintKind
from numlink.game.state import State
from numlink.model.judge import check
from numlink.model.kinds.names import OF_KINDS
from numlink.model.puzzle import Puzzle

LANGUAGES = ("en", "de", "ja")  # the languages that have tables, as ISO 639 codes
LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The environment variables that name the language; the first one that is set decides (POSIX, section 8.2)."""


def _read(name: str) -> str:
    return (files("numlink.game") / "languages" / name).read_text("utf-8")


@cache
def page_texts(language: str) -> dict[str, str]:
    """The texts of the page in a language, as {name: text}."""
    found: dict[str, str] = json.loads(_read(f"{language}.json"))
    return found


@cache
def terminal_texts(language: str) -> dict[str, str]:
    """The texts of the terminal in a language: the page's, its own, and its help screen."""
    own: dict[str, str] = json.loads(_read(f"terminal/{language}.json"))
    return page_texts(language) | own | {"helpscreen": _read(f"terminal/{language}.txt")}


def chosen_language(environment: Mapping[str, str]) -> str:
    """The language, one of LANGUAGES, that the environment asks for; English if it asks for another or for none.

    >>> chosen_language({"LANG": "de_AT.UTF-8"}), chosen_language({"LC_ALL": "C", "LANG": "ja_JP.UTF-8"})
    ('de', 'en')
    """
    wanted = next((environment[name] for name in LOCALE if environment.get(name)), "")
    return wanted[:2] if wanted[:2] in LANGUAGES else "en"


class Texts:
    """The texts of the terminal in one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._table = terminal_texts(language)

    def __call__(self, name: str, **values: object) -> str:
        """The text called `name`, with each {word} replaced by the value of that name; `name` if there is none."""
        return re.sub(r"\{(\w+)\}", lambda match: str(values[match[1]]), self._table.get(name, name))

    def counted(self, name: str, count: int, **values: object) -> str:
        """A text with {count} filled in; for a count of 1, the text `name` + '1' if there is one."""
        return self(f"{name}1" if count == 1 and f"{name}1" in self._table else name, count=count, **values)

    def where(self, puzzle: Puzzle, cell: int) -> str:
        """A cell in words by row and column (and layer, if there are layers), counted from 1."""
        *layer, row, column = (part + 1 for part in puzzle.grid.position(cell))
        if layer:
            return self("layercell", layer=layer[0], row=row, column=column)
        return self("cell", row=row, column=column)

    def special(self, puzzle: Puzzle) -> list[str]:
        """Sentences that explain the board's kind of cells, wrap, walls, bridges and layers; none for a plain board."""
        pattern = puzzle.layout.pattern
        return [
            self(pattern.text if feature in OF_KINDS else f"on{feature.value}") for feature in puzzle.layout.features()
        ]

    def missing(self, state: State, label: Callable[[int], str]) -> str:
        """Why a drawing with all numbers joined is not a solution: empty cells, or paths that touch themselves.

        `label` gives the letter or number that stands on the board for a number.
        """
        if state.puzzle.rules.fill and (empty := state.progress().empty):
            return self.counted("empty", empty)
        faults = [fault for fault in check(state.puzzle, state.solution()) if fault.code is FaultCode.TOUCHES_ITSELF]
        touching = {state.number_at(state.grid.cell(*fault.cells[0])) for fault in faults}
        return self("touches", path=", ".join(map(label, sorted(touching))))

    def hint(self, told: Hint, puzzle: Puzzle, label: Callable[[int], str]) -> str:
        """A hint in one short sentence; `label` gives the letter or number that stands on the board for a number."""
        path = ", ".join(map(label, told.numbers))
        if told.kind is HintKind.LINK:
            return self("goes", path=path, cell=self.where(puzzle, told.cells[-1]), why=self(told.rule))
        if told.kind is HintKind.TAKE_BACK:
            return self.counted("takeback", len(told.cells), path=path)
        names = {HintKind.SOLVED: "isolved", HintKind.UNSOLVABLE: "unsolvable", HintKind.FINE: "fine"}
        return self(names.get(told.kind, "unknown"))
