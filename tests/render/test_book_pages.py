"""Where boards are placed in a book: puzzles in full pages and even columns, answers on as few pages as possible."""

import random
from math import prod

import pytest

from numlink import generate_classic
from numlink.render.book import plan as planning
from numlink.render.book.book import book
from numlink.render.book.design import Design
from numlink.render.book.plan import Problem, plan
from numlink.render.drawing import Label
from tests.book_checker import frames
from tests.pdfs import read


def pages(tall, room, aim):
    return len([*planning._paged(tall, tall, room, aim)])


@pytest.mark.parametrize("seed", range(60))
def test_the_first_share_with_the_fewest_pages_is_taken(seed):
    stream = random.Random(seed)
    heights = [stream.uniform(20, 200) for _ in range(stream.randint(1, 4))]
    tall = sorted(stream.choices(heights, k=stream.randint(1, 60)))
    fewest = pages(tall, 700.0, float("inf"))
    assert planning._even_share(tall, 700.0) == next(aim for aim in range(701) if pages(tall, 700.0, aim) <= fewest)


def test_the_number_of_tried_shares_does_not_grow_with_the_answers(monkeypatch):
    """Sharing out 64 000 puzzles took a minute when seventeen of every twenty shares were tried in vain."""
    tried = []
    paged = planning._paged
    monkeypatch.setattr(planning, "_paged", lambda *arguments: tried.append(None) or paged(*arguments))
    planning._even_share([80.0] * 5_000, 700.0)
    assert len(tried) < 20


def box(spot):
    """Left, bottom, right and top of a heading and its board."""
    across, down = (side * spot.cell for side in spot.entry.board)
    return spot.left, spot.top - spot.heading - down, spot.left + across, spot.top


@pytest.mark.parametrize("paper", ["a4", "letter", "a5"])
def test_pages_of_one_size_are_alike_and_full(paper):
    boards = [generate_classic(side, seed=seed) for side in (5, 8, 10, 15) for seed in range(13)]
    planned = plan([Problem(puzzle) for puzzle in boards], Design(paper=paper))
    for side in (5, 8, 10, 15):
        sheets = [sheet for sheet in planned.sheets if not sheet.is_answers and sheet.of == f"{side} x {side}"]
        assert len({spot.cell for sheet in sheets for spot in sheet.spots}) == 1
        *others, last = sheets
        assert len({len(sheet.spots) for sheet in others}) == 1
        assert len(last.spots) <= len(others[0].spots)
        assert len({at(sheet, planned) for sheet in others}) == 1  # every page has the same places
        columns, rows = places(others[0])
        assert len(columns) * len(rows) == len(others[0].spots)  # no hole
        assert share(others[0], planned) > (0.75 if side >= 8 else 0.57)
        columns, rows = places(last)
        assert len(columns) * len(rows) <= len(last.spots) + len(columns)


@pytest.mark.parametrize("theme", ["numbers", "letters"])
def test_the_frames_on_paper_are_aligned(theme):
    pdf = read(book([generate_classic(9, seed=seed) for seed in range(11)], Design(theme=theme, front=False)))
    first, second, last = map(frames, pdf.pages[:3])
    assert first == second
    assert len(first) == 4
    assert last[:2] == first[:2]  # and the third centred below
    assert len({frame[2:] for frame in [*first, *last]}) == 1
    assert [len({round(frame[side], 2) for frame in first}) for side in (0, 1)] == [2, 2]


def at(sheet, planned):
    """The places of a page's boards, the same for left and right pages."""
    left = planned.page.left(planned.first + planned.sheets.index(sheet))
    return tuple((round(spot.left - left, 3), round(spot.top, 3)) for spot in sheet.spots)


def places(sheet):
    """Left sides of the columns and tops of the rows."""
    return {round(spot.left) for spot in sheet.spots}, {round(spot.top) for spot in sheet.spots}


def share(sheet, planned):
    """The share of a page that boards and their headings take."""
    boxes = map(box, sheet.spots)
    return sum((right - left) * (top - bottom) for left, bottom, right, top in boxes) / prod(planned.page.room)


def test_a_grade_may_begin_within_a_page():
    problems = [Problem(generate_classic(8, seed=seed), grade=1 + seed % 5) for seed in range(18)]
    planned = plan(problems, Design())
    assert [len(sheet.spots) for sheet in planned.sheets if not sheet.is_answers] == [4, 4, 4, 4, 2]


@pytest.mark.parametrize("count", range(1, 10))
def test_boards_that_do_not_fill_a_page_stand_in_its_middle(count):
    planned = plan([Problem(generate_classic(8, seed=seed)) for seed in range(count)], Design())
    last = [sheet for sheet in planned.sheets if not sheet.is_answers][-1]
    boxes = [box(spot) for spot in last.spots]
    middles = [(left + right) / 2 for left, _, right, _ in boxes]
    assert sum(middles) / len(middles) == pytest.approx(planned.page.width / 2, abs=0.5)
    tops = sorted({top for *_, top in boxes})
    rows = [[box for box in boxes if box[3] == top] for top in tops]
    assert all(sum(one[0] + one[2] for one in row) / len(row) == pytest.approx(planned.page.width) for row in rows)


@pytest.mark.parametrize("theme", ["numbers", "colour", "letters", "colour-letters"])
def test_answers_stand_in_even_columns_and_can_be_read(theme):
    boards = [generate_classic(side, seed=seed) for side in (6, 10) for seed in range(25)]
    planned = plan([Problem(puzzle) for puzzle in boards], Design(theme=theme))
    answers = [sheet for sheet in planned.sheets if sheet.is_answers]
    assert {sheet.title for sheet in answers} == {"Answers"}
    assert len({round(spot.left) for sheet in answers for spot in sheet.spots}) <= 5
    for spot in (spot for sheet in answers for spot in sheet.spots):
        shapes = [shape for part in spot.entry.answer.parts() for shape in part.shapes]
        assert min(shape.size for shape in shapes if isinstance(shape, Label)) * spot.cell > 5
        widths = {part.paint.width for part in spot.entry.answer.parts() if part.role == "path"}
        assert min(widths) * spot.cell > 3


def test_answers_are_packed():
    """A hundred answers of 5x5 take two pages, and nothing overlaps anything or the margin."""
    puzzles = [generate_classic(5, seed=seed) for seed in range(100)]
    planned = plan([Problem(puzzle) for puzzle in puzzles], Design())
    assert sum(sheet.is_answers for sheet in planned.sheets) == 2
    for sheet in planned.sheets:
        boxes = [box(spot) for spot in sheet.spots]
        for left, bottom, right, top in boxes:
            assert 40 < left < right < 555.3
            assert 40 < bottom < top < 802
        for at, one in enumerate(boxes):
            for other in boxes[at + 1 :]:
                assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


def test_one_puzzle_per_page_is_large_print():
    planned = plan([Problem(generate_classic(5, seed=0))], Design(per_page=1))
    assert planned.sheets[0].spots[0].cell * 5 > 490
    assert plan([Problem(generate_classic(5, seed=0))], Design()).sheets[0].spots[0].cell == 36
