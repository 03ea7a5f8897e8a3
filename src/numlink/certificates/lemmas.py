"""Reverse unit propagation: what follows from clauses, and from lemmas that hold for every solution.

A clause follows from the board and the clauses before it if taking all its literals as false leads to a contradiction
(Goldberg and Novikov 2003).  The lemmas derive literals, and so does a clause with only one literal that is not false.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator


class BoardFacts:
    """Which links are drawn and which are ruled out, and what follows by the lemmas; every step can be undone.

    1. An endpoint has one link; every other open cell two, or none where cells may stay empty.
    2. Drawn links never close a loop, and never join two numbers.
    3. Where touching is forbidden, two cells of one path that lie side by side have the link between them drawn.
    4. Where cells may stay empty and the known solution fills all, the other solution may be taken not to touch itself:
       a touching path can be shortened by the link there; that empties a cell, so the result is another solution.

    `value[literal]`: 0 open, 1 true, -1 false; literal 0 is always false, and negative literals count from the list's
    end.  A *fragment* is a chain of drawn links; each of its two ends has the other one in `mate` and the fragment's
    number in `label`, 0 for none.
    """

    def __init__(self, cells: list[int], links: list[tuple[int, int]], fill: bool, touch: bool) -> None:
        self.cells, self.links, self.fill, self.touch = cells, links, fill, touch
        self.value = [-1] + [0] * (2 * len(self.links))
        self.around: list[list[tuple[int, int]]] = [[] for _ in cells]
        for link, (first, second) in enumerate(self.links, start=1):
            self.around[first].append((link, second))
            self.around[second].append((link, first))
        self.drawn = [0] * len(cells)
        self.open = [len(around) for around in self.around]
        self.mate = list(range(len(cells)))
        self.label = [max(content, 0) for content in cells]
        self.trail: list[tuple[int, tuple[int, int, int, int] | None]] = []
        self.propagations = 0

    def at_start(self) -> list[int]:
        """The literals that follow from the lemmas before any link is settled; 0 among them is a contradiction."""
        cells = [cell for cell, content in enumerate(self.cells) if content >= 0]
        return [literal for cell in cells for literal in self._by_degree(cell) + self._by_ends(cell, cell)]

    def settle(self, literal: int) -> list[int]:
        """Take a literal as true; return the literals that follow at once, 0 among them for a contradiction."""
        (first, second), self.propagations = self.links[abs(literal) - 1], self.propagations + 1
        self.value[literal], self.value[-literal] = 1, -1
        for cell in (first, second):
            self.open[cell] -= 1
            self.drawn[cell] += literal > 0
        found, joined = self._by_degree(first) + self._by_degree(second), None
        if literal > 0 and 0 not in found and self._may_join(first, second):
            one, other = self.mate[first], self.mate[second]
            joined = (one, other, self.label[one], self.label[other])
            self.mate[one], self.mate[other] = other, one
            self.label[one] = self.label[other] = self.label[one] or self.label[other]
            found += self._by_ends(one, other) + self._by_ends(other, one)
        elif literal > 0:
            found.append(0)
        self.trail.append((literal, joined))
        return found

    def back_to(self, length: int) -> None:
        """Undo all settled literals but the first `length`."""
        while len(self.trail) > length:
            literal, joined = self.trail.pop()
            first, second = self.links[abs(literal) - 1]
            if joined is not None:
                one, other, self.label[one], self.label[other] = joined
                self.mate[one], self.mate[other] = first, second
            self.value[literal] = self.value[-literal] = 0
            for cell in (first, second):
                self.open[cell] += 1
                self.drawn[cell] -= literal > 0

    def _by_degree(self, cell: int) -> list[int]:
        """Literals that follow from lemma 1 at a cell, 0 for a contradiction."""
        drawn, left = self.drawn[cell], self.open[cell]
        most = 1 if self.cells[cell] > 0 else 2
        least = most if self.cells[cell] > 0 or self.fill or drawn else 0
        if drawn > most or drawn + left < least:
            return [0]
        sign = -1 if drawn == most or (least == 0 and left == 1) else 1 if drawn + left == least else 0
        return [sign * link for link, _ in self.around[cell] if sign and not self.value[link]]

    def _may_join(self, first: int, second: int) -> bool:
        """Whether a drawn link closes no loop, joins no two numbers, and keeps lemma 3 if touching is forbidden."""
        one, other = self.mate[first], self.mate[second]
        if one == second or (self.label[one] and self.label[other] and self.label[one] != self.label[other]):
            return False
        side = {*self.run(first, second)} if not self.touch else {}
        near = (pair for cell in self.run(second, first) for pair in self.around[cell]) if side else ()
        return not any(end in side for link, end in near if self.value[link] <= 0)

    def _by_ends(self, here: int, there: int) -> list[int]:
        """By lemma 2, literals that rule out links from a fragment's end `here` to its other end or another number."""
        number = self.label[here]
        ahead = (pair for pair in self.around[here] if not self.value[pair[0]] and self.drawn[pair[1]] < 2)
        return [-link for link, end in ahead if end == there or (number and self.label[end] not in (0, number))]

    def run(self, cell: int, before: int) -> Iterator[int]:
        """The cells of a fragment from `cell` to its end, walking away from `before`."""
        while True:
            yield cell
            ahead = [end for link, end in self.around[cell] if self.value[link] == 1 and end != before]
            if not ahead:
                return
            cell, before = ahead[0], cell


class ClauseSet:
    """Clauses over a board's links; `watched`: literal -> the clauses that have it as one of their first two literals.
    Both are open, or one is true.  A clause with one open literal is not kept: that literal is taken as true."""

    def __init__(self, board: BoardFacts) -> None:
        self.board = board
        self.watched: dict[int, list[list[int]]] = {}
        self.refuted = not self._consistent(board.at_start())

    def follows(self, clause: list[int]) -> bool:
        """Whether taking all literals of a clause as false leads to a contradiction."""
        known = len(self.board.trail)
        contradiction = self.refuted or not self._consistent([-literal for literal in clause])
        self.board.back_to(known)
        return contradiction

    def add(self, clause: list[int]) -> None:
        """Take a clause as true from now on."""
        if self.refuted or any(self.board.value[literal] > 0 for literal in clause):
            return
        free = [literal for literal in clause if not self.board.value[literal]]
        if len(free) > 1:
            for literal in free[:2]:
                self.watched.setdefault(literal, []).append(free)
        elif not free or not self._consistent(free):
            self.refuted = True

    def _consistent(self, queue: Iterable[int]) -> bool:
        """Take literals as true, and all that the lemmas and clauses derive from them; False at a contradiction."""
        waiting, value = list(queue), self.board.value
        for literal in waiting:  # `waiting` grows during the loop
            if value[literal] < 0:
                return False
            if not value[literal]:
                found = self.board.settle(literal)
                if 0 in found:
                    return False
                waiting += found + self._by_clauses(-literal)
        return True

    def _by_clauses(self, false: int) -> list[int]:
        """The literals derived by the clauses that watch `false`, which has just become false.

        A clause with a true watch and one that derives a literal keep their watches; any other watches another literal.
        """
        found, value = [], self.board.value
        for clause in self.watched.pop(false, ()):
            if clause[0] == false:
                clause[0], clause[1] = clause[1], clause[0]
            if value[clause[0]] <= 0:
                other = next((at for at in range(2, len(clause)) if value[clause[at]] >= 0), 0)
                if other:
                    clause[1], clause[other] = clause[other], clause[1]
                else:
                    found.append(clause[0])
            self.watched.setdefault(clause[1], []).append(clause)
        return found
