"""An endless stream of boards: board number i is always the same, has one proven solution, and the wanted grade.

>>> stream = Stream(size=5)
>>> stream[3] == Stream(size=5)[3], stream[3].recipe
(True, 'numlink 1 5x5 seed=3')
"""

from __future__ import annotations

import inspect
import weakref
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from difflib import get_close_matches
from operator import index as whole_index
from typing import Any, Unpack, overload

from numlink.errors import BudgetEnded, InputError, quoted
from numlink.exact.budget import Budget, Seconds
from numlink.learn.settings import ENDLESS, MOST_NUMBERS, brief, ranged
from numlink.making.compose import default_pairs
from numlink.making.generate import generate
from numlink.making.wish_values import Difficulty, Frequency, bridges_of, difficulty_of
from numlink.making.wishes import Wishes
from numlink.model.arguments import instance, whole, written_out
from numlink.model.grid import Grid
from numlink.model.kinds.tiling import tiling_of
from numlink.model.layout import Layout
from numlink.model.puzzle import Puzzle
from numlink.model.sizes import parse_size

RETRY = 2**31
"""Added to the seed for each further try at a board: above all board numbers, so that no two boards share a seed."""
TRIES = 50  # seeds tried for one board before InputError is raised


class StreamWishes(Wishes, total=False):
    """The wishes of `generate`, and its other arguments that all boards of a stream share."""

    layout: Layout | None
    budget: Seconds


class Stream(Sequence[Puzzle]):
    """The puzzles `generate(..., seed=i)`: made on demand, or in advance by `make_ahead`, and kept.

    `size` is 9, "12x8" or (12, 8), width first.  `wishes` are keywords of `generate` (not grid or seed; style: lab if
    not given).  A board with more than `numbers` numbers (None: about twice the usual) is replaced by that of another
    seed.  Raises InputError for a wish that does not exist or cannot be met, in some cases when a board is made.
    """

    def __init__(
        self, size: int | str | tuple[int, int] = 7, *, numbers: int | None = None, **wishes: Unpack[StreamWishes]
    ) -> None:
        if "seed" in wishes:
            raise InputError(
                "a stream has no seed, because its boards are numbered. Give first= for others, or reset(seed=...)."
            )
        if "grid" in wishes:
            raise InputError("a stream takes size= and layout= in place of grid=.")
        require_known(wishes)
        # an iterator gives its values once, and each board needs them
        kept = {name: tuple(value) if isinstance(value, Iterator) else value for name, value in wishes.items()}
        self.wishes: dict[str, Any] = {"style": "lab", **kept}
        self.difficulty = difficulty_of(kept.get("difficulty", Difficulty.ANY))
        self.layout = _layout_of(self.wishes)
        tiling = self.layout.tiling
        self.width, self.height = _size_of(size) if tiling is None else tiling.size
        self._require_possible()
        self.grid = Grid(self.width, self.height, layout=self.layout)
        self.bridges = _most_bridges(kept.get("bridges", Frequency.NONE), self.layout, self.grid.size)
        usual = default_pairs(self.grid.size) * (2 if self.layout.pattern.straight else 1)
        self.numbers = 2 * usual + 1 if numbers is None else ranged(numbers, "numbers", 1, MOST_NUMBERS)
        self._kept: dict[int, Puzzle] = {}
        self._maker: ThreadPoolExecutor | None = None

    def _require_possible(self) -> None:
        """Raise InputError for wishes that `generate` refuses, which it does before its budget of 0 seconds ends."""
        Budget.of(self.wishes.get("budget"))
        with suppress(BudgetEnded):
            generate(self.width, self.height, seed=0, **self.wishes | {"budget": 0})

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
        if not hasattr(index, "__index__"):
            raise TypeError(f"a board of a stream has a number or a slice as its index, not {quoted(index)}")
        index = whole_index(index)  # one of numpy's would overflow as a seed
        if not 0 <= index < ENDLESS:
            raise IndexError(f"boards are numbered from 0 to {ENDLESS - 1}, not {brief(index)}")
        if index not in self._kept:
            self._kept[index] = self._made(index)
        return self._kept[index]

    def _made(self, index: int) -> Puzzle:
        """Make board number `index`; raises InputError if no seed tried gives a board within the limits."""
        for turn in range(TRIES):
            with suppress(BudgetEnded):  # the budget counts work, not seconds: it ends at the same point everywhere
                puzzle = generate(self.width, self.height, seed=index + turn * RETRY, **self.wishes)
                if puzzle.pairs <= self.numbers and len(puzzle.layout.bridges) <= self.bridges:
                    return puzzle
        raise InputError(
            f"no board {index} was found in {TRIES} tries with at most {self.numbers} numbers. "
            "Allow more with numbers=, or ask for less."
        )

    def make_ahead(self, first: int, count: int) -> None:
        """Let a thread make `count` boards from number `first` on until `close`; a second call does nothing."""
        first, count = whole(first, "the number of a board"), whole(count, "a number of boards")
        if self._maker is None and count > 0:
            self._maker = ThreadPoolExecutor(1, thread_name_prefix="numlink-boards")
            self._maker.submit(_make_next, weakref.ref(self), first, first + count)

    def close(self) -> None:
        """End the thread of `make_ahead` after the board that it is making; returns at once."""
        if self._maker is not None:
            self._maker.shutdown(wait=False, cancel_futures=True)
            self._maker = None


def _make_next(stream: weakref.ref[Stream], index: int, end: int) -> None:
    """Make board `index`, then submit the next one as a task, so a program that ends waits for one board at most."""
    found = stream()
    if found is None or found._maker is None:
        return
    with suppress(InputError):  # raised again when the board is needed
        _ = found[index]
    if index + 1 < end:
        with suppress(RuntimeError, AttributeError):  # `close` has been called
            found._maker.submit(_make_next, stream, index + 1, end)


def require_known(wishes: Iterable[str], others: Iterable[str] = ()) -> None:
    """Raise InputError if a wish is not a keyword of `generate`; `others` are other names to suggest."""
    known = {*inspect.signature(generate).parameters} - {"width", "height", "grid", "seed"}
    for name in wishes:
        if name not in known:
            near = get_close_matches(name, sorted({*known, *others, "size"}), n=1)
            meant = f"Did you mean {near[0]}?" if near else f"Use {', '.join(sorted({*known, *others, 'size'}))}."
            raise InputError(f"there is no option {name[:40]!r}. {meant}")


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
        if len(size) != 2:
            raise InputError(f"a size is (width, height), two numbers, not {quoted(size)}.")
        return whole(size[0], "a width"), whole(size[1], "a height")
    return parse_size(written_out(size))


def _most_bridges(wish: Any, layout: Layout, cells: int) -> int:
    """The most bridges a board may get under the wish `bridges`: a number, a word or cells; else those of `layout`."""
    taken = bridges_of(wish)
    if taken is Frequency.NONE:
        return len(layout.bridges)
    return taken if isinstance(taken, int) else len(taken) if isinstance(taken, tuple) else cells // 4
