"""`numlink count`: the exact number of solutions of every puzzle in a stream."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict

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
from numlink.commands.sources import each_puzzle
from numlink.commands.targets import report_as_json, write_lines
from numlink.errors import BudgetEnded
from numlink.exact.count import count
from numlink.model.puzzle import Puzzle
from numlink.model.rules import Rules


@click.command("count", short_help="Count the solutions exactly.")
@source_argument
@from_option
@rules_option
@budget_option
@json_option
@output_option
def command(
    source: str, from_format: str | None, rules: Rules | None, budget: float | None, as_json: bool, output: str | None
) -> int:
    """Count solutions exactly, one number a line; numbers may have any size.

    Exit code 0 whatever the number; 3 where the budget ended or the count is out of reach, and then nothing is
    printed for that puzzle.
    """
    as_json = report_as_json(output, as_json=as_json)
    codes: list[int] = []
    write_lines(_lines(each_puzzle(source, from_format, codes), rules, budget, as_json, codes), output)
    return worst(codes)


def _lines(
    puzzles: Iterator[Puzzle], rules: Rules | None, budget: float | None, as_json: bool, codes: list[int]
) -> Iterator[str]:
    """The line of each puzzle whose solutions could be counted."""
    for puzzle in puzzles:
        try:
            total = count(puzzle, rules, budget=budget)
        except BudgetEnded as error:
            click.echo(f"numlink: {error}", err=True)
            codes.append(3)
            continue
        codes.append(0)
        if as_json:
            found = {"count": str(total), "rules": total.rules.name, "effort": asdict(total.effort)}
            yield json.dumps({**found, "seconds": round(total.seconds, 6)}) + "\n"
        else:
            yield f"{total}\n"
