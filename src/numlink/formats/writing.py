"""Checks that are the same for every format, made before its `write` is called, and tools for writers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any, TypeVar

from numlink.errors import CannotHold, InputError, quoted
from numlink.formats.base import METADATA, Format, Losses, Written, no_room
from numlink.formats.reading import paths_from_links, without_missing
from numlink.model.arguments import is_broken
from numlink.model.grid import Link
from numlink.model.puzzle import Puzzle, Solution, require_puzzle

Content = TypeVar("Content")

Unfit = Callable[[Puzzle, Solution], str | None]  # returns why a format cannot hold a puzzle's solution; None if it can


def written(puzzles: Iterable[Puzzle], format: Format, *, lossy: bool = False) -> Written:
    """Puzzles as text in a format, with a sentence for each thing that is left out; see `formats.write`."""
    losses = Losses(format.name, lossy=lossy)
    text = "".join(finish((write_one(puzzle, format, losses) for puzzle in puzzles), format, losses))
    return Written(text, losses.notes())


def finish(texts: Iterable[str], format: Format, losses: Losses, *, separated: bool = False) -> Iterator[str]:
    """Yield the texts of puzzles, with the format's separator between them and its footer after the last.

    `separated`: the texts already include the separators.  Raises InputError for a format that is only read.
    """
    if format.write is None:
        raise InputError(f"format {format.name} can be read but not written. Write another, such as plain or json.")
    count = 0
    for count, text in enumerate(texts, start=1):
        yield text if count == 1 or separated else format.separator + text
    if count:
        yield format.footer
    if count > 1 and not format.several:
        losses.note(f"files hold one puzzle; other programs read only the first of these {count:,}")
        losses.commit()


def write_one(puzzle: Puzzle, format: Format, losses: Losses) -> str:
    """One puzzle as text in a format; `losses` notes what is left out; raises CannotHold for what does not fit."""
    assert format.write is not None
    require_puzzle(puzzle)
    losses.begin()
    text = format.write(_fitted(puzzle, format, losses), losses)
    losses.commit()
    return text


def with_fitting_solution(puzzle: Puzzle, losses: Losses, *unfit: Unfit) -> Puzzle:
    """The puzzle, without its solution if one of `unfit` gives a reason against it."""
    if puzzle.solution is None:
        return puzzle
    reasons = (why(puzzle, puzzle.solution) for why in unfit)
    reason = next(filter(None, reasons), None)
    if reason is None:
        return puzzle
    losses.lose(f"cannot store this solution: {reason}", remedy="Use plain or json", lossy_does="omit the solution")
    return puzzle.with_solution(None)


def unlike_a_grid(puzzle: Puzzle, solution: Solution) -> str | None:
    """Why a filled grid does not show the solution; None if it does."""
    try:
        drawn = Solution.from_grid(solution.rows(), layout=solution.layout)
    except InputError as error:
        return error.with_remedy("").rstrip(".")
    return None if without_missing(drawn) == without_missing(solution) else "its paths cross or jump"


def links_drawn(puzzle: Puzzle, losses: Losses) -> list[Link]:
    """The links of the puzzle's solution, sorted; [] without a solution or if lines between cells cannot show it."""
    solution = with_fitting_solution(puzzle, losses, _unlike_links).solution
    return sorted(solution.links()) if solution is not None else []


def _unlike_links(puzzle: Puzzle, solution: Solution) -> str | None:
    grid, links = puzzle.grid, solution.links()
    steps = sum(max(0, len(path) - 1) for path in solution.paths)
    if len(links) == steps and all(grid.adjacent(*link) for link in links):
        drawn = paths_from_links(puzzle.width, puzzle.height, puzzle.cells, links)
        if drawn is not None and without_missing(drawn) == without_missing(solution):
            return None
    return "its paths cross, jump or do not start at their numbers"


def with_letters(contents: Iterable[Content | None], first: str, last: str) -> Iterator[tuple[str, Content | None]]:
    """(letters for the empty cells before it, content) of each content; (letters, None) for those after the last.

    Letters from `first` to `last` stand for 1, 2, 3, ... cells; a longer run takes several.
    """
    longest = ord(last) - ord(first) + 1

    def letters(run: int) -> str:
        whole, rest = divmod(run, longest)
        return last * whole + (chr(ord(first) + rest - 1) if rest else "")

    run = 0
    for content in contents:
        if content is None:
            run += 1
        else:
            yield letters(run), content
            run = 0
    if run:
        yield letters(run), None


def refuse_numbers_over(puzzle: Puzzle, largest: int, format: str, why: str) -> None:
    """Raise CannotHold at the first cell with a number over `largest`."""
    for cell, content in enumerate(puzzle.cells):
        if content > largest:
            raise no_room(format, f"number {content} at {puzzle.where(cell)}: {why}")


def _fitted(puzzle: Puzzle, format: Format, losses: Losses) -> Puzzle:
    """The puzzle without what `format` leaves out, which `losses` notes; raises CannotHold for what does not fit."""
    _refuse_what_does_not_fit(puzzle, format)
    puzzle = with_fitting_solution(puzzle, losses, _leaves_the_board)
    if format.solutions and not format.no_paths and puzzle.solution is not None and not any(puzzle.solution.paths):
        losses.note("cannot express a solution without paths; the file will be read back without a solution")
    if not format.any_numbers:
        puzzle = _without_gaps(puzzle, losses)
    if puzzle.rules not in (format.says or (format.rules,)):
        meant = next((rules for rules in format.says if rules.fill == puzzle.rules.fill), format.rules)
        losses.note(f"cannot express the rules {puzzle.rules}; the file will mean {meant}")
    return _without_metadata(puzzle, format, losses)


def _refuse_what_does_not_fit(puzzle: Puzzle, format: Format) -> None:
    """Raise CannotHold for text that no file can hold (`is_broken`; JSON can contain it), and for features, blocks and
    counts of a number that the format cannot store."""
    for text in (puzzle.name or "", puzzle.recipe or "", *puzzle.notes, *puzzle.notes.values()):
        if is_broken(text):
            raise CannotHold(f"no file can hold the text {quoted(text)}: half of a surrogate pair. Correct it.")
    missing = [feature.value for feature in puzzle.layout.features() if feature not in format.features]
    if missing:
        raise no_room(format.name, f"{_listed(missing)}, which this board has")
    solids = () if format.solids else puzzle.solids()
    if solids:
        others = f" (and {len(solids) - 1} more)" if len(solids) > 1 else ""
        block = f"the block at {puzzle.where(solids[0])}{others}"
        raise no_room(format.name, block, "Use plain, json, lab, penpa or flowfree.")
    for number, cells in () if format.any_count else puzzle.endpoints().items():
        if len(cells) != 2:
            raise CannotHold(
                f"{format.name} lists pairs and cannot store number {number}, which occurs {len(cells)} times "
                f"(at {puzzle.where(cells[0])}). Give every number two cells, or use plain or json."
            )


def _listed(names: list[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def _leaves_the_board(puzzle: Puzzle, solution: Solution) -> str | None:
    for number, path in enumerate(solution.paths, start=1):
        if path and not 0 <= min(path) <= max(path) < len(puzzle.cells):
            return f"path {number} leaves the board"
    return None


def _without_gaps(puzzle: Puzzle, losses: Losses) -> Puzzle:
    """The puzzle if its numbers are 1, 2, 3, ...; else raises CannotHold or, with `lossy`, renumbers in order."""
    present = sorted(puzzle.endpoints())
    if present == list(range(1, len(present) + 1)):
        return puzzle
    gap = next(number for number in range(1, len(present) + 1) if number not in present)
    cell = puzzle.cells.index(present[-1])
    losses.lose(
        f"numbers pairs 1, 2, 3, ... and cannot keep number {present[-1]} at {puzzle.where(cell)} without a {gap}",
        remedy="Use plain, json or another format of numbers",
        lossy_does="renumber",
    )
    names = {number: position for position, number in enumerate(present, start=1)}
    solution = puzzle.solution
    if solution is not None:
        known = len(solution.paths)
        paths = tuple(solution.paths[number - 1] if number <= known else () for number in present)
        solution = replace(solution, paths=paths)
    return replace(puzzle, cells=tuple(names.get(cell, cell) for cell in puzzle.cells), solution=solution)


def _without_metadata(puzzle: Puzzle, format: Format, losses: Losses) -> Puzzle:
    """The puzzle without metadata and solution that the format cannot store, which `losses` notes."""
    missing = [key for key in METADATA if key not in format.keeps and getattr(puzzle, key) not in (None, {})]
    dropped = ["the solution"] if puzzle.solution is not None and not format.solutions else []
    dropped += [f"the {key}" for key in missing]
    if not dropped:
        return puzzle
    losses.note(f"cannot store {_listed(dropped)}: left out")
    nothing: dict[str, Any] = {key: {} if key == "notes" else None for key in missing}
    return replace(puzzle, solution=puzzle.solution if format.solutions else None, **nothing)
