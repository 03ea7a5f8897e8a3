"""Who makes the pieces of a dataset: this process, a pool of processes, or a Dask cluster.

Workers are pure functions: they get a plan and (index, attempt) pairs and hand back bytes; they write nothing.  So a
worker that is lost, or lives on after its coordinator was killed, can do no harm.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context, parent_process
from typing import Any, TypeVar

from numlink.datasets.codecs import codec
from numlink.datasets.plan import Plan
from numlink.datasets.rows import Row, first_row
from numlink.errors import InputError, MissingExtra
from numlink.making.recipe import GRADED_VERSION, VERSION
from numlink.version import __version__

Result = TypeVar("Result")

Versions = tuple[str, int, int]

VERSIONS: Versions = (__version__, VERSION, GRADED_VERSION)
"""What coordinator and workers must agree on: (numlink, generator, rating)."""

PATIENCE = 10
"""Seconds to wait for a Dask scheduler."""

Attempt = tuple[int, int]
"""(index, first attempt to try)."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Rows of a shard as bytes, how many, and the index that ran dry, before which it ends."""

    data: bytes
    made: int
    dry: int | None


def make_piece(plan: Plan, items: Sequence[Attempt], versions: Versions = VERSIONS) -> Piece:
    """The rows of these items, each its first attempt from the given one on that is a puzzle of the wanted grade.

    Items are in order of their index; none is made from the first on that runs dry, since the dataset ends there.

    Raises InputError where the coordinator has other `versions` of numlink and its generator than this worker.
    """
    if versions != VERSIONS:
        theirs, ours = ("numlink {} with generator {} and rating {}".format(*pair) for pair in (versions, VERSIONS))
        raise InputError(f"the coordinator has {theirs}, a worker {ours}. Install the same on both.")
    rows: list[Row] = []
    for index, first in items:
        row = first_row(plan, index, first)
        if row is None:
            return Piece(codec(plan.format, plan.edition).pack(rows), len(rows), index)
        rows.append(row)
    return Piece(codec(plan.format, plan.edition).pack(rows), len(rows), None)


@dataclass(frozen=True, slots=True)
class Pool:
    """An executor and how many tasks are worth having under way."""

    executor: Executor
    width: Callable[[], int]


class _Here(Executor):
    """Runs each task when it is submitted: one worker without a second process."""

    def submit(self, task: Callable[..., Result], /, *arguments: Any, **options: Any) -> Future[Result]:
        future: Future[Result] = Future()
        future.set_result(task(*arguments, **options))
        return future


@contextmanager
def pool(workers: int | None = None, dask: str | None = None) -> Iterator[Pool]:
    """Workers for the time of a `with`: a Dask cluster's, or processes of our own (None: one for each core).

    On an error or Ctrl-C what is under way is dropped at once.  Raises InputError where the cluster cannot be reached.
    """
    if dask is not None:
        with _cluster(dask) as found:
            yield found
        return
    number = workers or _cores()
    if number == 1:
        yield Pool(_Here(), lambda: 1)
        return
    # spawned, not forked: they hold neither our locks nor our open files
    executor = ProcessPoolExecutor(number, mp_context=get_context("spawn"), initializer=_start_worker)
    try:
        yield Pool(executor, lambda: 2 * number)
        executor.shutdown()
    except BaseException:
        processes = list((getattr(executor, "_processes", None) or {}).values())
        executor.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()
        raise


def _cores() -> int:
    """The cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _start_worker() -> None:
    """Leave Ctrl-C to the coordinator, and end when it is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_coordinator, daemon=True).start()


def _end_with_coordinator() -> None:
    coordinator = parent_process()
    if coordinator is not None:
        coordinator.join()
        os._exit(1)


@contextmanager
def _cluster(address: str) -> Iterator[Pool]:
    try:
        from distributed import Client
        from distributed.scheduler import KilledWorker
        from distributed.utils import silence_logging_cmgr
    except ImportError:
        raise MissingExtra("a Dask cluster", "dask") from None
    try:
        client: Any = Client(address, timeout=PATIENCE, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError, TimeoutError) as error:
        raise InputError(
            f"no Dask scheduler answers at {address}: {error}. Give its address, tcp://host:8786."
        ) from None
    with silence_logging_cmgr("CRITICAL"), client:  # one line of ours instead
        executor = client.get_executor(pure=False, retries=3)
        try:
            yield Pool(executor, lambda: max(4, 2 * sum(client.nthreads().values())))
        except (KilledWorker, CancelledError, OSError, TimeoutError) as error:
            raise InputError(
                f"the Dask cluster at {address} was lost ({type(error).__name__}). When it is there again, go on with "
                f"numlink batch --resume ... --dask {address}"
            ) from None
        finally:
            executor.shutdown(wait=False)
