"""Every fault code with one minimal bad board, and the verdicts on the assignment's sample under all rules."""

import pytest

from numlink import COVER, FREE, NO_TOUCH, FaultCode, IllegalPuzzle, Layout, Puzzle, Solution, check
from numlink.model import judge
from numlink.model.judge import require_legal
from numlink.model.rules import EVERY_RULES, Rules
from tests.sample import sample_puzzle
from tests.work import calls_of

# code: (rows, paths or None, rules, cells of the first such fault, layout if the board is no rectangle)
MINIMAL = {
    FaultCode.NUMBER_ONCE: ([[1]], None, COVER, ((0, 0),)),
    FaultCode.NUMBER_TOO_OFTEN: ([[1, 1, 1]], None, COVER, ((0, 0), (0, 1), (0, 2))),
    FaultCode.WRONG_SIZE: ([[1, 1]], Solution(3, 1, ((0, 1),)), COVER, ()),
    FaultCode.WRONG_LAYOUT: ([[1, 1]], Solution(2, 1, ((0, 1),), Layout(layers=2)), COVER, ()),
    FaultCode.MISSING_PATH: ([[1, 1]], [], COVER, ((0, 0), (0, 1))),
    FaultCode.EXTRA_PATH: ([[0, 0]], [[0, 1]], COVER, ((0, 0),)),
    FaultCode.OUTSIDE: ([[1, 1]], [[0, 1, 2]], COVER, ()),
    FaultCode.SHORT_PATH: ([[1, 1]], [[0]], COVER, ((0, 0),)),
    FaultCode.WRONG_ENDS: ([[1, 1, 0]], [[0, 1, 2]], COVER, ((0, 0), (0, 2))),
    FaultCode.JUMP: ([[1, 0, 1]], [[0, 2]], FREE, ((0, 0), (0, 2))),
    FaultCode.THROUGH_WALL: ([[1, 1]], [[0, 1]], COVER, ((0, 0), (0, 1)), Layout(walls=[(0, 1)])),
    FaultCode.TURNS_ON_BRIDGE: (
        [[0, 1, 0], [0, 0, 1], [0, 0, 0]],
        [[1, 4, 5]],
        FREE,
        ((1, 1),),
        Layout(bridges=[4]),
    ),
    FaultCode.ON_SOLID: ([[1, -1, 1]], [[0, 1, 2]], COVER, ((0, 1),)),
    FaultCode.REPEATED_CELL: ([[1, 0, 1]], [[0, 1, 0, 1, 2]], COVER, ((0, 0),)),
    FaultCode.CROSSING: ([[1, 1]], Solution(2, 1, ((0, 1), (0, 1))), COVER, ((0, 0),)),
    FaultCode.THROUGH_ENDPOINT: ([[1, 2, 1, 2]], [[0, 1, 2], [1, 2, 3]], COVER, ((0, 1),)),
    FaultCode.UNCOVERED: ([[1, 1, 0]], [[0, 1]], COVER, ((0, 2),)),
    FaultCode.HALF_BRIDGE: (
        [[-1, 0, -1], [1, 0, 1], [-1, 0, -1]],
        [[3, 4, 5]],
        COVER,
        ((1, 1),),
        Layout(bridges=[4]),
    ),
    FaultCode.TOUCHES_ITSELF: ([[1, 1], [0, 0]], [[0, 2, 3, 1]], NO_TOUCH, ((0, 0), (0, 1))),
}


@pytest.fixture(params=["kept", "computed"], autouse=True)
def neighbours(request, monkeypatch):
    """Runs each test with neighbours kept in memory, as on small boards, and computed each time, as on large ones."""
    if request.param == "computed":
        monkeypatch.setattr(judge, "CELLS_KEPT", 0)


def test_every_code_has_a_board():
    every = [*FaultCode]
    of_the_lab = every[
        every.index(FaultCode.SOLIDS_MEET) :
    ]  # tests/making/test_lab.py, tests/commands/test_check_lab.py
    assert set(MINIMAL) == set(FaultCode) - set(of_the_lab)


@pytest.mark.parametrize("code", MINIMAL, ids=lambda code: code.value)
def test_minimal_bad_board(code):
    rows, paths, rules, cells, *layout = MINIMAL[code]
    puzzle = Puzzle.from_rows(rows, layout=layout[0] if layout else Layout())
    if isinstance(paths, list):
        solution = Solution(puzzle.width, puzzle.height, tuple(map(tuple, paths)), puzzle.layout)
    else:
        solution = paths
    found = [fault for fault in check(puzzle, solution, rules) if fault.code == code]
    assert found, check(puzzle, solution, rules)
    assert found[0].cells == cells
    assert str(found[0]) == found[0].message
    assert found[0].message.endswith(".")
    if cells:
        assert found[0].message.startswith(f"row {cells[0][0] + 1}, column {cells[0][1] + 1}: ")


def test_sample_is_right_under_all_rules():
    puzzle = sample_puzzle()
    for rules in EVERY_RULES:
        assert check(puzzle, puzzle.solution, rules) == []


def test_a_touching_cover_is_right_if_touching_is_allowed():
    puzzle = Puzzle.from_rows([[1, 1], [0, 0]])
    assert check(puzzle, Solution(2, 2, ((0, 2, 3, 1),))) == []
    assert check(puzzle, Solution(2, 2, ((0, 1),)), FREE) == []


def test_all_faults_are_listed():
    puzzle = Puzzle.from_rows([[1, 2, 3], [3, 3, -1]])
    assert [fault.code for fault in check(puzzle)] == [FaultCode.NUMBER_ONCE] * 2 + [FaultCode.NUMBER_TOO_OFTEN]
    with pytest.raises(IllegalPuzzle, match=r"row 1, column 1: number 1 occurs once.*and 2 more") as caught:
        require_legal(puzzle)
    assert len(caught.value.faults) == 3


def test_every_fault_is_reported_once():
    def faults_of(width, height, cells, paths, rules=FREE):
        puzzle = Puzzle(width, height, cells)
        return [(fault.code, fault.message) for fault in check(puzzle, Solution(width, height, paths), rules)]

    twice = faults_of(3, 2, (1, 0, 0, 0, 0, 1), ((0, 1, 0, 1, 2, 5),))
    assert [message for code, message in twice if code is FaultCode.REPEATED_CELL] == [
        f"row 1, column {column}: path 1 visits this cell more than once." for column in (1, 2)
    ]
    outside = faults_of(3, 1, (1, 0, 1), ((0, 3, 1, 9, 9), (-4, 2)))
    assert [message for _, message in outside] == [
        "cell 3 of path 1 lies outside the board.",
        "cell 9 of path 1 lies outside the board.",
        "cell -4 of path 2 lies outside the board.",
    ]
    both = faults_of(3, 2, (1, 0, 1, 2, 0, 2), ((0, 1, 2), (3, 4, 1, 4, 1, 4, 5)))
    assert len(both) == len(set(both)) == 3  # 2 crosses 1 at one cell and visits two cells more than once
    # going back and forth along its own links, a path does not touch itself
    again = faults_of(3, 2, (1, 0, 1, 0, 0, 0), ((0, 1, 4, 3, 4, 1, 2),), NO_TOUCH)
    assert [message for code, message in again if code is FaultCode.TOUCHES_ITSELF] == [
        "row 1, column 1: path 1 touches itself, at row 2, column 1; the rules forbid it."
    ]


OVER = Layout(bridges=[4])


def judged(rows, paths, rules, layout):
    puzzle = Puzzle.from_rows(rows, layout=layout)
    solution = Solution(puzzle.width, puzzle.height, tuple(map(tuple, paths)), layout)
    return [fault.message for fault in check(puzzle, solution, rules)]


def test_two_paths_or_one_may_cross_at_a_bridge_and_none_may_meet_there():
    cross = [[-1, 2, -1], [1, 0, 1], [-1, 2, -1]]
    assert judged(cross, [[3, 4, 5], [1, 4, 7]], NO_TOUCH, OVER) == []
    assert judged(cross, [[3, 4, 5], []], COVER, OVER) == [
        "row 1, column 2: number 2 has no path. Draw one to its partner.",
        "row 1, column 2: no path enters this cell; under the rules cover every cell must be on a path.",
        "row 2, column 2: this bridge is crossed only one way; under the rules cover paths must use both.",
        "row 3, column 2: no path enters this cell; under the rules cover every cell must be on a path.",
    ]
    loop = [[-1, 1, -1], [0, 0, 1], [0, 0, -1]]  # 1 goes down over the bridge, turns, and comes back across it
    assert judged(loop, [[1, 4, 7, 6, 3, 4, 5]], COVER, OVER) == []
    same = judged([[0, 0, 0], [1, 0, 1], [2, 0, 2]], [[3, 4, 5], [6, 3, 4, 5, 8]], FREE, OVER)
    assert "row 2, column 2: paths 1 and 2 cross the bridge here in the same direction." in same


def test_a_path_touches_itself_if_a_link_joins_its_tracks():
    apart = Layout(walls=[(0, 1)])
    assert judged([[1, 1], [0, 0]], [[0, 2, 3, 1]], NO_TOUCH, apart) == []
    ring = Layout(wrap="rows")
    assert judged([[1, 0, 0, 1]], [[0, 1, 2, 3]], NO_TOUCH, ring) == [
        "row 1, column 1: path 1 touches itself, at row 1, column 4; the rules forbid it."
    ]
    assert judged([[1, 0, 0], [0, 0, 0], [0, 1, 0]], [[0, 1, 4, 7]], Rules(fill=False, touch=False), OVER) == []
    beside = judged([[0, 0, 1], [0, 0, 0], [0, 1, 0]], [[2, 1, 4, 7]], Rules(fill=False, touch=False), OVER)
    assert beside == []  # cell 5 is not on the path
    across = judged([[0, 0, 0], [0, 0, 1], [0, 1, 0]], [[5, 2, 1, 4, 7]], Rules(fill=False, touch=False), OVER)
    assert across == []  # the link from 5 leads to the way across the bridge, but the path goes down over it


def test_faults_on_layers_say_which():
    layout = Layout(layers=2, vias=[0])
    assert judged([[1, 0], [0, 1]], [[0, 2, 3]], FREE, layout) == []
    assert judged([[1, 0], [0, 1]], [[0, 1, 3]], FREE, layout) == [
        "layer 1, row 1, column 2: path 1 jumps from here to layer 2, row 1, column 2; "
        "consecutive cells must be neighbours."
    ]
    puzzle = Puzzle.from_rows([[1, 0], [0, 0]], layout=layout)
    assert check(puzzle)[0].cells == ((0, 0, 0),)


@pytest.mark.parametrize("rules", EVERY_RULES, ids=str)
def test_a_large_rectangle_takes_few_calls_a_cell(rules):
    """Fewer than a dozen for each cell: neighbours in a rectangle are sums, and need no look at the board's pattern."""
    side = 60
    rows = tuple(tuple(range(start, start + side)) for start in range(0, side * side, side))
    puzzle = Puzzle.from_solution(Solution(side, side, rows), rules=rules)
    assert calls_of(lambda: check(puzzle, puzzle.solution)) < 12 * side * side
    assert check(puzzle, puzzle.solution) == []
