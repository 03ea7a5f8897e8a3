"""The search for solutions that touch at few places; and slices do not change what searches find, nor when."""

import random
import statistics
import subprocess
import sys
from array import array

import pytest
from bench.drawing import DRAWINGS
from bench.families import boards

from numlink import COVER, FREE, Answer, Puzzle, check
from numlink.engine.search.canonical_squares import no_touch_clauses, switched_clauses
from numlink.engine.search.search import Status
from numlink.exact.board_arrays import Board
from numlink.exact.budget import Budget
from numlink.exact.few_touches import PATIENCE, FewTouches
from numlink.exact.first_solution import FirstSolution
from numlink.exact.race import Ways
from numlink.exact.second_solution import SecondSolution
from numlink.exact.work import Slice
from tests import oracle
from tests.boards import random_board
from tests.exact.test_walls import walled_board

WHOLE = Slice(10**9, 10**9)


def unwalled(seed: int) -> Puzzle:
    """A board that was drawn with walls, without them: mostly, all of its solutions touch."""
    drawn = DRAWINGS["walls"](seed)
    assert drawn is not None
    return Puzzle(drawn.width, drawn.height, drawn.cells, COVER)


def test_the_search_finds_every_solution_of_small_boards():
    """Each once, by excluding those found, with walls and without; and none if there is none."""
    stream = random.Random("few touches")
    switched = found = 0
    for _ in range(300):
        puzzle = stream.choice(
            [walled_board, lambda rng: random_board(rng, 4, 4), lambda rng: random_board(rng, 5, 3)]
        )(stream).with_rules(COVER)
        expected = sorted(map(list, oracle.models(puzzle.cells, puzzle.grid.links(), fill=True, touch=True)))
        board = Board(puzzle)
        few, models = FewTouches(board), []
        while (status := few.turn(WHOLE)) is not Status.REFUTED:
            if status is Status.SATISFIED:
                assert few.model is not None
                assert check(puzzle, board.solution(few.model)) == []
                models.append(list(few.model))
                few.search.add_clause(board.other_than(few.model))
            switched += status is Status.PAUSED
        assert sorted(models) == expected
        found += len(models)
    assert switched > 100
    assert found > 100


def test_a_clause_with_a_switch_is_the_clause_without_it_plus_the_switch_of_its_square():
    stream = random.Random(2)
    for _ in range(30):
        puzzle = walled_board(stream)
        board = Board(puzzle, FREE)
        width, links = puzzle.width, len(board.links) // 2
        plain = clauses_of(no_touch_clauses(width, puzzle.height, board.cells, fill=True, laid=board.laid))
        both = clauses_of(switched_clauses(width, puzzle.height, board.cells, first=links, laid=board.laid))
        assert [clause[:-1] for clause in both] == plain
        for *literals, switch in both:
            assert switch % 2 == 0
            square = switch // 2 - links
            corners = {square, square + 1, square + width, square + width + 1}
            for literal in literals[:2]:
                assert {*board.links[literal & -2 : (literal & -2) + 2]} <= corners


def clauses_of(flat: array) -> list[list[int]]:
    """The clauses of a flat array of sizes and literals."""
    found, at = [], 0
    while at < len(flat):
        found.append(list(flat[at + 1 : at + 1 + flat[at]]))
        at += 1 + flat[at]
    return found


def test_boards_without_a_solution_that_does_not_touch_take_hundreds_of_conflicts():
    """A search for all solutions takes 75 822 conflicts to the first one of 3026; 5078 took 339 447 in all."""
    conflicts = []
    for seed in (3012, 3026, 3035, 5017, 5047, 5069, 5078, 5081):
        board = Board(unwalled(seed))
        race = Ways(board)
        verdict = race.decided(Budget())
        assert verdict.strict is False
        shown = [found for found in (verdict.solution, verdict.second) if found is not None]
        assert all(check(board.puzzle, found) == [] for found in shown)
        assert shown
        assert verdict.answer is (Answer.MULTIPLE if len({*shown}) == 2 else Answer.UNIQUE)
        conflicts.append(race.effort.conflicts)
    assert statistics.median(conflicts) < 700
    assert max(conflicts) < 10_000


def test_the_patience_for_choices_of_switches_follows_the_luby_sequence():
    few = FewTouches(Board(unwalled(3012)))
    patience = []
    for _ in range(15):
        patience.append((few._until - few.search.conflicts) // PATIENCE)
        few._begin()
    assert patience == [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]


def test_decisions_follow_a_target_although_switches_are_assumed():
    """Without a target these boards take 12 549 conflicts to their first solution, with one 3 033."""
    total = 0
    for seed in (5069, 5078, 5081):
        few = FewTouches(Board(unwalled(seed)))
        while few.turn(WHOLE) is Status.PAUSED:
            pass
        total += few.search.conflicts
    assert total < 5_000


def course(make, puzzle, work):
    """What searches found with slices of `work`, and the work of each."""
    asked = make(Board(puzzle))
    while (answer := asked.turn(work)) in (None, Status.PAUSED):
        pass
    work_of_each = [(search.conflicts, search.propagations, search.decisions) for search in asked.searches]
    if isinstance(asked, FirstSolution):
        return answer, asked.model, asked.all_touch, work_of_each
    return answer, asked.first, asked.second, work_of_each


@pytest.mark.parametrize("make", [FirstSolution, SecondSolution])
@pytest.mark.parametrize("family", ["diagonals", "many", "unwalled", "walls"])
def test_the_length_of_turns_does_not_change_the_course_of_searches(make, family, monkeypatch):
    """Diagonals 122 took 866 or 2 466 conflicts to the first solution, as turns of two searches were slices long."""
    if family == "unwalled":
        puzzle = unwalled(3012)
    else:
        puzzle = (
            dict(boards(family))[122]
            if family == "diagonals"
            else min((each for _, each in boards(family)), key=lambda each: len(each.cells))
        )
    expected = course(make, puzzle, WHOLE)
    for work in (Slice(7, 10**9), Slice(10**9, 900), Slice(60, 3_000), Slice(1_000, 40_000)):
        assert course(make, puzzle, work) == expected


PROBE = """
from numlink import Puzzle
from numlink.exact.race import Ways
from numlink.exact.second_solution import SecondSolution
from numlink.exact.board_arrays import Board
from numlink.exact.few_touches import PATIENCE, FewTouches
from numlink.engine.search.search import Status
from numlink.exact.work import Slice
puzzle = Puzzle(7, 6, (1, *[0] * 16, 2, *[0] * 8, 2, *[0] * 14, 1))
few = FewTouches(Board(puzzle))
while few.turn(Slice(10, 1000)) is Status.PAUSED:
    pass
print(few.model, few.search.conflicts, few.search.propagations)
"""


def test_compiled_and_uncompiled_agree(uncompiled):
    done = subprocess.run([sys.executable, "-c", PROBE], capture_output=True, text=True, check=True)
    assert uncompiled("-c", PROBE) == done.stdout
    assert "array" in done.stdout
