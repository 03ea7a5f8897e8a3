"""Datasets: puzzle i is its first attempt that no lower index holds, on any number of workers; reading, grades."""

import json
import random
import subprocess
import sys
from dataclasses import replace

import pytest

import numlink
from numlink.datasets.codecs import codec, make_piece
from numlink.datasets.folder import Folder
from numlink.datasets.make import make_dataset
from numlink.datasets.parquet import schema
from numlink.datasets.plan import ShardFormat, candidate
from numlink.datasets.reader import Dataset
from numlink.datasets.rows import canonical_hash, figures, first_row, puzzle_of
from numlink.datasets.run import versions_of
from numlink.errors import InputError
from numlink.model.symmetry import Symmetry
from numlink.parallel import Pool
from tests.cli import assert_one_line_error
from tests.cli import numlink as run
from tests.plans import files_of, plan_of

pytest.importorskip("pyarrow")
pytest.importorskip("duckdb")


def reference(plan):
    """The definition, as plainly as possible: a list and a set."""
    held, found = set(), []
    for index in range(plan.count):
        for attempt in range(plan.attempts):
            puzzle = candidate(plan, index, attempt)
            if puzzle is None or puzzle.canonical() in held:
                continue
            held.add(puzzle.canonical())
            found.append((index, attempt, puzzle.cells))
            break
        else:
            break
    return found


def held_by(target):
    return [(row["index"], row["attempt"], tuple(row["cells"])) for row in Dataset(str(target)).rows()]


# -- what a dataset holds ------------------------------------------------------------------------------------------


@pytest.mark.table(2)
@pytest.mark.parametrize("format", ["parquet", "jsonl"])
@pytest.mark.parametrize("seed", [5, 7])
def test_puzzles_are_those_of_the_definition(format, seed, tmp_path):
    plan = plan_of(format=format, seed=seed)
    expected = reference(plan)
    assert sum(attempt > 0 for _, attempt, _ in expected) > 5, "no duplicates: the test says nothing"
    make_dataset(str(tmp_path / "d"), plan, workers=1)
    assert held_by(tmp_path / "d") == expected


@pytest.mark.parametrize("crowded", [0, 10**9])
def test_both_ways_to_replace_duplicates_agree(crowded, small, tmp_path, monkeypatch):
    """Both ways to replace duplicates, each forced."""
    monkeypatch.setattr("numlink.datasets.run.CROWDED", crowded)
    make_dataset(str(tmp_path / "d"), plan_of(), workers=1)
    assert files_of(tmp_path / "d") == files_of(small)


def test_bytes_do_not_depend_on_the_number_of_workers(small, tmp_path):
    make_dataset(str(tmp_path / "d"), plan_of(), workers=3)
    assert files_of(tmp_path / "d") == files_of(small)


class Shuffled:
    """An executor whose results come in random order: tasks are done when their results are awaited."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.waiting = []

    def submit(self, task, *arguments):
        from concurrent.futures import Future

        future = Future()
        self.waiting.append((future, task, arguments))
        self.random.shuffle(self.waiting)
        if len(self.waiting) == 5:
            self.finish()
        return future

    def finish(self):
        while self.waiting:
            future, task, arguments = self.waiting.pop()
            future.set_result(task(*arguments))


@pytest.mark.table(1)
@pytest.mark.parametrize("seed", range(3))
def test_bytes_do_not_depend_on_the_order(seed, small, tmp_path, monkeypatch):
    monkeypatch.setattr("numlink.datasets.plan.PIECE_WORK", 1000)
    monkeypatch.setattr("numlink.datasets.run.CROWDED", 0)
    shuffle_waits(Shuffled(seed), monkeypatch)
    make_dataset(str(tmp_path / "d"), plan_of())
    assert files_of(tmp_path / "d") == files_of(small)


def shuffle_waits(executor, monkeypatch):
    """Let the coordinator work with this executor."""

    def wait_shuffled(pending, return_when):
        executor.finish()
        from concurrent.futures import wait

        return wait(pending, return_when=return_when)

    monkeypatch.setattr("numlink.datasets.run.wait", wait_shuffled)
    monkeypatch.setattr("numlink.datasets.make.pool", lambda *_, **__: _pool(executor))


def _pool(executor):
    from contextlib import nullcontext

    return nullcontext(Pool(executor, lambda: 7))


@pytest.mark.parametrize("target", ["memory://numlink-test/{}", "file://{}/by-url"])
def test_urls_hold_the_same_bytes(target, small, tmp_path):
    url = target.format(tmp_path)
    make_dataset(url, plan_of(), workers=1)
    assert files_of(url) == files_of(small)
    assert [puzzle.cells for puzzle in Dataset(url)] == [puzzle.cells for puzzle in Dataset(str(small))]
    assert make_dataset(url, workers=1).idle


def test_no_candidate_depends_on_anything_but_its_place():
    plan = plan_of()
    there = [(index, attempt) for index in range(9) for attempt in range(3)]
    cells = {place: candidate(plan, *place).cells for place in there}
    random.Random(1).shuffle(there)
    assert {place: candidate(replace(plan, count=10, shard_size=1), *place).cells for place in there} == cells


# -- running dry ---------------------------------------------------------------------------------------------------


@pytest.mark.table(1)
@pytest.mark.parametrize("shard_size", [6, 7, 100])
def test_a_size_that_runs_dry_ends_the_dataset(shard_size, tmp_path):
    plan = plan_of(count=200, sizes="4", **{"shard-size": shard_size})
    outcome = make_dataset(str(tmp_path / "d"), plan, workers=1)
    expected = reference(plan)
    assert outcome.dry == "4x4"
    assert 10 < outcome.count == len(expected) < 200
    assert held_by(tmp_path / "d") == expected
    assert make_dataset(str(tmp_path / "d")).idle


def test_impossible_plans_are_refused_at_once(tmp_path, capsys):
    found = run("batch", "--count", 1000, "--sizes", "4", "--seed", 1, "-o", tmp_path / "d", capsys=capsys)
    assert_one_line_error(found, "1,000 puzzles of 4x4", "at most 206")
    assert not (tmp_path / "d").exists()


# -- rows and hashes -----------------------------------------------------------------------------------------------


def test_hash_is_the_same_for_all_copies_and_numberings():
    for seed, (width, height) in enumerate([(5, 5), (4, 6), (6, 4), (7, 5)]):
        puzzle = numlink.generate(width, height, seed=seed)
        names = list(range(1, puzzle.pairs + 1))
        random.Random(seed).shuffle(names)
        cells = tuple(names[cell - 1] if cell > 0 else cell for cell in puzzle.cells)
        hashes = {canonical_hash(replace(puzzle, cells=cells).transformed(symmetry)) for symmetry in Symmetry}
        assert hashes == {canonical_hash(puzzle.canonical())}


def test_hash_tells_puzzles_apart_as_the_canonical_form_does():
    puzzles = [candidate(plan_of(sizes="4"), index, 0) for index in range(200)]
    assert len({canonical_hash(puzzle) for puzzle in puzzles}) == len({puzzle.canonical() for puzzle in puzzles}) < 100
    assert canonical_hash(puzzles[0]) != canonical_hash(puzzles[0].with_rules(numlink.NO_TOUCH))


def test_hash_stays_the_same_for_ever():
    assert canonical_hash(numlink.Puzzle.from_rows([[5, 0, 5], [3, 0, 3]])) == "2bff4e874ce29b16bac883e61d38076a"


def test_hash_of_boards_with_solids():
    for seed in range(5):
        puzzle = numlink.generate_classic(5, 6, seed=seed)
        assert {canonical_hash(puzzle.transformed(symmetry)) for symmetry in Symmetry} == {
            canonical_hash(puzzle.canonical())
        }


def test_workers_of_another_version_are_refused():
    with pytest.raises(InputError, match=r"coordinator has numlink 0\.0\.1 with generator 9 and rating 8, a worker"):
        make_piece(plan_of(), [(0, 0)], ("0.0.1", 9, 8))


def test_the_run_id_depends_on_the_version_of_ratings(monkeypatch):
    """Rated rows depend on the version of the rating, others do not."""
    rated, plain = plan_of(rating=True), plan_of(rating=False)
    before = rated.run, plain.run
    monkeypatch.setattr("numlink.datasets.plan.GRADE_VERSION", 99)
    assert rated.run != before[0]
    assert plain.run == before[1]
    assert "rating" in versions_of(rated)
    assert "rating" not in versions_of(plain)


@pytest.mark.parametrize("format", ["parquet", "jsonl"])
def test_a_shard_depends_on_its_rows_alone(format):
    plan = plan_of(format=format)
    shards = codec(plan.format)
    rows = [first_row(plan, index, 0) for index in range(12)]
    whole = shards.join([shards.pack(rows)])
    assert shards.join([shards.pack(rows[8:]), shards.pack(rows[:8])]) == whole
    others = [first_row(plan, index, 1) for index in (2, 5)]
    base = shards.join([shards.pack([*rows[:2], others[0], *rows[3:5], others[1], *rows[6:]])])
    assert shards.join([shards.pack([rows[5]]), shards.pack([rows[2]])], base) == whole
    assert list(shards.read(whole).rows()) == rows
    assert [puzzle_of(row).cells for row in rows] == [candidate(plan, index, 0).cells for index in range(12)]


def test_packing_loads_no_library_but_pyarrow():
    """`pyarrow.array` and `read_table` would load pandas and pyarrow.dataset: 50 MB each, in every worker."""
    code = (
        "import sys; from numlink.datasets.plan import plan_from; from numlink.datasets.codecs import make_piece\n"
        "from numlink.datasets.codecs import codec\n"
        "plan = plan_from({'count': 9, 'sizes': '5', 'seed': 1})\n"
        "shard = codec(plan.format).join([make_piece(plan, [(index, 0) for index in range(9)]).data])\n"
        "codec(plan.format).join([make_piece(plan, [(2, 1)]).data], shard)\n"
        "assert not {'pandas', 'pyarrow.dataset', 'duckdb'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("rating", [True, False])
def test_a_shard_equals_one_written_by_arrow(rating):
    import pyarrow as pa
    import pyarrow.parquet

    rows = [first_row(plan_of(rating=rating), index) for index in range(9)]
    rows[3] |= {"grade": None, "engine": "größer"}
    shards = codec(ShardFormat.PARQUET)
    for chosen in (rows, []):
        table = pa.parquet.read_table(pa.BufferReader(shards.join([shards.pack(chosen)])))
        table.validate(full=True)
        assert table.equals(pa.Table.from_pylist(chosen, schema()))


def test_json_shards_are_files_of_puzzles(tmp_path, capsys):
    make_dataset(str(tmp_path / "d"), plan_of(format="jsonl", count=9), workers=1)
    found = run("check", tmp_path / "d" / "00000.jsonl", capsys=capsys)
    assert found.code == 0
    assert "7 puzzles: 7 good" in found.out


# -- python --------------------------------------------------------------------------------------------------------


def test_batch_yields_the_same_with_and_without_a_folder(small, tmp_path):
    inside = [puzzle.cells for puzzle in numlink.batch(60, "4x3,4,5", seed=5, rating=False)]
    assert inside == [puzzle.cells for puzzle in Dataset(str(small))]
    there = numlink.batch(60, "4x3,4,5", seed=5, rating=False, shard_size=7, output=str(tmp_path / "d"))
    assert [puzzle.cells for puzzle in there] == inside
    assert files_of(tmp_path / "d") == files_of(small)


def test_a_dataset_is_read_lazily(small, monkeypatch):
    data = Dataset(str(small))
    read = []
    original = Folder.read
    monkeypatch.setattr(Folder, "read", lambda self, name: read.append(name) or original(self, name))
    assert len(data) == 60
    assert read == []
    first = next(iter(data))
    assert first.solution is not None
    assert read == ["00000.parquet"]
    assert data[59].recipe == data[-1].recipe
    assert read == ["00000.parquet", "00008.parquet"], "a shard is read once"
    assert numlink.from_recipe(data[20].recipe).cells == data[20].cells
    with pytest.raises(IndexError, match="0 to 59"):
        data[60]


def test_slices_read_each_shard_once(small, monkeypatch):
    data = Dataset(str(small))
    everything = list(data)
    read = []
    original = Folder.read
    monkeypatch.setattr(Folder, "read", lambda self, name: read.append(name) or original(self, name))
    assert data[1:3] == everything[1:3]
    assert data[5:9] == everything[5:9]
    assert read == ["00000.parquet", "00001.parquet"]
    for part in (slice(None, None, -7), slice(-5, None), slice(50, 10, -3), slice(100, 200), slice(0, 60, 13)):
        assert data[part] == everything[part]
    with pytest.raises(TypeError, match="a number or a slice as its index, not 'a'"):
        data["a"]


def test_sizes_may_be_numbers():
    cells = [puzzle.cells for puzzle in numlink.batch(2, "5", seed=1)]
    assert [puzzle.cells for puzzle in numlink.batch(2, 5, seed=1)] == cells
    assert [puzzle.cells for puzzle in numlink.batch(2, [5], seed=1)] == cells


def test_pandas_and_polars_read_the_shards(small):
    pandas = pytest.importorskip("pandas")
    frame = pandas.read_parquet(Dataset(str(small)).paths)
    assert list(frame["index"]) == list(range(60))
    polars = pytest.importorskip("polars")
    assert polars.scan_parquet(small / "*.parquet").collect().height == 60


def test_grades_come_in_turn_and_recipes_make_them_again(tmp_path):
    target = tmp_path / "d"
    plan = plan_of(count=12, sizes="6,5x7", difficulty="easy,hard,expert", rating=True)
    make_dataset(str(target), plan, workers=1)
    rows = list(Dataset(str(target)).rows())
    sizes, grades = ("6x6", "5x7"), ("easy", "hard", "expert")
    assert [row["size"] for row in rows] == [sizes[index % 2] for index in range(12)]
    assert [row["grade"] for row in rows] == [grades[index // 2 % 3] for index in range(12)]
    for row in rows:
        assert row["recipe"].endswith(f"difficulty={row['grade']}")
        assert numlink.from_recipe(row["recipe"]).cells == tuple(row["cells"])
        rating = numlink.rate(puzzle_of(row)).to_json()
        assert {name: row[column] for name, column, _ in figures()} == {name: rating[name] for name, _, _ in figures()}
    alike = numlink.batch(12, "6,5x7", seed=5, difficulty="easy,hard,expert")
    assert [puzzle.cells for puzzle in alike] == [tuple(row["cells"]) for row in rows]


@pytest.mark.parametrize("options", [{"claim": "strict"}, {"rules": "free"}])
def test_grades_that_cannot_be_requested_are_filtered(options, tmp_path):
    plan = plan_of(count=4, sizes="6", rating=True, difficulty="easy", **options)
    make_dataset(str(tmp_path / "d"), plan, workers=1)
    rows = list(Dataset(str(tmp_path / "d")).rows())
    assert [row["grade"] for row in rows] == ["easy"] * 4
    assert not any("difficulty" in row["recipe"] for row in rows)


@pytest.mark.thorough
def test_a_grade_that_a_size_lacks_ends_the_dataset(tmp_path, capsys, monkeypatch):
    """No 4x4 is hard; if that is not known beforehand, the puzzles before the first hard one stay."""
    options = ("--count", 400, "--sizes", "6,4", "--difficulty", "easy,hard", "--seed", 1, "--shard-size", 20)
    asked = ("batch", *options, "--workers", 1, "--quiet", "-o", tmp_path / "d")
    assert_one_line_error(
        run(*asked, capsys=capsys), "no board of 4x4 is hard: all 206", "Ask for 4x4 easy or 6x6 hard"
    )
    assert not (tmp_path / "d").exists()
    monkeypatch.setattr("numlink.making.feasibility.impossible", lambda spec: None)
    found = run(*asked, capsys=capsys)
    assert (found.code, found.err.count("\n")) == (1, 1)
    assert "hard 4x4 ran out of new puzzles: 3 of 400 are in" in found.err
    data = Dataset(str(tmp_path / "d"))
    assert data.manifest["dry"] == {"index": 3, "size": "4x4", "grade": "hard"}
    assert [row["grade"] for row in data.rows()] == ["easy", "easy", "hard"]
    assert "nothing to do" in run("batch", "--resume", tmp_path / "d", capsys=capsys).err
    for command in ("check", "stats"):
        found = run("dataset", command, tmp_path / "d", capsys=capsys).out
        assert "\nhard 4x4 ran out of new puzzles: 3 of 400.\n" in found
        found = run("dataset", command, tmp_path / "d", "--json", capsys=capsys)
        assert json.loads(found.out)["dry"] == data.manifest["dry"]
    assert "  easy 1, hard 1\n" in run("dataset", "stats", tmp_path / "d", capsys=capsys).out
    assert json.loads(found.out)["sizes"][1]["grades"] == {"easy": 1, "hard": 1}


@pytest.mark.parametrize("workers", ["in order", 0, 1, 2])
def test_a_dry_index_far_ahead_keeps_the_shards_before_it(workers, tmp_path, monkeypatch):
    """The next stretch is made in parallel: a dry index in it must wait until all earlier shards are settled."""
    plan = plan_of(count=200, sizes="5,4x5", **{"shard-size": 4})
    lacking = 67

    def lacks(plan, index, attempt):
        return None if index >= lacking else candidate(plan, index, attempt)

    monkeypatch.setattr("numlink.datasets.rows.candidate", lacks)
    expected = reference(replace(plan, count=lacking))
    monkeypatch.setattr("numlink.datasets.plan.PIECE_WORK", 1000)
    monkeypatch.setattr("numlink.datasets.run.CROWDED", 0)
    if workers != "in order":
        shuffle_waits(Shuffled(workers), monkeypatch)
    outcome = make_dataset(str(tmp_path / "d"), plan, workers=1)
    assert outcome.count == lacking
    assert held_by(tmp_path / "d") == expected


def counted(monkeypatch, make=candidate):
    """A growing list of the candidates made from now on by `make`."""
    calls = []

    def counting(plan, index, attempt):
        calls.append((index, attempt))
        return make(plan, index, attempt)

    monkeypatch.setattr("numlink.datasets.rows.candidate", counting)
    return calls


@pytest.mark.thorough
def test_a_grade_that_soon_runs_dry_is_known_before_shards_are_made(tmp_path, monkeypatch):
    """There are no expert 5x5: the run does not make 50 attempts for each of 1000, known beforehand or not."""
    monkeypatch.setattr("numlink.making.feasibility.impossible", lambda spec: None)
    plan = plan_of(count=1000, sizes="6,5", difficulty="expert", rating=True, attempts=4)
    told = []
    calls = counted(monkeypatch)
    outcome = make_dataset(str(tmp_path / "d"), plan, workers=1, on_progress=told.append)
    assert (outcome.count, outcome.dry) == (1, "expert 5x5")
    assert len(calls) <= 20
    assert len(told) == len(set(told))
    assert max(state.done for state in told) == 1
    assert [puzzle.cells for puzzle in Dataset(str(tmp_path / "d"))] == [
        puzzle.cells for puzzle in numlink.batch(1, "6,5", seed=plan.seed, difficulty="expert")
    ]


@pytest.mark.parametrize("every", [2, 20], ids=["crowded", "stubborn"])
def test_the_lowest_dry_index_spares_the_others_their_attempts(every, tmp_path, monkeypatch):
    plan = plan_of(count=200, sizes="6x5", **{"shard-size": 5_000})

    def same(plan, index, attempt):
        return candidate(plan, 0, 0) if index % every == 0 else candidate(plan, index, attempt)

    told = []
    calls = counted(monkeypatch, same)
    outcome = make_dataset(str(tmp_path / "d"), plan, workers=1, on_progress=told.append)
    assert outcome.count == every
    assert len(calls) < 200 + plan.attempts + 10 * 200 // every
    replacing = [state for state in told if "replacing" in state.words]
    assert len(replacing) > 100
    assert all(state.done < 200 for state in replacing)
