"""Growing lab boards: ours beside a straightforward Python transcription of the assignment's pseudocode."""

import random
import resource
import statistics
import subprocess
import sys
import time

from numlink.engine.covers.growth import Growth

SIZES = (200, 500, 1000, 2000, 4000)
REPEATS = 5


def transcribed(n: int, seed: int) -> int:
    """Parts 1 to 4 as a student would write them in Python; returns the number of paths."""
    draw = random.Random(seed)
    parent = {(i, j): (i, j) for i in range(n) for j in range(n)}
    rank = dict.fromkeys(parent, 0)

    def findset(x):
        while parent[x] != x:
            x = parent[x]
        return x

    def setunion(x, y):
        x, y = findset(x), findset(y)
        if rank[x] < rank[y]:
            x, y = y, x
        if rank[x] == rank[y]:
            rank[x] += 1
        parent[y] = x

    def free(x):
        return x in parent and parent[x] == x and rank[x] == 0

    directions = {"N": (-1, 0), "E": (0, 1), "W": (0, -1), "S": (1, 0)}

    def neighbours(x):
        for letter in draw.choice(("NEWS", "EWSN", "WSNE", "SNEW")):
            k = x[0] + directions[letter][0], x[1] + directions[letter][1]
            if k in parent:
                yield k

    def addpath():
        start = draw.randrange(n * n)
        for offset in range(n * n):
            here = divmod((start + offset) % (n * n), n)
            if free(here):
                there = next(filter(free, neighbours(here)), None)
                if there:
                    break
        else:
            return False
        setunion(here, there)
        while there:
            here = there
            root = findset(here)
            there = next(
                (k for k in neighbours(here) if free(k) and sum(findset(x) == root for x in neighbours(k)) == 1), None
            )
            if there:
                setunion(here, there)
        return True

    paths = 0
    while addpath():
        paths += 1
    return paths


def ours(n: int, seed: int) -> int:
    """Growth and numbering, solution in flat arrays."""
    growth = Growth(n, n, seed)
    growth.grow(n * n)
    growth.number_paths()
    return len(growth.starts()) - 1


def timed(function, n: int, seed: int) -> float:
    """Seconds of one call."""
    begun = time.perf_counter()
    function(n, seed)
    return time.perf_counter() - begun


def run() -> dict[str, object]:
    """Seconds and nanoseconds a cell by size, the ratio of the bar, memory, and the time to a first board."""
    rows = {}
    for n in SIZES:
        seconds = statistics.median(timed(ours, n, seed) for seed in range(REPEATS if n < 4000 else 3))
        rows[n] = {"seconds": seconds, "nanoseconds_a_cell": seconds / n / n * 1e9}
        print(f"{n}x{n}: {seconds:.3f} s, {rows[n]['nanoseconds_a_cell']:.0f} ns a cell")
    baseline = {}
    for n in (50, 100, 200):
        baseline[n] = timed(transcribed, n, 1)
        print(f"transcription {n}x{n}: {baseline[n]:.3f} s, {baseline[n] / n / n * 1e9:.0f} ns a cell")
    ratio = rows[2000]["nanoseconds_a_cell"] / rows[200]["nanoseconds_a_cell"]
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    starts = [
        timed(
            lambda *_: subprocess.run(
                [sys.executable, "-m", "numlink", "classic", "7"], capture_output=True, check=True
            ),
            7,
            0,
        )
        for _ in range(11)
    ]
    print(f"cost a cell, 2000x2000 to 200x200: {ratio:.2f}; peak memory {memory:.2f} GB")
    print(f"numlink classic 7, process start to end: {statistics.median(starts):.3f} s")
    return {
        "growth": rows,
        "transcription_seconds": baseline,
        "ratio_2000_to_200": ratio,
        "peak_gigabytes": memory,
        "classic_7_seconds": starts,
    }
