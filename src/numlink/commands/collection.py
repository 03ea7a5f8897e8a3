"""What goes into a book or onto a page: every puzzle proven, and none that is there already.

Two puzzles are the same where one is the other turned, mirrored or numbered otherwise, under the same rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from numlink.commands.messages import Exit
from numlink.commands.report import Place, Report
from numlink.errors import BudgetEnded, InputError
from numlink.model.judge import check
from numlink.model.puzzle import Puzzle, Solution
from numlink.model.rules import Claim

if TYPE_CHECKING:
    from numlink.exact.verdict import Answer, Verdict

DRY = 100
"""Tries without a new puzzle after which a size is taken to have no more: 4x4 has about forty that are found."""


class Collection:
    """Puzzles of which no two are the same; `excluded` names books, datasets and files with puzzles to leave out."""

    def __init__(self, excluded: Sequence[str] = ()) -> None:
        self.fingerprints: list[str] = []
        """Of the puzzles added, in order."""
        self._known: dict[str, str] = {}
        for source in excluded:
            self._known.update(dict.fromkeys(excluded_by(source), f"one of {source}"))

    def met(self, puzzle: Puzzle) -> str | None:
        """Where the same puzzle stands, such as "puzzle 3", or None."""
        return self._known.get(fingerprint(puzzle))

    def add(self, puzzle: Puzzle, where: str) -> bool:
        """Take a puzzle in; False where the same one is there already."""
        name = fingerprint(puzzle)
        if name in self._known:
            return False
        self._known[name] = where
        self.fingerprints.append(name)
        return True

    def different(self, found: Iterable[tuple[Place, Puzzle]], report: Report) -> Iterator[tuple[Place, Puzzle]]:
        """The puzzles of a stream that are new; of each other one a line says what it repeats."""
        for place, puzzle in found:
            before = self.met(puzzle)
            if before is None:
                self.add(puzzle, f"puzzle {place.number}")
                yield place, puzzle
            else:
                report.say(place, f"is {before}, perhaps turned, mirrored or numbered otherwise: left out.")


def too_few(kind: object, found: int) -> BudgetEnded:
    """The error for a size, or a size and a grade, that has no more different puzzles."""
    return BudgetEnded(
        f"{kind} has too few different puzzles: {found} {'was' if found == 1 else 'were'} found, and {DRY} tries "
        "brought no other. Give a smaller --count or more sizes."
    )


def fingerprint(puzzle: Puzzle) -> str:
    """The same hexadecimal digits for all symmetric copies and numberings of a puzzle: a dataset's column `hash`."""
    from numlink.datasets.rows import canonical_hash

    return canonical_hash(puzzle)


def excluded_by(source: str) -> Iterator[str]:
    """The fingerprints of a book's PDF, of a dataset's folder or of a file of puzzles; InputError for anything else."""
    from numlink.commands.sources import read_items
    from numlink.render.book.book import fingerprints_of

    path = Path(source)
    if path.is_dir():
        from numlink.datasets.reader import Dataset

        yield from (row["hash"] for row in Dataset(source).rows())
        return
    content = path.read_bytes() if path.is_file() else b""
    if content.startswith(b"%PDF-"):
        names = fingerprints_of(content)
        if names is None:
            raise InputError(f"{source} does not say which puzzles it holds. Give the file they were made from.")
        yield from names
        return
    for item in read_items(source):
        if isinstance(item, Puzzle):
            yield fingerprint(item)


def verdict_of(puzzle: Puzzle, *, claim: Claim, budget: float) -> Verdict:
    """What is proven of a puzzle in `budget` seconds, its solution known where it brings one."""
    from numlink.exact.prove import prove

    return prove(puzzle, _known(puzzle), claim=claim, budget=budget)


def _known(puzzle: Puzzle) -> Solution | None:
    """The solution that a puzzle brings, if it solves the puzzle; else None."""
    return puzzle.solution if puzzle.solution is not None and not check(puzzle, puzzle.solution) else None


def solved_or_told(
    puzzle: Puzzle, verdict: Verdict, place: Place, report: Report, *, allow_many: bool
) -> Puzzle | None:
    """The puzzle with its solution; None, told on stderr, where it may not be printed.

    `allow_many` lets puzzles through that have a solution, but not one alone or not so proven in time.
    """
    from numlink.exact.verdict import Answer

    solution = verdict.solution or _known(puzzle)
    if verdict.answer is Answer.UNIQUE:
        return puzzle.with_solution(solution)
    if solution is not None and allow_many:
        report.say(place, f"{verdict}; it is marked as such.")
        return puzzle.with_solution(solution)
    if verdict.answer is Answer.UNKNOWN:
        report.refuse(place, BudgetEnded(f"{verdict}: left out. Give more with --budget."))
    else:
        remedy = " Mend it with `numlink repair`, or give --allow-many." if solution is not None else ""
        report.refuse(place, InputError(f"{verdict}: left out.{remedy}"), Exit.NO)
    return None


def playable(
    found: Iterable[tuple[Place, Puzzle]],
    report: Report,
    *,
    budget: float,
    allow_many: bool,
    exclude: Sequence[str] = (),
) -> Iterator[tuple[Place, Puzzle, Answer]]:
    """What goes onto a page: the different ones of a stream, each with its solution and what was proven of it."""
    for place, puzzle in Collection(exclude).different(found, report):
        verdict = verdict_of(puzzle, claim=Claim.UNIQUE, budget=budget)
        solved = solved_or_told(puzzle, verdict, place, report, allow_many=allow_many)
        if solved is not None:
            yield place, solved, verdict.answer
