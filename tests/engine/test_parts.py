"""`is_contradictory`, compared with plain Python that floods the parts of a board one by one."""

from array import array

import pytest

from numlink.engine.parts import is_contradictory
from numlink.engine.random import Random


def flooded(cells, links, fill):
    """The same claim by its definition: with flooded parts, in which colours alternate along the flood."""
    around = {cell: [] for cell, content in enumerate(cells) if content >= 0}
    for first, second in links:
        around[first].append(second)
        around[second].append(first)
    parts = []
    while missing := around.keys() - {cell for part in parts for cell in part}:
        part, waiting = {min(missing): 1}, [min(missing)]
        while waiting:
            here = waiting.pop()
            new = [there for there in around[here] if there not in part]
            part |= dict.fromkeys(new, -part[here])
            waiting += new
        parts.append(part)
    needed = {cell: 1 if cells[cell] > 0 else 2 for cell in around}
    numbers = [{cells[cell] for cell in part if cells[cell] > 0} for part in parts]
    if sum(map(len, numbers)) > len(set().union(*numbers)):
        return True
    if not fill:
        return False
    return any(
        not numbers[which]
        or any(len(around[cell]) < needed[cell] for cell in part)
        or (
            all(part[here] != part[there] for here in part for there in around[here])
            and sum(part[cell] * needed[cell] for cell in part) != 0
        )
        for which, part in enumerate(parts)
    )


def test_parts_and_colours_agree_with_a_flood():
    random = Random("parts")
    seen = []
    for _ in range(3_000):
        size = 1 + random.below(9)
        cells = [(-1, 0, 0, 0, 1, 2, 900_000)[random.below(7)] for _ in range(size)]
        pairs = [(a, b) for a in range(size) for b in range(a) if cells[a] >= 0 and cells[b] >= 0]
        odds = 1 + random.below(6)
        links = [pair for pair in pairs if random.below(6) < odds and ((pair[0] ^ pair[1]) & 1 or random.below(4) == 0)]
        fill = bool(random.below(2))
        flat = array("i", [cell for link in links for cell in link])
        answer = is_contradictory(array("i", cells), flat, fill)
        assert answer == flooded(cells, links, fill), (cells, links, fill)
        seen.append((answer, fill))
    assert min(seen.count((answer, fill)) for answer in (True, False) for fill in (True, False)) > 30


def test_a_link_to_a_cell_outside_the_board_is_refused():
    with pytest.raises(ValueError, match="the cell of link end 1 is 4, not from 0 to 3"):
        is_contradictory(array("i", [1, 0, 0, 1]), array("i", [0, 4]), True)
