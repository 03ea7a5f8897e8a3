"""Exact tables from the literature, reproduced with the public functions census, count and prove."""

from collections import Counter

import pytest

from numlink import COVER, NO_TOUCH, Answer, Puzzle, census, count, prove
from tests import oracle

# covers by number of pairs, from k = 1; as far as the tables go
COVERS = {
    (2, 2): [4, 2],
    (2, 3): [8, 15, 3],
    (3, 3): [20, 100, 102, 20],
    (3, 4): [62, 550, 1276, 982, 232, 11],
    (3, 5): [132, 2064, 8539, 13346, 8508, 2046, 137],
    (3, 6): [336, 7242, 45458, 117259, 140255, 79450, 20070, 1905, 41],
    (3, 7): [688, 21738, 196513, 754634, 1429059, 1413822, 731816, 188214, 21155, 744],
    (4, 4): [276, 4240, 19388, 35760, 28828, 9876, 1232, 36],
    (4, 5): [1006, 24536, 185218, 605857, 973302, 800925, 333035, 64967, 4982, 95],
    (4, 6): [
        *(3610, 126160, 1408078, 7104367, 18682660, 27381663),
        *(22934108, 10902080, 2824622, 365145, 19662, 281),
    ],
    (5, 5): [
        *(4324, 191564, 2438836, 13709316, 40090890, 65829488),
        *(62668048, 34618916, 10777148, 1763976, 131748, 3208),
    ],
    (5, 6): [26996, 1516614, 27407385, 229505522, 1043619055, 2803318123],
    (6, 6): [229348, 17570172, 451510004, 5550617148, 38213837232, 160893334214],
    (7, 7): [13535280, 2298657960, 117726483292, 2846023258204, 39093106477128],
    (8, 8): [3023313284, 720650996476, 59352215454324],
}
TOTALS = {
    (2, 2): 6,
    (2, 3): 26,
    (3, 3): 242,
    (3, 4): 3113,
    (3, 5): 34772,
    (3, 6): 412016,
    (3, 7): 4758383,
    (4, 4): 99636,
    (4, 5): 2993923,
    (4, 6): 91752436,
    (5, 5): 232227462,
    (5, 6): 18761103861,
    (6, 6): 3952987691824,
    (7, 7): 448633115022881616,
    (8, 8): 352591465807778534595212,
}
HAMILTONIAN_PATHS = {2: 4, 3: 20, 4: 276, 5: 4324, 6: 229348, 7: 13535280, 8: 3023313284}  # A096969 / 2
DOMINO_TILINGS = {2: 2, 4: 36, 6: 6728, 8: 12988816}  # A004003
NO_TOUCH_COVERS = {(2, 2): 2, (2, 3): 10, (3, 3): 86, (3, 4): 809, (3, 5): 6702, (4, 4): 16462, (4, 5): 339470}
NO_TOUCH_5X5 = [0, 24, 1992, 49600, 458234, 1964240, 4378320, 5150956, 3093860, 874464, 99300, 3208]


@pytest.mark.bulk
@pytest.mark.parametrize("size", COVERS, ids=lambda size: f"{size[0]}x{size[1]}")
def test_covers_by_number_of_pairs(size):
    found = census(*size)
    assert found[0] == 0
    assert list(found[1 : len(COVERS[size]) + 1]) == COVERS[size]
    assert sum(found) == TOTALS[size]
    assert census(size[1], size[0]) == found


@pytest.mark.bulk
@pytest.mark.parametrize("n", HAMILTONIAN_PATHS)
def test_hamiltonian_paths_and_dominoes(n):
    found = census(n, n)
    assert found[1] == HAMILTONIAN_PATHS[n]
    if n % 2 == 0:
        assert found[n * n // 2] == DOMINO_TILINGS[n]


@pytest.mark.bulk
def test_censuses_of_4x7_and_3x9():
    """4x7 and 3x9 against their own transposes and the domino tilings of 4xn and 3xn."""
    assert census(4, 7)[14] == 781
    assert census(9, 3) == census(3, 9)
    assert census(3, 8)[12] == 153
    assert sum(census(3, 9)) == sum(census(9, 3))


@pytest.mark.long
def test_covers_of_9x9():
    found = census(9, 9)
    assert sum(found) == 1891042896928055941186281773680
    assert list(found[1:4]) == [745416341496, 343073515311076, 48463373081174844]


@pytest.mark.parametrize("size", NO_TOUCH_COVERS, ids=lambda size: f"{size[0]}x{size[1]}")
def test_no_touch_covers(size):
    assert sum(census(*size, NO_TOUCH)) == NO_TOUCH_COVERS[size]


@pytest.mark.bulk
def test_no_touch_covers_of_5x5():
    found = census(5, 5, NO_TOUCH)
    assert sum(found) == 16074198
    assert list(found[1:]) == NO_TOUCH_5X5


@pytest.mark.long
def test_no_touch_covers_of_6x6_and_7x7():
    assert sum(census(6, 6, NO_TOUCH)) == 90377640020
    assert sum(census(7, 7, NO_TOUCH)) == 2813089668110790


@pytest.mark.parametrize("size", [(2, 3), (3, 3), (3, 4)])
def test_censuses_with_solids_against_brute_force(size):
    width, height = size
    for solid in range(width * height):
        cells = [-1 if cell == solid else 0 for cell in range(width * height)]
        found = Counter(
            len(oracle.pairs_of(width * height, cover))
            for cover in oracle.systems(*oracle.rectangle(width, height, cells), covering=True)
        )
        assert [found[k] for k in range(max(found, default=0) + 1)] == list(
            census(width, height, COVER, [solid])[: max(found, default=0) + 1]
        )
        assert cells.count(-1) == 1


# (puzzles with a cover, unique under COVER, unique under NO_TOUCH, strictly unique)
INSTANCES = {
    (2, 2): (6, 6, 2, 2),
    (2, 3): (25, 24, 10, 10),
    (2, 4): (110, 103, 36, 36),
    (2, 5): (472, 425, 126, 126),
    (2, 6): (2027, 1760, 454, 454),
    (3, 3): (196, 150, 86, 86),
    (3, 4): (2430, 1885, 809, 807),
    (3, 5): (24539, 17230, 6702, 6690),
    (4, 4): (70938, 51836, 16454, 16410),
    (4, 5): (1890450, 1246273, 339394, 338460),
}


def instances(width, height):
    """Every board that has a cover, with its number of covers by brute force and that of its symmetric copies.

    Of the copies one is given, in a random orientation.
    """
    board = oracle.rectangle(width, height, [0] * (width * height))
    tally = Counter(oracle.pairs_of(width * height, cover) for cover in oracle.systems(*board, covering=True))
    symmetries = oracle.symmetries(width, height)
    for pairs, covers in tally.items():
        copies = {oracle.moved(pairs, symmetry) for symmetry in symmetries}
        ends = min(copies, key=oracle.digest)
        if ends == tuple(sorted(pairs)):
            cells = [0] * (width * height)
            for number, (first, second) in enumerate(ends, start=1):
                cells[first] = cells[second] = number
            yield Puzzle(width, height, tuple(cells)), covers, len(copies)


def marks_of(size):
    """The marks for what a size costs: 4x5 takes minutes, 3x5 and 4x4 are tens of thousands of proofs."""
    thorough = [pytest.mark.bulk, pytest.mark.thorough]
    return {(4, 5): [pytest.mark.long], (4, 4): thorough, (3, 5): thorough}.get(size, [])


@pytest.mark.parametrize(
    "size",
    [pytest.param(size, marks=marks_of(size)) for size in INSTANCES],
    ids=lambda size: f"{size[0]}x{size[1]}",
)
def test_instances_by_uniqueness(size):
    found = [0, 0, 0, 0]
    for number, (puzzle, covers, copies) in enumerate(instances(*size)):
        unique = prove(puzzle).answer is Answer.UNIQUE
        assert unique == (covers == 1)
        if number % 7 == 0:
            assert count(puzzle) == covers
        found[0] += copies
        found[1] += copies * unique
        found[2] += copies * (prove(puzzle, rules=NO_TOUCH).answer is Answer.UNIQUE)
        found[3] += copies * (prove(puzzle, claim="strict").answer is Answer.UNIQUE)
    assert tuple(found) == INSTANCES[size]
