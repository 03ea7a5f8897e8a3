"""Learning curves: MaskablePPO (sb3-contrib, PyTorch on one core) on 64 boards at once, judged on boards it never saw.

    python -m venv /tmp/torch && /tmp/torch/bin/pip install torch sb3-contrib ".[learn]"
    /tmp/torch/bin/python -m bench.ppo                       # all settings, six minutes of one core
    /tmp/torch/bin/python -m bench.ppo "5x5, reward alone"   # one of them

A program of its own, since it needs PyTorch.  The figures go to results/ppo.json, the picture to
docs/images/learning_curve.svg.
"""

from __future__ import annotations

import json
import platform
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import sb3_contrib
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import nn

import numlink
from bench._plot import learning_curves
from numlink.learn.environment import seen
from numlink.learn.stable import boards_at_once

HERE = Path(__file__).parent
RESULTS = HERE / "results" / "ppo.json"
PICTURE = HERE.parent / "docs" / "images" / "learning_curve.svg"
WEIGHTS = Path(tempfile.gettempdir()) / "numlink_ppo"
"""Where networks are kept that other settings begin with."""
AT_ONCE = 64
UNSEEN = 1_000_000
"""The number of the first board that it is judged on; those it learns on are numbered from 0."""
JUDGED = 200
JUDGED_EVERY = 5
"""Rounds of training between two judgements; a round is 64 steps of 64 boards."""
EMPTY, OWN, GOAL, OTHER, END, OUTSIDE = range(6)
"""What a cell is, seen from the number that is extended; END: where another number can still be extended."""
KINDS = 6


class Patches(BaseFeaturesExtractor):
    """A convolution of one wide kernel, at the cells that actions lead to and turned so that the way ahead is up.

        board, heads ──> for each end and direction with a way: (2 reach + 1)^2 cells, each one of 6 kinds
                     ──> hidden ──> hidden ──> what the action is worth;   mean of all ──> what the board is worth

    All numbers, ends, directions and places share their weights, which fit boards of any size.
    """

    def __init__(self, space, hidden=64, reach=3):
        self.numbers = space["heads"].shape[0]
        super().__init__(space, self.numbers * 8 + hidden)
        self.hidden = hidden
        height, width = space["cells"].shape
        frame = reach + 1  # so that a patch never runs out of the board
        side = width + 2 * frame
        self.size = side * (height + 2 * frame)
        self.framed = ((torch.arange(height)[:, None] + frame) * side + torch.arange(width) + frame).flatten()
        ways = [-side, 1, side, -1]  # up, right, down, left
        span = range(-reach, reach + 1)
        self.ahead = torch.tensor(ways)
        self.patches = torch.tensor(
            [[(up + 1) * ways[d] + right * ways[(d + 1) % 4] for up in span for right in span] for d in range(4)]
        )
        self.first = nn.Linear(KINDS * len(span) ** 2, hidden)
        self.second = nn.Linear(hidden, hidden)
        self.worth = nn.Linear(hidden, 1)
        with torch.no_grad():
            self.first.weight.normal_(0, 1 / len(span))  # one in KINDS inputs is 1, all others 0
            self.worth.weight.mul_(0.1)  # all actions about as likely at first

    def forward(self, observation):
        cells, labels, heads = (observation[name].long() for name in ("cells", "labels", "heads"))
        count = len(cells)
        board = torch.full((count, self.size), -1)
        board[:, self.framed] = torch.maximum(cells, labels).flatten(1)
        one, number, end = torch.nonzero(heads >= 0, as_tuple=True)
        head = self.framed[heads[one, number, end]]
        is_head = torch.zeros((count, self.size), dtype=torch.bool)
        is_head[one, head] = True

        target = head[:, None] + self.ahead
        label, goal = board[one[:, None], target], is_head[one[:, None], target]
        which, way = torch.nonzero((label == 0) | (goal & (label == number[:, None] + 1)), as_tuple=True)
        one, number, end, head = one[which], number[which], end[which], head[which]

        places = head[:, None] + self.patches[way]
        label, is_end = board[one[:, None], places], is_head[one[:, None], places]
        kind = torch.where(is_end, END, OTHER)
        kind = torch.where(label == number[:, None] + 1, torch.where(is_end, GOAL, OWN), kind)
        kind = torch.where(label == 0, EMPTY, torch.where(label < 0, OUTSIDE, kind))
        slots = kind + torch.arange(kind.shape[1]) * KINDS
        inputs = torch.zeros(len(one), self.first.in_features).scatter_(1, slots, 1.0)
        found = torch.relu(self.second(torch.relu(self.first(inputs))))

        worth = torch.zeros(count, self.numbers, 2, 4)
        worth[one, number, end, way] = self.worth(found)[:, 0]
        sums = torch.zeros(count, self.hidden).index_add(0, one, found)
        tally = torch.bincount(one, minlength=count).clamp(min=1)
        return torch.cat([worth.flatten(1), sums / tally[:, None]], 1)


class Part(nn.Module):
    """Some of the features, through a layer where one is given."""

    def __init__(self, start, end, layer=None):
        super().__init__()
        self.start, self.end, self.layer = start, end, layer or nn.Identity()

    def forward(self, features):
        return self.layer(features[:, self.start : self.end])


@dataclass(frozen=True)
class Setting:
    """What a curve is of: `updates` of cloning, then `steps` of PPO, from the weights another setting ends with."""

    size: int
    steps: int
    updates: int = 0
    begin: str = ""
    reward: str | dict[str, float] = "solved"
    boards: int = 1000
    seed: int = 1


JOINED = {"connect": 0.1, "win": 1.0}
"""Rewards for each number joined, too."""

SETTINGS = {
    "5x5, reward for the board alone": Setting(5, 245_000),
    "5x5, reward for numbers joined too": Setting(5, 245_000, reward=JOINED),
    "5x5, numbers joined too, seed 2": Setting(5, 245_000, reward=JOINED, seed=2),
    "5x5, cloned": Setting(5, 0, updates=900),
    "5x5, cloned, then rewarded": Setting(5, 80_000, begin="5x5, cloned"),
    "7x7, reward for the board alone": Setting(7, 60_000, boards=2000),
    "7x7, reward for numbers joined too": Setting(7, 100_000, reward=JOINED, boards=2000),
    "7x7, begun at 5x5, numbers joined too": Setting(
        7, 120_000, begin="5x5, reward for numbers joined too", reward=JOINED, boards=2000
    ),
    "7x7, begun at 5x5, the board alone": Setting(7, 80_000, begin="5x5, reward for the board alone", boards=2000),
    "7x7, cloned": Setting(7, 0, updates=1500, boards=2000),
    "7x7, cloned, then rewarded": Setting(7, 40_000, begin="7x7, cloned", boards=2000),
}
"""Each takes at most a minute and a half of one core."""


def boards_of(size: int, count: int):
    """Easy boards to learn on, and those to be judged on: of other seeds, and none a copy of one it learned on."""

    def board(seed):
        return numlink.generate(size, difficulty="easy", style="lab", seed=seed)

    learned = {one.canonical(): one for one in map(board, range(count))}
    judged = {}
    seed = UNSEEN
    while len(judged) < JUDGED:
        one = board(seed)
        if one.canonical() not in learned:
            judged.setdefault(one.canonical(), one)
        seed += 1
    return list(learned.values()), list(judged.values())


def trainer(boards, setting: Setting) -> MaskablePPO:
    """PPO over `Patches`; the last fifth of the steps are smaller and smaller."""
    many = boards_at_once(AT_ONCE, boards=boards, observation="dict", reward=setting.reward)
    model = MaskablePPO(
        "MultiInputPolicy", many, n_steps=64, batch_size=1024, n_epochs=4, gamma=0.99, gae_lambda=0.95, ent_coef=0.01,
        learning_rate=lambda left: 1e-3 * min(1, 5 * left + 0.02), seed=setting.seed,
        policy_kwargs={
            "features_extractor_class": Patches, "net_arch": [], "normalize_images": False, "ortho_init": False,
        },
    )  # fmt: skip
    policy, actions = model.policy, int(many.action_space.n)
    policy.action_net = Part(0, actions)  # the worth of an action is no layer over the whole board
    policy.value_net = Part(actions, policy.features_dim, nn.Linear(policy.features_extractor.hidden, 1))
    policy.optimizer = torch.optim.Adam(policy.parameters(), lr=1e-3)
    return model


def solved_of(model: MaskablePPO, boards) -> int:
    """How many of these boards it solves, always taking its likeliest action."""
    many = boards_at_once(
        len(boards), boards=boards, observation="dict", numbers=model.policy.features_extractor.numbers
    ).environments
    many.reset()
    for one in range(len(boards)):
        many.batch.begin(one, one)
    found = seen(many.batch, slice(None))
    won, over = np.zeros(len(boards), bool), np.zeros(len(boards), bool)
    while not over.all():
        actions, _ = model.predict(found, action_masks=many.action_masks(), deterministic=True)
        found, _, terminated, truncated, infos = many.step(actions)
        won |= infos["solved"] & ~over
        over |= terminated | truncated
    return int(won.sum())


class Curve(BaseCallback):
    """Judges before the first step, every `JUDGED_EVERY` rounds and at the end; the clock stands meanwhile."""

    def __init__(self, judged):
        super().__init__()
        self.judged, self.points, self.seconds, self.rounds = judged, [], 0.0, 0
        self.since = time.process_time()

    def judge(self, steps):
        self.seconds += time.process_time() - self.since
        self.points.append((steps, round(self.seconds, 1), solved_of(self.model, self.judged)))
        print(*self.points[-1], flush=True)
        self.since = time.process_time()

    def _on_step(self):
        return True

    def _on_rollout_start(self):
        if self.rounds % JUDGED_EVERY == 0:
            self.judge(self.num_timesteps)
        self.rounds += 1

    def _on_training_end(self):
        self.judge(self.num_timesteps)


def right_ways(puzzle):
    """For each cell and direction whether the solution has that link."""
    right, down = puzzle.solution.links_to_numpy()
    ways = np.zeros((*right.shape, 4), bool)
    ways[:, :, 1], ways[:, 1:, 3] = right, right[:, :-1]
    ways[:, :, 2], ways[1:, :, 0] = down, down[:-1]
    return ways.reshape(-1, 4)


def clone(model: MaskablePPO, boards, updates: int, seed: int) -> None:
    """Learn the engine's solutions: boards are played by right moves, and the chances are put on them, on any."""
    solutions = np.array([right_ways(board) for board in boards])
    many = boards_at_once(AT_ONCE, boards=boards, observation="dict").environments
    found, infos = many.reset(seed=seed)
    chance = np.random.default_rng(seed)
    for _ in range(updates):
        mask = many.action_masks().reshape(AT_ONCE, -1, 2, 4)
        right = solutions[infos["board"][:, None, None], np.maximum(found["heads"], 0)] & mask
        tensors = {name: torch.as_tensor(values) for name, values in found.items()}
        worth = model.policy.action_net(model.policy.extract_features(tensors))
        allowed = torch.as_tensor(mask.reshape(AT_ONCE, -1))
        chances = torch.softmax(worth.masked_fill(~allowed, -1e8), 1)
        hit = (chances * torch.as_tensor(right.reshape(AT_ONCE, -1))).sum(1)
        playing = allowed.any(1)  # an episode that is over begins with this step
        loss = -torch.log(hit[playing].clamp(min=1e-9)).mean()
        model.policy.optimizer.zero_grad()
        loss.backward()
        model.policy.optimizer.step()
        shares = right.reshape(AT_ONCE, -1) * (0.1 + chances.detach().numpy())
        arrivals = np.log(chance.random(shares.shape)) / np.maximum(shares, 1e-9)  # the first to arrive is drawn
        actions = np.where(shares > 0, arrivals, -np.inf).argmax(1)
        found, _, _, _, infos = many.step(actions)


def train(setting: Setting, weights: dict | None) -> tuple[list[tuple[int, float, int]], dict]:
    """The curve of a setting, (steps, processor seconds, solved of 200), and the weights it ends with."""
    learned, judged = boards_of(setting.size, setting.boards)
    model = trainer(learned, setting)
    if weights is not None:
        model.policy.load_state_dict(weights)
    curve = Curve(judged)
    curve.init_callback(model)
    if setting.updates:
        curve.judge(0)
        for turn in range(3):
            clone(model, learned, setting.updates // 3, setting.seed + turn)
            curve.judge((turn + 1) * setting.updates // 3 * AT_ONCE)
    if setting.steps:
        model.learn(setting.steps, callback=curve)
    return curve.points, model.policy.state_dict()


def cost_of_steps(size: int, rounds: int = 1000) -> int:
    """Steps a second of 64 boards as the trainer has them, random actions drawn: what is left for the network."""
    many = boards_at_once(AT_ONCE, boards=boards_of(size, 200)[0], observation="dict")
    many.reset()
    chance = np.random.default_rng(1)
    begun = time.process_time()
    for _ in range(rounds):
        mask = many.env_method("action_masks")
        many.step_async((chance.random((AT_ONCE, many.action_space.n), np.float32) * mask).argmax(1))
        many.step_wait()
    return round(AT_ONCE * rounds / (time.process_time() - begun))


def main(wanted: list[str]) -> None:
    torch.set_num_threads(1)
    WEIGHTS.mkdir(exist_ok=True)
    kept = json.loads(RESULTS.read_text()) if RESULTS.exists() else {"curves": {}}
    found = kept["curves"]
    for name in wanted or SETTINGS:
        print(f"== {name}", flush=True)
        setting = SETTINGS[name]
        points, weights = train(setting, torch.load(WEIGHTS / f"{setting.begin}.pt") if setting.begin else None)
        torch.save(weights, WEIGHTS / f"{name}.pt")
        found = {one: found.get(one) for one in SETTINGS if one in found or one == name}
        found[name] = {"setting": asdict(setting), "curve": points}
        results = kept | {
            "about": {
                "numlink": numlink.__version__, "torch": torch.__version__, "sb3-contrib": sb3_contrib.__version__,
                "python": platform.python_version(), "machine": f"{platform.machine()}, one core",
                "columns": ["steps", "processor seconds of training", f"solved of {JUDGED} boards never seen"],
            },
            "steps a second without a network": {size: cost_of_steps(size) for size in (5, 7)},
            "curves": found,
        }  # fmt: skip
        RESULTS.write_text(json.dumps(results, indent=1) + "\n")
    PICTURE.write_text(learning_curves(found))


if __name__ == "__main__":
    main(sys.argv[1:])
