"""A batch of episodes between the engine and Gymnasium: boards for the engine, results as numpy arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from numlink.engine.episodes.drawings import BoardRows
from numlink.engine.episodes.episodes import Episodes
from numlink.errors import InputError
from numlink.learn.settings import Actions, EnvironmentOptions, Observation, Reward, Rewards, brief
from numlink.learn.stream import Stream
from numlink.making.compose import default_pairs
from numlink.model.arguments import instance, whole
from numlink.model.grid import SOLID, Grid
from numlink.model.judge import require_legal
from numlink.model.planes import shape_of
from numlink.model.puzzle import Puzzle, Solution
from numlink.model.reach import line_from

Seen = NDArray[np.uint8] | dict[str, NDArray[Any]]
"""One observation: an array of planes or pixels, or the arrays of `Observation.DICT` by name."""

MOST_DIRECTIONS = 30
"""The most directions from a cell in the engine.  Tilings have a power of two, so at most 16."""

READ_FIRST = 10_000
"""The longest list of boards that is read before the first episode, to find the most numbers and bridges of one."""
KEPT = 1_000  # boards of a stream that an environment uses if `pool` is not given
MOST_ENTRIES = 2**29
"""The most entries of an array of a batch.  The engine counts them in 32 bits; more would need over 1 GB."""


class Rounds:
    """`count` episodes on the boards of `source`; `again`: a finished episode restarts at the next step.

    The arrays are views of the engine's memory, which the next step overwrites.  Their first index is the episode:

        planes      count, planes, shape        the observation PLANES (docs/learning.md)
        links       count, directions, shape    the planes of `planes` that show the links drawn
        labels      count, shape                the number of the strand or endpoint at each cell, 0 for none
        heads       count, numbers, 2           the cell that each end of a number has reached, -1 for none
        masks       count, actions              1 for each action that is allowed
        rewards, board_numbers, wanted, terminated, truncated, allowed, solved: one value for each episode

    `board_numbers` and `wanted` count from the pool's first board; `wanted` is a board that the engine lacks, or -1.
    Only `cells` is not a view: it holds the puzzle cells of the observation DICT, and 0 for other observations.
    """

    def __init__(self, settings: EnvironmentOptions, source: Sequence[Puzzle], count: int, *, again: bool) -> None:
        self.settings = settings
        self.source = source
        self.count = count
        if not len(source):
            raise InputError("an environment needs at least one board. Give some, or leave boards= out.")
        left = len(source) - settings.first
        self.pool = min(settings.pool or (KEPT if isinstance(source, Stream) else left), left)
        if self.pool < 1:
            raise InputError(
                f"there are {len(source)} boards, none from number {settings.first} on. Give a smaller first=."
            )
        self.grid, self.numbers, bridges = _measure(settings, source)
        if self.numbers < 1:
            raise InputError("the boards have no numbers, so there is nothing to draw. Give boards with numbers.")
        self.shape = shape_of(self.grid)
        self.directions = len(self.grid.slots(0))
        if self.directions > MOST_DIRECTIONS:
            raise InputError(
                "a cell of the board has more than 16 neighbours, but an environment supports 30 directions in all. "
                "Give a tiling whose cells have 16 neighbours or fewer."
            )
        self._require_room(bridges)
        self.boards = BoardRows(self.grid.size, self.directions, self.numbers, bridges)
        self.bridges = bridges
        self.most_steps = settings.max_steps or 4 * self.grid.size
        self.episodes = Episodes(
            self.boards,
            count,
            self.pool,
            self.most_steps,
            anywhere=settings.actions is Actions.CELLS,
            undo=settings.undo,
            shaped=settings.reward is not Reward.SOLVED,  # for Rewards too: `gained` reads numbers joined from it
            again=again,
        )
        self._take_views()
        if isinstance(source, Stream) and settings.background:
            source.make_ahead(settings.first, self.pool)

    def _require_room(self, bridges: int) -> None:
        """Raise InputError if an array of the engine would have more than MOST_ENTRIES entries."""
        size = self.grid.size
        planes = (3 + 2 * self.directions + self.numbers) * size
        actions = self.directions * (size if self.settings.actions is Actions.CELLS else 2 * self.numbers)
        largest = max(self.count * max(planes, actions), 4 * self.directions * (size + bridges))
        if largest > MOST_ENTRIES:
            raise InputError(
                f"{self.count:,} environments of {size:,} cells and up to {self.numbers:,} numbers need an array of "
                f"{largest:,} entries, but at most {MOST_ENTRIES:,} fit. Give fewer environments, a smaller size "
                "or a smaller numbers=."
            )

    def _take_views(self) -> None:
        """Make the arrays that show the engine's memory."""
        episodes, count, shape = self.episodes, self.count, self.shape
        self.planes = np.frombuffer(episodes.shown, np.uint8).reshape(count, episodes.planes, *shape)
        self.links = self.planes[:, 3 + self.directions : 3 + 2 * self.directions]
        self.labels = np.frombuffer(episodes.labels, np.int32).reshape(count, *shape)
        self.heads = np.frombuffer(episodes.heads, np.int32).reshape(count, self.numbers, 2)
        self.masks = np.frombuffer(episodes.masks, np.int8).reshape(count, episodes.actions)
        self.rewards = np.frombuffer(episodes.rewards, np.float64)
        self.board_numbers = np.frombuffer(episodes.numbers, np.int32)
        self.wanted = np.frombuffer(episodes.wanted, np.int32)
        self.terminated, self.truncated, self.allowed, self.solved = (
            np.frombuffer(flags, np.bool_)
            for flags in (episodes.terminated, episodes.truncated, episodes.allowed, episodes.solves)
        )
        self.cells = np.zeros((self.count, *shape), np.int32)

    # ------------------------------------------------------------------ episodes

    def begin(self, one: int, number: int | None = None) -> None:
        """Begin episode `one` on board `number` of the source (None: a random one of the pool); InputError if unfit."""
        if number is None:
            number = self.episodes.next_board(one)
        else:
            first, number = self.settings.first, whole(number, "the number of a board")
            if not first <= number < first + self.pool:
                last = first + self.pool - 1
                raise InputError(
                    f"boards of this environment are numbered from {first} to {last}, not {brief(number)}."
                )
            number -= first
        self._put(number)
        self.episodes.begin(one, number)
        self._see_cells(one)

    def step(self, actions: NDArray[np.int32]) -> None:
        """Take one action in each episode; with `again`, an episode that is over begins on another board instead."""
        over = self.terminated | self.truncated if self.settings.observation is Observation.DICT else None
        try:
            waiting = self.episodes.step(actions)
        except IndexError:
            raise _not_begun() from None
        if waiting:
            for one in np.flatnonzero(self.wanted >= 0).tolist():
                self.begin(one, int(self.wanted[one]))
        if over is not None:
            for one in np.flatnonzero(over).tolist():
                self._see_cells(one)

    def act(self, action: int) -> None:
        """Take one action in the first episode."""
        try:
            self.episodes.act(0, action)
        except IndexError:
            raise _not_begun() from None

    def info(self) -> dict[str, NDArray[Any]]:
        """Copies of the `info` of each episode; boards are numbered as in `source`, from 0."""
        return {
            "action_mask": self.masks.copy(),
            "board": self.board_numbers.astype(np.int64) + self.settings.first,
            "allowed": self.allowed.copy(),
            "solved": self.solved.copy(),
        }

    def gained(self, begun: NDArray[np.bool_] | None = None) -> NDArray[np.float64]:
        """The reward of each episode's last step; 0 for episodes in `begun`, which restarted instead of a step."""
        chosen = self.settings.reward
        if not isinstance(chosen, Rewards):
            return self.rewards.copy()
        # `rewards` is (numbers joined - numbers taken apart) / pairs, and 1 more for the action that solves the board
        solved = self.solved.astype(np.float64)
        pairs = [self.puzzle(one).pairs for one in range(self.count)]
        joined = np.rint((self.rewards - solved * self.allowed) * pairs)
        found = chosen.step + chosen.invalid * ~self.allowed + chosen.connect * joined + chosen.win * solved
        return found if begun is None else np.where(begun, 0.0, found)

    def _see_cells(self, one: int) -> None:
        """Write the board of an episode into `cells`, if the observation shows it."""
        if self.settings.observation is Observation.DICT:
            self.cells[one] = np.reshape(self._numbered(self.puzzle(one)), self.shape)

    def puzzle(self, one: int = 0) -> Puzzle:
        """The board that episode `one` plays; raises InputError before the first one."""
        if self.board_numbers[one] < 0:
            raise _not_begun()
        return self.source[self.settings.first + int(self.board_numbers[one])]

    def _put(self, number: int) -> None:
        """Give board `number` of the pool to the engine unless it has it; IllegalPuzzle or InputError if unfit."""
        if self.episodes.is_put(number):
            return
        place = self.settings.first + number
        puzzle = instance(self.source[place], Puzzle, f"board {place}")
        require_legal(puzzle)
        grid = puzzle.grid
        if _size_and_kind(grid) != _size_and_kind(self.grid):
            raise InputError(
                f"board {place} differs in size or kind from board {self.settings.first}. "
                "Give boards of one size and kind."
            )
        if puzzle.pairs > self.numbers:
            raise InputError(
                f"board {place} has {puzzle.pairs} numbers, but the environment is made for {self.numbers}. "
                f"Give numbers={puzzle.pairs} or more."
            )
        bridges = len(puzzle.layout.bridges)
        if bridges > self.bridges:
            raise InputError(
                f"board {place} has {bridges} bridges, but the environment is made for {self.bridges}. "
                "Put the board with the most bridges first, or leave this one out."
            )
        if (self.boards.count + 1) * self.boards.tracks * self.directions > MOST_ENTRIES:
            raise InputError(f"{self.boards.count:,} boards are kept, and no more fit in memory. Give a smaller pool=.")
        cells, lattice = self._numbered(puzzle), grid.lattice()[1]
        rules = puzzle.rules
        row = self.boards.add(cells, lattice, sorted(puzzle.layout.bridges), fill=rules.fill, touch=rules.touch)
        self.episodes.put(number, row)

    @staticmethod
    def _numbered(puzzle: Puzzle) -> list[int]:
        """The board's cells with its numbers renamed to 1, 2, 3, ... in ascending order."""
        names = {number: place for place, number in enumerate(puzzle.endpoints(), start=1)}
        return [names.get(cell, cell) for cell in puzzle.cells]

    # ------------------------------------------------------------------ drawings

    def strands(self, one: int = 0) -> list[tuple[int, ...]]:
        """The drawing of an episode: the cells of each strand, from the end with the smaller track to the other."""
        cells = self.grid.size
        down = sorted(self.puzzle(one).layout.bridges)
        tracks = range(cells + len(down))
        lattice = self.puzzle(one).grid.lattice()[1]
        drawn = {
            track: [
                lattice[track * self.directions + way]
                for way in range(self.directions)
                if self.episodes.is_drawn(one, track, way)
            ]
            for track in tracks
        }
        found = []
        done: set[int] = set()
        for track in tracks:
            if len(drawn[track]) == 1 and track not in done:
                path = line_from(track, drawn.__getitem__)
                done.update(path)
                found.append(tuple(cell if cell < cells else down[cell - cells] for cell in path))
        return found

    def solution(self, one: int = 0) -> Solution:
        """The strands that join both ends of a number, as a Solution for the judge; other numbers have empty paths."""
        puzzle = self.puzzle(one)
        paths: dict[int, tuple[int, ...]] = {}
        for strand in self.strands(one):
            number = puzzle.cells[strand[0]]
            if number > 0 and puzzle.cells[strand[-1]] == number:
                paths[number] = strand
        joined = tuple(paths.get(number, ()) for number in range(1, max(puzzle.endpoints(), default=0) + 1))
        return Solution(puzzle.width, puzzle.height, joined, puzzle.layout)


def _not_begun() -> InputError:
    return InputError("no episode has begun. Call reset first.")


def _size_and_kind(grid: Grid) -> tuple[object, ...]:
    """What all boards of a batch have in common: size, kind, tiling, wraps and number of layers."""
    layout = grid.layout
    return grid.width, grid.height, layout.kind, layout.tiling, layout.wrap, layout.layers


def _measure(settings: EnvironmentOptions, source: Sequence[Puzzle]) -> tuple[Grid, int, int]:
    """(grid, numbers, bridges): size and kind of all boards, and the most numbers and bridges that a board may have."""
    if isinstance(source, Stream):
        return source.grid, source.numbers, source.bridges
    first = instance(source[settings.first], Puzzle, f"board {settings.first}")
    grid = Grid(first.width, first.height, layout=first.layout)
    if isinstance(source, list | tuple) and len(source) <= READ_FIRST:
        for place, puzzle in enumerate(source):
            instance(puzzle, Puzzle, f"board {place}")
        bridges = max(len(puzzle.layout.bridges) for puzzle in source)
        return grid, settings.numbers or max(puzzle.pairs for puzzle in source), bridges
    bridges = grid.size // 4 if first.layout.bridges else 0
    return grid, settings.numbers or 2 * default_pairs(grid.size - first.cells.count(SOLID)) + 1, bridges
