"""`numlink classic`: the lab program, Part 6."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from typing import Any

import click

from numlink.commands.messages import Exit, complain, say
from numlink.commands.options import MOST, common, heed_quiet, option
from numlink.commands.report import Place, Report
from numlink.commands.targets import require_ending, write_output
from numlink.commands.wish_options import board_in, board_of, board_options
from numlink.errors import InputError
from numlink.making.classic import grow, grown_paths, grown_puzzle, require_size
from numlink.making.recipe import Spec
from numlink.making.wish_values import Frequency, by_chance
from numlink.model.arguments import random_seed
from numlink.model.characters import INDENT, boxed, simple
from numlink.model.grid import Grid
from numlink.model.kinds.tiling import Tiling
from numlink.model.layout import size_in_words
from numlink.model.puzzle import Puzzle
from numlink.model.rules import COVER, Rules
from numlink.model.words import written

MISSING = "n is missing. Give it as an argument (numlink classic 7) or on standard input."

SIZE = re.compile(r"(-?[0-9]{1,18})(?:[xX](-?[0-9]{1,18}))?")
"""A size like 7 or 12x8; a negative number matches too, so that the message about it can name the smallest n."""


@click.command("classic", context_settings={"ignore_unknown_options": True})
@click.argument("n", metavar="[N | WIDTHxHEIGHT]", required=False)
@option(
    "--count", type=click.IntRange(1, MOST), default=1, metavar="K",
    help="Generate K boards, with seeds counting up from --seed.",
)  # fmt: skip
@common("seed", "new-rules", "budget")
@option("--simple", "in_simple_form", is_flag=True, help="Print X, '.' and numbers instead of boxes.")
@option(
    "--quiet", is_flag=True, callback=heed_quiet,
    help="Print only the puzzle and its solution, without the trace; only errors on stderr.",
)  # fmt: skip
@board_options
@common("json", "output")
def command(
    n: str | None,
    count: int,
    seed: int | None,
    rules: Rules | None,
    budget: float | None,
    in_simple_form: bool,
    quiet: bool,
    as_json: bool,
    output: str | None,
    **board: Any,
) -> int:
    """Generate a random board as the lab assignment does: paths grow in a union-find forest until no room is left.

    N is the number of rows and columns; it is read from standard input unless N, --mask or --board FILE is given.  The
    puzzle may have several solutions; `numlink new` generates puzzles with a unique one.
    """
    if n is None and board["mask"] is not None:
        mask = board_in(board["mask"])
        n = f"{mask.width}x{mask.height}"
    if n is None and isinstance(board["board"], Tiling):
        n = "{}x{}".format(*board["board"].size)
    asked = n is None and sys.stdin is not None and sys.stdin.isatty()
    width, height = _ask(sys.stdout.isatty()) if asked else _size(_read_size() if n is None else n)
    grid = _grid((width, height), board)
    require_ending(output, as_json=as_json)
    first = random_seed() if seed is None else seed
    say(f"seed {first}" if count == 1 else f"seeds {first} to {first + count - 1}")
    growths = ((each, grow(grid, seed=each, budget=budget)) for each in range(first, first + count))
    made = ((growth, grown_puzzle(growth, grid, seed=each, rules=rules or COVER)) for each, growth in growths)
    if as_json or output is not None:
        placed = (
            (Place(number, alone=count == 1, last=number == count), puzzle)
            for number, (_, puzzle) in enumerate(made, start=1)
        )
        report = Report()
        write_output(placed, output, report, as_json=as_json)
        return report.code
    if features := " and ".join(feature.value for feature in grid.layout.features()):
        say(f"this output cannot show {features}, so other commands would misread it. For them, use -o - or --json.")
    size_is_shown = asked and sys.stdout.isatty()  # the prompt and its answer are the first line of the output
    for growth, puzzle in made:
        if not quiet:
            _print_trace(grid, grown_paths(growth), headed=not size_is_shown)
        size_is_shown = False
        _print_boards(puzzle, in_simple_form)
    return Exit.YES


def _ask(on_stdout: bool) -> tuple[int, int]:
    """Ask for the size on the terminal until one is given; returns (width, height).

    The prompt goes to stdout if that is the terminal, else to stderr.  On stdout, the prompt and the answer make the
    first line of the output, `n = 7`.
    """
    while True:
        click.echo("n = ", nl=False, err=not on_stdout)
        line = sys.stdin.readline()
        if not line:
            raise InputError(MISSING)
        try:
            return _size(line)
        except InputError as error:
            complain(str(error))


def _read_size() -> str:
    line = sys.stdin.buffer.readline(100).decode(errors="replace") if sys.stdin is not None else ""
    if not line.strip():
        raise InputError(MISSING)
    return line


def _size(text: str) -> tuple[int, int]:
    text = text.strip()
    match = SIZE.fullmatch(text)
    if not match:
        if text.startswith("-"):
            raise click.NoSuchOption(text.split("=")[0])
        raise InputError(f"n must be a whole number like 7 or a size like 12x8, not {text[:40]!r}.")
    width = int(match[1])
    height = int(match[2]) if match[2] else width
    for side in (width, height):
        if side < 1:
            raise InputError(f"n must be at least 1, not {side}: the board has n rows and n columns.")
    require_size(width, height)
    return width, height


def _grid(size: tuple[int, int], options: dict[str, Any]) -> Grid:
    """The empty board with this size and these options."""
    if not any(options.values()):
        return Grid(*size)
    spec = Spec(*size, 0, **board_of(options, size)[1])
    if by_chance(spec.walls):
        raise InputError(f"{spec.walls} walls need 'numlink new'. Give a board with walls, or leave them out.")
    if spec.bridges is not Frequency.NONE:
        raise InputError(
            "the lab's program leaves cells empty, but a bridge must be crossed both ways. Leave the bridges out."
        )
    return spec.grid


def _print_trace(grid: Grid, paths: Iterator[tuple[int, ...]], *, headed: bool) -> None:
    write = sys.stdout.write
    if headed:
        write(f"n = {grid.width}\n" if grid.width == grid.height else f"n = {size_in_words(grid)}\n")
    write("+++ Initializing board...\n+++ Attempting to add new paths...\n")
    for path in paths:
        write(f"{INDENT}New path: " + " ".join(written(grid.position(cell)) for cell in path) + "\n")
    write("+++ Assigning path numbers...\n")


def _print_boards(puzzle: Puzzle, in_simple_form: bool) -> None:
    plain = puzzle.layout.plain
    for name, rows in (("puzzle", puzzle.rows()), ("solution", puzzle.filled(puzzle.solution))):
        click.echo(f"+++ The {name}")
        click.echo(simple(rows, None if plain else puzzle.grid) if in_simple_form or not plain else boxed(rows))
