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
    cross 0,0 0,1       note a × on the side between two cells, or take it away
    line 1,1 1,3        note free segments along a trail, or take them away where all of them are there

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
from numlink.game.moves import parse_trail, read_cell
from numlink.model.arguments import text
from numlink.model.grid import SOLID, Grid, Link
from numlink.model.judge import check, require_legal
from numlink.model.puzzle import Puzzle, Solution

Strand: TypeAlias = tuple[int, ...]
"""Cells in the order they were drawn, at least two; the first is an endpoint."""


@dataclass(frozen=True, slots=True)
class DrawingProgress:
    """How far a drawing is: numbers joined, of how many; empty tracks; solved or not by the puzzle's own rules.

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

    `crosses` and `lines` are the player's notes, which no rule asks for: a × on a side, a segment that is no path.

    >>> state = State.start(Puzzle(3, 2, (1, 0, 1, 2, 0, 2))).play("draw 0,0 0,2").play("draw 1,0 1,2")
    >>> state.strands, state.progress().solved
    (((0, 1, 2), (3, 4, 5)), True)
    """

    puzzle: Puzzle
    strands: tuple[Strand, ...] = ()
    crosses: frozenset[Link] = frozenset()
    lines: frozenset[Link] = frozenset()

    @classmethod
    def start(cls, puzzle: Puzzle) -> State:
        """The empty drawing; raises IllegalPuzzle where a number does not occur exactly twice."""
        require_legal(puzzle)
        return cls(puzzle)

    def play(self, move: str) -> State:
        """The state after `move`; raises InputError for a move that cannot be read or made.  O(cells)."""
        verb, *arguments = text(move, "a move").split() or [""]
        pencil = Pencil(self)
        if verb == "draw" and arguments:
            pencil.draw(parse_trail(self.grid, arguments))
        elif verb == "cut" and len(arguments) in (1, 2):
            cells = [read_cell(self.grid, text) for text in arguments]
            pencil.cut(cells[0], cells[1] if len(cells) > 1 else None)
        elif verb == "erase" and len(arguments) == 1:
            pencil.erase(_number(self.puzzle, arguments[0]))
        elif verb == "clear" and not arguments:
            pencil.strands.clear()
            pencil.crosses = pencil.lines = frozenset()
        elif verb == "cross" and len(arguments) == 2:
            pencil.crosses = _noted(pencil.crosses, parse_trail(self.grid, arguments))
        elif verb == "line" and len(arguments) > 1:
            pencil.lines = _noted(pencil.lines, parse_trail(self.grid, arguments))
        else:
            raise InputError(
                f"{move[:40]!r} is no move. Use 'draw R,C R,C ...', 'cut R,C', 'erase NUMBER', 'clear', "
                "'cross R,C R,C' or 'line R,C R,C ...'."
            )
        return pencil.state()

    @cached_property
    def grid(self) -> Grid:
        """Where the cells are and who their neighbours are."""
        return self.puzzle.grid

    @cached_property
    def ends(self) -> dict[int, tuple[int, ...]]:
        """The two cells of each number."""
        return self.puzzle.endpoints()

    def number_at(self, cell: int) -> int:
        """The number a cell belongs to, as an endpoint or on a strand; 0 where there is none.

        On a bridge with two paths, that of the one straight across, which is seen.
        """
        content = self.puzzle.cells[cell]
        if content > 0:
            return content
        return next((self.owners[track] for track in self.tracks_at(cell) if track in self.owners), 0)

    @cached_property
    def owners(self) -> dict[int, int]:
        """The number of every track on a strand; where there are no bridges, tracks are cells."""
        return {
            track: self.puzzle.cells[strand[0]] for strand in self.strands for track in strand_tracks(self.grid, strand)
        }

    def tracks_at(self, cell: int) -> tuple[int, ...]:
        """The tracks of a cell: one, or on a bridge the one straight across and the one straight down."""
        return tracks_at(self.grid, cell)

    def is_tip(self, cell: int) -> bool:
        """Whether a path can go on from here: a strand ends here too early, or nothing is drawn from this endpoint."""
        if any(strand[-1] == cell and not self.is_complete(strand) for strand in self.strands):
            return True
        return self.puzzle.cells[cell] > 0 and cell not in self.owners

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
        return Solution(self.puzzle.width, self.puzzle.height, tuple(paths), self.puzzle.layout)

    def progress(self) -> DrawingProgress:
        """How far the drawing is, judged by the rules alone: any correct solution is one.  O(cells)."""
        complete = sum(self.is_complete(strand) for strand in self.strands)
        cells = self.puzzle.cells
        empty = sum(cells[cell] == 0 and track not in self.owners for track, cell in enumerate(self.grid.track_cells()))
        if complete < len(self.ends):
            return DrawingProgress(complete, len(self.ends), empty, solved=False)
        faults = tuple(fault.message for fault in check(self.puzzle, self.solution()))
        return DrawingProgress(complete, len(self.ends), empty, solved=not faults, faults=faults)


class Pencil:
    """A drawing while one move changes it.

    `strands` maps the first cell of each strand to its cells, `home` each drawn track to the first cell of its
    strand.  The strand under the pencil is in neither: it is `active`, with `index` saying where each track is on it.
    """

    def __init__(self, state: State) -> None:
        self.puzzle = state.puzzle
        self.grid = state.grid
        self.bridges = state.puzzle.layout.bridges
        self.ends = state.ends
        self.crosses, self.lines = state.crosses, state.lines
        self.strands = {strand[0]: strand for strand in state.strands}
        self.home = {track: strand[0] for strand in state.strands for track in strand_tracks(self.grid, strand)}
        self.active: list[int] = []
        self.index: dict[int, int] = {}
        self.partner = -1
        self.joined = False

    def draw(self, trail: Sequence[int]) -> None:
        """Put the pencil down on the first cell of `trail`, lead it through the others, lift it."""
        self.put_down(trail[0], trail[1] if len(trail) > 1 else None)
        for cell in trail[1:]:
            problem = self.step(cell)
            if problem:
                raise InputError(f"{self.grid.where(cell)}: {problem}")
        self.lift()

    def put_down(self, cell: int, towards: int | None = None) -> None:
        """Begin at an endpoint or on a path; raises InputError elsewhere.

        Where two paths cross, on the one that leads to the neighbour `towards`; without it on the horizontal one.
        """
        content = self.puzzle.cells[cell]
        tracks = [track for track in self._meant(cell, towards) if track in self.home]
        if content <= 0 and not tracks:
            raise InputError(f"{self.grid.where(cell)}: nothing to draw from here. Begin at a number or on a path.")
        strand = self._take(self.home[tracks[0]]) if tracks else (cell,)
        if content > 0:
            head: Strand = (cell,)
        else:
            at = strand_tracks(self.grid, strand).index(tracks[0])
            head = strand[: at + 1]
            if self._complete(strand):
                self._put(strand[:at:-1])
        first, last = self.ends[self.puzzle.cells[head[0]]]
        self.partner = last if head[0] == first else first
        self.active = list(head)
        self.index = {track: at for at, track in enumerate(strand_tracks(self.grid, head))}

    def step(self, cell: int) -> str:
        """Lead the pencil to a neighbouring cell; returns what forbids it, '' where it went."""
        here = self.active[-1]
        track = self.grid.track(cell, here) if self.bridges else cell
        at = self.index.get(track)
        if at is not None and not self.grid.walled(here, cell):
            for there in strand_tracks(self.grid, self.active)[at + 1 :]:
                del self.index[there]
            del self.active[at + 1 :]
            self.joined = False
            return ""
        problem = self._problem(here, cell)
        if problem:
            return problem
        self.joined = cell != self.partner and self.home.get(track) == self.partner
        if track in self.home:
            self._cut(track)
        self.index[track] = len(self.active)
        self.active.append(cell)
        return ""

    def _problem(self, here: int, cell: int) -> str:
        """What forbids to go on from `here` to a cell that the path is not on."""
        content = self.puzzle.cells[cell]
        if here == self.partner:
            return "this path is complete. Draw back along it or begin elsewhere."
        if content == SOLID:
            return "a solid cell. Lead the path around it."
        if content > 0 and cell != self.partner:
            return f"an end of {content}. Lead the path around it."
        if self.grid.walled(here, cell):
            return "a wall stands before it. Lead the path around it."
        if here in self.bridges and self.grid.track(here, cell) != self.grid.track(here, self.active[-2]):
            return "a bridge is crossed straight. Lead the path on to its other side."
        return ""

    def lift(self) -> None:
        """End the move: what was drawn becomes a strand, joined to the one it ran into."""
        strand = tuple(self.active)
        if self.joined:
            strand += tuple(reversed(self._take(self.partner) if self.partner in self.strands else (self.partner,)))
        self._put(strand)
        self.joined = False

    def cut(self, cell: int, beside: int | None = None) -> None:
        """Take a cell out of its path: what hangs on an endpoint stays.  On a bridge `beside` says which."""
        tracks = [track for track in self._meant(cell, beside, only=True) if track in self.home]
        if not tracks:
            raise InputError(f"{self.grid.where(cell)}: no path to cut here.")
        for track in tracks:
            if track in self.home:
                self._cut(track)

    def _cut(self, track: int) -> None:
        strand = self._take(self.home[track])
        at = strand_tracks(self.grid, strand).index(track)
        self._put(strand[:at])
        if self._complete(strand):
            self._put(strand[:at:-1])

    def _meant(self, cell: int, beside: int | None, *, only: bool = False) -> tuple[int, ...]:
        """The tracks of a cell, that to `beside` first; with `only`, no other."""
        tracks = tracks_at(self.grid, cell)
        if beside is None or len(tracks) == 1:
            return tracks
        track = self.grid.track(cell, beside)
        return (track,) if only else (track, *(other for other in tracks if other != track))

    def erase(self, number: int) -> None:
        """Take back both strands of a number."""
        for cell in self.ends[number]:
            if cell in self.strands:
                self._take(cell)

    def state(self) -> State:
        """The drawing as it now is."""
        strands = tuple(self.strands[cell] for cell in sorted(self.strands))
        return State(self.puzzle, strands, self.crosses, self.lines)

    def _complete(self, strand: Strand) -> bool:
        return len(strand) > 1 and self.puzzle.cells[strand[-1]] > 0

    def _take(self, first: int) -> Strand:
        strand = self.strands.pop(first)
        for track in strand_tracks(self.grid, strand):
            del self.home[track]
        return strand

    def _put(self, strand: Strand) -> None:
        if len(strand) > 1:
            self.strands[strand[0]] = strand
            for track in strand_tracks(self.grid, strand):
                self.home[track] = strand[0]


def _noted(notes: frozenset[Link], trail: Sequence[int]) -> frozenset[Link]:
    """The notes with those along a trail, or without them where all of them are there."""
    wanted = {(min(link), max(link)) for link in zip(trail, trail[1:], strict=False)}
    return notes - wanted if wanted <= notes else notes | wanted


def strand_tracks(grid: Grid, strand: Sequence[int]) -> Sequence[int]:
    """The track on which a strand passes each of its cells."""
    if not grid.layout.bridges:
        return strand
    return [grid.track(cell, strand[at - 1]) if at else cell for at, cell in enumerate(strand)]


def tracks_at(grid: Grid, cell: int) -> tuple[int, ...]:
    """The tracks of a cell: one, or on a bridge the one straight across and the one straight down."""
    return (cell, grid.track(cell, cell + grid.width)) if cell in grid.layout.bridges else (cell,)


def _number(puzzle: Puzzle, text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) < 10 and int(text) > 0 and int(text) in puzzle.cells:
        return int(text)
    raise InputError(f"{text[:20]!r} is no number on this board.")
