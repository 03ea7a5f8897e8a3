"""Batches: many puzzles as numpy arrays, padded to the size of the largest board.

>>> from numlink import generate_classic
>>> puzzles = [generate_classic(4, seed=1), generate_classic(6, 5, seed=2)]
>>> batch = stack(puzzles)
>>> batch.cells.shape, batch.sizes.tolist()
((2, 5, 6), [[4, 4], [5, 6]])
>>> unstack(batch) == puzzles
True
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from numlink.errors import InputError, quoted
from numlink.model.arguments import instance
from numlink.model.grid import SOLID
from numlink.model.layout import Layout
from numlink.model.planes import plane_count, require_numpy, shape_of
from numlink.model.puzzle import Puzzle, Solution
from numlink.model.rules import Rules

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """`n` puzzles as arrays; H and W are the largest height and width among them.

    Entry i of each array is puzzle i; its board fills the first `height` rows and `width` columns.  All boards have
    the same number of layers; if there is more than one, `layers` stands before H in every shape that has H.

    cells    int32 (n, H, W)       0 empty, -1 solid or outside the board, k an end of path k
    mask     bool  (n, H, W)       True for the cells of the board, solid ones too
    sizes    int32 (n, 2)          height and width
    labels   int32 (n, H, W)       the number of the path through each cell; 0 for no path and if no solution is known
    links    bool  (n, planes, H, W)   the links of the solution (`Solution.links_to_numpy`)
    solved   bool  (n,)            whether a solution is known
    rules    tuple of n            the rules of each puzzle
    layouts  tuple of n            the layout of each puzzle
    """

    cells: NDArray[np.int32]
    mask: NDArray[np.bool_]
    sizes: NDArray[np.int32]
    labels: NDArray[np.int32]
    links: NDArray[np.bool_]
    solved: NDArray[np.bool_]
    rules: tuple[Rules, ...]
    layouts: tuple[Layout, ...]

    def __len__(self) -> int:
        return len(self.rules)


def stack(puzzles: Iterable[Puzzle]) -> Batch:
    """Convert puzzles, with the solutions that are known, to one batch.  O(n H W); needs numpy.

    Raises InputError if `puzzles` is empty or if its boards have different numbers of layers.
    """
    np = require_numpy()
    if not isinstance(puzzles, Iterable):
        raise InputError(f"a batch must be made of puzzles, not {quoted(puzzles)}.")
    boards = [instance(puzzle, Puzzle, "each part of a batch") for puzzle in puzzles]
    if not boards:
        raise InputError("a batch needs at least one puzzle.")
    layers = {puzzle.layout.layers for puzzle in boards}
    if len(layers) > 1:
        found = " and ".join(map(str, sorted(layers)))
        raise InputError(f"boards of {found} layers cannot share a batch. Make one batch per number of layers.")
    shape = tuple(
        max(sides) for sides in zip(*(shape_of(puzzle.grid) for puzzle in boards), strict=True)
    )  # (layers,) height, width
    planes = max(plane_count(puzzle.layout) for puzzle in boards)
    count = len(boards)
    cells = np.full((count, *shape), SOLID, dtype=np.int32)
    mask = np.zeros((count, *shape), dtype=np.bool_)
    labels = np.zeros((count, *shape), dtype=np.int32)
    links = np.zeros((count, planes, *shape), dtype=np.bool_)
    for index, puzzle in enumerate(boards):
        part = (index, ..., slice(puzzle.height), slice(puzzle.width))
        cells[part] = puzzle.to_numpy()
        mask[part] = True
        if puzzle.solution is not None:
            labels[part] = puzzle.solution.to_numpy()
            own = slice(plane_count(puzzle.layout))
            links[index, own, ..., : puzzle.height, : puzzle.width] = puzzle.solution.links_to_numpy()
    return Batch(
        cells,
        mask,
        np.array([(puzzle.height, puzzle.width) for puzzle in boards], dtype=np.int32),
        labels,
        links,
        np.array([puzzle.solution is not None for puzzle in boards], dtype=np.bool_),
        tuple(puzzle.rules for puzzle in boards),
        tuple(puzzle.layout for puzzle in boards),
    )


def unstack(batch: Batch) -> list[Puzzle]:
    """The puzzles of a batch, with their solutions.  O(n H W); raises InputError if the arrays hold no valid boards."""
    instance(batch, Batch, "a batch")
    puzzles = []
    for index, (height, width) in enumerate(batch.sizes.tolist()):
        rules, layout = batch.rules[index], batch.layouts[index]
        puzzle = Puzzle.from_numpy(batch.cells[index, ..., :height, :width], rules=rules, layout=layout)
        if batch.solved[index]:
            planes = batch.links[index, : plane_count(layout), ..., :height, :width]
            puzzle = puzzle.with_solution(Solution.from_numpy(puzzle, planes))
        puzzles.append(puzzle)
    return puzzles
