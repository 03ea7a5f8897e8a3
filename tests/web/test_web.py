"""The server without a browser: answers, limits, refusals, headers."""

import json
import os
import re
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from pathlib import Path

import anyio
import pytest

pytest.importorskip("fastapi")
pytest.importorskip("httpx2")

from fastapi.testclient import TestClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from numlink import BudgetEnded, InputError, OutOfReach, check, generate, parse
from numlink.formats import link
from numlink.game import daily
from numlink.game.game import Game
from numlink.game.texts import LANGUAGES, page_texts
from numlink.web import jobs, pages
from numlink.web.ahead import Dailies
from numlink.web.app import Settings, create_app
from numlink.web.jobs import TooLong
from numlink.web.kinds import page_object
from numlink.web.workers import Workers
from tests.cli import numlink as run_numlink
from tests.sample import sample_puzzle
from tests.tools import MOST_BYTES

STATIC = Path(pages.__file__).parent / "static"


@pytest.fixture(scope="module")
def client():
    with TestClient(create_app(Settings(workers=1, requests_per_minute=0))) as client:
        yield client


def body(puzzle):
    found = page_object(puzzle)
    return {"cells": found["cells"], "rules": found["rules"]}


SAMPLE = body(sample_puzzle())
SMALL = (4, 4, 1, "cover", "classic", "plain", {})
"""What `jobs.make` needs for a puzzle that is made at once."""


# ------------------------------------------------------------------------------------------------------- answers


def test_a_puzzle_of_a_seed_is_the_same_again_and_its_solution_is_right(client):
    first = client.get("/api/puzzle", params={"width": 6, "height": 5, "seed": 11})
    assert first.status_code == 200
    assert client.get("/api/puzzle", params={"width": 6, "height": 5, "seed": 11}).json() == first.json()
    [puzzle] = parse(json.dumps(first.json()))
    assert (puzzle.width, puzzle.height) == (6, 5)
    assert first.json()["unique"] is True
    assert check(puzzle, puzzle.solution) == []


def test_classic_puzzles_say_whether_they_are_unique(client):
    found = client.get("/api/puzzle", params={"width": 5, "claim": "classic", "seed": 1}).json()
    assert found["recipe"].startswith("numlink-classic")
    assert isinstance(found["unique"], bool)


def test_wishes_are_those_of_generate(client):
    asked = {"width": 6, "seed": 3, "style": "app", "symmetry": "mirror", "effort": "..3", "misleading": "plain"}
    found = client.get("/api/puzzle", params=asked).json()
    wished = generate(6, seed=3, style="app", symmetry="mirror", effort=(None, 3), misleading="plain")
    assert found["recipe"] == wished.recipe
    usual = client.get("/api/puzzle", params={"width": 6, "seed": 3, "rules": "no-touch"}).json()
    assert usual["recipe"] == generate(6, seed=3, rules="no-touch").recipe


def test_the_default_symmetry_depends_on_the_style(client):
    """Some boards in the magazine's style have symmetric numbers, unless the request says none."""
    asked = {"width": 6, "rules": "no-touch"}
    seed = next(seed for seed in range(40) if "symmetry=" in generate(6, seed=seed, rules="no-touch").recipe)
    recipes = [
        client.get("/api/puzzle", params=asked | {"seed": seed} | more).json()["recipe"]
        for more in ({}, {"symmetry": "usual"}, {"symmetry": "none"})
    ]
    assert ["clue-symmetry=" in recipe for recipe in recipes] == [True, True, False]
    classic = client.get("/api/puzzle", params={"width": 5, "seed": 1, "claim": "classic", "symmetry": "none"})
    assert classic.status_code == 200


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"style": "comic"}, "query.style: Input should be 'usual', 'lab', 'app' or 'magazine'."),
        ({"symmetry": "spiral"}, "query.symmetry: Input should be 'usual', 'none'"),
        ({"symmetry": "quarter", "width": 7, "height": 6}, "Make the board square"),
        ({"effort": "much"}, "an effort must be a range like 2..5, 2.5.. or ..5, not 'much'."),
        ({"effort": "3..", "difficulty": "easy"}, "easy boards of 6x6 have an effort below 0.064"),
        ({"misleading": "sly", "claim": "strict"}, "can't be combined"),
        ({"style": "app", "claim": "classic"}, "the lab program does not support style"),
    ],
)
def test_wishes_that_cannot_be_are_refused_in_words(client, asked, words):
    answer = client.get("/api/puzzle", params={"width": 6, "seed": 3} | asked)
    assert answer.status_code == 422
    assert words in answer.json()["error"]


def test_the_daily_puzzle_comes_from_the_date_alone(client):
    found = client.get("/api/daily", params={"date": "2026-11-20"}).json()
    assert found == client.get("/api/daily", params={"date": "2026-11-20"}).json()
    assert found["name"] == "Daily 2026-11-20"
    assert (found["width"], found["height"], found["grade"]) == daily.WEEK[date(2026, 11, 20).weekday()]
    assert daily.daily_seed(date(2026, 11, 20)) != daily.daily_seed(date(2026, 11, 21))
    assert client.get("/api/daily", params={"date": "1066-10-14"}).status_code == 422
    assert client.get("/api/daily", params={"date": "soon"}).status_code == 422


def test_a_daily_is_made_once_for_all_who_ask_meanwhile(monkeypatch):
    made = []

    async def counted(_self, _job, day, which, _folder, *, seconds, **_share):
        made.append((day, which, seconds))
        await anyio.sleep(0.05)
        return {"daily": day.isoformat()}

    monkeypatch.setattr(Workers, "run", counted)

    async def run():
        dailies = Dailies(Workers(1, 1), 8.0)
        async with anyio.create_task_group() as group:
            group.start_soon(dailies.make_ahead)
            for _ in range(5):
                group.start_soon(dailies.puzzle, date(2026, 11, 22))
            await anyio.sleep(0.01)
            await dailies.puzzle(date(2026, 11, 22))
            group.cancel_scope.cancel()

    with ThreadPoolExecutor(1) as thread:
        thread.submit(anyio.run, run).result()
    assert len({(day, which) for day, which, _ in made}) == len(made) <= 4
    assert {seconds for _, _, seconds in made} == {30.0}


def test_hint_check_and_reveal(client):
    told = client.post("/api/hint", json={"puzzle": SAMPLE}).json()
    assert told["kind"] == "link"
    wrong = {"puzzle": SAMPLE, "strands": [[33, 26]]}
    assert client.post("/api/check", json=wrong).json()["kind"] == "take-back"
    assert client.post("/api/check", json={"puzzle": SAMPLE}).json()["kind"] == "fine"
    moves = client.post("/api/reveal", json={"puzzle": SAMPLE}).json()["moves"]
    assert Game.start(sample_puzzle()).play(*moves).state.progress().solved
    assert len(client.post("/api/reveal", json={"puzzle": SAMPLE, "number": 2}).json()["moves"]) == 1


@pytest.mark.parametrize(
    ("text", "verdict"), [("1 2\n. .\n1 2", "unique"), ("1 2\n2 1", "none"), ("1 . .\n. . .\n. . 1", "multiple")]
)
def test_the_verdict_on_a_board(client, text, verdict):
    found = client.post("/api/verdict", json=body(parse(text)[0])).json()
    assert found["verdict"] == verdict
    assert ("differ" in found) == (verdict == "multiple")


def test_reading_and_writing(client):
    text = client.post("/api/write", json={"puzzle": SAMPLE, "format": "plain"}).text
    assert parse(text) == [sample_puzzle()]
    assert client.post("/api/read", json={"text": text}).json()["puzzles"][0]["cells"] == SAMPLE["cells"]
    refused = client.post("/api/read", json={"text": "1 . 1\n1 ? ."})
    assert (refused.status_code, "'?'" in refused.json()["error"]) == (422, True)
    assert client.post("/api/write", json={"puzzle": SAMPLE, "format": "nonsense"}).status_code == 422


def test_the_api_is_described(client):
    assert "/api/hint" in client.get("/api/openapi.json").json()["paths"]


def test_the_steps_to_a_solution_are_a_page_that_runs_its_own_script_alone(client):
    code = link.encode(sample_puzzle())
    answer = client.get("/api/why", params={"p": code})
    assert answer.headers["content-type"].startswith("text/html")
    assert "<section>" in answer.text
    policies = answer.headers.get_list("content-security-policy")
    assert len(policies) == 1
    assert "default-src 'none'" in policies[0]
    assert pages.script_hash(answer.text.split("<script>")[1].split("</script>")[0]) in policies[0]
    assert "unsafe-inline'; script-src 'sha256" in policies[0]
    for bad in ("nothing", "41x1.cover.zo", "2x2.cover.1a1-1"):
        assert client.get("/api/why", params={"p": bad}).status_code == 422


# ------------------------------------------------------------------------------------------- limits and refusals


@pytest.mark.parametrize(
    ("path", "sent"),
    [
        ("/api/hint", {"puzzle": {"cells": [[1, 0], [0]]}}),
        ("/api/hint", {"puzzle": {"cells": [[1, 0, 0]]}}),
        ("/api/hint", {"puzzle": {"cells": [[0] * 41] * 3}}),
        ("/api/hint", {"puzzle": {"cells": [[1] * 3] * 41}}),
        ("/api/hint", {"puzzle": SAMPLE, "strands": [[5, 7]]}),
        ("/api/hint", {"puzzle": SAMPLE, "strands": [[5, 500]]}),
        ("/api/hint", {"puzzle": SAMPLE, "strands": [[5]]}),
        ("/api/hint", {"puzzle": SAMPLE, "strands": [[5, -1]]}),
        ("/api/reveal", {"puzzle": SAMPLE, "number": 99}),
        ("/api/verdict", {"cells": [[1, 1, 1]]}),
        ("/api/verdict", {"cells": [[10**9, 10**9]]}),
        ("/api/verdict", {"cells": [[-7, 0]]}),
        ("/api/verdict", {"cells": "x"}),
        ("/api/read", {"text": "x" * 200_000}),
    ],
)
def test_what_cannot_be_used_is_refused_in_a_sentence(client, path, sent):
    answer = client.post(path, json=sent)
    assert answer.status_code in (413, 422)
    assert set(answer.json()) == {"error"}
    assert len(answer.json()["error"]) < 400


def test_bodies_are_bounded_whether_or_not_they_say_their_length(client):
    assert client.post("/api/read", content=b"x" * 300_000).status_code == 413
    assert client.post("/api/read", content=(b"x" * 50_000 for _ in range(6))).status_code == 413


@pytest.mark.parametrize("path", ["/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/static/main.js", "/app.py"])
def test_no_url_leads_out_of_the_static_folder(client, path):
    assert client.get(path).status_code == 404


def test_every_answer_has_the_security_headers(client):
    for path in ("/", "/main.js", "/api/about", "/nothing", "/api/puzzle?width=1000"):
        headers = client.get(path).headers
        assert "script-src 'self'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"


@pytest.mark.parametrize(
    "host", ["evil.example", "localhost.evil.example:8000", "", "[::1", "evil.example:x", "a@localhost:1@b"]
)
def test_foreign_host_names_are_refused(client, host):
    answer = client.get("/api/about", headers={"host": host})
    assert answer.status_code == 400
    assert "Use one of these" in answer.json()["error"]
    assert answer.headers["x-frame-options"] == "DENY"


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:8000", "127.0.0.1:1", "[::1]:8000", "[::1]"])
def test_host_names_of_this_computer_are_accepted(client, host):
    assert client.get("/api/about", headers={"host": host}).status_code == 200


def test_host_names_that_no_request_can_have_are_refused(capsys, monkeypatch):
    monkeypatch.setattr("numlink.web.app.Server.run", lambda *_, **__: pytest.fail("the server was started"))
    for name in (
        "*",
        "*.example.org",
        "example.org:80",
        "http://example.org",
        "a b",
        "example.org/",
        "",
        "a\nb",
        "x::y",
        "[a",
        "u@b",
    ):
        run = run_numlink("serve", "--port", 0, "--name", name, capsys=capsys)
        assert (run.code, run.err.count("\n")) == (2, 1), name
        assert "is not a host name" in run.err


def test_a_tiling_is_read_by_a_worker(client, monkeypatch):
    """Finding its neighbours takes time, in which the server could not answer others."""

    def read_here(*_):
        pytest.fail("the server itself read the board")

    monkeypatch.setattr(jobs, "puzzle_of_page", read_here)
    bricks = [[[x, 0], [x + 1, 0], [x + 1, 1], [x, 1]] for x in range(3)]
    sent = {"kind": "tiling", "tiling": bricks, "cells": [[1, 0, 1]]}
    assert client.post("/api/verdict", json=sent).json()["verdict"] == "unique"


def test_a_search_without_result_is_not_reported_as_a_timeout(client):
    answer = client.get("/api/puzzle", params={"width": 2, "board": "layers", "seed": 1})
    assert answer.status_code == 503
    assert "no puzzle after 400 attempts (no cover). Try another seed" in answer.json()["error"]


def test_a_job_without_an_answer_is_stopped_and_says_why(monkeypatch):
    def job(error):
        raise error

    # a worker limits its own process for good, and this process runs other tests
    monkeypatch.setattr(jobs, "_bound_memory", lambda: None)
    monkeypatch.setattr(jobs.signal, "signal", lambda *_: None)
    for error in (BudgetEnded("time"), OutOfReach("too wide"), MemoryError()):
        with pytest.raises(jobs.TooLong):
            jobs.bounded(job, (error,))
    with pytest.raises(jobs.Refused, match="wrong"):
        jobs.bounded(job, (InputError("wrong"),))


def test_a_puzzle_and_its_grade_share_one_time_limit(monkeypatch):
    """A puzzle that took nearly all of the time gets the grade in its recipe, and is not lost."""
    clocks = []

    def graded(_, *, budget, **__):
        clocks.append(budget.limit)
        return {}

    monkeypatch.setattr(jobs, "grade_of", graded)
    for claim in ("unique", "classic"):
        jobs.make(4, 4, 0, "cover", claim, "plain", {}, 2.0)
    assert len(clocks) == 2
    assert max(clocks) < 2.0


def test_a_bug_reveals_no_internals(monkeypatch):
    def broken(*_):
        raise RuntimeError("secret /home/path")

    monkeypatch.setattr("numlink.formats.names", broken)
    with TestClient(create_app(Settings(workers=1)), raise_server_exceptions=False) as client:
        answer = client.get("/api/about")
    assert answer.status_code == 500
    assert "secret" not in answer.text
    assert "Traceback" not in answer.text


def test_the_rate_limit_answers_429_with_retry_after():
    with TestClient(create_app(Settings(workers=1, requests_per_minute=5))) as client:
        codes = [client.get("/api/about").status_code for _ in range(8)]
        last = client.get("/api/about")
        assert codes == [200] * 5 + [429] * 3
        assert last.headers["retry-after"]
        assert "error" in last.json()
        assert client.get("/").status_code == 200


def test_clients_of_a_full_server_are_told_to_wait(monkeypatch):
    started, released = threading.Event(), threading.Event()

    async def held(_bounded, job, *_arguments, **_options):
        if job is not jobs.make:
            return
        started.set()
        await anyio.to_thread.run_sync(released.wait)
        raise jobs.Refused("the first visitor was let go")

    def ask():
        return client.get("/api/puzzle", params={"width": 5, "claim": "classic", "seed": 1}).status_code

    with (
        TestClient(create_app(Settings(workers=1, waiting=0, requests_per_minute=0))) as client,
        ThreadPoolExecutor(1) as visitor,
    ):
        while client.app.state.workers.queue.present:  # its process starts
            time.sleep(0.01)
        monkeypatch.setattr("numlink.web.workers.to_process.run_sync", held)
        first = visitor.submit(ask)
        assert started.wait(60)
        assert ask() == 503
        released.set()
        assert first.result() == 422


def test_a_job_that_does_not_end_is_killed():
    async def run():
        workers = Workers(1, 1, grace=-59.0)  # time.sleep is given 60 seconds, and killed after one
        await workers.warm_up()
        with pytest.raises(TooLong):
            await workers.run(time.sleep, seconds=60.0, client="", weight=0)
        workers.grace = 5.0
        return await workers.run(jobs.make, *SMALL, seconds=5.0, client="", weight=0)

    with ThreadPoolExecutor(1) as thread:  # an event loop of its own: browser tests keep one in this thread
        assert thread.submit(anyio.run, run).result()["width"] == 4


@pytest.mark.skipif(os.name == "nt", reason="Windows has no signal 0, which only asks whether a process lives")
def test_a_process_whose_job_failed_is_idle_and_ends_with_the_others():
    async def run():
        workers = Workers(1, 1)
        await workers.warm_up()
        process = await workers._in_process(os.getpid)
        with pytest.raises(TypeError):
            await workers.run(len, seconds=5.0, client="", weight=0)  # len(5.0): an unforeseen error
        assert await workers._in_process(os.getpid) == process
        with pytest.raises(TypeError):
            await workers.run(len, seconds=5.0, client="", weight=0)
        await workers.close()
        os.kill(process, 0)

    with ThreadPoolExecutor(1) as thread, pytest.raises(ProcessLookupError):
        thread.submit(anyio.run, run).result()


def test_static_files_are_small_and_cached(client):
    """Bytes sent at a first visit; without gzip files are sent unchanged."""
    wire = {}
    for name in pages.static_files():
        raw = client.get(f"/{name}" if name != "index.html" else "/", headers={"accept-encoding": "gzip"})
        assert raw.headers.get("content-encoding") == "gzip" or len(raw.content) < 1000, name
        wire[name] = int(raw.headers["content-length"])
    later = sum(size for name, size in wire.items() if name.startswith(("sw", "text_", "shelf")))
    spoken = max(size for name, size in wire.items() if name.startswith("text_"))
    assert sum(wire.values()) - later + spoken <= MOST_BYTES
    assert client.get("/main.js", headers={"accept-encoding": "identity"}).text == pages.static_files()["main.js"]
    first = client.get("/main.js")
    assert client.get("/main.js", headers={"if-none-match": first.headers["etag"]}).status_code == 304


def test_every_language_has_every_text_with_the_same_words_filled_in(client):
    languages = {language: client.get(f"/text_{language}.json").json() for language in LANGUAGES}
    assert languages == {language: page_texts(language) for language in LANGUAGES}
    words = {
        name: {key: sorted(re.findall(r"\{(\w+)\}", text)) for key, text in texts.items()}
        for name, texts in languages.items()
    }
    assert words["de"] == words["en"]
    assert words["ja"] == words["en"]
    page = (STATIC / "index.html").read_text()
    assert set(re.findall(r'data-(?:t|label)="([^"]+)"', page)) <= set(languages["en"])


def test_serve_says_what_is_wrong_with_a_port(capsys):
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        result = run_numlink("serve", "--port", str(taken.getsockname()[1]), capsys=capsys)
    assert result.code == 2
    assert "Give another --port" in result.err


KEYS = ["puzzle", "cells", "rules", "strands", "number", "text", "format", "name"]
JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 60) | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=4),
    max_leaves=12,
)


@given(st.sampled_from(["hint", "check", "reveal", "verdict", "read", "write"]), JSON_VALUES)
@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
def test_nothing_that_is_sent_breaks_the_server(client, path, sent):
    answer = client.post(f"/api/{path}", content=json.dumps(sent), headers={"content-type": "application/json"})
    assert answer.status_code in (200, 422)


@pytest.mark.parametrize(
    ("module", "command", "extra"),
    [("textual", "import numlink.terminal.app", "terminal"), ("limits", "import numlink.web.app", "web")],
)
def test_a_missing_library_is_named_with_the_pip_command(module, command, extra):
    code = f"import sys; sys.modules[{module!r}] = None\ntry:\n    {command}\nexcept Exception as error: print(error)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert f"pip install 'numlink[{extra}]'" in done.stdout
