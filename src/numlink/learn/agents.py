"""Three agents to compare with a trained one: random, greedy, and one that deduces as `numlink rate` does.

An agent is a function: it gets the environment (`gymnasium.make(...).unwrapped`) and `info`, and returns an action.
The three agents play environments with `actions="ends"` and with `actions="cells"`.

>>> environment = make_environment(size=5, difficulty="easy", background=False)
>>> play(environment, deduction_agent(1), episodes=10, seed=1)
Score(episodes=10, solved=10, steps=210)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import gymnasium
import numpy as np

from numlink.engine.random import Random
from numlink.learn import NAME
from numlink.learn.environment import NumberlinkEnv
from numlink.learn.settings import Actions
from numlink.model.arguments import whole
from numlink.model.grid import Link, links_along
from numlink.reasoning.deduce import deduce
from numlink.reasoning.position import OFF, ON, Position
from numlink.reasoning.rules import Assume

Agent = Callable[[NumberlinkEnv, dict[str, Any]], int]  # a function from the environment and `info` to an action


@dataclass(frozen=True, slots=True)
class Score:
    """How many episodes were played, how many of these were solved, and how many steps they took in all."""

    episodes: int
    solved: int
    steps: int


def make_environment(**options: Any) -> NumberlinkEnv:
    """The environment of `gymnasium.make(NAME, ...)` without the wrappers around it."""
    found = gymnasium.make(NAME, **options).unwrapped
    assert isinstance(found, NumberlinkEnv)
    return found


def play(environment: NumberlinkEnv, agent: Agent, *, episodes: int, seed: int) -> Score:
    """Let an agent play the first `episodes` episodes that `reset(seed=seed)` begins."""
    episodes = whole(episodes, "a number of episodes")
    solved = steps = 0
    for episode in range(episodes):
        _, info = environment.reset(seed=None if episode else seed)
        over = False
        while not over:
            _, _, terminated, truncated, info = environment.step(agent(environment, info))
            over = terminated or truncated
            steps += 1
        solved += info["solved"]
    return Score(episodes, solved, steps)


def random_agent(seed: int) -> Agent:
    """An agent that takes a random allowed action; `seed` fixes its choices."""
    stream = Random(f"agent {seed}")
    return lambda environment, info: _any(stream, np.flatnonzero(info["action_mask"]).tolist())


def greedy_agent(seed: int) -> Agent:
    """An agent whose action leaves the heads of its number the fewest steps apart, going around what is drawn."""
    stream = Random(f"agent {seed}")

    def choose(environment: NumberlinkEnv, info: dict[str, Any]) -> int:
        allowed = np.flatnonzero(info["action_mask"]).tolist()
        steps = {action: _step(environment, action) for action in allowed}
        lengths = {action: _rest(environment, *step) for action, step in steps.items()}
        shortest = min(lengths.values())
        return _any(stream, [action for action in allowed if lengths[action] == shortest])

    return choose


def deduction_agent(seed: int) -> Agent:
    """An agent that draws a link that the rules of reasoning force or, if they force none, one they do not rule out.

    The rules assume that the board has one solution, even if cells could stay empty.  The agent remembers what it knows
    about a board until the drawing has a link that it does not know to be right.
    """
    stream = Random(f"agent {seed}")
    known: list[Position] = []

    def choose(environment: NumberlinkEnv, info: dict[str, Any]) -> int:
        puzzle = environment.puzzle
        drawn = [link for strand in environment.batch.strands() for link in links_along(strand)]
        if not known or known[0].puzzle is not puzzle or not {*drawn} <= {*_decided(known[0], ON)}:
            known[:] = [_at_rest(Position.start(puzzle))]
        states = dict(zip(puzzle.grid.links(), known[0].states, strict=True))
        allowed = np.flatnonzero(info["action_mask"]).tolist()
        ahead = {action: states[links_along(_step(environment, action))[0]] for action in allowed}
        if ON not in ahead.values():
            guess = _any(stream, [action for action in allowed if ahead[action] != OFF] or allowed)
            if ahead[guess] != OFF:
                more = links_along(_step(environment, guess))
                decided = _decided(known[0], ON) + more, _decided(known[0], OFF)
                known[:] = [_at_rest(Position.with_links(puzzle, *decided))]
            return guess
        return _any(stream, [action for action in allowed if ahead[action] == ON])

    return choose


def _at_rest(position: Position) -> Position:
    """`position` with all links that follow from it decided, or those up to a contradiction."""
    while True:
        after = position.after(*deduce(position, assume=Assume.STRICT))
        if after == position:
            return position
        position = after


def _decided(position: Position, state: int) -> list[Link]:
    """The links of a position that are in a state: drawn (ON) or ruled out (OFF)."""
    return [link for link, its in zip(position.puzzle.grid.links(), position.states, strict=True) if its == state]


def _any(stream: Random, actions: list[int]) -> int:
    return actions[stream.below(len(actions))]


def _step(environment: NumberlinkEnv, action: int) -> tuple[int, int]:
    """The two cells of the link that an action draws: where it starts, and where it leads."""
    place, way = divmod(action, environment.batch.directions)
    if environment.batch.settings.actions is Actions.ENDS:
        place = int(environment.batch.heads[0].reshape(-1)[place])
    return place, environment.batch.grid.slots(place)[way]


def _rest(environment: NumberlinkEnv, start: int, first: int) -> int:
    """Steps from `first` to the other head of the number at `start`, around what is drawn; all cells if unreachable."""
    puzzle = environment.puzzle
    number = int(environment.batch.labels[0].reshape(-1)[start])
    passed = {cell for strand in environment.batch.strands() for cell in strand}
    passed |= {cell for cell, held in enumerate(puzzle.cells) if held > 0}
    heads = environment.batch.heads[0][number - 1].tolist() if number else []
    wanted = [head for head in heads if head != start]
    grid, seen, edge, steps = puzzle.grid, {first}, [first], 0
    while edge and not any(cell in wanted for cell in edge):
        around = {other for cell in edge for other in grid.neighbours(cell)} - seen
        edge = [cell for cell in around if cell not in passed or cell in wanted]
        seen.update(edge)
        steps += 1
    return steps if edge else grid.size
