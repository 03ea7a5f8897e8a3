"""Datasets survive: kill -9 at any moment, a full disk, folders that cannot be written, two writers, a lost worker."""

import json
import os
import random
import re
import shutil
import signal
import subprocess
import threading
import time
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from numlink.datasets.folder import Folder
from numlink.datasets.make import make_dataset
from numlink.datasets.manifest import LOCK, MANIFEST, sealed
from numlink.datasets.plan import plan_from
from numlink.datasets.reader import Dataset
from numlink.datasets.stores import ObjectLock, Taken
from numlink.errors import InputError
from tests.cli import assert_one_line_error, start, without_room
from tests.cli import numlink as run
from tests.tools import amount

pytest.importorskip("pyarrow")
pytest.importorskip("duckdb")

pytestmark = pytest.mark.bulk

KILLS = 12
OPTIONS = {"count": 400, "sizes": "5,6x4", "seed": 11, "shard-size": 20}
ARGUMENTS = [word for key, value in OPTIONS.items() for word in (f"--{key}", str(value))] + ["--no-rating"]


def files_of(target):
    """Every file, hidden ones included."""
    return {path.name: path.read_bytes() for path in Path(target).iterdir()}


def made(target, format):
    """The files of the dataset of a single run, and its seconds: about those of a program with two workers."""
    begun = time.monotonic()
    make_dataset(str(target), plan_from({**OPTIONS, "format": format, "rating": False}), workers=1)
    return files_of(target), time.monotonic() - begun


@pytest.fixture(scope="module")
def made_whole(tmp_path_factory):
    return made(tmp_path_factory.mktemp("whole") / "dataset", "parquet")


@pytest.fixture(scope="module")
def whole(made_whole):
    return made_whole[0]


def shards_there(target):
    """How many shards a kill left; each is readable and complete."""
    from pyarrow.parquet import read_metadata

    for path in target.glob("*.parquet"):
        assert read_metadata(path).num_rows == OPTIONS["shard-size"]
    for path in target.glob("*.jsonl"):
        assert path.read_bytes().count(b"\n") == OPTIONS["shard-size"]
    return len(list(target.glob("0*")))


def await_writing(target, process):
    """Wait until this process holds the folder, or has ended."""

    def is_writing():
        try:
            return json.loads((target / LOCK).read_text())["process"] == process.pid
        except (OSError, ValueError):
            return process.poll() is not None

    wait_for(is_writing)


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("format", "wanted"), [("parquet", amount(2, KILLS)), pytest.param("jsonl", 4, marks=pytest.mark.thorough)]
)
def test_killed_again_and_again(format, wanted, made_whole, tmp_path):
    """Kills at random moments, in as many folders as needed until there are enough kills; none loses a byte."""
    moments = random.Random(f"{format} 1")
    arguments = [*ARGUMENTS, "--format", format, "--workers", 2]
    whole, span = made_whole if format == "parquet" else made(tmp_path / "whole", format)
    shards = OPTIONS["count"] // OPTIONS["shard-size"]
    kills = halfway = folders = 0

    def enough():
        return kills >= wanted and halfway >= wanted // 4

    while not enough():
        folders += 1
        target = tmp_path / str(folders)
        while not is_complete(target):
            words = ["--resume", target, "--workers", 2] if (target / MANIFEST).exists() else [*arguments, "-o", target]
            with start("batch", *words) as process:
                await_writing(target, process)
                try:
                    code = process.wait(None if enough() else moments.uniform(0, span))
                except subprocess.TimeoutExpired:
                    process.send_signal(signal.SIGKILL)
                    code = process.wait()
            assert code in (0, -signal.SIGKILL)
            kills += code != 0
            halfway += code != 0 and 0 < shards_there(target) < shards
            # the machine may be busier or less busy than it was when the span was measured
            span *= 0.7 if code == 0 else 1.3 if not shards_there(target) else 1
        make_dataset(str(target))  # nothing to do, except for a lock that the last kill may have left
        assert files_of(target) == whole, f"folder {folders} after {kills} kills"


def is_complete(target):
    """Whether the manifest says that all is done; the process may not have ended yet."""
    path = target / MANIFEST
    return path.exists() and json.loads(path.read_text())["complete"]


@pytest.mark.thorough
def test_killed_before_its_first_shard(whole, tmp_path):
    target = tmp_path / "d"
    with start("batch", *ARGUMENTS, "-o", target, "--workers", 2) as process:
        wait_for(lambda: (target / MANIFEST).exists(), process)
        process.send_signal(signal.SIGKILL)
    assert not list(target.glob("*.parquet"))
    with start("batch", "--resume", target, "--workers", 2) as process:
        assert process.wait() == 0
    assert files_of(target) == whole


def wait_for(condition, process=None, seconds=60):
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
    wait_for(lambda: not any(Path(f"/proc/{orphan}").exists() for orphan in orphans))


def children(pid):
    path = Path(f"/proc/{pid}/task/{pid}/children")
    if not path.exists():
        pytest.skip("this system does not tell the children of a process")
    return path.read_text().split()


def test_a_lost_worker_is_reported_and_loses_nothing(whole, tmp_path):
    target = tmp_path / "d"
    with start("batch", *ARGUMENTS, "-o", target, "--workers", 2) as process:
        wait_for(lambda: list(target.glob("*.parquet")), process)
        for child in children(process.pid):
            if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes():
                os.kill(int(child), signal.SIGKILL)
        error = process.stderr.read()
        assert process.wait() == 2
    assert without_room(error).count("\n") == 1, error
    assert (
        f"numlink: a worker process was lost (killed, or out of memory). Resume with: numlink batch --resume {target}"
        in error
    )
    make_dataset(str(target), workers=1)
    assert files_of(target) == whole


def test_interrupted(whole, tmp_path):
    target = tmp_path / "d"
    code, error = interrupted("batch", *ARGUMENTS, "-o", target, "--workers", 2, target=target)
    assert code == 130
    assert re.fullmatch(
        rf"numlink: stopped, .* kept\. Resume with: numlink batch --resume {target}\n", without_room(error)
    ), error
    make_dataset(str(target), workers=1)
    assert files_of(target) == whole


def interrupted(*arguments, target):
    """Exit code and message of a run that gets Ctrl-C as a terminal sends it, to the workers too."""
    with start(*arguments, start_new_session=True) as process:
        wait_for(lambda: (target / MANIFEST).exists(), process)
        os.killpg(process.pid, signal.SIGINT)
        _, error = process.communicate(timeout=60)
    return process.returncode, error


def test_a_run_of_hours_is_interrupted_at_once(tmp_path):
    target = tmp_path / "d"
    words = ("--count", 1_000_000, "--sizes", 10, "--seed", 1, "--workers", 2, "-o", target)
    code, _ = interrupted("batch", *words, target=target)
    assert code == 130


def test_two_runs_into_one_folder(whole, tmp_path, capsys):
    target = tmp_path / "d"
    with start("batch", *ARGUMENTS, "-o", target, "--workers", 1) as process:
        wait_for(lambda: (target / MANIFEST).exists(), process)
        process.send_signal(signal.SIGSTOP)  # it must not end before it has been asked
        name = json.loads((target / MANIFEST).read_text())["run"]
        assert_one_line_error(run("batch", "--resume", target, capsys=capsys), f"run {name} (process {process.pid} on ")
        assert_one_line_error(run("batch", *ARGUMENTS, "-o", target, capsys=capsys), f"run {name} (process")
        other = run("batch", "--count", 5, "--seed", 1, "-o", target, capsys=capsys)
        assert_one_line_error(other, f"contains run {name}")
        process.send_signal(signal.SIGCONT)
        assert process.wait() == 0
    assert files_of(target) == whole


def test_stale_locks_are_taken_over(whole, tmp_path):
    target = tmp_path / "d"
    shutil.copytree(_copied(whole, tmp_path), target)
    (target / "00003.parquet").unlink()
    manifest = json.loads((target / MANIFEST).read_text())
    (target / MANIFEST).write_bytes(sealed({**manifest, "complete": False}))
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


class Between:
    """A store in which another takes the lock just before ours is written."""

    def __init__(self):
        self.objects = {}
        self.other = None

    def read(self, name):
        if name not in self.objects:
            raise FileNotFoundError(name)
        return self.objects[name]

    def create(self, name, content):
        self.interrupted()
        if name in self.objects:
            raise FileExistsError(name)
        self.objects[name] = content

    def write(self, name, content):
        self.interrupted()
        self.objects[name] = content

    def delete(self, name):
        del self.objects[name]

    def interrupted(self):
        other, self.other = self.other, None
        if other:
            other()


@pytest.mark.parametrize("left_behind", [False, True])
def test_of_two_processes_only_one_gets_a_lock(left_behind):
    store, held = Between(), []
    if left_behind:
        store.objects[LOCK] = b'{"run": "older", "host": "gone", "process": 1}'
    store.other = lambda: held.append(ObjectLock(store, LOCK, "second"))
    with pytest.raises(Taken, match="run second"):
        ObjectLock(store, LOCK, "first")
    held[0].refresh()
    held[0].release()
    assert not store.objects


class InTurns:
    """A store whose next operation is that of the process whose turn it is."""

    def __init__(self, objects):
        self.objects = objects
        self.arrived = threading.Semaphore(0)
        self.turns = {}

    def wait(self):
        self.arrived.release()
        self.turns[threading.get_ident()].acquire()

    def read(self, name):
        self.wait()
        return Between.read(self, name)

    def create(self, name, content):
        self.wait()
        if name in self.objects:
            raise FileExistsError(name)
        self.objects[name] = content

    def write(self, name, content):
        self.wait()
        self.objects[name] = content

    def delete(self, name):
        self.wait()
        self.objects.pop(name, None)  # S3 accepts deleting a missing file


def in_turns(objects, askers, chance):
    """Which runs believe that they hold the lock, after they requested it in turns."""
    store, held, threads = InTurns(objects), [], {}

    def ask(asker):
        store.turns[threading.get_ident()] = threads[asker] = threading.Semaphore(0)
        store.wait()
        with suppress(Taken):
            held.append(ObjectLock(store, LOCK, asker))
        del threads[asker]
        store.arrived.release()

    for asker in askers:
        threading.Thread(target=ask, args=[asker], daemon=True).start()
        assert store.arrived.acquire(timeout=60)
    while threads:
        threads[chance.choice([*threads])].release()
        assert store.arrived.acquire(timeout=60)
    return held


LEFT = b'{"run": "older", "host": "gone", "process": 1, "token": "ab"}'


@pytest.mark.parametrize(
    "objects",
    [{}, {LOCK: LEFT}, {LOCK: LEFT, f"{LOCK}.remove.ab": LEFT.replace(b"ab", b"cd")}, {LOCK: b"what?"}],
    ids=len,
)
def test_of_several_processes_in_any_order_only_one_gets_a_lock(objects):
    """A slow process never removes another's lock, so two never write before one looks again."""
    for seed in range(60):
        chance = random.Random(seed)
        there = dict(objects)
        (held,) = in_turns(there, ["one", "two", "three"][: chance.choice([2, 3])], chance)
        assert json.loads(there[LOCK])["token"] == held.owner.token, seed


def test_leftovers_of_a_killed_lock_takeover_are_removed(tmp_path):
    folder = Folder(f"memory://cleared-{tmp_path.name}")
    folder.make()
    folder.write(LOCK, LEFT)
    folder.write(f"{LOCK}.remove.ab", LEFT.replace(b"ab", b"cd"))
    with folder.locked("first"):
        assert folder.names() == [LOCK]
    assert folder.names() == []


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
    pages = sum(-(-len(content) // 4096) for content in whole.values())
    with mounted(disk, f"size={pages * 2}k"):
        target = disk / "d"
        for arguments in ([*ARGUMENTS, "-o", target], ["--resume", target]):
            found = run("batch", *arguments, "--workers", 1, capsys=capsys)
            assert_one_line_error(found, f"no space left for {target}", "--resume")
            assert list(target.glob("*.parquet"))
            assert not list(target.glob(".*.tmp"))
            assert shards_there(target)
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
