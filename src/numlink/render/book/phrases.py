"""The words of a book in each of its languages, which are JSON files in render/book/languages."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from importlib.resources import files

from numlink.model.kinds.names import Feature
from numlink.model.puzzle import Puzzle


class Language(Enum):
    """A language of books; the value is its ISO 639 code, which the PDF also names."""

    ENGLISH = "en"
    GERMAN = "de"
    FRENCH = "fr"
    SPANISH = "es"
    JAPANESE = "ja"

    @property
    def family(self) -> str:
        """The font that has the letters of this language: the name of the font's files in render/fonts."""
        return "NumlinkSansJP" if self is Language.JAPANESE else "NumlinkSans"


@dataclass(frozen=True, slots=True)
class Words:
    """All words of a book in one language; `{}` is replaced by a number or a date.

    `fill`, `blanks`, `touch` and `no_touch` are the sentences for the two choices of `Rules`.  The texts from
    `puzzle_step` to `rest` are printed below the boards of the worked example.
    """

    puzzles: str
    answers: str
    rules: str
    recipes: str
    by_recipe: str
    one: str
    many: str
    cells: str
    sizes: str  # from the smallest size to the largest
    answer_on: str
    time: str
    several: str
    unproven: str
    grades: tuple[str, ...]  # the title of a section of puzzles without a grade, then the names of grades 1 to 5
    general: tuple[str, ...]
    equal_letters: str  # replaces the first text of `general` if the cells have letters
    fill: str
    blanks: str
    touch: str
    no_touch: str
    named_above: str
    step: str  # replaces the second text of `general` if some boards have cells that are not squares
    squares: str  # follows `step` if some other boards have squares without diagonals
    features: Mapping[Feature, str]  # a sentence for each feature that a plain rectangle lacks
    named: Mapping[Feature, str]  # a word or two for each such feature, over a puzzle that has it
    example: str
    puzzle_step: str
    solved_step: str
    solved_letters: str  # replaces `solved_step` if the cells have letters
    first_step: str
    corner: str
    corners: str
    rest_fill: str
    rest: str
    published: str


def size_in_print(puzzle: Puzzle, words: Words) -> str:
    """The size of a board in a book: `9 x 9`, with two layers `9 x 9 x 2`; of a tiling, `36 cells`."""
    if puzzle.layout.tiling is not None:
        return words.cells.format(puzzle.width * puzzle.height)
    layers = puzzle.layout.layers
    return f"{puzzle.width} x {puzzle.height}" + (f" x {layers}" if layers > 1 else "")


@cache
def words_of(language: Language) -> Words:
    """The words of a language, from its file in render/book/languages."""
    words = json.loads((files("numlink.render.book") / "languages" / f"{language.value}.json").read_text("utf-8"))
    for name in ("features", "named"):
        words[name] = {Feature(feature): text for feature, text in words[name].items()}
    return Words(**words | {name: tuple(words[name]) for name in ("grades", "general")})
