"""An independent check of the lab generator's boards, from the assignment's text, which shares no code with it."""

from tests.oracle import neighbours


def growth_faults(width, height, paths, numbers, board):
    """What is wrong with `paths` (cells in order of growth), path numbers and puzzle board, as a list of words."""
    faults = []
    owner = {}
    around = neighbours(width, height)
    for name, path in enumerate(paths):
        if len(path) < 2:
            faults.append("short")
        for index, cell in enumerate(path):
            if cell not in around or cell in owner:
                faults.append("not simple")
                continue
            touching = [other for other in around[cell] if owner.get(other) == name]
            if touching != ([path[index - 1]] if index else []):
                faults.append("broken or beside itself")
            owner[cell] = name
        if any(extends(around, owner, name, path[-1])):
            faults.append("could have gone on")
    seen = []
    for cell in range(width * height):
        if cell in owner:
            if owner[cell] not in seen:
                seen.append(owner[cell])
            if numbers[cell] != seen.index(owner[cell]) + 1:
                faults.append("numbering")
            ends = (paths[owner[cell]][0], paths[owner[cell]][-1])
            if board[cell] != (numbers[cell] if cell in ends else 0):
                faults.append("endpoint")
        else:
            if numbers[cell] != 0 or board[cell] != -1:
                faults.append("solid")
            if any(other not in owner for other in around[cell]):
                faults.append("two solids side by side")
    return faults


def extends(around, owner, name, end):
    """Cells by which the finished path `name` could have been extended then; this is certain only of free ones."""
    for cell in around.get(end, ()):
        if cell not in owner:
            yield sum(owner.get(other) == name for other in around[cell]) == 1
