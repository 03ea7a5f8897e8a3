"""How sentences name places and counts."""

import re

import pytest

from numlink import parse
from numlink.model.words import capital, spelled
from numlink.reasoning.explain import explain
from numlink.reasoning.position import reasoner_for
from numlink.reasoning.rules import Assume
from numlink.reasoning.sentence_context import SentenceContext
from tests.sample import sample_puzzle


@pytest.mark.parametrize(
    ("head", "pair", "stretch"),
    [
        ("", "rows 1 and 2, column 1", "from row 1, column 1 to row 1, column 3"),
        ("board: hex\n", "rows 1 and 2, column 1", "from row 1, column 1 to row 1, column 3"),
        ("layers: 2\n", "layer 1, rows 1 and 2, column 1", "from layer 1, row 1, column 1 to layer 1, row 1, column 3"),
    ],
)
def test_places_name_a_shared_row_once_but_no_row_that_a_line_leaves(head, pair, stretch):
    """A line that leaves a row and comes back to it does not run in that row, though it begins and ends there."""
    plane = "1 . .\n. . 1\n"
    (puzzle,) = parse(head + plane + ("---\n2 . .\n. . 2\n" if "layers" in head else ""))
    context = SentenceContext(puzzle, reasoner_for(puzzle, Assume.NOTHING))
    assert context.pair(0, 3) == context.pair(3, 0) == pair
    assert context.pair(1, 2).endswith("row 1, columns 2 and 3")
    assert context.stretch([0, 3, 4, 5, 2]) == stretch
    straight = "in row 1 from column 3 to 1" if "layers" not in head else "from layer 1, row 1, column 3 to"
    assert context.stretch([2, 1, 0]).startswith(straight)


def test_many_links_between_two_numbers_are_counted():
    """The count is that of the open links between cells of different numbers, and the step rules out exactly those."""
    puzzle = sample_puzzle().with_solution(None)
    links, cells = puzzle.grid.links(), puzzle.cells
    frame = explain(puzzle).frames[0]
    between = {link for link, (a, b) in enumerate(links) if cells[a] > 0 and cells[b] > 0 and cells[a] != cells[b]}
    many = capital(spelled(len(between), "link"))
    assert re.match(f"{many}, like row 1, columns . and ., would join two different", frame.sentences[0])
    assert {link for step in frame.steps[: len(between)] for link, _ in step.conclusion} == between
