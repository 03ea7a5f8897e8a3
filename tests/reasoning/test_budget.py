"""The budget of rating and explaining: checked often, counted in work; what is stopped is never wrong."""

import pytest

from numlink import Puzzle, generate, generate_classic
from numlink.exact.budget import Budget
from numlink.exact.verdict import Answer
from numlink.formats import dumps
from numlink.reasoning import rate as rate_module
from numlink.reasoning.explain import explain
from numlink.reasoning.grade import Grade, Reading
from numlink.reasoning.position import OFF, ON, Position, reasoner_for
from numlink.reasoning.rate import rate
from tests.cli import numlink
from tests.deduction_boards import deduction_boards
from tests.tools import amount


class Asked(Budget):
    """A clock of an hour that ends after a number of looks at it."""

    allowed = 10**9

    def __init__(self, _=None):
        super().__init__(3600.0)
        self.asked = 0

    @property
    def ended(self):
        self.asked += 1
        return self.asked > self.allowed


@pytest.fixture
def asked(monkeypatch):
    """Clocks of that kind in rating and explaining."""
    monkeypatch.setattr("numlink.reasoning.rate.Budget", Asked)
    monkeypatch.setattr("numlink.reasoning.explain.Budget", Asked)

    def allow(times):
        monkeypatch.setattr(Asked, "allowed", times)

    return allow


def rounds(puzzle, *, sliced):
    """The tiers of a walk by rules alone, with the states to which they lead, and how often the engine paused."""
    engine = reasoner_for(puzzle)
    if sliced:
        engine.work_in_slices()
    found, pauses = [], 0
    while True:
        tier = engine.advance(3)
        while engine.paused:
            pauses += 1
            tier = engine.advance(3)
        found.append((tier, engine.states()))
        if tier < 0:
            return found, pauses


@pytest.mark.thorough
@pytest.mark.bulk
def test_slices_are_small_and_change_nothing():
    """A 40x40 board has 672 400 rectangles: a scan of them all pauses three times."""
    puzzle = generate_classic(40, seed=1)
    whole, none = rounds(puzzle, sliced=False)
    sliced, pauses = rounds(puzzle, sliced=True)
    assert sliced == whole
    scans = sum(tier in (2, 3, -1) for tier, _ in whole)
    assert none == 0
    assert pauses >= 3 * scans > 0
    engine = reasoner_for(puzzle)
    engine.load(whole[-1][1])
    record = engine.scan(2, 0)
    engine.load(whole[0][1])
    record_before = engine.scan(2, 0)
    engine.work_in_slices()
    for states, expected in ((whole[-1][1], record), (whole[0][1], record_before)):
        engine.load(states)
        found = engine.scan(2, 0)
        assert engine.paused
        while engine.paused:
            found = engine.scan(2, 0)
        assert found == expected


@pytest.mark.sampled
@pytest.mark.bulk
def test_the_clock_is_checked_between_slices(asked):
    """The clock is read at most once more than allowed before everything stops."""
    puzzle = generate_classic(40, seed=1).with_solution(None)
    for allowed in amount((0, 10), (0, 1, 10, 60)):
        asked(allowed)
        rating = rate(puzzle, budget=1)
        assert (rating.grade, rating.verdict) == (Grade.NONE, Answer.UNKNOWN)
        assert "before the board was rated" in rating.remark
        assert sum(rating.tiers) <= 2 * len(puzzle.cells) * allowed


@pytest.mark.bulk
def test_stopped_work_is_never_wrong(asked):
    """Wherever an explanation or a rating is stopped, all that was said is true, and so is any verdict."""
    puzzle = deduction_boards()[22]
    plain, full = rate(puzzle), explain(puzzle)
    drawn = Position.solved(puzzle, full.solution).states
    stopped, allowed = 0, 0
    while True:
        asked(allowed)
        explanation, rating = explain(puzzle.with_solution(None), budget=1), rate(puzzle.with_solution(None), budget=1)
        if explanation.remark == full.remark and rating == plain:
            break
        stopped += 1
        assert explanation.answer in (Answer.UNKNOWN, Answer.UNIQUE)
        assert rating == plain or (rating.grade is Grade.NONE and rating.verdict is Answer.UNKNOWN)
        assert explanation.solved <= full.solved
        if explanation.remark != full.remark:
            assert "stopped here" in str(explanation).splitlines()[-1]
            assert not str(explanation).splitlines()[-1].startswith("Solved")
        for frame in explanation.frames:
            assert all(state in (0, true) for state, true in zip(frame.after, drawn, strict=True))
        allowed += 1 + allowed // 4
    assert stopped > 5
    assert {ON, OFF} == set(drawn)


def test_a_clock_never_changes_how_a_board_is_read(asked):
    """Wherever the time ends, a strict board is explained strictly or not at all."""
    puzzle = generate(7, seed=1, claim="strict").with_solution(None)
    explanation = explain(puzzle)
    assert explanation.reading is Reading.STRICT
    shown = []
    for allowed in range(12):
        asked(allowed)
        found = explain(puzzle, budget=1)
        shown.append(sum(bool(frame.steps) for frame in found.frames))
        assert found.reading is Reading.STRICT or (found.stopped and shown[-1] == 0)
    assert shown[0] == 0 < shown[-1]


def test_a_second_walk_goes_on_with_the_clock_of_the_first(monkeypatch):
    clocks = []

    class Counted(rate_module.Tally):
        def __init__(self, puzzle, **given):
            clocks.append(given["budget"])
            super().__init__(puzzle, **given)

    monkeypatch.setattr(rate_module, "Tally", Counted)
    monkeypatch.setattr(rate_module, "only_linking", lambda *_, **__: (None, None))  # the proof was given up
    rating = rate_module.rate(Puzzle.from_rows([[1, 1], [0, 0]]), budget=10)  # the only cover runs beside itself
    assert rating.reading is Reading.RULES
    assert len(clocks) == 2
    assert clocks[0] is clocks[1]
    assert isinstance(clocks[0], Budget)


def test_commands_stop_when_their_budget_ends(capsys):
    text = dumps([deduction_boards()[20].with_solution(None)], "plain")
    for command in ("rate", "explain"):
        run = numlink(command, "--budget", "0.000001", stdin=text, capsys=capsys)
        assert run.code == 3
        assert "the budget of 1e-06 seconds ended" in run.out
