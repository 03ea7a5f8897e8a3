"""`numlink dataset export`: puzzles of a dataset as text for language models."""

from __future__ import annotations

from collections.abc import Iterator

import click

from numlink.commands.messages import say
from numlink.commands.options import output_option, progress_option, quiet_option, workers_option
from numlink.commands.progress import Progress
from numlink.commands.targets import write_lines
from numlink.datasets.exporting import TextOrder, exported
from numlink.datasets.reader import Dataset
from numlink.datasets.texts import Split, TextFormat, parse_shares
from numlink.model.words import counted


def opened(target: str) -> Dataset:
    """The dataset at a path or URL; for one that is not finished, the part that is there, with a line on stderr."""
    data = Dataset(target, unfinished=True)
    if data.unfinished:
        say(data.unfinished)
    return data


@click.command("export")
@click.argument("target", metavar="DIR|URL")
@click.option(
    "--format", "format", type=click.Choice([one.value for one in TextFormat]), default=TextFormat.CHAT.value,
    show_default=True, help="JSON lines with messages, or text.",
)  # fmt: skip
@click.option("--split", type=click.Choice([one.value for one in Split]), help="Export only this part. Default: all.")
@click.option(
    "--shares", default="80,10,10", show_default=True, metavar="A,B,C", help="Percent for train, validation, test."
)
@click.option("--reasoning/--no-reasoning", default=True, help="With or without the steps. Default: with.")
@click.option("--where", "condition", metavar="CONDITION", help='SQL condition: \'size = "9x9" and grade = "hard"\'.')
@click.option("--limit", type=click.IntRange(min=0), metavar="N", help="Export at most N puzzles.")
@workers_option
@progress_option
@quiet_option
@output_option
def command(
    target: str,
    format: str,
    split: str | None,
    shares: str,
    reasoning: bool,
    condition: str | None,
    limit: int | None,
    workers: int,
    progress_asked: bool | None,
    output: str | None,
) -> int:
    """Write puzzles of a dataset for language models: a prompt, the reasons step by step, the solution.

    All symmetric copies of a board are in the same split, on every machine.  A board that reasons alone do not solve is
    left out; a line on stderr says how many were.  Exit code 1: nothing was written.
    """
    data = opened(target)
    order = TextOrder(TextFormat(format), Split(split) if split else None, parse_shares(shares), reasoning)
    left_out = written = 0
    with Progress("puzzles exported", asked=progress_asked) as progress:

        def blocks() -> Iterator[str]:
            nonlocal left_out, written
            for found in exported(data, order, condition=condition, limit=limit, workers=workers):
                texts = [text for text in found if text is not None]
                written += len(texts)
                left_out += len(found) - len(texts)
                progress.update(left_out + written)
                if texts:
                    yield "".join(texts)

        write_lines(blocks(), output)
    if left_out:
        say(f"{counted(left_out, 'puzzle')} left out: reasons alone do not lead to the end. --no-reasoning takes them.")
    return 0 if written else 1
