"""`numlink check --answers FILE BOARDS...`: the answers of a solver or an agent to given boards, judged board by board.

    {"leaderboard": 1, "solver": "mine 2.1", "hardware": "EPYC 7763, 1 core", "limit": 10}      the head
    {"board": "drawing app 23", "paths": [[[0, 0], [0, 1]]], "verdict": "unique", "seconds": 0.31}    an answer a line

`model.judge` judges the paths and calls no engine; verdicts are proven again.  The seconds and the machine that a file
states cannot be proven and are only passed on.
"""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from functools import partial
from math import isfinite
from typing import Annotated, Any, NotRequired, TypedDict

from numlink import parallel
from numlink.commands.messages import Exit, say
from numlink.commands.options import STANDARD
from numlink.commands.progress import Progress
from numlink.commands.report import Entry, Place, in_columns
from numlink.commands.sources import StreamOptions, source_text
from numlink.commands.targets import UntilStopped, write_lines
from numlink.errors import InputError, ParseError, quoted, raising
from numlink.exact.budget import Seconds
from numlink.exact.prove import prove
from numlink.exact.verdict import Answer
from numlink.formats.json_lines import JsonPath, json_line, loaded, solution_of
from numlink.formats.reading import lines_of
from numlink.model.arguments import is_broken
from numlink.model.judge import check
from numlink.model.puzzle import Puzzle, Solution
from numlink.model.words import counted

FORMAT_VERSION = 1  # the version of the file format: the value of `leaderboard` in the head
VERDICTS = (Answer.UNIQUE, Answer.MULTIPLE, Answer.NONE)  # the verdicts that an answer may claim


class HeadObject(TypedDict):
    """The first line of a leaderboard file."""

    leaderboard: Annotated[int, "the version of the format: 1"]
    solver: Annotated[str, "name and version of the program or the agent"]
    hardware: Annotated[str, "what it ran on: processor, cores used, memory"]
    limit: Annotated[float, "time limit for each board, in seconds"]


class AnswerObject(TypedDict):
    """A line below the head: the answer to a board."""

    board: Annotated[str, "the name of the board, or the recipe that reproduces it"]
    paths: NotRequired[Annotated[list[JsonPath], "a solution, path k at place k - 1"]]
    verdict: NotRequired[Annotated[str, tuple(answer.value for answer in VERDICTS)]]
    seconds: Annotated[float, "how long it took, as the solver measured it"]


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer as it was given to the board of this name; `line` is its line in the file, from 1."""

    board: str
    seconds: float
    paths: Any = None
    verdict: Answer | None = None
    line: int = 0


@dataclass(frozen=True, slots=True)
class AnswerSheet:
    """The contents of a file: who answered, on which machine, the seconds per board, and the answers by board."""

    solver: str
    hardware: str
    limit: float
    by_board: dict[str, Answered]


class Worth(StrEnum):
    """What an answer is worth."""

    RIGHT = "right"
    WRONG = "wrong"
    MISSING = "missing"  # no answer: the board is not solved, and nothing false was said
    UNPROVEN = "unproven"  # nothing false was found, but the verdict could not be proven within the budget


@dataclass(frozen=True, slots=True)
class Marked:
    """What the answer to a board is worth."""

    board: Annotated[str, "its name, or its recipe"]
    worth: Worth
    seconds: Annotated[float | None, "as given in the file; null without an answer"]
    reason: Annotated[str | None, "why it is not right"]


def read_answers(text: str) -> AnswerSheet:
    """Read a leaderboard file; ParseError, with the line, for bad JSON, keys or types, or a repeated board.

    >>> read_answers('{"leaderboard": 1, "solver": "mine", "hardware": "a PC", "limit": 10}').limit
    10.0
    """
    lines = ((number, line) for number, line in lines_of(text) if line.strip())
    number, line = next(lines, (1, ""))
    head = _object(line, number)
    if head.get("leaderboard") != FORMAT_VERSION or isinstance(head["leaderboard"], bool):
        raise ParseError(
            'the first line must be the head: {"leaderboard": 1, "solver": ..., "hardware": ..., "limit": SECONDS}.',
            line=number,
        )
    found = AnswerSheet(
        _word(head, "solver", number), _word(head, "hardware", number), _seconds(head, "limit", number), {}
    )
    for number, line in lines:
        answer = _answered(_object(line, number), number)
        earlier = found.by_board.setdefault(answer.board, answer)
        if earlier is not answer:
            raise ParseError(
                f"board {quoted(answer.board, 60)} was answered in line {earlier.line}. Keep one answer per board.",
                line=number,
            )
    return found


def _answered(entry: dict[str, Any], line: int) -> Answered:
    """An answer from its JSON object; raises ParseError."""
    verdict = entry.get("verdict")
    if verdict is not None and verdict not in [answer.value for answer in VERDICTS]:
        raise ParseError(f"'verdict' is {quoted(verdict)}; expected unique, multiple or none.", line=line)
    return Answered(
        _word(entry, "board", line),
        _seconds(entry, "seconds", line),
        entry.get("paths"),
        None if verdict is None else Answer(verdict),
        line,
    )


def _object(line: str, number: int) -> dict[str, Any]:
    """The JSON object in a line; raises ParseError."""
    found = loaded(line)
    if isinstance(found, ParseError):
        raise ParseError(found.problem, line=number, column=found.column)
    if not isinstance(found, dict):
        raise ParseError(f"{quoted(line.strip())} is not an object. Write one object per line.", line=number)
    return found


def _word(entry: dict[str, Any], key: str, line: int) -> str:
    """The text at `key`, not empty; raises ParseError."""
    value = entry.get(key)
    if not isinstance(value, str) or not value:
        raise ParseError(f"{key!r} must be text, not {quoted(value)}.", line=line)
    if is_broken(value):
        raise ParseError(f"{key!r} holds half of a surrogate pair. Write the complete character.", line=line)
    return value


def _seconds(entry: dict[str, Any], key: str, line: int) -> float:
    """The number of seconds at `key`; raises ParseError."""
    value = entry.get(key)
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value < 1e9 or not isfinite(value):
        raise ParseError(f"{key!r} must be a number of seconds, not {quoted(value)}.", line=line)
    return float(value)


def mark(task: tuple[str, Puzzle, Answered | None], *, limit: float, budget: Seconds) -> Marked:
    """The worth of an answer to a board under the board's own rules; MISSING without one, or over `limit` seconds.

    A solution without a fault or a true verdict `none` is RIGHT, a false verdict WRONG, and one not proven within
    `budget` UNPROVEN.
    """
    name, puzzle, given = task
    if given is None:
        return Marked(name, Worth.MISSING, None, "no answer")
    if given.seconds > limit:
        return Marked(name, Worth.MISSING, given.seconds, f"over the limit of {limit:g} s")
    worth, reason = _worth(puzzle, given, budget)
    return Marked(name, worth, given.seconds, reason)


def _worth(puzzle: Puzzle, given: Answered, budget: Seconds) -> tuple[Worth, str | None]:
    """(the worth of an answer that came in time, why it is not right)."""
    solution = None
    if given.paths is not None:
        try:
            solution = solution_of(puzzle, given.paths)
        except InputError as error:
            return Worth.WRONG, str(error)
        if faults := check(puzzle, solution):
            return Worth.WRONG, str(faults[0])
    if given.verdict is not None and (refuted := _refuted(puzzle, given.verdict, solution, budget)) is not None:
        return refuted
    if solution is None and given.verdict is not Answer.NONE:
        return Worth.MISSING, "no solution"
    return Worth.RIGHT, None


def _refuted(puzzle: Puzzle, claimed: Answer, solution: Solution | None, budget: Seconds) -> tuple[Worth, str] | None:
    """The worth of a verdict that is wrong or could not be proven, and why; None if it is proven."""
    if claimed is Answer.NONE and solution is not None:
        return Worth.WRONG, "says that there is no solution, but gives one"
    proven = prove(puzzle, solution, budget=budget)
    if proven.answer is claimed:
        return None
    if proven.answer is Answer.UNKNOWN:
        return Worth.UNPROVEN, f"says {claimed.value}, which could not be proven in time. Give a larger budget."
    return Worth.WRONG, f"says {claimed.value}, but the board is {proven.answer.value}"


EXIT_CODES = {Worth.RIGHT: Exit.YES, Worth.MISSING: Exit.YES, Worth.WRONG: Exit.NO, Worth.UNPROVEN: Exit.BUDGET_ENDED}
"""Worth of an answer -> exit code; a missing answer is not a fault."""

BY_RECIPE = "boards by recipe"  # the row of the table for boards that are made from recipes in the answers


def check_answers(file: str, stream: StreamOptions, *, progress: bool | None) -> None:
    """Judge the answers of a file and write the result."""
    if file == STANDARD and STANDARD in stream.sources:
        raise InputError("'-' can be the answers or the boards, not both. Name a file for one.")
    answers = read_answers(source_text(file))
    boards = list(stream.report.legal(_entries(answers, stream)))
    _refuse_same_names(answers, boards)
    tasks = [(key := _key(puzzle, answers), puzzle, answers.by_board.get(key)) for _, puzzle in boards]
    judged: list[tuple[Place, Marked]] = []
    with Progress("answers judged", total=len(tasks), asked=progress) as bar:
        judge = partial(mark, limit=answers.limit, budget=stream.budget)
        known = UntilStopped(bar.over(raising(parallel.map(judge, tasks, workers=stream.workers))))
        for found, (place, _) in zip(known, boards, strict=False):
            stream.report.end(EXIT_CODES[found.worth])
            judged.append((place, found))
    objects = (json_line({**place.to_json(), **asdict(found)}) for place, found in judged)
    write_lines(objects if stream.as_json else _result_lines(judged, answers), stream.output)
    known.end(stream.output, "answer")


def _entries(answers: AnswerSheet, stream: StreamOptions) -> Iterator[Entry]:
    """The boards of all sources, or without sources the boards made from the recipes in the answers."""
    if stream.sources:
        yield from stream.entries()
        return
    from numlink.making.generate import from_recipe

    for number, given in enumerate(answers.by_board.values(), start=1):
        try:
            puzzle = from_recipe(given.board, budget=stream.budget)
        except InputError as error:
            raise InputError(f"line {given.line}: {error} Name the file of boards after the options.") from None
        yield Entry(Place(number, given.board, BY_RECIPE), replace(puzzle, name=given.board))


def _key(puzzle: Puzzle, answers: AnswerSheet) -> str:
    """The name of a board in the answers: the board's own name or its recipe."""
    names = [name for name in (puzzle.name, puzzle.recipe) if name]
    return next((name for name in names if name in answers.by_board), names[0] if names else "")


def _refuse_same_names(answers: AnswerSheet, boards: Sequence[tuple[Place, Puzzle]]) -> None:
    """Raise InputError if two boards with an answer have the same name; say how many answers belong to no board."""
    keys = Counter(_key(puzzle, answers) for _, puzzle in boards)
    twice = next((key for key in answers.by_board if keys[key] > 1), None)
    if twice is not None:
        raise InputError(f"{keys[twice]} boards are named {quoted(twice, 60)}. Give each board its own name.")
    if unmatched := [key for key in answers.by_board if not keys[key]]:
        say(f"{counted(len(unmatched), 'answer')} to boards that were not given, such as {quoted(unmatched[0], 60)}.")


def _result_lines(judged: Sequence[tuple[Place, Marked]], answers: AnswerSheet) -> Iterator[str]:
    """The head of the file, a line for each answer that is not right, and a table with a row for each source."""
    yield f"{answers.solver}; {answers.hardware}; {answers.limit:g} s per board\n"
    for place, found in judged:
        if found.worth is not Worth.RIGHT and found.seconds is not None:
            yield f"{place}: {found.worth.value}: {found.reason}\n"
    sets: dict[str, list[Marked]] = {}
    for place, found in judged:
        sets.setdefault(place.source or "boards", []).append(found)
    if len(sets) > 1:
        sets["all"] = [found for _, found in judged]
    heads = ("boards", "answers", "right", "wrong", "PAR-2", "median", "worst", "")
    yield from in_columns([heads, *(_score(marks, answers.limit, name) for name, marks in sets.items())], str.rjust)


def _score(marks: Sequence[Marked], limit: float, name: str) -> tuple[str, ...]:
    """The row of a set of boards: an answer that is not right counts as twice the limit, else as its stated seconds."""
    answers = sum(found.seconds is not None for found in marks)
    right, wrong = (sum(found.worth is worth for found in marks) for worth in (Worth.RIGHT, Worth.WRONG))
    spent = [found.seconds or 0.0 if found.worth is Worth.RIGHT else 2 * limit for found in marks]
    seconds = f"{sum(spent):.2f} s", f"{statistics.median(spent):.3f} s", f"{max(spent):.2f} s"
    return *map(str, (len(marks), answers, right, wrong)), *seconds, name
