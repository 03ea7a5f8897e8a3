"""Datasets survive: kill -9 at any moment, a full disk, folders that cannot be written, two writers, a lost worker."""

import json
import os
import random
import shutil
import signal
import subprocess
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

from numlink.dataset_files import LOCK, Folder
from numlink.dataset_plan import plan_from
from numlink.dataset_reader import Dataset
from numlink.datasets import make_dataset
from numlink.errors import InputError
from tests.cli import assert_one_line_error, start
from tests.cli import numlink as run

pytest.importorskip("pyarrow")
pytest.importorskip("duckdb")

pytestmark = [pytest.mark.bulk, pytest.mark.long]  # minutes on a busy machine: `make test-long`

KILLS = 20
OPTIONS = {"count": 1500, "sizes": "5,6x4,6", "seed": 11, "shard-size": 60}
ARGUMENTS = [word for key, value in OPTIONS.items() for word in (f"--{key}", str(value))] + ["--no-rating"]


def files_of(target):
    """Every file, hidden ones included, but not those that die with the process that writes them."""
    return {path.name: path.read_bytes() for path in Path(target).iterdir()}


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The dataset of a single run."""
    target = tmp_path_factory.mktemp("whole") / "dataset"
    make_dataset(str(target), plan_from({**OPTIONS, "rating": False}), workers=2)
    return files_of(target)


def assert_whole_shards(target):
    """What a kill leaves can be read, each shard with all its rows."""
    from pyarrow.parquet import read_metadata

    for path in target.glob("*.parquet"):
        assert read_metadata(path).num_rows == OPTIONS["shard-size"]


@pytest.mark.parametrize("format", ["parquet", "jsonl"])
def test_killed_again_and_again(format, whole, tmp_path):
    """Kills at random moments until there were enough, with as many folders as that takes; none loses a byte."""
    kills, folders, moments = 0, 0, random.Random(f"{format} 1")
    arguments = [*ARGUMENTS, "--format", format]
    wanted = KILLS if format == "parquet" else 4
    if format == "jsonl":
        make_dataset(str(tmp_path / "whole"), plan_from({**OPTIONS, "format": format, "rating": False}), workers=2)
        whole = files_of(tmp_path / "whole")
    while kills < wanted:
        target = tmp_path / str(folders)
        folders += 1
        first = True
        while True:
            words = (
                [*arguments, "-o", target] if first or not (target / "manifest.json").exists() else ["--resume", target]
            )
            with start("batch", *words, "--workers", 2) as process:
                try:
                    process.wait(moments.uniform(0.3, 2.0))
                except subprocess.TimeoutExpired:
                    process.send_signal(signal.SIGKILL)
                    kills += 1
                code = process.wait()
            first = False
            assert_whole_shards(target)
            if code == 0:
                break
            assert code == -signal.SIGKILL
            if kills >= wanted:
                make_dataset(str(target), plan_from({**OPTIONS, "format": format, "rating": False}), workers=2)
                break
        assert files_of(target) == whole, f"folder {folders} after {kills} kills"
    assert folders < kills, "runs ended before they could be killed"


def test_killed_before_its_first_shard(whole, tmp_path):
    target = tmp_path / "d"
    with start("batch", *ARGUMENTS, "-o", target, "--workers", 2) as process:
        wait_for(lambda: (target / "manifest.json").exists(), process)
        process.send_signal(signal.SIGKILL)
    assert not list(target.glob("*.parquet"))
    with start("batch", "--resume", target, "--workers", 2) as process:
        assert process.wait() == 0
    assert files_of(target) == whole


def wait_for(condition, process=None, seconds=30):
    """Poll until something is so."""
    for _ in range(seconds * 200):
        if condition():
            return
        assert process is None or process.poll() is None, process.stderr.read()
        time.sleep(0.005)
    raise AssertionError("it never came")


def test_workers_end_with_their_coordinator(tmp_path):
    with start("batch", "--count", 2000, "--sizes", "9", "--seed", 1, "-o", tmp_path / "d", "--workers", 2) as process:
        wait_for(lambda: len(children(process.pid)) >= 2, process)
        orphans = children(process.pid)
        process.send_signal(signal.SIGKILL)
    wait_for(lambda: not any(Path(f"/proc/{orphan}").exists() for orphan in orphans), seconds=20)


def children(pid):
    path = Path(f"/proc/{pid}/task/{pid}/children")
    if not path.exists():
        pytest.skip("this system does not tell the children of a process")
    return path.read_text().split()


def test_a_lost_worker_is_told_and_loses_nothing(whole, tmp_path):
    target = tmp_path / "d"
    with start("batch", *ARGUMENTS, "-o", target, "--workers", 2) as process:
        wait_for(lambda: list(target.glob("*.parquet")), process)
        for child in children(process.pid):
            if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes():
                os.kill(int(child), signal.SIGKILL)
        error = process.stderr.read()
        assert process.wait() == 2
    assert error.count("\n") == 1, error
    assert (
        f"numlink: a worker process was lost (killed, or out of memory). Go on with: numlink batch --resume {target}"
        in error
    )
    make_dataset(str(target), workers=1)
    assert files_of(target) == whole


def test_interrupted(whole, tmp_path):
    target = tmp_path / "d"
    with start("batch", *ARGUMENTS, "-o", target, "--workers", 2, start_new_session=True) as process:
        wait_for(lambda: (target / "manifest.json").exists(), process)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: the workers get it too
        begun = time.monotonic()
        error = process.stderr.read()
        assert process.wait() == 130
    assert time.monotonic() - begun < 5
    assert error == f"numlink: stopped. Go on with: numlink batch --resume {target}\n"
    assert_whole_shards(target)
    with start("batch", "--resume", target, "--workers", 2) as process:
        assert process.wait() == 0
    assert files_of(target) == whole


def test_two_runs_into_one_folder(whole, tmp_path, capsys):
    target = tmp_path / "d"
    with start("batch", *ARGUMENTS, "-o", target, "--workers", 1) as process:
        wait_for(lambda: (target / "manifest.json").exists(), process)
        name = json.loads((target / "manifest.json").read_text())["run"]
        assert_one_line_error(run("batch", "--resume", target, capsys=capsys), f"run {name} (process {process.pid} on ")
        assert_one_line_error(run("batch", *ARGUMENTS, "-o", target, capsys=capsys), f"run {name} (process")
        other = run("batch", "--count", 5, "--seed", 1, "-o", target, capsys=capsys)
        assert_one_line_error(other, f"holds run {name}")
        assert process.wait() == 0
    assert files_of(target) == whole


def test_stale_locks_are_taken_over(whole, tmp_path):
    target = tmp_path / "d"
    shutil.copytree(_copied(whole, tmp_path), target)
    (target / "00003.parquet").unlink()
    manifest = json.loads((target / "manifest.json").read_text())
    (target / "manifest.json").write_text(json.dumps({**manifest, "complete": False}))
    (target / LOCK).write_text('{"run": "older", "host": "gone", "process": 1}')
    (target / ".00003.parquet.tmp").write_bytes(b"half a shard")
    make_dataset(str(target), workers=1)
    assert files_of(target) == whole


def _copied(files, tmp_path):
    source = tmp_path / "source"
    source.mkdir()
    for name, content in files.items():
        (source / name).write_bytes(content)
    return source


def test_locks_in_an_object_store(tmp_path):
    url = f"memory://locks-{tmp_path.name}"
    folder, other = Folder(url), Folder(url)
    folder.make()
    with folder.locked("first"), pytest.raises(InputError, match=r"run first \(process"), other.locked("second"):
        pass
    assert LOCK not in folder.names()
    ended = subprocess.Popen(["true"])
    ended.wait()
    owner = json.loads(_lock_text(folder))
    for left_behind in ({**owner, "process": ended.pid}, {**owner, "host": "elsewhere", "time": time.time() - 10_000}):
        folder.write(LOCK, json.dumps(left_behind).encode())
        with other.locked("second"):
            pass
    folder.write(LOCK, json.dumps({**owner, "host": "elsewhere"}).encode())
    with pytest.raises(InputError, match="elsewhere"), other.locked("second"):
        pass


def _lock_text(folder):
    with folder.locked("first"):
        return folder.read(LOCK)


@contextmanager
def mounted(target, options):
    """A small file system at `target`; skipped where this process may not mount one."""
    target.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", target], capture_output=True).returncode:
        pytest.skip("this process cannot mount a small file system to fill up")
    try:
        yield
    finally:
        subprocess.run(["umount", target], check=True)


def test_full_disk(whole, tmp_path, capsys):
    disk = tmp_path / "disk"
    with mounted(disk, "size=300k"):
        target = disk / "d"
        for arguments in ([*ARGUMENTS, "-o", target], ["--resume", target]):
            found = run("batch", *arguments, "--workers", 1, capsys=capsys)
            assert_one_line_error(found, f"no room left for {target}", "--resume")
            assert list(target.glob("*.parquet"))
            assert not list(target.glob(".*.tmp"))
            assert_whole_shards(target)
        subprocess.run(["mount", "-o", "remount,size=30m", disk], check=True)
        assert run("batch", "--resume", target, "--workers", 2, capsys=capsys).code == 0
        assert files_of(target) == whole


def test_unwritable_folder(tmp_path, capsys):
    disk = tmp_path / "disk"
    with mounted(disk, "ro"):
        found = run("batch", *ARGUMENTS, "-o", disk / "d", capsys=capsys)
        assert_one_line_error(found, f"cannot write {disk / 'd'}", "Read-only")
        found = run("batch", *ARGUMENTS, "-o", disk, capsys=capsys)
        assert_one_line_error(found, f"cannot write {disk}", "Read-only")
    (tmp_path / "file").write_text("")
    found = run("batch", *ARGUMENTS, "-o", tmp_path / "file", capsys=capsys)
    assert_one_line_error(found, f"{tmp_path / 'file'}")


def test_a_finished_folder_stays_as_it_is(whole, tmp_path):
    target = _copied(whole, tmp_path)
    assert make_dataset(str(target)).idle
    assert files_of(target) == whole
    assert len(Dataset(str(target))) == OPTIONS["count"]
