"""The functions and commands that make boards: on the board of a case, whatever its numbers are.

Where a function refuses a board for good, no cover by paths as it lays them may exist; the commands end as it does.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numlink
from numlink import Dataset, InputError, Puzzle, Unanswered, check
from numlink.errors import NumlinkError
from tests import oracle
from tests.promises.answers import NO, strip
from tests.promises.cases import Case
from tests.promises.table import Command, Promise

COUNTED = 14
"""Links of the largest board on which every set of paths is looked at."""
SEED = 1


def tracks_of(case: Case) -> tuple[list[int], list[tuple[int, int]], set[int]]:
    """The board without numbers as a graph: what is solid, the links, the tracks on which no path ends."""
    grid = case.puzzle.grid
    place = grid.track_cells()
    crossings = {track for track, cell in enumerate(place) if cell in grid.layout.bridges}
    return [-1 if cell in grid.solids else 0 for cell in place], list(grid.track_links()), crossings


def census_holds(case: Case, found: Any) -> bool:
    cells, links, crossings = tracks_of(case)
    if len(links) > COUNTED:
        return all(count >= 0 for count in found)
    right = oracle.census(cells, links, fill=case.rules.fill, touch=case.rules.touch, no_ends=crossings)
    return {paths: count for paths, count in enumerate(found) if count} == right


def census(case: Case) -> Any:
    puzzle, grid = case.puzzle, case.puzzle.grid
    return numlink.census(
        puzzle.width, puzzle.height, case.rules, grid.solids, layout=puzzle.layout, budget=case.budget
    )


def covers(case: Case) -> Iterator[frozenset[tuple[int, int]]]:
    """Every cover as the generator lays them: three cells a path at least, none beside itself, no end on a bridge."""
    cells, links, crossings = tracks_of(case)
    for system in oracle.systems(cells, links, covering=True):
        names = oracle.names_of(len(cells), system)
        lengths = [names.count(name) for name, content in zip(names, cells, strict=True) if content == 0]
        ends = {end for pair in oracle.pairs_of(len(cells), system) for end in pair}
        if min(lengths, default=0) > 2 and oracle.apart(len(cells), links, system) and not ends & crossings:
            yield system


def right_refusal(case: Case, error: NumlinkError) -> bool:
    """Whether a board is out of reach, as it may be said, or there is no cover at all, as an InputError says."""
    if isinstance(error, Unanswered):
        return True
    small = len(tracks_of(case)[1]) <= COUNTED
    return isinstance(error, InputError) and not (small and next(covers(case), None))


def made_of(case: Case, puzzle: Puzzle) -> bool:
    """Whether a puzzle is one on the case's board, under its rules, with its one solution."""
    grid, solution = puzzle.grid, puzzle.solution
    assert solution is not None
    laid = (grid.layout, grid.solids, puzzle.rules) == (case.puzzle.layout, case.puzzle.grid.solids, case.rules)
    counted = len(tracks_of(case)[1]) > COUNTED or oracle.linkings_of_puzzle(puzzle) == [frozenset(solution.links())]
    return laid and counted and check(puzzle, solution) == []


def generated_holds(case: Case, found: Puzzle) -> bool:
    again = case.sort == "large" or numlink.from_recipe(str(found.recipe)) == found
    return made_of(case, found) and again


def made(case: Case) -> Puzzle:
    if isinstance(case.made, NumlinkError):
        raise case.made
    return case.made


def classic(case: Case) -> Puzzle:
    return numlink.generate_classic(grid=case.puzzle.grid, seed=SEED, rules=case.rules, budget=case.budget)


def classic_holds(case: Case, found: Puzzle) -> bool:
    return found.layout == case.puzzle.layout and found.rules == case.rules and check(found, found.solution) == []


def many(case: Case) -> list[Puzzle]:
    """Two puzzles of a dataset.  Where there is none it looks a hundred times as long as `generate` does: left out."""
    if isinstance(case.made, Unanswered) or case.sort == "large":
        return []
    with TemporaryDirectory() as folder:
        wishes: dict[str, Any] = {"grid": case.puzzle.grid, "seed": SEED, "rules": case.rules, "rating": False}
        written = list(numlink.batch(2, **wishes, output=f"{folder}/data", format="jsonl"))
        data = Dataset(f"{folder}/data")
        assert list(data) == written == list(numlink.batch(2, **wishes)) == data[:]
        return written


def many_hold(case: Case, found: list[Puzzle]) -> bool:
    different = {strip(puzzle.canonical()) for puzzle in found}
    return len(different) == len(found) <= 2 and all(made_of(case, puzzle) for puzzle in found)


MAKERS = [
    Promise("census", census, census_holds, refuses=lambda case, error: isinstance(error, Unanswered)),
    Promise("generate", made, generated_holds, refuses=right_refusal, names=("from_recipe",)),
    Promise(
        "generate_classic", classic, classic_holds,
        refuses=lambda case, error: isinstance(error, NO) and bool(case.puzzle.layout.bridges),
    ),
    Promise("batch", many, many_hold, refuses=right_refusal, names=("Dataset",)),
]  # fmt: skip


# ---------------------------------------------------------------------------------------------- commands


def as_made(case: Case) -> set[int]:
    """The exit code of a command that makes a puzzle: as `generate` ends."""
    if case.sort == "large":
        return {0, 2, 3} if isinstance(case.made, InputError) else {0, 3}
    if isinstance(case.made, Puzzle):
        return {0}
    return {3 if isinstance(case.made, Unanswered) else 2}


def as_a_dataset(case: Case) -> set[int]:
    """One that has no second puzzle is a no, and is kept."""
    return {2} if isinstance(case.made, InputError) else {0, 1}


def as_a_folder(case: Case) -> set[int]:
    """What reads a dataset: where none was made it says so, and one without a puzzle is a no."""
    return {2} if isinstance(case.made, InputError) else {0}


def no_dataset(case: Case) -> bool:
    return case.sort == "large" or isinstance(case.made, Unanswered)


def new_holds(case: Case, out: str) -> bool:
    if not isinstance(case.made, Puzzle):
        return not out
    [found] = numlink.parse(out)
    return strip(found) == strip(case.made) and made_of(case, found)


def says_census(case: Case, out: str) -> bool:
    first, *lines = out.splitlines()
    found = {int(line.split()[0]): int(line.split()[-1]) for line in lines}
    counts = [found.get(paths, 0) for paths in range(max(found, default=0) + 1)]
    total = sum(counts)
    ways = f"{total:,} way{'' if total == 1 else 's'} to draw paths, under {case.rules}"
    return first == ways and census_holds(case, counts)


def says_classic(case: Case, out: str) -> bool:
    return not out or all(classic_holds(case, puzzle) for puzzle in numlink.parse(out))


def book_of(case: Case, folder: Path) -> bool:
    """A book that says which puzzle it holds: the case's, or that of `new`."""
    from numlink.render.book.book import fingerprints_of  # with its libraries, which are extras

    content = (folder / "book.pdf").read_bytes()
    return content.startswith(b"%PDF-") and len(fingerprints_of(content) or ()) == 1


def pictures_of(case: Case, folder: Path) -> bool:
    found = list((folder / "pictures").glob("*.svg"))
    return len(found) == 2 and all("<svg" in path.read_text() for path in found)


def shown(case: Case, out: str) -> bool:
    found = numlink.parse(out, "json")
    return isinstance(case.made, Puzzle) and 1 <= len(found) <= 2 and all(made_of(case, puzzle) for puzzle in found)


def faultless(case: Case, out: str) -> bool:
    found = json.loads(out)
    return found["faults"] == [] and found["rows"] == found["proven"] in (1, 2)


def certified(case: Case, out: str) -> bool:
    return json.loads(out)["rules"] == case.rules.name


ON = ("--mask", "{board}", "--rules", "{rules}", "--seed", str(SEED))
BATCH = ("batch", "--count", "2", *ON, "--no-rating", "--format", "jsonl", "--workers", "1", "-o", "{folder}/data")
CERTIFIED = ("prove", "{board}", "--certificate", "{folder}/proof.txt")

MAKING = [
    Command(("new", *ON, "--solution"), ends=as_made, holds=new_holds),
    Command(("new", *ON, "--solution", "--json"), ends=as_made, holds=new_holds),
    Command(("census", "--mask", "{board}", "--rules", "{rules}"), illegal=0, holds=says_census),
    Command(
        ("classic", *ON, "--json"), holds=says_classic,
        ends=lambda case: {2 if case.puzzle.layout.bridges else 0},
    ),
    Command(
        ("classic", "{size}", *ON, "--json"), holds=says_classic,
        ends=lambda case: {2 if case.puzzle.layout.bridges else 0},
    ),
    Command(("book", "--count", "1", *ON, "-o", "{folder}/book.pdf"), ends=as_made, left=book_of),
    Command(("book", "{board}", "-o", "{folder}/book.pdf"), none=1, several=1, left=book_of),
    Command(("book", "{board}", "--each", "svg", "-o", "{folder}/pictures"), none=1, several=1, left=pictures_of),
    Command(BATCH, ends=as_a_dataset, skips=no_dataset),
    Command(("dataset", "check", "{folder}/data", "--all", "--workers", "1", "--json"), after=BATCH, ends=as_a_folder,
            holds=faultless, skips=no_dataset),
    Command(("dataset", "show", "{folder}/data", "--json"), after=BATCH, ends=as_a_folder, holds=shown,
            skips=no_dataset),
    Command(("dataset", "stats", "{folder}/data"), after=BATCH, ends=as_a_folder, skips=no_dataset),
    Command(("dataset", "export", "{folder}/data"), after=BATCH, ends=lambda case: as_a_folder(case) | {1},
            skips=no_dataset),
    Command(
        ("verify-certificate", "{folder}/proof.txt", "--json"), after=CERTIFIED, none=2, several=2, holds=certified,
        skips=lambda case: case.sort == "large",
    ),
]  # fmt: skip
"""No certificate is written where a board has no solution or several: there is no such file, then."""
