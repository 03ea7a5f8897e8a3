"""The independent judge: plain Python that never calls the engine, so that it can judge what the engine answers.

Rows and columns in messages count from 1; positions in `Fault.cells` are (row, column) from 0, with layers (layer, row,
column).  The judge works on tracks (see `grid`): a bridge has two, and filling the board means passing every track.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import pairwise

from numlink.errors import Fault, FaultCode, IllegalPuzzle, InputError, quoted
from numlink.model.grid import EMPTY, SOLID, Grid
from numlink.model.layout import whole_size_in_words
from numlink.model.puzzle import Puzzle, Solution, require_puzzle
from numlink.model.rules import Rules, RulesLike
from numlink.model.sizes import CELLS_KEPT, GRIDS_KEPT


def check(puzzle: Puzzle, solution: Solution | None = None, rules: RulesLike | None = None) -> list[Fault]:
    """Every fault of the board and, if `solution` is given, of the solution under `rules` (None: the puzzle's own).

    An empty list means legal, and solved if a solution was given.  O(cells).

    >>> from numlink.model.rules import FREE
    >>> puzzle = Puzzle(3, 1, (1, 1, 0))
    >>> solution = Solution(3, 1, ((0, 1),))
    >>> [fault.message for fault in check(puzzle, solution)]
    ['row 1, column 3: no path enters this cell; under the rules cover every cell must be on a path.']
    >>> check(puzzle, solution, rules=FREE)
    []
    """
    faults = list(_board_faults(require_puzzle(puzzle)))
    asked = puzzle.rules if rules is None else Rules.of(rules)
    if solution is not None:
        if not isinstance(solution, Solution):
            raise InputError(f"a solution must be a Solution, not {quoted(solution)}. Give rules by name: rules=...")
        faults += _solution_faults(puzzle, solution, asked)
    return faults


def solves(puzzle: Puzzle, solution: Solution, rules: Rules) -> bool:
    """Whether a solution of a legal puzzle has no fault under the rules: `check`, but only up to the first fault."""
    return next(_solution_faults(puzzle, solution, rules), None) is None


def right_solution(puzzle: Puzzle, rules: RulesLike | None = None) -> Solution | None:
    """The solution that comes with a puzzle, if it is one under `rules` (None: the puzzle's own); else None."""
    solution = puzzle.solution
    return solution if solution is not None and not check(puzzle, solution, rules) else None


def require_legal(puzzle: Puzzle) -> None:
    """Raise IllegalPuzzle with all faults unless every number occurs exactly twice."""
    numbers = sorted([content for content in require_puzzle(puzzle).cells if content > 0])
    if numbers[::2] != numbers[1::2] or len(numbers) != 2 * len({*numbers}):
        raise IllegalPuzzle(check(puzzle))


def _fault(code: FaultCode, puzzle: Puzzle, cells: tuple[int, ...], sentence: str) -> Fault:
    prefix = f"{puzzle.where(cells[0])}: " if cells else ""
    return Fault(code, tuple(map(puzzle.position, cells)), prefix + sentence)


def _board_faults(puzzle: Puzzle) -> Iterator[Fault]:
    for number, cells in puzzle.endpoints().items():
        if len(cells) == 1:
            sentence = f"number {number} occurs once; every number needs two cells. Add its partner or remove it."
            yield _fault(FaultCode.NUMBER_ONCE, puzzle, cells, sentence)
        elif len(cells) > 2:
            others = "; ".join(puzzle.where(cell) for cell in cells[1:4]) + ("; ..." if len(cells) > 4 else "")
            sentence = (
                f"number {number} occurs {len(cells)} times (also at {others}); "
                "every number needs two cells. Remove some or give them other numbers."
            )
            yield _fault(FaultCode.NUMBER_TOO_OFTEN, puzzle, cells, sentence)


def wrong_size_message(puzzle: Puzzle, solution: Solution) -> str:
    return (
        f"the solution is for a board of {whole_size_in_words(solution)}, but the puzzle is "
        f"{whole_size_in_words(puzzle)}. Give the solution of this puzzle."
    )


def _solution_faults(puzzle: Puzzle, solution: Solution, rules: Rules) -> Iterator[Fault]:
    if (solution.width, solution.height) != (puzzle.width, puzzle.height):
        yield _fault(FaultCode.WRONG_SIZE, puzzle, (), wrong_size_message(puzzle, solution))
        return
    if solution.layout != puzzle.layout:
        sentence = (
            "the solution is for another kind of board: its walls, wraps, bridges or layers are not the puzzle's. "
            "Give the solution of this puzzle."
        )
        yield _fault(FaultCode.WRONG_LAYOUT, puzzle, (), sentence)
        return
    outside = [
        _fault(FaultCode.OUTSIDE, puzzle, (), f"cell {cell} of path {number} lies outside the board.")
        for number, path in enumerate(solution.paths, start=1)
        if path and not 0 <= min(path) <= max(path) < len(puzzle.cells)
        for cell in dict.fromkeys(path)
        if not 0 <= cell < len(puzzle.cells)
    ]
    yield from outside or _Judged(puzzle, solution).faults(rules)


class _Judged:
    """A solution of the puzzle's size, with the tracks that its paths have passed so far."""

    __slots__ = ("beside", "bridges", "cells", "grid", "later", "passed", "puzzle", "solution", "walls")

    def __init__(self, puzzle: Puzzle, solution: Solution) -> None:
        self.puzzle = puzzle
        self.solution = solution
        self.grid = Grid(puzzle.width, puzzle.height, layout=puzzle.layout)
        self.walls, self.bridges = puzzle.layout.walls, puzzle.layout.bridges
        self.beside, self.later = _around(self.grid)
        self.cells = self.grid.track_cells() if self.bridges else range(self.grid.size)  # the cell of each track
        self.passed: dict[int, int] = {}  # track -> number of the first path that passes it

    def faults(self, rules: Rules) -> Iterator[Fault]:
        endpoints = self.puzzle.endpoints()
        paths = self.solution.paths
        for number in range(1, max(len(paths), max(endpoints, default=0)) + 1):
            path = paths[number - 1] if number <= len(paths) else ()
            tracks = self._tracks(path)
            yield from self._path_faults(number, path, endpoints.get(number, ()))
            yield from self._crossings(number, tracks)
            if not rules.touch:
                yield from self._touches(number, tracks)
        if rules.fill:
            yield from self._unpassed(rules)

    def _fault(self, code: FaultCode, cells: tuple[int, ...], sentence: str) -> Fault:
        return _fault(code, self.puzzle, cells, sentence)

    def _tracks(self, path: tuple[int, ...]) -> list[int]:
        """The track on which a path passes each cell; if it turns on a bridge (a fault), the track that it enters."""
        if not self.bridges or len(path) < 2:
            return list(path)
        return [self.grid.track(cell, path[index - 1 if index else 1]) for index, cell in enumerate(path)]

    def _path_faults(self, number: int, path: tuple[int, ...], ends: tuple[int, ...]) -> Iterator[Fault]:
        """The faults of one path by itself."""
        if not path:
            if ends:
                sentence = f"number {number} has no path. Draw one to its partner."
                yield self._fault(FaultCode.MISSING_PATH, ends, sentence)
            return
        if not ends:
            yield self._fault(FaultCode.EXTRA_PATH, path[:1], f"path {number} belongs to no number on the board.")
            return
        if len(path) < 2:
            yield self._fault(FaultCode.SHORT_PATH, path, f"path {number} has one cell; a path needs at least two.")
            return
        if {path[0], path[-1]} != set(ends):
            last = self.grid.where(path[-1])
            sentence = f"path {number} runs from here to {last}, not between the two cells numbered {number}."
            yield self._fault(FaultCode.WRONG_ENDS, (path[0], path[-1]), sentence)
        yield from self._step_faults(number, path)

    def _step_faults(self, number: int, path: tuple[int, ...]) -> Iterator[Fault]:
        """Steps that are not links, turns on bridges, and cells that a path may not enter."""
        beside = self.beside
        for here, there in pairwise(path):
            if there not in beside(here):
                sentence = (
                    f"path {number} jumps from here to {self.grid.where(there)}; consecutive cells must be neighbours."
                )
                yield self._fault(FaultCode.JUMP, (here, there), sentence)
            elif self.walls and self.grid.walled(here, there):
                sentence = f"path {number} goes through the wall between here and {self.grid.where(there)}."
                yield self._fault(FaultCode.THROUGH_WALL, (here, there), sentence)
        for before, cell, after in zip(path, path[1:], path[2:], strict=False) if self.bridges else ():
            if self.grid.track(cell, before) != self.grid.track(cell, after):
                sentence = f"path {number} turns on the bridge here; bridges must be crossed straight."
                yield self._fault(FaultCode.TURNS_ON_BRIDGE, (cell,), sentence)
        contents = self.puzzle.cells
        for cell in [cell for cell in path if contents[cell] != EMPTY]:
            content = contents[cell]
            if content == SOLID:
                yield self._fault(FaultCode.ON_SOLID, (cell,), f"path {number} enters a block.")
            elif cell not in (path[0], path[-1]):
                sentence = f"path {number} runs through an endpoint of {content}."
                yield self._fault(FaultCode.THROUGH_ENDPOINT, (cell,), sentence)

    def _crossings(self, number: int, tracks: list[int]) -> Iterator[Fault]:
        """Tracks passed twice, by one path or by two; each is reported once."""
        once = dict.fromkeys(tracks)
        passed = self.passed
        for track in once:
            first = passed.setdefault(track, number)
            if first != number:
                same_way = self.cells[track] in self.bridges
                what = "cross the bridge here in the same direction" if same_way else "cross"
                yield self._fault(FaultCode.CROSSING, (self.cells[track],), f"paths {first} and {number} {what}.")
        for track, times in Counter(tracks).items() if len(once) < len(tracks) else ():
            if times > 1:
                sentence = f"path {number} visits this cell more than once."
                yield self._fault(FaultCode.REPEATED_CELL, (self.cells[track],), sentence)

    def _touches(self, number: int, tracks: list[int]) -> Iterator[Fault]:
        """Pairs of tracks of one path joined by a link that the path does not use."""
        passed = dict.fromkeys(tracks)
        steps = set(pairwise(tracks))
        later, on = self.later, self.grid.track
        if self.bridges:
            cells = dict.fromkeys([self.cells[track] for track in tracks])
            near = [(cell, other, on(cell, other), on(other, cell)) for cell in cells for other in later(cell)]
        else:
            near = [(cell, other, cell, other) for cell in passed for other in later(cell) if other in passed]
        for cell, other, here, there in near:
            if there in passed and here in passed and (here, there) not in steps and (there, here) not in steps:
                sentence = f"path {number} touches itself, at {self.grid.where(other)}; the rules forbid it."
                yield self._fault(FaultCode.TOUCHES_ITSELF, (cell, other), sentence)

    def _unpassed(self, rules: Rules) -> Iterator[Fault]:
        """Cells without a path, and bridges that are crossed only one way."""
        passed, bridges = self.passed, self.bridges
        for cell, content in enumerate(self.puzzle.cells):
            if content == SOLID or (cell in passed and cell not in bridges):
                continue
            if cell not in bridges:
                sentence = f"no path enters this cell; under the rules {rules} every cell must be on a path."
                yield self._fault(FaultCode.UNCOVERED, (cell,), sentence)
                continue
            ways = [cell in passed, self.grid.track(cell, cell + self.grid.width) in passed]
            if not any(ways):
                sentence = f"no path crosses this bridge; under the rules {rules} paths must cross it both ways."
                yield self._fault(FaultCode.UNCOVERED, (cell,), sentence)
            elif not all(ways):
                sentence = f"this bridge is crossed only one way; under the rules {rules} paths must use both."
                yield self._fault(FaultCode.HALF_BRIDGE, (cell,), sentence)


@lru_cache(maxsize=GRIDS_KEPT)
def _around(grid: Grid) -> tuple[Callable[[int], list[int]], Callable[[int], list[int]]]:
    """Functions from a cell to the cells beside it, and to its neighbours with larger numbers."""
    if grid.size > CELLS_KEPT:
        return grid.beside, grid.later
    beside, later = ([each(cell) for cell in range(grid.size)] for each in (grid.beside, grid.later))
    return beside.__getitem__, later.__getitem__
