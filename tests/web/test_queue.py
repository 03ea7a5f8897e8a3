"""The queue for the workers, over real connections: clients that hang up are dropped, every client has a share."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import anyio
import pytest

pytest.importorskip("fastapi")

from numlink.web import jobs
from numlink.web.app import Server, Settings, create_app
from numlink.web.workers import LARGE, Busy, Queue
from tests.cli import heed_ctrl_c

# ------------------------------------------------------------------------------------------------------ the order


def served(size, waiting, arrivals):
    """The order in which jobs get a worker, and the jobs refused as Busy; all arrive while every worker is taken."""
    order, refused = [], []

    async def job(queue, name, client, weight):
        try:
            async with queue.place(client, weight):
                order.append(name)
                await anyio.sleep(0)
        except Busy:
            refused.append(name)

    async def run():
        queue = Queue(size, waiting)
        async with anyio.create_task_group() as group:
            held = [queue.place(f"holder {number}", 0) for number in range(size)]
            for place in held:
                await place.__aenter__()
            for name, client, weight in arrivals:
                group.start_soon(job, queue, name, client, weight)
                await anyio.sleep(0)
            for place in held:
                await place.__aexit__(None, None, None)
        assert queue.present == 0

    with ThreadPoolExecutor(1) as thread:  # an event loop of its own: browser tests keep one in this thread
        thread.submit(anyio.run, run).result()
    return order, refused


def test_small_jobs_go_before_large_ones():
    order, _ = served(1, 9, [("c", "ann", 300), ("b", "bob", 200), ("a", "cat", 100)])
    assert order == ["a", "b", "c"]


def test_one_client_does_not_come_before_all_others():
    greedy = [(f"greedy {number}", "ann", 10) for number in range(20)]
    order, _ = served(2, 50, [*greedy, ("guest", "bob", 10)])
    assert order.index("guest") <= 1


def test_two_clients_get_the_same_whatever_the_size_of_their_jobs():
    small = [(f"small {number}", "ann", 10) for number in range(100)]
    large = [(f"large {number}", "bob", 50) for number in range(20)]
    order, _ = served(1, 200, [*small, *large])
    assert sum(name.startswith("small") for name in order[:60]) == 50


def test_a_large_job_waits_for_as_much_work_as_it_asks_for():
    order = []

    async def run():
        queue = Queue(1, 9)

        async def job(name, client, weight):
            async with queue.place(client, weight):
                order.append(name)
                if name != "large" and len(order) < 100:  # one more comes before this one ends
                    group.start_soon(job, "small", f"client {len(order)}", 5)
                    await anyio.wait_all_tasks_blocked()

        async with anyio.create_task_group() as group:
            group.start_soon(job, "small", "first", 5)
            await anyio.sleep(0)
            group.start_soon(job, "large", "ann", 200)

    with ThreadPoolExecutor(1) as thread:
        thread.submit(anyio.run, run).result()
    assert order.index("large") in range(39, 43)


def test_one_client_never_has_all_workers_at_large_jobs():
    running = []

    async def run():
        queue = Queue(2, 9)
        async with anyio.create_task_group() as group:

            async def hold(client, weight):
                async with queue.place(client, weight):
                    running.append((client, weight))
                    await anyio.sleep_forever()

            for client, weight in [("ann", LARGE), ("ann", LARGE), ("ann", LARGE), ("bob", LARGE)]:
                group.start_soon(hold, client, weight)
            await anyio.wait_all_tasks_blocked()
            group.cancel_scope.cancel()

    with ThreadPoolExecutor(1) as thread:
        thread.submit(anyio.run, run).result()
    assert running == [("ann", LARGE), ("bob", LARGE)]


def test_a_full_queue_drops_the_last_job_of_the_greediest_client():
    greedy = [(f"greedy {number}", "ann", 1) for number in range(6)]
    order, refused = served(1, 4, [*greedy, ("guest", "bob", 1)])
    assert refused == ["greedy 4", "greedy 5", "greedy 3"]
    assert order == ["greedy 0", "guest", "greedy 1", "greedy 2"]


# -------------------------------------------------------------------------------------------- through real sockets


class Jobs:
    """Replaces the worker processes: every job lasts until it is released; `begun` and `killed` count."""

    def __init__(self):
        self.begun = []
        self.killed = 0
        self.free = threading.Event()

    async def run_sync(self, _bounded, job, arguments, **_options):
        if job is jobs.ready:
            return None
        self.begun.append(sum(map(len, arguments[1]["cells"])))
        try:
            while not self.free.is_set():
                await anyio.sleep(0.002)
        except anyio.get_cancelled_exc_class():
            self.killed += 1
            raise
        return {"done": len(self.begun)}


@contextmanager
def serving(monkeypatch, **settings):
    """A server in a thread, its port, its queue and its jobs."""
    jobs = Jobs()
    monkeypatch.setattr("numlink.web.workers.to_process", jobs)
    app = create_app(Settings(requests_per_minute=0, **settings))
    server = Server(app)
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(512)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            yield listener.getsockname()[1], app.state.workers.queue, jobs
        finally:
            server.should_exit = True
            thread.join()


def ask(port, side, *, client=None):
    """A connection on which a verdict on a board of `side` squared was asked for."""
    sent = json.dumps({"cells": [[0] * side for _ in range(side)]})
    forwarded = f"x-forwarded-for: {client}\r\n" if client else ""
    connection = socket.create_connection(("127.0.0.1", port), timeout=60)
    head = f"POST /api/verdict HTTP/1.1\r\nhost: localhost\r\n{forwarded}content-type: application/json\r\n"
    connection.sendall(f"{head}content-length: {len(sent)}\r\nconnection: close\r\n\r\n{sent}".encode())
    return connection


def wait_until(true):
    """Poll until a condition holds; fail after a generous time limit."""
    for _ in range(6000):
        if true():
            return
        time.sleep(0.005)
    raise AssertionError("it never came true")


def test_jobs_of_clients_that_hang_up_are_dropped(monkeypatch):
    with serving(monkeypatch, workers=2, waiting=64) as (port, queue, jobs):
        gone = [ask(port, 9) for _ in range(40)]
        wait_until(lambda: queue.present == 40)
        for connection in reversed(gone):  # waiting jobs before running ones, whose workers others would take
            connection.close()
        wait_until(lambda: queue.present == 0)
        assert 2 <= len(jobs.begun) == jobs.killed < 10  # the others never began
        jobs.free.set()
        with ask(port, 9) as connection:
            assert b"200 OK" in connection.recv(1000)


def test_a_new_client_is_served_before_the_many_jobs_of_another(monkeypatch):
    with serving(monkeypatch, workers=1, waiting=64) as (port, queue, jobs):
        greedy = [ask(port, 5, client="10.0.0.1") for _ in range(10)]
        wait_until(lambda: queue.present == 10)
        with ask(port, 6, client="10.0.0.2") as guest:
            wait_until(lambda: queue.present == 11)
            jobs.free.set()
            assert b"200 OK" in guest.recv(1000)
        assert jobs.begun.index(36) <= 2  # the running one, and at most one more: a share is counted in cells
        for connection in greedy:
            connection.close()


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.skipif(os.name == "nt", reason="Windows has no process groups to signal")
def test_a_signal_ends_the_server_and_its_work_at_once_and_quietly(sent):
    command = [sys.executable, "-m", "numlink", "serve", "--port", "0", "--workers", "1", "--seconds", "600"]
    quiet = {"stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, start_new_session=True, preexec_fn=heed_ctrl_c, **quiet) as process:
        port = int(re.search(r":(\d+)/", process.stderr.readline())[1])
        waiting = [ask(port, 40) for _ in range(5)]  # minutes of work
        unsent = socket.create_connection(("127.0.0.1", port), timeout=60)
        unsent.sendall(b"POST /api/read HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\nhalf")
        time.sleep(0.3)  # usually while the worker starts, but the result must not depend on it
        os.killpg(process.pid, sent)  # to all processes of the group, as a terminal and systemd do
        _, told = process.communicate(timeout=60)  # far less than the work would take
        for connection in [*waiting, unsent]:
            connection.close()
    assert told == ""
    assert process.returncode == (130 if sent == signal.SIGINT else -signal.SIGTERM)
