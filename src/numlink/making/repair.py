"""Repair: make a solvable board unique by cutting paths of one solution, with as few cuts as possible.

To cut a path of the solution S at a link u-v is to make u and v ends of two pairs. This excludes every other solution T
whose path does not pass the link from u to v: T may lack it, or pass it backwards. Two cuts of one path also exclude a
T that has both links in the other order. S is the only solution if the cuts exclude every T: a hitting set problem
whose sets are found one by one.

Boards that take long are cut in one pass instead (one_pass.py): more pairs, less time (notes/repair).
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice, pairwise

from numlink.engine.search.search import Status
from numlink.engine.search.uniqueness import Backbone, Walk
from numlink.errors import BudgetEnded, InputError, NoSolution
from numlink.exact.board_arrays import Board
from numlink.exact.budget import Budget, Seconds
from numlink.exact.solve import solutions, solve
from numlink.exact.verdict import Answer
from numlink.exact.work import SLICE
from numlink.making.one_pass import DirectedLink, OnePass
from numlink.model.arguments import flag, function, instance
from numlink.model.grid import Grid
from numlink.model.judge import check, right_solution
from numlink.model.puzzle import Puzzle, Solution, require_puzzle
from numlink.model.rules import RulesLike

MOST_CHOICES = 20_000  # steps of the search for a smallest set of cuts, after which cuts are chosen greedily
MOST_MET = 24  # the most other solutions that one proof finds before cuts are chosen again

FEWEST_CELLS, FEWEST_CONFLICTS = 900, 3_000
"""The most cells of a board, and the most conflicts, with which the fewest cuts are tried even without `fewest`."""

MOST_PAIRS = 200  # the most pairs of links that are considered for one other solution
MOST_TRIED = 32  # the most solutions that are tried if none is given (notes/repair)
Option = frozenset[DirectedLink]  # one or two links; to cut them all excludes a certain other solution
OtherSolution = tuple[list[list[int]], list[Option]]  # its paths, and the options that exclude it


@dataclass(frozen=True, slots=True)
class Cut:
    """A path cut between two cells: `number` stays with its first part, `fresh` is the number of its second part."""

    number: int
    fresh: int
    link: DirectedLink

    def told(self, grid: Grid) -> str:
        """The cut as a sentence."""
        first, second = map(grid.where, self.link)
        return f"path {self.number} cut between {first} and {second}; the second part is now {self.fresh}"


@dataclass(frozen=True, slots=True)
class Repair:
    """What `repair` returns: a `puzzle` proven to have exactly one solution, and the cuts that made it so.

    `changes` is empty if the puzzle had one solution already.  `least` is True if fewer cuts of the same solution are
    known not to suffice.

    >>> import numlink
    >>> numlink.repair(numlink.Puzzle.from_rows([[1, 1], [0, 0]])).changes
    ()
    """

    puzzle: Puzzle
    changes: tuple[Cut, ...]
    least: bool = True


class _NoCut(InputError):
    """No cut of a solution makes the puzzle unique; `others` may be cut instead; `complete`: all cuts were tried."""

    def __init__(self, message: str, others: list[Solution], *, complete: bool) -> None:
        super().__init__(message)
        self.others = others
        self.complete = complete


def repair(
    puzzle: Puzzle,
    solution: Solution | None = None,
    *,
    rules: RulesLike | None = None,
    budget: Seconds = None,
    fewest: bool = False,
    on_progress: Callable[[int, int], None] | None = None,
) -> Repair:
    """Make `puzzle` unique under `rules` (None: its own) by cutting the paths of one solution, with few added pairs.

    This solution is `solution`, else the puzzle's own, else the first one found; under `rules` other than its own, the
    puzzle's is used only if it is a solution under these too.  If the first one found cannot be cut (a part would
    have fewer than two cells), other ones are tried, MOST_TRIED in all.  With `fewest`, the added pairs are as
    few as the solution allows, however long that takes; without it this is tried for a short time on boards up to 900
    cells, and then paths are cut in one pass, which adds a few more and calls `on_progress` with the number of links
    proven and of all links.  Raises NoSolution (an InputError) if there is no solution, InputError if no cuts are found
    that help, BudgetEnded when `budget` seconds are over.

    >>> from numlink import Puzzle
    >>> fixed = repair(Puzzle(4, 4, (1, 0, 0, 1, *[0] * 12)))
    >>> fixed.puzzle.pairs, fixed.least
    (3, True)
    """
    clock = Budget.of(budget)
    asked = require_puzzle(puzzle).with_rules(rules)
    puzzle = asked if asked.rules == puzzle.rules else asked.with_solution(right_solution(asked))
    function(on_progress, "on_progress")
    if solution is not None:
        instance(solution, Solution, "a solution")
    flag(fewest, "fewest")

    def with_solution(kept: Solution) -> Repair:
        repairer = _Repairer(puzzle, kept, clock)
        soon = None
        if fewest or len(puzzle.cells) <= FEWEST_CELLS:
            soon = repairer.repaired(None if fewest else FEWEST_CONFLICTS)
        return soon or repairer.cut_in_passes(on_progress)

    if known := solution or puzzle.solution:
        return with_solution(known)
    return _first_that_can_be_cut(puzzle, clock, with_solution)


def _first_that_can_be_cut(puzzle: Puzzle, clock: Budget, with_solution: Callable[[Solution], Repair]) -> Repair:
    """The repair that keeps the first solution found, or else the longest other one that can be cut."""
    first = _first_solution(puzzle, clock)
    waiting, met, tried, complete = [first], {first}, 0, True
    others = (other for other in solutions(puzzle, budget=clock) if other not in met)
    while waiting and tried < MOST_TRIED:
        tried += 1
        try:
            return with_solution(waiting.pop())
        except _NoCut as error:
            complete = complete and error.complete
            waiting += [other for other in dict.fromkeys(error.others) if other not in met]
            if not waiting:
                waiting += islice(others, 1)
            met.update(waiting)
            waiting.sort(key=lambda other: sum(map(len, other.paths)))
    if complete and not waiting:
        raise InputError(
            f"no cut of any of its {tried} solutions makes the puzzle unique: some part would have fewer than two "
            "cells, or end on a bridge. Move a number, or add one."
        )
    raise InputError(f"no cut that makes the puzzle unique was found within {tried} solutions. Give another solution.")


def _first_solution(puzzle: Puzzle, clock: Budget) -> Solution:
    verdict = solve(puzzle, budget=clock, look_on=0)
    if verdict.solution is not None:
        return verdict.solution
    if verdict.answer is Answer.UNKNOWN:
        raise BudgetEnded(f"{verdict.reason}.", remedy=clock.remedy)
    raise NoSolution(f"the puzzle has no solution under the rules {puzzle.rules}, so it cannot be repaired.")


class _Repairer:
    """The search for cuts of one puzzle and one solution.

    `place` maps each link to (number of its path, index in it); `least` becomes False when a choice may not be
    smallest.
    """

    def __init__(self, puzzle: Puzzle, solution: Solution, clock: Budget) -> None:
        self.puzzle = puzzle
        self.solution = solution
        self.clock = clock
        self.board = Board(puzzle)
        self.board.model(solution)  # raises an error if the solution is wrong
        self.place = {
            pair: (number, index)
            for number, path in enumerate(solution.paths, start=1)
            for index, pair in enumerate(pairwise(path))
        }
        self.grid = replace(puzzle.grid, solids=frozenset())
        self.bridges = puzzle.layout.bridges
        self.met: list[OtherSolution] = []
        self.least = True
        self.left: int | None = None  # conflicts that the search for the fewest cuts may still take; None: no limit

    def repaired(self, conflicts: int | None) -> Repair | None:
        """The repair with the fewest cuts; None if it takes more than `conflicts` conflicts (None: no limit)."""
        cuts: frozenset[DirectedLink] = frozenset()
        self.left = conflicts
        while True:
            puzzle, changes = self._cut(cuts)
            others = self._others(puzzle)
            if others is None:
                return None
            if not others:
                return Repair(puzzle, changes, self.least)
            self._exclude(self._joined(other, changes) for other in others)
            cuts = self._smallest_cuts()

    def cut_in_passes(self, on_progress: Callable[[int, int], None] | None) -> Repair:
        """The repair whose cuts are made in one pass (one_pass.py), or in a few.

        If paths may touch themselves, one pass is a proof. Else parts of a cut path may touch, so passes go on until no
        cut is added. If a pass finds a solution that no cut excludes, this one is excluded first, and passes begin
        again.
        """
        cuts: frozenset[DirectedLink] = frozenset()
        while True:
            puzzle, changes = self._cut(cuts)
            walk = OnePass(puzzle, self.solution.paths, self.place, cuts, partial(self._joined, changes=changes))
            left = walk.run(self.clock, on_progress)
            if left is not None:
                other = Board(puzzle).solution(left)
                self._exclude([self._joined(other, changes)])
                cuts = self._smallest_cuts()
                continue
            cuts |= walk.cuts
            if not walk.cuts or self.puzzle.rules.touch:
                return Repair(*self._cut(cuts), least=not cuts)

    # -- the cut puzzle ----------------------------------------------------------------------------------------

    def _cut(self, cuts: frozenset[DirectedLink]) -> tuple[Puzzle, tuple[Cut, ...]]:
        """The puzzle with paths cut at these links, and the cuts; first parts keep their numbers."""
        paths = list(self.solution.paths)
        cells = list(self.puzzle.cells)
        changes = []
        for link in sorted(cuts, key=lambda link: self.place[link], reverse=True):
            number, index = self.place[link]
            path = paths[number - 1]
            paths[number - 1] = path[: index + 1]
            paths.append(path[index + 1 :])
            changes.append((number, len(paths), link))
        for number, path in enumerate(paths, start=1):
            if path:
                cells[path[0]] = cells[path[-1]] = number
        if not cuts:
            return self.puzzle.with_solution(self.solution), ()
        solution = Solution(self.puzzle.width, self.puzzle.height, tuple(paths), self.puzzle.layout)
        puzzle = replace(self.puzzle, cells=tuple(cells), solution=solution, recipe=None, seed=None)
        return puzzle, tuple(Cut(*change) for change in sorted(changes))

    def _others(self, puzzle: Puzzle) -> list[Solution] | None:
        """Up to MOST_MET other solutions of the cut puzzle; each lacks a link of all later ones; None: given up."""
        assert puzzle.solution is not None
        board = Board(puzzle)
        model = board.model(puzzle.solution)
        search = board.search()
        proof = Backbone(search, model) if self.left is None else Walk(search, model, near=True)
        met: list[Solution] = []
        while len(met) < MOST_MET:
            status = SLICE.of(proof)
            if status is Status.REFUTED:
                break
            if self.left is not None and search.conflicts > self.left:
                return None
            self.clock.require("the puzzle was unique")
            if status is Status.SATISFIED:
                other = search.model()
                met.append(board.solution(other))
                search.add_clause(array("i", [2 * link for link, on in enumerate(model) if on and not other[link]]))
        if self.left is not None:
            self.left -= search.conflicts
        return met

    def _joined(self, other: Solution, changes: tuple[Cut, ...]) -> list[list[int]]:
        """The paths of a solution of the cut puzzle, parts joined again, each from where the uncut one begins."""
        starts = {number: path[0] for number, path in enumerate(self.solution.paths, start=1) if path}
        starts.update({cut.fresh: cut.link[1] for cut in changes})
        parts = {
            number: path if path and path[0] == starts[number] else path[::-1]
            for number, path in enumerate(other.paths, start=1)
        }
        joined = [list(parts[number]) for number in range(1, len(self.solution.paths) + 1)]
        for cut in sorted(changes, key=lambda cut: self.place[cut.link]):
            joined[cut.number - 1] += parts[cut.fresh]
        return joined

    # -- which cuts --------------------------------------------------------------------------------------------

    def _exclude(self, others: Iterable[list[list[int]]]) -> None:
        self.met += [(other, self._options(other)) for other in others]

    def _options(self, other: list[list[int]]) -> list[Option]:
        """The options for another solution, given by its paths: single links first, then pairs."""
        options: list[Option] = []
        pairs: list[Option] = []
        for mine, theirs in zip(self.solution.paths, other, strict=True):
            where = {pair: index for index, pair in enumerate(zip(theirs, theirs[1:], strict=False))}
            links = list(zip(mine, mine[1:], strict=False))
            options += [frozenset((link,)) for link in links if link not in where]
            kept = [link for link in links if link in where]
            for index, first in enumerate(kept):
                pairs += [frozenset((first, second)) for second in kept[index + 1 :] if where[second] < where[first]]
        if len(pairs) > MOST_PAIRS:
            self.least = False
        return options + pairs[:MOST_PAIRS]

    def _smallest_cuts(self) -> frozenset[DirectedLink]:
        """A smallest legal set of links with an option of every solution found, chosen for each group separately."""
        uses = Counter(link for _, options in self.met for option in options for link in option)

        def preference(option: Option) -> tuple[int, int, int, list[DirectedLink]]:
            poor = sum(self._poor(link) for link in option)
            return len(option), poor, -sum(uses[link] for link in option), sorted(option)

        chosen: frozenset[DirectedLink] = frozenset()
        for group in self._groups():
            wanted = sorted((sorted(options, key=preference) for _, options in group), key=len)
            chooser = _Chooser(wanted, self._legal)
            best = chooser.smallest()
            if best is None:
                raise self._no_cut(group, complete=self.least and chooser.complete)
            self.least = self.least and chooser.complete
            chosen |= best
        return chosen

    def _no_cut(self, group: list[OtherSolution], *, complete: bool) -> _NoCut:
        width, height, layout = self.puzzle.width, self.puzzle.height, self.puzzle.layout
        joined = [Solution(width, height, tuple(map(tuple, other)), layout) for other, _ in group]
        others = [other for other in joined if not check(self.puzzle, other)]
        complete = complete and len(others) == len(joined)  # if joined parts touch, other cuts may exclude them
        why = (
            "no cut of this solution makes the puzzle unique: some part would have fewer than two cells."
            if complete
            else "no cut of this solution was found that makes the puzzle unique; not all were tried."
        )
        return _NoCut(f"{why} Give another solution.", others, complete=complete)

    def _groups(self) -> list[list[OtherSolution]]:
        """The solutions met, in groups: the options of different groups never cut the same path."""
        groups: list[tuple[set[int], list[OtherSolution]]] = []
        for other in self.met:
            paths = {self.place[link][0] for option in other[1] for link in option}
            together = [group for group in groups if group[0] & paths]
            groups = [group for group in groups if not group[0] & paths]
            merged = [*(each for group in together for each in group[1]), other]
            groups.append((paths.union(*(group[0] for group in together)), merged))
        return [merged for _, merged in groups]

    def _poor(self, link: DirectedLink) -> int:
        """How many of the two parts of a cut have fewer than three cells, or neighbouring ends."""
        number, index = self.place[link]
        path = self.solution.paths[number - 1]
        parts = path[: index + 1], path[index + 1 :]
        return sum(len(part) < 3 or self.grid.adjacent(part[0], part[-1]) for part in parts)

    def _legal(self, cuts: frozenset[DirectedLink]) -> bool:
        """Whether after these cuts every part has two cells and none ends on a bridge."""
        if any(cell in self.bridges for link in cuts for cell in link):
            return False
        for number in {self.place[link][0] for link in cuts}:
            indices = sorted(self.place[link][1] for link in cuts if self.place[link][0] == number)
            bounds = [-1, *indices, len(self.solution.paths[number - 1]) - 1]
            if any(after - before < 2 for before, after in zip(bounds, bounds[1:], strict=False)):
                return False
        return True


class _Chooser:
    """Finds a smallest legal set of cuts, or after MOST_CHOICES steps a greedy one; then `complete` is False."""

    def __init__(self, wanted: list[list[Option]], legal: Callable[[frozenset[DirectedLink]], bool]) -> None:
        self.wanted = wanted
        self.legal = legal
        self.steps = 0
        self.complete = True

    def smallest(self) -> frozenset[DirectedLink] | None:
        for size in range(1, 2 * len(self.wanted) + 1):
            found = self._extend(frozenset(), size)
            if found is not None:
                return found
            if self.steps > MOST_CHOICES:
                break
        else:
            return None
        self.complete = False
        return self._greedy()

    def _extend(self, chosen: frozenset[DirectedLink], left: int) -> frozenset[DirectedLink] | None:
        """`chosen` with up to `left` more links, so that all are excluded; None if none do or after too many steps."""
        missed = next((options for options in self.wanted if not any(map(chosen.issuperset, options))), None)
        if missed is None:
            return chosen
        self.steps += 1
        if left == 0 or self.steps > MOST_CHOICES:
            return None
        for option in missed:
            more = chosen | option
            if len(more) <= len(chosen) + left and self.legal(more):
                found = self._extend(more, left - len(more) + len(chosen))
                if found is not None:
                    return found
        return None

    def _greedy(self) -> frozenset[DirectedLink] | None:
        chosen: frozenset[DirectedLink] = frozenset()
        for options in self.wanted:
            if not any(map(chosen.issuperset, options)):
                option = next((option for option in options if self.legal(chosen | option)), None)
                if option is None:
                    return None
                chosen |= option
        return chosen
