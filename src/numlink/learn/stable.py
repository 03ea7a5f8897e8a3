"""Many boards at once for stable-baselines3 and sb3-contrib; a single call of the compiled core steps all of them.

    model = MaskablePPO("MlpPolicy", boards_at_once(64, size=5, reward={"connect": 0.2, "win": 1}))

This file needs stable-baselines3, which needs PyTorch; nothing else in numlink does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np

from numlink.errors import MissingExtra
from numlink.learn import NAME
from numlink.learn.environment import NumberlinkVectorEnv, seen

if TYPE_CHECKING:

    class VecEnv:
        """The part of stable-baselines3's `VecEnv` that the type checker needs."""

        num_envs: int
        _seeds: list[int | None]

        def __init__(self, num_envs: int, observation_space: Any, action_space: Any) -> None: ...
        def _reset_seeds(self) -> None: ...
        def _get_indices(self, indices: Any) -> Sequence[int]: ...

else:
    try:
        from stable_baselines3.common.vec_env import VecEnv
    except ImportError:
        VecEnv = object


class BoardsAtOnce(VecEnv):
    """A NumberlinkVectorEnv for stable-baselines3: a finished episode restarts within the same step."""

    def __init__(self, environments: NumberlinkVectorEnv) -> None:
        self.environments = environments
        self.render_mode = None
        self.steps = np.zeros(environments.num_envs, np.int64)
        self.returns = np.zeros(environments.num_envs)
        super().__init__(environments.num_envs, environments.single_observation_space, environments.single_action_space)

    def reset(self) -> Any:
        given = [seed for seed in self._seeds if seed is not None]
        found, _ = self.environments.reset(seed=given[0] if given else None)
        self._reset_seeds()
        self.steps[:] = self.returns[:] = 0
        return found

    def step_async(self, actions: Any) -> None:
        self.actions = actions

    def step_wait(self) -> Any:
        """Take the step in all environments; finished episodes restart, and their last state is in `infos`."""
        batch = self.environments.batch
        found, rewards, terminated, truncated, _ = self.environments.step(self.actions)
        self.steps += 1
        self.returns += rewards
        over = np.flatnonzero(terminated | truncated)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for one in over.tolist():
            last = {name: part[one] for name, part in found.items()} if isinstance(found, dict) else found[one]
            infos[one] = {
                "terminal_observation": last,
                "TimeLimit.truncated": bool(truncated[one] and not terminated[one]),
                "is_success": bool(batch.solved[one]),
                "episode": {"r": float(self.returns[one]), "l": int(self.steps[one]), "t": 0.0},
            }
            batch.begin(one)
            self.steps[one] = self.returns[one] = 0
        if len(over):
            found = seen(batch, slice(None))
        return found, rewards.astype(np.float32), terminated | truncated, infos

    def env_method(self, method_name: str, *arguments: Any, indices: Any = None, **options: Any) -> list[Any]:
        found = getattr(self.environments, method_name)(*arguments, **options)
        return [found[one] for one in self._get_indices(indices)]

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [getattr(self.environments, attr_name)] * len(list(self._get_indices(indices)))

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise AttributeError("an environment's options must be given when it is made")

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False] * len(list(self._get_indices(indices)))

    def get_images(self) -> Sequence[None]:
        return [None] * self.num_envs

    def close(self) -> None:
        self.environments.close()


def boards_at_once(count: int = 64, **options: Any) -> BoardsAtOnce:
    """`count` environments of `gymnasium.make_vec(NAME, **options)` for stable-baselines3; MissingExtra without it."""
    if VecEnv.__module__ == "builtins":
        raise MissingExtra("training with stable-baselines3", "train")
    environments = gymnasium.make_vec(NAME, num_envs=count, **options).unwrapped
    assert isinstance(environments, NumberlinkVectorEnv)
    return BoardsAtOnce(environments)
