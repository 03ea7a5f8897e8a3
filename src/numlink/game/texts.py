"""What the game says in English, German and Japanese: one table a language, which the page and the terminal share.

The tables are in game/languages, a JSON file each; a face may lay words of its own over them.  Hints are put together
from them by kind and rule, so that they can speak of letters where letters stand on the board.
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
from numlink.model.kinds.names import Feature
from numlink.model.puzzle import Puzzle

LANGUAGES = ("en", "de", "ja")
LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The variables that name the language, the strongest first (POSIX, section 8.2)."""

SPECIAL = {
    Feature.WRAP: "onwraps",
    Feature.WALLS: "onwalls",
    Feature.BRIDGES: "onbridges",
    Feature.LAYERS: "onlayers",
}
"""What the tables call the sentence about a feature."""


@cache
def page_texts(language: str) -> dict[str, str]:
    """The texts in a language, by name."""
    found: dict[str, str] = json.loads((files("numlink.game") / "languages" / f"{language}.json").read_text("utf-8"))
    return found


def chosen_language(environment: Mapping[str, str]) -> str:
    """The language that the environment asks for; English where it is none of ours.

    >>> chosen_language({"LANG": "de_AT.UTF-8"}), chosen_language({"LC_ALL": "C", "LANG": "ja_JP.UTF-8"})
    ('de', 'en')
    """
    wanted = next((environment[name] for name in LOCALE if environment.get(name)), "")
    return wanted[:2] if wanted[:2] in LANGUAGES else "en"


class Texts:
    """The texts of one language; `own` maps languages to tables that go before the page's."""

    def __init__(self, language: str, own: Mapping[str, Mapping[str, str]]) -> None:
        self.language = language
        self._table = {**page_texts(language), **own[language]}

    def __call__(self, name: str, **values: object) -> str:
        """A text by its name, with {words} filled in; the name itself where the table has none."""
        return re.sub(r"\{(\w+)\}", lambda match: str(values[match[1]]), self._table.get(name, name))

    def counted(self, name: str, count: int, **values: object) -> str:
        """A text that has a form for one."""
        return self(f"{name}1" if count == 1 and f"{name}1" in self._table else name, count=count, **values)

    def where(self, puzzle: Puzzle, cell: int) -> str:
        """A cell by row and column, counted from 1."""
        *layer, row, column = (part + 1 for part in puzzle.grid.position(cell))
        if layer:
            return self("layercell", layer=layer[0], row=row, column=column)
        return self("cell", row=row, column=column)

    def special(self, puzzle: Puzzle) -> list[str]:
        """What is special about this kind of board, in sentences."""
        pattern = puzzle.layout.pattern
        kind = [self(pattern.text)] if pattern.feature else []
        return kind + [self(SPECIAL[feature]) for feature in puzzle.layout.features() if feature in SPECIAL]

    def missing(self, state: State, label: Callable[[int], str]) -> str:
        """What keeps a board whose numbers are all joined from being solved."""
        if state.puzzle.rules.fill and (empty := state.progress().empty):
            return self.counted("empty", empty)
        faults = [fault for fault in check(state.puzzle, state.solution()) if fault.code is FaultCode.TOUCHES_ITSELF]
        cells = {state.grid.cell(*fault.cells[0]) for fault in faults}
        touching = {state.puzzle.cells[strand[0]] for strand in state.strands if not cells.isdisjoint(strand)}
        return self("touches", path=", ".join(map(label, sorted(touching))))

    def hint(self, told: Hint, puzzle: Puzzle, label: Callable[[int], str]) -> str:
        """A hint in one short sentence, with the labels that stand on the board."""
        path = ", ".join(map(label, told.numbers))
        if told.kind is HintKind.LINK:
            return self("goes", path=path, cell=self.where(puzzle, told.cells[-1]), why=self(told.rule))
        if told.kind is HintKind.TAKE_BACK:
            return self.counted("takeback", len(told.cells), path=path)
        names = {HintKind.SOLVED: "isolved", HintKind.UNSOLVABLE: "unsolvable", HintKind.FINE: "fine"}
        return self(names.get(told.kind, "unknown"))
