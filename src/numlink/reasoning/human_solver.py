"""Solves a puzzle like a careful player: by the lowest tier of rules that deduces something, look-ahead or a guess.

    deduce ── links are decided ──> event Deduced, begin again
      │ nothing
    look ahead, weakest strength first ──> event Looked; if links are decided, begin again
      │ nothing
    guess: the links of the solution that decide most others ──> event Guessed, begin again
      │ solution not known, or the board too large
     end

The solver yields an event for everything that it does: `rate` counts the events, `explain` puts them into words.  It
has two paces: a rating takes all deductions of a round at once, as its figures must not depend on an order; an
explanation takes as many as one or two sentences can describe.
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
from numlink.reasoning.deduce import cheapest_steps, refutation
from numlink.reasoning.grouping import StepGroup, group_along, group_round, last_drawn
from numlink.reasoning.position import OFF, ON, Position, draw, reasoner_for
from numlink.reasoning.rules import Assume
from numlink.reasoning.sentence_context import SentenceContext
from numlink.reasoning.step import Step, drawn_cells

DEEPEST = 60  # tries inside tries are made in positions with up to this many open links; with more, they take too long
MOST_WORK = 10_000_000  # per pass of look-ahead: open links times cells, for FULL times numbers (40x40, 20x20)
MOST_GUESSES = 20  # the most guesses for one puzzle
MOST_CHAINS = 24  # the most links refuted in one pass that are compared for the shortest chain of steps
NEAR = 2  # cell widths of a band of distances: of two steps, the one in the nearer band comes first
LAST_COUNTED_TIER = 4  # the highest tier that a rating may use; the rules after it assume that there is one solution


class Strength(IntEnum):
    """The means of a try: LIGHT uses the rules that look-ahead always has (`Reasoner`), FULL also A5, A8 and A10, but
    tries only links that would lengthen a number's path, DEEP those of LIGHT and tries inside the try.
    """

    LIGHT = 0
    FULL = 1
    DEEP = 2


class Pace(Enum):
    """What an event covers: ROUNDS, all deductions of a round, counted; STEPS, what a few sentences can describe."""

    ROUNDS = "rounds"
    STEPS = "steps"


@dataclass(frozen=True, slots=True)
class Deduced:
    """Rules of tier `tier` decided `decided` links; at the pace STEPS, `steps` are the deductions.

    `groups` are the same steps grouped by sentence, for tier 0 and for runs along a line; () for other steps.
    """

    tier: int
    decided: int
    steps: tuple[Step, ...] = ()
    groups: tuple[StepGroup, ...] = ()


@dataclass(frozen=True, slots=True)
class Looked:
    """All open links that this strength considers were tried, which decided `decided` links, 0 if no try was refuted.

    `rounds` is the number of rounds of the shortest refutation.  At the pace STEPS one link is decided: `tried` is
    (link, whether it was tried as drawn), `chain` the steps from the try to its contradiction (() for DEEP: there are
    too many), and `tried_states` the link states in which the contradiction shows.
    """

    strength: Strength
    rounds: int
    decided: int
    tried: tuple[int, bool] | None = None
    chain: tuple[Step, ...] = ()
    tried_states: bytes | None = None


@dataclass(frozen=True, slots=True)
class Guessed:
    """Links taken from the solution, as pairs (link, state ON or OFF)."""

    links: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Contradicted:
    """The position is contradictory: by the step `wrong`, or if that is None by its links.

    `fault` is the judge's sentence if all links are decided and no rule found a fault, but the judge did.  At the pace
    ROUNDS `wrong` is always None.
    """

    wrong: Step | None = None
    fault: str = ""


Event = Deduced | Looked | Guessed | Contradicted  # what HumanSolver yields


def within_reach(engine: Reasoner, strength: Strength) -> bool:
    """Whether a pass of look-ahead of this strength takes no more than about a second, judged by counted work."""
    work = engine.open_links * engine.position.size
    if strength is Strength.DEEP:
        return bool(engine.open_links <= DEEPEST)
    return bool(work * (engine.position.labels if strength is Strength.FULL else 1) <= MOST_WORK)


class HumanSolver:
    """Solves one puzzle; iterate once over its events, each of which has already happened when it is yielded.

    `proof_seconds` is the limit for the exact solver if it must be asked; when `clock` ends, so does the iteration, and
    `stopped` is True.  `solution` is the only solution (the only linking, if STRICT is assumed) if it is known; then
    the exact solver is not asked.  Afterwards the attribute `solution` is the solution found, which the judge has
    accepted, or None.  `known` is the exact solver's verdict, or one made from the given `solution`, None before.  At
    the pace STEPS, `last` are the tracks of the last drawn link, `lately` the cells of the links drawn lately."""

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
        self.context = SentenceContext(puzzle, self.engine)
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
        """Yield events until the board is solved or contradictory, nothing helps, or time is up."""
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
        yield from self._check_finished()

    def _check_finished(self) -> Iterator[Contradicted]:
        """Let the judge check a finished board: yield a fault as Contradicted, or set `solution`."""
        strict = self.assume is Assume.STRICT
        rules = Rules(fill=self.puzzle.rules.fill or strict, touch=self.puzzle.rules.touch and not strict)
        solution = Position(self.puzzle, self.engine.states()).solution()
        faults = check(self.puzzle, solution, rules)
        if faults:
            yield Contradicted(fault=faults[0].message)
            return
        self.solution = solution

    def proof(self) -> Verdict:
        """The exact solver's verdict on whether the board has one solution; the first call asks it."""
        if self.known is None:
            self.known = prove(self.puzzle, budget=self.clock.part(self.proof_seconds))
            unique = self.known.solution if self.known.answer is Answer.UNIQUE else None
            if unique and self.assume is not Assume.STRICT:  # a known solution halves the work of look-ahead
                self.engine.know(Position.solved(self.puzzle, unique).states)
        return self.known

    def _time_over(self) -> bool:
        self.stopped = self.stopped or self.clock.ended
        return self.stopped

    # ------------------------------------------------------------------------------------------ rules

    def _deduce(self) -> Deduced | Contradicted | None:
        """Take one round, or one step, of the lowest tier that decides a link; None if no tier does."""
        if self.pace is Pace.STEPS:
            return self._step()
        tier = self.engine.advance(LAST_COUNTED_TIER)
        while self.engine.paused and not self._time_over():
            tier = self.engine.advance(LAST_COUNTED_TIER)
        if tier == -2:
            return Contradicted()
        return None if tier < 0 else Deduced(tier, self.engine.decided)

    def _step(self) -> Deduced | Contradicted | None:
        """Draw all deductions of tier 0 with the runs they begin, or one deduction of a higher tier with similar ones.

        Returns what was drawn, or Contradicted without drawing anything, or None if no rule concludes anything.
        """
        if self.engine.position.conflict:
            return Contradicted()
        steps = cheapest_steps(self.context, self.assume, stop=self._time_over)
        if not steps:
            return None
        tier = steps[0].tier
        if tier:
            best = best_step(steps, self.context, self.lately, self.last)
            steps = [best, *(step for step in steps if step is not best and step.can_share_sentence_with(best))]
        taken = tuple(steps)
        wrong = next((step for step in taken if step.is_contradiction), None)
        if wrong is not None:
            return Contradicted(wrong)
        before = self.engine.open_links
        groups: tuple[StepGroup, ...] = ()
        if tier == 0:
            groups = tuple(group_round(self.context, taken, self.last))
            taken = tuple(step for one in groups for step in one.steps)
            self.lately |= drawn_cells(self.context.links, taken)
        elif along := group_along(self.context, taken):
            groups, taken = (along,), along.steps
            self.lately = drawn_cells(self.context.links, taken)
        else:
            states = bytearray(self.engine.states())
            draw(states, taken)
            self.engine.load(states)
            self.lately = drawn_cells(self.context.links, taken)
        self.last = last_drawn(self.context, taken) or self.last
        return Deduced(tier, before - self.engine.open_links, taken, groups)

    # ------------------------------------------------------------------------------------------ look-ahead

    def _look(self) -> Iterator[Looked]:
        """Make passes of look-ahead, weakest first, until one decides a link or the next is too long or useless."""
        for strength in Strength:
            if not within_reach(self.engine, strength) or not self._worth(strength) or self._time_over():
                return
            if self.pace is Pace.ROUNDS:
                decided = self.engine.look(strength)
                looked = Looked(strength, self.engine.length if decided else 0, decided)
            else:
                looked = self._one_of_pass(strength)
            yield looked
            if looked.decided:
                return

    def _worth(self, strength: Strength) -> bool:
        """Whether a pass is useful: FULL in a rating, and DEEP, need one solution; DEEP also needs no guess before."""
        if strength is Strength.LIGHT:
            return True
        if strength is Strength.DEEP:
            return not self.guesses and self.proof().answer is Answer.UNIQUE
        return self.pace is Pace.STEPS or self.proof().answer not in (Answer.MULTIPLE, Answer.NONE)

    def _one_of_pass(self, strength: Strength) -> Looked:
        """Make one pass and keep one link: of MOST_CHAINS the one refuted in fewest steps; for DEEP, the first."""
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
                (*refutation(self.context, link, OFF if value == ON else ON, strength), link, value)
                for link, value in hits[:MOST_CHAINS]
            ]
            chain, seen, link, value = min(chains, key=lambda entry: (len(entry[0]), entry[2], entry[3]))
        states = bytearray(before)
        states[link] = value
        self.engine.load(bytes(states))
        return Looked(strength, rounds, 1, (link, value == OFF), tuple(chain), seen)

    # ------------------------------------------------------------------------------------------ guesses

    def _guess(self) -> Guessed | None:
        """Set the links whose state in the solution decides most others; None if that takes too long, after
        MOST_GUESSES, or if the only solution is not known.
        """
        if self.guesses == MOST_GUESSES or not within_reach(self.engine, Strength.LIGHT) or self._time_over():
            return None
        known = self.proof()
        if known.answer is not Answer.UNIQUE or known.solution is None:
            return None
        self.engine.know(Position.solved(self.puzzle, known.solution).states)
        self.engine.guess()
        self.guesses += 1
        return Guessed(tuple(self.engine.hit_list()))


def best_step(
    steps: Sequence[Step], context: SentenceContext, lately: Collection[int], last: Sequence[int] = ()
) -> Step:
    """The step to present first: a contradiction before all others, then one that draws links; of equal ones, one that
    draws at the cells `lately`, then one in a nearer band (NEAR) around the tracks `last`, then one with fewer cells.
    """

    def order(step: Step) -> tuple[bool, bool, bool, int, int, tuple[int, ...]]:
        elsewhere = drawn_cells(context.links, [step]).isdisjoint(lately)
        jump = min((context.apart(one, other) for one in step.cells for other in last), default=0.0)
        return not step.is_contradiction, not step.draws, elsewhere, int(jump) // NEAR, len(step.cells), step.cells

    return min(steps, key=order)
