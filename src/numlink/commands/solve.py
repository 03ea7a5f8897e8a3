"""`numlink solve`: a solution of every puzzle in a stream."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Annotated, TypedDict

import click

from numlink.commands.messages import Exit
from numlink.commands.options import budget_option, reads_puzzles, rules_option, workers_option
from numlink.commands.report import Entry, Place, Report, error_object
from numlink.commands.sources import each_entry
from numlink.commands.targets import report_as_json, require_ending, write_lines, write_output
from numlink.errors import NumlinkError, Unanswered
from numlink.exact.solve import solutions, solve
from numlink.exact.verdict import Answer, Verdict
from numlink.formats.json_lines import JsonPath, RulesWord, json_line, paths_object
from numlink.model.puzzle import Puzzle, Solution
from numlink.model.rules import Claim, Rules
from numlink.model.words import counted


@click.command("solve", short_help="Solve puzzles; say whether the solution is the only one.")
@reads_puzzles
@rules_option
@budget_option
@click.option("--limit", metavar="N", type=click.IntRange(min=1), help="Print up to N solutions.")
@workers_option
def command(
    sources: tuple[str, ...],
    from_format: str | None,
    pick: int | None,
    rules: Rules | None,
    budget: float | None,
    limit: int | None,
    workers: int,
    as_json: bool,
    output: str | None,
) -> int:
    """Solve puzzles under stated rules and say whether the solution is the only one.

    The verdict is told on stderr, the solution goes to standard output.  With --json the verdicts
    are written instead.  Exit code 1: no solution; 3: the budget ended before one was found.
    """
    if as_json:
        report_as_json(output, as_json=True)
    else:
        require_ending(output, as_json=False)
    report = Report()
    run = _Solver(report, rules, budget, limit, workers)
    entries = each_entry(sources, from_format, pick=pick)
    if as_json:
        write_lines(run.lines(entries), output)
    elif output is not None:
        write_output(run.solved(entries), output, as_json=False, solved=True)
    else:
        for index, puzzle in enumerate(run.solved(entries)):
            if index:
                click.echo()
            write_output([puzzle], None, as_json=False, solved=True)
            sys.stdout.flush()
    return report.code


def _answer(puzzle: Puzzle, *, rules: Rules | None, budget: float | None) -> tuple[Puzzle, Verdict]:
    puzzle = puzzle.with_rules(rules)
    return puzzle, solve(puzzle, budget=budget)


class SolutionsObject(TypedDict):
    """What is known after a search for several solutions."""

    verdict: Annotated[str, Answer]
    rules: RulesWord
    claim: Annotated[str, Claim]
    paths: list[JsonPath] | None
    second: list[JsonPath] | None
    solutions: Annotated[list[list[JsonPath]], "all that were found"]
    complete: Annotated[bool, "whether there are no others"]


@dataclass(frozen=True, slots=True)
class _Solver:
    """Solves puzzle after puzzle and tells the verdicts on stderr; `limit` None asks for a verdict, a number for
    that many solutions at most."""

    report: Report
    rules: Rules | None
    budget: float | None
    limit: int | None
    workers: int

    def solved(self, entries: Iterable[Entry]) -> Iterator[Puzzle]:
        """Each puzzle with its solution, as often as there are solutions asked for."""
        if self.limit is None:
            for _, found in self._verdicts(entries):
                if not isinstance(found, NumlinkError) and found[1].solution is not None:
                    yield found[0].with_solution(found[1].solution)
        else:
            for place, item in self.report.legal(entries):
                puzzle = item.with_rules(self.rules)
                for solution in self._several(place, puzzle, self.limit, []):
                    yield puzzle.with_solution(solution)

    def lines(self, entries: Iterable[Entry]) -> Iterator[str]:
        """The verdict on each puzzle as a line of JSON; also of what could not be read or is not legal."""
        if self.limit is None:
            for place, answer in self._verdicts(entries):
                known = error_object(place, answer) if isinstance(answer, NumlinkError) else answer[1].to_json()
                yield json_line({**place.to_json(), **known})
            return
        for place, found in self.report.answers(entries, lambda puzzle: puzzle.with_rules(self.rules)):
            if isinstance(found, NumlinkError):
                yield json_line(error_object(place, found))
            else:
                yield json_line({**place.to_json(), **self._several_object(place, found, self.limit)})

    def _verdicts(self, entries: Iterable[Entry]) -> Iterator[tuple[Place, tuple[Puzzle, Verdict] | NumlinkError]]:
        """Each puzzle with its verdict, which is told; or the error, which is told, too."""
        answer = partial(_answer, rules=self.rules, budget=self.budget)
        for place, found in self.report.answers(entries, answer, workers=self.workers):
            if not isinstance(found, NumlinkError):
                verdict = found[1]
                self.report.say(place, f"{verdict} ({verdict.effort}; {verdict.seconds:.3f} s).")
                without = Exit.NO if verdict.answer is Answer.NONE else Exit.BUDGET_ENDED
                self.report.end(Exit.YES if verdict.solved else without)
            yield place, found

    def _several(self, place: Place, puzzle: Puzzle, limit: int, ended: list[Unanswered]) -> Iterator[Solution]:
        """Up to `limit` solutions; a budget that ends stops this puzzle only, and is then the one item of `ended`."""
        found = 0
        try:
            for solution in solutions(puzzle, limit=limit, budget=self.budget):
                found += 1
                yield solution
        except Unanswered as error:
            ended.append(error)
            self.report.refuse(place, error)
            return
        self.report.end(Exit.YES if found else Exit.NO)
        more = "; there may be more" if found == limit else ""
        self.report.say(place, f"{counted(found, 'solution')} found, under {puzzle.rules}{more}.")

    def _several_object(self, place: Place, puzzle: Puzzle, limit: int) -> SolutionsObject:
        """What is known after a search for several solutions, under the keys of a verdict; `solutions` are all found,
        and `complete` says that there are no others."""
        ended: list[Unanswered] = []
        found = [paths_object(solution) for solution in self._several(place, puzzle, limit, ended)]
        complete = not ended and len(found) < limit
        answer = Answer.UNKNOWN
        if len(found) > 1:
            answer = Answer.MULTIPLE
        elif complete:
            answer = Answer.UNIQUE if found else Answer.NONE
        return {
            "verdict": answer.value, "rules": puzzle.rules.name, "claim": "unique",
            "paths": found[0] if found else None, "second": found[1] if len(found) > 1 else None,
            "solutions": found, "complete": complete,
        }  # fmt: skip
