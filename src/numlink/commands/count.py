"""`numlink count`: the exact number of solutions of every puzzle in a stream."""

from __future__ import annotations

from typing import Annotated, TypedDict

import click

from numlink.commands.options import common
from numlink.commands.sources import StreamOptions, reports_on_puzzles
from numlink.exact.count import count
from numlink.exact.verdict import Count, EffortObject
from numlink.formats.json_lines import RulesWord


@click.command("count")
@reports_on_puzzles
@common("rules", "budget", "workers")
def command(stream: StreamOptions) -> None:
    """Count the solutions exactly, one number per line, however large.

    Exit code 0 whatever the number; 3: time ran out, or the board is too wide to count.  That puzzle then gets no
    number (with --json, a line that says why).
    """
    stream.write(stream.answers(count), _object)


class CountObject(TypedDict):
    """An exact number of solutions."""

    count: Annotated[str, "decimal digits, because it may be of any size"]
    rules: RulesWord
    effort: EffortObject
    seconds: float


def _object(total: Count) -> CountObject:
    return {
        "count": str(total), "rules": total.rules.name,
        "effort": total.effort.to_json(), "seconds": round(total.seconds, 6),
    }  # fmt: skip
