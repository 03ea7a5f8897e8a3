"""The server under load on loopback: no errors at 50 clients, clean refusals beyond its capacity."""

import os
import re
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter

import pytest

pytest.importorskip("fastapi")
httpx2 = pytest.importorskip("httpx2")

CLIENTS = 50
HINT = {"puzzle": {"cells": [[1, 0, 2, 0, 3], [0, 0, 0, 0, 0], [0, 0, 2, 0, 0], [0, 1, 4, 0, 3], [0, 0, 0, 0, 4]]}}

pytestmark = pytest.mark.long


@contextmanager
def serving(*options):
    source = str(Path(__file__).parents[2] / "src")
    command = [sys.executable, "-m", "numlink", "serve", "--port", "0", *options]
    environment = {**os.environ, "PYTHONPATH": source}
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment) as process:
        yield re.search(r"http://\S+/", process.stderr.readline())[0]
        process.terminate()


def load(base, visit, rounds):
    """Status codes and seconds of `rounds` visits by each of CLIENTS clients at a time."""

    def client(number):
        found = []
        with httpx2.Client(base_url=base, timeout=60) as session:
            for turn in range(rounds):
                for method, path, sent in visit(number, turn):
                    began = perf_counter()
                    answer = session.request(method, path, json=sent)
                    found.append((answer.status_code, perf_counter() - began))
                    if answer.status_code >= 400:
                        assert answer.json()["error"]
                        assert "retry-after" in answer.headers
        return found

    began = perf_counter()
    with ThreadPoolExecutor(CLIENTS) as threads:
        every = [entry for found in threads.map(client, range(CLIENTS)) for entry in found]
    return Counter(code for code, _ in every), sorted(seconds for _, seconds in every), perf_counter() - began


def visit_small(number, turn):
    yield "GET", "/", None
    yield "GET", "/main.js", None
    yield "GET", f"/api/puzzle?width=6&seed={number * 100 + turn}&claim=classic", None
    yield "GET", "/api/daily?date=2026-11-16", None
    yield "POST", "/api/hint", HINT


def test_fifty_clients_get_no_errors(capsys):
    with serving("--rate", "0") as base:
        codes, seconds, took = load(base, visit_small, 4)
    with capsys.disabled():
        total = sum(codes.values())
        print(
            f"\n{CLIENTS} clients: {total} requests in {took:.1f} s, {total / took:.0f} a second, "
            f"median {1000 * seconds[total // 2]:.0f} ms, 99 % within {1000 * seconds[int(0.99 * total)]:.0f} ms"
        )
    assert set(codes) == {200}


def test_beyond_capacity_the_server_refuses_and_survives():
    with serving("--rate", "0", "--workers", "1", "--waiting", "4") as base:
        codes, _, _ = load(
            base, lambda number, _: [("GET", f"/api/puzzle?width=40&seed={number}&claim=classic", None)], 1
        )
        assert set(codes) == {200, 503}
        assert httpx2.get(base + "api/about").status_code == 200


def test_beyond_the_rate_the_server_refuses():
    with serving("--rate", "100") as base:
        codes, _, _ = load(base, lambda *_: [("GET", "/api/about", None)], 4)
    assert codes == {200: 100, 429: 100}
