"""An independent reader and judge of printed books: it knows the pages and the rules, and uses none of our code.

boards    frames and digits found on the pages of a PDF (pypdf)
count     covers counted row by row, as many as two: what hangs over the edge is a number, or one of two ends of a
          path without a number yet
"""

import re

NUMBER = re.compile(r"\d+")


def boards(page):
    """The boards of a page in the order in which they are drawn: (width, height, cells)."""
    texts = []

    def heard(text, matrix, text_matrix, font, size):
        if text.strip():
            texts.append((text.strip(), text_matrix[4], text_matrix[5], font and font["/BaseFont"], size))

    page.extract_text(visitor_text=heard)
    sizes = [tuple(map(int, match)) for text, *_ in texts for match in re.findall(r"^(\d+) x (\d+) ·", text)]
    return [(*size, cells_of(frame, size, texts)) for frame, size in zip(frames(page), sizes, strict=True)]


def frames(page):
    """(left, bottom, width, height) of the boards of a page in points, in the order in which they are drawn."""
    drawn = [tuple(map(float, operands)) for operands, operator in page.get_contents().operations if operator == b"re"]
    return [frame for frame in drawn if frame[2] > 60 and frame[3] > 60]


def cells_of(frame, size, texts):
    """The numbers whose digits stand in a frame, by cell."""
    left, bottom, width, height = frame
    columns, rows = size
    cells = [0] * (columns * rows)
    for text, x, y, _, points in texts:
        if not NUMBER.fullmatch(text):
            continue
        middle, line = x + 0.556 * points * len(text) / 2, y + 0.355 * points
        if left < middle < left + width and bottom < line < bottom + height:
            column = int((middle - left) / width * columns)
            row = rows - 1 - int((line - bottom) / height * rows)
            cells[row * columns + column] = int(text)
    return tuple(cells)


def same(width, height, cells):
    """A name shared by all rotated, mirrored and renumbered copies of a board."""
    grid = [cells[row * width : (row + 1) * width] for row in range(height)]
    copies = []
    for _ in range(4):
        grid = [list(row) for row in zip(*grid[::-1], strict=True)]
        copies += [grid, [row[::-1] for row in grid]]
    named = []
    for copy in copies:
        names = {0: 0}
        named.append((len(copy[0]), tuple(names.setdefault(cell, len(names)) for row in copy for cell in row)))
    return min(named)


def covers(width, height, cells):
    """How many ways there are to join the numbers by paths that cover the board; 2 stands for more."""
    states = {(0,) * (width + 1): 1}  # the plug to the right of the last cell, then those below each column
    for cell, number in enumerate(cells):
        row, column = divmod(cell, width)
        after = {}
        for state, ways in states.items():
            if column == 0 and state[0]:
                continue
            for new in passed(state, column, number, column < width - 1, row < height - 1):
                name = renamed(new)
                after[name] = min(2, after.get(name, 0) + ways)
        states = after
    return states.get((0,) * (width + 1), 0)


def passed(state, column, number, right, down):
    """The states after a cell: the state has its links left and up; those right and down are chosen."""
    left, above = state[0], state[column + 1]
    rest = list(state)
    rest[0] = rest[column + 1] = 0
    given = [plug for plug in (left, above) if plug]
    if number:
        given.append(number)
    if len(given) > 2:
        return
    if len(given) == 2:
        joined = join(rest, *given)
        if joined is not None:
            yield joined
    elif len(given) == 1:
        for place, allowed in ((0, right), (column + 1, down)):
            if allowed:
                yield put(rest, place, given[0])
    elif right and down:
        yield put(put(rest, 0, -99), column + 1, -99)


def put(rest, place, plug):
    changed = list(rest)
    changed[place] = plug
    return changed


def join(rest, one, other):
    """The state where two ends meet; None where that closes a ring or joins two numbers."""
    if one > 0 and other > 0:
        return rest if one == other else None
    if one == other:
        return None
    gone, kept = (one, other) if one < 0 else (other, one)
    return [kept if plug == gone else plug for plug in rest]


def renamed(state):
    """Ends without a number as -1, -2, ... from the left."""
    names = {}
    return tuple(plug if plug >= 0 else names.setdefault(plug, -len(names) - 1) for plug in state)
