"""DuckDB over the shards of a dataset: duplicates, conditions, figures, in memory that does not grow with them."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from numlink.datasets.folder import Folder
from numlink.datasets.rows import COLUMNS
from numlink.errors import InputError, MissingExtra

if TYPE_CHECKING:
    import duckdb

MEMORY = "256MB"
"""What DuckDB may hold; the rest it keeps in files of a temporary folder."""

FETCH = 10_000


def duck() -> Any:
    """The duckdb module; raises MissingExtra where it is not installed."""
    try:
        import duckdb
    except ImportError:
        raise MissingExtra("a dataset", "dataset") from None
    return duckdb


@contextmanager
def shards_open(folder: Folder, names: Sequence[str], columns: Sequence[str]) -> Iterator[duckdb.DuckDBPyConnection]:
    """A connection in which the rows of these shards are the view `rows` with these columns."""
    duckdb = duck()
    with tempfile.TemporaryDirectory(prefix="numlink-") as spill:
        connection = duckdb.connect(
            config={
                "memory_limit": MEMORY,
                "temp_directory": spill,
                "preserve_insertion_order": False,
                "threads": 1,  # the workers have the others
            }
        )
        try:
            if folder.local is None:
                connection.register_filesystem(folder.system)
            connection.execute(f"CREATE VIEW rows AS {_source(folder, names, columns)}")
            yield connection
        except duckdb.IOException as error:
            raise InputError(f"cannot read {folder.target}: {str(error).splitlines()[0]}") from None
        except duckdb.OutOfMemoryException as error:
            raise InputError(f"no room left in {tempfile.gettempdir()}: {str(error).splitlines()[0]}") from None
        finally:
            connection.close()


def _source(folder: Folder, names: Sequence[str], columns: Sequence[str]) -> str:
    """SQL that reads the shards; none of them is an empty table of the same columns."""
    chosen = ", ".join(f'"{column}"' for column in columns)
    kinds = {column: _TYPES[COLUMNS[column]] for column in columns}
    if not names:
        empty = ", ".join(f'NULL::{kind} AS "{column}"' for column, kind in kinds.items())
        return f"SELECT {empty} WHERE false"
    files = "[" + ", ".join("'" + folder.url(name).replace("'", "''") + "'" for name in names) + "]"
    if names[0].endswith(".parquet"):
        return f"SELECT {chosen} FROM read_parquet({files})"
    for column in ("cells", "paths", "rating"):
        if column in kinds:
            kinds[column] = "JSON"
    typed = ", ".join(f"'{column}': '{kind}'" for column, kind in kinds.items())
    return f"SELECT {chosen} FROM read_json({files}, format = 'newline_delimited', columns = {{{typed}}})"


_TYPES = {
    "int32": "INTEGER",
    "int64": "BIGINT",
    "string": "VARCHAR",
    "list<int32>": "INTEGER[]",
    "list<list<int32>>": "INTEGER[][]",
}

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

    def __init__(self, connection: duckdb.DuckDBPyConnection) -> None:
        connection.execute(_DISPLACED)
        self.connection = connection
        self.count: int
        self.attempts: int
        figures = "SELECT count(*), coalesce(max(attempt), 0) FROM displaced"
        self.count, self.attempts = connection.execute(figures).fetchall()[0]

    def __iter__(self) -> Iterator[tuple[int, int, int]]:
        cursor = self.connection.execute('SELECT "index", attempt, first FROM displaced ORDER BY "index"')
        while found := cursor.fetchmany(FETCH):
            yield from found

    def holders(self) -> dict[str, int]:
        """For every hash the lowest index that has it: all in memory, for small datasets."""
        return dict(self.connection.execute('SELECT hash, min("index") FROM rows GROUP BY hash').fetchall())


@contextmanager
def displaced(folder: Folder, names: Sequence[str]) -> Iterator[Displaced]:
    """The displaced rows of these shards."""
    with shards_open(folder, names, ("index", "attempt", "hash")) as connection:
        yield Displaced(connection)


def condition(text: str) -> str:
    """A condition as DuckDB reads it: `size = "9x9"` means the word 9x9, since no column is called that.

    >>> condition('size = "9x9" and "pairs" > 5')
    'size = \\'9x9\\' and "pairs" > 5'
    """

    def quoted(match: re.Match[str]) -> str:
        word = match[0]
        if word.startswith("'") or word[1:-1] in COLUMNS:
            return word
        return "'" + word[1:-1].replace("'", "''") + "'"

    return re.sub(r"'(?:[^']|'')*'|\"[^\"]*\"", quoted, text)
