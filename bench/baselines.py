"""What a good programmer would do with a library: a colour for every cell, one-hot, and cuts for stray rings.

Both baselines use the same model.  x[cell, number]: the cell lies on that path; link variables: degree 1 at
endpoints, 2 elsewhere (0 or 2 where cells may stay empty); a link joins cells of one colour; without touching,
neighbours of one colour are linked.  Rings that no path needs are cut when a model shows one.
"""

from collections.abc import Callable, Iterator
from itertools import combinations

from numlink import Puzzle, Rules

Clause = list[int]

Told = Callable[[dict[int, list[int]]], object]
"""Hears of a solution: its paths by number."""


class Colours:
    """The one-hot model of a puzzle as clauses over variables 1, 2, 3, ..."""

    def __init__(self, puzzle: Puzzle, rules: Rules) -> None:
        self.puzzle, self.rules = puzzle, rules
        self.links = puzzle.grid.track_links()
        self.cell_of = puzzle.grid.track_cells()
        self.contents = [*puzzle.cells, *[0] * (len(self.cell_of) - len(puzzle.cells))]
        """What is on each track: a bridge has two, and no number."""
        self.numbers = sorted(puzzle.endpoints())
        self.around = {track: [] for track in range(len(self.contents))}
        for index, (a, b) in enumerate(self.links):
            self.around[a].append(index + 1)
            self.around[b].append(index + 1)
        self.first_colour = len(self.links) + 1

    def colour(self, cell: int, index: int) -> int:
        """The variable for "this cell has the index-th number"."""
        return self.first_colour + cell * len(self.numbers) + index

    def clauses(self) -> Iterator[Clause]:
        """All clauses but the cuts."""
        indices = range(len(self.numbers))
        for cell, content in enumerate(self.contents):
            if content < 0:
                continue
            yield from self._degree(self.around[cell], content)
            if content > 0:
                own = self.numbers.index(content)
                yield from ([self.colour(cell, k) if k == own else -self.colour(cell, k)] for k in indices)
                continue
            if self.rules.fill:
                yield [self.colour(cell, k) for k in indices]
            yield from ([-self.colour(cell, j), -self.colour(cell, k)] for j, k in combinations(indices, 2))
        for link, (a, b) in enumerate(self.links, start=1):
            for k in indices:
                yield [-link, -self.colour(a, k), self.colour(b, k)]
                yield [-link, self.colour(a, k), -self.colour(b, k)]
                if not self.rules.touch:
                    yield [link, -self.colour(a, k), -self.colour(b, k)]

    def _degree(self, links: list[int], content: int) -> Iterator[Clause]:
        most = 1 if content > 0 else 2
        yield from ([-link for link in some] for some in combinations(links, most + 1))
        if content > 0 or self.rules.fill:
            yield from (list(some) for some in combinations(links, len(links) - most + 1))
            if len(links) < most:
                yield []
        else:  # a link needs a second one
            yield from ([-link, *(other for other in links if other != link)] for link in links)

    def paths(self, on: set[int]) -> dict[int, list[int]]:
        """The cells of each path, by number, from its first end on."""
        beside: dict[int, list[int]] = {}
        for link in on:
            a, b = self.links[link - 1]
            beside.setdefault(a, []).append(b)
            beside.setdefault(b, []).append(a)
        found: dict[int, list[int]] = {}
        for track, content in enumerate(self.contents):
            if content > 0 and content not in found:
                path = [track]
                while following := [other for other in beside[path[-1]] if other not in path[-2:]]:
                    path += following
                found[content] = [self.cell_of[each] for each in path]
        return found

    def rings(self, on: set[int]) -> Iterator[Clause]:
        """A cut for every ring among the links that are on."""
        beside: dict[int, list[tuple[int, int]]] = {}
        for link in on:
            a, b = self.links[link - 1]
            beside.setdefault(a, []).append((b, link))
            beside.setdefault(b, []).append((a, link))
        seen: set[int] = set()
        for start in beside:
            if start in seen:
                continue
            cells, used, stack = {start}, set(), [start]
            while stack:
                for other, link in beside[stack.pop()]:
                    used.add(link)
                    if other not in cells:
                        cells.add(other)
                        stack.append(other)
            seen |= cells
            if len(used) == len(cells):
                yield [-link for link in used]


def cadical(puzzle: Puzzle, rules: Rules, most: int, told: Told | None = None) -> int:
    """How many solutions there are, counted up to `most`, by CaDiCaL 1.9.5 through python-sat.

    `told` is called with the paths of each as it is found.
    """
    from pysat.solvers import Cadical195

    model = Colours(puzzle, rules)
    with Cadical195(bootstrap_with=model.clauses()) as solver:

        def solve() -> set[int] | None:
            return {v for v in solver.get_model()[: len(model.links)] if v > 0} if solver.solve() else None

        return _enumerate(model, solve, solver.add_clause, most, told)


def cp_sat(puzzle: Puzzle, rules: Rules, most: int, told: Told | None = None) -> int:
    """How many solutions there are, counted up to `most`, by OR-Tools CP-SAT with one worker; `told` as above."""
    from ortools.sat.python import cp_model

    colours = Colours(puzzle, rules)
    model = cp_model.CpModel()
    last = colours.colour(len(colours.contents), 0)
    variables = [None, *(model.new_bool_var("") for _ in range(last))]

    def add(clause: Clause) -> None:
        model.add_bool_or([variables[v] if v > 0 else ~variables[-v] for v in clause])

    for clause in colours.clauses():
        add(clause)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1

    def solve() -> set[int] | None:
        if solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return None
        return {link for link in range(1, len(colours.links) + 1) if solver.value(variables[link])}

    return _enumerate(colours, solve, add, most, told)


def _enumerate(
    model: Colours,
    solve: Callable[[], set[int] | None],
    add: Callable[[Clause], object],
    most: int,
    told: Told | None,
) -> int:
    found = 0
    while found < most:
        on = solve()
        if on is None:
            break
        cuts = list(model.rings(on))
        for cut in cuts:
            add(cut)
        if not cuts:
            found += 1
            if told is not None:
                told(model.paths(on))
            add([-link for link in on])
    return found
