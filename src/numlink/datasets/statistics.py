"""Statistics of a dataset: pairs, path lengths, efforts and grades by size."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from itertools import accumulate
from math import ceil
from typing import Annotated, Any, TypedDict

from numlink.datasets.manifest import DryObject
from numlink.datasets.queries import FETCH, BadQuery, Database, shards_open
from numlink.datasets.reader import Dataset
from numlink.datasets.wish_turns import options_of
from numlink.errors import InputError
from numlink.making.difficulty import GRADES
from numlink.model.words import counted

SHOWN_WISHES = ("symmetry", "style", "pairs", "effort", "misleading", "board", "wrap", "layers")
"""The wishes named on the first line."""


class SizeObject(TypedDict):
    """Figures of all puzzles of a size: medians; for the effort of proofs also the 99th percentile and the maximum."""

    size: str
    puzzles: int
    pairs: float
    shortest: float
    longest: float
    effort: float
    effort_99: float
    effort_most: int
    replaced: Annotated[float, "attempts before the one that was kept, on average"]
    grades: Annotated[dict[str, int], "puzzles of each grade, easiest first"]


class StatisticsObject(TypedDict):
    """The statistics of a dataset."""

    puzzles: int
    run: str
    dry: DryObject | None
    sizes: list[SizeObject]


@dataclass(frozen=True, slots=True)
class Summary:
    """`figures` for programs, `text` for people."""

    figures: StatisticsObject
    text: str


def statistics(data: Dataset) -> Summary:
    """The figures of a dataset, read in bounded memory.  Raises InputError for a damaged dataset."""
    data.verify()
    try:
        sizes = _sizes(data)
    except BadQuery as error:  # the query is right, so a value in the shards must be bad
        raise InputError(f"cannot read {data.folder.target}: {error}") from None
    there = f"{counted(len(data), 'puzzle')} in {counted(len(data.shards), 'shard')}"
    asked = options_of(data.plan.wishes, data.plan.masks)
    boards = "".join(f", {key} {word}" for key, word in asked.items() if key in SHOWN_WISHES)
    head = f"{there}, run {data.contents.run}, rules {data.plan.rules}{boards}"
    ended = [] if data.dry is None else [f"{data.dry}."]
    lines = [head, *ended, "", _LINE.format(*_HEADS), *(_LINE.format(*_shown(entry)) for entry in sizes)]
    figures: StatisticsObject = {
        "puzzles": len(data),
        "run": data.contents.run,
        "dry": data.contents.dry,
        "sizes": sizes,
    }
    return Summary(figures, "".join(line.rstrip() + "\n" for line in lines))


Counts = dict[str, list[tuple[Any, int]]]  # {size: [(value, puzzles with it), ...]}, in ascending order


def _sizes(data: Dataset) -> list[SizeObject]:
    """The figures of every size, from counts of each value: a median in SQL would hold all values in memory."""
    columns = ("size", "width", "height", "pairs", "shortest", "longest", "grade", "attempt", "propagations", "states")
    with shards_open(data.folder, data.plan.format, data.names, columns) as rows:
        by_size = "SELECT size, count(*), avg(attempt) FROM rows GROUP BY size ORDER BY min(width * height), size"
        found = rows.execute(by_size).fetchall()
        counts = {name: _counted(rows, value) for name, value in _COUNTED.items()}
    return [_figures(size, puzzles, replaced, counts) for size, puzzles, replaced in found]


_COUNTED = {
    "pairs": "pairs",
    "shortest": "shortest",
    "longest": "longest",
    "effort": "propagations + states",
    "grade": "grade",
}


def _counted(rows: Database, value: str) -> Counts:
    found: Counts = {}
    answer = rows.execute(f"SELECT size, {value} AS value, count(*) FROM rows GROUP BY 1, 2 ORDER BY 1, 2")
    while block := answer.fetchmany(FETCH):
        for size, one, number in block:
            if one is not None:
                found.setdefault(size, []).append((one, number))
    return found


def _figures(size: str, puzzles: int, replaced: float, counts: dict[str, Counts]) -> SizeObject:
    effort = counts["effort"][size]
    graded = dict(counts["grade"].get(size, []))
    return {
        "size": size,
        "puzzles": puzzles,
        "pairs": quantile(counts["pairs"][size], 0.5),
        "shortest": quantile(counts["shortest"][size], 0.5),
        "longest": quantile(counts["longest"][size], 0.5),
        "effort": quantile(effort, 0.5),
        "effort_99": quantile(effort, 0.99),
        "effort_most": effort[-1][0],
        "replaced": replaced,
        "grades": {grade: graded[grade] for grade in GRADES if grade in graded},
    }


def quantile(counts: list[tuple[Any, int]], share: float) -> float:
    """The continuous quantile, as SQL defines it, of values given as [(value, how often it occurs), ...] in order.

    >>> quantile([(1, 2), (5, 2)], 0.5), quantile([(1, 1), (2, 1), (4, 1)], 0.75)
    (3.0, 3.0)
    """
    ends = list(accumulate(number for _, number in counts))
    place = share * (ends[-1] - 1)
    below, above = (counts[bisect_right(ends, at)][0] for at in (int(place), ceil(place)))
    return float(below + (place - int(place)) * (above - below))


_LINE = "{:>9} {:>11} {:>6} {:>9} {:>8} {:>8} {:>9} {:>11} {:>9}  {}"
_HEADS = ("size", "puzzles", "pairs", "shortest", "longest", "effort", "99 in 100", "most effort", "replaced", "grades")


def _shown(entry: SizeObject) -> list[str]:
    first, *rest, replaced, _ = entry.values()
    grades = ", ".join(f"{grade} {puzzles:,}" for grade, puzzles in entry["grades"].items())
    return [str(first), *(f"{value:,.0f}" for value in rest), f"{replaced:.4f}", grades]
