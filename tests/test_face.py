"""The public functions compared: they refuse with messages, and parameters of one name mean the same."""

import inspect
import threading
from xml.etree import ElementTree

import pytest

import numlink
from numlink import Grid, InputError, Kind, Layout, NumlinkError, Puzzle, Wrap
from numlink.certificates import NoProof
from numlink.exact.budget import Budget

PUZZLE = Puzzle(3, 2, (1, 0, 1, 2, 0, 2))
BAD = {
    "a text as a cell": lambda: Puzzle(3, 1, (1, 0, "1")),
    "a share as a cell": lambda: Puzzle(3, 1, (1, 0, 1.5)),
    "cells that are none": lambda: Puzzle(3, 1, None),
    "a recipe": lambda: numlink.from_recipe(None),
    "an answer": lambda: numlink.judge_text(PUZZLE, None),
    "a certificate": lambda: numlink.verify_certificate(None),
    "certificate of a text": lambda: numlink.certificate("x"),
    "walls": lambda: Layout(walls=3),
    "walls of texts": lambda: Layout(walls=[("a", "b")]),
    "bridges": lambda: Layout(bridges=3),
    "vias": lambda: Layout(layers=2, vias=["a"]),
    "layers": lambda: Layout(layers="two"),
    "a path of a file": lambda: numlink.save(PUZZLE, None),
    "seed of sample": lambda: numlink.sample(PUZZLE, seed="x"),
    "seed of generate": lambda: numlink.generate(5, seed="x"),
    "seed of generate_classic": lambda: numlink.generate_classic(5, seed=1.5),
    "rules": lambda: numlink.explain(PUZZLE, rules="cubic"),
    "claim": lambda: numlink.generate(5, seed=1, claim="x"),
    "claim of prove": lambda: numlink.prove(PUZZLE, claim="x"),
} | {
    f"{name} of None": lambda name=name: getattr(numlink, name)(None)
    for name in ("solve", "prove", "count", "sample", "heat", "rate", "explain", "check", "svg", "dumps", "repair")
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_impossible_requests_are_refused_with_a_message(name):
    with pytest.raises((NumlinkError, NoProof)) as caught:
        BAD[name]()
    assert len(str(caught.value)) > 15


def test_one_word_for_one_claim():
    strict = numlink.generate(5, seed=3, claim="strict")
    assert numlink.prove(strict, claim="strict").answer == "unique"


SAME = {
    "puzzle": ("Puzzle", inspect.Parameter.empty),
    "puzzles": ("Puzzle | Iterable[Puzzle]", inspect.Parameter.empty),
    "solution": ("Solution | None", None),
    "rules": ("RulesLike | None", None),
    "claim": ("ClaimLike | None", None),
    "budget": ("Seconds", None),
    "seed": ("int | None", None),
    "grid": ("Grid | None", None),
    "layout": ("Layout | None", None),
    "width": ("int | None", None),
    "height": ("int | None", None),
    "format": ("str | None", None),
    "path": ("str | Path", inspect.Parameter.empty),
    "text": ("str", inspect.Parameter.empty),
    "solids": ("Solids | SolidsWord | int", "none"),
    "board": ("Kind | KindWord", Kind.SQUARE),
    "wrap": ("Wrap | WrapWord", Wrap.NONE),
    "min_length": ("int", 3),
    "layers": ("int", 1),
    "tiling": ("Tiling | None", None),
    "vias": ("Iterable[int] | None", None),
    "walls": ("Frequency | FrequencyWord | int | Iterable[tuple[int, int]]", "none"),
    "bridges": ("Frequency | FrequencyWord | int | Iterable[int]", "none"),
    "symmetry": ("ClueSymmetry | PathSymmetry | SymmetryWord | None", None),
    "style": ("Style | StyleWord | None", None),
    "pairs": ("Pairs | int | None", None),
    "difficulty": ("Difficulty | DifficultyWord | Grade", "any"),
    "effort": ("tuple[float | None, float | None] | None", None),
    "misleading": ("Misleading | MisleadingWord", "any"),
    "clues": ("Iterable[int]", ()),
    "reading": ("Reading | str", "strict"),
    "statistics": ("Statistics | None", None),
    "watch": ("Watch | None", None),
}
"""Annotation and default of each parameter of public functions, by its name: the same everywhere."""

OTHERWISE = {
    ("prove", "claim"): ("ClaimLike", "unique"),  # None leaves the choice to the style, and nothing is made here
    ("census", "width"): ("int", inspect.Parameter.empty),  # no grid could stand for the size
    ("census", "height"): ("int", inspect.Parameter.empty),
    ("census", "solids"): ("Iterable[int]", ()),  # cells: nothing is left to chance
    ("batch", "seed"): ("int", inspect.Parameter.empty),  # a dataset must be reproducible
    ("batch", "style"): (
        "OneOrSeveral[Style | StyleWord]",
        "lab",
    ),  # in turn; as datasets were before there were styles
    ("batch", "symmetry"): ("OneOrSeveral[ClueSymmetry | PathSymmetry | SymmetryWord]", "none"),  # several, in turn
    ("batch", "pairs"): ("Pairs | int | list[Pairs | int] | None", None),  # several, in turn
    ("batch", "difficulty"): ("Difficulty | Grade | str | Iterable[Grade | str] | None", None),  # several, in turn
    ("batch", "format"): ("ShardFormat | Literal['parquet', 'jsonl']", "parquet"),  # of files of rows
}
"""Where one function differs, and why."""

FACE = [name for name in numlink.__all__ if inspect.isfunction(getattr(numlink, name))]


@pytest.mark.parametrize("name", FACE)
def test_a_parameter_of_one_name_accepts_the_same_everywhere(name):
    for place, (key, parameter) in enumerate(inspect.signature(getattr(numlink, name)).parameters.items()):
        shared = sum(key in inspect.signature(getattr(numlink, other)).parameters for other in FACE) > 1
        assert key in SAME or not shared, f"{name}({key}=): say in SAME what it accepts everywhere"
        if key in SAME:
            assert (parameter.annotation, parameter.default) == OTHERWISE.get((name, key), SAME[key]), f"{name}({key}=)"
        if key == "rules":
            assert parameter.kind is parameter.KEYWORD_ONLY or place == 2, f"{name}: rules are third or by name"
        if key in ("budget", "claim", "layout", "seed"):
            assert parameter.kind is parameter.KEYWORD_ONLY, f"{name}({key}=)"


def test_every_listed_exception_differs_from_the_rule():
    for (name, key), (annotation, default) in OTHERWISE.items():
        parameter = inspect.signature(getattr(numlink, name)).parameters[key]
        assert (annotation, default) == (parameter.annotation, parameter.default) != SAME[key]


MAKERS = {
    "generate": numlink.generate,
    "generate_classic": numlink.generate_classic,
    "batch": lambda size=None, **wishes: next(numlink.batch(1, size, **wishes)),
}


@pytest.mark.parametrize("name", MAKERS)
def test_every_maker_of_boards_takes_a_layout(name):
    layout = Layout(kind="diagonal", wrap="rows", walls=[(1, 2)])
    puzzle = MAKERS[name](4, seed=1, layout=layout)
    assert (puzzle.width, puzzle.layout) == (4, layout)
    assert puzzle == MAKERS[name](grid=Grid(4, 4, layout=layout), seed=1)
    assert numlink.from_recipe(puzzle.recipe).layout == layout
    for wrong in ({"grid": Grid(4, 4), "layout": layout}, {"layout": 3}):
        with pytest.raises(InputError, match=r"grid= or layout=, not both|a layout must be a Layout"):
            MAKERS[name](seed=1, **wrong)


@pytest.mark.parametrize("name", ["generate", "batch"])
def test_a_layout_can_be_combined_with_other_options(name):
    make = MAKERS[name]
    puzzle = make(5, seed=1, layout=Layout(wrap="rows"), walls="few")
    assert puzzle.layout.walls
    with pytest.raises(InputError, match="the layout sets board"):
        make(5, seed=1, layout=Layout(wrap="rows"), board="hex")


ASKED = {
    "solve": numlink.solve, "prove": numlink.prove, "count": numlink.count, "sample": numlink.sample,
    "heat": numlink.heat, "rate": numlink.rate, "explain": numlink.explain, "certificate": numlink.certificate,
    "solutions": lambda puzzle, **wishes: list(numlink.solutions(puzzle, **wishes)), "repair": numlink.repair,
    "generate": lambda _, **wishes: numlink.generate(4, seed=1, **wishes),
    "generate_classic": lambda _, **wishes: numlink.generate_classic(4, seed=1, **wishes),
    "census": lambda _, **wishes: numlink.census(3, 3, **wishes),
}  # fmt: skip


def test_every_function_with_a_budget_takes_a_running_clock():
    """And rules by name, and None for the default rules."""
    puzzle = numlink.generate(4, seed=1, claim="unique")
    assert {name for name in FACE if "budget" in inspect.signature(getattr(numlink, name)).parameters} == {
        *ASKED,
        "from_recipe",
    }
    for ask in ASKED.values():
        clock = Budget(60)
        ask(puzzle, budget=clock, rules="cover")
        ask(puzzle, budget=clock, rules=None)
        with pytest.raises(InputError, match="a budget must be a number of seconds"):
            ask(puzzle, budget="x")
    assert numlink.from_recipe(puzzle.recipe, budget=Budget(60)) == puzzle


def test_threads_share_no_object_of_the_engine():
    """Eight threads call public functions at once with the same puzzle: none gets a BusyError."""
    puzzle = numlink.generate(6, seed=1)
    failed = []

    def ask():
        try:
            for _ in range(3):
                assert numlink.solve(puzzle).solution == puzzle.solution
                assert numlink.count(puzzle) == 1
                numlink.rate(puzzle)
                numlink.sample(puzzle, seed=1)
        except Exception as error:
            failed.append(error)

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []


def test_public_functions_raise_input_errors_for_wrong_input():
    with pytest.raises(InputError, match="a seed must be a whole number"):
        numlink.sample(PUZZLE, seed="x")


def test_answers_are_short_lines_and_pictures_or_tables_in_a_notebook():
    puzzle = numlink.generate(6, seed=1)
    answers = puzzle, puzzle.solution, numlink.prove(puzzle), numlink.rate(puzzle), numlink.explain(puzzle)
    shown = {
        "<Puzzle 6x6, 6 pairs, rules cover>": "_repr_svg_",
        "<Solution 6x6, 6 paths>": "_repr_svg_",
        "<Verdict: exactly one solution, under cover>": "_repr_html_",
        "<Rating: * easy, hardest idea: what a single cell forces>": "_repr_html_",
        "<Explanation: 6 steps. Solved.>": "_repr_html_",
    }
    assert [*map(repr, answers)] == [*shown]
    for answer, name in zip(answers, shown.values(), strict=True):
        text = getattr(answer, name)()
        assert ElementTree.fromstring(f"<div>{text}</div>").find(".//*") is not None
