"""`numlink solve`: a solution of every puzzle in a stream."""

from __future__ import annotations

import json

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
    write_output,
)
from numlink.puzzle import Puzzle, Rules
from numlink.render.picture import Options
from numlink.solver import solutions, solve
from numlink.verdict import Answer, Verdict

EXIT_CODES = {Answer.NONE: 1, Answer.UNKNOWN: 3}


@click.command("solve")
@source_argument
@from_option
@rules_option
@budget_option
@click.option("--all", "limit", metavar="N", type=click.IntRange(min=1), help="Print up to N different solutions.")
@json_option
@output_option
def command(
    source: str,
    from_format: str | None,
    rules: Rules | None,
    budget: float | None,
    limit: int | None,
    as_json: bool,
    output: str | None,
) -> int:
    """Solve puzzles under stated rules and say whether the solution is the only one.

    The verdict is told on stderr, the solution goes to standard output.  Exit code 1: no solution; 3: the budget
    ended before one was found.
    """
    codes, solved, objects = [0], [], []
    for item in each_puzzle(source, from_format, codes):
        puzzle = item.with_rules(rules)
        if limit is not None:
            found = [puzzle.with_solution(each) for each in solutions(puzzle, limit=limit, budget=budget)]
            click.echo(f"numlink: {len(found)} solution(s) found under {puzzle.rules}.", err=True)
            codes.append(0 if found else 1)
            solved += found
            continue
        verdict = solve(puzzle, budget=budget)
        _tell(puzzle, verdict)
        codes.append(0 if verdict.solved else EXIT_CODES[verdict.verdict])
        objects.append(verdict.to_json())
        if verdict.solution is not None:
            solved.append(puzzle.with_solution(verdict.solution))
    if as_json and output is None and limit is None:
        click.echo("".join(json.dumps(each) + "\n" for each in objects), nl=False)
    else:
        write_output(solved, output, as_json=as_json, pictured=Options(solved=True))
    return worst(codes)


def _tell(puzzle: Puzzle, verdict: Verdict) -> None:
    name = f"{puzzle.name}: " if puzzle.name else ""
    click.echo(f"numlink: {name}{verdict} ({verdict.effort}; {verdict.seconds:.3f} s).", err=True)
