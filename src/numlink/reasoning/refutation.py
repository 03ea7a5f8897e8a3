"""How a try is refuted: the steps that follow from it, the contradiction at their end, and the steps this needs.

A *try* sets an open link to ON or OFF; a contradiction that follows proves the opposite.
"""

from __future__ import annotations

from collections.abc import Sequence

from numlink.model.words import spelled
from numlink.reasoning.deduce import read_record
from numlink.reasoning.position import draw, linked_cells
from numlink.reasoning.rules import Rule
from numlink.reasoning.sentence_context import SentenceContext
from numlink.reasoning.step import Step

ALONG = {Rule.A2, Rule.A3, Rule.A4, Rule.N2}
"""Rules that look at whole pieces (lines of drawn links), and not only at the cells of their step."""


def refutation(context: SentenceContext, link: int, value: int, strength: int) -> tuple[list[Step], bytes]:
    """(steps, states): the steps that lead from a try to its contradiction, without needless ones, and the link states
    after the try and these steps.

    The try sets `link` to `value` (ON or OFF) and looks ahead with this strength (human_solver.Strength); it must end
    in a contradiction.  The engine's position is the same afterwards.
    """
    engine = context.engine
    states = bytearray(engine.states())
    states[link] = value
    steps: list[Step] = []
    mark = engine.start_try(link, value)
    while record := engine.try_round(strength):
        # steps are read before the round is applied: their sentences speak of the position before it
        found = read_record(context, record)
        wrong = [step for step in found if step.is_contradiction]
        if wrong:
            steps.append(wrong[0])
            break
        steps += found
        engine.apply_round()
    else:
        steps.append(contradiction_of(context, engine.states(), engine.position.conflict))
    needed = needed_steps(steps, context, engine.states())
    engine.end_try(mark)
    draw(states, needed)
    return needed, bytes(states)


def contradiction_of(context: SentenceContext, states: bytes, conflict: int) -> Step:
    """The contradiction of a position whose drawn links branch, join two numbers or close a ring, as a step.

    `conflict` is the code of the rule that the engine found broken; this one is told if several are.
    """
    around = linked_cells(context.track_links, states)
    pieces = _pieces(around)
    found = {Rule.A1.value: _branch, Rule.A2.value: _joined}.get(conflict, _ring)(context, around, pieces)
    words, tracks = found or ("these cannot all be drawn.", ())
    cells = tuple(dict.fromkeys(context.cell_of[track] for track in tracks))
    return Step(Rule.L1, cells, tuple(sorted(context.links_around(cells))), (), words)


Found = tuple[str, tuple[int, ...]] | None
"""A sentence and the tracks it speaks of; None if this is not what is wrong."""


def _branch(context: SentenceContext, around: dict[int, list[int]], _: list[list[int]]) -> Found:
    """A cell with more links than it may have: two, or one if it has a number."""
    for cell, others in sorted(around.items()):
        is_end = context.content(cell) > 0
        if len(others) > (1 if is_end else 2):
            many, may = spelled(len(others), "link"), "one" if is_end else "two"
            return f"{context.at(cell)} would get {many}, and may have {may}.", (cell,)
    return None


def _joined(context: SentenceContext, _: dict[int, list[int]], pieces: list[list[int]]) -> Found:
    """A piece that joins two different numbers."""
    for piece in pieces:
        ends = [cell for cell in piece if context.content(cell) > 0]
        numbers = [context.content(cell) for cell in ends]
        if len(set(numbers)) > 1:
            return f"these links would join {context.at(ends[0])} to {context.at(ends[1])}.", tuple(piece)
    return None


def _ring(context: SentenceContext, around: dict[int, list[int]], pieces: list[list[int]]) -> Found:
    """A piece that is a ring: it has as many links as tracks."""
    for piece in pieces:
        if sum(len(around[cell]) for cell in piece) >= 2 * len(piece):
            first = min(piece)
            return f"these links would close a ring through {context.at(first)}.", tuple(piece)
    return None


def _pieces(around: dict[int, list[int]]) -> list[list[int]]:
    """The tracks of each piece; `around` maps each track to those that drawn links join to it."""
    seen: set[int] = set()
    pieces = []
    for start in sorted(around):
        if start in seen:
            continue
        seen.add(start)
        piece = [start]
        for cell in piece:  # `piece` grows during the loop
            fresh = [other for other in around[cell] if other not in seen]
            seen.update(fresh)
            piece += fresh
        pieces.append(piece)
    return pieces


def needed_steps(steps: Sequence[Step], context: SentenceContext, states: bytes) -> list[Step]:
    """The last step and those before it that it needs, in order.

    From the end backwards, a step is kept if it decides a link that a kept step looked at.  A step of a rule in ALONG
    also looks at all links of the pieces at its cells.  A step of tier 1 or 2, or without cells, looks at the whole
    board, so all steps before it are kept.  `states` are the link states after all steps.
    """
    piece_of: dict[int, list[int]] = {}  # cell: the tracks of its piece, on a bridge of both pieces
    for piece in _pieces(linked_cells(context.track_links, states)):
        for track in piece:
            piece_of.setdefault(context.cell_of[track], []).extend(piece)
    wanted: set[int] = set()
    needed: list[Step] = []
    everything = False
    for step in reversed(steps):
        if needed and not everything and wanted.isdisjoint(link for link, _ in step.conclusion):
            continue
        needed.append(step)
        cells = set(step.cells)
        if step.rule in ALONG:
            cells.update(other for cell in step.cells for other in piece_of.get(cell, ()))
        wanted |= context.links_around(cells)
        everything = everything or step.tier in (1, 2) or not step.cells
    return needed[::-1]
