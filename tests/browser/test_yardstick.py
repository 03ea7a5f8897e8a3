"""Dailies with their streak and archive, and comparisons: mistakes, averages, a race by link."""

from datetime import UTC, date, datetime, timedelta

import pytest

from numlink import parse
from numlink.formats.link import encode
from numlink.game.daily import Daily
from numlink.game.moves import draw_move
from tests.browser.test_browser import SOLVED, drag, go, link
from tests.browser.test_reward import solve
from tests.browser.test_wishes import OPENED, PHONE, apart, box, until
from tests.sample import sample_puzzle

pytestmark = pytest.mark.drawn(6)

DESKTOP = {"width": 1280, "height": 800}
SIZES = pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
PUZZLE = sample_puzzle()
MOVES = [draw_move(PUZZLE.grid, path) for path in PUZZLE.solution.paths]
WON = "(moves) => numlink.player.play(moves)"

KEEP_GAMES = """async (games) => {
    const { saveGame } = await import('./store.js');
    games.forEach(({ code, ...game }) => saveGame(code, game));
}"""
"""Keeps games as if they had been played."""


def game(seconds, *, grade="easy", code="7x7.cover.1b2-3d4b4d3j2g5b5-1h", **more):
    """A solved game as the page keeps it."""
    empty = {"moves": ["clear"], "undone": [], "hints": [], "revealed": [], "complete": 5, "pairs": 5, "at": 1}
    return {**empty, "code": code, "seconds": seconds, "grade": grade, "effort": 0.2, "solved": seconds, **more}


def code_at(number):
    """The code of a distinct board."""
    return encode(parse(f"{number} . {number}\n. . .\n. . .")[0])


SOLVED_GAMES = [
    game(3, code=code_at(1), slips=0),
    game(7, code=code_at(2), slips=2),
    game(500, code=code_at(3), slips=0, hints=[3]),
    game(60, code=code_at(4), grade="hard"),
]


def days_ago(days):
    return (datetime.now(UTC).date() - timedelta(days=days)).isoformat()


@pytest.mark.table(1)
@SIZES
def test_each_daily_has_a_button_that_describes_it(visit, server, viewport):
    page = visit(link(server, PUZZLE), viewport=viewport, answers={"**/api/week*": {"days": []}})  # else it may be kept
    go(page, "daily")
    weekday = datetime.now(UTC).date().weekday()
    for kind, which in (("climbing", Daily.CLIMBING), ("gentle", Daily.GENTLE)):
        width, height, grade = which.week[weekday]
        page.wait_for_selector(f"#daily-{kind}:has-text('{str(grade).title()} {width}×{height}')")
    assert page.locator("#mine-days [aria-pressed=true]").count() == 1
    with page.expect_request(lambda request: "/api/daily" in request.url and "kind=gentle" in request.url):
        page.click("#daily-gentle")
    page.wait_for_selector("#title:has-text('Easy daily')")
    page.evaluate(
        """() => {
            const { paths } = numlink.player.puzzle;
            numlink.player.play(paths.map((path) => "draw " + path.map((cell) => cell.join()).join(" ")));
        }"""
    )
    page.wait_for_selector(SOLVED)
    go(page, "daily")
    assert "solved in" in page.text_content("#daily-gentle")
    assert "solved in" not in page.text_content("#daily-climbing")
    assert page.text_content("#mine-days .done span") == "●"
    assert "Easy daily solved in" in page.get_attribute("#mine-days .done", "aria-label")


@pytest.mark.table(1)
@SIZES
@pytest.mark.parametrize(
    ("days", "streak"),
    [
        ([], 0),
        ([0], 1),
        ([1], 1),
        ([0, 1, 2], 3),
        ([0, 2, 3, 5], 4),  # single days are forgiven
        ([0, 1, 4, 5], 2),  # two in a row are not
        ([2, 3], 2),  # today is not over, and yesterday is forgiven
        ([3, 4], 0),
    ],
)
def test_a_streak_forgives_a_day(visit, server, viewport, days, streak):
    page = visit(link(server, PUZZLE), viewport=viewport)
    page.evaluate(KEEP_GAMES, [game(9, code=code_at(at + 1), daily=days_ago(day)) for at, day in enumerate(days)])
    go(page, "daily")
    assert page.text_content("#daily-streak").startswith(f"{streak}-day streak" if streak else "")
    assert page.is_visible("#daily-streak") == (streak > 0)
    assert page.locator("#mine-days .done").count() <= len(days)


@pytest.mark.table(1)
@SIZES
def test_the_archive_turns_by_month_and_plays_any_day(visit, server, viewport):
    page = visit(link(server, PUZZLE), viewport=viewport)
    page.route("**/api/daily**", lambda route: route.fulfill(json=served(route.request.url)))
    go(page, "daily")
    today = datetime.now(UTC).date()
    assert page.is_disabled("#month-after")
    assert page.locator("#mine-days button:not(:disabled)").count() == today.day
    for _ in range(12):
        page.click("#month-before")
    year_ago = date(today.year - 1, today.month, 1)
    assert str(today.year - 1) in page.text_content("#month-name")
    first = "(all) => all.slice(7).findIndex((one) => one.tagName === 'BUTTON')"
    begin = page.locator("#mine-days > *").evaluate_all(first)
    assert begin == year_ago.weekday()  # weeks begin on Monday
    page.click("#mine-days button:has-text('14')")
    assert "14" in page.text_content("#daily-title")
    assert str(today.year - 1) in page.text_content("#daily-title")
    page.click("#daily-climbing")
    page.wait_for_selector(f"#title:has-text('Daily challenge · {year_ago:%B} 14')")
    go(page, "daily")  # opens on today again
    assert str(today.day) in page.text_content("#daily-title")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def served(url):
    """A daily puzzle other than the one that the server would make."""
    day = url.split("date=")[1][:10]
    board = {"width": 3, "cells": [[1, 0, 1], [0, 0, 0], [2, 0, 2]], "rules": "free", "name": f"Daily {day}"}
    return {**board, "daily": day, "kind_of_day": "climbing", "grade": "easy"}


@pytest.mark.table(1)
@SIZES
def test_a_game_without_undo_is_flawless(visit, server, viewport):
    page = visit(link(server, PUZZLE), viewport=viewport)
    page.evaluate(WON, MOVES)
    assert "flawless" in page.text_content("#card-about")
    assert apart(box(page, "#card"), box(page, "#board"))


@pytest.mark.table(1)
@pytest.mark.parametrize("slip", ["undo", "erase", "cross", "trial", "lines", "later"])
def test_what_is_a_slip(visit, server, slip):
    """Undoing and erasing are; notes, what is only tried out, and what a drag itself takes back are none."""
    page = visit(link(server, PUZZLE))
    path = PUZZLE.solution.paths[1]
    if slip == "undo":
        page.evaluate(WON, MOVES[:1])
        page.keyboard.press("u")
    elif slip == "erase":
        page.evaluate(WON, MOVES[:1])
        page.evaluate(WON, ["erase 1"])
    elif slip == "cross":
        page.evaluate(WON, ["cross 0,0 0,1"])
        page.keyboard.press("u")
    elif slip == "lines":
        drag(page, [*path[:3], path[1], *path[1:]])
    elif slip == "trial":
        page.keyboard.press("t")
        page.evaluate(WON, ["draw 3,1 2,1"])
        page.evaluate(WON, ["clear"])
        page.evaluate(WON, ["draw 3,1 2,1"])
        page.click("#trial-drop")
    elif slip == "later":  # slips are kept with the game
        page.evaluate(WON, MOVES[:1])
        page.keyboard.press("u")
        page.reload()
        page.wait_for_selector(".board .end")
    page.evaluate(WON, MOVES)
    page.wait_for_selector(SOLVED)
    assert ("flawless" in page.text_content("#card-about")) == (slip not in ("undo", "erase", "later"))


@pytest.mark.table(1)
@SIZES
def test_averages_by_grade(visit, server, viewport):
    page = visit(link(server, PUZZLE), viewport=viewport)
    go(page, "mine")
    assert page.is_hidden("#mine-times")
    page.go_back()
    page.evaluate(KEEP_GAMES, SOLVED_GAMES)
    go(page, "mine")
    assert page.locator("#mine-averages li").all_text_contents() == [
        "Easy 3×3: 3 solved · average 2:50 · best 0:03 · 1 flawless",
        "Hard 3×3: 1 solved · average 1:00 · best 1:00 · 0 flawless",
    ]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.table(1)
@SIZES
@pytest.mark.parametrize(
    ("friend", "mine", "words"),
    [(83, 60, "0:23 faster than your friend (1:23)"), (83, 90, "0:07 slower than your friend"), (83, 83, "as fast")],
)
def test_a_race_by_a_link_that_carries_puzzle_and_time(visit, server, viewport, friend, mine, words):
    page = visit(f"{link(server, PUZZLE)}&t={friend}", viewport=viewport)
    assert page.text_content("#message") == "Your friend's time: 1:23. Go!"
    until(page, OPENED)  # the address names the puzzle alone
    page.reload()
    page.wait_for_selector(".board .end")
    page.evaluate("(seconds) => { numlink.player.seconds = seconds; }", mine)
    before = box(page, "#board")
    page.evaluate(WON, MOVES)
    assert words in page.text_content("#card-about")
    page.wait_for_timeout(600)
    assert box(page, "#board") == before


def test_a_result_is_shared_with_a_link_to_race_against(visit, server):
    page = visit(link(server, PUZZLE), viewport=PHONE, has_touch=True, is_mobile=True)
    page.evaluate("void (navigator.share = async ({ text }) => { window.shared = text; })")
    solve(page, PUZZLE)
    page.evaluate("numlink.player.seconds = 75")
    page.click("#card-share")
    until(page, "window.shared")
    shared = page.evaluate("window.shared").splitlines()[-1]
    assert shared == f"{link(server, PUZZLE)}&t=75"
    assert parse(shared)[0].cells == PUZZLE.cells  # every command reads it
    friend = visit(shared, viewport=PHONE)
    friend.wait_for_selector('#message:has-text("Your friend\'s time: 1:15")')


@pytest.mark.table(1)
@pytest.mark.parametrize("text", ["&t=", "&t=soon", "&t=1234567", "&t=5&t=6"])
def test_a_damaged_race_is_a_damaged_link(visit, server, text):
    page = visit(f"{link(server, PUZZLE)}{text}")
    page.wait_for_selector("#message:has-text('This link is incomplete')")
