"""Puzzles with exactly one solution, proven: the generator that `numlink new` runs."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any, Unpack

from numlink.engine.search.search import Status
from numlink.engine.search.uniqueness import Walk
from numlink.errors import InputError, quoted
from numlink.exact.board_arrays import Board
from numlink.exact.budget import Budget, Seconds
from numlink.exact.strict import StrictWalks
from numlink.exact.work import SLICE
from numlink.making.available_grades import remedy
from numlink.making.classic import ClassicSpec, generate_classic, require_size, size_of
from numlink.making.compose import Composer, Statistics, Watch
from numlink.making.feasibility import require_possible
from numlink.making.recipe import AnySpec, Spec, fields_on, parse_recipe
from numlink.making.styles import usual_claim, usual_style, usual_symmetry
from numlink.making.wish_values import Difficulty, Misleading, Style
from numlink.making.wishes import Wishes, fields_of, require_keywords, spelled_out
from numlink.model.arguments import function, instance, seed_of
from numlink.model.grid import Grid
from numlink.model.kinds.tiling import tiling_of
from numlink.model.layout import Layout
from numlink.model.puzzle import Puzzle
from numlink.model.rules import Claim


@spelled_out(Wishes)
def generate(
    width: int | None = None,
    height: int | None = None,
    *,
    grid: Grid | None = None,
    layout: Layout | None = None,
    seed: int | None = None,
    budget: Seconds = None,
    statistics: Statistics | None = None,
    watch: Watch | None = None,
    **wishes: Unpack[Wishes],
) -> Puzzle:
    """A random puzzle proven to have exactly one solution under `rules` (None: cover), of `width` x `height` cells.

    The board is a square if `height` is not given.  Every open cell is on a path of at least `min_length` cells, no
    path runs beside itself, and the ends of a path of three or more cells are not neighbours.  The puzzle carries its
    `solution`, its `seed` and the `recipe` that makes it again, on every platform, compiled or not (`from_recipe`).

    `claim`: "unique" is one solution, "strict" is one linking even if cells may stay empty; None: "strict" for the
    app's style from 5x5 to 15x15 if nothing else is wished, else "unique".
    `solids`: "none", "few", "any" (as many as the lab program leaves) or a number, besides the cells of `mask`, which
    are always solid.
    `pairs`: the number of pairs, or (least, most); None: few, by size.
    `symmetry`: the set of cells with numbers is symmetric by "rotate" (a half turn), "quarter" (a quarter turn),
    "mirror" (left to right) or "flip" (top to bottom); or the paths are, by "paths" (a half turn) or "paths-mirror".
    None: "rotate" or "mirror" for some boards of the magazine's style under which no path may touch itself, if nothing
    else is wished; else "none".
    `difficulty`: "easy", "medium", "hard", "expert" or "extreme" (docs/difficulty.md); `effort`: (least, most) effort
    of a rating; `misleading`: "plain", "sly" or "devious".  These three take a search over many boards; they cannot be
    combined with wishes for pairs, lengths, symmetric paths, a strict claim or rules that allow empty cells.

    `board`: "square", "diagonal", "hex" or "triangle"; `tiling`: a board of polygons, which has its own size;
    `wrap`: "rows", "columns" or "both"; `layers`: their number, `vias`: the cells where they meet (None: all); `walls`
    and `bridges`: "few", "many", a number, or the walls (each as its two cells) or cells themselves.  A `layout` gives
    all of these at once, and a `grid` also the size and the solid cells; walls and bridges that it lacks may still be
    wished for.  `style`: "lab", "app" or "magazine"; None: by the rules (docs/generation.md).  `clues`: the cells that
    may have numbers; empty: all.
    `statistics` counts the work; `watch` is called with it every few milliseconds.

    Raises InputError for wishes that no board can meet, BudgetEnded if `budget` seconds, 400 covers (4 000 if they are
    drawn, see `making.compose`) or the boards tried for a grade yield no puzzle.
    Sources: the walk proof of `engine.search.uniqueness`, annealing after Kirkpatrick et al. 1983.

    >>> puzzle = generate(5, seed=1)
    >>> puzzle.pairs, puzzle.recipe
    (5, 'numlink 1 5x5 seed=1 claim=strict style=app')
    """
    require_keywords(generate, Wishes, wishes)
    tiling = wishes.get("tiling")
    if tiling is not None and width is None:
        width, height = tiling_of(tiling).size
    width, height = size_of(width, height, grid, layout)
    require_size(width, height)
    fields = fields_of(wishes)
    if board := grid or layout:
        fields = fields_on(board, fields)
    return from_spec(spec_of(width, height, seed_of(seed), **fields), budget=budget, statistics=statistics, watch=watch)


def spec_of(
    width: int, height: int, seed: int, *, style: Style | None = None, claim: Claim | None = None, **fields: Any
) -> Spec:
    """A Spec with these fields; style, claim and symmetry of the numbers are the usual ones if they are not given.

    No symmetry of the numbers is added if a symmetry of any kind is given.
    """
    spec = Spec(width, height, seed, claim=claim or Claim.UNIQUE, **fields)
    spec = replace(spec, style=style or usual_style(spec))
    spec = replace(spec, claim=claim or usual_claim(spec))
    is_wished = "symmetry" in fields or "clue_symmetry" in fields
    return spec if is_wished else replace(spec, clue_symmetry=usual_symmetry(spec))


def from_recipe(
    recipe: str, *, budget: Seconds = None, statistics: Statistics | None = None, watch: Watch | None = None
) -> Puzzle:
    """The puzzle that a recipe line stands for, made as by `generate` or `generate_classic`.

    `budget` (seconds), `statistics` and `watch` are as in `generate`.  Raises InputError if the line cannot be read or
    names another version of the generator, BudgetEnded when `budget` seconds are over.

    >>> from_recipe("numlink-classic 1 7x7 seed=2015") == generate_classic(7, seed=2015)
    True
    """
    if not isinstance(recipe, str):
        raise InputError(f"a recipe must be text such as a puzzle's `recipe`, not {quoted(recipe)}.")
    return from_spec(parse_recipe(recipe), budget=budget, statistics=statistics, watch=watch)


def from_spec(
    spec: AnySpec, *, budget: Seconds = None, statistics: Statistics | None = None, watch: Watch | None = None
) -> Puzzle:
    counted = Statistics() if statistics is None else instance(statistics, Statistics, "statistics")
    function(watch, "watch")
    if isinstance(spec, ClassicSpec):
        counted.puzzles += 1
        return generate_classic(grid=spec.grid, seed=spec.seed, rules=spec.rules, budget=budget)
    require_possible(spec)
    clock = Budget.of(budget)
    if spec.graded:
        puzzle, proven = _of_difficulty(spec, clock, counted, watch), False
    else:
        composer = Composer(spec, clock, counted, watch)
        puzzle, proven = composer.compose(), composer.proven
    _finish(puzzle, spec.proven_strict, clock, proven=proven)
    counted.puzzles += 1
    return replace(puzzle, seed=spec.seed, recipe=spec.recipe)


def _of_difficulty(spec: Spec, clock: Budget, statistics: Statistics, watch: Watch | None) -> Puzzle:
    from numlink.making.difficulty import aim_of, graded, tries_for  # only now: most boards are not rated

    drawn_from = replace(spec, difficulty=Difficulty.ANY, effort=None, misleading=Misleading.ANY)

    def composer(seed: int) -> Composer:
        statistics.tries += 1
        return Composer(replace(drawn_from, seed=seed), clock, statistics, watch)

    return graded(
        lambda seed: composer(seed).compose(),
        lambda puzzle, seed, near, more: composer(seed).recompose(puzzle, near, more=more),
        aim_of(spec),
        seed=spec.seed,
        tries=tries_for(spec.width * spec.height * spec.layers - len(spec.mask)),
        clock=clock,
        remedy=remedy(spec),
    )


def _finish(puzzle: Puzzle, strict: bool, clock: Budget, *, proven: bool) -> None:
    """Judge the solution, then prove the finished puzzle from scratch unless it was `proven`; raises BudgetEnded."""
    assert puzzle.solution is not None
    finished = Board(puzzle)
    model = finished.model(puzzle.solution)
    if proven:
        return
    tick = partial(clock.require, "the last proof")
    if strict and finished.plain:
        only = StrictWalks(puzzle).prove(tick) is Status.REFUTED
    else:
        walk = Walk(finished.search(canonical=strict), model)
        while (status := SLICE.of(walk)) is Status.PAUSED:
            tick()
        only = status is Status.REFUTED
    if not only:
        raise AssertionError(f"{puzzle.recipe} was inspected without doubts but has another solution")
