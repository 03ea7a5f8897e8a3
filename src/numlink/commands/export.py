"""`numlink export`: the player with its puzzles as one HTML file."""

from __future__ import annotations

import click

from numlink.commands.common import STANDARD, budget_option, from_option, read_items, rules_option, write_file
from numlink.errors import InputError, ParseError
from numlink.judge import check
from numlink.puzzle import Puzzle, Rules

SECONDS_A_PUZZLE = 20.0


@click.command("export")
@click.argument("source", metavar="[FILE|-|URL]", default=STANDARD)
@click.option("-o", "--output", metavar="FILE", default=STANDARD, help="The page to write. Default: standard output.")
@from_option
@rules_option
@budget_option
def command(source: str, output: str, from_format: str | None, rules: Rules | None, budget: float | None) -> None:
    """Write one HTML file that plays the puzzles of FILE, opens from disk and needs no network.

    Each puzzle is proven, so that the page may give hints from its solution; where there is none, or more than one,
    or --budget (default 20 seconds a puzzle) ended, the page says why it gives no hints.
    """
    entries = []
    for number, item in enumerate(read_items(source, from_format), start=1):
        if isinstance(item, ParseError):
            raise item
        entries.append(_entry(item.with_rules(rules), number, budget or SECONDS_A_PUZZLE))
    if not entries:
        raise InputError(f"{source} holds no puzzle.")
    from numlink.web.pages import export_page

    page = export_page(entries).encode()
    if output == STANDARD:
        click.echo(page, nl=False)
    else:
        write_file(output, page)


def _entry(puzzle: Puzzle, number: int, budget: float) -> tuple[Puzzle, bool]:
    """The puzzle with its solution, and whether that is proven to be the only one."""
    from numlink.solver import prove
    from numlink.verdict import Answer

    known = puzzle.solution if puzzle.solution is not None and not check(puzzle, puzzle.solution) else None
    verdict = prove(puzzle, known, budget=budget)
    if verdict.verdict is not Answer.UNIQUE:
        click.echo(f"numlink: puzzle {number}: {verdict}; its page gives no hints.", err=True)
    return puzzle.with_solution(verdict.solution or known), verdict.verdict is Answer.UNIQUE
