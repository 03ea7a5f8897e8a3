"""What is drawn on a board: an immutable State, and moves as short strings.  No I/O, clock or picture.

A drawing is a set of *strands*.  A strand starts at an endpoint and runs cell by cell; a number has at most two,
one from each of its ends, and is complete when one strand joins both:

    1 ━ ━ ┓ .           board 5x3; strands (0, 1, 2, 3, 8) and (14, 13): number 1 has one from each end.
    2 . . ╹ 2           Drawn on from 8 to 13, they join to (0, 1, 2, 3, 8, 13, 14): 1 is complete.
    . . . ╺ 1


Moves, with positions as `row,column` from 0:

    draw 0,0 0,3 2,3    put the pencil down at 0,0 and lead it along straight runs to 0,3 and 2,3
    cut 0,3             take this cell out of its path
    erase 2             take back all that is drawn of number 2
    clear               take back everything

What the pencil does on its way is what players are used to.  Put down on a path it breaks the path there; put down
on an endpoint it starts that end anew.  Drawing over another path cuts it, drawing back along one's own retracts
it, running into the strand from the other end joins it.  The same rules stand in web/static/play.js, and
tests/vectors/moves.json holds both to one meaning.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from numlink.errors import InputError
from numlink.model.grid import SOLID
from numlink.model.judge import check, require_legal
from numlink.model.layout import require_plain
from numlink.model.puzzle import Puzzle, Solution
from numlink.model.words import where

Strand: TypeAlias = tuple[int, ...]
"""Cells in the order they were drawn, at least two; the first is an endpoint."""


@dataclass(frozen=True, slots=True)
class DrawingProgress:
    """How far a drawing is: numbers joined, of how many; empty cells; solved or not by the puzzle's own rules.

    `faults` are sentences: what keeps a drawing in which every number is joined from being a solution.
    """

    complete: int
    pairs: int
    empty: int
    solved: bool
    faults: tuple[str, ...] = ()


@dataclass(frozen=True)
class State:
    """A puzzle with what is drawn on it: `strands` in ascending order of their first cells.  Immutable.

    >>> state = State.start(Puzzle(3, 2, (1, 0, 1, 2, 0, 2))).play("draw 0,0 0,2").play("draw 1,0 1,2")
    >>> state.strands, state.progress().solved
    (((0, 1, 2), (3, 4, 5)), True)
    """

    puzzle: Puzzle
    strands: tuple[Strand, ...] = ()

    @classmethod
    def start(cls, puzzle: Puzzle) -> State:
        """The empty drawing; raises IllegalPuzzle where a number does not occur exactly twice."""
        require_legal(puzzle)
        require_plain(puzzle.layout, "playing")
        return cls(puzzle)

    def play(self, move: str) -> State:
        """The state after `move`; raises InputError for a move that cannot be read or made.  O(cells)."""
        verb, *arguments = move.split() or [""]
        pencil = Pencil(self)
        if verb == "draw" and arguments:
            pencil.draw(parse_trail(self.puzzle, arguments))
        elif verb == "cut" and len(arguments) == 1:
            pencil.cut(_position(self.puzzle, arguments[0]))
        elif verb == "erase" and len(arguments) == 1:
            pencil.erase(_number(self.puzzle, arguments[0]))
        elif verb == "clear" and not arguments:
            pencil.strands.clear()
        else:
            raise InputError(f"{move[:40]!r} is no move. Use 'draw R,C R,C ...', 'cut R,C', 'erase NUMBER' or 'clear'.")
        return pencil.state()

    @cached_property
    def ends(self) -> dict[int, tuple[int, ...]]:
        """The two cells of each number."""
        return self.puzzle.endpoints()

    def number_at(self, cell: int) -> int:
        """The number a cell belongs to, as an endpoint or on a strand; 0 where there is none."""
        return self.owners.get(cell, max(0, self.puzzle.cells[cell]))

    @cached_property
    def owners(self) -> dict[int, int]:
        """The number of every cell on a strand."""
        return {cell: self.puzzle.cells[strand[0]] for strand in self.strands for cell in strand}

    def is_complete(self, strand: Strand) -> bool:
        """Whether a strand joins both ends of its number."""
        return self.puzzle.cells[strand[-1]] > 0

    def links(self) -> set[tuple[int, int]]:
        """The links drawn, each as its two cells with the smaller first."""
        return {(min(pair), max(pair)) for strand in self.strands for pair in zip(strand, strand[1:], strict=False)}

    def solution(self) -> Solution:
        """The complete strands as a Solution; a number that is not joined has an empty path."""
        paths: list[Strand] = [()] * max(self.ends, default=0)
        for strand in self.strands:
            if self.is_complete(strand):
                paths[self.puzzle.cells[strand[0]] - 1] = strand
        return Solution(self.puzzle.width, self.puzzle.height, tuple(paths))

    def progress(self) -> DrawingProgress:
        """How far the drawing is, judged by the rules alone: any correct solution is one.  O(cells)."""
        complete = sum(self.is_complete(strand) for strand in self.strands)
        empty = sum(content == 0 and cell not in self.owners for cell, content in enumerate(self.puzzle.cells))
        if complete < len(self.ends):
            return DrawingProgress(complete, len(self.ends), empty, solved=False)
        faults = tuple(fault.message for fault in check(self.puzzle, self.solution()))
        return DrawingProgress(complete, len(self.ends), empty, solved=not faults, faults=faults)


class Pencil:
    """A drawing while one move changes it.

    `strands` maps the first cell of each strand to its cells, `home` each drawn cell to the first cell of its
    strand.  The strand under the pencil is in neither: it is `active`, with `index` saying where each cell is on it.
    """

    def __init__(self, state: State) -> None:
        self.puzzle = state.puzzle
        self.ends = state.ends
        self.strands = {strand[0]: strand for strand in state.strands}
        self.home = {cell: strand[0] for strand in state.strands for cell in strand}
        self.active: list[int] = []
        self.index: dict[int, int] = {}
        self.partner = -1
        self.joined = False

    def draw(self, trail: Sequence[int]) -> None:
        """Put the pencil down on the first cell of `trail`, lead it through the others, lift it."""
        self.put_down(trail[0])
        for cell in trail[1:]:
            problem = self.step(cell)
            if problem:
                raise InputError(f"{where(self.puzzle.width, cell)}: {problem}")
        self.lift()

    def put_down(self, cell: int) -> None:
        """Begin at an endpoint or on a path; raises InputError elsewhere."""
        content = self.puzzle.cells[cell]
        if content <= 0 and cell not in self.home:
            raise InputError(
                f"{where(self.puzzle.width, cell)}: nothing to draw from here. Begin at a number or on a path."
            )
        strand = self._take(self.home[cell]) if cell in self.home else (cell,)
        if content > 0:
            head: Strand = (cell,)
        else:
            at = strand.index(cell)
            head = strand[: at + 1]
            if self._complete(strand):
                self._put(strand[:at:-1])
        first, last = self.ends[self.puzzle.cells[head[0]]]
        self.partner = last if head[0] == first else first
        self.active = list(head)
        self.index = {there: at for at, there in enumerate(head)}

    def step(self, cell: int) -> str:
        """Lead the pencil to a neighbouring cell; returns what forbids it, '' where it went."""
        at = self.index.get(cell)
        if at is not None:
            for there in self.active[at + 1 :]:
                del self.index[there]
            del self.active[at + 1 :]
            self.joined = False
            return ""
        content = self.puzzle.cells[cell]
        if self.active[-1] == self.partner:
            return "this path is complete. Draw back along it or begin elsewhere."
        if content == SOLID:
            return "a solid cell. Lead the path around it."
        if content > 0 and cell != self.partner:
            return f"an end of {content}. Lead the path around it."
        self.joined = cell != self.partner and self.home.get(cell) == self.partner
        if cell in self.home:
            self.cut(cell)
        self.index[cell] = len(self.active)
        self.active.append(cell)
        return ""

    def lift(self) -> None:
        """End the move: what was drawn becomes a strand, joined to the one it ran into."""
        strand = tuple(self.active)
        if self.joined:
            strand += tuple(reversed(self._take(self.partner) if self.partner in self.strands else (self.partner,)))
        self._put(strand)
        self.joined = False

    def cut(self, cell: int) -> None:
        """Take a cell out of its path: what still hangs on an endpoint stays."""
        if cell not in self.home:
            raise InputError(f"{where(self.puzzle.width, cell)}: no path to cut here.")
        strand = self._take(self.home[cell])
        at = strand.index(cell)
        self._put(strand[:at])
        if self._complete(strand):
            self._put(strand[:at:-1])

    def erase(self, number: int) -> None:
        """Take back both strands of a number."""
        for cell in self.ends[number]:
            if cell in self.strands:
                self._take(cell)

    def state(self) -> State:
        """The drawing as it now is."""
        return State(self.puzzle, tuple(self.strands[cell] for cell in sorted(self.strands)))

    def _complete(self, strand: Strand) -> bool:
        return len(strand) > 1 and self.puzzle.cells[strand[-1]] > 0

    def _take(self, first: int) -> Strand:
        strand = self.strands.pop(first)
        for cell in strand:
            del self.home[cell]
        return strand

    def _put(self, strand: Strand) -> None:
        if len(strand) > 1:
            self.strands[strand[0]] = strand
            for cell in strand:
                self.home[cell] = strand[0]


def can_begin(state: State, cell: int) -> bool:
    """Whether the pencil may be put down here."""
    return state.puzzle.cells[cell] > 0 or cell in state.owners


def follow(state: State, trail: Sequence[int], target: int) -> list[int]:
    """The trail of a drag that began on `state`, after the pointer moved on to the cell `target`.

    Going back over the trail shortens it, so that what it had cut comes back.  A pointer that skipped cells is
    followed step by step, along the longer way first; where that is blocked, along the other; else it waits.
    """
    width = state.puzzle.width
    going = list(trail)
    pencil = _pencil_after(state, going)
    while going[-1] != target:
        for cell in _towards(width, going[-1], target):
            if cell in going:
                going = going[: going.index(cell) + 1]
                pencil = _pencil_after(state, going)
                break
            if not pencil.step(cell):
                going.append(cell)
                break
        else:
            return going
    return going


def _pencil_after(state: State, trail: Sequence[int]) -> Pencil:
    pencil = Pencil(state)
    pencil.put_down(trail[0])
    for cell in trail[1:]:
        pencil.step(cell)
    return pencil


def _towards(width: int, cell: int, target: int) -> list[int]:
    """The one or two neighbours of `cell` that are nearer to `target`, the longer way first."""
    down = target // width - cell // width
    right = target % width - cell % width
    steps = []
    if down:
        steps.append((abs(down), cell + (width if down > 0 else -width)))
    if right:
        steps.append((abs(right), cell + (1 if right > 0 else -1)))
    if abs(right) > abs(down):
        steps.reverse()
    return [there for _, there in steps]


def draw_move(width: int, trail: Sequence[int]) -> str:
    """The `draw` move of a trail of neighbouring cells, naming only its ends and corners.

    >>> draw_move(4, [0, 1, 2, 6])
    'draw 0,0 0,2 1,2'
    """
    kept = [
        cell
        for at, cell in enumerate(trail)
        if at in (0, len(trail) - 1) or trail[at + 1] - cell != cell - trail[at - 1]
    ]
    return "draw " + " ".join(f"{cell // width},{cell % width}" for cell in kept)


def parse_trail(puzzle: Puzzle, positions: Sequence[str]) -> list[int]:
    """The cells of a `draw` move, straight runs filled in; raises InputError for a run that is not straight."""
    corners = [_position(puzzle, text) for text in positions]
    trail = corners[:1]
    for corner in corners[1:]:
        here = trail[-1]
        if here // puzzle.width == corner // puzzle.width:
            stride = 1 if corner > here else -1
        elif here % puzzle.width == corner % puzzle.width:
            stride = puzzle.width if corner > here else -puzzle.width
        else:
            raise InputError(
                f"from {where(puzzle.width, here)} to {where(puzzle.width, corner)} is not straight. Name the corner."
            )
        trail.extend(range(here + stride, corner + stride, stride))
    return trail


def _position(puzzle: Puzzle, text: str) -> int:
    row, comma, column = text.partition(",")
    if not (comma and row.isascii() and row.isdigit() and column.isascii() and column.isdigit()) or len(text) > 20:
        raise InputError(f"{text[:20]!r} is no position. Give row,column such as 0,3.")
    return puzzle.grid.cell(int(row), int(column))


def _number(puzzle: Puzzle, text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) < 10 and int(text) > 0 and int(text) in puzzle.cells:
        return int(text)
    raise InputError(f"{text[:20]!r} is no number on this board.")
