"""Wrong values for every option of the environments, streams and rewards: InputError, or accepted."""

from collections import UserList
from dataclasses import fields
from pathlib import Path

import gymnasium
import numpy as np
import pytest

import numlink.learn
from numlink import InputError
from numlink.learn import episode_batch
from numlink.learn.environment import NumberlinkEnv, NumberlinkVectorEnv
from numlink.learn.settings import EnvironmentOptions, Rewards
from numlink.learn.stream import Stream
from tests.test_arguments import PUZZLE, WRONG

HUGE = [0, 2**31, 10**9, 10**12, -(10**12)]
ODD = ["2", 2.5, [3], (9,), (9, 9, 9), {"a": 1}, {"win": 10**400}, {1: 2}, Path("/tmp"), iter([PUZZLE]), {PUZZLE}, True]
SETTINGS = [field.name for field in fields(EnvironmentOptions)]
WISHES = [*(set(numlink.generate.__kwdefaults__) - {"seed", "grid"})]
GOOD = {"size": 3, "background": False, "pool": 2}


def environment(**options):
    found = NumberlinkEnv(**GOOD | options)
    found.reset(seed=1)
    found.step(0)
    found.close()


def environments(**options):
    found = NumberlinkVectorEnv(**{"num_envs": 2} | GOOD | options)
    found.reset(seed=1)
    found.step([0] * found.num_envs)
    found.close()


def stream(**options):
    Stream(**{"size": 3} | options)


def reset(**options):
    for found in (NumberlinkEnv(**GOOD), NumberlinkVectorEnv(2, **GOOD)):
        found.reset(**options)


PLACES = [
    *((environment, name) for name in ("render_mode", "size", "foo", *SETTINGS)),
    *((environments, name) for name in ("render_mode", "num_envs", "size", *SETTINGS)),
    *((stream, name) for name in ("size", "numbers", "width", *sorted(WISHES))),
    *((Rewards, field.name) for field in fields(Rewards)),
    *((reset, name) for name in ("seed", "options")),
]
"""Each callable with each of its options; a Stream takes those of `generate`."""


@pytest.mark.parametrize(("call", "name"), PLACES, ids=[f"{call.__name__}-{name}" for call, name in PLACES])
def test_a_wrong_value_is_refused_in_words(call, name):
    inside = []
    for wrong in WRONG + HUGE + ODD:
        short = False
        try:
            call(**{name: wrong})
        except InputError as error:
            short = len(str(error)) < 15
        except Exception as error:  # of the inside, whatever it is
            inside.append(f"{name}={type(wrong)}: {type(error).__name__}: {error!s:.100}")
        assert not short, wrong
    assert not inside, "\n".join(inside)


REFUSED = {
    "there is no option 'foo'. Use": lambda: gymnasium.make(numlink.learn.NAME, foo=3),
    "there is no option 'dificulty'. Did you mean difficulty": lambda: environment(dificulty="easy"),
    "Did you mean max_steps": lambda: environments(max_step=3),
    "there is no option 'width'": lambda: Stream(width=5),
    "max_steps must be a whole number from 1 to 2,147,483,647": lambda: environment(max_steps=2**31),
    "from 1 to 10,000,000, not one of over 30 digits": lambda: environment(pool=10**5000),
    "numbers must be a whole number from 1 to": lambda: environment(numbers=10**9),
    "need an array of": lambda: environment(numbers=10**7, size=40),
    "environments of": lambda: environments(num_envs=10**6, size=20),
    "pictures of": lambda: environments(num_envs=10**5, observation="rgb"),
    "num_envs must be a whole number from 1 to 1,000,000, not 0": lambda: environments(num_envs=0),
    "two numbers": lambda: Stream(size=(9, 9, 9)),
    "cells must be whole numbers": lambda: Stream(bridges=2.5),
    "the reward win must be a number": lambda: environment(reward={"win": 10**400}),
    "the options of reset are a dict": lambda: reset(options=[1]),
    "the seed of an environment is a whole number from 0": lambda: reset(seed=-1),
    "Put one puzzle into a list": lambda: NumberlinkEnv(boards=PUZZLE),
    "board 1 must be a Puzzle, not 3": lambda: NumberlinkEnv(boards=[PUZZLE, 3]),
    "board 0 must be a Puzzle, not 3": lambda: NumberlinkEnv(boards=UserList([3])),
}


@pytest.mark.parametrize("words", REFUSED)
def test_the_refused_option_is_named(words):
    with pytest.raises(InputError) as caught:
        REFUSED[words]()
    assert words in str(caught.value)


@pytest.mark.parametrize("ask", [lambda one: one.step(0), lambda one: one.puzzle, lambda one: one.solution])
def test_before_reset_there_is_no_board(ask):
    with pytest.raises(InputError, match="Call reset first"):
        ask(NumberlinkEnv(boards=[PUZZLE, PUZZLE], first=1))


def test_before_reset_many_have_no_board():
    found = NumberlinkVectorEnv(2, **GOOD)
    for ask in (lambda: found.step(np.array([0, 0])), lambda: found.puzzle(1)):
        with pytest.raises(InputError, match="Call reset first"):
            ask()


def test_boards_beyond_the_engines_table_are_refused(monkeypatch):
    found = NumberlinkEnv(**GOOD)
    found.reset(options={"board": 0})
    monkeypatch.setattr(episode_batch, "MOST_ENTRIES", 9 * 4)
    with pytest.raises(InputError, match="Give a smaller pool="):
        found.reset(options={"board": 1})


def test_a_path_object_names_boards_as_its_text_does(tmp_path):
    file = tmp_path / "boards.txt"
    numlink.save(PUZZLE, file)
    assert NumberlinkEnv(boards=file).reset(seed=1)[1]["board"] == 0


def test_an_index_that_is_no_number_is_refused_as_by_a_list():
    with pytest.raises(TypeError, match="has a number or a slice as its index, not 'a'"):
        Stream(3)["a"]


def test_an_iterator_serves_every_board():
    assert Stream(4, mask=iter([0]))[0].cells[0] == Stream(4, mask=[0])[1].cells[0] == -1
