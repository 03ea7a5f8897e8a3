"""`numlink export`: the player with its puzzles as one HTML file."""

from __future__ import annotations

import sys

import click

from numlink.commands.options import STANDARD, budget_option, from_option, output_option, rules_option, source_argument
from numlink.commands.report import worst
from numlink.commands.sources import each_numbered
from numlink.errors import InputError
from numlink.files import write_file
from numlink.model.judge import check
from numlink.model.puzzle import Puzzle
from numlink.model.rules import Rules

SECONDS_A_PUZZLE = 20.0


@click.command("export", short_help="Write one HTML file that plays the puzzles.")
@source_argument
@output_option
@from_option
@rules_option
@budget_option
def command(source: str, output: str | None, from_format: str | None, rules: Rules | None, budget: float | None) -> int:
    """Write one HTML file that plays the puzzles of FILE, opens from disk and needs no network.

    Each puzzle is proven, so that the page may give hints from its solution; where there is none, or more than one,
    or --budget (default 20 seconds a puzzle) ended (exit code 3), the page says why it gives no hints.
    """
    to_file = output is not None and output != STANDARD
    if to_file and not str(output).lower().endswith((".html", ".htm")):
        raise InputError(f"the player is an HTML page, and {output} does not end in .html. Give -o puzzle.html.")
    if not to_file and sys.stdout.isatty():
        raise InputError("a page is no text for a terminal. Name a file with -o puzzle.html.")
    codes: list[int] = []
    entries = [
        _entry(puzzle.with_rules(rules), number, budget or SECONDS_A_PUZZLE, codes)
        for number, puzzle in each_numbered(source, from_format, codes)
    ]
    if entries:
        from numlink.web.pages import export_page

        page = export_page(entries).encode()
        if to_file:
            write_file(str(output), page)
        else:
            click.echo(page, nl=False)
    return worst(codes)


def _entry(puzzle: Puzzle, number: int, budget: float, codes: list[int]) -> tuple[Puzzle, bool]:
    """The puzzle with its solution, and whether that is proven to be the only one."""
    from numlink.exact.solve import prove
    from numlink.exact.verdict import Answer

    known = puzzle.solution if puzzle.solution is not None and not check(puzzle, puzzle.solution) else None
    verdict = prove(puzzle, known, budget=budget)
    codes.append(3 if verdict.answer is Answer.UNKNOWN else 0)
    if verdict.answer is not Answer.UNIQUE:
        click.echo(f"numlink: puzzle {number}: {verdict}; its page gives no hints.", err=True)
    return puzzle.with_solution(verdict.solution or known), verdict.answer is Answer.UNIQUE
