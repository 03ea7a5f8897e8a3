"""What the frontier engine costs: `python bench/engine_frontier.py`, one core, racing included.

flow    exact counts under COVER of the Flow-type boards of the shared corpus (skipped when it is absent), each with
        the cost of its best single direction beside it: what racing adds
own     boards of our own making, so that this stands alone: one pair in opposite corners of an n x n board, FREE
        (A007764, limbs beyond a machine word), and NO_TOUCH, the narrow engine
census  covers by number of pairs, touching and not
"""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

from numlink import NO_TOUCH, Grid, Puzzle, Rules
from numlink.engine.frontier.directions import Race, census_sweep
from numlink.engine.frontier.sweep import PAUSED
from numlink.engine.frontier.touching import Frontier
from numlink.exact.board_arrays import Board
from numlink.exact.counting import Counting, _graph_census

HARD = "jumbo_14x14_02"


def timed(work):
    start = time.perf_counter()
    while work.advance(200_000) == PAUSED:
        pass
    return time.perf_counter() - start


def flow() -> None:
    shared = Path(os.environ.get("NUMLINK_SHARED", Path(__file__).parent / "../../shared"))
    corpus = shared / "corpus/dev.jsonl"
    if not corpus.exists():
        print(f"flow: skipped, no {corpus}")
        return
    total = 0.0
    for line in corpus.read_text().splitlines():
        board = json.loads(line)
        if board["set"] != "flow":
            continue
        cells = [0 if token == "." else -1 if token in "X#" else int(token) for token in board["cells"].split()]
        race = Race(board["width"], board["height"], cells)
        seconds = timed(race)
        copy = race.copies[race.winner]
        best = Frontier(copy.width, copy.height, copy.cells)
        alone = timed(best)
        total += 0 if HARD in board["id"] else seconds
        print(
            f"flow {board['id']:28} count {race.total:<10} {race.effort:>9} states {seconds:7.4f} s"
            f"   winner alone {best.visited:>9} states {alone:7.4f} s peak {best.peak}"
        )
    print(f"flow, all but {HARD}: {total:.3f} s (bar 1 s, aim 0.3 s)")


def own() -> None:
    for fill, touch, side in ((False, True, 9), (False, True, 10), (False, False, 6), (False, False, 8)):
        puzzle = Puzzle(side, side, (1, *[0] * (side * side - 2), 1), Rules(fill=fill, touch=touch))
        race = Counting(Board(puzzle)).race
        seconds = timed(race)
        print(f"own {side}x{side} fill={fill} touch={touch} count {race.total} {race.effort} states {seconds:.3f} s")
    cells = [1, *[0] * 62, 1]
    race = Race(8, 8, cells, fill=False, keep=True)
    seconds = timed(race)
    start = time.perf_counter()
    race.heat()
    print(f"own 8x8 FREE kept {seconds:.3f} s, backward pass and heat {time.perf_counter() - start:.3f} s")


def covers() -> None:
    for side, touch in ((8, True), (9, True), (6, False), (7, False)):
        sweep = census_sweep(side, side) if touch else _graph_census(Grid(side, side), NO_TOUCH)
        seconds = timed(sweep)
        print(f"census {side}x{side} touch={touch} {sum(sweep.totals())} {sweep.visited} states {seconds:.3f} s")


if __name__ == "__main__":
    flow()
    own()
    covers()
