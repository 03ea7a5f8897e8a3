"""Annealed covers: legal at every step, with every figure as counted from scratch, the same compiled or not."""

import pytest

from numlink.engine.covers.anneal import ENDED, PAUSED, REACHED, Annealer
from numlink.engine.covers.energy import UNIT
from numlink.engine.random import Random


def slots(width, height, solids=()):
    """Four slots for each cell: up, right, down, left."""
    around = []
    for cell in range(width * height):
        row, column = divmod(cell, width)
        for inside, other in (
            (row > 0, cell - width),
            (column < width - 1, cell + 1),
            (row < height - 1, cell + width),
            (column > 0, cell - 1),
        ):
            around.append(other if inside and cell not in solids and other not in solids else -1)
    return around


def image_of(symmetry, width, height):
    cells = range(width * height)
    if symmetry == "rotate":
        return [width * height - 1 - cell for cell in cells]
    return [cell // width * width + width - 1 - cell % width for cell in cells] if symmetry == "mirror" else []


def links_of(paths):
    return {frozenset(pair) for path in paths for pair in zip(path, path[1:], strict=False)}


def ends_of(links, cells):
    """The ends of each path that the links make; an empty set for a ring."""
    joined = {cell: [] for cell in cells}
    for first, second in links:
        joined[first].append(second)
        joined[second].append(first)
    found, seen = set(), set()
    for start in sorted(cells, key=lambda cell: len(joined[cell])):
        if start in seen:
            continue
        before, cell = -1, start
        while cell not in seen:
            seen.add(cell)
            onward = [other for other in joined[cell] if other != before and other not in seen]
            if onward:
                before, cell = cell, onward[0]
        found.add(frozenset() if len(joined[start]) == 2 else frozenset((start, cell)))
    return found


def swaps_of(paths, neighbours):
    """Swaps by definition: two squares between the same two paths whose flips leave the ends of both as they are."""
    owner = {cell: number for number, path in enumerate(paths) for cell in path}
    links = links_of(paths)
    ends = ends_of(links, owner)
    flips = []
    for a in owner:
        b, c = neighbours[4 * a + 1], neighbours[4 * a + 2]
        d = neighbours[4 * b + 2] if b >= 0 and c >= 0 else -1
        if d < 0:
            continue
        rows, columns = {frozenset((a, b)), frozenset((c, d))}, {frozenset((a, c)), frozenset((b, d))}
        for there, away in ((rows, columns), (columns, rows)):
            pair = frozenset(owner[cell] for link in there for cell in link)
            if there <= links and len(pair) == 2:
                flips.append((pair, there, away))
    return sum(
        pair == other_pair
        and not there & other_there
        and not away & other_away
        and ends_of(links - there - other_there | away | other_away, owner) == ends
        for i, (pair, there, away) in enumerate(flips)
        for other_pair, other_there, other_away in flips[:i]
    )


def assert_legal(annealer, neighbours, *, least_length=3):
    paths = annealer.paths()
    place = {cell: (number, index) for number, path in enumerate(paths) for index, cell in enumerate(path)}
    assert len(place) == sum(map(len, paths))
    for number, path in enumerate(paths):
        for index, cell in enumerate(path):
            beside = [place[other] for other in neighbours[4 * cell : 4 * cell + 4] if other >= 0]
            own = {other_index for other_number, other_index in beside if other_number == number}
            linked = {other for other in (index - 1, index + 1) if 0 <= other < len(path)}
            assert own == linked
    assert annealer.pairs == len(paths)
    assert annealer.shorts == sum(len(path) < least_length for path in paths)
    return set(place)


BOARDS = [(7, 4, ()), (5, 6, (0, 29)), (4, 4, ()), (1, 6, ()), (9, 7, (31,))]


@pytest.mark.parametrize("symmetry", ["none", "rotate", "mirror"])
@pytest.mark.parametrize(("width", "height", "solids"), BOARDS)
def test_covers_are_legal_and_counted_at_every_slice(width, height, solids, symmetry):
    image = image_of(symmetry, width, height)
    if image:
        solids = {*solids, *(image[cell] for cell in solids)}
    neighbours = slots(width, height, solids)
    solid = [cell in solids for cell in range(width * height)]
    annealer = Annealer(neighbours, 4, Random(width), solid=solid, image=image)
    annealer.reprice(swap=UNIT // 3, tips=[cell * 7 % 13 for cell in range(width * height)])
    annealer.most = 1
    annealer.heat(24 * 16, 16, 6000)
    status = PAUSED
    while status == PAUSED:
        status = annealer.run(97)
        covered = assert_legal(annealer, neighbours)
        assert covered == {cell for cell in range(width * height) if cell not in solids}
        links = links_of(annealer.paths())
        assert not image or {frozenset(image[cell] for cell in link) for link in links} == links
        assert annealer.swap_count == swaps_of(annealer.paths(), neighbours)
    kept = (annealer.energy, annealer.swap_count, annealer.paths())
    annealer.load(annealer.paths())
    assert (annealer.energy, annealer.swap_count, annealer.paths()) == kept


@pytest.mark.parametrize(("width", "height", "solids"), BOARDS)
def test_ends_are_counted_and_priced_at_every_slice(width, height, solids):
    solid = [cell in solids for cell in range(width * height)]
    reach = [50 - 9 * apart for apart in range(5)]
    annealer = Annealer(slots(width, height, solids), 4, Random(height), solid=solid)
    annealer.reprice(swap=UNIT // 3)
    annealer.place_ends(width, reach, 24)
    annealer.most = 1
    annealer.heat(24 * 16, 16, 6000)
    status = PAUSED
    while status == PAUSED:
        status = annealer.run(97)
        ends = {(end // width, end % width) for path in annealer.paths() for end in (path[0], path[-1])}
        beside = [sum(max(abs(a - c), abs(b - d)) == 1 for c, d in ends) for a, b in ends]
        assert annealer.isolated == beside.count(0)
    placed = annealer.energy
    apart = [abs(a // width - b // width) + abs(a % width - b % width) for a, *_, b in map(twice, annealer.paths())]
    annealer.place_ends(width, (), 0)
    assert placed - annealer.energy == sum(reach[steps] for steps in apart if steps < len(reach))


@pytest.mark.parametrize("symmetric", [False, True])
def test_corners_are_priced_at_every_slice(symmetric):
    """The energy that is kept up to date is the one counted from scratch; without the price it lacks the corners."""
    annealer = Annealer(slots(7, 6), 4, Random(3), image=range(41, -1, -1) if symmetric else ())
    annealer.reprice(swap=UNIT // 3)
    annealer.price_corners(9)
    annealer.most = 1
    annealer.heat(24 * 16, 16, 6000)
    while annealer.run(97) == PAUSED:
        kept = annealer.energy
        corners = sum(
            after - cell != cell - before
            for path in annealer.paths()
            for before, cell, after in zip(path, path[1:], path[2:], strict=False)
        )
        annealer.price_corners(0)
        assert kept - annealer.energy == 9 * corners
        annealer.price_corners(9)
        assert annealer.energy == kept


def test_a_price_for_corners_makes_paths_straight():
    def corners(price):
        count = 0
        for seed in range(6):
            annealer = Annealer(slots(10, 10), 4, Random(seed))
            annealer.price_corners(price)
            annealer.most = 9
            annealer.heat(14 * 16, UNIT, 50_000)
            annealer.run(50_000)
            annealer.price_corners(0)
            without = annealer.energy
            annealer.price_corners(1)
            count += annealer.energy - without
        return count

    assert corners(16) < 0.9 * corners(0)


def twice(path):
    """A path of one cell with this cell twice, so that both ends can be named."""
    return path if len(path) > 1 else path * 2


def test_placed_ends_lie_apart_and_near_other_ends():
    def annealed(placed):
        isolated = near = 0
        for seed in range(8):
            annealer = Annealer(slots(10, 10), 4, Random(seed))
            reach = [UNIT * (5 - apart) for apart in range(5)]
            annealer.place_ends(10, reach if placed else (), UNIT // 2 if placed else 0)
            annealer.most = 9
            annealer.heat(14 * 16, UNIT, 50_000)
            annealer.run(50_000)
            isolated += annealer.isolated
            near += sum(
                abs(path[0] // 10 - path[-1] // 10) + abs(path[0] % 10 - path[-1] % 10) < 5 for path in annealer.paths()
            )
        return isolated, near

    as_it_comes, placed = annealed(False), annealed(True)
    assert 3 * placed[0] < as_it_comes[0]
    assert 3 * placed[1] < as_it_comes[1]


def test_only_rectangles_place_ends():
    with pytest.raises(ValueError, match="16 cells are no rows of 3"):
        Annealer(slots(4, 4), 4, Random(1)).place_ends(3, (), 1)


def test_swaps_occur_and_are_counted():
    """Without a price for swaps they are common, so the count above is not always of none."""
    neighbours = slots(8, 8)
    met = 0
    for seed in range(10):
        annealer = Annealer(neighbours, 4, Random(seed))
        annealer.most = 6
        annealer.heat(20 * 16, 32, 64 * 1000)
        assert annealer.run(64 * 1000) == REACHED
        annealer.reprice(swap=UNIT)
        assert annealer.swap_count == swaps_of(annealer.paths(), neighbours)
        met += annealer.swap_count > 0
    assert met >= 3


def test_annealing_reaches_the_wanted_number_and_never_goes_below_it():
    for seed in range(20):
        annealer = Annealer(slots(10, 9), 4, Random(seed))
        annealer.reprice(swap=UNIT)
        annealer.most = annealer.least = 8
        annealer.heat(20 * 16, 32, 90 * 2000)
        status = PAUSED
        while status == PAUSED:
            status = annealer.run(1000)
            assert annealer.pairs >= 8
        assert status == REACHED
        assert (annealer.pairs, annealer.shorts, annealer.swap_count) == (8, 0, 0)
        assert min(map(len, annealer.paths())) >= 3


def test_least_length_is_kept():
    annealer = Annealer(slots(12, 12), 4, Random(1), least_length=6)
    annealer.most = 14
    annealer.heat(20 * 16, 32, 144 * 4000)
    assert annealer.run(144 * 4000) == REACHED
    assert min(map(len, annealer.paths())) >= 6


def test_a_schedule_comes_to_an_end():
    annealer = Annealer(slots(2, 2), 4, Random(1))
    annealer.most = 1  # a path through all four cells would touch itself
    annealer.heat(16, 16, 500)
    assert [annealer.run(200), annealer.run(200), annealer.run(200)] == [PAUSED, PAUSED, ENDED]
    assert annealer.steps == 500


def test_links_outside_the_window_do_not_change():
    neighbours = slots(12, 10)
    annealer = Annealer(neighbours, 4, Random(3))
    annealer.most = 12
    annealer.heat(20 * 16, 32, 120 * 2000)
    assert annealer.run(120 * 2000) == REACHED
    before = links_of(annealer.paths())
    window = {12 * row + column for row in range(2, 8) for column in range(3, 9)}
    annealer.confine(window)
    annealer.most = 1
    annealer.heat(20 * 16, 20 * 16, 20000)
    assert annealer.run(20000) == ENDED
    assert_legal(annealer, neighbours)
    after = links_of(annealer.paths())
    assert {link for link in before if not link <= window} == {link for link in after if not link <= window}
    assert before != after
    annealer.confine(None)
    annealer.heat(20 * 16, 20 * 16, 20000)
    annealer.run(20000)
    assert {link for link in after if not link <= window} != {
        link for link in links_of(annealer.paths()) if not link <= window
    }


def test_slices_do_not_change_the_cover():
    results = []
    for slice_size in (1, 77, 10000):
        annealer = Annealer(slots(8, 8), 4, Random(9))
        annealer.most = 1
        annealer.heat(20 * 16, 16, 10000)
        while annealer.run(slice_size) == PAUSED:
            pass
        results.append(annealer.paths())
    assert results[0] == results[1] == results[2]


def annealed_everywhere():
    """One line for each kind of annealing, for comparing builds."""
    for symmetry in ("none", "rotate", "mirror"):
        annealer = Annealer(slots(9, 8), 4, Random(4), image=image_of(symmetry, 9, 8))
        annealer.reprice(swap=40)
        annealer.most = 5
        annealer.heat(400, 16, 20000)
        annealer.place_ends(9, [60, 40, 20], 24)
        yield f"{annealer.run(20000)} {annealer.steps} {annealer.energy} {annealer.paths()}"


def test_compiled_and_uncompiled_anneal_the_same(uncompiled):
    code = "from tests.engine.test_anneal import annealed_everywhere\nprint(*annealed_everywhere(), sep='\\n')"
    assert uncompiled("-c", code).splitlines() == list(annealed_everywhere())


def test_annealing_is_the_same_forever():
    annealer = Annealer(slots(5, 4), 4, Random(2015))
    annealer.most = 3
    annealer.heat(20 * 16, 16, 5000)
    assert annealer.run(5000) == REACHED
    assert annealer.paths() == [[0, 1, 2, 7, 12, 11], [3, 4, 9, 14, 19], [6, 5, 10, 15, 16, 17, 18, 13, 8]]


def test_long_paths_make_a_run_pause_sooner():
    """A step walks along the paths it changes, so a number of steps alone does not bound the work."""
    annealer = Annealer(slots(30, 30), 4, Random(1))
    annealer.most = 2
    annealer.reprice(swap=UNIT)
    annealer.heat(14 * 16, 64, 200_000)
    taken = []
    while annealer.run(100_000_000) == PAUSED:
        taken.append(annealer.steps - sum(taken))
    assert annealer.steps == 200_000
    assert len(taken) > 3
    assert min(taken) > 0
