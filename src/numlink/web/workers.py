"""The workers behind the server: processes with time limits, so that one request cannot starve the others.

At most `size` jobs run at a time and `waiting` wait; whoever comes then is told at once that the server is busy.
A job whose time is over is killed with its process.  (anyio keeps the processes and starts new ones.)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from anyio import CapacityLimiter, create_task_group, fail_after, to_process

from numlink.web import work

GRACE = 2.0
"""Seconds a job may take beyond its own budget, before it is killed."""


class Busy(Exception):
    """All workers are taken and as many jobs wait as may."""


class TooLong(Exception):
    """The job was killed, or gave up, because its time was over."""


class Refused(Exception):
    """The job says why it cannot be done; the message is for the visitor."""


class Workers:
    """`size` workers with room for `waiting` jobs; a job is killed `grace` seconds after its own budget."""

    def __init__(self, size: int, waiting: int, *, grace: float = GRACE) -> None:
        self.grace = grace
        self.size = size
        self.waiting = waiting
        self._places: CapacityLimiter | None = None
        self._present = 0

    @property
    def places(self) -> CapacityLimiter:
        """Made inside the event loop it belongs to."""
        if self._places is None:
            self._places = CapacityLimiter(self.size)
        return self._places

    async def warm_up(self) -> None:
        """Start the processes before the first visitor comes."""
        async with create_task_group() as group:
            for _ in range(self.size):
                group.start_soon(self._start_one)

    async def _start_one(self) -> None:
        await to_process.run_sync(work.bounded, work.ready, (), cancellable=True, limiter=self.places)

    async def run(self, job: Callable[..., Any], *arguments: Any, seconds: float) -> Any:
        """The result of `job(*arguments, seconds)`; raises Busy, TooLong or Refused instead."""
        if self._present >= self.size + self.waiting:
            raise Busy
        self._present += 1
        try:
            async with self.places:
                with fail_after(seconds + self.grace):
                    # the place is held above, so that the time spent waiting for it does not count
                    found = await to_process.run_sync(
                        work.bounded, job, (*arguments, seconds), cancellable=True, limiter=CapacityLimiter(1)
                    )
        except TimeoutError:
            raise TooLong from None
        finally:
            self._present -= 1
        if isinstance(found, work.Refusal):
            raise TooLong(found.message) if found.timed_out else Refused(found.message)
        return found
