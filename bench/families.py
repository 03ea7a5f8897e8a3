"""The families: boards drawn without asking an engine (`drawing`), of which the dearest for each way were kept.

    python -m bench families             a table: solved, PAR-2, median, worst, counted work; and each way alone
    python -m bench race --solver CMD    the same table for any program (`race`)

Every board stands in bench/families/NAME.txt with its recipe, `drawing NAME SEED`; what is known of it and the counted
work of each way stand in bench/families/work.json.  The four families ASIDE were not looked at when turns were decided.
"""

from __future__ import annotations

import json
import statistics
import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from time import process_time

from bench.drawing import DRAWINGS
from numlink import Answer, Puzzle, check, load, save
from numlink.exact.board_arrays import Board
from numlink.exact.budget import Budget
from numlink.exact.race import WayName, Ways

HERE = Path(__file__).parent / "families"
WORK = HERE / "work.json"

ASIDE = {"scattered", "wraps", "contest", "none"}
"""Families kept aside while shares and starts of the ways were chosen."""

RECIPES_ONLY = {"spiral"}
"""Families whose boards are so large that only their seeds are kept."""

KEPT = 20
"""Boards of a family."""

LIMIT = 2.0
"""Processor seconds for one board."""

DEARER = 1.25
"""A family whose counted work has grown by this factor is told."""

MARGIN = 5_000_000
"""Nanoseconds over three times the cheapest way that are let pass."""

WAYS = tuple(way for way in WayName if way not in (WayName.WINDOWS, WayName.RUNGS))
"""The ways that answer by themselves."""

Measured = tuple[str, float, int]
"""Answer, processor seconds, counted nanoseconds."""

ALL = "all"
"""The ways together, as `prove` has them."""


class Clock(Budget):
    """A budget of processor seconds of this process."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.begun = process_time()

    @property
    def seconds(self) -> float:
        """Since the start."""
        return process_time() - self.begun


def boards(name: str) -> list[tuple[int, Puzzle]]:
    """The boards of a family, each with its seed."""
    if name in RECIPES_ONLY:
        return [(seed, DRAWINGS[name](seed)) for seed in known()[name]["seeds"]]
    return [(int(str(puzzle.name).split()[-1]), puzzle) for puzzle in load(HERE / f"{name}.txt")]


def known() -> dict[str, dict]:
    """The saved table."""
    return json.loads(WORK.read_text()) if WORK.exists() else {}


def measured(puzzle: Puzzle, kinds: Iterable[WayName], limit: float, most: int | None = None) -> Measured:
    """Answer, processor seconds and counted nanoseconds (at most `most`) of one proof, witnesses judged."""
    clock = Clock(limit)
    ways = Ways(Board(puzzle), kinds=tuple(kinds))
    total = None
    while total is None and ways.open and not clock.ended and (most is None or ways.cost < most):
        total = ways.shown(ways.turn(), clock)
    verdict = ways.verdict(total, "", clock)
    seconds = clock.seconds
    for witness in (verdict.solution, verdict.second):
        assert witness is None or check(puzzle, witness) == []
    return verdict.answer.value, seconds, ways.cost


def each_way(puzzle: Puzzle, limit: float) -> dict[str, Measured]:
    """All ways together, and each alone, which is stopped when it has cost more than all did."""
    together = measured(puzzle, WayName, limit)
    most = together[2] + MARGIN
    return {ALL: together, **{kind.name.lower(): measured(puzzle, [kind], limit, most) for kind in WAYS}}


# -- choosing ----------------------------------------------------------------------------------------------------


def choose(name: str, seeds: int, limit: float) -> None:
    """Draw a family anew from the first `seeds` seeds and keep the dearest for each way in turn."""
    drawn = {}
    for seed in range(seeds):
        puzzle = DRAWINGS[name](seed)
        if puzzle is not None:
            drawn[seed] = puzzle.with_solution(None)
    costs = {seed: {kind: measured(puzzle, [kind], limit) for kind in WAYS} for seed, puzzle in drawn.items()}
    kept: list[int] = []
    rankings = [
        sorted(costs, key=lambda seed, kind=kind: -costs[seed][kind][2])
        for kind in WAYS
        if any(cost[kind][0] != Answer.UNKNOWN.value for cost in costs.values())
    ]
    while rankings and len(kept) < min(KEPT, len(costs)):
        for ranking in rankings:
            seed = next((seed for seed in ranking if seed not in kept), None)
            if seed is not None and len(kept) < KEPT:
                kept.append(seed)
    write(name, [(seed, drawn[seed]) for seed in sorted(kept)])
    print(f"{name}: {len(drawn)} of {seeds} seeds drawn, {len(kept)} kept", flush=True)


def write(name: str, chosen: list[tuple[int, Puzzle]]) -> None:
    """Freeze a family."""
    HERE.mkdir(exist_ok=True)
    if name in RECIPES_ONLY:
        table = known()
        table[name] = {"seeds": [seed for seed, _ in chosen]}
        keep(table)
        return
    save([replace(puzzle, name=f"drawing {name} {seed}") for seed, puzzle in chosen], HERE / f"{name}.txt")


def keep(table: dict[str, dict]) -> None:
    """Save the table."""
    WORK.write_text(json.dumps(table, sort_keys=True, indent=1) + "\n")


# -- the table ---------------------------------------------------------------------------------------------------

HEADER = (
    "| family | boards | solved | PAR-2 | median | worst | counted | over the cheapest: middle, worst (too far) | "
    + " | ".join(f"{kind.name.lower()} cheapest" for kind in WAYS)
    + " |"
)


def table_of(name: str, chosen: Iterable[tuple[int | str, Puzzle]], limit: float) -> dict[str, object]:
    """Measure a family, boards with their seeds or names, print its row and return what is kept of it."""
    rows = {seed: each_way(puzzle, limit) for seed, puzzle in chosen}
    together = [row[ALL] for row in rows.values()]
    ratios, far = [], 0
    wins = dict.fromkeys((kind.name.lower() for kind in WAYS), 0)
    for row in rows.values():
        ended = [(row[way][2], way) for way in wins if row[way][0] != Answer.UNKNOWN.value]
        if ended:
            cheapest, first = min(ended)
            wins[first] += 1
            ratios.append(row[ALL][2] / max(1, cheapest))
            far += row[ALL][2] > 3 * cheapest + MARGIN
    figures = {
        "boards": len(rows),
        "solved": sum(answer != Answer.UNKNOWN.value for answer, _, _ in together),
        "par2": sum(par2(answer, seconds, limit) for answer, seconds, _ in together),
        "median": statistics.median(seconds for _, seconds, _ in together),
        "worst": max(seconds for _, seconds, _ in together),
        "counted": sum(cost for _, _, cost in together) / 1e9,
        "over_cheapest": {"median": statistics.median(ratios), "worst": max(ratios), "over_bar": far},
        "cheapest": wins,
        "rows": {str(seed): row for seed, row in rows.items()},
    }
    over = figures["over_cheapest"]
    print(
        f"| {name} | {len(rows)} | {figures['solved']} | {figures['par2']:.2f} | {figures['median'] * 1000:.1f} ms | "
        f"{figures['worst']:.2f} | {figures['counted']:.2f} | {over['median']:.2f}, {over['worst']:.1f} ({far}) | "
        + " | ".join(str(boards) for boards in wins.values())
        + " |",
        flush=True,
    )
    return figures


def par2(answer: str, seconds: float, limit: float) -> float:
    """Seconds, twice the limit where there was no answer."""
    return seconds if answer != Answer.UNKNOWN.value else 2 * limit


def compared(name: str, figures: dict, before: dict) -> None:
    """Say where counted work has grown by a quarter."""
    old = before.get(name, {}).get("counted")
    if old and figures["counted"] > DEARER * old:
        print(
            f"  {name}: counted work {figures['counted']:.3f} s for {old:.3f}, dearer by a quarter or more", flush=True
        )


def run(names: Iterable[str] = ()) -> dict[str, object]:
    """Measure the families; the saved table (`work.json`) is replaced by `python -m bench.families save`."""
    print(HEADER + "\n|" + "---|" * (HEADER.count("|") - 1))
    before = known()
    found = {}
    for name in names or DRAWINGS:
        if name in RECIPES_ONLY or (HERE / f"{name}.txt").exists():
            found[name] = table_of(name, boards(name), LIMIT)
            compared(name, found[name], before)
    return found


def main(words: list[str]) -> None:
    """`choose SEEDS LIMIT NAME...` draws families anew; `save NAME...` measures and saves the table."""
    if words[:1] == ["choose"]:
        for name in words[3:]:
            choose(name, int(words[1]), float(words[2]))
    else:
        found = run(words[1:] if words[:1] == ["save"] else words)
        if words[:1] == ["save"]:
            table = known()
            for name, figures in found.items():
                table.setdefault(name, {}).update(
                    counted=figures["counted"],
                    boards={
                        seed: {"answer": row[ALL][0], **{way: cost for way, (_, _, cost) in row.items()}}
                        for seed, row in figures["rows"].items()
                    },
                )
            keep(table)


if __name__ == "__main__":
    main(sys.argv[1:])
