"""No rule contradicts a solution; see tests/soundness.py, which also runs by itself."""

import os
import random
from collections import Counter
from dataclasses import replace

import pytest

from numlink.exact.count import count
from numlink.formats import parse
from numlink.model.layout import Layout
from numlink.model.puzzle import Puzzle
from numlink.model.rules import COVER, EVERY_RULES, FREE, NO_TOUCH
from numlink.reasoning.deduce import deduce
from numlink.reasoning.position import OFF, ON, OPEN, Position, reasoner_for
from numlink.reasoning.rules import SEEN_AT_ONCE, Assume, Rule
from tests import exact_solutions, kinds_soundness, soundness
from tests.boards import KINDS
from tests.exact_solutions import agreeing, all_solutions, frontier_count, frontier_solution
from tests.tools import amount

pytestmark = pytest.mark.bulk

MANY = int(os.environ.get("NUMLINK_POSITIONS", amount(12, 30)))
"""Positions a kind and rule set; `python -m tests.kinds_soundness` takes thousands."""


@pytest.mark.sampled
@pytest.mark.parametrize("rules", EVERY_RULES, ids=str)
def test_steps_agree_with_all_solutions(rules):
    bad, fired = soundness.run(rules, amount(150, 300), seed=2, large=soundness.LARGE_SHARE)
    assert bad is None, str(bad)
    assert fired["A5"] > 50, fired
    assert fired["large boards"] > 0, fired
    assert fired["positions judged by force too"] > 50, fired


@pytest.mark.long
@pytest.mark.parametrize("rules", EVERY_RULES, ids=str)
def test_steps_agree_with_all_solutions_20_000(rules):
    bad, _ = soundness.run(rules, 20_000, seed=1, large=soundness.LARGE_SHARE)
    assert bad is None, str(bad)


@pytest.mark.table(2)
@pytest.mark.sampled
@pytest.mark.parametrize("kind", KINDS[1:])
def test_steps_agree_with_all_solutions_on_boards_of_every_kind(kind):
    """By a brute force that only knows links, and by the search, which shares no code with deduction."""
    fired = Counter()
    for rules in EVERY_RULES:
        bad, found = kinds_soundness.run(kind, rules, MANY, seed=3)
        assert bad is None, str(bad)
        fired += found
    assert min(fired[name] for name in ("A1", "A5", "A7")) > MANY // 10, fired


def test_a_broken_rule_is_found_on_boards_of_every_kind(monkeypatch):
    monkeypatch.setattr(kinds_soundness, "deduce", lying("A7"))
    for kind in KINDS[1:]:
        bad, _ = kinds_soundness.run(kind, COVER, 300, seed=1)
        assert bad is not None
        assert bad.what.startswith("A7:")


def test_rules_that_need_a_plane_are_silent_on_boards_without_one():
    """Planarity across a bridge, lines over a rim that wraps, colours of an odd ring: each would be unsound."""
    crossing = Puzzle.from_rows([[1, 2, -1], [2, 0, 1], [-1, 0, -1]], layout=Layout(bridges=[4]))
    assert deduce(Position.start(crossing), ["A10"]) == []
    [bridge] = parse("""wrap: both
walls: (0,0)|(0,1) (0,0)|(0,3) (0,1)|(1,1) (0,2)|(1,2) (0,3)|(1,3) (1,2)|(1,3) (2,2)|(3,2) (3,0)|(3,1) (4,0)|(4,3)
X X X 2
X X 1 2
1 X . +
X X X .
X X X .""")
    assert not any(step.is_contradiction for step in deduce(Position.start(bridge), ["A9"]))  # its tracks differ
    ring = reasoner_for(Puzzle.from_rows([[1, 0, 1], [2, 0, 2], [3, 0, 3]], layout=Layout(wrap="rows"))).terrain
    assert set(ring.black) == {2}
    assert len(ring.families) == 1
    assert reasoner_for(Puzzle.from_rows([[1, 0], [1, 0]], layout=Layout(kind="hex"))).terrain.down is None


def lying(name):
    """`deduce` with the conclusions of one rule reversed."""

    def deduce_wrongly(position, names, *, assume=Assume.NOTHING):
        steps = deduce(position, names, assume=assume)
        return [
            replace(step, conclusion=tuple((link, not on) for link, on in step.conclusion))
            if step.rule.name == name
            else step
            for step in steps
        ]

    return deduce_wrongly


@pytest.mark.table(5)
@pytest.mark.parametrize("by_force", [True, False], ids=["both oracles", "frontier"])
@pytest.mark.parametrize("name", [rule.name for rule in SEEN_AT_ONCE])
def test_a_broken_rule_is_found(name, by_force, monkeypatch):
    monkeypatch.setattr(soundness, "deduce", lying(name))
    rules = COVER if name == "A9" else {"A": FREE, "N": NO_TOUCH, "U": COVER}[name[0]]
    bad, _ = soundness.run(rules, 5_000, seed=6, by_force=by_force)
    assert bad is not None
    assert bad.what.startswith(f"{name}:")


def test_a_rule_used_under_rules_that_make_it_unsound_is_found(monkeypatch):
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
    """Compares the oracles with each other: on whole boards, also by `count`, and in positions with fixed links."""
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
    """Brute force reveals a frontier that forgets which links are fixed."""
    monkeypatch.setitem(exact_solutions.FIXED, OFF, 0)
    with pytest.raises(exact_solutions.OraclesDisagree):
        soundness.run(FREE, 100, seed=5)
