"""A contradictory position stays so until what led to it is taken back, whatever calls come in between."""

from array import array

import pytest

from numlink.engine.deduction.assignment import rectangle
from numlink.engine.deduction.reasoner import Reasoner

# 1 · 2        links 0 1 along the first row, then down, then along the second row
# 1 · 2
CELLS = [1, 0, 2, 1, 0, 2]


def reasoner():
    made = Reasoner(rectangle(3, 2, array("i", CELLS)), CELLS, True, True)
    wrong = bytearray(made.position.links)
    wrong[0] = wrong[1] = 1  # 1 joined with 2
    return made, bytes(wrong)


@pytest.mark.parametrize(
    "ask",
    [
        lambda made: made.look(0),
        lambda made: made.look(1),
        lambda made: made.look(2),
        lambda made: made.guess(),
        lambda made: made.scan(0, 0),
        lambda made: made.scan(4, 0),
        lambda made: made.end_try(made.position.links),
    ],
)
def test_a_contradiction_is_not_forgotten(ask):
    made, wrong = reasoner()
    made.know([2] * made.position.links)
    made.load(wrong)
    conflict, states = made.position.conflict, made.states()
    assert conflict
    ask(made)
    assert (made.position.conflict, made.states()) == (conflict, states)
    assert made.advance(4) == -2


def test_no_link_is_tried_from_a_contradiction_or_twice():
    made, wrong = reasoner()
    made.load(wrong)
    with pytest.raises(ValueError, match="nothing to try"):
        made.start_try(2, 1)
    made.load(bytes(made.position.links))
    made.start_try(2, 1)
    with pytest.raises(ValueError, match="decided already"):
        made.start_try(2, 2)


def test_a_contradiction_ends_when_what_led_to_it_is_taken_back():
    made, _ = reasoner()
    mark = made.start_try(0, 1)
    second = made.start_try(1, 1)
    assert made.position.conflict
    made.end_try(second)
    assert not made.position.conflict
    made.start_try(1, 1)
    made.end_try(mark)
    assert not made.position.conflict
    assert made.states() == bytes(made.position.links)
