"""Finds displaced rows of a dataset: rows whose puzzle a row with a lower index has already."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from numlink.datasets.folder import Folder
from numlink.datasets.plan import Plan
from numlink.datasets.queries import KEYS, Database, shards_open

FETCH = 10_000
"""Rows fetched from the database at once."""

_DISPLACED = (
    "CREATE TEMP TABLE crowded AS SELECT hash(hash) AS part FROM rows GROUP BY part HAVING count(*) > 1",
    """
    CREATE TEMP TABLE suspects AS
    SELECT "index", attempt, hash FROM rows WHERE hash(hash) IN (SELECT part FROM crowded)
    """,
    """
    CREATE TEMP TABLE displaced AS
    WITH twice AS (SELECT hash, min("index") AS first FROM suspects GROUP BY hash HAVING count(*) > 1)
    SELECT "index", attempt, first FROM suspects JOIN twice USING (hash) WHERE "index" > first
    """,
    "DROP TABLE crowded",
    "DROP TABLE suspects",
)
"""Groups all rows by 64 bits of their hash, then those alike by the whole hash, which takes a third of the memory."""


class Displaced:
    """The displaced rows in order of their index, as (index, attempt, lowest index with the same puzzle).

    `count` is their number, `attempts` the highest attempt among them. O(n log n), on disk if memory is short.
    """

    def __init__(self, database: Database) -> None:
        for query in _DISPLACED:
            database.execute(query)
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
        """{hash: lowest index that has it} of all rows, in memory: for small datasets only."""
        return dict(self.database.execute('SELECT hash, min("index") FROM rows GROUP BY hash').fetchall())


@contextmanager
def displaced(folder: Folder, plan: Plan, names: Sequence[str]) -> Iterator[Displaced]:
    """The displaced rows of these shards."""
    with shards_open(folder, plan.format, names, KEYS) as database:
        yield Displaced(database)
