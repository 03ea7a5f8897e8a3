"""The design of a book: the words on its cover, its paper, its margins."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

from numlink.errors import InputError
from numlink.model.puzzle import Puzzle
from numlink.render.book.phrases import Language
from numlink.render.images import read_image

POINTS = {"mm": 72 / 25.4, "in": 72.0, "pt": 1.0}  # how many points each unit of length has

PAPERS = {
    "a3": "297x420mm",
    "a4": "210x297mm",
    "a5": "148x210mm",
    "b5": "176x250mm",
    "letter": "8.5x11in",
    "legal": "8.5x14in",
}
"""The size of each paper that can be named."""

SMALLEST_SIDE, LARGEST_SIDE = 60 * POINTS["mm"], 1500 * POINTS["mm"]
"""The smallest and the largest width or height of a page, in points."""
WIDEST_BLEED, WIDEST_GUTTER = 20.0, 60.0  # the widest bleed and gutter that a design may have, in millimetres

SIZE = re.compile(r"(\d+(?:\.\d+)?)\s*[x×]\s*(\d+(?:\.\d+)?)\s*(mm|in|pt)?")
"""Matches a size: width, height and unit, which may be missing."""

Size = tuple[float, float]  # (width, height) in points


def paper_size(paper: str) -> Size:
    """Width and height in points of a paper: a name like `a4` or `Letter`, or a size like `6x9in` or `170x240mm`.

    A size without a unit is in inches if both numbers are below 30, else in millimetres.  Raises InputError for other
    texts, and for sides under 60 mm or over 1500 mm.

    >>> paper_size("6x9"), paper_size("A4")[0] == paper_size("210x297mm")[0]
    ((432.0, 648.0), True)
    """
    match = SIZE.fullmatch(PAPERS.get(paper.strip().lower(), paper.strip().lower()))
    if match is None:
        raise InputError(
            f"{paper!r} is not a paper size. Use one of {', '.join(PAPERS)}, or a size like 6x9in or 170x240mm."
        )
    width, height = float(match[1]), float(match[2])
    unit = match[3] or ("in" if max(width, height) < 30 else "mm")
    size = width * POINTS[unit], height * POINTS[unit]
    if not all(SMALLEST_SIDE <= side <= LARGEST_SIDE for side in size):
        raise InputError(f"a page is 60 to 1500 mm wide and high, not {paper.strip()}. Choose another with paper=.")
    return size


@dataclass(frozen=True, slots=True)
class Imprint:
    """Who made a book, for the cover, the imprint page and the file's properties."""

    author: str = ""
    publisher: str = ""
    isbn: str = ""
    copyright: str = ""  # the copyright line; if empty, "© year author" is printed if the author is known
    date: date | None = None  # the date of publication, which is also the file's date; None: neither has a date

    @property
    def is_empty(self) -> bool:
        """Whether author, publisher, ISBN and copyright are all empty, so that the book has no page for them."""
        return not (self.author or self.publisher or self.isbn or self.copyright)


@dataclass(frozen=True, slots=True)
class Design:
    """How a book is laid out.  Lengths are in millimetres, files are paths.

    `paper`, as `paper_size` reads it, is the page after trimming; `bleed` is added around it, `gutter` to the inner
    margin.  `per_page` is how many puzzles a page has, drawn as large as the page allows; None: as many as suits the
    size of the boards.  `front` prints cover, imprint and rules; `recipes` adds the appendix, and `times` a line over
    each puzzle with one solution to write the time on.  `cover_board` is a solved board for the cover, `cover_image` a
    picture in place of the whole cover, `logo` a picture at the cover's foot.  `solved` draws the solutions into the
    puzzles, without pages of answers.  `made` is a sentence on how the puzzles were made, at the head of the appendix.
    `font` is the file of a font to use instead of ours.
    """

    title: str = "Numberlink"
    paper: str = "a4"
    per_page: int | None = None
    theme: str = "numbers"
    language: Language = Language.ENGLISH
    imprint: Imprint = Imprint()
    bleed: float = 0.0
    gutter: float = 0.0
    front: bool = True
    times: bool = True
    solved: bool = False
    recipes: bool = True
    made: str = ""
    font: str | None = None
    cover_board: Puzzle | None = None
    cover_image: str | None = None
    logo: str | None = None


def require_design(design: Design) -> None:
    """Raise InputError if paper, puzzles per page, bleed, gutter, ISBN or a picture's file is not usable."""
    paper_size(design.paper)
    if design.per_page is not None and design.per_page < 1:
        raise InputError(f"a page holds at least one puzzle, not {design.per_page}.")
    for name, length, most in (("bleed", design.bleed, WIDEST_BLEED), ("gutter", design.gutter, WIDEST_GUTTER)):
        if not 0 <= length <= most:
            raise InputError(f"a {name} is 0 to {most:g} mm, not {length:g}.")
    if design.imprint.isbn:
        isbn(design.imprint.isbn)
    for image in (design.cover_image, design.logo):
        if image is not None:
            read_image(image)


def isbn(text: str) -> str:
    """An ISBN without blanks and without the word ISBN before it, but with its hyphens.

    Raises InputError unless it has 13 or 10 digits and a valid check digit.

    >>> isbn("978-3-16-148410-0")
    '978-3-16-148410-0'
    """
    kept = "".join(text.split()).upper().removeprefix("ISBN").removeprefix(":")
    digits = kept.replace("-", "")
    if re.fullmatch(r"[0-9]{13}", digits):
        fits = sum(int(digit) * (3 if place % 2 else 1) for place, digit in enumerate(digits)) % 10 == 0
    elif re.fullmatch(r"[0-9]{9}[0-9X]", digits):
        values = [10 if digit == "X" else int(digit) for digit in digits]
        fits = sum(value * (10 - place) for place, value in enumerate(values)) % 11 == 0
    else:
        raise InputError(f"an ISBN has 13 digits (or 10), and {text!r} has {len(digits)} characters.")
    if not fits:
        raise InputError(f"the last digit of the ISBN {text!r} does not fit the others. Correct it.")
    return kept
