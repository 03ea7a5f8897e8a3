"""The solution of a puzzle in numbered steps, each with sentences and the board after it.

The explanation solves like a careful player (human_solver.py): first what local rules force, then one deduction of the
lowest tier that has any, and so on.  If no rule helps, it tries a link and shows the shortest contradiction found.  If
no try helps, it says so, takes from the solution the link that decides most others, and goes on from there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from numlink.exact.budget import Budget, Seconds
from numlink.exact.prove import prove
from numlink.exact.strict import only_linking
from numlink.exact.verdict import Answer, Effort, Verdict
from numlink.model.arguments import function
from numlink.model.judge import require_legal
from numlink.model.puzzle import Puzzle
from numlink.model.rules import NO_TOUCH, Claim, RulesLike
from numlink.model.words import capital, counted, spelled
from numlink.reasoning.explanation import Explanation, Frame
from numlink.reasoning.frames import FORCED, FrameBuilder, rule_sentences
from numlink.reasoning.grade import Reading
from numlink.reasoning.human_solver import Contradicted, Deduced, Event, Guessed, HumanSolver, Looked, Pace, Strength
from numlink.reasoning.position import ON, Position
from numlink.reasoning.rate import STRICT_CONFLICTS, reading_named
from numlink.reasoning.rules import Assume, Rule, assume_named
from numlink.reasoning.step import Step

AT_ONE_LOOK = 2  # a refutation of up to this many steps is presented like a deduction by a rule: it is seen at a glance
MOST_OF_CHAIN = 3  # the most steps of a refutation that are all put into words; of a longer one, only the ends are

REFUTED = {
    Assume.NOTHING: "the board has no solution",
    Assume.UNIQUE: "the board has no solution, or more than one",
    Assume.STRICT: "the board has no solution that is the only linking even if cells may stay empty",
}
"""What a contradiction proves, under each assumption."""

PROOF_SECONDS = 30.0  # for the exact solver, which is asked if rules and tries find no step, or to check an assumption


def explain(
    puzzle: Puzzle,
    *,
    rules: RulesLike | None = None,
    assume: Assume | str = Assume.NOTHING,
    budget: Seconds = None,
    tick: Callable[[], object] | None = None,
    reading: Reading | str = Reading.STRICT,
) -> Explanation:
    """`puzzle` solved in numbered steps under `rules` (None: its own).

    `assume` is what the steps may take for granted (reasoning.rules.Assume).  With `reading` STRICT, and if nothing is
    assumed, a puzzle that is proven strict is explained as people who expect that would solve it; the explanation says
    so.  If the proof does not end in time, strictness is assumed, unless it leads to a contradiction.  With RULES only
    the puzzle's own rules count.

    After `budget` seconds the explanation ends where it is, and its answer is UNKNOWN unless it was known by then.
    None: no limit, except 30 seconds for the solver, which is asked if nothing else helps or something is assumed.
    `tick` is called after every frame.  Raises IllegalPuzzle if a number does not occur twice, InputError for an
    unknown reading or assumption.

    >>> from numlink.model.puzzle import Puzzle
    >>> explanation = explain(Puzzle.from_rows([[1, 0, 0], [1, 2, 2]]))
    >>> [len(explanation.frames), explanation.solved]
    [1, True]
    """
    require_legal(puzzle)
    puzzle = puzzle.with_rules(rules)
    assume = assume_named(assume)
    clock = Budget.of(budget)
    function(tick, "tick")
    strict: bool | None = False
    linking = None
    # under no-touch the strict reading is the reading by the rules
    if reading_named(reading) is Reading.STRICT and assume is Assume.NOTHING and puzzle.rules != NO_TOUCH:
        strict, linking = only_linking(puzzle, conflicts=STRICT_CONFLICTS, clock=clock)

    def explained(solved_as: Assume, assumed: Assume) -> Explanation:
        solver = HumanSolver(
            puzzle, Pace.STEPS, assume=solved_as, solution=linking, proof_seconds=PROOF_SECONDS, clock=clock
        )
        return _Explainer(solver, assumed).explanation(tick or bool)

    if strict:
        return replace(explained(Assume.STRICT, assume), reading=Reading.STRICT)
    if strict is None and puzzle.rules.touch and not clock.ended:  # as in a rating
        explanation = explained(Assume.STRICT, Assume.STRICT)
        if explanation.answer not in (Answer.NONE, Answer.MULTIPLE):
            return replace(explanation, reading=Reading.ASSUMED)
    return explained(assume, assume)


class _Explainer:
    """Turns the solver's events into frames: several deductions and short tries, or one longer try, or one guess.

    `now` are the link states after the last event; `remark` says why the steps do not lead to a solution without help.
    """

    def __init__(self, solver: HumanSolver, assume: Assume) -> None:
        self.solver = solver
        self.assume = assume
        self.puzzle = solver.puzzle
        self.links = solver.context.links
        self.remark: str | None = None
        self.now = solver.engine.states()
        self.builder = FrameBuilder(solver.context, self.now)

    def explanation(self, tick: Callable[[], object]) -> Explanation:
        """The explanation of the whole solution; calls `tick` after each frame."""
        solver, frames = self.solver, []
        for frame in self._frames():
            frames.append(frame)
            tick()
        solved = solver.solution is not None and not solver.guesses
        solution = solver.solution or (solver.known.solution if solver.known else None)
        assumption = self._assumption()
        answer = self._answer() if assumption is None else assumption.answer
        return Explanation(
            puzzle=self.puzzle,
            frames=tuple(frames),
            solved=solved,
            solution=solution,
            remark=self.remark,
            answer=answer,
            guesses=solver.guesses,
            assumption=assumption,
            assume=self.assume,
            stopped=solver.stopped,
        )

    def _answer(self) -> Answer:
        """How many solutions there are, by the solver if it was asked, else by the steps."""
        if self.solver.known is not None:
            return self.solver.known.answer
        if self.solver.stopped:
            return Answer.UNKNOWN
        return Answer.NONE if self.remark else Answer.UNIQUE

    def _assumption(self) -> Verdict | None:
        """The solver's verdict on the assumption; None if nothing is assumed."""
        if self.assume is Assume.NOTHING:
            return None
        if self.assume is Assume.UNIQUE:
            return self.solver.proof()
        return prove(self.puzzle, claim=Claim.STRICT, budget=self.solver.clock.part(PROOF_SECONDS))

    # ------------------------------------------------------------------------------------------ frames

    def _frames(self) -> Iterator[Frame]:
        """The frames of the whole solution; if it is incomplete, the last frame says why.  Sets `remark`."""
        for event in self.solver:
            yield from self._frames_of(event)
        yield from self.builder.frame()
        if self.remark:
            return
        if self.solver.stopped or not self.solver.engine.finished:
            yield self._last_frame()
        elif self.solver.guesses:
            what = "1 guess" if self.solver.guesses == 1 else f"{self.solver.guesses} guesses"
            self.remark = f"{what} had to be taken from the solution, which is proved unique{self._work()}."

    def _work(self) -> str:
        """The work of the proof as the end of a sentence; '' if the proof of the strict claim was enough."""
        effort = self.solver.proof().effort
        return f" with {effort}" if effort != Effort() else ""

    def _frames_of(self, event: Event) -> Iterator[Frame]:
        """The frames that an event completes: that of the deductions so far, and its own if it is a try or a guess."""
        before, self.now = self.now, self.solver.engine.states()
        if isinstance(event, Contradicted):
            yield from self._end_in_contradiction(event)
        elif isinstance(event, Deduced):
            if event.tier == 0:
                yield from self.builder.add_round(event.groups)
            else:
                yield from self._deduction(event.steps, [one.sentence for one in event.groups])
        elif isinstance(event, Looked) and event.tried is not None and 0 < len(event.chain) <= AT_ONE_LOOK:
            yield from self._short_refutation(event.tried, event.chain)
        elif isinstance(event, Guessed) or event.decided:
            yield from self.builder.frame()
            yield self._try_frame(event, before) if isinstance(event, Looked) else self._guess_frame(event, before)
            self.builder.move(self.now)

    def _deduction(self, steps: tuple[Step, ...], sentences: Sequence[str] = ()) -> Iterator[Frame]:
        """The frames completed by a deduction beyond tier 0; `sentences`: its own, () for the usual ones."""
        rule = steps[0].rule
        title = rule.spoken if rule.tier else FORCED
        cells = [cell for step in steps for cell in step.cells]
        sentences = sentences or rule_sentences(self.solver.context, steps)
        yield from self.builder.add_deduction(title, rule.tier, sentences, steps, cells)

    def _short_refutation(self, tried: tuple[int, bool], chain: Sequence[Step]) -> Iterator[Frame]:
        """The frames completed by a try with a short refutation, which is presented like a deduction."""
        link, drawn = tried
        so = ("cannot", "are") if drawn else ("must", "are not")
        sentences = [
            f"{capital(self._between(link))} {so[0]} be linked.",
            *(f"{word} {step.sentence}" for word, step in zip((f"If they {so[1]},", "Then"), chain, strict=False)),
        ]
        cells = tuple(dict.fromkeys([*self.links[link], *(cell for step in chain for cell in step.cells)]))
        links = tuple(sorted(self.solver.context.links_around(cells)))
        step = Step(Rule.L1, cells, links, ((link, not drawn),), " ".join(sentences))
        yield from self.builder.add_deduction(Rule.L1.spoken, Rule.L1.tier, sentences, [step], cells)

    def _end_in_contradiction(self, event: Contradicted) -> Iterator[Frame]:
        """The last frames of a solution that ends in a contradiction; sets `remark`."""
        reason = event.wrong.sentence if event.wrong else event.fault or "the forced links contradict each other."
        self.remark = f"{REFUTED[self.assume]}: {reason}"
        if event.wrong is not None:
            yield from self._deduction((event.wrong,))
        yield from self.builder.frame()

    def _try_frame(self, event: Looked, before: bytes) -> Frame:
        """The frame of a try; `before` are the link states before it."""
        assert event.tried is not None
        link, drawn = event.tried
        supposed = f"{self._between(link)} were {'linked' if drawn else 'not linked'}"
        title = "Only trying helps"
        so = f"so they are {'not linked' if drawn else 'linked'}."
        sentences: tuple[str, ...] = (f"No rule helps here, so try: suppose {supposed}.", f"That cannot be, {so}")
        if event.strength is Strength.DEEP:
            title = "Only trying twice helps"
            sentences = (
                "No rule and no single try helps here.",
                f"Suppose {supposed}.",
                "Every continuation fails after another try; there are too many to print.",
                f"That cannot be, {so}",
            )
        chain = _chain(event.chain)
        return Frame(title, sentences, before, self.now, 5, self.links[link], event.tried, chain, event.tried_states)

    def _guess_frame(self, event: Guessed, before: bytes) -> Frame:
        """The frame of a guess: the links, taken from the solution, that decide most others."""
        link, value = event.links[0]
        more = len(event.links) - 1
        sentences = (
            "No rule and no try within reach helps here, so this is a guess.",
            f"In the solution {self._between(link)} are {'linked' if value == ON else 'not linked'}.",
            "The most follows from it.",
            *([f"As much follows from {counted(more, 'other link')}, drawn with it (in the picture)."] if more else []),
        )
        cells = tuple(dict.fromkeys(cell for link, _ in event.links for cell in self.links[link]))
        return Frame("A guess", sentences, before, self.now, 5, cells)

    def _between(self, link: int) -> str:
        return self.solver.context.pair(*self.solver.context.track_links[link])

    def _last_frame(self) -> Frame:
        """The last frame of an incomplete explanation, with the only solution if found in time; sets `remark`."""
        after = self.now
        if self.solver.stopped:
            self.remark = f"{self.solver.clock.how_ended} here."
            return Frame("The explanation was stopped here", (capital(self.remark),), self.now, after, 5)
        verdict = self.solver.proof()
        if verdict.answer is Answer.UNIQUE and verdict.solution is not None:
            after = Position.solved(self.puzzle, verdict.solution).states
            self.remark = f"only longer tries help; the solver decided it{self._work()}."
        elif verdict.answer is Answer.MULTIPLE and verdict.solution and verdict.second:
            one, other = sorted(verdict.solution.links() ^ verdict.second.links())[0]
            where = f"{self.puzzle.where(one)} and {self.puzzle.where(other)}"
            self.remark = f"the board has more than one solution: one links {where}, another does not."
        else:
            self.remark = f"no rule and no try helps, and the solver says: {verdict}."
        return Frame("The explanation ends here", (capital(self.remark),), self.now, after, 5)


def _chain(steps: Sequence[Step]) -> tuple[str, ...]:
    """The steps of a refutation in words: up to MOST_OF_CHAIN all of them, else the first, a count, and the last."""
    words = [capital(step.sentence) for step in steps]
    if len(words) <= MOST_OF_CHAIN:
        return tuple(words)
    return words[0], f"Then {spelled(len(words) - 2, 'more step')} follow, as the picture shows.", words[-1]
