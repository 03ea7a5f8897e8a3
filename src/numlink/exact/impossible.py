"""Quick reasons why a board has no solution, for boards on which a search could take for ever.

These are: cells to fill but no number, two ends that no links join, colours of which paths cannot pass as many.  On 4x3
with diagonals, wrapped both ways and without a number, a search took more than 353 000 conflicts.
"""

from __future__ import annotations

from numlink.engine.parts import is_contradictory
from numlink.exact.board_arrays import Board

BEFORE_A_LOOK = 100
"""Conflicts that a search has before `is_impossible` is called: most searches end earlier."""


def is_impossible(board: Board) -> bool:
    """Whether one of these reasons shows that a board has no solution; False proves nothing.  O(cells).

    Always: the ends of a number lie in two parts of the board that no links join.  Where cells must be filled: a part
    has no number; a cell has too few links; or in a part whose links all join black and white, the two colours need
    unequal numbers of links.
    """
    return is_contradictory(board.cells, board.links, board.rules.fill)
