"""`numlink check`: is it a legal puzzle, is it unique under its own rules; a linter for files of levels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import Any, NotRequired

import click

from numlink.commands.check_answers import check_answers
from numlink.commands.check_lab import check_lab, lab_asked, lab_options
from numlink.commands.lint import Finding, FindingObject, JudgedObject, lint
from numlink.commands.messages import complain, heeding_options
from numlink.commands.options import (
    budget_option,
    option,
    progress_option,
    rules_option,
    workers_option,
)
from numlink.commands.progress import Progress
from numlink.commands.report import Entry, Place, Report
from numlink.commands.sources import StreamOptions, reads_puzzles
from numlink.commands.targets import report_as_json, write_lines
from numlink.errors import InputError, ParseError
from numlink.exact.verdict import Verdict
from numlink.formats.base import Item
from numlink.model.characters import printed
from numlink.model.layout import whole_size_in_words
from numlink.model.puzzle import Puzzle
from numlink.model.rules import Rules
from numlink.model.words import counted

WORDS = {0: "good", 1: "at fault", 2: "unreadable", 3: "not known"}
"""Exit code of a puzzle -> its word in the summary."""


@click.command("check")
@reads_puzzles
@rules_option
@budget_option
@option("--show", is_flag=True, help="Draw two solutions of each puzzle that has several.")
@option(
    "--answers",
    "answers_file",
    metavar="FILE",
    help="Judge the answers in FILE to the puzzles.",
)
@workers_option
@progress_option
@lab_options
def command(
    stream: StreamOptions,
    rules: Rules | None,
    budget: float | None,
    show: bool,
    answers_file: str | None,
    workers: int,
    progress_asked: bool | None,
    **lab: Any,
) -> int:
    """Validate puzzles: is each legal and unique under its rules, and are all different?

    A single puzzle gets a full report, with verdicts under the other rules too; several get one line each and a
    summary.  Exit code 1: a fault was found; 2: something could not be read; 3: time ran out.

    With --answers: which of the puzzles did a solver or an agent answer correctly?  Paths are judged under the rules
    of their puzzle; verdicts are proven.  Without a FILE of puzzles, the answers must name recipes.

    With --lab: could the lab assignment's program have printed this?  One FILE gets a report of all faults, several
    files or a folder a table.  With --run, programs are run, and their randomness is judged too.
    """
    stream = replace(stream, as_json=report_as_json(stream.output, as_json=stream.as_json))
    output, as_json = stream.output, stream.as_json
    asked = lab_asked(lab)
    if answers_file is not None:
        if asked is not None or show or rules is not None:
            raise InputError("--answers judges under each puzzle's own rules. Leave out --lab, --show and --rules.")
        return check_answers(answers_file, stream, budget=budget, workers=workers, progress=progress_asked)
    if asked is not None:
        return check_lab(stream, asked, progress=progress_asked)
    places: list[Place] = []
    items = heeding_options(_placed(stream.entries(), places))
    first = next(items)  # no second one is awaited
    alone = places[0].last
    findings = lint(chain([first], items), rules, budget=budget, alone=alone, workers=workers)
    report = Report()
    with Progress("puzzles checked", asked=progress_asked) as progress:
        lines = report.lines(
            ((places[finding.number - 1], finding) for finding in progress.over(findings)),
            partial(_object, places=places),
            lambda _, finding: "".join(f"{line}\n" for line in _told(finding, places, alone=alone, show=show)),
            as_json=as_json,
            code=lambda finding: finding.code,
        )
        write_lines(lines if alone or as_json else chain(lines, _summary(report)), output)
    return report.code


def _summary(report: Report) -> Iterator[str]:
    """The line of a stream's end: how many puzzles are good, at fault, unreadable, not known."""
    tally = Counter(report.codes)
    parts = ", ".join(f"{tally[code]:,} {word}" for code, word in WORDS.items() if tally[code])
    yield f"{counted(len(report.codes), 'puzzle')}: {parts}\n"


class FoundObject(FindingObject):
    """A board at fault; for a copy, the file of the board that it copies if there are several files."""

    copy_of_file: NotRequired[str]


class FoundVerdictObject(JudgedObject):
    """A board with the verdict on it."""

    copy_of_file: NotRequired[str]


def _placed(entries: Iterable[Entry], places: list[Place]) -> Iterator[Item]:
    """Yield the items of a stream and append the place of each to `places`: finding n is about `places[n - 1]`.

    An error of another kind becomes a ParseError with the same words.
    """
    for entry in entries:
        places.append(entry.place)
        yield entry.item if isinstance(entry.item, Puzzle | ParseError) else ParseError(str(entry.item))


def _object(finding: Finding, *, places: list[Place]) -> dict[str, object]:
    """The finding as a JSON object without the keys puzzle and name, which the caller adds with the place."""
    found = {key: value for key, value in finding.to_json().items() if key not in ("puzzle", "name")}
    if finding.copy_of is not None:
        copied = places[finding.copy_of - 1]
        found["copy_of"] = copied.number
        if copied.source is not None:
            found["copy_of_file"] = copied.source
    return found | {"problems": _problems(finding, places)}


def _problems(finding: Finding, places: list[Place]) -> list[str]:
    return finding.told(lambda number: str(replace(places[number - 1], name=None)))


def _told(finding: Finding, places: list[Place], *, alone: bool, show: bool) -> Iterator[str]:
    """The lines about one puzzle: one, or a report if it is the only one (`alone`); `show` adds two solutions, if any.

    If an only puzzle is unreadable, stderr gets the line.
    """
    place = places[finding.number - 1]
    if finding.puzzle is None:
        if alone:
            complain(place.before(str(finding.unreadable)))
        else:
            yield f"{place}: {finding.unreadable}"
        return
    if alone:
        yield from _report(finding, place)
    else:
        unique = "unique, strict" if finding.verdict is not None and finding.verdict.strict else "unique"
        yield f"{place}: {_about(finding.puzzle)}: {'; '.join(_problems(finding, places)) or unique}"
    if show:
        yield from _drawn(finding.puzzle, finding.verdict, place)


def _about(puzzle: Puzzle) -> str:
    return f"{whole_size_in_words(puzzle)}, {counted(puzzle.pairs, 'pair')}, rules {puzzle.rules}"


def _report(finding: Finding, place: Place) -> Iterator[str]:
    """The full report on a single puzzle."""
    assert finding.puzzle is not None
    yield f"{place}: {_about(finding.puzzle)}"
    yield from (f"  fault: {fault}" for fault in finding.faults)
    if finding.verdict is not None:
        yield f"  {finding.verdict}"
        if finding.code:
            more = finding.problems[len(finding.faults) :]
            yield from (f"  {problem}" for problem in more if problem != str(finding.verdict))
        yield from (f"  (for information: {other})" for other in finding.others)


def _drawn(puzzle: Puzzle, verdict: Verdict | None, place: Place) -> Iterator[str]:
    if verdict is not None and verdict.second is not None:
        for title, solution in (("one solution", verdict.solution), ("another", verdict.second)):
            yield f"  {title} of {place}:"
            yield printed(puzzle.filled(solution), puzzle.grid)
