"""How a try is refuted: the steps that follow from it, the contradiction at their end, and the steps this needs.

A *try* sets an open link to ON or OFF; a contradiction that follows proves the opposite.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

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
    broken = (wrong for wrong in _broken(context, states) if wrong[0].value == conflict)
    _, words, tracks = next(broken, (Rule.L1, "these cannot all be drawn.", ()))
    cells = tuple(dict.fromkeys(context.cell_of[track] for track in tracks))
    return Step(Rule.L1, cells, tuple(sorted(context.links_around(cells))), (), words)


def _broken(context: SentenceContext, states: bytes) -> Iterator[tuple[Rule, str, Sequence[int]]]:
    """Every (rule, sentence, tracks it speaks of) that the drawn links break: branches, joined numbers, rings."""
    around = linked_cells(context.track_links, states)
    for cell, others in sorted(around.items()):
        is_end = context.content(cell) > 0
        if len(others) > (1 if is_end else 2):
            many, may = spelled(len(others), "link"), "one" if is_end else "two"
            yield Rule.A1, f"{context.at(cell)} would get {many}, and may have {may}.", (cell,)
    for piece in _pieces(around):
        ends = [cell for cell in piece if context.content(cell) > 0]
        if len(set(map(context.content, ends))) > 1:
            yield Rule.A2, f"these links would join {context.at(ends[0])} to {context.at(ends[1])}.", piece
        if sum(len(around[cell]) for cell in piece) >= 2 * len(piece):  # as many links as tracks
            yield Rule.A3, f"these links would close a ring through {context.at(min(piece))}.", piece


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
