"""The rehearsal of large datasets (bench/at_scale.py): its cheap boards are rows like any others."""

import json
import subprocess
import sys
from hashlib import blake2b
from pathlib import Path

import pytest

from numlink.datasets import queries
from numlink.datasets.check import check_dataset
from numlink.datasets.folder import Folder
from numlink.datasets.plan import ShardFormat, plan_from
from numlink.datasets.queries import displaced
from numlink.errors import InputError

pytest.importorskip("pyarrow")
pytest.importorskip("duckdb")
ROOT = Path(__file__).parents[2]


@pytest.mark.thorough
@pytest.mark.skipif(not (ROOT / "bench").exists(), reason="the benchmarks are not beside the tests")
def test_the_boards_of_the_rehearsal_make_a_sound_dataset(tmp_path):
    target = str(tmp_path / "rehearsed")
    words = [sys.executable, "-m", "bench.at_scale", "--make", target, "3000"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["megabytes"] > 0
    *_, (_, found) = check_dataset(target, every=100, workers=1)
    assert (found.rows, found.faults) == (3000, ())
    laid = str(tmp_path / "laid")
    for asked in (["--lay", laid, "6000", target], ["--make", laid, "6000"]):
        done = subprocess.run([*words[:3], *asked], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
        assert done.returncode == 0, done.stderr
    *_, (_, found) = check_dataset(laid, every=0, workers=1)
    assert (found.rows, found.faults) == (6000, ())


def identities(folder, rows):
    """A file with the columns by which duplicates are found; `rows` are (index, attempt, hash)."""
    import pyarrow as pa
    import pyarrow.parquet

    columns = dict(zip(queries.KEYS, map(list, zip(*rows, strict=True)), strict=True))
    pa.parquet.write_table(pa.table(columns), folder / "0.parquet")
    return ["0.parquet"]


def named(number):
    return blake2b(b"%d" % number, digest_size=16).hexdigest()


def test_duplicates_are_found_in_little_memory_and_in_more_where_that_is_too_little(tmp_path, monkeypatch):
    """A limit too low for a query is doubled until it suffices, instead of being reported as a full disk."""
    names = identities(tmp_path, [(index, 0, named(index % 29_990)) for index in range(30_000)])
    limits = []
    for megabytes in (queries.MEMORY, 1):
        monkeypatch.setattr(queries, "MEMORY", megabytes)
        with displaced(Folder(tmp_path), plan_from({"count": 1, "sizes": "4", "seed": 1}), names) as found:
            assert [*found] == [(29_990 + place, 0, place) for place in range(10)]
            limits.append(found.database.megabytes)
    assert limits[0] == 48 > limits[1] > 1


def test_a_memory_limit_that_is_too_low_is_reported_in_one_line(tmp_path, monkeypatch):
    names = identities(tmp_path, [(index, 0, named(index)) for index in range(30_000)])
    monkeypatch.setattr(queries, "MEMORY", 1)
    monkeypatch.setattr(queries, "MOST_MEMORY", 1)
    with (
        pytest.raises(InputError, match="no space left"),
        displaced(Folder(tmp_path), plan_from({"count": 1, "sizes": "4", "seed": 1}), names),
    ):
        pass


def test_rows_that_share_a_part_of_their_hash_only_are_no_duplicates(tmp_path, monkeypatch):
    """The first pass groups by a part of the hash, here by an empty part."""
    rows = [(0, 0, "a"), (1, 2, "b"), (2, 1, "a"), (3, 0, "c"), (4, 5, "a"), (5, 0, "b")]
    lines = [json.dumps({"index": index, "attempt": attempt, "hash": name}) for index, attempt, name in rows]
    (tmp_path / "0.jsonl").write_text("\n".join(lines) + "\n")
    monkeypatch.setattr(queries, "hash", lambda _: 1, raising=False)
    monkeypatch.setattr("numlink.datasets.codecs.LinesShard.identities", lambda _: iter(rows))
    plan = plan_from({"count": 1, "sizes": "4", "seed": 1, "format": ShardFormat.JSONL})
    with displaced(Folder(tmp_path), plan, ["0.jsonl"]) as found:
        assert [*found] == [(2, 1, 0), (4, 5, 0), (5, 0, 1)]
        assert (found.count, found.attempts) == (3, 5)
