"""The ladder of rules: what a result under some rules implies under others.

The table is LADDER, which docs/rules.md shows; `solve`, `prove`, `check`, `count` and the players' judge use it through
the functions below.  It holds on boards of every kind, with walls, bridges and layers: a path is a sequence of tracks,
and where it touches itself a link leads straight from one of these tracks to another.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass, replace
from enum import StrEnum

from numlink.engine.arrays import trace
from numlink.exact.board_arrays import Board
from numlink.exact.verdict import Answer, Effort, Verdict
from numlink.model.judge import check
from numlink.model.puzzle import Puzzle
from numlink.model.rules import COVER, FREE, FREE_NO_TOUCH, NO_TOUCH, Claim, Rules


class Leads(StrEnum):
    """How one set of rules, a rung, leads to another; the value says it about solutions."""

    IS = "every solution is also a solution under"
    STRAIGHT = "every solution, once paths that touch themselves are shortened, is a solution under"
    ONLY = "if there is only one solution and it fills every cell, it is also the only one under"


@dataclass(frozen=True, slots=True)
class LadderLine:
    """A line of the ladder: what a solution under `start` is under `end`."""

    start: Rules
    step: Leads
    end: Rules

    def __str__(self) -> str:
        return f"| {self.start} | {self.step} | {self.end} |"


LADDER = (
    LadderLine(NO_TOUCH, Leads.IS, COVER),
    LadderLine(NO_TOUCH, Leads.IS, FREE_NO_TOUCH),
    LadderLine(NO_TOUCH, Leads.IS, FREE),
    LadderLine(COVER, Leads.IS, FREE),
    LadderLine(FREE_NO_TOUCH, Leads.IS, FREE),
    LadderLine(COVER, Leads.STRAIGHT, FREE_NO_TOUCH),
    LadderLine(FREE, Leads.STRAIGHT, FREE_NO_TOUCH),
    LadderLine(FREE_NO_TOUCH, Leads.ONLY, FREE),
    LadderLine(FREE_NO_TOUCH, Leads.ONLY, COVER),
)
"""By IS, two solutions at `start` are two at `end`; by IS or STRAIGHT, no solution at `end` means none at `start`."""

CHEAPEST = (NO_TOUCH, COVER, FREE_NO_TOUCH, FREE)
"""The rungs in the order of the work that they usually take: with fewer choices, an answer comes sooner."""


def leads(lower: Rules, upper: Rules, *steps: Leads) -> bool:
    """Whether a line with one of `steps` leads from one rung to the other; a rung always leads to itself."""
    return lower == upper or any((line.start, line.end) == (lower, upper) and line.step in steps for line in LADDER)


def rungs_below(rules: Rules) -> tuple[Rules, ...]:
    """The other rungs whose solutions are all solutions under `rules`, cheapest first."""
    return tuple(rung for rung in CHEAPEST if rung != rules and leads(rung, rules, Leads.IS))


def carried(puzzle: Puzzle, known: Verdict, rules: Rules) -> Verdict | None:
    """The verdict under other rules, with solutions, that follows from a known one; None if none follows."""
    there = replace(known, rules=rules, claim=Claim.UNIQUE, effort=Effort(), seconds=0.0)
    if known.strict or (known.answer is Answer.MULTIPLE and leads(known.rules, rules, Leads.IS)):
        return there
    if known.answer is Answer.NONE and leads(rules, known.rules, Leads.IS, Leads.STRAIGHT):
        return replace(there, reason=f"there is none under {known.rules}")
    if known.answer is not Answer.UNIQUE or known.solution is None:
        return None
    if leads(rules, known.rules, Leads.IS):
        if not check(puzzle, known.solution, rules):
            return there
        reason = f"the only one under {known.rules} breaks these rules"
        return replace(there, answer=Answer.NONE, solution=None, reason=reason)
    covers = not check(puzzle, known.solution, NO_TOUCH)
    return replace(there, strict=True) if covers and leads(known.rules, rules, Leads.ONLY) else None


def pulled_straight(board: Board, model: array[int]) -> array[int] | None:
    """A solution in which a path that touches itself takes the link there as a shortcut; None if no path does.

    Cells become empty, so the result is another solution where cells may be empty.  O(links).
    """
    tracks, lengths = trace(board.cells, board.links, model)
    path = [number for number, length in enumerate(lengths) for _ in range(length)]
    place = {track: at for at, track in enumerate(tracks)}
    places = [place.get(track) for track in board.links]
    joined = list(zip(places[::2], places[1::2], strict=True))
    for link, (one, other) in enumerate(joined):
        if not model[link] and one is not None and other is not None and path[one] == path[other]:
            passed = {*range(min(one, other), max(one, other) + 1)}
            kept = [on and not passed.issuperset(ends) for on, ends in zip(model, joined, strict=True)]
            kept[link] = True
            return array("b", kept)
    return None
