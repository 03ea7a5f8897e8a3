"""`numlink book`: a puzzle book as PDF."""

from __future__ import annotations

import sys
from dataclasses import replace
from datetime import date
from functools import partial
from typing import Annotated, Any, NotRequired, TypedDict

import click

from numlink.commands.book_puzzles import DEFAULT_SIZES, cover_board, kinds_of, made_puzzles, read_puzzles
from numlink.commands.collection import Collection
from numlink.commands.messages import say
from numlink.commands.options import (
    GRADES_IN_TURN,
    STANDARD,
    GroupedCommand,
    budget_option_of,
    common,
    everyday,
    option,
    output_option_of,
)
from numlink.commands.progress import Progress
from numlink.commands.report import Place, PlaceObject, Report
from numlink.commands.targets import UntilStopped, write_bytes, write_lines
from numlink.commands.wish_options import BOARD_OPTIONS, WISH_OPTIONS, board_options, wishes
from numlink.errors import InputError
from numlink.exact.verdict import Answer
from numlink.files import write_folder
from numlink.formats.json_lines import json_line
from numlink.making.option_groups import OptionGroup
from numlink.model.puzzle import Puzzle
from numlink.model.words import counted
from numlink.reasoning.grade import Grade
from numlink.render.book.book import KINDS, book, planned_book, require_readable, singles, small_print
from numlink.render.book.design import PAPERS, Design, Imprint, require_design
from numlink.render.book.phrases import Language
from numlink.render.book.plan import Problem, Remark
from numlink.render.pdf import fonts, require_reportlab

MOST_PUZZLES = 100_000  # the largest --count


def _day(text: str) -> date:
    try:
        return date.today() if text.lower() == "today" else date.fromisoformat(text)
    except ValueError:
        raise InputError(f"--date must be a day like 2026-11-30 or the word today, not {text[:40]!r}.") from None


def _any_case(words: list[str]) -> click.Choice[str]:
    return click.Choice(words, case_sensitive=False)


design = partial(option, group=OptionGroup.OUTPUT)


@click.command("book", cls=GroupedCommand)
@common("sources", "from", "pick")
@output_option_of("PDF file to write; with --each, a folder.")
@everyday(
    "--count", type=click.IntRange(1, MOST_PUZZLES), metavar="N",
    help="Generate N puzzles instead of reading FILE.",
)  # fmt: skip
@everyday("--sizes", metavar="LIST", help=f"Sizes, used in turn: 5,7, 5..10, 12x8. Default: {DEFAULT_SIZES}.")
@everyday("--difficulty", metavar="LIST", help=GRADES_IN_TURN)
@wishes(*WISH_OPTIONS)
@board_options
@common("seed", "either-rules")
@wishes("claim")
@common("allow-many", "exclude")
@budget_option_of("10 to prove a puzzle of FILE, none to generate one")
@common("workers")
@everyday("--title", default="Numberlink", help="Title on the cover. Default: Numberlink.")
@design("--author", default="", help="Author, for the cover, the imprint page and the file properties.")
@design("--publisher", default="", help="Publisher, for the imprint page and the file properties.")
@design("--isbn", default="", help="ISBN with a valid check digit.")
@design("--copyright", default="", metavar="LINE", help="Copyright line. Default: © year author.")
@design("--date", "day", read=_day, metavar="DAY", help="Publication date, like 2026-11-30, or today.")
@design("--cover", "cover_image", metavar="IMAGE", help="PNG or JPEG that fills the cover, bleed included.")
@design("--logo", metavar="IMAGE", help="PNG or JPEG at the foot of the cover.")
@everyday("--paper", default="a4", metavar="NAME|SIZE", help=f"{', '.join(PAPERS)} or like 6x9in. Default: a4.")
@design("--bleed", type=float, default=0.0, metavar="MM", help="Bleed around each page, to be trimmed off. Default: 0.")
@design("--gutter", type=float, default=0.0, metavar="MM", help="Extra margin at the spine. Default: 0.")
@everyday(
    "--per-page", type=click.IntRange(1, 100), metavar="N",
    help="Puzzles per page; 1 is large print. Default: by size.",
)  # fmt: skip
@common("theme")
@design(
    "--language", type=_any_case([one.value for one in Language]), default="en",
    help="Language of the rules and headings. Default: en.",
)  # fmt: skip
@design("--font", metavar="FILE.ttf", help="TrueType font for scripts other than Latin, Greek and Cyrillic.")
@design(
    "--each", type=_any_case(list(KINDS)), help="Instead of a book, write one picture file per puzzle to the folder -o."
)
@design("--times/--no-times", default=True, help="Print lines for solving times. Default: yes.")
@design("--recipes/--no-recipes", default=True, help="Print the recipes in an appendix. Default: yes.")
@common("progress", "quiet", "json")
def command(sources: tuple[str, ...], output: str | None, **options: Any) -> int:
    """Make a puzzle book as PDF: cover, rules, puzzles by grade and size, solutions, recipes.

    Repeats are skipped; without --allow-many, so are puzzles not proven unique.  Options for new puzzles need
    --count.  Exit code 1: a puzzle isn't unique; 3: time ran out.
    """
    require_reportlab()
    _require_target(output, options["each"])
    if options["as_json"] and (output is None or output == STANDARD):
        raise InputError("--json describes a book written to a file. Name it with -o book.pdf.")
    report = Report()
    design = _design(options)
    if options["count"] is None:
        _require_source(sources, options)
    elif sources or options["pick"] is not None:
        raise InputError("give either a FILE or --count, not both.")
    collection = Collection(options["exclude"])
    _require_room(options, design)
    found, made = (
        made_puzzles(options, collection)
        if options["count"] is not None
        else (read_puzzles(sources, options, collection, report), "")
    )
    known = UntilStopped(found)
    problems = [*known]
    if made and known.stopped:
        made += f", stopped after {len(problems)}"
    if problems and options["each"] is not None:
        planned = planned_book(problems, design)
        with Progress("puzzles drawn", asked=options["progress_asked"], total=len(problems)) as progress:
            write_folder(str(output), singles(planned, options["each"].lower(), theme=design.theme, tick=progress.tick))
    elif problems:
        write_bytes(_drawn(problems, replace(design, made=made), collection, options), output)
        if not known.stopped and output not in (None, STANDARD):
            say(f"{counted(len(problems), 'puzzle')} in {output}.")
    elif not report.codes:
        raise InputError("a book needs at least one puzzle, and none is left.")
    if options["as_json"]:
        write_lines((json_line(_printed_object(number, one)) for number, one in enumerate(problems, start=1)), None)
    known.end(output)
    return report.code


class GradeObject(TypedDict):
    """The grade of a puzzle, if it has one."""

    grade: NotRequired[str]


class PrintedObject(PlaceObject, GradeObject):
    """A puzzle of a book."""

    width: int
    height: int
    verdict: Annotated[str, Answer]


def _printed_object(number: int, problem: Problem) -> PrintedObject:
    """A puzzle of the book as JSON; `number` is its number, from 1, in the order of the input."""
    puzzle = problem.puzzle
    verdict = {Remark.NONE: "unique", Remark.UNPROVEN: "unknown"}.get(problem.note, "multiple")
    place = Place(number, puzzle.name or None).to_json()
    grade: GradeObject = {"grade": str(Grade(problem.grade))} if problem.grade else {}
    return {**place, "width": puzzle.width, "height": puzzle.height, "verdict": verdict, **grade}


def _design(options: dict[str, Any]) -> Design:
    """The design of the book from the options; raises InputError if it is not possible."""
    imprint = Imprint(options["author"], options["publisher"], options["isbn"], options["copyright"], options["day"])
    same = ("title", "paper", "per_page", "bleed", "gutter", "times", "recipes", "font", "cover_image", "logo", "theme")
    language = Language(options["language"].lower())
    design = Design(language=language, imprint=imprint, **{name: options[name] for name in same})
    require_design(design)
    letters = fonts(design.font, family=design.language.family)
    for text in (design.title, imprint.author, imprint.publisher, imprint.copyright):
        letters.require(text)
    return design


def _drawn(problems: list[Problem], design: Design, collection: Collection, options: dict[str, Any]) -> bytes:
    """The book as bytes; a cover without an image gets a new board.  Warns of small digits; InputError for tiny."""
    planned = planned_book(problems, design)
    require_readable(planned)
    say(small_print(planned))
    if design.cover_image is None:
        design = replace(design, cover_board=cover_board(problems, collection))
    boards = sum(len(sheet.spots) for sheet in planned.sheets)
    with Progress("boards drawn", asked=options["progress_asked"], total=boards) as progress:
        return book(problems, design, tick=progress.tick)


def _require_room(options: dict[str, Any], design: Design) -> None:
    """Raise InputError if new boards of the largest size, --per-page of them on a page, would be too small to read."""
    if options["count"] is None or options["per_page"] is None:
        return
    largest = max(kinds_of(options), key=lambda one: (one.width * one.height, one.width))
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
            raise InputError("a PDF can't be shown in a terminal. Name a file with -o book.pdf.")
    elif not output.lower().endswith(".pdf"):
        raise InputError(f"a book is a PDF, and {output} does not end in .pdf. Give -o book.pdf.")


def _require_source(sources: tuple[str, ...], options: dict[str, Any]) -> None:
    """Raise InputError for options that need --count, and if there is no source to read."""
    for name in ("sizes", "difficulty", *WISH_OPTIONS, *BOARD_OPTIONS, "seed"):
        if options[name] is not None:
            raise InputError(f"--{name} only applies to generated puzzles. Add --count.")
    if not sources and sys.stdin is not None and sys.stdin.isatty():
        raise InputError("nothing to print. Name a FILE of puzzles, or generate some with --count 60.")
