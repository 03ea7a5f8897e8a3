"""Checks a Spec before any work: wishes that no board can meet raise InputError, each with its own sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from numlink.errors import InputError
from numlink.making.annealing_board import SYMMETRIES, Lattice, fits_pattern, image_of, partners_of
from numlink.making.available_grades import impossible
from numlink.making.classic import require_size
from numlink.making.random_obstacles import bridge_places, most_walls
from numlink.making.recipe import Spec
from numlink.making.wish_values import Difficulty, PathSymmetry, Solids, by_chance, symmetry_word, write_effort
from numlink.making.wishes import NAMED
from numlink.model.grid import Grid
from numlink.model.layout import Layout
from numlink.model.rules import Claim
from numlink.model.words import counted

LARGEST_NEW = 250_000  # the most cells of a board that is proven: 500x500

IMAGES = {PathSymmetry.ROTATE: "a half turn", PathSymmetry.MIRROR: "a mirror"}


def _require_difficulty(spec: Spec) -> None:
    """Refuse a grade, effort or misleading that no board has, or with wishes for what a search for it changes."""
    if not spec.graded:
        return
    asked = "a difficulty" if spec.difficulty is not Difficulty.ANY else "an effort" if spec.effort else "misleading"
    _require_effort(spec)
    for is_wished, wish in (
        (spec.pairs is not None, "a number of pairs"),
        (spec.min_length != 3, f"a min-length of {spec.min_length}"),
        (spec.symmetry is not PathSymmetry.NONE, f"the symmetry {symmetry_word(spec.symmetry)}"),
        (spec.claim is not Claim.UNIQUE, f"the claim {spec.claim}"),
        (not spec.rules.fill, f"the rules {spec.rules}"),
    ):
        if is_wished:
            raise InputError(f"{asked} and {wish} can't be combined yet. Leave one of them out.")
    if (reason := impossible(spec)) is not None:
        raise InputError(reason)


def _require_effort(spec: Spec) -> None:
    """Refuse an effort that no board of the wished grade and size has."""
    if spec.effort is None or spec.difficulty is Difficulty.ANY:
        return
    from numlink.reasoning.grade import INTENSITIES, effort_from  # loaded only here: most boards are not rated

    most_cells = _open_cells(spec)
    # how many solids will be drawn at random is not known yet
    fewest = most_cells if spec.solids is Solids.NONE or isinstance(spec.solids, int) else 0
    place = list(Difficulty).index(spec.difficulty) - 1
    # a board that needs a try is hard, whatever its effort
    least = effort_from(INTENSITIES[0], fewest) if spec.difficulty is Difficulty.MEDIUM else 0.0
    most = effort_from(INTENSITIES[place], most_cells) if place < len(INTENSITIES) else float("inf")
    if spec.effort[0] >= most or spec.effort[1] < least:
        bounds = f"from {least:g} to below {most:g}" if least else f"below {most:g}"
        raise InputError(
            f"{spec.difficulty} boards of {spec.size_in_words} have an effort {bounds}, "
            f"not {write_effort(spec.effort)}. Leave one of the two out."
        )


def _open_cells(spec: Spec) -> int:
    drawn = spec.solids if isinstance(spec.solids, int) else 0
    return spec.width * spec.height * spec.layers - len(spec.mask) - drawn


def require_possible(spec: Spec) -> None:
    """Raise InputError, with the reason, for a wish that no puzzle can meet."""
    require_size(spec.width, spec.height)
    size = spec.width * spec.height * spec.layers
    if size > LARGEST_NEW:
        raise InputError(f"{spec.size_in_words} is too large to prove. Give at most {LARGEST_NEW:,} cells.")
    _require_difficulty(spec)
    if spec.min_length < 2:
        raise InputError(f"a path has at least 2 cells, so min-length cannot be {spec.min_length}.")
    _require_mask(spec)
    grid = spec.grid
    _require_symmetry(spec, grid)
    open_cells = _open_cells(spec)
    _require_room(spec, open_cells)
    _require_pattern(spec, grid)
    _require_bridges(spec, grid)
    _require_walls(spec, grid)
    _require_parity(spec, grid)
    _require_regions(spec, grid)
    _require_one_path(spec, grid, open_cells)


def _require_mask(spec: Spec) -> None:
    """Refuse a mask beyond the board, and more solid cells than fit."""
    size = spec.width * spec.height * spec.layers
    if spec.mask and not 0 <= spec.mask[0] <= spec.mask[-1] < size:
        raise InputError(f"the mask has cells outside a board of {spec.size_in_words}. Give a mask of this size.")
    if isinstance(spec.solids, int) and not 0 <= spec.solids <= size - len(spec.mask):
        room = size - len(spec.mask)
        raise InputError(f"{counted(spec.solids, 'block')} do not fit {counted(room, 'cell')}. Give 0 to {room}.")


def _require_symmetry(spec: Spec, grid: Grid) -> None:
    """Refuse a symmetry of paths that the board, its mask or its number of solids lacks."""
    if spec.symmetry is PathSymmetry.NONE:
        return
    image = image_of(Grid(spec.width, spec.height) if grid.layout.plain else grid, spec.symmetry)
    if image is None:
        raise InputError(
            f"this board does not have the symmetry {symmetry_word(spec.symmetry)} ({_lacking(spec, grid)}). "
            "Make the board symmetric or leave the symmetry out."
        )
    for cell in spec.mask:
        if image[cell] not in grid.solids:
            raise InputError(
                f"the mask has {grid.where(cell)}, but not the cell to which {IMAGES[spec.symmetry]} takes it. "
                "Make the mask symmetric or leave the symmetry out."
            )
    taken = grid.layout.bridges | grid.solids
    fixed = (cell for cell in range(grid.size) if image[cell] == cell and cell not in taken)
    if isinstance(spec.solids, int) and spec.solids % 2 and next(fixed, None) is None:
        cells = counted(spec.solids, "block")
        raise InputError(f"{cells} cannot be symmetric on this board. Use an even number.")


def _require_pattern(spec: Spec, grid: Grid) -> None:
    """Refuse a symmetry of numbers, or clues, that do not fit the board, its cells or the count of colours."""
    if not spec.patterned:
        return
    if spec.symmetry is not PathSymmetry.NONE:
        raise InputError("a symmetry of the paths and a pattern of clues can't be combined. Leave one of them out.")
    if spec.clues and not 0 <= spec.clues[0] <= spec.clues[-1] < grid.size:
        raise InputError(f"the clues have cells outside a board of {spec.size_in_words}. Give a board of this size.")
    partners = partners_of(grid, spec.clue_symmetry, spec.clues)
    if partners is None:
        remedy = "Make the board square" if spec.clue_symmetry == "quarter" else "Make the board symmetric"
        raise InputError(
            f"this board does not have the symmetry {spec.clue_symmetry}. {remedy}, or leave the symmetry out."
        )
    room = sum(other >= 0 for cell, other in enumerate(partners) if cell not in grid.solids)
    least, most = spec.pairs or (1, max(1, room // 2))
    if 2 * least > room:
        needs = f"{counted(least, 'pair')} {'needs' if least == 1 else 'need'} {2 * least} cells"
        left = f"the clues leave {counted(room, 'cell')} for numbers"
        raise InputError(f"{needs}, and {left}. Ask for fewer pairs, or mark more cells.")
    if spec.solids is Solids.NONE:  # solid cells drawn at random would change the count of colours
        _require_even_colours(spec, Lattice(grid, partners=partners), range(least, min(most, room // 2) + 1), room)


def _require_even_colours(spec: Spec, lattice: Lattice, wanted: Sequence[int], room: int) -> None:
    """Raise InputError if none of the first nine wanted numbers of pairs can have its ends in the pattern."""
    if not any(fits_pattern(lattice, pairs) for pairs in wanted[:9]):
        ever = any(fits_pattern(lattice, pairs) for pairs in range(1, room // 2 + 1))
        none = f"{counted(spec.pairs[0] if spec.pairs else 1, 'pair')} cannot" if ever else "no number of pairs can"
        raise InputError(
            f"{none} have this symmetry on a board of {spec.size_in_words}: black and white cells, "
            "coloured like a chessboard, do not balance. "
            f"Use {'one pair more or fewer' if ever else 'another size or symmetry'}."
        )


def _lacking(spec: Spec, grid: Grid) -> str:
    """The part of a board that is not symmetric, in words."""
    for key in ("walls", "bridges", "vias", "mask"):
        if isinstance(getattr(spec, key), tuple):
            other = replace(spec, **{key: NAMED[key].default})
            if image_of(other.grid, spec.symmetry) is not None:
                return f"its {'shape' if key == 'mask' else key} lack an image"
    return grid.pattern.lacking.get(SYMMETRIES[spec.symmetry], "its parts lack images")


def _require_bridges(spec: Spec, grid: Grid) -> None:
    """Refuse bridges where no two paths can cross, bridges that force an impossible path, and too many bridges."""
    if isinstance(spec.bridges, tuple):
        solids = grid.solids
        for cell in sorted(grid.layout.bridges):
            if cell in solids or len(grid.neighbours(cell)) != 4:
                raise InputError(
                    f"{grid.where(cell)}: a bridge with fewer than four open neighbours. "
                    "Both paths over it must continue: open the cells around it, or move it."
                )
        if Lattice(grid).chains is None:
            raise InputError(
                f"the bridges from {grid.where(min(grid.layout.bridges))} on force a path to fork, to close a loop or "
                "to touch itself. Move them apart."
            )
        if spec.solids is Solids.ANY:
            raise InputError(
                "solids 'any' are the cells left over by the lab's program, which may be bridges. Use few or a number."
            )
        return
    if not by_chance(spec.bridges):
        return
    Layout(kind=spec.board, bridges=frozenset((0,)))  # raises InputError if this kind of board has no bridges
    places = len(bridge_places(grid))
    wanted = spec.bridges if type(spec.bridges) is int else 1
    if wanted > places:
        raise InputError(
            f"{counted(wanted, 'bridge')} on a board where {counted(places, 'cell')} can be one: "
            "a bridge needs four open neighbours. Ask for fewer, or give a larger board."
        )


def _require_walls(spec: Spec, grid: Grid) -> None:
    """Refuse more walls than `most_walls`; fewer may still not fit, which shows when they are drawn."""
    if isinstance(spec.walls, int) and spec.walls > (most := most_walls(grid)):
        raise InputError(
            f"{counted(spec.walls, 'wall')} on a board with room for {most:,} at most: each cell keeps two ways out. "
            "Ask for fewer, or give a larger board."
        )


def _require_room(spec: Spec, open_cells: int) -> None:
    """Refuse paths that need more cells than are open."""
    least, most = spec.pairs or (1, max(1, open_cells // spec.min_length))
    board = _room_in_words(spec, open_cells)
    if not 1 <= least <= most:
        raise InputError(f"pairs {least}..{most} is not a range. Give at least 1, the smaller number first.")
    if spec.min_length > open_cells:
        raise InputError(f"{board} has no room for a path of {spec.min_length} cells. Leave more cells open.")
    if least * spec.min_length > open_cells:
        raise InputError(
            f"{counted(least, 'pair')} of {spec.min_length} or more cells need {least * spec.min_length} cells, "
            f"but {board} is too small for them. Use at most {counted(open_cells // spec.min_length, 'pair')}."
        )


def _require_one_path(spec: Spec, grid: Grid, open_cells: int) -> None:
    """Refuse one path for a board whose links do not form a path: it would run beside itself."""
    most = spec.pairs[1] if spec.pairs else max(1, open_cells // spec.min_length)
    chance = spec.solids not in (Solids.NONE, 0) or by_chance(spec.walls) or by_chance(spec.bridges)
    if most > 1 or chance or grid.layout.bridges or _is_a_path(grid):
        return
    other = ", or allow more pairs or shorter paths" if spec.difficulty is Difficulty.ANY else ""
    raise InputError(
        f"one path cannot cover {_room_in_words(spec, open_cells)} without touching itself, and numlink makes no paths "
        f"that do. Give a larger board{other}."
    )


def _is_a_path(grid: Grid) -> bool:
    ways = [len(grid.neighbours(cell)) for cell in grid.open_cells()]
    return max(ways) <= 2 and sum(ways) == 2 * (len(ways) - 1) and len([*grid.parts()]) == 1


def _room_in_words(spec: Spec, open_cells: int) -> str:
    return f"a board of {spec.size_in_words} with {counted(open_cells, 'open cell')}"


def _require_parity(spec: Spec, grid: Grid) -> None:
    chance = spec.solids is not Solids.NONE or by_chance(spec.bridges) or by_chance(spec.walls)
    if spec.pairs is None or spec.pairs[0] != spec.pairs[1] or spec.symmetry is not PathSymmetry.ROTATE or chance:
        return
    parity = Lattice(grid, image_of(grid, spec.symmetry) or ()).parity
    if parity is not None and spec.pairs[0] % 2 != parity:
        raise InputError(
            f"on this board a half turn needs an {'odd' if parity else 'even'} number of pairs, not {spec.pairs[0]}. "
            f"Use {spec.pairs[0] + 1}, a range, or another symmetry."
        )


def _require_regions(spec: Spec, grid: Grid) -> None:
    """Refuse a board with a connected part too small for a path, or with more parts than pairs."""
    if not spec.mask and not isinstance(spec.walls, tuple) and spec.vias is None:
        return
    what = "the mask leaves" if spec.mask else "the walls leave" if isinstance(spec.walls, tuple) else "the vias leave"
    parts = [*grid.parts()]
    for part in parts:
        if len(part) < spec.min_length:
            raise InputError(
                f"{what} a part of {counted(len(part), 'cell')} at {grid.where(part[0])}, too small for a "
                f"path of {spec.min_length}. Close or widen it."
            )
    if spec.pairs is not None and spec.pairs[1] < len(parts):
        raise InputError(
            f"{what} {len(parts)} separate parts; they need at least {len(parts)} pairs. Allow as many, or join them."
        )
