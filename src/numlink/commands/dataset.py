"""`numlink dataset`: check, measure and read what `numlink batch` made."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

import click

from numlink.commands.messages import say
from numlink.commands.options import common, option
from numlink.commands.progress import Progress
from numlink.commands.report import Place, Report
from numlink.commands.targets import UntilStopped, write_lines, write_output, write_text
from numlink.datasets.check import check_dataset
from numlink.datasets.reader import Dataset
from numlink.datasets.statistics import statistics
from numlink.datasets.texts import Split, TextFormat, TextOrder, exported, parse_shares
from numlink.formats.json_lines import json_line
from numlink.model.words import counted

SHOWN = 10  # puzzles that `dataset show` prints without --limit


@click.group("dataset", invoke_without_command=True)
@click.pass_context
def command(context: click.Context) -> None:
    """Check, summarize, read or export a dataset made by `numlink batch`."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@command.command("check")
@click.argument("target", metavar="DIR|URL")
@option(
    "--sample", type=click.IntRange(min=0), default=1000, metavar="N", help="Puzzles to prove again. Default: 1000."
)
@option("--all", "everything", is_flag=True, help="Prove all puzzles again.")
@option("--workers", type=click.IntRange(min=1), metavar="N", help="Number of processes. Default: one per core.")
@option("--json", "as_json", is_flag=True, help="Write one JSON object.")
@common("progress", "quiet")
def check(
    target: str, sample: int, everything: bool, workers: int | None, as_json: bool, progress_asked: bool | None
) -> int:
    """Verify checksums, look for duplicates, and prove a sample again.

    Exit code 1: faults were found.
    """
    data = opened(target)
    every = 1 if everything else len(data) // sample + 1 if sample else 0
    final = None
    done = 0
    with Progress("puzzles checked", asked=progress_asked, total=len(data)) as progress:
        known = UntilStopped(check_dataset(target, every=every, workers=workers, unfinished=True))
        for rows, so_far in known:
            done, final = done + rows, so_far
            progress.update(done)
    assert final is not None
    if as_json:
        write_text(json_line(asdict(final)), None)
    else:
        for fault in final.faults:
            click.echo(fault)
        words = f"{counted(len(final.faults), 'fault')} or more" if final.faults else "no faults"
        shards = known.number if known.stopped else len(data.shards)
        there = f"{counted(final.rows, 'puzzle')} in {counted(shards, 'shard')}"
        click.echo(f"{there}, {final.proven:,} proven again: {words}")
        if data.dry is not None:
            click.echo(f"{data.dry}.")
    known.end(None, "shard", "checked")
    return 1 if final.faults else 0


@command.command("stats")
@click.argument("target", metavar="DIR|URL")
@option("--json", "as_json", is_flag=True, help="Write one JSON object.")
@common("quiet")
def stats(target: str, as_json: bool) -> int:
    """Summarize pairs, path lengths, grades and effort by size."""
    found = statistics(opened(target))
    write_text(json_line(found.figures) if as_json else found.text, None)
    return 0


@command.command("show")
@click.argument("target", metavar="DIR|URL")
@option("--where", "condition", metavar="CONDITION", help='SQL condition: \'size = "9x9" and grade = "hard"\'.')
@option("--limit", type=click.IntRange(min=0), metavar="N", help=f"Print at most N puzzles. Default: {SHOWN}.")
@option("--columns", is_flag=True, help="With --json: all columns of the row instead of the puzzle.")
@common("json", "quiet", "output")
def show(
    target: str, condition: str | None, limit: int | None, columns: bool, as_json: bool, output: str | None
) -> int:
    """Print puzzles, all or those that meet a condition.

    Exit code 1: there are none.
    """
    data = opened(target)
    report = Report()
    rows: list[dict[str, Any]] = list(data.where(condition, limit=SHOWN if limit is None else limit))
    if columns:
        write_text("".join(map(json_line, rows)), output)
    else:
        placed = (
            (Place(number, last=number == len(rows)), data.puzzle(row)) for number, row in enumerate(rows, start=1)
        )
        write_output(placed, output, report, as_json=as_json)
    if not rows and limit != 0:
        say(f"no puzzle in {target} matches.")
    elif limit is None and len(rows) == SHOWN and (number := data.count(condition)) > SHOWN:
        say(f"{SHOWN} of {number:,} puzzles shown; --limit N shows more.")
    return report.code or (0 if rows or limit == 0 else 1)


def opened(target: str) -> Dataset:
    """The dataset at a path or URL; if it is not finished, the part that exists, with a line on stderr."""
    data = Dataset(target, unfinished=True)
    if data.unfinished:
        say(data.unfinished)
    return data


@command.command("export")
@click.argument("target", metavar="DIR|URL")
@option(
    "--format", type=click.Choice([one.value for one in TextFormat]), default=TextFormat.CHAT.value, read=TextFormat,
    help="JSON lines with messages, or text. Default: jsonl-chat.",
)  # fmt: skip
@option(
    "--split", type=click.Choice([one.value for one in Split]), read=Split,
    help="Export only this part. Default: all.",
)  # fmt: skip
@option(
    "--shares", default="80,10,10", read=parse_shares, metavar="A,B,C",
    help="Percentages for train, validation, test. Default: 80,10,10.",
)  # fmt: skip
@option("--reasoning/--no-reasoning", default=True, help="Include the steps. Default: yes.")
@option("--where", "condition", metavar="CONDITION", help='SQL condition: \'size = "9x9" and grade = "hard"\'.')
@option("--limit", type=click.IntRange(min=0), metavar="N", help="Export at most N puzzles.")
@common("workers", "progress", "quiet", "output")
def export(target: str, workers: int, progress_asked: bool | None, output: str | None, **order: Any) -> int:
    """Write prompts, reasoning steps and solutions for language models.

    All symmetric copies of a board are in the same split, on every machine.  Boards that can't be solved by reasoning
    alone are skipped; stderr says how many.  Exit code 1: nothing was written.
    """
    data = opened(target)
    left_out = written = 0
    with Progress("puzzles exported", asked=progress_asked) as progress:

        def blocks() -> Iterator[str]:
            nonlocal left_out, written
            for found in exported(data, TextOrder(**order), workers=workers):
                texts = [text for text in found if text is not None]
                written += len(texts)
                left_out += len(found) - len(texts)
                progress.update(left_out + written)
                if texts:
                    yield "".join(texts)

        write_lines(blocks(), output)
    if left_out:
        say(
            f"{counted(left_out, 'puzzle')} left out: reasoning alone doesn't solve them. --no-reasoning includes them."
        )
    return 0 if written else 1
