"""The ladder of rules, compared with brute force: each line holds on every kind of board, but not its converse."""

from array import array
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from numlink import Answer, Puzzle, check, prove, solutions, solve
from numlink.exact.board_arrays import Board
from numlink.exact.ladder import LADDER, LadderLine, Leads, carried, pulled_straight, rungs_below
from numlink.model.rules import COVER, EVERY_RULES, FREE, FREE_NO_TOUCH, NO_TOUCH
from tests import oracle
from tests.boards import HUBS, KINDS, random_board, small_board
from tests.tools import amount

ROOT = Path(__file__).parents[2]
KINDS = (*KINDS, HUBS)


def models_of(puzzle):
    """For each set of rules all solutions by brute force, each as 0 or 1 for every link."""
    cells = [*puzzle.cells, *(0 for _ in puzzle.layout.bridges)]
    links = [(min(link), max(link)) for link in puzzle.grid.track_links()]
    return {rules: {*oracle.models(cells, links, fill=rules.fill, touch=rules.touch)} for rules in EVERY_RULES}


def all_small_boards():
    """Every board of one or two pairs on 3x3, and random ones of every kind up to 4x4 and 3x5."""
    for ends in combinations(range(9), 4):
        for first in ends[1:]:
            cells = [2 if cell in ends else 0 for cell in range(9)]
            cells[ends[0]] = cells[first] = 1
            yield Puzzle(3, 3, tuple(cells))
    stream = Random(50)
    for _ in range(amount(150, 3_000)):
        width, height = stream.choice([(4, 4), (3, 5), (4, 3), (2, 6)])
        yield random_board(stream, width, height).with_solution(None)
    for kind in KINDS:
        for _ in range(amount(12, 200)):
            yield small_board(stream, kind, 11).with_solution(None)


@pytest.fixture(scope="module")
def boards():
    return [(puzzle, models_of(puzzle)) for puzzle in all_small_boards()]


def holds(line, puzzle, models):
    """Whether a board agrees with a line of the ladder."""
    lower, upper = models[line.start], models[line.end]
    if line.step is Leads.IS:
        return lower <= upper
    if line.step is Leads.STRAIGHT:
        return bool(upper) or not lower
    only = next(iter(lower), None)
    covers = only is not None and len(lower) == 1 and only in models[COVER]
    return not covers or upper == {only}


@pytest.mark.parametrize("line", LADDER, ids=str)
def test_a_line_of_the_ladder_holds(line, boards):
    assert [puzzle for puzzle, models in boards if not holds(line, puzzle, models)] == []


@pytest.mark.parametrize("line", LADDER, ids=str)
def test_no_line_of_the_ladder_has_a_true_converse(line, boards):
    """Except that one linking under free is also one under free-no-touch, where the condition is what matters."""
    if line == LadderLine(FREE_NO_TOUCH, Leads.ONLY, FREE):
        alone = [models for _, models in boards if len(models[FREE_NO_TOUCH]) == 1]
        assert any(len(models[FREE]) > 1 for models in alone)
        return
    if line == LadderLine(FREE, Leads.STRAIGHT, FREE_NO_TOUCH):
        assert any(not models[FREE] <= models[FREE_NO_TOUCH] for _, models in boards)
        return
    turned = LadderLine(line.end, line.step, line.start)
    assert any(not holds(turned, puzzle, models) for puzzle, models in boards)


def judged(puzzle, models):
    """Check that all verdicts of a board agree with the list of its solutions for each set of rules."""
    for rules in EVERY_RULES:
        verdict = prove(puzzle, rules=rules)
        number = min(2, len(models[rules]))
        assert verdict.answer is (Answer.NONE, Answer.UNIQUE, Answer.MULTIPLE)[number], (puzzle, rules)
        for shown in (verdict.solution, verdict.second):
            assert shown is None or check(puzzle, shown, rules) == []
        assert solve(puzzle, rules=rules).answer is verdict.answer, (puzzle, rules)
    strict = prove(puzzle, claim="strict")
    holds = len(models[FREE]) == 1 and models[FREE] == models[COVER]
    assert (strict.answer is Answer.UNIQUE) == holds
    assert (strict.answer is Answer.MULTIPLE) == (len(models[FREE]) > 1)


def test_verdicts_agree_with_brute_force_under_every_rule(boards):
    for puzzle, models in boards:
        judged(puzzle, models)


def is_wanted(ends, one_of, copies):
    """Whether a board is the one in `one_of` and, of its symmetric copies, the one with the least digest."""
    return oracle.digest(ends) % one_of == 0 and all(
        oracle.digest(ends) <= oracle.digest(oracle.moved(ends, copy)) for copy in copies
    )


def every_board(width, height, one_of, copies):
    """One in `one_of` of the boards that have a linking, with their solutions by rules: all linkings are listed once.

    Of boards that differ by one of `copies` (`oracle.symmetries`) only one is given, in a random orientation.
    """
    size, links = width * height, oracle.scan_links(width, height)
    by_ends = {}
    for system in oracle.systems([0] * size, links):
        ends = tuple(sorted(oracle.pairs_of(size, system)))
        if ends not in by_ends:
            by_ends[ends] = [] if ends and is_wanted(ends, one_of, copies) else None
        if by_ends[ends] is not None:
            by_ends[ends].append(system)
    for ends, systems in by_ends.items():
        if systems is not None:
            yield board_of(width, height, ends), models_by_rules(size, links, systems)


def board_of(width, height, ends):
    """The board with these pairs of ends."""
    cells = [0] * (width * height)
    for number, (first, second) in enumerate(ends, start=1):
        cells[first] = cells[second] = number
    return Puzzle(width, height, tuple(cells))


def models_by_rules(size, links, systems):
    """The linkings of a board as its solutions for each set of rules."""
    models = {rules: set() for rules in EVERY_RULES}
    for system in systems:
        model = tuple(int(link in system) for link in links)
        apart = oracle.apart(size, links, system)
        covers = len({*sum(system, ())}) == size
        for rules in EVERY_RULES:
            if (covers or not rules.fill) and (apart or rules.touch):
                models[rules].add(model)
    return models


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("width", "height", "one_of"),
    [
        (3, 3, 1),
        (4, 3, amount(20, 1)),
        pytest.param(5, 3, 1, marks=pytest.mark.long),
        pytest.param(4, 4, 1, marks=pytest.mark.long),
    ],
)
def test_every_small_board_is_on_the_ladder_and_has_the_verdicts_of_brute_force(width, height, one_of):
    """Up to nine cells every board; beyond that, every board up to symmetry."""
    boards = 0
    for puzzle, models in every_board(
        width, height, one_of, oracle.symmetries(width, height) if width * height > 9 else ()
    ):
        boards += 1
        judged(puzzle, models)
        assert all(holds(line, puzzle, models) for line in LADDER), puzzle
    assert boards > 100


def test_answers_carried_to_other_rules_are_true(boards):
    """And something is carried, for every answer."""
    carried_answers = set()
    for puzzle, models in boards:
        for rules in EVERY_RULES:
            known = prove(puzzle, rules=rules)
            for other in EVERY_RULES:
                there = carried(puzzle, known, other)
                if there is None or rules == other:
                    continue
                number = min(2, len(models[other]))
                assert there.answer is (Answer.NONE, Answer.UNIQUE, Answer.MULTIPLE)[number], (puzzle, rules, other)
                assert there.rules == other
                for shown in (there.solution, there.second):
                    assert shown is None or check(puzzle, shown, other) == []
                carried_answers.add((known.answer, there.answer))
    assert {answer for answer, _ in carried_answers} == {Answer.NONE, Answer.UNIQUE, Answer.MULTIPLE}
    assert (Answer.UNIQUE, Answer.NONE) in carried_answers


def test_all_solutions_are_listed_once(boards):
    for puzzle, models in boards:
        for rules in EVERY_RULES:
            if len(models[rules]) <= 40:
                listed = list(solutions(puzzle, rules=rules))
                assert len({*listed}) == len(listed) == len(models[rules])


def test_a_touch_is_pulled_straight(boards):
    pulled = 0
    for puzzle, models in boards[::3]:
        board = Board(puzzle, FREE)
        for model in list(models[FREE])[:5]:
            straight = pulled_straight(board, array("b", model))
            assert (straight is None) == (model in models[FREE_NO_TOUCH])
            if straight is not None:
                pulled += 1
                assert tuple(straight) in models[FREE]
    assert pulled > 50


def test_the_rungs_below_come_cheapest_first():
    assert rungs_below(FREE) == (NO_TOUCH, COVER, FREE_NO_TOUCH)
    assert rungs_below(COVER) == rungs_below(FREE_NO_TOUCH) == (NO_TOUCH,)
    assert rungs_below(NO_TOUCH) == ()


def test_the_ladder_in_the_docs_is_the_one_in_the_code():
    lines = [
        line
        for line in (ROOT / "docs/rules.md").read_text().splitlines()
        if any(f"| {step} |" in line for step in Leads)
    ]
    assert lines == [str(line) for line in LADDER]
