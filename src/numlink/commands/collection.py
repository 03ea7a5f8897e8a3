"""The puzzles of a book or a page: each proven, and no two the same up to symmetry.

Two puzzles are the same if they have the same rules and one is the other rotated, reflected or renumbered.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from numlink.commands.messages import Exit
from numlink.commands.report import Place, Report
from numlink.errors import BudgetEnded, InputError
from numlink.model.judge import right_solution
from numlink.model.puzzle import Puzzle

if TYPE_CHECKING:
    from numlink.exact.verdict import Answer, Verdict

DRY = 100  # tries without a new puzzle after which a size counts as having no more; for 4x4 about 40 puzzles are found


class Collection:
    """Puzzles, no two the same; `excluded` names books, datasets and files with puzzles to leave out."""

    def __init__(self, excluded: Sequence[str] = ()) -> None:
        self.fingerprints: list[str] = []  # the fingerprints of the puzzles added, in order
        self._known: dict[str, str] = {}
        for source in excluded:
            self._known.update(dict.fromkeys(excluded_by(source), f"one of {source}"))

    def place_of(self, puzzle: Puzzle) -> str | None:
        """Where the same puzzle occurred, such as "puzzle 3"; None if the puzzle is new."""
        return self._known.get(fingerprint(puzzle))

    def add(self, puzzle: Puzzle, where: str) -> bool:
        """Add a puzzle and where it occurs; returns False, and adds nothing, if the same puzzle is there already."""
        name = fingerprint(puzzle)
        if name in self._known:
            return False
        self._known[name] = where
        self.fingerprints.append(name)
        return True

    def different(self, found: Iterable[tuple[Place, Puzzle]], report: Report) -> Iterator[tuple[Place, Puzzle]]:
        """The new puzzles of a stream; for every other one a line on stderr names the puzzle that it repeats."""
        for place, puzzle in found:
            if self.add(puzzle, f"puzzle {place.number}"):
                yield place, puzzle
            else:
                report.say(place, f"is {self.place_of(puzzle)}, perhaps rotated, reflected or renumbered: skipped.")


def too_few(kind: object, found: int) -> BudgetEnded:
    """The error for a size, or a size and a grade, that has no more new puzzles."""
    return BudgetEnded(
        f"{kind} has too few different puzzles: {found} {'was' if found == 1 else 'were'} found, and {DRY} more "
        "tries found no other. Use a smaller --count or more sizes."
    )


def fingerprint(puzzle: Puzzle) -> str:
    """Hexadecimal digits that are the same for all symmetric copies and numberings of a puzzle: `hash` in datasets."""
    from numlink.datasets.rows import canonical_hash

    return canonical_hash(puzzle)


def excluded_by(source: str) -> Iterator[str]:
    """The fingerprints of the puzzles in a book's PDF, a dataset or a file; InputError if one is unreadable."""
    from numlink.commands.sources import puzzles_of, read_items
    from numlink.render.book.book import fingerprints_of

    if os.path.isdir(source):  # os.path: see `files.is_device`
        from numlink.datasets.reader import Dataset

        yield from (row["hash"] for row in Dataset(source).rows())
        return
    content = Path(source).read_bytes() if os.path.isfile(source) else b""
    if content.startswith(b"%PDF-"):
        names = fingerprints_of(content)
        if names is None:
            raise InputError(f"{source} does not record which puzzles it contains. Give the file they were made from.")
        yield from names
        return
    empty = True
    for puzzle in puzzles_of(partial(read_items, source), source):
        yield fingerprint(puzzle)
        empty = False
    if empty:
        raise InputError(f"no puzzle to exclude found in {source}. Name another file.")


def solved_or_refused(
    puzzle: Puzzle, verdict: Verdict, place: Place, report: Report, *, allow_many: bool
) -> Puzzle | None:
    """The puzzle with its solution if it is unique, or with `allow_many` if a solution is known; else None, with
    a line on stderr."""
    from numlink.exact.verdict import Answer

    solution = verdict.solution or right_solution(puzzle)
    if verdict.answer is Answer.UNIQUE:
        return puzzle.with_solution(solution)
    if solution is not None and allow_many:
        report.say(place, f"{verdict}; it is marked as such.")
        return puzzle.with_solution(solution)
    if verdict.answer is Answer.UNKNOWN:
        report.refuse(place, BudgetEnded(f"{verdict}: skipped. Allow more with --budget."))
    else:
        remedy = " Fix it with `numlink repair`, or add --allow-many." if solution is not None else ""
        report.refuse(place, InputError(f"{verdict}: skipped.{remedy}"), Exit.NO)
    return None


def playable(
    found: Iterable[tuple[Place, Puzzle]],
    report: Report,
    *,
    budget: float,
    allow_many: bool,
    exclude: Sequence[str] = (),
) -> Iterator[tuple[Place, Puzzle, Answer]]:
    """(place, solved puzzle, answer of the proof) of each puzzle of a stream that may be used and is no copy."""
    from numlink.exact.prove import prove

    for place, puzzle in Collection(exclude).different(found, report):
        verdict = prove(puzzle, right_solution(puzzle), budget=budget)
        solved = solved_or_refused(puzzle, verdict, place, report, allow_many=allow_many)
        if solved is not None:
            yield place, solved, verdict.answer
