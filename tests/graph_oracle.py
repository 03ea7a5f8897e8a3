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


def census(open_tracks, links):
    """For each fill the number of ways to lay disjoint paths of two tracks or more, by number of paths, as a dict."""
    found = {True: {}, False: {}}

    def choose(index, degree, root, chosen):
        if index == len(links):
            paths = sum(degree[track] == 1 for track in open_tracks) // 2
            for fill in (True, False):
                if not fill or all(degree[track] for track in open_tracks):
                    found[fill][paths] = found[fill].get(paths, 0) + 1
            return
        choose(index + 1, degree, root, chosen)
        first, second = links[index]
        if degree[first] < 2 and degree[second] < 2 and root[first] != root[second]:
            more = {**degree, first: degree[first] + 1, second: degree[second] + 1}
            joined = {track: root[first] if name == root[second] else name for track, name in root.items()}
            choose(index + 1, more, joined, chosen + 1)

    choose(0, dict.fromkeys(open_tracks, 0), {track: track for track in open_tracks}, 0)
    return found
