"""Datasets: puzzles a second per core by size, two cores beside one, memory from 10^3 to 10^5, 100 000 of 7x7 whole."""

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from numlink.datasets.codecs import make_piece
from numlink.datasets.plan import plan_from

SIZES = (5, 6, 7, 8, 9, 10, 12, 15)
SECONDS = 4
"""How long each size is made."""

COUNTS = (1_000, 10_000, 100_000)
PAIRED = 20_000
"""Puzzles that one core and two cores make."""


def rate(size: int, rating: bool) -> dict[str, float]:
    """Puzzles of one size that a single process makes, proves again, hashes, packs and perhaps rates in a second."""
    plan = plan_from({"count": 70_000, "sizes": str(size), "seed": 1, "rating": rating})
    made = size_of = 0
    begun = time.process_time()
    while (spent := time.process_time() - begun) < SECONDS:
        piece = make_piece(plan, [(index, 0) for index in range(made, made + plan.piece)])
        made += piece.made
        size_of += len(piece.data)
    return {"puzzles_a_second": made / spent, "puzzles": made}


def peaks(process: subprocess.Popen) -> dict[str, int]:
    """The highest resident memory (MB) of a process and of the largest of its children, polled until it ends."""
    most = {"coordinator": 0, "largest worker": 0}
    while process.poll() is None:
        most["coordinator"] = max(most["coordinator"], resident(process.pid))
        try:
            below = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        except OSError:
            below = []
        most["largest worker"] = max([most["largest worker"], *map(resident, below)])
        time.sleep(0.1)
    return most


def resident(process: int | str) -> int:
    """The high-water mark of a process in MB."""
    try:
        text = Path(f"/proc/{process}/status").read_text()
    except OSError:
        return 0
    return next((int(line.split()[1]) // 1000 for line in text.splitlines() if line.startswith("VmHWM")), 0)


def run_batch(count: int, target: Path, workers: int) -> dict[str, object]:
    """`numlink batch` as a user runs it: seconds from start to end, memory, bytes."""
    options = ["--count", count, "--sizes", 7, "--seed", 7, "--workers", workers, "--no-rating", "-o", target]
    begun = time.perf_counter()
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    process = subprocess.Popen([sys.executable, "-m", "numlink", "batch", *map(str, options)], stderr=subprocess.PIPE)
    most = peaks(process)
    seconds = time.perf_counter() - begun
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    assert process.returncode == 0, process.stderr.read()
    total = sum(path.stat().st_size for path in target.iterdir())
    return {
        "seconds": seconds,
        "processor_seconds": processor,
        "megabytes": most,
        "bytes": total,
        "bytes_a_puzzle": total / count,
    }


def run() -> dict[str, object]:
    """All figures of the section in README.md."""
    rates = {}
    for size in SIZES:
        rates[size] = {words: rate(size, words == "rated") for words in ("not rated", "rated")}
        print(f"{size}x{size}: {json.dumps(rates[size])}", flush=True)
    wholes, pairs = {}, {}
    with tempfile.TemporaryDirectory(dir=os.environ.get("NUMLINK_SCRATCH")) as scratch:
        for workers in (1, 2):
            pairs[workers] = run_batch(PAIRED, Path(scratch) / f"workers-{workers}", workers)
        efficiency = pairs[1]["seconds"] / (2 * pairs[2]["seconds"])
        print(f"{PAIRED:,} of 7x7 on one core, on two: {json.dumps(pairs)}: {efficiency:.0%}", flush=True)
        for count in COUNTS:
            wholes[count] = run_batch(count, Path(scratch) / str(count), 2)
            print(f"{count:,} of 7x7: {json.dumps(wholes[count])}", flush=True)
        target = Path(scratch) / str(COUNTS[-1])
        begun = time.perf_counter()
        checked = subprocess.run(
            [sys.executable, "-m", "numlink", "dataset", "check", str(target), "--all"],
            check=True, capture_output=True, text=True,
        )  # fmt: skip
        seconds = time.perf_counter() - begun
        print(f"checked in {seconds:.1f} s: {checked.stdout.strip()}")
        shown = subprocess.run(
            [sys.executable, "-m", "numlink", "dataset", "stats", str(target), "--json"],
            check=True, capture_output=True, text=True,
        )  # fmt: skip
    return {
        "rates": rates,
        "workers": pairs,
        "efficiency": efficiency,
        "whole": wholes,
        "check_seconds": seconds,
        "check": checked.stdout.strip(),
        "sizes": json.loads(shown.stdout)["sizes"],
    }
