"""Is a known solution the only one, link by link: which links have its value in every solution (the *backbone*).

Let S be the known solution.  For each link that S has on, ask for a solution that has it off, with nothing else
assumed.  Most questions are refuted within a few conflicts, by the cells around the link.  Then the link is a fact, for
good, and the questions near it become easier.  A question that takes too many conflicts is given up, and asked again in
the next pass over the links:

        links that S has on                0 1 2 3 4 5 6 7 8 9
        pass 1, 5 conflicts a question     . . . # # . . . # #       #: a fact
        pass 2, 5 again: many were facts   . # # # # . # # # #       .: still open
        pass 3, 20: few became facts       # # # # # # # # # #       S is the only solution

Where most questions of a pass are given up, those of the next may take four times as many conflicts, so the passes come
to an end.  Links that S has off are mostly facts by then; those that are not are asked about in the same way.  If a
question succeeds, it shows another solution, and the caller adds a clause that S satisfies and the other does not:
"this link is on", for example, which is a cut (`walk`).  A clause takes solutions away only, so facts stay facts.

A walk proves the same with easier questions, as they assume S at all links before.  But what it refutes is no fact, and
a few of its questions take nearly all conflicts.  Lab boards 40x40, cut until S is the only solution, at most 60 000
conflicts each, `Search.fade_faster(0.85)`: thousands of conflicts, and boards not done

                            walk          walk near S   backbone
    25 boards, seeds 0..    822, 10       716, 6        408, none
    20 boards, seeds 100..  641, 7        615, 6        265, 2

and 100x100, seeds 0 to 2: over 1 200, 449 and 430 with a walk, 304, 112 and 128 with the backbone.
"""

# Thousands of conflicts on boards 40x40, seeds 100 to 119, at most 300 000 each, which one takes in any case; 494 as it
# stands:
#
#     FIRST_PATIENCE 2, 3, 10 for 5      505   517   500
#     PATIENCE_GROWTH 2, 10 for 4        508   562
#     GIVEN_UP 10, 30 for 3              494   506
#     activities kept by 0.95            520
#
# Links that S has off asked about in every pass, seeds 0 to 24: 518 for 457.

from __future__ import annotations

from array import array

import cython

if not cython.compiled:
    from numlink.engine.search.search import Search
    from numlink.engine.search.uniqueness import SolutionProof


# The conflicts that a question may take in the first pass, and its factor after a pass in which more than GIVEN_UP
# questions were given up for each one answered.
FIRST_PATIENCE = cython.declare(cython.int, 5)
PATIENCE_GROWTH = cython.declare(cython.int, 4)
GIVEN_UP = cython.declare(cython.int, 3)
# No question may take more, so that the number stays an int.
MOST_PATIENCE = cython.declare(cython.int, 1 << 28)


@cython.final
@cython.cclass
class Backbone(SolutionProof):
    """The proof by questions about single links, see above."""

    def __init__(self, search: Search, solution: array[int]) -> None:
        SolutionProof.__init__(self, search, solution)
        search.keep_phases()
        self.link = search.link_count
        self.asking = False
        self.patience = FIRST_PATIENCE
        self.answered = 0
        self.given_up = 0
        # Links that are on in the solution come first: where all are facts, most of the others are facts, too.
        self.asks_on = True
        # Whether the last run met another solution, whose values are now the phases.
        self.met = False

    @property
    def remaining(self) -> int:
        """How many links are not known to have their value in every solution.  Goes back to level 0."""
        return sum(value < 0 for value in self.search.fixed())

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def advance(self, conflicts: cython.int, propagations: cython.int) -> cython.int:
        """`run` without the GIL: 0 refuted, 1 satisfied, 2 paused, 3 `solution` is none."""
        last_conflict: cython.longlong = self.search.conflicts + conflicts
        last_propagation: cython.longlong = self.search.propagations + propagations
        if self.met:
            self.search.cancel(0)
            self.return_to_solution()
            self.met = False
        while True:
            if not self.asking:
                outcome: cython.int = self.ask_next()
                if outcome != 2:
                    return outcome
            if self.search.conflicts >= last_conflict or self.search.propagations >= last_propagation:
                return 2
            last: cython.longlong = self.begun + self.patience
            outcome = self.search.advance(
                cython.cast(cython.int, (last if last < last_conflict else last_conflict) - self.search.conflicts),
                cython.cast(cython.int, last_propagation - self.search.propagations),
            )
            if outcome == 1:
                self.met = True
                return 1
            if not self.search.consistent:
                return 3
            if outcome == 0:
                self.answered += 1
                self.asking = False
            elif self.search.conflicts >= last:
                self.given_up += 1
                self.asking = False

    def ask_next(self) -> cython.int:
        """Go on to the next question: 2 there is one, 0 all links are facts, 3 `solution` is none.

        A refuted question has left its answer behind: its one assumption is false at level 0.
        """
        self.search.cancel(0)
        self.search.assumed_count = 0
        if not self.search.consistent or not self.search.propagate():
            return 3
        if self.search.conflicts > self.begun:
            self.return_to_solution()
        self.link = self.next_open()
        while self.link < 0:
            if self.given_up == 0:
                if not self.asks_on:
                    return 0
                self.asks_on = False
            elif self.given_up > GIVEN_UP * self.answered and self.patience < MOST_PATIENCE:
                self.patience *= PATIENCE_GROWTH
            self.given_up = 0
            self.answered = 0
            self.link = self.search.link_count
            self.link = self.next_open()
        if self.search.truth[2 * self.link] != 0:
            return 3
        self.search.assumed[0] = 2 * self.link + (1 if self.solution[self.link] else 0)
        self.search.assumed_count = 1
        self.begun = self.search.conflicts
        self.asking = True
        return 2

    def next_open(self) -> cython.int:
        """The next link below `link` to ask about, or a fact that `solution` contradicts; -1 if there is none."""
        link: cython.int = self.link - 1
        while link >= 0:
            if self.search.truth[2 * link] == 0:
                if self.solution[link] or not self.asks_on:
                    break
            elif (self.search.truth[2 * link] > 0) != (self.solution[link] != 0):
                break
            link -= 1
        return link
