"""The folder of a dataset: read by pandas, polars and pyarrow, without Parquet libraries, and growing."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import numlink
from numlink.datasets.folder import Folder
from numlink.datasets.make import make_dataset
from numlink.datasets.reader import Dataset
from numlink.datasets.rows import columns, figures, puzzle_of
from numlink.errors import InputError
from tests import plans
from tests.cli import assert_one_line_error
from tests.cli import numlink as run
from tests.plans import files_of
from tests.tools import amount

pytest.importorskip("pyarrow")
pytest.importorskip("duckdb")

FEW = {"count": 30, "rating": True}


def plan_of(**changes):
    return plans.plan_of(**FEW | changes)


@pytest.fixture(scope="module", params=["parquet", "jsonl"])
def made(request, tmp_path_factory):
    """(format, folder) of a rated dataset."""
    target = tmp_path_factory.mktemp("made") / "dataset"
    make_dataset(str(target), plan_of(format=request.param), workers=1)
    return request.param, target


# -- other libraries -----------------------------------------------------------------------------------------------


def test_the_folder_is_a_parquet_dataset(made):
    ending, target = made
    assert all(name.startswith("_") or name.endswith(f".{ending}") for name in files_of(target))
    if ending == "jsonl":
        return
    import pyarrow.dataset
    import pyarrow.parquet

    expected = list(Dataset(str(target)).rows())
    assert pyarrow.dataset.dataset(target).to_table().to_pylist() == expected
    assert pyarrow.parquet.read_table(target).num_rows == 30
    pandas = pytest.importorskip("pandas")
    frame = pandas.read_parquet(target)
    assert list(frame["bottleneck"]) == [row["bottleneck"] for row in expected]
    polars = pytest.importorskip("polars")
    assert polars.scan_parquet(target / "*.parquet").collect().to_dicts() == expected
    assert polars.scan_parquet(target, hidden_file_prefix="_").collect().height == 30


def test_ratings_are_columns(made):
    _, target = made
    names = {name for name, _, _ in figures()}
    for row in Dataset(str(target)).rows():
        rating = numlink.rate(puzzle_of(row)).to_json()
        assert names == set(rating) - {"grade", "name", "rules", "verdict", "remark"}
        assert {name: row[column] for name, column, _ in figures()} == {name: rating[name] for name in names}
        assert list(row) == list(columns())
    text = (Path(__file__).parents[2] / "docs" / "datasets.md").read_text()
    assert [name for name in columns() if f"`{name}`" not in text] == []
    assert columns()["rating_longest"] == "int32"
    assert columns()["longest"] == "int32"


@pytest.mark.parametrize("condition", ["looks = 0", "bottleneck > 5 and detour < 1.5", "solved", "rating_longest = 0"])
def test_conditions_can_use_ratings(made, condition):
    _, target = made
    data = Dataset(str(target))
    expression = condition.replace(" = ", " == ")
    expected = [row["index"] for row in data.rows() if eval(expression, {}, row)]
    assert [row["index"] for row in data.where(condition)] == expected
    assert data.count(condition) == len(expected) > 0


BLOCKED = """
import sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("pyarrow", "duckdb", "fsspec", "pandas", "polars"):
            raise ImportError(f"{name} is blocked")

sys.meta_path.insert(0, Blocked())
from numlink.cli import main

sys.exit(main(sys.argv[1:]))
"""


def without_libraries(*arguments):
    """Run in a process that has none of the optional libraries."""
    command = [sys.executable, "-c", BLOCKED, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True)


def test_json_lines_need_no_library(tmp_path):
    target = tmp_path / "d"
    options = ("--count", 12, "--sizes", "4,5", "--seed", 3, "--shard-size", 5, "--workers", 1)
    for arguments, words in [
        (("batch", *options, "--format", "jsonl", "-o", target), "12 puzzles are in"),
        (("dataset", "check", target, "--all", "--workers", 1), "12 proven again: no faults"),
        (("dataset", "stats", target), "12 puzzles in 3 shards"),
        (("dataset", "show", target, "--where", 'size = "5x5" and looks = 0', "--json"), '"width":5'),
        (("batch", "--resume", target, "--count", 14, "--workers", 1), "14 puzzles are in"),
    ]:
        found = without_libraries(*arguments)
        assert found.returncode == 0, found.stderr
        assert words in found.stdout + found.stderr
    found = without_libraries("batch", *options, "-o", tmp_path / "e")
    assert found.returncode == 2
    assert found.stderr.endswith("pip install 'numlink[dataset]'\n")
    assert found.stderr.count("\n") == 1


# -- growing -------------------------------------------------------------------------------------------------------


@pytest.mark.table(3)
@pytest.mark.parametrize("format", ["parquet", "jsonl"])
@pytest.mark.parametrize("first", [1, 7, 10, 21])
def test_a_grown_dataset_equals_that_of_one_run(format, first, tmp_path, monkeypatch):
    make_dataset(str(tmp_path / "whole"), plan_of(format=format, rating=False), workers=1)
    target = str(tmp_path / "grown")
    plan = plan_of(format=format, rating=False, count=first)
    make_dataset(target, plan, workers=1)
    before = files_of(target)
    tried = []
    from numlink.datasets import rows

    original = rows.candidate
    monkeypatch.setattr(rows, "candidate", lambda *place: tried.append(place[1]) or original(*place))
    outcome = make_dataset(target, plan_of(format=format, rating=False), workers=1)
    assert (outcome.count, outcome.idle) == (30, False)
    assert files_of(target) == files_of(tmp_path / "whole")
    assert min(tried) >= first, "what was there is not made again"
    for shard in range(first // 7):
        name = plan.shard_name(shard)
        assert files_of(target)[name] == before[name]
    assert make_dataset(target, count=30).idle


def test_growing_on_the_command_line(tmp_path, capsys):
    make_dataset(str(tmp_path / "whole"), plan_of(rating=False), workers=1)
    options = ("--sizes", "4x3,4,5", "--seed", 5, "--shard-size", 7, "--no-rating", "--workers", 1)
    for target, again in [
        (tmp_path / "a", ("--count", 30, *options, "-o", tmp_path / "a")),
        (tmp_path / "b", ("--resume", tmp_path / "b", "--count", 30, "--workers", 1)),
    ]:
        assert run("batch", "--count", 10, *options, "-o", target, capsys=capsys).code == 0
        assert run("batch", *again, capsys=capsys).code == 0
        assert files_of(target) == files_of(tmp_path / "whole")
    fewer = run("batch", "--count", 20, *options, "-o", tmp_path / "a", capsys=capsys)
    assert_one_line_error(fewer, "has 30 puzzles, and a dataset can only grow")
    other = run("batch", "--count", 40, "--seed", 4, "-o", tmp_path / "a", capsys=capsys)
    assert_one_line_error(other, "contains run", "--resume")
    assert files_of(tmp_path / "a") == files_of(tmp_path / "whole")


@pytest.mark.sampled
def test_stopped_growth_can_be_continued(tmp_path):
    from tests.datasets.test_commands import _stopped

    make_dataset(str(tmp_path / "whole"), plan_of(rating=False), workers=1)
    make_dataset(str(tmp_path / "start"), plan_of(rating=False, count=10), workers=1)
    for steps in amount((1, 4, 7), range(12)):
        target = tmp_path / str(steps)
        shutil.copytree(tmp_path / "start", target)
        ended = _stopped(str(target), plan_of(rating=False), steps - 2)
        make_dataset(str(target), workers=1, count=30)
        assert files_of(target) == files_of(tmp_path / "whole"), steps
        if ended:
            break
    assert steps > 4, "the steps ended too soon"


def test_what_ran_dry_stays_dry(tmp_path):
    plan = plan_of(count=60, sizes="4", attempts=9, rating=False)
    first = make_dataset(str(tmp_path / "d"), plan, workers=1)
    assert first.dry == "4x4"
    grown = make_dataset(str(tmp_path / "d"), count=90, workers=1)
    assert (grown.count, grown.dry, grown.wanted) == (first.count, "4x4", 90)
    make_dataset(str(tmp_path / "e"), plan_of(count=90, sizes="4", attempts=9, rating=False), workers=1)
    assert files_of(tmp_path / "d") == files_of(tmp_path / "e")


def test_growth_that_needs_longer_file_names_is_refused(tmp_path):
    make_dataset(str(tmp_path / "d"), plan_of(count=3, sizes="9", rating=False, **{"shard-size": 1}), workers=1)
    with pytest.raises(InputError, match="longer file names"):
        make_dataset(str(tmp_path / "d"), count=100_001, workers=1)


# -- of another numlink --------------------------------------------------------------------------------------------


def test_ratings_of_another_version_are_not_mixed(tmp_path, monkeypatch):
    make_dataset(str(tmp_path / "d"), plan_of(count=3, sizes="5", rating=True), workers=1)
    monkeypatch.setattr("numlink.datasets.plan.GRADE_VERSION", 99)
    with pytest.raises(InputError, match="another version of numlink"):
        make_dataset(str(tmp_path / "d"), count=20, workers=1)


# -- in python -----------------------------------------------------------------------------------------------------


def test_repr_of_a_dataset(made):
    _, target = made
    assert repr(Dataset(str(target))) == f"<Dataset {target}: 30 puzzles of 4x3, 4x4, 5x5, rules cover>"


def test_a_shard_is_read_and_decoded_once(made, monkeypatch):
    """Shuffled reading decodes a row each time, not a shard."""
    _, target = made
    data = Dataset(str(target))
    read = []
    original = Folder.read
    monkeypatch.setattr(Folder, "read", lambda self, name: read.append(name) or original(self, name))
    for index in [*range(29, -1, -1), *range(30)]:
        assert data[index].cells == tuple(data._row(*data._place(index))["cells"])
    assert len(read) == len(data.shards)
    monkeypatch.setattr("numlink.datasets.reader.KEPT", 1)
    fresh = Dataset(str(target))
    assert fresh[0] == data[0]
    assert fresh[29] == data[29]
    assert len(fresh._kept) == 1, "no more is kept than there is room for"
