"""Labels as variables, and probing: the same answers as the oracle on random boards of all four rules.

Mutants tried and killed: no unit clause for the number of an endpoint; "some number" also where cells may stay empty; a
probe that forgets the questions it put off; one that fixes the opposite of what it refuted.
"""

import random
from array import array

import pytest

from numlink.engine.search import no_touch
from numlink.engine.search.labels import label_clauses, label_variables
from numlink.engine.search.probe import Probe
from numlink.engine.search.search import Search, Status
from tests.test_engine_search import VARIANTS, Board, decide, enumerate_models, linkings, small_board


def labelled(board, fill, touch):
    cells = array("i", board.cells)
    links = array("i", [cell for link in board.links for cell in link])
    search = Search(
        len(cells),
        links,
        labels=array("i", [max(number, 0) for number in cells]),
        degrees=array("i", [1 if number > 0 else 0 if number < 0 else 2 if fill else 3 for number in cells]),
        touching=touch,
        label_variables=label_variables(cells),
    )
    search.add_clauses(label_clauses(cells, links, fill))
    if not touch:
        search.add_clauses(no_touch.no_touch_clauses(board.width, board.height, cells, fill=fill))
    return search


def probed(search, solution, order, budget=1000, patience=20):
    probe = Probe(search, array("b", solution), array("i", order), budget=patience)
    while (status := probe.run(budget)) is Status.PAUSED:
        pass
    return status


@pytest.mark.parametrize(("fill", "touch"), VARIANTS)
def test_all_solutions_as_by_brute_force(fill, touch):
    rng = random.Random(f"labels {fill} {touch}")
    solvable = several = 0
    for _ in range(300):
        board = small_board(rng, 20 if fill else 15)
        expected = linkings(board, fill, touch)
        solvable += bool(expected)
        several += len(expected) > 1
        assert sorted(enumerate_models(labelled(board, fill, touch))) == expected
        if not expected:
            continue
        solution = rng.choice(expected)
        order = list(range(len(solution)))
        rng.shuffle(order)
        for search in (board.search(fill, touch), labelled(board, fill, touch)):
            status = probed(search, solution, order, budget=rng.choice((1, 1000)), patience=rng.choice((0, 1, 20)))
            assert (status is Status.REFUTED) == (len(expected) == 1)
            if status is Status.SATISFIED:
                assert tuple(search.model()) in set(expected) - {solution}
    assert solvable > 30
    assert several > 5 or not touch  # few boards have two solutions without touching


def lab_like(side):
    """A board cut out of rows, so that it has a cover, and its labels are few."""
    cells = [0] * (side * side)
    for row in range(side):
        cells[row * side] = cells[row * side + side - 1] = row + 1
    return Board(side, side, cells)


def test_slices_change_nothing():
    board = lab_like(7)
    search = labelled(board, True, True)
    assert decide(search) is Status.SATISFIED
    solution = search.model()
    outcomes = []
    for budget in (1, 7, 100_000):
        search = labelled(board, True, True)
        outcomes.append((probed(search, solution, range(len(solution)), budget), search.conflicts))
    assert outcomes[0] == outcomes[1] == outcomes[2]


def test_probe_wants_a_solution_and_every_link_once():
    board = lab_like(4)
    search = board.search(True, True)
    links = search.link_count
    with pytest.raises(ValueError, match=f"the board {links}"):
        Probe(search, array("b", [1]), array("i", range(links)))
    with pytest.raises(ValueError, match="once"):
        Probe(search, array("b", bytes(links)), array("i", [0] * links))


TWIN = """
from tests.test_engine_labels import labelled, lab_like, probed
from tests.test_engine_search import decide
import random
import numlink.engine.search.probe as probe
search = labelled(lab_like(6), True, True)
decide(search)
solution = search.model()
search = labelled(lab_like(6), True, True)
status = probed(search, solution, range(len(solution)), 50)
print(status, search.conflicts, search.propagations, list(search.model()))
"""


@pytest.mark.uncompiled
def test_compiled_and_uncompiled_go_the_same_way(uncompiled, capsys):
    exec(TWIN, {})
    assert uncompiled("-c", TWIN) == capsys.readouterr().out
