"""Plans of datasets: what they say as options and as TOML, and how many small boards there are at most."""

import json
import re
from collections import Counter
from functools import cache

import pytest

import numlink
from numlink.datasets.make import make_dataset
from numlink.datasets.plan import (
    ATTEMPTS,
    DRY_AT,
    ORDERED_ATTEMPTS,
    ROOM,
    SIFTED_ATTEMPTS,
    candidate,
    candidate_seed,
    parse_grades,
    plan_from,
)
from numlink.datasets.plan import options_from_toml as from_toml
from numlink.datasets.rows import canonical_hash
from numlink.datasets.wish_turns import options_of
from numlink.errors import InputError
from numlink.making.wish_values import ClueSymmetry, Misleading, Style
from numlink.model.grid import Grid
from numlink.model.symmetry import Symmetry
from numlink.reasoning.rate import Grade
from tests import oracle
from tests.cli import assert_one_line_error
from tests.cli import numlink as run
from tests.plans import plan_of

GOOD = {"count": 100, "sizes": "7..9,12x8", "seed": 5, "claim": "strict", "rules": "free", "shard-size": 10}


def test_a_plan_reads_back_what_it_writes():
    plan = plan_from(GOOD)
    assert plan_from(plan.options()) == plan
    assert plan_from(from_toml(plan.to_toml())) == plan
    assert plan.sizes == ((7, 7), (8, 8), (9, 9), (12, 8))
    assert [plan.size(index) for index in (0, 3, 4)] == [(7, 7), (12, 8), (7, 7)]
    assert plan.attempts == ATTEMPTS


def test_the_run_id_depends_on_everything_that_decides_the_bytes():
    plan = plan_from(GOOD)
    changes = {
        "count": 101,
        "sizes": "7",
        "seed": 6,
        "claim": "unique",
        "rules": "cover",
        "shard-size": 11,
        "rating": False,
    }
    runs = {plan_from(GOOD | {key: value}).run for key, value in (changes | {"format": "jsonl"}).items()}
    assert len(runs | {plan.run}) == 9
    assert plan_from(dict(reversed(GOOD.items()))).run == plan.run


def test_every_size_gets_every_grade():
    plan = plan_from({"count": 100, "sizes": "7..9", "seed": 5, "difficulty": "easy..extreme"})
    grades = [plan.grade(index) for index in range(15)]
    assert [*map(str, grades)] == [grade for grade in ("easy", "medium", "hard", "expert", "extreme") for _ in range(3)]
    assert plan.spec(3, 0).difficulty == "medium"
    assert plan_from({"count": 100, "seed": 5, "difficulty": "easy..expert"}).attempts == ORDERED_ATTEMPTS
    sifted = plan_from({"count": 100, "seed": 5, "difficulty": "easy", "claim": "strict"})
    assert sifted.spec(3, 0).difficulty == "any"
    assert sifted.attempts == SIFTED_ATTEMPTS
    assert plan_from({"count": 100, "seed": 5}).grade(3) is None


WISHED = {
    "symmetry": "rotate", "style": "app", "effort": "0.5..3", "misleading": "plain", "sizes": "6", "clues": "fffffffff",
}  # fmt: skip


def test_a_plan_has_wishes_for_its_puzzles():
    plan = plan_from({"count": 5, "seed": 1} | WISHED)
    assert options_of(plan.wishes) == {key: word for key, word in WISHED.items() if key != "sizes"}
    assert plan_from(from_toml(plan.to_toml())) == plan
    assert plan.attempts == ORDERED_ATTEMPTS
    spec = plan.spec(3, 0)
    assert (spec.clue_symmetry, spec.style, spec.effort, spec.misleading) == ("rotate", "app", (0.5, 3), "plain")
    paths = plan_from({"count": 5, "seed": 1, "symmetry": "paths", "difficulty": "easy"})
    assert (paths.spec(0, 0).symmetry, paths.spec(0, 0).difficulty, paths.attempts) == (
        "rotate",
        "any",
        SIFTED_ATTEMPTS,
    )
    turned = plan_from({"count": 5, "seed": 1, "symmetry": "rotate", "difficulty": "easy"})
    assert turned.spec(0, 0).difficulty == "easy"
    single = [{key: word} for key, word in WISHED.items() if key != "clues"]
    plans = [plan_from({"count": 5, "seed": 1} | wish) for wish in [{}, {"symmetry": "paths"}, WISHED, *single]]
    assert len({plan.run for plan in plans}) == len({*plans}) == len(plans)
    by_value = {"symmetry": ClueSymmetry.ROTATE, "style": Style.APP, "effort": (0.5, 3), "misleading": Misleading.PLAIN}
    assert plan_from({"count": 5, "seed": 1} | WISHED | by_value) == plan


def test_styles_and_symmetries_take_turns():
    """The style changes after every round of sizes and grades, then the symmetry; a plan's text and values agree."""
    wishes = {"style": "lab,app", "symmetry": "none,rotate"}
    plan = plan_from({"count": 40, "sizes": "6,7", "seed": 5, "difficulty": "easy,medium"} | wishes)
    specs = [plan.spec(index, 0) for index in range(16)]
    assert [(spec.style, spec.clue_symmetry) for spec in specs[::4]] == [
        ("lab", "none"), ("app", "none"), ("lab", "rotate"), ("app", "rotate")
    ]  # fmt: skip
    assert all(specs[index].style == specs[index - index % 4].style for index in range(16))
    assert plan.spec(16, 0).style == "lab"
    assert options_of(plan.wishes) == wishes
    assert plan_from(from_toml(plan.to_toml())) == plan
    by_value = {"style": [Style.LAB, "app"], "symmetry": (ClueSymmetry.NONE, "rotate")}
    assert plan_from({"count": 40, "sizes": "6,7", "seed": 5, "difficulty": "easy,medium"} | by_value) == plan
    orders = {word: plan_from({"count": 40, "seed": 5} | {"style": word}).run for word in ("lab,app", "app,lab", "app")}
    assert len({*orders.values()}) == 3


def test_numbers_of_pairs_take_turns():
    """Pairs change last; a range counts as one entry, in a plan's text, its list and in Python's tuple."""
    plan = plan_from({"count": 40, "sizes": "6,7", "seed": 5, "style": "lab,app", "pairs": "6,7..8"})
    assert [(plan.spec(index, 0).style, plan.spec(index, 0).pairs) for index in range(0, 10, 2)] == [
        ("lab", (6, 6)), ("app", (6, 6)), ("lab", (7, 8)), ("app", (7, 8)), ("lab", (6, 6))
    ]  # fmt: skip
    assert options_of(plan.wishes) == {"style": "lab,app", "pairs": "6,7..8"}
    assert plan_from(from_toml(plan.to_toml())) == plan
    same = {"count": 40, "sizes": "6,7", "seed": 5, "style": "lab,app"}
    for value in ([6, (7, 8)], ["6", "7..8"], [6, "7..8"]):
        assert plan_from(same | {"pairs": value}) == plan
    assert plan_from(from_toml('count = 4\nseed = 1\npairs = [6, "7..8"]')).wishes == plan.wishes[::2]
    assert plan_from({"count": 4, "seed": 1, "pairs": (7, 8)}).wishes[0].pairs == (7, 8)
    assert plan_from({"count": 4, "seed": 1, "pairs": 7}) == plan_from({"count": 4, "seed": 1, "pairs": "7"})
    assert [puzzle.pairs for puzzle in numlink.batch(6, 7, seed=1, pairs=[5, 6, 7])] == [5, 6, 7, 5, 6, 7]


def test_the_run_id_depends_on_the_version_of_the_generator(monkeypatch):
    plan = plan_from({"count": 4, "sizes": "7", "seed": 1, "rating": False})
    before = plan.run
    monkeypatch.setattr("numlink.datasets.plan.GENERATOR_VERSION", 99)
    assert plan.run != before


def test_default_wishes_do_not_change_the_run_id():
    """The run id of a dataset without wishes is the same when the defaults are given."""
    assert plan_from(GOOD | {"rating": False}).run == "e1f5d68cfa30"
    assert "style" not in plan_from(GOOD).to_toml()


@pytest.mark.parametrize(
    ("wish", "words"),
    [
        ({"style": "comic"}, "'comic' is not a known style. Use one of lab, app, magazine"),
        ({"style": "lab,comic"}, "'comic' is not a known style. Use one of lab, app, magazine"),
        ({"style": "app,app"}, "a style is listed twice"),
        ({"style": []}, "a list for style needs a word"),
        ({"style": 3}, "3 is not a known style"),
        ({"symmetry": "rotate,none,rotate"}, "a symmetry is listed twice"),
        ({"pairs": "5,6,5..5"}, "a number of pairs is listed twice"),
        ({"pairs": []}, "a list for pairs needs a word. Leave it out for the usual ones"),
        ({"pairs": "5,x"}, "pairs must be a number like 9 or a range like 8..10, not 'x'"),
        ({"pairs": (5, 6, 7)}, "pairs must be a number, or (least, most), not (5, 6, 7)"),
        ({"pairs": "5,0"}, "pairs 0..0 is not a range"),
        ({"pairs": "4,40", "sizes": "7"}, "40"),
        ({"symmetry": "spiral"}, "'spiral' is not a symmetry"),
        ({"symmetry": "quarter", "sizes": "8,9x8"}, "Make the board square"),
        ({"effort": "3"}, "an effort must be a range like 2..5"),
        ({"effort": 3}, "Give (2, 5) or (2, None)"),
        ({"effort": "3..", "difficulty": "hard,easy"}, "hard boards of 9x9 have an effort below 0.81"),
        ({"effort": "3..", "claim": "strict"}, "can't be combined"),
        ({"effort": "3..", "rating": False}, "effort= needs ratings, and rating=False"),
        ({"misleading": "sly", "rating": False}, "misleading= needs ratings"),
        ({"misleading": "much"}, "Use one of any, plain, sly, devious"),
        ({"clues": "1f", "sizes": "5,6"}, "clues are cells, so all boards must have one size"),
        ({"clues": "xyz", "sizes": "5"}, "is not a hexadecimal number"),
    ],
)
def test_impossible_wishes_are_refused(wish, words):
    with pytest.raises(InputError, match=re.escape(words)):
        plan_from({"count": 5, "seed": 1} | wish)


def test_seeds_of_candidates_are_distinct():
    plan = plan_from(GOOD)
    seeds = {candidate_seed(plan, index, attempt) for index in range(1000) for attempt in range(10)}
    assert len(seeds) == 10_000
    assert candidate_seed(plan, 1, 0) != candidate_seed(plan_from(GOOD | {"seed": 6}), 1, 0)


@pytest.mark.parametrize(
    ("text", "words"),
    [("7..", "a size is"), ("9..7", "9..7"), ("5x4..7", "range"), ("", "a size is"), ("7,7x7", "twice")],
)
def test_bad_sizes_are_refused(text, words):
    with pytest.raises(InputError, match=words):
        plan_from(GOOD | {"sizes": text})


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("extreme..hard", "like hard..extreme"),
        (["extreme..hard"], "like hard..extreme"),
        ("", "'' is not a grade"),
        ("easy,", "'' is not a grade"),
        ("easy..", "'' is not a grade"),
        ("anything", "'anything' is not a grade"),
        ([], "needs one"),
    ],
)
def test_bad_grades_are_refused(value, words, tmp_path, capsys):
    with pytest.raises(InputError, match=words):
        numlink.batch(3, "5", seed=1, difficulty=value)
    file = tmp_path / "order.toml"
    file.write_text(f"count = 3\ndifficulty = {json.dumps(value)}\n")
    assert_one_line_error(run("batch", "--config", file, "--seed", 1, "-o", tmp_path / "d", capsys=capsys), words)
    if isinstance(value, str):
        options = ("--count", 3, "--seed", 1, "--difficulty", value, "-o", tmp_path / "d")
        assert_one_line_error(run("batch", *options, capsys=capsys), words)
    assert not (tmp_path / "d").exists()


@pytest.mark.parametrize("value", ["easy,hard..extreme", " easy , hard .. extreme", ["easy", "hard..extreme"]])
def test_grades_are_named_one_by_one_or_as_ranges(value):
    assert parse_grades(value) == (Grade.EASY, Grade.HARD, Grade.EXPERT, Grade.EXTREME)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"count": 0}, "count"),
        ({"count": 1.5}, "whole number"),
        ({"seed": True}, "whole number"),
        ({"seed": 2**70}, "too large"),
        ({"difficulty": "murderous"}, "murderous"),
        ({"colour": "red"}, "colour"),
        ({"format": "xlsx"}, "xlsx"),
        ({"sizes": "1"}, "no room"),
        ({"rating": "no"}, "true or false"),
    ],
)
def test_bad_plans_are_refused(change, words):
    with pytest.raises(InputError, match=words):
        plan_from(GOOD | change)


# -- how many boards there are -------------------------------------------------------------------------------------


def covers(width, height, least=3):
    """Every cover by paths of `least` or more cells that do not touch themselves, as a set of links; brute force."""
    size = width * height
    cells, links = oracle.rectangle(width, height, [0] * size)
    for system in oracle.systems(cells, links, covering=True):
        shortest = min(Counter(oracle.names_of(size, system)).values())
        if shortest >= least and oracle.apart(size, links, system):
            yield system


def orbits(width, height):
    """Covers up to the symmetries of the rectangle."""
    grid = Grid(width, height)
    ways = [way for way in Symmetry if width == height or not way.value[0]]

    @cache
    def carried(way):
        return grid.placement(way).places

    def canonical(cover):
        return min(tuple(sorted(tuple(sorted((map_[a], map_[b]))) for a, b in cover)) for map_ in map(carried, ways))

    return len({canonical(cover) for cover in covers(width, height)})


@pytest.mark.table(4)
@pytest.mark.parametrize(
    "size", [(2, 2), (3, 2), (4, 2), (5, 2), (6, 2), (7, 2), (3, 3), (4, 3), (5, 3), (4, 4)], ids=str
)
def test_small_boards_are_counted_right(size):
    assert DRY_AT[size] == orbits(*size)


def test_no_more_puzzles_than_exist_may_be_asked_for():
    assert plan_from({"count": 206, "sizes": "4", "seed": 1}).count == 206
    with pytest.raises(InputError, match="at most 206"):
        plan_from({"count": 207, "sizes": "4", "seed": 1})
    assert plan_from({"count": 206 * 2, "sizes": "4,9", "seed": 1}).count == 412
    with pytest.raises(InputError, match="207 puzzles of 4x4"):
        plan_from({"count": 206 * 2 + 1, "sizes": "4,9", "seed": 1})


def test_no_more_puzzles_are_found_than_counted():
    found = list(numlink.batch(39, "3x4", seed=1))
    assert len({puzzle.canonical() for puzzle in found}) == len(found) <= 39


def test_a_size_that_may_run_dry_is_reported_before_the_run(tmp_path, monkeypatch):
    said = []
    monkeypatch.setattr("numlink.datasets.make.Run", lambda *_, **__: (_ for _ in ()).throw(InputError("begun")))
    with pytest.raises(InputError, match="begun"):
        make_dataset(
            str(tmp_path / "d"), plan_of(count=40_000, sizes="5,12", rating=False), workers=1, note=said.append
        )
    assert said == [
        "there are only about 1,900 puzzles of 5x5, and 20,000 are wanted: they may run out. "
        "Add larger sizes, or mix numbers of pairs, styles and symmetries: "
        "--pairs 4,5,6 --style lab,app --symmetry none,rotate."
    ]
    assert plan_of(count=100_000, sizes="7").room() == []
    assert "1.8 million puzzles of 7x7, and 200,000" in plan_of(count=200_000, sizes="7").room()[0]
    assert "of all grades" in plan_of(count=20_000, sizes="5", difficulty="easy", rating=True).room()[0]
    assert plan_of(count=10**9, sizes="12").room() == []


@pytest.mark.long
def test_the_table_of_rooms_agrees_with_collisions():
    for (width, height), room in ROOM.items():
        if room > 10_000:
            continue
        plan = plan_of(count=1, sizes=f"{width}x{height}")
        number = 2 * int(room**0.5) + 200
        held = Counter(canonical_hash(candidate(plan, index, 0)) for index in range(number))
        same = sum(times * (times - 1) // 2 for times in held.values())
        assert room / 2 < number * number / 2 / same < room * 2, (width, height)
