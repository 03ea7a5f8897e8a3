"""Boards with walls are still rectangles: the search, the rectangle's frontiers and brute force agree on them.

What canonical means next to a wall is proven in docs/algorithms.md; here it is written again, link by link.
"""

import random

import pytest

from numlink import FREE, FREE_NO_TOUCH, NO_TOUCH, Answer, Puzzle, check, count, prove, solve
from numlink.engine.arrays import COPIES
from numlink.engine.frontier.canonical import CanonicalSweep
from numlink.engine.frontier.directions import Copy
from numlink.engine.frontier.sweep import PAUSED
from numlink.engine.search.canonical_squares import valley_clauses
from numlink.engine.search.search import Status
from numlink.exact.board_arrays import Board
from numlink.exact.budget import Budget
from numlink.exact.race import WayName, Ways
from numlink.model.layout import Layout
from numlink.model.rules import EVERY_RULES
from tests import oracle
from tests.boards import random_board

ANSWERS = {0: Answer.NONE, 1: Answer.UNIQUE}


def walled_board(stream: random.Random) -> Puzzle:
    """A random board up to 4x4 with one to many walls."""
    width = stream.randint(2, 5)
    plain = random_board(stream, width, stream.randint(2, 16 // width))
    links = plain.grid.links()
    walls = stream.sample(links, min(len(links), stream.choice([1, 1, 2, 3, 5])))
    return Puzzle(plain.width, plain.height, plain.cells, layout=Layout(walls=frozenset(walls)))


def is_canonical(width: int, cells: tuple[int, ...], links: set, used: set) -> bool:
    """Whether no three sides of a square with four links are used, no corner opens down over an empty cell of one, and
    neighbouring ends of a number are joined."""
    passed = {cell for link in used for cell in link}
    if any(cells[one] > 0 and cells[one] == cells[other] and (one, other) not in used for one, other in links):
        return False
    for cell in range(len(cells)):
        right, below, far = cell + 1, cell + width, cell + width + 1
        square = [(cell, right), (cell, below), (right, far), (below, far)]
        if not set(square) <= links:
            continue
        on = [side in used for side in square]
        if sum(on) > 2:
            return False
        for corner, diagonal in (((0, 1), far), ((0, 2), below)):
            top = cell if diagonal == far else right
            turns = on[corner[0]] and on[corner[1]]
            if turns and cells[top] == cells[diagonal] == 0 and diagonal not in passed:
                return False
    return True


def agrees(puzzle: Puzzle, stream: random.Random) -> bool:
    """Compare everything on one board; returns whether it is strict."""
    links = puzzle.grid.links()
    models = {rules: oracle.models(puzzle.cells, links, fill=rules.fill, touch=rules.touch) for rules in EVERY_RULES}
    strict = len(models[FREE]) == 1 == sum(all_passed(puzzle, links, model) for model in models[FREE])
    for rules, found in models.items():
        expected = ANSWERS.get(len(found), Answer.MULTIPLE)
        assert count(puzzle, rules=rules) == len(found)
        assert solve(puzzle, rules=rules).solved == bool(found)
        for kinds in (
            tuple(WayName),
            (WayName.SEARCH,),
            (WayName.COVERS,),
            (stream.choice([WayName.LINKINGS, WayName.STRICT]),),
        ):
            verdict = Ways(Board(puzzle, rules), kinds=kinds).decided(Budget())
            if len(kinds) > 1 or WayName.SEARCH in kinds or verdict.answer is not Answer.UNKNOWN:
                assert verdict.answer is expected
            assert not verdict.strict or strict
            for witness in (verdict.solution, verdict.second):
                assert witness is None or check(puzzle, witness, rules) == []
    claim = prove(puzzle, claim="strict")
    assert (claim.answer is Answer.UNIQUE) == strict
    assert (claim.answer is Answer.MULTIPLE) == (len(models[FREE]) > 1)
    canonical = [{link for link, on in zip(links, model, strict=True) if on} for model in models[FREE]]
    canonical = [used for used in canonical if is_canonical(puzzle.width, puzzle.cells, set(links), used)]
    counted = CanonicalSweep(puzzle.width, puzzle.height, puzzle.cells, laid=Board(puzzle).links)
    while counted.advance(1000) == PAUSED:
        pass
    assert counted.totals() == [min(2, len(canonical))]
    assert bool(canonical) == bool(models[FREE])
    board = Board(puzzle, FREE)
    search = board.search(canonical=True)
    listed = 0
    while search.run() is Status.SATISFIED:
        listed += 1
        search.add_clause(board.other_than(search.model()))
    assert listed == len(canonical)
    search = board.search(canonical=True)
    search.add_clauses(valley_clauses(puzzle.width, puzzle.height, board.cells, board.laid))
    assert (search.run() is Status.SATISFIED) == bool(canonical)
    return strict


def all_passed(puzzle: Puzzle, links: list, model: tuple[int, ...]) -> bool:
    return sum(model) == sum(content >= 0 for content in puzzle.cells) - puzzle.pairs


def test_all_ways_agree_on_boards_with_walls():
    stream = random.Random(28)
    assert sum(agrees(walled_board(stream), stream) for _ in range(60))


@pytest.mark.long
def test_all_ways_agree_on_many_boards_with_walls():
    """10 000 boards, each under all four rules and for the strict claim."""
    stream = random.Random(29)
    assert sum(agrees(walled_board(stream), stream) for _ in range(10_000)) > 100


def test_walls_are_swept_as_a_rectangle_unless_nothing_may_touch():
    puzzle = Puzzle(3, 3, (1, 0, 1, 0, 0, 0, 2, 0, 2), layout=Layout(walls=frozenset({(1, 4)})))
    assert not Board(puzzle).swept_by_links
    assert Board(puzzle, NO_TOUCH).swept_by_links
    assert Board(puzzle, FREE_NO_TOUCH).swept_by_links
    assert Board(puzzle).laid is not None


def test_every_copy_of_a_board_has_its_walls():
    """Links go with their cells, in scan order."""
    stream = random.Random(3)
    for _ in range(20):
        puzzle = walled_board(stream)
        laid = Board(puzzle).links
        for copy in COPIES:
            turned = Copy(puzzle.width, puzzle.height, puzzle.cells, None, copy, laid)
            pairs = list(zip(turned.laid[::2], turned.laid[1::2], strict=True))
            assert len(pairs) == len(laid) // 2
            assert pairs == sorted(pairs)
            assert {other - one for one, other in pairs} <= {1, turned.width}
