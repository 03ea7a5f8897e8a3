"""An object of the engine belongs to one thread: a second call at that time raises, without a crash or wrong answer.

Each object is hammered from three threads in its own process, so that a crash is recognised.
"""

import subprocess
import sys

import pytest

from numlink.engine.guard import BusyError, OneThread

HAMMER = """
import random, sys, threading
from array import array
from numlink.engine.arrays import degrees_of, labels_of, link_cells
from numlink.engine.guard import BusyError

SIDE = 12
rng = random.Random(1)

def lab(side):
    '''Straight rows cut at random: many solutions, long searches.'''
    cells = array("i", [0]) * (side * side)
    for number in range(1, 7):
        for _ in range(2):
            free = [cell for cell in range(side * side) if cells[cell] == 0]
            cells[rng.choice(free)] = number
    return cells

cells = lab(SIDE)

def search():
    from numlink.engine.search.search import Search
    made = Search(SIDE * SIDE, link_cells(SIDE, SIDE, cells), labels=labels_of(cells), degrees=degrees_of(cells, 3))

    def begin():
        try:
            made.sweep(SIDE)
        except ValueError:  # it has run by now
            return

    calls = [lambda: made.run(200), lambda: made.run(200), made.model, made.fixed, made.failed,
             lambda: made.add_clause(array("i", [1, 3])), lambda: made.assume(array("i", [5, 7])),
             lambda: made.assume(array("i")), lambda: made.set_phases(array("b", bytes(made.link_count))),
             begin]
    return calls

def walk():
    from numlink.engine.search.search import Search, Status
    from numlink.engine.search.uniqueness import Walk
    made = Search(SIDE * SIDE, link_cells(SIDE, SIDE, cells), labels=labels_of(cells), degrees=degrees_of(cells, 3))
    while made.run(1000) is Status.PAUSED:
        pass
    steps = Walk(made, made.model())
    return [lambda: steps.run(200), lambda: steps.run(200), lambda: made.run(200), made.model, made.fixed]

def backbone():
    from numlink.engine.search.uniqueness import Backbone
    from numlink.engine.search.search import Search, Status
    made = Search(SIDE * SIDE, link_cells(SIDE, SIDE, cells), labels=labels_of(cells), degrees=degrees_of(cells, 3))
    while made.run(1000) is Status.PAUSED:
        pass
    steps = Backbone(made, made.model())
    return [lambda: steps.run(200), lambda: steps.run(200), lambda: made.run(200), lambda: steps.remaining, made.fixed]

def inspection():
    from numlink.engine.search.uniqueness import Inspection
    from numlink.engine.search.search import Search, Status
    made = Search(SIDE * SIDE, link_cells(SIDE, SIDE, cells), labels=labels_of(cells), degrees=degrees_of(cells, 3))
    while made.run(1000) is Status.PAUSED:
        pass
    found = Inspection(made, made.model(), 100)
    return [lambda: found.run(200), lambda: found.run(200), made.model]

def sweep():
    from numlink.engine.frontier.touching import Frontier
    made = Frontier(SIDE, SIDE, list(cells))
    return [lambda: made.advance(20_000), lambda: made.advance(20_000), made.memory]

def race():
    from numlink.engine.frontier.directions import Race
    made = Race(SIDE, SIDE, list(cells))
    return [lambda: made.advance(20_000), lambda: made.advance(20_000)]

def annealer():
    from numlink.engine.covers.anneal import Annealer
    from numlink.engine.random import Random
    near = []
    for cell in range(SIDE * SIDE):
        row, column = divmod(cell, SIDE)
        near += [cell + 1 if column < SIDE - 1 else -1, cell + SIDE if row < SIDE - 1 else -1,
                 cell - 1 if column else -1, cell - SIDE if row else -1]
    made = Annealer(near, 4, Random(1))
    made.most = 3
    made.heat(20 * 16, 16, 100_000_000)
    return [lambda: made.run(20_000), lambda: made.run(20_000), made.paths, made.reprice,
            lambda: made.confine(None), lambda: made.load([[cell] for cell in range(SIDE * SIDE)])]

def growth():
    from numlink.engine.covers.growth import Growth
    made = Growth(500, 500, 1)
    return [lambda: made.grow(1000), made.cells, made.starts, made.number_paths, made.board]

def reasoner():
    from numlink.engine.deduction.reasoner import Reasoner
    from numlink.engine.deduction.assignment import rectangle
    made = Reasoner(rectangle(SIDE, SIDE, array("i", cells)), list(cells), True, True)
    states = bytes(made.position.links)

    def attempt():
        try:
            mark = made.start_try(3, 2)
        except ValueError:  # link 3 is decided by now
            return
        made.end_try(mark)

    return [lambda: made.look(0), lambda: made.advance(4), made.states, lambda: made.load(states),
            made.guess, lambda: made.scan(4, 0), attempt, made.position.reset]

calls = globals()[sys.argv[1]]()
refused = [0]
faults = []

def work(seed):
    choose = random.Random(seed)
    for turn in range(400):
        try:
            (calls[0] if turn % 3 == 0 else choose.choice(calls))()
        except BusyError:
            refused[0] += 1
        except Exception as error:
            faults.append(error)
            return

sys.setswitchinterval(1e-5)
threads = [threading.Thread(target=work, args=(seed,)) for seed in range(3)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
assert not faults, faults
print(refused[0])
"""

OBJECTS = ["search", "walk", "backbone", "inspection", "sweep", "race", "annealer", "growth", "reasoner"]


@pytest.mark.table(3)
@pytest.mark.parametrize("name", OBJECTS)
def test_every_object_survives_calls_from_three_threads(name):
    done = subprocess.run([sys.executable, "-c", HAMMER, name], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr or f"ended by signal {-done.returncode}"


def test_a_second_call_says_what_to_do():
    made = OneThread()
    with made:
        with pytest.raises(BusyError, match=r"a OneThread belongs to one thread.*make one for each thread"), made:
            pass
        with pytest.raises(BusyError):
            made.expect_idle()
    with made:
        pass
