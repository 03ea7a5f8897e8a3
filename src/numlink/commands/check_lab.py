"""`numlink check --lab`: judge outputs of students' programs, one in a report or many in a table; `--run` runs them.

sources ─┬─ texts ── outputs ── verdicts ─┐
         └─ --run: n = 2, 3, 7, 10, 20 ───┴─ a row for each file ── report, table, CSV or JSON
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial, reduce
from typing import Any, TypeVar

import click

from numlink.commands.lab_outputs import command_line, files_of, holds_puzzles, run_program, text_of
from numlink.commands.lab_report import LabRow, as_csv, as_table, at_length, json_lines
from numlink.commands.messages import Exit, complain
from numlink.commands.options import STANDARD, Amount, option
from numlink.commands.progress import Progress
from numlink.commands.report import Place
from numlink.commands.sources import StreamOptions
from numlink.commands.targets import UntilStopped, write_lines
from numlink.errors import InputError, quoted, raising
from numlink.formats import guess, iterate
from numlink.formats.lab_output import LabOutput, lab_outputs
from numlink.making.lab.growth import read_trace
from numlink.making.lab.randomness import SAME_BOARDS, TracedGrowth, random_faults
from numlink.making.lab.verdict import NO_BOARD, NOTHING_PRINTED, judge, judge_puzzle
from numlink.model.arguments import natural

Decorated = TypeVar("Decorated", bound=Callable[..., Any])

SIZES = (2, 3, 7, 10, 20)
"""The values of n to run a program with: the smallest, those of the assignment, a large one that shows more faults."""
RANDOM_RUNS = 4  # the number of runs from which randomness is judged
RANDOM_N = 60
"""The n of these runs: of programs that try only one order, 1 in 50 does not show it in four runs of 40x40."""
SEEDED_BY_SECOND = "runs within the same second print the same board: the random numbers are seeded by the second"
MOST_RUNS = 8  # the most runs to get RANDOM_RUNS different outputs
MOST_MEGABYTES = 1_000_000_000
"""The largest memory limit, in megabytes: a petabyte.  The system's own calls refuse larger ones."""
NEXT_SEED = 1.1  # seconds to wait before a program that takes the time in seconds as its seed prints another board


def _sizes(text: str) -> tuple[int, ...]:
    found = [natural(word.strip()) or 0 for word in text.split(",")]
    if not all(0 < n <= 1000 for n in found):
        raise InputError(f"--sizes must be a list of numbers from 1 to 1000, like 2,3,7, not {text[:40]!r}.")
    return tuple(found)


@dataclass(frozen=True, slots=True)
class LabOptions:
    """The options of `check` that need --lab: `sizes` None are SIZES; seconds and megabytes are those of each run."""

    commands: tuple[str, ...] = ()
    sizes: tuple[int, ...] | None = None
    seconds: float = 10
    megabytes: int = 1024
    solid: str | None = None
    empty: str | None = None
    as_csv: bool = False


def lab_options(function: Decorated) -> Decorated:
    """Add the fields of LabOptions as options, and --lab itself."""
    options = [
        option("--lab", is_flag=True, help="Check the output of lab assignment programs: files or folders."),
        option(
            "--run", "commands", multiple=True, metavar="CMD",
            help="With --lab: run 'CMD {n}' for several n and check the output; {file} stands for each FILE.",
        ),
        option("--sizes", read=_sizes, metavar="N,N,...", help="With --run: values of n. Default: 2,3,7,10,20."),
        option(
            "--time-limit", "seconds", type=Amount(min=0, min_open=True), default=10,
            metavar="SECONDS", help="With --run: time limit per run. Default: 10.",
        ),
        option(
            "--memory-limit", "megabytes", type=click.IntRange(0, MOST_MEGABYTES), default=1024,
            metavar="MB", help="With --run: memory limit per run; 0: none. Default: 1024.",
        ),
        option("--solid", metavar="TEXT", help="With --lab: the text of a block."),
        option("--empty", metavar="TEXT", help="With --lab: the text of an empty cell."),
        option("--csv", "as_csv", is_flag=True, help="With --lab: write CSV, one line per file."),
    ]  # fmt: skip
    return reduce(lambda decorated, add: add(decorated), reversed(options), function)


def require_lab(asked: LabOptions, *, lab: bool) -> None:
    """Raise InputError for an option that needs --lab or --run where that is not given."""
    if not lab and asked != LabOptions():
        raise InputError(
            "--run, --sizes, --time-limit, --memory-limit, --solid, --empty and --csv only apply with --lab. Add it."
        )
    runs = LabOptions(sizes=asked.sizes, seconds=asked.seconds, megabytes=asked.megabytes)
    if not asked.commands and runs != LabOptions():
        raise InputError(
            "--sizes, --time-limit and --memory-limit only apply to programs that are run. Add --run 'CMD {n}'."
        )


def check_lab(stream: StreamOptions, asked: LabOptions, *, progress: bool | None) -> None:
    """Judge all sources or programs and write the result."""
    names = [*files_of(stream.sources)]
    run = bool(asked.commands)
    total = max(1, len(names)) * max(1, len(asked.commands))
    if run:
        programs = _programs(asked, names)
        rows = (_row(file or command, partial(_judge_runs, command, file, asked)) for command, file in programs)
    else:
        rows = (_row(name, partial(_judge_text, stream, asked)) for name in names or [STANDARD])
    done: list[LabRow] = []
    with Progress("programs judged", total=total, asked=progress) as bar:
        known = UntilStopped(bar.over(rows))
        for row in known:
            stream.report.end(row.code)
            done.append(row)
    several = asked.as_csv or run or total > 1
    lines: Iterable[str]
    if total == 1 and done[0].error is not None and not stream.as_json:
        complain(str(done[0].error))
        return
    if stream.as_json:
        lines = (line for row in done for line in json_lines(row, several=several))
    elif asked.as_csv:
        lines = [as_csv(done, random=run)]
    elif several:
        lines = as_table(done, random=run)
    else:
        lines = at_length(done[0])
    write_lines(iter(lines), stream.output)
    known.end(stream.output, "answer")


def _programs(asked: LabOptions, names: Sequence[str]) -> Iterator[tuple[str, str | None]]:
    """(command, file) of each program to run."""
    for command in asked.commands:
        if "{file}" in command and not names:
            raise InputError(f"--run {quoted(command, 60)} uses {{file}}. Name the files or their folder.")
        if "{file}" not in command and names:
            raise InputError(
                f"--run {quoted(command, 60)} has no place for {names[0]}. Write {{file}} where it belongs."
            )
        files: Sequence[str | None] = names or [None]
        yield from ((command, file) for file in files)


def _row(name: str, judge_into: Callable[[LabRow], None]) -> LabRow:
    """The row of a file or program, with the error if it could not be read or run."""
    row = LabRow(name)
    try:
        judge_into(row)
    except InputError as error:
        row.error = error
    return row


def _judge_text(stream: StreamOptions, asked: LabOptions, row: LabRow) -> None:
    """Add the verdicts on the boards of a source (`--pick`: only on the one with this number, from 1)."""
    text, from_format = text_of(row.name), stream.from_format
    if from_format not in (None, "lab") or (from_format is None and holds_puzzles(text)):
        found = iterate(text, from_format) if from_format else guess(text)[1]
        verdicts = (judge_puzzle(puzzle) for puzzle in raising(found))
    else:
        verdicts = (judge(output, solid=asked.solid, empty=asked.empty) for output in _outputs(text, asked))
    for number, verdict in enumerate(verdicts, start=1):
        if stream.pick in (None, number):
            row.boards.append((Place(number), verdict))
    if not row.boards:
        row.faults.append(NO_BOARD if text.strip() else NOTHING_PRINTED)


def _outputs(text: str, asked: LabOptions) -> list[LabOutput]:
    return lab_outputs(text, extra=frozenset(word for word in (asked.solid, asked.empty) if word))


def _judge_runs(command: str, file: str | None, asked: LabOptions, row: LabRow) -> None:
    """Run a program with each n until a run fails, then judge its randomness if it has no fault; add the verdicts."""
    for n in asked.sizes or SIZES:
        text, outputs = _run(row, command, file, n, asked)
        for output in outputs:
            verdict = judge(output, size=(n, n), solid=asked.solid, empty=asked.empty)
            row.boards.append((Place(len(row.boards) + 1, f"n = {n}"), verdict))
        if not outputs and not row.faults:
            row.faults.append(NO_BOARD if text.strip() else NOTHING_PRINTED)
        if row.faults:
            return
    if row.code == Exit.YES:
        _judge_randomness(row, command, file, asked)


def _run(row: LabRow, command: str, file: str | None, n: int, asked: LabOptions) -> tuple[str, list[LabOutput]]:
    words = command_line(command, n=n, file=file)
    text, fault = run_program(words, n=n, seconds=asked.seconds, megabytes=asked.megabytes)
    if fault is not None:
        row.faults.append(fault)
    return text, [] if fault else _outputs(text, asked)


def _judge_randomness(row: LabRow, command: str, file: str | None, asked: LabOptions) -> None:
    """Run n = RANDOM_N until there are RANDOM_RUNS different outputs, at most MOST_RUNS times, and judge their traces.

    The row gets the faults, the notes and `random`; the first run with a fault is the last one.
    """
    n = RANDOM_N
    seen: dict[str, list[LabOutput]] = {}
    for _ in range(MOST_RUNS):
        text, outputs = _run(row, command, file, n, asked)
        if text in seen:
            if len(seen) == 1 and SEEDED_BY_SECOND in row.notes:
                break
            row.notes.append(SEEDED_BY_SECOND)
            time.sleep(NEXT_SEED)
        seen[text] = outputs
        if len(seen) == RANDOM_RUNS or row.faults:
            break
    row.notes = [*dict.fromkeys(row.notes)]
    if len(seen) == 1 and not row.faults:
        row.notes.clear()
        row.faults.append(SAME_BOARDS)
    growths = [growth for outputs in seen.values() for output in outputs if (growth := _growth(output, n))]
    if growths:
        row.faults += random_faults(growths)
    else:
        row.notes.append("no trace, so where paths start and how neighbours are tried cannot be judged")
    row.random = not row.faults and (True if growths else None)


def _growth(output: LabOutput, n: int) -> TracedGrowth | None:
    """The traced paths of an output; None without a trace, or if a path leaves the board or enters a used square."""
    if not output.trace:
        return None
    traced = read_trace(output.trace, n, n, None)
    cells = [cell for path in traced.paths for cell in path]
    if None in cells or len({*cells}) < len(cells):
        return None
    return TracedGrowth(n, n, tuple(tuple(cell for cell in path if cell is not None) for path in traced.paths))
