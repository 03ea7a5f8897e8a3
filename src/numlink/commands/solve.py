"""`numlink solve`: solves every puzzle in a stream."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated, TypedDict

import click

from numlink.board_files import read_picture
from numlink.commands.messages import Exit, say
from numlink.commands.options import GroupedCommand, common, everyday
from numlink.commands.report import Answers, Entry, Place, Report, with_cost
from numlink.commands.sources import StreamOptions, file_name, picture_bytes, reads_puzzles
from numlink.commands.targets import report_as_json, require_ending, write_output
from numlink.errors import NumlinkError, Unanswered
from numlink.exact.solve import solutions, solve
from numlink.exact.verdict import Answer, Verdict
from numlink.files import write_file
from numlink.formats.json_lines import JsonPath, RulesWord, paths_object
from numlink.formats.picture_files import with_board
from numlink.model.puzzle import Puzzle, Solution
from numlink.model.rules import Claim, Rules
from numlink.model.words import counted

PuzzleVerdict = tuple[Puzzle, Verdict]


@click.command("solve", cls=GroupedCommand)
@reads_puzzles
@everyday(
    "--limit", metavar="N", type=click.IntRange(min=1),
    help="Print up to N solutions of each puzzle, without deciding uniqueness.",
)  # fmt: skip
@common("rules", "budget", "workers")
def command(stream: StreamOptions, limit: int | None) -> None:
    """Solve puzzles and say whether each solution is the only one.

    Solutions go to standard output, verdicts to stderr; with --json, both go to standard output.  For a picture,
    -o FILE.png, .jpg or .webp draws the solution on it.  Without --budget, a second solution is sought only briefly;
    `numlink prove` makes sure.  Exit code 1: no solution; 3: time ran out.
    """
    output, as_json, report = stream.output, stream.as_json, stream.report
    picture = picture_to_draw_on(stream.sources, output, as_json=as_json or limit is not None)
    if picture is not None and output is not None:
        _draw_on(picture, stream, output)
        return
    if as_json:
        report_as_json(output, as_json=True)
    else:
        require_ending(output, as_json=False)
    verdicts = _reported(stream.answers(_answer), report)
    if as_json and limit is not None:
        stream.write(_several(stream, limit), _Several.to_json, code=lambda found: found.code)
    elif as_json:
        stream.write(verdicts, lambda found: found[1].to_json(), code=_code)
    else:
        found = _solved(report.found(verdicts, _code)) if limit is None else _each_solved(stream, limit)
        write_output(found, output, report, as_json=False, solved=True)


def picture_to_draw_on(sources: tuple[str, ...], output: str | None, *, as_json: bool) -> bytes | None:
    """The bytes of the only source if it is a picture, and the output a kind of picture that can be drawn on."""
    if output is None or as_json or len(sources) != 1:
        return None
    from numlink.pictures.overlay import ENDINGS

    return picture_bytes(sources[0]) if Path(output).suffix.lower() in ENDINGS else None


def _draw_on(data: bytes, stream: StreamOptions, output: str) -> None:
    """Draw the solution on the picture itself, or draw a new picture if its cells were not located."""
    from numlink.pictures.overlay import draw_solution

    report = stream.report
    [source] = stream.sources
    read = read_picture(data, name=file_name(source))
    say(f"seen in {file_name(source)}: {read.seen}.")
    answer = partial(_answer, rules=stream.rules, budget=stream.budget)
    answers = report.answers([Entry(Place(1, alone=True, last=True), read.puzzle)], answer)
    found = _solved(report.found(_reported(answers, report), _code))
    if not read.centres:
        write_output(found, output, report, as_json=False, solved=True)
        return
    for _, puzzle in found:
        assert puzzle.solution is not None
        write_file(output, with_board(draw_solution(read, puzzle.solution, output), [puzzle]))


def _answer(puzzle: Puzzle, *, rules: Rules | None, budget: float | None) -> PuzzleVerdict:
    puzzle = puzzle.with_rules(rules)
    return puzzle, solve(puzzle, budget=budget)


def _reported(answers: Answers[PuzzleVerdict], report: Report) -> Iterator[tuple[Place, PuzzleVerdict | NumlinkError]]:
    """The answers; writes each verdict to stderr."""
    for place, found in answers:
        if not isinstance(found, NumlinkError):
            report.say(place, with_cost(found[1]))
        yield place, found


def _code(found: PuzzleVerdict) -> int:
    verdict = found[1]
    return Exit.YES if verdict.solved else Exit.NO if verdict.answer is Answer.NONE else Exit.BUDGET_ENDED


def _solved(found: Iterable[tuple[Place, PuzzleVerdict]]) -> Iterator[tuple[Place, Puzzle]]:
    """The puzzles that have a solution, each with its solution."""
    for place, (puzzle, verdict) in found:
        if verdict.solution is not None:
            yield place, puzzle.with_solution(verdict.solution)


class SolutionsObject(TypedDict):
    """The result of a search for several solutions."""

    verdict: Annotated[str, Answer]
    rules: RulesWord
    claim: Annotated[str, Claim]
    paths: list[JsonPath] | None
    second: list[JsonPath] | None
    solutions: Annotated[list[list[JsonPath]], "all solutions that were found"]
    complete: Annotated[bool, "whether there are no other solutions"]


class _Several:
    """Iterates over up to `limit` solutions of a puzzle, each as soon as it is found; `found` holds those so far.

    At the end a line on stderr says how many there are, `complete` says whether there are no others, and `code` is the
    exit code.  If the budget ends, only this puzzle stops.
    """

    def __init__(self, report: Report, place: Place, puzzle: Puzzle, limit: int, budget: float | None) -> None:
        self.report, self.place, self.puzzle, self.limit, self.budget = report, place, puzzle, limit, budget
        self.found: list[Solution] = []
        self.complete = False
        self.code = Exit.BUDGET_ENDED

    def __iter__(self) -> Iterator[tuple[Place, Puzzle]]:
        try:
            for solution in solutions(self.puzzle, limit=self.limit, budget=self.budget):
                self.found.append(solution)
                place = replace(self.place, last=self.place.last and len(self.found) == self.limit)
                yield place, self.puzzle.with_solution(solution)
        except Unanswered as error:
            self.report.refuse(self.place, error)
            return
        self.complete = len(self.found) < self.limit
        self.code = Exit.YES if self.found else Exit.NO
        more = "" if self.complete else "; there may be more"
        self.report.say(self.place, f"{counted(len(self.found), 'solution')} found, under {self.puzzle.rules}{more}.")

    def to_json(self) -> SolutionsObject:
        """The result as JSON, with the keys of a verdict."""
        paths = [paths_object(solution) for solution in self.found]
        answer = (Answer.UNIQUE if paths else Answer.NONE) if self.complete else Answer.UNKNOWN
        return {
            "verdict": (Answer.MULTIPLE if len(paths) > 1 else answer).value, "rules": self.puzzle.rules.name,
            "claim": "unique", "paths": paths[0] if paths else None, "second": paths[1] if len(paths) > 1 else None,
            "solutions": paths, "complete": self.complete,
        }  # fmt: skip


def _several(stream: StreamOptions, limit: int) -> Iterator[tuple[Place, _Several | NumlinkError]]:
    """(place, a finished `_Several`) for each puzzle, or (place, error)."""
    for place, found in stream.report.answers(stream.entries(), lambda puzzle: puzzle.with_rules(stream.rules)):
        if isinstance(found, NumlinkError):
            yield place, found
        else:
            several = _Several(stream.report, place, found, limit, stream.budget)
            for _ in several:
                pass
            yield place, several


def _each_solved(stream: StreamOptions, limit: int) -> Iterator[tuple[Place, Puzzle]]:
    """Each puzzle with each of its solutions, as soon as the solution is found."""
    for place, puzzle in stream.report.legal(stream.entries()):
        several = _Several(stream.report, place, puzzle.with_rules(stream.rules), limit, stream.budget)
        yield from several
        stream.report.end(several.code)
