"""Answers in words: whatever a language model or a person writes, judged by the lines `path k: ...` in it.

First the corner is forced ...            what stands around the lines is not read;
path 1: (0,0) (0,1) (1,1)                 of several lines for one number the last one counts
path 2: (0,2) (1,2)
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from numlink.errors import Fault
from numlink.model.judge import check, require_legal
from numlink.model.puzzle import Puzzle, Solution, require_puzzle

LINE = re.compile(
    r"path[ \t]+([0-9]{1,7})[ \t]*:((?:[ \t]*,?[ \t]*\([ \t]*[0-9]+(?:[ \t]*,[ \t]*[0-9]+){1,2}[ \t]*\))+)", re.I
)
PLACE = re.compile(r"\(([^()]*)\)")
LONGEST = 1_000_000
"""Characters at the end of an answer that are read: more is no answer to any board that a text would hold."""
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
    paths: dict[int, list[list[int]]] = {}
    for found in LINE.finditer(answer[-LONGEST:]):
        paths[int(found[1])] = [_numbers(place) for place in PLACE.findall(found[2])]
    if not paths:
        return Judgement(False, None, (), "the answer has no line like 'path 1: (0,0) (0,1) ...'.")
    unknown = sorted(paths.keys() - puzzle.endpoints().keys())
    if unknown:
        return Judgement(False, None, (), f"the answer has a path {unknown[0]}, and the board no such number.")
    cells: dict[int, tuple[int, ...]] = {}
    for number, places in paths.items():
        outside = next((place for place in places if not _inside(puzzle, place)), None)
        if outside is not None:
            shown = ",".join(map(str, outside))
            return Judgement(False, None, (), f"path {number} goes to ({shown}), which lies outside the board.")
        cells[number] = tuple(puzzle.grid.cell(*place) for place in places)
    last = max(puzzle.endpoints())
    solution = Solution(
        puzzle.width, puzzle.height, tuple(cells.get(number, ()) for number in range(1, last + 1)), puzzle.layout
    )
    faults = tuple(check(puzzle, solution))
    return Judgement(not faults, solution, faults)


def _numbers(place: str) -> list[int]:
    """The parts of a position; what is longer than any side of a board stays outside of it."""
    parts = [part.strip() for part in place.split(",")]
    return [int(part) if len(part) <= LONGEST_NUMBER else LARGE for part in parts]


def _inside(puzzle: Puzzle, place: list[int]) -> bool:
    sides = [puzzle.height, puzzle.width]
    if puzzle.layout.layers > 1:
        sides.insert(0, puzzle.layout.layers)
    return len(place) == len(sides) and all(at < side for at, side in zip(place, sides, strict=True))
