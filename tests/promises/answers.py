"""The functions that answer questions about a board."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numlink
from numlink import Answer, Puzzle, check
from tests import oracle
from tests.promises.cases import Case
from tests.promises.table import Promise


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
        puzzle.transformed(symmetries[min(1, len(symmetries) - 1)]),
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


ANSWERS = [
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
    Promise("certificate", certified, lambda c, f: True, no_solution=NO, several=NO, names=("verify_certificate",)),
    Promise("repair", lambda c: numlink.repair(c.puzzle, budget=c.budget), repair_holds, no_solution=NONE, may=NO),
    Promise("hint", hinted, hint_holds, names=("Advisor", "Hint")),
    Promise("reveal", revealed, reveal_holds),
    Promise("symmetries", symmetric, lambda c, f: c.answer is None or {*f} <= {c.answer}),
    Promise("judge_text", judged, lambda c, f: c.linkings is None or f.correct == bool(c.linkings and c.puzzle.pairs)),
    Promise("check", lambda c: check(c.puzzle), lambda c, f: bool(f) == (c.sort == "illegal"), illegal=None),
    Promise("svg", lambda c: numlink.svg(c.puzzle), lambda c, f: f.startswith("<svg"), illegal=None),
    Promise("str", lambda c: str(c.puzzle), lambda c, f: bool(f.strip()), illegal=None),
    Promise("plain", round_trip("plain"), same_board, illegal=None, names=("parse", "dumps")),
    Promise("json", round_trip("json"), same_board, illegal=None),
    Promise("link", round_trip("link"), same_board, illegal=None),
    Promise("to_numpy", through_numpy, lambda c, f: f == c.puzzle, illegal=None, names=("Puzzle",)),
]
