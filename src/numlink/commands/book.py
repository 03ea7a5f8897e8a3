"""`numlink book`: a puzzle book as PDF."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from typing import Protocol

import click

from numlink.commands.options import (
    STANDARD,
    budget_option,
    difficulty_option,
    from_option,
    output_option,
    rules_option,
    seed_option,
)
from numlink.commands.report import worst
from numlink.commands.sources import each_puzzle
from numlink.errors import InputError
from numlink.files import write_file
from numlink.model.puzzle import Puzzle
from numlink.model.rules import COVER, Rules
from numlink.model.sizes import parse_size
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
        self, width: int, height: int, *, seed: int, rules: Rules, difficulty: str = "any", budget: float | None = None
    ) -> Puzzle: ...


class Tick(Protocol):
    """A step of the progress bar."""

    def __call__(self) -> None: ...


@click.command("book", short_help="Make a puzzle book as PDF.")
@click.argument("source", metavar="[FILE|-|URL]", required=False)
@from_option
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
@click.option("--progress/--no-progress", default=None, help="Show a progress bar. Default: on a terminal.")
def command(
    source: str | None,
    from_format: str | None,
    output: str | None,
    count: int | None,
    sizes: str | None,
    seed: int | None,
    rules: Rules | None,
    difficulty: str,
    budget: float | None,
    title: str,
    paper: str,
    per_page: int | None,
    theme: str,
    font: str | None,
    progress: bool | None,
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
    show = sys.stderr.isatty() if progress is None else progress
    codes = [0]
    made = "Made with numlink"
    if count is not None:
        if source is not None:
            raise InputError("give either a FILE or --count, not both.")
        chosen = random_seed() if seed is None else seed
        if seed is None:
            click.echo(f"numlink: seed {chosen}", err=True)
        sized = parse_sizes(sizes or DEFAULT_SIZES)
        with _bar("making puzzles", count, show) as tick:
            puzzles = list(_made(count, sized, chosen, rules or COVER, difficulty, budget, tick))
        made += f": --count {count} --sizes {sizes or DEFAULT_SIZES} --seed {chosen}, rules {rules or COVER}"
        made += f", difficulty {difficulty}" if difficulty != "any" else ""
    else:
        items = each_puzzle(_source(source, sizes, seed, difficulty), from_format, codes)
        puzzles = [puzzle.with_rules(rules) for puzzle in items]
        with _bar("finding answers", len(puzzles), show) as tick:
            puzzles = [_answered(puzzle, budget or ANSWER_SECONDS, codes, tick) for puzzle in puzzles]
    layout = Layout(title=title, paper=paper, per_page=per_page, theme=theme, made=made, font=font)
    if puzzles:
        _tell_small(puzzles, layout)
        boards = len(puzzles) + sum(puzzle.solution is not None for puzzle in puzzles)
        with _bar("drawing pages", boards, show) as tick:
            content = book(sorted(puzzles, key=partial(_difficulty, proven=count is not None)), layout, tick=tick)
        _write(output, content)
    elif worst(codes) == 0:
        raise InputError("a book needs at least one puzzle; the input holds none.")
    return worst(codes)


def _difficulty(puzzle: Puzzle, *, proven: bool) -> tuple[int, ...]:
    """What boards of one size are ordered by, the easiest first; nothing for large ones: rating takes too long."""
    return rate(puzzle, proven=proven).order if len(puzzle.cells) <= LARGEST_RATED else ()


def parse_sizes(text: str) -> list[tuple[int, int]]:
    """(width, height) for every size of a list like `5,7..9,12x8`; raises InputError for anything else.

    >>> parse_sizes("5,7..9,12x8")
    [(5, 5), (7, 7), (8, 8), (9, 9), (12, 8)]
    """
    sizes: list[tuple[int, int]] = []
    for part in text.split(","):
        between = re.fullmatch(r"\s*([0-9]{1,4})\.\.([0-9]{1,4})\s*", part)
        if between is None:
            sizes.append(parse_size(part))
        elif int(between[1]) <= int(between[2]):
            sizes += [(side, side) for side in range(int(between[1]), int(between[2]) + 1)]
        else:
            raise InputError(f"the range {part.strip()} is empty. Give the smaller size first, like 5..10.")
    return sizes


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
    width: int, height: int, *, seed: int, rules: Rules, difficulty: str = "any", budget: float | None = None
) -> Puzzle:
    """A puzzle with one solution, made on the spot."""
    make: Generate = import_module("numlink.making.generate").generate
    return make(width, height, seed=seed, rules=rules, difficulty=difficulty, budget=budget)


def _made(
    count: int,
    sizes: list[tuple[int, int]],
    seed: int,
    rules: Rules,
    difficulty: str,
    budget: float | None,
    tick: Tick,
) -> Iterator[Puzzle]:
    """Puzzle i has the i-th size, in turn, and the seed `seed + i`: each can be made again alone."""
    for index in range(count):
        width, height = sizes[index % len(sizes)]
        yield generate(width, height, seed=seed + index, rules=rules, difficulty=difficulty, budget=budget)
        tick()


def _source(source: str | None, sizes: str | None, seed: int | None, difficulty: str) -> str:
    """The source of the puzzles; raises InputError for options that belong to puzzles made on the spot."""
    if sizes is not None or seed is not None or difficulty != "any":
        raise InputError("--sizes, --seed and --difficulty are for puzzles made on the spot. Add --count.")
    if source is None and sys.stdin is not None and sys.stdin.isatty():
        raise InputError("nothing to print. Name a FILE of puzzles, or have some made with --count 60.")
    return source or STANDARD


def _answered(puzzle: Puzzle, budget: float, codes: list[int], tick: Tick) -> Puzzle:
    """The puzzle with its solution, looked for where it comes without; what is wrong with it is told on stderr."""
    from numlink.exact.solve import solve
    from numlink.exact.verdict import Answer

    if puzzle.solution is None:
        verdict = solve(puzzle, budget=budget)
        puzzle = puzzle.with_solution(verdict.solution)
        name = puzzle.name or f"a puzzle of {puzzle.width}x{puzzle.height}"
        if verdict.solution is None:
            click.echo(f"numlink: {name}: {verdict}; it is printed without an answer.", err=True)
            codes.append(1 if verdict.answer is Answer.NONE else 3)
        elif verdict.answer is Answer.MULTIPLE:
            click.echo(f"numlink: {name}: {verdict}; one of them is printed as the answer.", err=True)
    tick()
    return puzzle


def _tell_small(puzzles: list[Puzzle], layout: Layout) -> None:
    small = small_cells(puzzles, layout)
    if small:
        size = f"{small[0].width}x{small[0].height}"
        remedy = " Give a smaller --per-page." if layout.per_page not in (None, 1) else ""
        click.echo(
            f"numlink: {counted(len(small), 'board')} ({size}, ...) with cells below 2.5 mm, hard to read on paper."
            + remedy,
            err=True,
        )


@contextmanager
def _bar(what: str, total: int, show: bool) -> Iterator[Tick]:
    """A progress bar on stderr, or nothing."""
    if not show:
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description:16}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    # asked for without a terminal, the finished bar stays as a line of a log
    with Progress(*columns, console=Console(stderr=True), transient=sys.stderr.isatty()) as progress:
        task = progress.add_task(what, total=total)
        yield lambda: progress.advance(task)
