"""`numlink solve`: a solution of every puzzle in a stream."""

from __future__ import annotations

import json
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
from numlink.commands.sources import each_puzzle
from numlink.commands.targets import report_as_json, require_ending, write_lines, write_output
from numlink.errors import BudgetEnded
from numlink.exact.solve import solutions, solve
from numlink.exact.verdict import Answer, Verdict
from numlink.model.puzzle import Puzzle
from numlink.model.rules import Rules
from numlink.model.words import counted
from numlink.render.picture import Options

EXIT_CODES = {Answer.NONE: 1, Answer.UNKNOWN: 3}


@click.command("solve", short_help="Solve puzzles; say whether the solution is the only one.")
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

    The verdict is told on stderr, the solution goes to standard output.  With --json the verdicts
    are written instead.  Exit code 1: no solution; 3: the budget ended before one was found.
    """
    if as_json and limit is None:
        report_as_json(output, as_json=True)
    else:
        require_ending(output, as_json=as_json)
    codes: list[int] = []
    run = _Run(rules, budget, codes)
    puzzles = each_puzzle(source, from_format, codes)
    if as_json and limit is None:
        lines = (json.dumps(verdict.to_json()) + "\n" for _, verdict in run.verdicts(puzzles))
        write_lines(lines, output)
        return worst(codes)
    solved = run.all(puzzles, limit) if limit is not None else run.solved(puzzles)
    if output is not None:
        write_output(solved, output, as_json=as_json, pictured=Options(solved=True))
        return worst(codes)
    for index, puzzle in enumerate(solved):
        if index and not as_json:
            click.echo()
        write_output([puzzle], None, as_json=as_json, pictured=Options(solved=True))
        sys.stdout.flush()
    return worst(codes)


class _Run:
    """Solves puzzle after puzzle, tells the verdicts on stderr and keeps the exit codes."""

    def __init__(self, rules: Rules | None, budget: float | None, codes: list[int]) -> None:
        self._rules = rules
        self._budget = budget
        self._codes = codes

    def verdicts(self, puzzles: Iterator[Puzzle]) -> Iterator[tuple[Puzzle, Verdict]]:
        """Each puzzle, under the rules asked for, with its verdict."""
        for item in puzzles:
            puzzle = item.with_rules(self._rules)
            verdict = solve(puzzle, budget=self._budget)
            _tell(puzzle, f"{verdict} ({verdict.effort}; {verdict.seconds:.3f} s)")
            self._codes.append(0 if verdict.solved else EXIT_CODES[verdict.answer])
            yield puzzle, verdict

    def solved(self, puzzles: Iterator[Puzzle]) -> Iterator[Puzzle]:
        """Each puzzle that has a solution, with it."""
        for puzzle, verdict in self.verdicts(puzzles):
            if verdict.solution is not None:
                yield puzzle.with_solution(verdict.solution)

    def all(self, puzzles: Iterator[Puzzle], limit: int) -> Iterator[Puzzle]:
        """Each puzzle as often as it has solutions, up to `limit`; a budget that ends stops one puzzle only."""
        for item in puzzles:
            puzzle = item.with_rules(self._rules)
            found = 0
            try:
                for solution in solutions(puzzle, limit=limit, budget=self._budget):
                    found += 1
                    yield puzzle.with_solution(solution)
            except BudgetEnded as error:
                _tell(puzzle, str(error).rstrip("."))
                self._codes.append(3)
                continue
            self._codes.append(0 if found else 1)
            more = "; there may be more" if found == limit else ""
            _tell(puzzle, f"{counted(found, 'solution')} found, under {puzzle.rules}{more}")


def _tell(puzzle: Puzzle, words: str) -> None:
    name = f"{puzzle.name}: " if puzzle.name else ""
    click.echo(f"numlink: {name}{words}.", err=True)
