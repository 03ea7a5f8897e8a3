"""Puzzles made ahead, so that New and Next serve at once.

    wish ──> up to DEPTH puzzles        the wishes asked for last are kept full while no visitor has a job running

A wish with a seed is made for whoever asks; only wishes that leave the seed to the server come from here.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from contextlib import suppress
from typing import Any, TypeAlias

from anyio import sleep

from numlink.making.wishes import DifficultyWord
from numlink.seeds import random_seed
from numlink.web import work
from numlink.web.workers import Busy, Lost, Refused, TooLong, Workers

Asked: TypeAlias = tuple[int, int, str, str, str, tuple[tuple[str, str], ...]]
"""Width, height, rules, claim, board and the other wishes as pairs: the arguments of `work.make` without the seed."""

STOCK = "stock"
"""The client that all jobs for puzzles ahead count as, so that together they have one client's share."""
DEPTH = 2
"""Puzzles kept ready for each wish."""
WISHES = 24
"""Wishes for which puzzles are kept ready; one more displaces the least recently asked for."""
PAUSE = 0.5
"""Seconds between two checks for a wish with too few puzzles."""

FIRST: tuple[tuple[int, DifficultyWord], ...] = ((7, "any"), (6, "easy"), (8, "medium"), (9, "hard"), (10, "expert"))
"""Squares kept ready from the start: their side in cells, and their grade."""


def wish_of(side: int, difficulty: DifficultyWord) -> Asked:
    """The wish of the page for a square of a side and a grade."""
    wishes = {**work.ANYTHING, "difficulty": difficulty}
    return side, side, "cover", "usual", "plain", tuple(sorted(wishes.items()))


class Stock:
    """The puzzles ahead, made by `workers` in at most `seconds` each."""

    def __init__(self, workers: Workers, seconds: float) -> None:
        self._workers = workers
        self._seconds = seconds
        self._shelves: OrderedDict[Asked, deque[work.Data]] = OrderedDict(
            (wish_of(side, grade), deque()) for side, grade in FIRST
        )

    def take(self, wish: Asked) -> work.Data | None:
        """A puzzle made ahead, None where there is none; the wish is remembered either way."""
        shelf = self._shelves.setdefault(wish, deque())
        self._shelves.move_to_end(wish)
        while len(self._shelves) > WISHES:
            self._shelves.popitem(last=False)
        return shelf.popleft() if shelf else None

    def missing(self) -> Asked | None:
        """The wish asked for last that has too few puzzles ahead."""
        return next((wish for wish, shelf in reversed(self._shelves.items()) if len(shelf) < DEPTH), None)

    async def fill(self, wish: Asked) -> None:
        """Make a puzzle for a wish; a wish that cannot be met is forgotten."""
        try:
            width, height, rules, claim, board, others = wish
            job: tuple[Any, ...] = (width, height, random_seed(), rules, claim, board, dict(others))
            weight = work.MAKING * width * height
            found = await self._workers.run(work.make, *job, seconds=self._seconds, client=STOCK, weight=weight)
        except (TooLong, Refused):
            self._shelves.pop(wish, None)
            return
        if wish in self._shelves:
            self._shelves[wish].append(found)

    async def keep_full(self) -> None:
        """Fill what is missing while no visitor waits; runs until it is cancelled."""
        while True:
            wish = None if self._workers.queue.present else self.missing()
            if wish is not None:
                with suppress(Busy, Lost):
                    await self.fill(wish)
            await sleep(PAUSE)
