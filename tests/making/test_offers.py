"""Which grades can be had at which size: compares the exact table with brute force; the words of refusals."""

from collections import Counter

import pytest

import numlink
from numlink.datasets.plan import plan_from
from numlink.errors import BudgetEnded, InputError
from numlink.making.available_grades import (
    DRAWN,
    EVERY_GRADE,
    GRADES,
    MAGAZINE,
    MEASURED,
    UNSEEN,
    doubt,
    grades_at,
    impossible,
    remedy,
)
from numlink.making.feasibility import require_possible
from numlink.making.generate import spec_of
from tests.cli import numlink as run_numlink
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


def test_a_grade_that_no_board_has_is_refused_before_any_work():
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
def test_a_grade_of_unrated_boards_is_not_refused(wish):
    """Only full rectangles were rated, and the table is about no other boards."""
    assert impossible(spec_of(4, 4, 1, **wish)) is None


def test_the_table_has_all_that_was_measured():
    for (width, height), (_, by_rules) in EVERY_GRADE.items():
        assert set(grades_at(width, height)) <= set(by_rules["cover"]) | {"medium"}


@pytest.mark.parametrize(("board", "side", "grade"), [(b, s, g) for b, row in UNSEEN.items() for s, g in row.items()])
def test_a_grade_that_was_never_seen_gets_a_warning_with_offers(board, side, grade, capsys):
    """And not refused: a search could find one."""
    wishes = {"style": "magazine", "rules": "no-touch"} if board == MAGAZINE else {"style": "app"}
    for word in grade:
        spec = spec_of(side, side, 0, difficulty=word, **wishes)
        require_possible(spec)
        assert doubt(spec).startswith(f"none of {DRAWN:,} boards of {side}x{side} in this style was {word}")
        assert word not in grades_at(side, side, board)
        options = [f"--{name}={value}" for name, value in {**wishes, "difficulty": word, "budget": 0.01}.items()]
        assert "so the search may find none. Ask for" in run_numlink("new", str(side), *options, capsys=capsys).err
        assert plan_from({"sizes": str(side), "difficulty": word, "count": 1, "seed": 1, **wishes}).room() == [
            doubt(spec)
        ]
    for word in {*GRADES} - {*grade}:
        assert doubt(spec_of(side, side, 0, difficulty=word, **wishes)) is None
    assert doubt(spec_of(side, side, 0, **wishes)) is None


def test_a_message_about_an_unmeasured_grade_names_offers():
    spec = spec_of(5, 5, 1, difficulty="extreme", style="magazine", rules=numlink.NO_TOUCH)
    assert remedy(spec) == "Ask for 5x5 hard or 6x6 extreme."
    assert remedy(spec_of(8, 8, 1, difficulty="extreme", style="lab")) is None
    assert remedy(spec_of(10, 10, 1, difficulty="hard")) is None


@pytest.mark.thorough
def test_a_search_that_ends_names_offers():
    with pytest.raises(
        BudgetEnded, match=r"no board of grade expert among 1600 tries: .*\. Ask for 5x5 medium or 6x6 expert"
    ):
        numlink.generate(5, 5, seed=2, difficulty="expert", style="app")


def test_every_offer_is_a_grade_in_order():
    assert all(tuple(grade for grade in GRADES if grade in sides) == tuple(sides) for sides in MEASURED.values())
