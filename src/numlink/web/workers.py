"""The workers behind the server: processes with time limits, so that one request cannot block the others.

Jobs wait for a worker in a queue (queue.py); if the queue is full, one of them is refused at once (Busy).  A job whose
time is over, or whose visitor has hung up, is killed with its process.  anyio keeps the processes and starts new ones.
"""

from __future__ import annotations

import logging
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

from anyio import BrokenWorkerProcess, CancelScope, CapacityLimiter, create_task_group, fail_after, to_process

from numlink.web import jobs
from numlink.web.queue import Busy, Queue

__all__ = ["LOG", "Busy", "Lost", "Refused", "TooLong", "Workers"]

Found = TypeVar("Found")

LOG = logging.getLogger("uvicorn.error")
"""Where the server tells of its own faults."""

GRACE = 2.0
"""Seconds beyond its own budget after which a job is killed."""

KILLED = f"this takes longer than the server allows. {jobs.REMEDY}"
"""What a visitor is told whose job was killed."""

SIGNALS = (signal.SIGINT, signal.SIGTERM)
"""The signals that end the server."""


class TooLong(Exception):
    """The job ended without an answer, as the message tells the visitor: it was killed because its time was over, or
    stopped itself, because time or memory was not enough or all tries were made in vain."""


class Lost(Exception):
    """The worker process died: it was killed from outside, or memory was not enough."""


class Refused(Exception):
    """The job cannot be done; the message tells the visitor why."""


class Workers:
    """`size` worker processes, and room for `waiting` jobs; a job is killed `grace` seconds after its own budget."""

    def __init__(self, size: int, waiting: int, *, grace: float = GRACE) -> None:
        self.grace = grace
        self.queue = Queue(size, waiting)
        self._starting = 0
        self._idle = 0

    async def warm_up(self) -> None:
        """Start the processes before the first visitor comes."""
        async with create_task_group() as group:
            for _ in range(self.queue.size):
                group.start_soon(self._start_one)

    async def close(self) -> None:
        """End the idle processes; to be called in the event loop that ran the jobs, before it ends."""
        while self._idle:
            self._idle -= 1
            with suppress(BrokenWorkerProcess, ProcessLookupError):
                await to_process.run_sync(os._exit, 0, limiter=CapacityLimiter(1))

    async def _start_one(self) -> None:
        async with self.queue.place("", 0):
            with suppress(BrokenWorkerProcess, ProcessLookupError):  # the next job tries again
                await self._ready()

    async def _ready(self) -> None:
        """Start a process, unless one is idle; it has loaded everything and ignores the signals that end the server."""
        # shielded: a process that is cancelled while it starts would never end
        with self._signals_held(), CancelScope(shield=True):
            await self._in_process(jobs.ready)

    async def run(self, job: Callable[..., Found], *arguments: Any, seconds: float, client: str, weight: int) -> Found:
        """The result of `job(*arguments, seconds)` in a worker process; raises Busy, TooLong, Lost or Refused.

        Cancelling the call takes the job out of the queue or kills it.  `weight` is its work in cells of a board that
        is judged: 1 for each cell, MAKING for each cell of a board that is made (jobs.py).
        """
        async with self.queue.place(client, weight):
            try:
                await self._ready()  # without a time limit: the job's time begins when the process is ready
                with fail_after(seconds + self.grace):
                    found: Found | jobs.Refusal = await self._in_process(job, *arguments, seconds)
            except TimeoutError:
                raise TooLong(KILLED) from None
            except (BrokenWorkerProcess, ProcessLookupError):
                raise Lost from None
        if isinstance(found, jobs.Refusal):
            raise TooLong(found.message) if found.stopped else Refused(found.message)
        return found

    @contextmanager
    def _signals_held(self) -> Iterator[None]:
        """Block SIGNALS in this thread: a worker that it starts meanwhile inherits that and never gets them.

        Ctrl-C and most supervisors signal all processes of a group, but the server must end its workers itself: a
        worker that is interrupted while it starts prints a traceback.
        """
        known = hasattr(signal, "pthread_sigmask")  # Windows has none
        if known and not self._starting:
            signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
        self._starting += 1
        try:
            yield
        finally:
            self._starting -= 1
            if known and not self._starting:
                signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)

    async def _in_process(self, job: Callable[..., Any], *arguments: Any) -> Any:
        """Run a job in a process at once; the queue limits the number of jobs, so the limiter here never waits."""
        self._idle = max(0, self._idle - 1)
        limiter = CapacityLimiter(1)
        try:
            found = await to_process.run_sync(jobs.bounded, job, arguments, cancellable=True, limiter=limiter)
        except (BrokenWorkerProcess, ProcessLookupError):
            raise
        except Exception:  # a fault of the job: its process lives.  One that was killed raises no Exception
            self._idle += 1
            raise
        self._idle += 1
        return found
