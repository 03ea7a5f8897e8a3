"""`numlink book`: a puzzle book as PDF."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from typing import Annotated, Any, NotRequired, TypedDict
from zlib import crc32

import click

from numlink import parallel
from numlink.commands.board_options import BOARD_OPTIONS, board_of, board_options
from numlink.commands.collection import DRY, Collection, solved_or_told, too_few, verdict_of
from numlink.commands.messages import say
from numlink.commands.options import (
    STANDARD,
    allow_many_option,
    budget_option,
    claim_option,
    exclude_option,
    from_option,
    json_option,
    output_option,
    pick_option,
    progress_option,
    quiet_option,
    rules_option,
    seed_option,
    sources_argument,
    theme_option,
    workers_option,
)
from numlink.commands.progress import Progress
from numlink.commands.report import Place, PlaceObject, Report
from numlink.commands.sources import each_entry
from numlink.commands.targets import write_lines
from numlink.commands.wishes import WISH_OPTIONS, grades_in, own_size, require_wishes, wish_options, wished, words_of
from numlink.errors import BudgetEnded, InputError, NumlinkError
from numlink.exact.verdict import Answer, Verdict
from numlink.files import write_file, write_folder
from numlink.formats.json_lines import json_line
from numlink.making.wishes import Difficulty
from numlink.model.kinds import PATTERNS
from numlink.model.kinds.names import Kind
from numlink.model.kinds.tiling import Tiling
from numlink.model.layout import sides_in_words
from numlink.model.puzzle import Puzzle
from numlink.model.rules import COVER, Claim, Rules
from numlink.model.sizes import parse_sizes
from numlink.reasoning.grade import Grade
from numlink.reasoning.rate import rate
from numlink.render.book.book import book, planned_book, require_readable, small_print
from numlink.render.book.design import PAPERS, Design, Imprint, require_design
from numlink.render.book.phrases import Language
from numlink.render.book.plan import Problem, Remark
from numlink.render.book.singles import KINDS, singles
from numlink.render.pdf import fonts, require_reportlab
from numlink.seeds import random_seed

DEFAULT_SIZES = "5,7,9"
"""The sizes of puzzles made without --sizes and --difficulty."""
GRADED_SIZES = {"easy": (6, 7, 8), "medium": (7, 8, 9), "hard": (8, 9, 10), "expert": (8, 9, 10), "extreme": (8, 9, 10)}
"""Grade -> sides of the boards made without --sizes: at these sizes there are many puzzles of the grade
(`making/offers.py`)."""
MOST_PUZZLES = 100_000
"""The largest --count."""
LARGEST_RATED = 400
"""Cells of the largest board that is graded; grading takes 15 ms at 10x10, 80 ms at 15x15."""

PROOF_SECONDS = 10.0
"""Seconds to look for the proof of each puzzle that comes from a file, without --budget."""

COVER_SIDE = 9
"""Width and height of the board on the cover."""

MOST_FAILURES = 5
"""Seeds without a puzzle of a grade after which the size is taken to have none."""

NOTES = {Answer.MULTIPLE: Remark.SEVERAL}
"""Answer -> remark printed beside a puzzle that is not proven to have one solution; others are Remark.UNPROVEN."""

MAKING = {
    "sizes": (
        "--sizes",
        "LIST",
        f"Sizes, which take turns, like 5,7,9 or 5..10 or 12x8. Default: {DEFAULT_SIZES}, or by grade.",
    ),
    "difficulty": ("--difficulty", "LIST", "Grades, which take turns, like hard or easy..hard. Default: any."),
}
"""Parameter -> (option, metavar, help) for the options of puzzles made on the spot."""


def making_options(function: Any) -> Any:
    """Options that need --count."""
    function = wish_options(board_options(function))
    for name, (flag, metavar, words) in reversed(MAKING.items()):
        function = click.option(flag, name, metavar=metavar, help=words)(function)
    return function


def _day(_: click.Context, __: click.Parameter, text: str | None) -> date | None:
    if text is None or text.lower() == "today":
        return None if text is None else date.today()
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise InputError(f"--date is a day like 2026-11-30 or the word today, not {text[:40]!r}.") from None


def _any_case(words: list[str]) -> click.Choice[str]:
    return click.Choice(words, case_sensitive=False)


@click.command("book", short_help="Make a puzzle book as PDF.")
@sources_argument
@from_option
@pick_option
@output_option
@click.option(
    "--count", type=click.IntRange(1, MOST_PUZZLES), metavar="N", help="Make N new puzzles instead of reading FILE."
)
@making_options
@seed_option
@rules_option
@claim_option
@allow_many_option
@exclude_option
@budget_option
@workers_option
@click.option("--title", default="Numberlink", help="Title on the cover.")
@click.option("--author", default="", help="Author, for cover, imprint and the file's properties.")
@click.option("--publisher", default="", help="Publisher, for imprint and the file's properties.")
@click.option("--isbn", default="", help="ISBN; its check digit must fit.")
@click.option("--copyright", default="", metavar="LINE", help="The copyright line. Default: © year author.")
@click.option("--date", "day", callback=_day, metavar="DAY", help="Day of publication: 2026-11-30, or today.")
@click.option("--cover", metavar="IMAGE", help="A PNG or JPEG as the cover, with its bleed.")
@click.option("--logo", metavar="IMAGE", help="A PNG or JPEG for the foot of the cover.")
@click.option(
    "--paper", default="a4", metavar="NAME|SIZE", help=f"{', '.join(PAPERS)}, or like 6x9in, 170x240mm. Default: a4."
)
@click.option(
    "--bleed", type=float, default=0.0, metavar="MM", help="Width of the rim around each page that is cut off."
)
@click.option("--gutter", type=float, default=0.0, metavar="MM", help="Additional margin on the side of the fold.")
@click.option("--per-page", type=click.IntRange(1, 100), metavar="N", help="Puzzles on each page; 1 is large print.")
@theme_option
@click.option(
    "--language", type=_any_case([one.value for one in Language]), default="en", help="Language of rules and headings."
)
@click.option("--font", metavar="FILE.ttf", help="A TrueType font, for letters other than Latin, Greek, Cyrillic.")
@click.option("--each", type=_any_case(list(KINDS)), help="Write no book but a file for each puzzle to the folder -o.")
@click.option("--times/--no-times", default=True, help="Lines for writing down the time. Default: with them.")
@click.option("--recipes/--no-recipes", default=True, help="An appendix with the recipes. Default: with it.")
@progress_option
@quiet_option
@json_option
def command(sources: tuple[str, ...], output: str | None, **options: Any) -> int:
    """Make a puzzle book: cover, rules with an example, puzzles by grade and size, answers, recipes.

    Every puzzle is proven to have one solution.  No puzzle comes twice, also not turned or mirrored.  A puzzle that is
    not proven in --budget (default: 10 seconds for each) is left out with a line on stderr.  --json writes a line
    about each puzzle of the book.  Exit code 1: a puzzle has no solution or several; 3: a proof or a puzzle was not
    found.
    """
    require_reportlab()
    _require_target(output, options["each"])
    if options["as_json"] and (output is None or output == STANDARD):
        raise InputError("--json tells of the book that goes to a file. Name it with -o book.pdf.")
    report = Report()
    design = _design(options)
    if options["count"] is None:
        _require_source(sources, options)
    elif sources or options["pick"] is not None:
        raise InputError("give either a FILE or --count, not both.")
    collection = Collection(options["exclude"])
    if options["count"] is not None and options["per_page"] is not None:
        _require_room(options, design)
    problems, made = (
        _made(options, collection) if options["count"] is not None else _read(sources, options, collection, report)
    )
    if problems and options["each"] is not None:
        planned = planned_book(problems, design)
        with Progress("puzzles drawn", asked=options["progress_asked"], total=len(problems)) as progress:
            write_folder(str(output), singles(planned, options["each"].lower(), theme=design.theme, tick=progress.tick))
    elif problems:
        _write(output, _drawn(problems, design, made, collection, options))
    elif not report.codes:
        raise InputError("a book needs at least one puzzle, and none is left.")
    if options["as_json"]:
        write_lines((json_line(_told(number, one)) for number, one in enumerate(problems, start=1)), None)
    return report.code


class GradeObject(TypedDict):
    """The grade of a puzzle, where it has one."""

    grade: NotRequired[str]


class PrintedObject(PlaceObject, GradeObject):
    """A puzzle of a book."""

    width: int
    height: int
    verdict: Annotated[str, Answer]


def _told(number: int, problem: Problem) -> PrintedObject:
    """A puzzle of the book as JSON; `number` is its number, from 1, in the order of the input."""
    puzzle = problem.puzzle
    verdict = {Remark.NONE: "unique", Remark.UNPROVEN: "unknown"}.get(problem.note, "multiple")
    place = Place(number, puzzle.name or None).to_json()
    grade: GradeObject = {"grade": str(Grade(problem.grade))} if problem.grade else {}
    return {**place, "width": puzzle.width, "height": puzzle.height, "verdict": verdict, **grade}


def _design(options: dict[str, Any]) -> Design:
    """The design of the book from the options; raises InputError for one that is not possible."""
    imprint = Imprint(options["author"], options["publisher"], options["isbn"], options["copyright"], options["day"])
    design = Design(
        title=options["title"],
        paper=options["paper"],
        per_page=options["per_page"],
        theme=options["theme"].lower(),
        language=Language(options["language"].lower()),
        imprint=imprint,
        bleed=options["bleed"],
        gutter=options["gutter"],
        times=options["times"],
        recipes=options["recipes"],
        font=options["font"],
        cover_image=options["cover"],
        logo=options["logo"],
    )
    require_design(design)
    letters = fonts(design.font, family=design.language.family)
    for text in (design.title, imprint.author, imprint.publisher, imprint.copyright):
        letters.require(text)
    return design


def _drawn(
    problems: list[Problem], design: Design, made: str, collection: Collection, options: dict[str, Any]
) -> bytes:
    """The book's bytes; a cover without image gets a fresh board.  Warns of small digits; InputError for tiny ones."""
    finished = replace(design, made=made)
    planned = planned_book(problems, finished)
    require_readable(planned)
    warning = small_print(planned)
    if warning is not None:
        say(warning)
    if design.cover_image is None:
        finished = replace(finished, cover_board=_cover_board(problems, collection))
    boards = sum(len(sheet.spots) for sheet in planned.sheets)
    with Progress("boards drawn", asked=options["progress_asked"], total=boards) as progress:
        return book(problems, finished, fingerprints=collection.fingerprints, tick=progress.tick)


def _cover_board(problems: list[Problem], collection: Collection) -> Puzzle:
    """A solved board for the cover, of the kind that most puzzles of the book have (squares for boards of polygons).

    The puzzles of the book determine it, and it is none of them.
    """
    seed = crc32(" ".join(collection.fingerprints).encode())
    [(kind, _)] = Counter(problem.puzzle.layout.kind for problem in problems).most_common(1)
    kind = kind if kind in PATTERNS else Kind.SQUARE
    while True:
        puzzle = generate(COVER_SIDE, COVER_SIDE, seed=seed, board=kind)
        if collection.met(puzzle) is None:
            return puzzle
        seed += 1


def generate(width: int, height: int, *, seed: int, budget: float | None = None, **wishes: Any) -> Puzzle:
    """A new puzzle with one solution."""
    from numlink.making.generate import from_spec, spec_of

    return from_spec(spec_of(width, height, seed, **wishes), budget=budget)


@dataclass(frozen=True, slots=True)
class _Kind:
    """A size and a grade; puzzles are made of all of them in turn."""

    width: int
    height: int
    difficulty: Difficulty
    fields: tuple[tuple[str, Any], ...] = ()
    """The fields of a Spec for the board and the wishes, beside size and grade."""

    def __str__(self) -> str:
        grade = "" if self.difficulty is Difficulty.ANY else f" {self.difficulty}"
        return f"{sides_in_words(self.width, self.height, dict(self.fields).get('tiling'))}{grade}"


def _made(options: dict[str, Any], collection: Collection) -> tuple[list[Problem], str]:
    """(`--count` different new puzzles, a line for the book with the options that made them)."""
    wishes, kinds = _wishes(options)
    seed = options["seed"]
    if seed is None:
        seed = random_seed()
        say(f"seed {seed}")
    sizes = _sizes(options)
    said = [f"--count {options['count']}", *([f"--sizes {sizes}"] if sizes else []), f"--seed {seed}"]
    said += [f"--difficulty {options['difficulty']}"] if options["difficulty"] else []
    said += [*words_of(options), *(f"--{name} {_word(options[name])}" for name in BOARD_OPTIONS if options[name])]
    said += [f"--claim {_word(options['proof'])}"] if options["proof"] else []
    made = f"Made with numlink: {' '.join(said)}, rules {wishes['rules']}"
    with Progress("puzzles made", asked=options["progress_asked"], total=options["count"]) as progress:
        make = partial(_made_and_graded, budget=options["budget"], **wishes)
        found = _different(options["count"], kinds, seed, collection, make, workers=options["workers"])
        problems = [*progress.over(found)]
    return problems, made


def _made_and_graded(seeded: tuple[_Kind, int], *, budget: float | None, **wishes: Any) -> Problem:
    """The new puzzle of a kind and a seed, with its grade."""
    kind, seed = seeded
    puzzle = generate(
        kind.width, kind.height, seed=seed, budget=budget, difficulty=kind.difficulty, **dict(kind.fields), **wishes
    )
    return _graded(puzzle, kind.difficulty)


def _wishes(options: dict[str, Any]) -> tuple[dict[str, Any], list[_Kind]]:
    """(rules and claim of every puzzle, the sizes and grades that take turns)."""
    from numlink.making.generate import spec_of

    wishes: dict[str, Any] = {"rules": options["rules"] or COVER, "proof": options["proof"]}
    words = _sizes(options)
    boards = [board_of(options, size) for size in (parse_sizes(words) if words else [own_size(options)])]
    grades = grades_in(options["difficulty"] or str(Difficulty.ANY))
    fields = [(size, wished(options, size, laid.get("tiling")) | laid) for size, laid in boards]
    kinds = [_Kind(*size, grade, tuple(found.items())) for grade in grades for size, found in fields]
    if words == DEFAULT_SIZES and not options["sizes"]:
        kinds = [*dict.fromkeys(_Kind(side, side, one.difficulty, one.fields) for one in kinds for side in _sides(one))]
    require_wishes(
        spec_of(kind.width, kind.height, 0, difficulty=kind.difficulty, **dict(kind.fields), **wishes) for kind in kinds
    )
    return wishes, kinds


def _sides(kind: _Kind) -> tuple[int, ...]:
    """The sides of the square boards for `kind` if no sizes are given: those of its grade, else its width."""
    return GRADED_SIZES.get(str(kind.difficulty), (kind.width,))


def _sizes(options: dict[str, Any]) -> str | None:
    """The text of --sizes, or the default; None if a board in a file has the size."""
    tiled = isinstance(options["board"], Tiling)
    return options["sizes"] or (None if options["mask"] or options["clues"] or tiled else DEFAULT_SIZES)


def _word(value: object) -> object:
    return "FILE" if isinstance(value, Tiling) else getattr(value, "value", value)


def _different(
    count: int,
    kinds: list[_Kind],
    seed: int,
    collection: Collection,
    make: partial[Problem],
    *,
    workers: int,
) -> Iterator[Problem]:
    """Yield `count` different puzzles: puzzle i is of kind i (kinds take turns) and seed `seed + i`.

    A puzzle that is in the collection already, or not found, is replaced by that of the next free seed; a kind without
    more different puzzles by the nearest size of its grade, else of any grade.  Raises BudgetEnded if no kind has more,
    or if MOST_FAILURES seeds (with a budget: one) gave no puzzle.
    """
    spare = seed + count
    had = dict.fromkeys(kinds, 0)
    dry: set[_Kind] = set()
    wanted = [(kinds[index % len(kinds)], seed + index) for index in range(count)]
    firsts = parallel.map(make, wanted, workers=workers)
    for (first_kind, _), first in zip(wanted, firsts, strict=True):
        kind, found, failures, tries = first_kind, first, 0, 0
        if kind in dry:
            kind = _stand_in(kind, kinds, dry, had)
            found, spare = next(parallel.map(make, [(kind, spare)], workers=1)), spare + 1
        while not _taken(found, collection, sum(had.values()) + 1):
            tries += 1
            failures += isinstance(found, BudgetEnded)
            if failures == MOST_FAILURES or (failures and make.keywords["budget"] is not None):
                raise BudgetEnded(f"{kind}: {found}")
            if tries == DRY:
                dry.add(kind)
                said = str(kind)
                kind, tries = _stand_in(kind, kinds, dry, had), 0
                say(f"{said} has no more different puzzles; {kind} stands in.")
            found, spare = next(parallel.map(make, [(kind, spare)], workers=1)), spare + 1
        had[kind] += 1
        assert isinstance(found, Problem)
        yield found


def _taken(found: Problem | NumlinkError, collection: Collection, number: int) -> bool:
    """Add a puzzle to the collection; False if it is there already, or for BudgetEnded; raises any other error."""
    if isinstance(found, BudgetEnded):
        return False
    if isinstance(found, NumlinkError):
        raise found
    return collection.add(found.puzzle, f"puzzle {number}")


def _stand_in(kind: _Kind, kinds: list[_Kind], dry: set[_Kind], had: dict[_Kind, int]) -> _Kind:
    """The kind that replaces one without more puzzles: the nearest size of its grade, else of any grade; raises
    BudgetEnded if no kind has more."""
    left = [one for one in kinds if one not in dry]
    if not left:
        raise too_few(kind, had[kind])
    near = [one for one in left if one.difficulty is kind.difficulty]
    return min(near or left, key=lambda one: (abs(one.width * one.height - kind.width * kind.height), had[one]))


def _read(
    sources: tuple[str, ...], options: dict[str, Any], collection: Collection, report: Report
) -> tuple[list[Problem], str]:
    """(the different puzzles of the sources that are proven or allowed, "")."""
    rules: Rules | None = options["rules"]
    entries = (
        (place, puzzle.with_rules(rules))
        for place, puzzle in report.legal(each_entry(sources, options["from_format"], pick=options["pick"]))
    )
    kept = [*collection.different(entries, report)]
    assess = partial(_assessed, claim=options["proof"] or Claim.UNIQUE, budget=options["budget"] or PROOF_SECONDS)
    found = parallel.map(assess, (puzzle for _, puzzle in kept), workers=options["workers"])
    problems = []
    with Progress("puzzles proven", asked=options["progress_asked"], total=len(kept)) as progress:
        for (place, puzzle), assessed in progress.over(zip(kept, found, strict=True)):
            if isinstance(assessed, NumlinkError):
                raise assessed
            verdict, problem = assessed
            solved = solved_or_told(puzzle, verdict, place, report, allow_many=options["allow_many"])
            if solved is not None:
                problems.append(problem or Problem(solved, note=NOTES.get(verdict.answer, Remark.UNPROVEN)))
    return problems, ""


def _assessed(puzzle: Puzzle, *, claim: Claim, budget: float) -> tuple[Verdict, Problem | None]:
    """(the verdict on a puzzle, the puzzle with its grade if it has exactly one solution, else None)."""
    verdict = verdict_of(puzzle, claim=claim, budget=budget)
    unique = verdict.answer is Answer.UNIQUE
    return verdict, _graded(puzzle.with_solution(verdict.solution)) if unique else None


def _graded(puzzle: Puzzle, difficulty: Difficulty = Difficulty.ANY) -> Problem:
    """A proven puzzle with its grade; over LARGEST_RATED cells the grade is `difficulty` (ANY: 0, unknown)."""
    if len(puzzle.cells) > LARGEST_RATED:
        return Problem(puzzle, list(Difficulty).index(difficulty))
    rating = rate(puzzle, proven=True)
    return Problem(puzzle, rating.grade, order=rating.order)


def _require_room(options: dict[str, Any], design: Design) -> None:
    """Raise InputError if boards of the largest size, --per-page of them on a page, would be too small to read."""
    _, kinds = _wishes(options)
    largest = max(kinds, key=lambda one: (one.width * one.height, one.width))
    blank = [0] * (largest.width * largest.height - 2)
    number = max(1, largest.width * largest.height // 8)
    puzzle = Puzzle(largest.width, largest.height, (number, *blank, number))
    count = min(options["count"], design.per_page or 1)
    require_readable(planned_book([Problem(puzzle)] * count, design))


def _require_target(output: str | None, each: str | None) -> None:
    if each is not None:
        if output is None or output == STANDARD:
            raise InputError("--each writes a folder. Name one with -o FOLDER.")
    elif output is None or output == STANDARD:
        if sys.stdout.isatty():
            raise InputError("a book is no text for a terminal. Name a file with -o book.pdf.")
    elif not output.lower().endswith(".pdf"):
        raise InputError(f"a book is a PDF, and {output} does not end in .pdf. Give -o book.pdf.")


def _write(output: str | None, content: bytes) -> None:
    if output is None or output == STANDARD:
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
    else:
        write_file(output, content)


def _require_source(sources: tuple[str, ...], options: dict[str, Any]) -> None:
    """Raise InputError for options that need --count, and if there is no source to read."""
    given = [flag for name, (flag, _, _) in MAKING.items() if options[name] is not None]
    given += [f"--{name}" for name in (*WISH_OPTIONS, *BOARD_OPTIONS) if options[name] is not None]
    given += ["--seed"] if options["seed"] is not None else []
    if given:
        raise InputError(f"{given[0]} is for puzzles made on the spot. Add --count.")
    if not sources and sys.stdin is not None and sys.stdin.isatty():
        raise InputError("nothing to print. Name a FILE of puzzles, or have some made with --count 60.")
