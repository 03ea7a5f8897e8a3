"""Boards whose solution is known: another solution, walk-and-cut, the strict claim."""

import time
from array import array

from bench.sets import lab
from bench.solving import summary, timed
from numlink import Puzzle, check, generate, prove
from numlink.engine.search.search import Status
from numlink.engine.search.uniqueness import Backbone
from numlink.exact.board_arrays import Board
from numlink.exact.work import SLICE


def second_solutions(name: str, boards: list[tuple[str, Puzzle]]) -> dict[str, object]:
    """A second solution where the first is known; boards that are unique are left out of the figures."""
    seconds = []
    for _, puzzle in boards:
        taken, verdict = timed(prove, puzzle, puzzle.solution)
        if verdict.second is not None:
            assert check(puzzle, verdict.second) == []
            seconds.append(taken)
    return summary(name, seconds)


def repaired(puzzle: Puzzle, limit: float) -> tuple[bool, int]:
    """Cut a lab board until it is unique: (whether it ended, cuts).  Other solutions are met and the last is proven the
    only one as by `repair --fewest`; cuts take the middle of the longest stretch that the other solution leaves, as the
    prototype did."""
    board = Board(puzzle)
    search = board.search()
    known = board.model(puzzle.solution)
    proof = Backbone(search, known)
    place = {cell: (k, i) for k, path in enumerate(puzzle.solution.paths) for i, cell in enumerate(path)}
    cut: list[list[int]] = [[-1, len(path) - 1] for path in puzzle.solution.paths]
    begun, cuts = time.process_time(), 0
    while (status := SLICE.of(proof)) is not Status.REFUTED:
        if time.process_time() - begun > limit:
            return False, cuts
        if status is Status.SATISFIED:
            search.add_clause(array("i", [2 * best_cut(board.links, known, search.model(), place, cut)]))
            cuts += 1
    return True, cuts


def best_cut(links: array, known: array, other: array, place: dict, cut: list[list[int]]) -> int:
    """The link of the known solution, missing in the other, that leaves the longest shorter part; noted in `cut`."""
    best, choice = -1, (0, 0, 0)
    for link, on in enumerate(known):
        if on and not other[link]:
            (path, first), (_, second) = place[links[2 * link]], place[links[2 * link + 1]]
            at = min(first, second)
            below = max(c for c in cut[path] if c < at)
            above = min(c for c in cut[path] if c > at)
            if min(at - below, above - at) > best:
                best, choice = min(at - below, above - at), (link, path, at)
    link, path, at = choice
    cut[path].append(at)
    return link


def repairs(name: str, boards: list[tuple[str, Puzzle]], limit: float) -> dict[str, object]:
    """The whole repair and proof by walk-and-cut."""
    seconds, cuts, unfinished = [], [], 0
    for _, puzzle in boards:
        taken, (ended, made) = timed(repaired, puzzle, limit)
        seconds.append(taken)
        cuts.append(made)
        unfinished += not ended
    return summary(name, seconds, cuts=cuts, unfinished=unfinished)


def strict_claims(name: str, boards: list[Puzzle]) -> dict[str, object]:
    """The strict claim on boards that are unique under COVER."""
    seconds, answers = [], {}
    for puzzle in boards:
        taken, verdict = timed(lambda puzzle=puzzle: prove(puzzle, claim="strict"))
        seconds.append(taken)
        answers[verdict.answer.value] = answers.get(verdict.answer.value, 0) + 1
    return summary(name, seconds, answers=str(answers))


def unique_boards(n: int, number: int) -> list[Puzzle]:
    """Our own unique boards for the strict claim."""
    return [generate(n, seed=seed, style="lab") for seed in range(number)]


def run() -> dict[str, object]:
    """Second solutions, repairs, strict claims."""
    return {
        "lab100 second": second_solutions("lab 100x100 second solution", lab(100, 25)),
        "strict10": strict_claims("strict claim, own 10x10", unique_boards(10, 200)),
        "repair40": repairs("lab 40x40 repair and proof", lab(40, 25), 60.0),
        "repair100": repairs("lab 100x100 repair and proof", lab(100, 3), 30.0),
    }
