"""The two puzzles of a day, the same for everyone: one grows larger and harder through the week, one stays gentle.

They are kept as files, so that the terminal and the server make each of them only once.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import date
from enum import StrEnum
from pathlib import Path

from numlink import formats
from numlink.errors import NumlinkError
from numlink.exact.budget import Seconds
from numlink.files import write_file
from numlink.making.recipe import Spec
from numlink.making.wish_values import Difficulty, Style
from numlink.model.judge import right_solution
from numlink.model.puzzle import Puzzle

WEEK = (
    (7, 7, Difficulty.EASY),
    (8, 8, Difficulty.EASY),
    (9, 9, Difficulty.MEDIUM),
    (10, 10, Difficulty.MEDIUM),
    (10, 10, Difficulty.HARD),
    (12, 10, Difficulty.EXPERT),
    (15, 12, Difficulty.EXTREME),
)
"""Width, height and grade by weekday, Monday first."""

GENTLE = (
    (6, 6, Difficulty.EASY),
    (6, 6, Difficulty.EASY),
    (7, 7, Difficulty.EASY),
    (7, 7, Difficulty.EASY),
    (7, 7, Difficulty.EASY),
    (8, 8, Difficulty.EASY),
    (9, 9, Difficulty.EASY),
)
"""Width, height and grade of the gentle puzzle by weekday, Monday first: boards that take a player some minutes."""


class Daily(StrEnum):
    """Which of a day's two puzzles: the one that climbs through the week, or the gentle one."""

    CLIMBING = "climbing"
    GENTLE = "gentle"

    @property
    def week(self) -> tuple[tuple[int, int, Difficulty], ...]:
        """Width, height and grade by weekday, Monday first."""
        return GENTLE if self is Daily.GENTLE else WEEK

    def name_of(self, day: date) -> str:
        """The title of a day's puzzle: 'Daily 2026-11-22' or 'Easy daily 2026-11-22'."""
        return f"{'Easy daily' if self is Daily.GENTLE else 'Daily'} {day.isoformat()}"


def daily_seed(day: date, which: Daily = Daily.CLIMBING) -> int:
    """The seed of a day's puzzle, from 0 to 2**32 - 1; it depends on the date and on `which` alone."""
    word = "gentle" if which is Daily.GENTLE else "daily"
    digest = hashlib.sha256(f"numlink {word} {day.isoformat()}".encode()).digest()
    return int.from_bytes(digest[:4], "big")


def make_daily(
    day: date, which: Daily = Daily.CLIMBING, *, budget: Seconds = None, watch: Callable[[object], None] | None = None
) -> Puzzle:
    """The puzzle of a day with its solution, which is proven to be the only one.

    `budget` is in seconds (None: no limit); raises BudgetEnded if that was too short.  `watch` is called repeatedly
    while the puzzle is made; an exception from it ends the work.
    """
    from numlink.making.generate import from_spec

    made = from_spec(_spec(day, which), budget=budget, watch=watch)
    return replace(made, name=which.name_of(day))


def _spec(day: date, which: Daily) -> Spec:
    """The Spec of a day's puzzle: in the lab's style, or for the gentle puzzle in the app's."""
    from numlink.making.generate import spec_of

    width, height, difficulty = which.week[day.weekday()]
    style = Style.APP if which is Daily.GENTLE else Style.LAB
    return spec_of(width, height, daily_seed(day, which), difficulty=difficulty, style=style)


class DailyFolder:
    """A folder with one puzzle file for each day and `Daily`: `2026-11-22-gentle.txt`.

    >>> DailyFolder(Path("nowhere")).take(date(2026, 11, 22), Daily.GENTLE) is None
    True
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def take(self, day: date, which: Daily) -> Puzzle | None:
        """The puzzle of a day with its solution; None if there is no readable file, or the file holds another puzzle.

        Name and recipe must be those of the day.  The recipe names the generator's version, so a puzzle of an older
        generator is not used.
        """
        try:
            [puzzle] = formats.parse(self._file(day, which).read_text(encoding="utf-8"))
        except (OSError, ValueError, NumlinkError):
            return None
        wanted = which.name_of(day), _spec(day, which).recipe
        return puzzle if right_solution(puzzle) and (puzzle.name, puzzle.recipe) == wanted else None

    def keep(self, day: date, which: Daily, puzzle: Puzzle) -> None:
        """Keep the puzzle of a day; does nothing if the folder cannot be written."""
        with suppress(OSError, NumlinkError):
            self.folder.mkdir(parents=True, exist_ok=True)
            write_file(str(self._file(day, which)), formats.dumps(puzzle).encode())

    def _file(self, day: date, which: Daily) -> Path:
        return self.folder / f"{day.isoformat()}-{which.value}.txt"
