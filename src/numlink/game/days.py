"""Daily puzzles, kept as files after they were made, so that the terminal and the server make each of them once."""

from __future__ import annotations

from contextlib import suppress
from datetime import date
from pathlib import Path

from numlink import formats
from numlink.errors import NumlinkError
from numlink.files import write_file
from numlink.game.daily import Daily, daily_recipe
from numlink.model.judge import check
from numlink.model.puzzle import Puzzle


class Days:
    """A folder with one puzzle file for each day and `Daily`: `2026-11-22-gentle.txt`.

    >>> Days(Path("nowhere")).take(date(2026, 11, 22), Daily.GENTLE) is None
    True
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def take(self, day: date, which: Daily) -> Puzzle | None:
        """The puzzle of a day with its solution; None if there is no readable file, or the file holds another puzzle.

        Name and recipe must be those of the day.  The recipe names the generator's version, so that the puzzle of an
        older generator is not taken.
        """
        try:
            [puzzle] = formats.parse(self._file(day, which).read_text(encoding="utf-8"))
        except (OSError, ValueError, NumlinkError):
            return None
        wanted = (which.name_of(day), daily_recipe(day, which))
        solved = puzzle.solution is not None and not check(puzzle, puzzle.solution)
        return puzzle if solved and (puzzle.name, puzzle.recipe) == wanted else None

    def keep(self, day: date, which: Daily, puzzle: Puzzle) -> None:
        """Keep the puzzle of a day; if the folder cannot be written, nothing is kept and nothing is raised."""
        with suppress(OSError, NumlinkError):
            self.folder.mkdir(parents=True, exist_ok=True)
            write_file(str(self._file(day, which)), formats.dumps(puzzle).encode())

    def _file(self, day: date, which: Daily) -> Path:
        return self.folder / f"{day.isoformat()}-{which.value}.txt"
