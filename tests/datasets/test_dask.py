"""A real Dask cluster, a scheduler and two worker processes on the loopback, makes the bytes of a local run."""

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import ExitStack

import pytest

from numlink.datasets.make import make_dataset
from numlink.datasets.plan import plan_from
from tests.cli import start

pytest.importorskip("duckdb")

pytestmark = pytest.mark.bulk

OPTIONS = {"count": 1200, "sizes": "5,6x4,7", "seed": 5, "shard-size": 100}
ARGUMENTS = [word for key, value in OPTIONS.items() for word in (f"--{key}", str(value))] + ["--no-rating"]


def files_of(target):
    return {path.name: path.read_bytes() for path in target.iterdir()}


def dask(*arguments, folder):
    """A part of the cluster as a program of its own."""
    environment = {**os.environ, "DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "10s"}
    log = (folder / f"{arguments[0]}-{time.monotonic_ns()}.log").open("w")
    with log:
        return subprocess.Popen(
            [sys.executable, "-m", "dask", *map(str, arguments)], stdout=log, stderr=log, cwd=folder, env=environment
        )


@pytest.fixture
def cluster(tmp_path):
    """(address, scheduler, worker processes)"""
    pytest.importorskip("distributed")  # here, as importing it takes as long as importing all other tests
    with ExitStack() as stack:
        file = tmp_path / "scheduler.json"
        common = ("--scheduler-file", file, "--no-dashboard")
        parts = [dask("scheduler", "--host", "127.0.0.1", "--port", "0", *common, folder=tmp_path)]
        stack.callback(lambda: [(part.kill(), part.wait()) for part in parts])
        for _ in range(1200):
            if file.exists() and file.read_text().strip():
                break
            time.sleep(0.05)
        address = json.loads(file.read_text())["address"]
        for _ in range(2):
            parts.append(
                dask("worker", address, "--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1",
                     "--local-directory", tmp_path, folder=tmp_path)
            )  # fmt: skip
        yield address, *parts


@pytest.mark.thorough
def test_a_cluster_that_loses_a_worker_makes_the_same_bytes(cluster, tmp_path):
    address, _, *workers = cluster
    make_dataset(str(tmp_path / "local"), plan_from({**OPTIONS, "rating": False}), workers=1)
    target = tmp_path / "far"
    with start("batch", *ARGUMENTS, "-o", target, "--dask", address) as process:
        while not list(target.glob("*.parquet")):
            assert process.poll() is None, process.stderr.read()
            time.sleep(0.005)
        workers[0].send_signal(signal.SIGKILL)
        assert not (target / "00011.parquet").exists(), "the worker was killed too late to be missed"
        error = process.stderr.read()
        assert process.wait() == 0, error
    assert files_of(target) == files_of(tmp_path / "local")
    assert workers[1].poll() is None


@pytest.mark.thorough
def test_a_cluster_continues_a_local_run(cluster, tmp_path):
    address, *_ = cluster
    make_dataset(str(tmp_path / "local"), plan_from({**OPTIONS, "rating": False}), workers=1)
    target = tmp_path / "far"
    with start("batch", *ARGUMENTS, "-o", target, "--workers", 2) as process:
        while not list(target.glob("*.parquet")):
            time.sleep(0.005)
        process.kill()
    with start("batch", "--resume", target, "--dask", address) as process:
        assert process.wait() == 0, process.stderr.read()
    assert files_of(target) == files_of(tmp_path / "local")


@pytest.mark.thorough
def test_a_lost_scheduler_is_reported_in_one_line(cluster, tmp_path):
    address, scheduler, *_ = cluster
    target = tmp_path / "far"
    with start("batch", "--count", 9000, "--sizes", 8, "--seed", 1, "--shard-size", 100, "--no-rating", "-o", target,
               "--dask", address) as process:  # fmt: skip
        while not list(target.glob("*.parquet")):
            assert process.poll() is None, process.stderr.read()
            time.sleep(0.005)
        scheduler.send_signal(signal.SIGKILL)
        error = process.stderr.read()
        assert process.wait() == 2
    assert error.count("\n") == 1, error
    assert "numlink batch --resume" in error
