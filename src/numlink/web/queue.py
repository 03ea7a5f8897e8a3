"""Who is served next: every client has a share, and small jobs go before large ones.

    waiting   ann  [hint 81] [hint 81] [make 1296]     due at  81, 162, 1458
              bob  [verdict 100]                       due at  100

The job that is due first is called: ann's hint, bob's verdict, ann's other hint.  A client's jobs are due one after
another, the smallest first; the clock stands at what was called last, and whoever comes begins there.  So a client
gets as much as any other, a large job waits for as much work as it asks for itself, and none waits for ever.
(Self-clocked fair queueing, S. J. Golestani 1994.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count

from anyio import Event

LARGE = 400
"""Weight (work.py: about the cells of a board) from which a job is large: the large jobs of one client leave a worker
free (if there are two or more), so that other clients need not wait for a large job to end."""


class Busy(Exception):
    """All workers are busy and no more jobs may wait."""


@dataclass(slots=True, eq=False)
class _Ticket:
    """A job that waits or runs: whose it is, how large, when it came."""

    client: str
    weight: int
    number: int
    turned_out: bool = False
    called: Event = field(default_factory=Event)


class Queue:
    """`size` places to run with `waiting` more to wait for them; belongs to one event loop."""

    def __init__(self, size: int, waiting: int) -> None:
        self.size = size
        self.room = waiting
        self._numbers = count()
        self._waiting: list[_Ticket] = []
        self._running: list[_Ticket] = []
        self._clock = 0
        self._begins: dict[str, int] = {}  # the clock at which a client's next job begins; no entry: now

    @property
    def present(self) -> int:
        """Jobs that run or wait."""
        return len(self._waiting) + len(self._running)

    @asynccontextmanager
    async def place(self, client: str, weight: int) -> AsyncIterator[None]:
        """Hold a place to run, once it is this client's turn; raises Busy where there is no room to wait."""
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
        """Fill the free places."""
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
        """The clock at which a client's next job is due, then its number: of two due at once the older is first."""
        return self._begins[ticket.client] + ticket.weight, ticket.number

    def _first_of_each(self) -> Iterator[_Ticket]:
        """The smallest job of each client, among those that may run beside what the client has running."""
        large = Counter(ticket.client for ticket in self._running if ticket.weight >= LARGE)
        seen = set()
        for ticket in sorted(self._waiting, key=lambda ticket: (ticket.weight, ticket.number)):
            enough = ticket.weight >= LARGE and large[ticket.client] >= max(1, self.size - 1)
            if ticket.client not in seen and not enough:
                seen.add(ticket.client)
                yield ticket

    def _turn_out(self) -> None:
        """Where more jobs wait than may: the newest one of the client with the most jobs raises Busy."""
        if len(self._waiting) <= self.room:
            return
        jobs = Counter(ticket.client for ticket in (*self._waiting, *self._running))
        last = max(self._waiting, key=lambda ticket: (jobs[ticket.client], ticket.number))
        self._waiting.remove(last)
        last.turned_out = True
        last.called.set()
