"""`numlink export`: the player with its puzzles as one HTML file."""

from __future__ import annotations

import sys

import click

from numlink.commands.messages import Exit
from numlink.commands.options import (
    STANDARD,
    budget_option,
    from_option,
    output_option,
    pick_option,
    quiet_option,
    rules_option,
    sources_argument,
)
from numlink.commands.report import Place, Report
from numlink.commands.sources import each_entry
from numlink.errors import InputError
from numlink.files import write_file
from numlink.model.judge import check
from numlink.model.puzzle import Puzzle
from numlink.model.rules import Rules

SECONDS_A_PUZZLE = 20.0


@click.command("export", short_help="Write one HTML file that plays the puzzles.")
@sources_argument
@output_option
@from_option
@pick_option
@rules_option
@budget_option
@quiet_option
def command(
    sources: tuple[str, ...],
    output: str | None,
    from_format: str | None,
    pick: int | None,
    rules: Rules | None,
    budget: float | None,
) -> int:
    """Write one HTML file that plays the puzzles of FILE, opens from disk and needs no network.

    Each puzzle is proven, so that the page may give hints from its solution; where there is none, or more than one,
    or --budget (default 20 seconds a puzzle) ended (exit code 3), the page says why it gives no hints.
    """
    to_file = output is not None and output != STANDARD
    if to_file and not str(output).lower().endswith((".html", ".htm")):
        raise InputError(f"the player is an HTML page, and {output} does not end in .html. Give -o puzzle.html.")
    if not to_file and sys.stdout.isatty():
        raise InputError("a page is no text for a terminal. Name a file with -o puzzle.html.")
    report = Report()
    entries = [
        _entry(puzzle.with_rules(rules), place, budget or SECONDS_A_PUZZLE, report)
        for place, puzzle in report.legal(each_entry(sources, from_format, pick=pick))
    ]
    if entries:
        from numlink.web.pages import export_page

        page = export_page(entries).encode()
        if to_file:
            write_file(str(output), page)
        else:
            click.echo(page, nl=False)
    return report.code


def _entry(puzzle: Puzzle, place: Place, budget: float, report: Report) -> tuple[Puzzle, bool]:
    """The puzzle with its solution, and whether that is proven to be the only one."""
    from numlink.exact.prove import prove
    from numlink.exact.verdict import Answer

    known = puzzle.solution if puzzle.solution is not None and not check(puzzle, puzzle.solution) else None
    verdict = prove(puzzle, known, budget=budget)
    report.end(Exit.BUDGET_ENDED if verdict.answer is Answer.UNKNOWN else Exit.YES)
    if verdict.answer is not Answer.UNIQUE:
        report.say(place, f"{verdict}; its page gives no hints.")
    return puzzle.with_solution(verdict.solution or known), verdict.answer is Answer.UNIQUE
