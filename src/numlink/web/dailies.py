"""The puzzles of days on a server: each is made once, one at a time, and today's is made before anyone asks.

A Sunday's takes some seconds of a processor, most of them spent on changing boards until one is extreme.  What a date
makes never depends on the time it takes, so a day may have more of it than a visitor's wish.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, date, datetime, timedelta

from anyio import Lock, sleep

from numlink.web import work
from numlink.web.workers import Busy, Lost, Refused, TooLong, Workers

KEPT = 31
"""Days kept; the calendar of the page shows four weeks."""
SECONDS = 30.0
"""What a day may take at least, whatever `Settings.seconds` are."""
DAILIES = "dailies"
"""The client that the days of all visitors count as."""
RETRY = 60.0
"""Seconds between two looks at the clock."""


class Dailies:
    """The puzzles of days, made by `workers`; `seconds` is what the server gives to any job."""

    def __init__(self, workers: Workers, seconds: float) -> None:
        self._workers = workers
        self._seconds = max(seconds, SECONDS)
        self._known: dict[date, work.Data] = {}
        self._making = Lock()

    async def puzzle(self, day: date) -> work.Data:
        """The puzzle of a day; raises what `Workers.run` does."""
        if day not in self._known:
            async with self._making:  # whoever asks for many old days keeps one worker busy, not all
                if day not in self._known:
                    found = await self._workers.run(
                        work.daily, day, seconds=self._seconds, client=DAILIES, weight=work.LARGEST_DAILY
                    )
                    while len(self._known) >= KEPT:
                        self._known.pop(next(iter(self._known)))
                    self._known[day] = found
        return self._known[day]

    async def make_ahead(self) -> None:
        """Have the puzzle of today, and late in the day that of tomorrow; runs until it is cancelled."""
        while True:
            for day in sorted({datetime.now(UTC).date(), (datetime.now(UTC) + timedelta(hours=1)).date()}):
                with suppress(
                    Busy, TooLong, Refused, Lost
                ):  # a visitor who asks is told; here the next round tries again
                    await self.puzzle(day)
            await sleep(RETRY)
