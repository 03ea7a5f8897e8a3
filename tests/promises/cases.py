"""The boards that the table of promises is asked about: of each kind and sort, with all their solutions."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import Any

import numlink
from numlink import Answer, Puzzle, Rules, check
from numlink.errors import NumlinkError
from tests import oracle
from tests.boards import random_grid, small_board

BUDGET = 60.0
"""Seconds for one answer about a small board: far more than any takes."""
LARGE_BUDGET = 0.05
"""Seconds for one about a large board: it may end without an answer, and must then say so."""
SORTS = ("unique", "several", "none", "illegal", "empty", "large")
TRACKS = 8
"""Of a small board, at most: the brute force lists all linkings of that many in a moment."""
TRIES = 40
"""Random boards that are looked through for a sort; what is rarer under some rules and kind is left out."""


@dataclass
class Case:
    """A board of a kind and a sort under rules; `linkings` are all its solutions as sets of links, where counted."""

    kind: str
    sort: str
    puzzle: Puzzle

    def __str__(self) -> str:
        return f"{self.kind}, {self.sort}, {self.puzzle.rules}: {self.puzzle!r:.600}"

    @property
    def rules(self) -> Rules:
        return self.puzzle.rules

    @cached_property
    def linkings(self) -> list[frozenset[tuple[int, int]]] | None:
        if self.sort in ("illegal", "large"):
            return None
        return oracle.linkings_of_puzzle(self.puzzle)

    @property
    def answer(self) -> Answer | None:
        """The right verdict, None where it is not known."""
        found = self.linkings
        return (
            None if found is None else (Answer.NONE, Answer.UNIQUE)[len(found)] if len(found) < 2 else Answer.MULTIPLE
        )

    @cached_property
    def strict(self) -> Answer | None:
        """The right verdict of the strict claim."""
        if self.linkings is None:
            return None
        found = oracle.linkings_of_puzzle(self.puzzle, numlink.FREE)
        full = oracle.linkings_of_puzzle(self.puzzle, numlink.COVER)
        if len(found) > 1:
            return Answer.MULTIPLE
        return Answer.UNIQUE if found and full == found else Answer.NONE

    @property
    def budget(self) -> float:
        return LARGE_BUDGET if self.sort == "large" else BUDGET

    @cached_property
    def made(self) -> Puzzle | NumlinkError:
        """A puzzle of `generate` on this board, whatever its numbers are, or why there is none."""
        try:
            return numlink.generate(grid=self.puzzle.grid, seed=1, rules=self.rules, budget=self.budget)
        except NumlinkError as error:
            return error

    def holds(self, solution: Any) -> bool:
        """Whether a solution is one: by the judge, and by the brute force where it counted."""
        right = self.linkings is None or frozenset(solution.links()) in self.linkings
        return right and check(self.puzzle, solution) == []


def case_of(stream: Random, kind: str, sort: str, rules: Rules) -> Case | None:
    """A board of this kind, sort and rules; None where TRIES random ones are none."""
    if sort == "large":
        grid = random_grid(stream, kind, most=9)
        free = [cell for cell in grid.open_cells() if cell not in grid.layout.bridges]
        ends = stream.sample(free, 2 * min(len(free) // 2, 3))
        return Case(kind, sort, numbered(grid, ends, rules))
    if sort == "empty":
        return Case(kind, sort, numbered(random_grid(stream, kind, most=3), [], rules))
    for _ in range(TRIES):
        puzzle = small_board(stream, kind, TRACKS - 2 * ("diagonal" in kind)).with_rules(rules)
        if sort == "illegal":
            found = illegal(stream, puzzle)
            if found is not None:
                return Case(kind, sort, found)
            continue
        case = Case(kind, sort, replace(puzzle, solution=None))
        if (
            puzzle.pairs
            and case.answer is {"unique": Answer.UNIQUE, "several": Answer.MULTIPLE, "none": Answer.NONE}[sort]
        ):
            return case
    return None


def numbered(grid: Any, ends: list[int], rules: Rules) -> Puzzle:
    cells = [-1 if cell in grid.solids else 0 for cell in range(grid.size)]
    for index, cell in enumerate(ends):
        cells[cell] = index // 2 + 1
    return Puzzle(grid.width, grid.height, tuple(cells), rules, layout=grid.layout)


def illegal(stream: Random, puzzle: Puzzle) -> Puzzle | None:
    """The board with a number once or three times; None where there is no room."""
    cells = list(puzzle.cells)
    ends = [cell for cell, content in enumerate(cells) if content > 0]
    free = [cell for cell, content in enumerate(cells) if content == 0 and cell not in puzzle.layout.bridges]
    if ends and stream.random() < 0.5:
        cells[stream.choice(ends)] = 0
    elif ends and free:
        cells[stream.choice(free)] = cells[ends[0]]
    else:
        return None
    return replace(puzzle, cells=tuple(cells), solution=None)
