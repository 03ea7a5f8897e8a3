"""Exact answers on boards of every kind against a brute force that knows only links (tests/graph_oracle.py)."""

import os
from dataclasses import replace
from random import Random

import pytest

from numlink import COVER, FREE, Layout, Puzzle, census, check, count, heat, prove, sample, solutions, solve
from numlink.exact.budget import Budget
from numlink.exact.by_frontier import Counting
from numlink.exact.encoded import Board
from numlink.exact.verdict import Answer
from numlink.model.rules import EVERY_RULES
from tests import graph_oracle
from tests.kinds import KINDS, random_grid, random_solved

MANY = int(os.environ.get("NUMLINK_BOARDS", "60"))
"""Random boards a kind; 5 000 in the long run."""
SMALL = 14
"""Tracks that the brute force is quick with."""


def small_puzzle(random, kind):
    """Half of them with ends at random, half with what is left over made solid, so that a cover exists."""
    while True:
        if random.random() < 0.3:
            grid = random_grid(random, kind, most=4)
            free = [cell for cell in grid.open_cells() if cell not in grid.layout.bridges]
            ends = random.sample(free, min(len(free) // 2, random.randint(1, 3)) * 2)
            cells = [-1 if cell in grid.solids else 0 for cell in range(grid.size)]
            for index, cell in enumerate(ends):
                cells[cell] = index // 2 + 1
            puzzle = Puzzle(grid.width, grid.height, tuple(cells), FREE, layout=grid.layout)
        else:
            puzzle = random_solved(random, kind, most=4)
            passed = {cell for path in puzzle.solution.paths for cell in path} | puzzle.layout.bridges
            cells = [content if cell in passed else -1 for cell, content in enumerate(puzzle.cells)]
            puzzle = replace(puzzle, cells=tuple(cells))
        if len(puzzle.cells) - len(puzzle.solids()) + len(puzzle.layout.bridges) <= SMALL:
            return puzzle


def graph(puzzle):
    grid = puzzle.grid
    return [puzzle.cells[cell] for cell in grid.track_cells()], grid.track_links()


def links_of(puzzle, solution):
    index = {pair: link for link, pair in enumerate(puzzle.grid.links())}
    return frozenset(index[link] for link in solution.links())


@pytest.mark.parametrize("kind", KINDS)
def test_all_solutions_are_those_of_the_brute_force(kind):
    random = Random(f"all {kind}")
    several = 0
    for _ in range(MANY):
        puzzle = small_puzzle(random, kind)
        expected = graph_oracle.solutions(*graph(puzzle))
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


@pytest.mark.parametrize("kind", KINDS)
def test_solve_prove_and_the_strict_claim_agree_with_the_brute_force(kind):
    random = Random(f"prove {kind}")
    answers = set()
    for _ in range(MANY):
        puzzle = small_puzzle(random, kind)
        expected = graph_oracle.solutions(*graph(puzzle))
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


@pytest.mark.parametrize("kind", KINDS)
def test_counts_heat_and_samples_agree_with_the_brute_force(kind):
    random = Random(f"count {kind}")
    for _ in range(MANY):
        puzzle = small_puzzle(random, kind)
        expected = graph_oracle.solutions(*graph(puzzle))
        for rules in EVERY_RULES:
            wanted = expected[rules.fill, rules.touch]
            assert count(puzzle, rules=rules) == len(wanted), (puzzle, rules)
            if rules.touch or puzzle.layout.plain:
                assert Counting(Board(puzzle, rules)).run(Budget()) == len(wanted), (puzzle, rules)
                assert Counting(Board(puzzle, rules), saturate=True).run(Budget()) == min(2, len(wanted))
        rules = random.choice(EVERY_RULES)
        wanted = expected[rules.fill, rules.touch]
        if wanted:
            shares = heat(puzzle, rules=rules)
            assert shares.total == len(wanted)
            for index, link in enumerate(puzzle.grid.links()):
                assert shares[link] * len(wanted) == sum(index in solution for solution in wanted)
            drawn = sample(puzzle, rules=rules, seed=random.randrange(1000))
            assert links_of(puzzle, drawn) in wanted


@pytest.mark.parametrize("kind", KINDS)
def test_the_census_agrees_with_the_brute_force(kind):
    random = Random(f"census {kind}")
    for _ in range(MANY // 3):
        grid = random_grid(random, kind, most=3)
        links = grid.track_links()
        if len(links) > 13:
            continue
        tracks = [track for track, cell in enumerate(grid.track_cells()) if cell not in grid.solids]
        expected = graph_oracle.census(tracks, links)
        for rules in (COVER, FREE):
            found = census(grid.width, grid.height, rules, grid.solids, layout=grid.layout)
            assert len(found) == len(tracks) // 2 + 1
            assert {paths: ways for paths, ways in enumerate(found) if ways} == expected[rules.fill], (grid, rules)
