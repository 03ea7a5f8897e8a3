"""The deductions in plain words: one sentence for every variant of every rule the engine reports."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from numlink.model.puzzle import Puzzle
from numlink.model.words import where

if TYPE_CHECKING:
    from numlink.engine.deduction.reasoner import Reasoner

Facts = tuple[int, int, int]
Conclusion = Sequence[tuple[int, bool]]
Said = tuple[str, tuple[int, ...]]
"""The sentence, and the cells it speaks of."""


class Scene:
    """What sentences may speak of: the board, the engine's position, the numbers by their real names.

    It serves one puzzle for as long as its engine; `conclusion` is that of the sentence being made.
    """

    def __init__(self, puzzle: Puzzle, engine: Reasoner) -> None:
        self.puzzle = puzzle
        self.engine = engine
        self.conclusion: Conclusion = ()
        self.links = puzzle.grid.links()
        self.ends = puzzle.endpoints()
        self.numbers = list(self.ends)
        self.around: list[list[int]] = [[] for _ in puzzle.cells]
        for link, pair in enumerate(self.links):
            for cell in pair:
                self.around[cell].append(link)

    def links_around(self, cells: Iterable[int]) -> set[int]:
        """The links that lead to any of `cells`."""
        return {link for cell in cells for link in self.around[cell]}

    def at(self, cell: int) -> str:
        """A cell by row and column, with its number where it has one."""
        content = self.puzzle.cells[cell]
        place = where(self.puzzle.width, cell)
        return f"the {content} at {place}" if content > 0 else place

    def number(self, label: int) -> int:
        """The number on the board that the engine knows as `label`."""
        return self.numbers[label - 1]

    def label_at(self, cell: int) -> int:
        """The number of the piece that ends at `cell`, 0 while it has none."""
        label = self.engine.position.summary(cell)[1]
        return self.number(label) if label else 0

    def domain(self, cell: int) -> str:
        """Which numbers can still reach `cell`, in words."""
        found = [str(self.number(label)) for label in self.engine.domains.domain(cell)]
        if not found:
            return "no number"
        return f"only {found[0]}" if len(found) == 1 else " or ".join((", ".join(found[:-1]), found[-1]))

    def needed_beside(self, cells: Sequence[int], label: int) -> str:
        """Which open ways of `cells` other numbers need for themselves, in words."""
        needed: dict[int, set[int]] = {}
        for link in self.links_around(cells):
            pair = self.links[link]
            if self.engine.position.link_state(link) == 0 and len(set(pair) & set(cells)) == 1:
                cell = pair[0] if pair[1] in cells else pair[1]
                holder = self.engine.domains.holder(cell)
                if holder not in (0, label):
                    needed.setdefault(self.number(holder), set()).add(cell)
        told = [f"{number} needs {' and '.join(map(self.at, sorted(held)))}" for number, held in sorted(needed.items())]
        return f", as {' and '.join(told)}" if told else ""

    def drawn(self) -> bool:
        """Whether the conclusion draws its links."""
        return any(on for _, on in self.conclusion)

    def box(self, first: int, last: int) -> tuple[int, ...]:
        """The cells of the rectangle between two corners."""
        width = self.puzzle.width
        rows = range(first // width, last // width + 1)
        return tuple(row * width + column for row in rows for column in range(first % width, last % width + 1))

    def box_name(self, first: int, last: int) -> str:
        """A rectangle in words."""
        width = self.puzzle.width
        (top, left), (bottom, right) = divmod(first, width), divmod(last, width)
        if first == last:
            return where(width, first)
        rows = f"row {top + 1}" if top == bottom else f"rows {top + 1} to {bottom + 1}"
        columns = f"column {left + 1}" if left == right else f"columns {left + 1} to {right + 1}"
        if left == 0 and right == width - 1:
            return rows
        if top == 0 and bottom == self.puzzle.height - 1:
            return columns
        return f"{rows}, {columns}"


def sentence(scene: Scene, rule: str, variant: int, facts: Facts, conclusion: Conclusion) -> Said:
    """The sentence for what the engine noted, and the cells it looked at.  Read before the engine moves on."""
    scene.conclusion = conclusion
    return SENTENCES[rule](scene, variant, *facts)


def _count(amount: int, one: str, many: str | None = None) -> str:
    words = {0: "no", 1: "one", 2: "two", 3: "three", 4: "four"}
    return f"{words.get(amount, amount)} {one if amount == 1 else many or one + 's'}"


def _degree(scene: Scene, variant: int, cell: int, wants: int, left: int) -> Said:
    place = scene.at(cell)
    if variant == 1:
        full = "its one link" if scene.puzzle.cells[cell] > 0 else "both its links"
        return f"{place} has {full} already, so nothing else may enter it.", (cell,)
    if variant == 2:
        more = "" if scene.engine.position.summary(cell)[2] == 0 else "more "
        verb = "is" if wants == 1 else "are"
        return f"{place} needs {_count(wants, f'{more}link')} and only {_count(left, 'way', 'ways')} {verb} left.", (
            cell,
        )
    if variant == 3:
        return f"{place} needs {_count(wants, 'more link')} but has {_count(left, 'way', 'ways')} left.", (cell,)
    if variant == 4:
        return f"too many links meet at {place}.", (cell,)
    return f"{place} is a dead end: a path could enter it but not leave, so it stays empty.", (cell,)


def _two_numbers(scene: Scene, _: int, one: int, other: int, __: int) -> Said:
    return (
        f"a link between {scene.at(one)} and {scene.at(other)} would join "
        f"{scene.label_at(one)} to {scene.label_at(other)}.",
        (one, other),
    )


def _ring(scene: Scene, _: int, one: int, other: int, __: int) -> Said:
    return f"a link between {scene.at(one)} and {scene.at(other)} would close a ring.", (one, other)


def _completion(scene: Scene, _: int, label: int, end: int, beside: int) -> Said:
    return (
        f"joining the two ends of {scene.number(label)} here would leave {scene.at(beside)} too few ways.",
        (end, beside),
    )


def _domains(scene: Scene, variant: int, one: int, other: int, third: int) -> Said:
    if variant == 1:
        here, there = scene.domain(one), scene.domain(other)
        if here == there:
            reason = f"what is left of {here.removeprefix('only ')} cannot use this link"
            if here == "no number":
                reason = "no number can get here"
            return f"{scene.at(one)} and {scene.at(other)}: {reason}.", (one, other)
        return (
            f"{here} can still reach {scene.at(one)} and {there} {scene.at(other)}, so no link joins them.",
            (one, other),
        )
    if variant == 2:
        pair = f"{scene.at(other)} and {scene.at(third)}"
        needed = scene.needed_beside((other, third), one)
        return f"every way left for {scene.number(one)} runs between {pair}{needed}.", (other, third)
    if variant == 3:
        return f"{scene.number(one)} has no way left to its partner.", tuple(_ends(scene, one))
    return f"no number can reach {scene.at(one)} any more.", (one,)


def _ends(scene: Scene, label: int) -> tuple[int, ...]:
    return scene.ends[scene.number(label)]


def _stranded(scene: Scene, variant: int, one: int, other: int, label: int) -> Said:
    if variant == 1:
        return f"the two ends of {scene.number(one)} are cut off from each other.", (other, label)
    if variant == 2:
        return f"no number can finish in the part around {scene.at(one)}.", (one,)
    if variant == 3:
        return f"no number can finish in the part around {scene.at(one)}, so it stays empty.", (one,)
    if variant == 4:
        lost = f"cut {scene.number(label)} off from its partner" if label else "shut in cells that no number can reach"
        return f"a link between {scene.at(one)} and {scene.at(other)} would {lost}.", (one, other)
    if one:
        return f"{scene.number(one)} is cut off from its partner.", _ends(scene, one)
    return "cells are shut in that no number can reach.", ()


def _cuts(scene: Scene, variant: int, one: int, other: int, extra: int) -> Said:
    if variant == 1:
        kind = "an odd" if extra else "an even"
        verdict = "one line must come out" if extra else "a line going in could not come back"
        return (
            f"only the link between {scene.at(one)} and {scene.at(other)} leads into the part behind it, where "
            f"{kind} number of line ends wait: {verdict}.",
            (one, other),
        )
    if variant == 2:
        ways = {0: "none of its ways lead there", 1: "it must link there", 2: "both its links lead there"}
        return f"{scene.at(one)} is the only cell between parts of the board; counting line ends, {ways[extra]}.", (
            one,
        )
    if variant == 3:
        return f"an odd number of line ends is shut in around {scene.at(one)}.", (one,)
    if variant == 4:
        return f"{scene.at(one)} would have to serve too many parts of the board at once.", (one,)
    place, cells = scene.box_name(one, other), scene.box(one, other)
    if variant == 11:
        kind = "must" if scene.drawn() else "can't"
        return f"one way out of {place} is left open; counting the ends inside, a line {kind} use it.", cells
    if variant == 12:
        return f"{_count(extra, 'number')} must get out of {place}, and there are no more ways out than that.", cells
    if variant == 15:
        return f"an odd number of lines would end inside {place}.", cells
    return f"{_count(extra, 'number')} must get out of {place}, and there are not enough ways out.", cells


def _bottleneck(scene: Scene, variant: int, first: int, last: int, waiting: int) -> Said:
    width = scene.puzzle.width
    (top, left), (bottom, right) = divmod(first, width), divmod(last, width)
    if top == bottom:
        line = f"row {top + 1}"
    elif left == right:
        line = f"column {left + 1}"
    else:
        line = f"the diagonal from {where(width, first)} to {where(width, last)}"
    steps = max(abs(bottom - top), abs(right - left))
    down = 1 if bottom > top else 0
    across = (right > left) - (right < left)
    cells = tuple((top + index * down) * width + left + index * across for index in range(steps + 1))
    if variant == 3:
        return f"{_count(waiting, 'number')} must cross {line}, which has too few places left.", cells
    if variant == 4:
        return f"{_count(waiting, 'number')} must cross {line}, and not all places left there can be crossed.", cells
    if variant == 2:
        # `waiting` is the open end here
        return (
            f"{line} has no place to spare: what leaves {scene.at(waiting)} for its far side cannot come back.",
            cells,
        )
    return (
        f"{_count(waiting, 'number')} must cross {line}, which has just as many places left: each crosses straight "
        "over in one of them.",
        cells,
    )


def _colours(scene: Scene, variant: int, one: int, other: int, extra: int) -> Said:
    colour = "coloured like a chessboard, "
    if variant == 2:
        ways = {0: "no line can", 1: "one line must", 2: "two lines must"}.get(other, f"{other} lines must")
        return f"{colour}the part beside {scene.at(one)} has cells such that {ways} cross there.", (one,)
    if variant == 3:
        return f"{colour}the part around {scene.at(one)} has too many cells of one colour.", (one,)
    place, cells = scene.box_name(one, other), scene.box(one, other)
    if variant == 15:
        return f"{colour}{place} has more cells of one colour than lines can balance.", cells
    more, less = ("black", "white") if variant == 11 else ("white", "black")
    colour = f"coloured like a chessboard with row 1, column 1 black: inside {place} the {more} cells want "
    if extra:
        surplus = f"{_count(abs(extra), 'link')} more than the {less} ones"
        return f"{colour}{surplus}, so every way out from a {more} cell is drawn and none from a {less} one.", cells
    surplus = f"as many links as the {less} ones and have no way out"
    return f"{colour}{surplus}, so no way out from a {less} cell is drawn.", cells


def _planarity(scene: Scene, variant: int, one: int, label: int, third: int) -> Said:
    if variant == 2:
        pair = scene.number(one), scene.number(label)
        return f"{pair[0]} and {pair[1]} lie crosswise around one area; their paths would have to cross.", ()
    here, there = scene.links[scene.conclusion[0][0]]
    return (
        f"a link between {scene.at(here)} and {scene.at(there)} would put {scene.number(label)} and "
        f"{scene.number(third)} crosswise around one area: their paths would cross.",
        (here, there),
    )


def _square(scene: Scene, variant: int, one: int, corner: int, _: int) -> Said:
    cells = scene.box(one, corner)
    if variant == 2:
        return f"three sides of the square at {scene.box_name(one, corner)} are drawn: the path touches itself.", cells
    return (
        f"two sides of the square at {scene.box_name(one, corner)} are drawn; a third would make a path touch itself.",
        cells,
    )


def _apart(scene: Scene, variant: int, one: int, other: int, label: int) -> Said:
    if variant == 1:
        return (
            f"the pieces that meet at {scene.at(one)} and {scene.at(other)} lie beside each other elsewhere too; "
            "joined, they would touch.",
            (one, other),
        )
    if variant == 2:
        return (
            f"{scene.at(one)} and {scene.at(other)} both belong to {scene.number(label)} and lie side by side; "
            "a path may not touch itself, so they are linked.",
            (one, other),
        )
    if variant == 3:
        return (
            f"the piece at {scene.at(one)} lies beside {scene.number(label)} elsewhere without a link, so it may not "
            f"join it at {scene.at(other)}.",
            (one, other),
        )
    return f"one path touches itself between {scene.at(one)} and {scene.at(other)}.", (one, other)


def _spike(reason: str) -> Callable[[Scene, int, int, int, int], Said]:
    def say(scene: Scene, variant: int, cell: int, blocker: int, _: int) -> Said:
        end = {1: "so that way is out", 2: "so only the other way is left", 3: "and no other way is left"}[variant]
        return (
            f"a turn at {scene.at(cell)} would be copied along its diagonal, but {reason.format(scene.at(blocker))}, "
            f"{end}.",
            (cell, blocker),
        )

    return say


def _flip(scene: Scene, _: int, one: int, other: int, beside: int) -> Said:
    return (
        f"a path running from {scene.at(one)} to {scene.at(other)} would go the same way as beside it, at "
        f"{scene.at(beside)}, and both stretches could be swapped: there would be a second solution.",
        (one, other, beside),
    )


def _reroute(scene: Scene, _: int, first: int, last: int, __: int) -> Said:
    here, there = scene.links[scene.conclusion[0][0]]
    return (
        f"with a link between {scene.at(here)} and {scene.at(there)}, the lines in {scene.box_name(first, last)} could "
        "run another way between the same ends: there would be a second solution.",
        scene.box(first, last),
    )


SENTENCES: dict[str, Callable[[Scene, int, int, int, int], Said]] = {
    "A1": _degree,
    "A2": _two_numbers,
    "A3": _ring,
    "A4": _completion,
    "A5": _domains,
    "A6": _stranded,
    "A7": _cuts,
    "A8": _bottleneck,
    "A9": _colours,
    "A10": _planarity,
    "N1": _square,
    "N2": _apart,
    "N3": _spike("{} cannot turn that way"),
    "N4": _spike("{} would have no exit left"),
    "N5": _spike("a line crosses at {}"),
    "U1": _flip,
    "U2": _reroute,
}
