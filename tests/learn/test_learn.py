"""The environments: Gymnasium's own checks, reproducible episodes, exact masks, the same core for one and for many."""

import importlib
import json
import random
import sys
from pathlib import Path

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import numlink.learn
from numlink import Grid, Layout, Puzzle, Solution, check
from numlink.engine.episodes.drawings import BoardRows, Drawings
from numlink.errors import FaultCode, InputError, MissingExtra
from numlink.learn.stream import Stream
from tests.tilings import polygons_of

GOLDEN = Path(__file__).parents[1] / "golden" / "episodes.json"
KINDS = [
    {"size": 5},
    {"size": "5x4", "difficulty": "easy", "observation": "dict", "undo": True},
    {"size": 5, "rules": "no-touch", "actions": "cells"},
    {"size": 5, "rules": "free", "actions": "cells", "undo": True, "reward": "shaped"},
    {"size": 5, "board": "hex", "undo": True},
    {"size": 5, "board": "triangle"},
    {"size": 4, "wrap": "both", "rules": "no-touch"},
    {"size": 6, "bridges": "few", "actions": "cells", "undo": True},
    {"size": 5, "bridges": "few", "walls": "few", "observation": "dict"},
    {"size": 3, "layers": 2, "rules": "free-no-touch", "actions": "cells"},
    {"size": 3, "layers": 2, "board": "hex"},
    {"size": 5, "solids": "few", "rules": "no-touch", "undo": True},
    {"size": 4, "board": "diagonal", "walls": "few", "undo": True},
    {"tiling": polygons_of(Grid(4, 3, layout=Layout(kind="hex"))), "undo": True},
    {"size": 4, "board": "diagonal", "wrap": "rows", "rules": "no-touch", "actions": "cells"},
]
NAMES = ["-".join(f"{value!s:.14}" for value in options.values()) for options in KINDS]


def made(**options):
    return gymnasium.make(numlink.learn.NAME, **{"background": False, "pool": 8, **options})


def many(count, **options):
    return gymnasium.make_vec(numlink.learn.NAME, num_envs=count, **{"background": False, "pool": 8, **options})


def lucky(mask, generator):
    """One of the allowed actions."""
    return generator.choice(np.flatnonzero(mask).tolist() or [0])


def same(first, second):
    """Whether two observations or infos are equal, dtypes and keys included."""
    if isinstance(first, dict):
        return first.keys() == second.keys() and all(same(first[key], second[key]) for key in first)
    return np.array_equal(first, second) and np.asarray(first).dtype == np.asarray(second).dtype


@pytest.mark.table(4)
@pytest.mark.parametrize("options", KINDS, ids=NAMES)
def test_the_checker_of_gymnasium_accepts_the_environments(options, capsys):
    check_env(made(**options).unwrapped)
    capsys.readouterr()  # the human mode draws


# ---------------------------------------------------------------------------- what is allowed, by the judge


OUT_OF_PLACE = {FaultCode.NUMBER_ONCE, FaultCode.MISSING_PATH, FaultCode.UNCOVERED, FaultCode.HALF_BRIDGE}
"""Faults that the judge finds in every unfinished drawing."""


def strands_of(puzzle, links):
    """The strands of links between tracks, as cells; None where they branch or close a loop."""
    grid = puzzle.grid
    around = {}
    for first, second in links:
        around.setdefault(first, []).append(second)
        around.setdefault(second, []).append(first)
    if any(len(others) > 2 for others in around.values()):
        return None
    strands, cells = [], grid.track_cells()
    while ends := [track for track, others in around.items() if len(others) == 1]:
        path = [ends[0]]
        while around[path[-1]]:
            other = around[path[-1]].pop()
            around[other].remove(path[-1])
            path.append(other)
        around = {track: others for track, others in around.items() if others}
        strands.append(tuple(cells[track] for track in path))
    return None if around else strands


def faultless(puzzle, links):
    """Whether the judge finds no fault in the drawing, with each strand taken as a path of its own."""
    strands = strands_of(puzzle, links)
    if strands is None:
        return False
    cells = list(puzzle.cells)
    ends = [end for strand in strands for end in (strand[0], strand[-1])]
    if any(cells[one] > 0 and cells[other] > 0 and cells[one] != cells[other] for one, *_, other in strands):
        return False
    spare = len(strands)
    for cell, content in enumerate(cells):
        if content > 0 and cell not in ends:
            spare += 1
            cells[cell] = spare  # an end that has not been moved yet
    bridges = [cell for cell in ends if cell in puzzle.layout.bridges]
    for number, strand in enumerate(strands, start=1):
        for end in (strand[0], strand[-1]):
            cells[end] = number if end not in bridges else 0
    solution = Solution(puzzle.width, puzzle.height, tuple(strands), puzzle.layout)
    allowed = OUT_OF_PLACE | ({FaultCode.WRONG_ENDS, FaultCode.EXTRA_PATH} if bridges else set())
    faults = check(Puzzle(puzzle.width, puzzle.height, tuple(cells), puzzle.rules, layout=puzzle.layout), solution)
    return all(fault.code in allowed for fault in faults)


def drawn_links(batch, lattice):
    """The links drawn in an episode, as pairs of tracks; `lattice` has the other track for each (track, way)."""
    ways = batch.directions
    return {
        (min(track, other), max(track, other))
        for place, other in enumerate(lattice)
        for track, way in [divmod(place, ways)]
        if other >= 0 and batch.episodes.is_drawn(0, track, way)
    }


def allowed_by_the_judge(environment, action, links):
    """Whether an action is allowed, from the meaning of actions in docs/learning.md and the judge alone."""
    batch, puzzle = environment.batch, environment.puzzle
    grid, ways = puzzle.grid, batch.directions
    place, way = divmod(action, ways)
    if environment.batch.settings.actions.value == "cells":
        beside = grid.slots(place)[way]
        start = grid.track(place, beside) if beside >= 0 else place
        last = None
    else:
        ends = puzzle.endpoints().get(place // 2 + 1)
        if ends is None:
            return False
        trails = [trail(links, end) for end in ends]
        joined = trails[0][-1] == ends[1]
        if joined:
            start, last = (int(head) for head in met(environment, place))
        else:
            start = trails[place % 2][-1]
            last = trails[place % 2][-2] if len(trails[place % 2]) > 1 else None
    other = grid.lattice()[1][start * ways + way]
    if other < 0:
        return False
    link = (min(start, other), max(start, other))
    if link in links:
        return batch.settings.undo and (last is None or other == last)
    return not (last is not None and place >= 0 and batch.settings.actions.value == "ends" and joined) and faultless(
        puzzle, [*links, link]
    )


def met(environment, place):
    """The two tracks between which a number was joined, this end's first."""
    return environment.batch.episodes.head(0, place), environment.batch.episodes.head(0, place ^ 1)


def trail(links, start):
    path = [start]
    before = None
    while True:
        ahead = [a + b - path[-1] for a, b in links if path[-1] in (a, b) and a + b - path[-1] != before]
        if not ahead:
            return path
        before = path[-1]
        path.append(ahead[0])


@pytest.mark.table(5)
@pytest.mark.parametrize("options", KINDS, ids=NAMES)
def test_an_action_is_allowed_exactly_if_the_judge_allows_it(options):
    environment = made(**options).unwrapped
    generator = random.Random(str(options))
    for seed in range(2):
        _, info = environment.reset(seed=seed)
        lattice = environment.puzzle.grid.lattice()[1]
        for _ in range(9):
            links = drawn_links(environment.batch, lattice)
            mask = [allowed_by_the_judge(environment, action, links) for action in range(environment.action_space.n)]
            assert mask == (info["action_mask"] != 0).tolist(), environment.render()
            *_, info = environment.step(lucky(info["action_mask"], generator))


# ---------------------------------------------------------------------------- episodes


def played(environment, seed, generator):
    """One episode of random allowed actions: its actions and its results."""
    _, info = environment.reset(seed=seed)
    moves = []
    while True:
        moves.append(lucky(info["action_mask"], generator))
        _, reward, terminated, truncated, info = environment.step(moves[-1])
        if terminated or truncated:
            return moves, reward, info


@pytest.mark.table(5)
@pytest.mark.parametrize("options", KINDS, ids=NAMES)
def test_solved_means_what_the_judge_means(options):
    """Random moves on boards so small that some are solved; with undo both answers must occur."""
    environment = made(
        **{**options, "size": 3 if options.get("size") == 3 else 4, "pool": 40, "max_steps": 400}
    ).unwrapped
    generator = random.Random(1)
    answers = set()
    for seed in range(40):
        _, _, info = played(environment, seed, generator)
        faults = check(environment.puzzle, environment.solution)
        stray = len(environment.batch.strands()) > environment.puzzle.pairs
        assert info["solved"] == (not faults and not stray)
        answers.add(info["solved"])
    assert True in answers or not options.get("undo") or "bridges" in options  # random drawings cross no bridge


def test_the_solution_can_be_drawn_and_is_rewarded():
    for reward, sums in (("solved", 1.0), ("shaped", 2.0)):
        environment = made(size=6, reward=reward).unwrapped
        environment.reset(seed=3)
        total = 0.0
        for number, path in enumerate(environment.puzzle.solution.paths):
            assert environment.puzzle.cells[path[0]] == number + 1
            for here, there in zip(path, path[1:], strict=False):
                way = environment.puzzle.grid.slots(here).index(there)
                _, gain, terminated, _, info = environment.step(8 * number + way)
                total += gain
        assert terminated
        assert info["solved"]
        assert total == pytest.approx(sums)
        assert not check(environment.puzzle, environment.solution)
        assert not info["action_mask"].any()


def test_what_is_not_allowed_changes_nothing_and_time_runs_out():
    environment = made(size=5, max_steps=3).unwrapped
    first, info = environment.reset(seed=1)
    forbidden = int(np.flatnonzero(info["action_mask"] == 0)[0])
    for turn in range(3):
        seen, reward, terminated, truncated, info = environment.step(forbidden)
        assert same(seen, first)
        assert (reward, terminated, truncated, info["allowed"]) == (0.0, False, turn == 2, False)


def test_the_same_seeds_are_the_same_episodes_for_ever():
    told = []
    for options in (KINDS[0], KINDS[2], KINDS[4]):
        environment = made(**options, pool=50).unwrapped
        generator = random.Random(5)
        for seed in (1, 2):
            moves, reward, info = played(environment, seed, generator)
            told.append([environment.puzzle.recipe, info["board"], moves, reward, info["solved"]])
    assert json.loads(json.dumps(told)) == json.loads(GOLDEN.read_text())


# ---------------------------------------------------------------------------- many at once


@pytest.mark.table(4)
@pytest.mark.parametrize("options", KINDS, ids=NAMES)
def test_many_at_once_are_the_same_as_each_alone(options):
    """Step by step compared with Gymnasium's own vector of single environments, through ends and resets."""
    options = {**options, "max_steps": 25, "background": False, "pool": 8}
    ours = gymnasium.make_vec(numlink.learn.NAME, num_envs=3, **options)
    theirs = gymnasium.make_vec(numlink.learn.NAME, num_envs=3, vectorization_mode="sync", **options)
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    generator = random.Random(2)
    (seen, infos), (expected, expected_infos) = ours.reset(seed=7), theirs.reset(seed=7)
    ended = 0
    for turn in range(60):
        assert same(seen, expected), turn
        assert same(infos, expected_infos), turn
        assert seen in ours.observation_space
        actions = [
            lucky(mask, generator) if generator.random() < 0.9 else generator.randrange(len(mask))
            for mask in infos["action_mask"]
        ]
        seen, rewards, terminated, truncated, infos = ours.step(np.array(actions))
        expected, *results, expected_infos = theirs.step(np.array(actions))
        for mine, other in zip((rewards, terminated, truncated), results, strict=True):
            assert same(mine, other)
        ended += int((terminated | truncated).sum())
    assert ended > 2
    ours.close()
    theirs.close()


def test_seeds_and_boards_can_be_given_to_many():
    environments = many(3, size=4)
    first, infos = environments.reset(seed=[4, 5, 6])
    again, _ = environments.reset(seed=4)
    assert same(first, again)
    _, infos = environments.reset(options={"board": 5})
    assert infos["board"].tolist() == [5, 5, 5]
    assert environments.puzzle(0) == environments.puzzle(2) == Stream(4)[5]
    with pytest.raises(InputError, match="3 environments need 3 seeds, not 1"):
        environments.reset(seed=[1])


# ---------------------------------------------------------------------------- boards


def test_boards_are_proven_graded_and_kept():
    stream = Stream("5x4", difficulty="easy")
    assert stream[2] is stream[2]
    assert numlink.prove(stream[2]).answer == "unique"
    assert str(numlink.rate(stream[2]).grade) == "easy"
    assert stream[2] == Stream("5x4", difficulty="easy")[2]


def test_a_thread_makes_boards_ahead_and_ends():
    environment = made(size=4, background=True, pool=3)
    stream = environment.unwrapped.batch.source
    thread = next(iter(stream._maker._threads))
    environment.reset(seed=1)
    for _ in range(1000):
        if len(stream._kept) == 3:
            break
        thread.join(0.01)
    assert stream[:3] == Stream(4)[:3]
    environment.close()
    thread.join(10)
    assert not thread.is_alive()


def test_given_boards_are_played_with_their_own_rules_and_numbers():
    boards = [Puzzle(3, 1, (7, 0, 7)), Puzzle(3, 1, (2, 2, 0), rules="free")]
    environment = made(boards=boards).unwrapped
    assert environment.action_space.n == 8
    environment.reset(options={"board": 1})
    *_, terminated, _, info = environment.step(1)
    assert (terminated, info["solved"]) == (True, True)
    environment.reset(options={"board": 0})
    *_, info = environment.step(1)
    assert not info["solved"]
    *_, info = environment.step(1)
    assert info["solved"]
    assert environment.solution.paths == ((), (), (), (), (), (), (0, 1, 2))


def test_a_dataset_and_a_file_are_boards(small, tmp_path):
    data = numlink.Dataset(str(small))
    same_size = next(data.where("true", limit=1))
    numlink.save([data.puzzle(same_size)], tmp_path / "one.txt")
    environment = made(boards=str(tmp_path / "one.txt")).unwrapped
    environment.reset(seed=1)
    assert environment.puzzle == data[0]
    environment = made(boards=str(small), pool=1, numbers=12).unwrapped
    environment.reset(seed=1)
    assert environment.puzzle == data[0]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"observation": "picture"}, "observation must be one of planes, dict"),
        ({"actions": "jump"}, "actions must be one of ends, cells"),
        ({"reward": 3}, "reward must be one of"),
        ({"pool": 0}, "pool must be"),
        ({"first": -1}, "first must be"),
        ({"boards": []}, "at least one board"),
        ({"boards": [Puzzle(2, 1, (1, 1))], "size": 5}, "size cannot be set"),
        ({"boards": [Puzzle(2, 1, (1, 1))], "first": 3}, "none from number 3 on"),
        ({"seed": 3}, "a stream has no seed"),
    ],
)
def test_what_cannot_be_is_refused(options, message):
    with pytest.raises(InputError, match=message):
        made(**options)


def test_boards_that_do_not_fit_are_refused():
    boards = [Puzzle(2, 1, (1, 1)), Puzzle(3, 1, (1, 0, 1)), Puzzle(2, 2, (1, 2, 1, 2))]
    with pytest.raises(InputError, match="differs in size or kind"):
        made(boards=boards).reset(options={"board": 1})
    with pytest.raises(InputError, match="Give numbers=2"):
        made(boards=boards[2:], numbers=1).reset()


# ---------------------------------------------------------------------------- agents


@pytest.mark.parametrize("actions", ["ends", "cells"])
def test_agents_play_and_deduction_solves(actions):
    from numlink.learn.agents import deduction_agent, greedy_agent, make_environment, play, random_agent

    environment = make_environment(size=5, difficulty="easy", background=False, actions=actions)
    scores = [
        play(environment, agent(1), episodes=12, seed=1) for agent in (random_agent, greedy_agent, deduction_agent)
    ]
    assert (
        scores
        == [play(environment, agent(1), episodes=12, seed=1) for agent in (random_agent, greedy_agent)] + scores[2:]
    )
    assert scores[0].solved < scores[2].solved == 12
    assert scores[1].solved < 12


def test_without_gymnasium_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "gymnasium.envs.registration", None)
    with pytest.raises(MissingExtra, match=r"pip install 'numlink\[learn\]'"):
        importlib.reload(numlink.learn)


# ---------------------------------------------------------------------------- pictures


def test_drawings_are_shown_as_text_and_pixels():
    environment = made(boards=[Puzzle(3, 2, (1, 0, 1, 2, 0, 2))], render_mode="ansi")
    environment.reset()
    environment.step(1)
    environment.step(8 + 1)
    assert environment.render() == "┌───────┐\n│ 1─╴ 1 │\n│ 2─╴ 2 │\n└───────┘"
    environment = made(boards=[Puzzle(3, 2, (1, 0, 1, 2, 0, 2))], render_mode="rgb_array")
    environment.reset()
    before = environment.render()
    environment.step(1)
    after = environment.render()
    assert before.shape == after.shape == (80, 112, 3)
    middle = (40 - 16, 56 - 16 // 2)
    assert (before[middle] != after[middle]).any()


# ---------------------------------------------------------------------------- without the compiled core


def replay():
    """The results of random links on random boards, as numbers, compiled or not."""
    generator = random.Random(11)
    told = []
    for layout in (numlink.Layout(), numlink.Layout(bridges=[5]), numlink.Layout(kind="hex")):
        grid, bridges = numlink.Grid(4, 4, layout=layout), sorted(layout.bridges)
        ways, lattice = grid.lattice()
        cells = [1, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 0, 0, 0]
        boards = BoardRows(16, ways, 3, 1)
        for touch in (True, False):
            row = boards.add(cells, lattice, bridges, fill=True, touch=touch)
            drawings = Drawings(boards, 1)
            drawings.wipe(0, row)
            for _ in range(150):
                track, way = generator.randrange(16 + len(bridges)), generator.randrange(ways)
                if drawings.is_drawn(0, track, way):
                    if generator.random() < 0.2:
                        drawings.erase(0, track, way)
                elif drawings.may_draw(0, track, way):
                    drawings.draw(0, track, way)
                told.append([drawings.head(0, 1), drawings.solved(0), sum(drawings.labels), sum(drawings.shown)])
    return told


def test_the_engine_says_the_same_uncompiled(uncompiled):
    out = uncompiled("-c", "import json; from tests.learn.test_learn import replay; print(json.dumps(replay()))")
    assert json.loads(out) == json.loads(json.dumps(replay()))


def test_a_cell_with_too_many_neighbours_is_refused():
    hub = [[(0, -1), (17, -1), (17, 0), (0, 0)], *([(x, 0), (x + 1, 0), (x + 1, 1), (x, 1)] for x in range(17))]
    with pytest.raises(InputError, match="more than 16 neighbours"):
        made(tiling=hub).reset()


def test_a_board_that_does_not_fit_is_named_by_its_number_in_the_stream_with_the_remedy_that_helps():
    plain = Puzzle(3, 3, (1, 2, 3, 0, 0, 0, 1, 2, 3))
    bridged = Puzzle(3, 3, (0, 1, 0, 2, 0, 2, 0, 1, 0), layout=Layout(bridges=[4]))
    boards = [plain] * 100_001 + [bridged]
    with pytest.raises(InputError, match=r"board 100001 has 1 bridges.*leave this one out"):
        made(boards=boards, first=1, pool=100_001).reset(options={"board": 100_001})


def test_boards_of_other_polygons_are_not_one_batch():
    hexes, squares = (polygons_of(Grid(4, 1, layout=Layout(kind=kind))) for kind in ("hex", "square"))
    boards = [Puzzle(4, 1, (1, 0, 0, 1), layout=Layout(tiling=polygons)) for polygons in (hexes, squares)]
    with pytest.raises(InputError, match="differs in size or kind"):
        made(boards=boards).reset(options={"board": 1})
