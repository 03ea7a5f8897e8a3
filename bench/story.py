"""The recurring table of docs/algorithms.md: the same seven boards after every step of the story."""

import time
from array import array

from tests import oracle
from tests.sample import sample_puzzle

from bench.baselines import cadical
from bench.sets import board, sparse
from bench.solving import LIMIT, limited
from numlink import COVER, FREE, NO_TOUCH, Puzzle, generate, generate_classic, solve
from numlink.engine.search.search import Search, Status
from numlink.exact.board_arrays import Board
from numlink.exact.budget import Budget
from numlink.exact.counting import Counting
from numlink.exact.prove import prove
from numlink.exact.race import WayName, Ways
from numlink.exact.second_solution import SecondSolution
from numlink.exact.work import SLICE

SPARSE_10 = """\
. . . . . . . . . .
. . . . . . 1 . 2 .
. 3 . . . . . . . .
. . . 4 . . . 5 . .
. . . . . 2 . . . .
. 1 . . . . . . . .
. . . . 4 . 5 . . .
. . . . . . . . . .
. . . . . . . . 3 .
. . . . . . . . . ."""


def boards() -> list[tuple[str, Puzzle]]:
    """Small and dense, dense with several solutions, sparse, large; and two of our own as people play them."""
    return [
        ("sample 7x7", sample_puzzle()),
        ("lab 9x9, 9 094 solutions", generate_classic(9, seed=10)),
        ("lab 20x20", generate_classic(20, seed=3)),
        ("five pairs 10x10", board(SPARSE_10, COVER)),
        ("lab 40x40", generate_classic(40, seed=1)),
        ("own 15x15, strict", generate(15, seed=3, pairs=12).with_solution(None)),
        ("own 15x18, not strict", next(puzzle for name, puzzle in sparse() if "15x18" in name).with_solution(None)),
    ]


def brute(puzzle: Puzzle) -> None:
    """Draw paths until two covers are known."""
    found = 0
    for paths in oracle.linkings(*oracle.rectangle(puzzle.width, puzzle.height, puzzle.cells)):
        found += oracle.fills(puzzle.cells, paths)
        if found == 2:
            return


def search_alone(puzzle: Puzzle) -> None:
    """The search's verdict without the frontier."""
    encoded = Board(puzzle)
    search = encoded.search()
    found = 0
    while found < 2 and (status := search.run(conflicts=1000)) is not Status.REFUTED:
        if status is Status.SATISFIED:
            found += 1
            search.add_clause(encoded.other_than(search.model()))


def frontier_alone(puzzle: Puzzle) -> None:
    """The frontier's verdict without the search."""
    answered(Counting(Board(puzzle), saturate=True))


def answered(counting: Counting) -> None:
    """Count; a board that is too wide takes as good as for ever."""
    if counting.run(Budget()) is None:
        time.sleep(3600)


def in_turns(puzzle: Puzzle) -> None:
    """Search and frontier only."""
    Ways(Board(puzzle), kinds=(WayName.SEARCH, WayName.COVERS)).decided(Budget())


def strict_alone(puzzle: Puzzle) -> None:
    """The strict claim by a search for a second canonical linking, from a solution that does not touch itself."""
    first = solve(puzzle, rules=NO_TOUCH, look_on=0).solution
    linkings = SecondSolution(Board(puzzle, FREE), first)
    while linkings.turn(SLICE) is None:
        pass


def probed(puzzle: Puzzle) -> None:
    """The strict claim by probing: the opposite of every known link, from the rim inwards, with 20 conflicts each as
    long as that fixes some, then with 200, then with as many as it takes."""
    first = solve(puzzle, rules=NO_TOUCH, look_on=0).solution
    if first is None:
        return
    board = Board(puzzle, FREE)
    search, ends = board.linkings_search(), board.links
    known = board.model(first)
    search.set_phases(known)
    left = sorted(
        range(len(known)), key=lambda link: sum(depth(puzzle, cell) for cell in ends[2 * link : 2 * link + 2])
    )
    for patience in (20, 200, 10**9):
        fixed = True
        while fixed and left:
            told = [probe(search, link, known[link], patience) for link in left]
            if Status.SATISFIED in told:
                return
            left = [link for link, status in zip(left, told, strict=True) if status is Status.PAUSED]
            fixed = Status.REFUTED in told


def depth(puzzle: Puzzle, cell: int) -> int:
    """How far a cell is from the rim."""
    row, column = divmod(cell, puzzle.width)
    return min(row, column, puzzle.height - 1 - row, puzzle.width - 1 - column)


def probe(search: Search, link: int, on: int, patience: int) -> Status:
    """Whether a link can be otherwise than known, told within so many conflicts; if not, that is a fact for good."""
    search.assume(array("i", [2 * link + on]))
    status = search.run(patience, 10**9)
    search.assume(array("i"))
    if status is Status.REFUTED:
        search.add_clause(array("i", [2 * link + 1 - on]))
    return status


STEPS = {
    "draw paths": brute,
    "one-hot colours in CaDiCaL": lambda puzzle: cadical(puzzle, puzzle.rules, 2),
    "search over links": search_alone,
    "frontier": frontier_alone,
    "both in turns": in_turns,
    "strict by search": strict_alone,
    "strict by probing": probed,
    "strict by counting": lambda puzzle: answered(Counting(Board(puzzle), linkings=True)),
    "all in turns": prove,
}


def run() -> dict[str, object]:
    """Seconds of a full verdict, by step and board, or of an answer to the strict claim."""
    rows = {}
    for step, function in STEPS.items():
        rows[step] = {name: limited(function, puzzle) for name, puzzle in boards()}
        cells = " | ".join(f"{seconds:.4f}" if seconds < LIMIT else "–" for seconds in rows[step].values())
        print(f"| {step} | {cells} |", flush=True)
    return rows
