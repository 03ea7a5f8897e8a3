"""For hints: the few steps of deduction that lead from a drawing to one more drawn link.

A drawing shows drawn links but no links that are ruled out, so one step is often not enough.  What players see at a
glance is left out: a cell that has its links takes no more, two numbers are not joined, no loop is closed.  Steps that
the last one does not need are left out too; to find them, deductions are repeated without them.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from numlink.model.puzzle import Puzzle
from numlink.reasoning.deduce import cheapest_steps, conflict_step, read_record
from numlink.reasoning.position import OFF, ON, Position, draw, reasoner_for
from numlink.reasoning.rules import Assume, Rule, Variant
from numlink.reasoning.sentence_context import SentenceContext
from numlink.reasoning.step import Conclusion, Step, notes

AT_A_GLANCE = (Variant.CELL_FINISHED, Variant.NUMBERS_JOINED, Variant.LOOP_CLOSED)
"""The deductions that a player sees at a glance."""

MOST_REASONS = 3  # the most links found in one round that are compared for the shortest reason
MOST_TESTS, FEWEST_TESTS = 30, 8  # the most deductions repeated to shorten one reason, on small and on large boards
TESTED = 6_800_000  # the most work of these, as cells times numbers, beyond FEWEST_TESTS (bench/notes/hints.md)


def steps_to_link(
    position: Position, *, beside: Collection[int] | None = None, assume: Assume = Assume.NOTHING
) -> list[Step]:
    """The steps from `position` to a drawn link at one of the tracks `beside` (None: anywhere); the last step draws it.

    Each step follows from the drawing, from what is seen at a glance and from earlier steps.  Empty if the rules draw
    no link there; a single step without a conclusion if the position is contradictory.
    """
    return _Reasons(position, beside, assume).steps()


class _Reasons:
    """The search for the next link of one drawing.

    `base` are the link states of the drawing and of what is seen in it at a glance; `wanted` the links that may be the
    next one; `found` the steps of all rounds so far; `tests` counts the deductions repeated for the present reason.
    """

    def __init__(self, position: Position, beside: Collection[int] | None, assume: Assume) -> None:
        self.assume = assume
        self.engine = reasoner_for(position.puzzle, assume)
        self.context = SentenceContext(position.puzzle, self.engine)
        self.wanted = set(range(len(self.context.links))) if beside is None else self.context.links_around(beside)
        self.tests = 0
        self.most_tests = most_tests(position.puzzle)
        self.found: list[Step] = []
        # for each step of `found` and of the present round, the number of steps found before its round
        self.earlier: list[int] = []
        self.base = bytearray(position.states)
        self._draw_obvious(self.base)

    def steps(self) -> list[Step]:
        states = bytearray(self.base)
        while not self.engine.position.conflict:
            steps = cheapest_steps(self.context, self.assume)
            if not steps:
                return []
            wrong = [step for step in steps if step.is_contradiction]
            if wrong:
                return wrong[:1]
            last = [step for step in steps if self._drawn(step)]
            self.earlier += [len(self.found)] * len(steps)
            if last:
                last.sort(key=lambda step: (len(step.cells), step.cells))
                compared = MOST_REASONS if self.most_tests > FEWEST_TESTS else 1
                return min(map(self._reason, last[:compared]), key=len)
            self.found += steps
            draw(states, steps)
            self._draw_obvious(states)
        return [conflict_step(self.engine)]

    def _drawn(self, step: Step) -> Conclusion:
        """The part of a step's conclusion that draws links of `wanted`."""
        return tuple((link, drawn) for link, drawn in step.conclusion if drawn and link in self.wanted)

    def _draw_obvious(self, states: bytearray) -> None:
        """Set in `states` and the engine everything that is obvious (AT_A_GLANCE), up to a conflict."""
        while True:
            self.engine.load(states)
            if self.engine.position.conflict:
                return
            found = notes(self.engine.scan(0, 0))
            seen = [note for note in found if note.conclusion and note.variant in AT_A_GLANCE]
            if not seen:
                return
            draw(states, seen)

    # ------------------------------------------------------------------------------------------ leaving out

    def _reason(self, last: Step) -> list[Step]:
        """The steps of `found` that `last` needs, and `last`, each deduced again from only the steps that it needs."""
        self.tests = 0
        steps = [*self.found, last]
        wanted = {len(self.found): self._drawn(last)}
        premises: dict[int, list[int]] = {}
        waiting = [len(self.found)]
        while waiting:
            at = waiting.pop()
            premises[at] = self._premises(at, steps[at].rule, wanted[at])
            for premise in premises[at]:
                if premise not in wanted:
                    wanted[premise] = steps[premise].conclusion
                    waiting.append(premise)
        found: list[Step] = []
        for at in sorted(premises):
            # deduced again from its own premises alone, because the sentences of some rules count drawn links
            self._return_to(premises[at])
            for step in read_record(self.context, self.engine.scan(0, steps[at].rule.value)):
                if not set(step.conclusion).isdisjoint(wanted[at]):
                    found.append(step)
                    if self._drawn(step):
                        return found
        return found

    def _premises(self, at: int, rule: Rule, conclusion: Conclusion) -> list[int]:
        """The earlier steps that step `at` needs for `conclusion` by `rule`: drops chunks while it still follows."""
        kept = list(range(self.earlier[at]))
        chunk = len(kept)
        while chunk:
            begin = 0
            while begin < len(kept) and self.tests < self.most_tests:
                fewer = kept[:begin] + kept[begin + chunk :]
                if self._follows(fewer, rule, conclusion):
                    kept = fewer
                else:
                    begin += chunk
            chunk //= 2
        return kept

    def _follows(self, premises: Sequence[int], rule: Rule, conclusion: Conclusion) -> bool:
        """Whether a rule decides all of `conclusion` from only the base and these steps."""
        self.tests += 1
        states = self._return_to(premises)
        found = {entry for note in notes(self.engine.scan(0, rule.value)) for entry in note.conclusion}
        return all(entry in found or states[entry[0]] == (ON if entry[1] else OFF) for entry in conclusion)

    def _return_to(self, premises: Sequence[int]) -> bytearray:
        """Load the engine with the base, these steps and what is then seen at a glance; return the link states."""
        states = bytearray(self.base)
        draw(states, [self.found[premise] for premise in premises])
        self._draw_obvious(states)
        return states


def most_tests(puzzle: Puzzle) -> int:
    """The most deductions that are repeated to shorten one reason on this board.

    >>> rows = {side: [[row + 1, *[0] * (side - 2), row + 1] for row in range(side)] for side in (15, 80, 100)}
    >>> [most_tests(Puzzle.from_rows(rows[side])) for side in (15, 80, 100)]
    [30, 13, 8]
    """
    return max(FEWEST_TESTS, min(MOST_TESTS, TESTED // max(1, len(puzzle.cells) * puzzle.pairs)))
