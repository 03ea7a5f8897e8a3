"""Thinking like a person: named rules that say of a position which links must be drawn and which can't.

>>> from numlink.model.puzzle import Puzzle
>>> position = Position.start(Puzzle.from_rows([[1, 0, 1], [2, 0, 2]]))
>>> for step in deduce(position)[:2]:
...     print(step)
A2: linking rows 1 and 2, column 1 would join 1 to 2.
A2: linking rows 1 and 2, column 3 would join 1 to 2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from numlink.engine.deduction.reasoner import Reasoner
from numlink.errors import InputError
from numlink.reasoning.position import Position, reasoner_for
from numlink.reasoning.rules import CODED, SEEN_AT_ONCE, Assume, Rule, assume_named
from numlink.reasoning.sentences import said
from numlink.reasoning.situation import Situation
from numlink.reasoning.step import Note, Step, notes

UNIQUENESS = 5
"""What the engine calls the rules that take one solution for granted, after its tiers 0 to 4."""


def deduce(
    position: Position, rules: Iterable[Rule | str] | None = None, *, assume: Assume | str = Assume.NOTHING
) -> list[Step]:
    """What follows at once from `position`: the steps of the cheapest tier that has any, or those of the named rules.

    Every rule looks at the position as it is, none at what another one concludes; a link concluded by several is
    told once, with the first reason found.  A contradiction is a step without a conclusion.  Rules that are
    unsound under the puzzle's rules say nothing; U1, U2 and the no-touch rules under touching ask for `assume`.
    O(labels · cells) for A5, O(width² height²) for A7, linear in the board for the others.

    Raises InputError for an unknown name.
    """
    assume = assume_named(assume)
    wanted = None if rules is None else [_rule_named(rule) for rule in rules]
    engine = reasoner_for(position.puzzle, assume)
    engine.load(position.states)
    if engine.position.conflict:
        return [conflict_step(engine)]
    situation = Situation(position.puzzle, engine)
    if wanted is None:
        return cheapest_steps(situation, assume)
    return [
        step
        for rule in dict.fromkeys(wanted)
        if rule.usable(position.puzzle.rules, assume)
        for step in read_record(situation, engine.scan(0, rule.value))
    ]


def _rule_named(rule: Rule | str) -> Rule:
    found = Rule.__members__.get(rule) if isinstance(rule, str) else rule
    if found not in SEEN_AT_ONCE:
        raise InputError(f"{str(rule)!r} names no rule. Use some of {', '.join(map(str, SEEN_AT_ONCE))}.")
    return found


def cheapest_steps(
    situation: Situation, assume: Assume = Assume.NOTHING, *, stop: Callable[[], bool] = bool
) -> list[Step]:
    """The steps of the cheapest tier that says something of the position of the situation's engine.

    Where the engine works in slices, `stop` is asked between two of them, and ends everything with no steps.
    """
    for tier in range(UNIQUENESS + 1):
        if tier < UNIQUENESS or Rule.U1.usable(situation.puzzle.rules, assume):
            record = situation.engine.scan(tier, 0)
            while situation.engine.paused:
                if stop():
                    return []
                record = situation.engine.scan(tier, 0)
            steps = read_record(situation, record)
            if steps:
                return steps
    return []


def conflict_step(engine: Reasoner) -> Step:
    """What is wrong with a position that could not even be drawn: a branch, a ring, or two numbers joined."""
    words = "the links drawn so far branch, close a ring or join two numbers."
    return Step(CODED[engine.position.conflict], (), (), (), words)


def read_record(situation: Situation, record: Sequence[int]) -> list[Step]:
    """The engine's record as steps."""
    return [step_of(situation, note) for note in notes(record)]


def step_of(situation: Situation, note: Note) -> Step:
    """What the engine noted as a step, said of the position in which it stands."""
    words, cells = said(situation, note)
    touched = {cell for link, _ in note.conclusion for cell in situation.links[link]}
    seen = tuple(dict.fromkeys([*cells, *sorted(touched)]))
    links = tuple(sorted(situation.links_around(cells)))
    return Step(note.variant.rule, seen, links, note.conclusion, words, note)
