"""The ways to a proof (search, strict, frontier): made to answer early and often, and compared with brute force."""

import random
from dataclasses import replace
from pathlib import Path

import pytest
from bench.drawing import DRAWINGS

from numlink import (
    COVER,
    FREE,
    FREE_NO_TOUCH,
    NO_TOUCH,
    Answer,
    Effort,
    Puzzle,
    Solution,
    check,
    count,
    generate,
    generate_classic,
    load,
    prove,
    solve,
)
from numlink.commands.lint import lint
from numlink.commands.report import Entry, Place
from numlink.engine.search.search import Status
from numlink.exact import counting, first_solution, race, second_solution
from numlink.exact.board_arrays import Board
from numlink.exact.budget import Budget
from numlink.exact.count import ExactCount
from numlink.exact.counting import Counting
from numlink.exact.race import WayName
from numlink.exact.work import SLICE
from numlink.model.rules import EVERY_RULES
from tests import oracle
from tests.boards import KINDS, random_board, small_board
from tests.tools import amount, race_so

ANSWERS = {0: Answer.NONE, 1: Answer.UNIQUE}


@pytest.fixture
def hasty(monkeypatch):
    """No head starts, and turns of a few conflicts, so that every way works on small boards too."""
    monkeypatch.setattr(first_solution, "HEAD_START", 0)
    monkeypatch.setattr(second_solution, "HEAD_START", 0)
    monkeypatch.setattr(race, "ALONE", 0)
    monkeypatch.setattr(race, "SHORTEST", 30_000)
    monkeypatch.setattr(race, "LONGEST", 50_000)
    race_so(monkeypatch, {})

    def call(frontier):
        monkeypatch.setattr(Counting, "reaches", staticmethod(lambda board: frontier))
        monkeypatch.setattr(counting, "LAYING_COST", 0)
        monkeypatch.setattr(counting, "GRAPH_LAYING_COST", 0)

    return call


def strictly_unique(truth):
    return len(truth[False, True]) == len(truth[True, True]) == 1


def judged(puzzle, truth, verdict):
    """Check that the answer, its witnesses and its strictness agree with the list of all solutions."""
    expected = {
        Solution(puzzle.width, puzzle.height, tuple(map(tuple, paths)))
        for paths in truth[verdict.rules.fill, verdict.rules.touch]
    }
    assert verdict.answer == ANSWERS.get(len(expected), Answer.MULTIPLE)
    assert (verdict.solution in expected) == bool(expected)
    assert (verdict.second in expected) == (len(expected) > 1)
    assert len(expected) < 2 or verdict.solution != verdict.second
    known = (False,) if verdict.answer in (Answer.NONE, Answer.MULTIPLE) else (None, strictly_unique(truth))
    assert verdict.strict in known


@pytest.mark.bulk
@pytest.mark.sampled
@pytest.mark.parametrize("frontier", [False, True])
def test_every_way_agrees_with_brute_force(hasty, frontier):
    """Random boards (6 000 in all) under all four rules; known solutions, touching ones too, change no answer."""
    hasty(frontier)
    stream = random.Random(16 + frontier)
    strict = 0
    boards = amount(300, 3_000)
    for _ in range(boards):
        width = stream.randint(1, 6)
        puzzle = random_board(stream, width, stream.randint(1, 16 // width))
        truth = oracle.solutions(*oracle.rectangle(puzzle.width, puzzle.height, puzzle.cells))
        for rules in EVERY_RULES:
            verdict = prove(puzzle, rules=rules)
            judged(puzzle, truth, verdict)
            strict += verdict.strict is True
            assert count(puzzle, rules=rules) == len(truth[rules.fill, rules.touch])
            found = solve(puzzle, rules=rules)
            assert found.solved == verdict.solved
            assert not found.solved or check(puzzle, found.solution, rules) == []
            for paths in truth[rules.fill, rules.touch][:3]:
                known = Solution(puzzle.width, puzzle.height, tuple(map(tuple, paths)))
                judged(puzzle, truth, prove(puzzle, known, rules))
        judged_strict(puzzle, truth)
    assert strict > boards // 10


def judged_strict(puzzle, truth):
    claim = prove(puzzle, claim="strict")
    assert (claim.answer is Answer.UNIQUE) == strictly_unique(truth) == claim.strict
    assert (claim.answer is Answer.MULTIPLE) == (len(truth[False, True]) > 1)
    for witness in (claim.solution, claim.second):
        assert witness is None or check(puzzle, witness, FREE) == []


@pytest.mark.bulk
@pytest.mark.sampled
def test_strict_never_says_unique_if_counts_disagree():
    """6 000 boards too large for brute force: if strict proves one, the frontier counts one under all rules."""
    stream = random.Random(4)
    answers = dict.fromkeys(Answer, 0)
    boards = amount(1_000, 6_000)
    for seed in range(boards):
        width, height = stream.randint(4, 8), stream.randint(4, 7)
        grown = stream.random() < 0.5
        puzzle = generate_classic(width, height, seed=seed) if grown else random_board(stream, width, height)
        puzzle = puzzle.with_solution(None)
        claim = prove(puzzle, claim="strict")
        answers[claim.answer] += 1
        free = count(puzzle, rules=FREE)
        if claim.answer is Answer.UNIQUE:
            assert [count(puzzle, rules=rules) for rules in EVERY_RULES] == [1, 1, 1, 1]
            assert prove(puzzle).solution == claim.solution
        else:
            assert claim.answer is (Answer.MULTIPLE if free > 1 else Answer.NONE)
            assert free != 1 or count(puzzle, rules=COVER) == 0
    assert min(answers[answer] for answer in (Answer.UNIQUE, Answer.MULTIPLE, Answer.NONE)) > boards * 3 // 100


def test_a_strict_board_is_proven_by_the_strict_way():
    """Our own boards of 15x15: the search alone needs many times the conflicts."""
    puzzle = generate(15, seed=3, pairs=(12, 12)).with_solution(None)
    verdict = prove(puzzle)
    assert (verdict.answer, verdict.strict) == (Answer.UNIQUE, True)
    assert [prove(puzzle, rules=rules).answer for rules in EVERY_RULES] == [Answer.UNIQUE] * 4


def test_walks_find_a_second_solution():
    """Boards that are unique but not strict take 20 000 conflicts without walks."""
    boards = load(Path(__file__).parents[2] / "bench" / "sparse.txt")
    verdicts = [prove(puzzle) for puzzle in boards]
    assert {verdict.answer for verdict in verdicts} == {Answer.UNIQUE}
    assert sum(verdict.effort.conflicts for verdict in verdicts) < 13_000


@pytest.mark.thorough
def test_without_touching_a_search_begins_in_a_corner():
    """Counted work: 490 conflicts if decisions begin anywhere."""
    boards = [generate(20, seed=seed, style="lab") for seed in range(6)]
    verdicts = [prove(puzzle.with_solution(None), rules=NO_TOUCH) for puzzle in boards]
    assert {verdict.answer for verdict in verdicts} == {Answer.UNIQUE}
    assert sum(verdict.effort.conflicts for verdict in verdicts) < 250


def test_first_solutions_of_lab_boards_are_sought_without_touching():
    """Counted work; 60x60 took 200 000 conflicts."""
    puzzle = generate_classic(60, seed=100).with_solution(None)
    verdict = solve(puzzle, rules=COVER, look_on=0)
    assert check(puzzle, verdict.solution, COVER) == []
    assert verdict.effort.conflicts < 5_000


def test_boards_whose_solutions_all_touch_are_solved():
    puzzle = Puzzle(4, 4, (1, 0, 0, 1, *[0] * 12))
    assert solve(puzzle, rules=NO_TOUCH).answer is Answer.NONE
    assert prove(puzzle).answer is Answer.MULTIPLE
    assert prove(puzzle).strict is False


@pytest.mark.table(5)
@pytest.mark.parametrize("kind", [*KINDS])
def test_a_board_without_exactly_one_solution_is_not_strict_whichever_way_ends_first(hasty, kind):
    """Under all rules and on all kinds of boards; brute force confirms it."""
    stream = random.Random(f"strict {kind}")
    for _ in range(12):
        puzzle = replace(small_board(stream, kind, 11), solution=None)
        cells = [*puzzle.cells, *(0 for _ in puzzle.layout.bridges)]
        links = [(min(link), max(link)) for link in puzzle.grid.track_links()]
        counts = [len(oracle.models(cells, links, fill=rules.fill, touch=rules.touch)) for rules in (FREE, COVER)]
        for rules in EVERY_RULES:
            verdicts = [solve(puzzle, rules=rules), prove(puzzle, rules=rules)]
            for frontier in (False, True):
                hasty(frontier)
                verdicts.append(prove(puzzle, rules=rules))
            assert len({verdict.answer for verdict in verdicts}) == 1
            expected = {None, counts == [1, 1]} if verdicts[0].answer is Answer.UNIQUE else {False}
            assert {verdict.strict for verdict in verdicts} <= expected


def test_without_memory_for_witnesses_the_search_goes_on_to_find_them(hasty, monkeypatch):
    """What the frontier has counted is reported as soon as there are solutions to show."""
    hasty(frontier=True)
    shut = []

    def out_of_room(counting):
        shut.append(counting.total)
        counting.race = None

    monkeypatch.setattr(Counting, "keep_layers", out_of_room)
    monkeypatch.setattr(Counting, "effort", Effort())
    race_so(monkeypatch, {WayName.SEARCH: (1.0, 10**12)})
    stream = random.Random(8)
    for _ in range(300):
        puzzle = random_board(stream, stream.randint(4, 6), 3)
        truth = oracle.solutions(*oracle.rectangle(puzzle.width, puzzle.height, puzzle.cells))
        judged(puzzle, truth, prove(puzzle))
    assert {*shut} == {1, 2}


def test_check_reports_the_strictness_that_it_learns():
    """And it proves no other verdict then: they all follow."""
    puzzle = generate(15, seed=3, pairs=(12, 12)).with_solution(None)
    alone, *_ = lint([Entry(Place(), puzzle)], alone=True)
    assert alone.verdict.strict
    assert [str(other) for other in alone.others] == [
        *(f"exactly one solution, under {rules}" for rules in (NO_TOUCH, FREE, FREE_NO_TOUCH)),
        "strictly unique, under free",
    ]
    assert {other.effort for other in alone.others} == {Effort()}


def test_a_second_canonical_linking_ends_the_strict_claim():
    """If the count of linkings is the only way, it knows this first, and no other way proves it again."""
    puzzle = Puzzle.from_rows([[0, 0, 0], [1, -1, 1], [0, 0, 0]], rules=FREE)  # above or below the solid cell
    asked = race.Ways(Board(puzzle), kinds=(WayName.LINKINGS,))
    asked.decided(Budget())
    assert asked.claim.count.total == 2
    assert asked.claim.holds is False


def test_a_listing_alone_finds_the_number():
    """The only way on boards that are too wide to be counted."""
    puzzle = Puzzle.from_rows([[1, 0, 0, 1], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]])
    alone = ExactCount(Board(puzzle), kinds=(WayName.SEARCH,))
    total = None
    while total is None:
        assert alone.open
        total = alone.turn()
    assert alone.ways.covers is None
    assert total == count(puzzle) == 8


@pytest.mark.parametrize("rules", EVERY_RULES)
@pytest.mark.parametrize("board", ["square", "hex"])
def test_a_board_that_the_search_settles_sets_up_no_race(monkeypatch, board, rules):
    """Neither ways nor shares nor turns are made for it."""
    for name in ("OpenWay", "next_turn", "start"):
        monkeypatch.setattr(race, name, None)
    puzzle = generate(5, seed=1, board=board).with_solution(None).with_rules(rules)
    assert prove(puzzle).answer is solve(puzzle).answer is not Answer.UNKNOWN
    if prove(puzzle).answer is Answer.UNIQUE:
        assert count(puzzle) == 1


class Work:
    """A way that never ends and notes what its turns cost."""

    def __init__(self, **options):
        self.cost = 0
        self.options = options


def raced(until, *works):
    """Give turns until all have cost `until` together."""
    while (cost := sum(work.cost for work in works)) < until:
        chosen, turn = race.next_turn([race.OpenWay(work, work.cost, **work.options) for work in works], cost)
        chosen.cost += turn


def test_turns_are_given_by_shares():
    one, other = Work(share=0.25), Work()
    raced(100_000_000, one, other)
    assert 3 < other.cost / one.cost < 5


def test_a_way_whose_share_grows_catches_up():
    one, other = Work(share=0.2), Work()
    raced(60_000_000, one, other)
    assert one.cost < other.cost / 4
    one.options["share"] = 1.0
    raced(100_000_000, one, other)
    assert 0.8 < one.cost / other.cost < 1.25


def test_a_count_of_linkings_that_is_nearly_done_gets_most_of_the_turns(monkeypatch):
    """Counted work: without an outlook the same board costs more."""
    puzzle = generate(15, seed=4, pairs=(12, 12)).with_solution(None)

    def cost():
        proof = race.Ways(Board(puzzle))
        while proof.turn() is None:
            pass
        assert proof.claim.holds
        return proof.cost

    within = cost()
    monkeypatch.setattr(race, "NEARLY_DONE", 1.0)
    assert within < 0.6 * cost()


def counted_cost(puzzle):
    """What all ways together cost, in nanoseconds of counted work."""
    proof = race.Ways(Board(puzzle))
    while proof.turn() is None:
        pass
    return proof.cost


def test_a_verdict_by_counting_says_how_much_work_is_left():
    """As an exact count does; its two solutions are different ones under the board's own rules."""
    board = Board(DRAWINGS["app"](6022).with_solution(None))
    counting = Counting(board, saturate=True)
    estimates = [counting.left]
    while counting.turn(5_000) is None:
        estimates.append(counting.left)
    assert estimates[0] is None
    guessed = [left for left in estimates if left is not None]
    assert 0 < guessed[-1] < guessed[0]
    assert (counting.total, counting.left) == (2, 0)
    one, other = (board.solution(model) for model in counting.models(2))
    assert one != other
    assert check(board.puzzle, one) == check(board.puzzle, other) == []


def test_solve_goes_on_if_traces_have_no_room(monkeypatch):
    """The frontier has counted one solution but has no memory to show it: the search finds it, even with a budget."""
    puzzle = replace(generate(10, 10, seed=3), solution=None)
    race_so(monkeypatch, {WayName.SEARCH: (1e-9, 10**15), WayName.LINKINGS: (1.0, 10**15)})
    monkeypatch.setattr(race, "ALONE", 0)
    for memory in (300_000, 200_000):
        monkeypatch.setattr("numlink.exact.counting.MEMORY", memory)
        assert solve(puzzle).answer is prove(puzzle).answer is Answer.UNIQUE


@pytest.mark.parametrize(
    ("left", "grown"),
    [(None, 1.0), (10**9, 1.0), (3_000_000, 1.0), (1_500_000, 2.0), (500_000, 6.0), (300_000, 8.0), (0, 8.0)],
)
def test_a_count_gets_more_turns_the_less_it_has_left(left, grown):
    assert race.hurry(left, 1_000_000) == race.hurry(left, 1_000_000, left) == grown


def test_of_two_counts_the_one_that_has_more_left_gets_few_turns():
    assert race.hurry(500_000, 1_000_000, 499_999) == race.hurry(10**9, 1_000_000, 0) == 1 / 8
    assert race.hurry(None, 1_000_000, 1) == 1.0


def test_an_exact_count_that_is_nearly_done_gets_most_turns(monkeypatch):
    """Only it can give a large number, so other ways spend less on such a board than with equal shares."""
    board = Board(DRAWINGS["app"](1342).with_solution(None))

    def counted():
        asked = ExactCount(board)
        while (total := asked.turn()) is None:
            pass
        return total, asked

    hurried, asked = counted()
    monkeypatch.setattr("numlink.exact.race.NEARLY_DONE", 1.0)
    level, asked_level = counted()
    assert hurried == level > 1000
    covers = asked.ways.covers.effort.states
    assert covers == asked_level.ways.covers.effort.states > 100_000
    assert asked.effort.propagations < 0.8 * asked_level.effort.propagations


def test_boards_that_activity_decides_soon_have_no_other_order():
    """Line by line, some boards that are decided in 15 conflicts by activity would take 250."""
    soon = 0
    for drawn in filter(None, map(DRAWINGS["walls"], range(61200, 61290))):
        board = Board(drawn.with_solution(None))
        search = board.search()
        status = search.run(40, 1_000_000)
        if status is Status.SATISFIED:
            search.add_clause(board.other_than(search.model()))
            status = search.run(40, 1_000_000)
        if status is not Status.PAUSED:
            soon += 1
            asked = second_solution.SecondSolution(board)
            while asked.turn(SLICE) is None:
                pass
            assert asked.spent[0] <= first_solution.HEAD_START
    assert soon > 20
