"""How a try is refuted: what follows from it, what is wrong at the end, and which of its steps that rests on."""

from __future__ import annotations

from collections.abc import Sequence

from numlink.reasoning.deduce import read_record
from numlink.reasoning.position import draw, linked_cells
from numlink.reasoning.rules import Rule
from numlink.reasoning.situation import Situation
from numlink.reasoning.step import Step

ALONG = {Rule.A2, Rule.A3, Rule.A4, Rule.N2}
"""Rules that look along the pieces that end at their cells."""


def refutation(situation: Situation, link: int, value: int, strength: int) -> tuple[list[Step], bytes]:
    """The steps from a try to its contradiction that it needs, and the position they lead to.

    The try, a look-ahead of this strength with `link` set to `value` (ON or OFF), must end in a contradiction; the
    engine comes back to where it was.
    """
    engine = situation.engine
    states = bytearray(engine.states())
    states[link] = value
    steps: list[Step] = []
    mark = engine.start_try(link, value)
    while record := engine.try_round(strength):
        # read before the round is applied: the sentences speak of the position as it is now
        found = read_record(situation, record)
        wrong = [step for step in found if step.is_contradiction]
        if wrong:
            steps.append(wrong[0])
            break
        steps += found
        engine.apply_round()
    else:
        steps.append(clash(situation, engine.states(), engine.position.conflict))
    needed = needed_steps(steps, situation, engine.states())
    engine.end_try(mark)
    draw(states, needed)
    return needed, bytes(states)


def clash(situation: Situation, states: bytes, conflict: int) -> Step:
    """The contradiction of a position whose drawn links branch, join two numbers or close a ring, in words.

    `conflict` is the code of the rule the engine saw broken; where several are, that one is told.
    """
    around = linked_cells(situation.track_links, states)
    pieces = _pieces(around)
    found = {Rule.A1.value: _branch, Rule.A2.value: _joined}.get(conflict, _ring)(situation, around, pieces)
    words, tracks = found or ("these cannot all be drawn.", ())
    cells = tuple(dict.fromkeys(situation.cell_of[track] for track in tracks))
    return Step(Rule.L1, cells, tuple(sorted(situation.links_around(cells))), (), words)


Found = tuple[str, tuple[int, ...]] | None


def _branch(situation: Situation, around: dict[int, list[int]], _: list[list[int]]) -> Found:
    for cell, others in sorted(around.items()):
        is_end = situation.content(cell) > 0
        if len(others) > (1 if is_end else 2):
            many = ("two", "three", "four", "five", "six", "seven", "eight")[len(others) - 2]
            return f"{situation.at(cell)} would get {many} links, and may have {'one' if is_end else 'two'}.", (cell,)
    return None


def _joined(situation: Situation, _: dict[int, list[int]], pieces: list[list[int]]) -> Found:
    for piece in pieces:
        ends = [cell for cell in piece if situation.content(cell) > 0]
        numbers = [situation.content(cell) for cell in ends]
        if len(set(numbers)) > 1:
            return f"these links would join {situation.at(ends[0])} to {situation.at(ends[1])}.", tuple(piece)
    return None


def _ring(situation: Situation, around: dict[int, list[int]], pieces: list[list[int]]) -> Found:
    for piece in pieces:
        if sum(len(around[cell]) for cell in piece) >= 2 * len(piece):
            first = min(piece)
            return f"these links would close a ring through {situation.at(first)}.", tuple(piece)
    return None


def _pieces(around: dict[int, list[int]]) -> list[list[int]]:
    """The cells of each piece that the drawn links make."""
    seen: set[int] = set()
    pieces = []
    for start in sorted(around):
        if start in seen:
            continue
        seen.add(start)
        piece = [start]
        for cell in piece:  # grows while it is walked
            fresh = [other for other in around[cell] if other not in seen]
            seen.update(fresh)
            piece += fresh
        pieces.append(piece)
    return pieces


def needed_steps(steps: Sequence[Step], situation: Situation, states: bytes) -> list[Step]:
    """The steps the last one rests on: backwards, those that conclude a link a needed step looked at.

    `states` has all of them drawn.  Who says what would be joined looked along the pieces that meet; a step beyond
    the local rules looks at the whole board, so from there on every earlier step is kept.
    """
    piece_of: dict[int, list[int]] = {}  # by cell: a bridge may lie on two pieces
    for piece in _pieces(linked_cells(situation.track_links, states)):
        for track in piece:
            piece_of.setdefault(situation.cell_of[track], []).extend(piece)
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
        wanted |= situation.links_around(cells)
        everything = everything or step.tier in (1, 2) or not step.cells
    return needed[::-1]
