"""Quick reasons why a board has no solution, for boards on which a search could take for ever.

These are: cells to fill but no number, two ends that no links join, colours of which paths cannot pass as many.  On 4x3
with diagonals, wrapped both ways and without a number, a search took more than 353 000 conflicts.
"""

from __future__ import annotations

from numlink.exact.encoded import Board

BEFORE_A_LOOK = 100
"""Conflicts that a search has before `is_impossible` is called.  Most searches end earlier, and this many conflicts
take about as long as the Python code of `is_impossible`."""


def is_impossible(board: Board) -> bool:
    """Whether one of these reasons shows that a board has no solution; False proves nothing.  O(cells).

    Always: the ends of a number lie in two parts of the board that no links join.  Where cells must be filled: a part
    has no number; a cell has too few links; or in a part whose links all join black and white, the two colours need
    unequal numbers of links.
    """
    around: list[list[int]] = [[] for _ in board.cells]
    for first, second in zip(board.links[::2], board.links[1::2], strict=True):
        around[first].append(second)
        around[second].append(first)
    part_of, colour = _parts(board, around)
    places: dict[int, set[int]] = {}
    for track, content in enumerate(board.cells):
        if content > 0:
            places.setdefault(content, set()).add(part_of[track])
    if any(len(parts) > 1 for parts in places.values()):
        return True
    if not board.rules.fill:
        return False
    numbered = set().union(*places.values()) if places else set()
    excess: dict[int, int] = {}
    for track, content in enumerate(board.cells):
        if content < 0:
            continue
        if part_of[track] not in numbered or len(around[track]) < (1 if content > 0 else 2):
            return True
        # Both colours need equally many links, as each link joins one of each: two for a cell, one for an endpoint.
        excess[part_of[track]] = excess.get(part_of[track], 0) + colour[track] * (1 if content > 0 else 2)
    if not any(excess.values()):
        return False
    mixed = {
        part_of[first] for first in range(len(around)) for other in around[first] if colour[first] == colour[other]
    }
    return any(total and part not in mixed for part, total in excess.items())


def _parts(board: Board, around: list[list[int]]) -> tuple[list[int], list[int]]:
    """By track its part of the board, named by the first track, and a colour 1 or -1, alternating; solid: -1 and 0."""
    part_of, colour = [-1] * len(around), [0] * len(around)
    for start, content in enumerate(board.cells):
        if content < 0 or part_of[start] >= 0:
            continue
        part_of[start], colour[start] = start, 1
        waiting = [start]
        while waiting:
            here = waiting.pop()
            for there in around[here]:
                if part_of[there] < 0:
                    part_of[there], colour[there] = start, -colour[here]
                    waiting.append(there)
    return part_of, colour
