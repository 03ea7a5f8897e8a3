"""The game: what the pencil does, undo and redo, saved games, status by the rules, the same in JavaScript."""

import json
from datetime import date, timedelta
from hashlib import blake2b
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import numlink
from numlink import COVER, FREE, NO_TOUCH, IllegalPuzzle, InputError, Layout, ParseError, Puzzle, check, parse
from numlink.game import daily
from numlink.game.advisor import Advisor
from numlink.game.drag import can_begin, follow, step_over
from numlink.game.game import Game
from numlink.game.moves import draw_move, note_move
from numlink.game.state import State
from numlink.game.texts import Texts
from numlink.model.grid import SOLID
from tests.sample import sample_puzzle
from tests.samples_of_kinds import KINDS, board_of_kind
from tests.tools import run_node
from tests.vectors import make_moves

VECTORS = Path(__file__).parents[1] / "vectors"
PLAYER = Path(numlink.__file__).parent / "web" / "static" / "play.js"


def board(text, rules=COVER):
    return parse(text)[0].with_rules(rules)


FIVE = board("1 . . . .\n2 . . . 2\n. . . . 1")


def played(puzzle, *moves):
    state = State.start(puzzle)
    for move in moves:
        state = state.play(move)
    return state


def test_the_drawing_of_the_module_docstring():
    state = played(FIVE, "draw 0,0 0,3 1,3", "draw 2,4 2,3")
    assert state.strands == ((0, 1, 2, 3, 8), (14, 13))
    joined = state.play("draw 1,3 2,3")
    assert joined.strands == ((0, 1, 2, 3, 8, 13, 14),)
    assert joined.progress().complete == 1


@pytest.mark.parametrize(
    ("moves", "strands"),
    [
        (["draw 0,0 0,3", "draw 0,3 0,1"], ((0, 1),)),  # back along its own path
        (["draw 0,0 0,3", "draw 0,3 0,0"], ()),  # back to its end
        (["draw 0,0 0,3", "draw 0,0 1,0"], None),  # an end of another number
        (["draw 0,0 0,3", "draw 0,1 1,1"], ((0, 1, 6),)),  # started in the middle: the rest is erased
        (["draw 0,0 0,2 1,2 1,1 0,1"], ((0, 1),)),  # into its own path: the loop is erased
        (["draw 0,0 0,2 2,2", "draw 1,0 1,4"], ((0, 1, 2), (5, 6, 7, 8, 9))),  # over another: cut
        (["draw 0,0 0,4 2,4"], None),  # through the end of 2
        (["draw 0,0 0,3 2,3 2,4"], ((0, 1, 2, 3, 8, 13, 14),)),  # to the partner: complete
        (["draw 0,0 0,3 2,3 2,4", "draw 1,0 1,4"], ((0, 1, 2, 3), (5, 6, 7, 8, 9), (14, 13))),  # both parts stay
        (["draw 0,0 0,3 2,3 2,4", "draw 0,3 1,3"], ((0, 1, 2, 3, 8, 13, 14),)),  # along it: unchanged
        (["draw 0,0 0,3 2,3 2,4", "draw 0,3 0,2"], ((0, 1, 2), (14, 13, 8))),  # back from the middle: a gap
        (["draw 0,0 0,3 2,3 2,4", "draw 2,4 2,3"], ((14, 13),)),  # a new start from an end
        (["draw 0,0 0,3", "draw 2,4 2,1 1,1 0,1"], ((14, 13, 12, 11, 6, 1, 0),)),  # into the other strand: joined
        (["draw 0,0 0,3", "draw 2,4 2,1 0,1", "cut 0,1"], ((14, 13, 12, 11, 6),)),
        (["draw 0,0 0,3 2,3 2,4", "cut 0,0"], ((14, 13, 8, 3, 2, 1),)),  # an end taken out
        (["draw 0,0 0,3", "draw 2,4 2,3", "erase 1"], ()),
        (["draw 0,0 0,3", "draw 1,0 1,4", "clear"], ()),
        (["draw 0,0"], ()),  # pencil down and up
        (["cut 0,1"], None),
        (["erase 3"], None),
        (["draw 0,1 0,2"], None),
        (["draw 0,0 1,1"], None),
        (["draw 0,0 0,5"], None),
        (["draw"], None),
        (["draw 0,0 0,²"], None),
        (["clear all"], None),
        ([""], None),
    ],
)
def test_what_the_pencil_does(moves, strands):
    if strands is None:
        with pytest.raises(InputError):
            played(FIVE, *moves)
    else:
        assert played(FIVE, *moves).strands == strands


@pytest.mark.parametrize("verb", ["draw", "line", "cross"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_move_leads_from_neighbour_to_neighbour_on_every_kind_of_board(kind, verb):
    grid, empty = board_of_kind(kind).grid, State.start(board_of_kind(kind))
    random = Random(f"{kind} {verb}")
    begins = [cell for ends in empty.ends.values() for cell in ends] if verb == "draw" else range(grid.size)
    accepted = 0
    for begin in begins:
        for end in {*grid.beside(begin), *random.sample(range(grid.size), min(30, grid.size))} - {begin}:
            try:
                state = empty.play(note_move(grid, verb, (begin, end)))
            except InputError:
                continue
            links = [*pairwise_of(state.strands), *state.lines, *state.crosses]
            assert links, "a move between two cells does something"
            assert all(grid.adjacent(*link) for link in links), (begin, end, links)
            accepted += 1
            if verb == "draw" and accepted < 4:
                Advisor(state.puzzle, seconds=1).hint(state)  # raises no KeyError
    assert accepted > 3


def pairwise_of(strands):
    return [link for strand in strands for link in pairwise(strand)]


def test_no_run_leads_down_a_column_of_triangles():
    puzzle = Puzzle(4, 4, (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0), layout=Layout(kind="triangle"))
    assert puzzle.grid.adjacent(0, 4) is True
    for move in ("draw 0,0 2,0", "line 0,0 2,0", "cross 0,0 2,0"):
        with pytest.raises(InputError, match=r"no straight row .* leads from row 1, column 1 to row 3, column 1"):
            State.start(puzzle).play(move)
    assert State.start(puzzle).play("draw 0,0 1,0 1,1").strands == ((0, 4, 5),)


def test_a_run_of_crosses_notes_every_side_on_its_way():
    state = played(FIVE, "cross 0,0 0,3")
    assert state.crosses == {(0, 1), (1, 2), (2, 3)}
    assert state.play("cross 0,3 0,0").crosses == frozenset()
    assert state.play("cross 0,3 0,4").play("cross 0,0 0,1").crosses == {(1, 2), (2, 3), (3, 4)}


def test_solids_are_walls():
    with pytest.raises(InputError, match="row 1, column 2: a block"):
        played(board("1 X 1\n. . ."), "draw 0,0 0,2")


def test_a_board_nobody_can_play_is_refused():
    with pytest.raises(IllegalPuzzle):
        State.start(board("1 . 2 2"))


def test_any_correct_solution_wins_and_only_a_correct_one():
    puzzle = board("1 . .\n. . .\n1 . .")
    one = played(puzzle, "draw 0,0 0,2 2,2 2,1 1,1 1,0 2,0")
    other = played(puzzle, "draw 0,0 0,1 0,2 2,2 2,0")
    assert one.progress().solved
    assert other.progress().solved is False
    assert other.progress().empty == 2
    assert "no path enters this cell" in other.progress().faults[0]
    assert State(puzzle.with_rules(FREE), other.strands).progress().solved
    assert State(puzzle.with_rules(NO_TOUCH), one.strands).progress().solved is False


def test_the_status_agrees_with_the_judge():
    puzzle = sample_puzzle()
    state = played(puzzle, *(draw_move(puzzle.grid, path) for path in puzzle.solution.paths))
    assert state.solution() == puzzle.solution
    assert state.progress().solved
    assert check(puzzle, state.solution()) == []
    assert state.links() == puzzle.solution.links()


def test_a_drag_that_comes_back_restores_what_it_had_cut():
    state = played(FIVE, "draw 1,0 1,4")
    trail = follow(state, [0], 11)
    assert trail == [0, 1, 6, 11]  # the long way is blocked by an end of 2
    over = follow(state, follow(state, [0], 2), 12)
    assert state.play(draw_move(state.grid, over)).strands[0] == (0, 1, 2, 7, 12)
    back = follow(state, over, 2)
    assert state.play(draw_move(state.grid, back)).strands == ((0, 1, 2), (5, 6, 7, 8, 9))


@pytest.mark.parametrize("kind", ["layers", "vias", "layers walls bridges", "hex vias walls"])
def test_a_press_above_or_below_an_open_end_offers_only_moves_that_the_game_accepts(kind):
    """No move is offered at solid cells and other numbers, one at every free cell beside an open end."""
    random, offered, refused = Random(f"step over: {kind}"), 0, 0
    for _ in range(25):
        state = State.start(make_moves.board_of(random, kind))
        for _ in range(6):
            state = state.play(make_moves.drag(random, state)[1])
            grid, cells = state.grid, state.puzzle.cells
            for cell in range(grid.size):
                above = [
                    other for other in grid.beside(cell) if grid.plane <= abs(other - cell) and state.is_tip(other)
                ]
                trail = step_over(state, cell)
                if trail:
                    assert trail[0] in above
                    assert trail[1:] == [cell]
                    state.play(draw_move(grid, trail))
                    offered += 1
                elif above and cells[cell] == SOLID:
                    refused += 1
                elif cells[cell] == 0 and not can_begin(state, cell):
                    assert all(grid.walled(cell, other) for other in above)
    assert offered
    assert refused


def test_undo_and_redo_without_limit():
    game = Game.start(FIVE)
    for _ in range(300):
        game = game.play("draw 0,0 0,3").play("clear")
    assert len(game.moves) == 600
    last = game
    while game.moves:
        game = game.undo()
    assert game.undo() is game
    assert game.state == State.start(FIVE)
    while game.undone:
        game = game.redo()
    assert game == last
    assert game.redo() is game


def test_a_move_that_changes_nothing_is_not_remembered_and_a_new_one_forgets_the_undone():
    game = Game.start(FIVE).play("draw 0,0 0,3").undo()
    assert game.play("clear").undone == ("draw 0,0 0,3",)
    assert game.play("draw 0,0 0,2").undone == ()


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.integers(0, 5))
def test_saved_and_loaded_games_are_the_same(seed, undone):
    random = Random(seed)
    game = Game.start(make_moves.board(random))
    for _ in range(8):
        game = game.play(make_moves.drag(random, game.state)[1])
    for _ in range(undone):
        game = game.undo()
    text = game.save()
    assert Game.load(text) == game
    assert parse(text) == [game.puzzle]


def test_a_saved_game_keeps_seconds_and_forgives_notes_that_plain_text_cannot_hold():
    puzzle = Puzzle(3, 1, (1, 0, 1), notes={"author": "a; b"})
    game = Game((State.start(puzzle),), seconds=75)
    assert Game.load(game.save()).seconds == 75


def test_a_broken_save_is_refused_with_its_line():
    with pytest.raises(ParseError, match="line 5: this move cannot be made"):
        Game.load("; numlink game 1\nrules: cover\n1 . 1\n;> draw 0,0 0,1\n;> draw 0,0 5,5\n")


def test_broken_redo_is_forgotten():
    game = Game.load("; numlink game 1\n1 . 1\n;< draw 0,0 9,9\n")
    assert game.undone == ()


def test_the_shared_vectors_are_what_python_plays_now():
    assert json.loads((VECTORS / "moves.json").read_text()) == make_moves.vectors()


def test_javascript_plays_the_shared_vectors_alike():
    assert "agree" in run_node(VECTORS / "moves.mjs", PLAYER)


def test_the_puzzles_of_a_day_are_asked_for_in_the_same_words_for_ever():
    week = [date(2026, 11, 16) + timedelta(days) for days in range(7)]
    asked = [daily._spec(day, which).recipe.split()[2:] for which in daily.Daily for day in week]
    assert asked[0] == ["7x7", "seed=1550740722", "difficulty=easy"]  # behind the generator's version
    assert blake2b(repr(asked).encode(), digest_size=8).hexdigest() == "d2c544946185c993"


def test_a_text_has_a_form_for_one():
    texts = Texts("en")
    assert texts.counted("takeback", 1, path=3).endswith("Undo its last cell.")
    assert texts.counted("takeback", 2, path=3).endswith("Undo its last 2 cells.")
    assert texts.counted("emptycells", 1) == "1 empty"


def test_in_javascript_a_free_line_that_turns_on_a_bridge_stays_a_note():
    """No path turns on a bridge, so the line cannot become one although it reaches a number."""
    script = f"""
      import {{ Notes }} from "{PLAYER.with_name("notes.js").as_uri()}";
      import {{ Game, makePuzzle }} from "{PLAYER.as_uri()}";
      const cells = [[0, 0, 0, 0, 0], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0], [1, 0, 0, 0, 1]];
      const puzzle = makePuzzle({{ width: 5, cells, bridges: [[1, 2]] }});
      const game = new Game(puzzle);
      const player = {{ puzzle, game, play: (moves) => moves.forEach((move) => game.play(move)) }};
      for (const free of [[2, 7, 8, 9, 14, 19], [8, 9, 14, 19]]) {{
        const notes = new Notes(player);
        notes.end(free);
      }}
      console.log(game.moves.join("; "));
    """
    told = run_node("--input-type=module", "--eval", script)
    assert told.strip() == "line 0,2 1,2 1,3 1,4 2,4 3,4; draw 3,4 1,4 1,3"
