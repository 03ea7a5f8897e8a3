"""The backbone of a known solution; test_search.py tests that it meets all other solutions."""

from __future__ import annotations

from array import array
from itertools import pairwise

from numlink.engine.search.search import Status
from numlink.engine.search.uniqueness import Backbone, Walk
from numlink.making.classic import generate_classic
from tests.engine.test_search import Board, enumerate_models, linkings


def lab_board(size: int, seed: int) -> tuple[Board, array[int]]:
    """A board of the lab and its solution by link."""
    puzzle = generate_classic(size, seed=seed)
    assert puzzle.solution is not None
    board = Board(size, size, list(puzzle.cells))
    on = {(min(pair), max(pair)) for path in puzzle.solution.paths for pair in pairwise(path)}
    return board, array("b", [tuple(link) in on for link in board.links])


def proof_cut(proof: Walk | Backbone, solution: array[int], most: int) -> bool:
    """Whether the proof ends within `most` conflicts, if the first link that each other solution lacks is cut."""
    while (status := proof.run(200)) is not Status.REFUTED and proof.search.conflicts < most:
        if status is Status.SATISFIED:
            met = proof.search.model()
            cut = next(link for link in range(len(met)) if solution[link] > met[link])
            proof.search.add_clause(array("i", [2 * cut]))
    return status is Status.REFUTED


def test_a_backbone_ends_on_a_board_on_which_a_walk_does_not() -> None:
    """On this 40x40 board, single questions of a walk take more than 10 000 conflicts."""
    board, solution = lab_board(40, 17)
    search = board.search(True, True)
    assert proof_cut(Backbone(search, solution), solution, 10_000)
    assert list(search.fixed()) == list(solution)
    walk = Walk(board.search(True, True), solution, near=True)
    assert not proof_cut(walk, solution, 20_000)


def test_a_backbone_goes_on_where_it_stopped() -> None:
    """Whatever the slices of its run, a backbone learns the same and meets the same solutions."""
    for seed in range(3):
        board, solution = lab_board(14, seed)
        results = []
        for conflicts in (1, 7, 1000):
            proof = Backbone(board.search(True, True), solution)
            met = []
            while (status := proof.run(conflicts)) is not Status.REFUTED:
                if status is Status.SATISFIED:
                    met.append(tuple(proof.search.model()))
                    lacks = [2 * link for link, on in enumerate(met[-1]) if solution[link] > on]
                    proof.search.add_clause(array("i", lacks))
            assert proof.remaining == 0
            results.append((met, proof.search.conflicts))
        assert results[0] == results[1] == results[2]


def test_a_closed_backbone_leaves_no_assumption() -> None:
    board = Board(2, 2, [1, 1, 0, 0])
    expected = linkings(board, False, True)
    search = board.search(False, True)
    proof = Backbone(search, array("b", expected[0]))
    assert proof.run() is Status.SATISFIED
    assert len(expected) == 2
    proof.close()
    assert sorted(enumerate_models(search)) == expected
