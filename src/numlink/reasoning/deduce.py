"""One round of deduction: the links that named rules draw or rule out in a position; and how tries are refuted.

A *try* sets an open link to ON or OFF; if a contradiction follows, the opposite is proven.

>>> from numlink.model.puzzle import Puzzle
>>> position = Position.start(Puzzle.from_rows([[1, 0, 1], [2, 0, 2]]))
>>> for step in deduce(position)[:2]:
...     print(step)
A2: linking rows 1 and 2, column 1 would join 1 to 2.
A2: linking rows 1 and 2, column 3 would join 1 to 2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from numlink.engine.deduction.reasoner import Reasoner
from numlink.errors import InputError
from numlink.model.reach import parts
from numlink.model.words import spelled
from numlink.reasoning.position import Position, draw, linked_cells, reasoner_for
from numlink.reasoning.rules import CODED, SEEN_AT_ONCE, Assume, Rule, assume_named
from numlink.reasoning.sentence_context import SentenceContext
from numlink.reasoning.sentences import sentence_of
from numlink.reasoning.step import Note, Step, notes

ALONG = {Rule.A2, Rule.A3, Rule.A4, Rule.N2}
"""Rules that look at whole pieces (lines of drawn links), not only at the cells of their step."""

UNIQUENESS = 5  # the engine's tier of rules that assume one solution; it comes after the tiers 0 to 4


def deduce(
    position: Position, rules: Iterable[Rule | str] | None = None, *, assume: Assume | str = Assume.NOTHING
) -> list[Step]:
    """The steps that follow at once from `position`, by the lowest tier of rules that has any, or by the named `rules`.

    Every rule looks only at the position, not at conclusions of other rules.  A link that several rules decide is in
    only one step, with the first reason found; if `rules` are given, in a step of each of them.  A contradiction is a
    step without a conclusion.  Rules that are unsound under the puzzle's rules give no steps: U1 and U2 need `assume`
    UNIQUE, and the no-touch rules need STRICT if touching is allowed.  O(labels · cells) for A5, O(width² height²) for
    A7, linear in the board for the others.

    Raises InputError for an unknown rule or assumption.
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
    """The Rule given as itself or by name; raises InputError for anything else and for look-ahead."""
    found = Rule.__members__.get(rule) if isinstance(rule, str) else rule
    if found not in SEEN_AT_ONCE:
        raise InputError(f"{str(rule)!r} is not a known rule. Use some of {', '.join(map(str, SEEN_AT_ONCE))}.")
    return found


def cheapest_steps(
    context: SentenceContext, assume: Assume = Assume.NOTHING, *, stop: Callable[[], bool] = bool
) -> list[Step]:
    """The steps of the lowest tier that has any, in the position of the context's engine; [] if there are none.

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
    """The contradiction in a position whose links branch, close a loop or join two numbers, as a step."""
    words = "the links drawn so far branch, close a loop or join two numbers."
    return Step(CODED[engine.position.conflict], (), (), (), words)


def read_record(context: SentenceContext, record: Sequence[int]) -> list[Step]:
    """The deductions in the engine's record (`step.notes`) as steps."""
    return [step_of(context, note) for note in notes(record)]


def step_of(context: SentenceContext, note: Note) -> Step:
    """A note of the engine as a step; its sentence is about the engine's present position."""
    words, cells = sentence_of(context, note)
    touched = {cell for link, _ in note.conclusion for cell in context.links[link]}
    seen = tuple(dict.fromkeys([*cells, *sorted(touched)]))
    links = tuple(sorted(context.links_around(cells)))
    return Step(note.variant.rule, seen, links, note.conclusion, words, note)


def refutation(context: SentenceContext, link: int, value: int, strength: int) -> tuple[list[Step], bytes]:
    """(steps, states): the necessary steps from a try to its contradiction, and the link states after them.

    The try sets `link` to `value` (ON or OFF) and looks ahead with this strength (human_solver.Strength); it must end
    in a contradiction.  The engine's position is the same afterwards.
    """
    engine = context.engine
    states = bytearray(engine.states())
    states[link] = value
    steps: list[Step] = []
    mark = engine.start_try(link, value)
    while record := engine.try_round(strength):
        # steps are read before the round is applied, as their sentences are about the position before it
        found = read_record(context, record)
        wrong = [step for step in found if step.is_contradiction]
        if wrong:
            steps.append(wrong[0])
            break
        steps += found
        engine.apply_round()
    else:
        steps.append(contradiction_of(context, engine.states(), engine.position.conflict))
    needed = needed_steps(steps, context, engine.states())
    engine.end_try(mark)
    draw(states, needed)
    return needed, bytes(states)


def contradiction_of(context: SentenceContext, states: bytes, conflict: int) -> Step:
    """The contradiction in a position whose drawn links branch, join two numbers or close a loop, as a step.

    `conflict` is the code of the rule that the engine found broken; if several are, the step is about this one.
    """
    broken = (wrong for wrong in _broken(context, states) if wrong[0].value == conflict)
    _, words, tracks = next(broken, (Rule.L1, "these cannot all be drawn.", ()))
    cells = tuple(dict.fromkeys(context.cell_of[track] for track in tracks))
    return Step(Rule.L1, cells, tuple(sorted(context.links_around(cells))), (), words)


def _broken(context: SentenceContext, states: bytes) -> Iterator[tuple[Rule, str, Sequence[int]]]:
    """(rule, sentence, its tracks) for every fault of the drawn links: branches, joined numbers, loops."""
    around = linked_cells(context.track_links, states)
    for cell, others in sorted(around.items()):
        is_end = context.content(cell) > 0
        if len(others) > (1 if is_end else 2):
            many, may = spelled(len(others), "link"), "one" if is_end else "two"
            yield Rule.A1, f"{context.at(cell)} would get {many}, and may have {may}.", (cell,)
    for piece in parts(sorted(around), around.__getitem__):
        ends = [cell for cell in piece if context.content(cell) > 0]
        if len(set(map(context.content, ends))) > 1:
            yield Rule.A2, f"these links would join {context.at(ends[0])} to {context.at(ends[1])}.", piece
        if sum(len(around[cell]) for cell in piece) >= 2 * len(piece):  # as many links as tracks
            yield Rule.A3, f"these links would close a loop through {context.at(min(piece))}.", piece


def needed_steps(steps: Sequence[Step], context: SentenceContext, states: bytes) -> list[Step]:
    """The last step and the earlier steps that it needs, in order.

    Going backwards, a step is kept if it decides a link that a kept step looked at.  A step of a rule in ALONG also
    looks at all links of the pieces at its cells.  A step of tier 1 or 2, or without cells, looks at the whole board,
    so all steps before it are kept.  `states` are the link states after all steps.
    """
    along: dict[int, list[int]] = {}  # cell -> the tracks of its piece, or on a bridge of both pieces
    around = linked_cells(context.track_links, states)
    for piece in parts(sorted(around), around.__getitem__):
        for track in piece:
            along.setdefault(context.cell_of[track], []).extend(piece)
    wanted: set[int] = set()
    needed: list[Step] = []
    everything = False
    for step in reversed(steps):
        if needed and not everything and wanted.isdisjoint(link for link, _ in step.conclusion):
            continue
        needed.append(step)
        cells = set(step.cells)
        if step.rule in ALONG:
            cells.update(other for cell in step.cells for other in along.get(cell, ()))
        wanted |= context.links_around(cells)
        everything = everything or step.tier in (1, 2) or not step.cells
    return needed[::-1]
