"""The table of promises: every command and public function, by what it answers on every sort of board.

A promise is one line of PROMISES (functions) or COMMANDS (the command line); it is crossed with all rule sets, KINDS of
boards and SORTS of boards.  Each cell of the table is an answer that the judge and a brute-force count agree with, or
a refusal that says what and why.  A new command, rule or kind is one line more.

    sort       unique   several   none   illegal                empty            large
    board      small, of the kind, as the brute force counts it  without a number  as large as its kind is counted
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import Any

import numlink
from numlink import Answer, Puzzle, Rules, check
from numlink.errors import NumlinkError
from tests import oracle
from tests.boards import random_grid, small_board

BUDGET = 60.0
"""Seconds for one answer about a small board: far more than any takes."""
LARGE_BUDGET = 0.05
"""Seconds for one about a large board: it may end without an answer, and must then say so."""
SORTS = ("unique", "several", "none", "illegal", "empty", "large")
TRACKS = 8
"""Of a small board, at most: the brute force lists all linkings of that many in a moment."""
TRIES = 40
"""Random boards that are looked through for a sort; what is rarer under some rules and kind is left out."""


@dataclass
class Case:
    """A board of a kind and a sort under rules; `linkings` are all its solutions as sets of links, where counted."""

    kind: str
    sort: str
    puzzle: Puzzle

    def __str__(self) -> str:
        return f"{self.kind}, {self.sort}, {self.puzzle.rules}: {self.puzzle!r:.600}"

    @property
    def rules(self) -> Rules:
        return self.puzzle.rules

    @cached_property
    def linkings(self) -> list[frozenset[tuple[int, int]]] | None:
        if self.sort in ("illegal", "large"):
            return None
        return oracle.linkings_of_puzzle(self.puzzle)

    @property
    def answer(self) -> Answer | None:
        """The right verdict, None where it is not known."""
        found = self.linkings
        return (
            None if found is None else (Answer.NONE, Answer.UNIQUE)[len(found)] if len(found) < 2 else Answer.MULTIPLE
        )

    @cached_property
    def strict(self) -> Answer | None:
        """The right verdict of the strict claim."""
        if self.linkings is None:
            return None
        found = oracle.linkings_of_puzzle(self.puzzle, numlink.FREE)
        full = oracle.linkings_of_puzzle(self.puzzle, numlink.COVER)
        if len(found) > 1:
            return Answer.MULTIPLE
        return Answer.UNIQUE if found and full == found else Answer.NONE

    @property
    def budget(self) -> float:
        return LARGE_BUDGET if self.sort == "large" else BUDGET

    def holds(self, solution: Any) -> bool:
        """Whether a solution is one: by the judge, and by the brute force where it counted."""
        right = self.linkings is None or frozenset(solution.links()) in self.linkings
        return right and check(self.puzzle, solution) == []


def case_of(stream: Random, kind: str, sort: str, rules: Rules) -> Case | None:
    """A board of this kind, sort and rules; None where TRIES random ones are none."""
    if sort == "large":
        grid = random_grid(stream, kind, most=9)
        free = [cell for cell in grid.open_cells() if cell not in grid.layout.bridges]
        ends = stream.sample(free, 2 * min(len(free) // 2, 3))
        return Case(kind, sort, numbered(grid, ends, rules))
    if sort == "empty":
        return Case(kind, sort, numbered(random_grid(stream, kind, most=3), [], rules))
    for _ in range(TRIES):
        puzzle = small_board(stream, kind, TRACKS - 2 * ("diagonal" in kind)).with_rules(rules)
        if sort == "illegal":
            found = illegal(stream, puzzle)
            if found is not None:
                return Case(kind, sort, found)
            continue
        case = Case(kind, sort, replace(puzzle, solution=None))
        if (
            puzzle.pairs
            and case.answer is {"unique": Answer.UNIQUE, "several": Answer.MULTIPLE, "none": Answer.NONE}[sort]
        ):
            return case
    return None


def numbered(grid: Any, ends: list[int], rules: Rules) -> Puzzle:
    cells = [-1 if cell in grid.solids else 0 for cell in range(grid.size)]
    for index, cell in enumerate(ends):
        cells[cell] = index // 2 + 1
    return Puzzle(grid.width, grid.height, tuple(cells), rules, layout=grid.layout)


def illegal(stream: Random, puzzle: Puzzle) -> Puzzle | None:
    """The board with a number once or three times; None where there is no room."""
    cells = list(puzzle.cells)
    ends = [cell for cell, content in enumerate(cells) if content > 0]
    free = [cell for cell, content in enumerate(cells) if content == 0 and cell not in puzzle.layout.bridges]
    if ends and stream.random() < 0.5:
        cells[stream.choice(ends)] = 0
    elif ends and free:
        cells[stream.choice(free)] = cells[ends[0]]
    else:
        return None
    return replace(puzzle, cells=tuple(cells), solution=None)


# ---------------------------------------------------------------------------------------------- functions


@dataclass(frozen=True)
class Promise:
    """What a public function answers: `ask` it about a case, `holds` says whether the answer is right.

    `refuses` are the errors that it may raise, by the right answer; every other case must be answered.
    """

    name: str
    ask: Callable[[Case], Any]
    holds: Callable[[Case, Any], bool]
    no_solution: type[NumlinkError] | None = None
    several: type[NumlinkError] | None = None
    illegal: type[NumlinkError] | None = numlink.IllegalPuzzle
    may: type[NumlinkError] | None = None
    """What it may raise of boards with several solutions beside answering."""

    def keep(self, case: Case) -> None:
        """Ask, and assert that the cell of the table is as it is promised."""
        try:
            found = self.ask(case)
        except NumlinkError as error:
            self.refused(case, error)
            return
        assert case.sort != "illegal" or self.illegal is None, f"an illegal board was answered: {found!r:.200}"
        refusal = {Answer.NONE: self.no_solution, Answer.MULTIPLE: self.several}.get(case.answer or Answer.UNIQUE)
        assert refusal is None, f"expected {refusal}, got {found!r:.200}"
        assert self.holds(case, found), f"{found!r:.500} is wrong; right is {case.answer} of {case.linkings!r:.300}"

    def refused(self, case: Case, error: NumlinkError) -> None:
        said = str(error)
        assert len(said) > 10, error
        assert "\n" not in said or case.sort == "illegal"
        if case.sort == "illegal":
            assert isinstance(error, self.illegal or ()), repr(error)
        elif case.sort == "large":
            assert isinstance(error, numlink.Unanswered | numlink.NoSolution | numlink.InputError), repr(error)
        else:
            several = self.several or self.may
            wanted = {Answer.NONE: self.no_solution, Answer.MULTIPLE: several}.get(case.answer or Answer.UNIQUE)
            assert isinstance(error, wanted or ()), repr(error)


def verdict_holds(right: Answer | None, case: Case, found: Any, *, whole: bool = True) -> bool:
    """A verdict with its witnesses; where not `whole`, one that may leave open whether a solution is the only one."""
    if any(check(case.puzzle, each, found.rules) for each in (found.solution, found.second) if each is not None):
        return False
    if found.solution is not None and found.solution == found.second:
        return False
    if found.answer is Answer.UNKNOWN:
        return case.sort == "large" or not whole
    if right is None:
        return True
    witnesses = {Answer.NONE: 0, Answer.UNIQUE: 1, Answer.MULTIPLE: 2}[right]
    shown = (found.solution is not None) + (found.second is not None)
    return found.answer is right and (witnesses == shown or found.claim == "strict")


def heat_holds(case: Case, found: Any) -> bool:
    if case.linkings is None:
        return True
    total = len(case.linkings)
    return found.total == total and all(
        found[link] * total == sum(link in linking for linking in case.linkings) for link in case.puzzle.grid.links()
    )


def rating_holds(case: Case, found: Any) -> bool:
    right = case.answer is None or found.verdict is case.answer
    graded = (found.grade.value > 0) == (found.verdict is Answer.UNIQUE)
    return right and graded and (found.solution is None or case.holds(found.solution))


def explanation_holds(case: Case, found: Any) -> bool:
    right = case.answer is None or found.answer is case.answer
    return (
        right
        and (not found.solved or found.answer is Answer.UNIQUE)
        and bool(found.frames or found.solved or found.remark)
    )


def repair_holds(case: Case, found: Any) -> bool:
    mended = found.puzzle
    return check(mended, mended.solution) == [] and (
        case.sort == "large" or len(oracle.linkings_of_puzzle(mended)) == 1
    )


def hint_holds(case: Case, found: Any) -> bool:
    if case.answer is Answer.NONE:
        return bool(found.kind.value == "unsolvable")
    if case.sort == "empty" and found.kind.value == "solved":
        return True
    return bool(found.sentence) and (case.answer is None or found.kind.value not in ("unsolvable", "unknown"))


def hinted(case: Case) -> Any:
    advisor, state = numlink.Advisor(case.puzzle, seconds=case.budget), numlink.State.start(case.puzzle)
    return advisor.hint(state)


def revealed(case: Case) -> Any:
    advisor, state = numlink.Advisor(case.puzzle, seconds=case.budget), numlink.State.start(case.puzzle)
    moves = advisor.reveal(state, None)
    for move in moves:
        state = state.play(move)
    return bool(moves), state.progress().solved


def reveal_holds(case: Case, found: Any) -> bool:
    moved, solved = found
    if case.answer is Answer.NONE:
        return not moved
    return solved or case.answer is None


def certified(case: Case) -> Any:
    text = numlink.certificate(case.puzzle, budget=case.budget)
    return numlink.verify_certificate(text)


def strip(puzzle: Puzzle) -> tuple[Any, ...]:
    return puzzle.cells, puzzle.rules, puzzle.layout, puzzle.width


def round_trip(format: str) -> Callable[[Case], Any]:
    return lambda case: numlink.parse(numlink.dumps([case.puzzle], format), format)


def same_board(case: Case, found: list[Puzzle]) -> bool:
    return [strip(puzzle) for puzzle in found] == [strip(case.puzzle)]


def symmetric(case: Case) -> list[Answer]:
    """The verdicts of some symmetric copies and of the canonical board."""
    puzzle = case.puzzle
    symmetries = puzzle.grid.symmetries()
    copies = [
        puzzle.transformed(symmetries[1]),
        puzzle.transformed(symmetries[-1]),
        puzzle.canonical(),
        puzzle.renumbered(),
    ]
    return [numlink.prove(copy, budget=case.budget).answer for copy in copies]


def listed(case: Case) -> list[Any]:
    return list(numlink.solutions(case.puzzle, limit=200, budget=case.budget))


def list_holds(case: Case, found: list[Any]) -> bool:
    every = {frozenset(solution.links()) for solution in found}
    whole = case.linkings is None or len(found) == min(200, len(case.linkings))
    return whole and len(every) == len(found) and all(map(case.holds, found))


def judged(case: Case) -> Any:
    """The first right answer in words, or none at all, and what the judge of texts says of it."""
    lines = ""
    if case.linkings:
        solution = next(numlink.solutions(case.puzzle))
        paths = enumerate(solution.positions(), start=1)
        spelt = "({})".format
        lines = "\n".join(
            f"path {number}: " + " ".join(spelt(",".join(map(str, place))) for place in path) for number, path in paths
        )
    return numlink.judge_text(case.puzzle, lines)


NONE, NO = numlink.NoSolution, numlink.InputError


def solve_holds(case: Case, found: Any) -> bool:
    return verdict_holds(case.answer, case, found, whole=False)


def proven_strict(case: Case) -> Any:
    return numlink.prove(case.puzzle, claim="strict", budget=case.budget)


def count_holds(case: Case, found: Any) -> bool:
    return case.linkings is None or found == len(case.linkings)


def sampled(case: Case) -> Any:
    return numlink.sample(case.puzzle, seed=1, budget=case.budget)


def through_numpy(case: Case) -> Puzzle:
    return Puzzle.from_numpy(case.puzzle.to_numpy(), rules=case.rules, layout=case.puzzle.layout)


PROMISES = [
    Promise("solve", lambda c: numlink.solve(c.puzzle, budget=c.budget), solve_holds),
    Promise("prove", lambda c: numlink.prove(c.puzzle, budget=c.budget), lambda c, f: verdict_holds(c.answer, c, f)),
    Promise("strict", proven_strict, lambda c, f: verdict_holds(c.strict, c, f)),
    Promise("count", lambda c: numlink.count(c.puzzle, budget=c.budget), count_holds),
    Promise("solutions", listed, list_holds),
    Promise("sample", sampled, lambda c, f: c.holds(f), no_solution=NONE),
    Promise("heat", lambda c: numlink.heat(c.puzzle, budget=c.budget), heat_holds, no_solution=NONE),
    Promise("rate", lambda c: numlink.rate(c.puzzle, budget=c.budget), rating_holds),
    Promise("rate by rules", lambda c: numlink.rate(c.puzzle, budget=c.budget, reading="rules"), rating_holds),
    Promise("explain", lambda c: numlink.explain(c.puzzle, budget=c.budget), explanation_holds),
    Promise("certificate", certified, lambda c, f: True, no_solution=NO, several=NO),
    Promise("repair", lambda c: numlink.repair(c.puzzle, budget=c.budget), repair_holds, no_solution=NONE, may=NO),
    Promise("hint", hinted, hint_holds),
    Promise("reveal", revealed, reveal_holds),
    Promise("symmetries", symmetric, lambda c, f: c.answer is None or {*f} <= {c.answer}),
    Promise("judge_text", judged, lambda c, f: c.linkings is None or f.correct == bool(c.linkings and c.puzzle.pairs)),
    Promise("check", lambda c: check(c.puzzle), lambda c, f: bool(f) == (c.sort == "illegal"), illegal=None),
    Promise("svg", lambda c: numlink.svg(c.puzzle), lambda c, f: f.startswith("<svg"), illegal=None),
    Promise("str", lambda c: str(c.puzzle), lambda c, f: bool(f.strip()), illegal=None),
    Promise("plain", round_trip("plain"), same_board, illegal=None),
    Promise("json", round_trip("json"), same_board, illegal=None),
    Promise("link", round_trip("link"), same_board, illegal=None),
    Promise("to_numpy", through_numpy, lambda c, f: f == c.puzzle, illegal=None),
]


# ---------------------------------------------------------------------------------------------- commands


@dataclass(frozen=True)
class Command:
    """What a command ends with: an exit code for each sort of board, and what is read from its output.

    `none`, `several` and `illegal` are exit codes; 0 everywhere else.  Large boards may also end with 3.
    """

    words: tuple[str, ...]
    none: int = 0
    several: int = 0
    illegal: int = 2
    json: bool = True
    holds: Callable[[Case, str], bool] = lambda case, out: True
    may: int = 0
    """An exit code that boards with several solutions may have, too."""

    @property
    def name(self) -> str:
        return " ".join(self.words)

    def keep(self, case: Case, run: Callable[..., Any]) -> None:
        text = numlink.dumps([case.puzzle], "json")
        words = [*self.words, *(["--budget", "0.05"] if case.sort == "large" and self.takes_budget else [])]
        done = run(*words, stdin=text)
        said = [line for line in done.err.splitlines() if line.strip()]
        assert "Traceback" not in done.err, done.err
        assert all(line.startswith("numlink: ") or not done.code for line in said), done.err
        assert done.out or said, "silence"
        assert done.code in self.codes(case), f"{done.code}, expected {self.codes(case)}: {done.err}"
        if done.code == 2:
            assert said, done.out
        if case.sort != "large" and done.code != 2:
            assert self.holds(case, done.out), f"{done.out!r:.600}; right is {case.answer}"

    @property
    def takes_budget(self) -> bool:
        return self.words[0] in ("solve", "prove", "count", "sample", "heat", "check", "explain", "rate", "repair")

    def codes(self, case: Case) -> set[int]:
        if case.sort == "illegal":
            return {self.illegal}
        if case.sort == "large":
            return {0, self.none, self.several, self.may, 3}
        wanted = {Answer.NONE: self.none, Answer.MULTIPLE: self.several}.get(case.answer or Answer.UNIQUE, 0)
        return {wanted, self.may} if case.answer is Answer.MULTIPLE else {wanted}


def objects(out: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.splitlines()]


def says_verdict(case: Case, out: str) -> bool:
    (found,) = objects(out)
    return bool(found["verdict"] == case.answer and found["rules"] == case.rules.name)


def solves(case: Case, out: str) -> bool:
    """The solution on standard output is read back and is one; nothing where there is none."""
    if case.answer is Answer.NONE:
        return not out.strip()
    found = numlink.parse(out)
    if not case.puzzle.pairs:  # a board without a path says no paths
        return same_board(case, found)
    return all(puzzle.solution is not None and case.holds(puzzle.solution) for puzzle in found)


def says_count(case: Case, out: str) -> bool:
    return case.linkings is not None and out.strip() == str(len(case.linkings))


def counted_in_json(case: Case, out: str) -> bool:
    (found,) = objects(out)
    return case.linkings is not None and found["count"] == str(len(case.linkings))


def reads_back(case: Case, out: str) -> bool:
    return same_board(case, numlink.parse(out))


def repaired(case: Case, out: str) -> bool:
    if case.answer is Answer.NONE or not out.strip():
        return not out.strip() and case.answer is not Answer.UNIQUE
    (mended,) = numlink.parse(out)
    return len(oracle.linkings_of_puzzle(mended)) == 1


def says_grade(case: Case, out: str) -> bool:
    (found,) = objects(out)
    return bool((found["number"] > 0) == (case.answer is Answer.UNIQUE) and found["verdict"] == case.answer)


COMMANDS = [
    Command(("solve",), none=1, holds=solves),
    Command(("solve", "--json"), none=1, holds=says_verdict),
    Command(("solve", "--limit", "3"), none=1, holds=solves),
    Command(("prove",), none=1, several=1),
    Command(("prove", "--json"), none=1, several=1, holds=says_verdict),
    Command(("count",), holds=says_count),
    Command(("count", "--json"), holds=counted_in_json),
    Command(("check",), none=1, several=1, illegal=1),
    Command(("check", "--json"), none=1, several=1, illegal=1),
    Command(("sample", "--seed", "1"), none=1, holds=solves),
    Command(("heat",), none=1),
    Command(("heat", "--json"), none=1),
    Command(("rate",), none=1, several=1),
    Command(("rate", "--json"), none=1, several=1, holds=says_grade),
    Command(("explain",), none=1, several=1),
    Command(("explain", "--json"), none=1, several=1),
    Command(("repair", "--solution"), none=1, may=1, holds=repaired),
    Command(("convert", "-", "--to", "plain"), illegal=0, holds=reads_back),
    Command(("convert", "-", "--to", "json"), illegal=0, holds=reads_back),
    Command(("show",), illegal=0, holds=reads_back),
    Command(("show", "--to", "svg"), illegal=0, holds=lambda case, out: "<svg" in out),
    Command(("show", "--to", "boxes"), illegal=0, holds=lambda case, out: bool(out.strip())),
    Command(("export", "-o", "-"), none=1, several=1, holds=lambda case, out: not out or "</html>" in out),
]
