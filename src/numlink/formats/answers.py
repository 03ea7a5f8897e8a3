"""Judges answers in words, by a language model or a person: finds the paths in the text and checks them.

First the corner is forced ...            other text is skipped
**Path #1:** (0,0) -> [0, 1], (1,1)       any brackets, arrows, bold letters, and characters of any script
path2 (0,2)                               a path may continue on the next lines
  (1,2)                                   if a number has several paths, the last one counts

    text ──normalised──> "path 1 : ( 0 , 0 ) ..." ──HEAD──> path 1 ──PIECE──> place, place, other, ... ──> paths
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import zip_longest

from numlink.errors import Fault, InputError, quoted
from numlink.formats.reading import with_line_feeds
from numlink.model.judge import check, require_legal
from numlink.model.puzzle import Puzzle, Solution, require_puzzle

IN_WORDS = "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"
ORDINARY = {word: str(number) for number, word in enumerate(IN_WORDS, start=1)}

HEAD = re.compile(
    r"(?<![a-z])(?:paths?|numbers?|pairs?)[\s#.*_`]{0,20}(?:for\s{1,9})?(?:(?:no\.?|number)[\s#.*_`]{0,20})?"
    rf"([0-9]+|(?:{'|'.join(ORDINARY)})\b)"
)
"""The beginning of a path in a normalised text, with its number; bounds on repetitions keep matching linear."""

PIECE = re.compile(
    r"[(\[{]\s{0,9}(?P<place>[0-9]+(?:\s{0,9}[,;]\s{0,9}[0-9]+)*|[0-9]+(?:\s{1,9}[0-9]+)+)\s{0,9}(?:,\s{0,9})?[)\]}]"
    r"|(?P<line>\n)|[a-z]+|[0-9]+|[^\s\w]"
)
"""What may follow HEAD: a place, a new line, or anything else."""

BARE = re.compile(
    r"""(?:(?:^|(?<=\n))[\s>*_`#-]{0,20}|["'])(?P<number>[0-9]{1,9})["'*_`]{0,3}\s{0,9}[:.)=]\s{0,9}"""
    r"(?=[(\[{]\s{0,9}[(\[{0-9])"
)
"""A number that begins a path without a word, as in `1: (0,0) (0,1)` and in JSON `"1": [[0,0],[0,1]]`."""

JOINS = frozenset(",;:.-=>|~*_`#\"'([{)]}/+") | {"to", "then", "and"}
"""The characters and words that may separate the places of a path."""

SIGNS = str.maketrans(
    dict.fromkeys("→⟶➔➜⇒↦➝–—−‐‑", "-")
    | dict.fromkeys("【〔〈《⟨", "(")
    | dict.fromkeys("】〕〉》⟩", ")")
    | {"、": ",", "，": ","}
)
"""Characters of other scripts -> the ASCII characters that replace them; NFKC replaces fullwidth ones."""

LONGEST_NUMBER, LARGE = 9, 10**9  # a number of more than 9 digits is read as 10**9, which is outside every board


@dataclass(frozen=True, slots=True)
class Judgement:
    """What `judge_text` returns; `bool()` of it is `correct`.

    `correct` is True if the answer is a complete solution under the puzzle's rules.  `solution` holds the paths that
    were read, or is None; `faults` are those of `check`; `remark` is a sentence that says why `solution` is None.

    >>> import numlink
    >>> judged = numlink.judge_text(numlink.parse("1 . 1")[0], "path 1: (0,0) (0,1) (0,2)")
    >>> bool(judged), judged.faults
    (True, ())
    """

    correct: bool
    solution: Solution | None
    faults: tuple[Fault, ...]
    remark: str | None = None

    def __bool__(self) -> bool:
        return self.correct


def judge_text(puzzle: Puzzle, answer: str) -> Judgement:
    """Judge a text by the lines `path k: (row,column) (row,column) ...` in it, rows and columns from 0.

    Any solution under the puzzle's own rules is correct, even if it differs from `puzzle.solution`.  No answer raises
    an error; raises IllegalPuzzle for a board that is no Numberlink.  O(length of the answer + cells).

    >>> puzzle = Puzzle(3, 2, (1, 0, 1, 2, 0, 2))
    >>> judge_text(puzzle, "So: path 1: (0,0) (0,1) (0,2), and path 2: (1,0) (1,1) (1,2).").correct
    True
    >>> judge_text(puzzle, "path 1: (0,0) (0,1) (0,2)").faults[0].message
    'row 2, column 1: number 2 has no path. Draw one to its partner.'
    """
    require_legal(require_puzzle(puzzle))
    if not isinstance(answer, str):
        raise InputError(f"an answer must be text, not {quoted(answer)}. To judge a Solution, use numlink.check.")
    # lower case, and ASCII for the punctuation, digits and blanks of any script
    text = unicodedata.normalize("NFKC", with_line_feeds(answer)).translate(SIGNS).lower()
    told = [*_written(text)]
    if all(path.worded or path.broken for path in told):  # only then does `1:` begin a path; else it numbers a line
        told = [*_written(BARE.sub(r"\npath \g<number>: ", text))]
    paths = _best(told)
    if not paths:
        return Judgement(False, None, (), _why_unreadable(text))
    unknown = sorted(paths.keys() - puzzle.endpoints().keys())
    if unknown:
        shown = unknown[0] if unknown[0] < LARGE else "with a number of ten digits or more"
        return Judgement(False, None, (), f"the answer has a path {shown}, but the board has no such number.")
    grid = puzzle.grid
    cells: dict[int, list[int]] = {}
    for number, places in paths.items():
        cells[number] = []
        for place in places:
            try:
                cells[number].append(grid.cell(*place))
            except InputError:
                shown = ",".join(map(str, place))
                remark = f"path {number} goes to ({shown}), which {_how_outside(puzzle, place)}."
                return Judgement(False, None, (), remark)
    solved = tuple(tuple(cells.get(number, ())) for number in range(1, max(puzzle.endpoints()) + 1))
    solution = Solution(puzzle.width, puzzle.height, solved, puzzle.layout)
    faults = tuple(check(puzzle, solution))
    return Judgement(not faults, solution, faults)


@dataclass(frozen=True, slots=True)
class PathInText:
    """A piece of the text that looks like a path: its number and its places.

    `worded`: there are words before its first place, as in "path 1 starts at (0,0)"; `broken`: words follow its last
    place on the same line, as in "path 1: (0,0) (0,1) are neighbours".  Such a path may only be mentioned.
    """

    number: int
    places: list[list[int]]
    worded: bool
    broken: bool


def _best(written: Iterable[PathInText]) -> dict[int, list[list[int]]]:
    """Number -> places of its best path: the last one that is neither `worded` nor `broken`; if there is none, the last
    that is only `broken`, or else only `worded`, or else both."""
    best: dict[int, PathInText] = {}
    for path in written:
        before = best.get(path.number)
        rank = path.worded, path.broken
        if before is None or rank <= (before.worded, before.broken):
            best[path.number] = path
    return {number: path.places for number, path in best.items()}


def _written(text: str) -> Iterator[PathInText]:
    """The paths of a normalised text; each ends where the next begins."""
    heads = [*HEAD.finditer(text)]
    for head, following in zip_longest(heads, heads[1:]):
        told = PIECE.finditer(text, head.end(), following.start() if following else len(text))
        path = _path(_whole(ORDINARY.get(head[1], head[1])), told)
        if path is not None:
            yield path


def _path(number: int, pieces: Iterable[re.Match[str]]) -> PathInText | None:
    """The path in these pieces; None if there is none, as in "path 1 has 3 cells"."""
    places: list[list[int]] = []
    worded, same_line = False, True
    for piece in pieces:
        if piece["place"]:
            places.append([_whole(part) for part in re.findall("[0-9]+", piece["place"])])
            same_line = True
        elif piece["line"]:
            same_line = False
        elif piece[0] not in JOINS:
            if places:
                return PathInText(number, places, worded, broken=same_line)
            if piece[0].isdigit():
                return None
            worded = True
    return PathInText(number, places, worded, broken=False) if places else None


def _why_unreadable(text: str) -> str:
    if not text.strip():
        return "the answer is empty."
    named = re.search(r"(?<![a-z])paths?[\s#.*_`]*[0-9]+", text)
    if named:
        return f"there are no cells like (0,0) (0,1) after '{named[0][:40].strip()}'."
    if re.search(r"[(\[]\s*[0-9]+\s*,\s*[0-9]+", text):
        return "the answer has cells but does not say which path they belong to. Begin each line with 'path 1:'."
    return "the answer has no line like 'path 1: (0,0) (0,1) ...'."


def _whole(digits: str) -> int:
    """The number; LARGE for one of more than LONGEST_NUMBER digits."""
    return int(digits) if len(digits) <= LONGEST_NUMBER else LARGE


def _how_outside(puzzle: Puzzle, place: list[int]) -> str:
    """What is wrong with a place outside the board: its number of parts, or else the range of rows and columns."""
    sides = {"layer": puzzle.layout.layers, "row": puzzle.height, "column": puzzle.width}
    if puzzle.layout.layers == 1:
        del sides["layer"]
    if len(place) != len(sides):
        return f"is not a cell: cells are ({','.join(sides)})"
    ranges = [f"{name}s from 0 to {side - 1}" for name, side in sides.items()]
    return f"lies outside the board, which has {', '.join(ranges)}"
