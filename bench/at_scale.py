"""The whole pipeline of a dataset at 10^5, 10^6 and 10^7 rows: time, processor time and memory of every step.

    python -m bench.at_scale 100000 1000000 10000000

Boards cost next to nothing here, so that what is measured is the coordinator, the files and the readers: 5x15, three
corridors between two columns of solids, each cut into paths by solids (797 ways each).  So 1.3 * 10^8 boards up to
symmetry, every one with exactly one solution.  Any index may draw any of them: at 10^7 rows one in 25 is displaced.
The plan is that of 5x15 boards; what the workers make of it is replaced below, in this process and, since they import
this file, in the workers.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from hashlib import blake2b
from itertools import cycle, groupby
from pathlib import Path
from random import Random

from numlink.datasets import codecs as dataset_workers
from numlink.datasets import plan as dataset_plan
from numlink.datasets import rows as dataset_rows
from numlink.datasets import run as dataset_run
from numlink.datasets.folder import Folder
from numlink.datasets.manifest import CONFIGURATION, MANIFEST, Manifest
from numlink.datasets.parquet import Parquet
from numlink.datasets.plan import plan_from
from numlink.datasets.rows import RECTANGLE
from numlink.model.puzzle import _renumbered

WIDTH, HEIGHT = 5, 15
SHORTEST = 3
SEED = 7
DIFFERENT = 120_000_000
"""Boards that `lay` draws hashes of: nearly as many as there are."""

INTERRUPTED_AT = 0.95
"""Share of the rows after which the run gets Ctrl-C, so that the rest of it begins with adopting them."""


def _runs(length: int) -> list[tuple[tuple[int, int], ...]]:
    """All ways to cut a corridor into paths: (first cell, cell behind the last) of each."""
    found = []
    for filled in range(1, 1 << length):
        cells = [filled >> cell & 1 for cell in range(length)]
        runs, place = [], 0
        for value, group in groupby(cells):
            after = place + len(list(group))
            if value:
                runs.append((place, after))
            place = after
        if all(end - start >= SHORTEST for start, end in runs):
            found.append(tuple(runs))
    return found


WAYS = _runs(HEIGHT)


def _column(runs):
    """The cells of a corridor, its numbers from 1: -1 solid, 0 within a path, k an end of its k-th path."""
    cells = [-1] * HEIGHT
    for number, (start, end) in enumerate(runs, start=1):
        cells[start:end] = [number, *[0] * (end - start - 2), number]
    return cells


COLUMNS = [_column(runs) for runs in WAYS]
SIGNS = [[min(cell, 1) for cell in column] for column in COLUMNS]
MIRRORED = [WAYS.index(tuple((HEIGHT - end, HEIGHT - start) for start, end in reversed(runs))) for runs in WAYS]
PATHS = [
    [
        [list(range(start * WIDTH + column, end * WIDTH + column, WIDTH)) for start, end in runs]
        for column in range(0, WIDTH, 2)
    ]
    for runs in WAYS
]
"""Of every way its paths in each of the three corridors."""


def cheap_row(plan, index, first=0, *, free=lambda _: True):
    """In place of `first_row`: the first attempt whose board is free."""
    for attempt in range(first, plan.attempts):
        drawn = int.from_bytes(blake2b(f"{plan.seed} {index} {attempt}".encode(), digest_size=8).digest(), "big")
        ways = drawn % 797, drawn // 797 % 797, drawn // 797**2 % 797
        name = _hash(ways)
        if free(name):
            paths = [path for place, way in enumerate(ways) for path in PATHS[way][place]]
            return _row(plan, index, attempt, _cells(ways), paths, name)
    return None


def _cells(ways):
    """The cells of a board, its numbers from 1 in the order of its corridors."""
    cells = [-1] * (WIDTH * HEIGHT)
    before = 0
    for place, way in enumerate(ways):
        cells[2 * place :: WIDTH] = [cell + before if cell > 0 else cell for cell in COLUMNS[way]]
        before += len(WAYS[way])
    return cells


def _hash(ways):
    """`canonical_hash` of these boards: of two copies the smaller one is told by where solids and ends are."""
    one, two, three = ways
    mirrored = MIRRORED[one], MIRRORED[two], MIRRORED[three]
    copies = (ways, ways[::-1], mirrored, mirrored[::-1])
    best = min(copies, key=lambda copy: list(zip(*(SIGNS[way] for way in copy), strict=True)))
    text = f"cover {WIDTH}x{HEIGHT} {' '.join(map(str, _renumbered(_cells(best))))}"
    return blake2b(text.encode(), digest_size=16).hexdigest()


_REST = {column: None for _, column, _ in dataset_rows.figures()}


def _row(plan, index, attempt, cells, paths, name):
    lengths = [len(path) for path in paths]
    return {
        "index": index, "attempt": attempt, "size": f"{WIDTH}x{HEIGHT}", "width": WIDTH, "height": HEIGHT,
        **RECTANGLE, "rules": "cover", "pairs": len(paths), "shortest": min(lengths), "longest": max(lengths),
        "cells": cells, "paths": paths, "claim": "unique", "engine": "search", "conflicts": 0, "decisions": 0,
        "propagations": sum(lengths) + index % 1000, "states": 0, "grade": None, **_REST, "seed": index, "recipe": "",
        "hash": name,
    }  # fmt: skip


for _module in (dataset_workers, dataset_run):
    _module.first_row = cheap_row
dataset_plan.PIECE_WORK *= 14  # 1000 boards a task: as long as 250 real ones of 7x7, a third of a second


def make(target: str, count: int, *, stop: bool) -> dict[str, object]:
    """Make, or go on, until it is done or (`stop`) nearly; processor seconds of the coordinator by what it did."""
    from numlink.datasets.make import make_dataset

    plan = plan_from({"count": count, "sizes": f"{WIDTH}x{HEIGHT}", "seed": SEED, "rating": False})
    spent: dict[str, float] = {}
    last = ["beginning", time.process_time()]
    begun = time.perf_counter()

    def tell(state: dataset_run.Progressed) -> None:
        words = "replacing" if state.words.startswith("replacing") else state.words
        if words != last[0]:
            now = time.process_time()
            spent[last[0]] = spent.get(last[0], 0.0) + now - last[1]
            last[:] = [words, now]
        if stop and words == "made" and state.done >= INTERRUPTED_AT * count:
            raise KeyboardInterrupt

    try:
        make_dataset(target, plan, workers=2, on_progress=tell)
    except KeyboardInterrupt:
        assert stop
    tell(dataset_run.Progressed(0, 0, "over", 0))
    return used(resource.getrusage(resource.RUSAGE_SELF), time.perf_counter() - begun) | {
        "workers": resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime,
        "by_step": {words: round(seconds, 2) for words, seconds in spent.items()},
    }


def lay(target: str, count: int, source: str) -> None:
    """Write the first attempts of `count` rows: the boards of another dataset again and again, with hashes drawn anew.

    For counts that take workers hours: a run that goes on adopts these rows, finds the displaced ones, one in 25 at
    10^7, and has them made.  The coordinator never looks at boards, so it does all but receive rows.
    """
    plan = plan_from({"count": count, "sizes": f"{WIDTH}x{HEIGHT}", "seed": SEED, "rating": False})
    folder, codec, chance = Folder(target), Parquet(), Random(SEED)
    folder.make()
    folder.write(CONFIGURATION, plan.to_toml().encode())
    folder.write(MANIFEST, Manifest(plan, plan.run, dataset_run.versions_of(plan)).to_bytes())
    files = sorted(Path(source).glob("*.parquet"))
    for first, file in enumerate(files):
        rows = list(codec.read(file.read_bytes()).rows())
        for shard in range(first, plan.shards, len(files)):
            laid = []
            for index, row in zip(plan.indices(shard), cycle(rows), strict=False):
                name = blake2b(b"%d" % chance.randrange(DIFFERENT), digest_size=16).hexdigest()
                laid.append(row | {"index": index, "seed": index, "attempt": 0, "hash": name})
            folder.write(plan.shard_name(shard), codec.join([codec.pack(laid)]))


def used(usage: resource.struct_rusage, seconds: float) -> dict[str, object]:
    """Wall-clock and processor seconds, and the highest resident memory in megabytes."""
    return {
        "seconds": round(seconds, 1),
        "processor": round(usage.ru_utime + usage.ru_stime, 1),
        "megabytes": usage.ru_maxrss // 1000,
    }


def program(*words: object) -> tuple[dict[str, object], str]:
    """What a program used, with its children, and what it printed."""
    begun = time.perf_counter()
    with tempfile.TemporaryFile("w+") as out:
        process = subprocess.Popen([sys.executable, *map(str, words)], stdout=out)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        assert process.returncode in (0, -signal.SIGPIPE), (words, process.returncode)
        out.seek(0)
        return used(usage, time.perf_counter() - begun), out.read(100_000)


def steps(count: int, scratch: Path) -> Iterator[dict[str, object]]:
    """Every step over a dataset of so many rows: all figures so far, after each."""
    target = scratch / str(count)
    found: dict[str, object] = {}
    for name in ("made", "went on"):
        _, text = program("-m", "bench.at_scale", "--make", target, count, *(["--stop"] if name == "made" else []))
        found[name] = json.loads(text)
        print(f"{count:,} {name}: {text.strip()}", flush=True)
        yield found
    sizes = [path.stat().st_size for path in target.glob("*.parquet")]
    found |= {"shards": len(sizes), "bytes": sum(sizes)}
    asked = {
        "stats": ("stats", target, "--json"),
        "check": ("check", target, "--json", "--workers", 2),
        "show --where": ("show", target, "--where", f'"index" % {count // 10} = 7 and pairs > 3', "--json"),
        "resume, nothing to do": (),
        "export": ("export", target, "--no-reasoning", "--workers", 2, "-o", scratch / "text.jsonl"),
    }
    for name, words in asked.items():
        command = ("dataset", *words) if words else ("batch", "--resume", target)
        found[name], text = program("-m", "numlink", *command)
        print(
            f"{count:,} {name}: {json.dumps(found[name])} {text[:150].strip() if name != 'export' else ''}", flush=True
        )
        if name == "stats":
            found["replaced"] = json.loads(text)["sizes"][0]["replaced"]
        if name == "check":
            assert json.loads(text)["faults"] == []
        yield found
    (scratch / "text.jsonl").unlink()


def main(words: list[str]) -> None:
    """`--make TARGET COUNT [--stop]`, `--lay TARGET COUNT SOURCE`, or the counts to measure."""
    if words[0] == "--lay":
        lay(words[1], int(words[2]), words[3])
        return
    if words[0] == "--make":
        print(json.dumps(make(words[1], int(words[2]), stop="--stop" in words)))
        return
    target = Path(__file__).parent / "results" / "at_scale.json"
    results = json.loads(target.read_text()) if target.exists() else {}
    with tempfile.TemporaryDirectory(dir=os.environ.get("NUMLINK_SCRATCH")) as scratch:
        for count in map(int, words):
            for found in steps(count, Path(scratch)):
                results[str(count)] = found
                target.write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
