"""`numlink rate`: how hard puzzles are for a person, and why."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Annotated, NamedTuple, NotRequired, TypedDict

import click

from numlink.commands.options import common, option
from numlink.commands.progress import Progress
from numlink.commands.report import ONE_SOLUTION, Answers, Place, in_columns
from numlink.commands.sources import StreamOptions, reports_on_puzzles
from numlink.commands.targets import UntilStopped, write_lines
from numlink.errors import NumlinkError
from numlink.model.layout import whole_size_in_words
from numlink.model.puzzle import Puzzle
from numlink.model.rules import Rules
from numlink.reasoning.grade import Grade, Rating, RatingObject, Reading
from numlink.reasoning.rate import rate

HEADINGS = (
    "grade", "", "stars", "intensity", "misleads", "hardest", "looks", "guesses", "depth", "longest", "open", "detour",
    "deception", "links by tier 0/1/2/3/4/L",
)  # fmt: skip


class SidesObject(TypedDict):
    """The size of a board."""

    width: int
    height: int


class TitleObject(TypedDict):
    """The name of a rated puzzle, called `title` because `name` is the name of the grade."""

    title: NotRequired[Annotated[str, "the puzzle's own name"]]


class RatedObject(TitleObject, SidesObject, RatingObject):
    """A rated puzzle of a stream."""


class Rated(NamedTuple):
    """A puzzle with its rating."""

    puzzle: Puzzle
    rating: Rating

    def to_json(self) -> RatedObject:
        """The rating as JSON, without the keys of the puzzle's place."""
        title: TitleObject = {"title": self.puzzle.name} if self.puzzle.name is not None else {}
        return {**title, "width": self.puzzle.width, "height": self.puzzle.height, **self.rating.to_json()}


@click.command("rate")
@reports_on_puzzles
@common("reading")
@option("--details", is_flag=True, help="Print the figures behind each grade as a table.")
@option("--unsorted", is_flag=True, help="Keep the order of the input. Default: easiest first.")
@common("rules", "budget", "workers", "progress")
def command(stream: StreamOptions, reading: str, details: bool, unsorted: bool, progress_asked: bool | None) -> None:
    """Rate puzzles from easy to extreme: stars, grade, the hardest idea needed, and about how long it takes.

    --details adds the figures behind the grade, and how misleading the puzzle is: plain, sly or devious (see
    docs/difficulty.md).  "strict" after the rules means that strict uniqueness is proven, "strict?" that it is assumed.

    A puzzle that isn't unique has no grade (exit code 1).  Where reasoning isn't enough, the solver tries for 10
    seconds.  Exit code 3: time ran out.
    """
    with Progress("puzzles rated", asked=progress_asked) as progress:
        rated: Answers[Rated] = progress.over(stream.answers(partial(_answer, reading=Reading(reading))))
        if unsorted and stream.as_json:
            stream.write(rated, Rated.to_json, code=_code)
            return
        known = UntilStopped(rated)
        rated = [*known] if unsorted else sorted(known, key=lambda answer: _order(answer[1]))
    if stream.as_json:
        stream.write(rated, Rated.to_json, code=_code)
    elif found := [*stream.report.found(rated, _code)]:
        write_lines(in_columns([*(_table(found) if details else _lines(found))]), stream.output)
    known.end(stream.output)


def _answer(puzzle: Puzzle, *, rules: Rules | None, budget: float | None, reading: Reading) -> Rated:
    return Rated(puzzle, rate(puzzle, rules=rules, budget=budget, reading=reading))


def _order(found: Rated | NumlinkError) -> tuple[int, tuple[int, ...]]:
    """The sort key of an answer: easy puzzles first, errors last."""
    return (1, ()) if isinstance(found, NumlinkError) else (0, found.rating.order)


def _code(found: Rated) -> int:
    return ONE_SOLUTION[found.rating.verdict]


def _named(place: Place) -> str:
    """The puzzle's name, else its place, such as `levels.txt:3` or `3`."""
    return place.name or (f"{place.source}:{place.number}" if place.source is not None else str(place.number))


def _lines(rated: list[tuple[Place, Rated]]) -> Iterator[tuple[str, str]]:
    """(name; stars, grade, hardest idea, time and rules) of each puzzle."""
    for place, (puzzle, rating) in rated:
        about = ""
        if rating.grade is not Grade.NONE:
            seconds = rating.seconds(sum(1 for _ in puzzle.grid.open_cells()))
            time = f"{seconds} seconds" if seconds < 100 else f"{round(seconds / 60)} minutes"
            about = f", about {time} ({whole_size_in_words(puzzle)} {rating.rules}{_strict(rating)})"
        yield _named(place), f"{rating}{about}"


def _strict(rating: Rating) -> str:
    """The words after the rules if the strict claim is proven or assumed."""
    return {Reading.STRICT: ", strict", Reading.ASSUMED: ", strict?"}.get(rating.reading, "")


def _table(rated: list[tuple[Place, Rated]]) -> Iterator[tuple[str, ...]]:
    """The headings, then the figures of each puzzle as texts."""
    yield "puzzle", *HEADINGS
    for place, (puzzle, rating) in rated:
        if rating.grade is Grade.NONE:
            yield _named(place), "none", str(rating.remark)
            continue
        figures = (rating.hardest_tier, rating.looks, rating.guesses, rating.depth, rating.longest, rating.bottleneck)
        yield (
            _named(place),
            f"{rating.grade} {rating.number}",
            f"{whole_size_in_words(puzzle)} {rating.rules}{_strict(rating)}",
            "*" * rating.stars,
            f"{rating.intensity:.2f}",
            str(rating.manner),
            *map(str, figures),
            f"{rating.detour:.2f}",
            f"{rating.deception:.2f}",
            "/".join(map(str, rating.tiers)),
        )
