"""`numlink repair`: make boards unique by cutting few paths."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

import click

from numlink.commands.messages import Exit
from numlink.commands.options import common, option
from numlink.commands.progress import Progress
from numlink.commands.report import Entry, Place, Report
from numlink.commands.sources import StreamOptions, reads_puzzles
from numlink.commands.targets import needs_solution, require_ending, write_answers
from numlink.errors import InputError, NumlinkError, Unanswered
from numlink.making.repair import Repair, repair
from numlink.model.judge import check
from numlink.model.puzzle import Puzzle
from numlink.model.rules import Rules
from numlink.model.words import counted


@click.command("repair")
@reads_puzzles
@common("rules")
@option("--solution", "with_solution", is_flag=True, help="Print the solution too.")
@option("--fewest", is_flag=True, help="Add as few pairs as possible (10 seconds or more for 100x100).")
@common("budget", "progress")
def command(stream: StreamOptions, with_solution: bool, fewest: bool, progress_asked: bool | None) -> None:
    """Make puzzles unique by cutting paths of one solution in two, which adds pairs.

    It keeps the solution in the file, or else the first one found that can be cut, and reports the cuts on stderr.
    Boards up to 900 cells usually get the fewest cuts possible.  Exit code 1: a puzzle has no solution, or none of
    the cuts tried makes it unique.
    """
    output, as_json = stream.output, stream.as_json
    require_ending(output, as_json=as_json)
    with_solution |= needs_solution(output, as_json=as_json)
    report, rules = stream.report, stream.rules
    with Progress("links proven", asked=progress_asked) as progress:
        mend = partial(repair, rules=rules, budget=stream.budget, fewest=fewest, on_progress=progress.update)
        repaired = _repaired(stream.entries(), report, mend, progress, rules, with_solution=with_solution)
        write_answers(repaired, output, report, as_json=as_json, solved=with_solution)


def _repaired(
    entries: Iterable[Entry],
    report: Report,
    mend: Callable[[Puzzle], Repair],
    progress: Progress,
    rules: Rules | None,
    *,
    with_solution: bool,
) -> Iterator[tuple[Place, Puzzle | NumlinkError]]:
    """(place, unique puzzle) for each entry, or (place, error) and a line on stderr if it cannot be made unique."""
    for place, item in entries:
        if not isinstance(item, Puzzle):
            report.refuse(place, item)
            yield place, item
            continue
        try:
            fixed = mend(item)
        except (InputError, Unanswered) as error:
            progress.pause()
            report.refuse(place, error, _code(item, rules, error))
            yield place, error
            continue
        progress.pause()
        summary = counted(len(fixed.changes), "added pair") if fixed.changes else "already unique"
        report.say(place, f"{summary}, under {fixed.puzzle.rules}.")
        for change in fixed.changes:
            report.say(place, f"{change.told(item.grid)}.")
        yield place, fixed.puzzle if with_solution else fixed.puzzle.with_solution(None)


def _code(puzzle: Puzzle, rules: Rules | None, error: NumlinkError) -> Exit:
    """The exit code: 3 no answer in time; 2 an illegal puzzle or a wrong solution; 1 it cannot be made unique."""
    if isinstance(error, Unanswered):
        return Exit.BUDGET_ENDED
    known = puzzle.solution if rules in (None, puzzle.rules) else None
    return Exit.BAD_INPUT if check(puzzle, known) else Exit.NO
