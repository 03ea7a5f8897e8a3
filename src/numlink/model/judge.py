"""The independent judge: plain Python, obviously right, and never the engine, so that it can judge the engine.

`check(puzzle)` says what is illegal about a board, `check(puzzle, solution)` also what is wrong with its paths.
Every fault code has one minimal bad board in tests/test_judge.py.  Rows and columns in messages count from 1;
positions in `Fault.cells` are (row, column) from 0.
"""

from __future__ import annotations

from collections.abc import Iterator

from numlink.errors import Fault, FaultCode, IllegalPuzzle
from numlink.model.grid import EMPTY, SOLID, Grid
from numlink.model.puzzle import Puzzle, Solution
from numlink.model.rules import Rules
from numlink.model.words import where


def check(puzzle: Puzzle, solution: Solution | None = None, rules: Rules | None = None) -> list[Fault]:
    """Every fault of the board and, where one is given, of the solution under `rules` (None: the puzzle's own).

    An empty list means legal, and solved if a solution was given.  O(cells).

    >>> from numlink.model.rules import FREE
    >>> puzzle = Puzzle(3, 1, (1, 1, 0))
    >>> solution = Solution(3, 1, ((0, 1),))
    >>> [fault.message for fault in check(puzzle, solution)]
    ['row 1, column 3: no path enters this cell; under the rules cover every cell lies on a path.']
    >>> check(puzzle, solution, rules=FREE)
    []
    """
    faults = list(_board_faults(puzzle))
    if solution is not None:
        faults += _solution_faults(puzzle, solution, puzzle.with_rules(rules).rules)
    return faults


def require_legal(puzzle: Puzzle) -> None:
    """Raise IllegalPuzzle with all faults unless every number occurs exactly twice."""
    faults = check(puzzle)
    if faults:
        raise IllegalPuzzle(faults)


def _fault(code: FaultCode, width: int, cells: tuple[int, ...], sentence: str) -> Fault:
    prefix = f"{where(width, cells[0])}: " if cells else ""
    return Fault(code, tuple(divmod(cell, width) for cell in cells), prefix + sentence)


def _board_faults(puzzle: Puzzle) -> Iterator[Fault]:
    for number, cells in puzzle.endpoints().items():
        if len(cells) == 1:
            yield _fault(
                FaultCode.NUMBER_ONCE,
                puzzle.width,
                cells,
                f"number {number} occurs once; every number needs two cells. Add its partner or remove it.",
            )
        elif len(cells) > 2:
            others = "; ".join(where(puzzle.width, cell) for cell in cells[1:4]) + ("; ..." if len(cells) > 4 else "")
            yield _fault(
                FaultCode.NUMBER_TOO_OFTEN,
                puzzle.width,
                cells,
                f"number {number} occurs {len(cells)} times (also at {others}); "
                "every number needs two cells. Remove some or give them other numbers.",
            )


def _solution_faults(puzzle: Puzzle, solution: Solution, rules: Rules) -> Iterator[Fault]:
    if (solution.width, solution.height) != (puzzle.width, puzzle.height):
        sentence = (
            f"the solution is for a board of {solution.width}x{solution.height}, "
            f"the puzzle is {puzzle.width}x{puzzle.height}. Give the solution of this puzzle."
        )
        yield _fault(FaultCode.WRONG_SIZE, puzzle.width, (), sentence)
        return
    outside = [cell for path in solution.paths for cell in path if not 0 <= cell < len(puzzle.cells)]
    if outside:
        yield _fault(FaultCode.OUTSIDE, puzzle.width, (), f"cell {outside[0]} of a path lies outside the board.")
        return
    endpoints = puzzle.endpoints()
    owner: dict[int, int] = {}
    for number in range(1, max(len(solution.paths), max(endpoints, default=0)) + 1):
        path = solution.paths[number - 1] if number <= len(solution.paths) else ()
        yield from _path_faults(puzzle, number, path, endpoints.get(number, ()))
        yield from _crossings(puzzle.width, number, path, owner)
        if not rules.touch:
            yield from _touches(puzzle, number, path)
    if rules.fill:
        for cell, content in enumerate(puzzle.cells):
            if content != SOLID and cell not in owner:
                sentence = f"no path enters this cell; under the rules {rules} every cell lies on a path."
                yield _fault(FaultCode.UNCOVERED, puzzle.width, (cell,), sentence)


def _path_faults(puzzle: Puzzle, number: int, path: tuple[int, ...], ends: tuple[int, ...]) -> Iterator[Fault]:
    """What is wrong with one path taken by itself."""
    width = puzzle.width
    if not path:
        if ends:
            yield _fault(FaultCode.MISSING_PATH, width, ends, f"number {number} has no path. Draw one to its partner.")
        return
    if not ends:
        yield _fault(FaultCode.EXTRA_PATH, width, path[:1], f"path {number} belongs to no number on the board.")
        return
    if len(path) < 2:
        yield _fault(FaultCode.SHORT_PATH, width, path, f"path {number} has one cell; a path needs at least two.")
        return
    if {path[0], path[-1]} != set(ends):
        yield _fault(
            FaultCode.WRONG_ENDS,
            width,
            (path[0], path[-1]),
            f"path {number} runs from here to {where(width, path[-1])}, not between the two cells numbered {number}.",
        )
    yield from _step_faults(puzzle, number, path)


def _step_faults(puzzle: Puzzle, number: int, path: tuple[int, ...]) -> Iterator[Fault]:
    """Steps that are no links and cells a path may not enter."""
    width = puzzle.width
    grid = Grid(width, puzzle.height)
    for here, there in zip(path, path[1:], strict=False):
        if not grid.adjacent(here, there):
            yield _fault(
                FaultCode.JUMP,
                width,
                (here, there),
                f"path {number} jumps from here to {where(width, there)}; its cells must lie side by side.",
            )
    for cell in path:
        content = puzzle.cells[cell]
        if content == SOLID:
            yield _fault(FaultCode.ON_SOLID, width, (cell,), f"path {number} enters a solid cell.")
        elif content != EMPTY and cell not in (path[0], path[-1]):
            yield _fault(FaultCode.THROUGH_ENDPOINT, width, (cell,), f"path {number} runs through an end of {content}.")


def _crossings(width: int, number: int, path: tuple[int, ...], owner: dict[int, int]) -> Iterator[Fault]:
    """Cells visited twice, by one path or by two; `owner` remembers who came first."""
    for cell in path:
        first = owner.setdefault(cell, number)
        if first != number:
            yield _fault(FaultCode.CROSSING, width, (cell,), f"paths {first} and {number} cross.")
    if len(set(path)) < len(path):
        seen: set[int] = set()
        again = next(cell for cell in path if cell in seen or seen.add(cell))  # type: ignore[func-returns-value]
        yield _fault(FaultCode.REPEATED_CELL, width, (again,), f"path {number} visits this cell more than once.")


def _touches(puzzle: Puzzle, number: int, path: tuple[int, ...]) -> Iterator[Fault]:
    """Two cells of one path side by side without being consecutive on it."""
    index = {cell: position for position, cell in enumerate(path)}
    for cell in path:
        for other in (cell + 1 if (cell + 1) % puzzle.width else -1, cell + puzzle.width):
            if abs(index.get(other, index[cell]) - index[cell]) > 1:
                sentence = f"path {number} runs beside itself, at {where(puzzle.width, other)}; the rules forbid it."
                yield _fault(FaultCode.TOUCHES_ITSELF, puzzle.width, (cell, other), sentence)
