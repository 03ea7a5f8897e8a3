"""Hints compared with brute force: they undo only what is wrong, call only forced links forced, and lead to the end."""

from dataclasses import replace
from functools import cache
from random import Random
from textwrap import wrap
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numlink import Puzzle, Solution, generate, generate_classic, parse
from numlink.errors import BudgetEnded
from numlink.exact.complete import Completer, Completion
from numlink.formats import link
from numlink.game.advisor import Advisor
from numlink.game.game import Game
from numlink.game.hints import HintKind, _in_words, check_drawing, hint, reveal
from numlink.game.moves import draw_move
from numlink.game.state import State
from numlink.model.rules import EVERY_RULES
from tests import oracle
from tests.boards import KINDS, random_solved
from tests.sample import sample_puzzle
from tests.vectors.make_moves import drag


@cache
def every_solution(puzzle):
    """All solutions of a tiny board whose numbers are 1, 2, ..."""
    truth = oracle.solutions(*oracle.rectangle(puzzle.width, puzzle.height, puzzle.cells))
    found = truth[puzzle.rules.fill, puzzle.rules.touch]
    return [Solution(puzzle.width, puzzle.height, tuple(map(tuple, paths))) for paths in found]


def completions(state):
    drawn = state.links()
    return [solution for solution in every_solution(state.puzzle) if drawn <= solution.links()]


def tiny_game(seed):
    """A random drawing on a small lab board, which always has a solution."""
    random = Random(seed)
    rules = random.choice(EVERY_RULES)
    puzzle = generate_classic(random.randint(2, 4), random.randint(3, 4), seed=seed, rules=rules)
    game = Game.start(puzzle)
    for _ in range(random.randint(0, 5)):
        game = game.play(drag(random, game.state)[1])
    return game


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 10**6))
def test_hints_are_true(seed):
    game = tiny_game(seed)
    state = game.state
    told = hint(state, Completer(state.puzzle).complete)
    possible = completions(state)
    after = game.play(*told.moves).state
    if told.kind is HintKind.SOLVED:
        assert state.progress().solved
    elif told.kind is HintKind.TAKE_BACK:
        assert not possible
        assert after.links() < state.links()
        assert completions(after)
        drawn_cells = set(state.owners) - set(after.owners) - {c for cells in state.ends.values() for c in cells}
        assert drawn_cells <= set(told.cells)
    else:
        assert told.kind is HintKind.LINK
        assert after.links() > state.links()
        link = (min(told.cells), max(told.cells))
        having = [solution for solution in possible if link in solution.links()]
        assert having
        assert told.rule == "a choice" or having == possible, told


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6))
def test_following_hints_solves_the_puzzle_and_the_smallest_single_stretch_is_found(seed):
    game = tiny_game(seed)
    completer = Completer(game.puzzle)
    told = hint(game.state, completer.complete)
    if told.kind is HintKind.TAKE_BACK:
        fewest = min((len(game.state.links()) - len(after.links()) for after in single_cuts(game.state)), default=None)
        taken = len(game.state.links()) - len(game.play(*told.moves).state.links())
        if fewest is not None:
            assert taken <= fewest
    for _ in range(60):
        told = hint(game.state, completer.complete)
        if told.kind is HintKind.SOLVED:
            return
        game = game.play(*told.moves)
    pytest.fail(f"not solved after 60 hints: {game.save()}")


def single_cuts(state):
    """Completable drawings that one cut of one path leaves."""
    for cell in state.owners:
        after = state.play(f"cut {cell // state.puzzle.width},{cell % state.puzzle.width}")
        if completions(after):
            yield after


def test_simple_rules_come_first_and_in_words():
    puzzle = parse("1 2\n. .\n1 2")[0]
    told = hint(State.start(puzzle), Completer(puzzle).complete)
    assert (told.rule, told.moves) == ("only way out", ("draw 0,0 1,0",))
    assert told.sentence == "Path 1 must continue to row 2, column 1: the only way out of row 1, column 1."
    corner = parse(". 1 . .\n. . . .\n. . 1 .\n. . . .")[0]
    told = hint(State.start(corner), Completer(corner).complete)
    assert (told.rule, told.moves) == ("corner", ("draw 0,1 0,0",))
    assert told.sentence == "Path 1 must continue to row 1, column 1: a corner has only two sides."


def test_deduced_links_name_their_rules_and_what_they_rest_on():
    puzzle = parse("1 . . . .\n. . 2 3 .\n. 4 . . .\n. . 3 4 .\n2 . . . 1")[0]
    told = hint(State.start(puzzle), Completer(puzzle).complete)
    assert (told.rule, told.moves) == ("A5", ("draw 0,0 0,1",))
    assert told.sentence == (
        "Path 1 must continue to row 1, column 2. "
        "Every way left for 1 runs along row 1, columns 1 and 2, as 2 needs the cells next to it."
    )
    puzzle = parse("1 . . . . .\n. . . . 2 .\n. . . 3 4 .\n. 4 2 . . 1\n. . . . 3 .\n5 . 5 . . .")[0]
    told = hint(State.start(puzzle), Completer(puzzle).complete)
    assert told.sentence == (
        "Path 2 must continue to row 2, column 4. Row 1, column 6 needs two links and only two ways are left. "
        "Then rows 2 and 3, column 6 are linked: other ways join two numbers or close a loop. "
        "Then every way left for 2 runs along row 2, columns 4 and 5."
    )
    puzzle = generate(7, seed=57, style="lab")
    told = hint(State.start(puzzle), Completer(puzzle).complete)
    assert told.sentence == (
        "Path 1 must continue to row 2, column 1. Row 1, columns 2 and 3 are linked: other ways join two numbers or "
        "close a loop. Then every way left for 1 runs along rows 1 and 2, column 1."
    )


@pytest.mark.bulk
def test_hints_fit_below_the_board():
    """Four lines of a terminal, whatever they say."""
    for seed in range(20):
        puzzle = generate(7, seed=seed)
        state = State.start(puzzle)
        complete = Completer(puzzle).complete
        while (told := hint(state, complete)).kind is not HintKind.SOLVED:
            assert len(wrap(told.sentence, 78)) <= 4, told.sentence
            state = state.play(*told.moves)


def test_a_board_without_a_solution_is_said_to_have_none():
    puzzle = parse("1 2\n2 1")[0]
    assert hint(State.start(puzzle), Completer(puzzle).complete).kind is HintKind.UNSOLVABLE


def test_a_check_tells_good_drawings_from_bad_ones():
    puzzle = parse("1 . .\n. . .\n. . 1")[0]
    complete = Completer(puzzle).complete
    assert check_drawing(State.start(puzzle).play("draw 0,0 0,2"), complete).kind is HintKind.FINE
    wrong = check_drawing(State.start(puzzle).play("draw 0,0 0,2 2,2"), complete)
    assert wrong.kind is HintKind.TAKE_BACK
    assert wrong.moves


def test_reveal_keeps_to_the_drawing_and_draws_every_path():
    puzzle = sample_puzzle()
    complete = Completer(puzzle).complete
    state = Game.start(puzzle).play(draw_move(puzzle.grid, puzzle.solution.paths[0][:4]))
    assert state.play(*reveal(state.state, complete)).state.progress().solved
    one = state.play(*reveal(state.state, complete, 2)).state
    assert one.progress().complete == 1
    wrong = Game.start(puzzle).play("draw 4,5 3,5")
    assert check_drawing(wrong.state, complete).kind is HintKind.TAKE_BACK
    assert wrong.play(*reveal(wrong.state, complete)).state.progress().solved


def test_a_budget_that_ends_is_never_an_answer():
    def tired(links, without) -> Completion:
        raise BudgetEnded("enough")

    state = State.start(Puzzle(3, 1, (1, 0, 1)))
    assert hint(state, tired).kind is HintKind.UNKNOWN
    assert check_drawing(state, tired).kind is HintKind.UNKNOWN


@pytest.mark.table(5)
@pytest.mark.parametrize("kind", KINDS)
def test_hints_lead_to_the_end_on_boards_of_every_kind_whatever_was_drawn(kind):
    random = Random(kind)
    for _ in range(8):
        puzzle = random_solved(random, kind, most=5)
        if not puzzle.pairs:
            continue
        puzzle = replace(puzzle, rules=random.choice(EVERY_RULES), solution=None)
        game, advisor = Game.start(puzzle), Advisor(puzzle, seconds=60)
        for _ in range(random.randint(0, 3)):
            game = game.play(drag(random, game.state)[1])
        for _ in range(200):
            told = advisor.hint(game.state)
            if told.kind in (HintKind.SOLVED, HintKind.UNSOLVABLE):
                break
            before, game = game, game.play(*told.moves)
            assert game.state != before.state
            assert all(0 <= cell < puzzle.grid.size for cell in (*told.cells, *told.evidence))
        else:
            pytest.fail(f"no end of hints: {game.save()}")


CROSSWISE = "9x9.cover.b1a2c3a4d5d2h3c6g1g4f7k6h7b5"
"""A board whose hint, after the moves below, is that 3 and 5 would have to cross."""
UP_TO_THERE = (
    "draw 0,2 0,0 5,0",
    "draw 0,4 0,3 1,3 1,2 2,2",
    "draw 1,1 4,1",
    "draw 0,8 0,7",
)


def test_the_lines_that_would_cross_are_told_with_the_link_that_is_ruled_out():
    puzzle = link.decode(CROSSWISE)
    told = Advisor(puzzle).hint(Game.start(puzzle).play(*UP_TO_THERE).state)
    assert (told.rule, told.cells, told.numbers) == ("A10", (7, 6), (3,))
    assert told.ruled_out == ((7, 16),)
    assert told.crossing == ((7, 16, 29), (15, 80))
    assert set(told.evidence) >= {7, 16}


@pytest.mark.parametrize("seed", [0, 1, 2, 4])
def test_no_hint_rules_out_a_link_of_the_solution(seed):
    puzzle = generate(7, 7, seed=seed, difficulty="expert", style="lab")
    game, advisor, found = Game.start(puzzle), Advisor(puzzle, only_solution=puzzle.solution), 0
    while not game.state.progress().solved:
        told = advisor.hint(game.state)
        assert not {*told.ruled_out} & puzzle.solution.links()
        found += len(told.ruled_out)
        game = game.play(*told.moves)
    assert found


@pytest.mark.parametrize(
    ("drawn", "taken"),
    [
        (("1,2 0,2", "2,1 2,0"), "cut 2,0"),
        (("2,1 2,0", "1,2 0,2"), "cut 2,0"),
        (("1,2 0,2 0,3", "2,1 2,0"), "cut 2,0"),
        (("1,2 0,2", "2,1 2,0 1,0"), "cut 0,2"),
    ],
)
def test_of_two_conflicting_paths_the_shorter_or_the_higher_number_is_undone(drawn, taken):
    """Each alone leaves the other a way round; together they leave none."""
    puzzle = parse("rules: free\n. . . . .\n. . 1 . .\n. 2 . 2 .\n. . 1 . .\n. . . . .")[0]
    game = Game.start(puzzle).play(*(f"draw {way}" for way in drawn))
    assert hint(game.state, Completer(puzzle).complete).moves == (taken,)


def test_a_second_crossing_of_a_bridge_is_undone_from_there():
    puzzle = parse("rules: free\n1 . .\n1 + .\n. . .")[0]
    game = Game.start(puzzle).play("draw 1,0 1,1 1,2 0,2 0,1 1,1 2,1")
    told = hint(game.state, Completer(puzzle).complete)
    assert (told.cells, told.moves) == ((4, 7), ("cut 1,1 0,1",))
    assert game.play(*told.moves).state.strands == ((3, 4, 5, 2, 1),)


def test_a_hint_gives_as_many_of_its_steps_as_fit():
    steps = [SimpleNamespace(sentence=words) for words in ("this goes", "that goes")]
    whole = "This goes Then that goes"
    assert _in_words(steps, len(whole)) == whole
    assert _in_words(steps, len(whole) - 1) == "After 1 step, that goes"
