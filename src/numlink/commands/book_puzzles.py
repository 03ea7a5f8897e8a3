"""The puzzles of `numlink book`: new ones, those in files, and the board on the cover."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any
from zlib import crc32

from numlink import parallel
from numlink.commands.collection import DRY, Collection, solved_or_refused, too_few
from numlink.commands.messages import say
from numlink.commands.progress import Progress
from numlink.commands.report import Report
from numlink.commands.sources import each_entry
from numlink.commands.wish_options import BOARD_OPTIONS, grades_in, require_wishes, wished, words_of
from numlink.errors import BudgetEnded, NumlinkError, raising
from numlink.exact.prove import prove
from numlink.exact.verdict import Answer, Verdict
from numlink.making.generate import from_spec, spec_of
from numlink.making.recipe import Spec
from numlink.making.wish_values import Difficulty
from numlink.model.arguments import random_seed
from numlink.model.judge import right_solution
from numlink.model.kinds import PATTERNS
from numlink.model.kinds.names import Kind
from numlink.model.kinds.tiling import Tiling
from numlink.model.puzzle import Puzzle
from numlink.model.rules import COVER, Claim, Rules
from numlink.model.sizes import parse_sizes
from numlink.reasoning.grade import LARGEST_GRADED
from numlink.reasoning.rate import rate
from numlink.render.book.plan import Problem, Remark

DEFAULT_SIZES = "5,7,9"  # the sizes of puzzles made without --sizes and --difficulty
GRADED_SIZES = {"easy": (6, 7, 8), "medium": (7, 8, 9), "hard": (8, 9, 10), "expert": (8, 9, 10), "extreme": (8, 9, 10)}
"""Grade -> sides of the boards made without --sizes: sizes at which the grade has many puzzles
(`making/available_grades.py`)."""

PROOF_SECONDS = 10.0  # seconds for the proof of each puzzle in a file, without --budget
COVER_SIDE = 9  # width and height of the board on the cover
MOST_FAILURES = 5  # seeds without a puzzle of a grade after which a size counts as having none


def cover_board(book: Sequence[Problem], collection: Collection) -> Puzzle:
    """A solved board for the cover, of the book's commonest kind and not one of its puzzles, which are its seed."""
    seed = crc32(" ".join(one.fingerprint for one in book).encode())
    [(kind, _)] = Counter(one.puzzle.layout.kind for one in book).most_common(1)
    spec = spec_of(COVER_SIDE, COVER_SIDE, seed, board=kind if kind in PATTERNS else Kind.SQUARE)
    while True:
        puzzle = from_spec(spec)
        if collection.place_of(puzzle) is None:
            return puzzle
        spec = replace(spec, seed=spec.seed + 1)


def _kind_in_words(kind: Spec) -> str:
    return kind.size_in_words + ("" if kind.difficulty is Difficulty.ANY else f" {kind.difficulty}")


def made_puzzles(options: dict[str, Any], collection: Collection) -> tuple[Iterator[Problem], str]:
    """(`--count` different new puzzles, a line for the book that names the options that made them)."""
    kinds = kinds_of(options)
    seed = options["seed"]
    if seed is None:
        seed = random_seed()
        say(f"seed {seed}")
    sizes = _sizes(options)
    said = [f"--count {options['count']}", *([f"--sizes {sizes}"] if sizes else []), f"--seed {seed}"]
    said += [f"--difficulty {options['difficulty']}"] if options["difficulty"] else []
    said += [*words_of(options), *(f"--{name} {_word(options[name])}" for name in BOARD_OPTIONS if options[name])]
    said += [f"--claim {_word(options['claim'])}"] if options["claim"] else []
    made = f"Made with numlink: {' '.join(said)}, rules {kinds[0].rules}"
    make = partial(_made_and_graded, budget=options["budget"])
    found = _different(options["count"], kinds, seed, collection, make, workers=options["workers"])
    return _shown(found, options), made


def _shown(found: Iterable[Problem], options: dict[str, Any]) -> Iterator[Problem]:
    """The puzzles; stderr shows how many have been made."""
    with Progress("puzzles made", asked=options["progress_asked"], total=options["count"]) as progress:
        yield from progress.over(found)


def _made_and_graded(spec: Spec, *, budget: float | None) -> Problem:
    """The new puzzle of a spec, with its grade."""
    return _graded(from_spec(spec, budget=budget), spec.difficulty)


def kinds_of(options: dict[str, Any]) -> list[Spec]:
    """The sizes and grades that take turns, each as a Spec, whose seed means nothing."""
    rules, words = options["rules"] or COVER, _sizes(options)
    fields = [wished(options, size) for size in (parse_sizes(words) if words else [None])]
    grades = grades_in(options["difficulty"] or str(Difficulty.ANY))
    usual = words == DEFAULT_SIZES and not options["sizes"]
    sides = {grade: [(side, side) for side in GRADED_SIZES.get(grade, ())] if usual else [] for grade in grades}
    kinds = [
        spec_of(*own, 0, difficulty=grade, rules=rules, claim=options["claim"], **found)
        for grade in grades
        for size, found in fields
        for own in sides[grade] or [size]
    ]
    require_wishes(kinds := [*dict.fromkeys(kinds)] if usual else kinds)
    return kinds


def _sizes(options: dict[str, Any]) -> str | None:
    """The text of --sizes, or the default; None if a board in a file sets the size."""
    tiled = isinstance(options["board"], Tiling)
    return options["sizes"] or (None if options["mask"] or options["clues"] or tiled else DEFAULT_SIZES)


def _word(value: object) -> object:
    return "FILE" if isinstance(value, Tiling) else getattr(value, "value", value)


def _different(
    count: int, kinds: list[Spec], seed: int, collection: Collection, make: partial[Problem], *, workers: int
) -> Iterator[Problem]:
    """Yield `count` different puzzles: puzzle i is of kind i (kinds take turns) and seed `seed + i`.

    A copy or a failure is replaced by the next free seed, a kind without more puzzles by `_substitute`.  Raises
    BudgetEnded if no kind has more, or if MOST_FAILURES seeds (with a budget: one) gave no puzzle.
    """
    spare = seed + count
    made_of = dict.fromkeys(kinds, 0)
    dry: set[Spec] = set()
    wanted = [kinds[index % len(kinds)] for index in range(count)]
    firsts = parallel.map(
        make, (replace(kind, seed=seed + index) for index, kind in enumerate(wanted)), workers=workers
    )
    for first_kind, first in zip(wanted, firsts, strict=True):
        kind, found, failures, tries = first_kind, first, 0, 0
        if kind in dry:
            kind = _substitute(kind, kinds, dry, made_of)
            found, spare = next(parallel.map(make, [replace(kind, seed=spare)], workers=1)), spare + 1
        while not _taken(found, collection, sum(made_of.values()) + 1):
            tries += 1
            failures += isinstance(found, BudgetEnded)
            if failures == MOST_FAILURES or (failures and make.keywords["budget"] is not None):
                raise BudgetEnded(f"{_kind_in_words(kind)}: {found}")
            if tries == DRY:
                dry.add(kind)
                said = _kind_in_words(kind)
                kind, tries = _substitute(kind, kinds, dry, made_of), 0
                say(f"{said}: no more different puzzles found; using {_kind_in_words(kind)} instead.")
            found, spare = next(parallel.map(make, [replace(kind, seed=spare)], workers=1)), spare + 1
        made_of[kind] += 1
        assert isinstance(found, Problem)
        yield replace(found, fingerprint=collection.fingerprints[-1])


def _taken(found: Problem | NumlinkError, collection: Collection, number: int) -> bool:
    """Add a puzzle to the collection; False for a copy or BudgetEnded; raises any other error."""
    if isinstance(found, BudgetEnded):
        return False
    if isinstance(found, NumlinkError):
        raise found
    return collection.add(found.puzzle, f"puzzle {number}")


def _substitute(kind: Spec, kinds: list[Spec], dry: set[Spec], made_of: dict[Spec, int]) -> Spec:
    """The nearest size of the same grade, else of any, that has more puzzles; BudgetEnded if none has."""
    left = [one for one in kinds if one not in dry]
    if not left:
        raise too_few(_kind_in_words(kind), made_of[kind])
    near = [one for one in left if one.difficulty is kind.difficulty]
    return min(near or left, key=lambda one: (abs(one.width * one.height - kind.width * kind.height), made_of[one]))


def read_puzzles(
    sources: tuple[str, ...], options: dict[str, Any], collection: Collection, report: Report
) -> Iterator[Problem]:
    """The puzzles of the sources, without copies, that are proven or allowed."""
    rules: Rules | None = options["rules"]
    entries = (
        (place, puzzle.with_rules(rules))
        for place, puzzle in report.legal(each_entry(sources, options["from_format"], pick=options["pick"]))
    )
    kept = [*collection.different(entries, report)]
    assess = partial(_assessed, claim=options["claim"] or Claim.UNIQUE, budget=options["budget"] or PROOF_SECONDS)
    found = raising(parallel.map(assess, (puzzle for _, puzzle in kept), workers=options["workers"]))
    with Progress("puzzles proven", asked=options["progress_asked"], total=len(kept)) as progress:
        proven = progress.over(zip(kept, collection.fingerprints, found, strict=True))
        for (place, puzzle), fingerprint, (verdict, problem) in proven:
            solved = solved_or_refused(puzzle, verdict, place, report, allow_many=options["allow_many"])
            if solved is not None:
                note = Remark.SEVERAL if verdict.answer is Answer.MULTIPLE else Remark.UNPROVEN
                yield replace(problem or Problem(solved, note=note), fingerprint=fingerprint)


def _assessed(puzzle: Puzzle, *, claim: Claim, budget: float) -> tuple[Verdict, Problem | None]:
    """(the verdict on a puzzle, the puzzle with its grade if it has exactly one solution, else None)."""
    verdict = prove(puzzle, right_solution(puzzle), claim=claim, budget=budget)
    unique = verdict.answer is Answer.UNIQUE
    return verdict, _graded(puzzle.with_solution(verdict.solution)) if unique else None


def _graded(puzzle: Puzzle, difficulty: Difficulty = Difficulty.ANY) -> Problem:
    """A proven puzzle with its grade; over LARGEST_GRADED cells the grade is `difficulty` (ANY: 0, unknown)."""
    if len(puzzle.cells) > LARGEST_GRADED:
        return Problem(puzzle, list(Difficulty).index(difficulty))
    rating = rate(puzzle, proven=True)
    return Problem(puzzle, rating.grade, order=rating.order)
