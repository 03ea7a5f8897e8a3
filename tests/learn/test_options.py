"""Options, seeds and actions that the environments accept, and those that they refuse with a remedy."""

import numpy as np
import pytest

from numlink import Grid, Layout
from numlink.errors import InputError
from numlink.learn.environment import NumberlinkVectorEnv
from numlink.learn.stream import Stream
from tests.learn.test_learn import made, many, same


def test_numbers_are_taken_as_one_episode_and_many_take_them():
    one, many_of_it = made(size=5), many(2, size=5)
    for action in (2**32 + 1, -(2**32) + 1, 2**31):
        one.reset(seed=1)
        many_of_it.reset(seed=np.int64(1))
        alone = one.step(action)[-1]["allowed"]
        assert many_of_it.step(np.array([action, action]))[-1]["allowed"].tolist() == [alone, alone] == [False, False]
    assert same(one.reset(seed=np.int64(3))[0], one.reset(seed=3)[0])
    with pytest.raises(InputError, match="a seed must be a whole number"):
        many_of_it.reset(seed=[1, "x"])
    with pytest.raises(InputError, match="2 environments need 2 seeds, not 3"):
        many_of_it.reset(seed=np.array([1, 2, 3]))


@pytest.mark.parametrize("name", ["pool", "first", "numbers", "max_steps"])
@pytest.mark.parametrize("value", ["5", 1.5, -1, [1]])
def test_options_that_are_no_whole_numbers_are_refused(name, value):
    with pytest.raises(InputError, match=f"{name} (is a|must be a) whole number"):
        made(size=5, **{name: value})


def test_a_window_shows_one_episode_only():
    with pytest.raises(InputError, match="render_mode must be one of ansi, rgb_array, not 'human'"):
        NumberlinkVectorEnv(2, render_mode="human", size=5)


def test_a_stream_takes_a_layout_as_generate_does():
    layout = Layout(kind="hex")
    assert Stream(5, layout=layout)[3] == Stream(5, board="hex")[3]
    made(size=5, layout=layout).reset(seed=1)
    bridged = Layout(bridges=[12])
    made(size=5, layout=bridged).reset(seed=1)
    with pytest.raises(InputError, match="in place of grid="):
        made(grid=Grid(5, 5))
