"""The marks on the board that show why a hint's link is forced: cells, ruled out links, and paths that would cross."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from numlink.game.state import State
from numlink.model.grid import Link
from numlink.reasoning.rules import Variant
from numlink.reasoning.step import Step

Polyline = tuple[int, ...]
"""The corners of a line as cells in order; cells that follow each other need not be neighbours."""


def hint_marks(
    state: State, steps: Sequence[Step], ends: Mapping[int, int]
) -> tuple[tuple[int, ...], tuple[Link, ...], tuple[Polyline, ...]]:
    """The cells that `steps` look at, the links that they rule out, and the lines of two numbers that would cross.

    `ends` maps the track of each open end of the drawing to its number.
    """
    cell_of, links = state.grid.track_cells(), state.grid.links()
    cells = tuple(sorted({cell_of[track] for step in steps for track in step.cells}))
    ruled_out = dict.fromkeys(links[link] for step in steps for link, drawn in step.conclusion if not drawn)
    crossing: tuple[Polyline, ...] = ()
    for step in steps:
        crossing = _crossing(state, step, {cell_of[track]: number for track, number in ends.items()}) or crossing
    return cells, tuple(ruled_out), crossing


def _crossing(state: State, step: Step, ends: Mapping[int, int]) -> tuple[Polyline, ...]:
    """The two lines that cannot both be drawn in a plane, from open end to open end of a number, over the link that
    the step rules out; () if the step's reason is another.
    """
    if step.note is None or step.note.variant not in (Variant.LINK_CROSSES, Variant.ENDS_CROSSWISE):
        return ()
    named = step.note.facts[1:] if step.note.variant is Variant.LINK_CROSSES else step.note.facts[:2]
    numbers = list(state.ends)
    tried = state.grid.links()[step.note.conclusion[0][0]] if step.note.conclusion else ()
    found = []
    for number in (numbers[label - 1] for label in named):
        tips = [cell for cell, other in ends.items() if other == number]
        if len(tips) != 2:
            return ()  # the number has no two open ends: there is no line to draw
        first, last = sorted(tips, key=lambda cell: cell not in tried)
        beyond = [cell for cell in tried if first in tried and cell != first and cell != last]
        found.append((first, *beyond, last))
    return tuple(found)
