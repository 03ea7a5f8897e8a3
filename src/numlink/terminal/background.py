"""Runs jobs of some seconds in a thread beside the screen: one at a time; a newer job ends the one before."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from numlink.game.advisor import Stopped

Found = TypeVar("Found")


class BackgroundJobs:
    """One thread for all jobs, because an object of the engine may be used from one thread only.

    Python cannot stop a thread from outside.  So a new job makes `stopped()` return True for the job before, which
    then ends by itself within some milliseconds (grading, which does not look, at its own time limit); after that the
    new job begins.
    """

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="thinking")
        self._newest = 0

    async def about(self, job: Callable[[Stopped], Found]) -> Found | None:
        """The result of `job`, or its error raised; None if a newer job or `stop` was asked for before it ended."""
        self._newest += 1
        mine = self._newest

        def stopped() -> bool:
            return mine != self._newest

        def run() -> Found | None:
            return None if stopped() else job(stopped)

        try:
            found = await asyncio.get_running_loop().run_in_executor(self._thread, run)
        except Exception:
            if stopped():
                return None  # the job was told to stop: its error is of no interest
            raise
        return None if stopped() else found

    def stop(self) -> None:
        """Tell the job in progress to stop, and take no more."""
        self._newest += 1
        self._thread.shutdown(wait=False, cancel_futures=True)
