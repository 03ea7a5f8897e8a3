"""Random tilings, and other kinds of boards as tilings."""

from itertools import pairwise
from math import cos, pi, sin
from random import Random

from numlink import Grid, InputError, Layout


def polygons_of(grid):
    """The cells of a board of any kind as polygons."""
    found = []
    for cell in range(grid.size):
        x, y = grid.pattern.middle(*divmod(cell, grid.width))
        found.append([(x + right, y + down) for right, down in grid.pattern_cell(cell).corners])
    return found


def tiled(polygons, solids=()):
    """The board whose cells are these polygons."""
    return Grid(len(polygons), 1, frozenset(solids), Layout(tiling=polygons))


def random_polygons(stream: Random, most: int, *, spokes: int = 8):
    """Up to `most` polygons: cells of another kind, some joined; bricks; a rectangle cut at random; a wheel.

    A wheel has up to `spokes` spokes.  The polygons come in any order, and their corners begin anywhere, in either
    direction.
    """
    form = stream.choice((joined, bricks, guillotine, wheel))
    found = wheel(stream, most, spokes) if form is wheel else form(stream, most)
    stream.shuffle(found)
    turned = []
    for polygon in found:
        start = stream.randrange(len(polygon))
        polygon = [*polygon[start:], *polygon[:start]]
        turned.append(polygon[::-1] if stream.random() < 0.5 else polygon)
    return turned


def joined(stream, most):
    """Squares, hexagons or triangles, some of which are joined along a side."""
    width = stream.randint(1, 4)
    kind = stream.choice(("square", "hex", "triangle"))
    grid = Grid(width, max(1, min(4, most // width)), layout=Layout(kind=kind))
    found = [[(round(x, 6), round(y, 6)) for x, y in polygon] for polygon in polygons_of(grid)]
    for _ in range(stream.randint(0, 2)):
        one, other = stream.choice([(0, 0), *grid.links()])
        both = merged(found[one], found[other]) if one != other and found[one] and found[other] else None
        if both:
            found[one], found[other] = both, []
    return [polygon for polygon in found if polygon]


def merged(one, other):
    """Two polygons that share sides as one; None if that is no simple polygon."""
    sides = {*pairwise([*one, one[0]]), *pairwise([*other, other[0]])}
    left = {start: end for start, end in sides if (end, start) not in sides}
    if len(left) != sum((end, start) not in sides for start, end in sides) or len(left) == len(sides):
        return None
    ring = [min(left)]
    while len(ring) <= len(left) and left[ring[-1]] != ring[0]:
        ring.append(left[ring[-1]])
    return ring if len(ring) == len(left) else None


def bricks(stream, most):
    """Rows of bricks, each shifted by half a brick."""
    width = stream.randint(1, 4)
    return [
        [(x, row), (x + 2, row), (x + 2, row + 1), (x, row + 1)]
        for row in range(max(1, min(4, most // width)))
        for column in range(width)
        for x in [2 * column + row % 2]
    ]


def guillotine(stream, most):
    """A rectangle that is cut in two, again and again."""
    parts = [(0, 0, 60, 60)]
    for _ in range(stream.randint(0, most - 1)):
        left, top, right, bottom = part = stream.choice(parts)
        across = stream.random() < 0.5
        room = right - left if across else bottom - top
        if room < 10:
            continue
        at = stream.randrange(5, room - 4)
        parts.remove(part)
        if across:
            parts += [(left, top, left + at, bottom), (left + at, top, right, bottom)]
        else:
            parts += [(left, top, right, top + at), (left, top + at, right, bottom)]
    return [[(left, top), (right, top), (right, bottom), (left, bottom)] for left, top, right, bottom in parts]


def wheel(stream, most, largest):
    """A hub in a ring of up to `largest` sectors, perhaps with a part of a second ring."""
    spokes = stream.randint(3, max(3, min(largest, most - 1)))

    def ray(number, far):
        return round(far * cos(2 * pi * number / spokes), 9), round(far * sin(2 * pi * number / spokes), 9)

    hub = [ray(number, 2) for number in range(spokes)]
    inner = [
        [ray(number, 2), ray(number, 3), ray((number + 1) % spokes, 3), ray((number + 1) % spokes, 2)]
        for number in range(spokes)
    ]
    more = [
        [ray(number, 3), ray(number, 4), ray((number + 1) % spokes, 4), ray((number + 1) % spokes, 3)]
        for number in range(stream.randint(0, spokes))
    ]
    return [hub, *inner, *more][:most]


def refusal(polygons):
    """Why these polygons are not a board; empty if they are one."""
    try:
        Layout(tiling=polygons)
    except InputError as error:
        return str(error)
    return ""
