"""An endless stream of boards: board number i is always the same, has one proven solution, and the wanted grade.

>>> stream = Stream(size=5)
>>> stream[3] == Stream(size=5)[3], stream[3].recipe
(True, 'numlink 1 5x5 seed=3')
"""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, overload

from numlink.errors import BudgetEnded, InputError
from numlink.making.compose import default_pairs
from numlink.making.generate import generate
from numlink.making.wishes import Difficulty, difficulty_of
from numlink.model.arguments import instance
from numlink.model.grid import Grid
from numlink.model.kinds.tiling import tiling_of
from numlink.model.layout import Layout
from numlink.model.puzzle import Puzzle
from numlink.model.sizes import parse_size

ENDLESS = 2**31 - 1
"""Boards of a stream: as many as a signed 32-bit number can count."""
RETRY = 2**31
"""Added to the seed for each new try at a board: more than any board number, so that no two boards share a seed."""
TRIES = 50
"""Seeds tried for one board before InputError is raised."""


class Stream(Sequence[Puzzle]):
    """The puzzles `generate(..., seed=i)`: made when they are asked for, or ahead by `make_ahead`, and kept.

    `size` is 9, "12x8" or (12, 8), width first; a `tiling` has its own size.  `wishes` are keywords of `generate` (not
    grid or seed): difficulty, rules, proof, solids, board, wrap, layers, style (lab if not given), ...  A board with
    more than `numbers` numbers is replaced by that of another seed (None: about twice as many as usual).  Raises
    InputError if a wish cannot be met, some only when a board is asked for.
    """

    def __init__(self, size: int | str | tuple[int, int] = 7, *, numbers: int | None = None, **wishes: Any) -> None:
        if "seed" in wishes:
            raise InputError(
                "a stream has no seed: its boards are numbered. Give first= for others, or reset(seed=...)."
            )
        if "grid" in wishes:
            raise InputError("a stream takes size= and layout= in place of grid=.")
        self.wishes = {"style": "lab", **wishes}
        self.difficulty = difficulty_of(wishes.get("difficulty", Difficulty.ANY))
        self.layout = _layout_of(wishes)
        tiling = self.layout.tiling
        self.width, self.height = _size_of(size) if tiling is None else tiling.size
        self.grid = Grid(self.width, self.height, layout=self.layout)
        self.bridges = _most_bridges(wishes.get("bridges") or self.layout.bridges or "none", self.grid.size)
        usual = default_pairs(self.grid.size) * (2 if self.layout.pattern.straight else 1)
        self.numbers = 2 * usual + 1 if numbers is None else numbers
        self._kept: dict[int, Puzzle] = {}
        self._maker: ThreadPoolExecutor | None = None

    def __len__(self) -> int:
        return ENDLESS

    def __deepcopy__(self, memo: dict[int, Any]) -> Stream:
        return self  # Gymnasium copies the options of an environment; boards never change, so copies can share them

    @overload
    def __getitem__(self, index: int, /) -> Puzzle: ...
    @overload
    def __getitem__(self, index: slice, /) -> list[Puzzle]: ...
    def __getitem__(self, index: int | slice, /) -> Puzzle | list[Puzzle]:
        """Board number `index`, or the list of boards of a slice."""
        if isinstance(index, slice):
            return [self[place] for place in range(ENDLESS)[index]]
        if not 0 <= index < ENDLESS:
            raise IndexError(f"boards are numbered from 0 to {ENDLESS - 1}, not {index}")
        if index not in self._kept:
            self._kept[index] = self._made(index)
        return self._kept[index]

    @property
    def made(self) -> int:
        """How many boards have been made so far."""
        return len(self._kept)

    def _made(self, index: int) -> Puzzle:
        """Make board number `index`; raises InputError if no seed tried gives a board that fits the limits."""
        for turn in range(TRIES):
            with suppress(BudgetEnded):  # the budget counts work, not seconds: it ends at the same point everywhere
                puzzle = generate(self.width, self.height, seed=index + turn * RETRY, **self.wishes)
                if puzzle.pairs <= self.numbers and len(puzzle.layout.bridges) <= self.bridges:
                    return puzzle
        raise InputError(
            f"no board {index} was found in {TRIES} tries with at most {self.numbers} numbers. "
            "Allow more with numbers=, or wish for less."
        )

    def make_ahead(self, first: int, count: int) -> None:
        """Let a thread make `count` boards from number `first` on, until all are made or `close` is called.

        Returns at once.  Until `close`, a second call does nothing.
        """
        if self._maker is None and count > 0:
            self._maker = ThreadPoolExecutor(1, thread_name_prefix="numlink-boards")
            self._maker.submit(_make_next, weakref.ref(self), first, first + count)

    def close(self) -> None:
        """End the thread of `make_ahead` after the board that it is making; returns at once."""
        if self._maker is not None:
            self._maker.shutdown(wait=False, cancel_futures=True)
            self._maker = None


def _make_next(stream: weakref.ref[Stream], index: int, end: int) -> None:
    """Make board `index`, then submit the next one below `end` as a task of its own.

    At its end the program waits for the present task, so for one board at most.
    """
    found = stream()
    if found is None or found._maker is None:
        return
    with suppress(InputError):  # raised again when somebody asks for this board
        _ = found[index]
    if index + 1 < end:
        with suppress(RuntimeError, AttributeError):  # `close` has been called
            found._maker.submit(_make_next, stream, index + 1, end)


def _layout_of(wishes: dict[str, Any]) -> Layout:
    """The kind of board that the wishes ask for; walls and bridges only if they are given by a `layout`."""
    if wishes.get("layout") is not None:
        return instance(wishes["layout"], Layout, "a layout")
    return Layout(
        kind=wishes.get("board", "square"),
        wrap=wishes.get("wrap", "none"),
        layers=wishes.get("layers", 1),
        tiling=None if wishes.get("tiling") is None else tiling_of(wishes["tiling"]),
    )


def _size_of(size: int | str | tuple[int, int]) -> tuple[int, int]:
    """(width, height) of a size in any of its forms."""
    if isinstance(size, tuple):
        return size
    return parse_size(str(size))


def _most_bridges(wish: Any, cells: int) -> int:
    """The most bridges a board may get under the wish `bridges`: a number, a word or a list of cells."""
    if isinstance(wish, int):
        return wish
    word = getattr(wish, "value", wish)
    return 0 if word == "none" else cells // 4 if isinstance(word, str) else len(wish)
