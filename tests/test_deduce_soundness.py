"""No rule says what some solution denies; see tests/soundness.py, which also runs by itself."""

import random
from dataclasses import replace

import pytest

from numlink.counting import count
from numlink.deduce import Assume, deduce
from numlink.puzzle import COVER, EVERY_RULES, FREE
from tests import soundness

pytestmark = pytest.mark.bulk


@pytest.mark.parametrize("rules", EVERY_RULES, ids=str)
def test_steps_agree_with_all_solutions(rules):
    bad, fired = soundness.run(rules, 300, seed=2)
    assert bad is None, str(bad)
    assert fired["A5"] > 50, fired


@pytest.mark.long
@pytest.mark.parametrize("rules", EVERY_RULES, ids=str)
def test_steps_agree_with_all_solutions_20_000(rules):
    bad, _ = soundness.run(rules, 20_000, seed=1)
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


@pytest.mark.parametrize(
    "name", ["A1", "A2", "A3", "A4", "A5", "A6", "A7", "A8", "A9", "A10", "N1", "N2", "N3", "N4", "N5"]
)
def test_a_broken_rule_is_found(name, monkeypatch):
    monkeypatch.setattr(soundness, "deduce", lying(name))
    rules = {"A9": COVER, "A6": FREE}.get(name, EVERY_RULES[1 if name[0] == "N" else 2])
    bad, _ = soundness.run(rules, 2_000, seed=3)
    assert bad is not None
    assert bad.what.startswith(f"{name}:")


def test_a_rule_used_where_it_is_unsound_is_found(monkeypatch):
    """The no-touch rules under `cover`, where most puzzles have solutions that touch themselves."""
    monkeypatch.setattr(soundness, "usable", lambda *_: True)
    monkeypatch.setattr(
        soundness, "deduce", lambda position, names, assume=None: deduce(position, names, assume=Assume.STRICT)
    )
    bad, _ = soundness.run(COVER, 2_000, seed=4)
    assert bad is not None
    assert bad.what[0] == "N"


@pytest.mark.parametrize("rules", EVERY_RULES, ids=str)
def test_brute_force_counts_as_the_frontier_does(rules):
    """The oracle itself against exact counts."""
    stream = random.Random(f"oracle {rules}")
    for _ in range(30):
        puzzle = soundness.random_board(stream, rules)
        solutions = soundness.all_solutions(puzzle)
        if solutions is not None:
            assert len(solutions) == count(puzzle), str(puzzle)
