"""Where boards are played and learned on, kept in files and handed to a browser."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from itertools import pairwise
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any
from unittest import mock

import numlink
from numlink import Answer, Fault, FaultCode, Game, Puzzle, Solution, check
from numlink.arrays import stack, unstack
from numlink.errors import InputError, Unanswered
from numlink.game.game import SavedGames
from numlink.game.moves import draw_move
from tests import oracle
from tests.promises.answers import same_board
from tests.promises.cases import Case
from tests.promises.making import ON
from tests.promises.table import Command, Promise

RANDOM_MOVES = 30
REFUSED, TOO_LONG = 422, 503
"""The status of what a visitor can mend, and of what takes longer than the server gives it."""
SECONDS = 1.0
"""That it gives here."""


def solution_of(case: Case) -> Solution | None:
    """One of the right solutions, where they are counted and there is one."""
    return next(numlink.solutions(case.puzzle)) if case.linkings else None


# ---------------------------------------------------------------------------------------------- games


def played(case: Case) -> tuple[Game, Game]:
    """A game played to its end, or where none is known with random strokes; and the same one saved and loaded."""
    game, grid, stream = Game.start(case.puzzle), case.puzzle.grid, Random(1)
    solution = solution_of(case)
    if solution is not None:
        game = game.play(*(draw_move(grid, path) for path in solution.paths if path))
    else:
        for _ in range(RANDOM_MOVES):
            cell = stream.choice([cell for cell in range(grid.size) if case.puzzle.cells[cell] >= 0] or [0])
            around = list(grid.neighbours(cell))
            try:
                game = game.play(draw_move(grid, [cell, stream.choice(around)] if around else [cell]))
            except InputError:  # nothing to draw from there, or something in the way
                continue
    return game, Game.load(game.undo().save())


def game_holds(case: Case, found: tuple[Game, Game]) -> bool:
    game, loaded = found
    solved = not check(case.puzzle, game.state.solution()) and game.state.progress().complete == case.puzzle.pairs
    kept = loaded.puzzle == case.puzzle and loaded.redo().state.strands == game.state.strands
    return kept and game.solved == solved == (solution_of(case) is not None or (solved and case.linkings is None))


# ---------------------------------------------------------------------------------------------- learning


def learned(case: Case, *, actions: str) -> tuple[bool, Puzzle, Solution]:
    """What an episode says of the solution drawn action by action, or of random actions."""
    from numlink.learn.environment import NumberlinkEnv

    environment = NumberlinkEnv(boards=[case.puzzle], actions=actions, max_steps=1000)
    _, info = environment.reset(seed=1)
    solution, stream = solution_of(case), Random(1)
    for here, there in links_in_order(solution) if solution is not None else [(0, 0)] * RANDOM_MOVES:
        allowed = info["action_mask"].nonzero()[0].tolist()
        if solution is not None:
            [action] = [each for each in allowed if link_of(environment.batch, each, actions) == (here, there)][:1]
        elif not allowed:
            break
        else:
            action = stream.choice(allowed)
        _, _, terminated, _, info = environment.step(action)
        assert info["allowed"]
        if terminated:
            break
    return info["solved"], environment.puzzle, environment.solution


def links_in_order(solution: Solution) -> Iterator[tuple[int, int]]:
    for path in solution.paths:
        yield from pairwise(path)


def link_of(batch: Any, action: int, actions: str) -> tuple[int, int]:
    """The two cells of the link that an action draws."""
    place, way = divmod(action, batch.directions)
    here = int(batch.heads[0].reshape(-1)[place]) if actions == "ends" else place
    return here, batch.grid.slots(here)[way]


def learned_holds(case: Case, found: tuple[bool, Puzzle, Solution]) -> bool:
    solved, puzzle, solution = found
    judged = check(puzzle, solution) == []
    if case.linkings:
        return solved and judged
    return puzzle == case.puzzle and (not solved or judged)


def learned_at_once(case: Case) -> list[bool]:
    from numlink.learn.environment import NumberlinkVectorEnv

    environments = NumberlinkVectorEnv(2, boards=[case.puzzle])
    _, info = environments.reset(seed=1)
    stream = Random(2)
    ends = [check(environments.puzzle(one), environments.solution(one)) == [] for one in range(2)]
    for _ in range(RANDOM_MOVES):
        masks = environments.action_masks()
        _, _, terminated, truncated, info = environments.step(
            numpy_of([stream.choice(mask.nonzero()[0].tolist() or [0]) for mask in masks])
        )
        if (terminated | truncated).any():
            break
    ends = [check(environments.puzzle(one), environments.solution(one)) == [] for one in range(2)]
    return [not solved or right for solved, right in zip(info["solved"], ends, strict=True)]


def numpy_of(numbers: list[int]) -> Any:
    import numpy as np

    return np.array(numbers)


# ---------------------------------------------------------------------------------------------- files and arrays


def kept(case: Case) -> list[Puzzle]:
    with TemporaryDirectory() as folder:
        found = []
        for ending in ("txt", "json"):
            numlink.save(case.puzzle, f"{folder}/board.{ending}")
            found += numlink.load(f"{folder}/board.{ending}")
        assert found[0] == found[1]
        return found[:1]


FACES = [
    Promise("Game", played, game_holds, names=("State",)),
    Promise("NumberlinkEnv", partial(learned, actions="ends"), learned_holds, empty=InputError),
    Promise("NumberlinkEnv by cells", partial(learned, actions="cells"), learned_holds, empty=InputError),
    Promise("NumberlinkVectorEnv", learned_at_once, lambda c, f: all(f), empty=InputError),
    Promise("save", kept, same_board, illegal=None, names=("load",)),
    Promise("stack", lambda c: unstack(stack([c.puzzle])), same_board, illegal=None, names=("unstack",)),
]


# ---------------------------------------------------------------------------------------------- commands


def headless(*asked: Any, **named: Any) -> Game | None:
    """The game in a terminal that is none, as one plays who asks for a hint, then for everything, and leaves."""
    from numlink.terminal.app import Player

    player = Player(*asked, **named)

    async def play() -> None:
        async with player.run_test(size=(100, 40)) as pilot:
            for key in ("", "i", "c", "P", "q"):
                if key:
                    await pilot.press(key)
                while len(player.workers):  # until no job runs or waits
                    await pilot.pause(0.01)

    asyncio.run(play())
    return player.return_value or player.begun


@contextmanager
def terminal() -> Iterator[None]:
    """A terminal for `play`, and somebody before it."""
    stream = SimpleNamespace(isatty=lambda: True)
    with (
        mock.patch("numlink.commands.play.sys", SimpleNamespace(stdin=stream, stdout=stream, platform="linux")),
        mock.patch("numlink.terminal.app.play_in_terminal", headless),
    ):
        yield


def game_left(case: Case, folder: Path) -> bool:
    """The saved game: all paths where there is a solution, none where there is none."""
    game = SavedGames(folder / "saves").game_of(case.puzzle)
    if game is None:  # nothing was drawn
        return not case.linkings or not case.puzzle.pairs
    return not check(case.puzzle, game.state.solution()) and not game.solved


def new_game_left(case: Case, folder: Path) -> bool:
    game = SavedGames(folder / "saves").last()
    made = case.made
    same = isinstance(made, Puzzle) and game is not None and game.puzzle.cells == made.cells
    return same or (case.sort == "large" and game is None)


class Answered:
    """The server that `serve` would run, asked for its page instead."""

    def __init__(self, app: Any) -> None:
        self.app = app

    def run(self, sockets: Any) -> None:
        from starlette.testclient import TestClient

        page = TestClient(self.app, base_url="http://localhost").get("/")  # not entered: no worker is started
        assert page.status_code == 200
        assert 'id="puzzles" data-served' in page.text


@contextmanager
def browser() -> Iterator[None]:
    with mock.patch("numlink.web.app.Server", Answered):
        yield


@cache
def server() -> Any:
    """A server with its workers, for as long as the tests run."""
    import atexit

    from starlette.testclient import TestClient

    from numlink.web.app import Settings, create_app

    client = TestClient(create_app(Settings(workers=1, requests_per_minute=0, seconds=SECONDS)))
    client.__enter__()
    atexit.register(client.__exit__)
    return client


def posted(path: str, body: Callable[[Any], Any]) -> Callable[[Case], Any]:
    """What the server answers about a board; a refusal becomes the error that its sentence stands for."""

    def ask(case: Case) -> Any:
        board = json.loads(numlink.dumps([case.puzzle], "json"))
        answer = server().post(path, json=body(board))
        found = answer.json() if answer.headers["content-type"].startswith("application/json") else answer.text
        if answer.status_code == REFUSED and case.sort == "illegal":
            raise numlink.IllegalPuzzle([Fault(FaultCode.NUMBER_ONCE, (), found["error"])])
        if answer.status_code == REFUSED:
            raise (numlink.NoSolution if case.answer is Answer.NONE else InputError)(found["error"])
        if answer.status_code == TOO_LONG:
            raise numlink.BudgetEnded(found["error"])
        assert answer.status_code == 200, (answer.status_code, found)
        return found

    return ask


def board_itself(board: Any) -> Any:
    return board


def drawing(board: Any) -> Any:
    return {"puzzle": board, "strands": []}


def found_verdict(case: Case, found: Any) -> bool:
    return case.answer is None or found["verdict"] == case.answer


def found_reveal(case: Case, found: Any) -> bool:
    state = numlink.State.start(case.puzzle)
    for move in found["moves"]:
        state = state.play(move)
    if case.answer is Answer.NONE:
        return not found["moves"]
    return case.answer is None or state.progress().solved


def found_grade(case: Case, found: Any) -> bool:
    return case.answer is None or ("grade" in found) == (case.answer is Answer.UNIQUE)


def found_repair(case: Case, found: Any) -> bool:
    [mended] = numlink.parse(json.dumps(found), "json")
    return check(mended, mended.solution) == [] and (
        case.sort == "large" or len(oracle.linkings_of_puzzle(mended)) == 1
    )


def found_hint(case: Case, found: Any) -> bool:
    return bool(found["sentence"]) and (case.answer is not Answer.NONE or found["kind"] == "unsolvable")


def found_text(case: Case, found: Any) -> bool:
    return same_board(case, numlink.parse(found["text"] if isinstance(found, dict) else found, "plain"))


def found_board(case: Case, found: Any) -> bool:
    return same_board(case, numlink.parse("".join(map(json.dumps, found["puzzles"])), "json"))


NONE, NO = numlink.NoSolution, numlink.InputError

SERVED = [
    Promise("/api/verdict", posted("/api/verdict", board_itself), found_verdict),
    Promise("/api/hint", posted("/api/hint", drawing), found_hint),
    Promise("/api/check", posted("/api/check", drawing), found_hint),
    Promise("/api/reveal", posted("/api/reveal", drawing), found_reveal),
    Promise("/api/grade", posted("/api/grade", board_itself), found_grade),
    Promise("/api/repair", posted("/api/repair", board_itself), found_repair, no_solution=NONE, may=NO),
    Promise(
        "/api/write", posted("/api/write", lambda board: {"puzzle": board, "format": "plain"}), found_text, illegal=None
    ),
    Promise("/api/read", posted("/api/read", lambda board: {"text": json.dumps(board)}), found_board, illegal=None),
]
"""What `serve` serves, by the path."""

PLAYED = [
    Command(
        ("play", "{board}", "--saves", "{folder}/saves"),
        ends=lambda case: {2 if case.sort == "illegal" or case.puzzle.layout.tiling is not None else 0},
        left=game_left, around=terminal,
    ),
    Command(
        ("play", *ON, "--saves", "{folder}/saves"),
        ends=lambda case: {2 if isinstance(case.made, InputError) or case.puzzle.layout.tiling is not None else 0},
        left=new_game_left, around=terminal,
        skips=lambda case: isinstance(case.made, Unanswered) or case.sort == "large",
    ),
    Command(("serve", "{board}", "--port", "0"), none=1, around=browser),
]  # fmt: skip
"""A terminal shows no tilings.  A board with several solutions is played and served: any of them is right."""
