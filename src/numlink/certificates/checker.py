"""Checks a whole certificate.

    numlink certificate 1            2 where the board is no plain rectangle
    rules cover                      the board, as `stated` describes it
    board 3 2
    1 . 2
    1 . 2
    solution 1 2 5 7                 the links of the solution, numbered from 1 as `BoardLinks.links` lists them
    clauses 1                        how many clauses follow, each closed by 0
    -1 4 0
    0                                the last clause is empty
    sha256 ...                       of everything above

A clause lists literals, at least one of which holds: k says that link k is drawn, -k that it is not.  Another solution
would lack a link of the known one: this is the first clause, and each later clause must follow from the board and the
clauses before it.  The empty clause has no literal that could hold: there is no other solution.
"""

from __future__ import annotations

from dataclasses import dataclass

from .forms import CertificateLines, Form
from .lemmas import BoardFacts, ClauseSet
from .stated import RULES, stated_board

SOLUTION = Form("solution((?: [1-9][0-9]{0,8})*)", "the numbers of the solution's links", "solution 1 2 5 7")
COUNT = Form("clauses ([1-9][0-9]{0,11})", "how many clauses follow, 1 or more", "clauses 2")
CLAUSE = Form("((?:-?[1-9][0-9]{0,8} )*)0", "a clause, numbers of links closed by 0", "-1 4 0")


@dataclass(frozen=True, slots=True)
class Certified:
    """What was proven: rules, board, its layout (`bridges` as cells), `paths` as cells, and the work it took."""

    width: int
    height: int
    rules: str
    laid: dict[str, str]
    cells: tuple[int, ...]
    paths: dict[int, list[int]]
    clauses: int
    propagations: int

    def __str__(self) -> str:
        laid = "; ".join(f"{key}: {value[:30]}{'...' * (len(value) > 30)}" for key, value in self.laid.items())
        size = f"{self.width} cells" if "tiling" in self.laid else f"{self.width}x{self.height}"
        board = f"the board of {size}{laid and f' ({laid})'}"
        work = f"{self.clauses:,} clause{'s' * (self.clauses > 1)}, {self.propagations:,} links propagated"
        return f"verified: {board} has exactly one solution under {self.rules}; {work}"


def verify_certificate(text: str) -> Certified:
    """Check the `text` of a certificate (see `numlink.certificate`); raises NoProof, a ValueError that names the line.

    Time grows with the number of clauses and with the links that each makes follow, memory with the length of the text.
    """
    lines = CertificateLines(text if isinstance(text, str) else "")
    board = stated_board(lines)
    facts = BoardFacts(board.tracks, board.links, *RULES[board.rules])
    solution = lines.take_literals(SOLUTION, len(board.links))
    paths = _paths(facts, solution, lines)
    clauses = _first_clause(facts, solution, paths)
    count = _check_clauses(clauses, lines)
    found = {number: board.cells_of(path) for number, path in paths.items()}
    return Certified(board.width, board.height, board.rules, board.laid, board.cells, found, count, facts.propagations)


def _paths(facts: BoardFacts, solution: list[int], lines: CertificateLines) -> dict[int, list[int]]:
    """The tracks of each number's path, from its smaller end on; raises NoProof if the solution breaks a rule."""
    off = {*range(1, len(facts.links) + 1)} - {*solution}
    if 0 in facts.at_start() or any(0 in facts.settle(link) for link in [*solution, *(-link for link in off)]):
        raise lines.wrong("the links of the solution break a rule: degree, loop, two numbers joined, or touching")
    ends = [track for track, content in enumerate(facts.cells) if content > 0]
    paths = {facts.cells[end]: [*facts.run(end, -1)] for end in reversed(ends)}
    facts.back_to(0)
    return paths


def _first_clause(facts: BoardFacts, solution: list[int], paths: dict[int, list[int]]) -> ClauseSet:
    """Start with the clause that some link of the solution is not drawn; lemma 4 applies if it fills all cells."""
    filled = sum(map(len, paths.values())) == sum(content >= 0 for content in facts.cells)
    if filled and not facts.fill:
        facts.touch = False
    clauses = ClauseSet(facts)
    clauses.add([-link for link in solution])
    return clauses


def _check_clauses(clauses: ClauseSet, lines: CertificateLines) -> int:
    """Check that each clause follows and that the last is the empty clause; returns how many clauses there are."""
    count = int(lines.take(COUNT)[0])
    clause = [0]
    for _ in range(count):
        clause = lines.take_literals(CLAUSE, len(clauses.board.links))
        if not clauses.follows(clause):
            raise lines.wrong("this clause does not follow from the board and the clauses before it")
        clauses.add(clause)
    if clause or not clauses.refuted or not lines.ended:
        raise lines.wrong("the last line is not the empty clause: there may be another solution")
    return count
