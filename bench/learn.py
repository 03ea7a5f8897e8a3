"""Learning environments: steps and resets a second, random allowed actions at 7x7, beside the peer on the index.

NUMLINK_PEER names a Python that has `numberlink` 0.1.7 and Gymnasium in an environment of its own; without it ours
alone is measured.  The two take turns; processor seconds of one core, the best of three rounds; choosing
actions included.
"""

import json
import os
import subprocess
import sys
from time import process_time

ROUNDS = 3
PEER = ["NumberLinkRGB-v0", "numberlink"]
OURS = ["numlink/Numberlink-v0", "numlink.learn"]
POOL = 1000


def measure(name, module, options, warm):
    """Figures a second of one environment; run in a process of its own."""
    import importlib

    import gymnasium
    import numpy as np

    library = importlib.import_module(module)
    if module == "numberlink":
        options = {"generator": library.GeneratorConfig(width=7, height=7, colors=5, mode="random_walk")}
    chance = np.random.default_rng(1)
    single = gymnasium.make(name, **options)
    for board in range(POOL if warm else 0):
        single.reset(options={"board": board})
    found = {}

    def steps(count):
        _, info = single.reset(seed=1)
        begin = process_time()
        for _ in range(count):
            allowed = info["action_mask"].nonzero()[0]
            over = not len(allowed)
            if not over:
                *_, terminated, truncated, info = single.step(allowed[int(chance.random() * len(allowed))])
                over = terminated or truncated
            if over:
                _, info = single.reset()
        return count / (process_time() - begin)

    found["single"] = steps(20_000 if warm else 5_000)
    begin = process_time()
    resets = 20_000 if warm else 3_000
    for _ in range(resets):
        single.reset()
    found["resets"] = resets / (process_time() - begin)
    many = gymnasium.make_vec(name, num_envs=64, **options)
    for board in range(POOL if warm else 0):
        many.reset(options={"board": board})
    _, infos = many.reset(seed=1)
    turns = 2_000 if warm else 100
    begin = process_time()
    for _ in range(turns):
        mask = infos["action_mask"]
        *_, infos = many.step((chance.random(mask.shape, dtype=np.float32) * mask).argmax(1))
    found["vector of 64"] = 64 * turns / (process_time() - begin)
    return found


def ask(python, name, module, options, warm):
    """`measure` in a fresh process."""
    code = (
        f"import json, warnings; warnings.simplefilter('ignore'); from bench.learn import measure; "
        f"print(json.dumps(measure({name!r}, {module!r}, {options!r}, {warm!r})))"
    )
    done = subprocess.run([python, "-c", code], capture_output=True, text=True, check=True)
    return json.loads(done.stdout.splitlines()[-1])


def agents():
    """What the agents of docs/learning.md solve of 100 boards of each grade."""
    from numlink.learn.agents import deduction_agent, greedy_agent, make_environment, play, random_agent

    scores = {}
    for grade in ("easy", "medium", "hard"):
        for agent in (random_agent, greedy_agent, deduction_agent):
            environment = make_environment(size=7, difficulty=grade, background=False)
            scores[f"{grade}, {agent.__name__}"] = play(environment, agent(1), episodes=100, seed=1).solved
    return scores


def run():
    """The figures of both and of the agents."""
    options = {"size": 7, "difficulty": "easy", "background": False, "pool": POOL}
    peer = os.environ.get("NUMLINK_PEER")
    rounds = []
    for _ in range(ROUNDS):
        rounds.append({"numlink": ask(sys.executable, *OURS, options, True)})
        if peer:
            rounds[-1]["numberlink 0.1.7"] = ask(peer, *PEER, {}, False)
        print(rounds[-1])
    best = {
        library: {what: max(one[library][what] for one in rounds) for what in rounds[0][library]}
        for library in rounds[0]
    }
    for library, figures in best.items():
        print(library, ", ".join(f"{what}: {figure:,.0f} a second" for what, figure in figures.items()))
    scores = agents()
    print(scores)
    return {"rounds": rounds, "best": best, "solved of 100": scores}
