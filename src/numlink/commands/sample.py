"""`numlink sample`: random solutions, each equally likely."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import click

from numlink.commands.messages import say
from numlink.commands.options import MOST, common, option
from numlink.commands.report import Answers, Place
from numlink.commands.sources import StreamOptions, reads_puzzles
from numlink.commands.targets import require_ending, write_answers
from numlink.errors import NumlinkError
from numlink.exact.count import samples
from numlink.model.arguments import random_seed
from numlink.model.puzzle import Puzzle
from numlink.model.rules import Rules


@click.command("sample")
@reads_puzzles
@common("seed")
@option("--count", type=click.IntRange(1, MOST), default=1, metavar="K", help="Draw K solutions of each puzzle.")
@common("rules", "budget", "workers")
def command(stream: StreamOptions, seed: int | None, count: int) -> None:
    """Draw solutions at random, each equally likely, and write the puzzle with each.

    Exit code 1: there is no solution; 3: time ran out, or the board is too wide to count.
    """
    require_ending(stream.output, as_json=stream.as_json)
    chosen = random_seed() if seed is None else seed
    draw = partial(_answer, number=count, seed=chosen, at_once=stream.workers > 1)
    drawn = _each(stream.answers(draw), count, f"seed {chosen}" if seed is None else None)
    write_answers(drawn, stream.output, stream.report, as_json=stream.as_json, solved=True)


def _each(
    answers: Answers[Iterable[Puzzle]], count: int, note: str | None
) -> Iterator[tuple[Place, Puzzle | NumlinkError]]:
    """(place, solved puzzle) for each of the `count` solutions of each puzzle; errors are passed on.

    `note` is written to stderr before the first solution.
    """
    for place, found in answers:
        if isinstance(found, NumlinkError):
            yield place, found
        else:
            for number, puzzle in enumerate(found, start=1):
                if note is not None:
                    say(note)
                    note = None
                yield replace(place, last=place.last and number == count), puzzle


def _answer(puzzle: Puzzle, *, number: int, rules: Rules | None, at_once: bool, **options: Any) -> Iterable[Puzzle]:
    """The puzzle with each of its samples, drawn one by one, or `at_once`, as a worker process must return them."""
    puzzle = puzzle.with_rules(rules)
    drawn = map(puzzle.with_solution, samples(puzzle, number, **options))
    return [*drawn] if at_once else drawn
