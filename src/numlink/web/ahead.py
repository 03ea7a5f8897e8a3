"""Puzzles that a server makes in advance: the dailies, and boards for the wishes of New and Next.

    wish ──> up to DEPTH puzzles        made while no job runs or waits, for the latest wishes

They are for wishes without a seed; a puzzle with a seed is made on demand.  Daily puzzles are made once, one at a time;
a Sunday's takes some seconds of processor time.  The puzzle of a date never depends on the time that it takes, so it
may take longer (SECONDS) than a visitor's wish.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any, TypeAlias

from anyio import Lock, sleep

from numlink.game.daily import Daily
from numlink.making.wish_values import DifficultyWord
from numlink.model.arguments import random_seed
from numlink.web import jobs
from numlink.web.jobs import Refused, TooLong
from numlink.web.workers import LOG, Busy, Lost, Workers

KEPT = 76  # puzzles kept in memory: two a day for a month and the coming week
DAYS = 7  # days whose puzzles are made in advance, including today: a page keeps them for play without a network
SECONDS = 30.0  # seconds that making a daily puzzle may take; `Settings.seconds` if that is more
DAILIES = "dailies"  # the client of all jobs for daily puzzles, so that together they have one client's share
RETRY = 60.0  # seconds between two rounds of `make_ahead`


class Dailies:
    """The daily puzzles, made by `workers` and kept in `folder`; `seconds` is the time limit of other jobs."""

    def __init__(self, workers: Workers, seconds: float, folder: Path | None = None) -> None:
        self._workers = workers
        self._folder = folder
        self._seconds = max(seconds, SECONDS)
        self._known: dict[tuple[date, Daily], jobs.Data] = {}
        self._making = Lock()

    async def puzzle(self, day: date, which: Daily = Daily.CLIMBING) -> jobs.Data:
        """The puzzle of a day; raises the errors of `Workers.run`."""
        wanted = day, which
        if wanted in self._known:
            return self._known[wanted]
        async with self._making:  # so that a visitor who asks for many old days keeps only one worker busy
            if wanted not in self._known:
                job = jobs.daily, day, which, self._folder
                found = await self._workers.run(*job, seconds=self._seconds, client=DAILIES, weight=jobs.LARGEST_DAILY)
                while len(self._known) >= KEPT:
                    self._known.pop(next(iter(self._known)))
                self._known[wanted] = found
            return self._known[wanted]

    def ahead(self, today: date) -> list[jobs.Data]:
        """Those of today's and the coming days' puzzles (DAYS in all) that have been made."""
        return [self._known[wanted] for wanted in coming(today) if wanted in self._known]

    async def make_ahead(self) -> None:
        """Make today's puzzles and, in each round, one more of the coming days; runs until it is cancelled."""
        while True:
            today = datetime.now(UTC).date()
            now = [(today, which) for which in Daily]
            later = [wanted for wanted in coming(today) if wanted not in self._known and wanted not in now]
            for day, which in (*now, *later[:1]):
                try:
                    with suppress(Busy, TooLong, Refused, Lost):  # the next round tries again
                        await self.puzzle(day, which)
                except Exception:  # a bug: it must not stop the puzzles of other days
                    LOG.exception("the puzzle %s of %s cannot be made", which, day)
            await sleep(RETRY)


def coming(today: date) -> list[tuple[date, Daily]]:
    """The days and kinds of puzzles that are made in advance, in that order."""
    return [(today + timedelta(days=days), which) for days in range(DAYS) for which in Daily]


WishKey: TypeAlias = tuple[int, int, str, str, str, tuple[tuple[str, str], ...]]
"""Width, height, rules, claim, board, and the other wishes as pairs: what `jobs.make` takes besides seed and budget."""

PREMADE = "premade"  # the client of all jobs for puzzles made in advance, so that together they have one client's share
DEPTH = 2  # puzzles kept ready for each wish
WISHES = 24  # wishes for which puzzles are kept ready; a new one displaces the least recently requested
PAUSE = 0.5  # seconds between two checks for a wish with too few puzzles

FIRST: tuple[tuple[int, DifficultyWord], ...] = ((7, "any"), (6, "easy"), (8, "medium"), (9, "hard"), (10, "expert"))
"""The square boards kept ready from the start: (side in cells, grade)."""


def wish_of(side: int, difficulty: DifficultyWord) -> WishKey:
    """The wish that the page sends for a square board of this side (cells) and grade."""
    wishes = {**jobs.ANYTHING, "difficulty": difficulty}
    return side, side, "cover", "usual", "plain", tuple(sorted(wishes.items()))


class Premade:
    """The puzzles that `workers` make in advance, each in at most `seconds`."""

    def __init__(self, workers: Workers, seconds: float) -> None:
        self._workers = workers
        self._seconds = seconds
        self._shelves: OrderedDict[WishKey, deque[jobs.Data]] = OrderedDict(
            (wish_of(side, grade), deque()) for side, grade in FIRST
        )

    def take(self, wish: WishKey) -> jobs.Data | None:
        """A puzzle made in advance for a wish, or None; the wish becomes the latest one."""
        shelf = self._shelves.setdefault(wish, deque())
        self._shelves.move_to_end(wish)
        while len(self._shelves) > WISHES:
            self._shelves.popitem(last=False)
        return shelf.popleft() if shelf else None

    def missing(self) -> WishKey | None:
        """The latest of the wishes with fewer than DEPTH puzzles, or None."""
        return next((wish for wish, shelf in reversed(self._shelves.items()) if len(shelf) < DEPTH), None)

    async def fill(self, wish: WishKey) -> None:
        """Make a puzzle for a wish; forget a wish that is refused or not met in time.  Raises Busy and Lost."""
        width, height, rules, claim, board, others = wish
        job: tuple[Any, ...] = (width, height, random_seed(), rules, claim, board, dict(others))
        weight = jobs.MAKING * width * height
        try:
            found = await self._workers.run(jobs.make, *job, seconds=self._seconds, client=PREMADE, weight=weight)
        except (TooLong, Refused):
            self._shelves.pop(wish, None)
            return
        if wish in self._shelves:
            self._shelves[wish].append(found)

    async def keep_full(self) -> None:
        """Make missing puzzles while no job runs or waits; runs until it is cancelled."""
        while True:
            wish = None if self._workers.queue.present else self.missing()
            if wish is not None:
                try:
                    with suppress(Busy, Lost):  # the next round tries again
                        await self.fill(wish)
                except Exception:  # a bug: it must not stop the puzzles for other wishes
                    LOG.exception("no puzzle can be made ahead for the wish %s", wish)
                    self._shelves.pop(wish, None)
            await sleep(PAUSE)
