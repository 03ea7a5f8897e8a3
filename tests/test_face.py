"""The public functions side by side: what they refuse is said in words, and what one knows, the next knows."""

import inspect
import threading

import numpy as np
import pytest

import numlink
from numlink import InputError, Layout, NumlinkError, Puzzle
from numlink.certificates import NoProof

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
def test_what_cannot_be_is_said_in_words(name):
    with pytest.raises((NumlinkError, NoProof)) as caught:
        BAD[name]()
    assert len(str(caught.value)) > 15


def test_whole_numbers_of_numpy_are_whole_numbers():
    one = np.int64(1)
    assert numlink.sample(PUZZLE, seed=one) == numlink.sample(PUZZLE, seed=1)
    assert numlink.generate(5, seed=one) == numlink.generate(5, seed=1)
    assert numlink.generate_classic(5, seed=one) == numlink.generate_classic(5, seed=1)
    puzzle = Puzzle(3, 1, np.array([1, 0, 1]))
    assert numlink.parse(numlink.dumps(puzzle, "json"), "json") == [puzzle] == [Puzzle(3, 1, (1, 0, 1))]
    assert Layout(layers=np.int64(2)) == Layout(layers=2)


def test_one_word_for_one_claim():
    """`proof` is the old word of `claim`, and makes the same board."""
    strict = numlink.generate(5, seed=3, claim="strict")
    assert strict == numlink.generate(5, seed=3, proof="strict")
    assert numlink.prove(strict, claim="strict").answer == "unique"


def test_words_stand_for_rules_everywhere():
    for name in ("solve", "prove", "count", "sample", "heat", "rate", "explain", "certificate"):
        annotation = inspect.signature(getattr(numlink, name)).parameters["rules"].annotation
        assert annotation == "RulesLike | None", name


def test_threads_share_no_object_of_the_engine():
    """Public functions asked from eight threads at once, the same puzzle in each: no BusyError reaches anybody."""
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


def test_errors_of_the_face_are_input_errors_where_the_input_is_wrong():
    with pytest.raises(InputError, match="a seed is a whole number"):
        numlink.sample(PUZZLE, seed="x")
