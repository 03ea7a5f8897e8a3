"""A certificate as plain clauses, CNF and DRAT, for `drat-trim` and other checkers that know no boards.

The CNF says of links (variables) what `numlink.certificates` knows as lemmas, as far as the proof needs it:

    degrees    an endpoint has one link, another track two, or none where cells may stay empty
    another    not all links of the known solution
    cuts       not all of these links: they close a loop, join two numbers or make a path that touches itself

There are too many cuts to write all of them; those are written that the checker's propagation leant on while it went
through the proof.  Each is a chain of links, easily held against the board.  The DRAT file has the clauses of the
certificate: each follows from those before it by unit propagation, as every step of the lemmas is one of the CNF.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations

from numlink.certificates import BoardFacts, ClauseSet
from numlink.errors import BudgetEnded
from numlink.exact.budget import Budget, Seconds
from numlink.exact.certificate import PURPOSE, Proof, closed, proof_of
from numlink.exact.verdict import Verdict
from numlink.model.characters import headers, simple
from numlink.model.puzzle import Puzzle
from numlink.model.rules import RulesLike

FIRST_LOOK = 2_000
"""Clauses of a proof, a second of work, after which is said how long all of them take."""

STEEPER = 1.5
"""Going through n clauses takes n to this power: each is held against all before it (free boards of 9x9: 2 000 clauses
0.8 s, 14 000 clauses 14.7 s)."""


@dataclass(frozen=True, slots=True)
class PlainClauses:
    """Two files: `cnf` has no solution, and `drat` is why."""

    cnf: str
    drat: str


def plain_clauses(
    puzzle: Puzzle,
    verdict: Verdict,
    *,
    rules: RulesLike | None = None,
    budget: Seconds = None,
    tell: Callable[[str], None] | None = None,
) -> PlainClauses:
    """The certificate of a puzzle of which `verdict` is known, as CNF and DRAT.

    Variable k is link k as in certificates.  `tell` is given a sentence on how large and how long, once, where a proof
    has more than FIRST_LOOK clauses.  Raises InputError where there is not exactly one solution, BudgetEnded, which
    says what was needed, when `budget` seconds are over.
    """
    clock = Budget.of(budget)
    proof = proof_of(puzzle, verdict, rules=rules, budget=clock)
    degrees = [*_degrees(proof)]
    another = [-link for link, on in enumerate(proof.model, start=1) if on]
    drat = _lines(map(closed, proof.clauses))
    cuts = _cuts(proof, another, clock, size=len(drat), tell=tell)
    clauses = [*degrees, another, *cuts]
    told = [
        f"Exactly one solution under the rules {proof.board.rules.name}; variable k is link k (docs/certificates.md).",
        *(f"{key}: {value}" for key, value in headers(puzzle.grid).items()),
        *simple(puzzle.rows(), puzzle.grid).splitlines(),
        f"Clauses 1 to {len(degrees)}: how many links a cell has.",
        f"Clause {len(degrees) + 1}: some link of the known solution is missing.",
        f"The other {len(cuts)}: links that close a loop, join two numbers or make a path touch itself.",
    ]
    if proof.apart and proof.board.rules.touch:
        told.append("The other solution is supposed not to touch itself (lemma 4 of docs/certificates.md).")
    head = [*(f"c {line}" for line in told), f"p cnf {len(proof.model)} {len(clauses)}"]
    return PlainClauses(_lines([*head, *map(closed, clauses)]), drat)


def _lines(lines: Iterator[str] | list[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _links(proof: Proof) -> list[tuple[int, int]]:
    ends = iter(proof.board.links)
    return list(zip(ends, ends, strict=True))


def _degrees(proof: Proof) -> Iterator[list[int]]:
    """What degrees say, as clauses that unit propagation gets all out of."""
    around: dict[int, list[int]] = {track: [] for track, content in enumerate(proof.board.cells) if content >= 0}
    for link, ends in enumerate(_links(proof), start=1):
        for track in ends:
            around[track].append(link)
    for track, links in around.items():
        most = 1 if proof.board.cells[track] > 0 else 2
        yield from ([-link for link in some] for some in combinations(links, most + 1))
        if most == 1 or proof.board.rules.fill:
            yield from map(list, combinations(links, len(links) - most + 1))
        else:
            yield from ([-link, *(other for other in links if other != link)] for link in links)


class _Witness(BoardFacts):
    """Facts of a board that keep, as a clause, each chain of links by which something was ruled out."""

    def __init__(self, proof: Proof) -> None:
        super().__init__(list(proof.board.cells), _links(proof), proof.board.rules.fill, not proof.apart)
        self.cuts: dict[tuple[int, ...], None] = {}

    def _of_ends(self, here: int, there: int) -> list[int]:
        found = super()._of_ends(here, there)
        for literal in found:
            self._cut(-literal)
        return found

    def _may_join(self, first: int, second: int) -> bool:
        may = super()._may_join(first, second)
        if not may:
            self._cut(next(link for link, end in self.around[first] if end == second))
        return may

    def _cut(self, link: int) -> None:
        """Keep that a link and the fragments at its two ends cannot be drawn together."""
        chain = {link}
        for end in self.links[link - 1]:
            cells = [end]
            for cell in cells:  # which grows
                ahead = [pair for pair in self.around[cell] if self.value[pair[0]] > 0 and pair[0] not in chain]
                chain.update(drawn for drawn, _ in ahead)
                cells += [other for _, other in ahead]
        self.cuts.setdefault(tuple(sorted(-drawn for drawn in chain)))


def _cuts(
    proof: Proof, another: list[int], clock: Budget, *, size: int, tell: Callable[[str], None] | None
) -> list[tuple[int, ...]]:
    """The cuts that the checker leans on while it goes through a proof, whose DRAT has `size` bytes."""
    witness = _Witness(proof)
    clauses = ClauseSet(witness)
    clauses.add(another)
    begun = clock.seconds
    total = len(proof.clauses)
    large = f"the proof has {total:,} clauses, {_bytes(size)} of DRAT"
    for done, clause in enumerate(proof.clauses):
        if done == FIRST_LOOK and tell is not None:
            tell(f"{large}; going through it takes about {_needed(clock.seconds - begun, done, total)}")
        if clock.ended:
            raise BudgetEnded(_ended(clock, large, begun, done, total))
        if not clauses.follows(clause):
            raise AssertionError(f"the checker refuses a clause; please report this: {proof.board.puzzle!r}")
        clauses.add(clause)
    return list(witness.cuts)


def _ended(clock: Budget, large: str, begun: float, done: int, total: int) -> str:
    """What is said when the budget ends in the middle of a proof: how large, how far, how long all would take."""
    spent = clock.seconds - begun
    needed = f", which takes about {_needed(spent, done, total)} in all" if done else ""
    return (
        f"{clock.ended_before(PURPOSE)}: {large}, and {done:,} were gone through{needed}. "
        f"Give more with budget=, or write the certificate as text, which takes no such pass."
    )


def _needed(spent: float, done: int, total: int) -> str:
    """How long going through all clauses takes, in words, when the first `done` took `spent` seconds."""
    seconds = spent * (total / done) ** STEEPER
    return f"{seconds:.1f} seconds" if seconds < 10 else f"{seconds:,.0f} seconds"


def _bytes(size: int) -> str:
    return f"{size / 1_000_000:.1f} MB" if size >= 1_000_000 else f"{-(-size // 1000)} kB"
