"""`numlink repair`: make boards unique by cutting as few paths as can be."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import click

from numlink.commands.options import (
    budget_option,
    from_option,
    json_option,
    output_option,
    rules_option,
    source_argument,
)
from numlink.commands.report import worst
from numlink.commands.sources import each_item
from numlink.commands.targets import require_ending, write_output
from numlink.errors import BudgetEnded, InputError, ParseError
from numlink.formats.base import Item
from numlink.making.repair import repair
from numlink.model.judge import check
from numlink.model.puzzle import Puzzle
from numlink.model.rules import Rules
from numlink.model.words import counted
from numlink.render.picture import Options


@click.command("repair", short_help="Make puzzles unique by adding few pairs.")
@source_argument
@from_option
@rules_option
@click.option("--solution", "with_solution", is_flag=True, help="Print the solution too.")
@budget_option
@json_option
@output_option
def command(
    source: str,
    from_format: str | None,
    rules: Rules | None,
    with_solution: bool,
    budget: float | None,
    as_json: bool,
    output: str | None,
) -> int:
    """Make puzzles unique: paths of one solution are cut in two, as few as can be, until no other solution is left.

    What was changed is told on stderr.  The solution kept is the one in the file, or else one that is found.
    Exit code 1: a puzzle has no solution.
    """
    require_ending(output, as_json=as_json)
    codes: list[int] = []
    puzzles = _repaired(each_item(source, from_format), rules, with_solution, budget, codes)
    pictured = Options(solved=with_solution)
    if output is not None:
        write_output(puzzles, output, as_json=as_json, pictured=pictured)
        return worst(codes)
    for index, puzzle in enumerate(puzzles):
        if index and not as_json:
            click.echo()
        write_output([puzzle], None, as_json=as_json, pictured=pictured)
        sys.stdout.flush()
    return worst(codes)


def _code(item: Item, rules: Rules | None, error: Exception) -> int:
    """3: stopped before an answer; 2: the puzzle is not a legal one; 1: it is, and cannot be made unique."""
    if isinstance(error, BudgetEnded):
        return 3
    return 2 if isinstance(item, ParseError) or check(item, item.solution, rules) else 1


def _repaired(
    items: Iterator[Item], rules: Rules | None, with_solution: bool, budget: float | None, codes: list[int]
) -> Iterator[Puzzle]:
    """Each puzzle made unique; one that cannot be is told on stderr and left out."""
    for number, item in enumerate(items, start=1):
        try:
            if isinstance(item, ParseError):
                raise item
            fixed = repair(item, rules=rules, budget=budget)
        except (InputError, BudgetEnded) as error:
            click.echo(f"numlink: puzzle {number}: {error}", err=True)
            codes.append(_code(item, rules, error))
            continue
        codes.append(0)
        told = counted(len(fixed.changes), "added pair") if fixed.changes else "unique already"
        click.echo(f"numlink: puzzle {number}: {told}, under {fixed.puzzle.rules}.", err=True)
        for change in fixed.changes:
            click.echo(f"numlink: puzzle {number}: {change.told(item.width)}.", err=True)
        yield fixed.puzzle if with_solution else fixed.puzzle.with_solution(None)
