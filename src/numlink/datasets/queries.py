"""SQL queries over the rows of a dataset, and the search for duplicates, in bounded memory.

Queries over Parquet go to DuckDB; JSON lines are copied into an SQLite database on disk first.
"""

from __future__ import annotations

import re
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from typing import Any, TypeAlias

from numlink.datasets.codecs import JsonLines
from numlink.datasets.folder import Folder
from numlink.datasets.plan import Plan, ShardFormat
from numlink.datasets.rows import columns
from numlink.datasets.stores import Remote, one_line
from numlink.errors import InputError, optional

MEMORY = 48  # megabytes that DuckDB may use before it writes to disk; 10^7 rows need more than 32
MOST_MEMORY = 1024  # megabytes at most for a query that is repeated with more memory
KEYS = ("index", "attempt", "hash")  # the columns that identify duplicates


class BadQuery(InputError):
    """The database does not understand a query; the message says why."""


Database: TypeAlias = Any
"""A connection to DuckDB or SQLite, or a cursor of one: with `execute`, `fetchall` and `fetchmany`."""


def query_columns() -> dict[str, str]:
    """The columns that a query can name, as {name: type}: all except lists."""
    return {name: kind for name, kind in columns().items() if not kind.startswith("list")}


def shards_open(
    folder: Folder, format: ShardFormat, names: Sequence[str], wanted: Sequence[str]
) -> AbstractContextManager[Database]:
    """A database whose table `rows` holds the columns `wanted` of these shards.

    Within the block, bad queries raise BadQuery, and shards that cannot be read raise InputError.
    """
    return (_sqlite if format is ShardFormat.JSONL else _duckdb)(folder, names, wanted)


# -- Parquet -------------------------------------------------------------------------------------------------------


@contextmanager
def _duckdb(folder: Folder, names: Sequence[str], wanted: Sequence[str]) -> Iterator[Database]:
    with optional("a dataset in Parquet", "dataset"):
        import duckdb
    with tempfile.TemporaryDirectory(prefix="numlink-") as spill:
        connection = duckdb.connect(
            config={
                "memory_limit": f"{MEMORY}MB",
                "temp_directory": spill,
                "preserve_insertion_order": False,
                "threads": 1,  # the other cores are for the workers
            }
        )
        try:
            if isinstance(folder.store, Remote):
                connection.register_filesystem(folder.store.system)
            database = _Retrying(connection, duckdb.OutOfMemoryException)
            database.execute(f"CREATE VIEW rows AS {_source(folder, names, wanted)}")
            yield database
        except duckdb.OutOfMemoryException as error:
            raise InputError(f"no space left in {tempfile.gettempdir()}: {_one_line(error)}") from None
        except (
            duckdb.ParserException, duckdb.BinderException, duckdb.CatalogException, duckdb.ConversionException
        ) as error:  # fmt: skip
            raise BadQuery(_reason(str(error))) from None
        except duckdb.Error as error:
            raise folder.failure(Exception(_one_line(error)), "read") from None
        finally:
            connection.close()


class _Retrying:
    """A connection to DuckDB that repeats a query with more memory if it runs out, and lets Ctrl-C through."""

    def __init__(self, connection: Any, short: type[Exception]) -> None:
        self.connection = connection
        self.short = short
        self.megabytes = MEMORY

    def execute(self, query: str, parameters: Sequence[Any] = (), /) -> Any:
        require_text(query)
        while True:
            try:
                return self.connection.execute(query, parameters)
            except self.short:
                if self.megabytes >= MOST_MEMORY:
                    raise
                self.megabytes *= 2
                self.connection.execute(f"SET memory_limit = '{self.megabytes}MB'")
            except RuntimeError as error:
                # DuckDB (2.0) replaces the KeyboardInterrupt of Python's signal handler by a RuntimeError without a
                # cause.  Its own errors are subclasses of duckdb.Error.
                if type(error) is RuntimeError:
                    raise KeyboardInterrupt from None
                raise


def require_text(query: str) -> None:
    """Raise InputError for a query that is not UTF-8, because DuckDB ends it just as it ends one at Ctrl-C."""
    try:
        query.encode()
    except UnicodeEncodeError as error:
        near = query[max(0, error.start - 20) : error.start + 20]
        raise InputError(f"{near!r} has a character that isn't valid text. Use UTF-8.") from None


_TYPES = {"int32": "INTEGER", "int64": "BIGINT", "bool": "BOOLEAN", "double": "DOUBLE", "string": "VARCHAR"}


def _source(folder: Folder, names: Sequence[str], wanted: Sequence[str]) -> str:
    kinds = query_columns()
    chosen = ", ".join(f'"{name}"::{_TYPES[kinds[name]]} AS "{name}"' for name in wanted)
    if not names:
        nothing = ", ".join(f'NULL AS "{name}"' for name in wanted)
        return f"SELECT {chosen} FROM (SELECT {nothing}) WHERE false"
    files = ", ".join("'" + folder.url(name).replace("'", "''") + "'" for name in names)
    return f"SELECT {chosen} FROM read_parquet([{files}])"


# -- JSON lines ----------------------------------------------------------------------------------------------------


@contextmanager
def _sqlite(folder: Folder, names: Sequence[str], wanted: Sequence[str]) -> Iterator[Database]:
    with closing(sqlite3.connect("")) as connection:  # a temporary file that ends with the connection
        connection.execute("PRAGMA temp_store = FILE")
        connection.create_function("hash", 1, hash, deterministic=True)  # built into DuckDB
        fields = ", ".join(f'"{name}"' for name in wanted)
        connection.execute(f"CREATE TABLE rows ({fields})")
        places = ", ".join("?" * len(wanted))
        for name in names:
            content = folder.read(name)
            with folder.reading(name):
                shard = JsonLines().read(content)
                found: Iterable[tuple[Any, ...]] = (
                    shard.identities()
                    if tuple(wanted) == KEYS
                    else (tuple(row[key] for key in wanted) for row in shard.rows())
                )
                connection.executemany(f"INSERT INTO rows VALUES ({places})", found)
        try:
            yield connection
        except (sqlite3.OperationalError, sqlite3.ProgrammingError, sqlite3.Warning) as error:
            raise BadQuery(_reason(str(error))) from None
        except sqlite3.Error as error:
            raise InputError(f"cannot search {folder.target}: {_one_line(error)}") from None


# -- words ---------------------------------------------------------------------------------------------------------


def condition(text: str) -> str:
    """A condition as databases understand it: "9x9" becomes '9x9', because no column has this name.

    >>> condition('size = "9x9" and "pairs" > 5')
    'size = \\'9x9\\' and "pairs" > 5'
    """

    def quoted(match: re.Match[str]) -> str:
        word = match[0]
        if word.startswith("'") or word[1:-1] in query_columns():
            return word
        return "'" + word[1:-1].replace("'", "''") + "'"

    return re.sub(r"'(?:[^']|'')*'|\"[^\"]*\"", quoted, text)


def _one_line(error: Exception) -> str:
    """The first line of a database's message, or the last one if it quotes a Python traceback."""
    lines = str(error).strip().splitlines() or [type(error).__name__]
    return one_line(Exception(lines[-1] if any("Traceback (most" in line for line in lines) else lines[0]))


_REASONS = (
    ('Referenced column "(.+?)" not found', "there is no column {0}; if it is a word, put it in quotes: '{0}'"),
    ("^no such column: (.+)", "there is no column {0}; if it is a word, put it in quotes: '{0}'"),
    ("Function with name (.+?) does not exist", "there is no function {0}"),
    ("^no such function: (.+)", "there is no function {0}"),
    (r'near "\)"', "it ends too early, or has a bracket too many"),
    ("^incomplete input", "it ends too early, or has a bracket too many"),
    ('near "(.+?)"', 'it is not a condition near "{0}"'),
    ("unrecognized token|unterminated", "a quotation mark is not closed"),
    ("Could not convert", "it is a value, not a condition"),
)
"""(pattern in a database's message, what it means for the user's condition)."""


def _reason(error: str) -> str:
    first = " ".join(error.splitlines()[0].split()) if error.strip() else "it is not a condition"
    for pattern, words in _REASONS:
        if found := re.search(pattern, first):
            return words.format(*found.groups()) + "."
    return first.partition(": ")[2].rstrip(".!") + "." if ": " in first else first.rstrip(".!") + "."


# -- duplicates -----------------------------------------------------------------------------------------------------

FETCH = 10_000  # rows fetched from the database at once

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
"""Groups all rows by 64 bits of their hash, then equal ones by the full hash, which takes a third of the memory."""


class Displaced:
    """The displaced rows in order of their index, as (index, attempt, lowest index with the same puzzle).

    `count` is their number, `attempts` the highest attempt among them. O(n log n), on disk if memory is low.
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


@contextmanager
def displaced(folder: Folder, plan: Plan, names: Sequence[str]) -> Iterator[Displaced]:
    with shards_open(folder, plan.format, names, KEYS) as database:
        yield Displaced(database)
