"""An explanation as a value: numbered steps in words; `str` gives text with boards in characters."""

from __future__ import annotations

from dataclasses import dataclass

from numlink.exact.verdict import Answer, Verdict
from numlink.model.puzzle import Puzzle, Solution
from numlink.model.words import counted, html_table
from numlink.reasoning.board_text import board_text, legend
from numlink.reasoning.grade import Reading
from numlink.reasoning.position import ON, Position
from numlink.reasoning.rules import Assume, Rule
from numlink.reasoning.step import Step

TAKEN = {
    Assume.UNIQUE: "there is exactly one solution",
    Assume.STRICT: "there is only one way to join the pairs, even if cells may stay empty",
}
"""The assumptions in words."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One numbered step of an explanation: title, sentences, and the link states before and after it.

    `tier` is the highest tier of its rules, 5 for tries and guesses; `cells` are those to mark in a picture.  If the
    step is a try, `tried` is (link, whether it was tried as drawn), `chain` has the sentences for what follows, up to
    the contradiction, and `tried_states` the link states in which the contradiction shows.  `steps` are the deductions
    behind the sentences, in order; each follows from `before` and the steps before it.  A try or guess has no `steps`.
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
    steps: tuple[Step, ...] = ()

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules beyond tier 0 that the step uses, in order; L1 for a try."""
        found = dict.fromkeys(step.rule for step in self.steps if step.tier)
        return (*found, Rule.L1) if self.tried is not None else (*found,)


@dataclass(frozen=True, slots=True)
class Explanation:
    """What `explain` returns: the steps of a solution in order, each a `Frame` with its sentences.

    `solved` says whether the steps lead to the solution without a guess; if not, `remark` says why.  `guesses` counts
    how often links had to be taken from the solution.  `answer` says how many solutions there are: by the steps, or by
    the solver if it was asked.  `assume` is what was assumed, `assumption` the solver's verdict on it, whose answer is
    then `answer`.  `stopped` says whether the budget ended first.  `reading` is STRICT if the puzzle is proven strict
    and was solved as such, ASSUMED if it was solved as such without this proof.

    >>> import numlink
    >>> steps = numlink.explain(numlink.Puzzle.from_rows([[1, 1], [0, 0]]))
    >>> steps.solved, steps.solution.paths
    (True, ((0, 2, 3, 1),))
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
    stopped: bool = False
    reading: Reading = Reading.RULES

    @property
    def opening(self) -> str:
        """The first sentences: the rules of the puzzle, and what is assumed or proven."""
        taken = f" Assumed: {TAKEN[self.assume]}." if self.assume in TAKEN else ""
        if self.reading is Reading.STRICT:
            covers = "" if self.puzzle.rules.fill else ", and that it covers the board"
            follows = " So no path touches itself." if self.puzzle.rules.touch else ""
            taken = f" The solver has proved that {TAKEN[Assume.STRICT]}{covers}.{follows}"
        return f"Rules: {self.puzzle.rules}.{taken}"

    @property
    def end(self) -> bytes | None:
        """The link states of the solution if the last frame shows all its links; else None."""
        if self.solution is None:
            return None
        end = Position.solved(self.puzzle, self.solution).states
        last = self.frames[-1].after if self.frames else bytes(len(end))
        return None if any((one == ON) != (other == ON) for one, other in zip(last, end, strict=True)) else end

    @property
    def ending(self) -> str:
        """The last sentences: whether the puzzle was solved and if not why, and whether the assumption is true."""
        end = f"{'Solved with help' if self.guesses and not self.stopped else 'Explanation incomplete'}: {self.remark}"
        end = "Solved." if self.solved else end
        if self.assumption is None:
            return end
        if self.answer is Answer.UNIQUE:
            return f"{end} The solver proved the assumption true: {TAKEN[self.assume]}."
        if self.answer is Answer.UNKNOWN:
            return f"{end} The assumption is not proven: {TAKEN[self.assume]}."
        reason = "there is more than one" if self.answer is Answer.MULTIPLE else self.assumption.reason
        end = "This is a solution." if self.solved else end
        return f"{end} The assumption is false: {TAKEN[self.assume]} ({reason})."

    @property
    def end_title(self) -> str:
        """The title of the picture of the solution."""
        return "The solution" if self.answer is Answer.UNIQUE else "A solution"

    def __repr__(self) -> str:
        return f"<Explanation: {counted(len(self.frames), 'step')}. {self.ending}>"

    def _repr_html_(self) -> str:
        numbered = enumerate(self.frames, start=1)
        return html_table(
            [(n, frame.title, " ".join(frame.sentences)) for n, frame in numbered] + [("", "", self.ending)]
        )

    def __str__(self) -> str:
        start = bytes(len(self.puzzle.grid.links()))
        parts = [f"{self.opening} {legend(self.puzzle.grid)}", "", board_text(self.puzzle, start, start), ""]
        for number, frame in enumerate(self.frames, start=1):
            parts += [_frame_text(self.puzzle, frame, number), ""]
        if self.end is not None:
            parts += [self.end_title, _indented(board_text(self.puzzle, self.end, self.end)), ""]
        parts.append(self.ending)
        return "\n".join(parts)


def _frame_text(puzzle: Puzzle, frame: Frame, number: int) -> str:
    """A frame as lines of text: title, first sentence, chain of a try, other sentences, board of the try, board."""
    lines = [f"{number}. {frame.title}"]
    lines += [f"   {sentence}" for sentence in frame.sentences[:1]]
    if frame.chain:
        lines += [f"     - {sentence}" for sentence in frame.chain]
    lines += [f"   {sentence}" for sentence in frame.sentences[1:]]
    if frame.tried_states is not None and frame.chain:
        lines += ["   The try:", _indented(board_text(puzzle, frame.before, frame.tried_states)), "   So:"]
    lines.append(_indented(board_text(puzzle, frame.before, frame.after)))
    return "\n".join(line for line in lines if line)


def _indented(text: str) -> str:
    return "\n".join(f"   {line}".rstrip() for line in text.splitlines())
