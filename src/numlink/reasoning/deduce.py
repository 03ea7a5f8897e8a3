"""One round of deduction: the links that must be drawn, or cannot be, in a position, by named rules.

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
from numlink.reasoning.sentence_context import SentenceContext
from numlink.reasoning.sentences import said
from numlink.reasoning.step import Note, Step, notes

UNIQUENESS = 5  # the engine's number of the tier of rules that assume one solution; it comes after the tiers 0 to 4


def deduce(
    position: Position, rules: Iterable[Rule | str] | None = None, *, assume: Assume | str = Assume.NOTHING
) -> list[Step]:
    """The steps that follow at once from `position`: of the lowest tier of rules that has any, or of the named `rules`.

    Every rule looks at the position alone, not at conclusions of other rules.  A link that several rules decide is in
    one step only, with the first reason found; with `rules` given, in a step of each of these.  A contradiction is a
    step without a conclusion.  Rules that are unsound under the puzzle's rules give no steps: U1 and U2 need `assume`
    UNIQUE, and the no-touch rules need STRICT if touching is allowed.  O(labels · cells) for A5, O(width² height²) for
    A7, linear in the board for the others.

    Raises InputError for an unknown name of a rule or an assumption.
    """
    assume = assume_named(assume)
    wanted = None if rules is None else [_rule_named(rule) for rule in rules]
    engine = reasoner_for(position.puzzle, assume)
    engine.load(position.states)
    if engine.position.conflict:
        return [conflict_step(engine)]
    context = SentenceContext(position.puzzle, engine)
    if wanted is None:
        return cheapest_steps(context, assume)
    return [
        step
        for rule in dict.fromkeys(wanted)
        if rule.usable(position.puzzle.rules, assume)
        for step in read_record(context, engine.scan(0, rule.value))
    ]


def _rule_named(rule: Rule | str) -> Rule:
    """The Rule for a Rule or its name; raises InputError for others and for look-ahead."""
    found = Rule.__members__.get(rule) if isinstance(rule, str) else rule
    if found not in SEEN_AT_ONCE:
        raise InputError(f"{str(rule)!r} names no rule. Use some of {', '.join(map(str, SEEN_AT_ONCE))}.")
    return found


def cheapest_steps(
    context: SentenceContext, assume: Assume = Assume.NOTHING, *, stop: Callable[[], bool] = bool
) -> list[Step]:
    """The steps of the lowest tier that has any, in the position of the context's engine; [] if no tier has.

    If the engine works in slices, `stop` is called between two slices; once it returns True, the result is [].
    """
    for tier in range(UNIQUENESS + 1):
        if tier < UNIQUENESS or Rule.U1.usable(context.puzzle.rules, assume):
            record = context.engine.scan(tier, 0)
            while context.engine.paused:
                if stop():
                    return []
                record = context.engine.scan(tier, 0)
            steps = read_record(context, record)
            if steps:
                return steps
    return []


def conflict_step(engine: Reasoner) -> Step:
    """The contradiction of a position whose links make a branch or a ring, or join two numbers, as a step."""
    words = "the links drawn so far branch, close a ring or join two numbers."
    return Step(CODED[engine.position.conflict], (), (), (), words)


def read_record(context: SentenceContext, record: Sequence[int]) -> list[Step]:
    """The deductions in the engine's record (`step.notes`) as steps."""
    return [step_of(context, note) for note in notes(record)]


def step_of(context: SentenceContext, note: Note) -> Step:
    """A note of the engine as a step; its sentence speaks of the engine's present position."""
    words, cells = said(context, note)
    touched = {cell for link, _ in note.conclusion for cell in context.links[link]}
    seen = tuple(dict.fromkeys([*cells, *sorted(touched)]))
    links = tuple(sorted(context.links_around(cells)))
    return Step(note.variant.rule, seen, links, note.conclusion, words, note)
