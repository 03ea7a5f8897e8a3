"""A learning curve: MaskablePPO (sb3-contrib, PyTorch on one core) on 64 boards at once, judged on boards it never saw.

    python -m venv /tmp/torch && /tmp/torch/bin/pip install torch sb3-contrib ".[learn]"
    /tmp/torch/bin/python -m bench.ppo 5 easy 600000

A program of its own, since it needs PyTorch.  The figures go to results/ppo.json.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import nn

from numlink.learn.stable import boards_at_once

TRAINED = 5000
"""Boards it learns on: numbers 0 to 4999 of the stream."""
UNSEEN = 1_000_000
"""The number of the first board that it is judged on."""
JUDGED = 200
REWARDS = {"connect": 0.1, "win": 1.0}
CHANNELS = 48
LAYERS = 4


class Board(BaseFeaturesExtractor):
    """Convolutions over the planes: what drawing from each cell in each direction is worth, and one vector of all."""

    def __init__(self, space, directions=4, width=CHANNELS):
        planes, height, across = space.shape
        super().__init__(space, directions * height * across + width)
        layers = [nn.Conv2d(planes, CHANNELS, 3, padding=1), nn.ReLU()]
        for _ in range(LAYERS - 1):
            layers += [nn.Conv2d(CHANNELS, CHANNELS, 3, padding=1), nn.ReLU()]
        self.cells = nn.Sequential(*layers)
        self.ways = nn.Conv2d(CHANNELS, directions, 1)

    def forward(self, planes):
        found = self.cells(planes.float())
        ways = self.ways(found).permute(0, 2, 3, 1).flatten(1)  # cell * directions + direction, as actions are
        return torch.cat([ways, found.mean((2, 3))], 1)


class First(nn.Module):
    """The first `count` of all features: an action's worth is no layer over the whole board."""

    def __init__(self, count):
        super().__init__()
        self.count = count

    def forward(self, features):
        return features[:, : self.count]


def solved_of(model, options) -> int:
    """How many of the boards it never saw it solves, always taking its likeliest action."""
    boards = boards_at_once(JUDGED, **options, first=UNSEEN, pool=JUDGED, background=False)
    batch = boards.environments.batch
    boards.reset()
    for one in range(JUDGED):
        batch.begin(one, UNSEEN + one)
    planes = batch.planes.copy()
    won = np.zeros(JUDGED, bool)
    over = np.zeros(JUDGED, bool)
    while not over.all():
        actions, _ = model.predict(planes, action_masks=boards.environments.action_masks(), deterministic=True)
        planes, _, terminated, truncated, infos = boards.environments.step(actions)
        won |= infos["solved"] & ~over
        over |= terminated | truncated
    return int(won.sum())


class Curve(BaseCallback):
    """Judges before the first step and after every `every` ones."""

    def __init__(self, options, every):
        super().__init__()
        self.options, self.every, self.next = options, every, 0
        self.curve = []
        self.begun = time.process_time()
        self.judging = 0.0

    def _on_step(self):
        return True

    def _on_rollout_end(self):
        if self.num_timesteps >= self.next:
            self.next += self.every
            now = time.process_time()
            solved = solved_of(self.model, self.options)
            self.curve.append((self.num_timesteps, round(now - self.begun - self.judging, 1), solved))
            self.judging += time.process_time() - now
            print(*self.curve[-1], flush=True)


def train(size: int, difficulty: str, steps: int, *, rewards=REWARDS, seed=1) -> dict[str, object]:
    """Train, and judge on the way; (steps, processor seconds of training, solved of 200)."""
    torch.set_num_threads(1)
    options = {"size": size, "difficulty": difficulty, "actions": "cells"}
    boards = boards_at_once(64, **options, reward=rewards, pool=TRAINED)
    model = MaskablePPO(
        "MlpPolicy", boards, n_steps=64, batch_size=1024, n_epochs=3, learning_rate=1.5e-3, gamma=0.97, ent_coef=0.01,
        policy_kwargs={"features_extractor_class": Board, "net_arch": [], "normalize_images": False}, seed=seed,
    )  # fmt: skip
    model.policy.action_net = First(boards.action_space.n)
    model.policy.optimizer = torch.optim.Adam(model.policy.parameters(), lr=1e-3)
    curve = Curve(options, steps // 15)
    model.learn(steps, callback=curve)
    curve.next = 0
    curve._on_rollout_end()
    return {"size": size, "difficulty": difficulty, "rewards": rewards, "seed": seed, "curve": curve.curve}


def main(size: str, difficulty: str, steps: str) -> None:
    target = Path(__file__).parent / "results" / "ppo.json"
    results = json.loads(target.read_text()) if target.exists() else {}
    results[f"{size} {difficulty}"] = train(int(size), difficulty, int(steps))
    target.write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
