"""`numlink check --answers FILE BOARDS...`: the file of a leaderboard, judged board by board.

FILE ── head, answers by board ─┐
BOARDS (or recipes in FILE) ────┴─ a mark for each board ── a line for each wrong one and a table, or JSON
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Annotated

from numlink import parallel
from numlink.commands.leaderboard import Answered, AnswerSheet, Assessed, Standing, Worth, mark, read_answers
from numlink.commands.messages import Exit, say
from numlink.commands.options import STANDARD
from numlink.commands.progress import Progress
from numlink.commands.report import Entry, Place, PlaceObject, Report
from numlink.commands.sources import StreamOptions, source_text
from numlink.commands.targets import UntilStopped, write_lines
from numlink.errors import InputError, NumlinkError, quoted
from numlink.formats.json_lines import json_line
from numlink.model.puzzle import Puzzle
from numlink.model.words import counted

ENDS = {Worth.RIGHT: Exit.YES, Worth.MISSING: Exit.YES, Worth.WRONG: Exit.NO, Worth.UNPROVEN: Exit.BUDGET_ENDED}
"""Worth of an answer -> exit code: a missing answer is no fault, a wrong one is."""

BY_RECIPE = "boards by recipe"
"""The row of the table for boards that are in no file: the answers name the recipes that make them."""


class MarkedObject(PlaceObject):
    """What the answer to a board is worth."""

    board: Annotated[str, "its name, or its recipe"]
    worth: Annotated[str, Worth]
    seconds: Annotated[float | None, "as the file says them; null without an answer"]
    reason: Annotated[str | None, "why it is not right"]


def check_answers(
    file: str, stream: StreamOptions, *, budget: float | None, workers: int, progress: bool | None
) -> int:
    """Judge the answers of a file, write the result and return the exit code."""
    if file == STANDARD and STANDARD in stream.sources:
        raise InputError("'-' can be the answers or the boards, not both. Name a file for one.")
    answers = read_answers(source_text(file))
    report = Report()
    boards = list(report.legal(_entries(answers, stream, budget)))
    _refuse_same_names(answers, boards)
    tasks = [(puzzle, answers.by_board.get(_key(puzzle, answers))) for _, puzzle in boards]
    marks: list[Assessed] = []
    with Progress("answers judged", total=len(tasks), asked=progress) as bar:
        judge = partial(_marked, limit=answers.limit, budget=budget)
        known = UntilStopped(bar.over(parallel.map(judge, tasks, workers=workers)))
        for found in known:
            if isinstance(found, NumlinkError):
                raise found
            report.end(ENDS[found.worth])
            marks.append(found)
    judged = [(place, _key(puzzle, answers), given) for (place, puzzle), given in zip(boards, marks, strict=False)]
    write_lines(_objects(judged) if stream.as_json else _told(judged, answers), stream.output)
    known.end(stream.output, "answer")
    return report.code


JudgedBoard = tuple[Place, str, Assessed]


def _entries(answers: AnswerSheet, stream: StreamOptions, budget: float | None) -> Iterator[Entry]:
    """The boards of all sources; without sources, those made from the recipes in the answers.

    Making a board takes at most `budget` seconds, None without limit.
    """
    if stream.sources:
        yield from stream.entries()
        return
    from numlink.making.generate import from_recipe

    for number, given in enumerate(answers.by_board.values(), start=1):
        try:
            puzzle = from_recipe(given.board, budget=budget)
        except InputError as error:
            raise InputError(f"line {given.line}: {error} Name the file of the boards behind the options.") from None
        yield Entry(Place(number, given.board, BY_RECIPE), replace(puzzle, name=given.board))


def _key(puzzle: Puzzle, answers: AnswerSheet) -> str:
    """The name of a board in the answers: the board's own name or its recipe."""
    names = [name for name in (puzzle.name, puzzle.recipe) if name]
    return next((name for name in names if name in answers.by_board), names[0] if names else "")


def _refuse_same_names(answers: AnswerSheet, boards: Sequence[tuple[Place, Puzzle]]) -> None:
    """Raise InputError if two boards have the same name in the answers; say how many answers belong to no board."""
    keys = Counter(_key(puzzle, answers) for _, puzzle in boards)
    twice = next((key for key in answers.by_board if keys[key] > 1), None)
    if twice is not None:
        raise InputError(f"{keys[twice]} boards are called {quoted(twice, 60)}. Give each board a name of its own.")
    if strangers := [key for key in answers.by_board if not keys[key]]:
        say(f"{counted(len(strangers), 'answer')} to boards that were not given, such as {quoted(strangers[0], 60)}.")


def _marked(task: tuple[Puzzle, Answered | None], *, limit: float, budget: float | None) -> Assessed:
    puzzle, given = task
    return mark(puzzle, given, limit=limit, budget=budget)


def _objects(judged: Sequence[JudgedBoard]) -> Iterator[str]:
    for place, key, found in judged:
        line: MarkedObject = {
            **place.to_json(),
            "board": key,
            "worth": found.worth.value,
            "seconds": found.seconds,
            "reason": found.reason,
        }
        yield json_line(line)


def _told(judged: Sequence[JudgedBoard], answers: AnswerSheet) -> Iterator[str]:
    """The head of the file, a line for each answer that is not right, and a table with a row for each source."""
    yield f"{answers.solver}; {answers.hardware}; {answers.limit:g} s a board\n"
    for place, _, found in judged:
        if found.worth is not Worth.RIGHT and found.seconds is not None:
            yield f"{place}: {found.worth.value}: {found.reason}\n"
    sets: dict[str, list[Assessed]] = {}
    for place, _, found in judged:
        sets.setdefault(place.source or "boards", []).append(found)
    rows = [("boards", "answers", "right", "wrong", "PAR-2", "median", "worst", "")]
    for name, marks in [*sets.items(), *([("all", [found for _, _, found in judged])] if len(sets) > 1 else [])]:
        score = Standing.of(marks, answers.limit)
        given = sum(found.seconds is not None for found in marks)
        seconds = (f"{score.par2:.2f} s", f"{score.median:.3f} s", f"{score.worst:.2f} s")
        rows.append((str(score.boards), str(given), str(score.right), str(score.wrong), *seconds, name))
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]) - 1)]
    for row in rows:
        cells = [cell.rjust(width) for cell, width in zip(row, widths, strict=False)]
        yield "  ".join([*cells, row[-1]]).rstrip() + "\n"
