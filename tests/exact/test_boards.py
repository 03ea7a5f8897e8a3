"""Exact answers on boards of every kind, compared with a brute force that knows only links (tests/oracle.py)."""

import os
from random import Random

import pytest

from numlink import Grid, Layout, NoSolution, Puzzle, census, check, count, heat, prove, sample, solutions, solve
from numlink.engine.frontier.directions import GraphRace
from numlink.engine.frontier.sweep import DONE
from numlink.exact.board_arrays import Board
from numlink.exact.budget import Budget
from numlink.exact.count import MOST_LISTED
from numlink.exact.counting import Counting
from numlink.exact.verdict import Answer
from numlink.model.rules import EVERY_RULES
from tests import oracle
from tests.boards import HUBS, KINDS, random_grid, small_board
from tests.tools import amount

KINDS = (*KINDS, HUBS)
MANY = int(os.environ.get("NUMLINK_BOARDS", amount(30, 60)))
"""Random boards a kind; 5 000 in the long run."""
SMALL = {kind: 10 if "diagonal" in kind else 14 for kind in KINDS}
"""Tracks that the brute force is quick with, eight neighbours having more ways."""


def every_solution(puzzle):
    """For each (fill, touch), the solutions as sets of link numbers."""
    grid = puzzle.grid
    links = grid.track_links()
    index = {tuple(sorted(link)): number for number, link in enumerate(links)}
    assert len(index) == len(links)
    truth = oracle.solutions([puzzle.cells[cell] for cell in grid.track_cells()], links)
    return {
        rules: {frozenset(index[link] for link in oracle.links_of(paths)) for paths in found}
        for rules, found in truth.items()
    }


def links_of(puzzle, solution):
    index = {pair: link for link, pair in enumerate(puzzle.grid.links())}
    return frozenset(index[link] for link in solution.links())


@pytest.mark.table(4)
@pytest.mark.sampled
@pytest.mark.parametrize("kind", KINDS)
def test_all_solutions_are_those_of_the_brute_force(kind):
    random = Random(f"all {kind}")
    several = 0
    for _ in range(MANY):
        puzzle = small_board(random, kind, SMALL[kind])
        expected = every_solution(puzzle)
        for rules in EVERY_RULES:
            found = list(solutions(puzzle, rules=rules))
            assert all(not check(puzzle, solution, rules) for solution in found)
            assert len({links_of(puzzle, solution) for solution in found}) == len(found)
            assert {links_of(puzzle, solution) for solution in found} == expected[rules.fill, rules.touch], (
                puzzle,
                rules,
            )
            several += len(found) > 1
    assert several > MANY // 20


@pytest.mark.table(4)
@pytest.mark.sampled
@pytest.mark.parametrize("kind", KINDS)
def test_solve_prove_and_the_strict_claim_agree_with_the_brute_force(kind):
    random = Random(f"prove {kind}")
    answers = set()
    for _ in range(MANY):
        puzzle = small_board(random, kind, SMALL[kind])
        expected = every_solution(puzzle)
        for rules in EVERY_RULES:
            wanted = [Answer.NONE, Answer.UNIQUE, Answer.MULTIPLE][min(2, len(expected[rules.fill, rules.touch]))]
            solved = solve(puzzle, rules=rules)
            assert solved.answer is wanted
            for known in {None, solved.solution}:
                verdict = prove(puzzle, known, rules)
                assert verdict.answer is wanted, (puzzle, rules)
                for witness in (verdict.solution, verdict.second, solved.solution, solved.second):
                    assert witness is None or check(puzzle, witness, rules) == []
            answers.add(wanted)
        linkings, covers = expected[False, True], expected[True, True]
        strict = prove(puzzle, claim="strict").answer
        if len(linkings) > 1:
            assert strict is Answer.MULTIPLE
        else:
            assert strict is (Answer.UNIQUE if covers else Answer.NONE)
    assert len(answers) == 3


def test_a_path_may_cross_itself_at_a_bridge():
    puzzle = Puzzle.from_rows([[-1, 1, -1], [0, 0, 1], [0, 0, -1]], layout=Layout(bridges=[4]))
    verdict = prove(puzzle)
    assert verdict.answer is Answer.UNIQUE
    assert verdict.solution.paths == ((1, 4, 7, 6, 3, 4, 5),)


@pytest.mark.table(4)
@pytest.mark.sampled
@pytest.mark.parametrize("kind", KINDS)
def test_counts_heat_and_samples_agree_with_the_brute_force(kind):
    random = Random(f"count {kind}")
    for _ in range(MANY):
        puzzle = small_board(random, kind, SMALL[kind])
        expected = every_solution(puzzle)
        for rules in EVERY_RULES:
            wanted = expected[rules.fill, rules.touch]
            assert count(puzzle, rules=rules) == len(wanted), (puzzle, rules)
            assert Counting(Board(puzzle, rules)).run(Budget()) == len(wanted), (puzzle, rules)
            counting = Counting(Board(puzzle, rules), saturate=True)
            assert counting.run(Budget()) == min(2, len(wanted))
            shown = {
                frozenset(links_of(puzzle, counting.board.solution(model)))
                for model in counting.models(min(2, len(wanted)))
            }
            assert len(shown) == min(2, len(wanted))
            assert shown <= {frozenset(links) for links in wanted}
        rules = random.choice(EVERY_RULES)
        wanted = expected[rules.fill, rules.touch]
        if wanted:
            shares = heat(puzzle, rules=rules)
            assert shares.total == len(wanted)
            for index, link in enumerate(puzzle.grid.links()):
                assert shares[link] * len(wanted) == sum(index in solution for solution in wanted)
            drawn = sample(puzzle, rules=rules, seed=random.randrange(1000))
            assert links_of(puzzle, drawn) in wanted


@pytest.mark.table(4)
@pytest.mark.sampled
@pytest.mark.parametrize("kind", KINDS)
def test_the_census_agrees_with_the_brute_force(kind):
    random = Random(f"census {kind}")
    for _ in range(MANY // 3):
        grid = random_grid(random, kind, most=3)
        links = grid.track_links()
        if len(links) > 13:
            continue
        bridges = {track for track, cell in enumerate(grid.track_cells()) if cell in grid.layout.bridges}
        cells = [-1 if cell in grid.solids else 0 for cell in grid.track_cells()]
        for rules in EVERY_RULES:
            found = census(grid.width, grid.height, rules, grid.solids, layout=grid.layout)
            assert len(found) == cells.count(0) // 2 + 1
            expected = oracle.census(cells, links, fill=rules.fill, touch=rules.touch, no_ends=bridges)
            assert {paths: ways for paths, ways in enumerate(found) if ways} == expected, (grid, rules)


def puzzles_on(grid):
    """Every puzzle of an empty board: every set of pairs of ends, without ends on bridges."""
    free = [cell for cell in grid.open_cells() if cell not in grid.layout.bridges]

    def pairings(left):
        yield []
        for place, first in enumerate(left):
            for second in left[place + 1 :]:
                rest = [cell for cell in left[place + 1 :] if cell != second]
                for others in pairings(rest):
                    yield [(first, second), *others]

    for pairs in pairings(free):
        cells = [-1 if cell in grid.solids else 0 for cell in range(grid.size)]
        for number, ends in enumerate(pairs, start=1):
            for cell in ends:
                cells[cell] = number
        yield Puzzle(grid.width, grid.height, tuple(cells), layout=grid.layout)


@pytest.mark.parametrize("rules", EVERY_RULES, ids=str)
def test_a_census_is_the_sum_over_all_puzzles(rules):
    """It is the sum over all puzzles of a board: no path ends on a bridge, as no number can stand there."""
    layout = Layout(bridges=[4])
    found = census(3, 3, rules, solids=(6,), layout=layout)
    expected = [0] * len(found)
    for puzzle in puzzles_on(Grid(3, 3, frozenset({6}), layout)):
        expected[puzzle.pairs] += count(puzzle, rules=rules)
    assert list(found) == expected


@pytest.mark.parametrize("rules", EVERY_RULES, ids=str)
@pytest.mark.parametrize("kind", ["square", "hex"])
def test_more_numbers_at_once_than_the_frontier_has_tracks_are_no_solution(kind, rules):
    """Hundreds of first ends come before all second ones: nothing is too wide, and no error is raised."""
    width, height = 12, 60
    half = range(1, width * height // 2 + 1)
    puzzle = Puzzle(width, height, (*half, *half), rules, layout=Layout(kind=kind))
    assert count(puzzle) == 0
    with pytest.raises(NoSolution):
        heat(puzzle)
    along = GraphRace(puzzle.cells, Board(puzzle).links, [range(puzzle.grid.size)], touch=rules.touch)
    assert (along.advance(1_000), along.total) == (DONE, 0)


@pytest.mark.parametrize("kind", ["square", "hex", "triangle"])
def test_heat_without_touching_lists_no_solutions(kind):
    puzzle = Puzzle(7, 7, (1, *[0] * 47, 1), "free-no-touch", layout=Layout(kind=kind))
    shares = heat(puzzle)
    assert shares.total == count(puzzle)
    assert shares.total > (MOST_LISTED if kind == "hex" else 100)
    for end in (0, 48):
        assert sum(share for link, share in shares.items() if end in link) == 1
    assert check(puzzle, sample(puzzle, seed=1)) == []
