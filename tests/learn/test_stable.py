"""Many boards at once for stable-baselines3, which is not installed here: a stand-in replaces its `VecEnv`."""

import importlib
import sys
from types import ModuleType

import gymnasium
import numpy as np
import pytest

from numlink.errors import MissingExtra
from numlink.learn import NAME, stable


class VecEnv:
    """The part of `stable_baselines3.common.vec_env.VecEnv` that our class uses."""

    def __init__(self, num_envs, observation_space, action_space):
        self.num_envs, self.observation_space, self.action_space = num_envs, observation_space, action_space
        self._reset_seeds()

    def _reset_seeds(self):
        self._seeds = [None] * self.num_envs

    def seed(self, seed):
        self._seeds = [seed + one for one in range(self.num_envs)]

    def _get_indices(self, indices):
        return range(self.num_envs) if indices is None else [indices] if isinstance(indices, int) else indices

    def step(self, actions):
        self.step_async(actions)
        return self.step_wait()


@pytest.fixture
def with_stand_in(monkeypatch):
    module = ModuleType("stable_baselines3.common.vec_env")
    module.VecEnv = VecEnv
    for name in ("stable_baselines3", "stable_baselines3.common"):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    monkeypatch.setitem(sys.modules, module.__name__, module)
    yield importlib.reload(stable)
    monkeypatch.undo()
    importlib.reload(stable)


def test_episodes_are_those_of_single_environments(with_stand_in):
    """A finished episode restarts within the same step and reports its last observation; all else is as alone."""
    options = {"size": 4, "pool": 9, "background": False, "reward": {"connect": 1, "win": 5}}
    many = with_stand_in.boards_at_once(3, **options)
    singles = [gymnasium.make(NAME, **options).unwrapped for _ in range(3)]
    many.seed(5)
    first = many.reset()
    for one, single in enumerate(singles):
        assert (first[one] == single.reset(seed=5 + one)[0]).all()
    random = np.random.default_rng(1)
    ended = 0
    for _ in range(120):
        masks = many.env_method("action_masks")
        actions = np.array([random.choice(np.flatnonzero(mask)) for mask in masks])
        found, rewards, over, infos = many.step(actions)
        for one, single in enumerate(singles):
            assert (masks[one] == single.action_masks()).all()
            seen, reward, terminated, truncated, info = single.step(actions[one])
            assert (rewards[one], over[one]) == (pytest.approx(reward), terminated or truncated)
            if over[one]:
                ended += 1
                assert (infos[one]["terminal_observation"] == seen).all()
                assert infos[one]["is_success"] == info["solved"]
                assert infos[one]["TimeLimit.truncated"] == (truncated and not terminated)
                seen, _ = single.reset()
            assert (found[one] == seen).all()
    assert ended > 10
    assert many.get_attr("num_envs", 1) == [3]


def test_without_it_the_error_says_what_to_install():
    if "stable_baselines3" not in sys.modules:
        with pytest.raises(MissingExtra, match="train"):
            stable.boards_at_once(2, size=4)
