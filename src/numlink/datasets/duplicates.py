"""Which rows of a dataset hold a puzzle that a lower index holds already."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from numlink.datasets.folder import Folder
from numlink.datasets.plan import Plan
from numlink.datasets.queries import KEYS, Database, shards_open

FETCH = 10_000

_DISPLACED = """
CREATE TEMP TABLE displaced AS
WITH twice AS (SELECT hash, min("index") AS first FROM rows GROUP BY hash HAVING count(*) > 1)
SELECT "index", attempt, first FROM rows JOIN twice USING (hash) WHERE "index" > first
"""


class Displaced:
    """The rows whose puzzle a lower index holds, in order of their index: `(index, attempt, holder)`.

    `count` is their number, `attempts` the highest attempt that one of them is at.  A full pass over the column of
    hashes; O(n log n) at worst, on disk where it is much.
    """

    def __init__(self, database: Database) -> None:
        database.execute(_DISPLACED)
        self.database = database
        self.count: int
        self.attempts: int
        figures = "SELECT count(*), coalesce(max(attempt), 0) FROM displaced"
        self.count, self.attempts = database.execute(figures).fetchall()[0]

    def __iter__(self) -> Iterator[tuple[int, int, int]]:
        answer = self.database.execute('SELECT "index", attempt, first FROM displaced ORDER BY "index"')
        while found := answer.fetchmany(FETCH):
            yield from found

    def holders(self) -> dict[str, int]:
        """For every hash the lowest index that has it: all in memory, for small datasets."""
        return dict(self.database.execute('SELECT hash, min("index") FROM rows GROUP BY hash').fetchall())


@contextmanager
def displaced(folder: Folder, plan: Plan, names: Sequence[str]) -> Iterator[Displaced]:
    """The displaced rows of these shards."""
    with shards_open(folder, plan.format, names, KEYS) as database:
        yield Displaced(database)
