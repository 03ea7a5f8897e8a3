"""`numlink count`: the exact number of solutions of every puzzle in a stream."""

from __future__ import annotations

import json
from dataclasses import asdict

import click

from numlink.commands.common import (
    budget_option,
    each_puzzle,
    from_option,
    json_option,
    output_option,
    rules_option,
    source_argument,
    worst,
    write_text,
)
from numlink.counting import count
from numlink.errors import BudgetEnded
from numlink.puzzle import Rules


@click.command("count")
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
    codes, lines = [0], []
    for puzzle in each_puzzle(source, from_format, codes):
        try:
            total = count(puzzle, rules, budget=budget)
        except BudgetEnded as error:
            click.echo(f"numlink: {error}", err=True)
            codes.append(3)
            continue
        if as_json:
            found = {"count": str(total), "rules": total.rules.name, "effort": asdict(total.effort)}
            lines.append(json.dumps({**found, "seconds": round(total.seconds, 6)}))
        else:
            lines.append(str(total))
        codes.append(0)
    write_text("".join(line + "\n" for line in lines), output)
    return worst(codes)
