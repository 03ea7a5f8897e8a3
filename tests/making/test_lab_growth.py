"""The work of judging a lab program's output is proportional to the output, however wrong it is."""

import pytest

from numlink.formats.lab_output import lab_outputs
from numlink.making.lab.growth import difference, read_trace
from numlink.making.lab.partition import partition
from numlink.making.lab.verdict import judge
from tests.counting import Counted
from tests.work import calls_of


def rows_of(side):
    """A solution of `side` rows, each of which is a path, as the number of each square."""
    return [number for number in range(1, side + 1) for _ in range(side)]


def without_numbers(side):
    """How many calls it takes to judge an output whose puzzle has no numbers; each path has two squares and a fault."""
    paths = side * side // 2
    numbers = [str(number) for number in range(1, paths + 1) for _ in range(2)]
    solution = "\n".join(" ".join(numbers[first : first + side]) for first in range(0, side * side, side))
    empty = "\n".join([" ".join("." * side)] * side)
    [output] = lab_outputs(f"{empty}\n\n{solution}\n")
    assert sum(fault.code.value == "missing-path" for fault in judge(output).faults) == paths
    return calls_of(lambda: judge(output))


def test_a_puzzle_without_numbers_is_judged_in_linear_time():
    """A board of 300x300 with 10 000 paths took 44 s, now 1 s: each path searched the first squares of all."""
    assert without_numbers(20) < 5 * without_numbers(10)


class Trace:
    """A line `New path:` of a trace."""

    def __init__(self, squares):
        self.squares = squares


def other_paths(side):
    """How many comparisons of numbers it takes to say how a trace of one path over all squares differs."""
    found = partition(side, [*map(Counted, rows_of(side))], {})
    traced = read_trace([Trace([divmod(cell, side) for cell in range(side * side)])], side, side, found)
    Counted.times = 0
    assert difference(traced, found).code.value == "trace-differs"
    return Counted.times


def test_the_difference_of_a_trace_is_found_in_linear_time():
    assert other_paths(40) < 5 * other_paths(20)


class Uncopied(tuple):
    """Squares that must not be walked over."""

    __slots__ = ()

    def __iter__(self):
        pytest.fail("the squares were copied")

    def __getitem__(self, at):
        pytest.fail("the squares were copied")


@pytest.mark.parametrize("height", [1, 2], ids=["a path", "two rows with one number"])
def test_many_traced_paths_that_begin_on_a_long_one_are_compared_by_length_first(height):
    """Each used to be compared with a copy of the long path."""
    found = partition(20, [1] * (20 * height), {})
    (found.paths or found.broken)[1] = Uncopied(range(20 * height))
    trace = [Trace([(0, column), (0, column + 1)]) for column in range(19)]
    assert not read_trace(trace, 20, height, found).fits
