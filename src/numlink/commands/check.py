"""`numlink check`: is it a legal puzzle, is it unique under its own rules; a linter for files of levels."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import chain, islice

import click

from numlink.commands.options import (
    STANDARD,
    budget_option,
    from_option,
    json_option,
    output_option,
    progress_option,
    rules_option,
    source_argument,
)
from numlink.commands.progress import progress
from numlink.commands.report import worst
from numlink.commands.sources import each_item
from numlink.commands.targets import report_as_json, write_text
from numlink.exact.lint import Finding, lint
from numlink.model.characters import boxed
from numlink.model.rules import Rules
from numlink.model.words import counted

WORDS = {0: "good", 1: "at fault", 2: "unreadable", 3: "not known"}


@click.command("check", short_help="Judge puzzles and whole files of levels.")
@source_argument
@from_option
@rules_option
@budget_option
@click.option("--show", is_flag=True, help="Draw two solutions of every puzzle that has several.")
@progress_option
@json_option
@output_option
def command(
    source: str,
    from_format: str | None,
    rules: Rules | None,
    budget: float | None,
    show: bool,
    progress_asked: bool,
    as_json: bool,
    output: str | None,
) -> int:
    """Check puzzles: legal, with exactly one solution under their own rules, and no two the same?

    One puzzle gets a full report, with the other rules and the strict claim for information; a file of many gets a
    line each and a summary.  Exit code 1: something is at fault; 2: something could not be read; 3: the budget
    (seconds for each puzzle) ended before it was known.
    """
    as_json = report_as_json(output, as_json=as_json)
    items = iter(each_item(source, from_format))
    start = list(islice(items, 2))
    alone = len(start) == 1
    findings = lint(chain(start, items), rules, budget=budget, information=alone)
    codes: list[int] = []
    kept: list[str] = []  # for a file, which is written whole or not at all
    tell = click.echo if output in (None, STANDARD) else kept.append
    for finding in progress(findings, "puzzles checked", asked=progress_asked):
        codes.append(finding.code)
        for line in [json.dumps(finding.to_json())] if as_json else _told(finding, alone=alone, show=show):
            tell(line)
    if not alone and not as_json:
        tally = Counter(codes)
        parts = ", ".join(f"{tally[code]:,} {word}" for code, word in WORDS.items() if tally[code])
        tell(f"{len(codes):,} puzzles: {parts}")
    if kept:
        write_text("".join(line + "\n" for line in kept), output)
    return worst(codes)


def _told(finding: Finding, *, alone: bool, show: bool) -> Iterator[str]:
    """The lines about one puzzle."""
    if alone:
        yield from _report(finding)
    else:
        yield _line(finding)
    if show:
        yield from _drawn(finding)


def _title(finding: Finding) -> str:
    name = f" ({finding.puzzle.name})" if finding.puzzle and finding.puzzle.name else ""
    return f"puzzle {finding.number}{name}"


def _about(finding: Finding) -> str:
    puzzle = finding.puzzle
    return f"{puzzle.width}x{puzzle.height}, {counted(puzzle.pairs, 'pair')}, rules {puzzle.rules}" if puzzle else ""


def _report(finding: Finding) -> Iterator[str]:
    """One puzzle at length."""
    if finding.puzzle is None:
        click.echo(f"numlink: {finding.unreadable}", err=True)
        return
    yield f"{_title(finding)}: {_about(finding)}"
    yield from (f"  fault: {fault}" for fault in finding.faults)
    if finding.verdict is not None:
        yield f"  {finding.verdict}"
        if finding.code:
            more = finding.problems[len(finding.faults) :]
            yield from (f"  {problem}" for problem in more if problem != str(finding.verdict))
        yield from (f"  (for information: {other})" for other in finding.others)


def _line(finding: Finding) -> str:
    if finding.puzzle is None:
        return f"{_title(finding)}: {finding.unreadable}"
    return f"{_title(finding)}: {_about(finding)}: {'; '.join(finding.problems) or 'unique'}"


def _drawn(finding: Finding) -> Iterator[str]:
    verdict = finding.verdict
    if finding.puzzle is not None and verdict is not None and verdict.second is not None:
        for title, solution in (("one solution", verdict.solution), ("another", verdict.second)):
            yield f"  {title} of puzzle {finding.number}:"
            yield boxed(finding.puzzle.filled(solution))
