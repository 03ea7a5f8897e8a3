"""Between the model and the engine: a puzzle as arrays, a set of links as a Solution.

The engine works on tracks (`model.grid`): `cells` holds the content of each (0 empty, -1 solid, k an end of number k),
`links` the two tracks of each link, flat.  On a board without bridges each cell is one track.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from copy import copy
from functools import cached_property, partial

from numlink.engine import arrays
from numlink.engine.parts import is_contradictory
from numlink.engine.search.canonical_graph import cycle_clauses, exchange_clauses
from numlink.engine.search.canonical_squares import canonical_clauses, no_touch_clauses, valley_clauses
from numlink.engine.search.search import Search
from numlink.engine.search.settled_covers import settled_clauses, transfers
from numlink.errors import InputError, quoted
from numlink.model.grid import EMPTY
from numlink.model.judge import check, require_legal, solves
from numlink.model.kinds.names import Feature
from numlink.model.puzzle import Puzzle, Solution
from numlink.model.rules import FREE, NO_TOUCH, Rules, RulesLike

CROSSING = frozenset({Feature.BRIDGES, Feature.LAYERS, Feature.WRAP, Feature.DIAGONALS})
"""The features of boards whose links cross or lead round the rim."""


class Board:
    """A legal puzzle as arrays for the engine, under `rules` (None: its own).

    A *model* is an array with 1 or 0 for each link, on or off.  Raises IllegalPuzzle for a puzzle that is not legal.
    """

    def __init__(self, puzzle: Puzzle, rules: RulesLike | None = None) -> None:
        require_legal(puzzle)
        self.puzzle = puzzle
        self.rules = puzzle.rules if rules is None else Rules.of(rules)
        self.plain = puzzle.layout.plain
        self.rectangle = self.plain or puzzle.layout.features() == [Feature.WALLS]
        """Whether the board is a rectangle of squares, with or without walls, and nothing else."""
        self.cells = array("i", puzzle.cells)
        if self.plain:
            self.links = arrays.link_cells(puzzle.width, puzzle.height, self.cells)
        else:
            grid = puzzle.grid
            pairs = grid.track_links()
            self.links = array("i", [track for pair in pairs for track in pair])
            self.cells.extend([EMPTY] * len(puzzle.layout.bridges))
            self.cell_of = grid.track_cells()

    def under(self, rules: Rules) -> Board:
        """The same board under other rules."""
        board = copy(self)
        board.rules = rules
        return board

    @cached_property
    def link_index(self) -> dict[tuple[int, int], int]:
        """The number of each link, by its two cells with the smaller first."""
        ends = iter(self.links if self.plain else [self.cell_of[track] for track in self.links])
        return {pair: index for index, pair in enumerate(zip(ends, ends, strict=True))}

    @cached_property
    def transfers(self) -> array[int]:
        """What can pass from one link of a cover to another (`engine.search.settled_covers`), whatever the rules."""
        return transfers(self.cells, self.links)

    @cached_property
    def settled_clauses(self) -> array[int]:
        """Clauses that settled covers satisfy, and no other covers."""
        return settled_clauses(self.transfers)

    @property
    def swept_by_links(self) -> bool:
        """Whether the frontier counts link by link; it counts cell by cell on rectangles where paths may touch."""
        return not (self.rectangle and self.rules.touch)

    @property
    def laid(self) -> array[int] | None:
        """The links, for clauses and sweeps of rectangles with walls; None on a plain board."""
        return None if self.plain else self.links

    def rim(self) -> array[int]:
        """The tracks at the rim of their layer, a solid or a wall: those with fewer links on the layer than others.

        Bridges do not count as rim.
        """
        plane = self.puzzle.width * self.puzzle.height
        found = [0] * len(self.cells)
        for one, other in zip(self.links[::2], self.links[1::2], strict=True):
            if self.cell_of[one] // plane == self.cell_of[other] // plane:
                found[one] += 1
                found[other] += 1
        most = max(found, default=0)
        bridges = self.puzzle.layout.bridges
        return array(
            "i",
            [
                track
                for track, count in enumerate(found)
                if self.cells[track] >= EMPTY and count < most and self.cell_of[track] not in bridges
            ],
        )

    @property
    def open_tracks(self) -> int:
        """The number of tracks that a path may pass."""
        return sum(content >= EMPTY for content in self.cells)

    @property
    def flat(self) -> bool:
        """Whether no link crosses another or leads round the rim."""
        return CROSSING.isdisjoint(self.puzzle.layout.features())

    @property
    def is_impossible(self) -> bool:
        """Whether a simple reason shows that there is no solution; False proves nothing.  O(cells).

        Under all rules: the ends of a number lie in two parts of the board that no links join.  Where cells must be
        filled also: a part has no number; a cell has too few links; or in a part whose links all join black and white,
        the two colours need unequal numbers of links.
        """
        return is_contradictory(self.cells, self.links, self.rules.fill)

    def covers(self, model: array[int]) -> bool:
        """Whether a linking passes every track: a path of n tracks has n - 1 links."""
        return sum(model) == self.open_tracks - self.puzzle.pairs

    def holds(self, model: array[int], rules: Rules) -> bool:
        """Whether a linking is a solution under these rules."""
        return solves(self.puzzle, self.solution(model), rules)

    def search(self, *, canonical: bool = False) -> Search:
        """A fresh search for all solutions under the rules or, with `canonical`, for canonical linkings.

        A canonical linking may leave cells empty.  If a board has a solution it has a canonical linking
        (`canonical_squares`; `canonical_graph` beyond rectangles), but not every solution is canonical.
        """
        return self._with_clauses(self.without_clauses(canonical), canonical)

    def linkings_search(self) -> Search:
        """`search(canonical=True)` with clauses on more than a square: fewer linkings satisfy them, but some do."""
        return self._with_clauses(self.without_clauses(True), True, wider=True)

    def first_search(self) -> Search:
        """A search that finds a solution if there is one; on rectangles without clauses while none are needed."""
        linkings = not self.rules.fill
        search = self.without_clauses(linkings)
        if self.rectangle:  # other boards have few clauses
            search.run(0)
        if search.decided:
            return search
        if self.rectangle and self.rules == NO_TOUCH:
            width, height, cells = self.puzzle.width, self.puzzle.height, self.cells
            search.lay_later(width, partial(no_touch_clauses, width, height, cells, fill=True, laid=self.links))
            return search
        return self._with_clauses(search, linkings, wider=linkings)

    @property
    def has_one_linking(self) -> bool:
        """Whether degrees and paths alone decide every link, though cells may stay empty."""
        search = self.without_clauses(True)
        search.run(0)
        return search.decided

    def without_clauses(self, canonical: bool = False, *, apart: bool = False) -> Search:
        """`search` with degrees and paths only; with `apart`, no path may touch itself, whatever the rules."""
        return Search(
            len(self.cells),
            self.links,
            labels=arrays.labels_of(self.cells),
            degrees=arrays.degrees_of(self.cells, 2 if self.rules.fill and not canonical else 3),
            touching=self.rules.touch and not apart and (self.rectangle or not canonical),
        )

    def _with_clauses(self, search: Search, canonical: bool, *, wider: bool = False) -> Search:
        """Add the clauses of `search` or, if `wider`, of `linkings_search`."""
        width, height, cells = self.puzzle.width, self.puzzle.height, self.cells
        if not self.rectangle:
            if canonical or not self.rules.touch:
                search.add_clauses(cycle_clauses(self.links, arrays.labels_of(cells)))
            if wider:
                search.add_clauses(exchange_clauses(self.links, cells, self.rim()))
            return search
        if canonical:
            search.add_clauses(canonical_clauses(width, height, cells, self.links))
        if not self.rules.touch:
            fill = self.rules.fill and not canonical
            search.add_clauses(no_touch_clauses(width, height, cells, fill=fill, laid=self.links))
        if wider:
            search.add_clauses(valley_clauses(width, height, cells, self.laid))
        return search

    def sweep(self, search: Search, *, after: int = 0) -> None:
        """Make a search go line by line after that many conflicts, if the board is a rectangle; call before any run."""
        if self.rectangle:
            search.sweep(self.puzzle.width, switched_on=self.rules == FREE, after=after)

    def solution(self, model: array[int]) -> Solution:
        """The Solution with the links that are on in `model`."""
        cells, lengths = arrays.trace(self.cells, self.links, model)
        passed = cells if self.plain else tuple([self.cell_of[track] for track in cells])
        puzzle = self.puzzle
        contents = puzzle.cells
        paths: list[tuple[int, ...]] = [()] * max(0, max(contents))
        begin = 0
        for length in lengths:
            paths[contents[passed[begin]] - 1] = passed[begin : begin + length]
            begin += length
        return Solution(puzzle.width, puzzle.height, tuple(paths), puzzle.layout)

    def model(self, solution: Solution) -> array[int]:
        """The model of a solution; raises InputError unless it solves the puzzle under the rules."""
        if not isinstance(solution, Solution):
            raise InputError(
                f"a known solution must be a Solution, not {quoted(solution)}. Give rules by name: rules=..."
            )
        faults = check(self.puzzle, solution, self.rules)
        if faults:
            raise InputError(f"the known solution is wrong under the rules {self.rules}: {faults[0].message}")
        if not self.plain:
            return self.marked(self.link_index[link] for link in solution.links())
        following = array("i", [-1]) * max(1, len(self.cells))
        for path in solution.paths:
            for cell, after in zip(path, path[1:], strict=False):
                following[cell] = after
        return arrays.links_followed(self.links, following)

    def marked(self, on: Iterable[int]) -> array[int]:
        """The model in which the links `on` are on."""
        model = array("b", bytes(len(self.links) // 2))
        for link in on:
            model[link] = 1
        return model

    @staticmethod
    def other_than(model: array[int]) -> array[int]:
        """The clause that all other solutions satisfy: some link of this one is off.

        It excludes no other solution: a path with all links of another path between the same ends is that path.
        """
        return arrays.links_off(model)
