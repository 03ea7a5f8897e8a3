"""`numlink census`: the number of ways to lay paths on an empty board."""

from __future__ import annotations

from typing import Annotated, Any, TypedDict

import click

from numlink.commands.messages import Exit
from numlink.commands.options import GroupedCommand, common
from numlink.commands.targets import report_as_json, write_lines
from numlink.commands.wish_options import board_of, board_options
from numlink.errors import InputError
from numlink.exact.count import census
from numlink.formats.json_lines import RulesWord, json_line
from numlink.making.recipe import Spec
from numlink.making.wish_values import by_chance
from numlink.model.rules import COVER, Rules
from numlink.model.sizes import parse_size
from numlink.model.words import counted


class CensusObject(TypedDict):
    """The number of ways to lay paths on an empty board."""

    width: int
    height: int
    rules: RulesWord
    counts: Annotated[list[str], "with 0, 1, 2, ... paths, in decimal digits"]
    count: Annotated[str, "all together"]


@click.command("census", cls=GroupedCommand)
@click.argument("size", metavar="[SIZE]", default="")
@common("new-rules")
@board_options
@common("budget", "quiet", "json", "report")
def command(
    size: str, rules: Rules | None, budget: float | None, as_json: bool, output: str | None, **options: Any
) -> int:
    """Count the ways to fill an empty board with paths, in total and by number of paths.

    Under cover, the default rules, the paths cover the board.  Exit code 3: time ran out, or the board is too wide to
    count.
    """
    as_json = report_as_json(output, as_json=as_json)
    (width, height), fields = board_of(options, parse_size(size) if size else None)
    spec = Spec(width, height, 0, **fields)
    left_to_chance = [wish for wish in (spec.walls, spec.bridges) if by_chance(wish)]
    if left_to_chance:
        raise InputError(
            f"'{left_to_chance[0]}' makes the board random. Give a board with its walls and bridges: --mask FILE."
        )
    grid = spec.grid
    rules = COVER if rules is None else rules
    found = census(width, height, rules, grid.solids, layout=grid.layout, budget=budget)
    if as_json:
        known: CensusObject = {
            "width": width,
            "height": height,
            "rules": rules.name,
            "counts": [str(count) for count in found],
            "count": str(sum(found)),
        }
        write_lines([json_line(known)], output)
    else:
        lines = [f"{counted(paths, 'path')}: {number}\n" for paths, number in enumerate(found) if number]
        write_lines([f"{counted(sum(found), 'way')} to draw paths, under {rules}\n", *lines], output)
    return Exit.YES
