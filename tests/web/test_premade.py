"""Puzzles made ahead, the gentle daily and the week, and answers to wishes that take too long."""

from concurrent.futures import ThreadPoolExecutor
from datetime import date

import anyio
import pytest

pytest.importorskip("fastapi")
from fastapi.testclient import TestClient

from numlink.game import daily
from numlink.making.available_grades import BOARDS, SIDES
from numlink.web.ahead import Dailies, Premade, coming, wish_of
from numlink.web.app import Settings, create_app
from numlink.web.jobs import TooLong
from numlink.web.workers import Workers


@pytest.fixture(scope="module")
def client():
    with TestClient(create_app(Settings(workers=1, requests_per_minute=0))) as client:
        yield client


def test_the_gentle_daily_is_another_one_and_the_week_is_kept_for_pages(client):
    gentle = client.get("/api/daily", params={"date": "2026-11-20", "kind": "gentle"}).json()
    width, height, grade = daily.GENTLE[date(2026, 11, 20).weekday()]
    assert (gentle["width"], gentle["height"], gentle["grade"]) == (width, height, grade)
    assert gentle["name"] == "Easy daily 2026-11-20"
    assert gentle["kind_of_day"] == "gentle"
    assert client.get("/api/week").json() == {"days": []}  # nothing is made ahead here
    assert len(coming(date(2026, 11, 22))) == 14


def test_the_first_page_of_a_server_gets_the_puzzles_of_today(monkeypatch):
    async def slow(_self, _job, *asked, **_share):
        await anyio.sleep(0.05)
        return {"asked": str(asked)}

    monkeypatch.setattr(Workers, "run", slow)
    with TestClient(create_app(Settings(workers=1, ahead=True))) as first:
        assert len(first.get("/api/week").json()["days"]) >= len(daily.Daily)


def test_a_puzzle_that_was_asked_for_is_made_ahead_for_the_next_client(monkeypatch):
    made = []

    async def counted(_self, _job, *asked, **_share):
        made.append(asked)
        if asked[0] == 5:
            raise TooLong
        return {"made": len(made)}

    monkeypatch.setattr(Workers, "run", counted)

    async def run():
        premade = Premade(Workers(1, 1), 8.0)
        wish = wish_of(11, "hard")
        assert premade.take(wish) is None
        while premade.missing() == wish:
            await premade.fill(wish)
        assert [premade.take(wish), premade.take(wish), premade.take(wish)] == [{"made": 1}, {"made": 2}, None]
        assert made[0][2] != made[1][2]  # seeds
        never = wish_of(5, "expert")
        premade.take(never)
        await premade.fill(never)
        assert premade.missing() == wish  # impossible wishes are forgotten

    with ThreadPoolExecutor(1) as thread:
        thread.submit(anyio.run, run).result()


def test_a_wish_that_takes_too_long_is_refused_with_the_nearest_offers(client, monkeypatch):
    async def never(_self, *_asked, **_share):
        raise TooLong

    monkeypatch.setattr(Workers, "run", never)
    answer = client.get("/api/puzzle", params={"width": 20, "difficulty": "extreme"})
    assert answer.status_code == 503
    assert [(near["width"], near["grade"]) for near in answer.json()["nearest"]] == [(20, "hard"), (15, "extreme")]
    offers = client.get("/api/about").json()["offers"]
    assert offers == {board: {grade: list(sides) for grade, sides in found.items()} for board, found in SIDES.items()}


def test_a_bug_does_not_stop_making_ahead(monkeypatch, caplog):
    made = []

    async def faulty(_self, _job, *asked, **_share):
        made.append(asked)
        if asked[0] == 7 or isinstance(asked[0], date):
            raise KeyError("a fault")
        return {"made": len(made)}

    monkeypatch.setattr(Workers, "run", faulty)
    monkeypatch.setattr("numlink.web.ahead.PAUSE", 0.001)
    monkeypatch.setattr("numlink.web.ahead.RETRY", 0.001)

    async def run():
        premade = Premade(Workers(1, 1), 8.0)
        days = Dailies(Workers(1, 1), 8.0, None)
        async with anyio.create_task_group() as group:
            group.start_soon(premade.keep_full)
            group.start_soon(days.make_ahead)
            with anyio.fail_after(20):
                while premade.missing() is not None or "the puzzle" not in caplog.text:
                    await anyio.sleep(0.001)
            group.cancel_scope.cancel()

    with ThreadPoolExecutor(1) as thread:
        thread.submit(anyio.run, run).result()
    assert any(asked[0] == 7 for asked in made)
    assert "no puzzle can be made ahead" in caplog.text


def test_every_board_that_can_be_asked_for_can_be_made(client):
    schema = client.get("/api/openapi.json").json()["paths"]["/api/puzzle"]["get"]["parameters"]
    [board] = [each["schema"]["enum"] for each in schema if each["name"] == "board"]
    assert sorted(board) == sorted(BOARDS)
    assert client.get("/api/puzzle", params={"width": 5, "board": "tiling"}).status_code == 422
