"""Puzzles with exactly one solution, proven: the generator that `numlink new` runs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from numlink.engine.covers.anneal import Annealer
from numlink.engine.search.search import Search, Status
from numlink.engine.search.walk import Walk
from numlink.errors import InputError
from numlink.exact.budget import Budget
from numlink.exact.encoded import Board
from numlink.making.classic import ClassicSpec, generate_classic, require_size
from numlink.making.compose import Composer, Statistics, Watch, image_of, turned_parity
from numlink.making.recipe import AnySpec, Spec, parse_recipe
from numlink.making.wishes import (
    ClaimWord,
    Difficulty,
    DifficultyWord,
    Pairs,
    PathSymmetry,
    Solids,
    SolidsWord,
    SymmetryWord,
    claim_of,
    difficulty_of,
    pairs_of,
    solids_of,
    symmetry_of,
)
from numlink.model.grid import Grid
from numlink.model.puzzle import Puzzle, Solution
from numlink.model.rules import COVER, Claim, Rules, RulesLike
from numlink.seeds import random_seed

if TYPE_CHECKING:
    from numlink.reasoning.grade import Grade

LARGEST_NEW = 250_000
"""Most cells of a board with a proof: 500x500."""


def generate(
    width: int,
    height: int | None = None,
    *,
    seed: int | None = None,
    rules: RulesLike = COVER,
    proof: Claim | ClaimWord = Claim.UNIQUE,
    solids: Solids | SolidsWord | int = Solids.NONE,
    pairs: Pairs | int | None = None,
    min_length: int = 3,
    mask: Iterable[int] = (),
    symmetry: PathSymmetry | SymmetryWord = PathSymmetry.NONE,
    difficulty: Difficulty | DifficultyWord | Grade = Difficulty.ANY,
    budget: float | None = None,
    statistics: Statistics | None = None,
    watch: Watch | None = None,
) -> Puzzle:
    """A random puzzle proven to have exactly one solution under `rules`; a square where `height` is not given.

    Every open cell is on a path of at least `min_length` cells, no path runs beside itself, no two ends of a path
    are neighbours.  The puzzle carries its `solution`, its `seed` and the `recipe` that makes it again, on every
    platform, compiled or not (`from_recipe`).

    `proof="strict"`: one linking even if cells may stay empty.  `solids`: "none", "few", "any" (as many as the lab
    program leaves) or a number, beside the cells of `mask`.  `pairs`: how many, or (least, most); None: few, by size.
    `symmetry`: "rotate" by a half turn, "mirror" left to right.  `difficulty`: "easy", "medium", "hard", "expert" or
    "extreme" (docs/difficulty.md), reached by a search over boards and parts annealed anew; not with other wishes
    about pairs.  `statistics` counts along, `watch` is called with it every few milliseconds.

    Raises InputError for what cannot be, BudgetEnded when `budget` seconds, or 400 covers, brought no proof.
    Sources: the walk proof of `engine.inspection`, annealing after Kirkpatrick et al. 1983.

    >>> puzzle = generate(5, seed=1)
    >>> puzzle.pairs, puzzle.recipe
    (4, 'numlink 1 5x5 seed=1')
    """
    if seed is not None and not isinstance(seed, int):
        raise InputError(f"a seed is a whole number, not {seed!r}.")
    spec = Spec(
        width,
        width if height is None else height,
        random_seed() if seed is None else seed,
        Rules.of(rules),
        claim_of(proof),
        solids_of(solids),
        pairs_of(pairs),
        min_length,
        tuple(mask),
        symmetry_of(symmetry),
        difficulty_of(difficulty),
    )
    return from_spec(spec, budget=budget, statistics=statistics, watch=watch)


def from_recipe(
    recipe: str, *, budget: float | None = None, statistics: Statistics | None = None, watch: Watch | None = None
) -> Puzzle:
    """The puzzle that a recipe line stands for, of `generate` or `generate_classic`.

    Raises InputError where it cannot be read or another version of the generator wrote it.

    >>> from_recipe("numlink-classic 1 7x7 seed=2015") == generate_classic(7, seed=2015)
    True
    """
    return from_spec(parse_recipe(recipe), budget=budget, statistics=statistics, watch=watch)


def from_spec(
    spec: AnySpec, *, budget: float | None = None, statistics: Statistics | None = None, watch: Watch | None = None
) -> Puzzle:
    """The puzzle of a Spec, as `generate` makes it, or `generate_classic`."""
    counted = statistics if statistics is not None else Statistics()
    if isinstance(spec, ClassicSpec):
        counted.puzzles += 1
        return generate_classic(spec.width, spec.height, seed=spec.seed, rules=spec.rules, budget=budget)
    require_possible(spec)
    clock = Budget(budget)
    if spec.difficulty is Difficulty.ANY:
        puzzle = _puzzle_of(Composer(spec, clock, counted, watch).compose(), spec)
    else:
        puzzle = _of_difficulty(spec, clock, counted, watch)
    _prove_finished(puzzle, spec.strict, clock)
    counted.puzzles += 1
    return replace(puzzle, seed=spec.seed, recipe=spec.recipe)


def _puzzle_of(cover: Annealer, spec: Spec) -> Puzzle:
    """A cover as a puzzle with its solution; cells on no path are solid."""
    solution = Solution(spec.width, spec.height, tuple(map(tuple, cover.paths())))
    covered = {cell for path in solution.paths for cell in path}
    solids = [cell for cell in range(spec.width * spec.height) if cell not in covered]
    return Puzzle.from_solution(solution, solids=solids, rules=spec.rules)


def _of_difficulty(spec: Spec, clock: Budget, statistics: Statistics, watch: Watch | None) -> Puzzle:
    """A puzzle of the wanted grade: seeds drawn from the spec's own, boards annealed anew in parts until one fits."""
    from numlink.making.difficulty import (
        grade_named,
        graded,
        tries_for,
    )  # rating is loaded only when a grade is asked for

    def composer(seed: int) -> Composer:
        statistics.tries += 1
        return Composer(replace(spec, seed=seed, difficulty=Difficulty.ANY), clock, statistics, watch)

    def drawn(*, seed: int) -> Puzzle:
        return _puzzle_of(composer(seed).compose(), spec)

    def changed(puzzle: Puzzle, *, seed: int, near: int, more: int) -> Puzzle | None:
        assert puzzle.solution is not None
        cover = composer(seed).recompose(puzzle.solution.paths, near, more=more)
        return None if cover is None else _puzzle_of(cover, spec)

    return graded(
        drawn,
        grade_named(spec.difficulty),
        seed=spec.seed,
        change=changed,
        tries=tries_for(spec.width * spec.height - len(spec.mask)),
        budget=clock.limit,
    ).puzzle


def _prove_finished(puzzle: Puzzle, strict: bool, clock: Budget) -> None:
    """The last proof, from scratch, of the puzzle as it is handed out; its solution judged first."""
    assert puzzle.solution is not None
    finished = Board(puzzle)
    model = finished.model(puzzle.solution)
    search: Search = finished.search(canonical=strict)
    walk = Walk(search, model)
    while (status := walk.run(400, 200_000)) is Status.PAUSED:
        clock.require("the last proof")
    if status is not Status.REFUTED:
        raise AssertionError(f"{puzzle.recipe} was inspected without doubts but has another solution")


def _require_difficulty(spec: Spec) -> None:
    """A grade is reached by changes to the paths, so it leaves no say in what they change."""
    if spec.difficulty is Difficulty.ANY:
        return
    for is_wished, wish in (
        (spec.pairs is not None, "a number of pairs"),
        (spec.min_length != 3, f"a min-length of {spec.min_length}"),
        (spec.symmetry is not PathSymmetry.NONE, f"the symmetry {spec.symmetry}"),
        (spec.proof is not Claim.UNIQUE, f"the proof {spec.proof}"),
        (not spec.rules.fill, f"the rules {spec.rules}"),
    ):
        if is_wished:
            raise InputError(f"a difficulty and {wish} do not go together yet. Leave one of them out.")


def require_possible(spec: Spec) -> None:
    """Raise InputError for a wish that no puzzle can fulfil, with the reason."""
    require_size(spec.width, spec.height)
    size = spec.width * spec.height
    if size > LARGEST_NEW:
        raise InputError(f"{spec.width}x{spec.height} is too large to prove: at most {LARGEST_NEW:,} cells.")
    _require_difficulty(spec)
    if spec.min_length < 2:
        raise InputError(f"a path has at least 2 cells, so min-length cannot be {spec.min_length}.")
    _require_mask(spec)
    open_cells = size - len(spec.mask) - (spec.solids if isinstance(spec.solids, int) else 0)
    _require_room(spec, open_cells)
    _require_parity(spec)
    _require_regions(spec)


def _require_mask(spec: Spec) -> None:
    size = spec.width * spec.height
    if spec.mask and not 0 <= spec.mask[0] <= spec.mask[-1] < size:
        raise InputError(f"the mask has cells outside a board of {spec.width}x{spec.height}. Give a mask of this size.")
    if isinstance(spec.solids, int) and not 0 <= spec.solids <= size - len(spec.mask):
        raise InputError(f"{spec.solids} solids do not fit on {size - len(spec.mask)} cells.")
    if spec.symmetry is PathSymmetry.NONE:
        return
    image = image_of(spec.width, spec.height, spec.symmetry)
    for cell in spec.mask:
        if image[cell] not in spec.mask:
            row, column = divmod(cell, spec.width)
            raise InputError(
                f"the mask lacks the {spec.symmetry} image of row {row + 1}, column {column + 1}. "
                "Make the mask symmetric or leave the symmetry out."
            )
    if isinstance(spec.solids, int) and spec.solids % 2 and all(image[cell] != cell for cell in range(size)):
        raise InputError(f"{spec.solids} solids cannot be symmetric on this board. Use an even number.")


def _require_room(spec: Spec, open_cells: int) -> None:
    """Enough cells for the paths, and enough paths for the cells."""
    least, most = spec.pairs or (1, max(1, open_cells // spec.min_length))
    board = f"a board of {spec.width}x{spec.height} with {open_cells} open cells"
    if not 1 <= least <= most:
        raise InputError(f"pairs {least}..{most} is no range. Give at least 1, the smaller number first.")
    if spec.min_length > open_cells:
        raise InputError(f"{board} has no room for a path of {spec.min_length} cells. Leave more cells open.")
    if least * spec.min_length > open_cells:
        raise InputError(
            f"{least} pairs of {spec.min_length} or more cells need {least * spec.min_length} cells, "
            f"and {board} has no room for them. Use at most {open_cells // spec.min_length} pairs."
        )
    if most == 1 and min(spec.width, spec.height) > 1 and not spec.mask and spec.solids in (Solids.NONE, Solids.FEW, 0):
        other = ", or allow more pairs or shorter paths" if spec.difficulty is Difficulty.ANY else ""
        raise InputError(
            f"one path cannot cover {board} without running beside itself, and numlink makes no other paths. "
            f"Give a larger board{other}."
        )


def _require_parity(spec: Spec) -> None:
    """A cover that a half turn maps onto itself has its paths in twos, but for one through the middle cell."""
    if spec.pairs is None or spec.pairs[0] != spec.pairs[1] or spec.solids is not Solids.NONE:
        return
    parity = turned_parity(spec, spec.width * spec.height // 2 in spec.mask)
    if parity is not None and spec.pairs[0] % 2 != parity:
        raise InputError(
            f"on this board a half turn needs an {'odd' if parity else 'even'} number of pairs, not {spec.pairs[0]}. "
            f"Use {spec.pairs[0] + 1}, a range, or another symmetry."
        )


def _require_regions(spec: Spec) -> None:
    """Every connected part of the open cells must have room for a path."""
    if not spec.mask:
        return
    grid = Grid(spec.width, spec.height, frozenset(spec.mask))
    seen: set[int] = set()
    parts = 0
    for start in grid.open_cells():
        if start in seen:
            continue
        parts += 1
        part, waiting = {start}, [start]
        while waiting:
            for there in grid.neighbours(waiting.pop()):
                if there not in part:
                    part.add(there)
                    waiting.append(there)
        seen |= part
        if len(part) < spec.min_length:
            row, column = divmod(start, spec.width)
            raise InputError(
                f"the mask leaves a part of {len(part)} cells at row {row + 1}, column {column + 1}, too small for a "
                f"path of {spec.min_length}. Close or widen it."
            )
    if spec.pairs is not None and spec.pairs[1] < parts:
        raise InputError(f"the mask leaves {parts} separate parts; they need at least {parts} pairs.")
