"""The puzzles of a dataset as text for language models: workers read pieces of shards, and rows keep their order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from itertools import groupby, islice
from operator import itemgetter

from numlink import parallel
from numlink.datasets.codecs import codec
from numlink.datasets.folder import Folder
from numlink.datasets.manifest import WrittenShard
from numlink.datasets.plan import ShardFormat
from numlink.datasets.reader import Dataset, puzzle_in, require_place
from numlink.datasets.rows import PUZZLE, RECTANGLE, Row
from numlink.datasets.texts import (
    SHARES,
    Exercise,
    Split,
    TextFormat,
    answer_of,
    exercise,
    prompt_of,
    rules_in_words,
    split_at,
    split_of,
)
from numlink.errors import NumlinkError
from numlink.model.characters import simple
from numlink.model.grid import SOLID
from numlink.model.puzzle import Puzzle
from numlink.model.rules import COVER
from numlink.model.words import written

TOLD = 100
"""Rows of a piece with reasons: a second of work."""

COPIED = 5_000
"""Rows of a piece without reasons: a whole shard."""


_laid = itemgetter("rules", *RECTANGLE)
_PLAIN = COVER.name, *RECTANGLE.values()
_figures = itemgetter("width", "height", "cells", "paths", "hash")


@dataclass(frozen=True, slots=True)
class TextOrder:
    """What is wanted of each puzzle; `split` None takes all."""

    format: TextFormat = TextFormat.CHAT
    split: Split | None = None
    shares: tuple[int, int, int] = SHARES
    reasoning: bool = True


@dataclass(frozen=True, slots=True)
class TextTask:
    """Rows of a shard, by their places in it; `first` is the index of its first row in the dataset."""

    target: str
    format: ShardFormat
    shard: WrittenShard
    first: int
    places: Sequence[int]


def exported(
    data: Dataset, order: TextOrder, *, condition: str | None = None, limit: int | None = None, workers: int = 1
) -> Iterator[list[str | None]]:
    """The texts of a dataset, some at a time, in order of their puzzles; None for what reasons alone do not solve.

    `condition` is one in SQL; of what it and the split leave, `limit` puzzles are taken. Raises InputError for a bad
    condition and a damaged shard.
    """
    left = limit
    pieces = _pieces(data, condition, TOLD if order.reasoning else COPIED, limit)
    for found in parallel.map(partial(_texts, order=order), pieces, workers=workers):
        if isinstance(found, NumlinkError):
            raise found
        if left is not None:
            found = found[:left]
            left -= len(found)
        yield found
        if left == 0:
            return


def _pieces(data: Dataset, condition: str | None, most: int, limit: int | None) -> Iterator[TextTask]:
    """The rows that fulfil a condition, in order, at most `most` and `limit` of one shard at a time."""
    if limit == 0:
        return
    most = most if limit is None else min(most, limit)
    for shard, places in _wanted(data, condition):
        first = data.number(shard) * data.plan.shard_size
        waiting = iter(places)
        while some := tuple(islice(waiting, most)):
            yield TextTask(data.folder.target, data.plan.format, data.shards[shard], first, some)


def _wanted(data: Dataset, condition: str | None) -> Iterator[tuple[int, Iterable[int]]]:
    """(shard, places in it of the rows that fulfil the condition), in order; None: of all."""
    if condition is None:
        yield from ((shard, range(entry.rows)) for shard, entry in enumerate(data.shards))
        return
    for shard, found in groupby(data.places_where(condition), key=itemgetter(0)):
        yield shard, (place for _, place in found)


def _texts(piece: TextTask, order: TextOrder) -> list[str | None]:
    folder = Folder(piece.target)
    shard = folder.shard(codec(piece.format), piece.shard)
    found: list[str | None] = []
    with folder.reading(piece.shard.name):
        for place, row in zip(piece.places, shard.several(piece.places, PUZZLE), strict=True):
            require_place(row, piece.first + place)
            plainly = None if order.reasoning else _exercise(row, order.shares)
            if plainly is None:
                puzzle = puzzle_in(folder, piece.shard.name, row)
                if order.split is not None and split_of(puzzle, order.shares) is not order.split:
                    continue
                plainly = exercise(puzzle, reasoning=order.reasoning, shares=order.shares)
            if order.split is None or plainly is None or plainly.split is order.split:
                found.append(None if plainly is None else plainly.written(order.format))
    return found


def _exercise(row: Row, shares: tuple[int, int, int]) -> Exercise | None:
    """`exercise` without reasons of a row on a plain rectangle under COVER, four times as fast; None for any other."""
    if _laid(row) != _PLAIN:
        return None
    width, height, cells, paths, name = _figures(row)
    size = width * height
    if not 0 < size == len(cells) or min(cells) < SOLID or max(cells) > size or len(name) != 32:
        return None
    if any(path and not 0 <= min(path) <= max(path) < size for path in paths):
        return None
    texts = _positions(width, height)
    turned = (path if not path or path[0] <= path[-1] else path[::-1] for path in paths)
    answer = answer_of([texts[cell] for cell in path] for path in turned)
    board = simple([cells[start : start + width] for start in range(0, size, width)])
    prompt = prompt_of(_task(), f"rules: {COVER.name}\n{board}")
    return Exercise(prompt, None, answer, split_at(name, shares), name, row["grade"])


@lru_cache(maxsize=16)
def _positions(width: int, height: int) -> list[str]:
    return [written(divmod(cell, width)) for cell in range(width * height)]


@cache
def _task() -> str:
    return rules_in_words(Puzzle(1, 1, (0,), COVER))
