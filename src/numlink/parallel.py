"""Apply a function to many puzzles on all cores, with `concurrent.futures`; results have the order of the puzzles.

>>> from numlink import generate_classic, parallel, prove
>>> puzzles = [generate_classic(5, seed=seed) for seed in range(3)]
>>> [str(verdict.answer) for verdict in parallel.map(prove, puzzles, workers=1)]
['unique', 'unique', 'unique']
"""

from __future__ import annotations

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from operator import index
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, TypeVar

from numlink.errors import InputError, NumlinkError, optional, quoted

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

Task = TypeVar("Task")
Result = TypeVar("Result")

MOST_WORKERS = 1_000
"""The most processes of one call: machines have fewer cores, and far larger numbers fail in system calls."""

PATIENCE = 10  # seconds to wait for a Dask scheduler

LOOK = 0.5  # seconds between two checks for dead workers, and for the executor to notice a dead worker itself


def map(  # noqa: A001  (as `Executor.map` and Dask's: `numlink.parallel.map`)
    function: Callable[[Task], Result],
    tasks: Iterable[Task],
    *,
    workers: int | None = None,
    dask: str | None = None,
    as_they_come: bool = False,
) -> Iterator[Result | NumlinkError]:
    """Yield `function(task)` for each task, in order; if the call raises a NumlinkError, yield that error instead.

    `workers` is the number of processes (None: one for each core; 1: this process alone); `dask` is the address of a
    Dask cluster, which is used instead.  The function, the tasks and the results must pickle: `function` belongs to a
    module, or is a `functools.partial` of one that does.  `tasks` may be endless: two per worker are taken ahead.  With
    `as_they_come` they may arrive slowly, as from a pipe: if there are several workers, a thread waits for them, and
    results do not wait for the next task.  On Ctrl-C, and when the iterator is closed, tasks under way are dropped at
    once.  Raises InputError if `workers` is not from 1 to MOST_WORKERS, if a worker process dies, or if the cluster
    cannot be reached or is lost; MissingExtra without Dask.
    """
    require_workers(workers)
    if not callable(function):
        raise InputError(f"the first argument must be a function, not {quoted(function)}.")
    if not isinstance(tasks, Iterable):
        raise InputError(f"tasks must be iterable, such as a list, not {quoted(tasks)}.")
    if dask is not None and not isinstance(dask, str):
        raise InputError(f"dask must be the address of a cluster as text, such as tcp://HOST:8786, not {quoted(dask)}.")
    outcome = partial(_outcome, function)
    if workers == 1 and dask is None:
        return (outcome(task) for task in tasks)
    return _results(partial(_as_they_come if as_they_come else _ahead, outcome, tasks), workers, dask)


def require_workers(workers: Any) -> None:
    """Raise InputError unless `workers` is a whole number from 1 to MOST_WORKERS, or None."""
    with suppress(TypeError):
        if workers is None or (not isinstance(workers, bool) and 1 <= index(workers) <= MOST_WORKERS):
            return
    raise InputError(f"workers must be a whole number from 1 to {MOST_WORKERS}, not {quoted(workers)}.")


def _results(
    submitted: Callable[[Pool], Iterator[Future[Result]]], workers: int | None, dask: str | None
) -> Iterator[Result]:
    from concurrent.futures.process import BrokenProcessPool  # only now: it takes 20 ms to import

    with pool(workers, dask) as crew:
        try:
            for future in submitted(crew):
                yield future.result()
        except BrokenProcessPool:
            raise InputError("a worker process was lost. Try again with fewer workers= or smaller boards.") from None


def _ahead(outcome: Callable[[Task], Result], tasks: Iterable[Task], crew: Pool) -> Iterator[Future[Result]]:
    """The futures of the tasks, in order; submits as many ahead as `crew.width()`."""
    under_way: deque[Future[Result]] = deque()
    for task in tasks:
        under_way.append(crew.executor.submit(outcome, task))
        while len(under_way) >= crew.width():
            yield under_way.popleft()
    yield from under_way


def _as_they_come(outcome: Callable[[Task], Result], tasks: Iterable[Task], crew: Pool) -> Iterator[Future[Result]]:
    """What `_ahead` yields; a thread waits for the tasks, so that results do not."""
    from concurrent.futures import Future

    futures: SimpleQueue[Future[Result] | None] = SimpleQueue()
    taken, over = threading.Semaphore(0), threading.Event()

    def submit_all() -> None:
        try:
            for task in tasks:
                futures.put(crew.executor.submit(outcome, task))
                while futures.qsize() >= crew.width() and not over.is_set():
                    taken.acquire()
                if over.is_set():
                    return
            futures.put(None)
        except BaseException as error:  # the caller gets it as the next result
            failed: Future[Result] = Future()
            failed.set_exception(error)
            futures.put(failed)

    threading.Thread(target=submit_all, daemon=True).start()
    try:
        while (future := futures.get()) is not None:
            taken.release()
            yield future
    finally:
        over.set()
        taken.release()


def _outcome(function: Callable[[Task], Result], task: Task) -> Result | NumlinkError:
    try:
        return function(task)
    except NumlinkError as error:
        return error


@dataclass(frozen=True, slots=True)
class Pool:
    """An executor, and `width()`: how many tasks to submit at a time so that all its workers are busy."""

    executor: Executor
    width: Callable[[], int]


class _Here:
    """Runs each task when it is submitted: one worker, in this process."""

    def submit(self, task: Callable[..., Result], /, *arguments: Any, **options: Any) -> Future[Result]:
        from concurrent.futures import Future

        future: Future[Result] = Future()
        future.set_result(task(*arguments, **options))
        return future


@contextmanager
def pool(workers: int | None = None, dask: str | None = None, *, again: str = "ask again") -> Iterator[Pool]:
    """Workers for the duration of a `with`: those of a Dask cluster, or new processes (None: one for each core).

    With one worker, tasks run in this process.
    On an error or Ctrl-C tasks under way are dropped at once.  Raises MissingExtra without Dask, InputError if the
    cluster cannot be reached or is lost; `again` is the end of that message: what to do when the cluster is back.
    Futures of a process that died raise BrokenProcessPool.
    """
    if dask is not None:
        with _cluster(dask, again) as found:
            yield found
        return
    require_workers(workers)
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    number = workers or cores
    if number == 1:
        yield Pool(_Here(), lambda: 1)  # type: ignore[arg-type]  # it has what a Pool needs: `submit`
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import active_children, get_context

    others = active_children()
    # spawned, not forked, so that they hold neither our locks nor our open files
    executor = ProcessPoolExecutor(number, mp_context=get_context("spawn"), initializer=_start_worker)
    over = threading.Event()
    threading.Thread(target=_end_what_hangs, args=(executor, over), daemon=True).start()
    try:
        yield Pool(executor, lambda: 2 * number)
        executor.shutdown()
    except BaseException as reason:
        processes = list((getattr(executor, "_processes", None) or {}).values())
        if isinstance(reason, KeyboardInterrupt):  # the executor may not list a process that it just started
            processes = [process for process in active_children() if process not in others]
        results: Any = getattr(executor, "_result_queue", None)  # shutdown() forgets it
        executor.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()
        if results is not None:  # unclosed, a half-written result would be waited for: see `_end_what_hangs`
            with suppress(OSError):  # the thread of `_end_what_hangs` may have closed it just now
                results._writer.close()
        raise
    finally:
        over.set()


def _end_what_hangs(executor: Any, over: threading.Event) -> None:
    """Break an executor whose worker died while writing a result; a thread runs this until `over` is set.

    Without it, the executor waits for the rest of that result forever, because the executor itself keeps the writing
    end of the pipe open (CPython 3.11 to 3.14; about once in 100 runs of the test that kills workers).  Once that end
    is closed and all workers have ended, the executor reads the end of the pipe, and every future raises
    BrokenProcessPool.
    """
    while not over.wait(LOOK):
        processes = list((executor._processes or {}).values())
        if not any(process.exitcode for process in processes):  # None: it is running; 0: it was asked to end
            continue
        if over.wait(LOOK) or executor._broken:
            return
        for process in processes:
            process.terminate()
        executor._result_queue._writer.close()
        return


def _start_worker() -> None:
    """Leave Ctrl-C to the parent process, and end when that ends."""
    from multiprocessing import parent_process

    def end_with(coordinator: Any) -> None:
        coordinator.join()
        os._exit(1)

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=end_with, args=(parent_process(),), daemon=True).start()


@contextmanager
def _cluster(address: str, again: str) -> Iterator[Pool]:
    from concurrent.futures import CancelledError

    with optional("a Dask cluster", "dask"):
        from distributed import Client
        from distributed.scheduler import KilledWorker
        from distributed.utils import silence_logging_cmgr
    try:
        client: Any = Client(address, timeout=PATIENCE, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError, TimeoutError) as error:
        raise InputError(
            f"no Dask scheduler answers at {address}: {error}. Give its address, tcp://host:8786."
        ) from None
    with silence_logging_cmgr("CRITICAL"), client:  # without Dask's log: the InputError says it in one line
        executor = client.get_executor(pure=False, retries=3)
        try:
            yield Pool(executor, lambda: max(4, 2 * sum(client.nthreads().values())))
        except (KilledWorker, CancelledError, OSError, TimeoutError) as error:
            raise InputError(
                f"the Dask cluster at {address} was lost ({type(error).__name__}). When it is back, {again}."
            ) from None
        finally:
            executor.shutdown(wait=False)
