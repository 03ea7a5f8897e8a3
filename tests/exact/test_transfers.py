"""Transfers between covers on boards of every kind, compared with brute force, and the searches that use them."""

import subprocess
import sys
from array import array
from itertools import combinations
from random import Random

import pytest

from numlink import COVER, Grid, Layout, Puzzle, check, parse
from numlink.engine.search.search import Status
from numlink.engine.search.settled_covers import FIGURES, settled_clauses, transferred, transfers
from numlink.exact import first_solution, second_solution
from numlink.exact.board_arrays import Board
from numlink.exact.second_solution import SecondSolution
from numlink.exact.work import SLICE
from tests import oracle
from tests.boards import HUBS, KINDS, cut_path, long_path, small_board
from tests.tools import amount

KINDS = (*KINDS, HUBS)
MANY = amount(25, 80)
"""Random boards a kind."""
LARGEST = 14
"""Tracks of a board that brute force counts in a moment."""
PAIR = "1 . 2\n1 . 2\n"
"""Two paths; the two cells between them belong to either."""


def covers_of(board):
    """All covers, as models."""
    links = [tuple(sorted(link)) for link in board.puzzle.grid.track_links()]
    return {bytes(model) for model in oracle.models(list(board.cells), links, fill=True, touch=True)}


def sides(board):
    """For each transfer, the links of its higher and its lower side, with the link that both have."""
    found = list(board.transfers)
    for at in range(0, len(found), FIGURES):
        higher, lower, common = found[at : at + 3], found[at + 3 : at + 6], found[at + 6]
        yield tuple({link for link in (*side, common) if link >= 0} for side in (higher, lower))


def settled_by_search(board):
    """The covers that a search with the clauses finds."""
    search = board.search()
    search.add_clauses(settled_clauses(board.transfers))
    found = set()
    while search.run() is Status.SATISFIED:
        model = search.model()
        found.add(bytes(model))
        search.add_clause(board.other_than(model))
    return found


def agrees(puzzle):
    """Compare transfers and claims with all covers; returns how many covers are not settled."""
    board = Board(puzzle, COVER)
    covers = covers_of(board)
    pairs = [*sides(board)]
    settled = set()
    for cover in covers:
        on = {link for link, state in enumerate(cover) if state}
        applies = [pair for pair in pairs if any(side <= on for side in pair)]
        lowered = False
        for higher, lower in pairs:
            for gone, come, lowers in ((higher, lower, True), (lower, higher, False)):
                if gone <= on:
                    other = bytes(int(link in (on - gone) | come) for link in range(len(cover)))
                    assert other in covers, puzzle
                    assert (other[::-1] < cover[::-1]) == lowers, puzzle
                    lowered |= lowers
        if not lowered:
            settled.add(cover)
        shown = transferred(board.transfers, board.marked(on))
        assert (shown is not None) == bool(applies), puzzle
        assert shown is None or (bytes(shown) in covers and bytes(shown) != cover), puzzle
    assert settled_by_search(board) == settled, puzzle
    assert bool(settled) == bool(covers), puzzle
    only = next(iter(settled)) if len(settled) == 1 else None
    alone = (
        only is not None
        and transferred(board.transfers, board.marked([at for at, on in enumerate(only) if on])) is None
    )
    assert (len(covers) == 1) == alone, puzzle
    return len(covers) - len(settled)


def a_board(random, kind):
    """A random board of at most LARGEST tracks (diagonal ones of fewer), mostly with a cover."""
    return small_board(random, kind, LARGEST - 4 * ("diagonal" in kind))


@pytest.mark.sampled
@pytest.mark.parametrize("kind", KINDS)
def test_transfers_lead_from_covers_to_covers_and_settled_ones_give_their_number(kind):
    random = Random(f"transfers {kind}")
    for _ in range(MANY):
        agrees(a_board(random, kind))


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_settled_covers_give_the_number_of_covers_on_many_boards(kind):
    """10 000 boards of each kind."""
    random = Random(f"transfers, many {kind}")
    for _ in range(10_000):
        agrees(a_board(random, kind))


def test_settled_covers_of_rectangles_with_many_covers():
    """Boards cut from one long path have up to hundreds of covers."""
    random = Random("transfers of rectangles")
    others = 0
    for _ in range(amount(12, 100)):
        width, height = random.choice([(5, 4), (4, 5), (5, 5), (6, 4)])
        cells = cut_path(random, long_path(random, width, height), random.randint(2, 4))
        others += agrees(Puzzle(width, height, tuple(cells), COVER))
    assert others > 50


@pytest.fixture
def at_once(monkeypatch):
    """All searches look for settled covers from the beginning."""
    monkeypatch.setattr(first_solution, "HEAD_START", 1)
    monkeypatch.setattr(second_solution, "HEAD_START", 1)


def number_by_search(board, known=None):
    """0, 1 or 2 for the number of solutions by the search alone; they are judged."""
    search = SecondSolution(board, known)
    while (number := search.turn(SLICE)) is None:
        pass
    shown = [model for model in (search.first, search.second) if model is not None]
    assert len({bytes(model) for model in shown}) == number
    assert all(not check(board.puzzle, board.solution(model), COVER) for model in shown)
    return number


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("kind", KINDS)
def test_a_search_for_settled_covers_finds_as_many_solutions_as_brute_force(kind):
    random = Random(f"settled {kind}")
    for _ in range(MANY):
        board = Board(a_board(random, kind), COVER)
        covers = covers_of(board)
        assert number_by_search(board) == min(2, len(covers)), board.puzzle
        for cover in sorted(covers)[:2]:
            known = board.solution(board.marked([link for link, on in enumerate(cover) if on]))
            assert number_by_search(board, known) == min(2, len(covers)), board.puzzle


@pytest.mark.usefixtures("at_once")
def test_a_search_for_settled_covers_of_rectangles_with_many_covers():
    random = Random("settled rectangles")
    numbers = []
    for _ in range(amount(40, 400)):
        width, height = random.choice([(5, 4), (4, 5), (5, 5), (6, 4)])
        cells = cut_path(random, long_path(random, width, height), random.randint(2, 6))
        board = Board(Puzzle(width, height, tuple(cells), COVER))
        numbers.append(number_by_search(board))
        assert numbers[-1] == min(2, len(covers_of(board))), board.puzzle
    assert min(numbers.count(1), numbers.count(2)) > 3


def test_links_to_tracks_outside_the_board_are_refused():
    board = Board(parse(PAIR)[0])
    with pytest.raises(ValueError, match="track"):
        transfers(board.cells[:2], board.links)
    with pytest.raises(ValueError, match="link"):
        transferred(board.transfers, board.marked([])[:1])


@pytest.mark.parametrize(("kind", "side"), [("diagonal", 8), ("square", 30)])
def test_a_board_may_have_many_more_transfers_than_links_or_as_many(kind, side):
    """With diagonals, any two links between neighbours of a cell make one; on squares those next to a link."""
    grid = Grid(side, side, layout=Layout(kind=kind))
    links = {frozenset(link) for link in grid.track_links()}
    around = [[*grid.neighbours(cell)] for cell in range(grid.size)]
    ones = [sum(frozenset(pair) in links for pair in combinations(beside, 2)) for beside in around]
    expected = sum(sites * (sites - 1) // 2 for sites in ones)
    for one, other in links:  # two cells that change places are one transfer, not one of each
        common = len({*around[one]} & {*around[other]})
        expected -= common * (common - 1) // 2 if kind == "diagonal" else 0
    # two cells: next to each link that is not on the rim, and each diagonal one cell away from the rim
    expected += 2 * (side - 1) * (side - 2) if kind == "square" else 2 * (side - 3) ** 2
    board = Board(Puzzle(side, side, (1, 1, *[0] * (side * side - 2)), COVER, layout=grid.layout))
    board.cells[:] = array("i", [0]) * grid.size
    pairs = {tuple(map(frozenset, pair)) for pair in sides(board)}
    assert len(pairs) == len(board.transfers) // FIGURES == expected


def test_a_transfer_shows_the_second_of_two_solutions():
    board = Board(parse(PAIR)[0])
    one, other = (board.marked([link for link, on in enumerate(cover) if on]) for cover in sorted(covers_of(board)))
    assert transferred(board.transfers, one) == other
    assert transferred(board.transfers, other) == one


PROBE = """
from array import array
from numlink.engine.search.settled_covers import settled_clauses, transferred, transfers
rows = [(cell, cell + 1) for cell in range(12) if cell % 4 < 3]
links = sorted(rows + [(cell, cell + 4) for cell in range(8)] + [(cell, cell + 5) for cell in range(7) if cell % 4 < 3])
found = transfers(array("i", [0] * 12), array("i", [cell for link in links for cell in link]))
print(len(found), list(found), list(settled_clauses(found)))
print(transferred(found, array("b", [1] * len(links))), transferred(found, array("b", [0] * len(links))))
"""


def test_compiled_and_uncompiled_find_the_same_transfers(uncompiled):
    done = subprocess.run([sys.executable, "-c", PROBE], capture_output=True, text=True, check=True)
    assert uncompiled("-c", PROBE) == done.stdout
    assert done.stdout.endswith("None\n")
