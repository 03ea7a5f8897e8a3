"""Numberlink as an environment of Gymnasium, for reinforcement learning; its boards are proven and graded.

Importing this package registers `numlink/Numberlink-v0` for `gymnasium.make` and `gymnasium.make_vec`.
docs/learning.md describes actions, observations and rewards.  Needs `pip install 'numlink[learn]'`.

>>> import gymnasium
>>> environment = gymnasium.make("numlink/Numberlink-v0", size=5, background=False)
>>> observation, info = environment.reset(seed=1)
>>> observation.shape, int(info["action_mask"].sum())
((20, 5, 5), 22)
"""

from __future__ import annotations

from numlink.errors import MissingExtra

try:
    from gymnasium.envs.registration import register, registry
except ImportError:
    raise MissingExtra("learning environments", "learn") from None

NAME = "numlink/Numberlink-v0"

if NAME not in registry:
    register(
        id=NAME,
        entry_point="numlink.learn.environment:NumberlinkEnv",
        vector_entry_point="numlink.learn.environment:NumberlinkVectorEnv",
    )
