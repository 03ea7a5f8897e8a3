"""The deductions of a round of local rules, in as few sentences as a person would use.

If a line can continue in only one way, a player follows it cell by cell and says so once.  So after each drawn link the
rules are applied again at the new tip of its line, as long as they draw a link there: these links are a *run*.  Every
link of a run is its own step, which follows from the steps before it; all steps of a run share one sentence.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from numlink.model.words import capital, spelled
from numlink.reasoning.deduce import step_of
from numlink.reasoning.position import OPEN, draw
from numlink.reasoning.rules import Variant
from numlink.reasoning.sentence_context import SentenceContext
from numlink.reasoning.step import Conclusion, Step, notes

MANY = 3  # this many steps of one variant in a round, or more, share a sentence; the picture shows where they are
MOST_PAIRS = 4  # the most pairs of different numbers that a sentence names

MOST_WEIGHED = 200
"""With more waiting steps than this, the next one is not chosen by its place, as that compares them all."""

BESIDE = 1.0  # cell widths: steps nearer to the last one than this count as equally near
GOES_ON = (Variant.CELL_FORCED, Variant.WAY_SHARED)  # the variants that draw the next link at the tip of a line

NOT_THERE = (Variant.NUMBERS_JOINED, Variant.LOOP_CLOSED, Variant.WAY_ALONE)
"""Local variants that rule out a link at the tip of a line; a run may include them."""

ALONG = (Variant.LINK_UNREACHED, Variant.LINK_CROSSES)
"""Variants of other tiers that rule out links at the tip of a line, often at every cell along a wall."""


@dataclass(frozen=True, slots=True)
class StepGroup:
    """Steps in order, and one sentence for all of them, '' if they need none."""

    sentence: str
    steps: tuple[Step, ...]


def group_round(context: SentenceContext, steps: Sequence[Step], last: Sequence[int] = ()) -> list[StepGroup]:
    """The steps of a round of tier 0 without a contradiction, each with the run that it begins, in a person's order.

    First come steps of one kind that share a sentence, without runs (`_sorted_out`).  Then comes the step nearest to
    the last drawn link (`last`: its tracks), and so on; of equally near steps, the one whose number has the smallest
    gap between its two lines comes first, then one on the rim.

    The engine must be in the position before the round; afterwards it is in the position after all runs.  A step is
    left out if a run has decided one of its links; the next round finds what is missing.
    """
    states = bytearray(context.engine.states())
    found = []
    for several in _sorted_out(context, steps):
        draw(states, several.steps)
        found.append(several)
    shared = {id(step) for group in found for step in group.steps}
    waiting = [step for step in steps if id(step) not in shared]
    while waiting:
        step = _next(context, waiting, last)
        waiting.remove(step)
        if any(states[link] != OPEN for link, _ in step.conclusion):
            continue
        draw(states, [step])
        runs = (_run(context, states, tip) for tip in _tips(context, step))
        run = next(filter(None, runs), [])
        found.append(StepGroup(_sentence(context, [step, *run]), (step, *run)))
        last = last_drawn(context, found[-1].steps) or last
    context.engine.load(states)
    return _with_shared_ways(context, found)


def _next(context: SentenceContext, waiting: Sequence[Step], last: Sequence[int]) -> Step:
    """The waiting step that comes next; see `group_round`."""
    if len(waiting) > MOST_WEIGHED or not last:
        return waiting[0]

    def order(step: Step) -> tuple[float, float, bool]:
        cells = [cell for link, _ in step.conclusion for cell in context.track_links[link]]
        jump = min(context.apart(one, other) for one in cells for other in last)
        rim = any(context.grid.on_rim(context.cell_of[cell]) for cell in cells)
        return max(jump, BESIDE), min(map(context.gap, cells)), not rim

    return min(waiting, key=order)


def last_drawn(context: SentenceContext, steps: Sequence[Step]) -> tuple[int, ...]:
    """The two tracks of the last link that steps draw; () if they draw none."""
    drawn = [link for step in steps for link, drawn in step.conclusion if drawn]
    return context.track_links[drawn[-1]] if drawn else ()


def _with_shared_ways(context: SentenceContext, found: Sequence[StepGroup]) -> list[StepGroup]:
    """`found`, with MANY or more single links of the variant WAY_SHARED gathered where the first one stands."""
    alike = [group for group in found if len(group.steps) == 1 and group.steps[0].variant is Variant.WAY_SHARED]
    if len(alike) < MANY:
        return [*found]
    steps = tuple(group.steps[0] for group in alike)
    first = context.pair(*context.track_links[steps[0].conclusion[0][0]])
    why = "other ways join two numbers or close a loop (in the picture)"
    all_of_them = StepGroup(capital(f"{spelled(len(steps), 'link')} are drawn, like {first}: {why}."), steps)
    others = {id(group) for group in alike[1:]}
    return [all_of_them if group is alike[0] else group for group in found if id(group) not in others]


def group_along(context: SentenceContext, steps: Sequence[Step]) -> StepGroup | None:
    """`steps` of a variant in ALONG and the run of a line that they begin, if all of them are about this one line.

    The run continues if the same rule also rules out links at the new tip.  The engine must be in the position before
    the steps; afterwards it is in the position after the run.  None, with the engine unchanged, if there is no such
    run.
    """
    engine, first = context.engine, steps[0]
    if first.variant not in ALONG:
        return None
    start = engine.states()
    cells = dict.fromkeys(cell for link, _ in first.conclusion for cell in context.track_links[link])
    for tip in [cell for cell in cells if context.is_tip(cell)]:
        states = bytearray(start)
        along = _along(context, states, steps, tip)
        if set(steps) <= set(along):
            engine.load(states)
            return StepGroup(_sentence(context, along), tuple(along))
    engine.load(start)
    return None


def _along(context: SentenceContext, states: bytearray, steps: Sequence[Step], tip: int | None) -> list[Step]:
    """The run of a line from `tip` that `steps` begin and the same rule continues; sets its links in `states`."""
    engine, first = context.engine, steps[0]
    along: list[Step] = []
    more = [step for step in steps if _is_at(context, step.conclusion, tip)]
    while more:
        ways = bytearray(states)
        draw(ways, more)
        run = _run(context, ways, tip)
        if not run:
            break
        states[:] = ways
        along += [*more, *run]
        tip = _tip(context, run[-1])
        engine.load(states)
        again = [step_of(context, note) for note in notes(engine.scan(0, first.rule.value))]
        more = [step for step in again if step.can_share_sentence_with(first) and _is_at(context, step.conclusion, tip)]
    return along


def _no_other_way(context: SentenceContext, run: Sequence[Step]) -> str:
    """Why a line has only one way, as the end of a sentence: the reason in the run that is hardest to see."""
    seen = {step.variant: step for step in run}
    pairs = Variant.WAY_SHARED in seen or Variant.WAY_ALONE in seen
    if crossing := seen.get(Variant.LINK_CROSSES):
        one, other = map(context.number, crossing.facts[1:])
        return f"elsewhere {one} and {other} would cross"
    if Variant.LINK_UNREACHED in seen:
        return "no number can use another way"
    reasons = ["join two numbers"] if pairs or Variant.NUMBERS_JOINED in seen else []
    reasons += ["close a loop"] if pairs or Variant.LOOP_CLOSED in seen else []
    return f"other ways {' or '.join(reasons)}" if reasons else "no other way is free"


def _sorted_out(context: SentenceContext, steps: Sequence[Step]) -> Iterator[StepGroup]:
    """Groups of MANY steps or more: links that would join two numbers; cells with two ways left; dead ends."""
    joins = tuple(step for step in steps if step.variant is Variant.NUMBERS_JOINED)
    if len(joins) >= MANY:
        yield StepGroup(_joins_sentence(context, joins), joins)
    off_bridges = [step for step in steps if step.facts and not context.is_bridge(step.facts[0])]
    corners = tuple(step for step in off_bridges if step.variant is Variant.CELL_FORCED and step.facts[1] == 2)
    dead = tuple(step for step in off_bridges if step.variant is Variant.CELL_DEAD_END)
    for alike, words in (
        (corners, "have only two ways left and use both, like {} (in the picture)."),
        (dead, "are dead ends, like {}, so they stay empty (× in the picture)."),
    ):
        if len(alike) >= MANY:
            cells = capital(spelled(len(alike), "cell"))
            yield StepGroup(f"{cells} {words.format(context.at(alike[0].facts[0]))}", alike)


def _joins_sentence(context: SentenceContext, joins: Sequence[Step]) -> str:
    """The sentence for many links that would join two numbers; it names up to MOST_PAIRS pairs or counts the links."""
    pairs = {tuple(sorted(map(context.label_at, step.facts[:2]))): None for step in joins}
    named = [f"{one} and {other}" for one, other in pairs]
    if len(named) <= MOST_PAIRS:
        return f"Different numbers stay apart: {', '.join(named)} (× in the picture)."
    first = context.pair(*joins[0].facts[:2])
    return f"{capital(spelled(len(joins), 'link'))}, like {first}, would join two different numbers (× in the picture)."


def _tips(context: SentenceContext, step: Step) -> list[int]:
    """The tips where a run may begin after a step: the one that it draws, or those where it rules out links."""
    if step.draws:
        tip = _tip(context, step)
        return [] if tip is None else [tip]
    if step.variant not in NOT_THERE:
        return []
    cells = dict.fromkeys(cell for link, _ in step.conclusion for cell in context.track_links[link])
    return [cell for cell in cells if context.is_tip(cell)]


def _run(context: SentenceContext, states: bytearray, tip: int | None) -> list[Step]:
    """The run of the line that ends at `tip`; sets its links in `states`."""
    run: list[Step] = []
    seen: list[Step] = []
    ways = bytearray(states)
    while tip is not None:
        context.engine.load(ways)
        found = notes(context.engine.scan(0, 0))
        here = [note for note in found if not note.conclusion or _is_at(context, note.conclusion, tip)]
        onward = next((note for note in here if note.variant in GOES_ON and note.facts[0] == tip), None)
        chosen = [onward] if onward else [note for note in here if note.variant in NOT_THERE]
        if not chosen or any(not note.conclusion for note in here):
            break
        seen += [step_of(context, note) for note in chosen]
        draw(ways, seen[-len(chosen) :])
        if onward:
            run += seen
            states[:] = ways
            tip = _tip(context, seen[-1])
            seen = []
    return run


def _is_at(context: SentenceContext, conclusion: Conclusion, track: int | None) -> bool:
    return any(track in context.track_links[link] for link, _ in conclusion)


def _tip(context: SentenceContext, step: Step) -> int | None:
    """The new tip of the line that a step extends by one link; None for any other step."""
    if step.variant not in GOES_ON or [drawn for _, drawn in step.conclusion] != [True]:
        return None
    one, other = context.track_links[step.conclusion[0][0]]
    return other if one == step.facts[0] else one


def _sentence(context: SentenceContext, run: Sequence[Step]) -> str:
    """A run as a sentence, where the line runs and why; for a single step, the step's sentence.

    Empty for a single step that only rules out further links of a finished cell.
    """
    if len(run) == 1:
        return "" if run[0].variant is Variant.CELL_FINISHED else capital(run[0].sentence)
    return capital(f"{_way(context, run)}: {_no_other_way(context, run)}.")


def _way(context: SentenceContext, run: Sequence[Step]) -> str:
    """The first half of a run's sentence: which line runs where; the engine must be in the position after the run."""
    drawing = [(step.facts[0], _tip(context, step)) for step in run if step.draws]
    tips = [drawing[0][0], *(tip for _, tip in drawing if tip is not None)]
    number = context.number_through(tips[-1])
    who = str(number) if number else "the line"
    along = " along the edge" if _at_the_rim(context, tips) else ""
    return f"{who} can only run{along} {context.stretch(tips)}"


def _at_the_rim(context: SentenceContext, cells: Sequence[int]) -> bool:
    """Whether all cells lie in the same outermost row or column of a plain board."""
    puzzle = context.puzzle
    if not puzzle.layout.plain:
        return False
    rows, columns = {cell // puzzle.width for cell in cells}, {cell % puzzle.width for cell in cells}
    return any(
        len(lines) == 1 and lines <= {0, last}
        for lines, last in ((rows, puzzle.height - 1), (columns, puzzle.width - 1))
    )
