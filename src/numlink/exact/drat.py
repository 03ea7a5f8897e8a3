"""A certificate as plain clauses, CNF and DRAT, for `drat-trim` and other checkers that know nothing of boards.

The CNF has a variable for each link.  It states what `numlink.certificates` knows as lemmas, as far as the proof needs
them:

    degrees    an endpoint has one link, another track two, or none where cells may stay empty
    another    not all links of the known solution are drawn
    cuts       not all of these links are drawn, as they close a loop, join two numbers or make a path touch itself

There are too many cuts to write them all.  The CNF has those that the checker used in its propagation while it went
through the proof; each is a chain of links, easily compared with the board.  The DRAT file has the clauses of the
certificate: each follows from those before it by unit propagation, as each step by a lemma is also one by a clause of
the CNF.
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
"""After this many clauses, about a second of work, the user is told how long the whole proof will take."""

STEEPER = 1.5
"""The time to check n clauses grows as n to this power, as each is tested against those before it (free boards of 9x9:
2 000 clauses take 0.8 s, 14 000 clauses 14.7 s)."""


@dataclass(frozen=True, slots=True)
class PlainClauses:
    """The text of two files: `cnf`, which is unsatisfiable, and `drat`, the proof of that."""

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
    """The certificate of a puzzle whose `verdict` is known, as CNF and DRAT.

    Variable k is link k as in certificates.  If the proof has more than FIRST_LOOK clauses, `tell` is called once with
    a sentence on its size and the time it takes.  Raises InputError if there is not exactly one solution; BudgetEnded,
    which says how much time is needed, when `budget` seconds are over.
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
        told.append("The other solution is assumed not to touch itself (lemma 4 of docs/certificates.md).")
    head = [*(f"c {line}" for line in told), f"p cnf {len(proof.model)} {len(clauses)}"]
    return PlainClauses(_lines([*head, *map(closed, clauses)]), drat)


def _lines(lines: Iterator[str] | list[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _links(proof: Proof) -> list[tuple[int, int]]:
    """The two tracks of each link."""
    ends = iter(proof.board.links)
    return list(zip(ends, ends, strict=True))


def _degrees(proof: Proof) -> Iterator[list[int]]:
    """The degrees of all tracks as clauses, from which unit propagation derives all that follows from degrees."""
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
    """The facts of a board; collects in `cuts`, as clauses, the chains of links that ruled out a link."""

    def __init__(self, proof: Proof) -> None:
        super().__init__(list(proof.board.cells), _links(proof), proof.board.rules.fill, not proof.apart)
        self.cuts: dict[tuple[int, ...], None] = {}

    def _by_ends(self, here: int, there: int) -> list[int]:
        found = super()._by_ends(here, there)
        for literal in found:
            self._cut(-literal)
        return found

    def _may_join(self, first: int, second: int) -> bool:
        may = super()._may_join(first, second)
        if not may:
            self._cut(next(link for link, end in self.around[first] if end == second))
        return may

    def _cut(self, link: int) -> None:
        """Add the clause that a link and the fragments at its two ends are not all drawn."""
        chain = {link}
        for end in self.links[link - 1]:
            cells = [end]
            for cell in cells:  # `cells` grows during the loop
                ahead = [pair for pair in self.around[cell] if self.value[pair[0]] > 0 and pair[0] not in chain]
                chain.update(drawn for drawn, _ in ahead)
                cells += [other for _, other in ahead]
        self.cuts.setdefault(tuple(sorted(-drawn for drawn in chain)))


def _cuts(
    proof: Proof, another: list[int], clock: Budget, *, size: int, tell: Callable[[str], None] | None
) -> list[tuple[int, ...]]:
    """The cuts that the checker uses while it goes through a proof.

    If the proof has more than FIRST_LOOK clauses, `tell` gets an estimate of the time.  Raises BudgetEnded when `clock`
    has ended.  Both texts give `size`, the bytes of the proof's DRAT.
    """
    witness = _Witness(proof)
    clauses = ClauseSet(witness)
    clauses.add(another)
    begun = clock.seconds
    total = len(proof.clauses)
    large = f"the proof has {total:,} clauses ({_bytes(size)} of DRAT)"
    for done, clause in enumerate(proof.clauses):
        if done == FIRST_LOOK and tell is not None:
            tell(f"{large}; checking it takes about {_needed(clock.seconds - begun, done, total)}")
        if clock.ended:
            raise BudgetEnded(_ended(clock, large, begun, done, total))
        if not clauses.follows(clause):
            raise AssertionError(f"the checker refuses a clause; please report this: {proof.board.puzzle!r}")
        clauses.add(clause)
    return list(witness.cuts)


def _ended(clock: Budget, large: str, begun: float, done: int, total: int) -> str:
    """The message if the budget ends during a proof: its size, how much was done, and how long it would take."""
    spent = clock.seconds - begun
    needed = f"; checking all of it takes about {_needed(spent, done, total)}" if done else ""
    return (
        f"{clock.ended_before(PURPOSE)}: {large}, of which {done:,} were checked{needed}. "
        f"Allow more with budget=, or write the certificate as text, which needs no such check."
    )


def _needed(spent: float, done: int, total: int) -> str:
    """The estimated time for all `total` clauses, in words, if the first `done` took `spent` seconds."""
    seconds = spent * (total / done) ** STEEPER
    return f"{seconds:.1f} seconds" if seconds < 10 else f"{seconds:,.0f} seconds"


def _bytes(size: int) -> str:
    """A number of bytes in kB or MB, as text."""
    return f"{size / 1_000_000:.1f} MB" if size >= 1_000_000 else f"{-(-size // 1000)} kB"
