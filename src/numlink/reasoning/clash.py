"""How a try ends: what is wrong with the links it draws, and which of its steps that rests on."""

from __future__ import annotations

from collections.abc import Sequence

from numlink.reasoning.deduce import RULES, Step, linked_cells
from numlink.reasoning.words import Scene

A1, A2 = RULES["A1"].code, RULES["A2"].code

ALONG = {RULES[name].code for name in ("A2", "A3", "A4", "N2")}
"""Rules that look along the pieces that end at their cells."""


def clash(scene: Scene, states: bytes, conflict: int) -> Step:
    """The contradiction of a position whose drawn links branch, join two numbers or close a ring, in words.

    `conflict` is the code of the rule the engine saw broken; where several are, that one is told.
    """
    around = linked_cells(scene.links, states)
    pieces = _pieces(around)
    found = {A1: _branch, A2: _joined}.get(conflict, _ring)(scene, around, pieces)
    words, cells = found or ("these cannot all be drawn.", ())
    return Step(RULES["L1"], cells, tuple(sorted(scene.links_around(cells))), (), words)


Found = tuple[str, tuple[int, ...]] | None


def _branch(scene: Scene, around: dict[int, list[int]], _: list[list[int]]) -> Found:
    for cell, others in sorted(around.items()):
        is_end = scene.puzzle.cells[cell] > 0
        if len(others) > (1 if is_end else 2):
            many = "two links" if len(others) == 2 else "three links" if len(others) == 3 else "four links"
            return f"{scene.at(cell)} would get {many}, and may have {'one' if is_end else 'two'}.", (cell,)
    return None


def _joined(scene: Scene, _: dict[int, list[int]], pieces: list[list[int]]) -> Found:
    for piece in pieces:
        ends = [cell for cell in piece if scene.puzzle.cells[cell] > 0]
        numbers = [scene.puzzle.cells[cell] for cell in ends]
        if len(set(numbers)) > 1:
            return f"these links would join {scene.at(ends[0])} to {scene.at(ends[1])}.", tuple(piece)
    return None


def _ring(scene: Scene, around: dict[int, list[int]], pieces: list[list[int]]) -> Found:
    for piece in pieces:
        if sum(len(around[cell]) for cell in piece) >= 2 * len(piece):
            first = min(piece)
            return f"these links would close a ring through {scene.at(first)}.", tuple(piece)
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


def needed_steps(steps: Sequence[Step], scene: Scene, states: bytes) -> list[Step]:
    """The steps the last one rests on: backwards, those that conclude a link a needed step looked at.

    `states` has all of them drawn.  Who says what would be joined looked along the pieces that meet; a step beyond
    the local rules looks at the whole board, so from there on every earlier step is kept.
    """
    piece_of = {cell: piece for piece in _pieces(linked_cells(scene.links, states)) for cell in piece}
    wanted: set[int] = set()
    needed: list[Step] = []
    everything = False
    for step in reversed(steps):
        if needed and not everything and wanted.isdisjoint(link for link, _ in step.conclusion):
            continue
        needed.append(step)
        cells = set(step.cells)
        if step.rule.code in ALONG:
            cells.update(other for cell in step.cells for other in piece_of.get(cell, ()))
        wanted |= scene.links_around(cells)
        everything = everything or step.tier in (1, 2) or not step.cells
    return needed[::-1]
