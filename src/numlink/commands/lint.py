"""Judges files of levels: what is wrong with each level, and which are copies of another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Annotated, NotRequired, TypedDict

from numlink import parallel
from numlink.commands.messages import Exit
from numlink.commands.report import ONE_SOLUTION, Entry, Place
from numlink.errors import Fault, FaultObject, NumlinkError, Unanswered, raising
from numlink.exact.budget import Budget
from numlink.exact.count import count
from numlink.exact.ladder import CHEAPEST, carried
from numlink.exact.prove import as_strict, prove
from numlink.exact.verdict import Answer, Verdict, VerdictObject
from numlink.formats.json_lines import RulesWord
from numlink.model.judge import check
from numlink.model.puzzle import Puzzle, Solution
from numlink.model.rules import EVERY_RULES, FREE, RulesLike
from numlink.model.words import where

COUNT_BUDGET = 0.5  # seconds for counting the solutions of a puzzle that is known to have several

INFORMATION_BUDGET = 5.0  # seconds for each verdict under other rules or for the strict claim, unless a budget is given


class UnreadableObject(TypedDict):
    """A level that cannot be read."""

    readable: Annotated[bool, (False,)]
    error: str
    problems: list[str]


class FindingObject(TypedDict):
    """A level that can be read, and its faults; the keys of its verdict follow if it has one."""

    width: int
    height: int
    pairs: int
    rules: RulesWord
    readable: Annotated[bool, (True,)]
    legal: bool
    problems: Annotated[list[str], "each thing that is wrong, in words"]
    faults: list[FaultObject]
    copy_of: Annotated[int | None, "the earlier level that is the same up to symmetry and numbering"]
    copy_of_file: NotRequired[Annotated[str, "its file, if there are several"]]


class JudgedObject(FindingObject, VerdictObject):
    """A level with the verdict on it."""

    count: Annotated[str | None, "how many solutions, in decimal digits, where they were counted"]
    others: Annotated[list[VerdictObject], "under the other rules and for the strict claim, of a single puzzle"]


@dataclass(frozen=True, slots=True)
class Finding:
    """What is known about one level of a file: a `puzzle`, or why it is `unreadable`.

    `faults` are those of the board and its stored solution; `solutions` is the exact number, if counted; `copy_of` is
    the place of an equal earlier level; `others` are verdicts under the other rules and for the strict claim.
    """

    place: Place
    puzzle: Puzzle | None = None
    unreadable: NumlinkError | None = None
    faults: list[Fault] = field(default_factory=list)
    verdict: Verdict | None = None
    solutions: int | None = None
    copy_of: Place | None = None
    others: list[Verdict] = field(default_factory=list)

    @property
    def code(self) -> Exit:
        """The exit code: 0 legal, unique and not a copy; 1 at fault; 2 unreadable; 3 not known."""
        if self.unreadable is not None:
            return Exit.BAD_INPUT
        if self.faults or self.copy_of is not None or self.verdict is None:
            return Exit.NO
        return ONE_SOLUTION[self.verdict.answer.value]

    @property
    def problems(self) -> list[str]:
        """Each thing that is wrong, as a short sentence."""
        found = [str(self.unreadable)] if self.unreadable else []
        found += [str(fault) for fault in self.faults]
        if self.verdict is not None and self.verdict.answer is Answer.MULTIPLE:
            number = f"{self.solutions:,} solutions" if self.solutions else "several solutions"
            found.append(f"{number} under {self.verdict.rules}{self._difference()}")
        elif self.verdict is not None and self.verdict.answer is not Answer.UNIQUE:
            found.append(str(self.verdict))
        if self.copy_of is not None:
            found.append(f"the same as {replace(self.copy_of, name=None)}, perhaps rotated, reflected or renumbered")
        return found

    def _difference(self) -> str:
        """Where the two solutions of the verdict first differ, in words; "" without two."""
        if self.verdict is None or self.verdict.solution is None or self.verdict.second is None:
            return ""
        cell = min(min(link) for link in self.verdict.solution.links() ^ self.verdict.second.links())
        return f"; two of them first differ at {where(self.verdict.solution.width, cell)}"

    def to_json(self) -> FindingObject | JudgedObject | UnreadableObject:
        """The finding as a JSON object, without its place; the verdict's keys are at top level."""
        if self.puzzle is None:
            return {"readable": False, "error": str(self.unreadable), "problems": self.problems}
        found: FindingObject = {
            "width": self.puzzle.width,
            "height": self.puzzle.height,
            "pairs": self.puzzle.pairs,
            "rules": self.puzzle.rules.name,
            "readable": True,
            "legal": not check(self.puzzle),
            "problems": self.problems,
            "faults": [fault.to_json() for fault in self.faults],
            "copy_of": None if self.copy_of is None else self.copy_of.number,
        }
        if self.copy_of is not None and self.copy_of.source is not None:
            found["copy_of_file"] = self.copy_of.source
        if self.verdict is None:
            return found
        return {
            **found,
            **self.verdict.to_json(),
            "count": None if self.solutions is None else str(self.solutions),
            "others": [other.to_json() for other in self.others],
        }


def lint(
    entries: Iterable[Entry],
    rules: RulesLike | None = None,
    *,
    budget: float | None = None,
    alone: bool = False,
    workers: int | None = 1,
) -> Iterator[Finding]:
    """Judge puzzles one by one under `rules` (None: each one's own); `budget` is seconds for each.

    A puzzle that is `alone` is also judged under the other rules and for the strict claim; for several puzzles, the
    canonical forms stay in memory to find copies.
    """
    first_seen: dict[Puzzle, Place] = {}
    judge = partial(_judged, rules=rules, budget=budget, alone=alone)
    judged = parallel.map(judge, entries, workers=workers, as_they_come=True)
    for finding, canonical in raising(judged):
        earlier = finding.place if canonical is None else first_seen.setdefault(canonical, finding.place)
        yield finding if earlier is finding.place else replace(finding, copy_of=earlier)


def _judged(
    entry: Entry, *, rules: RulesLike | None, budget: float | None, alone: bool
) -> tuple[Finding, Puzzle | None]:
    """(what is known about a level by itself, the canonical form that its copies share, None if illegal or `alone`)."""
    place, item = entry
    if isinstance(item, NumlinkError):
        return Finding(place, unreadable=item), None
    puzzle = item.with_rules(rules)
    faults = check(puzzle, puzzle.solution)
    if check(puzzle):
        return Finding(place, puzzle, faults=faults), None
    clock = Budget(budget)
    verdict, solutions = _verdict(puzzle, None if faults else puzzle.solution, clock)
    others = _others(puzzle, verdict, clock) if alone else []
    finding = Finding(place, puzzle, faults=faults, verdict=verdict, solutions=solutions, others=others)
    return finding, None if alone else puzzle.with_solution(None).canonical()


def _verdict(puzzle: Puzzle, known: Solution | None, clock: Budget) -> tuple[Verdict, int | None]:
    """(the verdict, the number of solutions, None if it is unknown or counting takes longer than COUNT_BUDGET)."""
    verdict = prove(puzzle, known, budget=clock)
    if verdict.answer is Answer.UNIQUE:
        return verdict, 1
    if verdict.answer is not Answer.MULTIPLE:
        return verdict, 0 if verdict.answer is Answer.NONE else None
    try:
        return verdict, int(count(puzzle, budget=clock.part(COUNT_BUDGET)))
    except Unanswered:
        return verdict, None


def _others(puzzle: Puzzle, verdict: Verdict, clock: Budget) -> list[Verdict]:
    """Verdicts under the other rules and for the strict claim, within the puzzle's budget, cheapest first.

    Without a limit, each takes at most INFORMATION_BUDGET seconds.  One that follows from an earlier one takes no work.
    """
    known = {each.rules: each for each in (verdict, *verdict.below)}
    for rules in CHEAPEST:
        if rules not in known:
            followed = filter(None, (carried(puzzle, each, rules) for each in known.values()))
            spare = clock.part(INFORMATION_BUDGET) if clock.limit is None else clock
            known[rules] = next(followed, None) or prove(puzzle, rules=rules, budget=spare)
    return [*(known[rules] for rules in EVERY_RULES if rules != puzzle.rules), as_strict(puzzle, known[FREE])]
