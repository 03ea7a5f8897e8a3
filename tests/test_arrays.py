"""Boards as arrays and back, of every kind, alone and in batches."""

import sys
from itertools import product
from random import Random

import pytest

from numlink import FREE, InputError, Layout, MissingExtra, Puzzle, Solution, generate_classic
from numlink.arrays import stack, unstack
from tests.boards import KINDS, random_solved

np = pytest.importorskip("numpy")


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_board_comes_back(kind):
    stream = Random(f"arrays {kind}")
    by_layers = {}
    for _ in range(40):
        puzzle = random_solved(stream, kind, most=5)
        layout = puzzle.layout
        assert Puzzle.from_numpy(puzzle.to_numpy(), rules=puzzle.rules, layout=layout) == puzzle
        planes = puzzle.solution.links_to_numpy()
        assert planes.sum() == len(puzzle.solution.links())
        assert Solution.from_numpy(puzzle, planes) == puzzle.solution
        by_layers.setdefault(layout.layers, []).append(puzzle)
    for puzzles in by_layers.values():
        found = unstack(stack(puzzles))
        assert found == puzzles
        assert [puzzle.solution for puzzle in found] == [puzzle.solution for puzzle in puzzles]


def test_planes_lie_where_they_are_said_to_lie():
    """Hexagons, wraps and layers, on boards small enough to check by hand."""
    ring = Solution(3, 1, ((2, 0),), Layout(wrap="rows"))  # from the last column on to the first
    assert ring.links_to_numpy()[0].tolist() == [[False, False, True]]
    stacked = Solution(2, 1, ((0, 2), (1, 3)), Layout(layers=2))
    assert stacked.links_to_numpy().shape == (3, 2, 1, 2)
    assert stacked.links_to_numpy()[2].tolist() == [[[True, True]], [[False, False]]]
    hexagons = Solution(2, 2, ((0, 1), (0, 3)), Layout(kind="hex"))  # odd columns stand half a cell higher
    assert np.argwhere(hexagons.links_to_numpy()).tolist() == [[0, 0, 0], [2, 0, 0]]


def test_a_batch_is_padded_and_says_where():
    small, wide = generate_classic(3, 4, seed=1), generate_classic(5, 2, seed=1).with_solution(None)
    batch = stack([small, wide])
    assert batch.cells.shape == (2, 4, 5)
    assert batch.sizes.tolist() == [[4, 3], [2, 5]]
    assert batch.mask.sum(axis=(1, 2)).tolist() == [12, 10]
    assert set(batch.cells[~batch.mask].tolist()) == {-1}
    assert batch.solved.tolist() == [True, False]
    assert not batch.labels[1].any()
    assert np.array_equal(batch.labels[0, :4, :3], np.asarray(small.solution))
    assert [puzzle.solution is None for puzzle in unstack(batch)] == [False, True]


def test_numpy_reads_a_puzzle_as_it_is():
    puzzle = generate_classic(4, seed=2)
    assert np.array_equal(np.asarray(puzzle), puzzle.to_numpy())
    assert np.asarray(puzzle, dtype=np.float64).dtype == np.float64
    assert Puzzle.from_numpy(np.asarray(puzzle, dtype=np.int8), rules=FREE).rules == FREE


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (lambda: Puzzle.from_numpy(np.zeros((2, 2, 2), dtype=int)), r"\(2, 2, 2\).*\(height, width\)"),
        (lambda: Puzzle.from_numpy(np.zeros((2, 2))), "float64"),
        (lambda: Puzzle.from_numpy(np.full((2, 2), -2)), "holds -2"),
        (lambda: stack([]), "at least one puzzle"),
        (lambda: Solution.from_numpy(generate_classic(3, seed=1), np.zeros((2, 2, 2))), r"shape \(2, 3, 3\)"),
        (
            lambda: Solution.from_numpy(generate_classic(3, seed=1), np.ones((2, 3, 3))),
            "a link that the board does not have",
        ),
        (
            lambda: Solution.from_numpy(Puzzle(2, 2, (1, 1, 0, 0)), [[[1, 0], [1, 0]], [[0, 0], [0, 0]]]),
            "not on the path",
        ),
        (lambda: Solution.from_numpy(Puzzle(2, 2, (1, 1, 0, 0)), [[[1, 0], [0, 0]], [[1, 0], [0, 0]]]), "branches"),
    ],
)
def test_what_is_no_board_is_refused(given, words):
    with pytest.raises(InputError, match=words):
        given()


def test_a_shape_without_cells_is_refused_by_every_reader():
    puzzle = generate_classic(3, seed=1)
    for length in range(5):
        for shape in product((0, 1, 2), repeat=length):
            given = np.zeros(shape, dtype=int)
            for layout in (Layout(), Layout(layers=2), Layout(kind="hex")):
                calls = [
                    lambda: Puzzle.from_numpy(given, layout=layout),  # noqa: B023
                    lambda: Puzzle.from_rows(given.tolist(), layout=layout),  # noqa: B023
                    lambda: Solution.from_grid(given.tolist(), layout=layout),  # noqa: B023
                    lambda: Solution.from_positions(2, 1, given.tolist(), layout=layout),  # noqa: B023
                    lambda: Solution.from_numpy(puzzle, given),  # noqa: B023
                ]
                for call in calls:
                    try:
                        assert call().width > 0
                    except InputError as error:
                        assert str(error).endswith(".")  # noqa: PT017
    with pytest.raises(InputError, match=r"shape \(2, 0\) has no cells"):
        Puzzle.from_numpy(np.zeros((2, 0), int))
    for width, height in ((0, 0), (0, 2), (2, 0), (-2, 2)):
        for board in (lambda: Solution(width, height, ()), lambda: Puzzle(width, height, ())):  # noqa: B023
            with pytest.raises(InputError, match="at least 1"):
                board()


def test_without_numpy(monkeypatch):
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(MissingExtra, match=r"pip install 'numlink\[arrays\]'"):
        generate_classic(3, seed=1).to_numpy()
