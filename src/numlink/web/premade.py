"""Puzzles made ahead, so that the page's New and Next answer at once.

    wish ──> up to DEPTH puzzles        made while no job runs or waits, for the wishes asked for last

They serve wishes without a seed; a wish with a seed is made when it is asked for.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from typing import Any, TypeAlias

from anyio import sleep

from numlink.making.wish_values import DifficultyWord
from numlink.model.arguments import random_seed
from numlink.web import jobs
from numlink.web.workers import LOG, Busy, Lost, Refused, TooLong, Workers

Asked: TypeAlias = tuple[int, int, str, str, str, tuple[tuple[str, str], ...]]
"""Width, height, rules, claim, board, and the other wishes as pairs: what `jobs.make` needs beside seed and budget."""

PREMADE = "premade"
"""The name of the client for all jobs of puzzles made ahead, so that together they have one client's share."""
DEPTH = 2
"""Puzzles kept ready for each wish."""
WISHES = 24
"""Wishes for which puzzles are kept ready; one more displaces the wish whose last request is the oldest."""
PAUSE = 0.5
"""Seconds between two checks for a wish with too few puzzles."""

FIRST: tuple[tuple[int, DifficultyWord], ...] = ((7, "any"), (6, "easy"), (8, "medium"), (9, "hard"), (10, "expert"))
"""The square boards that are kept ready from the start: (side in cells, grade)."""


def wish_of(side: int, difficulty: DifficultyWord) -> Asked:
    """The wish that the page sends for a square board of this side (cells) and grade."""
    wishes = {**jobs.ANYTHING, "difficulty": difficulty}
    return side, side, "cover", "usual", "plain", tuple(sorted(wishes.items()))


class Premade:
    """The puzzles made ahead by `workers`, each in at most `seconds`."""

    def __init__(self, workers: Workers, seconds: float) -> None:
        self._workers = workers
        self._seconds = seconds
        self._shelves: OrderedDict[Asked, deque[jobs.Data]] = OrderedDict(
            (wish_of(side, grade), deque()) for side, grade in FIRST
        )

    def take(self, wish: Asked) -> jobs.Data | None:
        """A puzzle made ahead for a wish, None if there is none; the wish counts as asked for last from now on."""
        shelf = self._shelves.setdefault(wish, deque())
        self._shelves.move_to_end(wish)
        while len(self._shelves) > WISHES:
            self._shelves.popitem(last=False)
        return shelf.popleft() if shelf else None

    def missing(self) -> Asked | None:
        """Among the wishes with fewer than DEPTH puzzles, the one asked for last; None if there is none."""
        return next((wish for wish, shelf in reversed(self._shelves.items()) if len(shelf) < DEPTH), None)

    async def fill(self, wish: Asked) -> None:
        """Make a puzzle for a wish; forget the wish if it is refused or not met in time.  Raises Busy and Lost."""
        try:
            width, height, rules, claim, board, others = wish
            job: tuple[Any, ...] = (width, height, random_seed(), rules, claim, board, dict(others))
            weight = jobs.MAKING * width * height
            found = await self._workers.run(jobs.make, *job, seconds=self._seconds, client=PREMADE, weight=weight)
        except (TooLong, Refused):
            self._shelves.pop(wish, None)
            return
        if wish in self._shelves:
            self._shelves[wish].append(found)

    async def keep_full(self) -> None:
        """Make missing puzzles while no job runs or waits; runs until it is cancelled."""
        while True:
            wish = None if self._workers.queue.present else self.missing()
            if wish is not None:
                try:
                    await self.fill(wish)
                except (Busy, Lost):  # the next round tries again
                    pass
                except Exception:  # a fault of the program: it must not end what is made for other wishes
                    LOG.exception("no puzzle can be made ahead for the wish %s", wish)
                    self._shelves.pop(wish, None)
            await sleep(PAUSE)
