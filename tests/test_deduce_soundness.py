"""No rule says what some solution denies; see tests/soundness.py, which also runs by itself."""

import random
from dataclasses import replace

import pytest

from numlink.exact.count import count
from numlink.model.rules import COVER, EVERY_RULES, FREE, NO_TOUCH
from numlink.reasoning.deduce import deduce
from numlink.reasoning.position import OFF, ON, OPEN, Position
from numlink.reasoning.rules import SEEN_AT_ONCE, Assume, Rule
from tests import exact_solutions, soundness
from tests.exact_solutions import agreeing, all_solutions, frontier_count, frontier_solution

pytestmark = pytest.mark.bulk


@pytest.mark.parametrize("rules", EVERY_RULES, ids=str)
def test_steps_agree_with_all_solutions(rules):
    bad, fired = soundness.run(rules, 300, seed=2, large=soundness.LARGE_SHARE)
    assert bad is None, str(bad)
    assert fired["A5"] > 50, fired
    assert fired["large boards"] > 0, fired
    assert fired["positions judged by force too"] > 50, fired


@pytest.mark.long
@pytest.mark.parametrize("rules", EVERY_RULES, ids=str)
def test_steps_agree_with_all_solutions_20_000(rules):
    bad, _ = soundness.run(rules, 20_000, seed=1, large=soundness.LARGE_SHARE)
    assert bad is None, str(bad)


def lying(name):
    """`deduce` with the conclusions of one rule turned around."""

    def deduce_wrongly(position, names, *, assume=Assume.NOTHING):
        steps = deduce(position, names, assume=assume)
        return [
            replace(step, conclusion=tuple((link, not on) for link, on in step.conclusion))
            if step.rule.name == name
            else step
            for step in steps
        ]

    return deduce_wrongly


@pytest.mark.parametrize("by_force", [True, False], ids=["both oracles", "frontier"])
@pytest.mark.parametrize("name", [rule.name for rule in SEEN_AT_ONCE])
def test_a_broken_rule_is_found(name, by_force, monkeypatch):
    monkeypatch.setattr(soundness, "deduce", lying(name))
    rules = COVER if name == "A9" else {"A": FREE, "N": NO_TOUCH, "U": COVER}[name[0]]
    bad, _ = soundness.run(rules, 5_000, seed=6, by_force=by_force)
    assert bad is not None
    assert bad.what.startswith(f"{name}:")


def test_a_rule_used_where_it_is_unsound_is_found(monkeypatch):
    """The no-touch rules under `cover`, where most puzzles have solutions that touch themselves."""
    monkeypatch.setattr(Rule, "usable", lambda *_: True)
    monkeypatch.setattr(
        soundness, "deduce", lambda position, names, assume=None: deduce(position, names, assume=Assume.STRICT)
    )
    bad, _ = soundness.run(COVER, 2_000, seed=4)
    assert bad is not None
    assert bad.what[0] == "N"


@pytest.mark.parametrize("rules", EVERY_RULES, ids=str)
def test_brute_force_counts_as_the_frontier_does(rules):
    """The oracles against each other: whole boards, by `count` too, and positions with links fixed."""
    stream = random.Random(f"oracle {rules}")
    for _ in range(30):
        puzzle = soundness.small_board(stream, rules)
        solutions = all_solutions(puzzle)
        if solutions is None:
            continue
        assert len(solutions) == count(puzzle), str(puzzle)
        for _ in range(5):
            states = bytes(stream.choice([OPEN, OPEN, ON, OFF]) for _ in puzzle.grid.links())
            kept = agreeing(Position(puzzle, states), solutions)
            assert frontier_count(puzzle, states) == len(kept)
            if kept:
                assert frontier_solution(puzzle, states) in kept


def test_a_broken_oracle_is_found(monkeypatch):
    """A frontier that forgets what is fixed: brute force says so."""
    monkeypatch.setitem(exact_solutions.FIXED, OFF, 0)
    with pytest.raises(exact_solutions.OraclesDisagree):
        soundness.run(FREE, 100, seed=5)
