"""Hints that are right for any drawing: what to take back, what is forced next and why, what the paths are.

A function `complete(links, without)`, which advisor.py chooses, tells what can be completed.  Any correct solution
counts: a drawing that follows another solution than the author's is never called wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, TypeAlias

from numlink.errors import BudgetEnded
from numlink.exact.complete import Completion
from numlink.game.hint_marks import Polyline, hint_marks
from numlink.game.moves import cut_move, draw_move
from numlink.game.state import State, Strand, strand_tracks
from numlink.model.grid import Link, links_along
from numlink.model.puzzle import Solution
from numlink.model.words import counted
from numlink.reasoning.hint_reasons import steps_to_link
from numlink.reasoning.position import Position
from numlink.reasoning.step import Step

Complete: TypeAlias = Callable[[Sequence[Link], Link | None], Completion]
"""A function (links, without): a solution with all of `links` and without the link `without`, or why there is none."""

CHOICE = "a choice"  # the `rule` of a link that is not forced
MOST_STEPS = 6
"""The most steps that a deduced hint may rest on; longer chains are hard to follow, so the hint is found by trying."""

MOST_IN_WORDS = 3  # the most steps that a hint puts into words, the last one included

MOST_LETTERS = 300
"""The most characters of a deduced hint: four lines of a terminal.  Only a single long step may exceed them."""


class HintKind(StrEnum):
    """What a hint is about; the value is the word used in JSON."""

    SOLVED = "solved"
    UNSOLVABLE = "unsolvable"
    TAKE_BACK = "take-back"
    LINK = "link"
    FINE = "fine"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Hint:
    """What to do next: a `sentence`, the `cells` it is about, and the `moves` that do it.

    `numbers` are the numbers whose paths the hint is about; `evidence` the cells that show the reason;
    `ruled_out` the links that the reason excludes; `crossing` the lines of two numbers that would have to cross, each
    as cells in order.  Cells are indices, row * width + column.  `Advisor.hint` makes a Hint.

    `rule` says why a hint of the kind LINK holds.  `only way out`, `corner` and `dead end` are simple rules.  A name
    like `A5` is the hardest rule of `deduce` in use; `by trying` means that no solution does without the link.
    `a choice` means that the link is not forced: some solution that completes the drawing has the link.
    """

    kind: HintKind
    sentence: str
    cells: tuple[int, ...] = ()
    moves: Annotated[tuple[str, ...], "the moves that carry it out"] = ()
    rule: str = ""
    numbers: tuple[int, ...] = ()
    evidence: Annotated[tuple[int, ...], "cells that show the reason"] = ()
    ruled_out: Annotated[tuple[Link, ...], "links, each two cells"] = ()
    crossing: tuple[Polyline, ...] = ()


def hint(state: State, complete: Complete) -> Hint:
    """The most useful Hint for a drawing: what to take back, else the next link; UNKNOWN if `complete` ended first."""
    return _judged(
        state,
        complete,
        lambda found: _simple_link(state) or _deduced_link(state) or _tried_link(state, complete, found),
    )


def check_drawing(state: State, complete: Complete) -> Hint:
    """A Hint on whether a drawing can still be completed: FINE, TAKE_BACK, SOLVED, UNSOLVABLE or UNKNOWN."""
    fine = Hint(HintKind.FINE, "So far, so good.")
    return _judged(state, complete, lambda _: fine)


def _judged(state: State, complete: Complete, then: Callable[[Solution], Hint]) -> Hint:
    """The Hint for a drawing: if a solution completes the drawing, `then(solution)`; else what to take back."""
    if state.progress().solved:
        return Hint(HintKind.SOLVED, "Solved!")
    try:
        found = complete(_drawn(state), None)
        return _take_back(state, complete, found.blamed) if found.solution is None else then(found.solution)
    except BudgetEnded:
        return Hint(HintKind.UNKNOWN, "This drawing is too hard to judge in the time allowed.")


def reveal(state: State, complete: Complete, number: int | None = None) -> tuple[str, ...]:
    """The moves that draw the path of `number`, or all paths (None).

    The paths are those of a solution that completes the drawing, if there is one, else of any solution.  Empty if the
    board has no solution; raises BudgetEnded if `complete` ran out of time, and InputError for a number that is not on
    the board.
    """
    numbers = list(state.ends) if number is None else [state.require_number(number)]
    found = complete(_drawn(state), None)
    solution = found.solution or complete((), None).solution
    if solution is None:
        return ()
    moves = tuple(draw_move(state.grid, solution.paths[number - 1]) for number in numbers)
    return ("clear", *moves) if number is None and found.solution is None else moves


# ---------------------------------------------------------------------------------------------- what to take back


@dataclass(frozen=True, slots=True)
class _Stretch:
    """The links `strand[at]` to `strand[at + 1]` for `begin <= at < end`, to be taken back."""

    strand: Strand
    begin: int
    end: int

    @property
    def size(self) -> int:
        return self.end - self.begin


def _take_back(state: State, complete: Complete, blamed: frozenset[Link]) -> Hint:
    """The Hint on what to take back, or UNSOLVABLE if the empty board has no solution either."""
    if not blamed or complete((), None).solution is None:
        return Hint(HintKind.UNSOLVABLE, f"This board has no solution under the rules {state.puzzle.rules}.")
    orders = sorted(state.strands, key=len, reverse=True), sorted(state.strands, key=len), state.strands
    several = (_greedy(state, order, complete) for order in orders)
    stretches = _least(_alone(state, complete, blamed)) or _least(several)
    cells = tuple(dict.fromkeys(cell for stretch in stretches for cell in _taken_cells(state, stretch)))
    moves = tuple(move for stretch in stretches for move in _cut_moves(state, stretch))
    numbers = sorted({state.puzzle.cells[stretch.strand[0]] for stretch in stretches})
    which = f"path {numbers[0]}" if len(numbers) == 1 else "paths " + ", ".join(map(str, numbers))
    where_from = f" from {state.grid.where(cells[0])} on" if len(stretches) == 1 else ""
    sentence = f"This cannot be completed. Undo {which}{where_from}: {counted(len(cells), 'cell')}."
    return Hint(HintKind.TAKE_BACK, sentence, cells, moves, numbers=tuple(numbers))


def _least(tries: Iterator[tuple[_Stretch, ...]]) -> tuple[_Stretch, ...]:
    """The fewest stretches, then the shortest, of the tries that time allows; () if there are no tries."""
    found: list[tuple[_Stretch, ...]] = []
    try:
        for stretches in tries:
            found.append(stretches)
    except BudgetEnded:
        if not found:
            raise
    return min(found, key=lambda taken: (len(taken), sum(stretch.size for stretch in taken)), default=())


def _alone(state: State, complete: Complete, blamed: frozenset[Link]) -> Iterator[tuple[_Stretch, ...]]:
    """For each strand with a `blamed` link, the `_shortest` stretch that alone makes completion possible, if any."""
    candidates = [strand for strand in state.strands if blamed & set(links_along(strand))]
    while candidates:
        strand = candidates.pop()
        others = [link for other in state.strands if other != strand for link in links_along(other)]
        found = complete(others, None)
        if found.solution is None:
            candidates = [other for other in candidates if found.blamed & set(links_along(other))]
        else:
            yield (_shortest(state, strand, others, complete, found.solution),)


def _greedy(state: State, order: Sequence[Strand], complete: Complete) -> tuple[_Stretch, ...]:
    """Stretches to take back: of each strand, in this order, keep what can be completed with the links kept so far."""
    kept: list[Link] = []
    taken = []
    for strand in order:
        links = links_along(strand)
        if complete([*kept, *links], None).solution is not None:
            kept += links
            continue
        solution = complete(kept, None).solution
        assert solution is not None  # `kept` only ever grew by links that can be completed together
        stretch = _shortest(state, strand, kept, complete, solution)
        kept += links[: stretch.begin] + links[stretch.end :]
        taken.append(stretch)
    return tuple(taken)


def _shortest(state: State, strand: Strand, others: Sequence[Link], complete: Complete, solution: Solution) -> _Stretch:
    """A short stretch of `strand` without which its other links can be completed together with the links `others`.

    What remains must begin at an endpoint: the beginning of `strand` and, if it is complete, also its end.
    """
    links = links_along(strand)
    begin = _longest(links, others, complete, solution)
    if not state.is_complete(strand):
        return _Stretch(strand, begin, len(links))
    known = complete([*others, *links[:begin]], None).solution or solution
    rest = links[begin:]
    kept = _longest(rest[::-1], [*others, *links[:begin]], complete, known)
    return _Stretch(strand, begin, len(links) - kept)


def _longest(links: Sequence[Link], others: Sequence[Link], complete: Complete, solution: Solution) -> int:
    """How many of the first `links` can be completed together with `others`; the caller knows that not all can."""
    shared = solution.links()
    low = next((at for at, link in enumerate(links) if link not in shared), len(links) - 1)
    high = len(links) - 1
    while low < high:
        middle = (low + high + 1) // 2
        if complete([*others, *links[:middle]], None).solution is None:
            high = middle - 1
        else:
            low = middle
    return low


def _taken_cells(state: State, stretch: _Stretch) -> tuple[int, ...]:
    """The cells that no path covers once the stretch is taken back; for a single link, its cell that is no endpoint."""
    strand = stretch.strand
    last = stretch.end if state.is_complete(strand) else stretch.end + 1
    between = strand[stretch.begin + 1 : last]
    if between:
        return between
    one, other = strand[stretch.begin], strand[stretch.begin + 1]
    return (other,) if state.puzzle.cells[other] == 0 else (one,)


def _cut_moves(state: State, stretch: _Stretch) -> list[str]:
    """The `cut` moves that take a stretch back: one, or two for the middle of a complete strand."""
    strand, cells = stretch.strand, _taken_cells(state, stretch)
    wanted = [cells[0], cells[-1]] if state.is_complete(strand) and len(cells) > 1 else [cells[0]]
    # a strand that crosses itself passes a bridge twice: search from the stretch's beginning to find the right passage
    begin = strand.index(cells[0], stretch.begin)
    places = [begin, begin + len(cells) - 1][: len(wanted)]
    return [cut_move(state.grid, cell, strand[at - 1] if at else None) for cell, at in zip(wanted, places, strict=True)]


# ------------------------------------------------------------------------------------------------ what comes next


def open_ends(state: State) -> dict[int, int]:
    """The open ends as {track: number}: the tips of incomplete strands, and endpoints from which nothing is drawn."""
    drawn = state.owners
    ends = {cell: number for number, cells in state.ends.items() for cell in cells if cell not in drawn}
    for strand in state.strands:
        if not state.is_complete(strand):
            ends[strand_tracks(state.grid, strand)[-1]] = drawn[strand[0]]
    return ends


class _Around:
    """Where paths can continue in a drawing, track by track (a bridge has two tracks, any other cell one)."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.ends = open_ends(state)
        self.cell = state.grid.track_cells()
        many, ends = state.grid.lattice()
        self.beside = [sorted({*ends[many * at : many * (at + 1)]} - {-1}) for at in range(len(self.cell))]
        """For each track, the tracks that a link joins to it, in ascending order."""

    def ways(self, track: int) -> list[int]:
        """The neighbouring tracks that a path could link to `track`: free ones, and open ends of the same number.

        If `track` is no open end, open ends of every number count.
        """
        number = self.ends.get(track, 0)
        return [
            other
            for other in self.beside[track]
            if (self.ends[other] in (number, number or self.ends[other]) if other in self.ends else self.free(other))
        ]

    def free(self, track: int) -> bool:
        """Whether a track is on no path, and its cell has no number and is not solid."""
        return track not in self.state.owners and self.state.puzzle.cells[self.cell[track]] == 0

    def hint(self, track: int, other: int, rule: str, reason: str, *, seen: int | None = None) -> Hint:
        """A LINK hint from the open end `track` to `other`; its evidence is `seen` and its neighbours (None: ())."""
        here, there = self.cell[track], self.cell[other]
        evidence = () if seen is None else tuple(self.cell[near] for near in (seen, *self.beside[seen]))
        sentence = f"{_continues(self.state, self.ends[track], there, rule)}: {reason}."
        moves = (draw_move(self.state.grid, (here, there)),)
        return Hint(HintKind.LINK, sentence, (here, there), moves, rule, (self.ends[track],), evidence)


def _simple_link(state: State) -> Hint | None:
    """A LINK hint that a simple rule forces at an open end; None if no simple rule does."""
    around = _Around(state)
    for track in around.ends:
        ways = around.ways(track)
        if len(ways) == 1:
            reason = f"the only way out of {state.grid.where(around.cell[track])}"
            return around.hint(track, ways[0], "only way out", reason, seen=track)
    if state.puzzle.rules.fill:
        for track in range(len(around.cell)):
            if around.free(track):
                ways = around.ways(track)
                tips = [other for other in ways if other in around.ends]
                if len(ways) == 2 and tips:
                    return around.hint(tips[0], track, *_two_ways(around, track), seen=track)
    return None


def _deduced_link(state: State) -> Hint | None:
    """A LINK hint at an open end that the rules of `deduce` force within MOST_STEPS steps; None if they do not."""
    ends = open_ends(state)
    steps = steps_to_link(Position.with_links(state.puzzle, state.links()), beside=ends)
    if not steps or steps[-1].is_contradiction or len(steps) > MOST_STEPS:
        return None
    links, tracks = state.grid.links(), state.grid.track_links()
    concluded = (link for link, is_drawn in steps[-1].conclusion if is_drawn)
    drawn = next((link for link in concluded if not ends.keys().isdisjoint(tracks[link])), None)
    if drawn is None:
        return None  # no concluded link begins at an open end: on a bridge the open end may be the other track
    begin, (here, there) = tracks[drawn][0], links[drawn]
    if begin not in ends:
        begin, (there, here) = tracks[drawn][1], links[drawn]
    opening = f"{_continues(state, ends[begin], there)}. "
    sentence = opening + _in_words(steps, MOST_LETTERS - len(opening))
    moves = (draw_move(state.grid, (here, there)),)
    numbers = (ends[begin],)
    hardest = str(max(steps, key=lambda step: step.rule.tier).rule)
    marks = hint_marks(state, steps[-MOST_IN_WORDS:], ends)
    return Hint(HintKind.LINK, sentence, (here, there), moves, hardest, numbers, *marks)


def _in_words(steps: Sequence[Step], room: int) -> str:
    """The steps in words: always the last, and as many of the first as MOST_IN_WORDS and `room` letters allow."""
    words = [step.sentence for step in steps]
    for leading in range(min(MOST_IN_WORDS, len(words)) - 1, -1, -1):
        left_out = len(words) - leading - 1
        jump = f"after {counted(left_out, 'more step' if leading else 'step')}, " if left_out else ""
        told = " Then ".join([*words[:leading], jump + words[-1]])
        if len(told) <= room:
            break
    return told[:1].upper() + told[1:]


def _two_ways(around: _Around, track: int) -> tuple[str, str]:
    """(rule, reason) of a link into a free track that has only two neighbours left."""
    puzzle = around.state.puzzle
    row, column = divmod(around.cell[track], puzzle.width)
    if puzzle.layout.plain and row in (0, puzzle.height - 1) and column in (0, puzzle.width - 1):
        return "corner", "a corner has only two sides"
    return "dead end", "that cell is open on two sides only"


def _tried_link(state: State, complete: Complete, solution: Solution) -> Hint:
    """A LINK hint at an open end: a link without which trying finds no solution, else one of `solution`."""
    around = _Around(state)
    drawn = _drawn(state)
    right, there = solution.links(), state.links()
    wanted = []
    for track in sorted(around.ends, key=lambda track: len(around.ways(track))):
        for other in around.beside[track]:
            [link] = links_along((around.cell[track], around.cell[other]))
            if link in right and link not in there:
                wanted.append((track, other, link))
    for track, other, link in wanted:
        try:
            found = complete(drawn, link)
        except BudgetEnded:
            break
        if found.solution is None:
            return around.hint(track, other, "by trying", "found by trying, no solution does without")
    track, other, _ = wanted[0]
    return around.hint(track, other, CHOICE, "not forced, but part of a solution")


def _continues(state: State, number: int, cell: int, rule: str = "") -> str:
    return f"Path {number} {'can' if rule == CHOICE else 'must'} continue to {state.grid.where(cell)}"


def _drawn(state: State) -> list[Link]:
    return [link for strand in state.strands for link in links_along(strand)]
