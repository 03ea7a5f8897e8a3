"""What is said of turns without touching: one that is copied along its diagonal up to where it cannot be, and many."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from numlink.model.grid import EMPTY
from numlink.reasoning.rules import Variant
from numlink.reasoning.situation import Situation
from numlink.reasoning.step import Note

_SPIKE, _EXIT, _CROSSING = "{} cannot turn that way", "{} would have no exit left", "a line crosses at {}"
_WAY_OUT, _WAY_LEFT, _NO_WAY = "so that way is out", "so only the other way is left", "and no other way is left"

TURNS = {
    Variant.SPIKE_WAY_OUT: (_SPIKE, _WAY_OUT),
    Variant.SPIKE_WAY_LEFT: (_SPIKE, _WAY_LEFT),
    Variant.SPIKE_NO_WAY: (_SPIKE, _NO_WAY),
    Variant.EXIT_WAY_OUT: (_EXIT, _WAY_OUT),
    Variant.EXIT_WAY_LEFT: (_EXIT, _WAY_LEFT),
    Variant.EXIT_NO_WAY: (_EXIT, _NO_WAY),
    Variant.CROSSING_WAY_OUT: (_CROSSING, _WAY_OUT),
    Variant.CROSSING_WAY_LEFT: (_CROSSING, _WAY_LEFT),
    Variant.CROSSING_NO_WAY: (_CROSSING, _NO_WAY),
}
"""For every variant about a turn why it cannot be copied, and what follows; its facts are the turn and the blocker."""


def turn_said(situation: Situation, note: Note) -> tuple[str, tuple[int, ...]]:
    """The sentence about one turn, and the cells it speaks of."""
    cell, blocker, _ = note.facts
    reason, end = TURNS[note.variant]
    return (
        f"a turn at {situation.at(cell)} would be copied along its diagonal, but "
        f"{reason.format(situation.at(blocker))}, {end}.",
        (cell, blocker),
    )


def alike(one: Note, other: Note) -> bool:
    """Whether the same follows from two turns, so that a sentence can tell of both."""
    return one.variant in TURNS and other.variant in TURNS and TURNS[one.variant][1] == TURNS[other.variant][1]


def turns_said(situation: Situation, turns: Sequence[Note]) -> str:
    """One sentence for several turns that are alike, in their order; each can be looked up on its diagonal."""
    blockers: dict[str, list[int]] = {}
    for note in turns:
        blockers.setdefault(TURNS[note.variant][0], []).append(note.facts[1])
    *most, last = [reason.format(_places(situation, cells)) for reason, cells in blockers.items()]
    return (
        f"Turns at {_places(situation, [note.facts[0] for note in turns])} would be copied along their diagonals, but "
        f"{', '.join([*most, f'and {last}' if most else last])}, {TURNS[turns[0].variant][1]} each time."
    )


def _places(situation: Situation, cells: Iterable[int]) -> str:
    """Cells in words, in their order: the row or the column that they share but once."""
    cells = [*dict.fromkeys(cells)]
    if len(cells) > 1 and situation.puzzle.layout.plain and {*map(situation.content, cells)} == {EMPTY}:
        rows, columns = zip(*(divmod(cell, situation.puzzle.width) for cell in cells), strict=True)
        if len({*rows}) == 1:
            return f"columns {_numbers(columns)} of row {rows[0] + 1}"
        if len({*columns}) == 1:
            return f"rows {_numbers(rows)} of column {columns[0] + 1}"
    return _listed([situation.at(cell) for cell in cells], "; ")


def _numbers(lines: Sequence[int]) -> str:
    """Rows or columns in their order, counted from 1; three and more that follow each other by their first and last."""
    if len(lines) > 2 and {after - before for before, after in pairwise(lines)} in ({1}, {-1}):
        return f"{lines[0] + 1} to {lines[-1] + 1}"
    return _listed([str(line + 1) for line in lines], ", ")


def _listed(words: Sequence[str], between: str) -> str:
    *most, last = words
    return f"{between.join(most)} and {last}" if most else last
