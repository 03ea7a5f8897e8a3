"""The workers behind the server: processes with time limits, so that one request cannot block the others.

Jobs wait for a worker in a queue; if the queue is full, one of them is refused at once (Busy).  A job whose time is
over, or whose visitor has hung up, is killed with its process.  anyio manages the processes.

In the queue, every client has an equal share, and small jobs precede large ones.

    waiting   ann  [hint 81] [hint 81] [make 1296]     due at  81, 162, 1458
              bob  [verdict 100]                       due at  100

The numbers are weights.  A job is due at the sum of the weights of its client's jobs up to and including itself, the
smallest first.  The job that is due first runs first: ann's hint, bob's verdict, ann's other hint.  The clock is the
due time of the last job called; a client that arrives later begins there.  So clients get equal amounts of work, a
large job waits for about as much work of others as its own, and no job waits forever.  (Self-clocked fair
queueing, S. J. Golestani 1994.)
"""

from __future__ import annotations

import logging
import os
import signal
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from typing import Any, TypeVar

from anyio import BrokenWorkerProcess, CancelScope, CapacityLimiter, Event, create_task_group, fail_after, to_process

from numlink.web import jobs

Found = TypeVar("Found")

LOG = logging.getLogger("uvicorn.error")  # the log for bugs of the server
GRACE = 2.0  # seconds beyond its own budget after which a job is killed

KILLED = f"this takes longer than the server allows. {jobs.REMEDY}"  # the message to a visitor whose job was killed

SIGNALS = (signal.SIGINT, signal.SIGTERM)  # the signals that end the server

LARGE = 400
"""The weight (jobs.py: about the cells of a board) from which a job is large.  If there are several workers, the
large jobs of one client leave one of them free, so that other clients need not wait for a large job to end."""


class Busy(Exception):
    """All workers are busy and no more jobs may wait."""


class Lost(Exception):
    """The worker process died: it was killed from outside, or memory was not enough."""


@dataclass(slots=True, eq=False)
class _Ticket:
    """A job that waits or runs; `called` is set when it may run or, with `turned_out`, lost its place."""

    client: str
    weight: int
    number: int
    turned_out: bool = False
    called: Event = field(default_factory=Event)


class Queue:
    """`size` places for running jobs, and `waiting` for jobs that wait for one; belongs to one event loop."""

    def __init__(self, size: int, waiting: int) -> None:
        self.size = size
        self.room = waiting
        self._numbers = count()
        self._waiting: list[_Ticket] = []
        self._running: list[_Ticket] = []
        self._clock = 0
        self._begins: dict[str, int] = {}  # client -> the clock to which its next job's weight is added; no entry: now

    @property
    def present(self) -> int:
        """The number of jobs that run or wait."""
        return len(self._waiting) + len(self._running)

    @asynccontextmanager
    async def place(self, client: str, weight: int) -> AsyncIterator[None]:
        """Wait until the job may run, and hold its place during the `with`.

        Raises Busy, at once or while it waits, if too many jobs wait and this one must go (`_drop_one`).
        """
        ticket = _Ticket(client, max(1, weight), next(self._numbers))
        self._begins.setdefault(client, self._clock)
        self._waiting.append(ticket)
        try:
            self._call()
            self._drop_one()
            await ticket.called.wait()
            if ticket.turned_out:
                raise Busy
            yield
        finally:
            for held in (self._waiting, self._running):
                if ticket in held:
                    held.remove(ticket)
            self._call()

    def _call(self) -> None:
        """Give free places to the waiting jobs that are due first, within the limit on a client's large jobs."""
        while len(self._running) < self.size:
            large = Counter(ticket.client for ticket in self._running if ticket.weight >= LARGE)
            most = max(1, self.size - 1)
            ready = (one for one in self._waiting if one.weight < LARGE or large[one.client] < most)
            ticket = min(ready, key=self._due, default=None)
            if ticket is None:
                break
            self._clock = self._begins[ticket.client] = self._due(ticket)[0]
            self._waiting.remove(ticket)
            self._running.append(ticket)
            ticket.called.set()
        waiting = {ticket.client for ticket in self._waiting}
        for client in [one for one, begins in self._begins.items() if begins <= self._clock and one not in waiting]:
            del self._begins[client]

    def _due(self, ticket: _Ticket) -> tuple[int, int]:
        """(the clock at which the job is due if it is its client's next, its number, so that the older goes first)."""
        return self._begins[ticket.client] + ticket.weight, ticket.number

    def _drop_one(self) -> None:
        """If too many jobs wait, the newest waiting job of the client with the most jobs loses its place (Busy)."""
        if len(self._waiting) <= self.room:
            return
        jobs = Counter(ticket.client for ticket in (*self._waiting, *self._running))
        last = max(self._waiting, key=lambda ticket: (jobs[ticket.client], ticket.number))
        self._waiting.remove(last)
        last.turned_out = True
        last.called.set()


class Workers:
    """`size` worker processes, and room for `waiting` jobs; a job is killed `grace` seconds after its own budget."""

    def __init__(self, size: int, waiting: int, *, grace: float = GRACE) -> None:
        self.grace = grace
        self.queue = Queue(size, waiting)
        self._starting = 0
        self._idle = 0

    async def warm_up(self) -> None:
        """Start the processes before the first visitor arrives."""
        async with create_task_group() as group:
            for _ in range(self.queue.size):
                group.start_soon(self._start_one)

    async def close(self) -> None:
        """End the idle processes; call this in the event loop that ran the jobs, before it ends."""
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

        Cancelling the call takes the job out of the queue or kills it.  `weight` is its work: 1 for each cell
        of a board to judge, MAKING for each cell of a board to make (jobs.py).
        """
        async with self.queue.place(client, weight):
            try:
                await self._ready()  # without a time limit, as the job's time begins when the process is ready
                with fail_after(seconds + self.grace):
                    return await self._in_process(job, *arguments, seconds)
            except TimeoutError:
                raise jobs.TooLong(KILLED) from None
            except (BrokenWorkerProcess, ProcessLookupError):
                raise Lost from None

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

    async def _in_process(self, job: Callable[..., Found], *arguments: Any) -> Found:
        """Run a job in a process at once; the queue limits the number of jobs, so the limiter here never waits."""
        self._idle = max(0, self._idle - 1)
        limiter = CapacityLimiter(1)
        try:
            found: Found = await to_process.run_sync(jobs.bounded, job, arguments, cancellable=True, limiter=limiter)
        except Exception as error:  # a job that raises leaves its process alive; a cancelled one raises none
            self._idle += not isinstance(error, (BrokenWorkerProcess, ProcessLookupError))
            raise
        self._idle += 1
        return found
