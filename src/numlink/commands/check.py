"""`numlink check`: whether puzzles are legal and unique under their own rules; a linter for level files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain
from typing import Any

import click

from numlink.commands.check_answers import check_answers
from numlink.commands.check_lab import LabOptions, check_lab, lab_options, require_lab
from numlink.commands.lint import Finding, lint
from numlink.commands.messages import complain, heeding_options
from numlink.commands.options import common, option
from numlink.commands.progress import Progress
from numlink.commands.report import Report
from numlink.commands.sources import StreamOptions, reports_on_puzzles
from numlink.commands.targets import write_lines
from numlink.errors import InputError
from numlink.model.characters import printed
from numlink.model.layout import whole_size_in_words
from numlink.model.words import counted

WORDS = {0: "good", 1: "with faults", 2: "unreadable", 3: "undecided"}
"""Exit code of a puzzle -> its word in the summary."""


@click.command("check")
@reports_on_puzzles
@option("--show", is_flag=True, help="Draw two solutions of each puzzle that has several.")
@option("--answers", "answers_file", metavar="FILE", help="Check the answers in FILE against the puzzles.")
@common("rules", "budget", "workers", "progress")
@lab_options
def command(
    stream: StreamOptions, show: bool, answers_file: str | None, progress_asked: bool | None, lab: bool, **given: Any
) -> None:
    """Validate puzzles: is each legal and unique under its rules, and are all different?

    A single puzzle gets a full report, with verdicts under the other rules too; several get one line each and a
    summary.  Exit code 1: a fault was found; 2: something could not be read; 3: time ran out.

    With --answers: which of the puzzles did a solver or an agent answer correctly?  Paths are judged under the rules
    of their puzzle; verdicts are proven.  Without a FILE of puzzles, the answers must name recipes.

    With --lab: could the lab assignment's program have printed this?  One FILE gets a report of all faults, several
    files or a folder a table.  With --run, programs are run, and their randomness is judged too.
    """
    asked = LabOptions(**given)
    require_lab(asked, lab=lab)
    if answers_file is not None:
        if lab or show or stream.rules is not None:
            raise InputError("--answers judges under each puzzle's own rules. Leave out --lab, --show and --rules.")
        check_answers(answers_file, stream, progress=progress_asked)
        return
    if lab:
        check_lab(stream, asked, progress=progress_asked)
        return
    entries = heeding_options(stream.entries())
    first = next(entries)  # without waiting for a second one
    alone = first.place.last
    report, as_json = stream.report, stream.as_json
    findings = lint(chain([first], entries), stream.rules, budget=stream.budget, alone=alone, workers=stream.workers)
    with Progress("puzzles checked", asked=progress_asked) as progress:
        lines = report.lines(
            ((finding.place, finding) for finding in progress.over(findings)),
            Finding.to_json,
            lambda _, finding: "".join(f"{line}\n" for line in _lines(finding, alone=alone, show=show)),
            as_json=as_json,
            code=lambda finding: finding.code,
        )
        write_lines(lines if alone or as_json else chain(lines, _summary(report)), stream.output)


def _summary(report: Report) -> Iterator[str]:
    """The last line about a stream: how many puzzles are good, with faults, unreadable, undecided."""
    tally = Counter(report.codes)
    parts = ", ".join(f"{tally[code]:,} {word}" for code, word in WORDS.items() if tally[code])
    yield f"{counted(len(report.codes), 'puzzle')}: {parts}\n"


def _lines(finding: Finding, *, alone: bool, show: bool) -> Iterator[str]:
    """The lines about one puzzle: one, or a report if it is the only one (`alone`); `show` adds its two solutions.

    If the only puzzle is unreadable, the line goes to stderr.
    """
    place, puzzle, problems = finding.place, finding.puzzle, finding.problems
    if puzzle is None:
        if alone:
            complain(place.before(str(finding.unreadable)))
        else:
            yield f"{place}: {finding.unreadable}"
        return
    listed = alone and len(problems) > 1
    cost = f"; {finding.verdict.effort}" if alone and finding.verdict is not None else ""
    about = f"{whole_size_in_words(puzzle)}, {counted(puzzle.pairs, 'pair')}, rules {puzzle.rules}{cost}"
    good = "unique, strict" if finding.verdict is not None and finding.verdict.strict else "unique"
    yield f"{place}: {f'{len(problems)} faults' if listed else '; '.join(problems) or good} ({about})"
    if listed:
        yield from (f"  {problem}" for problem in problems)
    if finding.others:
        yield "  for information:"
        yield from (f"    {other}" for other in finding.others)
    if show and finding.verdict is not None and finding.verdict.second is not None:
        for title, solution in (("one solution", finding.verdict.solution), ("another", finding.verdict.second)):
            yield f"  {title} of {place}:"
            yield printed(puzzle.filled(solution), puzzle.grid)
