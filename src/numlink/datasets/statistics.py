"""Statistics of a dataset as figures and as plots in characters: pairs, path lengths, grades and efforts by size."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from math import ceil
from typing import Annotated, Any, TypedDict

from numlink.datasets.manifest import DryObject
from numlink.datasets.plan import GRADES
from numlink.datasets.queries import FETCH, BadQuery, Database, shards_open
from numlink.datasets.reader import Dataset
from numlink.datasets.wish_turns import options_of
from numlink.errors import InputError
from numlink.model.words import counted

BAR = 40
"""The length of the longest bar, in characters."""

ROWS = 12
"""The most bars of a plot."""

SAID = ("symmetry", "style", "pairs", "effort", "misleading", "board", "wrap", "layers")
"""The wishes that the first line names."""


class SizeObject(TypedDict):
    """Figures of all puzzles of a size: medians; of the effort of proofs also the 99th percentile and the maximum."""

    size: str
    puzzles: int
    pairs: float
    shortest: float
    longest: float
    effort: float
    effort_99: float
    effort_most: int
    replaced: Annotated[float, "attempts before the one that was kept, on average"]


class StatisticsObject(TypedDict):
    """The statistics of a dataset."""

    puzzles: int
    run: str
    dry: DryObject | None
    sizes: list[SizeObject]
    plots: Annotated[
        dict[str, dict[str, list[tuple[Any, int]]]], "by size and by what is plotted: values and how many puzzles"
    ]


@dataclass(frozen=True, slots=True)
class Summary:
    """`figures` for programs, `text` for people."""

    figures: StatisticsObject
    text: str


def statistics(data: Dataset) -> Summary:
    """Figures and plots of a dataset; rows are read in bounded memory.  Raises InputError for a damaged dataset."""
    data.verify()
    try:
        sizes, plots = _asked(data)
    except BadQuery as error:  # the query is our own and right, so a value in the shards must be bad
        raise InputError(f"cannot read {data.folder.target}: {error}") from None
    there = f"{counted(len(data), 'puzzle')} in {counted(len(data.shards), 'shard')}"
    asked = options_of(data.plan.wishes, data.plan.masks)
    boards = "".join(f", {key} {word}" for key, word in asked.items() if key in SAID)
    head = f"{there}, run {data.contents.run}, rules {data.plan.rules}{boards}"
    ended = [] if data.dry is None else [f"{data.dry}."]
    lines = [head, *ended, "", _LINE.format(*_HEADS)]
    lines += [_LINE.format(*_shown(entry)) for entry in sizes]
    for size, of_size in plots.items():
        for words, bars in of_size.items():
            if bars:
                lines += ["", f"{size}, {words}", *_drawn(bars)]
    figures: StatisticsObject = {
        "puzzles": len(data),
        "run": data.contents.run,
        "dry": data.contents.dry,
        "sizes": sizes,
        "plots": plots,
    }
    return Summary(figures, "".join(line.rstrip() + "\n" for line in lines))


Plots = dict[str, dict[str, list[tuple[Any, int]]]]
"""{size: {title: [(value, puzzles with it), ...]}}."""


Counts = dict[str, list[tuple[Any, int]]]
"""{size: [(value, puzzles with it), ...]}, in ascending order."""


def _asked(data: Dataset) -> tuple[list[SizeObject], Plots]:
    """(figures of every size, plots), from counts of each value, because a median would hold all values at once."""
    columns = ("size", "width", "height", "pairs", "shortest", "longest", "grade", "attempt", "propagations", "states")
    with shards_open(data.folder, data.plan.format, data.names, columns) as rows:
        found = rows.execute(_SIZES).fetchall()
        counts = {name: _counted(rows, value) for name, value in _COUNTED.items()}
    sizes = [_figures(size, puzzles, replaced, counts) for size, puzzles, replaced in found]
    plots = {
        size: {words: list(bars(counts[name].get(size, []))) for words, (name, bars) in _PLOTS.items()}
        for size, *_ in found
    }
    return sizes, plots


_SIZES = "SELECT size, count(*), avg(attempt) FROM rows GROUP BY size ORDER BY min(width * height), size"

_GRADE = " ".join(f"WHEN '{name}' THEN '{grade.value} {name}'" for name, grade in GRADES.items())

_COUNTED = {
    "pairs": "pairs",
    "shortest": "shortest",
    "longest": "longest",
    "effort": "propagations + states",
    "grade": f"CASE grade {_GRADE} END",
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
    }


def quantile(counts: list[tuple[Any, int]], share: float) -> float:
    """The continuous quantile, as SQL defines it, of values given as [(value, how often it occurs), ...] in order.

    >>> quantile([(1, 2), (5, 2)], 0.5), quantile([(1, 1), (2, 1), (4, 1)], 0.75)
    (3.0, 3.0)
    """
    place = share * (sum(number for _, number in counts) - 1)
    below, above = (_at(counts, int(place)), _at(counts, ceil(place)))
    return float(below + (place - int(place)) * (above - below))


def _at(counts: list[tuple[Any, int]], place: int) -> Any:
    for value, number in counts:
        if place < number:
            return value
        place -= number
    raise IndexError(place)


def _powers(counts: list[tuple[Any, int]]) -> Iterator[tuple[int, int]]:
    for power, group in groupby(counts, key=lambda counted: 1 << int(counted[0]).bit_length()):
        yield power, sum(number for _, number in group)


_PLOTS: dict[str, tuple[str, Callable[[list[tuple[Any, int]]], Iterable[tuple[Any, int]]]]] = {
    "pairs": ("pairs", iter),
    "cells of the longest path": ("longest", iter),
    "grade": ("grade", iter),
    "effort of the proof (propagations and states), up to": ("effort", _powers),
}
"""{title of a plot: (name of its counts, function that turns counts into bars)}."""

_LINE = "{:>9} {:>11} {:>6} {:>9} {:>8} {:>8} {:>9} {:>11} {:>9}"
_HEADS = ("size", "puzzles", "pairs", "shortest", "longest", "effort", "99 in 100", "most effort", "replaced")


def _shown(entry: SizeObject) -> list[str]:
    first, *rest, replaced = entry.values()
    return [str(first), *(f"{value:,.0f}" for value in rest), f"{replaced:.4f}"]


def _drawn(bars: list[tuple[Any, int]]) -> list[str]:
    """The lines of a plot, a bar for each value, of which neighbours share one if there are more than ROWS."""
    together = -(-len(bars) // ROWS)
    merged = []
    for start in range(0, len(bars), together):
        part = bars[start : start + together]
        first, last = str(part[0][0]), str(part[-1][0])
        merged.append((first if first == last else f"{first}..{last}", sum(number for _, number in part)))
    most = max(number for _, number in merged)
    wide = max(len(words) for words, _ in merged)
    return [f"  {words:>{wide}} {'█' * max(1, BAR * number // most)} {number:,}" for words, number in merged]
