"""No file of a dataset is trusted: one line says what is wrong and where, exit 2; --resume makes shards again."""

import json
import random
import shutil

import pytest

from numlink.datasets.codecs import codec
from numlink.datasets.make import make_dataset
from numlink.datasets.manifest import CONFIGURATION, MANIFEST, manifest_from, sealed
from numlink.datasets.plan import ShardFormat, plan_from
from numlink.datasets.rows import DamagedShard
from numlink.datasets.stores import owner_from
from numlink.errors import InputError
from tests import fuzz_datasets
from tests.cli import assert_one_line_error
from tests.cli import numlink as run
from tests.fuzz_datasets import files_of
from tests.plans import plan_of
from tests.tools import amount

pytest.importorskip("pyarrow")
pytest.importorskip("duckdb")

READERS = [("stats",), ("show", "--limit", 99), ("show", "--where", "pairs > 0"), ("show", "--columns", "--limit", 99)]


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """format -> folder of 14 puzzles in 3 shards"""
    folder = tmp_path_factory.mktemp("whole")
    return dict(zip(("parquet", "jsonl"), fuzz_datasets.originals(folder), strict=True))


# -- shards --------------------------------------------------------------------------------------------------------


def flipped(content, _):
    return bytes([*content[:100], content[100] ^ 4, *content[101:]])


def footer_flipped(content, _):
    return bytes([*content[:-60], content[-60] ^ 4, *content[-59:]])


def shortened(content, _):
    return content[:-9]


def another(_, target):
    return next(target.glob("00002.*")).read_bytes()


def utf_16(content, _):
    return content.decode("latin-1").encode("utf-16")


def null_line(content, _):
    return content[: content.find(b"\n") + 1] + b"null\n" + content[content.find(b"\n") + 1 :]


def nested(_, __):
    return b"[" * 100_000


def empty(_, __):
    return b""


SHARD_DAMAGES = [flipped, footer_flipped, shortened, another, utf_16, null_line, nested, empty]


@pytest.mark.table(8)
@pytest.mark.parametrize("is_signed", [False, True], ids=["", "signed"])
@pytest.mark.parametrize("format", ["parquet", "jsonl"])
@pytest.mark.parametrize("damage", SHARD_DAMAGES)
def test_damaged_shards(damage, format, is_signed, whole, tmp_path, capsys):
    """The checksum reveals the damage or, if `signed` (the manifest agrees with it), the shard's contents do."""
    target = tmp_path / "d"
    shutil.copytree(whole[format], target)
    name = f"00001.{format}"
    content = damage((target / name).read_bytes(), target)
    (target / name).write_bytes(content)
    if is_signed:
        fuzz_datasets.Damage(1).signed(target / name, target)
    found = run("dataset", "check", target, "--workers", 1, capsys=capsys)
    assert found.code in (1, 0) if is_signed else found.code == 1
    assert found.code == 0 or name in found.out
    for command, *options in READERS:
        found = run("dataset", command, target, *options, capsys=capsys)
        if not is_signed or found.code != 0:  # a flipped digit may leave a shard that can be read
            assert_one_line_error(found, name if not is_signed else "d")
    if not is_signed:
        found = run("batch", "--resume", target, "--workers", 1, capsys=capsys)
        assert (found.code, f"{name} missing or damaged: made again" in found.err) == (0, True)
        assert files_of(target) == files_of(whole[format])


@pytest.mark.table(4)
@pytest.mark.parametrize("format", ["parquet", "jsonl"])
@pytest.mark.parametrize("damage", SHARD_DAMAGES)
def test_a_run_continues_from_damaged_shards(damage, format, whole, tmp_path):
    """Their checksums are unknown, so their contents are read."""
    if format == "parquet" and damage in (footer_flipped,):
        pytest.skip("a footer may differ where rows do not")
    target = tmp_path / "d"
    shutil.copytree(whole[format], target)
    path = target / f"00001.{format}"
    path.write_bytes(damage(path.read_bytes(), target))
    manifest = json.loads((target / MANIFEST).read_text()) | {"complete": False}
    for key in ("shards", "count", "dry"):
        del manifest[key]
    (target / MANIFEST).write_bytes(sealed(manifest))
    make_dataset(str(target), workers=1)
    assert files_of(target) == files_of(whole[format])


def test_a_shard_that_is_a_folder(whole, tmp_path, capsys):
    target = tmp_path / "d"
    shutil.copytree(whole["jsonl"], target)
    (target / "00001.jsonl").unlink()
    (target / "00001.jsonl").mkdir()
    assert_one_line_error(run("dataset", "stats", target, capsys=capsys), "00001.jsonl", "Is a directory")
    found = run("batch", "--resume", target, capsys=capsys)
    assert (found.code, found.err.count("\n")) == (2, 2)
    assert "00001.jsonl: Is a directory" in found.err


# -- the manifest --------------------------------------------------------------------------------------------------


def shard(**changes):
    """Something else in the second shard's entry."""
    return lambda found: found["shards"][1].update(changes)


def top(**changes):
    return lambda found: found.update(changes)


def option(**changes):
    return lambda found: found["options"].update({name.replace("_", "-"): value for name, value in changes.items()})


STRUCTURES = {
    "shards a text": (top(shards="x"), "is not a manifest of numlink"),
    "shards null": (top(shards=None), "is not a manifest of numlink"),
    "shards of nothing": (top(shards=[{}]), "is not a manifest of numlink"),
    "shards numbers": (top(shards=[1, 2, 3]), "is not a manifest of numlink"),
    "no versions": (lambda found: found.pop("versions"), "is not a manifest of numlink"),
    "options null": (top(options=None), "is not a manifest of numlink"),
    "option unknown": (option(colour="red"), "'colour' is not a dataset option"),
    "option of a wrong type": (option(shard_size="5"), "shard-size must be a whole number"),
    "sizes nested": (option(sizes=[[[5]]]), "a size is"),
    "of tomorrow": (top(dataset=2), "has version 2, but this numlink supports 1"),
    "of no numlink": (top(dataset="x" * 500), "has version 'xxx"),
}
"""Manifests that numlink never writes, with a right digest: (change, words of the error)."""


@pytest.mark.table(8)
@pytest.mark.parametrize("kind", STRUCTURES)
def test_damaged_manifests(kind, whole, tmp_path, capsys):
    change, words = STRUCTURES[kind]
    target = tmp_path / "d"
    shutil.copytree(whole["jsonl"], target)
    found = json.loads((target / MANIFEST).read_text())
    change(found)
    (target / MANIFEST).write_bytes(sealed(found))
    refused_by_all(target, words, capsys)


def refused_by_all(target, words, capsys):
    """Every command names the file and what is wrong with it in one line, and changes nothing."""
    before = files_of(target)
    for arguments in fuzz_datasets.commands(target):
        found = run(*arguments, capsys=capsys)
        assert_one_line_error(found, f"{target}/{MANIFEST} cannot be used: ", words, "or start over")
    assert files_of(target) == before


EDITS = {
    "versions gone": top(versions={}),
    "a checksum": lambda found: found["shards"][1].update(sha256=found["shards"][0]["sha256"]),
    "bytes": lambda found: found["shards"][1].update(bytes=found["shards"][1]["bytes"] + 1),
    "the run": top(run="abc"),
    "the seed": option(seed=4),
    "something more": top(note="ours"),
    "a name elsewhere": shard(name="../../etc/passwd"),
    "rows": shard(rows=-5),
    "its shards": top(shards=[]),
    "the digest": lambda found: found.update(sha256="0" * 64),
}
"""Changes that make a plausible manifest that was never written."""


@pytest.mark.parametrize("kind", EDITS)
def test_an_edited_manifest_is_noticed(kind, whole, tmp_path, capsys):
    target = tmp_path / "d"
    shutil.copytree(whole["jsonl"], target)
    found = json.loads((target / MANIFEST).read_text())
    EDITS[kind](found)
    (target / MANIFEST).write_text(json.dumps(found))
    refused_by_all(target, "its digest (sha256) differs", capsys)


def test_a_manifest_without_its_digest_is_refused(whole, tmp_path, capsys):
    target = tmp_path / "d"
    shutil.copytree(whole["jsonl"], target)
    found = json.loads((target / MANIFEST).read_text())
    del found["sha256"]
    (target / MANIFEST).write_text(json.dumps(found))
    refused_by_all(target, "lacks its own digest", capsys)


def test_every_flipped_bit_of_a_manifest_is_noticed(whole):
    content = (whole["jsonl"] / MANIFEST).read_bytes()
    said = json.loads(content)
    stream = random.Random(26)
    for _ in range(400):
        place, bit = stream.randrange(len(content)), stream.randrange(8)
        flipped_content = bytes([*content[:place], content[place] ^ 1 << bit, *content[place + 1 :]])
        try:
            manifest_from(flipped_content)
        except InputError:
            continue
        assert json.loads(flipped_content) == said  # a blank for a blank


TEXTS = {
    "nested": (b"[" * 100_000, "nested too deeply"),
    "nested objects": (b'{"a":' * 100_000, "nested too deeply"),
    "utf-16": ('{"run": 1}'.encode("utf-16"), "not UTF-8 text (byte 0)"),
    "empty": (b"", "not JSON: line 1, column 1"),
    "null": (b"null", "not a manifest"),
    "long number": (b'{"run": ' + b"9" * 10_000 + b"}", "a number that is too long"),
    "cut": (b'{"run": "abc", "opt', "not JSON: line 1, column 1"),
}


@pytest.mark.parametrize("kind", TEXTS)
def test_manifests_that_are_not_json_are_refused(kind, whole, tmp_path, capsys):
    content, words = TEXTS[kind]
    target = tmp_path / "d"
    shutil.copytree(whole["jsonl"], target)
    (target / MANIFEST).write_bytes(content)
    refused_by_all(target, words, capsys)


def test_a_manifest_reads_back_what_was_written():
    plan = plan_from({"count": 14, "sizes": "4x3,4", "seed": 3, "shard-size": 5})
    from numlink.datasets.manifest import Manifest, WrittenShard

    entries = tuple(WrittenShard(plan.shard_name(shard), rows, 7, "a" * 64) for shard, rows in enumerate((5, 5, 4)))
    for manifest in (
        Manifest(plan, "abc", {"numlink": "0"}),
        Manifest(plan, "abc", {}, True, 14, entries),
        Manifest(plan, "abc", {}, True, 0, ()),
        Manifest(plan, "abc", {}, False, None, entries[:2]),
    ):
        assert manifest_from(manifest.to_bytes()) == manifest


# -- what else lies there ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"count = [[", b"count = 99999", b"[" * 100_000])
def test_a_damaged_configuration_is_rewritten(content, whole, tmp_path, capsys):
    target = tmp_path / "d"
    shutil.copytree(whole["jsonl"], target)
    (target / CONFIGURATION).write_bytes(content)
    for command, *options in READERS:
        assert run("dataset", command, target, *options, capsys=capsys).code == 0
    if b"99999" not in content:  # which is a good one
        found = run("batch", "--config", target / CONFIGURATION, "-o", tmp_path / "e", "--workers", 1, capsys=capsys)
        assert_one_line_error(found)
    assert run("batch", "--resume", target, "--workers", 1, capsys=capsys).code == 0
    assert files_of(target) == files_of(whole["jsonl"])


@pytest.mark.parametrize(
    "content", [b"", b"null", b"[" * 100_000, b'{"process": -1, "time": "x", "run": [1]}', b'{"time": 1e400}', b"\xff"]
)
def test_a_malformed_lock_has_an_unknown_owner(content):
    owner = owner_from(content)
    assert (owner.process, owner.token) == (0, "?")
    assert str(owner) == "run ? (process ? on ?)"


def test_rows_whose_paths_leave_the_board_are_refused(whole):
    from numlink.datasets.reader import Dataset
    from numlink.datasets.rows import puzzle_of

    row = next(Dataset(str(whole["parquet"])).rows())
    for change in ({"paths": [[0, 99]]}, {"paths": [[-1, 0]]}, {"cells": [1]}, {"width": 0}, {"rules": "cubic"}):
        with pytest.raises(InputError):
            puzzle_of(row | change)


@pytest.mark.parametrize("layers", [1, 2])
def test_lines_with_a_path_that_leaves_the_board_are_damage(tmp_path, layers):
    make_dataset(str(tmp_path), plan_of(format="jsonl", count=2, sizes="3", layers=layers), workers=1)
    row = json.loads((tmp_path / "00000.jsonl").read_text().splitlines()[0])
    inside = row["paths"][0][0]
    for part in range(len(inside)):
        for value in (-1, 3, 99):
            row["paths"][0][0] = [*inside[:part], value, *inside[part + 1 :]]
            with pytest.raises(DamagedShard, match="bad line 1: it has a path through"):
                list(codec(ShardFormat.JSONL).read(json.dumps(row).encode() + b"\n").rows())


# -- the fuzzer ----------------------------------------------------------------------------------------------------


@pytest.mark.sampled
def test_a_short_fuzz(tmp_path):
    """`python tests/fuzz_datasets.py --minutes 10` is the long one."""
    folders = amount(8, 60)
    assert fuzz_datasets.run_random(600, seed=20261121, folder=tmp_path, most=folders) == folders


def test_the_fuzzer_finds_faults(tmp_path, monkeypatch):
    """A command that accepts damage is reported: the harness itself must be able to fail."""
    monkeypatch.setattr("numlink.datasets.folder.checksum", lambda _: "0" * 64)
    with pytest.raises(AssertionError):
        fuzz_datasets.run_random(30, seed=1, folder=tmp_path, most=200)


def test_the_fuzzer_is_deterministic(tmp_path, whole):
    made = []
    for turn in range(2):
        target = tmp_path / str(turn)
        shutil.copytree(whole["jsonl"], target)
        fuzz_datasets.Damage(random.Random(5).randrange(100)).folder(target)
        made.append(files_of(target))
    assert made[0] == made[1]
