"""How the ways of `ways` take part in the race: who begins, and each one's share of the work.

Decided by what is known at the start (kind and width of the board, rules), by whether the strict claim is still open,
and by how much work the count of linkings has left.  With four ways open nobody can be within three times of each: the
least goes to those that seldom win.

Counted costs over those of the cheapest way alone, simulated from traces of each way: in the middle, at most, and
boards over three times and 5 ms.  First these settings; then 2 ms of `early` and a share of 0.25 for the search, 1 ms
before the linkings, LEFT 4 and NEARLY_DONE 5; last shares that do not change, and no outlook.

    app, 20 boards                          1.50  3.4  1     1.39  2.9  0     1.97  3.1  0
    app, seeds 1000 to 1059, 55 boards      1.44  5.6  4     1.25  5.7  3     1.94  6.1  0
    walls                                   1.61  2.7  0     1.41  2.8  0     1.58  2.4  0
    many                                    1.00  3.1  0     1.00  3.1  0     1.57  4.0  0
    `generate` 12x12 and 15x15, 21 boards   1.36  3.1  1     1.28  3.0  0
    sparse.txt, 11 boards                   2.77  5.7  0     4.35  7.8  5

Beyond the rectangle: bridges 1.5, layers 1.5, diagonals 1.2, hexagons 2.2 in the middle; with one table for all of them
2.0, 2.1, 1.5, 3.0.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum, auto

from numlink.exact.encoded import Board
from numlink.model.kinds.names import Feature
from numlink.model.rules import FREE, NO_TOUCH


class WayName(Enum):
    """The four ways, as `ways` describes them."""

    SEARCH = auto()
    LINKINGS = auto()
    STRICT = auto()
    COVERS = auto()


@dataclass(frozen=True, slots=True)
class Start:
    """How a way takes part.

    `share`: its part of the work, beside the others' shares.  `behind`: nanoseconds that the others may spend before it
    begins.  `early`: nanoseconds of its own that count once, whatever its share.  `refuted`: its share once the strict
    claim is refuted, or where it is not tried; None for the same.
    """

    share: float
    behind: int = 0
    early: int = 0
    refuted: float | None = None


NARROW = {
    WayName.SEARCH: Start(0.5, early=6_000_000),
    WayName.LINKINGS: Start(1.0, behind=1_500_000),
    WayName.STRICT: Start(0.5, behind=6_000_000),
    WayName.COVERS: Start(0.35, behind=10_000_000, refuted=1.0),
}
"""Rectangles whose canonical linkings can be counted, which is the cheapest way to the strict claim mostly.  The search
is done within some milliseconds or hardly ever; where the claim is refuted the count of covers is mostly cheaper."""

WIDE = {
    WayName.SEARCH: Start(0.95),
    WayName.LINKINGS: Start(1.0),
    WayName.STRICT: Start(1.0, behind=5_000_000),
    WayName.COVERS: Start(1.0, behind=5_000_000),
}
"""Wider rectangles, which mostly are the search's within some milliseconds."""

FLAT = {
    WayName.SEARCH: Start(0.2, early=4_000_000, refuted=1.0),
    WayName.LINKINGS: Start(1.0),
    WayName.STRICT: Start(1.0, behind=3_000_000),
    WayName.COVERS: Start(1.0, behind=5_000_000),
}
"""Boards of hexagons, triangles and polygons.  Nothing tells whether the strict claim or the count of covers is
cheaper: on 60 boards of hexagons one took an eighth to four times the other, at any width and any number of pairs."""

CROSSED = {
    WayName.SEARCH: Start(1.0),
    WayName.LINKINGS: Start(1.0),
    WayName.STRICT: Start(0.3, behind=5_000_000),
    WayName.COVERS: Start(0.3, behind=5_000_000, refuted=0.5),
}
"""Boards whose links cross or lead round the rim: bridges, layers, wraps, diagonals.  There are many ways to lay a
path, so that few boards are strict, and the frontier is wide: the search is the cheapest on 46 of 57 of them."""

CROSSING = {Feature.BRIDGES, Feature.LAYERS, Feature.WRAP, Feature.DIAGONALS}
"""What a board of CROSSED has."""

NARROW_BRIDGES = 10
"""Rows or columns of a board up to which the count of covers has as much as the search in spite of bridges: of the
family bridges one of 9x9 took it 4.8 ms of counted work and the search 16, one of 10x10 23 and 104."""

LEFT = 2.0
"""How many times all work so far the count of linkings may have left to be nearly done."""

NEARLY_DONE = 4.0
"""By how much its share grows then: the others go on, as some guesses are ten times too low."""


def starts(board: Board, *, narrow: bool, exact: bool) -> dict[WayName, Start]:
    """How each way takes part, where linkings can be counted (`narrow`) and where the `exact` number is asked."""
    puzzle = board.puzzle
    features = puzzle.layout.features()
    if board.rectangle:
        chosen = dict(NARROW if narrow else WIDE)
    else:
        chosen = dict(FLAT if CROSSING.isdisjoint(features) else CROSSED)
    if CROSSING.intersection(features) == {Feature.BRIDGES} and min(puzzle.width, puzzle.height) <= NARROW_BRIDGES:
        chosen[WayName.COVERS] = Start(1.0, behind=3_000_000)
    if board.rules in (FREE, NO_TOUCH):
        # The search asks for canonical linkings itself, or knows all that the strict claim knows.
        chosen[WayName.SEARCH] = replace(chosen[WayName.SEARCH], share=1.0, early=0, refuted=None)
    if exact:
        # If there are several solutions, only the count of covers can say the number.
        covers = chosen[WayName.COVERS]
        refuted = None if covers.refuted is None else max(0.7, covers.refuted)
        chosen[WayName.COVERS] = replace(covers, share=max(0.7, covers.share), refuted=refuted)
    return chosen
