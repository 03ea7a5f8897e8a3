"""Every public value and error can be sent to another process: pickled, copied, compared, raised in a pool."""

import copy
import inspect
import pickle
from concurrent.futures import ProcessPoolExecutor
from enum import Enum
from multiprocessing import get_context
from typing import get_args

import pytest

import numlink
from numlink import Claim, Fault, FaultCode, Game, Kind, Puzzle, Rules, State, Wrap
from numlink.making import wishes
from numlink.model import rules
from numlink.model.kinds.names import KindWord
from numlink.model.rules import EVERY_RULES
from tests.sample import sample_puzzle

PUBLIC = [getattr(numlink, name) for name in numlink.__all__]
CLASSES = [value for value in PUBLIC if inspect.isclass(value)]
CORNER = Puzzle(3, 2, (1, 0, 1, 2, 0, 2), name="two rows", notes={"source": "here"})
FAULTS = [
    Fault(FaultCode.NUMBER_ONCE, ((0, 0),), "number 1 occurs once."),
    Fault(FaultCode.NUMBER_ONCE, ((0, 1),), "number 2 occurs once."),
]

NO_VALUES = {"Advisor": "an engine at work", "Dataset": "a folder that is open, with a connection"}
"""Public classes that are no values, and what they are."""

VALUES = {
    "Census": lambda: numlink.census(3, 3),
    "Count": lambda: numlink.count(CORNER),
    "Effort": lambda: numlink.prove(CORNER).effort,
    "Explanation": lambda: numlink.explain(CORNER),
    "Fault": lambda: FAULTS[0],
    "Game": lambda: Game.start(CORNER).play("draw 0,0 0,1"),
    "Grid": lambda: CORNER.grid,
    "Heat": lambda: numlink.heat(CORNER),
    "Hint": lambda: numlink.Advisor(CORNER).hint(State.start(CORNER)),
    "Judgement": lambda: numlink.judge_text(CORNER, "path 1: (0,0) (0,1)"),
    "Layout": lambda: numlink.Layout(wrap="rows", walls=[(4, 3)], bridges=[1]),
    "Puzzle": lambda: CORNER.with_solution(numlink.solve(CORNER).solution),
    "Rating": lambda: numlink.rate(CORNER),
    "Repair": lambda: numlink.repair(Puzzle(4, 4, (1, 0, 0, 1, *[0] * 12))),
    "Rules": lambda: Rules.of("free-no-touch"),
    "Solution": lambda: sample_puzzle().solution,
    "State": lambda: State.start(CORNER),
    "Verdict": lambda: numlink.prove(CORNER, claim="strict"),
}

ERRORS = {
    "BudgetEnded": lambda: numlink.BudgetEnded("the budget ended.", remedy="Give more."),
    "CannotHold": lambda: numlink.CannotHold("no room."),
    "IllegalPuzzle": lambda: numlink.IllegalPuzzle(FAULTS),
    "InputError": lambda: numlink.InputError("unusable."),
    "MissingExtra": lambda: numlink.MissingExtra("a picture", "png"),
    "NoSolution": lambda: numlink.NoSolution("the puzzle has no solution."),
    "NumlinkError": lambda: numlink.NumlinkError("wrong."),
    "OutOfReach": lambda: numlink.OutOfReach("too wide."),
    "ParseError": lambda: numlink.ParseError("unreadable.", remedy="Correct it.", line=3, column=7),
    "Unanswered": lambda: numlink.Unanswered("not known."),
    "UnclearPicture": lambda: numlink.UnclearPicture("no board.", CORNER),
}


def test_every_public_class_has_a_sample():
    named = {*VALUES, *ERRORS, *NO_VALUES, *(value.__name__ for value in CLASSES if issubclass(value, Enum))}
    assert {value.__name__ for value in CLASSES} == named


def state(value):
    """Everything that a value holds, for comparing copies."""
    held = dict(getattr(value, "__dict__", {}))
    if hasattr(value, "__dataclass_fields__"):
        held.update({name: getattr(value, name) for name in value.__dataclass_fields__})
    return type(value), value, str(value), held


@pytest.mark.parametrize("name", [*VALUES, *(value.__name__ for value in CLASSES if issubclass(value, Enum))])
def test_values_pickle_copy_and_compare(name):
    samples = [VALUES[name]()] if name in VALUES else list(getattr(numlink, name))
    for sample in samples:
        for made in (
            *(pickle.loads(pickle.dumps(sample, protocol)) for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1)),
            copy.copy(sample),
            copy.deepcopy(sample),
        ):
            assert made == sample
            assert state(made) == state(sample)


def raises(name):
    """Raise the sample of this name, in a worker."""
    raise ERRORS[name]()


@pytest.fixture(scope="module")
def pool():
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as workers:
        yield workers


@pytest.mark.parametrize("name", ERRORS)
def test_errors_arrive_from_a_worker_as_they_were_raised(name, pool):
    expected = ERRORS[name]()
    with pytest.raises(type(expected)) as caught:
        pool.submit(raises, name).result()
    assert type(caught.value) is type(expected)
    assert str(caught.value) == str(expected)
    kept = {key: value for key, value in vars(caught.value).items() if not key.startswith("__")}
    assert kept == vars(expected)
    for made in (copy.copy(expected), copy.deepcopy(expected)):
        assert (type(made), str(made), vars(made)) == (type(expected), str(expected), vars(expected))


@pytest.mark.table(6)
@pytest.mark.parametrize("name", VALUES)
def test_values_travel_through_a_pool(name, pool):
    sample = VALUES[name]()
    assert state(pool.submit(copy.copy, sample).result()) == state(sample)


WORDS = [
    (rules.RulesName, [rule.name for rule in EVERY_RULES]),
    (rules.ClaimWord, [*Claim]),
    (KindWord, [kind.value for kind in Kind]),
    (wishes.SolidsWord, [*wishes.Solids]),
    (wishes.SymmetryWord, [*wishes.ClueSymmetry, "paths", "paths-mirror"]),
    (wishes.StyleWord, [*wishes.Style]),
    (wishes.DifficultyWord, [*wishes.Difficulty]),
    (wishes.MisleadingWord, [*wishes.Misleading]),
    (wishes.WrapWord, [wrap.value for wrap in Wrap]),
    (wishes.FrequencyWord, [*wishes.Frequency]),
]


@pytest.mark.parametrize(("literal", "values"), WORDS)
def test_the_words_for_mypy_agree_with_the_values(literal, values):
    """A Literal cannot be derived from an enum, so the words are written twice."""
    assert {*get_args(literal)} == {*map(str, values)}
