"""A careful player on one board: the cheapest rules that say anything, look-ahead where none does, then a guess.

    deduce ── something follows ──> told, and on
      │ nothing
    look ahead, weakest strength first ── something is refuted ──> told, and on
      │ nothing
    guess: what decides most, from the solution ──> told, and on
      │ unknown, or too far
     end

The order of means and when each is within reach stand here, once.  Who listens gets an event for everything that is
done: `rate` counts them, `explain` puts them into words.  They walk at different paces: a rating takes all that lies
open at once, as its figures must not depend on an order; an explanation takes what one sentence or two can say.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, IntEnum

from numlink.engine.deduction.reasoner import Reasoner
from numlink.exact.budget import Budget
from numlink.exact.prove import prove
from numlink.exact.verdict import Answer, Verdict
from numlink.model.judge import check
from numlink.model.puzzle import Puzzle, Solution
from numlink.model.rules import Rules
from numlink.reasoning.clash import refutation
from numlink.reasoning.deduce import cheapest_steps
from numlink.reasoning.position import OFF, ON, Position, draw, reasoner_for
from numlink.reasoning.rules import Assume
from numlink.reasoning.runs import Told, last_drawn, told_along, told_round
from numlink.reasoning.situation import Situation
from numlink.reasoning.step import Step, drawn_cells

DEEPEST = 60
"""Open links up to which tries inside tries are made: beyond, no person would, and it takes too long."""

LIGHT_WORK, FULL_WORK = 10_000_000, 10_000_000
"""Open links times cells, for FULL times numbers, up to which a pass is made: 40x40 boards, and 20x20."""

MOST_GUESSES = 20
"""Guesses after which no more are made."""

MOST_CHAINS = 24
"""Links refuted at the same time that are looked at for the one with the shortest chain of steps."""

NEAR = 2
"""Width of a band of distances, in sides of a square: a step in a nearer band is told before one in a farther."""

LAST_COUNTED_TIER = 4
"""The hardest rules a rating may use: beyond them uniqueness would be taken for granted."""


class Strength(IntEnum):
    """Strengths of look-ahead: local rules only, with label domains, and looking ahead from inside a look-ahead."""

    LIGHT = 0
    FULL = 1
    DEEP = 2

    @property
    def depth(self) -> int:
        """How many tries deep it goes."""
        return 2 if self is Strength.DEEP else 1


class Pace(Enum):
    """How much is taken at once: all that the cheapest tier says, counted only, or one deduction, in words."""

    ROUNDS = "rounds"
    STEPS = "steps"


@dataclass(frozen=True, slots=True)
class Deduced:
    """Rules of a tier decided links; `steps` says which and why, at the pace of STEPS.

    `told` are the same steps, as many to a sentence as share one, where that is known: of tier 0, and along a line.
    """

    tier: int
    decided: int
    steps: tuple[Step, ...] = ()
    told: tuple[Told, ...] = ()


@dataclass(frozen=True, slots=True)
class Looked:
    """All open links were tried; in vain where nothing was `decided`.

    `rounds` is the length of the shortest refutation.  At the pace of STEPS `tried` is the one link decided and whether
    it was tried as drawn, `chain` what follows from that up to the contradiction (DEEP: too much to tell), and
    `tried_states` the position in which it shows.
    """

    strength: Strength
    rounds: int
    decided: int
    tried: tuple[int, bool] | None = None
    chain: tuple[Step, ...] = ()
    tried_states: bytes | None = None


@dataclass(frozen=True, slots=True)
class Guessed:
    """Links taken from the solution, with the states they have there."""

    links: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Contradicted:
    """The position contradicts itself: by `wrong`, found among `steps`, or (None) by the links drawn.

    `fault` is what the judge finds wrong with the paths where all links are decided and no rule saw it.
    """

    steps: tuple[Step, ...] = ()
    wrong: Step | None = None
    fault: str = ""


Event = Deduced | Looked | Guessed | Contradicted


def within_reach(engine: Reasoner, strength: Strength) -> bool:
    """Whether a pass of look-ahead of this strength ends within about a second; work is counted, no clock asked."""
    work = engine.open_links * engine.position.size
    if strength is Strength.LIGHT:
        return bool(work <= LIGHT_WORK)
    if strength is Strength.FULL:
        return bool(work * engine.position.labels <= FULL_WORK)
    return bool(engine.open_links <= DEEPEST)


class CarefulWalk:
    """One way through one puzzle; iterating yields the events, each after it was done, and may be done once.

    `proof_seconds`: what the solver may take where it must be asked; `clock` ends everything (`stopped` then tells).
    `solution`: the only one, and the only linking where STRICT is assumed; nobody is asked then.  Afterwards the
    attribute `solution` is what the walk ended with, found right by the judge, or None.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        pace: Pace = Pace.ROUNDS,
        *,
        assume: Assume = Assume.NOTHING,
        solution: Solution | None = None,
        proof_seconds: float,
        clock: Budget | None = None,
    ) -> None:
        self.puzzle = puzzle
        self.pace = pace
        self.assume = assume
        self.proof_seconds = proof_seconds
        self.clock = clock or Budget()
        self.engine = reasoner_for(puzzle, assume)
        if self.clock.limit is not None:
            self.engine.work_in_slices()
        self.situation = Situation(puzzle, self.engine)
        self.guesses = 0
        self.stopped = False
        self.lately: set[int] = set()
        self.last: tuple[int, ...] = ()
        self.known: Verdict | None = None
        self.solution: Solution | None = None
        if solution is not None:
            self.known = Verdict(Answer.UNIQUE, puzzle.rules, solution=solution)
            self.engine.know(Position.solved(puzzle, solution).states)

    def __iter__(self) -> Iterator[Event]:
        """Events until the board is solved, contradicts itself, nothing helps, or the time is over."""
        while not self.engine.finished:
            if self._time_over():
                return
            event: Event | None = self._deduce()
            if event is None:
                looked = None
                for looked in self._look():
                    yield looked
                if looked is not None and looked.decided:
                    continue
                event = self._guess()
            if event is None:
                self._time_over()
                return
            yield event
            if isinstance(event, Contradicted):
                return
        yield from self._judged()

    def _judged(self) -> Iterator[Contradicted]:
        """What the judge has against the paths of a finished board: rules of reasoning are no judge of a solution."""
        strict = self.assume is Assume.STRICT
        rules = Rules(fill=self.puzzle.rules.fill or strict, touch=self.puzzle.rules.touch and not strict)
        solution = Position(self.puzzle, self.engine.states()).solution()
        faults = check(self.puzzle, solution, rules)
        if faults:
            yield Contradicted(fault=faults[0].message)
            return
        self.solution = solution

    def proof(self) -> Verdict:
        """Whether the board has one solution; asked once, and only where it matters."""
        if self.known is None:
            self.known = prove(self.puzzle, budget=self.seconds_to_prove())
            self._share()
        return self.known

    def seconds_to_prove(self) -> float:
        """What a proof may take now."""
        left = self.proof_seconds if self.clock.limit is None else self.clock.limit - self.clock.seconds
        return max(0.0, min(self.proof_seconds, left))

    def _share(self) -> None:
        """Let the engine know the only solution, which halves look-ahead; not where more is assumed than that."""
        known = self.known
        if known and known.answer is Answer.UNIQUE and known.solution and self.assume is not Assume.STRICT:
            self.engine.know(Position.solved(self.puzzle, known.solution).states)

    def _time_over(self) -> bool:
        self.stopped = self.stopped or self.clock.ended
        return self.stopped

    # ------------------------------------------------------------------------------------------ rules

    def _deduce(self) -> Deduced | Contradicted | None:
        """The cheapest rules that say anything; None where none does."""
        if self.pace is Pace.STEPS:
            return self._step()
        tier = self.engine.advance(LAST_COUNTED_TIER)
        while self.engine.paused and not self._time_over():
            tier = self.engine.advance(LAST_COUNTED_TIER)
        if tier == -2:
            return Contradicted()
        return None if tier < 0 else Deduced(tier, self.engine.decided)

    def _step(self) -> Deduced | Contradicted | None:
        """All that tier 0 says, line by line to where it leads, or one deduction of another tier."""
        if self.engine.position.conflict:
            return Contradicted()
        steps = cheapest_steps(self.situation, self.assume, stop=self._time_over)
        if not steps:
            return None
        tier = steps[0].tier
        if tier:
            steps = _together(best_step(steps, self.situation, self.lately, self.last), steps)
        taken = tuple(steps)
        wrong = next((step for step in taken if step.is_contradiction), None)
        if wrong is not None:
            return Contradicted(taken, wrong)
        before = self.engine.open_links
        told: tuple[Told, ...] = ()
        if tier == 0:
            told = tuple(told_round(self.situation, taken, self.last))
            taken = tuple(step for one in told for step in one.steps)
            self.lately |= drawn_cells(self.situation.links, taken)
        elif along := told_along(self.situation, taken):
            told, taken = (along,), along.steps
            self.lately = drawn_cells(self.situation.links, taken)
        else:
            states = bytearray(self.engine.states())
            draw(states, taken)
            self.engine.load(states)
            self.lately = drawn_cells(self.situation.links, taken)
        self.last = last_drawn(self.situation, taken) or self.last
        return Deduced(tier, before - self.engine.open_links, taken, told)

    # ------------------------------------------------------------------------------------------ look-ahead

    def _look(self) -> Iterator[Looked]:
        """Passes of look-ahead, weakest strength first, until one decides something or the next is not worth it."""
        for strength in Strength:
            if not within_reach(self.engine, strength) or not self._worth(strength) or self._time_over():
                return
            looked = self._pass(strength) if self.pace is Pace.ROUNDS else self._one_of_pass(strength)
            yield looked
            if looked.decided:
                return

    def _worth(self, strength: Strength) -> bool:
        """Whether a pass may lead anywhere.

        A rating is lost where there is not exactly one solution; an explanation goes on as far as it can.
        """
        if strength is Strength.LIGHT:
            return True
        if strength is Strength.DEEP:
            return not self.guesses and self.proof().answer is Answer.UNIQUE
        return self.pace is Pace.STEPS or self.proof().answer not in (Answer.MULTIPLE, Answer.NONE)

    def _pass(self, strength: Strength) -> Looked:
        """All that the shortest refutations decide."""
        decided = self.engine.look(strength)
        return Looked(strength, self.engine.length if decided else 0, decided)

    def _one_of_pass(self, strength: Strength) -> Looked:
        """What one of the shortest refutations decides: that with the fewest steps."""
        before = self.engine.states()
        hits = self.engine.hit_list() if self.engine.look(strength) else []
        rounds = self.engine.length
        self.engine.load(before)
        if not hits:
            return Looked(strength, 0, 0)
        chain: list[Step] = []
        seen = None
        if strength is Strength.DEEP:
            link, value = hits[0]
        else:
            chains = [
                (*refutation(self.situation, link, OFF if value == ON else ON, strength), link, value)
                for link, value in hits[:MOST_CHAINS]
            ]
            chain, seen, link, value = min(chains, key=lambda entry: (len(entry[0]), entry[2], entry[3]))
        states = bytearray(before)
        states[link] = value
        self.engine.load(bytes(states))
        return Looked(strength, rounds, 1, (link, value == OFF), tuple(chain), seen)

    # ------------------------------------------------------------------------------------------ guesses

    def _guess(self) -> Guessed | None:
        """Take what decides most from the solution; None where that is too far, or the solution is not known."""
        if self.guesses == MOST_GUESSES or not within_reach(self.engine, Strength.LIGHT) or self._time_over():
            return None
        known = self.proof()
        if known.answer is not Answer.UNIQUE or known.solution is None:
            return None
        self.engine.know(Position.solved(self.puzzle, known.solution).states)
        self.engine.guess()
        self.guesses += 1
        return Guessed(tuple(self.engine.hit_list()))


def best_step(steps: Sequence[Step], situation: Situation, lately: Collection[int], last: Sequence[int] = ()) -> Step:
    """The one to tell first: a contradiction, else one that draws links, rather at the cells `lately` drawn at than
    elsewhere, and rather near the `last` of them than far, else the one about the fewest cells.
    """

    def order(step: Step) -> tuple[bool, bool, bool, int, int, tuple[int, ...]]:
        elsewhere = drawn_cells(situation.links, [step]).isdisjoint(lately)
        jump = min((situation.apart(one, other) for one in step.cells for other in last), default=0.0)
        return not step.is_contradiction, not step.draws, elsewhere, int(jump) // NEAR, len(step.cells), step.cells

    return min(steps, key=order)


def _together(best: Step, steps: Sequence[Step]) -> list[Step]:
    """The best step, and those that say the same of the same number."""
    return [best] + [step for step in steps if step is not best and step.tells_the_same(best)]
