"""Styles and patterns of clues: boards are as wished, and recipes make them again."""

import os
import threading
from dataclasses import replace
from pathlib import Path
from statistics import mean, pstdev

import pytest

import numlink
from numlink import COVER, NO_TOUCH, Grid, InputError, Symmetry
from numlink.engine.random import Random
from numlink.exact.budget import Budget
from numlink.exact.strict import StrictWalks
from numlink.exact.verify import verify
from numlink.making import styles
from numlink.making.annealing_board import Lattice, fits_pattern, partners_of
from numlink.making.compose import Composer, Statistics
from numlink.making.generate import spec_of
from numlink.making.recipe import Spec, parse_recipe
from numlink.making.styles import usual_symmetry
from numlink.making.wish_values import ClueSymmetry, Style
from numlink.model.rules import Claim
from numlink.reasoning.human_solver import Deduced
from numlink.reasoning.rate import Tally, long_rounds
from tests.cli import assert_one_line_error
from tests.cli import numlink as run_numlink

GOLDEN = Path(__file__).parents[1] / "golden" / "generate_styles.jsonl"

WISHES = [
    (10, {"style": "app"}),
    (10, {"style": "magazine", "rules": NO_TOUCH}),
    (8, {"style": "magazine", "claim": "strict"}),
    (14, {"style": "magazine", "claim": "strict"}),
    (7, {"style": "app", "board": "hex"}),
    (8, {"symmetry": "rotate"}),
    (9, {"symmetry": "mirror"}),
    (8, {"symmetry": "quarter"}),
    (7, {"symmetry": "flip", "style": "app"}),
    (7, {"clues": [cell for cell in range(49) if cell % 7 in (0, 2, 4, 6)]}),
    (7, {"style": "app", "difficulty": "hard"}),
    (7, {"style": "app", "board": "diagonal", "bridges": "few"}),
]
DEFAULTS = [
    (8, {}, "1 8x8 seed=2015 claim=strict style=app"),
    (8, {"rules": NO_TOUCH}, "1 8x8 seed=2015 rules=no-touch style=magazine"),
    (7, {"claim": "strict"}, "1 7x7 seed=2015 claim=strict style=magazine"),
    (8, {"symmetry": "paths"}, "1 8x8 seed=2015 symmetry=rotate"),
    (7, {"symmetry": "flip"}, "1 7x7 seed=2015 clue-symmetry=flip"),
    (16, {}, "1 16x16 seed=2015"),
    (7, {"difficulty": "medium"}, "1 7x7 seed=2015 difficulty=medium style=app"),
]
"""What is made where no style is wished, and the recipe that says so."""
TURNS = {"rotate": "ROTATE_180", "mirror": "FLIP_COLUMNS", "flip": "FLIP_ROWS", "quarter": "ROTATE_90"}


@pytest.fixture
def run(capsys):
    return lambda *arguments: run_numlink(*map(str, arguments), capsys=capsys)


def clue_cells(puzzle):
    return {cell for cell, content in enumerate(puzzle.cells) if content > 0}


def golden_lines():
    """To write the file again: python -c "from tests.making.test_styles import *; write()"."""
    return [
        numlink.dumps(numlink.generate(size, seed=2015, **{"style": "lab", **wish}), "json") for size, wish in WISHES
    ] + [numlink.dumps(numlink.generate(size, seed=2015, **wish), "json") for size, wish, _ in DEFAULTS]


def write():
    GOLDEN.write_text("".join(golden_lines()))


def test_golden_boards_of_every_style():
    lines = golden_lines()
    assert lines == GOLDEN.read_text().splitlines(keepends=True)
    for line in lines:
        (puzzle,) = numlink.parse(line)
        assert numlink.from_recipe(puzzle.recipe) == puzzle
        assert numlink.prove(puzzle.with_solution(None), budget=20).answer is numlink.Answer.UNIQUE


def test_without_a_wish_the_style_depends_on_the_rules(run):
    for size, wish, recipe in DEFAULTS[:5]:
        assert numlink.generate(size, seed=2015, **wish).recipe == f"numlink {recipe}"
    assert "recipe: numlink 1 8x8 seed=2015 claim=strict style=app" in run("new", "8", "--seed", "2015").out
    assert "recipe: numlink 1 8x8 seed=2015\n" in run("new", "8", "--seed", "2015", "--style", "lab").out
    assert numlink.from_recipe("numlink 1 8x8 seed=2015").recipe == "numlink 1 8x8 seed=2015"


@pytest.mark.parametrize("word", TURNS)
def test_the_cells_with_numbers_are_symmetric(word):
    for seed in range(3):
        puzzle = numlink.generate(8, seed=seed, symmetry=word)
        image = puzzle.grid.image(Symmetry[TURNS[word]])
        assert {image[cell] for cell in clue_cells(puzzle)} == clue_cells(puzzle)


def test_numbers_stand_only_in_the_cells_for_them(run, tmp_path):
    (tmp_path / "letters.txt").write_text("X . X . X . X\n" * 7)
    (puzzle,) = numlink.parse(run("new", "7", "--clues", tmp_path / "letters.txt", "--seed", "3").out)
    assert run("new", "--clues", tmp_path / "letters.txt", "--seed", "3").out == numlink.dumps(puzzle, "plain")
    assert all(cell % 7 % 2 == 0 for cell in clue_cells(puzzle))
    assert_one_line_error(run("new", "8", "--clues", tmp_path / "letters.txt"), "7x7", "8x8")
    assert_one_line_error(run("new", "7", "--clues", tmp_path / "letters.txt", "--pairs", "15"), "28 cells")


def test_a_file_of_clues_is_read_once(run, tmp_path):
    """It may be a pipe, which also gives the size."""
    text = "X . X . X . X\n" * 7
    (tmp_path / "letters.txt").write_text(text)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_text, args=(text,), daemon=True)
    writer.start()
    assert (
        run("new", "--clues", pipe, "--seed", "3").out
        == run("new", "--clues", tmp_path / "letters.txt", "--seed", "3").out
    )
    writer.join()


def test_clues_that_no_cover_has_are_given_up_in_words():
    statistics = Statistics()
    with pytest.raises(numlink.BudgetEnded, match=r"400 attempts \(no cover\)\. .* mark more cells"):
        numlink.generate(4, seed=1, clues=(0, 1, 2, 3), statistics=statistics)
    assert statistics.attempts == 400


def test_magazine_boards_have_paths_and_ends_like_those_of_people():
    """Means at 12x12: cells per path (people's: 17.6), share of ends on the rim (.16), corners per cell (.20)."""

    def figures(**wish):
        puzzles = [numlink.generate(12, seed=seed, rules=NO_TOUCH, **wish) for seed in range(16)]
        ends = [cell for puzzle in puzzles for cell in clue_cells(puzzle)]
        rim = mean(not (0 < cell % 12 < 11 and 0 < cell // 12 < 11) for cell in ends)
        corners = sum(
            one + other != 2 * cell
            for puzzle in puzzles
            for path in puzzle.solution.paths
            for one, cell, other in zip(path, path[1:], path[2:], strict=False)
        )
        pairs = [puzzle.pairs for puzzle in puzzles]
        return mean(144 / count for count in pairs), rim, corners / (144 * len(puzzles)), pstdev(pairs)

    length, rim, corners, spread = figures(style="magazine")
    assert 15 < length < 21
    assert 0.1 < rim < 0.22  # by chance 0.31
    assert corners < 0.23
    assert spread > 1.2
    lab = figures(style="lab")
    assert lab[0] < 15
    assert lab[2] > 0.23


def test_some_magazine_boards_have_symmetric_numbers_and_the_recipe_says_so(run):
    puzzles = [numlink.generate(8, seed=seed, rules=NO_TOUCH) for seed in range(30)]
    words = [puzzle.recipe.partition("clue-symmetry=")[2] for puzzle in puzzles]
    assert 2 <= sum(word != "" for word in words) <= 10
    for puzzle, word in zip(puzzles, words, strict=True):
        assert numlink.from_recipe(puzzle.recipe) == puzzle
        if word:
            image = puzzle.grid.image(Symmetry[TURNS[word]])
            assert {image[cell] for cell in clue_cells(puzzle)} == clue_cells(puzzle)
    first = next(seed for seed, word in enumerate(words) if word)
    assert "symmetry" not in numlink.generate(8, seed=first, rules=NO_TOUCH, symmetry="none").recipe
    plain = run("new", "8", "--rules", "no-touch", "--symmetry", "none", "--seed", str(first)).out
    assert "style=magazine\n" in plain


LARGE = [pytest.param(*size, marks=pytest.mark.thorough) for size in ((15, 15), (14, 16))]


@pytest.mark.parametrize(("width", "height"), [(5, 5), (6, 4), (7, 6), (9, 8), *LARGE])
def test_magazine_boards_with_symmetric_numbers_exist_at_every_size(width, height, looks):
    """The first seeds that draw them: at every size such a board can be made, within 600 looks at the clock."""
    spec = Spec(width, height, 0, rules=NO_TOUCH, style="magazine")
    symmetric = [seed for seed in range(40) if usual_symmetry(replace(spec, seed=seed)) is not ClueSymmetry.NONE]
    for seed in symmetric[:2]:
        assert "clue-symmetry=" in numlink.generate(width, height, seed=seed, rules=NO_TOUCH, budget=60).recipe


def test_shortest_paths_of_a_magazine_fall_with_the_size():
    """The median of people's boards of 8x8, 10x10, 12x12 and 14x14 is 7, 4, 4 and 4 cells."""
    least = [styles.looks_at(side * side).shortest for side in range(8, 15)]
    assert least == sorted(least, reverse=True)
    assert (least[0], least[2], least[4], least[-1]) == (5, 4, 4, 3)
    made = [numlink.generate(10, seed=seed, rules=NO_TOUCH) for seed in range(8)]
    assert all(len(path) >= 4 for puzzle in made for path in puzzle.solution.paths)


@pytest.mark.thorough
def test_a_strict_magazine_has_long_paths_too():
    """It has as many pairs as in a magazine; before covers were drawn it had a quarter more."""
    puzzles = [numlink.generate(11, seed=seed, claim="strict") for seed in range(1, 13)]
    assert mean(121 / puzzle.pairs for puzzle in puzzles) > 15
    assert mean(min(map(len, puzzle.solution.paths)) for puzzle in puzzles) > 4
    for puzzle in puzzles[:2]:
        assert numlink.prove(puzzle.with_solution(None), claim="strict").answer is numlink.Answer.UNIQUE


@pytest.mark.parametrize(("side", "symmetry", "pairs"), [(15, "rotate", 17), (13, "mirror", 15), (11, "flip", 8)])
def test_symmetric_numbers_work_with_odd_pairs_and_on_odd_boards(side, symmetry, pairs):
    puzzle = numlink.generate(side, seed=1, symmetry=symmetry, pairs=pairs)
    image = puzzle.grid.image(Symmetry[TURNS[symmetry]])
    assert {image[cell] for cell in clue_cells(puzzle)} == clue_cells(puzzle)
    assert puzzle.pairs == pairs


def test_the_way_covers_are_made_depends_on_the_wish_and_the_size():
    assert Spec(15, 15, 1, style="magazine", claim="strict").drawn
    assert not Spec(15, 15, 1, style="magazine", rules=NO_TOUCH).drawn
    assert Spec(18, 18, 1, style="magazine", claim="strict").placed
    assert not Spec(28, 28, 1, style="magazine", claim="strict").drawn
    assert not Spec(9, 9, 1, style="magazine", claim="strict", board="hex").drawn
    assert Spec(15, 15, 1, pairs=(9, 11)).placed
    assert Spec(15, 15, 1, pairs=(11, 15), style="app").placed
    assert not Spec(15, 15, 1, pairs=(11, 16)).drawn
    assert Spec(20, 20, 1, pairs=(25, 25), claim="strict").placed
    assert Spec(36, 20, 1, pairs=(31, 31), rules=NO_TOUCH, claim="strict").placed
    assert not Spec(15, 15, 1, pairs=(11, 11), rules=NO_TOUCH).drawn
    assert not Spec(10, 10, 1, pairs=(5, 5)).drawn
    assert not Spec(15, 15, 1, pairs=(11, 11), walls="few").drawn
    symmetric = Spec(9, 9, 1, style="magazine", claim="strict", symmetry="rotate")
    assert (symmetric.drawn, symmetric.placed) == (True, False)
    assert (Spec(8, 8, 1, clue_symmetry="rotate").drawn, Spec(8, 8, 1, clue_symmetry="rotate").placed) == (True, False)
    graded = Spec(8, 8, 1, clue_symmetry="rotate", difficulty="hard")
    assert graded.drawn
    assert not graded.proven_strict


@pytest.mark.parametrize("symmetry", [ClueSymmetry.ROTATE, ClueSymmetry.QUARTER, ClueSymmetry.MIRROR])
def test_the_count_of_colours_refuses_only_impossible_wishes(symmetry):
    """Every number of pairs that was found passes the count of colours; 9 pairs with a half turn on 10x10 do not."""
    for side in (5, 6, 7):
        grid = Grid(side, side)
        lattice = Lattice(grid, partners=partners_of(grid, symmetry, ()))
        for seed in range(3):
            try:
                puzzle = numlink.generate(side, seed=seed, symmetry=symmetry)
            except (InputError, numlink.BudgetEnded):
                continue
            assert fits_pattern(lattice, puzzle.pairs)
    with pytest.raises(
        InputError, match=r"no number of pairs can have this symmetry on a board of 9x9: .* another size"
    ):
        numlink.generate(9, seed=1, symmetry="quarter")
    with pytest.raises(InputError, match=r"9 pairs cannot have this symmetry .* do not balance\. Use one pair more"):
        numlink.generate(10, seed=1, pairs=9, symmetry="rotate")


def test_words_and_recipes(run):
    by_word = run("new", "8", "--symmetry", "rotate", "--style", "app", "--seed", "2").out
    assert "recipe: numlink 1 8x8 seed=2 style=app clue-symmetry=rotate" in by_word
    paths = run("new", "8", "--symmetry", "paths", "--seed", "2").out
    assert "recipe: numlink 1 8x8 seed=2 symmetry=rotate" in paths
    assert parse_recipe("numlink 1 8x8 seed=2 symmetry=rotate") == Spec(8, 8, 2, symmetry="rotate")
    spec = Spec(8, 8, 2, style="magazine", difficulty="hard", clues=(3, 4))
    assert parse_recipe(spec.recipe) == spec
    assert_one_line_error(run("new", "8", "--symmetry", "spiral"), "is not a symmetry", "paths")
    assert_one_line_error(run("new", "8", "--style", "comic"), "is not a known style", "magazine")
    assert_one_line_error(run("new", "8x7", "--symmetry", "quarter"), "Make the board square")
    with pytest.raises(InputError, match="can't be combined"):
        numlink.from_recipe("numlink 1 8x8 seed=1 symmetry=rotate clue-symmetry=mirror")


@pytest.mark.thorough
def test_a_proof_is_no_longer_than_the_style_allows():
    """Of covers that are proven, only those are taken whose proof needs at most the conflicts in `Looks`."""

    def conflicts(puzzle):
        corners = StrictWalks(puzzle)
        corners.prove(lambda: None)
        return corners.conflicts

    for side in (9, 12):
        hard = styles.looks_at(side * side, styles.APP_LOOKS).hard
        assert all(conflicts(numlink.generate(side, seed=seed)) <= hard for seed in range(4))


def test_a_strict_magazine_takes_the_long_reasoning_that_was_drawn():
    """Each board draws its least number of rounds, and lowers it if none is found; there is none if pairs are
    wished."""
    drawn = []
    for seed in range(6):
        spec = spec_of(8, 8, seed, style=Style.MAGAZINE, claim=Claim.STRICT)
        composer = Composer(spec, Budget(), Statistics())
        drawn.append(composer.long_rounds)
        puzzle = composer.compose()
        assert long_rounds(puzzle) >= composer.long_rounds
        assert sum(isinstance(event, Deduced) and event.tier == 3 for event in Tally(puzzle, proven=True).solver) == (
            long_rounds(puzzle)
        )
    assert {0, styles.STRICT_LOOKS[64].long_rounds} <= set(drawn)
    assert styles.looks_of(replace(spec, pairs=(5, 5))).long_rounds == 0
    assert styles.looks_of(spec_of(8, 8, 1, style=Style.MAGAZINE, rules=NO_TOUCH)).long_rounds == 0


def test_strict_magazines_have_the_mean_number_of_pairs_of_their_looks():
    """Rounded down it would be 4.9 pairs at 8x8; people's boards have 5.6."""
    looks = styles.STRICT_LOOKS[64]
    spec = spec_of(8, 8, 1, style=Style.MAGAZINE, claim=Claim.STRICT)
    random = Random(5)
    pairs = [styles.varied(spec, 6, 64, random) for _ in range(2000)]
    assert mean(pairs) == pytest.approx(6400 / looks.length, abs=0.1)


def test_near_ends_of_a_strict_magazine_cost_no_more_on_a_large_board():
    """A price that grows with the square of the side is 80 at 17x17: the mean detours were then 1.7 (people's: 2.2)."""
    placings = {
        side: styles.placing_of(spec_of(side, side, 1, style="magazine", claim="strict")) for side in (12, 14, 17)
    }
    assert [placing.reach[0] for placing in placings.values()] == [40, 48, 48]
    assert placings[12].reach == (40, 32, 24, 16, 8)
    assert all(list(placing.reach) == sorted(placing.reach, reverse=True) for placing in placings.values())
    sparse = next(seed for seed in range(99) if spec_of(14, 14, seed, style="app").sparse_app)
    assert styles.placing_of(spec_of(14, 14, sparse, style="app")).reach[0] == 48


def test_large_strict_magazines_have_extra_pairs_more_often_than_missing_ones():
    """People's boards of 17x17 have 10 to 33 pairs, 18 on average, and more as often as fewer."""
    spec = spec_of(17, 17, 1, style="magazine", claim="strict")
    random = Random(5)
    pairs = [styles.varied(spec, 16, 289, random) for _ in range(2000)]
    assert (min(pairs), max(pairs)) == (10, 27)
    assert mean(pairs) == pytest.approx(17.5, abs=0.2)


def test_large_strict_magazines_have_more_draws_before_another_pair_is_tried():
    """With 100 draws a step, boards of 17x17 that should have 10 to 12 pairs mostly came out with 13 to 17."""
    draws = {
        side: styles.looks_of(spec_of(side, side, 1, style="magazine", claim="strict")).draws
        for side in (12, 14, 17, 25)
    }
    assert draws == {12: 100, 14: 150, 17: 180, 25: 100}
    assert styles.looks_of(spec_of(17, 17, 1, pairs=(14, 14))).draws == 100


def test_a_narrow_board_without_a_suitable_proof_is_still_made():
    statistics = Statistics()
    puzzle = numlink.generate(21, 3, seed=1, claim="strict", style="magazine", statistics=statistics)
    assert numlink.prove(puzzle, claim="strict").answer is numlink.Answer.UNIQUE


def test_lengths_in_the_app_style_follow_one_curve():
    """The mean of people's levels is 0.97 cells and 0.966 of the side; lengths chosen for one size would not fit it."""
    for side in range(5, 16):
        length = styles.looks_at(side * side, styles.APP_LOOKS).length / 100
        assert length == pytest.approx(0.97 + 0.966 * side, rel=0.06)


def test_some_boards_of_the_app_style_are_sparse():
    """About one in twelve, by its seed, is drawn like strict boards of a magazine and has a third fewer pairs."""
    specs = [spec_of(11, 11, seed, style=Style.APP) for seed in range(600)]
    sparse = [spec for spec in specs if spec.sparse_app]
    assert 600 / 16 < len(sparse) < 600 / 9
    assert all(spec.placed and spec.drawn for spec in sparse)
    assert not any(spec.placed or spec.drawn for spec in specs if not spec.sparse_app)
    pairs = [numlink.from_recipe(spec.recipe).pairs for spec in sparse[:6]]
    assert mean(pairs) < 0.75 * mean(
        numlink.from_recipe(spec.recipe).pairs for spec in specs[:12] if spec not in sparse
    )
    assert not any(spec_of(11, 11, seed, style=Style.APP, pairs=(8, 9)).sparse_app for seed in range(50))


def test_the_message_names_the_least_number_of_pairs(run):
    assert numlink.generate(5, pairs=3, seed=1).pairs == 3
    refused = run("new", "4", "--pairs", "2", "--seed", "1")
    assert refused.code == 3
    assert "The fewest pairs found on 4x4: 3." in refused.err


def test_few_pairs_are_drawn_until_a_cover_is_strict() -> None:
    statistics = Statistics()
    puzzle = numlink.generate(12, 12, pairs=7, seed=5, style="app", statistics=statistics)
    assert puzzle.pairs == 7
    assert puzzle.recipe == "numlink 1 12x12 seed=5 pairs=7..7 style=app"
    assert statistics.windows == 0
    assert statistics.attempts == statistics.proofs
    assert numlink.prove(puzzle, claim="strict").answer.value == "unique"
    assert numlink.from_recipe(puzzle.recipe) == puzzle


@pytest.mark.parametrize("wish", [{}, {"style": "app", "solids": "few"}, {"rules": NO_TOUCH, "claim": "strict"}])
def test_independent_proofs_confirm_boards_with_placed_ends(wish) -> None:
    for seed, pairs in enumerate((7, 8, 9)):
        puzzle = numlink.generate(12, 12, pairs=pairs, seed=seed, **wish)
        assert parse_recipe(puzzle.recipe).placed
        assert all(verify(puzzle, rules=rules).proven for rules in (COVER, NO_TOUCH))
