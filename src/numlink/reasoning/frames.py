"""Gathers deductions into frames: each is one thought, after which a player would draw lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from numlink.model.reach import line_from
from numlink.model.words import capital, spelled
from numlink.reasoning.explanation import Frame
from numlink.reasoning.grouping import StepGroup
from numlink.reasoning.position import ON, draw, linked_cells
from numlink.reasoning.rules import Variant
from numlink.reasoning.sentence_context import SentenceContext
from numlink.reasoning.sentences import MANY_TURNS, TURNS, can_share_sentence, turns_sentence
from numlink.reasoning.step import Note, Step, drawn_cells

ENOUGH_SENTENCES, MOST_SENTENCES = 4, 5  # a frame with so many sentences ends after its round; ends at once
IN_THE_PICTURE = "(× in the picture)"  # replaces the names of links that are ruled out
MOST_TITLES = 2  # the most rules beyond tier 0 that may share a frame
A_ROUTE, A_FEW = 3, 2  # the fewest links in a shared sentence: links that a number needs; links ruled out alike
TURNS_TIER, SOME_TURNS = 3, 3  # the tier of rules about turns; so many of its sentences may share a frame anywhere
FORCED = "Forced links"  # the title of a frame that uses only local rules


class FrameBuilder:
    """The frame in progress: `since` and `states` are the link states before and after it; other fields as in Frame.

    A frame begins with a deduction beyond tier 0 or with what tier 0 forces, and continues with deductions of tier 0.
    A deduction that only rules out links does not end it.
    """

    def __init__(self, context: SentenceContext, states: bytes) -> None:
        self.context = context
        self.links = context.links
        self.states = bytearray(states)
        self._begin()

    def _begin(self) -> None:
        """Begin an empty frame from the present link states."""
        self.since = bytes(self.states)
        self.titles: list[str] = []
        self.sentences: list[str] = []
        self.turns: dict[int, Note] = {}  # {index in `sentences`: note} of each sentence about one turn
        self.steps: list[Step] = []
        self.cells: list[int] = []
        self.tier = 0
        self.drawn: set[int] = set()  # the cells of the links that the frame draws

    def add_round(self, groups: Sequence[StepGroup]) -> Iterator[Frame]:
        """Add a round of tier 0; yields the frames that this completes."""
        for one in groups:
            if one.sentence:
                if len(self.sentences) == MOST_SENTENCES:
                    yield from self.frame()
                self.sentences.append(one.sentence)
                self.cells += [cell for step in one.steps for cell in step.cells[:1]]
            self._draw(one.steps)
        if len(self.sentences) >= ENOUGH_SENTENCES:
            yield from self.frame()

    def add_deduction(
        self, title: str, tier: int, sentences: Sequence[str], steps: Sequence[Step], cells: Sequence[int]
    ) -> Iterator[Frame]:
        """Add a deduction beyond tier 0; yields the frame before it if that is complete.

        If the frame in progress has room (ENOUGH_SENTENCES, MOST_TITLES), it takes the deduction if it has drawn
        nothing yet, if both have the same tier and the deduction draws at a cell where the frame drew, or if both are
        about turns and the frame has fewer than SOME_TURNS sentences.
        """
        titles = dict.fromkeys([*self.titles, title])
        goes_on = self.tier == tier and not self.drawn.isdisjoint(drawn_cells(self.links, steps))
        goes_on = goes_on or (self.tier == tier == TURNS_TIER and len(self.sentences) < SOME_TURNS)
        full = len(self.sentences) + len(sentences) > ENOUGH_SENTENCES
        if full or len(titles) > MOST_TITLES or (self.drawn and not goes_on):
            yield from self.frame()
            titles = {title: None}
        self.titles = list(titles)
        self.tier = max(self.tier, tier)
        if len(steps) == 1 and steps[0].note is not None and steps[0].variant in TURNS:
            self.turns[len(self.sentences)] = steps[0].note
        self.sentences += sentences
        self.cells += cells
        self._draw(steps)

    def _draw(self, steps: Sequence[Step]) -> None:
        """Add steps to the frame: set their links in `states`, and add the cells of drawn links to `drawn`."""
        self.steps += steps
        draw(self.states, steps)
        self.drawn |= drawn_cells(self.links, steps)

    def frame(self) -> Iterator[Frame]:
        """Yield the frame in progress if it has sentences, and begin the next one."""
        if self.sentences:
            yield Frame(
                ". ".join(self.titles) or FORCED,
                tuple(self._shared_sentences()),
                self.since,
                bytes(self.states),
                self.tier,
                tuple(dict.fromkeys(self.cells)),
                steps=tuple(self.steps),
            )
            self._begin()

    def _shared_sentences(self) -> Iterator[str]:
        """The sentences; MANY_TURNS or more turns in a row with the same consequence share one."""
        together: list[Note] = []
        since = 0
        for at in range(len(self.sentences)):
            turn, after = self.turns.get(at), self.turns.get(at + 1)
            if turn is not None:
                together.append(turn)
                if after is not None and can_share_sentence(turn, after):
                    continue
            if len(together) >= MANY_TURNS:
                yield turns_sentence(self.context, together)
            else:
                yield from self.sentences[since : at + 1]
            together, since = [], at + 1

    def move(self, states: bytes) -> None:
        """Begin a frame from other link states, after a frame made elsewhere; call `frame` before."""
        self.states = bytearray(states)
        self._begin()


def rule_sentences(context: SentenceContext, steps: Sequence[Step]) -> tuple[str, ...]:
    """The sentences for a deduction of several steps beyond tier 0; many similar steps share a sentence with a count.

    The engine must be in the position after the steps.
    """
    note = steps[0].note
    if note is None or len(steps) < (A_ROUTE if steps[0].draws else A_FEW):
        return tuple(capital(step.sentence) for step in steps)
    near = context.pair(*context.track_links[note.conclusion[0][0]])
    many = capital(f"{spelled(len(steps), 'link')}, like {near},")
    if note.variant is Variant.LINK_CROSSES:
        one, other = (context.number(label) for label in note.facts[1:])
        return (f"{many} would make {one} and {other} cross {IN_THE_PICTURE}.",)
    if note.variant is Variant.LINK_CUTS_OFF:
        label = note.facts[2]
        lost = f"cut {context.number(label)} off from its partner" if label else "shut in cells"
        return (f"{many} would {lost} {IN_THE_PICTURE}.",)
    return (_route(context, steps, note.facts[0]),)


def _route(context: SentenceContext, steps: Sequence[Step], label: int) -> str:
    """The sentence for many links that one number needs: they are its only route, or where their first stretch runs."""
    number, ends = context.number(label), context.own_ends(label)
    if context.engine.position.summary(ends[0])[0] == ends[1]:
        return f"Only one route is left for {number}."
    drawn = bytearray(len(context.links))
    for step in steps:
        for link, _ in step.conclusion:
            drawn[link] = ON
    stretches = [sorted(stretch) for stretch in _stretch_ends(linked_cells(context.track_links, bytes(drawn)))]
    one, other = sorted(stretches)[0]
    more = len(stretches) - 1
    others = f", and in {spelled(more, 'other place')} (in the picture)" if more else ""
    return f"Every way left for {number} runs from {context.at(one)} to {context.at(other)}{others}."


def _stretch_ends(around: dict[int, list[int]]) -> Iterator[tuple[int, int]]:
    """The two ends of every line of links, each line once; `around` maps each cell to those linked to it."""
    for start, beside in around.items():
        if len(beside) == 1 and start < (end := line_from(start, around.__getitem__)[-1]):
            yield start, end
