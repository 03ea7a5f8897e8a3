"""Boards on which a wrong rule of the exact engines gives a wrong answer.

Mutants tried (a rule dropped, weakened or made too strong) and killed, here or in the test of the engine:

frontier    crossed: no look for arcs, a look that ends before the arcs further right, once-seen numbers taken for
            pairs, never true, not called when a number is passed on, when an endpoint is entered, when a pair is
            made; lost_below: never, also for arcs, reversed; lost_beside: each condition dropped, weakened to one that
            loses too much, the wrong slot, in the last column, in a census; a free ring closed; different plugs joined;
            pairs not renamed when passed on; codes counted by the most live numbers
search      each of the four cases of check_degree dropped, the cell that may stay empty weakened; ring and number
            conflicts, ring and number propagation, the wrong end used, neighbours ignored at the start;
            reasons: half a fragment, the wrong kind of link; touches found only farther apart, or not at all
valleys     no triangle; the triangle a row too low; floors up to one link less
no_touch    each clause dropped; its condition dropped; upward for downward corners; the wrong claim about filling

Equivalent, so alive: a plug of the code of a number not yet seen (there is none), two plugs of one once-seen number
(likewise), spikes at endpoints and, for covers, spikes at all (the squares and the degrees imply them).
"""

from __future__ import annotations

import itertools
import random
from array import array

import pytest

from numlink.engine.arrays import COPIES
from numlink.engine.frontier.codes import codes_needed, live_codes
from numlink.engine.frontier.directions import Copy
from numlink.engine.frontier.sweep import PAUSED, Sweep
from numlink.engine.search.canonical_squares import canonical_clauses, no_touch_clauses, valley_clauses
from numlink.engine.search.search import Search, Status
from tests import oracle
from tests.boards import cut_path, long_path, random_board
from tests.sweeps import sweep_of

RULES = [(True, True), (True, False), (False, True), (False, False)]
"""(fill, touch)"""


def rows(text: str) -> tuple[int, int, list[int]]:
    """Width, height and cells of a board: digits and letters are numbers, # is solid."""
    lines = text.split()
    return len(lines[0]), len(lines), [
        0 if sign == "." else -1 if sign == "#" else int(sign, 36) for line in lines for sign in line
    ]  # fmt: skip


def swept(width: int, height: int, cells: list[int], copy: tuple[int, int, int], *, fill: bool, touch: bool) -> Sweep:
    place = Copy(width, height, cells, None, copy)
    sweep = sweep_of(place, touch=touch, fill=fill)
    while sweep.advance(100_000) == PAUSED:
        pass
    return sweep


def totals(width: int, height: int, cells: list[int], *, fill: bool = True, touch: bool = True) -> set[int]:
    """The counts of the eight copies: one value if they agree."""
    return {swept(width, height, cells, copy, fill=fill, touch=touch).totals()[0] for copy in COPIES}


# --- the frontier -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("....... ..43... ....3.. ....2.. ....... ...4.12 ......1", 234),
        ("2....1. 3....2. ......1 .4..... .....34 ....... .......", 857),
        (".21.... 23...44 ......3 .1..... ....... ....... .......", 3820),
    ],
)
def test_arcs_lead_pairs_around_each_other(text: str, count: int) -> None:
    """Pairs that cross are dead only if no arc is left, however far to the right."""
    assert totals(*rows(text)) == {count}


@pytest.mark.parametrize(("fill", "touch"), RULES)
def test_copies_agree_on_few_long_pairs(fill: bool, touch: bool) -> None:
    rng = random.Random(1)
    sizes = [(7, 7), (8, 6), (7, 8)] if fill and touch else [(5, 5), (6, 5), (5, 6)]
    for _ in range(60 if fill and touch else 40):
        width, height = rng.choice(sizes)
        cells = cut_path(rng, long_path(rng, width, height), rng.randint(2, 5))
        found = totals(width, height, cells, fill=fill, touch=touch)
        assert len(found) == 1, (width, height, cells, found)
        assert found != {0} or (fill and not touch), (width, height, cells)


def test_pairs_do_not_take_the_code_of_a_live_number() -> None:
    """Ten numbers are live at once, later one of them together with four pairs."""
    board = rows("123456789a ....56789. .......... .......... .......... .......... .1.2.3.4.. .......... .........a")
    assert totals(*board, fill=False) == {624273942}


def test_codes_are_counted_in_the_worst_state() -> None:
    """Never fewer than in the worst state: the `highest` live index with as many pairs as have ends and slots."""
    cells = [1, 2, 3, 4, 5, 1, 2, 3, 4, 0, 0, 5]
    index, _ = live_codes(cells)
    assert codes_needed(cells, index, 11) == 5 + 4
    assert codes_needed(cells, index, 7) == 5 + 3
    assert codes_needed(cells, index, 3) == 5 + 1
    assert codes_needed([], {}, 4) == 0


@pytest.mark.parametrize("touch", [True, False])
def test_more_live_numbers_than_slots_give_no_solution(touch: bool) -> None:
    """With 300 numbers live at once on a board of 24x25 there is no solution, and no error."""
    width, height = (24, 25) if touch else (26, 25)
    half = [number + 1 for number in range(width * height // 2)]
    for fill in (True, False):
        assert totals(width, height, half + half, fill=fill, touch=touch) == {0}


@pytest.mark.parametrize(
    ("fill", "touch", "states"),
    [(True, True, 524509), (True, False, 23204), (False, True, 95547), (False, False, 250204)],
)
def test_dead_states_are_left_out(fill: bool, touch: bool, states: int) -> None:
    """Pruning and merging save what they should: without any part of them more states are expanded.

    A better rule may lower the figures, which then change here; nothing may raise them.  Without touching they are of
    rows link by link, with two links for each cell; the race has diagonals too, with a fraction of the states.
    """
    rng = random.Random(3)
    visited = 0
    for _ in range(20):
        width, height = rng.choice([(7, 7), (8, 6)] if fill and touch else [(5, 5), (6, 5)])
        cells = cut_path(rng, long_path(rng, width, height), rng.randint(2, 5))
        visited += sum(swept(width, height, cells, copy, fill=fill, touch=touch).visited for copy in COPIES)
    assert visited == states


# --- the search -------------------------------------------------------------------------------------------------------


def links_of(width: int, height: int, cells: list[int]) -> list[tuple[int, int]]:
    return oracle.scan_links(width, height, oracle.solids_of(cells))


def propagated(text: str, on: list[tuple[int, int]], off: list[tuple[int, int]] = (), *, degree: int = 2) -> set[str]:
    """The links that follow from given ones without any decision: "+a-b" on, "-a-b" off."""
    width, height, cells = rows(text)
    links = links_of(width, height, cells)
    search = Search(
        len(cells),
        array("i", [cell for link in links for cell in link]),
        labels=array("i", [max(cell, 0) for cell in cells]),
        degrees=array("i", [1 if cell > 0 else 0 if cell < 0 else degree for cell in cells]),
    )
    for literals in ([2 * links.index(link) for link in on], [2 * links.index(link) + 1 for link in off]):
        for literal in literals:
            search.add_clause(array("i", [literal]))
    if search.run(0, 0) is Status.REFUTED:
        return {"refuted"}
    assert search.decisions == 0
    return {
        f"{'-+'[state]}{first}-{second}"
        for (first, second), state in zip(links, search.fixed(), strict=True)
        if state >= 0 and (first, second) not in on and (first, second) not in off
    }


def test_a_fragment_does_not_become_a_loop() -> None:
    assert "-5-6" in propagated(".... .... .... ....", [(5, 9), (9, 10), (6, 10)], degree=3)
    assert propagated(".. ..", [(0, 1), (0, 2), (1, 3)], degree=3) == {"refuted"}


def test_fragments_of_two_numbers_are_not_joined() -> None:
    assert "-0-1" in propagated("12. ... ... 2.1", [], degree=3)
    assert "-5-6" in propagated("1..2 .... .... ....", [(0, 4), (4, 5), (3, 7), (6, 7)], degree=3)
    assert "-5-6" not in propagated("1..1 .... .... ....", [(0, 4), (4, 5), (3, 7), (6, 7)], degree=3)


def test_degrees_force_links() -> None:
    assert propagated("1.. ... ..1", []) == {"+1-2", "+2-5", "+3-6", "+6-7"}
    assert propagated("1.. ... ..1", [(0, 1)]) >= {"-0-3", "-1-4", "+3-4"}
    assert propagated("1.1.", [], degree=3) == {"+0-1", "+1-2", "-2-3"}
    assert propagated("... ... ...", [(0, 1)], degree=3) == {"+0-3"}
    assert propagated("... ... ...", [], [(0, 1)], degree=3) == {"-0-3"}
    assert propagated("... ... ...", [(0, 1)], [(0, 3)], degree=3) == {"refuted"}
    assert propagated("... ... ...", [(1, 4), (3, 4)], degree=3) >= {"-4-5", "-4-7"}
    assert propagated("... ... ...", [(1, 4), (3, 4), (4, 5)], degree=3) == {"refuted"}


# --- local clauses ----------------------------------------------------------------------------------------------------


def turns_over(width: int, cells: list[int], used: set[tuple[int, int]], down: int) -> list[tuple[int, bool, bool]]:
    """For each turn of a path in an empty cell towards an empty diagonal cell, `down` rows further: that cell, whether
    a path is in it, and whether that path turns the same way there."""
    found = []
    height = len(cells) // width
    for cell, content in enumerate(cells):
        row, column = divmod(cell, width)
        for right in (-1, 1):
            if content != 0 or not (0 <= row + down < height and 0 <= column + right < width):
                continue
            diagonal = cell + down * width + right
            if cells[diagonal] != 0 or not joined(used, (cell, cell + down * width), (cell, cell + right)):
                continue
            inside = any(diagonal in link for link in used)
            away = (0 <= row + 2 * down < height and 0 <= column + 2 * right < width) and joined(
                used, (diagonal, diagonal + down * width), (diagonal, diagonal + right)
            )
            found.append((diagonal, inside, away))
    return found


def joined(used: set[tuple[int, int]], *links: tuple[int, int]) -> bool:
    return all((min(link), max(link)) in used for link in links)


def short_cut(width: int, cells: list[int], used: set[tuple[int, int]]) -> bool:
    """Whether three sides of a square are used, or neighbouring endpoints of a number are joined by a longer path."""
    for cell in range(len(cells)):
        right, below = cell + 1, cell + width
        for other in (right, below):
            if (
                other < len(cells) and (other == below or right % width)
                and cells[cell] == cells[other] > 0 and (cell, other) not in used
            ):  # fmt: skip
                return True
        if right % width and below < len(cells):
            square = [(cell, right), (cell, below), (right, below + 1), (below, below + 1)]
            solid = any(cells[corner] < 0 for side in square for corner in side)
            if not solid and sum(side in used for side in square) == 3:
                return True
    return False


def models(width: int, height: int, cells: list[int], clauses: array[int], *, fill: bool) -> list[set[tuple[int, int]]]:
    """All linkings that satisfy the clauses, by the search."""
    links = links_of(width, height, cells)
    search = Search(
        len(cells),
        array("i", [cell for link in links for cell in link]),
        labels=array("i", [max(cell, 0) for cell in cells]),
        degrees=array("i", [1 if cell > 0 else 0 if cell < 0 else 2 if fill else 3 for cell in cells]),
    )
    search.add_clauses(clauses)
    found = []
    while (status := search.run()) is not Status.REFUTED:
        if status is Status.SATISFIED:
            model = search.model()
            found.append({link for link, on in zip(links, model, strict=True) if on})
            search.add_clause(array("i", [2 * link + on for link, on in enumerate(model)]))
    return found


def test_local_clauses_mean_what_their_text_says() -> None:
    """Canonical linkings are exactly those that no rewriting makes shorter or lower; no-touch: squares and spikes."""
    rng = random.Random(2)
    for _ in range(150):
        width, height = rng.choice([(3, 3), (4, 3), (3, 4), (4, 4), (5, 3)])
        cells = list(random_board(rng, width, height, fewest=1).cells)
        board = (width, height, array("i", cells))
        every = [oracle.links_of(paths) for paths in oracle.linkings(cells, links_of(width, height, cells))]
        canonical = [
            used for used in every
            if not short_cut(width, cells, used) and all(inside for _, inside, _ in turns_over(width, cells, used, 1))
        ]  # fmt: skip
        squares = [used for used in every if not short_cut(width, cells, used)]
        full = sum(cell >= 0 for cell in cells) - max(0, len({cell for cell in cells if cell > 0}))
        spikes = [
            used for used in squares
            if len(used) == full
            and all(away for down in (1, -1) for _, _, away in turns_over(width, cells, used, down))
        ]  # fmt: skip
        for clauses, fill, expected in (
            (canonical_clauses(*board), False, canonical),
            (no_touch_clauses(*board, fill=False), False, squares),
            (no_touch_clauses(*board, fill=True), True, spikes),
        ):
            found = models(width, height, cells, clauses, fill=fill)
            assert sorted(map(sorted, found)) == sorted(map(sorted, expected)), (width, height, cells, fill)


def valleys_of(width: int, used: set[tuple[int, int]]) -> list[tuple[int, int]]:
    """The first and last cell of every floor whose two ends go up."""
    found = []
    for first in [below for above, below in used if below - above == width]:
        last = first
        while (last, last + 1) in used:
            last += 1
            if (last - width, last) in used:
                found.append((first, last))
    return found


def test_valleys_without_a_root_are_left_out_and_can_be_shortened() -> None:
    """They are those with nothing in the triangle above; each such linking can go straight across an empty mouth."""
    rng = random.Random(5)
    left_out = 0
    for _ in range(200):
        width, height = rng.choice([(3, 4), (4, 3), (4, 4), (5, 3), (6, 3)])
        cells = list(random_board(rng, width, height, fewest=1).cells)
        board = (width, height, array("i", cells))

        def open_above(first: int, last: int, every: bool, width: int = width, cells: list[int] = cells) -> bool:
            rows = range(1, 1 + (last - first) // 2 if every else 2)
            inner = [
                cell - up * width for up in rows for cell in range(first + up, last - up + 1) if cell >= up * width
            ]
            return not any(cells[cell] for cell in inner)

        canonical = models(width, height, cells, canonical_clauses(*board), fill=False)
        taut = models(width, height, cells, canonical_clauses(*board) + valley_clauses(*board), fill=False)
        rootless = []
        for used in canonical:
            floors = [floor for floor in valleys_of(width, used) if not any(cells[floor[0] : floor[1] + 1])]
            if any(open_above(*floor, every=True) for floor in floors):
                rootless.append(used)
                passed = {cell for link in used for cell in link}
                assert any(
                    open_above(first, last, every=False) and not passed & set(range(first + 1 - width, last - width))
                    for first, last in floors
                )
        assert sorted(map(sorted, taut)) == sorted(sorted(used) for used in canonical if used not in rootless)
        left_out += len(rootless)
    assert left_out > 10


def test_valley_clauses_agree_with_the_triangle() -> None:
    """On larger boards, with solids, where floors of up to five links have triangles of two rows."""
    rng = random.Random(6)
    for _ in range(60):
        width, height = rng.choice([(3, 3), (7, 2), (7, 4), (8, 5)])
        cells = [rng.choice([0] * 9 + [-1, 1]) for _ in range(width * height)]
        links = links_of(width, height, cells)
        expected = set()
        for first, last in itertools.combinations(range(width), 2):
            for row in range(1, height):
                floor = range(row * width + first, row * width + last + 1)
                triangle = [
                    cells[(row - up) * width + column]
                    for up in range(1, row + 1)
                    for column in range(first + up, last - up + 1)
                ]
                sides = [(floor[0] - width, floor[0]), (floor[-1] - width, floor[-1])]
                free = not any(triangle) and not any(cells[cell] for cell in floor)
                if free and 2 <= last - first <= 5 and all(side in links for side in sides):
                    used = (*sides, *itertools.pairwise(floor))
                    expected.add(frozenset(2 * links.index(link) + 1 for link in used))
        clauses = iter(valley_clauses(width, height, array("i", cells)))
        found = [frozenset(next(clauses) for _ in range(size)) for size in clauses]
        assert len(found) == len(expected)
        assert set(found) == expected


@pytest.mark.parametrize("off", [(10, 11), (10, 14)])
def test_a_corner_over_a_cell_that_cannot_turn_the_same_way_is_off(off: tuple[int, int]) -> None:
    """What the spike clauses add to the squares: they also apply when the diagonal cell is decided first."""
    cells = array("i", [0] * 16)
    links = links_of(4, 4, list(cells))
    ends = array("i", [cell for link in links for cell in link])
    search = Search(16, ends, labels=cells, degrees=array("i", [3] * 16))
    search.add_clauses(canonical_clauses(4, 4, cells))
    search.add_clause(array("i", [2 * links.index((5, 6))]))
    search.add_clause(array("i", [2 * links.index(off) + 1]))
    assert search.run(0, 0) is Status.PAUSED  # propagated, nothing decided
    assert search.fixed()[links.index((5, 9))] == 0
