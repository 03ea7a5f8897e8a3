"""`numlink book`: a puzzle book as PDF."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import partial
from importlib import import_module
from typing import Protocol

import click

from numlink.commands.messages import Exit, say
from numlink.commands.options import (
    STANDARD,
    budget_option,
    difficulty_option,
    from_option,
    output_option,
    pick_option,
    progress_option,
    quiet_option,
    rules_option,
    seed_option,
    sources_argument,
)
from numlink.commands.progress import Progress
from numlink.commands.report import Place, Report
from numlink.commands.sources import each_entry
from numlink.errors import InputError
from numlink.files import write_file
from numlink.making.wishes import Difficulty
from numlink.model.puzzle import Puzzle
from numlink.model.rules import COVER, Rules
from numlink.model.sizes import parse_sizes
from numlink.model.words import counted
from numlink.reasoning.rate import rate
from numlink.render.book import Layout, book, small_cells
from numlink.render.pdf import PAPERS, require_reportlab
from numlink.render.theme import THEMES
from numlink.seeds import random_seed

DEFAULT_SIZES = "5,7,9"
MOST_PUZZLES = 100_000
LARGEST_RATED = 144
"""Cells of the largest board that is rated for the order: 15 ms at 10x10, 80 ms at 15x15."""

ANSWER_SECONDS = 10.0
"""How long to look for the answer of a puzzle that comes without."""


class Generate(Protocol):
    """What makes a puzzle on the spot."""

    def __call__(
        self,
        width: int,
        height: int,
        *,
        seed: int,
        rules: Rules,
        difficulty: Difficulty = Difficulty.ANY,
        budget: float | None = None,
    ) -> Puzzle: ...


@click.command("book", short_help="Make a puzzle book as PDF.")
@sources_argument
@from_option
@pick_option
@output_option
@click.option("--count", type=click.IntRange(1, MOST_PUZZLES), metavar="N", help="Make N puzzles on the spot.")
@click.option("--sizes", metavar="LIST", help=f"Sizes to make, like 5,7,9 or 5..10 or 12x8. Default: {DEFAULT_SIZES}.")
@seed_option
@rules_option
@difficulty_option
@budget_option
@click.option("--title", default="Numberlink", help="Title on the cover.")
@click.option("--paper", type=click.Choice(list(PAPERS)), default="a4", help="Paper size.")
@click.option("--per-page", type=click.IntRange(1, 100), metavar="N", help="Puzzles a page. Default: as size suits.")
@click.option("--theme", type=click.Choice(list(THEMES)), default="numbers", help="How the boards look.")
@click.option("--font", metavar="FILE.ttf", help="A TrueType font for titles beyond Western European letters.")
@progress_option
@quiet_option
def command(
    sources: tuple[str, ...],
    from_format: str | None,
    pick: int | None,
    output: str | None,
    count: int | None,
    sizes: str | None,
    seed: int | None,
    rules: Rules | None,
    difficulty: Difficulty | None,
    budget: float | None,
    title: str,
    paper: str,
    per_page: int | None,
    theme: str,
    font: str | None,
    progress_asked: bool | None,
) -> int:
    """Make a puzzle book: cover, rules with an example, puzzles by size, answers.

    \b
    numlink book puzzles.txt --title "For the train" -o book.pdf
    numlink book --count 60 --sizes 5,7,9 --seed 1 -o book.pdf

    Boards come by size and, up to 12x12, by grade, easy ones first.  Exit code 1: a puzzle has no solution; 3: no
    answer was found in --budget (default 10 seconds a puzzle).
    """
    require_reportlab()
    _require_target(output)
    report = Report()
    made = "Made with numlink"
    if count is not None:
        if sources or pick is not None:
            raise InputError("give either a FILE or --count, not both.")
        chosen = random_seed() if seed is None else seed
        if seed is None:
            say(f"seed {chosen}")
        sized = parse_sizes(sizes or DEFAULT_SIZES)
        with Progress("puzzles made", asked=progress_asked, total=count) as progress:
            puzzles = list(
                progress.over(_made(count, sized, chosen, rules or COVER, difficulty or Difficulty.ANY, budget))
            )
        made += f": --count {count} --sizes {sizes or DEFAULT_SIZES} --seed {chosen}, rules {rules or COVER}"
        made += f", difficulty {difficulty}" if difficulty is not None else ""
    else:
        _require_source(sources, sizes, seed, difficulty)
        items = list(report.legal(each_entry(sources, from_format, pick=pick)))
        with Progress("answers found", asked=progress_asked, total=len(items)) as progress:
            puzzles = [
                _answered(place, puzzle.with_rules(rules), budget or ANSWER_SECONDS, report)
                for place, puzzle in progress.over(items)
            ]
    layout = Layout(title=title, paper=paper, per_page=per_page, theme=theme, made=made, font=font)
    if puzzles:
        _tell_small(puzzles, layout)
        boards = len(puzzles) + sum(puzzle.solution is not None for puzzle in puzzles)
        with Progress("boards drawn", asked=progress_asked, total=boards) as progress:
            ordered = sorted(puzzles, key=partial(_difficulty, proven=count is not None))
            content = book(ordered, layout, tick=progress.tick)
        _write(output, content)
    elif not report.codes:
        raise InputError("a book needs at least one puzzle; the input holds none.")
    return report.code


def _difficulty(puzzle: Puzzle, *, proven: bool) -> tuple[int, ...]:
    """What boards of one size are ordered by, the easiest first; nothing for large ones: rating takes too long."""
    return rate(puzzle, proven=proven).order if len(puzzle.cells) <= LARGEST_RATED else ()


def _require_target(output: str | None) -> None:
    if output is None or output == STANDARD:
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


def generate(
    width: int,
    height: int,
    *,
    seed: int,
    rules: Rules,
    difficulty: Difficulty = Difficulty.ANY,
    budget: float | None = None,
) -> Puzzle:
    """A puzzle with one solution, made on the spot."""
    make: Generate = import_module("numlink.making.generate").generate
    return make(width, height, seed=seed, rules=rules, difficulty=difficulty, budget=budget)


def _made(
    count: int,
    sizes: tuple[tuple[int, int], ...],
    seed: int,
    rules: Rules,
    difficulty: Difficulty,
    budget: float | None,
) -> Iterator[Puzzle]:
    """Puzzle i has the i-th size, in turn, and the seed `seed + i`: each can be made again alone."""
    for index in range(count):
        width, height = sizes[index % len(sizes)]
        yield generate(width, height, seed=seed + index, rules=rules, difficulty=difficulty, budget=budget)


def _require_source(
    sources: tuple[str, ...], sizes: str | None, seed: int | None, difficulty: Difficulty | None
) -> None:
    """Raise InputError for options that belong to puzzles made on the spot, and where there is no source."""
    if sizes is not None or seed is not None or difficulty is not None:
        raise InputError("--sizes, --seed and --difficulty are for puzzles made on the spot. Add --count.")
    if not sources and sys.stdin is not None and sys.stdin.isatty():
        raise InputError("nothing to print. Name a FILE of puzzles, or have some made with --count 60.")


def _answered(place: Place, puzzle: Puzzle, budget: float, report: Report) -> Puzzle:
    """The puzzle with its solution, looked for where it comes without; what is wrong with it is told on stderr."""
    from numlink.exact.solve import solve
    from numlink.exact.verdict import Answer

    if puzzle.solution is None:
        verdict = solve(puzzle, budget=budget)
        puzzle = puzzle.with_solution(verdict.solution)
        if verdict.solution is None:
            report.say(place, f"{verdict}; it is printed without an answer.")
            report.end(Exit.NO if verdict.answer is Answer.NONE else Exit.BUDGET_ENDED)
        elif verdict.answer is Answer.MULTIPLE:
            report.say(place, f"{verdict}; one of them is printed as the answer.")
    return puzzle


def _tell_small(puzzles: list[Puzzle], layout: Layout) -> None:
    small = small_cells(puzzles, layout)
    if small:
        size = f"{small[0].width}x{small[0].height}"
        remedy = " Give a smaller --per-page." if layout.per_page not in (None, 1) else ""
        boards = counted(len(small), "board")
        say(f"{boards} ({size}, ...) with cells below 2.5 mm, hard to read on paper.{remedy}")
