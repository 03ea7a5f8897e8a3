"""What a dataset asks of its puzzles beside size, grade and board: style, symmetry, clues, effort, how they mislead.

A plan says it as the command line does (`symmetry = "rotate"`, `effort = "2..5"`), a file of clues as the cells that
it marks; a recipe says it of every puzzle.  Styles and symmetries may be several, which take turns:

    style = "lab,app", symmetry = "none,rotate"  ──>  lab, app, lab with rotate, app with rotate
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
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

MIXED = OPTIONS[:2]
"""Those of which there may be several in turn."""


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

    @property
    def plain(self) -> bool:
        """Whether nothing is wished of where the paths and the numbers lie."""
        return replace(self, effort=None, misleading=Misleading.ANY) == NOTHING

    def fields(self) -> dict[str, Any]:
        """The arguments of a Spec that are not its defaults."""
        found = {part.name: getattr(self, part.name) for part in fields(self)}
        return {name: value for name, value in found.items() if value != getattr(NOTHING, name)}

    @property
    def any_symmetry(self) -> PathSymmetry | ClueSymmetry:
        """That of the paths, or else that of the cells with numbers."""
        return self.clue_symmetry if self.symmetry is PathSymmetry.NONE else self.symmetry


NOTHING = Wished()


Wishes = tuple[Wished, ...]
"""What is wished of the puzzles of a dataset in turn; only styles and symmetries differ."""


def options_of(wishes: Wishes) -> dict[str, str]:
    """What is not the default, as a configuration file says it.

    >>> options_of((Wished(PathSymmetry.ROTATE, style=Style.APP, effort=(2.0, 5.0), clues=(0, 3)),))
    {'symmetry': 'paths', 'style': 'app', 'effort': '2..5', 'clues': '9'}
    >>> options_of(wishes_from({"style": "lab,app"}, 1))
    {'style': 'lab,app'}
    """
    symmetries = dict.fromkeys(symmetry_word(wish.any_symmetry) for wish in wishes)
    styles = dict.fromkeys(WISHES["style"].write(wish.style) for wish in wishes)
    said = {
        "symmetry": ",".join(symmetries),
        "style": ",".join(styles),
        **{key: WISHES[key].write(value) for key, value in wishes[0].fields().items() if key in OPTIONS[len(MIXED) :]},
    }
    usual = {"symmetry": symmetry_word(NOTHING.symmetry), "style": WISHES["style"].write(NOTHING.style)}
    return {key: word for key, word in said.items() if word != usual.get(key)}


def wishes_from(options: Mapping[str, Any], sizes: int) -> Wishes:
    """The wishes with these options, each a value or its word, styles and symmetries also several in a list or a text.

    Raises InputError for what is none and for what is named twice.

    >>> wishes_from({"symmetry": "mirror", "effort": "2..", "misleading": "sly"}, 2)[0].effort
    (2.0, inf)
    >>> [str(wish.style) for wish in wishes_from({"style": "lab,app", "symmetry": "none,rotate"}, 1)]
    ['lab', 'app', 'lab', 'app']
    """
    found: dict[str, Any] = {key: value_of(key, options[key]) for key in OPTIONS[len(MIXED) :] if key in options}
    if found.get("clues") and sizes > 1:
        raise InputError("clues are cells of boards of one size. Give one size, or leave the clues out.")
    symmetries = [symmetry_wished(word) for word in _several(options, "symmetry", ClueSymmetry.NONE)]
    styles = [value_of("style", word) for word in _several(options, "style", Style.LAB)]
    for name, words in (("symmetry", symmetries), ("style", styles)):
        if len({*words}) < len(words):
            raise InputError(f"a {name} is named twice. Name each once.")
    turns: list[dict[str, Any]] = [found | symmetry_fields(symmetry) for symmetry in symmetries]
    return tuple(Wished(**turn, style=style) for turn in turns for style in styles)


def _several(options: Mapping[str, Any], key: str, usual: object) -> list[Any]:
    """What is asked for of a wish that may be several: its values or their words."""
    given = options.get(key, usual)
    if isinstance(given, list | tuple):
        if not given:
            raise InputError(f"a list for {key} needs a word. Leave it out for {usual}.")
        return list(given)
    if isinstance(given, str) and not isinstance(given, PathSymmetry | ClueSymmetry | Style):
        return [word.strip() for word in given.split(",")]
    return [given]
