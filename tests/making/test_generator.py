"""Generated puzzles: as wished, unique by an independent proof, the same forever."""

import json
from collections import Counter
from pathlib import Path

import pytest

import numlink
from numlink import FREE, FREE_NO_TOUCH, NO_TOUCH, BudgetEnded, InputError
from numlink.exact.budget import Budget
from numlink.exact.verify import second_by_sat, verify
from numlink.making.compose import Statistics
from numlink.making.recipe import Spec, parse_recipe
from tests.tools import amount

GOLDEN = Path(__file__).parents[1] / "golden" / "generate.jsonl"


def assert_as_wished(puzzle):
    """Check everything that a puzzle promises besides uniqueness, by its recipe alone."""
    spec = parse_recipe(puzzle.recipe)
    assert numlink.check(puzzle, puzzle.solution, numlink.COVER) == []
    assert numlink.check(puzzle, puzzle.solution, NO_TOUCH) == []
    assert (puzzle.width, puzzle.height, puzzle.rules, puzzle.seed) == (spec.width, spec.height, spec.rules, spec.seed)
    assert puzzle == puzzle.renumbered()
    for path in puzzle.solution.paths:
        assert len(path) >= spec.min_length
        assert len(path) == 2 or not puzzle.grid.adjacent(path[0], path[-1])
    if spec.pairs:
        assert spec.pairs[0] <= puzzle.pairs <= spec.pairs[1]
    solids = puzzle.solids()
    assert set(spec.mask) <= set(solids)
    if isinstance(spec.solids, int):
        assert len(solids) == len(spec.mask) + spec.solids
    elif spec.solids == "none":
        assert solids == list(spec.mask)
    assert_symmetric(puzzle, spec.symmetry)


def assert_symmetric(puzzle, symmetry):
    if symmetry == "none":
        return
    symmetry = numlink.Symmetry.ROTATE_180 if symmetry == "rotate" else numlink.Symmetry.FLIP_COLUMNS
    assert puzzle.transformed(symmetry).solids() == puzzle.solids()
    assert puzzle.solution.transformed(symmetry).links() == puzzle.solution.links()


def assert_proven(puzzle, budget=None):
    """Check the proof by code that had no part in making the puzzle."""
    rules = FREE if parse_recipe(puzzle.recipe).strict else puzzle.rules
    assert verify(puzzle, rules=rules, budget=budget) in ("frontier", "cadical"), puzzle.recipe


WISHES = [
    {},
    {"rules": NO_TOUCH},
    {"rules": FREE},
    {"rules": FREE_NO_TOUCH},
    {"claim": "strict"},
    {"solids": "few"},
    {"solids": "any"},
    {"solids": 4},
    {"min_length": 2},
    {"min_length": 5},
    {"symmetry": "paths"},
    {"symmetry": "paths-mirror"},
    {"symmetry": "paths", "solids": "few"},
    {"mask": (0, 1, 6)},
]
SIZES = [(3, 3), (5, 5), (7, 4), (1, 9), (2, 7), (4, 6), (9, 9), (12, 6), (10, 10)]


def wished(width, height, seed, wish):
    if "mask" in wish and (width, height) in [(1, 9), (2, 7), (3, 3)]:
        wish = {}
    if wish.get("min_length") == 5 and width * height < 20:
        wish = {}
    if min(width, height) < 3 and ("solids" in wish or "symmetry" in wish):
        wish = {}
    if wish.get("solids") == 4 and width * height < 20:
        wish = {}
    return numlink.generate(width, height, seed=seed, **wish)


@pytest.mark.table(30)
@pytest.mark.parametrize("wish", WISHES, ids=lambda wish: ",".join(f"{k}={v}" for k, v in wish.items()) or "default")
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_puzzles_are_as_wished_and_unique(width, height, wish):
    for seed in range(2):
        puzzle = wished(width, height, seed, wish)
        assert_as_wished(puzzle)
        assert_proven(puzzle)


@pytest.mark.sampled
@pytest.mark.bulk
def test_wide_boards_are_unique():
    sizes = [(16, 15, {"claim": "strict"}), (20, 20, {}), (16, 16, {}), (30, 24, {})]
    for width, height, wish in sizes[: amount(2, 4)]:
        puzzle = numlink.generate(width, height, seed=1, **wish)
        assert_as_wished(puzzle)
        assert_proven(puzzle)


def test_the_wished_numbers_of_pairs_are_kept():
    for pairs in ((6, 6), (7, 9), (12, 16)):
        puzzle = numlink.generate(8, seed=3, pairs=pairs)
        assert_as_wished(puzzle)
        assert_proven(puzzle)


def test_seeds_matter_and_new_ones_are_shown():
    boards = {numlink.generate(6, seed=seed).cells for seed in range(30)}
    assert len(boards) == 30
    fresh = numlink.generate(6)
    assert numlink.generate(6, seed=fresh.seed) == fresh


GOLDEN_WISHES = [
    (5, 5, {}),
    (7, 7, {}),
    (10, 10, {}),
    (12, 8, {"pairs": (9, 11)}),
    (8, 8, {"claim": "strict"}),
    (8, 8, {"rules": NO_TOUCH, "solids": "few"}),
    (9, 9, {"solids": "any"}),
    (8, 7, {"solids": 3, "min_length": 4}),
    (8, 8, {"symmetry": "paths"}),
    (9, 7, {"symmetry": "paths-mirror"}),
    (7, 7, {"mask": (0, 6, 24, 42, 48)}),
    (15, 15, {}),
    (20, 20, {}),
    *((7, 7, {"difficulty": grade}) for grade in ("easy", "medium", "hard", "expert", "extreme")),
    (8, 8, {"difficulty": "hard", "rules": NO_TOUCH}),
    (9, 6, {"difficulty": "expert", "solids": "few"}),
    (8, 8, {"difficulty": "hard", "mask": (0, 27, 28, 35, 36, 63)}),
    (6, 6, {"difficulty": "hard"}),
    (10, 10, {"difficulty": "easy"}),
    (12, 12, {"difficulty": "medium"}),
]


def golden_lines(seed=2015):
    """`from tests.making.test_generator import *; write()` writes the file again after raising the version."""
    return [
        numlink.dumps(numlink.generate(w, h, seed=seed, **{"style": "lab", **wish}), "json")
        for w, h, wish in GOLDEN_WISHES
    ]


def write():
    GOLDEN.write_text("".join(golden_lines()))


@pytest.mark.bulk
def test_golden_recipes_make_the_same_puzzles():
    lines = GOLDEN.read_text().splitlines()
    assert len(lines) == len(GOLDEN_WISHES)
    for line in lines:
        assert numlink.dumps(numlink.from_recipe(json.loads(line)["recipe"]), "json").strip() == line


@pytest.mark.bulk
def test_compiled_and_uncompiled_make_the_same_puzzles(uncompiled):
    code = (
        "import json, sys, numlink\n"
        "for line in sys.argv[1:]: print(numlink.dumps(numlink.from_recipe(line), 'json'), end='')"
    )
    lines = [line for line in GOLDEN.read_text().splitlines() if json.loads(line)["width"] < 12]
    recipes = [json.loads(line)["recipe"] for line in lines]
    assert uncompiled("-c", code, *recipes).splitlines() == lines


def test_the_clock_does_not_change_a_puzzle():
    assert numlink.generate(12, seed=4, budget=60) == numlink.generate(12, seed=4)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"width": 5, "pairs": (12, 12)}, "36 cells"),
        ({"width": 5, "pairs": (1, 1)}, "one path cannot cover"),
        ({"width": 2}, "one path cannot cover"),
        ({"width": 2, "board": "hex"}, "one path cannot cover"),
        ({"width": 2, "board": "diagonal"}, "one path cannot cover"),
        ({"width": 3, "pairs": 1, "layers": 2}, "one path cannot cover"),
        ({"width": 3, "height": 1, "wrap": "rows"}, "one path cannot cover"),
        ({"width": 3, "pairs": 1, "mask": [0]}, "one path cannot cover"),
        ({"width": 5, "pairs": (3, 2)}, "not a range"),
        ({"width": 5, "pairs": (0, 2)}, "not a range"),
        ({"width": 1, "height": 2}, "no room"),
        ({"width": 0}, "at least 1"),
        ({"width": 5, "min_length": 1}, "at least 2 cells"),
        ({"width": 5, "min_length": 26}, "no room"),
        ({"width": 5, "claim": "likely"}, "is not a known claim"),
        ({"width": 5, "solids": "many"}, "word for solids"),
        ({"width": 5, "solids": 26}, "do not fit"),
        ({"width": 5, "solids": -1}, "do not fit"),
        ({"width": 4, "solids": 3, "symmetry": "paths"}, "even number"),
        ({"width": 5, "symmetry": "circle"}, "not a symmetry"),
        ({"width": 5, "mask": (25,)}, "outside"),
        ({"width": 5, "mask": (1, 5)}, "a part of 1 cell at row 1, column 1"),
        ({"width": 5, "mask": (0,), "symmetry": "paths"}, "a half turn takes it"),
        ({"width": 7, "mask": range(21, 28), "pairs": (1, 1)}, "2 separate parts"),
        ({"width": 8, "pairs": (7, 7), "symmetry": "paths"}, "an even number of pairs"),
        ({"width": 7, "pairs": (8, 8), "symmetry": "paths"}, "an odd number of pairs"),
        ({"width": 600}, "too large"),
    ],
)
def test_impossible_wishes_are_refused_with_a_reason(arguments, words):
    with pytest.raises(InputError, match=words):
        numlink.generate(**arguments, seed=1)


@pytest.mark.parametrize("wish", [{"board": "triangle"}, {"solids": "few"}, {"walls": [(0, 1)]}], ids=str)
def test_one_path_is_made_on_a_board_on_which_it_cannot_touch_itself(wish):
    assert numlink.generate(2, seed=1, **wish).pairs == 1


def test_a_budget_ends_without_a_puzzle():
    statistics = Statistics()
    with pytest.raises(BudgetEnded, match="budget"):
        numlink.generate(40, seed=1, pairs=(60, 60), budget=0.3, statistics=statistics)
    assert statistics.puzzles == 0
    assert statistics.attempts > 0


@pytest.mark.bulk
def test_an_impossible_wish_ends_after_a_number_of_tries():
    """Two paths that keep apart from themselves cannot cover a 4x4 board."""
    statistics = Statistics()
    with pytest.raises(BudgetEnded, match=r"400 attempts \(no cover\)"):
        numlink.generate(4, seed=1, pairs=(2, 2), statistics=statistics)
    assert statistics.failures == Counter({"no cover": 400})
    assert statistics.puzzles == 0


def test_recipes_say_what_is_wrong():
    assert parse_recipe("numlink 1 12x8 seed=5") == Spec(12, 8, 5)
    full = Spec(
        9, 8, -3, NO_TOUCH, claim="strict", solids=4, pairs=(5, 9), min_length=4, mask=(0, 71), symmetry="rotate"
    )
    assert parse_recipe(full.recipe) == full
    for text, words in [
        ("", "looks like"),
        ("numlink 1 12x8", "looks like"),
        ("numlink 2 12x8 seed=5", "version 2"),
        ("numlink 9 7x7 seed=5 colour=red", "version 9"),
        ("numlink 1 12by8 seed=5", "12by8"),
        ("numlink 1 12x8 pairs=5", "no seed"),
        ("numlink 1 12x8 seed=5 seed=6", "not part"),
        ("numlink 1 12x8 seed=5 colour=red", "not part"),
        ("numlink 1 12x8 seed=five", "whole number"),
        ("numlink 1 12x8 seed=5 mask=xyz", "hexadecimal"),
        ("numlink 1 12x8 seed=5 pairs=a", "range"),
    ]:
        with pytest.raises(InputError, match=words):
            parse_recipe(text)


def test_both_proofs_can_say_no():
    """Both independent proofs, on boards with none, one and many solutions."""
    many = numlink.Puzzle(4, 4, (1, 0, 0, 1, *[0] * 12))
    none = numlink.Puzzle.from_rows([[1, 2], [2, 1]])
    one = numlink.generate(5, seed=1)
    for rules in (numlink.COVER, NO_TOUCH, FREE, FREE_NO_TOUCH):
        for puzzle in (many, none, one):
            total = int(numlink.count(puzzle, rules=rules))
            assert (verify(puzzle, rules=rules) == "frontier") == (total == 1)
            assert second_by_sat(puzzle, rules, Budget()) is (total == 1)


@pytest.mark.long
def test_a_thousand_puzzles_over_all_sizes_and_options():
    """The figures are in bench/README.md; CaDiCaL has a minute for each wide board."""
    made, proven = 0, Counter()
    for seed in range(100, 108):
        for width, height in [*SIZES, (12, 12)]:
            for wish in WISHES:
                made += _thousandth(width, height, seed, wish, proven)
    for seed in range(4):
        for width, height in [(15, 15), (16, 12), (20, 20), (30, 20), (40, 40)]:
            made += _thousandth(width, height, seed, {}, proven)
    assert made >= 1000
    assert set(proven) <= {"frontier", "cadical"}, proven


def _thousandth(width, height, seed, wish, proven):
    puzzle = wished(width, height, seed, wish)
    assert_as_wished(puzzle)
    rules = FREE if parse_recipe(puzzle.recipe).strict else puzzle.rules
    proven[verify(puzzle, rules=rules, budget=60)] += 1
    return 1


def test_the_generator_looks_at_its_clock_whatever_is_wished():
    """Two paths that fill 20x20 are never found: the caller may stop the work between any two covers."""

    def enough(statistics):
        if statistics.attempts == 3:
            raise BudgetEnded("enough.")

    statistics = Statistics()
    with pytest.raises(BudgetEnded, match="enough"):
        numlink.generate(20, 20, pairs=2, seed=1, statistics=statistics, watch=enough)
    assert statistics.attempts == 3
