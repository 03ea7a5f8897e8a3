"""Certificates: why a puzzle has exactly one solution, for `numlink.certificates` to check.

The search looks for another solution and finds none; each clause that it learns from a conflict becomes a clause of the
certificate.  It begins only with clauses that the checker knows as lemmas.  Two kinds of query are tried, and the one
that needs fewer clauses is kept (clauses for generated boards of 12x12, seeds 0 to 2):

    at once     a solution without some link of the known one                        76   30 679      70
    by link     for each link, from the last: one that first differs there        5 680      305   1 054
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from numlink.certificates import signed
from numlink.engine.arrays import integers
from numlink.engine.search.canonical_graph import cycle_clauses
from numlink.engine.search.search import Search, Status
from numlink.errors import InputError
from numlink.exact.board_arrays import Board
from numlink.exact.budget import Budget, Seconds
from numlink.exact.prove import prove
from numlink.exact.verdict import Answer, Verdict
from numlink.model.characters import headers, simple
from numlink.model.judge import right_solution
from numlink.model.puzzle import Puzzle, require_puzzle
from numlink.model.rules import RulesLike

LARGEST = 9_999  # the largest side and number of layers in the format of certificates (docs/certificates.md)

PURPOSE = "the certificate was complete"  # what an ended budget prevented, as messages say it


def certificate(puzzle: Puzzle, *, rules: RulesLike | None = None, budget: Seconds = None) -> str:
    """A proof that `puzzle` has exactly one solution under `rules` (None: its own), as text for `verify_certificate`.

    docs/certificates.md describes the text, so that anybody can write a checker.  Raises InputError if the puzzle
    has no solution or several, IllegalPuzzle if a number does not occur twice, BudgetEnded when `budget` seconds
    are over.

    >>> import numlink
    >>> text = certificate(numlink.Puzzle.from_rows([[1, 1], [0, 0]]))
    >>> text.splitlines()[:2]
    ['numlink certificate 1', 'rules cover']
    >>> print(numlink.verify_certificate(text))
    verified: the board of 2x2 has exactly one solution under cover; 1 clause, 8 links propagated
    """
    clock = Budget.of(budget)
    known = right_solution(require_puzzle(puzzle), rules)
    return certificate_of(puzzle, prove(puzzle, known, rules, budget=clock), rules=rules, budget=clock)


def certificate_of(puzzle: Puzzle, verdict: Verdict, *, rules: RulesLike | None = None, budget: Seconds = None) -> str:
    """The certificate of a puzzle whose `verdict` is known; arguments and errors as for `certificate`."""
    largest = max(puzzle.width, puzzle.height, puzzle.layout.layers)
    if largest > LARGEST:
        raise InputError(f"a certificate holds sides and layers up to {LARGEST}, not {largest}. Give a smaller board.")
    proof = proof_of(puzzle, verdict, rules=rules, budget=budget)
    grid = None if puzzle.layout.plain else puzzle.grid
    lines = [
        f"numlink certificate {1 if grid is None else 2}",
        f"rules {proof.board.rules.name}",
        f"board {puzzle.width} {puzzle.height}",
        *(f"{key}: {value}" for key, value in (headers(grid) if grid else {}).items()),
        *(" ".join(line.split()) for line in simple(puzzle.rows(), grid).splitlines()),
        " ".join(["solution", *(str(link + 1) for link, on in enumerate(proof.model) if on)]),
        f"clauses {len(proof.clauses)}",
        *(closed(clause) for clause in proof.clauses),
    ]
    return signed("".join(f"{line}\n" for line in lines))


def closed(clause: Iterable[int]) -> str:
    """A clause as a line of text: its literals and 0."""
    return " ".join(map(str, [*clause, 0]))


@dataclass(frozen=True, slots=True)
class Proof:
    """Why a board has no other solution than `model`: `clauses`, with literals as certificates write them.

    `apart`: whether the proof assumes that the other solution does not touch itself.
    """

    board: Board
    model: array[int]
    apart: bool
    clauses: list[list[int]]


def proof_of(puzzle: Puzzle, verdict: Verdict, *, rules: RulesLike | None, budget: Seconds) -> Proof:
    """The proof behind `verdict`; raises InputError unless the verdict is UNIQUE, BudgetEnded."""
    clock = Budget.of(budget)
    if verdict.answer is Answer.UNKNOWN:
        clock.require(PURPOSE)
    if verdict.answer is not Answer.UNIQUE or verdict.solution is None:
        raise InputError(f"there is no certificate of one solution: {verdict}.")
    board = Board(puzzle, rules)
    model = board.model(verdict.solution)
    apart = not board.rules.touch or (not board.rules.fill and board.covers(model))
    by_link = _link_by_link(board, model, clock, apart=apart)
    clauses = _at_once(board, model, clock, most=len(by_link), apart=apart) or by_link
    return Proof(board, model, apart, clauses)


def _search(board: Board, *, apart: bool) -> Search:
    """A search that records what it learns; with `apart`, first the clauses about triangles and squares of links."""
    search = board.without_clauses(apart=apart)
    search.record()
    if apart:
        local = cycle_clauses(board.links, integers(len(board.cells)))
        search.lessons.extend(local)
        search.add_clauses(local)
    return search


def _at_once(board: Board, model: array[int], clock: Budget, *, most: int, apart: bool) -> list[list[int]] | None:
    """The clauses learned in one query for a solution other than `model`, then the empty one; None if over `most`."""
    search = _search(board, apart=apart)
    if search.add_clause(board.other_than(model)):
        while not _refuted(search, board, clock):
            if search.conflicts > most:
                return None
    clauses = [*_clauses(search.lessons), []]
    return clauses if len(clauses) <= most else None


def _link_by_link(board: Board, model: array[int], clock: Budget, *, apart: bool) -> list[list[int]]:
    """The clauses learned from a query for each link, from the last: a solution that differs there, in no link before.

    Each query adds the clause that its assumptions cannot all hold; the empty clause comes last.
    """
    search = _search(board, apart=apart)
    search.set_phases(model)
    known = [2 * link + 1 - on for link, on in enumerate(model)]
    for link in reversed(range(len(known))):
        search.assume(array("i", [*known[:link], known[link] ^ 1]))
        while not _refuted(search, board, clock):
            pass
        cannot = array("i", [literal ^ 1 for literal in search.failed()])
        search.lessons.append(len(cannot))
        search.lessons.extend(cannot)
        search.add_clause(cannot)
    return [*_clauses(search.lessons), []]


def _refuted(search: Search, board: Board, clock: Budget) -> bool:
    """Run a slice of the query and return whether it was refuted; raises BudgetEnded."""
    status = search.run()
    if status is Status.SATISFIED:
        raise AssertionError(f"two searches disagree; please report this: {board.puzzle!r}")
    if status is Status.PAUSED:
        clock.require(PURPOSE)
    return status is Status.REFUTED


def _clauses(lessons: array[int]) -> Iterator[list[int]]:
    """Recorded clauses as certificates write them: k for link k drawn, -k for not drawn, the first link is 1."""
    flat = iter(lessons)
    for size in flat:
        yield [-(literal // 2 + 1) if literal & 1 else literal // 2 + 1 for literal in islice(flat, size)]
