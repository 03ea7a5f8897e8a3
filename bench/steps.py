"""How an explanation reads: its steps beside the strokes of a person.  `python -m bench steps`.

A *stroke* is one drag of a finger: a maximal run of consecutive links of one path that are drawn at once, from a number
or from the end of a line that begins at one, as apps take it; what is known elsewhere waits until a line comes there.
When something is drawn is taken from the events that `rate` counts, not from the explanation: a person sees what the
cheapest rule shows, all of it at once, and draws it with whatever follows cell by cell before the next thought.  Both
go by the same reading.  Recorded strokes of people are not part of numlink.

Boards: 30 to order (seeds 1 to 30) of easy, medium and hard at 7x7 and 10x10; of ../shared/corpus the magazine's under
no-touch and the app's under cover, as in bench/people.py, up to 12x12.

Bars: at most 1.5 steps a stroke; no step of an easy board with more than 8 sentences; no try whose contradiction takes
one or two lines.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import chain, pairwise
from statistics import mean, median

from bench.sets import PACKS, foreign, levels
from numlink import generate
from numlink.model.puzzle import Puzzle
from numlink.reasoning.explain import explain
from numlink.reasoning.explanation import Explanation, Frame
from numlink.reasoning.grade import Reading
from numlink.reasoning.human_solver import Deduced, HumanSolver
from numlink.reasoning.position import ON
from numlink.reasoning.rules import Assume

SEEDS = range(1, 31)
LARGEST = 12
SECONDS = 60.0
BESIDE = 2
"""Rows and columns from the last step up to which the next one begins beside it."""


def pieces(pairs: Iterable[tuple[int, int]]) -> list[set[int]]:
    """The cells of each connected piece that links make."""
    found: list[set[int]] = []
    for pair in pairs:
        met = [piece for piece in found if not piece.isdisjoint(pair)]
        found = [piece for piece in found if piece.isdisjoint(pair)] + [set(pair).union(*met)]
    return found


def strokes(explanation: Explanation) -> int:
    """The strokes of a person on the way through a board; see the module."""
    puzzle = explanation.puzzle
    assume = Assume.STRICT if explanation.reading is Reading.STRICT else Assume.NOTHING
    solver = HumanSolver(puzzle, assume=assume, solution=explanation.solution, proof_seconds=SECONDS)
    numbers = {cell for ends in puzzle.endpoints().values() for cell in ends}
    links = puzzle.grid.track_links()
    drawn: set[tuple[int, int]] = set()
    count = 0
    states = solver.engine.states()
    for event in chain(solver, [None]):
        if event is None or not (isinstance(event, Deduced) and event.tier == 0):
            known = [pair for pair, state in zip(links, states, strict=True) if state == ON]
            reached = set().union(*(piece for piece in pieces(known) if not piece.isdisjoint(numbers)))
            new = {pair for pair in known if pair[0] in reached} - drawn
            count += len(pieces(new))
            drawn |= new
        states = solver.engine.states()
    return count


def drawing(frame: Frame) -> bool:
    """Whether a step draws anything."""
    return frame.after.count(ON) > frame.before.count(ON)


def jumps(explanation: Explanation) -> list[int]:
    """By how many rows and columns the place where a step begins lies from the step before, at the nearest."""
    width = explanation.puzzle.width
    told = [frame.cells for frame in explanation.frames if frame.cells]
    return [
        min(abs(first[0] // width - cell // width) + abs(first[0] % width - cell % width) for cell in last)
        for last, first in pairwise(told)
    ]


def measure(name: str, boards: Iterable[Puzzle]) -> dict[str, object]:
    """Explain boards; prints a line and returns its figures."""
    told = [explanation for puzzle in boards if (explanation := explain(puzzle.with_solution(None))).solution]
    frames = [frame for explanation in told for frame in explanation.frames]
    ratios = [len(explanation.frames) / max(1, strokes(explanation)) for explanation in told]
    ways = list(map(jumps, told))
    shared = sum(len(frame.steps) - len(frame.sentences) > 0 for frame in frames)
    figures: dict[str, object] = {
        "boards": len(told),
        "strict": sum(explanation.reading is Reading.STRICT for explanation in told),
        "steps": round(len(frames) / len(told), 1),
        "sentences": round(sum(len(frame.sentences) + len(frame.chain) for frame in frames) / len(told), 1),
        "begin beside the last step": round(mean(jump <= BESIDE for way in ways for jump in way), 3),
        "longest jump": round(mean(max(way) for way in ways if way), 1),
        "steps a stroke": round(mean(ratios), 2),
        "steps a stroke, median and worst": (round(median(ratios), 2), round(max(ratios), 2)),
        "share of steps that tell several deductions at once": round(shared / len(frames), 2),
        "share of steps that draw": round(mean(map(drawing, frames)), 2),
        "most sentences of a step": max(len(frame.sentences) for frame in frames),
        "tries": sum(bool(frame.chain) for frame in frames),
        "tries of one or two lines": sum(0 < len(frame.chain) <= 2 for frame in frames),
        "titles": Counter(frame.title for frame in frames).most_common(6),
    }
    print(f"{name:18}", *(f"{key}: {value};" for key, value in figures.items() if key != "titles"), flush=True)
    return figures


def run() -> dict[str, object]:
    """All sets; kept are their figures."""
    kept = {}
    for size in (7, 10):
        for grade in ("easy", "medium", "hard"):
            boards = [generate(size, seed=seed, difficulty=grade) for seed in SEEDS]
            kept[f"{grade} {size}x{size}"] = measure(f"{grade} {size}x{size}", boards)
    wanted = set().union(*PACKS.values())
    sets = {
        "magazine": [puzzle for _, puzzle in foreign("janko")],
        "app": [puzzle for pack, puzzle in levels() if pack in wanted],
    }
    for name, boards in sets.items():
        chosen = [puzzle for puzzle in boards if max(puzzle.width, puzzle.height) <= LARGEST]
        if chosen:
            kept[name] = measure(name, chosen)
    return kept
