"""Every method of the engine's classes, called with numbers out of range: `python -m tests.entrances NAME`.

An entrance is first called with good arguments, which must work, then with each of them spoilt: too small, too large,
too many, too few.  It must refuse in Python's words (ValueError, IndexError, OverflowError, TypeError) or work.  The
caller sees if a call kills or hangs the process, and the last line says which call it was.
"""

from __future__ import annotations

import contextlib
import resource
import signal
import sys
from array import array
from collections.abc import Callable, Iterator
from typing import Any

from numlink.engine import arrays
from numlink.engine.covers.anneal import Annealer
from numlink.engine.covers.energy import PricedCover
from numlink.engine.covers.growth import Forest, GraphGrowth, Growth, steps_in_order
from numlink.engine.deduction.assignment import rectangle
from numlink.engine.deduction.reasoner import Reasoner
from numlink.engine.episodes.drawings import BoardRows, Drawings
from numlink.engine.episodes.episodes import Episodes
from numlink.engine.frontier.canonical import CanonicalSweep
from numlink.engine.frontier.elimination_order import EliminationOrder
from numlink.engine.frontier.graph import GraphFrontier, GraphFrontierNoTouch
from numlink.engine.frontier.layers import Layers
from numlink.engine.frontier.sweep import PAUSED
from numlink.engine.frontier.touching import Frontier
from numlink.engine.parts import is_contradictory
from numlink.engine.random import Random
from numlink.engine.search.canonical_graph import Exchanges, cycle_clauses, exchange_clauses
from numlink.engine.search.canonical_squares import (
    canonical_clauses,
    no_touch_clauses,
    switched_clauses,
    valley_clauses,
)
from numlink.engine.search.search import Search, Status
from numlink.engine.search.settled_covers import Transfers, settled_clauses, transferred, transfers
from numlink.engine.search.uniqueness import Backbone, Inspection, Walk
from numlink.engine.search.windows import Windows
from numlink.model.grid import Grid

REFUSALS = (ValueError, TypeError, OverflowError, IndexError, MemoryError, LookupError)
WIDTH, HEIGHT = 4, 3
CELLS = [1, 0, 0, 1, 2, 0, 0, 2, 3, 0, 0, 3]
"""Three rows, each a path."""
PATHS = [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]
NUMBERS = (-1, -(2**31), 2**31 - 1, 10**6, 2**40, 13)
SECONDS = 60
"""Seconds after which a process counts as hanging."""

Call = tuple[Callable[..., Any], list[Any], dict[str, Any], Callable[[Any], Any]]
"""The callable, its arguments, and what is done with the result."""


def ints(values: Any) -> array[int]:
    return array("i", values)


def links() -> array[int]:
    return arrays.link_cells(WIDTH, HEIGHT, ints(CELLS))


def neighbours() -> tuple[list[int], int]:
    directions, lattice = Grid(WIDTH, HEIGHT).lattice()
    return lattice, directions


def search() -> Search:
    cells = ints(CELLS)
    return Search(12, links(), labels=arrays.labels_of(cells), degrees=arrays.degrees_of(cells, 2))


def solved() -> tuple[Search, array[int]]:
    made = search()
    while made.run() is Status.PAUSED:
        pass
    return made, made.model()


def windows() -> Windows:
    return Windows(ints(CELLS), links(), solved()[1])


def run_out(sweep: Any) -> None:
    for _ in range(50):
        if sweep.advance(1000) != PAUSED:
            sweep.totals()
            return


def reasoner() -> Reasoner:
    return Reasoner(rectangle(WIDTH, HEIGHT, ints(CELLS)), ints(CELLS), True, True)


def think(made: Reasoner) -> None:
    for _ in range(20):
        made.advance(4)
    made.look(1)
    made.states()


def board_rows() -> BoardRows:
    made = BoardRows(12, 4, 3, 0)
    made.add(CELLS, neighbours()[0], [], fill=True, touch=True)
    return made


def drawings() -> Drawings:
    made = Drawings(board_rows(), 2)
    for one in range(2):
        made.wipe(one, 0)
    return made


def episodes() -> Episodes:
    made = Episodes(board_rows(), 2, 1, 50, anywhere=False, undo=True, shaped=True, again=True)
    made.put(0, 0)
    for one in range(2):
        made.seed(one, 1)
        made.begin(one, 0)
    return made


def act(made: Episodes) -> None:
    for action in range(12):
        made.step(ints([action, action]))


def annealer() -> Annealer:
    lattice, stride = neighbours()
    return Annealer(lattice, stride, Random(1))


def anneal(made: Annealer) -> None:
    made.heat(100, 10, 1000)
    made.run(200)
    made.paths()


def layers() -> Layers:
    sweep = Frontier(WIDTH, HEIGHT, CELLS, keep=True)
    run_out(sweep)
    return Layers(sweep)


def elimination(**changes: Any) -> EliminationOrder:
    return EliminationOrder(CELLS, list(links()), list(range(12)), **changes)


def grow(made: Any) -> None:
    made.grow(100)
    made.number_paths()
    made.cells()


def nothing(_: Any) -> None:
    pass


def method(make: Callable[[], Any], name: str, *arguments: Any, then: Callable[[Any], Any] = nothing) -> Call:
    """A method of a fresh object, with a use of the object afterwards."""
    made = make()
    return getattr(made, name), list(arguments), {}, lambda _: then(made)


def conflicts(made: Search) -> None:
    made.run(200)
    made.failed()
    made.model()
    made.fixed()


def calls() -> dict[str, Callable[[], Call]]:
    """Each entrance by its name, with fresh objects for every call."""
    cells = ints(CELLS)
    labels, degrees = arrays.labels_of(cells), arrays.degrees_of(cells, 2)
    model = ints(0 for _ in range(17))
    model = array("b", model)
    states = bytes(17)
    lattice, stride = neighbours()
    following = ints([1, 2, 3, -1, 5, 6, 7, -1, 9, 10, 11, -1])
    board = {"width": WIDTH, "height": HEIGHT, "cells": CELLS}
    return {
        "Search": lambda: (Search, [12, links()], {"labels": labels[:], "degrees": degrees[:]}, conflicts),
        "Search.apart": lambda: (
            Search, [12, links()], {"labels": labels[:], "degrees": degrees[:], "touching": False}, conflicts
        ),
        "Search.run": lambda: method(search, "run", 10, 1000, then=conflicts),
        "Search.add_clause": lambda: method(search, "add_clause", ints([1, 5, 9]), then=conflicts),
        "Search.add_clauses": lambda: method(search, "add_clauses", ints([2, 1, 5, 2, 3, 9]), then=conflicts),
        "Search.add_many": lambda: method(search, "add_clauses", ints([3, 1, 5, 8] * 500), then=conflicts),
        "Search.assume": lambda: method(search, "assume", ints([0, 3]), then=conflicts),
        "Search.set_phases": lambda: method(search, "set_phases", model[:], then=conflicts),
        "Search.sweep": lambda: method(search, "sweep", WIDTH, then=conflicts),
        "Walk": lambda: (Walk, list(solved()), {}, lambda walk: walk.run(100)),
        "Walk.run": lambda: method(lambda: Walk(*solved()), "run", 10, 1000),
        "Walk.cut": lambda: method(lambda: Walk(*solved()), "cut", 0, then=lambda walk: walk.run(100)),
        "Backbone": lambda: (Backbone, list(solved()), {}, lambda backbone: backbone.run(100)),
        "Backbone.run": lambda: method(lambda: Backbone(*solved()), "run", 10, 1000),
        "Inspection": lambda: (Inspection, [*solved(), 20], {"first": 5, "last": 1}, lambda made: made.run(100)),
        "Inspection.run": lambda: method(lambda: Inspection(*solved(), 20), "run", 10, 1000),
        "Frontier": lambda: (Frontier, [], {**board, "links": [0] * 17}, run_out),
        "Frontier.keep": lambda: (Frontier, [], {**board, "keep": True, "cap": 1000, "cap_bytes": 10**7}, run_out),
        "Frontier.census": lambda: (Frontier, [WIDTH, HEIGHT, [0] * 12], {"census": True}, run_out),
        "Frontier.beam": lambda: (Frontier, [WIDTH, HEIGHT, CELLS], {"beam": 5}, run_out),
        "Frontier.advance": lambda: method(lambda: Frontier(**board), "advance", 10, then=run_out),
        "CanonicalSweep": lambda: (CanonicalSweep, [], {**board, "cap_bytes": 10**7}, run_out),
        "CanonicalSweep.advance": lambda: method(lambda: CanonicalSweep(**board), "advance", 10, then=run_out),
        "EliminationOrder": lambda: (
            EliminationOrder, [CELLS[:], list(links()), list(range(12))], {"no_ends": [5]},
            lambda made: run_out(GraphFrontier(made, CELLS)),
        ),
        "GraphFrontier": lambda: (GraphFrontier, [elimination(), CELLS[:]], {"links": [0] * 17}, run_out),
        "GraphFrontierNoTouch": lambda: (GraphFrontierNoTouch, [elimination(), CELLS[:]], {"links": [0] * 17}, run_out),
        "Layers.ways": lambda: method(layers, "ways", 1, 0),
        "Layers.solution": lambda: method(layers, "solution", 0),
        "rectangle": lambda: (rectangle, [WIDTH, HEIGHT, cells[:]], {}, nothing),
        "Reasoner": lambda: (Reasoner, [rectangle(WIDTH, HEIGHT, cells), cells[:], True, True], {}, think),
        "Reasoner.load": lambda: method(reasoner, "load", states, then=think),
        "Reasoner.know": lambda: method(reasoner, "know", states, then=think),
        "Reasoner.scan": lambda: method(reasoner, "scan", 0, 1, then=think),
        "Reasoner.advance": lambda: method(reasoner, "advance", 4, then=think),
        "Reasoner.look": lambda: method(reasoner, "look", 1, then=think),
        "Reasoner.start_try": lambda: method(reasoner, "start_try", 3, 1, then=lambda made: made.try_round(1)),
        "Reasoner.try_round": lambda: method(reasoner, "try_round", 1),
        "Reasoner.end_try": lambda: method(reasoner, "end_try", 0, then=think),
        "Reasoner.position.link_state": lambda: method(lambda: reasoner().position, "link_state", 3),
        "Reasoner.position.summary": lambda: method(lambda: reasoner().position, "summary", 3),
        "Reasoner.domains.domain": lambda: method(lambda: reasoner().domains, "domain", 3),
        "Reasoner.domains.holder": lambda: method(lambda: reasoner().domains, "holder", 3),
        "BoardRows": lambda: (
            BoardRows, [12, 4, 3, 0], {},
            lambda made: made.add(CELLS, lattice, [], fill=True, touch=True),
        ),
        "BoardRows.add": lambda: (
            board_rows().add, [CELLS[:], lattice[:], []], {"fill": True, "touch": True}, nothing
        ),
        "Drawings": lambda: (Drawings, [board_rows(), 2], {}, nothing),
        "Drawings.wipe": lambda: method(drawings, "wipe", 1, 0),
        "Drawings.draw": lambda: method(drawings, "draw", 1, 0, 1),
        "Drawings.erase": lambda: method(drawings, "erase", 1, 0, 1),
        "Drawings.is_drawn": lambda: method(drawings, "is_drawn", 1, 0, 1),
        "Drawings.may_draw": lambda: method(drawings, "may_draw", 1, 0, 1),
        "Drawings.head": lambda: method(drawings, "head", 1, 0),
        "Drawings.is_joined": lambda: method(drawings, "is_joined", 1, 0),
        "Drawings.solved": lambda: method(drawings, "solved", 1),
        "Episodes": lambda: (
            Episodes, [board_rows(), 2, 1, 50],
            {"anywhere": False, "undo": True, "shaped": True, "again": True},
            nothing,
        ),
        "Episodes.seed": lambda: method(episodes, "seed", 1, 5, then=act),
        "Episodes.put": lambda: method(episodes, "put", 0, 0, then=act),
        "Episodes.is_put": lambda: method(episodes, "is_put", 0, then=act),
        "Episodes.begin": lambda: method(episodes, "begin", 1, 0, then=act),
        "Episodes.next_board": lambda: method(episodes, "next_board", 1, then=act),
        "Episodes.step": lambda: method(episodes, "step", ints([1, 1]), then=act),
        "Episodes.act": lambda: method(episodes, "act", 1, 3, then=act),
        "Forest": lambda: (Forest, [12], {}, lambda made: made.find_set(0)),
        "Forest.find_set": lambda: method(lambda: Forest(12), "find_set", 3),
        "Forest.set_union": lambda: method(lambda: Forest(12), "set_union", 3, 4),
        "Forest.is_free": lambda: method(lambda: Forest(12), "is_free", 3),
        "Growth": lambda: (Growth, [WIDTH, HEIGHT, 7], {}, grow),
        "Growth.grow": lambda: method(lambda: Growth(WIDTH, HEIGHT, 7), "grow", 3, then=grow),
        "Growth.node": lambda: method(lambda: Growth(WIDTH, HEIGHT, 7), "node", 3),
        "steps_in_order": lambda: (steps_in_order, [3], {}, nothing),
        "GraphGrowth": lambda: (GraphGrowth, [lattice[:], stride, 7], {}, grow),
        "Annealer": lambda: (
            Annealer, [lattice[:], stride, Random(1)],
            {"solid": [False] * 12, "least_length": 3, "image": list(range(12))},
            anneal,
        ),
        "Annealer.load": lambda: method(annealer, "load", [path[:] for path in PATHS], then=anneal),
        "Annealer.confine": lambda: method(annealer, "confine", [0, 1, 2, 5], then=anneal),
        "Annealer.heat": lambda: method(annealer, "heat", 100, 10, 50, then=lambda made: made.run(100)),
        "Annealer.run": lambda: method(annealer, "run", 50),
        "Annealer.reprice": lambda: method(annealer, "reprice", [5, 4, 3, 2, 1], then=anneal),
        "Annealer.tips": lambda: (
            (made := annealer()).reprice, [], {"tips": [1] * 12, "swap": 2},
            lambda _: anneal(made),
        ),
        "Annealer.price_corners": lambda: method(annealer, "price_corners", 5, then=anneal),
        "Annealer.place_ends": lambda: method(annealer, "place_ends", WIDTH, [4, 3, 2, 1], 5, then=anneal),
        "Annealer.pattern": lambda: method(annealer, "pattern", list(range(12)), 5, then=anneal),
        "PricedCover": lambda: (PricedCover, [lattice[:], stride], {"least_length": 2}, lambda made: made.paths()),
        "Annealer.model": lambda: method(annealer, "model", links()),
        "integers": lambda: (arrays.integers, [12], {}, nothing),
        "roomy": lambda: (arrays.roomy, [12], {}, nothing),
        "link_cells": lambda: (arrays.link_cells, [WIDTH, HEIGHT, cells[:]], {}, nothing),
        "links_around": lambda: (arrays.links_around, [WIDTH, cells[:], links()], {}, nothing),
        "link_places": lambda: (arrays.link_places, [WIDTH, HEIGHT, CELLS[:]], {}, nothing),
        "labels_of": lambda: (arrays.labels_of, [cells[:]], {}, nothing),
        "degrees_of": lambda: (arrays.degrees_of, [cells[:], 2], {}, nothing),
        "links_followed": lambda: (arrays.links_followed, [links(), following[:]], {}, nothing),
        "links_off": lambda: (arrays.links_off, [model[:]], {}, nothing),
        "trace": lambda: (arrays.trace, [cells[:], links(), arrays.links_followed(links(), following)], {}, nothing),
        "is_contradictory": lambda: (is_contradictory, [cells[:], links(), True], {}, nothing),
        "cycle_clauses": lambda: (cycle_clauses, [links(), labels[:]], {}, nothing),
        "Exchanges": lambda: (
            Exchanges, [links(), cells[:], ints([0, 3])], {}, lambda made: (made.clauses(), made.clauses()),
        ),
        "exchange_clauses": lambda: (exchange_clauses, [links(), cells[:], ints([0, 3])], {}, nothing),
        "Windows": lambda: (
            Windows, [cells[:], links(), solved()[1]], {}, lambda made: made.cut(ints(range(12)))
        ),
        "Windows.ball": lambda: method(windows, "ball", 5, 4),
        "Windows.cut": lambda: method(windows, "cut", ints([0, 1, 4, 5])),
        "Transfers": lambda: (Transfers, [cells[:], links()], {}, lambda made: (made.all(), made.all())),
        "transfers": lambda: (transfers, [cells[:], links()], {}, nothing),
        "settled_clauses": lambda: (settled_clauses, [transfers(cells, links())], {}, nothing),
        "transferred": lambda: (transferred, [transfers(cells, links()), array("b", bytes(17))], {}, nothing),
        "no_touch_clauses": lambda: (no_touch_clauses, [WIDTH, HEIGHT, cells[:]], {"fill": True}, nothing),
        "switched_clauses": lambda: (switched_clauses, [WIDTH, HEIGHT, cells[:]], {"first": 17}, nothing),
        "canonical_clauses": lambda: (canonical_clauses, [WIDTH, HEIGHT, cells[:]], {}, nothing),
        "valley_clauses": lambda: (valley_clauses, [WIDTH, HEIGHT, cells[:]], {}, nothing),
        "Random.below": lambda: method(lambda: Random(1), "below", 6),
    }  # fmt: skip


def spoilt(value: Any) -> Iterator[Any]:
    """An argument with numbers out of range, too few and too many."""
    if isinstance(value, bool) or value is None:
        return
    if isinstance(value, int):
        yield from NUMBERS
    elif isinstance(value, bytes):
        yield from (b"", value[:-1], value + b"\0", bytes([255, *value[1:]]), bytes([3, *value[1:]]))
    elif isinstance(value, list | array):
        yield value[:0]
        yield value[:-1]
        yield value[:] + value[-1:]
        yield value[:] + value[:]
        for place in {0, len(value) // 2, len(value) - 1} if len(value) else ():
            for number in spoilt(value[place]):
                changed = value[:]
                try:
                    changed[place] = number
                except OverflowError:  # an array of small integers holds no large ones
                    continue
                yield changed


def exercise(name: str) -> None:
    """Make all spoilt calls of one entrance, after a good one, which must work."""
    make = calls()[name]
    call, arguments, named, then = make()
    then(call(*arguments, **named))
    count = 0
    for place in [*range(len(arguments)), *named]:
        original = arguments[place] if isinstance(place, int) else named[place]
        for number, _ in enumerate(spoilt(original)):
            call, good, also, then = make()
            target: Any = good if isinstance(place, int) else also
            target[place] = list(spoilt(target[place]))[number]
            print(f"{name}: argument {place!r}, change {number}: {target[place]!r:.200}", flush=True)
            with contextlib.suppress(*REFUSALS):
                then(call(*good, **also))
            count += 1
    print("all", count, flush=True)


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_AS, (3 * 2**30, 3 * 2**30))
    for wanted in sys.argv[1:] or calls():
        signal.alarm(SECONDS)
        exercise(wanted)
