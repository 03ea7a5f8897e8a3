"""The few steps to the next link: each follows from those told before it, and none is superfluous."""

import random
from collections import Counter
from itertools import combinations

import pytest

from numlink import solve
from numlink.model.rules import COVER, FREE, NO_TOUCH
from numlink.reasoning.deduce import deduce
from numlink.reasoning.hint_reasons import steps_to_link
from numlink.reasoning.position import OFF, ON, Position
from numlink.reasoning.rules import Assume
from tests.deduction_boards import deduction_boards
from tests.reasoning.test_deduce import board
from tests.sample import sample_puzzle


def at_a_glance(position):
    """The position with all that is obvious: finished cells are closed, numbers are not joined, rings not closed."""
    while True:
        plain = [
            step
            for step in deduce(position, ["A1", "A2", "A3"])
            if not step.is_contradiction and not any(on for _, on in step.conclusion)
            if step.rule.name != "A1" or "already" in step.sentence
        ]
        if not plain:
            return position
        position = position.after(*plain)


def follows(position, before, rule, links):
    """Whether these links follow by a rule from a drawing and the steps told before, or from some of them."""
    some = (premises for size in range(3) for premises in combinations(before, size))
    for premises in (before, *some):
        there = at_a_glance(position.after(*premises))
        deduced = {fact for again in deduce(there, [rule.name]) for fact in again.conclusion}
        if all(fact in deduced or there.states[fact[0]] == (ON if fact[1] else OFF) for fact in links):
            return True
    return False


def positions(puzzle, stream):
    """Drawings on the way to the solution: parts of its paths from their ends."""
    for share in (0, 0.3, 0.6):
        drawn = []
        for path in puzzle.solution.paths:
            length = stream.randint(0, int(share * len(path)))
            drawn += list(zip(path[:length], path[1:], strict=False))
        yield Position.with_links(puzzle, drawn)


def test_steps_to_a_link_draw_what_the_solution_has():
    """As in play: from drawn links alone, with no link known to be off."""
    puzzle = sample_puzzle()
    links = puzzle.grid.links()
    solution = puzzle.solution.links()
    drawn: set[tuple[int, int]] = set()
    while len(drawn) < len(solution):
        steps = steps_to_link(Position.with_links(puzzle, drawn))
        assert all(not any(on for _, on in step.conclusion) for step in steps[:-1])
        new = {links[link] for link, on in steps[-1].conclusion if on} - drawn
        assert new
        assert new <= solution
        drawn |= new
    assert steps_to_link(Position.with_links(puzzle, drawn)) == []
    branch = Position.with_links(puzzle, [(0, 1), (1, 2), (1, 8), (8, 9)])
    assert steps_to_link(branch)[0].is_contradiction


@pytest.mark.bulk
@pytest.mark.parametrize("rules", [COVER, NO_TOUCH], ids=str)
def test_every_step_follows_from_those_before_it(rules):
    stream = random.Random(f"reasons {rules}")
    lengths = Counter()
    for puzzle in deduction_boards(rules)[:24:2]:
        links = puzzle.grid.links()
        for position in positions(puzzle.with_solution(solve(puzzle).solution), stream):
            end = stream.choice([cell for cell, content in enumerate(puzzle.cells) if content > 0])
            steps = steps_to_link(position, beside=[end])
            lengths[len(steps)] += 1
            for index, step in enumerate(steps[:-1]):
                assert follows(position, steps[:index], step.rule, step.conclusion)
            if steps:
                wanted = [(link, on) for link, on in steps[-1].conclusion if on and end in links[link]]
                assert wanted
                assert follows(position, steps[:-1], steps[-1].rule, wanted)
    assert {1, 2, 3} <= set(lengths), lengths


def test_steps_that_are_not_needed_are_left_out():
    """The corners are forced as well, far from here."""
    puzzle = board(
        ". . . . . . ./. 1 2 3 2 . ./. . . . 3 . ./4 . . . . . 4/. . . . . . ./. 5 . . . 1 ./. . . . 5 . .", "cover"
    )
    steps = steps_to_link(Position.start(puzzle), beside=[cell for cell, content in enumerate(puzzle.cells) if content])
    assert [str(step) for step in steps] == [
        "A10: linking rows 1 and 2, column 4 would make 2 and 3 cross.",
        "A1: the 3 at row 2, column 4 needs one link and only one way is left.",
    ]
    anywhere = steps_to_link(Position.start(puzzle))
    assert [str(step) for step in anywhere] == ["A1: row 1, column 1 needs two links and only two ways are left."]


def test_boards_with_no_link_to_draw_or_no_solution():
    assert steps_to_link(Position.start(board("1 . ./. . ./. . 1", "cover"))) != []
    assert steps_to_link(Position.start(board(". . ./1 . 1/. . .", "free"))) == []
    assert steps_to_link(Position.start(board("1 2/2 1", "free")))[0].is_contradiction
    assert FREE in steps_to_link(Position.start(board("1 2/1 2", "free")))[0].rule.validity
    assert steps_to_link(Position.start(board("1 2/1 ./2 .", "cover")), assume=Assume.STRICT) != []
