"""The rules one by one: where each applies, in which words, and that symmetry and numbering change nothing."""

import ast
import random
import re
from dataclasses import replace
from pathlib import Path

import pytest

from numlink import check, generate_classic
from numlink.engine import deduction
from numlink.engine.deduction.reasoner import SCANS
from numlink.errors import IllegalPuzzle, InputError
from numlink.model.layout import Layout
from numlink.model.puzzle import Puzzle
from numlink.model.rules import COVER, EVERY_RULES, FREE, NO_TOUCH
from numlink.model.symmetry import Symmetry
from numlink.reasoning.deduce import deduce
from numlink.reasoning.position import OFF, ON, OPEN, Position, reasoner_for
from numlink.reasoning.rules import SEEN_AT_ONCE, Assume, Rule, Variant
from numlink.reasoning.sentence_context import SentenceContext
from numlink.reasoning.sentences import SENTENCES, sentence_of
from tests.rule_boards import FIRES, board
from tests.soundness import random_position, small_board


@pytest.mark.parametrize(("name", "rules", "rows", "drawn", "words", "follows"), FIRES, ids=[row[0] for row in FIRES])
def test_rule_on_a_small_board(name, rules, rows, drawn, words, follows):
    puzzle = board(rows, rules)
    position = Position.with_links(puzzle, drawn)
    steps = deduce(position, [name], assume=Assume.UNIQUE if Rule[name].assumes_uniqueness else Assume.NOTHING)
    links = puzzle.grid.links()
    conclusion_of = {step.sentence: {links[link]: on for link, on in step.conclusion} for step in steps}
    assert conclusion_of[words] == follows
    assert {step.rule.name for step in steps} == {name}
    assert all(puzzle.rules in step.rule.validity and step.tier == Rule[name].tier for step in steps)


@pytest.mark.parametrize(("name", "rules", "rows", "drawn", "words", "follows"), FIRES, ids=[row[0] for row in FIRES])
def test_a_rule_that_contradicts_another_says_so(name, rules, rows, drawn, words, follows):
    """A note without a conclusion: in its round another rule says the opposite, and the sentence says so."""
    position = Position.with_links(board(rows, rules), drawn)
    engine = reasoner_for(position.puzzle, Assume.NOTHING)
    engine.load(position.states)
    context = SentenceContext(position.puzzle, engine)
    for step in deduce(position, [name], assume=Assume.UNIQUE):
        if step.is_contradiction or step.note.variant in (Variant.LINK_CROSSES, Variant.WINDOW_REROUTED):
            continue  # the rules of these two try no link that another rule has decided in the round
        alone, _ = sentence_of(context, replace(step.note, conclusion=()))
        assert alone != step.sentence
        assert alone.endswith(("; another rule says the opposite.", "join two numbers or close a loop.")) or (
            " has no way left: " in alone
        )


def test_every_rule_has_its_board():
    assert {row[0] for row in FIRES} == {rule.name for rule in SEEN_AT_ONCE}


DEDUCTION = Path(deduction.__file__).parent


def integer(node):
    """The integers that an expression of a note may be: a constant, or a choice between two."""
    if isinstance(node, ast.IfExp):
        return integer(node.body) | integer(node.orelse)
    return {node.value} if isinstance(node, ast.Constant) else set()


def engine_codes_and_notes():
    """From the engine's files: the code of each rule (`A1, A2 = range(1, 3)`), and the variants that it notes.

    A note that names its rule by a variable passes on what its caller chose; `corners` is such a caller.  Those of
    turns (N3 to N5) share one function.
    """
    codes, noted = {}, set()
    for file in sorted(DEDUCTION.glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple):
                names = [name.id for name in node.targets[0].elts if isinstance(name, ast.Name)]
                if "A1" in names:
                    first, end = (argument.value for argument in node.value.args)
                    codes |= dict(zip(names, range(first, end), strict=True))
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") in ("note", "corners"):
                rule = node.args[0]
                assert isinstance(rule, ast.Name), "a rule by number"
                rules = [rule.id] if rule.id in Rule.__members__ else ["N3", "N4", "N5"]
                noted |= {(name, number) for name in rules for number in integer(node.args[1])}
    return codes, noted


def test_the_engine_notes_exactly_the_variants_that_have_a_name():
    codes, noted = engine_codes_and_notes()
    assert codes == {rule.name: rule.value for rule in Rule}
    declared = re.search(r"cdef enum:\n    A1 = 1, (.*)", (DEDUCTION / "assignment.pxd").read_text())[1].split(", ")
    assert ["A1", *declared] == sorted(codes, key=codes.get)
    assert noted == {(variant.rule.name, variant.value[1]) for variant in Variant}


def test_every_variant_has_its_sentence():
    assert set(SENTENCES) == set(Variant)


def test_unsound_rules_say_nothing():
    """No-touch rules if touching is allowed, colours if cells may stay empty, uniqueness if it is not assumed."""
    for name, rules, rows, drawn, _, _ in FIRES:
        for other in EVERY_RULES:
            if other not in Rule[name].validity or Rule[name].assumes_uniqueness:
                position = Position.with_links(board(rows, rules).with_rules(other), drawn)
                assert deduce(position, [name]) == []


def test_strict_enables_the_no_touch_rules():
    position = Position.start(board("1 2/1 ./2 .", "cover"))
    assert deduce(position, ["N2"]) == []
    assert deduce(position, ["N2"], assume=Assume.STRICT) != []


def conclusions(position):
    """What follows; from a contradictory position only that it is contradictory."""
    if any(step.is_contradiction for step in deduce(position)):
        return set()
    return {(position.puzzle.grid.links()[link], on) for step in deduce(position) for link, on in step.conclusion}


@pytest.mark.parametrize("rules", EVERY_RULES, ids=str)
def test_steps_follow_the_symmetries(rules):
    """The deductions are the same on all eight copies of a position and after renumbering."""
    stream = random.Random(f"symmetry {rules}")
    for _ in range(40):
        puzzle = small_board(stream, rules)
        position = random_position(stream, puzzle, None)
        grid, links = puzzle.grid, puzzle.grid.links()
        expected = conclusions(position)
        for symmetry in Symmetry:
            carried = grid.placement(symmetry).places
            pairs = {
                state: [
                    (carried[a], carried[b])
                    for (a, b), known in zip(links, position.states, strict=True)
                    if known == state
                ]
                for state in (ON, OFF)
            }
            copy = Position.with_links(puzzle.transformed(symmetry), pairs[ON], pairs[OFF])
            image = {(tuple(sorted((carried[a], carried[b]))), on) for (a, b), on in expected}
            assert conclusions(copy) == image, (str(puzzle), symmetry)
        swapped = tuple(content if content <= 0 else 50 - 7 * content for content in puzzle.cells)
        assert conclusions(Position(Puzzle(puzzle.width, puzzle.height, swapped, rules), position.states)) == expected


SOLVE = """
from numlink import generate_classic
from numlink.reasoning.deduce import deduce
from numlink.reasoning.position import Position, reasoner_for
from numlink.reasoning.rules import Assume
from numlink.model.puzzle import Puzzle
from numlink.model.rules import EVERY_RULES
for rules in EVERY_RULES:
    for seed in range(8):
        puzzle = generate_classic(6, 5, seed=seed, rules=rules)
        engine = reasoner_for(puzzle)
        tiers = []
        while (tier := engine.advance(3)) >= 0:
            tiers.append(tier)
        for strength in range(3):
            engine.look(strength)
            tiers.append((engine.length, engine.decided))
        print(rules, seed, tiers, engine.states().hex())
swap = Position.with_links(Puzzle(4, 3, (0, 0, 2, 2, 0, 0, 1, 0, 1, 0, 0, 0)), [(4, 8), (5, 9), (9, 10)])
print(*deduce(swap, ["U1", "U2"], assume=Assume.UNIQUE))
"""


def test_compiled_and_uncompiled_agree(uncompiled, tmp_path, capsys):
    exec(SOLVE, {})
    assert uncompiled("-c", SOLVE) == capsys.readouterr().out


def test_deduction_solves_a_board():
    """From the first position to the solution by the cheapest rules alone."""
    puzzle = generate_classic(7, seed=3)
    position = Position.start(puzzle)
    while steps := deduce(position):
        position = position.after(*steps)
    assert OPEN not in position.states
    assert check(puzzle, position.solution()) == []


def test_contradictions_are_steps_without_conclusion():
    puzzle = board("1 2/2 1", "free")
    steps = deduce(Position.start(puzzle), ["A10"])
    assert [step.sentence for step in steps if step.is_contradiction] == [
        "1 and 2 alternate around one area; their paths would have to cross."
    ]
    ring = Position.with_links(board(". . 1/. . 1", "cover"), [(0, 1), (1, 4), (3, 4), (0, 3)])
    assert deduce(ring)[0].is_contradiction


def test_drawn_links_of_any_shape_make_paths_that_end():
    ring = [(0, 1), (1, 2), (1, 4), (0, 3), (3, 4)]  # the path from 2 runs into a ring
    assert Position.with_links(Puzzle.from_rows([[0, 0, 1], [0, 0, 1]]), ring).solution().paths == ((2, 1, 0, 3, 4),)
    dice = random.Random(1)
    crossing = Puzzle(4, 4, (1, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 2), layout=Layout(bridges=[5, 6]))
    for puzzle in [crossing, Puzzle(4, 4, crossing.cells, layout=Layout(kind="diagonal"))]:
        for _ in range(100):
            states = bytes(dice.choice((ON, ON, OPEN)) for _ in puzzle.grid.links())
            for path in Position(puzzle, states).solution().paths:
                assert len(path) <= 18
    everywhere = Position(puzzle, bytes([ON]) * len(puzzle.grid.links()))
    assert all(len(set(path)) == len(path) for path in everywhere.solution().paths)


def test_a_box_without_a_surplus_says_why_its_ways_are_not_used():
    """If only one colour has open ways out and both need equally many, the sentence names that colour."""
    puzzle = Puzzle(4, 4, (1, 2, 2, 3, 1, 4, 0, 0, 5, 0, 0, 3, -1, 5, 0, 4))
    position = Position.with_links(puzzle, [(0, 4)], [(0, 1), (1, 5), (2, 3), (11, 15)])
    links = puzzle.grid.links()
    conclusion_of = {
        step.sentence: {links[link]: on for link, on in step.conclusion} for step in deduce(position, ["A9"])
    }
    assert conclusion_of[
        "the two checkerboard colours in rows 1 to 2, column 1 need equally many links outward, but only the colour of "
        "row 2, column 1 has open ways: none is used."
    ] == {(4, 5): False, (4, 8): False}


def test_bad_input():
    puzzle = board("1 . 1", "cover")
    with pytest.raises(InputError, match="2 link states"):
        Position(puzzle, b"\0")
    with pytest.raises(InputError, match="no link between"):
        Position.with_links(puzzle, [(0, 2)])
    with pytest.raises(InputError, match="is not a known rule"):
        deduce(Position.start(puzzle), ["Z9"])
    with pytest.raises(IllegalPuzzle):
        Position.start(board("1 . 2", "cover"))


def test_boards_of_extreme_shapes():
    """Boards without numbers, without links, with one column: nothing breaks."""
    for rows in (".", "X", ". .", "X X/X X", "1/1", "1/./1", ". ./1 1"):
        for rules in EVERY_RULES:
            position = Position.start(board(rows, str(rules)))
            for _ in range(5):
                steps = deduce(position)
                position = position.after(*steps)
    assert deduce(Position.start(board(".", "free"))) == []
    assert deduce(Position.start(board(".", "cover")))[0].is_contradiction


def test_rules_state_their_validity():
    assert Rule.A1.validity == EVERY_RULES
    assert COVER not in Rule.N1.validity
    assert NO_TOUCH in Rule.N3.validity
    assert FREE not in Rule.A9.validity


def test_the_engine_scans_every_rule_in_its_tier():
    """The engine has one more tier, for rules that assume uniqueness."""
    along = {Rule.A1: ["A2", "A3", "A4", "A11"], Rule.N3: ["N4", "N5"]}
    for tier, codes in enumerate(SCANS):
        for rule in map(Rule, codes):
            assert rule.tier == tier - rule.assumes_uniqueness
            assert all(Rule[name].tier == tier for name in along.get(rule, ()))
    scanned = {Rule(code) for codes in SCANS for code in codes} | {
        Rule[name] for names in along.values() for name in names
    }
    assert scanned == {*SEEN_AT_ONCE}
