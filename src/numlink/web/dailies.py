"""The daily puzzles of a server: each is made once, one at a time, and today's are made before anyone asks.

A Sunday's puzzle takes some seconds of processor time, most of them to change boards until one is extreme.  The puzzle
of a date never depends on the time that it takes, so a daily puzzle may take longer (SECONDS) than a visitor's wish.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from anyio import Lock, sleep

from numlink.game.daily import Daily
from numlink.web import jobs
from numlink.web.workers import LOG, Busy, Lost, Refused, TooLong, Workers

KEPT = 76
"""Puzzles kept in memory: two a day for a month and the coming week."""
DAYS = 7
"""Days whose puzzles are made ahead, today included: a page keeps them to be played without a network."""
SECONDS = 30.0
"""Seconds that making a daily puzzle may take; `Settings.seconds` if that is more."""
DAILIES = "dailies"
"""The name of the client for all jobs of daily puzzles, so that together they have one client's share."""
RETRY = 60.0
"""Seconds between two rounds of `make_ahead`."""


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
        if wanted not in self._known:
            async with self._making:  # a visitor who asks for many old days keeps one worker busy, not all
                if wanted not in self._known:
                    found = await self._workers.run(
                        jobs.daily,
                        day,
                        which,
                        self._folder,
                        seconds=self._seconds,
                        client=DAILIES,
                        weight=jobs.LARGEST_DAILY,
                    )
                    while len(self._known) >= KEPT:
                        self._known.pop(next(iter(self._known)))
                    self._known[wanted] = found
        return self._known[wanted]

    def ahead(self, today: date) -> list[jobs.Data]:
        """The puzzles of today and of the coming days (DAYS in all) that are made already."""
        return [self._known[wanted] for wanted in coming(today) if wanted in self._known]

    async def make_ahead(self) -> None:
        """Make today's puzzles and, in each round, one more of the coming days; runs until it is cancelled."""
        while True:
            today = datetime.now(UTC).date()
            now = [(today, which) for which in Daily]
            later = [wanted for wanted in coming(today) if wanted not in self._known and wanted not in now]
            for day, which in (*now, *later[:1]):
                try:
                    await self.puzzle(day, which)
                except (Busy, TooLong, Refused, Lost):  # the next round tries again
                    pass
                except Exception:  # a fault of the program: it must not end what is made for other days
                    LOG.exception("the puzzle %s of %s cannot be made", which, day)
            await sleep(RETRY)


def coming(today: date) -> list[tuple[date, Daily]]:
    """The days and kinds of puzzles that are made ahead, in the order of making."""
    return [(today + timedelta(days=days), which) for days in range(DAYS) for which in Daily]
