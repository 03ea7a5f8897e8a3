"""Three agents to measure a trained one against: random, greedy, and one that deduces as `numlink rate` does.

An agent is a function of the environment (`gymnasium.make(...).unwrapped`) and of `info`; it returns an action.  All
take either kind of actions.

>>> environment = make_environment(size=5, difficulty="easy", background=False)
>>> play(environment, deduction_agent(1), episodes=10, seed=1)
Score(episodes=10, solved=10, steps=210)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import gymnasium
import numpy as np

from numlink.engine.random import Random
from numlink.learn import NAME
from numlink.learn.environment import NumberlinkEnv
from numlink.learn.settings import Actions
from numlink.model.grid import Link
from numlink.model.puzzle import Puzzle
from numlink.reasoning.deduce import deduce
from numlink.reasoning.position import OFF, ON, Position
from numlink.reasoning.rules import Assume

Agent = Callable[[NumberlinkEnv, dict[str, Any]], int]


@dataclass(frozen=True, slots=True)
class Score:
    """How many episodes were played, how many were solved, and the steps of all."""

    episodes: int
    solved: int
    steps: int


def make_environment(**options: Any) -> NumberlinkEnv:
    """The environment of `gymnasium.make(NAME, ...)` without the wrappers around it."""
    found = gymnasium.make(NAME, **options).unwrapped
    assert isinstance(found, NumberlinkEnv)
    return found


def play(environment: NumberlinkEnv, agent: Agent, *, episodes: int, seed: int) -> Score:
    """Let an agent play the episodes of a seed, from its first on."""
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
    """Any allowed action, all as likely."""
    stream = Random(f"agent {seed}")
    return lambda environment, info: _any(stream, np.flatnonzero(info["action_mask"]).tolist())


def greedy_agent(seed: int) -> Agent:
    """The allowed action after which the two ends of a number are fewest cells apart, around what is drawn."""
    stream = Random(f"agent {seed}")

    def choose(environment: NumberlinkEnv, info: dict[str, Any]) -> int:
        allowed = np.flatnonzero(info["action_mask"]).tolist()
        steps = {action: _step(environment, action) for action in allowed}
        lengths = {action: _rest(environment, *step) for action, step in steps.items()}
        shortest = min(lengths.values())
        return _any(stream, [action for action in allowed if lengths[action] == shortest])

    return choose


def deduction_agent(seed: int) -> Agent:
    """A link that must be drawn, as the named rules of reasoning say; a guess at one not ruled out where they end.

    It takes for granted what Nikoli's solvers do: one solution, even if cells could stay empty.  What is known of a
    board is kept while the drawing keeps to it.
    """
    stream = Random(f"agent {seed}")
    known: list[Position] = []

    def choose(environment: NumberlinkEnv, info: dict[str, Any]) -> int:
        puzzle = environment.puzzle
        drawn = [link for strand in environment.batch.strands() for link in _links(strand)]
        if not known or known[0].puzzle is not puzzle or _at_odds(known[0], drawn):
            known[:] = [_at_rest(Position.start(puzzle))]
        states = dict(zip(puzzle.grid.links(), known[0].states, strict=True))
        allowed = np.flatnonzero(info["action_mask"]).tolist()
        ahead = {action: states[_link(*_step(environment, action))] for action in allowed}
        if ON not in ahead.values():
            guess = _any(stream, [action for action in allowed if ahead[action] != OFF] or allowed)
            if ahead[guess] != OFF:
                known[:] = [_at_rest(Position.with_links(puzzle, *_decided(known[0], _step(environment, guess))))]
            return guess
        return _any(stream, [action for action in allowed if ahead[action] == ON])

    return choose


def _at_rest(position: Position) -> Position:
    """All that follows from a position; as far as it goes where it contradicts itself."""
    while True:
        after = position.after(*deduce(position, assume=Assume.STRICT))
        if after == position:
            return position
        position = after


def _decided(position: Position, more: tuple[int, int]) -> tuple[list[Link], list[Link]]:
    """The links that are drawn, with one more, and those that are not."""
    links = list(zip(position.puzzle.grid.links(), position.states, strict=True))
    return [link for link, state in links if state == ON] + [_link(*more)], [
        link for link, state in links if state == OFF
    ]


def _at_odds(position: Position, drawn: Iterable[Link]) -> bool:
    """Whether something is drawn that is not so in a position."""
    states = dict(zip(position.puzzle.grid.links(), position.states, strict=True))
    return any(states[link] != ON for link in drawn)


def _any(stream: Random, actions: list[int]) -> int:
    return actions[stream.below(len(actions))]


def _links(strand: tuple[int, ...]) -> list[Link]:
    return [_link(*pair) for pair in zip(strand, strand[1:], strict=False)]


def _link(one: int, other: int) -> Link:
    return (one, other) if one < other else (other, one)


def _step(environment: NumberlinkEnv, action: int) -> tuple[int, int]:
    """The two cells of the link that an action draws."""
    place, way = divmod(action, environment.batch.directions)
    if environment.batch.settings.actions is Actions.ENDS:
        place = int(environment.batch.heads[0].reshape(-1)[place])
    return place, environment.batch.grid.slots(place)[way]


def _rest(environment: NumberlinkEnv, start: int, first: int) -> int:
    """Steps from `first` to the other head of the number of `start`, around what is drawn; the board's size if none."""
    puzzle: Puzzle = environment.puzzle
    strands = environment.batch.strands()
    number = int(environment.batch.labels[0].reshape(-1)[start])
    passed = {cell for strand in strands for cell in strand} | {
        cell for cell, held in enumerate(puzzle.cells) if held > 0
    }
    heads = environment.batch.heads[0][number - 1].tolist() if number else []
    wanted = [head for head in heads if head != start]
    grid, seen, edge, steps = puzzle.grid, {first}, [first], 0
    while edge and not any(cell in wanted for cell in edge):
        around = {other for cell in edge for other in grid.neighbours(cell)} - seen
        edge = [cell for cell in around if cell not in passed or cell in wanted]
        seen.update(edge)
        steps += 1
    return steps if edge else grid.size
