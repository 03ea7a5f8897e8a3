"""Rating measured: time, power of each tier, spread of the grades.  `python -m bench rating`.

Boards:
  default   `generate(size, seed=1, 2, ...)`, the lab's style; 5x5 to 15x15, the sizes of the bars
  janko     90 hand-made puzzles of ../shared/corpus/dev.jsonl under no-touch (skipped where the corpus is absent)

Effort stands beside time: conflicts of the solver's proof, look-aheads, guesses, rounds of refutations.  Times are
processor milliseconds of one core.  The spread over 9x9 and 12x12 is drawn into docs/images/difficulty.svg.
"""

from __future__ import annotations

import json
import os
import time
from collections import Counter
from pathlib import Path
from statistics import mean, median

from numlink import generate, parse, prove
from numlink.model.puzzle import Puzzle
from numlink.model.rules import NO_TOUCH
from numlink.reasoning.grade import Grade
from numlink.reasoning.hint_reasons import steps_to_link
from numlink.reasoning.position import OPEN, Position, reasoner_for
from numlink.reasoning.rate import rate

ROOT = Path(__file__).parent.parent
PLOT = ROOT / "docs" / "images" / "difficulty.svg"
KEPT = ("set", "seed", "pairs", "name", "looks", "guesses", "rounds", "bottleneck", "conflicts", "milliseconds")
SIZES = (5, 7, 9, 10, 12, 15)
PLOTTED = (9, 12)


def default_boards(size: int, count: int) -> list[Puzzle]:
    """The first `count` boards of a size, with seeds 1, 2, 3, ..."""
    return [generate(size, seed=seed, style="lab") for seed in range(1, count + 1)]


def janko_boards() -> list[Puzzle]:
    """The hand-made boards of the shared corpus; none where it is absent."""
    path = Path(os.environ.get("NUMLINK_SHARED", ROOT.parent / "shared")) / "corpus" / "dev.jsonl"
    if not path.exists():
        return []
    entries = [json.loads(line) for line in path.read_text().splitlines()]
    return [parse(entry["cells"])[0].with_rules(NO_TOUCH) for entry in entries if entry["set"] == "janko"]


def solved_by(puzzle: Puzzle, top: int) -> bool:
    """Whether tiers 0 to `top` alone solve a board."""
    engine = reasoner_for(puzzle)
    while not engine.finished:
        if engine.advance(top) < 0:
            return False
    return True


def measure(name: str, boards: list[Puzzle], *, effort: bool = False) -> list[dict]:
    """Rate boards; prints one line and returns one object a board."""
    rows = []
    for puzzle in boards:
        bare = puzzle.with_solution(None)
        start = time.process_time()
        rating = rate(bare)
        seconds = time.process_time() - start
        row = {"set": name.replace(" ", "-")}
        row |= {"width": puzzle.width, "height": puzzle.height, "pairs": puzzle.pairs, "seed": puzzle.seed}
        row |= {"milliseconds": round(1000 * seconds, 3), **rating.to_json()}
        if effort:
            row["conflicts"] = prove(bare).effort.conflicts
        rows.append(row)
    grades = Counter(row["name"] for row in rows)
    times = sorted(row["milliseconds"] for row in rows)
    shares = " ".join(f"{sum(solved_by(puzzle, top) for puzzle in boards) / len(boards):.0%}" for top in range(4))
    solved = sum(row["solved"] for row in rows) / len(rows)
    print(
        f"{name:14} {len(rows):5} boards  median {median(times):7.2f} ms  p90 {times[int(0.9 * len(times))]:7.1f} ms  "
        f"solved by tiers 0..0 0..1 0..2 0..3: {shares}, with look-ahead {solved:.0%}  "
        + " ".join(f"{grade} {grades[str(grade)]}" for grade in Grade if grades[str(grade)]),
        flush=True,
    )
    return rows


def hints(size: int) -> None:
    """The time of the steps to a next link at every position on the way through some boards."""
    times = []
    for puzzle in default_boards(size, 5):
        position = Position.start(puzzle)
        while True:
            start = time.process_time()
            steps = steps_to_link(position)
            times.append(1000 * (time.process_time() - start))
            if not steps or steps[-1].is_contradiction:
                break
            position = position.after(*steps)
            if OPEN not in position.states:
                break
    print(
        f"hint {size}x{size}: {len(times)} positions, median {median(times):.2f} ms, worst {max(times):.2f} ms",
        flush=True,
    )


FIGURES = ("looks", "guesses", "rounds", "conflicts", "bottleneck", "detour", "deception")


def by_grade(rows: list[dict]) -> None:
    """Effort and look-aheads from grade to grade: medians, and means in brackets (conflicts have a heavy tail)."""
    for grade in Grade:
        chosen = [row for row in rows if row["name"] == str(grade)]
        if chosen:
            values = {name: [row[name] or 0 for row in chosen] for name in FIGURES}
            told = "  ".join(f"{name} {median(found):.4g} ({mean(found):.2f})" for name, found in values.items())
            print(f"   {grade!s:8} {len(chosen):5} boards  {told}", flush=True)


LINES = {"looks": ("#b3541e", "look-aheads"), "conflicts": ("#2e7d4f", "conflicts of the proof")}
"""Colour and words of what is drawn as a line over the bars."""


def plot(spread: dict[str, list[dict]], target: Path) -> None:
    """As SVG: bars of the grades, and over them the medians of look-aheads and of the solver's conflicts as lines."""
    grades = [str(grade) for grade in Grade if grade is not Grade.NONE]
    parts, width, height = [], 780, 330
    for panel, (name, rows) in enumerate(spread.items()):
        left = 40 + panel * 380
        parts.append(f"<text x='{left}' y='24' font-weight='bold'>{name}: {len(rows)} boards</text>")
        chosen = {grade: [row for row in rows if row["name"] == grade] for grade in grades}
        for index, grade in enumerate(grades):
            tall = 180 * len(chosen[grade]) / len(rows)
            x = left + index * 66
            parts.append(f"<rect x='{x}' y='{240 - tall:.1f}' width='44' height='{tall:.1f}' fill='#c3cedb'/>")
            parts.append(f"<text x='{x + 22}' y='258' text-anchor='middle'>{grade}</text>")
            parts.append(f"<text x='{x + 22}' y='275' text-anchor='middle' font-size='11'>{len(chosen[grade])}</text>")
        for line, (figure, (colour, words)) in enumerate(LINES.items()):
            medians = [median([row[figure] for row in chosen[grade]] or [0]) for grade in grades]
            points = [(left + 22 + 66 * index, 236 - 180 * value / max(medians)) for index, value in enumerate(medians)]
            path = " ".join(f"{x},{y:.1f}" for x, y in points)
            parts.append(f"<polyline points='{path}' fill='none' stroke='{colour}' stroke-width='2'/>")
            for (x, y), value in zip(points, medians, strict=True):
                parts.append(f"<circle cx='{x}' cy='{y:.1f}' r='3' fill='{colour}'/>")
                parts.append(
                    f"<text x='{x}' y='{295 + 16 * line}' text-anchor='middle' font-size='11' fill='{colour}'>"
                    f"{value:g}</text>"
                )
            x = left + 160 + 76 * line
            parts.append(f"<text x='{x}' y='24' font-size='11' fill='{colour}'>{words}</text>")
    target.write_text(
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}' viewBox='0 0 {width} {height}' "
        "font-family='system-ui,sans-serif' font-size='13' fill='#1f2430'>"
        f"<rect width='100%' height='100%' fill='#fff'/>{''.join(parts)}</svg>\n"
    )


def run() -> dict[str, object]:
    """Everything, smallest first; raw results as a line a board under the names of its figures."""
    rows: list[dict] = []
    spread: dict[str, list[dict]] = {}
    for size in SIZES:
        found = measure(
            f"default {size}x{size}", default_boards(size, 1000 if size in PLOTTED else 100), effort=size in PLOTTED
        )
        if size in PLOTTED:
            by_grade(found)
            spread[f"{size}x{size}"] = found
        rows += found
    boards = janko_boards()
    if boards:
        rows += measure("janko no-touch", boards)
    hints(15)
    plot(spread, PLOT)
    return {"names": KEPT, "boards": [" ".join(str(row.get(name)) for name in KEPT) for row in rows]}
