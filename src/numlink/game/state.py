"""What is drawn on a board: an immutable State, and moves as short strings.  No I/O, clock or picture.

A drawing is a set of *strands*.  A strand starts at an endpoint and runs cell by cell; a number has at most two,
one from each of its ends, and is complete when one strand joins both:

    1 ━ ━ ┓ .           board 5x3; strands (0, 1, 2, 3, 8) and (14, 13): number 1 has one from each end.
    2 . . ╹ 2           Drawn on from 8 to 13, both become (0, 1, 2, 3, 8, 13, 14): number 1 is complete.
    . . . ╺ 1

A *track* is a way through a cell.  A bridge has two tracks, one straight across and one straight down; every other cell
has one.  The first tracks are numbered like the cells (of a bridge: the track across), then come the tracks down.

Moves, with positions as `row,column` from 0:

    draw 0,0 0,3 2,3    put the pencil down at 0,0 and lead it along straight runs to 0,3 and 2,3
    cut 0,3             take this cell out of its path; what is still joined to an endpoint stays
    erase 2             take back all paths of number 2
    clear               take back everything
    cross 0,0 0,1       note a × on the side between two neighbours, or take it away
    cross 0,0 0,3       note a × on each side that the straight run from 0,0 to 0,3 crosses, or take all of them away
    line 1,1 1,3        note a line along a trail, or take the line away if all of it is there

The pencil behaves as in other programs.  Put down on a path, it breaks the path there; put down on an endpoint, it
takes back what is drawn from there.  Drawing over another path cuts that path; drawing back along the current path
shortens it; reaching the strand from the number's other end joins both.  web/static/play.js has the same
rules in JavaScript, and tests/vectors/moves.json holds cases that both must answer the same way.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from numlink.errors import InputError
from numlink.game.moves import parse_trail, read_cell
from numlink.model.arguments import text, whole
from numlink.model.grid import SOLID, Grid, Link, links_along
from numlink.model.judge import check, require_legal
from numlink.model.puzzle import Puzzle, Solution

Strand: TypeAlias = tuple[int, ...]  # cells in the order they were drawn, at least two; the first is an endpoint


@dataclass(frozen=True, slots=True)
class DrawingProgress:
    """The progress of a drawing: `complete` of `pairs` numbers are joined, `empty` tracks have no path, and whether the
    drawing is a solution under the puzzle's own rules.

    `faults` are sentences that say why a drawing with all numbers joined is still not a solution.
    """

    complete: int
    pairs: int
    empty: int
    solved: bool
    faults: tuple[str, ...] = ()


@dataclass(frozen=True)
class State:
    """A puzzle with what is drawn on it: `strands` in ascending order of their first cells.  Immutable.

    `crosses` and `lines` are the player's notes, which no rule looks at: a × on the side between two cells, and a line
    between two cells that is not part of a path.

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
        """The empty drawing; raises IllegalPuzzle if a number does not occur exactly twice."""
        require_legal(puzzle)
        return cls(puzzle)

    def play(self, move: str) -> State:
        """The state after `move`; raises InputError for a move that cannot be read or made.  O(cells)."""
        verb, *arguments = text(move, "a move").split() or [""]
        pencil = Pencil(self)
        if verb == "draw" and arguments:
            pencil.draw(parse_trail(self.grid, arguments))
        elif verb == "cut" and len(arguments) in (1, 2):
            pencil.cut(*(read_cell(self.grid, text) for text in arguments))
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
                f"{move[:40]!r} is not a move. Use 'draw R,C R,C ...', 'cut R,C', 'erase NUMBER', 'clear', "
                "'cross R,C R,C' or 'line R,C R,C ...'."
            )
        return pencil.state()

    @cached_property
    def grid(self) -> Grid:
        """The puzzle's grid, which knows positions and neighbours of cells."""
        return self.puzzle.grid

    @cached_property
    def ends(self) -> dict[int, tuple[int, ...]]:
        """The two cells of each number, as {number: (cell, cell)}."""
        return self.puzzle.endpoints()

    def number_at(self, cell: int) -> int:
        """The number of an endpoint, or of the strand on a cell; 0 if the cell has neither.

        A bridge with two strands has the number of the strand straight across, which is drawn on top.  Raises
        InputError for a cell that is not on the board; so do `tracks_at` and `is_tip`.
        """
        cell = self.require_cell(cell)
        content = self.puzzle.cells[cell]
        if content > 0:
            return content
        return next((self.owners[track] for track in self.tracks_at(cell) if track in self.owners), 0)

    @cached_property
    def owners(self) -> dict[int, int]:
        """The drawing as {track: number of its strand}; tracks without a strand are left out."""
        return {
            track: self.puzzle.cells[strand[0]] for strand in self.strands for track in strand_tracks(self.grid, strand)
        }

    def tracks_at(self, cell: int) -> tuple[int, ...]:
        """The tracks of a cell: one, or on a bridge two: straight across, then straight down."""
        return tracks_at(self.grid, self.require_cell(cell))

    def is_tip(self, cell: int) -> bool:
        """Whether a path can go on from `cell`: an incomplete strand ends here, or an endpoint has no strand yet."""
        cell = self.require_cell(cell)
        if any(strand[-1] == cell and not self.is_complete(strand) for strand in self.strands):
            return True
        return self.puzzle.cells[cell] > 0 and cell not in self.owners

    def require_cell(self, cell: int) -> int:
        """`cell` as an int; raises InputError unless it is a whole number and a cell of the board."""
        found = whole(cell, "a cell")
        if not 0 <= found < len(self.puzzle.cells):
            raise InputError(
                f"there is no cell {found} on this board. Its cells are 0 to {len(self.puzzle.cells) - 1}."
            )
        return found

    def require_number(self, number: int) -> int:
        """`number` as an int; raises InputError unless it is a whole number that the board has."""
        found = whole(number, "a number")
        if found not in self.ends:
            some = ", ".join(map(str, list(self.ends)[:5])) + (", ..." if len(self.ends) > 5 else "")
            raise InputError(f"there is no number {found} on this board. Its numbers are {some or 'none'}.")
        return found

    def is_complete(self, strand: Strand) -> bool:
        """Whether a strand joins both ends of its number."""
        return self.puzzle.cells[strand[-1]] > 0

    def links(self) -> set[tuple[int, int]]:
        """The links drawn, each as its two cells with the smaller first."""
        return {link for strand in self.strands for link in links_along(strand)}

    def solution(self) -> Solution:
        """The complete strands as a Solution; a number that is not joined has an empty path."""
        paths: list[Strand] = [()] * max(self.ends, default=0)
        for strand in self.strands:
            if self.is_complete(strand):
                paths[self.puzzle.cells[strand[0]] - 1] = strand
        return Solution(self.puzzle.width, self.puzzle.height, tuple(paths), self.puzzle.layout)

    def progress(self) -> DrawingProgress:
        """The progress, judged by the rules alone: every correct solution counts as solved.  O(cells)."""
        complete = sum(self.is_complete(strand) for strand in self.strands)
        cells = self.puzzle.cells
        empty = sum(cells[cell] == 0 and track not in self.owners for track, cell in enumerate(self.grid.track_cells()))
        if complete < len(self.ends):
            return DrawingProgress(complete, len(self.ends), empty, solved=False)
        faults = tuple(fault.message for fault in check(self.puzzle, self.solution()))
        return DrawingProgress(complete, len(self.ends), empty, solved=not faults, faults=faults)


class Pencil:
    """A drawing while one move changes it.

    `strands` maps the first cell of each strand to its cells, `home` each drawn track to the first cell of its strand.
    The strand under the pencil is in neither of them: `active` maps its tracks to their cells, in order.  `partner` is
    the other endpoint of its number (-1 before the pencil is put down); `joined` says that the pencil has reached the
    strand from `partner`.
    """

    def __init__(self, state: State) -> None:
        self.puzzle = state.puzzle
        self.grid = state.grid
        self.bridges = state.puzzle.layout.bridges
        self.ends = state.ends
        self.crosses, self.lines = state.crosses, state.lines
        self.strands = {strand[0]: strand for strand in state.strands}
        self.home = {track: strand[0] for strand in state.strands for track in strand_tracks(self.grid, strand)}
        self.active: dict[int, int] = {}
        self.partner = -1
        self.joined = False

    def draw(self, trail: Sequence[int]) -> None:
        """Put the pencil down on the first cell of `trail`, lead it through the others, and lift it.

        Raises InputError at a cell where the pencil cannot begin or go on.
        """
        self.put_down(*trail[:2])
        for cell in trail[1:]:
            problem = self.step(cell)
            if problem:
                raise InputError(f"{self.grid.where(cell)}: {problem}")
        self.lift()

    def put_down(self, cell: int, towards: int | None = None) -> None:
        """Begin at an endpoint or on a path; raises InputError elsewhere.

        On a bridge with two paths, begin on the one that leads to the neighbour `towards`; None: on the horizontal one.
        """
        content = self.puzzle.cells[cell]
        tracks = [track for track in self._meant(cell, towards) if track in self.home]
        if content <= 0 and not tracks:
            raise InputError(f"{self.grid.where(cell)}: nothing to draw from here. Start at a number or on a path.")
        strand = self._take(self.home[tracks[0]]) if tracks else (cell,)
        if content > 0:
            head: Strand = (cell,)
        else:
            at = strand_tracks(self.grid, strand).index(tracks[0])
            head = strand[: at + 1]
            if self.puzzle.cells[strand[-1]] > 0:  # it is complete
                self._put(strand[:at:-1])
        first, last = self.ends[self.puzzle.cells[head[0]]]
        self.partner = last if head[0] == first else first
        self.active = dict(zip(strand_tracks(self.grid, head), head, strict=True))

    @property
    def tip(self) -> tuple[int, int]:
        """The track and the cell that the pencil is on."""
        return next(reversed(self.active.items()))

    def step(self, cell: int) -> str:
        """Lead the pencil to a neighbouring cell; returns '', or a sentence that says why this is forbidden."""
        _, here = self.tip
        track = self.grid.track(cell, here) if self.bridges else cell
        if track in self.active and not self.grid.walled(here, cell):
            while self.tip[0] != track:
                self.active.popitem()
            self.joined = False
            return ""
        problem = self._problem(cell)
        if problem:
            return problem
        self.joined = cell != self.partner and self.home.get(track) == self.partner
        if track in self.home:
            self._cut(track)
        self.active[track] = cell
        return ""

    def _problem(self, cell: int) -> str:
        """Why the pencil cannot go on to `cell`, on which its own path is not; '' if it can."""
        track, here = self.tip
        content = self.puzzle.cells[cell]
        if here == self.partner:
            return "this path is complete. Draw back along it or start elsewhere."
        if content == SOLID:
            return "a block. Draw around it."
        if content > 0 and cell != self.partner:
            return f"an endpoint of {content}. Draw around it."
        if self.grid.walled(here, cell):
            return "a wall is in the way. Draw around it."
        if here in self.bridges and self.grid.track(here, cell) != track:
            return "a bridge must be crossed straight. Continue to its other side."
        return ""

    def lift(self) -> None:
        """End the move: what was drawn becomes a strand; if `joined`, one with the strand from `partner`."""
        strand = tuple(self.active.values())
        if self.joined:
            strand += tuple(reversed(self._take(self.partner) if self.partner in self.strands else (self.partner,)))
        self._put(strand)
        self.joined = False

    def cut(self, cell: int, beside: int | None = None) -> None:
        """Take a cell out of its path; what is still joined to an endpoint stays.

        On a bridge, `beside` names a neighbour on the path that is meant; None: both paths.
        """
        if beside is not None and not self.grid.adjacent(cell, beside):
            where = self.grid.where
            raise InputError(
                f"{where(beside)} is not a neighbour of {where(cell)}. Name a neighbour on the path to cut."
            )
        tracks = [track for track in self._meant(cell, beside, only=True) if track in self.home]
        if not tracks:
            raise InputError(f"{self.grid.where(cell)}: no path to cut here.")
        for track in tracks:
            if track in self.home:
                self._cut(track)

    def _cut(self, track: int) -> None:
        """Take a drawn track out of its strand; the parts that are joined to an endpoint stay as strands."""
        strand = self._take(self.home[track])
        at = strand_tracks(self.grid, strand).index(track)
        self._put(strand[:at])
        if self.puzzle.cells[strand[-1]] > 0:  # it is complete
            self._put(strand[:at:-1])

    def _meant(self, cell: int, beside: int | None, *, only: bool = False) -> tuple[int, ...]:
        """The tracks of a cell, the one that leads to `beside` first; with `only`, this one alone.  None: all."""
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
        """The present drawing as a State; the strand under the pencil is not in it before `lift`."""
        strands = tuple(self.strands[cell] for cell in sorted(self.strands))
        return State(self.puzzle, strands, self.crosses, self.lines)

    def _take(self, first: int) -> Strand:
        """Remove the strand that begins at the cell `first`, and return it."""
        strand = self.strands.pop(first)
        for track in strand_tracks(self.grid, strand):
            del self.home[track]
        return strand

    def _put(self, strand: Strand) -> None:
        """Add a strand, unless it has a single cell."""
        if len(strand) > 1:
            self.strands[strand[0]] = strand
            for track in strand_tracks(self.grid, strand):
                self.home[track] = strand[0]


def _noted(notes: frozenset[Link], trail: Sequence[int]) -> frozenset[Link]:
    """`notes` with the links along a trail added, or removed if all of them are there already."""
    wanted = {*links_along(trail)}
    return notes - wanted if wanted <= notes else notes | wanted


def strand_tracks(grid: Grid, strand: Sequence[int]) -> Sequence[int]:
    """For each cell of a strand the track on which the strand passes it."""
    if not grid.layout.bridges:
        return strand
    return [grid.track(cell, strand[at - 1]) if at else cell for at, cell in enumerate(strand)]


def tracks_at(grid: Grid, cell: int) -> tuple[int, ...]:
    """The tracks of a cell: one, or on a bridge two: straight across, then straight down."""
    return (cell, grid.track(cell, cell + grid.width)) if cell in grid.layout.bridges else (cell,)


def _number(puzzle: Puzzle, text: str) -> int:
    """The number that a move names; raises InputError if the board has no such number."""
    if text.isascii() and text.isdigit() and len(text) < 10 and int(text) > 0 and int(text) in puzzle.cells:
        return int(text)
    raise InputError(f"{text[:20]!r} is not a number on this board.")
