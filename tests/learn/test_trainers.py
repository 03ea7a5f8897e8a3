"""What trainers and people need from environments: masks, rewards, pictures, board numbers, a drawing."""

import sys
from types import ModuleType, SimpleNamespace

import gymnasium
import numpy as np
import pytest

from numlink.errors import InputError
from numlink.learn import NAME
from numlink.learn.settings import Rewards


def made(**options):
    return gymnasium.make(NAME, **{"background": False, "pool": 8, **options})


def test_masks_are_available_under_the_name_of_sb3_contrib():
    environment = made(size=4).unwrapped
    _, info = environment.reset(seed=1)
    assert environment.action_masks().dtype == np.bool_
    assert (environment.action_masks() == info["action_mask"]).all()
    many = gymnasium.make_vec(NAME, num_envs=3, size=4, background=False)
    _, infos = many.reset(seed=1)
    assert (many.unwrapped.action_masks() == infos["action_mask"]).all()


def test_boards_have_the_numbers_of_the_stream():
    """With another `first`, logs tell test boards from training boards."""
    environment = made(size=4, first=5000, pool=3)
    numbers = {environment.reset(seed=seed)[1]["board"] for seed in range(9)}
    assert numbers <= {5000, 5001, 5002} < numbers | {5000, 5001, 5002, 0}
    _, info = environment.reset(options={"board": 5001})
    assert info["board"] == 5001
    assert environment.unwrapped.puzzle.seed == 5001
    with pytest.raises(InputError, match="numbered from 5000 to 5002, not 1"):
        environment.reset(options={"board": 1})
    many = gymnasium.make_vec(NAME, num_envs=2, size=4, background=False, first=5000, pool=3)
    assert many.reset(options={"board": 5002})[1]["board"].tolist() == [5002, 5002]


@pytest.mark.parametrize("action", [1.5, 1.0, np.float64(2), "1", None, [1]])
def test_an_action_that_is_no_whole_number_is_refused(action):
    environment = made(size=4).unwrapped
    environment.reset(seed=1)
    with pytest.raises(InputError, match="an action must be a whole number"):
        environment.step(action)
    many = gymnasium.make_vec(NAME, num_envs=2, size=4, background=False).unwrapped
    many.reset(seed=1)
    with pytest.raises(InputError, match="actions are 2 whole numbers"):
        many.step([action, action])


@pytest.mark.parametrize("action", [-5, 10**30, np.int64(2**40)])
def test_an_action_out_of_range_is_not_allowed(action):
    environment = made(size=4).unwrapped
    environment.reset(seed=1)
    assert not environment.step(action)[4]["allowed"]


def test_rewards_are_chosen():
    """Every step of random games, recomputed from the drawing: numbers joined before and after, allowed, solved."""
    chosen = {"step": -0.5, "invalid": -3, "connect": 10, "win": 100}
    options = {"size": 3, "undo": True, "max_steps": 40, "pool": 9}
    environment = made(**options, reward=chosen).unwrapped
    many = gymnasium.make_vec(NAME, num_envs=1, **options, reward=Rewards(**chosen), background=False)
    random = np.random.default_rng(1)
    seen = set()
    for seed in range(12):
        environment.reset(seed=seed)
        many.reset(seed=seed)
        joined, over = 0, False
        while not over:
            masked = random.random() < 0.8
            action = environment.action_space.sample(environment.batch.masks[0] if masked else None)
            _, reward, terminated, truncated, info = environment.step(action)
            now = sum(map(bool, environment.solution.paths))
            told = -0.5 - 3 * (not info["allowed"]) + 10 * (now - joined) + 100 * info["solved"]
            assert reward == pytest.approx(told)
            assert many.step(np.array([action]))[1][0] == pytest.approx(told)
            seen |= {not info["allowed"] and "invalid", now - joined, info["solved"]}
            joined, over = now, terminated or truncated
        assert many.step(np.array([0]))[1][0] == 0  # the next episode begins in place of a step
    assert {"invalid", 1, -1} <= seen
    for wrong in ({"steps": 1}, {"win": "much"}, {"win": float("nan")}, {"step": True}):
        with pytest.raises(InputError, match="reward"):
            made(size=3, reward=wrong)


def test_pictures_are_observations():
    """As `observation="rgb"`, and through Gymnasium's own wrappers."""
    from gymnasium.wrappers import AddRenderObservation, GrayscaleObservation

    environment = made(size=4, observation="rgb", render_mode="rgb_array")
    first, _ = environment.reset(seed=1)
    assert environment.observation_space.contains(first)
    after, *_ = environment.step(np.flatnonzero(environment.unwrapped.action_masks())[0])
    assert (first != after).any()
    assert (after == environment.render()).all()
    gray = GrayscaleObservation(environment)
    assert gray.observation_space.contains(gray.reset(seed=1)[0])
    shown = AddRenderObservation(made(size=4, render_mode="rgb_array"))
    assert (shown.reset(seed=1)[0] == first).all()
    many = gymnasium.make_vec(NAME, num_envs=2, size=4, observation="rgb", background=False)
    assert many.observation_space.contains(many.reset(seed=1)[0])


def test_people_see_a_drawing_on_the_terminal(capsys):
    environment = made(size=4, render_mode="human").unwrapped
    environment.reset(seed=1)
    environment.close()
    assert "┌" in capsys.readouterr().out


def test_a_notebook_has_one_picture_under_its_cell(monkeypatch):
    shown = []
    module = ModuleType("IPython.display")
    module.Image = lambda data: data
    module.display = lambda image, display_id: shown.append(image) or SimpleNamespace(update=shown.append)
    monkeypatch.setitem(sys.modules, "ipykernel", ModuleType("ipykernel"))
    monkeypatch.setitem(sys.modules, "IPython", ModuleType("IPython"))
    monkeypatch.setitem(sys.modules, "IPython.display", module)
    environment = made(size=4, render_mode="human").unwrapped
    environment.reset(seed=1)
    environment.step(np.flatnonzero(environment.action_masks())[0])
    environment.close()
    assert [image[:4] for image in shown] == [b"\x89PNG"] * 2
    assert shown[0] != shown[1]
