"""Solving a puzzle aloud: numbered steps in words, each with the board as it stands then.

The explanation goes the way of a careful player: what is forced cell by cell first, then one deduction of the
cheapest tier that has any, and so on.  Where no rule helps it looks ahead, says so, and shows the shortest
contradiction it finds.  Where even that does not help it says so, takes the link that decides most from the solution,
and goes on from there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from numlink.exact.budget import Budget
from numlink.exact.prove import prove
from numlink.exact.verdict import Answer, Verdict
from numlink.model.judge import require_legal
from numlink.model.puzzle import Puzzle
from numlink.model.rules import Claim, Rules
from numlink.reasoning.explanation import Explanation, Frame
from numlink.reasoning.position import OFF, ON, Position, linked_cells
from numlink.reasoning.rules import Assume, Rule, Variant
from numlink.reasoning.step import Step
from numlink.reasoning.walk import CarefulWalk, Contradicted, Deduced, Event, Guessed, Looked, Pace, Strength

ENOUGH_SENTENCES, MOST_SENTENCES = 6, 8
"""Sentences after which a step that tells what is forced ends with its round, and ends in any case."""

A_ROUTE = 3
"""Links that a number needs from which on they are told as one route."""

TOO_OBVIOUS = 3
"""Links that would join two numbers from which on they are counted: the picture shows where they are."""

REFUTED = {
    Assume.NOTHING: "the board has no solution",
    Assume.UNIQUE: "the board has no solution, or more than one",
    Assume.STRICT: "the board has no solution that is the only linking even if cells may stay empty",
}
"""What a contradiction says, by what was assumed on the way to it."""

PROOF_SECONDS = 30.0
"""What the solver may take to finish what rules can't."""


def explain(
    puzzle: Puzzle,
    *,
    rules: Rules | None = None,
    assume: Assume = Assume.NOTHING,
    budget: float | None = None,
    tick: Callable[[], object] | None = None,
) -> Explanation:
    """`puzzle` solved in numbered steps under `rules` (None: its own); `assume` as for `deduce`.

    After `budget` seconds it stops where it is, and its answer is UNKNOWN unless it was known by then.  None: no limit
    but the 30 seconds that the solver may take where nothing else helps.  `tick` is called after every frame.
    Raises IllegalPuzzle where a number does not occur twice.

    >>> from numlink.model.puzzle import Puzzle
    >>> explanation = explain(Puzzle.from_rows([[1, 0, 0], [1, 2, 2]]))
    >>> [len(explanation.frames), explanation.solved]
    [1, True]
    """
    require_legal(puzzle)
    puzzle = puzzle.with_rules(rules)
    walk = CarefulWalk(puzzle, Pace.STEPS, assume=assume, proof_seconds=PROOF_SECONDS, clock=Budget(budget))
    return _Listener(walk).explanation(tick or bool)


class _Listener:
    """Puts the events of a walk into frames.

    What tier 0 says is gathered, some sentences a frame; of every other event there is a frame.
    """

    def __init__(self, walk: CarefulWalk) -> None:
        self.walk = walk
        self.puzzle = walk.puzzle
        self.links = walk.situation.links
        self.remark: str | None = None
        self.forced: list[str] = []
        self.forced_cells: list[int] = []
        self.forced_since = self.now = walk.engine.states()

    def explanation(self, tick: Callable[[], object]) -> Explanation:
        """The frames of the whole walk, `tick` called after each, and how it ends."""
        walk, frames = self.walk, []
        for frame in self._frames():
            frames.append(frame)
            tick()
        solved = walk.engine.finished and not walk.guesses
        solution = walk.known.solution if walk.known else None
        if solved:
            solution = Position(self.puzzle, walk.engine.states()).solution()
        assumption = self._assumption()
        answer = self._answer() if assumption is None else assumption.answer
        return Explanation(
            puzzle=self.puzzle,
            frames=tuple(frames),
            solved=solved,
            solution=solution,
            remark=self.remark,
            answer=answer,
            guesses=walk.guesses,
            assumption=assumption,
            assume=walk.assume,
            stopped=walk.stopped,
        )

    def _answer(self) -> Answer:
        """How many solutions there are, by the solver or by the steps."""
        if self.walk.known is not None:
            return self.walk.known.answer
        if self.walk.stopped:
            return Answer.UNKNOWN
        return Answer.NONE if self.remark else Answer.UNIQUE

    def _assumption(self) -> Verdict | None:
        """What the solver says of what is taken for granted."""
        if self.walk.assume is Assume.NOTHING:
            return None
        if self.walk.assume is Assume.UNIQUE:
            return self.walk.proof()
        return prove(self.puzzle, claim=Claim.STRICT, budget=self.walk.seconds_to_prove())

    # ------------------------------------------------------------------------------------------ frames

    def _frames(self) -> Iterator[Frame]:
        for event in self.walk:
            yield from self._frames_of(event)
        yield from self._forced_frame(self.now)
        if self.remark:
            return
        if self.walk.stopped or not self.walk.engine.finished:
            yield self._last_frame()
        elif self.walk.guesses:
            what = "1 guess" if self.walk.guesses == 1 else f"{self.walk.guesses} guesses"
            effort = self.walk.proof().effort
            self.remark = f"{what} had to be taken from the solution, proved to be the only one with {effort}."

    def _frames_of(self, event: Event) -> Iterator[Frame]:
        """The frames that an event ends or makes."""
        before, self.now = self.now, self.walk.engine.states()
        refuted = REFUTED[self.walk.assume]
        if isinstance(event, Contradicted):
            self.remark = f"{refuted}: {event.wrong.sentence if event.wrong else 'what is forced contradicts itself.'}"
        if isinstance(event, Deduced | Contradicted) and (not event.steps or event.steps[0].tier == 0):
            yield from self._forced_frames(event.steps, before)
            return
        if isinstance(event, Looked) and not event.decided:
            return
        yield from self._forced_frame(before)
        self.forced_since = self.now
        if isinstance(event, Deduced | Contradicted):
            yield self._rule_frame(event.steps, before)
        elif isinstance(event, Looked):
            yield self._try_frame(event, before)
        else:
            yield self._guess_frame(event, before)

    def _forced_frames(self, steps: Sequence[Step], before: bytes) -> Iterator[Frame]:
        """A round of tier 0, gathered."""
        states = bytearray(before)
        for sentence, told in _forced_sentences(steps):
            if sentence and len(self.forced) == MOST_SENTENCES:
                yield from self._forced_frame(bytes(states))
            if sentence:
                self.forced.append(sentence)
                self.forced_cells += [cell for step in told for cell in step.cells[:1]]
            for link, drawn in () if self.remark else (entry for step in told for entry in step.conclusion):
                states[link] = ON if drawn else OFF
        if len(self.forced) >= ENOUGH_SENTENCES or self.remark:
            yield from self._forced_frame(self.now)

    def _forced_frame(self, after: bytes) -> Iterator[Frame]:
        """What tier 0 said since the last frame, if anything."""
        if self.forced:
            cells = tuple(dict.fromkeys(self.forced_cells))
            yield Frame("What is forced", tuple(self.forced), self.forced_since, after, 0, cells)
            self.forced, self.forced_cells, self.forced_since = [], [], after

    def _rule_frame(self, steps: tuple[Step, ...], before: bytes) -> Frame:
        """A deduction beyond tier 0, with those that say the same of the same number."""
        first = steps[0]
        title = f"{first.rule.title.capitalize()} ({first.rule.name})"
        cells = tuple(dict.fromkeys(cell for step in steps for cell in step.cells))
        return Frame(title, self._told(steps), before, self.now, first.tier, cells)

    def _told(self, steps: tuple[Step, ...]) -> tuple[str, ...]:
        """What steps say, those of a run in one sentence: the picture shows where the links are."""
        note = steps[0].note
        if len(steps) < A_ROUTE or note is None:
            return _sentences(steps)
        situation, many = self.walk.situation, f"{len(steps)} links would each"
        if note.variant is Variant.LINK_CROSSES:
            one, other = (situation.number(label) for label in note.facts[1:])
            return (f"{many} put {one} and {other} crosswise around one area: their paths would cross.",)
        if note.variant is Variant.LINK_CUTS_OFF:
            label = note.facts[2]
            lost = (
                f"cut {situation.number(label)} off from its partner" if label else "shut in cells no number can reach"
            )
            return (f"{many} {lost}.",)
        return (self._route(steps),)

    def _route(self, steps: tuple[Step, ...]) -> str:
        """Many links that one number needs, in a sentence: stretch by stretch, or that they are its only route."""
        note = steps[0].note
        assert note is not None
        situation = self.walk.situation
        number, ends = situation.number(note.facts[0]), situation.own_ends(note.facts[0])
        if self.walk.engine.position.summary(ends[0])[0] == ends[1]:
            return f"Only one route is left for {number}."
        drawn = bytearray(len(self.links))
        for step in steps:
            for link, _ in step.conclusion:
                drawn[link] = ON
        stretches = [sorted(stretch) for stretch in _stretch_ends(linked_cells(situation.track_links, bytes(drawn)))]
        told = [f"from {situation.at(one)} to {situation.at(other)}" for one, other in sorted(stretches)]
        route = " and ".join(filter(None, (", ".join(told[:-1]), told[-1])))
        return f"Every way left for {number} runs {route}."

    def _try_frame(self, event: Looked, before: bytes) -> Frame:
        assert event.tried is not None
        link, drawn = event.tried
        supposed = f"the link between {self._between(link)} were {'drawn' if drawn else 'not drawn'}"
        title = "Only trying helps (L1)"
        sentences: tuple[str, ...] = (
            f"No rule says anything here, so try: suppose {supposed}.",
            f"That comes to a contradiction, so it is {'not drawn' if drawn else 'drawn'}.",
        )
        if event.strength is Strength.DEEP:
            title = "Only trying twice helps (L1)"
            sentences = (
                f"No rule and no single try says anything here. Supposing {supposed}, every way on can be refuted by a "
                "further try; the tries are too many to print.",
            )
        chain = _sentences(event.chain)
        return Frame(title, sentences, before, self.now, 5, self.links[link], event.tried, chain, event.tried_states)

    def _guess_frame(self, event: Guessed, before: bytes) -> Frame:
        """What decides most, taken from the solution."""
        told = [f"{self._between(link)}: {'drawn' if value == ON else 'not drawn'}" for link, value in event.links]
        sentences = (
            "No rule and no try that a person can follow says anything here, so a guess is needed. "
            f"The most follows from the link between {told[0]} in the solution.",
            *(["As much follows from others, taken with it: " + "; ".join(told[1:]) + "."] if told[1:] else []),
        )
        cells = tuple(dict.fromkeys(cell for link, _ in event.links for cell in self.links[link]))
        return Frame("A guess", sentences, before, self.now, 5, cells)

    def _between(self, link: int) -> str:
        return " and ".join(map(self.puzzle.where, self.links[link]))

    def _last_frame(self) -> Frame:
        """The honest end: nothing a person would do is left, or no time."""
        after = self.now
        if self.walk.stopped:
            self.remark = f"the budget of {self.walk.clock.limit:g} seconds ended here."
            return Frame("Here the explanation was stopped", (_capital(self.remark),), self.now, after, 5)
        verdict = self.walk.proof()
        if verdict.answer is Answer.UNIQUE and verdict.solution is not None:
            after = Position.solved(self.puzzle, verdict.solution).states
            self.remark = f"only longer trying helps; the solver settled it with {verdict.effort}."
        elif verdict.answer is Answer.MULTIPLE and verdict.solution and verdict.second:
            one, other = sorted(verdict.solution.links() ^ verdict.second.links())[0]
            self.remark = (
                "the board has more than one solution: the link between "
                f"{self.puzzle.where(one)} and {self.puzzle.where(other)} is in one and not in another."
            )
        else:
            self.remark = f"no rule and no try helps, and the solver says: {verdict}."
        return Frame("Here the explanation ends", (_capital(self.remark),), self.now, after, 5)


def _is_tidying(step: Step) -> bool:
    """Whether a step only closes the other ways of a cell that has its links."""
    return step.rule is Rule.A1 and bool(step.conclusion) and not step.draws


def _stretch_ends(around: dict[int, list[int]]) -> Iterator[tuple[int, int]]:
    """The two ends of every stretch that links make, each twice found, once told."""
    for start, beside in around.items():
        if len(beside) != 1:
            continue
        came, cell = start, beside[0]
        while len(around[cell]) > 1:
            came, cell = cell, next(other for other in around[cell] if other != came)
        if start < cell:
            yield start, cell


def _forced_sentences(steps: Sequence[Step]) -> Iterator[tuple[str, Sequence[Step]]]:
    """What a round of tier 0 says, and the steps that each sentence tells.

    Cells that are merely finished go unsaid, and links that would join two numbers are counted where they are many.
    """
    joins = [step for step in steps if step.rule is Rule.A2 and step.conclusion]
    if len(joins) >= TOO_OBVIOUS:
        yield f"{len(joins)} links would each join two different numbers, so none of them is drawn.", joins
        steps = [step for step in steps if step not in joins]
    for step in steps:
        yield "" if _is_tidying(step) else _capital(step.sentence), [step]


def _sentences(steps: Iterable[Step]) -> tuple[str, ...]:
    return tuple(_capital(step.sentence) for step in steps)


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]
