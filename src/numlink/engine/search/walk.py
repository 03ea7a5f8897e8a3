"""Walk-and-cut: is a known solution the only one, and if not, where to cut it; near linear on dense boards.

Let S be the known solution, its links numbered in scan order.  Every other solution agrees with S on the links
before some first link i and differs at i.  So, for i from the last link down to the first, ask for a solution that
has S before i and not S at i:

        link      0 1 2 3 4 5 6 7 8 9
        query 9   S S S S S S S S S n        n: not as in S, *: free
        query 8   S S S S S S S S n *
        query 7   S S S S S S S n * *        ... down to     n * * * * * * * * *

Each query searches near the end of what is fixed, and what it learns serves the next.  If all are refuted, S is the
only solution.  A query that succeeds shows another solution T.  Its caller picks a link of S that T lacks and asserts
this link on, for good; as a puzzle that is cutting the path there into two pairs (the solutions of the cut puzzle are
the old solutions that use the link).  A cut only takes solutions away, so every query refuted stays refuted and the
walk goes on from where it stands.

A few queries take nearly all the work (100x100: three of 13 000 took 59 % of the conflicts).  Which they are depends on
the order of the links; 8 orders of one board differ by up to 10 times, but some boards are hard in all.  A caller who
may cut need not wait: `spent` tells what the present query has cost, and a cut beside its link mostly ends it, though
no other solution asked for that cut.  Figures in bench/engine_search.py, sets cut40p and cut100p.  Hard boards are
proven by their `backbone` in a third of the conflicts.

A conflict leaves the links that it undoes with the values they had as their phases, and a rephasing replaces all
phases.  So after some thousand conflicts the phases of far regions are not those of S, and another solution that is
found differs from S at many places.  A walk that stays *near* sets the phases of S again before every query and after
every cut, and never rephases.  Four lab boards 100x100, cut with a patience of 300 conflicts: 410 145 conflicts and
1 012 cuts; without it 1 229 262 and 2 931.
"""

# Rejected, by conflicts: 16 hard queries on lab boards, each asked of a fresh search, take 112 660 as it stands.
#
#     links beside those that differ from S first: latest, earliest, most active    164 487   155 948   156 455
#     the same with phases held at S                                                170 375   121 005   130 587
#     phases held against S; phases off                                             162 920   115 820
#
# A first reduction after 5 000 conflicts: 748 212 for 759 706.  To cut at the first or last link that the other
# solution lacks, not in the middle of a stretch: 1.1 times as many (12 boards, at most 20 000 each).
#
# Activities that fade faster (`Search.fade_faster`) help walks that nothing follows.  Millions of conflicts by the part
# of an activity that is kept; 0.90 lies between, 0.80 and 0.75 are like 0.85:
#
#     lab boards, at most                                          0.95    0.85
#     32 of 40x40, 120 000 each                                    1.50    1.14
#     20 of 40x40, seeds from 120, in four orders, 100 000 each    1.94    1.61
#     25 of 40x40, seeds from 0, 500 000 each                      1.77    1.46    median 0.62 s and 0.37 s
#     8 of 40x40, up to the 1 000 conflicts before a backbone     0.256   0.243
#     30 of 20x20, likewise                                       0.100   0.092
#     10 of 30x30, likewise                                       0.033   0.035
#
# `repair --fewest` walks with 0.85 (`making/only_solution.py`).  All other searches keep 0.95: boards of known recipes
# were inspected with it, and for new ones 0.85 is chance (12 boards of 30x30 2.39 and 1.66 million, 15 of 20x20 0.97
# and 1.43).
#
# Rejected with 0.85 kept, by thousands of conflicts, seeds 100 to 119, at most 60 each; 645 as it stands:
#
#     activity also for the reasons of learned literals         597, each dearer
#     activity twice for learned literals                       646
#     restarts after 20 or 100 conflicts, not 50                601   616
#     0.80 kept                                                 548
#
#     links backwards, by columns, by diagonals                 472   453   625
#     rows by turns; bands of 10 rows                           600   626
#     blocks of 5, 10 and 20 cells                              631 to 649
#     from the rim; from the centre                             587   511
#     halves parted by lines: lines first, lines last           633   357
#
# That the order matters is chance: on seeds 120 to 139 scan order took 278, backwards 474, columns 376 and lines last
# 394.  The best of four orders, each walked in turn, would take longer in the median than one.
#
# In walks near their solution a decay of 0.75, a glue that counts only levels beyond the assumptions, or both save 10
# to 20 % of the conflicts, but each conflict costs more: no time saved (12 boards 100x100).

from __future__ import annotations

from array import array

import cython

from numlink.engine.arrays import require_place

if not cython.compiled:
    from numlink.engine.search.search import Search
    from numlink.engine.search.uniqueness import SolutionProof


@cython.final
@cython.cclass
class Walk(SolutionProof):
    """The proof by queries from the last link to the first, see above; a question is a query.

    After SATISFIED, `cut` excludes the other solution.  With `near` every query, and every run after a cut, begins with
    the phases of `solution`; without it saved phases are kept.
    """

    def __init__(self, search: Search, solution: array[int], *, near: bool = False) -> None:
        link: cython.int
        SolutionProof.__init__(self, search, solution)
        for link in range(search.link_count):
            search.assumed[link] = 2 * link if solution[link] else 2 * link + 1
        self.query = search.link_count - 1
        self.flipped = False
        self.near = near
        if near:
            search.keep_phases()

    @property
    def remaining(self) -> int:
        """How many queries are not refuted yet."""
        return int(self.query + 1)

    @property
    def spent(self) -> int:
        """Conflicts of the present query since it began or since the last `cut`; its link is number `remaining - 1`."""
        return int(self.search.conflicts - self.begun)

    def cut(self, link: int) -> None:
        """Assert a link of the solution on, for good; `spent` begins again from 0."""
        self.search.expect_idle()
        require_place(link, self.search.link_count, "link")
        self.begun = self.search.conflicts
        self.search.add_clause(array("i", [2 * link]))
        if self.near:
            self.return_to_solution()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def advance(self, conflicts: cython.int, propagations: cython.int) -> cython.int:
        """`run` without the GIL: 0 refuted, 1 satisfied, 2 paused, 3 `solution` is none."""
        last_conflict: cython.longlong = self.search.conflicts + conflicts
        last_propagation: cython.longlong = self.search.propagations + propagations
        while self.query >= 0:
            if not self.flipped:
                self.search.cancel(self.query)
                self.search.assumed[self.query] ^= 1
                self.search.assumed_count = self.query + 1
                self.flipped = True
            if self.search.conflicts >= last_conflict or self.search.propagations >= last_propagation:
                return 2
            outcome: cython.int = self.search.advance(
                cython.cast(cython.int, last_conflict - self.search.conflicts),
                cython.cast(cython.int, last_propagation - self.search.propagations),
            )
            if outcome != 0:
                return outcome
            if not self.search.consistent or self.search.level < self.query:
                return 3
            self.search.assumed[self.query] ^= 1
            self.flipped = False
            if self.near and self.search.conflicts > self.begun:
                self.return_to_solution()
            self.begun = self.search.conflicts
            self.query -= 1
        return 0 if self.search.consistent else 3
