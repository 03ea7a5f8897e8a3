"""What a dataset holds, in figures and in plots of text: pairs, path length, grade and effort by size."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from numlink.datasets.plan import GRADES
from numlink.datasets.queries import BadQuery, shards_open
from numlink.datasets.reader import Dataset
from numlink.errors import InputError
from numlink.model.words import counted

BAR = 40
"""Characters of the longest bar."""

ROWS = 12
"""Most bars of a plot."""

SAID = ("symmetry", "style", "effort", "misleading", "board", "wrap", "layers")
"""Wishes that are short enough for a line."""

_SUMMARY = """
SELECT size, count(*), quantile_cont(pairs, 0.5), quantile_cont(shortest, 0.5), quantile_cont(longest, 0.5),
       quantile_cont(effort, 0.5), quantile_cont(effort, 0.99), max(effort), avg(attempt)
FROM (SELECT *, propagations + states AS effort FROM rows) GROUP BY size ORDER BY min(width * height), size
"""

NAMES = ("size", "puzzles", "pairs", "shortest", "longest", "effort", "effort_99", "effort_most", "replaced")
"""Figures of a size: medians of pairs, of the cells of the shortest and longest path, and of the effort of the proof
(propagations of the search and states of the frontier), its 99th percentile and its maximum; attempts before the one
that was kept, on average."""


@dataclass(frozen=True, slots=True)
class Summary:
    """`figures` for programs, `text` for people."""

    figures: dict[str, Any]
    text: str


def statistics(data: Dataset) -> Summary:
    """Figures and plots of a dataset; the columns that takes are read in bounded memory.  Raises InputError."""
    data.verify()
    try:
        sizes, plots = _asked(data)
    except BadQuery as error:  # the query is ours, so the values are not
        raise InputError(f"cannot read {data.folder.target}: {error}") from None
    there = f"{counted(len(data), 'puzzle')} in {counted(len(data.shards), 'shard')}"
    asked = data.plan.wished.options() | data.plan.boards.options()
    boards = "".join(f", {key} {word}" for key, word in asked.items() if key in SAID)
    head = f"{there}, run {data.contents.run}, rules {data.plan.rules}{boards}"
    ended = [] if data.dry is None else [f"{data.dry}."]
    lines = [head, *ended, "", _LINE.format(*_HEADS)]
    lines += [_LINE.format(*_shown(entry)) for entry in sizes]
    for size, of_size in plots.items():
        for words, bars in of_size.items():
            if bars:
                lines += ["", f"{size}, {words}", *_drawn(bars)]
    figures = {
        "puzzles": len(data),
        "run": data.contents.run,
        "dry": data.contents.dry,
        "sizes": sizes,
        "plots": plots,
    }
    return Summary(figures, "".join(line.rstrip() + "\n" for line in lines))


Plots = dict[str, dict[str, list[tuple[Any, int]]]]
"""For each size and each thing that is plotted the values and how many puzzles have them."""


def _asked(data: Dataset) -> tuple[list[dict[str, Any]], Plots]:
    """The figures of every size, and the plots."""
    columns = ("size", "width", "height", "pairs", "shortest", "longest", "grade", "attempt", "propagations", "states")
    plots: Plots = {}
    with shards_open(data.folder, data.plan.format, data.plan.edition, data.names, columns) as rows:
        sizes = [dict(zip(NAMES, found, strict=True)) for found in rows.execute(_SUMMARY).fetchall()]
        for size in (str(entry["size"]) for entry in sizes):
            plots[size] = {
                words: [(bar, number) for bar, number in rows.execute(_BARS.format(value), [size]).fetchall()]
                for words, value in _PLOTS.items()
            }
    return sizes, plots


_BARS = "SELECT {} AS bar, count(*) FROM rows WHERE size = ? AND bar NOT NULL GROUP BY 1 ORDER BY 1"

_GRADE = " ".join(f"WHEN '{name}' THEN '{grade.value} {name}'" for name, grade in GRADES.items())

_PLOTS = {
    "pairs": "pairs",
    "cells of the longest path": "longest",
    "grade": f"CASE grade {_GRADE} END",
    "effort of the proof (propagations and states), up to": "CAST(power_above(propagations + states) AS BIGINT)",
}

_LINE = "{:>9} {:>11} {:>6} {:>9} {:>8} {:>8} {:>9} {:>11} {:>9}"
_HEADS = ("size", "puzzles", "pairs", "shortest", "longest", "effort", "99 in 100", "most effort", "replaced")


def _shown(entry: dict[str, Any]) -> list[str]:
    first, *rest, replaced = entry.values()
    return [str(first), *(f"{value:,.0f}" for value in rest), f"{replaced:.4f}"]


def _drawn(bars: list[tuple[Any, int]]) -> list[str]:
    """A bar a value; neighbours are put together where there are too many."""
    together = -(-len(bars) // ROWS)
    merged = []
    for start in range(0, len(bars), together):
        part = bars[start : start + together]
        first, last = str(part[0][0]), str(part[-1][0])
        merged.append((first if first == last else f"{first}..{last}", sum(number for _, number in part)))
    most = max(number for _, number in merged)
    wide = max(len(words) for words, _ in merged)
    return [f"  {words:>{wide}} {'█' * max(1, BAR * number // most)} {number:,}" for words, number in merged]
