"""Compares the oracle's two methods: paths drawn number by number, and links decided one by one."""

from collections import defaultdict
from functools import cache

import pytest

from numlink.model.rules import EVERY_RULES
from tests import oracle


@pytest.mark.table(6)
@pytest.mark.parametrize("rules", EVERY_RULES, ids=str)
@pytest.mark.parametrize(
    ("width", "height", "solids"), [(3, 2, ()), (2, 3, ()), (4, 3, ()), (3, 3, (4,)), (3, 4, (0, 7)), (1, 5, ())]
)  # fmt: skip
def test_systems_grouped_by_their_ends_are_the_solutions_of_boards(width, height, solids, rules):
    empty = [-1 if cell in solids else 0 for cell in range(width * height)]
    links = oracle.scan_links(width, height, frozenset(solids))
    boards = 0
    for pairs, systems in by_ends(tuple(empty), tuple(links)).items():
        cells = list(empty)
        for number, (first, second) in enumerate(sorted(pairs), start=1):
            cells[first] = cells[second] = number
        allowed = [system for system in systems if fits(cells, links, system, rules)]
        assert oracle.models(cells, links, fill=rules.fill, touch=rules.touch) == sorted(allowed)
        boards += bool(allowed)
    assert boards > 0


@cache
def by_ends(empty, links):
    """{pairs of ends: the sets of links that join them, as 0 or 1 for every link} on a board without numbers."""
    found = defaultdict(list)
    for system in oracle.systems(empty, links):
        found[oracle.pairs_of(len(empty), system)].append(tuple(int(link in system) for link in links))
    return found


def fits(cells, links, system, rules):
    """Whether a set of links obeys the rules, decided from the links alone."""
    root = list(range(len(cells)))
    for (first, second), on in zip(links, system, strict=True):
        if on:
            root = [root[first] if name == root[second] else name for name in root]
    covered = {cell for link, on in zip(links, system, strict=True) if on for cell in link}
    touching = any(not on and root[first] == root[second] for (first, second), on in zip(links, system, strict=True))
    return (not rules.fill or len(covered) == sum(cell >= 0 for cell in cells)) and (rules.touch or not touching)


@pytest.mark.parametrize(("width", "height"), [(3, 3), (4, 3), (2, 5)])
def test_covering_systems_are_the_systems_that_cover(width, height):
    board = oracle.rectangle(width, height, [0] * (width * height))
    every = {system for system in oracle.systems(*board) if len({*sum(system, ())}) == width * height}
    assert {*oracle.systems(*board, covering=True)} == every
