"""The portable random generator, the disjoint-set forest, and the growth on top of them."""

import hashlib
from collections import Counter

import pytest

import numlink
from numlink.engine.covers.growth import Forest, Growth
from numlink.engine.random import Random
from numlink.model.sizes import parse_size
from tests.growth_checker import growth_faults
from tests.sample import sample_growth, sample_puzzle
from tests.tools import amount


def test_random_is_the_same_forever():
    stream = Random(2015)
    assert [stream.word() for _ in range(4)] == [4220657918, 451681581, 3120184323, 2195591144]
    assert [Random(text).below(1000) for text in (0, 1, -1, 10**30, "daily 2026-11-21")] == [212, 761, 425, 870, 614]


def test_random_is_sfc32():
    """Compares it with the definition, computed in numbers of unlimited size."""
    digest = hashlib.blake2b(b"7", digest_size=16).digest()
    a, b, c, counter = (int.from_bytes(digest[i : i + 4], "little") for i in (0, 4, 8, 12))
    stream = Random(7)
    for _ in range(1000):
        total = (a + b + counter) % 2**32
        counter = (counter + 1) % 2**32
        a, b, c = b ^ b >> 9, (c + (c << 3)) % 2**32, ((c << 21 | c >> 11) + total) % 2**32
        assert stream.word() == total


def test_random_is_uniform():
    stream = Random("uniform")
    counts = Counter(stream.below(10) for _ in range(20_000))
    assert sum((count - 2000) ** 2 / 2000 for count in counts.values()) < 28  # chi-square, 9 degrees, p = 0.001
    large = 3 << 30  # with this bound a careless multiply-and-shift would favour some results
    thirds = Counter(stream.below(large) // (1 << 30) for _ in range(30_000))
    assert all(abs(thirds[third] - 10_000) < 400 for third in range(3))


def test_forest_joins_by_rank():
    forest = Forest(5)
    assert all(forest.is_free(cell) for cell in range(5))
    assert forest.set_union(0, 1) == forest.find_set(1) == forest.find_set(0)
    root = forest.find_set(0)
    assert forest.set_union(2, 0) == root  # the lower rank goes below the higher one
    other = forest.set_union(3, 4)
    assert forest.set_union(0, 3) in (root, other)
    assert len({forest.find_set(cell) for cell in range(5)}) == 1
    assert not any(forest.is_free(cell) for cell in range(5))


def test_growth_nodes_agree_with_the_record_of_the_assignment():
    growth = Growth(7, 5, 11)
    growth.grow(10**6)
    numbers = growth.number_paths()
    cells, starts = list(growth.cells()), list(growth.starts())
    ends = {cells[i] for i in starts[:-1]} | {cells[i - 1] for i in starts[1:]}
    for cell in range(35):
        parent, rank, number, endpoint = growth.node(cell)
        assert number == numbers[cell] == numbers[parent]
        assert endpoint == (cell in ends)
        assert rank == (1 if parent == cell and number else 0)


@pytest.mark.bulk
def test_growth_starts_are_uniform_and_all_four_orders_occur():
    """On a 3x3 board every start is equally likely, and so are the four directions from the middle."""
    starts, second = Counter(), Counter()
    for seed in range(9000):
        growth = Growth(3, 3, seed)
        growth.grow(1)
        first, step = list(growth.cells())[:2]
        starts[first] += 1
        if first == 4:
            second[step] += 1
    assert sum((count - 1000) ** 2 / 1000 for count in starts.values()) < 26.1  # 8 degrees, p = 0.001
    # NEWS, EWSN, WSNE, SNEW begin with each direction once
    assert set(second) == {1, 3, 5, 7}
    assert sum((count - starts[4] / 4) ** 2 / (starts[4] / 4) for count in second.values()) < 16.3


def test_sample_is_a_legal_maximal_growth():
    paths = [[row * 7 + column for row, column in path] for _, path in sample_growth()]
    puzzle = sample_puzzle()
    numbers = [number for row in puzzle.solution.rows() for number in row]
    assert growth_faults(7, 7, paths, numbers, list(puzzle.cells)) == []
    by_number = dict(sample_growth())
    assert [sorted(path) for path in puzzle.solution.positions()] == [sorted(by_number[k]) for k in range(1, 9)]


def _boards(count):
    random = Random("sizes")
    for seed in range(count):
        yield 1 + random.below(12), 1 + random.below(12), seed


@pytest.mark.bulk
@pytest.mark.sampled
def test_a_hundred_thousand_boards_are_right():
    """Widths and heights from 1 to 12, unequal ones included; a 1x1 board has no growth."""
    for width, height, seed in _boards(amount(10_000, 100_000)):
        growth = Growth(width, height, seed)
        growth.grow(10**6)
        numbers = growth.number_paths().tolist()
        cells, starts = growth.cells(), growth.starts()
        paths = [list(cells[a:b]) for a, b in zip(starts, starts[1:], strict=False)]
        assert growth_faults(width, height, paths, numbers, growth.board().tolist()) == [], (width, height, seed)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda paths, numbers, board: paths[0].reverse() or paths.append([0, 1]),
        lambda paths, numbers, board: paths[0].pop(),
        lambda paths, numbers, board: numbers.__setitem__(0, 99),
        lambda paths, numbers, board: board.__setitem__(0, 7 if board[0] != 7 else 8),
        lambda paths, numbers, board: paths[0].__setitem__(1, paths[0][1] + 3),
    ],
)
def test_the_independent_check_can_fail(spoil):
    growth = Growth(6, 5, 3)
    growth.grow(10**6)
    numbers, board = growth.number_paths().tolist(), growth.board().tolist()
    cells, starts = growth.cells(), growth.starts()
    paths = [list(cells[a:b]) for a, b in zip(starts, starts[1:], strict=False)]
    spoil(paths, numbers, board)
    assert growth_faults(6, 5, paths, numbers, board)


def test_same_boards_compiled_and_uncompiled(uncompiled):
    assert "uncompiled" in uncompiled("-m", "numlink", "--version")
    for size, seed in (("7", 1), ("12x5", 2), ("1x9", 3), ("23x31", 4)):
        width, height = parse_size(size)
        found = uncompiled("-m", "numlink", "classic", size, "--seed", str(seed), "--json")
        assert found == numlink.dumps(numlink.generate_classic(width, height, seed=seed), "json")
