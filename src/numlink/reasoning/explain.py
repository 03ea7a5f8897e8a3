"""Solving a puzzle aloud: numbered steps in words, each with the board as it stands then.

The explanation goes the way of a careful player: what is forced cell by cell first, then one deduction of the
cheapest tier that has any, and so on.  Where no rule helps it looks ahead, says so, and shows the shortest
contradiction it finds.  Where even that does not help it says so, takes the link that decides most from the solution,
and goes on from there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from numlink.engine.deduction.reasoner import Reasoner
from numlink.exact.solve import prove
from numlink.exact.verdict import Answer, Verdict
from numlink.model.judge import require_legal
from numlink.model.puzzle import Puzzle, Solution
from numlink.model.rules import Rules
from numlink.model.words import where
from numlink.reasoning.clash import clash, needed_steps
from numlink.reasoning.deduce import (
    OFF,
    ON,
    RULES,
    Assume,
    Position,
    Step,
    cheapest_steps,
    read_record,
    reasoner_for,
)
from numlink.reasoning.rate import DEEP, FULL, LIGHT, MOST_GUESSES, within_reach
from numlink.reasoning.words import Scene

MOST_SENTENCES = 6
"""Forced links told under one number: about what one can follow on one board."""

REFUTED = {
    Assume.NOTHING: "the board has no solution",
    Assume.UNIQUE: "the board has no solution, or more than one",
    Assume.STRICT: "the board has no solution that is the only linking even if cells may stay empty",
}
"""What a contradiction says, by what was assumed on the way to it."""

TAKEN = {
    Assume.UNIQUE: "there is exactly one solution",
    Assume.STRICT: "there is only one way to join the pairs, even if cells may stay empty, and it fills the board",
}
"""What is taken for granted, in words."""

PROOF_SECONDS = 30.0
"""What the solver may take to finish what rules can't."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One numbered step: what is said, and the link states before and after it.

    `tried` is the link that is tried (and whether as drawn) in a look-ahead; `chain` then tells what follows from it
    up to the contradiction, and `tried_states` is the position in which it shows.
    """

    title: str
    sentences: tuple[str, ...]
    before: bytes
    after: bytes
    tier: int
    cells: tuple[int, ...] = ()
    tried: tuple[int, bool] | None = None
    chain: tuple[str, ...] = ()
    tried_states: bytes | None = None


@dataclass(frozen=True, slots=True)
class Explanation:
    """The frames of a solution in order; `solved` if they lead to the end by reasons alone, else `remark` says why not.

    With `guesses` they lead to the end as well, but so many times something was taken from the solution.  `answer`
    says how many solutions there are, by the steps or, where these end, by the solver.  `assumption` is what the
    solver says of what was taken for granted, if anything was; `answer` then is that verdict's.
    """

    puzzle: Puzzle
    frames: tuple[Frame, ...]
    solved: bool
    solution: Solution | None
    remark: str | None
    answer: Answer
    guesses: int = 0
    assumption: Verdict | None = None
    assume: Assume = Assume.NOTHING

    @property
    def opening(self) -> str:
        """Under which rules, and what is assumed, in a sentence or two."""
        taken = f" Assumed: {TAKEN[self.assume]}." if self.assume in TAKEN else ""
        return f"Rules: {self.puzzle.rules}.{taken}"

    @property
    def end(self) -> bytes | None:
        """The link states of the solution, where the frames lead to it; None where they do not."""
        if self.solution is None:
            return None
        end = Position.solved(self.puzzle, self.solution).states
        last = self.frames[-1].after if self.frames else bytes(len(end))
        return None if any((one == ON) != (other == ON) for one, other in zip(last, end, strict=True)) else end

    @property
    def ending(self) -> str:
        """How it ends, in a sentence."""
        end = f"{'Solved with help' if self.guesses else 'Not explained to the end'}: {self.remark}"
        end = "Solved." if self.solved else end
        if self.assumption is None:
            return end
        if self.answer is Answer.UNIQUE:
            return f"{end} What was assumed is true, as the solver proved: {TAKEN[self.assume]}."
        if self.answer is Answer.UNKNOWN:
            return f"{end} What was assumed is not proven: that {TAKEN[self.assume]}."
        reason = "there is more than one" if self.answer is Answer.MULTIPLE else self.assumption.reason
        end = "This is a solution." if self.solved else end
        return f"{end} What was assumed is false: that {TAKEN[self.assume]} ({reason})."

    @property
    def end_title(self) -> str:
        """What the picture of the end is called."""
        return "The solution" if self.answer is Answer.UNIQUE else "A solution"

    def __str__(self) -> str:
        from numlink.reasoning.explanation import told  # the words need no drawing, the drawing needs the words

        return told(self)


def explain(puzzle: Puzzle, rules: Rules | None = None, *, assume: Assume = Assume.NOTHING) -> Explanation:
    """`puzzle` solved in numbered steps under `rules` (None: its own); `assume` as for `deduce`.

    Raises IllegalPuzzle where a number does not occur twice.

    >>> from numlink.model.puzzle import Puzzle
    >>> explanation = explain(Puzzle.from_rows([[1, 0, 0], [1, 2, 2]]))
    >>> [len(explanation.frames), explanation.solved]
    [1, True]
    """
    puzzle = puzzle.with_rules(rules)
    require_legal(puzzle)
    teller = _Teller(puzzle, assume)
    frames = tuple(teller.frames())
    solved = teller.engine.finished and not teller.guesses
    solution = teller.known.solution if teller.known else None
    if solved:
        solution = Position(puzzle, teller.engine.states()).solution()
    assumption = None if assume is Assume.NOTHING else teller.assumption()
    answer = teller.answer if assumption is None else assumption.answer
    return Explanation(puzzle, frames, solved, solution, teller.remark, answer, teller.guesses, assumption, assume)


def next_step(position: Position, *, assume: Assume = Assume.NOTHING) -> Step | None:
    """One step from `position` for a hint: the cheapest rule's, one that draws a link if there is one.

    None where no rule says anything.  A step without a conclusion says that the position is wrong.  Some
    milliseconds at 15x15.
    """
    engine = reasoner_for(position.puzzle, assume)
    engine.load(position.states)
    if engine.position.conflict:
        return cheapest_conflict(position)
    steps = cheapest_steps(Scene(position.puzzle, engine), assume)
    return best_step(steps) if steps else None


def cheapest_conflict(position: Position) -> Step:
    """The step that says a position is drawn wrongly."""
    from numlink.reasoning.deduce import deduce

    return deduce(position)[0]


def best_step(steps: Sequence[Step]) -> Step:
    """The one to tell first: a contradiction, else one that draws links, else the one about the fewest cells."""
    return min(
        steps,
        key=lambda step: (
            not step.is_contradiction,
            not any(drawn for _, drawn in step.conclusion),
            len(step.cells),
            step.cells,
        ),
    )


def one_story(steps: Sequence[Step]) -> list[Step]:
    """The best step, and with "every way left for 3 runs between ..." all that say so of 3."""
    best = best_step(steps)
    start, runs, _ = best.sentence.partition(" runs between ")
    return [best] + [step for step in steps if runs and step is not best and step.sentence.startswith(start + runs)]


class _Teller:
    """The walk through one puzzle; `frames` may be iterated once."""

    def __init__(self, puzzle: Puzzle, assume: Assume) -> None:
        self.puzzle = puzzle
        self.assume = assume
        self.engine: Reasoner = reasoner_for(puzzle, assume)
        self.scene = Scene(puzzle, self.engine)
        self.links = self.scene.links
        self.remark: str | None = None
        self.known: Verdict | None = None
        self.guesses = 0

    @property
    def answer(self) -> Answer:
        """How many solutions there are, once the walk is over."""
        if self.known is not None:
            return self.known.answer
        return Answer.NONE if self.remark else Answer.UNIQUE

    def frames(self) -> Iterator[Frame]:
        """Frames until the board is solved or nothing helps."""
        yield from self._reasons()
        if self.engine.finished and self.guesses:
            what = "1 guess" if self.guesses == 1 else f"{self.guesses} guesses"
            effort = self._proof().effort
            self.remark = f"{what} had to be taken from the solution, proved to be the only one with {effort}."

    def _reasons(self) -> Iterator[Frame]:
        while not self.engine.finished:
            yield from self._forced()
            if self.engine.finished or self.remark:
                return
            steps = cheapest_steps(self.scene, self.assume)
            frame = self._by_rule(one_story(steps)) if steps else self._by_looking() or self._by_telling()
            if frame is None:
                yield self._by_solver()
                return
            yield frame
            if self.remark:
                return

    def _forced(self) -> Iterator[Frame]:
        """Tier 0 until it is exhausted, some sentences at a time; cells that are merely finished go unsaid."""
        before = self.engine.states()
        told: list[Step] = []
        while not self.remark:
            steps = read_record(self.scene, self.engine.scan(0, 0))
            if not steps:
                break
            told += [step for step in steps if not _is_tidying(step)]
            wrong = [step for step in steps if step.is_contradiction]
            if wrong:
                self.remark = f"{REFUTED[self.assume]}: {wrong[0].sentence}"
            else:
                self._apply(steps)
            if len(told) >= MOST_SENTENCES or wrong:
                yield self._forced_frame(told, before)
                told, before = [], self.engine.states()
        if told:
            yield self._forced_frame(told, before)

    def _forced_frame(self, told: Sequence[Step], before: bytes) -> Frame:
        sentences = tuple(_capital(step.sentence) for step in told)
        cells = tuple(dict.fromkeys(cell for step in told for cell in step.cells[:1]))
        return Frame("What is forced", sentences, before, self.engine.states(), 0, cells)

    def _by_rule(self, story: Sequence[Step]) -> Frame:
        """A deduction beyond tier 0, with those that say the same of the same number."""
        before, first = self.engine.states(), story[0]
        if first.is_contradiction:
            self.remark = f"{REFUTED[self.assume]}: {first.sentence}"
        else:
            self._apply(story)
        title = f"{first.rule.title.capitalize()} ({first.rule.name})"
        sentences = tuple(_capital(step.sentence) for step in story)
        cells = tuple(dict.fromkeys(cell for step in story for cell in step.cells))
        return Frame(title, sentences, before, self.engine.states(), first.tier, cells)

    def _apply(self, steps: Sequence[Step]) -> None:
        self.engine.load(Position(self.puzzle, self.engine.states()).after(*steps).states)
        if self.engine.position.conflict:
            self.remark = f"{REFUTED[self.assume]}: what is forced contradicts itself."

    def _by_looking(self) -> Frame | None:
        """One look-ahead, weakest strength first, and of its shortest contradictions the one with the fewest steps."""
        before = self.engine.states()
        for strength in (LIGHT, FULL, DEEP):
            if not within_reach(self.engine, strength):
                return None
            if strength == DEEP and (self.guesses or self._proof().answer is not Answer.UNIQUE):
                return None
            found = self.engine.look(strength)
            hits = self.engine.hit_list() if found else []
            self.engine.load(before)
            if not hits:
                continue
            if strength == DEEP:
                return self._deep_frame(hits[0], before)
            chains = [(self._chain(link, 3 - value, strength), link, value) for link, value in hits[:24]]
            (chain, seen), link, value = min(chains, key=lambda entry: (len(entry[0][0]), entry[1], entry[2]))
            return self._try_frame(link, value, chain, seen, before)
        return None

    def _try_frame(self, link: int, value: int, chain: Sequence[Step], seen: bytes, before: bytes) -> Frame:
        guess = "drawn" if value == OFF else "not drawn"
        verdict = "it is not drawn" if value == OFF else "it is drawn"
        opening = f"No rule says anything here, so try: suppose the link between {self._between(link)} were {guess}."
        position = Position(self.puzzle, before)
        step = Step(RULES["L1"], self.links[link], (link,), ((link, value == ON),), "")
        after = position.after(step).states
        self.engine.load(after)
        return Frame(
            "Only trying helps (L1)",
            (opening, f"That comes to a contradiction, so {verdict}."),
            before,
            after,
            5,
            self.links[link],
            (link, value == OFF),
            tuple(_capital(step.sentence) for step in chain),
            seen,
        )

    def _deep_frame(self, hit: tuple[int, int], before: bytes) -> Frame:
        link, value = hit
        step = Step(RULES["L1"], self.links[link], (link,), ((link, value == ON),), "")
        after = Position(self.puzzle, before).after(step).states
        self.engine.load(after)
        guess = "drawn" if value == OFF else "not drawn"
        sentence = (
            "No rule and no single try says anything here. "
            f"Supposing the link between {self._between(link)} were {guess}, every way on can be refuted by a "
            "further try; the tries are too many to print."
        )
        return Frame(
            "Only trying twice helps (L1)", (sentence,), before, after, 5, self.links[link], (link, value == OFF)
        )

    def _by_telling(self) -> Frame | None:
        """What decides most, taken from the solution; None where that is not known or the board is too large."""
        solution = self._proof().solution if self._proof().answer is Answer.UNIQUE else None
        if solution is None or self.guesses == MOST_GUESSES or not within_reach(self.engine, LIGHT):
            return None
        before = self.engine.states()
        self.engine.know(Position.solved(self.puzzle, solution).states)
        self.engine.tell()
        self.guesses += 1
        hits = self.engine.hit_list()
        told = [f"{self._between(link)}: {'drawn' if value == ON else 'not drawn'}" for link, value in hits]
        sentences = (
            "No rule and no try that a person can follow says anything here, so a guess is needed. "
            f"The most follows from the link between {told[0]} in the solution.",
            *(["As much follows from others, taken with it: " + "; ".join(told[1:]) + "."] if told[1:] else []),
        )
        cells = tuple(dict.fromkeys(cell for link, _ in hits for cell in self.links[link]))
        return Frame("A guess", sentences, before, self.engine.states(), 5, cells)

    def _between(self, link: int) -> str:
        return " and ".join(where(self.puzzle.width, cell) for cell in self.links[link])

    def _chain(self, link: int, value: int, strength: int) -> tuple[list[Step], bytes]:
        """The steps from a try to its contradiction that it needs, and the position they lead to."""
        states = bytearray(self.engine.states())
        states[link] = value
        steps: list[Step] = []
        mark = self.engine.start_try(link, value)
        while record := self.engine.try_round(strength):
            # read before the round is applied: the sentences speak of the position as it is now
            found = read_record(self.scene, record)
            wrong = [step for step in found if step.is_contradiction]
            if wrong:
                steps.append(wrong[0])
                break
            steps += found
            self.engine.apply_round()
        else:
            steps.append(clash(self.scene, self.engine.states(), self.engine.position.conflict))
        needed = needed_steps(steps, self.scene, self.engine.states())
        self.engine.end_try(mark)
        for step in needed:
            for other, drawn in step.conclusion:
                states[other] = ON if drawn else OFF
        return needed, bytes(states)

    def _proof(self) -> Verdict:
        if self.known is None:
            self.known = prove(self.puzzle, budget=PROOF_SECONDS)
        return self.known

    def assumption(self) -> Verdict:
        """What the solver says of what is taken for granted."""
        if self.assume is Assume.UNIQUE:
            return self._proof()
        return prove(self.puzzle, claim="strict", budget=PROOF_SECONDS)

    def _by_solver(self) -> Frame:
        """The honest end: nothing a person would do is left."""
        verdict = self._proof()
        before = self.engine.states()
        after = before
        if verdict.answer is Answer.UNIQUE and verdict.solution is not None:
            after = Position.solved(self.puzzle, verdict.solution).states
            self.remark = f"only longer trying helps; the solver settled it with {verdict.effort}."
        elif verdict.answer is Answer.MULTIPLE and verdict.solution and verdict.second:
            one, other = sorted(verdict.solution.links() ^ verdict.second.links())[0]
            width = self.puzzle.width
            self.remark = (
                "the board has more than one solution: the link between "
                f"{where(width, one)} and {where(width, other)} is in one and not in another."
            )
        else:
            self.remark = f"no rule and no try helps, and the solver says: {verdict}."
        return Frame("Here the explanation ends", (_capital(self.remark),), before, after, 5)


def _is_tidying(step: Step) -> bool:
    """Whether a step only closes the other ways of a cell that has its links."""
    return step.rule.name == "A1" and bool(step.conclusion) and not any(drawn for _, drawn in step.conclusion)


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]
