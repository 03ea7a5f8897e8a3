"""What takes seconds, beside the screen: one thread, one job at a time, and only the newest is wanted."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from numlink.game.advisor import Stopped

Found = TypeVar("Found")


class Thinking:
    """The thread that the engine's objects of one game belong to.

    A thread cannot be stopped from outside.  So whoever asks makes `stopped()` true for the job before, which then
    ends by itself within some milliseconds, and waits in line behind it.
    """

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="thinking")
        self._newest = 0

    async def about(self, job: Callable[[Stopped], Found]) -> Found | None:
        """What `job` finds, or None where somebody asked for something newer meanwhile."""
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
                return None  # the job broke off because nobody waits
            raise
        return None if stopped() else found

    def stop(self) -> None:
        """Ask for nothing more."""
        self._newest += 1
        self._thread.shutdown(wait=False, cancel_futures=True)
