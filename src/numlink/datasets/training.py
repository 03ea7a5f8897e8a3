"""A dataset for PyTorch: PuzzleMap by index, PuzzleStream in order; without PyTorch a sequence and an iterable.

Both return `transform(puzzle)` for each puzzle, by default `board_arrays`: arrays of one shape for all puzzles, which
PyTorch collects into batches of tensors.
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

    class MapBase: ...

    class StreamBase: ...

else:
    try:
        from torch.utils.data import Dataset as MapBase
        from torch.utils.data import IterableDataset as StreamBase
    except ImportError:
        MapBase = StreamBase = object

Transform = Callable[[Puzzle], Any]  # a function that turns a puzzle into what a model is trained on


def board_arrays(puzzle: Puzzle, height: int, width: int) -> dict[str, Any]:
    """A solved puzzle as arrays of int64, shape ([layers,] height, width), with the board at the upper left.

    `cells` is 0 for empty, -1 for solid or outside the board, k for an end of number k; `labels` is the number of the
    path at each cell, -100 for none (PyTorch's losses ignore this value).  Needs numpy.

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
    """A dataset with a transform."""

    def __init__(self, target: str | Dataset, *, transform: Transform | None = None) -> None:
        self.data = target if isinstance(target, Dataset) else Dataset(target)
        sizes = self.data.plan.sizes
        width, height = (max(sides) for sides in zip(*sizes, strict=True))
        self.transform = transform or partial(board_arrays, height=height, width=width)


class PuzzleMap(_Source, MapBase):
    """The puzzles of a dataset (a folder, a URL or a Dataset) by index: `DataLoader(PuzzleMap(DIR), shuffle=True)`.

    Raises InputError if there is no finished dataset, IndexError beyond its end.
    """

    def __len__(self) -> int:
        return len(self.data)

    def __getitem__(self, index: int) -> Any:
        return self.transform(self.data[index])


class PuzzleStream(_Source, StreamBase):
    """The puzzles of a dataset one after the other; if `shuffle` is a seed, in a new order for each epoch.

    `part` (k, n) takes every n-th shard from shard k on; each worker of a DataLoader takes its share of them. Workers
    iterate over copies: without `persistent_workers`, call `set_epoch` before each epoch, or all use the same order.
    """

    def __init__(
        self,
        target: str | Dataset,
        *,
        transform: Transform | None = None,
        shuffle: int | None = None,
        part: tuple[int, int] = (0, 1),
    ) -> None:
        super().__init__(target, transform=transform)
        if not 0 <= part[0] < part[1]:
            raise InputError(f"a part must be (number, total), such as (0, 4) for the first of four, not {part}.")
        self.shuffle = shuffle
        self.part = part
        self.epoch = 0

    def set_epoch(self, epoch: int) -> None:
        """Set the epoch, from 0, whose order the next iteration uses, also in copies made from now on."""
        self.epoch = epoch

    def __iter__(self) -> Iterator[Any]:
        first, step = self.part
        worker, workers = _worker()
        shards = list(range(len(self.data.shards)))
        if self.shuffle is not None:
            Random(f"{self.shuffle} {self.epoch}").shuffle(shards)
        self.epoch += 1
        for shard in shards[first + step * worker :: step * workers]:
            places = list(self.data.places(shard))
            if self.shuffle is not None:
                Random(f"{self.shuffle} {self.epoch} {shard}").shuffle(places)
            for place in places:
                yield self.transform(self.data[place])


def _worker() -> tuple[int, int]:
    """(number of this process from 0, number of workers) in a PyTorch DataLoader; (0, 1) outside of one."""
    if StreamBase is object:
        return 0, 1
    from torch.utils.data import get_worker_info

    info = get_worker_info()
    return (0, 1) if info is None else (info.id, info.num_workers)
