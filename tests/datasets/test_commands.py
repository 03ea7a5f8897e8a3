"""Datasets on the command line: refusing, checking, repairing, continuing."""

import json
import shutil
from contextlib import contextmanager
from statistics import median, quantiles
from types import SimpleNamespace

import pytest

import numlink
from numlink.datasets.check import check_dataset
from numlink.datasets.folder import Folder
from numlink.datasets.make import make_dataset
from numlink.datasets.manifest import Manifest, sealed
from numlink.datasets.reader import Dataset
from numlink.datasets.rows import canonical_hash
from numlink.datasets.wish_turns import options_of
from numlink.errors import InputError
from tests.cli import assert_one_line_error
from tests.cli import numlink as run
from tests.plans import files_of, plan_of
from tests.tools import amount

pytest.importorskip("pyarrow")
pytest.importorskip("duckdb")


# -- the command line ----------------------------------------------------------------------------------------------


def test_batch_and_its_configuration(small, tmp_path, capsys):
    options = ("--count", 60, "--sizes", "4x3,4,5", "--seed", 5, "--shard-size", 7, "--workers", 1, "--no-rating")
    found = run("batch", *options, "-o", tmp_path / "d", "--progress", capsys=capsys)
    assert (found.code, found.out) == (0, "")
    assert "60 of 60" in found.err
    assert files_of(tmp_path / "d") == files_of(small)
    again = run(
        "batch", "--config", tmp_path / "d" / "_batch.toml", "-o", tmp_path / "e", "--workers", 1, capsys=capsys
    )
    assert again.code == 0
    assert files_of(tmp_path / "e") == files_of(small)
    finished = run("batch", "--resume", tmp_path / "d", capsys=capsys)
    assert finished.code == 0
    assert "nothing to do" in finished.err


def test_a_configuration_can_set_output_and_workers(small, tmp_path, capsys):
    text = (small / "_batch.toml").read_text()
    file = tmp_path / "order.toml"
    file.write_text(f"{text}output = '{tmp_path / 'd'}'\nworkers = 1\n")
    assert run("batch", "--config", file, capsys=capsys).code == 0
    assert files_of(tmp_path / "d") == files_of(small)
    assert run("batch", "--config", file, "-o", tmp_path / "e", capsys=capsys).code == 0
    assert files_of(tmp_path / "e") == files_of(small)
    for line, word in [
        ("output = 3", "output must be text"),
        ("workers = 0", "workers must be a whole number from 1"),
        ("no-rating = true", "Write rating = false"),
        ("cuont = 3", "'cuont' is not a dataset option"),
        ("count = 0", "count must be"),
        ("seed = ", "not TOML"),
    ]:
        file.write_text(line + ("" if "output" in line else f"\noutput = '{tmp_path / 'f'}'\n"))
        assert_one_line_error(run("batch", "--config", file, capsys=capsys), f"numlink: {file}: ", word)
    assert not (tmp_path / "f").exists()


def test_resume_takes_no_options_but_those_of_the_machine(small, capsys):
    for options in (("--seed", 8), ("--config", "x.toml"), ("-o", "x"), ("--no-rating",)):
        found = run("batch", "--resume", small, *options, capsys=capsys)
        name = options[0].replace("-o", "--output")
        assert_one_line_error(found, f"options from the folder {small}", f"Leave out {name}.")


def test_a_second_run_is_refused_with_the_id_of_the_first(small, capsys):
    before = files_of(small)
    found = run("batch", "--count", 9, "--seed", 4, "-o", small, capsys=capsys)
    assert_one_line_error(found, f"contains run {Dataset(str(small)).manifest['run']}", "--resume")
    assert files_of(small) == before


def test_bad_options_are_one_line(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("numlink.parallel.PATIENCE", 0.5)
    (tmp_path / "bad.toml").write_text("count = \n")
    (tmp_path / "odd.toml").write_text("cuont = 3\n")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "00000.parquet").write_bytes(b"mine")
    good = ("--count", 3, "--seed", 1, "-o", tmp_path / "d")
    for arguments, word in [
        (("--count", 3), "-o DIR"),
        (("-o", tmp_path / "d"), "--count"),
        ((*good, "--sizes", "12..7"), "12..7"),
        ((*good, "--sizes", "7,7"), "twice"),
        ((*good, "--rules", "cubic"), "cubic"),
        (("--count", 0, "--seed", 1, "-o", tmp_path / "d"), "count"),
        ((*good, "--shard-size", 0), "shard-size"),
        (("--config", tmp_path / "bad.toml", "-o", tmp_path / "d"), "TOML"),
        (("--config", tmp_path / "odd.toml", "-o", tmp_path / "d"), "cuont"),
        (("--resume", tmp_path / "d", "-o", tmp_path / "d"), "--resume"),
        (("--resume", tmp_path / "d"), "no dataset"),
        (("--count", 3, "--seed", 1, "-o", "nosuch://x"), "nosuch"),
        (("--count", 3, "--seed", 1, "-o", tmp_path / "full"), "00000.parquet"),
        ((*good, "--dask", "tcp://127.0.0.1:9"), "127.0.0.1:9"),
    ]:
        assert_one_line_error(run("batch", *arguments, capsys=capsys), word)


def test_puzzles_are_made_as_wished(tmp_path, capsys):
    """Recipes and ratings of all rows agree with the wishes; a larger count continues, and Python makes the same."""
    clues = tmp_path / "clues.txt"
    clues.write_text("X . X . X\n" * 5)
    wishes = ("--symmetry", "rotate", "--style", "app", "--effort", "..2", "--misleading", "plain", "--clues", clues)
    for count in (3, 6):
        options = ("--count", count, "--seed", 2, "--shard-size", 4, "--workers", 1, *wishes)
        assert run("batch", *options, "-o", tmp_path / "d", capsys=capsys).code == 0
    data = Dataset(str(tmp_path / "d"))
    assert options_of(data.plan.wishes) == {
        "symmetry": "rotate", "style": "app", "effort": "0..2", "misleading": "plain", "clues": "15ad6b5"
    }  # fmt: skip
    for row, puzzle in zip(data.rows(), data, strict=True):
        assert "style=app effort=0..2 misleading=plain clue-symmetry=rotate clues=15ad6b5" in row["recipe"]
        assert row["effort"] <= 2
        assert row["misleading"] < 0.3
        ends = {cell for cell, content in enumerate(puzzle.cells) if content > 0}
        assert ends == {24 - cell for cell in ends}
        assert all(cell % 5 % 2 == 0 for cell in ends)
    cells = [cell for cell in range(25) if cell % 5 % 2 == 0]
    wished = {"symmetry": "rotate", "style": "app", "effort": (None, 2), "misleading": "plain", "clues": cells}
    assert [*numlink.batch(6, "5", seed=2, **wished)] == [*data]
    config = ("--config", tmp_path / "d" / "_batch.toml", "--workers", 1, "-o", tmp_path / "again")
    assert run("batch", *config, capsys=capsys).code == 0
    assert files_of(tmp_path / "again") == files_of(tmp_path / "d")
    refused = run("batch", "--count", 6, "--seed", 2, "--sizes", 5, "-o", tmp_path / "d", capsys=capsys)
    assert_one_line_error(refused, "Choose another folder")
    told = run("dataset", "stats", tmp_path / "d", capsys=capsys).out
    assert "rules cover, symmetry rotate, style app, effort 0..2, misleading plain\n" in told


def test_pairs_are_mixed(tmp_path, capsys):
    """Two wishes that make the same boards: no two are the same, every recipe makes its own again, the order goes on
    where it stood, and what its file, its list in an order and Python say are the same bytes."""
    wishes = ("--sizes", 4, "--style", "lab,app", "--pairs", "3,3..4", "--no-rating")
    for count in (12, 30):
        options = ("--count", count, "--seed", 2, "--shard-size", 8, "--workers", 1)
        assert run("batch", *options, *wishes, "-o", tmp_path / "d", capsys=capsys).code == 0
    data = Dataset(str(tmp_path / "d"))
    rows = [*data.rows()]
    assert len({row["hash"] for row in rows}) == 30
    assert max(row["attempt"] for row in rows) > 0
    assert [("style=app" in row["recipe"], row["recipe"].split("pairs=")[1][:4]) for row in rows[:5]] == [
        (False, "3..3"), (True, "3..3"), (False, "3..4"), (True, "3..4"), (False, "3..3")
    ]  # fmt: skip
    assert [numlink.from_recipe(row["recipe"]) for row in rows] == [*data]
    assert [*numlink.batch(30, 4, seed=2, style=["lab", "app"], pairs=[3, (3, 4)], rating=False)] == [*data]
    order = tmp_path / "order.toml"
    order.write_text('count = 30\nseed = 2\nsizes = 4\nshard-size = 8\nrating = false\nstyle = ["lab", "app"]\n'
                     'pairs = [3, "3..4"]\n')  # fmt: skip
    for number, config in enumerate((order, tmp_path / "d" / "_batch.toml")):
        target = tmp_path / f"again{number}"
        assert run("batch", "--config", config, "--workers", 1, "-o", target, capsys=capsys).code == 0
        assert files_of(target) == files_of(tmp_path / "d")
    assert "rules cover, style lab,app, pairs 3,3..4\n" in run("dataset", "stats", tmp_path / "d", capsys=capsys).out


def test_check_finds_what_is_wrong(small, tmp_path, capsys):
    found = run("dataset", "check", small, "--all", "--workers", 1, capsys=capsys)
    assert (found.code, found.out) == (0, "60 puzzles in 9 shards, 60 proven again: no faults\n")
    plan = plan_of(format="jsonl")
    for damage, words in DAMAGES.items():
        target = tmp_path / damage.__name__
        make_dataset(str(target), plan, workers=1)
        damage(target)
        found = run("dataset", "check", target, "--all", "--json", "--workers", 1, capsys=capsys)
        assert found.code == 1, damage.__name__
        assert any(words in fault for fault in json.loads(found.out)["faults"]), (damage.__name__, found.out)


def test_check_makes_whole_rows_of_the_sample_only(small, monkeypatch):
    """Making a row from its columns takes ten times as long as reading its index."""
    from numlink.datasets import parquet

    made = []
    row = parquet.TableShard.row
    monkeypatch.setattr(parquet.TableShard, "row", lambda self, place: made.append(place) or row(self, place))
    monkeypatch.setattr(parquet.TableShard, "rows", None)
    *_, (_, found) = check_dataset(str(small), every=20, workers=1)
    assert (found.rows, found.proven, found.faults) == (60, 3, ())
    assert len(made) == 3


def test_stats_ask_for_counts_and_never_for_all_values(small, monkeypatch):
    """A median in SQL holds the values of all puzzles: 10^7 are more than the database may hold."""
    from numlink.datasets import queries, statistics

    asked = []

    @contextmanager
    def spied(*arguments):
        with queries.shards_open(*arguments) as rows:
            yield SimpleNamespace(execute=lambda query: asked.append(query) or rows.execute(query))

    monkeypatch.setattr(statistics, "shards_open", spied)
    data = Dataset(str(small))
    found = statistics.statistics(data).figures["sizes"]
    assert asked
    assert all("GROUP BY" in query and "quantile" not in query for query in asked)
    for entry in found:
        rows = [row for row in data.rows() if row["size"] == entry["size"]]
        efforts = sorted(row["propagations"] + row["states"] for row in rows)
        assert entry["pairs"] == median(row["pairs"] for row in rows)
        assert entry["effort"] == median(efforts)
        assert entry["effort_99"] == pytest.approx(quantiles(efforts, n=100, method="inclusive")[-1])
        assert entry["effort_most"] == efforts[-1]


def _edit(target, change, name="00001.jsonl"):
    """Change the rows of a shard and make the manifest agree."""
    from numlink.datasets.folder import checksum

    lines = change((target / name).read_text().splitlines())
    content = "".join(line + "\n" for line in lines).encode()
    (target / name).write_bytes(content)
    manifest = json.loads((target / "_manifest.json").read_text())
    entry = next(entry for entry in manifest["shards"] if entry["name"] == name)
    entry |= {"sha256": checksum(content), "bytes": len(content)}
    (target / "_manifest.json").write_bytes(sealed(manifest))


def flipped(target):
    content = bytearray((target / "00001.jsonl").read_bytes())
    content[100] ^= 1
    (target / "00001.jsonl").write_bytes(content)


def lost(target):
    (target / "00001.jsonl").unlink()


def extra(target):
    (target / "00099.jsonl").write_text("{}\n")


def short(target):
    _edit(target, lambda lines: lines[:-1])


def twice(target):
    def change(lines):
        there = json.loads(lines[1]) | {"index": 10}
        return [*lines[:3], json.dumps(there).replace('{"index": 10', '{"index":10'), *lines[4:]]

    _edit(target, change)


def several(target):
    """A board with two solutions."""

    def change(lines):
        row = json.loads(lines[0])
        board = numlink.Puzzle.from_rows([[1, 0, 2], [0, 0, 0], [0, 0, 0], [1, 0, 2]])
        assert numlink.prove(board).answer == "multiple"
        row |= {"cells": [list(cells) for cells in board.rows()], "width": 3, "height": 4}
        row |= {"paths": numlink.prove(board).to_json()["paths"], "hash": canonical_hash(board)}
        return [json.dumps(row, separators=(",", ":")), *lines[1:]]

    _edit(target, change)


def renamed(target):
    _edit(target, lambda lines: [lines[0].replace('"hash":"', '"hash":"0'), *lines[1:]])


DAMAGES = {
    flipped: "its checksum differs. Make it again: numlink batch --resume",
    lost: "00001.jsonl: No such file or directory. Make it again: numlink batch --resume",
    extra: "not in the manifest",
    short: "the manifest says",
    twice: "puzzle 10 repeats puzzle 8",
    several: "more than one solution",
    renamed: "hash",
}


def test_a_sample_is_proven_again(small):
    *_, (_, final) = check_dataset(str(small), every=7, workers=1)
    assert (final.rows, final.proven, final.faults) == (60, 9, ())


@pytest.mark.parametrize("format", ["parquet", "jsonl"])
def test_show_and_stats(format, tmp_path, capsys):
    target = tmp_path / "d"
    make_dataset(str(target), plan_of(format=format), workers=1)
    found = run("dataset", "show", target, "--where", 'size = "5x5" and longest > 8', "--limit", 3, capsys=capsys)
    puzzles = numlink.parse(found.out)
    expected = [row for row in Dataset(str(target)).rows() if row["size"] == "5x5" and row["longest"] > 8]
    assert [puzzle.cells for puzzle in puzzles] == [tuple(row["cells"]) for row in expected[:3]]
    rows = run("dataset", "show", target, "--where", "\"index\" = 5 or size = '4x3'", "--columns", capsys=capsys)
    assert [json.loads(line)["index"] for line in rows.out.splitlines()][:4] == [0, 3, 5, 6]
    none = run("dataset", "show", target, "--where", "pairs > 1000", capsys=capsys)
    assert (none.code, none.out, none.err) == (1, "", f"numlink: no puzzle in {target} matches.\n")
    some = run("dataset", "show", target, "--where", "width = 5", capsys=capsys)
    assert (len(numlink.parse(some.out)), some.err) == (
        10,
        "numlink: 10 of 20 puzzles shown; --limit N shows more.\n",
    )
    assert run("dataset", "show", target, "--where", "width = 5", "--limit", 10, capsys=capsys).err == ""
    for condition, words in [
        ("colour = 3", "there is no column colour; if it is a word, put it in quotes: 'colour'. Columns: index"),
        ("longest >", "it ends too early"),
        ("longest > and", 'it is not a condition near "and"'),
        ("nowhere(3)", "there is no function nowhere"),
        ("'a", "a quotation mark is not closed"),
    ]:
        assert_one_line_error(run("dataset", "show", target, "--where", condition, capsys=capsys), condition, words)
    assert Dataset(str(target)).count("width = 5 -- with a comment") == 20
    report = run("dataset", "stats", target, capsys=capsys)
    assert "60 puzzles in 9 shards" in report.out
    figures = json.loads(run("dataset", "stats", target, "--json", capsys=capsys).out)
    assert [entry["puzzles"] for entry in figures["sizes"]] == [20, 20, 20]


@pytest.mark.table(1)
@pytest.mark.parametrize("options", [{}, {"count": 200, "sizes": "4"}, {"format": "jsonl"}], ids=str)
def test_lost_and_truncated_shards_are_made_again(options, tmp_path, capsys):
    target = tmp_path / "d"
    plan = plan_of(**options)
    make_dataset(str(target), plan, workers=1)
    whole = files_of(target)
    shards = [name for name in whole if name.startswith("0")]
    for damaged in ([shards[0]], [shards[-1]], shards[2:5], shards):
        for name in damaged[::2]:
            (target / name).unlink()
        for name in damaged[1::2]:
            (target / name).write_bytes(whole[name][:-9])
        found = run("dataset", "check", target, "--workers", 1, capsys=capsys)
        assert found.code == 1
        assert f"numlink batch --resume {target}" in found.out.splitlines()[0]
        found = run("batch", "--resume", target, "--workers", 1, capsys=capsys)
        assert found.code == ("ran out" in found.err)
        assert f"{damaged[0]}" in found.err
        assert "made again" in found.err
        assert files_of(target) == whole
    assert "nothing to do" in run("batch", "--resume", target, capsys=capsys).err


@pytest.mark.thorough
def test_a_stopped_repair_can_be_continued(small, tmp_path):
    """After each single write, and without trusting the bytes of other shards more than the manifest."""
    whole = files_of(small)
    for steps in range(12):
        target = tmp_path / str(steps)
        target.mkdir()
        for name, content in whole.items():
            (target / name).write_bytes(content)
        (target / "00001.parquet").unlink()
        (target / "00004.parquet").write_bytes(b"")
        ended = _stopped(str(target), None, steps - 2)
        make_dataset(str(target), workers=1)
        assert files_of(target) == whole, steps
        if ended:
            break
    assert steps > 5, "the steps ended too soon"


def test_unfinished_and_foreign_folders_are_no_datasets(tmp_path, capsys):
    assert_one_line_error(run("dataset", "check", tmp_path, capsys=capsys), "no dataset")
    manifest = Manifest(plan_of(), "abc", {})
    (tmp_path / "_manifest.json").write_bytes(manifest.to_bytes())
    with pytest.raises(InputError, match="is not finished"):
        Dataset(str(tmp_path))
    (tmp_path / "_manifest.json").write_text("[]")
    assert_one_line_error(run("dataset", "show", tmp_path, capsys=capsys), "_manifest.json")


@pytest.mark.table(1)
@pytest.mark.parametrize("format", ["parquet", "jsonl"])
def test_an_unfinished_dataset_can_be_read(format, small, tmp_path, capsys):
    """Complete shards, a partial one, gaps, a damaged one: all existing rows are read, and a message says so."""
    target = tmp_path / "d"
    make_dataset(str(target), plan_of(format=format), workers=1)
    expected = list(Dataset(str(target)).rows())
    there = json.loads((target / "_manifest.json").read_text())
    there = {key: there[key] for key in ("dataset", "run", "options", "versions")} | {"complete": False}
    (target / "_manifest.json").write_bytes(sealed(there))
    (target / f"00002.{format}").unlink()
    last = target / f"00004.{format}"
    codec = Dataset(str(target), unfinished=True)._codec
    last.write_bytes(codec.cut(last.read_bytes(), 3))
    (target / f"00006.{format}").write_bytes(b"{}\n")
    kept = [row for row in expected if row["index"] // 7 not in (2, 6) and not 31 <= row["index"] < 35]
    data = Dataset(str(target), unfinished=True)
    assert (len(data), list(data.rows())) == (42, kept)
    assert [puzzle.cells for puzzle in data[10:30]] == [tuple(row["cells"]) for row in kept[10:30]]
    assert list(data.where('"index" > 50')) == [row for row in kept if row["index"] > 50]
    told = f"numlink: {target} is not finished: 42 of 60 puzzles are there"
    for command in (
        ("check", "--all", "--workers", 1),
        ("stats",),
        ("show", "--limit", 1),
        ("export", "--no-reasoning"),
    ):
        found = run("dataset", command[0], target, *command[1:], capsys=capsys)
        assert found.code == (command[0] == "check"), found  # one shard is damaged
        assert found.err.count(told) == 1
    assert run("dataset", "stats", target, "--quiet", capsys=capsys).err == ""
    make_dataset(str(target), workers=1)
    assert Dataset(str(target), unfinished=True).unfinished is None
    assert list(Dataset(str(target)).rows()) == expected


@pytest.mark.sampled
def test_a_run_continues_from_any_state(small, tmp_path):
    """Stopped after each single write, even while a dry dataset is truncated."""
    for options in ({"count": 24, "sizes": "4x3,4"}, {"count": 60, "sizes": "4", "attempts": 9}):
        plan = plan_of(**options)
        make_dataset(str(tmp_path / "whole"), plan, workers=1)
        final = files_of(tmp_path / "whole")
        for steps in amount((3, 8), (1, 2, 3, 4, 5, 6, 8, 10, 12, 14, 16, 20, 24)):
            target = tmp_path / f"{len(options)}-{steps}"
            if _stopped(str(target), plan, steps):
                break
            make_dataset(str(target), workers=1)
            assert files_of(target) == final, steps
        assert steps > 5, "the steps ended too soon"
        shutil.rmtree(tmp_path / "whole")


class Stop(Exception):
    """Instead of a kill."""


def _stopped(target, plan, steps):
    """Whether the run ended before so many files were written or removed."""
    left = [steps + 2]  # the configuration and the first manifest come first

    def counted(original):
        def method(self, *arguments):
            if left[0] == 0:
                raise Stop
            left[0] -= 1
            return original(self, *arguments)

        return method

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Folder, "write", counted(Folder.write))
        patch.setattr(Folder, "delete", counted(Folder.delete))
        try:
            make_dataset(target, plan, workers=1)
        except Stop:
            return False
    return True


@pytest.mark.parametrize("shards", ["parquet", "jsonl"])
def test_words_that_are_not_utf_8_are_refused(shards, tmp_path, capsys):
    made = ["batch", "--count", 2, "--sizes", 4, "--seed", 1, "--format", shards, "--quiet", "-o"]
    assert run(*made, tmp_path / "d", capsys=capsys).code == 0
    done = run("dataset", "show", tmp_path / "d", "--where", 'size = "\udcff"', capsys=capsys)
    assert done.code == 2
    assert "isn't valid text" in done.err
