"""A board in the form that the annealer and the inspections need: its tracks, forced paths, and searches of regions.

A track is a way through a cell: a bridge has two, across and down; every other cell has one. A *region* is an ascending
array of tracks: on a plain rectangle a smaller rectangle, on any other board the tracks nearest to a given one.
A path goes straight over a bridge: the annealer never changes the links of its tracks, and no path ends there.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import cached_property

from numlink.engine import arrays
from numlink.engine.covers.anneal import Annealer
from numlink.engine.covers.energy import UNIT
from numlink.engine.random import Random
from numlink.engine.search.canonical_graph import cycle_clauses
from numlink.engine.search.canonical_squares import canonical_clauses, no_touch_clauses
from numlink.engine.search.search import Search
from numlink.engine.search.windows import Windows
from numlink.making.wish_values import ClueSymmetry, PathSymmetry
from numlink.model.grid import Grid
from numlink.model.puzzle import Puzzle, Solution
from numlink.model.reach import line_from, reached
from numlink.model.rules import Rules

SYMMETRIES = {"rotate": "ROTATE_180", "quarter": "ROTATE_90", "mirror": "FLIP_COLUMNS", "flip": "FLIP_ROWS"}
"""For each symmetry of paths or numbers, its name in `Grid.symmetry`."""

LONE = UNIT // 2  # the price of an end whose partner cell has no end (notes/generation)


def image_of(grid: Grid, symmetry: PathSymmetry | ClueSymmetry) -> list[int] | None:
    """For each cell, the cell to which a symmetry takes it; [] for NONE, None if the board lacks the symmetry."""
    if symmetry == "none":
        return []
    found = grid.symmetry(SYMMETRIES[symmetry])
    return grid.image(found) if found is not None else None


def partners_of(grid: Grid, symmetry: ClueSymmetry, clues: Sequence[int]) -> list[int] | None:
    """For each cell its partner, which has a number if the cell has one; -1 if the cell must have no number.

    [] if numbers may stand anywhere; None if the board does not have the symmetry.
    """
    if symmetry is ClueSymmetry.NONE and not clues:
        return []
    image = image_of(grid, symmetry)
    if image is None:
        return None
    cells = range(grid.size)
    allowed = set(clues or cells)
    return [other if cell in allowed and other in allowed else -1 for cell, other in enumerate(image or cells)]


class Lattice:
    """The tracks of a grid with their neighbours, and its regions.

    `image`: for each cell the cell to which the symmetry of all covers takes it (empty: no symmetry); `partners`: from
    `partners_of`; `rings`: the price of an end on the rim, and of one in the next ring of cells.

    `neighbours[directions * track + d]` is the neighbour of a track in direction d, or -1; `solid` says for each track
    whether it is solid; the fields `image` and `partners` are indexed by track.
    """

    def __init__(
        self, grid: Grid, image: Sequence[int] = (), partners: Sequence[int] = (), *, rings: tuple[int, int] = (0, 0)
    ) -> None:
        self.grid = grid
        self.rings = rings
        self.directions, self.neighbours = grid.lattice()
        self.bridges = sorted(grid.layout.bridges)
        down = grid.tracks_down()
        self.image = [*image, *(down[image[cell]] for cell in self.bridges)] if image else []
        self.partners = [*partners, *([-1] * len(self.bridges))] if partners else []
        self.solid = [track in grid.solids for track in range(grid.size + len(self.bridges))]

    @cached_property
    def links(self) -> array[int]:
        """The links between tracks in ascending order, each as its two tracks."""
        if self.grid.layout.plain:
            return arrays.link_cells(self.grid.width, self.grid.height, self._contents)
        links = array("i")
        for track, start in enumerate(range(0, len(self.neighbours), self.directions)):
            for other in sorted(self.neighbours[start : start + self.directions]):
                if other > track:
                    links.extend((track, other))
        return links

    @cached_property
    def _windows(self) -> Windows:
        """Windows of a cover, which `move_to` sets."""
        return Windows(self._contents, self.links, array("b", bytes(len(self.links) // 2)))

    @property
    def _contents(self) -> array[int]:
        """For each track -1 if it is solid, else 0."""
        return array("i", [-solid for solid in self.solid])

    @property
    def open_tracks(self) -> int:
        return len(self.solid) - len(self.grid.solids)

    @cached_property
    def chains(self) -> list[list[int]] | None:
        """The stretches of path that bridges force, each as its tracks in order; None if one of them is impossible."""
        joined: dict[int, list[int]] = {}
        for track in sorted(self.fixed):
            around = self._around_track(track)
            if len(around) != 2:
                return None
            for other in around:
                joined.setdefault(track, []).append(other)
                if other not in self.fixed:
                    joined.setdefault(other, []).append(track)
        if any(len(set(beside)) != len(beside) or len(beside) > 2 for beside in joined.values()):
            return None  # a fork
        chains: list[list[int]] = []
        met: set[int] = set()
        for start in sorted(track for track, beside in joined.items() if len(beside) == 1):
            if start not in met:
                chains.append(line_from(start, joined.__getitem__))
                met.update(chains[-1])
        return None if len(met) < len(joined) or any(map(self._touches_itself, chains)) else chains

    def _touches_itself(self, chain: list[int]) -> bool:
        place = {track: index for index, track in enumerate(chain)}
        return any(
            abs(place[other] - index) != 1
            for index, track in enumerate(chain)
            for other in self._around_track(track)
            if other in place
        )

    @cached_property
    def fixed(self) -> frozenset[int]:
        """The tracks of bridges."""
        return frozenset([*self.bridges, *range(self.grid.size, len(self.solid))])

    def _around_track(self, track: int) -> list[int]:
        start = self.directions * track
        return [other for other in self.neighbours[start : start + self.directions] if other >= 0]

    @cached_property
    def parity(self) -> int | None:
        """Whether a cover that is symmetric by a half turn has an even (0) or odd (1) number of paths; None: either.

        Paths come in twos, except those that are their own images: such a path passes one track that the turn keeps in
        place, or one link that it reverses. Every track lies on a path; a link may lie on none, and then both occur.
        """
        tracks = [track for track, solid in enumerate(self.solid) if not solid]
        if any(self.image[track] in self._around_track(track) for track in tracks):
            return None
        return sum(self.image[track] == track for track in tracks) % 2

    def annealer(self, random: Random, least_length: int, *, lengths: Sequence[int] = ()) -> Annealer:
        """An Annealer with the generator's prices and a path of one cell on each open track, joined at bridges."""
        cover = Annealer(
            self.neighbours, self.directions, random, solid=self.solid, least_length=least_length, image=self.image
        )
        if self.bridges:
            chained = {track for chain in self.chains or () for track in chain}
            alone = ([track] for track, solid in enumerate(self.solid) if not solid and track not in chained)
            cover.load([*(self.chains or ()), *alone])
            self.confine(cover, range(len(self.solid)))
        cover.reprice(lengths, swap=UNIT, tips=self._ring_prices if any(self.rings) else ())
        if self.partners:
            cover.pattern(self.partners, LONE)
        return cover

    @cached_property
    def _ring_prices(self) -> list[int]:
        """For each track the price of an end there; with diagonals, bridges and the cells next to them count as rim."""
        grid = self.grid
        diagonals = grid.pattern.straight is not None
        rim = {cell for cell in range(grid.size) if grid.on_rim(cell) or (diagonals and -1 in grid.flat_slots(cell))}
        inner = {other for cell in rim for other in grid.neighbours(cell)} if self.rings[1] else set()
        prices = [self.rings[0] if cell in rim else self.rings[1] * (cell in inner) for cell in range(grid.size)]
        return [prices[cell] for cell in grid.track_cells()]

    def closed(self, tracks: Sequence[int]) -> Sequence[int]:
        """`tracks` with their partners, the partners of these, and so on."""
        if not self.partners:
            return tracks
        return sorted(reached(tracks, lambda track: [other] if (other := self.partners[track]) >= 0 else []))

    def confine(self, cover: Annealer, tracks: Sequence[int]) -> None:
        """Let the annealer change only links between `tracks`, and no link of a bridge."""
        cover.confine([track for track in tracks if track not in self.fixed])

    def load(self, cover: Annealer, solution: Solution) -> None:
        cover.load(
            [self.grid.track(cell, path[index - 1 if index else 1]) for index, cell in enumerate(path)]
            for path in solution.paths
        )

    def puzzle(self, cover: Annealer, rules: Rules) -> Puzzle:
        grid, cells = self.grid, self.grid.track_cells()
        paths = tuple(tuple(cells[track] for track in path) for path in cover.paths())
        return Puzzle.from_solution(
            Solution(grid.width, grid.height, paths, grid.layout), solids=grid.solids, rules=rules
        )

    @cached_property
    def whole(self) -> array[int]:
        """The region that is the whole board."""
        return array("i", range(len(self.solid)))

    def around(self, track: int, radius: int) -> array[int]:
        """The region around a track, of about (2 * radius + 2) ** 2 tracks."""
        if self.grid.layout.plain:
            return self._square(track, radius)
        wanted = (2 * radius + 2) ** 2
        met = {track}
        waiting = [track]
        for here in waiting:
            for other in self._around_track(here):
                if other not in met and len(met) < wanted:
                    met.add(other)
                    waiting.append(other)
        return array("i", sorted(met))

    def _square(self, cell: int, radius: int) -> array[int]:
        """The square from `radius` cells before a cell to `radius` + 1 cells after it, as far as the board goes."""
        width, height = self.grid.width, self.grid.height
        row, column = divmod(cell, width)
        left, right = max(0, column - radius), min(width, column + radius + 2)
        cells = array("i")
        for start in range(max(0, row - radius) * width, min(height, row + radius + 2) * width, width):
            cells += self.whole[start + left : start + right]
        return cells

    def search(
        self, cover: Annealer, region: array[int], rules: Rules, *, strict: bool
    ) -> tuple[Search, array[int], array[int]]:
        """A search for another solution in a region whose rim `cover` fixes, as (search, model, links).

        `model` is 1 for each link of the search that `cover` has, else 0; `links` holds the two places of each link.
        """
        self._windows.move_to(cover.model(self.links))
        part = self._windows.cut(region)
        assert part is not None  # every region has a stretch of a path
        cells, links, model, _ = part
        labels, degrees = arrays.labels_of(cells), arrays.degrees_of(cells, 3 if strict else 2)
        plain, apart = self.grid.layout.plain, strict or not rules.touch
        touching = strict or rules.touch if plain else not apart
        search = Search(len(cells), links, labels=labels, degrees=degrees, touching=touching)
        if not plain:
            if apart:
                search.add_clauses(cycle_clauses(links, labels))
            return search, model, links
        height = 1 + region[-1] // self.grid.width - region[0] // self.grid.width
        if strict:
            search.add_clauses(canonical_clauses(len(cells) // height, height, cells))
        elif apart:
            search.add_clauses(no_touch_clauses(len(cells) // height, height, cells, fill=True))
        return search, model, links


def fits_pattern(lattice: Lattice, pairs: int) -> bool:
    """Whether a count of colours allows `pairs` pairs to end in the pattern; True if there is none, or no rectangle.

    Colour a rectangle like a chessboard.  A path has as many black cells as white ones, but one more black cell if both
    ends are black, one more white cell if both are white.  So with d more black cells than white ones, pairs + d ends
    are black and pairs - d white.  The ends of a colour are cells that are their own partners, and full rings of
    partners.
    """
    if not lattice.partners or not lattice.grid.layout.plain:
        return True
    width = lattice.grid.width
    colour = [(cell // width + cell % width) % 2 for cell in range(lattice.grid.size)]
    surplus = sum(1 - 2 * colour[cell] for cell in lattice.grid.open_cells())
    partners = {cell: other for cell, other in enumerate(lattice.partners) if other >= 0 and not lattice.solid[cell]}
    alone = [cell for cell, other in partners.items() if cell == other]
    turning = [cell for cell, other in partners.items() if cell != other]
    ring = len(reached(turning[:1], lambda cell: {partners[cell]} & partners.keys())) or 1
    if any(colour[cell] != colour[partners[cell]] for cell in turning):
        return 2 * pairs % ring <= len(alone)
    return all(
        0 <= ends and ends % ring <= sum(colour[cell] == shade for cell in alone)
        for shade, ends in ((0, pairs + surplus), (1, pairs - surplus))
    )
