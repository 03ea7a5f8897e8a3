"""A puzzle with what is known of its links, as a value, and the engine of deduction for a puzzle."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from numlink.engine.deduction.reasoner import Reasoner
from numlink.errors import InputError
from numlink.model.grid import EMPTY
from numlink.model.judge import require_legal
from numlink.model.puzzle import Puzzle, Solution
from numlink.reasoning.grid_terrain import terrain_of
from numlink.reasoning.rules import Assume
from numlink.reasoning.step import Note, Step

OPEN, ON, OFF = 0, 1, 2  # states of a link: nothing is known, it is drawn, it is not drawn


@dataclass(frozen=True, slots=True)
class Position:
    """A puzzle and what is known of its links: `states[link]` is OPEN, ON or OFF, links in the order of `grid.links()`.

    Raises IllegalPuzzle if a number does not occur twice, InputError for a wrong number of states or an unknown state.
    """

    puzzle: Puzzle
    states: bytes

    def __post_init__(self) -> None:
        require_legal(self.puzzle)
        links = len(self.puzzle.grid.links())
        if len(self.states) != links or any(state > OFF for state in self.states):
            raise InputError(f"a position of this board has {links} link states of 0, 1 or 2.")

    @classmethod
    def start(cls, puzzle: Puzzle) -> Position:
        """The position in which nothing is known."""
        return cls(puzzle, bytes(len(puzzle.grid.links())))

    @classmethod
    def with_links(
        cls, puzzle: Puzzle, drawn: Iterable[tuple[int, int]], off: Iterable[tuple[int, int]] = ()
    ) -> Position:
        """The position with the links `drawn` ON, the links `off` OFF and all others OPEN; a link is two cells.

        Raises InputError for two cells without a link.
        """
        states = bytearray(len(puzzle.grid.links()))
        numbers = {pair: link for link, pair in enumerate(puzzle.grid.links())}
        for pairs, state in ((drawn, ON), (off, OFF)):
            for one, other in pairs:
                link = numbers.get((min(one, other), max(one, other)))
                if link is None:
                    raise InputError(f"cells {one} and {other} have no link between them.")
                states[link] = state
        return cls(puzzle, bytes(states))

    @classmethod
    def solved(cls, puzzle: Puzzle, solution: Solution) -> Position:
        """The position with the links of `solution` ON and all others OFF."""
        drawn = solution.links()
        return cls(puzzle, bytes(ON if pair in drawn else OFF for pair in puzzle.grid.links()))

    def after(self, *steps: Step) -> Position:
        """The position after `steps`: with the links set that they decide."""
        states = bytearray(self.states)
        draw(states, steps)
        return replace(self, states=bytes(states))

    def solution(self) -> Solution:
        """The paths of drawn links from the first end of each number; a solution only if all links are decided.

        A path that branches goes to the smallest cell; one that runs into itself ends there.  O(links).
        """
        grid = self.puzzle.grid
        around = linked_cells(grid.track_links(), self.states)
        cell_of = grid.track_cells()
        paths: list[tuple[int, ...]] = [()] * max(self.puzzle.cells, default=0)
        for number, ends in self.puzzle.endpoints().items():
            here, path = ends[0], {ends[0]: None}  # tracks in order, each once, so that a path that meets a loop ends
            while onward := [track for track in around.get(here, []) if track not in path]:
                here = onward[0]
                path[here] = None
            paths[number - 1] = tuple(cell_of[track] for track in path)
        return Solution(self.puzzle.width, self.puzzle.height, tuple(paths), self.puzzle.layout)


def draw(states: bytearray, steps: Iterable[Step | Note]) -> None:
    """Set in `states` the open links that steps, or notes of the engine, decide."""
    for step in steps:
        for link, drawn in step.conclusion:
            if states[link] == OPEN:
                states[link] = ON if drawn else OFF


def linked_cells(links: Sequence[tuple[int, int]], states: bytes) -> dict[int, list[int]]:
    """{cell: cells joined to it by drawn links}, without cells that have none; for tracks if `links` join tracks."""
    around: dict[int, list[int]] = {}
    for state, (one, other) in zip(states, links, strict=True):
        if state == ON:
            around.setdefault(one, []).append(other)
            around.setdefault(other, []).append(one)
    return around


def reasoner_for(puzzle: Puzzle, assume: Assume = Assume.NOTHING) -> Reasoner:
    """An engine of deduction for a legal puzzle.

    With Assume.STRICT it deduces as if paths had to fill all cells and might not touch themselves.  Its labels are 1,
    2, 3, ... for the numbers in ascending order.
    """
    dense = {number: index for index, number in enumerate(sorted(puzzle.endpoints()), start=1)}
    cells = array("i", [dense.get(content, content) for content in puzzle.cells])
    strict = assume is Assume.STRICT
    terrain = terrain_of(puzzle.grid, cells)
    cells.extend([EMPTY] * len(puzzle.layout.bridges))
    return Reasoner(terrain, cells, puzzle.rules.fill or strict, puzzle.rules.touch and not strict)
