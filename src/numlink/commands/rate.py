"""`numlink rate`: how hard puzzles are for a person, and why."""

from __future__ import annotations

import json
from collections.abc import Iterator

import click

from numlink.commands.options import STANDARD, budget_option, from_option, json_option, progress_option, rules_option
from numlink.commands.progress import progress
from numlink.commands.report import worst
from numlink.commands.sources import read_items
from numlink.errors import NumlinkError
from numlink.exact.verdict import Answer
from numlink.model.puzzle import Puzzle
from numlink.model.rules import Rules
from numlink.reasoning.rate import PROOF_SECONDS, Grade, Rating, rate

HEADINGS = (
    "grade",
    "",
    "hardest",
    "looks",
    "guesses",
    "depth",
    "longest",
    "open",
    "detour",
    "deception",
    "links by tier 0/1/2/3/L",
)

Entry = tuple[str, Puzzle, Rating]

_CODES = {Answer.UNIQUE: 0, Answer.MULTIPLE: 1, Answer.NONE: 1, Answer.UNKNOWN: 3}


@click.command("rate", short_help="Grade puzzles from easy to extreme.")
@click.argument("sources", metavar="[FILE|-|URL]...", nargs=-1)
@from_option
@rules_option
@budget_option
@click.option("--unsorted", is_flag=True, help="Keep the order of the input, instead of the easiest first.")
@progress_option
@json_option
def command(
    sources: tuple[str, ...],
    from_format: str | None,
    rules: Rules | None,
    budget: float | None,
    unsorted: bool,
    progress_asked: bool,
    as_json: bool,
) -> int:
    """Grade puzzles: easy, medium, hard, expert, extreme, with the figures behind each grade.

    A puzzle without exactly one solution has no grade (exit code 1).  Where a person's means don't solve a puzzle the
    solver is asked; exit code 3: no answer in --budget (default 10 seconds a puzzle).  The grades are defined in
    docs/difficulty.md.
    """
    codes: list[int] = []
    rated: list[Entry] = []
    limit = PROOF_SECONDS if budget is None else budget
    for entry in progress(_rated(sources, from_format, rules, limit, codes), "puzzles rated", asked=progress_asked):
        if unsorted and as_json:
            click.echo(_object(entry))
        else:
            rated.append(entry)
    if not unsorted:
        rated.sort(key=lambda entry: entry[2].order)
    if as_json:
        for entry in rated:
            click.echo(_object(entry))
    elif rated:
        click.echo(_table(rated))
    return worst(codes)


def _rated(
    sources: tuple[str, ...], from_format: str | None, rules: Rules | None, budget: float, codes: list[int]
) -> Iterator[Entry]:
    """Name, puzzle and rating of all that can be read and is legal; the others are told on stderr."""
    for source in sources or (STANDARD,):
        try:
            for number, item in enumerate(read_items(source, from_format), start=1):
                try:
                    if not isinstance(item, Puzzle):
                        raise item
                    rating = rate(item, rules, budget=budget)
                except NumlinkError as error:
                    _refuse(error, _place(source, number), codes)
                    continue
                codes.append(_CODES[rating.verdict])
                yield item.name or (f"{source}:{number}" if source != STANDARD else str(number)), item, rating
        except NumlinkError as error:  # of the source as a whole; the others go on
            _refuse(error, "" if source in str(error) or source == STANDARD else source, codes)


def _place(source: str, number: int) -> str:
    """Where a bad puzzle stands, as far as the message does not go without saying."""
    if source == STANDARD:
        return f"puzzle {number}" if number > 1 else ""
    return f"{source}, puzzle {number}"


def _refuse(error: NumlinkError, place: str, codes: list[int]) -> None:
    click.echo(f"numlink: {place}{': ' if place else ''}{error}", err=True)
    codes.append(2)


def _object(entry: Entry) -> str:
    name, puzzle, rating = entry
    return json.dumps({"name": name, "width": puzzle.width, "height": puzzle.height, **rating.to_json()})


def _table(rated: list[Entry]) -> str:
    """One line a puzzle under headings, columns aligned."""
    rows: list[tuple[str, ...]] = [("puzzle", *HEADINGS)]
    for name, puzzle, rating in rated:
        if rating.grade is Grade.NONE:
            rows.append((name, "none", str(rating.remark), *[""] * 9))
            continue
        tiers = "/".join(str(rating.tiers[tier]) for tier in (0, 1, 2, 3, 5))
        figures = (rating.hardest_tier, rating.looks, rating.guesses, rating.depth, rating.longest, rating.bottleneck)
        rows.append(
            (
                name,
                f"{rating.grade} {rating.number}",
                f"{puzzle.width}x{puzzle.height} {rating.rules}",
                *map(str, figures),
                f"{rating.detour:.2f}",
                f"{rating.deception:.2f}",
                tiers,
            )
        )
    widths = [max(len(row[column]) for row in rows if row[1] != "none" or column < 2) for column in range(len(rows[0]))]
    return "\n".join(
        "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip() for row in rows
    )
