"""How a book shares out its answers: on as few pages as can be, nearly equally full, without trying every height."""

import random

import pytest

from numlink.render.book import plan


def pages(tall, room, aim):
    return len([*plan._paged(tall, tall, room, aim)])


@pytest.mark.parametrize("seed", range(60))
def test_the_share_is_the_first_that_gives_the_fewest_pages(seed):
    stream = random.Random(seed)
    heights = [stream.uniform(20, 200) for _ in range(stream.randint(1, 4))]
    tall = sorted(stream.choices(heights, k=stream.randint(1, 60)))
    fewest = pages(tall, 700.0, float("inf"))
    assert plan._even_share(tall, 700.0) == next(aim for aim in range(701) if pages(tall, 700.0, aim) <= fewest)


def test_few_shares_are_tried_however_many_answers_there_are(monkeypatch):
    """64 000 puzzles took a minute to share out: of every twenty shares seventeen were tried in vain."""
    tried = []
    paged = plan._paged
    monkeypatch.setattr(plan, "_paged", lambda *arguments: tried.append(None) or paged(*arguments))
    plan._even_share([80.0] * 5_000, 700.0)
    assert len(tried) < 20
