"""The environments for Gymnasium: one episode, or many at once with a single call of the compiled core per step."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import fields
from operator import index
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from numlink.errors import InputError, quoted
from numlink.learn.episode_batch import MOST_ENTRIES, Rounds, Seen
from numlink.learn.frames import Notebook, Screen, pixels, text
from numlink.learn.settings import EnvironmentOptions, Observation, ranged
from numlink.learn.stream import Stream, require_known
from numlink.model.arguments import seed_of, whole
from numlink.model.puzzle import Puzzle, Solution

RENDER_MODES = ["ansi", "rgb_array", "human"]  # the values of `render_mode`
VECTOR_RENDER_MODES = RENDER_MODES[:2]  # those of many environments at once, which no window shows
MOST_ENVIRONMENTS = 1_000_000
"""The most environments at once: each needs about 1 KB for a random stream and an `info`, besides its boards."""
FRAMES_A_SECOND = 10  # frames per second that programs should show (Gymnasium's `render_fps`)


def batch_for(count: int, options: dict[str, Any], *, again: bool) -> Rounds:
    """The batch of `count` episodes for the options of `gymnasium.make`; InputError for options that do not exist.

    Options that are not fields of EnvironmentOptions are wishes for a Stream, which are refused if boards are given.
    """
    names = {field.name for field in fields(EnvironmentOptions)}
    settings = EnvironmentOptions(**{name: value for name, value in options.items() if name in names})
    wishes = {name: value for name, value in options.items() if name not in names}
    require_known((name for name in wishes if name not in ("size", "seed", "grid")), names)
    if settings.boards is None:
        return Rounds(settings, Stream(numbers=settings.numbers, **wishes), count, again=again)
    if wishes:
        raise InputError(f"the boards are given, so {', '.join(sorted(wishes))} cannot be set. Leave it out.")
    return Rounds(settings, _given(settings.boards), count, again=again)


def _given(boards: Sequence[Puzzle] | str | os.PathLike[str]) -> Sequence[Puzzle]:
    """`boards` itself; if it is a path, the puzzles of that file, or of the dataset in that folder or at that URL."""
    if isinstance(boards, os.PathLike):
        boards = os.fsdecode(boards)
    if not isinstance(boards, str):
        return _sequence(boards)
    if os.path.isfile(boards):  # os.path: see `files.is_device`
        from numlink.board_files import load

        return load(boards)
    if "://" not in boards and not os.path.isdir(boards):
        raise InputError(
            f"boards= names {boards[:60]!r}, but there is no such file or folder. Name puzzles or a dataset."
        )
    from numlink.datasets.reader import Dataset

    return Dataset(boards)  # type: ignore[return-value]  # it has what a sequence needs here: length and index


def _sequence(boards: Sequence[Puzzle]) -> Sequence[Puzzle]:
    """`boards` itself; raises InputError unless it has a length and an index, like a list or a Dataset."""
    with suppress(TypeError):  # it has no length
        if hasattr(boards, "__getitem__") and not isinstance(boards, Mapping) and len(boards) >= 0:
            return boards
    raise InputError(
        f"boards= must be a list of puzzles, a Dataset or the path of one, not {quoted(boards)}. "
        f"Put one puzzle into a list."
    )


def observation_space(batch: Rounds) -> spaces.Space[Any]:
    """The observation space of one episode."""
    if batch.settings.observation is Observation.PLANES:
        return spaces.Box(0, 1, (batch.episodes.planes, *batch.shape), np.uint8)
    if batch.settings.observation is Observation.RGB:
        shape = pixels(batch.source[batch.settings.first], []).shape
        if batch.count * np.prod(shape, dtype=object) > MOST_ENTRIES:
            raise InputError(
                f"{batch.count:,} pictures of {shape[1]}x{shape[0]} pixels do not fit in memory. Give fewer "
                "environments, or another observation=."
            )
        return spaces.Box(0, 255, shape, np.uint8)
    return spaces.Dict(
        cells=spaces.Box(-1, batch.numbers, batch.shape, np.int32),
        heads=spaces.Box(-1, batch.grid.size - 1, (batch.numbers, 2), np.int32),
        labels=spaces.Box(0, batch.numbers, batch.shape, np.int32),
        links=spaces.Box(0, 1, (batch.directions, *batch.shape), np.uint8),
    )


def seen(batch: Rounds, part: int | slice) -> Seen:
    """A copy of the observation of episode `part`, or of all episodes (`slice(None)`)."""
    if batch.settings.observation is Observation.PLANES:
        return batch.planes[part].copy()
    if batch.settings.observation is Observation.RGB:
        if isinstance(part, slice):
            return np.stack([pixels(batch.puzzle(one), batch.strands(one)) for one in range(batch.count)])
        return pixels(batch.puzzle(part), batch.strands(part))
    return {name: getattr(batch, name)[part].copy() for name in ("cells", "heads", "labels", "links")}


class NumberlinkEnv(gymnasium.Env[Seen, np.int64]):
    """One board at a time; docs/learning.md describes actions, observations, rewards and options.

    `info` holds `action_mask` (int8, 1 for each action that is allowed), `board` (the board's number), `allowed`
    (whether the last action was allowed) and `solved`.  Raises InputError for options that do not exist or do not fit.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": FRAMES_A_SECOND}  # noqa: RUF012  (Gymnasium's own way)

    def __init__(self, render_mode: str | None = None, **options: Any) -> None:
        _require_mode(render_mode, RENDER_MODES)
        self.render_mode = render_mode
        self.batch = batch_for(1, options, again=False)
        self.observation_space = observation_space(self.batch)
        self.action_space = spaces.Discrete(self.batch.episodes.actions)
        self._seeded = False
        self._viewer: Notebook | Screen | None = None

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        """Begin an episode on board number `options["board"]`, or on a random one: the first of `seed`, or the next."""
        board = _board_wished(options)
        seed = None if seed is None else _seed(seed)
        super().reset(seed=seed)
        if seed is not None or not self._seeded:
            self.batch.episodes.seed(0, int(self.np_random.integers(2**31)) if seed is None else seed)
            self._seeded = True
        self.batch.begin(0, board)
        if self.render_mode == "human":
            self.render()
        return seen(self.batch, 0), self._info()

    def step(self, action: Any) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Take one action; one that is not allowed changes nothing, but counts as a step."""
        batch = self.batch
        batch.act(_whole(action))
        if self.render_mode == "human":
            self.render()
        ended = bool(batch.terminated[0]), bool(batch.truncated[0])
        return seen(batch, 0), float(batch.gained()[0]), *ended, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """For each action, whether it is allowed; sb3-contrib's MaskablePPO calls this method."""
        return np.asarray(self.batch.masks[0], np.bool_)

    def _info(self) -> dict[str, Any]:
        """The `info` of the episode; see the class."""
        batch = self.batch
        return {
            "action_mask": batch.masks[0].copy(),
            "board": batch.board_numbers.item(0) + batch.settings.first,
            "allowed": batch.allowed.item(0),
            "solved": batch.solved.item(0),
        }

    @property
    def puzzle(self) -> Puzzle:
        """The board of the episode."""
        return self.batch.puzzle()

    @property
    def solution(self) -> Solution:
        """The paths of the numbers joined so far, for `numlink.check`; other numbers have empty paths."""
        return self.batch.solution()

    def render(self) -> Any:
        """The drawing as text (`ansi`) or pixels (`rgb_array`); `human` shows it in a notebook or terminal: None."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() shows nothing without a render_mode; pass one to gymnasium.make")
            return None
        if self.render_mode == "human":
            self._viewer = self._viewer or (Notebook() if "ipykernel" in sys.modules else Screen())
            return self._viewer.show(self.puzzle, self.batch.strands(0))
        return _frame(self.batch, 0, self.render_mode)

    def close(self) -> None:
        """Leave the last drawing, and end the thread that makes boards."""
        if self._viewer is not None:
            self._viewer.close()
        _close(self.batch)


class NumberlinkVectorEnv(VectorEnv[Seen, NDArray[np.int64], NDArray[Any]]):
    """`num_envs` boards at once, each as in NumberlinkEnv; one call of the compiled core takes a step in all of them.

    A finished episode restarts at the next step (Gymnasium's NEXT_STEP).  After `reset(seed=s)`, episode i
    plays the same boards as a NumberlinkEnv after `reset(seed=s + i)`.
    """

    metadata = {  # noqa: RUF012
        "render_modes": VECTOR_RENDER_MODES,
        "render_fps": FRAMES_A_SECOND,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(self, num_envs: int = 1, render_mode: str | None = None, **options: Any) -> None:
        _require_mode(render_mode, VECTOR_RENDER_MODES)
        self.num_envs = num_envs = ranged(num_envs, "num_envs", 1, MOST_ENVIRONMENTS)
        self.render_mode = render_mode
        self.batch = batch_for(num_envs, options, again=True)
        self.single_observation_space = observation_space(self.batch)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.single_action_space = spaces.Discrete(self.batch.episodes.actions)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._seeded = False

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Restart all episodes, on board `options["board"]` if given.

        A whole number seeds them with `seed`, `seed` + 1, ...; a list has a seed for each (None: none).
        """
        board = _board_wished(options)
        seeds = self._seeds(seed)
        super().reset(seed=seeds[0] if isinstance(seed, int | np.integer) else None)
        if seed is None and not self._seeded:
            seeds = self._seeds(int(self.np_random.integers(2**31)))
        for one, each in enumerate(seeds):
            if each is not None:
                self.batch.episodes.seed(one, each)
                self._seeded = True
        for one in range(self.num_envs):
            self.batch.begin(one, board)
        return seen(self.batch, slice(None)), self._infos()

    def _seeds(self, seed: Any) -> list[int | None]:
        """The seed of each episode, None for none; `seed` as in `reset`."""
        if seed is None:
            return [None] * self.num_envs
        if isinstance(seed, int | np.integer):
            return [_seed(seed) + one for one in range(self.num_envs)]
        try:
            found = [None if each is None else _seed(each) for each in seed]
        except TypeError:
            raise InputError(f"a seed must be a whole number, or a list of them, not {quoted(seed)}.") from None
        if len(found) != self.num_envs:
            raise InputError(f"{self.num_envs} environments need {self.num_envs} seeds, not {len(found)}.")
        return found

    def step(
        self, actions: Any
    ) -> tuple[Seen, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Take one action in each episode; a finished episode ignores its action and restarts."""
        batch = self.batch
        try:
            given = np.asarray(actions)
        except ValueError:  # lists of different lengths
            given = np.array(())
        if given.dtype.kind not in "iu" or given.shape != (self.num_envs,):
            raise InputError(f"actions are {self.num_envs} whole numbers, not {quoted(actions)}.")
        begun = batch.terminated | batch.truncated
        # clipped as in `_whole`: truncated to 32 bits, 2**32 + 1 would be action 1
        batch.step(np.ascontiguousarray(given.clip(-1, 2**31 - 1), dtype=np.int32))
        ended = batch.terminated.copy(), batch.truncated.copy()
        return seen(batch, slice(None)), batch.gained(begun), *ended, self._infos()

    def action_masks(self) -> NDArray[np.bool_]:
        """For each environment and action, whether the action is allowed: an array of shape (num_envs, actions)."""
        return np.asarray(self.batch.masks, np.bool_)

    def _infos(self) -> dict[str, Any]:
        """The `info` of NumberlinkEnv as arrays; as in Gymnasium, `_name` says which environments have a value."""
        infos = self.batch.info()
        return infos | {f"_{name}": np.ones(self.num_envs, np.bool_) for name in infos}

    def puzzle(self, one: int) -> Puzzle:
        """The board of environment number `one`, from 0; raises InputError if there is no such environment."""
        return self.batch.puzzle(self._environment(one))

    def solution(self, one: int) -> Solution:
        """The paths of the numbers joined so far in environment number `one`, from 0; InputError if there is none."""
        return self.batch.solution(self._environment(one))

    def _environment(self, one: int) -> int:
        found = whole(one, "the number of an environment")
        if not 0 <= found < self.num_envs:
            raise InputError(f"there is no environment {found}. They are numbered from 0 to {self.num_envs - 1}.")
        return found

    def render(self) -> tuple[Any, ...] | None:
        """The drawing of each environment, as text or pixels; None without a render_mode."""
        if self.render_mode is None:
            return None
        return tuple(_frame(self.batch, one, self.render_mode) for one in range(self.num_envs))

    def close_extras(self, **_: Any) -> None:
        """End the thread that makes boards."""
        _close(self.batch)


def _whole(action: Any) -> int:
    """An action as a whole number that fits into 32 bits; other numbers become -1 or 2**31 - 1, which no action has."""
    try:
        return max(-1, min(index(action), 2**31 - 1))
    except TypeError:
        raise InputError(f"an action must be a whole number, not {quoted(action)}.") from None


def _seed(seed: Any) -> int:
    """A seed as a whole number from 0: Gymnasium's own random numbers take no other."""
    found = seed_of(seed)
    if found < 0:
        raise InputError("the seed of an environment is a whole number from 0, not a negative one.")
    return found


def _board_wished(options: Any) -> Any:
    """`options["board"]` of a reset, None for none."""
    if options is not None and not isinstance(options, Mapping):
        raise InputError(f'the options of reset are a dict such as {{"board": 3}}, not {quoted(options)}.')
    return None if options is None else options.get("board")


def _require_mode(mode: str | None, modes: Sequence[str]) -> None:
    if mode is not None and not (isinstance(mode, str) and mode in modes):
        raise InputError(f"render_mode must be one of {', '.join(modes)}, not {quoted(mode)}.")


def _frame(batch: Rounds, one: int, mode: str) -> Any:
    show = pixels if mode == "rgb_array" else text
    return show(batch.puzzle(one), batch.strands(one))


def _close(batch: Rounds) -> None:
    if isinstance(batch.source, Stream):
        batch.source.close()
