"""How a book shares out its answers: on as few pages as can be, nearly equally full, without trying every share."""

import random

import pytest

from numlink.render.book import plan


def shared_out_by_trying(tall, room):
    """The share by its definition: the first of all with which pages are as few as with the fullest."""
    fewest = plan._pages(tall, room, float("inf"))
    return next((share for share in plan._shares(tall) if plan._pages(tall, room, share) <= fewest), 0.0)


@pytest.mark.parametrize("seed", range(60))
def test_the_share_is_the_first_that_gives_the_fewest_pages(seed):
    stream = random.Random(seed)
    heights = [stream.uniform(20, 200) for _ in range(stream.randint(1, 4))]
    tall = sorted(stream.choices(heights, k=stream.randint(1, 60)))
    assert plan._even_share(tall, 700.0) == shared_out_by_trying(tall, 700.0)


def test_few_shares_are_tried_however_many_answers_there_are(monkeypatch):
    """64 000 puzzles took a minute to share out: of every twenty shares seventeen were tried in vain."""
    tried = []
    pages = plan._pages
    monkeypatch.setattr(plan, "_pages", lambda *arguments: tried.append(None) or pages(*arguments))
    plan._even_share([80.0] * 5_000, 700.0)
    assert len(tried) < 20
