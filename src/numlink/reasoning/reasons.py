"""Why a link comes next: the few steps that lead from a drawing to one more drawn link; for hints in play.

A drawing shows no links that are off, so that one step is often not enough.  What a player sees at a glance goes
unsaid: a cell that has its links takes no more, two numbers are not joined, no ring is closed.  Of all that was
deduced on the way only what the last step needs is told, found by leaving out and deducing again.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from numlink.reasoning.deduce import cheapest_steps, conflict_step, read_record
from numlink.reasoning.position import OFF, ON, OPEN, Position, reasoner_for
from numlink.reasoning.rules import Assume, Rule, Variant
from numlink.reasoning.situation import Situation
from numlink.reasoning.step import Conclusion, Step, notes

AT_A_GLANCE = (Variant.CELL_FINISHED, Variant.NUMBERS_JOINED, Variant.RING_CLOSED)
"""What a player sees without being told."""

MOST_REASONS = 3
"""Links found at the same time that are looked at for the one with the shortest reason."""

MOST_TESTS = 30
"""Deductions made again to shorten one reason: some milliseconds at 15x15."""


def steps_to_link(
    position: Position, *, beside: Collection[int] | None = None, assume: Assume = Assume.NOTHING
) -> list[Step]:
    """The steps from `position` to a drawn link at one of the cells `beside` (None: anywhere); the last one draws it.

    Each follows from the drawing, from what is seen at a glance and from the steps before it.  Empty where the rules
    draw nothing; a single step without a conclusion where the position is wrong.
    """
    return _Reasons(position, beside, assume).steps()


class _Reasons:
    """The search for one drawing's next link; `base` is the drawing and what is seen in it at a glance."""

    def __init__(self, position: Position, beside: Collection[int] | None, assume: Assume) -> None:
        self.assume = assume
        self.engine = reasoner_for(position.puzzle, assume)
        self.situation = Situation(position.puzzle, self.engine)
        self.wanted = set(range(len(self.situation.links))) if beside is None else self.situation.links_around(beside)
        self.tests = 0
        self.found: list[Step] = []
        # for each step found, and those of the round that is on: how many before its round
        self.earlier: list[int] = []
        self.base = bytearray(position.states)
        self._glance(self.base)

    def steps(self) -> list[Step]:
        """The steps in order; see `steps_to_link`."""
        states = bytearray(self.base)
        while not self.engine.position.conflict:
            steps = cheapest_steps(self.situation, self.assume)
            if not steps:
                return []
            wrong = [step for step in steps if step.is_contradiction]
            if wrong:
                return wrong[:1]
            last = [step for step in steps if self._drawn(step)]
            self.earlier += [len(self.found)] * len(steps)
            if last:
                last.sort(key=lambda step: (len(step.cells), step.cells))
                return min((self._reason(step) for step in last[:MOST_REASONS]), key=len)
            self.found += steps
            for step in steps:
                _draw(states, step.conclusion)
            self._glance(states)
        return [conflict_step(self.engine)]

    def _drawn(self, step: Step) -> Conclusion:
        """The links of `wanted` that a step draws."""
        return tuple((link, drawn) for link, drawn in step.conclusion if drawn and link in self.wanted)

    def _glance(self, states: bytearray) -> None:
        """Set what a player sees without being told, and leave the engine there."""
        while True:
            self.engine.load(states)
            if self.engine.position.conflict:
                return
            seen = [
                note.conclusion
                for note in notes(self.engine.scan(0, 0))
                if note.conclusion and note.variant in AT_A_GLANCE
            ]
            if not seen:
                return
            for conclusion in seen:
                _draw(states, conclusion)

    # ------------------------------------------------------------------------------------------ leaving out

    def _reason(self, last: Step) -> list[Step]:
        """What `last` needs of the steps found before it, in order, each in the words that fit without the others."""
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
        told: list[Step] = []
        for at in sorted(premises):
            # said after its own premises alone: some rules count otherwise once more is drawn
            self._return_to(premises[at])
            for step in read_record(self.situation, self.engine.scan(0, steps[at].rule.value)):
                if not set(step.conclusion).isdisjoint(wanted[at]):
                    told.append(step)
                    if self._drawn(step):
                        return told
        return told

    def _premises(self, at: int, rule: Rule, conclusion: Conclusion) -> list[int]:
        """Which steps of the rounds before it a step needs: chunk after chunk is left out, ever smaller ones."""
        kept = list(range(self.earlier[at]))
        chunk = len(kept)
        while chunk:
            begin = 0
            while begin < len(kept) and self.tests < MOST_TESTS:
                fewer = kept[:begin] + kept[begin + chunk :]
                if self._follows(fewer, rule, conclusion):
                    kept = fewer
                else:
                    begin += chunk
            chunk //= 2
        return kept

    def _follows(self, premises: Sequence[int], rule: Rule, conclusion: Conclusion) -> bool:
        """Whether a rule still concludes it from the base and these steps alone."""
        self.tests += 1
        states = self._return_to(premises)
        found = {entry for note in notes(self.engine.scan(0, rule.value)) for entry in note.conclusion}
        return all(entry in found or states[entry[0]] == (ON if entry[1] else OFF) for entry in conclusion)

    def _return_to(self, premises: Sequence[int]) -> bytearray:
        """Bring the engine to the base with these steps drawn in, and what is then seen at a glance."""
        states = bytearray(self.base)
        for premise in premises:
            _draw(states, self.found[premise].conclusion)
        self._glance(states)
        return states


def _draw(states: bytearray, conclusion: Conclusion) -> None:
    for link, drawn in conclusion:
        if states[link] == OPEN:
            states[link] = ON if drawn else OFF
