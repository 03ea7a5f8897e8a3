"""The mutants of `make mutants`: the same for a seed, each differing from the source in one place, all in code."""

import ast
import difflib
from pathlib import Path

import pytest

from tests.mutants import PACKAGE, ROOMS, ROOT, mutant_of, places, sample

SOURCE = """
def told(count: int = 3, *, words: list[int]) -> bool:
    while not words or count < 4:
        break
    return count + 1 in words
"""


def test_every_place_is_changed_and_annotations_are_not():
    told = [str(mutant_of(Path("a.py"), SOURCE, number)) for number in range(len(places(ast.parse(SOURCE))))]
    assert told == [
        "a.py:2: 3  ->  4",
        "a.py:3: not words or count < 4  ->  not words and count < 4",
        "a.py:3: not words  ->  words",
        "a.py:3: count < 4  ->  count <= 4",
        "a.py:3: 4  ->  5",
        "a.py:4: break  ->  continue",
        "a.py:5: count + 1  ->  count - 1",
        "a.py:5: 1  ->  2",
        "a.py:5: count + 1 in words  ->  count + 1 not in words",
    ]


@pytest.mark.parametrize("room", ROOMS)
def test_a_sample_is_the_same_for_a_seed_and_one_line_away(room):
    mutants = sample(room, 3, 7)
    assert mutants == sample(room, 3, 7) != sample(room, 3, 8)
    for mutant in mutants:
        assert mutant.file.is_relative_to(PACKAGE / room)
        before = ast.unparse(ast.parse((ROOT / mutant.file).read_text())).splitlines()
        changed = [line for line in difflib.ndiff(before, mutant.source.splitlines()) if line[0] in "-+"]
        assert len(changed) == 2
