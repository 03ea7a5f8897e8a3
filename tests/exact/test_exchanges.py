"""Canonical linkings on boards of every kind: compares clauses with the definition in docs/algorithms.md."""

from array import array
from itertools import pairwise
from random import Random

import pytest

from numlink import FREE, Answer, Layout, Puzzle, parse, prove
from numlink.engine.search.canonical_graph import exchange_clauses
from numlink.engine.search.search import Status
from numlink.exact.board_arrays import Board
from numlink.exact.strict import only_linking
from tests import oracle
from tests.boards import HUBS, KINDS, small_board
from tests.tools import amount

KINDS = tuple(kind for kind in (*KINDS, HUBS) if kind not in ("plain", "walls"))
"""Rectangles have clauses of their own (`engine.search.canonical_squares`)."""
MANY = amount(12, 40)
"""Random boards a kind."""


def heights(links, size, rim):
    """For each track its place: by distance from the rim; of equally far tracks the last comes first."""
    far = dict.fromkeys(rim or range(size), 0)
    queue = [*far]
    for track in queue:
        for link in links:
            if track in link and (other := sum(link) - track) not in far:
                far[other] = far[track] + 1
                queue.append(other)
    order = sorted(range(size), key=lambda track: (far.get(track, size), -track))
    return {track: place for place, track in enumerate(order)}


def is_canonical(cells, links, paths, height):
    """Whether no other link joins tracks of a path, no exchange lowers one, no two or three links are a shortcut."""
    linked = {frozenset(link) for link in links}
    passed = {track for path in paths for track in path}
    empty = [track for track, content in enumerate(cells) if content == 0 and track not in passed]
    for path in paths:
        own = {frozenset(link) for link in pairwise(path)}
        if any(link not in own and link <= {*path} for link in linked):
            return False
        for length in (3, 4, 5):
            for begin in range(len(path) - length + 1):
                stretch = path[begin : begin + length]
                for track in empty:
                    joins = {frozenset((stretch[0], track)), frozenset((stretch[-1], track))} <= linked
                    if joins and (length > 3 or height[track] < height[stretch[1]]):
                        return False
    return True


def canonical_linkings(puzzle):
    """All linkings, and the canonical ones, as sets of links."""
    board = Board(puzzle, FREE)
    links = puzzle.grid.track_links()
    height = heights(links, len(board.cells), board.rim())
    every = [*oracle.linkings(board.cells, links)]
    found = [paths for paths in every if is_canonical(board.cells, links, paths, height)]
    return every, {frozenset(map(tuple, map(sorted, oracle.links_of(paths)))) for paths in found}


def listed(puzzle):
    """The linkings that a search with the clauses finds, as sets of links."""
    board = Board(puzzle, FREE)
    links = [tuple(sorted(link)) for link in puzzle.grid.track_links()]
    search = board.search(canonical=True)
    search.add_clauses(exchange_clauses(board.links, board.cells, board.rim()))
    found = set()
    while search.run() is Status.SATISFIED:
        model = search.model()
        found.add(frozenset(link for link, on in zip(links, model, strict=True) if on))
        search.add_clause(board.other_than(model))
    return found


def agrees(puzzle):
    """Compare search with definition and claim with brute force; returns how many linkings are not canonical."""
    board = Board(puzzle, FREE)
    if board.rectangle:
        return 0
    every, canonical = canonical_linkings(puzzle)
    assert listed(puzzle) == canonical, puzzle
    assert bool(canonical) == bool(every)
    covering = [paths for paths in every if sum(map(len, paths)) == board.open_tracks]
    claim = prove(puzzle, claim="strict").answer
    assert claim is (Answer.MULTIPLE if len(every) > 1 else Answer.UNIQUE if len(covering) == 1 else Answer.NONE), (
        puzzle
    )
    assert (len(every) == 1 == len(covering)) == (
        len(canonical) == 1 and all(len(found) == board.open_tracks - puzzle.pairs for found in canonical)
    )
    return len(every) - len(canonical)


@pytest.mark.sampled
@pytest.mark.parametrize("kind", KINDS)
def test_the_clauses_leave_exactly_the_canonical_linkings(kind):
    random = Random(f"exchanges {kind}")
    size = 10 if "diagonal" in kind else 14
    others = sum([agrees(small_board(random, kind, size)) for _ in range(MANY)])
    assert others or kind.startswith(("triangle", "tiling"))  # on a few cells without rings all are canonical


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_the_clauses_leave_exactly_the_canonical_linkings_of_many_boards(kind):
    """10 000 boards of each kind."""
    random = Random(f"exchanges, many {kind}")
    size = 10 if "diagonal" in kind else 14
    assert sum([agrees(small_board(random, kind, size)) for _ in range(10_000)])


def clauses_of(puzzle):
    board = Board(puzzle, FREE)
    numbers = iter(exchange_clauses(board.links, board.cells, board.rim()))
    return board, {frozenset(next(numbers) for _ in range(size)) for size in numbers}


def test_one_clause_forbids_a_turn_towards_the_rim_unless_an_endpoint_is_in_its_way():
    barred = []
    for ends in ((), (3, 45)):
        puzzle = Puzzle(7, 7, tuple(int(cell in ends) for cell in range(49)), FREE, layout=Layout(kind="hex"))
        board = Board(puzzle, FREE)
        numbers = iter(exchange_clauses(board.links, board.cells, board.rim()))
        barred.append(sum(len([next(numbers) for _ in range(size)]) == 2 for size in numbers))
    assert barred[0] > barred[1] > 49


STRICT_HEXAGONS = """\
board: hex
rules: cover
. 1 . . . 2 . 3
. . . . . . . .
. . . 4 . . . .
. . . . . . . .
. . . . . . . .
. . . . . . 2 .
. . 5 4 . . . .
1 . . . 3 . . 5
"""
"""Drawing 1043 of the family hexagons; the strict claim takes 1 794 conflicts without the clauses."""


def test_the_strict_claim_on_hexagons_takes_a_tenth_of_the_conflicts():
    (puzzle,) = parse(STRICT_HEXAGONS)
    claim = prove(puzzle, claim="strict")
    assert claim.answer is Answer.UNIQUE
    assert claim.effort.conflicts < 200
    is_strict, solution = only_linking(puzzle, conflicts=1_000)
    assert (is_strict, solution) == (None, None), (
        "ratings count the conflicts of the older clauses: they must not change"
    )
    assert only_linking(puzzle, conflicts=5_000)[0] is True


def test_a_track_with_many_links_gets_no_clauses():
    """Clauses are about tracks with up to 16 links; a hub with 20 neighbours is none of them."""
    spokes = 20
    links = array("i", [track for spoke in range(1, spokes + 1) for track in (0, spoke)])
    links.extend(track for spoke in range(1, spokes) for track in (spoke, spoke + 1))
    clauses = exchange_clauses(links, array("i", [0] * (spokes + 1)), array("i"))
    assert all(0 <= literal < len(links) for literal in clauses)
    few = exchange_clauses(links[: 2 * 5], array("i", [0] * 6), array("i", [1]))
    assert len(few) == 0  # a star has no rings


def test_a_graph_without_links_has_no_clauses():
    assert len(exchange_clauses(array("i"), array("i"), array("i"))) == 0
    assert len(exchange_clauses(array("i"), array("i", [0, 0]), array("i", [1]))) == 0
