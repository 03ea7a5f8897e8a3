"""Answers in words: whatever a language model or a person writes, judged by what looks like a path in it.

First the corner is forced ...            what stands around the paths is not read;
**Path #1:** (0,0) -> [0, 1], (1,1)       brackets, arrows, bold letters and signs of any script do as well
path2 (0,2)                               the places of a path may go on in the next lines
  (1,2)                                   of several paths of one number the last one counts

    text ──normalised──> "path 1 : ( 0 , 0 ) ..." ──WORDS──> path 1, place, place, other, ... ──> paths
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from numlink.errors import Fault, InputError
from numlink.model.judge import check, require_legal
from numlink.model.puzzle import Puzzle, Solution, require_puzzle

WORD = re.compile(
    r"(?<![a-z])(?:paths?|numbers?|pairs?)[\s#.*_`]{0,20}(?:(?:no\.?|number)[\s#.*_`]{0,20})?(?P<path>[0-9]+)"
    r"|[(\[{]\s{0,9}(?P<place>[0-9]+(?:\s{0,9}[,;]\s{0,9}[0-9]+)*|[0-9]+(?:\s{1,9}[0-9]+)+)\s{0,9}(?:,\s{0,9})?[)\]}]"
    r"|(?P<line>\n)|(?P<other>[a-z]+|[0-9]+|[^\s\w])"
)
"""The beginning of a path, a place, a new line, or anything else; of normalised text.  Bounds keep it linear."""

JOINS = frozenset(",;:.-=>|~*_`#\"'([{)]}/+") | {"to", "then", "and"}
"""What may stand between the places of a path."""

SIGNS = str.maketrans(
    dict.fromkeys("→⟶➔➜⇒↦➝–—−‐‑", "-")
    | dict.fromkeys("【〔〈《⟨", "(")
    | dict.fromkeys("】〕〉》⟩", ")")
    | {"、": ",", "，": ","}
)
"""Signs of other scripts and what they stand for here; fullwidth ones are taken care of by NFKC."""

LONGEST_NUMBER, LARGE = 9, 10**9


@dataclass(frozen=True, slots=True)
class Judgement:
    """What `judge_text` returns; it is true in an `if` where the answer is correct.

    `correct` says that the answer is a whole solution under the puzzle's rules.  `solution` is what could be read, or
    None; `faults` are those of `check`; `remark` says in a sentence what is wrong where nothing could be read.

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

    Any solution under the puzzle's own rules is correct, be it the known one or not.  Never raises for what stands in
    the answer; raises IllegalPuzzle for a board that nobody can solve.  O(length of the answer + cells).

    >>> puzzle = Puzzle(3, 2, (1, 0, 1, 2, 0, 2))
    >>> judge_text(puzzle, "So: path 1: (0,0) (0,1) (0,2), and path 2: (1,0) (1,1) (1,2).").correct
    True
    >>> judge_text(puzzle, "path 1: (0,0) (0,1) (0,2)").faults[0].message
    'row 2, column 1: number 2 has no path. Draw one to its partner.'
    """
    require_legal(require_puzzle(puzzle))
    if not isinstance(answer, str):
        raise InputError(f"an answer is a text, not {answer!r:.40}. A Solution is judged by numlink.check.")
    paths = _best(_written(answer))
    if not paths:
        return Judgement(False, None, (), _why_nothing(answer))
    unknown = sorted(paths.keys() - puzzle.endpoints().keys())
    if unknown:
        shown = unknown[0] if unknown[0] < LARGE else "with a number of ten digits"
        return Judgement(False, None, (), f"the answer has a path {shown}, and the board no such number.")
    cells: dict[int, tuple[int, ...]] = {}
    for number, places in paths.items():
        outside = next((place for place in places if not _inside(puzzle, place)), None)
        if outside is not None:
            shown = ",".join(map(str, outside))
            return Judgement(
                False, None, (), f"path {number} goes to ({shown}), which {_how_outside(puzzle, outside)}."
            )
        cells[number] = tuple(puzzle.grid.cell(*place) for place in places)
    last = max(puzzle.endpoints())
    solution = Solution(
        puzzle.width, puzzle.height, tuple(cells.get(number, ()) for number in range(1, last + 1)), puzzle.layout
    )
    faults = tuple(check(puzzle, solution))
    return Judgement(not faults, solution, faults)


@dataclass(slots=True)
class PathTold:
    """Something in a text that looks like a path.

    `worded`: words stand before its first place, as in "path 1 starts at (0,0)"; `broken`: words go on in the line of
    its last place, as in "path 1: (0,0) (0,1) are neighbours".
    """

    number: int
    places: list[list[int]]
    worded: bool = False
    broken: bool = False


def _best(written: Iterable[PathTold]) -> dict[int, list[list[int]]]:
    """Of every number the last path that is told as such; where there is none, the last that may be meant as one."""
    best: dict[int, PathTold] = {}
    for path in written:
        before = best.get(path.number)
        rank = path.worded, path.broken
        if before is None or rank <= (before.worded, before.broken):
            best[path.number] = path
    return {number: path.places for number, path in best.items()}


def _written(answer: str) -> Iterator[PathTold]:
    """All that looks like a path."""
    path: PathTold | None = None
    same_line = True
    for found in WORD.finditer(_normalised(answer)):
        done: PathTold | None = None
        if found["path"]:
            done, path = path, PathTold(_whole(found["path"]), [])
        elif path is None:
            continue
        elif found["place"]:
            path.places.append([_whole(part) for part in re.findall("[0-9]+", found["place"])])
            same_line = True
        elif found["line"]:
            same_line = False
        else:
            done, path = _after_word(path, found[0], same_line=same_line)
        if done is not None and done.places:
            yield done
    if path is not None and path.places:
        yield path


def _after_word(path: PathTold, word: str, *, same_line: bool) -> tuple[PathTold | None, PathTold | None]:
    """The path that a word ends, and the one that goes on behind it."""
    if word in JOINS:
        return None, path
    if path.places:
        path.broken = same_line
        return path, None
    path.worded = True
    return None, None if word.isdigit() else path  # "path 1 has 3 cells" is no path


def _normalised(answer: str) -> str:
    """Small letters, the signs and digits of any script as those of ASCII, every kind of blank as a blank."""
    return unicodedata.normalize("NFKC", answer).translate(SIGNS).lower()


def _why_nothing(answer: str) -> str:
    """Why no path was found in a text."""
    text = _normalised(answer)
    if not text.strip():
        return "the answer is empty."
    named = re.search(r"(?<![a-z])paths?[\s#.*_`]*[0-9]+", text)
    if named:
        return f"after '{named[0][:40].strip()}' stand no cells like (0,0) (0,1)."
    if re.search(r"[(\[]\s*[0-9]+\s*,\s*[0-9]+", text):
        return "the answer has cells, and no number says of which path. Begin each line with 'path 1:'."
    return "the answer has no line like 'path 1: (0,0) (0,1) ...'."


def _whole(digits: str) -> int:
    """The number; what is longer than any side of a board stays outside of it."""
    return int(digits) if len(digits) <= LONGEST_NUMBER else LARGE


def _sides(puzzle: Puzzle) -> list[int]:
    sides = [puzzle.height, puzzle.width]
    return [puzzle.layout.layers, *sides] if puzzle.layout.layers > 1 else sides


def _inside(puzzle: Puzzle, place: list[int]) -> bool:
    sides = _sides(puzzle)
    return len(place) == len(sides) and all(at < side for at, side in zip(place, sides, strict=True))


def _how_outside(puzzle: Puzzle, place: list[int]) -> str:
    """What is wrong with a place: the number of its parts, or where they lie."""
    sides = _sides(puzzle)
    if len(place) != len(sides):
        names = "(layer,row,column)" if len(sides) == 3 else "(row,column)"
        return f"is no cell: cells are {names}"
    return "lies outside the board: rows go " + f"from 0 to {sides[-2] - 1}, columns from 0 to {sides[-1] - 1}"
