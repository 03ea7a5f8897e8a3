"""What a dataset asks of its puzzles beside size, grade and board: style, symmetry, clues, effort, how they mislead.

A plan says it as the command line does (`symmetry = "rotate"`, `effort = "2..5"`), a file of clues as the cells that
it marks; a recipe says it of every puzzle.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from numlink.datasets.board_columns import value_of
from numlink.errors import InputError
from numlink.making.recipe import DRAWN_VERSION, STYLED_VERSION
from numlink.making.wishes import (
    WISHES,
    ClueSymmetry,
    Efforts,
    Misleading,
    PathSymmetry,
    Style,
    symmetry_fields,
    symmetry_wished,
    symmetry_word,
)

OPTIONS = ("symmetry", "style", "effort", "misleading", "clues")
"""What a plan says of it."""


@dataclass(frozen=True, slots=True)
class Wished:
    """What `Spec` says of the paths and the ratings of all puzzles of a dataset; `clues` are for boards of one size."""

    symmetry: PathSymmetry = PathSymmetry.NONE
    clue_symmetry: ClueSymmetry = ClueSymmetry.NONE
    style: Style = Style.LAB
    effort: Efforts | None = None
    misleading: Misleading = Misleading.ANY
    clues: tuple[int, ...] = ()

    @property
    def rated(self) -> bool:
        """Whether the generator rates boards until one is as wished, whatever its grade."""
        return self.effort is not None or self.misleading is not Misleading.ANY

    @property
    def versions(self) -> str:
        """What decides the boards of such wishes beside the versions of all datasets, as a line for the run id."""
        styled = self.style is not Style.LAB or self.clue_symmetry is not ClueSymmetry.NONE or self.clues
        return f"styled = {STYLED_VERSION}\ndrawn = {DRAWN_VERSION}\n" if styled else ""

    def fields(self) -> dict[str, Any]:
        """The arguments of a Spec that are not its defaults."""
        found = {part.name: getattr(self, part.name) for part in fields(self)}
        return {name: value for name, value in found.items() if value != getattr(NOTHING, name)}

    def options(self) -> dict[str, str]:
        """What is not the default, as a configuration file says it.

        >>> Wished(PathSymmetry.ROTATE, style=Style.APP, effort=(2.0, 5.0), clues=(0, 3)).options()
        {'symmetry': 'paths', 'style': 'app', 'effort': '2..5', 'clues': '9'}
        """
        found = self.fields()
        symmetry = found.pop("symmetry", None) or found.pop("clue_symmetry", None)
        said = {key: WISHES[key].write(value) for key, value in found.items()}
        return said if symmetry is None else {"symmetry": symmetry_word(symmetry)} | said


NOTHING = Wished()


def wished_from(options: Mapping[str, Any], sizes: int) -> Wished:
    """The wishes with these options, each a value or its word; raises InputError for what is none.

    >>> wished_from({"symmetry": "mirror", "effort": "2..", "misleading": "sly"}, 2).effort
    (2.0, inf)
    """
    found = {key: value_of(key, options[key]) for key in OPTIONS if key in options and key != "symmetry"}
    if "symmetry" in options:
        found |= symmetry_fields(symmetry_wished(options["symmetry"]))
    if found.get("clues") and sizes > 1:
        raise InputError("clues are cells of boards of one size. Give one size, or leave the clues out.")
    return Wished(**found)
