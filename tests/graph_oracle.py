"""Brute force on any graph, obviously right and slow: every way to draw the paths, one number after the other.

It shares no code with the package and knows no board: tracks are 0, 1, 2, ..., `links` pairs of them, `content` what is
on each (0 empty, -1 solid, k an end of path k).  A solution is a frozenset of link indices.
"""


def solutions(content, links):
    """For each (fill, touch) the set of all solutions."""
    beside = [[] for _ in content]
    for index, (first, second) in enumerate(links):
        beside[first].append((second, index))
        beside[second].append((first, index))
    ends = {}
    for track, number in enumerate(content):
        if number > 0:
            ends.setdefault(number, []).append(track)
    numbers = sorted(ends)
    used = [False] * len(content)
    chosen = []
    paths = []
    found = {(fill, touch): set() for fill in (True, False) for touch in (True, False)}

    def tell():
        full = all(used[track] or number < 0 for track, number in enumerate(content))
        apart = not any(
            other in path and abs(path.index(other) - place) > 1
            for path in paths
            for place, track in enumerate(path)
            for other, _ in beside[track]
        )
        for fill, touch in found:
            if (full or not fill) and (apart or touch):
                found[fill, touch].add(frozenset(chosen))

    def draw(index):
        if index == len(numbers):
            tell()
            return
        start, goal = ends[numbers[index]]
        used[start] = used[goal] = True
        paths.append([start])
        go_on(index, goal)
        paths.pop()
        used[start] = used[goal] = False

    def go_on(index, goal):
        path = paths[-1]
        for other, link in beside[path[-1]]:
            if other == goal or (content[other] == 0 and not used[other]):
                chosen.append(link)
                path.append(other)
                if other == goal:
                    draw(index + 1)
                else:
                    used[other] = True
                    go_on(index, goal)
                    used[other] = False
                path.pop()
                chosen.pop()

    draw(0)
    return found
