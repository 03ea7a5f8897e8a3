"""The lab's growth on rectangles and on graphs is one algorithm, written twice for speed: both agree bit for bit."""

from random import Random

import pytest

from numlink import Grid
from numlink.engine.covers.growth import GraphGrowth, Growth


@pytest.mark.parametrize("seed", range(12))
def test_both_growths_draw_the_same_paths(seed):
    stream = Random(seed)
    width, height = stream.randint(1, 12), stream.randint(1, 12)
    stride, around = Grid(width, height).lattice()
    assert stride == 4
    # the order in which the assignment tries them: up, right, left, down
    table = [around[4 * cell + way] for cell in range(width * height) for way in (0, 1, 3, 2)]
    found = []
    for growth in (Growth(width, height, seed), GraphGrowth(table, 4, seed)):
        while not growth.finished:
            growth.grow(1 + stream.randrange(5))
        numbers = growth.number_paths()
        found.append((list(growth.cells()), list(growth.starts()), list(numbers), list(growth.board())))
    assert found[0] == found[1]
