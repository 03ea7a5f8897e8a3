"""How the ways of `ways` take part in the race: who begins, and each one's share of the work.

Decided by what is known at the start (kind and width of the board, rules), by whether the strict claim is still open,
and by how much work the counts have left.

Why not three times the cheapest way on every board, and 1.3 in the middle?  Where nothing tells two ways apart, each
must have a third of the work always, so that neither costs over three times: then a board costs 1.5 times its cheapest
way at least.  With three such ways that is 3, with four 4.  Both bars need a forecast that is mostly right, and only
counts of rectangles make one: for linkings within a factor of 2 soon, for covers mostly within a factor of 5 from about
100 000 states on, too high rather than too low.  How long a search takes yet nothing was found to say: neither the
questions that a walk has left (1 to 100 % after half of its work), nor the links known at level 0 (6 to 20 of 300, the
same after 1 ms and after 40; with those as walls, a count of covers has 0.94 to 1.03 of its states).  So the least goes
to ways that seldom win.

Settings of rectangles were decided on new drawings of app, scattered, none, walls, many and lab (seeds 6000 to 6089),
simulated from traces of each way alone, and looked at once more on others (seeds 9000 to 9079).  Boards, seconds of
counted work in all, boards over three times and 5 ms:

    two halves count covers (`meeting`), nothing says what is left     253  5.25  5    174  4.31 11
    a count of covers that is nearly done has NEARLY_DONE                   4.92  5         4.19 11
    NEARLY_DONE_AT_FIRST; the walk 0.7 for 0.5                              4.75  2         4.01  3

and then, since searches look at settled covers only (`engine.search.transfers`), by the search's share before and once
the claim is refuted.  Seconds and boards over three times, of 221 new boards (not all of them rectangles), of 106 with
seeds from 9000 on, and of the frozen families app, walls and many:

    0.3, 1.0    3.85 4    1.54 2    1.53 3
    0.3, 1.5    3.96 3    1.54 2    1.38 2
    0.5, 1.5    3.97 2    1.54 1    1.40 2     chosen
    0.5, 2.0    4.05 1    1.56 2    1.36 1

Of some 700 settings none had fewer boards over three times and a lower middle.

Rejected: linkings are counted on where all solutions are known to touch themselves, as 0 of them means no solution: 67
boards of none 6.46 s for 6.78, but 111 of walls with the walls taken away 2.34 for 2.10.

Rejected before, by the boards over three times of app (19, 57) and scattered (65), which were 1, 4, 4 then: twice the
share, not four times, for a count that is nearly done: 1, 4, 5, and the middle of app 1.7; what is left multiplied by
how wrong the guesses were before: 1, 4, 4, and 1.6; a share that is lost for good after twice the work first claimed:
3, 4, 9, and 1.9; turns by what a way will have cost at its end, not by what it has cost: 1, 6, 4, and 2.1.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum, auto

from numlink.exact.board_arrays import Board
from numlink.model.kinds.names import Feature
from numlink.model.puzzle import Puzzle
from numlink.model.rules import FREE, NO_TOUCH

ALONE = 700_000
"""Nanoseconds of work that the search does before the race of all ways is set up, which takes 40 000 to 80 000 of
Python code, as much as all work on a trivial board.

Processor milliseconds a board of `numlink new` (7x7 to 12x12, 36; 8x8 to 12x12, 40), and counted ones of the family app
(39 seeds from 1000), by (ALONE, LINKINGS behind) in millions: (1, 1.5) 1.17, 1.40, 27.5; (1, 1) 1.21, 1.37, 27.0;
(0.7, 1) 1.20, 1.40, 27.1; (0.7, 0.5) 1.13, 1.30, 29.3; (0.5, 0.5) 1.16, 1.36, 29.4.  On published boards of 11x11 and
12x12, which were kept aside, 2.27, 2.16, 2.03, 1.79, 1.88.  With 0.5 the seed 1009 of app costs 77 ms, which the walk
proves in 6.  Rejected: the walk for 1 to 4 ms before the count of linkings: 1.32 to 1.49
and 1.54 to 1.85 where the first pair was 1.20 and 1.47."""


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
    begins.  `early`: nanoseconds of its own that count once, whatever its share.  `refuted`, `behind_refuted`: its
    share and `behind` once the strict claim is refuted, or where it is not tried; None for the same.
    """

    share: float
    behind: int = 0
    early: int = 0
    refuted: float | None = None
    behind_refuted: int | None = None


NARROW = {
    WayName.SEARCH: Start(0.5, early=4_000_000, refuted=1.5),
    WayName.LINKINGS: Start(1.0, behind=700_000),
    WayName.STRICT: Start(0.7, behind=1_500_000, early=4_000_000),
    WayName.COVERS: Start(0.35, behind=10_000_000, refuted=1.0, behind_refuted=4_000_000),
}
"""Rectangles whose canonical linkings can be counted, which is the cheapest way to the strict claim mostly.  The walk
has 4 ms early: of 135 boards with a second linking it met one within 1 ms on 70, within 4 ms on 94.  Once the
claim is refuted, the count of covers and the search are the cheapest way about equally often."""

COVERS_SOON, WIDTH_OF_COVERS_SOON = 1_400_000, 10
"""Nanoseconds that the others may spend, once the claim is refuted, before the covers of a rectangle with a narrower
side of WIDTH_OF_COVERS_SOON cells are counted; twice as many for each cell more, half as many for each less, never more
than `behind_refuted`.  A count of covers takes 1 to 3 ms on boards 9 or 10 wide.

New drawings with seeds from 50000 that cost 3 ms or more.  Boards over three times and 5 ms, the middle, seconds in
all, by COVERS_SOON in milliseconds (-: none), where a count had NEARLY_DONE once its work left was below 1, 1.5 or 2
times all work so far (now: HURRY):

              scattered, 300   app, 500         walls, 276     none, 217
    2, -      36 2.23 5.82     21 1.58 12.22    17 1.88 2.21   12 1.62 8.69    before
    1.5, 1.4  14 2.28 5.79     11 1.72 12.30     7 1.88 2.18    3 1.65 8.70    chosen
    1, 1.4    13 2.24 5.91     10 1.73 12.65     5 1.86 2.09    3 1.70 8.89
    1, 2      15                                 7 1.82 2.09    7 1.70 8.92
    1, 0.7    13                                 4 1.97 2.10    2 1.71 8.84

Of all 935 boards of scattered that were drawn 44 are over three times for 95 before, of 672 of app 15 for 28 (with
HURRY).

Rejected, with 1 and 1.4 ms: NEARLY_DONE 16 (12, 9), the search's share 0.35 (13 and 10.1 times at most), 1 once
refuted (15, 10), the walk's 1 (13), that of covers 0.2 while the claim is open (13); without the width: NEARLY_DONE 4
or 2.  Covers before linkings up to 10 wide: the same number of boards as 0.7 ms, and a higher middle."""

WIDE = {
    WayName.SEARCH: Start(0.95),
    WayName.LINKINGS: Start(1.0),
    WayName.STRICT: Start(1.0, behind=5_000_000),
    WayName.COVERS: Start(1.0, behind=5_000_000),
}
"""Wider rectangles: mostly the search answers first, within some milliseconds."""

FLAT = {
    WayName.SEARCH: Start(0.15, early=4_000_000, refuted=1.0),
    WayName.LINKINGS: Start(1.0),
    WayName.STRICT: Start(1.0, behind=1_000_000),
    WayName.COVERS: Start(1.0, behind=5_000_000),
}
"""Boards of triangles and polygons: nothing tells whether the strict claim or the count of covers is cheaper."""

HEXAGONS = {
    WayName.SEARCH: Start(0.1, early=3_000_000, refuted=2.0),
    WayName.LINKINGS: Start(1.0),
    WayName.STRICT: Start(1.0, behind=1_000_000),
    WayName.COVERS: Start(0.15, behind=15_000_000, refuted=1.0, behind_refuted=5_000_000),
}
"""Boards of hexagons.  Since canonical linkings have clauses of their own there (`engine.search.exchanges`), the search
is the cheapest way on 34 of 63 drawings with seeds from 1000, the strict claim on 26, the count of covers on 3.

Costs over the cheapest way, in the middle, at most, boards over three times and 5 ms, seconds in all: the 20 frozen
boards 1.30, 2.2, 0, 0.40, and 26 drawings from 1000 on 1.37, 2.0, 0, 0.71.  With the count of covers first where there
are fewer than 0.079 pairs a cell, which was best before: 1.43, 5.3, 4, 0.81 and 1.31, 5.3, 4, 1.15."""

CROSSED = {
    WayName.SEARCH: Start(1.0),
    WayName.LINKINGS: Start(1.0),
    WayName.STRICT: Start(0.8, behind=2_000_000),
    WayName.COVERS: Start(0.05, behind=10_000_000),
}
"""Boards whose links cross or lead round the rim: bridges, layers, wraps, diagonals.  There are many ways to lay a
path, and the frontier is wide: on new drawings that take their cheapest way 2 ms or more, that is the search on 335 of
407, the walk on 59, the count of covers on 13, of which two have bridges and eleven wrap in one direction.

Costs over the cheapest way where that takes 4 ms or more, in the middle, at most, boards over three times and 5 ms,
seconds in all.  First these settings (and those of CYLINDERS), then those before, 0.1 for the walk behind 5 ms and 0.2
for the count of covers behind 5 ms, chosen when the walk knew no exchanges; simulated from traces of each way alone.

    wraps, seeds 1000 to 1339, 106 boards   1.39 3.5 0 8.49   1.21 9.7 5 8.85
    wraps, 1340 to 1479, 44 boards          1.07 3.4 0 1.86   1.17 5.6 1 1.88
    bridges, 1000 to 1169, 27 boards        1.13 3.3 0 0.84   1.23 9.9 2 0.95
    layers, 1000 to 1159, 39 boards         1.00 2.1 0 0.78   1.09 1.5 0 0.75
    diagonals, 1000 to 1239, 34 boards      1.00 1.2 0 0.34   1.08 1.2 0 0.37
    wraps, 2000 to 2119, 39 boards          1.33 2.7 0 3.14   1.22 10 4 4.42
    bridges, 2000 to 2119, 14 boards        1.15 6.9 1 0.66   1.20 5.8 1 0.64
    layers, 2000 to 2059, 22 boards         1.04 2.2 0 0.89   1.14 12 1 2.09

The last three rows were looked at when all was decided.  The board of bridges, 13x13, is the count's (34 ms; 230 now,
196 before), and among wraps that take less than 4 ms one is over the bar, by 0.3 ms.
With 0.6 for the walk one board of bridges is over three times, with 0.5 one of wraps, with 0.4 two."""

CYLINDERS = CROSSED | {WayName.COVERS: Start(0.2, behind=10_000_000, refuted=0.7, behind_refuted=4_000_000)}
"""Boards that wrap in one direction and have few pairs (CELLS_A_PAIR), where paths may touch: their frontier is hardly
wider than a rectangle's.  Once the claim is refuted, the count of covers is the cheapest way on 9 of 72 of these boards
(seeds 1000 to 1479), by up to 5.5 times.  With 0.5, not 0.7, two of them are over three times."""

CELLS_A_PAIR = 11
"""Cells for each pair of a board from which CYLINDERS holds.  With more pairs the search has little choice: the count
of covers is the cheapest way on two of 71 boards that wrap in one direction (4.7 ms for 6.7; 1.9 times).  With
CYLINDERS for those too, the middle of wraps above is 1.6."""

CROSSING = {Feature.BRIDGES, Feature.LAYERS, Feature.WRAP, Feature.DIAGONALS}
"""What a board of CROSSED has."""

NARROW_BRIDGES = 10
"""Rows or columns of a board up to which the count of covers has as much as the search in spite of bridges: of the
family bridges one of 9x9 took it 4.8 ms of counted work and the search 16, one of 10x10 23 and 104."""

FREE_LINKINGS, FREE_COVERS = 0.5, 0.05
"""Shares of both counts under FREE, where the search is the cheapest on all contest boards that were looked at, and the
linkings of levels of the app are counted in 0.5 to 1.3 times its work.

Costs over the cheapest way, in the middle, at most, and seconds in all; no board is over three times and 5 ms unless it
is said.  67 new contest boards (seeds 30000 to 30119), 68 more (30200 to 30319), and 48 of app under FREE:

    0.6, 0.2    1.66 2.8 11.56         1.53 1.9 16.54   1.26 4.2 0.99   before
    0.5, 0.1    1.53 2.6 10.62                          1.24 4.2 0.97
    0.5, 0.05   1.48 2.6 10.32         1.39 1.9 14.59   1.22 4.2 0.96   chosen
    0.4, 0.1    1.47 3.3 10.42                          1.22 4.2 0.95
    0.4, 0.05                          1.34 2.0 14.23   1.21 4.2 0.94
    0.3, 0.1    1.39 3.7 10.15, 2 over

With 0.4 a board whose linkings are the cheapest way may cost 3.6 times as much as they."""

FREE_BEHIND = 5_000_000
"""Nanoseconds that the search has under FREE before linkings are counted.  Boards of 7x7 to 13x13 took, in processor
milliseconds a board, with 0.5, 1.5, 3, 5 and 8 million of them: from `numlink new` (40, with cells to fill then) 1.58,
1.37, 1.28, 1.20, 1.21; strict ones (40) 0.70, 0.64, 0.56, 0.43, 0.42; of the family many (40 seeds from 1000) 1.66,
1.48, 1.25, 0.99, 0.86."""

BEFORE_THE_FIRST = 1_200_000
"""Nanoseconds that the others may spend at least, while no solution is known, before linkings are counted: most first
solutions of 10x10 to 15x17 take 0.7 to 1.2 ms, and `solve` needs no more (with 0.7 ms its middle on app is 1.75)."""

HURRY = 3.0
"""How many times the quotient of all work so far and of the work that a count has left is by what its share grows: a
count with twice the work so far to go has 1.5 times its share, one with a third of that nine times, if NEARLY_DONE let
it.  The middle, boards over three times and 5 ms, seconds in all, of new drawings (those of COVERS_SOON; the second
columns were looked at last):

                                      scattered                          app
                                      300             635                300             372
    NEARLY_DONE from 1.5 times on     2.28 14 5.79    2.30 34 12.60      1.79 8 7.49     1.56 8 9.29    before
    2 times the quotient              2.26 13 5.82                       1.77 8 7.47
    3 times                           2.30 11 5.74    2.27 33 12.47      1.76 8 7.33     1.49 7 9.20    chosen
    4 times                           2.30 16 5.99                       1.78 8 7.23
    6 times                           2.31 21 6.02                       1.76 10 7.21
    2 times its square                2.25 10 5.80    2.26 32 12.53      1.76 6 7.55     1.58 8 9.48

Rejected: only a count that would end at less than 3, 4 or 5 times the cheaper of walk and search has more (15, 16, 16
boards of scattered, 10, 8, 13 of app; 4 to 13 % more work)."""

NEARLY_DONE = 8.0
"""By how much the share of a count grows at most: the others go on, as some guesses are ten times too low."""

NEARLY_DONE_AT_FIRST, SEARCH_AT_FIRST = 4.0, 3_000_000
"""By how much the share of the count of linkings grows at most while the search has cost fewer nanoseconds than that: a
share that grows is made good for all work so far, and boards that the search ends in 2 to 5 ms waited for 9 to 14 ms of
the count.  With 8 from the beginning 14 of 427 boards were over three times, with 4 until 2, 3, 4, 5 ms 11, 7, 8, 8,
with 2 until 3 ms 6 and the middle of app 1.58 and 1.46 for 1.47 and 1.29.  With HURRY 8 from the beginning: 56 of 935
boards of scattered for 44, 17 of 672 of app for 15."""

LISTED = 100
"""Solutions after which a listing beside an exact count goes on with FEW_TURNS: of 98 boards with several solutions
(app, scattered, walls, many, bridges, layers, diagonals, hexagons), a listing came to its end before the count on 14,
none of which has more than 89 solutions, and most boards with more show so many within 10 to 60 ms."""

FEW_TURNS = 0.05
"""The share of a listing that has met LISTED solutions."""

LISTING = 3.0
"""The share of a listing before that, beside a count of 1: beyond rectangles the count is wide, and many solutions soon
show.  Middles of bridges, diagonals and layers with 1: 1.71, 1.16, 1.66; with 2: 1.47, 1.16, 1.32; with 3: 1.33, 1.16,
1.31."""

LISTING_NARROW = 0.1
"""The same on rectangles up to NARROW_COUNT wide, where the count was the cheaper one on all 62 boards looked at."""

NARROW_COUNT = 15
"""Cells of the narrower side of those rectangles."""

EXACT_SEARCH = 0.15
"""The search's share on rectangles where the exact number is asked and the strict claim is refuted: a second solution
is then no answer yet.  With 0.6, as for a verdict, the middle of app is 1.43 for 1.3, of scattered 1.77 for 1.68."""


def hurry(left: int | None, work: int, most: float) -> float:
    """By how much the share of a count grows, 1 to `most`, that has `left` nanoseconds to go (None: not known).

    `work`: the work of all ways so far.
    """
    if left is None or left >= HURRY * work:
        return 1.0
    return most if left * most <= HURRY * work else HURRY * work / left


def listing_share(board: Board, found: int) -> float:
    """The share of a listing that has `found` solutions, beside the exact count on the frontier."""
    if found >= LISTED:
        return FEW_TURNS
    puzzle = board.puzzle
    narrow = board.rectangle and board.rules.touch and min(puzzle.width, puzzle.height) <= NARROW_COUNT
    return LISTING_NARROW if narrow else LISTING


def _narrow(puzzle: Puzzle) -> dict[WayName, Start]:
    """NARROW with COVERS_SOON."""
    side = min(puzzle.width, puzzle.height)
    covers = NARROW[WayName.COVERS]
    if covers.behind_refuted is None:
        return dict(NARROW)
    soon = int(COVERS_SOON * 2.0 ** (side - WIDTH_OF_COVERS_SOON))
    return NARROW | {WayName.COVERS: replace(covers, behind_refuted=min(soon, covers.behind_refuted))}


def _flat(board: Board) -> dict[WayName, Start]:
    """The table of a board that is no rectangle, but can be drawn in the plane."""
    return HEXAGONS if Feature.HEX in board.puzzle.layout.features() else FLAT


def _crossed(board: Board) -> dict[WayName, Start]:
    """The table of a board whose links cross or lead round the rim."""
    wrap, pairs = board.puzzle.layout.wrap, board.puzzle.pairs
    few = sum(1 for _ in board.puzzle.grid.open_cells()) >= CELLS_A_PAIR * pairs
    return CYLINDERS if few and wrap.rows != wrap.columns and board.rules.touch else CROSSED


def starts(board: Board, *, narrow: bool, exact: bool) -> dict[WayName, Start]:
    """How each way takes part, where linkings can be counted (`narrow`) and where the `exact` number is asked."""
    puzzle = board.puzzle
    features = puzzle.layout.features()
    if board.rectangle:
        chosen = _narrow(puzzle) if narrow else dict(WIDE)
    else:
        chosen = dict(_flat(board) if CROSSING.isdisjoint(features) else _crossed(board))
    if CROSSING.intersection(features) == {Feature.BRIDGES} and min(puzzle.width, puzzle.height) <= NARROW_BRIDGES:
        chosen[WayName.COVERS] = Start(1.0, behind=3_000_000)
    if board.rules in (FREE, NO_TOUCH):
        # A full share from the start: under FREE the search asks for canonical linkings itself, under NO_TOUCH it knows
        # all that the strict claim knows.
        chosen[WayName.SEARCH] = replace(chosen[WayName.SEARCH], share=1.0, early=0, refuted=None)
    if board.rules == FREE:
        # Most boards have several solutions, which the counts of the frontier cannot show.
        chosen[WayName.LINKINGS] = replace(chosen[WayName.LINKINGS], share=FREE_LINKINGS, behind=FREE_BEHIND)
        chosen[WayName.COVERS] = replace(chosen[WayName.COVERS], share=FREE_COVERS, refuted=None)
    if exact and board.rectangle and chosen[WayName.SEARCH].refuted is not None:
        chosen[WayName.SEARCH] = replace(chosen[WayName.SEARCH], refuted=EXACT_SEARCH)
    return chosen
