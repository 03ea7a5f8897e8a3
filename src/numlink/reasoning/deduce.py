"""Thinking like a person: named rules that say of a position which links must be drawn and which can't.

    >>> from numlink.model.puzzle import Puzzle
    >>> position = Position.start(Puzzle.from_rows([[1, 0, 1], [2, 0, 2]]))
    >>> for step in deduce(position)[:2]:
    ...     print(step)
    A2: a link between the 1 at row 1, column 1 and the 2 at row 2, column 1 would join 1 to 2.
    A2: a link between the 1 at row 1, column 3 and the 2 at row 2, column 3 would join 1 to 2.

The rules, their names and their proofs come from a study of what solvers and players have written down; each
scan's docstring in engine/deduction*.py argues why it is sound, and under which rules of the game.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from numlink.engine.deduction.reasoner import Reasoner
from numlink.errors import InputError
from numlink.model.judge import require_legal
from numlink.model.layout import require_plain
from numlink.model.puzzle import Puzzle, Solution
from numlink.model.rules import COVER, EVERY_RULES, FREE_NO_TOUCH, NO_TOUCH, Rules
from numlink.reasoning.words import Scene, sentence

OPEN, ON, OFF = 0, 1, 2
"""What is known of a link: nothing, that it is drawn, that it is not."""


class Assume(Enum):
    """What a reader is ready to take for granted; only NOTHING may be used on the way to a proof.

    UNIQUE: the puzzle has exactly one solution.  STRICT: it has exactly one linking even where cells may stay empty,
    and that covers the board, so that no path touches itself (S1: N1 to N5 then hold under all rules).
    """

    NOTHING = "nothing"
    UNIQUE = "unique"
    STRICT = "strict"


@dataclass(frozen=True, slots=True)
class Rule:
    """A named rule: its tier (0 local ... 3 no touching, 4 uniqueness, 5 look-ahead) and where it is sound."""

    name: str
    title: str
    tier: int
    validity: tuple[Rules, ...]
    code: int
    """What the engine calls it."""

    def __str__(self) -> str:
        return self.name


_NO_TOUCHING = (NO_TOUCH, FREE_NO_TOUCH)
_FILLING = (COVER, NO_TOUCH)

RULES = {
    rule.name: rule
    for rule in (
        Rule("A1", "forced degree", 0, EVERY_RULES, 1),
        Rule("A2", "different numbers", 0, EVERY_RULES, 2),
        Rule("A3", "no ring", 0, EVERY_RULES, 3),
        Rule("A4", "early completion", 0, EVERY_RULES, 4),
        Rule("A5", "label domains", 1, EVERY_RULES, 5),
        Rule("A6", "stranded", 2, EVERY_RULES, 6),
        Rule("A7", "cuts and parity", 2, EVERY_RULES, 7),
        Rule("A8", "bottleneck", 2, EVERY_RULES, 8),
        Rule("A9", "colour parity", 2, _FILLING, 9),
        Rule("A10", "planarity", 2, EVERY_RULES, 10),
        Rule("N1", "no three sides of a square", 3, _NO_TOUCHING, 11),
        Rule("N2", "no touch", 3, _NO_TOUCHING, 12),
        Rule("N3", "spike", 3, _NO_TOUCHING, 13),
        Rule("N4", "terminal exits", 3, _NO_TOUCHING, 14),
        Rule("N5", "spike crossing", 3, _NO_TOUCHING, 15),
        Rule("U1", "parallel flip", 4, (COVER,), 16),
        Rule("U2", "window re-routing", 4, (COVER,), 17),
        Rule("L1", "look-ahead", 5, EVERY_RULES, 18),
    )
}
"""All rules by name.  L1 is not found by `deduce` but by `explain` and `rate`, where nothing else is left."""

SEEN_AT_ONCE = tuple(name for name, rule in RULES.items() if rule.tier < 5)
"""The names `deduce` knows."""

_BY_CODE = {rule.code: rule for rule in RULES.values()}


@dataclass(frozen=True, slots=True)
class Step:
    """One deduction: by `rule`, looking at `cells` and `links`, the links of `conclusion` are drawn or not.

    Cells and links are numbers of the puzzle's grid (links in scan order); `conclusion` holds pairs (link, drawn) and
    is empty where the position contradicts itself.  `sentence` says it in words, rows and columns counted from 1.
    """

    rule: Rule
    cells: tuple[int, ...]
    links: tuple[int, ...]
    conclusion: tuple[tuple[int, bool], ...]
    sentence: str

    @property
    def tier(self) -> int:
        """The tier of its rule."""
        return self.rule.tier

    @property
    def validity(self) -> tuple[Rules, ...]:
        """The rules of the game under which it holds."""
        return self.rule.validity

    @property
    def is_contradiction(self) -> bool:
        """Whether it says that the position has no solution."""
        return not self.conclusion

    def __str__(self) -> str:
        return f"{self.rule}: {self.sentence}"


@dataclass(frozen=True, slots=True)
class Position:
    """A puzzle and what is known of its links: `states[link]` is OPEN, ON or OFF, links in the grid's scan order.

    Raises IllegalPuzzle where a number does not occur twice, InputError for a wrong number of states.
    """

    puzzle: Puzzle
    states: bytes

    def __post_init__(self) -> None:
        require_legal(self.puzzle)
        links = len(self.puzzle.grid.links())
        if len(self.states) != links or any(state > OFF for state in self.states):
            raise InputError(f"a position of this board has {links} link states of 0, 1 or 2.")

    @classmethod
    def start(cls, puzzle: Puzzle) -> Position:
        """The position in which nothing is known."""
        return cls(puzzle, bytes(len(puzzle.grid.links())))

    @classmethod
    def with_links(
        cls, puzzle: Puzzle, drawn: Iterable[tuple[int, int]], off: Iterable[tuple[int, int]] = ()
    ) -> Position:
        """The position in which the links between these pairs of cells are drawn, and those of `off` are not."""
        states = bytearray(len(puzzle.grid.links()))
        numbers = {pair: link for link, pair in enumerate(puzzle.grid.links())}
        for pairs, state in ((drawn, ON), (off, OFF)):
            for one, other in pairs:
                link = numbers.get((min(one, other), max(one, other)))
                if link is None:
                    raise InputError(f"cells {one} and {other} have no link between them.")
                states[link] = state
        return cls(puzzle, bytes(states))

    @classmethod
    def solved(cls, puzzle: Puzzle, solution: Solution) -> Position:
        """The position in which every link is decided as `solution` has it."""
        drawn = solution.links()
        return cls(puzzle, bytes(ON if pair in drawn else OFF for pair in puzzle.grid.links()))

    def after(self, *steps: Step) -> Position:
        """This position with the conclusions of `steps` drawn in."""
        states = bytearray(self.states)
        for step in steps:
            for link, drawn in step.conclusion:
                states[link] = ON if drawn else OFF
        return replace(self, states=bytes(states))

    @property
    def is_decided(self) -> bool:
        """Whether every link is on or off."""
        return OPEN not in self.states

    def solution(self) -> Solution:
        """The paths that the drawn links make from the first end of each number; right only where all is decided."""
        around = linked_cells(self.puzzle.grid.links(), self.states)
        paths: list[tuple[int, ...]] = [()] * max(self.puzzle.cells, default=0)
        for number, ends in self.puzzle.endpoints().items():
            path = [ends[0]]
            while onward := [cell for cell in around.get(path[-1], []) if cell not in path[-2:]]:
                path.append(onward[0])
            paths[number - 1] = tuple(path)
        return Solution(self.puzzle.width, self.puzzle.height, tuple(paths))


def linked_cells(links: Sequence[tuple[int, int]], states: bytes) -> dict[int, list[int]]:
    """The cells that each cell is linked to by a drawn link; cells without one are left out."""
    around: dict[int, list[int]] = {}
    for state, (one, other) in zip(states, links, strict=True):
        if state == ON:
            around.setdefault(one, []).append(other)
            around.setdefault(other, []).append(one)
    return around


def reasoner_for(puzzle: Puzzle, assume: Assume = Assume.NOTHING) -> Reasoner:
    """The engine on a legal puzzle, numbers counted 1, 2, 3, ... in ascending order."""
    require_plain(puzzle.layout, "reasoning")
    dense = {number: index for index, number in enumerate(sorted(puzzle.endpoints()), start=1)}
    cells = array("i", [dense.get(content, content) for content in puzzle.cells])
    strict = assume is Assume.STRICT
    return Reasoner(puzzle.width, puzzle.height, cells, puzzle.rules.fill or strict, puzzle.rules.touch and not strict)


def deduce(position: Position, rules: Iterable[str] | None = None, *, assume: Assume = Assume.NOTHING) -> list[Step]:
    """What follows at once from `position`: the steps of the cheapest tier that has any, or those of the named rules.

    Every rule looks at the position as it is, none at what another one concludes; a link concluded by several is
    told once, with the first reason found.  A contradiction is a step without a conclusion.  Rules that are
    unsound under the puzzle's rules say nothing; U1, U2 and the no-touch rules under touching ask for `assume`.
    O(labels · cells) for A5, O(width² height²) for A7, linear in the board for the others.

    Raises InputError for an unknown name.
    """
    names = None if rules is None else list(rules)
    for name in names or ():
        if name not in SEEN_AT_ONCE:
            raise InputError(f"{name!r} names no rule. Use some of {', '.join(SEEN_AT_ONCE)}.")
    engine = reasoner_for(position.puzzle, assume)
    engine.load(position.states)
    if engine.position.conflict:
        return [conflict_step(position.puzzle, engine)]
    scene = Scene(position.puzzle, engine)
    if names is not None:
        return [
            step
            for name in dict.fromkeys(names)
            if usable(RULES[name], position.puzzle.rules, assume)
            for step in read_record(scene, engine.scan(0, RULES[name].code))
        ]
    return cheapest_steps(scene, assume)


def cheapest_steps(scene: Scene, assume: Assume = Assume.NOTHING) -> list[Step]:
    """The steps of the cheapest tier that says something of the position of the scene's engine."""
    for tier in range(5):
        if tier < 4 or usable(RULES["U1"], scene.puzzle.rules, assume):
            steps = read_record(scene, scene.engine.scan(tier, 0))
            if steps:
                return steps
    return []


def usable(rule: Rule, rules: Rules, assume: Assume) -> bool:
    """Whether a rule may be used under these rules of the game and assumptions."""
    if rule.tier == 4:
        return assume is Assume.UNIQUE and rules in rule.validity
    return rules in rule.validity or assume is Assume.STRICT


def conflict_step(puzzle: Puzzle, engine: Reasoner) -> Step:
    """What is wrong with a position that could not even be drawn: a branch, a ring, or two numbers joined."""
    rule = _BY_CODE[engine.position.conflict]
    return Step(rule, (), (), (), "the links drawn so far branch, close a ring or join two numbers.")


def read_record(scene: Scene, record: Sequence[int]) -> list[Step]:
    """The engine's record as steps."""
    steps = []
    for code, variant, facts, conclusion in entries(record):
        words, cells = sentence(scene, _BY_CODE[code].name, variant, facts, conclusion)
        touched = {cell for link, _ in conclusion for cell in scene.links[link]}
        seen = tuple(dict.fromkeys([*cells, *sorted(touched)]))
        steps.append(Step(_BY_CODE[code], seen, tuple(sorted(scene.links_around(cells))), conclusion, words))
    return steps


def entries(record: Sequence[int]) -> Iterator[tuple[int, int, tuple[int, int, int], tuple[tuple[int, bool], ...]]]:
    """The engine's record as (rule, variant, what it is about, conclusion); written by Deduction.write_header.

    Layout: rule, variant, a, b, c, n, then n times 2 * link + (1 if off).
    """
    at = 0
    while at < len(record):
        code, variant, a, b, c, count = record[at : at + 6]
        found = record[at + 6 : at + 6 + count]
        yield code, variant, (a, b, c), tuple((entry >> 1, entry & 1 == 0) for entry in found)
        at += 6 + count
