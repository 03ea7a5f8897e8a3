"""Public methods that take a number, a cell or a place refuse one that is not on the board, with our message."""

import pytest

from numlink import Advisor, Game, InputError, Puzzle, State
from numlink.game.hints import reveal

PUZZLE = Puzzle(3, 2, (5, 0, 5, 2, 0, 2))
STATE = State.start(PUZZLE)
ADVISOR = Advisor(PUZZLE)
WRONG = [-1, 6, 99, 10**30, 1.5, "x", None, [0], "0"]

BY_NUMBER = {
    "Advisor.reveal": lambda number: ADVISOR.reveal(STATE, number),
    "hints.reveal": lambda number: reveal(STATE, ADVISOR._complete(None), number),
    "Game.reveal": lambda number: Game.start(PUZZLE).reveal(number),
    "State.play": lambda number: STATE.play(f"erase {number}"),
}
BY_CELL = {
    "State.number_at": STATE.number_at,
    "State.tracks_at": STATE.tracks_at,
    "State.is_tip": STATE.is_tip,
    "State.play": lambda cell: STATE.play(f"cut {cell},0"),
}


@pytest.mark.parametrize("method", BY_NUMBER)
def test_a_number_that_is_not_on_the_board_is_refused(method):
    for wrong in [0, 1, *(wrong for wrong in WRONG if wrong is not None)]:
        with pytest.raises(InputError, match=r"number"):
            BY_NUMBER[method](wrong)


def test_a_number_of_the_board_is_revealed():
    """Also where numbers have gaps: number 5 is the second."""
    assert ADVISOR.reveal(STATE, 5) == ("draw 0,0 0,2",)
    assert ADVISOR.reveal(STATE, None) == ("draw 1,0 1,2", "draw 0,0 0,2")
    assert Game.start(PUZZLE).reveal(2, "draw 1,0 1,2").revealed == {2}
    with pytest.raises(InputError, match=r"there is no number 0 on this board\. Its numbers are 2, 5\."):
        ADVISOR.reveal(STATE, 0)


@pytest.mark.parametrize("method", BY_CELL)
def test_what_is_no_cell_of_the_board_is_refused(method):
    for wrong in WRONG:
        with pytest.raises(InputError, match=r"cell|position|outside the board|no path to cut"):
            BY_CELL[method](wrong)


@pytest.mark.parametrize("method", ["hint", "check", "reveal"])
def test_an_advisor_is_asked_about_a_drawing(method):
    for wrong in [*WRONG, PUZZLE]:
        with pytest.raises(InputError, match="a drawing must be a State"):
            getattr(ADVISOR, method)(wrong, *([None] if method == "reveal" else []))


def test_an_environment_and_a_board_that_do_not_exist_are_refused():
    gymnasium = pytest.importorskip("gymnasium")
    from numlink.learn import NAME

    several = gymnasium.make_vec(NAME, num_envs=2, boards=[PUZZLE, PUZZLE]).unwrapped
    several.reset(seed=1)
    assert several.puzzle(1) == PUZZLE
    for wrong in [-1, 2, 1.5, "x", None]:
        for method in (several.puzzle, several.solution):
            with pytest.raises(InputError, match="environment"):
                method(wrong)
    for wrong in [-1, 2, 1.5, "x"]:
        with pytest.raises(InputError, match="board"):
            several.reset(options={"board": wrong})
