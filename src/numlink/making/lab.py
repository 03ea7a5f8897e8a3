"""Whether a board is one that the lab assignment's program could have made."""

from __future__ import annotations

from collections.abc import Iterator

from numlink.errors import Fault, FaultCode
from numlink.model.grid import Grid
from numlink.model.judge import check
from numlink.model.layout import PLAIN
from numlink.model.puzzle import Puzzle, Solution
from numlink.model.rules import NO_TOUCH
from numlink.model.words import where


def lab_faults(puzzle: Puzzle) -> list[Fault]:
    """What the assignment forbids about a board with its solution, in reading order.

    Its program grows paths that do not run beside themselves until every cell is on one or solid, no two solids lie
    side by side and no path could have gone on; it numbers them 1, 2, 3, ... in the order in which a reader meets
    them.  Whether the puzzle has other solutions it does not ask.  O(cells).  Source: assignment 7, Parts 1 to 4.

    >>> from numlink.making.classic import generate_classic
    >>> lab_faults(generate_classic(7, seed=2015))
    []
    """
    if puzzle.layout != PLAIN:
        return [Fault(FaultCode.WRONG_LAYOUT, (), "the lab's boards are plain rectangles. Give one.")]
    if puzzle.solution is None:
        sentence = "the board comes without its solution. Give the two boards that the lab's program prints."
        return check(puzzle) or [Fault(FaultCode.MISSING_PATH, (), sentence)]
    faults = check(puzzle, puzzle.solution, NO_TOUCH)
    return faults or [*_solid_faults(puzzle), *_path_faults(puzzle, puzzle.solution)]


def _solid_faults(puzzle: Puzzle) -> Iterator[Fault]:
    grid = Grid(puzzle.width, puzzle.height)
    solids = set(puzzle.solids())
    for cell in puzzle.solids():
        for other in grid.neighbours(cell):
            if other in solids and other > cell:
                yield _fault(
                    puzzle, FaultCode.SOLIDS_MEET, cell, other,
                    sentence=f"a solid lies beside the one at {where(puzzle.width, other)}, so a path had room here",
                )  # fmt: skip


def _path_faults(puzzle: Puzzle, solution: Solution) -> Iterator[Fault]:
    grid = Grid(puzzle.width, puzzle.height)
    first = [(min(path), number) for number, path in enumerate(solution.paths, start=1) if path]
    for expected, (cell, number) in enumerate(sorted(first), start=1):
        if number != expected:
            yield _fault(
                puzzle, FaultCode.NUMBERING, cell,
                sentence=f"the path that starts here for a reader is number {number}; the lab numbers it {expected}",
            )  # fmt: skip
            break  # all that follow are shifted too
    solids = set(puzzle.solids())
    for number, path in enumerate(solution.paths, start=1):
        on_path = set(path)

        def goes_on(end: int, on_path: set[int] = on_path) -> bool:
            free = [cell for cell in grid.neighbours(end) if cell in solids]
            return any(sum(other in on_path for other in grid.neighbours(cell)) == 1 for cell in free)

        if path and goes_on(path[0]) and goes_on(path[-1]):
            yield _fault(
                puzzle, FaultCode.COULD_GO_ON, path[0], path[-1],
                sentence=f"path {number} could have gone on into a solid cell at either end",
            )  # fmt: skip


def _fault(puzzle: Puzzle, code: FaultCode, *cells: int, sentence: str) -> Fault:
    positions = tuple(divmod(cell, puzzle.width) for cell in cells)
    return Fault(code, positions, f"{where(puzzle.width, cells[0])}: {sentence}.")
