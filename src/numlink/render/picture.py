"""The options that all kinds of picture files share, and heat maps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from numbers import Rational

from numlink.errors import InputError, quoted
from numlink.model.grid import Link
from numlink.model.puzzle import Puzzle
from numlink.render.drawing import Drawing, Layer, Line, Part, draw
from numlink.render.geometry import Geometry
from numlink.render.growth_animation import draw_growth
from numlink.render.scene import Scene, compose
from numlink.render.theme import INK, Mode, Paint, heat_tint

Paths = tuple[tuple[int, ...], ...]  # paths, each as its cells in order
LARGEST_SCALE = 1_000_000  # the most pixels per cell; no program draws pictures with more
SHADES = 10  # the shades of a heat map, each with its own width; the last is for links that every solution uses

NARROW, WIDE = 0.04, 0.34
"""Line widths of a heat map in widths of a cell: WIDE for the last shade, less in equal steps towards NARROW."""


class Motion(Enum):
    """What an animated picture shows: the solution being drawn, or the lab's algorithm growing paths."""

    SOLUTION = "solution"
    GROWTH = "growth"


@dataclass(frozen=True, slots=True)
class Options:
    """How to draw.

    `solved` draws the solution.  `scale` is pixels (EPS: points) per cell; None: the default of the kind of picture.
    `motion` asks for an animation; for GROWTH, `growth` are the paths in the order they grew (None: the solution's),
    `mask` the cells that were solid before (None: see `draw_growth`).  `heat` is the share of solutions that use each
    link, drawn in place of a solution.  Raises InputError for a scale out of range.
    """

    theme: str = "numbers"
    mode: Mode = Mode.AUTO
    solved: bool = False
    scale: float | None = None
    motion: Motion | None = None
    growth: Paths | None = None
    mask: tuple[int, ...] | None = None
    heat: Mapping[Link, Rational] | None = None

    def __post_init__(self) -> None:
        if self.scale is not None:
            require_scale(self.scale)

    def drawing(self, puzzle: Puzzle) -> Drawing:
        """The shapes of a puzzle under these options; raises InputError if they need a solution and it has none."""
        if self.heat is not None:
            return draw_heat(compose(puzzle, theme=self.theme), self.heat)
        if not (self.solved or self.motion):
            return draw(compose(puzzle, theme=self.theme))
        if puzzle.solution is None:
            raise InputError("the puzzle comes without a solution to draw. Pipe it through `numlink solve` first.")
        if self.motion is Motion.GROWTH:
            scene = compose(puzzle, theme=self.theme)
            return draw_growth(scene, self.growth or puzzle.solution.paths, mask=self.mask)
        scene = compose(puzzle, puzzle.solution, theme=self.theme)
        return draw(scene, animated=self.motion is Motion.SOLUTION)


def require_scale(scale: float) -> None:
    """Raise InputError unless `scale` is a number above 0 and at most LARGEST_SCALE."""
    if isinstance(scale, bool) or not isinstance(scale, int | float) or not 0 < scale <= LARGEST_SCALE:
        raise InputError(
            f"a scale must be a positive number of pixels per cell, at most {LARGEST_SCALE:,}, not {quoted(scale)}."
        )


def the_only(puzzles: list[Puzzle], kind: str) -> Puzzle:
    """The only puzzle, for kinds of pictures that hold one; raises InputError for none or several."""
    require_some(puzzles)
    if len(puzzles) > 1:
        remedy = "Choose one with `numlink show --pick N`, or write html or pdf."
        raise InputError(f"{kind} holds one puzzle, not {len(puzzles)}. {remedy}")
    return puzzles[0]


def require_some(puzzles: list[Puzzle]) -> None:
    if not puzzles:
        raise InputError("there is no puzzle to draw. Give at least one.")


def draw_heat(scene: Scene, shares: Mapping[Link, Rational]) -> Drawing:
    """A heat map: the more solutions use a link, the wider and darker it is; black if all do.  O(cells).

    `shares` is what `numlink.heat` returns: for each link the share of solutions, 0 to 1.  Links between layers are
    not drawn.
    """
    plain = draw(replace(scene, paths=()))
    board, *others = plain.layers
    return replace(plain, layers=(board, Layer(tuple(_parts(shares, Geometry(scene.grid)))), *others))


def _parts(shares: Mapping[Link, Rational], geometry: Geometry) -> Iterator[Part]:
    """The links of each shade, the palest first, so that dark ones are on top."""
    by_shade: dict[int, list[Line]] = {}
    for link, share in shares.items():
        lines = [Line(stroke.points) for stroke in geometry.pieces(link) if len(stroke.points) > 1]
        if share and lines:
            # the last shade is only for links in every solution
            shade = SHADES if share == 1 else min(SHADES - 1, 1 + int(float(share) * SHADES))
            by_shade.setdefault(shade, []).extend(lines)
    for shade, lines in sorted(by_shade.items()):
        tint = INK if shade == SHADES else heat_tint(shade / SHADES)
        width = NARROW + (WIDE - NARROW) * shade / SHADES
        yield Part(f"heat{shade}", Paint(stroke=tint, width=width), tuple(lines))
