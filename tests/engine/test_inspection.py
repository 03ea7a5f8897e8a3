"""Doubtful links, compared with their definition, and parts of covers."""

from array import array

import pytest

import numlink
from numlink.engine import arrays
from numlink.engine.search.search import Search, Status
from numlink.engine.search.uniqueness import Inspection
from numlink.engine.search.windows import Windows
from numlink.exact.board_arrays import Board
from numlink.exact.budget import Budget
from numlink.making.compose import Composer, Statistics
from numlink.making.recipe import Spec


def annealed(width, height, pairs, seed, solids="none"):
    """An annealed cover, mostly one of several solutions, and its puzzle."""
    composer = Composer(Spec(width, height, seed, solids=solids), Budget(), Statistics())
    while composer._lay() or (cover := composer._cover(pairs)) is None:
        pass
    return cover, composer.lattice.puzzle(cover, numlink.COVER)


def doubtful_by_definition(models, known):
    """From the last link: another solution agrees before a link, differs at it, and agrees at later doubtful ones."""
    doubtful = []
    for link in range(len(known) - 1, -1, -1):
        if any(
            other[:link] == known[:link]
            and other[link] != known[link]
            and all(other[later] == known[later] for later in doubtful)
            for other in models
        ):
            doubtful.append(link)
    return doubtful


@pytest.mark.parametrize(("width", "height", "pairs"), [(5, 5, 3), (6, 6, 4), (7, 5, 4), (8, 4, 4), (7, 7, 4)])
def test_doubtful_links_are_those_of_the_definition(width, height, pairs):
    met = 0
    for seed in range(30):
        _, puzzle = annealed(width, height, pairs, seed)
        whole = Board(puzzle)
        known = whole.model(puzzle.solution)
        models = [whole.model(solution) for solution in numlink.solutions(puzzle)]
        inspection = Inspection(whole.search(), known, 10**9)
        assert inspection.run(10**6, 10**9) is Status.REFUTED
        assert inspection.hard == []
        assert inspection.doubtful == doubtful_by_definition(models, known)
        assert (inspection.doubtful == []) == (len(models) == 1)
        met += bool(inspection.doubtful)
    assert met


def test_slices_patience_and_the_limit_of_doubts():
    _, puzzle = annealed(12, 12, 9, 3)
    whole = Board(puzzle)
    known = whole.model(puzzle.solution)

    def ended(patience, *sizes, **options):
        inspection = Inspection(whole.search(), known, patience)
        while inspection.run(*sizes, **options) is Status.PAUSED:
            pass
        return inspection

    calm = ended(20, 10**6, 10**9)
    assert calm.hard
    for sizes in ((1, 10**9), (7, 500)):
        again = ended(20, *sizes)
        assert (again.hard, again.doubtful) == (calm.hard, calm.doubtful)
    first = ended(20, 10**6, 10**9, most=1)
    assert len(first.doubtful) + len(first.hard) == 1
    assert first.remaining > 0


def test_a_wrong_solution_is_refused():
    _, puzzle = annealed(6, 6, 5, 1)
    whole = Board(puzzle)
    known = whole.model(puzzle.solution)
    with pytest.raises(ValueError, match="has 3 links"):
        Inspection(whole.search(), array("b", [0, 1, 0]), 100)
    known[0] ^= 1
    with pytest.raises(ValueError, match="does not satisfy"):
        Inspection(whole.search(), known, 100).run(10**6, 10**9)


@pytest.mark.parametrize("solids", ["none", "few"])
def test_parts_can_be_cut_out_of_a_board(solids):
    for seed in range(5):
        cover, puzzle = annealed(9, 8, 8, seed, solids)
        whole = Board(puzzle)
        windows = Windows(whole.cells, whole.links, cover.model(whole.links))
        cells, links, model, _ = windows.cut(array("i", range(72)))
        assert tuple(cells) == puzzle.cells
        assert (links, model) == (whole.links, whole.model(puzzle.solution))
        on = puzzle.solution.links()
        for top, left, height, width in [(0, 0, 4, 5), (3, 2, 5, 4), (2, 5, 3, 4), (7, 0, 1, 9), (4, 4, 1, 1)]:
            place = [(top + cell // width) * 9 + left + cell % width for cell in range(height * width)]
            cells, links, model, _ = windows.cut(array("i", place)) or (array("i", [-1]), array("i"), array("b"), None)
            inside = {link for link in on if set(link) <= set(place)}
            pairs = zip(links[::2], links[1::2], strict=True)
            assert {(place[a], place[b]) for (a, b), used in zip(pairs, model, strict=True) if used} == inside
            count = [sum(there in link for link in inside) for there in place]
            assert all((content < 0) == (uses == 0) for content, uses in zip(cells, count, strict=True))
            assert all((content > 0) == (uses == 1) for content, uses in zip(cells, count, strict=True))
            assert_same_paths_have_the_same_number(cells, links, model)
            search = Search(len(cells), links, labels=arrays.labels_of(cells), degrees=arrays.degrees_of(cells, 2))
            Inspection(search, model, 10**9).run(10**6, 10**9)  # raises if the part's solution is none


def assert_same_paths_have_the_same_number(cells, links, model):
    path_cells, lengths = arrays.trace(cells, links, model)
    begin = 0
    numbers = []
    for length in lengths:
        path = path_cells[begin : begin + length]
        assert cells[path[0]] == cells[path[-1]]
        numbers.append(cells[path[0]])
        begin += length
    assert numbers == list(range(1, len(numbers) + 1))
