"""What a round of local rules says, in as few sentences as a person would use.

A player who sees that a line can go on in one way only follows it cell after cell, and says so once.  So the rules are
asked again at the tip of every line that was drawn, before anything else is told, until they say no more there: that is
a *run*.  Every link of it is a step of its own, which follows from the steps before it; only the sentence is shared.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from numlink.reasoning.deduce import step_of
from numlink.reasoning.position import OPEN, draw
from numlink.reasoning.rules import Rule, Variant
from numlink.reasoning.situation import Situation
from numlink.reasoning.step import Conclusion, Step, notes

MANY = 3
"""Steps of one kind in a round from which on they share a sentence: the picture shows where they are."""

MOST_PAIRS = 4
"""Pairs of different numbers that are named where no link may join them."""

MOST_WEIGHED = 200
"""Steps of a round up to which the next one is chosen by where it is; all are weighed each time."""

BESIDE = 1.0
"""Sides of a square up to which a step is beside the last one."""

GOES_ON = (Variant.CELL_FORCED, Variant.WAY_SHARED)
"""What says how a line goes on at its tip."""

NOT_THERE = (Variant.NUMBERS_JOINED, Variant.RING_CLOSED, Variant.WAY_ALONE)
"""What says how it does not: seen on the way, and told with the run."""

ALONG = (Variant.LINK_UNREACHED, Variant.LINK_CROSSES)
"""What beyond the local rules says how a line does not go on, often again and again along a wall."""


@dataclass(frozen=True, slots=True)
class Told:
    """Steps in order, and the one sentence that tells them; it is empty where they go without saying."""

    sentence: str
    steps: tuple[Step, ...]


def told_round(situation: Situation, steps: Sequence[Step], last: Sequence[int] = ()) -> list[Told]:
    """The steps of a round of tier 0 without a contradiction, each with the run that it begins.

    As people go on: where the line drawn last ends (`last`: its cells), or as near as can be, and there with the number
    that is nearest to done, and on the rim first.

    The engine of the situation stands where the round was found, and afterwards where all of it leads.  What a run
    has decided in the meantime is left out: the next round says the rest.
    """
    states = bytearray(situation.engine.states())
    found = []
    for several in _sorted_out(situation, steps):
        draw(states, several.steps)
        found.append(several)
    shared = {id(step) for told in found for step in told.steps}
    waiting = [step for step in steps if id(step) not in shared]
    while waiting:
        step = _next(situation, waiting, last)
        waiting.remove(step)
        if any(states[link] != OPEN for link, _ in step.conclusion):
            continue
        draw(states, [step])
        runs = (_run(situation, states, tip) for tip in _tips(situation, step))
        run = next(filter(None, runs), [])
        found.append(Told(_sentence(situation, [step, *run]), (step, *run)))
        last = last_drawn(situation, found[-1].steps) or last
    situation.engine.load(states)
    return _gathered(situation, found)


def _next(situation: Situation, waiting: Sequence[Step], last: Sequence[int]) -> Step:
    """Of the steps that wait the one to go on with."""
    if len(waiting) > MOST_WEIGHED or not last:
        return waiting[0]

    def order(step: Step) -> tuple[float, float, bool]:
        cells = [cell for link, _ in step.conclusion for cell in situation.track_links[link]]
        jump = min(situation.apart(one, other) for one in cells for other in last)
        rim = any(situation.grid.on_rim(situation.cell_of[cell]) for cell in cells)
        return max(jump, BESIDE), min(map(situation.gap, cells)), not rim

    return min(waiting, key=order)


def last_drawn(situation: Situation, steps: Sequence[Step]) -> tuple[int, ...]:
    """The cells of the link that steps draw last; none where they draw nothing."""
    drawn = [link for step in steps for link, drawn in step.conclusion if drawn]
    return situation.track_links[drawn[-1]] if drawn else ()


def _gathered(situation: Situation, found: Sequence[Told]) -> list[Told]:
    """Many links that are drawn alike, each alone, in one sentence, where the first of them is told.

    All of them followed from the position before the round, so that they may be told earlier than they were found.
    """
    alike = [told for told in found if len(told.steps) == 1 and _variant(told.steps[0]) is Variant.WAY_SHARED]
    if len(alike) < MANY:
        return [*found]
    steps = tuple(told.steps[0] for told in alike)
    first = situation.pair(*situation.track_links[steps[0].conclusion[0][0]])
    words = f"{len(steps)} links are drawn, like {first}: other ways join two numbers or close a ring (in the picture)."
    return [Told(words, steps) if told is alike[0] else told for told in found if told is alike[0] or told not in alike]


def told_along(situation: Situation, steps: Sequence[Step]) -> Told | None:
    """Steps that leave a line one way, with how it goes on and where the same rule does it again: one run, told once.

    The engine stands before them, and afterwards behind the run; None, and it stays, where that is not of one line.
    """
    engine, first = situation.engine, steps[0]
    if _variant(first) not in ALONG:
        return None
    start = engine.states()
    cells = dict.fromkeys(cell for link, _ in first.conclusion for cell in situation.track_links[link])
    for tip in [cell for cell in cells if situation.is_tip(cell)]:
        states = bytearray(start)
        told = _along(situation, states, steps, tip)
        if set(steps) <= set(told):
            engine.load(states)
            return Told(_sentence(situation, told), tuple(told))
    engine.load(start)
    return None


def _along(situation: Situation, states: bytearray, steps: Sequence[Step], tip: int | None) -> list[Step]:
    """How a line goes on from a tip by a rule that has said `steps`, again and again; drawn into `states`."""
    engine, first = situation.engine, steps[0]
    told: list[Step] = []
    more = [step for step in steps if _is_at(situation, step.conclusion, tip)]
    while more:
        ways = bytearray(states)
        draw(ways, more)
        run = _run(situation, ways, tip)
        if not run:
            break
        states[:] = ways
        told += [*more, *run]
        tip = _tip(situation, run[-1])
        engine.load(states)
        again = [step_of(situation, note) for note in notes(engine.scan(0, first.rule.value))]
        more = [step for step in again if step.tells_the_same(first) and _is_at(situation, step.conclusion, tip)]
    return told


def _no_other_way(situation: Situation, run: Sequence[Step]) -> str:
    """Why a line has one way: of what was seen on it that which is the hardest to see."""
    seen = {_variant(step): step for step in run}
    pairs = Variant.WAY_SHARED in seen or Variant.WAY_ALONE in seen
    crossing = seen.get(Variant.LINK_CROSSES)
    if crossing and crossing.note:
        one, other = (situation.number(label) for label in crossing.note.facts[1:])
        return f"elsewhere {one} and {other} would cross"
    if Variant.LINK_UNREACHED in seen:
        return "no number can use another way"
    reasons = ["join two numbers"] if pairs or Variant.NUMBERS_JOINED in seen else []
    reasons += ["close a ring"] if pairs or Variant.RING_CLOSED in seen else []
    return f"other ways {' or '.join(reasons)}" if reasons else "no other way is free"


def _sorted_out(situation: Situation, steps: Sequence[Step]) -> Iterator[Told]:
    """What is said of many places at once: links between two numbers, cells with two ways."""
    joins = tuple(step for step in steps if _variant(step) is Variant.NUMBERS_JOINED)
    if len(joins) >= MANY:
        yield Told(_joins_said(situation, joins), joins)
    corners = tuple(step for step in steps if _variant(step) is Variant.CELL_FORCED and _wants_two(situation, step))
    if len(corners) >= MANY:
        first = situation.at(corners[0].note.facts[0]) if corners[0].note else ""
        yield Told(
            f"{len(corners)} cells have only two ways left and use both, like {first} (in the picture).", corners
        )


def _joins_said(situation: Situation, joins: Sequence[Step]) -> str:
    """Which different numbers stay apart, or how many links between them where they are more than a person reads."""
    pairs = {
        tuple(sorted(map(situation.label_at, step.note.facts[:2]))): None for step in joins if step.note is not None
    }
    named = [f"{one} and {other}" for one, other in pairs]
    if len(named) <= MOST_PAIRS:
        return f"Different numbers stay apart: {', '.join(named)} (× in the picture)."
    first = situation.pair(*joins[0].note.facts[:2]) if joins[0].note else ""
    return f"{len(joins)} links, like {first}, would join two different numbers (× in the picture)."


def _wants_two(situation: Situation, step: Step) -> bool:
    note = step.note
    return note is not None and note.facts[1] == 2 and not situation.is_bridge(note.facts[0])


def _variant(step: Step) -> Variant | None:
    return step.note.variant if step.note else None


def _tips(situation: Situation, step: Step) -> list[int]:
    """Where a line may go on behind a step: at the tip it draws, or where it leaves a line one way less."""
    if step.draws:
        tip = _tip(situation, step)
        return [] if tip is None else [tip]
    if _variant(step) not in NOT_THERE:
        return []
    cells = dict.fromkeys(cell for link, _ in step.conclusion for cell in situation.track_links[link])
    return [cell for cell in cells if situation.is_tip(cell)]


def _run(situation: Situation, states: bytearray, tip: int | None) -> list[Step]:
    """How the line goes on that ends at a tip; drawn into `states`."""
    run: list[Step] = []
    seen: list[Step] = []
    ways = bytearray(states)
    while tip is not None:
        situation.engine.load(ways)
        found = notes(situation.engine.scan(0, 0))
        here = [note for note in found if not note.conclusion or _is_at(situation, note.conclusion, tip)]
        onward = next((note for note in here if note.variant in GOES_ON and note.facts[0] == tip), None)
        chosen = [onward] if onward else [note for note in here if note.variant in NOT_THERE]
        if not chosen or any(not note.conclusion for note in here):
            break
        seen += [step_of(situation, note) for note in chosen]
        draw(ways, seen[-len(chosen) :])
        if onward:
            run += seen
            states[:] = ways
            tip = _tip(situation, seen[-1])
            seen = []
    return run


def _is_at(situation: Situation, conclusion: Conclusion, track: int | None) -> bool:
    """Whether something is concluded of a link at a track."""
    return any(track in situation.track_links[link] for link, _ in conclusion)


def _tip(situation: Situation, step: Step) -> int | None:
    """Where the line ends that a step lengthens by one link; None for any other step."""
    note = step.note
    if note is None or note.variant not in GOES_ON or [drawn for _, drawn in note.conclusion] != [True]:
        return None
    one, other = situation.track_links[note.conclusion[0][0]]
    return other if one == note.facts[0] else one


def _sentence(situation: Situation, run: Sequence[Step]) -> str:
    """A run in words: from where to where, and why; a single step in its own."""
    if len(run) == 1:
        return "" if _is_tidying(run[0]) else capital(run[0].sentence)
    return capital(f"{_way(situation, run)}: {_no_other_way(situation, run)}.")


def _way(situation: Situation, run: Sequence[Step]) -> str:
    """Which line goes from where to where, the engine standing behind it."""
    drawing = [(step.note.facts[0], _tip(situation, step)) for step in run if step.draws and step.note]
    tips = [drawing[0][0], *(tip for _, tip in drawing if tip is not None)]
    number = situation.number_through(tips[-1])
    who = str(number) if number else "the line"
    along = " along the wall" if _at_the_rim(situation, tips) else ""
    return f"{who} can only run{along} {situation.stretch(tips[0], tips[-1])}"


def _at_the_rim(situation: Situation, cells: Sequence[int]) -> bool:
    """Whether cells lie in an outermost row or column of a plain board, all in the same."""
    puzzle = situation.puzzle
    if not puzzle.layout.plain:
        return False
    rows, columns = {cell // puzzle.width for cell in cells}, {cell % puzzle.width for cell in cells}
    return any(
        len(lines) == 1 and lines <= {0, last}
        for lines, last in ((rows, puzzle.height - 1), (columns, puzzle.width - 1))
    )


def _is_tidying(step: Step) -> bool:
    """Whether a step only closes the other ways of a cell that has its links."""
    return step.rule is Rule.A1 and bool(step.conclusion) and not step.draws


def capital(sentence: str) -> str:
    """A sentence as it begins a line."""
    return sentence[:1].upper() + sentence[1:]
