"""The puzzles of days on a server: each is made once, one at a time, and today's is made before anyone asks.

A Sunday's takes some seconds of a processor, most of them spent on changing boards until one is extreme.  What a date
makes never depends on the time it takes, so a day may have more of it than a visitor's wish.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from anyio import Lock, sleep

from numlink.game.daily import Daily
from numlink.web import work
from numlink.web.workers import Busy, Lost, Refused, TooLong, Workers

KEPT = 76
"""Puzzles kept in memory: two a day for a month and the coming week."""
DAYS = 7
"""Days whose puzzles are made ahead, today included: a page keeps them to be played without a network."""
SECONDS = 30.0
"""Seconds a daily puzzle may take to make; `Settings.seconds` where that is more."""
DAILIES = "dailies"
"""The client that all jobs for daily puzzles count as, so that together they have one client's share."""
RETRY = 60.0
"""Seconds between two rounds of `make_ahead`."""


class Dailies:
    """The puzzles of days, made by `workers` and kept in `folder`; `seconds` is what the server gives to any job."""

    def __init__(self, workers: Workers, seconds: float, folder: Path | None = None) -> None:
        self._workers = workers
        self._folder = folder
        self._seconds = max(seconds, SECONDS)
        self._known: dict[tuple[date, Daily], work.Data] = {}
        self._making = Lock()

    async def puzzle(self, day: date, which: Daily = Daily.CLIMBING) -> work.Data:
        """The puzzle of a day; raises what `Workers.run` does."""
        wanted = day, which
        if wanted not in self._known:
            async with self._making:  # whoever asks for many old days keeps one worker busy, not all
                if wanted not in self._known:
                    found = await self._workers.run(
                        work.daily,
                        day,
                        which,
                        self._folder,
                        seconds=self._seconds,
                        client=DAILIES,
                        weight=work.LARGEST_DAILY,
                    )
                    while len(self._known) >= KEPT:
                        self._known.pop(next(iter(self._known)))
                    self._known[wanted] = found
        return self._known[wanted]

    def ahead(self, today: date) -> list[work.Data]:
        """The puzzles of today and the days to come that are made."""
        return [self._known[wanted] for wanted in coming(today) if wanted in self._known]

    async def make_ahead(self) -> None:
        """Have the puzzles of today, and one more of the coming days each round; runs until it is cancelled."""
        while True:
            today = datetime.now(UTC).date()
            now = [(today, which) for which in Daily]
            later = [wanted for wanted in coming(today) if wanted not in self._known and wanted not in now]
            for day, which in (*now, *later[:1]):
                with suppress(Busy, TooLong, Refused, Lost):  # a visitor is told; here the next round tries again
                    await self.puzzle(day, which)
            await sleep(RETRY)


def coming(today: date) -> list[tuple[date, Daily]]:
    """What is made ahead, in order."""
    return [(today + timedelta(days=days), which) for days in range(DAYS) for which in Daily]
