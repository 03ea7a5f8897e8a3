"""`numlink rate`: how hard puzzles are for a person, and why."""

from __future__ import annotations

import json

import click

from numlink.commands.common import STANDARD, from_option, json_option, read_items, rules_option, worst
from numlink.errors import NumlinkError
from numlink.puzzle import Puzzle, Rules
from numlink.rating import Grade, Rating, rate

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


@click.command("rate", short_help="Grade puzzles from easy to extreme.")
@click.argument("sources", metavar="[FILE|-|URL]...", nargs=-1)
@from_option
@rules_option
@click.option("--unsorted", is_flag=True, help="Keep the order of the input, instead of the easiest first.")
@json_option
def command(
    sources: tuple[str, ...], from_format: str | None, rules: Rules | None, unsorted: bool, as_json: bool
) -> int:
    """Grade puzzles: easy, medium, hard, expert, extreme, with the figures behind each grade.

    A puzzle without exactly one solution has no grade (exit code 1).  The grades are defined in docs/difficulty.md.
    """
    codes: list[int] = []
    rated: list[tuple[str, Puzzle, Rating]] = []
    for source in sources or (STANDARD,):
        for number, item in enumerate(read_items(source, from_format), start=1):
            try:
                if not isinstance(item, Puzzle):
                    raise item
                rating = rate(item, rules)
            except NumlinkError as error:
                click.echo(f"numlink: {error}", err=True)
                codes.append(2)
                continue
            codes.append(1 if rating.grade is Grade.NONE else 0)
            entry = (item.name or (f"{source}:{number}" if source != STANDARD else str(number)), item, rating)
            rated.append(entry)
            if unsorted and as_json:
                click.echo(_object(entry))
    if not unsorted:
        rated.sort(key=lambda entry: entry[2].order)
        if as_json:
            for entry in rated:
                click.echo(_object(entry))
    if not as_json and rated:
        click.echo(_table(rated))
    return worst(codes)


def _object(entry: tuple[str, Puzzle, Rating]) -> str:
    name, puzzle, rating = entry
    return json.dumps({"name": name, "width": puzzle.width, "height": puzzle.height, **rating.to_json()})


def _table(rated: list[tuple[str, Puzzle, Rating]]) -> str:
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
