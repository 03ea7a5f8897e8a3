"""Sentences about turns of paths that may not touch themselves.

On such boards a turn of a path forces the same turn in the next cell along its diagonal, and so on (rules N3 to N5).  A
cell where the turn cannot be repeated, the *blocker*, therefore makes the first turn impossible.
"""

from __future__ import annotations

from collections.abc import Sequence

from numlink.model.words import capital, spelled
from numlink.reasoning.rules import Variant
from numlink.reasoning.situation import Situation
from numlink.reasoning.step import Note

_SPIKE, _EXIT, _CROSSING = "{} cannot turn like that", "{} then has no exit", "a line crosses at {}"
_WAY_OUT, _WAY_LEFT, _NO_WAY = "out", "left", "no way"

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
"""For every variant about a turn: why the turn cannot be repeated (with the blocker filled in), and what follows from
that.  The facts of these variants are the cell of the turn and the blocker."""

MANY_TURNS = 3
"""At least this many turns with the same consequence share a sentence; the picture shows them all."""


def turn_said(situation: Situation, note: Note) -> tuple[str, tuple[int, ...]]:
    """The sentence about one turn, and the cells it speaks of."""
    cell, blocker, _ = note.facts
    reason, end = TURNS[note.variant]
    if not note.conclusion:  # a contradiction: in the same round another rule says the opposite
        end = _NO_WAY
    place, why = situation.at(cell), reason.format(situation.at(blocker))
    words = {
        _WAY_OUT: f"a turn at {place} would repeat along its diagonal, but {why}.",
        _WAY_LEFT: f"{place} goes the other way: a turn would repeat along its diagonal, but {why}.",
        _NO_WAY: f"{place} has no way left: a turn would repeat along its diagonal, but {why}.",
    }
    return words[end], (cell, blocker)


def alike(one: Note, other: Note) -> bool:
    """Whether two turns have the same consequence, so that one sentence can tell both; a contradiction stands alone."""
    if not one.conclusion or not other.conclusion:
        return False
    return one.variant in TURNS and other.variant in TURNS and TURNS[one.variant][1] == TURNS[other.variant][1]


def turns_said(situation: Situation, turns: Sequence[Note]) -> str:
    """One sentence for many turns that are alike; it names the first turn and its blocker."""
    first, blocker = map(situation.at, turns[0].facts[:2])
    turns_there = f"{spelled(len(turns), 'turn')} cannot repeat along their diagonals as they must"
    return capital(f"{turns_there}: the one at {first} is stopped at {blocker} (all in the picture).")
