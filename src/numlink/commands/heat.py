"""`numlink heat`: how many of all solutions use each link, as numbers or as a picture."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated, TypedDict

import click

from numlink.commands.options import common
from numlink.commands.report import apart
from numlink.commands.sources import StreamOptions, reads_puzzles
from numlink.commands.targets import picture_for, report_as_json, write_lines
from numlink.errors import InputError
from numlink.exact.count import heat
from numlink.exact.verdict import EffortObject, Heat
from numlink.files import write_file
from numlink.formats.json_lines import JsonPosition, RulesWord
from numlink.model.puzzle import Puzzle
from numlink.model.rules import Rules
from numlink.model.words import counted, written


@click.command("heat")
@reads_puzzles
@common("rules", "budget", "workers", "theme")
def command(stream: StreamOptions, theme: str) -> None:
    """Show how often neighbours are linked over all solutions, as an exact share; cells are row,column from 0.

    -o FILE.svg, .png, .pdf or .eps draws the shares on the board: the wider and darker a link, the more solutions use
    it.  Links that no solution uses are omitted.  Exit code 1: there is no solution; 3: time ran out, or the board is
    too wide to count.
    """
    output, report = stream.output, stream.report
    picture = None if stream.as_json else picture_for(output)
    as_json = picture is None and report_as_json(output, as_json=stream.as_json)
    answers = stream.answers(_answer)
    if picture is None or output is None:
        lines = report.lines(answers, lambda found: _object(*found), lambda _, found: _text(*found), as_json=as_json)
        write_lines(lines if as_json else apart(lines), output)
        return
    from numlink.render.picture import Options

    found = [answer for _, answer in report.found(answers)]
    if len(found) > 1:
        raise InputError(f"a heat map shows one puzzle, not {len(found)}. Choose one with --pick N.")
    for puzzle, shares in found:
        write_file(output, picture([puzzle], Options(theme=theme, heat=shares)))


def _answer(puzzle: Puzzle, *, rules: Rules | None, budget: float | None) -> tuple[Puzzle, Heat]:
    puzzle = puzzle.with_rules(rules)
    return puzzle, heat(puzzle, budget=budget)


def _text(puzzle: Puzzle, shares: Heat) -> str:
    """The number of solutions, then a line for each link: its two cells, its share as a fraction and in percent."""
    lines = [f"{counted(shares.total, 'solution')} under {shares.rules}\n"]
    for one, other, share in _used(puzzle, shares):
        lines.append(f"{written(one)} {written(other)}  {share}  {100 * float(share):.4g} %\n")
    return "".join(lines)


def _used(puzzle: Puzzle, shares: Heat) -> Iterator[tuple[tuple[int, ...], tuple[int, ...], Fraction]]:
    """(position, position, share) of each link that some solution uses."""
    grid = puzzle.grid
    for (first, second), share in shares.items():
        if share:
            yield grid.position(first), grid.position(second), share


class HeatObject(TypedDict):
    """For each link that a solution uses, the exact share of solutions that use it."""

    count: Annotated[str, "all solutions, in decimal digits"]
    rules: RulesWord
    links: Annotated[list[tuple[JsonPosition, JsonPosition, str]], "two cells and their share, such as 3/8"]
    effort: EffortObject
    seconds: float


def _object(puzzle: Puzzle, shares: Heat) -> HeatObject:
    return {
        "count": str(shares.total),
        "rules": shares.rules.name,
        "links": [(list(one), list(other), str(share)) for one, other, share in _used(puzzle, shares)],
        "effort": shares.effort.to_json(),
        "seconds": round(shares.seconds, 6),
    }
