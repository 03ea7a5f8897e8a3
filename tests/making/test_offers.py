"""What can be had at which size: the exact table against a brute force, the words of refusals."""

from collections import Counter

import pytest

import numlink
from numlink.errors import BudgetEnded, InputError
from numlink.making.generate import spec_of
from numlink.making.offers import EVERY_GRADE, GRADES, MEASURED, grades_at, impossible, remedy
from tests.datasets.test_plan import covers, orbits

QUICK = ((3, 3), (4, 3), (5, 3))


def puzzles(width, height, rules):
    """The puzzle of every cover by paths that do not touch themselves, with copies."""
    for system in covers(width, height):
        ways = Counter(cell for link in system for cell in link)
        ends = [cell for cell in range(width * height) if ways[cell] == 1]
        parts = {cell: {cell} for cell in range(width * height)}
        for one, other in system:
            joined = parts[one] | parts[other]
            parts |= dict.fromkeys(joined, joined)
        numbers = {
            min(part): number for number, part in enumerate({min(part): part for part in parts.values()}.values(), 1)
        }
        cells = tuple(numbers[min(parts[cell])] if cell in ends else 0 for cell in range(width * height))
        yield numlink.Puzzle(width, height, cells, rules)


def marks(size):
    """All boards of 4x3 take 0.3 seconds, of 5x3 three, of the others minutes."""
    return [] if size in QUICK[:2] else [pytest.mark.thorough if size in QUICK else pytest.mark.long]


@pytest.mark.parametrize("size", [pytest.param(size, marks=marks(size)) for size in EVERY_GRADE], ids=str)
def test_every_board_of_a_small_size_was_rated(size):
    boards, by_rules = EVERY_GRADE[size]
    if size in QUICK:
        assert orbits(*size) == boards
    for rules, grades in by_rules.items():
        found = {
            str(numlink.rate(puzzle).grade)
            for puzzle in puzzles(*size, numlink.Rules.named(rules))
            if numlink.prove(puzzle).answer == "unique"
        }
        assert found == set(grades)


def test_what_no_board_has_is_refused_before_any_work():
    with pytest.raises(InputError, match=r"no board of 3x6 is medium: all 1,188 .* Ask for 3x6 easy or 4x7 medium"):
        numlink.generate(3, 6, seed=1, difficulty="medium")
    assert numlink.rate(numlink.generate(4, 4, seed=1, difficulty="easy")).grade.name == "EASY"


@pytest.mark.parametrize(
    "wish",
    [
        {"difficulty": "easy"},
        {"effort": (0.0, 5.0)},
        {"difficulty": "hard", "wrap": "rows"},
        {"difficulty": "hard", "board": "hex"},
        {"difficulty": "hard", "mask": (0,)},
        {"difficulty": "hard", "solids": "few"},
        {"difficulty": "hard", "walls": 1},
    ],
    ids=str,
)
def test_what_is_not_known_is_not_refused(wish):
    """Only whole rectangles were rated, and what they have is theirs."""
    assert impossible(spec_of(4, 4, 1, **wish)) is None


def test_the_table_says_no_less_than_what_was_measured():
    for (width, height), (_, by_rules) in EVERY_GRADE.items():
        assert set(grades_at(width, height)) <= set(by_rules["cover"]) | {"medium"}


def test_where_nothing_was_found_what_can_be_had_is_named():
    spec = spec_of(8, 8, 1, difficulty="extreme", style="magazine", rules=numlink.NO_TOUCH)
    assert remedy(spec) == "Ask for 8x8 expert or 9x9 extreme."
    assert remedy(spec_of(8, 8, 1, difficulty="extreme", style="lab")) is None
    assert remedy(spec_of(10, 10, 1, difficulty="hard")) is None


@pytest.mark.thorough
def test_a_search_that_ends_names_what_can_be_had():
    with pytest.raises(
        BudgetEnded, match=r"no board of grade extreme among 1600 tries: .*\. Ask for 5x5 expert or 6x6 extreme"
    ):
        numlink.generate(5, 5, seed=2, difficulty="extreme", rules="no-touch", style="app")


def test_every_offer_is_a_grade_in_order():
    assert all(tuple(grade for grade in GRADES if grade in sides) == tuple(sides) for sides in MEASURED.values())
