"""The order in which waiting jobs are run: every client has an equal share, and small jobs go before large ones.

    waiting   ann  [hint 81] [hint 81] [make 1296]     due at  81, 162, 1458
              bob  [verdict 100]                       due at  100

The numbers are weights.  A job is due at the sum of the weights of its client's jobs up to and including itself, the
smallest first.  The job that is due first runs first: ann's hint, bob's verdict, ann's other hint.  The clock is the
due time of the job called last; a client that comes later begins to count there.  So clients get equal amounts of work,
a large job waits for about as much work of others as it needs itself, and no job waits for ever.  (Self-clocked fair
queueing, S. J. Golestani 1994.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count

from anyio import Event

LARGE = 400
"""The weight (jobs.py: about the cells of a board) from which a job is large.  If there are two workers or more, the
large jobs of one client leave one worker free, so that other clients need not wait until a large job ends."""


class Busy(Exception):
    """All workers are busy and no more jobs may wait."""


@dataclass(slots=True, eq=False)
class _Ticket:
    """A job that waits or runs; `called` is set when it may run or, with `turned_out`, has lost its place."""

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
        self._begins: dict[str, int] = {}  # client -> the clock from which its next job's weight counts; no entry: now

    @property
    def present(self) -> int:
        """The number of jobs that run or wait."""
        return len(self._waiting) + len(self._running)

    @asynccontextmanager
    async def place(self, client: str, weight: int) -> AsyncIterator[None]:
        """Wait until the job may run, and hold its place during the `with`.

        Raises Busy, at once or while it waits, if too many jobs wait and this is the one to go (`_turn_out`).
        """
        ticket = _Ticket(client, max(1, weight), next(self._numbers))
        self._begins.setdefault(client, self._clock)
        self._waiting.append(ticket)
        try:
            self._call()
            self._turn_out()
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
        """Give free places to the waiting jobs that are due first."""
        while len(self._running) < self.size:
            ticket = min(self._first_of_each(), key=self._due, default=None)
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
        """(the clock at which the job is due if it is its client's next, its number): of two due at once, the older."""
        return self._begins[ticket.client] + ticket.weight, ticket.number

    def _first_of_each(self) -> Iterator[_Ticket]:
        """The smallest waiting job of each client; large jobs are left out if the client has enough of them running."""
        large = Counter(ticket.client for ticket in self._running if ticket.weight >= LARGE)
        seen = set()
        for ticket in sorted(self._waiting, key=lambda ticket: (ticket.weight, ticket.number)):
            enough = ticket.weight >= LARGE and large[ticket.client] >= max(1, self.size - 1)
            if ticket.client not in seen and not enough:
                seen.add(ticket.client)
                yield ticket

    def _turn_out(self) -> None:
        """If too many jobs wait, the newest waiting job of the client with the most jobs loses its place (Busy)."""
        if len(self._waiting) <= self.room:
            return
        jobs = Counter(ticket.client for ticket in (*self._waiting, *self._running))
        last = max(self._waiting, key=lambda ticket: (jobs[ticket.client], ticket.number))
        self._waiting.remove(last)
        last.turned_out = True
        last.called.set()
