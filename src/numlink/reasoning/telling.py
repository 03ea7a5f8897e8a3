"""Thoughts gathered into frames: what is seen beyond the local rules, and at once what is forced by it.

A frame is a thought that leads to lines being drawn.  It begins with what a rule beyond tier 0 says, or with what is
forced, and goes on with the local consequences, up to some sentences; what only rules links out waits for the next
thought, as nobody puts the pencil down for that alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from numlink.model.words import counted
from numlink.reasoning.explanation import Frame
from numlink.reasoning.position import ON, draw, linked_cells
from numlink.reasoning.rules import Variant
from numlink.reasoning.runs import Told, capital
from numlink.reasoning.situation import Situation
from numlink.reasoning.step import Note, Step, drawn_cells
from numlink.reasoning.turns import MANY_TURNS, TURNS, alike, turns_said

ENOUGH_SENTENCES, MOST_SENTENCES = 4, 5
"""Sentences after which a frame ends with its round, and ends in any case."""

IN_THE_PICTURE = "(× in the picture)"
"""The words for links that are ruled out and not named one by one."""

MOST_TITLES = 2
"""Rules that share a frame as long as they only rule links out."""

A_ROUTE, A_FEW = 3, 2
"""From this number on, links that a number needs are told as one route, links ruled out alike are counted."""

TURNS_TIER, SOME_TURNS = 3, 3
"""The tier of turns and touching, and the sentences of it that are read at a glance, wherever they are about."""

FORCED = "What is forced"
"""The title of a frame of local rules alone."""


class Gathering:
    """The frame that is being told on the board of a situation; `states` are those of the links after all of it."""

    def __init__(self, situation: Situation, states: bytes) -> None:
        self.situation = situation
        self.links = situation.links
        self.states = bytearray(states)
        self._begin()

    def _begin(self) -> None:
        self.since = bytes(self.states)
        self.titles: list[str] = []
        self.sentences: list[str] = []
        self.turns: dict[int, Note] = {}
        """By its place the note behind a sentence that tells of one turn."""
        self.steps: list[Step] = []
        self.cells: list[int] = []
        self.tier = 0
        self.drawn: set[int] = set()
        """The cells of the links drawn in it."""

    def forced(self, told: Sequence[Told]) -> Iterator[Frame]:
        """A round of tier 0, and the frames that it fills."""
        for one in told:
            if one.sentence:
                if len(self.sentences) == MOST_SENTENCES:
                    yield from self.frame()
                self.sentences.append(one.sentence)
                self.cells += [cell for step in one.steps for cell in step.cells[:1]]
            self._draw(one.steps)
        if len(self.sentences) >= ENOUGH_SENTENCES:
            yield from self.frame()

    def thought(
        self, title: str, tier: int, sentences: Sequence[str], steps: Sequence[Step], cells: Sequence[int]
    ) -> Iterator[Frame]:
        """What a rule beyond tier 0 says: it begins a frame, or joins one in which nothing is drawn yet, or one of its
        tier whose line it draws further, or some words about turns.
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
        if len(steps) == 1 and steps[0].note is not None and steps[0].note.variant in TURNS:
            self.turns[len(self.sentences)] = steps[0].note
        self.sentences += sentences
        self.cells += cells
        self._draw(steps)

    def _draw(self, steps: Sequence[Step]) -> None:
        self.steps += steps
        draw(self.states, steps)
        self.drawn |= drawn_cells(self.links, steps)

    def frame(self) -> Iterator[Frame]:
        """What was gathered, if anything, as a frame; and the next begins."""
        if self.sentences:
            yield Frame(
                ". ".join(self.titles) or FORCED,
                tuple(self._told()),
                self.since,
                bytes(self.states),
                self.tier,
                tuple(dict.fromkeys(self.cells)),
                steps=tuple(self.steps),
            )
            self._begin()

    def _told(self) -> Iterator[str]:
        """The sentences; many turns one after the other from which the same follows are told in one."""
        together: list[Note] = []
        since = 0
        for at in range(len(self.sentences)):
            turn, after = self.turns.get(at), self.turns.get(at + 1)
            if turn is not None:
                together.append(turn)
                if after is not None and alike(turn, after):
                    continue
            if len(together) >= MANY_TURNS:
                yield turns_said(self.situation, together)
            else:
                yield from self.sentences[since : at + 1]
            together, since = [], at + 1

    def move(self, states: bytes) -> None:
        """Go on from other states, after a frame that was told elsewhere; nothing must be left to tell."""
        self.states = bytearray(states)
        self._begin()


def rule_sentences(situation: Situation, steps: Sequence[Step]) -> tuple[str, ...]:
    """What steps beyond tier 0 say that are told together, many in one sentence: the picture shows where the links are.

    The engine stands behind them.
    """
    note = steps[0].note
    if note is None or len(steps) < (A_ROUTE if note.draws else A_FEW):
        return tuple(capital(step.sentence) for step in steps)
    near = situation.pair(*situation.track_links[note.conclusion[0][0]])
    many = f"{len(steps)} links, one of them at {near},"
    if note.variant is Variant.LINK_CROSSES:
        one, other = (situation.number(label) for label in note.facts[1:])
        return (f"{many} would make {one} and {other} cross {IN_THE_PICTURE}.",)
    if note.variant is Variant.LINK_CUTS_OFF:
        label = note.facts[2]
        lost = f"cut {situation.number(label)} off from its partner" if label else "shut in cells"
        return (f"{many} would {lost} {IN_THE_PICTURE}.",)
    return (_route(situation, steps, note.facts[0]),)


def _route(situation: Situation, steps: Sequence[Step], label: int) -> str:
    """Many links that one number needs, in a sentence: their first stretch, or that they are its only route."""
    number, ends = situation.number(label), situation.own_ends(label)
    if situation.engine.position.summary(ends[0])[0] == ends[1]:
        return f"Only one route is left for {number}."
    drawn = bytearray(len(situation.links))
    for step in steps:
        for link, _ in step.conclusion:
            drawn[link] = ON
    stretches = [sorted(stretch) for stretch in _stretch_ends(linked_cells(situation.track_links, bytes(drawn)))]
    one, other = sorted(stretches)[0]
    more = len(stretches) - 1
    others = f", and in {counted(more, 'other place')} (in the picture)" if more else ""
    return f"Every way left for {number} runs from {situation.at(one)} to {situation.at(other)}{others}."


def _stretch_ends(around: dict[int, list[int]]) -> Iterator[tuple[int, int]]:
    """The two ends of every stretch that links make, each stretch once."""
    for start, beside in around.items():
        if len(beside) != 1:
            continue
        came, cell = start, beside[0]
        while len(around[cell]) > 1:
            came, cell = cell, next(other for other in around[cell] if other != came)
        if start < cell:
            yield start, cell
