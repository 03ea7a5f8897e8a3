"""A dataset for PyTorch, which is not needed: where it is not installed these are plain sequences and iterables.

    PuzzleMap       any puzzle by its number, so that a DataLoader can shuffle; a shard is read at its first touch
    PuzzleStream    puzzle after puzzle, one shard in memory at a time, each worker of a DataLoader its own shards

Both give what `transform` makes of a puzzle; without one `board_arrays`: arrays of one shape for all, which PyTorch
makes into batches of tensors by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

from numlink.datasets.reader import Dataset
from numlink.errors import InputError
from numlink.model.grid import SOLID
from numlink.model.planes import require_numpy
from numlink.model.puzzle import Puzzle

if TYPE_CHECKING:

    class MapBase:
        """What PyTorch's `Dataset` is to a type checker."""

    class StreamBase:
        """What PyTorch's `IterableDataset` is to a type checker."""

else:
    try:
        from torch.utils.data import Dataset as MapBase
        from torch.utils.data import IterableDataset as StreamBase
    except ImportError:
        MapBase = StreamBase = object

Transform = Callable[[Puzzle], Any]


def board_arrays(puzzle: Puzzle, height: int, width: int) -> dict[str, Any]:
    """A solved puzzle as arrays of int64, its board in the upper left corner of `height` rows and `width` columns.

    `cells`: 0 empty, -1 solid or outside, k an end of number k; `labels`: the number at each cell, -100 where there is
    none to learn (what PyTorch's losses pass over).  With layers both have a first index more.  Needs numpy.

    >>> from numlink import generate_classic
    >>> board_arrays(generate_classic(3, seed=1), 3, 4)["cells"].shape
    (3, 4)
    """
    np = require_numpy()
    given = puzzle.to_numpy()
    shape = (*given.shape[:-2], height, width)
    cells = np.full(shape, SOLID, np.int64)
    labels = np.full(shape, -100, np.int64)
    part = (..., slice(puzzle.height), slice(puzzle.width))
    cells[part] = given
    if puzzle.solution is not None:
        numbers = puzzle.solution.to_numpy()
        labels[part] = np.where(numbers > 0, numbers, -100)
    return {"cells": cells, "labels": labels}


class _Source:
    """A dataset by its folder or URL: what goes to another process is that, not the shards that are in memory."""

    def __init__(self, target: str | Dataset, transform: Transform | None) -> None:
        self.data = target if isinstance(target, Dataset) else Dataset(target)
        sizes = self.data.plan.sizes
        width, height = (max(sides) for sides in zip(*sizes, strict=True))
        self.transform = transform or partial(board_arrays, height=height, width=width)

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"data": self.data.folder.target}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state | {"data": Dataset(state["data"])})


class PuzzleMap(_Source, MapBase):
    """The puzzles of a dataset by number: `torch.utils.data.DataLoader(PuzzleMap(DIR), shuffle=True)`.

    Raises InputError where there is no finished dataset, IndexError beyond its end.
    """

    def __init__(self, target: str | Dataset, *, transform: Transform | None = None) -> None:
        super().__init__(target, transform)

    def __len__(self) -> int:
        return len(self.data)

    def __getitem__(self, index: int) -> Any:
        return self.transform(self.data[index])


class PuzzleStream(_Source, StreamBase):
    """The puzzles of a dataset one after the other; `part` (k, n) takes every n-th shard from the k-th on.

    `shuffle` is a seed: shards and the puzzles of each come in an order of their own, another one each time the stream
    is begun anew, the same in every process.  Each worker of a DataLoader takes its share of the part.
    """

    def __init__(
        self,
        target: str | Dataset,
        *,
        transform: Transform | None = None,
        shuffle: int | None = None,
        part: tuple[int, int] = (0, 1),
    ) -> None:
        super().__init__(target, transform)
        if not 0 <= part[0] < part[1]:
            raise InputError(f"a part is (number, of how many), such as (0, 4) for the first of four, not {part}.")
        self.shuffle = shuffle
        self.part = part
        self.epoch = 0

    def __iter__(self) -> Iterator[Any]:
        chance = None if self.shuffle is None else Random(f"{self.shuffle} {self.epoch}")
        self.epoch += 1
        first, step = self.part
        worker, workers = _worker()
        shards = list(range(len(self.data.shards)))
        if chance is not None:
            chance.shuffle(shards)
        for shard in shards[first + step * worker :: step * workers]:
            places = list(self.data.places(shard))
            if self.shuffle is not None:
                Random(f"{self.shuffle} {self.epoch} {shard}").shuffle(places)
            for place in places:
                yield self.transform(self.data[place])


def _worker() -> tuple[int, int]:
    """Which worker of how many this process is in a DataLoader of PyTorch; (0, 1) elsewhere."""
    if StreamBase is object:
        return 0, 1
    from torch.utils.data import get_worker_info

    info = get_worker_info()
    return (0, 1) if info is None else (info.id, info.num_workers)
