"""`numlink count`: the exact number of solutions of every puzzle in a stream."""

from __future__ import annotations

from functools import partial
from typing import Annotated, TypedDict

import click

from numlink.commands.options import budget_option, rules_option, workers_option
from numlink.commands.report import Report
from numlink.commands.sources import StreamOptions, reads_puzzles
from numlink.commands.targets import report_as_json, write_lines
from numlink.exact.count import count
from numlink.exact.verdict import Count, EffortObject
from numlink.formats.json_lines import RulesWord
from numlink.model.rules import Rules


@click.command("count")
@reads_puzzles
@rules_option
@budget_option
@workers_option
def command(stream: StreamOptions, rules: Rules | None, budget: float | None, workers: int) -> int:
    """Count the solutions exactly, one number per line, however large.

    Exit code 0 whatever the number; 3: time ran out, or the board is too wide to count, and that puzzle gets no number
    (with --json, a line that says why).
    """
    output, as_json = stream.output, report_as_json(stream.output, as_json=stream.as_json)
    report = Report()
    entries = stream.entries()
    totals = report.answers(entries, partial(count, rules=rules, budget=budget), workers=workers)
    write_lines(report.lines(totals, _object, as_json=as_json), output)
    return report.code


class CountObject(TypedDict):
    """An exact number of solutions."""

    count: Annotated[str, "decimal digits: it may be of any size"]
    rules: RulesWord
    effort: EffortObject
    seconds: float


def _object(total: Count) -> CountObject:
    return {
        "count": str(total),
        "rules": total.rules.name,
        "effort": total.effort.to_json(),
        "seconds": round(total.seconds, 6),
    }
