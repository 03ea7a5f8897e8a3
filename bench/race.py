"""Any program on the families: `python -m bench race --solver CMD [--limit S] [--boards N] [FAMILY ...]`.

CMD is started once a board, reads the board on stdin in one of numlink's formats (`plain` unless told otherwise) and
writes a solution to stdout in any of them.  `numlink.check` judges it under the board's rules, so a wrong solution
counts as none.  A line `unique`, `multiple` or `none` is a verdict; it is compared with what engines of ours proved.
Processor seconds of CMD and its children, twice the limit where there was no right answer (PAR-2).  `--answers FILE`
keeps the answers as the file of a leaderboard, which `numlink check --answers FILE` judges anywhere.  `-o FILE` keeps
what each board cost; in a file of earlier races the results of other programs stay.  Nothing else is written.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import resource
import shlex
import shutil
import statistics
import subprocess
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO, TypeVar, cast

from bench.drawing import DRAWINGS
from bench.families import HERE, RECIPES_ONLY, boards, known
from numlink import InputError, NumlinkError, Puzzle, check, dumps, parse
from numlink.formats import format_named
from numlink.formats.json_lines import JsonPath, paths_object

VERDICTS = ("unique", "multiple", "none")

Each = TypeVar("Each")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a program said of one board: whether its solution passed the judge, its verdict, its processor seconds."""

    solved: bool
    verdict: str | None
    seconds: float
    said: str = ""
    paths: list[JsonPath] | None = None


def asked(command: list[str], puzzle: Puzzle, limit: float, form: str) -> Outcome:
    """Run a program on one board."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        done = subprocess.run(
            command, input=dumps(puzzle, form), capture_output=True, text=True, timeout=60 * limit, check=False,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (int(limit) + 1, int(limit) + 1)),
        )  # fmt: skip
        text = done.stdout
    except subprocess.TimeoutExpired:
        text = ""
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    if seconds > limit:
        return Outcome(False, None, limit, "over the limit")
    return judged(puzzle, text, seconds)


def judged(puzzle: Puzzle, text: str, seconds: float) -> Outcome:
    """What a program's output is worth."""
    lines = text.splitlines()
    verdict = next((line.strip().lower() for line in lines if line.strip().lower() in VERDICTS), None)
    rest = "\n".join(line for line in lines if line.strip().lower() not in VERDICTS)
    if not rest.strip():
        return Outcome(False, verdict, seconds, "no solution")
    try:
        found = parse(rest)[0]
    except (NumlinkError, IndexError) as error:
        return Outcome(False, verdict, seconds, f"not readable: {error}")
    if found.solution is None or found.grid != puzzle.grid or found.cells != puzzle.cells:
        return Outcome(False, verdict, seconds, "no solution of this board")
    faults = check(puzzle, found.solution)
    return Outcome(not faults, verdict, seconds, faults[0].message if faults else "", paths_object(found.solution))


def answer_line(puzzle: Puzzle, outcome: Outcome) -> str:
    """A program's answer as a line of a leaderboard's file."""
    line: dict[str, object] = {"board": puzzle.name}
    if outcome.paths is not None:
        line["paths"] = outcome.paths
    if outcome.verdict is not None:
        line["verdict"] = outcome.verdict
    return json.dumps(line | {"seconds": round(outcome.seconds, 4)}, separators=(",", ":")) + "\n"


def hardware() -> str:
    """The processor by its name, and how many of its cores there are; one is used at a time."""
    known = Path("/proc/cpuinfo")
    lines = known.read_text().splitlines() if known.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    processor = names[0] if names else platform.processor() or platform.machine()
    return f"{processor}, {os.cpu_count()} cores, {platform.system()}"


def worth(outcome: Outcome, truth: str, limit: float) -> float | None:
    """Seconds of a right answer; None for none.  Where there is no solution only the verdict can be right."""
    if outcome.verdict is not None and truth in VERDICTS and outcome.verdict != truth:
        return None
    if truth == "none":
        return outcome.seconds if outcome.verdict == "none" else None
    return outcome.seconds if outcome.solved else None


def spread(every: Sequence[Each], most: int) -> list[Each]:
    """`most` of these, or all if there are no more, as evenly as it goes; the first is among them."""
    kept = min(most, len(every))
    return [every[at * len(every) // kept] for at in range(kept)]


def row(
    name: str, command: list[str], limit: float, form: str, *, most: int, answers: TextIO | None = None
) -> dict[str, object]:
    """One family, `most` of its boards: print its row, write its answers and return the figures."""
    table = known().get(name, {}).get("boards", {})
    seconds, outcomes = [], {}
    for seed, puzzle in spread(boards(name), most):
        truth = table.get(str(seed), {}).get("answer", "unknown")
        outcome = asked(command, puzzle, limit, form)
        if answers is not None and (outcome.paths or outcome.verdict):
            answers.write(answer_line(puzzle, outcome))
            answers.flush()
        taken = worth(outcome, truth, limit)
        seconds.append(2 * limit if taken is None else taken)
        outcomes[str(seed)] = {"seconds": outcome.seconds, "right": taken is not None, "said": outcome.said}
    solved = sum(outcome["right"] for outcome in outcomes.values())
    print(
        f"| {name} | {len(seconds)} | {solved} | {sum(seconds):.2f} | {statistics.median(seconds):.3f} | "
        f"{max(seconds):.2f} |",
        flush=True,
    )
    if not solved:
        seed, first = next(iter(outcomes.items()))
        print(
            f"{name}: no board was solved. Of the first ({seed}): {first['said'] or 'no right verdict'}.",
            file=sys.stderr,
        )
    return {"boards": len(seconds), "solved": solved, "par2": sum(seconds), "outcomes": outcomes}


def main(words: list[str]) -> None:
    """Read the options and race."""
    parser = argparse.ArgumentParser(prog="python -m bench race", description=__doc__)
    parser.add_argument("--solver", required=True, help="the command; the board comes on its stdin")
    parser.add_argument("--limit", type=float, default=10.0, help="processor seconds for a board")
    parser.add_argument("--format", default="plain", help="the format of the boards")
    parser.add_argument("--name", help="of the solver, with its version, for --answers; default: the command")
    parser.add_argument("--answers", metavar="FILE", help="write the answers as the file of a leaderboard")
    parser.add_argument("-o", "--output", metavar="FILE", help="write the raw results, as JSON")
    parser.add_argument("--boards", type=int, default=20, help="how many boards of a family, spread over it")
    parser.add_argument("families", nargs="*")
    given = parser.parse_args(words)
    refuse(parser, given)
    known = results_in(parser, given.output)
    with ExitStack() as files:
        answers = None
        if given.answers:
            answers = files.enter_context(opened(parser, given.answers))
            solver = given.name or given.solver
            head = {"leaderboard": 1, "solver": solver, "hardware": hardware(), "limit": given.limit}
            answers.write(json.dumps(head) + "\n")
        found = raced(given, answers)
    if given.output:
        known[given.solver] = {"limit": given.limit, "boards": given.boards, "results": found}
        Path(given.output).write_text(json.dumps(known, indent=1) + "\n")
    for name in filter(None, (given.answers, given.output)):
        print(f"written: {name}", file=sys.stderr)


def results_in(parser: argparse.ArgumentParser, path: str | None) -> dict[str, object]:
    """The results of earlier races in the file of -o; ends with one sentence where that file cannot take these."""
    if path is None:
        return {}
    opened(parser, path, "a").close()
    text = Path(path).read_text() or "{}"
    try:
        known = json.loads(text)
    except ValueError:
        known = None
    if not isinstance(known, dict):
        parser.error(f"{path} is no file of results. Name another one with -o.")
    return dict(known)


def opened(parser: argparse.ArgumentParser, path: str, mode: str = "w") -> TextIO:
    """The file, to be written; ends with one sentence where it cannot be."""
    try:
        return cast(TextIO, open(path, mode))
    except OSError as error:
        parser.error(f"cannot write {path}: {error.strerror}. Name another file.")


def refuse(parser: argparse.ArgumentParser, given: argparse.Namespace) -> None:
    """End with one sentence and exit code 2 for what no race can be held with."""
    command = shlex.split(given.solver)
    if not command or shutil.which(command[0]) is None:
        parser.error(f"there is no program {given.solver!r}. Give the command that starts the solver.")
    if given.boards < 1 or not given.limit > 0:
        parser.error("--boards is 1 or more, --limit more than 0 seconds.")
    if unknown := [name for name in given.families if name not in DRAWINGS]:
        parser.error(f"no family {unknown[0]!r}. Give some of {', '.join(DRAWINGS)}, or none for all.")
    try:
        format_named(given.format)
    except InputError as error:
        parser.error(str(error))


def raced(given: argparse.Namespace, answers: TextIO | None) -> dict[str, object]:
    """Run the program on the families, print the table and return the raw results."""
    print("| family | boards | solved | PAR-2 | median | worst |\n|---|---|---|---|---|---|")
    found: dict[str, object] = {}
    for name in given.families or DRAWINGS:
        if name in RECIPES_ONLY or (HERE / f"{name}.txt").exists():
            command = shlex.split(given.solver)
            found[name] = row(name, command, given.limit, given.format, most=given.boards, answers=answers)
    return found


if __name__ == "__main__":
    main(sys.argv[1:])
